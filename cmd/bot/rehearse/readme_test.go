package rehearse

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/tournament/golden"
)

// TestTheReadmeShowsARehearsal: the sample in the README is what `topcut rehearse`
// prints about round 2. For how long the bot was away is another figure each time.
func TestTheReadmeShowsARehearsal(t *testing.T) {
	t.Parallel()
	readme := filepath.Join("..", "..", "..", "README.md")
	_, shown, _ := golden.Between(t, readme, "rehearsal")
	_, printed, _ := strings.Cut(defaultEvening(t), "\n\nRound 2  ")
	printed, _, found := strings.Cut("Round 2  "+printed, "\n\n")
	if !found {
		t.Fatalf("the rehearsal has no round 2 that ends: %q", printed)
	}
	away := regexp.MustCompile(`back after [^;]*;`)
	if as := away.FindString(shown); as != "" {
		printed = away.ReplaceAllLiteralString(printed, as)
	}
	golden.Part(t, readme, "rehearsal", "```\n"+printed+"\n```\n")
}

// defaultEvening is what `topcut rehearse` prints without flags. As in the transcripts,
// the bot does not look at its clocks, and rate limits are short.
func defaultEvening(t *testing.T) string {
	t.Helper()
	o, err := parseOptions(nil, testWriter{t})
	if err != nil {
		t.Fatal(err)
	}
	o.windows, o.poll = hurried, time.Hour
	var out bytes.Buffer
	env := Env{Stdout: &out, Stderr: testWriter{t}, Executable: executable(t)}
	env.setDefaults()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if code := run(ctx, o, env); code != exitOK {
		t.Fatalf("exit code %d\n%s", code, &out)
	}
	return out.String()
}
