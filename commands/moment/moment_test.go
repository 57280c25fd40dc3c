package moment_test

import (
	"errors"
	"testing"
	"time"

	"topcut/commands/moment"
	"topcut/tournament"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// What people type is the time they mean.
func TestATimeIsReadAsItIsMeant(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 19, 5, 30, 0, berlin) // a Wednesday
	for typed, want := range map[string]string{
		"sat 20:00": "2026-11-21 20:00", "Saturday at 8 pm": "2026-11-21 20:00", "sat 8pm": "2026-11-21 20:00", "Sat, 8:30 p.m.": "2026-11-21 20:30",
		"sat 20h": "2026-11-21 20:00", "sat 20h30": "2026-11-21 20:30", "sat 20": "2026-11-21 20:00", "sat 20.30": "2026-11-21 20:30", "this friday 8.30pm": "2026-11-20 20:30",
		"tomorrow 8pm": "2026-11-19 20:00", "8pm tomorrow": "2026-11-19 20:00", "tomorrow noon": "2026-11-19 12:00", "tomorrow at 9:15 am": "2026-11-19 09:15",
		"today 20:00": "2026-11-18 20:00", "tonight 9pm": "2026-11-18 21:00", "20:00": "2026-11-18 20:00", "18:00": "2026-11-19 18:00",
		"wed 20:00": "2026-11-18 20:00", "wed 19:00": "2026-11-25 19:00", "in 30 min": "2026-11-18 19:35", "in 30min": "2026-11-18 19:35", "In 2 Hours": "2026-11-18 21:05",
		"in an hour": "2026-11-18 20:05", "in 1h30": "2026-11-18 20:35", "in 1 hour and 15 minutes": "2026-11-18 20:20", "in 2 days": "2026-11-20 19:05",
		"in 2 days at 18:00": "2026-11-20 18:00", "in a week": "2026-11-25 19:05", "28 Nov 20:00": "2026-11-28 20:00", "nov 28 8pm": "2026-11-28 20:00",
		"November 28th, 2026 20:00": "2026-11-28 20:00", "28.11. 20:00": "2026-11-28 20:00", "28.11.2026 20.00": "2026-11-28 20:00", "28.11 19:30": "2026-11-28 19:30",
		"2026-11-28 20:00": "2026-11-28 20:00", "2026-11-28T20:00": "2026-11-28 20:00", "28/11 20:00": "2026-11-28 20:00", "11/28 20:00": "2026-11-28 20:00",
		"3 jan 18:00": "2027-01-03 18:00", "sat 28 nov 20:00": "2026-11-28 20:00", "12am tomorrow": "2026-11-19 00:00", "<t:1795806000:F>": "2026-11-28 00:00",
	} {
		got, err := moment.Parse(typed, now, berlin)
		if s := got.In(berlin).Format("2006-01-02 15:04"); err != nil || typed[0] != '<' && s != want {
			t.Errorf("%q: %s (%v), want %s", typed, s, err, want)
		}
	}
}

// People type times in their own language, with or without accents.
func TestATimeIsReadInEveryLanguage(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 19, 5, 30, 0, berlin) // a Wednesday
	const sat, tomorrow, date, span = "2026-11-21 20:00", "2026-11-19 20:00", "2026-11-28 20:00", "2026-11-18 19:35"
	for want, all := range map[string][]string{
		sat: {
			"Sa 20:00", "Samstag um 20 Uhr", "diesen Samstag 20 Uhr", "samedi 20h", "samedi à 20h00", "ce samedi à 20 heures", "sábado 20:00", "sabado a las 20:00", "el sábado a las 8 de la tarde", "sáb 20h", "sabato alle 20", "sabato ore 20:00", "sab 20:00",
			"sábado às 20h", "sobota 20:00", "w sobotę o 20", "sob 20:00", "土曜20時", "土曜日の20:00", "土曜日 午後8時", "土 20時",
		},
		tomorrow: {
			"morgen 20 Uhr", "morgen um 20:00", "morgen 8 Uhr abends", "demain 20h", "demain à 20:00", "demain à 8h du soir", "mañana a las 20:00", "manana 20h", "domani alle 20:00", "domani alle 8 di sera", "amanhã às 20:00", "amanha 20h", "amanhã às 8 da noite", "jutro 20:00",
			"jutro o 20", "jutro o godz. 20:00", "明日20時", "明日の午後8時", "明日 20:00", "明日の20時に",
		},
		date: {
			"28. November 20 Uhr", "28.11. 20 Uhr", "Samstag, 28.11. 20:00", "le 28 novembre à 20h", "28 nov. 20h", "28 de noviembre a las 20:00", "28 novembre ore 20:00", "28 de novembro às 20h", "28 listopada 20:00", "28 listopada o 20:00", "11月28日20時", "11月28日(土) 20:00",
			"2026年11月28日 20時", "11月28日の午後8時から",
		},
		span:               {"in 30 Minuten", "dans 30 min", "en 30 minutos", "dentro de 30 min", "tra 30 minuti", "em 30 minutos", "daqui a 30 min", "za 30 min", "za 30 minut", "30分後", "30分後に"},
		"2026-11-18 21:05": {"in 2 Stunden", "dans 2 heures", "en 2 horas", "tra 2 ore", "em 2 horas", "za 2 godziny", "2時間後"},
		"2026-11-18 20:05": {"in einer Stunde", "dans une heure", "en una hora", "tra un'ora", "em uma hora", "za godzinę", "1時間後"},
		"2026-11-20 20:00": {"übermorgen 20 Uhr", "après-demain 20h", "pasado mañana a las 20:00", "dopodomani 20:00", "depois de amanhã 20h", "pojutrze 20:00", "明後日20時", "in 2 Tagen um 20 Uhr", "2日後の20時"},
		"2026-11-18 21:30": {"heute 21:30", "heute Abend 21:30", "heute 21 Uhr 30", "ce soir 21h30", "aujourd’hui 21:30", "hoy 21:30", "esta noche 21:30", "oggi 21:30", "stasera 21:30", "hoje 21:30", "hoje às 21h30", "dziś 21:30", "dzisiaj 21:30", "今日21時半", "今夜21時30分"},
		"2026-11-24 20:00": {"mar 20:00", "Di 20:00", "mardi 20h", "martes 20:00", "martedì alle 20:00", "terça 20h", "terça-feira às 20h", "wt 20:00", "we wtorek o 20", "火曜20時", "２０：００火曜"},
		"2027-03-03 18:00": {"3. März 18 Uhr", "3 mars 18h", "3 de marzo 18:00", "3 marzo ore 18", "3 de março às 18h", "3 marca 18:00", "3月3日18時"},
	} {
		for _, typed := range all {
			got, err := moment.Parse(typed, now, berlin)
			if s := got.In(berlin).Format("2006-01-02 15:04"); err != nil || s != want {
				t.Errorf("%q: %s (%v), want %s", typed, s, err, want)
			}
		}
	}
	for typed, want := range map[string]string{
		"samedi prochain 20h": "time.two_ways", "nächsten Samstag 20 Uhr": "time.two_ways", "próximo sábado 20h": "time.two_ways", "来週土曜20時": "time.two_ways", "sábado 8": "time.two_ways", "demain": "time.hour", "明日": "time.hour", "heute 18 Uhr": "time.past",
		"hier 20h": "time.unreadable", "30. Februar 20 Uhr": "time.no_day", "mañana por la mañana": "time.unreadable",
	} {
		at, err := moment.Parse(typed, now, berlin)
		if refusal := new(tournament.Refusal); !errors.As(err, &refusal) || string(refusal.Notice.Code) != want {
			t.Errorf("%q: %v (%v), want %s", typed, at, err, want)
		}
	}
}

// What could be two times, is none, or is over is refused with what is wrong.
func TestNoTimeIsGuessed(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 19, 5, 0, 0, berlin)
	for typed, want := range map[string]string{
		"": "time.unreadable", "soon": "time.unreadable", "8pm 9pm": "time.unreadable", "sat": "time.hour", "tomorrow": "time.hour", "28 nov": "time.hour",
		"sat 8": "time.two_ways", "next sat 20:00": "time.two_ways", "3/4 20:00": "time.two_ways", "20.11": "time.two_ways", "8": "time.two_ways",
		"today 18:00": "time.past", "2026-11-17 20:00": "time.past", "2025-12-24 20:00": "time.past", "<t:1000000:R>": "time.past", "2062-01-01 20:00": "time.far",
		"25:00": "time.unreadable", "sat 20:61": "time.unreadable", "13pm": "time.unreadable", "30 feb 20:00": "time.no_day", "in 5": "time.unreadable", "in": "time.unreadable",
		"in 2 days and 3 hours": "time.unreadable", "sun 28 nov 20:00": "time.weekday", "tomorrow sat 20:00": "time.unreadable", "in 99999999999999 min": "time.unreadable",
		"saturday night": "time.unreadable", "28/13 20:00": "time.unreadable",
	} {
		at, err := moment.Parse(typed, now, berlin)
		if refusal := new(tournament.Refusal); !errors.As(err, &refusal) || string(refusal.Notice.Code) != want {
			t.Errorf("%q: %v (%v), want %s", typed, at, err, want)
		}
	}
}

// A change of clocks moves no time of day, and a time it leaves out is refused.
func TestAChangeOfClocksMovesNoTimeOfDay(t *testing.T) {
	for _, c := range []struct{ zone, now, typed, want, code string }{
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "tomorrow 20:00", "2026-03-29T18:00:00Z", ""},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "tomorrow 2:30", "", "time.skipped"},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "in 1 day", "2026-03-29T17:00:00Z", ""},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "in 24 hours", "2026-03-29T18:00:00Z", ""},
		{"Europe/Berlin", "2026-10-24T18:00:00Z", "tomorrow 20:00", "2026-10-25T19:00:00Z", ""},
		{"Europe/Berlin", "2026-10-24T18:00:00Z", "tomorrow 2:30", "2026-10-25T00:30:00Z", ""},
		{"America/Los_Angeles", "2026-10-31T18:00:00Z", "sun 1:30", "2026-11-01T08:30:00Z", ""},
		{"Australia/Lord_Howe", "2026-04-03T18:00:00Z", "sun 1:45", "2026-04-04T14:45:00Z", ""},
		{"America/Santiago", "2026-09-04T18:00:00Z", "sun 0:30", "", "time.skipped"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		at, err := moment.Parse(c.typed, now, zone(t, c.zone))
		refusal := new(tournament.Refusal)
		switch {
		case c.code == "" && (err != nil || at.UTC().Format(time.RFC3339) != c.want):
			t.Errorf("%s, %q: %v (%v), want %s", c.zone, c.typed, at.UTC(), err, c.want)
		case c.code != "" && (!errors.As(err, &refusal) || string(refusal.Notice.Code) != c.code):
			t.Errorf("%s, %q: %v (%v), want %s", c.zone, c.typed, at, err, c.code)
		}
	}
}

// Whatever is typed is a time to come or a refusal.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"sat 20:00", "in 30 min", "28.11. 20:00", "<t:1:R>", "20.11", "1h30", "in 1h", "noon", "samedi à 20h", "明日20時", "w sobotę o 20", "a las 8 de la tarde", "morgen 8 Uhr abends"} {
		f.Add(s)
	}
	now := time.Date(2026, 11, 18, 19, 5, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, typed string) {
		at, err := moment.Parse(typed, now, time.UTC)
		if err == nil && !at.After(now) {
			t.Errorf("%q is %v, which is over", typed, at)
		}
		if err != nil && tournament.ClassOf(err) != tournament.BadInput {
			t.Errorf("%q: %v", typed, err)
		}
	})
}
