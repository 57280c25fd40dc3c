package tournament_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/handover"
	"topcut/tournament/stage"
)

// TestWinnersOfUnevenGroupsAreSeededByPointsForEachMatch plays groups of different sizes,
// in which the first of a smaller group has fewer points from fewer matches.
func TestWinnersOfUnevenGroupsAreSeededByPointsForEachMatch(t *testing.T) {
	type field struct{ players, groups int }
	var fields []field
	for groups := 2; groups <= 4; groups++ {
		for players := 3*groups + 1; players <= 6*groups && players <= 19; players++ {
			if players%groups != 0 {
				fields = append(fields, field{players, groups})
			}
		}
	}
	if len(fields) < 13 {
		t.Errorf("%d fields", len(fields))
	}
	for _, c := range fields {
		set := settings(0, 0)
		set.Stages = stage.MustParse(fmt.Sprintf("groups %d roundrobin > single %d", c.groups, 2*c.groups))
		w := given(t, set, c.players)
		w.do(&command.Start{})
		for w.round(); ; w.round() {
			if w.finishRound(); w.snap.State.RoundsOver() {
				break
			}
		}
		s := w.snap.State
		table, err := s.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		seeds, err := s.Seeds(table, 2*c.groups)
		if err != nil {
			t.Fatal(err)
		}
		var before fraction.Fraction
		for i, n := range seeds[:c.groups] {
			row := table.Row(int32(n - 1))
			share := row.Points.Quo(fraction.Int(int64(row.Record[0] + row.Record[1] + row.Record[2])))
			if i > 0 && before.Less(share) {
				t.Errorf("%d players in %d groups: seed %d has %s points for each match, the one before %s", c.players, c.groups, i+1, share, before)
			}
			before = share
		}
	}
}

// TestCasesOfGroups seeds the groups of public bug reports.
func TestCasesOfGroups(t *testing.T) {
	for name, want := range map[string]string{
		"13-uneven-groups.json":         "B1 A1 B2 A2",
		"07-groups-into-a-bracket.json": "",
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", name))
		if err != nil {
			t.Skip("the cases are not here:", err)
		}
		f := read(t, string(data))
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(handover.TakeOver{File: f}.Command(), &command.MakeCut{})
		var got []string
		for _, n := range w.snap.State.Elimination().Players {
			got = append(got, f.Players[n-1].ID)
		}
		if said := strings.Join(got, " "); !strings.HasPrefix(said, want) {
			t.Errorf("%s: %s, want %s", name, said, want)
		}
		groups := map[string]bool{}
		for i := range got[:len(got)/4] { // seeds of one quarter: 1, 16, 8, 9 of sixteen
			groups[got[[]int{0, len(got) - 1, len(got)/2 - 1, len(got) / 2}[i]][:1]] = true
		}
		if len(groups) != len(got)/4 {
			t.Errorf("%s: players of one group are in one quarter: %s", name, said(got))
		}
	}
}

func said(list []string) string { return strings.Join(list, " ") }
