package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"topcut/commands/drawing"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/fraction"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

func simulateCommand() subcommand {
	return subcommand{
		name: "simulate", about: "what an event of a given shape will look like",
		text: simulateHelp,
		setup: func(fs *flag.FlagSet) action {
			f := planFlags(fs)
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			table := fs.String("table", "points", "which `TABLE` goes into --csv: points, ids, luck or day2 (points of the second stage)")
			into := fs.Int("stage", 0, "tables of who enters stage `N` go into --csv (default: the last)")
			explain := fs.Bool("explain", false, "print the assumptions, the tiebreakers, the sources and the history only")
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				if err := out.check(); err != nil {
					return err
				}
				if !slices.Contains([]string{"points", "ids", "luck", "day2"}, *table) {
					return usagef("--table is points, ids, luck or day2, not %q", *table)
				}
				lib, err := library(src.rulesets)
				if err != nil {
					return err
				}
				rs, err := lib.Load(*f.ruleset)
				if err != nil {
					return err
				}
				if *explain {
					return explainSheet(rs).Sheet(p.stdout)
				}
				c, err := f.config(fs, rs)
				if err != nil {
					return err
				}
				c.Seed = src.seed.value
				ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
				defer stop()
				bar := newProgress(p.stderr, "simulating")
				c.Progress = bar.show
				if t := c.Estimate(); t >= sim.SlowPlan && bar != nil {
					fmt.Fprintf(p.stderr, "This takes about %s; Ctrl-C stops it.\n", t.Round(time.Second))
				}
				begin := time.Now()
				res, err := sim.Plan(ctx, c)
				seconds := time.Since(begin).Seconds()
				bar.clear()
				if err != nil {
					return stoppedByHand(ctx, err)
				}
				if err := pics.plan(c, res); err != nil {
					return err
				}
				if *out.json {
					return writeJSON(p.stdout, planJSON(c, res, seconds))
				}
				if *out.csv {
					s, err := planTable(c, res, *table, *into)
					if err != nil {
						return err
					}
					return s.CSV(p.stdout)
				}
				for i, s := range planSheets(c, res) {
					if i > 0 {
						fmt.Fprintln(p.stdout)
					}
					if err := s.Sheet(p.stdout); err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}

const simulateHelp = `Plays whole tournaments by chance and prints what they have in common: the Top
Cut Summary, the Point Distribution with the bubble marked, the ID Safety Guide
and the luck of the first turn. Every number has its margin of error; cells
marked ~ are estimates of what nobody did.

Without --rounds and --cut the ruleset's table for the attendance decides. A
preset fills rounds, cut, draws, intentional draws, drops and second day; flags
beside it win. Presets: set-championship, store-league, two-day.

--stages takes a whole chain instead: Swiss stages, round robins, groups, the pods
of a draft, a cut, early places (lock). It prints the tables for the entry into
every stage; the ID Safety Guide is about Swiss rounds alone. A stage that cannot
be simulated is named.

  topcut simulate --players 64 --preset set-championship --ruleset lorcana
  topcut simulate --players 128 --rounds 7 --cut 8 --draws 2.5 --ids literal
  topcut simulate --players 90 --stages "swiss 5 > top 32 swiss 3 > single 8 lock 18"`

// stoppedByHand returns a simple error after Ctrl-C.
func stoppedByHand(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return errors.New("the simulation was stopped before it had an answer")
	}
	return err
}

// planOptions are the flags that shape a simulated event.
type planOptions struct {
	players, rounds, cut, cutPoints, dropLosses, trials, threads *int
	draws, ids, idScore, byes, otp, dayTwo, preset, ruleset      *string
	stages                                                       *string
}

func planFlags(fs *flag.FlagSet) *planOptions {
	return &planOptions{
		players:    fs.Int("players", 0, "`N` players"),
		rounds:     fs.Int("rounds", 0, "`N` Swiss rounds (default: by attendance)"),
		cut:        fs.Int("cut", 0, "the best `N` play on; 0 = none (default: by attendance)"),
		cutPoints:  fs.Int("cut-points", 0, "everybody with at least `N` points plays on"),
		draws:      fs.String("draws", "", "`PERCENT` of matches drawn by time, in steps of 0.5"),
		ids:        fs.String("ids", "", "intentional draws: `MODE` off, literal, strict or usual (default off)"),
		idScore:    fs.String("id-score", sim.ScoreDrawn, "an intentional draw counts `HOW`: drawn (1-1-1, like any other) or recorded (as the ruleset records it)"),
		dropLosses: fs.Int("drop-losses", 0, "players drop after `N` losses; 0 = never"),
		byes:       fs.String("byes", "", "`ROUNDS` in which player 1 has an awarded bye, such as 1,2"),
		otp:        fs.String("otp", "", "`PERCENT` of decided matches won by who has the first turn, such as 55"),
		dayTwo:     fs.String("day2", "", "record `W-L-D` that the second day takes"),
		stages:     fs.String("stages", "", "the whole `CHAIN` of stages, such as \"swiss 7 > top 32 swiss 3 > single 8\"; instead of --rounds, --cut and --day2"),
		preset:     fs.String("preset", "", "`NAME`: set-championship, store-league or two-day"),
		ruleset:    fs.String("ruleset", "magic", "`ID` of the game"),
		trials:     fs.Int("trials", sim.DefaultTrials, "`N` tournaments to play"),
		threads:    fs.Int("threads", 0, "`N` cores to use (default: all)"),
	}
}

// config returns the plan: first the ruleset's table of attendance, then the preset, then
// the flags.
func (f *planOptions) config(fs *flag.FlagSet, rs *rules.Ruleset) (sim.PlanConfig, error) {
	c := sim.PlanConfig{Rules: rs, Players: *f.players, Trials: *f.trials, Threads: threadsOf(*f.threads)}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case !given["players"]:
		return c, usagef("--players is missing: how many play?")
	case *f.players < 2:
		return c, fmt.Errorf("%d players cannot be simulated; choose at least 2", *f.players)
	case given["cut"] && given["cut-points"]:
		return c, usagef("give either --cut or --cut-points")
	case given["stages"] && (given["rounds"] || given["cut"] || given["cut-points"] || given["day2"]):
		return c, usagef("--stages says rounds, cut and second day; leave --rounds, --cut, --cut-points and --day2 out")
	case *f.trials < 1:
		return c, fmt.Errorf("%d tournaments cannot be simulated; choose 1 to %d", *f.trials, sim.MaxTrials)
	case *f.threads < 0:
		return c, fmt.Errorf("%d cores cannot be used; choose 1 or more, or 0 for all", *f.threads)
	}
	var cut int
	c.Rounds, cut, _ = rs.RoundsFor(c.Players)
	c.Cut = rules.Cut{Top: cut}
	if *f.preset != "" {
		if !slices.Contains(sim.Presets(), *f.preset) {
			return c, usagef("there is no preset %q; choose %s", *f.preset, strings.Join(sim.Presets(), ", "))
		}
		var err error
		if c, err = c.Preset(*f.preset); err != nil {
			return c, err
		}
	}
	if given["stages"] {
		chain, err := stage.Parse(*f.stages)
		if err != nil {
			return c, err
		}
		if c, err = c.With(chain); err != nil {
			return c, err
		}
	}
	if given["rounds"] {
		c.Rounds = *f.rounds
	}
	if given["cut"] || given["cut-points"] {
		c.Cut = rules.Cut{Top: *f.cut, Points: *f.cutPoints}
	}
	if given["drop-losses"] {
		c.DropLosses = *f.dropLosses
	}
	return c, f.words(&c)
}

// words parses the flags that are not whole numbers.
func (f *planOptions) words(c *sim.PlanConfig) (err error) {
	if *f.draws != "" {
		if c.DrawChance, err = percentFlag("draws", *f.draws); err != nil {
			return err
		}
	}
	if *f.otp != "" {
		if c.PlayChance, err = percentFlag("otp", *f.otp); err != nil {
			return err
		}
		if c.PlayChance == 0 {
			return usagef("--otp is the share that who begins wins, such as 55; leave it out for an even match")
		}
	}
	if *f.ids != "" {
		if c.IDs, err = sim.ParseIDMode(*f.ids); err != nil {
			return usagef("--ids is off, literal, strict or usual, not %q", *f.ids)
		}
	}
	if c.RecordedIDs = *f.idScore == sim.ScoreRecorded; !c.RecordedIDs && *f.idScore != sim.ScoreDrawn {
		return usagef("--id-score is drawn or recorded, not %q", *f.idScore)
	}
	if *f.byes != "" {
		for _, part := range strings.Split(*f.byes, ",") {
			n, err := fraction.TypedWhole(part)
			if err != nil {
				return usagef("--byes takes the numbers of rounds, such as 1,2, not %q", *f.byes)
			}
			c.Byes = append(c.Byes, n)
		}
	}
	if *f.dayTwo != "" {
		if c.DayTwo, err = sim.ParseRecord(*f.dayTwo); err != nil {
			return usagef("--day2 takes a record such as 4-2-0, not %q", *f.dayTwo)
		}
	}
	return nil
}

// percentFlag parses a percentage. Text that is not a number is a usage error; a number
// out of range is bad input.
func percentFlag(name, text string) (sim.Percent, error) {
	if _, err := fraction.Typed(strings.TrimRight(strings.TrimSpace(text), "%")); err != nil {
		return 0, usagef("--%s takes a percentage such as 2.5, not %q", name, text)
	}
	v, err := sim.ParsePercent(text)
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", name, err)
	}
	return v, nil
}

func threadsOf(n int) int {
	n = min(n, runtime.NumCPU()) // more would only take memory; the figures are the same
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// plan draws the distribution of points and the luck in a simulated event.
func (f pictureFiles) plan(c sim.PlanConfig, res *sim.PlanResult) error {
	list := []pictures.Drawing{drawing.Points(text.Printer{}, res, &res.Entry, planTitle(c))}
	if len(res.Luck) > 0 {
		list = append(list, drawing.Luck(text.Printer{}, res, &res.Entry, planTitle(c)))
	}
	return f.draw(list...)
}
