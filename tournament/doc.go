// Package tournament is the domain: tournaments, their state, the events that change it
// and what follows from it. It knows neither Discord nor SQL, reads no clock and draws no random
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
// # Decisions
//
// A request is a command (package command): it is decided on a Snapshot and emits the
// events that carry it out, or is refused with one sentence, a Refusal. What the event
// itself makes of its state and a seed is here, for the commands that put it in the log
// and for package replay, which makes it again: the plan of the stages, pairings, draws,
// cuts, places.
//
// # Deadlines
//
// Deadlines follow from the state (Deadlines); they are not decisions. The command Fire
// carries out one that is due, and the event it causes removes it, so that each takes
// effect once, however often the process crashes in between.
//
// # Undo
//
// The command Undo appends Retracted and folds the remaining events again. Nothing is erased. It
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
// This package knows no file format. Formats make events by a command.Script.
//
//	command    what is asked of an event, decided: commands that emit its events
//	handover   an event from a file or pasted standings, and a file of an event
//	asof       an event as of an earlier moment
//	histories  random valid histories for tests, crashes, load and rehearsals
package tournament
