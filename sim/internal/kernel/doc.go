// Package kernel plays Swiss tournaments with random results, very fast.
//
// It follows the ruleset like package standings does, but in integers: points
// are whole multiples of a unit, percentages are numerators over one common
// denominator, so that comparing them is exact. What a player has collected is
// one 64-bit word (see the layout in word.go) and a result is one addition to
// it. A test plays random ledgers through both packages and compares every
// point, tiebreaker and place.
//
// # A round
//
//  1. Players are put in order of points by a counting sort, shuffled inside
//     each group while they are placed (docs/rules/lorcana.md#lor-28). In large fields
//     winners and losers stay in the order of the round before, which is by lot, and only
//     mix (see piles).
//  2. Of an odd group the last goes down to the first of the next; neither may have
//     floated that way in the rounds the ruleset looks at, if there is another
//     player (LOR-29, LOR-65). In an odd field the lowest player with the fewest byes
//     sits out (LOR-31).
//  3. Neighbours meet. Where two met before, another partner in the group is
//     taken, then a pair of the group is broken up, then the group is searched
//     (LOR-30). Where that fails, the groups between which players go down are
//     searched for a pairing that meets the lower bound of the point differences:
//     all this in the steps of package pairing, so that any two players meet
//     as often as in the live engine. What is left is exchanged with the pair that
//     makes the differences grow least, which nearly always is the optimum.
//  4. Results are drawn without branches: a draw with the draw chance first,
//     then who plays first, then the winner (LOR-25, LOR-26, LOR-39, LOR-66).
//
// # The cut
//
// Points decide all places but those of one group; only there tiebreakers are
// computed, one after the other, each only for those who are still level.
package kernel
