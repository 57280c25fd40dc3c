package discord

import (
	"log/slog"
	"strconv"
	"time"

	"topcut/commands/wire"
)

// Kind is the kind of an interaction.
type Kind int

// The kinds of interaction, with Discord's numbers.
const (
	KindCommand      Kind = wire.InteractionCommand      // a slash command
	KindComponent    Kind = wire.InteractionComponent    // a button or a select of a message
	KindAutocomplete Kind = wire.InteractionAutocomplete // typing in an option with autocomplete
	KindModal        Kind = wire.InteractionModal        // submitting a modal
)

// String returns a word for logs and metrics.
func (k Kind) String() string {
	switch k {
	case KindCommand:
		return "command"
	case KindComponent:
		return "component"
	case KindAutocomplete:
		return "autocomplete"
	case KindModal:
		return "modal"
	}
	return "kind " + strconv.Itoa(int(k))
}

// Secret is text that must not be shown. Printing or logging it gives "[redacted]"; a
// conversion to string gives the text.
type Secret string

const redacted = "[redacted]"

// String returns "[redacted]".
func (Secret) String() string { return redacted }

// GoString returns "[redacted]".
func (Secret) GoString() string { return redacted }

// LogValue returns "[redacted]".
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// Interaction is one action of a user, decoded and checked. Discord may deliver the same
// interaction twice, with the same ID.
type Interaction struct {
	ID    string
	Token Secret // for answers during 15 minutes
	AppID string
	Kind  Kind

	GuildID     string // empty in a direct message
	ChannelID   string
	ParentID    string // of a thread: its channel; of a channel: its category
	ChannelType wire.ChannelType

	User           User
	Permissions    wire.Permissions // of the member in this channel
	Roles          []string
	Locale         string           // of the user, such as "en-GB"
	GuildLocale    string           // of the server
	AppPermissions wire.Permissions // of the bot in this channel

	// Path and Options describe a command or its autocompletion: command name, then
	// subcommand group and subcommand if there are any.
	Path      []string
	CommandID string
	TargetID  string // of a user or message command
	Options   map[string]Option

	// CustomID is that of the component or modal; Values are the choices in a select.
	CustomID string
	Values   []string

	// Fields are a modal's inputs by custom id: one value for a text input,
	// any number for selects and file uploads (attachment ids).
	Fields map[string][]string

	// Attachments and Users are details that Discord sends for ids in Options, Values and
	// Fields.
	Attachments map[string]Attachment
	Users       map[string]User

	// Message is the message of the component; zero otherwise.
	Message MessageRef

	Received time.Time // when this process received it
}

// Text returns the text of an option, or "" if it was not given.
func (in *Interaction) Text(name string) string { return in.Options[name].Text }

// Int returns a whole-number option, and whether it was given.
func (in *Interaction) Int(name string) (int64, bool) {
	o, ok := in.Options[name]
	return o.Int, ok && o.Type == wire.OptionInteger
}

// Bool returns a yes-or-no option; false if it was not given.
func (in *Interaction) Bool(name string) bool { return in.Options[name].Bool }

// Field returns the first value of a modal's input, or "".
func (in *Interaction) Field(customID string) string {
	if v := in.Fields[customID]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Attachment returns the file given to an option or uploaded in a modal's
// input, and whether there is one.
func (in *Interaction) Attachment(name string) (Attachment, bool) {
	id := in.Text(name)
	if id == "" {
		id = in.Field(name)
	}
	a, ok := in.Attachments[id]
	return a, ok
}

// Focused returns the option in which the user is typing, for autocomplete.
func (in *Interaction) Focused() (name string, o Option, ok bool) {
	for name, o := range in.Options {
		if o.Focused {
			return name, o, true
		}
	}
	return "", Option{}, false
}

// Option is the value of one command option.
type Option struct {
	Type int
	// Text is the value as text for every type: the string, the number or "true" and
	// "false", or the id of a user, channel, role or attachment. While the user is typing it
	// is the text so far.
	Text    string
	Int     int64
	Float   float64
	Bool    bool
	Focused bool
}

// User is a user or bot as shown where the interaction happened.
type User struct {
	ID       string
	Name     string // nickname in the server, else display name, else Username
	Username string
	Roles    []string // in the server, if Discord has sent them
	Bot      bool
}

// Attachment is a file sent by a user. Client.FetchAttachment downloads it.
type Attachment = wire.Attachment

// MessageRef points at a message.
type MessageRef struct {
	wire.Head
	// Answers is the interaction that the message answers; its id is empty if there is none.
	Answers struct {
		ID string `json:"id"`
	} `json:"interaction_metadata"`
}

// Ephemeral reports whether only one person sees the message.
func (m MessageRef) Ephemeral() bool { return m.Flags&wire.FlagEphemeral != 0 }

// ForThreads are the permissions to open threads, write in them and archive them.
const ForThreads = wire.CreatePublicThreads | wire.SendMessagesInThreads | wire.ManageThreads
