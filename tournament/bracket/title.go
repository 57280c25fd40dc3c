package bracket

import "topcut/tournament/notice"

// RoundTitle returns the usual name of a round: by the number of players left in the
// tree of those without a loss, by the places that losers play for, or by the half of a
// double elimination.
func (b *Bracket) RoundTitle(number int) notice.Notice {
	r := *b.rounds.At(number)
	nth, later := 0, 0 // rounds of its part up to it, and behind it
	rest := 0          // later rounds of the players without a loss
	for _, other := range b.rounds {
		if other.Number > number && (other.Part == Upper || other.Part == Final) {
			rest++
		}
		switch {
		case other.Part != r.Part:
		case other.Number <= number:
			nth++
		default:
			later++
		}
	}
	switch {
	case r.Part == Third:
		return notice.New("bracket.third_place")
	case b.config.Type == Single && r.Part == Lower:
		from, to := b.config.Size, 0
		for _, id := range r.Matches {
			from, to = min(from, b.matches.At(id).From), max(to, b.matches.At(id).To)
		}
		return notice.New("bracket.places", "from", from, "to", to, "round", nth)
	case b.config.Type == Single, b.config.Type == Pods && r.Part == Final:
		return Left(2 << rest)
	case b.config.Type == Pods:
		return notice.New("round.tables", "round", nth)
	case r.Part == Final && nth == 2:
		return notice.New("bracket.reset")
	case r.Part == Final:
		return notice.New("bracket.grand_final")
	case r.Part == Upper && later == 0:
		return notice.New("bracket.upper_final")
	case r.Part == Lower && later == 0:
		return notice.New("bracket.lower_final")
	case r.Part == Lower:
		return notice.New("bracket.lower", "round", nth)
	default:
		return notice.New("bracket.upper", "round", nth)
	}
}

// MatchTitle names what a match is for: its round, or the places that its players
// play for; the zero Notice where the bracket has no such match.
func (b *Bracket) MatchTitle(id int) notice.Notice {
	m, ok := b.Match(id)
	switch {
	case !ok:
		return notice.Notice{}
	case b.config.Type != Single || m.Part != Lower:
		return b.RoundTitle(m.Round)
	case m.To == m.From+1:
		return notice.New("bracket.place", "place", m.From)
	default:
		return notice.New("bracket.between", "from", m.From, "to", m.To)
	}
}

// Left names a round of a tree by how many places it has.
func Left(size int) notice.Notice {
	switch size {
	case 2:
		return notice.New("round.final")
	case 4:
		return notice.New("round.semi")
	case 8:
		return notice.New("round.quarter")
	}
	return notice.New("round.of", "size", size)
}
