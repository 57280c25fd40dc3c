package tournament_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
)

// readPairingExample reads a worked example of the pairing rules.
func readPairingExample(t *testing.T, name string, to any) {
	t.Helper()
	data, err := os.ReadFile("pairing/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

// Round 1 of chess: the upper half meets the lower half by seed, the last seed
// of an odd field has the bye, and the drawn side goes to the odd seeds of the
// upper half.
func TestRoundOneByHalves(t *testing.T) {
	var ex struct {
		Cases []struct {
			Players, Bye int
			Pairs        [][2]int
		}
	}
	readPairingExample(t, "29_chess_round1.json", &ex)
	for _, c := range ex.Cases {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(3, 0), Ruleset: load(t, "chess-casual")}, &command.OpenRegistration{})
		for i := range c.Players { // the last to register has the best seed
			name := string(rune('a' + i))
			if err := w.as(name, &command.Join{User: name, Name: name}); err != nil {
				t.Fatal(err)
			}
			seed := c.Players - i
			w.do(&command.Change{Player: i + 1, Seed: &seed})
		}
		w.do(&command.Start{}, &command.Pair{})
		var pairs [][2]int
		bye := 0
		white := map[int]bool{}
		for _, m := range w.snap.State.PreviewMatches {
			a := c.Players - int(m.Seats[0])
			if m.Kind == ledger.Bye {
				bye = a
				continue
			}
			b := c.Players - int(m.Seats[1])
			pairs = append(pairs, [2]int{min(a, b), max(a, b)})
			white[a] = true
		}
		slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
		if d := cmp.Diff(c.Pairs, pairs); d != "" || bye != c.Bye {
			t.Errorf("%d players: bye %d, want %d; pairs (-want +got):\n%s", c.Players, bye, c.Bye, d)
		}
		for seed := 1; seed <= c.Players/2; seed++ {
			if white[seed] != (white[1] == (seed%2 == 1)) {
				t.Errorf("%d players: seeds 1 and %d of the upper half have the wrong sides", c.Players, seed)
			}
		}
	}
}

// The seats of a draft meet the seats opposite; the one in the middle of an odd
// pod has the bye.
func TestMTG15_OppositeSeatsMeet(t *testing.T) {
	var ex struct {
		DraftCrossPairing []struct {
			Players    int
			FirstRound [][2]int
			Bye        *int
		}
	}
	readPairingExample(t, "21_pairing_rules.json", &ex)
	for _, c := range ex.DraftCrossPairing {
		w := drafting(t, c.Players)
		w.do(&command.SeatDraft{})
		for pack := range 3 {
			w.do(&command.OpenPack{First: pack == 0})
		}
		w.do(&command.BuildDecks{}, &command.Pair{})
		seats := w.snap.State.Draft.Pods[0]
		var pairs [][2]int
		bye := 0
		for _, m := range w.snap.State.PreviewMatches {
			a := slices.Index(seats, int(m.Seats[0])+1) + 1
			if m.Kind == ledger.Bye {
				bye = a
				continue
			}
			b := slices.Index(seats, int(m.Seats[1])+1) + 1
			pairs = append(pairs, [2]int{min(a, b), max(a, b)})
		}
		slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
		want := 0
		if c.Bye != nil {
			want = *c.Bye
		}
		if d := cmp.Diff(c.FirstRound, pairs); d != "" || bye != want {
			t.Errorf("%d players: bye %d, want %d; pairs (-want +got):\n%s", c.Players, bye, want, d)
		}
	}
}
