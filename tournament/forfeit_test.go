package tournament_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin"
)

// TestPlayersOfAForfeitedGameHaveNotMet pairs events of chess of 4 to 8 players in which
// each pair was played but those of one round, of which the first, the last or one between
// was forfeited: the pairs of the forfeits are all that is left without a second meeting.
// In Magic a forfeit is a match like any other.
func TestPlayersOfAForfeitedGameHaveNotMet(t *testing.T) {
	tried := 0
	for _, ruleset := range []string{"chess-casual", "magic"} {
		for n := 4; n <= 8; n += 2 {
			for forfeited := range n - 1 {
				tried++
				w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n)}, make([]byte, 31)...)), now: begin}
				w.do(handover.TakeOver{File: read(t, forfeits(t, ruleset, n, forfeited))}.Command(), &tournament.Pair{})
				s := w.snap.State
				again := 0
				for _, m := range s.PreviewMatches {
					if !slices.ContainsFunc(s.Ledger.Rounds[forfeited].Matches, func(f ledger.Match) bool {
						return f.Kind == ledger.Forfeit && slices.Contains(f.Seats[:2], m.Seats[0]) && slices.Contains(f.Seats[:2], m.Seats[1])
					}) {
						again++
					}
				}
				if ruleset == "chess-casual" && again > 0 {
					t.Errorf("%d players, round %d forfeited: %d of %d pairs have played", n, forfeited+1, again, len(s.PreviewMatches))
				}
				if warned := len(s.Preview.Warnings) > 0; ruleset == "magic" && !warned {
					t.Errorf("%d players of Magic meet again without a warning", n)
				}
				w.do(&tournament.Publish{}, &tournament.StartRound{})
				w.replays(t)
			}
		}
	}
	if tried < 30 {
		t.Errorf("%d events were tried", tried)
	}
}

// forfeits returns the file of a Swiss event in which all players have met, but in one
// round, counted from 0, without playing.
func forfeits(t *testing.T, ruleset string, n, forfeited int) string {
	t.Helper()
	rounds, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(halfPlayed(ruleset, n, rounds, nil), "round_robin", "swiss")
	text = strings.Replace(text, fmt.Sprintf(`"rounds_planned":%d`, n-1), fmt.Sprintf(`"rounds_planned":%d`, n), 1)
	before, rest, _ := strings.Cut(text, fmt.Sprintf(`{"number":%d,`, forfeited+1))
	of, after, more := strings.Cut(rest, fmt.Sprintf(`{"number":%d,`, forfeited+2))
	of = strings.ReplaceAll(of, `"games":[1,0,0],"kind":"played"`, `"kind":"forfeit"`)
	text = before + fmt.Sprintf(`{"number":%d,`, forfeited+1) + of
	if more {
		text += fmt.Sprintf(`{"number":%d,`, forfeited+2) + after
	}
	return text
}

// TestCaseOfAnUnplayedPair pairs the event of a public bug report.
func TestCaseOfAnUnplayedPair(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", "04-unplayed-pair.json"))
	if err != nil {
		t.Skip("the case is not here:", err)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: read(t, string(data))}.Command(), &tournament.Pair{})
	for _, m := range w.snap.State.PreviewMatches {
		if pair := [2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}; pair != [2]int32{0, 1} && pair != [2]int32{2, 3} {
			t.Errorf("%d meets %d", pair[0]+1, pair[1]+1)
		}
	}
}
