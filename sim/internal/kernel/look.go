package kernel

import "topcut/tournament/rat"

// Words returns what the players have collected, by number.
func (e *Event) Words() []Word { return e.words[:e.players] }

// Active returns the players who have not left, in order of number.
func (e *Event) Active() []uint16 { return e.active }

// After returns the words after so many rounds of an event that was played with
// Options.Detail.
func (e *Event) After(rounds int) []Word {
	return e.snaps[rounds*e.players : (rounds+1)*e.players]
}

// DayOne returns the words after the first day, nil where there is only one.
func (e *Event) DayOne() []Word { return e.day }

// Opponent returns the opponent of a player in a round (0 is the first); ok is
// false for a bye or an absence.
func (e *Event) Opponent(player, round int) (q int, ok bool) {
	v := e.opp[round*e.players+player]
	return int(v), v != none
}

// Tiebreaks returns the names of the tiebreaks that have a value, in order.
func (r *Rules) Tiebreaks() []string {
	var names []string
	for i := range r.steps {
		if r.steps[i].fn != headToHead && r.steps[i].fn != onTime {
			names = append(names, r.steps[i].name)
		}
	}
	return names
}

// valued returns the step of the i-th name of Tiebreaks.
func (r *Rules) valued(i int) *step {
	for k := range r.steps {
		if r.steps[k].fn == headToHead || r.steps[k].fn == onTime {
			continue
		}
		if i == 0 {
			return &r.steps[k]
		}
		i--
	}
	return nil
}

// Exact returns the i-th tiebreak of a player as a fraction.
func (e *Event) Exact(i, player int) rat.Rat {
	s, p, rounds := e.rules.valued(i), uint16(player), e.rules.Rounds
	over := func(sum uint64, parts ...uint64) rat.Rat {
		v := rat.Int(int64(sum))
		for _, part := range parts {
			v = v.Quo(rat.Int(int64(part)))
		}
		return v
	}
	switch s.fn {
	case ownShare:
		return over(s.share(e.words[p], e.dropped(p, rounds)), s.scale)
	case meanShare:
		return over(e.meanOf(s, p, rounds), s.scale, e.rules.means)
	case meanMean:
		sum, n := e.meanOfMeans(s, p, rounds)
		return over(sum, s.scale, e.rules.means, uint64(n))
	case ownGames:
		return e.rules.exactGameShare(s, e.words[p])
	case meanGames:
		return e.exactMeanOfGames(s, p, rounds)
	case onTime, headToHead:
	}
	return rat.Rat{}
}

// Values writes the i-th tiebreak of every player into out.
func (e *Event) Values(i int, out []float64) {
	s, rounds := e.rules.valued(i), e.rules.Rounds
	whole := float64(s.scale) * float64(e.rules.means)
	for p := range out {
		switch s.fn {
		case ownShare:
			out[p] = float64(s.share(e.words[p], e.dropped(uint16(p), rounds))) / float64(s.scale)
		case meanShare:
			out[p] = float64(e.meanOf(s, uint16(p), rounds)) / whole
		case meanMean:
			sum, n := e.meanOfMeans(s, uint16(p), rounds)
			out[p] = float64(sum) / whole / float64(n)
		case ownGames:
			out[p] = e.rules.gameShare(s, e.words[p])
		case meanGames:
			out[p] = e.meanOfGames(s, uint16(p), rounds)
		case onTime, headToHead:
		}
	}
}

// Before returns the record of a player at the start.
func (e *Event) Before(player int) Record { return e.from.words[player].Record() }
