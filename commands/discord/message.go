package discord

import (
	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// Message is a message of the bot. It has either Components (Discord's Components V2; the
// port sets the flag) or plain Content.
type Message struct {
	Content    string // at most 2000; only without Components
	Components []Component

	// Files are uploaded with the message; components refer to them as attachment://name. An
	// edit replaces all files of the message, unless KeepFiles is set.
	Files     []File
	KeepFiles bool

	// Mentions is the only source of pings, whatever the text contains.
	Mentions Mentions

	// Ephemeral makes an interaction's answer visible only to its user. It has no effect in
	// channels and edits.
	Ephemeral bool

	// Silent posts without a notification, although mentions are shown.
	Silent bool

	// Identity is used to find the message again in its channel. Plain Content with an
	// identity is sent as a text component.
	Identity Identity

	// Nonce, at most 25 characters, makes it safe to repeat Send: for some minutes Discord
	// returns the earlier message for the same nonce.
	Nonce string
}

// File is an upload of at most 10 MiB.
type File struct {
	Name        string // the name components refer to; letters, digits, "-", "_" and "."
	ContentType string // such as "image/png"
	Description string // alternative text, at most 1024
	Data        []byte
}

// Mentions lists the users and roles that a message may ping: at most 100 ids each.
type Mentions struct{ Users, Roles []string }

// Modal is a form of one to five rows, shown as the first answer to a command or a
// component.
type Modal struct {
	CustomID   string // 1 to 100
	Title      string // 1 to 45
	Components []Component
}

// wire returns the JSON form of the message for a route.
func (m Message) wire(route check.Route) wire.Message {
	edit := route.Edits()
	j := wire.Message{AllowedMentions: &wire.AllowedMentions{Parse: []string{}, Users: ids(m.Mentions.Users), Roles: ids(m.Mentions.Roles)}}
	if m.Identity != (Identity{}) && len(m.Components) == 0 && m.Content != "" {
		m.Components = []Component{TextDisplay{Content: m.Content}}
	}
	switch {
	case len(m.Components) > 0:
		j.Flags |= wire.FlagComponentsV2
		j.Components = parts(m.Identity.on(m.Components))
	default:
		shown := typeset(m.Content)
		j.Content = &shown
		if edit {
			j.Components = []wire.Component{}
		}
	}
	if !edit && m.Silent {
		j.Flags |= wire.FlagSilent
	}
	if !edit && route != check.RouteCreate && m.Ephemeral {
		j.Flags |= wire.FlagEphemeral
	}
	if route == check.RouteCreate && m.Nonce != "" {
		j.Nonce, j.EnforceNonce = wire.Text(m.Nonce), true
	}
	if len(m.Files) > 0 || edit && !m.KeepFiles {
		j.Attachments = make([]wire.Upload, len(m.Files))
		for i, f := range m.Files {
			j.Attachments[i] = wire.Upload{ID: wire.Text(fileID(i)), Filename: f.Name, Description: filled(f.Description)}
		}
	}
	return j
}

// ids returns ids as they are sent.
func ids(list []string) []wire.Text {
	out := make([]wire.Text, len(list))
	for i, id := range list {
		out[i] = wire.Text(id)
	}
	return out
}

func (m Modal) wire() wire.Modal {
	return wire.Modal{CustomID: m.CustomID, Title: m.Title, Components: parts(m.Components)}
}
