package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/availability"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/profile"
)

// team registers a captain's team and lets the mates accept.
func (h *testServer) team(name string, captain *localdiscord.Person, mates ...*localdiscord.Person) {
	h.t.Helper()
	id := h.snapshot().State.ID
	do := func(p *localdiscord.Person, c command.Command) {
		cause := fmt.Sprint(name, id, len(h.snapshot().Log))
		if _, err := h.director.Do(h.t.Context(), id, command.Request{Actor: tournament.Actor{User: p.ID(), Name: p.Name()}, Cause: cause, Command: c}); err != nil {
			h.t.Fatalf("%s of %s: %v", p.Name(), name, err)
		}
	}
	join := &command.Join{User: captain.ID(), Name: captain.Name(), Crew: name}
	for _, m := range mates {
		join.Mates = append(join.Mates, command.Mate{User: m.ID(), Name: m.Name()})
	}
	do(captain, join)
	for _, m := range mates {
		do(m, &command.AnswerInvitation{Player: h.snapshot().PlayerByUser(captain.ID()), User: m.ID(), Yes: true})
	}
}

// TestWhatATeamWonItsMembersWon: the champion's role, and that of the best of a season, goes to
// each member of the team that has won. The event is in the profile of each, with the team's name; no team is a member
// of the server. A team is seeded by the mean of its members' ratings.
func TestWhatATeamWonItsMembersWon(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
	champion, best := h.guild.AddRole("Champion", 0), h.guild.AddRole("Best", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"champion_role": champion.ID(), "top_role": best.ID(), "top": 1})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve")
	h.create(localdiscord.Options{"rounds": 1, "cut": 0, "team_size": 2})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	h.team("Owls", p[0], p[1])
	h.team("Foxes", p[2], p[3])
	h.begin()
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	h.keep()
	won, lost, team := p[:2], p[2:4], "Owls"
	if h.snapshot().State.Places[0] != 1 {
		won, lost, team = lost, won, "Foxes"
	}
	for _, role := range []*localdiscord.Role{champion, best} {
		if got := role.Holders(); !slices.Equal(got, []string{won[0].Name(), won[1].Name()}) {
			t.Errorf("%s are %q, not those of %s", role.Name(), got, team)
		}
	}
	for _, x := range won {
		h.hasAll(h.slash(x, "profile", nil), "**1** event, 1 won", "1-0", "place 1 of 2 with **"+team+"**: Friday Night")
	}
	if got := h.slash(lost[1], "profile", nil); !strings.Contains(got, "0-1") || strings.Contains(got, "Met most often") {
		t.Errorf("the mate of the other team has %s", got)
	}
	h.hasAll(h.text(h.presses(p[4], h.answer(h.use(p[4], "ratings", nil)), "Champions")), fmt.Sprintf("%s (%s and %s)", team, won[0].Name(), won[1].Name()))
	past := h.history()
	if n, _ := past.Named(team); n != 0 {
		t.Errorf("the team is member %d of the server", n)
	}
	ratings, _ := past.Ratings("magic")
	at := func(x *localdiscord.Person) float64 { return ratings.Now.At(past.User(x.ID())).Value }
	if at(won[0]) <= 1500 || at(won[0]) != at(won[1]) || at(lost[1]) >= 1500 || at(won[1])+at(lost[0]) != 3000 {
		t.Errorf("the winners have %v and %v, the others %v and %v", at(won[0]), at(won[1]), at(lost[0]), at(lost[1]))
	}

	h.create(localdiscord.Options{"name": "After", "rounds": 1, "cut": 0, "team_size": 2})
	h.team("Both", won[0], lost[0])
	h.team("Newcomer", p[4], won[1]) // the captain alone would come last
	h.hasAll(h.slash(h.organiser, "player seed", localdiscord.Options{"from": "rating"}), "2 teams are seeded by rating, Newcomer first")
	h.clean()
}

// TestABoardCountsForWhoSatThere: in profiles and ratings a match on boards is one of each
// board: of the two who sat there, a substitute among them, and not of who sat at none.
func TestABoardCountsForWhoSatThere(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
	h.create(localdiscord.Options{"rounds": 1, "cut": 0, "team_size": 3, "boards": 2})
	h.team("Owls", p[0], p[1], p[2])
	h.team("Foxes", p[3], p[4], p[5])
	h.begin()
	s := h.snapshot()
	person := func(x *localdiscord.Person) int { return s.Book.ByUser(x.ID()) }
	at := func(board int) tournament.Place {
		return tournament.Place{Round: 1, Match: tournament.BoardNumber(1, board)}
	}
	do := func(c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), s.State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Cause: fmt.Sprint(c), Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	do(&command.Substitute{Place: at(2), Player: 1, Person: person(p[2]), For: person(p[1]), ByOrganiser: true})
	wins := func(board, n int) {
		_, l := s.State.Match(1, at(board).Match)
		text := "2-0"
		if int(l.Seats[0])+1 != n {
			text = "0-2"
		}
		do(&command.Correct{Round: 1, Match: at(board).Match, Text: text})
	}
	wins(1, 1) // Ann against Dee
	wins(2, 2) // Eve against Cy, who sits there for Bob
	h.slash(h.organiser, "round close", nil)
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	h.keep()
	past := h.history()
	ratings, _ := past.Ratings("magic")
	for i, want := range []int{1, 0, -1, -1, 1, 0} {
		n := past.User(p[i].ID())
		if r := ratings.Now.At(n); r.Matches != want*want || int(r.Value-1500)*want < 0 || want == 0 && r.Value != 1500 {
			t.Errorf("%s is rated %+v", p[i].Name(), r)
		}
		got := profile.Of(past.Events, &profile.Members{}, n, "", h.now()).Record
		if got != (profile.Record{Won: max(want, 0), Lost: max(-want, 0)}) {
			t.Errorf("%s has %+v", p[i].Name(), got)
		}
	}
	h.hasAll(h.slash(p[2], "profile", nil), "0-1", "Eve")
	h.clean()
}

// TestATeamIsGoneWithItsLastMember: a team has left the server once all its members have. A
// captain who has left alone is no longer captain: the member who has been there longest is,
// and the captain stays a member.
func TestATeamIsGoneWithItsLastMember(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
	h.create(localdiscord.Options{"rounds": 3, "cut": 0, "team_size": 2})
	for i, name := range []string{"Owls", "Foxes", "Bears", "Hares"} {
		h.team(name, p[2*i], p[2*i+1])
	}
	h.begin()
	s := h.snapshot()
	captain, mate := func(n int) *localdiscord.Person { return p[2*n-2] }, func(n int) *localdiscord.Person { return p[2*n-1] }
	at := func(match, side int) int {
		_, l := s.State.Match(1, match)
		return int(l.Seats[side]) + 1
	}
	h.slash(mate(at(1, 0)), "report", localdiscord.Options{"result": "2-0"})
	h.slash(captain(at(2, 0)), "report", localdiscord.Options{"result": "2-0"})
	h.settle()
	h.pass(30 * time.Minute)
	for _, x := range []*localdiscord.Person{captain(at(1, 0)), captain(at(1, 1)), mate(at(1, 1)), captain(at(2, 1))} {
		x.Leave(h.guild)
	}
	preview := h.answer(h.use(h.organiser, "round pair", nil))
	if h.hasAll(h.text(preview), "Left the server: "+s.Name(at(1, 1))); strings.Count(h.text(preview), "[Drop ") != 1 {
		t.Errorf("not one team has left: %s", h.text(preview))
	}
	for n, want := range map[int][]string{
		at(1, 0): {mate(at(1, 0)).ID(), captain(at(1, 0)).ID()}, at(2, 1): {mate(at(2, 1)).ID(), captain(at(2, 1)).ID()},
		at(2, 0): {captain(at(2, 0)).ID(), mate(at(2, 0)).ID()}, at(1, 1): {captain(at(1, 1)).ID(), mate(at(1, 1)).ID()},
	} {
		if got := h.snapshot().Users(n); !slices.Equal(got, want) {
			t.Errorf("%s is %v, its captain first, want %v", s.Name(n), got, want)
		}
	}
	h.organise("round publish")
	h.clean()
}

// TestATimeIsBusyIfAnyMemberIs: a time at which a captain's mate plays another match is said
// to be busy.
func TestATimeIsBusyIfAnyMemberIs(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date"})
	for _, x := range []*localdiscord.Person{p[1], p[3]} {
		h.slash(x, "join", nil)
	}
	h.slash(h.organiser, "tournament start", nil)
	h.agreeOnTomorrow()
	busy := h.agreed(1, 1)
	h.create(localdiscord.Options{"name": "Teams", "cut": 0, "team_size": 2})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"tournament": fmt.Sprint(h.snapshot().State.ID), "set": "format=round_robin, arranged=by_date"})
	h.team("Owls", p[0], p[1])
	h.team("Foxes", p[2])
	h.slash(h.organiser, "tournament start", nil)
	k := &availability.Keeper{Calendars: h.app.Calendars, Index: h.app.Index, Events: h.director, Now: h.now}
	doubts, err := k.Doubts(t.Context(), h.guild.ID(), h.snapshot(), tournament.Place{Round: 1, Match: 1}, []time.Time{busy}, false)
	if err != nil || len(doubts) != 1 || doubts[0].Player != h.snapshot().PlayerByUser(p[1].ID()) {
		t.Errorf("what speaks against the time is %+v, %v", doubts, err)
	}
}

// TestOnlyACaptainAsksMates: the form that asks mates opens for the captain alone, and until
// the event begins.
func TestOnlyACaptainAsksMates(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.create(localdiscord.Options{"rounds": 1, "cut": 0, "team_size": 3})
	h.team("Owls", p[0], p[1])
	h.team("Foxes", p[2], p[3])
	panel := h.presses(p[0], h.answer(h.use(p[0], "status", nil)), "Team")
	if form := h.presses(p[0], panel, "Invite a teammate"); form.Modal == nil {
		t.Errorf("the captain gets no form: %s", h.text(form))
	}
	s := h.snapshot()
	ann, bob := s.Book.ByUser(p[0].ID()), s.Book.ByUser(p[1].ID())
	turn := command.Scripted(func(x *command.Script) error {
		return x.Emit(&tournament.CrewChanged{Player: s.PlayerByUser(p[0].ID()), Members: []int{bob, ann}})
	})
	if _, err := h.director.Do(t.Context(), s.State.ID, command.Request{Cause: "turn", Command: turn}); err != nil {
		t.Fatal(err)
	}
	h.hasAll(h.text(h.presses(p[0], panel, "Invite a teammate")), "Only the captain of the team or an organiser")
	old := h.presses(p[1], h.answer(h.use(p[1], "status", nil)), "Team")
	h.begin()
	h.hasAll(h.text(h.presses(p[1], old, "Invite a teammate")), "Once the event has begun")
	h.clean()
}

// TestTheInvitationsFollowTheOrganisers: the post that asks mates says what /player team has
// changed: whom an organiser puts into the team is asked no more, nor is who is taken out.
func TestTheInvitationsFollowTheOrganisers(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve")
	h.create(localdiscord.Options{"rounds": 1, "cut": 0, "team_size": 3})
	do := func(p *localdiscord.Person, c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: p.ID(), Name: p.Name()}, Cause: fmt.Sprint(len(h.snapshot().Log)), Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(of ...*localdiscord.Person) (mates []command.Mate) {
		for _, x := range of {
			mates = append(mates, command.Mate{User: x.ID(), Name: x.Name()})
		}
		return mates
	}
	do(p[0], &command.Join{User: p[0].ID(), Name: "Ann", Crew: "Owls", Mates: asks(p[1], p[4])})
	do(p[2], &command.Join{User: p[2].ID(), Name: "Cy", Crew: "Foxes", Mates: asks(p[3])})
	post := func() string {
		h.pass(0)
		h.settle()
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if text := h.srv.Render(m); strings.Contains(text, "Team invitations") {
				return text
			}
		}
		return ""
	}
	h.hasAll(post(), "Bob", "Eve", "Dee")
	h.slash(h.organiser, "player team", localdiscord.Options{"player": "Owls", "member": p[1].ID()})
	if got := post(); !strings.Contains(got, "has put @Bob in the team") || strings.Count(got, "Bob") != 1 || !strings.Contains(got, "Eve") || !strings.Contains(got, "Dee") {
		t.Errorf("with Bob in the team the post says %s", got)
	}
	h.slash(h.organiser, "player team", localdiscord.Options{"player": "Foxes", "member": p[3].ID(), "remove": true})
	if got := post(); strings.Contains(got, "Dee") || !strings.Contains(got, "Eve") {
		t.Errorf("without the invitation of Dee the post says %s", got)
	}
	h.slash(h.organiser, "player team", localdiscord.Options{"player": "Owls", "member": p[4].ID()})
	if got := post(); got != "" {
		t.Errorf("with no invitation left there is %s", got)
	}
	h.clean()
}
