package commands_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/names"
	"topcut/tournament/season"
)

// unseen are invisible names.
var unseen = []string{"\u3164", "\u200b\u200d", "\u2800 \u2800", "\u0301", "\u202e\u2066", "\ufe0f"}

// odd are visible names that something on the way might drop.
var odd = []string{
	"\u202eeilA", "@everyone", "<@1>", "||x||", "`", "***", "👩‍🚀", strings.Repeat("界", 32), "= 1", "Zo\u0308\u0308\u0308e", "مرحبا", "p1",
}

// TestNoEmptyChoiceIsOffered: no invisible name can be given to a player, a division, an
// event or a league, and all other names are visible in every suggestion, select, thread
// and picture.
func TestNoEmptyChoiceIsOffered(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	for _, name := range unseen {
		h.slash(h.organiser, "tournament create", localdiscord.Options{"name": name})
		h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": name, "cron": "0 19 * * 5"})
	}
	if all, err := h.store.ByGuild(t.Context(), h.guild.ID()); err != nil || len(all) > 0 {
		t.Errorf("%d events that cannot be seen, %v", len(all), err)
	}
	if all, err := h.store.Listed(t.Context(), season.Log.Name, h.guild.ID()); err != nil || len(all) > 0 {
		t.Errorf("%d leagues that cannot be seen, %v", len(all), err)
	}
	h.create(localdiscord.Options{"name": "\u202eFriday", "rounds": 2, "cut": 4})
	for _, name := range unseen {
		h.slash(h.guild.AddPerson("Nobody"), "join", localdiscord.Options{"name": name})
		h.slash(h.organiser, "player add", localdiscord.Options{"name": name})
		h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=" + name + ";B"})
	}
	if s := h.snapshot().State; len(s.Players) > 0 || len(s.Settings.Divisions) > 0 {
		t.Fatalf("%d players and %d divisions, one of which cannot be seen", len(s.Players), len(s.Settings.Divisions))
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "||League||", "cron": "0 19 * * 5"})
	for _, name := range odd {
		h.slash(h.guild.AddPerson("Somebody"), "join", localdiscord.Options{"name": name})
	}
	if n := len(h.snapshot().State.Players); n != len(odd) {
		t.Fatalf("%d of %d can play", n, len(odd))
	}
	h.begin()
	h.settle()
	for i := range h.snapshot().State.Rounds[0].Matches {
		if name := h.threadOf(i + 1).Name(); names.Clean(name) == "" {
			t.Errorf("a thread is called %+q", name)
		}
	}
	for _, command := range []string{"pairings", "standings", "bracket", "status"} {
		h.slash(h.person(1), command, nil)
	}
	n := 0
	for _, r := range h.app.Table.Routes() {
		for option := range r.Complete {
			for _, typed := range []string{"", "e", "1"} {
				n++
				in := h.interaction(r, h.person(1).ID(), wire.ManageGuild, n)
				in.Kind = discord.KindAutocomplete
				in.Options[option] = discord.Option{Type: wire.OptionString, Text: typed, Focused: true}
				a := &suggested{}
				h.app.Serve(t.Context(), in, a)
				for _, c := range a.choices {
					if length := utf8.RuneCountInString(c.Name); names.Clean(c.Name) == "" || length > 100 || fmt.Sprint(c.Value) == "" {
						t.Errorf("/%s suggests %+q for %s", r.Path, c.Name, option)
					}
				}
			}
		}
		if r.Panel != nil {
			n++
			in := h.interaction(r, h.person(1).ID(), wire.ManageGuild, n)
			in.CustomID = customid.New(h.snapshot().State.ID, pressed(r.Panel, func() int { return 1 }, func() string { return "" }))
			in.Values = nil // only open the panel: nothing is chosen
			a := &checked{t: t, route: r.Name()}
			if r.Role == commands.Everyone {
				h.app.Serve(t.Context(), in, a)
			}
		}
	}
	h.clean()
}

// suggested records suggestions.
type suggested struct {
	answers
	choices []discord.Choice
}

func (s *suggested) Choices(_ context.Context, choices []discord.Choice) error {
	s.choices = choices
	return nil
}
