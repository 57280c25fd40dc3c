package menu

import (
	"topcut/commands/discord"
	"topcut/commands/wire"
)

// Options shared by many commands. The catalogue has their descriptions, see describe.

// Text returns an option for a text of at most max characters.
func Text(name string, max int) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionString, Name: name, MaxLength: &max}
}

// Number returns an option for a whole number from low to high.
func Number(name string, low, high float64) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionInteger, Name: name, Min: &low, Max: &high}
}

// Switch returns an option that is on or off.
func Switch(name string) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionBoolean, Name: name}
}

// File returns an option for a file.
func File(name string) discord.CommandOption {
	return discord.CommandOption{Type: wire.OptionAttachment, Name: name}
}

// Choice returns an option whose values are listed.
func Choice(name string, values ...string) discord.CommandOption {
	o := discord.CommandOption{Type: wire.OptionString, Name: name}
	for _, v := range values {
		o.Choices = append(o.Choices, discord.Choice{Value: v})
	}
	return o
}

// Required returns the option as one that must be given.
func Required(o discord.CommandOption) discord.CommandOption {
	o.Required = true
	return o
}

// Suggested returns the option with suggestions while it is typed.
func Suggested(o discord.CommandOption) discord.CommandOption {
	o.Autocomplete = true
	return o
}

// Event returns the option that names a tournament outside its channel.
func Event() discord.CommandOption {
	return Suggested(Text("tournament", 100))
}

// Opponent returns the option that chooses among several matches of the user.
func Opponent() discord.CommandOption {
	return Suggested(Text("opponent", 100))
}

// Player returns a string option with suggestions. It is not a user option because
// guests have no account.
func Player() discord.CommandOption {
	return Suggested(Text("player", 100))
}

// Public returns the option that shows an answer to all.
func Public() discord.CommandOption {
	return Switch("public")
}

// Round returns the option that names a round.
func Round() discord.CommandOption { return Number("round", 1, 63) }

// Table returns the option that names a table.
func Table() discord.CommandOption {
	return Suggested(Number("table", 1, 9999))
}
