package transfer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/transfer"
)

// tomeText returns a TOME file: the players of the Swiss tournament 1 and of its cut 2, and
// the matches of both as first, second, points.
func tomeText(swiss, cut []string, matches [][5]any) string {
	var players, rows, seats []string
	for of, list := range [][]string{swiss, cut} {
		for i, name := range list {
			players = append(players, fmt.Sprintf(`{"pk":%d,"tournament_pk":%d,"first_name":%q,"last_name":"X","is_active":true,"seed":%d}`, 100*(of+1)+i, of+1, name, i+1))
		}
	}
	seen := map[[2]int]int{}
	for i, m := range matches {
		of, round := m[0].(int), m[1].(int)
		rows = append(rows, fmt.Sprintf(`{"pk":%d,"tournament_pk":%d,"round":%d,"order_index":%d}`, 1000+i, of, round, seen[[2]int{of, round}]))
		seen[[2]int{of, round}]++
		list := [][]string{swiss, cut}[of-1]
		points := [][2]int{{6, 0}, {3, 0}}[of-1]
		for seat := range 2 {
			seats = append(seats, fmt.Sprintf(`{"table_seat":%d,"points_earned":%d,"match_pk":%d,"participant_pk":%d}`, seat, points[seat], 1000+i, 100*of+slices.Index(list, m[2+seat].(string))))
		}
	}
	table := func(rows []string) string { return `{"entities":[` + strings.Join(rows, ",") + `]}` }
	return `{"entityGroupMap":{"Tournament:#":{"entities":[{"pk":2,"parent_pk":1,"name":"Cut"},{"pk":1,"parent_pk":null,"name":"Store"}]},
		"Participant:#":` + table(players) + `,"Match:#":` + table(rows) + `,"MatchParticipant:#":` + table(seats) + `}}^^THIS IS A SEPARATOR^^ 7`
}

// TOME keeps the cut as a second tournament, whose players have the same names.
func TestTOMEKeepsTheCutAsASecondTournament(t *testing.T) {
	text := tomeText([]string{"Ann", "Bob", "Cy", "Dee"}, []string{"Cy", "Ann", "Bob"}, [][5]any{
		{1, 1, "Ann", "Bob"},
		{1, 1, "Cy", "Dee"},
		{1, 2, "Ann", "Dee"},
		{1, 2, "Cy", "Bob"},
		{2, 1, "Bob", "Ann"},
		{2, 2, "Cy", "Bob"},
	})
	in, err := transfer.Read([]byte(text), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := in.Events[0].Tournament
	if in.Format != transfer.NRTM || f.Name != "Store" || len(f.Players) != 4 {
		t.Fatalf("%s, %q, players %v", in.Format, f.Name, f.Players)
	}
	var stages []ledger.Stage
	for _, r := range f.Ledger.Rounds {
		stages = append(stages, r.Stage)
	}
	if !slices.Equal(stages, []ledger.Stage{ledger.Swiss, ledger.Swiss, ledger.Elimination, ledger.Elimination}) {
		t.Errorf("stages: %v", stages)
	}
	if !slices.Equal(f.CutSeeds, []int32{2, 0, 1}) {
		t.Errorf("seeds: %v", f.CutSeeds)
	}
	final := f.Ledger.Rounds[3].Matches[0]
	if w := f.Rules.Winner(&final); w < 0 || final.Seats[w] != 2 {
		t.Errorf("the final: %+v", final)
	}
	if _, err := transfer.Read([]byte(tomeText([]string{"Ann", "Bob"}, []string{"Ann", "Zoe"}, nil)), transfer.Options{}); err == nil || !strings.Contains(err.Error(), "refused.player") {
		t.Errorf("a player of the cut alone: %v", err)
	}
}

// Of a file with several tournaments that are no cuts of each other the first is read, with
// its cut, and the others are named.
func TestTOMENamesOtherTournaments(t *testing.T) {
	text := tomeText([]string{"Ann", "Bob"}, []string{"Bob", "Ann"}, [][5]any{{1, 1, "Ann", "Bob"}, {2, 1, "Bob", "Ann"}})
	text = strings.Replace(text, `{"pk":1,"parent_pk":null,"name":"Store"}`, `{"pk":1,"parent_pk":null,"name":"Store"},{"pk":8,"parent_pk":null,"name":"Side"},{"pk":9,"parent_pk":8,"name":"Side cut"}`, 1)
	text = strings.Replace(text, `"Participant:#":{"entities":[`, `"Participant:#":{"entities":[{"pk":801,"tournament_pk":8,"first_name":"Eve","last_name":"","is_active":true,"seed":1},`, 1)
	text = strings.Replace(text, `"Match:#":{"entities":[`, `"Match:#":{"entities":[{"pk":811,"tournament_pk":8,"round":1,"order_index":0},`, 1)
	text = strings.Replace(text, `"MatchParticipant:#":{"entities":[`, `"MatchParticipant:#":{"entities":[{"table_seat":0,"points_earned":6,"match_pk":811,"participant_pk":801},`, 1)
	in, err := transfer.Read([]byte(text), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := in.Events[0].Tournament
	if f.Name != "Store" || len(f.Players) != 2 || len(f.Ledger.Rounds) != 2 {
		t.Errorf("%q, players %v, %d rounds", f.Name, f.Players, len(f.Ledger.Rounds))
	}
	if got := fmt.Sprint(in.Events[0].Findings); !strings.Contains(got, "Tournament:# Side Tournament:# Side cut") {
		t.Errorf("named is %s", got)
	}
}

// NRTM fills the seat beside a bye with player 0, and where a seat is played on one side
// only, whoever is named first is the corp.
func TestNRTMByesAndSides(t *testing.T) {
	const head = `{"name":"S","cutToTop":0,"preliminaryRounds":1,"players":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"},{"id":3,"name":"Cy"}],"eliminationPlayers":[],"rounds":[[`
	in, err := transfer.Read([]byte(head+`{"table":1,"player1":{"id":1,"runnerScore":3,"corpScore":0,"combinedScore":3},"player2":{"id":2,"runnerScore":0,"corpScore":0,"combinedScore":0}},
		{"table":2,"player1":{"id":3,"runnerScore":3,"corpScore":3},"player2":{"id":0,"runnerScore":0,"corpScore":0}}]]}`), transfer.Options{Choices: map[string]string{"sides": "single"}})
	if err != nil {
		t.Fatal(err)
	}
	f := in.Events[0].Tournament
	m := f.Ledger.Rounds[0].Matches
	if len(m) != 2 || m[1].Kind != ledger.Bye || m[1].Seats[0] != 2 {
		t.Errorf("matches: %+v", m)
	}
	if side := f.Rules.Side(ledger.Swiss, &m[0], 0); f.Rules.Seats.Sides[side] != "corp" {
		t.Errorf("the first-named is %s", f.Rules.Seats.Sides[side])
	}
	// A player who is called a bye is none.
	for _, name := range []string{"(BYE)", "Bye", "Freilos"} {
		in, err = transfer.Read([]byte(strings.Replace(head, `{"id":3,"name":"Cy"}`, `{"id":3,"name":"Cy"},{"id":0,"name":"`+name+`"}`, 1)+`{"table":1,"player1":{"id":3,"combinedScore":6},"player2":{"id":2,"combinedScore":0}},{"table":2,"player1":{"id":0,"combinedScore":0},"player2":{"id":1,"combinedScore":6}}]]}`), transfer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := in.Events[0].Tournament; len(f.Players) != 3 || f.Ledger.Rounds[0].Matches[1].Kind != ledger.Bye {
			t.Errorf("%s: players %v, %+v", name, f.Players, f.Ledger.Rounds[0].Matches)
		}
	}
	// With such a player it is one.
	in, err = transfer.Read([]byte(strings.Replace(head, `{"id":3,`, `{"id":0,`, 1)+`{"table":1,"player1":{"id":1,"combinedScore":6},"player2":{"id":0,"combinedScore":0}}]]}`), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m := in.Events[0].Tournament.Ledger.Rounds[0].Matches; m[0].N != 2 {
		t.Errorf("player 0: %+v", m)
	}
}
