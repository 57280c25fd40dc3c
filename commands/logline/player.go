package logline

import (
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// playerLine is Line for events about one player.
func (e teller) playerLine(who text.Raw, env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.PlayerRegistered:
		name := text.Raw(e.Player(ev.Player))
		if p := e.Snap.Book.Person(ev.Person).Name; p != "" {
			name = text.Raw(e.Escaped(p))
		}
		switch {
		case ev.Waiting:
			return e.Say("log.waiting", "player", name)
		case ev.Late > 0:
			return e.Say("log.joined_late", "player", name, "n", ev.Late)
		case env.Actor != ev.Person && !slices.Contains(ev.Members, env.Actor):
			return e.Say("log.entered", "who", who, "player", name)
		}
		return e.Say("log.joined", "player", name)
	case *tournament.PlayerDropped:
		return Dropped(e.Event, env.Seq, ev)
	case *tournament.PlayerChanged:
		if changes := e.fields(ev); changes != "" {
			return e.Say("log.changed_to", "who", who, "player", notice.Player(ev.Player), "changes", text.Raw(changes))
		}
		return e.Say("log.changed", "who", who, "player", notice.Player(ev.Player))
	case *tournament.PlayerSitsOut:
		changes := e.fields(&tournament.PlayerChanged{Byes: ev.Byes, Away: ev.Away, Plays: ev.Plays})
		return e.Say("log.asked", "player", notice.Player(ev.Player), "changes", text.Raw(changes))
	case *tournament.PlayerPenalised:
		if ev.Points != 0 {
			return e.Say("log.chombo", "who", who, "player", notice.Player(ev.Player), "points", wording.PointsOff(ev.Points), "round", ev.Round)
		}
		return e.Say("log.penalty", "who", who, "player", notice.Player(ev.Player), "penalty", notice.Text(strings.ReplaceAll(discord.Plain(ev.Kind, 40), "_", " ")))
	}
	return ""
}

// fields lists what was changed about a player.
func (e teller) fields(ev *tournament.PlayerChanged) string {
	var words []string
	if ev.Division != nil {
		if d := e.Snap.State.Settings.Divisions; *ev.Division >= 0 && *ev.Division < len(d) {
			words = append(words, e.Say("log.field.division", "division", notice.Text(d[*ev.Division])))
		}
	}
	if ev.Tag != nil {
		words = append(words, e.Say("log.field.team"))
	}
	if ev.Answer != nil {
		words = append(words, e.Say("question.field"))
	}
	if ev.Seed != nil {
		words = append(words, e.Say("log.field.seed", "seed", *ev.Seed))
	}
	if ev.Table != nil {
		words = append(words, e.Say("status.fixed_table", "table", *ev.Table))
	}
	for _, r := range ev.Byes {
		words = append(words, e.Say("log.field.bye", "round", r))
	}
	for _, r := range ev.Full {
		words = append(words, e.Say("log.field.full_bye", "round", r))
	}
	for _, r := range ev.Away {
		words = append(words, e.Say("log.field.away", "round", r))
	}
	for _, r := range ev.Plays {
		words = append(words, e.Say("log.field.plays_in", "round", r))
	}
	for _, a := range ev.Apart {
		code := notice.Code("log.field.apart")
		if a.Off {
			code = "log.field.may_meet"
		}
		words = append(words, e.Say(code, "player", notice.Player(a.Player)))
	}
	if ev.Late != nil {
		words = append(words, e.Say("status.late", "n", *ev.Late))
	}
	if ev.Standby != nil && *ev.Standby {
		words = append(words, e.Say("log.field.standby"))
	} else if ev.Standby != nil {
		words = append(words, e.Say("log.field.plays"))
	}
	return e.List(words)
}

// Dropped describes when a player dropped. seq is the event.
func Dropped(e wording.Event, seq int64, ev *tournament.PlayerDropped) string {
	switch {
	case ev.NoShow:
		return e.Say("absence.dropped", "player", notice.Player(ev.Player), "round", text.Raw(e.Round(ev.After)))
	case ev.After == 0:
		return e.Say("dropped.before", "player", notice.Player(ev.Player))
	case teller{e}.underWay(seq, ev.After):
		return e.Say("dropped.in", "player", notice.Player(ev.Player), "round", text.Raw(e.Round(ev.After)))
	}
	return e.Say("dropped.after", "player", notice.Player(ev.Player), "round", text.Raw(e.Round(ev.After)))
}

// underWay reports whether a round was unfinished at an event of the log.
func (e teller) underWay(seq int64, round int) bool {
	for i := min(seq, int64(len(e.Snap.Log))) - 1; i >= 0; i-- {
		switch ev := e.Snap.Log[i].Event.(type) {
		case *tournament.RoundClosed:
			if ev.Round == round && !Undone(e.Snap.Log, seq)[i+1] {
				return false
			}
		case *tournament.RoundPublished:
			if ev.Round == round {
				return true
			}
		}
	}
	return false
}

// Because returns an organiser's reason why a player is out or penalised. It is for
// organisers only: remarks about a person are not public.
func Because(e wording.Event, ev tournament.Event) string {
	reason := 0
	switch ev := ev.(type) {
	case *tournament.PlayerDropped:
		reason = ev.Reason
	case *tournament.PlayerDisqualified:
		reason = ev.Reason
	case *tournament.PlayerPenalised:
		reason = ev.Text
	}
	if words := e.Snap.Book.Text(reason); words != "" {
		return e.Say("log.reason", "reason", notice.Text(discord.Plain(words, 150)))
	}
	return ""
}
