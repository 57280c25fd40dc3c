package rehearse

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	given     = flag.String("bot", "", "a built bot to rehearse, instead of building one")
	arguments = flag.String("args", "", "arguments of TestByHand")
)

// executable is the bot under test, built once.
func executable(t *testing.T) string {
	t.Helper()
	if *given != "" {
		path, err := filepath.Abs(*given)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	return builtBot(t)
}

// builtBot builds the bot into a folder that the whole test run shares.
func builtBot(t *testing.T) string {
	t.Helper()
	path := filepath.Join(os.TempDir(), fmt.Sprintf("topcut-rehearse-test-%d", os.Getpid()), "bot")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	out, err := exec.Command("go", "build", "-o", path, "topcut/cmd/bot").CombinedOutput()
	if err != nil {
		t.Fatalf("the bot does not build: %v\n%s", err, out)
	}
	return path
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(filepath.Join(os.TempDir(), fmt.Sprintf("topcut-rehearse-test-%d", os.Getpid())))
	os.Exit(code)
}

// rehearse runs the command and returns its code, its output and the JSON line.
func rehearse(t *testing.T, args ...string) (code int, out, errOut string, line result) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	code = Main(ctx, append(args, "--json"), Env{Stdout: &stdout, Stderr: &stderr, Executable: executable(t)})
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil && code != exitUsage {
		t.Logf("no JSON line at the end: %v", err)
	}
	return code, stdout.String(), stderr.String(), line
}

// TestByHand runs a rehearsal with the arguments of -args and shows it.
func TestByHand(t *testing.T) {
	if *arguments == "" {
		t.Skip("for looking at a rehearsal while working on it: -args '--players 8'")
	}
	code := Main(context.Background(), strings.Fields(*arguments), Env{Stdout: os.Stdout, Stderr: os.Stderr, Executable: executable(t)})
	if code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestAWholeEvening plays an event with the bot as a process of its own and
// holds the result to what a rehearsal promises.
func TestAWholeEvening(t *testing.T) {
	t.Parallel()
	code, out, errOut, got := rehearse(t, "--players", "8", "--rounds", "3")
	if code != exitOK {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	if got.Players != 8 || got.Rounds != 5 || got.Champion == "" {
		t.Errorf("8 players, 3 rounds and a cut to 4 became %+v", got)
	}
	if got.Interactions < 60 || got.Posts < 25 || got.Lost+got.Doubled+got.Violations != 0 || got.PeakMB == 0 {
		t.Errorf("the figures are %+v", got)
	}
	if !strings.Contains(out, "Final standings of Rehearsal Open") || strings.Contains(out, "\x1b[") {
		t.Errorf("no plain final standings in the output:\n%s", out)
	}
}
