package tournament_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/histories/chains"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
	"topcut/tournament/transfer"
)

// TestEveryFormatIsReadBack plays an event of every game with every kind of stage that the
// game has, without -at-length one of three, writes it before every round and at the end
// in every format, reads that and writes it again: both are the same. A format that does not fit a game or its stages, or
// loses the bracket, says so. The table of how many files were compared is printed with -v.
func TestEveryFormatIsReadBack(t *testing.T) {
	h := newChainHall(t)
	same, refused := map[transfer.Format]int{}, map[string]int{}
	events, kinds := 0, map[stage.Kind]bool{}
	least := 1
	if testrun.AtLength() {
		least = 20
	}
	for i, id := range rules.IDs() {
		played := shortestChains(t, id)
		if len(played) == 0 {
			t.Errorf("%s: no event can be started", id)
		}
		for k, chain := range slices.Sorted(maps.Keys(played)) {
			if !testrun.AtLength() && (i+k)%5 != 0 {
				continue
			}
			s := settings(0, 0)
			s.Stages = stage.MustParse(chain)
			events++
			for _, st := range s.Stages.Stages {
				kinds[st.Kind] = true
			}
			h.plays(t, load(t, id), s, histories.Options{Players: played[chain]}, uint64(100*i+k), func(snap *tournament.Snapshot) {
				for _, format := range transfer.Written() {
					switch code := readBack(t, snap, format); code {
					case "":
						same[format]++
					default:
						refused[fmt.Sprint(format, " ", code)]++
					}
				}
			})
		}
	}
	t.Logf("%d games, %d events, %d kinds of stages; files read back: %v; refused: %v", len(rules.IDs()), events, len(kinds), same, refused)
	for _, format := range transfer.Written() {
		if same[format] < least {
			t.Errorf("%d files of %s were read back", same[format], format)
		}
	}
}

// shortestChains returns for each kind of stage that a game has one of the shortest chains
// with it that can be started, and for how many players.
func shortestChains(t *testing.T, id string) map[string]int {
	t.Helper()
	of := map[stage.Kind][]string{}
	for _, chain := range chains.All() {
		for _, st := range stage.MustParse(chain).Stages {
			of[st.Kind] = append(of[st.Kind], chain)
		}
	}
	out := map[string]int{}
	for _, all := range of {
		slices.SortFunc(all, func(x, y string) int { return cmp.Or(len(x)-len(y), strings.Compare(x, y)) })
		for _, chain := range all[:min(len(all), 3)] {
			s := settings(0, 0)
			s.Stages = stage.MustParse(chain)
			players := 8
			for players < 20 && startRefused(t, id, s, players) != "" {
				players += 4
			}
			if players < 20 {
				out[chain] = players
				break
			}
		}
	}
	return out
}

// plays plays an event to its end, and calls each with it when a round was paired and at
// the end.
func (h *chainHall) plays(t *testing.T, rs *rules.Ruleset, s tournament.Settings, opts histories.Options, seed uint64, each func(*tournament.Snapshot)) {
	t.Helper()
	out, err := h.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: histories.Organiser, Name: "Organiser"}, Cause: fmt.Sprintf("formats %d", seed),
		Command: &command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs},
	})
	if err != nil {
		t.Fatal(err)
	}
	snap, rounds := out.After, 0
	gen := histories.New(opts, seed)
	for step, ok := gen.Next(snap); ok && len(snap.Log) < 10_000; step, ok = gen.Next(snap) {
		h.now = h.now.Add(7 * time.Second)
		out, err := h.Do(t.Context(), snap.State.ID, command.Request{Actor: step.Actor, Cause: fmt.Sprintf("formats %d.%d", seed, len(snap.Log)), Command: step.Command})
		if err != nil {
			continue
		}
		if snap = out.After; len(snap.State.Rounds) > rounds {
			rounds = len(snap.State.Rounds)
			each(snap)
		}
	}
	each(snap)
}

// readBack writes an event in a format, reads it and writes it again. It returns the code of
// the refusal if the format does not have the event.
func readBack(t *testing.T, snap *tournament.Snapshot, format transfer.Format) notice.Code {
	t.Helper()
	f, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	first, lost, err := transfer.Write(f, transfer.Target{Format: format})
	if err != nil {
		if code := notice.Of(err).Code; strings.HasPrefix(string(code), "transfer.refused.") {
			return code
		}
		t.Fatalf("%s of %s (%s) cannot be written: %v", format, f.Ruleset, f.Stages, err)
	}
	if !f.Stages.First().Kind.Ranked() && slices.ContainsFunc(lost, func(n notice.Notice) bool { return n.Code == "transfer.lost.elimination" }) {
		return "transfer.lost.elimination" // of which the event consists
	}
	if slices.ContainsFunc(lost, func(n notice.Notice) bool { return n.Code == "transfer.lost.tree" }) {
		return "transfer.lost.tree" // until the bracket is over
	}
	in, err := transfer.Read(first, transfer.Options{Format: format, Ruleset: f.Ruleset, Choices: f.Options, Rounds: f.RoundsPlanned})
	if err != nil {
		t.Errorf("%s of %s (%s) cannot be read: %v\n%.1500s", format, f.Ruleset, f.Stages, err, first)
		return "unread"
	}
	second, _, err := transfer.Write(in.Events[0].Tournament, transfer.Target{Format: format})
	if err != nil {
		t.Errorf("%s of %s (%s), read, cannot be written: %v\n%.1500s", format, f.Ruleset, f.Stages, err, first)
		return "unwritten"
	}
	if string(first) != string(second) {
		t.Errorf("%s of %s (%s), read and written, differs:\n%.2500s", format, f.Ruleset, f.Stages, gocmp.Diff(string(first), string(second)))
		return "differs"
	}
	return ""
}
