package rehearse

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// eventControls are the buttons of the rehearsal page. Actions in the event are
// interactions of its people; the other buttons affect the bot from outside.
type eventControls struct {
	r        *rehearsal
	autoplay *autoplayer
	lives    sync.Mutex // held while the bot is being restarted
}

var _ web.Controls = (*eventControls)(nil)

// pressLimit is how long a button of the page may take.
const pressLimit = time.Minute

// errNoEvent is returned by buttons that need an event.
var errNoEvent = errors.New("there is no event that is running; begin one")

// Status returns the enabled controls and the state of the event.
func (d *eventControls) Status() web.Status {
	t := d.autoplay
	speed, _ := d.r.play.clock.pace()
	t.mu.Lock()
	defer t.mu.Unlock()
	s := web.Status{
		Offered: []web.Control{
			web.ControlSpeed, web.ControlPlay, web.ControlStep, web.ControlCut, web.ControlRestart, web.ControlNewEvent, web.ControlDropFile,
		},
		Speed: speed, Playing: t.who, Rulesets: rules.IDs(), Vanished: slices.Sorted(maps.Keys(t.vanished)), Note: t.trouble,
	}
	if t.current == nil {
		return s
	}
	s.Channel = t.current.venue.main.ID()
	s.Offered = append(s.Offered, web.ControlVanish, web.ControlExport)
	if t.stand.playing {
		s.Offered = append(s.Offered, web.ControlDisagree)
	}
	if s.Note == "" {
		s.Note = standing(t.stand)
	}
	if t.stand.phase < tournament.Finished {
		s.Next = t.next
	}
	s.First, s.Page = t.first, t.current.page
	return s
}

// standing describes the state of an event in one line.
func standing(now progress) string {
	switch {
	case now.seq == 0:
		return ""
	case now.phase >= tournament.Finished:
		return "The event is over"
	case now.round == 0 && now.phase == tournament.Running:
		return count(now.players, "player") + ", before round 1"
	case now.round == 0:
		return fmt.Sprintf("%s, not started", count(now.players, "player"))
	case now.round > now.of:
		return fmt.Sprintf("Round %d (cut), %d of %s done", now.round, now.done, count(now.tables, "table"))
	}
	return fmt.Sprintf("Round %d of %d, %d of %s done", now.round, now.of, now.done, count(now.tables, "table"))
}

// count formats a number with its noun.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// SetSpeed changes the speed of the clock and shortens the windows of the rate limits
// accordingly.
func (d *eventControls) SetSpeed(_ context.Context, factor float64) error {
	d.r.venue.srv.ScaleRateLimits(windowScale(factor))
	return d.r.play.clock.setSpeed(factor)
}

// LetPlay sets which people play automatically.
func (d *eventControls) LetPlay(_ context.Context, who web.Players) error {
	t := d.autoplay
	t.mu.Lock()
	defer t.mu.Unlock()
	t.who, t.trouble = who, ""
	t.wake()
	return nil
}

// Step has one person do the next sensible thing, and returns when it is done.
func (d *eventControls) Step(ctx context.Context) error {
	press := make(chan struct{})
	if err := d.autoplay.press(press); err != nil {
		return err
	}
	select {
	case <-press:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// event returns the play and the state of the running event.
func (d *eventControls) event(ctx context.Context) (*play, *tournament.Snapshot, error) {
	d.autoplay.mu.Lock()
	p := d.autoplay.current
	d.autoplay.mu.Unlock()
	if p == nil {
		return nil, nil, errNoEvent
	}
	snap, err := p.bot.snapshot(ctx, p.id)
	return p, snap, err
}

// Vanish makes a person stop acting, or act again. An empty user id selects a player,
// preferably one with an open match.
func (d *eventControls) Vanish(ctx context.Context, person string) error {
	p, snap, err := d.event(ctx)
	if err != nil {
		return err
	}
	t := d.autoplay
	if person == "" {
		playing, others := []int{}, t.free(snap)
		round := len(snap.State.Rounds)
		for _, n := range others {
			if m := snap.State.MatchOf(round, n); m > 0 && slices.Contains(snap.State.Blocking(round), m) {
				playing = append(playing, n)
			}
		}
		if len(playing) > 0 {
			others = playing
		}
		if len(others) == 0 {
			return errors.New("there is nobody left who could vanish")
		}
		person = snap.User(others[p.intN(len(others))])
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.toggleVanished(person)
	return nil
}

// Turn returns an error: only a league's page has a stopped clock.
func (d *eventControls) Turn(context.Context, int) error {
	return errors.New("the clock of this rehearsal runs; choose its speed")
}

// Disagree lets both players of a table claim a win, preferably at a table without
// players controlled on the page.
func (d *eventControls) Disagree(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pressLimit)
	defer cancel()
	p, snap, err := d.event(ctx)
	if err != nil {
		return err
	}
	s := snap.State
	r := s.Current()
	if s.Phase != tournament.Running || r == nil || r.Status != tournament.Started {
		return errors.New("no round is being played; two players can disagree when one is")
	}
	free, open := d.autoplay.free(snap), s.Blocking(r.Number)
	order := p.permutation(len(open))
	for _, who := range [][]int{free, slices.DeleteFunc(s.Field(), func(n int) bool { return snap.User(n) == "" })} {
		for _, i := range order {
			match, l := s.Match(r.Number, open[i])
			absent := slices.ContainsFunc(l.Players(), func(n int32) bool { return !slices.Contains(who, int(n)+1) })
			win := victory(s.Rules, match.Part, int(l.N))
			if !absent && !match.Disputed && l.N > 1 && win != "" {
				return p.quarrel(ctx, snap, match, l, win)
			}
		}
	}
	return errors.New("there is no open table of two people who could both say that they won")
}

// quarrel lets the first two players of a match both report a win.
func (p *play) quarrel(ctx context.Context, snap *tournament.Snapshot, match *tournament.Match, l *ledger.Match, win string) error {
	for _, seat := range l.Players()[:2] {
		n := int(seat) + 1
		if match.Report != nil && match.Report.Player == n {
			continue
		}
		step := histories.Step{
			Actor: tournament.Actor{User: snap.User(n), Name: snap.Name(n)}, Player: n,
			Command: &command.ReportResult{Player: n, Text: win},
		}
		if err := p.carryOut(ctx, snap, step); err != nil {
			return fmt.Errorf("%s could not report: %w", snap.Name(n), err)
		}
	}
	return nil
}

// victory returns the value with which the first seat reports a win; "" if results are
// not chosen from a list.
func victory(rs *rules.Ruleset, stage ledger.Stage, seats int) string {
	for _, o := range rs.Results(stage) {
		m := ledger.Match{Kind: o.Kind, N: uint8(seats), Result: o.Result, Seats: [4]int32{0, 1, 2, 3}}
		if rs.Winner(&m) == 0 {
			return o.Value
		}
	}
	return ""
}

// CutConnection cuts the bot's connection to the gateway.
func (d *eventControls) CutConnection(context.Context) error {
	d.r.venue.srv.Faults().Drop()
	return nil
}

// RestartBot kills the bot's process and starts it again on its database.
func (d *eventControls) RestartBot(context.Context) error {
	d.lives.Lock()
	defer d.lives.Unlock()
	return d.r.bot.crash()
}

// ExportURL lets the organiser export the event and returns the path of the file on the
// page.
func (d *eventControls) ExportURL(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pressLimit)
	defer cancel()
	p, _, err := d.event(ctx)
	if err != nil {
		return "", err
	}
	organiser, err := p.actor(p.venue.organiser.ID())
	if err != nil {
		return "", err
	}
	h, err := p.persistently(ctx, p.command(organiser, "tournament export", localdiscord.Options{"format": "json"}))
	if err != nil {
		return "", err
	}
	if h.answer.Message == nil || len(h.answer.Message.Attachments) == 0 {
		return "", fmt.Errorf("/tournament export gave no file: %s", first(h.text))
	}
	q := url.Values{"as": {organiser.ID()}, "message": {h.answer.Message.ID}, "file": {h.answer.Message.Attachments[0].ID}}
	return "/api/file?" + q.Encode(), nil
}

// NewEvent lets the organiser create another event.
func (d *eventControls) NewEvent(ctx context.Context, players int, ruleset string) error {
	if _, err := rules.Load(ruleset); err != nil {
		return fmt.Errorf("there is no ruleset %q; there are %s", ruleset, strings.Join(rules.IDs(), ", "))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pressLimit)
	defer cancel()
	o := *d.r.o
	o.players, o.ruleset = players, ruleset
	return d.autoplay.createEvent(ctx, &o, unsizedEvening{partialEvening{evening{&o}, d.autoplay.skips}})
}

// unsizedEvening is an evening whose rounds and cut depend on the number of players.
type unsizedEvening struct{ partialEvening }

func (b unsizedEvening) settings() (localdiscord.Options, map[string]string) {
	create, set := b.partialEvening.settings()
	delete(create, "rounds")
	delete(create, "cut")
	return create, set
}

// DropEventFile lets the organiser create the event of a tournament file, which is then
// replayed.
func (d *eventControls) DropEventFile(ctx context.Context, data []byte) error {
	e, err := parseEvent("the file", data)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pressLimit)
	defer cancel()
	return d.autoplay.createEvent(ctx, d.r.o, e)
}

// Log returns the newest lines of the bot's log.
func (d *eventControls) Log(context.Context) (string, error) {
	const lines = 200
	return d.r.bot.tail(lines), nil
}
