// Package sim answers two questions by playing tournaments at random: how an
// event of a given shape will go (Plan), and what chances the players of a
// running event have (Odds).
//
// # Assumptions
//
//  1. All players are equally good: a decided match is a fair coin, or goes to
//     who has the first turn with the rate that was asked for; who that is, is a
//     fair coin too.
//  2. A won match is 2-0 or 2-1 with equal chance; 1-0 in best of one.
//  3. A drawn match is 1-1-1. Whether a match is drawn is decided first, with the
//     draw chance, then who wins.
//  4. Players are paired by points at random without rematches; of an odd group a
//     random player goes down, preferably one who has not been down before. In a round
//     robin everybody meets everybody of the own group once: nobody agrees on a draw or
//     has an awarded bye there, and whoever was to meet somebody who has left has a bye.
//     In an odd group one sits out in each round, which counts for nothing.
//  5. In an odd field the lowest player who has had none gets the bye (or as the
//     ruleset says); in the first round it is drawn.
//  6. Two players agree on a draw in the last round, or the last but one, when
//     both are sure of the cut by the count of docs/rules/lorcana.md#lor-33, and never
//     else.
//  7. Somebody who reaches the number of losses for it drops before the next
//     round. Results and tiebreakers stay; places in the cut go to those who are
//     still in.
//  8. Awarded byes go to player 1.
//  9. Whoever does not enter the next stage, such as a second day, leaves after the
//     rounds before it; whoever drops has left before that. An early place brings
//     a bye in every later round.
//  10. Points, byes and tiebreakers are those of the ruleset. What they leave
//     level is decided by lot, and so is what the ruleset decides by methods the
//     kernel does not follow; Notes names these.
//  11. Nobody is penalised, disqualified, or late.
//
// # Determinism
//
// Trials are played in chunks; each chunk has its own stream of random numbers
// derived from the seed, and sums are whole numbers. The result depends on seed
// and number of trials, not on the number of threads.
//
// # Margins
//
// Margins are half the width of a 95 % interval. For shares of players they come
// from the spread between chunks, because the players of one tournament depend
// on each other; where nothing varied they are three over the number of
// tournaments.
package sim
