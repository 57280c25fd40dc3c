package wording

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/notice"
)

// Entering says what becomes of a member who enters the event of their division by the
// given events of its log. e has the event as it is then.
func Entering(e Event, events []tournament.Envelope) string {
	s := e.Snap.State
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.PlayerReinstated:
			return e.Say("members.enters_again", "event", e.Title())
		case *tournament.PlayerRegistered:
			switch {
			case s.Phase < tournament.Running:
				return e.Say("members.enters", "event", e.Title())
			case ev.Waiting:
				return e.Say("members.enters_waiting", "event", e.Title())
			}
			out := []string{e.Say("members.enters_late", "event", e.Title())}
			for _, n := range LateCost(s, ev.Player) {
				out = append(out, e.Notice(n))
			}
			return strings.Join(out, " ")
		}
	}
	return ""
}

// Leaving says what becomes of the results and the open matches of a player who goes out
// of the event by the given events of its log. e has the event as it is before.
func Leaving(e Event, player int, events []tournament.Envelope) string {
	s := e.Snap.State
	if s.Phase < tournament.Running || s.Players.At(player).Status == tournament.Waiting {
		return e.Say("members.before", "event", e.Title())
	}
	played, open := field.PlayedBy(s, player)
	args := []any{"event", e.Title(), "n", played}
	code := notice.Code("members.forfeits")
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.SeatTaken:
			return e.Say("members.passes_on", append(args, "other", text.Raw(e.Player(ev.Player)))...)
		case *tournament.PlayerDropped:
			switch {
			case ev.Annulled:
				code = "members.annuls"
			case ev.Unplayed:
				code = "members.keeps"
			}
		}
	}
	if open == 0 && code == "members.forfeits" {
		code = "members.stays"
	}
	out := e.Say(code, args...)
	if e.waits(player, events) {
		out += " " + e.Say("members.waits")
	}
	return out
}

// waits reports whether a report of a player who goes out by the given events stays for the
// opponent to answer.
func (e Event) waits(player int, events []tournament.Envelope) bool {
	s := e.Snap.State
	if !s.Arranged() {
		return false
	}
	for _, at := range s.FixturesOf(player) {
		ends := slices.ContainsFunc(events, func(ev tournament.Envelope) bool {
			switch x := ev.Event.(type) {
			case *tournament.ResultCorrected:
				return x.Place == at
			case *tournament.ResultConfirmed:
				return x.Place == at
			case *tournament.FixtureVoided:
				return x.Place == at
			}
			return false
		})
		if !ends && s.ReportKept(at.Round, at.Match, player) {
			return true
		}
	}
	return false
}
