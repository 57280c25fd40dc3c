// Package calendar writes dates as iCalendar (RFC 5545), as calendars import them and
// subscribe to them. It knows nothing of events; times are UTC, so that no time zone
// has to be described.
package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Date is a date of a calendar.
type Date struct {
	UID       string // unique, and the same for ever
	Start     time.Time
	End       time.Time // zero = not known
	Title     string
	Text      string // what more there is to say
	URL       string
	Changed   time.Time // when what is said here was last changed
	Revision  int64     // grows with each change
	Cancelled bool
}

// Write returns a calendar with dates. Without any there is none: a calendar holds at
// least one component.
func Write(name string, dates []Date) []byte {
	if len(dates) == 0 {
		return nil
	}
	var w writer
	w.line("BEGIN", "VCALENDAR")
	w.line("VERSION", "2.0")
	w.line("PRODID", "-//Topcut//Topcut//EN")
	w.line("METHOD", "PUBLISH")
	w.line("X-WR-CALNAME", escaped(name))
	for i := range dates {
		w.date(&dates[i])
	}
	w.line("END", "VCALENDAR")
	return []byte(w.String())
}

type writer struct{ strings.Builder }

func (w *writer) date(d *Date) {
	w.line("BEGIN", "VEVENT")
	w.line("UID", escaped(d.UID))
	w.line("DTSTAMP", stamp(d.Changed))
	w.line("LAST-MODIFIED", stamp(d.Changed))
	w.line("SEQUENCE", fmt.Sprint(d.Revision))
	w.line("DTSTART", stamp(d.Start))
	if d.End.After(d.Start) {
		w.line("DTEND", stamp(d.End))
	}
	w.line("SUMMARY", escaped(d.Title))
	if d.Text != "" {
		w.line("DESCRIPTION", escaped(d.Text))
	}
	if d.URL != "" {
		w.line("URL", printable(d.URL))
	}
	if d.Cancelled {
		w.line("STATUS", "CANCELLED")
	} else {
		w.line("STATUS", "CONFIRMED")
	}
	w.line("END", "VEVENT")
}

// stamp returns form 2 of RFC 5545, 3.3.5: date with UTC time.
func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// most is how many octets a line may have without its end.
const most = 75

// line writes a content line, folded between characters: what follows begins with a
// space, which counts.
func (w *writer) line(name, value string) {
	rest := name + ":" + value
	for room := most; len(rest) > room; room = most - 1 {
		at := room
		for at > 0 && !utf8.RuneStart(rest[at]) {
			at--
		}
		w.WriteString(rest[:at] + "\r\n ")
		rest = rest[at:]
	}
	w.WriteString(rest + "\r\n")
}

// escapes are those of a TEXT, 3.3.11.
var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`)

// escaped returns what people wrote as a TEXT: without control characters, which have
// no place in one.
func escaped(s string) string {
	return printable(escapes.Replace(s))
}

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
