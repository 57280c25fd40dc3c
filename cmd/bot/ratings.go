package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"

	"topcut/commands/columns"
	"topcut/commands/text"
	"topcut/tournament/file"
	"topcut/tournament/names"
	"topcut/tournament/numbered"
	"topcut/tournament/rating"
	"topcut/tournament/sorted"
	"topcut/tournament/table"
)

func ratingsCommand() subcommand {
	return subcommand{
		name: "ratings", args: "FILE…", about: "ratings of everybody over tournament files",
		text: ratingsHelp,
		setup: func(fs *flag.FlagSet) action {
			usual := rating.Glicko2()
			f := &ratingsOptions{given: fs, src: &source{}, out: outputFlags(fs)}
			fs.StringVar(&f.src.rulesets, "rulesets", "", "`FOLDER` with rulesets of your own")
			fs.StringVar(&f.by, "by", "id", "who is who in another file: `KEY` id or name")
			fs.Float64Var(&f.formula.Start, "start", usual.Start, "`RATING` of a new player (at tables 25)")
			fs.Float64Var(&f.formula.Deviation, "deviation", usual.Deviation, "and its `DEVIATION` (at tables 25/3)")
			fs.Float64Var(&f.formula.Volatility, "volatility", usual.Volatility, "and its `VOLATILITY` (Glicko-2)")
			fs.Float64Var(&f.formula.Tau, "tau", usual.Tau, "`TAU`: how much volatility may change (at tables 1/12: deviation that each game adds)")
			fs.BoolVar(&f.judge, "judge", false, "fit on every other file and say how well the rest is forecast")
			return func(_ context.Context, p *program, args []string) error { return f.run(p, args) }
		},
	}
}

const ratingsHelp = `Reads tournament files in the order they were played and rates everybody: Glicko-2
where two play each other, Plackett-Luce (as OpenSkill) at tables of three and more.
Each file is one rating period. Byes, forfeits and agreed draws are not rated.

  topcut ratings week1.json week2.json week3.json --by name

The list is in the order of the rating less two deviations. A rating whose deviation
is 110 or more is provisional.

With --judge each file is forecast from itself, round by round: a coin, Elo with
400/32, Glicko-2 with the constants above, and Glicko-2 as fitted on the first, third,
fifth … file, judged on the second, fourth … only.`

// ratingsOptions are the flags of `topcut ratings`.
type ratingsOptions struct {
	given   *flag.FlagSet
	src     *source
	out     output
	by      string
	formula rating.Formula
	judge   bool
}

func (f *ratingsOptions) run(p *program, args []string) error {
	if err := f.out.check(); err != nil {
		return err
	}
	switch {
	case len(args) == 0:
		return usagef("name the tournament files, in the order they were played")
	case f.by != "id" && f.by != "name":
		return usagef("--by is id or name, not %q", f.by)
	case f.judge && *f.out.csv:
		return usagef("--judge prints a table, or JSON with --json")
	}
	files := make([]*file.Tournament, len(args))
	for i, name := range args {
		t, err := f.src.read(p, []string{name})
		if err != nil {
			return err
		}
		files[i] = t
	}
	if f.judge {
		return f.judged(p, files)
	}
	return f.rate(p, files)
}

// roster numbers the players of several files from 0.
type roster struct {
	byName bool // a player is one by the name, else by the id
	ids    numbered.List[string]
	names  numbered.List[string]
	index  map[string]int32
}

// newRoster returns an empty roster of players who are one by the key "id" or "name".
func newRoster(by string) *roster {
	return &roster{byName: by == "name", index: map[string]int32{}}
}

// find returns the roster number of a player.
func (r *roster) find(id string) (m int32, known bool) {
	m, known = r.index[r.key(id)]
	return m, known
}

// key returns what a player is known by: names are one under every spelling.
func (r *roster) key(id string) string {
	if r.byName {
		return names.Key(id)
	}
	return id
}

// player returns the roster number of a player, and adds a new one.
func (r *roster) player(id string) int32 {
	m, known := r.find(id)
	if !known {
		m = int32(len(r.ids))
		r.index[r.key(id)] = m
		r.ids, r.names = append(r.ids, id), append(r.names, id)
	}
	return m
}

// of returns the roster numbers of a file's players and adds new players.
func (r *roster) of(t *file.Tournament) ([]int32, error) {
	out := make([]int32, len(t.Players))
	seen := map[int32]bool{}
	for i, player := range t.Players {
		id := player.ID
		if r.byName {
			id = nameOf(t, i)
		}
		m := r.player(id)
		if seen[m] {
			return nil, fmt.Errorf("%s: two players are called %q, so names do not tell them apart; use --by id", titleOf(t), id)
		}
		seen[m] = true
		out[i], r.names[m] = m, nameOf(t, i)
	}
	return out, nil
}

var errTwoFormulas = errors.New("some files are of a game for two and others of a game at tables, which no rating compares; name files of one kind")

// constants returns the rating formula with the flags applied.
func (f *ratingsOptions) constants(files []*file.Tournament) (rating.Formula, error) {
	formula := rating.FormulaFor(files[0].Rules)
	for _, t := range files {
		if rating.FormulaFor(t.Rules) != formula {
			return formula, errTwoFormulas
		}
	}
	f.given.Visit(func(g *flag.Flag) {
		switch g.Name {
		case "start":
			formula.Start = f.formula.Start
		case "deviation":
			formula.Deviation = f.formula.Deviation
		case "volatility":
			formula.Volatility = f.formula.Volatility
		case "tau":
			formula.Tau = f.formula.Tau
		}
	})
	duel := !formula.Tables
	switch between := func(x, low, high float64) bool { return x >= low && x <= high }; {
	case !between(formula.Start, -1e6, 1e6):
		return formula, usagef("--start is a number up to a million")
	case !between(formula.Deviation, 1e-3, 1e4):
		return formula, usagef("--deviation is a number from 0.001 to 10000")
	case duel && !between(formula.Volatility, 1e-6, 1):
		return formula, usagef("--volatility is a number above 0, up to 1")
	case duel && !between(formula.Tau, 1e-3, 10), !duel && !between(formula.Tau, 0, 1e4):
		return formula, usagef("--tau is a number above 0, up to 10")
	}
	return formula, nil
}

func (f *ratingsOptions) rate(p *program, files []*file.Tournament) error {
	formula, err := f.constants(files)
	if err != nil {
		return err
	}
	r := newRoster(f.by)
	periods := make([]rating.Period, len(files))
	for i, t := range files {
		who, err := r.of(t)
		if err != nil {
			return err
		}
		periods[i] = rating.Rated(t.Rules, t.Ledger, func(player int32) int32 { return who[player] })
	}
	ratings := formula.Fold(len(r.ids), periods, nil)
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	sorted.Stable(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(ratings[b].Floor(), ratings[a].Floor()), cmp.Compare(r.ids[a], r.ids[b]))
	})
	rows := columns.Ratings{Formula: formula, Name: func(m int) string { return r.names[m] }, ID: func(m int) string { return r.ids[m] }}
	for i, m := range order {
		rows.Rows = append(rows.Rows, columns.Rated{Rank: i + 1, Player: m, Rating: ratings[m]})
	}
	t := rows.Make(f.out.form(), text.Printer{})
	t.Above = []string{fmt.Sprintf("%s, %d events", formulaName(formula), len(files)), ""}
	return f.out.table(p.stdout, t)
}

func decimals(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }

func formulaName(f rating.Formula) string {
	if f.Tables {
		return "Plackett-Luce"
	}
	return "Glicko-2"
}

// judgedJSON is `ratings --judge --json`.
type judgedJSON struct {
	Fitted int          `json:"fitted_on"`
	Judged int          `json:"judged_on"`
	Models []judgedItem `json:"models"`
}

type judgedItem struct {
	Model     string  `json:"model"`
	Deviation float64 `json:"deviation,omitempty"`
	Scale     float64 `json:"scale,omitempty"`
	Draws     float64 `json:"draws"`
	Matches   int     `json:"matches"`
	LogLoss   float64 `json:"log_loss"`
	Decided   int     `json:"decided"`
	OfThese   float64 `json:"log_loss_decided"`
	Brier     float64 `json:"brier_decided"`
}

func (f *ratingsOptions) judged(p *program, files []*file.Tournament) error {
	if len(files) < 2 {
		return usagef("--judge needs at least two files, one to fit on and one to judge on")
	}
	if formula, err := f.constants(files); err != nil {
		return err
	} else if formula.Tables {
		return errors.New("--judge is for games of two")
	}
	var half [2][]rating.Sample
	for i, t := range files {
		half[i%2] = append(half[i%2], rating.Sample{Members: len(t.Players), Rounds: rating.Rounds(t.Rules, t.Ledger, nil)})
	}
	out := judgedJSON{Fitted: len(half[0]), Judged: len(half[1])}
	s := &table.Table{Columns: []table.Column{
		{Title: "Forecast"},
		{Title: "Start ±", Kind: table.Number},
		{Title: "Scale", Kind: table.Number},
		{Title: "Log loss", Kind: table.Number},
		{Title: "of decided", Kind: table.Number},
		{Title: "Brier", Kind: table.Number},
	}}
	for _, model := range []struct {
		name     string
		forecast rating.Forecast
		fitted   bool
	}{
		{"coin", rating.ByCoin, false},
		{"Elo 400/32", rating.ByElo, false},
		{"Elo, scale fitted", rating.ByElo, true},
		{"Glicko-2", rating.ByGlicko, false},
		{"Glicko-2, fitted", rating.ByGlicko, true},
	} {
		fit := rating.Standing(half[0])
		if model.fitted {
			fit = model.forecast.Fitted(half[0])
		}
		q := model.forecast.Judge(half[1], fit)
		item := judgedItem{Model: model.name, Draws: fit.Draws, Matches: q.Matches, LogLoss: q.LogLoss, Decided: q.Decided, OfThese: q.OfThese, Brier: q.Brier}
		deviation, scale := "", ""
		if model.forecast == rating.ByGlicko {
			item.Deviation, deviation = fit.Deviation, decimals(fit.Deviation, 0)
		}
		if model.forecast != rating.ByCoin {
			item.Scale, scale = fit.Scale, decimals(fit.Scale, 1)
		}
		out.Models = append(out.Models, item)
		s.Add(model.name, deviation, scale, decimals(q.LogLoss, 4), decimals(q.OfThese, 4), decimals(q.Brier, 4))
	}
	first := out.Models[0]
	s.Above = []string{fmt.Sprintf("Fitted on %d events, judged on %d others: %d matches, %d of them decided; %.1f%% drawn where it was fitted",
		out.Fitted, out.Judged, first.Matches, first.Decided, 100*first.Draws), ""}
	return f.out.write(p.stdout, s, out)
}
