package pairing

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
		list = append(list, Warning{Kind: kind, Players: players, Count: count, Forced: forced, Proved: proved && !forced, First: pol.first(kind)})
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
		if r.has[KeptApart] && r.value(KeptApart, s.a, s.b, true) != 0 {
			warn(WarnKeptApart, 0, a.ID, b.ID)
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

// first reports whether nothing is put before what a compromise breaks.
func (p *Policy) first(kind WarningKind) bool { return len(p.Hard) > 0 && p.breaks(kind) == 0 }

// repeatFloaters returns the players of a pair who float the way they floated recently.
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
