package rules

import (
	"maps"
	"slices"
	"strings"

	"topcut/tournament/fraction"
)

// presets are the tables of crews that are known by a name. An event keeps the name alone, so
// what one says never changes: another table has another name (TestPresetsOfCrewsStand).
var presets = map[string]Crew{
	// lichess4545: 2, 1, 0 for the match, a bye is a drawn one; then board points, the matches
	// against each other, boards won, Sonneborn-Berger.
	"lichess": {
		Win: points(2), Draw: points(1), Loss: points(0), Bye: points(1), ByeBoards: "draw", BoardWin: points(1), BoardDraw: half,
		Tiebreaks: []Tiebreak{
			{Func: "boardPoints", Decimals: 1}, {Func: "directEncounter"}, {Func: "boardsWon"}, {Func: "sonnebornBerger"},
		},
	},
	// The Chess Olympiad of 2026: match points of each opponent by the board points taken from
	// it without the lowest, board points, match points of the opponents without the lowest.
	"olympiad": {
		Win: points(2), Draw: points(1), Loss: points(0), Bye: points(1), ByeBoards: "draw", BoardWin: points(1), BoardDraw: half,
		Tiebreaks: []Tiebreak{
			{Func: "sonnebornBerger", Short: "OSB", Times: "boards", Cut: 1, Decimals: 1}, {Func: "boardPoints", Decimals: 1}, {Func: "buchholzCut1"},
		},
	},
	// Trios of card games: a match counts as one of two players with boards for games, and the
	// game's own tiebreakers rank.
	"trios": {Win: points(3), Draw: points(1), Loss: points(0), Bye: points(3), ByeBoards: "win"},
}

// TeamsOption is the option of a game by which an event chooses the table of its crews. It
// says nothing where no match is played on boards.
const TeamsOption = "teams"

var half = func() *fraction.Fraction { f := fraction.New(1, 2); return &f }()

func points(n int64) *fraction.Fraction {
	f := fraction.Int(n)
	return &f
}

// filled returns the table with what its preset says where it says nothing itself.
func (c Crew) filled() Crew {
	of := presets[c.Preset]
	for _, key := range []struct{ own, preset **fraction.Fraction }{
		{&c.Win, &of.Win}, {&c.Draw, &of.Draw}, {&c.Loss, &of.Loss}, {&c.Bye, &of.Bye}, {&c.BoardWin, &of.BoardWin}, {&c.BoardDraw, &of.BoardDraw},
	} {
		if *key.own == nil {
			*key.own = *key.preset
		}
	}
	if c.ByeBoards == "" {
		c.ByeBoards = of.ByeBoards
	}
	if len(c.Tiebreaks) == 0 {
		c.Tiebreaks = of.Tiebreaks
	}
	return c
}

// crewed makes r, the rules of a match on n boards, count and rank as the table of crews says.
func (r *Ruleset) crewed(n int) {
	if r.Crew == nil {
		return
	}
	c, before := r.Crew.filled(), [4]fraction.Fraction{r.Scoring.Win, r.Scoring.Draw, r.Scoring.Loss, r.Bye.Points[0]}
	for _, key := range []struct{ from, to *fraction.Fraction }{
		{c.Win, &r.Scoring.Win}, {c.Draw, &r.Scoring.Draw}, {c.Loss, &r.Scoring.Loss}, {c.BoardWin, &r.Scoring.GameWin}, {c.BoardDraw, &r.Scoring.GameDraw},
	} {
		if key.from != nil {
			*key.to = *key.from
		}
	}
	if c.Bye != nil {
		r.Bye.Points = []fraction.Fraction{*c.Bye}
	}
	if len(r.Bye.AwardedPts) > 0 { // a bye asked for is a drawn match
		r.Bye.AwardedPts = []fraction.Fraction{r.Scoring.Draw}
	}
	r.Bye.CountsAsWin = r.Bye.CountsAsWin && !r.Bye.Points[0].Less(r.Scoring.Win)
	switch c.ByeBoards {
	case "draw":
		r.Bye.Games = [3]int{0, 0, n}
	case "loss":
		r.Bye.Games = [3]int{0, n, 0}
	}
	texts := maps.Clone(r.Texts)
	if before != [4]fraction.Fraction{r.Scoring.Win, r.Scoring.Draw, r.Scoring.Loss, r.Bye.Points[0]} {
		delete(texts, "summary") // of a match of two persons
		r.Scoring.Decimals = 0
	}
	if len(c.Tiebreaks) > 0 {
		delete(texts, "tiebreakers")
		r.Ranking.Tiebreaks = slices.Clone(c.Tiebreaks)
		if len(r.Ranking.RoundRobin) > 0 {
			r.Ranking.RoundRobin = playAll(c.Tiebreaks)
		}
	}
	r.Texts = texts
}

// playAll returns a list of tiebreakers as it ranks where all play all: those that add up all
// opponents are the same for crews that are level, and a match without play counts as played.
func playAll(list []Tiebreak) []Tiebreak {
	list = slices.DeleteFunc(slices.Clone(list), func(t Tiebreak) bool { return strings.Contains(strings.ToLower(t.Func), "buchholz") })
	for i := range list {
		switch list[i].Func {
		case "sonnebornBerger":
			list[i].Method = "played"
		case "scheduleStrength": // board points and the same for all who are level
			list[i] = Tiebreak{Func: "boardPoints", Decimals: list[i].Decimals}
		}
	}
	return slices.CompactFunc(list, func(a, b Tiebreak) bool { return a.Func == "boardPoints" && b.Func == a.Func })
}
