// Package ruling says how a match ends that its players do not end: of those who were
// missed, who were asked and did not answer, who do not agree and have no organiser.
package ruling

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Settlement returns how an unattended event ends a match that nothing else ends, see
// tournament.State.StaleAt: a report counts where it names its reporter the loser, or is the
// only one and was never another; else the ruleset's result at time counts, a draw, or a loss
// of both. In a cut the better seed goes on. At a table of three or four the own loss proves
// nothing about which of the others has won.
func Settlement(s *tournament.State, at tournament.Place) *tournament.ResultCorrected {
	m, l := s.Match(at.Round, at.Match)
	ev := &tournament.ResultCorrected{Place: at, By: tournament.ByRule}
	for _, rep := range []*tournament.Report{m.Report, m.Counter} {
		if rep == nil {
			continue
		}
		if own := s.WonBy(l, rep); l.N == 2 && own >= 0 && own != rep.Seat || !m.Disputed && !rep.Reversed {
			ev.Kind, ev.Result, ev.Swap = rep.Kind, rep.Result, m.Swapped
			return ev
		}
	}
	if rules.IsElimination(m.Part) {
		return winsAlone(s, at, betterSeed(s, at), tournament.ByRule)
	}
	if s.AtTime(s.Rounds.At(at.Round).Stage) != tournament.ResolveDoubleLoss {
		if draw := drawn(s, at); draw != nil {
			return draw
		}
	}
	return bothLose(s, at)
}

// Silence returns how a match ends at a time whose players were asked for it and have
// said nothing about its result; nil if they are asked once more, since both are there.
func Silence(s *tournament.State, at tournament.Place, now time.Time) *tournament.ResultCorrected {
	m, _ := s.Match(at.Round, at.Match)
	long := s.Grace()
	last := s.LatestEnd(at)
	var there []fixture.Side
	for side, here := range came(s, at) {
		if here {
			there = append(there, fixture.Side(side))
		}
	}
	switch {
	case len(there) > 1 && m.Live.Asks == 1 && (last.IsZero() || !now.Add(long/2).After(last)):
		return nil
	case len(there) > 1:
		return Settlement(s, at)
	case len(there) == 1:
		return winsAlone(s, at, there[0], tournament.ByRule)
	}
	if m.Live.Asks > 1 { // they came before: it is the result that is missing
		return Settlement(s, at)
	}
	if rules.IsElimination(m.Part) {
		return winsAlone(s, at, betterSeed(s, at), tournament.ByRule)
	}
	if s.Rules.NoShow.Both == "draw" {
		if draw := drawn(s, at); draw != nil {
			return draw
		}
	}
	return bothLose(s, at)
}

// NotCome returns the players of a table of three or four that was asked for who have not
// answered, if others have: the table goes on without them.
func NotCome(s *tournament.State, at tournament.Place) (out []int) {
	_, l := s.Match(at.Round, at.Match)
	here := came(s, at)
	if l.N < 3 || here == [4]bool{} {
		return nil
	}
	for _, n := range s.PlayingAt(at) {
		if !here[s.SideOf(at, n)] {
			out = append(out, n)
		}
	}
	return out
}

// LeftAlone returns the win of the only player without whom a table of three or four does
// not play, or nil if there are others.
func LeftAlone(s *tournament.State, at tournament.Place) *tournament.ResultCorrected {
	if there := s.PlayingAt(at); len(there) == 1 {
		return winsAlone(s, at, s.SideOf(at, there[0]), tournament.ByClaim)
	}
	return nil
}

// came returns which players of a match have pressed something since it was asked for, by
// side. Without those who are absent from it the table has played before.
func came(s *tournament.State, at tournament.Place) (here [4]bool) {
	m, l := s.Match(at.Round, at.Match)
	for side := range fixture.Side(l.N) {
		n := s.PlayerAt(at, side)
		pressed := s.Players.At(n).Pressed
		if _, board := tournament.OfBoard(at.Match); board > 0 { // another member may have pressed
			pressed = m.Live.Here[side]
		}
		here[side] = !s.AbsentFrom(at, n) && !pressed.Before(m.Live.Asked.At)
	}
	return here
}

// drawn returns the draw of a match, or nil if the game has none.
func drawn(s *tournament.State, at tournament.Place) *tournament.ResultCorrected {
	m, l := s.Match(at.Round, at.Match)
	kind, result, err := s.RulesOf(at.Match, l).DrawnResult(m.Part, int(l.N))
	if err != nil {
		return nil
	}
	return &tournament.ResultCorrected{Place: at, Kind: kind, Result: result, By: tournament.ByRule}
}

// bothLose returns the loss of all players of a match.
func bothLose(s *tournament.State, at tournament.Place) *tournament.ResultCorrected {
	_, l := s.Match(at.Round, at.Match)
	return &tournament.ResultCorrected{Place: at, Kind: ledger.DoubleLoss, Result: s.RulesOf(at.Match, l).BothLost(), By: tournament.ByRule}
}

// winsAlone returns the win of a side for which no other plays.
func winsAlone(s *tournament.State, at tournament.Place, winner fixture.Side, by tournament.Confirmer) *tournament.ResultCorrected {
	m, l := s.Match(at.Round, at.Match)
	if l.N > 2 {
		kind, result, err := s.Rules.ParseResult(m.Part, int(winner), int(l.N), "win")
		if err != nil { // each game of such tables has a winner
			return bothLose(s, at)
		}
		return &tournament.ResultCorrected{Place: at, Kind: kind, Result: result, By: by}
	}
	g := s.RulesOf(at.Match, l).Forfeit.Games
	return &tournament.ResultCorrected{
		Place: at, Kind: ledger.Forfeit, By: by, Swap: winner == fixture.Second,
		Result: ledger.Result{Form: ledger.Games, V: [4]int32{int32(g[0]), int32(g[1]), int32(g[2])}},
	}
}

// betterSeed returns the side with the best seed of a match in a bracket, of those who are
// there.
func betterSeed(s *tournament.State, at tournament.Place) fixture.Side {
	brackets, err := s.Brackets()
	if err != nil {
		return fixture.First
	}
	for _, b := range brackets {
		for _, n := range b.Seeds {
			if slices.Contains(s.PlayingAt(at), n) {
				return s.SideOf(at, n)
			}
		}
	}
	return fixture.First
}
