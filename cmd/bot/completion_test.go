package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// complete returns a shell's suggestions.
func complete(t *testing.T, shell, script string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("there is no %s here", shell)
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+cmd.Dir)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "event.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestBashCompletes: it suggests commands, flags, fixed words and files.
func TestBashCompletes(t *testing.T) {
	for line, want := range map[string][]string{
		"topcut se":                  {"serve", "seat", "season"},
		"topcut help doc":            {"doctor"},
		"topcut serve --":            {"--config", "--stay"},
		"topcut rehearse --down":     {"--downtime"},
		"topcut commands ":           {"print", "diff", "sync", "clear"},
		"topcut standings ev":        {"event.json"},
		"topcut invite --config ev":  {"event.json"},
		"topcut invite --guild none": nil,
		"topcut odds --player e":     nil,
	} {
		words := strings.Split(line, " ")
		script := bashCompletion(commandList()) + "\nCOMP_WORDS=(" // a trailing empty word is a word
		for _, w := range words {
			script += "'" + w + "' "
		}
		script += ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_topcut 2>/dev/null\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
		got := strings.Fields(complete(t, "bash", script))
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestFishCompletes(t *testing.T) {
	got := complete(t, "fish", fishCompletion(commandList())+"\ncomplete -C 'topcut comm'; complete -C 'topcut commands '; complete -C 'topcut serve --c'")
	for _, want := range []string{"commands\t", "sync", "--config"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

func TestZshReadsTheCompletion(t *testing.T) {
	file := filepath.Join(t.TempDir(), "_topcut")
	if err := os.WriteFile(file, []byte(zshCompletion(commandList())), 0o600); err != nil {
		t.Fatal(err)
	}
	complete(t, "zsh", "zsh -n "+file)
}
