package tournament_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/transfer"
)

// caseFile returns a file of the public bug reports, which lie beside the repository.
func caseFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", name))
	if err != nil {
		t.Skip("the cases are not here:", err)
	}
	return data
}

// casesHere returns the names of the files of the reports, if they are here.
func casesHere(t *testing.T) (names []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join("..", "..", "shared", "cases", "[0-9]*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		names = append(names, filepath.Base(path))
	}
	return names
}

// TestCaseOfAnAbsenceInTheNextRound pairs round 2 of eight players, of whom the file says
// that one sits it out: none of the others counts as dropped.
func TestCaseOfAnAbsenceInTheNextRound(t *testing.T) {
	in, err := transfer.Read(caseFile(t, "03-absent-next-round.trf"), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: in.Events[0].Tournament}.Command(), &command.Pair{})
	s := w.snap.State
	var seated []int32
	tables, byes := 0, 0
	for _, m := range s.PreviewMatches {
		switch {
		case m.N == 2:
			tables++
			seated = append(seated, m.Players()...)
		case m.Kind == ledger.Bye:
			byes++
			seated = append(seated, m.Players()...)
		}
	}
	slices.Sort(seated)
	if s.Preview.Number != 2 || tables != 3 || byes != 1 || !slices.Equal(seated, []int32{1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("round %d has %d tables and %d byes for %v", s.Preview.Number, tables, byes, seated)
	}
}

// TestCaseOfARoundRobinWithANoShow ranks four who played all against all.
func TestCaseOfARoundRobinWithANoShow(t *testing.T) {
	f := read(t, string(caseFile(t, "06-round-robin-no-show.json")))
	table, err := standings.Compute(f.Ledger, f.Rules, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, row := range table.Rows {
		order = append(order, f.Players[row.Player].ID)
	}
	if got := strings.Join(order, " "); got != "ann bob cy dee" {
		t.Errorf("the order is %s", got)
	}
}

// TestCaseOfAMatchThatNoPlayerWon refuses the file of a bracket with its path.
func TestCaseOfAMatchThatNoPlayerWon(t *testing.T) {
	_, err := file.Read(caseFile(t, "08-nobody-came.json"), rules.Load)
	if err == nil || !strings.Contains(err.Error(), "path=rounds[0].matches[0]") || !strings.Contains(err.Error(), "kind_no_winner") {
		t.Errorf("read with %v", err)
	}
}

// TestCaseOfOnePersonInTwoFiles: the names of the two files look the same and are one.
func TestCaseOfOnePersonInTwoFiles(t *testing.T) {
	a, b := read(t, string(caseFile(t, "14-one-person-week-a.json"))), read(t, string(caseFile(t, "14-one-person-week-b.json")))
	if a.Players[0].Name == b.Players[0].Name || names.Key(a.Players[0].Name) != names.Key(b.Players[0].Name) {
		t.Errorf("%q and %q", a.Players[0].Name, b.Players[0].Name)
	}
}
