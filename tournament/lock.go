package tournament

import (
	"cmp"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// Lock is a player who is in the cut although Swiss rounds are still to be played
// (docs/rules/choices.md, "early lock"). A locked player has the bye in every later round. It
// counts like any other bye of the ruleset, in Magic a match win, so that the player
// does not fall behind in the standings.
type Lock struct {
	Player int `json:"player"`
	Round  int `json:"round"` // after which the points were reached
}

// CutLocked replaces the list of players locked into the cut: after a round in which a
// player reached the points, and when a correction, a drop or a changed setting changes
// the list.
type CutLocked struct {
	Locks []Lock `json:"locks"` // in the order of the seeds
}

func (ev *CutLocked) apply(s *State, _ *Envelope) error {
	if s.Phase != Running || s.Elimination() != nil {
		return Refuse(WrongPhase, "lock.when")
	}
	for _, l := range ev.Locks {
		if s.Player(l.Player) == nil {
			return Refuse(NotFound, "player.no_such", "player", l.Player)
		}
	}
	s.Locks = ev.Locks
	return nil
}

// Locked returns the round after which player n was locked into the cut, or 0.
func (s *State) Locked(n int) int {
	if i := slices.IndexFunc(s.Locks, func(l Lock) bool { return l.Player == n }); i >= 0 {
		return s.Locks[i].Round
	}
	return 0
}

// LocksByRule returns the players locked into the cut after the rounds that are over:
// round by round, in the order of the standings, every player who has the points and is
// still in, while the cut has a place. The place of a player who leaves goes to the
// next, and back if the player is reinstated. After the last round no player is locked,
// since the standings seed the cut.
func (s *State) LocksByRule() ([]Lock, error) {
	plan := s.PlannedCut()
	if plan == nil || plan.Entry().Lock == 0 {
		return nil, nil
	}
	points, last := fraction.Int(int64(plan.Entry().Lock)), s.PlannedRounds()
	var out []Lock
	for r := 1; r <= s.LastDone() && (r < last || last == 0); r++ {
		t, err := s.Table(r)
		if err != nil {
			return nil, err
		}
		out = slices.DeleteFunc(out, func(l Lock) bool { return s.Players.At(l.Player).Out(r + 1) })
		for i := range t.Rows {
			row, l := &t.Rows[i], &s.Players[t.Rows[i].Player]
			n := int(row.Player) + 1
			in := slices.ContainsFunc(out, func(l Lock) bool { return l.Player == n })
			if len(out) < plan.Size && !in && !row.Points.Less(points) && !l.Out(r+1) && !l.StandIn {
				out = append(out, Lock{Player: n, Round: r})
			}
		}
	}
	return out, nil
}

// Seeds returns the best players, size of them, for a cut after the Swiss rounds or a
// round robin, best seed first: locked players in the order of their locks, then the
// standings; of groups the same number each. It leaves out players who have left or do
// not play on.
func (s *State) Seeds(t *standings.Table, size int) ([]int, error) {
	if s.InGroups() {
		return s.groupSeeds(t, size)
	}
	var order []int
	for i := range t.Rows {
		if n := int(t.Rows[i].Player) + 1; s.PlaysOn(n) && !s.Players.At(n).StandIn {
			order = append(order, n)
		}
	}
	at := func(n int) int {
		if i := slices.IndexFunc(s.Locks, func(l Lock) bool { return l.Player == n }); i >= 0 {
			return i
		}
		return len(s.Locks)
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	return order[:min(size, len(order))], nil
}

// checkLock returns a refusal if players would be locked into a cut that consists of
// several brackets.
func (s *State) checkLock(e stage.Entry) error {
	if e.Lock > 0 && (s.ByDivision() || s.InFlights()) {
		return Refuse(BadInput, "lock.apart")
	}
	return nil
}
