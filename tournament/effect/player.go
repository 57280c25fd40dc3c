package effect

import (
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Words for how a player takes part.
const (
	in           notice.Word = "effect.in"
	out          notice.Word = "effect.out"
	waiting      notice.Word = "effect.waiting"
	disqualified notice.Word = "effect.disqualified"
	cancelled    notice.Word = "effect.cancelled"
)

// entryOf returns how player n takes part; nil for a number that is not given.
func entryOf(s *tournament.State, n int) notice.Value {
	p := s.Player(n)
	switch {
	case p == nil || p.Status == tournament.Void:
		return nil
	case s.Phase == tournament.Cancelled && p.Status != tournament.Left:
		return cancelled
	case p.Status == tournament.Waiting:
		return waiting
	case p.Disqualified:
		return disqualified
	case p.Status == tournament.Left, p.DroppedAfter != ledger.Active:
		return out
	}
	return in
}

func (c *comparison) entry(n int) {
	was, now := entryOf(c.before, n), entryOf(c.after, n)
	if was == now {
		return
	}
	e := Effect{Player: n, Fact: Entry, Before: was, After: now}
	if was == waiting {
		c.with(e, Tell)
		return
	}
	c.add(e)
}

// terms compares what the organisers have settled for player n beyond the rounds: the
// change itself is not shown, since it may be private.
func (c *comparison) terms(n int) {
	p, q := c.before.Player(n), c.after.Player(n)
	if p == nil || p.Status == tournament.Void || q.Status != p.Status {
		return
	}
	for _, same := range []struct {
		what notice.Word
		ok   bool
	}{
		{"effect.byes", p.ByeRounds == q.ByeRounds && p.FullRounds == q.FullRounds && p.AwayRounds == q.AwayRounds},
		{"effect.division", p.Division == q.Division},
		{"effect.fixed_table", p.Table == q.Table},
		{"effect.late", p.LateRounds == q.LateRounds},
		{"effect.standby", p.StandIn == q.StandIn || c.after.Schedule() != nil},
		{"effect.penalty", penalties(c.before, n) == penalties(c.after, n)},
	} {
		if !same.ok {
			c.add(Effect{Player: n, Fact: Terms, Setting: string(same.what), After: same.what})
		}
	}
}

// penalties returns how many penalties player n has.
func penalties(s *tournament.State, n int) (sum int) {
	for i := range s.Penalties {
		if s.Penalties[i].Player == n {
			sum++
		}
	}
	return sum
}

// placeOf returns the final place of player n; nil while there is none.
func placeOf(s *tournament.State, n int) notice.Value {
	if p := numbered.Get(s.Places, n); p > 0 {
		return notice.Int(p)
	}
	for _, first := range s.CoChampions {
		if first == n {
			return notice.Word("effect.shares")
		}
	}
	return nil
}

func (c *comparison) place(n int) {
	if was, now := placeOf(c.before, n), placeOf(c.after, n); was != now {
		c.add(Effect{Player: n, Fact: Place, Before: was, After: now})
	}
}
