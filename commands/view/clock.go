package view

import (
	"fmt"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// late is how far behind its time a clock post may be before it says so.
const late = time.Minute

// Clock says how much time is left in the round.
func Clock(e Env) discord.Message {
	s := e.state()
	r := s.Current()
	if s.Phase != tournament.Running || r == nil {
		return nothing("No round is being played. %s", e.headline())
	}
	p := newPanel(accentClock, "%s", s.RoundText(r.Number))
	switch {
	case r.Status == tournament.Published:
		p.text("The round is paired. Its clock has not started.")
	case r.Status == tournament.Done:
		p.text("The round is over.")
		p.accent = accentQuiet
	case r.Deadline.IsZero():
		p.text("This round has no clock.")
	case !r.PausedAt.IsZero():
		p.accent = accentLate
		p.text("The clock is paused with **%s** left.", duration(max(0, r.Deadline.Sub(r.PausedAt))))
	case r.Deadline.After(e.Now):
		p.text("Time until **%s**, %s.", discord.Timestamp(r.Deadline, 't'), discord.Relative(r.Deadline))
	default:
		p.accent = accentTrouble
		p.text("Time was up %s.", discord.Relative(r.Deadline))
	}
	if r.Status == tournament.Started {
		p.text("%s", e.grace(r))
		p.lines(e.extensions(r)...)
		p.text("%s missing.", plural(len(s.Blocking(r.Number)), "result is", "results are"))
	}
	return p.message()
}

// extensions names the open tables with more time than the others.
func (e Env) extensions(r *tournament.Round) []string {
	var out []string
	for i, m := range r.Matches {
		if m.Extra <= 0 || m.Confirmed {
			continue
		}
		if len(out) == 10 {
			return append(out, "and more tables with extra time")
		}
		line := fmt.Sprintf("%s has %s more", e.table(r.Number, i+1), duration(m.Extra))
		if at := e.state().TableDeadline(r.Number, i+1); !at.IsZero() {
			line += ", until " + discord.Timestamp(at, 't')
		}
		out = append(out, line+".")
	}
	return out
}

// grace says until when nobody is tardy for a round that began before the old
// one's time was up (MTG-57); empty where that is past, or no rule of the game.
func (e Env) grace(r *tournament.Round) string {
	until := e.state().GraceUntil(r.Number)
	if e.state().Rules.Texts["early"] == "" || !until.After(e.Now) || !until.After(r.StartedAt) {
		return ""
	}
	return fmt.Sprintf("This round begins early: nobody is tardy before **%s**, when the time of the round before would have been up.", discord.Timestamp(until, 't'))
}

// RoundStarted is the public post at the start of a round. Discord counts the
// time down in it, so it is not edited while the clock runs.
func RoundStarted(e Env, round int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return Withdrawn(e, fmt.Sprintf("The start of round %d", round))
	}
	p := newPanel(accentClock, "%s begun", s.RoundIs(round, "has", "have"))
	switch {
	case r.Status == tournament.Done:
		p = newPanel(accentQuiet, "%s over", s.RoundIs(round, "is", "are"))
		return p.message()
	case r.Status == tournament.Published:
		return Withdrawn(e, "The start of "+s.RoundText(round))
	case r.Deadline.IsZero():
		p.text("This round has no clock.")
	case !r.PausedAt.IsZero():
		p.accent = accentLate
		p.text("**The clock is paused** with %s left.", duration(max(0, r.Deadline.Sub(r.PausedAt))))
	default:
		p.text("Time until **%s**, %s.", discord.Timestamp(r.Deadline, 't'), discord.Relative(r.Deadline))
		if s.Correspondence() {
			p.note("%s", discord.Timestamp(r.Deadline, 'F'))
		}
	}
	p.text("%s", e.grace(r))
	p.text("Report as soon as you are done: one of you reports, the other confirms.")
	p.buttons(
		discord.Button{Style: discord.Primary, Label: "Report", CustomID: e.id(customid.Report)},
		discord.Button{Label: "My status", CustomID: e.id(customid.Status)},
		discord.Button{Label: "Call judge", CustomID: e.id(customid.Judge)},
	)
	return p.message()
}

// Reminder is the post some minutes before the end of a round. In a round of
// days it pings those who have not finished.
func Reminder(e Env, round, before int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return Withdrawn(e, fmt.Sprintf("A reminder of round %d", round))
	}
	p := newPanel(accentLate, "%s: %s left", s.RoundText(round), duration(time.Duration(before)*time.Minute))
	if r.Status == tournament.Done {
		p.accent = accentQuiet
		p.text("The round is over.")
		return p.message()
	}
	if !r.Deadline.IsZero() && r.PausedAt.IsZero() {
		due := r.Deadline.Add(-time.Duration(before) * time.Minute)
		p.text("Time until **%s**, %s.", discord.Timestamp(r.Deadline, 't'), discord.Relative(r.Deadline))
		if lag := e.Now.Sub(due); lag >= late {
			p.note("This reminder comes %s late.", duration(lag))
		}
	}
	if s.Correspondence() {
		e.stillPlaying(p, round)
	}
	return p.message()
}

// stillPlaying names the players of open matches and pings them.
func (e Env) stillPlaying(p *panel, round int) {
	s := e.state()
	var words []string
	open := s.Blocking(round)
	for _, m := range open {
		if len(p.pings) > maxPings-4 {
			break
		}
		_, l := s.Match(round, m)
		words = append(words, strings.Join(e.mentions(seated(l)), " and "))
		p.ping(e.users(seated(l))...)
	}
	if len(words) == 0 {
		return
	}
	text := strings.Join(words, "; ")
	if left := len(open) - len(words); left > 0 {
		text += fmt.Sprintf("; and %s", plural(left, "more match", "more matches"))
	}
	p.text("Still without a result: %s.", text)
}

// TimeUp says that time is up, for a round or (match > 0) one table with an
// extension, with the ruleset's own text on how the match ends. No clock ever
// decides a match by itself.
func TimeUp(e Env, round, match int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil || match > 0 && match > len(r.Matches) {
		return Withdrawn(e, fmt.Sprintf("The end of round %d", round))
	}
	stage, deadline := r.Stage, r.Deadline
	p := newPanel(accentTrouble, "Time in %s", lowerName(s.RoundText(round)))
	if match > 0 {
		m, l := s.Match(round, match)
		p = newPanel(accentTrouble, "Time at %s", lowerTable(e.table(round, match)))
		p.text("%s", strings.Join(e.mentions(seated(l)), " and "))
		p.ping(e.users(seated(l))...)
		stage, deadline = m.Part, deadline.Add(m.Extra)
	}
	if r.Status == tournament.Done {
		p.accent = accentQuiet
		p.text("The round is over.")
		return p.message()
	}
	if s.Correspondence() {
		p.text("The time for this round is over. Report a finished match now; the organisers decide about the others.")
	} else if text := s.Rules.EndOfMatch(stage); text != "" {
		p.text("%s", discord.Escape(text))
	} else {
		p.text("Finish as your rules say, then report.")
	}
	if lag := e.Now.Sub(deadline); !deadline.IsZero() && lag >= late {
		p.note("Time was up %s. This post comes %s late; an organiser may give the time back.", discord.Relative(deadline), duration(lag))
	}
	if match == 0 {
		p.text("%s missing.", plural(len(s.Blocking(round)), "result is", "results are"))
		if x := e.extensions(r); len(x) > 0 {
			p.lines(x...)
		}
		p.buttons(discord.Button{Style: discord.Primary, Label: "Report", CustomID: e.id(customid.Report)})
	}
	return p.message()
}

// lowerName puts a round's name into a sentence: "round 3", "the final".
func lowerName(text string) string {
	if strings.HasPrefix(text, "Round ") && !strings.HasPrefix(text, "Round of") {
		return lowerTable(text)
	}
	return "the " + lowerTable(text)
}

// SilentTables tells organisers which tables have said nothing, with what can
// be done for all of them.
func SilentTables(e Env, round int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return Withdrawn(e, fmt.Sprintf("The list of open tables of round %d", round))
	}
	return e.fitted(func(e Env) discord.Message {
		var silent, waiting []string
		for _, m := range s.Blocking(round) {
			match, l := s.Match(round, m)
			line := fmt.Sprintf("- %s: %s", e.table(round, m), strings.Join(e.names(seated(l)), " vs "))
			switch {
			case match.Disputed:
				waiting = append(waiting, line+", disputed")
			case match.Report != nil:
				waiting = append(waiting, line+", reported and not answered")
			default:
				silent = append(silent, line)
			}
		}
		p := newPanel(accentLate, "Open tables of %s", lowerName(s.RoundText(round)))
		if len(silent)+len(waiting) == 0 {
			p.accent = accentQuiet
			p.text("Every table has its result.")
			return p.message()
		}
		show := func(title string, lines []string) {
			if len(lines) == 0 {
				return
			}
			text, left := block(lines, 1700, 4200)
			if left > 0 {
				text += "and " + plural(left, "more table", "more tables")
			}
			p.text("**%s**\n%s", title, text)
		}
		show("Nothing reported", silent)
		show("Waiting for an answer", waiting)
		p.text("Enter a result with %s, or close the round with %s.", e.command("to report"), e.command("tournament closeround"))
		if r.Status == tournament.Started && !r.Deadline.IsZero() {
			p.buttons(
				discord.Button{Label: "5 minutes more for all", CustomID: e.id(customid.Extend, round, 0, 5)},
				discord.Button{Label: "10 minutes more for all", CustomID: e.id(customid.Extend, round, 0, 10)},
			)
		}
		if r.Stage == ledger.Swiss && r.TimeCalled {
			p.note("Closing the round asks what becomes of the open matches.")
		}
		return p.message()
	})
}

// MoreTime says by how much a clock was extended: "5 minutes more", "1 minute less".
func MoreTime(minutes int) string {
	if minutes < 0 {
		return plural(-minutes, "minute", "minutes") + " less"
	}
	return plural(minutes, "minute", "minutes") + " more"
}
