package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament/bracket"
)

func bracketCommand() command {
	return command{
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
				pos, err := src.position(p, args, allRounds)
				if err != nil {
					return err
				}
				e, err := pos.elimination(o)
				if err != nil {
					return err
				}
				st, err := e.resolve()
				if err != nil {
					return err
				}
				ids := make([]string, len(e.seeds))
				for i, player := range e.seeds {
					ids[i] = pos.id(player)
				}
				d := e.bracket.Diagram(st, ids)
				if err := pics.bracket(pos, e, st); err != nil {
					return err
				}
				if !*explain {
					return out.write(p.stdout, bracketSheet(pos, e, d), d)
				}
				why, err := e.explain(pos, st)
				if err != nil {
					return err
				}
				sheet := bracketSheet(pos, e, d)
				sheet.below = append(append(sheet.below, ""), why...)
				return out.write(p.stdout, sheet, bracketExplained{d, why})
			}
		},
	}
}

func bracketSheet(pos *position, e *elimination, d bracket.Diagram) *sheet {
	s := &sheet{head: []heading{
		{title: "Round", name: "round", right: true},
		{title: "Part", name: "part"},
		{title: "Match", name: "match", right: true},
		{title: "Players", name: "players"},
		{title: "Winner", name: "winner"},
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
			sources, _ := e.bracket.Match(m.Match)
			for i, id := range m.Players {
				if players[i] = name(id); id == nil {
					players[i] = cmp.Or(strings.ToLower(view.Pending(text.Printer{}, sources.Sources[i])), "?")
				}
			}
			s.add(strconv.Itoa(r.Number), r.Part, strconv.Itoa(m.Match), strings.Join(players, " - "), name(m.Winner))
		}
	}
	seeds := make([]string, len(d.Seeds))
	for i, id := range d.Seeds {
		seeds[i] = fmt.Sprintf("%d %s", i+1, name(&id))
	}
	s.above = append(s.above, "Seeds: "+strings.Join(seeds, ", "), "")
	if len(d.Places) > 0 {
		s.below = append(s.below, "")
	}
	for _, place := range d.Places {
		s.below = append(s.below, fmt.Sprintf("Place %d: %s", place.Place, name(&place.Player)))
	}
	return s
}
