package wire

// The codes of errors of the REST API.
const (
	CodeUnknownApplication  = 10002
	CodeUnknownChannel      = 10003
	CodeUnknownGuild        = 10004
	CodeUnknownMember       = 10007
	CodeUnknownMessage      = 10008
	CodeUnknownOverwrite    = 10009
	CodeUnknownRole         = 10011
	CodeUnknownUser         = 10013
	CodeUnknownWebhook      = 10015
	CodeUnknownInteraction  = 10062
	CodeUnknownCommand      = 10063
	CodeUnknownScheduled    = 10070
	CodeUnknownTag          = 10087
	CodeTooManyPins         = 30003
	CodeTooManyReactions    = 30010
	CodeTooManyChannels     = 30013
	CodeTooManyCommands     = 30032
	CodeCommandCreates      = 30034
	CodeTooManyScheduled    = 30038
	CodeOldEdits            = 30046
	CodeTooLarge            = 40005
	CodeAlreadyAcknowledged = 40060
	CodeTagNeeded           = 40067
	CodeMissingAccess       = 50001
	CodeNotAuthor           = 50005
	CodeEmptyMessage        = 50006
	CodeCannotDM            = 50007
	CodeMissingPermissions  = 50013
	CodeWrongChannelType    = 50024
	CodeInvalidToken        = 50027
	CodeInvalidRole         = 50028
	CodeBulkTooOld          = 50034
	CodeInvalidBody         = 50035
	CodeInvalidJSON         = 50109
	CodeThreadArchived      = 50083
	CodeOverloaded          = 130000
	CodeThreadExists        = 160004
	CodeThreadLocked        = 160005
	CodeTooManyThreads      = 160006
	CodeScheduledOver       = 180000
)
