package transfer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/rules"
)

// outcome is how a match of a table ended.
type outcome struct {
	kind   ledger.Kind
	result ledger.Result
	turned bool // the second-named player is the first of the match
}

// open reports whether nothing is known of the match yet.
func (o outcome) open() bool { return o.kind == ledger.Played && o.result.Form == ledger.Unfinished }

// winner returns the winner by the order of the names, or ledger.None.
func (o outcome) winner(rs *rules.Ruleset, seats int) int {
	w := rs.Winner(&ledger.Match{Kind: o.kind, N: uint8(seats), Result: o.result})
	if o.turned && w >= 0 {
		return 1 - w
	}
	return w
}

// csvOutcome returns how the match of a row ended, from what its columns say together:
// the result, what each seat scored, and who won. Columns that contradict each other
// are refused.
func (b *build) csvOutcome(r csvRow, players []string) (outcome, error) {
	text, scores := r.cell(colResult), b.csvScores(r, len(players))
	if len(players) == 1 && text == "" && r.absent() {
		return outcome{kind: ledger.AssignedLoss}, nil
	}
	if v, ok := rules.Score(text); ok && len(players) == 1 && none(r.cell(colFirst)) {
		text = fmt.Sprintf("%d-%d-%d", v[1], v[0], v[2]) // "bye, Cy, 0-2"
	}
	out, err := b.csvResult(r, len(players), text)
	if err != nil {
		return out, err
	}
	if scores != "" && len(players) > 1 {
		scored, err := b.csvResult(r, len(players), scores)
		switch {
		case err != nil:
			return out, err
		case text == "":
			out, text = scored, scores
		case out.kind == ledger.Played && scored != out:
			return out, failed(finding("transfer.refused.contradiction", "at", r.at, "first", clip(text), "second", clip(scores)))
		}
	}
	if len(players) > 1 {
		if out, err = b.csvWinner(r, players, text, out, scores == ""); err != nil {
			return out, err
		}
	}
	if b.winnerFirst && len(players) == 2 {
		if out, err = b.csvFirstWon(r, text, out); err != nil {
			return out, err
		}
	}
	return out, b.csvPenalties(r, &out)
}

// csvFirstWon returns the outcome in a table whose columns are the winner and the loser.
func (b *build) csvFirstWon(r csvRow, text string, out outcome) (outcome, error) {
	switch is := out.winner(b.t.Rules, 2); {
	case out.open():
		return b.csvWon(r, r.cell(colFirst), 2, 0)
	case is == 1 && out.kind == ledger.Played && !out.result.HasWinner: // written from the loser's side
		out.result.V[0], out.result.V[1] = out.result.V[1], out.result.V[0]
		return out, nil
	case is == 1:
		return out, failed(finding("transfer.refused.contradiction", "at", r.at, "first", clip(text), "second", clip(r.cell(colFirst))))
	}
	return out, nil
}

// csvResult reads a result.
func (b *build) csvResult(r csvRow, seats int, text string) (outcome, error) {
	if text == "" && seats > 1 {
		return outcome{}, nil
	}
	lengths := b.t.Rules.Lengths(b.current().Stage)
	for _, rs := range lengths {
		if kind, result, turned, err := rs.ReadResult(ledger.Swiss, seats, text); err == nil {
			return outcome{kind, result, turned}, nil
		}
	}
	if seat, ok := csvNamed(text, r.seated()); ok && seats > 1 {
		return b.csvWon(r, text, seats, seat)
	}
	if seat, ok := csvDecided(text, r.seated()); ok && seats == 2 {
		return b.csvWon(r, text, seats, seat)
	}
	for _, rs := range lengths {
		if out, ok := csvSentence(rs, text, r.seated()); ok && seats == 2 {
			return out, nil
		}
	}
	if calendar.MatchString(text) {
		return outcome{}, failed(finding("transfer.refused.date", "at", r.at, "result", clip(text)))
	}
	return outcome{}, failed(finding("transfer.refused.result", "at", r.at, "result", clip(text)))
}

// calendar is a date, which spreadsheets make of 2-1 or 1-1-1 when it is typed.
var calendar = regexp.MustCompile(`^(?:[0-9]{1,2}[-./] ?\p{L}{3,5}\.?|\p{L}{3,5}\.?[- ][0-9]{1,2}|[0-9]{1,2}([-./])[0-9]{1,2}[-./](?:[0-9]{2}|[0-9]{4})|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T].*)?|[0-9]{1,2}月[0-9]{1,2}日)$`)

// csvSubject returns the seat of the player with whose name a text begins, the longer of
// two that fit, and the words behind it; -1 if none does.
func csvSubject(text string, players []string) (seat int, rest []string) {
	seat = -1
	words := strings.Fields(text)
	for i, name := range players {
		n := len(strings.Fields(name))
		if n > 0 && n <= len(words) && (seat < 0 || n > len(words)-len(rest)) && names.Key(strings.Join(words[:n], " ")) == names.Key(name) {
			seat, rest = i, words[n:]
		}
	}
	return seat, rest
}

// csvDecided returns the seat of the winner of two by a word alone, "W", "lost", or with a
// name before it: "Ann wins", "Ann beat Bob".
func csvDecided(text string, players []string) (seat int, ok bool) {
	if seat, ok = rules.Decided(text); ok {
		return seat, true
	}
	subject, rest := csvSubject(text, players)
	if subject < 0 {
		return 0, false
	}
	if object, behind := csvBeaten(rest, players); object == 1-subject {
		return subject, len(behind) == 0
	}
	seat, ok = rules.Decided(strings.Join(rest, " "))
	return (subject + seat) % 2, ok
}

// csvBeaten returns the seat of the player of whom words say that he was beaten, and the
// words behind the name; -1 if they say of none.
func csvBeaten(words, players []string) (seat int, rest []string) {
	for n := 1; n < len(words); n++ {
		if rules.Beats(strings.Join(words[:n], " ")) {
			return csvSubject(strings.Join(words[n:], " "), players)
		}
	}
	return -1, words
}

// csvSentence reads what a text says of the player whom it names first: "Ann won 2-1-0",
// "Bob lost 0-2", "Ann beat Bob 2-1", "Ann 2-1"; or a draw with a word behind it, "0-0-3
// Draw". ok is false for anything else, and for a winner who has not won by the score.
func csvSentence(rs *rules.Ruleset, text string, players []string) (out outcome, ok bool) {
	words := strings.Fields(text)
	if len(words) < 2 || len(players) != 2 {
		return out, false
	}
	if last := len(words) - 1; rules.Level(words[last]) {
		kind, result, turned, err := rs.ReadResult(ledger.Swiss, 2, strings.Join(words[:last], " "))
		out = outcome{kind: kind, result: result}
		return out, err == nil && !turned && (kind == ledger.Played || kind == ledger.IntentionalDraw) && out.winner(rs, 2) == ledger.None
	}
	seat, rest := csvSubject(text, players)
	if seat < 0 {
		return out, false
	}
	won := false // the winner is said without a word that the score knows
	if object, behind := csvBeaten(rest, players); object >= 0 {
		if object == seat {
			return out, false
		}
		rest, won = behind, true
	}
	said := strings.Join(rest, " ")
	_, bare := rules.Score(said)
	for _, word := range rest[:min(len(rest), 1)] {
		score, ok := rules.Score(strings.Join(rest[1:], " "))
		if winner, decided := rules.Decided(word); ok && decided && winner == 0 && score[0] < score[1] {
			return out, false // "Ann won 0-2"
		}
	}
	kind, result, err := rs.ParseResult(ledger.Swiss, seat, 2, said)
	if err != nil || kind != ledger.Played && kind != ledger.IntentionalDraw {
		return out, false
	}
	out = outcome{kind: kind, result: result}
	return out, !won && !bare || out.winner(rs, 2) == seat
}

// csvWon returns a match of which the row says no more than who won, or ledger.None for a
// draw.
func (b *build) csvWon(r csvRow, said string, seats, winner int) (outcome, error) {
	result, ok := b.t.Rules.ResultOf(ledger.Swiss, seats, winner)
	if !ok {
		return outcome{}, failed(finding("transfer.refused.result", "at", r.at, "result", clip(said)))
	}
	b.winners++
	return outcome{kind: ledger.Played, result: result}, nil
}

// csvScores returns what each seat scored as one result, or an empty text.
func (b *build) csvScores(r csvRow, seats int) string {
	between := " "
	if seats == 2 {
		between = "-"
	}
	var list []string
	for _, c := range scoreColumns()[:seats] {
		cell := r.cell(c)
		if cell == "" {
			return ""
		}
		list = append(list, strings.ReplaceAll(cell, " ", ""))
	}
	if drawn := r.cell(colDraws); drawn != "" && seats == 2 {
		list = append(list, drawn)
	}
	return strings.Join(list, between)
}

// csvWinner checks or completes the outcome by the column that says who won. A score in
// one cell is often written from the winner's side, though the winner is named second;
// what each scored in a column of their own is theirs.
func (b *build) csvWinner(r csvRow, players []string, text string, out outcome, oneCell bool) (outcome, error) {
	cell := r.cell(colWinner)
	if none(cell) || out.kind != ledger.Played && out.kind != ledger.Forfeit {
		return out, nil
	}
	winner, ok := csvSeat(cell, players)
	if !ok {
		return out, failed(finding("transfer.refused.code", "at", r.at, "what", colWinner, "code", clip(cell)))
	}
	if out.open() {
		return b.csvWon(r, cell, len(players), winner)
	}
	switch is := out.winner(b.t.Rules, len(players)); {
	case is == winner:
		return out, nil
	case oneCell && out.kind == ledger.Played && len(players) == 2 && is == 0 && winner == 1:
		v := &out.result.V
		v[0], v[1] = v[1], v[0]
		if out.result.HasWinner {
			out.result.Winner = 1
		}
		return out, nil
	}
	return out, failed(finding("transfer.refused.contradiction", "at", r.at, "first", clip(text), "second", clip(cell)))
}

// csvSeat returns the seat that a cell names as the winner: as csvNamed does, by the
// heading of a player's column ("White", "Player 2"), or by its number from 1.
func csvSeat(cell string, players []string) (seat int, ok bool) {
	if seat, ok := csvNamed(cell, players); ok {
		return seat, true
	}
	if seat := slices.Index(playerColumns(), csvMeaning(cell)); seat >= 0 {
		return seat, seat < len(players)
	}
	if strings.TrimSpace(cell) == "1/2" {
		return ledger.None, true // of who won it can only be a half
	}
	n, err := strconv.Atoi(strings.TrimSpace(rules.Typed(cell)))
	if n == 0 {
		return ledger.None, err == nil
	}
	return n - 1, err == nil && n > 0 && n <= len(players)
}

// csvNamed returns the seat of the player that a cell names, or ledger.None for a word for
// a draw.
func csvNamed(cell string, players []string) (seat int, ok bool) {
	for i, name := range players {
		if names.Key(name) == names.Key(cell) {
			return i, true
		}
	}
	return ledger.None, rules.Level(cell)
}

// csvPenalties reads the penalties of a table, in result points seat by seat.
func (b *build) csvPenalties(r csvRow, out *outcome) error {
	cell := r.cell(colPenalty)
	for i, f := range strings.Fields(cell) {
		points, err := fraction.Parse(f)
		n, den, ok := points.Mul(fraction.Int(1000)).Parts()
		if i == len(out.result.Penalties) || out.open() || err != nil || !ok || den != 1 || n < 0 || n > 1_000_000 {
			return failed(finding("transfer.refused.code", "at", r.at, "what", colPenalty, "code", clip(cell)))
		}
		out.result.Penalties[i] = int32(n)
	}
	return nil
}
