// Package rounds makes the rounds of an event: who meets whom, who has a bye, who sits where.
//
// Each kind of stage has a file, which registers how its rounds are made. Package tournament
// has what an event is and what its rounds mean: when a stage is over, who enters it, what a
// round is called. It does not know this package. A round is recorded as
// tournament.RoundPaired and is made again from it, so a change of what is made needs a new
// version, see Engine.
package rounds

import (
	"encoding/hex"
	"slices"

	"topcut/tournament"
	"topcut/tournament/compromise"
	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/stage"
)

// kind is how the rounds of a kind of stage are made.
type kind struct {
	// pair makes the next round of the stage under way.
	pair func(s *tournament.State, st *tournament.Stage, r roundRequest) (*madeRound, error)
	// forced reports whether organisers may choose pairings.
	forced bool
}

// kinds has each kind of stage.
var kinds = map[stage.Kind]kind{}

// madeBy registers how the rounds of kinds of stages are made.
func madeBy(k kind, of ...stage.Kind) kind { //nolint:unparam // the value of a variable that registers
	for _, kind := range of {
		kinds[kind] = k
	}
	return k
}

// Next pairs the next round from the joint seed of the event. forced are the tables
// that an organiser chooses; if only is true, no players beyond them are paired.
func Next(s *tournament.State, joint [32]byte, forced [][]int, only bool) (*tournament.RoundPaired, error) {
	round, attempt := len(s.Rounds)+1, s.NextAttempt()
	seed := jointseed.Round(joint, round, attempt)
	ev := &tournament.RoundPaired{Round: round, Seed: hex.EncodeToString(seed[:]), Attempt: attempt, Engine: Engine(s), Forced: len(forced) > 0}
	if err := checkForced(s, forced); err != nil {
		return nil, err
	}
	made, err := nextPairing(s, roundRequest{seed: seed, forced: forced, only: only, engine: ev.Engine})
	if err != nil {
		return nil, err
	}
	made.into(ev)
	ev.AsDraws = s.PairedAsDraws()
	return ev, nil
}

// Again pairs the round of ev from its seed, as the version that made it did.
func Again(s *tournament.State, ev *tournament.RoundPaired, seed [32]byte) (*tournament.RoundPaired, error) {
	t := s.Clone() // the engine paired the state without an older preview
	t.Preview, t.PreviewMatches = nil, nil
	made, err := nextPairing(t, roundRequest{seed: seed, engine: ev.Engine})
	if err != nil {
		return nil, err
	}
	out := &tournament.RoundPaired{Round: ev.Round}
	made.into(out)
	if !slices.EqualFunc(out.Warnings, ev.Warnings, notice.Notice.Equal) { // the round may be older than causes
		out.Warnings = compromise.Notices(compromise.Untraced(made.warnings))
	}
	return out, nil
}

// madeRound is a paired round before it becomes an event.
type madeRound struct {
	stage    ledger.Stage
	pairings []tournament.Pairing
	cost     []tournament.Cost
	optimal  bool
	warnings []pairing.Warning
}

// into sets what an event says of the round.
func (m *madeRound) into(ev *tournament.RoundPaired) {
	ev.Stage, ev.Pairings, ev.Cost, ev.Optimal, ev.Warnings = m.stage, m.pairings, m.cost, m.optimal, compromise.Notices(m.warnings)
}

// checkForced returns a refusal for pairings given by an organiser that cannot be
// played.
func checkForced(s *tournament.State, forced [][]int) error {
	seen := map[int]bool{}
	for _, table := range forced {
		if len(table) < 1 || len(table) > s.Rules.Seats.Max {
			return tournament.Refuse(tournament.BadInput, "table.seats", "game", notice.Text(s.Rules.Name), "most", s.Rules.Seats.Max, "players", len(table))
		}
		for _, n := range table {
			if !s.PlaysOn(n) {
				return tournament.Refuse(tournament.BadInput, "player.not_in", "player", notice.Player(n))
			}
			if seen[n] {
				return tournament.Refuse(tournament.BadInput, "pairings.twice", "player", notice.Player(n))
			}
			seen[n] = true
		}
	}
	if st := s.Stage(); len(forced) > 0 && st != nil && !kinds[st.Kind].forced {
		return tournament.Refuse(tournament.WrongPhase, "pairings.not_forced", "stage", st.Kind.Word())
	}
	return nil
}

// roundRequest is the input from which a stage makes a round.
type roundRequest struct {
	seed   [32]byte // seed of this attempt
	forced [][]int  // tables given by an organiser, by player number; a single number is a bye
	only   bool     // pair no players beyond forced

	engine int // version that pairs, see Engine
}

// nextPairing pairs the next round of s.
func nextPairing(s *tournament.State, r roundRequest) (*madeRound, error) {
	st := s.Stage()
	if st == nil {
		return nil, tournament.Refuse(tournament.WrongPhase, "event.not_started")
	}
	k, ok := kinds[st.Kind]
	if !ok {
		return nil, tournament.Refuse(tournament.Corrupt, "stages.order", "stage", st.Kind.Word())
	}
	return k.pair(s, st, r)
}
