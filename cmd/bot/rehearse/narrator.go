package rehearse

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"topcut/commands/pictures"
	"topcut/commands/record"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/table"
)

const (
	// columns is the width of a printed line.
	columns = 100
	// toldPlaces is the number of standings rows printed after a round, in two columns.
	toldPlaces = 8
	// toldValues is the number of printed columns of the standings.
	toldValues = 3
	// breath is the pause after a line on a terminal, so that a person can follow: an
	// evening takes about half a minute.
	breath = 350 * time.Millisecond
)

// narrator prints an event to a terminal: a line for each important entry, the results
// and standings of each round, the bracket and the podium at the end. Lines of the public
// log are in its words.
type narrator struct {
	screen *screen
	pause  time.Duration

	mu     sync.Mutex
	told   int      // events of the log
	joined []string // who came in since the last line
	mixed  []string // who mixed the draw
}

func newNarrator(s *screen) *narrator {
	n := &narrator{screen: s}
	if s.colour { // a person reads along
		n.pause = breath
	}
	return n
}

func (n *narrator) line(format string, args ...any) {
	n.screen.say(format, args...)
	time.Sleep(n.pause)
}

// begin prints what will be played.
func (n *narrator) begin(what string) {
	n.line("%s", n.screen.paint(bold, "Topcut rehearses an evening: "+what))
	n.line("The bot is real and runs as its own process; Discord and the people are played here.")
	n.line("")
}

// follow prints what has happened since its last call.
func (n *narrator) follow(snap *tournament.Snapshot) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for ; n.told < len(snap.Log); n.told++ {
		n.event(snap, &snap.Log[n.told])
	}
}

func (n *narrator) event(snap *tournament.Snapshot, e *tournament.Envelope) {
	if joined, ok := e.Event.(*tournament.PlayerRegistered); ok {
		n.joined = append(n.joined, snap.Name(joined.Player))
		return
	}
	switch ev := e.Event.(type) {
	case *tournament.Opened:
		n.say(snap, e)
	case *tournament.CheckInStarted, *tournament.EventStarted:
		n.arrivals()
		n.say(snap, e)
	case *tournament.RoundPublished:
		n.arrivals()
		n.pairings(snap, ev.Round)
	case *tournament.RoundClosed:
		n.results(snap, ev.Round)
	case *tournament.DrawMixed:
		n.mixed = append(n.mixed, snap.Name(ev.Player))
	case *tournament.StageBegan:
		if ev.Plan > 0 {
			n.say(snap, e)
		}
	case *tournament.PlayerDropped, *tournament.PlayerDisqualified, *tournament.RoundRepaired,
		*tournament.ResultDisputed, *tournament.ResultCorrected, *tournament.JudgeCalled, *tournament.Retracted, *tournament.SeatClaimed,
		*tournament.ScheduleDrawn, *tournament.DraftSeated, *tournament.PackOpened, *tournament.DeckBuilding, *tournament.GroupsDrawn, *tournament.CutLocked:
		n.say(snap, e)
	}
}

// say prints an event in the words of the log.
func (n *narrator) say(snap *tournament.Snapshot, e *tournament.Envelope) {
	lines := record.New(view.Env{Snap: snap}).Log
	at := slices.IndexFunc(lines, func(l record.Line) bool { return l.Seq == e.Seq })
	if at < 0 {
		return // not public
	}
	text := strings.ReplaceAll(lines[at].Text, "**", "")
	for i, line := range wrapped(text, columns-4) {
		mark := "  · "
		if i > 0 {
			mark = "    "
		}
		colour := ""
		switch e.Event.(type) {
		case *tournament.ResultDisputed, *tournament.JudgeCalled:
			colour = yellow
		}
		n.line("%s", mark+n.screen.paint(colour, line))
	}
}

// arrivals prints who has joined and who has mixed the draw.
func (n *narrator) arrivals() {
	if len(n.joined) > 0 {
		const named = 6
		text := strings.Join(n.joined[:min(named, len(n.joined))], ", ")
		if more := len(n.joined) - named; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		verb := "join"
		if len(n.joined) == 1 {
			verb = "joins"
		}
		n.line("  · %s %s.", text, verb)
		n.joined = nil
	}
	if len(n.mixed) > 0 {
		n.line("  · %s roll the dice.", strings.Join(n.mixed, ", "))
		n.mixed = nil
	}
}

// matchesOf returns the tables of a round without the boards of matches.
func matchesOf(r *record.Round) []record.Table {
	return slices.DeleteFunc(slices.Clone(r.Tables), func(t record.Table) bool { return t.Board })
}

// pairings announces a round: all tables if they are few, else the first ones.
func (n *narrator) pairings(snap *tournament.Snapshot, round int) {
	r := *record.New(view.Env{Snap: snap}).Played.At(round)
	const all = 4
	var tables []string
	matches := matchesOf(&r)
	for _, t := range matches[:min(len(matches), all)] {
		tables = append(tables, t.Players)
	}
	text := strings.Join(tables, " · ")
	if len(matches) > all || table.Columns(r.Title+text)+2 > columns {
		text = fmt.Sprintf("%d tables; at the top %s", len(matches), tables[0])
	}
	n.line("")
	n.line("%s", n.screen.paint(bold, r.Title)+"  "+n.screen.paint(dim, text))
}

// results prints the results of a round and the standings after it.
func (n *narrator) results(snap *tournament.Snapshot, round int) {
	r := *record.New(view.Env{Snap: snap}).Played.At(round)
	var results []string
	for i, t := range matchesOf(&r) {
		_, l := snap.State.Match(round, i+1)
		switch text := scored(snap.State.Rules, l, &t); {
		case l.N > 2:
			n.line("  %s", text) // on its own line
		case text != "":
			results = append(results, strings.ReplaceAll(text, " ", "\u00a0"))
		}
	}
	for _, line := range wrapped(strings.Join(results, " · "), columns-2) {
		n.line("  %s", line)
	}
	for i := range r.Standings {
		n.standings(r.Standings[i])
	}
}

// scored formats a result with both names; "" for a table without a match.
func scored(rs *rules.Ruleset, l *ledger.Match, t *record.Table) string {
	switch winner := rs.Winner(l); {
	case l.Kind == ledger.Bye || l.N > 2:
		return t.Result
	case l.N < 2:
		return ""
	case winner >= 0:
		return t.Result + " " + t.Seats[1-winner]
	}
	return t.Players + " " + t.Result
}

// standings prints the first places in two columns.
func (n *narrator) standings(t *table.Table) {
	rows := t.Rows[:min(len(t.Rows), toldPlaces)]
	half := (len(rows) + 1) / 2
	first := t.Of(table.Name) + 1
	var titles []string
	for _, c := range t.Columns[first:min(len(t.Columns), first+toldValues)] {
		titles = append(titles, c.Title)
	}
	n.line("  %s", n.screen.paint(dim, t.Title+": "+strings.Join(titles, ", ")))
	for i := range half {
		line := standingsCell(t, &rows[i])
		if i+half < len(rows) {
			line += strings.Repeat(" ", max(columns/2-2-table.Columns(line), 2)) + standingsCell(t, &rows[i+half])
		}
		n.line("  %s", strings.TrimRight(line, " "))
	}
}

// standingsCell formats a player's rank, name, and the first values of the table.
func standingsCell(t *table.Table, r *table.Row) string {
	const name = 12
	at := t.Of(table.Name)
	shown := r.Cells[at].Text
	for table.Columns(shown) > name {
		list := []rune(shown)
		shown = string(list[:len(list)-2]) + "…"
	}
	out := fmt.Sprintf("%3s  %s", r.Cells[t.Of(table.Rank)].Text, shown+strings.Repeat(" ", max(name-table.Columns(shown), 0)))
	for i, cell := range r.Cells[at+1 : min(len(r.Cells), at+1+toldValues)] {
		out += fmt.Sprintf(" %*s", []int{4, 6, 7}[i], cell.Text)
	}
	return out
}

// killed and back print what happens to the bot.
func (n *narrator) killed() {
	n.line("  %s", n.screen.paint(red, "✂ kill -9: the bot is dead, in the middle of a round, with results on their way"))
}

func (n *narrator) back(after time.Duration) {
	n.line("  %s", n.screen.paint(green, fmt.Sprintf("✓ back after %v; nobody has to say anything twice", after.Round(10*time.Millisecond))))
}

// inWords describes what will be played.
func (o *options) inWords() string {
	if o.event != "" {
		return "a real event again, from " + filepath.Base(o.event)
	}
	what := fmt.Sprintf("%d Swiss rounds", o.rounds)
	if len(o.stages.Stages) > 0 {
		what = o.stages.String()
	} else if o.cut > 0 {
		what += fmt.Sprintf(", then the Top %d", o.cut)
	}
	game := o.ruleset
	if rs, err := o.load(o.ruleset); err == nil {
		game = rs.Name
	}
	if o.unattended {
		what += ", without an organiser"
	}
	who := fmt.Sprintf("%d people", o.players)
	if o.crew > 0 {
		who = fmt.Sprintf("%d teams of %d", o.players, o.crew)
	}
	return fmt.Sprintf("%s, %s, %s", game, who, what)
}

// end prints the bracket and the winner.
func (n *narrator) end(snap *tournament.Snapshot) {
	r := record.New(view.Env{Snap: snap})
	for i := range r.Brackets {
		n.line("")
		n.line("%s", n.screen.paint(bold, r.Brackets[i].Title))
		for _, line := range bracketLines(&r.Brackets[i]) {
			n.line("  %s", line)
		}
	}
	n.line("")
	medals := []string{"🥇", "🥈", "🥉"}
	var podium []string
	for _, p := range r.Places {
		if i := slices.Index([]string{"1", "2", "3"}, p.Place); i >= 0 && len(podium) < 6 {
			podium = append(podium, medals[i]+" "+p.Name)
		}
	}
	n.line("%s", n.screen.paint(bold, strings.Join(podium, "   ")))
	n.line("")
}

// farewell prints the outcome if all is well, and what to do next.
func (n *narrator) farewell(out *result) {
	n.line("%d interactions, %d posts in %.0f s: nothing lost, nothing twice, no rule of Discord's broken.",
		out.Interactions, out.Posts, out.Seconds)
	n.line("")
	n.line("Be one of them, in the browser:  topcut rehearse --web")
	n.line("Put it on your server:           topcut invite, then topcut serve")
}

// bracketLines returns the rounds of a bracket one after the other.
func bracketLines(d *pictures.BracketData) []string {
	var out []string
	for i := range d.Rounds {
		var matches []string
		for _, m := range d.Rounds[i].Matches {
			a, b := m.Sides[0], m.Sides[1]
			matches = append(matches, fmt.Sprintf("%s %s–%s %s", a.Name, a.Score, b.Score, b.Name))
		}
		for k, line := range wrapped(strings.Join(matches, " · "), columns-18) {
			title := ""
			if k == 0 {
				title = d.Rounds[i].Name
			}
			out = append(out, title+strings.Repeat(" ", max(14-table.Columns(title), 1))+line)
		}
	}
	return out
}

// wrapped wraps a text at spaces into lines of at most most terminal columns.
func wrapped(text string, most int) []string {
	var out []string
	line := ""
	for _, word := range strings.Split(text, " ") { // not at non-breaking spaces
		if line != "" && table.Columns(line)+1+table.Columns(word) > most {
			out, line = append(out, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		out = append(out, line)
	}
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "\u00a0", " ")
	}
	return out
}
