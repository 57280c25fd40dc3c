package transfer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/ledger"
	"topcut/tournament/transfer"
)

// sitting is how players sit out coming rounds: by player and round, the code of a TRF
// file.
type sitting map[[2]int]byte

// trfDraft is a TRF file to be: played rounds, coming ones, and how they are written.
type trfDraft struct {
	n, played, planned int
	cells              [][]string // by player
	halves             []int      // twice the points of the played rounds
	sits               sitting
	total              bool // points hold those of coming rounds
	lines              bool // byes are lines of their own
}

func drawTRF(t *rapid.T) *trfDraft {
	d := &trfDraft{n: rapid.IntRange(4, 14).Draw(t, "players"), played: rapid.IntRange(0, 3).Draw(t, "played"), sits: sitting{}}
	d.planned = d.played + rapid.IntRange(1, 4).Draw(t, "coming")
	d.cells, d.halves = make([][]string, d.n), make([]int, d.n)
	for range d.played {
		order := rapid.Permutation(numbersTo(d.n)).Draw(t, "order")
		for i := 0; i+1 < len(order); i += 2 {
			a, b, won := order[i], order[i+1], rapid.IntRange(0, 2).Draw(t, "result")
			d.cells[a] = append(d.cells[a], fmt.Sprintf("  %4d w %c", b+1, "0=1"[won]))
			d.cells[b] = append(d.cells[b], fmt.Sprintf("  %4d b %c", a+1, "1=0"[won]))
			d.halves[a], d.halves[b] = d.halves[a]+won, d.halves[b]+2-won
		}
		if d.n%2 == 1 {
			last := order[d.n-1]
			d.cells[last], d.halves[last] = append(d.cells[last], "  0000 - U"), d.halves[last]+2
		}
	}
	d.lines = rapid.Bool().Draw(t, "lines")
	codes := []byte("FHZU-")
	if d.lines {
		codes = []byte("FHZ")
	}
	for range rapid.IntRange(1, 5).Draw(t, "byes") {
		p, r := rapid.IntRange(0, d.n-1).Draw(t, "who"), rapid.IntRange(d.played+1, d.planned).Draw(t, "round")
		d.sits[[2]int{p, r}] = rapid.SampledFrom(codes).Draw(t, "code")
	}
	d.total = rapid.Bool().Draw(t, "total")
	return d
}

func numbersTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// worth returns twice the points of a code.
func worth(code byte) int { return map[byte]int{'F': 2, 'U': 2, 'H': 1}[code] }

func (d *trfDraft) String() string {
	var b, extra strings.Builder
	fmt.Fprintf(&b, "012 Club\nXXR %d\n", d.planned)
	for p := range d.n {
		points, cells := d.halves[p], strings.Join(d.cells[p], "")
		for r := d.played + 1; r <= d.planned; r++ {
			code, sits := d.sits[[2]int{p, r}]
			if d.total {
				points += worth(code)
			}
			switch {
			case sits && d.lines && code == 'Z' && r == d.played+1:
				fmt.Fprintf(&extra, "XXZ %d\n", p+1)
			case sits && d.lines:
				fmt.Fprintf(&extra, "240 %c %3d %4d\n", code, r, p+1)
			}
			if !sits || d.lines {
				cells += "          "
				continue
			}
			cells += "  0000 - " + string(code)
		}
		fmt.Fprintf(&b, "001 %4d      %-33s %4s%27s %4.1f %4d%s\n", p+1, fmt.Sprint("P", p+1), "", "", float64(points)/2, p+1, strings.TrimRight(cells, " "))
	}
	return b.String() + extra.String()
}

// What a file says of rounds in which nobody has a game yet are byes known beforehand, of
// every code, in the rounds of the players or in lines of their own, with or without
// their points in the total; and they are written as they were read.
func TestByesOfComingRoundsAreKnownBeforehand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTRF(t)
		in, err := transfer.Read([]byte(d.String()), transfer.Options{Format: transfer.TRF})
		if err != nil {
			t.Fatalf("%v\n%s", err, d)
		}
		e := &in.Events[0]
		d.check(t, e)
		if _, differ, err := e.Compare(); err != nil || len(differ) > 0 {
			t.Errorf("points differ: %+v %v\n%s", differ, err, d)
		}
		out, _, err := transfer.Write(e.Tournament, transfer.Target{Format: transfer.TRF})
		if err != nil {
			t.Fatal(err)
		}
		if in, err = transfer.Read(out, transfer.Options{Format: transfer.TRF}); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		d.check(t, &in.Events[0])
	})
}

// check compares what was read with the draft.
func (d *trfDraft) check(t *rapid.T, e *transfer.Imported) {
	l := e.Tournament.Ledger
	if len(l.Rounds) != d.played || e.Tournament.RoundsPlanned != d.planned {
		t.Errorf("%d rounds of %d, want %d of %d\n%s", len(l.Rounds), e.Tournament.RoundsPlanned, d.played, d.planned, d)
	}
	for p, lp := range l.Players {
		if lp.DroppedAfter != ledger.Active {
			t.Errorf("player %d counts as dropped\n%s", p+1, d)
		}
		for r := d.played + 1; r <= d.planned; r++ {
			code := d.sits[[2]int{p, r}]
			half, full, away := code == 'H', code == 'F' || code == 'U', code == 'Z' || code == '-'
			if lp.AwardedBye(r) != half || lp.FullBye(r) != full || lp.Away(r) != away {
				t.Errorf("player %d, round %d: %q\n%s", p+1, r, code, d)
			}
		}
	}
}

// Where a file says who sits out the next round, a player of whom it says nothing is to be
// paired, though absent before; a player absent from both has left.
func TestAbsenceBeforeAComingRound(t *testing.T) {
	const head = "001 %4d      %-33s %4s%27s %4.1f %4d%s\n"
	text := "XXR 4\n"
	for i, cells := range []string{"     2 w 1", "     1 b 0  0000 - H", "  0000 - -", "  0000 - -  0000 - -", "     6 w 0", "     5 b 1"} {
		text += fmt.Sprintf(head, i+1, fmt.Sprint("P", i+1), "", "", 0.0, 1, cells)
	}
	in, err := transfer.Read([]byte(text), transfer.Options{Format: transfer.TRF})
	if err != nil {
		t.Fatal(err)
	}
	for p, lp := range in.Events[0].Tournament.Ledger.Players {
		if left := lp.DroppedAfter != ledger.Active; left != (p == 3) {
			t.Errorf("player %d has left: %v", p+1, left)
		}
	}
}

// The same in tables and in tournament files: a round of byes alone is still to come.
func TestARoundOfByesAloneIsToCome(t *testing.T) {
	for name, c := range map[string]struct {
		format transfer.Format
		text   string
	}{
		"table": {transfer.CSV, "Round,Player 1,Player 2,Result\n1,Ann,Bob,1-0\n1,Cy,Dee,0-1\n2,Ann,,bye\n2,Bob,,absent\n"},
		"file": {transfer.Topcut, `{"version":1,"ruleset":"chess-casual","players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"rounds":[
			{"number":1,"matches":[{"players":["a","b"],"kind":"played","games":[1,0,0]},{"players":["c","d"],"kind":"played","games":[0,1,0]}]},
			{"number":2,"matches":[{"players":["a"],"kind":"bye"},{"players":["b"],"kind":"assigned_loss"}]}]}`},
	} {
		in, err := transfer.Read([]byte(c.text), transfer.Options{Format: c.format, Ruleset: "chess-casual"})
		if err != nil {
			t.Fatal(name, err)
		}
		l := in.Events[0].Tournament.Ledger
		if len(l.Rounds) != 1 || !l.Players[0].FullBye(2) || !l.Players[1].Away(2) {
			t.Errorf("%s: %d rounds, %+v", name, len(l.Rounds), l.Players)
		}
		for _, lp := range l.Players {
			if lp.DroppedAfter != ledger.Active {
				t.Errorf("%s: a player who sits out or is to be paired counts as dropped", name)
			}
		}
	}
}

// Players of a line XXP are not to be paired with each other, those of 260 from one round
// to another; and they are written as they were read.
func TestForbiddenPairsOfATRFFile(t *testing.T) {
	const players = "001    1      Ann\n001    2      Bob\n001    3      Cy\n001    5      Dee\n"
	want := []ledger.Apart{{A: 0, B: 1}, {A: 0, B: 2, From: 2, To: 4}, {A: 0, B: 3}, {A: 1, B: 3}}
	data := []byte(players + "XXP 1 2 5\n260   2   4    3    1\n")
	for range 2 {
		in, err := transfer.Read(data, transfer.Options{Format: transfer.TRF})
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Events[0].Tournament.Ledger.Apart; !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v\n%s", got, want, data)
		}
		if data, _, err = transfer.Write(in.Events[0].Tournament, transfer.Target{Format: transfer.TRF}); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"XXP 1 x", "XXP 1 1", "XXP 1 4", "260 2 1 1 2", "260 1", "260 0 2 1 2"} {
		if _, err := transfer.Read([]byte(players+bad+"\n"), transfer.Options{Format: transfer.TRF}); err == nil || !strings.Contains(err.Error(), "line=5") {
			t.Errorf("%s gives %v", bad, err)
		}
	}
}

// Lines that are not understood are named.
func TestLinesOfATRFFileAreNamed(t *testing.T) {
	const players = "001    1      Ann\n001    2      Bob\n"
	in, err := transfer.Read([]byte("022 Bonn\n"+players+"XXA 1 1.0\n### note\n250 0.0 1.0 1 2 1 2\nXXA 2 1.0\n"), transfer.Options{Format: transfer.TRF})
	if err != nil {
		t.Fatal(err)
	}
	named := ""
	for _, f := range in.Events[0].Findings {
		if f.Code == "transfer.decided.lines" {
			named = f.String()
		}
	}
	if !strings.Contains(named, "line=1 code=022 transfer.line_code line=4 code=XXA transfer.line_code line=6 code=250") {
		t.Errorf("named: %q", named)
	}
}
