package logline

import (
	"cmp"
	"reflect"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// named are the texts of events whose key is not "log." and what they are looked up by.
var named = map[string]notice.Code{
	"page_opened": "log.page", "channel_moved": "log.moved", "registration_closed": "log.closed", "check_in_ended": "log.check_in_over",
	"league_entered": "log.league_left", "league_entered_league": "log.league", "person_listed": "log.listed", "person_listed_off": "log.listed_off",
	"staff_changed": "log.staff_gone", "staff_changed_staff": "log.staff", "duty_changed": "log.duty_off", "duty_changed_on": "log.duty",
	"reminded": "log.due", "draw_mixed": "log.mixed", "places_corrected": "log.places", "missing_reminded": "log.remind",
	"seat_claimed": "log.claimed", "deck_submitted": "log.deck", "noted": "log.note",
	"round_published": "log.published", "clock_paused": "log.paused", "clock_resumed": "log.resumed", "time_called": "log.time",
	"check_in_started": "log.check_in", "advance_held": "log.held", "bracket_reopened": "log.reopened", "seed_revealed": "log.seed",
	"clocks_held": "undo.clocks", "clock_reminded": "log.reminded", "deck_building": "log.build", "deck_building_deadline": "log.build_until",
	"result_disputed": "log.disputed", "judge_called": "log.judge", "table_taken": "log.take", "table_taken_back": "log.take_back",
	"schedule_drawn": "log.schedule", "pack_opened": "log.pack", "build_ended": "log.build_over", "tie_shared": "log.shared",
	"seat_taken": "arranged.seat_taken", "player_present": "arranged.present", "forfeit_claimed": "arranged.claim_made", "claim_objected": "arranged.objected", "claim_withdrawn": "absence.log", "absence_asked": "absence.log_asked", "player_absent": "absence.log_absent",
	"zone_set": "arranged.zone", "hours_set": "arranged.week_gone", "hours_set_week": "arranged.week", "reminders_chosen": "arranged.reminders_all", "reminders_chosen_few": "arranged.reminders_few",
	"fixture_extended": "arranged.extended", "fixture_reminded": "arranged.fixture_reminded", "fixture_overdue": "arranged.overdue",
	"fixture_voided": "arranged.voided",
}

// meant are the names that a text has for a field, besides its stored one.
var meant = map[string]string{"until": "time", "deadline": "time", "reason": "why", "secret": "seed", "before": "n", "after": "round", "of": "other"}

// plain describes an event by the text "log.KIND" of its stored name, or by "log.KIND_FIELD"
// for a field that is set and has such a text. The text is given who caused the event, and
// its fields by their stored names and those of meant: numbers, strings, times of day, reasons,
// and by name the player, players, person and round. {where} is its match, or its round.
func (e teller) plain(who text.Raw, env tournament.Envelope) string {
	args := []any{"who", who}
	var keys []string
	var at tournament.Place
	event := reflect.ValueOf(env.Event).Elem()
	for _, f := range reflect.VisibleFields(event.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		v := event.FieldByIndex(f.Index)
		if name == "" || v.IsZero() {
			continue
		}
		keys = append(keys, env.Kind+"_"+name)
		before := len(args)
		switch x := v.Interface().(type) {
		case int:
			args = append(args, name, e.number(name, x))
			switch name {
			case "round":
				at.Round = x
			case "match":
				at.Match = x
			}
		case string:
			if name == "commitment" {
				x = wording.Commitment(x)
			}
			args = append(args, name, notice.Text(x))
		case []int:
			if name == "players" {
				args = append(args, name, wording.Clipped(e.Printer, e.Players(x), 10))
			}
		case time.Time:
			args = append(args, name, text.Raw(discord.Timestamp(x, 't')))
		case notice.Notice:
			args = append(args, name, x)
		}
		if also := meant[name]; also != "" && len(args) > before {
			args = append(args, also, args[len(args)-1])
		}
	}
	if at.Match > 0 {
		args = append(args, "where", e.Place(at, e.matchAt(env.Seq, at.Round, at.Match)))
	} else if at.Round > 0 {
		args = append(args, "where", text.Raw(e.Round(at.Round)))
	}
	for _, key := range append(keys, env.Kind) {
		if said, ok := e.Lookup(cmp.Or(named[key], notice.Code("log."+key)), args...); ok {
			return said
		}
	}
	return e.Say("log.strange", "kind", notice.Text(env.Kind))
}

// number returns a field of an event as an argument of its text.
func (e teller) number(name string, n int) any {
	switch name {
	case "player", "of", "winner":
		return notice.Player(n)
	case "person":
		return text.Raw(e.Person(n))
	case "round", "after":
		return text.Raw(e.Round(n))
	}
	return n
}
