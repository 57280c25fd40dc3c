package tournament

import (
	"cmp"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// Lock is a player who is in the cut although Swiss rounds are still to be
// played (docs/rules/choices.md, "early lock"). Whoever is locked has the bye in every
// later round. Such a bye counts like any other of the ruleset, a match win in
// Magic, so that nobody falls behind in the standings by having played well.
type Lock struct {
	Player int `json:"player"`
	Round  int `json:"round"` // after which the points were reached
}

// CutLocked replaces the list of those who are locked into the cut: after a
// round in which somebody reached the points, and where a correction, a drop or
// a changed setting makes a difference.
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

// Locked returns the round after which player n was locked into the cut; 0 = n is
// not locked.
func (s *State) Locked(n int) int {
	if i := slices.IndexFunc(s.Locks, func(l Lock) bool { return l.Player == n }); i >= 0 {
		return s.Locks[i].Round
	}
	return 0
}

// sitsOut reports whether player n has the bye of a round before it is paired:
// an organiser awarded it, or the player was locked into the cut before.
func (s *State) sitsOut(n, round int) bool {
	locked := s.Locked(n)
	return s.Ledger.Players[n-1].AwardedBye(round) || locked > 0 && locked < round
}

// whyBye says why a player who sits out has the bye.
func (s *State) whyBye(n int) notice.Notice {
	if r := s.Locked(n); r > 0 {
		return notice.New("why.locked", "round", r)
	}
	return notice.New("why.awarded")
}

// locksByRule works out who is locked into the cut after the rounds that are
// over: round by round, in the order of the standings, whoever has the points
// and is still in, as long as the cut has a place. The place of a player who
// leaves goes to the next, and back where the player is reinstated. Nobody is
// locked after the last round, when the standings seed the cut.
func (s *State) locksByRule() ([]Lock, error) {
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
		out = slices.DeleteFunc(out, func(l Lock) bool { return s.Ledger.Players[l.Player-1].Out(r + 1) })
		for i := range t.Rows {
			row, l := &t.Rows[i], &s.Ledger.Players[t.Rows[i].Player]
			n := int(row.Player) + 1
			in := slices.ContainsFunc(out, func(l Lock) bool { return l.Player == n })
			if len(out) < plan.Size && !in && !row.Points.Less(points) && !l.Out(r+1) && !l.StandIn {
				out = append(out, Lock{Player: n, Round: r})
			}
		}
	}
	return out, nil
}

// lockIn brings the list of those who are locked into the cut up to date.
func (d *decision) lockIn() error {
	if s := d.after; s.Phase != Running || s.Elimination() != nil {
		return nil
	}
	locks, err := d.after.locksByRule()
	if err != nil || slices.Equal(locks, d.after.Locks) {
		return err
	}
	return d.emit(&CutLocked{Locks: locks})
}

// Seeds returns the best so many players for a cut after the Swiss rounds or a
// round robin, the best seed first: those who are locked into it in the order of
// their locks, then the standings; of groups as many each. Whoever has left, or
// does not play on, is not among them.
func (s *State) Seeds(t *standings.Table, size int) ([]int, error) {
	if s.InGroups() {
		return s.groupSeeds(t, size)
	}
	var order []int
	for i := range t.Rows {
		if n := int(t.Rows[i].Player) + 1; s.PlaysOn(n) && !s.Ledger.Players[n-1].StandIn {
			order = append(order, n)
		}
	}
	at := func(n int) int {
		if i := slices.IndexFunc(s.Locks, func(l Lock) bool { return l.Player == n }); i >= 0 {
			return i
		}
		return len(s.Locks)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	return order[:min(size, len(order))], nil
}

// checkLock refuses to lock players into a cut that is made of several.
func (s *State) checkLock(e stage.Entry) error {
	if e.Lock > 0 && (s.ByDivision() || s.inFlights()) {
		return Refuse(BadInput, "lock.apart")
	}
	return nil
}
