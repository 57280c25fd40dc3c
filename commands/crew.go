package commands

import (
	"context"
	"slices"
	"strconv"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// crewRoutes returns the panels of teams.
func crewRoutes() []Route {
	return []Route{
		panel(Route{Role: Everyone, Scope: router.OneEvent}, answerCrew),
		turning(func(_ context.Context, c *call, p customid.Crew) (Reply, error) { return c.crewPanel(p.Player) }),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, askMates),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, mateForm),
		turning(outOfCrew), turning(lineUp), turning(keepLineUp), turning(substitute), turning(leaveCrew),
		turning(seeBench), turning(setBench), turning(askBench), panel(Route{Role: Everyone, Scope: router.OneEvent}, answerBench),
	}
}

// mates returns the people chosen in a form of a team, with what the gate of the event asks
// about them where the captain's word is enough.
func (c *call) mates(ctx context.Context) (out []command.Mate, err error) {
	for _, id := range c.Fields[crew.FieldMates] {
		if c.Users[id].Bot {
			return nil, tournament.Refuse(tournament.BadInput, "crew.bot")
		}
		mate := command.Mate{User: id, Name: router.ShownName(c.Users[id].Name)}
		if c.Snap.State.Settings.CaptainsWord {
			if mate.Pass, err = c.pass(ctx, c.wanted(id, "")); err != nil {
				return nil, err
			}
		}
		out = append(out, mate)
	}
	return out, nil
}

// inCrew makes a registration that of a team, as the form says.
func (c *call) inCrew(ctx context.Context, join *command.Join) (err error) {
	if !c.Snap.State.Crewed() {
		return nil
	}
	join.Crew = c.Field(crew.FieldName)
	join.Mates, err = c.mates(ctx)
	return err
}

// saysAsked adds to an answer who has become a member of a team by the word of its captain, and
// whom it has asked who have not answered.
func saysAsked(in router.Answer, after *tournament.Snapshot, events []tournament.Envelope, n int) router.Answer {
	var named, asked []string
	for i := range events {
		if ev, is := events[i].Event.(*tournament.MemberAnswered); is && crew.Added(&events[i]) {
			named = append(named, after.Book.Person(ev.Person).Name)
		}
	}
	for _, no := range after.State.Player(n).Invited() {
		asked = append(asked, after.Book.Person(no).Name)
	}
	if len(named) > 0 {
		in = in.And("did.crew_named", "players", notice.Texts(named))
	}
	if len(asked) > 0 {
		in = in.And("did.crew_asked", "players", notice.Texts(asked))
	}
	return in
}

// person returns the presser's number in the book of the event.
func (c *call) person() int { return c.Snap.Book.ByUser(c.User.ID) }

// answerCrew answers the team that has asked the presser.
func answerCrew(ctx context.Context, c *call, p customid.CrewAnswer) (Reply, error) {
	if p.Player == 0 {
		switch teams := crew.Asking(c.Snap.State, c.person()); {
		case len(teams) > 1:
			return router.Private(crew.Which(wording.About(c.Words(), c.Snap), teams)), nil
		case len(teams) == 1:
			p.Player = teams[0]
		case c.MyNumber() > 0:
			return Reply{}, tournament.Refuse(tournament.NoChange, "crew.in", "team", notice.Player(c.MyNumber()))
		default:
			return Reply{}, tournament.Refuse(tournament.NotAllowed, "crew.nobody_asked")
		}
	}
	pass, err := c.pass(ctx, c.User)
	if err != nil {
		return Reply{}, err
	}
	done := notice.Code("did.crew_no")
	if p.Yes {
		done = "did.crew_yes"
	}
	cmd := &command.AnswerInvitation{Player: p.Player, User: c.User.ID, Yes: p.Yes, Pass: pass}
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer(done, "team", notice.Player(p.Player), "event", notice.Text(c.Snap.State.Settings.Name)))
	return reply, err
}

// team returns the player whose team a panel is about: the presser's own or, for an organiser,
// the given one.
func (c *call) team(player int) (int, error) {
	switch {
	case player == 0:
		return c.me()
	case !c.Staff, c.Snap.State.Player(player) == nil:
		return 0, router.ErrOldPanel
	}
	return player, nil
}

// crewPanel shows the presser's team, or to an organiser that of a player.
func (c *call) crewPanel(player int) (Reply, error) {
	n, err := c.team(player)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(crew.Panel(wording.About(c.Words(), c.Snap), n, c.person(), player > 0))
}

// askMates opens the form in which a captain asks more mates.
func askMates(ctx context.Context, c *call, _ customid.CrewAsk) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	switch s := c.Snap.State; {
	case !crew.Leads(s, n, c.person()):
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "crew.captain")
	case s.Phase >= tournament.Running:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "crew.started")
	case crew.Room(s, n) < 1:
		return Reply{}, tournament.Refuse(tournament.Conflict, "crew.full", "n", c.Snap.State.Settings.Crew, "team", notice.Player(n))
	}
	m := crew.Ask(wording.About(c.Words(), c.Snap), n)
	return Reply{Modal: &m}, nil
}

func mateForm(ctx context.Context, c *call, _ customid.CrewForm) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	mates, err := c.mates(ctx)
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.InviteMates{Player: n, Mates: mates}, func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		return saysAsked(router.NewAnswer("answer.done"), after, events, n)
	})
	return reply, err
}

// outOfCrew takes out the mate that a captain has chosen, or takes back the invitation.
func outOfCrew(ctx context.Context, c *call, p customid.CrewOut) (Reply, error) {
	n, err := c.team(p.Player)
	if err != nil {
		return Reply{}, err
	}
	if len(c.Values) != 1 {
		return Reply{}, router.ErrOldPanel
	}
	person, err := strconv.Atoi(c.Values[0])
	if err != nil {
		return Reply{}, router.ErrOldPanel
	}
	return c.onTeam(ctx, p.Player, &command.RemoveMember{Player: n, Person: person, ByOrganiser: p.Player > 0})
}

// onTeam runs a command about a team and shows its panel again.
func (c *call) onTeam(ctx context.Context, player int, cmd command.Command) (Reply, error) {
	if _, _, err := c.Do(ctx, cmd, router.FixedAnswer("answer.done")); err != nil {
		return Reply{}, err
	}
	return c.crewPanel(player)
}

// lineUp names the members whom a captain has chosen for the boards, in the order of the team.
func lineUp(ctx context.Context, c *call, p customid.CrewLineUp) (Reply, error) {
	n, err := c.team(p.Player)
	if err != nil {
		return Reply{}, err
	}
	var persons []int
	for _, person := range c.Snap.State.MembersOf(n) {
		if slices.Contains(c.Values, strconv.Itoa(person)) {
			persons = append(persons, person)
		}
	}
	if len(persons) != len(c.Values) { // one has left
		return Reply{}, router.ErrOldPanel
	}
	return c.onTeam(ctx, p.Player, &command.GiveLineUp{Player: n, Persons: persons, ByOrganiser: p.Player > 0})
}

// keepLineUp gives the line-up that a captain's team has anyway.
func keepLineUp(ctx context.Context, c *call, p customid.CrewKeep) (Reply, error) {
	n, err := c.team(p.Player)
	if err != nil {
		return Reply{}, err
	}
	return c.onTeam(ctx, p.Player, &command.GiveLineUp{Player: n, Persons: c.Snap.State.NextLineUp(n), ByOrganiser: p.Player > 0})
}

// substitute puts in the member whom a captain has chosen for a board.
func substitute(ctx context.Context, c *call, p customid.CrewSub) (Reply, error) {
	n, err := c.team(p.Player)
	if err != nil {
		return Reply{}, err
	}
	for _, x := range c.Snap.State.Substitutes(n) {
		if slices.Equal(c.Values, []string{crew.SubValue(x)}) {
			return c.onTeam(ctx, p.Player, &command.Substitute{Place: x.Place, Player: n, Person: x.Person, For: x.For, ByOrganiser: p.Player > 0})
		}
	}
	return Reply{}, tournament.Refuse(tournament.WrongPhase, "crew.sub_gone")
}

// leaveCrew takes the presser out of their team once they are sure.
func leaveCrew(ctx context.Context, c *call, p customid.CrewLeave) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if !p.Sure {
		return c.Turned(crew.Leave(wording.About(c.Words(), c.Snap), n))
	}
	c.Expect = func(now *tournament.Snapshot) error {
		if len(now.State.MembersOf(n)) < 2 { // the last member would take the team out
			return router.ErrOldPanel
		}
		return nil
	}
	return c.updated(ctx, &command.RemoveMember{Player: n, Person: c.person()}, router.FixedAnswer("did.crew_left", "team", notice.Player(n)))
}

// changeCrew is /player team, with which an organiser puts a member into a team or takes one
// out; without a member it shows the team, and who plays is chosen there.
func changeCrew(ctx context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	switch {
	case err != nil:
		return Reply{}, err
	case !c.Snap.State.Crewed():
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "crew.none")
	}
	user := c.Typed("member")
	if user == "" {
		return router.Private(crew.Panel(wording.About(c.Words(), c.Snap), n, c.person(), true)), nil
	}
	name := router.ShownName(c.Users[user].Name)
	args := []any{"who", notice.Text(name), "team", notice.Player(n)}
	switch {
	case c.Bool("remove"):
		cmd := &command.RemoveMember{Player: n, Person: c.Snap.Book.ByUser(user), ByOrganiser: true}
		reply, _, err := c.Do(ctx, cmd, router.FixedAnswer("did.crew_out", args...))
		return reply, err
	case c.Users[user].Bot:
		return Reply{}, tournament.Refuse(tournament.BadInput, "crew.bot")
	}
	cmd := &command.InviteMates{Player: n, Mates: []command.Mate{{User: user, Name: name}}, ByOrganiser: true}
	if err := c.pastGate(ctx, cmd, &cmd.Pass, user, name); err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer("did.crew_in", args...))
	return reply, err
}
