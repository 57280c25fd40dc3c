package discord

import (
	"encoding/json"
	"strconv"

	"topcut/commands/wire"
)

// Component is a part of a message or a modal; its types are those of this file. An ID is
// a number that is unique in the message. Discord keeps it, and assigns one to components
// without; see Identity.
type Component interface {
	json.Marshaler
	part() wire.Component // as it is sent
}

// Container frames other components. Package wire has the limits.
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
	Primary   ButtonStyle = wire.StylePrimary
	Secondary ButtonStyle = wire.StyleSecondary
	Success   ButtonStyle = wire.StyleSuccess
	Danger    ButtonStyle = wire.StyleDanger
	Link      ButtonStyle = wire.StyleLink
)

// Button is a button. The zero Style means Secondary, or Link if URL is set.
type Button struct {
	Style    ButtonStyle
	Label    string // at most 80, better 34
	Emoji    string // one Unicode emoji, optional
	CustomID string // 1 to 100, unique in the message
	URL      string // at most 512
	Disabled bool
}

// SelectOption is an option of a StringSelect.
type SelectOption struct {
	Label       string // 1 to 100
	Value       string // 1 to 100, unique in the select
	Description string // at most 100
	Emoji       string
	Default     bool
}

// StringSelect is a menu of up to 25 options. In a modal it must be in a Label.
type StringSelect struct {
	CustomID    string
	Placeholder string // at most 150
	Options     []SelectOption
	Min         *int // 0 to 25; nil means 1
	Max         int  // 1 to 25; 0 means 1
	Disabled    bool // in messages
	Optional    bool // in modals: may be left empty; messages do not allow the key
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
	Kind         EntityKind
	CustomID     string
	Placeholder  string
	ChannelTypes []wire.ChannelType // of Channels
	Defaults     []string           // ids selected initially
	Min          *int
	Max          int
	Disabled     bool
	Optional     bool
}

// Label is a row of a modal: a title, an explanation and one input.
type Label struct {
	Text        string // 1 to 45
	Description string // at most 100
	Input       Component
}

// TextInput is a text field of a modal.
type TextInput struct {
	CustomID    string
	Paragraph   bool // several lines
	Min         int  // 0 to 4000
	Max         int  // 1 to 4000; 0 means 4000
	Optional    bool
	Value       string
	Placeholder string
}

// MarshalJSON encodes the component for Discord's API.
func (c Container) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c TextDisplay) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c section) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c Thumbnail) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c MediaGallery) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c FileRef) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c Separator) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c ActionRow) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c Button) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c StringSelect) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c EntitySelect) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c Label) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

// MarshalJSON encodes the component for Discord's API.
func (c TextInput) MarshalJSON() ([]byte, error) { return wire.Encode(c.part()) }

func (c Container) part() wire.Component {
	return wire.Component{Type: wire.TypeContainer, ID: c.ID, AccentColor: c.Accent, Spoiler: c.Spoiler, Components: parts(c.Components)}
}

func (c TextDisplay) part() wire.Component {
	return wire.Component{Type: wire.TypeTextDisplay, ID: c.ID, Content: typeset(c.Content)}
}

func (c section) part() wire.Component {
	return wire.Component{Type: wire.TypeSection, ID: c.ID, Components: parts(c.Texts), Accessory: some(c.Accessory)}
}

func (c Thumbnail) part() wire.Component {
	return wire.Component{Type: wire.TypeThumbnail, Media: &wire.Media{URL: c.URL}, Description: filled(c.Description), Spoiler: c.Spoiler}
}

func (c MediaGallery) part() wire.Component {
	items := make([]wire.GalleryItem, len(c.Items))
	for i, t := range c.Items {
		items[i] = wire.GalleryItem{Media: wire.Media{URL: t.URL}, Description: filled(t.Description), Spoiler: t.Spoiler}
	}
	return wire.Component{Type: wire.TypeMediaGallery, ID: c.ID, Items: items}
}

func (c FileRef) part() wire.Component {
	return wire.Component{Type: wire.TypeFile, ID: c.ID, File: &wire.Media{URL: c.URL}, Spoiler: c.Spoiler}
}

func (c Separator) part() wire.Component {
	return wire.Component{Type: wire.TypeSeparator, ID: c.ID, Divider: new(!c.NoLine), Spacing: oneOrTwo(c.Large)}
}

func (c ActionRow) part() wire.Component {
	return wire.Component{Type: wire.TypeActionRow, ID: c.ID, Components: parts(c.Components)}
}

func (c Button) part() wire.Component {
	style := c.Style
	switch {
	case style == 0 && c.URL != "":
		style = Link
	case style == 0:
		style = Secondary
	}
	return wire.Component{
		Type: wire.TypeButton, Style: int(style), Label: c.Label, Emoji: emoji(c.Emoji),
		CustomID: c.CustomID, URL: c.URL, Disabled: c.Disabled,
	}
}

func (c StringSelect) part() wire.Component {
	w := choosing(wire.TypeStringSelect, c.CustomID, c.Placeholder, c.Min, c.Max, c.Disabled, c.Optional)
	for _, o := range c.Options {
		w.Options = append(w.Options, wire.SelectOption{
			Label: o.Label, Value: o.Value, Description: o.Description, Emoji: emoji(o.Emoji), Default: o.Default,
		})
	}
	return w
}

func (c EntitySelect) part() wire.Component {
	w := choosing(int(c.Kind), c.CustomID, c.Placeholder, c.Min, c.Max, c.Disabled, c.Optional)
	w.ChannelTypes = c.ChannelTypes
	kind := map[EntityKind]string{Users: "user", Roles: "role", Mentionables: "user", Channels: "channel"}[c.Kind]
	for _, id := range c.Defaults {
		w.DefaultValues = append(w.DefaultValues, wire.DefaultValue{ID: id, Type: kind})
	}
	return w
}

// choosing returns what all select menus have.
func choosing(kind int, id, placeholder string, least *int, most int, disabled, optional bool) wire.Component {
	w := wire.Component{Type: kind, CustomID: id, Placeholder: placeholder, MinValues: least, MaxValues: filled(most), Disabled: disabled}
	if optional {
		w.Required = new(false)
	}
	return w
}

func (c Label) part() wire.Component {
	return wire.Component{Type: wire.TypeLabel, Label: c.Text, Description: filled(c.Description), Component: some(c.Input)}
}

func (c TextInput) part() wire.Component {
	return wire.Component{
		Type: wire.TypeTextInput, CustomID: c.CustomID, Style: oneOrTwo(c.Paragraph), MinLength: filled(c.Min), MaxLength: filled(c.Max),
		Required: new(!c.Optional), Value: wire.Text(c.Value), Placeholder: c.Placeholder,
	}
}

// some returns a component as it is sent, or nil for none.
func some(c Component) *wire.Component {
	if c == nil {
		return nil
	}
	return new(c.part())
}

// parts returns components as they are sent.
func parts[C Component](list []C) []wire.Component {
	out := make([]wire.Component, len(list))
	for i, c := range list {
		out[i] = c.part()
	}
	return out
}

// filled returns a pointer to the value, or nil for the zero value.
func filled[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// emoji returns a Unicode emoji, or nil for none.
func emoji(name string) *wire.Emoji {
	if name == "" {
		return nil
	}
	return &wire.Emoji{Name: name}
}

// oneOrTwo is how Discord writes a flag that has two sizes or styles.
func oneOrTwo(second bool) int {
	if second {
		return 2
	}
	return 1
}

// fileID returns the id that links an entry of the attachments list with a file part of a
// request.
func fileID(i int) string { return strconv.Itoa(i) }
