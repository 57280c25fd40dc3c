// Package tournament is the domain: what an event is, what may happen in it,
// and what follows from what happened. It knows neither Discord nor SQL, reads
// no clock and draws no random number of its own.
//
// # The log
//
// A tournament is an append-only list of events (Envelope, Event). Its State is
// their fold (Fold, Apply) and nothing else: two processes that hold the same
// log hold the same state. Events speak of players, rounds and matches by
// number. Names, Discord ids, decks and free text lie apart in a Book, where
// they can be blanked without touching standings or replay.
//
// # Commands
//
// A Command is what somebody wants. Decide judges it on a Snapshot and answers
// with the events that make it so, or with a Refusal: one sentence for the
// person who asked. Whether the person may is for the caller to know. A
// Director carries commands out one at a time for each tournament: decide, one
// transaction of a Store with events, read rows, deadlines, posts and answer,
// and only then tell anybody. The same cause delivered twice gets its first
// answer.
//
// # What time brings
//
// Deadlines follow from the state (Deadlines); they are not decisions. Fire
// turns one that is due into a command, and the event it causes is what removes
// it, so that each takes effect once, however often the process dies in
// between.
//
// # Taking back
//
// Undo appends Retracted and folds the rest anew. Nothing is erased, and what
// would no longer hold is named and refused.
//
// # Chance
//
// All randomness comes from a joint seed: a secret of the bot, committed to at
// the creation, mixed with the joins and with presses of players after
// registration has closed (Commitment, JointSeed, RoundSeed, MixAsked). It is revealed at the end, and Replay recomputes every pairing
// from it.
//
// # Below it
//
//	fraction     exact fractions
//	random       a pinned generator: shuffles and bounded integers
//	ledger       who played whom with which result, nothing more
//	rules        games as data files: scoring, tiebreakers, rounds, cuts, texts
//	standings    points, tiebreakers and places of a ledger under rules
//	pairing      the next round, proved optimal
//	bracket      elimination, single and double
//	roundrobin, pods, flights, seating: schedules of other shapes
//	file, paste  the tournament file, and standings copied from elsewhere
//	transfer     files of other tournament programs, read and written
//	histories    random valid histories for tests, crashes, load and rehearsals
package tournament
