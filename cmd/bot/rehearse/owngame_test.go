package rehearse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAGameOfTheServerIsPlayed plays an evening of a game that only a file describes: the bot
// has it in its store, and its structure is that of the event.
func TestAGameOfTheServerIsPlayed(t *testing.T) {
	code, out, errOut, line := rehearse(t, 0, "--game", "testdata/own-fighters.toml", "--players", "8", "--quiet", "--json")
	if code != exitOK || line.Champion == "" || line.Rounds != 5 {
		t.Errorf("exit code %d, %d rounds, champion %q\n%s%s", code, line.Rounds, line.Champion, out, errOut)
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
