package commands_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
)

// changing masks what differs between two runs of the same evening: ids, times, pointers, and
// address and tag of the page.
var changing = regexp.MustCompile(`0x[0-9a-f]+|\b[a-z0-9]{26}\b|data-tag="[0-9a-f]*"|"tag":"[0-9a-f]*"|\d{6,}|\d{4}-\d\d-\d\d[T ][0-9:.+Z]+|\d\d:\d\d(:\d\d)?|in (\d+ seconds|1 minute)`)

// TestAHiddenLineUpLeaksNowhere: whatever members a captain names for the next round, all that
// opponents, strangers and organisers can read is the same to the letter: every command, the
// channels, the files, the page. Once the round is posted, it is not.
func TestAHiddenLineUpLeaksNowhere(t *testing.T) {
	leaksNowhere(t, false)
}

// TestALineUpThatIsAwaitedLeaksNowhere: nor is it told from another where captains give line-ups
// after the round is posted, until that of the opponent is in.
func TestALineUpThatIsAwaitedLeaksNowhere(t *testing.T) {
	leaksNowhere(t, true)
}

func leaksNowhere(t *testing.T, awaited bool) {
	chosen := [2][]int{{0, 2}, {1, 3}}
	var hidden, shown [2][]string
	t.Run("evenings", func(t *testing.T) {
		for i := range chosen {
			t.Run(fmt.Sprint(chosen[i]), func(t *testing.T) {
				hidden[i], shown[i] = eveningWithALineUp(t, chosen[i], awaited)
			})
		}
	})
	if len(hidden[0]) != len(hidden[1]) || len(hidden[0]) < 40 {
		t.Fatalf("%d and %d things are read", len(hidden[0]), len(hidden[1]))
	}
	for i, first := range hidden[0] {
		if second := hidden[1][i]; first != second {
			at := 0
			for at < min(len(first), len(second)) && first[at] == second[at] {
				at++
			}
			what, _, _ := strings.Cut(first, ": ")
			t.Errorf("it is read off %s: %q against %q", what, first[max(0, at-40):min(len(first), at+80)], second[max(0, at-40):min(len(second), at+80)])
		}
	}
	if slices.Equal(shown[0], shown[1]) {
		t.Error("the line-ups are hidden in the round too")
	}
}

// eveningWithALineUp plays a round of two teams of four on two boards, gives the line-up of some
// of the first four people for the next, and returns what is read before that round is posted
// and after. If awaited is true it is given after that round is posted, and what is read then is
// returned in place of what is read before.
func eveningWithALineUp(t *testing.T, chosen []int, awaited bool) (hidden, shown []string) {
	h := openTestServer(t, nil, false)
	h.script = true // the same draws in each evening
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
	h.create(localdiscord.Options{"rounds": 2, "cut": 0, "team_size": 4, "boards": 2})
	h.team("Owls", p[0], p[1:4]...)
	h.team("Foxes", p[4], p[5:]...)
	h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})
	h.begin()
	do := func(who *localdiscord.Person, c command.Command) {
		t.Helper()
		s := h.snapshot()
		req := command.Request{Actor: tournament.Actor{User: who.ID(), Name: who.Name()}, Cause: fmt.Sprint(len(s.Log)), Command: c}
		if _, err := h.director.Do(t.Context(), s.State.ID, req); err != nil {
			t.Fatal(err)
		}
	}
	for b := 1; b <= 2; b++ {
		do(h.organiser, &command.Correct{Round: 1, Match: tournament.BoardNumber(1, b), Text: "2-0"})
	}
	give := &command.GiveLineUp{Player: 1}
	for _, k := range chosen {
		give.Persons = append(give.Persons, h.snapshot().Book.ByUser(p[k].ID()))
	}
	if awaited {
		do(h.organiser, &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.LineUpMinutes = 10
			return s, nil
		}})
		h.nextRound()
	}
	do(p[0], give)
	hidden = h.allThatIsRead(p[4])
	if awaited {
		do(p[4], &command.GiveLineUp{Player: 2, Persons: h.snapshot().State.NextLineUp(2)})
	} else {
		h.nextRound()
	}
	h.pass(0)
	shown = h.allThatIsRead(p[4])
	h.clean()
	return hidden, shown
}

// allThatIsRead returns what an opponent, a stranger and an organiser read by every command
// without options, the files of the event, all channels and the page, without ids and times.
func (h *testServer) allThatIsRead(opponent *localdiscord.Person) (out []string) {
	h.t.Helper()
	h.settle()
	n := 0
	read := func(what, text string) { out = append(out, changing.ReplaceAllString(what+": "+text, "#")) }
	for _, r := range h.app.Table.Routes() {
		required := slices.ContainsFunc(r.Options, func(o discord.CommandOption) bool { return o.Required })
		if r.Path == "" || required || slices.Contains([]string{"setup", "doctor", "drop", "leave"}, r.Path) || strings.HasPrefix(r.Path, "round ") {
			continue
		}
		for _, user := range []string{opponent.ID(), "999", h.organiser.ID()} {
			if (r.Role == commands.Organiser) != (user == h.organiser.ID()) {
				continue
			}
			perms := wire.Permissions(0)
			if user == h.organiser.ID() {
				perms = wire.ManageGuild
			}
			a := &answers{}
			n++
			h.app.Serve(h.t.Context(), h.interaction(r, user, perms, n), a)
			read(user+" /"+r.Path, a.last())
		}
	}
	for _, format := range []string{"json", "csv"} {
		read("file "+format, h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": format}))))
	}
	player := h.snapshot().Name(1)
	read("organiser's panel", h.slash(h.organiser, "player team", localdiscord.Options{"player": player}))
	h.settle()
	for _, m := range h.srv.Messages(h.channel, opponent) {
		read("channel", h.srv.Render(m))
	}
	path := regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(h.pages.Address(h.snapshot().State))
	if path == "" {
		h.t.Fatal("the event has no page")
	}
	for _, end := range []string{"", ".json", "/overlay"} {
		if code, body := h.served(path + end); code == http.StatusOK {
			read("page"+end, strings.ReplaceAll(body, path, "/e/"))
		}
	}
	slices.Sort(out) // posts of one moment land in any order
	return out
}
