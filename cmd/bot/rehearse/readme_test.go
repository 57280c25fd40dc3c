package rehearse

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/tournament/golden"
)

// TestTheReadmeShowsARehearsal: the sample in the README is the output of `topcut
// rehearse` about round 2, except for how long the bot was down.
func TestTheReadmeShowsARehearsal(t *testing.T) {
	t.Parallel()
	readme := filepath.Join("..", "..", "..", "README.md")
	_, shown, _ := golden.Between(t, readme, "rehearsal")
	_, printed, _ := strings.Cut(usualEvening(t), "\n\nRound 2  ")
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

// usualEvening returns what `topcut rehearse --json` prints, played once for all tests.
// As in the transcripts, the bot does not look at its clocks, and rate limits are short.
func usualEvening(t *testing.T) string {
	t.Helper()
	printed, err := playedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return printed
}

var playedOnce = sync.OnceValues(func() (string, error) { return printedBy("--json") })

// TestAnEveningOfBoardsIsTold: a rehearsal of teams on boards tells the results of matches and
// not of their boards.
func TestAnEveningOfBoardsIsTold(t *testing.T) {
	atLength(t)
	t.Parallel()
	printed, err := printedBy("--crews", "4", "--boards", "2", "--rounds", "1", "--cut", "0")
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`(?m)^Round 1  Team \S+ – Team \S+ · Team \S+ – Team \S+$`); !want.MatchString(printed) || !strings.Contains(printed, "nothing lost, nothing twice") {
		t.Errorf("it tells\n%s", printed)
	}
}

// printedBy returns what `topcut rehearse` prints with some flags.
func printedBy(flags ...string) (string, error) {
	bot, err := built()
	if err != nil {
		return "", err
	}
	o, err := parseOptions(flags, io.Discard)
	if err != nil {
		return "", err
	}
	o.windows, o.poll = hurried, time.Hour
	var out, errOut bytes.Buffer
	env := Env{Stdout: &out, Stderr: &errOut, Executable: bot}
	env.setDefaults()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if code := run(ctx, o, env); code != exitOK {
		return "", fmt.Errorf("exit code %d\n%s\n%s", code, &out, &errOut)
	}
	return out.String(), nil
}
