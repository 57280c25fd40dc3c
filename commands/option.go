package commands

import (
	"topcut/commands/discord"
	"topcut/commands/wire"
)

// Options shared by many commands. The catalogue has their descriptions, see describe.

func stringOption(name string, max int) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionString, Name: name, MaxLength: &max}
}

func intOption(name string, low, high float64) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionInteger, Name: name, Min: &low, Max: &high}
}

func boolOption(name string) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionBoolean, Name: name}
}

func fileOption(name string) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionAttachment, Name: name}
}

func choiceOption(name string, values ...string) discord.CommandOption {
	o := discord.CommandOption{Type: wire.OptionString, Name: name}
	for _, v := range values {
		o.Choices = append(o.Choices, discord.Choice{Value: v})
	}
	return o
}

func required(o discord.CommandOption) discord.CommandOption {
	o.Required = true
	return o
}

func suggested(o discord.CommandOption) discord.CommandOption {
	o.Autocomplete = true
	return o
}

// eventOption returns the option that names a tournament outside its channel.
func eventOption() discord.CommandOption {
	return suggested(stringOption("tournament", 100))
}

// opponentOption returns the option that chooses among several matches of the user.
func opponentOption() discord.CommandOption {
	return suggested(stringOption("opponent", 100))
}

// playerOption returns a string option with suggestions. It is not a user option because
// guests have no account.
func playerOption() discord.CommandOption {
	return suggested(stringOption("player", 100))
}

func publicOption() discord.CommandOption {
	return boolOption("public")
}

func roundOption() discord.CommandOption { return intOption("round", 1, 63) }

func tableOption() discord.CommandOption {
	return suggested(intOption("table", 1, 9999))
}

// completers merges a route's completers with those that all routes share.
func completers(more map[string]Completer) map[string]Completer {
	out := map[string]Completer{"tournament": completeEvent}
	for name, f := range more {
		out[name] = f
	}
	return out
}

func completePlayers() map[string]Completer {
	return completers(map[string]Completer{"player": completePlayer})
}
