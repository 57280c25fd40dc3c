package transfer

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/standings"
)

// trfTeamWriter writes a file of teams, as TRF-2026 has it.
type trfTeamWriter struct {
	t       *file.Tournament
	rounds  int
	numbers []int // of the teams
	start   []int // of the first member of each team; the others follow
	names   [][]string
	cells   [][][]string // of each member of each team
	halves  [][]int      // twice the points of each

	lines  []string // about line-ups, byes and forfeits
	ruled  int      // matches that were decided as a whole
	unsaid int      // matches and boards whose result the file cannot say
}

// writeTRFTeams writes a file of teams whose matches are played on boards.
func writeTRFTeams(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) {
	w := &trfTeamWriter{t: t, rounds: trfRanked(t)}
	var lost []notice.Notice
	if len(to.Template) > 0 {
		lost = append(lost, finding("transfer.lost.template"))
	}
	if w.rounds < len(t.Ledger.Rounds) {
		lost = append(lost, finding("transfer.lost.elimination"))
	}
	former, err := w.enter()
	if err != nil {
		return nil, nil, err
	}
	if former > 0 {
		lost = append(lost, finding("transfer.lost.former", "n", former))
	}
	for k := range w.rounds {
		w.round(k)
	}
	if w.rounds == len(t.Ledger.Rounds) {
		w.coming()
	}
	if w.ruled > 0 {
		lost = append(lost, finding("transfer.lost.ruled", "n", w.ruled))
	}
	if w.unsaid > 0 {
		lost = append(lost, finding("transfer.lost.results", "n", w.unsaid))
	}
	out, err := w.text()
	return out, lost, err
}

// enter numbers the teams and their members.
func (w *trfTeamWriter) enter() (former int, err error) {
	t, next := w.t, 1
	w.numbers, _ = trfNumbers(t, 999)
	for i := range t.Players {
		p := &t.Players[i]
		names := slices.Concat(p.Members, p.Former)
		former += len(p.Former)
		if len(names) == 0 {
			for b := range t.Boards {
				names = append(names, fmt.Sprintf("%s %d", playerLabel(t, int32(i)), b+1))
			}
		}
		w.start, w.names = append(w.start, next), append(w.names, names)
		next += len(names)
		cells := make([][]string, len(names))
		for m := range cells {
			cells[m] = slices.Repeat([]string{strings.Repeat(" ", trfCell)}, w.rounds)
		}
		w.cells, w.halves = append(w.cells, cells), append(w.halves, make([]int, len(names)))
	}
	switch {
	case len(t.Players) > 999:
		return 0, failed(finding("transfer.refused.many_players", "most", 999))
	case next > 10_000:
		return 0, failed(finding("transfer.refused.many_players", "most", 9999))
	}
	return former, nil
}

// sat returns who sat at the boards for a team, as the file has its members: 0 = no one.
func (w *trfTeamWriter) sat(k int, p int32) []int {
	line := w.t.Sat(k+1, p)
	if q := &w.t.Players[p]; len(q.Members)+len(q.Former) == 0 {
		for b := range line {
			line[b] = b + 1
		}
	}
	return line
}

// round writes a round, counted from 0.
func (w *trfTeamWriter) round(k int) {
	t := w.t
	r := &t.Ledger.Rounds[k]
	in := make([]bool, len(t.Players))
	var free []int32 // teams with a bye of the pairing
	for i := range r.Matches {
		m := &r.Matches[i]
		for _, p := range m.Players() {
			in[p] = true
		}
		switch {
		case m.N == 2:
			w.match(k, m, numbered.Get(r.Boards, i+1))
		case m.Kind == ledger.Bye && t.Ledger.Players[m.Seats[0]].AwardedBye(k+1):
			w.sitOut('H', k, m.Seats[0])
		case m.Kind == ledger.Bye:
			free = append(free, m.Seats[0])
		default:
			w.sitOut('Z', k, m.Seats[0])
		}
	}
	for p := range in {
		if lp := &t.Ledger.Players[p]; !in[p] && !lp.Out(k+1) {
			w.sitOut('Z', k, int32(p))
		}
	}
	for _, p := range free {
		games := t.Rules.Bye.Games
		sc := &t.Rules.Scoring
		boards := sc.GameWin.Mul(fraction.Int(int64(games[0]))).Add(sc.GameDraw.Mul(fraction.Int(int64(games[2]))))
		w.line("320 %4s %4s%s %03d", t.Rules.Bye.Points[0].Decimal(1), boards.Decimal(1), strings.Repeat(" 000", k), w.numbers[p])
	}
}

// line writes a line behind those of the teams.
func (w *trfTeamWriter) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...)+"\n")
}

// sitOut writes that a team sits out a round, counted from 0.
func (w *trfTeamWriter) sitOut(how byte, k int, p int32) {
	w.line("240 %c %03d %4d", how, k+1, w.numbers[p])
}

// match writes a match of two teams.
func (w *trfTeamWriter) match(k int, m *ledger.Match, boards numbered.List[ledger.Match]) {
	t := w.t
	boards, said := w.decided(m, boards)
	home, away := m.Seats[0], m.Seats[1]
	for n := range boards {
		if b := &boards[n]; m.Kind == ledger.Forfeit && b.Kind != ledger.Forfeit {
			home, away = b.Seats[n%2], b.Seats[1-n%2]
			break
		}
	}
	sat := map[int32][]int{home: w.sat(k, home), away: w.sat(k, away)}
	met := false
	for n := range boards {
		b := &boards[n]
		white, black := b.Seats[0], b.Seats[1]
		codes := trfCodes(t, t.BoardRules, b, k+1)
		if b.Kind == ledger.Forfeit { // the winner first: who was to have White is in the order of the teams
			if white, black = home, away; n%2 == 1 {
				white, black = away, home
			}
			if white != b.Seats[0] {
				codes = "-+"
			}
		}
		met = w.board(k, m, b, [2]int32{white, black}, [2]int{sat[white][n], sat[black][n]}, codes) || met
	}
	w.order(k, home, away, sat)
	switch {
	case said && (met || m.Kind != ledger.DoubleLoss):
	case m.Kind == ledger.Played || m.Kind == ledger.IntentionalDraw:
		w.unsaid++
	default:
		how := "--"
		if m.Kind == ledger.Forfeit {
			if how = "+-"; m.Seats[0] != home {
				how = "-+"
			}
		}
		w.line("330 %s %03d %03d %03d", how, k+1, w.numbers[home], w.numbers[away])
	}
}

// decided returns the boards of a match as they are written, and whether its result is their
// sum. Of a match that was decided as a whole, open boards are won without play or drawn, so that
// they add up to its result.
func (w *trfTeamWriter) decided(m *ledger.Match, boards numbered.List[ledger.Match]) (out numbered.List[ledger.Match], said bool) {
	t := w.t
	out = slices.Clone(boards)
	for n := len(out); n < t.Boards; n++ {
		b := ledger.Match{N: 2, Seats: m.Seats}
		if n%2 == 1 {
			b.Seats[0], b.Seats[1] = m.Seats[1], m.Seats[0]
		}
		out = append(out, b)
	}
	if kind, res := summed(t, m, out); kind == m.Kind && res == m.Result {
		return out, true
	}
	v, _, _, open := t.BoardRules.CountBoards(m, out)
	rest, sum := m.Result.V, 0
	for i := range v {
		if rest[i] -= v[i]; rest[i] < 0 {
			return out, false
		}
		sum += int(rest[i])
	}
	if m.Kind != ledger.Played || sum == 0 || sum > open {
		return out, false
	}
	w.ruled++
	for n := range out {
		b := &out[n]
		if b.Finished() {
			continue
		}
		switch {
		case rest[0] > 0:
			rest[0]--
			b.Kind, b.Seats = ledger.Forfeit, m.Seats
		case rest[1] > 0:
			rest[1]--
			b.Kind, b.Seats = ledger.Forfeit, m.Seats
			b.Seats[0], b.Seats[1] = m.Seats[1], m.Seats[0]
		case rest[2] > 0:
			rest[2]--
			b.Result = games(0, 0, 1)
		default:
			b.Kind, b.Result = ledger.DoubleLoss, t.BoardRules.BothLost()
		}
	}
	return out, true
}

// board writes a board in the rounds of the two who sit at it, White first, and reports whether
// they show that the teams meet. One of the two can be missing; of a match that is over without
// the board, nothing is written.
func (w *trfTeamWriter) board(k int, m, b *ledger.Match, teams [2]int32, sits [2]int, codes string) (met bool) {
	switch {
	case !b.Finished() && m.Finished():
		return false
	case sits[0] == 0 && sits[1] == 0:
		if b.Kind != ledger.DoubleLoss {
			w.unsaid++
		}
		return false
	case sits[0] == 0 || sits[1] == 0:
		alone := 0
		if sits[0] == 0 {
			alone = 1
		}
		switch {
		case b.Kind == ledger.DoubleLoss:
			codes = "--"
		case codes[alone] != '+':
			w.unsaid++
			return false
		}
	}
	for side, p := range teams {
		member := sits[side] - 1
		if member < 0 {
			continue
		}
		opponent := "0000"
		if other := sits[1-side]; other > 0 {
			opponent = fmt.Sprintf("%4d", w.start[teams[1-side]]+other-1)
		}
		w.cells[p][member][k] = fmt.Sprintf("  %s %c %c", opponent, "wb"[side], codes[side])
		w.halves[p][member] += trfEntry{result: codes[side]}.halfPoints(2)
	}
	return sits[0] > 0 && sits[1] > 0 || codes != "--"
}

// order writes who sat at the boards of a match, where for one of the teams that is not the order
// of its members or a board was empty.
func (w *trfTeamWriter) order(k int, home, away int32, sat map[int32][]int) {
	usual := true
	for p, line := range sat {
		_, other := w.t.LineUps[file.LineUp{Round: k + 1, Player: p}]
		usual = usual && !other && !slices.Contains(line, 0)
	}
	if usual {
		return
	}
	for p, q := range map[int32]int32{home: away, away: home} {
		out := fmt.Sprintf("300 %03d %03d %03d", k+1, w.numbers[p], w.numbers[q])
		for _, n := range sat[p] {
			if n == 0 {
				out += " 0000"
				continue
			}
			out += fmt.Sprintf(" %4d", w.start[p]+n-1)
		}
		w.line("%s", out)
	}
}

// coming writes the rounds to come that teams sit out, as far as any is known.
func (w *trfTeamWriter) coming() {
	last := w.rounds
	for _, lp := range w.t.Ledger.Players {
		last = max(last, bits.Len64(lp.Known(w.rounds))-1)
	}
	for p := range w.t.Ledger.Players {
		lp := &w.t.Ledger.Players[p]
		for k := w.rounds; k < last; k++ {
			switch {
			case lp.Out(k + 1):
				for m := range w.cells[p] {
					w.cells[p][m] = append(w.cells[p][m], "  0000 - -")
				}
			case lp.AwardedBye(k + 1):
				w.sitOut('H', k, int32(p))
			case lp.FullBye(k + 1):
				w.sitOut('F', k, int32(p))
			case lp.Away(k + 1):
				w.sitOut('Z', k, int32(p))
			}
		}
	}
}

// text puts the file together.
func (w *trfTeamWriter) text() ([]byte, error) {
	t := w.t
	table, err := standings.Compute(t.Ledger, t.Rules, standings.Options{After: w.rounds, Seed: t.SeedNumber()})
	if err != nil {
		return nil, err
	}
	var all []int
	for _, halves := range w.halves {
		all = append(all, halves...)
	}
	slices.Sort(all)
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n062 %d\n082 %d\n092 Team: %s\n", t.Name, len(all), len(t.Players), trfSystem(t))
	if t.RoundsPlanned > 0 {
		fmt.Fprintf(&b, "142 %d\n", t.RoundsPlanned)
	}
	fmt.Fprintf(&b, "352 %s\n", strings.Repeat("WB", file.MaxCrew)[:t.Boards])
	sc := &t.Rules.Scoring
	if win, draw, loss := sc.Win, sc.Draw, sc.Loss; !win.Equal(fraction.Int(2)) || !draw.Equal(fraction.Int(1)) || !loss.IsZero() {
		fmt.Fprintf(&b, "362 TW %4s    TD %4s    TL %4s\n", win.Decimal(1), draw.Decimal(1), loss.Decimal(1))
	}
	for p, names := range w.names {
		for m, name := range names {
			above, _ := slices.BinarySearch(all, w.halves[p][m]+1) // how many have no more
			line := fmt.Sprintf("001 %4d      %-33s %31s %4s %4d%s", w.start[p]+m, first(name, 33), "",
				fraction.New(int64(w.halves[p][m]), 2).Decimal(1), len(all)-above+1, strings.Join(w.cells[p][m], ""))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	for p := range t.Players {
		w.team(&b, table, int32(p))
	}
	slices.Sort(w.lines)
	b.WriteString(strings.Join(w.lines, ""))
	trfApart(&b, t, w.numbers)
	return []byte(b.String()), nil
}

// team writes the line of a team.
func (w *trfTeamWriter) team(b *strings.Builder, table *standings.Table, p int32) {
	points, boards, rank, strength := "", "", "", ""
	if row := table.Row(p); row != nil {
		points, rank = row.Points.Decimal(1), strconv.Itoa(row.Rank)
		if value, ok := table.Value(row, "boardPoints"); ok {
			boards = value.Decimal(1)
		}
	}
	if r := w.t.Ledger.Players[p].Rating; r > 0 && r < 1_000_000 {
		strength = strconv.Itoa(int(r))
	}
	line := fmt.Sprintf("310 %3d %-32s %5s %6s %6s %6s %3s ", w.numbers[p], first(playerLabel(w.t, p), 32), "", strength, points, boards, rank)
	for m := range w.names[p] {
		line += fmt.Sprintf(" %4d", w.start[p]+m)
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// first returns the first characters of a text.
func first(s string, n int) string {
	r := []rune(s)
	return string(r[:min(len(r), n)])
}
