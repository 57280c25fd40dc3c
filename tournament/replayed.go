package tournament

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// PlacesCorrected replaces the final places of an event that is over, after the
// correction of a result.
type PlacesCorrected struct {
	Places numbered.List[int] `json:"places"` // of player n at [n-1]; 0 = no place; equal places are shared
}

func (ev *PlacesCorrected) apply(s *State, _ *Envelope) error {
	if s.Phase != Finished {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	if len(ev.Places) != len(s.Players) {
		return Refuse(Corrupt, "places.count", "places", len(ev.Places), "players", len(s.Players))
	}
	s.Places = ev.Places
	return nil
}

// BracketReopened takes back the rounds of an elimination after one, since the correction
// of a result changes who plays in them. An event that was over goes on. The rounds are
// paired again; a match of the same players keeps its result, see State.Kept. A bracket
// draws nothing anew, so a secret that is public stays as it is.
type BracketReopened struct {
	After int `json:"after"` // the last round that stands
}

func (ev *BracketReopened) apply(s *State, _ *Envelope) error {
	st := s.Elimination()
	if s.Phase != Running && s.Phase != Finished || st == nil || ev.After < st.FirstRound || ev.After > len(s.Rounds) {
		return Refuse(WrongPhase, "round.none", "round", ev.After)
	}
	s.Kept = slices.Clip(s.Kept)
	for r := ev.After + 1; r <= len(s.Rounds); r++ {
		s.keep(r)
	}
	s.Rounds, s.Ledger.Rounds = slices.Clip(s.Rounds[:ev.After]), slices.Clip(s.Ledger.Rounds[:ev.After])
	s.Preview, s.PreviewMatches, s.Attempts, s.Held = nil, nil, 0, notice.Notice{}
	if s.Phase == Finished {
		s.Phase, s.Places = Running, nil
	}
	return nil
}

// Kept is the result of a match whose round was taken back.
type Kept struct {
	Round  int
	Board  int      // 0 = the match itself
	Seats  [4]int32 // as paired
	Kind   ledger.Kind
	Result ledger.Result
	Swap   bool // as in ResultCorrected
}

// keep adds the results of a round to s.Kept.
func (s *State) keep(round int) {
	numbers := slices.Collect(s.Contests(round))
	for m, match := range numbered.All(s.Rounds.At(round).Matches) {
		if len(match.Boards) > 0 && !slices.Contains(numbers, m) {
			numbers = append(numbers, m) // ruled otherwise than by its boards
		}
	}
	for _, number := range numbers {
		m, l := s.Match(round, number)
		if l.N < 2 || !m.Confirmed || m.sums || m.Penalties != [4]int32{} {
			continue
		}
		_, b := OfBoard(number)
		k := Kept{Round: round, Board: b, Seats: l.Seats, Kind: l.Kind, Result: l.Result, Swap: m.Swapped}
		if k.Swap {
			k.Seats[0], k.Seats[1] = k.Seats[1], k.Seats[0]
		}
		s.Kept = append(s.Kept, k)
	}
}
