// Package view turns a moment of a tournament into what Discord shows: posts,
// private panels, modals and the sentences of the log. Views are pure: they read
// a snapshot and a time, know no network, no clock and no database, and the same
// input gives the same message.
//
// What players wrote is never shown raw: in Markdown it is escaped, in labels
// and tables it is made plain, and a message pings only those whom its Mentions
// name. Public posts mention players, each once; private panels show names.
// Every message stays inside Discord's limits whatever the names are: lists have
// pages, long lists say how many more there are, and names are cut before a
// message would grow too long.
//
// Pages are numbered from 0; a page that does not exist stands for the nearest
// that does. Rounds, matches and players are numbered as in tournament.State.
package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Env is all that a view may know.
type Env struct {
	Snap     *tournament.Snapshot
	Season   *season.Snapshot  // of views of a league, which have no Snap
	Now      time.Time         // tournament time
	Commands map[string]string // command name -> id, for mentions one can click; may be nil
	// Draw returns a drawing as picture files, none where it cannot be drawn or not
	// in time; nil = messages are text only.
	Draw func(name string, d pictures.Drawing) []discord.File
	// Chance is what is known of the chance of the cut of whom a status panel is
	// about, in half a sentence of Markdown; empty = nothing.
	Chance string
	// Words says everything in the reader's language; the zero Printer speaks
	// English.
	Words text.Printer
	// Page is where the event can be followed with a browser, for what is posted in
	// public; empty = nowhere.
	Page string
	// StaffRole is the role of the organisers of the server, where it has one.
	StaffRole string
	// GivenUp are the posts of the event that were given up, newest first, for the panel
	// of the organisers.
	GivenUp []tournament.OutboxRow
	// Bars are the channels of the event, the roles and the list of events that the bot is
	// kept out of, for the same panel.
	Bars []Bar
	// Lacks is told what a message goes without, and why; may be nil.
	Lacks func(part string, err error)
	// Title names an event that counts in a league or a profile, "" = the reader may
	// not know of it; nil = by number.
	Title func(event tournament.ID) string
	// AsText shows as text what could be drawn: the reader asked for it.
	AsText bool
	// Light asks for pictures on a light ground where there is no event that says how.
	Light bool

	short int // most characters of a name; 0 = fullName
}

// fullName is the longest name of a player.
const fullName = tournament.MaxPersonal

// say returns a text of the catalogue, see text.Printer.Say: players by their
// names, what people typed without effect as Markdown.
func (e Env) say(key notice.Code, args ...any) string { return e.words().Say(key, args...) }

// theme returns how pictures are coloured: as the event's settings say, or a season's
// for its next events.
func (e Env) theme() pictures.Theme {
	light := e.Light
	switch {
	case e.Snap != nil:
		light = e.Snap.State.Settings.LightPictures
	case e.Season != nil && e.Season.State.Settings.Series != nil:
		light = e.Season.State.Settings.Series.Event.LightPictures
	}
	if light {
		return pictures.Light
	}
	return pictures.Dark
}

// words returns the printer for this message.
func (e Env) words() text.Printer {
	p := e.Words
	p.Escape = discord.Escape
	p.Moment = func(t time.Time) string { return discord.Timestamp(t, 'f') }
	p.Away = discord.Relative
	switch {
	case e.Snap != nil:
		p.Name = e.name
	case e.Season != nil:
		p.Name = e.memberName
	}
	return p
}

func (e Env) state() *tournament.State { return e.Snap.State }

// id returns the custom id of a panel of this event.
func (e Env) id(p customid.Panel) string { return customid.New(e.Snap.State.ID, p) }

// title returns the name of the event in Markdown.
func (e Env) title() text.Raw { return text.Raw(discord.Escape(e.Snap.State.Settings.Name)) }

// command mentions a slash command so that it can be clicked, where its id is
// known.
func (e Env) command(path string) text.Raw {
	name, _, _ := strings.Cut(path, " ")
	if id := e.Commands[name]; id != "" {
		return text.Raw(discord.MentionCommand(path, id))
	}
	return text.Raw("`/" + path + "`")
}

// Command mentions a slash command so that it can be clicked, where its id is
// known.
func (e Env) Command(path string) text.Raw { return e.command(path) }

// rawName returns a player's name as it was given. A registration that was
// taken back is looked up in the log, so that the log stays readable.
func (e Env) rawName(n int) string {
	if name := e.Snap.Name(n); name != "" {
		return name
	}
	for i := range e.Snap.Log {
		if ev, ok := e.Snap.Log[i].Event.(*tournament.PlayerRegistered); ok && ev.Player == n {
			if name := e.Snap.Book.Person(ev.Person).Name; name != "" {
				return name
			}
		}
	}
	return e.say("player.number", "number", n)
}

// name returns a player's name in Markdown.
func (e Env) name(n int) string {
	limit := e.short
	if limit == 0 {
		limit = fullName
	}
	return e.escaped(e.rawName(n), limit)
}

// escaped makes a name fit for Markdown, on one line.
func (e Env) escaped(name string, limit int) string {
	if name = discord.Plain(name, limit); name == "" {
		return e.say("player.nameless")
	}
	return discord.Escape(name)
}

// label returns a player's name for labels.
func (e Env) label(n int) string {
	if name := discord.Plain(e.rawName(n), fullName); name != "" {
		return name
	}
	return e.say("player.number", "number", n)
}

// mention returns what shows a player in a public post: a mention, or the name
// of a guest.
func (e Env) mention(n int) text.Raw {
	if user := e.Snap.User(n); user != "" {
		return text.Raw(discord.MentionUser(user))
	}
	return text.Raw(e.name(n))
}

// person returns the name of an organiser or other person in Markdown.
func (e Env) person(no int) string {
	if no == 0 {
		return "Topcut"
	}
	name := e.Snap.Book.Person(no).Name
	if name == "" {
		return e.say("player.forgotten")
	}
	return e.escaped(name, fullName)
}

// names returns the names of players in Markdown.
func (e Env) names(players []int) []string {
	out := make([]string, 0, len(players))
	for _, n := range players {
		out = append(out, e.name(n))
	}
	return out
}

// mentions returns what shows players in a public post.
func (e Env) mentions(players []int) []string {
	out := make([]string, 0, len(players))
	for _, n := range players {
		out = append(out, string(e.mention(n)))
	}
	return out
}

// users returns the Discord ids of players, guests left out.
func (e Env) users(players []int) []string {
	var out []string
	for _, n := range players {
		if u := e.Snap.User(n); u != "" {
			out = append(out, u)
		}
	}
	return out
}

// seated returns the numbers of the players of a match in seat order.
func seated(l *ledger.Match) []int {
	out := make([]int, 0, l.N)
	for _, p := range l.Players() {
		out = append(out, int(p)+1)
	}
	return out
}

// record writes wins, losses and draws: "3-0", "2-1-1".
func record(r [3]int) string {
	if r[2] == 0 {
		return fmt.Sprintf("%d-%d", r[0], r[1])
	}
	return fmt.Sprintf("%d-%d-%d", r[0], r[1], r[2])
}

// span writes a length of time, rounded to minutes where it has any.
func (e Env) span(d time.Duration) text.Raw {
	if d = d.Abs(); d > time.Minute {
		d = d.Round(time.Minute)
	}
	return text.Raw(e.words().Span(d))
}

// by writes a moment as people need it: "18:50 (in 50 minutes)", in the reader's
// own time; with its date where the time of day alone could be that of another day.
func (e Env) by(t time.Time) text.Raw {
	style := 't'
	if t.Sub(e.Now).Abs() > sameDay {
		style = 'f'
	}
	return text.Raw(e.say("time.by", "time", text.Raw(discord.Timestamp(t, style)), "relative", text.Raw(discord.Relative(t))))
}

// sameDay is how far a moment is away at most that a time of day alone names.
const sameDay = 20 * time.Hour

// relative writes how far away a moment is, counted by the reader's client.
func relative(t time.Time) text.Raw { return text.Raw(discord.Relative(t)) }

// points writes points, as a ruleset shows them, with their word.
func (e Env) points(shown string) text.Raw { return text.Raw(points(e.words(), shown)) }

func points(w text.Printer, shown string) string {
	if n, err := strconv.Atoi(shown); err == nil {
		return w.Say("points.whole", "n", n)
	}
	return w.Say("points.part", "points", text.Raw(shown))
}

// list joins words as the reader's language does.
func (e Env) list(words []string) text.Raw { return text.Raw(e.words().List(words)) }

// clipped joins at most limit words and says how many more there are.
func (e Env) clipped(words []string, limit int) text.Raw {
	if len(words) <= limit {
		return e.list(words)
	}
	head := strings.Join(words[:limit], e.say("list.comma"))
	return text.Raw(e.say("list.more", "head", text.Raw(head), "n", len(words)-limit))
}

// Text returns a message of one paragraph of Markdown.
func Text(markdown string) discord.Message {
	return discord.Message{Components: []discord.Component{discord.TextDisplay{Content: discord.Cut(markdown, maxRunes)}}}
}

// Confirmation asks before something is done.
func Confirmation(e Env, markdown string, buttons ...discord.Button) discord.Message {
	p := e.panel(accentLate, "answer.sure")
	p.text(discord.Cut(markdown, maxRunes-100))
	p.buttons(buttons...)
	return p.message()
}

// Refusal shows why something cannot be done, with what leads on: buttons, or one menu.
func Refusal(markdown string, row ...discord.Component) discord.Message {
	return discord.Message{Components: []discord.Component{
		discord.TextDisplay{Content: discord.Cut(markdown, maxRunes-100)}, discord.ActionRow{Components: row},
	}}
}

// nothing returns a private answer where there is nothing to show.
func (e Env) nothing(key notice.Code, args ...any) discord.Message { return Text(e.say(key, args...)) }
