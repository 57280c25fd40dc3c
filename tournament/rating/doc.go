// Package rating estimates the strength of players from their results:
//
//   - Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2022) for two
//     players;
//   - Plackett-Luce (Ruby C. Weng and Chih-Jen Lin, "A Bayesian approximation method
//     for online ranking", 2011, algorithm 4, in the form of OpenSkill) at tables of
//     three and more.
//
// A rating is never changed in place: it is a fold over periods, one for each event, in
// the order in which the events ended (Formula.Fold). After a correction of a result
// all periods are folded again.
//
// Only played matches are rated: no bye, forfeit, agreed draw or round played elsewhere
// (Rated).
//
// The same periods give the same bits on every machine. Go's math package computes exp
// and log with different instructions on different machines, and a compiler may fuse a
// product and a sum into one operation that rounds once. So this package has its own
// exp and log, converts every product inside a sum to float64, which forbids fusing,
// and rounds the results of each period. TestTheSameBitsOnEveryMachine checks that on
// amd64 and arm64.
//
// # The formulas
//
// Glicko-2 starts at 1500 ± 350 with volatility 0.06 and τ 0.5; Plackett-Luce at
// 25 ± 25/3 with β 25/6 and τ 25/300. A period is an event, or a week of arranged
// matches. In Glicko-2 all are rated against all as they were before the period, and
// a player who did not play in it is less sure after it, at most as little as of a
// stranger. At tables each game moves
// the ratings at once. What comes out of a period is rounded to 1e-9, volatility to
// 1e-12.
//
// A formula has a name with a number ("glicko-2 1"): what would give other bits gets
// another number. A list goes by the rating less two deviations, so that no player
// stays on top by resting; from a deviation of 110 on a rating is provisional.
//
// A match of two teams is rated for each of their members: as against an opponent who is
// as much stronger than the member as the mean of the other team is than that of their own. On
// boards each board is a match of the two who sat there, and the match of the teams is none.
//
// Folding anew is cheap: 50,000 matches take less than a tenth of a second.
// docs/reports/ratings.md says what ratings forecast inside one event, which is next
// to nothing.
package rating
