package columns

import (
	"fmt"
	"strings"

	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// Beyond these shares a tenth of a percent says no more.
const (
	almostAlways = 0.9995
	almostNever  = 0.0005
)

// Chance formats an estimate in percent. What happened always or never in the trials is
// still not shown as certain.
func Chance(p float64) string {
	switch {
	case p >= almostAlways:
		return ">99.9%"
	case p < almostNever:
		return "<0.1%"
	}
	return fmt.Sprintf("%.1f%%", 100*p)
}

// Sure formats a share that may be exact.
func Sure(p float64) string {
	if p == 0 || p == 1 {
		return fmt.Sprintf("%.0f%%", 100*p)
	}
	return Chance(p)
}

// FactWord returns a short text for a fact; "" for none.
func FactWord(w text.Printer, fact string) string {
	if fact == "" {
		return ""
	}
	return w.Say("odds.fact." + notice.Code(strings.ReplaceAll(fact, "-", "_")))
}

// ShortVerdict returns a chance for a table: "in" and "out" are proved.
func ShortVerdict(w text.Printer, c sim.CutOdds) string {
	if c.Fact == sim.Clinched || c.Fact == sim.Eliminated {
		return FactWord(w, c.Fact)
	}
	return w.Decimal(Chance(c.P))
}

// mostRecords bounds the final records listed.
const mostRecords = 14

// FinalRecords returns a table of a player's possible final records, with the chance of
// making the cut after each if there is a cut.
func FinalRecords(w text.Printer, p *sim.PlayerOdds, cut bool) *table.Table {
	t := &table.Table{Numerals: w.Numerals(), Columns: []table.Column{{Title: w.Say("odds.head.record")}, {Title: w.Say("odds.head.likely"), Kind: table.Number}}}
	if cut {
		t.Columns = append(t.Columns, table.Column{Title: w.Say("odds.head.cut"), Kind: table.Number})
	}
	for _, r := range p.Records {
		if r.P < 0.0005 || len(t.Rows) == mostRecords {
			continue
		}
		row := []string{r.Record.String(), Sure(r.P)}
		if cut {
			row = append(row, Sure(r.Cut.P))
		}
		t.Add(row...)
	}
	return t
}

// written returns a table with the numbers of a language.
func written(w text.Printer, t *table.Table) *table.Table {
	t.Numerals = w.Numerals()
	return t
}
