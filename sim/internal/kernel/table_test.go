package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// What is played from a position, written down as a ledger, gives each player the
// points, record, tiebreakers and place that the kernel has: of every ruleset, with
// results that are still missing, agreed draws and drops.
func TestPlayedEventsAgreeWithStandings(t *testing.T) {
	sets := variants(t)
	for i := range *differential / 4 {
		rs := *sets[i%len(sets)]
		rs.Ranking.Final = "shared"
		rng := rand.New(rand.NewPCG(uint64(i), 13))
		l := randomLedger(rng, &rs, 4+rng.IntN(40), 1+rng.IntN(5))
		if rng.IntN(3) > 0 {
			last := &l.Rounds[len(l.Rounds)-1]
			for k := range last.Matches {
				if m := &last.Matches[k]; m.N == 2 && m.Kind == ledger.Played && rng.IntN(2) == 0 {
					m.Result = ledger.Result{}
				}
			}
		}
		r, err := Compile(&rs, len(l.Rounds)+rng.IntN(4))
		if err != nil {
			t.Fatal(err)
		}
		beyond := len(r.Beyond) > 0
		r.Beyond, r.snaps = append(r.Beyond, "to be checked"), true
		s, err := FromLedger(r, l)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{DrawChance: 40, PlayChance: 100, Cut: 4, DropLosses: rng.IntN(4)}
		if rs.Draws.Intentional {
			o.Agreed = StrictDraws
		}
		e := NewSimulator(s, o)
		e.Seed([32]byte{4}, "test", uint64(i))
		for range 3 {
			e.Play()
			if err := e.agreesWithItsRecord(beyond); err != nil {
				t.Fatalf("ledger %d, %s %v, %d rounds: %v", i, rs.ID, rs.Chosen, r.Rounds, err)
			}
		}
	}
}

// agreesWithItsRecord ranks the event by package standings, and without it too unless
// its ruleset goes beyond the kernel.
func (e *Simulator) agreesWithItsRecord(beyond bool) error {
	e.tabulate(e.rules.Rounds)
	table, err := standings.Compute(e.record.ledger, e.rules.Set, standings.Options{After: standings.All})
	if err != nil {
		return err
	}
	for i := range table.Rows {
		if err := agreeOn(e, table, &table.Rows[i]); err != nil {
			return fmt.Errorf("player %d: %w", table.Rows[i].Player, err)
		}
	}
	rec := e.record
	if !beyond {
		e.record = nil
	}
	order := e.standings()
	e.record = rec
	for i, p := range order {
		if want, got := table.Rows[i].Place, table.Row(int32(p)).Place; want != got && !table.Row(int32(p)).Disqualified {
			return fmt.Errorf("player %d stands at position %d, where place %d belongs, but has place %d", p, i+1, want, got)
		}
	}
	return nil
}

// standings puts players in order: points, tiebreakers, then by lot. Players who
// dropped are in it, hidden ones are not. The slice is used again by the next
// call.
func (e *Simulator) standings() []uint16 {
	list := e.picks[:0]
	for p := range e.players {
		if !e.from.hidden[p] {
			list = append(list, uint16(p))
		}
	}
	if e.record != nil {
		e.byTable(list, e.rules.Rounds)
		return list
	}
	e.rankAll(list, e.rules.Rounds)
	return list
}
