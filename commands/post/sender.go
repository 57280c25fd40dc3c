package post

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/view"
	"topcut/tournament"
)

// Channels is what the Sender asks of Discord; *discord.Client is one.
type Channels interface {
	Send(ctx context.Context, channelID string, m discord.Message) (string, error)
	Edit(ctx context.Context, channelID, messageID string, m discord.Message) error
	Messages(ctx context.Context, channelID, before string) ([]discord.Posted, error)
	Channel(ctx context.Context, id string) (discord.Channel, error)
	StartThread(ctx context.Context, channelID string, spec discord.ThreadSpec) (string, error)
	EditThread(ctx context.Context, threadID string, change discord.ThreadChange) error
}

// Config is what a Sender needs.
type Config struct {
	Outbox   tournament.Outbox
	Director *tournament.Director
	Channels Channels
	Now      func() time.Time // tournament time, for what views show
	Log      *slog.Logger
	Commands func() map[string]string // ids of the registered commands; may be nil
	Finished func(kind string)        // counts "posted", "edited", "found", "dead"; may be nil
	// Draw returns a drawing as picture files, or ctx's error where it is not done
	// in time. Nil = posts are text only.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)
}

const (
	// batch is how many rows are looked at at once.
	batch = 200
	// workers is how many channels are written to at the same time.
	workers = 8
	// sendLimit bounds one request, waiting for rate limits included.
	sendLimit = 30 * time.Second
	// idle is how often the outbox is looked at without being woken.
	idle = time.Second
	// unknown is how long an unclear sending is left alone before it is looked
	// for: Discord may still be working on it.
	unknown = 2 * time.Second
	// maxDelay bounds the wait between attempts.
	maxDelay = 5 * time.Minute
	// A post waits this long for its pictures, and with it all others of its
	// channel. After that it goes out as text and is edited when they are there.
	pictureWait = 300 * time.Millisecond
	// An edit whose pictures are not there makes room for others and is tried
	// again after pictureDelay, mostPictures times; then it does without.
	pictureDelay = 500 * time.Millisecond
	mostPictures = 20
)

// Sender brings the posts to Discord.
type Sender struct {
	cfg  Config
	wake chan struct{}
}

// NewSender returns a Sender.
func NewSender(cfg Config) *Sender {
	return &Sender{cfg: cfg, wake: make(chan struct{}, 1)}
}

// Wake makes the Sender look at the outbox now. It never blocks.
func (s *Sender) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run sends until ctx ends. Channels are served side by side, each in order.
func (s *Sender) Run(ctx context.Context) {
	lanes := make(chan struct{}, workers)
	busy := &busyPlaces{places: map[string]bool{}}
	var running sync.WaitGroup
	defer running.Wait()
	for ctx.Err() == nil {
		// What is read of a channel that is being written to is out of date when
		// its writer is done, who then wakes this.
		writing := busy.now()
		rows, err := s.cfg.Outbox.DuePosts(ctx, time.Now(), batch)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("the outbox cannot be read", "error", err)
		}
		for place, mine := range byPlace(rows) {
			if writing[place] {
				continue
			}
			select {
			case lanes <- struct{}{}:
			case <-ctx.Done():
				return
			}
			busy.take(place)
			running.Go(func() {
				for i := range mine {
					if ctx.Err() != nil {
						break
					}
					s.send(ctx, &mine[i])
				}
				busy.release(place)
				<-lanes
				s.Wake()
			})
		}
		select {
		case <-s.wake:
		case <-time.After(idle):
		case <-ctx.Done():
		}
	}
}

// busyPlaces are the channels being written to.
type busyPlaces struct {
	mu     sync.Mutex
	places map[string]bool
}

func (b *busyPlaces) now() map[string]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.places)
}

func (b *busyPlaces) take(place string) {
	b.mu.Lock()
	b.places[place] = true
	b.mu.Unlock()
}

func (b *busyPlaces) release(place string) {
	b.mu.Lock()
	delete(b.places, place)
	b.mu.Unlock()
}

// byPlace groups rows by channel; in each, new messages come before edits, so
// that what people wait for is not held up by what they have seen.
func byPlace(rows []tournament.OutboxRow) map[string][]tournament.OutboxRow {
	out := map[string][]tournament.OutboxRow{}
	for _, r := range rows {
		place := r.Place
		if place == "" {
			place = r.Channel
		}
		out[place] = append(out[place], r)
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b tournament.OutboxRow) int {
			return cmp.Compare(min(len(a.Message), 1), min(len(b.Message), 1))
		})
	}
	return out
}

// send posts or edits one row and records what came of it.
func (s *Sender) send(ctx context.Context, row *tournament.OutboxRow) {
	// The row is visible as soon as it is stored, a moment before the state it
	// is about: drawn from the state before, it would have nothing to say.
	snap, err := s.cfg.Director.SnapshotAt(ctx, row.Tournament, row.Want)
	if err != nil {
		s.failed(ctx, row, err)
		return
	}
	e := view.Env{Snap: snap, Now: s.cfg.Now()}
	if s.cfg.Commands != nil {
		e.Commands = s.cfg.Commands()
	}
	easel := s.easel(ctx, row)
	if s.cfg.Draw != nil {
		e.Draw = easel.draw
	}
	e.Lacks = func(part string, err error) {
		s.cfg.Log.Error("a post goes without a part of it", "tournament", row.Tournament, "key", row.Key, "part", part, "error", err)
	}
	m, ok := Render(e, row)
	if !ok {
		s.kill(ctx, row, Obsolete)
		return
	}
	limited, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	seq := max(row.Want, snap.State.Seq)
	if easel.late && row.Message == "" {
		seq = 1 // as good as old: an edit is due at once
	}
	if easel.late && row.Message != "" && row.Attempts < mostPictures {
		s.delay(ctx, row, pictureDelay)
		return
	}
	if row.Message != "" {
		if err := s.edit(limited, row, e, m); err != nil {
			s.failed(ctx, row, err)
			return
		}
		s.shut(limited, row, row.Place, snap)
		s.posted(ctx, row, row.Place, row.Message, seq, "edited")
		if wantsThread(row, snap) { // a crash came between the card and its thread
			s.thread(limited, row, row.Place, row.Message, e)
		}
		return
	}
	others := s.together(limited, row, snap)
	if others != nil {
		m = askedTogether(e, row, others)
	}
	if s.create(limited, row, e, m, seq) {
		for i := range others {
			s.kill(ctx, &others[i], Obsolete) // a crash before this asks once more
		}
	}
}

// easel draws the pictures of one post.
type easel struct {
	sender *Sender
	ctx    context.Context
	row    *tournament.OutboxRow
	late   bool // a picture was not done in time
}

func (s *Sender) easel(ctx context.Context, row *tournament.OutboxRow) *easel {
	return &easel{sender: s, ctx: ctx, row: row}
}

// draw returns the pictures of a drawing, none where there are none in time.
func (w *easel) draw(name string, d pictures.Drawing) []discord.File {
	ctx, cancel := context.WithTimeout(w.ctx, pictureWait)
	defer cancel()
	files, err := w.sender.cfg.Draw(ctx, name, d)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		w.late = true
	case err != nil && w.ctx.Err() == nil:
		w.sender.cfg.Log.Warn("a post goes without its picture", "tournament", w.row.Tournament, "key", w.row.Key, "picture", name, "error", err)
	}
	return files
}

// create posts a row for the first time. A sending that began before and whose
// end nobody knows is looked for first: the nonce alone guards some minutes
// only. It reports whether the message was sent now.
func (s *Sender) create(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message, seq int64) bool {
	channel := row.Channel
	if !row.Began.IsZero() {
		id, err := s.find(ctx, row)
		if err != nil {
			s.failed(ctx, row, err)
			return false
		}
		if id != "" {
			s.posted(ctx, row, channel, id, 1, "found")
			return false
		}
	}
	if err := s.cfg.Outbox.BeginPost(ctx, row.ID, time.Now()); err != nil {
		s.failed(ctx, row, err)
		return false
	}
	m.Nonce = nonce(row.Tournament, row.Key)
	id, err := s.cfg.Channels.Send(ctx, channel, m)
	if err != nil {
		s.failed(ctx, row, err)
		return false
	}
	s.shut(ctx, row, channel, e.Snap)
	s.posted(ctx, row, channel, id, seq, "posted")
	if wantsThread(row, e.Snap) {
		s.thread(ctx, row, channel, id, e)
	}
	return true
}

// renameLimit bounds the renaming of a thread, which Discord allows twice in ten
// minutes: the name is not worth waiting for.
const renameLimit = 2 * time.Second

// edit changes a message. A thread that was put away, by the bot or because
// nobody wrote in it for long, is opened for it, and one whose table was repaired
// gets the name of those who play there now.
func (s *Sender) edit(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message) error {
	if row.Kind == kindThread {
		thread, err := s.cfg.Channels.Channel(ctx, row.Place)
		if err != nil {
			return err
		}
		if thread.Archived {
			if err := s.cfg.Channels.EditThread(ctx, row.Place, discord.ThreadChange{Archived: new(false), Locked: new(false)}); err != nil {
				return err
			}
		}
		if name := view.ThreadName(e, row.Round, row.Match); thread.Name != name && !retracted(e.Snap.Log, row.Seq) {
			hurry, cancel := context.WithTimeout(ctx, renameLimit)
			err := s.cfg.Channels.EditThread(hurry, row.Place, discord.ThreadChange{Name: &name})
			cancel()
			if err != nil {
				s.cfg.Log.Debug("a match thread keeps its old name", "tournament", row.Tournament, "key", row.Key, "error", err)
			}
		}
	}
	return s.cfg.Channels.Edit(ctx, row.Place, row.Message, m)
}

// shut archives and locks the thread of a match that has its result, or that
// was taken back. It is done before the row is recorded, so that a crash in
// between does it again; that it is refused holds up nothing.
func (s *Sender) shut(ctx context.Context, row *tournament.OutboxRow, thread string, snap *tournament.Snapshot) {
	if row.Kind != kindThread {
		return
	}
	if m, _ := snap.State.Match(row.Round, row.Match); m != nil && !m.Confirmed && !retracted(snap.Log, row.Seq) {
		return
	}
	if err := s.cfg.Channels.EditThread(ctx, thread, discord.ThreadChange{Archived: new(true), Locked: new(true)}); err != nil {
		s.cfg.Log.Debug("a match thread could not be closed", "tournament", row.Tournament, "key", row.Key, "error", err)
	}
}

const (
	// skew is by how much our clock and Discord's may differ.
	skew = 10 * time.Minute
	// mostPages bounds a search: ten thousand messages since the sending began.
	mostPages = 100
)

// find looks for a post among the messages of its channel by its identity, from
// the newest back to the time when its sending began.
func (s *Sender) find(ctx context.Context, row *tournament.OutboxRow) (string, error) {
	want, before := Identity(row.Tournament, row.Key), ""
	for range mostPages {
		page, err := s.cfg.Channels.Messages(ctx, row.Channel, before)
		if err != nil {
			return "", err
		}
		for _, p := range page {
			if p.Is(want) {
				return p.ID, nil
			}
			before = p.ID
		}
		if len(page) < discord.MessagePage || page[len(page)-1].Sent.Before(row.Began.Add(-skew)) {
			return "", nil
		}
	}
	s.cfg.Log.Warn("a post was not found among the newest messages of its channel and is sent again", "tournament", row.Tournament, "key", row.Key)
	return "", nil
}

// wantsThread reports whether a match card lacks the thread it should have.
func wantsThread(row *tournament.OutboxRow, snap *tournament.Snapshot) bool {
	s := snap.State
	if row.Kind != kindMatch || row.Thread != "" || !s.Settings.Threads || row.Round != len(s.Rounds) {
		return false
	}
	m, _ := s.Match(row.Round, row.Match)
	return m != nil && !m.Confirmed
}

// thread opens the thread of a match on its card. That it failed is no reason
// to hold up the event: the card has all the buttons, and what would have been
// said in the thread is given up.
func (s *Sender) thread(ctx context.Context, row *tournament.OutboxRow, channel, message string, e view.Env) {
	id, err := s.cfg.Channels.StartThread(ctx, channel, discord.ThreadSpec{
		Name: view.ThreadName(e, row.Round, row.Match), MessageID: message, ArchiveAfter: 24 * time.Hour,
	})
	if err == nil {
		err = s.cfg.Outbox.Threaded(ctx, row.ID, id)
	}
	if err != nil {
		s.cfg.Log.Warn("a match thread could not be opened", "tournament", row.Tournament, "key", row.Key, "error", err)
		if child, err := s.cfg.Outbox.Post(ctx, row.Tournament, row.Key+threadSuffix); err == nil {
			_ = s.cfg.Outbox.KillPost(ctx, child.ID, "its thread could not be opened")
		}
	}
}

func (s *Sender) posted(ctx context.Context, row *tournament.OutboxRow, place, message string, seq int64, how string) {
	// What Discord has taken must be recorded even while the bot is stopping.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.cfg.Outbox.Posted(ctx, row.ID, place, message, seq); err != nil {
		s.cfg.Log.Error("a post could not be recorded; it will be found again", "tournament", row.Tournament, "key", row.Key, "error", err)
		return
	}
	s.count(how)
}

func (s *Sender) count(how string) {
	if s.cfg.Finished != nil {
		s.cfg.Finished(how)
	}
}

// failed makes a row wait, or gives it up where waiting cannot help.
func (s *Sender) failed(ctx context.Context, row *tournament.OutboxRow, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	var unclear *discord.UnclearError
	delay := min(time.Second<<min(row.Attempts, 9), maxDelay)
	switch wait, limited := discord.RetryAfter(err); {
	case limited:
		delay = wait
	case errors.As(err, &unclear):
		delay = unknown
	case discord.IsHopeless(err):
		s.giveUp(ctx, row, err)
		return
	}
	s.cfg.Log.Debug("a post has to wait", "tournament", row.Tournament, "key", row.Key, "delay", delay, "error", err)
	s.delay(ctx, row, delay)
}

func (s *Sender) delay(ctx context.Context, row *tournament.OutboxRow, wait time.Duration) {
	if err := s.cfg.Outbox.DelayPost(ctx, row.ID, time.Now().Add(wait)); err != nil && ctx.Err() == nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
	}
}

// kill gives a row up and reports whether that was recorded.
func (s *Sender) kill(ctx context.Context, row *tournament.OutboxRow, why string) bool {
	err := s.cfg.Outbox.KillPost(ctx, row.ID, why)
	if err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
	}
	return err == nil
}

// giveUp ends the attempts to say what Discord will not take, so that what comes
// after it in the channel is said. The organisers are told of a new message in
// the TO channel, without a promise: it may refuse too.
func (s *Sender) giveUp(ctx context.Context, row *tournament.OutboxRow, refused error) {
	if !s.kill(ctx, row, refused.Error()) {
		return
	}
	s.count("dead")
	barred := discord.IsGone(refused) || discord.IsForbidden(refused)
	level := slog.LevelError // the bot's own fault
	if barred {
		level = slog.LevelWarn
	}
	s.cfg.Log.Log(ctx, level, "a post is given up", "tournament", row.Tournament, "key", row.Key, "why", refused)
	snap, err := s.cfg.Director.Snapshot(ctx, row.Tournament)
	if err != nil || row.Message != "" || snap.State.Settings.TOChannel == "" || barred && snap.State.Settings.TOChannel == row.Channel {
		return
	}
	told, text := "dead."+row.Channel, "I could not post in "+discord.MentionChannel(row.Channel)+": the channel is gone or I lack a permission there. /doctor says which."
	if !barred {
		told, text = "dead."+row.Key, "I could not post something in "+discord.MentionChannel(row.Channel)+": Discord does not take it. /doctor says why, and the host finds it in my log under `"+row.Key+"`; /status shows where things stand."
	}
	m := view.Text(text)
	m.Nonce = nonce(row.Tournament, told)
	_, _ = s.cfg.Channels.Send(ctx, snap.State.Settings.TOChannel, m)
}
