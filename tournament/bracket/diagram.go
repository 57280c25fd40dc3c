package bracket

import (
	"slices"

	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
)

// Diagram is a bracket with the names of its players, in the shape that the
// bracket command prints as JSON.
type Diagram struct {
	Type   string         `json:"type"`
	Seeds  []string       `json:"seeds"` // best first
	Rounds []DiagramRound `json:"rounds"`
	Places []DiagramPlace `json:"places"` // settled ones, best first
}

// DiagramRound is one round of a Diagram.
type DiagramRound struct {
	Number  int            `json:"number"`
	Part    string         `json:"part"` // upper, lower, final or third
	Matches []DiagramMatch `json:"matches"`
}

// DiagramMatch is one match of a Diagram. A player who is not known yet, and the
// winner of a match that was not played, are null.
type DiagramMatch struct {
	Match   int       `json:"match"`
	Players []*string `json:"players"`
	Winner  *string   `json:"winner"`
	From    []int     `json:"from"` // matches out of which its players come
}

// DiagramPlace is one final place. Players may share it.
type DiagramPlace struct {
	Place  int    `json:"place"`
	Player string `json:"player"`
}

// Diagram returns the position with names; ids[k-1] is the player of seed k. A
// replay that is not called for is left out.
func (b *Bracket) Diagram(s *State, ids []string) Diagram {
	name := func(seed int) *string { return numbered.Find(ids, seed) }
	d := Diagram{Type: b.config.Type.String(), Seeds: ids, Places: []DiagramPlace{}}
	for _, r := range b.rounds {
		round := DiagramRound{Number: r.Number, Part: r.Part.String()}
		for _, id := range r.Matches {
			state := *s.Matches.At(id)
			if !state.Needed {
				continue
			}
			m := DiagramMatch{Match: id, Winner: name(state.Winner()), From: b.from(s, id)}
			for _, seed := range state.Players {
				m.Players = append(m.Players, name(seed))
			}
			round.Matches = append(round.Matches, m)
		}
		if len(round.Matches) > 0 {
			d.Rounds = append(d.Rounds, round)
		}
	}
	for i, place := range s.Places {
		if place > 0 && i < len(ids) {
			d.Places = append(d.Places, DiagramPlace{place, ids[i]})
		}
	}
	sorted.Stable(d.Places, func(x, y DiagramPlace) int { return x.Place - y.Place })
	return d
}

// from returns the matches behind a match. In a reseeded bracket they are known
// as soon as its players are.
func (b *Bracket) from(s *State, id int) []int {
	from := []int{}
	for i, source := range b.matches.At(id).Sources {
		match := 0
		switch source.Kind {
		case WinnerOf, LoserOf:
			match = source.N
		case Survivor:
			match = b.lastWon(s, s.Matches.At(id).Players[i], b.matches.At(id).Round)
		default: // from no match
		}
		if match != 0 && !slices.Contains(from, match) {
			from = append(from, match)
		}
	}
	return from
}

// lastWon returns the last match that the seed won before the round, or 0.
func (b *Bracket) lastWon(s *State, seed, round int) int {
	last := 0
	for i, m := range b.matches {
		if seed != 0 && m.Round < round && s.Matches[i].Winner() == seed {
			last = m.ID
		}
	}
	return last
}
