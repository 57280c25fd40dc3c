package rehearse

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topcut/tournament/golden"
)

// TestALeagueIsRehearsed: the rehearsal plays eight weeks of two divisions, with a late
// match, an objection, verdicts, a player who leaves, promotion and the
// next season. Nothing is lost or doubled, and the output is the same in every run.
func TestALeagueIsRehearsed(t *testing.T) {
	if !golden.Updating(t) {
		atLength(t)
	}
	t.Parallel()
	var out bytes.Buffer
	env := Env{Stdout: &out, Stderr: testWriter{t}, Executable: executable(t)}
	env.setDefaults()
	o, err := parseOptions([]string{"--league", "--json"}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	if code := run(t.Context(), o, env); code != exitOK {
		t.Fatalf("exit code %d:\n%s", code, &out)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var got leagueResult
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
		t.Fatal(err)
	}
	if got.Weeks != 8 || got.Divisions != 2 || got.Matches != 56 || got.Verdicts != 3 || got.Lost+got.Doubled+got.Stale+got.Violations > 0 {
		t.Errorf("%+v", got)
	}
	// A quarter of an action for each match, and a press for each of the three verdicts, which
	// are shown before they are given.
	if got.PerActions > 0.25+3./56 || got.Pings > 8 {
		t.Errorf("%.2f actions of the organiser for each match, %d pings of a player in a week", got.PerActions, got.Pings)
	}
	// One digest of each division before each of six rounds, and nothing else calls.
	if got.Calls > 12 || got.CallDays > 1 || got.PingsMean > 4 || got.PostsMean > 4 {
		t.Errorf("%d posts ping the organiser, on up to %d days of a week; a player has %.2f pings and %.2f posts in a week", got.Calls, got.CallDays, got.PingsMean, got.PostsMean)
	}
	told := regexp.MustCompile("`[0-9a-f]{64}`").ReplaceAllString(strings.Join(lines[:len(lines)-3], "\n"), "`…`") + "\n"
	golden.File(t, filepath.Join("testdata", "league.txt"), told)
}

// TestARehearsalWithoutABotSaysWhy: what fails before the bot is there is one sentence.
func TestARehearsalWithoutABotSaysWhy(t *testing.T) {
	t.Parallel()
	for _, kind := range [][]string{{"--league"}, {"--players", "8"}} {
		var stderr bytes.Buffer
		env := Env{Stdout: &bytes.Buffer{}, Stderr: &stderr, Executable: filepath.Join(t.TempDir(), "topcut")}
		if code := Main(t.Context(), append(kind, "--quiet"), env); code != exitFailed || !strings.Contains(stderr.String(), "no such file") {
			t.Errorf("%v: exit code %d: %s", kind, code, &stderr)
		}
	}
}
