package rehearse

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
)

// result is the last line with --json.
type result struct {
	Players      int     `json:"players"`
	Rounds       int     `json:"rounds"`
	Interactions int     `json:"interactions"`
	Posts        int     `json:"posts"`      // messages that stand at the end
	PostsMade    int     `json:"posts_made"` // including those that were removed when no call for a judge was open any more
	Pings        int     `json:"pings_per_player_round_max"`
	Violations   int     `json:"violations"`
	Lost         int     `json:"lost"`
	Doubled      int     `json:"doubled"`
	Stale        int     `json:"stale"` // messages that do not say what the log says
	Restarts     int     `json:"restarts"`
	Champion     string  `json:"champion"`
	Seconds      float64 `json:"seconds"`
	PeakMB       float64 `json:"peak_mb"`           // of this process and the bot together
	Processor    float64 `json:"processor_seconds"` // of both, user and system; 0 where the system does not tell
	Requests     int     `json:"requests"`          // of the bot to Discord, answers to interactions among them
	Edits        int     `json:"edits"`             // of these, edits of messages
	Ready        float64 `json:"ready_seconds"`     // from a restart until people could act, the longest
	Timers       int     `json:"timers"`            // that fired, each once

	effortReport
	// Conformance is how many exchanges were compared with Discord's own
	// descriptions, how many of those there were it left out; both 0 where the
	// descriptions are not at hand.
	Conformance conformity `json:"conformance"`
}

// conformity is how much was compared with Discord's own descriptions.
type conformity struct {
	Checked int `json:"checked"`
	Skipped int `json:"skipped"`
}

// String returns a clause of the summary.
func (c conformity) String() string {
	switch {
	case c.Checked == 0:
		return "not compared with Discord's descriptions, which are not at hand"
	case c.Skipped == 0:
		return fmt.Sprintf("all %d exchanges compared with Discord's descriptions", c.Checked)
	}
	return fmt.Sprintf("%d of %d exchanges compared with Discord's descriptions", c.Checked, c.Checked+c.Skipped)
}

// script is what is played: the library's people, or a real event.
type script interface {
	// people are the names of those who come.
	people() []string
	// settings are the options of /tournament create and what is set afterwards.
	settings() (create localdiscord.Options, set map[string]string)
	// perform plays the created event to its end.
	perform(ctx context.Context, p *play) error
	// check compares the finished event with what is known of it; the error is a
	// sentence.
	check(snap *tournament.Snapshot) error
}

// evening is an event that package histories makes up.
type evening struct{ o *options }

func (e evening) people() []string { return simulated(e.o.players) }

func (e evening) settings() (localdiscord.Options, map[string]string) {
	create := localdiscord.Options{
		"name": "Rehearsal Open", "ruleset": e.o.ruleset, "rounds": e.o.rounds, "cut": e.o.cut,
	}
	set := map[string]string{"check_in_minutes": "15"}
	if rs, err := rules.Load(e.o.ruleset); err == nil && !rs.NoDecks {
		set["decks"] = "optional"
	}
	if e.o.usual {
		clear(set) // as most organisers do: what the form says is enough
	}
	if len(e.o.stages.Stages) > 0 {
		delete(create, "rounds")
		delete(create, "cut")
		create["stages"] = e.o.stages.String()
	} else if !e.o.usual && e.o.cut >= 4 {
		set["third_place"] = "yes"
	}
	maps.Copy(set, e.o.set)
	return create, set
}

func (e evening) perform(ctx context.Context, p *play) error {
	opts := histories.Suited(e.o.stages.String(), e.o.players)
	if e.o.usual {
		opts.CheckIn, opts.Repairs = false, 0
		opts.Usual, opts.Guests, opts.Rulings, opts.Silence, opts.Drops, opts.Disputes = true, 0, 0, 0, opts.Drops/2, 60
	}
	return p.perform(ctx, histories.New(opts, e.o.seed))
}

func (evening) check(*tournament.Snapshot) error { return nil }

// run plays a rehearsal and returns the exit code.
func run(ctx context.Context, o *options, env Env) int {
	if o.hold {
		return hold(ctx, o, env)
	}
	if o.web {
		return page(ctx, o, env)
	}
	if o.league {
		return league(ctx, o, env)
	}
	var s script = evening{o}
	if o.event != "" {
		real, err := readEvent(o.event)
		if err != nil {
			fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
			return exitFailed
		}
		s = real
	}
	dir, done, err := workFolder()
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	defer done()
	show := newScreen(env, !o.verbose)
	r := &rehearsal{o: o, env: env, dir: dir, script: s, show: show, described: o.describedBy(env.Executable)}
	if o.usual = !o.rough; !o.quiet && !o.verbose {
		r.teller = newNarrator(show)
		r.teller.begin(o.inWords())
	}
	code, err := r.run(ctx)
	show.done()
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
	}
	return code
}

// workFolder makes a temporary folder; done takes it away.
func workFolder() (dir string, done func(), err error) {
	if dir, err = os.MkdirTemp("", "topcut-rehearse-"); err != nil {
		return "", nil, fmt.Errorf("no temporary folder: %w", err)
	}
	return dir, func() { _ = os.RemoveAll(dir) }, nil
}

// threadExists is what Discord says to a bot that was killed between opening a thread
// and knowing it, and opens it again.
const threadExists = 160004

// messageGone is what Discord says to a bot that was killed, or did not hear the
// answer, between taking a message away and knowing it, and takes it away again.
const messageGone = 10008

// rehearsal is one run of the command.
type rehearsal struct {
	o      *options
	env    Env
	dir    string
	script script
	show   *screen
	teller *narrator // nil = the event is not told
	// described reads Discord's own descriptions.
	described func() (localdiscord.Conformance, error)

	venue *venue
	bot   *bot
	play  *play
	once  sync.Once // of killOnce
}

func (r *rehearsal) run(ctx context.Context) (int, error) {
	defer r.close()
	if err := r.open(); err != nil {
		return exitFailed, err
	}
	seen := r.watch()
	err := r.perform(ctx)
	var found *findings
	if err == nil {
		found, err = r.play.audit(ctx)
	}
	seen()
	switch {
	case ctx.Err() != nil:
		return exitFailed, errors.New("interrupted")
	case err != nil:
		return exitFailed, r.explain(err)
	}
	return r.report(ctx, found)
}

// open starts the local Discord and the bot on it.
func (r *rehearsal) open() error {
	c := newEventClock(r.o.speed)
	if r.o.hurry > 0 {
		c.parts[0].factor = r.o.hurry
	}
	names := r.script.people()
	database, err := r.database()
	if err != nil {
		return err
	}
	conformance, err := r.described()
	if err != nil {
		return err
	}
	r.venue, err = openVenue(localdiscord.Config{
		Seed: r.o.seed, StableIDs: true, ViewClock: c.now, RateLimits: localdiscord.RateLimits{Scale: r.o.scale()},
		Conformance: conformance,
	}, names)
	if err != nil {
		return err
	}
	if r.o.restartEvery > 0 || r.o.downtime > 0 || r.o.faults > 0 || r.o.killsOnce() {
		r.venue.srv.Tolerate(threadExists, messageGone)
	}

	seed := sha256.Sum256(fmt.Appendf(nil, "rehearsal %d", r.o.seed))
	told := c.present().String()
	if r.o.web || r.o.dark || r.o.league || r.o.steps > 0 {
		if told, err = c.follow(filepath.Join(r.dir, "clock")); err != nil {
			return err
		}
	}
	r.bot, err = newBot(r.env, r.dir, database, r.venue.srv.URL(), r.venue.srv.BotToken(), told, hex.EncodeToString(seed[:]), r.o.public, r.o.scale())
	if err != nil {
		return err
	}
	if r.o.keep != "" {
		r.bot.logPath = r.o.keep + ".log"
	}
	poll := r.o.poll
	if r.o.hurry > 0 || r.o.dark || r.o.league {
		poll = 20 * time.Millisecond
	}
	if poll > 0 {
		r.bot.environ = append(r.bot.environ, "TOPCUT_POLL="+poll.String())
	}
	if r.o.league && r.o.restartEvery == 0 {
		r.bot.environ = append(r.bot.environ, "TOPCUT_BRIEF="+turnLimit.String())
	}
	r.play = newPlay(r.o, r.venue, r.bot, c, len(names))
	r.play.tell, r.play.shown = r.show.progress, r.show.say
	if r.teller != nil {
		r.play.tell, r.play.look = func(progress) {}, r.teller.follow
	}
	return r.bot.start()
}

// close ends the bot and the local Discord.
func (r *rehearsal) close() {
	if r.bot != nil {
		r.bot.stop()
		r.bot.close()
	}
	if r.venue != nil {
		_ = r.venue.srv.Close() // nothing can be done about it
	}
}

// database returns the file of the bot's database: a temporary one, or the one
// to keep, which must not exist yet.
func (r *rehearsal) database() (string, error) {
	if r.o.keep == "" {
		return filepath.Join(r.dir, "rehearsal.db"), nil
	}
	path, err := filepath.Abs(r.o.keep)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("%s exists already; name a new file for --keep", r.o.keep)
	}
	r.o.keep = path
	return path, nil
}

// watch shows what happens while it happens. The returned function waits until
// everything so far is shown.
func (r *rehearsal) watch() (finish func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	last := 0
	go func() {
		defer close(done)
		for e := range r.venue.srv.Follow(ctx, 0) {
			r.show.entry(e)
			last = e.Seq
		}
	}()
	return func() {
		cancel()
		<-done
		for _, e := range r.venue.srv.Transcript(last) {
			r.show.entry(e)
		}
	}
}

// perform plays the event while, where that is asked for, the bot is killed now
// and then.
func (r *rehearsal) perform(ctx context.Context) error {
	create, set := r.script.settings()
	if r.o.downtime > 0 {
		// A round that ends, and a report that becomes final, within the downtime.
		set["round_minutes"] = strconv.Itoa(max(int(r.o.downtime/time.Minute)-5, 7))
		set["confirm_minutes"] = "5"
	}
	if err := r.play.setUp(ctx, create, set); err != nil {
		return err
	}
	return r.disturbing(ctx, func(ctx context.Context) error { return r.script.perform(ctx, r.play) })
}

// disturbing plays something while things go wrong, where that is asked for.
func (r *rehearsal) disturbing(ctx context.Context, perform func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if r.o.faults > 0 {
		r.venue.srv.Faults().Plan(r.o.faultPlan())
	}
	if r.o.killsOnce() {
		r.play.acted = r.killOnce
	}
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		if err := r.disturb(ctx); err != nil {
			cancel(err)
		}
	}()
	err := perform(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	cancel(nil)
	<-killed
	r.venue.srv.Faults().Plan(localdiscord.FaultPlan{})
	return err
}

// disturb leaves the bot down and kills it, where that is asked for.
func (r *rehearsal) disturb(ctx context.Context) error {
	if r.o.downtime > 0 {
		if err := r.leaveDown(ctx); err != nil {
			return err
		}
	}
	return r.killNowAndThen(ctx)
}

// killOnce kills the bot once, in the middle of round 2: when a report has been answered
// and is not in the channels yet. A seed decides after which step that is, and people who
// act one after the other have nothing under way then, so that a seed decides what
// follows, too.
func (r *rehearsal) killOnce(ctx context.Context, snap *tournament.Snapshot, step histories.Step) error {
	s := snap.State
	_, reports := step.Command.(*tournament.ReportResult)
	if !reports || len(s.Rounds) < 2 || len(s.Rounds) == 2 && 2*len(s.Blocking(2)) > len(s.Current().Matches)+1 {
		return nil
	}
	var err error
	r.once.Do(func() { err = r.killed(ctx) })
	return err
}

// killed kills the bot and has it back.
func (r *rehearsal) killed(ctx context.Context) error {
	if r.teller != nil {
		r.teller.killed()
	}
	if err := r.kill(ctx); err != nil {
		return err
	}
	began := time.Now()
	if err := r.bot.again(); err != nil {
		return err
	}
	if err := r.back(ctx); err != nil {
		return err
	}
	if r.teller != nil && ctx.Err() == nil {
		r.teller.back(time.Since(began))
	}
	return nil
}

// killNowAndThen kills the bot every so often until ctx ends.
func (r *rehearsal) killNowAndThen(ctx context.Context) error {
	for n := 0; r.o.restartEvery > 0 && (r.o.restarts == 0 || n < r.o.restarts); n++ {
		// Not like clockwork: from half to one and a half times as long.
		pause := r.o.restartEvery/2 + time.Duration(r.play.intN(1000))*r.o.restartEvery/1000
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
		if err := r.killed(ctx); err != nil {
			return err
		}
		if err := r.stepClock(n); err != nil {
			return err
		}
	}
	return nil
}

// stepClock sets the clock of the bot's host after its n-th kill: forward and, next
// time, back to what it was.
func (r *rehearsal) stepClock(n int) error {
	by := r.o.steps
	if n%2 == 1 {
		by = -by
	}
	if by == 0 {
		return nil
	}
	leap, err := r.play.clock.step(by)
	r.play.leaps = append(r.play.leaps, clockLeap{by: leap, until: r.play.clock.now()})
	return err
}

// explain adds to an error what the bot said last.
func (r *rehearsal) explain(err error) error {
	const lines = 25
	if tail := r.bot.tail(lines); tail != "" {
		r.show.done()
		fmt.Fprintf(r.env.Stderr, "The last lines of the bot's log:\n%s\n", tail)
	}
	for i, refused := range r.venue.srv.Refusals() {
		if n := len(r.venue.srv.Refusals()); i >= n-5 {
			fmt.Fprintf(r.env.Stderr, "%s could not %s: %s\n", refused.Person, refused.Action, refused.Reason)
		}
	}
	return err
}

// report shows what came of it.
func (r *rehearsal) report(ctx context.Context, f *findings) (int, error) {
	snap, err := r.bot.snapshot(ctx, r.play.id)
	if err != nil {
		return exitFailed, err
	}
	if r.teller != nil {
		r.teller.follow(snap)
		r.teller.end(snap)
	} else {
		r.show.final(snap)
	}
	stats := r.venue.srv.Stats()
	restarts, _ := r.bot.figures()
	r.bot.stop()
	_, peak := r.bot.figures()
	out := result{
		Players: len(snap.State.Players), Rounds: len(snap.State.Rounds), Interactions: stats.Interactions, Posts: f.Posts,
		Violations: stats.Violations, Lost: len(f.Lost), Doubled: len(f.Doubled), Stale: len(f.Stale), Restarts: restarts,
		Champion: champion(snap), Seconds: float64(time.Since(r.play.began).Milliseconds()) / 1000,
		PeakMB: float64((ownPeak()+peak)>>10) / 1024,
	}
	out.PeakMB = float64(int(out.PeakMB*10)) / 10
	out.effortReport = r.play.effort.report()
	out.PostsMade, out.Pings = stats.Posts, f.pings
	out.Requests, out.Edits, out.Processor = stats.Requests, stats.Edits, math.Round(100*processor().Seconds())/100
	out.Ready, out.Timers = float64(r.bot.slowestStart().Milliseconds())/1000, f.fired
	out.Conformance.Checked, out.Conformance.Skipped = r.venue.srv.Checked()
	faults := out.Violations + out.Lost + out.Doubled + out.Stale
	if r.teller != nil && faults == 0 {
		r.teller.farewell(&out)
	} else {
		r.figures(&out)
	}
	code := exitOK
	for _, list := range [][]string{f.Lost, f.Doubled, f.Stale, f.violations} {
		for i, line := range list {
			if i == 20 {
				r.show.say("  ... and %d more", len(list)-i)
				break
			}
			r.show.say("  %s", r.show.paint(red, line))
		}
	}
	if err = r.script.check(snap); err != nil {
		code = exitFailed
	}
	if faults > 0 {
		code = exitFaulty
		err = errors.Join(err, errors.New("the rehearsal found faults"))
	}
	if o := r.o; o.keep != "" {
		r.show.say("The database is kept in %s, the bot's log beside it.", o.keep)
	}
	if r.o.json {
		writeJSON(r.env.Stdout, out)
	}
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return code, err
}

// figures shows what was counted.
func (r *rehearsal) figures(out *result) {
	r.show.say("%d interactions, %d posts, %d restarts; %d violations, %d lost, %d doubled, %d stale; %s; %.1f s, %.0f MB",
		out.Interactions, out.Posts, out.Restarts, out.Violations, out.Lost, out.Doubled, out.Stale, out.Conformance, out.Seconds, out.PeakMB)
	r.show.say("The organiser: %d commands, %d forms and %d presses until round 1 was published. %.2f presses a report, %.2f a confirmation. At most %d pings of a player in a round.",
		out.Commands, out.Forms, out.Presses, out.PerReport, out.PerAnswer, out.Pings)
	if d := r.play.down; d != nil {
		r.show.say("The bot was down for %v: %d people were told so, %d timers fell due and fired once.", r.o.downtime, d.pressed, len(d.due))
	}
	if out.Restarts > 0 {
		r.show.say("Ready again within %.2f s of each restart; %d timers fired in all, each once.", out.Ready, out.Timers)
	}
}

// champion returns the name of the winner; of several, of the first.
func champion(snap *tournament.Snapshot) string {
	for n, place := range snap.State.Places {
		if place == 1 {
			return snap.Name(n + 1)
		}
	}
	return ""
}
