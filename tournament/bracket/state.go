package bracket

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Results holds the known results: for each match number, the seeds of its players in
// the order of finish, winner first. In a pod the order behind the winner does not
// matter.
type Results map[int][]int

// MatchState is the state of one match.
type MatchState struct {
	Players []int // seeds in the order of the sources; 0 = not known yet
	Order   []int // seeds in the order of finish; nil = not played
	Needed  bool  // false for a replay that is not called for
}

// Winner returns the seed that won, or 0.
func (m MatchState) Winner() int {
	if len(m.Order) == 0 {
		return 0
	}
	return m.Order[0]
}

// Known reports whether all players are known.
func (m MatchState) Known() bool { return !slices.Contains(m.Players, 0) }

// State is the position of a bracket after some results.
type State struct {
	Matches numbered.List[MatchState]
	Ready   []int // matches that can be played now, lowest number first
	Round   int   // lowest round with a match still to be played; 0 = all is played
	// Champion is the seed that won the bracket, or 0.
	Champion int
	// Places holds the final place of each seed; 0 = open.
	Places numbered.List[int]
	// Stale lists results that were not used, lowest match first, since after a
	// correction other players meet there, or the players are not known yet. Those
	// matches must be played again or their results taken back.
	Stale []int
}

// Resolve works out who plays where from the results. It fails only on results
// that no position could have: a match that does not exist, or an order of
// finish that names too few players, or a player twice.
func (b *Bracket) Resolve(results Results) (*State, error) {
	for id, order := range results {
		m, ok := b.Match(id)
		if !ok {
			return nil, notice.Err("bracket.no_match", "match", id, "last", len(b.matches))
		}
		if len(order) != len(m.Sources) {
			return nil, notice.Err("bracket.players", "match", id, "players", len(m.Sources), "named", len(order))
		}
		for i, seed := range order {
			if seed < 1 || seed > b.config.Size || slices.Contains(order[:i], seed) {
				return nil, notice.Err("bracket.seeds", "seeds", order, "match", id, "last", b.config.Size)
			}
		}
	}
	s := &State{Matches: make([]MatchState, len(b.matches)), Places: make([]int, b.config.Size)}
	for i, m := range b.matches {
		state := &s.Matches[i]
		state.Needed = !m.Replay || b.challengerWon(s)
		for _, from := range m.Sources {
			seed := 0
			if state.Needed {
				seed = b.player(s, from, m.Round)
			}
			state.Players = append(state.Players, seed)
		}
		order, reported := results[m.ID]
		switch {
		case reported && sameSet(order, state.Players):
			state.Order = slices.Clone(order)
			continue
		case reported:
			s.Stale = append(s.Stale, m.ID)
		}
		if state.Needed {
			if s.Round == 0 {
				s.Round = m.Round
			}
			if state.Known() {
				s.Ready = append(s.Ready, m.ID)
			}
		}
	}
	last := *s.Matches.At(b.deciding(s))
	s.Champion = last.Winner()
	b.place(s)
	return s, nil
}

// Alive returns the seeds that still have a match to play, or have won the
// bracket, in no order.
func (s *State) Alive() []int {
	var out []int
	add := func(seed int) {
		if seed != 0 && !slices.Contains(out, seed) {
			out = append(out, seed)
		}
	}
	add(s.Champion)
	for i := range s.Matches {
		if m := &s.Matches[i]; m.Needed && m.Order == nil {
			for _, seed := range m.Players {
				add(seed)
			}
		}
	}
	return out
}

// Early reports whether a match of the main tree is known although an earlier
// round of that tree is not over: its players had byes, and wait (in a
// bracket of ten the first six wait).
func (b *Bracket) Early(s *State, id int) bool {
	at := *b.matches.At(id)
	return at.Part == Upper && slices.ContainsFunc(b.matches, func(m Match) bool {
		return m.Part == Upper && m.Round < at.Round && s.Matches.At(m.ID).Order == nil
	})
}

// player returns the seed that comes from a source, or 0.
func (b *Bracket) player(s *State, from Source, round int) int {
	switch from.Kind {
	case Seed:
		return from.N
	case WinnerOf:
		return s.Matches.At(from.N).Winner()
	case LoserOf:
		if order := s.Matches.At(from.N).Order; order != nil {
			return order[1]
		}
	case Survivor:
		return numbered.Get(b.survivors(s, round), from.N)
	case Nobody:
	}
	return 0
}

// survivors returns the seeds that have not lost before the round, best first;
// nil while a match of the main tree before it is open.
func (b *Bracket) survivors(s *State, round int) []int {
	out := make([]bool, b.config.Size+1)
	for i, m := range b.matches {
		if m.Round >= round || m.Part != Upper {
			continue
		}
		if s.Matches[i].Order == nil {
			return nil
		}
		out[s.Matches[i].Order[1]] = true
	}
	var left []int
	for seed := 1; seed <= b.config.Size; seed++ {
		if !out[seed] {
			left = append(left, seed)
		}
	}
	return left
}

// challengerWon reports whether the player from the lower bracket won the final
// of a double elimination, so that both have lost once.
func (b *Bracket) challengerWon(s *State) bool {
	final := *s.Matches.At(b.final)
	return final.Winner() != 0 && final.Winner() == final.Players[1]
}

// deciding returns the match that decides first place: the replay where one is
// needed, else the final.
func (b *Bracket) deciding(s *State) int {
	if b.replay != 0 && s.Matches.At(b.replay).Needed {
		return b.replay
	}
	return b.final
}

func sameSet(x, y []int) bool {
	for _, v := range x {
		if !slices.Contains(y, v) {
			return false
		}
	}
	return len(x) == len(y)
}
