package main

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topcut/db"
	"topcut/tournament/histories"
	"topcut/tournament/journal"
)

// TestTheBotStopsWhenItsFileGoes: if the file is deleted or replaced, the bot stops with
// a special exit code, saves its data, and nothing starts at the old place until the file
// is restored. /healthz no longer responds.
func TestTheBotStopsWhenItsFileGoes(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(path string) error{
		"deleted": os.Remove,
		"replaced": func(path string) error {
			if _, err := playEvent(path+".other", "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
				return err
			}
			return os.Rename(path+".other", path)
		},
	} {
		t.Run(name, func(t *testing.T) { stopsWhenItsFileGoes(t, do) })
	}
}

func stopsWhenItsFileGoes(t *testing.T, do func(path string) error) {
	t.Helper()
	h := newTestServer(t)
	path := filepath.Join(h.dir, "topcut.db")
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog(`msg=ready`)
	if err := do(path); err != nil {
		t.Skip("this system does not let anybody touch an open file: ", err)
	}
	if code := r.exit(); code != codeLost {
		t.Fatalf("exit code %d, want %d:\n%s", code, codeLost, r.log)
	}
	if resp, err := http.Get("http://" + at + "/healthz"); err == nil {
		resp.Body.Close()
		t.Errorf("/healthz still answers: %s", resp.Status)
	}
	saved, err := filepath.Glob(path + ".rescued-*")
	if err != nil || len(saved) != 1 || !strings.Contains(r.log.String(), saved[0]) {
		t.Fatalf("saved is %v, %v; the log:\n%s", saved, err, r.log)
	}
	if done := h.bot("serve"); done.code != codeLost || !strings.Contains(done.stderr, "topcut restore "+saved[0]) {
		t.Errorf("started again: exit code %d, %s", done.code, done.stderr)
	}
	if done := h.bot("restore", saved[0]); done.code != codeOK {
		t.Fatalf("restore: %+v", done)
	}
	r = h.serve()
	r.waitLog(`msg=ready`)
	if code := r.end(); code != codeOK {
		t.Errorf("after the restore: exit code %d\n%s", code, r.log)
	}
}

// TestABotThatStaysSaysWhyAndWaits: if a restart cannot help, it ends only when it is
// stopped, with the exit code of the fault.
func TestABotThatStaysSaysWhyAndWaits(t *testing.T) {
	h := newTestServer(t)
	path := filepath.Join(h.dir, "topcut.db")
	if _, err := playEvent(path, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	r := h.serve("--stay")
	r.waitLog(`the file is empty`)
	r.waitLog(`exit code 7.* waits`)
	if code := r.end(); code != codeLost {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("the file was changed: %v, %v", info, err)
	}
}

// TestDamageTurnsHealthRedAndLeavesTheOthers: a bot that starts on a file with a damaged
// event says so in its log and in /healthz, and runs.
func TestDamageTurnsHealthRedAndLeavesTheOthers(t *testing.T) {
	h := newTestServer(t)
	path := filepath.Join(h.dir, "topcut.db")
	for range 2 {
		if _, err := playEvent(path, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
			t.Fatal(err)
		}
	}
	spoil(t, path, "UPDATE events SET actor = 77 WHERE log = 1 AND seq = 5")
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog(`damaged log.*kind=tournament log=1 entry=5`)
	r.waitLog(`msg=ready`)
	resp, err := http.Get("http://" + at + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body.String(), "event 1 is damaged") {
		t.Errorf("HTTP status %d, %s, %v", resp.StatusCode, &body, err)
	}
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
	if n := strings.Count(r.log.String(), "level=ERROR"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, r.log)
	}
}

// TestFaultsOfTheDatabaseAreNotSaidByEveryoneWhoNeedsIt: the database logs them itself,
// once a minute.
func TestFaultsOfTheDatabaseAreNotSaidByEveryoneWhoNeedsIt(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(toldElsewhere{slog.NewTextHandler(&out, nil)}).With("part", "poller")
	log.Error("one", "tournament", 1, "error", fmt.Errorf("commit: %w", &db.FullError{Err: errors.New("full")}))
	log.Error("two", "error", &db.LostError{})
	log.Error("three", "error", fmt.Errorf("load: %w", &db.Damage{Log: 1}))
	log.Error("four", "error", errors.New("another fault"))
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "msg=four") || !strings.Contains(got, "part=poller") {
		t.Errorf("the log has %s", got)
	}
}

// TestWhatCrashedTheBotTurnsHealthRed: /healthz and `topcut health` count the events in
// which some work is set apart, each once.
func TestWhatCrashedTheBotTurnsHealthRed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.Tolerate(10003) // the event's channel is made up
	path := filepath.Join(h.dir, "topcut.db")
	if _, err := playEvent(path, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(t.Context(), db.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range []string{"presses", "deadlines"} {
		err = errors.Join(err, store.Attempt(t.Context(), journal.Attempt{Log: 1, Work: work, Key: "it", Crashes: 3, Version: version()}))
	}
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog(`the process ended in some work.*work=presses key=it crashes=3 kills=0 apart=true`)
	r.waitLog(`msg=ready`)
	if seen := r.healthz(at); seen.Apart != 1 || seen.Status != "degraded" {
		t.Errorf("/healthz: %+v", seen)
	}
	h.env["TOPCUT_HTTP_LISTEN"] = at
	if done := h.bot("health"); done.code != codeFailed || !strings.Contains(done.stderr, `"apart":1`) {
		t.Errorf("topcut health: exit code %d, %s", done.code, done.stderr)
	}
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
}
