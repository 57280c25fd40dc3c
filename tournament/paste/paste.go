// Package paste reads what people copy out of another program or a web page:
// standings (Standings) and the list of who has met whom (Met).
//
// A line of standings is a player. With a header line the columns may stand in
// any order, separated by tabs, bars, semicolons, commas or at least two blanks;
// known headings are rank, name, record, points, won, lost, drawn, games, byes,
// status and the tiebreakers omw, gw, ogw (also as "OMW%", "Opp. match win").
// Without a header a line reads [rank] name [points] record [values…], and the
// values are omw, gw and ogw in this order. Without a record (as EventLink prints
// standings) a line reads [rank] name points omw gw ogw, and the record is inferred
// from points, game wins and the round, which a line such as "Round 4" may say. A
// line that is only a record is a
// player without a name, and "3-1-0 x8" stands for eight of them.
//
// Records are won-lost-drawn. Nothing is guessed: a line that cannot be read is
// an error that names it.
package paste

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament/fraction"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// maxRows is how many players a sheet may hold.
const maxRows = 8192

// maxName is how many characters a pasted name may have.
const maxName = 100

// Columns that a row may have beyond name and record.
const (
	OMW = "omw" // mean match-win percentage of the opponents
	GWP = "gwp" // own game-win percentage
	OGW = "ogw" // mean game-win percentage of the opponents
)

// Value is a tiebreaker as it was printed.
type Value struct {
	Exact fraction.Fraction // the printed number, 0 to 1
	Half  fraction.Fraction // half of its last printed digit: the true value is within
}

// Holds reports whether a fraction may have been printed as this value, by
// rounding or by cutting off.
func (v Value) Holds(x fraction.Fraction) bool {
	d := x.Sub(v.Exact)
	return d.Cmp(v.Half.Neg()) >= 0 && d.Cmp(v.Half.Add(v.Half)) < 0
}

// Row is one player.
type Row struct {
	Line    int    // of the text, from 1
	Name    string // empty where only records were given
	Record  [3]int // won, lost, drawn; byes are among the won
	Byes    int    // known from a column or from Met
	Points  string // as printed, empty where not given
	Games   [3]int // won, lost, drawn
	Known   bool   // Games were given
	Dropped bool
	// Inferred reports that the record was not printed, but follows from points, round
	// and game-win percentage.
	Inferred bool
	Values   map[string]Value // by OMW, GWP, OGW; only the given ones
}

// Rounds returns how many rounds the record counts.
func (r *Row) Rounds() int { return r.Record[0] + r.Record[1] + r.Record[2] }

// Sheet is pasted standings, in the order of the text.
type Sheet struct {
	Rows []Row
}

// Rounds returns how many rounds have been played: the most that any record counts.
func (s *Sheet) Rounds() int {
	most := 0
	for i := range s.Rows {
		most = max(most, s.Rows[i].Rounds())
	}
	return most
}

var (
	recordText = regexp.MustCompile(`^\(?(\d{1,2})\s?[-–/]\s?(\d{1,2})(?:\s?[-–/]\s?(\d{1,2}))?\)?$`)
	timesText  = regexp.MustCompile(`(?i)^(\S+)\s*[x×*]\s*(\d{1,4})$`)
	rankText   = regexp.MustCompile(`^#?\d{1,4}[.):]?$`)
	numberText = regexp.MustCompile(`^(\d{1,4})(?:[.,](\d{1,8}))?\s?(%?)$`)
	wideGap    = regexp.MustCompile(`\s{2,}|\t+`)
	ruleLine   = regexp.MustCompile(`^[\s|:+=_-]*$`)
)

// Standings reads a pasted table. It fails on the first line that cannot be
// read, on a name that stands twice and on a text without players.
func Standings(text string) (*Sheet, error) {
	s := &Sheet{}
	var head []string
	split := fields
	lines := strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
	s.Rows = make([]Row, 0, min(len(lines), maxRows+1))
	seen := make(map[string]int, cap(s.Rows))
	rounds := 0
	for i, line := range lines {
		line = strings.TrimSpace(strings.Map(printable, line))
		if ruleLine.MatchString(line) && !recordText.MatchString(line) {
			continue // empty, or the rule under a header
		}
		if head == nil && len(s.Rows) == 0 {
			if cut, columns := header(line); columns != nil {
				head, split = columns, cut
				continue
			}
		}
		if m := roundsText.FindStringSubmatch(line); m != nil {
			rounds, _ = strconv.Atoi(m[1]) // two figures
			continue
		}
		rows, err := readLine(line, split(line), head)
		if err != nil {
			return nil, onLine(i, err)
		}
		for _, r := range rows {
			r.Line = i + 1
			if key := fold(r.Name); key != "" {
				if first, ok := seen[key]; ok {
					return nil, onLine(i, notice.Err("paste.twice", "name", notice.Text(r.Name), "line", first))
				}
				seen[key] = i + 1
			}
			s.Rows = append(s.Rows, r)
		}
		if len(s.Rows) > maxRows {
			return nil, onLine(i, notice.Err("paste.too_many", "most", maxRows))
		}
	}
	if len(s.Rows) == 0 {
		return nil, notice.Err("paste.empty")
	}
	if err := s.infer(rounds); err != nil {
		return nil, err
	}
	return s, nil
}

// onLine returns err with the line of the text it is about; i counts from 0.
func onLine(i int, err error) error {
	return notice.Err("paste.line", "line", i+1, "why", notice.Of(err))
}

func (r *Row) tooManyByes() error {
	return notice.Err("paste.byes", "name", notice.Text(r.Name), "byes", r.Byes, "wins", r.Record[0])
}

// printable turns blanks of every kind into the plain one and drops control
// characters.
func printable(r rune) rune {
	switch {
	case r == '\t':
		return r
	case r == '\u00a0', r == '\u2007', r == '\u202f', r == '\u3000':
		return ' '
	case r < ' ', r == '\ufeff', r == '\u200b', r == utf8.RuneError:
		return -1
	}
	return r
}

func fold(name string) string { return names.Key(name) }

// fields cuts a line without a header.
func fields(line string) []string {
	for _, sep := range []string{"\t", "|", ";"} {
		if strings.Contains(line, sep) {
			return trimAll(strings.Split(strings.Trim(line, "| "), sep))
		}
	}
	if cells := trimAll(strings.Split(line, ",")); slices.ContainsFunc(cells, recordText.MatchString) {
		return cells
	}
	return strings.Fields(line)
}

func trimAll(cells []string) []string {
	for i := range cells {
		cells[i] = strings.Trim(strings.TrimSpace(cells[i]), `"`)
	}
	return cells
}

// header recognises a header line: at least a name and a record, or the record
// in columns of its own.
func header(line string) (split func(string) []string, columns []string) {
	for _, by := range []func(string) []string{
		func(l string) []string { return splitBy(l, "\t") },
		func(l string) []string { return splitBy(strings.Trim(l, "| "), "|") },
		func(l string) []string { return splitBy(l, ";") },
		func(l string) []string { return splitBy(l, ",") },
		func(l string) []string { return wideGap.Split(l, -1) },
		strings.Fields,
	} {
		cells := by(line)
		columns = columns[:0]
		for _, c := range cells {
			columns = append(columns, heading(c))
		}
		if slices.Contains(columns, "name") && (slices.Contains(columns, "record") || slices.Contains(columns, "won") && slices.Contains(columns, "lost")) {
			return by, columns
		}
		if slices.Contains(columns, "name") && slices.Contains(columns, "points") && slices.Contains(columns, GWP) {
			return by, columns
		}
	}
	return nil, nil
}

func splitBy(line, sep string) []string {
	if !strings.Contains(line, sep) {
		return nil
	}
	return trimAll(strings.Split(line, sep))
}

// signs are written in headings in many ways.
var signs = strings.NewReplacer(".", "", "%", "", "'", "", "’", "", "_", " ", "-", " ", "#", "rank")

// heading returns the content of a column, or "" if it is not used.
func heading(cell string) string {
	word := signs.Replace(fold(cell))
	switch strings.Join(strings.Fields(word), " ") {
	case "rank", "place", "pos", "position", "standing":
		return "rank"
	case "name", "player", "username", "user", "team", "players":
		return "name"
	case "record", "match record", "w l d", "w l t", "w/l/d", "w/l/t", "wld", "result", "results", "matches":
		return "record"
	case "points", "pts", "match points", "mp", "score":
		return "points"
	case "w", "won", "wins", "win":
		return "won"
	case "l", "lost", "losses", "loss":
		return "lost"
	case "d", "t", "drawn", "draws", "draw", "ties":
		return "drawn"
	case "games", "game record":
		return "games"
	case "byes", "bye":
		return "byes"
	case "status", "drop", "dropped", "active":
		return "status"
	case "omw", "omwp", "opp match win", "opponents match win", "omw pct":
		return OMW
	case "gw", "gwp", "pgw", "game win", "tgwp", "gw pct":
		return GWP
	case "ogw", "ogwp", "opp game win", "opponents game win", "ogw pct":
		return OGW
	}
	return ""
}

// readLine returns the players of a line.
func readLine(line string, cells, head []string) ([]Row, error) {
	if head != nil {
		r, err := byHeading(cells, head)
		return []Row{r}, err
	}
	if record, ok := readRecord(line); ok {
		return []Row{{Record: record}}, nil
	}
	if m := timesText.FindStringSubmatch(line); m != nil {
		if record, ok := readRecord(m[1]); ok {
			n, err := strconv.Atoi(m[2])
			if err != nil || n < 1 || n > maxRows {
				return nil, notice.Err("paste.players", "text", notice.Text(m[2]))
			}
			return slices.Repeat([]Row{{Record: record}}, n), nil
		}
	}
	r, err := plain(cells)
	return []Row{r}, err
}

// plain reads a line without a header.
func plain(cells []string) (r Row, err error) {
	at := slices.IndexFunc(cells, func(c string) bool { _, ok := readRecord(c); return ok })
	if at < 0 {
		return withoutRecord(cells)
	}
	r.Record, _ = readRecord(cells[at])
	name := cells[:at]
	if len(name) > 1 && rankText.MatchString(name[0]) {
		name = name[1:]
	}
	if len(name) > 1 && numberText.MatchString(name[len(name)-1]) {
		r.Points, name = name[len(name)-1], name[:len(name)-1]
	}
	rest := cells[at+1:]
	if len(name) == 0 && len(rest) > 0 && !numberText.MatchString(rest[0]) { // the record first: "3-1 Ada"
		name = rest
		for len(name) > 1 && numberText.MatchString(name[len(name)-1]) {
			name = name[:len(name)-1]
		}
		rest = rest[len(name):]
	}
	if err := r.setName(strings.Join(name, " ")); err != nil {
		return r, err
	}
	columns := []string{OMW, GWP, OGW}
	for _, c := range rest {
		switch m := numberText.FindStringSubmatch(c); {
		case m == nil:
			if !r.status(c) {
				return r, notice.Err("paste.behind", "text", notice.Text(c))
			}
		case m[2] == "" && m[3] == "" && r.Points == "":
			r.Points = c
		case len(columns) == 0: // more columns than are used
		default:
			if err := r.setValue(columns[0], c); err != nil {
				return r, err
			}
			columns = columns[1:]
		}
	}
	return r, nil
}

func byHeading(cells, head []string) (r Row, err error) {
	if len(cells) > len(head) {
		return r, notice.Err("paste.columns", "columns", len(cells), "header", len(head))
	}
	hasRecord := false
	for i, c := range cells {
		if c == "" || c == "-" || c == "–" {
			continue
		}
		switch head[i] {
		case "name":
			err = r.setName(c)
		case "record":
			r.Record, hasRecord = readRecord(c)
			if !hasRecord {
				err = notice.Err("paste.record", "text", notice.Text(c))
			}
		case "won":
			r.Record[0], err = count(c)
			hasRecord = true
		case "lost":
			r.Record[1], err = count(c)
		case "drawn":
			r.Record[2], err = count(c)
		case "points":
			r.Points = c
		case "games":
			if r.Games, r.Known = readRecord(c); !r.Known {
				err = notice.Err("paste.games", "text", notice.Text(c))
			}
		case "byes":
			r.Byes, err = count(c)
		case "status":
			r.status(c)
		case OMW, GWP, OGW:
			err = r.setValue(head[i], c)
		}
		if err != nil {
			return r, err
		}
	}
	switch {
	case r.Name == "":
		err = notice.Err("paste.nameless")
	case !hasRecord && r.Points != "" && r.Values[GWP] != (Value{}):
		r.Record[0] = unrecorded
	case !hasRecord:
		err = notice.Err("paste.unplayed", "name", notice.Text(r.Name))
	case r.Byes > r.Record[0]:
		err = r.tooManyByes()
	}
	return r, err
}

func (r *Row) setName(name string) error {
	if r.Name = names.Clean(name); r.Name == "" {
		return notice.Err("paste.nameless")
	}
	if n := utf8.RuneCountInString(r.Name); n > maxName {
		return notice.Err("paste.long", "characters", n, "most", maxName)
	}
	return nil
}

// status reads a word on whether the player is still in.
func (r *Row) status(c string) bool {
	switch strings.Trim(fold(c), "()[]*") {
	case "drop", "dropped", "inactive", "yes", "x", "out", "withdrawn":
		r.Dropped = true
	case "active", "no", "in", "playing":
	default:
		return false
	}
	return true
}

// setValue reads a tiebreaker: 66.67 %, 66.67 or 0.6667.
func (r *Row) setValue(column, c string) error {
	m := numberText.FindStringSubmatch(c)
	if m == nil {
		return notice.Err("paste.percentage", "text", notice.Text(c))
	}
	n, err := fraction.Parse(m[1] + "." + m[2] + "0")
	if err != nil {
		return notice.Err("paste.percentage", "text", notice.Text(c))
	}
	half := fraction.New(1, 2)
	for range len(m[2]) {
		half = half.Quo(fraction.Int(10))
	}
	if m[3] != "" || n.Cmp(fraction.Int(1)) > 0 {
		n, half = n.Quo(fraction.Int(100)), half.Quo(fraction.Int(100))
	}
	if n.Cmp(fraction.Int(1)) > 0 {
		return notice.Err("paste.above", "text", notice.Text(c))
	}
	if r.Values == nil {
		r.Values = map[string]Value{}
	}
	r.Values[column] = Value{Exact: n, Half: half}
	return nil
}

func readRecord(c string) (record [3]int, ok bool) {
	m := recordText.FindStringSubmatch(c)
	if m == nil {
		return record, false
	}
	for i := range 3 {
		record[i], _ = strconv.Atoi(m[i+1]) // at most two digits; none for the drawn is 0
	}
	return record, true
}

func count(c string) (int, error) {
	n, err := strconv.Atoi(c)
	if err != nil || n < 0 || n > 99 {
		return 0, notice.Err("paste.count", "text", notice.Text(c))
	}
	return n, nil
}
