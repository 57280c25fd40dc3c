package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/compromise"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
)

// repair changes single tables of the preview or of the published round. The pairing
// engine keeps the number of changed tables minimal (docs/rules/pokemon.md#pkm-84,
// PKM-107).
func (d *decision) repair(c Repair) error {
	s := d.after
	if s.Rules.Seats.Max > 2 {
		return d.repairTables(c)
	}
	round, _, old := pairingsOf(s)
	in, now, err := rounds.RepairInput(s, round, old, c.Add)
	if err != nil {
		return err
	}
	seated := func(n int) error {
		if !slices.ContainsFunc(old, func(p tournament.Pairing) bool { return slices.Contains(p.Players, n) }) {
			return tournament.Refuse(tournament.NotFound, "pairings.not_in", "player", notice.Player(n), "round", round)
		}
		return nil
	}
	var res *pairing.Result
	switch {
	case c.Swap != [2]int{}:
		for _, n := range c.Swap {
			if err := seated(n); err != nil {
				return err
			}
		}
		if c.Swap[0] == c.Swap[1] {
			return tournament.Refuse(tournament.BadInput, "repair.different")
		}
		res, err = pairing.Swap(in, now, int32(c.Swap[0]), int32(c.Swap[1]))
	case c.Pair != [2]int{}:
		for _, n := range c.Pair {
			if err := seated(n); err != nil {
				return err
			}
		}
		if c.Pair[0] == c.Pair[1] {
			return tournament.Refuse(tournament.BadInput, "repair.different")
		}
		in.Pairs = []pairing.Pair{{A: int32(c.Pair[0]), B: int32(c.Pair[1])}}
		res, err = pairing.Repair(in, now, pairing.Change{})
	case c.Bye != 0:
		if err := seated(c.Bye); err != nil {
			return err
		}
		if slices.Contains(now.Byes, int32(c.Bye)) {
			return tournament.Refuse(tournament.NoChange, "repair.has_bye", "player", notice.Player(c.Bye))
		}
		// The player with the bye of the odd field takes a seat again.
		in.Byes = append(in.Byes, int32(c.Bye))
		res, err = pairing.Repair(in, now, pairing.Change{})
	case c.Add != 0:
		if seated(c.Add) == nil {
			return tournament.Refuse(tournament.NoChange, "pairings.in", "player", notice.Player(c.Add), "round", round)
		}
		if !s.Taking(c.Add) {
			return tournament.Refuse(tournament.NotFound, "player.not_in", "player", notice.Player(c.Add))
		}
		if !slices.ContainsFunc(in.Players, func(p pairing.Player) bool { return int(p.ID) == c.Add }) {
			return tournament.Refuse(tournament.WrongPhase, "repair.late", "player", notice.Player(c.Add), "round", round)
		}
		res, err = pairing.Repair(in, now, pairing.Change{})
	case c.Withdraw != 0:
		if err := seated(c.Withdraw); err != nil {
			return err
		}
		in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool { return int(p.ID) == c.Withdraw })
		res, err = pairing.Repair(in, now, pairing.Change{})
	default:
		return tournament.Refuse(tournament.BadInput, "repair.what")
	}
	if err != nil {
		return tournament.RefuseAs(tournament.BadInput, err)
	}
	if c.Swap == [2]int{} {
		pairing.TraceRepair(in, now, pairing.Change{}, res)
	}
	list, changed := merge(old, rounds.Repaired(s, res))
	if len(changed) == 0 && len(list) == len(old) {
		return tournament.Refuse(tournament.NoChange, "repair.same")
	}
	if err := d.emit(&tournament.RoundRepaired{Round: round, Pairings: list, Changed: changed, Warnings: compromise.Notices(res.Warnings)}); err != nil {
		return err
	}
	return d.lineUpsIn()
}

// merge gives unchanged pairings their old match numbers and returns the numbers of
// those that differ.
func merge(old, now []tournament.Pairing) (list []tournament.Pairing, changed []int) {
	same := func(a, b tournament.Pairing) bool {
		x, y := slices.Sorted(slices.Values(a.Players)), slices.Sorted(slices.Values(b.Players))
		return a.Kind == b.Kind && a.Table == b.Table && slices.Equal(x, y)
	}
	used := make([]bool, len(now))
	list = make([]tournament.Pairing, len(old))
	var gaps []int
	for i := range old {
		j := slices.IndexFunc(now, func(p tournament.Pairing) bool { return same(p, old[i]) })
		if j < 0 {
			gaps = append(gaps, i)
			continue
		}
		list[i], used[j] = old[i], true
	}
	for j := range now {
		if used[j] {
			continue
		}
		if len(gaps) > 0 {
			list[gaps[0]] = now[j]
			changed = append(changed, gaps[0]+1)
			gaps = gaps[1:]
		} else {
			list = append(list, now[j])
			changed = append(changed, len(list))
		}
	}
	// Fewer matches than before: the last ones move into the gaps.
	for i := len(gaps) - 1; i >= 0; i-- {
		last := len(list) - 1
		if gaps[i] != last {
			list[gaps[i]] = list[last]
			changed = append(changed, gaps[i]+1)
			changed = slices.DeleteFunc(changed, func(m int) bool { return m == last+1 })
		}
		list = list[:last]
	}
	slices.Sort(changed)
	return list, changed
}

// repairWithout takes a player out of the preview.
func (d *decision) repairWithout(n int) error {
	_, _, list := pairingsOf(d.after)
	if !slices.ContainsFunc(list, func(p tournament.Pairing) bool { return slices.Contains(p.Players, n) }) {
		return nil
	}
	if len(list) == 1 || rules.IsElimination(d.after.Preview.Stage) {
		return nil // publishing is refused, or the bracket gives a walkover
	}
	return d.repair(Repair{Withdraw: n})
}
