package transfer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// trfCrews makes the event of a file of teams. Whom a team meets in a round, and who plays
// whom, is what the lines of its players say; other lines say who was to sit where, which
// matches were forfeited and which teams had byes. A line that contradicts the players is left
// out and named.
//
// Players are meant by their places in the list of the file, teams by theirs; none is -1.
type trfCrews struct {
	b        *build
	f        *trfFile
	rows     *trfFile // the teams as players of a file
	teams    []trfTeam
	byNumber map[int]int          // teams
	players  map[int]int          // by start number
	team     []int                // of each player
	of       [][]int              // players of each team, in the order of the boards
	place    []int                // of each player in the team, from 1: members, then those beyond their number
	meetings []map[int]trfMeeting // by round, team
	lineUps  map[file.LineUp]trfLineUp
	forfeits map[file.LineUp]trfForfeit // by the team that stands first
	boards   int
	unfit    []notice.Notice // lines that contradict the players
	crossed  int             // matches of which the order of the boards is not in the file
}

// trfMeeting is the round of a team.
type trfMeeting struct {
	with int // the number of its opponent in the list, from 1; 0 = none
	sit  int // how many of its players play
	lone int // and how many of these have no opponent
}

// meets returns the opponent of a team in a round.
func (c *trfCrews) meets(k, t int) int {
	if k >= len(c.meetings) {
		return -1
	}
	return c.meetings[k][t].with - 1
}

// trfCrews makes the teams of a file the players of an event.
func (b *build) trfCrews(f *trfFile) (*trfCrews, error) {
	c := &trfCrews{
		b: b, f: f, rows: &trfFile{robin: f.robin, twice: f.twice}, byNumber: map[int]int{}, players: map[int]int{},
		lineUps: map[file.LineUp]trfLineUp{}, forfeits: map[file.LineUp]trfForfeit{},
	}
	for _, step := range []func() error{c.register, c.rounds, c.meet, c.forfeit, c.present, c.lineUp, c.size, c.row, c.byes} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	c.rows.seat = c.seat
	b.note("transfer.understood.teams", "n", len(c.teams), "boards", c.boards)
	return c, nil
}

// misfit names a line that contradicts the players.
func (c *trfCrews) misfit(line int, code string) {
	if len(c.unfit) < 32 {
		c.unfit = append(c.unfit, finding("transfer.line_code", "line", line, "code", code))
	}
}

// register finds the players of each team.
func (c *trfCrews) register() error {
	f := c.f
	c.teams = f.teams.list
	if len(c.teams) == 0 {
		c.teams = f.teams.old
	} else {
		listed := map[string]bool{}
		for _, team := range c.teams {
			listed[spelledOut(team.players)] = true
		}
		for _, team := range f.teams.old {
			if !listed[spelledOut(team.players)] {
				c.misfit(team.line, "013")
			}
		}
	}
	if len(c.teams) == 0 {
		return failed(finding("transfer.refused.incomplete", "what", "310"))
	}
	c.team, c.place, c.of = make([]int, len(f.players)), make([]int, len(f.players)), make([][]int, len(c.teams))
	for i := range f.players {
		p := &f.players[i]
		if _, twice := c.players[p.number]; twice {
			return failed(finding("transfer.refused.doubled", "at", lineOf(p.line), "player", strconv.Itoa(p.number)))
		}
		c.players[p.number], c.team[i] = i, -1
	}
	for t, team := range c.teams {
		at := lineOf(team.line)
		if _, twice := c.byNumber[team.number]; twice {
			return failed(finding("transfer.refused.doubled", "at", at, "player", strconv.Itoa(team.number)))
		}
		c.byNumber[team.number] = t
		for _, n := range team.players {
			i, ok := c.players[n]
			switch {
			case !ok:
				return failed(finding("transfer.refused.player", "at", at, "player", strconv.Itoa(n)))
			case c.team[i] == t:
				return failed(finding("transfer.refused.doubled", "at", at, "player", strconv.Itoa(n)))
			case c.team[i] >= 0:
				return failed(finding("transfer.refused.two_teams", "at", at, "player", c.named(i)))
			}
			c.team[i], c.of[t] = t, append(c.of[t], i)
		}
	}
	return nil
}

// spelledOut returns numbers as a text.
func spelledOut(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		b.WriteString(strconv.Itoa(n))
		b.WriteByte(' ')
	}
	return b.String()
}

// named returns the name of a player for a sentence.
func (c *trfCrews) named(i int) notice.Text {
	return clip(cmp.Or(c.f.players[i].name, strconv.Itoa(c.f.players[i].number)))
}

// rounds finds out how many rounds are played, or begun.
func (c *trfCrews) rounds() error {
	n, given := c.f.played(), map[int]bool{}
	for _, x := range c.f.teams.lineUps {
		given[x.round] = true
	}
	for i := range c.f.players {
		for k := range c.f.players[i].cells {
			if given[k+1] && c.plays(i, k) {
				n = max(n, k+1)
			}
		}
	}
	for _, x := range c.f.teams.forfeits {
		n = max(n, x.round)
	}
	if n > maxRounds {
		return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
	}
	c.meetings = make([]map[int]trfMeeting, n)
	for k := range c.meetings {
		c.meetings[k] = map[int]trfMeeting{}
	}
	return nil
}

// meet finds out by the players which teams meet.
func (c *trfCrews) meet() error {
	for i := range c.f.players {
		p := &c.f.players[i]
		for k, e := range p.cells {
			if e.opponent == 0 {
				if !strings.Contains(" *+-0LZHFU", string(rune(e.result))) {
					return failed(finding("transfer.refused.code", "at", roundOf(p.line, k), "what", "result", "code", clip(string(rune(e.result)))))
				}
				if t := c.team[i]; t >= 0 && k < len(c.meetings) && c.plays(i, k) {
					m := c.meetings[k][t]
					m.sit, m.lone = m.sit+1, m.lone+1
					c.meetings[k][t] = m
				}
				continue
			}
			at := roundOf(p.line, k)
			j, ok := c.players[int(e.opponent)]
			switch {
			case !ok || j == i:
				return failed(finding("transfer.refused.player", "at", at, "player", strconv.Itoa(int(e.opponent))))
			case c.team[i] < 0:
				return failed(finding("transfer.refused.no_team", "at", at, "player", c.named(i)))
			case int(c.f.players[j].cell(k).opponent) != p.number:
				return failed(finding("transfer.refused.contradiction", "at", at, "first", c.named(i), "second", c.named(j)))
			case c.team[j] < 0:
				return failed(finding("transfer.refused.no_team", "at", at, "player", c.named(j)))
			case c.team[i] == c.team[j]:
				return failed(finding("transfer.refused.own_team", "at", at, "first", c.named(i), "second", c.named(j)))
			}
			m := c.meetings[k][c.team[i]]
			if m.with > 0 && m.with != c.team[j]+1 {
				return failed(finding("transfer.refused.team_opponents", "at", at, "team", clip(c.teams[c.team[i]].name)))
			}
			m.with, m.sit = c.team[j]+1, m.sit+1
			c.meetings[k][c.team[i]] = m
		}
	}
	return nil
}

// find returns the places of teams by their numbers.
func (c *trfCrews) find(line int, numbers ...int) ([]int, error) {
	var out []int
	for _, n := range numbers {
		t, ok := c.byNumber[n]
		if !ok {
			return nil, failed(finding("transfer.refused.team", "at", lineOf(line), "team", strconv.Itoa(n)))
		}
		out = append(out, t)
	}
	return out, nil
}

// pair lets two teams meet in a round, unless one of them meets another.
func (c *trfCrews) pair(k, x, y int) bool {
	one, other := c.meetings[k][x], c.meetings[k][y]
	if x == y || one.with > 0 && one.with != y+1 || other.with > 0 && other.with != x+1 {
		return false
	}
	one.with, other.with = y+1, x+1
	c.meetings[k][x], c.meetings[k][y] = one, other
	return true
}

// forfeit reads the forfeited matches.
func (c *trfCrews) forfeit() error {
	for _, x := range c.f.teams.forfeits {
		teams, err := c.find(x.line, x.white, x.black)
		if err != nil {
			return err
		}
		k, first := x.round-1, min(teams[0], teams[1])
		if _, twice := c.forfeits[file.LineUp{Round: k, Player: int32(first)}]; x.round == 0 || twice || !c.pair(k, teams[0], teams[1]) {
			c.misfit(x.line, "330")
			continue
		}
		x.white, x.black = teams[0], teams[1]
		c.forfeits[file.LineUp{Round: k, Player: int32(first)}] = x
	}
	return nil
}

// present finds out by the points of the members who won a board because the other team had left
// it empty: some programs show them without an opponent, as they show who does not play.
func (c *trfCrews) present() error {
	n := 0
	for i := range c.f.players {
		p, t := &c.f.players[i], c.team[i]
		more := p.halves - p.games()
		if t < 0 || !p.given || more <= 0 {
			continue
		}
		var at []int
		for k := range min(len(p.cells), len(c.meetings)) {
			if e := p.cells[k]; e.opponent == 0 && e.result == '-' && c.meets(k, t) >= 0 {
				at = append(at, k)
			}
		}
		if 2*len(at) != more {
			continue
		}
		for _, k := range at {
			p.cells[k].result = '+'
			m := c.meetings[k][t]
			m.sit, m.lone = m.sit+1, m.lone+1
			c.meetings[k][t] = m
			n++
		}
	}
	if n > 0 {
		c.b.note("transfer.decided.present", "n", n)
	}
	return nil
}

// games is twice the points of the boards at which a member of a team sat.
func (p *trfPlayer) games() (halves int) {
	for _, e := range p.cells {
		if e.opponent != 0 || e.result == '+' {
			halves += e.halfPoints(0)
		}
	}
	return halves
}

// plays reports whether a player has an opponent in a round, or a win because there is none.
func (c *trfCrews) plays(i, k int) bool {
	e := c.f.players[i].cell(k)
	return e.opponent != 0 || e.result == '+'
}

// alone reports whether a player wins in a round because there is no opponent.
func (c *trfCrews) alone(i, k int) bool {
	return c.plays(i, k) && c.f.players[i].cell(k).opponent == 0
}

// lineUp reads who sat where out of the usual order.
func (c *trfCrews) lineUp() error {
	for _, x := range c.f.teams.lineUps {
		teams, err := c.find(x.line, x.team, x.opponent)
		if err != nil {
			return err
		}
		if x.round == 0 || x.round > len(c.meetings) {
			c.misfit(x.line, "300")
			continue
		}
		k, t := x.round-1, teams[0]
		line, playing, fits := make([]int, len(x.players)), 0, true
		for at, n := range x.players {
			if line[at] = -1; n == 0 {
				continue
			}
			i, ok := c.players[n]
			if !ok {
				return failed(finding("transfer.refused.player", "at", lineOf(x.line), "player", strconv.Itoa(n)))
			}
			if c.plays(i, k) {
				playing++
			}
			fits = fits && at < file.MaxCrew && c.team[i] == t && !slices.Contains(line[:min(at, file.MaxCrew)], i)
			line[at] = i
		}
		key := file.LineUp{Round: k, Player: int32(t)}
		_, twice := c.lineUps[key]
		meet := c.meets(k, t) == teams[1] || c.meetings[k][t].lone+c.meetings[k][teams[1]].lone > 0
		if twice || !fits || !meet || len(line) > file.MaxCrew || playing != c.meetings[k][t].sit || !c.pair(k, t, teams[1]) {
			c.misfit(x.line, "300")
			continue
		}
		x.players = line
		c.lineUps[key] = x
	}
	return nil
}

// size finds out on how many boards the teams play and how many members one has.
func (c *trfCrews) size() error {
	c.boards = len(c.f.teams.colours)
	for _, x := range c.lineUps {
		c.boards = max(c.boards, len(x.players))
	}
	played := make([]int, len(c.f.players)) // rounds
	for i := range c.f.players {
		for k := range min(len(c.f.players[i].cells), len(c.meetings)) {
			if c.plays(i, k) {
				played[i]++
			}
		}
	}
	for _, x := range c.lineUps {
		for _, i := range x.players {
			if i >= 0 {
				played[i]++
			}
		}
	}
	for _, meetings := range c.meetings {
		for _, m := range meetings {
			if other := m.with - 1; other >= 0 {
				c.boards = max(c.boards, m.sit+meetings[other].lone)
			}
		}
	}
	smallest, largest, left, beyond := file.MaxCrew, 2, 0, 0
	for t := range c.of {
		if err := c.shorten(t, played); err != nil {
			return err
		}
		n := min(len(c.of[t]), file.MaxCrew)
		left, beyond = left+len(c.teams[t].players)-len(c.of[t]), beyond+len(c.of[t])-n
		smallest, largest = min(smallest, n), max(largest, n)
	}
	for _, t := range c.team {
		if t < 0 {
			left++
		}
	}
	if left > 0 {
		c.b.note("transfer.missing.members", "n", left)
	}
	if beyond > 0 {
		c.b.note("transfer.decided.former", "n", beyond, "most", file.MaxCrew)
	}
	if c.boards == 0 {
		c.boards = max(smallest, 2)
		c.b.note("transfer.decided.boards", "n", c.boards)
	}
	return c.b.crews(largest, c.boards)
}

// shorten leaves out members of a team that is larger than one can be, of those who have played
// none. If more have played, the members are those who have played most, and the others are kept
// for what they played.
func (c *trfCrews) shorten(t int, played []int) error {
	over := len(c.of[t]) - file.MaxCrew
	c.of[t] = slices.Clone(c.of[t])
	for at := len(c.of[t]) - 1; at >= 0 && over > 0; at-- {
		if played[c.of[t][at]] == 0 {
			c.of[t] = slices.Delete(c.of[t], at, at+1)
			over--
		}
	}
	if most := file.MaxCrew + file.MaxFormer; len(c.of[t]) > most {
		return failed(finding("transfer.refused.members", "at", lineOf(c.teams[t].line), "n", len(c.of[t]), "most", most))
	}
	members := slices.Clone(c.of[t])
	sorted.Stable(members, func(i, j int) int { return played[j] - played[i] })
	members = members[:min(len(members), file.MaxCrew)]
	in, next := 1, len(members)+1
	for _, i := range c.of[t] {
		if slices.Contains(members, i) {
			c.place[i], in = in, in+1
		} else {
			c.place[i], next = next, next+1
		}
	}
	return nil
}

// row makes a line of a player of each team.
func (c *trfCrews) row() error {
	for t, team := range c.teams {
		p := trfPlayer{line: team.line, number: team.number, name: team.name, rating: team.strength}
		rated, sum := 0, 0
		var names [2][]string // of members, and of those beyond their number
		for at, i := range c.of[t] {
			if r := c.f.players[i].rating; r > 0 && at < c.boards {
				rated, sum = rated+1, sum+r
			}
			list := &names[0]
			if c.place[i] > file.MaxCrew {
				list = &names[1]
			}
			*list = append(*list, cmp.Or(cleaned(c.f.players[i].name), strconv.Itoa(c.f.players[i].number)))
		}
		if p.rating == 0 && rated > 0 {
			p.rating = (2*sum + rated) / (2 * rated)
		}
		for k := range c.meetings {
			other := c.meets(k, t)
			if other < 0 {
				continue
			}
			for len(p.cells) <= k {
				p.cells = append(p.cells, trfNothing)
			}
			p.cells[k] = trfEntry{int32(c.teams[other].number), '-', '*'}
		}
		c.rows.players, c.rows.members = append(c.rows.players, p), append(c.rows.members, names)
	}
	return nil
}

// byes enters how teams sit out rounds: what lines about teams say and, where these say
// nothing, what the rounds of the members say.
func (c *trfCrews) byes() error {
	for _, x := range c.f.teams.byes {
		for k, n := range x.teams {
			if n == 0 {
				continue
			}
			teams, err := c.find(x.line, n)
			if err != nil {
				return err
			}
			if err := c.sitsOut(x.line, "320", k, teams, 'U'); err != nil {
				return err
			}
		}
	}
	teamsOf := func(numbers []int) []int {
		teams, err := c.find(0, numbers...)
		if err != nil { // players, or teams of another part of the event
			return nil
		}
		return teams
	}
	for _, out := range c.f.out {
		k := out.round - 1
		if out.round == 0 {
			k = len(c.meetings)
		}
		if err := c.sitsOut(out.line, "240", k, teamsOf(out.players), out.code); err != nil {
			return err
		}
	}
	for _, out := range c.f.apart {
		if teamsOf(out.players) == nil {
			c.misfit(out.line, "260")
			continue
		}
		c.rows.apart = append(c.rows.apart, out)
	}
	for t := range c.rows.players {
		last := len(c.meetings)
		for _, i := range c.of[t] {
			last = max(last, min(len(c.f.players[i].cells), maxRounds))
		}
		for k := range last {
			if code := c.told(t, k); code != 0 {
				c.rows.players[t].sitOut(k, code)
			}
		}
	}
	c.missing()
	return nil
}

// missing gives a bye to the only team that is missing from a round where an odd number of teams
// plays and nothing is said of byes, as in TRF16. A team that is so in several rounds has left.
func (c *trfCrews) missing() {
	if len(c.f.teams.list) > 0 || len(c.teams)%2 == 0 {
		return
	}
	byes := map[int][]int{} // rounds, by team
	for k := range c.meetings {
		var out []int
		for t := range c.rows.players {
			if e := c.rows.players[t].cell(k); e == trfNothing {
				out = append(out, t)
			}
		}
		if len(out) == 1 {
			byes[out[0]] = append(byes[out[0]], k)
		}
	}
	for t, team := range c.teams {
		if len(byes[t]) == 1 {
			c.rows.players[t].sitOut(byes[t][0], 'U')
			c.b.note("transfer.decided.missingbye", "player", clip(team.name), "round", byes[t][0]+1)
		}
	}
}

// sitsOut lets teams sit out a round, counted from 0.
func (c *trfCrews) sitsOut(line int, code string, k int, teams []int, how byte) error {
	if k >= maxRounds {
		return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
	}
	if len(teams) == 0 || slices.ContainsFunc(teams, func(t int) bool { return c.meets(k, t) >= 0 }) {
		c.misfit(line, code)
		return nil
	}
	for _, t := range teams {
		c.rows.players[t].sitOut(k, how)
	}
	return nil
}

// told returns how a team that meets none sits out a round by what its members do: by the bye
// of one of them, or absent if all are. It returns 0 if nothing is said, and for a round without
// play that no one has asked to miss.
func (c *trfCrews) told(t, k int) byte {
	const byes = "HF+U"
	bye, gone, away := byte(0), 0, 0
	for _, i := range c.of[t] {
		switch e := c.f.players[i].cell(k); {
		case e.opponent != 0:
		case strings.IndexByte(byes, e.result) > strings.IndexByte(byes, bye):
			bye = e.result
		case e.result == '-':
			gone++
		case e.result == 'Z':
			away++
		}
	}
	switch all := len(c.of[t]); {
	case bye != 0 || all == 0:
		return bye
	case gone == all && k >= len(c.meetings):
		return '-'
	case away == all:
		return 'Z'
	}
	return 0
}

// close states what the file says of the teams, and names what does not fit.
func (c *trfCrews) close() {
	b, full := c.b, 0
	for t, team := range c.teams {
		for i, what := range []string{"points", "boardPoints"} {
			if value, err := fraction.Parse(team.points[i]); err == nil {
				b.state(int32(t), what, value, fraction.Fraction{})
			}
		}
		for k, e := range c.rows.players[t].cells {
			if k < len(c.meetings) && e.opponent == 0 && (e.result == 'F' || e.result == '+') {
				full++
			}
		}
	}
	for _, x := range c.f.teams.points {
		sc := &b.t.Rules.Scoring
		if ours, known := map[string]fraction.Fraction{"TW": sc.Win, "TD": sc.Draw, "TL": sc.Loss}[x.what]; !known || !ours.Equal(x.value) {
			c.misfit(x.line, "362")
			break
		}
	}
	if full > 0 {
		b.note("transfer.decided.full_byes", "n", full)
	}
	if c.crossed > 0 {
		b.note("transfer.decided.order", "n", c.crossed)
	}
	if len(c.unfit) > 0 {
		b.note("transfer.decided.unfit", "codes", c.unfit)
	}
	c.persons()
}

// persons compares the points of the members with their games. Byes of teams may count for
// them or not.
func (c *trfCrews) persons() {
	agree, differ, first := 0, 0, -1
	for i := range c.f.players {
		p := &c.f.players[i]
		if c.team[i] < 0 || !p.given {
			continue
		}
		if n := len(p.cells); slices.Contains([]int{p.games(), p.halfPoints(0, n, 0), p.halfPoints(0, n, 2)}, p.halves) {
			agree++
			continue
		}
		if differ++; first < 0 {
			first = i
		}
	}
	const what = "001 points"
	if agree > 0 {
		c.b.note("transfer.understood.agrees", "what", what, "n", agree)
	}
	if differ > 0 {
		p := &c.f.players[first]
		text := func(halves int) string { return valueText(fraction.New(int64(halves), 2)) }
		c.b.note("transfer.ambiguous.diff", "what", what, "n", differ, "player", c.named(first), "ours", text(p.games()), "theirs", text(p.halves))
	}
}
