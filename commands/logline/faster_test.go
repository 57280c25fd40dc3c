package logline

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"topcut/tournament/notice"
)

// unnamed are the refusals of what is so already or has changed that name no person who was
// faster, by the reason.
var unnamed = map[string][]string{
	"the user did it": {
		"checkin.already", "join.already", "join.in_as", "join.waiting", "join.dropped", "mix.already", "report.already", "sit_out.same", "question.same", "league.in_already", "drop.done", "claim.twice", "season.answered_so", "crew.in", "crew.line_up_same", "bench.on", "bench.off",
	},
	"what was typed does not fit, whoever else did something": {
		"repair.has_bye", "repair.same", "seeds.so", "change.plays_already", "player.taking", "match.unreported", "pairings.left", "pairings.player", "player.has_left", "player.no_such",
		"remind.nobody", "join.name_taken", "season.name_taken", "merge.both", "season.adjust_nothing", "season.no_guest", "season.same_member", "season.both_played", "season.unlike", "fixtures.seat_gone", "absence.not_missed",
		"crew.asked", "crew.elsewhere", "crew.full", "crew.listed", "bench.empty",
	},
	"it is in no log":  {"door.listed_so"},
	"a clock is asked": {"deadline.not_due", "season.held"},
}

// TestEveryRefusalThatCameTooLateNamesTheFirst: each refusal of what another person may have
// done meanwhile is looked up in the log, by events that there are, or is listed with the
// reason.
func TestEveryRefusalThatCameTooLateNamesTheFirst(t *testing.T) {
	codes := found(t, regexp.MustCompile(`Refuse\((?:[a-z]+\.)?(?:Conflict|NoChange), "([a-z_0-9.]+)"|"(stale\.[a-z_]+)"`), "..", "../namelist", "../router", "../../tournament", "../../tournament/command", "../../tournament/season")
	kinds := found(t, regexp.MustCompile(`kind\[\w+\]\("([a-z_]+)"`), "../../tournament")
	facts := found(t, regexp.MustCompile(`kind\[\w+\]\("([a-z_]+)"`), "../../tournament/season")
	reasons := map[string]string{"stale.by": "the line itself", "stale.command": "of Discord's own list"}
	for why, list := range unnamed {
		for _, code := range list {
			if reasons[code] = why; !codes[code] {
				t.Errorf("%s is no refusal", code)
			}
		}
	}
	named := 0
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		looked := len(late[notice.Code(code)])+len(mine[notice.Code(code)])+len(lateInLeague[notice.Code(code)]) > 0
		if looked == (reasons[code] != "") {
			t.Errorf("%s: looked up %v, listed as %q", code, looked, reasons[code])
		}
		if looked {
			named++
		}
	}
	for _, by := range []map[notice.Code][]string{late, mine} {
		for code, list := range by {
			for _, kind := range list {
				if !kinds[kind] {
					t.Errorf("%s looks for %s, which is no event", code, kind)
				}
			}
		}
	}
	for code, list := range lateInLeague {
		for _, kind := range list {
			if !facts[kind] {
				t.Errorf("%s looks for %s, which is no fact of a league", code, kind)
			}
		}
	}
	if t.Logf("%d of %d refusals name who was first", named, len(codes)); named < 30 {
		t.Error("too few are looked at")
	}
}

// found returns what a pattern finds in the Go files of folders but for tests.
func found(t *testing.T, what *regexp.Regexp, folders ...string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		for _, name := range files {
			if matched, _ := filepath.Match("*_test.go", filepath.Base(name)); matched {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range what.FindAllSubmatch(src, -1) {
				out[string(m[1])+string(slices.Concat(m[2:]...))] = true
			}
		}
	}
	return out
}
