package kernel

// keepApart makes two players who are to be kept apart in a round as if they had met, and
// undoes that for rounds after the last for which it holds. The bits of haveMet belong to
// one pair in fields of up to 64 players only; in larger ones they are checked.
func (e *Simulator) keepApart(round int) {
	for _, x := range e.from.kept {
		a, b := uint16(x.A), uint16(x.B)
		switch {
		case x.In(round + 1):
			e.met[a] |= 1 << (b & 63)
			e.met[b] |= 1 << (a & 63)
		case e.players <= 64 && e.from.met[a]>>b&1 == 0 && !e.inRows(a, b, round) && !e.apart(a, b, round):
			e.met[a] &^= 1 << b
			e.met[b] &^= 1 << a
		}
	}
}

// apart reports whether two players are to be kept apart in a round.
func (e *Simulator) apart(a, b uint16, round int) bool {
	for _, x := range e.from.kept {
		if x.In(round+1) && int32(min(a, b)) == x.A && int32(max(a, b)) == x.B {
			return true
		}
	}
	return false
}

// inRows reports whether two players have met in a round that was played.
func (e *Simulator) inRows(a, b uint16, round int) bool {
	for at := 0; at < round*e.players; at += e.players {
		if e.opp[at+int(a)] == b || e.opp[at+int(b)] == a {
			return true
		}
	}
	return false
}
