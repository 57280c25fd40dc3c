package rehearse

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/stage"
)

func TestOptions(t *testing.T) {
	defaults := options{players: 16, rounds: 4, cut: 4, ruleset: "magic", seed: 1}
	with := func(change func(*options)) *options {
		o := defaults
		change(&o)
		return &o
	}
	for _, tt := range []struct {
		args string
		want *options
		err  string
	}{
		{args: "", want: &defaults},
		{args: "--speed max --json --quiet", want: with(func(o *options) { o.json, o.quiet = true, true })},
		{args: "--speed 60", want: with(func(o *options) { o.speed = 60 })},
		{args: "--language es-ES", want: with(func(o *options) { o.language = "es" })},
		{args: "--language tlh", err: "there are en, de, "},
		{args: "--direct 17", err: "--direct is a number from 0 to the number of players"},
		{args: "--crews 8", want: with(func(o *options) { o.players, o.crew = 8, 2 })},
		{args: "--crews 1", err: "--crews is a number from 2 to 500"},
		{args: "--crews 8 --boards 3", want: with(func(o *options) { o.players, o.crew, o.boards = 8, 3, 3 })},
		{args: "--crews 8 --boards 3 --bench 2", want: with(func(o *options) { o.players, o.crew, o.boards, o.bench = 8, 5, 3, 2 })},
		{args: "--crews 8 --boards 8 --bench 3", err: "--bench goes with --boards: a team has at most 10 members"},
		{args: "--crews 8 --bench 1", err: "--bench goes with --boards: a team has at most 10 members"},
		{args: "--boards 3", err: "--boards is a number from 2 to 10 and goes with --crews: a board has one player of either team"},
		{args: "--league --crews 5 --boards 2", want: with(func(o *options) {
			o.players, o.crew, o.boards, o.league, o.speed, o.rounds = 5, 2, 2, true, still, 5
		})},
		{args: "--league --crews 5", err: "--crews in a --league needs --boards"},
		{args: "--league --crews 17 --boards 2", err: "is a number from 2 to 16, not 17"},
		{args: "--crews 8 --web", err: "--web does not go with --crews"},
		{args: "--players 3", want: with(func(o *options) { o.players, o.cut = 3, 0 })},
		{args: "--restart-every 2s --faults 7.5", want: with(func(o *options) { o.restartEvery, o.faults = 2*time.Second, 7.5 })},
		{args: "--ruleset riichi-ema", want: with(func(o *options) { o.ruleset, o.cut = "riichi-ema", 0 })},
		{args: "--stages draft>single", want: with(func(o *options) { o.stages = stage.MustParse("draft > single") })},
		{args: "--stages single>swiss", err: "single elimination is the last stage"},
		{args: "--stages schedule", err: "--stages: Magic: The Gathering doesn't have the fixed seating"},
		{args: "--stages swiss --rounds 3", err: "--stages says rounds and cut too"},
		{args: "--ruleset bridge", err: "there are chess-casual, "},
		{args: "--players 3 --cut 4", err: "larger than the field"},
		{args: "--players 1", err: "from 2 to 1000"},
		{args: "--cut 1", err: "--cut is 0 or"},
		{args: "--rounds 0", err: "--rounds is a number"},
		{args: "--speed 0.5", err: "from 1 to 100000"},
		{args: "--speed NaN", err: "from 1 to 100000"},
		{args: "--faults NaN", err: "percentage"},
		{args: "--public 127.0.0.1:8081", want: with(func(o *options) { o.public = "127.0.0.1:8081" })},
		{args: "--public nowhere", err: "an address and a port"},
		{args: "--public :8081", err: "an address and a port"},
		{args: "--public a:70000", err: "an address and a port"},
		{args: "--public 127.0.0.1:8081 --hold", err: "--public does not go with --hold: it only starts"},
		{args: "--unattended --ghosts 3", want: with(func(o *options) { o.unattended, o.ghosts, o.speed = true, 3, still })},
		{args: "--ghosts 3", err: "--ghosts goes with --unattended"},
		{args: "--unattended --ghosts 15", err: "from 0 to 14"},
		{args: "--crews 4 --boards 3 --unattended --ghosts 8", want: with(func(o *options) {
			o.players, o.crew, o.boards, o.unattended, o.ghosts, o.speed = 4, 3, 3, true, 8, still
		})},
		{args: "--crews 4 --boards 3 --unattended --ghosts 9", err: "from 0 to 8, so that the captains are there"},
		{args: "--unattended --league", err: "--league does not go with --unattended: its organiser leaves"},
		{args: "--unattended --ruleset riichi-ema", err: "someone has to sit in"},
		{args: "--faults 99", err: "percentage"},
		{args: "--restart-every 1ms", err: "at least 100ms"},
		{args: "--event x.json --players 8", err: "the file says it"},
		{args: "--hold --keep x", err: "--keep does not go with --hold: it only starts"},
		{args: "--downtime 20m --web", err: "--web does not go with --downtime"},
		{args: "--web --keep x", err: "--keep does not go with --web: it begins on an empty page"},
		{args: "--keep --web", err: "--keep needs a value, and --web is a flag"},
		{args: "--public 127.0.0.1:0", want: with(func(o *options) { o.public = "127.0.0.1:0" })},
		{args: "--web --event x.json", err: "--event does not go with --web: it begins on an empty page"},
		{args: "--nonsense", err: "there is no flag --nonsense; `topcut help rehearse` lists the flags"},
		{args: "now", err: `no argument "now"`},
	} {
		t.Run(tt.args, func(t *testing.T) {
			got, err := parseOptions(strings.Fields(tt.args), &bytes.Buffer{})
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("the error is %v, not one with %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(options{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUsageErrorsAreExitCode2(t *testing.T) {
	var out, errOut bytes.Buffer
	if code := Main(context.Background(), []string{"--nonsense"}, Env{Stdout: &out, Stderr: &errOut}); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasPrefix(errOut.String(), "topcut: ") || strings.Count(errOut.String(), "\n") != 1 {
		t.Errorf("the error is not one line of ours: %q", errOut.String())
	}
	if code := Main(context.Background(), []string{"--help"}, Env{Stdout: &out, Stderr: &errOut}); code != exitOK || !strings.Contains(out.String(), "never switched off") {
		t.Errorf("--help gave code %d and %q", code, out.String())
	}
}

func TestAnEventThatCannotBeReadIsExitCode1(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	for _, text := range []string{"", "{}", `{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"b"}]}`} {
		if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var errOut bytes.Buffer
		if code := Main(context.Background(), []string{"--event", bad}, Env{Stdout: &bytes.Buffer{}, Stderr: &errOut}); code != exitFailed {
			t.Errorf("%q: exit code %d", text, code)
		}
		if !strings.HasPrefix(errOut.String(), "topcut: ") {
			t.Errorf("%q: the error is %q", text, errOut.String())
		}
	}
}
