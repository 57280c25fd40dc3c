package tournament

import (
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// ResultReported is one player's word on their match. It decides nothing until
// it is confirmed.
type ResultReported struct {
	Round  int           `json:"round"`
	Match  int           `json:"match"`
	Player int           `json:"player"`
	Kind   ledger.Kind   `json:"kind"`
	Result ledger.Result `json:"result"` // in the seats of the match
}

func (ev *ResultReported) apply(s *State, e *Envelope) error {
	m, l := s.Match(ev.Round, ev.Match)
	if m == nil {
		return Refuse(NotFound, "match.unknown", "round", ev.Round, "match", ev.Match)
	}
	seat := l.Seat(int32(ev.Player - 1))
	if seat < 0 || l.N == 1 {
		return Refuse(NotAllowed, "match.not_of", "who", notice.Player(ev.Player), "match", ev.Match, "round", ev.Round)
	}
	if m.Confirmed {
		return Refuse(Conflict, "match.final", "match", ev.Match, "round", ev.Round)
	}
	rep := &Report{Seat: seat, Player: ev.Player, Kind: ev.Kind, Result: ev.Result, At: e.Time, Seq: e.Seq}
	if m.Report == nil || m.Report.Player == ev.Player {
		m.Report = rep
	} else {
		m.Counter = rep
	}
	return nil
}

// ResultConfirmed makes the standing report the result.
type ResultConfirmed struct {
	Round  int       `json:"round"`
	Match  int       `json:"match"`
	By     Confirmer `json:"by"`
	Player int       `json:"player,omitempty"` // who confirmed, where it was a player
}

func (ev *ResultConfirmed) apply(s *State, e *Envelope) error {
	m, l := s.Match(ev.Round, ev.Match)
	if m == nil || m.Report == nil {
		return Refuse(Conflict, "match.unreported", "match", ev.Match, "round", ev.Round)
	}
	if m.Confirmed {
		return Refuse(Conflict, "match.final", "match", ev.Match, "round", ev.Round)
	}
	l.Kind, l.Result = m.Report.Kind, m.Report.Result
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Counter, m.ResultSeq = true, ev.By, false, nil, e.Seq
	return nil
}

// ResultDisputed sends a match to the organisers.
type ResultDisputed struct {
	Round  int `json:"round"`
	Match  int `json:"match"`
	Player int `json:"player"`
	Text   int `json:"text,omitempty"`
}

func (ev *ResultDisputed) apply(s *State, _ *Envelope) error {
	m, _ := s.Match(ev.Round, ev.Match)
	if m == nil || m.Report == nil || m.Confirmed {
		return Refuse(Conflict, "match.unreported", "match", ev.Match, "round", ev.Round)
	}
	m.Disputed, m.Dispute = true, ev.Text
	return nil
}

// ResultCorrected is an organiser's ruling, whether or not there was a result
// before; or the concession of a player who drops in the middle of a match.
// Later pairings stay as they are.
type ResultCorrected struct {
	Round  int           `json:"round"`
	Match  int           `json:"match"`
	Kind   ledger.Kind   `json:"kind"`
	Result ledger.Result `json:"result"`
	By     Confirmer     `json:"by"`
	// Swap first makes the players change seats: a forfeit is won by the first.
	Swap bool `json:"swap,omitempty"`
}

func (ev *ResultCorrected) apply(s *State, e *Envelope) error {
	m, l := s.Match(ev.Round, ev.Match)
	if m == nil {
		return Refuse(NotFound, "match.unknown", "round", ev.Round, "match", ev.Match)
	}
	if l.N < 2 {
		return Refuse(BadInput, "correct.bye")
	}
	if ev.Swap {
		l.Seats[0], l.Seats[1] = l.Seats[1], l.Seats[0]
		m.JudgeSeat = 1 - m.JudgeSeat
	}
	l.Kind, l.Result = ev.Kind, ev.Result
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Report, m.Counter, m.ResultSeq = true, ev.By, false, nil, nil, e.Seq
	return nil
}

// JudgeCalled asks an organiser to a table.
type JudgeCalled struct {
	Round  int `json:"round"`
	Match  int `json:"match"`
	Player int `json:"player"`
	Text   int `json:"text,omitempty"`
}

func (ev *JudgeCalled) apply(s *State, e *Envelope) error {
	m, l := s.Match(ev.Round, ev.Match)
	if m == nil {
		return Refuse(NotFound, "match.unknown", "round", ev.Round, "match", ev.Match)
	}
	m.JudgeSeat, m.JudgeAt = l.Seat(int32(ev.Player-1)), e.Time
	m.Judge = ev.Text
	if ev.Text == 0 {
		m.Judge = -1
	}
	return nil
}
