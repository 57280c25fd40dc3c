package pairing_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/pairing"
)

// usual returns the policy of most games: no rematches, equal points, no player floats the
// same way twice running, all else random.
func usual() pairing.Policy {
	return pairing.Policy{
		Hard:          []pairing.Term{pairing.Rematches},
		Cost:          []pairing.Term{pairing.PointGap, pairing.RepeatFloat},
		FirstRoundBye: pairing.ByeRandomAll,
	}
}

// ageModified is for small age divisions that play together: the own division comes
// before the own record (docs/rules/pokemon.md#pkm-19, PKM-20).
func ageModified() pairing.Policy {
	pol := usual()
	pol.Cost = []pairing.Term{pairing.CrossDivision, pairing.PointGap, pairing.RepeatFloat}
	pol.Bye = pairing.ByeRandomLowest
	return pol
}

// policies returns the lists of terms the properties run over.
func policies() map[string]pairing.Policy {
	swiss := usual()
	groups := swiss
	groups.Cost = []pairing.Term{pairing.GroupGap, pairing.RepeatFloat}
	tags := swiss
	tags.Cost = []pairing.Term{pairing.TagConflict, pairing.PointGap, pairing.RepeatFloat}
	sides := swiss
	sides.Hard = []pairing.Term{pairing.ThirdMeetings, pairing.Rematches}
	sides.Cost = []pairing.Term{pairing.SideDebt, pairing.PointGap}
	ranks := swiss
	ranks.Cost = []pairing.Term{pairing.PointGap, pairing.RankGap}
	soft := pairing.Policy{Cost: []pairing.Term{pairing.PointGap, pairing.Rematches, pairing.CrossFlight}}
	single := pairing.Policy{Hard: []pairing.Term{pairing.ThirdMeetings}, Cost: []pairing.Term{pairing.SingleSided}, PointUnit: 2}
	hours := swiss
	hours.Cost = append(slices.Clone(swiss.Cost), pairing.HoursApart)
	everything := swiss
	everything.Cost = []pairing.Term{
		pairing.CrossDivision, pairing.TagConflict, pairing.PointGap, pairing.RepeatFloat, pairing.SideDebt, pairing.CrossFlight, pairing.RankGap,
	}
	return map[string]pairing.Policy{
		"swiss": swiss, "age modified": ageModified(), "group gap": groups, "tags": tags, "sides": sides,
		"high plays high": ranks, "hours": hours, "soft rematches": soft, "single sided": single, "everything": everything,
		"random": {Hard: []pairing.Term{pairing.Rematches}},
	}
}

// drawTask draws a small field with an arbitrary history.
func drawTask(t *rapid.T, most int) pairing.Input {
	n := rapid.IntRange(2, most).Draw(t, "players")
	kinds := policies()
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	pol := kinds[rapid.SampledFrom(names).Draw(t, "policy")]
	pol.Bye = rapid.SampledFrom([]pairing.ByeRule{pairing.ByeLowestRanked, pairing.ByeRandomLowest, pairing.ByeRandomAll}).Draw(t, "bye rule")
	in := pairing.Input{Policy: pol, Round: 4}
	in.Seed[0] = rapid.Byte().Draw(t, "seed")
	span := rapid.SampledFrom([]int64{0, 2, 4, 9, 500}).Draw(t, "highest score")
	divisions := rapid.Int32Range(1, 3).Draw(t, "divisions")
	tags := rapid.Int32Range(0, 4).Draw(t, "tags")
	ranks := rapid.Permutation(slices.Collect(func(yield func(int32) bool) {
		for i := range int32(n) {
			yield(i + 1)
		}
	})).Draw(t, "ranks")
	for i := range n {
		in.Players = append(in.Players, pairing.Player{
			ID: int32(3*i + 1), Rank: ranks[i],
			Score:    rapid.Int64Range(0, span).Draw(t, "score") * 3,
			Division: rapid.Int32Range(1, divisions).Draw(t, "division"),
			Flight:   rapid.Int32Range(1, divisions).Draw(t, "flight"),
			Tag:      rapid.Int32Range(0, tags).Draw(t, "tag"),
			Byes:     rapid.SampledFrom([]int32{0, 0, 0, 1}).Draw(t, "byes"),
			NoBye:    rapid.IntRange(0, 9).Draw(t, "barred") == 0 && i > 0,
			Floated:  pairing.Float(rapid.IntRange(0, 3).Draw(t, "floated")),
			Sides:    pairing.Sides{Balance: rapid.Int32Range(-2, 2).Draw(t, "balance")},
			Hours:    drawHours(t),
		})
	}
	density := rapid.IntRange(0, 100).Draw(t, "met")
	for i := range n {
		for j := range i {
			for rapid.IntRange(1, 100).Draw(t, "meets") <= density {
				in.Players[i].Opponents = append(in.Players[i].Opponents, in.Players[j].ID)
				in.Players[j].Opponents = append(in.Players[j].Opponents, in.Players[i].ID)
				if rapid.Bool().Draw(t, "once") {
					break
				}
			}
		}
	}
	return in
}

// drawHours draws a few hours of a week, or none, or nil: not known.
func drawHours(t *rapid.T) *pairing.Hours {
	if rapid.IntRange(0, 3).Draw(t, "unknown") == 0 {
		return nil
	}
	h := &pairing.Hours{}
	for _, from := range rapid.SliceOfN(rapid.IntRange(0, 27), 0, 6).Draw(t, "hours") {
		for q := range 24 {
			h.Add(24*from + q)
		}
	}
	return h
}

// TestCommonHoursCostNothingElse: with the hours as the last term the same player has the bye
// and every other term costs the same as without, and the hours in common are no fewer.
func TestCommonHoursCostNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTask(t, 40)
		in.Policy.Cost = slices.DeleteFunc(slices.Clone(in.Policy.Cost), func(x pairing.Term) bool { return x == pairing.HoursApart })
		without, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		in.Policy.Cost = append(in.Policy.Cost, pairing.HoursApart)
		with, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		last := len(with.Cost) - 1
		if !slices.Equal(with.Cost[:last], without.Cost) || !slices.Equal(with.Byes, without.Byes) || with.ProvedOptimal != without.ProvedOptimal {
			t.Fatalf("with hours %v, byes %v, without %v, byes %v", with.Cost, with.Byes, without.Cost, without.Byes)
		}
		if o := newOracle(in); o.value(without)[last] < with.Cost[last].Value {
			t.Fatalf("%d quarter hours are not shared, without the term %d", with.Cost[last].Value, o.value(without)[last])
		}
	})
}

// TestUnknownHoursAreAsFarFromEveryOpponent: who has not said when they can play costs the same
// against each opponent, and whatever they say makes no pair dearer, so silence gains nothing.
func TestUnknownHoursAreAsFarFromEveryOpponent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		apart := func(a, b *pairing.Hours) int64 {
			in := pairing.Input{Policy: pairing.Policy{Cost: []pairing.Term{pairing.HoursApart}}, Round: 1, Players: []pairing.Player{
				{ID: 1, Rank: 1, Hours: a}, {ID: 2, Rank: 2, Hours: b},
			}}
			r, err := pairing.Swiss(in)
			if err != nil {
				t.Fatal(err)
			}
			return r.Cost[0].Value
		}
		a, b := drawHours(t), drawHours(t)
		silent := apart(nil, b)
		if silent != pairing.Quarters {
			t.Fatalf("unknown hours cost %d against %v", silent, b)
		}
		if said := apart(a, b); said > silent {
			t.Fatalf("hours make a pair dearer: %d, unknown %d", said, silent)
		}
	})
}

// TestOptimumAgreesWithExhaustiveSearch: docs/rules/pokemon.md#pkm-101 to PKM-103,
// docs/rules/lorcana.md#lor-28 to LOR-31, docs/rules/magic.md#mtg-27,
// docs/rules/meccg.md#mec-10, MEC-20; every term, every bye rule.
func TestOptimumAgreesWithExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTask(t, 12)
		r, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := seatedOnce(in, r); wrong != nil {
			t.Fatalf("not seated exactly once: %v", wrong)
		}
		o := newOracle(in)
		got := o.value(r)
		if diff := cmp.Diff(got, reported(r)); diff != "" {
			t.Fatalf("the cost is not what the result says (-is +says):\n%s", diff)
		}
		if !r.ProvedOptimal {
			t.Fatal("the result is not proved")
		}
		if len(in.Players)%2 == 0 {
			if want := o.best(in.Players); !slices.Equal(got, want) {
				t.Fatalf("cost %v, best %v", got, want)
			}
			return
		}
		fewest, cost := o.byes()
		want, allowed := cost[r.Byes[0]]
		if !allowed {
			t.Fatalf("player %d may not have the bye", r.Byes[0])
		}
		if !slices.Equal(got, want) {
			t.Fatalf("cost %v, best with the same bye %v", got, want)
		}
		hard := len(in.Policy.Hard)
		if !slices.Equal(got[:hard], fewest) {
			t.Fatalf("hard constraints broken %v times, another bye breaks %v", got[:hard], fewest)
		}
		bye := player(in, r.Byes[0])
		for id, c := range cost {
			p := player(in, id)
			if !slices.Equal(c[:hard], fewest) {
				continue
			}
			if in.Policy.Bye == pairing.ByeLowestRanked && p.Rank > bye.Rank {
				t.Fatalf("the bye goes to rank %d though rank %d could have it", bye.Rank, p.Rank)
			}
			if in.Policy.Bye == pairing.ByeRandomLowest && p.Score < bye.Score {
				t.Fatalf("the bye goes to score %d though score %d could have it", bye.Score, p.Score)
			}
		}
	})
}

func TestSameSeedSamePairingWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTask(t, 16)
		first, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		other := in
		other.Players = rapid.Permutation(in.Players).Draw(t, "order")
		for i := range other.Players {
			list := slices.Clone(other.Players[i].Opponents)
			slices.Reverse(list)
			other.Players[i].Opponents = list
		}
		second, err := pairing.Swiss(other)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Fatal(diff)
		}
	})
}
