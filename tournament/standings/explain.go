package standings

import (
	"fmt"
	"strings"

	"topcut/tournament/rat"
	"topcut/tournament/rules"
)

// Explain says in plain words, step by step, where a player's numbers come from
// and what separates the player from the neighbours in the table. name gives a
// player's name by ledger index. A player who is not ranked gets one line.
func (t *Table) Explain(player int32, name func(int32) string) []string {
	row := t.Row(player)
	if row == nil {
		return []string{name(player) + " is a stand-in and is not ranked."}
	}
	out := []string{t.explainPoints(row, name)}
	for i := range t.ranking.tbs {
		if line := t.explainValue(row, i, name); line != "" {
			out = append(out, line)
		}
	}
	i := row.Rank - 1
	if i > 0 {
		out = append(out, fmt.Sprintf("%s is ahead of %s: %s.", name(t.Rows[i-1].Player), name(player), t.separation(i)))
	}
	if i+1 < len(t.Rows) {
		out = append(out, fmt.Sprintf("%s is ahead of %s: %s.", name(player), name(t.Rows[i+1].Player), t.separation(i+1)))
	}
	return out
}

func (t *Table) explainPoints(row *Row, name func(int32) string) string {
	h := t.history
	var terms []string
	if w := h.rs.Scoring.Wager; w != nil {
		terms = append(terms, fmt.Sprintf("%d at the start", w.Start))
	}
	entries := h.of(int(row.Player))
	for i, e := range entries {
		if h.finals > 0 && i == len(entries)-h.finals && h.rs.Tables != nil {
			terms = append(terms, fmt.Sprintf("all so far times %v", h.rs.Tables.Carry))
		}
		terms = append(terms, fmt.Sprintf("round %d %s (%s)", h.rounds[i], h.rs.FormatPoints(h.scorer.rat(e.points)), describe(&e, name)))
	}
	if len(terms) == 0 {
		return fmt.Sprintf("Points: %s, no round has been played.", h.rs.FormatPoints(row.Points))
	}
	return fmt.Sprintf("Points: %s = %s.", h.rs.FormatPoints(row.Points), strings.Join(terms, ", "))
}

// describe says how a round ended for a player.
func describe(e *entry, name func(int32) string) string {
	switch e.kind {
	case missing:
		return "not taken part"
	case bye:
		return "bye"
	case absent:
		return "absent, assigned loss"
	}
	word := map[outcome]string{won: "won", lost: "lost", drawn: "drew"}[e.outcome]
	switch e.kind {
	case forfeit:
		word += " without play"
	case elsewhere:
		if e.n == 0 {
			return word + " elsewhere"
		}
		return word + " elsewhere; met " + name(e.seats[0])
	}
	others := []string{}
	for _, q := range e.seats[:max(int(e.n), 1)] {
		others = append(others, name(q))
	}
	return word + " against " + strings.Join(others, ", ")
}

// explainValue shows how a tiebreaker is computed, empty for group rules.
func (t *Table) explainValue(row *Row, i int, name func(int32) string) string {
	h, tb, c := t.history, &t.ranking.tbs[i], t.Columns[i]
	if c.Group {
		return ""
	}
	v := row.Values[i]
	result := v.String()
	if text := c.Format(v); text != result {
		result += " = " + text
	}
	if base := tb.base(h); base != nil {
		return fmt.Sprintf("%s: %s = %s.", upper(c.Title), h.meanInWords(row.Player, tb, base, name), result)
	}
	x := &h.tallies[row.Player]
	switch tb.Func {
	case "mwp":
		return fmt.Sprintf("%s: %s of %s points%s: %s.", upper(c.Title), h.rs.FormatPoints(h.scorer.rat(x.pctPoints)), h.rs.FormatPoints(h.scorer.rat(h.scorer.win*int64(x.pctRounds))), limits(tb.Tiebreak), result)
	case "gwp":
		return fmt.Sprintf("%s: %v of %v game points%s: %s.", upper(c.Title), h.scorer.rat(x.gamePoints), h.scorer.rat(h.scorer.gameWin*int64(x.games)), limits(tb.Tiebreak), result)
	case "wp":
		return fmt.Sprintf("%s: %v of %d rounds%s: %s.", upper(c.Title), rat.New(int64(x.pctHalves), 2), x.pctRounds, limits(tb.Tiebreak), result)
	case "pml":
		return fmt.Sprintf("%s: %d of %d rounds: %s.", upper(c.Title), x.pctLoss, x.pctRounds, result)
	case "onTime":
		if row.Late {
			return "Entered late, so ranks below players on time with the same points."
		}
		return ""
	}
	return fmt.Sprintf("%s: %s.", upper(c.Title), result)
}

// meanInWords writes (1/3 of B + 2/3 of C) / 2.
func (h *history) meanInWords(player int32, t *criterion, base *column, name func(int32) string) string {
	var terms []string
	for _, e := range h.of(int(player)) {
		for _, q := range e.seats[:e.n] {
			terms = append(terms, fmt.Sprintf("%v of %s", base.at(int(q)), name(q)))
		}
	}
	for range int(h.tallies[player].byes) * t.phantoms(h) {
		terms = append(terms, fmt.Sprintf("%v for a bye", h.rs.Bye.Phantom))
	}
	switch len(terms) {
	case 0:
		return "no opponent yet"
	case 1:
		return terms[0] + limits(t.Tiebreak)
	}
	return fmt.Sprintf("(%s) / %d%s", strings.Join(terms, " + "), len(terms), limits(t.Tiebreak))
}

// limits names floor and caps of a percentage.
func limits(t *rules.Tiebreak) string {
	var parts []string
	if t.Floor != nil {
		parts = append(parts, fmt.Sprintf("at least %v each", *t.Floor))
	}
	if t.DropCap != nil {
		parts = append(parts, fmt.Sprintf("at most %v for who dropped", *t.DropCap))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// separation says why the row at position i stands below the one before it.
func (t *Table) separation(i int) string {
	above, below := &t.Rows[i-1], &t.Rows[i]
	switch reason := t.ranking.reason[i]; reason {
	case byStatus:
		if below.Disqualified {
			return "the other is disqualified"
		}
		return "the other has dropped and has no place"
	case byBlock:
		return "the blocks of the final tables do not mix"
	case byPoints:
		return fmt.Sprintf("%s points to %s", t.history.rs.FormatPoints(above.Points), t.history.rs.FormatPoints(below.Points))
	case byPlayoff:
		return "by the play-off"
	case byFinal:
		return "level on everything, so the draw from the event's seed decides"
	case undecided:
		return "level on everything; nothing has decided the order yet"
	default:
		c := t.Columns[reason]
		if c.Group {
			return c.Title
		}
		return fmt.Sprintf("%s, %s to %s", c.Title, c.exactly(above.Values[reason]), c.exactly(below.Values[reason]))
	}
}

// exactly shows the fraction too, since rounded values of two players may look
// alike.
func (c Column) exactly(v rat.Rat) string {
	text, fraction := c.Format(v), v.String()
	if text == fraction {
		return text
	}
	return text + " (" + fraction + ")"
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
