package kernel

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

var differential = flag.Int("ledgers", 110, "random ledgers of each ruleset in the differential test (10000 for all)")

// The longest event of the differential test, in rounds.
const differentialRounds = 9

// variants returns the rulesets of the differential test.
func variants(t testing.TB) []*rules.Ruleset {
	t.Helper()
	var out []*rules.Ruleset
	for _, v := range []struct {
		id      string
		options map[string]string
	}{
		{id: "magic"},
		{id: "magic", options: map[string]string{"match": "best-of-one"}},
		{id: "magic", options: map[string]string{"bye": "left-out"}},
		{id: "magic-melee"},
		{id: "lorcana"},
		{id: "lorcana", options: map[string]string{"bye": "left-out"}},
		{id: "lorcana-playhub"},
		{id: "pokemon"},
		{id: "pokemon", options: map[string]string{"freeze_owp": "off"}},
		{id: "pokemon", options: map[string]string{"freeze_owp": "tom"}},
		{id: "pokemon-2009"},
		{id: "pokemon-2009", options: map[string]string{"bye": "literal"}},
		{id: "one-piece"},
		{id: "flesh-and-blood"},
		{id: "yugioh"},
		{id: "yugioh", options: map[string]string{"number": "kts"}},
		{id: "chess-casual"},
		{id: "netrunner"},
		{id: "netrunner", options: map[string]string{"sides": "single"}},
		{id: "meccg"},
		{id: "meccg", options: map[string]string{"game_type": "scenario"}},
	} {
		out = append(out, load(t, v.id, v.options))
	}
	return out
}

func load(t testing.TB, id string, options map[string]string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	if options != nil {
		if rs, err = rs.With(options); err != nil {
			t.Fatal(err)
		}
	}
	return rs
}

// randomLedger has everything that is possible in a ledger of Swiss rounds.
func randomLedger(rng *rand.Rand, rs *rules.Ruleset, players, rounds int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range l.Players {
		p := &l.Players[i]
		p.DroppedAfter = ledger.Active
		switch rng.IntN(20) {
		case 0:
			p.DroppedAfter = int16(rng.IntN(rounds + 1))
		case 1:
			p.LateRounds = int16(1 + rng.IntN(2))
		case 2:
			p.ByeRounds = uint64(rng.IntN(1<<rounds)) &^ 1
		case 3:
			p.Disqualified = rng.IntN(3) == 0
		case 4:
			p.Absent = rng.IntN(5) == 0
			if p.Absent {
				p.DroppedAfter = 0
			}
		}
	}
	results := rs.Results(ledger.Swiss)
	for number := 1; number <= rounds; number++ {
		round := ledger.Round{Number: int16(number)}
		alone := func(p int32, kind ledger.Kind) {
			round.Matches = append(round.Matches, ledger.Match{Kind: kind, N: 1, Seats: [4]int32{p, ledger.None, ledger.None, ledger.None}})
		}
		var in []int32
		for _, i := range rng.Perm(players) {
			p := l.Players[i]
			switch {
			case p.Out(number):
			case int(p.LateRounds) >= number:
				alone(int32(i), ledger.AssignedLoss)
			case p.AwardedBye(number):
				alone(int32(i), ledger.Bye)
			default:
				in = append(in, int32(i))
			}
		}
		for ; len(in) > 1; in = in[2:] {
			m := ledger.Match{N: 2, Seats: [4]int32{in[0], in[1], ledger.None, ledger.None}}
			switch rng.IntN(25) {
			case 0:
				m.Kind = ledger.Forfeit
			case 1:
				m.Kind = ledger.DoubleLoss
				if rng.IntN(2) == 0 {
					m.Result = ledger.Result{Form: ledger.Games}
				}
			case 2:
				m.Kind = ledger.AssignedLoss
				alone(in[0], ledger.AssignedLoss)
				alone(in[1], ledger.AssignedLoss)
				continue
			default:
				r := results[rng.IntN(len(results))]
				m.Kind, m.Result = r.Kind, r.Result
				if rng.IntN(2) == 0 {
					m.Seats[0], m.Seats[1] = in[1], in[0]
				}
			}
			round.Matches = append(round.Matches, m)
		}
		if len(in) == 1 {
			alone(in[0], ledger.Bye)
		}
		l.Rounds = append(l.Rounds, round)
	}
	return l
}

// The kernel and package standings agree on every point, record, tiebreaker and
// place of random ledgers of each ruleset, exactly.
func TestKernelAgreesWithStandings(t *testing.T) {
	for _, rs := range variants(t) {
		t.Run(fmt.Sprintf("%s %v", rs.ID, rs.Chosen), func(t *testing.T) {
			t.Parallel()
			set := *rs
			set.Ranking.Final = "shared" // players separated only by a draw may be in any order
			var compiled [differentialRounds]*Rules
			for i := range compiled {
				r, err := Compile(&set, i+1)
				if err != nil {
					t.Fatal(err)
				}
				compiled[i] = r
			}
			for i := range *differential {
				rng := rand.New(rand.NewPCG(uint64(i), 11))
				players, rounds := 2+rng.IntN(40), 1+rng.IntN(differentialRounds)
				if err := agree(compiled[rounds-1], randomLedger(rng, &set, players, rounds)); err != nil {
					t.Fatalf("ledger %d: %v", i, err)
				}
			}
		})
	}
}

func agree(r *Rules, l *ledger.Ledger) error {
	s, err := FromLedger(r, l)
	if err != nil {
		return err
	}
	table, err := standings.Compute(l, r.Set, standings.Options{After: standings.All})
	if err != nil {
		return err
	}
	e := NewSimulator(s, Options{PlayChance: 100})
	e.Seed([32]byte{1}, "test", 0)
	e.Play()
	for i := range table.Rows {
		if err := agreeOn(e, table, &table.Rows[i]); err != nil {
			return fmt.Errorf("player %d: %w", table.Rows[i].Player, err)
		}
	}
	for i, p := range e.standings() {
		if want, got := table.Rows[i].Place, table.Row(int32(p)).Place; want != got && !table.Row(int32(p)).Disqualified {
			return fmt.Errorf("player %d stands at position %d, where place %d belongs, but has place %d", p, i+1, want, got)
		}
	}
	return nil
}

func agreeOn(e *Simulator, table *standings.Table, row *standings.Row) error {
	p := int(row.Player)
	w := e.Words()[p]
	if e.rules.units(row.Points) != w.Points() {
		return fmt.Errorf("%d points, not %v", w.Points(), row.Points)
	}
	rec := w.Record()
	if got := [3]int{rec.Wins(), rec.Losses(), rec.Draws()}; got != row.Record {
		return fmt.Errorf("record %v, not %v", got, row.Record)
	}
	values := make([]float64, e.players)
	for i, name := range e.rules.Tiebreaks() {
		want, ok := table.Value(row, name)
		if !ok {
			return fmt.Errorf("standings know no %s", name)
		}
		if got := e.fraction(i, p); !got.Equal(want) {
			return fmt.Errorf("%s %v, not %v", name, got, want)
		}
		e.Values(i, values)
		if math.Abs(values[p]-want.Float64()) > 1e-12 {
			return fmt.Errorf("%s %v as a float, not %v", name, values[p], want)
		}
	}
	return nil
}
