package wire

// The types of components.
const (
	TypeActionRow         = 1
	TypeButton            = 2
	TypeStringSelect      = 3
	TypeTextInput         = 4
	TypeUserSelect        = 5
	TypeRoleSelect        = 6
	TypeMentionableSelect = 7
	TypeChannelSelect     = 8
	TypeSection           = 9
	TypeTextDisplay       = 10
	TypeThumbnail         = 11
	TypeMediaGallery      = 12
	TypeFile              = 13
	TypeSeparator         = 14
	TypeContainer         = 17
	TypeLabel             = 18
	TypeFileUpload        = 19
	TypeRadioGroup        = 21
	TypeCheckboxGroup     = 22
	TypeCheckbox          = 23
)

// The styles of buttons. Link buttons have a URL and no custom id.
const (
	StylePrimary   = 1
	StyleSecondary = 2
	StyleSuccess   = 3
	StyleDanger    = 4
	StyleLink      = 5
	StylePremium   = 6
)

// The flags of a message.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagHasThread      = 1 << 5 // a thread was opened on it
	FlagEphemeral      = 1 << 6
	FlagLoading        = 1 << 7 // it says "is thinking"
	FlagSilent         = 1 << 12
	FlagVoiceMessage   = 1 << 13
	FlagComponentsV2   = 1 << 15
)

// The types of messages.
const (
	MessageDefault = 0
	MessageReply   = 19
	MessageCommand = 20
)

// The types of interactions.
const (
	InteractionPing         = 1
	InteractionCommand      = 2 // a slash command
	InteractionComponent    = 3 // a button or a select of a message
	InteractionAutocomplete = 4 // typing in an option with autocomplete
	InteractionModal        = 5 // submitting a modal
)

// The types of first answers to an interaction.
const (
	AnswerPong        = 1
	AnswerMessage     = 4
	AnswerDefer       = 5
	AnswerDeferUpdate = 6
	AnswerUpdate      = 7
	AnswerChoices     = 8
	AnswerModal       = 9
	AnswerLaunch      = 12
)

// The types of commands.
const (
	CommandChat       = 1
	CommandUser       = 2
	CommandMessage    = 3
	CommandEntryPoint = 4
)

// The types of command options.
const (
	OptionSubcommand  = 1
	OptionGroup       = 2
	OptionString      = 3
	OptionInteger     = 4
	OptionBoolean     = 5
	OptionUser        = 6
	OptionChannel     = 7
	OptionRole        = 8
	OptionMentionable = 9
	OptionNumber      = 10
	OptionAttachment  = 11
)

// The types of channels.
const (
	ChannelText               = 0
	ChannelDM                 = 1
	ChannelVoice              = 2
	ChannelCategory           = 4
	ChannelAnnouncement       = 5
	ChannelAnnouncementThread = 10
	ChannelPublicThread       = 11
	ChannelPrivateThread      = 12
	ChannelStage              = 13
	ChannelDirectory          = 14
	ChannelForum              = 15
	ChannelMedia              = 16
)

// ChannelTagNeeded is the flag of a forum whose posts need a tag.
const ChannelTagNeeded = 1 << 4

// The targets of permission overwrites.
const (
	OverwriteRole   = 0
	OverwriteMember = 1
)

// The statuses of a scheduled event, the kind that is held outside of Discord, and its
// level of privacy.
const (
	ScheduledToCome   = 1
	ScheduledOn       = 2
	ScheduledOver     = 3
	ScheduledOff      = 4
	ScheduledExternal = 3
	ScheduledPrivacy  = 2 // seen by the members of the guild
)

// The opcodes of the gateway.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpPresence       = 3
	OpVoiceState     = 4
	OpResume         = 6
	OpReconnect      = 7
	OpRequestMembers = 8
	OpInvalidSession = 9
	OpHello          = 10
	OpHeartbeatAck   = 11
)

// The codes with which the gateway closes a connection.
const (
	CloseUnknownOpcode     = 4001
	CloseDecodeError       = 4002
	CloseNotAuthenticated  = 4003
	CloseAuthFailed        = 4004
	CloseAlreadyAuth       = 4005
	CloseInvalidSeq        = 4007
	CloseRateLimited       = 4008
	CloseSessionTimeout    = 4009
	CloseInvalidShard      = 4010
	CloseShardingRequired  = 4011
	CloseInvalidVersion    = 4012
	CloseInvalidIntents    = 4013
	CloseDisallowedIntents = 4014
)

// ChannelType is the type of a channel.
type ChannelType int

// Thread reports whether the channel is a thread.
func (t ChannelType) Thread() bool {
	return t >= ChannelAnnouncementThread && t <= ChannelPrivateThread
}
