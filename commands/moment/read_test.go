package moment_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/moment"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// What is written in two ways is two moments; what no clock shows is none.
func TestEveryReadingIsOffered(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 3, 28, 12, 0, 0, 0, berlin) // a Saturday, the day before summer time
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"sun 20:00", []string{"2026-03-29 20:00 CEST"}},
		{"Sunday 8pm", []string{"2026-03-29 20:00 CEST"}},
		{"sun 8 pm", []string{"2026-03-29 20:00 CEST"}},
		{"sat 20:00", []string{"2026-03-28 20:00 CET", "2026-04-04 20:00 CEST"}},
		{"sat 11:00", []string{"2026-04-04 11:00 CEST"}},
		{"tomorrow 2:30", nil}, // clocks go from 2 to 3
		{"tomorrow 8", []string{"2026-03-29 08:00 CEST", "2026-03-29 20:00 CEST"}},
		{"20:00", []string{"2026-03-28 20:00 CET"}},
		{"11:00", []string{"2026-03-29 11:00 CEST"}},
		{"3/4 20:00", []string{"2026-04-03 20:00 CEST", "2027-03-04 20:00 CET"}},
		{"next sun 20:00", []string{"2026-03-29 20:00 CEST", "2026-04-05 20:00 CEST"}},
		{"sun 20:00 UTC", []string{"2026-03-29 22:00 CEST"}},
		{"20:00 UTC+2", []string{"2026-03-28 19:00 CET"}},
		{"8pm EST", []string{"2026-03-29 01:00 CET", "2026-03-29 03:00 CEST"}}, // New York has summer time, Panama none
		{"8pm new_york", []string{"2026-03-29 01:00 CET"}},
		{"2026-03-28T20:00Z", []string{"2026-03-28 21:00 CET"}},
		{"2026-03-28T20:00:00-05:00", []string{"2026-03-29 03:00 CEST"}},
		{"20:00 nowhere", nil},
		{"3.4. 20:00", []string{"2026-04-03 20:00 CEST"}},
		{"25.12.2026 9am", []string{"2026-12-25 09:00 CET"}},
		{"2026-10-25 2:30", []string{"2026-10-25 02:30 CEST", "2026-10-25 02:30 CET"}}, // that hour comes twice
		{"2026-04-01 24:00", []string{"2026-04-02 00:00 CEST"}},
		{"today 9:00", nil},
		{"2026-02-30 9:00", nil},
		{"soon", nil},
		{"sat", nil},
		{"25:00", nil},
		{"13pm", nil},
		{"", nil},
		{"a b c", nil},
		{"13/13 9:00", nil},
	} {
		got, err := moment.Read(tc.text, now, berlin)
		var list []string
		for _, g := range got {
			list = append(list, g.In(berlin).Format("2006-01-02 15:04 MST"))
		}
		if !slices.Equal(list, tc.want) || (err == nil) != (tc.want != nil) {
			t.Errorf("%q is %v (%v), want %v", tc.text, list, err, tc.want)
		}
		if _, refused := errors.AsType[*tournament.Refusal](err); err != nil && !refused {
			t.Errorf("%q: %v", tc.text, err)
		}
	}
}

// The times of bug reports, as far as they are here, are read by the command of a match as
// by the others.
func TestTimesPeopleWrite(t *testing.T) {
	file, err := os.Open("../../../shared/cases/11-times-people-write.txt")
	if err != nil {
		t.Skip("the cases of public reports are not here:", err)
	}
	defer file.Close()
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 3, 24, 12, 0, 0, 0, berlin)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		typed, want, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			continue
		}
		if got, err := moment.Read(typed, now, berlin); err != nil || len(got) != 1 || got[0].In(berlin).Format("2006-01-02 15:04") != want {
			t.Errorf("%q is %v (%v), want %s", typed, got, err, want)
		}
	}
}

// TestDaysAndMonthsOfEveryLanguageAreRead generates times around those of the reports: each
// name of a weekday and of a month of each language, as it is written and in capitals, with
// the signs that stand between a day and an hour, and the timestamps of the chat.
func TestDaysAndMonthsOfEveryLanguageAreRead(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 3, 24, 12, 0, 0, 0, berlin) // a Tuesday
	tried := 0
	check := func(typed string, want time.Time) {
		t.Helper()
		tried++
		got, err := moment.Read(typed, now, berlin)
		if err != nil || !slices.ContainsFunc(got, want.Equal) {
			t.Errorf("%q is %v (%v), want %s", typed, got, err, want)
		}
	}
	names, err := filepath.Glob("lexicons/*.toml")
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		var words struct {
			Weekdays [][]string `toml:"weekdays"`
			Months   [][]string `toml:"months"`
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := toml.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		for day, list := range words.Weekdays {
			ahead := (day - int(now.Weekday()) + 7) % 7
			for _, word := range list {
				for _, form := range []string{"%s 20:00", "%s, 20:00", "%s 20h"} {
					check(fmt.Sprintf(form, word), time.Date(2026, 3, 24+ahead, 20, 0, 0, 0, berlin))
					check(fmt.Sprintf(form, strings.ToUpper(word)), time.Date(2026, 3, 24+ahead, 20, 0, 0, 0, berlin))
				}
			}
		}
		for month, list := range words.Months {
			year := 2026
			if month < 3 {
				year = 2027
			}
			for _, word := range list {
				check(fmt.Sprintf("15 %s 20:00", word), time.Date(year, time.Month(month+1), 15, 20, 0, 0, 0, berlin))
			}
		}
	}
	for i := range 10 {
		at := time.Date(2026, 3, 26+i, 20, 0, 0, 0, berlin)
		for _, style := range []string{"", ":t", ":T", ":d", ":D", ":f", ":F", ":R"} {
			check(fmt.Sprintf("<t:%d%s>", at.Unix(), style), at)
		}
		check(at.Format("2006-01-02T15:04"), at)
		check(at.Format("2006-01-02 15:04"), at)
		check(at.Format("2006-01-02T15:04:05Z07:00"), at)
	}
	if tried < 500 {
		t.Errorf("%d times were tried", tried)
	}
}

// A time zone is named in any case, as a city or by its letters; what could be several is
// asked back, and the machine's own is none.
func TestZonesAsPeopleNameThem(t *testing.T) {
	for typed, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/berlin": "Europe/Berlin", " EUROPE/BERLIN ": "Europe/Berlin", "berlin": "Europe/Berlin", "São Paulo": "America/Sao_Paulo",
		"new york": "America/New_York", "America/New York": "America/New_York", "Buenos Aires": "America/Argentina/Buenos_Aires", "utc": "UTC", "GMT": "UTC",
		"port of spain": "America/Port_of_Spain", "cet": "Europe/Brussels", "JST": "Asia/Tokyo", "calcutta": "Asia/Calcutta", "us/eastern": "US/Eastern", "Istanbul": "Europe/Istanbul", "ET": "America/New_York",
	} {
		if got, err := moment.Zone(typed); err != nil || got != want {
			t.Errorf("%q is %q (%v), want %s", typed, got, err, want)
		}
	}
	for typed, want := range map[string]string{
		"EST": "settings.zone_which", "ist": "settings.zone_which", "eastern": "settings.zone_which", "localtime": "settings.zone", "Local": "settings.zone", "": "settings.zone",
		"Europe/Atlantis": "settings.zone", "et": "settings.zone", "right/Europe/Berlin": "settings.zone", "../etc/passwd": "settings.zone", "😀": "settings.zone",
	} {
		got, err := moment.Zone(typed)
		if refusal, ok := errors.AsType[*tournament.Refusal](err); !ok || string(refusal.Notice.Code) != want {
			t.Errorf("%q is %q (%v), want %s", typed, got, err, want)
		}
	}
}

// timeTexts are the texts that show how a time is written. In each language what is left
// of them without the words that lead to an example is times that are read.
var timeTexts = []notice.Code{
	"create.when_hint", "time.unreadable", "time.two_ways", "fixture.form.when_hint", "setting.hint.start_at",
	"cmd.match_propose.with_when", "cmd.match_away.with_from", "cmd.match_away.with_to",
}

var (
	leading  = regexp.MustCompile(`^.*(?:Try|Write it like|with a semicolon between:|Versuch|Schreib es wie|mit Semikolon dazwischen:|Prueba|Escríbelo así:|punto y coma:|Essaie|Écris par ex\w+|point-virgule.:|Prova|Scrivilo così:|punto e virgola:|Tente|Escreva assim:|ponto e vírgula:|Spróbuj|Napisz tak:|średnikiem:|読めません。|読めます。|区切る:) ?`)
	trailing = regexp.MustCompile(` ?(?:のように書いてください)?[.。]? ?(?:\(ZONE\))?$`)
	between  = regexp.MustCompile(`[,;、] ?| (?:or|oder|ou|o|albo) `)
)

// Every time that a text gives as an example is read by the reader of times.
func TestEveryExampleOfATimeIsRead(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 12, 5, 0, 0, berlin)
	examples := 0
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range timeTexts {
		for _, language := range text.Offered() {
			said := catalogue.In(language).Say(key, "value", notice.Text("VALUE"), "zone", notice.Text("ZONE"))
			for _, typed := range between.Split(trailing.ReplaceAllString(leading.ReplaceAllString(said, ""), ""), -1) {
				examples++
				if _, err := moment.Parse(typed, now, berlin); err != nil {
					t.Errorf("%s in %s, %q: %v", key, language, typed, err)
				}
			}
		}
	}
	if examples < 100 {
		t.Errorf("%d examples", examples)
	}
}

// Every time zone that a text gives as an example is read by the reader of zones, as it is
// written.
func TestEveryExampleOfAZoneIsRead(t *testing.T) {
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile(`[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+`)
	for _, key := range []notice.Code{
		"cmd.match_propose.with_time_zone", "cmd.league_admin_create.with_time_zone", "cmd.setup.with_time_zone",
		"fixture.form.zone_hint", "fixtures.zone_first", "setting.hint.time_zone", "settings.zone",
	} {
		for _, language := range text.Offered() {
			said := catalogue.In(language).Say(key, "name", notice.Text("NAME"))
			typed := example.FindString(said)
			if got, err := moment.Zone(typed); typed == "" || err != nil || got != typed {
				t.Errorf("%s in %s, %q: %q is read as %q (%v)", key, language, said, typed, got, err)
			}
		}
	}
}
