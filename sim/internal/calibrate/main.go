// Command calibrate holds the chances of package sim against what became of real
// events: after each round of each event in a directory of tournament files, and again
// once the next one is paired, it asks for the chance of the cut of everybody who is
// still in, and counts how many of them made it. It prints a page in Markdown. See
// ../../calibrate.sh.
//
//	calibrate -events DIR -fields 150
//
// The chances are those that /odds answers at that moment at its default settings: it
// knows who had left by then, but neither later results nor later drops. Where the size
// of the cut was not published, it is that of the ruleset's table for the attendance.
//
// The share of draws, how often players agree on one and at what stakes, and the deviation
// with which Glicko-2 starts were fitted on events such as these. To keep fits apart
// from forecasts, every event is also computed with the parameters fitted on the others: the
// events are dealt into folds.
//
// With -fields, as many events are simulated on the draws that were counted, and asked
// about in the same way: see field.go.
//
// For comparison stand three rules that need no simulation:
//
//   - points only: in with more points than the player on the last place of the cut
//     has now, out with fewer, and level with that player the share of the places
//     that are left for those level.
//   - rank only: in for those who would make the cut now, out for the others.
//   - a logistic regression on points and rounds left, fitted on the other folds.
//
// Brier's score is the mean squared distance of a chance from what came (1 or 0):
// 0 is perfect, and 0.25 is what a coin scores. Log loss is the mean of -ln of the
// chance that was given to what came.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

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
	pattern := flag.String("files", "melee-*.json", "which of its files")
	trials := flag.Int("trials", 4000, "tournaments played from each position")
	simulated := flag.Int("fields", 0, "how many events to simulate besides, with the draws counted at the others")
	flag.Parse()
	names, err := filepath.Glob(filepath.Join(*dir, *pattern))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("there are no tournament files in %q; name a directory with -events", *dir)
	}
	s := study{trials: *trials, threads: runtime.GOMAXPROCS(0), note: func(i, n int) { fmt.Fprintf(os.Stderr, "\r%d of %d events", i, n) }}
	for _, name := range names {
		if err := s.read(name); err != nil {
			return err
		}
	}
	studies := []*study{&s}
	if *simulated > 0 {
		f := &study{simulated: true, trials: s.trials, threads: s.threads, note: s.note}
		if f.events, err = fields(*simulated, learn(s.events).within(shippedBounds())); err != nil {
			return err
		}
		studies = append(studies, f)
	}
	var page bytes.Buffer
	for i, s := range studies {
		if err := s.run(context.Background()); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr)
		if i > 0 {
			page.WriteString("\n")
		}
		s.write(&page)
	}
	_, err = os.Stdout.Write(page.Bytes())
	return err
}

// read adds an event, or the reason for which it cannot be used.
func (s *study) read(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("an event cannot be read: %w", err)
	}
	t, err := file.Read(data, rules.Load)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e := &event{name: t.Name, Tournament: t}
	if reason := e.prepare(); reason != "" {
		s.refused = append(s.refused, refusal{e.name, reason})
		return nil
	}
	s.events = append(s.events, e)
	return nil
}
