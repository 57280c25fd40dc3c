package post

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// Channels is what the Sender asks of Discord; *discord.Client is one.
type Channels interface {
	Send(ctx context.Context, channelID string, m discord.Message) (string, error)
	Edit(ctx context.Context, channelID, messageID string, m discord.Message) error
	Delete(ctx context.Context, channelID, messageID string) error
	Messages(ctx context.Context, channelID, before string) ([]discord.Posted, error)
	Channel(ctx context.Context, id string) (discord.Channel, error)
	StartThread(ctx context.Context, channelID string, spec discord.ThreadSpec) (string, error)
	EditThread(ctx context.Context, threadID string, change discord.ThreadChange) error
	MyPermissions(ctx context.Context, channelID string) (discord.Permissions, error)
}

// Config is what a Sender needs.
type Config struct {
	Outbox   tournament.Outbox
	Director *tournament.Director
	Seasons  *season.Director // nil = there are no leagues
	Channels Channels
	Now      func() time.Time // tournament time, for what views show
	Log      *slog.Logger
	Commands func() map[string]string // ids of the registered commands; may be nil
	Words    *text.Catalogue          // says everything, in the language of the event; nil speaks English
	Finished func(kind string)        // counts "posted", "edited", "found", "removed", "dead"; may be nil
	Pages    *site.Server             // the web pages of events and leagues; may be nil
	Servers  tournament.Servers       // whose organiser role is called if no judge is on duty; may be nil
	Panicked func()                   // a row could not be dealt with for a fault of our own; may be nil
	// Outcome is called with nil if everything due is out or a post has just gone out,
	// and with the reason if the outbox cannot be read or a post failed for another cause
	// than its channel; may be nil.
	Outcome func(error)
	// Bars are the roles and the list of events that the bot is kept out of in a server; may
	// be nil.
	Bars func(guild string) []view.Bar
	// Settle is how long an edit without an answer may take to be seen: so long
	// after it began, what the message shows is made sure. 0 = 30 seconds.
	Settle time.Duration
	// Rest is the longest that an edit which only follows what players do waits after
	// the one before, so that many of them become one. 0 = 10 seconds.
	Rest time.Duration
	// Draw returns a drawing as picture files, or ctx's error where it is not done
	// in time. Nil = posts are text only.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)
}

const (
	// batch is how many rows are looked at at once.
	batch = 200
	// lanesOfServer is how many channels of one server are written to at the same
	// time. Servers do not wait for each other.
	lanesOfServer = 8
	// editsInARow is how many edits are made in a channel before new messages are
	// looked for: as many as Discord takes at once.
	editsInARow = 5
	// sendLimit bounds one request, waiting for rate limits included.
	sendLimit = 30 * time.Second
	// idle is how often the outbox is looked at without being woken.
	idle = time.Second
	// settle is the default of Config.Settle.
	settle = 30 * time.Second
	// unknown is how long an unclear sending is left alone before it is looked
	// for: Discord may still be working on it. An edit is made again sooner.
	unknown     = 2 * time.Second
	unknownEdit = 250 * time.Millisecond
	// maxDelay bounds the wait between attempts.
	maxDelay = 30 * time.Second
	// barred bounds the wait between attempts at a channel that the bot is kept out
	// of, barredLong that after an hour.
	barred     = time.Minute
	barredLong = 10 * time.Minute
	// sureGone is how often in a row Discord has to say that a message is not there, or
	// that it takes none: a single answer may be a stray one.
	sureGone = 3
	// goneLong is how long the channel of a finished event has to be gone until its posts
	// are given up. Those of a running event wait for an organiser to move it.
	goneLong = time.Hour
	// A post waits this long for its pictures, and with it all others of its
	// channel. After that it goes out as text and is edited when they are there.
	pictureWait = 300 * time.Millisecond
	// An edit whose pictures are not there makes room for others and is tried
	// again after pictureDelay, mostPictures times; then it does without.
	pictureDelay = 500 * time.Millisecond
	mostPictures = 20
)

// LongestRest is the default of Config.Rest.
const LongestRest = 10 * time.Second

// Sender brings the posts to Discord.
type Sender struct {
	cfg     Config
	wake    chan struct{}
	traffic *traffic
	behind  stalePanels
}

// Needs is what the bot must be allowed to do in a channel that it writes to.
const Needs = discord.ViewChannel | discord.SendMessages | discord.EmbedLinks | discord.AttachFiles | discord.ReadMessageHistory

// NewSender returns a Sender.
func NewSender(cfg Config) *Sender {
	if cfg.Settle == 0 {
		cfg.Settle = settle
	}
	if cfg.Rest == 0 {
		cfg.Rest = LongestRest
	}
	return &Sender{cfg: cfg, wake: make(chan struct{}, 1), traffic: newTraffic(cfg.Rest), behind: stalePanels{events: map[tournament.ID]bool{}}}
}

// Wake makes the Sender look at the outbox now. It never blocks.
func (s *Sender) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Retry tries everything now that waits in a server (empty = in all of them) because an
// earlier attempt failed: the connection is back, or the bot's permissions have
// changed.
func (s *Sender) Retry(guild string) {
	s.traffic.retry(guild)
	s.Wake()
}

// Run sends until ctx ends. Channels are served side by side, each in order.
func (s *Sender) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for ctx.Err() == nil {
		s.renewPanels(ctx)
		now := time.Now()
		s.rouse(ctx, now)
		rows, err := s.due(ctx, now, batch)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("the outbox cannot be read", "error", err)
			s.outcome(err)
		} else if err == nil && len(rows) == 0 && s.traffic.empty(time.Now()) {
			s.outcome(nil)
		}
		for place, mine := range byPlace(rows) {
			s.traffic.inTurn(place, mine)
			s.traffic.take(place, mine[0].Guild)
			running.Go(func() { s.serve(ctx, place, mine) })
		}
		select {
		case <-s.wake:
		case <-time.After(s.traffic.next(time.Now(), idle)):
		case <-ctx.Done():
		}
	}
}

// serve writes to a place what is due there, of the edits some: then it is looked at
// anew, so that a new message does not wait for many edits, of which Discord takes one
// a second. The edits take turns.
func (s *Sender) serve(ctx context.Context, place string, mine []tournament.OutboxRow) {
	defer s.Wake()
	turn, edits := int64(0), 0
	defer func() { s.traffic.release(place, turn) }()
	for i := range mine {
		if ctx.Err() != nil || s.traffic.barred(place, time.Now()) {
			return
		}
		if mine[i].Message != "" {
			if edits++; edits > editsInARow {
				turn = mine[i].ID
				return
			}
		}
		s.attempt(ctx, &mine[i])
	}
}

// due returns the rows to be dealt with now.
func (s *Sender) due(ctx context.Context, now time.Time, limit int) ([]tournament.OutboxRow, error) {
	return s.cfg.Outbox.DuePosts(ctx, now, now.Add(-s.cfg.Settle), limit, s.traffic.survey(now))
}

// Quiet reports whether nothing is under way, due, or held by a rest.
func (s *Sender) Quiet(ctx context.Context) bool {
	if !s.traffic.idle() || s.behind.any() {
		return false
	}
	now := time.Now()
	rows, err := s.due(ctx, now, 1)
	return err == nil && len(rows) == 0 && !s.traffic.holds(now)
}

// attempt deals with a row. A fault of our own costs that row only: it is given
// up, until there is something new to show.
func (s *Sender) attempt(ctx context.Context, row *tournament.OutboxRow) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if s.cfg.Panicked != nil {
			s.cfg.Panicked()
		}
		s.cfg.Log.Error("a post cannot be made for a fault of the bot", "tournament", row.Log.ID, "key", row.Key, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		s.outcome(&fault{fmt.Sprint(v), nil})
		// Nothing is asked of the event here: it may be what is at fault.
		if s.kill(ctx, row, string(ofTheBot)) {
			s.count("dead")
		}
	}()
	s.send(ctx, row)
}

// byPlace groups rows by channel; in each, new messages come before edits, so
// that what people wait for is not held up by what they have seen.
func byPlace(rows []tournament.OutboxRow) map[string][]tournament.OutboxRow {
	out := map[string][]tournament.OutboxRow{}
	for _, edits := range []bool{false, true} {
		for i := range rows {
			if edits == (rows[i].Message != "") {
				place := placeOf(&rows[i])
				out[place] = append(out[place], rows[i])
			}
		}
	}
	return out
}

// send posts or edits one row and records what came of it.
func (s *Sender) send(ctx context.Context, row *tournament.OutboxRow) {
	e, last, err := s.moment(ctx, row)
	if err == nil && row.Series != "" && last > row.Want {
		err = s.reread(ctx, row)
	}
	if err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	drawer := s.drawer(ctx, row)
	if s.cfg.Draw != nil {
		e.Draw = drawer.draw
	}
	e.Lacks = func(part string, err error) {
		s.cfg.Log.Error("a post goes without a part of it", "tournament", row.Log.ID, "key", row.Key, "part", part, "error", err)
	}
	limited, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	if s.sought(limited, row) {
		return
	}
	m, ok := Render(e, row)
	if row.Message == "" && row.Shown > 0 {
		ok = false // it was taken away, and stays away
	}
	if !ok && row.Message != "" {
		s.remove(limited, row)
		return
	}
	if age := time.Since(row.Began); !ok && age >= 0 && age < s.cfg.Settle {
		// A send without a known outcome may still take effect, and the message would
		// have to be withdrawn.
		s.traffic.delay(row, time.Now(), s.cfg.Settle-age, row.Began)
		return
	}
	if !ok {
		s.lapse(ctx, row, e)
		return
	}
	seq := max(row.Want, last)
	if drawer.late && row.Message == "" {
		seq = 1 // as good as old: an edit is due at once
	}
	if tries, _ := s.traffic.tried(row); drawer.late && row.Message != "" && tries < mostPictures {
		s.traffic.delay(row, time.Now(), pictureDelay, s.traffic.unclear(row))
		return
	}
	if row.Message != "" {
		s.change(limited, row, e, m, seq)
		return
	}
	s.create(limited, row, e, m, seq)
}

// reread looks at what else is in the series of a row as of the moment that it is drawn
// from: what has become the newest since would leave this one standing beside it.
func (s *Sender) reread(ctx context.Context, row *tournament.OutboxRow) error {
	now, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Key)
	if err == nil {
		row.Newer, row.Said = now.Newer, now.Said
	}
	return err
}

// remove takes a message of a series away. That it is not there is as good: a crash
// may have come between the two. That answer may be wrong, and what was sent may land
// once more, even after its answer, while the nonce says nothing of a message that is
// gone: so it is looked for once more when that is settled.
func (s *Sender) remove(ctx context.Context, row *tournament.OutboxRow) {
	err := s.takeAway(ctx, row)
	if err != nil && !discord.IsGone(err) {
		s.failed(ctx, row, err, time.Time{})
		return
	}
	s.traffic.forget(row)
	if err := s.cfg.Outbox.TookPost(ctx, row.ID, time.Now()); err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		s.outcome(err)
		return
	}
	s.count("removed")
	s.outcome(nil)
}

// takeAway deletes a message. A thread that was put away is opened for it and put away
// again.
func (s *Sender) takeAway(ctx context.Context, row *tournament.OutboxRow) error {
	if !inThread(row) {
		return s.cfg.Channels.Delete(ctx, row.Place, row.Message)
	}
	thread, err := s.cfg.Channels.Channel(ctx, row.Place)
	if err != nil {
		return err
	}
	snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID)
	if err != nil {
		return err
	}
	if thread.Thread.Archived {
		if err := s.cfg.Channels.EditThread(ctx, row.Place, discord.ThreadChange{Archived: new(false), Locked: new(false)}); err != nil {
			return err
		}
	}
	err = s.cfg.Channels.Delete(ctx, row.Place, row.Message)
	// A thread that is open may be one that was opened for this before a crash.
	m, _ := snap.State.Match(row.Round, row.Match)
	if over := m == nil || m.Over(); (thread.Thread.Archived || over) && (err == nil || discord.IsGone(err)) {
		return s.cfg.Channels.EditThread(ctx, row.Place, discord.ThreadChange{Archived: new(true), Locked: new(over || thread.Thread.Locked)})
	}
	return err
}

// moment returns what a row is drawn from, and the last line of the log that is in it.
// The row is visible as soon as it is stored, a moment before the state it is about:
// drawn from the state before, it would have nothing to say.
func (s *Sender) moment(ctx context.Context, row *tournament.OutboxRow) (e view.Env, last int64, err error) {
	e = view.Env{Now: s.cfg.Now()}
	if s.cfg.Commands != nil {
		e.Commands = s.cfg.Commands()
	}
	switch row.Log.Kind {
	case tournament.Log.Name:
		if e.Snap, err = s.cfg.Director.SnapshotAt(ctx, row.Log.ID, row.Want); err != nil {
			return e, 0, err
		}
		e.Words = s.cfg.Words.In(e.Snap.State.Settings.Language)
		e.Page = s.cfg.Pages.Address(e.Snap.State)
		if row.Kind == kindPanel {
			s.behind.markDrawn(row.Log.ID)
			if e.GivenUp, err = GivenUp(ctx, s.cfg.Outbox, e.Snap.State); err != nil {
				return e, 0, err
			}
			e.Bars = s.traffic.barsOf(row.Log.ID)
			if s.cfg.Bars != nil && e.Snap.State.Phase < tournament.Finished {
				e.Bars = append(e.Bars, s.cfg.Bars(e.Snap.State.Guild)...)
			}
		}
		if s.cfg.Servers != nil && row.Kind == kindPanel {
			server, err := s.cfg.Servers.Server(ctx, e.Snap.State.Guild)
			if err != nil {
				return e, 0, err
			}
			e.StaffRole = server.OrganiserRole
		}
		return e, e.Snap.State.Seq, nil
	case season.Log.Name:
		if s.cfg.Seasons == nil {
			break
		}
		if e.Season, err = s.cfg.Seasons.SnapshotAt(ctx, row.Log.ID, row.Want); err != nil {
			return e, 0, err
		}
		e.Words = s.cfg.Words.In(e.Season.State.Settings.Language)
		e.Page = s.cfg.Pages.SeasonAddress(e.Season.State)
		return e, e.Season.State.Seq, nil
	}
	return e, 0, fmt.Errorf("post of a log of kind %q: %w", row.Log.Kind, journal.ErrNotFound)
}

// change edits a message, and does what else follows for its thread. An earlier edit
// without a known outcome may take effect after this one: then the message is edited
// once more, when that is settled.
func (s *Sender) change(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message, seq int64) {
	now, unclear := time.Now(), s.traffic.unclear(row)
	if unclear.After(now) {
		unclear = now // the host's clock was set back
	}
	if !unclear.IsZero() && now.Sub(unclear) >= s.cfg.Settle {
		unclear = time.Time{}
	}
	err := s.cfg.Outbox.BeginPost(ctx, row.ID, now)
	if err == nil {
		err = s.edit(ctx, row, e, m)
		if len(m.Files) > 0 && s.noFiles(ctx, row, row.Place, err) {
			if s.edit(ctx, row, e, withoutFiles(m)) == nil {
				err = nil
			}
		}
	}
	if err == nil {
		err = s.shut(ctx, row, row.Place, e.Snap)
	}
	if err == nil {
		err = s.branch(ctx, row, row.Place, row.Message, e)
	}
	if err != nil {
		if discord.IsUnclear(err) {
			unclear = now
		}
		s.failed(ctx, row, err, unclear)
		return
	}
	s.posted(ctx, row, row.Place, row.Message, seq, unclear, "edited")
}

// create posts a row for the first time.
func (s *Sender) create(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message, seq int64) {
	channel := row.Channel
	now := time.Now()
	if err := s.cfg.Outbox.BeginPost(ctx, row.ID, now); err != nil {
		s.failed(ctx, row, err, row.Began)
		return
	}
	if e.Snap != nil {
		_, _, m.Silent = e.Snap.State.Quiet(e.Now)
	}
	m.Nonce = nonce(row.Log.ID, row.Channel+" "+row.Key) // in another channel it is another message
	id, err := s.cfg.Channels.Send(ctx, channel, m)
	if len(m.Files) > 0 && s.noFiles(ctx, row, channel, err) {
		if text, without := s.cfg.Channels.Send(ctx, channel, withoutFiles(m)); without == nil {
			id, err = text, nil
			s.cfg.Log.Warn("a post goes without its files, which are not allowed in its channel", "tournament", row.Log.ID, "key", row.Key)
		}
	}
	if err != nil {
		s.failed(ctx, row, err, now)
		return
	}
	// Recorded last, so that a crash before does what follows again.
	err = s.shut(ctx, row, channel, e.Snap)
	if err == nil {
		err = s.branch(ctx, row, channel, id, e)
	}
	if err != nil {
		seq = 1 // as good as old: an edit, which does it again, is due
	}
	s.posted(ctx, row, channel, id, seq, time.Time{}, "posted")
	if err != nil {
		s.failed(ctx, row, err, time.Time{})
	}
}

// renameLimit bounds the renaming of a thread, which Discord allows twice in ten
// minutes: the name is not worth waiting for.
const renameLimit = 2 * time.Second

// edit changes a message. A thread that was archived, by the bot or after a long
// silence, is opened for it, and one whose table was repaired gets the names of the new
// players.
func (s *Sender) edit(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message) error {
	if inThread(row) {
		thread, err := s.cfg.Channels.Channel(ctx, row.Place)
		if err != nil {
			return err
		}
		if thread.Thread.Archived {
			if err := s.cfg.Channels.EditThread(ctx, row.Place, discord.ThreadChange{Archived: new(false), Locked: new(false)}); err != nil {
				return err
			}
		}
		if name := view.ThreadName(e, row.Round, row.Match); thread.Name != name && !retracted(e.Snap.Log, row.Seq) {
			hurry, cancel := context.WithTimeout(ctx, renameLimit)
			err := s.cfg.Channels.EditThread(hurry, row.Place, discord.ThreadChange{Name: &name})
			cancel()
			if err != nil {
				s.cfg.Log.Debug("a match thread keeps its old name", "tournament", row.Log.ID, "key", row.Key, "error", err)
			}
		}
	}
	return s.cfg.Channels.Edit(ctx, row.Place, row.Message, m)
}

func (s *Sender) posted(ctx context.Context, row *tournament.OutboxRow, place, message string, seq int64, unclear time.Time, how string) {
	s.traffic.forget(row)
	if how == "edited" && rests(row) {
		s.traffic.rested(row, seq, time.Now())
	}
	s.opened(place)
	// What Discord has taken must be recorded even while the bot is stopping.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.cfg.Outbox.Posted(ctx, row.ID, place, message, seq, unclear); err != nil {
		s.cfg.Log.Error("a post could not be recorded; it will be found again", "tournament", row.Log.ID, "key", row.Key, "error", err)
		s.outcome(err)
		return
	}
	if row.Kind == kindPanel {
		s.behind.markShown(row.Log.ID)
	}
	s.count(how)
	s.outcome(nil)
}

// outcome reports how the sending goes.
func (s *Sender) outcome(err error) {
	if s.cfg.Outcome != nil {
		s.cfg.Outcome(err)
	}
}

func (s *Sender) count(how string) {
	if s.cfg.Finished != nil {
		s.cfg.Finished(how)
	}
}
