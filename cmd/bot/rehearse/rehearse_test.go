package rehearse

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/cmd/bot/internal/conform"
	"topcut/db/memdir"
	"topcut/tournament/table"
	"topcut/tournament/testrun"
)

var (
	given     = flag.String("bot", "", "a built bot to rehearse, instead of building one")
	arguments = flag.String("args", "", "arguments of TestByHand")
)

// atLength skips tests that only CI runs.
func atLength(t *testing.T) {
	t.Helper()
	if !testrun.AtLength() {
		t.Skip("played with -at-length")
	}
}

// atMost returns all with -at-length, otherwise the first n.
func atMost[T any](n int, all ...T) []T {
	if testrun.AtLength() {
		return all
	}
	return all[:n]
}

// executable returns the path of the bot under test, which is built once.
func executable(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// built builds the bot outside the source: tests read the folders of the source, and Go runs
// again whatever reads a folder that has changed. A later test run finds it there, and Go
// links it again only if something has changed.
var built = sync.OnceValues(func() (string, error) {
	if *given != "" {
		return filepath.Abs(*given)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(cache, "topcut", fmt.Sprintf("rehearsed-%x", sha256.Sum256([]byte(root)))[:26])
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, "topcut/cmd/bot").CombinedOutput(); err != nil {
		return "", fmt.Errorf("the bot does not build: %w\n%s", err, out)
	}
	return path, depend("topcut/cmd/bot")
})

// depend looks at the source of a package that this one does not import, and of all that it
// imports here, so that Go runs these tests again when it has changed.
func depend(pkg string) error {
	folders, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}{{end}}", pkg).Output()
	if err != nil {
		return err
	}
	for folder := range strings.FieldsSeq(string(folders)) {
		if _, err := os.ReadDir(folder); err != nil {
			return err
		}
	}
	return nil
}

// TestMain lets more tests run side by side than there are processors, unless the
// command line says how many: they wait for processes and browsers more than they work.
// The tests and the bots have their files in memory.
func TestMain(m *testing.M) {
	testrun.Light()
	testrun.AtOnce(2 * runtime.GOMAXPROCS(0))
	memdir.Use()
	os.Exit(m.Run())
}

// prepared returns a rehearsal that has not begun, with its output discarded.
func prepared(t *testing.T, args ...string) *rehearsal {
	t.Helper()
	o, err := parseOptions(args, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	env := Env{Stdout: &bytes.Buffer{}, Stderr: testWriter{t}, Executable: executable(t)}
	env.setDefaults()
	var s script = evening{o}
	if o.event != "" {
		if s, err = readEvent(o.event); err != nil {
			t.Fatal(err)
		}
	}
	r := &rehearsal{o: o, env: env, dir: t.TempDir(), script: s, show: newScreen(env, true), described: conform.Described}
	t.Cleanup(func() {
		if r.bot != nil {
			r.bot.kill() // a graceful stop takes a second, and other tests cover it
			if t.Failed() {
				leave(t, r)
			}
		}
		r.close()
	})
	return r
}

// leave writes what explains a failed rehearsal to the artifacts of the test: the bot's log
// and all that people saw. With -artifacts they stay.
func leave(t *testing.T, r *rehearsal) {
	t.Helper()
	var seen strings.Builder
	for _, e := range r.venue.srv.Transcript(0) {
		fmt.Fprintln(&seen, e.Time.Format(time.RFC3339Nano), e)
	}
	for _, v := range r.venue.srv.Violations() {
		fmt.Fprintln(&seen, v.Time.Format(time.RFC3339Nano), v)
	}
	dir := t.ArtifactDir()
	log, err := os.ReadFile(r.bot.logPath)
	if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "bot.log"), log, 0o600), os.WriteFile(filepath.Join(dir, "transcript.txt"), []byte(seen.String()), 0o600)); err != nil {
		t.Error(err)
	}
	t.Logf("bot.log and transcript.txt are in %s", dir)
}

// performed plays a prepared rehearsal to its end and checks that nothing is lost,
// doubled or against Discord's rules. It returns the findings.
func performed(t *testing.T, r *rehearsal) *findings {
	t.Helper()
	if err := r.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if err := r.perform(ctx); err != nil {
		t.Fatal(r.explain(err))
	}
	found, err := r.play.audit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Lost)+len(found.Doubled)+len(found.Stale)+len(found.violations) > 0 {
		t.Fatalf("lost %q, doubled %q, stale %q, violations %q", found.Lost, found.Doubled, found.Stale, found.violations)
	}
	return found
}

// testWriter writes to the log of a test.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Log(strings.TrimRight(string(b), "\n"))
	return len(b), nil
}

// hurried is the factor by which the windows of rate limits are shortened if a test is
// not about them.
const hurried = 1000

// rehearse runs the command, with the windows of rate limits shortened by the factor
// windows (0 for that of the speed), and returns its exit code, its output and the JSON
// line.
func rehearse(t *testing.T, windows float64, args ...string) (code int, out, errOut string, line result) {
	t.Helper()
	o, err := parseOptions(append(args, "--json"), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	o.windows = windows
	var stdout, stderr bytes.Buffer
	env := Env{Stdout: &stdout, Stderr: &stderr, Executable: executable(t)}
	env.setDefaults()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	code = run(ctx, o, env)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
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

// TestAWholeEvening plays an event with the bot in a separate process and checks the
// result.
func TestAWholeEvening(t *testing.T) {
	t.Parallel()
	out := usualEvening(t)
	told := strings.Split(strings.TrimSpace(out), "\n")
	var got result
	if err := json.Unmarshal([]byte(told[len(told)-1]), &got); err != nil {
		t.Fatal(err)
	}
	told = told[:len(told)-1]
	if got.Players != 16 || got.Rounds != 6 || got.Champion == "" {
		t.Errorf("16 players, 4 rounds and a cut to 4 became %+v", got)
	}
	asksForLittle(t, &got, 18)
	if got.Interactions < 120 || got.Posts < 10 || got.Lost+got.Doubled+got.Violations != 0 || got.PeakMB == 0 {
		t.Errorf("the figures are %+v", got)
	}
	if got.Restarts != 1 {
		t.Errorf("the bot was killed %d times, not once", got.Restarts)
	}
	const lines = 90
	if len(told) > lines {
		t.Errorf("an evening of 16 takes %d lines to tell", len(told))
	}
	for _, line := range told {
		if table.Columns(line) > columns || strings.ContainsAny(line, "\x1b*\u00a0") || strings.Contains(line, "<t:") {
			t.Errorf("a line of %d columns, or with marks in it: %q", table.Columns(line), line)
		}
	}
	for _, want := range []string{
		"16 people, 4 Swiss rounds, then the Top 4", "join.", "roll the dice", "Round 4", "Standings after Round 4: Points, Record, OMW%",
		"kill -9", "back after", "Semi-finals", "🥇 " + got.Champion, "nothing lost", "topcut rehearse --web",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestVerboseShowsTheChannels: all posts are printed, and the final standings. Who wants
// direct messages answers there.
func TestVerboseShowsTheChannels(t *testing.T) {
	t.Parallel()
	code, out, errOut, _ := rehearse(t, 0, "--players", "6", "--rounds", "2", "--cut", "0", "--direct", "6", "--verbose")
	if code != exitOK {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	if !strings.Contains(out, "#tournament  Topcut") || !strings.Contains(out, "Final standings of Rehearsal Open") || strings.Contains(out, "\x1b[") {
		t.Errorf("the channels are not shown:\n%s", out)
	}
	if !regexp.MustCompile(`(?m)^DM \S+  \S+ \[Confirm\]`).MatchString(out) {
		t.Errorf("no result is confirmed in a direct message:\n%s", out)
	}
}
