package menu

import (
	"context"
	"slices"

	"topcut/commands/discord"
	"topcut/commands/wire"
)

// Accesses tells what the admins of a server have set for the bot's commands.
// *discord.Client implements it.
type Accesses interface {
	CommandAccess(ctx context.Context, guildID string) (map[string][]discord.Access, error)
}

// Hidden returns the organisers' commands that Discord does not list for the members of a
// role of a server, as "/round" or "Drop from the event": those for which the role lacks the permission and to
// which the server has not added it. Those of the server's admins are not among them.
// There are none where Discord does not say. ids are Discord's ids of the commands by name.
func Hidden(ctx context.Context, from Accesses, guild, role string, roles []discord.Role, list []discord.Command, ids map[string]string) (hidden []string) {
	set, err := from.CommandAccess(ctx, guild)
	if err != nil {
		return nil
	}
	var have wire.Permissions
	for _, r := range roles {
		if r.ID == role || r.ID == guild { // @everyone
			have |= r.Permissions
		}
	}
	for _, c := range list {
		if c.Shown == 0 || c.Shown.Has(wire.ManageGuild) || ids[c.Name] == "" {
			continue
		}
		shown := have.Has(c.Shown)
		if i := slices.IndexFunc(set[ids[c.Name]], func(a discord.Access) bool { return a.ID == role }); i >= 0 {
			shown = set[ids[c.Name]][i].Permission
		}
		switch {
		case shown:
		case c.On != 0:
			hidden = append(hidden, c.Name)
		default:
			hidden = append(hidden, "/"+c.Name)
		}
	}
	return hidden
}
