package sim

import (
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Disclaimer is shown above simulated numbers (docs/rules/lorcana.md#lor-14).
var Disclaimer = notice.New("assumption.disclaimer")

// Assumptions returns the published assumptions behind a simulation
// (docs/rules/lorcana.md#lor-04), in the order of the package comment.
func Assumptions() []notice.Notice {
	return []notice.Notice{
		notice.New("assumption.skill"), notice.New("assumption.games"), notice.New("assumption.draws"), notice.New("assumption.pairing"),
		notice.New("assumption.bye"), notice.New("assumption.agreed"), notice.New("assumption.drops"), notice.New("assumption.awarded"),
		notice.New("assumption.day_two"), notice.New("assumption.ruleset"), notice.New("assumption.nobody"),
	}
}

// Tiebreakers explains how a ruleset ranks players: names, formulas, floors and
// byes (docs/rules/lorcana.md#lor-03).
func Tiebreakers(rs *rules.Ruleset) []notice.Notice {
	sc := &rs.Scoring
	lines := []notice.Notice{notice.New("ranking.points", "win", exact(sc.Win), "draw", exact(sc.Draw), "loss", exact(sc.Loss))}
	for i := range rs.Ranking.Tiebreaks {
		t := &rs.Ranking.Tiebreaks[i]
		if t.ShowOnly {
			continue
		}
		var formula, least, most, dropped notice.Notice
		if d := standings.Lookup(t.Func); d != nil && d.Formula != nil {
			formula = d.Formula(sc)
		}
		if t.Floor != nil {
			least = notice.New("ranking.floor", "limit", exact(*t.Floor))
		}
		if t.Cap != nil && t.Cap.Cmp(fraction.Int(1)) != 0 {
			most = notice.New("ranking.cap", "limit", exact(*t.Cap))
		}
		if t.DropCap != nil {
			dropped = notice.New("ranking.drop_cap", "limit", exact(*t.DropCap))
		}
		lines = append(lines, notice.New("ranking.step", "title", t.Called(), "name", notice.Text(t.Func), "formula", formula,
			"floor", least, "cap", most, "drop_cap", dropped))
	}
	lines = append(lines, byeWorth(rs))
	switch rs.Ranking.Final {
	case "random":
		lines = append(lines, notice.New("ranking.lot"))
	case "shared":
		lines = append(lines, notice.New("ranking.shared"))
	case "playoff":
		lines = append(lines, notice.New("ranking.playoff"))
	}
	return lines
}

// exact returns a number as a fraction.
func exact(v fraction.Fraction) notice.Text { return notice.Text(v.String()) }

// byeWorth says what a bye is worth.
func byeWorth(rs *rules.Ruleset) notice.Notice {
	b := &rs.Bye
	worth, own, games := notice.New("ranking.bye.nothing"), notice.New("ranking.bye.not_own"), notice.Notice{}
	if len(b.Points) > 0 {
		worth = notice.New("ranking.bye.points", "points", exact(b.Points[0]))
	}
	if b.InOwnPct {
		own = notice.New("ranking.bye.own")
	}
	switch {
	case b.Games == [3]int{}:
	case b.InOwnGames:
		games = notice.New("ranking.bye.games", "won", b.Games[0], "lost", b.Games[1])
	default:
		games = notice.New("ranking.bye.not_games")
	}
	return notice.New("ranking.bye.worth", "worth", worth, "own", own, "games", games)
}

// Source is a source of a part of the simulator.
type Source struct{ Title, URL string }

// Sources returns the sources of the simulator besides the documents of the ruleset
// (docs/rules/lorcana.md#lor-14).
func Sources(rs *rules.Ruleset) []Source {
	list := []Source{{"Lorcana Swiss Tournament Simulator", "https://ma-allen.com/swiss/"}}
	for _, s := range rs.Sources {
		if s.URL != list[0].URL {
			list = append(list, Source{s.Title, s.URL})
		}
	}
	return list
}

// History returns the changes of the simulator by version, oldest first
// (docs/rules/lorcana.md#lor-02).
func History() []notice.Notice {
	return []notice.Notice{notice.New("history.planning"), notice.New("history.play"), notice.New("history.running")}
}
