// Package sim answers two questions by playing tournaments at random: how an
// event of a given shape will go (Plan), and what chances the players of a
// running event have (Odds).
//
// # Assumptions
//
//  1. All players are equally good: a decided match is a fair coin, or is
//     won by the player with the first turn at the configured rate; the first turn is a
//     fair coin too.
//  2. A won match is 2-0 or 2-1 with equal chance; 1-0 in best of one.
//  3. A drawn match is 1-1-1. Whether a match is drawn is decided first, with the
//     draw chance, then who wins.
//  4. Players are paired by points at random without rematches; of an odd group a
//     random player goes down, preferably one who has not been down before. In a round
//     robin all players of a group meet each other once: there are no agreed draws and
//     no awarded byes, and a player whose opponent has left has a bye. In an odd group
//     one sits out in each round, which counts for nothing.
//  5. In an odd field the lowest player without a bye so far gets it (or as the
//     ruleset says); in the first round it is drawn.
//  6. Two players agree on a draw in the last round, or the second-to-last one, when
//     both are sure of the cut by the count of docs/rules/lorcana.md#lor-33, and in
//     no other case.
//  7. A player who reaches the number of losses for it drops before the next
//     round. Results and tiebreakers stay; places in the cut go to those who are
//     still in.
//  8. Awarded byes go to player 1.
//  9. A player who does not enter the next stage, such as a second day, leaves after
//     the rounds before it; one who drops has left before that. An early place brings
//     a bye in every later round.
//  10. Points, byes and tiebreakers are those of the ruleset. What they leave
//     level is decided by lot, and so is what the ruleset decides by methods the
//     kernel does not follow; Notes names these.
//  11. No player is penalised, disqualified, or late.
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
//
// # Plans
//
// Plan takes players, rounds, cut and a preset, or a whole chain of stages in the
// notation of package stage. Rounds and sizes that are left open are those that an
// event of so many players would announce (tournament.PlanFor). Tables are made for
// the entry into each stage that not all players enter: "cut" in them means that
// entry, and rounds are those before it.
//
//   - swiss, top, points, equal: players who do not enter leave.
//   - lock: a player with the points after a round has a place in the cut and a bye
//     in every later round, in the order of the standings while places are left.
//   - groups: sizes differ by one; each group plays by itself, and as many of each
//     go on.
//   - roundrobin: all meet all of their own group, once or twice. In an odd group one
//     sits out in each round, which scores nothing.
//   - draft: pods play by themselves, with across in round 1 only.
//   - unbeaten: all rounds are played, and a note says so.
//
// Tables of four, elimination from the start and more than 20 rounds are refused,
// and the refusal names the stage. The ID Safety Guide is about Swiss rounds; cells
// that no simulated player was in are estimated from the point distribution, kept
// between what was counted of a loss and of a win, and marked. Luck compares equals:
// the coin of the first turn is thrown for every round of the event, so that it says
// nothing about players who dropped (TestLuckComparesEquals).
//
// # Odds
//
// Odds starts from the ledger: points, opponents, byes, drops, and the tables of the
// round with the results that are in. It keeps two things apart. A fact holds
// whatever happens, as long as every table ends with a win, a draw or a loss and
// no player joins, leaves or is penalised. An estimate is a share of the tournaments
// played, with Wilson's 95 % interval. A report that waits for confirmation counts
// in estimates and in no fact.
//
// Draws come as often as at real events (docs/reports/calibration.md): by time, and
// by agreement in the last two rounds where the rules of the game allow it. Of two
// players who are both sure of the cut, or whose expected rivals take less than 3/4
// of the places, 85 % agree on a draw; where these take less than all places, 25 %.
// No draws are agreed on where groups play together, or apart for the same places.
//
// Rounds of up to 40 players that the kernel does not prove to be the best are
// paired by package pairing itself. Tables to watch are those of others at which the
// player's chance differs by at least two points and four standard errors.
//
// The odds of a player are about the places that the player competes for: those of
// the own division or flight, of the pods of a draft, of the next stage. Divisions
// that are too small to play apart are one event with a cut for each; where more
// than 40 play in it, it is paired approximately, and the answer says so.
//
// # Facts
//
// Nothing is assumed of the pairings to come. There are four proofs, each with its
// reason in a sentence:
//
//   - Points: who can reach the points that the player has after losing (or winning)
//     all the rest. The two at one table cannot both win.
//   - Tiebreakers: a player who can only end level stays behind if no result can
//     bring the tiebreakers together. Means over opponents are compared as a
//     difference, so that an opponent of both counts once.
//   - Who plays whom, in fields of up to 128: each match to come has two units to
//     give, so that only so many can catch up.
//   - Trying all results and pairings, with at most ten unfinished tables.
//
// Pasted standings have no opponents, so their facts come from points alone. Where
// not every win is worth the same (Netrunner, Middle-earth), nothing is called
// proved. docs/reports/odds.md says what share of the true facts is found.
//
// # Strength
//
// A decided match is won by either player (equal); by the better with
// 1/(1+10^(d/400)) (elo); as Glickman forecasts it from ratings and deviations
// (glicko2); or so from the ratings that the server keeps (rating, in Discord only).
// Without ratings, elo starts all at 1500 and glicko2 at 1500 ± 70. Draws are as
// likely as between equals, and the advantage of the first turn is added to the
// log-odds.
//
// # Boards
//
// A match of two crews on N boards is N matches of two, each drawn as often as one of a
// single seat and otherwise won by either side, in all its boards by the same strength. It
// goes to the side with more boards won, a level bracket match by the rule of
// rules.Ruleset.CountBoards. The kernel draws the sum at once, from the exact chances of
// the (N+1)(N+2)/2 scores. Boards on record of a match under way stay: its scores are those
// that they leave possible, in facts too, where any board may still be lost by both. Crews do
// not agree on draws. Results of boards, not of matches, move strengths.
//
// A crew with fewer members than boards loses the last ones of a match to come without play:
// the other wins them if it has members for them, or both lose them. A result that is supposed
// of a match to come and that its crews are too short for comes about as between full ones.
// Facts do not rely on it, since a crew may find members, or lose them: any board to come may
// be won, drawn or lost, by both too.
//
// # Seasons
//
// Season odds ask who ends a season first, or on one of the first K places. Facts
// come from the least and the most that each member can end with: the greatest and
// smallest gain of each event still to come, among their results as best N of M has
// it. They hold short of a disqualification, an adjustment or a correction. A round
// robin under way is played on match by match, since it is known who is still to meet
// whom. Estimates play the events to come: each member comes as often as in the past,
// an event is a Swiss, and matches are won by the Glicko-2 of the season's matches.
//
// # What makes the kernel fast
//
// All that a player has collected is one 64-bit word, and a result is one addition
// from a table. Players are put in order of points by a counting sort with the
// shuffle fused in. Two words of bits say who may have met before the rounds are
// looked up. Only groups from which a player goes down are searched, and tiebreakers
// are computed for the one group through which the cut falls.
package sim
