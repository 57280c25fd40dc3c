package rules

import (
	"fmt"
	"strconv"
	"strings"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// Words of a vocabulary that are no scores.
const (
	wordID         = "id"
	wordDoubleLoss = "double-loss"
	wordRing       = "ring"
	wordWeakest    = "weakest"
	wordTie        = "tie"
	wordScenario   = "scenario"
	wordWin        = "win"
	wordLoss       = "loss"
	wordDraw       = "draw"
	wordForfeit    = "forfeit"
	wordBye        = "bye"
	wordAbsent     = "absent"
	wordElsewhere  = "elsewhere"
	lost           = "-lost" // after a word: the reporter lost in that way
	wordHalf       = "1/2"   // half a point for each, or one game against two
)

// maxMarshalling bounds the marshalling points of a game.
const maxMarshalling = 999

// ResultOption is a result a player may report, seen from the reporter.
type ResultOption struct {
	Value  string // what ParseResult reads: "2-1"
	Kind   ledger.Kind
	Result ledger.Result // as if the reporter sat first
}

// Results returns the results that can be chosen from a list at a stage, wins first. It
// is empty if results are numbers (mahjong); for a MECCG game numbers are possible
// beside the list. Legal describes all.
func (r *Ruleset) Results(stage ledger.Stage) []ResultOption {
	seats := max(r.Seats.Preferred, 2)
	var wins, level, losses []ResultOption
	for _, value := range r.listed(stage) {
		kind, result, err := r.parse(stage, 0, seats, value)
		if err != nil {
			continue // Validate refuses such a vocabulary
		}
		o := ResultOption{Value: value, Kind: kind, Result: result}
		m := ledger.Match{Kind: kind, N: uint8(seats), Result: result}
		switch r.Winner(&m) {
		case 0:
			wins = append(wins, o)
		case ledger.None:
			level = append(level, o)
		default:
			losses = append(losses, o)
		}
	}
	return append(append(wins, losses...), level...)
}

// listed returns the values of the vocabulary with the mirrored ones.
func (r *Ruleset) listed(stage ledger.Stage) []string {
	var out []string
	for _, code := range r.codes(stage) {
		out = append(out, code)
		if score, ok := parseScore(code); ok {
			if score[0] != score[1] {
				out = append(out, formatScore([3]int32{score[1], score[0], score[2]}))
			}
			continue
		}
		switch code {
		case wordRing, wordWeakest, wordScenario:
			out = append(out, code+lost)
		}
	}
	return out
}

// codes returns the vocabulary of a stage. A ruleset that lists none for
// elimination has there what ends with a winner.
func (r *Ruleset) codes(stage ledger.Stage) []string {
	if !IsElimination(stage) {
		return r.Vocabulary.Swiss
	}
	if len(r.Vocabulary.Elimination) > 0 {
		return r.Vocabulary.Elimination
	}
	var out []string
	for _, code := range r.Vocabulary.Swiss {
		score, isScore := parseScore(code)
		if isScore && score[0] != score[1] || code == wordRing || code == wordWeakest || code == wordScenario || code == wordWin {
			out = append(out, code)
		}
	}
	return out
}

// Legal describes what may be typed at a stage at a table with the given number of
// seats.
func (r *Ruleset) Legal(stage ledger.Stage, seats int) notice.Notice {
	codes := notice.Texts(r.codes(stage))
	switch r.Vocabulary.Form {
	case "scores":
		even := r.tableSum(4) / 4
		example := fmt.Sprintf("%d %d %d %d", even+11200, even+2500, even-2700, even-11000)
		return notice.New("legal.scores", "sum", r.tableSum(4), "example", notice.Text(example))
	case "places":
		switch {
		case r.Scoring.Mode == "place":
			return notice.New("legal.places", "example", notice.Text(joinValues([]int32{1, 2, 3, 4}[:min(max(seats, 2), 4)])))
		case IsElimination(stage):
			return notice.New("legal.winner")
		}
		return notice.New("legal.winner_draw")
	case "marshalling":
		return notice.New("legal.totals", "codes", codes)
	}
	return notice.New("legal.scored", "codes", codes)
}

// fewCodes is how many codes a refusal names: a button, or /help, has the others.
const fewCodes = 3

// hint describes what may be typed instead of what is no result.
func (r *Ruleset) hint(stage ledger.Stage, seats int) notice.Notice {
	legal := r.Legal(stage, seats)
	if codes := r.codes(stage); legal.Code == "legal.scored" && len(codes) > fewCodes+1 {
		return notice.New("legal.like", "codes", notice.Texts(codes[:fewCodes]))
	}
	return legal
}

// ParseResult parses the result typed or chosen by a player at reporterSeat of a table
// with the given number of seats, and returns it in seat order. The error is a notice
// with the legal results.
func (r *Ruleset) ParseResult(stage ledger.Stage, reporterSeat, seats int, text string) (ledger.Kind, ledger.Result, error) {
	if seats < r.Seats.Min || seats > r.Seats.Max {
		return 0, ledger.Result{}, notice.Err("typed.table", "players", seats, "game", notice.Text(r.Name))
	}
	if reporterSeat < 0 || reporterSeat >= seats {
		return 0, ledger.Result{}, notice.Err("typed.seat", "seat", reporterSeat+1, "players", seats)
	}
	if len(text) > 64 {
		return 0, ledger.Result{}, notice.Err("typed.long", "legal", r.hint(stage, seats))
	}
	return r.parse(stage, reporterSeat, seats, plain(text))
}

// ReadResult reads a result as the first player of a match would report it, and what
// only organisers and files state: a bye and an absence of one player, a forfeit, a
// double loss in any game, and who won a level score in the end. It reads whatever
// FormatResult writes for the first seat. A forfeit that the second player won is
// turned: the caller then exchanges the seats.
func (r *Ruleset) ReadResult(stage ledger.Stage, seats int, text string) (kind ledger.Kind, result ledger.Result, turned bool, err error) {
	clean := plain(text)
	if seats == 1 {
		kind, result, err = r.readSingle(stage, clean)
		return kind, result, false, err
	}
	if kind, turned, ok := unplayed(clean); ok && seats == 2 {
		return kind, result, turned, nil
	}
	score, winner := clean, ledger.None
	if rest, ok := strings.CutSuffix(clean, decidedFor(0)); ok {
		score, winner = rest, 0
	} else if rest, ok := strings.CutSuffix(clean, decidedFor(1)); ok {
		score, winner = rest, 1
	}
	if winner == ledger.None {
		kind, result, err = r.ParseResult(stage, 0, seats, text)
		return kind, result, false, err
	}
	kind, result, err = r.ParseResult(ledger.Swiss, 0, seats, score)
	if err == nil && result.V[0] != result.V[1] {
		err = notice.Err("typed.unknown", "value", notice.Text(text), "legal", r.hint(stage, seats))
	}
	result.HasWinner, result.Winner = true, int8(winner)
	return kind, result, false, err
}

// ResultOf returns the result of a match of which only the winner is known: a seat, or
// ledger.None for a draw. It is the first of the vocabulary that has this winner; ok is
// false if the game has none, or more has to be known.
func (r *Ruleset) ResultOf(stage ledger.Stage, seats, winner int) (result ledger.Result, ok bool) {
	text := wordDraw
	switch {
	case r.Vocabulary.Form == "places" && winner != ledger.None:
		text = fmt.Sprintf("seat %d", winner+1)
	case r.Vocabulary.Form == "games", r.Vocabulary.Form == "points":
		side := min(winner, 0) // what Results has is seen from the winner
		for _, o := range r.Results(stage) {
			if o.Kind == ledger.Played && r.Winner(&ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}) == side {
				text = o.Value
				break
			}
		}
	case winner != ledger.None:
		return result, false
	}
	kind, result, err := r.ParseResult(stage, max(winner, 0), seats, text)
	return result, err == nil && kind == ledger.Played
}

// Level reports whether a text is a word for a draw.
func Level(text string) bool {
	word := plain(text)
	return word == wordDraw || word == wordID
}

// Decided returns the seat of a match of two that wins if the first player says a word: 0
// for a win, 1 for a loss; ok is false for anything else.
func Decided(text string) (seat int, ok bool) {
	switch plain(text) {
	case wordWin:
		return 0, true
	case wordLoss:
		return 1, true
	}
	return 0, false
}

// Score reads a score in games as players write it, "2-1", "2 : 1 : 0" or "2 to 1", of
// whatever game; ok is false for anything else.
func Score(text string) (score [3]int32, ok bool) {
	return parseScore(scored(plain(text)))
}

// IsBye reports whether a text is a word for a bye.
func IsBye(text string) bool { return plain(text) == wordBye }

// IsAbsent reports whether a text is a word for an absence.
func IsAbsent(text string) bool {
	text = strings.ToLower(text)
	return text == wordAbsent || meant()[text] == wordAbsent
}

// readSingle reads what one player got who has no opponent: a bye, an absence, or after
// "elsewhere" the result of a round that was played before the event was taken over. A
// score says whether it is a bye or an absence.
func (r *Ruleset) readSingle(stage ledger.Stage, text string) (ledger.Kind, ledger.Result, error) {
	switch text {
	case "", wordBye, wordWin:
		return ledger.Bye, ledger.Result{}, nil
	case wordAbsent, wordLoss:
		return ledger.AssignedLoss, ledger.Result{}, nil
	case wordElsewhere:
		return ledger.Elsewhere, ledger.Result{}, nil
	}
	text, elsewhere := strings.CutPrefix(text, wordElsewhere+" ")
	kind, result, err := r.parse(stage, 0, max(r.Seats.Min, 2), text)
	switch winner := r.Winner(&ledger.Match{Kind: kind, N: 2, Result: result}); {
	case err != nil:
		return 0, result, err
	case elsewhere:
		return ledger.Elsewhere, result, nil
	case winner == 0:
		return ledger.Bye, ledger.Result{}, nil
	case winner == 1:
		return ledger.AssignedLoss, ledger.Result{}, nil
	}
	return 0, result, notice.Err("typed.players", "game", notice.Text(r.Name), "players", 1)
}

// unplayed reads how a match of two ended that was not played: in the words of the
// program, and as chess writes it.
func unplayed(text string) (kind ledger.Kind, turned, ok bool) {
	switch text {
	case wordForfeit, "+--", "+/-", "+-", "1-0 ff", "1-0f", "1-0 forfeit":
		return ledger.Forfeit, false, true
	case wordForfeit + lost, "--+", "-/+", "-+", "0-1 ff", "0-1f", "0-1 forfeit":
		return ledger.Forfeit, true, true
	case wordDoubleLoss, "---", "-/-", "0-0 ff", "0-0f", "0-0 forfeit":
		return ledger.DoubleLoss, false, true
	}
	return 0, false, false
}

func (r *Ruleset) parse(stage ledger.Stage, seat, seats int, text string) (ledger.Kind, ledger.Result, error) {
	switch text {
	case wordID:
		return r.parseID(stage)
	case wordDoubleLoss:
		if r.lists(stage, wordDoubleLoss) {
			return ledger.DoubleLoss, ledger.Result{}, nil
		}
		return 0, ledger.Result{}, notice.Err("typed.no_double_loss", "legal", r.hint(stage, seats))
	}
	switch r.Vocabulary.Form {
	case "scores":
		return r.parseTableScores(stage, seats, text)
	case "places":
		return r.parsePlaces(stage, seat, seats, text)
	case "marshalling":
		return r.parseMarshalling(stage, seat, text)
	}
	return r.parseGames(stage, seat, seats, text)
}

func (r *Ruleset) lists(stage ledger.Stage, code string) bool {
	for _, c := range r.codes(stage) {
		if c == code {
			return true
		}
	}
	return false
}

func (r *Ruleset) parseID(stage ledger.Stage) (ledger.Kind, ledger.Result, error) {
	switch {
	case !r.Draws.Intentional:
		return 0, ledger.Result{}, notice.Err("typed.no_id", "game", notice.Text(r.Name), "legal", r.hint(stage, r.Seats.Preferred))
	case IsElimination(stage):
		return 0, ledger.Result{}, notice.Err("typed.no_agreement", "legal", r.hint(stage, r.Seats.Preferred))
	}
	return ledger.IntentionalDraw, r.IDResult(), nil
}

// IDResult returns the result recorded for an intentional draw.
func (r *Ruleset) IDResult() ledger.Result {
	score, _ := parseScore(r.Draws.ID)
	if r.Vocabulary.Form == "points" {
		return ledger.Result{Form: ledger.Points, V: [4]int32{score[0], score[1]}}
	}
	if r.Vocabulary.Form == "places" {
		return ledger.Result{Form: ledger.Places, V: [4]int32{1, 1, 1, 1}}
	}
	return ledger.Result{Form: ledger.Games, V: [4]int32{score[0], score[1], score[2]}}
}

// parseGames reads "2-1", "2 to 1", "1-1-1", "1.5-0.5", "won 2-1" and, where only one such result
// exists, "win", "loss" and "draw". Reported points may be followed by the side that the
// reporter had: "3-0 runner".
func (r *Ruleset) parseGames(stage ledger.Stage, seat, seats int, text string) (ledger.Kind, ledger.Result, error) {
	side, typed := -1, text
	if text = scored(text); r.Vocabulary.Form == "points" {
		text, side = r.cutSide(stage, text)
	}
	text, said := cutOutcome(text)
	if text == wordHalf {
		if low := (ledger.Match{N: 2, Result: ledger.Result{Form: r.form(), V: [4]int32{1, 2}}}); r.CheckResult(stage, &low) == nil {
			return 0, ledger.Result{}, notice.Err("typed.half", "legal", r.hint(stage, seats))
		}
		text = wordDraw
	}
	score, ok := parseScore(text)
	if half, isHalf := cutHalves(text); !ok && isHalf {
		score, ok = parseScore(half)
	}
	switch is := sign(score[0] - score[1]); {
	case !ok:
		score, ok = r.onlyScore(stage, r.single(stage, text))
	case said == wordWin && is < 0, said == wordLoss && is > 0: // the winner's games are named first
		score[0], score[1] = score[1], score[0]
	case said != "" && (said == wordDraw) != (is == 0):
		ok = false
	}
	if !ok {
		return 0, ledger.Result{}, notice.Err("typed.unknown", "value", notice.Text(typed), "legal", r.hint(stage, seats))
	}
	if seat == 1 {
		score[0], score[1] = score[1], score[0]
	}
	result := ledger.Result{Form: ledger.Games, V: [4]int32{score[0], score[1], score[2]}}
	if r.Vocabulary.Form == "points" {
		result = ledger.Result{Form: ledger.Points, V: [4]int32{score[0], score[1]}}
		if r.OneSide(stage) && (side < 0 || side == seat) {
			result.Sides = 1 // the first seat has the first side
		}
	}
	m := ledger.Match{N: 2, Result: result}
	if r.isAgreedScore(&m) && !IsElimination(stage) {
		return ledger.IntentionalDraw, result, nil
	}
	if err := r.CheckResult(stage, &m); err != nil {
		return 0, ledger.Result{}, err
	}
	return ledger.Played, result, nil
}

// isAgreedScore reports whether the score can only be an intentional draw: 0-0-3.
func (r *Ruleset) isAgreedScore(m *ledger.Match) bool {
	v := m.Result.V
	return r.Draws.Intentional && m.Result.Form == ledger.Games && v[0] == 0 && v[1] == 0 && v[2] > 1 && m.Result == r.IDResult()
}

// single returns the outcome that the points of the first player alone mean in a game of one
// point, in which people write "1", "0" or "0.5"; other texts stay as they are.
func (r *Ruleset) single(stage ledger.Stage, text string) string {
	if won, ok := r.onlyScore(stage, wordWin); !ok || won != [3]int32{1, 0, 0} {
		return text
	}
	switch text {
	case "1":
		return wordWin
	case "0":
		return wordLoss
	case "0.5", "0,5", ".5", ",5":
		return wordDraw
	}
	return text
}

// onlyScore returns the score that a word means if the vocabulary has only one.
func (r *Ruleset) onlyScore(stage ledger.Stage, text string) (found [3]int32, ok bool) {
	var want int
	switch text {
	case wordWin:
		want = 1
	case wordLoss:
		want = -1
	case wordDraw:
		want = 0
	default:
		return found, false
	}
	for _, code := range r.listed(stage) {
		score, isScore := parseScore(code)
		if !isScore || sign(score[0]-score[1]) != want {
			continue
		}
		if ok {
			return found, false
		}
		found, ok = score, true
	}
	return found, ok
}

func sign(n int32) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// parseMarshalling reads "29-15", "ring", "weakest-lost", "14-14 weakest".
func (r *Ruleset) parseMarshalling(stage ledger.Stage, seat int, text string) (ledger.Kind, ledger.Result, error) {
	unknown := notice.Err("typed.unknown", "value", notice.Text(text), "legal", r.hint(stage, 2))
	result := ledger.Result{Form: ledger.Marshalling}
	word := text
	if totals, rest, ok := cutTotals(scored(text)); ok {
		word = rest
		if seat == 1 {
			totals[0], totals[1] = totals[1], totals[0]
		}
		result.V[0], result.V[1] = totals[0], totals[1]
	}
	if word != "" {
		base, isLost := strings.CutSuffix(word, lost)
		switch base {
		case wordRing:
			result.By = ledger.ByRing
		case wordWeakest:
			result.By = ledger.ByWeakestLink
		case wordScenario:
			result.By = ledger.ByScenario
		case wordTie, wordDraw:
			base, result.By = wordTie, ledger.ByTie
		default:
			return 0, ledger.Result{}, unknown
		}
		if base != wordTie {
			result.HasWinner = true
			result.Winner = int8(seat)
			if isLost {
				result.Winner = int8(1 - seat)
			}
		} else if isLost {
			return 0, ledger.Result{}, unknown
		}
	}
	if err := r.CheckResult(stage, &ledger.Match{N: 2, Result: result}); err != nil {
		return 0, ledger.Result{}, err
	}
	return ledger.Played, result, nil
}

// cutTotals splits "29-15 weakest" into the totals and what follows them.
func cutTotals(text string) (totals [2]int32, rest string, ok bool) {
	first, after, found := strings.Cut(strings.TrimPrefix(text, "-"), "-")
	if !found {
		return totals, "", false
	}
	if strings.HasPrefix(text, "-") {
		first = "-" + first
	}
	second, rest, _ := strings.Cut(strings.TrimSpace(after), " ")
	a, err1 := strconv.ParseInt(strings.TrimSpace(first), 10, 32)
	b, err2 := strconv.ParseInt(second, 10, 32)
	if err1 != nil || err2 != nil {
		return totals, "", false
	}
	return [2]int32{int32(a), int32(b)}, strings.TrimSpace(rest), true
}

// parseTableScores reads the scores of a mahjong table in seat order.
func (r *Ruleset) parseTableScores(stage ledger.Stage, seats int, text string) (ledger.Kind, ledger.Result, error) {
	fields := seatBySeat(text, seats)
	if len(fields) != seats {
		return 0, ledger.Result{}, notice.Err("typed.count", "value", notice.Text(text), "n", len(fields), "want", seats, "legal", r.hint(stage, seats))
	}
	result := ledger.Result{Form: ledger.Scores}
	for i, f := range fields {
		n, err := strconv.ParseInt(thousands.Replace(f), 10, 32)
		if err != nil {
			return 0, ledger.Result{}, notice.Err("typed.score", "value", notice.Text(f), "legal", r.hint(stage, seats))
		}
		result.V[i] = int32(n)
	}
	if err := r.CheckResult(stage, &ledger.Match{N: uint8(seats), Result: result}); err != nil {
		return 0, ledger.Result{}, err
	}
	return ledger.Played, result, nil
}

// thousands takes out what stands between the thousands of a number.
var thousands = strings.NewReplacer(",", "", "'", "", "’", "", ".", "", " ", "")

// seatBySeat returns what a text says of each seat: parts between commas with a space,
// slashes, semicolons or bars, else between spaces, else between commas or hyphens if they are as many as the
// seats.
func seatBySeat(text string, seats int) []string {
	if fields := strings.Split(text, ", "); len(fields) == seats {
		return fields // a comma alone may stand in a number
	}
	for _, between := range []string{"/;|", " ", ",", "-"} {
		fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(between, c) })
		for i, f := range fields {
			fields[i] = strings.TrimSpace(f)
		}
		if len(fields) == seats {
			return fields
		}
	}
	return strings.Fields(text)
}

func (r *Ruleset) tableSum(seats int) int64 {
	if r.Tables == nil {
		return 0
	}
	return r.Tables.Start * int64(seats)
}

// parsePlaces reads "win", "draw", "seat 2", or the place or the outcome of each seat:
// "1 2 2 2", "win loss loss loss", "1-0-0-0".
func (r *Ruleset) parsePlaces(stage ledger.Stage, seat, seats int, text string) (ledger.Kind, ledger.Result, error) {
	result := ledger.Result{Form: ledger.Places}
	winner := ledger.None
	fields := seatBySeat(text, seats)
	switch {
	case text == wordWin:
		winner = seat
	case text == wordDraw:
		for i := range seats {
			result.V[i] = 1
		}
	case strings.HasPrefix(text, "seat "):
		n, err := strconv.Atoi(strings.TrimPrefix(text, "seat "))
		if err != nil || n < 1 || n > seats {
			return 0, ledger.Result{}, notice.Err("typed.no_seat", "value", notice.Text(text), "legal", r.hint(stage, seats))
		}
		winner = n - 1
	case len(fields) == seats:
		for i, f := range placesOf(fields) {
			n, err := strconv.Atoi(f)
			if err != nil {
				return 0, ledger.Result{}, notice.Err("typed.no_place", "value", notice.Text(f), "legal", r.hint(stage, seats))
			}
			result.V[i] = int32(n)
		}
	default:
		return 0, ledger.Result{}, notice.Err("typed.unknown", "value", notice.Text(text), "legal", r.hint(stage, seats))
	}
	if winner != ledger.None {
		for i := range seats {
			result.V[i] = 2
		}
		result.V[winner] = 1
	}
	if err := r.CheckResult(stage, &ledger.Match{N: uint8(seats), Result: result}); err != nil {
		return 0, ledger.Result{}, err
	}
	return ledger.Played, result, nil
}

// placesOf returns the places of the seats for outcomes seat by seat: one winner, or all
// level. Other texts stay as they are.
func placesOf(fields []string) []string {
	out := make([]string, len(fields))
	count := map[string]int{}
	for i, f := range fields {
		switch word := plain(f); word {
		case wordWin, "w":
			out[i] = "1"
		case wordLoss, "l", "0":
			out[i] = "2"
		case wordDraw, "d":
			out[i] = "="
		default:
			out[i] = word
		}
		count[out[i]]++
	}
	switch n := len(fields); {
	case count["="] == n:
		for i := range out {
			out[i] = "1"
		}
	case count["1"] != 1 || count["2"] != n-1:
		return fields
	}
	return out
}

// parseScore reads a code such as 2-1 or 1-1-1.
func parseScore(code string) (score [3]int32, ok bool) {
	parts := strings.Split(code, "-")
	if len(parts) < 2 || len(parts) > 3 {
		return score, false
	}
	for i, p := range parts {
		if p == "" || len(p) > 4 {
			return score, false
		}
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil {
			return score, false
		}
		score[i] = int32(n)
	}
	return score, true
}

// formatScore writes a code; draws are left out when there are none.
func formatScore(score [3]int32) string {
	if score[2] == 0 {
		return fmt.Sprintf("%d-%d", score[0], score[1])
	}
	return fmt.Sprintf("%d-%d-%d", score[0], score[1], score[2])
}
