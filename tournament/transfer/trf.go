package transfer

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
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

// readTRF reads a TRF16 or TRF-2026 file of an individual tournament.
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
	var players []trfPlayer
	planned, runes := 0, false
	no := 0
	for line := range strings.Lines(text) {
		no++
		line = strings.TrimRight(line, "\r\n")
		if len(line) < 3 {
			continue
		}
		rest := strings.TrimSpace(line[min(4, len(line)):])
		switch line[:3] {
		case "012":
			b.t.Name = rest
		case "XXR", "142":
			planned = number(rest)
		case "001":
			if len(players) == maxPlayers {
				return nil, failed(finding("transfer.refused.many_players", "most", maxPlayers))
			}
			p, inRunes, err := trfLine(line, no)
			if err != nil {
				return nil, err
			}
			runes = runes || inRunes
			players = append(players, p)
		}
	}
	if runes {
		b.note("transfer.decided.runes")
	}
	if err := b.trfEvent(players); err != nil {
		return nil, err
	}
	b.plan(min(planned, maxRounds), false)
	e, err := b.event()
	return []Imported{e}, err
}

// trfLine reads a 001 line by bytes, or by characters if the bytes do not match its
// columns.
func trfLine(line string, no int) (p trfPlayer, inRunes bool, err error) {
	p, ok := trfColumns(line, no)
	if !ok && utf8.RuneCountInString(line) != len(line) {
		// Every character beyond ASCII shifts the columns, since it counts as one byte.
		flat := strings.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return '?'
			}
			return r
		}, line)
		if p, ok = trfColumns(flat, no); ok {
			r := []rune(line)
			p.name, inRunes = strings.TrimSpace(string(r[min(trfName, len(r)):min(trfRating-1, len(r))])), true
		}
	}
	if !ok {
		return p, false, failed(finding("transfer.refused.number", "at", lineOf(no), "text", clip(line[:min(len(line), 20)])))
	}
	return p, inRunes, nil
}

func trfColumns(line string, no int) (p trfPlayer, ok bool) {
	cut := func(from, to int) string {
		if from >= len(line) {
			return ""
		}
		return strings.TrimSpace(line[from:min(to, len(line))])
	}
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
		if opponent != "" && n == 0 && strings.Trim(opponent, "0") != "" || cell[6] != ' ' || cell[8] != ' ' || !strings.ContainsRune("wb- ", rune(cell[7])) {
			return p, false
		}
		p.cells = append(p.cells, trfEntry{int32(n), cell[7], cell[9]})
	}
	for n := len(p.cells); n > 0 && p.cells[n-1] == (trfEntry{0, ' ', ' '}); n-- {
		p.cells = p.cells[:n-1]
	}
	return p, true
}

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

// trfEvent seats the players round by round.
func (b *build) trfEvent(players []trfPlayer) error {
	byNumber := map[int]int{}
	rounds := 0
	for i := range players {
		p := &players[i]
		at := lineOf(p.line)
		no, err := b.player(at, strconv.Itoa(p.number), p.name)
		if err != nil {
			return err
		}
		byNumber[p.number] = i
		b.t.Ledger.Players[no].Rating = int32(p.rating)
		rounds = max(rounds, len(p.cells))
		if p.given {
			b.state(no, "points", fraction.New(int64(p.halves), 2), fraction.Fraction{})
		}
	}
	bye := b.trfBye(players)
	for k := range rounds {
		if err := b.round(ledger.Swiss); err != nil {
			return err
		}
		for i := range players {
			if k < len(players[i].cells) {
				if err := b.trfMatch(players, byNumber, i, k, bye); err != nil {
					return err
				}
			}
		}
	}
	left := 0
	for i := range players {
		lp := &b.t.Ledger.Players[i]
		n := len(players[i].cells)
		for n > 0 && players[i].cells[n-1].opponent == 0 && strings.ContainsRune("- ", rune(players[i].cells[n-1].result)) {
			n--
		}
		if n < rounds {
			lp.DroppedAfter = int16(n)
			left++
		}
	}
	if left > 0 {
		b.note("transfer.missing.drops", "n", left)
	}
	return nil
}

// trfBye decides what U is worth: sources disagree, the points column knows.
func (b *build) trfBye(players []trfPlayer) int {
	fits := [3]int{}
	for i := range players {
		p := &players[i]
		if !p.given || !slices.ContainsFunc(p.cells, func(e trfEntry) bool { return e.result == 'U' }) {
			continue
		}
		for u := range fits {
			sum := 0
			for _, e := range p.cells {
				sum += e.halfPoints(u)
			}
			if sum == p.halves {
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

func (b *build) trfMatch(players []trfPlayer, byNumber map[int]int, i, k, bye int) error {
	p := &players[i]
	e := p.cells[k]
	at := finding("transfer.line_round", "line", p.line, "round", k+1)
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
	return b.trfSeat(at, e, other.cells[k], no, int32(j))
}

// trfSeat seats a match of which both sides are known.
func (b *build) trfSeat(at notice.Value, e, f trfEntry, p, q int32) error {
	if e.colour == 'b' || e.colour != 'w' && f.colour == 'w' {
		e, f, p, q = f, e, q, p
	}
	switch code := string([]byte{e.result, f.result}); code {
	case "10", "WL", "1 ", "W ":
		return b.add(at, ledger.Played, 0, games(1, 0, 0), p, q)
	case "01", "LW", " 1", " W":
		return b.add(at, ledger.Played, 0, games(0, 1, 0), p, q)
	case "==", "DD":
		return b.add(at, ledger.Played, 0, games(0, 0, 1), p, q)
	case "+-":
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, p, q)
	case "-+":
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, q, p)
	case "--", "00", "LL":
		return b.add(at, ledger.DoubleLoss, 0, ledger.Result{}, p, q)
	case "**", "  ", "* ", " *":
		return b.add(at, ledger.Played, 0, ledger.Result{}, p, q)
	default:
		return failed(finding("transfer.refused.result", "at", at, "result", clip(code)))
	}
}
