package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"topcut/commands/archive"
	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament/notice"
	"topcut/tournament/profile"
	"topcut/tournament/table"
)

// known returns the name of a member of a server in Markdown.
func (e Env) known(h *archive.History, member int) text.Raw {
	return text.Raw(e.escaped(h.Name(member), fullName))
}

// shownRating formats a rating with two deviations, and says if it is provisional.
func (e Env) shownRating(r *archive.Ratings, member int) string {
	x := r.Now.At(member)
	out := fmt.Sprintf("%.0f ± %.0f", x.Value, 2*x.Deviation)
	if r.Formula.Tables {
		out = e.words().Decimal(fmt.Sprintf("%.1f ± %.1f", x.Value, 2*x.Deviation))
	}
	if x.Deviation >= r.Formula.Provisional() {
		return out + " " + e.say("profile.provisional")
	}
	return out
}

// mostPoints bounds the ratings shown in a history.
const mostPoints = 8

// Profile shows what a member has done in the events of the server. staff also see damage
// in the records.
func Profile(e Env, h *archive.History, p *profile.Profile, game string, staff bool) discord.Message {
	m := e.titled(layout.Event, string(e.known(h, p.Member)))
	if p.Events == 0 {
		m.Say("profile.nothing")
		return m.Message()
	}
	lines := []string{
		e.say("profile.events", "n", p.Events, "won", p.Wins),
		e.say("profile.record", "record", text.Raw(columns.Record([3]int{p.Record.Won, p.Record.Lost, p.Record.Drawn}))),
	}
	if p.Streak > 1 {
		lines = append(lines, e.say("profile.streak", "n", p.Streak))
	}
	var curves []layout.Figure
	games := []string{game}
	if game == "" {
		games = h.Games()
	}
	for _, g := range games[:min(len(games), 5)] {
		r, ok := h.Ratings(g)
		if !ok || r.Now.At(p.Member).Matches == 0 {
			continue
		}
		line := e.say("profile.rating", "game", text.Raw(g), "rating", text.Raw(e.shownRating(r, p.Member)))
		if course := r.Course(p.Member); len(course) > 1 {
			curves = append(curves, e.curveFigure(len(curves)+1, h.Name(p.Member), g, e.shownRating(r, p.Member), course, r.Formula.Tables))
			line += "\n" + e.say("profile.course", "ratings", text.Raw(e.words().Decimal(courseText(course, r.Formula.Tables))))
		}
		lines = append(lines, line)
	}
	m.Lines(lines...)
	m.Gallery(e.draws(), curves...)
	if best := e.finishes(p.Best); len(best) > 0 {
		m.Lines(append([]string{e.say("profile.best")}, best...)...)
		m.Lines(append([]string{e.say("profile.last")}, e.finishes(p.Last)...)...)
	}
	if len(p.Opposite) > 0 {
		met := []string{e.say("profile.met")}
		for _, v := range p.Opposite[:min(len(p.Opposite), 5)] {
			met = append(met, "- "+e.say("profile.opponent", "player", e.known(h, v.Opponent), "record", text.Raw(columns.Record([3]int{v.Record.Won, v.Record.Lost, v.Record.Drawn}))))
		}
		m.Lines(met...)
	}
	if staff && len(p.Faults) > 0 {
		faults := []string{e.say("profile.faults")}
		for _, f := range p.Faults[:min(len(p.Faults), 10)] {
			line := e.day(f.Ended) + ": " + discord.Escape(e.Title(f.Event))
			if f.Penalties > 0 {
				line += ", " + e.say("profile.penalties", "n", f.Penalties)
			}
			if f.NoShow {
				line += ", " + e.say("profile.no_show")
			}
			faults = append(faults, "- "+line)
		}
		m.Lines(faults...)
	}
	return m.Message()
}

// curveFigure returns the latest ratings of a history as a picture.
func (e Env) curveFigure(number int, name, game, shown string, course []archive.Moment, tables bool) layout.Figure {
	d := pictures.CourseData{Title: name, Subtitle: game + " · " + shown, Rating: true}
	if tables {
		d.Digits = 1
	}
	year := 0
	for _, c := range course[max(0, len(course)-mostPoints):] {
		at := pictures.CoursePoint{Label: c.Ended.Format("01-02"), Chance: c.Value, Low: c.Floor(), High: c.Value + float64(2*c.Deviation)}
		if c.Ended.Year() != year { // once per year
			year = c.Ended.Year()
			at.Result = strconv.Itoa(year)
		}
		d.Points = append(d.Points, at)
	}
	return layout.Figure{Name: "rating-" + strconv.Itoa(number), Drawing: d}
}

// courseText returns the latest ratings in one line.
func courseText(course []archive.Moment, tables bool) string {
	var out []string
	for _, r := range course[max(0, len(course)-mostPoints):] {
		digits := 0
		if tables {
			digits = 1
		}
		out = append(out, strconv.FormatFloat(r.Value, 'f', digits, 64))
	}
	return strings.Join(out, " → ")
}

func (e Env) day(t time.Time) string { return discord.Timestamp(t, 'd') }

// finishes lists the results of the events that the reader may see.
func (e Env) finishes(list []profile.Finish) []string {
	var out []string
	for _, f := range list {
		title := e.Title(f.Event)
		if title == "" {
			continue
		}
		place := "–"
		if f.Place > 0 {
			place = strconv.Itoa(f.Place)
		}
		args := []any{"place", text.Raw(place), "field", f.Field, "event", text.Raw(discord.Escape(title)), "day", text.Raw(e.day(f.Ended))}
		if f.Team == "" {
			out = append(out, "- "+e.say("profile.finish", args...))
		} else {
			out = append(out, "- "+e.say("profile.finish_team", append(args, "team", notice.Text(f.Team))...))
		}
	}
	return out
}

// Versus shows the record of two members against each other.
func Versus(e Env, h *archive.History, p *profile.Profile, other int) discord.Message {
	v := p.Against(other)
	m := e.panel(layout.Event, "profile.versus", "player", e.known(h, p.Member), "other", e.known(h, other))
	all := v.Record.Won + v.Record.Lost + v.Record.Drawn
	if all == 0 {
		m.Say("profile.never_met")
		return m.Message()
	}
	m.Say("profile.against", "n", all, "record", text.Raw(columns.Record([3]int{v.Record.Won, v.Record.Lost, v.Record.Drawn})))
	var lines []string
	for _, x := range v.Last {
		title := e.Title(x.Event)
		if title == "" {
			continue
		}
		line := e.day(x.Ended) + " " + discord.Escape(title) + ": "
		if x.Winner == 0 {
			line += e.say("profile.drawn")
		} else {
			line += e.say("profile.won_by", "player", e.known(h, x.Winner))
		}
		lines = append(lines, "- "+line)
	}
	m.Lines(lines...)
	return m.Message()
}

// boardRows is the number of members on a page of the leaderboard.
const boardRows = 20

// Leaderboard shows the rated members of a game by a conservative estimate of their
// rating.
func Leaderboard(e Env, h *archive.History, game string, page int) discord.Message {
	r, ok := h.Ratings(game)
	if !ok {
		return e.nothing("profile.no_ratings")
	}
	all := r.Ranked()
	if len(all) == 0 {
		return e.nothing("profile.no_ratings")
	}
	members, page := layout.PageOf(all, page, boardRows)
	title := e.say("profile.board", "game", text.Raw(game))
	m := e.titled(layout.Round, layout.Title(e.words(), title, page, posted.Pages(len(all), boardRows)))
	rated := columns.Ratings{Formula: r.Formula, Name: h.Name}
	for i, n := range members {
		rated.Rows = append(rated.Rows, columns.Rated{Rank: page*boardRows + i + 1, Player: n, Rating: *r.Now.At(n)})
	}
	picture := pictures.TableData{Table: rated.Make(table.Picture, e.words()), PerPage: boardRows}
	picture.Title = title
	id := func(page int, asText bool) string {
		return customid.New(0, customid.Ratings{Game: game, Page: page, AsText: asText})
	}
	buttons := layout.Pager(e.words(), page, posted.Pages(len(all), boardRows), func(n int) string { return id(n, e.AsText) })
	switch {
	case m.Gallery(e.draws(), layout.Figure{Name: "ratings", Drawing: picture}):
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: id(page, true)})
	case e.AsText && e.Draw != nil:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: id(page, false)})
		fallthrough
	default:
		m.Text(layout.Grid(rated.Make(table.Grid, e.words())))
	}
	m.Small("profile.board_note")
	if len(h.Champions()) > 0 {
		buttons = append(buttons, discord.Button{Label: e.say("profile.champions_button"), CustomID: customid.New(0, customid.Champions{})})
	}
	m.Buttons(buttons...)
	return m.Message()
}

// Champions lists who has won the events of the server, the newest first.
func Champions(e Env, h *archive.History, page int) discord.Message {
	won := h.Champions()
	if len(won) == 0 {
		return e.nothing("profile.no_champions")
	}
	part, page := layout.PageOf(won, page, boardRows)
	p := e.titled(layout.Round, layout.Title(e.words(), e.say("profile.champions"), page, posted.Pages(len(won), boardRows)))
	var lines []string
	for _, w := range part {
		names := make([]string, len(w.Winners))
		for i, winner := range w.Winners {
			members := make([]string, len(winner.Members))
			for k, n := range winner.Members {
				members[k] = discord.Escape(h.Name(n))
			}
			if names[i] = string(e.clipped(members, 10)); winner.Team != "" {
				names[i] = e.say("crew.of", "team", notice.Text(winner.Team), "members", text.Raw(names[i]))
			}
		}
		lines = append(lines, "- "+e.say("profile.champion", "winners", e.clipped(names, 5), "event", notice.Text(w.Event), "day", text.Raw(e.day(w.Ended))))
	}
	p.Lines(lines...)
	p.Buttons(layout.Pager(e.words(), page, posted.Pages(len(won), boardRows), func(n int) string { return customid.New(0, customid.Champions{Page: n}) })...)
	return p.Message()
}

// Merging asks for confirmation that a guest is a user, with the events that this
// affects.
func Merging(e Env, guest, user text.Raw, events []string, yes customid.Panel) discord.Message {
	p := e.panel(layout.Late, "answer.sure")
	p.Say("merge.ask", "guest", guest, "user", user, "n", len(events))
	var lines []string
	for _, name := range events[:min(len(events), 15)] {
		lines = append(lines, "- "+discord.Escape(name))
	}
	p.Lines(lines...)
	p.Buttons(discord.Button{Style: discord.Danger, Label: e.say("button.merge"), CustomID: customid.New(0, yes)})
	return p.Message()
}

// Merged says that a guest was merged into a user, with a button to undo it.
func Merged(e Env, done string, back customid.Panel) discord.Message {
	m := layout.Text(done)
	m.Components = append(m.Components, discord.ActionRow{Components: []discord.Component{discord.Button{Label: e.say("button.unmerge"), CustomID: customid.New(0, back)}}})
	return m
}
