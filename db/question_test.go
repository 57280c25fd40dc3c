package db

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/stores"
)

// TestQuestionsWaitThroughARestart: a member may be asked several questions at once in a
// server, each for an hour; the oldest gives way.
func TestQuestionsWaitThroughARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topcut.db")
	d := reopen(t, path)
	begin := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	for n := range mostQuestions + 2 {
		q := stores.Question{ID: fmt.Sprint(n), Guild: "1", User: "2", At: begin.Add(time.Duration(n) * time.Second), Act: []byte("{}")}
		if n == 0 {
			q.User = "3"
		}
		if err := d.PutQuestion(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	d.Close()
	d = reopen(t, path)
	waits := func(n int, at time.Time) bool {
		t.Helper()
		q, err := d.Question(t.Context(), fmt.Sprint(n), at)
		if err != nil && !errors.Is(err, tournament.ErrNotFound) {
			t.Fatal(err)
		}
		return err == nil && string(q.Act) == "{}" && q.Guild == "1"
	}
	now := begin.Add(time.Minute)
	prune := func(at time.Time) {
		t.Helper()
		if _, err := d.PruneAnswers(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	prune(now)
	for n := range mostQuestions + 2 {
		if want := n != 1; waits(n, now) != want {
			t.Errorf("question %d waits: %v, want %v", n, !want, want)
		}
	}
	if waits(2, begin.Add(uploadLife+time.Minute)) {
		t.Error("a question waits longer than an hour")
	}
	if prune(begin.Add(uploadLife + time.Minute)); waits(2, now) {
		t.Error("a question is kept longer than an hour")
	}
}
