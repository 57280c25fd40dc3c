package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament"
	"topcut/tournament/testrun/checkout"
)

// textUse is one place in the code that names a text.
type textUse struct {
	where token.Position
	key   string
	args  []string // names of the arguments
	open  bool     // arguments are passed on from elsewhere
}

// speakers are the functions that take the key of a text, with the position of
// the key and that of the first argument of the text; -1 = takes none.
var speakers = map[string][2]int{
	"notice.New": {0, 1}, "New": {0, 1}, "notice.Err": {0, 1}, "Err": {0, 1}, "Refuse": {1, 2}, "tournament.Refuse": {1, 2},
	"Say": {0, 1}, "say": {0, 1}, "router.NewAnswer": {0, 1}, "router.FixedAnswer": {0, 1}, "Word": {0, -1}, "notice.Word": {0, -1}, "notice.Code": {0, -1},
}

// methods are speakers of any receiver: a Printer, a view's Env and its panel.
var methods = map[string][2]int{
	"Say": {0, 1}, "say": {0, 1}, "And": {0, 1}, "and": {0, 1}, "Small": {0, 1}, "nothing": {0, 1}, "panel": {1, 2}, "when": {1, 2}, "Refuse": {1, 2},
	"Wrong": {0, 1},
}

// textUses returns every place in the program that names a text by a literal, the
// literals that keys are built from, and all that a variable may hold.
func textUses(t *testing.T) (out, families []textUse, mentioned map[string]bool) {
	t.Helper()
	mentioned = map[string]bool{}
	fset := token.NewFileSet()
	err := checkout.Code("../..", func(path string) error {
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if key, err := strconv.Unquote(lit.Value); err == nil && keyForm.MatchString(key) {
					mentioned[key] = true
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			at, ok := speaker(call.Fun)
			if !ok || len(call.Args) <= at[0] {
				return true
			}
			key, whole := literal(call.Args[at[0]])
			if key == "" {
				return true
			}
			if !whole {
				families = append(families, textUse{where: fset.Position(call.Pos()), key: key})
				return true
			}
			s := textUse{where: fset.Position(call.Pos()), key: key, open: call.Ellipsis != token.NoPos || at[1] < 0}
			for i := at[1]; at[1] >= 0 && i < len(call.Args); i += 2 {
				name, _ := literal(call.Args[i])
				s.args = append(s.args, name)
			}
			out = append(out, s)
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, families, mentioned
}

func speaker(fun ast.Expr) ([2]int, bool) {
	switch fun := fun.(type) {
	case *ast.Ident:
		at, ok := speakers[fun.Name]
		return at, ok
	case *ast.SelectorExpr:
		if pkg, ok := fun.X.(*ast.Ident); ok {
			if at, ok := speakers[pkg.Name+"."+fun.Sel.Name]; ok {
				return at, true
			}
		}
		at, ok := methods[fun.Sel.Name]
		return at, ok
	}
	return [2]int{}, false
}

// literal returns a string literal, or the literal that a text is built from at
// its beginning, which names a family of keys.
func literal(e ast.Expr) (text string, whole bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, _ := strconv.Unquote(e.Value)
			return s, true
		}
	case *ast.BinaryExpr:
		s, _ := literal(e.X)
		return s, false
	}
	return "", false
}

var (
	keyForm  = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)
	argument = regexp.MustCompile(`\{([a-z_0-9]+)\}`)
)

// catalogueOf reads the texts of a language with their arguments: every form of
// a text, by key.
func catalogueOf(t *testing.T, language string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	files, err := filepath.Glob("catalogue/*." + language + ".toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts in %s: %v", language, err)
	}
	for _, name := range files {
		var tree map[string]any
		data := readFile(t, name)
		if err := toml.Unmarshal(data, &tree); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		flatten("", tree, out)
	}
	return out
}

var forms = []string{"zero", "one", "two", "few", "many", "other"}

func flatten(prefix string, tree map[string]any, out map[string][]string) {
	for name, v := range tree {
		key := strings.TrimPrefix(prefix+"."+name, ".")
		switch v := v.(type) {
		case string:
			if slices.Contains(forms, name) {
				out[prefix] = append(out[prefix], v)
			} else if name != "description" {
				out[key] = append(out[key], v)
			}
		case map[string]any:
			flatten(key, v, out)
		}
	}
}

// Every key that the code names has a text, with no argument the code does not give;
// and every text is named in the code.
func TestEveryTextIsSaidAndEverythingSaidHasAText(t *testing.T) {
	texts := catalogueOf(t, "en")
	list, families, mentioned := textUses(t)
	used := map[string]bool{}
	for _, s := range list {
		if !keyForm.MatchString(s.key) {
			continue // not a key: Say of another package
		}
		used[s.key] = true
		forms, ok := texts[s.key]
		if !ok {
			t.Errorf("%s: %q has no text in English", s.where, s.key)
			continue
		}
		for _, form := range forms {
			for _, m := range argument.FindAllStringSubmatch(form, -1) {
				if !s.open && !slices.Contains(s.args, m[1]) {
					t.Errorf("%s: the text of %q wants the argument %q", s.where, s.key, m[1])
				}
			}
		}
	}
	for key := range texts {
		if !keyForm.MatchString(key) {
			t.Errorf("%q is no key: lower-case words, parted by dots", key)
		}
		family := slices.ContainsFunc(families, func(f textUse) bool {
			return strings.HasPrefix(key, f.key) && (f.key != "log." || ofAnEvent(key))
		})
		if !used[key] && !family && !mentioned[key] {
			t.Errorf("the text %q is said by nobody", key)
		}
	}
}

// ofAnEvent reports whether a text of the log is called by a kind of event, see package
// logline.
func ofAnEvent(key string) bool {
	return slices.ContainsFunc(tournament.Aggregate{}.Kinds().Names(), func(kind string) bool {
		return key == "log."+kind || strings.HasPrefix(key, "log."+kind+"_")
	})
}

// TestEveryCodeThatAnOrganiserIsShownHasAText: what /doctor, /setup and the panel of the
// organisers say by a code, for every code that there is. A family of texts that is new
// there fails until its codes are listed here.
func TestEveryCodeThatAnOrganiserIsShownHasAText(t *testing.T) {
	form := bodyOf(t, "../view/staff.go", "StaffModal")
	codes := map[string][]string{
		"stuck.":                      constants(t, "../../tournament", "DueKind"),
		"cause.":                      constants(t, "../post", "cause"),
		"staff.":                      constants(t, "../posted", "Trouble"),
		"remind.":                     constants(t, "../../tournament/missing", ""),
		"staff.form.":                 literals(form, func(c *ast.CaseClause) []ast.Expr { return c.List }),
		"cmd.round_repair.with_what_": literals(form, func(c *ast.CompositeLit) []ast.Expr { return c.Elts }),
		"permission.":                 nil, // TestEveryPermissionTheBotWantsHasAName
	}
	for _, kind := range constants(t, "../../tournament/fixture", "Kind") {
		codes["stuck."] = append(codes["stuck."], "remind_"+kind)
	}
	for phase := tournament.Draft; phase <= tournament.Cancelled; phase++ {
		codes[""] = append(codes[""], string(phase.Word()))
	}
	texts := catalogueOf(t, "en")
	for family, list := range codes {
		if len(list) == 0 && family != "permission." {
			t.Errorf("no codes of %q are found", family)
		}
		for _, code := range list {
			if texts[family+code] == nil {
				t.Errorf("%q has no text", family+code)
			}
		}
	}
	_, families, _ := textUses(t)
	seen := 0
	for _, f := range families {
		switch filepath.Base(filepath.Dir(f.where.Filename)) + "/" + filepath.Base(f.where.Filename) {
		case "commands/server.go", "view/staff.go", "view/checkin.go":
			seen++
			if _, listed := codes[f.key]; !listed {
				t.Errorf("%s: nobody knows which codes there are of %q", f.where, f.key)
			}
		}
	}
	if seen < len(codes)-1 {
		t.Errorf("%d families are said, %d listed", seen, len(codes)-1)
	}
}

// constants returns the strings of a package's constants of a type, or whose names
// begin so.
func constants(t *testing.T, dir, what string) (out []string) {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			typ, _ := spec.Type.(*ast.Ident)
			for i, value := range spec.Values {
				if said, whole := literal(value); whole && (typ != nil && typ.Name == what || strings.HasPrefix(spec.Names[i].Name, what)) {
					out = append(out, said)
				}
			}
			return true
		})
	}
	return out
}

// bodyOf returns a function of a file.
func bodyOf(t *testing.T, name, function string) *ast.BlockStmt {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == function {
			return f.Body
		}
	}
	t.Fatalf("%s has no %s", name, function)
	return nil
}

// literals returns the strings in lists within a function.
func literals[N ast.Node](body ast.Node, list func(N) []ast.Expr) (out []string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n, ok := n.(N); ok {
			for _, e := range list(n) {
				if said, whole := literal(e); whole {
					out = append(out, said)
				}
			}
		}
		return true
	})
	return out
}
