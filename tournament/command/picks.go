package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/draw"
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
		t := d.after.PickTurn(at)
		if err := d.emit(&tournament.ItemDrawn{Place: at, Player: n, Step: t.Number, Item: draw.Item(d.after, at, n)}); err != nil {
			return err
		}
	}
	return d.drawItems(at)
}
