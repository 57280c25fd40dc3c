package handover_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/handover"
)

// TestAnExportNamesNoAccountsAndNoPlaces: neither people nor server nor channels can be
// identified from the public file, and the event itself keeps them.
func TestAnExportNamesNoAccountsAndNoPlaces(t *testing.T) {
	w := empty(t)
	settings := tournament.DefaultSettings("Friday Night")
	settings.TOChannel = "100000000000000003"
	w.do(
		&command.Create{Guild: "100000000000000001", Channel: "100000000000000002", Settings: settings, Ruleset: load(t, "magic")},
		&command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.TOChannel = "100000000000000004"
			return s, nil
		}},
		&command.OpenRegistration{}, &command.Join{User: "100000000000000005", Name: "Bob"},
	)
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, "10000000000000000") || !strings.Contains(text, "Bob") || !strings.Contains(text, "settings_changed") {
		t.Errorf("the export is\n%s", text)
	}
	if s := w.snap.State; s.Guild == "" || s.Channel == "" || s.Settings.TOChannel == "" {
		t.Error("the event has lost its places")
	}
	created := w.snap.Log[0].Event.(*tournament.Created)
	if created.Guild == "" || created.Settings.TOChannel == "" {
		t.Error("the log of the event has lost its places")
	}
}

// The file for organisers has the answers to the question of the event and the names of its
// invitation list, and both come through an import and out again. The file that players and
// anybody may have has neither: an answer may be a friend code. An answer that is blanked, and
// one to a question that is no longer asked, is in no file.
func TestAnswersAndInvitationsAreInTheOrganisersFileAlone(t *testing.T) {
	bob := "鈴木" + strings.Repeat("🐉", tournament.MaxAnswer-2) // as long as it may be, in most bytes
	w := empty(t)
	ask := func(question string) command.Command {
		return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.Question, s.Gate.Invited = question, question != ""
			return s, nil
		}}
	}
	in := func(user, name, answer string) command.Command {
		return &command.Join{User: user, Name: name, Answer: answer, Pass: door.Pass{Facts: door.Facts{Invited: true}}}
	}
	w.do(
		&command.Create{Guild: "1", Channel: "2", Settings: tournament.DefaultSettings("Friday Night"), Ruleset: load(t, "magic")},
		&command.OpenRegistration{}, ask("In-game name"),
		in("5", "Bob", bob), in("6", "Ann", "<b>&\"x\""), in("7", "Cid", ""),
	)
	list := []door.Invitation{{User: "5", Name: "bob"}, {Name: "王小明"}, {User: "6"}}
	for turn := range 3 { // export, import, export, import
		public, err := handover.ExportJSON(w.snap)
		if err != nil || strings.Contains(string(public), "鈴木") || strings.Contains(string(public), "王小明") || strings.Contains(string(public), `"answer":"`) {
			t.Fatalf("%d: %v, the public file is\n%s", turn, err, public)
		}
		data, err := handover.OrganisersJSON(w.snap, list)
		if err != nil {
			t.Fatal(err)
		}
		f := read(t, string(data))
		got := []string{f.Question, f.Players[0].Answer, f.Players[1].Answer, f.Players[2].Answer}
		if want := []string{"In-game name", bob, "<b>&\"x\"", ""}; !slices.Equal(got, want) || !slices.Equal(f.Invited, []string{"bob", "王小明"}) {
			t.Fatalf("%d: %q and %q in\n%s", turn, got, f.Invited, data)
		}
		w = empty(t)
		w.do(handover.TakeOver{File: f}.Command())
		list = handover.TakeOver{File: f}.Invited()
		if s := w.snap.State.Settings; s.Question != "In-game name" || !s.Gate.Invited || len(list) != 2 {
			t.Fatalf("%d: %+v, %v", turn, s, list)
		}
	}
	w.snap.Book.Texts.At(w.snap.State.Players.At(1).Answer).Body = "" // forgotten
	data, err := handover.OrganisersJSON(w.snap, list)
	if err != nil || strings.Contains(string(data), "鈴木") || !strings.Contains(string(data), "x") {
		t.Errorf("%v: who is forgotten answers in\n%s", err, data)
	}
	w.do(ask(""))
	data, err = handover.OrganisersJSON(w.snap, list)
	if err != nil || strings.Contains(string(data), `"answer":"`) || strings.Contains(string(data), `"invited":[`) {
		t.Errorf("%v: what isn't asked any more is in\n%s", err, data)
	}
}

// What is too long in a file is cut and said, and an answer without a question is left out.
func TestAnswersOfAFileAreBounded(t *testing.T) {
	long, name := strings.Repeat("界", 150), strings.Repeat("界", 60)
	f := read(t, `{"version":1,"name":"X","ruleset":"magic","question":"`+long+`","invited":["`+name+`","\u200b"],"players":[{"id":"a","answer":"`+long+`"},{"id":"b","answer":"\u3164"}]}`)
	w := empty(t)
	taken := handover.TakeOver{File: f}
	w.do(taken.Command())
	p := w.snap.State.Players
	if got := w.snap.Book.Text(p[0].Answer); len([]rune(got)) != tournament.MaxAnswer || p[1].Answer != 0 || len([]rune(w.snap.State.Settings.Question)) != tournament.MaxQuestion || len(taken.Invited()) != 1 || len(taken.Notes()) != 3 {
		t.Errorf("%d characters, %d, %q, %v, %v", len([]rune(got)), p[1].Answer, w.snap.State.Settings.Question, taken.Invited(), taken.Notes())
	}
	w = empty(t)
	w.do(handover.TakeOver{File: read(t, `{"version":1,"name":"X","ruleset":"magic","players":[{"id":"a","answer":"x"}]}`)}.Command())
	if n := w.snap.State.Players[0].Answer; n != 0 || len(w.snap.Book.Texts) > 0 {
		t.Errorf("an answer to no question: %d of %v", n, w.snap.Book.Texts)
	}
}
