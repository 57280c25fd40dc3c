package refusal

import "topcut/commands/wire"

// meanings gives each answer of the REST API its meaning: the first row that fits. A status
// or code of 0 is any; a status of 4 or 5 is all that begin with it.
var meanings = []struct {
	status, code int
	foreign      bool
	means        Meaning
}{
	{429, 0, false, Limited}, // it says how long to wait
	{5, 0, false, Unheard},   // Discord may have carried it out, or does so later
	{4, 0, true, Foreign},    // Discord has not seen the request
	{408, 0, false, Passing}, // the request came too slowly

	{0, wire.CodeThreadArchived, false, Passing}, // the bot opens the thread first
	{0, wire.CodeOverloaded, false, Passing},     // Discord says to try again
	{0, wire.CodeTooManyThreads, false, Passing}, // threads are archived by themselves

	{0, wire.CodeUnknownChannel, false, NoPlace},           // a thread is a channel too
	{0, wire.CodeUnknownMessage, false, NoMessage},         // a moderator deletes what the bot wrote
	{0, wire.CodeUnknownGuild, false, NoServer},            // the bot was removed, or the server is not available
	{0, wire.CodeUnknownMember, false, NoMember},           // members leave
	{0, wire.CodeUnknownUser, false, NoMember},             // accounts are deleted
	{0, wire.CodeUnknownRole, false, NoRole},               // roles are deleted
	{0, wire.CodeUnknownScheduled, false, NoScheduled},     // scheduled events are deleted
	{0, wire.CodeScheduledOver, false, NoScheduled},        // a step of a scheduled event is taken once
	{0, wire.CodeUnknownInteraction, false, NoInteraction}, // three seconds are over, or another process has answered
	{0, wire.CodeInvalidToken, false, Expired},             // fifteen minutes are over
	{0, wire.CodeUnknownWebhook, false, Expired},           // fifteen minutes are over
	{0, wire.CodeAlreadyAcknowledged, false, Answered},     // an interaction has one first answer
	{0, wire.CodeThreadExists, false, HasThread},           // a message has one thread
	{0, wire.CodeMissingAccess, false, Forbidden},          // the bot cannot see the channel
	{0, wire.CodeMissingPermissions, false, Forbidden},     // the bot lacks a permission
	{0, wire.CodeNotAuthor, false, Refused},                // no permission allows to edit the message of another
	{0, wire.CodeCannotDM, false, Refused},                 // the user accepts no messages of the bot

	{401, 0, false, Unauthorized}, // a fault of Discord answers so as well
	{403, 0, false, Forbidden},    // organisers may change what is forbidden
	{404, 0, false, NotThere},     // without a code known here
	{4, 0, false, Refused},        // a limit, a filter or a form that does not change by waiting
	{0, 0, false, Unheard},        // no answer of the protocol
}

// Answer returns the meaning of an answer of the REST API by its HTTP status and its code, 0
// if it has none. A foreign one does not have Discord's form.
func Answer(status, code int, foreign bool) Meaning {
	return meanings[rowOf(status, code, foreign)].means
}

// rowOf returns the row of meanings for an answer. The last row fits all.
func rowOf(status, code int, foreign bool) int {
	for i := range meanings[:len(meanings)-1] {
		m := &meanings[i]
		hundred := m.status < 10 && m.status == status/100
		if (m.status == 0 || m.status == status || hundred) && (m.code == 0 || m.code == code) && (!m.foreign || foreign) {
			return i
		}
	}
	return len(meanings) - 1
}

// closes gives the codes with which the gateway closes a connection their meaning. After
// any other a session is resumed.
var closes = map[int]Meaning{
	wire.CloseAuthFailed:        Unauthorized,
	wire.CloseInvalidSeq:        Stale,
	wire.CloseSessionTimeout:    Stale,
	wire.CloseInvalidShard:      Unfit,
	wire.CloseShardingRequired:  Crowded,
	wire.CloseInvalidVersion:    Unfit,
	wire.CloseInvalidIntents:    Unfit,
	wire.CloseDisallowedIntents: Unfit,
}

// Close returns the meaning of the code with which the gateway closed a connection.
func Close(code int) Meaning {
	if m, ok := closes[code]; ok {
		return m
	}
	return Passing
}
