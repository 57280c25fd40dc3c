package transfer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"topcut/tournament/bracket"
	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// build makes an event and checks it against the limits of the tournament file.
type build struct {
	t        *file.Tournament
	o        Options
	findings []notice.Notice
	stated   []Stated
	after    int

	index       map[string]int32 // by the other program's id
	taken       map[string]bool  // our ids
	tags        map[string]int32 // numbers of the tags
	seated      []int16          // by player: number of the last round with a seat
	lost        map[int32]bool   // lost in elimination
	beyond      int              // results that the ruleset does not have
	winners     int              // results of which only the winner is known
	ownIDs      int              // players who got a number of ours
	skipped     []notice.Notice  // lines and cells of a table that are left out
	top         int              // how many are in the cut, as stated
	entrants    []int32          // who is known to be in the elimination
	drawn       [][2]int32       // a player of each side of the matches of the bracket, also of those to come
	tree        []treeMatch      // where the matches of the bracket stand in the file
	cutRound    string           // of a table: the round of the cut that was begun last
	mirrored    map[int]bool     // lines of a table that say what another says
	winnerFirst bool             // a table names the winner and the loser
	next        int              // no number of ours from the players to here is free
}

// newBuild begins an event. The ruleset of the options beats that of the format,
// whose choices are then left out.
func newBuild(o Options, ruleset string, choices map[string]string) (*build, error) {
	b := &build{t: &file.Tournament{Tags: []string{""}, Ledger: &ledger.Ledger{}}, o: o, index: map[string]int32{}, taken: map[string]bool{}, tags: map[string]int32{"": 0}, lost: map[int32]bool{}, after: -1}
	all := map[string]string{}
	if o.Ruleset == "" || o.Ruleset == ruleset {
		maps.Copy(all, choices)
	} else {
		ruleset = o.Ruleset
	}
	maps.Copy(all, o.Choices)
	return b, b.rules(ruleset, all)
}

func (b *build) rules(id string, choices map[string]string) error {
	rs, err := b.o.Load(id)
	if err != nil {
		return failed(finding("transfer.refused.ruleset", "ruleset", id))
	}
	if len(choices) > 0 {
		if rs, err = rs.With(choices); err != nil {
			return failed(finding("transfer.refused.ruleset", "ruleset", id))
		}
		b.t.Options = choices
	}
	b.t.Ruleset, b.t.Rules = id, rs
	for _, d := range rs.Divisions.List {
		b.t.Divisions = append(b.t.Divisions, d.Name)
	}
	return nil
}

// choose sets one more option of the ruleset and adds a finding about it.
func (b *build) choose(option, value string) error {
	if b.t.Options[option] == value {
		return nil
	}
	choices := map[string]string{option: value}
	maps.Copy(choices, b.t.Options)
	rs, err := b.o.Load(b.t.Ruleset)
	if err != nil {
		return failed(finding("transfer.refused.ruleset", "ruleset", b.t.Ruleset))
	}
	if rs, err = rs.With(choices); err != nil {
		return nil // the options are of another game's ruleset
	}
	b.t.Rules, b.t.Options = rs, choices
	b.note("transfer.decided.option", "option", option, "value", value)
	return nil
}

func (b *build) note(code notice.Code, args ...any) {
	b.findings = append(b.findings, finding(code, args...))
}

// cleaned returns a name as the tournament file has it: without control characters, of at
// most maxText bytes, and "" if there is nothing to see. Of a longer text only the
// beginning is looked at.
func cleaned(name string) string {
	name = strings.TrimSpace(name)
	name = names.Clean(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name[:min(len(name), 16*maxText)]))
	if len(name) <= maxText {
		return name
	}
	return names.Cut(name, utf8.RuneCountInString(strings.ToValidUTF8(name[:maxText-len("…")], "")))
}

// player adds a player. An id of the other program that can be one of ours is
// kept; others get a number.
func (b *build) player(at notice.Value, id, name string) (int32, error) {
	if len(b.t.Players) >= maxPlayers {
		return 0, failed(finding("transfer.refused.many_players", "most", maxPlayers))
	}
	if _, ok := b.index[id]; ok || id == "" {
		return 0, failed(finding("transfer.refused.doubled", "at", at, "player", clip(id)))
	}
	own := id
	if !plainID(own) || b.taken[own] {
		b.ownIDs++
		for b.next = max(b.next, len(b.t.Players)) + 1; ; b.next++ {
			if own = fmt.Sprintf("p%d", b.next); !b.taken[own] {
				break
			}
		}
	}
	b.taken[own] = true
	p := int32(len(b.t.Players))
	b.index[id] = p
	b.t.Players = append(b.t.Players, file.Player{ID: own, Name: cleaned(name)})
	if strings.ContainsFunc(strings.TrimSpace(name), unicode.IsControl) {
		b.t.Notes = append(b.t.Notes, notice.New("file.cleaned", "id", notice.Text(own), "name", notice.Text(cleaned(name))))
	}
	b.t.Ledger.Players = append(b.t.Ledger.Players, ledger.Player{DroppedAfter: ledger.Active, Division: -1})
	b.seated = append(b.seated, 0)
	return p, nil
}

// named returns the player with the given name, adding a new one, for formats without
// ids.
func (b *build) named(at notice.Value, name string) (int32, error) {
	key := "name " + names.Key(name)
	if p, ok := b.index[key]; ok {
		return p, nil
	}
	return b.player(at, key, name)
}

// of finds a player by the other program's id.
func (b *build) of(at notice.Value, id string) (int32, error) {
	p, ok := b.index[id]
	if !ok {
		return 0, failed(finding("transfer.refused.player", "at", at, "player", clip(id)))
	}
	return p, nil
}

func plainID(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// clip shortens text of a file for an error.
func clip(s string) notice.Text {
	if r := []rune(cleaned(s)); len(r) > 40 {
		return notice.Text(string(r[:40]) + "…")
	}
	return notice.Text(cleaned(s))
}

func (b *build) division(p int32, name string) {
	if i := slices.Index(b.t.Divisions, name); i >= 0 {
		b.t.Ledger.Players[p].Division = int16(i)
	}
}

// round begins a round.
func (b *build) round(stage ledger.Stage) error {
	if len(b.t.Ledger.Rounds) >= maxRounds {
		return failed(finding("transfer.refused.many_rounds", "most", maxRounds))
	}
	if n := len(b.t.Ledger.Rounds); n > 0 && stage == ledger.Swiss && rules.IsElimination(b.t.Ledger.Rounds.At(n).Stage) {
		return failed(finding("transfer.refused.round", "at", finding("transfer.round", "round", n+1)))
	}
	b.t.Ledger.Rounds = append(b.t.Ledger.Rounds, ledger.Round{Number: int16(len(b.t.Ledger.Rounds) + 1), Stage: stage})
	return nil
}

// current returns the round that was begun last.
func (b *build) current() *ledger.Round { return &b.t.Ledger.Rounds[len(b.t.Ledger.Rounds)-1] }

// games returns a result in games.
func games(won, lost, drawn int32) ledger.Result {
	return ledger.Result{Form: ledger.Games, V: [4]int32{won, lost, drawn}}
}

// add seats a match in the current round. A table number outside 1 to 32767 is
// left out.
func (b *build) add(at notice.Value, kind ledger.Kind, table int, res ledger.Result, seats ...int32) error {
	r := b.current()
	m := ledger.Match{Kind: kind, N: uint8(len(seats)), Result: res, Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	if table > 0 && table < 1<<15 {
		m.Table = int16(table)
	}
	for i, p := range seats {
		if b.seated[p] == r.Number {
			return failed(finding("transfer.refused.twice", "at", at, "player", clip(cmp.Or(b.t.Players[p].Name, b.t.Players[p].ID))))
		}
		b.seated[p] = r.Number
		m.Seats[i] = p
		if b.lost[p] && r.Stage == ledger.Elimination {
			return failed(finding("transfer.refused.bracket", "at", at, "first", clip(cmp.Or(b.t.Players[p].Name, b.t.Players[p].ID)), "second", ""))
		}
	}
	if kind == ledger.DoubleLoss && r.Stage == ledger.Elimination && m.N == 2 {
		return failed(finding("file.at", "path", at, "why", finding("file.kind_no_winner", "kind", "double_loss")))
	}
	if res.Form != ledger.Unfinished && kind != ledger.Elsewhere {
		if err := b.t.Rules.Fit(r.Stage, &m); err != nil {
			return failed(finding("transfer.refused.result", "at", at, "result", clip(fmt.Sprintf("%d-%d-%d", res.V[0], res.V[1], res.V[2]))))
		}
	}
	if w := b.t.Rules.Winner(&m); r.Stage == ledger.Elimination && m.N == 2 && w >= 0 {
		b.lost[m.Seats[1-w]] = true
	}
	if rules.IsElimination(r.Stage) {
		b.tree = append(b.tree, treeMatch{len(b.t.Ledger.Rounds) - 1, len(r.Matches), at})
	}
	r.Matches = append(r.Matches, m)
	return nil
}

// treeMatch is a match of an elimination by its place in the ledger and in the file.
type treeMatch struct {
	round, match int
	at           notice.Value
}

// placeOf returns where a match of the elimination stands in the file.
func (b *build) placeOf(m *ledger.Match) notice.Value {
	for _, x := range b.tree {
		if &b.t.Ledger.Rounds[x.round].Matches[x.match] == m {
			return x.at
		}
	}
	return notice.Text("")
}

// bye gives a bye, or one that was awarded beforehand.
func (b *build) bye(at notice.Value, p int32, awarded bool) error {
	if awarded {
		b.t.Ledger.Players[p].ByeRounds |= 1 << uint(b.current().Number)
	}
	return b.add(at, ledger.Bye, 0, ledger.Result{}, p)
}

// swissRounds counts the rounds before the elimination.
func swissRounds(t *file.Tournament) int {
	n := 0
	for i := range t.Ledger.Rounds {
		if ranked(t.Ledger.Rounds[i].Stage) {
			n++
		}
	}
	return n
}

// lastRounds returns the last round in which each player took part, 0 = none.
func lastRounds(t *file.Tournament) []int16 {
	out := make([]int16, len(t.Players))
	for i := range t.Ledger.Rounds {
		for j := range t.Ledger.Rounds[i].Matches {
			for _, p := range t.Ledger.Rounds[i].Matches[j].Players() {
				out[p] = int16(i + 1)
			}
		}
	}
	return out
}

// droppedByAbsence marks players who are in none of the later Swiss rounds as dropped,
// for formats without drops.
func (b *build) droppedByAbsence() {
	b.t.BringForward() // a player who sits out has not left
	swiss := int16(swissRounds(b.t))
	n := 0
	for p, at := range lastRounds(b.t) {
		lp := &b.t.Ledger.Players[p]
		if swiss > 0 && at < swiss && lp.DroppedAfter == ledger.Active && lp.Known(int(swiss)) == 0 {
			lp.DroppedAfter = at
			n++
		}
	}
	if n > 0 {
		b.note("transfer.missing.drops", "n", n)
	}
}

// missedFirst makes assigned losses at the start of a player late rounds.
func (b *build) missedFirst() {
	for i := range b.t.Ledger.Rounds {
		r := &b.t.Ledger.Rounds[i]
		for j := range r.Matches {
			m := &r.Matches[j]
			if lp := &b.t.Ledger.Players[m.Seats[0]]; m.Kind == ledger.AssignedLoss && r.Stage == ledger.Swiss && int(lp.LateRounds) == i {
				lp.LateRounds++
			}
		}
	}
	n := 0
	for _, lp := range b.t.Ledger.Players {
		if lp.LateRounds > 0 {
			n++
		}
	}
	if n > 0 {
		b.note("transfer.decided.late", "n", n)
	}
}

// plan sets the planned rounds: those of the options, those of the file, and for an
// event that goes on those of the ruleset's table.
func (b *build) plan(stated int, over bool) {
	swiss := swissRounds(b.t)
	switch {
	case b.o.Rounds > 0:
		b.t.RoundsPlanned = max(b.o.Rounds, swiss)
	case stated > 0:
		b.t.RoundsPlanned = max(stated, swiss)
	case over && swiss > 0:
		b.t.RoundsPlanned = swiss
	case len(b.t.Players) > 1:
		b.t.RoundsPlanned = swiss
		if n, _, _ := b.t.Rules.RoundsFor(len(b.t.Players)); n > swiss {
			b.t.RoundsPlanned = n
		}
		b.note("transfer.decided.rounds", "rounds", b.t.RoundsPlanned)
	}
	b.t.RoundsPlanned = min(b.t.RoundsPlanned, file.MaxRounds)
}

// event closes the event.
func (b *build) event() (Imported, error) {
	t := b.t
	if len(t.Players) == 0 {
		return Imported{}, failed(finding("transfer.refused.players"))
	}
	t.BringForward()
	b.comes()
	t.Name = cleaned(t.Name)
	if len(t.Players) > 0 && t.Flights == nil {
		t.Flights = []string{""}
	}
	lasts := lastRounds(t)
	for p := range t.Ledger.Players {
		lp := &t.Ledger.Players[p]
		if lp.Division < 0 {
			if !slices.Contains(t.Divisions, "") {
				t.Divisions = append(t.Divisions, "")
			}
			lp.Division = int16(slices.Index(t.Divisions, ""))
		}
		if lp.DroppedAfter != ledger.Active && lp.DroppedAfter < lasts[p] {
			b.note("transfer.decided.drop", "player", playerLabel(t, int32(p)), "round", lasts[p])
			lp.DroppedAfter = lasts[p]
		}
	}
	for r := range t.Ledger.Rounds {
		for i := range t.Ledger.Rounds[r].Matches {
			if m := &t.Ledger.Rounds[r].Matches[i]; m.N > 1 && t.Ledger.Rounds[r].Stage == ledger.Swiss {
				for _, p := range m.Players() {
					t.Ledger.Players[p].ByeRounds &^= 1 << uint(r+1)
				}
			}
		}
	}
	b.tables()
	if t.Cut.Top > len(t.Players) {
		t.Cut = rules.Cut{}
	}
	if b.beyond > 0 {
		b.note("transfer.decided.scores", "n", b.beyond)
	}
	if b.winners > 0 {
		b.note("transfer.missing.games")
	}
	if b.ownIDs > 0 {
		b.note("transfer.decided.numbers", "n", b.ownIDs)
	}
	if n := unfinished(t); n > 0 {
		b.note("transfer.missing.results", "n", n)
	}
	e := Imported{Tournament: t, Stated: b.stated, After: b.after}
	if b.after < 0 {
		e.After = len(t.Ledger.Rounds)
	}
	e.Findings = append([]notice.Notice{understood(t)}, b.findings...)
	compared, err := e.compared()
	if err != nil {
		return Imported{}, err
	}
	e.Findings = append(e.Findings, compared...)
	return e, nil
}

// comes adds a finding about the players who sit out rounds that are still to come.
func (b *build) comes() {
	n := 0
	for _, lp := range b.t.Ledger.Players {
		if lp.Known(len(b.t.Ledger.Rounds)) > 0 {
			n++
		}
	}
	if n > 0 {
		b.note("transfer.understood.coming", "n", n)
	}
}

// tables leaves out table numbers that stand twice in a round.
func (b *build) tables() {
	for i := range b.t.Ledger.Rounds {
		r := &b.t.Ledger.Rounds[i]
		seen, twice := map[int16]bool{}, false
		for j := range r.Matches {
			m := &r.Matches[j]
			if m.Table > 0 && seen[m.Table] {
				m.Table, twice = 0, true
			}
			seen[m.Table] = true
		}
		if twice {
			b.note("transfer.decided.tables", "round", r.Number)
		}
	}
}

// unfinished counts matches without a result.
func unfinished(t *file.Tournament) int {
	n := 0
	for i := range t.Ledger.Rounds {
		for j := range t.Ledger.Rounds[i].Matches {
			if !t.Ledger.Rounds[i].Matches[j].Finished() {
				n++
			}
		}
	}
	return n
}

// closedRounds returns how many Swiss rounds at the start have all their results.
func closedRounds(t *file.Tournament) int {
	for i := range t.Ledger.Rounds {
		r := &t.Ledger.Rounds[i]
		if !ranked(r.Stage) || slices.ContainsFunc(r.Matches, func(m ledger.Match) bool { return !m.Finished() }) {
			return i
		}
	}
	return len(t.Ledger.Rounds)
}

// Stated is a value that the file publishes of a player: points, place, or a
// tiebreaker by its name in the ruleset.
type Stated struct {
	Player int32
	What   string
	Value  fraction.Fraction
	Half   fraction.Fraction // the true value may be off by so much
}

// state keeps a published value. half is the half of its last printed figure.
func (b *build) state(p int32, what string, v, half fraction.Fraction) {
	b.stated = append(b.stated, Stated{p, what, v, half})
}

// stateFloat keeps a published number of any precision, as JSON has it.
func (b *build) stateFloat(p int32, what string, v float64) {
	const billion = 1_000_000_000
	if v >= 0 && v < 1_000_000 {
		b.state(p, what, fraction.New(int64(v*billion+0.5), billion), fraction.New(2, 100_000_000))
	}
}

// bracketOf returns the bracket of the stated seeds, or nil if there is none.
func bracketOf(t *file.Tournament, double bool) *bracket.Bracket {
	c := bracket.Config{Size: len(t.CutSeeds)}
	switch {
	case double:
		c.Type = bracket.Double
	case t.Rules.Seats.Max > 2:
		c.Type = bracket.Pods
	}
	for i := range t.Ledger.Rounds {
		c.Third = c.Third || !double && t.Ledger.Rounds[i].Stage == ledger.ThirdPlace
	}
	br, err := bracket.New(c)
	if err != nil {
		return nil
	}
	return br
}
