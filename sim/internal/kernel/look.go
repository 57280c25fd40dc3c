package kernel

// Words returns what the players have collected, by number.
func (e *Simulator) Words() []Word { return e.words[:e.players] }

// Active returns the players who have not left, in order of number.
func (e *Simulator) Active() []uint16 { return e.active }

// After returns the words after the given number of rounds of an event that was played
// with Options.Detail.
func (e *Simulator) After(rounds int) []Word {
	return e.snaps[rounds*e.players : (rounds+1)*e.players]
}

// Opponent returns the opponent of a player in a round (0 is the first); ok is
// false for a bye or an absence.
func (e *Simulator) Opponent(player, round int) (q int, ok bool) {
	v := e.opp[round*e.players+player]
	return int(v), v != none
}

// FirstTurns throws the coins of the rounds in which a player had no opponent and
// returns in how many of the first rounds the player had the first turn, or would have.
// The event was played with Options.Detail.
func (e *Simulator) FirstTurns(player, rounds int) int {
	alone := 0
	for at := player; at < rounds*e.players; at += e.players {
		if e.opp[at] == none {
			alone++
		}
	}
	n := e.After(rounds)[player].first()
	if alone > 0 {
		n += e.rng.coins(alone)
	}
	return n
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

// Values writes the i-th tiebreak of every player into out.
func (e *Simulator) Values(i int, out []float64) {
	s, rounds := e.rules.valued(i), e.rules.Rounds
	whole := float64(s.scale) * float64(e.rules.means)
	switch s.fn {
	case ownShare:
		for p := range out {
			out[p] = float64(s.share(e.words[p], e.dropped(uint16(p), rounds))) / float64(s.scale)
		}
	case meanShare:
		for p := range out {
			out[p] = float64(e.meanOf(s, uint16(p), rounds)) / whole
		}
	case meanMean:
		for p := range out {
			sum, n := e.meanOfMeans(s, uint16(p), rounds)
			out[p] = float64(sum) / whole / float64(n)
		}
	case ownGames:
		e.gameShares(s, out)
	case meanGames:
		e.shares = append(e.shares[:0], out...)
		e.gameShares(s, e.shares)
		for p := range out {
			sum, n := 0.0, 0
			for at := p; at < rounds*e.players; at += e.players {
				if q := e.opp[at]; q != none {
					sum += e.shares[q]
					n++
				}
			}
			if out[p] = s.emptyF; n > 0 {
				out[p] = sum / float64(n)
			}
		}
	case onTime, headToHead:
		clear(out)
	}
}

// gameShares writes each player's game-win percentage into out.
func (e *Simulator) gameShares(s *step, out []float64) {
	for p := range out {
		out[p] = e.rules.gameShare(s, e.words[p])
	}
}

// Before returns the record of a player at the start.
func (e *Simulator) Before(player int) Record { return e.from.words[player].Record() }
