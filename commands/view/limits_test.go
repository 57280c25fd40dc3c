package view_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// moments plays an evening and calls at after each event that changes most views.
func moments(t *testing.T, e *table, opts histories.Options, seed uint64, at func(*tournament.Snapshot)) {
	t.Helper()
	last := ""
	e.play(opts, seed, func(s *tournament.Snapshot) {
		key := fmt.Sprint(s.State.Phase, len(s.State.Rounds), s.State.Preview != nil, s.State.Elimination() != nil, s.State.Draft, s.State.Build, s.State.Playoff() != nil)
		if r := s.State.Current(); r != nil {
			key += fmt.Sprint(r.Status)
			for i := range r.Matches {
				m := &r.Matches[i]
				if m.Disputed || m.Judge != 0 || m.Report != nil && i < 2 {
					key += fmt.Sprint(i, m.Disputed, m.Judge != 0)
				}
			}
		}
		if key != last {
			last = key
			at(s)
		}
	})
}

// TestEveryViewKeepsDiscordsLimits renders every view at moments of lively evenings, with the
// names of the event and with hostile ones.
func TestEveryViewKeepsDiscordsLimits(t *testing.T) {
	for _, c := range []struct {
		ruleset  string
		settings tournament.Settings
		players  int
	}{
		{"magic", swiss(3, 4), 11},
		{"lorcana", swiss(3, 0), 9},
		{"pokemon", swiss(3, 8), 17},
		{"magic", func() tournament.Settings {
			s := swiss(0, 0)
			s.Stages, s.Divisions, s.AskTag = stage.MustParse("single third"), []string{"Juniors", "**Masters**"}, true
			return s
		}(), 12},
		{"magic", func() tournament.Settings {
			s := swiss(0, 0)
			s.Stages, s.Prizes, s.RoundDays, s.Capacity = stage.MustParse("double"), strings.Repeat("@everyone ", 50), 7, 8
			return s
		}(), 9},
		{"magic", func() tournament.Settings {
			s := swiss(2, 4)
			s.Stages = s.Stages.WithPreparation(stage.Draft)
			return s
		}(), 35},
		{"pokemon-2009", func() tournament.Settings {
			s := swiss(3, 4)
			s.Divisions = []string{"Junior", "**Senior**", "@everyone Masters"}
			return s
		}(), 25},
		{"meccg", swiss(1, 0), 6},
		{"riichi-helper", swiss(2, 8), 9},
		{"commander-pods", swiss(2, 4), 13},
	} {
		t.Run(fmt.Sprintf("%s %s of %d", c.ruleset, c.settings.Stages, c.players), func(t *testing.T) {
			c.settings.Name = strings.Repeat("漢*", 40)
			e := create(t, c.ruleset, c.settings)
			n := 0
			moments(t, e, histories.Lively(c.players), 5, func(s *tournament.Snapshot) {
				if n++; n%*momentsOneIn != 0 && s.State.Phase == tournament.Running {
					return
				}
				// A guest has no account: names are longest if all are guests.
				for i, names := range [][]string{nil, hostileNames()} {
					checkMoment(t, disguise(s, names), e.now.Add(time.Minute), n+i)
				}
			})
			checkMoment(t, disguise(e.snap, hostileNames()), e.now, n)
		})
	}
}

var (
	everyLanguage = flag.Bool("languages", false, "render every view in every language, instead of one after the other")
	momentsOneIn  = flag.Int("moments-one-in", 40, "render the views at one in so many moments of the evenings")
)

// checkMoment checks the views of a state in one language, which changes with turn, or in
// all.
func checkMoment(t *testing.T, s *tournament.Snapshot, now time.Time, turn int) {
	t.Helper()
	offered := text.Offered()
	if turn %= len(offered); !*everyLanguage {
		offered = offered[turn : turn+1]
	}
	for _, language := range offered {
		checkSpoken(t, s, now, language)
	}
}

func checkSpoken(t *testing.T, s *tournament.Snapshot, now time.Time, language string) {
	t.Helper()
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	e := view.Env{Snap: s, Now: now, Words: catalogue.In(language), Commands: map[string]string{"report": "123456789012345678", "tournament": "123456789012345679"}}
	players := []int{1, 2, 3, len(s.State.Players)}
	rounds := []int{0, len(s.State.Rounds), len(s.State.Rounds) + 1}
	for _, v := range everything(e, players, rounds) {
		checkMessage(t, v.name, s, v.m)
	}
	for name, m := range everyModal(e, players, rounds) {
		checkModal(t, name, m)
	}
	for _, r := range rounds {
		if name := about(e).Thread(r, 1); utf8.RuneCountInString(name) > 100 || name == "" {
			t.Fatalf("thread name %q", name)
		}
	}
	seqs := []int64{0, int64(len(s.Log)) + 1}
	for i := max(0, len(s.Log)-5); i < len(s.Log); i++ {
		seqs = append(seqs, s.Log[i].Seq)
	}
	for _, v := range posts(e, seqs) {
		checkMessage(t, v.name, s, v.m)
	}
}

// crowd plays n players with hostile names, many without an account, to the
// end of round 1 and into round 2.
func crowd(t testing.TB, players, guests int) *table {
	t.Helper()
	s := swiss(9, 64)
	s.Prizes = strings.Repeat("漢", 500)
	e := create(t, "magic", s)
	stop := false
	opts := histories.Options{Players: players, Guests: guests}
	gen := histories.New(opts, 3)
	for !stop {
		step, ok := gen.Next(e.snap)
		if !ok {
			t.Fatal("the event ended")
		}
		if err := e.do(step.Actor, step.Command); err != nil {
			continue
		}
		r := e.snap.State.Current()
		stop = r != nil && r.Number == 2 && r.Status == tournament.Started && len(e.snap.State.Blocking(2)) < players/4
	}
	return e
}

// TestFourHundredPlayers: pages keep the limits and mention only their own players, each
// once over all pages.
func TestFourHundredPlayers(t *testing.T) {
	for _, guests := range []int{0, 400} {
		e := crowd(t, 400, guests)
		s := disguise(e.snap, hostileNames())
		env := view.Env{Snap: s, Now: e.now}
		if got := posted.PairingPages(s.State, 2); got != 7 {
			t.Errorf("200 tables take %d pages, want 7", got)
		}
		pinged := map[string]int{}
		for page := range posted.PairingPages(s.State, 2) {
			m := view.PairingPost(env, 2, page)
			checkMessage(t, fmt.Sprintf("PairingPost, page %d", page), s, m)
			for _, id := range m.Mentions.Users {
				pinged[id]++
			}
		}
		if want := 400 - guests; len(pinged) != want {
			t.Errorf("%d players are pinged, want %d", len(pinged), want)
		}
		for id, n := range pinged {
			if n != 1 {
				t.Errorf("%s is pinged %d times", id, n)
			}
		}
		for page := range 20 {
			checkMessage(t, "Standings", s, view.GroupStandings(env, 1, page, field.Group{}))
			checkMessage(t, "Roster", s, view.Roster(env, page))
		}
		checkMoment(t, s, e.now, 1)
	}
}

// TestLargeCut: the cut and the bracket of 64 and of 256 players fit.
func TestLargeCut(t *testing.T) {
	for _, n := range []int{64, 256} {
		s := swiss(0, 0)
		s.Stages = stage.MustParse("single")
		e := create(t, "magic", s)
		gen := histories.New(histories.Options{Players: n, Guests: n / 2}, 1)
		for e.snap.State.Current() == nil || len(e.snap.State.Rounds) < 3 {
			step, ok := gen.Next(e.snap)
			if !ok {
				t.Fatal("the event ended")
			}
			if e.do(step.Actor, step.Command) != nil {
				continue
			}
			if r := e.snap.State.Current(); r != nil && r.Status == tournament.Published {
				snap := disguise(e.snap, hostileNames())
				env := view.Env{Snap: snap, Now: e.now}
				checkMessage(t, "Bracket", snap, view.DivisionBracket(env, 0))
			}
		}
	}
}

// TestListOfEvents: 25 events with the longest names fit; more are counted.
func TestListOfEvents(t *testing.T) {
	var found []stores.Found
	for i := range 40 {
		names := hostileNames()
		found = append(found, stores.Found{ID: tournament.ID(i + 1), Row: tournament.Row{
			Channel: "900000000000000001", Name: strings.Repeat(names[i%len(names)], 3), Phase: tournament.Running, Round: 3, Players: 400,
		}})
	}
	checkMessage(t, "List", nil, view.List(view.Env{}, found, nil))
	checkMessage(t, "List", nil, view.List(view.Env{}, found[:25], nil))
	checkMessage(t, "List", nil, view.List(view.Env{}, nil, nil))
	checkMessage(t, "Help", nil, view.Help(view.Env{}, 0, nil, nil, nil, nil))
	checkMessage(t, "Text", nil, layout.Text(strings.Repeat("x", 9000)))
	checkMessage(t, "Sure", nil, layout.Sure(text.Printer{}, strings.Repeat("x", 9000)))
}
