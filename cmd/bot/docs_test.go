package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsNameCommandsThatExist reads every command line in the documents and
// holds its subcommand and flags against the help of the program.
func TestDocsNameCommandsThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md"), filepath.Join(root, "config.example.toml"))
	line := regexp.MustCompile("(?m)(?:\\btopcut|\\./cmd/bot) ([a-z]+)((?: [^`\\n]*)?)")
	quoted := regexp.MustCompile("`(topcut [^`]*)`|\\$ ([^`\\n]*)|(?m:^ExecStart=(.*)$)")
	flagName := regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z0-9-]*)`)
	helps := map[string]string{}
	seen := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range quoted.FindAllString(string(text), -1) {
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
					t.Errorf("%s: %s: %s", filepath.Base(name), q, out.String())
					continue
				}
				help = out.String()
				helps[m[1]] = help
			}
			for _, f := range flagName.FindAllStringSubmatch(m[2], -1) {
				if !regexp.MustCompile(`(?m)^ +--` + f[1] + `\b`).MatchString(help) {
					t.Errorf("%s: %s: there is no flag --%s", filepath.Base(name), q, f[1])
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d command lines were found in the documents", seen)
	}
}
