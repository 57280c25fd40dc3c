package localdiscord

import (
	"encoding/json"
	"strings"
	"time"

	"topcut/commands/wire"
)

// Timestamp is a time in Discord's format.
type Timestamp time.Time

// MarshalJSON writes ISO 8601 with microseconds and a numeric zone.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	return []byte(`"` + time.Time(t).UTC().Format("2006-01-02T15:04:05.000000+00:00") + `"`), nil
}

// UnmarshalJSON reads RFC 3339.
func (t *Timestamp) UnmarshalJSON(b []byte) error {
	var v time.Time
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*t = Timestamp(v)
	return nil
}

// Time returns the moment as a time.Time.
func (t Timestamp) Time() time.Time { return time.Time(t) }

// User is a Discord account.
type User struct {
	ID                   string    `json:"id"`
	Username             string    `json:"username"`
	Discriminator        string    `json:"discriminator"`
	GlobalName           *string   `json:"global_name"`
	Avatar               *string   `json:"avatar"`
	AvatarDecorationData *struct{} `json:"avatar_decoration_data"`
	Banner               *string   `json:"banner"`
	AccentColor          *int      `json:"accent_color"`
	Bot                  bool      `json:"bot,omitempty"`
	PublicFlags          int       `json:"public_flags"`
	Flags                int       `json:"flags"`
	PrimaryGuild         *struct{} `json:"primary_guild"`
	Collectibles         *struct{} `json:"collectibles"`
}

// displayName returns the name a client shows outside of guilds.
func (u User) displayName() string {
	if u.GlobalName != nil && *u.GlobalName != "" {
		return *u.GlobalName
	}
	return u.Username
}

// roleWire is a role as Discord sends it.
type roleWire struct {
	ID           string           `json:"id"`
	Name         string           `json:"name"`
	Permissions  wire.Permissions `json:"permissions"`
	Position     int              `json:"position"`
	Color        int              `json:"color"`
	Colors       roleColors       `json:"colors"`
	Hoist        bool             `json:"hoist"`
	Managed      bool             `json:"managed"`
	Mentionable  bool             `json:"mentionable"`
	Icon         *string          `json:"icon"`
	UnicodeEmoji *string          `json:"unicode_emoji"`
	Flags        int              `json:"flags"`
	Tags         map[string]any   `json:"tags,omitempty"`
}

type roleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

// memberWire is a guild member as Discord sends it; User is left out in
// resolved data and in message events.
type memberWire struct {
	User                       *User             `json:"user,omitempty"`
	Nick                       *string           `json:"nick"`
	Avatar                     *string           `json:"avatar"`
	Banner                     *string           `json:"banner"`
	Roles                      []string          `json:"roles"`
	JoinedAt                   Timestamp         `json:"joined_at"`
	PremiumSince               *Timestamp        `json:"premium_since"`
	Deaf                       bool              `json:"deaf"`
	Mute                       bool              `json:"mute"`
	Flags                      int               `json:"flags"`
	Pending                    bool              `json:"pending"`
	CommunicationDisabledUntil *Timestamp        `json:"communication_disabled_until"`
	Permissions                *wire.Permissions `json:"permissions,omitempty"`
}

// overwrite changes the permissions of one role or member in one channel.
type overwrite struct {
	ID    string           `json:"id"`
	Type  int              `json:"type"` // 0 role, 1 member
	Allow wire.Permissions `json:"allow"`
	Deny  wire.Permissions `json:"deny"`
}

// channelWire is a guild channel, thread or DM as Discord sends it. Fields
// that a kind of channel does not have are left out.
type channelWire struct {
	ID                         string            `json:"id"`
	Type                       int               `json:"type"`
	Flags                      int               `json:"flags"`
	LastMessageID              *string           `json:"last_message_id"`
	GuildID                    string            `json:"guild_id,omitempty"`
	Name                       string            `json:"name,omitempty"`
	ParentID                   *string           `json:"parent_id,omitempty"`
	Position                   *int              `json:"position,omitempty"`
	Topic                      *string           `json:"topic,omitempty"`
	NSFW                       *bool             `json:"nsfw,omitempty"`
	RateLimitPerUser           *int              `json:"rate_limit_per_user,omitempty"`
	PermissionOverwrites       *[]overwrite      `json:"permission_overwrites,omitempty"`
	DefaultAutoArchiveDuration int               `json:"default_auto_archive_duration,omitempty"`
	Recipients                 []User            `json:"recipients,omitempty"`
	OwnerID                    string            `json:"owner_id,omitempty"`
	ThreadMetadata             *threadMetadata   `json:"thread_metadata,omitempty"`
	MessageCount               *int              `json:"message_count,omitempty"`
	MemberCount                *int              `json:"member_count,omitempty"`
	TotalMessageSent           *int              `json:"total_message_sent,omitempty"`
	Member                     *threadMember     `json:"member,omitempty"`
	NewlyCreated               bool              `json:"newly_created,omitempty"`
	Permissions                *wire.Permissions `json:"permissions,omitempty"`
}

type threadMetadata struct {
	Archived            bool      `json:"archived"`
	ArchiveTimestamp    Timestamp `json:"archive_timestamp"`
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	Locked              bool      `json:"locked"`
	CreateTimestamp     Timestamp `json:"create_timestamp"`
	Invitable           *bool     `json:"invitable,omitempty"`
}

type threadMember struct {
	ID            string      `json:"id"`
	UserID        string      `json:"user_id"`
	JoinTimestamp Timestamp   `json:"join_timestamp"`
	Flags         int         `json:"flags"`
	Member        *memberWire `json:"member,omitempty"`
}

// emojiText shows an emoji in a transcript.
func emojiText(e *wire.Emoji) string {
	switch {
	case e == nil:
		return ""
	case e.ID != "":
		return ":" + e.Name + ":"
	default:
		return e.Name
	}
}

// oneString decodes a string, or a list with one string: discordgo sends the guild of
// REQUEST_GUILD_MEMBERS in the old form, which still works.
type oneString string

// UnmarshalJSON implements [json.Unmarshaler].
func (o *oneString) UnmarshalJSON(b []byte) error {
	var list []string
	if err := json.Unmarshal(b, &list); err == nil && len(list) == 1 {
		*o = oneString(list[0])
		return nil
	}
	return json.Unmarshal(b, (*string)(o))
}

// isNull reports whether a field is absent or null.
func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || strings.TrimSpace(string(raw)) == "null"
}
