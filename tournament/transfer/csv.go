package transfer

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// What a column of a table can hold.
const (
	colTable    = "table"
	colRound    = "round"
	colFirst    = "player1"
	colSecond   = "player2"
	colThird    = "player3"
	colFourth   = "player4"
	colResult   = "result"
	colWins     = "wins1"
	colLosses   = "wins2"
	colDraws    = "draws"
	colName     = "name"
	colID       = "id"
	colDivision = "division"
	colRating   = "rating"
	colSeed     = "seed"
	colTag      = "tag"
	colPoints   = "points"
)

// signs are written in headings in many ways.
var signs = strings.NewReplacer("_", " ", "-", " ", "#", " ", ".", " ")

// csvMeaning returns what a heading usually means, or "".
func csvMeaning(heading string) string {
	switch strings.Join(strings.Fields(signs.Replace(strings.ToLower(heading))), " ") {
	case "table", "table number", "tisch", "mesa", "board":
		return colTable
	case "round", "round number", "runde", "ronda":
		return colRound
	case "player 1", "player1", "p1", "player a", "white", "spieler 1", "jugador 1", "team 1", "home":
		return colFirst
	case "player 2", "player2", "p2", "player b", "black", "opponent", "spieler 2", "jugador 2", "team 2", "away":
		return colSecond
	case "player 3", "player3", "p3":
		return colThird
	case "player 4", "player4", "p4":
		return colFourth
	case "result", "results", "match result", "match results", "score", "ergebnis", "resultado":
		return colResult
	case "player 1 wins", "p1 wins", "wins 1", "games 1", "player 1 games", "player 1 score":
		return colWins
	case "player 2 wins", "p2 wins", "wins 2", "games 2", "player 2 games", "player 2 score":
		return colLosses
	case "draws", "drawn games", "ties":
		return colDraws
	case "name", "player", "player name", "username", "nickname", "spieler", "jugador", "full name":
		return colName
	case "id", "player id", "dci", "pop id", "user id":
		return colID
	case "division", "age division", "category", "class":
		return colDivision
	case "rating", "elo":
		return colRating
	case "seed":
		return colSeed
	case "team", "tag", "club":
		return colTag
	case "points", "match points", "record", "omw", "omw%", "w", "l", "d", "won", "lost", "drawn", "wins", "losses", "rank", "place":
		return colPoints
	}
	return ""
}

// csvComma returns the character that separates the cells of a table.
func csvComma(text string) rune {
	line, _, _ := strings.Cut(text, "\n")
	best, most := ',', 0
	for _, c := range ",;\t" {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// csvHead returns what the columns of a table hold, nil if the first line is
// no heading of one that can be read.
func csvHead(text string) (columns, headings []string) {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if len(line) > 4096 {
		return nil, nil
	}
	for _, cell := range strings.Split(strings.TrimRight(line, "\r"), string(csvComma(text))) {
		cell = strings.Trim(strings.TrimSpace(cell), `"`)
		headings = append(headings, cell)
		columns = append(columns, csvMeaning(cell))
	}
	if len(columns) > 1 && csvKind(columns) != "" {
		return columns, headings
	}
	return nil, nil
}

// csvKind returns what a table with these columns lists.
func csvKind(columns []string) string {
	has := func(name string) bool {
		for _, c := range columns {
			if c == name {
				return true
			}
		}
		return false
	}
	switch {
	case has(colFirst) && has(colSecond):
		return "rounds"
	case has(colName) && !has(colPoints):
		return "players"
	}
	return ""
}

// Column is a column of a table: its heading and its content, one of Meanings, or
// empty.
type Column struct{ Heading, Meaning string }

// Meanings lists what a column can be said to hold.
func Meanings() []string {
	return []string{
		colFirst, colSecond, colThird, colFourth, colResult, colWins, colLosses, colDraws, colRound, colTable,
		colName, colID, colDivision, colRating, colSeed, colTag,
	}
}

// Columns returns the columns of a table with what they hold by their headings or by the
// options, none if the text is no table, and whether that is enough to read it.
func Columns(data []byte, o Options) (columns []Column, enough bool) {
	text, _, err := decode(data[:min(len(data), 1<<16)])
	if err != nil {
		return nil, false
	}
	columns, meanings := columnsOf(text, o)
	if len(columns) < 2 || len(columns) > maxColumns {
		return nil, false
	}
	return columns, csvKind(meanings) != ""
}

// maxColumns is how many columns a table may have.
const maxColumns = 64

// columnsOf reads the first line of a table.
func columnsOf(text string, o Options) (columns []Column, meanings []string) {
	text = strings.TrimLeft(text, "\r\n")
	line, _, _ := strings.Cut(text, "\n")
	for _, heading := range strings.Split(strings.TrimRight(line, "\r"), string(csvComma(text))) {
		heading = strings.Trim(strings.TrimSpace(heading), `"`)
		meaning, chosen := o.Columns[heading]
		if !chosen {
			meaning = csvMeaning(heading)
		}
		columns, meanings = append(columns, Column{heading, meaning}), append(meanings, meaning)
	}
	return columns, meanings
}

// readCSV reads a table of matches, or of players. The heading of a column, or the
// options, determine what it holds.
func readCSV(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	text = strings.TrimLeft(text, "\r\n")
	line, _, _ := strings.Cut(text, "\n")
	if strings.Count(line, string(csvComma(text))) >= maxColumns {
		return nil, failed(finding("transfer.refused.columns", "columns", clip(line)))
	}
	list, columns := columnsOf(text, o)
	for _, c := range list {
		if c.Meaning != "" {
			findings = append(findings, finding("transfer.decided.columns", "column", clip(c.Heading), "meaning", c.Meaning))
		}
	}
	kind := csvKind(columns)
	if kind == "" {
		return nil, failed(finding("transfer.refused.columns", "columns", clip(line)))
	}
	ruleset := "magic"
	for _, c := range columns {
		if c == colThird {
			ruleset = "commander-pods"
		}
	}
	b, err := newBuild(o, ruleset, nil)
	if err != nil {
		return nil, err
	}
	b.findings = findings
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", ruleset)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = csvComma(text), true, -1, true, true
	for no := 1; ; no++ {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, failed(finding("transfer.refused.syntax", "line", no))
		}
		if no == 1 {
			continue
		}
		row := csvRow{at: lineOf(no), columns: columns, cells: cells}
		if kind == "players" {
			err = b.csvPlayer(row)
		} else {
			err = b.csvMatch(row)
		}
		if err != nil {
			return nil, err
		}
	}
	if kind == "rounds" {
		b.droppedByAbsence()
	}
	b.plan(0, false)
	e, err := b.event()
	return []Imported{e}, err
}

// csvRow is one line of a table.
type csvRow struct {
	at             notice.Value
	columns, cells []string
}

func (r csvRow) cell(column string) string {
	for i, c := range r.columns {
		if c == column && i < len(r.cells) {
			cell := strings.TrimSpace(r.cells[i])
			if rest, ok := strings.CutPrefix(cell, "'"); ok && Cell(rest) == cell {
				return rest
			}
			return cell
		}
	}
	return ""
}

func (b *build) csvPlayer(r csvRow) error {
	name := r.cell(colName)
	if name == "" {
		return nil
	}
	id := r.cell(colID)
	if id == "" {
		id = "name " + names.Key(name)
	}
	p, err := b.player(r.at, id, name)
	if err != nil {
		return err
	}
	lp := &b.t.Ledger.Players[p]
	lp.Rating, lp.Seed = int32(number(r.cell(colRating))), int32(number(r.cell(colSeed)))
	if division := cleaned(r.cell(colDivision)); division != "" {
		if err := b.newDivision(p, division); err != nil {
			return err
		}
	}
	if tag := cleaned(r.cell(colTag)); tag != "" {
		lp.Tag = b.tag(tag)
	}
	return nil
}

// newDivision puts a player into a division, which is a new one unless the
// ruleset fixes them.
func (b *build) newDivision(p int32, name string) error {
	b.division(p, name)
	if b.t.Ledger.Players[p].Division >= 0 || len(b.t.Rules.Divisions.List) > 0 {
		return nil
	}
	if len(b.t.Divisions) >= 64 {
		return failed(finding("transfer.refused.many_divisions", "most", 64))
	}
	b.t.Divisions = append(b.t.Divisions, name)
	b.division(p, name)
	return nil
}

// tag returns the number of a tag.
func (b *build) tag(name string) int32 {
	n, known := b.tags[name]
	if !known {
		n = int32(len(b.t.Tags))
		b.t.Tags, b.tags[name] = append(b.t.Tags, name), n
	}
	return n
}

func (b *build) csvMatch(r csvRow) error {
	var names []string
	for _, c := range []string{colFirst, colSecond, colThird, colFourth} {
		if name := r.cell(c); !none(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	seats := make([]int32, len(names))
	for i, name := range names {
		p, err := b.named(r.at, name)
		if err != nil {
			return err
		}
		seats[i] = p
	}
	if err := b.csvRound(r, seats); err != nil {
		return err
	}
	table := number(r.cell(colTable))
	if len(seats) == 1 {
		return b.bye(r.at, seats[0], false)
	}
	if len(seats) < b.t.Rules.Seats.Min || len(seats) > b.t.Rules.Seats.Max {
		return failed(finding("transfer.refused.incomplete", "what", r.at))
	}
	text := r.cell(colResult)
	if text == "" && r.cell(colWins) != "" {
		text = r.cell(colWins) + "-" + r.cell(colLosses) + "-" + strconv.Itoa(number(r.cell(colDraws)))
	}
	if text == "" || len(seats) > 2 {
		return b.add(r.at, ledger.Played, table, ledger.Result{}, seats...)
	}
	won, lost, drawn, ok := score(text)
	if !ok {
		return failed(finding("transfer.refused.result", "at", r.at, "result", clip(text)))
	}
	kind := ledger.Played
	if won == 0 && lost == 0 && drawn == 3 && b.t.Rules.Draws.Intentional {
		kind = ledger.IntentionalDraw
	}
	return b.add(r.at, kind, table, games(won, lost, drawn), seats...)
}

// csvRound begins a new round according to the column or, without one, when a player is
// seated again.
func (b *build) csvRound(r csvRow, seats []int32) error {
	rounds := len(b.t.Ledger.Rounds)
	if stated := r.cell(colRound); stated != "" {
		switch n := number(stated); n {
		case rounds:
			if n > 0 {
				return nil
			}
		case rounds + 1:
			return b.round(ledger.Swiss)
		}
		return failed(finding("transfer.refused.round", "at", r.at))
	}
	again := rounds == 0
	for _, p := range seats {
		again = again || int(b.seated[p]) == rounds
	}
	if again {
		return b.round(ledger.Swiss)
	}
	return nil
}
