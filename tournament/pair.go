package tournament

import (
	"encoding/binary"
	"encoding/hex"
	"slices"

	"topcut/tournament/compromise"
	"topcut/tournament/fraction"
	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// EngineVersion is written into every RoundPaired. It is increased when the same seed
// and history would be paired differently. Replay recomputes the rounds of its own
// version and counts the others as skipped.
const EngineVersion = 1

// podsEngine is the version that seats tables of three and four by where players sat in
// the three rounds before: version 1 drew the order of the seats without regard to that.
// evenEngine looks at all rounds. Replay pairs the rounds of each as that version did.
const (
	podsEngine = 2
	evenEngine = 3
)

// restEngine is the version that plans what is left of a round robin together: version 1
// chose one round after another of a schedule that it did not know, and kept to one that
// an organiser had changed.
const restEngine = 2

// outEngine is the version that plans a round robin around those who are known to sit out
// a round. Older ones paired them.
const outEngine = 3

// unmetEngine is the version of such a plan that takes a round that a player is known to
// sit out for no match with one who has left. Version 3 did, and no more players met.
const unmetEngine = 4

// forfeitEngine is the version for which players of a forfeited match have not met, if
// the ruleset says so. Version 1 never paired them again.
const forfeitEngine = 2

// neitherEngine is the version for which players of a match to which neither came have
// not met either.
const neitherEngine = 3

// Engine returns the version that pairs the stage being played.
func (s *State) Engine() int {
	switch st := s.Stage(); {
	case st == nil:
	case st.Kind == stage.Pods:
		return evenEngine
	case st.Kind == stage.RoundRobin && s.knownOut(st):
		return unmetEngine
	case st.Kind == stage.RoundRobin && s.replanned(st):
		return restEngine
	case st.Kind == stage.Swiss && s.unmetBy(ledger.DoubleLoss):
		return neitherEngine
	case st.Kind == stage.Swiss && s.unmetBy(ledger.Forfeit):
		return forfeitEngine
	}
	return EngineVersion
}

// OldestEngine is the oldest version whose rounds of the stage being played can be
// paired again.
func (s *State) OldestEngine() int {
	if st := s.Stage(); st != nil && st.Kind != stage.Pods {
		return s.Engine()
	}
	return EngineVersion
}

// unmetBy reports whether a match of the event that ended so leaves its players such that
// have not met.
func (s *State) unmetBy(kind ledger.Kind) bool {
	return slices.ContainsFunc(s.Ledger.Rounds, func(r ledger.Round) bool {
		return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool { return m.Kind == kind && !s.Rules.Met(&m) })
	})
}

// NextRound pairs the next round from the joint seed of the event. forced are the tables
// that an organiser chooses; if only is true, no players beyond them are paired.
func (s *State) NextRound(joint [32]byte, forced [][]int, only bool) (*RoundPaired, error) {
	round, attempt := len(s.Rounds)+1, s.NextAttempt()
	seed := jointseed.Round(joint, round, attempt)
	ev := &RoundPaired{Round: round, Seed: hex.EncodeToString(seed[:]), Attempt: attempt, Engine: s.Engine(), Forced: len(forced) > 0}
	if err := s.checkForced(forced); err != nil {
		return nil, err
	}
	made, err := s.nextPairing(roundRequest{seed: seed, forced: forced, only: only, engine: ev.Engine})
	if err != nil {
		return nil, err
	}
	made.into(ev)
	ev.AsDraws = s.pairedAsDraws()
	return ev, nil
}

// PairedAgain pairs the round of ev from its seed, as the version that made it did.
func (s *State) PairedAgain(ev *RoundPaired, seed [32]byte) (*RoundPaired, error) {
	t := s.clone() // the engine paired the state without an older preview
	t.Preview, t.PreviewMatches = nil, nil
	made, err := t.nextPairing(roundRequest{seed: seed, engine: ev.Engine})
	if err != nil {
		return nil, err
	}
	out := &RoundPaired{Round: ev.Round}
	made.into(out)
	if !slices.EqualFunc(out.Warnings, ev.Warnings, notice.Notice.Equal) { // the round may be older than causes
		out.Warnings = compromise.Notices(compromise.Untraced(made.warnings))
	}
	return out, nil
}

// NextAttempt returns the number of the attempt at pairing the next round.
func (s *State) NextAttempt() int {
	if s.Preview != nil {
		return s.Preview.Attempt + 1
	}
	return s.Attempts
}

// madeRound is a paired round before it becomes an event.
type madeRound struct {
	stage    ledger.Stage
	pairings []Pairing
	cost     []Cost
	optimal  bool
	warnings []pairing.Warning
}

// into sets what an event says of the round.
func (m *madeRound) into(ev *RoundPaired) {
	ev.Stage, ev.Pairings, ev.Cost, ev.Optimal, ev.Warnings = m.stage, m.pairings, m.cost, m.optimal, compromise.Notices(m.warnings)
}

// checkForced returns a refusal for pairings given by an organiser that cannot be
// played.
func (s *State) checkForced(forced [][]int) error {
	seen := map[int]bool{}
	for _, table := range forced {
		if len(table) < 1 || len(table) > s.Rules.Seats.Max {
			return Refuse(BadInput, "table.seats", "game", notice.Text(s.Rules.Name), "most", s.Rules.Seats.Max, "players", len(table))
		}
		for _, n := range table {
			if !s.PlaysOn(n) {
				return Refuse(BadInput, "player.not_in", "player", notice.Player(n))
			}
			if seen[n] {
				return Refuse(BadInput, "pairings.twice", "player", notice.Player(n))
			}
			seen[n] = true
		}
	}
	if st := s.Stage(); len(forced) > 0 && st != nil && !plays[st.Kind].forced() {
		return Refuse(WrongPhase, "pairings.not_forced", "stage", st.Kind.Word())
	}
	return nil
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

// unit returns the number of units in a point for which all points of the table are
// whole.
func unit(t *standings.Table) int64 {
	u := int64(1)
	for i := range t.Rows {
		if _, den, ok := t.Rows[i].Points.Parts(); ok {
			u = lcm(u, den)
		}
	}
	return u
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

func units(p fraction.Fraction, unit int64) int64 { return p.Mul(fraction.Int(unit)).Floor() }
