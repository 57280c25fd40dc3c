// Command calibrate holds the chances of package sim against what became of real
// events: after each round of each event in a directory of tournament files it
// asks for the chance of the cut of the first players of the standings, and counts
// how many of them made it. It prints a page in Markdown. See ../../calibrate.sh.
//
//	calibrate -events DIR
//
// The chances are those that `topcut odds` would have given at that moment: it knows
// who had left by then, but neither later results nor later drops. For comparison
// stand two rules that need no simulation:
//
//   - points only: in with more points than the player on the last place of the cut
//     has now, out with fewer, and level with that player the share of the places
//     that are left for those level.
//   - rank only: in for those who would make the cut now, out for the others.
//
// Brier's score is the mean squared distance of a chance from what came (1 or 0):
// 0 is perfect, and 0.25 is what a coin scores.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"topcut/sim"
	"topcut/tournament/file"
	"topcut/tournament/rules"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	dir := flag.String("events", "", "directory of tournament files")
	var s study
	flag.IntVar(&s.first, "first", 12, "players of each standings")
	flag.IntVar(&s.trials, "trials", 4000, "tournaments played from each position")
	draws := flag.String("draws", "5", "percentage of matches drawn by time")
	ids := flag.String("ids", "strict", "intentional draws: off, literal or strict")
	strength := flag.String("strength", "equal", "strength of the players: equal or glicko2")
	flag.Parse()
	var err error
	if s.draws, err = sim.ParsePercent(*draws); err != nil {
		return err
	}
	if s.ids, err = sim.ParseIDMode(*ids); err != nil {
		return err
	}
	if s.strength, err = sim.ParseStrength(*strength); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(*dir, "*.json"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("there are no tournament files in %q; name a directory with -events", *dir)
	}
	for i, name := range names {
		fmt.Fprintf(os.Stderr, "\r%d of %d events", i+1, len(names))
		if err := s.read(context.Background(), name); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr)
	var page bytes.Buffer
	s.write(&page, *ids)
	_, err = os.Stdout.Write(page.Bytes())
	return err
}

// read adds an event, or the reason for which it cannot be used.
func (s *study) read(ctx context.Context, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("an event cannot be read: %w", err)
	}
	t, err := file.Read(data, rules.Load)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e := event{name: t.Name, Tournament: t}
	if reason := e.unusable(); reason != "" {
		s.refused = append(s.refused, refusal{e.name, reason})
		return nil
	}
	s.events++
	return s.add(ctx, &e, runtime.GOMAXPROCS(0))
}
