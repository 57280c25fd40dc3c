package rules

import (
	"fmt"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// FormatPoints writes points for people: "26.2", "3", with at least as many
// decimals as the ruleset shows.
func (r *Ruleset) FormatPoints(points fraction.Fraction) string {
	return points.Plain(r.Scoring.Decimals)
}

// CheckResult reports whether the result of a match that was played (or agreed) is one
// of the ruleset's for the stage: form, vocabulary, sums of a table. The error is a
// notice with the legal results. An unfinished match is valid.
func (r *Ruleset) CheckResult(stage ledger.Stage, m *ledger.Match) error {
	res := &m.Result
	if res.Form == ledger.Unfinished {
		return nil
	}
	if want := r.form(); res.Form != want {
		return notice.Err("typed.form", "game", notice.Text(r.Name), "form", formName(want), "legal", r.hint(stage, int(m.N)))
	}
	if res.HasWinner && (res.Winner < 0 || int(res.Winner) >= int(m.N)) {
		return notice.Err("typed.winner", "most", int(m.N)-1)
	}
	switch res.Form {
	case ledger.Scores:
		return r.checkTableScores(stage, m)
	case ledger.Places:
		return r.checkPlaces(stage, m)
	case ledger.Marshalling:
		return r.checkMarshalling(stage, res)
	case ledger.Games, ledger.Points, ledger.Unfinished:
	}
	return r.checkGames(stage, m)
}

func (r *Ruleset) form() ledger.Form {
	switch r.Vocabulary.Form {
	case "scores":
		return ledger.Scores
	case "places":
		return ledger.Places
	case "marshalling":
		return ledger.Marshalling
	case "points":
		return ledger.Points
	}
	return ledger.Games
}

func formName(f ledger.Form) notice.Word {
	switch f {
	case ledger.Games:
		return "typed.games"
	case ledger.Scores:
		return "typed.scores"
	case ledger.Places:
		return "typed.places"
	case ledger.Marshalling:
		return "typed.marshalling"
	case ledger.Points:
		return "typed.points"
	case ledger.Unfinished:
	}
	return "typed.nothing"
}

func (r *Ruleset) checkGames(stage ledger.Stage, m *ledger.Match) error {
	res := &m.Result
	score := [3]int32{res.V[0], res.V[1], res.V[2]}
	if m.N != 2 {
		return notice.Err("typed.players", "game", notice.Text(r.Name), "players", m.N)
	}
	level := score[0] == score[1]
	if IsElimination(stage) && level && !res.HasWinner {
		return notice.Err("typed.elimination", "value", notice.Text(formatScore(score)), "legal", r.hint(stage, 2))
	}
	mirrored := [3]int32{score[1], score[0], score[2]}
	codes := r.codes(stage)
	if level && res.HasWinner {
		codes = r.Vocabulary.Swiss // a level score with a named winner, decided after time
	}
	for _, code := range codes {
		if c, ok := parseScore(code); ok && (c == score || c == mirrored) {
			return nil
		}
	}
	if r.Draws.Intentional && !IsElimination(stage) && *res == r.IDResult() {
		return nil
	}
	if n := int32(r.Vocabulary.AnyUpTo); n > 0 && (!IsElimination(stage) || level && res.HasWinner) && within(score[0], n) && within(score[1], n) && within(score[2], n) && (r.Boards == 0 || within(score[0]+score[1]+score[2], n)) {
		return nil
	}
	return notice.Err("typed.unknown", "value", notice.Text(formatScore(score)), "legal", r.hint(stage, 2))
}

func within(v, limit int32) bool { return v >= 0 && v <= limit }

func (r *Ruleset) checkTableScores(stage ledger.Stage, m *ledger.Match) error {
	t := r.Tables
	if t == nil {
		return notice.Err("typed.no_scores", "game", notice.Text(r.Name))
	}
	var sum int64
	for i := range m.N {
		v := int64(m.Result.V[i])
		if t.Unit > 0 && v%t.Unit != 0 {
			return notice.Err("typed.unit", "value", v, "unit", t.Unit)
		}
		sum += v
	}
	if want := r.tableSum(int(m.N)); sum != want {
		return notice.Err("typed.sum", "sum", sum, "want", want, "legal", r.hint(stage, int(m.N)))
	}
	return nil
}

func (r *Ruleset) checkPlaces(stage ledger.Stage, m *ledger.Match) error {
	n := int(m.N)
	for i := range n {
		place := m.Result.V[i]
		ahead := 0
		for j := range n {
			if m.Result.V[j] < place {
				ahead++
			}
		}
		if int(place) != ahead+1 {
			return notice.Err("typed.place", "place", place, "seat", i+1, "legal", r.hint(stage, n))
		}
	}
	if IsElimination(stage) && r.Bracket.DrawGoes == "" && r.Winner(m) == ledger.None {
		return notice.Err("typed.no_winner", "legal", r.hint(stage, n))
	}
	if r.Scoring.Mode != "place" && r.Winner(m) == ledger.None && !allEqual(m.Result.V[:n]) {
		return notice.Err("typed.all_draw", "legal", r.hint(stage, n))
	}
	return nil
}

func allEqual(values []int32) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}

func (r *Ruleset) checkMarshalling(stage ledger.Stage, res *ledger.Result) error {
	for _, v := range res.V[:2] {
		if v < -maxMarshalling || v > maxMarshalling {
			return notice.Err("typed.total", "value", v, "least", -maxMarshalling, "most", maxMarshalling)
		}
	}
	a, b := max(res.V[0], 0), max(res.V[1], 0)
	scenario := r.Scoring.Margin != nil && r.Scoring.Margin.Scenario
	word := ""
	switch res.By {
	case ledger.ByPoints:
		if a == b && !scenario {
			return notice.Err("typed.level", "value", notice.Text(formatScore([3]int32{a, b})), "legal", r.hint(stage, 2))
		}
		return nil
	case ledger.ByRing:
		word = wordRing
	case ledger.ByWeakestLink:
		word = wordWeakest
	case ledger.ByScenario:
		word = wordScenario
	case ledger.ByTie:
		word = wordTie
	}
	switch {
	case !r.lists(stage, word):
		return notice.Err("typed.unknown", "value", notice.Text(word), "legal", r.hint(stage, 2))
	case res.HasWinner && word == wordTie:
		return notice.Err("typed.tie_winner")
	case !res.HasWinner && word != wordTie:
		return notice.Err("typed.needs_winner", "value", notice.Text(word))
	case (word == wordWeakest || word == wordTie) && a != b:
		return notice.Err("typed.not_level", "value", notice.Text(formatScore([3]int32{a, b})), "legal", r.hint(stage, 2))
	}
	return nil
}

// Met reports whether the players of a match have met by it. Where a forfeit is no
// opponent they have not by one, nor by a double loss without games: neither came.
func (r *Ruleset) Met(m *ledger.Match) bool {
	return r.Forfeit.Opponent || m.Kind != ledger.Forfeit && (m.Kind != ledger.DoubleLoss || m.Result.Form != ledger.Unfinished)
}

// BothLost returns the result of a double loss by a ruling, without play.
func (r *Ruleset) BothLost() ledger.Result {
	if !r.Forfeit.Opponent {
		return ledger.Result{}
	}
	return ledger.Result{Form: ledger.Games}
}

// Winner returns the seat that won the match (1 for a lost match elsewhere, which
// has only one seat), or ledger.None: for a draw, a
// double loss, an assigned loss and a match without a result. A bye is won by
// its only seat, a forfeit by the first.
func (r *Ruleset) Winner(m *ledger.Match) int {
	switch m.Kind {
	case ledger.Bye, ledger.Forfeit:
		return 0
	case ledger.IntentionalDraw, ledger.AssignedLoss, ledger.DoubleLoss:
		return ledger.None
	case ledger.Played, ledger.Elsewhere:
	}
	res := &m.Result
	if res.HasWinner {
		return int(res.Winner)
	}
	switch res.Form {
	case ledger.Games, ledger.Points:
		return higher(res.V[0], res.V[1])
	case ledger.Marshalling:
		if res.By == ledger.ByTie {
			return ledger.None
		}
		return higher(max(res.V[0], 0), max(res.V[1], 0))
	case ledger.Scores:
		return best(m, func(a, b int32) bool { return a > b }, r.Tables != nil && !r.Tables.TiesSplit)
	case ledger.Places:
		return best(m, func(a, b int32) bool { return a < b }, false)
	case ledger.Unfinished:
	}
	return ledger.None
}

func higher(a, b int32) int {
	switch {
	case a > b:
		return 0
	case b > a:
		return 1
	}
	return ledger.None
}

// best returns the seat whose value is ahead of all others; of equal ones the earlier
// seat if firstOfEqual is set, otherwise None.
func best(m *ledger.Match, ahead func(a, b int32) bool, firstOfEqual bool) int {
	winner, shared := 0, false
	for i := 1; i < int(m.N); i++ {
		switch v, w := m.Result.V[i], m.Result.V[winner]; {
		case ahead(v, w):
			winner, shared = i, false
		case v == w:
			shared = true
		}
	}
	if shared && !firstOfEqual {
		return ledger.None
	}
	return winner
}

// FormatResult writes the result of a match from one seat (ledger.None = the
// first) as it is typed: "2-1", "id", "41200 32500 27300 19000", "win". ReadResult reads
// it back from the first seat, without penalties and the sides of a single game. It is
// empty for an unfinished match.
func (r *Ruleset) FormatResult(m ledger.Match, fromSeat int) string {
	seat := max(fromSeat, 0)
	switch m.Kind {
	case ledger.Bye:
		return wordBye
	case ledger.AssignedLoss:
		return wordAbsent
	case ledger.IntentionalDraw:
		return wordID
	case ledger.DoubleLoss:
		return wordDoubleLoss
	case ledger.Forfeit:
		if seat == 0 {
			return wordForfeit
		}
		return wordForfeit + lost
	case ledger.Elsewhere:
		m.Kind = ledger.Played
		return strings.TrimSpace(wordElsewhere + " " + r.FormatResult(m, ledger.None))
	case ledger.Played:
	}
	res := &m.Result
	switch res.Form {
	case ledger.Games, ledger.Points:
		score := [3]int32{res.V[0], res.V[1], res.V[2]}
		if seat == 1 {
			score[0], score[1] = score[1], score[0]
		}
		return formatScore(score) + decidedAfter(res, seat)
	case ledger.Scores:
		return joinValues(res.V[:m.N])
	case ledger.Places:
		return r.formatPlaces(&m, seat)
	case ledger.Marshalling:
		return formatMarshalling(res, seat)
	case ledger.Unfinished:
	}
	return ""
}

// decidedAfter names the winner of a level score.
func decidedAfter(res *ledger.Result, seat int) string {
	switch {
	case !res.HasWinner || res.V[0] != res.V[1]:
		return ""
	case int(res.Winner) == seat:
		return decidedFor(0)
	}
	return decidedFor(1)
}

// decidedFor is written behind a level score that the first (0) or second (1) player won
// in the end.
func decidedFor(seat int) string { return [2]string{" (won)", " (lost)"}[seat] }

func (r *Ruleset) formatPlaces(m *ledger.Match, seat int) string {
	n := int(m.N)
	winner := r.Winner(m)
	if r.Scoring.Mode == "place" {
		return joinValues(m.Result.V[:n])
	}
	switch winner {
	case ledger.None:
		return wordDraw
	case seat:
		return wordWin
	}
	return fmt.Sprintf("seat %d", winner+1)
}

func formatMarshalling(res *ledger.Result, seat int) string {
	word := ""
	switch res.By {
	case ledger.ByRing:
		word = wordRing
	case ledger.ByWeakestLink:
		word = wordWeakest
	case ledger.ByScenario:
		word = wordScenario
	case ledger.ByTie:
		word = wordTie
	case ledger.ByPoints:
	}
	if res.HasWinner && int(res.Winner) != seat {
		word += lost
	}
	a, b := res.V[0], res.V[1]
	if seat == 1 {
		a, b = b, a
	}
	if word != "" && a == 0 && b == 0 {
		return word
	}
	return strings.TrimSpace(fmt.Sprintf("%d-%d %s", a, b, word))
}

func joinValues(values []int32) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprint(v)
	}
	return strings.Join(parts, " ")
}

// DrawnResult returns the drawn result of a match without one.
func (r *Ruleset) DrawnResult(stage ledger.Stage, seats int) (ledger.Kind, ledger.Result, error) {
	if !r.Draws.Allowed || r.Vocabulary.Form == "scores" {
		return 0, ledger.Result{}, notice.Err("result.no_draws", "game", notice.Text(r.Name))
	}
	switch r.Vocabulary.Form {
	case "places":
		return r.ParseResult(stage, 0, seats, "draw")
	case "marshalling":
		return r.ParseResult(stage, 0, seats, "tie")
	}
	// Without a game won it is a draw without games.
	result := ledger.Result{Form: ledger.Games, V: [4]int32{0, 0, 1}}
	if r.Match.Games == 1 {
		result.V = [4]int32{}
	}
	return ledger.Played, result, nil
}
