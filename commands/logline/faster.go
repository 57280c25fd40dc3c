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
	window := append([]string{"fixture_voided", "fixture_extended"}, results...)
	return map[notice.Code][]string{
		"stale.round": round, "stale.preview": round, "round.paired": round, "round.published_already": round, "round.running_already": round,
		"round.none_open": round, "round.not_open": round, "rounds.all": round, "event.started": round, "cut.open": round,
		"stale.drop": round, "match.earlier_round": round, "match.round_undone": {"retracted"}, "match.not_yours": {"round_repaired", "retracted"},
		"stale.panel":          append(slices.Clone(round), "cut_locked"),
		"clock.paused_already": clock, "clock.running": clock, "clock.not_paused": clock, "clock.not_running": clock, "clock.not_on": clock,
		"drop.already": player, "not_in.dropped": player, "reinstate.not_out": player, "stale.gone": player,
		"registration.is_open": entry, "registration.is_closed": entry, "registration.not_open": entry, "checkin.running": entry, "checkin.over": entry,
		"stale.ruled": results, "correct.same": results, "fixture.no_claim": append([]string{"claim_objected"}, window...), "verdict.none": window,
		"stale.coming": {"table_taken"}, "stale.coming_back": {"table_taken"}, "undo.nothing": {"retracted"}, "pairings.in": {"round_repaired"},
		"draft.begun": {"pack_opened"}, "build.running": {"deck_building"}, "event.finished": {"finished"}, "tie.nobody": {"tie_shared", "stage_began", "retracted"},
		"move.here": {"channel_moved"}, "league.final_there": {"created"}, "staff.same": {"staff_changed"}, "change.bye_already": {"player_changed"},
	}
}()

// results are the kinds of events that end a match, and mine those behind a refusal about
// the user's own match.
var (
	results = []string{"result_corrected", "result_confirmed", "retracted"}
	mine    = map[notice.Code][]string{
		"report.final": results, "dispute.already": {"result_disputed"}, "report.nothing": {"retracted"},
		"bench.not_asked": append([]string{"substitute_asked", "substitute_answered", "member_substituted", "round_closed"}, results...), "bench.asked": {"substitute_asked"},
		"crew.sub_sits": {"member_substituted", "line_up_given"}, "crew.sub_reported": append([]string{"result_reported", "result_disputed"}, results...), "crew.sub_gone": append([]string{"member_substituted", "round_closed"}, results...),
		"picks.step": {"item_picked", "item_drawn", "step_passed", "game_withdrawn", "retracted"}, "picks.gone": {"item_picked", "item_drawn"}, "picks.game_step": append([]string{"game_reported", "game_withdrawn", "result_reported"}, results...), "picks.over": append([]string{"item_picked", "item_drawn", "result_reported"}, results...),
		"report.changed": append([]string{"result_reported", "result_disputed"}, results...),
		"match.final":    results, "match.has_result": results, "judge.called": {"judge_called"},
		"fixture.ended": append([]string{"fixture_voided", "result_reported"}, results...), "fixtures.reported": {"result_reported"},
		"fixture.claimed": {"forfeit_claimed"}, "fixture.no_proposal": {"times_proposed", "time_agreed"},
	}
)

// Meanwhile is the code of a question that is asked anew since any deed has come between.
const Meanwhile notice.Code = "sure.meanwhile"

// Faster names the last deed of another person, since a time, after which what was refused
// came too late; "" if there is none. It names no deed that the user could not read in the
// log, or sees as a player of the match.
func Faster(e wording.Event, refused notice.Notice, user string, since time.Time) string {
	kinds, own := late[refused.Code], mine[refused.Code]
	for i := len(e.Snap.Log) - 1; i >= 0 && (len(kinds)+len(own) > 0 || refused.Code == Meanwhile); i-- {
		env := &e.Snap.Log[i]
		who := e.Snap.Book.Person(env.Actor).User
		mayKnow := who != "" && who != user && (len(own) > 0 || !Unlisted(e.Snap.State, env))
		switch {
		case env.Time.Before(since):
			return ""
		case refused.Code == Meanwhile && !mayKnow,
			refused.Code != Meanwhile && !slices.Contains(kinds, env.Kind) && !slices.Contains(own, env.Kind),
			!sameTable(e.Snap.State, env, refused), len(own) > 0 && !seated(e.Snap, env, user):
			continue
		case !mayKnow:
			return "" // the clock, the user, or what waits
		}
		return e.Say("stale.by", "clock", env.Time, "line", text.Raw(Line(e, *env)))
	}
	return ""
}

// seated reports whether an event about a match is about one of the user's.
func seated(snap *tournament.Snapshot, env *tournament.Envelope, user string) bool {
	at := matchOf(env.Event)
	if at.Round == 0 || at.Match == 0 {
		return true
	}
	n := snap.PlayerByUser(user)
	return n > 0 && snap.State.Round(at.Round) != nil && snap.State.MatchOf(at.Round, n) == at.OfBoard().Match
}

// sameTable reports whether an event is about the table that a refusal names, if it names
// one and the event is about a match.
func sameTable(s *tournament.State, env *tournament.Envelope, refused notice.Notice) bool {
	at := matchOf(env.Event)
	for _, a := range refused.Args {
		if a.Name == "table" && at.Round > 0 && at.Match > 0 {
			_, l := s.Match(at.Round, at.Match)
			return l != nil && (notice.Notice{Args: []notice.Arg{a}}).Equal(notice.New("", "table", tournament.TableName(at.Match, l)))
		}
	}
	return true
}

// matchOf returns the match that an event is about.
func matchOf(ev tournament.Event) tournament.Place {
	if c, ok := ev.(*tournament.ResultCorrected); ok { // other matches may follow it
		return tournament.Place{Round: c.Round, Match: c.Match}
	}
	return tournament.PlaceOf(ev)
}
