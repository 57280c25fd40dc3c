package rounds

import (
	"cmp"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/stage"
)

var _ = madeBy(kind{pair: swiss, forced: true}, stage.Swiss)

func swiss(s *tournament.State, _ *tournament.Stage, r roundRequest) (*madeRound, error) {
	if s.Draft != nil && len(s.Rounds) == 0 && len(r.forced) == 0 {
		return draftFirstRound(s), nil
	}
	return swissRound(asPaired(s), ledger.Swiss, r)
}

// swissRound pairs players with about the same points who have not met, around the
// pairings given by an organiser, in a stage of the given name.
func swissRound(s *tournament.State, named ledger.Stage, r roundRequest) (*madeRound, error) {
	forced, only := r.forced, r.only
	out := &madeRound{stage: named}
	in, err := swissInput(s, r.seed)
	if err != nil {
		return nil, err
	}
	for _, table := range forced {
		switch len(table) {
		case 1:
			if !slices.Contains(in.Byes, int32(table[0])) {
				in.Byes = append(in.Byes, int32(table[0]))
			}
		case 2:
			in.Pairs = append(in.Pairs, pairing.Pair{A: int32(table[0]), B: int32(table[1])})
		default:
			return nil, tournament.Refuse(tournament.BadInput, "table.of_two", "players", len(table))
		}
	}
	if only {
		seated := map[int32]bool{}
		for _, b := range in.Byes {
			seated[b] = true
		}
		for _, p := range in.Pairs {
			seated[p.A], seated[p.B] = true, true
		}
		in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool { return !seated[p.ID] })
	}
	if len(in.Players) < 2 && !only {
		if err := allOut(s, len(s.Rounds)+1); err != nil {
			return nil, err
		}
		return nil, tournament.Refuse(tournament.WrongPhase, "round.nobody_left")
	}
	sides := map[pairing.Pair]bool{}
	if !only {
		sides = halves(s, &in)
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	pairing.Trace(in, res)
	chosen, err := pairing.ByHours(in, res)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	for _, t := range res.Tables {
		t, halved := t.Sides(sides)
		why := whyPaired(t)
		switch {
		case halved:
			why = notice.New("why.halves")
		case chosen(t):
			why = notice.New("why.hours")
		}
		out.pairings = append(out.pairings, tournament.Pairing{Table: t.Number, Players: []int{int(t.A), int(t.B)}, Why: why})
	}
	for _, b := range res.Byes {
		p := tournament.Pairing{Kind: ledger.Bye, Players: []int{int(b)}, Why: notice.New("why.bye")}
		if sitsOut(s, int(b), in.Round) {
			p.Why = whyBye(s, int(b))
		}
		out.pairings = append(out.pairings, p)
	}
	out.optimal, out.warnings = res.ProvedOptimal, res.Warnings
	for _, c := range res.Cost {
		out.cost = append(out.cost, tournament.Cost{Term: c.Term.String(), Value: c.Value})
	}
	return out, nil
}

// halves pairs round 1 by halves of the field if the ruleset says so (as in chess). Seeds
// come first, then ratings, then the draw.
func halves(s *tournament.State, in *pairing.Input) (sides map[pairing.Pair]bool) {
	if s.Rules.Pairing.First != "halves" || in.Round != 1 || s.Draft != nil || in.Policy.SeparateDivisions || in.Policy.SeparateFlights {
		return nil
	}
	seed := func(p pairing.Player) int32 { return cmp.Or(s.Players.At(int(p.ID)).Seed, tournament.MaxPlayers+1) }
	return pairing.Halves(in, func(a, b pairing.Player) int {
		return cmp.Or(cmp.Compare(seed(a), seed(b)), cmp.Compare(s.Players.At(int(b.ID)).Rating, s.Players.At(int(a.ID)).Rating))
	})
}

// whyPaired returns what is not obvious about a table.
func whyPaired(t pairing.Table) notice.Notice {
	switch t.Reason.Why {
	case pairing.WhyEqualScore:
		return notice.New("why.equal_score", "n", t.Reason.GroupSize, "group", t.Reason.Group)
	case pairing.WhyOddGroup:
		return notice.New("why.pair_down")
	case pairing.WhyConstraint:
		return notice.New("why.constraint")
	case pairing.WhyForced:
		return notice.New("why.forced")
	case pairing.WhyKept:
		return notice.New("why.kept")
	case pairing.WhyRepair:
		return notice.New("why.repair")
	}
	return notice.Notice{}
}
