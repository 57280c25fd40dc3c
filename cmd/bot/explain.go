package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/seating"
)

// standingExplained is `standings --explain ID --json`.
type standingExplained struct {
	Player  string   `json:"player"`
	Explain []string `json:"explain"`
}

// bracketExplained is `bracket --explain --json`.
type bracketExplained struct {
	bracket.Diagram
	Explain []string `json:"explain"`
}

// scheduleExplained is `seat --explain --json`.
type scheduleExplained struct {
	seating.Report
	Explain []string `json:"explain"`
}

// printLines prints sentences for people.
func printLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, visible(line)); err != nil {
			return err
		}
	}
	return nil
}

// explain says why everybody has their seed, where the players of each match
// come from, and how those who left in the same round are placed.
func (e *event) explainBracket(b *tournament.DivisionBracket) ([]string, error) {
	out, err := e.explainSeeds(b.Seeds)
	if err != nil {
		return nil, err
	}
	name := func(seed int) string { return e.name(int32(b.Seeds[seed-1] - 1)) }
	for _, r := range b.Tree.Rounds() {
		for _, id := range r.Matches {
			if !b.State.Matches[id-1].Needed {
				continue
			}
			m, _ := b.Tree.Match(id)
			words := make([]string, len(m.Sources))
			for i, from := range m.Sources {
				words[i] = comesFrom(from, name)
			}
			line := fmt.Sprintf("Match %d (%s): %s.", id, r.Part, strings.Join(words, " meets "))
			if m.Replay {
				line += " It is played because the player from the lower bracket won the first final."
			}
			out = append(out, line)
		}
	}
	if !slices.ContainsFunc(b.State.Places, func(place int) bool { return place > 0 }) {
		return out, nil
	}
	cfg := b.Tree.Config()
	switch {
	case cfg.Type == bracket.Double:
		return append(out, "Places: whoever loses later in the lower bracket is placed higher; in the same round the better seed is."), nil
	case cfg.Placement:
		return append(out, "Places: all of them are played for."), nil
	case cfg.Ranking == bracket.ByEliminator:
		return append(out, "Places: of those who left in the same round, whoever lost to the better placed player is placed higher."), nil
	case cfg.Ranking == bracket.Shared:
		return append(out, "Places: those who left in the same round share the best place of the round."), nil
	}
	return append(out, "Places: of those who left in the same round, the better seed is placed higher."), nil
}

// explainSeeds says why everybody has their seed.
func (e *event) explainSeeds(seeds []int) ([]string, error) {
	table, err := e.table()
	if err != nil {
		return nil, err
	}
	var out []string
	for k, n := range seeds {
		row, seed := table.Row(int32(n-1)), e.file.Ledger.Players[n-1].Seed
		why := "no seed is given, so the order of the file decides"
		switch {
		case e.swiss() > 0 && row != nil:
			why = fmt.Sprintf("rank %d of the standings after round %d, points %s", row.Rank, table.After, e.file.Rules.FormatPoints(row.Points))
		case seed > 0:
			why = fmt.Sprintf("given seed %d", seed)
		case e.logged:
			why = "drawn at the start"
		}
		out = append(out, fmt.Sprintf("Seed %d is %s: %s.", k+1, e.name(int32(n-1)), why))
	}
	return out, nil
}

// comesFrom says where a player of a match comes from.
func comesFrom(from bracket.Source, name func(seed int) string) string {
	switch from.Kind {
	case bracket.Seed:
		return fmt.Sprintf("seed %d (%s)", from.N, name(from.N))
	case bracket.WinnerOf:
		return fmt.Sprintf("the winner of match %d", from.N)
	case bracket.LoserOf:
		return fmt.Sprintf("the loser of match %d", from.N)
	case bracket.Survivor:
		return fmt.Sprintf("number %d of the seeds still in", from.N)
	case bracket.Nobody:
	}
	return "nobody, a bye"
}

// explainSchedule says what a schedule was made for, how near it comes to what
// is possible, and what each player gets of it (RII-38).
func explainSchedule(s *seating.Schedule, name func(number int) string) []string {
	value, winds := s.Value(), s.Winds()
	least, most := "", ""
	if s.Players%seating.Seats == 0 { // the bounds are for players who all play every session
		bound := seating.Bound(s.Players, len(s.Sessions))
		least = fmt.Sprintf("; no schedule can do with fewer than %d", bound.MaxMeetings)
		most = fmt.Sprintf("; no schedule can give more than %d", bound.MostDistinct)
	}
	out := []string{
		fmt.Sprintf("First: nobody meets anybody more than %s%s.", times(value.MaxMeetings), least),
		fmt.Sprintf("Second: the most and the fewest different opponents of a player are %d apart.", value.DistinctSpread),
		fmt.Sprintf("Third: the most different opponents of a player are %d%s.", value.MostDistinct, most),
		fmt.Sprintf("Then the winds: %d players miss one, nobody has one more than %s.", winds.Missing, times(winds.MaxSingle)),
		fmt.Sprintf("Last the tables: %d players stay at one for three sessions, %d for two.", s.TableStays().ThreeInRow, s.TableStays().TwoInRow),
	}
	for number := 1; number <= s.Players; number++ {
		out = append(out, explainNumber(s, number, name))
	}
	return out
}

// explainNumber says whom the player with a number meets, and with which winds.
// Stand-ins do not count as opponents.
func explainNumber(s *seating.Schedule, number int, name func(int) string) string {
	met := map[int]int{}
	var winds [seating.Seats]int
	played := 0
	for _, session := range s.Sessions {
		for _, table := range session.Tables {
			at := slices.Index(table[:], number)
			if at < 0 {
				continue
			}
			played++
			winds[at]++
			for _, other := range table {
				if other != number && other <= s.Players {
					met[other]++
				}
			}
		}
	}
	text := fmt.Sprintf("%s: %d sessions, %d different opponents, East %d, South %d, West %d, North %d", name(number), played, len(met), winds[0], winds[1], winds[2], winds[3])
	var twice []string
	for other := 1; other <= s.Players; other++ {
		if met[other] > 1 {
			twice = append(twice, fmt.Sprintf("%s %s", name(other), times(met[other])))
		}
	}
	if len(twice) > 0 {
		text += "; meets " + strings.Join(twice, ", ")
	}
	return text + "."
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
