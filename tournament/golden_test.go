package tournament_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/golden"
	"topcut/tournament/histories"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// goldenChains are events that are more than what their game usually plays.
var goldenChains = []struct{ name, ruleset, chain string }{
	{"two-days", "lorcana", "swiss 4 > points 6 min 6 swiss 2 > bracket 4"},
	{"unbeaten", "magic", "swiss 4 unbeaten"},
	{"early-places", "magic", "swiss 4 > bracket 4 lock 9"},
	{"draft", "magic", "draft > swiss 3 > single 4"},
	{"across", "magic", "draft > swiss 3 across"},
	{"build", "magic", "build > swiss 3 > top 6 swiss 1 > bracket 4"},
	{"groups", "chess-casual", "groups 2 roundrobin > top 4 roundrobin"},
	{"group-swiss", "one-piece", "groups 2 swiss 2 > double 4"},
	{"third-place", "netrunner", "swiss 3 > single 4 third"},
	{"every-place", "magic", "placement"},
	{"reseeded", "lorcana", "reseed"},
	{"double", "netrunner", "double"},
	{"pods", "commander-pods", "pods 3 > bracket 4"},
	{"mahjong-final", "riichi-helper", "schedule 3 > final 4"},
}

// TestGoldenLogs: the logs in testdata/golden are from when their form was set. A log
// is kept for ever, so each still folds, its pairings still follow from its seeds, and
// places, rounds, results and standings are what they were. A failure here is a log of
// a user that would no longer read: fix the code, not the file. UPDATE=1 writes those
// of new events in the list.
func TestGoldenLogs(t *testing.T) {
	if golden.Updating(t) {
		playGolden(t)
	}
	logs, err := filepath.Glob("testdata/golden/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(rules.IDs()) + len(goldenChains) + 2; len(logs) != want {
		t.Errorf("%d logs, want %d: one of each ruleset, of each chain in the list, of an event that was moved, and of one that players arrange; %s", len(logs), want, golden.Remedy(t))
	}
	used := map[string]bool{}
	for _, name := range logs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		log, err := tournament.ReadLog(1, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range log {
			used[log[i].Kind] = true
		}
		state, replayed, err := replay.Run(1, log)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !replayed.Difference.IsZero() || !replayed.SeedKnown {
			t.Errorf("%s: %+v", name, replayed)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), reading(t, state)); d != "" {
			t.Errorf("%s reads otherwise (-as it was, +now):\n%s", name, d)
		}
		if again := encoded(t, log); !bytes.Equal(again, data) {
			t.Errorf("%s: what is read is written otherwise", name)
		}
	}
	t.Logf("%d logs, %d kinds of events", len(logs), len(used))
}

func playGolden(t *testing.T) {
	t.Helper()
	keep := func(name string, play func() *tournament.Snapshot) {
		path := filepath.Join("testdata/golden", name)
		if _, err := os.Stat(path + ".json"); err == nil {
			return // it never changes
		}
		snap := play()
		for suffix, data := range map[string][]byte{".json": encoded(t, snap.Log), ".txt": []byte(reading(t, snap.State))} {
			golden.Write(t, path+suffix, data)
		}
	}
	write := func(name string, rs *rules.Ruleset, s tournament.Settings, opts histories.Options, more ...command.Command) {
		keep(name, func() *tournament.Snapshot { return evening(t, rs, s, opts, 11, nil, more...) })
	}
	keep("arranged", func() *tournament.Snapshot { return arrangedLog(t) })
	for _, id := range rules.IDs() {
		players, s := small(id)
		write(id, load(t, id), s, histories.Lively(players))
	}
	write("moved", load(t, "magic"), settings(3, 0), histories.Options{Players: 6},
		&command.MoveChannel{Channel: "c2"}, &command.MoveChannel{Channel: "c3"}, &command.Undo{})
	for _, c := range goldenChains {
		s := settings(0, 0)
		s.Stages = stage.MustParse(c.chain)
		write(c.name, load(t, c.ruleset), s, histories.Options{Players: 14})
	}
}

func encoded(t *testing.T, log []tournament.Envelope) []byte {
	t.Helper()
	lines := make([]string, len(log))
	for i := range log {
		line, err := json.Marshal(log[i])
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(line)
	}
	return []byte("[\n" + strings.Join(lines, ",\n") + "\n]\n")
}

// reading returns what people see of an event: the places, each round with its results,
// the standings with all values.
func reading(t *testing.T, s *tournament.State) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\nplaces", s.Phase, s.Settings.Stages)
	for _, p := range s.Places {
		fmt.Fprintf(&b, " %d", p)
	}
	b.WriteByte('\n')
	for r, round := range s.Ledger.Rounds {
		fmt.Fprintf(&b, "round %d %s\n", s.Rounds[r].Number, s.Rounds[r].Stage)
		for i := range round.Matches {
			m := &round.Matches[i]
			res, err := json.Marshal(m.Result)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "  table %d %v %v %s\n", m.Table, m.Kind, m.Players(), res)
		}
	}
	table, err := standings.Compute(s.Facts(), s.Rules, standings.Options{After: standings.All, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		fmt.Fprintf(&b, "%d. player %d: %s", row.Place, row.Player+1, row.Points)
		for i, v := range row.Values {
			fmt.Fprintf(&b, ", %s %s", table.Columns[i].Func, v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
