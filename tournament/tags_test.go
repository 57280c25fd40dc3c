package tournament_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Equal tags avoid each other in every game whose rounds are paired by points: after
// rematches, before points. What avoids them is looked for among all
// rounds of eight players that there are.
func TestEqualTagsAvoidEachOtherInEveryGame(t *testing.T) {
	games, together, rounds := 0, 0, 0
	for _, id := range rules.IDs() {
		rs := load(t, id)
		size := 2
		chain := "swiss 4"
		switch {
		case rs.Pairing.Method == "pods":
			size, chain = 4, "pods 4"
		case rs.Pairing.Method != "swiss" || slices.Contains(rs.Pairing.Hard, "noAbsoluteColour"):
			continue // seats by schedule, or colours that come first
		}
		games++
		for draw := range 5 {
			w := tagged(t, rs, chain, draw)
			for range 4 {
				met := metSoFar(w.snap.State)
				w.do(&command.Pair{})
				wrong := 0
				for _, warning := range w.snap.State.Preview.Warnings {
					if warning.Code == "warning.same_tag" {
						wrong++
					}
				}
				w.do(&command.Publish{}, &command.StartRound{})
				got := conflicts(w.snap.State, met)
				if best := fewest(w.snap.State, met, size, 1<<8-1); got != best {
					t.Errorf("%s, draw %d, round %d: %d rematches and %d equal tags, %d and %d can be", id, draw, len(w.snap.State.Rounds), got[0], got[1], best[0], best[1])
				}
				if wrong != got[1] {
					t.Errorf("%s: %d equal tags, %d are named", id, got[1], wrong)
				}
				together, rounds = together+got[1], rounds+1
				w.endRound()
			}
		}
	}
	t.Logf("%d games, %d rounds, %d times equal tags could not avoid each other", games, rounds, together)
	if games < 5 || together == 0 {
		t.Error("the rounds prove nothing")
	}
}

// endRound lets the player in the first seat of each open match win, in the words of its game.
func (w *table) endRound() {
	w.t.Helper()
	r := len(w.snap.State.Rounds)
	for _, m := range w.snap.State.Blocking(r) {
		words := []string{"2-0", "1-0", "seat 1", "20-10", "6-0"}
		var err error
		if !slices.ContainsFunc(words, func(text string) bool {
			err = w.as("organiser", &command.Correct{Round: r, Match: m, Text: text})
			return err == nil
		}) {
			w.t.Fatalf("%s, match %d: %v", w.snap.State.Rules.ID, m, err)
		}
	}
}

// tagged starts an event of eight players of three tags.
func tagged(t *testing.T, rs *rules.Ruleset, chain string, draw int) *table {
	s := tournament.DefaultSettings("Teams")
	s.Stages, s.Decks = stage.MustParse(chain), tournament.DecksNone
	w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(draw)}, make([]byte, 31)...)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &command.OpenRegistration{})
	for i, tag := range []string{"Ash", "Ash", "Ash", "Birch", "Birch", "Birch", "Cedar", "Cedar"} {
		w.do(&command.Join{Name: fmt.Sprintf("Player %d", i+1), Tag: tag, ByOrganiser: true})
	}
	w.do(&command.Start{})
	return w
}

// metSoFar returns who sat at one table so far, by index, and how often.
func metSoFar(s *tournament.State) (met [8][8]int) {
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			group(&met, s.Ledger.Rounds[r].Matches[i].Players())
		}
	}
	return met
}

func group(met *[8][8]int, players []int32) {
	for _, a := range players {
		for _, b := range players {
			if a != b {
				met[a][b]++
			}
		}
	}
}

// conflicts returns how many pairs of the last round had met before, and have equal tags.
func conflicts(s *tournament.State, met [8][8]int) (out [2]int) {
	last := s.Ledger.Rounds[len(s.Ledger.Rounds)-1].Matches
	for i := range last {
		if last[i].Kind != ledger.Bye {
			out = plus(out, costOf(s, met, last[i].Players()))
		}
	}
	return out
}

func plus(a, b [2]int) [2]int { return [2]int{a[0] + b[0], a[1] + b[1]} }

func costOf(s *tournament.State, met [8][8]int, players []int32) (out [2]int) {
	for i, a := range players {
		for _, b := range players[:i] {
			out[0] += met[a][b]
			if s.Players[a].Tag == s.Players[b].Tag {
				out[1]++
			}
		}
	}
	return out
}

// fewest returns the least cost of seating the players of a set at tables of a size.
func fewest(s *tournament.State, met [8][8]int, size int, free uint) (best [2]int) {
	if free == 0 {
		return best
	}
	best = [2]int{1 << 20}
	first := free & -free
	for set := free; set > 0; set = (set - 1) & free {
		if set&first == 0 || bits.OnesCount(set) != size {
			continue
		}
		var players []int32
		for rest := set; rest > 0; rest &= rest - 1 {
			players = append(players, int32(bits.TrailingZeros(rest)))
		}
		if c := plus(costOf(s, met, players), fewest(s, met, size, free&^set)); slices.Compare(c[:], best[:]) < 0 {
			best = c
		}
	}
	return best
}

// Pairs that an organiser keeps apart sit at different tables of pods, though they would
// have to by nothing else.
func TestPodsKeepPairsApart(t *testing.T) {
	rs := load(t, "commander-pods")
	for draw := range 5 {
		w := tagged(t, rs, "pods 3", draw)
		w.do(&command.Change{Player: 1, Apart: 2}, &command.Change{Player: 3, Apart: 4})
		for range 3 {
			w.round()
			s := w.snap.State
			for _, pair := range [][2]int{{1, 2}, {3, 4}} {
				if r := len(s.Rounds); s.MatchOf(r, pair[0]) == s.MatchOf(r, pair[1]) {
					t.Errorf("draw %d, round %d: players %v sit at one table", draw, r, pair)
				}
			}
			w.endRound()
		}
	}
}
