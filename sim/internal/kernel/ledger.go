package kernel

import (
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
)

// FromLedger returns the position of a tournament. Rounds that are not finished
// may only be the last one; its open tables are played by the simulation.
func FromLedger(r *Rules, l *ledger.Ledger) (*Start, error) {
	n := len(l.Players)
	switch {
	case n < 2 || n > MaxPlayers:
		return nil, notice.Err("sim.players", "players", n, "most", MaxPlayers)
	case len(l.Rounds) > r.Rounds:
		return nil, notice.Err("sim.paired_more", "paired", len(l.Rounds), "planned", r.Rounds)
	}
	s := NewStart(r, n)
	s.source, s.kept = l, l.Apart
	for i := range l.Players {
		p := &l.Players[i]
		s.late[i] = p.LateRounds > 0
		s.misses[i] = uint8(p.LateRounds)
		s.award[i], s.full[i], s.away[i] = p.ByeRounds, p.FullRounds, p.AwayRounds
		s.hidden[i] = p.StandIn || p.Absent || p.Disqualified
		s.out[i] = s.hidden[i] || p.DroppedAfter != ledger.Active
		if p.DroppedAfter != ledger.Active {
			s.left[i] = uint8(p.DroppedAfter)
		}
	}
	scorer := standings.NewScorer(r.Set, l.Players)
	for i := range l.Rounds {
		round := &l.Rounds[i]
		if round.Stage != ledger.Swiss && round.Stage != ledger.RoundRobin {
			return nil, notice.Err("sim.not_swiss", "round", round.Number)
		}
		if err := s.read(round, i, scorer); err != nil {
			return nil, err
		}
		if len(s.open) > 0 && i+1 < len(l.Rounds) {
			return nil, notice.Err("sim.open_before", "round", i+1, "next", i+2)
		}
		if s.snaps != nil {
			copy(s.snaps[(i+1)*n:], s.words)
		}
	}
	s.played = len(l.Rounds)
	if len(s.open) > 0 {
		s.played--
		s.inPlay = true
	}
	return s, nil
}

func (s *Start) read(round *ledger.Round, at int, scorer *standings.Scorer) error {
	before := append([]Word(nil), s.words...)
	row := s.opp[at*s.players:]
	for i := range round.Matches {
		m := &round.Matches[i]
		seats := m.Players()
		switch {
		case len(seats) > 2:
			return notice.Err("sim.table", "round", round.Number, "seats", len(seats))
		case len(seats) == 1:
			s.readAlone(m, at, scorer)
			continue
		}
		a, b := uint16(seats[0]), uint16(seats[1])
		met := s.rules.Set.Met(m)
		if met {
			s.met[a] |= 1 << (b & 63)
			s.met[b] |= 1 << (a & 63)
		}
		switch x, y := before[a]>>pointsAt, before[b]>>pointsAt; {
		case !met: // they count as not paired
		case x > y:
			s.floats[a].down, s.floats[b].up = uint8(at+1), uint8(at+1)
		case x < y:
			s.floats[a].up, s.floats[b].down = uint8(at+1), uint8(at+1)
		}
		if !m.Finished() {
			s.open = append(s.open, [2]uint16{a, b})
			if s.rules.Set.Boards > 0 {
				s.under = append(s.under, s.rules.underWay(round, i+1, m))
			}
			s.seated[a], s.seated[b] = true, true
			row[a], row[b] = b, a
			continue
		}
		if met {
			row[a], row[b] = b, a
		}
		s.readMatch(m, int(round.Number), scorer)
	}
	return nil
}

func (s *Start) readAlone(m *ledger.Match, at int, scorer *standings.Scorer) {
	p := m.Seats[0]
	switch {
	case m.Kind == ledger.AssignedLoss:
		s.words[p] += s.rules.absence()
		return
	case m.Kind == ledger.Elsewhere:
		if q := m.Against(); q != ledger.None {
			s.opp[at*s.players+int(p)] = uint16(q)
			s.met[p] |= 1 << (q & 63)
			s.met[q] |= 1 << (p & 63)
		}
		if m.Result.Form != ledger.Unfinished {
			s.readMatch(m, at+1, scorer)
		}
		return
	}
	awarded := s.award[p]>>(at+1)&1 != 0
	if m.Kind == ledger.Bye && !awarded {
		s.byes[p]++ // as package tournament counts for its pairings
	}
	points := s.rules.units(scorer.Score(at+1, m)[0])
	s.words[p] += s.rules.bye(points, awarded && len(s.rules.Set.Bye.AwardedPts) > 0)
}

func (s *Start) readMatch(m *ledger.Match, round int, scorer *standings.Scorer) {
	if m.Kind == ledger.Forfeit {
		s.byes[m.Seats[0]]++ // a win without play counts as a bye
	}
	words := s.rules.booked(m, scorer, round)
	for seat, p := range m.Players() {
		s.words[p] += words[seat]
	}
}
