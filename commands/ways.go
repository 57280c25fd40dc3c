package commands

import (
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// way is the command to suggest after a refusal, for players and, if it differs, for
// organisers.
type way struct{ player, staff string }

// onward means the organisers' next step in the event.
const onward = "*"

// ways maps the code of a refusal to the command to suggest. The text of a refusal names
// no command. Refusals without a remedy are not listed.
var ways = map[notice.Code]way{
	"broken.apart": {staff: "doctor"},
	"here.none":    {staff: "tournament create"}, "import.gone": {staff: "tournament import"}, "stale.panel": {player: "status"}, "stale.round": {player: "status"},
	"stale.drop": {player: "drop"}, "stale.undo": {staff: "tournament undo"}, "stale.tie": {staff: "tournament tie playoff"},
	"stale.preview": {staff: onward}, "stale.gone": {staff: "player drop"}, "stale.ruled": {staff: "player report"}, "stale.result": {staff: "player report"},

	"door.closed": {player: "league info", staff: "league-admin add"}, "season.left_list": {player: "league info", staff: "league-admin add"},
	"season.other_division": {staff: "league-admin promote"},
	"not_in.yet":            {player: "join"}, "not_in.late": {player: "join"}, "match.outsider": {player: "status"},
	"not_in.draft": {staff: "tournament open"}, "not_in.closed": {staff: "player add"}, "not_in.started": {staff: "player add"},
	"not_in.dropped": {player: "status", staff: "player reinstate"}, "join.dropped": {staff: "player reinstate"},
	"join.already": {player: "status"}, "join.waiting": {player: "status"}, "join.in_as": {player: "status"},
	"join.not_open": {staff: "tournament open"}, "join.closed": {staff: "player add"},
	"leave.started": {player: "drop"}, "drop.not_started": {player: "leave", staff: "player drop"}, "disqualify.not_started": {staff: "player drop"},
	"reinstate.stand_in": {staff: "tournament undo"}, "drop.table": {staff: "player report"},

	"checkin.not_open": {player: "status", staff: "tournament checkin"}, "checkin.none": {staff: "tournament checkin"},
	"registration.not_open": {staff: "tournament open"}, "registration.is_closed": {staff: "tournament open"}, "registration.is_open": {staff: onward},
	"deck.locked": {staff: "player deck"}, "deck.missing": {player: "deck submit", staff: "player deck"}, "deck.long": {player: "deck submit"},
	"deck.empty": {player: "deck submit"},

	"event.not_started": {staff: onward}, "event.no_finish": {staff: onward}, "event.no_start": {staff: onward}, "event.started": {staff: onward},
	"standings.none": {staff: onward}, "bracket.none": {player: "standings", staff: onward},
	"start.too_few": {staff: "player add"}, "start.too_many": {staff: "tournament settings"},
	"registration.nobody": {staff: "player add"},

	"round.none_published": {staff: onward}, "round.not_published": {staff: onward}, "round.no_pairing": {staff: onward},
	"round.paired": {staff: onward}, "round.published_already": {staff: onward}, "round.running_already": {staff: onward},
	"round.none_open": {staff: onward}, "round.not_open": {staff: onward}, "round.not_over": {staff: onward}, "round.running": {staff: onward},
	"round.not_started": {player: "status", staff: onward}, "round.waits": {staff: "round close"}, "round.needs_winners": {staff: "player report"},
	"rounds.all": {staff: onward}, "rounds.all_cut": {staff: "tournament cut"}, "cut.when": {staff: onward}, "cut.nothing": {staff: onward},
	"match.no_round": {player: "status", staff: onward}, "pick.no_match": {player: "status", staff: onward},
	"close.no_draws": {staff: "player report"}, "close.scores": {staff: "player report"},
	"cut.larger": {staff: "tournament settings"}, "cut.tables": {staff: "tournament settings"}, "cut.power": {staff: "tournament settings"},
	"cut.none_by_attendance": {staff: "tournament settings"}, "cut.no_equal": {staff: "tournament settings"}, "cut.double": {staff: "tournament settings"},
	"stages.too_few": {staff: "tournament settings"}, "groups.needed": {staff: "tournament settings"}, "groups.small": {staff: "tournament settings"},
	"pick.channel": {staff: "tournament settings"}, "pick.pairs": {staff: "tournament settings"},

	"clock.not_on": {staff: onward}, "clock.paused_already": {staff: "round resume"}, "clock.running": {staff: "round pause"},
	"repair.no_round": {staff: onward}, "repair.bracket": {staff: "player report"}, "change.bye_paired": {staff: "round repair"},
	"sit_out.none": {staff: "player bye"}, "sit_out.paired": {player: "status", staff: "round repair"}, "sit_out.round": {player: "status"}, "sit_out.most": {player: "status", staff: "player bye"}, "sit_out.same": {player: "status"},
	"draft.no_seats": {staff: "tournament draft seats"}, "draft.not_begun": {staff: "tournament draft start"},
	"draft.begun": {staff: "tournament draft next"}, "draft.packs": {staff: "tournament draft build"}, "build.none": {staff: "tournament draft build"},
	"tie.open": {staff: "tournament tie playoff"}, "late.published": {staff: "tournament undo"},

	"fixtures.none_here": {player: "join"}, "fixtures.which": {player: "match list"}, "fixtures.none_left": {player: "match list"}, "fixture.ended": {player: "match list"},
	"fixture.no_proposal": {player: "match propose"}, "fixture.no_time": {player: "match propose"}, "fixture.not_proposed": {player: "match list"},
	"fixture.object_first": {player: "match list"}, "fixture.claimed": {player: "match list"}, "fixture.not_here": {player: "match list"},
	"fixtures.reported": {player: "status"}, "fixtures.none": {player: "status"}, "fixtures.away": {player: "match away"},
	"fixtures.away_long": {player: "match away"}, "fixtures.opens": {staff: "tournament settings"}, "fixtures.limits": {staff: "tournament settings"},
	"fixtures.unplayed": {staff: "tournament settings"}, "fixtures.at_once": {staff: "tournament settings"}, "fixtures.draft": {staff: "tournament settings"},
	"fixtures.two_players": {staff: "tournament settings"}, "fixture.no_claim": {staff: "pairings"}, "fixtures.seat_gone": {staff: "pairings"},
	"promotion.moved_on":  {staff: "league-admin promote"},
	"fixtures.zone_first": {player: "match propose"}, "fixtures.paired_open": {staff: "tournament undo"}, "fixtures.days": {staff: "tournament settings"},

	"confirm.own": {player: "report"}, "dispute.own": {player: "report"}, "report.nothing": {player: "report"}, "report.final": {player: "judge"},
	"correct.over": {staff: "tournament undo"}, "correct.bye": {staff: "round repair"},
	"correct.paired": {staff: "tournament undo"},

	"create.name_first": {staff: "tournament create"}, "move.here": {staff: onward}, "registration.not_openable": {staff: onward},
	"checkin.already": {player: "status"}, "checkin.over": {player: "status"}, "checkin.waiting": {player: "status"}, "checkin.running": {staff: onward},
	"checkin.when": {staff: onward}, "judge.called": {player: "status"}, "mix.already": {player: "status"}, "mix.none": {player: "status"}, "drop.already": {player: "status"},
	"match.none": {player: "status"}, "match.bye": {player: "status"}, "match.missed": {player: "status"}, "match.earlier_round": {player: "status"},
	"match.round_undone": {player: "status"}, "match.not_yours": {player: "status"}, "match.final": {player: "judge", staff: "player report"},
	"match.has_result": {player: "judge", staff: "player report"}, "report.already": {player: "status"}, "report.changed": {player: "status"},
	"report.organisers": {player: "status"}, "dispute.already": {player: "status"}, "not_in.over": {player: "standings"},
	"draft.over": {staff: onward}, "draft.when": {staff: onward}, "build.when": {staff: onward}, "build.running": {staff: onward}, "build.not_running": {staff: onward},
	"tie.nobody": {staff: onward}, "tie.when": {staff: onward}, "playoff.open": {staff: onward}, "flights.when": {staff: onward}, "lock.when": {staff: onward},
	"cut.too_few": {staff: "tournament settings"}, "cut.open": {staff: onward}, "cut.double_divisions": {staff: "tournament settings"},
	"groups.large": {staff: "tournament settings"}, "groups.number": {staff: "tournament settings"}, "groups.once": {staff: "tournament settings"},
	"stages.larger": {staff: "tournament settings"}, "stages.not_in_game": {staff: "tournament settings"}, "stages.order": {staff: "tournament settings"},
	"clock.not_running": {staff: onward}, "clock.not_paused": {staff: "round pause"}, "round.nobody_left": {staff: onward}, "round.all_out": {staff: "player bye"}, "round.not_paired": {staff: onward},
	"round.not_waiting": {staff: onward}, "player.not_in": {staff: "player add"}, "page.none": {staff: "tournament page"}, "page.open": {staff: "tournament page"},
	"seed.not_committed": {staff: onward}, "schedule.played": {staff: onward}, "schedule.no_session": {staff: onward},
	"undo.nothing": {staff: onward}, "leagues.none": {staff: "league-admin create"}, "season.no_divisions": {staff: "league-admin edit"}, "season.not_closed": {staff: "league-admin close"}, "rounds.played": {staff: onward}, "groups.stands": {staff: "tournament undo"}, "stages.stands": {staff: "tournament undo"},
	"export.not_over": {staff: onward}, "export.no_date": {staff: "tournament settings"},
	"home.no_threads": {staff: "tournament move"}, "budget.empty": {staff: "tournament cancel"}, "budget.leagues": {staff: "league-admin end"}, "join.often": {staff: "player add"},

	"chances.not_started": {staff: onward}, "chances.swiss_over": {player: "standings"},
}

// wayOut returns the command to suggest to this user after a refusal. It returns "" if
// there is none, or if it is the command that was refused.
func (c *Call) wayOut(code notice.Code) string {
	w := ways[code]
	path := w.player
	if c.Staff && w.staff != "" {
		path = w.staff
	}
	if path == onward {
		path = ""
		if c.Snap != nil {
			path = commandOf[c.Snap.State.NextStep()]
		}
	}
	if path == c.path() && path != "tournament create" { // which also has a form
		return ""
	}
	return path
}

// next returns the suggestion of a command to add to a text; "" for none.
func (c *Call) next(path string) string {
	if path == "" {
		return ""
	}
	return " " + c.say("way.next", "command", wording.Command(c.env().Commands, path))
}

// commandOf has the commands for the organisers' steps.
var commandOf = map[tournament.Step]string{
	tournament.StepOpen: "tournament open", tournament.StepStart: "tournament start",
	tournament.StepSeats: "tournament draft seats", tournament.StepPack: "tournament draft start", tournament.StepBuild: "tournament draft build",
	tournament.StepPair: "round pair", tournament.StepPublish: "round publish", tournament.StepClock: "round start", tournament.StepClose: "round close",
	tournament.StepCut: "tournament cut", tournament.StepFinish: "tournament finish",
}
