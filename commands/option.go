package commands

import "topcut/commands/discord"

// The options below are shared by many commands and behave the same in each.

func stringOption(name, about string, max int) discord.CommandOption {
	return discord.CommandOption{Type: discord.OptionString, Name: name, Description: about, MaxLength: &max}
}

func intOption(name, about string, low, high float64) discord.CommandOption {
	return discord.CommandOption{Type: discord.OptionInteger, Name: name, Description: about, Min: &low, Max: &high}
}

func boolOption(name, about string) discord.CommandOption {
	return discord.CommandOption{Type: discord.OptionBoolean, Name: name, Description: about}
}

func fileOption(name, about string) discord.CommandOption {
	return discord.CommandOption{Type: discord.OptionAttachment, Name: name, Description: about}
}

func choiceOption(name, about string, choices ...discord.Choice) discord.CommandOption {
	return discord.CommandOption{Type: discord.OptionString, Name: name, Description: about, Choices: choices}
}

func choice(name, value string) discord.Choice { return discord.Choice{Name: name, Value: value} }

func required(o discord.CommandOption) discord.CommandOption {
	o.Required = true
	return o
}

func suggested(o discord.CommandOption) discord.CommandOption {
	o.Autocomplete = true
	return o
}

// eventOption names the tournament where the channel does not.
func eventOption() discord.CommandOption {
	return suggested(stringOption("tournament", "Which event, where several are running here", 100))
}

// playerOption is a string with suggestions, since guests have no account.
func playerOption(about string) discord.CommandOption {
	return suggested(stringOption("player", about, 100))
}

func publicOption() discord.CommandOption {
	return boolOption("public", "Show the answer to everybody in this channel")
}

func roundOption(about string) discord.CommandOption { return intOption("round", about, 1, 63) }

func tableOption(about string) discord.CommandOption {
	return suggested(intOption("table", about, 1, 9999))
}

// completers merges the suggestions of a route with those every route has.
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
