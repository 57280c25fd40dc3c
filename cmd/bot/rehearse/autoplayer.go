package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/numbered"
)

// autoplayer plays the people of a rehearsal whom no user of the page controls. It
// follows the newest event of the server, including events created by a user of the page.
type autoplayer struct {
	r     *rehearsal
	acted func(user string) bool          // reports whether a user of the page controls this person
	added func(*localdiscord.Person)      // called for each added person
	ready func(ctx context.Context) error // waits for the bot

	creating sync.Mutex // held from the press of a button that creates an event
	staging  sync.Mutex // held while an event is created

	mu       sync.Mutex // guards the fields below
	who      web.Players
	presses  []chan struct{} // pending presses of Step, each closed when it is done
	stepping chan struct{}   // the press in progress; nil for none
	vanished map[string]bool
	asked    map[string]time.Time // since when people could answer a report of a user of the page
	staged   *staged              // the event requested on the page
	current  *play                // the event being followed
	stand    progress
	next     web.Step   // what the followed event waits for
	first    []web.Step // of a newcomer
	trouble  string
	changed  chan struct{} // closed to wake everything that waits
}

// staged is an event that was created for the page.
type staged struct {
	play   *play
	script script
}

// errMoved ends a play because another event is followed.
var errMoved = errors.New("there is a newer event")

// considering is how long a played opponent waits before answering a report of a user of the
// page, who can see meanwhile what a report looks like that is not confirmed.
const considering = 8 * time.Second

// pollInterval is how often a waiting autoplayer checks again.
const pollInterval = 300 * time.Millisecond

func newAutoplayer(r *rehearsal) *autoplayer {
	return &autoplayer{r: r, who: web.Nobody, vanished: map[string]bool{}, changed: make(chan struct{})}
}

// run follows the events until ctx is done.
func (t *autoplayer) run(ctx context.Context) {
	for ctx.Err() == nil {
		p, s, err := t.newest(ctx)
		if p == nil || err != nil {
			t.mu.Lock()
			t.cancelPresses()
			t.mu.Unlock()
			t.rest(ctx)
			continue
		}
		t.mu.Lock()
		if t.current != p {
			t.stand = progress{}
		}
		t.current = p
		t.mu.Unlock()
		err = s.perform(ctx, p)
		t.mu.Lock()
		t.finishStep()
		if err == nil || errors.Is(err, errMoved) || ctx.Err() != nil {
			t.mu.Unlock()
			continue
		}
		t.trouble, t.who = err.Error(), web.Nobody
		t.cancelPresses()
		t.mu.Unlock()
		t.rest(ctx)
	}
}

// newest returns a play and script for the newest event, or nil if that is over.
func (t *autoplayer) newest(ctx context.Context) (*play, script, error) {
	t.staging.Lock()
	defer t.staging.Unlock()
	all, err := t.r.bot.read().ByGuild(ctx, t.r.venue.guild.ID())
	if err != nil || len(all) == 0 || all[0].Phase >= tournament.Finished {
		return nil, nil, err
	}
	t.mu.Lock()
	ready, current := t.staged, t.current
	t.mu.Unlock()
	if ready != nil && ready.play.id == all[0].ID {
		return ready.play, ready.script, nil
	}
	v := *t.r.venue
	for _, c := range v.guild.Channels() {
		if c.ID() == all[0].Channel {
			v.main = c
		}
	}
	s := partialEvening{evening{t.r.o}, t.skips}
	if current != nil && current.id == all[0].ID {
		return current, s, nil
	}
	p := t.newPlay(&v, t.r.o)
	p.id = all[0].ID
	return p, s, nil
}

// newPlay returns a play whose people are paced by the autoplayer.
func (t *autoplayer) newPlay(v *venue, o *options) *play {
	p := newPlay(o, v, t.r.bot, t.r.play.clock, len(v.players))
	p.pacer = t
	p.tell = func(now progress) {
		t.mu.Lock()
		t.stand = now
		t.mu.Unlock()
	}
	p.look = func(snap *tournament.Snapshot) {
		asked := t.reported(snap)
		t.mu.Lock()
		for user := range asked {
			if since, before := t.asked[user]; before {
				asked[user] = since
			}
		}
		t.asked = asked
		defer t.mu.Unlock()
		g := guide{v.organiser, numbered.Get(v.players, 1), t.vanished, v.office.ID()}
		t.next, t.first = g.next(snap, v.players), g.first(snap)
	}
	p.shown = func(format string, args ...any) { t.r.show.say(format, args...) }
	return p
}

// reported returns who could now answer a report of a user of the page.
func (t *autoplayer) reported(snap *tournament.Snapshot) map[string]time.Time {
	asked, s := map[string]time.Time{}, snap.State
	for _, n := range s.Blocking(len(s.Rounds)) {
		m, l := s.Match(len(s.Rounds), n)
		if m.Report == nil || !t.acted(snap.User(m.Report.Player)) {
			continue
		}
		for _, seat := range l.Players() {
			asked[snap.User(int(seat)+1)] = time.Now()
		}
	}
	return asked
}

// partialEvening is an evening in which some of the people may be absent.
type partialEvening struct {
	evening
	away func(user string) bool
}

func (l partialEvening) perform(ctx context.Context, p *play) error {
	opts := histories.Suited(l.o.stages.String(), len(p.venue.players))
	opts.Away = l.away
	return p.perform(ctx, histories.New(opts, l.o.seed))
}

// createEvent lets the organiser create an event for a script in a new channel and open
// its registration. Only one is created at a time.
func (t *autoplayer) createEvent(ctx context.Context, o *options, s script) error {
	if !t.creating.TryLock() {
		return errors.New("an event is being created already")
	}
	defer t.creating.Unlock()
	t.staging.Lock()
	defer t.staging.Unlock()
	if err := t.ready(ctx); err != nil {
		return err
	}
	v, newcomers, err := t.venueFor(ctx, s.people())
	if err != nil {
		return err
	}
	for _, p := range newcomers {
		t.added(p)
	}
	p := t.newPlay(v, o)
	create, set := s.settings()
	if err := p.create(ctx, create, set); err != nil {
		return err
	}
	organiser, err := p.actor(v.organiser.ID())
	if err != nil {
		return err
	}
	h, err := p.persistently(ctx, p.open(organiser))
	if err != nil {
		return err
	}
	p.dismiss(organiser, h)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.staged, t.stand = &staged{p, s}, progress{}
	t.trouble = ""
	clear(t.vanished) // it is a new evening
	t.wake()
	return nil
}

// venueFor returns the venue with an unused channel and people of these names; newcomers
// are the people added for this.
func (t *autoplayer) venueFor(ctx context.Context, names []string) (_ *venue, newcomers []*localdiscord.Person, err error) {
	v := *t.r.venue
	all, err := t.r.bot.read().ByGuild(ctx, v.guild.ID())
	if err != nil {
		return nil, nil, err
	}
	if len(all) > 0 {
		v.main = v.guild.AddChannel(fmt.Sprintf("tournament-%d", len(all)+1))
	}
	known := map[string]*localdiscord.Person{}
	for _, p := range v.guild.People() {
		known[p.Name()] = p
	}
	v.players = nil
	for _, name := range names {
		p := known[name]
		if p == nil || p == v.organiser || p == v.owner {
			p = v.guild.AddPerson(name)
			newcomers = append(newcomers, p)
		}
		v.players = append(v.players, p)
	}
	return &v, newcomers, nil
}

// await implements [pacer].
func (t *autoplayer) await(ctx context.Context, p *play) (most int, err error) {
	for {
		if err := t.ready(ctx); err != nil {
			return 0, err
		}
		all, err := p.bot.read().ByGuild(ctx, p.venue.guild.ID())
		if err != nil {
			return 0, err
		}
		if len(all) > 0 && all[0].ID != p.id {
			return 0, errMoved
		}
		if t.answering() {
			if _, err := p.truth(ctx); err != nil { // so that the page shows the result of the step
				return 0, err
			}
		}
		t.mu.Lock()
		t.finishStep()
		switch {
		case t.who != web.Nobody:
			t.cancelPresses()
			t.mu.Unlock()
			return 1 << 20, nil
		case len(t.presses) > 0:
			t.stepping, t.presses = t.presses[0], t.presses[1:]
			t.mu.Unlock()
			return 1, nil
		}
		t.mu.Unlock()
		snap, err := p.truth(ctx)
		if err != nil {
			return 0, err
		}
		if snap.State.Phase >= tournament.Finished {
			return 0, errMoved
		}
		t.rest(ctx)
	}
}

// press requests a step; answered is closed when it was taken or never will be.
func (t *autoplayer) press(answered chan struct{}) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.current == nil || t.stand.phase >= tournament.Finished:
		return errNoEvent
	case t.who != web.Nobody:
		return errors.New("people play by themselves already; let nobody play to go step by step")
	}
	t.presses = append(t.presses, answered)
	t.wake()
	return nil
}

// answering reports whether a press of Step is in progress.
func (t *autoplayer) answering() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stepping != nil
}

// finishStep ends the press of Step in progress. The caller holds the lock.
func (t *autoplayer) finishStep() {
	if t.stepping != nil {
		close(t.stepping)
		t.stepping = nil
	}
}

// cancelPresses cancels the pending presses of Step. The caller holds the lock.
func (t *autoplayer) cancelPresses() {
	for _, press := range t.presses {
		close(press)
	}
	t.presses = nil
}

// skips implements [pacer].
func (t *autoplayer) skips(user string) bool {
	t.mu.Lock()
	away := t.vanished[user] || t.who == web.Nobody && t.stepping == nil
	all := t.who == web.Everybody
	since, asked := t.asked[user]
	away = away || asked && !all && t.stepping == nil && time.Since(since) < considering
	t.mu.Unlock()
	return away || !all && t.acted(user)
}

// idle implements [pacer]. It moves a stopped clock to the next deadline if no person has
// anything to do.
func (t *autoplayer) idle(ctx context.Context, snap *tournament.Snapshot, waiting []histories.Step) error {
	t.mu.Lock()
	here := slices.ContainsFunc(waiting, func(step histories.Step) bool { return !t.vanished[step.Actor.User] })
	clock := t.r.play.clock
	t.mu.Unlock()
	if speed, _ := clock.pace(); speed == still && !here {
		next := time.Time{}
		for _, d := range tournament.Timers(snap.State) {
			if d.At.After(clock.now()) && (next.IsZero() || d.At.Before(next)) {
				next = d.At
			}
		}
		if !next.IsZero() {
			if err := clock.jump(next.Add(time.Second)); err != nil {
				return err
			}
		}
	}
	t.rest(ctx)
	return nil
}

// rest waits pollInterval, or until something has changed.
func (t *autoplayer) rest(ctx context.Context) {
	t.mu.Lock()
	changed := t.changed
	t.mu.Unlock()
	select {
	case <-time.After(pollInterval):
	case <-changed:
	case <-ctx.Done():
	}
}

// wake wakes everything that waits for a change. The caller holds the lock.
func (t *autoplayer) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// toggleVanished makes a person stop acting, or act again. The caller holds the lock.
func (t *autoplayer) toggleVanished(person string) {
	if t.vanished[person] {
		delete(t.vanished, person)
	} else {
		t.vanished[person] = true
	}
	t.wake()
}

// free returns the players that the autoplayer may play, in order of registration: those
// with an account who are not controlled on the page and have not vanished.
func (t *autoplayer) free(snap *tournament.Snapshot) []int {
	t.mu.Lock()
	vanished, everybody := t.vanished, t.who == web.Everybody
	field := slices.DeleteFunc(slices.Clone(snap.State.Field()), func(n int) bool {
		user := snap.User(n)
		return user == "" || vanished[user] || !everybody && t.acted(user)
	})
	t.mu.Unlock()
	return field
}
