package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topcut/tournament/rules"
	"topcut/tournament/testrun/checkout"
)

// documents returns the pages for people, by path from the root of the repository: those
// of docs and its folders, and those beside the README.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root, pages := filepath.Join("..", ".."), map[string]string{}
	err := checkout.Walk(root, func(file string) error {
		name, err := filepath.Rel(root, file)
		if err != nil || !strings.HasSuffix(name, ".md") {
			return err
		}
		text, err := os.ReadFile(file)
		pages[filepath.ToSlash(name)] = string(text)
		return err
	}, "docs")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	return pages
}

// fenced matches a block of code.
var fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```")

// TestTheReadmeNamesEveryGame: it contains the first word of the name of each game with a
// ruleset.
func TestTheReadmeNamesEveryGame(t *testing.T) {
	readme, _, _ := strings.Cut(documents(t)["README.md"], "\n## ")
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if word := strings.Trim(strings.Fields(rs.Game)[0], ":"); !strings.Contains(strings.ToLower(readme), strings.ToLower(word)) {
			t.Errorf("the README names no %s", rs.Game)
		}
	}
}

// TestThereAreTwelvePages: docs itself has a first page and at most twelve more.
// Documentation of a single package belongs in its package comment, measurements in
// docs/reports.
func TestThereAreTwelvePages(t *testing.T) {
	pages := 0
	for name := range documents(t) {
		if path.Dir(name) == "docs" {
			pages++
		}
	}
	if pages > 13 {
		t.Errorf("docs has %d pages", pages)
	}
}

// TestDocsNameSlashCommandsThatExist: a slash command named on a page, or a prefix of
// several, is in the list of docs/commands.md.
func TestDocsNameSlashCommandsThatExist(t *testing.T) {
	pages := documents(t)
	known := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^### `/(.*)`$").FindAllStringSubmatch(pages["docs/commands.md"], -1) {
		for command := m[1]; command != ""; {
			known[command] = true
			command = command[:max(strings.LastIndex(command, " "), 0)]
		}
	}
	address := regexp.MustCompile(`^(healthz|metrics|data)$`)
	for name, text := range pages {
		for _, m := range regexp.MustCompile("`/([a-z]+)((?: [a-z]+)?)[ `:]").FindAllStringSubmatch(text, -1) {
			if !known[m[1]] && !address.MatchString(m[1]) {
				t.Errorf("%s names /%s, which is no command", name, m[1])
			}
			if group := known[m[1]] && !strings.Contains(pages["docs/commands.md"], "### `/"+m[1]+"`"); group && m[2] != "" && !known[m[1]+m[2]] {
				t.Errorf("%s names /%s%s, which is no command", name, m[1], m[2])
			}
		}
	}
}

// TestFilesThatDocumentsNameExist: a file or folder of the repository named on a page
// exists; * matches a part of a name.
func TestFilesThatDocumentsNameExist(t *testing.T) {
	named := regexp.MustCompile("`((?:\\.ci|cmd|commands|db|docs|internal|packaging|sim|tournament)/[\\w./*-]+?)(?:\\.(?:Test|Fuzz|Benchmark)\\w+)?`")
	seen := 0
	for name, text := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			seen++
			if found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(m[1]))); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d files are named", seen)
	}
}

// TestLinksInDocumentsLead: the target of each link to one of our files, or to a heading
// in it, exists.
func TestLinksInDocumentsLead(t *testing.T) {
	pages := documents(t)
	link := regexp.MustCompile(`\]\(([^)\s]+)\)|<img src="([^"]+)"`)
	seen := 0
	for name, text := range pages {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			target := m[1] + m[2]
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			seen++
			file, heading, _ := strings.Cut(target, "#")
			to := name
			if file != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); err != nil {
				t.Errorf("%s links to %s, which is not there", name, target)
				continue
			}
			if heading != "" && !anchors(pages[to])[heading] {
				t.Errorf("%s links to %s, and there is no such heading", name, target)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d links were found", seen)
	}
}

// anchors returns the names by which the headings of a page can be linked to.
func anchors(page string) map[string]bool {
	names := map[string]bool{}
	dropped := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		names[strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return names
}
