package command

import (
	"fmt"
	"slices"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/notice"
)

// BeginPicks begins the picks and bans of a player's match, so that the clock of the first
// step runs.
type BeginPicks struct {
	Player       int
	Round, Match int // what the player means; 0 = the match they play now
}

func (c *BeginPicks) decide(d *decision) error {
	at, _, _, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	return d.beginPicks(at, c.Player)
}

// beginPicks begins the picks and bans of a match, with what is drawn first.
func (d *decision) beginPicks(at tournament.Place, player int) error {
	if !d.after.MayPick(at) {
		return tournament.Refuse(tournament.WrongPhase, "picks.none")
	}
	if err := d.emit(&tournament.ScriptBegun{Place: at, Player: player, Coin: draw.Coin(d.after, at)}); err != nil {
		return err
	}
	return d.drawItems(at)
}

// drawItems takes the steps that are drawn.
func (d *decision) drawItems(at tournament.Place) error {
	for t := d.after.PickTurn(at); t != nil && len(t.Waits) == 0; t = d.after.PickTurn(at) {
		if err := d.emit(&tournament.ItemDrawn{Place: at, Step: t.Number, Item: draw.Item(d.after, at, 0)}); err != nil {
			return err
		}
	}
	return nil
}

// PickItem chooses in a step of the picks and bans of a player's match. The first choice begins
// them. A player who is missed is there with it.
type PickItem struct {
	Player       int
	Round, Match int // what the player means; 0 = the match they play now
	Step         int // that the player saw, from 0
	Item         string
}

func (c *PickItem) decide(d *decision) error {
	at, m, _, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	if d.after.OpenClaim(at, c.Player) {
		if err := d.comeLive(&BePresent{Player: c.Player, At: at}); err != nil {
			return err
		}
	}
	if m.Picks == nil {
		if err := d.beginPicks(at, c.Player); err != nil {
			return err
		}
	}
	switch t := d.after.PickTurn(at); {
	case t == nil:
		return tournament.Refuse(tournament.WrongPhase, "picks.over")
	case t.Number != c.Step:
		return tournament.Refuse(tournament.Conflict, "picks.step")
	case !slices.Contains(d.after.PickWaits(at), c.Player):
		return tournament.Refuse(tournament.NotAllowed, "picks.turn")
	}
	if c.Item == "" {
		return tournament.Refuse(tournament.Conflict, "picks.gone", "item", notice.Text(c.Item))
	}
	if err := d.emit(&tournament.ItemPicked{Place: at, Player: c.Player, Step: c.Step, Item: c.Item}); err != nil {
		return err
	}
	return d.drawItems(at)
}

// pickLate draws for the players who have not chosen in time.
func (d *decision) pickLate(at tournament.Place) error {
	for _, n := range d.after.PickWaits(at) {
		end := d.after.PickEnds(at, n)
		if end.IsZero() || end.After(d.now) {
			continue
		}
		var late tournament.Event
		if t := d.after.PickTurn(at); d.after.PickPasses(at) {
			late = &tournament.StepPassed{Place: at, Player: n, Step: t.Number}
		} else {
			late = &tournament.ItemDrawn{Place: at, Player: n, Step: t.Number, Item: draw.Item(d.after, at, n)}
		}
		if err := d.emit(late); err != nil {
			return err
		}
	}
	return d.drawItems(at)
}

// ReportGame says who has won a game of a player's match where picks and bans come before the
// next one. The game that decides the match is the report of its result.
type ReportGame struct {
	Player       int
	Round, Match int // what the player means; 0 = the match they play now
	Game         int // that the player saw, from 1
	Winner       int
}

func (c *ReportGame) decide(d *decision) error {
	at, m, _, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	if d.after.GameDue(at) != c.Game || c.Game == 0 {
		return tournament.Refuse(tournament.Conflict, "picks.game_step")
	}
	if err := d.sits(at, c.Player); err != nil {
		return err
	}
	side := slices.Index(m.Picks.Players[:], c.Winner)
	if side < 0 {
		return tournament.Refuse(tournament.NotAllowed, "match.not_of", "who", notice.Player(c.Winner), "match", at.Match, "round", at.Round)
	}
	if run, decided := m.Picks.Report(side); decided {
		score, own := run.Score(), slices.Index(m.Picks.Players[:], c.Player)
		return (&ReportResult{Player: c.Player, Round: at.Round, Match: at.Match, Text: fmt.Sprintf("%d-%d", score[own], score[1-own])}).decide(d)
	}
	if err := d.emit(&tournament.GameReported{Place: at, Game: c.Game, Player: c.Player, Winner: c.Winner}); err != nil {
		return err
	}
	return d.drawItems(at)
}

// WithdrawGame takes the last reported game of a player's match back, by either player.
type WithdrawGame struct {
	Player       int
	Round, Match int // what the player means; 0 = the match they play now
	Game         int // that the player saw, from 1
}

func (c *WithdrawGame) decide(d *decision) error {
	at, _, _, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	if err := d.sits(at, c.Player); err != nil {
		return err
	}
	return d.emit(&tournament.GameWithdrawn{Place: at, Game: c.Game, Player: c.Player})
}
