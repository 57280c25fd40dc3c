package localdiscord

import (
	"encoding/json"
	"strings"

	"topcut/commands/wire"
)

// Component is one component of a message or a modal. Its Type decides which fields are
// used.
type Component struct {
	Type          int            `json:"type"`
	ID            int            `json:"id"`
	CustomID      string         `json:"custom_id"`
	Style         int            `json:"style"`
	Label         string         `json:"label"`
	Emoji         *Emoji         `json:"emoji"`
	URL           string         `json:"url"`
	SKUID         string         `json:"sku_id"`
	Disabled      bool           `json:"disabled"`
	Placeholder   string         `json:"placeholder"`
	MinValues     *int           `json:"min_values"`
	MaxValues     *int           `json:"max_values"`
	Options       []SelectOption `json:"options"`
	DefaultValues []DefaultValue `json:"default_values"`
	ChannelTypes  []int          `json:"channel_types"`
	Content       string         `json:"content"`
	Components    []Component    `json:"components"`
	Accessory     *Component     `json:"accessory"`
	Component     *Component     `json:"component"`
	Media         *Media         `json:"media"`
	File          *Media         `json:"file"`
	Items         []GalleryItem  `json:"items"`
	Description   *string        `json:"description"`
	Spoiler       bool           `json:"spoiler"`
	AccentColor   *int           `json:"accent_color"`
	Divider       *bool          `json:"divider"`
	Spacing       int            `json:"spacing"`
	Name          *string        `json:"name"`
	Size          *int           `json:"size"`
	Value         string         `json:"value"`
	MinLength     *int           `json:"min_length"`
	MaxLength     *int           `json:"max_length"`
	Required      *bool          `json:"required"`
}

// SelectOption is one choice of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is a preselected user, role or channel.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Media is a picture or file of a Components V2 message.
type Media struct {
	ID           string  `json:"id,omitempty"`
	URL          string  `json:"url"`
	ProxyURL     string  `json:"proxy_url"`
	Width        *int    `json:"width,omitempty"`
	Height       *int    `json:"height,omitempty"`
	ContentType  *string `json:"content_type,omitempty"`
	AttachmentID string  `json:"attachment_id,omitempty"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

// MarshalJSON writes the fields that Discord sends for the component's kind, defaults
// included.
func (c Component) MarshalJSON() ([]byte, error) {
	w := map[string]any{"type": c.Type, "id": c.ID}
	text := func(key, v string) {
		if v != "" {
			w[key] = v
		}
	}
	number := func(key string, v *int, otherwise int) {
		if v == nil {
			v = &otherwise
		}
		w[key] = *v
	}
	switch c.Type {
	case wire.TypeActionRow:
		w["components"] = orEmpty(c.Components)
	case wire.TypeButton:
		w["style"] = c.Style
		text("label", c.Label)
		text("custom_id", c.CustomID)
		text("url", c.URL)
		text("sku_id", c.SKUID)
		if c.Emoji != nil {
			w["emoji"] = c.Emoji
		}
		if c.Disabled {
			w["disabled"] = true
		}
	case wire.TypeStringSelect, wire.TypeUserSelect, wire.TypeRoleSelect, wire.TypeMentionableSelect, wire.TypeChannelSelect:
		w["custom_id"] = c.CustomID
		text("placeholder", c.Placeholder)
		number("min_values", c.MinValues, 1)
		number("max_values", c.MaxValues, 1)
		if c.Disabled {
			w["disabled"] = true
		}
		if c.Type == wire.TypeStringSelect {
			w["options"] = orEmpty(c.Options)
		}
		if c.ChannelTypes != nil {
			w["channel_types"] = c.ChannelTypes
		}
		if c.DefaultValues != nil {
			w["default_values"] = c.DefaultValues
		}
	case wire.TypeTextInput:
		w["custom_id"], w["style"] = c.CustomID, c.Style
		w["label"] = c.Label
		number("min_length", c.MinLength, 0)
		number("max_length", c.MaxLength, wire.MaxInput)
		w["required"] = c.Required == nil || *c.Required
		text("placeholder", c.Placeholder)
		text("value", c.Value)
	case wire.TypeSection:
		w["components"], w["accessory"] = orEmpty(c.Components), c.Accessory
	case wire.TypeTextDisplay:
		w["content"] = c.Content
	case wire.TypeThumbnail:
		w["media"], w["description"], w["spoiler"] = c.Media, c.Description, c.Spoiler
	case wire.TypeMediaGallery:
		w["items"] = orEmpty(c.Items)
	case wire.TypeFile:
		w["file"], w["name"], w["size"], w["spoiler"] = c.File, c.Name, c.Size, c.Spoiler
	case wire.TypeSeparator:
		w["divider"] = c.Divider == nil || *c.Divider
		w["spacing"] = max(c.Spacing, 1)
	case wire.TypeContainer:
		w["components"], w["accent_color"], w["spoiler"] = orEmpty(c.Components), c.AccentColor, c.Spoiler
	case wire.TypeLabel:
		w["label"], w["component"] = c.Label, c.Component
		if c.Description != nil {
			w["description"] = *c.Description
		}
	case wire.TypeFileUpload:
		w["custom_id"] = c.CustomID
		number("min_values", c.MinValues, 1)
		number("max_values", c.MaxValues, 1)
		w["required"] = c.Required == nil || *c.Required
	}
	return json.Marshal(w)
}

// compact copies a tree of components without spare capacity. A decoder leaves room for
// three more in most lists, and a component is large.
func compact(list []Component) []Component {
	out := make([]Component, len(list))
	for i, c := range list {
		if c.Components != nil {
			c.Components = compact(c.Components)
		}
		c.Options, c.Items = fitted(c.Options), fitted(c.Items)
		for _, inner := range []*Component{c.Accessory, c.Component} {
			if inner != nil && inner.Components != nil {
				inner.Components = compact(inner.Components)
			}
		}
		out[i] = c
	}
	return out
}

// fitted copies a list without spare capacity.
func fitted[T any](list []T) []T {
	if len(list) == cap(list) {
		return list
	}
	out := make([]T, len(list))
	copy(out, list)
	return out
}

// walk calls visit for every component of the tree, parents first, until it
// returns false.
func walk(list []Component, visit func(*Component) bool) bool {
	for i := range list {
		c := &list[i]
		if !visit(c) || !walk(c.Components, visit) {
			return false
		}
		for _, inner := range []*Component{c.Accessory, c.Component} {
			if inner == nil {
				continue
			}
			if !visit(inner) || !walk(inner.Components, visit) {
				return false
			}
		}
	}
	return true
}

// numberComponents gives every component without an id the next free one, as Discord
// does.
func numberComponents(list []Component) {
	used := map[int]bool{}
	walk(list, func(c *Component) bool {
		used[c.ID] = true
		return true
	})
	next := 1
	walk(list, func(c *Component) bool {
		if c.ID == 0 {
			for used[next] {
				next++
			}
			c.ID = next
			used[next] = true
		}
		return true
	})
}

// ComponentIDs returns the ids of the message's components, parents first.
func (m Message) ComponentIDs() []int {
	var ids []int
	walk(m.Components, func(c *Component) bool {
		ids = append(ids, c.ID)
		return true
	})
	return ids
}

// isSelect reports whether the component is one of the five select menus.
func (c Component) isSelect() bool {
	switch c.Type {
	case wire.TypeStringSelect, wire.TypeUserSelect, wire.TypeRoleSelect, wire.TypeMentionableSelect, wire.TypeChannelSelect:
		return true
	}
	return false
}

// bounds returns how many values a select or file upload takes.
func (c Component) bounds() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

// find returns the first component with this custom_id or, failing that,
// the only enabled or disabled button with this label.
func (m Message) find(target string) (Component, bool) {
	var byID *Component
	var byLabel []Component
	walk(m.Components, func(c *Component) bool {
		if c.CustomID != "" && c.CustomID == target {
			byID = c
			return false
		}
		if c.Type == wire.TypeButton && strings.TrimSpace(c.buttonText()) == target || c.Type == wire.TypeButton && c.Label == target {
			byLabel = append(byLabel, *c)
		}
		return true
	})
	switch {
	case byID != nil:
		return *byID, true
	case len(byLabel) == 1:
		return byLabel[0], true
	}
	return Component{}, false
}

// buttonText returns what a client shows on a button.
func (c Component) buttonText() string {
	e := c.Emoji.text()
	if e != "" && c.Label != "" {
		return e + " " + c.Label
	}
	return e + c.Label
}
