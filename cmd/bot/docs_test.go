package main

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"topcut/tournament/bracket"
	"topcut/tournament/seating"
	"topcut/tournament/standings"
)

// TestDocsNameCommandsThatExist checks the subcommand and flags of every command line in
// the documents against the help of the program.
func TestDocsNameCommandsThatExist(t *testing.T) {
	settings, err := os.ReadFile(filepath.Join("..", "..", "config.example.toml"))
	if err != nil {
		t.Fatal(err)
	}
	files := documents(t)
	files["config.example.toml"] = string(settings)
	line := regexp.MustCompile("(?m)(?:\\btopcut|\\./cmd/bot) ([a-z]+)((?: [^`\\n]*)?)")
	quoted := regexp.MustCompile("`(topcut [^`]*)`|\\$ ([^`\\n]*)|(?m:^ExecStart=(.*)$)")
	flagName := regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z0-9-]*)`)
	helps := map[string]string{}
	seen := 0
	for name, text := range files {
		for _, q := range quoted.FindAllString(text, -1) {
			m := line.FindStringSubmatch(q)
			if m == nil || m[1] == "help" {
				continue
			}
			seen++
			help, known := helps[m[1]]
			if !known {
				var out bytes.Buffer
				p := &program{env: func(string) string { return "" }, stdin: strings.NewReader(""), stdout: &out, stderr: &out}
				if code := p.run(context.Background(), []string{"help", m[1]}); code != codeOK {
					t.Errorf("%s: %s: %s", name, q, out.String())
					continue
				}
				help = out.String()
				helps[m[1]] = help
			}
			for _, f := range flagName.FindAllStringSubmatch(m[2], -1) {
				if !regexp.MustCompile(`(?m)^ +--` + f[1] + `\b`).MatchString(help) {
					t.Errorf("%s: %s: there is no flag --%s", name, q, f[1])
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d command lines were found in the documents", seen)
	}
}

// TestDocsNameEveryJSONKey compares docs/json.md with the output of the engine commands:
// each section has all keys of its command.
func TestDocsNameEveryJSONKey(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, rest, _ := strings.Cut(section, "\n")
		sections[name] = rest
	}
	for command, printed := range map[string][]any{
		"standings": {standingExplained{}},
		"pair":      {pairedJSON{}},
		"bracket":   {bracket.Diagram{}},
		"seat":      {seating.Report{}},
		"simulate":  {planResultJSON{}},
		"odds":      {oddsJSON{}},
		"ratings":   {judgedJSON{}},
		"season":    {seasonChances{}},
	} {
		for _, v := range printed {
			for _, key := range jsonKeys(reflect.TypeOf(v)) {
				if !strings.Contains(sections[command], "`"+key+"`") {
					t.Errorf("docs/json.md does not say what `%s` is in %s", key, command)
				}
			}
		}
	}
}

// TestDocsNameEveryKeyOfATable does the same for tables, whose keys are those of their
// columns.
func TestDocsNameEveryKeyOfATable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	event, league := filepath.Join(t.TempDir(), "event.json"), filepath.Join(t.TempDir(), "season.json")
	write(t, event, `{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"games":[2,0,0],"kind":"played"}]}]}`, 0o600)
	write(t, league, `{"version":1,"rules":{"best":1},"events":[{"id":"w1","places":[["ann",1]]},{"id":"w2","places":[["ann",1]]},{"id":"w3","places":[["bob",1]]}],
		"divisions":{"members":[["ann"],["bob"]]}}`, 0o600)
	for command, file := range map[string]string{"standings": event, "ratings": event, "season": league} {
		_, section, _ := strings.Cut(string(text), "\n## "+command+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var rows []any
		if err := json.Unmarshal([]byte(ok(t, command, "--json", file)), &rows); err != nil || len(rows) != 2 {
			t.Fatalf("%s: %d rows, %v", command, len(rows), err)
		}
		for _, key := range printedKeys(rows) {
			if !strings.Contains(section, "`"+key+"`") {
				t.Errorf("docs/json.md does not say what `%s` is in %s", key, command)
			}
		}
	}
}

// printedKeys returns the keys of all objects of a JSON value, apart from the names of
// tiebreakers.
func printedKeys(v any) []string {
	var keys []string
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			keys = append(keys, printedKeys(x)...)
		}
	case map[string]any:
		for key, x := range v {
			if standings.Lookup(key) == nil {
				keys = append(keys, key)
			}
			keys = append(keys, printedKeys(x)...)
		}
	}
	return keys
}

// jsonKeys returns the keys of all objects in the JSON of one of our types.
func jsonKeys(t reflect.Type) []string {
	var keys []string
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return jsonKeys(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if tag, tagged := f.Tag.Lookup("json"); tagged {
				name, _, _ := strings.Cut(tag, ",")
				if name == "-" {
					continue // is not encoded
				}
				keys = append(keys, name)
			}
			switch reflect.New(f.Type).Interface().(type) {
			case json.Marshaler, encoding.TextMarshaler: // has its own encoding
			default:
				keys = append(keys, jsonKeys(f.Type)...)
			}
		}
	default: // a value without keys
	}
	return keys
}
