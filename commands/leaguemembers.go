package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/league"
	"topcut/commands/leagueview"
	"topcut/commands/namelist"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// leagueAdd shows what it means to put a person into the league, and asks.
func leagueAdd(ctx context.Context, c *call) (Reply, error) {
	user, name := c.Typed("member"), strings.TrimSpace(c.Typed("name"))
	if user != "" && name == "" {
		name = router.ShownName(c.Users[user].Name)
	}
	switch {
	case c.Users[user].Bot:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	case user == "" && name == "":
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.member_or_guest")
	case user == "":
		var err error
		if name, err = namelist.Guest(c.Season, name); err != nil {
			return Reply{}, err
		}
	}
	d, _ := c.Int("division")
	yes := customid.LeagueAdd{User: user, Name: name, Division: int(d)}
	for user != "" && !customid.Fits(c.Season.State.ID, yes) { // the name follows Discord
		yes.Name = discord.Cut(yes.Name, len([]rune(yes.Name))-1)
	}
	if !customid.Fits(c.Season.State.ID, yes) {
		return Reply{}, tournament.Refuse(tournament.BadInput, "join.name_long", "most", 20)
	}
	means, err := c.adding(ctx, yes)
	if err == nil {
		means, err = c.pastLeagueGate(ctx, user, name, means)
	}
	if err != nil {
		return Reply{}, err
	}
	return router.Private(leagueview.Adding(c.League(), notice.Text(name), yes, means)), nil
}

// adding returns what becomes of a person who is put into the league, or why that is
// refused.
func (c *call) adding(ctx context.Context, p customid.LeagueAdd) (string, error) {
	add := season.Add{Person: season.Person{User: p.User, Name: p.Name}, Division: p.Division}
	out, err := c.App.Seasons.Try(ctx, c.Season.State.ID, season.Request{Command: add})
	if err != nil {
		return "", err
	}
	m := out.After.PlayerByUser(p.User)
	if p.User == "" {
		m = len(out.After.State.Members)
		for i := range out.After.State.Members {
			if out.After.User(i+1) == "" && strings.EqualFold(out.After.Name(i+1), p.Name) {
				m = out.After.State.Now(i + 1)
			}
		}
	}
	return c.entering(ctx, out.After, []int{m})
}

// entering returns what becomes of members in the running events of their divisions, or
// the refusal of the event that does not take one of them.
func (c *call) entering(ctx context.Context, after *season.Snapshot, members []int) (string, error) {
	lists, err := c.App.Leagues.Lists(ctx, c.Season)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, m := range members {
		d := after.State.DivisionOf(m)
		if d == 0 || d > after.State.Begun || !after.State.PlaysIn(m, d) {
			continue
		}
		i := slices.IndexFunc(lists, func(e *tournament.Snapshot) bool { return e.State.Entry.Division == d })
		if i < 0 {
			return "", tournament.Refuse(tournament.WrongPhase, "league.division_over", "number", d)
		}
		cmd := league.Seat(after, lists[i], m)
		if cmd == nil {
			continue
		}
		out, err := c.App.Director.Try(ctx, lists[i].State.ID, c.Request(cmd))
		if refused, ok := errors.AsType[*tournament.Refusal](err); ok {
			return "", tournament.Refuse(refused.Class, "members.refused", "name", notice.Text(after.Name(m)), "event", notice.Text(lists[i].State.Settings.Name), "why", refused.Notice)
		}
		if err != nil {
			return "", err
		}
		lines = append(lines, wording.Entering(wording.About(c.Words(), out.After), out.Events))
	}
	return strings.Join(lines, "\n"), nil
}

// leagueAdded puts a person into the league and into the event of the division.
func leagueAdded(ctx context.Context, c *call, p customid.LeagueAdd) (Reply, error) {
	if _, err := c.adding(ctx, p); err != nil {
		return Reply{}, err
	}
	add := season.Add{Person: season.Person{User: p.User, Name: p.Name}, Division: p.Division}
	return c.seated(ctx, add, router.NewAnswer("did.league_add", "name", notice.Text(p.Name), "league", c.leagueTitle()))
}

// seated runs a command on the members of the league and gives them their places in its
// events at once.
func (c *call) seated(ctx context.Context, cmd season.Command, done router.Answer) (Reply, error) {
	reply, _, err := c.doLeague(ctx, cmd, func(*season.Snapshot) router.Answer { return done })
	if err != nil {
		return Reply{}, err
	}
	c.seatNow(ctx)
	return c.Turned(layout.Text(reply.Text))
}

// seatNow gives members their places in events. If that fails, the deadline does it.
func (c *call) seatNow(ctx context.Context) {
	if err := c.App.Leagues.Fire(ctx, c.Season.State.ID, season.DueSeats); err != nil {
		c.App.Log.Warn("members of a league wait for their places", "league", c.Season.State.ID, "error", err)
	}
}

// leaving returns what becomes of the matches of a member who leaves the league.
func (c *call) leaving(ctx context.Context, m int) (string, error) {
	out, err := c.App.Seasons.Try(ctx, c.Season.State.ID, season.Request{Command: season.Leave{Member: m}})
	if err != nil {
		return "", err
	}
	lists, err := c.App.Leagues.Lists(ctx, c.Season)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, event := range lists {
		cmd := league.Seat(out.After, event, m)
		if cmd == nil || out.After.State.Closed != nil {
			continue
		}
		tried, err := c.App.Director.Try(ctx, event.State.ID, c.Request(cmd))
		if err != nil {
			return "", err
		}
		lines = append(lines, wording.Leaving(wording.About(c.Words(), event), cmd.(*command.Expel).Player, tried.Events))
	}
	return strings.Join(lines, "\n"), nil
}

// leagueRemove shows what becomes of the matches of a member, and asks.
func leagueRemove(ctx context.Context, c *call) (Reply, error) {
	m, err := c.leagueMember()
	if err != nil {
		return Reply{}, err
	}
	return c.askLeave(ctx, m, customid.LeagueRemove{Member: m})
}

func (c *call) askLeave(ctx context.Context, m int, yes customid.Panel) (Reply, error) {
	means, err := c.leaving(ctx, m)
	if err != nil {
		return Reply{}, err
	}
	return router.Private(leagueview.Leaving(c.League(), m, means, yes)), nil
}

// leagueRemoved takes a member out of the league and its events.
func leagueRemoved(ctx context.Context, c *call, p customid.LeagueRemove) (Reply, error) {
	return c.seated(ctx, season.Leave{Member: p.Member}, router.NewAnswer("did.league_remove", "player", notice.Player(p.Member), "league", c.leagueTitle()))
}

// leagueLeave says what becomes of the user's matches, and asks.
func leagueLeave(ctx context.Context, c *call) (Reply, error) {
	n := c.Season.PlayerByUser(c.User.ID)
	if n == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "league.not_in", "league", c.leagueTitle())
	}
	return c.askLeave(ctx, n, customid.LeagueLeave{})
}

func leagueLeft(ctx context.Context, c *call, _ customid.LeagueLeave) (Reply, error) {
	return c.seated(ctx, season.Leave{Member: c.Season.PlayerByUser(c.User.ID)}, c.left())
}

func (c *call) left() router.Answer {
	return router.NewAnswer("did.league_leave", "league", c.leagueTitle())
}

// leagueNext opens the sign-up for the next season, or gives the season another name, and
// lists who has answered.
func leagueNext(ctx context.Context, c *call) (Reply, error) {
	if err := c.noNext(ctx); err != nil {
		return Reply{}, err
	}
	name, s := strings.TrimSpace(c.Typed("name")), c.Season.State
	if name == "" && s.Signup == nil {
		name = s.NextName()
	}
	if name != "" && (s.Signup == nil || s.Signup.Name != name) {
		if _, _, err := c.doLeague(ctx, season.OpenSignup{Name: name}, func(*season.Snapshot) router.Answer { return router.NewAnswer("answer.done") }); err != nil {
			return Reply{}, err
		}
	}
	return router.Private(leagueview.Answers(c.League())), nil
}

// leagueSignup handles the buttons of the sign-up for the next season.
func leagueSignup(ctx context.Context, c *call, p customid.LeagueSignup) (Reply, error) {
	switch {
	case c.User.Bot:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	case c.Season.State.Signup == nil:
		return Reply{}, router.ErrOldPanel
	}
	if err := c.noNext(ctx); err != nil {
		return Reply{}, err
	}
	code := notice.Code("did.signup_out")
	if p.In {
		code = "did.signup_in"
	}
	facts, err := c.leagueFacts(ctx, c.User)
	if err != nil {
		return Reply{}, err
	}
	cmd := season.Answer{Person: season.Person{User: c.User.ID, Name: router.ShownName(c.User.Name), Handle: c.User.Username}, In: p.In, Facts: facts}
	reply, _, err := c.doLeague(ctx, cmd, func(after *season.Snapshot) router.Answer {
		return router.NewAnswer(code, "league", notice.Text(after.State.Signup.Name))
	})
	return reply, err
}

// waits reports whether the sign-up for the next season waits for the user's answer.
func (c *call) waits() bool {
	return asks(c.Season, c.User.ID) && !c.Bool("public")
}

// asks reports whether the sign-up for the next season waits for a user's answer.
func asks(s *season.Snapshot, user string) bool {
	n := s.PlayerByUser(user)
	return n > 0 && slices.Contains(s.State.Unanswered(), n)
}

// signups returns the leagues of this channel whose sign-up for the next season waits for
// the user's answer.
func (c *call) signups(ctx context.Context) ([]*season.Snapshot, error) {
	all, err := c.Leagues(ctx)
	if err != nil {
		return nil, err
	}
	begun := func(id tournament.ID) bool {
		return slices.ContainsFunc(all, func(s *season.Snapshot) bool { return s.State.Previous == id })
	}
	return slices.DeleteFunc(slices.Clone(all), func(s *season.Snapshot) bool {
		return !c.In(s.State.Settings.Channel) || !asks(s, c.User.ID) || begun(s.State.ID)
	}), nil
}

// completeMember suggests the members of the league.
func completeMember(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	if err := c.App.LeagueOf(ctx, c.Call); err != nil {
		return nil, nil // the league is still being typed
	}
	var names []string
	var numbers []int
	for i, m := range c.Season.State.Members {
		if m.Person > 0 && m.Into == 0 {
			names, numbers = append(names, c.Season.Name(i+1)), append(numbers, i+1)
		}
	}
	return suggest.Names(names, typed, func(i int) any { return memberValue(numbers[i]) }), nil
}

// memberValue returns the autocomplete value of a league member.
func memberValue(n int) string { return "m" + strconv.Itoa(n) }

// leagueMember resolves the player option as a member of the league: an autocomplete
// value, a mention or an exact name.
func (c *call) leagueMember() (int, error) {
	typed := strings.TrimSpace(c.Typed("player"))
	s := c.Season
	if rest, ok := strings.CutPrefix(typed, "<@"); ok {
		if n := s.PlayerByUser(strings.TrimSuffix(strings.TrimPrefix(rest, "!"), ">")); n > 0 {
			return n, nil
		}
	}
	var numbers []int
	var called []string
	for i, m := range s.State.Members {
		switch n := i + 1; {
		case m.Person == 0 || m.Into > 0:
		case typed == memberValue(n):
			return n, nil
		default:
			numbers, called = append(numbers, n), append(called, s.Name(n))
		}
	}
	switch found := names.Find(typed, called); len(found) {
	case 0:
		return 0, tournament.Refuse(tournament.NotFound, "league.no_member", "name", notice.Text(discord.Cut(typed, 40)), "league", c.leagueTitle())
	case 1:
		return numbers[found[0]], nil
	}
	return 0, tournament.Refuse(tournament.BadInput, "pick.same_name")
}

func leagueJoin(ctx context.Context, c *call) (Reply, error) {
	if c.User.Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	}
	facts, err := c.leagueFacts(ctx, c.User)
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.doLeague(ctx, season.Join{Person: season.Person{User: c.User.ID, Name: router.ShownName(c.User.Name), Handle: c.User.Username}, Facts: facts},
		func(*season.Snapshot) router.Answer {
			return router.NewAnswer("did.league_join", "league", c.leagueTitle()).Next("league info")
		})
	return reply, err
}
