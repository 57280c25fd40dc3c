package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"topcut/commands/wire"
)

// Command is the definition of a slash command. It is registered for servers only
// (contexts and integration types are [0]) and visible to all members: permissions are
// checked when it is used.
type Command struct {
	ID          string // assigned by Discord; ignored when registering
	Name        string // 1 to 32, lower case letters, digits, - and _
	Description string // 1 to 100
	// Descriptions are the descriptions in other languages, by Discord locale.
	Descriptions map[string]string
	// Options are either subcommands and groups, or values: at most 25.
	Options []CommandOption
}

// CommandOption is a subcommand, a group of subcommands, or a value.
type CommandOption struct {
	Type         int                `json:"type"`
	Name         string             `json:"name"`
	Description  string             `json:"description"`
	Descriptions map[string]string  `json:"description_localizations,omitempty"`
	Required     bool               `json:"required,omitempty"`
	Autocomplete bool               `json:"autocomplete,omitempty"` // excludes Choices
	Choices      []Choice           `json:"choices,omitempty"`      // at most 25
	Min          *float64           `json:"min_value,omitempty"`    // of a number
	Max          *float64           `json:"max_value,omitempty"`
	MinLength    *int               `json:"min_length,omitempty"` // of a string, 0 to 6000
	MaxLength    *int               `json:"max_length,omitempty"` // 1 to 6000
	ChannelTypes []wire.ChannelType `json:"channel_types,omitempty"`
	Options      []CommandOption    `json:"options,omitempty"` // of a subcommand or group
}

// Choice is one suggestion or one fixed choice. Value is a string, an int64 or
// a float64, as the type of the option demands; both name and a string value
// hold at most 100.
type Choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"` // by Discord locale
	Value any               `json:"value"`
}

type commandJSON struct {
	ID               string            `json:"id,omitempty"`
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations,omitempty"`
	Options          []CommandOption   `json:"options"`
	Contexts         []int             `json:"contexts"`
	IntegrationTypes []int             `json:"integration_types"`
}

// MarshalJSON encodes the command for Discord's API.
func (c Command) MarshalJSON() ([]byte, error) {
	options := c.Options
	if options == nil {
		options = []CommandOption{}
	}
	return json.Marshal(commandJSON{
		Type: 1, Name: c.Name, Description: c.Description, Descriptions: c.Descriptions, Options: options,
		Contexts: []int{0}, IntegrationTypes: []int{0},
	})
}

// UnmarshalJSON decodes a command from Discord's API.
func (c *Command) UnmarshalJSON(raw []byte) error {
	var j commandJSON
	if err := json.Unmarshal(raw, &j); err != nil {
		return err
	}
	*c = Command{ID: j.ID, Name: j.Name, Description: j.Description, Descriptions: j.Descriptions, Options: j.Options}
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
