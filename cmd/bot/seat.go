package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/jointseed"
	"topcut/tournament/random"
	"topcut/tournament/seating"
	"topcut/tournament/table"
)

func seatCommand() subcommand {
	return subcommand{
		name: "seat", args: "[FILE]", about: "seating of a mahjong scramble",
		text: "Makes the schedule for --players, named p1, p2 and so on, or for the players of\na tournament file, drawn by its seed. Tables are in the order of their numbers,\nplayers in the order East, South, West, North.",
		setup: func(fs *flag.FlagSet) action {
			var c seating.Config
			fs.IntVar(&c.Players, "players", 0, "`N` players, 8 to 64")
			fs.IntVar(&c.Sessions, "sessions", 0, "`N` sessions, 1 to 10 (default: the ruleset's)")
			days := fs.String("days", "", "sessions of each day, such as `6,2`")
			fill := fs.String("fill", "standins", "`WAY` to fill tables of four: standins or sitout")
			explain := fs.Bool("explain", false, "say what the schedule was made for and what each player gets of it")
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			return func(_ context.Context, p *program, args []string) error {
				if err := out.check(); err != nil {
					return err
				}
				switch *fill {
				case "standins":
				case "sitout":
					c.Fill = seating.SitOut
				default:
					return usagef("--fill is standins or sitout, not %q", *fill)
				}
				var err error
				if c.Days, err = parseDays(*days); err != nil {
					return err
				}
				var t *file.Tournament
				if c.Players == 0 {
					if t, err = src.read(p, args); err != nil {
						return err
					}
				} else if err := atMost(0, args); err != nil {
					return usagef("give either --players or a file")
				}
				name, s, err := src.seat(t, c)
				if err != nil {
					return err
				}
				report := s.Report(name)
				if err := pics.schedule(t, report); err != nil {
					return err
				}
				if !*explain {
					return out.write(p.stdout, seatSheet(t, report), report)
				}
				why := explainSchedule(s, func(number int) string { return shownName(t, name(number)) })
				sheet := seatSheet(t, report)
				sheet.Below = append(append(sheet.Below, ""), why...)
				return out.write(p.stdout, sheet, scheduleExplained{report, why})
			}
		},
	}
}

func parseDays(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var days []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 {
			return nil, usagef("--days takes the sessions of each day, such as 6,2, not %q", text)
		}
		days = append(days, n)
	}
	return days, nil
}

// seat creates the schedule, for the players of t if it is not nil.
func (s *source) seat(t *file.Tournament, c seating.Config) (name func(int) string, _ *seating.Schedule, err error) {
	if t == nil {
		if c.Sessions == 0 {
			return nil, nil, usagef("--sessions is missing: how many sessions are played?")
		}
		schedule, err := newSchedule(c)
		if err != nil {
			return nil, nil, err
		}
		return schedule.Name, schedule, nil
	}
	var ids []string
	for i := range t.Players {
		if l := &t.Ledger.Players[i]; !l.StandIn && !l.Out(1) {
			ids = append(ids, t.Players[i].ID)
		}
	}
	c.Players = len(ids)
	if c.Sessions == 0 {
		if t.Rules.Tables == nil || t.Rules.Tables.Sessions == 0 {
			return nil, nil, usagef("--sessions is missing: %s does not say how many sessions are played", t.Rules.Name)
		}
		c.Sessions = t.Rules.Tables.Sessions
	}
	schedule, err := newSchedule(c)
	if err != nil {
		return nil, nil, err
	}
	secret, err := s.secret(t.Seed)
	if err != nil {
		return nil, nil, err
	}
	// Draw numbers as the bot does at the start.
	drawn := make([]string, len(ids)+1)
	for i, number := range seating.Draw(len(ids), random.New(jointseed.Round(jointseed.Of(secret[:], ""), 0, 0), "numbers")) {
		drawn[number] = ids[i]
	}
	return func(number int) string {
		if number < len(drawn) {
			return drawn[number]
		}
		return schedule.Name(number)
	}, schedule, nil
}

// newSchedule creates a schedule. If days are given, they must contain its sessions.
func newSchedule(c seating.Config) (*seating.Schedule, error) {
	sum := 0
	for _, n := range c.Days {
		sum += n
	}
	if sum > 0 && sum != c.Sessions {
		return nil, usagef("--days names %d sessions, but %d are played; the days must add up to all of them", sum, c.Sessions)
	}
	return seating.New(c)
}

// shownName returns the name of a scheduled player; stand-ins and placeholders have only
// an id.
func shownName(t *file.Tournament, id string) string {
	if t != nil {
		if i := t.Index(id); i >= 0 {
			return nameOf(t, i)
		}
	}
	return id
}

func seatSheet(t *file.Tournament, r seating.Report) *table.Table {
	s := &table.Table{Columns: []table.Column{
		{Title: "Session", Key: "session", Kind: table.Number},
		{Title: "Table", Key: "table", Kind: table.Number},
		{Title: "East", Key: "east"},
		{Title: "South", Key: "south"},
		{Title: "West", Key: "west"},
		{Title: "North", Key: "north"},
	}}
	for i, session := range r.Sessions {
		for j, table := range session {
			line := []string{strconv.Itoa(i + 1), strconv.Itoa(j + 1)}
			for _, id := range table {
				line = append(line, shownName(t, id))
			}
			s.Add(line...)
		}
	}
	for i, out := range r.SitOut {
		names := make([]string, len(out))
		for j, id := range out {
			names[j] = shownName(t, id)
		}
		s.Below = append(s.Below, fmt.Sprintf("Session %d: %s sit out", i+1, strings.Join(names, ", ")))
	}
	s.Below = append([]string{
		"",
		fmt.Sprintf("Nobody meets anybody more than %d times; most different opponents %d, spread %d.", r.Value.MaxMeetings, r.Value.MostDistinct, r.Value.DistinctSpread),
		fmt.Sprintf("Winds: %d players miss one, at most %d times the same, latest %s.", r.Winds.Missing, r.Winds.MaxSingle, r.Winds.Lateness),
		fmt.Sprintf("At one table three sessions in a row: %d players; two: %d.", r.Tables.ThreeInRow, r.Tables.TwoInRow),
	}, s.Below...)
	return s
}
