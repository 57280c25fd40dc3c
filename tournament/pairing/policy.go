package pairing

import (
	"fmt"

	"topcut/tournament/notice"
)

// Term is one thing a pairing should avoid. Its cost is a sum over the pairs of
// the round.
type Term uint8

// The terms. Unless stated otherwise the cost is the number of pairs concerned.
const (
	// Rematches counts pairs who met before in this stage.
	Rematches Term = iota
	// ThirdMeetings counts pairs who met at least twice before.
	ThirdMeetings
	// CrossDivision counts pairs from two divisions.
	CrossDivision
	// CrossFlight counts pairs from two flights.
	CrossFlight
	// TagConflict counts pairs who share a tag.
	TagConflict
	// KeptApart counts pairs of whom one is in [Player.Apart] of the other.
	KeptApart
	// PointGap is the sum of the squared score differences, in units of Score.
	PointGap
	// GroupGap is the sum of the squared differences of score group numbers.
	GroupGap
	// RepeatFloat counts players who float in a direction they floated in
	// recently.
	RepeatFloat
	// SideDebt is the sum of 50^debt - 1, see [SideDebtCost].
	SideDebt
	// AbsoluteSides counts pairs who both have an absolute preference for the
	// same side, see [Sides.Preference].
	AbsoluteSides
	// SingleSided is the Netrunner cost of a single-sided round: the squared
	// score difference, 5 for a rematch and 50^debt - 1 for the sides, added up
	// (a constant 1 a pair is left out). See [Policy.PointUnit].
	SingleSided
	// SingleSidedIllegal counts pairs who cost 100 or more by the rule of
	// SingleSided, who met twice already, or who can take no other sides than
	// last time.
	SingleSidedIllegal
	// RankGap is the sum of the squared rank differences of pairs with equal
	// scores: the best of a group meets the second best.
	RankGap
	// HoursApart is the sum of the quarter hours of a week that are not in [Player.Hours] of
	// both.
	HoursApart
	numTerms
)

var termNames = [numTerms]string{
	"rematches", "thirdMeetings", "crossDivision", "crossFlight", "tagConflict", "keptApart",
	"pointGap", "groupGap", "repeatFloat", "sideDebt", "absoluteSides",
	"singleSided", "singleSidedIllegal", "rankGap", "hoursApart",
}

// String returns the name used in rulesets and in JSON, such as "pointGap".
func (t Term) String() string {
	if t < numTerms {
		return termNames[t]
	}
	return fmt.Sprintf("Term(%d)", uint8(t))
}

// ParseTerm returns the term with the given name.
func ParseTerm(name string) (Term, error) {
	for t, n := range termNames {
		if n == name {
			return Term(t), nil
		}
	}
	return 0, notice.Err("pairing.term", "term", notice.Text(name), "known", notice.Texts(termNames[:]))
}

// ByeRule determines who sits out when the field is odd. Players with fewer byes always
// come before players with more, so no player gets a second bye while another who may
// sit out has none (docs/rules/pokemon.md#pkm-13, docs/rules/meccg.md#mec-77). Within
// that order the first player is taken whose absence leaves the fewest broken hard
// constraints, which is nearly always none.
type ByeRule uint8

const (
	// ByeLowestRanked takes the lowest-ranked player (docs/rules/magic.md#mtg-27,
	// docs/rules/lorcana.md#lor-31).
	ByeLowestRanked ByeRule = iota
	// ByeRandomLowest draws from the lowest score, then the next
	// (docs/rules/pokemon.md#pkm-12, docs/rules/meccg.md#mec-10).
	ByeRandomLowest
	// ByeRandomAll draws from all players (docs/rules/meccg.md#mec-09).
	ByeRandomAll
)

// ByeRuleOf returns the rule of a ruleset's word, "lowest", "random_lowest" or
// "random", or otherwise for any other word.
func ByeRuleOf(word string, otherwise ByeRule) ByeRule {
	switch word {
	case "lowest":
		return ByeLowestRanked
	case "random_lowest":
		return ByeRandomLowest
	case "random":
		return ByeRandomAll
	}
	return otherwise
}

// TableOrder determines how table numbers are given.
type TableOrder uint8

const (
	// TablesByRank seats the pair of the best-ranked player at table 1 and so
	// on down (docs/rules/magic.md#mtg-26).
	TablesByRank TableOrder = iota
	// TablesRandom draws the tables.
	TablesRandom
)

// Policy is what a ruleset wants from a pairing. Hard and Cost together form
// one list of terms minimised in lexicographic order: no saving in a later term
// makes up for the smallest loss in an earlier one.
type Policy struct {
	// Hard are the constraints, the one to give up last first. They are broken
	// only where every pairing breaks them, as rarely as possible, and every
	// case is reported as a warning. They also bear on who gets the bye.
	Hard []Term
	// Cost are the wishes that come after the bye has been chosen.
	Cost []Term
	// SeparateDivisions and SeparateFlights pair every division or flight as a separate
	// field with a separate bye (docs/rules/pokemon.md#pkm-17, PKM-66).
	SeparateDivisions, SeparateFlights bool
	// Bye chooses the bye; FirstRoundBye does so in round 1 (docs/rules/meccg.md#mec-09:
	// drawn from all players).
	Bye, FirstRoundBye ByeRule
	// RefuseSecondBye makes a second bye an error instead of a warning when every
	// player who may sit out has had one.
	RefuseSecondBye bool
	Tables          TableOrder
	// FirstTable is the lowest table number; 0 means 1.
	FirstTable int
	// PointUnit is how many units of Score make one point; only SingleSided and
	// SingleSidedIllegal need it. 0 means 1.
	PointUnit int64
}

// maxPointUnit keeps the costs of sides, which reach millions of squared points,
// within an int64.
const maxPointUnit = 1 << 12

// terms returns Hard and Cost as one list, or an error for a list that cannot
// be meant.
func (p *Policy) terms() ([]Term, error) {
	list := make([]Term, 0, len(p.Hard)+len(p.Cost))
	list = append(append(list, p.Hard...), p.Cost...)
	var seen [numTerms]bool
	for _, t := range list {
		if t >= numTerms {
			return nil, notice.Err("pairing.term", "term", notice.Text(t.String()), "known", notice.Texts(termNames[:]))
		}
		if seen[t] {
			return nil, notice.Err("pairing.term_twice", "term", notice.Text(t.String()))
		}
		seen[t] = true
	}
	gaps := 0
	for _, t := range []Term{PointGap, GroupGap, SingleSided} {
		if seen[t] {
			gaps++
		}
	}
	if gaps > 1 {
		return nil, notice.Err("pairing.gaps")
	}
	if p.PointUnit < 0 || p.PointUnit > maxPointUnit {
		return nil, notice.Err("pairing.unit", "unit", p.PointUnit, "most", maxPointUnit)
	}
	return list, nil
}

func (p *Policy) pointUnit() int64 { return max(p.PointUnit, 1) }
