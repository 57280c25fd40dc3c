package table_test

import (
	"testing"

	"topcut/tournament/table"
)

// TestNoCellIsTakenForSomethingElse: what a spreadsheet would take for a formula, a date,
// a time or a number is quoted; other texts and whole numbers are not.
func TestNoCellIsTakenForSomethingElse(t *testing.T) {
	for _, text := range []string{
		"=SUM(A1)", "+1", "-2", "@x", "\tx", "2-1", "2-1-0", "1/2", "1/2-1/2", "2:1", "(3)", "(7/2)", "3.5.", "3-4", "007", "1e5", "12 %", "$5",
		"May 5", "5 mai", "3. März", "12-Oct", "Dec-1", "5 sty", "9pm", "12:30", "3月5日", "2–1",
	} {
		if got := table.Quote(text); got != "'"+text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	for _, text := range []string{"", "0", "3", "128", "Ann", "Player 2", "R2-D2", "May", "Mark 5", "[3]", "Team 1/2", "BYE", "win", "p5", "A1", "Ann-Marie", "½–½"} {
		if got := table.Quote(text); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}
