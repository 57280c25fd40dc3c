package tournament

import (
	"encoding/json"
	"fmt"
	"time"
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

// Event is a fact of the log. The set is closed: newEvent lists it.
type Event interface {
	// apply changes s by the event, or says why the event cannot follow on s.
	// On a stored log it never fails; undo uses the refusal to find a later
	// event that would no longer hold.
	apply(s *State, e *Envelope) error
}

// eventVersion is the version written for every kind; a kind that changes its
// meaning gets a new name.
const eventVersion = 1

// newEvent returns an empty event of the kind, for decoding.
func newEvent(kind string) (Event, bool) {
	switch kind {
	case "created":
		return &Created{}, true
	case "settings_changed":
		return &SettingsChanged{}, true
	case "staff_changed":
		return &StaffChanged{}, true
	case "opened":
		return &Opened{}, true
	case "registration_closed":
		return &RegistrationClosed{}, true
	case "check_in_started":
		return &CheckInStarted{}, true
	case "check_in_ended":
		return &CheckInEnded{}, true
	case "reminded":
		return &Reminded{}, true
	case "started":
		return &EventStarted{}, true
	case "cut_made":
		return &CutMade{}, true
	case "finished":
		return &EventFinished{}, true
	case "seed_revealed":
		return &SeedRevealed{}, true
	case "cancelled":
		return &EventCancelled{}, true
	case "announced":
		return &Announced{}, true
	case "retracted":
		return &Retracted{}, true
	case "registered":
		return &PlayerRegistered{}, true
	case "left":
		return &PlayerLeft{}, true
	case "promoted":
		return &PlayerPromoted{}, true
	case "checked_in":
		return &PlayerCheckedIn{}, true
	case "deck_submitted":
		return &DeckSubmitted{}, true
	case "dropped":
		return &PlayerDropped{}, true
	case "reinstated":
		return &PlayerReinstated{}, true
	case "disqualified":
		return &PlayerDisqualified{}, true
	case "player_changed":
		return &PlayerChanged{}, true
	case "penalised":
		return &PlayerPenalised{}, true
	case "noted":
		return &PlayerNoted{}, true
	case "round_paired":
		return &RoundPaired{}, true
	case "round_repaired":
		return &RoundRepaired{}, true
	case "round_published":
		return &RoundPublished{}, true
	case "round_started":
		return &RoundStarted{}, true
	case "round_closed":
		return &RoundClosed{}, true
	case "clock_paused":
		return &ClockPaused{}, true
	case "clock_resumed":
		return &ClockResumed{}, true
	case "clock_extended":
		return &ClockExtended{}, true
	case "clock_reminded":
		return &ClockReminded{}, true
	case "time_called":
		return &TimeCalled{}, true
	case "result_reported":
		return &ResultReported{}, true
	case "result_confirmed":
		return &ResultConfirmed{}, true
	case "result_disputed":
		return &ResultDisputed{}, true
	case "result_corrected":
		return &ResultCorrected{}, true
	case "judge_called":
		return &JudgeCalled{}, true
	case "schedule_drawn":
		return &ScheduleDrawn{}, true
	case "playoff_began":
		return &PlayoffBegan{}, true
	case "tie_shared":
		return &TieShared{}, true
	case "draft_seated":
		return &DraftSeated{}, true
	case "pack_opened":
		return &PackOpened{}, true
	case "deck_building":
		return &DeckBuilding{}, true
	case "build_reminded":
		return &BuildReminded{}, true
	case "build_ended":
		return &BuildEnded{}, true
	case "day_two_began":
		return &DayTwoBegan{}, true
	case "flights_drawn":
		return &FlightsDrawn{}, true
	case "cut_locked":
		return &CutLocked{}, true
	case "stand_in_seated":
		return &StandInSeated{}, true
	}
	return nil, false
}

// kindOf returns the name under which an event is stored.
func kindOf(ev Event) string {
	switch ev.(type) {
	case *Created:
		return "created"
	case *SettingsChanged:
		return "settings_changed"
	case *StaffChanged:
		return "staff_changed"
	case *Opened:
		return "opened"
	case *RegistrationClosed:
		return "registration_closed"
	case *CheckInStarted:
		return "check_in_started"
	case *CheckInEnded:
		return "check_in_ended"
	case *Reminded:
		return "reminded"
	case *EventStarted:
		return "started"
	case *CutMade:
		return "cut_made"
	case *EventFinished:
		return "finished"
	case *SeedRevealed:
		return "seed_revealed"
	case *EventCancelled:
		return "cancelled"
	case *Announced:
		return "announced"
	case *Retracted:
		return "retracted"
	case *PlayerRegistered:
		return "registered"
	case *PlayerLeft:
		return "left"
	case *PlayerPromoted:
		return "promoted"
	case *PlayerCheckedIn:
		return "checked_in"
	case *DeckSubmitted:
		return "deck_submitted"
	case *PlayerDropped:
		return "dropped"
	case *PlayerReinstated:
		return "reinstated"
	case *PlayerDisqualified:
		return "disqualified"
	case *PlayerChanged:
		return "player_changed"
	case *PlayerPenalised:
		return "penalised"
	case *PlayerNoted:
		return "noted"
	case *RoundPaired:
		return "round_paired"
	case *RoundRepaired:
		return "round_repaired"
	case *RoundPublished:
		return "round_published"
	case *RoundStarted:
		return "round_started"
	case *RoundClosed:
		return "round_closed"
	case *ClockPaused:
		return "clock_paused"
	case *ClockResumed:
		return "clock_resumed"
	case *ClockExtended:
		return "clock_extended"
	case *ClockReminded:
		return "clock_reminded"
	case *TimeCalled:
		return "time_called"
	case *ResultReported:
		return "result_reported"
	case *ResultConfirmed:
		return "result_confirmed"
	case *ResultDisputed:
		return "result_disputed"
	case *ResultCorrected:
		return "result_corrected"
	case *JudgeCalled:
		return "judge_called"
	case *ScheduleDrawn:
		return "schedule_drawn"
	case *PlayoffBegan:
		return "playoff_began"
	case *TieShared:
		return "tie_shared"
	case *DraftSeated:
		return "draft_seated"
	case *PackOpened:
		return "pack_opened"
	case *DeckBuilding:
		return "deck_building"
	case *BuildReminded:
		return "build_reminded"
	case *BuildEnded:
		return "build_ended"
	case *DayTwoBegan:
		return "day_two_began"
	case *FlightsDrawn:
		return "flights_drawn"
	case *CutLocked:
		return "cut_locked"
	case *StandInSeated:
		return "stand_in_seated"
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
		return Refuse(Unsupported, "Event %d of tournament %d is of kind %q version %d, which this version of topcut does not know; use the version that wrote it.", e.Seq, e.Tournament, e.Kind, e.Version)
	}
	if err := json.Unmarshal(data, ev); err != nil {
		return fmt.Errorf("event %d of tournament %d (%s): %w", e.Seq, e.Tournament, e.Kind, err)
	}
	e.Event = ev
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
		return Refuse(Corrupt, "Event %d follows on event %d.", e.Seq, s.Seq)
	}
	if _, created := e.Event.(*Created); created != (e.Seq == 1) {
		return Refuse(Corrupt, "Event %d: an event begins with its creation and is created once.", e.Seq)
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
				return nil, Refuse(Corrupt, "Event %d follows on event %d.", log[i].Seq, s.Seq)
			}
			s.Seq = log[i].Seq
			continue
		}
		if err := applyTo(s, &log[i]); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", log[i].Seq, log[i].Kind, err)
		}
	}
	if len(log) == 0 {
		return nil, Refuse(NotFound, "There is no such event.")
	}
	return s, nil
}
