package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/localdiscord"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament/ledger"
)

// mostInMenu is how many entries a player may see after typing a slash.
const mostInMenu = 28

// TestTheMenuIsShort: of what is registered, a player sees at most 28 entries, a member with
// Manage Events all but those of the server, and one with Manage Server too all of them.
// What an admin shows to a role, its holders see.
func TestTheMenuIsShort(t *testing.T) {
	h := newTestServer(t)
	role := h.guild.AddRole("TO", 0)
	player, helper := h.guild.AddPerson("Player"), h.guild.AddPerson("Helper", role)
	events := h.guild.AddPerson("Organiser", h.guild.AddRole("Events", wire.ManageEvents))
	admin := h.guild.AddPerson("Admin", h.guild.AddRole("Admins", wire.ManageEvents|wire.ManageGuild))
	menu := player.Menu(h.channel)
	slices.Sort(menu)
	want := strings.Split("bracket, checkin, clock, confirm, deck show, deck submit, drop, explain, help, join, judge, league info, league join, league standings, "+
		"leave, log, match away, match list, match propose, odds, pairings, privacy forget, privacy mydata, profile, ratings, report, standings, status", ", ")
	if !slices.Equal(menu, want) || len(menu) > mostInMenu {
		t.Errorf("a player sees %d entries: %s", len(menu), strings.Join(menu, ", "))
	}
	all := admin.Menu(h.channel)
	if owner := h.organiser.Menu(h.channel); !slices.Equal(owner, all) || len(all) <= len(menu) {
		t.Errorf("an admin sees %d entries, the owner %d", len(all), len(owner))
	}
	without := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == "setup" || name == "doctor" })
	if got := events.Menu(h.channel); len(without) != len(all)-2 || !slices.Equal(got, without) {
		t.Errorf("with Manage Events there are %d entries of %d: %s", len(got), len(all), strings.Join(got, ", "))
	}
	if got := helper.Menu(h.channel); len(got) != len(menu) {
		t.Errorf("a role without permissions sees %d entries", len(got))
	}
	h.guild.ShowCommands(role.ID(), "tournament", "round")
	if got := helper.Menu(h.channel); !slices.Contains(got, "round pair") || slices.Contains(got, "player drop") {
		t.Errorf("a role that is shown two commands sees %s", strings.Join(got, ", "))
	}
	t.Logf("a player sees %d entries, an organiser %d, an admin %d", len(menu), len(without), len(all))
}

// TestNoCommandIsForBoth: a command whose subcommands are for players and for organisers is
// refused, since Discord shows it whole or not at all.
func TestNoCommandIsForBoth(t *testing.T) {
	nothing := func(context.Context, *router.Call) (commands.Reply, error) { return commands.Reply{}, nil }
	routes := []commands.Route{
		{Path: "match list", Role: commands.Everyone, Run: nothing},
		{Path: "match away", Role: commands.Organiser, Run: nothing},
	}
	if _, err := router.NewTable(routes, text.Printer{}); err == nil || !strings.Contains(err.Error(), "all of a command or nothing") {
		t.Errorf("a mixed command gives %v", err)
	}
}

// TestEveryOldEntryHasItsRoad: docs/reports/menu.md says of each entry that has left the menu which
// command or button has its place, and the commands are there with the options it names.
func TestEveryOldEntryHasItsRoad(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "reports", "menu.md"))
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(filepath.Join("testdata", "menu.txt"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z -]+)` \\| (.*) \\|$").FindAllStringSubmatch(string(page), -1) {
		rows[m[1]] = m[2]
	}
	typed := regexp.MustCompile("`/([a-z -]+?)(?: ([a-z]+):([a-z]*))?`")
	for _, name := range strings.Fields(strings.ReplaceAll(string(old), " ", "_")) {
		name = strings.ReplaceAll(name, "_", " ")
		_, stands := find(table, name)
		road, moved := rows[name]
		delete(rows, name)
		switch roads := typed.FindAllStringSubmatch(road, -1); {
		case stands == moved:
			t.Errorf("/%s: registered %t, moved %t", name, stands, moved)
		case moved && len(roads) == 0:
			t.Errorf("/%s has no command on its road: %s", name, road)
		default:
			for _, r := range roads {
				if route, ok := find(table, r[1]); !ok || r[2] != "" && !takes(route, r[2], r[3]) {
					t.Errorf("the road of /%s is not there: %s", name, r[0])
				}
			}
		}
	}
	for name := range rows {
		t.Errorf("docs/reports/menu.md says where /%s is, which never was", name)
	}
}

// takes reports whether a route has an option with a choice, or with any value if it is "".
func takes(r *commands.Route, option, value string) bool {
	for _, o := range r.Options {
		if o.Name == option {
			return value == "" || slices.ContainsFunc(o.Choices, func(c localdiscord.Choice) bool { return c.Value == value })
		}
	}
	return false
}

// TestTheButtonsOnTheRoads: the buttons that docs/reports/menu.md names are where it says, and answer.
// Those of arranged matches and of reports are pressed in TestADigestIsTheOnlyCallOfTheWeek
// and TestACommandFindsItsMatchAmongSeveral.
func TestTheButtonsOnTheRoads(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	p := players[0]
	presses := func(command, label, want string) {
		t.Helper()
		if got := h.text(h.presses(p, h.answer(h.use(p, command, nil)), label)); !strings.Contains(got, want) {
			t.Errorf("%s of /%s is answered %q, want %q", label, command, got, want)
		}
	}
	presses("status", "Why this opponent?", "Round 1")
	presses("help", "The events of this server", "Friday Night")
	h.playRound(func(int, *ledger.Match) string { return "2-0" })
	presses("status", "Why am I here?", "points")
	presses("standings", "Why am I here?", "points")
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "events": 3})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	h.slash(p, "league join", nil)
	presses("league info", "Table", "Player 1")
	presses("league info", "Events", "Friday Night")
	presses("league info", "Odds", "chances with 3 events to come")
	presses("league info", "Leagues", "Spring")
	presses("league info", "Leave the season", "leaves Spring")
	h.clean()
}
