package commands_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// unkept is a store that keeps nothing new.
type unkept struct{ tournament.Store }

func (unkept) Commit(context.Context, *tournament.Commit) error { return errors.New("nothing is kept") }

// walk tries every command in the phases of an event, as its people and with right and
// wrong options, and keeps nothing of it.
type walk struct {
	*testServer
	people  map[string]string // user ids: "staff" is the organiser
	n       int
	refused map[notice.Code]string // code of a refusal without a way out, with how it was met
	out     map[notice.Code]bool   // codes that have one
}

// tries are values of options by name: those of the first line are right where any is.
var tries = map[string][]string{
	"player": {"p1", "p3", "Nobody"}, "other": {"p2", "p1"}, "versus": {"Nobody"}, "apart_from": {"p2", "p1"}, "opponent": {"Player 2"},
	"result": {"2-0", "7-3", "forfeit", "xyz"}, "name": {"Zed", "Player 2", strings.Repeat("n", 40)}, "names": {"Zed", ""}, "set": {"rounds=3", "ronds=3", "x"},
	"table": {"1", "99"}, "round": {"1", "60"}, "minutes": {"5", "500"}, "number": {"1", "4000"}, "tournament": {""}, "reason": {"late"},
	"deck": {"4 Island", ""}, "text": {"Lunch", ""}, "cut": {"4", "200"}, "rounds": {"1", "63"}, "points": {"3", "x"}, "stages": {"swiss", "x"},
	"when": {"tomorrow 8pm", "x"}, "at": {"tomorrow 8pm", "x"}, "member": {""}, "who": {"999"}, "ruleset": {"magic", "x"}, "division": {"", "Senior"},
	"time_zone": {"Europe/Berlin", "x"}, "seed": {"1"}, "tag": {"A"}, "league": {""}, "like": {""}, "until": {"2 weeks", "x"},
}

// values returns what to try for an option.
func values(o *discord.CommandOption) []string {
	if list := tries[o.Name]; list != nil {
		return list
	}
	var out []string
	for _, c := range o.Choices {
		out = append(out, fmt.Sprint(c.Value))
	}
	if out == nil {
		out = []string{"1"}
	}
	return out
}

// every tries all commands of the table.
func (w *walk) every(phase string) {
	w.t.Helper()
	director := w.app.Director
	w.app.Director = command.NewDirector(command.Config{Store: unkept{db.StoreOf(w.store, tournament.Log)}, Posts: post.Plan, Now: w.now, Secret: w.secret})
	defer func() { w.app.Director = director }()
	for _, r := range w.app.Table.Routes() {
		if r.Path == "" || r.Path == "setup" || strings.HasPrefix(r.Path, "privacy") || r.Path == "tournament simulate" || r.Path == "doctor" {
			continue
		}
		most := 1
		for i := range r.Options {
			most = max(most, len(values(&r.Options[i])))
		}
		for _, who := range slices.Sorted(maps.Keys(w.people)) {
			if (r.Role == commands.Organiser) != (who == "staff") {
				continue
			}
			for k := range min(most, 4) {
				for _, all := range []bool{false, true} {
					w.try(r, phase, who, k, all)
				}
			}
		}
	}
}

// try runs a command with the values at k of its required options, or of all.
func (w *walk) try(r *commands.Route, phase, who string, k int, all bool) {
	w.n++
	perms := wire.SendMessages
	if who == "staff" {
		perms |= wire.ManageEvents | wire.ManageGuild
	}
	in := w.interaction(r, w.people[who], perms, 7_000_000+w.n)
	typed := ""
	for i := range r.Options {
		o := &r.Options[i]
		list := values(o)
		value := list[k%len(list)]
		if !o.Required && !all || value == "" || o.Type == wire.OptionAttachment || o.Type == wire.OptionBoolean {
			continue
		}
		in.Options[o.Name] = given(o.Type, value)
		typed += " " + o.Name + "=" + value
	}
	code, said, way := w.app.Refused(w.t.Context(), in)
	switch {
	case code == "":
	case way:
		w.out[code] = true
	case w.refused[code] == "":
		w.refused[code] = phase + ": " + who + " /" + r.Path + typed + ": " + said
	}
}

func given(kind int, value string) discord.Option {
	o := discord.Option{Type: kind, Text: value}
	for _, c := range value {
		if c >= '0' && c <= '9' && kind == wire.OptionInteger {
			o.Int = o.Int*10 + int64(c-'0')
		}
	}
	return o
}

// deadEnds are the refusals of the walk that have no button and name no command, by the
// reason.
var deadEnds = map[string][]notice.Code{
	"the sentence says what to type or to pick instead": {
		"build.minutes", "file.between", "penalty.typed", "pick.ruleset", "pick.you", "seeds.which", "settings.zone", "staff.name", "time.two_ways", "pick.bot",
	},
	"it is so already, or there is nothing of the kind": {
		"change.plays_already", "flights.unknown", "note.empty", "page.none", "player.taking", "profile.nobody_rated",
	},
	"it is for organisers to do, or comes by itself": {"deck.hidden_at_end", "join.not_open", "leagues.none", "not_in.draft"},
	"a menu, if what was typed fits into it":         {"league.several"},
}

// TestNoRefusalIsADeadEnd: every command in every phase of an event, as who plays, dropped
// or is no part of it, with right and wrong options: what is refused has a button, or names
// a command, but for what is listed with the reason.
func TestNoRefusalIsADeadEnd(t *testing.T) {
	h := openTestServer(t, nil, false)
	w := &walk{testServer: h, people: map[string]string{"staff": h.organiser.ID(), "outsider": "999"}, refused: map[notice.Code]string{}, out: map[notice.Code]bool{}}
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "rounds": 2, "cut": 2})
	w.every("draft")
	h.slash(h.organiser, "tournament open", nil)
	players := h.players(6)
	for i, role := range []string{"player", "second", "dropped"} {
		w.people[role] = players[i].ID()
	}
	w.every("open")
	h.slash(h.organiser, "tournament checkin", nil)
	w.every("check-in")
	h.slash(h.organiser, "tournament start", nil)
	w.every("started")
	h.slash(h.organiser, "round pair", nil)
	w.every("paired")
	h.slash(h.organiser, "round publish", nil)
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "p3"})
	w.every("round 1")
	h.slash(players[0], "report", localdiscord.Options{"result": "2-0"})
	w.every("reported")
	h.finish("2-0")
	w.every("between rounds")
	h.nextRound()
	h.finish("2-0")
	w.every("before the cut")
	h.slash(h.organiser, "tournament cut", nil)
	h.nextRound()
	w.every("cut")
	h.finish("2-0")
	w.every("before the end")
	h.slash(h.organiser, "tournament finish", nil)
	w.every("over")
	met := map[notice.Code]bool{}
	for why, codes := range deadEnds {
		for _, code := range codes {
			if met[code] = true; w.refused[code] == "" {
				t.Errorf("%s (%s) is no dead end any more", code, why)
			}
		}
	}
	for code, how := range w.refused {
		if !met[code] {
			t.Errorf("no button and no command after %s, %s", code, how)
		}
	}
	t.Logf("%d tries; of %d refusals %d have no way out", w.n, len(w.out)+len(w.refused), len(w.refused))
}
