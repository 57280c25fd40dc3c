package router

import (
	"context"
	"errors"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/leagueview"
	"topcut/commands/logline"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// Call is one interaction while a route handles it.
type Call struct {
	*discord.Interaction
	App   *App
	Panel customid.ID // of a component or modal
	Event tournament.ID
	Snap  *tournament.Snapshot // the state when the call came in; nil without an event
	// Season is the league, for routes of scope OneLeague.
	Season *season.Snapshot
	Staff  bool // may act as organiser here

	// Expect, if set, refuses the command if the state has changed from what the user saw;
	// see command.Request.
	Expect    func(now *tournament.Snapshot) error
	organises bool // the route is for organisers
	asking
	// Draw renders a drawing as files. nil means all answers are text.
	Draw     func(name string, d pictures.Drawing) []discord.File
	formless chan struct{} // closed when this call will not open a modal although its route Opens
}

// NoForm declares that this call will not open a modal although its route Opens, so a
// slow answer may be deferred. Call it at most once.
func (c *Call) NoForm() {
	if c.formless != nil {
		close(c.formless)
	}
}

// Typed returns a text option of a command, or the form field of that name.
func (c *Call) Typed(name string) string {
	if c.Kind == discord.KindModal {
		return c.Field(name)
	}
	return c.Interaction.Text(name)
}

// channel returns the channel of the call, or the parent channel if the call comes from a
// thread.
func (c *Call) channel() string {
	if c.ChannelType.Thread() {
		return c.ParentID
	}
	return c.ChannelID
}

// MyNumber returns the number of the user's player in the event, or 0.
func (c *Call) MyNumber() int {
	if c.Snap == nil {
		return 0
	}
	return c.Snap.PlayerByUser(c.User.ID)
}

// Library returns the games of the server.
func (c *Call) Library(ctx context.Context) (*rules.Library, error) {
	return c.App.Rulesets.Of(ctx, c.GuildID)
}

// Do runs a command for the user. say builds the answer.
func (c *Call) Do(ctx context.Context, cmd command.Command, say AnswerFunc) (Reply, *tournament.Outcome, error) {
	req, settle := c.Charged(c.Request(cmd), allowance.KindOf(cmd, c.Staff))
	answer := Store(say)
	req.Answer = func(before, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
		if err := c.check(tournament.Outcome{ID: c.Event, Before: before, After: after, Events: events}); err != nil {
			return nil, err
		}
		return answer(before, after, events)
	}
	out, err := c.App.Director.Do(ctx, c.Event, req)
	settle(err)
	if err != nil {
		if now, e := c.App.Director.Snapshot(ctx, c.Event); e == nil {
			c.Snap = now // for who was faster
		}
		return Reply{}, nil, err
	}
	c.Snap = out.After
	return Reply{Text: c.AnswerText(out.Answer), next: nextOf(out.Answer)}, out, nil
}

// Try decides a command without carrying it out.
func (c *Call) Try(ctx context.Context, cmd command.Command) (*tournament.Outcome, error) {
	return c.App.Director.Try(ctx, c.Event, c.Request(cmd))
}

// Request returns the request that runs a command for the user.
func (c *Call) Request(cmd command.Command) command.Request {
	return command.Request{
		Actor: tournament.Actor{User: c.User.ID, Name: ShownName(c.User.Name)}, Cause: c.ID, Command: cmd, Expect: c.Expect,
	}
}

// InRound makes the call fail if round r is no longer the current one when the command
// runs.
func (c *Call) InRound(r int) {
	c.Expect = func(now *tournament.Snapshot) error {
		s := now.State
		switch n := len(s.Rounds); n {
		case r:
			return nil
		case 0:
			return ErrOldPanel
		default:
			return tournament.Refuse(tournament.WrongPhase, "stale.round", "round", n)
		}
	}
}

// Insist shows a refusal with buttons to do it anyway.
func (c *Call) Insist(err error, buttons ...discord.Button) Reply {
	text, _ := c.Refusal(err)
	return Private(layout.Sure(c.Env().Words, text, buttons...))
}

// Refusal returns the text for an error: that of a refusal, or a general one with a short
// id under which the error is logged. known is false for the latter.
func (c *Call) Refusal(err error) (text string, known bool) {
	var r *tournament.Refusal
	switch {
	case errors.As(err, &r):
		return c.Words().Notice(r.Notice) + c.faster(r.Notice, c.App.Now().Add(-10*time.Minute)) + c.Next(c.wayOut(r.Notice.Code)), true
	case errors.Is(err, tournament.ErrNotFound):
		return c.Say("log.none"), true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, tournament.ErrConflict):
		return c.Say("broken.slow"), true
	}
	return "", false
}

// faster names who has done since a time what makes a refusal come too late; "" if none has.
func (c *Call) faster(refused notice.Notice, since time.Time) (line string) {
	if c.Season != nil {
		line = logline.FasterInLeague(c.Words(), c.Season, refused, c.User.ID, since)
	}
	if line == "" && c.Snap != nil {
		line = logline.Faster(wording.About(c.Words(), c.Snap), refused, c.User.ID, since)
	}
	if line != "" {
		line = " " + line
	}
	return line
}

// Why returns the reason to quote in another refusal.
func Why(err error) notice.Notice {
	var r *tournament.Refusal
	if errors.As(err, &r) {
		return r.Notice
	}
	return notice.Of(err)
}

// Say returns a text of the catalogue in the language of the call.
func (c *Call) Say(key notice.Code, args ...any) string { return c.Words().Say(key, args...) }

// Language returns the language of the answer: the user's, or the event's for a public
// answer.
func (c *Call) Language() string {
	switch {
	case !c.Bool("public") && c.Locale != "":
		return c.Locale
	case c.Season != nil:
		return c.Season.State.Settings.Language
	case c.Snap != nil:
		return c.Snap.State.Settings.Language
	}
	return c.GuildLocale
}

// Words returns a printer for the user. It prints players by their names in the event and
// escapes Markdown in typed text.
func (c *Call) Words() text.Printer {
	p := wording.Markdown(c.App.Words.In(c.Language()))
	p.Command = func(path string) text.Raw { return wording.Command(c.Env().Commands, path) }
	switch {
	case c.Season != nil:
		p.Name = func(n int) string { return discord.Escape(c.Season.Name(n)) }
	case c.Snap != nil:
		p.Name = func(n int) string { return discord.Escape(c.Snap.Name(n)) }
	}
	return p
}

// Turned answers a page button. A private view or the user's own turns its page; a public
// post stays, and the user gets a private copy.
func (c *Call) Turned(m discord.Message) (Reply, error) {
	if c.Message.Ephemeral() {
		return Reply{Update: &m}, nil
	}
	return Private(m), nil
}

// Env returns the environment for views of the event.
func (c *Call) Env() view.Env { return c.EnvOf(c.Snap) }

// EnvOf is Env for another event.
func (c *Call) EnvOf(snap *tournament.Snapshot) view.Env {
	e := view.Env{Snap: snap, Season: c.Season, Now: c.App.Now(), Draw: c.Draw, Words: c.App.Words.In(c.Language())}
	if snap != nil {
		e.Reader = snap.Book.ByUser(c.User.ID)
	}
	if c.App.CommandIDs != nil {
		e.Commands = c.App.CommandIDs()
	}
	return e
}

// League returns the environment for views of the league.
func (c *Call) League() leagueview.Env {
	e := c.EnvOf(nil)
	return leagueview.Env{Season: c.Season, Now: e.Now, Commands: e.Commands, Draw: c.Draw, Words: e.Words}
}

// ShownName cuts a Discord name to the length that an event allows.
func ShownName(name string) string { return discord.Cut(name, tournament.MaxPersonal) }
