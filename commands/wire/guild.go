package wire

import (
	"encoding/json"
	"time"
)

// Timestamp is a time in Discord's format.
type Timestamp time.Time

// MarshalJSON writes ISO 8601 with microseconds and a numeric zone.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	return []byte(`"` + time.Time(t).UTC().Format("2006-01-02T15:04:05.000000+00:00") + `"`), nil
}

// UnmarshalJSON reads RFC 3339.
func (t *Timestamp) UnmarshalJSON(raw []byte) error { return (*time.Time)(t).UnmarshalJSON(raw) }

// Time returns the moment as a time.Time.
func (t Timestamp) Time() time.Time { return time.Time(t) }

// User is what a bot reads of an account.
type User struct {
	ID         string  `json:"id"`
	Username   string  `json:"username"`
	GlobalName *string `json:"global_name"`
	Bot        bool    `json:"bot,omitempty"`
}

// DisplayName returns the name that a client shows outside of guilds.
func (u User) DisplayName() string {
	if u.GlobalName != nil && *u.GlobalName != "" {
		return *u.GlobalName
	}
	return u.Username
}

// Member is what a bot reads of a member of a guild, without the user.
type Member struct {
	Nick        *string      `json:"nick"`
	Roles       []string     `json:"roles"`
	Permissions *Permissions `json:"permissions,omitempty"` // in the channel of an interaction
}

// Role is a role of a guild. The role whose ID is the guild's is @everyone.
type Role struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Permissions Permissions `json:"permissions"`
	Position    int         `json:"position"`
	Managed     bool        `json:"managed"` // belongs to a bot or integration
	Mentionable bool        `json:"mentionable"`
}

// Overwrite changes the permissions of a role or a member in one channel.
type Overwrite struct {
	ID    string      `json:"id"`
	Type  int         `json:"type"`
	Allow Permissions `json:"allow"`
	Deny  Permissions `json:"deny"`
}

// Channel is what a bot reads of a channel or a thread.
type Channel struct {
	ID         string      `json:"id"`
	Type       ChannelType `json:"type"`
	GuildID    string      `json:"guild_id,omitempty"` // empty for direct messages
	Name       string      `json:"name,omitempty"`
	ParentID   string      `json:"parent_id,omitempty"` // of a thread: its channel
	Overwrites []Overwrite `json:"permission_overwrites,omitzero"`
	Thread     Thread      `json:"thread_metadata,omitzero"`
	Flags      int         `json:"flags"`
	Tags       []Tag       `json:"available_tags,omitzero"` // of a forum
	Applied    []string    `json:"applied_tags,omitzero"`   // of a post in a forum, by id
}

// Tag is one of those that posts of a forum can have.
type Tag struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Moderated bool    `json:"moderated"` // only who manages threads may set it
	EmojiID   *string `json:"emoji_id"`
	EmojiName *string `json:"emoji_name"`
}

// Thread is what a thread has beside other channels.
type Thread struct {
	Archived            bool      `json:"archived"`
	ArchiveTimestamp    Timestamp `json:"archive_timestamp"`
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	Locked              bool      `json:"locked"`
	CreateTimestamp     Timestamp `json:"create_timestamp"`
	Invitable           *bool     `json:"invitable,omitempty"`
}

// ChannelEdit is the body that creates or changes a channel or a thread. What is nil stays
// as it is.
type ChannelEdit struct {
	Name                string       `json:"name,omitempty"`
	Type                int          `json:"type,omitempty"`
	Topic               *string      `json:"topic,omitempty"`
	ParentID            *string      `json:"parent_id,omitempty"`
	NSFW                *bool        `json:"nsfw,omitempty"`
	RateLimitPerUser    *int         `json:"rate_limit_per_user,omitempty"`
	PermissionOverwrite *[]Overwrite `json:"permission_overwrites,omitempty"`
	Archived            *bool        `json:"archived,omitempty"`
	Locked              *bool        `json:"locked,omitempty"`
	Invitable           *bool        `json:"invitable,omitempty"`
	AutoArchiveDuration *int         `json:"auto_archive_duration,omitempty"`
	Position            *int         `json:"position,omitempty"`
	// Of a post in a forum: its tags by id, and of a new one the message that it begins with.
	Applied []string        `json:"applied_tags,omitempty"`
	Message json.RawMessage `json:"message,omitempty"`
}

// Scheduled is an event in the list of a guild, as a bot writes and reads it.
type Scheduled struct {
	ID          string     `json:"id,omitempty"`
	CreatorID   string     `json:"creator_id,omitempty"`
	Name        string     `json:"name,omitempty"`
	Description *string    `json:"description,omitempty"`
	Start       *Timestamp `json:"scheduled_start_time,omitempty"`
	End         *Timestamp `json:"scheduled_end_time,omitempty"`
	Status      int        `json:"status,omitempty"`
	Privacy     int        `json:"privacy_level,omitempty"`
	EntityType  int        `json:"entity_type,omitempty"`
	Metadata    *Place     `json:"entity_metadata,omitempty"`
}

// Place is where a scheduled event is held.
type Place struct {
	Location string `json:"location"`
}
