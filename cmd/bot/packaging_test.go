package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/testrun/checkout"
)

// packaged reads a file of packaging.
func packaged(t *testing.T, name ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "packaging"}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// TestTheUnitRestartsWhatCanPass: after exit code 2 (a Go panic) and 5 (for example a
// full disk) the bot is restarted. After a refused token and a fatal close it is not, and
// the unit stays failed.
func TestTheUnitRestartsWhatCanPass(t *testing.T) {
	unit := packaged(t, "systemd", "topcut.service")
	m := regexp.MustCompile(`(?m)^RestartPreventExitStatus=(.*)$`).FindStringSubmatch(unit)
	if m == nil || !strings.Contains(unit, "\nRestart=always\n") || !strings.Contains(unit, "\nRestartSec=") {
		t.Fatal("the unit does not say what is restarted")
	}
	down := strings.Fields(m[1])
	for _, code := range staysDown {
		if !slices.Contains(down, strconv.Itoa(code)) {
			t.Errorf("exit code %d is restarted: it never passes by itself", code)
		}
	}
	if len(down) != len(staysDown) {
		t.Errorf("the unit leaves %q down, serve --stay %d", down, staysDown)
	}
	if !strings.Contains(packaged(t, "compose.yaml"), "\n    restart: unless-stopped\n") || !strings.Contains(packaged(t, "Dockerfile"), `CMD ["serve", "--stay"]`) {
		t.Error("a container is started again whatever its exit code, and does not stay")
	}
	for _, code := range []int{codeFailed, 2, codeDatabase, 137} {
		if slices.Contains(down, strconv.Itoa(code)) {
			t.Errorf("exit code %d is not restarted", code)
		}
	}
}

// TestTheImagesAreOne: the image of a release is built like the one from source, with a
// prebuilt program.
func TestTheImagesAreOne(t *testing.T) {
	last := func(name string) string {
		text := packaged(t, name)
		_, text, found := strings.Cut(text, "FROM scratch\n")
		if !found {
			t.Fatalf("%s has no stage from scratch", name)
		}
		return text
	}
	source := strings.Replace(last("Dockerfile"), "COPY --from=build /topcut /topcut", "COPY topcut /topcut", 1)
	if got := last("Dockerfile.release"); got != source {
		t.Errorf("packaging/Dockerfile.release is\n%s\nnot\n%s", got, source)
	}
	for _, want := range []string{"\nUSER 65532:65532\n", "\nVOLUME /data\n", `CMD ["/topcut", "health"]`} {
		if !strings.Contains(source, want) {
			t.Errorf("the image has no %q", want)
		}
	}
}

// TestVariablesInDocumentsAreSettings: no document and no file of packaging names a
// variable without effect.
func TestVariablesInDocumentsAreSettings(t *testing.T) {
	files := []string{filepath.Join("..", "..", "config.example.toml")}
	for name := range documents(t) {
		if name == "CONTRIBUTING.md" {
			continue // it names variables of tests too
		}
		files = append(files, filepath.Join("..", "..", filepath.FromSlash(name)))
	}
	for _, pattern := range []string{"packaging/*", "packaging/*/*"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	name := regexp.MustCompile(`\bTOPCUT_[A-Z_]*[A-Z]\b`)
	seen := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		for _, v := range name.FindAllString(string(data), -1) {
			seen++
			if strange := unknownVariables([]string{v + "=x"}); len(strange) > 0 {
				t.Errorf("%s names %s, which sets nothing", file, v)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d variables are named", seen)
	}
}

// TestTestsInDocumentsExist: a test named in a document exists. A name that ends in …, or
// that is an argument of -run, is a prefix of one or more tests.
func TestTestsInDocumentsExist(t *testing.T) {
	root := filepath.Join("..", "..")
	declared, named := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`), regexp.MustCompile(`\b((?:Test|Fuzz|Benchmark)[A-Z]\w*)(…?)`)
	run := regexp.MustCompile(`-run (?:'[^']*'|[^\s\x60]+)`)
	var ours []string
	err := checkout.Code(root, func(path string) error {
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(data), -1) {
			ours = append(ours, m[1])
		}
		return err
	})
	if err != nil || len(ours) == 0 {
		t.Fatal("no tests", err)
	}
	for file, text := range documents(t) {
		arguments := strings.Join(run.FindAllString(text, -1), "\n")
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			begins := m[2] != "" || strings.Contains(arguments, m[1])
			if !slices.ContainsFunc(ours, func(name string) bool { return name == m[1] || begins && strings.HasPrefix(name, m[1]) }) {
				t.Errorf("%s names %s, which is no test", file, m[0])
			}
		}
	}
}
