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
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Env is all that a view may know.
type Env struct {
	Snap     *tournament.Snapshot
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
	// Lacks is told what a message goes without, and why; may be nil.
	Lacks func(part string, err error)
	// AsText shows as text what could be drawn: the reader asked for it.
	AsText bool

	short int // most characters of a name; 0 = fullName
}

// fullName is the longest name of a player.
const fullName = tournament.MaxPersonal

// say returns a text of the catalogue, see text.Printer.Say: players by their
// names, what people typed without effect as Markdown.
func (e Env) say(key notice.Code, args ...any) string { return e.words().Say(key, args...) }

// words is the printer for this message.
func (e Env) words() text.Printer {
	p := e.Words
	p.Escape = discord.Escape
	p.Moment = func(t time.Time) string { return discord.Timestamp(t, 'f') }
	if e.Snap != nil {
		p.Name = e.name
	}
	return p
}

func (e Env) state() *tournament.State { return e.Snap.State }

// id returns the custom id of a verb of this event.
func (e Env) id(verb string, args ...any) string {
	return customid.New(verb, e.Snap.State.ID, args...)
}

// title is the name of the event in Markdown.
func (e Env) title() string { return discord.Escape(e.Snap.State.Settings.Name) }

// command mentions a slash command so that it can be clicked, where its id is
// known.
func (e Env) command(path string) string {
	name, _, _ := strings.Cut(path, " ")
	if id := e.Commands[name]; id != "" {
		return discord.MentionCommand(path, id)
	}
	return "`/" + path + "`"
}

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
	return fmt.Sprintf("Player %d", n)
}

// name returns a player's name in Markdown.
func (e Env) name(n int) string {
	limit := e.short
	if limit == 0 {
		limit = fullName
	}
	return escaped(e.rawName(n), limit)
}

// escaped makes a name fit for Markdown, on one line.
func escaped(name string, limit int) string {
	if name = discord.Plain(name, limit); name == "" {
		name = "(no name)"
	}
	return discord.Escape(name)
}

// label returns a player's name for labels.
func (e Env) label(n int) string {
	if name := discord.Plain(e.rawName(n), fullName); name != "" {
		return name
	}
	return fmt.Sprintf("Player %d", n)
}

// mention returns what shows a player in a public post: a mention, or the name
// of a guest.
func (e Env) mention(n int) string {
	if user := e.Snap.User(n); user != "" {
		return discord.MentionUser(user)
	}
	return e.name(n)
}

// person returns the name of an organiser or other person in Markdown.
func (e Env) person(no int) string {
	if no == 0 {
		return "Topcut"
	}
	name := e.Snap.Book.Person(no).Name
	if name == "" {
		return "Somebody"
	}
	return escaped(name, fullName)
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
		out = append(out, e.mention(n))
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

// table names where a match is played: "Table 5", "Match for third place".
func (e Env) table(round, match int) string {
	m, l := e.state().Match(round, match)
	switch {
	case m == nil:
		return fmt.Sprintf("Match %d", match)
	case m.Part == ledger.ThirdPlace:
		return "Match for third place"
	case l.Table > 0:
		return fmt.Sprintf("Table %d", l.Table)
	}
	return fmt.Sprintf("Match %d", match)
}

// Outcome says in Markdown what the result of a match means: "Alice won 2-1", or
// "No result".
func Outcome(s *tournament.Snapshot, l *ledger.Match) string {
	e := Env{Snap: s}
	if text := e.outcome(l, e.name); text != "" {
		return text
	}
	return "No result"
}

// outcome says what a result means, with names: "Alice won 2-1". It is empty
// for a match without one.
func (e Env) outcome(l *ledger.Match, name func(int) string) string {
	return outcome(e.state().Rules, l, func(seat int) string { return name(int(l.Seats[seat]) + 1) })
}

func outcome(rs *rules.Ruleset, l *ledger.Match, name func(seat int) string) string {
	switch l.Kind {
	case ledger.Bye:
		return name(0) + " has the bye"
	case ledger.AssignedLoss:
		return name(0) + " missed the round"
	case ledger.Elsewhere:
		return name(0) + " played elsewhere"
	case ledger.IntentionalDraw:
		return "Intentional draw"
	case ledger.DoubleLoss:
		return "Double loss"
	case ledger.Forfeit:
		return name(0) + " won by forfeit"
	case ledger.Played:
	}
	if l.Result.Form == ledger.Unfinished {
		return ""
	}
	if l.Result.Form == ledger.Scores {
		parts := make([]string, l.N)
		for seat := range int(l.N) {
			parts[seat] = fmt.Sprintf("%s %d", name(seat), l.Result.V[seat])
		}
		return strings.Join(parts, ", ")
	}
	winner := rs.Winner(l)
	if winner < 0 {
		if l.Result.Form == ledger.Places && l.N > 2 {
			return "Draw"
		}
		how := rs.FormatResult(*l, 0)
		if how == "tie" {
			return "Tie"
		}
		return strings.TrimSpace("Draw " + strings.TrimSuffix(how, "draw"))
	}
	how := strings.TrimSuffix(rs.FormatResult(*l, winner), " (won)")
	switch how {
	case "win", "":
		return name(winner) + " won"
	case "ring", "weakest", "scenario":
		return fmt.Sprintf("%s won (%s)", name(winner), how)
	}
	return name(winner) + " won " + how
}

// Reported says in Markdown what a report says of a match: "Alice won 2-1".
func Reported(s *tournament.Snapshot, l *ledger.Match, r *tournament.Report) string {
	return Outcome(s, reported(l, r))
}

// reported returns the match as a report has it.
func reported(l *ledger.Match, r *tournament.Report) *ledger.Match {
	c := *l
	c.Kind, c.Result = r.Kind, r.Result
	return &c
}

// points writes points with their word.
func points(text string) string {
	if text == "1" {
		return "1 point"
	}
	return text + " points"
}

// record writes wins, losses and draws: "3-0", "2-1-1".
func record(r [3]int) string {
	if r[2] == 0 {
		return fmt.Sprintf("%d-%d", r[0], r[1])
	}
	return fmt.Sprintf("%d-%d-%d", r[0], r[1], r[2])
}

// duration writes a length of time in whole minutes: "1 h 20 min".
func duration(d time.Duration) string {
	minutes := int((d + 30*time.Second) / time.Minute)
	switch {
	case minutes >= 48*60:
		return plural(minutes/(24*60), "day", "days")
	case minutes >= 60 && minutes%60 == 0:
		return fmt.Sprintf("%d h", minutes/60)
	case minutes >= 60:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	return fmt.Sprintf("%d min", minutes)
}

// sentence makes a phrase stand by itself.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	text = strings.ToUpper(string(r[:1])) + string(r[1:])
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// Text is a message of one paragraph of Markdown.
func Text(text string) discord.Message {
	if text == "" {
		text = "Done."
	}
	return discord.Message{Components: []discord.Component{discord.TextDisplay{Content: discord.Cut(text, maxRunes)}}}
}

// Confirmation asks before something is done; text is Markdown.
func Confirmation(text string, buttons ...discord.Button) discord.Message {
	p := newPanel(accentLate, "Are you sure?")
	p.text("%s", discord.Cut(text, maxRunes-100))
	p.buttons(buttons...)
	return p.message()
}

// nothing is a private answer of one sentence where there is nothing to show.
func nothing(format string, args ...any) discord.Message {
	return Text(fmt.Sprintf(format, args...))
}
