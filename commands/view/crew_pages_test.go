package view_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/rulebook"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/field"
	"topcut/tournament/rules"
	grid "topcut/tournament/table"
)

// TestPostsOfCrewsMentionAllTheirMembers: however many members a crew has, each page of
// pairings fits into a message and calls all members of its tables; so does the call of those
// who have not checked in, and that of the reports that wait.
func TestPostsOfCrewsMentionAllTheirMembers(t *testing.T) {
	for _, c := range []struct{ crews, size int }{{8, 2}, {40, 2}, {140, 2}, {40, 4}, {140, 4}, {34, 10}, {140, 10}} {
		t.Run(fmt.Sprint(c.crews, " of ", c.size), func(t *testing.T) {
			snap := playedByCrews(t, c.crews, c.size, func(checkIn *tournament.Snapshot) {
				m := view.CheckInCall(view.Env{Snap: checkIn, Words: text.Printer{}, Now: time.Unix(60, 0)})
				if !layout.Fits(m) {
					t.Error("the call of those who have not checked in does not fit")
				}
			})
			e := view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(600, 0)}
			called := map[string]bool{}
			for page := range posted.PairingPages(snap.State, 1) {
				m := view.PairingPost(e, 1, page)
				if !layout.Fits(m) {
					t.Errorf("page %d of pairings does not fit", page)
				}
				if len(m.Mentions.Users) > 100 {
					t.Errorf("page %d calls %d members", page, len(m.Mentions.Users))
				}
				for _, user := range m.Mentions.Users {
					called[user] = true
				}
			}
			if m, ok := view.Call(e, 1, snap.State.Seq, 0); !ok || !layout.Fits(m) || len(m.Mentions.Users) > 100 {
				t.Errorf("the call about reports: there is %v, it fits %v, it calls %d members", ok, layout.Fits(m), len(m.Mentions.Users))
			}
			if len(called) != c.crews*c.size {
				t.Errorf("%d of %d members are called", len(called), c.crews*c.size)
			}
		})
	}
}

// TestTheLastPostPingsTheTeamsThatItNames: the post that ends an event of teams of ten fits, and
// pings all whom it names, and only those.
func TestTheLastPostPingsTheTeamsThatItNames(t *testing.T) {
	snap := playedByCrews(t, 34, 10, func(*tournament.Snapshot) {})
	do := func(user string, c command.Command) {
		after, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: user}, Cause: fmt.Sprint(len(snap.Log)), Command: c}, time.Unix(900, 0))
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		snap = after
	}
	for _, l := range snap.State.Ledger.Rounds.At(1).Matches {
		second := int(l.Seats[1]) + 1
		do(snap.User(second), &command.ConfirmReport{Player: second})
	}
	do("1", &command.Finish{Early: true})
	m := view.Champion(view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(900, 0)})
	said := fmt.Sprintf("%+v", m)
	if snap.State.Phase != tournament.Finished || !layout.Fits(m) || len(m.Mentions.Users) != 100 {
		t.Fatalf("in phase %v it fits: %v, and pings %d", snap.State.Phase, layout.Fits(m), len(m.Mentions.Users))
	}
	for _, user := range m.Mentions.Users {
		if !strings.Contains(said, discord.MentionUser(user)) {
			t.Errorf("%s is pinged and not named", user)
		}
	}
	for _, named := range regexp.MustCompile(`<@(\d+)>`).FindAllStringSubmatch(said, -1) {
		if !slices.Contains(m.Mentions.Users, named[1]) {
			t.Errorf("%s is named and not pinged", named[1])
		}
	}
}

// TestTheSizeOfTeamsIsOfferedUntilOneRegisters: the settings have no form for the size of teams
// once a team has registered.
func TestTheSizeOfTeamsIsOfferedUntilOneRegisters(t *testing.T) {
	offers := func(snap *tournament.Snapshot) bool {
		return strings.Contains(fmt.Sprintf("%+v", view.SettingsModal(view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(60, 0)}, setting.PageTeams)), "Players per team")
	}
	snap := playedByCrews(t, 4, 2, func(registered *tournament.Snapshot) {
		if offers(registered) {
			t.Error("the size of teams is offered after a team has registered")
		}
	})
	open, err := tournament.Fold(1, snap.Log[:2])
	if err != nil {
		t.Fatal(err)
	}
	before := *snap
	before.State, before.Log = open, snap.Log[:2]
	if !offers(&before) {
		t.Error("the size of teams is not offered before")
	}
}

// TestTheCardCountsTeams: where teams play, the card counts teams, checked in and playing.
func TestTheCardCountsTeams(t *testing.T) {
	says := func(snap *tournament.Snapshot, want string) {
		t.Helper()
		if got := fmt.Sprintf("%+v", view.Card(view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(60, 0)})); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	snap := playedByCrews(t, 4, 2, func(checkIn *tournament.Snapshot) { says(checkIn, "0 of 4 teams checked in") })
	says(snap, "4 teams in")
}

// TestPanelsOfBoardsFit: with ten boards a match and long names, each page of pairings, the
// panels of a member, of a substitute and of an organiser, the form and the calls fit into a
// message; a call about a board mentions only who sits there.
func TestPanelsOfBoardsFit(t *testing.T) {
	for _, c := range []struct{ crews, size, boards int }{{8, 3, 3}, {8, 4, 4}, {34, 10, 10}, {140, 10, 10}, {8, 10, 4}} {
		t.Run(fmt.Sprint(c.crews, " of ", c.size, " on ", c.boards), func(t *testing.T) {
			snap := playedOnBoards(t, c.crews, c.size, c.boards, func(*tournament.Snapshot) {})
			fits := func(what string, m discord.Message) {
				t.Helper()
				if !layout.Fits(m) || len(m.Mentions.Users) > 100 {
					t.Errorf("%s: it fits %v and calls %d", what, layout.Fits(m), len(m.Mentions.Users))
				}
			}
			e := view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(600, 0)}
			for page := range posted.PairingPages(snap.State, 1) {
				fits("pairings", view.PairingPost(e, 1, page))
				fits("the private page", view.Pairings(e, 1, page))
			}
			fits("organisers", view.StaffPanel(e, 0))
			fits("closing", view.ClosePanel(e, 1))
			first := int(snap.State.Ledger.Rounds.At(1).Matches.At(1).Seats[0]) + 1
			for i, person := range snap.State.MembersOf(first) {
				e := e
				e.Reader = person
				fits("status", view.Status(e, first))
				m := view.MatchPanel(e, first)
				fits("my match", m)
				own := fmt.Sprintf("1.%d ", i+1)
				if said := fmt.Sprint(m); i < c.boards && !strings.Contains(said, own) {
					t.Errorf("member %d does not see board %s", i+1, own)
				}
			}
			for number := range snap.State.Contests(1) {
				fits("table", view.TablePanel(e, 1, number))
			}
			for _, l := range snap.State.Ledger.Rounds.At(1).Matches[:1] {
				fits("the whole match", view.TablePanel(e, 1, int(l.Table)))
			}
			at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 2)}
			m, ok := view.Call(e, 1, snap.State.Seq, 0)
			fits("the call", m)
			sits := snap.Book.Person(snap.State.Sitting(at, int(snap.State.Ledger.Rounds.At(1).Matches.At(1).Seats[1])+1)).User
			if asked := posted.Questions(snap.State, 1, snap.State.Seq); !ok || len(asked) <= posted.AtOnce(snap.State) && !slices.Contains(m.Mentions.Users, sits) {
				t.Errorf("the call about a report at board 2 does not call who sits there")
			}
			if len(m.Mentions.Users) > len(posted.Questions(snap.State, 1, snap.State.Seq)) {
				t.Errorf("the call mentions %d for %d reports", len(m.Mentions.Users), len(posted.Questions(snap.State, 1, snap.State.Seq)))
			}
			ruled := 0
			for number := range snap.State.Contests(1) {
				if ruled++; ruled > 20 {
					break
				}
				after, _, err := command.Decide(snap, command.Request{
					Actor: tournament.Actor{User: "1"}, Cause: fmt.Sprint("rule ", number), Command: &command.Correct{Round: 1, Match: number, Text: "0-2"},
				}, time.Unix(500, 0))
				if err != nil {
					t.Fatal(err)
				}
				snap = after
			}
			e.Snap = snap
			m, _ = view.Call(e, 1, snap.State.Seq, 0)
			fits("the call with rulings", m)
		})
	}
}

// TestTheTableOfTeamsIsSaidAndExplained: teams of chess on three boards. The rules say what a
// match, a board and a bye are worth, the form of the game has the option, which an event
// without boards does not have, the standings have the columns of the table in no more than
// their width, and the place of a team is explained board by board.
func TestTheTableOfTeamsIsSaidAndExplained(t *testing.T) {
	env := func(snap *tournament.Snapshot) view.Env {
		return view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(60, 0)}
	}
	option := func(snap *tournament.Snapshot) bool {
		return strings.Contains(fmt.Sprintf("%+v", view.SettingsModal(env(snap), setting.PageOptions)), "Table of teams")
	}
	playedOnBoardsOf(t, "chess-casual", "1-0", 2, 3, 0, func(open *tournament.Snapshot) {
		if option(open) {
			t.Error("the table of teams is offered without boards")
		}
	})
	snap := playedOnBoardsOf(t, "chess-casual", "1-0", 5, 3, 3, func(open *tournament.Snapshot) {
		if !option(open) {
			t.Error("the table of teams is not offered")
		}
	})
	do := func(user string, c command.Command) {
		after, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: user}, Cause: fmt.Sprint(len(snap.Log)), Command: c}, time.Unix(900, 0))
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		snap = after
	}
	var first int
	for number := range snap.State.Contests(1) {
		match, board := tournament.OfBoard(number)
		if _, l := snap.State.Match(1, number); board > 0 {
			if match == 1 {
				do("1", &command.Correct{Round: 1, Match: number, Text: "draw"})
				first = int(l.Seats[0]) + 1
				continue
			}
			second := int(l.Seats[1]) + 1
			do(snap.User(second), &command.ConfirmReport{Player: second, Round: 1, Match: number})
		}
	}
	said := fmt.Sprintf("%+v", view.ExplainStanding(env(snap), first))
	for _, want := range []string{"Board points: 1.5 = round 1: 1.5 (drew with ", ": 0.5 + 0.5 + 0.5).", "Boards won: 0"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	if got, want := strings.Join(rulebook.Of(text.Printer{}, snap.State.Rules).Facts(), " "), "Matches on 3 boards: 2 for a match won, 1 drawn, 0 lost; 1 for a board won, 0.5 drawn; a bye brings 1 and 1.5 of the boards."; !strings.Contains(got, want) {
		t.Errorf("the rules say %s", got)
	}
	standingsHave(t, snap, "BP", "BW", "SB")
	olympiad := playedOnBoardsOf(t, "chess-casual", "1-0", 9, 3, 3, func(*tournament.Snapshot) {}, tournament.Option{Name: rules.TeamsOption, Value: "olympiad"})
	snap = olympiad
	for number := range snap.State.Contests(1) {
		if m, l := snap.State.Match(1, number); m.Report != nil {
			second := int(l.Seats[1]) + 1
			do(snap.User(second), &command.ConfirmReport{Player: second, Round: 1, Match: number})
		}
	}
	standingsHave(t, snap, "BP") // the others are level, without the lowest of one opponent
}

// standingsHave fails if a column is not in the standings as Discord shows them, or a line is wider
// than a table is there.
func standingsHave(t *testing.T, snap *tournament.Snapshot, columns ...string) {
	t.Helper()
	said := fmt.Sprintf("%+v", view.GroupStandings(view.Env{Snap: snap, Words: text.Printer{}, Now: time.Unix(60, 0)}, -1, 0, field.Group{}))
	_, shown, _ := strings.Cut(said, "```")
	shown, _, _ = strings.Cut(shown, "```")
	for _, column := range columns {
		if !strings.Contains(shown, column) {
			t.Errorf("no column %s in %s", column, said)
		}
	}
	for line := range strings.Lines(shown) {
		if n := grid.Columns(strings.TrimRight(line, "\n")); n > 46 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// playedByCrews returns an event of crews with long names, whose first round is published and
// reported. checkIn is called with the event in which no crew has checked in.
func playedByCrews(t *testing.T, crews, size int, checkIn func(*tournament.Snapshot)) *tournament.Snapshot {
	t.Helper()
	return playedOnBoards(t, crews, size, 0, checkIn)
}

// playedOnBoards is playedByCrews with matches on boards, each of which is reported.
func playedOnBoards(t *testing.T, crews, size, boards int, checkIn func(*tournament.Snapshot)) *tournament.Snapshot {
	t.Helper()
	return playedOnBoardsOf(t, "magic", "2-0", crews, size, boards, checkIn)
}

// playedOnBoardsOf is playedOnBoards of a game, with a result for every report.
func playedOnBoardsOf(t *testing.T, game, result string, crews, size, boards int, checkIn func(*tournament.Snapshot), options ...tournament.Option) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load(game)
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Evening")
	settings.Crew, settings.Boards, settings.Options = size, boards, options
	snap := tournament.Begin(1, make([]byte, 32))
	do := func(user string, c command.Command) {
		t.Helper()
		req := command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint(len(snap.Log)), Command: c}
		if snap, _, err = command.Decide(snap, req, time.Unix(1, 0)); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	account := func(crew, member int) string { return fmt.Sprint(int(1e17) + crew*100 + member) }
	do("1", &command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs})
	do("1", &command.OpenRegistration{})
	for i := range crews {
		name := fmt.Sprint(i, strings.Repeat("🐉*_", 8))
		join := &command.Join{User: account(i, 0), Name: fmt.Sprint("P ", i), Crew: name, ByOrganiser: true}
		for k := 1; k < size; k++ {
			join.Mates = append(join.Mates, command.Mate{User: account(i, k), Name: fmt.Sprint("P ", i, ".", k)})
		}
		do("1", join)
		for _, mate := range join.Mates {
			do(mate.User, &command.AnswerInvitation{Player: i + 1, User: mate.User, Yes: true})
		}
	}
	do("1", &command.StartCheckIn{Minutes: 10})
	checkIn(snap)
	do("1", &command.Start{KeepAll: true})
	do("1", &command.Pair{})
	do("1", &command.PublishAndStart{})
	for number := range snap.State.Contests(1) {
		_, l := snap.State.Match(1, number)
		if l.N < 2 {
			continue
		}
		first := int(l.Seats[0]) + 1
		user := snap.User(first)
		if person := snap.State.Sitting(tournament.Place{Round: 1, Match: number}, first); person > 0 {
			user = snap.Book.Person(person).User
		}
		do(user, &command.ReportResult{Player: first, Round: 1, Match: number, Text: result})
	}
	return snap
}
