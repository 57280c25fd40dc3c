// Package view turns the state of a tournament at one moment into what Discord shows:
// posts, private panels, modals and the sentences of the log. Views are pure: they read a
// snapshot and a time and use no network, clock or database. The same input gives the
// same message.
//
// Text typed by players is never shown raw: it is escaped in Markdown and made plain in
// labels and tables, and a message pings only the users in its Mentions. Public posts
// mention players, each once; private panels show names. Every message stays within
// Discord's limits whatever the names are: lists have pages, long lists say how many
// entries are left out, and names are cut if a message would get too long.
//
// Pages are numbered from 0; a page that does not exist means the nearest one that does.
// Rounds, matches and players are numbered as in tournament.State.
package view

import (
	"cmp"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// Env is the input of a view.
type Env struct {
	Snap     *tournament.Snapshot
	Season   *season.Snapshot  // the league of a call about one, whose members PlacesOdds shows; may be nil
	Now      time.Time         // tournament time
	Commands map[string]string // command name -> id, for clickable mentions; may be nil
	// Draw renders a drawing as picture files. It returns none if that fails or is not done
	// in time. Nil means messages are text only.
	Draw func(name string, d pictures.Drawing) []discord.File
	// Freeze returns the page of a finished event as one file, for its last post; may be nil.
	Freeze func(Env) ([]byte, error)
	// Chance is half a sentence of Markdown about the player's chance of making the cut, for
	// a status panel; "" for nothing.
	Chance string
	// Direct is what the reader of a status panel wants told in direct messages; may be nil.
	Direct *tournament.Direct
	// Words prints texts in the reader's language; the zero Printer prints English.
	Words text.Printer
	// Page is the public address of the event's web page; "" if it has none.
	Page string
	// StaffRole is the server's organiser role, if it has one.
	StaffRole string
	// GivenUp are the posts of the event that were given up, newest first, for the
	// organisers' panel.
	GivenUp []tournament.OutboxRow
	// Bars are the channels, roles and scheduled events of the event that the bot may not
	// use, for the same panel.
	Bars []wording.Bar
	// Lacks is called with each part that a message has to omit, and the reason; may be nil.
	Lacks func(part string, err error)
	// Title names an event of a profile; "" if the reader may not see it.
	Title func(event tournament.ID) string
	// AsText shows text instead of pictures, at the reader's request.
	AsText bool

	// Reader is the person who reads a private panel, by whom it finds their own board; 0 for
	// a post.
	Reader int

	short  int              // longest name in characters; 0 means fullName
	halved int              // how often lists are halved, see fitted
	place  tournament.Place // the board whose persons are named, see at

	boards bool // lists of matches have their boards, see fittedBoards
}

// fullName is the longest name of a player.
const fullName = wording.Longest

// say returns a text of the catalogue, see text.Printer.Say. Players appear by name, and
// typed text is escaped.
func (e Env) say(key notice.Code, args ...any) string { return e.words().Say(key, args...) }

// theme returns the theme of pictures, from the settings of the event.
func (e Env) theme() pictures.Theme {
	if e.Snap != nil && e.Snap.State.Settings.LightPictures {
		return pictures.Light
	}
	return pictures.Dark
}

// words returns the printer for this message.
func (e Env) words() text.Printer {
	switch {
	case e.Snap != nil:
		return e.about().Printer
	case e.Season != nil:
		return wording.AboutSeason(e.Words, e.Season)
	}
	return wording.Markdown(e.Words)
}

// about returns the printer for sentences about the event.
func (e Env) about() wording.Event {
	return wording.About(e.Words, e.Snap).Within(cmp.Or(e.short, fullName)).At(e.place)
}

// at returns the environment that shows a match or board: of a board it names and calls the
// persons there, and writes results by the rules of a board.
func (e Env) at(round, match int) Env {
	e.place = tournament.Place{Round: round, Match: match}
	return e
}

// rules returns the rules by which the results are written.
func (e Env) rules() *rules.Ruleset { return e.about().Rules() }

// rawName returns a player's name as given.
func (e Env) rawName(n int) string { return e.about().Given(n) }

// name returns a player's name in Markdown.
func (e Env) name(n int) string { return e.about().Player(n) }

// label returns a player's name for plain-text labels.
func (e Env) label(n int) string { return e.about().Label(n) }

// person returns the name of an organiser or other user in Markdown.
func (e Env) person(no int) string { return e.about().Person(no) }

// names returns the names of players in Markdown.
func (e Env) names(players []int) []string { return e.about().Players(players) }

func (e Env) state() *tournament.State { return e.Snap.State }

// id returns the custom id of a panel of this event.
func (e Env) id(p customid.Panel) string { return customid.New(e.Snap.State.ID, p) }

// title returns the name of the event in Markdown.
func (e Env) title() text.Raw { return e.about().Title() }

// command returns a clickable mention of a slash command if its id is known.
func (e Env) command(path string) text.Raw { return wording.Command(e.Commands, path) }

// escaped escapes a name for Markdown, on one line.
func (e Env) escaped(name string, limit int) string { return wording.Name(e.Words, name, limit) }

// mention returns a mention of a player for a public post, or the name of a guest. A crew is
// its name and the mentions of its members.
func (e Env) mention(n int) text.Raw { return text.Raw(e.about().Mention(n)) }

// mentions returns the mentions of players for a public post.
func (e Env) mentions(players []int) []string {
	out := make([]string, 0, len(players))
	for _, n := range players {
		out = append(out, string(e.mention(n)))
	}
	return out
}

// users returns the Discord ids of players, without guests.
func (e Env) users(players []int) []string {
	var out []string
	for _, n := range players {
		out = append(out, e.about().Users(n)...)
	}
	return out
}

// most returns how many players a post names of at most limit: it mentions all members of a
// team, and a hundred people. Of a post that is too long it names fewer.
func (e Env) most(limit int) int {
	return max(1, min(limit, wire.MaxMentionIDs/max(1, e.state().Settings.Crew))>>e.halved)
}

// span formats a duration, rounded to minutes if it is over a minute.
func (e Env) span(d time.Duration) text.Raw { return text.Raw(wording.Span(e.words(), d)) }

// by formats a time in the reader's zone: "18:50 (in 50 minutes)". The date is added if
// the time of day alone is ambiguous.
func (e Env) by(t time.Time) text.Raw {
	style := 't'
	if t.Sub(e.Now).Abs() > sameDay {
		style = 'f'
	}
	return text.Raw(e.say("time.by", "time", text.Raw(discord.Timestamp(t, style)), "relative", text.Raw(discord.Relative(t))))
}

// sameDay is how far away a time may be to be shown without its date.
const sameDay = 20 * time.Hour

// relative formats the distance to a time, which the reader's client keeps current.
func relative(t time.Time) text.Raw { return text.Raw(discord.Relative(t)) }

// points adds the word for points to a formatted number.
func (e Env) points(shown string) text.Raw { return text.Raw(wording.PointsText(e.words(), shown)) }

// list joins words in the reader's language.
func (e Env) list(words []string) text.Raw { return text.Raw(e.words().List(words)) }

// clipped joins at most limit words and says how many are left out.
func (e Env) clipped(words []string, limit int) text.Raw {
	return wording.Clipped(e.words(), words, limit)
}

// panel starts a panel with a title from the catalogue.
func (e Env) panel(accent int, key notice.Code, args ...any) *layout.Panel {
	return e.titled(accent, e.say(key, args...))
}

// titled starts a panel with a title in Markdown.
func (e Env) titled(accent int, title string) *layout.Panel {
	p := layout.New(e.words(), accent, title)
	p.Page = e.Page
	return p
}

// draws returns what draws the pictures of a panel; nil if it is to be text only.
func (e Env) draws() func(layout.Figure) []discord.File {
	if e.Draw == nil || e.AsText {
		return nil
	}
	return func(f layout.Figure) []discord.File {
		return e.Draw(f.Name, pictures.In(e.Words.Language, e.Words.Plain(), e.theme(), f.Drawing))
	}
}

// fitted calls render with full names and, as long as the message is too long for
// Discord, again with shorter and shorter names, then with shorter lists.
func (e Env) fitted(render func(Env) discord.Message) discord.Message {
	var m discord.Message
	for _, n := range []int{fullName, 20, 14, 9, 5} {
		e.short = n
		if m = render(e); layout.Fits(m) {
			return m
		}
	}
	for e.halved < 4 && !layout.Fits(m) {
		e.halved++
		m = render(e)
	}
	return m
}

// Refusal shows why something cannot be done, with buttons or a menu to continue.
func Refusal(markdown string, row ...discord.Component) discord.Message {
	return discord.Message{Components: []discord.Component{
		discord.TextDisplay{Content: discord.Cut(markdown, layout.MaxRunes-100)}, discord.ActionRow{Components: row},
	}}
}

// nothing returns a private answer for when there is nothing to show.
func (e Env) nothing(key notice.Code, args ...any) discord.Message {
	return layout.Text(e.say(key, args...))
}
