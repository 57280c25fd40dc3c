package post

import (
	"context"
	"time"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/commands/view"
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

// closeThread archives and locks the thread of a row if it is to be closed. A refusal is ignored;
// other errors are returned.
func (s *Sender) closeThread(ctx context.Context, row *tournament.OutboxRow, thread string, snap *tournament.Snapshot) error {
	if row.Parent == "" || !threadOver(row, snap) {
		return nil
	}
	err := s.cfg.Channels.EditThread(ctx, thread, discord.ThreadChange{Archived: new(true), Locked: new(true)})
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict == refusal.Without {
		s.cfg.Log.Debug("a match thread could not be closed", "tournament", row.Log.ID, "key", row.Key, "error", err)
		return nil
	}
	return err
}

// unarchive opens a thread that is archived, by the bot or after a long silence, and
// returns its state before.
func (s *Sender) unarchive(ctx context.Context, id string) (discord.Channel, error) {
	thread, err := s.cfg.Channels.Channel(ctx, id)
	if err == nil && thread.Thread.Archived {
		err = s.cfg.Channels.EditThread(ctx, id, discord.ThreadChange{Archived: new(false), Locked: new(false)})
	}
	return thread, err
}

// takeAway deletes a message. An archived thread is unarchived for this and archived
// again. An open thread may have been unarchived for this before a crash.
func (s *Sender) takeAway(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) error {
	if !inThread(row) {
		return s.withdraw(ctx, row)
	}
	over := threadOver(row, snap)
	thread, err := s.unarchive(ctx, row.Place)
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
	if s.judge(row, err, refusal.Removal) == refusal.Ask && !s.stands(ctx, row) {
		return nil
	}
	return err
}

// stayShut closes the thread of a removed message again if it is open: the request that
// unarchived it may have taken effect after the one that archived it.
func (s *Sender) stayShut(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) error {
	if !inThread(row) || row.Channel == "" || row.Shown == 0 || !threadOver(row, snap) {
		return nil
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
	return m != nil && !m.Over() && s.Phase < tournament.Finished && (row.Round == len(s.Rounds) || m.Fixture != nil)
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

// ensureThread opens the thread that the card of a match should have, also if a crash came
// between posting the card and opening the thread. If the match already has its result,
// the posts for the thread are given up.
func (s *Sender) ensureThread(ctx context.Context, row *tournament.OutboxRow, channel, message string, e view.Env) error {
	switch {
	case row.Kind != kindMatch || row.Thread != "" || !e.Snap.State.Settings.Threads:
		return nil
	case wantsThread(row, e.Snap):
		return s.thread(ctx, row, channel, message, e)
	}
	child, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Key+threadSuffix)
	waits := err == nil && child.Message == "" && child.Dead == "" // else there is none, or it is settled
	if waits {
		opened, err := s.mayHaveThread(ctx, row, e.Snap)
		if err != nil {
			return err
		}
		if opened {
			return s.thread(ctx, row, channel, message, e)
		}
	}
	if err := s.giveUpQuestions(ctx, row); err != nil || !waits {
		return err
	}
	s.kill(ctx, &child, journal.Obsolete)
	return nil
}

// mayHaveThread reports whether a thread may have been opened on a card without an answer.
// It is then requested again, because it has to be closed.
func (s *Sender) mayHaveThread(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) (bool, error) {
	m, l := snap.State.Match(row.Round, row.Match)
	if m == nil || l.N < 2 || row.Message == "" {
		return false, nil
	}
	if !s.traffic.unclear(row).IsZero() {
		return true, nil
	}
	card, err := s.seen(ctx, row)
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict == refusal.Without {
		return false, nil
	}
	return card != nil && card.HasThread(), err
}

// giveUpQuestions gives up the waiting posts for the thread of a match that has its result. Until
// then questions wait, and silence decides nothing because the question was not posted.
func (s *Sender) giveUpQuestions(ctx context.Context, card *tournament.OutboxRow) error {
	for _, kind := range []tournament.PostKind{kindAsked, kindFixture} {
		rows, err := s.cfg.Outbox.Unsent(ctx, kind)
		if err != nil {
			return err
		}
		for i := range rows {
			if rows[i].Log == card.Log && rows[i].Parent == card.Key {
				s.ended(ctx, &rows[i])
				if err := s.cfg.Outbox.KillPost(ctx, rows[i].ID, journal.Obsolete); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// thread opens the thread of a match on its card. A refusal does not hold up the event:
// the card has all the buttons, and the posts for the thread are given up until it can be
// opened. Other errors are returned.
func (s *Sender) thread(ctx context.Context, row *tournament.OutboxRow, channel, message string, e view.Env) error {
	id, err := s.cfg.Channels.StartThread(ctx, channel, discord.ThreadSpec{
		Name: wording.About(e.Words, e.Snap).Thread(row.Round, row.Match), MessageID: message, ArchiveAfter: 24 * time.Hour,
	})
	if err == nil {
		return s.cfg.Outbox.Threaded(ctx, row.ID, id)
	}
	verdict, err := s.part(row, err, refusal.Thread)
	if verdict != refusal.Without {
		return err
	}
	s.cfg.Log.Warn("a match thread could not be opened", "tournament", row.Log.ID, "key", row.Key, "error", err)
	if child, err := s.cfg.Outbox.Post(ctx, row.Log.ID, row.Key+threadSuffix); err == nil {
		s.kill(ctx, &child, noThread)
	}
	return nil
}

// noThread is the reason to give up the first post of a match thread that the bot may
// not open.
const noThread = "threadless"

// retryThread makes the card of a match due for another edit, which opens its thread. An
// edit under way may have come past the thread and would end by recording that nothing is
// due, so the card is then edited once more after it.
func (s *Sender) retryThread(ctx context.Context, child *tournament.OutboxRow) error {
	card, err := s.cfg.Outbox.Post(ctx, child.Log.ID, child.Parent)
	if err != nil || card.Message == "" {
		return err
	}
	if s.traffic.writing(placeOf(&card)) {
		s.deleted.addCards(card.Message)
	}
	return s.editAgain(ctx, &card)
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
	case s.unthread(ctx, &card):
		s.ended(ctx, row)
		s.cfg.Log.Info("the deleted thread of a match is opened again", "tournament", row.Log.ID, "key", card.Key)
	default: // the card is being edited
		s.traffic.delay(row, time.Now(), time.Second, s.traffic.unclear(row))
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

// unthread takes the deleted thread from a card, unless an edit of the card is under way,
// after which no other would be due.
func (s *Sender) unthread(ctx context.Context, card *tournament.OutboxRow) bool {
	place := placeOf(card)
	if !s.traffic.take(place, card.Guild) {
		return false
	}
	defer s.traffic.release(place, 0)
	if err := s.cfg.Outbox.Unthread(ctx, card.ID); err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		return false
	}
	return true
}

// retryLostThread opens the thread of a post that was given up again if it was deleted.
func (s *Sender) retryLostThread(ctx context.Context, row *tournament.OutboxRow) error {
	if !inThread(row) {
		return nil
	}
	card, open, err := s.threadOpen(ctx, row)
	if err == nil && open && s.threadMissing(ctx, &card) {
		s.unthread(ctx, &card)
	}
	return err
}
