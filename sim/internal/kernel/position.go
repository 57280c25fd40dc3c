package kernel

// Open returns the tables of the round under way that have no result.
func (s *Start) Open() [][2]uint16 { return s.open }

// Points returns the points of a player in units.
func (s *Start) Points(p int) int { return s.words[p].Points() }

// Record returns the record of a player.
func (s *Start) Record(p int) Record { return s.words[p].Record() }

// In reports whether a player is still in the event.
func (s *Start) In(p int) bool { return !s.out[p] }

// Left returns the rounds that a player still in has to play.
func (s *Start) Left(p int) int {
	left := s.rules.Rounds - s.played
	if s.inPlay && !s.seated[p] {
		left--
	}
	return left
}

// Most returns the most points of one round, byes included, in units.
func (r *Rules) Most() int { return r.most }
