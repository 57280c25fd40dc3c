package wire

import (
	"bytes"
	"encoding/json"
)

// Component is one component of a message or a modal. Its Type decides which fields are
// used. A bot leaves out what it does not set; see Sent.
type Component struct {
	Type          int            `json:"type"`
	ID            int            `json:"id,omitempty"`
	Style         int            `json:"style,omitempty"`
	Label         string         `json:"label,omitempty"`
	Emoji         *Emoji         `json:"emoji,omitempty"`
	CustomID      string         `json:"custom_id,omitempty"`
	URL           string         `json:"url,omitempty"`
	SKUID         string         `json:"sku_id,omitempty"`
	Disabled      bool           `json:"disabled,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"`
	Options       []SelectOption `json:"options,omitempty"`
	ChannelTypes  []ChannelType  `json:"channel_types,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"` // nil means 1
	MaxValues     *int           `json:"max_values,omitempty"` // nil means 1
	MinLength     *int           `json:"min_length,omitempty"`
	MaxLength     *int           `json:"max_length,omitempty"` // nil means MaxInput
	Required      *bool          `json:"required,omitempty"`   // nil means true
	Value         Text           `json:"value,omitempty"`
	Values        []string       `json:"values,omitempty"` // what a person chose
	Content       string         `json:"content,omitempty"`
	AccentColor   *int           `json:"accent_color,omitempty"`
	Media         *Media         `json:"media,omitempty"`
	File          *Media         `json:"file,omitempty"`
	Items         []GalleryItem  `json:"items,omitempty"`
	Description   *string        `json:"description,omitempty"`
	Spoiler       bool           `json:"spoiler,omitempty"`
	Divider       *bool          `json:"divider,omitempty"` // nil means true
	Spacing       int            `json:"spacing,omitempty"`
	Name          *string        `json:"name,omitempty"`
	Size          *int           `json:"size,omitempty"`
	Components    []Component    `json:"components,omitempty"`
	Accessory     *Component     `json:"accessory,omitempty"`
	Component     *Component     `json:"component,omitempty"`

	// Sent makes MarshalJSON write the component as Discord sends it: with every field of
	// its type, defaults and null included.
	Sent bool `json:"-"`
}

// Emoji is a unicode emoji (ID empty) or one of a guild.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
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

// Media is a picture or file that a component shows. A bot gives the URL alone.
type Media struct {
	ID           string  `json:"id,omitempty"`
	URL          string  `json:"url"`
	ProxyURL     string  `json:"proxy_url,omitempty"`
	Width        *int    `json:"width,omitempty"`
	Height       *int    `json:"height,omitempty"`
	ContentType  *string `json:"content_type,omitempty"`
	AttachmentID string  `json:"attachment_id,omitempty"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description,omitempty"`
	Spoiler     bool    `json:"spoiler,omitempty"`
}

// Encode is json.Marshal without HTML escapes, which would count against Discord's size
// limits.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// List returns an empty slice for nil, which would be written as null.
func List[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

// MarshalJSON writes the fields that are set, or all of the type for a component that is
// Sent.
func (c Component) MarshalJSON() ([]byte, error) {
	if c.Sent {
		return json.Marshal(c.sent())
	}
	o := object{json: make([]byte, 0, 512)}
	o.nested(&c)
	return o.json, o.err
}

// sent returns the fields that Discord sends for the component's type.
func (c Component) sent() map[string]any {
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
	case TypeActionRow:
		w["components"] = List(c.Components)
	case TypeButton:
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
	case TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect:
		w["custom_id"] = c.CustomID
		text("placeholder", c.Placeholder)
		number("min_values", c.MinValues, 1)
		number("max_values", c.MaxValues, 1)
		if c.Disabled {
			w["disabled"] = true
		}
		if c.Type == TypeStringSelect {
			w["options"] = List(c.Options)
		}
		if c.ChannelTypes != nil {
			w["channel_types"] = c.ChannelTypes
		}
		if c.DefaultValues != nil {
			w["default_values"] = c.DefaultValues
		}
	case TypeTextInput:
		w["custom_id"], w["style"] = c.CustomID, c.Style
		w["label"] = c.Label
		number("min_length", c.MinLength, 0)
		number("max_length", c.MaxLength, MaxInput)
		w["required"] = c.Required == nil || *c.Required
		text("placeholder", c.Placeholder)
		text("value", string(c.Value))
	case TypeSection:
		w["components"], w["accessory"] = List(c.Components), c.Accessory
	case TypeTextDisplay:
		w["content"] = c.Content
	case TypeThumbnail:
		w["media"], w["description"], w["spoiler"] = c.Media, c.Description, c.Spoiler
	case TypeMediaGallery:
		items := []map[string]any{}
		for _, i := range c.Items {
			items = append(items, map[string]any{"media": i.Media, "description": i.Description, "spoiler": i.Spoiler})
		}
		w["items"] = items
	case TypeFile:
		w["file"], w["name"], w["size"], w["spoiler"] = c.File, c.Name, c.Size, c.Spoiler
	case TypeSeparator:
		w["divider"] = c.Divider == nil || *c.Divider
		w["spacing"] = max(c.Spacing, 1)
	case TypeContainer:
		w["components"], w["accent_color"], w["spoiler"] = List(c.Components), c.AccentColor, c.Spoiler
	case TypeLabel:
		w["label"], w["component"] = c.Label, c.Component
		if c.Description != nil {
			w["description"] = *c.Description
		}
	case TypeFileUpload:
		w["custom_id"] = c.CustomID
		number("min_values", c.MinValues, 1)
		number("max_values", c.MaxValues, 1)
		w["required"] = c.Required == nil || *c.Required
	}
	return w
}
