package discord

import (
	"bytes"
	"encoding/json"
	"strconv"

	"topcut/commands/wire"
)

// Component is a part of a message or a modal; its types are those of this file. An ID is
// a number that is unique in the message. Discord keeps it, and assigns one to components
// without; see Identity.
type Component interface {
	json.Marshaler
	component()
}

// Container frames other components. A message holds at most 40 components, including
// nested ones, and 4000 characters of text.
type Container struct {
	ID         int         `json:"id,omitempty"`
	Accent     *int        `json:"accent_color,omitempty"` // colour as 0xRRGGBB; nil for none
	Spoiler    bool        `json:"spoiler,omitempty"`
	Components []Component `json:"components"` // ActionRow, TextDisplay, Section, MediaGallery, Separator, File
}

// TextDisplay is Markdown text.
type TextDisplay struct {
	ID      int    `json:"id,omitempty"`
	Content string `json:"content"` // at most 4000 over the whole message
}

// section is one to three texts beside a Button or a Thumbnail.
type section struct {
	ID        int           `json:"id,omitempty"`
	Texts     []TextDisplay `json:"components"`
	Accessory Component     `json:"accessory"`
}

// Thumbnail is a small picture.
type Thumbnail struct {
	URL         string // https://… or attachment://name
	Description string // alternative text, at most 1024
	Spoiler     bool
}

// MediaGallery shows one to ten pictures.
type MediaGallery struct {
	ID    int
	Items []Thumbnail
}

// FileRef shows a file of the message for download.
type FileRef struct {
	ID      int
	URL     string // attachment://name
	Spoiler bool
}

// Separator is a gap, with a line unless NoLine.
type Separator struct {
	ID     int     `json:"id,omitempty"`
	NoLine not     `json:"divider"`
	Large  twofold `json:"spacing"`
}

// ActionRow holds up to five buttons or one select.
type ActionRow struct {
	ID         int         `json:"id,omitempty"`
	Components []Component `json:"components"`
}

// ButtonStyle is the look of a button.
type ButtonStyle int

// The styles. Link buttons have a URL and no custom id.
const (
	Primary   ButtonStyle = wire.StylePrimary
	Secondary ButtonStyle = wire.StyleSecondary
	Success   ButtonStyle = wire.StyleSuccess
	Danger    ButtonStyle = wire.StyleDanger
	Link      ButtonStyle = wire.StyleLink
)

// Button is a button. The zero Style means Secondary, or Link if URL is set.
type Button struct {
	Style    ButtonStyle `json:"style"`
	Label    string      `json:"label,omitempty"`     // at most 80, better 34
	Emoji    emoji       `json:"emoji,omitempty"`     // one Unicode emoji, optional
	CustomID string      `json:"custom_id,omitempty"` // 1 to 100, unique in the message
	URL      string      `json:"url,omitempty"`       // at most 512
	Disabled bool        `json:"disabled,omitempty"`
}

// SelectOption is an option of a StringSelect.
type SelectOption struct {
	Label       string `json:"label"`                 // 1 to 100
	Value       string `json:"value"`                 // 1 to 100, unique in the select
	Description string `json:"description,omitempty"` // at most 100
	Emoji       emoji  `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// StringSelect is a menu of up to 25 options. In a modal it must be in a Label.
type StringSelect struct {
	CustomID    string         `json:"custom_id"`
	Placeholder string         `json:"placeholder,omitempty"` // at most 150
	Options     []SelectOption `json:"options,omitempty"`
	Min         *int           `json:"min_values,omitempty"` // 0 to 25; nil means 1
	Max         int            `json:"max_values,omitempty"` // 1 to 25; 0 means 1
	Disabled    bool           `json:"disabled,omitempty"`   // in messages
	Optional    not            `json:"required,omitempty"`   // in modals: may be left empty; messages do not allow the key
}

// EntityKind says what an EntitySelect offers.
type EntityKind int

// The kinds of EntitySelect.
const (
	Users        EntityKind = wire.TypeUserSelect
	Roles        EntityKind = wire.TypeRoleSelect
	Mentionables EntityKind = wire.TypeMentionableSelect
	Channels     EntityKind = wire.TypeChannelSelect
)

// EntitySelect is a menu of users, roles or channels, which Discord fills.
type EntitySelect struct {
	Kind         EntityKind         `json:"-"`
	CustomID     string             `json:"custom_id"`
	Placeholder  string             `json:"placeholder,omitempty"`
	ChannelTypes []wire.ChannelType `json:"channel_types,omitempty"` // of Channels
	Defaults     []string           `json:"-"`                       // ids selected initially
	Min          *int               `json:"min_values,omitempty"`
	Max          int                `json:"max_values,omitempty"`
	Disabled     bool               `json:"disabled,omitempty"`
	Optional     not                `json:"required,omitempty"`
}

// Label is a row of a modal: a title, an explanation and one input.
type Label struct {
	Text        string    `json:"label"`                 // 1 to 45
	Description string    `json:"description,omitempty"` // at most 100
	Input       Component `json:"component"`
}

// TextInput is a text field of a modal.
type TextInput struct {
	CustomID    string  `json:"custom_id"`
	Paragraph   twofold `json:"style"`                // several lines
	Min         int     `json:"min_length,omitempty"` // 0 to 4000
	Max         int     `json:"max_length,omitempty"` // 1 to 4000; 0 means 4000
	Optional    not     `json:"required"`
	Value       string  `json:"value,omitempty"`
	Placeholder string  `json:"placeholder,omitempty"`
}

func (Container) component()    {}
func (TextDisplay) component()  {}
func (section) component()      {}
func (Thumbnail) component()    {}
func (MediaGallery) component() {}
func (FileRef) component()      {}
func (Separator) component()    {}
func (ActionRow) component()    {}
func (Button) component()       {}
func (StringSelect) component() {}
func (EntitySelect) component() {}
func (Label) component()        {}
func (TextInput) component()    {}

// emoji is one Unicode emoji.
type emoji string

// MarshalJSON encodes the emoji for Discord's API.
func (e emoji) MarshalJSON() ([]byte, error) { return encode(map[string]string{"name": string(e)}) }

// not is a flag that Discord has in negated form.
type not bool

// MarshalJSON encodes the negated value.
func (n not) MarshalJSON() ([]byte, error) { return encode(!bool(n)) }

// twofold is a flag that Discord encodes as 1 and, if it is set, as 2.
type twofold bool

// MarshalJSON writes the number.
func (t twofold) MarshalJSON() ([]byte, error) {
	if t {
		return encode(2)
	}
	return encode(1)
}

// mediaJSON is a picture or file in Discord's API.
type mediaJSON struct {
	URL string `json:"url"`
}

// thumbnailJSON is a Thumbnail in Discord's API.
type thumbnailJSON struct {
	Media       mediaJSON `json:"media"`
	Description string    `json:"description,omitempty"`
	Spoiler     bool      `json:"spoiler,omitempty"`
}

func (c Thumbnail) wire() thumbnailJSON {
	return thumbnailJSON{mediaJSON{c.URL}, c.Description, c.Spoiler}
}

// list returns an empty slice for nil, which would be encoded as null.
func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

// MarshalJSON encodes the component for Discord's API.
func (c Container) MarshalJSON() ([]byte, error) {
	type plain Container
	c.Components = list(c.Components)
	return typed(wire.TypeContainer, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c TextDisplay) MarshalJSON() ([]byte, error) {
	type plain TextDisplay
	c.Content = typeset(c.Content)
	return typed(wire.TypeTextDisplay, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c section) MarshalJSON() ([]byte, error) {
	type plain section
	c.Texts = list(c.Texts)
	return typed(wire.TypeSection, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c Thumbnail) MarshalJSON() ([]byte, error) { return typed(wire.TypeThumbnail, c.wire()) }

// MarshalJSON encodes the component for Discord's API.
func (c MediaGallery) MarshalJSON() ([]byte, error) {
	items := make([]thumbnailJSON, len(c.Items))
	for i, t := range c.Items {
		items[i] = t.wire()
	}
	return typed(wire.TypeMediaGallery, struct {
		ID    int             `json:"id,omitempty"`
		Items []thumbnailJSON `json:"items"`
	}{c.ID, items})
}

// MarshalJSON encodes the component for Discord's API.
func (c FileRef) MarshalJSON() ([]byte, error) {
	return typed(wire.TypeFile, struct {
		ID      int       `json:"id,omitempty"`
		File    mediaJSON `json:"file"`
		Spoiler bool      `json:"spoiler,omitempty"`
	}{c.ID, mediaJSON{c.URL}, c.Spoiler})
}

// MarshalJSON encodes the component for Discord's API.
func (c Separator) MarshalJSON() ([]byte, error) {
	type plain Separator
	return typed(wire.TypeSeparator, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c ActionRow) MarshalJSON() ([]byte, error) {
	type plain ActionRow
	c.Components = list(c.Components)
	return typed(wire.TypeActionRow, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c Button) MarshalJSON() ([]byte, error) {
	type plain Button
	if c.Style == 0 {
		c.Style = Secondary
		if c.URL != "" {
			c.Style = Link
		}
	}
	return typed(wire.TypeButton, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c StringSelect) MarshalJSON() ([]byte, error) {
	type plain StringSelect
	return typed(wire.TypeStringSelect, plain(c))
}

// defaultValue is an initial choice of an EntitySelect in Discord's API.
type defaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// MarshalJSON encodes the component for Discord's API.
func (c EntitySelect) MarshalJSON() ([]byte, error) {
	type plain EntitySelect
	kind := map[EntityKind]string{Users: "user", Roles: "role", Mentionables: "user", Channels: "channel"}[c.Kind]
	defaults := make([]defaultValue, len(c.Defaults))
	for i, id := range c.Defaults {
		defaults[i] = defaultValue{id, kind}
	}
	return typed(int(c.Kind), struct {
		plain
		Defaults []defaultValue `json:"default_values,omitempty"`
	}{plain(c), defaults})
}

// MarshalJSON encodes the component for Discord's API.
func (c Label) MarshalJSON() ([]byte, error) {
	type plain Label
	return typed(wire.TypeLabel, plain(c))
}

// MarshalJSON encodes the component for Discord's API.
func (c TextInput) MarshalJSON() ([]byte, error) {
	type plain TextInput
	return typed(wire.TypeTextInput, plain(c))
}

// typed returns the JSON of a component: its type and the fields of an object.
func typed(kind int, fields any) ([]byte, error) {
	raw, err := encode(fields)
	if err != nil {
		return nil, err
	}
	out := strconv.AppendInt([]byte(`{"type":`), int64(kind), 10)
	if len(raw) > len("{}") {
		out = append(out, ',')
	}
	return append(out, raw[1:]...), nil
}

// encode is json.Marshal without HTML escapes, which would count against Discord's size
// limits.
func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// fileID returns the id that links an entry of the attachments list with a file part of a
// request.
func fileID(i int) string { return strconv.Itoa(i) }
