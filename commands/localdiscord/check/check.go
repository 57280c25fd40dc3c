// Package check holds the payload rules of the local Discord: what Discord
// itself would refuse in a request of a bot, and a few house rules of ours, as
// pure functions from JSON to sentences.
package check

import "encoding/json"

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

// Context says what a body cannot say about itself.
type Context struct {
	Route       Route
	Files       []File       // the file parts of the request, none for plain JSON
	Attachments []Attachment // what the edited message holds; empty for a new one
	Flags       int64        // the flags the edited message has; 0 for a new one
	Ephemeral   bool         // the message is or will be seen by one user only
	FromMessage bool         // the interaction comes from a component of a message, or from a modal such a component opened
}

// Message checks the body of an outgoing message.
func Message(raw json.RawMessage, c Context) []string { return nil }

// Callback checks the answer to an interaction of the given type.
func Callback(interactionType int, raw json.RawMessage, c Context) []string { return nil }

// Modal checks the data of a modal callback (type 9).
func Modal(raw json.RawMessage) []string { return nil }

// Commands checks one application command (an object, single create) or all of
// them (an array, bulk overwrite).
func Commands(raw json.RawMessage) []string { return nil }

// Thread checks the body that starts a thread (create) or edits one.
func Thread(raw json.RawMessage, create bool) []string { return nil }

// Channel checks the body that makes a channel (create) or edits one.
func Channel(raw json.RawMessage, create bool) []string { return nil }

// OpenAPI checks requests and answers against Discord's OpenAPI description.
type OpenAPI struct{}

// NewOpenAPI loads the description at path.
func NewOpenAPI(path string) (*OpenAPI, error) { return &OpenAPI{}, nil }

// Request checks a request body and its path.
func (o *OpenAPI) Request(method, path, contentType string, body []byte) []string { return nil }

// Response checks the answer given to a request.
func (o *OpenAPI) Response(method, path string, status int, body []byte) []string { return nil }

// Gateway checks websocket payloads against the gateway schema.
type Gateway struct{}

// NewGateway loads the schema at path.
func NewGateway(path string) (*Gateway, error) { return &Gateway{}, nil }

// Receive checks a payload that the server sends.
func (g *Gateway) Receive(body []byte) []string { return nil }

// Send checks a payload that a client sends.
func (g *Gateway) Send(body []byte) []string { return nil }
