package post

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
)

// A message that stands is kept as the state is by one mechanism. Its row has a hash of what
// it shows. When a log has grown, the posts of it that stand and that the new events may
// concern (reachOf) are rendered and compared with their hashes; those that differ are due
// for an edit, which renders them again when their channel has room. No event names the
// posts that it changes.
//
// A look and an edit may run at the same time. The look compares the hashes in the
// transaction in which it is recorded, and a post that was sent from an older state than its
// log was looked at with is due again (Outbox.Posted), so none is left behind.

// lookAgain is when a log is looked at again after its posts could not be.
const lookAgain = 5 * time.Second

// looks are the logs whose posts are being looked at, or could not be.
type looks struct {
	wake chan struct{}
	mu   sync.Mutex
	busy bool
	fail map[journal.Ref]failedLook
}

// failedLook is a log whose posts could not be looked at.
type failedLook struct {
	seq   int64 // the end of the log then
	until time.Time
}

func newLooks() *looks {
	return &looks{wake: make(chan struct{}, 1), fail: map[journal.Ref]failedLook{}}
}

// wakeUp makes the looks begin now.
func (l *looks) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *looks) setBusy(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = yes
}

// due returns the logs to look at now, without those that could not be a moment ago.
func (l *looks) due(grown []journal.Growth, now time.Time) (out []journal.Growth) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, g := range grown {
		if f, failed := l.fail[g.Log]; !failed || f.seq < g.Seq || !now.Before(f.until) {
			out = append(out, g)
		}
	}
	return out
}

// failed records the outcome of a look, and reports whether the failure is a new one.
func (l *looks) failed(g *journal.Growth, err error, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	before, again := l.fail[g.Log]
	if delete(l.fail, g.Log); err == nil {
		return false
	}
	l.fail[g.Log] = failedLook{g.Seq, now.Add(lookAgain)}
	return !again || before.seq < g.Seq
}

// runLooks looks at the posts of logs that have grown until ctx is done. All events that are
// running are looked at when it begins: the views of this version of the program may show
// something else.
func (s *Sender) runLooks(ctx context.Context) {
	if err := s.cfg.Outbox.LookAgain(ctx); err != nil && ctx.Err() == nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
	}
	for ctx.Err() == nil {
		s.looks.setBusy(true)
		s.lookAround(ctx)
		s.looks.setBusy(false)
		select {
		case <-s.looks.wake:
		case <-time.After(s.cfg.Idle):
		case <-ctx.Done():
		}
	}
}

// looked reports whether all posts were looked at since the last commit, as far as they can
// be.
func (s *Sender) looked(ctx context.Context) bool {
	s.looks.mu.Lock()
	busy := s.looks.busy
	s.looks.mu.Unlock()
	if busy {
		return false
	}
	grown, err := s.cfg.Outbox.Grown(ctx)
	return err == nil && len(s.looks.due(grown, time.Time{})) == 0
}

// lookAround looks at the posts of all logs that have grown.
func (s *Sender) lookAround(ctx context.Context) {
	grown, err := s.cfg.Outbox.Grown(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.cfg.Log.Error("the outbox cannot be read", "error", err)
			s.outcome(err)
		}
		return
	}
	for _, g := range s.looks.due(grown, time.Now()) {
		err := s.cfg.Guard.Do(ctx, g.Log.ID, workPosts, "look", func() error { return s.lookAt(ctx, &g) })
		if ctx.Err() != nil {
			return
		}
		if s.looks.failed(&g, err, time.Now()) && !errors.Is(err, ErrApart) { // whose posts say so
			s.cfg.Log.Error("the posts of a log cannot be compared with it", "kind", g.Log.Kind, "id", g.Log.ID, "error", err)
		}
		s.wakeUp()
	}
}

// lookAt makes the posts of a log due that do not show what they should.
func (s *Sender) lookAt(ctx context.Context, g *journal.Growth) error {
	e, last, err := s.momentOf(ctx, g.Log, g.Seq)
	if err != nil {
		return err
	}
	reach := everything
	if e.Snap != nil && g.Looked > 0 {
		reach = reachOf(e.Snap.State, e.Snap.Log[min(g.Looked, last):last])
	}
	rows, err := s.cfg.Outbox.Living(ctx, g.Log.ID, reach)
	if err != nil {
		return err
	}
	hashes := make(map[int64]string, len(rows))
	for i := range rows {
		if hash, ok := s.hashed(ctx, e, &rows[i]); ok {
			hashes[rows[i].ID] = hash
		}
	}
	return s.cfg.Outbox.Looked(ctx, g.Log.ID, last, reach, hashes)
}

// hashed returns the hash of what a post should show. ok is false if that cannot be told;
// then the attempt to edit the post tells why.
func (s *Sender) hashed(ctx context.Context, e view.Env, row *tournament.OutboxRow) (hash string, ok bool) {
	defer func() {
		if v := recover(); v != nil {
			s.cfg.Log.Error("a post cannot be rendered for a fault of the bot", "id", row.Log.ID, "key", row.Key, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	if row.Kind == kindPanel {
		if err := s.beside(ctx, &e); err != nil {
			return "", false
		}
	}
	return hashOf(e, row), true
}

// gone is the hash of a post that should not stand.
const gone = "gone"

// hashOf returns a hash of what a post should show as a message that stands, with its
// pictures and the state of its thread. It does not depend on what is known only some time
// after the start, such as the ids of commands, nor on the page attached to the last post,
// which is as of that moment.
func hashOf(e view.Env, row *tournament.OutboxRow) string {
	stands, sum := *row, sha256.New()
	if stands.Message == "" {
		stands.Message = "0"
	}
	stands.Said = max(row.Said, row.Seq)
	to := json.NewEncoder(sum)
	put := func(v any) {
		if err := to.Encode(v); err != nil {
			panic(err)
		}
	}
	e.Commands, e.Freeze, e.Draw = nil, nil, func(name string, d pictures.Drawing) []discord.File {
		put(d)
		return []discord.File{{Name: name, ContentType: "image/png"}}
	}
	m, ok := Render(e, &stands)
	if !ok {
		return gone
	}
	put(m.Components)
	if e.Snap != nil && inThread(&stands) {
		put(threadOver(&stands, e.Snap))
		put(wording.About(e.Words, e.Snap).Thread(row.Round, row.Match))
	}
	if stands.Thread = ""; e.Snap != nil && wantsThread(&stands, e.Snap) {
		put("thread")
	}
	return string(sum.Sum(nil))
}

// everything is the reach of an event that may change any post.
var everything = journal.Reach{AllMatches: true}

// reachOf returns which posts the newest events of a state may concern.
func reachOf(s *tournament.State, events []tournament.Envelope) journal.Reach {
	lists, matches := len(s.Rounds)+1, len(s.Rounds)+1
	reach := journal.Reach{}
	for i := range events {
		if dropped, is := events[i].Event.(*tournament.PlayerDropped); is && !dropped.Annulled && len(s.Rounds) > 0 {
			// Every list marks who is out, also standings of before; a match that is over does not.
			open, _ := s.OpenedWith(len(s.Rounds))
			reach.AllMatches, lists, matches = true, 0, min(matches, open)
			continue
		}
		at := tournament.PlaceOf(events[i].Event)
		if at.Round < 1 || at.Round > len(s.Rounds) {
			return everything
		}
		first, _ := s.OpenedWith(at.Round)
		lists = min(lists, first)
		if at.Match == 0 {
			reach.AllMatches, matches = true, min(matches, at.Round)
			continue
		}
		reach.Places = append(reach.Places, journal.Place(at))
	}
	if reach.Lists, reach.Matches = lists, matches; reach.AllMatches {
		for _, at := range reach.Places {
			reach.Matches = min(reach.Matches, at.Round)
		}
	}
	return reach
}
