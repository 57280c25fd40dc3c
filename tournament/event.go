package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"topcut/tournament/notice"
)

// Envelope is one line of the log.
type Envelope struct {
	Tournament ID        `json:"tournament"`
	Seq        int64     `json:"seq"`   // 1, 2, … without gaps
	Batch      int64     `json:"batch"` // Seq of the first event of the same command: what one undo takes back
	Time       time.Time `json:"time"`  // tournament time, whole milliseconds, UTC
	Actor      int       `json:"actor"` // person; 0 = the bot itself
	Cause      string    `json:"cause"` // interaction id, or the key of the deadline that fired
	Kind       string    `json:"kind"`
	Version    int       `json:"version"`
	Event      Event     `json:"-"`
}

// Event is a fact of the log. The set is closed: eventKinds lists it.
type Event interface {
	// apply changes s by the event, or says why the event cannot follow on s.
	// On a stored log it never fails; undo uses the refusal to find a later
	// event that would no longer hold.
	apply(s *State, e *Envelope) error
}

// eventVersion is the version written for every kind; a kind that changes its
// meaning gets a new name.
const eventVersion = 1

// eventKind is a kind of event: the name under which it is stored, and its type.
type eventKind struct {
	name string
	make func() Event // an empty one, for decoding
	is   func(Event) bool
}

// pointer is the type of an event whose fields are E.
type pointer[E any] interface {
	*E
	Event
}

// kind is the kind of the events whose fields are E.
func kind[E any, P pointer[E]](name string) eventKind {
	return eventKind{
		name: name,
		make: func() Event { return P(new(E)) },
		is:   func(ev Event) bool { _, ok := ev.(P); return ok },
	}
}

// eventKinds lists every kind there is.
var eventKinds = [...]eventKind{
	kind[Created]("created"),
	kind[SettingsChanged]("settings_changed"),
	kind[StaffChanged]("staff_changed"),
	kind[Opened]("opened"),
	kind[RegistrationClosed]("registration_closed"),
	kind[CheckInStarted]("check_in_started"),
	kind[CheckInEnded]("check_in_ended"),
	kind[Reminded]("reminded"),
	kind[EventStarted]("started"),
	kind[CutMade]("cut_made"),
	kind[AdvanceHeld]("advance_held"),
	kind[EventFinished]("finished"),
	kind[SeedRevealed]("seed_revealed"),
	kind[EventCancelled]("cancelled"),
	kind[Announced]("announced"),
	kind[Retracted]("retracted"),
	kind[PlayerRegistered]("registered"),
	kind[PlayerLeft]("left"),
	kind[PlayerPromoted]("promoted"),
	kind[SeatClaimed]("seat_claimed"),
	kind[PlayerCheckedIn]("checked_in"),
	kind[DeckSubmitted]("deck_submitted"),
	kind[PlayerDropped]("dropped"),
	kind[PlayerReinstated]("reinstated"),
	kind[PlayerDisqualified]("disqualified"),
	kind[PlayerChanged]("player_changed"),
	kind[PlayerPenalised]("penalised"),
	kind[PlayerNoted]("noted"),
	kind[RoundPaired]("round_paired"),
	kind[RoundRepaired]("round_repaired"),
	kind[RoundPublished]("round_published"),
	kind[RoundStarted]("round_started"),
	kind[RoundClosed]("round_closed"),
	kind[ClockPaused]("clock_paused"),
	kind[ClockResumed]("clock_resumed"),
	kind[ClockExtended]("clock_extended"),
	kind[ClockReminded]("clock_reminded"),
	kind[TimeCalled]("time_called"),
	kind[ResultReported]("result_reported"),
	kind[ResultConfirmed]("result_confirmed"),
	kind[ResultDisputed]("result_disputed"),
	kind[ResultCorrected]("result_corrected"),
	kind[JudgeCalled]("judge_called"),
	kind[ScheduleDrawn]("schedule_drawn"),
	kind[PlayoffBegan]("playoff_began"),
	kind[TieShared]("tie_shared"),
	kind[DraftSeated]("draft_seated"),
	kind[PackOpened]("pack_opened"),
	kind[DeckBuilding]("deck_building"),
	kind[BuildReminded]("build_reminded"),
	kind[BuildEnded]("build_ended"),
	kind[DayTwoBegan]("day_two_began"),
	kind[FlightsDrawn]("flights_drawn"),
	kind[CutLocked]("cut_locked"),
	kind[StandInSeated]("stand_in_seated"),
}

// newEvent returns an empty event of the kind, for decoding.
func newEvent(name string) (Event, bool) {
	for _, k := range eventKinds {
		if k.name == name {
			return k.make(), true
		}
	}
	return nil, false
}

// kindOf returns the name under which an event is stored.
func kindOf(ev Event) string {
	for _, k := range eventKinds {
		if k.is(ev) {
			return k.name
		}
	}
	return ""
}

// Encode returns the stored form of the event.
func (e *Envelope) Encode() ([]byte, error) { return json.Marshal(e.Event) }

// Decode sets Event from its stored form. A kind or version this program does
// not know is refused: folding past it would give a wrong state.
func (e *Envelope) Decode(data []byte) error {
	ev, ok := newEvent(e.Kind)
	if !ok || e.Version != eventVersion {
		return Refuse(Unsupported, "log.unknown", "entry", e.Seq, "event", int64(e.Tournament), "kind", notice.Text(e.Kind), "version", e.Version)
	}
	if err := decodeStrictly(data, ev); err != nil {
		return fmt.Errorf("%w: %w", Refuse(Unsupported, "log.unknown", "entry", e.Seq, "event", int64(e.Tournament), "kind", notice.Text(e.Kind), "version", e.Version), err)
	}
	e.Event = ev
	return nil
}

// decodeStrictly reads a stored form whole. A field that is not known may mean
// something, so that leaving it out would give a wrong state.
func decodeStrictly(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("two values")
	}
	return nil
}

// envelopeJSON is how an envelope stands in an export.
type envelopeJSON struct {
	Seq     int64           `json:"seq"`
	Batch   int64           `json:"batch"`
	Time    int64           `json:"time"` // unix milliseconds
	Actor   int             `json:"actor,omitempty"`
	Cause   string          `json:"cause,omitempty"`
	Kind    string          `json:"kind"`
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// MarshalJSON writes the envelope with its event, as exports hold it.
func (e Envelope) MarshalJSON() ([]byte, error) {
	data, err := e.Encode()
	if err != nil {
		return nil, err
	}
	return json.Marshal(envelopeJSON{e.Seq, e.Batch, e.Time.UnixMilli(), e.Actor, e.Cause, e.Kind, e.Version, data})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Envelope) UnmarshalJSON(b []byte) error {
	var j envelopeJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*e = Envelope{Seq: j.Seq, Batch: j.Batch, Time: time.UnixMilli(j.Time).UTC(), Actor: j.Actor, Cause: j.Cause, Kind: j.Kind, Version: j.Version}
	return e.Decode(j.Data)
}

// Apply returns the state after e. Sequence numbers follow each other without
// gaps; an event that cannot follow on s is refused and s is unchanged.
func Apply(s *State, e *Envelope) (*State, error) {
	next := s.clone()
	if err := applyTo(next, e); err != nil {
		return nil, err
	}
	return next, nil
}

// applyTo changes s in place.
func applyTo(s *State, e *Envelope) error {
	if e.Seq != s.Seq+1 {
		return Refuse(Corrupt, "log.gap", "entry", e.Seq, "last", s.Seq)
	}
	if _, created := e.Event.(*Created); created != (e.Seq == 1) {
		return Refuse(Corrupt, "log.creation", "entry", e.Seq)
	}
	if err := e.Event.apply(s, e); err != nil {
		return err
	}
	s.Seq, s.At = e.Seq, e.Time
	return nil
}

// Fold builds the state of a whole log. Events that a later Retracted takes
// back are left out, everything else must hold.
func Fold(id ID, log []Envelope) (*State, error) {
	gone := retractedSeqs(log)
	s := &State{ID: id}
	for i := range log {
		if gone[log[i].Seq] {
			if log[i].Seq != s.Seq+1 {
				return nil, Refuse(Corrupt, "log.gap", "entry", log[i].Seq, "last", s.Seq)
			}
			s.Seq = log[i].Seq
			continue
		}
		if err := applyTo(s, &log[i]); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", log[i].Seq, log[i].Kind, err)
		}
	}
	if len(log) == 0 {
		return nil, Refuse(NotFound, "event.none")
	}
	return s, nil
}
