package post

import (
	"context"
	"slices"
	"time"

	"topcut/tournament"
)

// rest is the pause of a post after an edit, in which later edits of it become one.
type rest struct {
	event  tournament.ID
	shown  int64 // the last line of the log that the edit shows
	length time.Duration
	until  time.Time
	held   bool // an edit waits for the end
}

// rests reports whether a post rests after an edit: if it only follows what players do,
// and calls on no one.
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

// progress reports whether an event is one of the many that a field of players causes
// and that change a line of a post: those who are needed for it are called by a new post.
// What else happens is shown at once.
func progress(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerRegistered, *tournament.SeatClaimed, *tournament.PlayerCheckedIn, *tournament.DrawMixed,
		*tournament.ResultReported, *tournament.ResultConfirmed, *tournament.ResultDisputed, *tournament.ResultCorrected, *tournament.TableTaken:
		return true
	}
	return false
}

// rested lets a post rest that was edited: for a sixteenth of Config.Rest, and twice as
// long as the last time, up to Config.Rest, if it was edited not long ago.
func (t *traffic) rested(row *tournament.OutboxRow, shown int64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	length := t.most / 16
	if last := t.rests[row.ID]; last != nil && now.Before(last.until.Add(t.most)) {
		length = min(2*last.length, t.most)
	}
	t.rests[row.ID] = &rest{event: row.Log.ID, shown: shown, length: length, until: now.Add(length)}
}

// resting reports whether an edit of a row waits for the end of its rest. A message to
// be taken away does not, nor one that shows less than it was to.
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

// wakeful forgets rests that are long over, and returns the events of posts whose edits
// are held.
func (t *traffic) wakeful(now time.Time) (events []tournament.ID) {
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

// rouse ends the rests of posts of an event in which more has happened since than
// progress.
func (t *traffic) rouse(event tournament.ID, log []tournament.Envelope, now time.Time) {
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

// rouse ends the rests of posts that have more to show than progress.
func (s *Sender) rouse(ctx context.Context, now time.Time) {
	for _, id := range s.traffic.wakeful(now) {
		if snap, err := s.cfg.Director.Snapshot(ctx, id); err == nil {
			s.traffic.rouse(id, snap.Log, now)
		}
	}
}

// Hurry ends all rests and lets no post rest any more: the bot stops.
func (s *Sender) Hurry() {
	s.traffic.mu.Lock()
	s.traffic.most = 0
	clear(s.traffic.rests)
	s.traffic.mu.Unlock()
	s.Wake()
}
