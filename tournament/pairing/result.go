package pairing

// Result is a paired round.
type Result struct {
	// Tables are in the order of their numbers.
	Tables []Table
	// Scores are those that occur in the field, the highest first, in the caller's
	// units: players with Scores[0] are score group 1.
	Scores []int64
	// Byes are the players who sit out: those of [Input.Byes] first, then one
	// for each odd field.
	Byes []int32
	// Cost lists the terms of the policy in their order with the sum over the
	// round, pairs fixed by the organiser included.
	Cost []TermCost
	// ProvedOptimal is true only when the engine holds a proof that no other
	// pairing of the round is better: a lower bound that the cost meets, or dual
	// prices of a weighted matching that were checked against every pair.
	ProvedOptimal bool
	// Proof is the kind of proof.
	Proof Proof
	// Warnings name every compromise, tables in order.
	Warnings []Warning
}

// TermCost is the sum of one term over a round.
type TermCost struct {
	Term  Term
	Value int64
}

// Proof is how optimality was established.
type Proof uint8

const (
	// NoProof is the proof of pairings that were only checked.
	NoProof Proof = iota
	// ProofBound: the cost meets a lower bound that every pairing obeys.
	ProofBound
	// ProofPrices: the dual prices of a weighted matching add up to the cost.
	ProofPrices
)

// Table is a pair at its table.
type Table struct {
	Number int
	// A is the better-ranked player; in games with sides, the one with the first
	// side.
	A, B   int32
	Reason Reason
}

// Reason is why two players meet, as data for `/explain pairing`.
type Reason struct {
	// Group and OtherGroup are the score groups of A and B, numbered from 1 as in
	// [Result.Scores]; GroupSize is how many players of the field are in A's.
	Group, OtherGroup, GroupSize int32
	// Meetings is how often the two met before, at most 32,767.
	Meetings int16
	Why      Why
}

// Why is the rule that made a pair.
type Why uint8

const (
	// WhyEqualScore: drawn among players with the same score.
	WhyEqualScore Why = iota
	// WhyOddGroup: the score groups above left a player over, who floats to the
	// nearest lower score (docs/rules/lorcana.md#lor-29, docs/rules/pokemon.md#pkm-09).
	WhyOddGroup
	// WhyConstraint: every pairing with smaller differences breaks something
	// that matters more, such as a rematch (docs/rules/meccg.md#mec-20).
	WhyConstraint
	// WhyForced: the organiser fixed the pair.
	WhyForced
	// WhyKept: the pair stood before a repair and was left alone.
	WhyKept
	// WhyRepair: the pair was made by a repair that changed as few tables as
	// possible.
	WhyRepair
)

// WarningKind is a kind of compromise that the organiser should know about.
type WarningKind uint8

// The compromises.
const (
	WarnRematch WarningKind = iota
	WarnSecondBye
	WarnRepeatFloat
	WarnCrossDivision
	WarnCrossFlight
	WarnSameTag
	WarnKeptApart
	WarnSides
	WarnBarredBye
)

// Warning is one compromise with the players concerned.
type Warning struct {
	Kind    WarningKind
	Players []int32
	// Count is how often it has happened to them before.
	Count int32
	// Forced is true when the organiser fixed the pair or the bye.
	Forced bool
	// Proved is true when no pairing of the round does better.
	Proved bool
	// First is true if no term comes before the broken one, so that, if proved, no
	// pairing avoids the compromise.
	First bool
	// Causes are what forces the compromise, once traced; without each of them a pairing
	// has fewer of the kind. Unavoidable is true if none has.
	Causes      []Cause
	Unavoidable bool
}
