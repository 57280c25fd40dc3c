package db

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/stores"
)

// TestAFileWaitsThroughARestart: a member has one waiting file per server, for an hour,
// within the total limit.
func TestAFileWaitsThroughARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topcut.db")
	d := reopen(t, path)
	put := func(n int, user string, at time.Time) {
		t.Helper()
		if err := d.PutUpload(t.Context(), stores.Upload{ID: fmt.Sprint(n), Guild: "1", User: user, At: at, Plan: []byte("{}"), Body: []byte(strings.Repeat("x", 100))}); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(n int, at time.Time) bool {
		t.Helper()
		_, err := d.Upload(t.Context(), fmt.Sprint(n), at)
		if err != nil && !errors.Is(err, tournament.ErrNotFound) {
			t.Fatal(err)
		}
		return err == nil
	}
	put(1, "olga", noon)
	if err := d.PlanUpload(t.Context(), "1", []byte(`{"rounds":3}`)); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = reopen(t, path)
	want := stores.Upload{ID: "1", Guild: "1", User: "olga", At: noon, Plan: []byte(`{"rounds":3}`), Body: []byte(strings.Repeat("x", 100))}
	if got, err := d.Upload(t.Context(), "1", noon); err != nil || !cmp.Equal(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	if waits(1, noon.Add(uploadLife+time.Second)) {
		t.Error("a file waits for more than an hour")
	}
	put(2, "olga", noon)
	if waits(1, noon) || !waits(2, noon) {
		t.Error("a member has two files waiting")
	}
	for i := range mostUploads {
		put(10+i, fmt.Sprint("u", i), noon.Add(time.Duration(i+1)*time.Second))
	}
	if waits(2, noon) || !waits(10, noon) {
		t.Error("the oldest file did not make room")
	}
	if _, err := d.PruneAnswers(t.Context(), noon.Add(2*uploadLife)); err != nil {
		t.Fatal(err)
	}
	if waits(10, noon) {
		t.Error("a file that nobody asks about stays")
	}
}
