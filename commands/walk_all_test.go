package commands_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// unkept is a store that keeps nothing new.
type unkept[E, R any] struct{ journal.Store[E, R] }

func (unkept[E, R]) Commit(context.Context, *journal.Commit[E, R]) error {
	return errors.New("nothing is kept")
}

// walk tries every command in the phases of an event, as its people and with right and
// wrong options, and keeps nothing of it.
type walk struct {
	*testServer
	people  map[string]string // user ids: "staff" is the organiser
	n       int
	tried   map[string]bool        // in this phase, by person and what is typed
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
	w.tried = map[string]bool{}
	director, seasons, leagues := w.app.Director, w.app.Seasons, w.app.Leagues
	w.app.Director = command.NewDirector(command.Config{Store: unkept[tournament.Event, tournament.ReadRows]{db.StoreOf(w.store, tournament.Log)}, Posts: post.Plan, Now: w.now, Secret: w.secret})
	w.app.Seasons = season.NewDirector(season.Config{Store: unkept[season.Fact, season.Read]{db.StoreOf(w.store, season.Log)}, Posts: post.PlanSeason, Now: w.now, Secret: w.secret})
	office := *leagues
	office.Events, office.Seasons = w.app.Director, w.app.Seasons
	w.app.Leagues = &office
	defer func() { w.app.Director, w.app.Seasons, w.app.Leagues = director, seasons, leagues }()
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

// try runs a command with the values at k of its required options, or of all, unless it
// has run so in this phase.
func (w *walk) try(r *commands.Route, phase, who string, k int, all bool) {
	typed, options := "", map[string]discord.Option{}
	for i := range r.Options {
		o := &r.Options[i]
		list := values(o)
		value := list[k%len(list)]
		if !o.Required && !all || value == "" || o.Type == wire.OptionAttachment || o.Type == wire.OptionBoolean {
			continue
		}
		options[o.Name] = given(o.Type, value)
		typed += " " + o.Name + "=" + value
	}
	how := phase + ": " + who + " /" + r.Path + typed
	if w.tried[how] {
		return
	}
	w.tried[how] = true
	w.n++
	perms := wire.SendMessages
	if who == "staff" {
		perms |= wire.ManageEvents | wire.ManageGuild
	}
	in := w.interaction(r, w.people[who], perms, 7_000_000+w.n)
	maps.Copy(in.Options, options)
	code, said, way := refused(w.t.Context(), w.app, in)
	switch {
	case code == "":
	case way:
		w.out[code] = true
	case w.refused[code] == "":
		w.refused[code] = how + ": " + said
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
		"build.minutes", "file.between", "pick.ruleset", "pick.you", "seeds.which", "settings.zone", "staff.name", "time.two_ways", "pick.bot",
		"time.unreadable", "pick.round", "here.no_such", "season.which_division", "league.number", "games.unknown",
	},
	"it is so already, or there is nothing of the kind": {
		"change.plays_already", "flights.unknown", "note.empty", "page.none", "player.taking", "profile.nobody_rated",
		"profile.no_ratings", "correct.same", "change.standby",
	},
	"it is for organisers to do, or comes by itself": {"deck.hidden_at_end", "join.not_open", "leagues.none", "not_in.draft", "not_in.started", "here.none", "deck.not_drafted"},
	"it is too late for it":                          {"late.schedule", "late.elimination", "late.draft", "late.round_robin"},
	"a menu, if what was typed fits into it":         {"here.several"},
}

// TestNoRefusalIsADeadEnd: every command in every phase of an event, as who plays, dropped
// or is no part of it, with right and wrong options: what is refused has a button, or names
// a command, but for what is listed with the reason.
func TestNoRefusalIsADeadEnd(t *testing.T) {
	walks := map[string]func(*walk){
		"swiss": (*walk).swiss, "arranged": (*walk).arranged, "draft": (*walk).draft, "league": (*walk).league,
		"pods":    func(w *walk) { w.round(8, localdiscord.Options{"ruleset": "commander-pods", "rounds": 2}) },
		"mahjong": func(w *walk) { w.round(8, localdiscord.Options{"ruleset": "riichi-ema", "rounds": 2, "cut": 0}) },
		"bracket": func(w *walk) { w.round(6, localdiscord.Options{"ruleset": "magic", "stages": "double"}) },
		"groups": func(w *walk) {
			w.round(8, localdiscord.Options{"ruleset": "one-piece", "stages": "groups 2 roundrobin > single 4"})
		},
	}
	var lock sync.Mutex
	refused, out, n := map[notice.Code]string{}, map[notice.Code]bool{}, 0
	t.Run("walks", func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(walks)) {
			t.Run(name, func(t *testing.T) {
				h := openTestServer(t, nil, false)
				w := &walk{testServer: h, people: map[string]string{"staff": h.organiser.ID(), "outsider": "999"}, refused: map[notice.Code]string{}, out: map[notice.Code]bool{}}
				walks[name](w)
				lock.Lock()
				defer lock.Unlock()
				n += w.n
				maps.Copy(out, w.out)
				for code, how := range w.refused {
					refused[code] = name + ", " + how
				}
			})
		}
	})
	met := map[notice.Code]bool{}
	for why, codes := range deadEnds {
		for _, code := range codes {
			if met[code] = true; refused[code] == "" {
				t.Errorf("%s (%s) is no dead end any more", code, why)
			}
		}
	}
	for code, how := range refused {
		if !met[code] {
			t.Errorf("no button and no command after %s, %s", code, how)
		}
	}
	maps.DeleteFunc(out, func(code notice.Code, _ bool) bool { return refused[code] != "" })
	t.Logf("%d tries; of %d refusals %d have no way out", n, len(out)+len(refused), len(refused))
}

// joined lets players join who are tried, too.
func (w *walk) joined(n int) []*localdiscord.Person {
	w.t.Helper()
	players := w.players(n)
	for i, role := range []string{"player", "second", "dropped"} {
		w.people[role] = players[i].ID()
	}
	return players
}

// swiss is an evening from its draft to its end.
func (w *walk) swiss() {
	w.t.Helper()
	h := w.testServer
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "rounds": 2, "cut": 2})
	w.every("draft")
	h.slash(h.organiser, "tournament open", nil)
	players := w.joined(6)
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
}

// round is the beginning of an event, and its first round.
func (w *walk) round(n int, options localdiscord.Options) {
	w.t.Helper()
	options["name"] = "Friday Night"
	w.slash(w.organiser, "tournament create", options)
	w.slash(w.organiser, "tournament open", nil)
	w.joined(n)
	w.every("open")
	w.slash(w.organiser, "tournament start", nil)
	w.slash(w.organiser, "round pair", nil)
	w.slash(w.organiser, "round publish", nil)
	w.every("round 1")
	w.slash(w.organiser, "player drop", localdiscord.Options{"player": "p3"})
	w.every("dropped")
}

// arranged is a round robin whose matches players arrange.
func (w *walk) arranged() {
	w.t.Helper()
	h := w.testServer
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=roundrobin, arranged=by_date"})
	h.slash(h.organiser, "tournament open", nil)
	players := w.joined(4)
	h.slash(h.organiser, "tournament start", nil)
	w.every("arranged")
	h.slash(players[0], "match propose", localdiscord.Options{"when": h.now().Add(72 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"})
	w.every("proposed")
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "p3"})
	w.every("dropped")
}

// draft is a draft up to its first round.
func (w *walk) draft() {
	w.t.Helper()
	h := w.testServer
	h.create(localdiscord.Options{"format": "draft"})
	w.joined(8)
	w.every("open")
	h.slash(h.organiser, "tournament start", nil)
	w.every("started")
	h.slash(h.organiser, "tournament draft seats", nil)
	w.every("seated")
	h.slash(h.organiser, "tournament draft start", nil)
	w.every("pack")
	h.slash(h.organiser, "tournament draft build", localdiscord.Options{"minutes": 25})
	w.every("building")
}

// league is a league before its season, and in it.
func (w *walk) league() {
	w.t.Helper()
	h := w.testServer
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	w.every("created")
	members := h.members(16)
	for i, role := range []string{"player", "second", "dropped"} {
		w.people[role] = members[i].ID()
	}
	w.every("open")
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	h.presses(h.organiser, plan, "Put them there")
	h.pass(0)
	h.pass(24 * time.Hour)
	h.pass(time.Hour) // after the time for mixing the draw
	w.every("round 1")
}
