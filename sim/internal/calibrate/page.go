package main

import (
	"fmt"
	"io"
	"strings"

	"topcut/sim"
)

// write writes the page.
func (s *study) write(w io.Writer) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	positions, made, days, drawn, matches := 0, 0, 0, 0, 0
	for _, e := range s.events {
		positions += 2 * (len(e.Ledger.Rounds) - max(1, e.from))
		if e.made {
			made++
		}
		if e.day.Rounds > 0 || e.from > 0 {
			days++
		}
		d, n := e.drawn()
		drawn, matches = drawn+d, matches+n
	}
	if s.simulated {
		p("# Simulated fields with agreed draws\n")
		p("The same for events of people who are equally good, of 9 to 72 players, rounds and cut by\nthe table of Magic or Lorcana. They are paired and ranked by the engine that runs events,\nnot by the simulator, and draw by time and by agreement as often as counted above.\n")
		p("%d events, %d positions, %d chances, each from %d tournaments. %.1f %% of the matches were\ndrawn.\n", len(s.events), positions, len(s.rows), s.trials, 100*float64(drawn)/float64(max(matches, 1)))
		s.writeFacts(p)
		s.writeBins(p)
		s.writeScores(p)
		return
	}
	p("# Calibration\n")
	p("Written by `sim/calibrate.sh`; do not edit. After every round of real events, and again\nonce the next one is paired, it asks for the chances of everybody who is still in, as\n`/odds` answers at its default settings, and looks who made the cut. The events lie\nbeside the repository and are not part of it.\n")
	p("%d events of Magic (%d of them over two days), %d positions, %d chances, each from %d\ntournaments. In %d events the size of the cut was not published: there it is the one of\nthe ruleset's table, made from the final standings. %.1f %% of the matches were drawn.\n",
		len(s.events), days, positions, len(s.rows), s.trials, made, 100*float64(drawn)/float64(max(matches, 1)))
	s.writeFacts(p)
	s.writeBins(p)
	s.writeScores(p)
	s.writeHabits(p)
	p("## Events that say less, or nothing\n")
	whole, lines := len(s.events), ""
	line := func(e, why string) { lines += fmt.Sprintf("\n| %s | %s |", strings.ReplaceAll(e, "|", "/"), why) }
	for _, e := range s.events {
		if e.from > 0 {
			whole--
			line(e.name, fmt.Sprintf("two days: part of the field was sent home after round %d by a target that the record does not name, so that it is asked about from then on", e.from))
		}
	}
	for _, r := range s.refused {
		line(r.event, r.reason+": nothing of it")
	}
	p("Of %d events on record %d are asked about whole.", len(s.events)+len(s.refused), whole)
	if lines != "" {
		p("\n| event | why not |\n|---|---|%s", lines)
	}
}

func (s *study) writeFacts(p func(string, ...any)) {
	var sure, hopeless, wrong int
	for _, r := range s.rows {
		switch {
		case r.fact == sim.Clinched:
			sure++
		case r.fact == sim.Eliminated:
			hopeless++
		default:
			continue
		}
		if (r.fact == sim.Clinched) != (r.made == 1) {
			wrong++
		}
	}
	p("## Facts\n")
	p("%d times a player was proved in and %d times proved out: %d of these were false. They are\nleft out of the next table.\n", sure, hopeless, wrong)
}

func (s *study) writeBins(p func(string, ...any)) {
	p("## Of those who were given so much, how many made it\n")
	beside, head := []int{byPoints, byFit}, ""
	if s.simulated {
		p("Exactly what `/odds` answers, beside *points only* (below) and the logistic fit on points\n(other events, %d folds), each in the bins of its own chances. *Off* is what came less what\nwas given, in points, with half its 95 %% interval over events drawn again.\n", folds)
	} else {
		beside, head = []int{heldOut, byPoints, byFit}, " held out: off |"
		p("Exactly what `/odds` answers, beside the same with all that is fitted of draws fitted on\nother events (%d folds), *points only* (below) and the logistic fit on points (other events\ntoo), each in the bins of its own chances. *Off* is what came less what was given, in points,\nwith half its 95 %% interval over events drawn again.\n", folds)
	}
	p("| given | players | mean chance | made the cut | off |%s points only: off | logistic fit: off |\n|---|---|---|---|---|%s", head, strings.Repeat("---|", len(beside)))
	ours := s.reliability(asked)
	var others [][10]bin
	for _, m := range beside {
		others = append(others, s.reliability(m))
	}
	off := func(b bin) string {
		if b.n == 0 {
			return ""
		}
		mark := ""
		if d := b.came - b.given; d > b.high || -d > b.high {
			mark = " !"
		}
		return fmt.Sprintf("%+.1f ± %.1f%s", 100*(b.came-b.given), 100*b.high, mark)
	}
	for k, b := range ours {
		line := off(b)
		for _, o := range others {
			line += " | " + off(o[k])
		}
		p("| %d to %d %% | %d | %.1f %% | %.1f %% | %s |", 10*k, 10*k+10, b.n, 100*b.given, 100*b.came, line)
	}
	p("\nWhat is off by more than its interval is marked with !.\n")
}

func (s *study) writeScores(p func(string, ...any)) {
	p("## Scores\n")
	p("Brier's score is the mean squared distance from what came, log loss the mean of -ln of the\nchance given to what came (kept between 0.0001 and 0.9999); smaller is better. *Points\nonly*: in with more points than the last place of the cut has now, out with fewer, and\nlevel with it the share of the places left. *Rank only*: in on a place of the cut now.\n")
	most := 0
	for _, r := range s.rows {
		most = max(most, r.left)
	}
	parts := []struct {
		title string
		in    func(r *row) bool
	}{{"all", func(*row) bool { return true }}}
	for left := 1; left <= min(most, 4); left++ {
		parts = append(parts, struct {
			title string
			in    func(r *row) bool
		}{fmt.Sprintf("%d left", left), func(r *row) bool { return r.left == left }})
	}
	rows := make([][]row, len(parts))
	head := "| |"
	for i, part := range parts {
		for k := range s.rows {
			if part.in(&s.rows[k]) {
				rows[i] = append(rows[i], s.rows[k])
			}
		}
		head += fmt.Sprintf(" %s (%d) |", part.title, len(rows[i]))
	}
	for _, loss := range []bool{false, true} {
		title := "Brier"
		if loss {
			title = "Log loss"
		}
		p("%s\n|---|%s", strings.Replace(head, "| |", "| "+title+" |", 1), strings.Repeat("---|", len(parts)))
		for _, m := range s.compared() {
			line := "| " + modelNames[m] + " |"
			for i := range parts {
				brier, logLoss := scores(rows[i], m)
				if loss {
					brier = logLoss
				}
				line += fmt.Sprintf(" %.4f |", brier)
			}
			p("%s", line)
		}
		p("")
	}
}

func (s *study) writeHabits(p func(string, ...any)) {
	sum := learn(s.events).within(shippedBounds())
	p("## Draws\n")
	p("How often matches of two were drawn, by what is at stake (package sim) in events whose\ncut was published, and what the folds fitted: each without its own events, and within bounds\nof its own (next table).\n")
	p("| matches | seen | drawn | share | folds |\n|---|---|---|---|---|")
	for _, x := range []struct {
		title string
		of    func(h *habit) count
	}{
		{"before the last two rounds", func(h *habit) count { return h.byTime }},
		{"of the last two rounds, both safe", func(h *habit) count { return h.safe }},
		{"of the last two rounds, both likely", func(h *habit) count { return h.likely }},
		{"of the last round, all others", func(h *habit) count { return h.lastElse }},
	} {
		var fitted []string
		for _, l := range s.learned {
			fitted = append(fitted, x.of(l.habit).share(0).String())
		}
		c := x.of(sum)
		p("| %s | %d | %d | %.1f %% | %s |", x.title, c.n, c.drawn, 100*float64(c.drawn)/float64(max(c.n, 1)), strings.Join(fitted, ", "))
	}
	p("")
	s.writeFitted(p)
}

// writeFitted writes which number was fitted on which events.
func (s *study) writeFitted(p func(string, ...any)) {
	usual, shipped := sim.OddsConfig{Rules: s.events[0].Rules}, sim.UsualHabit
	usual.Usual()
	p("## What was fitted on what\n")
	p("What is shipped was fitted on the events of this page, so that the row `/odds` alone is a fit.\nThe rows *held out*, or *fitted on other events*, answer about each event with numbers that\nare fitted anew without it and the others of its fold (every fifth event): what the folds\nfound stands here. Bounds are searched by eighths of the places, for the greatest likelihood;\nthe deviation by tens, for the least log loss of the matches to come.\n")
	p("| number | shipped | fitted on | folds |\n|---|---|---|---|")
	for _, x := range []struct {
		title, shipped, on string
		of                 func(l *learned) string
	}{
		{"drawn by time", usual.DrawChance.String(), "matches before the last two rounds of all events", func(l *learned) string { return l.byTime.share(0).String() }},
		{"drawn where both are safe", shipped.Safe.String(), "events whose cut was published", func(l *learned) string { return l.safe.share(0).String() }},
		{"drawn where both are likely in", shipped.Likely.String(), "the same", func(l *learned) string { return l.likely.share(0).String() }},
		{"safe: fewer expected ahead than so many of the places", percent(shipped.SafeBelow), "the same", func(l *learned) string { return percent(l.bounds[0]) }},
		{"likely in: fewer than so many", percent(shipped.LikelyBelow), "the same", func(l *learned) string { return percent(l.bounds[1]) }},
		{"`glicko2` starts at ±", fmt.Sprint(sim.GlickoAlike), "every other event ([ratings.md](ratings.md)), judged on the rest", func(l *learned) string { return fmt.Sprint(l.deviation) }},
	} {
		var found []string
		for _, l := range s.learned {
			found = append(found, x.of(l))
		}
		p("| %s | %s | %s | %s |", x.title, x.shipped, x.on, strings.Join(found, ", "))
	}
	p("")
}

func percent(share float64) string { return fmt.Sprintf("%g %%", 100*share) }
