package tournament

import (
	"encoding/json"
	"slices"
	"time"

	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Created begins a log. It holds the whole ruleset, so that later changes of the files
// do not change a running event. Guild and Channel are its place, opaque to the domain.
type Created struct {
	Guild      string          `json:"guild"`
	Channel    string          `json:"channel"`
	Settings   Settings        `json:"settings"`
	Ruleset    json.RawMessage `json:"ruleset"`
	Commitment string          `json:"commitment"` // hex SHA-256 of the bot's secret (see seed.go)
}

func (ev *Created) apply(s *State, e *Envelope) error {
	rs, err := rules.Thaw(ev.Ruleset)
	if err != nil {
		return Refuse(Corrupt, "ruleset.stored", "detail", notice.Text(err.Error()))
	}
	s.Guild, s.Channel, s.Settings = ev.Guild, ev.Channel, ev.Settings
	s.setRules(rs)
	s.Commitment, s.Creator, s.CreatedAt = ev.Commitment, e.Actor, e.Time
	return nil
}

// SettingsChanged replaces the settings.
type SettingsChanged struct {
	Settings Settings        `json:"settings"`
	Plan     []Planned       `json:"plan,omitempty"`    // while the event runs: the plan announced from now on
	Ruleset  json.RawMessage `json:"ruleset,omitempty"` // only if the ruleset changed too
}

func (ev *SettingsChanged) apply(s *State, _ *Envelope) error {
	if err := UntilOver.May(s.Phase); err != nil {
		return err
	}
	rs := s.GameRules()
	if len(ev.Ruleset) > 0 {
		thawed, err := rules.Thaw(ev.Ruleset)
		if err != nil {
			return Refuse(Corrupt, "ruleset.stored", "detail", notice.Text(err.Error()))
		}
		rs = thawed
	}
	s.Settings = ev.Settings
	s.setRules(rs)
	if len(ev.Plan) == 0 {
		return nil
	}
	s.Plan = slices.Clone(ev.Plan)
	for i := range s.Stages {
		if at := s.Stages[i].Plan; at >= 0 && at < len(s.Plan) && !s.Stages[i].Kind.Eliminates() {
			s.Stages[i].Rounds = s.Plan[at].Rounds
		}
	}
	return nil
}

// StaffChanged makes a person an organiser of this event, or revokes it.
type StaffChanged struct {
	Person int  `json:"person"`
	Staff  bool `json:"staff"`
}

func (ev *StaffChanged) apply(s *State, _ *Envelope) error {
	s.Staff = slices.DeleteFunc(s.Staff, func(p int) bool { return p == ev.Person })
	if ev.Staff {
		s.Staff = append(s.Staff, ev.Person)
	}
	return nil
}

// ChannelMoved moves the event to another channel of its server. Channel is opaque to
// the domain.
type ChannelMoved struct {
	Channel string `json:"channel"`
}

func (ev *ChannelMoved) apply(s *State, _ *Envelope) error {
	if s.Phase >= Finished {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	s.Channel = ev.Channel
	return nil
}

// Opened opens registration.
type Opened struct{}

func (*Opened) apply(s *State, _ *Envelope) error {
	if s.Phase != Draft && s.Phase != Closed {
		return Refuse(WrongPhase, "registration.not_openable", "phase", s.Phase.Word())
	}
	s.Phase, s.Mixing = Open, Mixing{}
	return nil
}

// RegistrationClosed closes registration before the start.
type RegistrationClosed struct{}

func (*RegistrationClosed) apply(s *State, _ *Envelope) error {
	if s.Phase != Open && s.Phase != CheckIn {
		return Refuse(WrongPhase, "registration.not_open", "phase", s.Phase.Word())
	}
	s.Phase = Closed
	return nil
}

// CheckInStarted asks all registered players to check in.
type CheckInStarted struct {
	Until time.Time `json:"until"`
}

func (ev *CheckInStarted) apply(s *State, _ *Envelope) error {
	if s.Phase != Open && s.Phase != Closed {
		return Refuse(WrongPhase, "checkin.when", "phase", s.Phase.Word())
	}
	s.Phase, s.CheckInEnd = CheckIn, ev.Until
	return nil
}

// CheckInEnded ends the time for checking in. It drops no players: those who did not
// check in are listed for the organisers.
type CheckInEnded struct{}

func (*CheckInEnded) apply(s *State, _ *Envelope) error {
	if s.Phase != CheckIn || s.CheckInEnd.IsZero() {
		return Refuse(WrongPhase, "checkin.none")
	}
	s.CheckInEnd = time.Time{}
	return nil
}

// MissingReminded reminds the players that the event waits for; see package missing.
type MissingReminded struct{}

func (*MissingReminded) apply(s *State, e *Envelope) error {
	s.MissingAt = e.Time
	return nil
}

// DutyChanged puts its actor on duty for the event or takes them off. Organisers on
// duty are notified.
type DutyChanged struct {
	On bool `json:"on"`
}

func (ev *DutyChanged) apply(s *State, e *Envelope) error {
	s.Duty = slices.DeleteFunc(s.Duty, func(p int) bool { return p == e.Actor })
	if ev.On {
		s.Duty = append(s.Duty, e.Actor)
	}
	return nil
}

// Reminded records that a timed action happened, so that it happens only once: check-in
// opened, the event was to start, the break after a round ended, organisers were called to
// a digest or to the next step, opponents to answer reports.
type Reminded struct {
	What  DueKind `json:"what"`
	Round int     `json:"round,omitempty"`
	Asked int64   `json:"asked,omitempty"` // the event whose time is up; of a digest, the time before which it comes; of a call, its time
	Quiet bool    `json:"quiet,omitempty"` // of a digest: another event of the league calls
	Gone  []int   `json:"gone,omitempty"`  // of a digest: players who are not in the server
}

func (ev *Reminded) apply(s *State, e *Envelope) error {
	if ev.What == DueCall {
		s.Calls = append(slices.Clip(s.Calls), Called{ev.Round, e.Seq, e.Time})
		return nil
	}
	s.Reminded = append(s.Reminded, Due{Kind: ev.What, Round: ev.Round, Asked: ev.Asked})
	if ev.What == DueDigest {
		s.Digested, s.Gone = Digested{At: e.Time, Waits: s.ForOrganisers(e.Time)}, ev.Gone
	}
	return nil
}

// EventStarted fixes field and stages. docs/rules/pokemon.md#pkm-01 and MTR 3.1: what
// is announced by the first round is not silently changed later.
type EventStarted struct {
	Plan   []Planned `json:"plan"`
	Joins  string    `json:"joins"` // digest of what was mixed into the seed
	Absent []int     `json:"absent,omitempty"`
}

func (ev *EventStarted) apply(s *State, _ *Envelope) error {
	if s.Phase == Running || s.Phase >= Finished {
		return Refuse(WrongPhase, "event.no_start", "phase", s.Phase.Word())
	}
	s.Phase, s.Plan = Running, slices.Clone(ev.Plan) // beginning a stage changes the plan
	// From now on the settings say what is announced.
	chosen := stage.Chain{Prepare: s.Settings.Stages.Prepare}
	for _, p := range ev.Plan {
		chosen.Stages = append(chosen.Stages, p.Stage)
	}
	s.Settings.Stages = chosen
	s.CheckInEnd = time.Time{}
	for _, n := range ev.Absent {
		if p := s.Player(n); p == nil || p.Status != Registered {
			return Refuse(NotFound, "player.no_such", "player", n)
		}
		s.Players.At(n).Status = Left
	}
	for i := range s.Players {
		s.Players[i].Absent = s.Players[i].Status != Registered
	}
	return nil
}

// AdvanceHeld records why an event that advances automatically did not: the next step
// was refused and needs an organiser.
type AdvanceHeld struct {
	Reason notice.Notice `json:"reason"`
}

func (ev *AdvanceHeld) apply(s *State, _ *Envelope) error {
	s.Held = ev.Reason
	return nil
}

// EventFinished ends the event with its final places.
type EventFinished struct {
	Places numbered.List[int] `json:"places"` // of player n at [n-1]; 0 = no place; equal places are shared
}

func (ev *EventFinished) apply(s *State, e *Envelope) error {
	if s.Phase != Running {
		return Refuse(WrongPhase, "event.no_finish", "phase", s.Phase.Word())
	}
	if len(ev.Places) != len(s.Players) {
		return Refuse(Corrupt, "places.count", "places", len(ev.Places), "players", len(s.Players))
	}
	if s.FirstOver.IsZero() {
		s.FirstOver = e.Time
	}
	s.Phase, s.Places, s.EndedAt = Finished, ev.Places, s.FirstOver
	return nil
}

// SeedRevealed publishes the bot's secret, so that anyone can recompute every random
// decision.
type SeedRevealed struct {
	Secret string `json:"secret"` // hex
}

func (ev *SeedRevealed) apply(s *State, _ *Envelope) error {
	if !jointseed.Opens(s.Commitment, ev.Secret) {
		return Refuse(Corrupt, "seed.not_committed")
	}
	s.Secret = ev.Secret
	return nil
}

// EventCancelled ends the event without places.
type EventCancelled struct {
	Reason int `json:"reason,omitempty"` // text
}

func (*EventCancelled) apply(s *State, _ *Envelope) error {
	if s.Phase >= Finished {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	s.Phase = Cancelled
	return nil
}

// Announced is a message of the organisers to all players.
type Announced struct {
	Text int `json:"text"`
}

func (*Announced) apply(*State, *Envelope) error { return nil }

// Retracted takes earlier events back. Fold leaves them out. Applied to a state it
// changes little, since the state must be folded again.
type Retracted struct {
	Seqs []int64 `json:"seqs"`
}

func (*Retracted) apply(s *State, _ *Envelope) error {
	if s.Phase < Running {
		s.Mixing = Mixing{} // the next start mixes anew
	}
	return nil
}

// seatsOf returns player numbers as ledger seats.
func seatsOf(players []int) (seats [4]int32) {
	for i := range seats {
		seats[i] = ledger.None
		if i < len(players) {
			seats[i] = int32(players[i] - 1)
		}
	}
	return seats
}
