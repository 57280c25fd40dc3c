package localdiscord

import (
	"encoding/json"
	"strings"

	"topcut/commands/wire"
)

// User is a Discord account.
type User struct {
	wire.User
	Discriminator        string    `json:"discriminator"`
	Avatar               *string   `json:"avatar"`
	AvatarDecorationData *struct{} `json:"avatar_decoration_data"`
	Banner               *string   `json:"banner"`
	AccentColor          *int      `json:"accent_color"`
	PublicFlags          int       `json:"public_flags"`
	Flags                int       `json:"flags"`
	PrimaryGuild         *struct{} `json:"primary_guild"`
	Collectibles         *struct{} `json:"collectibles"`
}

// roleWire is a role as Discord sends it.
type roleWire struct {
	wire.Role
	Color        int            `json:"color"`
	Colors       roleColors     `json:"colors"`
	Hoist        bool           `json:"hoist"`
	Icon         *string        `json:"icon"`
	UnicodeEmoji *string        `json:"unicode_emoji"`
	Flags        int            `json:"flags"`
	Tags         map[string]any `json:"tags,omitempty"`
}

type roleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

// memberWire is a guild member as Discord sends it; User is left out in
// resolved data and in message events.
type memberWire struct {
	wire.Member
	User                       *User           `json:"user,omitempty"`
	Avatar                     *string         `json:"avatar"`
	Banner                     *string         `json:"banner"`
	JoinedAt                   wire.Timestamp  `json:"joined_at"`
	PremiumSince               *wire.Timestamp `json:"premium_since"`
	Deaf                       bool            `json:"deaf"`
	Mute                       bool            `json:"mute"`
	Flags                      int             `json:"flags"`
	Pending                    bool            `json:"pending"`
	CommunicationDisabledUntil *wire.Timestamp `json:"communication_disabled_until"`
}

// channelWire is a guild channel, thread or DM as Discord sends it. Fields
// that a kind of channel does not have are left out.
type channelWire struct {
	wire.Channel
	LastMessageID              *string           `json:"last_message_id"`
	Position                   *int              `json:"position,omitempty"`
	Topic                      *string           `json:"topic,omitempty"`
	NSFW                       *bool             `json:"nsfw,omitempty"`
	RateLimitPerUser           *int              `json:"rate_limit_per_user,omitempty"`
	DefaultAutoArchiveDuration int               `json:"default_auto_archive_duration,omitempty"`
	Recipients                 []User            `json:"recipients,omitempty"`
	OwnerID                    string            `json:"owner_id,omitempty"`
	MessageCount               *int              `json:"message_count,omitempty"`
	MemberCount                *int              `json:"member_count,omitempty"`
	TotalMessageSent           *int              `json:"total_message_sent,omitempty"`
	Member                     *threadMember     `json:"member,omitempty"`
	NewlyCreated               bool              `json:"newly_created,omitempty"`
	Permissions                *wire.Permissions `json:"permissions,omitempty"`
	// Of forums and media channels, where nothing is set.
	DefaultReactionEmoji *json.RawMessage `json:"default_reaction_emoji,omitempty"`
	DefaultSortOrder     *json.RawMessage `json:"default_sort_order,omitempty"`
	DefaultForumLayout   *int             `json:"default_forum_layout,omitempty"`
}

type threadMember struct {
	ID            string         `json:"id"`
	UserID        string         `json:"user_id"`
	JoinTimestamp wire.Timestamp `json:"join_timestamp"`
	Flags         int            `json:"flags"`
	Member        *memberWire    `json:"member,omitempty"`
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
