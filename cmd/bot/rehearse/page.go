package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
)

// byHand is a rehearsal in which nobody plays by themselves: the people are
// acted on the page.
type byHand struct{ evening }

func (byHand) perform(context.Context, *play) error { return nil }

// page serves the rehearsal in the browser until it is interrupted: the local
// Discord with simulated people, the bot on it, and a page on which one can be
// every one of them.
func page(ctx context.Context, o *options, env Env) int {
	dir, done, err := workFolder()
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	defer done()
	r := &rehearsal{o: o, env: env, dir: dir, script: byHand{evening{o}}, show: newScreen(env, true)}
	defer r.close()
	if err := r.open(); err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", r.explain(err))
		return exitFailed
	}
	cast := []web.Member{{Person: r.venue.organiser, Part: web.Organiser, Roles: []*localdiscord.Role{r.venue.role}}}
	for _, p := range r.venue.players {
		cast = append(cast, web.Member{Person: p, Part: web.Player})
	}
	handler, err := web.New(web.Config{
		Server: r.venue.srv, Guild: r.venue.guild, Cast: cast, Controls: controls{r}, Clock: r.play.clock.now,
	})
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: no port for the page: %v\n", err)
		return exitFailed
	}
	fmt.Fprintf(env.Stdout, "Rehearse in the browser (the address works once; reload keeps the session):\n\n  %s\n\nCtrl+C ends it.\n", handler.Address(listener.Addr()))
	if err := web.Serve(ctx, listener, handler); err != nil && ctx.Err() == nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// controls are the buttons of the page that this rehearsal offers.
type controls struct{ r *rehearsal }

var errNotOffered = errors.New("this rehearsal does not offer that")

// Status says what is offered.
func (c controls) Status() web.Status {
	return web.Status{Offered: slices.Clone([]web.Control{web.ControlCut, web.ControlRestart}), Speed: c.r.play.clock.factor}
}

// CutConnection cuts the bot's connection to the gateway.
func (c controls) CutConnection(context.Context) error {
	c.r.venue.srv.Faults().Drop()
	return nil
}

// RestartBot kills the bot's process and starts it again on its database.
func (c controls) RestartBot(context.Context) error { return c.r.bot.crash() }

// What follows is not offered, so the page does not ask for it.

func (controls) SetSpeed(context.Context, float64) error     { return errNotOffered }
func (controls) LetOthersPlay(context.Context, bool) error   { return errNotOffered }
func (controls) Vanish(context.Context, string) error        { return errNotOffered }
func (controls) Disagree(context.Context) error              { return errNotOffered }
func (controls) ExportURL(context.Context) (string, error)   { return "", errNotOffered }
func (controls) Step(context.Context) error                  { return errNotOffered }
func (controls) NewEvent(context.Context, int, string) error { return errNotOffered }
func (controls) DropEventFile(context.Context, []byte) error { return errNotOffered }
