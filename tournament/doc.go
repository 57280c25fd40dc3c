// Package tournament is the domain: tournaments, the commands on them and their
// consequences. It knows neither Discord nor SQL, reads no clock and draws no random
// numbers of its own.
//
// # The log
//
// A tournament is an append-only list of events (Envelope, Event). Its State is
// their fold (Fold, Apply) and nothing else: two processes with the same log have
// the same state. Events refer to players, rounds and matches by number. Names,
// Discord ids, decks and free text are in a Book, where they can be blanked without
// changing standings or replay.
//
// # Commands
//
// A Command is a request. Decide decides it on a Snapshot and returns the events
// that carry it out, or a Refusal: one sentence for the person who made the
// request. The caller checks whether the person has the permission. A Director
// carries out commands one at a time for each tournament: it decides, writes events,
// read rows, deadlines, posts and answer in one transaction of a Store, and reports
// success only then. The same cause delivered twice gets its first answer.
//
// # Deadlines
//
// Deadlines follow from the state (Deadlines); they are not decisions. Fire turns one
// that is due into a command, and the event it causes removes it, so that each takes
// effect once, however often the process crashes in between.
//
// # Undo
//
// Undo appends Retracted and folds the remaining events again. Nothing is erased. It
// is refused, with a name, if a later event would no longer hold.
//
// # Randomness
//
// All randomness comes from a joint seed: a secret of the bot, committed to when the
// event is created, mixed with the joins and with presses of players after registration
// has closed (package jointseed, MixAsked). The secret is revealed at
// the end, and package replay recomputes every pairing from it.
//
// # Packages below
//
//	fraction     exact fractions
//	jointseed    the commitment to a secret, and the seeds made of it
//	random       a pinned generator: shuffles and bounded integers
//	ledger       matches with players and results
//	rules        games as data files: scoring, tiebreakers, rounds, cuts, texts
//	standings    points, tiebreakers and places of a ledger under rules
//	pairing      the next round, proved optimal
//	bracket      elimination, single and double
//	roundrobin, pods, flights, seating: schedules of other shapes
//
// # Packages above
//
// This package knows no file format. Formats make events by a Script.
//
//	handover   an event from a file or pasted standings, and a file of an event
//	asof       an event as of an earlier moment
//	histories  random valid histories for tests, crashes, load and rehearsals
package tournament
