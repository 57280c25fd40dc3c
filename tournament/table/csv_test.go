package table_test

import (
	"strings"
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/table"
)

// TestNumbersAreDecimalsWithTheirFractions: a number that has no short decimal stands
// rounded, with the fraction in a column beside it; what does not count is in brackets
// that do not make it negative.
func TestNumbersAreDecimalsWithTheirFractions(t *testing.T) {
	rows := []fraction.Fraction{fraction.Int(3), fraction.New(7, 2), fraction.New(-7, 3)}
	shown := &table.Table{Columns: []table.Column{{Key: "player"}, {Key: "points", Kind: table.Exact, Decimals: 1}, {Key: "Spring 1/2", Kind: table.Exact}}}
	for row, v := range rows {
		half := fraction.New(int64(row), 2)
		shown.Rows = append(shown.Rows, table.Row{Cells: []table.Cell{
			table.Said([]string{"Ann", "2-1", "=1"}[row]),
			{Text: half.Plain(1), Exact: half},
			{Text: v.Plain(0), Exact: v, Out: row == 0},
		}})
	}
	var got strings.Builder
	err := shown.CSV(&got)
	const want = "player,points,Spring 1/2,Spring 1/2_exact\nAnn,0.0,[3],\n'2-1,0.5,3.5,\n'=1,1.0,-2.3333,'-7/3\n"
	if err != nil || got.String() != want {
		t.Errorf("%v, wrote\n%s\nwant\n%s", err, got.String(), want)
	}
}
