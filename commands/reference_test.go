package commands_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/router"
	"topcut/commands/wording"
	"topcut/tournament/golden"
)

// TestHelpNamesTheCommandsOfTheMoment: /help lists the commands that make sense in the
// current state of the event, from the table of all commands: to one who plays nothing
// about joining, to others nothing about playing.
func TestHelpNamesTheCommandsOfTheMoment(t *testing.T) {
	h := newTestServer(t)
	names := func(others, players, staff string) {
		t.Helper()
		s := h.snapshot().State
		for _, who := range []struct {
			role  router.Role
			plays bool
			want  string
		}{{commands.Everyone, false, others}, {commands.Everyone, true, players}, {commands.Organiser, false, staff}} {
			if got := strings.Join(h.app.Table.Help(s, who.role, who.plays), ", "); got != who.want {
				t.Errorf("in %s, playing %t: %s, want %s", s.Phase, who.plays, got, who.want)
			}
		}
	}
	h.create(localdiscord.Options{"rounds": 2, "cut": 2})
	names("join", "leave, status", "player add, tournament checkin, tournament start")
	h.players(4)
	h.begin()
	names("join, pairings, standings, explain, odds", "status, report, judge, pairings, standings, explain, odds, drop",
		"round pair, round publish, round start, player report, round repair, round close, tournament cut, tournament undo")
	if got := h.slash(h.organiser, "help", nil); !strings.Contains(got, "/odds`: Your chance of making the cut right now") || !strings.Contains(got, "/round pair`: ") {
		t.Errorf("/help says %s", got)
	}
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	names("standings, log, privacy forget", "standings, log, privacy forget", "tournament undo, tournament export")
}

// TestReferenceIsOfTheRouteTable: docs/commands.md and the table in the README match the
// route table.
func TestReferenceIsOfTheRouteTable(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	reference := table.Reference()
	golden.File(t, filepath.Join("..", "docs", "commands.md"), reference)
	_, summary, _ := strings.Cut(reference, "\n\n| command |")
	summary, _, _ = strings.Cut(summary, "\n\n")
	golden.Part(t, filepath.Join("..", "README.md"), "commands", "| command |"+summary+"\n")
}

// TestCommandsAreDescribedShortlyInEveryLanguage: Discord counts the longest translation
// of each description and allows 100 characters each, and 8,000 in a command.
func TestCommandsAreDescribedShortlyInEveryLanguage(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	longest := func(where, said string, translated map[string]string) int {
		n := utf8.RuneCountInString(said)
		for locale, said := range translated {
			n = max(n, utf8.RuneCountInString(said))
			if utf8.RuneCountInString(said) > 100 {
				t.Errorf("%s in %s has more than 100 characters: %q", where, locale, said)
			}
		}
		return n
	}
	var size func(where string, options []discord.CommandOption) int
	size = func(where string, options []discord.CommandOption) (n int) {
		for i := range options {
			o := &options[i]
			where := where + " " + o.Name
			n += len(o.Name) + longest(where, o.Description, o.Descriptions)
			for _, c := range o.Choices {
				n += len(fmt.Sprint(c.Value)) + longest(where+" "+fmt.Sprint(c.Value), c.Name, c.Names)
			}
			n += size(where, o.Options)
		}
		return n
	}
	for _, c := range table.Commands() {
		if n := len(c.Name) + longest(c.Name, c.Description, c.Descriptions) + size("/"+c.Name, c.Options); n > 8000 {
			t.Errorf("/%s has %d characters", c.Name, n)
		}
	}
}

// TestNothingIsDescribedThatIsNotThere: each description belongs to a command, an option
// or a choice. NewTable checks the reverse, that each of these has a description.
func TestNothingIsDescribedThatIsNotThere(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, r := range table.Routes() {
		key := strings.TrimSuffix(strings.TrimPrefix(string(wording.CommandKey(r.Path, "")), "cmd."), ".")
		for i := range key {
			if key[i] == '_' {
				there[key[:i]+".about"] = true // a group
			}
		}
		there[key+".about"] = true
		there[key+".name"] = r.On != 0
		for _, o := range r.Options {
			for _, k := range []string{key, "any"} {
				there[k+".with_"+o.Name] = true
				for _, c := range o.Choices {
					there[k+".with_"+o.Name+"_"+strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(fmt.Sprint(c.Value)))] = true
				}
			}
		}
	}
	data, err := os.ReadFile(filepath.Join("text", "catalogue", "descriptions.en.toml"))
	if err != nil {
		t.Fatal(err)
	}
	var tree struct {
		Cmd map[string]map[string]string `toml:"cmd"`
	}
	if err := toml.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	for path, texts := range tree.Cmd {
		for part := range texts {
			if !there[path+"."+part] {
				t.Errorf("cmd.%s.%s describes nothing", path, part)
			}
		}
	}
}
