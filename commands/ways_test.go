package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/remedy"
	"topcut/commands/text"
	"topcut/tournament/notice"
)

// Each way out is an existing command after an existing refusal.
func TestEveryWayOutLeadsSomewhere(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	args := everyArgument(t)
	for code, w := range remedy.Ways {
		if said := (text.Printer{}).Say(code, args...); strings.HasPrefix(said, "‹") {
			t.Errorf("no text has the code %q", code)
		}
		for _, path := range []string{w.Player, w.Staff} {
			if path != "" && path != remedy.Onward && path != remedy.Results {
				if _, is := find(table, path); !is {
					t.Errorf("%s leads to /%s, which is no command", code, path)
				}
			}
		}
		if w.Player == "" && w.Staff == "" {
			t.Errorf("%s leads nowhere", code)
		}
		if route, is := find(table, w.Player); is && route.Role != commands.Everyone {
			t.Errorf("%s sends players to /%s, which is not for them", code, w.Player)
		}
	}
}

// wayless lists the refusals without a button or command, by the reason: codes or prefixes
// of codes.
var wayless = map[string][]string{
	"the sentence says what to type or to pick instead": {
		"build.minutes", "build.no_reminder", "change", "checkin.minutes", "claim", "clock.called", "clock.called_table",
		"clock.minutes", "clock.no_reminder", "clock.table_more", "close.how", "correct.same", "correct.scores",
		"create.same_name", "cut.parts", "deck", "division", "flights.unknown", "flights.apart", "flights.lock", "groups.share", "here.no_such",
		"here.many", "here.several", "join", "lock.apart", "log", "match.no_result", "match.not_of", "match.players", "match.unknown", "match.unreported",
		"match.absent", "note", "pairings", "penalty", "profile", "merge", "pick", "places", "player", "repair", "round.minutes", "round.next", "round.none",
		"round.none_scheduled", "schedule.sessions", "schedule.stand_in", "schedule.fills", "schedule.once", "settings", "staff", "stages.format", "stages.best_game",
		"stages.groups_divisions", "table", "tag", "time", "upload", "cut.power_only", "stages.left", "ruleset.stored", "league", "season",
		"stale.coming_back", "file.between", "fixtures.who", "fixtures.no_end", "fixtures.more_days", "seeds", "members.refused", "import.columns", "import.parts",
		"absence.which", "match.which_board", "absence.cannot_win", "absence.without", "week", "crew.bot", "crew.full", "crew.line_up_size", "crew.line_up_same", "crew.all_play", "crew.line_up_at_once", "bench.on", "bench.off", "bench.empty", "own_game",
	},
	"the answer asks whether it is meant, with buttons of its own": {
		"start.no_deck", "start.unchecked", "rounds.unbeaten", "mix.waits", "correct.elimination",
		"bracket.double", "undo.rests",
	},
	"it is over and cannot be had any more": {
		"event.finished", "event.is", "remind.nobody", "late", "drop.done", "schedule.final", "bracket.most", "bracket.played", "bracket.unfinished",
		"stages.bracket_begun", "stages.prepare_stands", "round.no_repair", "draft.next_pack", "undo.already",
		"promotion.begun", "verdict.none", "crew.fixed", "crew.listed", "crew.line_ups_in",
	},
	"there is nothing to do but wait": {
		"budget", "bench.asked", "remind.soon", "mix.staff", "event.busy", "fixture.wait",
	},
	"it is for somebody else to do, or to allow": {
		"crew.captain", "bench.not_asked", "crew.nobody_asked", "crew.not_invited", "not_here", "move.not_yours", "stale.coming", "stale.command", "page.not_served", "page.token", "direct.refused",
	},
	"nobody meets it in Discord": {
		"bracket.players", "deadline", "takeover", "door.listed_so",
	},
}

// Every refusal has a command with its button or, for a reason given here, only its
// sentence.
func TestEveryRefusalHasAWayOutOrAReason(t *testing.T) {
	out, none, used := 0, map[string]int{}, map[string]bool{}
	for code := range refusals(t) {
		if _, ok := remedy.Ways[notice.Code(code)]; ok {
			out++
			continue
		}
		found := false
		for reason, list := range wayless {
			for _, begin := range list {
				if code == begin || strings.HasPrefix(code, begin+".") {
					found, used[begin] = true, true
					none[reason]++
				}
			}
		}
		if !found {
			t.Errorf("%s has no way out and no reason why", code)
		}
	}
	for _, list := range wayless {
		for _, begin := range list {
			if !used[begin] {
				t.Errorf("%s is no refusal without a way out", begin)
			}
		}
	}
	t.Logf("%d refusals have a way out", out)
	for reason, n := range none {
		t.Logf("%d have none: %s", n, reason)
	}
}

// refusals returns the code of every refusal in the program that users can get.
func refusals(t *testing.T) map[string]bool {
	t.Helper()
	codes := map[string]bool{}
	for _, folder := range []string{".", "router", "allowance", "moment", "owngame", "../tournament", "../tournament/command", "../tournament/final", "../tournament/handover", "../tournament/journal", "../tournament/rounds"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`Refuse\([A-Za-z.]+, "([a-z_0-9.]+)"|refuse\("([a-z_0-9.]+)"`).FindAllSubmatch(src, -1) {
				codes[string(m[1])+string(m[2])] = true
			}
		}
	}
	return codes
}

// everyArgument returns a value for each argument of any text.
func everyArgument(t *testing.T) (args []any) {
	t.Helper()
	files, err := filepath.Glob("text/catalogue/*.en.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogue: %v", err)
	}
	seen := map[string]bool{"n": true}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\{([a-z_0-9]+)\}`).FindAllSubmatch(data, -1) {
			if arg := string(m[1]); !seen[arg] {
				seen[arg] = true
				args = append(args, arg, text.Raw("x"))
			}
		}
	}
	return append(args, "n", 2)
}
