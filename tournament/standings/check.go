package standings

import (
	"slices"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Check plays the worked examples of a ruleset and compares the standings. It
// fails on the first difference, naming example, player and value, and on a
// ruleset without examples.
func Check(rs *rules.Ruleset) error {
	if len(rs.Examples) == 0 {
		return notice.Err("example.none", "ruleset", notice.Text(rs.ID))
	}
	for i := range rs.Examples {
		if err := checkExample(rs, &rs.Examples[i]); err != nil {
			return notice.Err("example.fails", "ruleset", notice.Text(rs.ID), "example", notice.Text(rs.Examples[i].Name), "why", notice.Of(err))
		}
	}
	return nil
}

func checkExample(rs *rules.Ruleset, e *rules.Example) error {
	if len(e.Options) > 0 {
		var err error
		if rs, err = rs.With(e.Options); err != nil {
			return err
		}
	}
	if err := rs.CheckPicks(e.Picks); err != nil {
		return err
	}
	l, err := exampleLedger(rs, e)
	if err != nil {
		return err
	}
	t, err := Compute(l, rs, Options{After: All})
	if err != nil {
		return err
	}
	if len(e.Standings) != len(t.Rows) {
		return notice.Err("example.rows", "expected", len(e.Standings), "computed", len(t.Rows))
	}
	for i, want := range e.Standings {
		row := t.Row(int32(slices.Index(e.Players, want.Player)))
		if row == nil {
			return notice.Err("example.player", "player", notice.Text(want.Player))
		}
		if !row.Points.Equal(want.Points) {
			return notice.Err("example.points", "player", notice.Text(want.Player), "got", exact(row.Points), "want", exact(want.Points))
		}
		for fn, value := range want.Values {
			got, ok := t.Value(row, fn)
			if !ok {
				return notice.Err("example.no_value", "func", notice.Text(fn))
			}
			if !got.Equal(value) {
				return notice.Err("example.value", "player", notice.Text(want.Player), "func", notice.Text(fn), "got", exact(got), "want", exact(value))
			}
		}
		// Players separated only by the draw may be in any order.
		if row.Rank != i+1 && !t.drawnBetween(i, row.Rank-1) {
			return notice.Err("example.rank", "player", notice.Text(want.Player), "got", row.Rank, "want", i+1)
		}
	}
	return nil
}

// exact returns a number as the file has it.
func exact(v fraction.Fraction) notice.Text { return notice.Text(v.String()) }

// drawnBetween reports whether only a draw, or no criterion, separates two positions.
func (t *Table) drawnBetween(i, j int) bool {
	for k := min(i, j) + 1; k <= max(i, j); k++ {
		if r := t.ranking.reason[k]; r != byFinal && r != undecided {
			return false
		}
	}
	return true
}

func exampleLedger(rs *rules.Ruleset, e *rules.Example) (*ledger.Ledger, error) {
	l := &ledger.Ledger{Players: make([]ledger.Player, len(e.Players))}
	for i, name := range e.Players {
		l.Players[i] = ledger.Player{DroppedAfter: ledger.Active, LateRounds: int16(e.Late[name])}
		if last, ok := e.Dropped[name]; ok {
			l.Players[i].DroppedAfter = int16(last)
		}
	}
	for i, er := range e.Rounds {
		r := ledger.Round{Number: int16(i + 1)}
		switch er.Stage {
		case "", "swiss":
		case "scramble":
			r.Stage = ledger.Scramble
		case "final_tables":
			r.Stage = ledger.FinalTables
		case "playoff":
			r.Stage = ledger.Playoff
		default:
			return nil, notice.Err("example.stage", "round", i+1, "stage", notice.Text(er.Stage))
		}
		for _, line := range er.Results {
			m, err := exampleMatch(rs, r.Stage, e.Players, line)
			if err != nil {
				return nil, notice.Err("example.result", "round", i+1, "result", notice.Text(line), "why", notice.Of(err))
			}
			r.Matches = append(r.Matches, m)
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l, nil
}

func exampleMatch(rs *rules.Ruleset, stage ledger.Stage, players []string, line string) (ledger.Match, error) {
	m := ledger.Match{Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	words := strings.Fields(line)
	for len(words) > 0 && m.N < 4 {
		p := slices.Index(players, words[0])
		if p < 0 {
			break
		}
		m.Seats[m.N] = int32(p)
		m.N++
		words = words[1:]
	}
	text := strings.Join(words, " ")
	if m.N == 0 {
		return m, notice.Err("example.nobody")
	}
	kind, result, turned, err := rs.ReadResult(stage, int(m.N), text)
	if err == nil && m.N == 1 && text != rs.FormatResult(ledger.Match{Kind: kind, N: 1}, ledger.None) {
		_, _, err = rs.ParseResult(stage, 0, 1, text) // an example has both players of a match
	}
	if turned {
		m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
	}
	m.Kind, m.Result = kind, result
	return m, err
}
