// Package workbook writes an event as an Excel workbook: one sheet for each view,
// the standings with every tiebreaker, the matches of all rounds, the players,
// and the cut.
//
// Every text is written as text, whatever it begins with, so that no name is ever
// a formula; numbers are numbers, so that a spreadsheet can go on with them.
package workbook

import (
	"bytes"
	"strings"

	"github.com/xuri/excelize/v2"

	"topcut/commands/text"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// longest is how many characters a cell takes.
const longest = 32767

// Write returns the workbook of an event, with headings in the language of the
// printer.
func Write(t *file.Tournament, words text.Printer) ([]byte, error) {
	b := &book{f: excelize.NewFile(), t: t, words: words}
	defer b.f.Close()
	for _, sheet := range []struct {
		name string
		fill func() error
	}{
		{words.Say("workbook.standings"), b.standings},
		{words.Say("workbook.matches"), b.matches},
		{words.Say("workbook.players"), b.players},
		{words.Say("workbook.cut"), b.cut},
	} {
		if sheet.name == words.Say("workbook.cut") && len(t.CutSeeds) == 0 {
			continue
		}
		if err := b.sheet(sheet.name); err != nil {
			return nil, err
		}
		if err := sheet.fill(); err != nil {
			return nil, err
		}
	}
	if err := b.f.DeleteSheet("Sheet1"); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := b.f.WriteTo(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// book is a workbook that is being written.
type book struct {
	f     *excelize.File
	t     *file.Tournament
	words text.Printer
	name  string // of the sheet
	row   int
}

func (b *book) sheet(name string) error {
	b.name, b.row = name, 0
	_, err := b.f.NewSheet(name)
	return err
}

// line writes a row: whole numbers and fractions as numbers, texts as texts, nil
// as an empty cell.
func (b *book) line(cells ...any) error {
	b.row++
	for i, c := range cells {
		at, err := excelize.CoordinatesToCellName(i+1, b.row)
		if err != nil {
			return err
		}
		switch v := c.(type) {
		case nil:
		case int:
			err = b.f.SetCellInt(b.name, at, int64(v))
		case float64:
			err = b.f.SetCellFloat(b.name, at, v, -1, 64)
		case string:
			err = b.f.SetCellStr(b.name, at, shown(v))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shown is a text without what a cell cannot hold.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > longest {
		return string(r[:longest])
	}
	return s
}

// head writes the headings and keeps them in sight.
func (b *book) head(cells ...any) error {
	if err := b.line(cells...); err != nil {
		return err
	}
	return b.f.SetPanes(b.name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

func (b *book) player(p int32) string {
	if name := b.t.Players[p].Name; name != "" {
		return name
	}
	return b.t.Players[p].ID
}

func (b *book) division(p int32) string { return b.t.Divisions[b.t.Ledger.Players[p].Division] }

func (b *book) standings() error {
	table, err := standings.Compute(b.t.Ledger, b.t.Rules, standings.Options{After: standings.All, Seed: b.t.SeedNumber()})
	if err != nil {
		return err
	}
	say := b.words.Say
	head := []any{say("workbook.rank"), say("workbook.player"), say("workbook.division"), say("workbook.points"), say("workbook.won"), say("workbook.lost"), say("workbook.drawn")}
	for _, c := range table.Columns {
		if !c.Group {
			head = append(head, b.words.Value(c.Title))
		}
	}
	if err := b.head(head...); err != nil {
		return err
	}
	for i := range table.Rows {
		r := &table.Rows[i]
		line := []any{r.Rank, b.player(r.Player), b.division(r.Player), r.Points.Float64(), r.Record[0], r.Record[1], r.Record[2]}
		for j, c := range table.Columns {
			if !c.Group {
				line = append(line, r.Values[j].Float64())
			}
		}
		if err := b.line(line...); err != nil {
			return err
		}
	}
	return nil
}

func (b *book) matches() error {
	say := b.words.Say
	if err := b.head(say("workbook.round"), say("workbook.stage"), say("workbook.table"), say("workbook.players"), nil, nil, nil, say("workbook.result")); err != nil {
		return err
	}
	for i := range b.t.Ledger.Rounds {
		r := &b.t.Ledger.Rounds[i]
		for j := range r.Matches {
			m := &r.Matches[j]
			line := []any{int(r.Number), r.Stage.String(), nil, nil, nil, nil, nil, b.t.Rules.FormatResult(*m, ledger.None)}
			if m.Table > 0 {
				line[2] = int(m.Table)
			}
			for k, p := range m.Players() {
				line[3+k] = b.player(p)
			}
			if err := b.line(line...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *book) players() error {
	say := b.words.Say
	if err := b.head(say("workbook.ident"), say("workbook.player"), say("workbook.division"), say("workbook.rating"), say("workbook.dropped"), say("workbook.disqualified")); err != nil {
		return err
	}
	for i := range b.t.Players {
		lp := &b.t.Ledger.Players[i]
		line := []any{b.t.Players[i].ID, b.player(int32(i)), b.division(int32(i)), nil, nil, nil}
		if lp.Rating > 0 {
			line[3] = int(lp.Rating)
		}
		if lp.DroppedAfter != ledger.Active {
			line[4] = int(lp.DroppedAfter)
		}
		if lp.Disqualified {
			line[5] = say("workbook.yes")
		}
		if err := b.line(line...); err != nil {
			return err
		}
	}
	return nil
}

func (b *book) cut() error {
	say := b.words.Say
	if err := b.head(say("workbook.seed"), say("workbook.player"), say("workbook.division")); err != nil {
		return err
	}
	for i, p := range b.t.CutSeeds {
		if err := b.line(i+1, b.player(p), b.division(p)); err != nil {
			return err
		}
	}
	return nil
}
