package kernel

import "topcut/tournament/rules"

// Line is where the cut falls.
type Line struct {
	Points int // players above are in, players below are out
	Places int // size of the cut
	Above  int // players above Points
	Level  int // players still in who have exactly Points
}

// Clean reports whether the cut falls between two totals of points.
func (l Line) Clean() bool { return l.Above+l.Level == l.Places }

// Line finds the line of a cut in units: places for the best, at least a number of
// points, and players equal to the last.
func (e *Simulator) Line(c rules.Cut) Line {
	l := e.line(c.Top, c.Points*int(e.rules.Unit))
	if c.EqualPoints {
		l.level(c.Max)
	}
	return l
}

// level takes in all players level with the last place, at most most in all (0 = no
// limit).
func (l *Line) level(most int) {
	if l.Places == 0 {
		return
	}
	places := l.Places
	l.Places = l.Above + l.Level
	if most > 0 {
		l.Places = max(places, min(l.Places, most))
	}
}

// line returns the line that cuts off the best places, and all players with at least
// units (0 = by places alone).
func (e *Simulator) line(places, units int) Line {
	places = min(places, len(e.active))
	if units > 0 {
		n := 0
		for v := e.totals - 1; v >= units; v-- {
			n += int(e.count[v])
		}
		places = max(places, n)
	}
	l := Line{Points: maxPoints + 1, Places: places}
	if places == 0 {
		return l
	}
	n := 0
	for v := e.totals - 1; v >= 0; v-- {
		if n+int(e.count[v]) >= places {
			l.Points, l.Above, l.Level = v, n, int(e.count[v])
			break
		}
		n += int(e.count[v])
	}
	return l
}

// Bubble returns the players level on points with the line, those who make the cut
// first; in is their number. The next call reuses the slice.
func (e *Simulator) Bubble(l Line) (level []uint16, in int) { return e.bubble(l, e.rules.Rounds) }

// bubble is Bubble after the given number of rounds.
func (e *Simulator) bubble(l Line, rounds int) (level []uint16, in int) {
	if l.Places == 0 {
		return nil, 0
	}
	list := e.tied[:cap(e.tied)]
	n := 0
	for _, p := range e.active {
		list[n] = p
		n += int((uint64(e.words[p]>>pointsAt^Word(l.Points)) - 1) >> 63)
		if n == l.Level {
			break
		}
	}
	list = list[:n]
	in = l.Places - l.Above
	e.best(list, in, rounds)
	return list, in
}

// Seeds returns the players of the cut in order. The slice is used again by the
// next call.
func (e *Simulator) Seeds(l Line) []uint16 {
	list := e.picks[:0]
	if l.Places == 0 {
		return list
	}
	for _, p := range e.active {
		if int(e.words[p]>>pointsAt) >= l.Points {
			list = append(list, p)
		}
	}
	e.rankAll(list, e.rules.Rounds)
	return list[:l.Places]
}
