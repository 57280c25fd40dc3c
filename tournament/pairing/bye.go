package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
)

// byeCandidates returns the players who may sit out, in the order of the policy's
// preference. Only players with the fewest byes are among them: no player gets a second
// bye while another who may sit out has had none.
//
// The list is sorted only as far as the caller needs it in nearly all cases: its first
// entry is in place. sortCandidates does the rest.
func (r *round) byeCandidates(members []int32, key [2]int32) ([]int32, error) {
	fewest := int32(-1)
	for _, i := range members {
		if p := r.player(i); !p.NoBye && (fewest < 0 || p.Byes < fewest) {
			fewest = p.Byes
		}
	}
	if fewest < 0 {
		return nil, errNoBye
	}
	if fewest > 0 && r.in.Policy.RefuseSecondBye {
		return nil, errByesGiven
	}
	var list []int32
	for _, i := range members {
		if p := r.player(i); !p.NoBye && p.Byes == fewest {
			list = append(list, i)
		}
	}
	if r.byeRule() != ByeLowestRanked {
		rng := r.random("bye", key)
		random.Slice(rng, list)
	}
	first := 0
	for k := range list {
		if r.byeBefore(list[k], list[first]) < 0 {
			first = k
		}
	}
	// Moving the first to the front keeps the order of the others.
	i := list[first]
	copy(list[1:first+1], list[:first])
	list[0] = i
	return list, nil
}

// sortCandidates puts the whole list in order.
func (r *round) sortCandidates(list []int32) {
	slices.SortStableFunc(list, r.byeBefore)
}

func (r *round) byeRule() ByeRule {
	if r.in.Round <= 1 {
		return r.in.Policy.FirstRoundBye
	}
	return r.in.Policy.Bye
}

// byeBefore orders candidates; those it calls equal keep their drawn order.
func (r *round) byeBefore(a, b int32) int {
	switch r.byeRule() {
	case ByeRandomLowest:
		return cmp.Compare(r.score(a), r.score(b))
	case ByeRandomAll:
		return 0
	default:
		return cmp.Compare(b, a)
	}
}
