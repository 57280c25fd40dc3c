package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"topcut/commands/post"
	"topcut/db"
	"topcut/db/memdir"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/golden"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
)

// testPulse is how often the bots of tests check that they can write to the disk.
const testPulse = 500 * time.Millisecond

// TestMain has the databases in memory, and lets more tests run side by side than there are
// processors: they wait for processes and for Discord. The bots are this program.
func TestMain(m *testing.M) {
	testrun.Light()
	testrun.AtOnce(2 * runtime.GOMAXPROCS(0))
	testscript.Main(inMemory{m}, map[string]func(){"bot": func() { start(testPulse) }})
}

// inMemory runs tests with their files in memory; the program that testscript has made
// for them by then is not there, since it might not be allowed to run.
type inMemory struct{ m *testing.M }

func (i inMemory) Run() int {
	memdir.Use()
	return i.m.Run()
}

// TestScripts runs testdata/script; UPDATE=1 rewrites the expected output of the scripts.
// "topcut" runs a command line within the test, "exec bot" as a process of its own with
// the standard input and the whole environment of the script.
func TestScripts(t *testing.T) {
	testscript.RunT(inTurn{t}, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"topcut": topcut, "exits": exits, "play": play, "lines": lines, "sed": sed,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       golden.Updating(t),
	})
}

// inTurn runs scripts one after another, because a command line that runs within the
// test needs the working directory of its script.
type inTurn struct{ *testing.T }

func (inTurn) Parallel()     {}
func (inTurn) Verbose() bool { return testing.Verbose() }

func (t inTurn) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(inTurn{t}) })
}

// topcut runs a command line without a process of its own: topcut pair event.json.
func topcut(ts *testscript.TestScript, neg bool, args []string) {
	if code := inProcess(ts, args); (code != 0) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

// inProcess runs a command line in the directory and environment of a script, without
// standard input, and returns its exit code.
func inProcess(ts *testscript.TestScript, args []string) int {
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	p := &program{env: ts.Getenv, stdin: strings.NewReader(""), stdout: ts.Stdout(), stderr: ts.Stderr(), pulse: testPulse}
	return p.run(context.Background(), args)
}

// exits runs a command that must end with an exit code: exits 64 topcut pair --x, or
// exits 64 exec bot serve.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code topcut|exec command [args]")
	}
	code := 0
	switch args[1] {
	case "topcut":
		code = inProcess(ts, args[2:])
	default:
		var exit *exec.ExitError
		if err := ts.Exec(args[2], args[3:]...); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else {
			ts.Check(err)
		}
	}
	if args[0] != strconv.Itoa(code) {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// lines checks the number of lines of a file or stream: lines stderr 1.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines file number")
	}
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); strconv.Itoa(got) != args[1] {
		ts.Fatalf("%s has %d lines, want %s", args[0], got, args[1])
	}
}

// play plays an event into a database: play topcut.db 8 finished.
func play(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: play database players round|finished")
	}
	players, err := strconv.Atoi(args[1])
	ts.Check(err)
	rounds := -1
	if args[2] != "finished" {
		rounds, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	_, err = playEvent(ts.MkAbs(args[0]), "magic", histories.Options{Players: players}, rounds, swissWithCut(4, 4))
	ts.Check(err)
}

const (
	testGuild   = "100000000000000001"
	testChannel = "100000000000000002"
)

func swissWithCut(rounds, cut int) tournament.Settings {
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(rounds).WithCut(stage.Entry{By: stage.Top, N: cut})
	return s
}

// playedFile plays an event as playEvent does, and writes its export into a file.
func playedFile(t *testing.T, ruleset string, opts histories.Options, rounds int, s tournament.Settings) (snap *tournament.Snapshot, name string) {
	t.Helper()
	dir := t.TempDir()
	snap, err := playEvent(filepath.Join(dir, "topcut.db"), ruleset, opts, rounds, s)
	if err != nil {
		t.Fatal(err)
	}
	data, err := handover.ExportJSON(snap)
	if err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(dir, "event.json")
	write(t, name, string(data), 0o600)
	return snap, name
}

// playEvent plays an event into a database, to the end (rounds -1) or until this many
// rounds are published.
func playEvent(path, ruleset string, opts histories.Options, rounds int, s tournament.Settings) (*tournament.Snapshot, error) {
	ctx := context.Background()
	store, err := db.Open(ctx, db.Config{Path: path})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	secret := sha256.Sum256([]byte("test"))
	d := command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: func() time.Time { return now }, Secret: func() []byte { return secret[:] },
	})
	rs, err := rules.Load(ruleset)
	if err != nil {
		return nil, err
	}
	before, err := store.ByGuild(ctx, testGuild)
	if err != nil {
		return nil, err
	}
	done, err := d.Create(ctx, command.Request{
		Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Cause: fmt.Sprintf("create%d", len(before)),
		Command: &command.Create{Guild: testGuild, Channel: testChannel, Settings: s, Ruleset: rs},
	})
	if err != nil {
		return nil, err
	}
	snap, people := done.After, histories.New(opts, 7)
	for n := 0; n < 200*opts.Players; n++ {
		if rounds >= 0 && len(snap.State.Rounds) > rounds {
			return snap, nil
		}
		step, ok := people.Next(snap)
		if !ok {
			return snap, nil
		}
		now = now.Add(7 * time.Second)
		next, err := d.Do(ctx, done.ID, command.Request{Actor: step.Actor, Cause: fmt.Sprintf("i%d.%d", done.ID, n), Command: step.Command})
		var refusal *tournament.Refusal
		switch {
		case errors.As(err, &refusal):
		case err != nil:
			return nil, err
		default:
			snap = next.After
		}
	}
	return nil, errors.New("the event does not end")
}

// ran is the result of a command line.
type ran struct {
	code           int
	stdout, stderr string
}

// environment returns variables, and with them the GOGC of this process: it is too late to
// set another one in it.
func environment(env map[string]string) func(string) string {
	return func(k string) string {
		if k == "GOGC" {
			return os.Getenv(k)
		}
		return env[k]
	}
}

// runProgram runs a command line in this process.
func runProgram(ctx context.Context, env map[string]string, stdin string, args ...string) ran {
	var out, errs bytes.Buffer
	p := &program{env: environment(env), stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs, pulse: testPulse}
	code := p.run(ctx, args)
	return ran{code, out.String(), errs.String()}
}

// sed writes a copy of a file with the first match of a regular expression
// replaced: sed pattern replacement from to.
func sed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: sed pattern replacement from to")
	}
	text := ts.ReadFile(args[2])
	at := regexp.MustCompile(args[0]).FindStringIndex(text)
	if at == nil {
		ts.Fatalf("%s has no %s", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text[:at[0]]+args[1]+text[at[1]:]), 0o600))
}
