package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/random"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

var _ = madeBy(kind{pair: elimination}, stage.Bracket, stage.Single, stage.Reseed, stage.Placement, stage.Double, stage.Tables)

// elimination pairs every match of the brackets that can be played. A player with a bye waits
// for the others of the round.
func elimination(s *tournament.State, _ *tournament.Stage, r roundRequest) (*madeRound, error) {
	all, err := s.Brackets()
	if err != nil {
		return nil, err
	}
	out := &madeRound{stage: ledger.Elimination, optimal: true}
	for _, b := range all {
		for _, id := range b.State.Ready {
			if b.Tree.Early(b.State, id) {
				continue // players with a bye play the second round beside the others
			}
			m, _ := b.Tree.Match(id)
			p := tournament.Pairing{Slot: id + b.Offset, Part: ledger.Elimination, Why: notice.New("why.bracket")}
			switch {
			case m.Part == bracket.Third:
				p.Part = ledger.ThirdPlace
			case m.Part == bracket.Lower && b.Tree.Config().Placement:
				p.Part, p.Why = ledger.Lower, notice.New("why.placement") // docs/rules/magic.md#mtg-24
			}
			if b.Tree.Config().Type == bracket.Double {
				p.Part = map[bracket.Part]ledger.Stage{bracket.Upper: ledger.Upper, bracket.Lower: ledger.Lower, bracket.Final: ledger.Final}[m.Part]
			}
			players := slices.Clone(b.State.Matches.At(id).Players)
			slices.Sort(players) // the better seed sits first: it may choose (MTR 2.2)
			for _, seed := range players {
				p.Players = append(p.Players, numbered.Get(b.Seeds, seed))
			}
			seatBySides(s, &p)
			walkover(s, &p)
			out.pairings = append(out.pairings, p)
		}
	}
	if len(out.pairings) == 0 {
		return nil, tournament.Refuse(tournament.WrongPhase, "bracket.played")
	}
	// docs/rules/magic.md#mtg-21: tables at random.
	for i, table := range random.New(r.seed, "tables").Perm(len(out.pairings)) {
		out.pairings[i].Table = table + 1
	}
	sorted.Stable(out.pairings, func(a, b tournament.Pairing) int { return a.Table - b.Table })
	return out, nil
}

// walkover gives the match of a bracket to the only player still present, or to the
// better seed if neither is, because a tree keeps its players
// (docs/rules/pokemon.md#pkm-56). At a table of four, players who have left keep their
// seats and cannot win.
func walkover(s *tournament.State, p *tournament.Pairing) {
	here := slices.DeleteFunc(slices.Clone(p.Players), func(n int) bool { return !s.Taking(n) })
	if len(here) == len(p.Players) {
		return
	}
	gone := slices.DeleteFunc(p.Players, s.Taking)
	if p.Players = append(here, gone...); len(here) > 1 {
		p.Why = notice.New("why.left_sits_last")
		return
	}
	p.Kind, p.Choice, p.Why = ledger.Forfeit, false, notice.New("why.opponent_left")
}
