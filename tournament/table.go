package tournament

import (
	"encoding/binary"
	"slices"

	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// NextAttempt returns the number of the attempt at pairing the next round.
func (s *State) NextAttempt() int {
	if s.Preview != nil {
		return s.Preview.Attempt + 1
	}
	return s.Attempts
}

// Table returns the standings after round r; -1 means the present (Counted).
// Elimination rounds are not included.
func (s *State) Table(r int) (*standings.Table, error) {
	if r < 0 {
		r = s.Counted()
	}
	if st := s.Elimination(); st != nil {
		r = min(r, st.FirstRound-1)
	}
	return standings.Compute(s.roundsLedger(), s.Ranking(), standings.Options{After: r, Seed: s.drawSeed()})
}

// Ranking returns the ruleset as it ranks the event: some rank a round robin otherwise.
func (s *State) Ranking() *rules.Ruleset {
	return RankingOf(s.Rules, s.Settings.Stages)
}

// RankingOf returns the ruleset as it ranks an event of these stages, from the first round
// on: a table in between does not depend on which rounds were played. Only files, which
// have no stages, are ranked by their rounds (standings.Compute).
func RankingOf(rs *rules.Ruleset, c stage.Chain) *rules.Ruleset {
	if c.First().Kind.MeetsAll() && !slices.ContainsFunc(c.Stages, func(s stage.Stage) bool { return !s.Kind.MeetsAll() && !s.Kind.Eliminates() }) {
		return rs.AllPlayAll()
	}
	return rs.NotAllPlayAll()
}

// roundsLedger returns the ledger for the standings: a player who left during the
// elimination played all rounds before it, so that the standings are frozen with the
// cut (docs/rules/pokemon.md#pkm-61).
func (s *State) roundsLedger() *ledger.Ledger {
	out, st := s.withoutAnnulled(), s.Elimination()
	if st == nil {
		return out
	}
	for _, n := range st.Players {
		if p := out.Players.At(n); int(p.DroppedAfter) >= st.FirstRound-1 {
			p.DroppedAfter = ledger.Active
		}
	}
	return out
}

// drawSeed returns the seed of the draw that orders players whom tiebreakers leave
// level. It is public from the first round on, so that anyone can recompute the draw at
// once; it chooses no pairing.
func (s *State) drawSeed() uint64 {
	seed := jointseed.Of([]byte(s.committed()), s.Joins)
	return binary.BigEndian.Uint64(seed[:8])
}
