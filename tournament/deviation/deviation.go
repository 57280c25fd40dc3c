// Package deviation says in which points the settings of an event differ from what the
// documents of its game sanction or recommend. A deviation changes nothing: the program
// does not decide which events may be run (docs/rules/pokemon.md#pkm-02,
// docs/rules/meccg.md#mec-06).
package deviation

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Of returns the deviations of an event, for its organisers.
func Of(s *tournament.State) []notice.Notice {
	var out []notice.Notice
	say := func(code notice.Code, args ...any) { out = append(out, notice.New(code, args...)) }
	game := notice.Text(s.Rules.Name)
	if format := s.Settings.Stages.Format(); !slices.Contains(s.Rules.Formats, format) {
		var known []notice.Word
		for _, f := range s.Rules.Formats {
			known = append(known, notice.Word("format."+f))
		}
		say("label.format", "game", game, "known", known, "format", notice.Word("format."+format))
	}
	first := s.Settings.Stages.First()
	swiss := first.Kind.ByPoints() && !s.Settings.Stages.Prepares(stage.Draft)
	attendance := s.Rules.Attendance(s.Facts())
	if swiss && attendance > 1 {
		row, ok := s.Rules.Row("", attendance)
		if _, _, notes := s.Rules.RoundsFor(attendance); row.Unofficial || !ok && !chosen(s) {
			out = append(out, notes...)
		}
		rounds := s.PlannedRounds()
		if rounds == 0 {
			rounds = first.Rounds
		}
		if least := s.Rules.Rounds.Min; rounds > 0 && rounds < least {
			say("label.rounds", "game", game, "n", least)
		}
	}
	if least, most := s.Rules.ClockRange(ledger.Swiss); s.Settings.RoundMinutes > 0 && !first.Kind.Eliminates() { // docs/rules/magic.md#mtg-05
		switch span := time.Duration(s.Settings.RoundMinutes) * time.Minute; {
		case most > 0 && (span < least || span > most):
			say("label.clock", "game", game, "least", least, "most", most, "span", span)
		case span < least:
			say("label.clock_least", "game", game, "least", least, "span", span)
		}
	}
	if first.Unbeaten && !s.Rules.Rounds.Early {
		say("label.unbeaten", "game", game)
	}
	cut, _ := s.Settings.Stages.Cut()
	size := 0 // before the start as requested, if there are enough players
	if s.Phase < tournament.Running && !s.ByDivision() && cut.Entry.By == stage.Top && cut.Entry.N <= attendance {
		size = cut.Entry.N
	}
	plan := s.PlannedCut()
	if plan != nil && plan.Entry().By == stage.Top {
		size = plan.Size
	}
	switch largest := s.Rules.LargestCut(attendance); { // docs/rules/pokemon.md#pkm-27
	case !swiss || s.ByDivision() || size <= largest:
	case largest == 0:
		say("label.no_cut", "game", game, "size", size, "n", attendance)
	default:
		say("label.cut", "game", game, "size", size, "largest", largest, "n", attendance)
	}
	if swiss && s.ByDivision() && cut.Entry.By == stage.Top {
		cuts := s.DivisionCuts(cut.Entry)
		for division, players := range s.DivisionSizes() {
			name := notice.Text(s.Settings.Divisions[division])
			switch places := cuts[division]; {
			case players == 0 || places == cut.Entry.N:
			case places == 0:
				say("label.division_no_cut", "division", name, "players", players, "size", cut.Entry.N)
			default:
				say("label.division_cut", "division", name, "players", players, "size", cut.Entry.N, "places", places)
			}
		}
	}
	if plan != nil && swiss && plan.Entry().By == stage.Top {
		if small, large := unequalCuts(s, plan.Entry()); small != "" {
			say("label.unequal", "small", notice.Text(small), "large", notice.Text(large))
		}
	}
	if s.InFlights() && s.Rules.Texts["flights"] != "" {
		say("label.ruleset", "text", notice.Quote(s.Rules.Texts["flights"])) // docs/rules/pokemon.md#pkm-67
	}
	return out
}

// chosen reports whether the organisers set the number of rounds and the cut, so that
// no table is needed.
func chosen(s *tournament.State) bool {
	cut, ok := s.Settings.Stages.Cut()
	return s.Settings.Stages.First().Rounds > 0 && !(ok && cut.Entry.By == stage.Auto)
}

// unequalCuts returns two divisions of which one has more than twice the other's share
// of players in the cut (docs/rules/pokemon.md#pkm-30), or empty names.
func unequalCuts(s *tournament.State, e stage.Entry) (small, large string) {
	if !s.ByDivision() {
		return "", ""
	}
	cuts := s.DivisionCuts(e)
	var least, most fraction.Fraction
	for division, players := range s.DivisionSizes() {
		cut := cuts[division]
		if cut == 0 {
			continue
		}
		share, name := fraction.New(int64(cut), int64(players)), s.Settings.Divisions[division]
		if small == "" || share.Cmp(least) < 0 {
			least, small = share, name
		}
		if large == "" || share.Cmp(most) > 0 {
			most, large = share, name
		}
	}
	if small == "" || most.Cmp(least.Mul(fraction.Int(2))) <= 0 {
		return "", ""
	}
	return small, large
}
