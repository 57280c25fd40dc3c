package wire

// Command is an application command as a bot registers it.
type Command struct {
	ID               string            `json:"id,omitempty"` // assigned by Discord
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Names            map[string]string `json:"name_localizations,omitempty"` // by Discord locale
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations,omitempty"`
	Options          []CommandOption   `json:"options"`
	Contexts         []int             `json:"contexts"`
	IntegrationTypes []int             `json:"integration_types"`
	// DefaultMemberPermissions are those that a member needs to see the command; nil means
	// that all members see it.
	DefaultMemberPermissions *Permissions `json:"default_member_permissions,omitempty"`
}

// CommandOption is a subcommand, a group of subcommands, or a value.
type CommandOption struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"` // excludes Choices
	Choices      []Choice          `json:"choices,omitempty"`
	Min          *float64          `json:"min_value,omitempty"` // of a number
	Max          *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"` // of a string
	MaxLength    *int              `json:"max_length,omitempty"`
	ChannelTypes []ChannelType     `json:"channel_types,omitempty"`
	Options      []CommandOption   `json:"options,omitempty"` // of a subcommand or group
}

// Choice is one suggestion or one fixed choice. Value is a string or a number, as the
// type of the option demands.
type Choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}
