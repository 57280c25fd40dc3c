// Package stage describes the course of an event: preparations, then stages, each of
// one kind, one after the other. A chain has one notation, which settings, tournament
// files, the log and the command line share:
//
//	swiss                            Swiss rounds, as many as the ruleset has for the field
//	swiss 5 > bracket                then the ruleset's elimination, its size by attendance
//	swiss 7 > top 32 swiss 3 > single 8
//	points 18 min 32 swiss 4         a later stage for players with that many points, and at least that many players
//	groups 4 roundrobin > double 8   drawn groups, the same number of each goes on
//	draft > swiss 3 > single 4       booster draft and deck building before the first stage
//	draft > roundrobin
//	roundrobin twice                 all meet twice, with sides turned in the second half
//	schedule 6 > final               mahjong: a schedule, then final sessions
//
// An elimination (bracket, single, reseed, placement, double) is the last stage. Its
// entry follows the kind: a number, "auto" with or without "max N", "points N" with or
// without "min N", "equal N" (and all players level with the last) with or without "max
// N". Without an entry it is auto, or all players if it is the first stage. "lock N"
// behind it gives an early place to players who reach N points, "third" adds a match
// for third place. Behind the rounds of a Swiss stage, "unbeaten" ends it with one
// unbeaten player, and "across" lets the pods of a draft play each other from round 2
// (docs/rules/magic.md#mtg-55).
//
// "bo3" behind a stage makes its matches best of three where the game allows that, and
// "final bo5", "semifinal bo5", "quarterfinal bo5" the last rounds of a tree; a double
// elimination has "final", "winners_final" and "losers_final".
//
//	swiss 5 bo1 > single 8 bo3 final bo5
//
// The package knows no ruleset and no event: package tournament determines whether a
// chain suits a game, and its numbers of rounds and places.
package stage

import "slices"

// By is how the entrants of a stage are chosen.
type By string

// Ways to enter a stage.
const (
	All    By = ""       // all players who are in
	Auto   By = "auto"   // by attendance, from the ruleset's table
	Top    By = "top"    // the best N
	Points By = "points" // players with at least N points
	Equal  By = "equal"  // the best N and all players level with the last of them
)

// Entry determines who enters a stage. The zero Entry means all players.
type Entry struct {
	By By
	N  int // places, or points for Points; 0 for Equal = by attendance, from the ruleset
	// Max is the most players for Equal and Auto (docs/rules/pokemon.md#pkm-28), Least the
	// fewest for Points; 0 = no limit.
	Max, Least int
	// Lock is the number of points for a place before the stage before is over, for Top
	// and Auto; 0 = none.
	Lock int
}

// TopN returns the entry of the best n.
func TopN(n int) Entry { return Entry{By: Top, N: n} }

// Stage is one stage as it is chosen.
type Stage struct {
	Kind     Kind
	Rounds   int   // 0 = as many as the ruleset, the field or the schedule has; none for an elimination
	Entry    Entry // of the first stage: all players
	Groups   int   // drawn groups that play among themselves; 0 = one field
	Unbeaten bool  // Swiss rounds end when one player is unbeaten (docs/rules/pokemon.md#pkm-04, MTR 3.1)
	Across   bool  // the pods of a draft play each other from round 2 (docs/rules/magic.md#mtg-55)
	Third    bool  // a match for third place
	Twice    bool  // all meet twice, with sides turned in the second half
	Best     Best  // of how many games its matches are
}

// Preparation is a step before the first stage.
type Preparation string

// Preparations.
const (
	Draft Preparation = "draft" // booster draft in pods, then deck building (docs/rules/magic.md#mtg-09 to MTG-17)
	Build Preparation = "build" // deck building of a sealed event (docs/rules/magic.md#mtg-04, MTG-13)
)

// Chain is what an event is made of. It is a value: the methods return changed
// copies.
type Chain struct {
	Prepare []Preparation
	Stages  []Stage
}

// Limits of a chain. A round is a bit of a word in the ledger.
const (
	MaxRounds = 63
	MaxGroups = 16
	MaxStages = 6
	MaxEntry  = 4096 // players who enter a later stage of rounds
	MaxCut    = 256  // players of an elimination that follows on rounds
	maxPoints = 1000
)

// First returns the first stage; the zero Stage of an empty chain.
func (c Chain) First() Stage {
	if len(c.Stages) == 0 {
		return Stage{}
	}
	return c.Stages[0]
}

// Prepares reports whether a step comes before the first stage.
func (c Chain) Prepares(p Preparation) bool { return slices.Contains(c.Prepare, p) }

// Elimination returns the stage that eliminates and its index, or false.
func (c Chain) Elimination() (Stage, int, bool) {
	i := len(c.Stages) - 1
	if i < 0 || !c.Stages[i].Kind.Eliminates() {
		return Stage{}, -1, false
	}
	return c.Stages[i], i, true
}

// Cut returns the elimination that follows on other stages, or false: an event
// without a cut, or elimination from the start.
func (c Chain) Cut() (Stage, bool) {
	st, i, ok := c.Elimination()
	return st, ok && i > 0
}

// Second returns the second stage of rounds, or false.
func (c Chain) Second() (Stage, bool) {
	if len(c.Stages) < 2 || c.Stages[1].Kind.Eliminates() || c.Stages[1].Kind == Final {
		return Stage{}, false
	}
	return c.Stages[1], true
}

// Equal reports whether two chains are the same.
func (c Chain) Equal(o Chain) bool {
	return slices.Equal(c.Prepare, o.Prepare) && slices.Equal(c.Stages, o.Stages)
}

func (c Chain) clone() Chain {
	return Chain{Prepare: slices.Clone(c.Prepare), Stages: slices.Clone(c.Stages)}
}

// WithFirst returns the chain with its first stage changed.
func (c Chain) WithFirst(change func(*Stage)) Chain {
	c = c.clone()
	if len(c.Stages) == 0 {
		c.Stages = []Stage{{Kind: Swiss}}
	}
	change(&c.Stages[0])
	return c
}

// WithRounds returns the chain with n rounds in its first stage; 0 = as the ruleset has
// it.
func (c Chain) WithRounds(n int) Chain {
	return c.WithFirst(func(s *Stage) { s.Rounds = n })
}

// WithCut returns the chain with an elimination behind its rounds, of the existing kind
// or else the ruleset's, with its other options. The zero Entry removes it. A chain
// that begins with an elimination is unchanged.
func (c Chain) WithCut(e Entry) Chain {
	if e == (Entry{}) {
		return c.withoutCut()
	}
	c = c.clone()
	switch _, i, ok := c.Elimination(); {
	case ok && i == 0:
	case ok:
		c.Stages[i].Entry = e
	case c.Stages[len(c.Stages)-1].Kind == Final:
		c.Stages[len(c.Stages)-1].Entry = e
	default:
		c.Stages = append(c.Stages, Stage{Kind: Bracket, Entry: e})
	}
	return c
}

// withoutCut returns the chain without what follows on its rounds as a cut:
// elimination or final sessions.
func (c Chain) withoutCut() Chain {
	c = c.clone()
	if n := len(c.Stages) - 1; n > 0 && (c.Stages[n].Kind.Eliminates() || c.Stages[n].Kind == Final) {
		c.Stages = c.Stages[:n]
	}
	return c
}

// WithTree returns the chain with another kind of elimination, if it has one.
func (c Chain) WithTree(k Kind) Chain {
	c = c.clone()
	if _, i, ok := c.Elimination(); ok {
		c.Stages[i].Kind = k
	}
	return c
}

// WithThird returns the chain with or without a match for third place, if it has an
// elimination.
func (c Chain) WithThird(third bool) Chain {
	c = c.clone()
	if _, i, ok := c.Elimination(); ok {
		c.Stages[i].Third = third
	}
	return c
}

// WithSecond returns the chain with a second stage of Swiss rounds, or, where
// rounds is 0, without one.
func (c Chain) WithSecond(e Entry, rounds int) Chain {
	c = c.clone()
	if _, ok := c.Second(); ok {
		c.Stages = slices.Delete(c.Stages, 1, 2)
	}
	if rounds > 0 {
		c.Stages = slices.Insert(c.Stages, 1, Stage{Kind: Swiss, Entry: e, Rounds: rounds})
	}
	return c
}

// Legs returns how often players of a stage in which all meet do so.
func (s Stage) Legs() int {
	if s.Twice {
		return 2
	}
	return 1
}

// WithPreparation returns the chain with these steps before the first stage.
func (c Chain) WithPreparation(p ...Preparation) Chain {
	c = c.clone()
	c.Prepare = slices.Clone(p)
	return c
}
