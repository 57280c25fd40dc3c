package tournament

import (
	"slices"
	"time"

	"topcut/tournament/jointseed"
	"topcut/tournament/notice"
)

// This file adds to the joint seed after registration has closed. The host knows the
// bot's secret and could join and leave until they like the draw. So a start first
// closes registration and asks players to mix the draw: the ids of their presses, which
// Discord chooses, go into the digest last. A later change of the field asks again.
// docs/fairness.md describes what remains possible.

// MixersWanted is the number of players who mix the draw before an event starts.
const MixersWanted = 3

// Mixing is the state of mixing since registration closed.
type Mixing struct {
	Asked    int64     // event that started it; 0 = none
	Until    time.Time // when the event starts even if too few have mixed
	LeaveOut bool      // of the start that waits
	KeepAll  bool
	Alone    bool
	Pair     bool
	By       []int // players
}

// Mixed reports whether the wanted number of players, or all who can, have mixed the
// draw.
func (s *State) Mixed() bool { return len(s.Mixing.By) >= s.MixersNeeded() }

// MixersNeeded returns the number of players who are asked to mix the draw: those with
// an account who are not organisers of the event by the event's own list, at most
// MixersWanted.
func (s *State) MixersNeeded() int {
	n := 0
	for i := range s.Players {
		if s.mixes(i+1) == nil {
			n++
		}
	}
	return min(n, MixersWanted)
}

// mixes returns a refusal if player n may not mix the draw.
func (s *State) mixes(n int) error {
	switch p := s.Player(n); {
	case p == nil || p.Status != Registered || !p.Account:
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(n))
	case slices.ContainsFunc(s.MembersOf(n), s.IsStaff):
		return Refuse(WrongPhase, "mix.staff")
	}
	return nil
}

// Waits reports whether the event starts once its draw is mixed.
func (s *State) Waits() bool {
	return s.Mixing.Asked > 0 && s.Phase == Closed && !slices.Contains(s.Reminded, s.MixEnd())
}

// mixDeadline adds the end of the wait for mixing, after which the start goes on.
func (s *State) mixDeadline(add func(time.Time, Due)) {
	if s.Waits() {
		add(s.Mixing.Until, s.MixEnd())
	}
}

// MixEnd returns the end of the time for mixing.
func (s *State) MixEnd() Due { return Due{Kind: DueMixed, Asked: s.Mixing.Asked} }

// remix makes the draw be mixed again after the field has changed.
func (s *State) remix() {
	if s.Phase < Running {
		s.Mixing.By = nil
	}
}

// MixAsked closes registration and asks the players to mix the draw.
type MixAsked struct {
	Until    time.Time `json:"until"`
	LeaveOut bool      `json:"leave_out,omitempty"`
	KeepAll  bool      `json:"keep_all,omitempty"`
	Alone    bool      `json:"alone,omitempty"` // the event starts unattended; of older versions, which asked then too
	Pair     bool      `json:"pair,omitempty"`  // round 1 is paired with the start
}

func (ev *MixAsked) apply(s *State, e *Envelope) error {
	if s.Phase >= Running {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	s.Phase, s.CheckInEnd = Closed, time.Time{}
	s.Mixing = Mixing{Asked: e.Seq, Until: ev.Until, LeaveOut: ev.LeaveOut, KeepAll: ev.KeepAll, Alone: ev.Alone, Pair: ev.Pair}
	return nil
}

// DrawMixed records a press of a player, whose interaction id goes into the seed.
type DrawMixed struct {
	Player int `json:"player"`
}

func (ev *DrawMixed) apply(s *State, e *Envelope) error {
	if !s.Waits() {
		return Refuse(WrongPhase, "mix.none")
	}
	if err := s.mixes(ev.Player); err != nil {
		return err
	}
	if slices.Contains(s.Mixing.By, ev.Player) {
		return Refuse(NoChange, "mix.already")
	}
	s.Joins = jointseed.Mix(s.Joins, e.Cause)
	s.Mixing.By = append(slices.Clip(s.Mixing.By), ev.Player)
	return nil
}

// SeedRenewed commits to a new secret, after the old one was revealed and the event
// goes on. What was drawn before still follows from the old secret.
type SeedRenewed struct {
	Commitment string `json:"commitment"` // hex SHA-256 of the new secret
	Revealed   string `json:"revealed"`   // hex, the secret so far
}

func (ev *SeedRenewed) apply(s *State, _ *Envelope) error {
	if !jointseed.Opens(s.Commitment, ev.Revealed) {
		return Refuse(Corrupt, "seed.not_committed")
	}
	s.Spent = append(slices.Clip(s.Spent), Spent{Commitment: s.Commitment, Secret: ev.Revealed})
	s.Commitment, s.Secret = ev.Commitment, ""
	return nil
}

// Spent is a secret that was revealed before the event was finally over.
type Spent struct{ Commitment, Secret string }

// Secrets returns the secrets of the event in the order in which draws used them: the
// one committed to at the creation, and one more for each time the event went on after
// a secret was revealed. The last is empty if it is not revealed yet.
func (s *State) Secrets() []Spent {
	return append(slices.Clip(s.Spent), Spent{Commitment: s.Commitment, Secret: s.Secret})
}

// committed returns the commitment with which the event began. The draw among players
// level on all criteria follows from it, so that it never changes.
func (s *State) committed() string { return s.Secrets()[0].Commitment }
