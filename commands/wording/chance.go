package wording

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

// CutAim names what a chance is for: making a cut, of the named group if each has its
// own.
func CutAim(w text.Printer, cut rules.Cut, group string) string {
	aim := text.Raw(CutPlaces(w, cut))
	if group != "" {
		return w.Say("odds.make_of", "cut", aim, "group", text.Raw(group))
	}
	return w.Say("odds.make", "cut", aim)
}

// DayTwoAim returns the words for playing on after the first day.
func DayTwoAim(w text.Printer) string { return w.Say("odds.make_day_two") }

// CutPlaces describes the places of a cut.
func CutPlaces(w text.Printer, c rules.Cut) string {
	switch {
	case c.IsZero():
		return w.Say("cut.none")
	case c.Top > 0 && c.EqualPoints:
		return w.Say("cut.equal", "places", c.Top)
	case c.Points > 0 && c.Top > 0:
		return w.Say("cut.points_least", "n", c.Points, "least", c.Top)
	case c.Points > 0:
		return w.Say("cut.points", "n", c.Points)
	case c.Top > 0:
		return w.Say("cut.top", "n", c.Top)
	}
	return w.Say("cut.by_division")
}

// Verdict is a chance in words: the number or fact, what it is for, and the reason for a
// proved fact.
type Verdict struct{ Main, Rest, Why string }

// VerdictOf describes a chance: a proved one as a fact, any other as an estimate next to
// the average of the field. An average of 0 is left out.
func VerdictOf(w text.Printer, c sim.CutOdds, aim string, average float64) Verdict {
	switch c.Fact {
	case sim.Clinched:
		return Verdict{Main: w.Say("odds.in"), Why: w.Notice(c.Reason)}
	case sim.Eliminated:
		return Verdict{Main: w.Say("odds.out"), Why: w.Notice(c.Reason)}
	}
	v := Verdict{Main: percent(w, c.P), Rest: aim}
	if average > 0 {
		v.Rest = w.Say("odds.average", "aim", text.Raw(aim), "average", text.Raw(percent(w, average)))
	}
	switch c.Fact {
	case sim.WinAndIn:
		v.Why = strings.TrimSpace(w.Say("odds.win_in") + " " + w.Notice(c.Reason))
	case sim.DrawAndIn:
		v.Why = strings.TrimSpace(w.Say("odds.draw_in") + " " + w.Notice(c.Reason))
	}
	return v
}

// String returns the verdict without markup.
func (v Verdict) String() string {
	out := strings.TrimSpace(v.Main + " " + v.Rest)
	if v.Why != "" {
		out += ". " + v.Why
	}
	return out
}

// Markdown returns the verdict in Markdown.
func (v Verdict) Markdown() string {
	out := strings.TrimSpace("**" + v.Main + "** " + v.Rest)
	if v.Why != "" {
		out += "\n-# " + v.Why
	}
	return out
}

// percent formats an estimate in whole percent, and in tenths near 0 and 100.
func percent(w text.Printer, p float64) string {
	if p >= 0.995 || p < 0.005 {
		return w.Decimal(columns.Chance(p))
	}
	return w.Decimal(fmt.Sprintf("%.0f%%", 100*p))
}

// Supposed names an assumed result.
func Supposed(w text.Printer, result string) string {
	if result == sim.IfID {
		return w.Say("odds.if.agreed")
	}
	return w.Say("odds.if." + notice.Code(result))
}

// SeedWords lists the likeliest seeds; "" if there are none.
func SeedWords(w text.Printer, p *sim.PlayerOdds) string {
	if len(p.Seeds) == 0 || p.Cut.Fact == sim.Eliminated {
		return ""
	}
	list := slices.Clone(p.Seeds)
	sorted.Stable(list, func(a, b sim.SeedOdds) int { return int(math.Copysign(1, b.P-a.P)) })
	var words []string
	for _, s := range list[:min(len(list), 4)] {
		words = append(words, strconv.Itoa(s.Seed)+" ("+w.Decimal(columns.Sure(s.P))+")")
	}
	return strings.Join(words, " · ")
}

// WatchWords says which players to watch at another table, the most helpful result first.
// name returns the name of a player by index.
func WatchWords(w text.Printer, t sim.Watch, name func(i int) string) string {
	a, b, high, low := int(t.Players[0]), int(t.Players[1]), t.First.P, t.Second.P
	better, worse := a, b
	if low > high {
		better, worse, high, low = b, a, low, high
	}
	return w.Say("odds.watch", "one", text.Raw(name(a)), "other", text.Raw(name(b)), "better", text.Raw(name(better)), "worse", text.Raw(name(worse)),
		"high", text.Raw(percent(w, high)), "low", text.Raw(percent(w, low)))
}

// OddsWords says what the estimates are based on, with the notes of a result.
func OddsWords(w text.Printer, res *sim.OddsResult) []string {
	out := []string{w.Say("odds.model", "n", res.Trials, "model", res.Model), w.Say("odds.facts_hold")}
	for _, n := range res.Notes {
		out = append(out, w.Notice(n))
	}
	return out
}

// CutChance returns half a sentence about the chances of a player for /status; "" if
// there is nothing to say.
func CutChance(w text.Printer, res *sim.OddsResult, n int) string {
	me := res.Players.At(n)
	half := func(c sim.CutOdds) string {
		switch c.Fact {
		case sim.Clinched, sim.Eliminated:
			return "**" + columns.FactWord(w, c.Fact) + "**"
		case sim.WinAndIn, sim.DrawAndIn:
			return percent(w, c.P) + " · **" + columns.FactWord(w, c.Fact) + "**"
		}
		return percent(w, c.P)
	}
	var parts []string
	if res.HasCut(n - 1) {
		parts = append(parts, half(me.Cut))
	}
	if me.DayTwo != nil {
		parts = append(parts, w.Say("odds.day_two", "chance", text.Raw(half(*me.DayTwo))))
	}
	return strings.Join(parts, " · ")
}
