package tournament

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/stage"
)

// LateEntry returns the number of rounds that a player who joins now has missed: the
// rounds whose clock has started (docs/rules/pokemon.md#pkm-31, PKM-32).
func (s *State) LateEntry(byOrganiser bool) (int, error) {
	st := s.Stage()
	if st == nil {
		return 0, Refuse(WrongPhase, "event.not_started")
	}
	if s.SeedsAgain() && byOrganiser {
		return 0, nil // all pairings are made anew (docs/rules/pokemon.md#pkm-37)
	}
	if err := plays[st.Kind].late(s, st); err != nil {
		return 0, err
	}
	missed := 0
	for i := range s.Rounds {
		if s.Rounds[i].Status != Published {
			missed = i + 1
		}
	}
	if missed >= st.LastRound() {
		return 0, Refuse(WrongPhase, "late.last_round")
	}
	if until := s.LateUntil(); missed > until && !byOrganiser {
		if until == 0 {
			return 0, Refuse(WrongPhase, "late.never")
		}
		return 0, Refuse(WrongPhase, "late.until", "round", until)
	}
	return missed, nil
}

// LateUntil returns the last round after which players may still join without an
// organiser: the one in the settings, within the limits of the ruleset and of the
// rounds left to play.
func (s *State) LateUntil() int {
	until := s.Rules.Entry.Limit(s.Settings.LateUntil)
	if st := s.Stage(); st != nil && !st.Kind.Eliminates() {
		until = min(until, st.LastRound()-1)
	}
	return until
}

// CanDrop returns why player n cannot drop, or nil.
func (s *State) CanDrop(n int) error {
	switch st := s.Elimination(); {
	case s.Phase < Running:
		return Refuse(WrongPhase, "drop.not_started")
	case s.Phase != Running:
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	case !s.Taking(n):
		return Refuse(NoChange, "drop.already", "who", notice.Player(n))
	case st != nil && !slices.Contains(st.Players, n), s.Schedule() != nil && s.NextStep() == StepFinish:
		return Refuse(NoChange, "drop.done", "who", notice.Player(n))
	}
	r := s.Current()
	if r == nil || r.Status == Done || r.Status == Published && s.Schedule() != nil { // a stand-in takes over the seat
		return nil
	}
	m, l := s.Match(len(s.Rounds), s.MatchOf(len(s.Rounds), n))
	if m == nil || l.N <= 2 || m.Confirmed || l.Finished() || m.LeftToOthers(n) {
		return nil
	}
	return Refuse(WrongPhase, "drop.table", "players", l.N)
}

// LeftToOthers reports whether another player's report stays valid if player n leaves the
// match, because the drop does not change that player's score.
func (m *Match) LeftToOthers(n int) bool {
	return m.Report != nil && !m.Disputed && m.Report.Player != n && m.Counter == nil
}

// ReportKept reports whether the report of a match, or of any of its boards, by player n, who
// leaves, can stay: it waits for the opponent alone, and no winner has to play on.
func (s *State) ReportKept(r, m, n int) bool {
	match, l := s.Match(r, m)
	if match != nil && !match.ruled() {
		for b := range numbered.All(match.Boards) {
			if s.ReportKept(r, BoardNumber(m, b), n) {
				return true
			}
		}
	}
	return match != nil && l.N == 2 && !match.Confirmed && !match.Disputed && match.Report != nil && match.Report.Player == n && match.Counter == nil && !s.Eliminates(r)
}

// KeptApart reports whether two players are not to be paired with each other.
func (s *State) KeptApart(n, other int) bool {
	return slices.ContainsFunc(s.Ledger.Apart, func(a ledger.Apart) bool {
		return int(a.A) == min(n, other)-1 && int(a.B) == max(n, other)-1
	})
}

// PairsApart reports whether a round still to come keeps apart players of one tag and pairs
// that are not to meet: one that is paired by points. In a round robin all meet all, and a
// bracket has its order.
func (s *State) PairsApart() bool {
	rest := s.Settings.Stages.Stages
	rest = rest[min(max(0, len(s.Stages)-1), len(rest)):]
	return slices.ContainsFunc(rest, func(st stage.Stage) bool { return st.Kind.ByPoints() })
}

// Chombo is the kind of penalty that takes points off a result.
const Chombo = "chombo"
