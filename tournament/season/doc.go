// Package season is a season of a league: a list of events that count, and the
// table that follows from them. There is no second engine in it: pairings, results
// and places come from package tournament; here they are only counted.
//
//   - Rules say what a result is worth: by place, by match, for being there; times
//     the weight of the event. All values are exact fractions.
//   - Of everybody the best N results count. A disqualification counts 0 and always
//     takes one of the N. Of results that are worth the same the earlier counts.
//   - Members level in points are put in order by the ties, one after another, each
//     only among those whom all before left level. What is left shares a place.
//   - Organisers may adjust a total, with a reason.
//
// Compute is a pure function of those: the same in tests, on the command line
// (`topcut season`), in the bot. A season that lives in a server is an aggregate of
// package journal: its log holds numbers only, its state folds them, and its table is
// Compute of that state. A correction of an event replaces what was counted; Compare
// says what that moves. Closing writes a hash of the table into the log: whatever
// would change the table afterwards must close it anew.
//
// Members are numbered from 1, events too; who a member is stands in the book.
//
// # Held against
//
// TestTheTableAgainstAnOracle holds the best results against a brute force over all
// subsets with math/big, and the ties against comparing all with all.
// TestTheFoldIsTheTableFromNothing gives random commands, corrections, undo, merges
// and closing, and computes the season anew from what holds. Ties by rating are settled
// when the season is closed: "rated" writes the ratings of that moment into the log, so
// that the table stays a function of it. A play-off is an event that counts without
// points; of those who are level its places decide.
package season
