package menu

import (
	"topcut/commands/discord"
	"topcut/commands/wire"
)

// Name gives a command on a person the option "player", as if the person had been named
// after it. Other commands stay as they are.
func Name(on int, in *discord.Interaction) {
	if on == wire.CommandUser && in.TargetID != "" {
		in.Options = map[string]discord.Option{"player": {Type: wire.OptionString, Text: discord.MentionUser(in.TargetID)}}
	}
}
