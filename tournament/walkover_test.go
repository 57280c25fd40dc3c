package tournament_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// TestDropsInABracket: a player who leaves between the rounds of a bracket loses the
// next match to the opponent who is there, and the event ends with a champion and
// places, whenever players leave.
func TestDropsInABracket(t *testing.T) {
	type event struct {
		ruleset  string
		settings func(*tournament.Settings)
		players  int
		win      string
	}
	tree := func(tree stage.Kind) func(*tournament.Settings) {
		return func(s *tournament.Settings) {
			s.Stages = stage.MustParse(string(tree)).WithThird(tree == stage.Single)
		}
	}
	events := map[string]event{
		"single":    {"magic", tree(stage.Single), 11, "2-0"},
		"reseeded":  {"magic", tree(stage.Reseed), 8, "2-0"},
		"placement": {"magic", tree(stage.Placement), 8, "2-0"},
		"double":    {"netrunner", func(s *tournament.Settings) { s.Stages = stage.MustParse("double") }, 8, "3-0"},
		"pods":      {"commander-pods", tree(stage.Bracket), 16, "win"},
		"divisions": {"pokemon", func(s *tournament.Settings) {
			s.Stages, s.Divisions = stage.MustParse("swiss 1 > bracket 4"), []string{"juniors", "masters"}
		}, 16, "2-0"},
	}
	rapid.Check(t, func(rt *rapid.T) {
		tc := events[rapid.SampledFrom(slices.Sorted(maps.Keys(events))).Draw(rt, "event")]
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 3))
		s := settings(0, 0)
		tc.settings(&s)
		w := &table{t: t, snap: tournament.Begin(1, fmt.Append(nil, rng.Uint64())), now: begin}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, tc.ruleset)}, &command.OpenRegistration{})
		for i := range tc.players {
			w.do(&command.Join{Name: fmt.Sprint("Guest ", i), Division: division(s, i), ByOrganiser: true})
		}
		w.do(&command.Start{})
		for step := 0; ; step++ {
			if step > 60 {
				rt.Fatal("the event does not end")
			}
			st := w.snap.State
			if st.Elimination() == nil && len(st.Rounds) == st.PlannedRounds() {
				w.do(&command.MakeCut{})
				continue
			}
			if st.Elimination() != nil {
				if _, b, err := st.Bracket(); err != nil {
					rt.Fatal(err)
				} else if b.Champion != 0 && len(b.Ready) == 0 {
					break
				}
			}
			if st.Elimination() != nil && len(st.Rounds) > 0 && rng.IntN(2) == 0 {
				in := slices.DeleteFunc(st.Field(), func(n int) bool { return !slices.Contains(st.Elimination().Players, n) })
				if len(in) > 1 {
					w.do(&command.Drop{Player: in[rng.IntN(len(in))]})
				}
			}
			w.round()
			w.score(tc.win)
		}
		w.do(&command.Finish{})
		placesArePermutation(rt, w.snap.State)
		folds(rt, w.snap)
		exported(t, w.snap)
		for n, place := range w.snap.State.Places {
			if place == 1 && !w.snap.State.Taking(n+1) && len(s.Divisions) == 0 && !lastStanding(w.snap.State) {
				rt.Fatalf("player %d had left before the final and is champion", n+1)
			}
		}
	})
}

// lastStanding reports whether no other player was left in the final, so that it was
// given to the better seed.
func lastStanding(s *tournament.State) bool {
	last := s.Ledger.Rounds[len(s.Ledger.Rounds)-1].Matches
	return slices.ContainsFunc(last, func(m ledger.Match) bool { return m.Kind == ledger.Forfeit })
}

// docs/rules/pokemon.md#pkm-56: there is no drop from elimination; a player who
// requests it, or is disqualified, has lost the match of the round whatever was played.
func TestPKM56_NoDropFromElimination(t *testing.T) {
	for name, leave := range map[string]func(n int) command.Command{
		"drop":       func(n int) command.Command { return &command.Drop{Player: n} },
		"disqualify": func(n int) command.Command { return &command.Disqualify{Player: n} },
	} {
		s := settings(0, 0)
		s.Stages = stage.MustParse("single")
		w := started(t, "pokemon-2009", s, 4)
		w.round()
		w.do(&command.Correct{Round: 1, Match: 1, Text: "1-0"})
		winner, loser := w.player(1, 1, 0), w.player(1, 1, 1)
		w.do(leave(winner))
		w.score("1-0")
		w.round()
		if w.snap.State.MatchOf(2, loser) == 0 || w.snap.State.MatchOf(2, winner) != 0 {
			t.Errorf("%s: the final is %+v", name, w.snap.State.Ledger.Rounds[1].Matches)
		}
	}
	// Elsewhere a win that was played stands.
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	w := started(t, "magic", s, 4)
	w.round()
	w.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
	winner := w.player(1, 1, 0)
	w.do(&command.Drop{Player: winner})
	w.score("2-0")
	w.round()
	if m := w.snap.State.Ledger.Rounds[1].Matches[0]; m.Kind != ledger.Forfeit || int(m.Seats[1])+1 != winner {
		t.Errorf("the final is %+v", m)
	}
}

// docs/rules/pokemon.md#pkm-61: the Swiss standings are frozen with the cut: a player
// who leaves during the elimination stage changes no percentage and no place behind it.
func TestPKM61_StandingsAreFrozenWithTheCut(t *testing.T) {
	w := started(t, "pokemon", settings(3, 4), 16)
	for range 3 {
		w.round()
		w.score("1-0")
	}
	w.do(&command.MakeCut{})
	before, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	best := w.snap.State.Elimination().Players[0]
	w.do(&command.Drop{Player: best}) // three wins of three: 100 percent, not 75
	w.refused("organiser", &command.Drop{Player: int(before.Rows[10].Player) + 1}, tournament.NoChange, "drop.done")
	w.round()
	w.score("2-0")
	after, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before.Rows, after.Rows); d != "" {
		t.Errorf("the standings changed:\n%s", d)
	}
	w.round()
	w.score("2-0")
	w.do(&command.Finish{})
	for i := 4; i < len(before.Rows); i++ {
		if got := w.snap.State.Places[before.Rows[i].Player]; got != i+1 {
			t.Errorf("player %d has place %d, want %d", before.Rows[i].Player+1, got, i+1)
		}
	}
}

// docs/rules/pokemon.md#pkm-36, PKM-37: before round 1 of an elimination is published
// an organiser may add a player, and all pairings are made again; once it has started,
// no player can enter.
func TestPKM37_LateInElimination(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	w := started(t, "pokemon-2009", s, 7)
	w.do(&command.Pair{})
	w.refused("u9", &command.Join{User: "u9", Name: "Nine"}, tournament.WrongPhase, "late.elimination")
	w.do(&command.Join{Name: "Late", ByOrganiser: true})
	st := w.snap.State
	if st.Preview != nil || len(st.Elimination().Players) != 8 || !slices.Contains(st.Elimination().Players, 8) || st.Players[7].LateRounds != 0 {
		t.Fatalf("preview %v, seeds %v", st.Preview, st.Elimination().Players)
	}
	w.do(&command.Pair{}, &command.Publish{})
	w.refused("organiser", &command.Join{Name: "Later", ByOrganiser: true}, tournament.WrongPhase, "late.published")
	w.do(&command.StartRound{})
	w.refused("organiser", &command.Join{Name: "Later", ByOrganiser: true}, tournament.WrongPhase, "late.elimination")
	for range 3 {
		w.score("1-0")
		if _, b, err := w.snap.State.Bracket(); err != nil || b.Champion != 0 {
			break
		}
		w.round()
	}
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	folds(t, w.snap)
}
