package commands_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/commands"
)

var updateReference = flag.Bool("update", false, "write docs/commands.md and the README's table anew")

// TestReferenceIsOfTheRouteTable: docs/commands.md and the table in the README
// are what the route table says. `go test ./commands -run Reference -update`
// writes them.
func TestReferenceIsOfTheRouteTable(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "docs", "commands.md")
	readme := filepath.Join("..", "README.md")
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- commands -->\n", "<!-- /commands -->"
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("README.md has no part between %q and %q", begin, end)
	}
	if *updateReference {
		if err := os.WriteFile(file, []byte(table.Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(readme, []byte(before+begin+table.Summary()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(got), table.Reference()); d != "" {
		t.Errorf("docs/commands.md is not of the route table (-update writes it):\n%s", d)
	}
	if d := cmp.Diff(old, table.Summary()); d != "" {
		t.Errorf("the README's table is not of the route table (-update writes it):\n%s", d)
	}
}
