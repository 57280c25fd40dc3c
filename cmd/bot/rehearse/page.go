package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
)

// page serves the rehearsal in the browser until it is interrupted: the local Discord
// with simulated people, the bot on it, and a page on which the user can be any of them
// and let the others play.
func page(ctx context.Context, o *options, env Env) int {
	dir, done, err := workFolder()
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	defer done()
	r := &rehearsal{o: o, env: env, dir: dir, script: evening{o}, show: newScreen(env, true), described: o.describedBy(env.Executable)}
	defer r.close()
	if err := r.serve(ctx); err != nil && ctx.Err() == nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// serve starts everything, prints the address and serves the page.
func (r *rehearsal) serve(ctx context.Context) error {
	if err := r.open(ctx); err != nil {
		return r.explain(err)
	}
	if err := r.play.prepare(ctx); err != nil {
		return r.explain(err)
	}
	r.venue.srv.Faults().Plan(r.o.faultPlan())
	cast := []web.Member{{Person: r.venue.organiser, Part: web.Organiser, Roles: []*localdiscord.Role{r.venue.role}}}
	for _, p := range r.venue.players {
		cast = append(cast, web.Member{Person: p, Part: web.Player})
	}
	t := newAutoplayer(r)
	buttons := &eventControls{r: r, autoplay: t}
	var controls web.Controls = buttons
	play := t.run
	if r.o.league {
		r.o.quiet = true
		a, err := newLeagueControls(ctx, buttons)
		if err != nil {
			return r.explain(err)
		}
		controls, play = a, func(context.Context) {} // its people act when the clock is moved
	}
	handler, err := web.New(web.Config{
		Server: r.venue.srv, Guild: r.venue.guild, Cast: cast, Controls: controls, Clock: r.play.clock.now, When: r.play.clock.when,
	})
	if err != nil {
		return err
	}
	t.acted = handler.Acted
	t.added = func(p *localdiscord.Person) { handler.Add(web.Member{Person: p, Part: web.Player}) }
	t.ready = func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, botLimit)
		defer cancel()
		return errors.Join(r.venue.srv.WaitConnected(ctx), r.bot.died())
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("no port for the page: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	var playing sync.WaitGroup
	playing.Go(func() { play(ctx) })
	defer playing.Wait()
	defer cancel()
	fmt.Fprintf(r.env.Stdout, "Rehearse in the browser (the address works once; reload keeps the session):\n\n  %s\n\nCtrl+C ends it.\n", handler.Address(listener.Addr()))
	return web.Serve(ctx, listener, handler)
}

// botLimit is how long the page waits for a starting bot.
const botLimit = 30 * time.Second
