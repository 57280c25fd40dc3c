package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync"

	"topcut/db"
	"topcut/tournament/customgame"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

func checkCommand() subcommand {
	return subcommand{
		name: "check", args: "[FILE]", about: "check configuration, database and rulesets, or one ruleset file",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			out := outputFlags(fs)
			return func(ctx context.Context, p *program, args []string) error {
				if err := errors.Join(atMost(1, args), out.check()); err != nil {
					return err
				}
				c, err := p.loadConfig(*name)
				if err != nil {
					return err
				}
				lib, err := library(c.Rulesets.Dir)
				if err != nil {
					return err
				}
				if len(args) == 1 {
					return p.checkFile(lib, args[0])
				}
				path, _ := p.configPath(*name)
				for _, text := range c.warnings(path) {
					fmt.Fprintln(p.stderr, "topcut: warning: "+oneLine(text))
				}
				rows, failed := checkRulesets(lib)
				s := &table.Table{Columns: []table.Column{
					{Title: "Ruleset", Key: "ruleset"},
					{Title: "Edition", Key: "edition"},
					{Title: "Examples", Key: "examples", Kind: table.Number},
					{Title: "Result", Key: "result"},
				}}
				for _, r := range rows {
					s.Add(r.Ruleset, r.Edition, strconv.Itoa(r.Examples), r.Result)
				}
				if err := out.write(p.stdout, s, rows); err != nil {
					return err
				}
				if err := checkDatabase(ctx, c.Database.Path); err != nil {
					return err
				}
				if failed > 0 {
					return fmt.Errorf("%d of %d rulesets do not hold; the table says why", failed, len(rows))
				}
				return nil
			}
		},
	}
}

// checkFile checks a ruleset file and plays its worked examples, its picks and bans. What it has
// none of is computed and written to its end.
func (p *program) checkFile(lib *rules.Library, name string) error {
	name, data, err := p.input("the ruleset", []string{name}, rules.MaxFile)
	if err != nil {
		return err
	}
	worked, err := customgame.Work(lib, data)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case bytes.Equal(worked, data):
		fmt.Fprintf(p.stdout, "%s holds.\n", name)
		return nil
	}
	if err := os.WriteFile(name, worked, 0o666); err != nil {
		return err
	}
	lacked := "It had no worked example: one is"
	if head := []byte("[[example]]"); bytes.Count(worked, head) == bytes.Count(data, head) {
		lacked = "Its worked example had no picks and bans: they are"
	}
	fmt.Fprintf(p.stdout, "%s holds. %s written to its end.\n", name, lacked)
	return nil
}

// checkDatabase verifies the database if it exists.
func checkDatabase(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	_, err := db.Verify(ctx, path)
	return err
}

// checkedRuleset is one row of `check`.
type checkedRuleset struct {
	Ruleset  string `json:"ruleset"`
	Edition  string `json:"edition"`
	Examples int    `json:"examples"`
	Result   string `json:"result"` // "ok" or the problem
}

// checkRulesets checks every game, and returns how many do not hold.
func checkRulesets(lib *rules.Library) (rows []checkedRuleset, failed int) {
	for _, id := range lib.IDs() {
		row, builtIn := checkedGames()[id]
		if !builtIn {
			row = checkRuleset(id, lib.Load)
		}
		if row.Result != "ok" {
			failed++
		}
		rows = append(rows, row)
	}
	return rows, failed
}

// checkedGames are the games that the program comes with, checked once.
var checkedGames = sync.OnceValue(func() map[string]checkedRuleset {
	rows := map[string]checkedRuleset{}
	for _, id := range rules.IDs() {
		rows[id] = checkRuleset(id, rules.Load)
	}
	return rows
})

func checkRuleset(id string, load func(id string) (*rules.Ruleset, error)) checkedRuleset {
	row := checkedRuleset{Ruleset: id, Result: "ok"}
	rs, err := load(id)
	if err == nil {
		row.Edition, row.Examples = rs.Version, len(rs.Examples)
		if err = rs.ValidateOptions(); err == nil {
			err = standings.Check(rs)
		}
	}
	if err != nil {
		row.Result = faultText(err)
	}
	return row
}
