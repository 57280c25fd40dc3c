package handover_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/paste"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

func takeOver(t *testing.T, ruleset, text, pairs string, rounds int) (*table, *handover.TakeOverSheet, error) {
	t.Helper()
	sheet, err := paste.Standings(text)
	if err != nil {
		t.Fatal(err)
	}
	met, err := sheet.Met(pairs)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Taken over")
	s.Stages = s.Stages.WithRounds(rounds).WithCut(stage.Entry{By: stage.Top, N: 2})
	c := &handover.TakeOverSheet{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, ruleset), Sheet: sheet, Met: met}
	w := empty(t)
	return w, c, w.try(c.Command())
}

// The event continues from the standings: played here round by round and pasted as
// standings, an event has the same points and tiebreakers, pairs no two players twice
// and replays.
func TestTakeOverOfPastedStandingsKeepsTiebreakers(t *testing.T) {
	here := running(t, 9, 5, 2)
	here.finishRound()
	for range 2 {
		here.round()
		r := len(here.snap.State.Rounds)
		for i, m := range here.snap.State.Blocking(r) {
			here.do(&command.Correct{Round: r, Match: m, Text: []string{"2-1", "1-1-1", "0-2", "1-2"}[i%4]})
		}
	}
	want, err := here.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	var text, pairs strings.Builder
	text.WriteString("Name\tPoints\tRecord\tOMW\tGW\tOGW\n")
	for i := range want.Rows {
		row := &want.Rows[i]
		fmt.Fprintf(&text, "%s\t%s\t%d-%d-%d", here.snap.Name(int(row.Player)+1), row.Points, row.Record[0], row.Record[1], row.Record[2])
		for _, fn := range []string{"omw", "gwp", "ogw"} {
			v, _ := want.Value(row, fn)
			text.WriteString("\t" + v.Percent())
		}
		text.WriteString("\n")
	}
	for i := range here.snap.State.Ledger.Rounds {
		for _, m := range here.snap.State.Ledger.Rounds[i].Matches {
			if m.N == 2 {
				fmt.Fprintf(&pairs, "%s - %s\n", here.snap.Name(int(m.Seats[0])+1), here.snap.Name(int(m.Seats[1])+1))
			} else {
				fmt.Fprintf(&pairs, "%s - bye\n", here.snap.Name(int(m.Seats[0])+1))
			}
		}
	}
	there, cmd, err := takeOver(t, "magic", text.String(), pairs.String(), 5)
	if err != nil {
		t.Fatal(err)
	}
	if notes := cmd.Notes(there.snap.State); len(notes) > 0 {
		t.Errorf("notes: %q", notes)
	}
	got, err := there.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(w *table, player func(int32) string) []string {
		table, err := w.snap.State.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for i := range table.Rows {
			row := &table.Rows[i]
			line := fmt.Sprint(player(row.Player), row.Points, row.Record)
			for _, fn := range []string{"omw", "gwp", "ogw"} {
				v, _ := table.Value(row, fn)
				line += " " + v.String()
			}
			out = append(out, line)
		}
		slices.Sort(out)
		return out
	}
	name := func(w *table) func(int32) string { return func(p int32) string { return w.snap.Name(int(p) + 1) } }
	if d := cmp.Diff(lines(here, name(here)), lines(there, name(there))); d != "" {
		t.Error(d)
	}
	if len(got.Rows) != 9 {
		t.Fatalf("%d rows", len(got.Rows))
	}

	there.round()
	met := map[[2]string]bool{}
	for _, w := range []*table{here, there} {
		for _, round := range w.snap.State.Ledger.Rounds {
			for _, m := range round.Matches {
				if m.N != 2 {
					continue
				}
				pair := []string{w.snap.Name(int(m.Seats[0]) + 1), w.snap.Name(int(m.Seats[1]) + 1)}
				slices.Sort(pair)
				if met[[2]string(pair)] {
					t.Errorf("%v meet again", pair)
				}
				met[[2]string(pair)] = true
			}
		}
	}
	there.finishRound()

	export, err := handover.Export(there.snap)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := file.Write(&buf, export); err != nil {
		t.Fatal(err)
	}
	again, err := file.Read(buf.Bytes(), func(id string) (*rules.Ruleset, error) { return load(t, id), nil })
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(there.snap.State.Ledger.Rounds, again.Ledger.Rounds); d != "" {
		t.Error("the export reads back differently:", d)
	}
}

func TestTakeOverOfPastedStandings(t *testing.T) {
	t.Run("without pairs it says what is missing", func(t *testing.T) {
		w, c, err := takeOver(t, "magic", "Ada 2-0\nBob 1-1\nCem 1-1\nDan 0-2", "", 3)
		if err != nil {
			t.Fatal(err)
		}
		notes := fmt.Sprint(c.Notes(w.snap.State))
		for _, want := range []string{"takeover.meetings known=0 n=4", "takeover.no_games"} {
			if !strings.Contains(notes, want) {
				t.Errorf("notes %q lack %q", notes, want)
			}
		}
		if w.snap.State.PlannedRounds() != 3 || len(w.snap.State.Rounds) != 2 {
			t.Errorf("%d of %d rounds", len(w.snap.State.Rounds), w.snap.State.PlannedRounds())
		}
	})
	t.Run("a dropped player stays in the standings and is not paired", func(t *testing.T) {
		w, _, err := takeOver(t, "magic", "Ada 2-0\nBob 1-1\nCem 1-1\nDan 0-1 dropped", "Ada - Dan", 3)
		if err != nil {
			t.Fatal(err)
		}
		if w.snap.State.Taking(4) || !w.snap.State.Taking(1) {
			t.Error("Dan should be out and Ada in")
		}
		w.round()
		if m := w.snap.State.MatchOf(3, 4); m != 0 {
			t.Error("Dan is paired")
		}
	})
	t.Run("a player who joined late has rounds without a part", func(t *testing.T) {
		w, _, err := takeOver(t, "magic", "Ada 2-0\nBob 1-1\nCem 1-0\nDan 0-2", "", 3)
		if err != nil {
			t.Fatal(err)
		}
		table, err := w.snap.State.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		if r := table.Row(2).Record; r != [3]int{1, 0, 0} {
			t.Errorf("Cem's record is %v", r)
		}
	})
	t.Run("a printed tiebreaker that does not follow is named", func(t *testing.T) {
		w, c, err := takeOver(t, "magic", "Name,Record,OMW\nAda,1-0,90%\nBob,0-1,90%", "Ada - Bob", 2)
		if err != nil {
			t.Fatal(err)
		}
		if notes := fmt.Sprint(c.Notes(w.snap.State)); !strings.Contains(notes, "tiebreaker=OMW ours=33.00% printed=90.00%") {
			t.Errorf("notes: %q", notes)
		}
	})
	for _, c := range []struct{ name, ruleset, text, want string }{
		{"points that the record does not give", "magic", "Ada 7 2-0\nBob 0-2", "takeover.record line=1"},
		{"fewer rounds planned than played", "magic", "Ada 4-0\nBob 0-4", "takeover.rounds rounds=3 played=4"},
		{"records without names", "magic", "2-0\n0-2", "takeover.names"},
		{"nobody has played", "magic", "Ada 0-0\nBob 0-0", "takeover.nobody_played"},
		{"mahjong", "riichi-ema", "Ada 2-0\nBob 0-2", "takeover.sheet_format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, _, err := takeOver(t, c.ruleset, c.text, "", 3)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if len(w.snap.Log) > 0 {
				t.Error("something was stored")
			}
		})
	}
}

// The games are found from what was printed: 55.56 % in three matches is 5 of 9.
func TestTakeOverFindsTheGames(t *testing.T) {
	w, _, err := takeOver(t, "magic", "Name,Record,GW\nAda,2-1,62.5%\nBob,1-2,42.86%", "Ada - Bob", 4)
	if err != nil {
		t.Fatal(err)
	}
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for player, want := range map[int32]string{0: "5/8", 1: "3/7"} {
		if v, _ := table.Value(table.Row(player), "gwp"); v.String() != want {
			t.Errorf("player %d has GW %v, want %s", player, v, want)
		}
	}
	if m := w.snap.State.Ledger.Rounds[0].Matches[0]; m.Kind != ledger.Elsewhere || m.Against() != 1 {
		t.Errorf("first match: %+v", m)
	}
}

// read reads a tournament file.
func read(t *testing.T, text string) *file.Tournament {
	t.Helper()
	f, err := file.Read([]byte(text), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The file's data of its players is in the event that goes on here, also if its rounds
// are still to come: seeds, ratings, byes, late players, and those who only play to
// make the number even.
func TestTakeOverKeepsThePlayersDataOfTheFile(t *testing.T) {
	const players = `"players":[{"id":"a","seed":1,"rating":2100,"byes":[2]},{"id":"b","late_rounds":1},{"id":"c","standin":true},{"id":"d","tag":"red"},{"id":"e"}]`
	for name, rounds := range map[string]string{
		"not begun": ``,
		"begun":     `,"rounds":[{"number":1,"matches":[{"players":["a","d"],"games":[2,0,0],"kind":"played"}]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			f := read(t, `{"version":1,"name":"Club","ruleset":"magic","rounds_planned":3,`+players+rounds+`}`)
			w := empty(t)
			w.do(handover.TakeOver{File: f}.Command())
			if name == "not begun" {
				w.do(&command.Start{})
			}
			l := w.snap.State.Players
			if l[0].Seed != 1 || l[0].Rating != 2100 || !l[0].AwardedBye(2) || l[1].LateRounds != 1 || !l[2].StandIn || l[3].Tag == 0 {
				t.Errorf("players: %+v", l)
			}
			if name == "not begun" {
				return
			}
			// e was not there, which the file does not call a loss.
			row, err := w.snap.State.Table(-1)
			if err != nil {
				t.Fatal(err)
			}
			if r := row.Row(4).Record; r != [3]int{} {
				t.Errorf("whoever was in no match has the record %v", r)
			}
			folded, err := tournament.Fold(1, w.snap.Log)
			if err != nil || !cmp.Equal(folded.Facts(), w.snap.State.Facts()) {
				t.Errorf("the log folds to something else: %v", err)
			}
		})
	}
}

// Each division goes on with the cut that it has elsewhere.
func TestTakeOverKeepsUnequalCuts(t *testing.T) {
	f := read(t, `{"version":1,"name":"Cut","ruleset":"pokemon-2009","rounds_planned":1,"cut":{"per_division":{"junior":2,"masters":4}},
		"players":[{"id":"a","division":"junior"},{"id":"b","division":"junior"},{"id":"c","division":"junior"},{"id":"d","division":"junior"},
		{"id":"e","division":"masters"},{"id":"f","division":"masters"},{"id":"g","division":"masters"},{"id":"h","division":"masters"}],
		"rounds":[{"number":1,"matches":[{"players":["a","b"],"games":[1,0,0],"kind":"played"},{"players":["c","d"],"games":[1,0,0],"kind":"played"},
		{"players":["e","f"],"games":[1,0,0],"kind":"played"},{"players":["g","h"],"games":[1,0,0],"kind":"played"}]}]}`)
	w := empty(t)
	w.do(handover.TakeOver{File: f}.Command())
	w.do(&command.MakeCut{})
	if parts := w.snap.State.Elimination().Parts; !slices.Equal(parts, []int{2, 4}) {
		t.Errorf("the brackets are for %v", parts)
	}
}

// withLateEntries starts an event with as many players as before says, who take turns in its
// divisions, and lets more join in round 1. If leave is set, the first player leaves before
// that round.
func withLateEntries(t *testing.T, ruleset string, s tournament.Settings, before, late int, leave bool) *table {
	t.Helper()
	w := empty(t)
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, ruleset), Open: true})
	join := func(from, to int) {
		for n := from; n <= to; n++ {
			division := ""
			if len(s.Divisions) > 0 {
				division = s.Divisions[n%2]
			}
			w.do(&command.Join{Name: fmt.Sprintf("Player %d", n), Division: division, ByOrganiser: true})
		}
	}
	join(1, before)
	w.do(&command.Start{})
	if leave {
		w.do(&command.Drop{Player: 1})
	}
	w.round()
	join(before+1, before+late)
	return w
}

// A player who joins late, or leaves before round 1, moves the event into another row of the
// table. What was announced at the start stands, also in the event that is taken over.
func TestTakeOverKeepsWhatWasAnnounced(t *testing.T) {
	for _, c := range []struct {
		name, ruleset, event string
		divisions            []string
		before               int // players at the start of the event
		rounds, cut          int
		late                 int
		leave                bool // the first player leaves before round 1
	}{
		{"a larger cut by the table", "pokemon-2009", "swiss-plus", nil, 14, 4, 2, 2, false},
		{"a cut by the table for the first time", "pokemon-2009", "swiss-plus", nil, 7, 3, 0, 2, false},
		{"a cut of a division for the first time", "pokemon-2009", "swiss-plus", []string{"junior", "masters"}, 14, 3, 0, 2, false},
		{"no cut by the table any more", "pokemon-2009", "swiss-plus", nil, 8, 3, 2, 0, true},
		{"no cut of a division any more", "pokemon-2009", "swiss-plus", []string{"junior", "masters"}, 16, 3, 2, 0, true},
		{"a second day by the table for the first time", "pokemon", "two-phase", nil, 64, 7, 0, 1, false},
		{"a second day for more points", "pokemon", "two-phase", nil, 128, 8, 0, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := tournament.DefaultSettings("Late")
			s.Stages, s.Divisions = stage.MustParse("swiss > bracket auto"), c.divisions
			s.Options = []tournament.Option{{Name: "event", Value: c.event}}
			live := withLateEntries(t, c.ruleset, s, c.before, c.late, c.leave)
			export, err := handover.Export(live.snap)
			if err != nil {
				t.Fatal(err)
			}
			export.Log = nil
			taken := empty(t)
			taken.do(handover.TakeOver{File: export}.Command())
			for name, w := range map[string]*table{"live": live, "taken over": taken} {
				if got := w.snap.State; got.PlannedRounds() != c.rounds || got.CutSize() != c.cut {
					t.Errorf("%s: %d rounds and a cut to %d, want %d and %d", name, got.PlannedRounds(), got.CutSize(), c.rounds, c.cut)
				}
			}
			if d := cmp.Diff(live.snap.State.Plan, taken.snap.State.Plan); d != "" {
				t.Error("the plan, live and taken over:", d)
			}
		})
	}
}

// A cut that takes in all who are level with the last place has the places and the limit
// that were announced at the start, for each division its own, although players who join
// late or leave move the event into another row of the table: live, in the file, and in
// the event that is taken over from it.
func TestACutByEqualPointsStandsWithLateEntries(t *testing.T) {
	level := 0 // events in which more players are in the cut than it has places
	for _, c := range []struct {
		name      string
		entry     stage.Entry
		divisions []string
		before    int
		late      int
		leave     bool
		want      rules.Cut
	}{
		{"a larger cut by the table", stage.Entry{By: stage.Equal}, nil, 16, 2, false, rules.Cut{Top: 2, EqualPoints: true, Max: 16}},
		{"a smaller cut by the table", stage.Entry{By: stage.Equal}, nil, 17, 0, true, rules.Cut{Top: 4, EqualPoints: true, Max: 16}},
		{"no cut by the table any more", stage.Entry{By: stage.Equal}, nil, 9, 0, true, rules.Cut{Top: 2, EqualPoints: true, Max: 16}},
		{"an organiser's number", stage.Entry{By: stage.Equal, N: 3, Max: 6}, nil, 16, 2, false, rules.Cut{Top: 3, EqualPoints: true, Max: 6}},
		{"an organiser's number without a limit", stage.Entry{By: stage.Equal, N: 3}, nil, 16, 2, false, rules.Cut{Top: 3, EqualPoints: true}},
		{
			"a larger cut of a division",
			stage.Entry{By: stage.Equal},
			[]string{"junior", "masters"},
			33, 2, false,
			rules.Cut{PerDivision: map[string]int{"junior": 2, "masters": 4}, EqualPoints: true, Max: 16},
		},
		{
			"an organiser's number for each division",
			stage.Entry{By: stage.Equal, N: 3, Max: 5},
			[]string{"junior", "masters"},
			20, 2, false,
			rules.Cut{PerDivision: map[string]int{"junior": 3, "masters": 3}, EqualPoints: true, Max: 5},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := tournament.DefaultSettings("Late")
			s.Stages, s.Divisions = stage.MustParse("swiss 2 > bracket 2").WithCut(c.entry), c.divisions
			live := withLateEntries(t, "pokemon", s, c.before, c.late, c.leave)
			live.finishRound()
			live.round()
			live.finishRound()
			export, err := handover.Export(live.snap)
			if err != nil {
				t.Fatal(err)
			}
			export.Log = nil
			taken := empty(t)
			taken.do(handover.TakeOver{File: export}.Command())
			for name, got := range map[string]rules.Cut{"live": live.snap.State.CutRule(), "file": export.Cut, "taken over": taken.snap.State.CutRule()} {
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("%s: the cut (-want +got): %s", name, d)
				}
			}
			table, err := standings.Compute(export.Ledger, export.Rules, standings.Options{After: 2})
			if err != nil {
				t.Fatal(err)
			}
			in, err := table.Advance(export.Cut, export.Divisions, export.Flights)
			if err != nil {
				t.Fatal(err)
			}
			live.do(&command.MakeCut{})
			taken.do(&command.MakeCut{})
			a, b := live.snap.State.Elimination(), taken.snap.State.Elimination()
			if len(a.Players) != len(b.Players) || len(a.Players) != len(in) || !slices.Equal(a.Parts, b.Parts) {
				t.Errorf("live %d in brackets of %v, taken over %d of %v, by the file %d", len(a.Players), a.Parts, len(b.Players), b.Parts, len(in))
			}
			if len(a.Players) > c.want.Largest()*max(1, len(c.divisions)) {
				level++
			}
		})
	}
	if level < 3 {
		t.Errorf("in only %d events are players level with the last place", level)
	}
}

// A scramble goes on with sessions for the players still in: the stand-in of the file
// plays for the player who has left, and no player meets all others again.
func TestTakeOverSeatsTheSessionsToCome(t *testing.T) {
	var players []string
	for i := 1; i <= 12; i++ {
		players = append(players, fmt.Sprintf(`{"id":"p%d"}`, i))
	}
	players[3] = `{"id":"p4","dropped_after":1}`
	players = append(players, `{"id":"s","standin":true,"late_rounds":0}`)
	score := `"scores":[41200,32500,27300,19000],"kind":"played"`
	f := read(t, `{"version":1,"name":"Riichi","ruleset":"riichi-ema","rounds_planned":4,"players":[`+strings.Join(players, ",")+`],
		"rounds":[{"number":1,"stage":"scramble","matches":[{"table":1,"players":["p1","p2","p3","p4"],`+score+`},
		{"table":2,"players":["p5","p6","p7","p8"],`+score+`},{"table":3,"players":["p9","p10","p11","p12"],`+score+`}]}]}`)
	w := empty(t)
	w.do(handover.TakeOver{File: f}.Command())
	for range 3 {
		w.round()
		round := w.snap.State.Ledger.Rounds[len(w.snap.State.Rounds)-1]
		seated := map[int32]bool{}
		for i := range round.Matches {
			for _, p := range round.Matches[i].Players() {
				seated[p] = true
			}
		}
		if len(seated) != 12 || seated[3] || !seated[12] {
			t.Fatalf("in round %d sit %v", round.Number, seated)
		}
		for _, m := range w.snap.State.Blocking(int(round.Number)) {
			w.do(&command.Correct{Round: int(round.Number), Match: m, Text: "41200 32500 27300 19000"})
		}
	}
	if v := w.snap.State.Schedule().Schedule.Value; v.MaxMeetings > 2 {
		t.Errorf("somebody meets somebody %d times in four sessions of twelve", v.MaxMeetings)
	}
}
