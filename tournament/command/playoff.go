package command

import (
	"topcut/tournament"
)

// PlayOff settles a tie at the top by play-off rounds, as many as the ruleset has for
// that number of players (docs/rules/meccg.md#mec-59).
type PlayOff struct{}

func (*PlayOff) decide(d *decision) error {
	tied, err := d.topTie()
	if err != nil {
		return err
	}
	return d.emit(d.after.PlayedOff(tied))
}

// ShareTitle makes the players level at the top co-champions. All of them and the
// organiser must agree (docs/rules/meccg.md#mec-60, MEC-76).
type ShareTitle struct{}

func (*ShareTitle) decide(d *decision) error {
	tied, err := d.topTie()
	if err != nil {
		return err
	}
	return d.emit(&tournament.TieShared{Players: tied})
}

func (d *decision) topTie() ([]int, error) {
	if err := d.after.TieOpen(); err != nil {
		return nil, err
	}
	tied, err := d.after.TopTie()
	if err != nil {
		return nil, err
	}
	if len(tied) == 0 {
		return nil, tournament.Refuse(tournament.NoChange, "tie.nobody")
	}
	return tied, nil
}
