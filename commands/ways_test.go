package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topcut/commands/text"
)

// A way out is a command that exists, after a refusal that exists.
func TestEveryWayOutLeadsSomewhere(t *testing.T) {
	table, err := Definitions()
	if err != nil {
		t.Fatal(err)
	}
	args := everyArgument(t)
	for code, w := range ways {
		if said := (text.Printer{}).Say(code, args...); strings.HasPrefix(said, "‹") {
			t.Errorf("no text has the code %q", code)
		}
		for _, path := range []string{w.player, w.staff} {
			if path != "" && path != onward && table.commands[path] == nil {
				t.Errorf("%s leads to /%s, which is no command", code, path)
			}
		}
		if w.player == "" && w.staff == "" {
			t.Errorf("%s leads nowhere", code)
		}
		if route := table.commands[w.player]; route != nil && route.Role != Everyone {
			t.Errorf("%s sends players to /%s, which is not for them", code, w.player)
		}
	}
}

// everyArgument returns something for each argument that any text has.
func everyArgument(t *testing.T) (args []any) {
	t.Helper()
	files, err := filepath.Glob("text/catalogue/*.en.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogue: %v", err)
	}
	seen := map[string]bool{"n": true}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\{([a-z_0-9]+)\}`).FindAllSubmatch(data, -1) {
			if arg := string(m[1]); !seen[arg] {
				seen[arg] = true
				args = append(args, arg, text.Raw("x"))
			}
		}
	}
	return append(args, "n", 2)
}
