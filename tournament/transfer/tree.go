package transfer

import (
	"slices"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// pruned returns an event without its elimination if that is of a kind that a format does
// not carry, and whether it is.
func pruned(t *file.Tournament, carries func(has map[ledger.Stage]bool, kind stage.Kind) bool) (*file.Tournament, bool) {
	has := map[ledger.Stage]bool{}
	first := len(t.Ledger.Rounds)
	for i := len(t.Ledger.Rounds) - 1; i >= 0 && !ranked(t.Ledger.Rounds[i].Stage); i-- {
		has[t.Ledger.Rounds[i].Stage] = true
		first = i
	}
	el, _, _ := t.Stages.Elimination()
	if len(has) == 0 || carries(has, el.Kind) {
		return t, false
	}
	out := *t
	out.Ledger = t.Ledger.Clone()
	out.Ledger.Rounds, out.CutSeeds, out.Cut = out.Ledger.Rounds[:first], nil, rules.Cut{}
	out.Pending = slices.DeleteFunc(slices.Clone(t.Pending), func(p file.Pending) bool { return p.Round > first })
	for i := range out.Ledger.Players {
		if p := &out.Ledger.Players[i]; int(p.DroppedAfter) > first {
			p.DroppedAfter = ledger.Active // left in the elimination
		}
	}
	return &out, true
}

// ranked reports whether the rounds of a stage are ranked by points, between players of
// whom each plays all.
func ranked(s ledger.Stage) bool { return s == ledger.Swiss || s == ledger.RoundRobin }

// lostComing returns a finding if players sit out rounds that are still to come, and one
// if any are not to be paired with each other: only our own file and TRF carry that.
func lostComing(t *file.Tournament) []notice.Notice {
	var lost []notice.Notice
	known := func(p ledger.Player) bool { return p.Known(len(t.Ledger.Rounds)) != 0 }
	if slices.ContainsFunc(t.Ledger.Players, known) {
		lost = append(lost, finding("transfer.lost.coming"))
	}
	if len(t.Ledger.Apart) > 0 {
		lost = append(lost, finding("transfer.lost.apart"))
	}
	return lost
}
