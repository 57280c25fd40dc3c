package pairing

import "slices"

// Cause is what forces a compromise: the name of a term that comes before what is broken,
// or one of the constants.
type Cause string

// What was fixed for the round, beside the terms of the policy.
const (
	CausePairs     Cause = "pairs"     // pairs that the organiser fixed
	CauseDivisions Cause = "divisions" // divisions are paired apart
	CauseFlights   Cause = "flights"   // flights or groups are paired apart
	CauseByes      Cause = "byes"      // the bye goes to a player with the fewest who is not barred
	CauseKept      Cause = "kept"      // a repair changes as few tables as it can
)

// Trace names in the warnings of a paired round what forces each compromise: that without
// which a pairing has fewer compromises of the kind, which is proved by making that pairing.
// A compromise that no pairing avoids even without all of it is unavoidable. Nothing is
// said of those that are not proved, and of repeated floats, which every difference in
// points can force.
func Trace(in Input, res *Result) { trace(in, res, Swiss, nil) }

// TraceRepair is Trace for a round that was repaired.
func TraceRepair(in Input, now Seating, change Change, res *Result) {
	repair := func(in Input) (*Result, error) { return Repair(in, now, change) }
	trace(in, res, repair, []suspect{{cause: CauseKept, term: -1, pair: Swiss}})
}

// suspect is what may force a compromise.
type suspect struct {
	cause Cause
	term  int // place among the terms, -1 for none
	lift  func(*Input)
	pair  func(Input) (*Result, error) // nil for that of the round
}

func trace(in Input, res *Result, pair func(Input) (*Result, error), more []suspect) {
	kinds := countKinds(res.Warnings)
	if len(kinds) == 0 || !res.ProvedOptimal {
		return
	}
	list := append(suspects(&in, res), more...)
	for kind, n := range kinds {
		causes, unavoidable := traceKind(in, kind, n, list, pair)
		for i := range res.Warnings {
			if w := &res.Warnings[i]; w.Kind == kind && w.Proved {
				w.Causes, w.Unavoidable = causes, unavoidable
			}
		}
	}
}

// traceKind returns what forces the compromises of a kind, and whether no pairing has fewer
// without all of it. In an odd field another bye could have fewer of what comes behind the
// hard constraints.
func traceKind(in Input, kind WarningKind, n int, list []suspect, pair func(Input) (*Result, error)) (causes []Cause, unavoidable bool) {
	odd := slices.ContainsFunc(list, func(s suspect) bool { return s.cause == CauseByes })
	unavoidable = !odd || in.Policy.breaks(kind) < len(in.Policy.Hard)
	list = slices.DeleteFunc(slices.Clone(list), func(s suspect) bool { return !s.bears(&in.Policy, kind) })
	fewer := func(lifted ...suspect) bool {
		free, again := in, pair
		free.Players = slices.Clone(in.Players)
		for _, s := range lifted {
			if s.pair != nil {
				again = s.pair
				continue
			}
			s.lift(&free)
		}
		other, err := again(free)
		return err == nil && countKinds(other.Warnings)[kind] < n
	}
	for _, s := range list {
		if fewer(s) {
			causes = append(causes, s.cause)
		}
	}
	const together = 3 // how many that force it only together are named
	switch {
	case len(causes) > 0 || len(list) == 0:
	case !fewer(list...):
	case len(list) <= together:
		for _, s := range list {
			causes = append(causes, s.cause)
		}
	default:
		return nil, false
	}
	return causes, unavoidable && len(causes) == 0
}

// suspects lists what may force a compromise of a round.
func suspects(in *Input, res *Result) (out []suspect) {
	add := func(applies bool, cause Cause, lift func(*Input)) {
		if applies {
			out = append(out, suspect{cause: cause, term: -1, lift: lift})
		}
	}
	add(len(in.Pairs) > 0, CausePairs, func(in *Input) { in.Pairs = nil })
	add(in.Policy.SeparateDivisions, CauseDivisions, func(in *Input) { in.Policy.SeparateDivisions = false })
	add(in.Policy.SeparateFlights, CauseFlights, func(in *Input) { in.Policy.SeparateFlights = false })
	add(len(res.Byes) > len(in.Byes), CauseByes, func(in *Input) {
		for i := range in.Players {
			in.Players[i].Byes, in.Players[i].NoBye = 0, false
		}
	})
	for k, t := range slices.Concat(in.Policy.Hard, in.Policy.Cost) {
		out = append(out, suspect{cause: Cause(t.String()), term: k, lift: func(in *Input) {
			is := func(other Term) bool { return other == t }
			in.Policy.Hard = slices.DeleteFunc(slices.Clone(in.Policy.Hard), is)
			in.Policy.Cost = slices.DeleteFunc(slices.Clone(in.Policy.Cost), is)
		}})
	}
	return out
}

// bears reports whether a suspect can force a compromise of a kind: a term, if it comes
// before what is broken. Who has the bye depends on no term, and a second bye on no rule
// about the first.
func (s *suspect) bears(p *Policy, kind WarningKind) bool {
	if kind == WarnSecondBye {
		return s.term < 0 && s.cause != CauseByes
	}
	at := p.breaks(kind)
	return at >= 0 && s.term < at && (s.cause != CauseByes || at < len(p.Hard))
}

// breaks returns the place of the term that a compromise breaks, or -1.
func (p *Policy) breaks(kind WarningKind) int {
	return slices.IndexFunc(slices.Concat(p.Hard, p.Cost), func(t Term) bool {
		switch t {
		case Rematches:
			return kind == WarnRematch
		case AbsoluteSides, SingleSidedIllegal:
			return kind == WarnSides
		case CrossDivision:
			return kind == WarnCrossDivision
		case CrossFlight:
			return kind == WarnCrossFlight
		case TagConflict:
			return kind == WarnSameTag
		case KeptApart:
			return kind == WarnKeptApart
		default:
			return false
		}
	})
}

// countKinds counts the compromises by kind, without those of pairs that are fixed and
// those that are not traced.
func countKinds(list []Warning) map[WarningKind]int {
	out := map[WarningKind]int{}
	for i := range list {
		if w := &list[i]; !w.Forced && w.Kind != WarnRepeatFloat && w.Kind != WarnBarredBye {
			out[w.Kind]++
		}
	}
	return out
}
