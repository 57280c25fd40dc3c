package spreadsheet_test

import (
	"testing"

	"topcut/commands/spreadsheet"
	"topcut/tournament/fraction"
)

// TestNumbersAreDecimalsWithTheirFractions: a number that has no short decimal stands
// rounded, with the fraction in a column beside it; what does not count is in brackets
// that do not make it negative.
func TestNumbersAreDecimalsWithTheirFractions(t *testing.T) {
	name, short, long := spreadsheet.NewColumn("player", 3), spreadsheet.NewColumn("points", 3), spreadsheet.NewColumn("Spring 1/2", 3)
	for row, v := range []fraction.Fraction{fraction.Int(3), fraction.New(7, 2), fraction.New(-7, 3)} {
		name.Text(row, []string{"Ann", "2-1", "=1"}[row])
		short.Number(row, fraction.New(int64(row), 2), 1)
		long.Number(row, v, 0)
	}
	long.Bracket(0)
	got, err := spreadsheet.Write([]*spreadsheet.Column{name, short, long})
	const want = "player,points,Spring 1/2,Spring 1/2_exact\nAnn,0.0,[3],\n'2-1,0.5,3.5,\n'=1,1.0,-2.3333,'-7/3\n"
	if err != nil || string(got) != want {
		t.Errorf("%v, wrote\n%s\nwant\n%s", err, got, want)
	}
}
