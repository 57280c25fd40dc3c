// Package logline describes each event of the log of a tournament in one sentence of Markdown,
// with what the log says of it: whether it was undone, who may read it.
package logline

import (
	"math"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/script"
)

// Line describes an event of the log in one sentence of Markdown. It never shows a
// private note, a deck, or the text of a dispute or a judge call.
func Line(e wording.Event, env tournament.Envelope) string {
	return teller{e.At(tournament.Place{})}.line(e.Snap.State.Shown(env)) // a place in it names its own persons
}

// teller writes the lines of an event.
type teller struct{ wording.Event }

func (e teller) line(env tournament.Envelope) string {
	who := text.Raw(e.Person(env.Actor))
	switch ev := env.Event.(type) {
	case *tournament.SettingsChanged:
		if changes := e.changed(env.Seq, ev); changes != "" {
			return e.Say("log.settings_to", "who", who, "changes", text.Raw(changes))
		}
		return e.Say("log.settings", "who", who)
	case *tournament.EventStarted:
		return e.startedLine(e.starter(env), ev)
	case *tournament.StageBegan:
		return e.stageLine(who, ev)
	case *tournament.EventFinished:
		var winners []int
		for i, place := range ev.Places {
			if place == 1 {
				winners = append(winners, i+1)
			}
		}
		if len(winners) == 0 {
			return e.Say("log.finished")
		}
		return e.Say("log.finished_won", "n", len(winners), "winners", wording.Clipped(e.Printer, e.Players(winners), 10))
	case *tournament.EventCancelled:
		if reason := e.Snap.Book.Text(ev.Reason); reason != "" {
			return e.Say("log.cancelled_because", "who", who, "reason", notice.Text(discord.Plain(reason, 150)))
		}
		return e.Say("log.cancelled", "who", who)
	case *tournament.Announced:
		return e.Say("log.announced", "who", who, "words", notice.Text(discord.Plain(e.Snap.Book.Text(ev.Text), 150)))
	case *tournament.Retracted:
		if e.tookStart(ev) {
			return e.Say("log.undone_start", "who", who, "n", len(ev.Seqs))
		}
		return e.Say("log.undone", "who", who, "n", len(ev.Seqs))
	}
	if line := e.playerLine(who, env); line != "" {
		return line
	}
	if line := e.crewLine(who, env); line != "" {
		return line
	}
	if line := e.pickLine(env); line != "" {
		return line
	}
	return e.roundEventLine(who, env)
}

// pickLine is Line for what was chosen in picks and bans.
func (e teller) pickLine(env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.ItemPicked:
		if ev.Item != "" {
			return e.Say(e.verb(ev), "player", notice.Player(ev.Player), "item", notice.Text(e.Item(ev.Place, ev.Step, ev.Player, ev.Item)), "where", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)))
		}
	case *tournament.ItemDrawn:
		key := notice.Code("log.item_drawn_player")
		switch {
		case ev.Player == 0:
			key = "log.item_drawn"
		case ev.Item == "":
			key = "log.item_drawn_unseen"
		}
		return e.Say(key, "player", notice.Player(ev.Player), "item", notice.Text(e.Item(ev.Place, ev.Step, ev.Player, ev.Item)), "where", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)))
	}
	return ""
}

// verb returns the text for a choice in picks and bans, by what its step says.
func (e teller) verb(ev *tournament.ItemPicked) notice.Code {
	if plan := e.Snap.State.PicksOf(ev.Place); plan != nil && ev.Step < len(plan.Steps) {
		switch step := plan.Steps[ev.Step]; {
		case step.Verb == script.Side:
			return "log.pick_side"
		case step.Game == 0:
			return "log.pick_ban"
		}
	}
	return "log.pick"
}

// stageLine is Line for the beginning of a stage; it returns "" for the first one,
// which all players enter.
func (e teller) stageLine(who text.Raw, ev *tournament.StageBegan) string {
	switch {
	case !ev.Planned():
		return e.Say("log.playoff", "who", who, "n", ev.Rounds, "players", wording.Clipped(e.Printer, e.Players(ev.Players), 10))
	case ev.Kind.Eliminates() && len(ev.Ranking) == 0:
		return e.Say("log.bracket", "n", len(ev.Players))
	case ev.Kind.Eliminates():
		return e.Say("log.cut", "who", who, "n", len(ev.Players), "first", notice.Player(ev.Players[0]))
	case ev.Plan == 0:
		return e.Say("log.stage", "stage", ev.Kind.Word())
	}
	return e.laterLine(ev)
}

// starter names who started the event, before the draw was mixed.
func (e teller) starter(env tournament.Envelope) text.Raw {
	gone := Undone(e.Snap.Log, math.MaxInt64)
	for i := min(int(env.Seq), len(e.Snap.Log)) - 1; i >= 0; i-- {
		before := &e.Snap.Log[i]
		if _, asked := before.Event.(*tournament.MixAsked); asked && (!gone[before.Seq] || gone[env.Seq]) {
			return text.Raw(e.Person(before.Actor))
		}
	}
	return text.Raw(e.Person(env.Actor))
}

// startedLine is Line for the start of an event.
func (e teller) startedLine(who text.Raw, ev *tournament.EventStarted) string {
	rounds, cut := 0, 0
	for _, p := range ev.Plan {
		if rounds += p.Rounds; p.Kind().Eliminates() {
			cut = p.Size
		}
	}
	out := e.Say("log.started", "who", who)
	switch {
	case rounds > 0 && cut > 0:
		out = e.Say("log.started_cut", "who", who, "n", rounds, "cut", cut)
	case rounds > 0:
		out = e.Say("log.started_rounds", "who", who, "n", rounds)
	}
	if len(ev.Absent) > 0 {
		out += " " + e.Say("log.left_out", "players", wording.Clipped(e.Printer, e.Players(ev.Absent), 10))
	}
	return out
}

// laterLine is Line for the beginning of a later stage of rounds.
func (e teller) laterLine(ev *tournament.StageBegan) string {
	if len(ev.Players) == 0 {
		return e.Say("later.began_all", "n", ev.Rounds, "stage", ev.Kind.Word())
	}
	return e.Say("day_two.began", "n", len(ev.Players), "rounds", ev.Rounds)
}

// flightLine is Line for the split of a division.
func (e teller) flightLine(who text.Raw, ev *tournament.GroupsDrawn) string {
	if ev.By == tournament.DrawnGroups {
		return e.Say("log.groups", "n", ev.Count, "rounds", ev.Rounds)
	}
	return e.Say("log.flights", "who", who, "what", e.Field(ev.Division), "n", ev.Count, "rounds", ev.Rounds)
}
