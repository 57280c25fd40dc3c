package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rat"
)

// Validate checks that the ruleset can be played: every word is known, every
// result exists once, nothing that elimination needs is a draw, byes have a
// value, cuts fit the field, table scores balance. The error names the key.
func (r *Ruleset) Validate() error {
	checks := []func() error{
		r.checkIdentity, r.checkSeats, r.checkVocabulary, r.checkScoring, r.checkByes,
		r.checkRanking, r.checkRounds, r.checkPairing, r.checkBracket, r.checkTables,
		r.checkClocks,
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
	return fmt.Errorf("%s = %q is unknown, use one of %s", key, value, strings.Join(quoted(words), ", "))
}

func allOf(key string, values, words []string) error {
	for i, v := range values {
		if err := oneOf(key, v, words...); err != nil {
			return err
		}
		if slices.Contains(values[:i], v) {
			return fmt.Errorf("%s lists %q twice", key, v)
		}
	}
	return nil
}

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fmt.Sprintf("%q", w)
	}
	return out
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
		return fmt.Errorf("id, name, game and version are needed")
	case len(r.Sources) == 0:
		return fmt.Errorf("sources is empty, name the document or the practice the rules come from")
	}
	if _, err := time.Parse(time.DateOnly, r.Date); err != nil {
		return fmt.Errorf("date = %q is not a date such as 2026-07-12", r.Date)
	}
	for i, s := range r.Sources {
		if s.Title == "" || s.Date == "" {
			return fmt.Errorf("sources[%d] needs a title and a date", i)
		}
	}
	for i, a := range r.Announce {
		if err := oneOf(fmt.Sprintf("announce[%d].fact", i), a.Fact, "rounds", "cut", "prizes", "third_place", "tiebreakers", "other"); err != nil {
			return err
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
		return fmt.Errorf("%s is empty", key)
	}
	return nil
}

func (r *Ruleset) checkSeats() error {
	s := r.Seats
	if s.Min < 2 || s.Max > 4 || s.Min > s.Max || s.Preferred < s.Min || s.Preferred > s.Max {
		return fmt.Errorf("seats: min, preferred and max must rise from 2 to 4, not %d, %d, %d", s.Min, s.Preferred, s.Max)
	}
	if s.Max > 2 && r.Pairing.Method == "swiss" {
		return fmt.Errorf(`seats.max = %d needs pairing.method "pods" or "scramble", since "swiss" seats two`, s.Max)
	}
	if s.Max == 2 && r.Pairing.Method != "swiss" {
		return fmt.Errorf("pairing.method = %q needs tables of more than two", r.Pairing.Method)
	}
	if s.MaxField != 0 && s.MaxField < s.MinField {
		return fmt.Errorf("seats.max_field = %d is below min_field = %d", s.MaxField, s.MinField)
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
			return fmt.Errorf("results of table scores have no list")
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
			return fmt.Errorf("draws.intentional needs draws.allowed")
		}
		if _, ok := parseScore(r.Draws.ID); !ok && v.Form != "places" {
			return fmt.Errorf("draws.id = %q is not a score such as 0-0-3", r.Draws.ID)
		}
	}
	return nil
}

func (r *Ruleset) checkCodes(key string, codes []string, stage ledger.Stage) error {
	seen := map[[3]int32]bool{}
	for i, code := range codes {
		if slices.Contains(codes[:i], code) {
			return fmt.Errorf("%s lists %q twice", key, code)
		}
		if score, ok := parseScore(code); ok {
			if seen[score] || score[0] < score[1] {
				return fmt.Errorf("%s: write %q once, from the winner's side", key, code)
			}
			seen[score], seen[[3]int32{score[1], score[0], score[2]}] = true, true
			if IsElimination(stage) && score[0] == score[1] {
				return fmt.Errorf("%s: %q is a draw, but somebody must win", key, code)
			}
			if score[0] == score[1] && !r.Draws.Allowed {
				return fmt.Errorf("%s: %q is a draw, which draws.allowed forbids", key, code)
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
			return fmt.Errorf("%s: %q has no winner", key, code)
		}
		if code == wordID && !r.Draws.Intentional {
			return fmt.Errorf("%s: %q needs draws.intentional", key, code)
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
		return fmt.Errorf("scoring.margin goes with mode margin")
	case (s.Mode == "wager") != (s.Wager != nil):
		return fmt.Errorf("scoring.wager goes with mode wager")
	case (s.Mode == "table") != (r.Tables != nil):
		return fmt.Errorf("tables goes with scoring.mode table")
	case s.Mode == "place" && len(s.ByPlace) < r.Seats.Max:
		return fmt.Errorf("scoring.by_place has %d values for %d seats", len(s.ByPlace), r.Seats.Max)
	case s.Mode == "wager" && (s.Wager.Start <= 0 || s.Wager.Pays.Sign() <= 0 || !s.Wager.Pays.Less(rat.Int(1))):
		return fmt.Errorf("scoring.wager needs a start above 0 and a share between 0 and 1")
	case s.Mode != "table" && s.Win.Sign() <= 0:
		return fmt.Errorf("scoring.win must be above 0")
	case s.Win.Less(s.Draw) || s.Draw.Less(s.Loss):
		return fmt.Errorf("scoring: win, draw and loss must not rise")
	case s.GameWin.Less(s.GameDraw):
		return fmt.Errorf("scoring.game_draw is above game_win")
	}
	if s.Margin == nil {
		return nil
	}
	for i, b := range s.Margin.Bands {
		if i > 0 && !b.Ratio.Less(s.Margin.Bands[i-1].Ratio) {
			return fmt.Errorf("scoring.margin.bands must be listed by falling ratio")
		}
	}
	if !s.Margin.Scenario {
		n := len(s.Margin.Bands)
		if n == 0 || !s.Margin.Bands[n-1].Ratio.Equal(rat.Int(1)) || !s.Margin.Bands[n-1].Above {
			return fmt.Errorf("scoring.margin.bands must end with every ratio above 1")
		}
	}
	return nil
}

func (r *Ruleset) checkByes() error {
	b := r.Bye
	if err := nonEmpty("bye.points", len(b.Points)); err != nil {
		return err
	}
	if b.Phantoms < 0 || b.Phantom.Sign() < 0 {
		return fmt.Errorf("bye: phantoms and phantom must not be negative")
	}
	words := []string{"lowest", "random_lowest", "random"}
	return first(oneOf("bye.who", b.Who, words...), oneOf("bye.first_round", b.FirstRound, append(words, "")...))
}

// checkRanking leaves the names of the tiebreakers to those who compute them
// (standings.Known).
func (r *Ruleset) checkRanking() error {
	for i, t := range r.Ranking.Tiebreaks {
		key := fmt.Sprintf("ranking.tiebreaks[%d]", i)
		if t.Title == "" {
			return fmt.Errorf("%s.title is needed: people see it", key)
		}
		if t.Floor != nil && t.Cap != nil && t.Cap.Less(*t.Floor) {
			return fmt.Errorf("%s: the cap is below the floor", key)
		}
	}
	return first(
		oneOf("ranking.final", r.Ranking.Final, "random", "shared", "playoff", "manual"),
		oneOf("ranking.restart", r.Ranking.Restart, "", "split", "tiers"),
	)
}

func (r *Ruleset) checkRounds() error {
	names := []string{}
	for i, t := range r.Rounds.Tables {
		key := fmt.Sprintf("rounds.tables[%d]", i)
		if slices.Contains(names, t.Name) || t.Name == "" {
			return fmt.Errorf("%s: the name %q is empty or used twice", key, t.Name)
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
	for i, row := range rows {
		at := fmt.Sprintf("%s row %d", key, i+1)
		switch {
		case row.Min < 2 || row.Max != 0 && row.Max < row.Min:
			return fmt.Errorf("%s: %d to %d is no range of players", at, row.Min, row.Max)
		case i > 0 && row.Min != rows[i-1].Max+1:
			return fmt.Errorf("%s begins at %d players, the row before ends at %d", at, row.Min, rows[i-1].Max)
		case row.Max == 0 && i != len(rows)-1:
			return fmt.Errorf("%s is open but not the last", at)
		case row.Format != "" && row.Format != "single":
			return fmt.Errorf(`%s: format = %q is unknown, use "single" or leave it out`, at, row.Format)
		}
		for _, cut := range row.Cuts {
			if cut < 2 || cut > row.Min {
				return fmt.Errorf("%s: a cut of %d does not fit %d players", at, cut, row.Min)
			}
			if powerOfTwo && cut&(cut-1) != 0 {
				return fmt.Errorf("%s: a cut of %d is no power of two", at, cut)
			}
		}
		for _, n := range row.Rounds {
			if n < 1 {
				return fmt.Errorf("%s: %d rounds", at, n)
			}
		}
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
		oneOf("bracket.places", b.Places, "swiss_rank", "eliminator"),
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
		return fmt.Errorf("tables: start, divisor and sessions must be above 0")
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
		return fmt.Errorf("tables.days has %d entries for %d sessions", n, t.Sessions+len(t.Finals))
	}
	for i, f := range t.Finals {
		if len(f.Split) == 0 || !slices.IsSorted(f.Split) {
			return fmt.Errorf("tables.finals[%d].split must list rising places", i)
		}
	}
	return nil
}

// checkUma makes sure that the results of a table sum to zero, so that no
// session gives points to the field.
func (t *Tables) checkUma(key string, uma []rat.Rat) error {
	if len(uma) != 4 {
		return fmt.Errorf("%s needs four values", key)
	}
	paid := rat.New(4*(t.Target-t.Start), t.Divisor)
	if sum := rat.Sum(uma...).Add(t.Oka); !sum.Equal(paid) {
		return fmt.Errorf("%s and oka sum to %v, but the table pays %v", key, sum, paid)
	}
	return nil
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
			return fmt.Errorf("%s.at_time = draw, but somebody must win", key)
		}
		if c.Text == "" {
			return fmt.Errorf("%s.text is needed: it is said at the end of the round", key)
		}
		for _, w := range c.Warn {
			if c.Round != 0 && w >= c.Round {
				return fmt.Errorf("%s.warn has a warning before the round starts", key)
			}
		}
	}
	return nil
}

// ValidateOptions checks every choice of every option by laying it over the
// ruleset by itself; checks of the caller are made of the ruleset too. LoadDir
// does so for a server's own files.
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
			return fmt.Errorf("options[%d].default = %q is not among its choices", i, o.Default)
		}
		for j, c := range o.Choices {
			key := fmt.Sprintf("options[%d].choices[%d]", i, j)
			var strict Ruleset
			if err := unmarshalStrict([]byte(c.Set), &strict); err != nil {
				return fmt.Errorf("%s.set: %w", key, err)
			}
			if c.Value == o.Default && strings.TrimSpace(c.Set) != "" {
				return fmt.Errorf("%s: the default must change nothing", key)
			}
			if slices.IndexFunc(o.Choices[:j], func(e Choice) bool { return e.Value == c.Value }) >= 0 {
				return fmt.Errorf("%s: the value %q exists twice", key, c.Value)
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
