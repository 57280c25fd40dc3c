package post

import (
	"testing"
	"time"

	"topcut/tournament"
)

// resting is a post of event 7 whose edits may rest, with the clock for its rests.
type resting struct {
	*traffic
	row tournament.OutboxRow
	now time.Time
}

func newResting(kind tournament.PostKind) *resting {
	return &resting{newTraffic(16 * time.Second), tournament.OutboxRow{
		ID: 1, Guild: "1", Message: "5", Place: "10", Shown: 3,
		Log: tournament.Log.Ref(7), Post: tournament.Post{Kind: kind, Channel: "10"},
	}, time.Now()}
}

// due reports whether the Sender would edit the post now.
func (r *resting) due() bool {
	skip := r.survey(r.now)
	return !skip.Place(placeOf(&r.row)) && !skip.Row(&r.row)
}

// edit edits the post if it is due, and reports whether it was.
func (r *resting) edit() bool {
	if !r.due() {
		return false
	}
	r.rested(&r.row, 3, r.now)
	return true
}

// TestEditsThatFollowProgressBecomeOne: a post that changes all the time is edited after
// 1, 2, 4, 8 and then every 16 seconds, while a quiet one is edited at once. The last
// change is shown when the rest ends, for which the Sender wakes up.
func TestEditsThatFollowProgressBecomeOne(t *testing.T) {
	r, start := newResting(kindPairings), time.Now()
	r.now = start
	var at []time.Duration
	for ; r.now.Before(start.Add(time.Minute)); r.now = r.now.Add(500 * time.Millisecond) {
		if r.edit() {
			at = append(at, r.now.Sub(start)/time.Second)
		}
	}
	want := []time.Duration{0, 1, 3, 7, 15, 31, 47}
	if len(at) != len(want) {
		t.Fatalf("edited after %d seconds, want %d", at, want)
	}
	for i := range want {
		if at[i] != want[i] {
			t.Errorf("edited after %d seconds, want %d", at, want)
			break
		}
	}
	if !r.holds(r.now) {
		t.Error("nothing is held although an edit waits")
	}
	if d := r.next(r.now, time.Hour); d != 3*time.Second {
		t.Errorf("the Sender looks again in %v, want 3s", d)
	}
	r.now = r.now.Add(3 * time.Second)
	if !r.edit() || r.holds(r.now) {
		t.Error("the last edit is not made at the end of the rest")
	}
	r.now = r.now.Add(33 * time.Second)
	if !r.edit() {
		t.Error("a post that was quiet is not edited at once")
	}
	if r.now = r.now.Add(time.Second); !r.edit() {
		t.Error("a post that was quiet rests as long as before")
	}
	if r.expireRests(r.now.Add(time.Hour)); len(r.rests) > 0 {
		t.Error("rests that are over stay in memory")
	}
}

// TestWhatIsNotProgressIsShownAtOnce: the rests of an event end when a round is closed or
// an organiser changes something, but not with another result or an event of another
// tournament.
func TestWhatIsNotProgressIsShownAtOnce(t *testing.T) {
	reported := tournament.Envelope{Seq: 5, Event: &tournament.ResultReported{}}
	closed := tournament.Envelope{Seq: 4, Event: &tournament.RoundClosed{}}
	before := closed
	before.Seq = 3
	for name, c := range map[string]struct {
		event tournament.ID
		log   []tournament.Envelope
		due   bool
	}{
		"one more result":                     {7, []tournament.Envelope{reported}, false},
		"the end of the round":                {7, []tournament.Envelope{closed}, true},
		"a result after the end of the round": {7, []tournament.Envelope{closed, reported}, true},
		"an end of a round that was shown":    {7, []tournament.Envelope{before, reported}, false},
		"the end of a round of another event": {8, []tournament.Envelope{closed}, false},
	} {
		r := newResting(kindPanel)
		r.edit()
		if r.due() {
			t.Fatal("an edit is due although the post rests")
		}
		if events := r.expireRests(r.now); len(events) != 1 || events[0] != 7 {
			t.Fatalf("the events with posts that rest are %v", events)
		}
		r.endRests(c.event, c.log, r.now)
		if r.due() != c.due {
			t.Errorf("%s: the edit is due: %t", name, !c.due)
		}
	}
}

// TestNothingElseWaitsForARest: new messages, deletions, messages that show less than
// they should, and everything when the bot stops are due at once.
func TestNothingElseWaitsForARest(t *testing.T) {
	for name, change := range map[string]func(*resting){
		"a new message":             func(r *resting) { r.row.Message, r.row.Shown = "", 0 },
		"a message to take away":    func(r *resting) { r.row.Newer = true },
		"a message without picture": func(r *resting) { r.row.Shown = 1 },
		"a message at the end":      func(r *resting) { (&Sender{traffic: r.traffic}).Hurry() },
	} {
		r := newResting(kindPanel)
		r.edit()
		if change(r); !r.due() {
			t.Errorf("%s waits for the rest", name)
		}
	}
	for _, kind := range []tournament.PostKind{kindAsked, kindMatch, kindMissing, kindAnnounced} {
		if r := newResting(kind); rests(&r.row) {
			t.Errorf("a post of kind %q rests", kind)
		}
	}
}
