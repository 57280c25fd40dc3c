package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/golden"
)

// TestManualIsTheOneInPackaging compares packaging/topcut.1 with the help of the program.
func TestManualIsTheOneInPackaging(t *testing.T) {
	file := filepath.Join("..", "..", "packaging", "topcut.1")
	golden.File(t, file, manual(commandList()))
	for _, c := range commandList() {
		for _, f := range c.flags() {
			if f.name == "" || f.text == "" {
				t.Errorf("%s: a flag without a name or text: %+v", c.name, f)
			}
		}
	}
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("there is no mandoc here: the page is not checked for faults of roff")
	}
	out, err := exec.CommandContext(t.Context(), mandoc, "-T", "lint", "-W", "warning", file).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "missing date") {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// TestTheManualHasEveryExitCode of the package comment.
func TestTheManualHasEveryExitCode(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	var documented, told []string
	for _, m := range regexp.MustCompile(`(?m)^//\t(\d+) +`).FindAllStringSubmatch(string(source), -1) {
		documented = append(documented, m[1])
	}
	for _, e := range exitMeanings {
		told = append(told, strconv.Itoa(e.code))
	}
	slices.Sort(documented)
	slices.Sort(told)
	if !slices.Equal(documented, told) {
		t.Errorf("the manual has the exit codes %v, the package comment %v", told, documented)
	}
}
