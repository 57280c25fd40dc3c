package commands_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// A banned member comes in by no way, reads in private until when and where to appeal and
// not why, and is taken out of a running event by the organiser alone. The ban survives the
// bot; ended, it lets the member in again.
func TestABannedMemberStaysOutside(t *testing.T) {
	h := newTestServer(t)
	h.guild.ShowCommands(h.guild.ID())
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID(), "appeal": "mail the club"})
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	event := localdiscord.Options{"tournament": h.snapshot().State.Settings.Name}
	zoe, ann := h.guild.AddPerson("Zoe"), h.guild.AddPerson("Ann")
	for _, p := range []*localdiscord.Person{zoe, ann} {
		h.slash(p, "join", event)
	}
	if got := h.slash(ann, "player ban", localdiscord.Options{"who": zoe, "until": "for ever"}); !strings.Contains(got, "Only organisers") {
		t.Errorf("a player bans: %s", got)
	}
	if got := h.slash(h.organiser, "player ban", localdiscord.Options{"who": zoe, "until": "soon"}); strings.Contains(got, "Banned") {
		t.Errorf("an unreadable end: %s", got)
	}
	banned := h.answer(h.use(h.organiser, "player ban", localdiscord.Options{"who": zoe, "until": "2 weeks", "reason": "stalled twice"}))
	if got := h.text(banned); !strings.Contains(got, "stalled twice") || !strings.Contains(got, "a place in 1 event") || !strings.Contains(got, "[Drop from ") {
		t.Fatalf("the organiser reads %s", got)
	}
	if n := h.snapshot().PlayerByUser(zoe.ID()); len(h.snapshot().State.Seated(n)) == 0 {
		t.Error("a ban takes a player out by itself")
	}
	h.newest(h.office, h.organiser, "is banned from the events of this server")
	if got := h.text(h.presses(h.organiser, h.presses(h.organiser, banned, "Drop from "+event["tournament"].(string)), "Do it")); !strings.Contains(got, "out of the event") {
		t.Errorf("the button says %s", got)
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
		{zoe, "join", event, "You're banned"},
		{zoe, "league join", localdiscord.Options{"league": "Autumn"}, "You're banned"},
		{h.organiser, "player add", localdiscord.Options{"member": zoe, "tournament": event["tournament"]}, "Zoe is banned"},
		{h.organiser, "player add", localdiscord.Options{"member": zoe, "name": "Else", "tournament": event["tournament"]}, "Else is banned"},
		{h.organiser, "player add", localdiscord.Options{"name": "zoe", "tournament": event["tournament"]}, "under another name"},
		{h.organiser, "player bulkadd", localdiscord.Options{"names": "Yan, ZOE", "tournament": event["tournament"]}, "under another name"},
		{h.organiser, "league-admin add", localdiscord.Options{"league": "Autumn", "member": zoe}, "Zoe is banned"},
	} {
		got := h.slash(way.by, way.command, way.options)
		if !strings.Contains(got, way.reads) || strings.Contains(got, "stalled") || strings.Contains(got, "mail the club") != (way.by == zoe) {
			t.Errorf("/%s %v says %s", way.command, way.options, got)
		}
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("what is refused is in the log: %d, %d", before, after)
	}
	if got := h.slash(zoe, "status", event); strings.Contains(got, "/join") {
		t.Errorf("who is banned is sent to /join: %s", got)
	}
	if got := h.fileOf(h.answer(h.use(zoe, "privacy mydata", nil))); !strings.Contains(got, `"bans"`) || strings.Contains(got, "stalled") {
		t.Errorf("/privacy mydata has %s", got)
	}
	if got := h.text(h.presses(zoe, h.answer(h.use(zoe, "privacy forget", nil)), "Forget me")); !strings.Contains(got, "stay until it is over") {
		t.Errorf("/privacy forget says %s", got)
	}
	if got := h.slash(zoe, "join", event); !strings.Contains(got, "You're banned") {
		t.Errorf("who is forgotten joins: %s", got)
	}
	h.slash(h.organiser, "setup", localdiscord.Options{"appeal": "none"})
	if got := h.slash(zoe, "join", event); !strings.Contains(got, "You're banned") || strings.Contains(got, "mail the club") {
		t.Errorf("an appeal line that was taken away: %s", got)
	}
	list := h.presses(h.organiser, h.answer(h.use(h.organiser, "setup", nil)), "Ban list")
	if got := h.text(list); !strings.Contains(got, "1 ban") || strings.Contains(got, "stalled") {
		t.Errorf("the list of a forgotten ban is %s", got)
	}
	if got := h.text(h.presses(h.organiser, list, "End: "+zoe.ID())); !strings.Contains(got, "Nobody is banned") {
		t.Errorf("ending the ban says %s", got)
	}
	h.newest(h.office, h.organiser, "no longer banned")
	if got := h.slash(zoe, "join", event); !strings.Contains(got, "You're in") {
		t.Errorf("after the ban: %s", got)
	}
	h.clean()
}

// A ban list of many entries has pages, each with the buttons of its entries.
func TestTheBanListHasPages(t *testing.T) {
	h := newTestServer(t)
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G"} {
		h.slash(h.organiser, "player ban", localdiscord.Options{"who": h.guild.AddPerson("Member " + name), "until": "für immer", "reason": "unpaid " + name})
	}
	list := h.presses(h.organiser, h.answer(h.use(h.organiser, "setup", nil)), "Ban list")
	if got := h.text(list); !strings.Contains(got, "7 bans") || strings.Count(got, "[End:") != 5 || !strings.Contains(got, "unpaid G") || strings.Contains(got, "unpaid A") {
		t.Errorf("the first page is %s", got)
	}
	next := h.presses(h.organiser, list, "▶")
	if got := h.text(h.presses(h.organiser, next, "End: Member A")); !strings.Contains(got, "6 bans") || strings.Contains(got, "unpaid A") || !strings.Contains(got, "unpaid B") {
		t.Errorf("after the last is ended: %s", got)
	}
	h.clean()
}

// A ban is between a server and a person: no page, log or export of an event or league in
// which the banned person plays says that there is one, or why.
func TestNoPageShowsABan(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic"})
	h.create(localdiscord.Options{"name": "Open", "rounds": 1, "cut": 0})
	zoe, ann := h.guild.AddPerson("Zoe"), h.guild.AddPerson("Ann")
	for _, p := range []*localdiscord.Person{zoe, ann} {
		h.slash(p, "join", nil)
	}
	if got := h.slash(h.organiser, "player ban", localdiscord.Options{"who": zoe, "until": "for ever", "reason": "stalled twice"}); !strings.Contains(got, "stalled twice") {
		t.Fatalf("/player ban says %s", got)
	}
	h.begin()
	h.finish("2-0")
	h.slash(h.organiser, "tournament finish", nil)
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Open"})
	h.pass(0)
	shown := map[string]string{"/tournament log": h.slash(h.organiser, "tournament log", nil), "/log": h.slash(ann, "log", nil)}
	for _, command := range []string{"tournament page", "league-admin page"} {
		path := regexp.MustCompile(`/[a-z]/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, command, localdiscord.Options{"show": "link"}))
		for _, end := range []string{"", ".json"} {
			if code, body := h.served(path + end); code == http.StatusOK {
				shown[command+end] = body
			}
		}
	}
	for _, of := range []struct{ command, format string }{
		{"tournament export", "json"},
		{"tournament export", "csv"},
		{"tournament export", "html"},
		{"league-admin export", "json"},
		{"league-admin export", "csv"},
		{"league-admin export", "html"},
	} {
		if a := h.answer(h.use(h.organiser, of.command, localdiscord.Options{"format": of.format})); a.Message != nil && len(a.Message.Attachments) == 1 {
			shown[of.command+" "+of.format] = h.fileOf(a)
		}
	}
	ban := regexp.MustCompile(`(?i)\bban(s|ned)?\b|stalled`)
	for what, text := range shown {
		if !strings.Contains(text, "Zoe") || ban.MatchString(text) {
			t.Errorf("%s names Zoe: %t, and a ban as %q", what, strings.Contains(text, "Zoe"), ban.FindString(text))
		}
	}
	if len(shown) < 9 {
		t.Errorf("only %d pages, logs and files were looked at", len(shown))
	}
	h.clean()
}
