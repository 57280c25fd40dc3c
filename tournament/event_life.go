package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Created begins a log. It holds the whole ruleset: what the files say later
// does not change a running event. Guild and Channel are where it is played,
// opaque to the domain.
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
		return RefuseText(Corrupt, "The ruleset stored with the event cannot be read: %v", err)
	}
	s.Guild, s.Channel, s.Settings, s.Rules = ev.Guild, ev.Channel, ev.Settings, rs
	s.Commitment, s.Creator, s.CreatedAt = ev.Commitment, e.Actor, e.Time
	return nil
}

// SettingsChanged replaces the settings.
type SettingsChanged struct {
	Settings Settings        `json:"settings"`
	Ruleset  json.RawMessage `json:"ruleset,omitempty"` // only where the ruleset changed too
}

func (ev *SettingsChanged) apply(s *State, _ *Envelope) error {
	if s.Phase >= Finished {
		return RefuseText(WrongPhase, "The event is over; its settings stand.")
	}
	if len(ev.Ruleset) > 0 {
		rs, err := rules.Thaw(ev.Ruleset)
		if err != nil {
			return RefuseText(Corrupt, "The ruleset stored with the settings cannot be read: %v", err)
		}
		s.Rules = rs
	}
	old := s.Settings
	s.Settings = ev.Settings
	if s.Phase == Running && s.Scramble == nil {
		// What follows from other settings than the one that changed stands.
		if rounds := ev.Settings.Rounds; rounds > 0 && rounds != old.Rounds && s.roundsAreChosen() {
			s.SwissRounds = rounds
		}
		if ev.Settings.DayTwo.Rounds > 0 && s.DayTwo == nil {
			s.DayTwoPlan = ev.Settings.DayTwo
		}
		if ev.Settings.Cut.Kind == CutTop && ev.Settings.Cut != old.Cut {
			s.CutSize = ev.Settings.Cut.N
		}
	}
	return nil
}

// roundsAreChosen reports whether organisers choose how many Swiss rounds are
// played: not in a round robin or a bracket, where the field says so, and not
// once a second day has begun.
func (s *State) roundsAreChosen() bool {
	return (s.Settings.Format == FormatSwiss || s.Settings.Format == FormatDraft) && s.DayTwo == nil
}

// StaffChanged names a person as organiser of this event, or takes that back.
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

// Opened opens registration.
type Opened struct{}

func (*Opened) apply(s *State, _ *Envelope) error {
	if s.Phase != Draft && s.Phase != Closed {
		return RefuseText(WrongPhase, "Registration can be opened only before the start; the event is %s.", s.Phase)
	}
	s.Phase = Open
	return nil
}

// RegistrationClosed closes registration before the start.
type RegistrationClosed struct{}

func (*RegistrationClosed) apply(s *State, _ *Envelope) error {
	if s.Phase != Open && s.Phase != CheckIn {
		return RefuseText(WrongPhase, "Registration is not open; the event is %s.", s.Phase)
	}
	s.Phase = Closed
	return nil
}

// CheckInStarted asks all registered players to say that they are here.
type CheckInStarted struct {
	Until time.Time `json:"until"`
}

func (ev *CheckInStarted) apply(s *State, _ *Envelope) error {
	if s.Phase != Open && s.Phase != Closed {
		return RefuseText(WrongPhase, "Check-in comes between opening and start; the event is %s.", s.Phase)
	}
	s.Phase, s.CheckInEnd = CheckIn, ev.Until
	return nil
}

// CheckInEnded is the end of the time for checking in. Nobody is dropped by
// it: who did not check in is listed for the organisers.
type CheckInEnded struct{}

func (*CheckInEnded) apply(s *State, _ *Envelope) error {
	if s.Phase != CheckIn || s.CheckInEnd.IsZero() {
		return RefuseText(WrongPhase, "No check-in is running.")
	}
	s.CheckInEnd = time.Time{}
	return nil
}

// Reminded records that something due before the start happened, so that it
// happens once.
type Reminded struct {
	Key string `json:"key"`
}

func (ev *Reminded) apply(s *State, _ *Envelope) error {
	s.Reminded = append(s.Reminded, ev.Key)
	return nil
}

// EventStarted fixes field, rounds and cut. PKM-01 and MTR 3.1: what is
// announced by the first round is not changed silently later.
type EventStarted struct {
	Rounds int    `json:"rounds"` // Swiss or round robin rounds; 0 for pure elimination
	Cut    int    `json:"cut"`    // 0 = none
	DayTwo DayTwo `json:"day_two,omitzero"`
	Joins  string `json:"joins"` // digest over the join interactions
	Absent []int  `json:"absent,omitempty"`
}

func (ev *EventStarted) apply(s *State, _ *Envelope) error {
	if s.Phase == Running || s.Phase >= Finished {
		return RefuseText(WrongPhase, "The event is %s and cannot start.", s.Phase)
	}
	s.Phase, s.SwissRounds, s.CutSize, s.DayTwoPlan = Running, ev.Rounds, ev.Cut, ev.DayTwo
	s.CheckInEnd = time.Time{}
	for _, n := range ev.Absent {
		if p := s.Player(n); p == nil || p.Status != Registered {
			return RefuseText(NotFound, "Player %d is not registered.", n)
		}
		s.Players[n-1].Status = Left
	}
	for i := range s.Players {
		s.Ledger.Players[i].Absent = s.Players[i].Status != Registered
	}
	return nil
}

// CutMade seeds the elimination stage and freezes the Swiss standings.
type CutMade struct {
	Seeds     []int `json:"seeds"` // player numbers, best first
	Swiss     []int `json:"swiss"` // the frozen Swiss ranking; empty for pure elimination
	Double    bool  `json:"double,omitempty"`
	Third     bool  `json:"third,omitempty"`
	Reseed    bool  `json:"reseed,omitempty"`    // best against worst again after every round
	Placement bool  `json:"placement,omitempty"` // losers play on for every place
	Pods      bool  `json:"pods,omitempty"`      // at tables of four
	Parts     []int `json:"parts,omitempty"`     // sizes of the divisions' brackets, in the order of Seeds; empty = one bracket
}

func (ev *CutMade) apply(s *State, _ *Envelope) error {
	if s.Phase != Running {
		return RefuseText(WrongPhase, "The event is not running.")
	}
	if s.seedsAgain() {
		s.Preview, s.PreviewMatches, s.CutSize = nil, nil, len(ev.Seeds) // PKM-37
	} else if s.Cut != nil {
		return RefuseText(WrongPhase, "The cut is made already.")
	}
	if c := s.Current(); c != nil && c.Status != Done || s.Preview != nil {
		return RefuseText(WrongPhase, "A round is still running.")
	}
	for _, n := range ev.Seeds {
		if s.Player(n) == nil {
			return RefuseText(NotFound, "There is no player %d.", n)
		}
	}
	total := 0
	for _, n := range ev.Parts {
		total += n
	}
	if len(ev.Parts) > 0 && total != len(ev.Seeds) {
		return RefuseText(Corrupt, "The brackets of the divisions have %d seeds, the cut has %d.", total, len(ev.Seeds))
	}
	for _, seeds := range cutParts(ev.Seeds, ev.Parts) {
		part := *ev
		part.Seeds = seeds
		if _, err := bracket.New(bracketConfig(&part)); err != nil {
			return RefuseAs(BadInput, err)
		}
	}
	s.Cut = &CutState{
		Seeds: ev.Seeds, FirstRound: len(s.Rounds) + 1, Double: ev.Double, Third: ev.Third, Reseed: ev.Reseed, Placement: ev.Placement,
		Pods: ev.Pods, Parts: ev.Parts, Swiss: ev.Swiss,
	}
	s.Attempts, s.Held = 0, 0
	return nil
}

// seedsAgain reports whether the bracket of an event that is elimination alone
// can still be made anew: no round of it is published.
func (s *State) seedsAgain() bool {
	return s.Cut != nil && len(s.Cut.Swiss) == 0 && len(s.Rounds) == 0
}

// AdvanceHeld records why an event that advances by itself did not: what had to
// follow was refused, and an organiser deals with it.
type AdvanceHeld struct {
	Reason int `json:"reason"` // text
}

func (ev *AdvanceHeld) apply(s *State, _ *Envelope) error {
	s.Held = ev.Reason
	return nil
}

// EventFinished ends the event with its final places.
type EventFinished struct {
	Places []int `json:"places"` // of player n at [n-1]; 0 = no place; equal places are shared
}

func (ev *EventFinished) apply(s *State, _ *Envelope) error {
	if s.Phase != Running {
		return RefuseText(WrongPhase, "The event is %s and cannot be finished.", s.Phase)
	}
	if len(ev.Places) != len(s.Players) {
		return RefuseText(Corrupt, "%d places for %d players.", len(ev.Places), len(s.Players))
	}
	s.Phase, s.Places = Finished, ev.Places
	return nil
}

// SeedRevealed publishes the bot's secret, so that everybody can recompute
// every random decision.
type SeedRevealed struct {
	Secret string `json:"secret"` // hex
}

func (ev *SeedRevealed) apply(s *State, _ *Envelope) error {
	raw, err := hex.DecodeString(ev.Secret)
	if sum := sha256.Sum256(raw); err != nil || hex.EncodeToString(sum[:]) != s.Commitment {
		return RefuseText(Corrupt, "The revealed seed is not the one that was committed to.")
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
		return RefuseText(WrongPhase, "The event is %s already.", s.Phase)
	}
	s.Phase = Cancelled
	return nil
}

// Announced is a word of the organisers to everybody.
type Announced struct {
	Text int `json:"text"`
}

func (*Announced) apply(*State, *Envelope) error { return nil }

// Retracted takes earlier events back. Fold leaves them out; applied on a
// state it changes nothing, since the state must be folded again.
type Retracted struct {
	Seqs []int64 `json:"seqs"`
}

func (*Retracted) apply(*State, *Envelope) error { return nil }

// seatsOf turns player numbers into ledger seats.
func seatsOf(players []int) (seats [4]int32) {
	for i := range seats {
		seats[i] = ledger.None
		if i < len(players) {
			seats[i] = int32(players[i] - 1)
		}
	}
	return seats
}
