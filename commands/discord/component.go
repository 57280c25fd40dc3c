package discord

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Component is a part of a message or a modal. The types of this file are all
// there are. An ID is a number that is unique in the message and kept by Discord,
// which numbers what has none; see Identity.
type Component interface {
	json.Marshaler
	component()
}

// Container frames other components. At most 40 components in a message,
// everything nested counted, and 4000 of text.
type Container struct {
	ID         int
	Accent     *int // colour as 0xRRGGBB; nil for none
	Spoiler    bool
	Components []Component // ActionRow, TextDisplay, Section, MediaGallery, Separator, File
}

// TextDisplay is Markdown text.
type TextDisplay struct {
	ID      int
	Content string // at most 4000 over the whole message
}

// section is one to three texts beside a Button or a Thumbnail.
type section struct {
	ID        int
	Texts     []TextDisplay
	Accessory Component
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
	ID     int
	NoLine bool
	Large  bool
}

// ActionRow holds up to five buttons or one select.
type ActionRow struct {
	ID         int
	Components []Component
}

// ButtonStyle is the look of a button.
type ButtonStyle int

// The styles. Link buttons have a URL and no custom id.
const (
	Primary   ButtonStyle = 1
	Secondary ButtonStyle = 2
	Success   ButtonStyle = 3
	Danger    ButtonStyle = 4
	Link      ButtonStyle = 5
)

// Button is a button. A zero Style means Secondary, or Link where URL is set.
type Button struct {
	Style    ButtonStyle
	Label    string // at most 80, better 34
	Emoji    string // one Unicode emoji, optional
	CustomID string // 1 to 100, unique in the message
	URL      string // at most 512
	Disabled bool
}

// SelectOption is one line of a StringSelect.
type SelectOption struct {
	Label       string // 1 to 100
	Value       string // 1 to 100, unique in the select
	Description string // at most 100
	Emoji       string
	Default     bool
}

// StringSelect is a menu of up to 25 lines. In a modal it stands in a Label.
type StringSelect struct {
	CustomID    string
	Placeholder string // at most 150
	Options     []SelectOption
	Min         *int // 0 to 25; nil means 1
	Max         int  // 1 to 25; 0 means 1
	Disabled    bool // in messages
	Optional    bool // in modals: may be left empty
}

// EntityKind is what an EntitySelect offers.
type EntityKind int

// The kinds of EntitySelect.
const (
	Users        EntityKind = 5
	Roles        EntityKind = 6
	Mentionables EntityKind = 7
	Channels     EntityKind = 8
)

// EntitySelect is a menu of users, roles or channels that Discord fills.
type EntitySelect struct {
	Kind         EntityKind
	CustomID     string
	Placeholder  string
	ChannelTypes []ChannelType // of Channels
	Defaults     []string      // ids chosen beforehand
	Min          *int
	Max          int
	Disabled     bool
	Optional     bool
}

// Label is a line of a modal: a title, an explanation and one input.
type Label struct {
	Text        string // 1 to 45
	Description string // at most 100
	Input       Component
}

// TextInput is a text field of a modal.
type TextInput struct {
	CustomID    string
	Paragraph   bool // several lines
	Optional    bool
	Min         int // 0 to 4000
	Max         int // 1 to 4000; 0 means 4000
	Placeholder string
	Value       string
}

// FileUpload is an upload field of a modal.
type FileUpload struct {
	CustomID string
	Min      *int // 0 to 10; nil means 1
	Max      int  // 1 to 10; 0 means 1
	Optional bool
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
func (FileUpload) component()   {}

// Numbers of the component types on the wire.
const (
	typeActionRow    = 1
	typeButton       = 2
	typeStringSelect = 3
	typeTextInput    = 4
	typeSection      = 9
	typeTextDisplay  = 10
	typeThumbnail    = 11
	typeMediaGallery = 12
	typeFile         = 13
	typeSeparator    = 14
	typeContainer    = 17
	typeLabel        = 18
	typeFileUpload   = 19
)

type mediaJSON struct {
	URL string `json:"url"`
}

type emojiJSON struct {
	Name string `json:"name"`
}

func emoji(name string) *emojiJSON {
	if name == "" {
		return nil
	}
	return &emojiJSON{Name: name}
}

// list keeps a nil slice from becoming null.
func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

// MarshalJSON writes the component as Discord's API takes it.
func (c Container) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type       int         `json:"type"`
		ID         int         `json:"id,omitempty"`
		Accent     *int        `json:"accent_color,omitempty"`
		Spoiler    bool        `json:"spoiler,omitempty"`
		Components []Component `json:"components"`
	}{typeContainer, c.ID, c.Accent, c.Spoiler, list(c.Components)})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c TextDisplay) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type    int    `json:"type"`
		ID      int    `json:"id,omitempty"`
		Content string `json:"content"`
	}{typeTextDisplay, c.ID, unbroken(c.Content)})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c section) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type       int           `json:"type"`
		ID         int           `json:"id,omitempty"`
		Components []TextDisplay `json:"components"`
		Accessory  Component     `json:"accessory"`
	}{typeSection, c.ID, list(c.Texts), c.Accessory})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c Thumbnail) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type        int       `json:"type"`
		Media       mediaJSON `json:"media"`
		Description string    `json:"description,omitempty"`
		Spoiler     bool      `json:"spoiler,omitempty"`
	}{typeThumbnail, mediaJSON{c.URL}, c.Description, c.Spoiler})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c MediaGallery) MarshalJSON() ([]byte, error) {
	type item struct {
		Media       mediaJSON `json:"media"`
		Description string    `json:"description,omitempty"`
		Spoiler     bool      `json:"spoiler,omitempty"`
	}
	items := make([]item, len(c.Items))
	for i, t := range c.Items {
		items[i] = item{mediaJSON{t.URL}, t.Description, t.Spoiler}
	}
	return encode(struct {
		Type  int    `json:"type"`
		ID    int    `json:"id,omitempty"`
		Items []item `json:"items"`
	}{typeMediaGallery, c.ID, items})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c FileRef) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type    int       `json:"type"`
		ID      int       `json:"id,omitempty"`
		File    mediaJSON `json:"file"`
		Spoiler bool      `json:"spoiler,omitempty"`
	}{typeFile, c.ID, mediaJSON{c.URL}, c.Spoiler})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c Separator) MarshalJSON() ([]byte, error) {
	spacing := 1
	if c.Large {
		spacing = 2
	}
	return encode(struct {
		Type    int  `json:"type"`
		ID      int  `json:"id,omitempty"`
		Divider bool `json:"divider"`
		Spacing int  `json:"spacing"`
	}{typeSeparator, c.ID, !c.NoLine, spacing})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c ActionRow) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type       int         `json:"type"`
		ID         int         `json:"id,omitempty"`
		Components []Component `json:"components"`
	}{typeActionRow, c.ID, list(c.Components)})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c Button) MarshalJSON() ([]byte, error) {
	style := c.Style
	if style == 0 {
		style = Secondary
		if c.URL != "" {
			style = Link
		}
	}
	return encode(struct {
		Type     int         `json:"type"`
		Style    ButtonStyle `json:"style"`
		Label    string      `json:"label,omitempty"`
		Emoji    *emojiJSON  `json:"emoji,omitempty"`
		CustomID string      `json:"custom_id,omitempty"`
		URL      string      `json:"url,omitempty"`
		Disabled bool        `json:"disabled,omitempty"`
	}{typeButton, style, c.Label, emoji(c.Emoji), c.CustomID, c.URL, c.Disabled})
}

// selectJSON is what all selects share; required is only known in modals,
// disabled only in messages.
type selectJSON struct {
	Type         int            `json:"type"`
	CustomID     string         `json:"custom_id"`
	Placeholder  string         `json:"placeholder,omitempty"`
	Options      []optionJSON   `json:"options,omitempty"`
	ChannelTypes []ChannelType  `json:"channel_types,omitempty"`
	Defaults     []defaultValue `json:"default_values,omitempty"`
	Min          *int           `json:"min_values,omitempty"`
	Max          int            `json:"max_values,omitempty"`
	Disabled     bool           `json:"disabled,omitempty"`
	Required     *bool          `json:"required,omitempty"`
}

type optionJSON struct {
	Label       string     `json:"label"`
	Value       string     `json:"value"`
	Description string     `json:"description,omitempty"`
	Emoji       *emojiJSON `json:"emoji,omitempty"`
	Default     bool       `json:"default,omitempty"`
}

type defaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// notRequired returns what is sent for an input that may stay empty. Discord's
// default is true, and in messages the key is not allowed at all.
func notRequired(optional bool) *bool {
	if !optional {
		return nil
	}
	return new(false)
}

// MarshalJSON writes the component as Discord's API takes it.
func (c StringSelect) MarshalJSON() ([]byte, error) {
	options := make([]optionJSON, len(c.Options))
	for i, o := range c.Options {
		options[i] = optionJSON{o.Label, o.Value, o.Description, emoji(o.Emoji), o.Default}
	}
	return encode(selectJSON{
		Type: typeStringSelect, CustomID: c.CustomID, Placeholder: c.Placeholder, Options: options,
		Min: c.Min, Max: c.Max, Disabled: c.Disabled, Required: notRequired(c.Optional),
	})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c EntitySelect) MarshalJSON() ([]byte, error) {
	kind := map[EntityKind]string{Users: "user", Roles: "role", Mentionables: "user", Channels: "channel"}[c.Kind]
	defaults := make([]defaultValue, len(c.Defaults))
	for i, id := range c.Defaults {
		defaults[i] = defaultValue{id, kind}
	}
	return encode(selectJSON{
		Type: int(c.Kind), CustomID: c.CustomID, Placeholder: c.Placeholder, ChannelTypes: c.ChannelTypes,
		Defaults: defaults, Min: c.Min, Max: c.Max, Disabled: c.Disabled, Required: notRequired(c.Optional),
	})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c Label) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type        int       `json:"type"`
		Label       string    `json:"label"`
		Description string    `json:"description,omitempty"`
		Component   Component `json:"component"`
	}{typeLabel, c.Text, c.Description, c.Input})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c TextInput) MarshalJSON() ([]byte, error) {
	style := 1
	if c.Paragraph {
		style = 2
	}
	return encode(struct {
		Type        int    `json:"type"`
		CustomID    string `json:"custom_id"`
		Style       int    `json:"style"`
		Min         int    `json:"min_length,omitempty"`
		Max         int    `json:"max_length,omitempty"`
		Required    bool   `json:"required"`
		Value       string `json:"value,omitempty"`
		Placeholder string `json:"placeholder,omitempty"`
	}{typeTextInput, c.CustomID, style, c.Min, c.Max, !c.Optional, c.Value, c.Placeholder})
}

// MarshalJSON writes the component as Discord's API takes it.
func (c FileUpload) MarshalJSON() ([]byte, error) {
	return encode(struct {
		Type     int    `json:"type"`
		CustomID string `json:"custom_id"`
		Min      *int   `json:"min_values,omitempty"`
		Max      int    `json:"max_values,omitempty"`
		Required *bool  `json:"required,omitempty"`
	}{typeFileUpload, c.CustomID, c.Min, c.Max, notRequired(c.Optional)})
}

// encode is json.Marshal without the escapes for web pages, which would count
// against Discord's size limits.
func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// fileID is the id by which the attachments list and the file parts of a
// request refer to each other.
func fileID(i int) string { return strconv.Itoa(i) }
