package discord

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"topcut/commands/wire"
)

// Command is the definition of a slash command, or of an entry of the menu on a person or a
// message. It is registered for servers only (contexts and integration types are [0]).
type Command struct {
	ID string // assigned by Discord; ignored when registering
	// On is wire.CommandUser or wire.CommandMessage for an entry of that menu, which has no
	// description and no options; 0 for a slash command.
	On          int
	Name        string            // 1 to 32; of a slash command lower case letters, digits, - and _
	Names       map[string]string // in other languages, by Discord locale; not of slash commands
	Description string            // 1 to 100
	// Descriptions are the descriptions in other languages, by Discord locale.
	Descriptions map[string]string
	// Options are either subcommands and groups, or values: at most 25.
	Options []CommandOption
	// Shown are the permissions that a member needs to see the command in the menu, unless
	// an admin of the server shows it to others; 0 shows it to all. It protects nothing:
	// permissions are checked when the command is used.
	Shown wire.Permissions
}

// The parts of a command, as they are sent.
type (
	CommandOption = wire.CommandOption
	Choice        = wire.Choice
)

// MarshalJSON encodes the command for Discord's API.
func (c Command) MarshalJSON() ([]byte, error) {
	var shown *wire.Permissions
	if c.Shown != 0 {
		shown = &c.Shown
	}
	return json.Marshal(wire.Command{
		Type: cmp.Or(c.On, wire.CommandChat), Name: c.Name, Names: c.Names, Description: c.Description, Descriptions: c.Descriptions, Options: wire.List(c.Options),
		Contexts: []int{0}, IntegrationTypes: []int{0}, DefaultMemberPermissions: shown,
	})
}

// UnmarshalJSON decodes a command from Discord's API.
func (c *Command) UnmarshalJSON(raw []byte) error {
	var j wire.Command
	if err := json.Unmarshal(raw, &j); err != nil {
		return err
	}
	*c = Command{ID: j.ID, Name: j.Name, Names: j.Names, Description: j.Description, Descriptions: j.Descriptions, Options: j.Options}
	if j.Type != wire.CommandChat {
		c.On = j.Type
	}
	if j.DefaultMemberPermissions != nil {
		c.Shown = *j.DefaultMemberPermissions
	}
	return nil
}

// CommandsHash returns a hash of what would be registered. It does not depend on the
// order of the commands or on their ids, so equal hashes mean that registering again
// would change nothing.
func CommandsHash(commands []Command) (string, error) {
	sorted := make([]*Command, len(commands))
	for i := range commands {
		sorted[i] = &commands[i]
	}
	slices.SortFunc(sorted, func(a, b *Command) int { return strings.Compare(a.Name, b.Name) })
	raw, err := json.Marshal(sorted)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}
