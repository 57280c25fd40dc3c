// Package remedy says which command leads on after a refusal, and which button runs it.
package remedy

import (
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Way is the command to suggest after a refusal, for players and, if it differs, for
// organisers.
type Way struct{ Player, Staff string }

// Onward is a command that stands for the organisers' next step in the event.
const Onward = "*"

// Results stands for the results of the match that a refused one was typed for.
const Results = "results"

// Ways maps the code of a refusal to the command to suggest. The text of a refusal names
// no command. Refusals without a remedy are not listed.
var Ways = map[notice.Code]Way{
	"broken.apart": {Staff: "doctor"},
	"here.none":    {Staff: "tournament create"}, "import.gone": {Staff: "tournament import"}, "stale.panel": {Player: "status"}, "stale.round": {Player: "status"},
	"stale.drop":    {Player: "drop"},
	"stale.preview": {Staff: Onward}, "stale.gone": {Staff: "player drop"}, "stale.ruled": {Staff: "player report"},

	"door.closed": {Player: "league info", Staff: "league-admin add"}, "season.left_list": {Player: "league info", Staff: "league-admin add"},
	"games.unknown": {Staff: "tournament game"}, "games.gone": {Staff: "tournament game"}, "games.draft_gone": {Staff: "tournament game"},
	"ban.theirs": {Staff: "setup"}, "ban.guest": {Staff: "setup"},
	"season.other_division": {Staff: "league-admin promote"},
	"not_in.yet":            {Player: "join"}, "not_in.late": {Player: "join"}, "match.outsider": {Player: "status"},
	"not_in.draft": {Staff: "tournament open"}, "not_in.closed": {Staff: "player add"}, "not_in.started": {Staff: "player add"},
	"not_in.dropped": {Player: "status", Staff: "player reinstate"}, "join.dropped": {Player: "status", Staff: "player reinstate"},
	"gate.many_invited": {Staff: "player invite"}, "gate.invited_long": {Staff: "player invite"},
	"gate.bad_role": {Staff: "tournament settings"}, "gate.bad_range": {Staff: "tournament settings"}, "gate.bad_events": {Staff: "tournament settings"}, "gate.bad_rating": {Staff: "tournament settings"},
	"question.long": {Staff: "tournament settings"}, "question.none": {Player: "status"}, "question.same": {Player: "status"}, "question.empty": {Player: "status"}, "question.answer_long": {Player: "status"},
	"join.already": {Player: "status"}, "join.waiting": {Player: "status"}, "join.in_as": {Player: "status"},
	"join.not_open": {Staff: "tournament open"}, "join.closed": {Staff: "player add"},
	"leave.started": {Player: "drop"}, "drop.not_started": {Player: "leave", Staff: "player drop"}, "disqualify.not_started": {Staff: "player drop"},
	"reinstate.stand_in": {Staff: "tournament undo"}, "drop.table": {Player: "report", Staff: "player report"}, "reinstate.swiss": {Staff: "tournament undo"},

	"checkin.not_open": {Player: "status", Staff: "tournament checkin"}, "checkin.none": {Staff: "tournament checkin"},
	"registration.not_open": {Staff: "tournament open"}, "registration.is_closed": {Staff: "tournament open"}, "registration.is_open": {Staff: Onward},
	"deck.locked": {Staff: "player deck"}, "deck.missing": {Player: "deck submit", Staff: "player deck"}, "deck.long": {Player: "deck submit"},
	"deck.empty": {Player: "deck submit"},

	"event.not_started": {Staff: Onward}, "event.no_finish": {Staff: Onward}, "event.no_start": {Staff: Onward}, "event.started": {Staff: Onward},
	"standings.none": {Player: "status", Staff: Onward}, "bracket.none": {Player: "standings", Staff: Onward},
	"start.too_few": {Staff: "player add"}, "start.too_many": {Staff: "tournament settings"},
	"registration.nobody": {Staff: "player add"},

	"round.none_published": {Player: "status", Staff: Onward}, "round.not_published": {Staff: Onward}, "round.no_pairing": {Staff: Onward},
	"round.paired": {Staff: Onward}, "round.published_already": {Staff: Onward}, "round.running_already": {Staff: Onward},
	"round.none_open": {Staff: Onward}, "round.not_open": {Staff: Onward}, "round.not_over": {Staff: Onward}, "round.running": {Staff: Onward},
	"round.not_started": {Player: "status", Staff: Onward}, "round.waits": {Staff: "round close"}, "round.needs_winners": {Staff: "player report"},
	"rounds.all": {Staff: Onward}, "rounds.all_cut": {Staff: "tournament cut"}, "cut.when": {Staff: Onward}, "cut.nothing": {Staff: Onward},
	"match.no_round": {Player: "status", Staff: Onward}, "pick.no_match": {Player: "status", Staff: Onward},
	"close.no_draws": {Staff: "player report"}, "close.scores": {Staff: "player report"}, "close.no_rule": {Staff: "player report"},
	"cut.larger": {Staff: "tournament settings"}, "cut.tables": {Staff: "tournament settings"}, "cut.power": {Staff: "tournament settings"},
	"cut.none_by_attendance": {Staff: "tournament settings"}, "cut.no_equal": {Staff: "tournament settings"}, "cut.double": {Staff: "tournament settings"},
	"stages.too_few": {Staff: "tournament settings"}, "groups.needed": {Staff: "tournament settings"}, "groups.small": {Staff: "tournament settings"},
	"pick.channel": {Staff: "tournament settings"}, "pick.pairs": {Staff: "tournament settings"},

	"clock.not_on": {Staff: Onward}, "clock.paused_already": {Staff: "round resume"}, "clock.running": {Staff: "round pause"},
	"repair.no_round": {Staff: Onward}, "repair.bracket": {Staff: "player report"}, "repair.scheduled": {Staff: "player drop"}, "change.bye_paired": {Staff: "round repair"},
	"sit_out.none": {Staff: "player bye"}, "sit_out.paired": {Player: "status", Staff: "round repair"}, "sit_out.round": {Player: "status"}, "sit_out.most": {Player: "status", Staff: "player bye"}, "sit_out.same": {Player: "status"},
	"draft.no_seats": {Staff: "tournament draft seats"}, "draft.not_begun": {Staff: "tournament draft start"},
	"draft.begun": {Staff: "tournament draft next"}, "draft.packs": {Staff: "tournament draft build"}, "build.none": {Staff: "tournament draft build"},
	"tie.open": {Staff: "tournament tie playoff"}, "late.published": {Staff: "tournament undo"}, "change.late_late": {Staff: "tournament undo"},

	"fixtures.none_here": {Player: "join"}, "fixtures.which": {Player: "match list"}, "fixtures.none_left": {Player: "match list"}, "fixture.ended": {Player: "match list"},
	"fixture.no_proposal": {Player: "match propose"}, "fixture.no_time": {Player: "match propose"}, "fixture.not_proposed": {Player: "match list"},
	"fixture.object_first": {Player: "match list"}, "fixture.claimed": {Player: "match list"}, "fixture.not_here": {Player: "match list"},
	"fixtures.reported": {Player: "status"}, "fixtures.none": {Player: "status"}, "fixtures.away": {Player: "match away"},
	"fixtures.away_long": {Player: "match away"}, "fixtures.opens": {Staff: "tournament settings"}, "fixtures.limits": {Staff: "tournament settings"},
	"fixtures.unplayed": {Staff: "tournament settings"}, "fixtures.at_once": {Staff: "tournament settings"}, "fixtures.draft": {Staff: "tournament settings"},
	"fixtures.two_players": {Staff: "tournament settings"}, "fixture.no_claim": {Staff: "pairings"}, "fixtures.seat_gone": {Staff: "pairings"},
	"promotion.moved_on":  {Staff: "league-admin promote"},
	"fixtures.zone_first": {Player: "match propose"}, "fixtures.paired_open": {Staff: "tournament undo"}, "fixtures.days": {Staff: "tournament settings"},

	"absence.organisers": {Player: "judge", Staff: "player report"}, "absence.not_missed": {Player: "status"}, "absence.late": {Player: "status", Staff: "player report"},
	"absence.not_dropped": {Player: "status", Staff: "player reinstate"}, "absence.grace": {Staff: "tournament settings"},
	"absence.asked": {Player: "report"}, "absence.unattended": {Staff: "tournament settings"}, "absence.unattended_game": {Staff: "tournament settings"},

	"confirm.own": {Player: "report"}, "dispute.own": {Player: "report"}, "report.nothing": {Player: "report"}, "report.final": {Player: "judge"},
	"correct.over": {Staff: "tournament undo"}, "correct.bye": {Staff: "round repair"},
	"correct.paired": {Staff: "tournament undo"},

	"create.name_first": {Staff: "tournament create"}, "move.here": {Staff: Onward}, "registration.not_openable": {Staff: Onward},
	"checkin.already": {Player: "status"}, "checkin.over": {Player: "status"}, "checkin.waiting": {Player: "status"}, "checkin.running": {Staff: Onward},
	"checkin.when": {Staff: Onward}, "judge.called": {Player: "status"}, "mix.already": {Player: "status"}, "mix.none": {Player: "status"}, "drop.already": {Player: "status", Staff: "player reinstate"},
	"match.none": {Player: "status"}, "match.bye": {Player: "status"}, "match.missed": {Player: "status"}, "match.earlier_round": {Player: "status"},
	"match.round_undone": {Player: "status"}, "match.not_yours": {Player: "status"}, "match.final": {Player: "judge", Staff: "player report"},
	"match.has_result": {Player: "judge", Staff: "player report"}, "report.already": {Player: "status"}, "report.changed": {Player: "status"},
	"report.organisers": {Player: "status"}, "dispute.already": {Player: "status"}, "not_in.over": {Player: "standings"},
	"draft.over": {Staff: Onward}, "draft.when": {Staff: Onward}, "build.when": {Staff: Onward}, "build.running": {Staff: Onward}, "build.not_running": {Staff: Onward},
	"tie.nobody": {Staff: Onward}, "tie.when": {Staff: Onward}, "playoff.open": {Staff: Onward}, "flights.when": {Staff: Onward}, "lock.when": {Staff: Onward},
	"cut.too_few": {Staff: "tournament settings"}, "cut.open": {Staff: Onward}, "cut.double_divisions": {Staff: "tournament settings"},
	"groups.large": {Staff: "tournament settings"}, "groups.number": {Staff: "tournament settings"}, "groups.once": {Staff: "tournament settings"},
	"stages.larger": {Staff: "tournament settings"}, "stages.not_in_game": {Staff: "tournament settings"}, "stages.order": {Staff: "tournament settings"}, "stages.rounds_follow": {Staff: "tournament settings"},
	"clock.not_running": {Staff: Onward}, "clock.not_paused": {Staff: "round pause"}, "round.nobody_left": {Staff: Onward}, "round.all_out": {Staff: "player bye"}, "round.not_paired": {Staff: Onward},
	"round.not_waiting": {Staff: Onward}, "player.not_in": {Staff: "player add"}, "page.none": {Staff: "tournament page"}, "page.open": {Staff: "tournament page"},
	"seed.not_committed": {Staff: Onward}, "schedule.played": {Staff: Onward}, "schedule.no_session": {Staff: Onward},
	"undo.nothing": {Staff: Onward}, "leagues.none": {Staff: "league-admin create"}, "season.no_divisions": {Staff: "league-admin edit"}, "season.not_closed": {Staff: "league-admin close"}, "rounds.played": {Staff: Onward}, "groups.stands": {Staff: "tournament undo"}, "stages.stands": {Staff: "tournament undo"},
	"export.not_over": {Staff: Onward}, "export.no_date": {Staff: "tournament settings"},
	"home.no_threads": {Staff: "tournament move"}, "budget.empty": {Staff: "tournament cancel"}, "budget.leagues": {Staff: "league-admin end"}, "join.often": {Staff: "player add"},

	"announcement.length":  {Staff: "tournament announce"},
	"pick.member_or_guest": {Staff: "player add"},
	"pick.names":           {Staff: "player add"},
	"pick.many_names":      {Staff: "player add"},
	"pods.draft":           {Staff: "player add"},
	"division.none":        {Player: "join", Staff: "player add"},
	"join.name_long":       {Player: "join", Staff: "player add"},
	"join.name_taken":      {Player: "join", Staff: "player add"},
	"join.nameless":        {Player: "join", Staff: "player add"},
	"move.not_mine":        {Staff: "doctor"},
	"pick.no_player":       {Player: "status", Staff: "tournament list"},
	"pick.player":          {Player: "status", Staff: "tournament list"},
	"player.none":          {Player: "status", Staff: "tournament list"},
	"player.not_joined":    {Player: "status", Staff: "tournament list"},
	"deck.none":            {Player: "status", Staff: "tournament settings"},
	"profile.unknown":      {Player: "ratings"},
	"profile.none":         {Player: "ratings"},
	"typed.unknown":        {Player: Results, Staff: Results}, "typed.long": {Player: Results, Staff: Results}, "typed.seat": {Player: Results, Staff: Results}, "typed.table": {Player: Results, Staff: Results}, "typed.count": {Player: Results, Staff: Results}, "correct.without_play": {Staff: Results},

	"chances.not_started": {Player: "status", Staff: Onward}, "chances.swiss_over": {Player: "standings"},
	"chances.stage": {Player: "standings"}, "chances.elimination": {Player: "standings"}, "chances.draft_seats": {Player: "status", Staff: "tournament draft seats"},

	"round.no_table": {Player: "pairings"}, "pairing.absent": {Player: "pairings"}, "pairings.in": {Player: "pairings"},
	"player.has_left": {Player: "standings"}, "pick.round_open": {Player: "pairings"}, "rounds.left": {Staff: Onward},
	"picks.none": {Player: "status"}, "picks.over": {Player: "status"}, "picks.step": {Player: "status"}, "picks.turn": {Player: "status"}, "picks.gone": {Player: "status"}, "picks.game_step": {Player: "status"}, "picks.game_last": {Player: "report"}, "picks.no_pass": {Player: "status"},
	"crew.in": {Player: "status"}, "crew.elsewhere": {Player: "status"}, "crew.asked": {Player: "status"}, "crew.name": {Player: "join"}, "crew.self": {Player: "join"},
	"crew.none": {Staff: "tournament settings"}, "bench.none": {Staff: "tournament settings"}, "crew.stages": {Staff: "tournament settings"}, "crew.boards_game": {Staff: "tournament settings"}, "crew.started": {Staff: "player team"}, "crew.not_member": {Staff: "player team"}, "crew.sub_gone": {Player: "status", Staff: "player team"}, "crew.sub_sits": {Player: "status", Staff: "player team"}, "crew.sub_reported": {Player: "status", Staff: "player report"},

	"league.odds_none": {Player: "league standings"}, "league.no_member": {Player: "league info"}, "season.member_already": {Player: "league info"},
}

// Forms are the commands that a button runs without their options: they lead on after
// their own refusals, too.
var Forms = map[string]bool{
	"tournament create": true, "tournament announce": true, "tournament settings": true, "player add": true, "join": true, "deck submit": true,
}

// Steps has the commands for the organisers' steps.
var Steps = map[tournament.Step]string{
	tournament.StepOpen: "tournament open", tournament.StepStart: "tournament start",
	tournament.StepSeats: "tournament draft seats", tournament.StepPack: "tournament draft start", tournament.StepBuild: "tournament draft build",
	tournament.StepPair: "round pair", tournament.StepPublish: "round publish", tournament.StepClock: "round start", tournament.StepClose: "round close",
	tournament.StepCut: "tournament cut", tournament.StepFinish: "tournament finish",
}
