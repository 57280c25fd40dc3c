package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topcut/sim"
	"topcut/tournament/rules"
)

// Aim is what a chance is a chance of.
type Aim struct {
	Reach string // "make the cut to 8"
	What  string // "the cut"
}

// CutAim is the aim of a cut, of the named group where each has its own.
func CutAim(cut rules.Cut, group string) Aim {
	a := Aim{"make the " + CutPlaces(cut), "the cut"}
	if group != "" {
		a.Reach += " of " + group
	}
	return a
}

// DayTwoAim is to play on after the first day.
func DayTwoAim() Aim { return Aim{"play on the second day", "the second day"} }

// CutPlaces says the places of a cut.
func CutPlaces(c rules.Cut) string {
	switch {
	case c.IsZero():
		return "no cut"
	case c.Top > 0 && c.EqualPoints:
		return fmt.Sprintf("cut to %d and who is level", c.Top)
	case c.Points > 0 && c.Top > 0:
		return fmt.Sprintf("cut at %s, to %d at least", points(strconv.Itoa(c.Points)), c.Top)
	case c.Points > 0:
		return "cut at " + points(strconv.Itoa(c.Points))
	case c.Top > 0:
		return fmt.Sprintf("cut to %d", c.Top)
	}
	return "cut by division"
}

// Verdict is a chance in words: plain ones first, then what is stressed, then the rest,
// and after that what is proved beside an estimate.
type Verdict struct{ Lead, Main, Rest, Proved string }

// VerdictOf says a chance: what is proved as a fact, what is not as an estimate.
func VerdictOf(c sim.CutOdds, aim Aim) Verdict {
	switch c.Fact {
	case sim.Clinched:
		return Verdict{Main: "In, proved.", Rest: because(c, "No result that is still to come can take "+aim.What+" away.")}
	case sim.Eliminated:
		return Verdict{Main: "Out, proved.", Rest: because(c, "No result that is still to come can bring "+aim.What+".")}
	}
	v := Verdict{
		Lead: likelihood(c.P), Main: "About " + Chance(c.P),
		Rest: fmt.Sprintf("to %s, ± %.1f.", aim.Reach, math.Max(0.1, 50*(c.High-c.Low))),
	}
	switch {
	case c.P >= almostAlways:
		v.Main, v.Rest = "More than 99.9 %", "to "+aim.Reach+"."
	case c.P < almostNever:
		v.Main, v.Rest = "Less than 0.1 %", "to "+aim.Reach+"."
	}
	switch c.Fact {
	case sim.WinAndIn:
		v.Proved = "a win now is enough. " + c.Reason
	case sim.DrawAndIn:
		v.Proved = "a draw now is enough. " + c.Reason
	}
	v.Proved = strings.TrimSuffix(v.Proved, " ")
	return v
}

// because is the reason for a fact, or other words where none is known.
func because(c sim.CutOdds, otherwise string) string {
	if c.Reason == "" {
		return otherwise
	}
	return c.Reason
}

// String is the verdict without markup.
func (v Verdict) String() string {
	text := strings.TrimPrefix(v.Lead+" "+v.Main+" "+v.Rest, " ")
	if v.Proved != "" {
		text += " Proved: " + v.Proved
	}
	return text
}

// likelihood is a chance in plain words.
func likelihood(p float64) string {
	switch {
	case p >= 0.95:
		return "Almost certainly in."
	case p >= 0.7:
		return "Looking good."
	case p >= 0.4:
		return "It is open."
	case p >= 0.1:
		return "It will be hard."
	}
	return "It would take a small miracle."
}

// Shares beyond which a tenth of a percent says no more.
const (
	almostAlways = 0.9995
	almostNever  = 0.0005
)

// Chance writes an estimate in percent; what happened always or never in the trials
// is still no certainty.
func Chance(p float64) string {
	switch {
	case p >= almostAlways:
		return ">99.9 %"
	case p < almostNever:
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}

// sure writes a share that may be exact.
func sure(p float64) string {
	if p == 0 || p == 1 {
		return fmt.Sprintf("%.0f %%", 100*p)
	}
	return Chance(p)
}

// FactWord is a fact in a word or three; empty for none.
func FactWord(fact string) string {
	switch fact {
	case sim.Clinched:
		return "in"
	case sim.Eliminated:
		return "out"
	case sim.WinAndIn:
		return "win and in"
	case sim.DrawAndIn:
		return "draw and in"
	}
	return ""
}

// shortVerdict is a chance for a table: "in" and "out" are proved.
func shortVerdict(c sim.CutOdds) string {
	if c.Fact == sim.Clinched || c.Fact == sim.Eliminated {
		return FactWord(c.Fact)
	}
	return Chance(c.P)
}

// Supposed names a result that is supposed.
func Supposed(result string) string {
	return map[string]string{sim.IfWin: "a win", sim.IfDraw: "a draw", sim.IfLoss: "a loss", sim.IfID: "an agreed draw"}[result]
}

// mostRecords is how many final records are listed.
const mostRecords = 14

// FinalRecords is the table of the records with which a player may end; the chance of
// the cut after them is left out where there is none.
func FinalRecords(p *sim.PlayerOdds, cut bool) (head []string, rows [][]string) {
	if head = []string{"Final record", "Chance"}; cut {
		head = append(head, "then the cut")
	}
	for _, r := range p.Records {
		if r.P < 0.0005 || len(rows) == mostRecords {
			continue
		}
		row := []string{r.Record.String(), sure(r.P)}
		if cut {
			row = append(row, sure(r.Cut.P))
		}
		rows = append(rows, row)
	}
	return head, rows
}

// SeedWords lists the likeliest seeds; empty where there are none.
func SeedWords(p *sim.PlayerOdds) string {
	if len(p.Seeds) == 0 || p.Cut.Fact == sim.Eliminated {
		return ""
	}
	list := slices.Clone(p.Seeds)
	slices.SortStableFunc(list, func(a, b sim.SeedOdds) int { return int(math.Copysign(1, b.P-a.P)) })
	var words []string
	for _, s := range list[:min(len(list), 4)] {
		words = append(words, fmt.Sprintf("%d (%s)", s.Seed, sure(s.P)))
	}
	return "most likely " + strings.Join(words, ", ")
}

// WatchWords says whom to watch at a table of others, what helps first; name names a
// player by index.
func WatchWords(w sim.Watch, name func(i int) string) string {
	a, b, high, low := int(w.Players[0]), int(w.Players[1]), w.First.P, w.Second.P
	better, worse := a, b
	if low > high {
		better, worse, high, low = b, a, low, high
	}
	return fmt.Sprintf("%s against %s: %s if %s wins, %s if %s does", name(a), name(b), Chance(high), name(better), Chance(low), name(worse))
}

// OddsWords say what estimates rest on, and the notes of a result.
func OddsWords(res *sim.OddsResult) []string {
	return append([]string{
		fmt.Sprintf("%d tournaments played on from here, model: %s; ± is the 95 %% interval.", res.Trials, res.Model),
		"Reports that wait for confirmation are taken as they are.",
		"Facts need none of them and hold as long as every table ends with a win, a draw or a loss and nobody leaves or is penalised.",
	}, res.Notes...)
}
