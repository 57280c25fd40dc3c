package rehearse

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/histories/chains"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var (
	chainSample = flag.Int("chains", 0, "chains of stages of TestChainsInDiscord")
	allFlows    = flag.Bool("flows", false, "play the nine evenings of TestFlowsInDiscord")
)

// TestFlowsInDiscord plays draft, sealed and constructed, each with Swiss rounds, a round
// robin and single elimination, in Discord to the end. Every round has its timer: in an
// elimination that of the rounds, unless the cut has its own.
func TestFlowsInDiscord(t *testing.T) {
	t.Parallel()
	if !*allFlows {
		t.Skip("nine evenings are played with -flows")
	}
	for i, preparation := range []string{"", "draft > ", "build > "} {
		for _, kind := range []string{"swiss 2 > single 2", "roundrobin", "single"} {
			chain := preparation + kind
			t.Run(chain, func(t *testing.T) {
				t.Parallel()
				set := map[string]string{"round_minutes": "35"}
				length := map[bool]time.Duration{false: 35 * time.Minute, true: 35 * time.Minute} // of elimination rounds
				if i == 0 {
					set["cut_minutes"] = "50"
					length[true] = 50 * time.Minute
				}
				snap := playedChain(t, "magic", chain, 5, set)
				rounds := 0
				for j := range snap.Log {
					e := &snap.Log[j]
					started, ok := e.Event.(*tournament.RoundStarted)
					if !ok {
						continue
					}
					rounds++
					eliminates := snap.State.StageOf(started.Round).Kind.Eliminates()
					if got := started.Deadline.Sub(e.Time); got.Round(time.Second) != length[eliminates] {
						t.Errorf("round %d (elimination %t) has %v, want %v", started.Round, eliminates, got, length[eliminates])
					}
				}
				if rounds < 2 {
					t.Errorf("%d rounds were started", rounds)
				}
			})
		}
	}
}

// TestChainsInDiscord plays a sample of chains of stages in Discord, from the command
// that creates the event to its end, while the bot is killed: each player has one seat
// in a round, places are a permutation, the log replays, an export reads back as the
// same event, and nothing is lost, doubled or out of date. A larger sample:
//
//	go test ./cmd/bot/rehearse -run TestChainsInDiscord -v -chains 40
func TestChainsInDiscord(t *testing.T) {
	t.Parallel()
	if *chainSample == 0 {
		t.Skip("-chains says how many are played")
	}
	// In the minute that such an evening takes, all matches twice are more presses than the bot
	// takes from one person.
	all := slices.DeleteFunc(chains.All(), func(chain string) bool { return strings.Contains(chain, "twice") })
	rng := rand.New(rand.NewPCG(40, 1))
	for n := 0; n < *chainSample; {
		chain := all[rng.IntN(len(all))]
		ids := chains.Rulesets(chain)
		ruleset := ids[rng.IntN(len(ids))]
		players := suits(t, ruleset, chain)
		if players == 0 {
			continue // not possible in this game
		}
		n++
		t.Run(fmt.Sprintf("%s of %s", chain, ruleset), func(t *testing.T) {
			t.Parallel()
			playedChain(t, ruleset, chain, players, nil)
		})
	}
}

// suits returns a small field in which a chain can be started with two late players; 0 if
// the game does not have the chain.
func suits(t *testing.T, ruleset, chain string) int {
	t.Helper()
	rs, err := rules.Load(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Fitting")
	s.Stages, s.Decks = stage.MustParse(chain), tournament.DecksOptional
	for field := 7; field < 30; field++ {
		snap := tournament.Begin(1, make([]byte, 32))
		commands := command.All{&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &command.OpenRegistration{}}
		for i := range field {
			commands = append(commands, &command.Join{Name: histories.Name(i + 1), ByOrganiser: true})
		}
		_, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: "olga"}, Cause: "fit", Command: append(commands, &command.Start{})}, time.Unix(1_700_000_000, 0))
		if err == nil {
			return field + 2
		}
	}
	return 0
}

// playedChain plays an evening of a chain of stages and checks the result.
func playedChain(t *testing.T, ruleset, chain string, players int, set map[string]string) *tournament.Snapshot {
	t.Helper()
	r := prepared(t, "--ruleset", ruleset, "--players", fmt.Sprint(players), "--stages", chain, "--restart-every", "400ms")
	r.o.windows, r.o.set, r.o.restarts = hurried, set, 2
	performed(t, r)
	if killed, _ := r.bot.figures(); killed == 0 {
		t.Error("the bot was never killed")
	}
	snap, err := r.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s := snap.State
	if s.Phase != tournament.Finished || !strings.HasPrefix(r.o.stages.String(), s.Settings.Stages.String()) { // a cut by attendance may be none
		t.Fatalf("the event is %s and has the stages %s", s.Phase, s.Settings.Stages)
	}
	for i := range s.Ledger.Rounds {
		seats := map[int32]int{}
		for _, m := range s.Ledger.Rounds[i].Matches {
			for _, p := range m.Players() {
				if seats[p]++; seats[p] > 1 {
					t.Errorf("round %d: player %d sits twice", i+1, p+1)
				}
			}
		}
	}
	at := map[int]int{}
	for n, place := range s.Places {
		if place > 0 && !s.Players[n].StandIn {
			at[place]++
		}
	}
	for place, next := 1, 1; place <= len(s.Players) && len(at) > 0; place++ {
		if at[place] > 0 && place != next {
			t.Errorf("places %v are no permutation", s.Places)
		}
		if at[place] > 0 {
			next += at[place]
		}
	}
	if _, replayed, err := replay.Run(s.ID, snap.Log); err != nil || !replayed.Difference.IsZero() {
		t.Errorf("replay: %+v, %v", replayed, err)
	}
	exported(t, r, snap)
	return snap
}

// exported checks the export of an event: the file written by the command line beside the
// running bot equals the one from Discord, `replay` finds it identical, and `standings`
// reads it.
func exported(t *testing.T, r *rehearsal, snap *tournament.Snapshot) {
	t.Helper()
	topcut := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(r.bot.executable, args...).Output()
		if err != nil {
			t.Errorf("topcut %s: %v: %s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	path := filepath.Join(t.TempDir(), "event.json")
	topcut("export", "--database", r.bot.database, fmt.Sprint(snap.State.ID), path)
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := handover.ExportJSON(snap); err != nil || !bytes.Equal(written, want) {
		t.Errorf("the command line exports another event than the bot (%v)", err)
	}
	verdict := "identical\n"
	for i := range snap.Log {
		paired, ok := snap.Log[i].Event.(*tournament.RoundPaired)
		if _, repaired := snap.Log[i].Event.(*tournament.RoundRepaired); repaired || ok && paired.Forced {
			verdict = "identical, as far as it can be computed\n" // with an organiser's pairing
		}
	}
	if got := topcut("replay", "--allow-forced", path); !strings.HasPrefix(got, verdict) {
		t.Errorf("replay of the export: %s", got)
	}
	topcut("standings", path)
}
