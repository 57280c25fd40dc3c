//go:build unix

// Command comparenaive plays the workload of the naive simulator on one thread:
// best of three, 5 % draws, no rematches, opponents' match wins, game wins and
// opponents' game wins, a cut by places. It prints events per second of processor
// time and what it found, in the naive one's form. See ../../compare-naive.sh.
//
//	comparenaive [-all] PLAYERS ROUNDS CUT EVENTS
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"topcut/sim"
	"topcut/tournament/rules"
)

func main() {
	all := flag.Bool("all", false, "turn every option on: intentional draws, drops, byes, a second day, the first turn")
	flag.Parse()
	if err := run(*all, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(all bool, args []string) error {
	var n [4]int
	for i := range n {
		if len(args) != len(n) {
			return fmt.Errorf("give players, rounds, cut and events")
		}
		v, err := strconv.Atoi(args[i])
		if err != nil {
			return fmt.Errorf("%q is not a number: %w", args[i], err)
		}
		n[i] = v
	}
	rs, err := rules.Load("lorcana")
	if err != nil {
		return err
	}
	c := sim.PlanConfig{
		Rules: rs, Players: n[0], Rounds: n[1], Cut: rules.Cut{Top: n[2]}, Trials: n[3],
		DrawChance: 10, Seed: [32]byte{1},
	}
	if all {
		dayOne := n[1] - 2
		c.IDs, c.DropLosses, c.Byes, c.PlayChance = sim.IDsStrict, n[1]-1, []int{1}, sim.DefaultPlayChance
		c.DayTwo = sim.Record{Wins: dayOne / 2, Losses: dayOne - dayOne/2}
	}
	runtime.GOMAXPROCS(1)
	before, err := processorTime()
	if err != nil {
		return err
	}
	res, err := sim.Plan(context.Background(), c)
	if err != nil {
		return err
	}
	after, err := processorTime()
	if err != nil {
		return err
	}
	print(c, res, after-before)
	return nil
}

func print(c sim.PlanConfig, res *sim.PlanResult, seconds float64) {
	matches := float64(c.Trials) * float64(c.Players/2*c.Rounds)
	fmt.Printf("topcut %d/%d/%d T=%d cpu %.3fs %.1f tourn/s %.1f ns/match | P(cut|pts)(mean players):",
		c.Players, c.Rounds, c.Cut.Top, c.Trials, seconds, float64(c.Trials)/seconds, seconds*1e9/matches)
	shown := 0
	for i := 0; i < len(res.Distribution) && shown < 7; shown++ {
		points := res.Distribution[i].Points
		var in, all int64
		for ; i < len(res.Distribution) && res.Distribution[i].Points == points; i++ {
			in += res.Distribution[i].QualifiedInRow
			all += res.Distribution[i].FinishesInRow
		}
		fmt.Printf(" %g:%.4f(%.3f)", points, float64(in)/float64(all), float64(all)/float64(c.Trials))
	}
	fmt.Println()
}

// processorTime returns the seconds this process has used.
func processorTime() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("processor time is not known: %w", err)
	}
	of := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return of(u.Utime) + of(u.Stime), nil
}
