package commands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament/journal"
)

// TestMyDataIsAllOfMineAndForMeAlone: /privacy mydata gives a person every text by or about them,
// in a private answer, and no data of others. Organisers' notes are included once the
// event is over.
func TestMyDataIsAllOfMineAndForMeAlone(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"rounds": 1, "cut": 0})
	ann, bob := players[0], players[1]
	h.slash(h.organiser, "player note", localdiscord.Options{"player": "p1", "text": "noted-about-ann"})
	h.slash(h.organiser, "player note", localdiscord.Options{"player": "p2", "text": "noted-about-bob"})
	h.slash(ann, "judge", localdiscord.Options{"reason": "ann-calls"})
	if running := h.answer(h.use(ann, "privacy mydata", nil)); strings.Contains(h.fileOf(running), "noted-about-ann") {
		t.Error("a note is handed out in mid-event")
	}
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	a := h.answer(h.use(ann, "privacy mydata", nil))
	if a.Message == nil || a.Message.Flags&(1<<6) == 0 || len(a.Message.Attachments) != 1 {
		t.Fatalf("the answer is %+v", a)
	}
	data, ok := h.srv.File(a.Message.Attachments[0])
	if !ok {
		t.Fatal("the file is not there")
	}
	var found journal.Personal
	if err := json.Unmarshal(data, &found); err != nil || found.User != ann.ID() || len(found.Logs) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	for mark, want := range map[string]bool{
		ann.ID(): true, "Player 1": true, "noted-about-ann": true, "ann-calls": true,
		bob.ID(): false, "Player 2": false, "noted-about-bob": false,
	} {
		if got := strings.Contains(string(data), mark); got != want {
			t.Errorf("%q is in it: %v", mark, got)
		}
	}
	if got := h.slash(h.guild.AddPerson("Stranger"), "privacy mydata", nil); !strings.Contains(got, "Nothing is stored") {
		t.Errorf("a stranger is told %q", got)
	}
	h.clean()
}

// fileOf returns the one file of an answer.
func (h *testServer) fileOf(a localdiscord.Answer) string {
	h.t.Helper()
	if a.Message == nil || len(a.Message.Attachments) != 1 {
		h.t.Fatalf("the answer is %+v", a)
	}
	data, ok := h.srv.File(a.Message.Attachments[0])
	if !ok {
		h.t.Fatal("the file is not there")
	}
	return string(data)
}
