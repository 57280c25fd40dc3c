package transfer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/transfer"
)

// winners returns for each match of a table who won, or "=".
func winners(t *testing.T, ruleset, table string) ([]string, error) {
	t.Helper()
	in, err := transfer.Read([]byte(table), transfer.Options{Ruleset: ruleset})
	if err != nil {
		return nil, err
	}
	event := in.Events[0].Tournament
	var out []string
	for _, r := range event.Ledger.Rounds {
		for i := range r.Matches {
			m := &r.Matches[i]
			switch w := event.Rules.Winner(m); {
			case !m.Finished():
				out = append(out, "?")
			case w == ledger.None:
				out = append(out, "=")
			default:
				out = append(out, event.Players[m.Seats[w]].Name)
			}
		}
	}
	return out, nil
}

// TestTablesAsSpreadsheetsSaveThem reads one table as several programs and people write it:
// each is the same event, with the number of the line in what is refused.
func TestTablesAsSpreadsheetsSaveThem(t *testing.T) {
	const plain = "Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n1,Cy,bye,\n2,Cy,Ann,0-2\n2,bye,Bo,0-2\n"
	for name, text := range map[string]string{
		"plain":                        plain,
		"what separates the cells":     "sep=,\r\n" + strings.ReplaceAll(plain, "\n", "\r\n"),
		"sep in quotation marks":       "\"sep=;\"\n" + strings.ReplaceAll(plain, ",", ";"),
		"lines of the old Macintosh":   strings.ReplaceAll(plain, "\n", "\r"),
		"headings above each page":     strings.Replace(plain, "2,Cy", "Round,Player 1,Player 2,Result\n2,Cy", 1),
		"wide digits":                  strings.NewReplacer("\n1,", "\n１,", "\n2,", "\n２回戦,").Replace(plain),
		"days of a league":             strings.Replace(plain, "Round", "Spieltag", 1),
		"who won":                      "Round,Winner,Loser,Score\n1,Ann,Bo,2-0\n1,Cy,bye,\n2,Ann,Cy,2-0\n2,Bo,bye,\n",
		"titles above":                 "Friday Night\n,,,\n\"Store, 2026\",,,\n" + plain,
		"a heading with a comma in it": "\"Notes, private\"," + strings.NewReplacer("\n1,", "\n,1,", "\n2,", "\nx,2,").Replace(plain),
		"a heading on two lines":       strings.Replace(plain, "Player 1", "\"Player\n1\"", 1),
		"bars":                         "|" + strings.NewReplacer(",", "|", "Result\n", "Result|\n|---|---|---|---|\n|", "\n", "|\n|").Replace(plain),
		"blank lines between rounds":   strings.Replace(plain, "\n2,Cy", "\n\n\n2,Cy", 1),
		"each match from both sides":   plain + "1,Bo,Ann,0-2\n2,Ann,Cy,2-0\n",
		"both sides, by words":         "Round,Player,Opponent,Result\n1,Ann,Bo,Win\n1,Bo,Ann,Loss\n1,Cy,bye,\n2,Cy,Ann,lost\n2,Ann,Cy,won\n2,Bo,bye,\n",
		"both sides, who won":          "Round,Player 1,Player 2,Winner,Score\n1,Ann,Bo,Ann,2-0\n1,Bo,Ann,Ann,2-0\n1,Cy,bye,,\n2,Cy,Ann,Ann,2-0\n2,Ann,Cy,Ann,2-0\n2,Bo,bye,,\n",
		"a column for each who scored": "Round,Player 1,Score,Player 2,Score\n1,Ann,2,Bo,0\n1,Cy,,bye,\n2,Cy,0,Ann,2\n2,Bo,2,bye,0\n",
	} {
		if format := transfer.Detect([]byte(text)); format != transfer.CSV {
			t.Errorf("%s: the format is %q", name, format)
		}
		if got, err := winners(t, "magic", text); err != nil || strings.Join(got, " ") != "Ann Cy Ann Bo" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	in, err := transfer.Read([]byte("Player,Opponent,Result\nAnn,Bo,2-0\nBo,Ann,0-2\n"), transfer.Options{})
	if err != nil || len(in.Events[0].Tournament.Ledger.Rounds) != 1 || !strings.Contains(fmt.Sprint(in.Events[0].Findings), "transfer.decided.mirrored n=1") {
		t.Errorf("one match from both sides: %v, %v", in, err)
	}
	if got, err := winners(t, "magic", "Player,Opponent,Result\nAnn,Bo,2-0\nBo,Ann,0-2\nAnn,Cy,2-1\nCy,Bo,1-2\n"); err != nil || strings.Join(got, " ") != "Ann Ann Ann Bo" {
		t.Errorf("matches that stand once, of which two mirror each other: %v, %v", got, err)
	}
	if _, err := winners(t, "magic", "\n\nRound,Player 1,Player 2,Result\n\n1,Ann,Bo,2-0\n\n1,Cy,Dee,9-9\n"); err == nil || !strings.Contains(err.Error(), "line=7") {
		t.Errorf("a result in line 7: %v", err)
	}
	if _, err := winners(t, "magic", "sep=,\n"+strings.Replace(plain, "2-0", "9-9", 1)); err == nil || !strings.Contains(err.Error(), "line=3") {
		t.Errorf("a result in line 3: %v", err)
	}
}

// TestATableSaysWhoWon reads tables that say it in a column of its own, by what each
// player scored, or both; a contradiction is refused with its line.
func TestATableSaysWhoWon(t *testing.T) {
	for _, c := range []struct{ ruleset, head, row, want string }{
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Dee,2-1", "Dee"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Dee,1-2", "Dee"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Cy,2-1", "Cy"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Cy,1-2", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,draw,2-1", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Cy,1-1", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,draw,1-1-1", "="},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,,2-1", "Cy"},
		{"magic", "Player 1,Player 2,Winner,Score", "Cy,Dee,Eve,2-1", "refused.code"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,W", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,perdu", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee wins", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,dee lost", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,lost 1-2", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Cy won 2-1-0", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Cy lost 2-1", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee lost 0-2", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee won 2 to 1", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee beat Cy", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee beat Cy 2-1", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee def. Cy 2:0", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Cy besiegt Dee 2 zu 1", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee ganó a Cy 2 a 1", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee beat Cy 1-2", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee beat Dee 2-1", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Cy was beaten by Dee 2-1", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Cy didn't win 2-1", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,1/2", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,D", "="},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,2/1", "Cy"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,2-Jan", "refused.date"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,01. Feb", "refused.date"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,1/2/2026", "refused.date"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,2026-02-01 00:00:00", "refused.date"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,1/2", "="},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Eve wins", "refused.result"},
		{"magic", "Player 1,Player 2,Result", `Cy,Dee,"=""1-2"""`, "Dee"},
		{"magic", "Player 1,Score,Player 2,Score", "Cy,1,Dee,2", "Dee"},
		{"magic", "Winner,Loser", "Dee,Cy", "Dee"},
		{"magic", "Winner,Loser,Score", "Dee,Cy,2-1", "Dee"},
		{"magic", "Winner,Loser,Score", "Dee,Cy,1-2", "Dee"},
		{"magic", "Winner,Loser,Score", "Dee,Cy,1-1", "="},
		{"magic", "敗者,勝者", "Cy,Dee", "Dee"},
		{"magic", "Winner,Loser,Score", "Dee,Cy,-/+", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,2", "Dee"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,Player 1", "Cy"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,3", "refused.code"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,dee ", "Dee"},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,Unentschieden", "="},
		{"magic", "Player 1,Player 2,Winner", "Cy,Dee,", "?"},
		{"magic", "Spieler 1;Spieler 2;Sieger", "Cy;Dee;Dee", "Dee"},
		{"magic", "Player 1,Player 2,Score 1,Score 2", "Cy,Dee,1,2", "Dee"},
		{"magic", "Player 1,Player 2,Points 1,Points 2", "Cy,Dee,2,0", "Cy"},
		{"magic", "Player 1,Player 2,P1 Wins,P2 Wins,Draws", "Cy,Dee,1,1,1", "="},
		{"magic", "Player 1,Player 2,Score 1,Score 2,Result", "Cy,Dee,1,2,2-1", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Score 1,Score 2,Result", "Cy,Dee,1,2,1:2", "Dee"},
		{"magic", "Player 1,Player 2,Score 1,Score 2,Winner", "Cy,Dee,1,2,1", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Score 1,Score 2,Winner", "Cy,Dee,2,1,2", "refused.contradiction"},
		{"magic", "Player 1,Player 2,P1 Wins,P2 Wins,Winner", "Cy,Dee,2,0,Dee", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Score 1,Score 2,Result,Winner", "Cy,Dee,2,1,2-1,Dee", "refused.contradiction"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,draw", "="},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Dee", "Dee"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,Eve", "refused.result"},
		{"magic", "Player 1,Player 2,Result", "Cy,Dee,2", "refused.result"},
		{"chess-casual", "White,Black,Result", "Cy,Dee,½-½", "="},
		{"chess-casual", "White,Black,Score", "Cy,Dee,0", "Dee"},
		{"chess-casual", "White,Black,Score", "Cy,Dee,0.5", "="},
		{"chess-casual", "White,Black,White Score,Black Score", "Cy,Dee,0.5,0.5", "="},
		{"chess-casual", "White,Black,White Score,Black Score", "Cy,Dee,0,1", "Dee"},
		{"chess-casual", "White,Black,Result", "Cy,Dee,-:+", "Dee"},
		{"chess-casual", "White,Black,Result", "Cy,Dee,+:-", "Cy"},
		{"chess-casual", "White,Black,Winner", "Cy,Dee,Black", "Dee"},
		{"chess-casual", "White,Black,White Score,Black Score,Winner", "Cy,Dee,1,0,White", "Cy"},
		{"chess-casual", "Blancs,Noirs,Résultat", "Cy,Dee,0-1", "Dee"},
		{"netrunner", "Corp,Runner,Winner", "Cy,Dee,Runner", "Dee"},
		{"riichi-ema", "プレイヤー1,プレイヤー2,プレイヤー3,プレイヤー4,結果", "Ann,Bob,Cy,Dee,20000 27500 45000 27500", "Cy"},
		{"netrunner", "Player 1,Player 2,Score 1,Score 2", "Cy,Dee,0,6", "Dee"},
		{"netrunner", "Player 1,Player 2,Winner", "Cy,Dee,Dee", "Dee"},
		{"meccg", "Player 1,Player 2,Result", "Cy,Dee,15-29", "Dee"},
		{"meccg", "Player 1,Player 2,Winner,Result", "Cy,Dee,Dee,29-15", "Dee"},
		{"meccg", "Player 1,Player 2,Winner", "Cy,Dee,Dee", "refused.result"},
		{"commander-pods", "Player 1,Player 2,Player 3,Player 4,Winner", "Ann,Bob,Cy,Dee,Cy", "Cy"},
		{"commander-pods", "Player 1,Player 2,Player 3,Player 4,Winner", "Ann,Bob,Cy,Dee,draw", "="},
		{"commander-pods", "Player 1,Player 2,Player 3,Player 4,Winner", "Ann,Bob,Cy,Dee,4", "Dee"},
		{"commander-pods", "Player 1,Player 2,Player 3,Player 4,Result,Winner", "Ann,Bob,Cy,Dee,seat 2,Cy", "refused.contradiction"},
		{"commander-pods", "Player 1,Player 2,Player 3,Player 4,Result", "Ann,Bob,Cy,Dee,loss loss loss win", "Dee"},
		{"riichi-ema", "Player 1,Player 2,Player 3,Player 4,Score 1,Score 2,Score 3,Score 4", `Ann,Bob,Cy,Dee,20000,"27,500",45000,27500`, "Cy"},
		{"riichi-ema", "Player 1,Player 2,Player 3,Player 4,Winner", "Ann,Bob,Cy,Dee,Cy", "refused.result"},
	} {
		got, err := winners(t, c.ruleset, c.head+"\n"+c.row+"\n")
		said := strings.Join(got, " ")
		if err != nil {
			said = err.Error()
		}
		if said != c.want && (err == nil || !strings.Contains(said, c.want) || !strings.Contains(said, "line=2")) {
			t.Errorf("%s, %s, %s: %s; want %s", c.ruleset, c.head, c.row, said, c.want)
		}
	}
}

// TestEveryColumnOfATableIsNamed: used, or left out.
func TestEveryColumnOfATableIsNamed(t *testing.T) {
	for _, c := range []struct{ head, row, used, left string }{
		{"Round,Player 1,Player 2,Result,Comment,Judge", "1,Ann,Bob,2-0,late,Joe", "Round Player 1 Player 2 Result", "Comment Judge"},
		{"Round,Player 1,Player 2,Result,Rank,OMW%", "1,Ann,Bob,2-0,1,33", "Round Player 1 Player 2 Result", "Rank OMW%"},
		{"Round,Player 1,Player 2,Result,Score", "1,Ann,Bob,2-0,2-0", "Round Player 1 Player 2 Result", "Score"},
		{"Name,Rating,Colour", "Ann,1500,blue", "Name Rating", "Colour"},
	} {
		in, err := transfer.Read([]byte(c.head+"\n"+c.row+"\n"), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Errorf("%s: %v", c.head, err)
			continue
		}
		var used, left []string
		for _, f := range in.Events[0].Findings {
			switch name := fmt.Sprint(f.Arg("column")); f.Code {
			case "transfer.decided.columns":
				used = append(used, name)
			case "transfer.decided.unread":
				left = append(left, name)
			}
		}
		if strings.Join(used, " ") != c.used || strings.Join(left, " ") != c.left {
			t.Errorf("%s: used %q, left out %q", c.head, used, left)
		}
	}
}

// TestRoundsOfATableStandInAnyOrder shuffles the lines of a table, with the round
// written in several ways.
func TestRoundsOfATableStandInAnyOrder(t *testing.T) {
	rows := []string{"%s1,Ann,Bob,2-0", "%s1,Cy,Dee,2-1", "%s2,Ann,Cy,1-2", "%s2,Bob,Dee,0-2", "%s3,Ann,Dee,1-1-1", "%s3,Bob,Cy,2-0"}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		lines := slices.Clone(rows)
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		before := []string{"", "Round ", "R", "Runde ", "#"}[rng.IntN(5)]
		table := strings.ReplaceAll("Round,Player 1,Player 2,Result\r\n"+strings.Join(lines, "\r\n"), "%s", before)
		in, err := transfer.Read([]byte(table), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Fatalf("%q: %v", table, err)
		}
		event := in.Events[0].Tournament
		points := map[string]int{}
		for i, r := range event.Ledger.Rounds {
			if len(r.Matches) != 2 {
				t.Fatalf("%q: round %d has %d matches", table, i+1, len(r.Matches))
			}
			for j := range r.Matches {
				if w := event.Rules.Winner(&r.Matches[j]); w >= 0 {
					points[event.Players[r.Matches[j].Seats[w]].Name] += i + 1
				}
			}
		}
		if len(event.Ledger.Rounds) != 3 || points["Ann"] != 1 || points["Bob"] != 3 || points["Cy"] != 3 || points["Dee"] != 2 {
			t.Errorf("%q: %v", table, points)
		}
	}
	_, err := transfer.Read([]byte("Round,Player 1,Player 2,Result\n2,Ann,Bob,2-0\n1,Ann,Bob,5-5\n"), transfer.Options{Ruleset: "magic"})
	if err == nil || !strings.Contains(err.Error(), "line=3") {
		t.Errorf("a fault in line 3, read first: %v", err)
	}
}

// TestATableIsReadBackAsItWasWritten exports events of every game with every kind of
// result as a table, reads it and exports it again.
func TestATableIsReadBackAsItWasWritten(t *testing.T) {
	tried := map[ledger.Kind]int{}
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(12) {
			event := madeUp(rs, id, rand.New(rand.NewPCG(seed, 2)))
			for _, r := range event.Ledger.Rounds {
				for _, m := range r.Matches {
					tried[m.Kind]++
				}
			}
			first, _, err := transfer.Write(event, transfer.Target{Format: transfer.CSV})
			if err != nil {
				t.Fatal(err)
			}
			in, err := transfer.Read(first, transfer.Options{Ruleset: id})
			if err != nil {
				t.Errorf("%s, %d: %v\n%s", id, seed, err, first)
				continue
			}
			second, _, err := transfer.Write(in.Events[0].Tournament, transfer.Target{Format: transfer.CSV})
			if err != nil || string(first) != string(second) {
				t.Errorf("%s, %d, %v: written\n%s\nread and written\n%s", id, seed, err, first, second)
			}
			inAnyOrder(t, id, string(first), rand.New(rand.NewPCG(seed, 3)))
		}
	}
	for _, kind := range []ledger.Kind{ledger.Played, ledger.Bye, ledger.IntentionalDraw, ledger.AssignedLoss, ledger.Forfeit, ledger.DoubleLoss, ledger.Elsewhere} {
		if tried[kind] < 20 {
			t.Errorf("%d matches are %s", tried[kind], kind)
		}
	}
}

// inAnyOrder reads a table with its lines shuffled and its rounds by their names, and
// writes it again: the lines are the same.
func inAnyOrder(t *testing.T, id, table string, rng *rand.Rand) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	shuffled := slices.Clone(lines[1:])
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	name := []string{"Round ", "Runde ", "R", "第"}[rng.IntN(4)]
	text := lines[0] + "\n" + name + strings.Join(shuffled, "\n"+name) + "\n"
	in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: id})
	if err != nil {
		t.Errorf("%s: %v\n%s", id, err, text)
		return
	}
	written, _, err := transfer.Write(in.Events[0].Tournament, transfer.Target{Format: transfer.CSV})
	if err != nil {
		t.Errorf("%s: %v", id, err)
		return
	}
	got := strings.Split(strings.TrimSuffix(string(written), "\n"), "\n")
	slices.Sort(got)
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("%s: read in another order\n%s\nwritten\n%s", id, text, written)
	}
}

// madeUp returns an event of some rounds with results of every kind.
func madeUp(rs *rules.Ruleset, id string, rng *rand.Rand) *file.Tournament {
	event := &file.Tournament{Ruleset: id, Rules: rs, Tags: []string{""}, Divisions: []string{""}, Flights: []string{""}, Ledger: &ledger.Ledger{}}
	seats := max(rs.Seats.Preferred, 2)
	for i := range 4 * seats {
		event.Players = append(event.Players, file.Player{ID: fmt.Sprintf("p%d", i+1), Name: []string{"Zoé", "李", "Ann, B", "=x", "A😀", "O\"k"}[i%6] + fmt.Sprint(i)})
		event.Ledger.Players = append(event.Ledger.Players, ledger.Player{DroppedAfter: ledger.Active})
	}
	for round := range 4 {
		order := rng.Perm(len(event.Players))
		r := ledger.Round{Number: int16(round + 1), Stage: ledger.Swiss}
		for len(order) > 0 {
			m := madeUpMatch(rs, seats, len(order), rng)
			if m.Kind != ledger.Bye {
				m.Table = int16(len(r.Matches) + 1)
			}
			for i := range int(m.N) {
				m.Seats[i] = int32(order[i])
			}
			order = order[m.N:]
			r.Matches = append(r.Matches, m)
		}
		event.Ledger.Rounds = append(event.Ledger.Rounds, r)
	}
	return event
}

// madeUpMatch returns a match of at most left players without its players.
func madeUpMatch(rs *rules.Ruleset, seats, left int, rng *rand.Rand) ledger.Match {
	m := ledger.Match{N: uint8(seats), Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	form := ledger.Unfinished
	options := rs.Results(ledger.Swiss)
	if len(options) > 0 {
		form = options[0].Result.Form
	}
	switch kind := rng.IntN(10); {
	case left < seats || kind == 0:
		m.N, m.Kind = 1, []ledger.Kind{ledger.Bye, ledger.AssignedLoss}[rng.IntN(2)]
	case kind == 1 && form == ledger.Games:
		m.N, m.Kind, m.Result = 1, ledger.Elsewhere, options[rng.IntN(len(options))].Result
	case kind == 2 && seats == 2:
		m.Kind = []ledger.Kind{ledger.Forfeit, ledger.DoubleLoss}[rng.IntN(2)]
	case kind == 3 && rs.Draws.Intentional:
		m.Kind, m.Result = ledger.IntentionalDraw, rs.IDResult()
	case kind == 4: // unfinished
	case form == ledger.Unfinished:
		start := int32(rs.Tables.Start)
		m.Result = ledger.Result{Form: ledger.Scores, V: [4]int32{start + 11000, start + 2500, start - 2500, start - 11000}}
		if kind == 5 {
			m.Result.Penalties[rng.IntN(4)] = 20_500
		}
	default:
		o := options[rng.IntN(len(options))]
		m.Kind, m.Result = o.Kind, o.Result
		if o.Kind == ledger.IntentionalDraw {
			m.Result = rs.IDResult()
		}
	}
	return m
}

// TestCasesOfTables reads the tables of public bug reports.
func TestCasesOfTables(t *testing.T) {
	for _, c := range []struct{ name, ruleset, want string }{
		{"01-winner-column.csv", "magic", "Ann Dee"},
		{"02-written-scores.csv", "magic", "Ann Dee"},
		{"02-chess-scores.csv", "chess-casual", "= Cy"},
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "cases", c.name))
		if err != nil {
			t.Skip("the cases are not here:", err)
		}
		got, err := winners(t, c.ruleset, string(data))
		if said := strings.Join(got, " "); err != nil || said != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, said, err, c.want)
		}
	}
}

// TestEveryFormatReadsAScoreAsPeopleWriteIt: wherever a file has a score as text, it is
// read in every spelling that a player may type.
func TestEveryFormatReadsAScoreAsPeopleWriteIt(t *testing.T) {
	files := map[transfer.Format]string{
		transfer.CSV:       "Player 1;Player 2;Result\nAnn;Bo;%s\n",
		transfer.TopDeck:   `{"Tournament":{"Name":"A"},"Rounds":[{"RoundName":1,"Matches":[{"Player1":"Ann","Player2":"Bo","Result":"%s"}]}]}`,
		transfer.Melee:     `{"Tournament":{"Name":"A"},"Rounds":[{"RoundName":"Round 1","Matches":[{"Player1":"Ann","Player2":"Bo","Result":"%s"}]}]}`,
		transfer.Challonge: `{"tournament":{"tournament_type":"swiss","participants":[{"id":1,"name":"Ann"},{"id":2,"name":"Bo"}],"matches":[{"state":"complete","round":1,"player1_id":1,"player2_id":2,"winner_id":%w,"scores_csv":"%s"}]}}`,
	}
	tried := 0
	for format, file := range files {
		for score, winner := range map[string]string{"2-1": "1", "0-2": "2", "1-1": "null"} {
			read := func(text string) string {
				in, err := transfer.Read([]byte(strings.NewReplacer("%s", text, "%w", winner).Replace(file)), transfer.Options{Format: format, Ruleset: "magic"})
				if err != nil {
					return err.Error()
				}
				return fmt.Sprintf("%+v", in.Events[0].Tournament.Ledger.Rounds)
			}
			want := read(score)
			if strings.Contains(want, "refused") {
				t.Fatalf("%s: %s: %s", format, score, want)
			}
			for _, between := range []string{":", "–", "—", "−", "‑", "：", "－", " - ", " : ", " – ", "\u2060–\u2060"} {
				tried++
				text := strings.ReplaceAll(score, "-", between)
				if got := read(text); got != want {
					t.Errorf("%s: %q is read %s, want %s", format, text, got, want)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d were tried", tried)
	}
}

// TestWhoWonIsReadHoweverItIsStated generates tables around those of public reports: for
// each game of two, each result of it, written from the winner's side or in the order of
// the names, beside a column that names the winner in one of several ways. What the row
// says together counts, and a row that contradicts itself is refused with its line.
func TestWhoWonIsReadHoweverItIsStated(t *testing.T) {
	tried := 0
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if rs.Seats.Min != 2 || rs.Seats.Max != 2 {
			continue
		}
		for _, o := range rs.Results(ledger.Swiss) {
			m := ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}
			is := rs.Winner(&m)
			if o.Kind != ledger.Played {
				continue
			}
			for seat, ways := range [][]string{{"Ann", "ANN", " ann ", "1", "Player 1"}, {"Bo", "bo", "Bo ", "2", "Player 2"}, {"draw", "Remis", "empate", "引き分け", "0"}} {
				for _, said := range ways {
					tried++
					got, err := winners(t, id, fmt.Sprintf("Player 1;Player 2;Winner;Score\nAnn;Bo;%s;%s\n", said, o.Value))
					want := []string{"Ann", "Bo", "="}[seat]
					switch {
					case is == seat, is == ledger.None && seat == 2, is == 0 && seat == 1: // as it stands, or from the winner's side
						if err != nil || strings.Join(got, " ") != want {
							t.Errorf("%s: %q beside %q gives %v %v, want %s", id, said, o.Value, got, err, want)
						}
					case err == nil || !strings.Contains(err.Error(), "refused.contradiction") || !strings.Contains(err.Error(), "line=2"):
						t.Errorf("%s: %q beside %q gives %v %v", id, said, o.Value, got, err)
					}
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("%d rows were tried", tried)
	}
}

// A score with a word beside it is read from the side of the player who is named; one that
// says otherwise than the score is refused.
func TestAScoreIsReadInASentence(t *testing.T) {
	for text, want := range map[string]string{
		"Ann Lee won 2-1-0": "Ann Lee", "ann lee wins 2:1": "Ann Lee", "Bo won 2-0-0": "Bo", "BO beats Ann Lee 2–1": "Bo", "Bo won 2-0": "Bo",
		"0-0-3 Draw": "=", "1-1-1 draw": "=",
		"Bo won 0-2": "", "Cy won 2-0": "", "2-0 Draw": "", "Ann Lee met Bo": "", "Ann won 2-0": "",
	} {
		got, err := winners(t, "magic-melee", "Player 1,Player 2,Result\nAnn Lee,Bo,"+text+"\n")
		switch {
		case want == "" && err == nil:
			t.Errorf("%q is taken for %v", text, got)
		case want != "" && (err != nil || len(got) != 1 || got[0] != want):
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestALongerMatchOfABracketIsRead: a file seldom says that a final is the best of five. Where
// the game allows that length, its score says so; a Swiss round has no such match.
func TestALongerMatchOfABracketIsRead(t *testing.T) {
	const rounds = "Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n1,Cy,Dee,2-1\nSemifinal,Ann,Dee,2-1\nSemifinal,Cy,Bo,%s\nFinal,Ann,Cy,%s\n"
	for _, c := range []struct {
		ruleset, semi, final string
		best                 [2]uint8 // of the second semifinal and the final
		refused              int      // line, 0 = none
	}{
		{"magic", "2-0", "3-2", [2]uint8{0, 5}, 0},
		{"magic", "2-0", "Ann 3-1", [2]uint8{0, 5}, 0},
		{"magic", "2-0", "2-1", [2]uint8{0, 0}, 0},
		{"magic", "3-0", "1-3", [2]uint8{5, 5}, 0},
		{"magic", "2-0", "4-3", [2]uint8{}, 6},
		{"magic", "2-0", "3-3", [2]uint8{}, 6},
		{"yugioh", "2-0", "3-2", [2]uint8{}, 6},
	} {
		in, err := transfer.Read(fmt.Appendf(nil, rounds, c.semi, c.final), transfer.Options{Ruleset: c.ruleset})
		if c.refused > 0 {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint("line=", c.refused)) {
				t.Errorf("%s, a final of %s: %v", c.ruleset, c.final, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s, a final of %s: %v", c.ruleset, c.final, err)
			continue
		}
		f := in.Events[0].Tournament
		f.Name = "Cup"
		last := f.Ledger.Rounds[1:]
		if got := [2]uint8{last[0].Matches[1].Best, last[1].Matches[0].Best}; got != c.best {
			t.Errorf("%s, %s and %s: best of %d, want %d", c.ruleset, c.semi, c.final, got, c.best)
		}
		readsBack(t, f)
		takenOver(t, f)
	}
	if _, err := transfer.Read([]byte("Round,Player 1,Player 2,Result\n1,Ann,Bo,3-2\n"), transfer.Options{Ruleset: "magic"}); err == nil {
		t.Error("a Swiss round has a match of five games")
	}
	challonge := `{"tournament":{"name":"Cup","tournament_type":"single elimination","participants":[{"participant":{"id":1,"name":"Ann","seed":1}},{"participant":{"id":2,"name":"Bo","seed":2}}],"matches":[{"match":{"id":1,"state":"complete","round":1,"player1_id":1,"player2_id":2,"winner_id":1,"scores_csv":"3-2"}}]}}`
	in, err := transfer.Read([]byte(challonge), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Fatal(err)
	}
	if m := in.Events[0].Tournament.Ledger.Rounds[0].Matches[0]; m.Best != 5 || m.Result.V != [4]int32{3, 2} {
		t.Errorf("from Challonge: best of %d, %v", m.Best, m.Result)
	}
}
