package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/consent"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/commands/refusal"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// deferAfter is how long an answer may take before Discord shows "thinking". Nearly all
// commands are faster.
const deferAfter = 700 * time.Millisecond

// handleLimit bounds the work for one interaction. Discord allows 15 minutes, but users
// Do not wait that long.
const handleLimit = 60 * time.Second

// Answerer sends the answers to an interaction. *discord.Responder implements it.
type Answerer interface {
	Reply(ctx context.Context, m discord.Message) error
	Defer(ctx context.Context, ephemeral bool) error
	DeferUpdate(ctx context.Context) error
	Update(ctx context.Context, m discord.Message) error
	Modal(ctx context.Context, m discord.Modal) error
	Choices(ctx context.Context, choices []discord.Choice) error
	EditReply(ctx context.Context, m discord.Message) error
	FollowUp(ctx context.Context, m discord.Message) (string, error)
	// Apart declares that the answer will take long for a reason of its own.
	Apart()
}

// Interaction answers one interaction. It may be called concurrently.
func (a *App) Interaction(ctx context.Context, in *discord.Interaction, r *discord.Responder) {
	a.Serve(ctx, in, r)
}

// Serve answers one interaction through r. It may be called concurrently.
func (a *App) Serve(ctx context.Context, in *discord.Interaction, r Answerer) {
	ctx, cancel := context.WithTimeout(ctx, handleLimit)
	defer cancel()
	begin := time.Now()
	route, panel, err := a.Table.Find(in)
	call := &Call{Interaction: in, App: a, Panel: panel, formless: make(chan struct{})}
	if a.Draw != nil {
		call.Draw = func(name string, d pictures.Drawing) []discord.File { return a.draw(ctx, call.Member(), name, d) }
	}
	who := call.Member()
	if !a.budget.Enter(who) {
		a.refuse(ctx, call, r)
		return
	}
	defer a.budget.Leave(who)
	if in.Kind == discord.KindAutocomplete {
		a.complete(ctx, route, call, r, err)
		return
	}
	if err != nil {
		a.answer(ctx, call, r, nil, Reply{}, err)
		return
	}
	type result struct {
		reply Reply
		err   error
	}
	done := make(chan result, 1)
	go func() {
		run := a.Run
		if route.reads(in) {
			r.Apart()
			run = a.runReading
		}
		reply, err := run(ctx, route, call)
		done <- result{reply, err}
	}()
	timer := time.NewTimer(deferAfter)
	defer timer.Stop()
	late := timer.C
	var formless chan struct{}
	if route.Opens && len(in.Attachments) == 0 {
		// A modal must be the first answer. A command with a file opens none.
		late, formless = nil, call.formless
	}
	var deferred *deferral
	for {
		select {
		case res := <-done:
			better := a.refine(ctx, call, r, deferred, res.reply)
			a.answer(ctx, call, r, deferred, res.reply, res.err)
			a.Metrics.interaction(routeName(route), res.err, time.Since(begin))
			better()
			return
		case <-formless:
			late, formless = timer.C, nil
		case <-late:
			late = nil
			deferred = &deferral{update: route.Update && in.Kind == discord.KindComponent}
			var err error
			if deferred.update {
				err = r.DeferUpdate(ctx)
			} else {
				err = r.Defer(ctx, !(route.Public && call.Bool("public")))
			}
			if err != nil && refusal.Judge(err, answering) != refusal.Done {
				a.Log.Warn("deferring an answer failed", "route", routeName(route), "error", err)
			}
		}
	}
}

// answering is the case of an error of an Answerer.
var answering = refusal.Case{Kind: refusal.Reply}

// refuse answers a user with too many interactions in progress, with as little work as
// possible.
func (a *App) refuse(ctx context.Context, c *Call, r Answerer) {
	if c.Kind == discord.KindAutocomplete {
		_ = r.Choices(ctx, nil)
		return
	}
	a.answer(ctx, c, r, nil, Reply{}, allowance.ErrUnderWay)
}

// deferral says how a slow answer was deferred.
type deferral struct{ update bool }

func routeName(r *Route) string {
	if r == nil {
		return "unknown"
	}
	if r.Path != "" {
		return "/" + r.Path
	}
	return r.Name()
}

// runReading is run for a call that brings a file or paste.
func (a *App) runReading(ctx context.Context, route *Route, c *Call) (Reply, error) {
	end, err := a.readings.Begin(ctx, c.Member(), c.readFor())
	if err != nil {
		return Reply{}, err
	}
	defer end()
	return a.Run(ctx, route, c)
}

// Run finds the event, checks permissions and runs the route.
func (a *App) Run(ctx context.Context, route *Route, c *Call) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in %s: %v\n%s", routeName(route), p, debug.Stack())
		}
	}()
	if c.GuildID == "" {
		if err := a.enter(ctx, route, c); err != nil {
			return Reply{}, err
		}
	}
	menu.Name(route.On, c.Interaction)
	if route.On == wire.CommandMessage && a.Sending != nil {
		c.Panel.Tournament = a.Sending.EventOf(ctx, c.TargetID)
	}
	if c.Bool("public") && !c.MayWrite() {
		return Reply{}, errMayNotWrite
	}
	if err := a.Locate(ctx, route, c); err != nil {
		c.Staff, _ = a.isOrganiser(ctx, c) // a refusal suggests another command to organisers
		if route.Scope == OneLeague && route.Role == Organiser && !c.Staff {
			err = errNotOrganiser
		}
		return Reply{}, err
	}
	if err := cmp.Or(a.Permit(ctx, route, c), route.admits(c)); err != nil {
		return Reply{}, err
	}
	return a.guarded(ctx, route, c)
}

// guarded runs the route, unless the process crashed again and again in what people do in
// the event or league.
func (a *App) guarded(ctx context.Context, route *Route, c *Call) (reply Reply, err error) {
	run := func() error {
		c.organises = route.Role == Organiser
		reply, err = route.Run(ctx, c)
		if s, ok := errors.AsType[*consent.SurpriseError](err); ok {
			reply, err = c.askFirst(ctx, s)
		}
		return err
	}
	switch {
	case c.Snap != nil:
		err = a.Guard.Do(ctx, c.Snap.State.ID, post.WorkPresses, routeName(route), run)
	case c.Season != nil:
		err = a.Guard.Do(ctx, c.Season.State.ID, post.WorkPresses, routeName(route), run)
	default:
		err = run()
	}
	if errors.Is(err, post.ErrApart) {
		err = tournament.Refuse(tournament.Unavailable, "broken.apart")
	}
	return reply, err
}

// Permit checks the role of a route. It is called for every command, button, select and
// modal, because what Discord hides is no protection.
func (a *App) Permit(ctx context.Context, route *Route, c *Call) error {
	staff, err := a.isOrganiser(ctx, c)
	if err != nil {
		return err
	}
	c.Staff = staff
	if route.Role == Organiser && !staff {
		return errNotOrganiser
	}
	return nil
}

var errNotOrganiser = tournament.Refuse(tournament.NotAllowed, "not_here.staff")

// isOrganiser reports whether the user may act as organiser here.
func (a *App) isOrganiser(ctx context.Context, c *Call) (bool, error) {
	if c.Snap != nil && c.Snap.State.IsStaff(c.Snap.Book.ByUser(c.User.ID)) {
		return true, nil
	}
	if c.Season != nil && c.Season.State.Creator > 0 && c.Season.State.Creator == c.Season.Book.ByUser(c.User.ID) {
		return true, nil
	}
	return a.OrganisesServer(ctx, c)
}

// OrganisesServer reports whether the user may act as organiser of every event of the
// server.
func (a *App) OrganisesServer(ctx context.Context, c *Call) (bool, error) {
	const any = wire.ManageGuild | wire.ManageEvents | wire.Administrator
	if c.Permissions&any != 0 {
		return true, nil
	}
	server, err := a.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return false, err
	}
	if server.OrganiserRole != "" {
		for _, role := range c.Roles {
			if role == server.OrganiserRole {
				return true, nil
			}
		}
	}
	return false, nil
}

// Answer sends the user the reply, or the text for err.
func (a *App) answer(ctx context.Context, c *Call, r Answerer, d *deferral, reply Reply, err error) {
	if err != nil {
		text, known := c.Refusal(err)
		if !known {
			id := shortID(c.ID)
			a.Log.Error("an interaction failed", "id", id, "path", strings.Join(c.Path, " "), "custom_id", c.CustomID, "error", err)
			text = c.Say("broken.fault", "id", notice.Text(id))
		}
		reply = Reply{Text: text}
		if known {
			reply = c.Refused(err, text)
		}
	}
	if reply.Text == "" {
		reply.Text = c.Say("answer.done")
	}
	if c.Kind != discord.KindCommand && reply.Message == nil && reply.Update == nil && reply.Modal == nil {
		if b, ok := c.WayButton(reply.next, notice.Notice{}); ok {
			reply = Private(view.Refusal(reply.Text, b))
		}
	}
	e := a.deliver(ctx, r, d, reply)
	var invalid *discord.InvalidError
	if errors.As(e, &invalid) {
		// A view exceeds Discord's limits. The command is done, so say so.
		a.Log.Error("a view does not fit into Discord's limits", "path", strings.Join(c.Path, " "), "custom_id", c.CustomID, "error", e)
		e = a.deliver(ctx, r, d, Reply{Text: c.Say("broken.long") + c.Next("status")})
	}
	if e != nil {
		level := slog.LevelWarn
		if refusal.Judge(e, answering) == refusal.Done {
			level = slog.LevelDebug // a second delivery of the same click
		}
		a.Log.Log(ctx, level, "an answer did not arrive", "path", strings.Join(c.Path, " "), "custom_id", c.CustomID, "error", e)
	}
}

// refine returns a function that edits the answer as better ones come, until an edit
// fails or another answer replaces it. It is called before the answer is sent, because
// the buttons of the answer can be pressed at once. A follow-up to another user's post is
// not refined, since only that post could be edited.
func (a *App) refine(ctx context.Context, c *Call, r Answerer, d *deferral, reply Reply) func() {
	message := c.message(reply)
	if reply.More == nil {
		if reply.Update != nil {
			a.refining.end(message)
		}
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	x := a.refining.begin(message, cancel)
	if d != nil && d.update && reply.Update == nil {
		cancel()
	}
	return func() {
		defer a.refining.done(message, x)
		reply.More(ctx, func(m discord.Message) {
			err := x.show(ctx, func() error { return r.EditReply(ctx, m) })
			if err != nil && ctx.Err() == nil {
				a.Log.Debug("a better answer did not arrive", "path", strings.Join(c.Path, " "), "custom_id", c.CustomID, "error", err)
				cancel()
			}
		})
	}
}

func (a *App) deliver(ctx context.Context, r Answerer, d *deferral, reply Reply) error {
	m := reply.Message
	if m == nil && reply.Update == nil && reply.Modal == nil {
		m = &discord.Message{Content: discord.Cut(reply.Text, 1990), Ephemeral: true}
	}
	switch {
	case d == nil && reply.Modal != nil:
		return r.Modal(ctx, *reply.Modal)
	case d == nil && reply.Update != nil:
		return r.Update(ctx, *reply.Update)
	case d == nil:
		return r.Reply(ctx, *m)
	case reply.Update != nil:
		err := r.EditReply(ctx, *reply.Update)
		if refusal.Judge(err, answering) == refusal.Instead {
			again := *reply.Update
			again.Ephemeral = true
			_, err = r.FollowUp(ctx, again)
		}
		return err
	case d.update:
		_, err := r.FollowUp(ctx, *m)
		return err
	}
	return r.EditReply(ctx, *m)
}

// complete answers a request for suggestions. On any error it suggests nothing.
func (a *App) complete(ctx context.Context, route *Route, c *Call, r Answerer, err error) {
	var choices []discord.Choice
	if name, option, ok := c.Focused(); ok && err == nil && route != nil {
		if f := route.Complete[name]; f != nil {
			if name != "tournament" {
				// Without an event there is nothing to suggest, which is not an error.
				_ = a.Locate(ctx, route, c)
			}
			choices, err = a.suggest(ctx, f, c, option.Text)
		}
	}
	if err != nil && !errors.Is(err, errUnknownCommand) {
		a.Log.Debug("no suggestions", "path", strings.Join(c.Path, " "), "error", err)
	}
	if e := r.Choices(ctx, choices); e != nil {
		a.Log.Debug("suggestions did not arrive", "error", e)
	}
}

func (a *App) suggest(ctx context.Context, f Completer, c *Call, typed string) (choices []discord.Choice, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in suggestions: %v\n%s", p, debug.Stack())
		}
	}()
	staff, err := a.isOrganiser(ctx, c)
	if err != nil {
		return nil, err
	}
	c.Staff = staff
	choices, err = f(ctx, c, typed)
	// If one suggestion has no name, Discord shows none at all.
	choices = slices.DeleteFunc(choices, func(o discord.Choice) bool { return names.Clean(o.Name) == "" || o.Value == "" })
	return choices[:min(len(choices), wire.MaxChoices)], err
}

// shortID returns the part of an interaction id that users can quote.
func shortID(id string) string {
	if len(id) > 6 {
		return id[len(id)-6:]
	}
	return id
}
