package commands

import (
	"context"
	"errors"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/posted"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// reportRoutes returns the routes for reporting, confirming and disputing results.
func reportRoutes() []Route {
	return []Route{
		{
			Path: "report", Role: Everyone, Scope: router.OneEvent, When: running, Own: true, Help: router.Help{Place: 5},
			Options: []discord.CommandOption{
				menu.Required(menu.Suggested(menu.Text("result", 100))), menu.Opponent(), menu.Event(),
			},
			Complete: completers(map[string]completer{"result": completeResult, "opponent": completeOpponent}),
			Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				r, m, err := c.meant(reportable)
				if err != nil {
					return Reply{}, err
				}
				return c.report(ctx, r, m, c.Typed("result"))
			}),
		},
		{
			Path: "confirm", Role: Everyone, Scope: router.OneEvent, When: running, Own: true,
			Options: []discord.CommandOption{menu.Opponent(), menu.Event()}, Complete: completers(map[string]completer{"opponent": completeOpponent}),
			Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				return c.answerReport(func(r, m int, seq int64) (Reply, error) { return c.confirm(ctx, r, m, seq) })
			}),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, same[customid.Report](matchPanel)),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, boardPicked),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, func(ctx context.Context, c *call, p customid.ResultPress) (Reply, error) {
			return c.chosen(ctx, customid.Result{Round: p.Round, Match: p.Match}, p.Result)
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, func(_ context.Context, c *call, p customid.ResultOther) (Reply, error) {
			if err := c.myMatch(p.Round, p.Match); err != nil {
				return Reply{}, err
			}
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			return c.Turned(view.OtherResults(c.Env(), p.Round, p.Match, n))
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, func(ctx context.Context, c *call, p customid.Result) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, tournament.Refuse(tournament.BadInput, "pick.result")
			}
			return c.chosen(ctx, p, c.Values[0])
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(_ context.Context, c *call, p customid.ResultOpen) (Reply, error) {
			if err := c.myMatch(p.Round, p.Match); err != nil {
				return Reply{}, err
			}
			m := view.ResultModal(c.Env(), p.Round, p.Match)
			return Reply{Modal: &m}, nil
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.ResultForm) (Reply, error) {
			return c.report(ctx, p.Round, p.Match, c.typedResult())
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.Confirm) (Reply, error) {
			match, report := c.reportOf(p.Round, p.Match, p.Report)
			return c.confirm(ctx, p.Round, match, report)
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, p customid.Dispute) (Reply, error) {
			match, report := c.reportOf(p.Round, p.Match, p.Report)
			if err := c.myMatch(p.Round, match); err != nil {
				return Reply{}, err
			}
			if m, _ := c.Snap.State.Match(p.Round, match); m.LastWord() != report {
				return c.changedReport(ctx, p.Round, match)
			}
			m := view.DisputeModal(c.Env(), p.Round, match)
			return Reply{Modal: &m}, nil
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.DisputeForm) (Reply, error) {
			return c.dispute(ctx, p.Round, p.Match, shownReport(p.Report), c.Field("reason"))
		}),
	}
}

// myMatch returns a refusal if the match is not the user's or is over. It is checked
// before the user fills in a form.
func (c *call) myMatch(round, match int) error {
	n, err := c.me()
	if err != nil {
		return err
	}
	if err := c.Snap.State.StillAt(n, round, match); err != nil {
		return err
	}
	if m, _ := c.Snap.State.Match(round, match); m == nil {
		return router.ErrOldPanel // players see no buttons without a match
	}
	return nil
}

// matchNow returns the match or board that the user is playing now, or zeros if there is none.
// Slash commands are about it.
func (c *call) matchNow() (round, match int) {
	if round, match = c.Snap.State.MatchNow(c.MyNumber(), c.person(), 0, 0); match == 0 {
		return 0, 0
	}
	return round, c.ownBoard(round, match)
}

// ownBoard returns the board of a match at which the user sits, or the match.
func (c *call) ownBoard(round, match int) int {
	return c.Snap.State.OwnBoard(tournament.Place{Round: round, Match: match}, c.Snap.Book.ByUser(c.User.ID)).Match
}

// answered is ownBoard for the answer to a report. Of a member who sits at no board it is the
// only board whose report waits for their team.
func (c *call) answered(round, match int) int {
	s, n := c.Snap.State, c.MyNumber()
	own := c.ownBoard(round, match)
	whole, _ := s.Match(round, match)
	if own != match || whole == nil {
		return own
	}
	waiting := 0
	for b := range numbered.All(whole.Boards) {
		number := tournament.BoardNumber(match, b)
		if m, _ := s.Match(round, number); m.Report == nil || m.Report.Player == n || !s.Asks(round, number) {
			continue
		}
		if waiting > 0 {
			return match
		}
		waiting = number
	}
	return max(waiting, match)
}

// reportOf returns the match and the report that a button means. A button of a post about
// many tables (match 0) means the user's own match and the newest report that the post
// shows.
func (c *call) reportOf(round, match int, report int64) (m int, seq int64) {
	if match != 0 {
		return match, shownReport(report)
	}
	match = c.answered(round, c.Snap.State.MatchOf(round, c.MyNumber()))
	if mine, _ := c.Snap.State.Match(round, match); mine != nil && mine.LastWord() <= report {
		return match, shownReport(mine.LastWord())
	}
	return match, shownReport(report)
}

// shownReport returns the report that a panel shows, see tournament.Match.LastWord. It
// never returns 0, which would mean any report.
func shownReport(report int64) int64 { return max(report, 1) }

// answerReport calls do for the report that the user saw when the call came in. If the
// report has changed since then, it shows the current one instead.
func (c *call) answerReport(do func(round, match int, seq int64) (Reply, error)) (Reply, error) {
	r, m, err := c.meantReport()
	if err != nil {
		return Reply{}, err
	}
	match, _ := c.Snap.State.Match(r, m)
	if match == nil {
		return do(r, m, 0)
	}
	if report := match.Report; report != nil && report.Changed && !match.Confirmed && !match.Disputed && report.Player != c.MyNumber() {
		return router.Private(view.CheckPanel(c.Env(), c.MyNumber(), r, m)), nil
	}
	return do(r, m, match.LastWord())
}

// changedReport shows the current report to a user who responded to an older one.
func (c *call) changedReport(ctx context.Context, round, match int) (Reply, error) {
	snap, err := c.App.Director.Snapshot(ctx, c.Event)
	if err != nil {
		return Reply{}, err
	}
	c.Snap = snap
	if m, _ := snap.State.Match(round, match); m == nil {
		round, match = c.matchNow()
	}
	m := view.ChangedPanel(c.Env(), c.MyNumber(), round, match)
	if c.Kind == discord.KindComponent && c.Message.Ephemeral() {
		return Reply{Update: &m}, nil
	}
	return router.Private(m), nil
}

// orChanged returns reply and err, or the current report if err says that the report has
// changed, or the user's boards if it says that any of them may be meant.
func (c *call) orChanged(ctx context.Context, round, match int, reply Reply, err error) (Reply, error) {
	if r, ok := errors.AsType[*tournament.Refusal](err); ok {
		switch r.Notice.Code {
		case "report.changed":
			return c.changedReport(ctx, round, match)
		case "match.which_board":
			return router.Private(view.ChooseBoard(c.Env(), c.MyNumber())), nil
		}
	}
	return reply, err
}

// matchPanel shows users their own match after a press on Report.
func matchPanel(_ context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	if len(c.fixtures(n)) > 1 {
		return router.Private(view.MyMatches(c.Env(), n)), nil
	}
	if _, m := c.matchNow(); s.Current() == nil || m == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "pick.no_match")
	}
	if r, m := c.matchNow(); posted.ByForm(s, r, m) {
		form := view.ResultModal(c.Env(), r, m)
		return Reply{Modal: &form}, nil
	}
	c.NoForm()
	return router.Private(view.MatchPanel(c.Env(), n)), nil
}

// boardPicked shows a board of the user's match.
func boardPicked(_ context.Context, c *call, _ customid.BoardPick) (Reply, error) {
	n, err := c.me()
	if err != nil || len(c.Values) != 1 {
		return Reply{}, err
	}
	at := customid.PlaceOf(c.Values[0])
	m, _ := c.Snap.State.Match(at.Round, at.Match)
	if m == nil || at == at.OfBoard() || c.Snap.State.StillAt(n, at.Round, at.Match) != nil {
		return Reply{}, router.ErrOldPanel
	}
	return c.Turned(view.PanelOf(c.Env(), n, at.Round, at.Match))
}

// typedResult returns the result typed into a form: in one field, or seat by seat. A slash
// stands between the seats, since the thousands of a number may be set apart by a space.
func (c *call) typedResult() string {
	var scores []string
	for seat := range (ledger.Match{}).Seats {
		if score := strings.TrimSpace(c.Field(customid.FieldSeat(seat))); score != "" {
			scores = append(scores, score)
		}
	}
	if len(scores) == 0 {
		return strings.TrimSpace(c.Field(view.FieldResult))
	}
	return strings.Join(scores, " / ")
}

func (c *call) report(ctx context.Context, round, match int, typed string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.ReportResult{Player: n, Round: round, Match: match, Text: typed}, reported(n))
	return c.orChanged(ctx, round, match, reply, err)
}

// chosen reports the result chosen on a panel and replaces the panel by the answer.
func (c *call) chosen(ctx context.Context, p customid.Result, value string) (Reply, error) {
	tell := func() (Reply, error) { return c.report(ctx, p.Round, p.Match, value) }
	if value == view.NoShow {
		if err := c.myMatch(p.Round, p.Match); err != nil {
			return Reply{}, err
		}
		tell = func() (Reply, error) {
			return c.judge(ctx, tournament.Place{Round: p.Round, Match: p.Match}, c.Say("choice.no_show"))
		}
		if c.Snap.State.Grace() > 0 { // a panel of before the setting was changed
			tell = func() (Reply, error) { return c.atTable(ctx, p.Round, p.Match, c.claim) }
		}
	}
	reply, err := tell()
	if err != nil || c.Kind != discord.KindComponent || !c.Message.Ephemeral() || reply.Text == "" {
		return reply, err
	}
	m := layout.Text(reply.Text)
	return Reply{Update: &m}, nil
}

// reported returns the answer to a report of player n.
func reported(n int) router.AnswerFunc {
	return func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		s := after.State
		for i := range events {
			switch ev := events[i].Event.(type) {
			case *tournament.ResultConfirmed:
				_, l := s.Match(ev.Round, ev.Match)
				if ev.By == tournament.ByReport {
					return router.NewAnswer("did.report_final", "result", wording.ResultOf(s, ev.Match, l))
				}
				return router.NewAnswer("did.report_agreed", "result", wording.ResultOf(s, ev.Match, l))
			case *tournament.ResultDisputed:
				return router.NewAnswer("did.report_differs")
			}
		}
		r, m := len(s.Rounds), 0
		if ev, at := tournament.Last[*tournament.ResultReported](events, nil); at != nil {
			r, m = ev.Round, ev.Match
		}
		match, l := s.Match(r, m)
		if match == nil || match.Report == nil {
			return router.NewAnswer("answer.done")
		}
		rep := match.Report
		if rep.Player != n && match.Counter != nil {
			rep = match.Counter
		}
		said := router.NewAnswer("did.report", "result", wording.ReportOf(s, m, l, rep))
		switch {
		case !s.Asks(r, m):
			return said.And("match.waits_for_organiser")
		case l.N > 2:
			said = said.And("did.report_waits_table")
		default:
			said = said.And("did.report_waits")
		}
		if at := s.SilenceAt(r, m); !at.IsZero() {
			said = said.And("did.report_auto", "span", at.Sub(s.At).Round(time.Minute))
		}
		return said
	}
}

func (c *call) confirm(ctx context.Context, round, match int, seq int64) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.ConfirmReport{Player: n, Round: round, Match: match, Seq: seq}, func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		if ev, at := tournament.Last[*tournament.ResultConfirmed](events, nil); at != nil {
			_, l := after.State.Match(ev.Round, ev.Match)
			return router.NewAnswer("did.confirm", "result", wording.ResultOf(after.State, ev.Match, l))
		}
		return router.NewAnswer("answer.done")
	})
	return c.orChanged(ctx, round, match, reply, err)
}

func (c *call) dispute(ctx context.Context, round, match int, seq int64, reason string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.DisputeReport{Player: n, Round: round, Match: match, Seq: seq, Reason: reason}, router.FixedAnswer("did.dispute"))
	return c.orChanged(ctx, round, match, reply, err)
}
