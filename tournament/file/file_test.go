package file_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// full uses every key that Magic knows.
const full = `{"version":1,"name":"Friday","ruleset":"magic","options":{"bye":"left-out"},"format":"swiss","rounds_planned":3,
 "seed":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff","cut":{"top":2,"equal_points":true,"max":3},
 "question":"In-game name","invited":["ada","鈴木🐉"],
 "players":[
  {"id":"p1","name":"Ada","division":"open","flight":1,"tag":"red","answer":"ada#7 🐲","seed":2,"seat":1,"rating":1500,"byes":[1,63]},
  {"id":"p2","dropped_after":2},{"id":"p3","late_rounds":1},{"id":"p4","disqualified":true},{"id":"p5","dropped_after":null},{"id":"p6","standin":true}],
 "rounds":[
  {"number":1,"stage":"swiss","matches":[{"players":["p1"],"kind":"bye"},{"table":1,"players":["p2","p4"],"games":[2,1,0],"kind":"played"},{"players":["p5","p6"],"kind":"double_loss","games":[0,0,1]}]},
  {"number":2,"stage":"swiss","matches":[{"table":1,"players":["p1","p2"],"games":[0,0,3],"kind":"intentional_draw"},{"players":["p3","p5"],"kind":"forfeit"},{"players":["p6"],"kind":"assigned_loss"}]},
  {"number":3,"stage":"elimination","matches":[{"table":1,"players":["p1","p3"],"games":[1,1,1],"winner":1,"kind":"played"},{"players":["p5","p6"],"games":[2,0,0],"kind":"played","reported":true}]}],
 "log":[{"seq":1,"kind":"Created"}]}`

func TestReadEveryKey(t *testing.T) {
	tour, err := file.Read([]byte(full), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	none := int32(ledger.None)
	seats := func(p ...int32) [4]int32 {
		s := [4]int32{none, none, none, none}
		copy(s[:], p)
		return s
	}
	games := func(v ...int32) ledger.Result {
		r := ledger.Result{Form: ledger.Games}
		copy(r.V[:], v)
		return r
	}
	decided := games(1, 1, 1)
	decided.HasWinner, decided.Winner = true, 1
	want := &ledger.Ledger{
		Players: []ledger.Player{
			{Division: 0, Flight: 0, Tag: 1, Seed: 2, Seat: 1, Rating: 1500, ByeRounds: 1<<1 | 1<<63, DroppedAfter: ledger.Active},
			{Division: 1, Flight: 1, DroppedAfter: 2},
			{Division: 1, Flight: 1, LateRounds: 1, DroppedAfter: ledger.Active},
			{Division: 1, Flight: 1, Disqualified: true, DroppedAfter: ledger.Active},
			{Division: 1, Flight: 1, DroppedAfter: ledger.Active},
			{Division: 1, Flight: 1, StandIn: true, DroppedAfter: ledger.Active},
		},
		Rounds: []ledger.Round{
			{Number: 1, Matches: []ledger.Match{
				{Kind: ledger.Bye, N: 1, Seats: seats(0)},
				{Table: 1, N: 2, Seats: seats(1, 3), Result: games(2, 1, 0)},
				{Kind: ledger.DoubleLoss, N: 2, Seats: seats(4, 5), Result: games(0, 0, 1)},
				{Kind: ledger.AssignedLoss, N: 1, Seats: seats(2)}, // added for the late player
			}},
			{Number: 2, Matches: []ledger.Match{
				{Kind: ledger.IntentionalDraw, Table: 1, N: 2, Seats: seats(0, 1), Result: games(0, 0, 3)},
				{Kind: ledger.Forfeit, N: 2, Seats: seats(2, 4)},
				{Kind: ledger.AssignedLoss, N: 1, Seats: seats(5)},
			}},
			{Number: 3, Stage: ledger.Elimination, Matches: []ledger.Match{
				{Table: 1, N: 2, Seats: seats(0, 2), Result: decided},
				{N: 2, Seats: seats(4, 5)},
			}},
		},
	}
	if diff := cmp.Diff(want, tour.Ledger); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]file.Pending{{Round: 3, Match: 1, Result: games(2, 0, 0)}}, tour.Pending); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(rules.Cut{Top: 2, EqualPoints: true, Max: 3}, tour.Cut); diff != "" {
		t.Errorf("cut (-want +got):\n%s", diff)
	}
	if tour.Rules.Bye.InOwnPct || tour.Name != "Friday" || tour.Format != "swiss" || tour.RoundsPlanned != 3 {
		t.Errorf("head: %+v", tour)
	}
	if tour.SeedNumber() != 0x0011223344556677 || string(tour.Log) != `[{"seq":1,"kind":"Created"}]` {
		t.Errorf("seed %x, log %s", tour.SeedNumber(), tour.Log)
	}
	roundTrip(t, tour)
}

// roundTrip writes and reads the tournament and wants the same again.
func roundTrip(t *testing.T, tour *file.Tournament) {
	t.Helper()
	var b bytes.Buffer
	if err := file.Write(&b, tour); err != nil {
		t.Fatal(err)
	}
	back, err := file.Read(b.Bytes(), rules.Load)
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.Bytes())
	}
	if diff := cmp.Diff(tour, back); diff != "" {
		t.Errorf("written and read again (-before +after):\n%s", diff)
	}
	var again bytes.Buffer
	if err := file.Write(&again, back); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("written twice:\n%s\n%s", b.Bytes(), again.Bytes())
	}
}

func TestRoundTripOfEveryForm(t *testing.T) {
	for _, text := range []string{
		`{"version":1,"ruleset":"meccg","players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"rounds":[{"number":1,"stage":"swiss","matches":[
		  {"players":["a","b"],"mp":[29,15],"kind":"played"},{"players":["c","d"],"mp":[14,14],"by":"weakest_link","winner":1,"kind":"played"}]},
		  {"number":2,"matches":[{"players":["a","c"],"by":"ring","winner":0,"kind":"played"},{"players":["b","d"],"mp":[0,0],"by":"tie","kind":"played"}]}]}`,
		`{"version":1,"ruleset":"meccg","options":{"game_type":"scenario"},"players":[{"id":"a","tag":"Saruman"},{"id":"b","tag":"Saruman"}],"rounds":[{"number":1,"matches":[
		  {"players":["a","b"],"mp":[0,0],"by":"scenario","winner":1,"kind":"played"}]}]}`,
		`{"version":1,"ruleset":"riichi-helper","format":"scramble","players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"s1","standin":true}],"rounds":[{"number":1,"stage":"scramble","matches":[
		  {"table":1,"players":["a","b","c","s1"],"scores":[66000,41000,21000,-8000],"penalties":[0,20,0.5,0],"kind":"played"}]}]}`,
		`{"version":1,"ruleset":"commander-pods","players":[{"id":"a"},{"id":"b"},{"id":"c"}],"rounds":[{"number":1,"matches":[{"players":["a","b","c"],"places":[2,1,2],"kind":"played"}]}]}`,
		`{"version":1,"ruleset":"netrunner","options":{"sides":"single"},"players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"rounds":[{"number":1,"matches":[
		  {"players":["a","b"],"points":[3,0],"sides":["corp","runner"],"kind":"played"},{"players":["c","d"],"points":[1,1],"sides":["runner","corp"],"kind":"played"}]}]}`,
		`{"version":1,"ruleset":"pokemon","cut":{"per_division":{"masters":2}},"players":[{"id":"a","division":"masters"},{"id":"b","division":"masters"},{"id":"c","division":"juniors"}]}`,
		`{"version":1,"ruleset":"pokemon","cut":{"per_division":{"masters":2},"equal_points":true,"max":3},"players":[{"id":"a","division":"masters"},{"id":"b","division":"masters"},{"id":"c","division":"juniors"}]}`,
		`{"version":1,"ruleset":"magic","cut":{"points":12,"top":2},"players":[{"id":"a"},{"id":"b","division":"x"},{"id":"c","flight":"2"}]}`,
		`{"version":1,"ruleset":"magic","cut":{"per_flight":2},"players":[{"id":"a","flight":1},{"id":"b","flight":1},{"id":"c","flight":2}]}`,
		`{"version":1,"ruleset":"magic","cut":{"top":2,"lock":9},"players":[{"id":"a"},{"id":"b"}]}`,
	} {
		tour, err := file.Read([]byte(text), rules.Load)
		if err != nil {
			t.Errorf("%v in %s", err, text)
			continue
		}
		roundTrip(t, tour)
		if _, err := standings.Compute(tour.Ledger, tour.Rules, standings.Options{After: standings.All}); err != nil {
			t.Errorf("%v in %s", err, text)
		}
	}
}

// The file of another program may wrap the tournament.
func TestReadInnerTournament(t *testing.T) {
	tour, err := file.Read([]byte(`{"source":"x","expect":[],"tournament":{"version":1,"ruleset":"magic","players":[{"id":"a"}]}}`), rules.Load)
	if err != nil || len(tour.Players) != 1 {
		t.Errorf("%+v, %v", tour, err)
	}
	_, err = file.Read([]byte(`{"tournament":{"version":1,"ruleset":"magic","players":[{"id":"a","x":1}]}}`), rules.Load)
	if err == nil || !strings.Contains(err.Error(), "path=tournament.players[0].x why=file.key") {
		t.Errorf("inner path: %v", err)
	}
}

func TestReadRefuses(t *testing.T) {
	players := `"players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]`
	magic := `{"version":1,"ruleset":"magic",` + players
	match := func(text string) string {
		return magic + `,"rounds":[{"number":1,"stage":"swiss","matches":[` + text + `]}]}`
	}
	elimination := func(text string) string {
		return magic + `,"rounds":[{"number":1,"stage":"elimination","matches":[` + text + `]}]}`
	}
	meccg := func(text string) string {
		return `{"version":1,"ruleset":"meccg",` + players + `,"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"played",` + text + `}]}]}`
	}
	riichi := func(text string) string {
		return `{"version":1,"ruleset":"riichi-helper",` + players + `,"rounds":[{"number":1,"stage":"scramble","matches":[{"players":["a","b","c","d"],"kind":"played",` + text + `}]}]}`
	}
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", ``, "file.json_end"},
		{"no object", `[1]`, "file.at_top why=file.object"},
		{"syntax", "{\"version\":1,\n!}", "file.json line=2"},
		{"cut off", `{"version":1,"ruleset":"magic"`, "file.json_end"},
		{"more behind", magic + `} {}`, "file.behind"},
		{"a division twice", `{"version":1,"ruleset":"pokemon","divisions":["a","b","a"],"players":[]}`, "path=divisions[2] why=file.seed_twice player=a"},
		{"another division", `{"version":1,"ruleset":"pokemon","divisions":["a","b"],"players":[{"id":"x","division":"juniors"}]}`, "path=players[0].division why=file.division name=juniors"},
		{"apart from nobody", magic + `,"apart":[{"players":["a","x"]}]}`, `path=apart[0].players[1] why=file.seed_nobody player=x`},
		{"apart alone", magic + `,"apart":[{"players":["a"]}]}`, `path=apart[0].players why=file.players_range`},
		{"apart twice", magic + `,"apart":[{"players":["a","a"]}]}`, `path=apart[0].players[1] why=file.seed_twice player=a`},
		{"apart in round 0", magic + `,"apart":[{"players":["a","b"],"from":0}]}`, `path=apart[0].from why=file.between`},
		{"seeds of nobody", magic + `,"cut_seeds":["a","x"]}`, `path=cut_seeds[1] why=file.seed_nobody player=x`},
		{"a seed twice", magic + `,"cut_seeds":["a","b","a"]}`, `path=cut_seeds[2] why=file.seed_twice player=a`},
		{"one seed", magic + `,"cut_seeds":["a"]}`, "path=cut_seeds why=file.seeds_few"},
		{"no version", `{"ruleset":"magic","players":[]}`, "file.at_top why=file.missing key=version"},
		{"version 2", `{"version":2,"ruleset":"magic","players":[]}`, "path=version why=file.version version=2"},
		{"version as text", `{"version":"1","ruleset":"magic","players":[]}`, "path=version why=file.whole"},
		{"no ruleset", `{"version":1,"players":[]}`, "file.missing key=ruleset"},
		{"unknown ruleset", `{"version":1,"ruleset":"magick","players":[]}`, "path=ruleset why=ruleset.none id=magick"},
		{"unknown option", `{"version":1,"ruleset":"magic","options":{"x":"y"},"players":[]}`, "path=options why=ruleset.option ruleset=magic option=x"},
		{"unknown key", `{"version":1,"ruleset":"magic","players":[],"colour":1}`, "path=colour why=file.key known=[version"},
		{"unknown key below", match(`{"players":["a","b"],"kind":"played","score":1}`), "path=rounds[0].matches[0].score why=file.key"},
		{"doubled key", `{"version":1,"version":1,"ruleset":"magic","players":[]}`, "path=version why=file.twice"},
		{"bad format", magic + `,"format":"knockout"}`, "path=format why=file.unknown value=knockout known=[swiss"},
		{"bad seed", magic + `,"seed":"xyz"}`, "path=seed why=file.seed"},
		{"bad id", `{"version":1,"ruleset":"magic","players":[{"id":"a b"}]}`, "path=players[0].id why=file.ident id=a b"},
		{"no id", `{"version":1,"ruleset":"magic","players":[{"name":"x"}]}`, "path=players[0] why=file.missing key=id"},
		{"id twice", `{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"a"}]}`, "path=players[1].id why=file.id_taken id=a"},
		{"control character", `{"version":1,"ruleset":"magic","players":[{"id":"a","division":"x\u0007"}]}`, "path=players[0].division why=file.control"},
		{"long name", `{"version":1,"ruleset":"magic","players":[{"id":"a","name":"` + strings.Repeat("x", 201) + `"}]}`, "file.long n=201"},
		{"unknown division", `{"version":1,"ruleset":"pokemon","players":[{"id":"a","division":"old"}]}`, "path=players[0].division why=file.division name=old"},
		{"bye round 64", `{"version":1,"ruleset":"magic","players":[{"id":"a","byes":[64]}]}`, "path=players[0].byes[0] why=file.between value=64 least=1 most=63"},
		{"round number", magic + `,"rounds":[{"number":2,"matches":[]}]}`, "path=rounds[0].number why=file.order got=2 number=1"},
		{"stage", magic + `,"rounds":[{"number":1,"stage":"cut","matches":[]}]}`, "path=rounds[0].stage why=file.unknown value=cut"},
		{"unknown player", match(`{"players":["a","z"],"kind":"played","games":[2,0,0]}`), "path=rounds[0].matches[0].players[1] why=file.nobody player=z"},
		{"seated twice", match(`{"players":["a","b"],"kind":"played"},{"players":["a","c"],"kind":"played"}`), "path=rounds[0].matches[1].players[0] why=file.seated player=a round=1"},
		{"three at a table", match(`{"players":["a","b","c"],"kind":"played"}`), "players why=file.players n=2 got=3"},
		{"bye of two", match(`{"players":["a","b"],"kind":"bye"}`), "file.players n=1 got=2"},
		{"no kind", match(`{"players":["a","b"]}`), "file.missing key=kind"},
		{"kind", match(`{"players":["a","b"],"kind":"won"}`), "kind why=file.unknown value=won"},
		{"not in the vocabulary", match(`{"players":["a","b"],"kind":"played","games":[3,0,0]}`), "path=rounds[0].matches[0] why=typed.unknown value=3-0 legal=legal.like codes=[2-0"},
		{"2-2", match(`{"players":["a","b"],"kind":"played","games":[2,2,0]}`), "typed.unknown value=2-2"},
		{"two numbers", match(`{"players":["a","b"],"kind":"played","games":[2,0]}`), "games why=file.numbers n=3 got=2"},
		{"fraction", match(`{"players":["a","b"],"kind":"played","games":[2.5,0,0]}`), "games[0] why=file.whole"},
		{"two results", match(`{"players":["a","b"],"kind":"played","games":[2,0,0],"points":[3,0]}`), "file.one_result"},
		{"another form", match(`{"players":["a","b"],"kind":"played","points":[3,0]}`), "typed.form game=Magic: The Gathering form=typed.games"},
		{"bye with games", match(`{"players":["a"],"kind":"bye","games":[2,0,0]}`), "file.kind_decides kind=bye"},
		{"uneven agreement", match(`{"players":["a","b"],"kind":"intentional_draw","games":[1,0,2]}`), "file.kind_level kind=intentional_draw"},
		{"pending bye", match(`{"players":["a"],"kind":"bye","reported":true}`), "file.pending"},
		{"winner out of range", match(`{"players":["a","b"],"kind":"played","games":[2,0,0],"winner":2}`), "winner why=file.between value=2 least=0 most=1"},
		{"drawn elimination", elimination(`{"players":["a","b"],"kind":"played","games":[1,1,1]}`), "typed.elimination value=1-1-1"},
		{"nobody came", elimination(`{"players":["a","b"],"kind":"double_loss"}`), "file.kind_no_winner"},
		{"agreed elimination", elimination(`{"players":["a","b"],"kind":"intentional_draw"}`), "file.kind_elimination"},
		{"sum", riichi(`"scores":[41200,32500,27300,19100]`), "path=rounds[0].matches[0] why=typed.sum sum=120100 want=120000"},
		{"unit", riichi(`"scores":[41250,32450,27300,19000]`), "typed.unit value=41250 unit=100"},
		{"penalty", riichi(`"scores":[30000,30000,30000,30000],"penalties":[0,0,0,-1]`), "file.penalty value=-1"},
		{"cut above field", magic + `,"cut":8}`, "path=cut why=file.cut_larger size=8 n=4"},
		{"cut above division", `{"version":1,"ruleset":"pokemon","cut":{"per_division":{"masters":2}},"players":[{"id":"a","division":"masters"}]}`, "path=cut why=file.cut_division size=2 n=1 division=masters"},
		{"empty cut", magic + `,"cut":{}}`, "file.cut_empty"},
		{"cut key", magic + `,"cut":{"best":4}}`, "path=cut.best why=file.key"},
		{"lock without top", magic + `,"cut":{"points":12,"lock":9}}`, "file.cut_lock"},
		{"max without equal", magic + `,"cut":{"top":2,"max":3}}`, "file.cut_equal"},
		{"plays after the drop", `{"version":1,"ruleset":"magic","players":[{"id":"a","dropped_after":0},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"played"}]}]}`, "file.left player=a last=0"},
		{"late but playing", `{"version":1,"ruleset":"magic","players":[{"id":"a","late_rounds":1},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"played"}]}]}`, "file.late player=a n=1"},
		{"winner against the games", match(`{"players":["a","b"],"kind":"played","games":[2,1,0],"winner":1}`), "path=rounds[0].matches[0].winner why=file.other_won won=0 said=1"},
		{"winner of a draw", match(`{"players":["a","b"],"kind":"played","games":[1,1,0],"winner":0}`), "path=rounds[0].matches[0].winner why=file.draw"},
		{"winner of a draw without games", match(`{"players":["a","b"],"kind":"played","games":[0,0,0],"winner":0}`), "path=rounds[0].matches[0].winner why=file.draw"},
		{"winner against the games of an elimination", elimination(`{"players":["a","b"],"kind":"played","games":[2,1,0],"winner":1}`), "path=rounds[0].matches[0].winner why=file.other_won won=0"},
		{"winner of a pending draw", match(`{"players":["a","b"],"kind":"played","games":[1,1,0],"winner":0,"reported":true}`), "winner why=file.draw"},
		{"winner of a double loss", match(`{"players":["a","b"],"kind":"double_loss","games":[1,1,0],"winner":0}`), "file.kind_games kind=double_loss"},
		{"winner of marshalling points", meccg(`"mp":[20,10],"winner":1`), "path=rounds[0].matches[0].winner why=file.other_won won=0"},
		{"level marshalling points", meccg(`"mp":[20,20]`), "file.level first=20 second=20"},
		{"ring without a winner", meccg(`"mp":[20,20],"by":"ring"`), "path=rounds[0].matches[0].by why=file.needs_winner by=ring"},
		{"tie with a winner", meccg(`"mp":[20,20],"by":"tie","winner":0`), "typed.tie_winner"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "file.utf16"},
		{"UTF-16 without a mark", "{\x00}\x00", "file.utf16"},
		{"cut as text", magic + `,"cut":"8"}`, "path=cut why=file.cut"},
		{"no flights", magic + `,"cut":{"per_flight":2}}`, "path=cut why=file.cut_flight size=2 n=0"},
		{"bye twice", `{"version":1,"ruleset":"magic","players":[{"id":"a","byes":[2,2]}]}`, "path=players[0].byes[1] why=file.round_twice round=2"},
		{"plays in spite of a bye", `{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"b","byes":[1]}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"played"}]}]}`, "path=rounds[0].matches[0].players[1] why=file.has_bye player=b round=1"},
		{"one table for two matches", match(`{"table":1,"players":["a","b"],"kind":"played"},{"table":1,"players":["c","d"],"kind":"played"}`), "path=rounds[0].matches[1].table why=file.table_twice table=1 round=1"},
		{"Swiss after the elimination", magic + `,"rounds":[{"number":1,"stage":"elimination","matches":[]},{"number":2,"stage":"swiss","matches":[]}]}`, "path=rounds[1] why=file.after_elimination stage=swiss"},
		{"more rounds than planned", magic + `,"rounds_planned":1,"rounds":[{"number":1,"matches":[]},{"number":2,"matches":[]}]}`, "path=rounds[1] why=file.planned planned=1 round=2"},
		{"a loser in the final", magic + `,"rounds":[{"number":1,"stage":"elimination","matches":[{"players":["a","b"],"kind":"played","games":[2,0,0]},{"players":["c","d"],"kind":"played","games":[0,2,0]}]},{"number":2,"stage":"final","matches":[{"players":["a","c"],"kind":"played","games":[2,0,0]}]}]}`, "path=rounds[1].matches[0].players[1] why=file.lost player=c round=1"},
		{"deep", `{"version":1,"log":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, "file.deep"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := file.Read([]byte(tc.text), rules.Load)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Read = %v, want %q", err, tc.want)
			}
		})
	}
	if _, err := file.Read(make([]byte, file.MaxBytes+1), rules.Load); err == nil || !strings.Contains(err.Error(), "file.large") {
		t.Errorf("a huge file: %v", err)
	}
}

// What an organiser can do, or another program write, is no error: byes given
// in several ways, equal seeds, tables that each division counts for itself, a
// match for third place and the last of a bracket in which losers play on.
func TestReadAcceptsValidFiles(t *testing.T) {
	players := `"players":[{"id":"a","seed":1,"byes":[9]},{"id":"b","seed":1},{"id":"c","division":"x"},{"id":"d","division":"x"}]`
	for _, tc := range []struct{ name, text string }{
		{"byes of everybody, one beyond the plan", `"rounds_planned":2,"rounds":[{"number":1,"matches":[{"players":["a"],"kind":"bye"},{"players":["b"],"kind":"bye"}]}]`},
		{"tables by division", `"rounds":[{"number":1,"matches":[{"table":1,"players":["a","b"],"kind":"played"},{"table":1,"players":["c","d"],"kind":"played"}]}]`},
		{"third place", `"rounds":[{"number":1,"stage":"elimination","matches":[{"players":["a","b"],"kind":"forfeit"},{"players":["c","d"],"kind":"played","games":[0,2,0]}]},{"number":2,"stage":"third_place","matches":[{"players":["b","c"],"kind":"played"}]},{"number":3,"stage":"final","matches":[{"players":["a","d"],"kind":"played"}]}]`},
		{"from the lower bracket into the final", `"rounds":[{"number":1,"stage":"upper","matches":[{"players":["a","b"],"kind":"forfeit"}]},{"number":2,"stage":"lower","matches":[{"players":["b","c"],"kind":"forfeit"}]},{"number":3,"stage":"final","matches":[{"players":["a","b"],"kind":"played"}]}]`},
		{"a mark of the encoding", `"rounds":[]`},
	} {
		text := `{"version":1,"ruleset":"magic",` + players + "," + tc.text + "}"
		if tc.name == "a mark of the encoding" {
			text = "\ufeff" + text
		}
		tour, err := file.Read([]byte(text), rules.Load)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		roundTrip(t, tour)
	}
}

// A winner that repeats the result is not kept; one that decides level games is.
func TestReadWinner(t *testing.T) {
	for text, want := range map[string]bool{
		`"stage":"swiss","matches":[{"players":["a","b"],"kind":"played","games":[2,1,0],"winner":0}]`:       false,
		`"stage":"elimination","matches":[{"players":["a","b"],"kind":"played","games":[1,1,0],"winner":0}]`: true,
	} {
		tour, err := file.Read([]byte(`{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,`+text+`}]}`), rules.Load)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m := &tour.Ledger.Rounds[0].Matches[0]
		if m.Result.HasWinner != want || tour.Rules.Winner(m) != 0 {
			t.Errorf("%s: %+v", text, m.Result)
		}
	}
}

// A name of which nothing can be seen is none, so that the id is shown.
func TestReadBlankNames(t *testing.T) {
	for _, name := range []string{"   ", "\u202e\u200b", "\xff\xfe", "\u200d"} {
		tour, err := file.Read([]byte(`{"version":1,"name":"`+name+`","ruleset":"magic","players":[{"id":"a","name":"`+name+`"}]}`), rules.Load)
		if err != nil || tour.Players[0].Name != "" || tour.Name != "" {
			t.Errorf("%q: %+v, %v", name, tour, err)
		}
	}
}

// A repair may seat a player in spite of an awarded bye, and the planned rounds may be
// lowered below those played; the file has what was played.
func TestWriteRecordsWhatWasPlayed(t *testing.T) {
	tour, err := file.Read([]byte(`{"version":1,"ruleset":"magic","rounds_planned":1,"players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"forfeit"}]}]}`), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	tour.Ledger.Players[0].ByeRounds = 1<<1 | 1<<2
	tour.Ledger.Rounds = append(tour.Ledger.Rounds, ledger.Round{Number: 2})
	var b bytes.Buffer
	if err := file.Write(&b, tour); err != nil {
		t.Fatal(err)
	}
	back, err := file.Read(b.Bytes(), rules.Load)
	if err != nil {
		t.Fatalf("%v in %s", err, b.Bytes())
	}
	if back.Ledger.Players[0].ByeRounds != 1<<2 || back.RoundsPlanned != 2 {
		t.Errorf("byes %b, %d rounds planned", back.Ledger.Players[0].ByeRounds, back.RoundsPlanned)
	}
}

// Real events come back unchanged too.
func TestRoundTripOfRealEvents(t *testing.T) {
	files, err := filepath.Glob("../../../shared/data/events/*.json")
	if err != nil || len(files) == 0 {
		t.Skip("the files of real events are not at hand (shared/data/events beside the repository)")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tour, err := file.Read(data, rules.Load)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		roundTrip(t, tour)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"version":1,"ruleset":"magic","options":{},"players":[]}`))
	f.Add([]byte(`{"version":1,"ruleset":"magic","players":[{"id":"a","name":"An\u0007n"}]}`))
	f.Add([]byte(`{"version":1,"ruleset":"riichi-helper","players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"rounds":[{"number":1,"stage":"final_tables","matches":[{"players":["a","b","c","d"],"scores":[30000,30000,30000,30000],"kind":"played"}]}]}`))
	f.Add([]byte(`{"version":1,"ruleset":"meccg","players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"mp":[-3,5],"kind":"played"}]}]}`))
	f.Add([]byte(`{"version":1,"ruleset":"netrunner","players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"points":[3,3],"sides":["runner","corp"],"kind":"intentional_draw"}]}]}`))
	loaded := map[string]*rules.Ruleset{}
	for _, id := range rules.IDs() {
		r, err := rules.Load(id)
		if err != nil {
			f.Fatal(err)
		}
		loaded[id] = r
	}
	load := func(id string) (*rules.Ruleset, error) {
		if r, ok := loaded[id]; ok {
			return r, nil
		}
		return rules.Load(id)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tour, err := file.Read(data, load)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := file.Write(&b, tour); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b.Bytes()) {
			t.Fatalf("not JSON: %s", b.Bytes())
		}
		back, err := file.Read(b.Bytes(), load)
		if err != nil {
			t.Fatalf("%v in %s", err, b.Bytes())
		}
		tour.Notes = nil // of names that were cleaned on reading; they are clean from then on
		if diff := cmp.Diff(tour, back); diff != "" {
			t.Fatalf("changed on the way:\n%s", diff)
		}
		if _, err := standings.Compute(tour.Ledger, tour.Rules, standings.Options{After: standings.All}); err != nil {
			t.Fatalf("no standings: %v in %s", err, b.Bytes())
		}
	})
}

// In a match that somebody has to win, a double loss is refused with the path of the
// match, in every round and place of a bracket, whatever its kind.
func TestADoubleLossInABracketIsRefused(t *testing.T) {
	tried := 0
	for _, stages := range [][]string{{"elimination"}, {"elimination", "elimination"}, {"elimination", "elimination", "third_place"}, {"upper"}, {"upper", "lower"}, {"upper", "upper", "lower"}} {
		for _, size := range []int{4, 8, 16} {
			for at := range stages {
				var players, rounds []string
				for i := range size {
					players = append(players, fmt.Sprintf(`{"id":"p%d"}`, i+1))
				}
				path := ""
				for r, stage := range stages[:at+1] {
					var matches []string
					for i := range max(size>>(r+1), 1) {
						// The best of those who are left meet: half of them win in each round.
						match := fmt.Sprintf(`{"players":["p%d","p%d"],"games":[2,0,0],"kind":"played"}`, i+1, size>>r-i)
						if stage == "third_place" || stage == "lower" {
							match = fmt.Sprintf(`{"players":["p%d","p%d"],"games":[2,0,0],"kind":"played"}`, size/2+2*i+1, size/2+2*i+2)
						}
						if r == at && i == max(size>>(r+1), 1)-1 {
							match = strings.Replace(match, `"games":[2,0,0],"kind":"played"`, `"kind":"double_loss"`, 1)
							path = fmt.Sprintf("path=rounds[%d].matches[%d]", r, i)
						}
						matches = append(matches, match)
					}
					rounds = append(rounds, fmt.Sprintf(`{"number":%d,"stage":%q,"matches":[%s]}`, r+1, stage, strings.Join(matches, ",")))
				}
				tried++
				text := fmt.Sprintf(`{"version":1,"ruleset":"magic","cut":%d,"players":[%s],"rounds":[%s]}`, size, strings.Join(players, ","), strings.Join(rounds, ","))
				_, err := file.Read([]byte(text), rules.Load)
				if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "kind_no_winner") {
					t.Errorf("%v of %d, round %d: %v, want %s", stages, size, at+1, err, path)
				}
			}
		}
	}
	if tried < 30 {
		t.Errorf("%d brackets were tried", tried)
	}
}
