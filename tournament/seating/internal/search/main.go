// Command search finds the stored schedules of package seating and improves
// them. For every number of players and sessions it tries starters and all
// symmetries that fit, prints each improvement, and writes the file back when it
// found a better schedule than the file has.
//
//	go run ./tournament/seating/internal/search -seconds 5
//	go run ./tournament/seating/internal/search -players 20 -sessions 6 -seconds 60 -seed 7
//
// Interrupting it loses the target that is being searched and nothing else.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"topcut/tournament/random"
	"topcut/tournament/seating"
	"topcut/tournament/seating/internal/climb"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "search:", err)
		os.Exit(1)
	}
}

func run(args []string, progress io.Writer) error {
	flags := flag.NewFlagSet("search", flag.ContinueOnError)
	file := flags.String("file", "tournament/seating/schedules.txt", "schedules to improve")
	players := flags.Int("players", 0, "only this number of players")
	sessions := flags.Int("sessions", 0, "only this number of sessions")
	seconds := flags.Float64("seconds", 5, "time for each target that is not proved best")
	seed := flags.Uint64("seed", 1, "start of the search")
	if err := flags.Parse(args); err != nil {
		return err
	}
	best, err := read(*file)
	if err != nil {
		return err
	}
	for _, t := range targets() {
		if *players != 0 && t.players != *players || *sessions != 0 && t.sessions != *sessions {
			continue
		}
		s := searcher{target: t, progress: progress, seed: *seed, start: time.Now()}
		s.limit = time.Duration(*seconds * float64(time.Second))
		if old, ok := best[t]; ok {
			s.best = old
		}
		s.stays = 1 << 30
		if s.best.seats != nil {
			s.stays = s.best.stays()
		}
		before, stays := s.best.value, s.stays
		s.repeat(best)
		s.run()
		if s.best.seats == nil || s.best.value == before && s.stays == stays {
			fmt.Fprintf(progress, "%2d players, %2d sessions: %v stays\n", t.players, t.sessions, s.best.value)
			continue
		}
		best[t] = s.best
		if err := write(*file, best); err != nil {
			return err
		}
	}
	return nil
}

// target is a schedule to be stored.
type target struct{ players, sessions int }

// targets lists what has to be stored for every size: the longest schedule
// without repeats that is known, which also serves all shorter ones, and every
// longer one up to the limit of a scramble.
func targets() []target {
	longest := map[int]int{
		8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13,
		44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21,
	}
	var all []target
	for n := seating.MinPlayers; n <= seating.MaxPlayers; n += seating.Seats {
		all = append(all, target{n, longest[n]})
		for s := longest[n] + 1; s <= seating.MaxSessions; s++ {
			all = append(all, target{n, s})
		}
	}
	return all
}

// searcher looks for one target.
type searcher struct {
	target
	best     entry
	stays    int // of best, see entry.stays
	progress io.Writer
	seed     uint64
	start    time.Time
	limit    time.Duration
}

// run tries the starters and then, in turns that grow, every symmetry.
func (s *searcher) run() {
	for _, st := range startersFor(s.players, s.sessions) {
		for try := uint64(0); try < starterTries && !s.done(); try++ {
			src := random.New([32]byte{}, "starter", s.seed, uint64(s.players), uint64(st.multiplier), try)
			if found := st.solve(src); found != nil {
				s.offer(newEntry(found, fmt.Sprintf("starter-%d", st.multiplier)))
			}
		}
	}
	problems := s.problems()
	for turn := uint64(0); !s.done(); turn++ {
		p := problems[turn%uint64(len(problems))]
		src := random.New([32]byte{}, "climb", s.seed, uint64(s.players), uint64(s.sessions), turn)
		how := fmt.Sprintf("z%d-%d-%d", p.Group.Order, p.Rotating, p.Invariant)
		steps := climbSteps << min(turn/uint64(len(problems)), 3)
		err := climb.Run(p, steps, src, func(found climb.Schedule) bool {
			s.offer(newEntry(found, how))
			return !s.done()
		})
		if err != nil {
			fmt.Fprintln(s.progress, err)
			return
		}
	}
}

// repeat offers a schedule without repeats that starts again when it ends.
func (s *searcher) repeat(best map[target]entry) {
	for t, e := range best {
		if t.players == s.players && t.sessions < s.sessions && e.value.MaxMeetings == 1 {
			again := slices.Concat(e.seats, e.seats)[:min(2*t.sessions, s.sessions)]
			if len(again) == s.sessions {
				s.offer(entry{parse(again).Value(), "repeat", again})
			}
		}
	}
}

// climbSteps is the length of a first climb; later ones are up to eight times
// as long.
const climbSteps = 40_000

// done reports whether the best value is proved best or the time is over.
func (s *searcher) done() bool {
	proved := s.best.seats != nil && s.best.value == seating.Bound(s.players, s.sessions)
	return proved && s.stays == 0 || time.Since(s.start) > s.limit
}

// offer keeps a schedule if it is better than the best one, or as good and fewer
// players have to stay at a table.
func (s *searcher) offer(e entry) {
	worse := 0
	if s.best.seats != nil {
		worse = e.value.Compare(s.best.value)
	}
	stays := 0
	if worse <= 0 {
		stays = e.stays()
	}
	if worse > 0 || worse == 0 && stays >= s.stays {
		return
	}
	s.best, s.stays = e, stays
	fmt.Fprintf(s.progress, "%2d players, %2d sessions: %v, %d stay, by %s after %.2f s\n",
		s.players, s.sessions, e.value, stays, e.how, time.Since(s.start).Seconds())
}

// problems lists the symmetries that fit the target: cyclic groups of every
// order with few fixed players, with every way to make up the sessions of
// rotating and invariant ones, each with several weights.
func (s *searcher) problems() []climb.Problem {
	bound := seating.Bound(s.players, s.sessions)
	var all []climb.Problem
	for order := 1; order <= s.sessions; order++ {
		for rotating := s.sessions / order; rotating >= 0; rotating-- {
			invariant := s.sessions - order*rotating
			for orbits := s.players / order; orbits >= 1; orbits-- {
				g := climb.Group{Order: order, Orbits: orbits, Fixed: s.players - order*orbits}
				if order == 1 {
					g = climb.Trivial(s.players)
				}
				fits := invariant == 0 || order > 1 && g.Orbits%climb.Seats == 0 && g.Fixed%climb.Seats == 0
				if order > 1 && g.Fixed > 2*climb.Seats || !fits {
					continue
				}
				for _, weights := range [][2]int{{1, 30}, {1, 100}, {3, 100}, {2, 400}} {
					all = append(all, climb.Problem{
						Group: g, Rotating: rotating, Invariant: invariant,
						Meetings: bound.MaxMeetings, Spread: weights[0], Memory: weights[1],
					})
				}
				if order == 1 {
					break
				}
			}
		}
	}
	return all
}
