package standings

import (
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// Explain explains step by step how a player's numbers are computed and what separates
// the player from the neighbours in the table. A player who is not ranked gets one
// notice.
func (t *Table) Explain(player int32) []notice.Notice {
	row := t.Row(player)
	if row == nil {
		return []notice.Notice{notice.New("tiebreak.unranked", "player", playerOf(player))}
	}
	out := []notice.Notice{t.explainPoints(row)}
	for i := range t.ranking.tbs {
		if n := t.explainValue(row, i); !n.IsZero() {
			out = append(out, n)
		}
	}
	for i := row.Rank - 1; i <= row.Rank; i++ {
		if i > 0 && i < len(t.Rows) {
			above, below := t.around(i)
			out = append(out, notice.New("tiebreak.ahead", "above", playerOf(above.Player), "below", playerOf(below.Player), "why", t.separation(i)))
		}
	}
	return out
}

// playerOf returns the number of a player of the ledger.
func playerOf(player int32) notice.Player { return notice.Player(player + 1) }

func (t *Table) explainPoints(row *Row) notice.Notice {
	h := t.history
	points := func(units int64) notice.Number { return notice.Number(h.rs.FormatPoints(h.scorer.points(units))) }
	var terms []notice.Notice
	if w := h.rs.Scoring.Wager; w != nil {
		terms = append(terms, notice.New("tiebreak.start", "points", w.Start))
	}
	entries := h.of(int(row.Player))
	for i := range entries {
		if h.finals > 0 && i == len(entries)-h.finals && h.rs.Tables != nil {
			terms = append(terms, notice.New("tiebreak.carry", "factor", notice.Number(h.rs.Tables.Carry.String())))
		}
		how := describe(&entries[i])
		if off := h.penalty(row.Player, h.rounds[i]); !off.IsZero() {
			how = notice.New("tiebreak.how.chombo", "how", how, "points", notice.Number(h.rs.FormatPoints(off)))
		}
		terms = append(terms, notice.New("tiebreak.in_round", "round", h.rounds[i], "points", points(entries[i].points), "how", how))
	}
	total := notice.Number(h.rs.FormatPoints(row.Points))
	if len(terms) == 0 {
		return notice.New("tiebreak.no_points", "points", total)
	}
	return notice.New("tiebreak.points", "points", total, "terms", terms)
}

// penalty returns the points that chombos took off a player's result of a round; 0 for none.
func (h *history) penalty(player int32, round int) fraction.Fraction {
	matches := h.rows.Rounds.At(round).Matches
	for i := range matches {
		if seat := matches[i].Seat(player); seat >= 0 {
			return fraction.New(int64(matches[i].Result.Penalties[seat]), 1000)
		}
	}
	return fraction.Fraction{}
}

// describe describes how a round ended for a player.
func describe(e *entry) notice.Notice {
	switch e.kind {
	case missing, open:
		return notice.New("tiebreak.how.missing")
	case bye:
		return notice.New("tiebreak.how.bye")
	case absent:
		return notice.New("tiebreak.how.absent")
	}
	ended := [...]string{"lost", "drew", "won", "none"}[e.outcome.index()]
	who := make([]notice.Player, 0, 3)
	for _, q := range e.seats[:max(int(e.n), 1)] {
		who = append(who, playerOf(q))
	}
	switch {
	case e.kind == forfeit:
		return notice.New(notice.Code("tiebreak.how.unplayed_"+ended), "who", who)
	case e.kind == elsewhere && e.n == 0:
		return notice.New(notice.Code("tiebreak.how.elsewhere_" + ended))
	case e.kind == elsewhere:
		return notice.New(notice.Code("tiebreak.how.met_"+ended), "who", who)
	}
	return notice.New(notice.Code("tiebreak.how.played_"+ended), "who", who)
}

// explainValue explains how a tiebreaker is computed. It returns the zero notice for
// group rules.
func (t *Table) explainValue(row *Row, i int) notice.Notice {
	h, tb, c := t.history, &t.ranking.tbs[i], t.Columns[i]
	if n := t.explainBoards(row, i); !n.IsZero() || c.Group {
		return n
	}
	title, value := c.Title, notice.Number(c.both(row.Values[i]))
	if base := tb.base(h); base != nil {
		terms := h.meanOf(row.Player, tb, base)
		if len(terms) == 0 {
			return notice.New("tiebreak.mean_of_nobody", "title", title, "value", value)
		}
		return tb.limited(notice.New("tiebreak.mean", "title", title, "terms", terms, "value", value))
	}
	x := &h.tallies[row.Player]
	share := func(code notice.Code, part, whole string) notice.Notice {
		return tb.limited(notice.New(code, "title", title, "part", notice.Number(part), "whole", notice.Number(whole), "value", value))
	}
	switch tb.Func {
	case "mwp":
		return share(notice.Code("tiebreak.of_points"), h.rs.FormatPoints(h.scorer.points(x.pctPoints)), h.rs.FormatPoints(h.scorer.points(h.scorer.win*int64(x.pctRounds))))
	case "gwp":
		return share(notice.Code("tiebreak.of_games"), h.scorer.points(x.gamePoints).String(), h.scorer.points(h.scorer.gameWin*int64(x.games)).String())
	case "wp":
		return share(notice.Code("tiebreak.of_rounds"), fraction.New(int64(x.pctHalves), 2).String(), fraction.Int(int64(x.pctRounds)).String())
	case "pml":
		return share(notice.Code("tiebreak.of_rounds"), fraction.Int(int64(x.pctLoss)).String(), fraction.Int(int64(x.pctRounds)).String())
	case "onTime":
		if row.Late {
			return notice.New("tiebreak.late")
		}
		return notice.Notice{}
	}
	return notice.New("tiebreak.value", "title", title, "value", value)
}

// explainBoards explains a tiebreaker by the boards of a crew's matches: what each brought by
// round or, where their order counts, in all rounds. It returns the zero notice for others.
func (t *Table) explainBoards(row *Row, i int) notice.Notice {
	h, c, p := t.history, t.Columns[i], int(row.Player)
	value := notice.Number(h.rs.FormatPoints(row.Values[i]))
	points := func(units int64) string { return h.rs.FormatPoints(h.scorer.points(units)) }
	var each []string
	switch c.Func {
	case "boardPoints":
		var terms []notice.Notice
		for i := range h.rounds {
			terms = append(terms, notice.New("tiebreak.in_round", "round", h.rounds[i], "points", notice.Number(points(h.boardPointsIn(p, i))), "how", h.byBoards(p, i, points)))
		}
		if len(terms) > 0 {
			return notice.New("tiebreak.sum", "title", c.Title, "value", value, "terms", terms)
		}
	case "boardCount":
		for b, units := range h.byBoard(p) {
			each = append(each, strconv.Itoa(b+1)+" × "+points(units))
		}
		return notice.New("tiebreak.sum", "title", c.Title, "value", value, "terms", notice.Number(strings.Join(each, " + ")))
	case "extendedDirectEncounter":
		return t.explainEncounters(row, i)
	case "scheduleStrength":
		terms := points(h.scored("boards").total[p]) + " + " + points(h.buchholz(opposition{since2026: true}).num[p])
		if by := h.strengthDivisor(t.ranking.tbs[i].Divisor); by > 1 {
			terms += " ÷ " + strconv.FormatInt(by, 10)
		}
		return notice.New("tiebreak.sum", "title", c.Title, "value", notice.Number(c.both(row.Values[i])), "terms", notice.Number(terms))
	case "topBoards", "bottomBoards":
		var terms []notice.Notice
		for b, units := range h.byBoard(p) {
			terms = append(terms, notice.New("tiebreak.on_board", "board", b+1, "points", notice.Number(points(units))))
		}
		return notice.New("tiebreak.boards", "title", c.Title, "terms", terms)
	}
	return notice.Notice{}
}

// byBoards describes how a round ended for a crew, with what each board brought.
func (h *history) byBoards(p, i int, points func(int64) string) notice.Notice {
	e := &h.of(p)[i]
	how, shares := describe(e), h.shares(p, i)
	if e.kind != played || shares == nil {
		return how
	}
	each := make([]string, len(shares))
	for b, units := range shares {
		each[b] = points(units)
	}
	return notice.New("tiebreak.how.boards", "how", how, "boards", notice.Number(strings.Join(each, " + ")))
}

// meanOf returns the contribution of each opponent to a mean.
func (h *history) meanOf(player int32, t *criterion, base *column) []notice.Notice {
	var terms []notice.Notice
	for _, e := range h.of(int(player)) {
		for _, q := range e.seats[:e.n] {
			terms = append(terms, notice.New("tiebreak.from", "share", notice.Number(base.at(int(q)).String()), "player", playerOf(q)))
		}
	}
	for range int(h.tallies[player].byes) * t.phantoms(h) {
		terms = append(terms, notice.New("tiebreak.from_bye", "share", notice.Number(h.rs.Bye.Phantom.String())))
	}
	return terms
}

// limited adds the floor and caps of a percentage to its formula.
func (c *criterion) limited(formula notice.Notice) notice.Notice {
	var limits []notice.Notice
	if c.Floor != nil {
		limits = append(limits, notice.New("tiebreak.floor", "share", notice.Number(c.Floor.String())))
	}
	if c.DropCap != nil {
		limits = append(limits, notice.New("tiebreak.drop_cap", "share", notice.Number(c.DropCap.String())))
	}
	if len(limits) == 0 {
		return formula
	}
	return notice.New("tiebreak.limited", "said", formula, "limits", limits)
}

// around returns the row at position i and the one before it.
func (t *Table) around(i int) (above, below *Row) { return &t.Rows[i-1], &t.Rows[i] }

// separation explains why the row at position i is below the one before it.
func (t *Table) separation(i int) notice.Notice {
	above, below := t.around(i)
	switch reason := t.ranking.reason[i]; reason {
	case byStatus:
		if below.Disqualified {
			return notice.New("tiebreak.by.disqualified")
		}
		return notice.New("tiebreak.by.dropped")
	case byBlock:
		return notice.New("tiebreak.by.block")
	case byPoints:
		rs := t.history.rs
		return notice.New("tiebreak.by.points", "above", notice.Number(rs.FormatPoints(above.Points)), "below", notice.Number(rs.FormatPoints(below.Points)))
	case byPlayoff:
		return notice.New("tiebreak.by.playoff")
	case byFinal:
		return notice.New("tiebreak.by.draw")
	case undecided:
		return notice.New("tiebreak.by.nothing")
	default:
		c := t.Columns[reason]
		if c.Group {
			return notice.New("tiebreak.by.rule", "title", c.Title)
		}
		return notice.New("tiebreak.by.value", "title", c.Title, "above", notice.Number(c.exactly(above.Values[reason])), "below", notice.Number(c.exactly(below.Values[reason])))
	}
}

// both returns the fraction and, if it differs, its text for people.
func (c Column) both(v fraction.Fraction) string {
	fraction, text := v.String(), c.Format(v)
	if text == fraction {
		return text
	}
	return fraction + " = " + text
}

// exactly returns the text with the fraction, since rounded values of two players may
// look alike.
func (c Column) exactly(v fraction.Fraction) string {
	text, fraction := c.Format(v), v.String()
	if text == fraction {
		return text
	}
	return text + " (" + fraction + ")"
}
