package wording

import (
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// CutIn describes the cut of a running event; the zero Notice for none. It says where a
// double elimination is a single one, since there are too few for it.
func CutIn(s *tournament.State) notice.Notice {
	cut := cutIn(s)
	if least := s.FewForDouble(s.CutSize()); least > 0 && !cut.IsZero() {
		return notice.New("cut.not_double", "cut", cut, "least", least)
	}
	return cut
}

func cutIn(s *tournament.State) notice.Notice {
	if el := s.Elimination(); el != nil {
		return cutBegun(s, el)
	}
	p := s.PlannedCut()
	if p == nil {
		return notice.Notice{}
	}
	entry := p.Entry()
	switch entry.By {
	case stage.Auto, stage.Top:
		return CutOfSize(s, entry, p.Size)
	case stage.All, stage.Points, stage.Equal:
	}
	return CutPart(entry)
}

// cutBegun describes the cut of an elimination that has begun, per division if each has its
// own bracket.
func cutBegun(s *tournament.State, el *tournament.Stage) notice.Notice {
	if el.FirstRound == 1 || !s.ByDivision() {
		return notice.New("cut.top", "n", len(el.Players))
	}
	sizes := el.Parts
	if len(sizes) == 0 {
		sizes = []int{len(el.Players)}
	}
	var parts notice.List
	players := el.Players
	for _, n := range sizes {
		division := int(s.Players.At(players[0]).Division)
		parts = append(parts, notice.New("cut.of_division", "n", n, "division", divisionName(s, division)))
		players = players[n:]
	}
	return notice.New("cut.of_divisions", "cuts", parts)
}

// CutOfSize describes a cut of known size, per division if each has its own cut.
func CutOfSize(s *tournament.State, entry stage.Entry, size int) notice.Notice {
	if !s.ByDivision() {
		return OfGroups(s.Settings.Stages, size, Cut(stage.Entry{By: stage.Top, N: size, Lock: entry.Lock}))
	}
	var parts notice.List
	for division, n := range s.DivisionCuts(entry) {
		if n > 0 {
			parts = append(parts, notice.New("cut.of_division", "n", n, "division", divisionName(s, division)))
		}
	}
	return notice.New("cut.of_divisions", "cuts", parts)
}

// OfGroups adds to a cut of so many players how the groups of a chain share it, if they
// send different numbers on.
func OfGroups(c stage.Chain, size int, cut notice.Notice) notice.Notice {
	groups := c.First().Groups
	if groups < 2 || len(c.Stages) != 2 || size%groups == 0 {
		return cut
	}
	return notice.New("cut.best_next", "cut", cut, "each", size/groups)
}

// divisionName returns the name of a division, or of the event if it has only one.
func divisionName(s *tournament.State, division int) notice.Text {
	if d := s.Settings.Divisions; division >= 0 && division < len(d) && len(d) > 1 {
		return notice.Text(d[division])
	}
	return notice.Text(s.Settings.Name)
}
