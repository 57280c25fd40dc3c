package season

import (
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// reasonCodes are the codes of the notices for terms.
var reasonCodes = [...]notice.Code{
	forPlace: "season.term.place", forShared: "season.term.shared", forWins: "season.term.wins", forByes: "season.term.byes",
	forDraws: "season.term.draws", forLosses: "season.term.losses", forAttendance: "season.term.attendance",
	forRounds: "season.term.rounds", forDeck: "season.term.deck", forPerfect: "season.term.perfect",
}

// Explain explains a member's position: every result with its points and whether it
// counts, the adjustments, the total, and what separates the member from the rows above
// and below. name returns the name of an event, text the reason of an adjustment.
func (t *Table) Explain(member int, name func(event int) string, text func(reason int) string) []notice.Notice {
	r := t.Row(member)
	if r == nil {
		return []notice.Notice{notice.New("season.nothing", "player", notice.Player(member))}
	}
	var out []notice.Notice
	counted := 0
	for i := range r.Parts {
		p := &r.Parts[i]
		if p.Counted {
			counted++
		}
		out = append(out, t.result(p, name(p.Event)))
	}
	for _, a := range t.input.Adjustments {
		if a.Member != member {
			continue
		}
		if why := text(a.Reason); why != "" {
			out = append(out, notice.New("season.adjusted_why", "points", signed(a.Points), "why", notice.Text(why)))
		} else {
			out = append(out, notice.New("season.adjusted", "points", signed(a.Points)))
		}
	}
	if len(r.Parts) == 0 {
		out = append(out, notice.New("season.no_results"))
	} else {
		out = append(out, notice.New("season.total", "points", r.Points, "n", counted, "all", len(r.Parts)))
	}
	at := t.at[member]
	if at > 0 {
		out = append(out, t.between(at))
	}
	if at+1 < len(t.Rows) {
		out = append(out, t.between(at+1))
	}
	return out
}

// result explains the points of one event.
func (t *Table) result(p *Part, event string) notice.Notice {
	e := t.input.Events.At(p.Event)
	res := &e.Results[p.Result]
	if res.Disqualified {
		return notice.New("season.disqualified", "event", notice.Text(event))
	}
	var terms []notice.Notice
	for _, w := range t.input.Rules.worth(nil, res, e.sharing()) {
		terms = append(terms, notice.New(reasonCodes[w.why], "n", w.n, "points", w.points))
	}
	if weight := t.input.Rules.Weight(e); !weight.Equal(fraction.Int(1)) {
		terms = append(terms, notice.New("season.term.weight", "weight", notice.Number(weight.String())))
	}
	switch {
	case len(terms) == 0:
		return notice.New("season.worth_nothing", "event", notice.Text(event))
	case p.Counted:
		return notice.New("season.counts", "event", notice.Text(event), "points", p.Points, "terms", terms)
	}
	return notice.New("season.dropped", "event", notice.Text(event), "points", p.Points, "terms", terms)
}

// between explains what puts row i behind the one above.
func (t *Table) between(i int) notice.Notice {
	above, below := notice.Player(t.Rows[i-1].Member), notice.Player(t.Rows[i].Member)
	if t.Rows[i].By == Shared {
		return notice.New("season.level", "above", above, "below", below, "place", t.Rows[i].Place)
	}
	return notice.New("season.ahead", "above", above, "below", below, "why", notice.Word("season.by."+t.Rows[i].By.String()))
}

// signed returns a number with its sign.
func signed(r fraction.Fraction) notice.Number {
	if r.Sign() > 0 {
		return notice.Number("+" + r.String())
	}
	return notice.Number(r.String())
}
