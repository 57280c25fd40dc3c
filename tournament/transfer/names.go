package transfer

import (
	"errors"
	"io"
	"slices"

	"topcut/tournament/names"
)

// Names returns the names in a table of players, nil if the text is none: its first line
// has to be headings, one of which stands above names. Below a single heading there are
// names alone.
func Names(text string) (out []string) {
	from, _, titles := csvText(text, Options{})
	columns, meanings := csvHeadings(from, Options{})
	at := slices.Index(meanings, colName)
	if at < 0 || len(titles) > 0 || len(columns) > maxColumns {
		return nil
	}
	r := csvReader(from)
	_, err := r.Read()
	for err == nil {
		var cells []string
		if cells, err = r.Read(); err != nil || at >= len(cells) {
			continue
		}
		if len(columns) > 1 {
			cells = cells[at : at+1]
		}
		for _, cell := range cells {
			if name := names.Clean(cell); name != "" {
				out = append(out, name)
			}
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil
	}
	return out
}
