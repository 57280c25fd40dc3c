package wire

import (
	"encoding/json"
	"fmt"
)

// Head is what every message has that a bot gets, also the one of an interaction.
type Head struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	Flags     int    `json:"flags"`
}

// Posted is a message as Discord sends it, as far as a bot reads it and without its author.
type Posted struct {
	Head
	Content    string      `json:"content"`
	Components []Component `json:"components"`
	Timestamp  Timestamp   `json:"timestamp"`
	Nonce      Text        `json:"nonce,omitempty"`
	WebhookID  string      `json:"webhook_id,omitempty"`
}

// Where says in what channel an event of a message happened.
type Where struct {
	GuildID     string       `json:"guild_id,omitempty"`
	ChannelType *ChannelType `json:"channel_type,omitempty"`
}

// Modal is a form.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Message is the body of a request that posts or edits a message, as far as a bot of
// components writes it.
type Message struct {
	Content         *string          `json:"content,omitempty"`
	Components      []Component      `json:"components,omitzero"`
	Flags           Int              `json:"flags,omitempty"`
	AllowedMentions *AllowedMentions `json:"allowed_mentions,omitempty"`
	Attachments     []Upload         `json:"attachments,omitzero"`
	Nonce           Text             `json:"nonce,omitempty"`
	EnforceNonce    bool             `json:"enforce_nonce,omitempty"`
}

// AllowedMentions says whom a message may ping.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []Text   `json:"users,omitempty"`
	Roles       []Text   `json:"roles,omitempty"`
	RepliedUser bool     `json:"replied_user"`
}

// Upload is an entry of the attachments list of a request: the n of a part files[n], or
// the id of a file that remains.
type Upload struct {
	ID          Text    `json:"id"`
	Filename    string  `json:"filename,omitempty"`
	Description *string `json:"description,omitempty"`
}

// Attachment is a file of a message or of a command's option.
type Attachment struct {
	ID          string `json:"id"`
	Name        string `json:"filename"`
	Size        int64  `json:"size"` // bytes, as Discord states it
	URL         string `json:"url"`
	ContentType string `json:"content_type,omitempty"`
}

// Answer is the first answer to an interaction.
type Answer struct {
	Type Int             `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Int is a whole number, which Discord also takes as a string.
type Int int

// UnmarshalJSON reads a number or a string with a number.
func (i *Int) UnmarshalJSON(raw []byte) error {
	var s Text
	if err := json.Unmarshal(raw, &s); err != nil || s == "" {
		return err
	}
	if err := json.Unmarshal([]byte(s), (*int)(i)); err != nil {
		return fmt.Errorf("%q is not a whole number", string(s))
	}
	return nil
}
