package post

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/command"
)

const (
	// brief is the longest outage, or delay in posting a question, for which people do not
	// get the time back: it is too short for a decision.
	brief = 5 * time.Second
	// noteEvery is the longest interval at which it is recorded that people can reach the
	// bot. A young process records it more often, after each noteShare-th of its age: at
	// most that part of its life before a crash counts as an outage. Otherwise a process
	// that crashes every few seconds would give all its time back, and no deadline would
	// come.
	noteEvery = 15 * time.Second
	noteShare = 8
	// A poll that comes later than lateLook, or for which the host's clock has advanced by
	// more than the elapsed time plus astray, means that the process or the machine was
	// suspended, or that the clock was set.
	lateLook = 30 * time.Second
	astray   = 5 * time.Second
)

// reachability is what the Poller knows about whether people can reach the bot.
type reachability struct {
	last    time.Time // when people could last reach the bot, in the event's time
	look    time.Time // when that was last checked, by the monotonic clock
	host    time.Time // the host's clock at that check
	heard   time.Time // when people could last reach the bot, by the monotonic clock
	noted   time.Time // when that was last recorded
	began   time.Time // when people could first reach this process, by the monotonic clock
	silent  bool      // people cannot reach it now
	unasked map[tournament.ID]unasked
}

// unasked is a question of an event that is not yet posted.
type unasked struct {
	since time.Time // when it was to be asked, in the event's time
	seen  time.Time // when this process saw it, by the monotonic clock
}

// updateReach checks whether people can reach the bot, and gives back the time of an
// outage before silence decides anything. It returns the time up to which deadlines may
// fire; later ones wait for the next poll.
func (p *Poller) updateReach(ctx context.Context) (now time.Time) {
	now = p.Now()
	h, real, host := &p.hearing, time.Now(), p.host()
	first, still := h.last.IsZero(), standstill(real.Sub(h.look), host.Sub(h.host))
	h.look, h.host = real, host
	if p.Reachable != nil && !p.Reachable() {
		h.silent = true
		return now
	}
	if first { // of this process
		last, err := p.Clocks.LastReachable(ctx)
		if err != nil {
			h.silent = true
			return now
		}
		if h.last = last; !last.IsZero() {
			h.last = last.Add(p.every()) // the next poll would have recorded it
		}
	}
	if first {
		h.began = real
	}
	if first && !p.wasAway(now) {
		h.heard = real
	}
	if real.Sub(h.heard) >= p.brief() || still && !first {
		h.silent = true
		if !p.giveBack(ctx, h.last, now) {
			h.heard = time.Time{}
			return now
		}
	}
	h.last, h.heard, h.silent = now, real, false
	p.questions(ctx, now, first)
	if real.Sub(h.noted) >= min(noteEvery, real.Sub(h.began)/noteShare) {
		h.noted = real
		p.note(ctx)
	}
	return now
}

// wasAway reports whether people could not reach the bot for longer than brief before
// this process. A quick restart takes no time from them.
func (p *Poller) wasAway(now time.Time) bool {
	return p.hearing.last.IsZero() || now.Sub(p.hearing.last) >= p.brief()
}

// brief returns the longest outage for which no time is given back.
func (p *Poller) brief() time.Duration { return cmp.Or(p.Brief, brief) }

// host returns the host's clock.
func (p *Poller) host() time.Time {
	if p.Host != nil {
		return p.Host().Round(0)
	}
	return time.Now().Round(0)
}

// standstill reports whether the process or machine was suspended between two polls, or
// the host's clock was put forward.
func standstill(passed, wall time.Duration) bool {
	return passed > lateLook || wall-passed > astray
}

// note records that people can reach the bot.
func (p *Poller) note(ctx context.Context) {
	if p.hearing.last.IsZero() || p.hearing.silent {
		return
	}
	if err := p.Clocks.NoteReachable(ctx, p.hearing.last); err != nil && ctx.Err() == nil {
		p.Log.Debug("it could not be recorded that people are heard", "error", err)
	}
}

// giveBack gives back the time of an outage to all players who had to answer. from is
// zero if no such time was ever recorded: a process that crashed in its first second may
// have accepted reports. giveBack reports whether it is done; if not, it is called again.
func (p *Poller) giveBack(ctx context.Context, from, until time.Time) bool {
	if !until.After(from) {
		return true // the host's clock was set back: everyone has more time anyway
	}
	all, err := p.Clocks.DueDeadlines(ctx, time.UnixMilli(math.MaxInt64/2), math.MaxInt32)
	if err != nil {
		return false
	}
	done, seen := true, map[tournament.ID]bool{}
	for _, d := range all {
		if tournament.KindOf(d.Key).ForSilence() && !seen[d.Log.ID] {
			seen[d.Log.ID] = true
			done = p.interrupt(ctx, d.Log.ID, from, until) && done
		}
	}
	if done && len(seen) > 0 {
		p.Log.Info("people could not be heard; those who had to answer have the time back", "from", from, "until", until)
	}
	return done
}

// interrupt gives the people of an event the time between from and until back. If from is
// zero, it gives back the time since one of them last acted. It reports whether nothing
// is left to do.
func (p *Poller) interrupt(ctx context.Context, id tournament.ID, from, until time.Time) bool {
	err := p.Guard.Do(ctx, id, workDeadlines, "outage", func() error {
		return p.catchPanic(func() error {
			if from.IsZero() {
				snap, err := p.Director.Snapshot(ctx, id)
				if err != nil {
					return err
				}
				from = lastAction(snap.Log)
			}
			_, err := p.Director.Do(ctx, id, command.Request{Command: &command.Interrupt{From: from.UTC(), Until: until.UTC()}})
			return err
		})
	})
	switch tournament.ClassOf(err) {
	case tournament.NoChange:
		return true
	case tournament.Unavailable: // nothing can be written now
		return false
	default:
	}
	if err != nil && ctx.Err() == nil { // this event fails by itself
		p.Log.Error("the time of an outage could not be given back", "tournament", id, "error", err)
	}
	return ctx.Err() == nil
}

// lastAction returns when a person last acted in an event. Events caused by the clock do not
// count.
func lastAction(log []tournament.Envelope) (at time.Time) {
	for i := range slices.Backward(log) {
		if log[i].Actor != 0 {
			return log[i].Time
		}
	}
	return at
}

// questions looks for questions that are not posted yet and so cannot be answered. After
// the posting, those who are asked get their full time.
func (p *Poller) questions(ctx context.Context, now time.Time, first bool) {
	if p.Posts == nil {
		return
	}
	var rows []tournament.OutboxRow
	for _, kind := range []tournament.PostKind{kindAsked, kindCall, kindPick, kindPairings, kindBench} {
		unsent, err := p.Posts.Unsent(ctx, kind)
		if err != nil {
			return
		}
		rows = append(rows, unsent...)
	}
	waiting := map[tournament.ID]unasked{}
	for i := range rows {
		snap, err := p.Director.Snapshot(ctx, rows[i].Log.ID)
		if err != nil || rows[i].Seq < 1 || rows[i].Seq > int64(len(snap.Log)) {
			continue
		}
		asked := rows[i].Seq
		if rows[i].Kind == kindCall { // a call does not always ask a question
			if _, asked = posted.Unasked(snap.State, rows[i].Round, rows[i].Said, rows[i].Seq); asked == 0 {
				continue
			}
		}
		if rows[i].Kind == kindPick && (rows[i].Newer || len(snap.State.PickWaits(tournament.Place{Round: rows[i].Round, Match: rows[i].Match})) == 0) {
			continue
		}
		if rows[i].Kind == kindPairings && !snap.State.LineUpsWait(snap.State.Round(rows[i].Round)) {
			continue
		}
		if rows[i].Kind == kindBench {
			if x := snap.State.BenchRequestOf(rows[i].Seq); x == nil || x.Person == 0 {
				continue
			}
		}
		q, known := waiting[rows[i].Log.ID]
		if !known {
			q = unasked{since: now, seen: p.hearing.look}
			if first { // it waited for an earlier process
				q.seen = q.seen.Add(-p.brief())
			}
			if old, ok := p.hearing.unasked[rows[i].Log.ID]; ok {
				q.seen = old.seen
			}
		}
		if since := snap.Log.At(asked).Time; since.Before(q.since) {
			q.since = since
		}
		waiting[rows[i].Log.ID] = q
	}
	for id, q := range p.hearing.unasked {
		if _, still := waiting[id]; !still && p.hearing.look.Sub(q.seen) >= p.brief() && !p.interrupt(ctx, id, q.since, now) {
			waiting[id] = q // to be tried again
		}
	}
	p.hearing.unasked = waiting
}

// mayFire reports whether a deadline may fire now. It may not if it depends on the
// silence of people who cannot reach the bot or were not asked yet.
func (p *Poller) mayFire(d tournament.DueDeadline) bool {
	q, asking := p.hearing.unasked[d.Log.ID]
	return !tournament.KindOf(d.Key).ForSilence() || !p.hearing.silent && !(asking && p.hearing.look.Sub(q.seen) >= p.brief())
}
