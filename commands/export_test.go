package commands_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestTablesForSpreadsheetsHaveAByteOrderMark: the CSV of an event and of a league begin
// with the mark without which spreadsheets misread names, and what reads files here reads
// the names of such a file.
func TestTablesForSpreadsheetsHaveAByteOrderMark(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "ruleset": "magic"})
	guests := []string{"花子", "🦊 Fuchs", "Łukasz", "Zoë"}
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests, ", ")})
	h.begin()
	h.finish("2-0")
	h.slash(h.organiser, "tournament finish", nil)
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	h.pass(0)
	event := h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "csv"}))
	if event.Message == nil || len(event.Message.Attachments) != 1 {
		t.Fatalf("/tournament export has no file: %s", h.text(event))
	}
	table := string(h.file(event.Message.Attachments[0]))
	for name, text := range map[string]string{"event": table, "league": h.csv()} {
		body, marked := strings.CutPrefix(text, "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
		if !marked || err != nil || len(rows) != 5 {
			t.Errorf("the %s has %d rows, mark %v: %v\n%q", name, len(rows), marked, err, text)
		}
		for _, guest := range guests {
			if !strings.Contains(body, guest) {
				t.Errorf("the %s does not name %s: %q", name, guest, body)
			}
		}
	}
	if got := h.text(h.attach("standings.csv", table)); !strings.Contains(got, "4 players") {
		t.Errorf("the table of an event is read back as %s", got)
	}
	h.clean()
}
