package kernel

import (
	"cmp"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// Some rulesets have tiebreaks that the kernel does not compute. Their events are
// written down as a ledger once they are over, and package standings ranks players
// level on points. This takes far longer than everything else, but an event is ranked
// only once.

// What record.noted holds of a player in a round: nothing, a bye, or from first on
// the outcome index of a match in which the player has the first seat.
const (
	noteNothing = iota
	noteBye
	noteAbsent
	noteFirst
)

// noteAgreed is the first of two outcome indices of an agreed draw: the second is that
// of a first seat which would have had the first turn.
const noteAgreed = 16

// record is the event that is being played, as a ledger.
type record struct {
	ledger *ledger.Ledger
	noted  []uint16 // [round*players+player]
	place  []int32  // in the standings, by player
	at     int      // place is that after this many rounds; 0 = none
}

// newRecord returns nil if the kernel ranks itself, or has no history to rank by.
func newRecord(s *Start) *record {
	if len(s.rules.Beyond) == 0 || s.source == nil {
		return nil
	}
	l := s.source.Clone()
	for len(l.Rounds) < s.rules.Rounds {
		l.Rounds = append(l.Rounds, ledger.Round{Number: int16(len(l.Rounds) + 1)})
	}
	return &record{ledger: l, noted: make([]uint16, s.rules.Rounds*s.players), place: make([]int32, s.players)}
}

// note writes down what a player did in a round. It does nothing where no record is
// kept.
func (e *Simulator) note(round int, p uint16, what int) {
	if e.record != nil {
		e.record.noted[round*e.players+int(p)] = uint16(what)
	}
}

// byTable puts players level on points after the given number of rounds in the order of
// package standings.
func (e *Simulator) byTable(group []uint16, rounds int) {
	if e.record.at != rounds {
		e.tabulate(rounds)
	}
	place := e.record.place
	slices.SortFunc(group, func(a, b uint16) int { return cmp.Compare(place[a], place[b]) })
}

// tabulate ranks the event after the given number of rounds.
func (e *Simulator) tabulate(rounds int) {
	rec := e.record
	rec.at = rounds
	for p := range rec.ledger.Players {
		x := &rec.ledger.Players[p]
		x.DroppedAfter = e.from.source.Players[p].DroppedAfter
		if e.left[p] != playing {
			x.DroppedAfter = int16(e.left[p])
		}
	}
	for round := e.from.played; round < rounds; round++ {
		e.tabulateRound(round)
	}
	table, err := standings.Compute(rec.ledger, e.rules.Set, standings.Options{After: rounds, Seed: e.rng.next()})
	if err != nil {
		return // Compile has seen to it that there is none
	}
	for i := range table.Rows {
		rec.place[table.Rows[i].Player] = int32(i)
	}
}

func (e *Simulator) tabulateRound(round int) {
	r := &e.record.ledger.Rounds[round]
	row, noted := e.opp[round*e.players:], e.record.noted[round*e.players:(round+1)*e.players]
	if round == e.from.played && e.from.inPlay {
		open := 0
		for i, m := range e.from.source.Rounds[round].Matches {
			switch {
			case m.Finished():
			case e.crews != nil:
				end := e.crews.now[open]
				ended := end.match()
				r.Matches[i].Kind, r.Matches[i].Result = ended.Kind, ended.Result
				e.layBoards(r, i, e.crews.tables[open].under, end)
				open++
			default:
				a, b := m.Seats[0], m.Seats[1]
				if noted[a] == noteNothing {
					a, b = b, a
				}
				r.Matches[i] = e.rules.match2(a, b, int(noted[a])-noteFirst)
			}
		}
		return
	}
	r.Matches = r.Matches[:0]
	for p, what := range noted {
		switch what {
		case noteNothing:
		case noteBye:
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{int32(p), ledger.None, ledger.None, ledger.None}})
		case noteAbsent:
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.AssignedLoss, N: 1, Seats: [4]int32{int32(p), ledger.None, ledger.None, ledger.None}})
		default:
			outcome := int(what) - noteFirst
			r.Matches = append(r.Matches, e.rules.match2(int32(p), int32(row[p]), outcome))
			if e.crews != nil {
				end := e.rules.scoreOf(outcome)
				e.layBoards(r, len(r.Matches)-1, e.begun(uint16(p), row[p], end), end)
			}
		}
	}
}

// match2 returns a match of two players with an outcome.
func (r *Rules) match2(a, b int32, outcome int) ledger.Match {
	m := r.matches[outcome]
	m.Seats = [4]int32{a, b, ledger.None, ledger.None}
	return m
}
