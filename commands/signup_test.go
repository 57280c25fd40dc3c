package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/season"
)

// The next season is joined by a press: one post without a ping asks, its counts follow
// the answers, organisers see who has not answered, and only those who said yes are in the
// next season, under the name that was chosen.
func TestTheNextSeasonIsJoinedByAPress(t *testing.T) {
	h, people := twoDivisions(t)
	h.guild.ShowCommands(h.guild.ID())
	if got := h.slash(people[0], "league-admin next", nil); !strings.Contains(got, "Only organisers") {
		t.Errorf("a member opens the sign-up: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin next", localdiscord.Options{"name": "Winter Cup"}); !strings.Contains(got, "Who plays Winter Cup?") || !strings.Contains(got, "No answer yet** (16)") {
		t.Fatalf("/league-admin next says %s", got)
	}
	h.settle()
	post := h.newest(h.channel, people[0], "Who plays Winter Cup?")
	if text := h.srv.Render(post); strings.Contains(text, "<@") || !strings.Contains(text, "No answer yet: 16") {
		t.Errorf("the post is %s", text)
	}
	// Two weeks later a member reads first what waits.
	if got := h.slash(people[14], "league info", nil); !strings.Contains(got, "Who plays Winter Cup?") || !strings.Contains(got, "[I'm in]") {
		t.Errorf("/league info does not say what waits: %s", got)
	}
	newcomer := h.guild.AddPerson("Zoe")
	for _, p := range append(slices.Clone(people[1:15]), newcomer) {
		if got := h.press(p, post, "I'm in"); !strings.Contains(got, "You play Winter Cup") {
			t.Fatalf("%s presses and reads %s", p.Name(), got)
		}
	}
	if got := h.press(people[1], post, "I'm in"); !strings.Contains(got, "your answer already") {
		t.Errorf("the same press again says %s", got)
	}
	if got := h.press(people[0], post, "Not this time"); !strings.Contains(got, "don't play Winter Cup") {
		t.Errorf("who does not play reads %s", got)
	}
	people[15].Leave(h.guild) // never answers
	h.settle()
	if text := h.srv.Render(h.newest(h.channel, people[0], "Who plays Winter Cup?")); !strings.Contains(text, "In: 15 · Not this time: 1 · No answer yet: 1") {
		t.Errorf("the post does not follow the answers: %s", text)
	}
	if n := strings.Count(h.channelText(people[0]), "Who plays Winter Cup?"); n != 1 {
		t.Errorf("the sign-up has %d posts", n)
	}
	if got := h.slash(h.organiser, "league-admin next", nil); !strings.Contains(got, "No answer yet** (1): Member P") || !strings.Contains(got, "Not this time** (1): Member A") {
		t.Errorf("the organiser's list is %s", got)
	}
	if got := h.slash(h.organiser, "league-admin promote", nil); strings.Contains(got, "Zoe") {
		t.Errorf("who signed up for the next season is placed in this one: %s", got)
	}
	h.doInSeason(season.Close{})
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := h.text(plan); strings.Contains(got, "- Member P") || !strings.Contains(got, "Zoe") || !strings.Contains(got, "No answer yet") {
		t.Errorf("the plan is %s", got)
	}
	begun := h.text(h.presses(h.organiser, plan, "Begin Winter Cup"))
	next := h.league().State
	if !strings.Contains(begun, "Winter Cup has begun") || next.Settings.Name != "Winter Cup" {
		t.Fatalf("beginning says %s", begun)
	}
	for _, x := range []struct {
		p     *localdiscord.Person
		plays bool
		kept  int
	}{{people[1], true, 1}, {newcomer, true, 0}, {people[0], false, 1}, {people[15], false, 0}} {
		m := h.league().PlayerByUser(x.p.ID())
		plays := m > 0 && !next.Members[m-1].Left
		if plays != x.plays || x.kept > 0 && next.Members[m-1].Division != x.kept || x.p == people[15] && m != 0 {
			t.Errorf("%s is member %d, and plays: %v", x.p.Name(), m, plays)
		}
	}
	if next.Signup != nil {
		t.Error("the next season begins with an open sign-up")
	}
	if got := h.press(people[2], post, "Not this time"); !strings.Contains(got, "has begun") {
		t.Errorf("the old post says %s", got)
	}
	h.clean()
}

// The sign-up for the next season opens by itself once, two weeks before the first
// division ends: members are asked by one post that pings no member, and organisers see in
// their channel who has not answered. Taken back, it stays so.
func TestTheSignUpOpensByItself(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date", "stages": "swiss 5"})
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")
	h.pass(0)
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	var ends time.Time
	for h.league().State.Signup == nil {
		events, _ := h.playing(h.league().State.ID)
		r := events[0].State.Current()
		ends = r.Deadline.AddDate(0, 0, 7*(5-r.Number))
		if h.now().After(ends) {
			t.Fatal("the season ends without a sign-up for the next one")
		}
		h.pass(6 * time.Hour)
	}
	if before := ends.Sub(h.now()); before < 14*24*time.Hour || before > 21*24*time.Hour {
		t.Errorf("the sign-up opens %v before the end of the season", before)
	}
	h.settle()
	post := h.newest(h.channel, people[0], "Who plays Autumn 2?")
	if text := h.srv.Render(post); strings.Contains(text, "<@") || !strings.Contains(text, "No answer yet: 16") {
		t.Errorf("the post is %s", text)
	}
	events, _ := h.playing(h.league().State.ID)
	event := events[slices.IndexFunc(events, func(e *tournament.Snapshot) bool { return e.PlayerByUser(people[0].ID()) > 0 })]
	n := event.PlayerByUser(people[0].ID())
	mine := event.State.FixturesOf(n)
	at := mine[len(mine)-1]
	other := event.Name(event.State.PlayerAt(at, event.State.SideOf(at, n).Other()))
	// Who comes back reads first the next step, the open match with its deadline, the sign-up.
	help, last := h.slash(people[0], "help", nil), 0
	for _, waits := range []string{"Propose a time", "against " + other, "Play by", "Who plays Autumn 2?", "[I'm in]", "/status`:"} {
		i := strings.Index(help, waits)
		if i < last {
			t.Errorf("/help has %q at %d, not after %d: %s", waits, i, last, help)
		}
		last = i
	}
	h.press(people[0], post, "I'm in")
	if help := h.slash(people[0], "help", nil); strings.Contains(help, "Who plays") {
		t.Errorf("/help asks again: %s", help)
	}
	h.press(people[1], post, "Not this time")
	h.settle()
	list := h.srv.Render(h.newest(h.office, h.organiser, "Who plays Autumn 2?"))
	if strings.Contains(list, "<@") || !strings.Contains(list, "No answer yet** (14): Member C") || !strings.Contains(list, "In** (1): Member A") || !strings.Contains(list, "Not this time** (1): Member B") {
		t.Errorf("the organisers' list is %s", list)
	}
	for i := range h.league().Log {
		if e := h.league().Log[i]; e.Kind == "signup_opened" {
			h.doInSeason(season.Undo{Batch: e.Batch, Later: true})
			break
		}
	}
	for h.now().Before(ends.AddDate(0, 0, 7)) {
		h.pass(12 * time.Hour)
	}
	if s := h.league().State; s.Signup != nil {
		t.Error("a sign-up that was taken back opens again")
	}
	h.clean()
}

// channelText returns all messages that a person sees in the channel.
func (h *testServer) channelText(p *localdiscord.Person) string {
	var out []string
	for _, m := range h.srv.Messages(h.channel, p) {
		out = append(out, h.srv.Render(m))
	}
	return strings.Join(out, "\n")
}
