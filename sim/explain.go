package sim

import (
	"fmt"
	"strings"

	"topcut/tournament/rat"
	"topcut/tournament/rules"
)

// Disclaimer stands above simulated numbers (LOR-14).
const Disclaimer = "Simulated with equally good players: chances, not promises. Every ± is half of a 95 % interval."

// Assumptions returns the published assumptions behind a simulation (LOR-04), in
// the order of the package comment.
func Assumptions() []string {
	return []string{
		"All players are equally good: a decided match is a fair coin, or goes to the player with the first turn at the rate that was asked for.",
		"A won match is 2-0 or 2-1 with equal chance; 1-0 in best of one.",
		"Whether a match is drawn is decided first, with the draw chance, then who wins; a drawn match is 1-1-1.",
		"Players are paired by points, at random inside a group, without rematches; an odd group sends a random player down, if possible one who has not been down before. A rematch happens only where nothing else is left.",
		"In an odd field the lowest player who has had no bye gets it, or whom the ruleset names; in the first round it is drawn.",
		"Two players agree on a draw in the last round, or in the last but one, when both are sure of the cut by the count of those who could pass them, and never else. Literal mode counts players with more points, strict mode those with as many too: only that is a guarantee.",
		"Who reaches the number of losses for it drops before the next round. Results and tiebreakers stay; places in the cut go to players who are still in.",
		"Awarded byes go to player 1.",
		"With a target for a second day, players below it leave after the rounds that the target implies.",
		"Points, byes and tiebreakers are those of the ruleset; what they leave level is decided by lot.",
		"Nobody is penalised, disqualified or late.",
	}
}

// Tiebreakers explains how a ruleset ranks players: names, formulas, floors and
// byes (LOR-03).
func Tiebreakers(rs *rules.Ruleset) []string {
	sc := &rs.Scoring
	lines := []string{fmt.Sprintf("Points: %v for a win, %v for a draw, %v for a loss.", sc.Win, sc.Draw, sc.Loss)}
	for i := range rs.Ranking.Tiebreaks {
		t := &rs.Ranking.Tiebreaks[i]
		if t.ShowOnly {
			continue
		}
		line := fmt.Sprintf("%s (%s)", t.Title, t.Func)
		if f := formula(t.Func, sc); f != "" {
			line += ": " + f
		}
		if t.Floor != nil {
			line += fmt.Sprintf("; nobody's percentage is below %v", *t.Floor)
		}
		if t.Cap != nil && t.Cap.Cmp(rat.Int(1)) != 0 {
			line += fmt.Sprintf("; nobody's is above %v", *t.Cap)
		}
		if t.DropCap != nil {
			line += fmt.Sprintf("; that of somebody who dropped is at most %v", *t.DropCap)
		}
		lines = append(lines, line+".")
	}
	lines = append(lines, byeText(rs))
	switch rs.Ranking.Final {
	case "random":
		lines = append(lines, "Who is level after that is ordered by lot.")
	case "shared":
		lines = append(lines, "Who is level after that shares the place.")
	case "playoff":
		lines = append(lines, "Who is level after that plays it off; simulated by lot.")
	}
	return lines
}

func formula(function string, sc *rules.Scoring) string {
	switch function {
	case "mwp":
		return fmt.Sprintf("points divided by %v for each round that counts", sc.Win)
	case "omw":
		return fmt.Sprintf("mean of the opponents' match-win percentages, each their points divided by %v for each round that counts", sc.Win)
	case "oomw":
		return "mean of the opponents' own values of the line above"
	case "wp":
		return "matches won, a draw counting half, divided by the rounds that count"
	case "owp":
		return "mean of the opponents' win percentages"
	case "oowp":
		return "mean of the opponents' opponents' win percentages"
	case "gwp":
		return fmt.Sprintf("game points, %v for a game won and %v for a drawn one, divided by the most possible", sc.GameWin, sc.GameDraw)
	case "ogw":
		return "mean of the opponents' game-win percentages"
	case "headToHeadPair":
		return "between two players level so far, who won their match"
	}
	return ""
}

func byeText(rs *rules.Ruleset) string {
	b := &rs.Bye
	worth := "nothing"
	if len(b.Points) > 0 {
		worth = b.Points[0].String() + " points"
	}
	var parts []string
	add := func(in bool, yes, no string) {
		if in {
			parts = append(parts, yes)
		} else {
			parts = append(parts, no)
		}
	}
	add(b.InOwnPct, "it counts in the own match-win percentage", "it is left out of match-win percentages")
	if b.Games != [3]int{} {
		add(b.InOwnGames, fmt.Sprintf("its %d-%d counts in the own game-win percentage", b.Games[0], b.Games[1]), "it is left out of the game-win percentage")
	}
	return fmt.Sprintf("A bye is worth %s and adds no opponent; %s.", worth, strings.Join(parts, ", "))
}

// Source is where a part of the simulator comes from.
type Source struct{ Title, URL string }

// Sources returns what the simulator follows, beside the documents of the
// ruleset (LOR-14).
func Sources(rs *rules.Ruleset) []Source {
	list := []Source{{"Lorcana Swiss Tournament Simulator, whose questions and tables this simulator answers", "https://ma-allen.com/swiss/"}}
	for _, s := range rs.Sources {
		if s.URL != list[0].URL {
			list = append(list, Source{s.Title, s.URL})
		}
	}
	return list
}

// History returns what the simulator learnt in which version, oldest first
// (LOR-02).
func History() []string {
	return []string{
		"1.0 Planning: whole tournaments by chance, point distribution, top cut summary, intentional draws in the last round.",
		"1.1 Speed and play: several cores, intentional draws in the last but one round too, drops, awarded byes, first turn, second day.",
		"1.2 Running events: chances from the real standings, pasted standings, proved facts, advice on draws, what to watch.",
	}
}
