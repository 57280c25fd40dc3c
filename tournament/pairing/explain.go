package pairing

import (
	"fmt"
	"strconv"
	"strings"
)

// explain finds the reason of each pair the matching made: a difference the sorted
// list has as well comes from an odd group, every other from a constraint.
func (m *matcher) explain() {
	if m.repair != nil {
		return
	}
	made := m.seats[len(m.seats)-len(m.order)/2:]
	list := make([]int32, 0, 2*len(made))
	for i := range made {
		list = append(list, made[i].a, made[i].b)
	}
	m.sortByLevel(list)
	expected := make(map[[2]int64]int)
	for k := 0; k < len(list); k += 2 {
		expected[m.levels(list[k], list[k+1])]++
	}
	for i := range made {
		s := &made[i]
		k := m.levels(s.a, s.b)
		switch {
		case m.score(s.a) == m.score(s.b):
			s.why = WhyEqualScore
		case expected[k] > 0:
			expected[k]--
			s.why = WhyOddGroup
		default:
			s.why = WhyConstraint
		}
	}
}

func (m *matcher) levels(a, b int32) [2]int64 {
	return [2]int64{max(m.level(a), m.level(b)), min(m.level(a), m.level(b))}
}

// warnings lists the compromises: tables in order, then byes.
func (r *round) warnings(proved bool) []Warning {
	var list []Warning
	seats := r.seats
	if !r.unclean && r.has[Rematches] {
		seats = nil
	}
	pol := &r.in.Policy
	division := r.has[CrossDivision] || pol.SeparateDivisions
	flight := r.has[CrossFlight] || pol.SeparateFlights
	tags, floats := r.has[TagConflict], r.has[RepeatFloat]
	absolute, illegal := r.has[AbsoluteSides], r.has[SingleSidedIllegal]
	forced := false // the pair or the bye at hand
	warn := func(kind WarningKind, count int32, players ...int32) {
		list = append(list, Warning{Kind: kind, Players: players, Count: count, Forced: forced, Proved: proved && !forced})
	}
	for i := range seats {
		s := &seats[i]
		if s.clean && r.has[Rematches] {
			continue
		}
		a, b := r.player(min(s.a, s.b)), r.player(max(s.a, s.b))
		forced = s.why == WhyForced || s.why == WhyKept
		if k := r.meetings(s.a, s.b); k > 0 {
			warn(WarnRematch, k, a.ID, b.ID)
		}
		if division && a.Division != b.Division {
			warn(WarnCrossDivision, 0, a.ID, b.ID)
		}
		if flight && a.Flight != b.Flight {
			warn(WarnCrossFlight, 0, a.ID, b.ID)
		}
		if tags && a.Tag != 0 && a.Tag == b.Tag {
			warn(WarnSameTag, 0, a.ID, b.ID)
		}
		if floats {
			for _, p := range repeatFloaters(a, b) {
				warn(WarnRepeatFloat, 1, p)
			}
		}
		if absolute && r.value(AbsoluteSides, s.a, s.b, true) != 0 || illegal && r.value(SingleSidedIllegal, s.a, s.b, true) != 0 {
			warn(WarnSides, 0, a.ID, b.ID)
		}
	}
	for k, i := range r.byes {
		p := r.player(i)
		forced = k < len(r.in.Byes)
		if p.Byes > 0 {
			warn(WarnSecondBye, p.Byes, p.ID)
		}
		if p.NoBye {
			list = append(list, Warning{Kind: WarnBarredBye, Players: []int32{p.ID}, Forced: forced})
		}
	}
	return list
}

// repeatFloaters returns those of a pair who float the way they floated recently.
func repeatFloaters(a, b *Player) []int32 {
	if a.Score == b.Score {
		return nil
	}
	if a.Score < b.Score {
		a, b = b, a
	}
	var list []int32
	if a.Floated&FloatDown != 0 {
		list = append(list, a.ID)
	}
	if b.Floated&FloatUp != 0 {
		list = append(list, b.ID)
	}
	return list
}

// compromises are the sentences of Warning.Text by kind: what happened, and why nothing
// better was possible.
var compromises = [...]struct{ what, instead string }{
	WarnRematch: {
		"{who} meet again (they met {times} before)",
		"no pairing of this round has fewer rematches",
	},
	WarnSecondBye: {
		"{who} gets another bye (after {count})",
		"everybody who may sit out has had as many",
	},
	WarnRepeatFloat: {
		"{who} is paired outside the own score group the same way again",
		"avoiding it would cost something that matters more",
	},
	WarnCrossDivision: {
		"{who} come from different divisions",
		"no pairing mixes divisions less without costing something that matters more",
	},
	WarnCrossFlight: {
		"{who} come from different flights",
		"no pairing mixes flights less without costing something that matters more",
	},
	WarnSameTag:   {"{who} share a tag", fewerTables},
	WarnSides:     {"{who} both need the same side", fewerTables},
	WarnBarredBye: {"{who} gets the bye in spite of being barred from it", ""},
}

const fewerTables = "no pairing has fewer such tables without costing something that matters more"

// Text says in one sentence what the compromise is and why it was made. name
// gives the name of a player.
func (w Warning) Text(name func(id int32) string) string {
	who := make([]string, 0, len(w.Players))
	for _, id := range w.Players {
		who = append(who, name(id))
	}
	c := compromises[w.Kind]
	what := strings.NewReplacer(
		"{who}", strings.Join(who, " and "), "{times}", times(w.Count), "{count}", strconv.Itoa(int(w.Count)),
	).Replace(c.what)
	switch {
	case w.Forced:
		return what + ": the organiser fixed it."
	case w.Proved && c.instead != "":
		return what + ": " + c.instead + "."
	}
	return what + "."
}

func times(n int32) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Explain says in a few sentences why the two players at a table of the result
// meet. name gives the name of a player, score the text of a score.
func (r *Result) Explain(t Table, name func(id int32) string, score func(int64) string) string {
	a, b := name(t.A), name(t.B)
	re := t.Reason
	var s strings.Builder
	upper, lower, high, low := a, b, re.Group, re.OtherGroup
	if high > low {
		upper, lower, high, low = b, a, low, high
	}
	points := func(group int32) string { return score(r.Scores[group-1]) }
	switch {
	case high == low:
		fmt.Fprintf(&s, "Both have %s points; %d players have that score (group %d).", points(high), re.GroupSize, high)
	default:
		fmt.Fprintf(&s, "%s has %s points, %s has %s.", upper, points(high), lower, points(low))
	}
	switch re.Why {
	case WhyEqualScore:
		s.WriteString(" The pair was drawn inside the group.")
	case WhyOddGroup:
		fmt.Fprintf(&s, " The scores from %s points up left one player over, and %s floats down to the nearest score.", points(high), upper)
	case WhyConstraint:
		s.WriteString(" Every pairing with smaller differences breaks something that matters more, such as a rematch.")
	case WhyForced:
		s.WriteString(" The organiser fixed the pair.")
	case WhyKept:
		s.WriteString(" The pair stood before the repair and was left alone.")
	case WhyRepair:
		s.WriteString(" The pair was made by a repair that changed as few tables as possible.")
	}
	if re.Meetings > 0 {
		fmt.Fprintf(&s, " They met %s before.", times(int32(re.Meetings)))
	} else {
		s.WriteString(" They had not met before.")
	}
	return s.String()
}
