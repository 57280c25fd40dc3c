package logline

import (
	"slices"
	"time"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// late has the kinds of events that may have come before what is refused, by the code of
// the refusal.
var late = func() map[notice.Code][]string {
	round := []string{"started", "stage_began", "round_paired", "round_repaired", "round_published", "round_started", "round_closed", "retracted", "finished", "cancelled"}
	clock := []string{"clock_paused", "clock_resumed", "clock_extended", "time_called", "round_started", "round_closed", "retracted"}
	player := []string{"dropped", "disqualified", "reinstated", "player_changed", "left", "retracted"}
	entry := []string{"opened", "registration_closed", "check_in_started", "check_in_ended", "started", "cancelled", "retracted"}
	result := []string{"result_corrected", "result_confirmed", "retracted"}
	undo := []string{"retracted"}
	return map[notice.Code][]string{
		"stale.round": round, "stale.preview": round, "round.paired": round, "round.published_already": round, "round.running_already": round,
		"round.none_open": round, "round.not_open": round, "rounds.all": round, "event.started": round, "cut.open": round,
		"stale.drop": round, "stale.tie": {"tie_shared", "stage_began", "retracted"}, "stale.panel": append(slices.Clone(round), "cut_locked"),
		"clock.paused_already": clock, "clock.running": clock, "clock.not_paused": clock, "clock.not_running": clock, "clock.not_on": clock,
		"drop.already": player, "not_in.dropped": player, "reinstate.not_out": player, "stale.gone": player,
		"registration.is_open": entry, "registration.is_closed": entry, "registration.not_open": entry, "checkin.running": entry, "checkin.over": entry,
		"stale.result": result,
		"stale.undo":   undo, "undo.nothing": undo,
	}
}()

// Faster names the last deed of another person, since a time, after which what was refused
// came too late; "" if there is none. It names no deed that the user could not read in the
// log.
func Faster(e wording.Event, refused notice.Notice, user string, since time.Time) string {
	kinds := late[refused.Code]
	for i := len(e.Snap.Log) - 1; i >= 0 && len(kinds) > 0; i-- {
		env := &e.Snap.Log[i]
		if env.Time.Before(since) {
			return ""
		}
		if !slices.Contains(kinds, env.Kind) || !sameTable(e.Snap.State, env, refused) {
			continue
		}
		who := e.Snap.Book.Person(env.Actor).User
		if who == "" || who == user || Unlisted(e.Snap.State, env) {
			return "" // the clock, the user, or what waits
		}
		return e.Say("stale.by", "clock", env.Time, "line", text.Raw(Line(e, *env)))
	}
	return ""
}

// sameTable reports whether an event is about the table that a refusal names, if it names
// one and the event is about a match.
func sameTable(s *tournament.State, env *tournament.Envelope, refused notice.Notice) bool {
	at := tournament.PlaceOf(env.Event)
	for _, a := range refused.Args {
		if table, ok := a.Value.(notice.Int); ok && a.Name == "table" && at.Round > 0 && at.Match > 0 {
			m, _ := s.Match(at.Round, at.Match)
			return m != nil && s.Ledger.Rounds.At(at.Round).Matches.At(at.Match).Table == int16(table)
		}
	}
	return true
}
