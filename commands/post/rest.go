package post

import (
	"context"
	"slices"
	"time"

	"topcut/tournament"
)

// rest is a pause after an edit of a post. Later edits within it become one.
type rest struct {
	event  tournament.ID
	shown  int64 // the last log line that the edit shows
	length time.Duration
	until  time.Time
	held   bool // an edit waits for the end of the rest
}

// rests reports whether a post rests after an edit. It does if it only shows players'
// progress and calls no one.
func rests(row *tournament.OutboxRow) bool {
	if row.Log.Kind != tournament.Log.Name {
		return false
	}
	switch row.Kind {
	case kindCard, kindCall, kindPairings, kindPanel, kindStandings, kindBracket:
		return true
	default:
		return false
	}
}

// progress reports whether an event is one of the many that all players cause and that
// change one line of a post. Players whom it concerns are called by a new post. Other
// events are shown at once.
func progress(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerRegistered, *tournament.SeatClaimed, *tournament.PlayerCheckedIn, *tournament.DrawMixed,
		*tournament.ResultReported, *tournament.ResultConfirmed, *tournament.ResultDisputed, *tournament.ResultCorrected, *tournament.TableTaken:
		return true
	}
	return false
}

// rested lets an edited post rest: for a sixteenth of Config.Rest, or, if it was edited
// recently, twice as long as the last time, up to Config.Rest.
func (t *traffic) rested(row *tournament.OutboxRow, shown int64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	length := t.most / 16
	if last := t.rests[row.ID]; last != nil && now.Before(last.until.Add(t.most)) {
		length = min(2*last.length, t.most)
	}
	t.rests[row.ID] = &rest{event: row.Log.ID, shown: shown, length: length, until: now.Add(length)}
}

// resting reports whether an edit of a row waits for the end of its rest. Removing the
// message does not wait, nor does an edit that shows less than it should.
func (t *traffic) resting(row *tournament.OutboxRow, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rests[row.ID]
	if r == nil || row.Message == "" || row.Newer || row.Shown <= 1 || !r.until.After(now) {
		return false
	}
	r.held = true
	return true
}

// expireRests drops rests that ended long ago and returns the events of posts with a waiting
// edit.
func (t *traffic) expireRests(now time.Time) (events []tournament.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, r := range t.rests {
		switch {
		case now.After(r.until.Add(t.most)):
			delete(t.rests, id)
		case r.until.After(now) && !slices.Contains(events, r.event):
			events = append(events, r.event)
		}
	}
	return events
}

// holds reports whether an edit waits for the end of a rest.
func (t *traffic) holds(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rests {
		if r.held && r.until.After(now) {
			return true
		}
	}
	return false
}

// endRests ends the rests of an event's posts if anything other than progress has happened
// since.
func (t *traffic) endRests(event tournament.ID, log []tournament.Envelope, now time.Time) {
	last := int64(0)
	for i := range slices.Backward(log) {
		if !progress(log[i].Event) {
			last = log[i].Seq
			break
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rests {
		if r.event == event && r.shown < last && r.until.After(now) {
			r.until = now
		}
	}
}

// endRests ends the rests of posts that have more than progress to show.
func (s *Sender) endRests(ctx context.Context, now time.Time) {
	for _, id := range s.traffic.expireRests(now) {
		if snap, err := s.cfg.Director.Snapshot(ctx, id); err == nil {
			s.traffic.endRests(id, snap.Log, now)
		}
	}
}

// Hurry ends all rests and starts no new ones, because the bot is stopping.
func (s *Sender) Hurry() {
	s.traffic.mu.Lock()
	s.traffic.most = 0
	clear(s.traffic.rests)
	s.traffic.mu.Unlock()
	s.wakeUp()
}
