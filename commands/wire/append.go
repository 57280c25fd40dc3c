package wire

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// object writes the fields of a component as encoding/json would. That package would
// encode each component in a buffer of its own and read it again for every component
// around it.
type object struct {
	json []byte
	err  error
}

// key begins a field.
func (o *object) key(name string) {
	if len(o.json) > 0 && o.json[len(o.json)-1] != '{' {
		o.json = append(o.json, ',')
	}
	o.json = append(o.json, '"')
	o.json = append(o.json, name...)
	o.json = append(o.json, '"', ':')
}

// text writes a field that is left out if it is empty.
func (o *object) text(name, v string) {
	if v != "" {
		o.key(name)
		o.quote(v)
	}
}

// number writes a field that is left out if it is 0.
func (o *object) number(name string, v int) {
	if v != 0 {
		o.integer(name, &v)
	}
}

// integer writes a field that is left out if it is nil.
func (o *object) integer(name string, v *int) {
	if v != nil {
		o.key(name)
		o.json = strconv.AppendInt(o.json, int64(*v), 10)
	}
}

// flag writes a field that is left out if it is nil.
func (o *object) flag(name string, v *bool) {
	if v != nil {
		o.key(name)
		o.json = strconv.AppendBool(o.json, *v)
	}
}

// set writes a field that is left out if it is false.
func (o *object) set(name string, v bool) {
	if v {
		o.flag(name, &v)
	}
}

// other writes a field of any type.
func (o *object) other(name string, v any, present bool) {
	if present {
		o.key(name)
		o.encode(v)
	}
}

// component writes a field that is left out if it is nil.
func (o *object) component(name string, v *Component) {
	if v != nil {
		o.key(name)
		o.nested(v)
	}
}

// components writes a list that is left out if it is empty.
func (o *object) components(name string, list []Component) {
	if len(list) == 0 {
		return
	}
	o.key(name)
	o.json = append(o.json, '[')
	for i := range list {
		if i > 0 {
			o.json = append(o.json, ',')
		}
		o.nested(&list[i])
	}
	o.json = append(o.json, ']')
}

func (o *object) nested(c *Component) {
	if c.Sent {
		o.encode(c)
		return
	}
	o.json = append(o.json, '{')
	c.fields(o)
	o.json = append(o.json, '}')
}

func (o *object) encode(v any) {
	raw, err := Encode(v)
	if err != nil && o.err == nil {
		o.err = err
	}
	o.json = append(o.json, raw...)
}

// quote writes a string. What is rare is left to encoding/json.
func (o *object) quote(s string) {
	if !utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029") ||
		strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' }) {
		o.encode(s)
		return
	}
	o.json = append(o.json, '"')
	for {
		i := strings.IndexAny(s, "\"\\\n")
		if i < 0 {
			break
		}
		o.json = append(append(o.json, s[:i]...), '\\')
		if s[i] == '\n' {
			o.json = append(o.json, 'n')
		} else {
			o.json = append(o.json, s[i])
		}
		s = s[i+1:]
	}
	o.json = append(append(o.json, s...), '"')
}

// fields writes the fields that are set, in the order of the type.
func (c *Component) fields(o *object) {
	o.integer("type", &c.Type)
	o.number("id", c.ID)
	o.number("style", c.Style)
	o.text("label", c.Label)
	o.other("emoji", c.Emoji, c.Emoji != nil)
	o.text("custom_id", c.CustomID)
	o.text("url", c.URL)
	o.text("sku_id", c.SKUID)
	o.set("disabled", c.Disabled)
	o.text("placeholder", c.Placeholder)
	o.other("options", c.Options, len(c.Options) > 0)
	o.other("channel_types", c.ChannelTypes, len(c.ChannelTypes) > 0)
	o.other("default_values", c.DefaultValues, len(c.DefaultValues) > 0)
	o.integer("min_values", c.MinValues)
	o.integer("max_values", c.MaxValues)
	o.integer("min_length", c.MinLength)
	o.integer("max_length", c.MaxLength)
	o.flag("required", c.Required)
	o.text("value", string(c.Value))
	o.other("values", c.Values, len(c.Values) > 0)
	o.text("content", c.Content)
	o.integer("accent_color", c.AccentColor)
	o.other("media", c.Media, c.Media != nil)
	o.other("file", c.File, c.File != nil)
	o.other("items", c.Items, len(c.Items) > 0)
	o.other("description", c.Description, c.Description != nil)
	o.set("spoiler", c.Spoiler)
	o.flag("divider", c.Divider)
	o.number("spacing", c.Spacing)
	o.other("name", c.Name, c.Name != nil)
	o.integer("size", c.Size)
	o.components("components", c.Components)
	o.component("accessory", c.Accessory)
	o.component("component", c.Component)
}
