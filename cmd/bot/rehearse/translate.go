package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
)

// way is one way of doing something. It returns errNotThere or a
// *localdiscord.ClientError if it is not possible now.
type way func(ctx context.Context) (response, error)

// anyWay tries the ways in random order until one is possible.
func (p *play) anyWay(ctx context.Context, ways ...way) (response, error) {
	var h response
	err := errNotThere
	for _, i := range p.permutation(len(ways)) {
		h, err = ways[i](ctx)
		var client *localdiscord.ClientError
		if !errors.Is(err, errNotThere) && !errors.As(err, &client) {
			return h, err
		}
	}
	return h, err
}

// carryOut lets the person of a step do it in one of the available ways. A refusal by the
// bot is not an error: the log shows it.
func (p *play) carryOut(ctx context.Context, snap *tournament.Snapshot, step histories.Step) error {
	who, err := p.actor(step.Actor.User)
	if err != nil {
		return err
	}
	who.mu.Lock()
	defer who.mu.Unlock()
	do, err := p.translate(snap, who, step.Command)
	if err != nil {
		return err
	}
	h, err := do(ctx)
	p.remember(who, step.Command, h, err)
	if err != nil {
		return err
	}
	p.putAway(who, h)
	return nil
}

// remember keeps the last answer for the error when the event does not progress.
func (p *play) remember(who *actor, c command.Command, h response, err error) {
	text := fmt.Sprintf("%q", first(h.text))
	if err != nil {
		text = err.Error()
	}
	p.mu.Lock()
	p.last = fmt.Sprintf("%s tried %s and got %s", who.Name(), strings.TrimPrefix(fmt.Sprintf("%T", c), "*tournament."), text)
	p.mu.Unlock()
}

// translate returns a way for who to give a command.
func (p *play) translate(snap *tournament.Snapshot, who *actor, c command.Command) (way, error) {
	organiser := who.ID() == p.venue.organiser.ID()
	switch c := c.(type) {
	case *command.Join:
		if c.User != who.ID() {
			return p.addGuest(who, c), nil
		}
		return p.join(who, c), nil
	case *command.AnswerInvitation:
		return p.answerTeam(who, c.Yes), nil
	case *command.GiveLineUp:
		values := make([]string, len(c.Persons))
		for i, person := range c.Persons {
			values[i] = strconv.Itoa(person)
		}
		return p.onTeam(who, like(customid.CrewLineUp{}), values...), nil
	case *command.Substitute:
		return p.onTeam(who, like(customid.CrewSub{}), crew.SubValue(tournament.MemberSubstituted{Place: c.Place, Player: c.Player, Person: c.Person, For: c.For})), nil
	case *command.SubmitDeck:
		if !slices.Contains(snap.Users(c.Player), who.ID()) {
			return p.command(who, "player deck", localdiscord.Options{"player": snap.Name(c.Player), "deck": oneLine(c.Text)}), nil
		}
		return p.submitDeck(who, c), nil
	case *command.CheckInPlayer:
		if !slices.Contains(snap.Users(c.Player), who.ID()) {
			return nil, fmt.Errorf("nobody can check in for %s", snap.Name(c.Player))
		}
		return p.either(who, "checkin", nil, like(customid.CheckIn{})), nil
	case *command.Mix:
		return func(ctx context.Context) (response, error) {
			return p.press(ctx, who, p.venue.main, like(customid.Mix{}))
		}, nil
	case *command.Drop:
		return p.drop(snap, who), nil
	case *command.CallJudge:
		return p.judge(who, c.Reason), nil
	case *command.ClaimForfeit:
		return p.misses(who, c.Of), nil
	case *command.BePresent:
		return p.inOwnMatch(who, like(customid.Present{})), nil
	case *command.ReportResult:
		return p.report(snap, who, c), nil
	case *command.ConfirmReport:
		return p.confirm(snap, who, c.Player, c.Match), nil
	case *command.DisputeReport:
		return p.dispute(snap, who, c), nil
	}
	if do := p.pickOrBan(snap, who, c); do != nil {
		return do, nil
	}
	if organiser {
		return p.organise(snap, who, c)
	}
	return nil, fmt.Errorf("%s does not know how to do %T", who.Name(), c)
}

// command returns a slash command as a way.
func (p *play) command(who *actor, name string, options localdiscord.Options) way {
	return func(ctx context.Context) (response, error) { return p.slash(ctx, who, name, options) }
}

// either returns a way with a slash command or a button in the event's channel.
func (p *play) either(who *actor, name string, options localdiscord.Options, button fits) way {
	return func(ctx context.Context) (response, error) {
		return p.anyWay(
			ctx,
			p.command(who, name, options),
			func(ctx context.Context) (response, error) { return p.press(ctx, who, p.venue.main, button) },
		)
	}
}

// oneLine returns a text as it is pasted into an option.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", ", ") }

// join registers with the button on the card or with /join, and fills in the form if one
// opens.
func (p *play) join(who *actor, c *command.Join) way {
	options := localdiscord.Options{}
	if c.Name != who.Name() || p.chance(300) {
		options["name"] = c.Name
	}
	if c.Division != "" {
		options["division"] = c.Division
	}
	first := p.either(who, "join", options, like(customid.Join{}))
	if c.Name != who.Name() {
		first = p.command(who, "join", options)
	}
	return func(ctx context.Context) (response, error) {
		h, err := first(ctx)
		if err == nil && h.answer.Modal == nil && p.toldDirectly(who) {
			return h, p.wantDirect(ctx, who)
		}
		if err != nil || h.answer.Modal == nil {
			return h, err
		}
		fields := localdiscord.Fields{}
		for id, value := range map[string]string{"name": c.Name, "division": c.Division, "tag": fmt.Sprintf("Team %d", 1+len(who.Name())%5), "deck": p.firstDeck()} {
			if value != "" && hasField(h.answer.Modal.Components, id) {
				fields[id] = value
			}
		}
		if c.Crew != "" {
			mates := make([]string, len(c.Mates))
			for i, mate := range c.Mates {
				mates[i] = mate.User
			}
			fields[crew.FieldName], fields[crew.FieldMates] = c.Crew, mates
		}
		h, err = p.submit(ctx, who, h.answer.Modal, fields)
		if err == nil && fields["deck"] != nil { // which does not add up
			h, err = p.follow(ctx, who, h, func(panel customid.Panel) bool { _, ok := panel.(customid.Sure); return ok })
		}
		if err == nil && p.toldDirectly(who) {
			err = p.wantDirect(ctx, who)
		}
		return h, err
	}
}

// answerTeam answers the team that has asked a person.
func (p *play) answerTeam(who *actor, yes bool) way {
	return func(ctx context.Context) (response, error) {
		return p.press(ctx, who, p.venue.main, func(panel customid.Panel) bool {
			answer, ok := panel.(customid.CrewAnswer)
			return ok && answer.Yes == yes
		})
	}
}

// onTeam chooses in a menu of the panel of a captain's team. What is no longer offered is left.
func (p *play) onTeam(who *actor, menu fits, values ...string) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.slash(ctx, who, "status", nil)
		if err != nil {
			return h, err
		}
		h, err = p.pressIn(ctx, who, h, like(customid.Crew{}))
		if err != nil || h.answer.Message == nil {
			return h, err
		}
		m := *h.answer.Message
		id, ok := component(m.Components, menu)
		if !ok || slices.ContainsFunc(values, func(v string) bool { return !offers(m.Components, id, v) }) {
			return h, nil
		}
		return p.choose(ctx, who, m, id, values...)
	}
}

// toldDirectly reports whether a person wants to be told by direct message.
func (p *play) toldDirectly(who *actor) bool {
	return slices.Contains(p.venue.players[:min(p.opts.direct, len(p.venue.players))], who.Person)
}

// wantDirect switches direct messages on for a person.
func (p *play) wantDirect(ctx context.Context, who *actor) error {
	h, err := p.slash(ctx, who, "status", nil)
	if err != nil {
		return err
	}
	_, err = p.pressIn(ctx, who, h, like(customid.Direct{}))
	if errors.Is(err, errNotThere) { // they could not join
		return nil
	}
	return err
}

// addGuest returns a way for an organiser to enter a player without an account.
func (p *play) addGuest(who *actor, c *command.Join) way {
	options := localdiscord.Options{"name": c.Name}
	if c.Division != "" {
		options["division"] = c.Division
		return p.command(who, "player add", options)
	}
	return func(ctx context.Context) (response, error) {
		return p.anyWay(ctx, p.command(who, "player add", options), p.command(who, "player bulkadd", localdiscord.Options{"names": c.Name}))
	}
}

// submitDeck submits a deck as text, as a file, or in the form.
func (p *play) submitDeck(who *actor, c *command.SubmitDeck) way {
	form := func(open way) way {
		return func(ctx context.Context) (response, error) {
			h, err := open(ctx)
			if err != nil || h.answer.Modal == nil {
				return h, err
			}
			return p.submit(ctx, who, h.answer.Modal, localdiscord.Fields{"deck": c.Text})
		}
	}
	return func(ctx context.Context) (response, error) {
		return p.anyWay(
			ctx,
			p.command(who, "deck submit", localdiscord.Options{"deck": oneLine(c.Text)}),
			p.command(who, "deck submit", localdiscord.Options{"file": localdiscord.File{Name: "deck.txt", Data: []byte(c.Text)}}),
			form(p.command(who, "deck submit", nil)),
			form(func(ctx context.Context) (response, error) {
				return p.press(ctx, who, p.venue.main, like(customid.DeckOpen{}))
			}),
		)
	}
}

// drop drops and confirms it.
func (p *play) drop(snap *tournament.Snapshot, who *actor) way {
	ask := p.command(who, "drop", nil)
	if r := snap.State.Current(); r != nil && r.Status == tournament.Started {
		ask = func(ctx context.Context) (response, error) {
			return p.anyWay(ctx, p.command(who, "drop", nil), func(ctx context.Context) (response, error) {
				h, err := p.press(ctx, who, p.venue.main, like(customid.Status{}))
				if err != nil {
					return h, err
				}
				return p.pressIn(ctx, who, h, like(customid.Drop{}))
			})
		}
	}
	return func(ctx context.Context) (response, error) {
		h, err := ask(ctx)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.DropYes{}))
	}
}

// follow presses a button of an answer if the answer has it; without the button it was a
// refusal.
func (p *play) follow(ctx context.Context, who *actor, h response, fit fits) (response, error) {
	next, err := p.pressIn(ctx, who, h, fit)
	if errors.Is(err, errNotThere) {
		return h, nil
	}
	return next, err
}

// judge calls a judge.
func (p *play) judge(who *actor, reason string) way {
	return func(ctx context.Context) (response, error) {
		return p.anyWay(ctx, p.command(who, "judge", localdiscord.Options{"reason": reason}), func(ctx context.Context) (response, error) {
			h, err := p.press(ctx, who, p.venue.main, like(customid.Judge{}))
			if err != nil || h.answer.Modal == nil {
				return h, err
			}
			return p.submit(ctx, who, h.answer.Modal, localdiscord.Fields{"reason": reason})
		})
	}
}

// report returns a way to report a result: /report with a suggested value, or the panel
// pressNext the Report button, by choosing or, if results are numbers, in the form.
func (p *play) report(snap *tournament.Snapshot, who *actor, c *command.ReportResult) way {
	round := len(snap.State.Rounds)
	match := meant(snap.State, c.Player, c.Match)
	typed := func(ctx context.Context) (response, error) {
		options := localdiscord.Options{"result": c.Text}
		options["result"] = p.suggested(ctx, who, "report", options, "result", "", func(x localdiscord.Choice) bool { return x.Value == c.Text })
		return p.slash(ctx, who, "report", options)
	}
	panel := func(ctx context.Context) (response, error) {
		h, err := p.openPanel(ctx, who)
		if err != nil {
			return h, err
		}
		if h.answer.Modal != nil {
			return p.submit(ctx, who, h.answer.Modal, resultFields(h.answer.Modal, c.Text))
		}
		if h.answer.Message == nil {
			return h, nil
		}
		if button, ok := component(h.answer.Message.Components, like(customid.ResultPress{Round: round, Match: match, Result: c.Text})); ok {
			done, err := p.click(ctx, who, *h.answer.Message, button)
			p.effort.count(&p.effort.reports, &p.effort.reportPresses, 2, err)
			return done, err
		}
		if others, ok := component(h.answer.Message.Components, like(customid.ResultOther{Round: round, Match: match})); ok {
			more, err := p.click(ctx, who, *h.answer.Message, others)
			if err != nil || more.answer.Message == nil {
				return more, err
			}
			menu, ok := component(more.answer.Message.Components, like(customid.Result{Round: round, Match: match}))
			if ok && offers(more.answer.Message.Components, menu, c.Text) {
				done, err := p.choose(ctx, who, *more.answer.Message, menu, c.Text)
				p.effort.count(&p.effort.reports, &p.effort.reportPresses, 3, err)
				return done, err
			}
			h = more
		}
		form, ok := component(h.answer.Message.Components, like(customid.ResultOpen{Round: round, Match: match}))
		if !ok {
			return h, errNotThere
		}
		opened, err := p.click(ctx, who, *h.answer.Message, form)
		p.dismiss(who, h)
		if err != nil || opened.answer.Modal == nil {
			return opened, err
		}
		done, err := p.submit(ctx, who, opened.answer.Modal, resultFields(opened.answer.Modal, c.Text))
		p.effort.count(&p.effort.reports, &p.effort.reportPresses, 2, err) // one more for the form
		return done, err
	}
	return func(ctx context.Context) (response, error) { return p.anyWay(ctx, typed, panel, panel) }
}

// resultFields returns the fields of a form for a result: one field, or one per seat.
func resultFields(form *localdiscord.Modal, result string) localdiscord.Fields {
	if hasField(form.Components, view.FieldResult) {
		return localdiscord.Fields{view.FieldResult: result}
	}
	fields := localdiscord.Fields{}
	for i, score := range strings.Fields(result) {
		fields[customid.FieldSeat(i)] = score
	}
	return fields
}

// openPanel opens the private panel of the person's own match.
func (p *play) openPanel(ctx context.Context, who *actor) (response, error) {
	return p.anyWay(
		ctx,
		func(ctx context.Context) (response, error) {
			return p.press(ctx, who, p.venue.main, like(customid.Report{}))
		},
		func(ctx context.Context) (response, error) {
			h, err := p.slash(ctx, who, "status", nil)
			if err != nil {
				return h, err
			}
			return p.pressIn(ctx, who, h, like(customid.Report{}))
		},
	)
}

// answering presses a button that responds to a report of the person's match: in the call
// of the round, or in the private panel. A call that asks too many opens the panel, and so
// do people who are not called yet: they do not wait for the call.
func (p *play) answering(ctx context.Context, who *actor, fit fits) (response, error) {
	panel := func(ctx context.Context) (response, error) {
		h, err := p.openPanel(ctx, who)
		if err != nil {
			return h, err
		}
		return p.pressIn(ctx, who, h, fit)
	}
	call := func(ctx context.Context) (response, error) {
		m, id, which, err := p.find(ctx, who, p.venue.main, having(fit), having(like(customid.Report{})))
		if err != nil {
			return response{}, err
		}
		h, err := p.click(ctx, who, m, id)
		if err != nil || which == 0 {
			return h, err
		}
		return p.pressIn(ctx, who, h, fit)
	}
	if p.toldDirectly(who) {
		if h, err := p.press(ctx, who, who.DM(), fit); !errors.Is(err, errNotThere) {
			return h, err
		}
	}
	return p.anyWay(ctx, panel, call)
}

func (p *play) confirm(snap *tournament.Snapshot, who *actor, player, number int) way {
	round := len(snap.State.Rounds)
	match := meant(snap.State, player, number)
	fit := func(p customid.Panel) bool {
		c, ok := p.(customid.Confirm)
		return ok && c.Round == round && (c.Match == match || c.Match == 0)
	}
	press := func(ctx context.Context) (response, error) {
		h, err := p.answering(ctx, who, fit)
		p.effort.count(&p.effort.answers, &p.effort.answerPresses, 1, err)
		return h, err
	}
	if p.toldDirectly(who) {
		return press
	}
	return func(ctx context.Context) (response, error) {
		return p.anyWay(ctx, p.command(who, "confirm", nil), press)
	}
}

// meant returns the number of the match of a player in the current round, or that of the board
// of it that a step names.
func meant(s *tournament.State, player, number int) int {
	if number > 0 {
		return number
	}
	return s.MatchOf(len(s.Rounds), player)
}

func (p *play) dispute(snap *tournament.Snapshot, who *actor, c *command.DisputeReport) way {
	round := len(snap.State.Rounds)
	match := meant(snap.State, c.Player, c.Match)
	fit := func(p customid.Panel) bool {
		d, ok := p.(customid.Dispute)
		return ok && d.Round == round && (d.Match == match || d.Match == 0)
	}
	return func(ctx context.Context) (response, error) {
		h, err := p.answering(ctx, who, fit)
		if err != nil || h.answer.Modal == nil {
			return h, err
		}
		return p.submit(ctx, who, h.answer.Modal, localdiscord.Fields{"reason": c.Reason})
	}
}

// organise translates commands that only organisers use. An organiser who is shown what
// changes for others agrees to it.
func (p *play) organise(snap *tournament.Snapshot, who *actor, c command.Command) (way, error) {
	do, err := p.order(snap, who, c)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (response, error) {
		h, err := do(ctx)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Sure{}))
	}, nil
}

// order is organise without the answer to a question.
func (p *play) order(snap *tournament.Snapshot, who *actor, c command.Command) (way, error) {
	round := len(snap.State.Rounds)
	switch c := c.(type) {
	case *command.OpenRegistration:
		return p.open(who), nil
	case *command.StartCheckIn:
		return p.next(who, "tournament checkin", localdiscord.Options{"minutes": 15}, like(customid.StartCheckIn{})), nil
	case *command.Start:
		return p.start(who), nil
	case *command.Pair:
		return p.pair(snap, who, c), nil
	case *command.Publish:
		return p.publish(snap, who), nil
	case *command.Repair:
		return p.repair(snap, who, c), nil
	case *command.StartRound:
		return p.next(who, "round start", nil, like(customid.StartRound{Round: round})), nil
	case *command.CloseRound:
		return p.next(who, "round close", nil, like(customid.CloseRound{Round: round})), nil
	case *command.MakeCut:
		return p.next(who, "tournament cut", nil, like(customid.Cut{})), nil
	case *command.Finish:
		return p.next(who, "tournament finish", nil, like(customid.Finish{})), nil
	case *command.SeatDraft:
		return p.command(who, "tournament draft seats", nil), nil
	case *command.OpenPack:
		if c.First {
			return p.command(who, "tournament draft start", nil), nil
		}
		return p.command(who, "tournament draft next", nil), nil
	case *command.BuildDecks:
		return p.command(who, "tournament draft build", nil), nil
	case *command.PlayOff:
		return p.breakTie(who, "tournament tie playoff"), nil
	case *command.ShareTitle:
		return p.breakTie(who, "tournament tie share"), nil
	case *command.PauseClock:
		return p.office(p.command(who, "round pause", nil), p.more(who, like(customid.Clock{Round: round, Stop: true}))), nil
	case *command.ResumeClock:
		return p.office(p.command(who, "round resume", nil), p.more(who, like(customid.Clock{Round: round}))), nil
	case *command.ExtendClock:
		options := localdiscord.Options{"minutes": c.Minutes}
		if c.Table > 0 {
			options["table"] = c.Table
			match := snap.State.MatchAt(round, c.Table)
			return p.office(p.command(who, "round extend", options), p.atTable(who, round, match, like(customid.Extend{Match: match, Minutes: c.Minutes}))), nil
		}
		return p.office(p.command(who, "round extend", options), p.inPanel(who, like(customid.Extend{Minutes: c.Minutes}))), nil
	case *command.Undo:
		return p.undo(who), nil
	case *command.Remove:
		return p.onPlayer(snap, who, "player drop", c.Player), nil
	case *command.Disqualify:
		return p.onPlayer(snap, who, "player disqualify", c.Player), nil
	case *command.Reinstate:
		return p.onPlayer(snap, who, "player reinstate", c.Player), nil
	case *command.Correct:
		if c.Round == 0 {
			c.Round = round
		}
		return p.rule(snap, who, c), nil
	}
	return nil, fmt.Errorf("an organiser does not know how to do %T", c)
}

// office returns a way for an organiser's action that has a command and buttons in the
// panel. A play that prefers presses uses the panel.
func (p *play) office(command, panel way) way {
	if p.opts.usual {
		return panel
	}
	return func(ctx context.Context) (response, error) { return p.anyWay(ctx, command, panel) }
}

// inPanel presses a button of the organisers' panel.
func (p *play) inPanel(who *actor, button fits) way {
	return func(ctx context.Context) (response, error) { return p.press(ctx, who, p.venue.office, button) }
}

// pressNext presses a button of the private answer that open returns.
func (p *play) pressNext(who *actor, open way, button fits) way {
	return func(ctx context.Context) (response, error) {
		h, err := open(ctx)
		if err != nil {
			return h, err
		}
		done, err := p.pressIn(ctx, who, h, button)
		if err != nil {
			p.dismiss(who, h)
		}
		return done, err
	}
}

// more presses a button for which the panel has no room.
func (p *play) more(who *actor, button fits) way {
	return p.pressNext(who, p.inPanel(who, like(customid.More{})), button)
}

// atTable presses a button in the panel of an open table.
func (p *play) atTable(who *actor, round, match int, button fits) way {
	return p.pressNext(who, p.table(who, round, match), button)
}

// table opens the panel of an open table with its button or in the menu of tables.
func (p *play) table(who *actor, round, match int) way {
	return func(ctx context.Context) (response, error) {
		h, _, err := p.tableOr(ctx, who, round, match)
		return h, err
	}
}

// tableOr presses a button that fits in the organisers' panel. If there is none, it opens
// the panel of an open table; opened reports that it did.
func (p *play) tableOr(ctx context.Context, who *actor, round, match int, buttons ...fits) (h response, opened bool, err error) {
	value := fmt.Sprintf("%d.%d", round, match)
	menu := func(m *localdiscord.Message) (string, bool) {
		id, ok := component(m.Components, like(customid.TableOf{}))
		return id, ok && offers(m.Components, id, value)
	}
	var spots []spot
	for _, fit := range append(buttons, like(customid.TablePanel{Round: round, Match: match})) {
		spots = append(spots, having(fit))
	}
	m, id, which, err := p.find(ctx, who, p.venue.office, append(spots, menu)...)
	switch {
	case err != nil:
		return h, false, err
	case which == len(spots):
		h, err = p.choose(ctx, who, m, id, value)
	default:
		h, err = p.click(ctx, who, m, id)
	}
	return h, which >= len(buttons), err
}

// next takes the organiser's next step by command, or with the button of the panel in the
// TO channel.
func (p *play) next(who *actor, name string, options localdiscord.Options, button fits) way {
	return p.office(p.command(who, name, options), p.inPanel(who, button))
}

// open opens registration by command, in the organisers' panel, or in the panel of the
// settings.
func (p *play) open(who *actor) way {
	return p.office(p.next(who, "tournament open", nil, like(customid.Open{})), p.pressNext(who, p.command(who, "tournament settings", nil), like(customid.Open{})))
}

// start starts the event with all players, directly or after confirmation.
func (p *play) start(who *actor) way {
	asked := func(ctx context.Context) (response, error) {
		h, err := p.next(who, "tournament start", nil, like(customid.Start{}))(ctx)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Start{Absent: "all"}))
	}
	return p.office(p.command(who, "tournament start", localdiscord.Options{"absent": "all"}), asked)
}

// pair pairs the next round; forced pairings are attached as a file.
func (p *play) pair(snap *tournament.Snapshot, who *actor, c *command.Pair) way {
	if len(c.Forced) == 0 {
		return p.next(who, "round pair", nil, like(customid.Pair{Round: len(snap.State.Rounds) + 1}))
	}
	var b strings.Builder
	for _, table := range c.Forced {
		for i, n := range table {
			if i > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(snap.Name(n))
		}
		b.WriteByte('\n')
	}
	return p.command(who, "round pair", localdiscord.Options{"pairings": localdiscord.File{Name: "pairings.txt", Data: []byte(b.String())}})
}

// publish publishes the preview by command, or in the preview itself.
func (p *play) publish(snap *tournament.Snapshot, who *actor) way {
	round := snap.State.Preview.Number
	again := func(ctx context.Context) (response, error) {
		h, err := p.slash(ctx, who, "round pair", nil)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Publish{Round: round}))
	}
	if snap.State.Preview.Forced {
		return p.command(who, "round publish", nil)
	}
	return p.office(again, p.next(who, "round publish", nil, like(customid.Publish{Round: round})))
}

func (p *play) repair(snap *tournament.Snapshot, who *actor, c *command.Repair) way {
	options := localdiscord.Options{"what": "swap", "player": snap.Name(c.Swap[0]), "other": snap.Name(c.Swap[1])}
	return func(ctx context.Context) (response, error) {
		for i, name := range []string{"player", "other"} {
			value := fmt.Sprintf("p%d", c.Swap[i])
			options[name] = p.suggested(ctx, who, "round repair", options, name, snap.Name(c.Swap[i]),
				func(x localdiscord.Choice) bool { return x.Value == value })
		}
		return p.slash(ctx, who, "round repair", options)
	}
}

// undo previews an undo and confirms it.
func (p *play) undo(who *actor) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.next(who, "tournament undo", nil, like(customid.UndoAsk{}))(ctx)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Sure{}))
	}
}

// onPlayer returns an organiser's command about a player, who is given by suggestion,
// name or mention.
func (p *play) onPlayer(snap *tournament.Snapshot, who *actor, command string, player int) way {
	return func(ctx context.Context) (response, error) {
		options := localdiscord.Options{"player": snap.Name(player)}
		switch {
		case p.chance(500):
			value := fmt.Sprintf("p%d", player)
			options["player"] = p.suggested(ctx, who, command, options, "player", snap.Name(player),
				func(x localdiscord.Choice) bool { return x.Value == value })
		case snap.User(player) != "":
			options["player"] = "<@" + snap.User(player) + ">"
		}
		return p.slash(ctx, who, command, options)
	}
}

// breakTie settles a tie at the top, after its preview.
func (p *play) breakTie(who *actor, name string) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.command(who, name, nil)(ctx)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Sure{}))
	}
}

// rule enters a result for a table: in the TO channel if it is disputed, else with
// /player report. If that shows the preview of a correction, rule confirms it.
func (p *play) rule(snap *tournament.Snapshot, who *actor, c *command.Correct) way {
	match, l := snap.State.Match(c.Round, c.Match)
	text := c.Text
	switch c.Kind {
	case ledger.Forfeit:
		text = "forfeit"
		if c.Second {
			text = "forfeit-lost"
		}
	case ledger.DoubleLoss:
		text = "double-loss"
	default: // the command's text has the result
	}
	command := func(ctx context.Context) (response, error) {
		options := localdiscord.Options{"table": int(l.Table), "result": text, "round": c.Round}
		if p.chance(300) {
			options["result"] = p.suggested(ctx, who, "player report", options, "result", "", func(x localdiscord.Choice) bool { return x.Value == text })
		}
		if c.Round == len(snap.State.Rounds) && p.chance(500) {
			delete(options, "round")
		}
		h, err := p.slash(ctx, who, "player report", options)
		if err != nil {
			return h, err
		}
		return p.follow(ctx, who, h, like(customid.Sure{}))
	}
	if c.Round != len(snap.State.Rounds) || match.Confirmed {
		return command
	}
	panel := func(ctx context.Context) (response, error) {
		h, opened, err := p.tableOr(ctx, who, c.Round, c.Match, like(customid.RulePress{Round: c.Round, Match: c.Match, Result: text}))
		if err != nil || !opened || h.answer.Message == nil {
			return h, err
		}
		list := h.answer.Message.Components
		if menu, ok := component(list, like(customid.Rule{Round: c.Round, Match: c.Match})); ok && offers(list, menu, text) {
			return p.choose(ctx, who, *h.answer.Message, menu, text)
		}
		form, err := p.pressIn(ctx, who, h, like(customid.RuleOpen{Round: c.Round, Match: c.Match}))
		if err != nil || form.answer.Modal == nil {
			return form, err
		}
		return p.submit(ctx, who, form.answer.Modal, resultFields(form.answer.Modal, text))
	}
	return p.office(command, panel)
}
