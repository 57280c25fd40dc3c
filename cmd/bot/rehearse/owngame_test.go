package rehearse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/testrun"
)

// TestAGameOfTheServerIsPlayed plays an evening of a game that only a file describes: the bot
// has it in its store, and its structure is that of the event.
func TestAGameOfTheServerIsPlayed(t *testing.T) {
	code, out, errOut, line := rehearse(t, 0, "--game", "testdata/own-fighters.toml", "--players", "8", "--quiet", "--json")
	if code != exitOK || line.Champion == "" || line.Rounds != 5 {
		t.Errorf("exit code %d, %d rounds, champion %q\n%s%s", code, line.Rounds, line.Champion, out, errOut)
	}
}

// TestRulebooksAreRehearsedUnderKills: in the games of docs/rulebooks people pick and ban by every
// verb and report games one by one, while the bot is killed; nothing is lost. A
// game of each kind, and at length all.
func TestRulebooksAreRehearsedUnderKills(t *testing.T) {
	t.Parallel()
	type book struct {
		players string
		kinds   []string // of events
	}
	books := map[string]book{
		"conquest": {"8", []string{"ScriptBegun", "ItemPicked", "GameReported"}},
		"platform": {"8", []string{"ScriptBegun", "ItemPicked", "GameReported"}},
	}
	if testrun.AtLength() {
		for _, name := range []string{"fighters", "arena", "shooter", "football", "skirmish", "strategy"} {
			books[name] = book{"20", []string{"ScriptBegun", "ItemPicked"}}
		}
		books["fighters"] = book{"20", []string{"ItemPicked", "ItemDrawn", "GameReported"}}
	}
	for name, b := range books {
		t.Run(name, func(t *testing.T) {
			r := prepared(t, "--game", "../../../docs/rulebooks/"+name+".toml", "--players", b.players, "--seed", "2", "--restart-every", "2s")
			found := performed(t, r)
			snap, err := r.bot.snapshot(t.Context(), r.play.id)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]int{}
			for _, e := range snap.Log {
				seen[strings.TrimPrefix(fmt.Sprintf("%T", e.Event), "*tournament.")]++
			}
			for _, kind := range b.kinds {
				if seen[kind] == 0 {
					t.Errorf("no %s among %v", kind, seen)
				}
			}
			if kills, _ := r.bot.figures(); kills == 0 || snap.State.Phase != tournament.Finished || found.Posts == 0 {
				t.Errorf("%d kills, and the event is %s", kills, snap.State.Phase)
			}
		})
	}
}

// TestAGameThatIsNoneIsNotPlayed: the sentence names the fault.
func TestAGameThatIsNoneIsNotPlayed(t *testing.T) {
	text, err := os.ReadFile("testdata/own-fighters.toml")
	if err != nil {
		t.Fatal(err)
	}
	for want, file := range map[string]string{
		"no key chains":       strings.Replace(string(text), "chain =", "chains =", 1),
		"begins with own-":    strings.Replace(string(text), "own-fighters", "fighters", 1),
		"no best of 9":        strings.Replace(string(text), "final bo5", "final bo9", 1),
		"has to be a length":  strings.Replace(string(text), "final bo5", "final", 1),
		"no ruleset \"base-x": strings.Replace(string(text), "base-esports", "base-x", 1),
	} {
		path := filepath.Join(t.TempDir(), "game.toml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := parseOptions([]string{"--game", path}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
