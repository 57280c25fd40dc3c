package kernel

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// mostRanked is the number of players times ends that package standings ranks: a
// tenth of a second or two.
const mostRanked = 100_000

// keepLedger has every end ranked by package standings where tiebreaks are beyond
// the kernel and do not depend on single games.
func (n *enumeration) keepLedger(s *Start) {
	if len(s.rules.Beyond) == 0 || n.work > mostRanked || n.gamesMatter(s.rules) {
		return
	}
	rs := *s.rules.Set
	rs.Ranking.Final = "shared"
	n.rules, n.ledger = &rs, s.source.Clone()
	for len(n.ledger.Rounds) < s.rules.Rounds {
		n.ledger.Rounds = append(n.ledger.Rounds, ledger.Round{Number: int16(len(n.ledger.Rounds) + 1)})
	}
	n.ended = make([]Outcome, s.rules.Rounds*s.players)
}

// gamesMatter reports whether results of one Outcome may differ in a tiebreak.
func (n *enumeration) gamesMatter(r *Rules) bool {
	if !slices.ContainsFunc(n.later[0].endings[:], func(words []Word) bool { return len(words) > 1 }) {
		return false
	}
	for i := range r.Set.Ranking.Tiebreaks {
		if standings.ByGames(&r.Set.Ranking.Tiebreaks[i]) {
			return true
		}
	}
	return false
}

// note writes down the outcome of a table for the first of its players.
func (n *enumeration) note(round int, a, b uint16, o Outcome) {
	if n.ledger != nil {
		n.ended[round*n.e.players+int(a)], n.ended[round*n.e.players+int(b)] = o, NoTable
	}
}

// judgeLedger decides who is in and who is out by the complete standings.
func (n *enumeration) judgeLedger() {
	s := n.e.from
	if !slices.ContainsFunc(n.e.active, func(p uint16) bool { return !n.open(p) }) {
		return
	}
	for round := s.played; round < len(n.ledger.Rounds); round++ {
		n.write(round)
	}
	table, err := standings.Compute(n.ledger, n.rules, standings.Options{After: standings.All})
	if err != nil {
		for _, p := range n.e.active {
			n.set(p, true, true)
		}
		return
	}
	ahead := 0
	for i := 0; i < len(table.Rows); {
		j, level := i, 0
		for ; j < len(table.Rows) && table.Rows[j].Place == table.Rows[i].Place; j++ {
			if !s.out[table.Rows[j].Player] {
				level++
			}
		}
		for ; i < j; i++ {
			if p := table.Rows[i].Player; !s.out[p] {
				n.set(uint16(p), ahead < n.places, ahead+level > n.places)
			}
		}
		ahead += level
	}
}

// write puts what was tried of a round into the ledger.
func (n *enumeration) write(round int) {
	s, r := n.e.from, &n.ledger.Rounds[round]
	row, ended := n.e.opp[round*s.players:], n.ended[round*s.players:]
	match := func(a, b uint16) ledger.Match {
		m := n.examples[ended[a]]
		m.Seats = [4]int32{int32(a), int32(b), ledger.None, ledger.None}
		return m
	}
	if round < n.first {
		for i, m := range s.source.Rounds[round].Matches {
			if !m.Finished() {
				r.Matches[i] = match(uint16(m.Seats[0]), uint16(m.Seats[1]))
			}
		}
		return
	}
	r.Matches = r.Matches[:0]
	for _, p := range n.e.active {
		switch q := row[p]; {
		case q == none:
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{int32(p), ledger.None, ledger.None, ledger.None}})
		case ended[p] != NoTable:
			r.Matches = append(r.Matches, match(p, q))
		}
	}
}
