package transfer

import (
	"encoding/csv"
	"errors"
	"hash/maphash"
	"io"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/table"
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
	colScore    = "wins1"
	colScore2   = "wins2"
	colScore3   = "wins3"
	colScore4   = "wins4"
	colDraws    = "draws"
	colWinner   = "winner"
	colLoser    = "loser" // beside colWinner alone: the players by how it ended
	colPenalty  = "penalties"
	colName     = "name"
	colID       = "id"
	colDivision = "division"
	colRating   = "rating"
	colSeed     = "seed"
	colTag      = "tag"
	colPoints   = "points"
)

// playerColumns and scoreColumns are the columns of the seats in their order.
func playerColumns() []string { return []string{colFirst, colSecond, colThird, colFourth} }
func scoreColumns() []string  { return []string{colScore, colScore2, colScore3, colScore4} }

// csvComma returns the character that separates the cells of a table.
func csvComma(text string) rune {
	count, quoted := map[rune]int{}, false
	for _, c := range text {
		if c == '"' {
			quoted = !quoted
		}
		if c == '\n' && !quoted {
			break
		}
		if !quoted {
			count[c]++
		}
	}
	best, most := ',', 0
	for _, c := range ",;\t|" {
		if count[c] > most {
			best, most = c, count[c]
		}
	}
	return best
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
		colFirst, colSecond, colThird, colFourth, colResult, colWinner, colScore, colScore2, colScore3, colScore4, colDraws, colPenalty, colRound, colTable,
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

// separated is the first line of a table by which a spreadsheet knows what separates its
// cells.
var separated = regexp.MustCompile(`(?i)^"?sep=[,;\t]"?(\r?\n|$)`)

// maxTitles is how many lines may stand above the headings of a table.
const maxTitles = 10

// csvText returns a table from its headings on, with how many lines stand before them and
// which of those say something.
func csvText(text string, o Options) (from string, before int, titles []int) {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	from = strings.TrimLeft(text, "\r\n")
	from = strings.TrimLeft(from[len(separated.FindString(from)):], "\r\n")
	lineOf := func(rest string) int { return strings.Count(text[:len(text)-len(rest)], "\n") }
	var above []int
	for rest, n := from, 0; n <= maxTitles && rest != ""; n++ {
		if _, meanings := csvHeadings(rest, o); csvKind(meanings) != "" {
			return rest, lineOf(rest), above
		}
		line, next, _ := strings.Cut(rest, "\n")
		if strings.Trim(line, " \t\r,;|\"") != "" {
			above = append(above, lineOf(rest)+1)
		}
		rest = next
	}
	return from, lineOf(from), nil
}

// columnsOf reads the headings of a table.
func columnsOf(text string, o Options) (columns []Column, meanings []string) {
	text, _, _ = csvText(text, o)
	return csvHeadings(text, o)
}

// csvHeadings reads the headings at the start of a text.
func csvHeadings(text string, o Options) (columns []Column, meanings []string) {
	cells, err := csvReader(text[:min(len(text), 1<<16)]).Read()
	if err != nil {
		return nil, nil
	}
	for _, heading := range cells {
		heading = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(heading), `"`)), " ")
		meaning, chosen := o.Columns[heading]
		if !chosen {
			meaning = csvMeaning(heading)
		}
		columns, meanings = append(columns, Column{heading, meaning}), append(meanings, meaning)
	}
	// Beside an opponent the one player is the first: "Player, Opponent, Result".
	if i := slices.Index(meanings, colName); i >= 0 && slices.Contains(meanings, colSecond) && !slices.Contains(meanings, colFirst) {
		columns[i].Meaning, meanings[i] = colFirst, colFirst
	}
	mean := func(from, to string) {
		if i := slices.Index(meanings, from); i >= 0 {
			columns[i].Meaning, meanings[i] = to, to
		}
	}
	if slices.Contains(meanings, colLoser) && slices.Contains(meanings, colWinner) && !slices.Contains(meanings, colFirst) && !slices.Contains(meanings, colSecond) {
		mean(colWinner, colFirst)
		mean(colLoser, colSecond)
	}
	mean(colLoser, "")
	// What each scored, behind their names: "Player 1, Score, Player 2, Score".
	if i := slices.Index(meanings, colResult); i >= 0 && !slices.Contains(meanings, colScore) {
		if k := slices.Index(meanings[i+1:], colResult); k >= 0 && columns[i].Heading == columns[i+1+k].Heading {
			mean(colResult, colScore)
			mean(colResult, colScore2)
		}
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
	text, before, titles := csvText(text, o)
	line, _, _ := strings.Cut(text, "\n")
	if strings.Count(line, string(csvComma(text))) >= maxColumns {
		return nil, failed(finding("transfer.refused.columns", "columns", clip(line)))
	}
	list, columns := columnsOf(text, o)
	kind := csvKind(columns)
	if kind == "" {
		return nil, failed(finding("transfer.refused.columns", "columns", clip(line)))
	}
	findings = append(findings, csvUses(kind, list)...)
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
	for _, line := range titles {
		b.skipped = append(b.skipped, finding("transfer.line", "line", line))
	}
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", ruleset)
	}
	read, lines := b.csvPlayer, []int(nil)
	if kind == "rounds" {
		read = b.csvMatch
		b.mirrored = csvMirrored(text, columns, before)
		text, lines = csvInOrder(text, columns)
		b.winnerFirst = slices.ContainsFunc(list, func(c Column) bool { return c.Meaning == colFirst && csvMeaning(c.Heading) == colWinner })
	}
	if err := csvEach(text, columns, lines, before, read); err != nil {
		return nil, err
	}
	if kind == "rounds" {
		b.droppedByAbsence()
	}
	if n := len(b.mirrored); n > 0 {
		b.note("transfer.decided.mirrored", "n", n)
	}
	if len(b.skipped) > 0 {
		b.note("transfer.decided.lines", "codes", b.skipped)
	}
	b.plan(0, b.cutRound != "")
	if err := b.seed(); err != nil {
		return nil, err
	}
	e, err := b.event()
	return []Imported{e}, err
}

// maxSkipped is how many lines and cells that are left out are named.
const maxSkipped = 32

// skip notes that a line is left out, unless nothing stands in it.
func (b *build) skip(r csvRow) {
	written := func(cell string) bool { return strings.TrimSpace(cell) != "" }
	if slices.ContainsFunc(r.cells, written) && len(b.skipped) < maxSkipped {
		b.skipped = append(b.skipped, finding("transfer.line", "line", r.line))
	}
}

// number reads the number in a cell, 0 if there is none. What stands there in place of one
// is noted as left out.
func (b *build) number(r csvRow, column string) int {
	cell := r.cell(column)
	n := number(cell)
	if n == 0 && strings.Trim(cell, "0-") != "" && len(b.skipped) < maxSkipped {
		b.skipped = append(b.skipped, finding("transfer.line_code", "line", r.line, "code", clip(cell)))
	}
	return n
}

// beyondColumns notes cells behind the last column.
func (b *build) beyondColumns(r csvRow) {
	if len(r.cells) <= len(r.columns) || len(b.skipped) >= maxSkipped {
		return
	}
	for _, cell := range r.cells[len(r.columns):] {
		if cell = strings.TrimSpace(cell); cell != "" {
			b.skipped = append(b.skipped, finding("transfer.line_code", "line", r.line, "code", clip(cell)))
			return
		}
	}
}

// csvUses returns a finding for each column: what it holds, or that it is left out.
func csvUses(kind string, list []Column) []notice.Notice {
	uses := []string{colName, colID, colDivision, colRating, colSeed, colTag}
	if kind == "rounds" {
		uses = append(append([]string{colRound, colTable, colResult, colWinner, colDraws, colPenalty}, playerColumns()...), scoreColumns()...)
	}
	var out []notice.Notice
	for i, c := range list {
		first := slices.IndexFunc(list, func(other Column) bool { return other.Meaning == c.Meaning })
		switch {
		case c.Heading == "":
		case slices.Contains(uses, c.Meaning) && first == i:
			out = append(out, finding("transfer.decided.columns", "column", clip(c.Heading), "meaning", c.Meaning))
		default:
			out = append(out, finding("transfer.decided.unread", "column", clip(c.Heading)))
		}
	}
	return out
}

// csvReader returns a reader of the lines of a table.
func csvReader(text string) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = csvComma(text), true, -1, true
	r.TrimLeadingSpace = r.Comma != '\t' // a tab is a space to the reader, and an empty cell would be none
	return r
}

// csvEach calls a function for each line of a table below its headings, but for those that
// are the headings again. lines are the numbers of the lines in the table, nil if they are
// as they were; before is how many stand before it in the file.
func csvEach(text string, columns []string, lines []int, before int, each func(csvRow) error) error {
	r := csvReader(text)
	var headings []string
	for no := 1; ; no++ {
		cells, err := r.Read() // a blank line is none
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			at := no
			if broken := (*csv.ParseError)(nil); errors.As(err, &broken) {
				at = broken.StartLine
			}
			return failed(finding("transfer.refused.syntax", "line", at+before))
		}
		if no == 1 {
			headings = slices.Clone(cells)
		}
		if slices.Equal(cells, headings) {
			continue
		}
		line, _ := r.FieldPos(0)
		if lines != nil {
			line = lines[no-2]
		}
		line += before
		if err := each(csvRow{line: line, at: lineOf(line), columns: columns, cells: cells}); err != nil {
			return err
		}
	}
}

// csvInOrder sorts the lines of a table by the rounds that they state, and returns their
// numbers in the file. A table that is in order, or does not state the round of each
// match, stays as it is, with nil.
func csvInOrder(text string, columns []string) (string, []int) {
	if !slices.Contains(columns, colRound) {
		return text, nil
	}
	type part struct{ round, from, to, line int }
	var parts []part
	r := csvReader(text)
	sorted, end := true, 0
	for no := 1; ; no++ {
		cells, err := r.Read()
		if err != nil {
			break // csvEach names it
		}
		from := end
		if end = int(r.InputOffset()); no == 1 {
			parts = append(parts, part{to: end})
			continue
		}
		row := csvRow{columns: columns, cells: cells}
		if len(row.seated()) == 0 {
			continue
		}
		if row.round() == 0 {
			return text, nil
		}
		sorted = sorted && row.round() >= parts[len(parts)-1].round
		at, _ := r.FieldPos(0)
		parts = append(parts, part{row.round(), from, end, at})
	}
	if sorted {
		return text, nil
	}
	slices.SortStableFunc(parts, func(x, y part) int { return x.round - y.round })
	var out strings.Builder
	var lines []int
	for i, p := range parts {
		out.WriteString(strings.TrimRight(text[p.from:p.to], "\r\n") + "\n")
		if i > 0 {
			lines = append(lines, p.line)
		}
	}
	return out.String(), lines
}

// digits are those of a round: 3 in "Round 3".
var digits = regexp.MustCompile(`[0-9]+`)

// csvRow is one line of a table.
type csvRow struct {
	line           int
	at             notice.Value
	columns, cells []string
}

// cut returns the round of a cut that the line names, "Semifinal" or "Top 8", or "".
func (r csvRow) cut() string {
	named := cacheRound{RoundName: loose(names.Key(r.cell(colRound)))}
	if named.elimination() {
		return string(named.RoundName)
	}
	return ""
}

// round returns the round that the line states, or 0.
func (r csvRow) round() int {
	if r.cut() != "" {
		return 0
	}
	return number(digits.FindString(norm.NFKC.String(r.cell(colRound))))
}

// seated returns the names of the players of a match.
func (r csvRow) seated() (names []string) {
	for _, c := range playerColumns() {
		if name := r.cell(c); !none(name) && !rules.IsAbsent(name) {
			names = append(names, name)
		}
	}
	return names
}

// absent reports whether a word for an absence stands in place of a player.
func (r csvRow) absent() bool {
	return slices.ContainsFunc(playerColumns(), func(c string) bool { return rules.IsAbsent(r.cell(c)) })
}

// csvMirrored returns the lines that say of a match what another line says from the other
// side, if each match of the table stands twice so: "Ann, Bo, 2-0" and "Bo, Ann, 0-2".
func csvMirrored(text string, columns []string, before int) map[int]bool {
	if !csvTwoSided(text, columns) {
		return nil
	}
	type match struct{ round, first, second string }
	waits, out, n, waiting := map[match][]csvRow{}, map[int]bool{}, 0, 0
	const most, mostAlike = 8192, 32 // lines that wait for their other side, in all and of the same match
	if csvEach(text, columns, nil, before, func(r csvRow) error {
		seated := r.seated()
		if len(seated) != 2 {
			return nil
		}
		r.cells = slices.Clone(r.cells)
		first, second := names.Key(seated[0]), names.Key(seated[1])
		n++
		key := match{r.cell(colRound), second, first}
		if i := slices.IndexFunc(waits[key], func(other csvRow) bool { return mirrors(r, other) }); i >= 0 {
			waits[key] = slices.Delete(waits[key], i, i+1)
			out[r.line] = true
			waiting--
			return nil
		}
		key = match{key.round, first, second}
		waits[key] = append(waits[key], r)
		if waiting++; waiting > most || len(waits[key]) > mostAlike {
			return errors.ErrUnsupported
		}
		return nil
	}) != nil || 2*len(out) != n {
		return nil // too many, or a broken line, which is named when it is read
	}
	return out
}

// csvTwoSided reports whether each pair of a round is named in both orders equally often. It
// keeps no line, since most tables are not such.
func csvTwoSided(text string, columns []string) bool {
	seed, turned := maphash.MakeSeed(), map[uint64]int{}
	err := csvEach(text, columns, nil, 0, func(r csvRow) error {
		first, second, by := names.Key(r.cell(colFirst)), names.Key(r.cell(colSecond)), 1
		if none(first) || none(second) {
			return nil
		}
		if second < first {
			first, second, by = second, first, -1
		}
		turned[maphash.String(seed, r.cell(colRound)+"\x00"+first+"\x00"+second)] += by
		return nil
	})
	for _, n := range turned {
		if n != 0 {
			return false
		}
	}
	return err == nil && len(turned) > 0
}

// mirrors reports whether two lines of the same two players say the same from both sides.
func mirrors(x, y csvRow) bool {
	if t, u := x.cell(colTable), y.cell(colTable); t != u || x.cell(colPenalty) != y.cell(colPenalty) || names.Key(x.cell(colWinner)) != names.Key(y.cell(colWinner)) {
		return false
	}
	for _, pair := range [][2]string{{colScore, colScore2}, {colScore2, colScore}, {colDraws, colDraws}} {
		if x.cell(pair[0]) != y.cell(pair[1]) {
			return false
		}
	}
	said, other := x.cell(colResult), y.cell(colResult)
	v, isScore := rules.Score(said)
	w, alsoScore := rules.Score(other)
	won, decided := rules.Decided(said)
	lost, alsoDecided := rules.Decided(other)
	switch {
	case isScore && alsoScore:
		return v[2] == w[2] && (v[0] == w[1] && v[1] == w[0] || v == w && x.cell(colWinner) != "")
	case decided && alsoDecided:
		return won != lost
	}
	return said == other && !isScore && !decided
}

func (r csvRow) cell(column string) string {
	for i, c := range r.columns {
		if c == column && i < len(r.cells) {
			cell := strings.TrimSpace(r.cells[i])
			if len(cell) > 2 && strings.HasPrefix(cell, `="`) && strings.HasSuffix(cell, `"`) {
				return strings.TrimSpace(cell[2 : len(cell)-1]) // a text, as formulas have it
			}
			if rest, ok := strings.CutPrefix(cell, "'"); ok && table.Quote(rest) == cell {
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
		b.skip(r)
		return nil
	}
	b.beyondColumns(r)
	id := r.cell(colID)
	if id == "" {
		id = "name " + names.Key(name)
	}
	p, err := b.player(r.at, id, name)
	if err != nil {
		return err
	}
	lp := &b.t.Ledger.Players[p]
	lp.Rating, lp.Seed = int32(b.number(r, colRating)), int32(b.number(r, colSeed))
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
	names := r.seated()
	if len(names) == 0 {
		b.skip(r)
		return nil
	}
	if b.mirrored[r.line] {
		return nil
	}
	b.beyondColumns(r)
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
	table := b.number(r, colTable)
	if len(seats) > 1 && (len(seats) < b.t.Rules.Seats.Min || len(seats) > b.t.Rules.Seats.Max) {
		return failed(finding("transfer.refused.incomplete", "what", r.at))
	}
	m, err := b.csvOutcome(r, names)
	if err != nil {
		return err
	}
	if m.turned {
		seats[0], seats[1] = seats[1], seats[0]
	}
	switch {
	case len(seats) == 1 && b.current().Stage != ledger.Swiss:
		return nil // waits for the next round of the bracket
	case m.kind == ledger.Bye:
		return b.bye(r.at, seats[0], false)
	}
	return b.add(r.at, m.kind, table, m.result, seats...)
}

// csvRound begins a new round according to the column or, without one, when a player is
// seated again.
func (b *build) csvRound(r csvRow, seats []int32) error {
	rounds := len(b.t.Ledger.Rounds)
	stated := r.cell(colRound)
	if cut := r.cut(); cut != "" {
		if cut == b.cutRound {
			return nil
		}
		if b.cutRound == "" {
			b.top = number(digits.FindString(cut))
		}
		b.cutRound = cut
		return b.round(ledger.Elimination)
	}
	switch n := r.round(); {
	case stated == "":
	case n == 0:
		return failed(finding("transfer.refused.code", "at", r.at, "what", colRound, "code", clip(stated)))
	case n == rounds:
		return nil
	case n == rounds+1:
		return b.round(ledger.Swiss)
	default:
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
