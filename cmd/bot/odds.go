package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

func oddsCommand() subcommand {
	return subcommand{
		name: "odds", args: "[FILE]", about: "chances of the cut from where an event stands",
		text: oddsHelp,
		setup: func(fs *flag.FlagSet) action {
			f := oddsFlags(fs)
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := out.check(); err != nil {
					return err
				}
				q, err := f.question(fs, src, p, args)
				if err != nil {
					return err
				}
				ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
				defer stop()
				bar := newProgress(p.stderr, "playing on")
				q.Progress = bar.show
				res, err := sim.Odds(ctx, q.OddsConfig)
				bar.clear()
				if err != nil {
					return stoppedByHand(ctx, err)
				}
				if err := pics.odds(q, res); err != nil {
					return err
				}
				return out.write(p.stdout, q.table(out.form(), res), q.json(res))
			}
		},
	}
}

const oddsHelp = `Reads a tournament file (or standard input) and plays the rest of its
rounds many times: the chance of the cut, of every final record and of every
seed. What is proved (in, out, a win or a draw is enough) is told apart from what
is estimated; an estimate has its 95% interval.

  topcut odds event.json --player p7 --if draw
  topcut odds --standings pasted.txt --rounds 7 --cut 8 --ruleset lorcana

--standings reads pasted standings instead: records only, one a line, or a table
with columns for name, record, points, omw, gwp and ogw. What is missing is filled
in and said.`

// oddsOptions are the flags of `topcut odds`.
type oddsOptions struct {
	cut, trials, threads, rounds                            *int
	player, result, standings, draws, ids, rulset, strength *string
}

func oddsFlags(fs *flag.FlagSet) *oddsOptions {
	return &oddsOptions{
		cut:       fs.Int("cut", 0, "the best `N` play on (default: the file's)"),
		player:    fs.String("player", "", "look at player `ID` more closely"),
		result:    fs.String("if", "", "suppose a `RESULT` of that player now: win, draw, loss or id"),
		trials:    fs.Int("trials", sim.DefaultTrials, "`N` tournaments to play"),
		threads:   fs.Int("threads", 0, "`N` cores to use (default: all)"),
		standings: fs.String("standings", "", "`FILE` with pasted standings; - is standard input"),
		rounds:    fs.Int("rounds", 0, "`N` Swiss rounds in all (default: the file's, else by attendance)"),
		draws:     fs.String("draws", "", "`PERCENT` of matches drawn by time, in steps of 0.5 (default: as many as at events of the game)"),
		ids:       fs.String("ids", "", "intentional draws in the last two rounds: `MODE` off, literal, strict or usual (default usual, where they are simulated)"),
		strength:  fs.String("strength", "equal", "how good players are: `MODEL` equal, elo or glicko2, by the ratings of the file"),
		rulset:    fs.String("ruleset", "magic", "`ID` of the game, for pasted standings"),
	}
}

// oddsQuestion is a position with the data needed to describe it.
type oddsQuestion struct {
	sim.OddsConfig
	title   string
	id      func(int) string
	name    func(int) string
	order   []int // players, best first
	row     func(int) (points, record string)
	filled  []notice.Notice
	focused bool              // --player was given
	state   *tournament.State // of a tournament file; nil for pasted standings
}

// question reads the position and the flags.
func (f *oddsOptions) question(fs *flag.FlagSet, src *source, p *program, args []string) (*oddsQuestion, error) {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case given["if"] && !given["player"]:
		return nil, usagef("--if needs --player: whose result is supposed?")
	case given["if"] && !slices.Contains([]string{sim.IfWin, sim.IfDraw, sim.IfLoss, sim.IfID}, *f.result):
		return nil, usagef("--if is win, draw, loss or id, not %q", *f.result)
	case given["standings"] && len(args) > 0:
		return nil, usagef("give either --standings or a tournament file")
	case given["trials"] && *f.trials < 1:
		return nil, fmt.Errorf("%d tournaments cannot be simulated; choose 1 to %d", *f.trials, sim.MaxTrials)
	case *f.threads < 0:
		return nil, fmt.Errorf("%d cores cannot be used; choose 1 or more, or 0 for all", *f.threads)
	case given["cut"] && *f.cut < 0:
		return nil, fmt.Errorf("a cut cannot be negative")
	case given["rounds"] && *f.rounds < 1:
		return nil, fmt.Errorf("%d rounds cannot be simulated; choose 1 or more", *f.rounds)
	}
	var q *oddsQuestion
	var err error
	if given["standings"] {
		q, err = f.pasted(src, p)
	} else {
		q, err = f.fromFile(src, p, args)
	}
	if err != nil {
		return nil, err
	}
	if given["cut"] {
		q.Cut = rules.Cut{Top: *f.cut}
	}
	if q.state != nil {
		if err = q.Place(q.state); err != nil && !errors.Is(err, sim.ErrNoCut) {
			return nil, err
		}
	}
	if *f.rounds > 0 {
		q.Rounds = *f.rounds
	}
	if q.Cut.IsZero() && q.Shape.Cuts == nil && len(q.Shape.Days) == 0 {
		return nil, fmt.Errorf("there is no cut to make; say how many play on with --cut")
	}
	q.Usual()
	if *f.draws != "" {
		if q.DrawChance, err = percentFlag("draws", *f.draws); err != nil {
			return nil, err
		}
	}
	if *f.ids != "" {
		if q.IDs, err = sim.ParseIDMode(*f.ids); err != nil {
			return nil, usagef("--ids is off, literal, strict or usual, not %q", *f.ids)
		}
	}
	if q.Strength, err = sim.ParseStrength(*f.strength); err != nil {
		return nil, usagef("--strength is equal, elo or glicko2, not %q", *f.strength)
	}
	q.Trials, q.Threads, q.If, q.Player = *f.trials, threadsOf(*f.threads), *f.result, -1
	if given["player"] {
		if q.Player, err = q.find(*f.player); err != nil {
			return nil, err
		}
		q.focused = true
	}
	return q, nil
}

// find returns the player with an id or an exact name.
func (q *oddsQuestion) find(who string) (int32, error) {
	for _, key := range []func(int) string{q.id, q.name} {
		called := make([]string, len(q.order))
		for k, i := range q.order {
			called[k] = key(i)
		}
		if found := names.Find(who, called); len(found) == 1 {
			return int32(q.order[found[0]]), nil
		}
	}
	return 0, fmt.Errorf("there is no player %q here; --player takes an id", who)
}

func (f *oddsOptions) fromFile(src *source, p *program, args []string) (*oddsQuestion, error) {
	pos, err := src.event(p, args, func(t *file.Tournament) {
		if t.Cut.IsZero() && t.RoundsPlanned == 0 && len(t.Stages.Stages) == 0 { // by attendance, like the rounds
			_, t.Cut.Top, _ = t.Rules.RoundsFor(t.Rules.Attendance(t.Ledger))
		}
	})
	if err != nil {
		return nil, err
	}
	if pos.odd != nil || pos.state().Elimination() != nil && pos.swiss() > 0 {
		return nil, fmt.Errorf("the Swiss rounds are over and places are decided in the bracket, so the chances are no longer open")
	}
	t := pos.file
	table, err := pos.table()
	if err != nil {
		return nil, err
	}
	q := &oddsQuestion{
		title: pos.title(), state: pos.state(),
		id: func(i int) string { return pos.id(int32(i)) }, name: func(i int) string { return pos.name(int32(i)) },
	}
	q.Rules, q.Ledger, q.Rounds, q.Cut = t.Rules, q.state.Facts(), q.state.PlannedRounds(), q.state.CutRule()
	copy(q.Seed[:], pos.snap.Book.Secret)
	for i := range table.Rows {
		q.order = append(q.order, int(table.Rows[i].Player))
	}
	q.row = func(i int) (string, string) {
		r := table.Row(int32(i))
		if r == nil {
			return "", ""
		}
		return t.Rules.FormatPoints(r.Points), fmt.Sprintf("%d-%d-%d", r.Record[0], r.Record[1], r.Record[2])
	}
	return q, nil
}

// maxPaste bounds the length of pasted standings.
const maxPaste = 1 << 20

func (f *oddsOptions) pasted(src *source, p *program) (*oddsQuestion, error) {
	lib, err := library(src.rulesets)
	if err != nil {
		return nil, err
	}
	rs, err := lib.Load(*f.rulset)
	if err != nil {
		return nil, err
	}
	name, data, err := p.input("the pasted standings", []string{*f.standings}, maxPaste)
	if err != nil {
		return nil, err
	}
	pasted, err := sim.ReadPasted(string(data), rs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	q := &oddsQuestion{
		title: "Pasted standings, " + rs.Name, filled: pasted.Filled,
		id:   func(i int) string { return strconv.Itoa(i + 1) },
		name: func(i int) string { return pasted.Names[i] },
		row: func(i int) (string, string) {
			rec := pasted.Standings[i].Record
			return trimFloat(rs.Scoring.Win.Float64()*float64(rec.Wins) + rs.Scoring.Draw.Float64()*float64(rec.Draws) + rs.Scoring.Loss.Float64()*float64(rec.Losses)), rec.String()
		},
	}
	q.Rules, q.Standings, q.Played, q.Seed = rs, pasted.Standings, pasted.Played, src.seed.value
	var cut int
	q.Rounds, cut, _ = rs.RoundsFor(len(pasted.Standings))
	q.Rounds, q.Cut = max(q.Rounds, pasted.Played), rules.Cut{Top: cut}
	for i := range pasted.Standings {
		q.order = append(q.order, i)
	}
	return q, nil
}
