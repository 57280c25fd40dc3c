package commands

import (
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// divisionOption names a division of the event.
func divisionOption() discord.CommandOption {
	return suggested(stringOption("division", 30))
}

// division returns the index of the division that the option names; 0 where the
// event has none to choose from.
func (c *Call) division() (int, error) {
	all := c.Snap.State.Settings.Divisions
	typed := strings.TrimSpace(c.text("division"))
	at := slices.IndexFunc(all, func(d string) bool { return fold(d) == fold(typed) })
	switch {
	case at >= 0:
		return at, nil
	case typed == "" && len(all) < 2:
		return 0, nil
	case typed == "":
		return 0, tournament.Refuse(tournament.BadInput, "division.choose", "divisions", notice.Texts(all))
	case len(all) == 0:
		return 0, tournament.Refuse(tournament.BadInput, "division.none")
	}
	return 0, tournament.Refuse(tournament.NotFound, "division.choose", "divisions", notice.Texts(all))
}

// group returns the part of the field whose standings are asked for: that of the
// option, or the person's own.
func (c *Call) group() (view.Group, error) {
	if strings.TrimSpace(c.text("division")) == "" {
		return view.GroupOfPlayer(c.Snap.State, c.myNumber()), nil
	}
	d, err := c.division()
	return view.DivisionGroup(d), err
}

// bracket returns which of several brackets is asked for: that of the option, or of
// the person's own division.
func (c *Call) bracket() (int, error) {
	if strings.TrimSpace(c.text("division")) == "" {
		return view.BracketOfPlayer(c.Snap.State, c.myNumber()), nil
	}
	d, err := c.division()
	if err != nil {
		return 0, err
	}
	all, err := c.Snap.State.Brackets()
	if err != nil {
		return 0, err
	}
	for i, b := range all {
		if b.Division == d || len(all) == 1 && b.Division < 0 {
			return i, nil
		}
	}
	return 0, tournament.Refuse(tournament.NotFound, "pick.no_bracket", "division", notice.Text(c.Snap.State.Settings.Divisions[d]))
}
