package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topcut/tournament/numbered"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/notice"
	"topcut/tournament/seating"
	"topcut/tournament/table"
)

// standingExplained is the output of `standings --explain ID --json`.
type standingExplained struct {
	Player  string   `json:"player"`
	Explain []string `json:"explain"`
}

// bracketExplained is the output of `bracket --explain --json`.
type bracketExplained struct {
	bracket.Diagram
	Explain []string `json:"explain"`
}

// scheduleExplained is the output of `seat --explain --json`.
type scheduleExplained struct {
	seating.Report
	Explain []string `json:"explain"`
}

// printLines prints lines.
func printLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, table.Visible(line)); err != nil {
			return err
		}
	}
	return nil
}

// explainBracket explains each player's seed, the origin of the players of each match,
// and the placing of players eliminated in the same round.
func (e *event) explainBracket(b *tournament.DivisionBracket) ([]string, error) {
	out, err := e.explainSeeds(b.Seeds)
	if err != nil {
		return nil, err
	}
	var say text.Printer
	for _, r := range b.Tree.Rounds() {
		for _, id := range r.Matches {
			if !b.State.Matches.At(id).Needed {
				continue
			}
			m, _ := b.Tree.Match(id)
			sides := e.comesFrom(b, m.Sources[0])
			for _, from := range m.Sources[1:] {
				sides = say.Say("explained.match.meets", "one", text.Raw(sides), "other", text.Raw(e.comesFrom(b, from)))
			}
			line := say.Say("explained.match.line", "match", id, "part", text.Raw(r.Part.String()), "sides", text.Raw(sides))
			if m.Replay {
				line += " " + say.Say("explained.match.replay")
			}
			out = append(out, line)
		}
	}
	if !slices.ContainsFunc(b.State.Places, func(place int) bool { return place > 0 }) {
		return out, nil
	}
	places := notice.Code("explained.places.seeds")
	switch cfg := b.Tree.Config(); {
	case cfg.Type == bracket.Double:
		places = "explained.places.double"
	case cfg.Placement:
		places = "explained.places.played"
	case cfg.Ranking == bracket.ByEliminator:
		places = "explained.places.eliminator"
	case cfg.Ranking == bracket.Shared:
		places = "explained.places.shared"
	}
	return append(out, say.Say(places)), nil
}

// explainSeeds explains each player's seed.
func (e *event) explainSeeds(seeds []int) ([]string, error) {
	table, err := e.table()
	if err != nil {
		return nil, err
	}
	var out []string
	for k, n := range seeds {
		row, seed := table.Row(int32(n-1)), e.file.Ledger.Players.At(n).Seed
		why := notice.New("explained.seed.listed")
		switch {
		case e.swiss() > 0 && row != nil:
			why = notice.New("explained.seed.ranked", "rank", row.Rank, "round", table.After, "points", notice.Text(e.file.Rules.FormatPoints(row.Points)))
		case seed > 0:
			why = notice.New("explained.seed.given", "seed", seed)
		case e.logged:
			why = notice.New("explained.seed.drawn")
		}
		out = append(out, text.Printer{}.Say("explained.seed.line", "seed", k+1, "player", text.Raw(e.name(int32(n-1))), "why", why))
	}
	return out, nil
}

// comesFrom describes where a player of a match comes from.
func (e *event) comesFrom(b *tournament.DivisionBracket, from bracket.Source) string {
	var say text.Printer
	switch from.Kind {
	case bracket.Seed:
		return say.Say("explained.match.seed", "seed", from.N, "player", text.Raw(e.name(int32(numbered.Get(b.Seeds, from.N)-1))))
	case bracket.WinnerOf:
		return say.Say("explained.match.winner", "match", from.N)
	case bracket.LoserOf:
		return say.Say("explained.match.loser", "match", from.N)
	case bracket.Survivor:
		return say.Say("explained.match.survivor", "number", from.N)
	case bracket.Nobody:
	}
	return say.Say("explained.match.bye")
}

// explainSchedule describes the aims of a schedule, how close it comes to the optimum,
// and the result for each player (docs/rules/riichi.md#rii-38).
func explainSchedule(s *seating.Schedule, name func(number int) string) []string {
	var say text.Printer
	value, winds, stays := s.Value(), s.Winds(), s.TableStays()
	meetings := say.Say("explained.schedule.meetings", "times", text.Raw(times(value.MaxMeetings)))
	distinct := say.Say("explained.schedule.distinct", "most", value.MostDistinct)
	if s.Players%seating.Seats == 0 { // the bounds assume that all players play every session
		bound := seating.Bound(s.Players, len(s.Sessions))
		meetings = say.Say("explained.schedule.meetings_bound", "times", text.Raw(times(value.MaxMeetings)), "least", bound.MaxMeetings)
		distinct = say.Say("explained.schedule.distinct_bound", "most", value.MostDistinct, "bound", bound.MostDistinct)
	}
	out := []string{
		meetings, say.Say("explained.schedule.spread", "apart", value.DistinctSpread), distinct,
		say.Say("explained.schedule.winds", "missing", winds.Missing, "times", text.Raw(times(winds.MaxSingle))),
		say.Say("explained.schedule.tables", "three", stays.ThreeInRow, "two", stays.TwoInRow),
	}
	for number := 1; number <= s.Players; number++ {
		out = append(out, explainNumber(s, number, name))
	}
	return out
}

// explainNumber describes the opponents and winds of the player with a number. Stand-ins
// do not count as opponents.
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
	var say text.Printer
	var twice []string
	for other := 1; other <= s.Players; other++ {
		if met[other] > 1 {
			twice = append(twice, say.Say("explained.schedule.opponent", "player", text.Raw(name(other)), "times", text.Raw(times(met[other]))))
		}
	}
	line := say.Say("explained.schedule.player", "player", text.Raw(name(number)), "sessions", played, "met", len(met),
		"east", winds[0], "south", winds[1], "west", winds[2], "north", winds[3])
	if len(twice) > 0 {
		line += " " + say.Say("explained.schedule.more", "others", text.Raw(strings.Join(twice, ", ")))
	}
	return line
}

func times(n int) string {
	if n == 2 {
		return text.Printer{}.Say("explained.schedule.twice")
	}
	return text.Printer{}.Say("explained.schedule.times", "n", n)
}
