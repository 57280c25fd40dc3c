package handover

import (
	"fmt"
	"slices"

	"topcut/tournament/numbered"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/seating"
)

// drawTries is the number of draws that are compared for the sessions still to come.
const drawTries = 200

// schedule makes the schedule of a scramble: the sessions of the file as they were
// played, and for the remaining ones a draw for the players still in, with as few
// repeated meetings as can be found.
func (t *takeOver) schedule() error {
	ev := &tournament.ScheduleDrawn{}
	number := make([]int, len(t.f.Players)+1)
	var in []int // the numbers of the players who play on
	for n := 1; n <= len(t.f.Players); n++ {
		if numbered.Get(t.left, n) == 0 {
			continue
		}
		ev.Numbers = append(ev.Numbers, n)
		if number[n] = len(ev.Numbers); numbered.Get(t.left, n) == int(ledger.Active) {
			in = append(in, number[n])
		}
	}
	for i := range t.f.Ledger.Rounds {
		if t.f.Ledger.Rounds[i].Stage == ledger.Scramble {
			ev.Sessions = append(ev.Sessions, t.session(i, number))
		}
	}
	if len(ev.Sessions) == 0 {
		err := t.Draw()
		if tournament.ClassOf(err) != "" {
			return nil // nothing can be seated; a request for a session is refused
		}
		return err
	}
	t.seatRest(ev, in)
	ev.Value = tournament.ScheduleValue((&seating.Schedule{Players: len(ev.Numbers), Sessions: asSeating(ev.Sessions)}).Value())
	return t.Emit(ev)
}

// session returns a round of the file in the numbers of its schedule.
func (t *takeOver) session(i int, number []int) (out tournament.Session) {
	for j := range t.f.Ledger.Rounds[i].Matches {
		m := &t.f.Ledger.Rounds[i].Matches[j]
		if m.N == 1 {
			out.Out = append(out.Out, number[m.Seats[0]+1])
			continue
		}
		var table [4]int
		for seat, p := range m.Players() {
			table[seat] = number[p+1]
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

// seatRest adds the sessions to come for the players still in, or none if they cannot
// be seated.
func (t *takeOver) seatRest(ev *tournament.ScheduleDrawn, in []int) {
	s := t.State()
	config := seating.Config{Players: len(in), Sessions: s.Stage().Rounds - len(ev.Sessions)}
	if s.Rules.Seats.Odd == "sitout" {
		config.Fill = seating.SitOut
	}
	rest, err := seating.New(config)
	if err != nil {
		return
	}
	for i := range rest.StandIns {
		n := len(s.Players) + 1 + i
		ev.StandIns = append(ev.StandIns, tournament.StandIn{Player: n, Person: t.Guest(fmt.Sprintf("Stand-in %d", i+1))})
		ev.Numbers = append(ev.Numbers, n)
	}
	met := make([][]int, len(ev.Numbers)+1)
	for i := range met {
		met[i] = make([]int, len(met))
	}
	meet(met, ev.Sessions)
	var best []tournament.Session
	var least [2]int
	rng := t.Random("numbers")
	for range drawTries {
		drawn := seating.Draw(len(in), rng)
		to := make([]int, len(in)+rest.StandIns+1)
		for i, number := range drawn {
			to[number] = in[i]
		}
		for i := range rest.StandIns {
			to[len(in)+1+i] = len(ev.Numbers) - rest.StandIns + 1 + i
		}
		sessions := renumbered(rest.Sessions, to)
		again := make([][]int, len(met))
		for i := range met {
			again[i] = slices.Clone(met[i])
		}
		if value := meet(again, sessions); best == nil || slices.Compare(value[:], least[:]) < 0 {
			best, least = sessions, value
		}
	}
	ev.Sessions = append(ev.Sessions, best...)
}

// meet counts the meetings of sessions and returns the most meetings of two players and
// the number of repeated ones.
func meet(met [][]int, sessions []tournament.Session) (value [2]int) {
	for _, session := range sessions {
		for _, table := range session.Tables {
			for i, p := range table {
				for _, q := range table[:i] {
					met[min(p, q)][max(p, q)]++
				}
			}
		}
	}
	for _, row := range met {
		for _, n := range row {
			value[0], value[1] = max(value[0], n), value[1]+max(0, n-1)
		}
	}
	return value
}

// renumbered returns sessions with other numbers.
func renumbered(sessions []seating.Session, to []int) []tournament.Session {
	out := make([]tournament.Session, len(sessions))
	for i, session := range sessions {
		for _, table := range session.Tables {
			out[i].Tables = append(out[i].Tables, [4]int{to[table[0]], to[table[1]], to[table[2]], to[table[3]]})
		}
		for _, n := range session.Out {
			out[i].Out = append(out[i].Out, to[n])
		}
	}
	return out
}

func asSeating(sessions []tournament.Session) []seating.Session {
	out := make([]seating.Session, len(sessions))
	for i, session := range sessions {
		out[i].Out = session.Out
		for _, table := range session.Tables {
			out[i].Tables = append(out[i].Tables, table)
		}
	}
	return out
}
