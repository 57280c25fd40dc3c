package namelist_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/namelist"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// TestAListIsReadAsPeopleWriteIt: lines and commas alike, numbers and bullets off, names as
// they are, tables by their headings; a single name is no list.
func TestAListIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string][]string{
		"Ann, Ben,Cem":                       {"Ann", "Ben", "Cem"},
		"Ann\r\nBen\r\n\r\nCem, Dora\n":      {"Ann", "Ben", "Cem", "Dora"},
		"Ann; Ben;":                          {"Ann", "Ben"},
		"1. Ann\n2. Ben\n10) Cem":            {"Ann", "Ben", "Cem"},
		"1. Ann, 2. Ben":                     {"Ann", "Ben"},
		"#1 Ann\n(2) Ben\n3: Cem\n4\tDora":   {"Ann", "Ben", "Cem", "Dora"},
		"- Ann\n* Ben\n• Cem\n–  Dora":       {"Ann", "Ben", "Cem", "Dora"},
		"- [ ] 1. Ann\n- [x] 2. Ben":         {"Ann", "Ben"},
		"田中、鈴木，佐藤":                           {"田中", "鈴木", "佐藤"},
		"１．田中\n２．鈴木":                         {"田中", "鈴木"},
		"1、田中\n2、鈴木":                         {"田中", "鈴木"},
		"مريم، أحمد":                         {"مريم", "أحمد"},
		"👩‍🚀 Ada, ¯\\_(ツ)_/¯, (;´Д`), ***":   {"👩‍🚀 Ada", "¯\\_(ツ)_/¯", "(;´Д`)", "***"},
		"3.14, 7, 1. 2, -x-, 2pac":           {"3.14", "7", "1. 2", "-x-", "2pac"},
		"\"Müller, Anna\", Ben":              {"Müller, Anna", "Ben"},
		"\"Ann\",\"Ben\"":                    {"Ann", "Ben"},
		"12\" Bob, Ann":                      {"12\" Bob", "Ann"},
		"Name,Club\nAnn,\"Rooks, The\"\nBen": {"Ann", "Ben"},
		"Verein;Spieler\nX;Ann\nX;1. FC\n":   {"Ann", "1. FC"},
		"Name\nAnn\nBen, the Great\n":        {"Ann", "Ben", "the Great"},
		"Ann\nPlayer\nBen":                   {"Ann", "Player", "Ben"},
		"Ann\u2028Ben\vCem":                  {"Ann", "Ben", "Cem"},
		"Ann, \u200b, Ben":                   {"Ann", "Ben"},
		"Ann,":                               {"Ann"},
		"\"Müller, Anna\"":                   {"Müller, Anna"},
		"  1. Ann ":                          {"1. Ann"},
		"\"The Rock\"":                       {"\"The Rock\""},
		"\u200b":                             {"\u200b"},
		"Name":                               {"Name"},
		", ,\n":                              nil,
		"":                                   nil,
	} {
		got := namelist.Read(text)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
		if len(got) > 1 {
			if d := cmp.Diff(got, namelist.Read(namelist.Text(got))); d != "" {
				t.Errorf("%q is kept as another list (-read +kept):\n%s", text, d)
			}
		}
	}
	if got := namelist.Read("Ann, Ben", "Name\nCem\nDora"); len(got) != 4 {
		t.Errorf("two lists are %q", got)
	}
}

// FuzzAList: whatever is read is read again from what is kept of it.
func FuzzAList(f *testing.F) {
	for _, seed := range []string{"1. Ann\n2. Ben", "\"a,\",b", "Name\tx\ny\tz", "\xff,\xfe", "\"\"\",a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := namelist.Read(text)
		if len(got) < 2 {
			return
		}
		if again := namelist.Read(namelist.Text(got)); !cmp.Equal(got, again) {
			t.Errorf("%q is read as %q, then as %q", text, got, again)
		}
	})
}

// TestWhatAnEventHasIsMarked: names that are taken, stand twice or look like others are
// marked and not added.
func TestWhatAnEventHasIsMarked(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Capacity = 3
	snap := tournament.Begin(1, make([]byte, 32))
	for _, c := range []command.Command{
		&command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true},
		&command.Join{User: "1", Name: "Alice"}, &command.Join{Name: "Gus", ByOrganiser: true}, &command.Join{User: "3", Name: "Carla"},
		&command.Join{Name: "Wanda"}, &command.Join{User: "5", Name: "Waldo"},
	} {
		if snap, _, err = command.Decide(snap, command.Request{Command: c}, time.Unix(1e9, 0)); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	long := strings.Repeat("n", tournament.MaxPersonal+1)
	list := namelist.For(snap, []string{"Ann", "ALICE", "\u0410lice", "Gus", "ann", "\u0410nn", "Wanda", "Waldo", long, "Ben"})
	want := namelist.List{
		{Name: "Ann"},
		{"ALICE", namelist.In, ""},
		{"\u0410lice", namelist.LikeIn, "Alice"},
		{"Gus", namelist.In, ""},
		{"ann", namelist.Twice, ""},
		{"\u0410nn", namelist.Like, "Ann"},
		{"Wanda", namelist.In, ""},
		{"Waldo", namelist.In, ""},
		{long, namelist.Long, ""},
		{Name: "Ben"},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Errorf("marks (-want +got):\n%s", d)
	}
	after, events, err := command.Decide(snap, command.Request{Command: list.Joins("", "")}, time.Unix(1e9, 0))
	if err != nil || len(events) != 2 || len(after.State.Players) != 7 {
		t.Fatalf("what is not marked is not added: %d events, %v", len(events), err)
	}
	if again := namelist.For(after, []string{"Ann", "ALICE"}); again.Mark() == namelist.For(snap, []string{"Ann", "ALICE"}).Mark() {
		t.Error("the mark is the same although Ann is in the event now")
	}
}

// TestNamesOfAnImportThatLookAlike: each is named with the first that it looks like.
func TestNamesOfAnImportThatLookAlike(t *testing.T) {
	if got := namelist.Alike([]string{"Ann", "Ben", "Annie"}); got != nil {
		t.Errorf("three names: %v", got)
	}
	got := namelist.Alike([]string{"Ann", "Ben", "Аnn", "BEN\u200b"})
	if want := notice.Text("Аnn (Ann), BEN\u200b (Ben)"); len(got) != 1 || got[0].Args[0].Value != want {
		t.Errorf("two of four: %v, want %v", got, want)
	}
}
