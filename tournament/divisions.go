package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/numbered"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// slotsPerDivision is the distance between the match numbers of the brackets of two
// divisions.
const slotsPerDivision = 1000

// DivisionSizes returns the number of players who entered each division, including
// those who have left, so that a drop does not change whether divisions play apart.
func (s *State) DivisionSizes() []int {
	sizes := make([]int, max(len(s.Settings.Divisions), 1))
	for i := range s.Players {
		p := &s.Players[i]
		if p.Status == Registered && !p.Absent && !p.StandIn && p.DroppedAfter != 0 && int(p.Division) < len(sizes) {
			sizes[p.Division]++
		}
	}
	return sizes
}

// ByDivision reports whether each division has its own cut, places and winner
// (docs/rules/pokemon.md#pkm-17, PKM-21, PKM-27). Pure elimination knows no divisions
// (PKM-57).
func (s *State) ByDivision() bool {
	sizes := s.DivisionSizes()
	entered := len(sizes) - len(slices.DeleteFunc(slices.Clone(sizes), func(n int) bool { return n > 0 }))
	return s.Settings.Stages.First().Kind.ByPoints() && !s.Settings.Stages.Prepares(stage.Draft) && entered > 1 && s.Rules.DivisionMode(sizes) != ""
}

// DivisionRows returns the rows of one division in the order of the standings. The
// first row is the winner of the division, whatever its rank in the whole field
// (docs/rules/pokemon.md#pkm-21).
func (s *State) DivisionRows(t *standings.Table, division int) []standings.Row {
	var out []standings.Row
	for _, row := range t.Rows {
		if int(s.Players[row.Player].Division) == division {
			out = append(out, row)
		}
	}
	return out
}

// without returns a copy of s without the players who do not start, for planning.
func (s *State) without(absent []int) *State {
	c := *s
	c.Players = slices.Clone(s.Players)
	for _, n := range absent {
		c.Players.At(n).Status = Left
	}
	return &c
}

// attendance returns the number of players with which the ruleset's tables are read,
// without those who do not start (docs/rules/pokemon.md#pkm-23).
func (s *State) attendance(absent []int) int {
	l := s.Facts()
	for i := range l.Players {
		l.Players[i].Absent = s.Players[i].Status != Registered || slices.Contains(absent, i+1)
	}
	return s.Rules.Attendance(l)
}

// divisionCut returns the places of the cut in a division of the given size: as its row
// of the table says, or the organiser's number, within the ruleset's share and shape
// (docs/rules/pokemon.md#pkm-27, PKM-29). It returns 0 if there is no cut.
func (s *State) divisionCut(e stage.Entry, players int) int {
	cut := 0
	switch e.By {
	case stage.Auto:
		_, cut, _ = s.Rules.RoundsFor(players)
		cut = min(cut, s.Rules.LargestCut(players))
		for e.Max > 0 && cut > e.Max { // docs/rules/pokemon.md#pkm-28
			cut /= 2
		}
	case stage.Top, stage.Equal:
		cut = s.equalPlaces(e, players)
		if s.Rules.Advance.Binds {
			cut = min(cut, s.Rules.LargestCut(players))
		}
		for s.Rules.Advance.PowerOfTwo && cut > players {
			cut /= 2
		}
	case stage.Points:
		cut = min(2, players)
	case stage.All:
	}
	if cut < 2 || cut > players {
		return 0
	}
	return cut
}

// DivisionCuts returns the places of the cut of each division: the announced ones or,
// before the start, those that an entry gives for the present players.
func (s *State) DivisionCuts(e stage.Entry) []int {
	if p := s.PlannedCut(); p != nil && len(p.Parts) > 0 {
		return p.Parts
	}
	sizes := s.DivisionSizes()
	for division, players := range sizes {
		sizes[division] = s.divisionCut(e, players)
	}
	return sizes
}

// divisionSeeds returns the cut of every division, one after the other, and the number
// of players of each.
func (s *State) divisionSeeds(t *standings.Table, e stage.Entry, size int) (seeds, parts []int) {
	u := t.Unit()
	cuts := s.DivisionCuts(e)
	for division := range s.DivisionSizes() {
		rows := s.DivisionRows(t, division)
		lines := make([]bracket.Standing, len(rows))
		left := 0
		for i := range rows {
			lines[i] = bracket.Standing{Points: rows[i].Points.Units(u), Out: !s.PlaysOn(int(rows[i].Player)+1) || s.Players[rows[i].Player].StandIn}
			if !lines[i].Out {
				left++
			}
		}
		cut := bracket.Cut{Top: cuts[division]}
		switch {
		case size > 0:
			cut.Top = min(size, left)
		case e.By == stage.Points:
			cut = bracket.Cut{HasPoints: true, MinPoints: int64(e.N) * u, Top: min(e.Least, left)}
		case e.By == stage.Equal:
			cut.EqualPoints = true
			cut.Max = s.equalMost(e)
		}
		in := bracket.Qualify(cut, lines)
		if k := s.FlightsOf(division); k > 1 {
			in = s.flightSeeds(rows, cut.Top/k)
		}
		if len(in) < 2 {
			continue // the Swiss rounds decide this division
		}
		for _, i := range in {
			seeds = append(seeds, int(rows[i].Player)+1)
		}
		parts = append(parts, len(in))
	}
	if len(parts) == 1 {
		parts = nil
	}
	return seeds, parts
}

// cutParts returns the seeds of each bracket.
func cutParts(seeds, parts []int) [][]int {
	if len(parts) == 0 {
		return [][]int{seeds}
	}
	var out [][]int
	for _, n := range parts {
		out = append(out, seeds[:n:n])
		seeds = seeds[n:]
	}
	return out
}

// DivisionBracket is one bracket of the elimination stage with its state.
type DivisionBracket struct {
	Division int                // index of the division; -1 = one bracket for all
	Seeds    numbered.List[int] // players, best seed first
	Tree     *bracket.Bracket
	State    *bracket.State
	Offset   int // Match.Slot is the number of the match in Tree plus Offset
}

// Brackets returns the brackets of the elimination stage: one, or one for each division
// with a cut (docs/rules/pokemon.md#pkm-17, PKM-27).
func (s *State) Brackets() ([]DivisionBracket, error) {
	st := s.Elimination()
	if st == nil {
		return nil, Refuse(WrongPhase, "bracket.none")
	}
	return s.BracketsOf(st, s.LastDone())
}

// BracketsOf returns the brackets of an elimination with the results of rounds up to last.
func (s *State) BracketsOf(st *Stage, last int) ([]DivisionBracket, error) {
	var out []DivisionBracket
	for i, seeds := range cutParts(st.Players, st.Parts) {
		b := DivisionBracket{Division: -1, Seeds: seeds, Offset: i * slotsPerDivision}
		if s.ByDivision() && len(seeds) > 0 {
			b.Division = int(s.Players.At(seeds[0]).Division)
		}
		var err error
		if b.Tree, err = bracket.New(st.bracketConfig(len(seeds))); err != nil {
			return nil, err
		}
		if b.State, err = b.Tree.Resolve(s.BracketResults(st, b, last)); err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// BracketResults returns the results of a bracket from rounds up to last. They are those
// that are over, since the tree changes at the end of a round (docs/rules/magic.md#mtg-22).
func (s *State) BracketResults(st *Stage, b DivisionBracket, last int) bracket.Results {
	seedOf := make(map[int32]int, len(b.Seeds))
	for i, n := range b.Seeds {
		seedOf[int32(n-1)] = i + 1
	}
	results := bracket.Results{}
	for r := st.FirstRound; r <= last; r++ {
		for i := range s.Rounds.At(r).Matches {
			m, l := s.Match(r, i+1)
			if m.Slot == 0 || !m.Confirmed || m.Slot/slotsPerDivision*slotsPerDivision != b.Offset {
				continue
			}
			if order := s.finishOrder(l, seedOf); order != nil {
				results[m.Slot-b.Offset] = order
			}
		}
	}
	return results
}

// Bracket returns the elimination stage and its state. Seeds are indices into the
// stage's Players plus one. If divisions have brackets of their own, it returns the
// first one; its state then has the places and ready matches of all brackets, and a
// champion only if each division has one.
func (s *State) Bracket() (*bracket.Bracket, *bracket.State, error) {
	all, err := s.Brackets()
	if err != nil {
		return nil, nil, err
	}
	if len(all) == 1 {
		return all[0].Tree, all[0].State, nil
	}
	st := *all[0].State
	st.Places, st.Ready = nil, nil
	for _, b := range all {
		st.Places = append(st.Places, b.State.Places...)
		for _, id := range b.State.Ready {
			st.Ready = append(st.Ready, id+b.Offset)
		}
		if b.State.Champion == 0 {
			st.Champion = 0
		}
	}
	return all[0].Tree, &st, nil
}
