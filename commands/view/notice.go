package view

import (
	"math"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/ledger"
)

// Withdrawn shows an earlier post whose content was undone: it says so and has no
// buttons. what names the post in Markdown.
func Withdrawn(e Env, what string) discord.Message {
	p := e.panel(layout.Quiet, "withdrawn.title")
	if what == "" {
		p.Say("withdrawn.text", "log", e.command("log"))
	} else {
		p.Say("withdrawn.what", "what", text.Raw(what), "log", e.command("log"))
	}
	return p.Message()
}

// withdrawn is Withdrawn for views that find nothing left to show.
func (e Env) withdrawn() discord.Message { return Withdrawn(e, "") }

// quoted returns a text typed by a user as a quotation; "" for an empty one.
func (e Env) quoted(no int) string {
	words := e.Snap.Book.Text(no)
	if words == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(discord.Escape(discord.Cut(words, 500)), "\n", "\n> ")
}

// where names a match with its round: "Table 5 · Round 1".
func (e Env) where(round, match int) text.Raw {
	if m, _ := e.state().Match(round, match); m != nil && m.Part == ledger.ThirdPlace && match == (tournament.Place{Match: match}).OfBoard().Match { // it is not the final
		return text.Raw(e.table(round, match))
	}
	return text.Raw(e.table(round, match) + " · " + e.round(round))
}

// chooseRuling adds the menu of results for organisers. If results are numbers, it
// returns the button that opens the form.
func (e Env) chooseRuling(p *layout.Panel, round, match int) []discord.Button {
	e = e.at(round, match)
	options := e.ruling(round, match)
	m, l := e.state().Match(round, match)
	rule, hint := customid.Rule{Round: round, Match: match}, e.say("dispute.decide", "table", tournament.TableName(match, l))
	if m.Confirmed {
		rule.Amend, hint = true, e.say("button.correct")
	}
	p.Choose(discord.StringSelect{CustomID: e.id(rule), Placeholder: hint, Options: options})
	if !e.byNumbers(len(options)) && !tooMany(e.rules().Results(m.Part)) {
		return nil
	}
	return []discord.Button{{Style: discord.Primary, Label: e.say("button.enter_result"), CustomID: e.id(customid.RuleOpen(rule))}}
}

// moreTime returns the buttons that give a table more time, if a clock runs.
func (e Env) moreTime(round, match int) []discord.Button {
	r := e.state().Round(round)
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return nil
	}
	var out []discord.Button
	for _, minutes := range []int{3, 5, 10} {
		out = append(out, discord.Button{Label: e.say("button.extend", "n", minutes), CustomID: e.id(customid.Extend{Round: round, Match: match, Minutes: minutes})})
	}
	return out
}

// RepairedPost names the tables changed by a repair of a published round and pings only
// the players who are affected. Players of a match with its own thread are told there.
// seq is the event.
func RepairedPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.RoundRepaired](e, seq)
	if !ok {
		return e.withdrawn()
	}
	before, err := tournament.Fold(e.Snap.State.ID, e.Snap.Log[:seq-1])
	if err != nil || before.Round(ev.Round) == nil {
		return e.withdrawn()
	}
	moved := effect.Moved(before, ev)
	m := layout.Text(e.say("repair.post", "round", text.Raw(e.round(ev.Round))) + "\n" + layout.Block(e.words(), e.repaired(ev, moved, e.mention), maxRepairRunes, maxRepairBytes))
	var p layout.Panel
	p.Ping(e.users(slices.DeleteFunc(moved, func(n int) bool {
		return e.state().Threaded(ev.Round) && !e.state().Arranged() && slices.ContainsFunc(ev.Pairings, func(q tournament.Pairing) bool { return len(q.Players) > 1 && slices.Contains(q.Players, n) })
	}))...)
	m.Mentions.Users = p.Pings
	return m
}

// RepairAsk shows organisers which tables a repair of a published round would change and
// who would be pinged, and asks for confirmation.
func RepairAsk(e Env, events []tournament.Envelope, yes customid.Sure) discord.Message {
	ev, _ := tournament.Last[*tournament.RoundRepaired](events, nil)
	moved := effect.Moved(e.state(), ev)
	return e.fitted(func(e Env) discord.Message {
		p := e.titled(layout.Late, e.say("repair.ask", "round", text.Raw(e.round(ev.Round))))
		p.Text(layout.Block(e.words(), e.repaired(ev, moved, func(n int) text.Raw { return text.Raw(e.name(n)) }), maxRepairRunes, maxRepairBytes))
		var pinged []string
		for _, n := range moved {
			if e.Snap.User(n) != "" {
				pinged = append(pinged, e.name(n))
			}
		}
		if len(pinged) > 0 {
			p.Small("repair.pings", "players", e.clipped(pinged, 20))
		}
		for _, w := range ev.Warnings {
			p.Text("⚠ " + e.words().Notice(w))
		}
		p.Buttons(e.sureButtons("button.repair", yes)...)
		return p.Message()
	})
}

// Limits for the tables changed by a repair.
const (
	maxRepairRunes = 3000
	maxRepairBytes = 7500
)

// repaired lists the tables of the players moved by a repair.
func (e Env) repaired(ev *tournament.RoundRepaired, moved []int, name func(int) text.Raw) []string {
	var out []string
	for _, n := range wording.Repaired(ev, moved) {
		w := e.words()
		w.Name = func(n int) string { return string(name(n)) }
		out = append(out, w.Notice(n))
	}
	return out
}

// event returns the event with a sequence number, or nil if it was undone.
func (e Env) event(seq int64) *tournament.Envelope {
	if seq < 1 || seq > int64(len(e.Snap.Log)) || e.undone()[seq] {
		return nil
	}
	return e.Snap.Log.At(seq)
}

// undone returns the sequence numbers of the undone events.
func (e Env) undone() map[int64]bool { return logline.Undone(e.Snap.Log, math.MaxInt64) }

// eventOf returns the event with a sequence number if it has type T and was not undone.
func eventOf[T tournament.Event](e Env, seq int64) (ev T, ok bool) {
	if env := e.event(seq); env != nil {
		ev, ok = env.Event.(T)
	}
	return ev, ok
}

// PromotedPost tells players that they moved up from the waiting list, the latest first;
// false if there are none. It pings those who moved up after the event said.
func PromotedPost(e Env, said int64) (discord.Message, bool) {
	gone := e.undone()
	var players []int
	p := e.panel(layout.Event, "promoted.title")
	for _, line := range slices.Backward(e.Snap.Log) {
		ev, ok := line.Event.(*tournament.PlayerPromoted)
		if !ok || gone[line.Seq] || e.state().Players.At(ev.Player).Status != tournament.Registered || slices.Contains(players, ev.Player) {
			continue
		}
		players = append(players, ev.Player)
		if line.Seq > said {
			p.Ping(e.Snap.Users(ev.Player)...)
		}
	}
	if len(players) == 0 || e.state().Phase >= tournament.Running {
		return e.withdrawn(), false
	}
	p.Say("promoted.text", "n", len(players), "player", e.clipped(e.mentions(players), e.most(40)), "event", e.title())
	if e.state().Phase == tournament.CheckIn {
		p.Say("promoted.check_in")
		p.Buttons(discord.Button{Style: discord.Success, Label: e.say("button.check_in"), CustomID: e.id(customid.CheckIn{})})
		return p.Message(), true
	}
	p.Buttons(
		discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})},
		discord.Button{Label: e.say("button.leave"), CustomID: e.id(customid.Leave{})},
	)
	return p.Message(), true
}

// PenaltyPanel says that a penalty was recorded and shows the menu for its effect on the
// player's match.
func PenaltyPanel(e Env, recorded string, match int) discord.Message {
	round := len(e.state().Rounds)
	p := e.titled(layout.Late, string(e.where(round, match)))
	p.Text(recorded)
	p.Note(e.rulebook().Penalties())
	p.Buttons(e.chooseRuling(p, round, match)...)
	return p.Message()
}

// CorrectionPost returns the public post about a result set by an organiser. seq is the
// event.
func CorrectionPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.ResultCorrected](e, seq)
	if !ok {
		return e.withdrawn()
	}
	m, now := e.state().Match(ev.Round, ev.Match)
	if m == nil {
		return e.withdrawn()
	}
	l := *now
	if l.Kind, l.Result = ev.Kind, ev.Result; ev.Unagreed(m) {
		l.Kind, l.Result = ledger.Played, wording.Scoreless()
	}
	e = e.at(ev.Round, ev.Match)
	p := e.titled(layout.Round, string(e.where(ev.Round, ev.Match)))
	players := wording.Seated(&l)
	p.Text(strings.Join(e.mentions(players), " – "))
	p.Ping(e.users(posted.Unpaired(e.state(), e.Snap.Log, seq, players))...)
	p.Say("corrected.text", "result", text.Raw(e.result(&l)), "person", text.Raw(e.person(e.Snap.Log.At(seq).Actor)))
	if m.ResultSeq != seq {
		p.Accent = layout.Quiet
		p.Small("corrected.replaced")
	}
	return p.Message()
}

// AnnouncementPost returns the post of an organisers' announcement. seq is the event.
func AnnouncementPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.Announced](e, seq)
	if !ok {
		return e.withdrawn()
	}
	p := e.titled(layout.Event, string(e.title()))
	words := discord.Escape(discord.Cut(e.Snap.Book.Text(ev.Text), 1500))
	if words == "" {
		words = e.say("announced.deleted")
	}
	p.Text(discord.Cut(words, 3400))
	p.Note(e.headline())
	p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
	return p.Message()
}

// ToldPost says what a command has changed from an event on, seq, and pings those whom it
// concerns; false if it was undone.
func ToldPost(e Env, seq int64) (discord.Message, bool) {
	ev := e.event(seq)
	if ev == nil {
		return discord.Message{}, false
	}
	p := e.titled(layout.Event, string(e.title()))
	changes := posted.Alone(e.state(), e.Snap.Log, seq)
	if len(changes) == 0 || changes[0].Seq != seq { // it is announced to all
		p.Text(e.changeLine(ev, nil))
	}
	e.changed(p, changes, 0)
	if slices.ContainsFunc(changes, func(x posted.Told) bool { return len(x.Players) == 1 && e.mayComeBack(x.Players[0]) }) {
		p.Buttons(e.backButton())
	}
	return p.Message(), true
}

// mostTold bounds the changes that are listed: the newest.
const mostTold = 15

// changed lists changes and pings each of those whom one after an event concerns. It reports
// whether one is a ruling, to which a player may object.
func (e Env) changed(p *layout.Panel, changes []posted.Told, called int64) (ruled bool) {
	var lines []string
	for i, x := range changes {
		ev, ok := e.Snap.Log.At(x.Seq).Event.(*tournament.ResultCorrected)
		ruled = ruled || ok && ev.By == tournament.ByOrganiser
		if i >= len(changes)-e.most(mostTold) {
			lines = append(lines, "- "+e.changeLine(e.Snap.Log.At(x.Seq), x.Players))
		}
		if e := e.atEvent(e.Snap.Log.At(x.Seq).Event); x.Seq > called {
			p.Ping(e.users(posted.Unpaired(e.state(), e.Snap.Log, x.Seq, x.Players))...)
		}
	}
	p.Lines(lines...)
	return ruled
}

// atEvent is at for the match or board that an event is about.
func (e Env) atEvent(ev tournament.Event) Env {
	at := tournament.PlaceOf(ev)
	if c, ok := ev.(*tournament.ResultCorrected); ok {
		at = c.Place
	}
	return e.at(at.Round, at.Match)
}

// changeLine says what an event changed, and mentions the few players whom it concerns: where
// the sentence names them, else before it.
func (e Env) changeLine(ev *tournament.Envelope, players []int) string {
	e = e.atEvent(ev.Event)
	few := players
	if len(few) > len(ledger.Match{}.Seats) {
		few = nil
	}
	line := logline.Line(e.about().Calling(few), *ev)
	switch ev.Event.(type) {
	case *tournament.StageBegan:
		line = e.say("told.first_out")
	case *tournament.EventStarted:
		return e.say("log.left_out", "players", e.clipped(e.mentions(players), mostTold))
	}
	var apart []string
	for _, n := range few {
		m := string(e.mention(n))
		first, rest, named := strings.Cut(line, m)
		if !named {
			apart = append(apart, m)
			continue
		}
		line = first + m + strings.ReplaceAll(rest, m, e.name(n)) // once in a line
	}
	if len(apart) > 0 {
		return strings.Join(apart, " ") + " · " + line
	}
	return line
}

// maxUndone bounds the undone events that are listed.
const maxUndone = 12

// UndonePost returns the public post about an undo. seq is the event.
func UndonePost(e Env, seq int64) discord.Message {
	p := e.panel(layout.Trouble, "undone.title")
	var ev *tournament.Retracted
	if seq >= 1 && seq <= int64(len(e.Snap.Log)) {
		ev, _ = e.Snap.Log.At(seq).Event.(*tournament.Retracted)
	}
	if ev == nil {
		p.Say("undone.something", "log", e.command("log"))
		return p.Message()
	}
	e.tookBack(p, ev, seq, true)
	p.Say("undone.now", "state", text.Raw(e.headline()))
	return p.Message()
}

// tookBack says what an undo has taken back, and to whom.
func (e Env) tookBack(p *layout.Panel, ev *tournament.Retracted, seq int64, ping bool) {
	p.Say("undone.by", "person", text.Raw(e.person(e.Snap.Log.At(seq).Actor)))
	concerned := posted.Undone(e.state(), e.Snap.Log, e.Snap.Log.At(seq), ev)
	named := first(concerned, e.most(wire.MaxMentionIDs))
	list := strings.Join(e.mentions(named), " ")
	if left := len(concerned) - len(named); left > 0 {
		list = e.say("list.more", "head", text.Raw(list), "n", left)
	}
	p.Text(list)
	if ping {
		p.Ping(e.users(concerned)...)
	}
	p.Lines(e.listed(e.takenBack(ev), maxUndone)...)
	for _, env := range e.Snap.Log[seq:] {
		if _, ok := env.Event.(*tournament.SeedRenewed); ok && env.Batch == e.Snap.Log.At(seq).Batch {
			p.Text(logline.Line(e.about(), env))
		}
	}
}

// listed returns the lines of the first public events, and how many more there are.
func (e Env) listed(events []tournament.Envelope, most int) []string {
	var lines []string
	more := 0
	for _, env := range events {
		switch {
		case logline.Private(env.Event):
		case len(lines) == most:
			more++
		default:
			lines = append(lines, "- "+logline.Line(e.about(), env))
		}
	}
	if more > 0 {
		lines = append(lines, "- "+e.say("undone.more", "n", more))
	}
	return lines
}
