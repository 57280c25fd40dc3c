package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"topcut/commands/discord"
	"topcut/db"
	"topcut/tournament/notice"
)

func TestExitCodes(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want int
	}{
		{errors.New("bad input"), 1},
		{usagef("what"), 64},
		{fmt.Errorf("x: %w", wrongSetting(discord.ErrTokenRefused)), 64},
		{fmt.Errorf("serve: %w", discord.ErrTokenRefused), 3},
		{&discord.APIError{Status: 401}, 3},
		{&discord.APIError{Status: 403}, 1},
		{fmt.Errorf("serve: %w", &discord.FatalCloseError{Code: 4014}), 4},
		{errors.Join(&discord.FatalCloseError{Code: 4010}, errors.New("close")), 4},
		{&db.OpenError{Problem: db.InUse}, 5},
		{fmt.Errorf("x: %w", &db.OpenError{Problem: db.NewerSchema, Err: errors.New("9")}), 5},
		{exitError(6), 6},
		{fmt.Errorf("x: %w", &db.LostError{Path: "the.db"}), 7},
		{&db.OpenError{Problem: db.WasLost}, 7},
		{&db.OpenError{Problem: db.Behind, Err: &db.BehindError{What: db.BehindEmpty}}, 7},
	} {
		if got := exitCode(tc.err); got != tc.want {
			t.Errorf("%v: exit code %d, want %d", tc.err, got, tc.want)
		}
	}
}

// TestEveryProblemOfADatabaseSaysWhatHelps: each message is one line that names the file.
func TestEveryProblemOfADatabaseSaysWhatHelps(t *testing.T) {
	seen := map[string]bool{}
	for problem, word := range map[db.Problem]string{
		db.Unreadable: "cannot be opened", db.InUse: "stop it first", db.NewerSchema: "use that version", db.OlderSchema: "start the bot once",
		db.NotTopcut: "choose another file", db.NotWritable: "check that its folder exists", db.Damaged: "restore the last backup", db.HalfRestored: "run it again",
		db.WasLost: "topcut restore what was found", db.Missing: "name the one that the bot has made", db.OtherSchema: "changed by hand",
		db.Behind: "topcut restore --as-is",
	} {
		text := faultText(fmt.Errorf("x: %w", &db.OpenError{Path: "the.db", Problem: problem, Err: errors.New("what\nwas found")}))
		if !strings.Contains(text, word) || !strings.Contains(text, "the.db") || strings.Contains(text, "\n") || seen[text] {
			t.Errorf("%s: %q, want %q", problem, text, word)
		}
		seen[text] = true
	}
}

// TestARefusedStartNamesTheBackup: the message says what is missing and gives the command
// that restores the newest intact backup.
func TestARefusedStartNamesTheBackup(t *testing.T) {
	seen := map[string]bool{}
	for _, what := range []string{db.BehindGone, db.BehindAll, db.BehindEmpty, db.BehindCut, db.BehindOlder, db.BehindOther, db.BehindNoCount, db.BehindBad} {
		text := faultText(&db.OpenError{Path: "the.db", Problem: db.Behind, Backup: "b.db", Err: &db.BehindError{What: what, Has: 3, Wrote: 9}})
		if !strings.Contains(text, "topcut restore b.db") || seen[text] {
			t.Errorf("%s: %s", what, text)
		}
		seen[text] = true
	}
}

// The store's own findings are put into words when a database is refused.
func TestAForeignDatabaseIsRefusedInWords(t *testing.T) {
	text := faultText(&db.OpenError{Path: "the.db", Problem: db.NotTopcut, Err: notice.Err("store.foreign")})
	if strings.Contains(text, "store.foreign") || !strings.Contains(text, "another program") {
		t.Error(text)
	}
}
