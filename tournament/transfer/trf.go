package transfer

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Columns of a 001 line, counted from 0.
const (
	trfNumber = 4
	trfName   = 14
	trfRating = 48
	trfPoints = 80
	trfRank   = 85
	trfRounds = 89
	trfCell   = 10
)

// trfPlayer is a 001 line.
type trfPlayer struct {
	line   int
	number int
	name   string
	rating int
	halves int // twice the points
	given  bool
	cells  []trfEntry
}

// trfEntry is a player's round.
type trfEntry struct {
	opponent int32
	colour   byte
	result   byte
}

// readTRF reads a TRF16 or TRF-2026 file of persons or of teams.
func readTRF(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	b, err := newBuild(o, "chess-casual", nil)
	if err != nil {
		return nil, err
	}
	b.findings = findings
	f, err := trfLines(text)
	if err != nil {
		return nil, err
	}
	b.t.Name = f.name
	if f.runes {
		b.note("transfer.decided.runes")
	}
	of, event := f, (*trfCrews)(nil)
	if f.ofTeams() {
		if event, err = b.trfCrews(f); err != nil {
			return nil, err
		}
		of = event.rows
	} else {
		f.leaveTeams()
	}
	if len(f.unread) > 0 {
		b.note("transfer.decided.lines", "codes", f.left)
	}
	b.findings = append(b.findings, leftOut(&f.columns)...)
	if err := b.trfEvent(of); err != nil {
		return nil, err
	}
	if event != nil {
		event.close()
	} else if err := b.trfTags(f); err != nil {
		return nil, err
	}
	b.plan(min(f.planned, maxRounds), false)
	e, err := b.event()
	return []Imported{e}, err
}

// trfFile is what the lines of a file say.
type trfFile struct {
	name    string
	planned int
	players []trfPlayer
	out     []trfOut
	apart   []trfOut        // of players who are not to be paired with each other
	unread  []string        // codes of the lines that are left out
	left    []notice.Notice // the first line of each of these codes
	columns jsonfile.Unread // columns of the players that are left out
	runes   bool            // columns were counted in characters
	robin   bool            // all play all
	twice   bool            // and each two of them twice
	persons bool            // who play for themselves, whatever team they are in
	teams   trfTeams

	// Of a file whose players are teams: it seats the match of two of them, by their places
	// in the list, in a round, counted from 0.
	seat    func(at notice.Value, k int, p, q int32) error
	members [][2][]string // names, by team: of members, and of those beyond their number
}

// trfOut is a line about players who sit out a round, or are kept apart.
type trfOut struct {
	line    int
	code    byte // as in a player's round: F, H or Z
	round   int  // 0 = the next one to be paired
	to      int  // of players kept apart from one round to another; 0 = in all
	players []int
}

// trfLines reads the lines of a file.
func trfLines(text string) (*trfFile, error) {
	f := &trfFile{}
	no := 0
	for line := range strings.Lines(text) {
		no++
		line = strings.TrimRight(line, "\r\n")
		if len(line) < 3 {
			if code := strings.TrimSpace(line); code != "" {
				f.leave(no, code)
			}
			continue
		}
		if err := f.read(line, no); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// read reads a line.
func (f *trfFile) read(line string, no int) error {
	rest := strings.TrimSpace(line[min(4, len(line)):])
	switch code := line[:3]; code {
	case "012":
		f.name = rest
	case "092", "192":
		f.readType(code, rest, no)
	case "XXR", "142":
		f.planned = number(rest)
	case "001":
		if len(f.players) == maxPlayers {
			return failed(finding("transfer.refused.many_players", "most", maxPlayers))
		}
		p, inRunes, err := trfLine(line, no)
		if err != nil {
			return err
		}
		f.runes = f.runes || inRunes
		if inRunes {
			line = flat(line)
		}
		f.leaveColumns(line)
		f.players = append(f.players, p)
	case "240", "XXZ":
		out, err := readOut(code, rest, no)
		f.out = append(f.out, out)
		return err
	case "260", "XXP":
		out, err := readOut(code, rest, no)
		f.apart = append(f.apart, out)
		return err
	case "013", "300", "310", "320", "330", "352", "362":
		return f.readTeams(code, line, no)
	default:
		if rest != "" && !strings.HasPrefix(code, "#") {
			f.leave(no, code)
		}
	}
	return nil
}

// readType reads the type of the tournament: 092 in words, 192 as one of the codes of
// TRF-2026, of which G2 and DOUBLE stand for two matches of each two players.
func (f *trfFile) readType(code, rest string, no int) {
	word := strings.ToLower(rest)
	f.persons = f.persons || code == "092" && strings.Contains(word, "individual")
	switch {
	case strings.Contains(word, "robin"):
		f.robin = true
		f.twice = f.twice || strings.Contains(word, "double") || code == "192" && strings.HasSuffix(word, "_g2")
	case code == "192" && rest != "":
		f.leave(no, code)
	}
}

// leave notes the first line of a code that is left out.
func (f *trfFile) leave(no int, code string) {
	if len(f.unread) < 32 && !slices.Contains(f.unread, code) {
		f.unread, f.left = append(f.unread, code), append(f.left, finding("transfer.line_code", "line", no, "code", code))
	}
}

// trfUnread are the columns of a 001 line that are not read, by the names that the format
// has for them.
var trfUnread = []struct {
	name     string
	from, to int
}{{"sex", 9, 10}, {"title", 10, 13}, {"federation", 53, 56}, {"FIDE number", 57, 68}, {"birth date", 69, 79}, {"rank", trfRank, trfRank + 4}}

// leaveColumns notes the columns of a 001 line that hold something and are not read.
func (f *trfFile) leaveColumns(line string) {
	for _, c := range trfUnread {
		if len(line) > c.from && strings.TrimSpace(line[c.from:min(c.to, len(line))]) != "" {
			f.columns.Add([]byte("001 " + c.name))
		}
	}
}

// readOut reads a line about players who sit out a round: "240 H 3 12 17", or those who
// sit out the next round without points, "XXZ 12 17"; or about players who are not to be
// paired with each other, from one round to another, "260 1 3 12 17", or in any round,
// "XXP 12 17".
func readOut(code, rest string, no int) (trfOut, error) {
	out, fields := trfOut{line: no, code: 'Z'}, strings.Fields(rest)
	bad := func() (trfOut, error) {
		return out, failed(finding("transfer.refused.code", "at", lineOf(no), "what", code, "code", clip(rest)))
	}
	switch code {
	case "240":
		if len(fields) < 2 || len(fields[0]) != 1 || !strings.Contains("FHZ", fields[0]) || number(fields[1]) == 0 {
			return bad()
		}
		out.code, out.round, fields = fields[0][0], number(fields[1]), fields[2:]
	case "260":
		if len(fields) < 2 {
			return bad()
		}
		out.round, out.to, fields = number(fields[0]), number(fields[1]), fields[2:]
		if out.round == 0 || out.to < out.round || out.to > maxRounds {
			return bad()
		}
	}
	for _, field := range fields {
		n := number(field)
		if n == 0 || slices.Contains(out.players, n) {
			return bad()
		}
		out.players = append(out.players, n)
	}
	return out, nil
}

// flat returns a line of which every character beyond ASCII counts as one byte: it would
// shift the columns.
func flat(line string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '?'
		}
		return r
	}, line)
}

// trfLine reads a 001 line by bytes, or by characters if the bytes do not match its columns.
// The rank of a line in characters can look like an opponent in bytes, but for its place in the
// columns.
func trfLine(line string, no int) (p trfPlayer, inRunes bool, err error) {
	ascii := utf8.RuneCountInString(line) == len(line)
	p, ok := trfColumns(line, no, !ascii)
	if !ok && !ascii {
		if p, ok = trfColumns(flat(line), no, false); ok {
			r := []rune(line)
			p.name, inRunes = strings.TrimSpace(string(r[min(trfName, len(r)):min(trfRating-1, len(r))])), true
		} else {
			p, ok = trfColumns(line, no, false)
		}
	}
	if !ok {
		return p, false, failed(finding("transfer.refused.number", "at", lineOf(no), "text", clip(line[:min(len(line), 20)])))
	}
	return p, inRunes, nil
}

// roundOf names a round, counted from 0, of a line.
func roundOf(line, k int) notice.Value {
	return finding("transfer.line_round", "line", line, "round", k+1)
}

// between returns what stands between two columns of a line.
func between(line string, from, to int) string {
	if from >= len(line) {
		return ""
	}
	return strings.TrimSpace(line[from:min(to, len(line))])
}

// trfColumns reads the columns of a 001 line. If aligned is set, the number of an opponent ends
// where its columns do.
func trfColumns(line string, no int, aligned bool) (p trfPlayer, ok bool) {
	cut := func(from, to int) string { return between(line, from, to) }
	p.line, p.number, p.rating = no, number(cut(trfNumber, trfNumber+4)), number(cut(trfRating, trfRating+4))
	p.name = cut(trfName, trfRating-1)
	if p.number == 0 {
		return p, false
	}
	if points := cut(trfPoints, trfPoints+4); points != "" {
		v, err := strconv.ParseFloat(strings.Replace(points, ",", ".", 1), 64)
		if err != nil || v < 0 || v > 999 || v*2 != float64(int(v*2)) {
			return p, false
		}
		p.halves, p.given = int(v*2), true
	}
	if len(line) > trfRounds {
		p.cells = make([]trfEntry, 0, (len(line)-trfRounds+trfCell-1)/trfCell)
	}
	for at := trfRounds; at < len(line); at += trfCell {
		cell := line[at:min(at+trfCell, len(line))]
		for len(cell) < trfCell {
			cell += " "
		}
		opponent := strings.TrimSpace(cell[:6])
		n := number(opponent)
		if opponent != "" && n == 0 && strings.Trim(opponent, "0") != "" || cell[:2] != "  " || cell[6] != ' ' || cell[8] != ' ' || !strings.ContainsRune("wb- ", rune(cell[7])) {
			return p, false
		}
		if aligned && opponent != "" && cell[5] == ' ' {
			return p, false
		}
		result := cell[9]
		if result >= 'a' && result <= 'z' {
			result -= 'a' - 'A'
		}
		p.cells = append(p.cells, trfEntry{int32(n), cell[7], result})
	}
	for len(p.cells) > 0 && p.cells[len(p.cells)-1] == (trfEntry{0, ' ', ' '}) {
		p.cells = p.cells[:len(p.cells)-1]
	}
	return p, true
}

// trfNothing is a round of which nothing is said.
var trfNothing = trfEntry{0, ' ', ' '}

// cell returns a player's round, counted from 0.
func (p *trfPlayer) cell(k int) trfEntry {
	if k < len(p.cells) {
		return p.cells[k]
	}
	return trfNothing
}

// sitOut says how a player sits out a round, unless the round says something itself.
func (p *trfPlayer) sitOut(k int, code byte) {
	for len(p.cells) <= k {
		p.cells = append(p.cells, trfNothing)
	}
	if e := p.cells[k]; e.opponent == 0 && (e.result == ' ' || e.result == '*') {
		p.cells[k].result = code
	}
}

// absent reports whether the player is in no match of the round and has no bye.
func (e trfEntry) absent() bool { return e.opponent == 0 && (e.result == '-' || e.result == ' ') }

// stated reports whether the file says that the player sits out the round.
func (e trfEntry) stated() bool { return e.opponent == 0 && e.result != ' ' && e.result != '*' }

// halfPoints is twice what a result is worth; u is what a pairing-allocated bye
// is worth.
func (e trfEntry) halfPoints(u int) int {
	switch e.result {
	case '1', 'W', '+', 'F':
		return 2
	case '=', 'D', 'H':
		return 1
	case 'U':
		return u
	}
	return 0
}

// halfPoints is twice what the rounds from one to another, counted from 0, are worth.
func (p *trfPlayer) halfPoints(from, to, u int) (sum int) {
	for _, e := range p.cells[min(from, len(p.cells)):min(to, len(p.cells))] {
		sum += e.halfPoints(u)
	}
	return sum
}

// played returns the number of rounds up to the last in which a player has a game. Later
// ones are still to be paired: what the file says of them are byes known beforehand.
func (f *trfFile) played() int {
	n := 0
	for i := range f.players {
		for k, e := range f.players[i].cells {
			if e.opponent != 0 {
				n = max(n, k+1)
			}
		}
	}
	return n
}

// trfEvent seats the players round by round.
func (b *build) trfEvent(f *trfFile) error {
	byNumber := map[int]int{}
	for i := range f.players {
		p := &f.players[i]
		no, err := b.player(lineOf(p.line), strconv.Itoa(p.number), p.name)
		if err != nil {
			return err
		}
		byNumber[p.number] = i
		b.t.Ledger.Players[no].Rating = int32(p.rating)
		if f.members != nil {
			b.t.Players[no].Members, b.t.Players[no].Former = f.members[i][0], f.members[i][1]
		}
	}
	rounds := f.played()
	if err := f.sitOut(byNumber, rounds); err != nil {
		return err
	}
	if err := f.keepApart(b.t.Ledger, byNumber); err != nil {
		return err
	}
	bye := b.trfBye(f.players, rounds)
	for i := range f.players {
		p := &f.players[i]
		if !p.given {
			continue
		}
		// The total may hold the points of byes that are still to come.
		points := p.halves
		if sum := p.halfPoints(0, rounds, bye); points == sum+p.halfPoints(rounds, len(p.cells), bye) {
			points = sum
		}
		b.state(int32(i), "points", fraction.New(int64(points), 2), fraction.Fraction{})
	}
	of := ledger.Swiss
	if f.robin && len(f.apart) > 0 {
		b.note("transfer.decided.apart", "at", lineOf(f.apart[0].line))
	}
	if f.robin {
		of, b.t.Format = ledger.RoundRobin, "round_robin"
	}
	if f.twice {
		b.t.Stages = stage.MustParse("roundrobin twice")
	}
	for k := range rounds {
		if err := b.round(of); err != nil {
			return err
		}
		for i := range f.players {
			if k < len(f.players[i].cells) {
				if err := b.trfMatch(f, byNumber, i, k, bye); err != nil {
					return err
				}
			}
		}
	}
	if err := b.trfComing(f.players, rounds, bye); err != nil {
		return err
	}
	b.trfDrops(f.players, rounds)
	return nil
}

// sitOut enters the lines about players who sit out a round in the rounds of the players.
func (f *trfFile) sitOut(byNumber map[int]int, played int) error {
	for _, out := range f.out {
		k := played
		if out.round > 0 {
			k = out.round - 1
		}
		if k >= maxRounds {
			return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
		}
		for _, n := range out.players {
			i, ok := byNumber[n]
			if !ok {
				return failed(finding("transfer.refused.player", "at", lineOf(out.line), "player", strconv.Itoa(n)))
			}
			f.players[i].sitOut(k, out.code)
		}
	}
	return nil
}

// keepApart enters the lines about players who are not to be paired with each other.
func (f *trfFile) keepApart(l *ledger.Ledger, byNumber map[int]int) error {
	for _, line := range f.apart {
		var who []int32
		for _, n := range line.players {
			i, ok := byNumber[n]
			if !ok {
				return failed(finding("transfer.refused.player", "at", lineOf(line.line), "player", strconv.Itoa(n)))
			}
			who = append(who, int32(i))
		}
		if !file.KeepApart(l, who, int16(line.round), int16(line.to)) {
			return failed(finding("transfer.refused.apart", "at", lineOf(line.line), "most", file.MaxApart))
		}
	}
	return nil
}

// trfComing keeps with the players how they sit out the rounds that are still to be
// paired.
func (b *build) trfComing(players []trfPlayer, played, bye int) error {
	for i := range players {
		for k := played; k < len(players[i].cells); k++ {
			if k >= maxRounds {
				return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
			}
			kind, awarded := ledger.AssignedLoss, false
			switch e := players[i].cells[k]; e.result {
			case ' ', '*':
				continue
			case 'H':
				kind, awarded = ledger.Bye, true
			case 'F', '+':
				kind = ledger.Bye
			case 'U':
				if bye > 0 {
					kind = ledger.Bye
				}
			case 'Z', '-', '0', 'L':
			default:
				at := roundOf(players[i].line, k)
				return failed(finding("transfer.refused.code", "at", at, "what", "result", "code", clip(string(rune(e.result)))))
			}
			if awarded {
				b.t.Ledger.Players[i].ByeRounds |= 1 << uint(k+1)
				continue
			}
			file.SitOut(b.t, int32(i), k+1, kind)
		}
	}
	return nil
}

// trfDrops marks players who are in none of the last rounds as dropped. Where the file
// says of the round to be paired who sits it out, only players who are absent from that
// one too have dropped: nothing is said of players who are to be paired.
func (b *build) trfDrops(players []trfPlayer, played int) {
	told := slices.ContainsFunc(players, func(p trfPlayer) bool { return p.cell(played).stated() })
	left := 0
	for i := range players {
		n := played
		for n > 0 && players[i].cell(n-1).absent() {
			n--
		}
		if n == played || told && players[i].cell(played).result != '-' {
			continue
		}
		lp := &b.t.Ledger.Players[i]
		lp.DroppedAfter, lp.AwayRounds = int16(n), 0
		left++
	}
	if left > 0 {
		b.note("transfer.missing.drops", "n", left)
	}
}

// trfBye decides what U is worth: sources disagree, the points column knows. The total may
// hold the points of byes in rounds that are still to come.
func (b *build) trfBye(players []trfPlayer, played int) int {
	fits := [3]int{}
	for i := range players {
		p := &players[i]
		if !p.given || !slices.ContainsFunc(p.cells, func(e trfEntry) bool { return e.result == 'U' }) {
			continue
		}
		for u := range fits {
			if sum := p.halfPoints(0, played, u); sum == p.halves || sum+p.halfPoints(played, maxRounds, u) == p.halves {
				fits[u]++
			}
		}
	}
	u := 2
	if fits[0] > fits[2] {
		u = 0
	}
	if fits[0]+fits[2] > 0 {
		b.note("transfer.decided.bye", "code", "U", "points", u/2)
	}
	return u
}

func (b *build) trfMatch(f *trfFile, byNumber map[int]int, i, k, bye int) error {
	players := f.players
	p := &players[i]
	e := p.cells[k]
	at := roundOf(p.line, k)
	no := int32(i)
	if e.opponent == 0 {
		switch e.result {
		case 'H':
			return b.bye(at, no, true)
		case 'F', '+':
			return b.bye(at, no, false)
		case 'U':
			if bye > 0 {
				return b.bye(at, no, false)
			}
			return nil
		case 'Z', '-', ' ', '*', '0', 'L':
			return nil
		}
		return failed(finding("transfer.refused.code", "at", at, "what", "result", "code", clip(string(rune(e.result)))))
	}
	j, ok := byNumber[int(e.opponent)]
	if !ok || j == i {
		return failed(finding("transfer.refused.player", "at", at, "player", strconv.Itoa(int(e.opponent))))
	}
	other := &players[j]
	if k >= len(other.cells) || int(other.cells[k].opponent) != p.number {
		return failed(finding("transfer.refused.round", "at", at))
	}
	if j < i {
		return nil // seated from the other side
	}
	if f.seat != nil {
		return f.seat(at, k, no, int32(j))
	}
	return b.trfSeat(at, e, other.cells[k], no, int32(j))
}

// trfSeat seats a match of which both sides are known.
func (b *build) trfSeat(at notice.Value, e, f trfEntry, p, q int32) error {
	if e.colour == 'b' || e.colour != 'w' && f.colour == 'w' {
		e, f, p, q = f, e, q, p
	}
	kind, res, second, ok := trfOutcome(e.result, f.result)
	if !ok {
		return failed(finding("transfer.refused.result", "at", at, "result", clip(string([]byte{e.result, f.result}))))
	}
	if second {
		p, q = q, p
	}
	return b.add(at, kind, 0, res, p, q)
}

// trfOutcome returns how a game ends by the results of the first and the second player. second
// is set if the second wins without play.
func trfOutcome(first, other byte) (kind ledger.Kind, res ledger.Result, second, ok bool) {
	switch string([]byte{first, other}) {
	case "10", "WL", "1 ", "W ":
		return ledger.Played, games(1, 0, 0), false, true
	case "01", "LW", " 1", " W":
		return ledger.Played, games(0, 1, 0), false, true
	case "==", "DD":
		return ledger.Played, games(0, 0, 1), false, true
	case "+-":
		return ledger.Forfeit, ledger.Result{}, false, true
	case "-+":
		return ledger.Forfeit, ledger.Result{}, true, true
	case "--":
		return ledger.DoubleLoss, ledger.Result{}, false, true
	case "00", "LL": // played, and lost by both
		return ledger.DoubleLoss, games(0, 0, 0), false, true
	case "**", "  ", "* ", " *":
		return ledger.Played, ledger.Result{}, false, true
	}
	return 0, ledger.Result{}, false, false
}
