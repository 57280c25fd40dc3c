package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
)

// started returns a running event under a ruleset, its first round being played.
func started(t *testing.T, id string, s tournament.Settings, players int) *table {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, id)}, &command.OpenRegistration{})
	for i := range players {
		name := fmt.Sprintf("u%d", i+1)
		if err := w.as(name, &command.Join{User: name, Name: "Player " + name, Division: division(s, i)}); err != nil {
			t.Fatal(err)
		}
	}
	w.do(&command.Start{})
	return w
}

func division(s tournament.Settings, i int) string {
	if len(s.Divisions) == 0 {
		return ""
	}
	return s.Divisions[i%len(s.Divisions)]
}

// score enters a result for every open match.
func (w *table) score(text string) {
	w.t.Helper()
	r := len(w.snap.State.Rounds)
	for _, m := range w.snap.State.Blocking(r) {
		w.do(&command.Correct{Round: r, Match: m, Text: text})
	}
}

func TestPodsReportAndConfirm(t *testing.T) {
	w := started(t, "commander-pods", settings(3, 4), 11) // tables of four, four and three
	w.round()
	s := w.snap.State
	if got := []int{int(s.Ledger.Rounds[0].Matches[0].N), int(s.Ledger.Rounds[0].Matches[1].N), int(s.Ledger.Rounds[0].Matches[2].N)}; !slices.Equal(got, []int{4, 4, 3}) {
		t.Fatalf("tables of %v", got)
	}
	a, b, c := w.player(1, 1, 0), w.player(1, 1, 1), w.player(1, 1, 2)
	if err := w.as(w.user(b), &command.ReportResult{Player: b, Text: "win"}); err != nil {
		t.Fatal(err)
	}
	w.refused(w.user(b), &command.ConfirmReport{Player: b}, tournament.NotAllowed, "confirm.own")
	if err := w.as(w.user(c), &command.ConfirmReport{Player: c}); err != nil {
		t.Fatal(err)
	}
	_, l := w.snap.State.Match(1, 1)
	if w.snap.State.Rules.Winner(l) != 1 {
		t.Errorf("the result is %+v", l.Result)
	}
	if err := w.as(w.user(a), &command.ReportResult{Player: a, Text: "win"}); tournament.ClassOf(err) != tournament.Conflict {
		t.Errorf("a report of a final table: %v", err)
	}

	// At the second table two players differ; a third cannot settle it.
	a, b, c = w.player(1, 2, 0), w.player(1, 2, 1), w.player(1, 2, 2)
	if err := w.as(w.user(a), &command.ReportResult{Player: a, Text: "win"}); err != nil {
		t.Fatal(err)
	}
	if err := w.as(w.user(b), &command.ReportResult{Player: b, Text: "draw"}); err != nil {
		t.Fatal(err)
	}
	w.refused(w.user(c), &command.ConfirmReport{Player: c}, tournament.WrongPhase, "report.organisers")
	if m, _ := w.snap.State.Match(1, 2); !m.Disputed || m.Confirmed {
		t.Errorf("two different reports left %+v", m)
	}
	w.refused(w.user(c), &command.Drop{Player: c}, tournament.WrongPhase, "drop.table")
	w.do(&command.CloseRound{Resolve: tournament.ResolveDraw})
	if _, l := w.snap.State.Match(1, 2); l.Result.Form != ledger.Places || w.snap.State.Rules.Winner(l) != ledger.None {
		t.Errorf("closed with %+v, want a draw of the table", l.Result)
	}
}

// TestSeatsOfPodsChange: no player has the same seat more than twice in four rounds, each of
// sixteen has had each seat once or twice after five, and replay
// computes the seats again.
func TestSeatsOfPodsChange(t *testing.T) {
	for _, players := range []int{4, 7, 16, 22} {
		w := started(t, "commander-pods", settings(5, 0), players)
		count := map[[2]int]int{}
		for r := range 5 {
			w.round()
			s := w.snap.State
			for _, l := range s.Ledger.Rounds[len(s.Rounds)-1].Matches {
				for seat, p := range l.Players() {
					if at := [2]int{int(p) + 1, seat}; l.N > 1 {
						if count[at]++; count[at] > 2 && r < 4 {
							t.Errorf("%d players: player %d is in seat %d for the third time", players, at[0], seat+1)
						}
					}
				}
			}
			w.score("win")
		}
		for n := 1; n <= players && players == 16; n++ {
			for seat := range 4 {
				if had := count[[2]int{n, seat}]; had < 1 || had > 2 {
					t.Errorf("after five rounds player %d has sat %d times in seat %d", n, had, seat+1)
				}
			}
		}
		w.replays(t)
	}
}

func TestPodsCutAtTablesOfFour(t *testing.T) {
	w := started(t, "commander-pods", settings(2, 10), 18)
	for range 2 {
		w.round()
		w.score("win")
	}
	w.refused("organiser", &command.MakeCut{Size: 8}, tournament.BadInput, "cut.tables")
	w.do(&command.MakeCut{})
	seeds := w.snap.State.Elimination().Players
	w.round()
	s := w.snap.State
	// Seeds 1 and 2 wait, 3/6/7/10 and 4/5/8/9 play.
	var tables [][]int
	for i := range s.Ledger.Rounds[2].Matches {
		var seats []int
		for _, p := range s.Ledger.Rounds[2].Matches[i].Players() {
			seats = append(seats, slices.Index(seeds, int(p)+1)+1)
		}
		tables = append(tables, seats)
	}
	slices.SortFunc(tables, slices.Compare)
	if fmt.Sprint(tables) != "[[3 6 7 10] [4 5 8 9]]" {
		t.Fatalf("the pods of the cut are %v", tables)
	}
	// A draw sends the best seed on.
	w.score("draw")
	w.round()
	final := w.snap.State.Ledger.Rounds[3].Matches
	if len(final) != 1 || w.snap.State.RoundTitle(4).Code != "round.final" {
		t.Fatalf("%s has %d tables", w.snap.State.RoundTitle(4), len(final))
	}
	for seat, want := range []int{1, 2, 3, 4} {
		if int(final[0].Seats[seat])+1 != seeds[want-1] {
			t.Errorf("seat %d of the final is not seed %d", seat+1, want)
		}
	}
	w.score("seat 2")
	w.do(&command.Finish{})
	if places := w.snap.State.Places; places[seeds[1]-1] != 1 || places[seeds[0]-1] != 2 {
		t.Errorf("places %v, want seed 2 first and seed 1 second", places)
	}
}

func TestPodsByesAndRepair(t *testing.T) {
	s := settings(3, 0)
	s.Options = []tournament.Option{{Name: "odd", Value: "byes"}}
	w := started(t, "commander-pods", s, 10)
	w.do(&command.Pair{})
	byes := func() (out []int) {
		for i := range w.snap.State.PreviewMatches {
			if m := &w.snap.State.PreviewMatches[i]; m.Kind == ledger.Bye {
				out = append(out, int(m.Seats[0])+1)
			}
		}
		return out
	}
	if len(byes()) != 2 {
		t.Fatalf("%d byes for ten players", len(byes()))
	}
	seated, free := int(w.snap.State.PreviewMatches[0].Seats[0])+1, byes()[0]
	w.do(&command.Repair{Bye: seated})
	if !slices.Contains(byes(), seated) || slices.Contains(byes(), free) {
		t.Errorf("byes %v after giving one to %d instead of %d", byes(), seated, free)
	}
	w.do(&command.Repair{Withdraw: int(w.snap.State.PreviewMatches[0].Seats[1]) + 1})
	for i := range w.snap.State.PreviewMatches {
		if m := &w.snap.State.PreviewMatches[i]; m.N == 2 {
			t.Errorf("a table of two is left")
		}
	}
	// Byes rotate: no player has a second one while another has had none.
	w.do(&command.Publish{}, &command.StartRound{})
	w.score("win")
	w.round()
	for _, n := range w.snap.State.Field() {
		count := 0
		for r := range w.snap.State.Ledger.Rounds {
			if _, l := w.snap.State.Match(r+1, w.snap.State.MatchOf(r+1, n)); l.Kind == ledger.Bye {
				count++
			}
		}
		if count > 1 {
			t.Errorf("player %d has %d byes", n, count)
		}
	}
}

func TestPodsElimination(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	w := started(t, "commander-pods", s, 16)
	w.round()
	w.score("win")
	w.round()
	w.score("win")
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	if len(w.snap.State.Rounds) != 2 {
		t.Errorf("sixteen players took %d rounds", len(w.snap.State.Rounds))
	}
}

func TestFormatsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		id, words, stages string
	}{
		{"riichi-ema", "stages.not_in_game stage=stage.single", "single"},
		{"magic", "stages.not_in_game stage=stage.schedule", "schedule"},
		{"commander-pods", "stages.not_in_game stage=stage.double", "double"},
	} {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		s := settings(3, 0)
		s.Stages = stage.MustParse(c.stages)
		w.refused("organiser", &command.Create{Settings: s, Ruleset: load(t, c.id)}, tournament.BadInput, c.words)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Settings: settings(3, 0), Ruleset: load(t, "m-league")})
	if got := w.snap.State.Settings.Stages; got.First().Kind != stage.Schedule {
		t.Errorf("a mahjong event is a %s", got)
	}
}

// mahjong returns a started scramble with its ruleset's course.
func mahjong(t *testing.T, players, sessions int) *table {
	s := settings(sessions, 0)
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto})
	return started(t, "riichi-helper", s, players)
}

func TestRII12_ScheduleIsDrawnOnceAndRecorded(t *testing.T) {
	w := mahjong(t, 14, 6)
	s := w.snap.State
	if s.PlannedRounds() != 8 || len(s.Schedule().Schedule.Sessions) != 6 || s.Plan[1].Rounds != 2 {
		t.Fatalf("%d sessions, %d of them of the scramble", s.PlannedRounds(), len(s.Schedule().Schedule.Sessions))
	}
	numbers := slices.Sorted(slices.Values(s.Schedule().Schedule.Numbers))
	for i, n := range numbers {
		if n != i+1 {
			t.Fatalf("the drawn numbers are no permutation: %v", s.Schedule().Schedule.Numbers)
		}
	}
	// docs/rules/riichi.md#rii-41: two stand-ins, who are not ranked.
	if !s.Players[14].StandIn || !s.Players[15].StandIn || len(s.Players) != 16 {
		t.Fatalf("%d players", len(s.Players))
	}
	if w.snap.Name(15) != "Stand-in 1" {
		t.Errorf("the first stand-in is called %q", w.snap.Name(15))
	}
	w.refused("u99", &command.Join{User: "u99", Name: "Late"}, tournament.WrongPhase, "late.schedule")
	other := mahjong(t, 14, 6)
	if !slices.Equal(other.snap.State.Schedule().Schedule.Numbers, s.Schedule().Schedule.Numbers) {
		t.Error("the same joins and secret draw other numbers")
	}
}

// TestFinalsOfTheLiveEvent plays six sessions and checks the halving, the
// tables of the Top 8 and the rest, and the final places (docs/rules/riichi.md#rii-23 to
// RII-33).
func TestFinalsOfTheLiveEvent(t *testing.T) {
	snap := evening(t, load(t, "riichi-helper"), func() tournament.Settings {
		s := settings(6, 0)
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto})
		return s
	}(), histories.Options{Players: 18}, 3, nil)
	s := snap.State
	if len(s.Rounds) != 8 {
		t.Fatalf("%d sessions were played", len(s.Rounds))
	}
	order := func(after int) (out []int) {
		table, err := s.Table(after)
		if err != nil {
			t.Fatal(err)
		}
		for i := range table.Rows {
			out = append(out, int(table.Rows[i].Player)+1)
		}
		return out
	}
	at := func(r, table int) []int {
		var out []int
		_, l := s.Match(r, s.MatchAt(r, table))
		for _, p := range l.Players() {
			out = append(out, int(p)+1)
		}
		slices.Sort(out)
		return out
	}
	pick := func(order []int, places ...int) []int {
		var out []int
		for _, p := range places {
			out = append(out, order[p-1])
		}
		slices.Sort(out)
		return out
	}
	six, seven := order(6), order(7)
	for _, c := range []struct {
		round, table int
		want         []int
	}{
		{7, 1, pick(six, 1, 3, 6, 8)},
		{7, 2, pick(six, 2, 4, 5, 7)},
		{7, 3, pick(six, 9, 10, 11, 12)},
		{7, 4, pick(six, 13, 14, 15, 16)},
		{8, 1, pick(seven, 1, 2, 3, 4)},
		{8, 2, pick(seven, 5, 6, 7, 8)},
		{8, 3, pick(seven, 9, 10, 11, 12)},
	} {
		if got := at(c.round, c.table); !slices.Equal(got, c.want) {
			t.Errorf("session %d, table %d: %v, want %v", c.round, c.table, got, c.want)
		}
	}
	// docs/rules/riichi.md#rii-26: no player leaves the Top 8.
	for i, n := range six {
		if p := s.Places[n-1]; (p <= 8) != (i < 8) {
			t.Errorf("place %d for the player who was %d after the scramble", p, i+1)
		}
	}
	// docs/rules/riichi.md#rii-25: each total is halved.
	before, err := s.Table(6)
	if err != nil {
		t.Fatal(err)
	}
	whole, half := fraction.Int(0), fraction.Int(0)
	after, err := s.Table(7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range before.Rows {
		whole = whole.Add(before.Rows[i].Points)
		half = half.Add(after.Row(before.Rows[i].Player).Points)
	}
	session := fraction.Int(0)
	plain := s.Facts().Clone()
	plain.Rounds = plain.Rounds[6:7]
	for i := range plain.Rounds[0].Matches {
		m := &plain.Rounds[0].Matches[i]
		for seat, p := range m.Players() {
			if !s.Players[p].StandIn {
				session = session.Add(sessionResult(s, m, seat))
			}
		}
	}
	if want := whole.Mul(fraction.New(1, 2)).Add(session); !half.Equal(want) {
		t.Errorf("the totals after session 7 sum to %s, want %s", half, want)
	}
	placesArePermutation(t, s)
}

// Whatever the field, the Top 8 sit apart, the rest by standing, and stand-ins only
// among the rest, behind all others (docs/rules/riichi.md#rii-28, RII-29, RII-42,
// RII-43); no player leaves or enters the Top 8 (RII-26).
func TestRII42_RII43_FinalTablesOfEveryField(t *testing.T) {
	for _, players := range []int{8, 9, 11, 13, 16, 22} {
		s := evening(t, load(t, "riichi-helper"), settings(6, 8), histories.Options{Players: players}, uint64(players), nil).State
		table, err := s.Table(6)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]int
		var order []int
		for i := range table.Rows {
			order = append(order, int(table.Rows[i].Player)+1)
		}
		top := order[:8]
		want = append(want, []int{top[0], top[2], top[5], top[7]}, []int{top[1], top[3], top[4], top[6]})
		want = slices.AppendSeq(want, slices.Chunk(order[8:], 4))
		var got [][]int
		for i := range s.Ledger.Rounds[6].Matches {
			m := &s.Ledger.Rounds[6].Matches[i]
			var seated []int
			for _, p := range m.Players() {
				if s.Players[p].StandIn {
					if i < 2 {
						t.Errorf("%d players: a stand-in sits among the Top 8", players)
					}
					continue
				}
				seated = append(seated, int(p)+1)
			}
			slices.Sort(seated)
			got = append(got, seated)
		}
		for i := range want {
			want[i] = slices.Sorted(slices.Values(want[i]))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d players, session 7 (-want +got):\n%s", players, d)
		}
		for i, n := range order {
			if p := s.Places[n-1]; (p <= 8) != (i < 8) {
				t.Errorf("%d players: place %d for the player who was %d after the scramble", players, p, i+1)
			}
		}
		placesArePermutation(t, s)
	}
}

// sessionResult returns the result of a seat worked out by hand: points over 30,000
// in thousands, and 15, 5, -5, -15 by place, equal places sharing
// (docs/rules/riichi.md#rii-22).
func sessionResult(s *tournament.State, m *ledger.Match, seat int) fraction.Fraction {
	uma := []int64{15, 5, -5, -15}
	ahead, equal, sum := 0, 0, int64(0)
	for i := range m.Players() {
		switch {
		case m.Result.V[i] > m.Result.V[seat]:
			ahead++
		case m.Result.V[i] == m.Result.V[seat]:
			equal++
		}
	}
	for _, u := range uma[ahead : ahead+equal] {
		sum += u
	}
	return fraction.New(int64(m.Result.V[seat])-s.Rules.Tables.Start, 1000).Add(fraction.New(sum, int64(equal)))
}

// Once a schedule is played leaving changes no place: a drop is refused, and not
// offered before.
func TestNoDropFromARunningSchedule(t *testing.T) {
	w := mahjong(t, 12, 2)
	for range 10 {
		if w.snap.State.NextStep() == tournament.StepFinish {
			break
		}
		if err := w.snap.State.CanDrop(1); err != nil {
			t.Fatalf("after %d sessions: %v", len(w.snap.State.Rounds), err)
		}
		w.round()
		w.score("41200 32500 27300 19000")
	}
	if err := w.snap.State.CanDrop(1); w.snap.State.NextStep() != tournament.StepFinish || err == nil {
		t.Errorf("after the last session player 1 can drop: %v", err)
	}
	w.refused(w.user(1), &command.Drop{Player: 1}, tournament.NoChange, "drop.done")
}

func TestRII46_StandInTakesTheSeat(t *testing.T) {
	w := mahjong(t, 12, 4)
	w.round()
	leaver := w.player(1, 1, 2)
	w.refused(w.user(leaver), &command.Drop{Player: leaver}, tournament.WrongPhase, "drop.table")
	w.score("41200 32500 27300 19000")
	w.do(&command.Pair{}, &command.Publish{})
	if err := w.as(w.user(leaver), &command.Drop{Player: leaver}); err != nil {
		t.Fatal(err)
	}
	s := w.snap.State
	if len(s.Players) != 13 || !s.Players[12].StandIn || s.MatchOf(2, 13) == 0 || s.MatchOf(2, leaver) != 0 {
		t.Fatalf("the stand-in has match %d, the leaver %d", s.MatchOf(2, 13), s.MatchOf(2, leaver))
	}
	w.refused("organiser", &command.Reinstate{Player: leaver}, tournament.WrongPhase, "reinstate.stand_in")
	w.refused("organiser", &command.Remove{Player: 13}, tournament.BadInput, "schedule.fills")
	w.do(&command.StartRound{})
	w.score("41200 32500 27300 19000")
	for range 4 {
		w.round()
		w.score("30000 30000 30000 30000")
	}
	w.do(&command.Finish{})
	if p := w.snap.State.Places; p[leaver-1] != 0 || p[12] != 0 {
		t.Errorf("places %v: neither the leaver nor the stand-in is ranked", p)
	}
	placesArePermutation(t, w.snap.State)
}

func TestRII41_SitOutsInTheLiveEvent(t *testing.T) {
	s := settings(4, 0)
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto})
	s.Options = []tournament.Option{{Name: "fill", Value: "sitout"}}
	w := started(t, "riichi-helper", s, 14)
	for range 6 {
		w.round()
		w.score("41200 32500 27300 19000")
	}
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	if len(w.snap.State.Players) != 14 {
		t.Errorf("%d players: nobody stands in", len(w.snap.State.Players))
	}
	for r := range w.snap.State.Ledger.Rounds {
		byes := 0
		for i := range w.snap.State.Ledger.Rounds[r].Matches {
			if w.snap.State.Ledger.Rounds[r].Matches[i].Kind == ledger.Bye {
				byes++
			}
		}
		if byes != 2 {
			t.Errorf("session %d: %d sit out", r+1, byes)
		}
	}
}

func TestRII01_FieldOfAScramble(t *testing.T) {
	for _, players := range []int{7, 65} {
		s := settings(3, 0)
		w := given(t, s, 0)
		w.snap = tournament.Begin(1, make([]byte, 32))
		w.do(&command.Create{Settings: s, Ruleset: load(t, "riichi-helper")}, &command.OpenRegistration{})
		for i := range players {
			name := fmt.Sprintf("u%d", i)
			if err := w.as(name, &command.Join{User: name, Name: name}); err != nil {
				t.Fatal(err)
			}
		}
		w.refused("organiser", &command.Start{}, tournament.WrongPhase, "start.too_")
	}
}

// docs/rules/riichi.md#rii-37: results are the four scores of a table, checked against
// their sum.
func TestRII37_ScoresMustSum(t *testing.T) {
	w := mahjong(t, 8, 3)
	w.round()
	a, b := w.player(1, 1, 0), w.player(1, 1, 3)
	w.refused(w.user(a), &command.ReportResult{Player: a, Text: "41200 32500 27300 19100"}, tournament.BadInput, "sum")
	if err := w.as(w.user(a), &command.ReportResult{Player: a, Text: "41200 32500 27300 19000"}); err != nil {
		t.Fatal(err)
	}
	if err := w.as(w.user(b), &command.ConfirmReport{Player: b}); err != nil {
		t.Fatal(err)
	}
	w.refused("organiser", &command.CloseRound{Resolve: tournament.ResolveDraw}, tournament.BadInput, "close.no_draws")
	w.refused("organiser", &command.CloseRound{Resolve: tournament.ResolveDoubleLoss}, tournament.BadInput, "close.scores")
}

// A player of the Top 8 who leaves after the split leaves the seat to a stand-in and is
// eighth: the ninth plays in the rest and is ninth at best
// (docs/rules/riichi.md#rii-26). Before the split the next in rank is one of the eight.
func TestRII26_NoSubstituteEntersTheTopEight(t *testing.T) {
	order := func(w *table, after int) (out []int) {
		t, err := w.snap.State.Table(after)
		if err != nil {
			w.t.Fatal(err)
		}
		for i := range t.Rows {
			out = append(out, int(t.Rows[i].Player)+1)
		}
		return out
	}
	best := func(w *table) []int { // who sits at the two tables of the best
		var out []int
		s := w.snap.State
		for m := 1; m <= 2; m++ {
			for _, p := range s.Ledger.Rounds[len(s.Rounds)-1].Matches[m-1].Players() {
				out = append(out, int(p)+1)
			}
		}
		return slices.Sorted(slices.Values(out))
	}
	sorted := func(players ...int) []int { return slices.Sorted(slices.Values(players)) }
	scores := []string{"41200 32500 27300 19000", "52100 31000 22000 14900", "38000 35500 26500 20000"}
	for _, c := range []struct {
		name string
		at   int // the session around which the third leaves
		when string
	}{
		{"before the split", 7, "before"},
		{"in the preview of the first final session", 7, "preview"},
		{"between its pairings and its start", 7, "published"},
		{"before the last session", 8, "before"},
		{"in the preview of the last session", 8, "preview"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := mahjong(t, 16, 6)
			for r := range 6 {
				w.round()
				w.score(scores[r%3])
			}
			six := order(w, 6)
			leaver, ninth := six[2], six[8]
			drop := func(r int, when string) {
				if r == c.at && when == c.when {
					if err := w.as(w.user(leaver), &command.Drop{Player: leaver}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for r := 7; r <= 8; r++ {
				drop(r, "before")
				w.do(&command.Pair{})
				drop(r, "preview")
				w.do(&command.Publish{})
				drop(r, "published")
				s, in := w.snap.State, len(w.snap.State.Players)
				want := sorted(six[:8]...)
				if in > 16 { // the leaver's seat is another's
					by := in
					if c.at == 7 && c.when == "before" {
						by = ninth
					}
					want = sorted(append(slices.DeleteFunc(want, func(n int) bool { return n == leaver }), by)...)
				}
				if got := best(w); !slices.Equal(got, want) {
					t.Errorf("session %d: players %v sit at the tables of the best, want %v", r, got, want)
				}
				for i := range s.Ledger.Rounds[r-1].Matches {
					if n := s.Ledger.Rounds[r-1].Matches[i].N; n != 4 {
						t.Errorf("session %d: table %d has %d players", r, i+1, n)
					}
				}
				w.do(&command.StartRound{})
				w.score(scores[r%3])
			}
			w.do(&command.Finish{})
			places := w.snap.State.Places
			split := !(c.at == 7 && c.when == "before")
			if p := places[leaver-1]; split && p != 8 || !split && p != 0 {
				t.Errorf("place %d of who left", p)
			}
			if in := places[ninth-1] <= 8; in == split {
				t.Errorf("place %d of the ninth after the scramble", places[ninth-1])
			}
			placesArePermutation(t, w.snap.State)
			for i, n := range six {
				if p := places[n-1]; n != leaver && n != ninth && (p <= 8) != (i < 8) {
					t.Errorf("place %d for the player who was %d after the scramble", p, i+1)
				}
			}
			if _, out, err := replay.Run(1, w.snap.Log); err != nil || !out.Difference.IsZero() {
				t.Errorf("replay: %v, %v", out.Difference, err)
			}
		})
	}
}
