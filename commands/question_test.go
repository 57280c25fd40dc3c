package commands_test

import (
	"regexp"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// The form of Join asks the question of the event. The answer is shown to opponents, in
// the thread of the match and to whom the card of a person says it within the event, as
// text without mentions or markup. Its player changes it, it is among their data, and on
// no page.
func TestAnEventAsksItsPlayers(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "question=In-game name, threads=yes"})
	address := h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})
	people := h.people("Ann", "Ben")
	typed := map[int]string{0: "鈴木🐉 **x** <@&" + h.guild.ID() + "> @everyone", 1: "ben#7"}
	for i, p := range people {
		asked := h.answer(h.use(p, "join", nil))
		if asked.Modal == nil {
			t.Fatalf("/join does not ask: %s", h.text(asked))
		}
		in, err := p.SubmitModal(t.Context(), asked.Modal, localdiscord.Fields{"In-game name": typed[i]})
		if err != nil {
			t.Fatal(err)
		}
		if got := h.text(h.answer(in)); !strings.Contains(got, "You're in") {
			t.Fatalf("the form says %s", got)
		}
	}
	h.begin()
	h.settle()
	shown := "In-game name · Ann: **鈴木🐉 **x** <@\u200b&" + h.guild.ID() + "> @\u200beveryone**"
	if got := h.srv.Render(h.matchPanel(people[1])); !strings.Contains(got, shown) {
		t.Errorf("the opponent reads %s", got)
	}
	if got := h.slash(people[1], "status", nil); !strings.Contains(got, shown) || !strings.Contains(got, "In-game name: **ben") {
		t.Errorf("/status says %s", got)
	}
	if got := h.text(h.onPerson(people[1], "Match and record", people[0])); !strings.Contains(got, shown) {
		t.Errorf("a player reads of another: %s", got)
	}
	if got := h.text(h.onPerson(h.guild.AddPerson("Stranger"), "Match and record", people[0])); strings.Contains(got, "鈴木") {
		t.Errorf("a stranger reads %s", got)
	}
	threads := func() (all string) {
		for _, ch := range h.guild.Channels() {
			for _, m := range h.srv.Messages(ch, h.organiser) {
				all += h.srv.Render(m) + "\n"
			}
		}
		return all
	}
	if got := threads(); !strings.Contains(got, "鈴木") {
		t.Errorf("the thread of the match does not say it: %s", got)
	}
	if got := h.slash(people[0], "join", localdiscord.Options{"answer": "suzuki_9"}); !strings.Contains(got, "Your answer is in") {
		t.Errorf("/join answer: says %s", got)
	}
	if got := h.srv.Render(h.matchPanel(people[1])); !strings.Contains(got, "suzuki_9") {
		t.Errorf("the opponent reads %s", got)
	}
	h.settle()
	if got := threads(); strings.Contains(got, "鈴木") || !strings.Contains(got, "suzuki") {
		t.Errorf("the thread still has the old answer: %s", got)
	}
	change := h.presses(people[0], h.answer(h.use(people[0], "status", nil)), "My answer")
	in, err := people[0].SubmitModal(t.Context(), change.Modal, localdiscord.Fields{"In-game name": "suzuki 10"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(in)); !strings.Contains(got, "Your answer is in") {
		t.Errorf("the form of the button says %s", got)
	}
	if got := h.fileOf(h.answer(h.use(people[0], "privacy mydata", nil))); !strings.Contains(got, "suzuki 10") {
		t.Errorf("/privacy mydata has %s", got)
	}
	h.finish("2-0")
	if got := h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "csv"}))); !strings.Contains(got, "suzuki 10") || !strings.Contains(got, "answer") {
		t.Errorf("the table for organisers is %s", got)
	}
	path := regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(address)
	if code, body := h.served(path); code != 200 || strings.Contains(body, "suzuki") {
		t.Errorf("the page %q (%d) has the answer", path, code)
	}
	if code, body := h.served(path + ".json"); code != 200 || strings.Contains(body, "suzuki") {
		t.Errorf("the data of the page (%d) have the answer", code)
	}
	if got := h.slash(h.organiser, "log", nil); strings.Contains(got, "suzuki") {
		t.Errorf("the log has the answer: %s", got)
	}
	h.slash(h.organiser, "tournament finish", nil)
	over := h.newest(h.channel, people[1], "Provably fair")
	fair := h.presses(people[1], localdiscord.Answer{Message: &over}, regexp.MustCompile(`Provably fair · [0-9a-f]{4}-[0-9a-f]{4}`).FindString(h.srv.Render(over)))
	if got := h.fileOf(fair); strings.Contains(got, "suzuki") || !strings.Contains(got, `"players"`) {
		t.Errorf("the file that every player can have has the answer: %s", got)
	}
	kept := h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "json"})))
	if !strings.Contains(kept, `"question":"In-game name"`) || !strings.Contains(kept, `"answer":"suzuki 10"`) {
		t.Errorf("the file for organisers is %s", kept)
	}
	if got := h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "html"}))); strings.Contains(got, "suzuki") {
		t.Error("the page as a file has the answer")
	}
	if got := h.text(h.presses(people[0], h.answer(h.use(people[0], "privacy forget", nil)), "Forget me")); !strings.Contains(got, "forgotten in 1 finished event") {
		t.Errorf("/privacy forget says %s", got)
	}
	if got := h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "csv"}))); strings.Contains(got, "suzuki") {
		t.Errorf("who is forgotten has an answer: %s", got)
	}
	h.hasAll(h.imported(h.attach("event.json", kept), "Import as over"), "Friday Night")
	if s := h.snapshot(); s.State.Settings.Question != "In-game name" || s.Book.Text(s.State.Players.At(1).Answer) != "suzuki 10" {
		t.Errorf("the event that was imported asks %q, and the first player answers %q", s.State.Settings.Question, s.Book.Text(s.State.Players.At(1).Answer))
	}
	h.clean()
}
