package discord

import "slices"

// Identity makes a message with components recognisable among the others of its channel
// without visible text: its two numbers are the ids of the message's first two
// components, which Discord keeps. The zero value is no identity.
type Identity [2]int32

// on returns the components with the identity: in the first component, and in the first
// one inside or after it. A single component has only the first number.
func (id Identity) on(components []Component) []Component {
	if id == (Identity{}) || len(components) == 0 {
		return components
	}
	out := slices.Clone(components)
	out[0] = withID(out[0], int(id[0]))
	switch first := out[0].(type) {
	case Container:
		if len(first.Components) > 0 {
			first.Components = slices.Clone(first.Components)
			first.Components[0] = withID(first.Components[0], int(id[1]))
			out[0] = first
			return out
		}
	case section:
		if len(first.Texts) > 0 {
			first.Texts = slices.Clone(first.Texts)
			first.Texts[0].ID = int(id[1])
			out[0] = first
			return out
		}
	}
	if len(out) > 1 {
		out[1] = withID(out[1], int(id[1]))
	}
	return out
}

// withID returns a component of a message with an id.
func withID(c Component, id int) Component {
	switch c := c.(type) {
	case Container:
		c.ID = id
		return c
	case TextDisplay:
		c.ID = id
		return c
	case section:
		c.ID = id
		return c
	case MediaGallery:
		c.ID = id
		return c
	case FileRef:
		c.ID = id
		return c
	case Separator:
		c.ID = id
		return c
	case ActionRow:
		c.ID = id
		return c
	}
	return c
}

// among reports whether these ids of a message's components, in order, have the identity.
func (id Identity) among(ids []int) bool {
	switch {
	case id == (Identity{}) || len(ids) == 0 || ids[0] != int(id[0]):
		return false
	case len(ids) == 1:
		return true
	}
	return slices.Contains(ids[1:], int(id[1]))
}

// Is reports whether the message found in a channel has an identity.
func (p Posted) Is(id Identity) bool { return id.among(p.ComponentIDs) }
