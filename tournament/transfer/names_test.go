package transfer_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/transfer"
)

// called returns a file of each format whose first player and event have a name.
func called(t *testing.T, name string) map[string]written {
	t.Helper()
	padded := []rune(name + strings.Repeat(" ", 33))[:33]
	out, formats := map[string]written{}, map[transfer.Format]bool{}
	for format, f := range growing(t, 2) {
		if strings.Contains(format, ",") {
			continue // made to be slow, not to be read
		}
		text := strings.NewReplacer(
			"<firstname>Player</firstname>\n\t\t\t<lastname>0</lastname>", "<firstname>"+name+"</firstname>\n\t\t\t<lastname></lastname>",
			`first="Player" last="0"`, `first="`+name+`" last=""`,
			"<FirstName>Player</FirstName><LastName>0</LastName>", "<FirstName>"+name+"</FirstName><LastName></LastName>",
			"001    1      Player"+strings.Repeat(" ", 27), "001    1      "+string(padded),
			"Player 0", name, `"name":"Player"`, `"name":"`+name+`"`,
			`title="x"`, `title="`+name+`"`, `"Name":"x"`, `"Name":"`+name+`"`, `"name":"x"`, `"name":"`+name+`"`, "012 x", "012 "+name,
		).Replace(f.text)
		if text != f.text {
			out[format] = written{f.format, text}
			formats[f.format] = true
		}
	}
	if len(formats) < 13 {
		t.Fatalf("names were replaced in %v only", formats)
	}
	return out
}

// TestNamesThatDoNotFit: a name of a file that is too long is cut and named in a note, and
// a player without a visible name is called by the id, whatever program wrote the file.
// What cannot be read is refused by a sentence.
func TestNamesThatDoNotFit(t *testing.T) {
	for _, name := range []string{
		"Maximilian von und zu Hohenstaufen", strings.Repeat("Ada Lovelace ", 1000), strings.Repeat("e\u0301", 200), "", "   ", "\u3164", "\u200d",
	} {
		files := called(t, name)
		for _, format := range slices.Sorted(maps.Keys(files)) {
			in, err := files[format].read()
			if err != nil {
				if refused := new(notice.Error); !errors.As(err, &refused) {
					t.Errorf("%s, %.20q: %v", format, name, err)
				}
				continue
			}
			f := in.Events[0].Tournament
			if f.Name == "" {
				f.Name = "Imported event" // as everywhere
			}
			taken := handover.TakeOver{File: f}
			after, _, err := command.Decide(tournament.Begin(1, make([]byte, 32)), command.Request{Actor: tournament.Actor{User: "1"}, Command: taken.Command()}, time.Time{})
			if err != nil {
				t.Errorf("%s, %.20q: %v", format, name, err)
				continue
			}
			notes, cut := taken.Notes(), 0
			for n := range after.State.Players {
				got := after.Name(n + 1)
				if names.Clean(got) != got || got == "" || utf8.RuneCountInString(got) > tournament.MaxPersonal {
					t.Errorf("%s, %.20q: player %d is called %q", format, name, n+1, got)
				}
				if strings.HasSuffix(got, "…") {
					cut++
					if !slices.ContainsFunc(notes, func(n notice.Notice) bool { return n.Arg("name") == notice.Text(got) }) {
						t.Errorf("%s, %.20q: no note says that a player is called %q", format, name, got)
					}
				}
			}
			if long := utf8.RuneCountInString(names.Clean(name)) > tournament.MaxPersonal; long != (cut > 0) {
				t.Errorf("%s, %.20q: %d names are cut", format, name, cut)
			}
			if event := after.State.Settings.Name; event == "" || utf8.RuneCountInString(event) > tournament.MaxNameLen {
				t.Errorf("%s, %.20q: the event is called %q", format, name, event)
			}
		}
	}
}
