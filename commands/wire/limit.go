package wire

// The limits of a message.
const (
	MaxContent     = 2000 // the description says 4000, which bots do not have
	MaxNonce       = 25
	MaxStickers    = 3  // stickers
	MaxAttachments = 10 // files, new and kept
	MaxFileName    = 1024
	MaxAlternative = 1024     // of the alternative text of a file or picture
	MaxFileBytes   = 10 << 20 // bytes of one file
	MaxBodyBytes   = 25 << 20 // bytes of a request
	MaxMentionIDs  = 100      // users, and as many roles
	MaxPageSize    = 100      // messages that one request lists or deletes
)

// AttachmentScheme begins an address that names a file of the message.
const AttachmentScheme = "attachment://"

// The limits of components.
const (
	MaxRows        = 5    // rows of a message without Components V2
	MaxRowButtons  = 5    // buttons of a row
	MaxComponents  = 40   // components of a message with Components V2, nested ones counted
	MaxText        = 4000 // over all text displays of a message
	MaxSection     = 3    // texts of a section
	MaxGallery     = 10   // pictures of a gallery
	MaxCustomID    = 100
	MaxComponentID = 1<<31 - 1
	MaxButtonLabel = 80
	MaxButtonURL   = 512
	MaxEmojiName   = 32
	MaxURL         = 2048
	MaxColour      = 0xFFFFFF

	// Above about 10,170 bytes of UTF-8 over all text displays, each counted with 12
	// more, Discord fails with status 500 instead of naming a limit (api-docs issue 8554);
	// this stays below. A text in Chinese or of emoji reaches it before the 4000 characters.
	MaxTextBytes  = 9500
	TextOverheads = 12
)

// The limits of select menus and of the other lists of options.
const (
	MaxOptions       = 25  // options of a string select
	MaxOptionText    = 100 // of a label, a value or a description
	MaxPlaceholder   = 150
	MaxSelected      = 25 // values
	MaxChannelType   = 16 // the highest number of a channel type
	MinRadioOptions  = 2
	MaxRadioOptions  = 10
	MaxCheckboxes    = 10
	MaxUploadedFiles = 10
)

// The limits of modals.
const (
	MaxModalTitle       = 45
	MaxModalComponents  = 5 // components; the description says 40
	MaxLabel            = 45
	MaxLabelDescription = 100
	MaxInput            = 4000
	MaxInputPlaceholder = 100
)

// The limits of embeds.
const (
	MaxEmbeds           = 10 // embeds
	MaxEmbedTitle       = 256
	MaxEmbedDescription = 4096
	MaxEmbedFields      = 25 // fields
	MaxEmbedFieldName   = 256
	MaxEmbedFieldValue  = 1024
	MaxEmbedFooter      = 2048
	MaxEmbedAuthor      = 256
	MaxEmbedTotal       = 6000 // over all texts of all embeds of one message
)

// The limits of polls.
const (
	MaxPollQuestion = 300
	MaxPollAnswers  = 10 // answers
	MaxPollAnswer   = 55
	MaxPollHours    = 32 * 24 // hours
)

// The limits of commands and of the answers to autocomplete.
const (
	MaxChatCommands       = 100 // commands of one scope
	MaxUserCommands       = 15  // commands of one scope
	MaxMessageCommands    = 15  // commands of one scope
	MaxEntryPointCommands = 1   // commands of one scope
	MaxCommandCreates     = 200 // created commands of a day
	MaxName               = 32
	MaxDescription        = 100
	MaxCommandOptions     = 25   // options of a command or subcommand
	MaxCommandTotal       = 8000 // of one command
	MaxStringLength       = 6000 // bound of min_length and max_length
	MaxChoices            = 25   // choices
	MaxChoiceText         = 100  // of a name or a string value

	// MaxExact is the largest whole number that a double holds exactly, and so
	// the largest that Discord takes as a number: 2^53.
	MaxExact = 1 << 53
)

// The limits of channels, threads and scheduled events.
const (
	MaxChannelName   = 100
	MaxTopic         = 1024  // of a channel
	MaxForumTopic    = 4096  // of a forum's guidelines
	MaxSlowmode      = 21600 // seconds
	MaxAppliedTags   = 5     // tags
	MaxForumTags     = 20    // tags
	MaxTagName       = 20
	MaxOverwrites    = 100 // overwrites
	MaxUserLimit     = 99  // users of a voice channel
	MaxScheduled     = 100 // scheduled events of a guild
	MaxScheduledText = 100 // of a scheduled event's name or place
	MaxScheduledNote = 1000
)

// MaxFrame is the most bytes that the gateway accepts in one frame of a client.
const MaxFrame = 4096
