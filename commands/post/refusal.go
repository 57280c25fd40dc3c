package post

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/refusal"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
)

// failed delays a row, or gives it up if waiting cannot help. unclear is when an attempt of
// it whose outcome is unknown was made.
func (s *Sender) failed(ctx context.Context, row *tournament.OutboxRow, err error, unclear time.Time) {
	if errors.Is(err, context.Canceled) {
		return
	}
	attempts, _ := s.traffic.tried(row)
	delay := min(time.Second<<min(attempts, 9), maxDelay)
	means := refusal.Of(err)
	c := s.caseOf(ctx, row, err)
	if row.Kind == journal.DirectMessage && means.Definite() { // it concerns one person, and no permission changes it
		if c.Spell == refusal.Once {
			s.traffic.delay(row, time.Now(), delay, unclear)
		} else {
			s.undelivered(ctx, row, err)
		}
		return
	}
	switch refusal.Judge(err, c) {
	case refusal.AsTold:
		delay, _ = discord.RetryAfter(err)
	case refusal.Settle:
		delay = unknown
		if row.Message != "" {
			delay = unknownEdit
		}
		delay = min(delay<<min(attempts, 9), maxDelay)
	case refusal.Ask:
		if s.ask(ctx, row, err, c.Kind) {
			return
		}
	case refusal.Bar:
		place := s.delayBarred(ctx, row, err)
		delay = max(2*delay, place+min(place, time.Minute)) // what else waits for the place is tried first: the refusal may concern this row alone
	case refusal.Drop:
		s.leave(ctx, row)
		return
	case refusal.GiveUp:
		if c.Over && means.Gone() {
			s.opened(ctx, placeOf(row)) // the other rows that wait there start afresh
		}
		s.giveUp(ctx, row, err, means.Gone() && c.Spell != refusal.Alone)
		return
	default: // it waits
	}
	if means != refusal.Limited && means != refusal.Held && !means.Gone() && !means.Closed() {
		s.outcome(err)
	}
	s.cfg.Log.Debug("a post has to wait", "tournament", row.Log.ID, "key", row.Key, "delay", delay, "error", err)
	s.traffic.delay(row, time.Now(), delay, unclear)
}

// caseOf counts a failure of a row and returns its case.
func (s *Sender) caseOf(ctx context.Context, row *tournament.OutboxRow, err error) refusal.Case {
	means := refusal.Of(err)
	c := refusal.Case{Kind: kindOf(row)}
	if means.Gone() || means.Closed() {
		if snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID); err == nil {
			c.Over = snap.State.Phase >= tournament.Finished
			if leftBehind(row, snap.State) {
				c.Kind = refusal.Left
			}
		}
	}
	barred := means.Closed() || means.Gone() && c.Kind == refusal.Message
	var passes passing
	times := s.traffic.refused(row, means.Definite() || errors.As(err, &passes))
	alone := means.Reached() && s.outlasts(row, barred)
	long := s.traffic.lasting(row, time.Now()) || s.traffic.barredFor(placeOf(row), time.Now()) > faultLong
	c.Spell = refusal.SpellOf(times, long, alone)
	return c
}

// kindOf returns what a row requests.
func kindOf(row *tournament.OutboxRow) refusal.Kind {
	switch {
	case row.Kind == tournament.LeftBehind:
		return refusal.Left
	case row.Message != "" && row.Parent != "":
		return refusal.ThreadEdit
	case row.Message != "":
		return refusal.Edit
	case row.Parent != "":
		return refusal.ThreadMessage
	}
	return refusal.Message
}

// ask makes sure that the message of a row, or the thread it goes to, does not exist, and
// handles the row if so. It reports whether that is done.
func (s *Sender) ask(ctx context.Context, row *tournament.OutboxRow, refused error, kind refusal.Kind) (done bool) {
	switch {
	case kind == refusal.Left:
		if s.listed(ctx, row) {
			return false
		}
		s.leave(ctx, row)
	case s.stands(ctx, row):
		return false
	case threadGone(row, refused):
		s.lostThread(ctx, row, refused)
	case row.Message != "":
		s.missed(ctx, row, refused)
	default:
		s.giveUp(ctx, row, refused, true)
	}
	return true
}

// leave drops a message in a channel that its event has left.
func (s *Sender) leave(ctx context.Context, row *tournament.OutboxRow) {
	s.opened(ctx, placeOf(row))
	s.kill(ctx, row, journal.Obsolete)
}

// looking is the case of a question whether something exists.
var looking = refusal.Case{Kind: refusal.Look}

// stands reports whether the message of a row, or the thread it goes to, is there
// although Discord said that it is not, or whether that cannot be told.
func (s *Sender) stands(ctx context.Context, row *tournament.OutboxRow) bool {
	found, err := s.lists(ctx, row)
	if err != nil {
		return refusal.Judge(err, looking) != refusal.Absent
	}
	return row.Message == "" || found
}

// listed reports whether the message of a row can be seen.
func (s *Sender) listed(ctx context.Context, row *tournament.OutboxRow) bool {
	found, err := s.lists(ctx, row)
	return err == nil && found
}

// lists reports whether Discord lists the message of a row.
func (s *Sender) lists(ctx context.Context, row *tournament.OutboxRow) (found bool, err error) {
	m, err := s.seen(ctx, row)
	return m != nil, err
}

// seen returns the message of a row as Discord lists it, or nil if it does not.
func (s *Sender) seen(ctx context.Context, row *tournament.OutboxRow) (*discord.Posted, error) {
	before := ""
	if n, err := strconv.ParseUint(row.Message, 10, 64); err == nil {
		before = strconv.FormatUint(n+1, 10)
	}
	page, err := s.cfg.Channels.Messages(ctx, placeOf(row), before)
	if i := slices.IndexFunc(page, func(p discord.Posted) bool { return p.ID == row.Message }); i >= 0 {
		return &page[i], err
	}
	return nil, err
}

// outlasts counts a failure of Discord that concerns this row and no other, and reports
// whether it has lasted for too long: what waits behind the row in its channel is not to
// wait for ever. A row that its place refuses is alone if the place takes others.
func (s *Sender) outlasts(row *tournament.OutboxRow, barred bool) bool {
	lasts, alone := s.traffic.lasts(row, time.Now(), barred)
	if lasts && !barred && row.Log.Kind == tournament.Log.Name {
		s.behind.add(row.Log.ID) // whether Discord takes an edit of the panel tells whose fault it is
	}
	return alone >= sureFault
}

// leftBehind reports whether a message is in a channel that its event has left.
func leftBehind(row *tournament.OutboxRow, s *tournament.State) bool {
	return row.Message != "" && row.Parent == "" && row.Channel != s.Channel && row.Channel != s.Settings.TOChannel
}

// opened records that a place accepts posts.
func (s *Sender) opened(ctx context.Context, place string) {
	s.renewNow(ctx, s.traffic.open(place))
}

// ended ends the wait of a row, whose outcome the caller records after that: a panel that
// says that posts wait is due by then, so that a crash in between does not leave it so. What
// an earlier process had begun, it may have shown as waiting.
func (s *Sender) ended(ctx context.Context, row *tournament.OutboxRow) {
	events := s.traffic.forget(row)
	if row.Log.Kind == tournament.Log.Name && row.Kind != kindPanel && s.traffic.inherited(row) && !s.behind.known(row.Log.ID) {
		events = append(events, row.Log.ID)
	}
	s.renewNow(ctx, events)
}

// renewNow makes the panels of events due.
func (s *Sender) renewNow(ctx context.Context, events []tournament.ID) {
	for _, id := range events {
		s.behind.add(id)
	}
	if len(events) > 0 {
		s.renewPanels(context.WithoutCancel(ctx))
	}
}

// delayBarred delays the posts of a channel in which the bot lacks permissions. If that
// lasts, it tells the organisers, but not reliably: the bot may be barred from their
// channel too. It returns how long the channel waits.
func (s *Sender) delayBarred(ctx context.Context, row *tournament.OutboxRow, refused error) (delay time.Duration) {
	place := placeOf(row)
	snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID)
	tell, news, delay := s.traffic.bar(row, place, time.Now())
	if news {
		s.behind.add(row.Log.ID)
	}
	if !tell {
		return delay
	}
	have, lost := s.cfg.Channels.MyPermissions(ctx, place)
	needs := Needs
	if at, err := s.cfg.Channels.Thread(ctx, row.Guild, place); err == nil && at.Type.Thread() {
		needs = Needs&^wire.SendMessages | at.Type.Home().Write
	}
	b := wording.Bar{Missing: have.Missing(needs), Unseen: lost != nil}
	for id := range s.traffic.explain(place, b.Missing, b.Unseen) {
		s.behind.add(id)
	}
	words := text.Printer{}
	if err == nil {
		words = s.cfg.Words.In(snap.State.Settings.Language)
	}
	why := wording.Lacking(words, b)
	s.cfg.Log.Warn("the bot is kept out of a channel; its posts wait", "tournament", row.Log.ID, "channel", place, "why", why, "error", refused)
	if err != nil || snap.State.Settings.TOChannel == "" || snap.State.Settings.TOChannel == place {
		return delay
	}
	s.tellOrganisers(ctx, snap, "kept."+place, words.Say("given_up.barred", "channel", text.Raw(discord.MentionChannel(place)), "why", text.Raw(why), "doctor", text.Raw("`/doctor`")),
		discord.Button{Style: discord.Primary, Label: words.Say("given_up.retry"), CustomID: customid.New(0, customid.Doctor{})})
	return delay
}

// tellOrganisers sends a message to the organisers of an event. It is not a post of the
// event, and nothing depends on it.
func (s *Sender) tellOrganisers(ctx context.Context, snap *tournament.Snapshot, key, words string, buttons ...discord.Button) {
	m := layout.Text(words)
	if len(buttons) > 0 {
		m = asking(words, nil, buttons...)
	}
	m.Nonce = nonce(snap.State.ID, key)
	_, _ = s.cfg.Channels.Send(ctx, snap.State.Settings.TOChannel, m)
}

// kill gives up a row and reports whether that was recorded.
func (s *Sender) kill(ctx context.Context, row *tournament.OutboxRow, why string) bool {
	s.ended(ctx, row)
	err := s.cfg.Outbox.KillPost(ctx, row.ID, why)
	if err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
	} else if why != journal.Obsolete && row.Log.Kind == tournament.Log.Name {
		s.behind.add(row.Log.ID)
	}
	return err == nil
}

// giveUp gives up a post that Discord does not accept, so that the next posts in the
// channel are sent. The organisers get a message in the TO channel, but not reliably,
// since that channel may refuse it too. gone says that the message, or its place, is not
// there any more.
func (s *Sender) giveUp(ctx context.Context, row *tournament.OutboxRow, refused error, gone bool) {
	why := refused.Error()
	switch {
	case row.Message != "" && gone && row.Again >= mostAgain && !threadGone(row, refused):
		why = string(deletedOften) + ": " + why
	case row.Message != "" && gone:
		why = string(messageGone) + ": " + why
	}
	if !s.kill(ctx, row, why) {
		return
	}
	s.count("dead")
	level := slog.LevelError // the bot's own fault
	if gone {
		level = slog.LevelWarn
	}
	s.cfg.Log.Log(ctx, level, "a post is given up", "tournament", row.Log.ID, "key", row.Key, "why", refused)
	snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID)
	if err != nil || row.Message != "" || snap.State.Settings.TOChannel == "" || gone {
		return
	}
	s.tellOrganisers(ctx, snap, "dead."+row.Key, s.cfg.Words.In(snap.State.Settings.Language).Say("given_up.refused", "channel", text.Raw(discord.MentionChannel(row.Channel)),
		"doctor", text.Raw("`/doctor`"), "key", text.Raw("`"+row.Key+"`")))
}

// cause is the bot's own reason to give up a row, unlike an error from Discord. It is the
// prefix of the reason stored in the outbox, and the catalogue has words for it.
type cause string

const (
	crashedAt   cause = "crashed" // the process crashed when it was made
	messageGone cause = "deleted" // the message was deleted
	// deletedOften begins with messageGone: the message was deleted each time it came back.
	deletedOften cause = "deleted_often"
	ofTheBot     cause = "fault" // a panic, which is in the log
)

// Repost retries what was given up in the events of a server that are running or have
// just ended, and returns the number of these posts.
func (s *Sender) Repost(ctx context.Context, guild string) (int, error) {
	s.cfg.Guard.retry(guild)
	rows, err := s.cfg.Outbox.GivenUp(ctx, guild)
	if err != nil {
		return 0, err
	}
	n := 0
	for i := range rows {
		again, err := s.repost(ctx, &rows[i])
		if err != nil {
			return n, err
		}
		if rows[i].Log.Kind == tournament.Log.Name {
			s.behind.add(rows[i].Log.ID)
		}
		if again {
			n++
		}
	}
	s.Retry(guild)
	return n, nil
}

// repost retries a post that was given up. It returns false if no match needs the post any
// more: the thread that it waits for could not be opened, and its match is over.
func (s *Sender) repost(ctx context.Context, row *tournament.OutboxRow) (again bool, err error) {
	threadless := row.Dead == noThread
	if threadless {
		card, open, err := s.threadOpen(ctx, row)
		if err != nil {
			return false, err
		}
		if !open && card.Message != "" {
			return false, s.cfg.Outbox.KillPost(ctx, row.ID, journal.Obsolete)
		}
	}
	if err := s.cfg.Outbox.RevivePost(ctx, row.ID, strings.HasPrefix(row.Dead, string(messageGone))); err != nil {
		return false, err
	}
	if threadless {
		return true, nil // it opens the thread
	}
	return true, s.retryLostThread(ctx, row)
}

// setApart gives up a post of an event that is set apart, because earlier processes
// crashed when they made its posts.
func (s *Sender) setApart(ctx context.Context, row *tournament.OutboxRow) {
	s.cfg.Log.Error("a post is set apart: the process crashed when it made posts of this log", "tournament", row.Log.ID, "key", row.Key)
	s.outcome(ErrApart)
	if s.kill(ctx, row, string(crashedAt)) {
		s.count("dead")
	}
}

// takeBack posts what was set apart of an event or league.
func (s *Sender) takeBack(ctx context.Context, a *journal.Attempt) {
	rows, err := s.cfg.Outbox.GivenUp(ctx, a.Guild)
	if err != nil {
		s.cfg.Log.Error("the outbox cannot be read", "error", err)
		return
	}
	for i := range rows {
		if rows[i].Log.ID != a.Log || rows[i].Dead != string(crashedAt) {
			continue
		}
		if err := s.cfg.Outbox.RevivePost(ctx, rows[i].ID, false); err != nil {
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
		}
	}
}
