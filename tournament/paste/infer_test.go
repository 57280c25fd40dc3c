package paste_test

import (
	"strings"
	"testing"

	"topcut/tournament/paste"
)

// The print of EventLink has no records: rank, name, points, OMW, GW, OGW.
func TestRecordsAreInferredFromPointsAndGames(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       [][3]int
	}{
		// Four players, two rounds: Ada beat Bo and Cy 2-0, Bo beat Dee 2-1, Cy beat
		// Dee 2-0.
		{"with tabs", "1\tAda\t6\t50.00%\t100.00%\t50.00%\n2\tBo\t3\t66.67%\t40.00%\t66.00%\n3\tCy\t3\t66.50%\t50.00%\t66.50%\n4\tDee\t0\t50.00%\t33.00%\t45.00%", [][3]int{{2, 0, 0}, {1, 1, 0}, {1, 1, 0}, {0, 2, 0}}},
		{"with blanks and the round", "Standings - Round 4\n1 Ada van der Lee 9 66.67% 75.00% 50.00%", [][3]int{{3, 1, 0}}},
		// Six points after four rounds are 2-2-0 or 1-0-3: games decide.
		{"games decide", "Round 4\n1 Ada 6 50% 50% 50%\n2 Bo 6 50% 62.50% 50%", nil},
		{"games decide for one", "Round 4\n1 Ada 6 50% 40.00% 50%", [][3]int{{2, 2, 0}}},
		{"with a header", "Rank,Name,Points,OMW%,GW%,OGW%\nRound 3\n1,Ada,7,50,77.8,50", [][3]int{{2, 0, 1}}},
		{"who left has fewer rounds", "Round 5\n1 Ada 15 50% 100% 50%\n2 Bo 0 50% 33% 50%\n", [][3]int{{5, 0, 0}, {0, 5, 0}}},
		{"slashes are records", "1\tAda\t12\t4/0/0\t58%\t100%\t50%", [][3]int{{4, 0, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sheet, err := paste.Standings(c.text)
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), "paste.no_single_record") {
					t.Fatalf("an ambiguous record gives %v, %v", sheet, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range sheet.Rows {
				if r.Record != c.want[i] {
					t.Errorf("%s: %v, want %v", r.Name, r.Record, c.want[i])
				}
				if r.Inferred == strings.Contains(c.text, "4/0/0") {
					t.Errorf("%s: inferred %v", r.Name, r.Inferred)
				}
			}
		})
	}
}

// Where the round is not said and several fit, or the paste is a part of the
// field, nothing is guessed.
func TestAMissingRoundIsReported(t *testing.T) {
	for _, text := range []string{
		"1 Ada 9 66.67% 75.00% 50.00%",
		"1 Ada 3 33% 100% 33%\n2 Bo 1 50% 40% 50%",
	} {
		if _, err := paste.Standings(text); err == nil || !strings.Contains(err.Error(), "paste.say_round") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
