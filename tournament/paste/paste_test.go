package paste_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/fraction"
	"topcut/tournament/paste"
)

func TestStandings(t *testing.T) {
	ada := paste.Row{Name: "Ada", Record: [3]int{3, 1, 0}}
	with := func(change func(*paste.Row)) paste.Row {
		r := ada
		change(&r)
		return r
	}
	printed := func(r *paste.Row) {
		r.Points = "9"
		r.Values = map[string]paste.Value{
			paste.OMW: {Exact: fraction.New(6667, 10000), Half: fraction.New(1, 20000)},
			paste.GWP: {Exact: fraction.New(3, 4), Half: fraction.New(1, 2000)},
			paste.OGW: {Exact: fraction.New(1, 2), Half: fraction.New(1, 200)},
		}
	}
	for _, c := range []struct {
		name, text string
		want       []paste.Row
	}{
		{"name and record", "Ada 3-1-0", []paste.Row{ada}},
		{"two numbers", "Ada 3-1", []paste.Row{ada}},
		{"rank in front", "12. Ada 3-1-0", []paste.Row{ada}},
		{"record in front", "3-1-0 Ada", []paste.Row{ada}},
		{"name of several words", "1 Ada van der Lee  9 3-1-0", []paste.Row{with(func(r *paste.Row) { r.Name, r.Points = "Ada van der Lee", "9" })}},
		{"name that is a number", "1 007 3-1-0", []paste.Row{with(func(r *paste.Row) { r.Name = "007" })}},
		{"tabs, as a web page gives them", "1\tAda\t9\t3-1-0\t66.67%\t75.0%\t50%", []paste.Row{with(printed)}},
		{"records only", "3-1-0\n3-1-0 x2", []paste.Row{{Record: [3]int{3, 1, 0}}, {Record: [3]int{3, 1, 0}}, {Record: [3]int{3, 1, 0}}}},
		{"header, columns in any order", "Record,Player,OGW%,OMW%,GW%,Points\n3-1-0,Ada,50%,0.6667,75.0,9", []paste.Row{with(printed)}},
		{"header with wide gaps", "Rank   Name   W   L   D\n 1     Ada    3   1   0", []paste.Row{ada}},
		{"markdown table", "| Name | Record | Status |\n|---|:---:|---|\n| Ada | 3-1-0 | dropped |", []paste.Row{with(func(r *paste.Row) { r.Dropped = true })}},
		{"semicolons with games and byes", "Name;Record;Games;Byes\nAda;3-1-0;6-3-1;1", []paste.Row{with(func(r *paste.Row) { r.Games, r.Known, r.Byes = [3]int{6, 3, 1}, true, 1 })}},
		{"emoji and CJK", "1 龍🐉 さん 3–1–0 (dropped)", []paste.Row{with(func(r *paste.Row) { r.Name, r.Dropped = "龍🐉 さん", true })}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := paste.Standings(c.text)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Rows {
				got.Rows[i].Line = 0
			}
			if d := cmp.Diff(c.want, got.Rows, cmp.Comparer(fraction.Fraction.Equal)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestStandingsThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "paste.empty",
		"Ada 3-1-0\nBob":                    "paste.line line=2 why=paste.no_record",
		"Ada 3-1-0\nada 2-2-0":              "why=paste.twice name=ada line=1",
		"Name,Record\nAda,three":            "why=paste.record text=three",
		"Name,Record\n,3-0":                 "why=paste.nameless",
		"Name,Record\nAda,3-0,x":            "why=paste.columns columns=3 header=2",
		"Name,Record,OMW\nAda,3-0,high":     "why=paste.percentage text=high",
		"Name,Record,OMW\nAda,3-0,120%":     "why=paste.above text=120%",
		"Name,Record,Byes\nAda,1-2,2":       "why=paste.byes name=Ada byes=2 wins=1",
		"Ada 3-1-0 hello":                   "line=1 why=paste.behind text=hello",
		strings.Repeat("x", 101) + " 3-1-0": "why=paste.long characters=101",
	} {
		if _, err := paste.Standings(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// TestMetReadsNamesWithoutTheirLetters: without accents, in another case or normal form.
// What may be two names is none.
func TestMetReadsNamesWithoutTheirLetters(t *testing.T) {
	s, err := paste.Standings("Łukasz\t1-0\nMüller\t0-1\nZoe\u0301\t1-0\nAnn\t0-1\nAndré\t1-0\nAndrè\t0-1")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := s.Met("lukasz - mueller\nZOÉ vs ann")
	if d := cmp.Diff([][2]int{{0, 1}, {2, 3}}, pairs); err != nil || d != "" {
		t.Errorf("%v: %s", err, d)
	}
	if pairs, err := s.Met("andre - Ann"); err == nil {
		t.Errorf("a name that may be two is read as %v", pairs)
	}
}

func TestMet(t *testing.T) {
	s, err := paste.Standings("Ada\t2-0\nBob\t1-1\nDoe, John\t1-1\nJean-Luc\t0-2")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := s.Met("Round 1\n1. Ada - Bob 2-1\nDoe, John, Jean-Luc\n\nRound 2:\nJean-Luc vs Bob\nAda\tbye\n")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][2]int{{0, 1}, {2, 3}, {3, 1}}, pairs); d != "" {
		t.Error(d)
	}
	if s.Rows[0].Byes != 1 {
		t.Errorf("Ada has %d byes, want 1", s.Rows[0].Byes)
	}
	for text, want := range map[string]string{
		"Ada - Zed":                           "paste.pairs_line line=1 why=paste.unknown name=zed",
		"Ada - Ada":                           "why=paste.self",
		"nonsense":                            "why=paste.pair text=nonsense",
		"Ada - Bob\nAda - Jean-Luc\nAda, Bob": "paste.met name=Ada rounds=2 met=4",
	} {
		if _, err := s.Met(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestValueHoldsWhatWasRoundedOrCutOff(t *testing.T) {
	s, err := paste.Standings("Ada 2-1-0 66.66%")
	if err != nil {
		t.Fatal(err)
	}
	v := s.Rows[0].Values[paste.OMW]
	if !v.Holds(fraction.New(2, 3)) || v.Holds(fraction.New(3, 5)) {
		t.Errorf("%+v should hold 2/3 and not 3/5", v)
	}
}
