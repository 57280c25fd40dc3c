package post

import (
	"context"
	"errors"
	"slices"
	"time"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
)

// inThread reports whether a post is in the thread of a match.
func inThread(row *tournament.OutboxRow) bool {
	return row.Parent != "" && row.Kind != tournament.LeftBehind
}

// threadOver reports whether the thread of a row is to be closed: its match has a result or
// counts for nothing, its round was undone, the event is over or has left the channel.
func threadOver(row *tournament.OutboxRow, snap *tournament.Snapshot) bool {
	m, _ := snap.State.Match(row.Round, row.Match)
	p := planner{s: snap.State}
	return row.Kind == tournament.LeftBehind || m == nil || m.Over() || snap.State.Phase >= tournament.Finished || row.Parent != p.matchKey(row.Round, row.Match)
}

// closeThread archives and locks the thread of a row if it is to be closed and this is the
// last post that is due there. A refusal is ignored; other errors are returned.
func (s *Sender) closeThread(ctx context.Context, row *tournament.OutboxRow, thread string, snap *tournament.Snapshot) error {
	if row.Parent == "" || !threadOver(row, snap) {
		return nil
	}
	due, err := s.cfg.Outbox.DueAt(ctx, thread)
	if err != nil || slices.ContainsFunc(due, func(id int64) bool { return id != row.ID && !s.traffic.failing(id) }) {
		return err
	}
	err = s.cfg.Channels.EditThread(ctx, thread, discord.ThreadChange{Archived: new(true), Locked: new(true)})
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict == refusal.Without {
		s.cfg.Log.Debug("a match thread could not be closed", "tournament", row.Log.ID, "key", row.Key, "error", err)
		return nil
	}
	return err
}

// reopen opens a thread that is archived, by the bot or after a long silence, and returns
// its state before.
func (s *Sender) reopen(ctx context.Context, row *tournament.OutboxRow) (discord.Channel, error) {
	thread, err := s.cfg.Channels.Thread(ctx, row.Guild, row.Place)
	if err == nil && thread.Thread.Archived {
		err = s.wakeThread(ctx, row)
	}
	return thread, err
}

// asleep reports whether an error says that a thread is archived. That of a match is looked
// at before, and yet what is known of it may be of a moment ago; a thread in which an event
// lives is archived by Discord after a long silence.
func asleep(err error) bool {
	var api *discord.APIError
	return errors.As(err, &api) && api.Code == wire.CodeThreadArchived
}

// wakeThread opens the thread of a row. That of a match was locked by the bot.
func (s *Sender) wakeThread(ctx context.Context, row *tournament.OutboxRow) error {
	change := discord.ThreadChange{Archived: new(false)}
	if inThread(row) {
		change.Locked = new(false)
	}
	return s.cfg.Channels.EditThread(ctx, row.Place, change)
}

// takeAway deletes a message. An archived thread is unarchived for this and archived
// again. An open thread may have been unarchived for this before a crash.
func (s *Sender) takeAway(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) error {
	if !inThread(row) {
		return s.withdraw(ctx, row)
	}
	over := threadOver(row, snap)
	thread, err := s.reopen(ctx, row)
	if err == nil {
		err = s.withdraw(ctx, row)
	}
	if err == nil && (over || thread.Thread.Archived) {
		err = s.cfg.Channels.EditThread(ctx, row.Place, discord.ThreadChange{Archived: new(true), Locked: new(over || thread.Thread.Locked)})
	}
	verdict, err := s.part(row, err, refusal.ThreadRemoval)
	if verdict == refusal.Ask && !s.stands(ctx, row) {
		return nil // the thread was deleted with its messages
	}
	return err
}

// withdraw deletes a message. If the message is not there, nor in the list of its channel,
// that is fine: a crash may have come before the deletion was recorded.
func (s *Sender) withdraw(ctx context.Context, row *tournament.OutboxRow) error {
	err := s.cfg.Channels.Delete(ctx, row.Place, row.Message)
	if asleep(err) {
		if err = s.wakeThread(ctx, row); err == nil {
			err = s.cfg.Channels.Delete(ctx, row.Place, row.Message)
		}
	}
	if s.judge(row, err, refusal.Removal) == refusal.Ask && !s.stands(ctx, row) {
		return nil
	}
	return err
}

// stayShut closes the thread of a message that was removed, or is not needed any more, if it
// is open: the request that unarchived it may have taken effect after the one that archived
// it, and another post may have left the closing to this one, see closeThread.
func (s *Sender) stayShut(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) error {
	if !inThread(row) || row.Channel == "" || !threadOver(row, snap) {
		return nil
	}
	if row.Shown == 0 { // another post that is due there, even after a failure, closes it in the end
		due, err := s.cfg.Outbox.DueAt(ctx, row.Channel)
		if err != nil || slices.ContainsFunc(due, func(id int64) bool { return id != row.ID }) {
			return err
		}
	}
	thread, err := s.cfg.Channels.Channel(ctx, row.Channel)
	verdict, err := s.part(row, err, refusal.ThreadRemoval)
	switch {
	case verdict == refusal.Ask && !s.stands(ctx, row), err == nil && thread.Thread.Archived:
		return nil
	case err != nil:
		return err
	}
	return s.closeThread(ctx, row, row.Channel, snap)
}

// wantsThread reports whether a match card lacks the thread that it should have. An
// arranged match keeps its thread even if another round has begun.
func wantsThread(row *tournament.OutboxRow, snap *tournament.Snapshot) bool {
	s := snap.State
	if row.Kind != kindMatch || row.Thread != "" || !s.Settings.Threads {
		return false
	}
	m, _ := s.Match(row.Round, row.Match)
	return m != nil && !m.Over() && s.Phase < tournament.Finished && (row.Round == len(s.Rounds) || s.Arranged())
}

// passing is a refusal that is retried a few times before it is believed. It says nothing
// about the channel.
type passing struct{ error }

// judge returns what follows from an error of a part of a post.
func (s *Sender) judge(row *tournament.OutboxRow, err error, kind refusal.Kind) refusal.Verdict {
	_, before := s.traffic.tried(row)
	return refusal.Judge(err, refusal.Case{Kind: kind, Spell: refusal.SpellOf(before+1, false, false)})
}

// part is judge for the thread of a post. A refusal that is not yet believed becomes a
// passing one.
func (s *Sender) part(row *tournament.OutboxRow, err error, kind refusal.Kind) (refusal.Verdict, error) {
	verdict := s.judge(row, err, kind)
	if verdict == refusal.Wait && refusal.Of(err).Definite() {
		return verdict, passing{err}
	}
	return verdict, err
}

// open opens the thread of a match for a post that goes there, also if a crash came between
// posting the card and that. It reports whether the post is done for now: the match does not
// need the thread any more, or it cannot be opened yet, for which this post waits and no
// other.
func (s *Sender) open(ctx context.Context, row *tournament.OutboxRow, e view.Env) (done bool) {
	unclear := s.traffic.unclear(row)
	card, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Parent)
	if err == nil && card.Thread != "" { // opened for another post
		row.Channel, row.Opens = card.Thread, ""
		return false
	}
	wanted := err == nil && wantsThread(&card, e.Snap) && !s.threadless(ctx, row)
	if err == nil && !wanted && (unclear.IsZero() || !s.inDoubt(&card, e.Snap)) {
		var opened bool
		if opened, err = s.mayHaveThread(ctx, row, &card, e.Snap); err == nil && !opened {
			s.goWithout(ctx, row, &card, e.Snap)
			return true
		}
	}
	var id string
	if err == nil {
		id, err = s.cfg.Channels.StartThread(ctx, card.Place, discord.ThreadSpec{
			Name: wording.About(e.Words, e.Snap).Thread(row.Round, row.Match), MessageID: card.Message, ArchiveAfter: 24 * time.Hour,
		})
	}
	if err == nil {
		err = s.cfg.Outbox.Threaded(ctx, card.ID, id)
	}
	if err == nil {
		s.traffic.canOpen(row)
		row.Channel, row.Opens = id, ""
		return false
	}
	if refusal.Of(err) == refusal.Unheard {
		unclear = time.Now()
	}
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict == refusal.Without {
		s.cfg.Log.Warn("a match thread could not be opened", "tournament", row.Log.ID, "key", card.Key, "error", err)
		s.goWithout(ctx, row, &card, e.Snap)
		return true
	}
	s.failed(ctx, row, err, unclear)
	s.traffic.cannotOpen(row)
	return true
}

// inDoubt reports whether a match could have a thread.
func (s *Sender) inDoubt(card *tournament.OutboxRow, snap *tournament.Snapshot) bool {
	m, l := snap.State.Match(card.Round, card.Match)
	return m != nil && l.N > 1 && card.Message != ""
}

// mayHaveThread reports whether a thread may have been opened on a card without an answer.
// It is then requested again, because it has to be closed.
func (s *Sender) mayHaveThread(ctx context.Context, row, card *tournament.OutboxRow, snap *tournament.Snapshot) (bool, error) {
	if !s.inDoubt(card, snap) || s.threadless(ctx, row) {
		return false, nil
	}
	seen, err := s.seen(ctx, card)
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict == refusal.Without {
		return false, nil
	}
	return seen != nil && seen.HasThread(), err
}

// threadless reports whether the thread for a post was refused to the first post there.
func (s *Sender) threadless(ctx context.Context, row *tournament.OutboxRow) bool {
	first, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Parent+threadSuffix)
	return err == nil && first.ID != row.ID && first.Dead == noThread
}

// goWithout settles a post whose thread is not opened. A question goes to the channel if its
// match is still open, in which case the first post is given up until organisers have the
// thread tried again: the card has all the buttons.
func (s *Sender) goWithout(ctx context.Context, row, card *tournament.OutboxRow, snap *tournament.Snapshot) {
	s.traffic.canOpen(row)
	over := threadOver(row, snap)
	switch {
	case !over && asks(row):
		s.detach(ctx, row, card.Channel)
	case !over && row.Kind == kindThread && snap.State.Settings.Threads:
		s.kill(ctx, row, noThread)
	default:
		s.kill(ctx, row, journal.Obsolete)
	}
}

// asks reports whether a post asks players something that they have to see in time.
func asks(row *tournament.OutboxRow) bool {
	return row.Kind == kindAsked || row.Kind == kindPick || row.Kind == kindFixture
}

func (s *Sender) detach(ctx context.Context, row *tournament.OutboxRow, channel string) {
	s.ended(ctx, row)
	if err := s.cfg.Outbox.Detach(ctx, row.ID, channel); err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		s.traffic.delay(row, time.Now(), time.Second, time.Time{})
	}
	s.wakeUp()
}

// askInChannel lets questions go to the channel whose thread cannot be opened for some time.
func (s *Sender) askInChannel(ctx context.Context) {
	if !s.traffic.holdsThreads(time.Now()) {
		return
	}
	for _, kind := range []tournament.PostKind{kindAsked, kindPick, kindFixture} {
		rows, err := s.cfg.Outbox.Unsent(ctx, kind)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("the outbox cannot be read", "error", err)
		}
		for i := range rows {
			row := &rows[i]
			if row.Opens == "" || !s.traffic.holdsThread(row.Opens, time.Now()) || s.traffic.writing(row.Opens) {
				continue
			}
			if card, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Parent); err == nil {
				s.detach(ctx, row, card.Channel)
			}
		}
	}
}

// noThread is the reason to give up the first post of a match thread that the bot may
// not open.
const noThread = "threadless"

// reviveThread lets the thread of a match be opened that was given up while threads were
// switched off.
func (s *Sender) reviveThread(ctx context.Context, card *tournament.OutboxRow, snap *tournament.Snapshot) error {
	if !wantsThread(card, snap) {
		return nil
	}
	first, err := s.cfg.Outbox.Post(ctx, card.Log.ID, card.Key+threadSuffix)
	if err != nil || first.Dead != journal.Obsolete || first.Message != "" {
		return nil //nolint:nilerr // there is none
	}
	return s.cfg.Outbox.RevivePost(ctx, first.ID, false)
}

// lostThread handles a post whose thread was deleted. If its match still needs the thread,
// another is opened on its card, in which stands what stood in the old one, without a ping.
// After mostAgain times the post is given up, and an organiser is asked.
func (s *Sender) lostThread(ctx context.Context, row *tournament.OutboxRow, refused error) {
	card, open, err := s.threadOpen(ctx, row)
	switch {
	case err != nil:
		s.cfg.Log.Error("the outbox cannot be read", "error", err)
		s.traffic.delay(row, time.Now(), time.Second, s.traffic.unclear(row))
	case !open && row.Message == "":
		s.kill(ctx, row, journal.Obsolete)
	case !open:
		s.missed(ctx, row, refused)
	case !s.threadMissing(ctx, &card): // another post has found that out
		s.traffic.refused(row, false)
		s.traffic.delay(row, time.Now(), time.Second, s.traffic.unclear(row))
	case card.Again >= mostAgain:
		s.giveUp(ctx, row, refused, true)
	default:
		if err := s.cfg.Outbox.Unthread(ctx, card.ID); err != nil {
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
			s.traffic.delay(row, time.Now(), time.Second, s.traffic.unclear(row))
			break
		}
		s.ended(ctx, row)
		s.cfg.Log.Info("the deleted thread of a match is opened again", "tournament", row.Log.ID, "key", card.Key)
	}
	s.wakeUp()
}

// threadOpen returns the card of the match of a post in a thread, and reports whether the
// match needs its thread.
func (s *Sender) threadOpen(ctx context.Context, row *tournament.OutboxRow) (card tournament.OutboxRow, open bool, err error) {
	if card, err = s.cfg.Outbox.Post(ctx, row.Log.ID, row.Parent); err != nil {
		return card, false, err
	}
	snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID)
	if err != nil {
		return card, false, err
	}
	bare := card
	bare.Thread = ""
	return card, card.Message != "" && !threadOver(row, snap) && wantsThread(&bare, snap), nil
}

// threadMissing reports whether the thread that a card has does not exist. Its next one has
// the same id.
func (s *Sender) threadMissing(ctx context.Context, card *tournament.OutboxRow) bool {
	if card.Thread == "" {
		return false
	}
	_, err := s.cfg.Channels.Channel(ctx, card.Thread)
	return refusal.Judge(err, looking) == refusal.Absent
}

// retryLostThread opens the thread of a post that was given up again if it was deleted.
func (s *Sender) retryLostThread(ctx context.Context, row *tournament.OutboxRow) error {
	if !inThread(row) {
		return nil
	}
	card, open, err := s.threadOpen(ctx, row)
	if err == nil && open && s.threadMissing(ctx, &card) {
		return s.cfg.Outbox.Unthread(ctx, card.ID)
	}
	return err
}
