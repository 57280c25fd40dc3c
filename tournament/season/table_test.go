package season

import (
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/fraction"
)

var seasons = flag.Int("seasons", 4000, "random seasons to hold against the oracle")

// The oracle computes a season in another way: every subset of a member's results with
// math/big, and the ties by comparing all pairs again and again.

// reckoned is the oracle's result for a member.
type reckoned struct {
	member  int
	total   *big.Rat
	counted []int // events
	values  []*big.Rat
	won     int
	events  int
}

func bigOf(r fraction.Fraction) *big.Rat {
	out, ok := new(big.Rat).SetString(r.String())
	if !ok {
		panic(r.String())
	}
	return out
}

// valueOf returns what one result is worth.
func valueOf(in *Input, event int, res Result) *big.Rat {
	sum := new(big.Rat)
	if res.Disqualified {
		return sum
	}
	e, rules := in.Events[event], in.Rules
	times := func(each fraction.Fraction, n int) {
		sum.Add(sum, new(big.Rat).Mul(bigOf(each), new(big.Rat).SetInt64(int64(n))))
	}
	placePoints := func(place int) *big.Rat {
		if place <= len(rules.Places) {
			return bigOf(rules.Places[place-1])
		}
		return bigOf(rules.Below)
	}
	if res.Place > 0 {
		var covered []*big.Rat
		next := res.Place
		for _, o := range e.Results {
			if o.Place == res.Place && !o.Disqualified {
				covered = append(covered, placePoints(next))
				next++
			}
		}
		switch rules.Equal {
		case AsPlaced:
			sum.Add(sum, covered[0])
		case Best:
			sum.Add(sum, slices.MaxFunc(covered, (*big.Rat).Cmp))
		case Average:
			all := new(big.Rat)
			for _, c := range covered {
				all.Add(all, c)
			}
			sum.Add(sum, all.Quo(all, new(big.Rat).SetInt64(int64(len(covered)))))
		}
	}
	if rules.Bye != nil {
		times(*rules.Bye, res.Byes)
		times(rules.Win, res.Won-res.Byes)
	} else {
		times(rules.Win, res.Won)
	}
	times(rules.Draw, res.Drawn)
	times(rules.Loss, res.Lost)
	times(rules.Attendance, 1)
	times(rules.Round, res.Rounds)
	if res.Deck {
		times(rules.Deck, 1)
	}
	if res.Won > 0 && res.Lost+res.Drawn == 0 {
		times(rules.Perfect, 1)
	}
	weight := big.NewRat(1, 1)
	for _, t := range rules.Tiers {
		if len(e.Results) >= t.From {
			weight = bigOf(t.Weight)
		}
	}
	if !e.Weight.IsZero() {
		weight = bigOf(e.Weight)
	}
	return sum.Mul(sum, weight)
}

// reckon returns one member by brute force over all subsets of results.
func reckon(in *Input, member int) reckoned {
	type one struct {
		event int
		value *big.Rat
		res   Result
	}
	var all []one
	for i, e := range in.Events {
		for _, res := range e.Results {
			if res.Member == member && !e.Playoff {
				all = append(all, one{i + 1, valueOf(in, i, res), res})
			}
		}
	}
	size := len(all)
	if in.Rules.Best > 0 {
		size = min(size, in.Rules.Best)
	}
	sorted := func(set []one) []*big.Rat {
		var out []*big.Rat
		for _, o := range set {
			out = append(out, o.value)
		}
		slices.SortFunc(out, func(a, b *big.Rat) int { return b.Cmp(a) })
		return out
	}
	var best []one
	var bestSum *big.Rat
	for set := range 1 << len(all) {
		var chosen []one
		whole, banned := true, 0
		for i, o := range all {
			if set>>i&1 == 1 {
				chosen = append(chosen, o)
			} else if o.res.Disqualified {
				whole = false
			}
			if o.res.Disqualified {
				banned++
			}
		}
		if !whole || len(chosen) != max(size, banned) {
			continue
		}
		sum := new(big.Rat)
		for _, o := range chosen {
			sum.Add(sum, o.value)
		}
		better := bestSum == nil || sum.Cmp(bestSum) > 0
		if !better && sum.Cmp(bestSum) == 0 {
			// Level: the vector decides, then the earlier events.
			c := slices.CompareFunc(sorted(chosen), sorted(best), (*big.Rat).Cmp)
			better = c > 0 || c == 0 && slices.CompareFunc(chosen, best, func(a, b one) int { return b.event - a.event }) > 0
		}
		if better {
			best, bestSum = chosen, sum
		}
	}
	out := reckoned{member: member, total: new(big.Rat), events: len(all)}
	if bestSum != nil {
		out.total.Add(out.total, bestSum)
	}
	for _, o := range best {
		out.counted = append(out.counted, o.event)
		out.won += o.res.Won
	}
	out.values = sorted(best)
	for _, a := range in.Adjustments {
		if a.Member == member {
			out.total.Add(out.total, bigOf(a.Points))
		}
	}
	return out
}

// before returns how many of a group are ahead of a member by a tie.
func aheadBy(in *Input, tie Tie, group []reckoned, x, y reckoned) int {
	switch tie {
	case Results:
		for i := range 64 {
			a, b := new(big.Rat), new(big.Rat)
			if i < len(x.values) {
				a = x.values[i]
			}
			if i < len(y.values) {
				b = y.values[i]
			}
			if c := a.Cmp(b); c != 0 {
				return -c
			}
		}
	case HeadToHead:
		score := func(who int) (points float64) {
			for _, e := range in.Events {
				if e.Playoff {
					continue
				}
				for _, m := range e.Meetings {
					other := m.A + m.B - who
					if m.A != who && m.B != who || !slices.ContainsFunc(group, func(r reckoned) bool { return r.member == other }) {
						continue
					}
					if m.Winner == who {
						points++
					} else if m.Winner == 0 {
						points += 0.5
					}
				}
			}
			return points
		}
		switch a, b := score(x.member), score(y.member); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
	case Wins:
		return y.won - x.won
	case FewerEvents:
		return x.events - y.events
	case ByRating:
		return in.Ratings[y.member] - in.Ratings[x.member]
	case Playoff:
		for i := len(in.Events) - 1; i >= 0; i-- {
			place := func(who int) int {
				for _, r := range in.Events[i].Results {
					if r.Member == who && r.Place > 0 && !r.Disqualified {
						return r.Place
					}
				}
				return 1 << 20
			}
			if c := place(x.member) - place(y.member); c != 0 && in.Events[i].Playoff {
				return c
			}
		}
	case Draw:
		if len(in.Seed) > 0 {
			return strings.Compare(lot(in.Seed, x.member), lot(in.Seed, y.member))
		}
	case Points, Shared, Event:
	}
	return 0
}

// places gives a group its places from first on, by the ties that are left.
func placesOf(in *Input, ties []Tie, group []reckoned, first int, out map[int]int) {
	if len(ties) == 0 || len(group) == 1 {
		for _, r := range group {
			out[r.member] = first
		}
		return
	}
	for left := group; len(left) > 0; {
		var top, rest []reckoned
		for _, x := range left {
			behind := slices.ContainsFunc(left, func(y reckoned) bool { return aheadBy(in, ties[0], group, y, x) < 0 })
			if behind {
				rest = append(rest, x)
			} else {
				top = append(top, x)
			}
		}
		placesOf(in, ties[1:], top, first, out)
		first += len(top)
		left = rest
	}
}

// oracle returns the table as text.
func oracle(in *Input) string {
	members := map[int]bool{}
	for _, m := range in.Members {
		members[m] = true
	}
	for _, e := range in.Events {
		for _, r := range e.Results {
			if e.Playoff {
				continue
			}
			members[r.Member] = true
		}
	}
	for _, a := range in.Adjustments {
		members[a.Member] = true
	}
	var all []reckoned
	for m := range members {
		all = append(all, reckon(in, m))
	}
	places := map[int]int{}
	slices.SortFunc(all, func(a, b reckoned) int { return b.total.Cmp(a.total) })
	for i := 0; i < len(all); {
		k := i
		for k < len(all) && all[k].total.Cmp(all[i].total) == 0 {
			k++
		}
		placesOf(in, in.Rules.Ties, all[i:k], i+1, places)
		i = k
	}
	var lines []string
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("%03d %d %s %v %d", places[r.member], r.member, r.total.RatString(), r.counted, r.events))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// textOf returns a table in the same form.
func textOf(t *Table) string {
	var lines []string
	for i := range t.Rows {
		r := &t.Rows[i]
		var counted []int
		for _, p := range r.Parts {
			if p.Counted {
				counted = append(counted, p.Event)
			}
		}
		lines = append(lines, fmt.Sprintf("%03d %d %s %v %d", r.Place, r.Member, r.Points, counted, len(r.Parts)))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// small returns a fraction that often equals another.
func randomFraction(rng *rand.Rand) fraction.Fraction {
	return fraction.New(int64(rng.IntN(9))-2, int64(1+rng.IntN(3)))
}

// randomRules are rules of any kind.
func randomRules(rng *rand.Rand) Rules {
	r := Rules{Equal: Equal(rng.IntN(3)), Best: rng.IntN(4), Final: rng.IntN(3)}
	for range rng.IntN(5) {
		r.Places = append(r.Places, randomFraction(rng))
	}
	for _, f := range []*fraction.Fraction{&r.Below, &r.Win, &r.Draw, &r.Loss, &r.Attendance, &r.Round, &r.Deck, &r.Perfect} {
		if rng.IntN(3) == 0 {
			*f = randomFraction(rng)
		}
	}
	if rng.IntN(4) == 0 {
		bye := randomFraction(rng)
		r.Bye = &bye
	}
	if rng.IntN(4) == 0 {
		r.Tiers = []Tier{{From: 2, Weight: fraction.New(3, 2)}, {From: 4, Weight: fraction.Int(2)}}
	}
	ties := []Tie{Results, HeadToHead, Wins, FewerEvents, ByRating, Playoff}
	rng.Shuffle(len(ties), func(i, j int) { ties[i], ties[j] = ties[j], ties[i] })
	r.Ties = ties[:rng.IntN(7)]
	switch rng.IntN(4) {
	case 0:
		r.Ties = append(r.Ties, Draw)
	case 1:
		r.Ties = append(r.Ties, Shared)
	}
	return r
}

// randomEvent returns an event of some of the members.
func randomEvent(rng *rand.Rand, members int) (e Leg) {
	e.Playoff = rng.IntN(6) == 0
	if rng.IntN(3) == 0 {
		e.Weight = fraction.New(int64(1+rng.IntN(3)), int64(1+rng.IntN(2)))
	}
	var here []int
	for m := 1; m <= members; m++ {
		if rng.IntN(4) > 0 {
			here = append(here, m)
		}
	}
	rng.Shuffle(len(here), func(i, j int) { here[i], here[j] = here[j], here[i] })
	place := 0
	for i, m := range here {
		if place == 0 || rng.IntN(3) > 0 {
			place = i + 1
		}
		res := Result{Member: m, Place: place, Won: rng.IntN(3), Lost: rng.IntN(3), Drawn: rng.IntN(2), Rounds: rng.IntN(4), Deck: rng.IntN(2) == 0}
		res.Byes = rng.IntN(res.Won + 1)
		switch rng.IntN(12) {
		case 0:
			res.Disqualified = true
		case 1:
			res.Place = 0
		}
		e.Results = append(e.Results, res)
	}
	for range rng.IntN(2 * members) {
		if a, b := 1+rng.IntN(members), 1+rng.IntN(members); a != b {
			e.Meetings = append(e.Meetings, Meeting{a, b, []int{a, b, 0}[rng.IntN(3)]})
		}
	}
	return e
}

func randomSeason(rng *rand.Rand) *Input {
	members := 2 + rng.IntN(5)
	in := &Input{Rules: randomRules(rng)}
	for range rng.IntN(7) {
		in.Events = append(in.Events, randomEvent(rng, members))
	}
	if rng.IntN(2) == 0 {
		in.Members = []int{1, members}
	}
	for range rng.IntN(3) {
		in.Adjustments = append(in.Adjustments, Adjustment{Member: 1 + rng.IntN(members), Points: randomFraction(rng)})
	}
	if rng.IntN(2) == 0 {
		in.Seed = []byte{byte(rng.IntN(256))}
		in.Ratings = map[int]int{}
		for m := range members {
			in.Ratings[m+1] = 1_500_000 + rng.IntN(3)
		}
	}
	return in
}

// The table against an oracle written in another way; -seasons 1000000 for more.
func TestTheTableAgainstAnOracle(t *testing.T) {
	n := *seasons
	if testing.Short() {
		n /= 10
	}
	for i := range n {
		in := randomSeason(rand.New(rand.NewPCG(uint64(i), 14)))
		if err := in.Rules.Check(); err != nil {
			t.Fatal(err)
		}
		if got, want := textOf(Compute(in)), oracle(in); got != want {
			t.Fatalf("season %d\n%+v\nis\n%s\nthe oracle has\n%s", i, in, got, want)
		}
	}
}

// Every row has the criterion that puts it behind the one above, and it is right.
func TestWhyEachRowStandsWhereItStands(t *testing.T) {
	seen := map[Tie]bool{}
	for i := range 2000 {
		in := randomSeason(rand.New(rand.NewPCG(uint64(i), 15)))
		table := Compute(in)
		for k := range table.Rows {
			r := &table.Rows[k]
			if table.Row(r.Member) != r {
				t.Fatal("the row of a member is another")
			}
			lines := table.Explain(r.Member, func(int) string { return "E" }, func(int) string { return "" })
			if len(lines) < len(r.Parts)+1 {
				t.Fatalf("%d lines explain %d results", len(lines), len(r.Parts))
			}
			if k == 0 {
				continue
			}
			seen[r.By] = true
			if above := &table.Rows[k-1]; (r.By == Shared) != (r.Place == above.Place) || (r.By == Points) != (r.Points.Cmp(above.Points) < 0) {
				t.Fatalf("row %d is behind by %s: %+v, %+v", k, r.By, above, r)
			}
		}
	}
	if len(seen) != len(tieWords)-1 { // Event parts members only in the table of one event
		t.Errorf("only %v ever part anybody", slices.Collect(maps.Keys(seen)))
	}
}

func ints(values ...int64) []fraction.Fraction {
	out := make([]fraction.Fraction, len(values))
	for i, v := range values {
		out[i] = fraction.Int(v)
	}
	return out
}

// Best two of three by places: a disqualified member keeps the 0.
func TestADisqualificationCannotBeDropped(t *testing.T) {
	in := &Input{Rules: Rules{Places: ints(10, 6, 4), Below: fraction.Int(1), Best: 2}, Events: []Leg{
		{Results: []Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}}},
		{Results: []Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}}},
		{Results: []Result{{Member: 1, Disqualified: true}, {Member: 2, Place: 1}}},
	}}
	if got, want := textOf(Compute(in)), "001 2 16 [1 3] 3\n002 1 10 [1 3] 3"; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

func TestPlayersWhoShareAPlaceScoreByTheRule(t *testing.T) {
	for equal, want := range map[Equal]string{AsPlaced: "15", Best: "20", Average: "35/2"} {
		in := &Input{Rules: Rules{Places: ints(25, 15, 20), Equal: equal}, Events: []Leg{{Results: []Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}, {Member: 3, Place: 2}}}}}
		if got := Compute(in).Row(3).Points.String(); got != want {
			t.Errorf("%s gives %s, want %s", equal, got, want)
		}
	}
}

// Members who share the last place of a final are not let in by the order of the list.
func TestAFinalDoesNotCutThroughALevelPlace(t *testing.T) {
	in := &Input{Rules: Rules{Places: ints(5, 3, 3)}, Events: []Leg{{Results: []Result{{Member: 4, Place: 1}, {Member: 5, Place: 2}, {Member: 6, Place: 2}}}}}
	table := Compute(in)
	for n, want := range map[int]string{0: "[] []", 1: "[4] []", 2: "[4] [5 6]", 3: "[4 5 6] []", 9: "[4 5 6] []"} {
		finalists, level := table.Finalists(n)
		if got := fmt.Sprint(finalists, level); got != want {
			t.Errorf("a final of %d: %s, want %s", n, got, want)
		}
	}
}

func TestACorrectionNamesWhatMoves(t *testing.T) {
	in := &Input{Rules: Rules{Places: ints(5, 3, 1)}, Events: []Leg{{Results: []Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}, {Member: 3, Place: 3}}}}}
	before := Compute(in)
	changed := *in
	changed.Events = []Leg{{Results: []Result{{Member: 2, Place: 1}, {Member: 1, Place: 2}, {Member: 4, Place: 3}}}}
	var got []string
	for _, m := range Compare(before, Compute(&changed)) {
		got = append(got, fmt.Sprintf("%d: %d → %d, %s → %s", m.Member, m.Before, m.Now, m.Then, m.Points))
	}
	if want := []string{"2: 2 → 1, 3 → 5", "1: 1 → 2, 5 → 3", "4: 0 → 3, 0 → 1", "3: 3 → 0, 1 → 0"}; !slices.Equal(got, want) {
		t.Errorf("moves %q, want %q", got, want)
	}
	if before.Hash() == Compute(&changed).Hash() || before.Hash() != Compute(in).Hash() {
		t.Error("the hash is not that of the table")
	}
}

func TestRulesThatMakeNoSenseAreRefused(t *testing.T) {
	for _, r := range []Rules{
		{Best: -1},
		{Best: MaxEvents + 1},
		{Final: -1},
		{Ties: []Tie{Points}},
		{Ties: []Tie{Wins, Wins}},
		{Ties: []Tie{Shared, Wins}},
		{Tiers: []Tier{{From: 8, Weight: fraction.Int(1)}, {From: 8, Weight: fraction.Int(2)}}},
		{Tiers: []Tier{{From: 8}}},
		{Places: make([]fraction.Fraction, maxPlaces+1)},
	} {
		if r.Check() == nil {
			t.Errorf("%+v was taken", r)
		}
	}
	for _, name := range Presets() {
		if r, ok := Preset(name); !ok || r.Check() != nil {
			t.Errorf("preset %s: %v", name, r.Check())
		}
	}
}

// 200 events of 400 members, best 12 of them, every tie: less than 50 ms.
func BenchmarkSeason(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	in := &Input{Rules: Rules{Places: ints(25, 15, 10, 6, 4, 4, 4, 4), Below: fraction.Int(1), Win: fraction.New(1, 2), Best: 12, Ties: []Tie{Results, HeadToHead, Wins, FewerEvents, Shared}}}
	for range 200 {
		e := Leg{Weight: fraction.New(3, 2)}
		for i, m := range rng.Perm(400) {
			e.Results = append(e.Results, Result{Member: m + 1, Place: i + 1, Won: rng.IntN(7), Lost: rng.IntN(7)})
			e.Meetings = append(e.Meetings, Meeting{m + 1, 1 + (m+1)%400, m + 1}, Meeting{m + 1, 1 + (m+2)%400, 0}, Meeting{m + 1, 1 + (m+3)%400, m + 1})
		}
		in.Events = append(in.Events, e)
	}
	for b.Loop() {
		Compute(in)
	}
}
