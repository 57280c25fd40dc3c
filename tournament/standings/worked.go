package standings

import (
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Worked returns an example of a ruleset for two players at a table: three rounds of five
// players, three of whom have a bye, with the standings that the ruleset gives them. Check
// holds the ruleset to it from then on.
func Worked(rs *rules.Ruleset) (rules.Example, error) {
	e := rules.Example{Name: "worked", Players: strings.Fields("A B C D E")}
	won, close, level := workedResults(rs)
	if rs.Seats.Max != 2 || won == "" {
		return e, notice.Err("example.by_hand", "ruleset", notice.Text(rs.ID))
	}
	e.Rounds = []rules.ExampleRound{
		{Results: []string{"A B " + won, "C D " + level, "E bye"}},
		{Results: []string{"A C " + close, "E B " + close, "D bye"}},
		{Results: []string{"D A " + won, "C E " + level, "B bye"}},
	}
	l, err := exampleLedger(rs, &e)
	if err != nil {
		return e, err
	}
	t, err := Compute(l, rs, Options{After: All})
	if err != nil {
		return e, err
	}
	for i := range t.Rows {
		row := rules.ExampleRow{Player: e.Players[t.Rows[i].Player], Points: t.Rows[i].Points, Values: map[string]fraction.Fraction{}}
		for j, c := range t.Columns {
			if !c.Group {
				row.Values[c.Func] = t.Rows[i].Values[j]
			}
		}
		e.Standings = append(e.Standings, row)
	}
	e.Picks, err = rs.PlayPicks()
	return e, err
}

// workedResults returns a clear win, a close one and a draw, or other wins for what the
// ruleset does not have; all are empty if results are not a score of two.
func workedResults(rs *rules.Ruleset) (won, close, level string) {
	for _, code := range rs.Vocabulary.Swiss {
		a, b, ok := scoreOf(code)
		switch {
		case !ok:
		case a == b && level == "":
			level = code
		case a > b && won == "":
			won, close = code, code
		case a > b && b > 0:
			close = code
		}
	}
	if level == "" {
		level = close
	}
	return won, close, level
}

// scoreOf reads the games or points that both sides have in a code of a vocabulary.
func scoreOf(code string) (a, b int, ok bool) {
	parts := strings.Split(code, "-")
	if len(parts) < 2 {
		return 0, 0, false
	}
	a, errA := strconv.Atoi(parts[0])
	b, errB := strconv.Atoi(parts[1])
	return a, b, errA == nil && errB == nil
}
