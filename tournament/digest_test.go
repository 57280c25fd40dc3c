package tournament_test

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
)

// digests returns when the organisers were called to a digest.
func (w *table) digests() (out []time.Time) {
	for i := range w.snap.Log {
		if ev, ok := w.snap.Log[i].Event.(*tournament.Reminded); ok && ev.What == tournament.DueDigest {
			out = append(out, w.snap.Log[i].Time)
		}
	}
	return out
}

// TestADigestComesBeforeEachRound: one digest comes in the day before each round opens, and
// one before the last windows end, always by day and never in quiet hours.
func TestADigestComesBeforeEachRound(t *testing.T) {
	for hour := range 24 {
		set := arranged("swiss 3")
		set.QuietHours = "17:00-10:30"
		w := given(t, set, 8)
		zone := w.snap.State.Settings.Location()
		w.now = time.Date(2026, 10, 19, hour, 30, 0, 0, zone) // the clocks change in the week
		w.do(&command.Start{})
		w.runs(w.now.AddDate(0, 0, 19))
		s := w.snap.State
		got := w.digests()
		if len(s.Rounds) != 3 || len(got) != 2 {
			t.Fatalf("from %d:30: %d digests in %d rounds", hour, len(got), len(s.Rounds))
		}
		w.runs(s.Rounds[2].Deadline.Add(-time.Minute))
		if got = w.digests(); len(got) != 3 {
			t.Fatalf("from %d:30: %d digests before the end of the last windows", hour, len(got))
		}
		for r, at := range got {
			if before := s.Rounds[r].Deadline.Sub(at); before < time.Hour || before > 36*time.Hour {
				t.Errorf("from %d:30: a digest %s before the end of round %d", hour, before, r+1)
			}
			if h := at.In(zone).Hour(); h < 9 || h >= 21 {
				t.Errorf("from %d:30: a digest at %s", hour, at.In(zone))
			}
			if _, _, quiet := s.Quiet(at); quiet {
				t.Errorf("from %d:30: a digest in quiet hours, at %s", hour, at.In(zone))
			}
		}
		w.replays(t)
	}
}

// TestALateMatchIsInADigest: after the last windows end, what waits is in one digest within
// a day, then in one each week, until all is decided.
func TestALateMatchIsInADigest(t *testing.T) {
	set := arranged("swiss 2")
	set.Fixtures.Unplayed = tournament.AskOrganisers
	w := given(t, set, 4)
	w.do(&command.Start{})
	w.runs(w.now.AddDate(0, 0, 12))
	s := w.snap.State
	if len(w.digests()) != 1 {
		t.Fatalf("%d digests", len(w.digests()))
	}
	ends := s.Rounds[1].Deadline
	w.runs(ends.AddDate(0, 0, 1))
	if got := w.digests(); len(got) != 3 || !got[2].After(ends) {
		t.Fatalf("digests at %v, windows end at %s", got, ends)
	}
	w.runs(ends.AddDate(0, 0, 7))
	if got := w.digests(); len(got) != 3 {
		t.Errorf("%d digests in a week", len(got))
	}
	w.runs(ends.AddDate(0, 0, 9))
	if got := w.digests(); len(got) != 4 {
		t.Errorf("%d digests after a week", len(got))
	}
	for _, at := range w.snap.State.ForOrganisers(w.now) {
		w.do(&command.Verdict{At: at, End: fixture.Void})
	}
	if slices.ContainsFunc(tournament.Timers(w.snap.State), func(t tournament.Timer) bool { return t.Kind == tournament.DueDigest }) {
		t.Error("a digest is due although nothing waits")
	}
	w.replays(t)
}

// TestRoundsAtOnceHaveADigestEachWeek: with all rounds open from the start, digests come as
// if the rounds opened one after the other.
func TestRoundsAtOnceHaveADigestEachWeek(t *testing.T) {
	set := arranged("roundrobin")
	set.Fixtures.Opens = tournament.AtOnce
	w := given(t, set, 4)
	w.do(&command.Start{})
	began := w.now
	w.runs(began.AddDate(0, 0, 21).Add(-time.Minute))
	got := w.digests()
	if len(got) != 3 {
		t.Fatalf("%d digests in three weeks: %v", len(got), got)
	}
	for n, at := range got {
		if week := at.Sub(began).Hours() / 24 / 7; int(week) != n {
			t.Errorf("digest %d comes after %.1f weeks", n+1, week)
		}
	}
	w.replays(t)
}
