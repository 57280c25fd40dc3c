package kernel

import (
	"slices"

	"topcut/tournament/pairing"
)

// exact pairs rounds of small fields with package pairing itself, if the kernel's own
// steps do not find what its certificate would. There the pairing must be that of the
// live engine, or chances are off by some points. It takes some ten times as long as a
// round of the kernel. In larger fields such rounds are rarer, matter less and would
// take far longer.
type exact struct {
	policy  pairing.Policy
	players []pairing.Player
	met     [][]int32 // by player, memory of Opponents
}

// MostExact is the size of such a field. Where groups play together every round is paired
// by package pairing, since the kernel proves nothing there.
const MostExact = 40

func newExact(s *Start) *exact {
	x := &exact{policy: policyOf(s.rules, s.together), met: make([][]int32, s.players)}
	if s.kept != nil {
		x.policy.Hard = slices.Insert(x.policy.Hard, 0, pairing.KeptApart)
	}
	return x
}

// policyOf translates the part of a ruleset's policy that is simulated.
func policyOf(r *Rules, together bool) pairing.Policy {
	p := pairing.Policy{
		PointUnit: r.Unit,
		Bye:       pairing.ByeRuleOf(r.Set.Bye.Who, pairing.ByeLowestRanked), FirstRoundBye: pairing.ByeRuleOf(r.Set.Bye.FirstRound, pairing.ByeRandomAll),
	}
	if slices.Contains(r.Set.Pairing.Hard, "noRematch") {
		p.Hard = append(p.Hard, pairing.Rematches)
	}
	if together {
		p.Cost = append(p.Cost, pairing.CrossDivision)
	}
	for _, name := range r.Set.Pairing.Cost {
		switch t, err := pairing.ParseTerm(name); {
		case err != nil:
		case t == pairing.Rematches, t == pairing.PointGap, t == pairing.GroupGap, t == pairing.RepeatFloat:
			if !slices.Contains(p.Hard, t) {
				p.Cost = append(p.Cost, t)
			}
		}
	}
	return p
}

// pair pairs the players in e.order, and gives the bye of an odd field. It returns
// false if package pairing refuses to.
func (x *exact) pair(e *Simulator, round int) bool {
	list := append(e.field[:0], e.order...)
	e.field = list
	e.rankAll(list, round) // what is left open is drawn in the order of the standings
	recent := uint8(max(round-max(e.rules.Set.Pairing.AvoidFloat, 1), 0))
	x.players = x.players[:0]
	for i, p := range list {
		y := pairing.Player{ID: int32(p) + 1, Rank: int32(i) + 1, Score: int64(e.words[p].Points()), Byes: int32(e.byes[p])}
		if e.from.of != nil {
			y.Division = int32(e.from.of[p])
		}
		if e.floats[p].down > recent {
			y.Floated |= pairing.FloatDown
		}
		if e.floats[p].up > recent {
			y.Floated |= pairing.FloatUp
		}
		y.Opponents = x.opponents(e, p, round)
		for _, a := range e.from.kept {
			if a.In(round+1) && uint16(a.B) == p {
				y.Apart = append(y.Apart, a.A+1)
			}
		}
		x.players = append(x.players, y)
	}
	var seed [32]byte
	for i := 0; i < len(seed); i += 8 {
		v := e.rng.next()
		for k := range 8 {
			seed[i+k] = byte(v >> (8 * k))
		}
	}
	res, err := pairing.Swiss(pairing.Input{Players: x.players, Policy: x.policy, Seed: seed, Round: round + 1})
	if err != nil {
		return false
	}
	for _, id := range res.Byes {
		e.sitsOut(slices.Index(e.order, uint16(id-1)), round)
	}
	e.order = e.order[:0]
	for _, t := range res.Tables {
		e.order = append(e.order, uint16(t.A-1), uint16(t.B-1))
	}
	e.groups, e.odd, e.mixed = e.groups[:0], e.odd[:0], true
	e.noteAllFloats(round)
	return true
}

// opponents lists the players whom a player has met. In fields of up to 64 players the
// bits include opponents whose rounds are not in the rows, such as after a forfeit.
func (x *exact) opponents(e *Simulator, p uint16, round int) []int32 {
	list := x.met[p][:0]
	for at := int(p); at < round*e.players; at += e.players {
		if q := e.opp[at]; q != none {
			list = append(list, int32(q)+1)
		}
	}
	if e.players <= 64 {
		for q := range e.players {
			if e.from.met[p]>>q&(e.from.met[q]>>p)&1 != 0 && !slices.Contains(list, int32(q)+1) {
				list = append(list, int32(q)+1)
			}
		}
	}
	x.met[p] = list
	return list
}
