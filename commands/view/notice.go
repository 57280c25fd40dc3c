package view

import (
	"fmt"
	"math"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// Withdrawn is what an earlier post becomes when what it said was taken back:
// it says so and has no buttons. what is a phrase such as "The pairings of round
// 3", in Markdown.
func Withdrawn(e Env, what string) discord.Message {
	p := newPanel(accentQuiet, "Withdrawn")
	p.text("%s. An organiser has taken this back; it no longer counts.", what)
	p.note("What happened: %s", e.command("log"))
	return p.message()
}

// DisputePost goes to the organisers when two players do not agree. It names
// both reports and offers the ruling; once there is a result it shows that.
func DisputePost(e Env, round, match int) discord.Message {
	s := e.state()
	m, l := s.Match(round, match)
	if m == nil {
		return Withdrawn(e, fmt.Sprintf("A dispute of round %d", round))
	}
	where := fmt.Sprintf("%s · %s", e.table(round, match), s.RoundText(round))
	if !m.Disputed {
		p := newPanel(accentQuiet, "Settled: %s", where)
		p.lines(e.matchState(round, match, e.name)...)
		return p.message()
	}
	p := newPanel(accentTrouble, "Dispute: %s", where)
	p.lines(e.says(l, m.Report, e.name), e.says(l, m.Counter, e.name))
	if reason := e.Snap.Book.Text(m.Dispute); reason != "" {
		p.text("> %s", strings.ReplaceAll(discord.Escape(discord.Cut(reason, 500)), "\n", "\n> "))
	}
	if round != len(s.Rounds) {
		p.text("The round is over. Change the result with %s.", e.command("to report"))
		return p.message()
	}
	p.text("Decide here. The result is final for both players.")
	options := e.ruling(round, match)
	p.choose(discord.StringSelect{
		CustomID: e.id(customid.Rule, round, match), Placeholder: "Choose the result", Options: options,
	})
	var buttons []discord.Button
	if e.byNumbers(len(options)) {
		buttons = append(buttons, discord.Button{Style: discord.Primary, Label: "Enter the result", CustomID: e.id(customid.RuleOpen, round, match)})
	}
	p.buttons(append(buttons, e.moreTime(round, match)...)...)
	return p.message()
}

// moreTime are the buttons that give a table more time, where a clock runs.
func (e Env) moreTime(round, match int) []discord.Button {
	r := e.state().Round(round)
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return nil
	}
	var out []discord.Button
	for _, minutes := range []int{3, 5, 10} {
		out = append(out, discord.Button{Label: fmt.Sprintf("+%d min", minutes), CustomID: e.id(customid.Extend, round, match, minutes)})
	}
	return out
}

// Repaired lists the tables that a repair has changed, at most 20 of them, with
// their new players.
func Repaired(s *tournament.Snapshot, ev *tournament.RoundRepaired) (lines string, players []int) {
	e := Env{Snap: s}
	var out []string
	for i, m := range ev.Changed {
		if i == 20 {
			out = append(out, fmt.Sprintf("and %d more; see /pairings", len(ev.Changed)-i))
			break
		}
		p := ev.Pairings[m-1]
		players = append(players, p.Players...)
		if names := e.names(p.Players); len(names) == 1 {
			out = append(out, names[0]+" has the bye")
		} else {
			out = append(out, fmt.Sprintf("Table %d: %s", p.Table, strings.Join(names, " – ")))
		}
	}
	return strings.Join(out, "\n"), players
}

// JudgePost calls an organiser to a table.
func JudgePost(e Env, round, match int) discord.Message {
	s := e.state()
	m, l := s.Match(round, match)
	if m == nil || m.Judge == 0 {
		return Withdrawn(e, fmt.Sprintf("A call for a judge in round %d", round))
	}
	p := newPanel(accentLate, "Judge to %s · %s", lowerTable(e.table(round, match)), s.RoundText(round))
	caller := "A player"
	if m.JudgeSeat >= 0 && m.JudgeSeat < int(l.N) {
		caller = e.name(int(l.Seats[m.JudgeSeat]) + 1)
	}
	p.text("**%s** calls. At the table: %s.", caller, list(e.names(seated(l))))
	if m.Judge > 0 {
		if reason := e.Snap.Book.Text(m.Judge); reason != "" {
			p.text("> %s", strings.ReplaceAll(discord.Escape(discord.Cut(reason, 500)), "\n", "\n> "))
		}
	}
	if m.Confirmed {
		p.accent = accentQuiet
		p.lines(e.matchState(round, match, e.name)...)
		return p.message()
	}
	p.buttons(e.moreTime(round, match)...)
	return p.message()
}

// event returns the event with a sequence number where it still counts, else
// nil.
func (e Env) event(seq int64) *tournament.Envelope {
	if seq < 1 || seq > int64(len(e.Snap.Log)) || e.retracted()[seq] {
		return nil
	}
	return &e.Snap.Log[seq-1]
}

// retracted returns the events that were taken back.
func (e Env) retracted() map[int64]bool {
	return e.retractedBefore(math.MaxInt64)
}

// PromotedPost tells a player that they moved from the waiting list into the
// event. seq is the number of the event.
func PromotedPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "A place in the event")
	}
	ev, ok := env.Event.(*tournament.PlayerPromoted)
	if !ok {
		return Withdrawn(e, "A place in the event")
	}
	p := newPanel(accentEvent, "A place is free")
	p.text("%s, you have moved up from the waiting list of %s.", e.mention(ev.Player), e.title())
	p.ping(e.Snap.User(ev.Player))
	if e.state().Phase == tournament.CheckIn {
		p.text("Check-in is running: check in, please.")
		p.buttons(discord.Button{Style: discord.Success, Label: "Check in", CustomID: e.id(customid.CheckIn)})
		return p.message()
	}
	p.buttons(
		discord.Button{Label: "My status", CustomID: e.id(customid.Status)},
		discord.Button{Label: "Leave", CustomID: e.id(customid.Leave)},
	)
	return p.message()
}

// LateEntryPost tells the organisers and the player of a late entry and what it
// costs. seq is the number of the event.
func LateEntryPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "A late entry")
	}
	ev, ok := env.Event.(*tournament.PlayerRegistered)
	if !ok {
		return Withdrawn(e, "A late entry")
	}
	p := newPanel(accentEvent, "Late entry")
	p.text("%s has joined %s late.", e.mention(ev.Player), e.title())
	p.ping(e.Snap.User(ev.Player))
	if ev.Late > 0 {
		p.text("%s counted as lost.", plural(ev.Late, "round is", "rounds are"))
	}
	if text := e.state().Rules.Entry.Text; text != "" {
		p.note("%s", discord.Escape(text))
	}
	return p.message()
}

// DroppedPost tells the organisers that a player is out. seq is the number of
// the event, a drop or a disqualification.
func DroppedPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "A drop")
	}
	p := newPanel(accentQuiet, "A player is out")
	switch ev := env.Event.(type) {
	case *tournament.PlayerDropped:
		p.text("**%s** has dropped from %s after round %d.", e.name(ev.Player), e.title(), ev.After)
	case *tournament.PlayerDisqualified:
		p.text("**%s** is disqualified from %s.", e.name(ev.Player), e.title())
	case *tournament.PlayerLeft:
		p.text("**%s** has left %s.", e.name(ev.Player), e.title())
	default:
		return Withdrawn(e, "A drop")
	}
	p.text("%s still in.", plural(len(e.state().Field()), "player is", "players are"))
	return p.message()
}

// CorrectionPost tells everybody that an organiser set a result. seq is the
// number of the event.
func CorrectionPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "A correction")
	}
	ev, ok := env.Event.(*tournament.ResultCorrected)
	if !ok {
		return Withdrawn(e, "A correction")
	}
	m, now := e.state().Match(ev.Round, ev.Match)
	if m == nil {
		return Withdrawn(e, "A correction")
	}
	l := *now
	l.Kind, l.Result = ev.Kind, ev.Result
	p := newPanel(accentRound, "Result of %s · %s", lowerTable(e.table(ev.Round, ev.Match)), e.state().RoundText(ev.Round))
	players := seated(&l)
	p.text("%s", strings.Join(e.mentions(players), " and "))
	p.ping(e.users(players)...)
	p.text("**%s**, entered by %s.", e.outcome(&l, e.name), e.person(env.Actor))
	if m.ResultSeq != seq {
		p.accent = accentQuiet
		p.note("A later correction has replaced this.")
	}
	return p.message()
}

// AnnouncementPost is a word of the organisers to everybody. seq is the number
// of the event.
func AnnouncementPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "An announcement")
	}
	ev, ok := env.Event.(*tournament.Announced)
	if !ok {
		return Withdrawn(e, "An announcement")
	}
	p := newPanel(accentEvent, "%s", e.title())
	text := discord.Escape(discord.Cut(e.Snap.Book.Text(ev.Text), 1500))
	if text == "" {
		text = "This announcement was deleted."
	}
	p.text("%s", discord.Cut(text, 3400))
	p.note("%s", e.headline())
	p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
	return p.message()
}

// maxUndone is how many taken back events are listed.
const maxUndone = 12

// UndonePost tells everybody what an undo took back. seq is the number of its
// event.
func UndonePost(e Env, seq int64) discord.Message {
	p := newPanel(accentTrouble, "Taken back")
	if seq < 1 || seq > int64(len(e.Snap.Log)) {
		p.text("Something was taken back. See %s.", e.command("log"))
		return p.message()
	}
	env := &e.Snap.Log[seq-1]
	ev, ok := env.Event.(*tournament.Retracted)
	if !ok {
		p.text("Something was taken back. See %s.", e.command("log"))
		return p.message()
	}
	p.text("%s has taken back:", e.person(env.Actor))
	var taken []tournament.Envelope
	for _, s := range ev.Seqs {
		if s >= 1 && s <= int64(len(e.Snap.Log)) {
			taken = append(taken, e.Snap.Log[s-1])
		}
	}
	p.lines(e.listed(taken, maxUndone)...)
	p.text("Now: %s", e.headline())
	return p.message()
}

// listed returns the lines of the first events that are public, and how many
// more there are.
func (e Env) listed(events []tournament.Envelope, most int) []string {
	var lines []string
	more := 0
	for _, env := range events {
		switch {
		case private(env.Event):
		case len(lines) == most:
			more++
		default:
			lines = append(lines, "- "+EventLine(e, env))
		}
	}
	if more > 0 {
		lines = append(lines, "- and "+plural(more, "more entry", "more entries"))
	}
	return lines
}
