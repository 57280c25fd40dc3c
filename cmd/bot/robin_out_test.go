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
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
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
		e := newRobinEvent(t)
		f, err := file.Read([]byte(robinFile(n, `,"byes":[1]`, nil)), rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		e.do(handover.TakeOver{File: f}.Command(), &command.Start{})
		rounds := n - 1 + n%2
		for r := 1; r <= rounds; r++ {
			if r == 2 {
				e.do(&command.Change{Player: 2, Byes: []int{3}}, &command.Change{Player: 3, Full: []int{2}})
			}
			e.round()
		}
		e.pairsAgain(fmt.Sprint(n, " players"), rounds)
	}
}

// TestPairOnGroupsWithByesAndDropsIsTheLivePairing plays two and three groups of a round
// robin with byes and absences known before the start and said later, and with a player who
// leaves: in each round each player who is in has one match, and all of one group who can
// still meet do so once; the export is paired as the live event.
func TestPairOnGroupsWithByesAndDropsIsTheLivePairing(t *testing.T) {
	t.Parallel()
	for _, groups := range []int{2, 3} {
		for _, n := range []int{8, 11, 13} {
			name := fmt.Sprint(n, " players in ", groups, " groups")
			e := newRobinEvent(t)
			chain, err := stage.Parse(fmt.Sprint("groups ", groups, " roundrobin"))
			if err != nil {
				t.Fatal(err)
			}
			rs, err := rules.Load("magic")
			if err != nil {
				t.Fatal(err)
			}
			set := tournament.DefaultSettings("Club")
			set.Stages, set.Decks = chain, tournament.DecksOptional
			e.do(&command.Create{Guild: "g", Channel: "c", Settings: set, Ruleset: rs}, &command.OpenRegistration{})
			for i := range n {
				e.do(&command.Join{Name: fmt.Sprint("Guest ", i+1), ByOrganiser: true})
			}
			e.do(&command.Change{Player: 1, Away: []int{1}}, &command.Change{Player: 2, Byes: []int{2}}, &command.Start{})
			rounds := e.snap.State.Stage().Rounds
			for r := 1; r <= rounds; r++ {
				if r == 2 {
					e.do(&command.Change{Player: 3, Away: []int{rounds}}, &command.Drop{Player: 4})
				}
				e.round()
				e.seatedOnce(name, r)
			}
			e.metInGroups(name)
			e.pairsAgain(name, rounds)
		}
	}
}

// robinEvent is a round robin that is played live.
type robinEvent struct {
	t    *testing.T
	snap *tournament.Snapshot
	now  time.Time
}

func newRobinEvent(t *testing.T) *robinEvent {
	return &robinEvent{t, tournament.Begin(1, make([]byte, 32)), time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)}
}

func (e *robinEvent) do(commands ...command.Command) {
	e.t.Helper()
	for _, c := range commands {
		e.now = e.now.Add(time.Second)
		cause := e.now.Format(time.TimeOnly)
		next, _, err := command.Decide(e.snap, command.Request{Actor: tournament.Actor{User: "organiser"}, Cause: cause, Command: c, Fresh: []byte(strings.Repeat(cause, 4))}, e.now)
		if err != nil {
			e.t.Fatalf("%T: %v", c, err)
		}
		e.snap = next
	}
}

// round plays a round, in which the first-named player of each match wins.
func (e *robinEvent) round() {
	e.t.Helper()
	e.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
	r := len(e.snap.State.Rounds)
	for _, m := range e.snap.State.Blocking(r) {
		e.do(&command.Correct{Round: r, Match: m, Text: "2-0"})
	}
}

// seatedOnce holds that who sits out is alone, and that nobody is in two matches.
func (e *robinEvent) seatedOnce(name string, round int) {
	e.t.Helper()
	s := e.snap.State
	matches := map[int32]uint8{}
	for i := range s.Ledger.Rounds[round-1].Matches {
		m := &s.Ledger.Rounds[round-1].Matches[i]
		for _, p := range m.Players() {
			if matches[p] > 0 {
				e.t.Errorf("%s: player %d is in two matches of round %d", name, p+1, round)
			}
			matches[p] = m.N
		}
	}
	for i, l := range s.Players {
		if l.SitsOut(round) && l.DroppedAfter == ledger.Active && matches[int32(i)] != 1 {
			e.t.Errorf("%s: player %d does not sit round %d out", name, i+1, round)
		}
	}
}

// metInGroups holds that players meet in their group alone and no two twice, and that all
// do whose match was neither one of the player who left nor of a round sat out.
func (e *robinEvent) metInGroups(name string) {
	e.t.Helper()
	s := e.snap.State
	met := map[[2]int32]int{}
	for i := range s.Ledger.Rounds {
		for j := range s.Ledger.Rounds[i].Matches {
			if m := &s.Ledger.Rounds[i].Matches[j]; m.N == 2 {
				a, b := min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])
				if met[[2]int32{a, b}]++; met[[2]int32{a, b}] > 1 || s.Players[a].Flight != s.Players[b].Flight {
					e.t.Errorf("%s: players %d and %d meet in round %d", name, a+1, b+1, i+1)
				}
			}
		}
	}
	lost := 0
	for a := range int32(len(s.Players)) {
		for b := a + 1; int(b) < len(s.Players); b++ {
			left := s.Players[a].DroppedAfter != ledger.Active || s.Players[b].DroppedAfter != ledger.Active
			if s.Players[a].Flight == s.Players[b].Flight && met[[2]int32{a, b}] == 0 && !left {
				lost++
				if s.Players[a].Known(0)|s.Players[b].Known(0) == 0 {
					e.t.Errorf("%s: players %d and %d have not met, and neither sat out", name, a+1, b+1)
				}
			}
		}
	}
	if lost > 3 {
		e.t.Errorf("%s: %d matches are lost to three rounds sat out", name, lost)
	}
}

// pairsAgain holds that the export of the event is paired as the event was.
func (e *robinEvent) pairsAgain(what string, rounds int) {
	e.t.Helper()
	data, err := handover.ExportJSON(e.snap)
	if err != nil {
		e.t.Fatal(err)
	}
	name := filepath.Join(e.t.TempDir(), "event.json")
	write(e.t, name, string(data), 0o600)
	if got := comparePairings(e.t, e.snap, name); got != rounds {
		e.t.Errorf("%s: %d rounds were compared, want %d", what, got, rounds)
	}
	if text := ok(e.t, "replay", name); !strings.HasPrefix(text, "identical") {
		e.t.Errorf("%s: replay: %s", what, text)
	}
}
