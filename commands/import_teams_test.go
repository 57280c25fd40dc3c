package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// teamFile is a chess file of two teams of two and three, after a round in which the third
// member of one sat at board 1.
func teamFile() string {
	line := func(no int, name, points, round string) string {
		return fmt.Sprintf("001 %4d      %-33s %31s %4s %4d%s\n", no, name, "", points, 1, round)
	}
	team := func(no int, name, members string) string {
		return fmt.Sprintf("310 %3d %-32s %5s %6s %6s %6s %3d  %s\n", no, name, "", "", "", "", 1, members)
	}
	return "012 Club\n092 Team: Swiss-System\n142 3\n352 WB\n" +
		line(1, "Ann", "1.0", "     4 w 1") + line(2, "Bob", "0.0", "     5 b 0") +
		line(3, "Cy", "0.0", "") + line(4, "Dee", "0.0", "     1 b 0") + line(5, "Eve", "1.0", "     2 w 1") +
		team(1, "Red", "   1    2") + team(2, "Blue", "   3    4    5") +
		"300 001 002 001    4    5\n"
}

// TestTeamsComeFromAChessFileAndGoBack: a file that contradicts itself gets one sentence and
// makes no event. One of teams is shown and imported, and /tournament export gives it back as a
// chess file with who sat where.
func TestTeamsComeFromAChessFileAndGoBack(t *testing.T) {
	h := newTestServer(t)
	h.hasAll(h.text(h.attach("club.trf", strings.Replace(teamFile(), "3    4    5\n", "3    4    5    1\n", 1))), "line 11: Ann is in two teams.")
	if h.events() != 0 {
		t.Error("a file that contradicts itself made an event")
	}
	preview := h.attach("club.trf", teamFile())
	h.hasAll(h.text(preview), "chess TRF", "2 teams, which play on 2 boards", "Next is round 2 of 3")
	h.hasAll(h.imported(preview, "Import"), "Next is round 2 of 3")
	a := h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "trf"}))
	if a.Message == nil || len(a.Message.Attachments) != 1 {
		t.Fatalf("there is no file: %+v", a.Message)
	}
	h.hasAll(string(h.file(a.Message.Attachments[0])), "092 Team: Swiss-System", "310   1 Red", "300 001 002 001    4    5\n", "Dee", "     1 b 0")
	h.settle()
	h.clean()
}

// TestAChessFileIsOfChess: of another game /tournament export gives no chess file.
func TestAChessFileIsOfChess(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.hasAll(h.slash(h.organiser, "tournament export", localdiscord.Options{"format": "trf"}), "isn't one that trf files are for")
	h.settle()
	h.clean()
}
