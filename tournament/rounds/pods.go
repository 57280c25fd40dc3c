package rounds

import (
	"cmp"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/pods"
	"topcut/tournament/random"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

var _ = madeBy(kind{pair: podRound, forced: true}, stage.Pods)

// podRound seats a round. Tables given by an organiser stay as they are.
func podRound(s *tournament.State, _ *tournament.Stage, r roundRequest) (*madeRound, error) {
	out := &madeRound{stage: ledger.Swiss}
	seated := make([]bool, len(s.Players)+1)
	for _, table := range r.forced {
		p := tournament.Pairing{Players: table, Why: notice.New("why.forced")}
		switch {
		case len(table) == 1:
			p.Kind = ledger.Bye
		case len(table) < s.Rules.Seats.Min:
			return nil, tournament.Refuse(tournament.BadInput, "table.size", "least", s.Rules.Seats.Min, "most", s.Rules.Seats.Max, "players", len(table))
		}
		for _, n := range table {
			seated[n] = true
		}
		out.pairings = append(out.pairings, p)
	}
	if !r.only {
		if err := podTables(s, r, seated, out); err != nil {
			return nil, err
		}
	}
	numberTables(s, out.pairings)
	return out, nil
}

// podTables seats all players without a seat.
func podTables(s *tournament.State, r roundRequest, seated []bool, out *madeRound) error {
	round := len(s.Rounds) + 1
	table, err := s.Table(len(s.Rounds))
	if err != nil {
		return err
	}
	u := table.Unit()
	field := pods.Field{Policy: pods.Threes}
	if s.Rules.Seats.Odd == "bye" {
		field.Policy = pods.Byes
	}
	var numbers []int
	for i := range table.Rows {
		n := int(table.Rows[i].Player) + 1
		switch {
		case seated[n] || !s.PlaysOn(n) || misses(s, n, round):
		case sitsOut(s, n, round):
			out.pairings = append(out.pairings, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: whyBye(s, n)})
		default:
			numbers = append(numbers, n)
			field.Points = append(field.Points, table.Rows[i].Points.Units(u))
			field.Byes = append(field.Byes, byesOf(s, n))
		}
	}
	if len(numbers) < s.Rules.Seats.Min && len(out.pairings) > 0 { // the others sit out
		for _, n := range numbers {
			out.pairings = append(out.pairings, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.pod_bye")})
		}
		return nil
	}
	met := meetings(s)
	field.Met = func(p, q int) int { return met[[2]int{numbers[p], numbers[q]}] }
	if len(s.Ledger.Apart) > 0 {
		field.Apart = func(p, q int) bool { return apartIn(s, round, numbers[p], numbers[q]) }
	}
	if sharesTags(s) {
		for _, n := range numbers {
			field.Tag = append(field.Tag, s.Players.At(n).Tag)
		}
	}
	if r.engine >= podsEngine {
		sat := seatsBefore(s)
		field.Sat = func(p int) pods.Sat { return sat[numbers[p]] }
		field.Even = r.engine >= evenEngine
	}
	made, err := pods.Pair(field, random.New(r.seed, "pods"))
	if err != nil {
		return tournament.Refuse(tournament.WrongPhase, "table.not_filled", "n", len(numbers))
	}
	for _, seats := range made.Tables {
		p := tournament.Pairing{Why: notice.New("why.pod")}
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
		out.pairings = append(out.pairings, tournament.Pairing{
			Kind: ledger.Bye, Players: []int{numbers[i]}, Why: notice.New("why.pod_bye"),
		})
		if field.Byes[i] > 0 {
			out.warnings = append(out.warnings, pairing.Warning{Kind: pairing.WarnSecondBye, Players: []int32{int32(numbers[i])}, Proved: true})
		}
	}
	out.optimal = made.Proved
	out.cost = []tournament.Cost{{Term: "rematches", Value: int64(made.Repeats)}, {Term: "pointGap", Value: made.Gap}}
	if field.Tag != nil {
		out.cost = slices.Insert(out.cost, 1, tournament.Cost{Term: pairing.TagConflict.String(), Value: int64(made.Tags)})
	}
	if field.Apart != nil {
		out.cost = slices.Insert(out.cost, 0, tournament.Cost{Term: pairing.KeptApart.String(), Value: int64(made.Apart)})
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

// meetings returns how often two players, by number, were at one table.
func meetings(s *tournament.State) map[[2]int]int {
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

// seatsBefore returns where each player, by number, has sat at tables.
func seatsBefore(s *tournament.State) []pods.Sat {
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
func numberTables(s *tournament.State, list []tournament.Pairing) {
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
	sorted.Stable(list, func(a, b tournament.Pairing) int {
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

// apartIn reports whether two players are not to be paired with each other in a round.
func apartIn(s *tournament.State, round, n, other int) bool {
	return slices.ContainsFunc(s.Ledger.Apart, func(a ledger.Apart) bool {
		return a.In(round) && int(a.A) == min(n, other)-1 && int(a.B) == max(n, other)-1
	})
}
