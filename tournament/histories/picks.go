package histories

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/command"
)

// How often, in thousandths of a step, players leave picks and bans and report the match, and
// take the last game back.
const (
	withoutPicks = 30
	gameBack     = 60
)

// pick returns the next step of the picks and bans of a match, or the report of a game that is
// reported by itself. There is none if the match has none, or waits for a guest.
func (g *Generator) pick(snap *tournament.Snapshot, at tournament.Place, n int) (Step, bool) {
	s := snap.State
	m, _ := s.Match(at.Round, at.Match)
	waits, due, may := s.PickWaits(at), s.GameDue(at), s.MayPick(at)
	if !may && len(waits) == 0 && due == 0 || g.chance(withoutPicks) {
		return Step{}, false
	}
	var c command.Command
	switch games := s.GamesReported(at); {
	case may:
		c = &command.BeginPicks{Player: n, Round: at.Round, Match: at.Match}
	case games > 0 && g.chance(gameBack):
		c = &command.WithdrawGame{Player: n, Round: at.Round, Match: at.Match, Game: games}
	case len(waits) > 0:
		n = waits[g.rng.IntN(len(waits))]
		options := m.Picks.Options(slices.Index(m.Picks.Players[:], n))
		c = &command.PickItem{Player: n, Round: at.Round, Match: at.Match, Step: s.PickTurn(at).Number, Item: options[g.rng.IntN(len(options))]}
	default:
		c = &command.ReportGame{Player: n, Round: at.Round, Match: at.Match, Game: due, Winner: m.Picks.Players[g.rng.IntN(2)]}
	}
	if snap.User(n) == "" {
		return Step{}, false
	}
	step := g.player(snap, n, c)
	if _, board := tournament.OfBoard(at.Match); board > 0 {
		step.Actor.User = sitting(snap, n, at)
	}
	return step, step.Actor.User != ""
}
