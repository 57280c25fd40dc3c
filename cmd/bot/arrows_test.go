package main

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/testrun/checkout"
)

// TestArrowsPointDownward checks the layout of docs/design.md: which package may import
// which. Tests may import everything.
func TestArrowsPointDownward(t *testing.T) {
	root := filepath.Join("..", "..")
	allowed := []struct {
		folder string
		may    []string // prefixes of our packages
		third  []string // prefixes of modules; nil = any
	}{
		{"tournament/golden", nil, []string{"github.com/google/go-cmp"}}, // equipment of tests
		{"tournament", []string{"tournament"}, []string{"github.com/pelletier/go-toml", "golang.org/x/text"}},
		{"sim", []string{"tournament", "sim"}, nil},
		{"db", []string{"tournament", "db"}, nil},
		{"commands/wire", []string{"commands/wire"}, []string{}},
		{"commands/localdiscord", []string{"commands/localdiscord", "commands/wire"}, nil},
		{"commands/pictures", []string{"commands/pictures", "tournament/table"}, nil},
		{"commands/refusal", []string{"commands/wire"}, []string{}},
		{"commands/discord", []string{"commands/discord", "commands/refusal", "commands/wire"}, nil},
		{"commands", []string{"tournament", "sim", "commands/customid", "commands/discord", "commands/view", "commands/post", "commands/pictures", "commands"}, nil},
	}
	fset := token.NewFileSet()
	err := checkout.Code(root, func(path string) error {
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, path, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		// The domain gets the time and random numbers as arguments; its generators of data
		// files and its commands may use the clock.
		if strings.HasPrefix(rel, "tournament/") && f.Name.Name != "main" {
			for _, clock := range []string{"time.Now(", "time.Since(", "time.Sleep(", "time.After("} {
				if strings.Contains(string(src), clock) {
					t.Errorf("%s uses %s): the domain takes the time as an argument", rel, clock)
				}
			}
		}
		for _, rule := range allowed {
			if !strings.HasPrefix(rel, rule.folder+"/") {
				continue
			}
			for _, imp := range f.Imports {
				p, err := strconv.Unquote(imp.Path.Value)
				if err != nil {
					return err
				}
				ours, inside := strings.CutPrefix(p, "topcut/")
				switch {
				case inside && !under(ours, rule.may):
					t.Errorf("%s imports %s: arrows point downward", rel, p)
				case inside && rule.folder == "commands" && under(ours, []string{"commands/localdiscord"}):
					t.Errorf("%s imports the local Discord, which only tests and the rehearsal may know", rel)
				case !inside && rule.third != nil && strings.Contains(strings.Split(p, "/")[0], ".") && !under(p, rule.third):
					t.Errorf("%s imports %s: this package uses the standard library, TOML and x/text only", rel, p)
				case strings.Contains(p, "bwmarrin/discordgo") && rule.folder != "commands/discord":
					t.Errorf("%s imports discordgo: only commands/discord does", rel)
				case p == "database/sql" && rule.folder != "db":
					t.Errorf("%s imports database/sql: only db does", rel)
				}
			}
			break
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheEventKnowsNoFormat: neither package tournament nor its commands import any of the
// packages that read or write files, themselves or by another package.
func TestTheEventKnowsNoFormat(t *testing.T) {
	imports := importsOfPackages(t)
	formats := []string{"tournament/file", "tournament/paste", "tournament/transfer", "tournament/handover"}
	for _, format := range formats {
		if _, ok := imports[format]; !ok {
			t.Errorf("there is no package %s", format)
		}
	}
	seen := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, below := range imports[name] {
			if slices.Contains(formats, below) {
				t.Errorf("%s imports %s: a format makes an event by command.Script", name, below)
			}
			follow(below)
		}
	}
	follow("tournament/command")
}

// TestNoTemplatesAreInTheProgram: the packages of templates find methods by names that are
// known only at run time, so the linker keeps every exported method of every package
// beside them, 2.4 MB of this program. Pages are written by commands/site/markup.go,
// sentences by commands/text.
func TestNoTemplatesAreInTheProgram(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "net/http") {
		t.Fatalf("%d packages are listed, without net/http", len(packages))
	}
	for _, p := range packages {
		if p == "text/template" || p == "html/template" {
			t.Errorf("%s is in the program; `go list -deps` with -f '{{.ImportPath}} {{.Imports}}' says which package imports it", p)
		}
	}
}

// under reports whether a path is one of the prefixes or below it.
func under(path string, prefixes []string) bool {
	for _, p := range prefixes {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}
