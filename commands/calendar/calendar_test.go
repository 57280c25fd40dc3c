package calendar_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"topcut/commands/calendar"
)

// read unfolds a calendar and returns its properties in order, holding every line to
// RFC 5545: CRLF, at most 75 octets, whole characters.
func read(t *testing.T, data []byte) (properties [][2]string) {
	t.Helper()
	text := string(data)
	if !strings.HasSuffix(text, "\r\n") || strings.Count(text, "\n") != strings.Count(text, "\r\n") || strings.Count(text, "\r") != strings.Count(text, "\r\n") {
		t.Fatalf("lines end otherwise than with CRLF: %q", text)
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Fatalf("a line of %d octets: %q", len(line), line)
		}
		if rest, folded := strings.CutPrefix(line, " "); folded {
			properties[len(properties)-1][1] += rest
			continue
		}
		name, value, found := strings.Cut(line, ":")
		if !found {
			t.Fatalf("a line without a name: %q", line)
		}
		properties = append(properties, [2]string{name, value})
	}
	return properties
}

// unescaped reads a TEXT as a calendar does.
func unescaped(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n", `\N`, "\n").Replace(s)
}

func start() time.Time {
	return time.Date(2026, 3, 29, 19, 0, 0, 0, time.FixedZone("CEST", 2*3600))
}

func TestACalendarIsReadAsItWasWritten(t *testing.T) {
	d := calendar.Date{
		UID: "e12@topcut", Start: start(), End: start().Add(3 * time.Hour), Changed: start(), Revision: 7,
		Title: `Friday; "Night", part \1`, Text: "first\nsecond " + strings.Repeat("déjà vu ", 40), URL: "https://events.example.org/e/c-" + strings.Repeat("a", 60), Cancelled: true,
	}
	got := map[string]string{}
	var components []string
	for _, p := range read(t, calendar.Write("Nights, all", []calendar.Date{d})) {
		if p[0] == "BEGIN" || p[0] == "END" {
			components = append(components, p[0]+" "+p[1])
			continue
		}
		if _, twice := got[p[0]]; twice {
			t.Errorf("%s stands twice", p[0])
		}
		got[p[0]] = unescaped(p[1])
	}
	if want := "BEGIN VCALENDAR, BEGIN VEVENT, END VEVENT, END VCALENDAR"; strings.Join(components, ", ") != want {
		t.Errorf("components %v", components)
	}
	for name, want := range map[string]string{
		"VERSION": "2.0", "UID": d.UID, "DTSTART": "20260329T170000Z", "DTEND": "20260329T200000Z", "DTSTAMP": "20260329T170000Z", "SEQUENCE": "7",
		"SUMMARY": d.Title, "DESCRIPTION": d.Text, "URL": d.URL, "STATUS": "CANCELLED", "X-WR-CALNAME": "Nights, all",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if len(got["PRODID"]) == 0 || calendar.Write("none", nil) != nil {
		t.Error("no PRODID, or a calendar without a date")
	}
}

// Whatever people call an event, no line of the calendar is theirs.
func FuzzWrite(f *testing.F) {
	f.Add("Friday\r\nBEGIN:VEVENT", "a\x00b")
	f.Add(strings.Repeat("日本", 60), "\xff\\,;")
	f.Fuzz(func(t *testing.T, title, more string) {
		properties := read(t, calendar.Write(title, []calendar.Date{{UID: "u", Start: start(), Title: title, Text: more}}))
		if len(properties) < 15 || len(properties) > 16 {
			t.Errorf("%d properties: %q", len(properties), properties)
		}
	})
}
