package file

import "topcut/tournament/ledger"

// apart reads a set of players who are not to be paired with each other, with the first
// and the last round for which it holds.
func (r *reader) apart(v *apartKeys) error {
	at := v.At.Key("players")
	if len(v.Players) < 2 {
		return at.Wrong("file.players_range", "least", 2, "most", MaxPlayers, "got", len(v.Players))
	}
	who, err := r.set(at, v.Players)
	if err != nil {
		return err
	}
	if !KeepApart(r.t.Ledger, who, v.From, v.To) {
		return at.Wrong("file.entries", "n", len(who), "most", MaxApart)
	}
	return nil
}

// KeepApart keeps each two of the players apart from one round to another, unless that
// makes too many pairs.
func KeepApart(l *ledger.Ledger, players []int32, from, to int16) bool {
	if n := len(players); len(l.Apart)+n*(n-1)/2 > MaxApart {
		return false
	}
	for i, p := range players {
		for _, q := range players[:i] {
			l.Apart = ledger.KeepApart(l.Apart, ledger.Apart{A: q, B: p, From: from, To: to})
		}
	}
	return true
}
