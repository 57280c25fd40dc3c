package localdiscord

import (
	"strings"

	"topcut/commands/wire"
)

// The parts of messages and modals, as package wire has them.
type (
	Component    = wire.Component
	SelectOption = wire.SelectOption
)

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
// does, and marks all as sent.
func numberComponents(list []Component) {
	used := map[int]bool{}
	walk(list, func(c *Component) bool {
		used[c.ID] = true
		return true
	})
	next := 1
	walk(list, func(c *Component) bool {
		c.Sent = true
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
func isSelect(c Component) bool {
	switch c.Type {
	case wire.TypeStringSelect, wire.TypeUserSelect, wire.TypeRoleSelect, wire.TypeMentionableSelect, wire.TypeChannelSelect:
		return true
	}
	return false
}

// bounds returns how many values a select or file upload takes.
func bounds(c Component) (least, most int) {
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
		if c.Type == wire.TypeButton && strings.TrimSpace(buttonText(*c)) == target || c.Type == wire.TypeButton && c.Label == target {
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
func buttonText(c Component) string {
	e := emojiText(c.Emoji)
	if e != "" && c.Label != "" {
		return e + " " + c.Label
	}
	return e + c.Label
}
