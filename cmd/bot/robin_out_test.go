package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/rules"
)

// TestPairSeatsNoneWhoSitsOutARoundRobin pairs files of 4 to 9 players round by round, of
// whom one sits out a round: no player is in two lines, that player has the line that the
// file says, and all who still can meet once.
func TestPairSeatsNoneWhoSitsOutARoundRobin(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "event.json")
	for n := 4; n <= 9; n++ {
		rounds := n - 1 + n%2
		for out := 1; out <= rounds; out++ {
			for key, kind := range map[string]string{"absent": "assigned_loss", "byes": "bye"} {
				if (out+n)%2 == 0 == (key == "byes") {
					continue // each round has one of the two
				}
				met := map[string]int{}
				var played []string
				for r := 1; r <= rounds; r++ {
					write(t, name, robinFile(n, fmt.Sprintf(`,%q:[%d]`, key, out), played), 0o600)
					var paired pairedJSON
					if err := json.Unmarshal([]byte(ok(t, "pair", "--json", name)), &paired); err != nil {
						t.Fatal(err)
					}
					seen := map[string]bool{}
					var matches []string
					for _, m := range paired.Matches {
						for _, id := range m.Players {
							if seen[id] {
								t.Errorf("%d players, %s in round %d: %s is in two lines of round %d", n, key, out, id, r)
							}
							seen[id] = true
							if id == "p1" && r == out && (len(m.Players) != 1 || m.Kind.String() != kind) {
								t.Errorf("%d players, %s in round %d: p1 is in %v", n, key, out, m)
							}
						}
						line := fmt.Sprintf(`{"players":[%q],"kind":%q}`, m.Players[0], m.Kind)
						if len(m.Players) == 2 {
							line = fmt.Sprintf(`{"players":[%q,%q],"kind":"played","games":[2,0,0]}`, m.Players[0], m.Players[1])
							slices.Sort(m.Players)
							met[strings.Join(m.Players, " ")]++
						}
						matches = append(matches, line)
					}
					played = append(played, fmt.Sprintf(`{"number":%d,"stage":"round_robin","matches":[%s]}`, r, strings.Join(matches, ",")))
				}
				for pair, times := range met {
					if times > 1 {
						t.Errorf("%d players, %s in round %d: %s meet %d times", n, key, out, pair, times)
					}
				}
				if want := n*(n-1)/2 - (1 - n%2); len(met) != want {
					t.Errorf("%d players, %s in round %d: %d pairs meet, want %d", n, key, out, len(met), want)
				}
			}
		}
	}
}

// robinFile returns the file of a round robin of n players of whom the first has one more
// key, after the given rounds.
func robinFile(n int, key string, rounds []string) string {
	players := make([]string, n)
	for i := range players {
		players[i] = fmt.Sprintf(`{"id":"p%d"%s}`, i+1, key)
		key = ""
	}
	return fmt.Sprintf(`{"version":1,"name":"Club","ruleset":"magic","format":"round_robin","rounds_planned":%d,"players":[%s],"rounds":[%s]}`,
		n-1+n%2, strings.Join(players, ","), strings.Join(rounds, ","))
}

// TestPairOnARoundRobinWithByesIsTheLivePairing plays round robins in which an organiser
// awards byes before the start and after round 1: the export is paired as the live event.
func TestPairOnARoundRobinWithByesIsTheLivePairing(t *testing.T) {
	t.Parallel()
	for n := 4; n <= 9; n++ {
		snap, now := tournament.Begin(1, make([]byte, 32)), time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
		do := func(c tournament.Command) {
			now = now.Add(time.Second)
			cause := now.Format(time.TimeOnly)
			next, _, err := tournament.Decide(snap, tournament.Request{Actor: tournament.Actor{User: "organiser"}, Cause: cause, Command: c, Fresh: []byte(strings.Repeat(cause, 4))}, now)
			if err != nil {
				t.Fatalf("%d players, %T: %v", n, c, err)
			}
			snap = next
		}
		f, err := file.Read([]byte(robinFile(n, `,"byes":[1]`, nil)), rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		do(handover.TakeOver{File: f}.Command())
		do(&tournament.Start{})
		rounds := n - 1 + n%2
		for r := 1; r <= rounds; r++ {
			if r == 2 {
				do(&tournament.Change{Player: 2, Byes: []int{3}})
				do(&tournament.Change{Player: 3, Full: []int{2}})
			}
			for _, c := range []tournament.Command{&tournament.Pair{}, &tournament.Publish{}, &tournament.StartRound{}} {
				do(c)
			}
			for _, m := range snap.State.Blocking(r) {
				do(&tournament.Correct{Round: r, Match: m, Text: "2-0"})
			}
		}
		data, err := handover.ExportJSON(snap)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "event.json")
		write(t, name, string(data), 0o600)
		if got := comparePairings(t, snap, name); got != rounds {
			t.Errorf("%d players: %d rounds were compared, want %d", n, got, rounds)
		}
		if text := ok(t, "replay", name); !strings.HasPrefix(text, "identical") {
			t.Errorf("%d players: replay: %s", n, text)
		}
	}
}
