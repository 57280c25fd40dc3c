package rehearse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/site"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/journal"
)

// play is a rehearsal in progress.
type play struct {
	opts  *options
	venue *venue
	bot   *bot
	clock *eventClock
	alone *alone // of an evening without an organiser; else nil
	pacer pacer  // nil means that everyone acts, all the time
	crowd int    // number of people who act at the same time
	tell  func(progress)
	// look is called with the event each time it is read.
	look func(*tournament.Snapshot)
	// acted is called after each step that was answered, with the event as it was before.
	acted func(context.Context, *tournament.Snapshot, histories.Step) error
	shown func(format string, args ...any) // prints a line whatever is quiet

	actors map[string]*actor
	tally  tally
	effort effort

	mu     sync.Mutex // guards the fields below
	rng    *rand.Rand
	missed []histories.Step // joins of people who were not played then; used only by think
	claims []promise
	left   []panel
	unkept []string      // announced answers that did not come
	gate   chan struct{} // people wait until it is closed; nil if all may act
	last   string        // the last attempt and its outcome

	id    tournament.ID
	page  string // address of the event's public page; "" if it is not served
	began time.Time
	down  *downtime // nil if there was no downtime
	leaps []clockLeap
}

// clockLeap is a leap of the event's time caused by the host's clock.
type clockLeap struct {
	by    time.Duration
	until time.Time // the event's time after the leap
}

// tally counts the interactions between people and bot.
type tally struct {
	steps      atomic.Int64
	unanswered atomic.Int64 // interactions not answered in time
}

// progress is the state of the event for the page.
type progress struct {
	seq          int64 // of the newest event in its log
	phase        tournament.Phase
	round, of    int
	done, tables int
	playing      bool // the round is in progress
	players      int
	interactions int
	restarts     int
}

// errStuck means that the event does not progress.
var errStuck = errors.New("the event does not go on")

// idleWait is how long idle people wait before they check the event again.
const idleWait = 5 * time.Millisecond

// patience is the number of consecutive reads that may find the event unchanged.
const patience = 60

func newPlay(o *options, v *venue, b *bot, c *eventClock, players int) *play {
	p := &play{
		opts: o, venue: v, bot: b, clock: c, crowd: min(max(players/16, 1), 16),
		rng: rand.New(rand.NewPCG(o.seed, 0x70656f706c65)), actors: map[string]*actor{}, began: time.Now(),
		tell: func(progress) {}, look: func(*tournament.Snapshot) {},
		acted: func(context.Context, *tournament.Snapshot, histories.Step) error { return nil },
	}
	for _, x := range append([]*localdiscord.Person{v.owner, v.organiser}, v.players...) {
		p.actors[x.ID()] = &actor{Person: x}
	}
	return p
}

// chance returns true with a probability of perMille in a thousand.
func (p *play) chance(perMille int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rng.IntN(1000) < perMille
}

func (p *play) permutation(n int) []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rng.Perm(n)
}

func (p *play) intN(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rng.IntN(n)
}

// actor returns the person with the user id.
func (p *play) actor(user string) (*actor, error) {
	person, err := p.venue.person(user)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.actors[person.ID()] == nil {
		p.actors[person.ID()] = &actor{Person: person}
	}
	return p.actors[person.ID()], nil
}

// persistently repeats an action until it is answered.
func (p *play) persistently(ctx context.Context, do way) (response, error) {
	for range 50 {
		h, err := do(ctx)
		if !errors.Is(err, errNoAnswer) {
			return h, err
		}
	}
	return response{}, fmt.Errorf("after 50 attempts: %w", errNoAnswer)
}

// setUp performs the initial commands of a server's owner and an organiser: /setup, then
// /tournament create and its settings.
func (p *play) setUp(ctx context.Context, create localdiscord.Options, settings map[string]string) error {
	if err := p.prepare(ctx); err != nil {
		return err
	}
	return p.create(ctx, create, settings)
}

// prepare waits for the bot and lets the owner run /setup.
func (p *play) prepare(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer context.AfterFunc(p.bot.alive(), cancel)()
	if err := p.venue.srv.WaitCommand(wait, p.venue.guild, "tournament create"); err != nil {
		return errors.Join(p.bot.died(), err)
	}
	if err := p.bot.open(ctx); err != nil {
		return err
	}
	owner := p.actors[p.venue.owner.ID()]
	options := localdiscord.Options{"organisers": p.venue.role, "to_channel": p.venue.office}
	if p.opts.language != "" {
		options["language"] = p.opts.language
	}
	h, err := p.persistently(ctx, p.command(owner, "setup", options))
	if err == nil && p.opts.web {
		p.dismiss(owner, h)
	}
	return err
}

// openPage lets the organiser open the web page of the event, if one is wanted.
func (p *play) openPage(ctx context.Context, organiser *actor) error {
	if p.opts.public == "" {
		return nil
	}
	h, err := p.persistently(ctx, p.command(organiser, "tournament page", localdiscord.Options{"show": "link"}))
	if err != nil {
		return err
	}
	p.dismiss(organiser, h)
	snap, err := p.bot.snapshot(ctx, p.id)
	if err != nil {
		return err
	}
	p.page = p.bot.pages + site.Path(snap.State)
	p.shown("The page of the event: %s", p.page)
	return nil
}

// set changes a setting by command.
func (p *play) set(who *actor, key, value string) way {
	return p.command(who, "tournament settings", localdiscord.Options{"set": key + "=" + value})
}

// setInPanel changes a setting with the form of its topic.
func (p *play) setInPanel(who *actor, key, value string) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.slash(ctx, who, "tournament settings", nil)
		if err != nil || h.answer.Message == nil {
			return h, err
		}
		menu, ok := component(h.answer.Message.Components, like(customid.SettingsTopic{}))
		if !ok {
			return h, errNotThere
		}
		for _, topic := range []string{"structure", "rounds", "registration", "decks"} {
			form, err := p.choose(ctx, who, *h.answer.Message, menu, topic)
			if err != nil || form.answer.Modal == nil {
				return form, err
			}
			if hasField(form.answer.Modal.Components, key) {
				return p.submit(ctx, who, form.answer.Modal, localdiscord.Fields{key: value})
			}
		}
		return h, errNotThere
	}
}

// truth reads the event from the database and reports its progress to the page.
func (p *play) truth(ctx context.Context) (*tournament.Snapshot, error) {
	snap, err := p.bot.snapshot(ctx, p.id)
	if err != nil {
		return nil, err
	}
	s := snap.State
	p.effort.paired(s)
	now := progress{seq: s.Seq, phase: s.Phase, round: len(s.Rounds), of: s.PlannedRounds(), players: len(s.Field()), interactions: p.venue.srv.Stats().Interactions}
	if r := s.Current(); r != nil {
		now.tables = len(r.Matches)
		now.done = now.tables - len(s.Blocking(r.Number))
		now.playing = r.Status == tournament.Started && now.done < now.tables
	}
	now.restarts, _ = p.bot.figures()
	p.tell(now)
	p.look(snap)
	return snap, nil
}

// perform plays the event to its end with people whose steps come from gen.
func (p *play) perform(ctx context.Context, gen *histories.Generator) error {
	var again []histories.Step // attempts without an answer that gen does not repeat by itself
	seen, still := int64(-1), 0
	for {
		most, err := p.await(ctx)
		if err != nil {
			return err
		}
		snap, err := p.truth(ctx)
		if err != nil {
			return err
		}
		if snap.State.Phase >= tournament.Finished {
			return nil
		}
		if still++; snap.State.Seq != seen || p.lingers(snap) {
			seen, still = snap.State.Seq, 0
		}
		if still > patience && p.pacer == nil {
			return p.stuck(seen)
		}
		if err := p.bot.died(); err != nil {
			return err
		}
		batch, waiting, err := p.think(snap, gen, again, most)
		if err != nil {
			return err
		}
		if len(batch) == 0 && p.pacer != nil {
			if err := p.pacer.idle(ctx, snap, waiting); err != nil {
				return err
			}
			continue
		}
		if len(batch) == 0 && p.opts.linger {
			time.Sleep(idleWait)
			continue
		}
		if again, err = p.carryOutAll(ctx, snap, batch); err != nil {
			return err
		}
		if err := p.settle(ctx); err != nil {
			return err
		}
	}
}

// lingers reports whether a match waits for the end of a round's time.
func (p *play) lingers(snap *tournament.Snapshot) bool {
	r := snap.State.Current()
	return p.opts.linger && r != nil && r.Status != tournament.Done && !r.TimeCalled && lingering(snap.State) != ""
}

// lingering returns the subject of the match that waits for the end of its round's time:
// the first one without a report.
func lingering(s *tournament.State) string {
	round := len(s.Rounds)
	for _, n := range s.Blocking(round) {
		if m, _ := s.Match(round, n); m.Report == nil {
			return fmt.Sprintf("match %d.%d", round, n)
		}
	}
	return ""
}

// stuck returns an error that says why the event has not progressed since event seq of
// its log.
func (p *play) stuck(seq int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Errorf("%w after event %d: %s", errStuck, seq, p.last)
}

// think returns the next steps of people: at most most steps that do not conflict, tried
// on a copy of the event. waiting are the steps of people who are not played now.
func (p *play) think(snap *tournament.Snapshot, gen *histories.Generator, again []histories.Step, most int) (batch, waiting []histories.Step, err error) {
	batch = again
	for _, step := range p.missed {
		if !p.skipped(step.Actor.User) && !joined(snap, step) {
			batch = append(batch, step)
		}
	}
	p.missed = slices.DeleteFunc(p.missed, func(s histories.Step) bool { return !p.skipped(s.Actor.User) })
	shadow := snap
	busy := map[string]bool{}
	tries := 2 * p.crowd
	if p.pacer != nil {
		tries += len(snap.State.Players) // most of them may not be played
	}
	for misses := 0; len(batch) < min(4*p.crowd, most) && misses < tries; {
		step, ok := p.answer(shadow)
		if !ok {
			step, ok = p.alone.step(shadow)
		}
		if !ok {
			step, ok = p.extra(shadow)
		}
		if !ok {
			if step, ok = gen.Next(shadow); !ok {
				break
			}
		}
		if err := p.localise(&step); err != nil {
			return nil, nil, err
		}
		if p.alone.absurd(shadow, step) {
			misses++
			continue
		}
		if p.skipped(step.Actor.User) {
			if _, joins := step.Command.(*command.Join); joins {
				p.missed = append(p.missed, step)
			}
			waiting = append(waiting, step)
			misses++
			continue
		}
		if p.pacer != nil && joined(shadow, step) {
			continue
		}
		if _, pauses := step.Command.(*command.PauseClock); pauses && p.lingers(shadow) && len(shadow.State.Blocking(len(shadow.State.Rounds))) == 1 {
			misses++ // if no other player has to act, time would stand still for most of an evening
			continue
		}
		about, alone := subject(shadow, step)
		if alone && len(batch) > 0 {
			break // the event's own steps are taken once all others are done
		}
		if busy[about] || p.lingers(shadow) && about == lingering(shadow.State) {
			misses++
			continue
		}
		busy[about] = true
		batch = append(batch, step)
		if alone || p.crowd == 1 {
			break
		}
		after, _, err := command.Decide(shadow, command.Request{Actor: step.Actor, Cause: fmt.Sprintf("thought %d", len(batch)), Command: step.Command}, p.clock.now())
		if err == nil {
			shadow = after
		}
	}
	return batch, waiting, nil
}

// joined reports whether a step is a join of a person who has already joined on the page.
func joined(snap *tournament.Snapshot, step histories.Step) bool {
	join, ok := step.Command.(*command.Join)
	if !ok || join.User == "" {
		return false
	}
	for n := range snap.State.Players {
		if snap.User(n+1) == join.User {
			return true
		}
	}
	return false
}

// localise replaces the user ids of package histories by Discord ids.
func (p *play) localise(step *histories.Step) error {
	who, err := p.venue.person(step.Actor.User)
	if err != nil {
		return err
	}
	step.Actor.User = who.ID()
	if join, ok := step.Command.(*command.Join); ok && join.User != "" {
		join.User = who.ID()
		for i := range join.Mates {
			mate, err := p.venue.person(join.Mates[i].User)
			if err != nil {
				return err
			}
			join.Mates[i].User = mate.ID()
		}
	}
	return nil
}

// subject returns what a step is about, so that a batch has no two steps about the same
// thing; alone is set for a step that concerns the whole event.
func subject(snap *tournament.Snapshot, step histories.Step) (about string, alone bool) {
	s := snap.State
	seat := func(n int) string {
		if r := len(s.Rounds); r > 0 {
			if m := s.MatchOf(r, n); m > 0 {
				return fmt.Sprintf("match %d.%d", r, m)
			}
		}
		return fmt.Sprintf("player %d", n)
	}
	switch c := step.Command.(type) {
	case *command.Join:
		return "join " + c.Name, false
	case *command.AnswerInvitation:
		return "member " + c.User, false
	case *command.SubmitDeck:
		return seat(c.Player), false
	case *command.CheckInPlayer:
		return seat(c.Player), false
	case *command.Mix:
		return seat(c.Player), false
	case *command.ReportResult:
		return seat(c.Player), false
	case *command.ConfirmReport:
		return seat(c.Player), false
	case *command.BeginPicks:
		return seat(c.Player), false
	case *command.PickItem:
		return seat(c.Player), false
	case *command.ReportGame:
		return seat(c.Player), false
	case *command.WithdrawGame:
		return seat(c.Player), false
	case *command.DisputeReport:
		return seat(c.Player), false
	case *command.CallJudge:
		return seat(c.Player), false
	case *command.ClaimForfeit:
		return seat(c.Player), false
	case *command.BePresent:
		return seat(c.Player), false
	case *command.Drop:
		return seat(c.Player), s.Current() == nil || s.Current().Status == tournament.Done
	case *command.Remove:
		return seat(c.Player), s.Current() == nil || s.Current().Status == tournament.Done
	case *command.Correct:
		return fmt.Sprintf("match %d.%d", c.Round, c.Match), c.Round < len(s.Rounds)
	}
	return "", true
}

// answer returns the confirmation of a report by a player who sees it without being
// called: at the speed of people, nine of ten do.
func (p *play) answer(snap *tournament.Snapshot) (histories.Step, bool) {
	s := snap.State
	if speed, _ := p.clock.pace(); speed == maxSpeed || p.pacer != nil || s.Phase != tournament.Running || s.Current() == nil {
		return histories.Step{}, false
	}
	round := s.Current().Number
	for number := range s.Contests(round) {
		m, l := s.Match(round, number)
		if !s.Asks(round, number) || m.Report.Seq%10 == 0 {
			continue
		}
		for _, seat := range l.Players() {
			if n := int(seat) + 1; n != m.Report.Player && snap.User(n) != "" {
				return histories.Confirms(snap, n, tournament.Place{Round: round, Match: number}), true
			}
		}
	}
	return histories.Step{}, false
}

// extra returns a step that package histories does not generate: a drop is undone, a
// table gets more time.
func (p *play) extra(snap *tournament.Snapshot) (histories.Step, bool) {
	s := snap.State
	if s.Phase != tournament.Running || s.Elimination() != nil || s.Preview != nil || s.Current() == nil {
		return histories.Step{}, false
	}
	step := histories.Step{Actor: tournament.Actor{User: histories.Organiser, Name: p.venue.organiser.Name()}}
	switch r := s.Current(); {
	case r.Status == tournament.Done && len(s.Rounds) < s.PlannedRounds() && p.chance(300):
		for n := range s.Players {
			if s.Players[n].Status == tournament.Registered && !s.Taking(n+1) && !s.Players[n].Disqualified {
				step.Command = &command.Reinstate{Player: n + 1}
				return step, true
			}
		}
	case r.Status == tournament.Started && !r.Deadline.IsZero() && r.PausedAt.IsZero() && p.chance(5):
		open := s.Blocking(r.Number)
		if len(open) > 0 {
			_, l := s.Match(r.Number, open[p.intN(len(open))])
			step.Command = &command.ExtendClock{Table: int(l.Table), Minutes: 5}
			return step, true
		}
	}
	return histories.Step{}, false
}

// carryOutAll carries out all steps, at most crowd of them at the same time. It returns
// those that must be repeated.
func (p *play) carryOutAll(ctx context.Context, snap *tournament.Snapshot, batch []histories.Step) (again []histories.Step, err error) {
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(p.crowd)
	for _, step := range batch {
		group.Go(func() error {
			if err := p.wait(ctx, snap, step, min(p.crowd, len(batch))); err != nil {
				return err
			}
			if p.skipped(step.Actor.User) {
				return nil // a user took them over while they waited
			}
			p.tally.steps.Add(1)
			err := p.carryOut(ctx, snap, step)
			var client *localdiscord.ClientError
			_, joins := step.Command.(*command.Join)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err == nil, errors.As(err, &client), errors.Is(err, errNotThere):
			case errors.Is(err, errNoAnswer):
				if joins {
					mu.Lock()
					again = append(again, step)
					mu.Unlock()
				}
				return nil
			default:
				return err
			}
			if err != nil {
				return nil
			}
			if err := p.acted(ctx, snap, step); err != nil {
				return err
			}
			if err := p.settle(ctx); err != nil {
				return err
			}
			p.lookAround(ctx, snap, step)
			p.pressOld(ctx)
			return nil
		})
	}
	return again, group.Wait()
}

// wait waits as long as people would take for the step, at the speed of the rehearsal, while
// so many act beside each other: the reports of a round spread over two thirds of it.
func (p *play) wait(ctx context.Context, snap *tournament.Snapshot, step histories.Step, abreast int) error {
	switch speed, _ := p.clock.pace(); speed {
	case maxSpeed:
		return nil
	case still: // which each moves on from where the others have
		abreast = 1
	}
	s := snap.State
	takes := 10 * time.Second
	if _, answers := step.Command.(*command.ConfirmReport); answers {
		takes = 30 * time.Second
	} else if r := s.Current(); r != nil && r.Status == tournament.Started && step.Player != 0 {
		length := s.RoundLength(s.ClockStage(r))
		if length == 0 {
			length = 50 * time.Minute
		}
		tables := len(slices.Collect(s.Contests(r.Number)))
		takes = length / time.Duration(3*max(tables, 1)) * time.Duration(abreast)
	} else if step.Player == 0 && s.Phase == tournament.Running {
		takes = time.Minute
	}
	return p.clock.pass(ctx, time.Duration(float64(takes)*(0.5+float64(p.intN(1000))/1000)))
}

// settle waits, if people act one after the other, until all effects of a step are in the
// channels, so that people see the same in every run.
func (p *play) settle(ctx context.Context) error {
	if !p.steady() {
		return nil
	}
	return p.drain(ctx, atRest)
}

// steady reports whether people act one after the other and nothing disturbs the bot.
func (p *play) steady() bool {
	return p.crowd == 1 && !p.disturbed()
}

// disturbed reports whether this rehearsal injects faults.
func (p *play) disturbed() bool {
	return p.opts.restartEvery > 0 || p.opts.faults > 0 || p.opts.downtime > 0
}

// drain waits until no post waits to be sent or edited, at most for limit.
func (p *play) drain(ctx context.Context, limit time.Duration) error {
	return p.rest(ctx, limit, func(waiting, _ int) bool { return waiting == 0 })
}

// drainDue waits until all posts that are due now are sent or edited, at most for limit.
func (p *play) drainDue(ctx context.Context, limit time.Duration) error {
	if err := p.lookedAt(ctx, limit); err != nil {
		return err
	}
	due, err := p.bot.read().WaitingPosts(ctx)
	if err != nil {
		return err
	}
	return p.ask(ctx, limit, func() (bool, error) {
		now, err := p.bot.read().WaitingPosts(ctx)
		for id, row := range due {
			if still, waits := now[id]; waits && still.Shown < row.Want {
				return false, err
			}
		}
		return true, err
	})
}

// lookedAt waits until the posts of all events were looked at as of now, at most for limit.
func (p *play) lookedAt(ctx context.Context, limit time.Duration) error {
	grown, err := p.bot.read().Grown(ctx)
	if err != nil {
		return err
	}
	return p.ask(ctx, limit, func() (bool, error) {
		now, err := p.bot.read().Grown(ctx)
		for _, g := range now {
			i := slices.IndexFunc(grown, func(before journal.Growth) bool { return before.Log == g.Log })
			if i >= 0 && g.Looked < grown[i].Seq {
				return false, err
			}
		}
		return true, err
	})
}

// rest waits until done returns true for the outbox, at most for limit.
func (p *play) rest(ctx context.Context, limit time.Duration, done func(waiting, watched int) bool) error {
	return p.ask(ctx, limit, func() (bool, error) {
		waiting, watched, err := p.bot.read().PostsPending(ctx)
		return done(waiting, watched), err
	})
}

// ask waits until done returns true, at most for limit.
func (p *play) ask(ctx context.Context, limit time.Duration, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for pause := 2 * time.Millisecond; ; pause = min(pause*3/2, 60*time.Millisecond) {
		yes, err := done()
		switch {
		case ctx.Err() != nil:
			return nil // the checks at the end find what is missing
		case err != nil:
			return err
		case yes:
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		case <-p.bot.alive().Done():
			time.Sleep(10 * time.Millisecond)
		}
	}
}
