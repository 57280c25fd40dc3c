package sim

import (
	"math"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// proof is the method by which something was proved.
type proof uint8

const (
	byTrying proof = iota
	byAbsence
	byTarget
	byLevel
	byCount
	byTiebreaks
	byMatches
	byEarly // a place in the cut before its time
	byFull  // all places are taken so
)

// argument is what a proof found for the worst (or best) case of a player.
type argument struct {
	by     proof
	points int // of the player then, in units
	others int // who end ahead: at most, or at least
	level  int // level on points, and put in their place by tiebreaks
	apart  apart
}

// apart is the smallest gap of a tiebreak between players level on points.
type apart struct {
	title     notice.Value
	high, low float64
	seen      int
	unclear   bool // one number does not separate all
}

func (x *apart) add(title notice.Value, high, low float64, ok bool) {
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

// gap returns the gap as people read it, zero if it is no single one.
func (x *apart) gap() notice.Notice {
	if x.unclear || x.seen == 0 || x.high >= x.low {
		return notice.Notice{}
	}
	return notice.New("proof.gap", "tiebreak", x.title, "high", tenths(x.high), "low", tenths(x.low))
}

// tenths returns a share in tenths of a percent.
func tenths(v float64) fraction.Fraction { return fraction.New(int64(math.Round(1000*v)), 10) }

// After what a proof holds.
const (
	afterAll  = notice.Word("proof.after.all")
	afterWin  = notice.Word("proof.after.win")
	afterDraw = notice.Word("proof.after.draw")
	afterLoss = notice.Word("proof.after.loss")
)

// reason returns why a fact holds, or the zero notice.
func (p *position) reason(player int, fact string) notice.Notice {
	switch fact {
	case Clinched:
		return p.reasonIn(player, slices.Max(p.resultsOf(player)), afterAll)
	case DrawAndIn:
		return p.reasonIn(player, resultDraw, afterDraw)
	case WinAndIn:
		return p.reasonIn(player, resultWin, afterWin)
	case Eliminated:
		return p.reasonOut(player, slices.Min(p.resultsOf(player)))
	}
	return notice.Notice{}
}

// reasonAfter returns why a player is clinched or eliminated after a result now.
func (p *position) reasonAfter(player, result int, fact string) notice.Notice {
	switch fact {
	case Clinched:
		return p.reasonIn(player, result, [3]notice.Word{afterWin, afterDraw, afterLoss}[result])
	case Eliminated:
		return p.reasonOut(player, result)
	}
	return notice.Notice{}
}

// reason returns why the fact about a player's cut holds.
func (o *odds) reason(player int) notice.Notice {
	r := o.places[player]
	if r == nil || o.facts[player] == "" {
		return notice.Notice{}
	}
	why := r.position.reason(player, o.facts[player])
	for i := 0; i < len(o.days) && why.IsZero(); i++ {
		why = o.days[i].reason(player, o.facts[player])
	}
	return why
}

func (p *position) reasonIn(player, result int, after notice.Word) notice.Notice {
	a, ok := p.secure(player, result)
	if !ok {
		return notice.Notice{}
	}
	points, rivals, top := p.worthOf(a.points), atMost(a.others), p.cut.Top
	switch a.by {
	case byTrying:
		return notice.New("proof.in.tried", "after", after, "cut", top)
	case byTarget:
		return notice.New("proof.in.target", "after", after, "points", p.worthOf(p.target()))
	case byLevel:
		return notice.New("proof.in.level", "after", after, "others", rivals, "points", points, "cut", top)
	case byMatches:
		return notice.New("proof.in.matches", "after", after, "others", rivals, "points", points, "cut", top)
	case byTiebreaks:
		return notice.New("proof.in.tiebreaks", "after", after, "others", rivals, "points", points, "cut", top, "gap", a.apart.gap())
	case byEarly:
		return notice.New("proof.in.early", "after", after, "cut", top)
	case byCount, byAbsence, byFull:
	}
	return notice.New("proof.in.count", "after", after, "others", rivals, "points", points, "cut", top)
}

func (p *position) reasonOut(player, result int) notice.Notice {
	a, ok := p.hopeless(player, result)
	if !ok {
		return notice.Notice{}
	}
	points, rivals, top := p.worthOf(a.points), others(a.others), p.cut.Top
	switch a.by {
	case byAbsence:
		return notice.New("proof.out.left")
	case byTrying:
		return notice.New("proof.out.tried", "cut", top)
	case byTarget:
		return notice.New("proof.out.target", "points", points, "target", p.worthOf(p.target()))
	case byMatches:
		return notice.New("proof.out.matches", "points", points, "others", rivals, "cut", top)
	case byTiebreaks:
		return notice.New("proof.out.tiebreaks", "points", points, "others", rivals, "cut", top, "gap", a.apart.gap())
	case byFull:
		return notice.New("proof.out.full", "cut", top)
	case byCount, byLevel, byEarly:
	}
	return notice.New("proof.out.count", "points", points, "others", rivals, "cut", top)
}

// worthOf returns a number of points with its word.
func (p *position) worthOf(units int) notice.Notice {
	return pointsWord(fraction.New(int64(units), p.rules.Unit))
}

// pointsWord returns a number of points with its word.
func pointsWord(v fraction.Fraction) notice.Notice {
	if v.Equal(fraction.Int(1)) {
		return notice.New("proof.point")
	}
	return notice.New("proof.points", "points", v)
}

func others(n int) notice.Notice { return notice.New("proof.others", "n", n) }

func atMost(n int) notice.Notice {
	if n == 0 {
		return notice.New("proof.nobody")
	}
	return notice.New("proof.at_most", "n", n)
}
