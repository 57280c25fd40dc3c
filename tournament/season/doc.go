// Package season computes seasons of a league: a list of events that count, and the
// table that follows from them. It only counts: pairings, results and places come from
// package tournament.
//
//   - Rules determine the points of a result: by place, by match, for attendance;
//     times the weight of the event. All values are exact fractions.
//   - The best N results of each member count. A disqualification counts 0 and always
//     takes one of the N. Of results with equal points the earlier one counts.
//   - Members level in points are ordered by the ties, one after another, each only
//     among members whom all earlier ones left level. Members still level share a
//     place.
//   - Organisers may adjust a total, with a reason.
//
// Compute is a pure function of these, used in tests, on the command line
// (`topcut season`) and in the bot. The season of a server is an aggregate of package
// journal: its log holds numbers only, its state is the fold of the log, and its table
// is Compute of that state. A correction of an event replaces what was counted; Compare
// returns what changes. Closing writes a hash of the table into the log: a later change
// of the table must close it again.
//
// Members and events are numbered from 1. The book has the person of each member.
//
// # Tests
//
// TestTheTableAgainstAnOracle compares the best results with a brute force over all
// subsets with math/big, and the ties with comparing all pairs.
// TestTheFoldIsTheTableFromNothing gives random commands, corrections, undo, merges and
// closing, and computes the season anew from what holds. Ties by rating are settled when
// the season is closed: "rated" writes the ratings of that moment into the log, so that
// the table stays a function of it. A play-off is an event without points whose places
// order level members.
package season
