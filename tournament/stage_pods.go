package tournament

import (
	"cmp"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/pods"
	"topcut/tournament/random"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// podRounds is a stage of rounds at tables of three and four (package
// pods). It ends and takes late players as Swiss rounds do.
type podRounds struct{ swissRounds }

var _ = playedAs(podRounds{}, stage.Pods)

func (podRounds) fits(rs *rules.Ruleset) bool { return rs.Pairing.Method == "pods" }

// pair seats a round. Tables given by an organiser stay as they are.
func (podRounds) pair(s *State, _ *Stage, r roundRequest) (*madeRound, error) {
	out := &madeRound{stage: ledger.Swiss}
	seated := make([]bool, len(s.Players)+1)
	for _, table := range r.forced {
		p := Pairing{Players: table, Why: notice.New("why.forced")}
		switch {
		case len(table) == 1:
			p.Kind = ledger.Bye
		case len(table) < s.Rules.Seats.Min:
			return nil, Refuse(BadInput, "table.size", "least", s.Rules.Seats.Min, "most", s.Rules.Seats.Max, "players", len(table))
		}
		for _, n := range table {
			seated[n] = true
		}
		out.pairings = append(out.pairings, p)
	}
	if !r.only {
		if err := s.podTables(r, seated, out); err != nil {
			return nil, err
		}
	}
	s.numberTables(out.pairings)
	return out, nil
}

// podTables seats all players without a seat.
func (s *State) podTables(r roundRequest, seated []bool, out *madeRound) error {
	round := len(s.Rounds) + 1
	table, err := s.Table(len(s.Rounds))
	if err != nil {
		return err
	}
	u := unit(table)
	field := pods.Field{Policy: pods.Threes}
	if s.Rules.Seats.Odd == "bye" {
		field.Policy = pods.Byes
	}
	var numbers []int
	for i := range table.Rows {
		n := int(table.Rows[i].Player) + 1
		switch {
		case seated[n] || !s.PlaysOn(n) || s.misses(n, round):
		case s.sitsOut(n, round):
			out.pairings = append(out.pairings, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: s.whyBye(n)})
		default:
			numbers = append(numbers, n)
			field.Points = append(field.Points, units(table.Rows[i].Points, u))
			field.Byes = append(field.Byes, s.byesOf(n))
		}
	}
	if len(numbers) < s.Rules.Seats.Min && len(out.pairings) > 0 { // the others sit out
		for _, n := range numbers {
			out.pairings = append(out.pairings, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.pod_bye")})
		}
		return nil
	}
	met := s.meetings()
	field.Met = func(p, q int) int { return met[[2]int{numbers[p], numbers[q]}] }
	if len(s.Ledger.Apart) > 0 {
		field.Apart = func(p, q int) bool { return s.apartIn(round, numbers[p], numbers[q]) }
	}
	if s.sharesTags() {
		for _, n := range numbers {
			field.Tag = append(field.Tag, s.Players.At(n).Tag)
		}
	}
	if r.engine >= podsEngine {
		sat := s.sat()
		field.Sat = func(p int) pods.Sat { return sat[numbers[p]] }
		field.Even = r.engine >= evenEngine
	}
	made, err := pods.Pair(field, random.New(r.seed, "pods"))
	if err != nil {
		return Refuse(WrongPhase, "table.not_filled", "n", len(numbers))
	}
	for _, seats := range made.Tables {
		p := Pairing{Why: notice.New("why.pod")}
		for _, i := range seats {
			p.Players = append(p.Players, numbers[i])
		}
		for i, a := range seats {
			for _, b := range seats[:i] {
				out.warnings = append(out.warnings, podWarnings(&field, made, numbers, b, a)...)
			}
		}
		out.pairings = append(out.pairings, p)
	}
	for _, i := range made.Byes {
		out.pairings = append(out.pairings, Pairing{
			Kind: ledger.Bye, Players: []int{numbers[i]}, Why: notice.New("why.pod_bye"),
		})
		if field.Byes[i] > 0 {
			out.warnings = append(out.warnings, pairing.Warning{Kind: pairing.WarnSecondBye, Players: []int32{int32(numbers[i])}, Proved: true})
		}
	}
	out.optimal = made.Proved
	out.cost = []Cost{{Term: "rematches", Value: int64(made.Repeats)}, {Term: "pointGap", Value: made.Gap}}
	if field.Tag != nil {
		out.cost = slices.Insert(out.cost, 1, Cost{Term: pairing.TagConflict.String(), Value: int64(made.Tags)})
	}
	if field.Apart != nil {
		out.cost = slices.Insert(out.cost, 0, Cost{Term: pairing.KeptApart.String(), Value: int64(made.Apart)})
	}
	return nil
}

// podWarnings returns what is wrong with two players at one table, by their places in the
// field. It is proved only if it is the only one of its kind.
func podWarnings(f *pods.Field, made *pods.Round, numbers []int, a, b int) (out []pairing.Warning) {
	warn := func(kind pairing.WarningKind, count int, first bool) {
		out = append(out, pairing.Warning{
			Kind: kind, Players: []int32{int32(numbers[a]), int32(numbers[b])}, Proved: made.Proved && count == 1, First: first,
		})
	}
	if f.Apart != nil && f.Apart(a, b) {
		warn(pairing.WarnKeptApart, made.Apart, true)
	}
	if f.Met(a, b) > 0 {
		warn(pairing.WarnRematch, made.Repeats, made.Apart == 0)
	}
	if f.Tag != nil && f.Tag[a] != 0 && f.Tag[a] == f.Tag[b] {
		warn(pairing.WarnSameTag, made.Tags, made.Apart == 0 && made.Repeats == 0)
	}
	return out
}

// byesOf returns the number of byes of player n that were not awarded beforehand.
func (s *State) byesOf(n int) int {
	count := 0
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			l := &s.Ledger.Rounds[r].Matches[i]
			if l.Kind == ledger.Bye && l.Seats[0] == int32(n-1) && !s.exempt(n, r+1) {
				count++
			}
		}
	}
	return count
}

// meetings returns how often two players, by number, were at one table.
func (s *State) meetings() map[[2]int]int {
	met := map[[2]int]int{}
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			players := s.Ledger.Rounds[r].Matches[i].Players()
			for _, p := range players {
				for _, q := range players {
					if p != q {
						met[[2]int{int(p) + 1, int(q) + 1}]++
					}
				}
			}
		}
	}
	return met
}

// sat returns where each player, by number, has sat at tables.
func (s *State) sat() []pods.Sat {
	sat := make([]pods.Sat, len(s.Players)+1)
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			l := &s.Ledger.Rounds[r].Matches[i]
			if l.Kind != ledger.Played || l.N < 2 {
				continue
			}
			for seat, p := range l.Players() {
				sat[p+1].All[seat]++
				if r+3 >= len(s.Ledger.Rounds) {
					sat[p+1].Lately[seat]++
				}
			}
		}
	}
	return sat
}

// numberTables numbers the tables in order; the other players at the table of a player
// with a fixed table move with them.
func (s *State) numberTables(list []Pairing) {
	taken := map[int]bool{}
	for i := range list {
		if list[i].Kind != ledger.Played {
			continue
		}
		for _, n := range list[i].Players {
			if t := s.Players.At(n).Table; t > 0 && list[i].Table == 0 && !taken[t] {
				list[i].Table, taken[t] = t, true
			}
		}
	}
	next := 1
	for i := range list {
		if list[i].Kind != ledger.Played || list[i].Table != 0 {
			continue
		}
		for taken[next] {
			next++
		}
		list[i].Table, taken[next] = next, true
	}
	sorted.Stable(list, func(a, b Pairing) int {
		// Byes, which have no table, are last.
		return cmp.Or(cmp.Compare(b2i(a.Table == 0), b2i(b.Table == 0)), cmp.Compare(a.Table, b.Table))
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// podCut reports whether the elimination stage is played at tables of four.
func (s *State) podCut() bool { return s.Rules.Bracket.PodSize == pods.Preferred }

// podCutSize returns the largest cut of at most n players that can be played at tables
// of four with one winner each, or 0.
func podCutSize(n int) int {
	size := 0
	for _, v := range bracket.PodSizes() {
		if v <= n {
			size = v
		}
	}
	return size
}

// checkPodCut returns a refusal for a cut that cannot be played at tables of four.
func checkPodCut(n int) error {
	if n > 0 && !slices.Contains(bracket.PodSizes(), n) {
		return Refuse(BadInput, "cut.tables", "size", n)
	}
	return nil
}

// finishOrder orders the seeds of a bracket match by its result, the winner first. A
// drawn table of four is won by its best seed if the ruleset says so.
func (s *State) finishOrder(l *ledger.Match, seedOf map[int32]int) []int {
	order := make([]int, 0, l.N)
	for _, p := range l.Players() {
		order = append(order, seedOf[p])
	}
	winner := s.Rules.Winner(l)
	switch {
	case winner >= 0:
		order[0], order[winner] = order[winner], order[0]
	case l.N > 2 && s.Rules.Bracket.DrawGoes == "best_rank":
		slices.Sort(order)
	default:
		return nil
	}
	slices.Sort(order[1:])
	return order
}
