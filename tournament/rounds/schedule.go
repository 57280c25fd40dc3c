package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/pairing"
	"topcut/tournament/random"
	"topcut/tournament/seating"
	"topcut/tournament/stage"
)

var _ = madeBy(kind{pair: session}, stage.Schedule)

// session returns the next session of the schedule.
func session(s *tournament.State, st *tournament.Stage, _ roundRequest) (*madeRound, error) {
	at := len(s.Rounds) + 1 - st.FirstRound
	if st.Schedule == nil || at >= len(st.Schedule.Sessions) {
		return nil, tournament.Refuse(tournament.WrongPhase, "schedule.no_session")
	}
	session := st.Schedule.Sessions[at]
	out := &madeRound{stage: ledger.Scramble, optimal: true}
	for i, table := range session.Tables {
		p := tournament.Pairing{Table: i + 1, Part: ledger.Scramble, Why: notice.New("why.schedule")}
		for _, number := range table {
			p.Players = append(p.Players, numbered.Get(st.Schedule.Numbers, number))
		}
		out.pairings = append(out.pairings, p)
	}
	for _, number := range session.Out {
		out.pairings = append(out.pairings, sitOut(numbered.Get(st.Schedule.Numbers, number), ledger.Scramble))
	}
	return out, nil
}

// leftSince reports whether player n left after the field was split for the final
// sessions of st: the player keeps the place among the best, and no other moves up
// (docs/rules/riichi.md#rii-26).
func leftSince(s *tournament.State, n int, st *tournament.Stage) bool {
	left := s.Players.At(n).DroppedAfter
	return left != ledger.Active && int(left) >= st.FirstRound
}

// standIns returns the stand-ins in the order of their arrival.
func standIns(s *tournament.State) (out []int) {
	for n := 1; n <= len(s.Players); n++ {
		if s.Taking(n) && s.Players.At(n).StandIn {
			out = append(out, n)
		}
	}
	return out
}

func sitOut(n int, stage ledger.Stage) tournament.Pairing {
	return tournament.Pairing{Kind: ledger.Bye, Part: stage, Players: []int{n}, Why: notice.New("why.sits_out")}
}

// finalTables returns the seeds of each table of the best in a final session k
// (from 0): those of the ruleset, or one table for a final of four.
func finalTables(s *tournament.State, top, k int) [][]int {
	finals := s.Rules.Tables.Finals
	if top == seating.Seats {
		return [][]int{{1, 2, 3, 4}}
	}
	if k >= len(finals) {
		return nil
	}
	return finals[k].Top
}

var _ = madeBy(kind{pair: finalSession}, stage.Final)

// finalSession seats a final session: the best at the tables of the ruleset, the rest by
// standing, winds drawn. Fields too small for the best tables are not split
// (docs/rules/riichi.md#rii-42). Stand-ins fill the rest (RII-43), and the seat of a
// player of the best who leaves after the split (RII-46).
func finalSession(s *tournament.State, st *tournament.Stage, r roundRequest) (*madeRound, error) {
	k := len(s.Rounds) + 1 - st.FirstRound
	if k >= st.Rounds {
		return nil, tournament.Refuse(tournament.WrongPhase, "schedule.played")
	}
	t, err := s.Table(len(s.Rounds))
	if err != nil {
		return nil, err
	}
	top, spare := s.Plan[st.Plan].Size, standIns(s)
	var order numbered.List[int]
	for i := range t.Rows {
		switch n := int(t.Rows[i].Player) + 1; {
		case s.Taking(n):
			order = append(order, n)
		case leftSince(s, n, st) && len(order) < top && len(spare) > 0:
			order, spare = append(order, spare[0]), spare[1:]
		}
	}
	var seats [][]int
	if len(order) >= top {
		for _, table := range finalTables(s, top, k) {
			var players []int
			for _, seed := range table {
				players = append(players, numbered.Get(order, seed))
			}
			seats = append(seats, players)
		}
		order = order[top:]
	}
	order, out := fillRest(s, order, spare)
	for table := range slices.Chunk(order, seating.Seats) {
		seats = append(seats, slices.Clone(table))
	}
	winds := random.New(r.seed, "winds")
	made := &madeRound{stage: ledger.FinalTables, optimal: true}
	for i, players := range seats {
		table := seating.DrawWinds(seating.Table(players), winds)
		made.pairings = append(made.pairings, tournament.Pairing{
			Table: i + 1, Part: ledger.FinalTables, Players: table[:], Why: notice.New("why.final"),
		})
	}
	for _, n := range out {
		made.pairings = append(made.pairings, sitOut(n, ledger.FinalTables))
		if byesOf(s, n) > 0 {
			made.warnings = append(made.warnings, pairing.Warning{Kind: pairing.WarnSecondBye, Players: []int32{int32(n)}})
		}
	}
	return made, nil
}

// fillRest makes the rest of the field, best first, a multiple of four. It adds stand-ins
// at the end; if there are too few, the lowest of those who have sat out least often sit
// out.
func fillRest(s *tournament.State, order, spare []int) (seated, out []int) {
	missing := (seating.Seats - len(order)%seating.Seats) % seating.Seats
	if len(spare) >= missing {
		return append(order, spare[:missing]...), nil
	}
	for range len(order) % seating.Seats {
		pick := -1
		for i, n := range order {
			if pick < 0 || byesOf(s, n) <= byesOf(s, order[pick]) {
				pick = i
			}
		}
		out = append(out, order[pick])
		order = slices.Delete(order, pick, pick+1)
	}
	return order, out
}
