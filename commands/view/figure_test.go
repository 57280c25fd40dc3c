package view_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

var painter = sync.OnceValues(pictures.New)

// laidOut draws like the gallery but leaves out the pixels, which the message limits do
// not depend on.
func laidOut(t *testing.T, drawn map[string]int) func(string, pictures.Drawing) []discord.File {
	return func(name string, d pictures.Drawing) []discord.File {
		p, err := painter()
		if err != nil {
			t.Fatal(err)
		}
		list, err := d.Draw(p, pictures.Options{})
		if err != nil {
			t.Errorf("%s cannot be drawn: %v", name, err)
			return nil
		}
		drawn[name]++
		var files []discord.File
		for i, picture := range list {
			if n := len(utf16.Encode([]rune(picture.Alt))); n == 0 || n > 1024 {
				t.Errorf("%s has an alt text of %d units", name, n)
			}
			files = append(files, discord.File{
				Name: fmt.Sprintf("%s-%d.png", name, i+1), ContentType: "image/png", Description: picture.Alt, Data: []byte{0},
			})
		}
		return files
	}
}

// TestPicturedViewsKeepDiscordsLimits renders every view with its pictures, with
// hostile names, and as text on request.
func TestPicturedViewsKeepDiscordsLimits(t *testing.T) {
	played := func(chain string) tournament.Settings {
		s := swiss(0, 0)
		s.Stages = stage.MustParse(chain)
		return s
	}
	divisions := swiss(3, 4)
	divisions.Divisions = []string{"Junior", "**Senior**", "@everyone Masters"}
	for _, c := range []struct {
		ruleset  string
		settings tournament.Settings
		players  int
		want     []string // expected figures
	}{
		{"magic", swiss(3, 8), 40, []string{"standings", "bracket"}},
		{"pokemon-2009", divisions, 25, []string{"standings", "bracket"}},
		{"magic", played("double"), 9, []string{"bracket"}},
		{"magic", played("draft > swiss 2 > bracket 4"), 17, []string{"standings", "seats-1"}},
		{"chess-casual", played("roundrobin"), 6, []string{"standings", "crosstable"}},
		{"riichi-helper", swiss(2, 8), 9, []string{"standings", "seating"}},
	} {
		t.Run(fmt.Sprintf("%s %s of %d", c.ruleset, c.settings.Stages, c.players), func(t *testing.T) {
			table := create(t, c.ruleset, c.settings)
			drawn := map[string]int{}
			check := func(s *tournament.Snapshot) {
				s = disguise(s, hostileNames())
				for _, asText := range []bool{false, true} {
					e := view.Env{Snap: s, Now: table.now, Draw: laidOut(t, drawn), AsText: asText}
					list := everything(e, []int{1}, []int{len(s.State.Rounds)})
					list = append(list, posts(e, []int64{s.State.Seq})...)
					for i := range s.Log {
						if _, ok := s.Log[i].Event.(*tournament.DraftSeated); ok {
							list = append(list, posts(e, []int64{s.Log[i].Seq})...)
						}
					}
					moments := []view.Moment{{}, {After: 1, Chance: sim.CutOdds{Estimate: sim.Estimate{P: 0.5, Low: 0.4, High: 0.6}}}}
					list = append(list, shown{name: "Schedule", m: view.Schedule(e, 1)}, shown{name: "Course", m: view.Course(e, 1, moments)})
					for _, v := range list {
						checkMessage(t, v.name, s, v.m)
						if asText && len(v.m.Files) > 0 {
							t.Errorf("%s has pictures though text was asked for", v.name)
						}
						if len(v.m.Files) > 10 {
							t.Errorf("%s has %d files", v.name, len(v.m.Files))
						}
					}
				}
			}
			n := 0
			moments(t, table, histories.Options{Players: c.players}, 5, func(s *tournament.Snapshot) {
				if n++; n%16 == 0 && s.State.Phase >= tournament.Running {
					check(s)
				}
			})
			check(table.snap)
			for _, name := range c.want {
				if drawn[name] == 0 {
					t.Errorf("no view shows the figure %s; there are %v", name, drawn)
				}
			}
		})
	}
}

// A bracket of up to 32 is one picture at every stage, however it is played and wherever
// the byes are; a larger one is several.
func TestABracketOfUpTo32IsOnePicture(t *testing.T) {
	p, err := painter()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		chain   string
		players int
	}{
		{"single", 32},
		{"single", 21},
		{"bracket third", 17},
		{"double", 32},
		{"double", 19},
		{"reseed", 24},
		{"placement", 13},
		{"single", 33},
		{"double", 40},
	} {
		s := swiss(0, 0)
		s.Stages = stage.MustParse(c.chain)
		table := create(t, "magic", s)
		drawn := 0
		check := func(s *tournament.Snapshot) {
			all, err := s.State.Brackets()
			if err != nil {
				return // not seeded yet
			}
			d, _ := drawing.Bracket(wording.About(text.Printer{}, s), &all[0])
			list, err := d.Draw(p, pictures.Options{Say: text.Printer{}.Plain()})
			if err != nil {
				t.Fatal(err)
			}
			if drawn = len(list); (drawn == 1) != (c.players <= 32) {
				t.Errorf("%s of %d: %d pictures", c.chain, c.players, drawn)
			}
			matches, told := 0, 0
			for _, r := range d.Rounds {
				matches += len(r.Matches)
			}
			for _, picture := range list {
				told += strings.Count(picture.Text, " vs ")
			}
			if told != matches {
				t.Errorf("%s of %d: %d of %d matches are told", c.chain, c.players, told, matches)
			}
		}
		moments(t, table, histories.Options{Players: c.players}, 3, check)
		if drawn == 0 {
			t.Errorf("%s of %d was never drawn", c.chain, c.players)
		}
	}
}
