package post

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/commands/refusal"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// Posts whose message was deleted by a moderator or another bot. That is noticed in three
// ways: Discord reports it (Deleted), a new session looks for it (Recheck), or an edit
// finds no message. The first two only have the post edited once more, so all end in
// missed: a post that is still needed is posted again. If a thread was deleted, they end in
// lostThread.

// mostAgain is how often a post comes back by itself. After that an organiser is asked.
const mostAgain = 2

// deletions are the messages that were reported as deleted and not yet looked up.
type deletions struct {
	mu       sync.Mutex
	messages []string
	rechecks int // in progress
}

// add adds messages and reports whether there are any now.
func (d *deletions) add(messages ...string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.messages = append(d.messages, messages...)
	return len(d.messages) > 0
}

func (d *deletions) any() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.messages) > 0 || d.rechecks > 0
}

func (d *deletions) take() (messages []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	messages, d.messages = d.messages, nil
	return messages
}

// recheck counts a search for deleted messages that begins or, by -1, ends.
func (d *deletions) recheck(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rechecks += n
}

// Deleted tells the Sender that messages were deleted, also those that are not posts, or
// threads, each of which has the id of the message on which it was opened.
func (s *Sender) Deleted(messages ...string) {
	if s.deleted.add(messages...) {
		s.wakeUp()
	}
}

// EventOf returns the event that a message is a post of; 0 for other messages.
func (s *Sender) EventOf(ctx context.Context, message string) tournament.ID {
	rows, err := s.cfg.Outbox.PostsAs(ctx, []string{message})
	if err != nil || len(rows) == 0 || rows[0].Log.Kind != tournament.Log.Name {
		return 0
	}
	return rows[0].Log.ID
}

// markDeleted makes the posts due that are still needed and whose messages were deleted. It
// runs between the writes to a channel, since a write in progress would record that its
// message stands.
func (s *Sender) markDeleted(ctx context.Context) {
	messages := s.deleted.take()
	if len(messages) == 0 {
		return
	}
	rows, err := s.cfg.Outbox.PostsAs(ctx, messages)
	if err != nil {
		s.deleted.add(messages...)
		s.cfg.Log.Error("the outbox cannot be read", "error", err)
		return
	}
	for i := range rows {
		if first, err := s.cfg.Outbox.Post(ctx, rows[i].Log.ID, rows[i].Key+threadSuffix); err == nil && rows[i].Kind == kindMatch && first.Message != "" {
			rows = append(rows, first)
		}
	}
	for i := range rows {
		row := &rows[i]
		if s.traffic.writing(placeOf(row)) {
			s.deleted.add(row.Message)
			continue
		}
		if !s.stillNeeded(ctx, row) {
			continue
		}
		if err := s.editAgain(ctx, row); err != nil {
			s.deleted.add(row.Message)
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
		}
	}
}

// editAgain makes a post due for another edit, as after one whose outcome is unknown.
func (s *Sender) editAgain(ctx context.Context, row *tournament.OutboxRow) error {
	return s.cfg.Outbox.BeginPost(ctx, row.ID, time.Now().Add(-2*s.cfg.Settle), "")
}

// Recheck looks for needed posts that were deleted while no session reported it, in these
// servers or, without any, in all. It returns when all channels of running events there
// were looked at.
func (s *Sender) Recheck(ctx context.Context, guilds ...string) {
	s.deleted.recheck(1)
	defer s.deleted.recheck(-1)
	rows, err := s.cfg.Outbox.StandingPosts(ctx)
	if err != nil {
		s.cfg.Log.Error("the outbox cannot be read", "error", err)
		return
	}
	for place, mine := range byPlace(rows) {
		mine = slices.DeleteFunc(mine, func(row tournament.OutboxRow) bool { return !s.stillNeeded(ctx, &row, guilds...) })
		if len(mine) == 0 {
			continue
		}
		page, err := s.cfg.Channels.Messages(ctx, place, "")
		if err != nil && !threadGone(&mine[0], err) {
			continue // the next edit tells
		}
		for i := range mine {
			if !listed(page, mine[i].Message) && (covers(page, mine[i].Message) || !s.stands(ctx, &mine[i])) {
				s.Deleted(mine[i].Message)
			}
		}
	}
}

func listed(page []discord.Posted, message string) bool {
	return slices.ContainsFunc(page, func(p discord.Posted) bool { return p.ID == message })
}

// covers reports whether a message would be in the page of the newest messages.
func covers(page []discord.Posted, message string) bool {
	if len(page) < discord.MessagePage {
		return true
	}
	oldest, _ := strconv.ParseUint(page[len(page)-1].ID, 10, 64)
	id, _ := strconv.ParseUint(message, 10, 64)
	return id > oldest
}

// missed handles a post whose message is not there. If it is needed, it is posted again
// without a ping, or given up if it was deleted too often. Otherwise it stays deleted.
func (s *Sender) missed(ctx context.Context, row *tournament.OutboxRow, refused error) {
	switch needed := s.stillNeeded(ctx, row); {
	case needed && row.Again >= mostAgain:
		s.giveUp(ctx, row, refused, true)
		return
	case needed:
		s.ended(ctx, row)
		if err := s.cfg.Outbox.RevivePost(ctx, row.ID, true); err != nil {
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
			return
		}
		s.cfg.Log.Info("a deleted post is posted again", "tournament", row.Log.ID, "key", row.Key)
	default:
		s.ended(ctx, row)
		_, last, _ := s.momentOf(ctx, row.Log, row.Want)
		if err := s.cfg.Outbox.Posted(ctx, row.ID, row.Place, row.Message, max(row.Want, last), time.Time{}); err != nil {
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
			return
		}
	}
	s.wakeUp()
}

// threadGone reports whether Discord says that the thread of a post does not exist: the
// post cannot come back there.
func threadGone(row *tournament.OutboxRow, err error) bool {
	return inThread(row) && refusal.Of(err) == refusal.NoPlace
}

// stillNeeded is needed with the newest state, in one of the servers if any are given; false
// if that cannot be read.
func (s *Sender) stillNeeded(ctx context.Context, row *tournament.OutboxRow, guilds ...string) (yes bool) {
	err := s.cfg.Guard.Do(ctx, row.Log.ID, workPosts, row.Key, func() error {
		e, _, err := s.moment(ctx, row)
		yes = err == nil && needed(e, row) && (len(guilds) == 0 || slices.Contains(guilds, guildOf(e)))
		return err
	})
	return yes && err == nil
}

// guildOf returns the server of an event or league.
func guildOf(e view.Env) string {
	if e.Season != nil {
		return e.Season.State.Guild
	}
	return e.Snap.State.Guild
}

// needed reports whether an event or league that is running is played by a post. What
// only told people something, once, is not needed.
func needed(e view.Env, row *tournament.OutboxRow) bool {
	if e.Season != nil {
		return neededOfSeason(e.Season.State, e.Season.Log, row)
	}
	s := e.Snap.State
	if s.Phase >= tournament.Finished || retracted(e.Snap.Log, row.Seq) && row.Kind != kindCard && row.Series == "" {
		return false
	}
	switch row.Kind {
	case kindCard:
		return true
	case kindMix:
		_, ok := draw(e, row)
		return ok && s.Phase < tournament.Running
	case kindPanel, kindCrews, kindCheckIn, kindCall, kindMissing, kindFixture, kindLineUpCall, kindBench:
		_, ok := draw(e, row)
		return ok
	case kindPairings:
		if row.Round == s.LastDone() && row.Round == len(s.Rounds) && posted.StandingsBelow(s, row.Round) {
			return true
		}
		first, last := s.OpenedWith(row.Round)
		return slices.ContainsFunc(s.OpenRounds(), func(r int) bool { return first <= r && r <= last })
	case kindPick:
		_, ok := draw(e, row)
		return ok && len(s.PickWaits(tournament.Place{Round: row.Round, Match: row.Match})) > 0
	case kindMatch, kindThread:
		m, l := s.Match(row.Round, row.Match)
		return m != nil && l.N > 1 && !m.Over()
	case kindAsked:
		m, _ := s.Match(row.Round, row.Match)
		return m != nil && m.Report != nil && m.Report.Seq == row.Seq && !m.Confirmed && !m.Disputed
	case kindStandings:
		return row.Round == s.LastDone() && row.Round == len(s.Rounds)
	case kindBracket:
		return s.Elimination() != nil && newest(e.Snap.Log, row.Seq, func(ev tournament.Event) bool {
			began, ok := ev.(*tournament.StageBegan)
			return ok && began.Kind.Eliminates()
		})
	case tournament.LeftBehind, journal.DirectMessage:
		return false
	}
	return neededOfDraft(e.Snap.Log, row)
}

// neededOfDraft is needed for the posts of a draft: its seats until a round is paired,
// and the newest pack or the clock for building decks.
func neededOfDraft(log []tournament.Envelope, row *tournament.OutboxRow) bool {
	return newest(log, row.Seq, func(ev tournament.Event) bool {
		switch ev.(type) {
		case *tournament.DraftSeated, *tournament.RoundPublished:
			return row.Kind == kindSeats || row.Kind == kindPack || row.Kind == kindBuild
		case *tournament.PackOpened, *tournament.DeckBuilding, *tournament.BuildEnded:
			return row.Kind == kindPack || row.Kind == kindBuild
		}
		return false
	}) && (row.Kind == kindSeats || row.Kind == kindPack || row.Kind == kindBuild)
}

// newest reports whether no event after seq replaces what that event posted.
func newest(log []tournament.Envelope, seq int64, replaces func(tournament.Event) bool) bool {
	for i := range slices.Backward(log) {
		if log[i].Seq <= seq {
			break
		}
		if replaces(log[i].Event) && !retracted(log, log[i].Seq) {
			return false
		}
	}
	return true
}

// neededOfSeason is needed for the posts of a league.
func neededOfSeason(s *season.State, log []season.Envelope, row *tournament.OutboxRow) bool {
	switch row.Kind {
	case kindTable:
		return s.Closed == nil && row.Channel == s.Settings.Channel
	case kindClosed:
		return s.Closed != nil && row.Channel == s.Settings.Channel
	case kindSignup:
		return s.Signup != nil && row.Channel == s.Settings.Channel
	case kindAnswers:
		return s.Signup != nil && row.Channel == office(s)
	case kindHeld:
		held, _ := journal.Lines[season.Fact](log).At(row.Seq).Event.(*season.CorrectionHeld)
		return held != nil && slices.Contains(s.Held, held.Log)
	case journal.LeftBehind, journal.DirectMessage:
	}
	return false
}
