// Package bracket is the structure of an elimination stage: who can meet whom,
// who plays now, and which places are settled.
//
// A bracket knows seeds only, numbered from 1 (best) to Size; names, clocks and
// results stay with the caller. It is built once from a [Config] and never
// changes. [Bracket.Resolve] reads the results known so far and says who sits
// where, what can be played, and who ended in which place. Resolving again after
// a result was corrected recomputes everything behind it: a later result whose
// players are no longer the ones who meet is reported as stale and not used.
//
// Shapes:
//
//   - Single elimination of 2 to 256 (docs/rules/pokemon.md#pkm-48 to PKM-64,
//     docs/rules/magic.md#mtg-20 to MTG-24, MTG-30): slots in the order 1, 8, 4, 5, 2, 7,
//     3, 6 and its generalisation, byes for the best seeds, an optional match for third
//     place, optional reseeding after every round, or a placement bracket in
//     which losers play on for every place.
//   - Double elimination of 3 to 64: an upper and
//     a lower bracket; the final is replayed if the unbeaten player loses it.
//   - Pods of four for commander cuts: 4, 7, 10, 13, 16, … 64
//     seeds; the winner of a table advances, the best seeds may wait a round.
package bracket

import (
	"math/bits"

	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Type is the shape of a bracket.
type Type uint8

// Shapes of a bracket.
const (
	Single Type = iota // lose once and out
	Double             // lose twice and out
	Pods               // tables of four, the winner advances
)

// String returns the word of the bracket command: single, double or pods.
func (t Type) String() string {
	switch t {
	case Double:
		return "double"
	case Pods:
		return "pods"
	default:
		return "single"
	}
}

// Ranking determines how players who left in the same round are placed.
type Ranking uint8

// Ways to place players who left in the same round.
const (
	BySeed       Ranking = iota // the better seed is placed higher (docs/rules/pokemon.md#pkm-62)
	ByEliminator                // the place of the player who beat them decides (docs/rules/pokemon.md#pkm-58, PKM-97)
	Shared                      // they share the best place of the round
)

// Config describes a bracket. The zero value of every field but Size is the
// common case: single elimination, a fixed tree, no match for third place.
type Config struct {
	Type Type
	// Size is the number of seeds: 2 to 256 for Single, 3 to 64 for Double; for
	// Pods see [PodSizes].
	Size int
	// Third adds a match between the losers of the semi-finals
	// (docs/rules/pokemon.md#pkm-59). Single only.
	Third bool
	// Reseed pairs best against worst remaining seed after every round. Single only.
	Reseed bool
	// Placement lets losers play on until every place is decided by play
	// (docs/rules/magic.md#mtg-24); it contains the match for third place. Single only.
	Placement bool
	// Ranking places those who left in the same round.
	Ranking Ranking
}

// Sizes for which a bracket is built.
const (
	MaxSingle = 256
	MinDouble = 3
	MaxDouble = 64
)

// SourceKind is the kind of origin of a player in a match.
type SourceKind uint8

// Origins of a player.
const (
	Nobody   SourceKind = iota // an empty slot: the other player has a bye
	Seed                       // N is a seed
	WinnerOf                   // N is a match
	LoserOf                    // N is a match; in a pod, all who did not win it
	Survivor                   // N is the rank among the players left, 1 = best seed
)

// Source is the origin of one player of a match.
type Source struct {
	Kind SourceKind
	N    int
}

// Part is the part of the bracket to which a round belongs.
type Part uint8

// Parts of a bracket.
const (
	Upper Part = iota // the main tree
	Lower             // players who have lost: lower bracket, or placement matches
	Third             // the match for third place
	Final             // the match for first place, and its replay
)

// String returns the word of the bracket command: upper, lower, third or final.
func (p Part) String() string {
	return [...]string{"upper", "lower", "third", "final"}[p&3]
}

// Match is one match of the structure. Matches are numbered from 1 in the order
// of their rounds, so a match depends on lower numbers only.
type Match struct {
	ID      int
	Round   int // number of its round
	Part    Part
	Sources []Source // two, or four in a pod
	// From and To are the places that the players of a match of a single elimination
	// play for.
	From, To int
	// Replay marks the second final of a double elimination. It is played only if
	// the player from the lower bracket wins the first one.
	Replay bool
}

// Round is a set of matches that can be played at the same time. Rounds are
// numbered 1, 2, … through the whole bracket, in an order in which they can be
// played one after the other; a round has one part.
type Round struct {
	Number  int
	Part    Part
	Matches []int // match numbers
}

// Bracket is a built structure. It is safe for concurrent use.
type Bracket struct {
	config  Config
	matches numbered.List[Match]
	rounds  numbered.List[Round]
	final   int // the match for first place
	replay  int // its replay, or 0
	finish  [][]Source
}

// New builds the bracket, or returns an error that names the invalid setting.
func New(c Config) (*Bracket, error) {
	switch {
	case c.Ranking > Shared:
		return nil, notice.Err("bracket.ranking", "ranking", int(c.Ranking))
	case c.Type != Single && (c.Third || c.Reseed || c.Placement):
		return nil, notice.Err("bracket.single_only")
	case c.Reseed && c.Placement:
		return nil, notice.Err("bracket.reseeded_placement")
	}
	b := &Bracket{config: c}
	var err error
	switch c.Type {
	case Single:
		err = b.buildSingle()
	case Double:
		err = b.buildDouble()
	case Pods:
		err = b.buildPods()
	default:
		err = notice.Err("bracket.type", "type", int(c.Type))
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Config returns the settings from which b was built.
func (b *Bracket) Config() Config { return b.config }

// Matches returns all matches by number. The
// caller must not change them.
func (b *Bracket) Matches() numbered.List[Match] { return b.matches }

// Rounds returns all rounds by number. The caller
// must not change them.
func (b *Bracket) Rounds() numbered.List[Round] { return b.rounds }

// Match returns the match with this number and whether there is one.
func (b *Bracket) Match(id int) (Match, bool) {
	if id < 1 || id > len(b.matches) {
		return Match{}, false
	}
	return *b.matches.At(id), true
}

// SlotOrder returns the seeds of a full bracket from top to bottom: 1, 8, 4, 5,
// 2, 7, 3, 6 for eight. Each adjacent pair meets in the first round, and if
// every better seed wins, k players are left as the seeds 1 to k. size must be a
// power of two.
func SlotOrder(size int) []int {
	order := []int{1}
	for n := 2; n <= size; n *= 2 {
		next := make([]int, 0, n)
		for _, s := range order {
			next = append(next, s, n+1-s)
		}
		order = next
	}
	return order
}

// FullSize returns the smallest power of two that holds n players.
func FullSize(n int) int {
	if n < 2 {
		return 1
	}
	return 1 << bits.Len(uint(n-1))
}

// slots returns the sources of a full first round. Missing seeds are empty, so the best
// seeds have the byes (docs/rules/pokemon.md#pkm-53).
func slots(size int) []Source {
	order := SlotOrder(FullSize(size))
	out := make([]Source, len(order))
	for i, s := range order {
		if s <= size {
			out[i] = Source{Seed, s}
		}
	}
	return out
}

// round starts a round; matches added next belong to it.
func (b *Bracket) round(part Part) {
	b.rounds = append(b.rounds, Round{Number: len(b.rounds) + 1, Part: part})
}

// endRound removes the round just started if it has no matches.
func (b *Bracket) endRound() {
	if last := len(b.rounds) - 1; len(b.rounds[last].Matches) == 0 {
		b.rounds = b.rounds[:last]
	}
}

// add puts a match into the current round and returns its number.
func (b *Bracket) add(sources ...Source) int {
	r := &b.rounds[len(b.rounds)-1]
	id := len(b.matches) + 1
	b.matches = append(b.matches, Match{ID: id, Round: r.Number, Part: r.Part, Sources: sources})
	r.Matches = append(r.Matches, id)
	return id
}

// play adds a match between two sources. If one of them is empty there is no match: the
// other source passes and no player loses.
func (b *Bracket) play(x, y Source) (winner, loser Source) {
	switch {
	case x.Kind == Nobody:
		return y, x
	case y.Kind == Nobody:
		return x, y
	}
	id := b.add(x, y)
	return Source{WinnerOf, id}, Source{LoserOf, id}
}
