package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// An event that asks for an invitation lets in by themselves the accounts and the user names
// of its list, whatever they call themselves, and nobody by a shown name, which anybody can
// take. Others read what is asked and whom to ask. The list outlives the bot.
func TestAnEventLetsInWhomItsOrganisersInvite(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	event := localdiscord.Options{"tournament": h.snapshot().State.Settings.Name}
	with := func(o localdiscord.Options) localdiscord.Options { o["tournament"] = event["tournament"]; return o }
	ann, suzuki, ben, zoe := h.guild.AddPerson("Ann 🐉"), h.guild.AddPerson("鈴木"), h.guild.AddPerson("Ben"), h.guild.AddPerson("Zora")
	zoe.SetNick(h.guild, "Zoe") // a name that she gives herself
	h.guild.ShowCommands(h.guild.ID())
	if got := h.slash(ann, "player invite", with(localdiscord.Options{"member": ann})); !strings.Contains(got, "Only organisers") {
		t.Errorf("a player invites: %s", got)
	}
	if got := h.slash(h.organiser, "player invite", with(localdiscord.Options{"member": ann, "names": "@ben, 王小明，🐲🐲, <@" + suzuki.ID() + "> Zoe"})); !strings.Contains(got, "6 invited") || !strings.Contains(got, "6 are new") || !strings.Contains(got, "王小明") || !strings.Contains(got, "🐲🐲") || !strings.Contains(got, "keeps nobody out") || !strings.Contains(got, "gate_invited") {
		t.Errorf("the organiser reads %s", got)
	}
	h.slash(h.organiser, "tournament settings", with(localdiscord.Options{"set": "gate_invited=yes"}))
	h.settle()
	h.newest(h.channel, zoe, "**Who can join:** those with an invitation")
	if got := h.slash(h.organiser, "player invite", event); !strings.Contains(got, "6 invited") || strings.Contains(got, "keeps nobody out") {
		t.Errorf("the list is %s", got)
	}
	h.stop()
	h.start(false)
	before := h.snapshot().State.Seq
	for _, way := range []struct {
		by      *localdiscord.Person
		command string
		options localdiscord.Options
		reads   string
	}{
		{zoe, "join", event, "Ask the organisers to put you on the list"},
		{zoe, "join", with(localdiscord.Options{"name": "王小明"}), "Ask the organisers to put you on the list"},
		{h.organiser, "player add", with(localdiscord.Options{"member": zoe}), "The event isn't open to Zoe"},
		{h.organiser, "player add", with(localdiscord.Options{"name": "Gus"}), "The event isn't open to Gus"},
		{h.organiser, "player bulkadd", with(localdiscord.Options{"names": "Yan, Yara"}), "Whom you add here is let in all the same"},
	} {
		if got := h.text(h.answer(h.use(way.by, way.command, way.options))); !strings.Contains(got, way.reads) {
			t.Errorf("/%s %v says %s", way.command, way.options, got)
		}
	}
	if got := h.press(zoe, h.newest(h.channel, zoe, "Registration is open"), "Join"); !strings.Contains(got, "those with an invitation") {
		t.Errorf("the button Join says %s", got)
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("what is refused or asked about is in the log: %d, %d", before, after)
	}
	for _, p := range []*localdiscord.Person{ann, suzuki, ben} {
		if got := h.slash(p, "join", event); !strings.Contains(got, "You're in") {
			t.Errorf("%s is invited: %s", p.Name(), got)
		}
	}
	if got := h.slash(h.organiser, "player add", with(localdiscord.Options{"name": "王小明"})); !strings.Contains(got, "in the event") {
		t.Errorf("a guest of the list: %s", got)
	}
	kept := h.fileOf(h.answer(h.use(h.organiser, "tournament export", with(localdiscord.Options{"format": "json"}))))
	h.hasAll(h.imported(h.attach("event.json", kept), "Import"), "Friday Night")
	if got := h.slash(h.organiser, "player invite", localdiscord.Options{"tournament": fmt.Sprintf("t%d", h.snapshot().State.ID)}); !strings.Contains(got, "6 invited") && !strings.Contains(got, "5 invited") || !strings.Contains(got, "王小明") || strings.Contains(got, "keeps nobody out") {
		t.Errorf("the list of the event that was imported is %s", got)
	}
	if log := h.slash(h.organiser, "tournament log", event) + h.slash(ann, "log", event); strings.Contains(log, "🐲🐲") {
		t.Errorf("the log has the list: %s", log)
	}
	h.clean()
}

// Who is taken off the list stays in, and comes back after a drop: the list is asked about
// newcomers alone.
func TestWhoIsTakenOffTheInvitationListStaysIn(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "gate_invited=yes"})
	people := h.people("Ann", "Ben", "Cleo", "Dan")
	for _, p := range people {
		h.slash(h.organiser, "player invite", localdiscord.Options{"member": p})
		h.slash(p, "join", nil)
	}
	for _, p := range people[:2] {
		if got := h.slash(h.organiser, "player invite", localdiscord.Options{"member": p, "off": true}); !strings.Contains(got, "1 is off the list; who is in already stays in") {
			t.Errorf("the organiser reads %s", got)
		}
	}
	if got := h.slash(h.organiser, "player invite", localdiscord.Options{"off": true}); !strings.Contains(got, "Name a member, or a guest") {
		t.Errorf("nobody is named: %s", got)
	}
	h.begin()
	if got := h.snapshot().State; len(got.Rounds) != 1 || len(got.Seated(h.snapshot().PlayerByUser(people[0].ID()))) == 0 {
		t.Fatalf("who was taken off the list does not play: %d rounds", len(got.Rounds))
	}
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "Ben"})
	h.slash(h.organiser, "player reinstate", localdiscord.Options{"player": "Ben"})
	if s := h.snapshot(); len(s.State.Seated(s.PlayerByUser(people[1].ID()))) == 0 {
		t.Error("who was in does not come back")
	}
	h.finish("2-0")
	h.clean()
}

// The list of a league is asked about who joins it, who signs up for its next season and who
// joins its events. It stays when a season ends.
func TestALeagueHasOneInvitationList(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	ann, zoe := h.guild.AddPerson("Ann"), h.guild.AddPerson("Zoe")
	league := localdiscord.Options{"league": "Autumn"}
	h.slash(h.organiser, "league-admin edit", localdiscord.Options{"league": "Autumn", "set": "event.gate_invited=yes"})
	if got := h.slash(zoe, "league info", league); !strings.Contains(got, "**Who can join:** those with an invitation") {
		t.Errorf("/league info says %s", got)
	}
	if got := h.slash(h.organiser, "league-admin invite", localdiscord.Options{"league": "Autumn", "member": ann}); !strings.Contains(got, "Autumn: 1 invited") {
		t.Errorf("the organiser reads %s", got)
	}
	if got := h.slash(zoe, "league join", league); !strings.Contains(got, "Ask the organisers to put you on the list") {
		t.Errorf("who isn't invited signs up: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin add", localdiscord.Options{"league": "Autumn", "member": zoe}); !strings.Contains(got, "The event isn't open to Zoe") {
		t.Errorf("the organiser reads %s", got)
	}
	if got := h.slash(ann, "league join", league); !strings.Contains(got, "You're in Autumn") {
		t.Errorf("who is invited: %s", got)
	}
	h.clean()
}

// An event of a league takes whom the league invites, and whom it invites itself.
func TestAnEventOfALeagueHasItsInvitationList(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn"})
	h.create(localdiscord.Options{"name": "First", "rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "gate_invited=yes"})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "First"})
	people := h.people("Ann", "Ben", "Cleo")
	h.slash(h.organiser, "league-admin invite", localdiscord.Options{"names": "@ann"})
	h.slash(h.organiser, "player invite", localdiscord.Options{"member": people[1]})
	for i, p := range people {
		if got := h.slash(p, "join", nil); strings.Contains(got, "You're in") != (i < 2) {
			t.Errorf("%s: %s", p.Name(), got)
		}
	}
	h.clean()
}

// A long list is a file, what can't be on one is named, and a person's data and the wish to
// be forgotten include it.
func TestAnInvitationListIsReadWholeAndForgotten(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	ann := h.guild.AddPerson("Ann")
	var all []string
	for i := range 400 {
		all = append(all, fmt.Sprintf("王 %d", i))
	}
	file := localdiscord.File{Name: "names.txt", Data: []byte(strings.Join(all, "\n"))}
	a := h.answer(h.use(h.organiser, "player invite", localdiscord.Options{"file": file, "member": ann}))
	if got := h.fileOf(a); !strings.Contains(h.text(a), "401 invited") || strings.Count(got, "\n") != 401 || !strings.Contains(got, ann.ID()) {
		t.Errorf("the list is %s with %d lines", h.text(a), strings.Count(got, "\n"))
	}
	if got := h.slash(h.organiser, "player invite", localdiscord.Options{"names": strings.Repeat("x", 33)}); !strings.Contains(got, "is longer than 32 characters") {
		t.Errorf("a long name: %s", got)
	}
	file.Data = []byte(strings.ReplaceAll(string(file.Data), "王", "李"))
	file.Data = append(file.Data, strings.ReplaceAll(string(file.Data), "李", "\n張")...)
	if got := h.slash(h.organiser, "player invite", localdiscord.Options{"file": file}); !strings.Contains(got, "at most 1,000 entries; this would be 1,201") {
		t.Errorf("too many: %s", got)
	}
	if got := h.fileOf(h.answer(h.use(ann, "privacy mydata", nil))); !strings.Contains(got, `"invitations"`) {
		t.Errorf("/privacy mydata has %s", got)
	}
	h.presses(ann, h.answer(h.use(ann, "privacy forget", nil)), "Forget me")
	if got := h.fileOf(h.answer(h.use(h.organiser, "player invite", nil))); strings.Contains(got, ann.ID()) {
		t.Errorf("who is forgotten is on the list: %s", got)
	}
	h.clean()
}
