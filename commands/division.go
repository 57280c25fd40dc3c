package commands

import (
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// divisionOption returns the option that names a division of the event.
func divisionOption() discord.CommandOption {
	return menu.Suggested(menu.Text("division", 30))
}

// division returns the index of the division that the option names, or 0 if the event has
// no divisions.
func (c *call) division() (int, error) {
	all := c.Snap.State.Settings.Divisions
	typed := strings.TrimSpace(c.Typed("division"))
	at := slices.IndexFunc(all, func(d string) bool { return names.Key(d) == names.Key(typed) })
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

// group returns the part of the field whose standings to show: that of the option, else
// the user's own.
func (c *call) group() (field.Group, error) {
	if strings.TrimSpace(c.Typed("division")) == "" {
		return field.Of(c.Snap.State, c.MyNumber()), nil
	}
	d, err := c.division()
	return field.Division(d), err
}

// bracket returns the index of the bracket to show: that of the option, else of the
// user's own division.
func (c *call) bracket() (int, error) {
	if strings.TrimSpace(c.Typed("division")) == "" {
		return field.BracketOf(c.Snap.State, c.MyNumber()), nil
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
