package tournament_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin"
	"topcut/tournament/rules"
)

var robins = flag.Int("robins", 30, "round robins that are taken over, and a tenth of it that are changed by hand; from 70 on, rounds of an organiser's own among 11 players instead of 7")

// halfPlayed returns the file of a round robin of n players after some rounds, in which
// the given players have left.
func halfPlayed(ruleset string, n int, rounds []roundrobin.Round, left []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"version":1,"name":"Half","ruleset":%q,"format":"round_robin","rounds_planned":%d,"players":[`, ruleset, n-1+n%2)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id":"p%d"`, i+1)
		if slices.Contains(left, i) {
			fmt.Fprintf(&b, `,"dropped_after":%d`, len(rounds))
		}
		b.WriteString("}")
	}
	b.WriteString(`],"rounds":[`)
	for r, round := range rounds {
		if r > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"number":%d,"stage":"round_robin","matches":[`, r+1)
		for i, p := range round.Pairs {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `{"players":["p%d","p%d"],"games":[1,0,0],"kind":"played"}`, p.First+1, p.Second+1)
		}
		b.WriteString("]}")
	}
	b.WriteString("]}")
	return b.String()
}

// meetings returns how often each two seats met, and the byes of each.
func meetings(s *tournament.State) (met map[[2]int]int, byes []int) {
	met, byes = map[[2]int]int{}, make([]int, len(s.Players))
	for i := range s.Ledger.Rounds {
		for j := range s.Ledger.Rounds[i].Matches {
			switch m := &s.Ledger.Rounds[i].Matches[j]; {
			case m.N == 2:
				met[[2]int{int(min(m.Seats[0], m.Seats[1])), int(max(m.Seats[0], m.Seats[1]))}]++
			case m.Kind == ledger.Bye:
				byes[m.Seats[0]]++
			}
		}
	}
	return met, byes
}

// TestARoundRobinTakenOverAtAnyMomentIsCompleted takes over round robins that another
// program began, of 4 to 14 players after any round, in which up to two have left: all
// who are in meet exactly once, in the planned rounds, and a player who had yet to
// meet one who left has the bye for it, once.
func TestARoundRobinTakenOverAtAnyMomentIsCompleted(t *testing.T) {
	for i := range *robins {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		robinTakenOver(t, rng, rng.IntN(3))
		if t.Failed() {
			return
		}
	}
}

// firstWins lets the first-named player of each open match of the last round win.
func (w *table) firstWins() {
	w.t.Helper()
	r := len(w.snap.State.Rounds)
	for _, m := range w.snap.State.Blocking(r) {
		w.do(&command.Correct{Round: r, Match: m, Text: "1-0"})
	}
}

// halfState returns the state of a file.
func halfState(t *testing.T, text string) *tournament.State {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: read(t, text)}.Command())
	return w.snap.State
}

// TestCasesOfRoundRobins takes over the round robins of public bug reports.
func TestCasesOfRoundRobins(t *testing.T) {
	for _, name := range []string{"05-round-robin-half-played.json", "05-round-robin-one-left.json"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", name))
		if err != nil {
			t.Skip("the cases are not here:", err)
		}
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(handover.TakeOver{File: read(t, string(data))}.Command())
		for len(w.snap.State.Rounds) < 5 {
			w.round()
			w.firstWins()
		}
		met, _ := meetings(w.snap.State)
		for pair, n := range met {
			if n != 1 {
				t.Errorf("%s: %v meet %d times", name, pair, n)
			}
		}
		want := 15
		if strings.Contains(name, "left") {
			want = 7 // of the ten, a has left and met e
		}
		if len(met) != want {
			t.Errorf("%s: %d pairs meet, want %d", name, len(met), want)
		}
	}
}

// TestARoundRobinGoesOnAfterAnOrganisersRound lets an organiser pair one round of a live
// event otherwise than scheduled: the rest is planned anew, all still meet once in the
// same rounds, and the log can be paired again.
func TestARoundRobinGoesOnAfterAnOrganisersRound(t *testing.T) {
	for n := 4; n <= min(4+*robins/10, 11); n++ {
		rounds := n - 1 + n%2
		for own := 1; own < rounds; own++ {
			w := runningRobin(t, n)
			for len(w.snap.State.Rounds) < rounds {
				c := &command.Pair{}
				if len(w.snap.State.Rounds) == own {
					c = nil
				}
				w.ownRound(c)
				w.firstWins()
			}
			met, _ := meetings(w.snap.State)
			twice := 0
			for _, times := range met {
				twice += times - 1
			}
			if twice > 0 || len(met) < n*(n-1)/2-(n+1)/2 {
				t.Errorf("%d players, round %d by hand: %d pairs met, %d again", n, own+1, len(met), twice)
			}
			w.replays(t)
		}
	}
}

// read reads a tournament file.
func read(t *testing.T, text string) *file.Tournament {
	t.Helper()
	f, err := file.Read([]byte(text), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// runningRobin starts a round robin of n players.
func runningRobin(t *testing.T, n int) *table {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n)}, make([]byte, 31)...)), now: begin}
	w.do(handover.TakeOver{File: read(t, halfPlayed("magic", n, nil, nil))}.Command(), &command.Start{})
	return w
}

// ownRound pairs a round, with nil by an organiser who lets two tables exchange their
// second players, or in whatever other way keeps anybody from meeting twice.
func (w *table) ownRound(c *command.Pair) {
	w.t.Helper()
	if c == nil {
		w.do(&command.Pair{})
		c = &command.Pair{Again: true, Forced: exchanged(w.snap.State)}
	}
	w.do(c, &command.Publish{}, &command.StartRound{})
}

// exchanged returns the pairings of the preview with the second players of two tables
// exchanged who have not met yet that way, or as they are. Whoever is in no pair sits
// out.
func exchanged(s *tournament.State) [][]int {
	met, _ := meetings(s)
	had := func(a, b int) bool { return met[[2]int{min(a, b) - 1, max(a, b) - 1}] > 0 }
	var out [][]int
	for _, m := range s.PreviewMatches {
		var players []int
		for _, p := range m.Players() {
			players = append(players, int(p)+1)
		}
		out = append(out, players)
	}
	for n := 1; n <= len(s.Players); n++ {
		if s.Taking(n) && !slices.ContainsFunc(out, func(players []int) bool { return slices.Contains(players, n) }) {
			out = append(out, []int{n})
		}
	}
	for i, a := range out {
		for _, b := range out[:i] {
			if len(a) == 2 && len(b) == 2 && !had(a[0], b[1]) && !had(b[0], a[1]) {
				a[1], b[1] = b[1], a[1]
				return out
			}
		}
	}
	return out
}

// TestNoTwoMeetTwiceInARoundRobin plays events of 3 to 13
// players in which players leave, and organisers pair rounds and seat players alone, at
// random: no two meet twice, and the log can be paired again.
func TestNoTwoMeetTwiceInARoundRobin(t *testing.T) {
	for seed := range uint64(*robins / 10) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 3 + rng.IntN(11)
		w := runningRobin(t, n)
		for !w.snap.State.RoundsOver() {
			if err := w.as("organiser", &command.Pair{}); err != nil {
				break // who is left has met
			}
			switch forced := exchanged(w.snap.State); rng.IntN(4) {
			case 0:
				w.do(&command.Pair{Again: true, Forced: forced})
			case 1: // the two of a table sit out
				var alone [][]int
				for i, players := range forced {
					if i == 0 && len(players) == 2 {
						alone = append(alone, players[:1], players[1:])
					} else {
						alone = append(alone, players)
					}
				}
				w.do(&command.Pair{Again: true, Forced: alone})
			}
			w.do(&command.Publish{}, &command.StartRound{})
			w.firstWins()
			if rng.IntN(3) == 0 {
				if p := 1 + rng.IntN(n); w.snap.State.Taking(p) {
					w.do(&command.Drop{Player: p})
				}
			}
		}
		met, _ := meetings(w.snap.State)
		for pair, times := range met {
			if times > 1 {
				t.Errorf("%d: of %d players p%d and p%d meet %d times", seed, n, pair[0]+1, pair[1]+1, times)
			}
		}
		w.replays(t)
	}
}
