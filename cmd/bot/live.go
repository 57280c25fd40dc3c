package main

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
)

// liveRounds returns the rounds of the live event that the first rounds of its
// exported file hold, with the results of the file, and everything that the file
// does not say of them: seeds, matches of the bracket, sides. A round of the file
// has one stage, so several of them can be one live round. ok is false where the
// file says something else than the log, or cuts a live round in two.
func liveRounds(live *tournament.State, file []ledger.Round) (rounds []tournament.Round, results []ledger.Round, ok bool) {
	for len(file) > 0 {
		r := len(rounds)
		if r == len(live.Rounds) {
			return nil, nil, false
		}
		round := live.Rounds[r]
		round.Matches = slices.Clone(round.Matches)
		result := ledger.Round{Number: int16(r + 1), Stage: live.Ledger.Rounds[r].Stage, Matches: slices.Clone(live.Ledger.Rounds[r].Matches)}
		found := 0
		for found < len(result.Matches) && len(file) > 0 {
			for i := range file[0].Matches {
				m := &file[0].Matches[i]
				at := slices.IndexFunc(result.Matches, func(l ledger.Match) bool { return l.N == m.N && l.Seats == m.Seats })
				if at < 0 {
					return nil, nil, false
				}
				result.Matches[at] = *m
				found++
			}
			file = file[1:]
		}
		if found != len(result.Matches) {
			return nil, nil, false
		}
		rounds, results = append(rounds, round), append(results, result)
	}
	return rounds, results, true
}

// atLive gives the position the rounds of the live event and what was decided
// before them: the cut and a play-off.
func (p *position) atLive() {
	rounds, results, ok := liveRounds(p.live, p.state.Ledger.Rounds)
	s := p.state
	if !ok {
		s.Stages, s.CoChampions = slices.DeleteFunc(s.Stages, func(st tournament.Stage) bool { return !st.Planned() }), nil
		return
	}
	s.Rounds, s.Ledger.Rounds, p.asLive = rounds, results, true
	s.Stages = nil
	for _, st := range p.live.Stages {
		if st.FirstRound-1 <= len(rounds) {
			s.Stages = append(s.Stages, st)
		}
	}
}

// liveBracket returns a bracket of the live event that the file was exported
// from, with the results of the file: the only one, or that of a division.
func (p *position) liveBracket(o bracketOptions) (*elimination, bool, error) {
	if !p.asLive || p.state.Elimination() == nil || o.size > 0 || o.kind != "" {
		return nil, false, nil
	}
	all, err := p.state.Brackets()
	if err != nil {
		return nil, false, err
	}
	if o.division == "" && len(all) > 1 {
		return nil, false, errManyBrackets
	}
	for _, b := range all {
		if o.division != "" && (b.Division < 0 || p.state.Settings.Divisions[b.Division] != o.division) {
			continue
		}
		e := &elimination{bracket: b.Tree, live: b.State, offset: b.Offset}
		for _, n := range b.Seeds {
			e.seeds = append(e.seeds, int32(n-1))
		}
		return e, true, nil
	}
	return nil, false, nil
}
