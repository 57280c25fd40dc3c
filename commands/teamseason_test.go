package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/season"
)

// playedBoard is a board that two persons of a team season have played, as they reported it.
type playedBoard struct {
	event, round, match int
	sides               [2]string // teams
	won                 int       // side
}

// teamSeason is a season of evenings of teams on boards, and what was played in it.
type teamSeason struct {
	*testServer
	teams  map[string]string // of each person by Discord id, in the evening that is played
	events []tournament.ID
	boards []playedBoard
	byes   map[int][]string // by event
}

// evening plays an event of two rounds, of which the boards are won as wins says.
func (h *teamSeason) evening(teams map[string][]*localdiscord.Person, kills bool, wins func(round, match, board int) int) {
	h.t.Helper()
	name := fmt.Sprintf("Evening %d", len(h.events)+1)
	h.create(localdiscord.Options{"name": name, "rounds": 2, "cut": 0, "team_size": 3, "boards": 2})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": name})
	h.teams = map[string]string{}
	for _, team := range []string{"Owls", "Foxes", "Bears", "Hares"} {
		if members := teams[team]; len(members) > 0 {
			h.team(team, members[0], members[1:]...)
			for _, m := range members {
				h.teams[m.ID()] = team
			}
		}
	}
	h.events = append(h.events, h.snapshot().State.ID)
	if s := h.snapshot().State; len(s.Players) != len(teams) {
		h.t.Fatalf("%s has %d teams, not %d", name, len(s.Players), len(teams))
	}
	h.begin()
	h.round(1, wins)
	h.nextRound()
	h.round(2, wins)
	if kills {
		h.kill() // posts and the league wait
	}
	h.slash(h.organiser, "tournament finish", nil)
	if kills {
		h.stop()
		h.start(false)
	}
	h.pass(0)
}

// round lets those who sit at the boards of a round report and confirm.
func (h *teamSeason) round(round int, wins func(round, match, board int) int) {
	h.t.Helper()
	event, s := len(h.events), h.snapshot()
	for i := range s.State.Ledger.Rounds.At(round).Matches {
		l := &s.State.Ledger.Rounds.At(round).Matches[i]
		if l.N == 1 {
			h.byes[event] = append(h.byes[event], s.Name(int(l.Seats[0])+1))
			continue
		}
		for b, at := range s.State.Parts(tournament.Place{Round: round, Match: i + 1}) {
			var sits [2]*localdiscord.Person
			p := playedBoard{event: event, round: round, match: i + 1, won: wins(round, i+1, b+1)}
			for side := range sits {
				n := int(l.Seats[side]) + 1
				user := s.Book.Person(s.State.Sitting(at, n)).User
				x := slices.IndexFunc(h.guild.People(), func(x *localdiscord.Person) bool { return x.ID() == user })
				sits[side], p.sides[side] = h.guild.People()[x], h.teams[user]
				if p.sides[side] != s.Name(n) {
					h.t.Errorf("event %d: %s sits there for %s, and is of %s", event, sits[side].Name(), s.Name(n), p.sides[side])
				}
			}
			h.slash(sits[p.won], "report", localdiscord.Options{"result": "2-0"})
			h.slash(sits[1-p.won], "confirm", nil)
			h.boards = append(h.boards, p)
		}
	}
	if open := h.snapshot().State.Blocking(round); len(open) > 0 {
		h.t.Fatalf("event %d, round %d: %v are open", event, round, open)
	}
}

// counted returns the points of each team by event: 3 for a match of which it has won more
// boards than the other team or for a bye, 1 for one of which both have won as many.
func (h *teamSeason) counted() map[string][]int {
	out := map[string][]int{}
	add := func(team string, event, points int) {
		if out[team] == nil {
			out[team] = make([]int, len(h.events))
		}
		out[team][event-1] += points
	}
	type match struct{ event, round, match int }
	won, sides := map[match][2]int{}, map[match][2]string{}
	for _, b := range h.boards {
		key := match{b.event, b.round, b.match}
		w := won[key]
		w[b.won]++
		won[key], sides[key] = w, b.sides
	}
	for key, w := range won {
		for side, team := range sides[key] {
			switch {
			case w[side] > w[1-side]:
				add(team, key.event, 3)
			case w[side] == w[1-side]:
				add(team, key.event, 1)
			default:
				add(team, key.event, 0)
			}
		}
	}
	for event, teams := range h.byes {
		for _, team := range teams {
			add(team, event, 3)
		}
	}
	return out
}

// check compares the league's table, of which the best two events count, with what is counted
// from the boards.
func (h *teamSeason) check(when string) {
	h.t.Helper()
	l := h.league()
	table, all := l.State.Table(), h.counted()
	var totals []int
	for team, points := range all {
		best := slices.Sorted(slices.Values(points))
		want := 0
		for _, p := range best[max(0, len(best)-2):] {
			want += p
		}
		totals = append(totals, want)
		i := slices.IndexFunc(table.Rows, func(r season.Row) bool { return l.Name(r.Member) == team })
		if i < 0 || !table.Rows[i].Points.Equal(fraction.Int(int64(want))) {
			h.t.Errorf("%s: %s is row %d with the wrong points, counted %d of %v", when, team, i, want, points)
			continue
		}
		for _, part := range table.Rows[i].Parts {
			if !part.Points.Equal(fraction.Int(int64(points[part.Event-1]))) {
				h.t.Errorf("%s: %s has %v points of event %d, counted %v", when, team, part.Points, part.Event, points)
			}
		}
		shown := h.slash(h.organiser, "league standings", localdiscord.Options{"player": team})
		if !strings.Contains(shown, fmt.Sprintf("Total: %d", want)) {
			h.t.Errorf("%s: %s is told %s, counted %d", when, team, shown, want)
		}
	}
	slices.Sort(totals)
	slices.Reverse(totals)
	if len(table.Rows) != len(totals) {
		h.t.Errorf("%s: %d rows for %d teams", when, len(table.Rows), len(totals))
	}
	for i, want := range totals {
		if i < len(table.Rows) && !table.Rows[i].Points.Equal(fraction.Int(int64(want))) {
			h.t.Errorf("%s: place %d has %v points, counted %d", when, i+1, table.Rows[i].Points, want)
		}
	}
}

// TestASeasonCountsTeamsByName: over several evenings on boards a league counts for a team what
// it has won under its name, whatever its members: they change between the evenings, also to
// other teams, and one evening is missed, in which another team has a bye. Of three
// evenings the best two count. The bot is stopped between the end of an event and its counting.
// A board of the first evening that is corrected after the last moves the points of both teams.
// A member who asks why they stand where they stand is told about their newest team.
// The sums are made here from what was reported at the boards.
func TestASeasonCountsTeamsByName(t *testing.T) {
	h := &teamSeason{testServer: openTestServer(t, nil, false), byes: map[int][]string{}}
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records", "events": 3, "best": 2})
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Mia", "Ned")
	names := []string{"Owls", "Foxes", "Bears", "Hares"}
	teams := func(shift, count int) map[string][]*localdiscord.Person {
		out := map[string][]*localdiscord.Person{}
		for i := range 3 * count {
			team := names[i/3]
			out[team] = append(out[team], p[(i+shift)%len(p)])
		}
		return out
	}
	h.evening(teams(0, 4), false, func(_, match, board int) int { return (match + board) / 2 % 2 })
	h.check("after one evening")
	h.evening(teams(2, 3), true, func(round, _, board int) int { return (round + board) % 2 })
	h.check("after two evenings and a stop")
	h.evening(teams(5, 4), false, func(round, match, _ int) int { return (round + match) % 2 })
	h.check("after three evenings")
	h.settle()
	table := h.newest(h.channel, h.organiser, "Why am I here?")
	h.hasAll(h.press(p[5], table, "Why am I here?"), "Owls in Spring") // of which Fay is in the last evening
	h.hasAll(h.press(p[4], table, "Why am I here?"), "Owls in Spring") // of which Eve was in the one before
	h.hasAll(h.press(h.guild.AddPerson("Pat"), table, "Why am I here?"), "You're not in Spring yet.")

	first := h.events[0]
	before := fmt.Sprint(h.counted())
	for i := range h.boards {
		b := &h.boards[i]
		if b.event == 1 && b.round == 2 && b.match == 1 {
			b.won = 1 - b.won
		}
	}
	snap, err := h.director.Snapshot(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	do := func(c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), first, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	do(&command.Undo{Batch: tournament.LastBatch(snap.Log)})
	board := 0
	for _, b := range h.boards {
		if b.event == 1 && b.round == 2 && b.match == 1 {
			board++
			do(&command.Correct{Round: 2, Match: tournament.BoardNumber(1, board), Text: []string{"2-0", "0-2"}[b.won]})
		}
	}
	do(&command.Finish{})
	h.pass(0)
	if fmt.Sprint(h.counted()) == before {
		t.Error("the correction changes nothing")
	}
	h.check("after the correction")
	h.clean()
}
