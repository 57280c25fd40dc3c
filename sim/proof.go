package sim

import (
	"fmt"
)

// proof is how something was proved.
type proof uint8

const (
	byTrying proof = iota
	byAbsence
	byTarget
	byLevel
	byCount
	byTiebreaks
	byMatches
)

// argument is what a proof found in the worst (or best) case of a player.
type argument struct {
	by     proof
	points int // of the player then, in units
	others int // who end ahead: at most, or at least
	level  int // level on points, and put in their place by tiebreaks
	apart  apart
}

// apart is the smallest gap of a tiebreak between players level on points.
type apart struct {
	title     string
	high, low float64
	seen      int
	unclear   bool // not all are told apart by one number
}

func (x *apart) add(title string, high, low float64, ok bool) {
	x.seen++
	switch {
	case !ok || x.seen > 1 && title != x.title:
		x.unclear = true
	case x.seen == 1:
		x.title, x.high, x.low = title, high, low
	default:
		x.high, x.low = max(x.high, high), min(x.low, low)
	}
}

// words are the gap in brackets, empty where it is no single one.
func (x *apart) words() string {
	if x.unclear || x.seen == 0 || x.high >= x.low {
		return ""
	}
	return fmt.Sprintf(" (%s at most %.1f %% against at least %.1f %%)", x.title, 100*x.high, 100*x.low)
}

// reason says in a sentence why a fact holds; empty for none.
func (p *position) reason(player int, fact string) string {
	switch fact {
	case Clinched:
		return p.reasonIn(player, p.results[len(p.results)-1], "Whatever happens, ")
	case DrawAndIn:
		return p.reasonIn(player, resultDraw, "After a draw now, ")
	case WinAndIn:
		return p.reasonIn(player, resultWin, "After a win now, ")
	case Eliminated:
		return p.reasonOut(player, resultWin)
	}
	return ""
}

// reasonAfter says why a player is clinched or eliminated after a result now.
func (p *position) reasonAfter(player, result int, fact string) string {
	start := [3]string{"After a win now, ", "After a draw now, ", "After a loss now, "}[result]
	switch fact {
	case Clinched:
		return p.reasonIn(player, result, start)
	case Eliminated:
		return p.reasonOut(player, result)
	}
	return ""
}

// reason says why the fact about a player's cut holds.
func (o *odds) reason(player int) string {
	r := o.places[player]
	if r == nil || o.facts[player] == "" {
		return ""
	}
	text := r.position.reason(player, o.facts[player])
	if text == "" && o.day != nil {
		return o.day.ways[0].reason(player, o.facts[player])
	}
	return text
}

func (p *position) reasonIn(player, result int, start string) string {
	a, ok := p.secure(player, result)
	if !ok {
		return ""
	}
	points := p.pointsWords(a.points)
	switch a.by {
	case byTrying:
		return fmt.Sprintf("Every way the unfinished tables can end was tried: %sthe place among the first %d is kept.", lowerFirst(start), p.cut.Top)
	case byTarget:
		return fmt.Sprintf("%sthe %s that the cut asks for are there.", start, p.pointsWords(p.target()))
	case byLevel:
		return fmt.Sprintf("%s%s can have more than %s, and whoever is level with place %d is in too.", start, atMost(a.others), points, p.cut.Top)
	case byMatches:
		return fmt.Sprintf("%s%s can reach %s, since they play each other too, and the cut takes %d.", start, atMost(a.others), points, p.cut.Top)
	case byTiebreaks:
		return fmt.Sprintf("%s%s can end ahead, and the cut takes %d: whoever else reaches %s stays behind on tiebreakers%s.", start, atMost(a.others), p.cut.Top, points, a.apart.words())
	case byCount, byAbsence:
	}
	return fmt.Sprintf("%s%s can end level with %s or ahead, and the cut takes %d.", start, atMost(a.others), points, p.cut.Top)
}

func (p *position) reasonOut(player, result int) string {
	a, ok := p.hopeless(player, result)
	if !ok {
		return ""
	}
	points := p.pointsWords(a.points)
	switch a.by {
	case byAbsence:
		return "Whoever has left takes no place in the cut."
	case byTrying:
		return fmt.Sprintf("Every way the unfinished tables can end was tried: a place among the first %d is in none of them.", p.cut.Top)
	case byTarget:
		return fmt.Sprintf("At most %s are still possible, and the cut asks for %s.", points, p.pointsWords(p.target()))
	case byMatches:
		return fmt.Sprintf("Even with %s, the most still possible, at least %s end level or ahead, since they play each other too, and the cut takes %d.", points, others(a.others), p.cut.Top)
	case byTiebreaks:
		return fmt.Sprintf("Even with %s, the most still possible, at least %s end ahead, some on tiebreakers%s, and the cut takes %d.", points, others(a.others), a.apart.words(), p.cut.Top)
	case byCount, byLevel:
	}
	return fmt.Sprintf("Even with %s, the most still possible, at least %s end ahead, and the cut takes %d.", points, others(a.others), p.cut.Top)
}

func (p *position) pointsWords(units int) string {
	points := float64(units) / float64(p.rules.Unit)
	if points == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%g points", points)
}

func others(n int) string {
	if n == 1 {
		return "1 other"
	}
	return fmt.Sprintf("%d others", n)
}

func atMost(n int) string {
	if n == 0 {
		return "nobody else"
	}
	return "at most " + others(n)
}

func lowerFirst(s string) string { return string(s[0]|' ') + s[1:] }
