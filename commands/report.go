package commands

import (
	"context"
	"fmt"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// reportRoutes are reporting, confirming and disputing results.
func reportRoutes() []Route {
	return []Route{
		{
			Path: "report", About: "Report the result of your match, as seen from you", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{
				required(suggested(stringOption("result", "For example 2-1; choose from the list", 100))), eventOption(),
			},
			Complete: completers(map[string]Completer{"result": completeResult}),
			Run:      func(ctx context.Context, c *Call) (Reply, error) { return c.report(ctx, c.Text("result")) },
		},
		{
			Path: "confirm", About: "Confirm the result your opponent reported", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{eventOption()}, Complete: completers(nil), Run: confirm,
		},
		{
			Path: "dispute", About: "Say that the reported result is wrong; organisers decide", Role: Everyone, Scope: OneEvent,
			Options:  []discord.CommandOption{stringOption("reason", "What happened", 500), eventOption()},
			Complete: completers(nil),
			Run:      func(ctx context.Context, c *Call) (Reply, error) { return c.dispute(ctx, c.Text("reason")) },
		},
		{Verb: customid.Report, Role: Everyone, Scope: OneEvent, Run: matchPanel},
		{Verb: customid.Result, Role: Everyone, Scope: OneEvent, Update: true, Run: func(ctx context.Context, c *Call) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, tournament.Refuse(tournament.BadInput, "Choose one result.")
			}
			return c.reportAt(ctx, c.Values[0])
		}},
		{Verb: customid.ResultOpen, Role: Everyone, Scope: OneEvent, Opens: true, Run: func(_ context.Context, c *Call) (Reply, error) {
			if err := c.myMatch(); err != nil {
				return Reply{}, err
			}
			m := view.ResultModal(c.env(), c.Panel.Int(0), c.Panel.Int(1))
			return Reply{Modal: &m}, nil
		}},
		{Verb: customid.ResultForm, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.reportAt(ctx, c.Field("result"))
		}},
		{Verb: customid.Confirm, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			if err := c.myMatch(); err != nil {
				return Reply{}, err
			}
			return confirm(ctx, c)
		}},
		{Verb: customid.Dispute, Role: Everyone, Scope: OneEvent, Opens: true, Run: func(_ context.Context, c *Call) (Reply, error) {
			if err := c.myMatch(); err != nil {
				return Reply{}, err
			}
			m := view.DisputeModal(c.env(), c.Panel.Int(0), c.Panel.Int(1))
			return Reply{Modal: &m}, nil
		}},
		{Verb: customid.DisputeFor, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			if err := c.myMatch(); err != nil {
				return Reply{}, err
			}
			return c.dispute(ctx, c.Field("reason"))
		}},
	}
}

// myMatch refuses a panel of a match that is not the person's, or that is over.
func (c *Call) myMatch() error {
	n, err := c.me()
	if err != nil {
		return err
	}
	s := c.Snap.State
	r, m := c.Panel.Int(0), c.Panel.Int(1)
	if r != len(s.Rounds) {
		return tournament.Refuse(tournament.WrongPhase, "That panel is of an earlier round. Use /status to see where things stand.")
	}
	if s.MatchOf(r, n) != m {
		return tournament.Refuse(tournament.NotAllowed, "That is not your match.")
	}
	return nil
}

// matchPanel shows whoever presses Report their own match.
func matchPanel(_ context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	if s.Current() == nil || s.MatchOf(len(s.Rounds), n) == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "You have no match at the moment.")
	}
	return Private(view.MatchPanel(c.env(), n)), nil
}

func (c *Call) report(ctx context.Context, text string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.ReportResult{Player: n, Text: text}, c.reported(n))
	return reply, err
}

// reportAt reports from a panel of a certain match.
func (c *Call) reportAt(ctx context.Context, text string) (Reply, error) {
	if err := c.myMatch(); err != nil {
		return Reply{}, err
	}
	n := c.Me()
	reply, _, err := c.Do(ctx, &tournament.ReportResult{Player: n, Text: text}, c.reported(n))
	if err != nil || c.Kind != discord.KindComponent || !c.Message.Ephemeral() {
		return reply, err
	}
	m := view.Text(reply.Text)
	return Reply{Update: &m}, nil
}

// reported says what became of a report of player n.
func (c *Call) reported(n int) func(*tournament.Snapshot, []tournament.Envelope) string {
	return func(after *tournament.Snapshot, events []tournament.Envelope) string {
		s := after.State
		for i := range events {
			switch ev := events[i].Event.(type) {
			case *tournament.ResultConfirmed:
				_, l := s.Match(ev.Round, ev.Match)
				return fmt.Sprintf("Both of you agree: %s. The result is final.", s.Rules.FormatResult(*l, l.Seat(int32(n-1))))
			case *tournament.ResultDisputed:
				return "Your report differs from your opponent's. The organisers have been asked to decide."
			}
		}
		r := len(s.Rounds)
		match, l := s.Match(r, s.MatchOf(r, n))
		if match == nil || match.Report == nil {
			return "Reported."
		}
		rep := match.Report
		if rep.Player != n && match.Counter != nil {
			rep = match.Counter
		}
		then := ledger.Match{Kind: rep.Kind, N: l.N, Seats: l.Seats, Result: rep.Result}
		text := fmt.Sprintf("Reported: %s.", s.Rules.FormatResult(then, l.Seat(int32(n-1))))
		if round := s.Current(); s.SilenceConfirms(round) {
			return text + fmt.Sprintf(" Your opponent is asked to confirm; without an answer it stands in %s.", plural(s.Settings.ConfirmMinutes, "minute", "minutes"))
		}
		return text + " Your opponent is asked to confirm."
	}
}

func confirm(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.ConfirmReport{Player: n}, func(after *tournament.Snapshot, events []tournament.Envelope) string {
		for i := range events {
			if ev, ok := events[i].Event.(*tournament.ResultConfirmed); ok {
				_, l := after.State.Match(ev.Round, ev.Match)
				return fmt.Sprintf("Confirmed: %s.", after.State.Rules.FormatResult(*l, l.Seat(int32(n-1))))
			}
		}
		return "Confirmed."
	})
	return reply, err
}

func (c *Call) dispute(ctx context.Context, reason string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.DisputeReport{Player: n, Reason: reason}, tell("The organisers have been asked to decide. They come to you."))
	return reply, err
}
