package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// validate checks that the ruleset can be played: every word is known, every
// result exists once, nothing that elimination needs is a draw, byes have a
// value, cuts fit the field, table scores balance. The error names the key.
func (r *Ruleset) validate() error {
	checks := []func() error{
		r.checkIdentity, r.checkSeats, r.checkVocabulary, r.checkScoring, r.checkByes,
		r.checkRanking, r.checkRounds, r.checkPairing, r.checkBracket, r.checkTables,
		r.checkClocks, r.checkNoShow, r.checkDeck, r.checkCrew, r.checkChain, r.checkScripts,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// oneOf checks a word of a closed list.
func oneOf(key, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return notice.Err("ruleset.unknown", "key", notice.Text(key), "value", notice.Text(value), "known", notice.Texts(words))
}

func allOf(key string, values, words []string) error {
	for i, v := range values {
		if err := oneOf(key, v, words...); err != nil {
			return err
		}
		if slices.Contains(values[:i], v) {
			return notice.Err("ruleset.twice", "key", notice.Text(key), "value", notice.Text(v))
		}
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Ruleset) checkIdentity() error {
	switch {
	case r.ID == "" || r.Name == "" || r.Game == "" || r.Version == "":
		return notice.Err("ruleset.identity")
	case len(r.Sources) == 0:
		return notice.Err("ruleset.sources")
	}
	if _, err := time.Parse(time.DateOnly, r.Date); err != nil {
		return notice.Err("ruleset.date", "value", notice.Text(r.Date))
	}
	for i, s := range r.Sources {
		if s.Title == "" || s.Date == "" {
			return notice.Err("ruleset.source", "at", i)
		}
	}
	for i, a := range r.Announce {
		if err := oneOf(fmt.Sprintf("announce[%d].fact", i), a.Fact, "rounds", "cut", "prizes", "third_place", "tiebreakers", "decks", "other"); err != nil {
			return err
		}
		if a.Option != "" && !slices.ContainsFunc(r.Options, func(o Option) bool { return o.Name == a.Option }) {
			return notice.Err("ruleset.empty", "key", notice.Text("options."+a.Option))
		}
	}
	for _, subjects := range [][]string{r.Moments.Start, r.Moments.Schedule, r.Moments.Decks, r.Moments.Build, r.Moments.Organisers} {
		for _, subject := range subjects {
			if r.Texts[subject] == "" {
				return notice.Err("ruleset.empty", "key", notice.Text("texts."+subject))
			}
		}
	}
	return first(
		oneOf("status", r.Status, "official", "community"),
		allOf("formats", r.Formats, []string{"swiss", "single", "double", "round_robin", "draft", "scramble"}),
		nonEmpty("formats", len(r.Formats)),
	)
}

func nonEmpty(key string, n int) error {
	if n == 0 {
		return notice.Err("ruleset.empty", "key", notice.Text(key))
	}
	return nil
}

func (r *Ruleset) checkSeats() error {
	s := r.Seats
	if s.Min < 2 || s.Max > 4 || s.Min > s.Max || s.Preferred < s.Min || s.Preferred > s.Max {
		return notice.Err("ruleset.seats", "values", []int{s.Min, s.Preferred, s.Max})
	}
	if s.Max > 2 && r.Pairing.Method == "swiss" {
		return notice.Err("ruleset.seats_method", "max", s.Max)
	}
	if s.Max == 2 && r.Pairing.Method != "swiss" {
		return notice.Err("ruleset.method_seats", "method", notice.Text(r.Pairing.Method))
	}
	if s.MaxField != 0 && s.MaxField < s.MinField {
		return notice.Err("ruleset.field", "most", s.MaxField, "least", s.MinField)
	}
	return first(
		oneOf("seats.odd", s.Odd, "bye", "threes", "standins", "sitout"),
	)
}

func (r *Ruleset) checkVocabulary() error {
	v := r.Vocabulary
	if err := oneOf("results.form", v.Form, "games", "scores", "places", "marshalling", "points"); err != nil {
		return err
	}
	if v.Form == "scores" {
		if len(v.Swiss)+len(v.Elimination) > 0 {
			return notice.Err("ruleset.scores")
		}
		return nil
	}
	if err := nonEmpty("results.swiss", len(v.Swiss)); err != nil {
		return err
	}
	if err := r.checkCodes("results.swiss", v.Swiss, ledger.Swiss); err != nil {
		return err
	}
	if err := r.checkCodes("results.elimination", v.Elimination, ledger.Elimination); err != nil {
		return err
	}
	if r.Draws.Intentional {
		if !r.Draws.Allowed {
			return notice.Err("ruleset.intentional")
		}
		if _, ok := parseScore(r.Draws.ID); !ok && v.Form != "places" {
			return notice.Err("ruleset.id_score", "value", notice.Text(r.Draws.ID))
		}
	}
	return nil
}

func (r *Ruleset) checkCodes(key string, codes []string, stage ledger.Stage) error {
	seen := map[[3]int32]bool{}
	for i, code := range codes {
		if slices.Contains(codes[:i], code) {
			return notice.Err("ruleset.twice", "key", notice.Text(key), "value", notice.Text(code))
		}
		if score, ok := parseScore(code); ok {
			if seen[score] || score[0] < score[1] {
				return notice.Err("ruleset.winners_side", "key", notice.Text(key), "value", notice.Text(code))
			}
			seen[score], seen[[3]int32{score[1], score[0], score[2]}] = true, true
			if IsElimination(stage) && score[0] == score[1] {
				return notice.Err("ruleset.elimination_draw", "key", notice.Text(key), "value", notice.Text(code))
			}
			if score[0] == score[1] && !r.Draws.Allowed {
				return notice.Err("ruleset.no_draws", "key", notice.Text(key), "value", notice.Text(code))
			}
			continue
		}
		var words []string
		switch r.Vocabulary.Form {
		case "games", "points":
			words = []string{wordID, wordDoubleLoss}
		case "marshalling":
			words = []string{wordRing, wordWeakest, wordTie, wordScenario}
		case "places":
			words = []string{wordWin, wordDraw}
		}
		if err := oneOf(key, code, words...); err != nil {
			return err
		}
		if IsElimination(stage) && (code == wordID || code == wordTie || code == wordDoubleLoss) {
			return notice.Err("ruleset.no_winner", "key", notice.Text(key), "value", notice.Text(code))
		}
		if code == wordID && !r.Draws.Intentional {
			return notice.Err("ruleset.needs_intentional", "key", notice.Text(key), "value", notice.Text(code))
		}
	}
	return nil
}

func (r *Ruleset) checkScoring() error {
	s := r.Scoring
	if err := oneOf("scoring.mode", s.Mode, "outcome", "per_game", "place", "margin", "table", "reported", "wager"); err != nil {
		return err
	}
	switch {
	case (s.Mode == "margin") != (s.Margin != nil):
		return notice.Err("ruleset.margin")
	case (s.Mode == "wager") != (s.Wager != nil):
		return notice.Err("ruleset.wager")
	case (s.Mode == "table") != (r.Tables != nil):
		return notice.Err("ruleset.tables")
	case s.Mode == "place" && len(s.ByPlace) < r.Seats.Max:
		return notice.Err("ruleset.by_place", "values", len(s.ByPlace), "seats", r.Seats.Max)
	case s.Mode == "wager" && (s.Wager.Start <= 0 || s.Wager.Pays.Sign() <= 0 || !s.Wager.Pays.Less(fraction.Int(1))):
		return notice.Err("ruleset.wager_share")
	case s.Mode != "table" && s.Win.Sign() <= 0:
		return notice.Err("ruleset.win")
	case s.Win.Less(s.Draw) || s.Draw.Less(s.Loss):
		return notice.Err("ruleset.rise")
	case s.GameWin.Less(s.GameDraw):
		return notice.Err("ruleset.game_draw")
	}
	if s.Margin == nil {
		return nil
	}
	var last Band
	for i, b := range s.Margin.Bands {
		if i > 0 && !b.Ratio.Less(last.Ratio) {
			return notice.Err("ruleset.bands")
		}
		last = b
	}
	if !s.Margin.Scenario && (len(s.Margin.Bands) == 0 || !last.Ratio.Equal(fraction.Int(1)) || !last.Above) {
		return notice.Err("ruleset.last_band")
	}
	return nil
}

func (r *Ruleset) checkByes() error {
	b := r.Bye
	if err := nonEmpty("bye.points", len(b.Points)); err != nil {
		return err
	}
	if b.Phantoms < 0 || b.Phantom.Sign() < 0 {
		return notice.Err("ruleset.phantoms")
	}
	if b.Requests > 0 { // byes that are worth what one of the pairing is are the organisers' alone
		if err := nonEmpty("bye.awarded_points", len(b.AwardedPts)); err != nil {
			return err
		}
	}
	words := []string{"lowest", "random_lowest", "random"}
	return first(oneOf("bye.who", b.Who, words...), oneOf("bye.first_round", b.FirstRound, append(words, "")...))
}

// checkRanking does not check the names of tiebreakers; standings.Known does.
func (r *Ruleset) checkRanking() error {
	return first(
		checkTiebreaks("ranking.tiebreaks", r.Ranking.Tiebreaks),
		checkTiebreaks("ranking.round_robin", r.Ranking.RoundRobin),
		oneOf("ranking.final", r.Ranking.Final, "random", "shared", "playoff", "manual"),
		oneOf("ranking.restart", r.Ranking.Restart, "", "split", "tiers"),
	)
}

func checkTiebreaks(key string, list []Tiebreak) error {
	for i, t := range list {
		at := fmt.Sprintf("%s[%d]", key, i)
		switch {
		case t.Floor != nil && t.Cap != nil && t.Cap.Less(*t.Floor):
			return notice.Err("ruleset.cap", "key", notice.Text(at))
		case t.Cut < 0:
			return notice.Err("ruleset.tiebreak_cut", "key", notice.Text(at+".cut"))
		case t.Divisor < 0:
			return notice.Err("ruleset.tiebreak_cut", "key", notice.Text(at+".divisor"))
		}
		if err := first(oneOf(at+".of", t.Of, "", "boards"), oneOf(at+".times", t.Times, "", "boards")); err != nil {
			return err
		}
	}
	return nil
}

func (r *Ruleset) checkCrew() error {
	if r.Crew == nil {
		return nil
	}
	if r.Seats.Max != 2 || r.form() != ledger.Games {
		return notice.Err("ruleset.crew_game")
	}
	if err := first(
		oneOf("crew.preset", r.Crew.Preset, "", "lichess", "olympiad", "trios"),
		oneOf("crew.bye_boards", r.Crew.ByeBoards, "", "win", "draw", "loss"),
		checkTiebreaks("crew.tiebreaks", r.Crew.Tiebreaks),
	); err != nil {
		return err
	}
	of := *r
	of.crewed(1)
	switch sc := &of.Scoring; {
	case sc.Win.Sign() <= 0 || sc.Win.Less(sc.Draw) || sc.Draw.Less(sc.Loss):
		return notice.Err("ruleset.crew_match")
	case sc.GameWin.Sign() <= 0 || sc.GameWin.Less(sc.GameDraw) || sc.GameDraw.Sign() < 0:
		return notice.Err("ruleset.crew_board")
	case of.Bye.Points[0].Sign() < 0 || sc.Win.Less(of.Bye.Points[0]):
		return notice.Err("ruleset.crew_bye")
	}
	return nil
}

func (r *Ruleset) checkRounds() error {
	names := []string{}
	for i, t := range r.Rounds.Tables {
		key := fmt.Sprintf("rounds.tables[%d]", i)
		if slices.Contains(names, t.Name) || t.Name == "" {
			return notice.Err("ruleset.table_name", "key", notice.Text(key), "name", notice.Text(t.Name))
		}
		names = append(names, t.Name)
		if err := checkRows(key, t.Rows, r.Advance.PowerOfTwo); err != nil {
			return err
		}
	}
	if err := checkRows("advance.equal", r.Advance.Equal, false); err != nil {
		return err
	}
	if len(names) > 0 || r.Rounds.Table != "" {
		if err := oneOf("rounds.table", r.Rounds.Table, names...); err != nil {
			return err
		}
	}
	return oneOf("rounds.count_by", r.Rounds.CountBy, "entrants", "largest_division", "bye_weighted")
}

func checkRows(key string, rows []RoundRow, powerOfTwo bool) error {
	before := 0
	for i, row := range rows {
		at := fmt.Sprintf("%s row %d", key, i+1)
		switch {
		case row.Min < 2 || row.Max != 0 && row.Max < row.Min:
			return notice.Err("ruleset.range", "at", notice.Text(at), "from", row.Min, "to", row.Max)
		case i > 0 && row.Min != before+1:
			return notice.Err("ruleset.gap", "at", notice.Text(at), "from", row.Min, "before", before)
		case row.Max == 0 && i != len(rows)-1:
			return notice.Err("ruleset.open_row", "at", notice.Text(at))
		case row.Format != "" && row.Format != "single":
			return notice.Err("ruleset.row_format", "at", notice.Text(at), "value", notice.Text(row.Format))
		}
		for _, cut := range row.Cuts {
			if cut < 2 || cut > row.Min {
				return notice.Err("ruleset.cut", "at", notice.Text(at), "cut", cut, "players", row.Min)
			}
			if powerOfTwo && cut&(cut-1) != 0 {
				return notice.Err("ruleset.cut_power", "at", notice.Text(at), "cut", cut)
			}
		}
		for _, n := range row.Rounds {
			if n < 1 {
				return notice.Err("ruleset.rounds", "at", notice.Text(at), "rounds", n)
			}
		}
		before = row.Max
	}
	return nil
}

func (r *Ruleset) checkPairing() error {
	p := r.Pairing
	return first(
		oneOf("pairing.method", p.Method, "swiss", "scramble", "pods"),
		oneOf("pairing.first", p.First, "random", "halves"),
		allOf("pairing.hard", p.Hard, []string{"noRematch", "noThirdMeeting", "byeOnce", "sameDivision", "sameFlight", "sameTeam", "sameTag", "noAbsoluteColour", "singleSidedIllegal", "activeOnly"}),
		allOf("pairing.cost", p.Cost, []string{
			"crossDivision", "rematches", "tagConflict", "pointGap", "groupGap", "repeatFloat", "sideDebt", "singleSided",
			"tableSizes", "sameTableSeat", "windMissing", "windMax", "lateness", "rankGap", "random",
		}),
		oneOf("pairing.tables", p.Tables, "best_rank", "random", "fixed"),
	)
}

func (r *Ruleset) checkBracket() error {
	b := r.Bracket
	return first(
		oneOf("bracket.type", b.Type, "", "single", "double"),
		oneOf("bracket.third", b.Third, "option", "never"),
		oneOf("bracket.places", b.Places, "swiss_rank"), // without standings before it, the eliminator decides (docs/rules/pokemon.md#pkm-58)
		oneOf("bracket.choice", b.Choice, "", "higher_seed"),
		oneOf("bracket.draw_goes", b.DrawGoes, "", "best_rank"),
	)
}

func (r *Ruleset) checkTables() error {
	t := r.Tables
	if t == nil {
		return nil
	}
	if t.Divisor <= 0 || t.Start <= 0 || t.Sessions < 1 {
		return notice.Err("ruleset.start")
	}
	if err := t.checkUma("tables.uma", t.Uma); err != nil {
		return err
	}
	for i, f := range t.Floating {
		if err := t.checkUma(fmt.Sprintf("tables.floating[%d].uma", i), f.Uma); err != nil {
			return err
		}
	}
	if n := len(t.Days); n != 0 && n != t.Sessions+len(t.Finals) {
		return notice.Err("ruleset.days", "days", n, "sessions", t.Sessions+len(t.Finals))
	}
	for i, f := range t.Finals {
		if len(f.Split) == 0 || !slices.IsSorted(f.Split) {
			return notice.Err("ruleset.split", "at", i)
		}
	}
	return nil
}

// checkUma makes sure that the results of a table sum to zero, so that no
// session gives points to the field.
func (t *Tables) checkUma(key string, uma []fraction.Fraction) error {
	if len(uma) != 4 {
		return notice.Err("ruleset.four", "key", notice.Text(key))
	}
	paid := fraction.New(4*(t.Target-t.Start), t.Divisor)
	if sum := fraction.Sum(uma...).Add(t.Oka); !sum.Equal(paid) {
		return notice.Err("ruleset.uma", "key", notice.Text(key), "sum", sum, "paid", paid)
	}
	return nil
}

func (r *Ruleset) checkDeck() error {
	d := r.Deck
	if d.Min < 0 || d.Max < 0 || d.Max > 0 && d.Max < d.Min || d.Side < 0 || d.Extra < 0 || d.Copies < 0 || d.Limited < 0 {
		return notice.Err("ruleset.deck")
	}
	return nil
}

func (r *Ruleset) checkNoShow() error {
	return oneOf("no_show.both", r.NoShow.Both, "", "double_loss", "draw")
}

// Structure returns the structure of its events where none is chosen, and whether it has one.
func (r *Ruleset) Structure() (stage.Chain, bool) {
	c, err := stage.Parse(r.Chain)
	return c, err == nil && r.Chain != ""
}

func (r *Ruleset) checkChain() error {
	if r.Chain == "" {
		return nil
	}
	c, err := stage.Parse(r.Chain)
	if err != nil {
		return notice.Err("ruleset.chain", "why", notice.Of(err))
	}
	for _, s := range c.Stages {
		s.Best.Each(func(_ notice.Code, n int) {
			if !r.hasBestOf(n) {
				err = notice.Err("ruleset.chain_best", "best", n)
			}
		})
	}
	return err
}

func (r *Ruleset) checkClocks() error {
	clocks := map[string]*Clock{"swiss": &r.Clocks.Swiss, "elimination": r.Clocks.Elimination, "final": r.Clocks.Final}
	for _, name := range []string{"swiss", "elimination", "final"} {
		c := clocks[name]
		if c == nil {
			continue
		}
		key := "clocks." + name
		if err := oneOf(key+".at_time", c.AtTime, "draw", "leader", "double_loss", "text"); err != nil {
			return err
		}
		if c.AtTime == "draw" && name != "swiss" {
			return notice.Err("ruleset.at_time", "key", notice.Text(key))
		}
		if c.Text == "" {
			return notice.Err("ruleset.clock_text", "key", notice.Text(key))
		}
		for _, w := range c.Warn {
			if c.Round != 0 && w >= c.Round {
				return notice.Err("ruleset.warn", "key", notice.Text(key))
			}
		}
	}
	return nil
}

// ValidateOptions checks every choice of every option by applying it to the ruleset
// alone, and calls checks on each resulting ruleset. LoadDir does so for a server's own
// files.
func (r *Ruleset) ValidateOptions(checks ...func(*Ruleset) error) error {
	all := func(r *Ruleset) error {
		for _, check := range checks {
			if err := check(r); err != nil {
				return err
			}
		}
		return nil
	}
	if err := all(r); err != nil {
		return err
	}
	for i, o := range r.Options {
		if slices.IndexFunc(o.Choices, func(c Choice) bool { return c.Value == o.Default }) < 0 {
			return notice.Err("ruleset.default", "at", i, "value", notice.Text(o.Default))
		}
		for j, c := range o.Choices {
			key := fmt.Sprintf("options[%d].choices[%d]", i, j)
			var strict Ruleset
			if err := unmarshalStrict([]byte(c.Set), &strict); err != nil {
				return fmt.Errorf("%s.set: %w", key, err)
			}
			if c.Value == o.Default && strings.TrimSpace(c.Set) != "" {
				return notice.Err("ruleset.default_changes", "key", notice.Text(key))
			}
			if slices.IndexFunc(o.Choices[:j], func(e Choice) bool { return e.Value == c.Value }) >= 0 {
				return notice.Err("ruleset.value_twice", "key", notice.Text(key), "value", notice.Text(c.Value))
			}
			with, err := r.With(map[string]string{o.Name: c.Value})
			if err == nil {
				err = all(with)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	return nil
}
