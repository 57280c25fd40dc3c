package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// downtime is a period in which the bot was down while the event's clock and Discord's
// went on.
type downtime struct {
	seq     int64              // the last event before it
	due     []tournament.Timer // timers due within it
	pressed int                // presses that failed during it
	from    time.Time          // its beginning and end, in the event's time
	until   time.Time
	asked   int // requests to Discord after it until no post was due
	left    int // posts that were due even then
}

const (
	// inVain is the number of people who act while the bot is down.
	inVain = 12
	// overdueLimit is how long the bot, once it is back, may take for the overdue timers.
	overdueLimit = 20 * time.Second
	// unreachableFor is how long, in real time, Discord is unreachable, so that failed attempts
	// pile up.
	unreachableFor = 5 * time.Second
	// noticed is within what time the bot notices a broken connection.
	noticed = 2 * time.Second
	// expiry is a little more than Discord's limit for the first answer.
	expiry = 4 * time.Second
)

// leaveDown kills the bot in a round in which a reminder, the end of the round and an
// unanswered report fall due within the downtime. It lets that time pass while people go
// on acting, and starts the bot again.
func (r *rehearsal) leaveDown(ctx context.Context) error {
	for {
		snap, err := r.bot.snapshot(ctx, r.play.id)
		switch {
		case ctx.Err() != nil:
			return nil // the event is over
		case err != nil:
			return err
		}
		if r.worthMissing(snap) {
			done, err := r.downOnce(ctx)
			if err != nil || done {
				return err
			}
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			return nil
		}
	}
}

// missed returns the timers due within the downtime.
func (r *rehearsal) missed(s *tournament.State) []tournament.Timer {
	until := r.play.clock.now().Add(r.o.downtime)
	return slices.DeleteFunc(tournament.Timers(s), func(t tournament.Timer) bool { return t.At.After(until) })
}

// worthMissing reports whether a reminder, the end of the round's time and the silence
// after a report all fall into the downtime.
func (r *rehearsal) worthMissing(snap *tournament.Snapshot) bool {
	return allKinds(r.missed(snap.State))
}

// allKinds reports whether timers include a reminder, an end of time and a silence.
func allKinds(timers []tournament.Timer) bool {
	for _, kind := range []tournament.DueKind{tournament.DueWarning, tournament.DueTime, tournament.DueConfirm} {
		if !slices.ContainsFunc(timers, func(t tournament.Timer) bool { return t.Kind == kind }) {
			return false
		}
	}
	return true
}

// downOnce runs one downtime; done is false if the event moved on before the bot was
// down.
func (r *rehearsal) downOnce(ctx context.Context) (done bool, err error) {
	open := r.play.shut()
	defer open()
	if err := r.away(ctx); err != nil {
		return false, err
	}
	snap, err := r.bot.snapshot(ctx, r.play.id)
	if err != nil {
		return false, err
	}
	if done = r.worthMissing(snap); done {
		d := &downtime{seq: snap.State.Seq, due: r.missed(snap.State), from: r.play.clock.now()}
		if d.pressed, err = r.pressInVain(ctx, snap); err != nil {
			return false, err
		}
		r.venue.clock.Leap(r.o.downtime - expiry)
		if err := r.play.clock.leap(r.o.downtime); err != nil {
			return false, err
		}
		d.until = r.play.clock.now()
		r.play.down = d
	}
	if r.o.dark {
		if done {
			time.Sleep(unreachableFor)
		}
		r.venue.srv.Faults().Dark(false)
	} else {
		r.bot.clock = r.play.clock.present().String()
		if err := r.bot.again(); err != nil {
			return false, err
		}
	}
	if err := r.back(ctx); err != nil || !done {
		return done, err
	}
	before := r.venue.srv.Stats().Requests
	if err := r.overdue(ctx); err != nil {
		return true, err
	}
	if err := r.play.drain(ctx, overdueLimit); err != nil {
		return true, err
	}
	d := r.play.down
	d.asked = r.venue.srv.Stats().Requests - before
	d.left, _, err = r.bot.read().PostsPending(ctx)
	return true, err
}

// away kills the bot, or cuts Discord off, and waits until both sides have noticed.
func (r *rehearsal) away(ctx context.Context) error {
	if !r.o.dark {
		return r.kill(ctx)
	}
	r.venue.srv.Faults().Dark(true)
	wait, cancel := context.WithTimeout(ctx, onlineLimit)
	defer cancel()
	err := r.venue.srv.WaitOffline(wait)
	time.Sleep(noticed)
	return err
}

// pressInVain lets people act without a bot: their client shows that it did not respond.
// It returns the number of presses.
func (r *rehearsal) pressInVain(ctx context.Context, snap *tournament.Snapshot) (int, error) {
	var tried []*localdiscord.Interaction
	for i, n := range snap.State.Field() {
		who := r.venue.byID[snap.User(n)]
		if who == nil || len(tried) == inVain {
			continue
		}
		command, options := "report", localdiscord.Options{"result": "2-0"}
		if i%3 == 1 {
			command, options = "status", nil
		} else if i%3 == 2 {
			command, options = "confirm", nil
		}
		act, err := who.Slash(ctx, r.venue.main, command, options)
		if err != nil {
			return 0, err
		}
		tried = append(tried, act)
	}
	r.venue.clock.Leap(expiry)
	for _, act := range tried {
		if _, err := act.Answer(ctx); !errors.Is(err, localdiscord.ErrNoResponse) {
			return 0, fmt.Errorf("somebody acted while the bot was down and was not told so: %w", err)
		}
	}
	return len(tried), nil
}

// overdue waits until the bot has handled the overdue timers, except for reports that
// silence decides.
func (r *rehearsal) overdue(ctx context.Context) error {
	limit, cancel := context.WithTimeout(ctx, overdueLimit)
	defer cancel()
	for {
		snap, err := r.bot.snapshot(ctx, r.play.id)
		if err != nil {
			return err
		}
		left := tournament.Timers(snap.State)
		if !slices.ContainsFunc(r.play.down.due, func(t tournament.Timer) bool {
			return !t.Kind.ForSilence() && slices.Contains(left, t)
		}) {
			return nil
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-limit.Done():
			return fmt.Errorf("%v after a downtime these are still due: %v", overdueLimit, left)
		}
	}
}

// kill kills the bot without warning and waits until Discord has noticed.
func (r *rehearsal) kill(ctx context.Context) error {
	r.bot.kill()
	wait, cancel := context.WithTimeout(ctx, onlineLimit)
	defer cancel()
	if err := r.venue.srv.WaitOffline(wait); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// back waits until the bot is online again and records how long that took.
func (r *rehearsal) back(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, onlineLimit)
	defer cancel()
	if err := r.venue.srv.WaitConnected(wait); err != nil {
		if ctx.Err() != nil {
			return nil // the event is over
		}
		restarts, _ := r.bot.figures()
		return errors.Join(r.bot.died(), fmt.Errorf("%v after being killed for the %d. time: %w", onlineLimit, restarts, err))
	}
	r.bot.ready()
	return nil
}

// shut prevents all people from acting until the returned function is called.
func (p *play) shut() (open func()) {
	gate := make(chan struct{})
	p.mu.Lock()
	p.gate = gate
	p.mu.Unlock()
	return func() {
		p.mu.Lock()
		p.gate = nil
		p.mu.Unlock()
		close(gate)
	}
}

// timers checks the timers: none fired twice, and those due during the downtime fired
// afterwards. It returns how many fired.
func (f *findings) timers(snap *tournament.Snapshot, down *downtime, leaps []clockLeap) int {
	total := 0
	f.hasty(snap, leaps)
	fired := map[string]int64{} // batch of each key until it is renewed
	overdue := map[string]int{} // after the downtime
	for i := range snap.Log {
		e := &snap.Log[i]
		switch e.Event.(type) {
		case *tournament.Retracted, *tournament.ClockExtended, *tournament.ClockResumed, *tournament.SettingsChanged:
			clear(fired)
		}
		if e.Actor != 0 || e.Cause == "" || fired[e.Cause] == e.Batch {
			continue
		}
		if fired[e.Cause] != 0 {
			f.Doubled = append(f.Doubled, fmt.Sprintf("the timer %s fired twice, in events %d and %d", e.Cause, fired[e.Cause], e.Batch))
		}
		fired[e.Cause] = e.Batch
		total++
		if c, ok := e.Event.(*tournament.ResultConfirmed); ok && c.By == tournament.BySilence && down != nil {
			for _, d := range down.due {
				if d.Key() == e.Cause && e.Time.Before(d.At.Add(down.until.Sub(down.from))) {
					f.Lost = append(f.Lost, fmt.Sprintf("silence decided match %d.%d at %s: its time was %s, and nobody could be heard from %s to %s", c.Round, c.Match,
						e.Time.Format(time.TimeOnly), d.At.Format(time.TimeOnly), down.from.Format(time.TimeOnly), down.until.Format(time.TimeOnly)))
				}
			}
		}
		if down != nil && e.Seq > down.seq {
			overdue[e.Cause]++
		}
	}
	if down == nil {
		return total
	}
	for _, d := range down.due {
		if overdue[d.Key()] == 0 && !d.Kind.ForSilence() {
			f.Lost = append(f.Lost, fmt.Sprintf("the timer %s fell due while the bot was down and never fired", d.Key()))
		}
	}
	return total
}

// hasty checks that a player who was asked about a report had the full time to respond
// before silence decided it, not counting leaps of the host's clock.
func (f *findings) hasty(snap *tournament.Snapshot, leaps []clockLeap) {
	type match struct{ round, no int }
	reported, minutes := map[match]time.Time{}, 0
	for i := range snap.Log {
		e := &snap.Log[i]
		switch ev := e.Event.(type) {
		case *tournament.Created:
			minutes = ev.Settings.ConfirmMinutes
		case *tournament.SettingsChanged:
			minutes = ev.Settings.ConfirmMinutes
		case *tournament.ResultReported:
			reported[match{ev.Round, ev.Match}] = e.Time
		case *tournament.ResultConfirmed:
			at, ok := reported[match{ev.Round, ev.Match}]
			if ev.By != tournament.BySilence || !ok {
				continue
			}
			had, back := e.Time.Sub(at), false
			for _, l := range leaps {
				if within := !l.until.Before(at) && !l.until.After(e.Time); within && l.by > 0 {
					had -= l.by
				} else if l.by < 0 {
					back = back || within || !l.until.Before(at.Add(l.by)) && !l.until.After(e.Time)
				}
			}
			if !back && had < time.Duration(minutes)*time.Minute-time.Second {
				f.Lost = append(f.Lost, fmt.Sprintf("silence decided match %d.%d, about which somebody was asked %v before", ev.Round, ev.Match, had))
			}
		}
	}
}
