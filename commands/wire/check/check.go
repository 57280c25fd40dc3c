// Package check holds the rules of payloads: what Discord refuses in a bot's
// request, as pure functions from JSON to sentences, by the limits of package
// wire.
//
// Every function returns one plain sentence for each violation, each beginning
// with the JSON path of the place ("embeds[0].title has 257 characters; at most
// 256 are allowed"), and nothing when the payload is fine. None of them keeps
// state, and all may be called from many goroutines at once.
//
// # What is counted, and how
//
// Discord's server counts Unicode code points, and so do all limits here: an
// emoji of one code point is one character even where the client, which counts
// UTF-16 units, shows two. Message content and the texts of embeds are counted
// without leading and trailing white space, which Discord cuts off; everything
// else is counted as sent. A text of nothing but white space is empty.
//
// null and a missing field are the same. Unknown fields are ignored, as Discord
// ignores them (discordgo sends "ID" and "Channel" in every edit). Whole numbers
// may be written as strings.
//
// # What is checked elsewhere
//
// These rules are about what Discord's own descriptions let through: totals
// over a whole payload, rules between fields, and what the context of a request
// decides. The descriptions themselves are applied by package
// commands/localdiscord/schema, which knows nothing of this package.
//
// # House rules
//
// A few rules are ours and not Discord's. Their sentences end in "(house rule)":
//   - a message with text that others can see carries allowed_mentions, so that
//     no player's name can ping anyone by accident, and never parses everyone;
//   - an uploaded picture has alternative text;
//   - an edit that uploads files lists the attachments that are to remain, as
//     API versions 9 and 10 disagree on what happens to the others;
//   - a file in a Components V2 message is shown by some component.
package check

import "strings"

// houseRule ends the sentences about rules of ours.
const houseRule = "(house rule)"

// IsHouseRule reports whether a sentence is about a rule of ours and not of Discord.
func IsHouseRule(sentence string) bool { return strings.HasSuffix(sentence, houseRule) }

// Route is the kind of request that carries a message body.
type Route int

// The routes that carry a message body.
const (
	RouteCreate      Route = iota // POST /channels/{id}/messages
	RouteEdit                     // PATCH /channels/{id}/messages/{id}
	RouteCallback                 // data of interaction callback type 4
	RouteUpdate                   // data of interaction callback type 7
	RouteFollowUp                 // POST /webhooks/{application}/{token}
	RouteWebhookEdit              // PATCH /webhooks/{application}/{token}/messages/{id or @original}
)

// Edits reports whether the body changes a message that already exists.
func (r Route) Edits() bool {
	return r == RouteEdit || r == RouteUpdate || r == RouteWebhookEdit
}

// File is one file part of a multipart request.
type File struct {
	Part string // the name of the form part, "files[0]"
	Name string // the file name given with the part, "bracket.png"
}

// Attachment is a file that the edited message already holds.
type Attachment struct {
	ID   string // snowflake
	Name string // file name, what attachment:// refers to
}

// Context is what a body does not say about itself. The fields about the edited message
// matter only on the routes that edit one.
type Context struct {
	Route     Route
	Files     []File // the file parts of the request, none for plain JSON
	Ephemeral bool   // the message is, or by its deferral will be, seen by one user only

	// FromMessage says that the interaction comes from a component of a message,
	// or from a modal that such a component opened. Only then may the answer to
	// a modal change that message.
	FromMessage bool

	Flags         int64        // the flags of the edited message
	Attachments   []Attachment // the files of the edited message
	KeepsOthers   bool         // the edited message may hold files that are not in Attachments
	HasContent    bool         // the edited message has text
	HasEmbeds     bool         // the edited message has embeds
	HasComponents bool         // the edited message has components
	HasPoll       bool         // the edited message has a poll
	HasStickers   bool         // the edited message has stickers
}
