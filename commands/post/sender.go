package post

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/refusal"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Channels is the part of Discord that the Sender uses. *discord.Client implements it.
type Channels interface {
	Send(ctx context.Context, channelID string, m discord.Message) (string, error)
	Edit(ctx context.Context, channelID, messageID string, m discord.Message) error
	Delete(ctx context.Context, channelID, messageID string) error
	Messages(ctx context.Context, channelID, before string) ([]discord.Posted, error)
	Channel(ctx context.Context, id string) (discord.Channel, error)
	Thread(ctx context.Context, guildID, threadID string) (discord.Channel, error)
	StartThread(ctx context.Context, channelID string, spec discord.ThreadSpec) (string, error)
	EditThread(ctx context.Context, threadID string, change discord.ThreadChange) error
	MyPermissions(ctx context.Context, channelID string) (wire.Permissions, error)
}

// Pages knows the addresses of the web pages of events and leagues; "" for one that has none.
type Pages interface {
	Address(*tournament.State) string
	SeasonAddress(*season.State) string
}

// Config configures a Sender.
type Config struct {
	Outbox   tournament.Outbox
	Guard    *Guard // sets apart events whose posts crash the process; nil = none
	Director *command.Director
	Seasons  *season.Director // nil without leagues
	Channels Channels
	Now      func() time.Time // tournament time, for views
	Log      *slog.Logger
	Commands func() map[string]string // ids of the registered commands; may be nil
	Words    *text.Catalogue          // texts, in the language of the event; nil means English
	Finished func(kind string)        // counts "posted", "edited", "found", "removed", "dead"; may be nil
	Pages    Pages                    // the web pages of events and leagues; may be nil
	Pins     Pins                     // pins cards and tables of seasons; nil means that none is
	Servers  stores.Servers           // has the organiser role to call if no judge is on duty; may be nil
	Panicked func()                   // called when a row failed by a fault of the bot; may be nil
	// Outcome is called with nil if everything due was sent or a post was just sent, and
	// with the error if the outbox cannot be read or a post failed for a reason other than
	// its channel; may be nil.
	Outcome func(error)
	Directs Directs // which members want direct messages; nil means that none does
	// Bars returns the roles and scheduled events that the bot may not manage in a server;
	// may be nil.
	Bars func(guild string) []wording.Bar
	// Settle is how long an edit without an answer may take to become visible. After this
	// time from its start the edit is made once more. 0 means 30 seconds.
	Settle time.Duration
	// Idle is how often the outbox is checked without a call of Wake; 0 means one second.
	Idle time.Duration
	// Rest is the longest pause after an edit that only shows players' progress, so that
	// many such edits become one. 0 means 10 seconds.
	Rest time.Duration
	// Draw renders a drawing as picture files. It returns ctx's error if it runs out of
	// time. Nil means posts are text only.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)
	// Freeze returns the page of a finished event as one file. Nil means that none is
	// attached to its last post.
	Freeze func(view.Env) ([]byte, error)
}

const (
	// batch is the number of rows read at once.
	batch = 200
	// lanesOfServer bounds the channels of one server that are written to at the same time.
	// Servers do not wait for each other.
	lanesOfServer = 8
	// editsInARow is how many edits are made in a channel before new messages are looked
	// for: as many as Discord accepts in a burst.
	editsInARow = 5
	// sendLimit bounds one request, including waiting for rate limits.
	sendLimit = 30 * time.Second
	// idle is the default of Config.Idle.
	idle = time.Second
	// settle is the default of Config.Settle.
	settle = 30 * time.Second
	// unknown is how long to wait after an attempt to post with an unknown outcome before
	// searching for the message, since Discord may still be processing it. An edit is
	// repeated sooner.
	unknown     = 2 * time.Second
	unknownEdit = 250 * time.Millisecond
	// maxDelay bounds the wait between attempts.
	maxDelay = 30 * time.Second
	// barred bounds the wait between attempts at a channel in which the bot may not post,
	// barredLong that after an hour.
	barred     = time.Minute
	barredLong = 10 * time.Minute
	// What lasts for faultLong is refusal.Long. A row that has failed for that long is given up
	// after sureFault more failures between which others were posted.
	faultLong = time.Hour
	sureFault = 10
	// A post waits this long for its pictures, and so do the other posts of its channel.
	// After that it is sent as text and edited when the pictures are ready.
	pictureWait = 300 * time.Millisecond
	// An edit whose pictures are not ready lets others go first and is tried again after
	// pictureDelay, up to mostPictures times; then it is made without pictures.
	pictureDelay = 500 * time.Millisecond
	mostPictures = 20
)

// LongestRest is the default of Config.Rest.
const LongestRest = 10 * time.Second

// Sender sends the posts to Discord.
type Sender struct {
	cfg     Config
	wake    chan struct{}
	traffic *traffic
	behind  stalePanels
	deleted deletions
	looks   *looks
	tagged  tagged
}

// Needs are the permissions that the bot needs in a channel to post there.
const Needs = wire.ViewChannel | wire.SendMessages | wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory

// NewSender returns a Sender. Call its Run method to send.
func NewSender(cfg Config) *Sender {
	if cfg.Settle == 0 {
		cfg.Settle = settle
	}
	if cfg.Idle == 0 {
		cfg.Idle = idle
	}
	if cfg.Rest == 0 {
		cfg.Rest = LongestRest
	}
	return &Sender{cfg: cfg, wake: make(chan struct{}, 1), traffic: newTraffic(cfg.Rest), behind: stalePanels{events: map[tournament.ID]bool{}, drawn: map[tournament.ID]bool{}}, looks: newLooks()}
}

// Wake makes the Sender look at what was committed and check the outbox now. It never
// blocks.
func (s *Sender) Wake() {
	s.looks.wakeUp()
	s.wakeUp()
}

// wakeUp makes the Sender check the outbox now.
func (s *Sender) wakeUp() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Retry retries now what waits in a server because an earlier attempt failed: the
// connection is back, or the bot's permissions have changed. An empty guild means all
// servers.
func (s *Sender) Retry(guild string) {
	s.traffic.retry(guild)
	s.wakeUp()
}

// Run sends until ctx is done. Channels are served concurrently, each in order.
func (s *Sender) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for _, a := range s.cfg.Guard.freedPosts() {
		s.takeBack(ctx, &a)
	}
	running.Go(func() { s.runLooks(ctx) })
	for ctx.Err() == nil {
		s.renewPanels(ctx)
		s.markDeleted(ctx)
		s.askInChannel(ctx)
		now := time.Now()
		s.endRests(ctx, now)
		rows, err := s.due(ctx, now, batch)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("the outbox cannot be read", "error", err)
			s.outcome(err)
		} else if err == nil && len(rows) == 0 && s.traffic.empty(time.Now()) {
			s.outcome(nil)
		}
		for place, mine := range byPlace(rows) {
			s.traffic.inTurn(place, mine)
			if s.traffic.take(place, mine[0].Guild) {
				running.Go(func() { s.serve(ctx, place, mine) })
			}
		}
		select {
		case <-s.wake:
		case <-time.After(s.traffic.next(time.Now(), s.cfg.Idle)):
		case <-ctx.Done():
		}
	}
}

// serve sends the due rows of a place, but only some of the edits. Then the place is
// checked again, so that a new message does not wait for many edits, of which Discord
// accepts one a second. The edits take turns.
func (s *Sender) serve(ctx context.Context, place string, mine []tournament.OutboxRow) {
	defer s.wakeUp()
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

// due returns the rows to handle now.
func (s *Sender) due(ctx context.Context, now time.Time, limit int) ([]tournament.OutboxRow, error) {
	return s.cfg.Outbox.DuePosts(ctx, now, now.Add(-s.cfg.Settle), limit, s.traffic.survey(now))
}

// Quiet reports whether nothing is in progress, due, or waiting for the end of a rest.
func (s *Sender) Quiet(ctx context.Context) bool {
	if !s.traffic.idle() || s.behind.any() || s.deleted.any() || !s.looked(ctx) {
		return false
	}
	now := time.Now()
	rows, err := s.due(ctx, now, 1)
	return err == nil && len(rows) == 0 && !s.traffic.holds(now)
}

// attempt sends a row. A panic affects that row only: it is given up until there is
// something new to show.
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
		// Do not use the event's state here: it may be the cause of the panic.
		if s.kill(ctx, row, string(ofTheBot)) {
			s.count("dead")
		}
	}()
	s.send(ctx, row)
}

// byPlace groups rows by channel. In each channel new messages come before edits, so that
// what people wait for is not delayed by updates of what they have seen.
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

// send posts or edits one row and records the outcome.
func (s *Sender) send(ctx context.Context, row *tournament.OutboxRow) {
	var e view.Env
	var last int64
	var hash string
	err := s.cfg.Guard.Do(ctx, row.Log.ID, workPosts, row.Key, func() (err error) {
		if e, last, err = s.moment(ctx, row); err == nil && row.Series != "" && last > row.Want {
			err = s.reread(ctx, row)
		}
		return err
	})
	if errors.Is(err, ErrApart) {
		s.setApart(ctx, row)
		return
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
	if row.Opens != "" && s.open(limited, row, e) || s.searchLost(limited, row) {
		return
	}
	var m discord.Message
	var ok bool
	err = s.cfg.Guard.Do(ctx, row.Log.ID, workPosts, row.Key, func() error {
		m, ok = Render(e, row)
		hash = hashOf(e, row)
		return nil
	})
	if err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	if row.Message == "" && row.Shown > 0 {
		ok = false // it was removed and stays removed
	}
	unwanted, err := s.unwanted(limited, row, e)
	if err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	ok = ok && !unwanted
	if !ok && row.Message != "" {
		s.remove(limited, row, e.Snap)
		return
	}
	unclear := s.traffic.unclear(row)
	if age := time.Since(unclear); !ok && age >= 0 && age < s.cfg.Settle {
		// An attempt with an unknown outcome may still take effect, and then the message would
		// have to be withdrawn.
		s.traffic.delay(row, time.Now(), s.cfg.Settle-age, unclear)
		return
	}
	if !ok {
		s.giveUpObsolete(limited, row, e)
		return
	}
	seq := max(row.Want, last)
	if (drawer.late || row.Newer && hash == gone) && row.Message == "" { // or it only calls
		seq = 1 // like an old state: an edit is due at once
	}
	if tries, _ := s.traffic.tried(row); drawer.late && row.Message != "" && tries < mostPictures {
		s.traffic.delay(row, time.Now(), pictureDelay, unclear)
		return
	}
	switch {
	case row.Message == "":
		s.create(limited, row, e, m, hash, seq)
	case hash == row.Hash && row.Began.IsZero() && row.Shown > 1:
		s.unchanged(limited, row, e, seq)
	default:
		s.change(limited, row, e, m, hash, seq)
	}
}

// reread reads the rest of the series of a row again, as of the state it is rendered
// from. Otherwise two posts could remain if another one has become the newest.
func (s *Sender) reread(ctx context.Context, row *tournament.OutboxRow) error {
	now, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Key)
	if err == nil {
		row.Newer, row.Said = now.Newer, now.Said
	}
	return err
}

// remove deletes a message of a series. An earlier attempt may still post the message, even
// after its answer, since a nonce does not cover a deleted message. So it is searched for
// once more when all attempts are settled.
func (s *Sender) remove(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) {
	if err := s.takeAway(ctx, row, snap); err != nil {
		if row.Began.IsZero() {
			_ = s.cfg.Outbox.BeginPost(ctx, row.ID, time.Now(), "") // for the next process, see ended
		}
		s.failed(ctx, row, err, time.Time{})
		return
	}
	s.ended(ctx, row)
	if err := s.cfg.Outbox.TookPost(ctx, row.ID, time.Now()); err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		s.outcome(err)
		return
	}
	s.count("removed")
	s.outcome(nil)
}

// moment returns the state from which to render a row, and the last log line that it
// contains. A row is visible as soon as it is stored, a moment before the state that it
// is about. Rendered from the state before, it would have nothing to say.
func (s *Sender) moment(ctx context.Context, row *tournament.OutboxRow) (e view.Env, last int64, err error) {
	e, last, err = s.momentOf(ctx, row.Log, row.Want)
	if err == nil && row.Kind == kindPanel {
		s.behind.markDrawn(row.Log.ID)
		err = s.beside(ctx, &e)
	}
	return e, last, err
}

// momentOf returns the state of a log from which to render its posts, which includes the
// event with the sequence number seq, and its last event.
func (s *Sender) momentOf(ctx context.Context, log journal.Ref, seq int64) (e view.Env, last int64, err error) {
	e = view.Env{Now: s.cfg.Now(), Freeze: s.cfg.Freeze}
	if s.cfg.Commands != nil {
		e.Commands = s.cfg.Commands()
	}
	switch log.Kind {
	case tournament.Log.Name:
		if e.Snap, err = s.cfg.Director.SnapshotAt(ctx, log.ID, seq); err != nil {
			return e, 0, err
		}
		e.Words = s.cfg.Words.In(e.Snap.State.Settings.Language)
		if s.cfg.Pages != nil {
			e.Page = s.cfg.Pages.Address(e.Snap.State)
		}
		return e, e.Snap.State.Seq, nil
	case season.Log.Name:
		if s.cfg.Seasons == nil {
			break
		}
		if e.Season, err = s.cfg.Seasons.SnapshotAt(ctx, log.ID, seq); err != nil {
			return e, 0, err
		}
		e.Words = s.cfg.Words.In(e.Season.State.Settings.Language)
		if s.cfg.Pages != nil {
			e.Page = s.cfg.Pages.SeasonAddress(e.Season.State)
		}
		return e, e.Season.State.Seq, nil
	}
	return e, 0, fmt.Errorf("post of a log of kind %q: %w", log.Kind, journal.ErrNotFound)
}

// beside adds to a moment of an event what its panel shows beside the state.
func (s *Sender) beside(ctx context.Context, e *view.Env) (err error) {
	state := e.Snap.State
	if e.GivenUp, err = GivenUp(ctx, s.cfg.Outbox, state); err != nil {
		return err
	}
	e.Bars = s.traffic.barsOf(state.ID)
	if s.cfg.Bars != nil && state.Phase < tournament.Finished {
		e.Bars = append(e.Bars, s.cfg.Bars(state.Guild)...)
	}
	if s.cfg.Servers != nil {
		server, err := s.cfg.Servers.Server(ctx, state.Guild)
		if err != nil {
			return err
		}
		e.StaffRole = server.OrganiserRole
	}
	return nil
}

// unchanged records that a message shows what it should without an edit.
func (s *Sender) unchanged(ctx context.Context, row *tournament.OutboxRow, e view.Env, seq int64) {
	if inThread(row) {
		if err := s.closeThread(ctx, row, row.Place, e.Snap); err != nil {
			s.failed(ctx, row, err, time.Time{})
			return
		}
	}
	s.ended(ctx, row)
	if err := s.cfg.Outbox.Posted(ctx, row.ID, row.Place, row.Message, seq, time.Time{}); err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		s.outcome(err)
		return
	}
	if row.Kind == kindPanel {
		s.behind.markShown(row.Log.ID)
	}
}

// change edits a message and updates its thread. An earlier edit with an unknown outcome
// may take effect after this one; then the message is edited once more when that is
// settled.
func (s *Sender) change(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message, hash string, seq int64) {
	now, unclear := time.Now(), s.traffic.unclear(row)
	if unclear.After(now) {
		unclear = now // the host's clock was set back
	}
	if !unclear.IsZero() && now.Sub(unclear) >= s.cfg.Settle {
		unclear = time.Time{}
	}
	err := s.cfg.Outbox.BeginPost(ctx, row.ID, now, hash)
	if err == nil {
		err = s.edit(ctx, row, e, m)
		if len(m.Files) > 0 && s.noFiles(ctx, row, row.Place, err) {
			if s.edit(ctx, row, e, withoutFiles(m)) == nil {
				err = nil
			}
		}
	}
	var closing error
	switch {
	case err == nil:
		err = s.closeThread(ctx, row, row.Place, e.Snap)
	case inThread(row) && refusal.Of(err).Gone(): // the message alone, as it seems
		closing = s.closeThread(ctx, row, row.Place, e.Snap)
	}
	if err == nil && row.Kind == kindMatch {
		err = s.reviveThread(ctx, row, e.Snap)
	}
	if err == nil {
		s.repin(ctx, row, e)
		s.tag(ctx, row, e, row.Place)
	}
	if err != nil {
		if refusal.Of(err) == refusal.Unheard || refusal.Of(closing) == refusal.Unheard {
			unclear = time.Now() // an attempt waits for rate limits before it is made
		}
		s.failed(ctx, row, errors.Join(err, closing), unclear)
		return
	}
	s.posted(ctx, row, row.Place, row.Message, seq, unclear, "edited")
}

// create posts a row for the first time.
func (s *Sender) create(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message, hash string, seq int64) {
	channel := row.Channel
	if err := s.address(ctx, row, e, &m); err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	if err := s.cfg.Outbox.BeginPost(ctx, row.ID, time.Now(), hash); err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	if e.Snap != nil {
		_, _, m.Silent = e.Snap.State.Quiet(e.Now)
	}
	m.Nonce = nonce(row.Log.ID, fmt.Sprint(row.Channel, " ", row.Key, " ", row.Again)) // in another channel it is another message
	id, err := s.cfg.Channels.Send(ctx, channel, m)
	if len(m.Files) > 0 && s.noFiles(ctx, row, channel, err) {
		if text, without := s.cfg.Channels.Send(ctx, channel, withoutFiles(m)); without == nil {
			id, err = text, nil
			s.cfg.Log.Warn("a post goes without its files, which are not allowed in its channel", "tournament", row.Log.ID, "key", row.Key)
		}
	}
	if err != nil {
		s.failed(ctx, row, err, time.Now())
		return
	}
	// Record this last, so that after a crash the steps above are repeated.
	s.pin(ctx, row, channel, id)
	if !s.tag(ctx, row, e, channel) {
		seq = 1 // like an old state: an edit, which repeats this, is due
	}
	err = s.closeThread(ctx, row, channel, e.Snap)
	unclear := time.Time{}
	if err != nil {
		seq = 1 // like an old state: an edit, which repeats this, is due
	}
	if refusal.Of(err) == refusal.Unheard {
		unclear = time.Now()
	}
	s.posted(ctx, row, channel, id, seq, unclear, "posted")
	if err != nil {
		s.failed(ctx, row, err, unclear)
	}
}

// renameLimit bounds the renaming of a thread. Discord allows two in ten minutes, and the
// name is not worth a longer wait.
const renameLimit = 2 * time.Second

// edit edits a message. An archived thread is unarchived for this, and a thread whose
// table was repaired gets the names of the new players.
func (s *Sender) edit(ctx context.Context, row *tournament.OutboxRow, e view.Env, m discord.Message) error {
	if inThread(row) {
		thread, err := s.reopen(ctx, row)
		if err != nil {
			return err
		}
		if name := wording.About(e.Words, e.Snap).Thread(row.Round, row.Match); thread.Name != name && !retracted(e.Snap.Log, row.Seq) {
			hurry, cancel := context.WithTimeout(ctx, renameLimit)
			err := s.cfg.Channels.EditThread(hurry, row.Place, discord.ThreadChange{Name: &name})
			cancel()
			if err != nil {
				s.cfg.Log.Debug("a match thread keeps its old name", "tournament", row.Log.ID, "key", row.Key, "error", err)
			}
		}
	}
	err := s.cfg.Channels.Edit(ctx, row.Place, row.Message, m)
	if asleep(err) {
		if err = s.wakeThread(ctx, row); err == nil {
			err = s.cfg.Channels.Edit(ctx, row.Place, row.Message, m)
		}
	}
	return err
}

func (s *Sender) posted(ctx context.Context, row *tournament.OutboxRow, place, message string, seq int64, unclear time.Time, how string) {
	s.ended(ctx, row)
	s.traffic.took(place, time.Now())
	if how == "edited" && rests(row) {
		s.traffic.rested(row, seq, time.Now())
	}
	s.opened(ctx, place)
	// Record what Discord has accepted even while the bot is stopping.
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

// outcome reports the result of sending to Config.Outcome.
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
