package rules_test

import (
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// TestAResultIsReadHoweverItIsWritten has the ways in which forms, keyboards, other
// programs and eight languages write one result.
func TestAResultIsReadHoweverItIsWritten(t *testing.T) {
	games := func(v ...int32) ledger.Result {
		return ledger.Result{Form: ledger.Games, V: [4]int32{v[0], v[1], v[2]}}
	}
	for _, c := range []struct {
		ruleset string
		seats   int
		want    ledger.Result
		texts   []string
	}{
		{"magic", 2, games(2, 1, 0), []string{"2-1", "2:1", "2–1", "2—1", "2−1", "2‑1", "2 - 1", " 2 : 1 ", "2-1-0", "２－１", "2：1", "2\u2060–\u20601"}},
		{"magic", 2, games(1, 1, 1), []string{"1-1-1", "1:1:1", "1 – 1 – 1"}},
		{"magic", 2, games(0, 0, 1), []string{"0-0-1"}},
		{"chess-casual", 2, games(0, 0, 1), []string{
			"½-½", "½–½", "½:½", "½", "1/2-1/2", "1/2 - 1/2", "1/2:1/2", "0.5-0.5", "0,5-0,5", "0,5:0,5", ".5-.5", "=", "0-0-1",
			"draw", "Tie", "remis", "Unentschieden", "empate", "tablas", "nulle", "match nul", "patta", "pareggio", "引き分け", "REMIS",
		}},
		{"chess-casual", 2, games(1, 0, 0), []string{"1-0", "1:0", "1–0", "1.0-0.0", "1,0:0,0", "win", "won", "Sieg", "gewonnen", "victoria", "gané", "victoire", "gagné", "vittoria", "vinto", "vitória", "wygrana", "wygrałem", "勝ち"}},
		{"chess-casual", 2, games(0, 1, 0), []string{"0-1", "0:1", "loss", "Niederlage", "derrota", "défaite", "sconfitta", "porażka", "przegrana", "負け"}},
		{"commander-pods", 4, ledger.Result{Form: ledger.Places, V: [4]int32{2, 1, 2, 2}}, []string{"seat 2", "2 1 2 2", "0-1-0-0", "0/1/0/0", "0,1,0,0", "loss win loss loss", "L W L L", "loss; win; loss; loss"}},
		{"commander-pods", 4, ledger.Result{Form: ledger.Places, V: [4]int32{1, 1, 1, 1}}, []string{"draw", "tie", "remis", "empate", "d d d d", "1 1 1 1"}},
		{"riichi-ema", 4, ledger.Result{Form: ledger.Scores, V: [4]int32{45000, 27500, 27500, 20000}}, []string{
			"45000 27500 27500 20000", "45000/27500/27500/20000", "45,000 27,500 27,500 20,000", "45.000 27.500 27.500 20.000", "45'000 27'500 27'500 20'000",
			"45 000 / 27 500 / 27 500 / 20 000", "45000,27500,27500,20000", "45000-27500-27500-20000", "45000; 27500; 27500; 20000", "45000 | 27500 | 27500 | 20000",
		}},
		{"riichi-wrc", 4, ledger.Result{Form: ledger.Scores, V: [4]int32{66000, 41000, 21000, -8000}}, []string{"66000 41000 21000 -8000", "66000 41000 21000 −8000", "66,000/41,000/21,000/-8,000"}},
	} {
		rs, err := rules.Load(c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range c.texts {
			_, got, err := rs.ParseResult(ledger.Swiss, 0, c.seats, text)
			if err != nil || got != c.want {
				t.Errorf("%s %q: %v, %v; want %v", c.ruleset, text, got, err, c.want)
			}
			_, read, _, err := rs.ReadResult(ledger.Swiss, c.seats, text)
			if err != nil || read != got {
				t.Errorf("%s %q from a file: %v, %v; want %v", c.ruleset, text, read, err, got)
			}
		}
	}
}

// TestWhatFormatResultWritesIsReadBack holds it for every result of every game, kinds
// that only organisers give among them.
func TestWhatFormatResultWritesIsReadBack(t *testing.T) {
	count := 0
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, stage := range []ledger.Stage{ledger.Swiss, ledger.Elimination} {
			var matches []ledger.Match
			for _, o := range rs.Results(stage) {
				matches = append(matches, ledger.Match{Kind: o.Kind, N: uint8(max(rs.Seats.Preferred, 2)), Result: o.Result})
			}
			if rs.Seats.Min == 2 && rs.Seats.Max == 2 {
				matches = append(matches, ledger.Match{Kind: ledger.Forfeit, N: 2}, ledger.Match{Kind: ledger.DoubleLoss, N: 2})
			}
			matches = append(matches, ledger.Match{Kind: ledger.Bye, N: 1}, ledger.Match{Kind: ledger.AssignedLoss, N: 1})
			for _, m := range matches {
				if m.Kind == ledger.IntentionalDraw {
					m.Result = rs.IDResult()
				}
				text := rs.FormatResult(m, ledger.None)
				kind, result, turned, err := rs.ReadResult(stage, int(m.N), text)
				if m.Kind == ledger.Played && rs.OneSide(stage) && result.Form == ledger.Points {
					result.Sides = m.Result.Sides
				}
				if err != nil || kind != m.Kind || result != m.Result || turned {
					t.Errorf("%s, %s: %v %+v is written %q and read %v %+v, %v", id, stage, m.Kind, m.Result, text, kind, result, err)
				}
				count++
			}
		}
	}
	if count < 200 {
		t.Errorf("%d results were tried", count)
	}
	won := ledger.Match{N: 2, Result: ledger.Result{Form: ledger.Games, V: [4]int32{1, 1, 0}, HasWinner: true, Winner: 1}}
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	if _, got, _, err := rs.ReadResult(ledger.Elimination, 2, rs.FormatResult(won, ledger.None)); err != nil || got != won.Result {
		t.Errorf("a level score with a winner is read %+v, %v", got, err)
	}
}
