package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/table"
)

func bracketCommand() subcommand {
	return subcommand{
		name: "bracket", args: "[FILE]", about: "elimination bracket of a tournament file",
		text: "Reads a tournament file (or standard input), seeds the bracket by the standings\nand enters the elimination rounds that have been played.",
		setup: func(fs *flag.FlagSet) action {
			var o bracketOptions
			fs.IntVar(&o.size, "size", 0, "how many play on, `N` (default: the cut of the file)")
			fs.StringVar(&o.kind, "type", "", "`KIND` of bracket: single, double or pods (default: by format and ruleset)")
			fs.BoolVar(&o.third, "third", false, "with a match for third place")
			fs.StringVar(&o.division, "division", "", "the bracket of division `NAME`")
			explain := fs.Bool("explain", false, "say where seeds, matches and places come from")
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			return func(_ context.Context, p *program, args []string) error {
				if err := out.check(); err != nil {
					return err
				}
				if o.size < 0 || o.size == 1 {
					return usagef("--size takes 2 or more, not %d", o.size)
				}
				if o.kind != "" {
					if err := oneOf("--type", o.kind, "single", "double", "pods"); err != nil {
						return usagef("%v", err)
					}
				}
				pos, err := src.event(p, args, o.change)
				if err != nil {
					return err
				}
				b, err := pos.bracket(o)
				if err != nil {
					return err
				}
				ids := make([]string, len(b.Seeds))
				for i, n := range b.Seeds {
					ids[i] = pos.id(int32(n - 1))
				}
				d := b.Tree.Diagram(b.State, ids)
				if err := pics.bracket(pos, b); err != nil {
					return err
				}
				if !*explain {
					return out.write(p.stdout, bracketSheet(pos, b, d), d)
				}
				why, err := pos.explainBracket(b)
				if err != nil {
					return err
				}
				sheet := bracketSheet(pos, b, d)
				sheet.Below = append(append(sheet.Below, ""), why...)
				return out.write(p.stdout, sheet, bracketExplained{d, why})
			}
		},
	}
}

// bracketOptions are the flags that change the bracket of a file.
type bracketOptions struct {
	size     int    // 0 for the file's cut
	kind     string // single, double or pods; "" for the default of format and ruleset
	third    bool
	division string
}

// change applies the options to a file. It drops the log of an export, which belongs to
// another bracket.
func (o *bracketOptions) change(t *file.Tournament) {
	if o.size == 0 && o.kind == "" && (len(t.Log) > 0 || !o.third) {
		return
	}
	t.Log = nil
	if len(t.Stages.Stages) == 0 {
		t.Stages, _ = handover.ChainOfFile(t)
	}
	if o.size > 0 {
		t.CutSeeds, t.Cut = nil, rules.Cut{Top: o.size}
		t.Stages = t.Stages.WithCut(stage.TopN(o.size))
		o.keepBest(t)
	}
	if kind := (map[string]stage.Kind{"single": stage.Single, "double": stage.Double, "pods": stage.Tables})[o.kind]; kind != "" {
		t.Stages = t.Stages.WithTree(kind)
	}
	t.Stages = t.Stages.WithThird(o.third)
	t.Format = t.Stages.Format()
}

// keepBest reduces an event that is a pure elimination to its best seeds.
func (o *bracketOptions) keepBest(t *file.Tournament) {
	if !t.Stages.First().Kind.Eliminates() {
		return
	}
	l := t.Ledger.Players
	var in []int
	for i := range l {
		if l[i].DroppedAfter != 0 {
			in = append(in, i)
		}
	}
	sorted.Stable(in, func(a, b int) int {
		return cmp.Or(cmp.Compare(min(l[b].Seed, 1), min(l[a].Seed, 1)), cmp.Compare(l[a].Seed, l[b].Seed))
	})
	for _, i := range in[min(o.size, len(in)):] {
		l[i].DroppedAfter = 0
	}
}

// bracket returns the elimination of the event or of one of its divisions: as played so
// far, or as it would be now.
func (e *event) bracket(o bracketOptions) (*tournament.DivisionBracket, error) {
	if e.odd != nil {
		return nil, e.odd
	}
	if s := e.state(); s.Elimination() == nil {
		if s.PlannedCut() == nil {
			return nil, errors.New("the file has no cut; say how many play on with --size")
		}
		if err := e.unfinished(e.after); err != nil {
			return nil, err
		}
		if _, err := e.do(&command.MakeCut{Early: true}); err != nil {
			return nil, err
		}
	}
	all, err := e.state().Brackets()
	if err != nil {
		return nil, err
	}
	switch names := e.file.Divisions; {
	case o.division == "" && len(all) > 1:
		return nil, errors.New("each division of this event has a bracket of its own; choose one with --division")
	case o.division == "":
		return &all[0], nil
	default:
		division := slices.Index(names, o.division)
		if division < 0 {
			return nil, fmt.Errorf("there is no division %q in the file", o.division)
		}
		for i := range all {
			if all[i].Division == division {
				return &all[i], nil
			}
		}
		return nil, fmt.Errorf("no bracket is played in division %q", o.division)
	}
}

func bracketSheet(pos *event, b *tournament.DivisionBracket, d bracket.Diagram) *table.Table {
	s := &table.Table{Columns: []table.Column{
		{Title: "Round", Key: "round", Kind: table.Number},
		{Title: "Part", Key: "part"},
		{Title: "Match", Key: "match", Kind: table.Number},
		{Title: "Players", Key: "players"},
		{Title: "Winner", Key: "winner"},
	}}
	name := func(id *string) string {
		if id == nil {
			return ""
		}
		return nameOf(pos.file, pos.file.Index(*id))
	}
	for _, r := range d.Rounds {
		for _, m := range r.Matches {
			players := make([]string, len(m.Players))
			sources, _ := b.Tree.Match(m.Match)
			for i, id := range m.Players {
				if players[i] = name(id); id == nil {
					players[i] = cmp.Or(strings.ToLower(wording.Pending(text.Printer{}, sources.Sources[i])), "?")
				}
			}
			s.Add(strconv.Itoa(r.Number), r.Part, strconv.Itoa(m.Match), strings.Join(players, " - "), name(m.Winner))
		}
	}
	seeds := make([]string, len(d.Seeds))
	for i, id := range d.Seeds {
		seeds[i] = fmt.Sprintf("%d %s", i+1, name(&id))
	}
	s.Above = append(s.Above, "Seeds: "+strings.Join(seeds, ", "))
	if st := pos.state(); st.FewForDouble(len(d.Seeds)) > 0 {
		s.Above = append(s.Above, text.Printer{}.Say("setting.double_needs", "least", st.FewForDouble(len(d.Seeds)), "n", len(d.Seeds)))
	}
	s.Above = append(s.Above, "")
	if len(d.Places) > 0 {
		s.Below = append(s.Below, "")
	}
	for _, place := range d.Places {
		s.Below = append(s.Below, fmt.Sprintf("Place %d: %s", place.Place, name(&place.Player)))
	}
	return s
}
