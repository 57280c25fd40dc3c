package tournament

import (
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// ResultReported is one player's report of their match. It decides nothing until it is
// confirmed.
type ResultReported struct {
	Place
	Player int           `json:"player"`
	Kind   ledger.Kind   `json:"kind"`
	Result ledger.Result `json:"result"` // in the seats of the match
}

func (ev *ResultReported) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil {
		return UnknownMatch(ev.Place)
	}
	seat := l.Seat(int32(ev.Player - 1))
	if seat < 0 || l.N == 1 {
		return Refuse(NotAllowed, "match.not_of", "who", notice.Player(ev.Player), "match", ev.Match, "round", ev.Round)
	}
	if m.Confirmed || m.Void() {
		return Refuse(Conflict, "match.final", "match", ev.Match, "round", ev.Round)
	}
	s.pressed(ev.Player, e.Time)
	m.met()
	rep := &Report{Seat: seat, Player: ev.Player, Kind: ev.Kind, Result: ev.Result, At: e.Time, Seq: e.Seq, Asked: e.Seq}
	place := &m.Report
	if m.Report != nil && m.Report.Player != ev.Player {
		place = &m.Counter
	}
	if before := *place; before != nil && before.Player == ev.Player {
		rep.Changed, rep.Reversed = true, before.Reversed || s.WonBy(l, before) != s.WonBy(l, rep)
	}
	*place = rep
	return nil
}

// WonBy returns the seat that wins a match by a report, or ledger.None.
func (s *State) WonBy(l *ledger.Match, r *Report) int {
	reported := *l
	reported.Kind, reported.Result = r.Kind, r.Result
	return s.GameRules().Winner(&reported)
}

// LastWord returns the sequence number of the newest report of a match, or 0. An answer
// to a report names it, so that a player confirms only what they have seen.
func (m *Match) LastWord() (seq int64) {
	if m == nil {
		return 0
	}
	for _, r := range []*Report{m.Report, m.Counter} {
		if r != nil {
			seq = max(seq, r.Seq)
		}
	}
	return seq
}

// penalised returns a result less the points taken off for the match.
func (m *Match) penalised(r ledger.Result) ledger.Result {
	for seat, p := range m.Penalties {
		r.Penalties[seat] += p
	}
	return r
}

// ResultConfirmed makes the standing report the result.
type ResultConfirmed struct {
	Place
	By     Confirmer `json:"by"`
	Player int       `json:"player,omitempty"` // who confirmed, if it was a player
}

func (ev *ResultConfirmed) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil || m.Report == nil {
		return Refuse(Conflict, "match.unreported", "match", ev.Match, "round", ev.Round)
	}
	if m.Confirmed {
		return Refuse(Conflict, "match.final", "match", ev.Match, "round", ev.Round)
	}
	s.pressed(ev.Player, e.Time)
	l.Kind, l.Result = m.Report.Kind, m.penalised(m.Report.Result)
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Counter, m.ResultSeq, m.sums = true, ev.By, false, nil, e.Seq, false
	m.ended(l.Kind, ev.By)
	s.sum(ev.Round, ev.Match, ev.By, e.Seq)
	return nil
}

// ResultDisputed sends a match to the organisers.
type ResultDisputed struct {
	Place
	Player int `json:"player"`
	Text   int `json:"text,omitempty"`
}

func (ev *ResultDisputed) apply(s *State, e *Envelope) error {
	m, _ := s.change(ev.Round, ev.Match)
	if m == nil || m.Report == nil || m.Confirmed {
		return Refuse(Conflict, "match.unreported", "match", ev.Match, "round", ev.Round)
	}
	s.pressed(ev.Player, e.Time)
	m.Disputed, m.Dispute, m.DisputedAt = true, ev.Text, e.Time
	return nil
}

// ResultCorrected sets a result by an organiser's ruling, by the concession of a player
// who drops during a match, or as the end of an arranged match that was not played.
// Later pairings stay as they are.
type ResultCorrected struct {
	Place
	Kind   ledger.Kind   `json:"kind"`
	Result ledger.Result `json:"result"`
	By     Confirmer     `json:"by"`
	// Swap seats the players the other way round than they were paired while this is
	// the result, since a forfeit is won by the first player. Result is in the seats of
	// the pairing.
	Swap bool `json:"swap,omitempty"`
}

func (ev *ResultCorrected) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil {
		return UnknownMatch(ev.Place)
	}
	if l.N < 2 {
		return Refuse(BadInput, "correct.bye")
	}
	if c := m.Claim(); ev.By == ByClaim && (c == nil || c.Objected) {
		return Refuse(Conflict, "fixture.no_claim")
	}
	if ev.Swap != m.Swapped {
		l.Seats[0], l.Seats[1] = l.Seats[1], l.Seats[0]
		m.JudgeSeat, m.Swapped = 1-m.JudgeSeat, ev.Swap
	}
	l.Kind, l.Result = ev.Kind, m.penalised(ev.Result)
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Report, m.Counter, m.ResultSeq, m.sums = true, ev.By, false, nil, nil, e.Seq, false
	m.ended(l.Kind, ev.By)
	s.sum(ev.Round, ev.Match, ev.By, e.Seq)
	return nil
}

// JudgeCalled asks an organiser to a table.
type JudgeCalled struct {
	Place
	Player int `json:"player"`
	Text   int `json:"text,omitempty"`
}

func (ev *JudgeCalled) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil {
		return UnknownMatch(ev.Place)
	}
	s.pressed(ev.Player, e.Time)
	m.JudgeSeat, m.JudgeAt = l.Seat(int32(ev.Player-1)), e.Time
	m.Judge, m.Coming = ev.Text, 0
	if ev.Text == 0 {
		m.Judge = -1
	}
	return nil
}

// TableTaken records that its actor goes to a table, in place of any other organiser,
// or, with Back, that none does.
type TableTaken struct {
	Place
	Back bool `json:"back,omitempty"`
}

func (ev *TableTaken) apply(s *State, e *Envelope) error {
	m, _ := s.change(ev.Round, ev.Match)
	if m == nil {
		return UnknownMatch(ev.Place)
	}
	if m.Coming = e.Actor; ev.Back {
		m.Coming = 0
	}
	return nil
}
