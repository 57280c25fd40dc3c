package handover

import (
	"cmp"
	"slices"

	"topcut/tournament/numbered"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// seededByFile returns the beginning of an elimination from the start: seeded as in the
// file, otherwise given seeds first, then the order of the file.
func (t *takeOver) seededByFile() *tournament.StageBegan {
	s := t.State()
	chosen, seeds := s.Plan[0].Stage, s.Field()
	sorted.Stable(seeds, func(a, b int) int {
		sa, sb := s.Players.At(a).Seed, s.Players.At(b).Seed
		return cmp.Or(cmp.Compare(min(sb, 1), min(sa, 1)), cmp.Compare(sa, sb))
	})
	if len(t.f.CutSeeds) > 0 {
		seeds = t.named()
	}
	return &tournament.StageBegan{Kind: t.Tree(chosen.Kind, len(seeds), 1), Players: seeds, Third: chosen.Third}
}

// named returns the players seeded in the file, best first.
func (t *takeOver) named() (out []int) {
	for _, p := range t.f.CutSeeds {
		out = append(out, int(p)+1)
	}
	return out
}

// cut begins the elimination behind rounds with the players named in the file,
// otherwise as it would be made here.
func (t *takeOver) cut() error {
	s := t.State()
	size, plan, kind := 0, s.PlannedCut(), stage.Bracket
	if plan == nil {
		size = len(t.f.CutSeeds) // by attendance none was announced, but one was made
	} else {
		kind = plan.Kind()
	}
	if plan != nil && plan.Entry().By == stage.Top && !s.ByDivision() {
		left := slices.DeleteFunc(s.Field(), func(n int) bool { return s.Players.At(n).StandIn })
		if size = min(plan.Size, len(left)); size == plan.Size {
			size = 0 // as announced
		}
	}
	began, err := t.Cut(size)
	if err != nil {
		return err
	}
	if len(t.f.CutSeeds) > 0 {
		began.Players, began.Parts = t.named(), nil
		if s.ByDivision() {
			division := func(n int) int { return int(s.Players.At(n).Division) }
			sorted.Stable(began.Players, func(a, b int) int { return division(a) - division(b) })
			last := 0
			for _, n := range began.Players {
				if len(began.Parts) == 0 || division(n) != last {
					began.Parts = append(began.Parts, 0)
				}
				last = division(n)
				began.Parts[len(began.Parts)-1]++
			}
		}
		began.Kind = t.Tree(kind, len(began.Players), max(1, len(began.Parts)))
	}
	return t.Emit(began)
}

// openSlots are the matches of the brackets that can be played, by their number.
type openSlots map[int]openSlot

type openSlot struct {
	players []int32 // in order of their index
	third   bool
}

// openSlotsOf returns the matches of the elimination that can be played.
func openSlotsOf(s *tournament.State) (openSlots, error) {
	all, err := s.Brackets()
	if err != nil {
		return nil, err
	}
	out := openSlots{}
	for _, b := range all {
		for _, id := range b.State.Ready {
			m, _ := b.Tree.Match(id)
			slot := openSlot{third: m.Part == bracket.Third}
			for _, seed := range b.State.Matches.At(id).Players {
				slot.players = append(slot.players, int32(numbered.Get(b.Seeds, seed)-1))
			}
			slices.Sort(slot.players)
			out[id+b.Offset] = slot
		}
	}
	return out, nil
}

// of returns the number of the open match of these players, or 0 if they do not meet.
func (o openSlots) of(m *ledger.Match, part ledger.Stage) int {
	players := slices.Sorted(slices.Values(m.Players()))
	for id, slot := range o {
		if slot.third == (part == ledger.ThirdPlace) && slices.Equal(slot.players, players) {
			return id
		}
	}
	return 0
}
