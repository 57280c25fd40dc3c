package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// attach runs /tournament import with a file.
func (h *testServer) attach(name, text string) localdiscord.Answer {
	h.t.Helper()
	return h.answer(h.use(h.organiser, "tournament import", localdiscord.Options{"file": localdiscord.File{Name: name, Data: []byte(text)}}))
}

// hasAll fails unless a text contains all the wanted texts.
func (h *testServer) hasAll(got string, wants ...string) {
	h.t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			h.t.Errorf("%q is not in: %s", want, got)
		}
	}
}

// events counts the events of the server.
func (h *testServer) events() int {
	h.t.Helper()
	found, err := h.store.ByGuild(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	return len(found)
}

// TestAnImportMarksNamesThatLookAlike: a table of names alone is shown before there is an
// event, with the names that look like others; a name that stands twice is refused.
func TestAnImportMarksNamesThatLookAlike(t *testing.T) {
	h := newTestServer(t)
	h.hasAll(h.text(h.attach("names.csv", "Name,Club\nAnn,A\nАnn,B\nBen,C\n")), "3 players", "names that look alike: Аnn (Ann).")
	h.hasAll(h.text(h.attach("names.csv", "Name,Club\nAnn,A\nBen,B\nann,C\n")), "twice")
	if h.events() != 0 {
		t.Error("a preview made an event")
	}
}

// TestNothingIsImportedBeforeItIsSeen: the format of another program's file is detected
// by content. The preview says what was understood, is missing and was decided; only
// Import creates the event.
func TestNothingIsImportedBeforeItIsSeen(t *testing.T) {
	h := newTestServer(t)
	h.hasAll(h.text(h.attach("rounds.csv", "Player 1,Player 2,Result\nAda,Bob,two\n")), "isn't a possible result")
	preview := h.attach("rounds.csv", "Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n2,Cem,Dan,0-2\n")
	h.hasAll(h.text(preview), "table (CSV)", "4 players · 1 round", "Next is round 2 of 2", "Missing", "The rules of magic are taken", "Decided", "Column Player 1: player1")
	if h.events() != 0 {
		t.Fatal("a preview made an event")
	}
	chosen, err := h.organiser.Select(t.Context(), *preview.Message, "", []string{"lorcana"})
	if err != nil {
		t.Fatal(err)
	}
	preview = h.answer(chosen)
	h.hasAll(h.text(preview), "Lorcana")
	h.hasAll(h.imported(preview, "Import"), "4 players, 1 round", "Next is round 2 of ", "→ `/round pair`")
	if s := h.snapshot().State; s.Rules.ID != "lorcana" {
		t.Errorf("the game is %s", s.Rules.ID)
	}
	h.settle()
	h.clean()
}

// TestAFileIsImportedOnce: Import is pressed twice, at once and later, and after a
// restart, since nothing of a preview is kept in memory.
func TestAFileIsImportedOnce(t *testing.T) {
	h := newTestServer(t)
	preview := h.attach("rounds.csv", "Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n2,Cem,Dan,0-2\n")
	press := func() *localdiscord.Interaction {
		i, err := h.organiser.Click(t.Context(), *preview.Message, "Import")
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	first, second := press(), press()
	for _, i := range []*localdiscord.Interaction{first, second, press()} {
		h.hasAll(h.text(h.answer(i)), "4 players, 1 round")
	}
	h.hasAll(h.pressedLate(preview, h.organiser.ID()), "4 players, 1 round")
	if n := h.events(); n != 1 {
		t.Errorf("there are %d events", n)
	}
	h.settle()
	h.clean()
}

// pressedLate presses Import on an old copy of a preview.
func (h *testServer) pressedLate(preview localdiscord.Answer, user string) string {
	h.t.Helper()
	var id string
	var find func([]localdiscord.Component)
	find = func(list []localdiscord.Component) {
		for _, c := range list {
			if strings.Contains(c.CustomID, ":importyes:") {
				id = c.CustomID
			}
			find(c.Components)
		}
	}
	find(preview.Message.Components)
	a := &answers{}
	h.late++
	h.app.Serve(h.t.Context(), &discord.Interaction{
		ID: fmt.Sprint(5_000_000 + h.late), Token: "t", AppID: "1", GuildID: h.guild.ID(), ChannelID: h.channel.ID(), Kind: discord.KindComponent, CustomID: id,
		User: discord.User{ID: user, Name: "Olga"}, Permissions: wire.ManageGuild, Message: discord.MessageRef{Head: wire.Head{ID: "5", ChannelID: h.channel.ID()}},
	}, a)
	return a.last()
}

// TestACancelledImportLeavesNothing: neither an event nor the file remains; a preview
// without an answer is removed after an hour.
func TestACancelledImportLeavesNothing(t *testing.T) {
	h := newTestServer(t)
	const rounds = "Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n"
	preview := h.attach("rounds.csv", rounds)
	h.hasAll(h.imported(preview, "Cancel"), "Nothing was imported")
	h.hasAll(h.pressedLate(preview, h.organiser.ID()), "This preview is gone. Import the file again.")
	late := h.attach("rounds.csv", rounds)
	h.pass(2 * time.Hour)
	h.hasAll(h.pressedLate(late, h.organiser.ID()), "This preview is gone")
	kept := h.attach("rounds.csv", rounds)
	if _, err := h.store.Forget(t.Context(), h.organiser.ID()); err != nil {
		t.Fatal(err)
	}
	h.hasAll(h.pressedLate(kept, h.organiser.ID()), "This preview is gone")
	if n := h.events(); n != 0 {
		t.Errorf("there are %d events", n)
	}
	h.clean()
}

// TestAnotherMembersPreviewIsNobodysElse: the id of another member's preview imports
// nothing.
func TestAnotherMembersPreviewIsNobodysElse(t *testing.T) {
	h := newTestServer(t)
	preview := h.attach("a.csv", "Player 1,Player 2,Result\nAda,Bob,2-1\n")
	h.hasAll(h.pressedLate(preview, "999"), "This preview is gone")
	if n := h.events(); n != 0 {
		t.Errorf("there are %d events", n)
	}
	h.hasAll(h.imported(preview, "Import"), "2 players, 1 round")
	h.settle()
	h.clean()
}

// TestColumnsAreChosenOnceForAServer: a table with meaningless headings asks for their
// meaning, and the server's next table is read the same way.
func TestColumnsAreChosenOnceForAServer(t *testing.T) {
	h := newTestServer(t)
	const table = "Rot;Blau;Grün\nAda;Bob;2-1\nCem;Dan;0-2\n"
	preview := h.attach("liga.csv", table)
	h.hasAll(h.text(preview), "Which column holds which player?", "[Cancel]")
	if strings.Contains(h.text(preview), "[Import]") {
		t.Error("what is not understood can be imported")
	}
	for column, meaning := range map[string]string{"Rot": "player1", "Blau": "player2", "Grün": "result"} {
		chosen, err := h.organiser.Select(t.Context(), *preview.Message, "What does the column "+column+" hold?", []string{meaning})
		if err != nil {
			t.Fatal(err)
		}
		preview = h.answer(chosen)
	}
	h.hasAll(h.imported(preview, "Import"), "4 players, 1 round")
	h.hasAll(h.imported(h.attach("liga2.csv", table), "Import"), "4 players, 1 round")
	h.settle()
	h.clean()
}

// TestRecordsThatAreInferredAreShown: standings as EventLink prints them have no records.
func TestRecordsThatAreInferredAreShown(t *testing.T) {
	h := newTestServer(t)
	preview := h.attach("eventlink.txt", "1\tAda\t6\t50.00%\t100.00%\t50.00%\n2\tBo\t3\t66.67%\t40.00%\t66.00%\n3\tCy\t3\t66.50%\t50.00%\t66.50%\n4\tDee\t0\t50.00%\t33.00%\t45.00%")
	h.hasAll(h.text(preview), "Format: standings", "Ada: 2-0-0 inferred from 6 points and 100.00%.")
	h.hasAll(h.text(h.attach("eventlink.txt", "Round 4\n1 Ada 6 50% 50% 50%\n2 Bo 6 50% 62.50% 50%")), "can be 2 records")
	h.clean()
}

// TestAnEventThatIsOverIsImportedAsThat: an event that is over is imported with its
// places, for profiles and ratings.
func TestAnEventThatIsOverIsImportedAsThat(t *testing.T) {
	h := newTestServer(t)
	const rounds = "Round,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n1,Cem,Dan,0-2\n2,Ada,Dan,2-0\n2,Bob,Cem,2-0\n"
	preview := h.attach("rounds.csv", rounds)
	h.hasAll(h.text(preview), "[Import as over] [Import as running]")
	h.hasAll(h.imported(preview, "Import as over"), "4 players, 2 rounds", "It's over")
	if s := h.snapshot().State; s.Phase != tournament.Finished || s.Places[0] == 0 {
		t.Errorf("it is %s", s.Phase)
	}
	h.settle()
	h.clean()
}

// TestAttachedFilesOfNotepad: a file with a byte order mark is read as any other, and one
// in UTF-16 is refused by that name, whatever it is attached to.
func TestAttachedFilesOfNotepad(t *testing.T) {
	h := newTestServer(t)
	if got := h.text(h.attach("rounds.csv", "\ufeffTable,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n")); !strings.Contains(got, "2 players · 1 round") {
		t.Errorf("with a mark: %s", got)
	}
	wide := "\xff\xfe" + strings.Join(strings.Split("Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n", ""), "\x00") + "\x00"
	h.hasAll(h.text(h.attach("rounds.csv", wide)), "UTF-16")
	h.create(nil)
	h.hasAll(h.slash(h.organiser, "player bulkadd", localdiscord.Options{"file": localdiscord.File{Name: "names.txt", Data: []byte(wide)}}), "UTF-16")
	h.hasAll(h.slash(h.organiser, "player bulkadd", localdiscord.Options{"file": localdiscord.File{Name: "names.txt", Data: []byte("\ufeffAda\nBob\n")}}), "2")
	if s := h.snapshot(); s.Name(1) != "Ada" {
		t.Errorf("the first of the file is called %q", s.Name(1))
	}
}
