package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"topcut/tournament/notice"
)

// What goes into the joint seed after registration has closed. Whoever has the
// bot's secret, its host, could join and leave until they like the draw that
// follows. So a start first closes registration and asks for the draw to be mixed:
// the ids of presses of players, which are Discord's, go into the digest last. A change of the field afterwards asks anew.
// docs/fairness.md says who could still do what.

// MixersWanted is how many players mix the draw before an event starts.
const MixersWanted = 3

// mixTime is how long a start waits for them.
const mixTime = time.Minute

// Mixing is what was mixed into the seed since registration closed.
type Mixing struct {
	Asked    int64     // event that asked for it; 0 = nobody has
	Until    time.Time // when the event starts without more of them
	LeaveOut bool      // of the start that waits
	KeepAll  bool
	Alone    bool
	Pair     bool
	By       []int // players
}

// mixed reports whether as many have mixed the draw as are wanted, or can.
func (s *State) mixed() bool { return len(s.Mixing.By) >= s.MixersNeeded() }

// MixersNeeded returns how many players are asked to mix the draw: those with an
// account who are no organisers of the event by its own word, at most
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

// mixes refuses a player who has no part in mixing the draw.
func (s *State) mixes(n int) error {
	switch p := s.Player(n); {
	case p == nil || p.Status != Registered || !p.Account:
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(n))
	case s.IsStaff(p.Person):
		return Refuse(WrongPhase, "mix.staff")
	}
	return nil
}

// Waits reports whether the event starts once its draw is mixed.
func (s *State) Waits() bool {
	return s.Mixing.Asked > 0 && s.Phase == Closed && !slices.Contains(s.Reminded, s.mixEnd())
}

// mixDeadline is when the start that waits goes on although fewer have mixed the
// draw than were asked to.
func (s *State) mixDeadline(add func(time.Time, Due)) {
	if s.Waits() {
		add(s.Mixing.Until, s.mixEnd())
	}
}

// mixEnd is the end of the time for mixing.
func (s *State) mixEnd() Due { return Due{Kind: DueMixed, Asked: s.Mixing.Asked} }

// startMixed is the start that has waited.
func (d *decision) startMixed(due Due) error {
	m := d.after.Mixing
	if err := d.reminded(due); err != nil {
		return err
	}
	return d.tryStart(&Start{LeaveOut: m.LeaveOut, KeepAll: m.KeepAll, Alone: m.Alone, Pair: m.Pair})
}

// remix has the draw mixed anew, since the field changed.
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
	Alone    bool      `json:"alone,omitempty"` // the event starts unattended
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

// DrawMixed is a press of a player, whose interaction goes into the seed.
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
	s.Joins = mixIn(s.Joins, e.Cause)
	s.Mixing.By = append(slices.Clip(s.Mixing.By), ev.Player)
	return nil
}

// mixIn folds one more id of Discord's into the digest that makes the seed a joint
// one.
func mixIn(digest, id string) string {
	sum := sha256.Sum256([]byte(digest + "\n" + id))
	return hex.EncodeToString(sum[:])
}

// Mix is a player mixing the draw.
type Mix struct{ Player int }

func (c *Mix) decide(d *decision) error {
	s := d.after
	if !s.Waits() || s.mixed() {
		return Refuse(WrongPhase, "mix.none")
	}
	if err := d.emit(&DrawMixed{Player: c.Player}); err != nil || !s.mixed() {
		return err
	}
	return d.startMixed(d.after.mixEnd())
}

// askToMix asks for the draw to be mixed before a start, where that was not done;
// false where the start goes on at once.
func (d *decision) askToMix(c *Start) (bool, error) {
	s := d.after
	switch {
	case s.mixed():
		return false, nil // by enough, or nobody can
	case !s.Waits():
		return true, d.emit(&MixAsked{Until: d.now.Add(mixTime), LeaveOut: c.LeaveOut, KeepAll: c.KeepAll, Alone: c.Alone, Pair: c.Pair})
	case !d.now.Before(s.Mixing.Until):
		return false, nil
	}
	return true, Refuse(NeedsForce, "mix.waits", "n", len(s.Mixing.By), "of", s.MixersNeeded())
}

// SeedRenewed is a new secret's commitment: the old one was revealed, and the
// event goes on. What was drawn before still follows from the old one.
type SeedRenewed struct {
	Commitment string `json:"commitment"` // hex SHA-256 of the new secret
	Revealed   string `json:"revealed"`   // hex, the secret so far
}

func (ev *SeedRenewed) apply(s *State, _ *Envelope) error {
	if !opens(s.Commitment, ev.Revealed) {
		return Refuse(Corrupt, "seed.not_committed")
	}
	s.Spent = append(slices.Clip(s.Spent), Spent{Commitment: s.Commitment, Secret: ev.Revealed})
	s.Commitment, s.Secret = ev.Commitment, ""
	return nil
}

// renewSeed commits to a new secret where those that were taken back had revealed
// the old one.
func (d *decision) renewSeed() error {
	gone, ok := d.Events[len(d.Events)-1].Event.(*Retracted)
	if !ok || !slices.ContainsFunc(d.Log, func(e Envelope) bool {
		_, revealed := e.Event.(*SeedRevealed)
		return revealed && slices.Contains(gone.Seqs, e.Seq)
	}) {
		return nil
	}
	if len(d.Fresh) == 0 {
		return Refuse(Unavailable, "mix.none")
	}
	old := hex.EncodeToString(d.book.Secret)
	d.book.Secret = d.Fresh
	return d.emit(&SeedRenewed{Commitment: Commitment(d.Fresh), Revealed: old})
}

// Spent is a secret that was revealed before the event was over.
type Spent struct{ Commitment, Secret string }

// Secrets returns the secrets of the event in the order in which draws used them:
// the one committed to before anybody could join, and one more for each time the
// event went on after the last was revealed. Not revealed yet, the last is empty.
func (s *State) Secrets() []Spent {
	return append(slices.Clip(s.Spent), Spent{Commitment: s.Commitment, Secret: s.Secret})
}

// committed returns the commitment with which the event began. The draw among
// those level on everything follows from it: what was drawn stays drawn.
func (s *State) committed() string { return s.Secrets()[0].Commitment }

// opens reports whether a secret, in hex, is the one that was committed to.
func opens(commitment, secret string) bool {
	raw, err := hex.DecodeString(secret)
	return err == nil && Commitment(raw) == commitment
}
