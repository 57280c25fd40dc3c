package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPruneKeepsTheNewestAndWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	begin := time.Date(2026, 3, 1, 4, 30, 0, 0, time.UTC)
	for day := range 5 {
		write(t, filepath.Join(dir, backupName(begin.AddDate(0, 0, day))), "", 0o600)
	}
	write(t, filepath.Join(dir, "mine.db"), "", 0o600)
	if err := prune(dir, 2); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	want := []string{"mine.db", "topcut-20260304T043000Z.db", "topcut-20260305T043000Z.db"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 events": count(0, "event"), "1 event": count(1, "event"), "2 events": count(2, "event"), "2 log entries": count(2, "log entry", "log entries"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
