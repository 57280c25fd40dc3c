package command

import (
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// EnterLeague makes the event count in a league, or in none.
type EnterLeague struct {
	League  tournament.ID
	Weight  fraction.Fraction
	Playoff bool
	Final   bool
}

func (c *EnterLeague) decide(d *decision) error {
	switch now := d.after.Series; {
	case c.Weight.Sign() < 0:
		return tournament.Refuse(tournament.BadInput, "season.weight")
	case now.League == c.League && now.Weight.Equal(c.Weight) && now.Playoff == c.Playoff && now.Final == c.Final:
		return tournament.Refuse(tournament.NoChange, "league.in_already", "event", notice.Text(d.after.Settings.Name))
	case d.after.Entry.Listed && now.League != 0 && d.after.Entry.League == now.League && c.League != now.League:
		// The league no longer decides who plays.
		if err := d.emit(&tournament.EntryOpened{}); err != nil {
			return err
		}
	}
	return d.emit(&tournament.LeagueEntered{League: c.League, Weight: c.Weight, Playoff: c.Playoff, Final: c.Final})
}
