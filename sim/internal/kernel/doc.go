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
//     each group while they are placed (CHECKLIST LOR-28).
//  2. Of an odd group one player goes down, who has not gone down before where
//     there is such a player (LOR-29, LOR-65). In an odd field the lowest player
//     without a bye sits out (LOR-31).
//  3. Neighbours meet. Where two met before, another partner in the group is
//     taken, then a pair of the group is exchanged, then the group is searched;
//     then the same with the whole field. A rematch stays only where a search
//     found nothing else (LOR-30).
//  4. Results are drawn without branches: a draw with the draw chance first,
//     then who plays first, then the winner (LOR-25, LOR-26, LOR-39, LOR-66).
//
// # The cut
//
// Points decide all places but those of one group; only there tiebreakers are
// computed, one after the other, each only for those who are still level.
package kernel
