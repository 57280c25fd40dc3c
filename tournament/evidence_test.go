package tournament_test

import (
	"slices"
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

// At a table of four it names who was called and is silent: the others play without them. Who
// is the only one that is not silent wins; if all are silent all lose.
func TestTheEvidenceOfATableOfFour(t *testing.T) {
	w, at, p := pod(t, 4)
	holds := func(when string, want evidence.Ruling, silent ...int) {
		t.Helper()
		sides, suggests := evidence.Of(w.snap.State, w.snap.Log, nil, at)
		var got []int
		for i := range sides {
			if sides[i].Silent() {
				got = append(got, sides[i].Player)
			}
		}
		if len(sides) != 4 || suggests != want || !slices.Equal(got, silent) {
			t.Errorf("%s: %q, silent %v, want %q and %v", when, suggests, got, want, silent)
		}
	}
	holds("before a claim", evidence.None)
	w.misses(at, p[0], p[3])
	holds("one is missed", evidence.Without, p[3])
	w.comes(at, p[3])
	holds("who was missed came", evidence.None)
	w.misses(at, p[0], p[1])
	w.misses(at, p[0], p[2])
	holds("two are missed", evidence.Without, p[1], p[2])
	w.runs(w.now.Add(6 * time.Minute))
	holds("the table plays without them", evidence.Without, p[1], p[2])
	w.misses(at, p[0], p[3])
	holds("who came is missed again", evidence.None, p[1], p[2], p[3])

	w, at, p = pod(t, 4)
	for _, of := range p[1:] {
		w.misses(at, p[0], of)
	}
	holds("three are missed", evidence.Alone, p[1], p[2], p[3])

	w = started(t, "commander-pods", byItself(2, 0), 4)
	if len(w.snap.State.Rounds) == 0 {
		w.round()
	}
	w.asksFor()
	_, l := w.snap.State.Match(1, 1)
	p = p[:0]
	for _, seat := range l.Players() {
		p = append(p, int(seat)+1)
	}
	holds("the table is asked for", evidence.BothLose, p...)
	w.comes(at, p[2])
	holds("one answers", evidence.Alone, p[0], p[1], p[3])
	w.reports(p[2], "win")
	holds("a report", evidence.None, p[0], p[1], p[3])
}
