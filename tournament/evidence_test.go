package tournament_test

import (
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/evidence"
)

// evidence returns what a player of a match and the opponent have done, and the suggestion.
func (w *table) evidence(at tournament.Place, n int, undone map[int64]bool) (own, other evidence.Side, suggests evidence.Ruling) {
	sides, suggests := evidence.Of(w.snap.State, w.snap.Log, undone, at)
	if sides[0].Player == n {
		return sides[0], sides[1], suggests
	}
	return sides[1], sides[0], suggests
}

// wins returns the ruling by which a player wins a match.
func (w *table) wins(at tournament.Place, n int) evidence.Ruling {
	if w.snap.State.PlayerAt(at, 0) == n {
		return evidence.FirstWins
	}
	return evidence.SecondWins
}

// Who offered times on several days has a better case than who never answered; when both have
// tried, no one is at fault; when neither has, both are.
func TestTheEvidenceOfAnArrangedMatch(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.do(&command.Start{})
	opened := w.snap.State.Rounds[0].StartedAt
	at := w.match(1, w.opponent(1, 1))
	if _, _, suggests := w.evidence(at, 1, nil); suggests != evidence.BothLose {
		t.Errorf("neither did anything: %q", suggests)
	}
	for day := range 3 {
		for i := range 2 {
			w.runs(opened.Add(time.Duration(24*day+i) * time.Hour))
			w.do(&command.ProposeTimes{Player: 1, At: at, Times: []time.Time{opened.AddDate(0, 0, 5)}})
		}
	}
	own, other, suggests := w.evidence(at, 1, nil)
	if own.Offered != 6 || own.Days != 3 || other.Did() || suggests != w.wins(at, 1) {
		t.Errorf("%+v, %+v: %q", own, other, suggests)
	}
	w.do(&command.AcceptTime{Player: w.opponent(1, 1), At: at, Time: opened.AddDate(0, 0, 5)})
	if _, other, suggests := w.evidence(at, 1, nil); other.Accepted != 1 || suggests != evidence.NoFault {
		t.Errorf("%+v: %q", other, suggests)
	}
	w.runs(opened.AddDate(0, 0, 5))
	w.do(&command.BePresent{Player: w.opponent(1, 1), At: at})
	if _, other, suggests := w.evidence(at, 1, nil); other.Came != 1 || suggests != w.wins(at, other.Player) {
		t.Errorf("only one came to the agreed time: %+v, %q", other, suggests)
	}
}

// In a live round it counts who was called and did not answer. What was undone does not.
func TestTheEvidenceOfALiveMatch(t *testing.T) {
	w, at, a, b := missed(t, 4)
	claimed := w.snap.State.Seq
	w.now = w.now.Add(3 * time.Minute)
	own, other, suggests := w.evidence(at, a, nil)
	if own.Claims != 1 || other.Asked.IsZero() || !other.Answered.IsZero() || suggests != w.wins(at, a) {
		t.Errorf("%+v, %+v: %q", own, other, suggests)
	}
	if _, other, suggests := w.evidence(at, a, map[int64]bool{claimed: true}); !other.Asked.IsZero() || suggests != evidence.None {
		t.Errorf("an undone claim: %+v, %q", other, suggests)
	}
	w.comes(at, b)
	if _, other, suggests := w.evidence(at, a, nil); other.Answered.Sub(other.Asked) < 3*time.Minute || suggests != evidence.None {
		t.Errorf("who was missed came: %+v, %q", other, suggests)
	}
	w.claims(at, a) // the second is for the organisers
	if _, other, suggests := w.evidence(at, a, nil); !other.Silent() || suggests != evidence.None {
		t.Errorf("missed again: %+v, %q", other, suggests)
	}

	w = alone(t, byItself(2, 0), 4)
	w.asksFor()
	if _, _, suggests := w.evidence(at, w.player(1, 1, 0), nil); suggests != evidence.BothLose {
		t.Errorf("neither answers: %q", suggests)
	}
}
