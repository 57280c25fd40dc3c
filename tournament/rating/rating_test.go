package rating

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The worked example of Glickman's paper: a win and two losses of a player at
// 1500 ± 200.
func TestGlickman2022_WorkedExample(t *testing.T) {
	g := Glicko{1500, 200, 0.06}.After([]Game{
		{Glicko{1400, 30, 0.06}, 1}, {Glicko{1550, 100, 0.06}, 0}, {Glicko{1700, 300, 0.06}, 0},
	}, Tau)
	near(t, "the rating", g.Rating, 1464.06, 0.01)
	near(t, "the deviation", g.Deviation, 151.52, 0.01)
	near(t, "the volatility", g.Volatility, 0.05999, 0.00001)
}

// Step 3 of the same example: g(φ) and E of the three opponents.
func TestGlickman2022_Step3(t *testing.T) {
	me := Glicko{1500, 200, 0.06}
	for _, tc := range []struct{ rating, deviation, weight, expected float64 }{
		{1400, 30, 0.9955, 0.639}, {1550, 100, 0.9531, 0.432}, {1700, 300, 0.7242, 0.303},
	} {
		o := Glicko{tc.rating, tc.deviation, 0.06}
		near(t, "g", weight(o.phi()), tc.weight, 0.0001)
		near(t, "E", 1/(1+exp(-weight(o.phi())*(me.mu()-o.mu()))), tc.expected, 0.0005)
	}
}

// A period without a match makes a rating less sure (step 6) and nothing else.
func TestGlickman2022_NoMatch(t *testing.T) {
	g := Glicko{1500, 200, 0.06}.After(nil, Tau)
	if want := scale * hypot(200/scale, 0.06); g.Rating != 1500 || g.Deviation != want {
		t.Errorf("%+v, want a deviation of %v", g, want)
	}
}

// The vectors that OpenSkill's own tests publish (openskill.js, plackett-luce.test.ts,
// rate.test.ts, plackett-luce-series.test.ts).
func TestPlackettLuceOfOpenSkill(t *testing.T) {
	const sigma = 25.0 / 3
	fresh := func(n int) []luce { return slices.Repeat([]luce{{25, sigma}}, n) }
	for _, tc := range []struct {
		name   string
		seats  []luce
		places []int8
		tau    float64
		want   []luce
	}{
		{"two", fresh(2), []int8{1, 2}, 0, []luce{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"three", fresh(3), []int8{1, 2, 3}, 0, []luce{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}}},
		{"four", fresh(4), []int8{1, 2, 3, 4}, 0, []luce{{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}}},
		{
			"unlike",
			[]luce{{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, {25, sigma}},
			[]int8{1, 2, 3, 4},
			25.0 / 300,
			[]luce{{30.210227447000438, 4.765617924939384}, {27.644725221915632, 4.883479590134575}, {17.4036218889969, 6.101259408259549}, {19.21460876538932, 7.854669920480409}},
		},
		{
			"out of order",
			[]luce{{15, sigma}, {20, sigma}, {25, sigma}, {30, sigma}},
			[]int8{1, 3, 4, 2},
			25.0 / 300,
			[]luce{{18.131120980297805, 8.283536573151807}, {20.405169039419135, 8.107860440531121}, {20.65583040714804, 8.082574596348321}, {30.80787957313502, 8.155100416275928}},
		},
		{
			"ties",
			[]luce{{10, 8}, {5, 10}, {0, 12}},
			[]int8{1, 2, 2},
			25.0 / 300,
			[]luce{{11.942996666741225, 7.926888197620324}, {2.9381178546315034, 9.653804487570165}, {-1.4024317012198733, 11.323641575516767}},
		},
		{"all level", fresh(4), []int8{1, 1, 1, 1}, 25.0 / 300, []luce{{25, 8.263571791259416}, {25, 8.263571791259416}, {25, 8.263571791259416}, {25, 8.263571791259416}}},
		{
			"ties in the middle",
			[]luce{{15, sigma}, {20, sigma}, {25, sigma}, {30, sigma}},
			[]int8{2, 4, 2, 1},
			25.0 / 300,
			[]luce{{15.340043358359136, 8.213141619804967}, {18.007678675484204, 8.189033933813437}, {24.25801928251219, 8.166918055585525}, {32.39425868364447, 8.247687230833794}},
		},
	} {
		for i, got := range luceTable(tc.seats, tc.places, 25.0/6, tc.tau) {
			near(t, tc.name+": mu", got.Mu, tc.want[i].Mu, 1e-12)
			near(t, tc.name+": sigma", got.Sigma, tc.want[i].Sigma, 1e-12)
		}
	}
}

func table(members []int32, places ...int8) Table {
	t := Table{N: uint8(len(members))}
	copy(t.Members[:], members)
	copy(t.Places[:], places)
	return t
}

// A fold over several tables is OpenSkill's series without its tau.
func TestPlackettLuceOverSeveralTables(t *testing.T) {
	f := plackettLuce()
	f.Tau = 0
	got := f.Fold(4, []Period{{table([]int32{0, 1, 2}, 1, 2, 2), table([]int32{3, 1, 2, 0}, 1, 1, 3, 3)}}, nil)
	seats := slices.Repeat([]luce{{25, 25.0 / 3}}, 4)
	for _, p := range []Table{table([]int32{0, 1, 2}, 1, 2, 2), table([]int32{3, 1, 2, 0}, 1, 1, 3, 3)} {
		var at []luce
		for _, m := range p.Members[:p.N] {
			at = append(at, seats[m])
		}
		for i, l := range luceTable(at, p.Places[:p.N], 25.0/6, 0) {
			seats[p.Members[i]] = l
		}
	}
	for i, s := range seats {
		near(t, "mu", got[i].Value, s.Mu, 1e-9)
		near(t, "sigma", got[i].Deviation, s.Sigma, 1e-9)
	}
	if got[1].Matches != 2 || got[3].Matches != 1 {
		t.Errorf("matches %d and %d", got[1].Matches, got[3].Matches)
	}
}

// exp and log are right to some units of the last place.
func TestExpAndLogAreRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x := 60 * (rng.Float64() - 0.5)
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 4e-16*want {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
		y := math.Exp(x)
		if got, want := log(y), math.Log(y); math.Abs(got-want) > 4e-16*(math.Abs(want)+1) {
			t.Fatalf("log(%v) is %v, want %v", y, got, want)
		}
	}
	if exp(0) != 1 || log(1) != 0 || exp(-1000) != 0 || !math.IsInf(exp(1000), 1) {
		t.Error("the ends are wrong")
	}
}

// league returns a random league with the given periods and matches of two, or of
// tables of four.
func league(seed uint64, members, periods, matches, seats int) []Period {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := make([]Period, periods)
	for i := range out {
		for range matches {
			t := Table{N: uint8(seats)}
			for k := range seats {
			again:
				t.Members[k] = int32(rng.IntN(members))
				if slices.Contains(t.Members[:k], t.Members[k]) {
					goto again
				}
				t.Places[k] = 1 + int8(rng.IntN(seats))
			}
			out[i] = append(out[i], t)
		}
	}
	return out
}

// bits returns a hash over every bit of ratings.
func bits(ratings []Rating) uint64 {
	h := fnv.New64a()
	for _, r := range ratings {
		for _, x := range []float64{r.Value, r.Deviation, r.Volatility} {
			b := math.Float64bits(x)
			for range 8 {
				h.Write([]byte{byte(b)})
				b >>= 8
			}
		}
	}
	return h.Sum64()
}

// The hashes are those of every machine: .ci/run compiles this test for arm64 too and
// runs it under qemu-user.
func TestTheSameBitsOnEveryMachine(t *testing.T) {
	if got, want := bits(Glicko2().Fold(300, league(1, 300, 40, 200, 2), nil)), uint64(0xa959dba659e57a38); got != want {
		t.Errorf("Glicko-2 gives the bits %#x, want %#x", got, want)
	}
	if got, want := bits(plackettLuce().Fold(100, league(2, 100, 20, 100, 4), nil)), uint64(0x970e99519fa522ee); got != want {
		t.Errorf("Plackett-Luce gives the bits %#x, want %#x", got, want)
	}
}

// Undo and correction fold again: what is left is what would have been without.
func TestACorrectionIsARefold(t *testing.T) {
	for _, seats := range []int{2, 4} {
		f := Glicko2()
		if seats == 4 {
			f = plackettLuce()
		}
		periods := league(3, 30, 10, 20, seats)
		whole := f.Fold(30, periods, nil)
		var curve []float64
		if again := f.Fold(30, periods, func(_ int, now []Rating) { curve = append(curve, now[0].Value) }); !slices.Equal(whole, again) || curve[9] != whole[0].Value {
			t.Error("folding twice gives two ratings")
		}
		one := periods[4][3]
		periods[4][3].Places[0], periods[4][3].Places[1] = one.Places[1], one.Places[0]
		if one.Places[0] != one.Places[1] && slices.Equal(whole, f.Fold(30, periods, nil)) {
			t.Error("a correction changed nothing")
		}
		periods[4][3] = one
		if !slices.Equal(whole, f.Fold(30, periods, nil)) {
			t.Error("a correction taken back leaves something behind")
		}
	}
}

// A player who never played a rated match stays unknown; one who has gets a larger
// deviation after each period without one.
func TestWhoDoesNotPlay(t *testing.T) {
	one := Period{table([]int32{0, 1}, 1, 2)}
	first := Glicko2().Fold(3, []Period{one}, nil)
	after := Glicko2().Fold(3, []Period{one, {}, {}}, nil)
	if after[2] != (Rating{Value: Mean, Deviation: Unrated, Volatility: Volatility}) {
		t.Errorf("who never played has %+v", after[2])
	}
	if after[0].Value != first[0].Value || after[0].Deviation <= first[0].Deviation {
		t.Errorf("%+v became %+v", first[0], after[0])
	}
	if first[0].Floor() != first[0].Value-2*first[0].Deviation {
		t.Error("the leaderboard goes by something else")
	}
}

// However long members rest, and however little a match at a table says of them, the
// deviation of a member is never larger than a stranger's.
func TestNobodyIsLessKnownThanAStranger(t *testing.T) {
	duel := Period{table([]int32{0, 1}, 1, 2)}
	won := make([]Period, 0, 60) // a favourite wins and wins, which says nothing new
	for range 60 {
		won = append(won, Period{table([]int32{0, 1, 2, 3}, 1, 2, 3, 4)})
	}
	for name, tc := range map[string]struct {
		f       Formula
		periods []Period
	}{
		"Glicko-2, resting":    {Glicko2(), append([]Period{duel}, make([]Period, 5000)...)},
		"Plackett-Luce, tired": {plackettLuce(), append(won, Period{table([]int32{4, 0, 1, 2}, 4, 1, 2, 3)})},
	} {
		most := 0.0
		tc.f.Fold(5, tc.periods, func(_ int, now []Rating) {
			for _, r := range now {
				most = max(most, r.Deviation)
			}
		})
		if most > tc.f.Deviation {
			t.Errorf("%s: the deviation grows to %v, a stranger's is %v", name, most, tc.f.Deviation)
		}
	}
}

// Matches that were not played do not change ratings.
func TestWhatIsRated(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	two := func(kind ledger.Kind, games ...int32) ledger.Match {
		m := ledger.Match{Kind: kind, N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}}
		if len(games) > 0 {
			m.Result.Form = ledger.Games
			copy(m.Result.V[:], games)
		}
		return m
	}
	l := &ledger.Ledger{Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{
		two(ledger.Played, 1, 2, 0), two(ledger.Played, 1, 1, 0), two(ledger.Played), two(ledger.Forfeit), two(ledger.IntentionalDraw),
		two(ledger.DoubleLoss),
		{Kind: ledger.Bye, N: 1},
	}}}}
	want := Period{table([]int32{5, 6}, 2, 1), table([]int32{5, 6}, 1, 1)}
	if diff := cmp.Diff(want, Rated(rs, l, func(p int32) int32 { return p + 5 })); diff != "" {
		t.Errorf("rated (-want +got):\n%s", diff)
	}
	if got := Rated(rs, l, func(p int32) int32 { return p - 1 }); got != nil {
		t.Errorf("matches with a stranger are rated: %v", got)
	}
	riichi, err := rules.Load("riichi-ema")
	if err != nil {
		t.Fatal(err)
	}
	m := ledger.Match{N: 4, Seats: [4]int32{0, 1, 2, 3}, Result: ledger.Result{Form: ledger.Scores, V: [4]int32{20000, 41000, 20000, 19000}}}
	if got := Places(riichi, &m); got != [4]int8{2, 1, 2, 4} {
		t.Errorf("places at a table %v", got)
	}
	if FormulaFor(riichi) != plackettLuce() || FormulaFor(rs) != Glicko2() {
		t.Error("the formula of a game is another")
	}
}

func BenchmarkFiftyThousandMatches(b *testing.B) {
	periods := league(9, 1000, 500, 100, 2)
	for b.Loop() {
		Glicko2().Fold(1000, periods, nil)
	}
}

// A coin loses ln 2 on every decided match; who always wins is forecast better by
// ratings, and worse by none.
func TestForecastsAreJudged(t *testing.T) {
	e := Sample{Members: 4}
	for range 6 {
		e.Rounds = append(e.Rounds, Period{table([]int32{0, 1}, 1, 2), table([]int32{2, 3}, 1, 2)}, Period{table([]int32{0, 2}, 1, 1), table([]int32{3, 1}, 2, 1)})
	}
	events := []Sample{e, e}
	fit := Standing(events)
	near(t, "the share of draws", fit.Draws, 12.5/49, 1e-12)
	coin := ByCoin.Judge(events, fit)
	near(t, "the loss of a coin", coin.OfThese, math.Ln2, 1e-12)
	near(t, "its Brier score", coin.Brier, 0.25, 1e-12)
	near(t, "its loss with draws", coin.LogLoss, -(12*math.Log(fit.Draws)+36*math.Log((1-fit.Draws)/2))/48, 1e-12)
	for _, f := range []Forecast{ByElo, ByGlicko} {
		plain, fitted := f.Judge(events, fit), f.Judge(events, f.Fitted(events))
		if plain.OfThese >= coin.OfThese || fitted.LogLoss > plain.LogLoss || plain.Matches != 48 || plain.Decided != 36 {
			t.Errorf("forecast %d: %+v, fitted %+v", f, plain, fitted)
		}
	}
}

// A team of one is rated as the member alone, to the last bit. In a team each member moves
// as against an opponent who is as much stronger than they are as the other team is than
// theirs, and the order of its members changes nothing.
func TestATeamIsRatedByBothMeans(t *testing.T) {
	f := Glicko2()
	rng := rand.New(rand.NewPCG(7, 7))
	var alone, teams, turned []Period
	for range 30 {
		var one, two, three Period
		for range 4 {
			m := rng.Perm(8)
			place := []int8{int8(1 + rng.IntN(2)), int8(1 + rng.IntN(2))}
			one = append(one, table([]int32{int32(m[0]), int32(m[1])}, place...))
			x := table([]int32{int32(m[0]), int32(m[1])}, place...)
			x.Mates = []Mate{{0, int32(m[2])}, {0, int32(m[3])}, {1, int32(m[4])}}
			y := table([]int32{int32(m[3]), int32(m[4])}, place...)
			y.Mates = []Mate{{1, int32(m[1])}, {0, int32(m[0])}, {0, int32(m[2])}}
			two, three = append(two, x), append(three, y)
		}
		alone, teams, turned = append(alone, one), append(teams, two), append(turned, three)
	}
	now := f.Fold(8, teams, nil)
	for i, r := range f.Fold(8, turned, nil) {
		if r.Matches != now[i].Matches {
			t.Errorf("member %d has %d matches in another order, not %d", i, r.Matches, now[i].Matches)
		}
		near(t, "in another order", r.Value, now[i].Value, 1e-6)
	}
	for i, r := range f.Fold(8, alone, nil) {
		if one := Together([]Glicko{r.glicko()}); one.Rating != r.Value || one.Deviation != r.Deviation {
			t.Errorf("a team of member %d alone is %v, not %v", i, one, r)
		}
	}
	weak, strong, even := Glicko{1300, 80, Volatility}, Glicko{1700, 80, Volatility}, Glicko{1500, 80, Volatility}
	own, other := Together([]Glicko{weak, strong}), Together([]Glicko{even, even})
	if own != (Glicko{Rating: 1500, Deviation: 80}) || own != Together([]Glicko{strong, weak}) {
		t.Errorf("the team is %v", own)
	}
	gain := func(g Glicko) float64 { return g.after([]game{{g.instead(own, other), 1}}, Tau).Rating - g.Rating }
	near(t, "what a win moves the weaker member", gain(weak), gain(strong), 1e-9)
}
