// Package rating says how good players are, from what they have played:
//
//   - Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2022) where two
//     play each other;
//   - Plackett-Luce (Ruby C. Weng and Chih-Jen Lin, "A Bayesian approximation method
//     for online ranking", 2011, algorithm 4, in the form of OpenSkill) at tables of
//     three and more.
//
// A rating is never changed in place: it is a fold over periods, an event each, in the
// order in which the events ended (Formula.Fold). Who corrects or takes back a result
// folds again from the first.
//
// What is rated is what was played: no bye, no forfeit, no agreed draw, no round
// played elsewhere (Rated).
//
// The same periods give the same bits on every machine. The packages of Go compute
// exp and log by other instructions on each, and a compiler may join a product and a
// sum into one operation that rounds once; so exp and log are our own here, every
// product inside a sum is converted to float64, which forbids joining it, and what
// comes out of a period is rounded. TestTheSameBitsOnEveryMachine holds that on
// amd64 and arm64.
package rating
