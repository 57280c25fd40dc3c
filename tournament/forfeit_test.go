package tournament_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/roundrobin"
)

// TestPlayersOfAForfeitedGameHaveNotMet pairs events of chess of 4 to 8 players in which
// each pair was played but those of one round, of which the first, the last or one between
// was forfeited by one player of each pair or by both: the pairs of the forfeits are all
// that is left without a second meeting. In Magic a forfeit is a match like any other, and
// so is in chess a game that both have lost at the board.
func TestPlayersOfAForfeitedGameHaveNotMet(t *testing.T) {
	tried := 0
	for _, how := range []struct {
		ruleset, ended string
		met            bool
	}{
		{"chess-casual", `"kind":"forfeit"`, false},
		{"chess-casual", `"kind":"double_loss"`, false},
		{"chess-casual", `"kind":"double_loss","games":[0,0,0]`, true},
		{"magic", `"kind":"forfeit"`, true},
		{"magic", `"kind":"double_loss"`, true},
	} {
		for n := 4; n <= 8; n += 2 {
			for forfeited := range n - 1 {
				tried++
				w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n)}, make([]byte, 31)...)), now: begin}
				w.do(handover.TakeOver{File: read(t, forfeits(t, how.ruleset, how.ended, n, forfeited))}.Command(), &command.Pair{})
				s := w.snap.State
				again := 0
				for _, m := range s.PreviewMatches {
					if !slices.ContainsFunc(s.Ledger.Rounds[forfeited].Matches, func(f ledger.Match) bool {
						return slices.Contains(f.Seats[:2], m.Seats[0]) && slices.Contains(f.Seats[:2], m.Seats[1])
					}) {
						again++
					}
				}
				if !how.met && again > 0 {
					t.Errorf("%d players, round %d %s: %d of %d pairs have played", n, forfeited+1, how.ended, again, len(s.PreviewMatches))
				}
				if warned := warnsOfRematch(s.Preview); how.met != warned {
					t.Errorf("%s, %s, %d players: warned of a second meeting: %t", how.ruleset, how.ended, n, warned)
				}
				w.do(&command.Publish{}, &command.StartRound{})
				w.replays(t)
			}
		}
	}
	if tried < 75 {
		t.Errorf("%d events were tried", tried)
	}
}

// TestARulingThatNeitherCameLeavesThemUnmet gives four players five rounds in which an
// organiser rules a double loss, of each table or of all that are open at the end: in chess
// nobody has met by it and the same two may be paired again, in Magic all have met after
// three rounds.
func TestARulingThatNeitherCameLeavesThemUnmet(t *testing.T) {
	for _, id := range []string{"chess-casual", "magic"} {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(5, 0), Ruleset: load(t, id)}, &command.OpenRegistration{})
		for i := range 4 {
			w.as(fmt.Sprintf("u%d", i+1), &command.Join{User: fmt.Sprintf("u%d", i+1), Name: fmt.Sprintf("Player %d", i+1)})
		}
		w.do(&command.Start{})
		for r := 1; r <= 5; r++ {
			w.do(&command.Pair{})
			if warned := warnsOfRematch(w.snap.State.Preview); warned != (id == "magic" && r > 3) {
				t.Errorf("%s: round %d: warned of a second meeting: %t", id, r, warned)
			}
			w.do(&command.Publish{}, &command.StartRound{})
			if r%2 == 0 {
				w.do(&command.CloseRound{Resolve: tournament.ResolveDoubleLoss})
				continue
			}
			for m := range 2 {
				w.do(&command.Correct{Round: r, Match: m + 1, Kind: ledger.DoubleLoss})
			}
		}
		w.replays(t)
	}
}

// warnsOfRematch reports whether a preview says that two meet again.
func warnsOfRematch(r *tournament.Round) bool {
	return slices.ContainsFunc(r.Warnings, func(w notice.Notice) bool { return strings.HasPrefix(w.String(), "warning.rematch") })
}

// forfeits returns the file of a Swiss event in which all players have met, but in one
// round, counted from 0, that ended in another way.
func forfeits(t *testing.T, ruleset, ended string, n, forfeited int) string {
	t.Helper()
	rounds, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(halfPlayed(ruleset, n, rounds, nil), "round_robin", "swiss")
	text = strings.Replace(text, fmt.Sprintf(`"rounds_planned":%d`, n-1), fmt.Sprintf(`"rounds_planned":%d`, n), 1)
	before, rest, _ := strings.Cut(text, fmt.Sprintf(`{"number":%d,`, forfeited+1))
	of, after, more := strings.Cut(rest, fmt.Sprintf(`{"number":%d,`, forfeited+2))
	of = strings.ReplaceAll(of, `"games":[1,0,0],"kind":"played"`, ended)
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
	w.do(handover.TakeOver{File: read(t, string(data))}.Command(), &command.Pair{})
	for _, m := range w.snap.State.PreviewMatches {
		if pair := [2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}; pair != [2]int32{0, 1} && pair != [2]int32{2, 3} {
			t.Errorf("%d meets %d", pair[0]+1, pair[1]+1)
		}
	}
}
