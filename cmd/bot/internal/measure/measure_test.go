package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEachMeasureFindsItsFault measures a small repository that has each fault once.
func TestEachMeasureFindsItsFault(t *testing.T) {
	const copied = "(A, B, C int) int { if A > 1 { B = A + 2; C = B * 3 }; for i := range B { C += i; A -= C }; switch A { case 1: B = 2; case 3: C = 4 }; return A + B + C }\n"
	renamed := strings.NewReplacer("A", "x", "B", "y", "C", "z", "1", "7").Replace(copied)
	files := map[string]string{
		"tournament/state.go": "package tournament\n\nimport _ \"topcut/tournament/file\"\n\nfunc f(a []int, n int) int { return a[n-1] + a[len(a)-1] }\n",
		"commands/post/post.go": "package post\n\nimport _ \"topcut/commands/site/pages\"\n\nfunc long() {\n" + strings.Repeat("\tprintln()\n", 120) + "}\n" +
			"\nfunc one" + copied,
		"commands/view/view.go": "package view\n\nfunc Card() discord.Message { return nil }\n\nfunc Cards() []*discord.Message { return nil }\n\n" +
			"func Decide() bool { return true }\n\ntype panel struct{}\n\nfunc (panel) Say() {}\n",
		"db/db.go":              "package db\n\nfunc two" + renamed,
		"db/db_test.go":         "package db\n\nfunc g(a []int, n int) int { return a[n-1] }\n",
		"testdata/other.go":     "package broken {",
		"commands/table.go":     "package commands\n\nfunc t(w, n int) { strings.Repeat(\" \", w-n); csv.NewWriter(nil); r.Values[n] = 1 }\n",
		"commands/site/page.go": "package site\n\nfunc t() { put(\"<table>\"); w.beginTable() }\n\nfunc beginTable() { put(\"<table>\") }\n",
	}
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, err := parse(root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range code.measures() {
		got[m.what] = fmt.Sprint(m.places)
		if strings.HasPrefix(m.what, "cloned") && (m.value < 20 || m.value > 60) {
			t.Errorf("%v percent of the tokens are cloned, want those of the two functions that differ in names alone", m.value)
		}
	}
	for what, want := range map[string]string{
		"functions over 120 lines":                      "[commands/post/post.go:5 long: 122 lines]",
		"indexings [x-1]":                               "[tournament/state.go:5]",
		"exported functions of views without a message": "[commands/view/view.go:7 Decide]",
		"imports of formats by tournament":              "[tournament/state.go:3 imports topcut/tournament/file]",
		"places that lay out a table": "[commands/site/page.go:3 has a table of a page commands/site/page.go:3 begins a table of a page " +
			"commands/table.go:3 pads a cell commands/table.go:3 begins CSV commands/table.go:3 reads tiebreakers]",
		"imports of pages by posts": "[commands/post/post.go:3 imports topcut/commands/site/pages]",
	} {
		if got[what] != want {
			t.Errorf("%s: %s, want %s", what, got[what], want)
		}
	}
}
