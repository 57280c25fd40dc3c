// Package command decides what people, clocks and formats ask of an event.
//
// A Command is a request. Decide decides it on a Snapshot and returns the events that carry
// it out, or a Refusal: one sentence for the person who made the request. The caller checks
// whether the person has the permission. A Director carries out commands one at a time for
// each tournament: it decides, writes events, read rows, deadlines, posts and answer in one
// transaction of a Store, and reports success only then. The same cause delivered twice
// gets its first answer.
//
// A command changes nothing by itself. It asks the state whether it is allowed and what
// follows, and emits events; only they change the state (package tournament). Each file has
// the commands about one thing:
//
//	life       creation, settings, registration, start, end
//	player     joining, decks, dropping, disqualification, penalties
//	door       who may enter
//	round      pairing, publishing, the clock, the end of a round
//	repair     changes of single tables of a pairing
//	result     reports, corrections, calls for a judge
//	picks      picks and bans before a match
//	fixture    matches whose players arrange the time
//	schedule   schedules of tables, stand-ins
//	playoff    ties at the top
//	draft      seats and packs
//	mix        presses that mix the draw
//	fire       deadlines that are due
//	undo       taking back
//	script     events that were played elsewhere
package command
