package standings_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

func chess(t testing.TB) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load("chess-casual")
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// robinMatch is a match of two: "1", "=", "0" from the first side, "+" and "-" without
// play, "*" open.
func robinMatch(a, b int, result byte) ledger.Match {
	m := ledger.Match{N: 2, Seats: [4]int32{int32(a), int32(b), ledger.None, ledger.None}}
	switch result {
	case '+':
		m.Kind = ledger.Forfeit
	case '-':
		m.Kind, m.Seats[0], m.Seats[1] = ledger.Forfeit, int32(b), int32(a)
	case '1', '0', '=':
		v := map[byte][4]int32{'1': {1}, '0': {0, 1}, '=': {0, 0, 1}}[result]
		m.Result = ledger.Result{Form: ledger.Games, V: v}
	}
	return m
}

// Where all play all, chess ranks by direct encounter, wins, Sonneborn-Berger and Koya, and
// a match without play counts as played: whoever has lost one by forfeit is not cut first.
func TestChessWhereAllPlayAll(t *testing.T) {
	l := &ledger.Ledger{Players: make([]ledger.Player, 4)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	const ann, bob, cy, dee = 0, 1, 2, 3
	for i, round := range [][]ledger.Match{
		{robinMatch(ann, dee, '1'), robinMatch(bob, cy, '1')},
		{robinMatch(cy, ann, '+'), robinMatch(dee, bob, '0')},
		{robinMatch(ann, bob, '1'), robinMatch(cy, dee, '=')},
	} {
		l.Rounds = append(l.Rounds, ledger.Round{Number: int16(i + 1), Stage: ledger.RoundRobin, Matches: round})
	}
	table, err := standings.Compute(l, chess(t), standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	var order []int32
	for _, row := range table.Rows {
		order = append(order, row.Player)
	}
	if !slices.Equal(order, []int32{ann, bob, cy, dee}) {
		t.Errorf("the order is %v", order)
	}
	for _, c := range []struct {
		player int32
		fn     string
		want   string
	}{{ann, "sonnebornBerger", "5/2"}, {bob, "sonnebornBerger", "2"}, {ann, "koya", "1"}, {bob, "koya", "1"}, {cy, "koya", "1"}, {ann, "wins", "2"}} {
		if v, ok := table.Value(table.Row(c.player), c.fn); !ok || v.String() != c.want {
			t.Errorf("player %d has %s %v, want %s", c.player, c.fn, v, c.want)
		}
	}
	if c := table.Columns; c[0].Func != "directEncounter" || len(c) != 4 {
		t.Errorf("the columns are %+v", c)
	}
}

// In a whole round robin a match lost or won by forfeit gives the same order and values as
// one that was played.
func TestForfeitsOfARoundRobinCountAsPlayed(t *testing.T) {
	rs := chess(t)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "players")
		schedule, err := roundrobin.Schedule(n, 1)
		if err != nil {
			t.Fatal(err)
		}
		both := [2]*ledger.Ledger{{Players: make([]ledger.Player, n)}, {Players: make([]ledger.Player, n)}}
		for k, l := range both {
			for i := range l.Players {
				l.Players[i].DroppedAfter = ledger.Active
			}
			both[k].Rounds = make([]ledger.Round, len(schedule))
		}
		for r, round := range schedule {
			for k := range both {
				both[k].Rounds[r] = ledger.Round{Number: int16(r + 1), Stage: ledger.RoundRobin}
			}
			for _, p := range round.Pairs {
				result := rapid.SampledFrom([]byte("1=0+-")).Draw(t, "result")
				played := map[byte]byte{'+': '1', '-': '0'}[result]
				if played == 0 {
					played = result
				}
				both[0].Rounds[r].Matches = append(both[0].Rounds[r].Matches, robinMatch(p.First, p.Second, result))
				both[1].Rounds[r].Matches = append(both[1].Rounds[r].Matches, robinMatch(p.First, p.Second, played))
			}
		}
		var lines [2][]string
		for k, l := range both {
			table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range table.Rows {
				lines[k] = append(lines[k], fmt.Sprint(row.Player, row.Points, row.Values, row.Place))
			}
		}
		if !slices.Equal(lines[0], lines[1]) {
			t.Errorf("with forfeits\n%v\nas played\n%v", lines[0], lines[1])
		}
	})
}

// An open match is in no Buchholz: as long as it has no result, the sums of all players are
// those without it.
func TestAnOpenMatchIsInNoBuchholz(t *testing.T) {
	base := chess(t)
	for _, method := range []string{"2026", "2024", "virtual"} {
		rs, err := base.With(map[string]string{"unplayed": method})
		if err != nil {
			t.Fatal(err)
		}
		l := &ledger.Ledger{Players: make([]ledger.Player, 4)}
		for i := range l.Players {
			l.Players[i].DroppedAfter = ledger.Active
		}
		l.Rounds = []ledger.Round{
			{Number: 1, Matches: []ledger.Match{robinMatch(0, 1, '1'), robinMatch(2, 3, '=')}},
			{Number: 2, Matches: []ledger.Match{robinMatch(0, 2, '*'), robinMatch(1, 3, '1')}},
		}
		table, err := standings.Compute(l, rs, standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		want := map[int32]fraction.Fraction{0: fraction.Int(1), 1: fraction.New(3, 2), 2: fraction.New(1, 2), 3: fraction.New(3, 2)}
		for p, sum := range want {
			if v, _ := table.Value(table.Row(p), "buchholz"); !v.Equal(sum) {
				t.Errorf("%s: player %d has Buchholz %v, want %v", method, p, v, sum)
			}
		}
	}
}
