package file

import (
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// apart reads the players who are not to be paired with each other: each set of players
// with the first and the last round for which it holds.
func (r *reader) apart(v *value) error {
	if v == nil {
		return nil
	}
	items, err := v.array(MaxApart)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := r.keepApart(item); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) keepApart(v *value) error {
	if err := v.object("players", "from", "to"); err != nil {
		return err
	}
	players := v.get("players")
	if players == nil {
		return v.wrong("file.missing", "key", notice.Text("players"))
	}
	who, err := r.set(players)
	if err != nil {
		return err
	}
	var a ledger.Apart
	if a.From, err = roundOf(v.get("from")); err != nil {
		return err
	}
	if a.To, err = roundOf(v.get("to")); err != nil {
		return err
	}
	if !KeepApart(r.t.Ledger, who, a.From, a.To) {
		return players.wrong("file.entries", "n", len(who), "most", MaxApart)
	}
	return nil
}

// set reads the ids of players, at least two.
func (r *reader) set(v *value) ([]int32, error) {
	items, err := v.array(MaxPlayers)
	if err != nil {
		return nil, err
	}
	var who []int32
	seen := map[int32]bool{}
	for _, item := range items {
		id, err := item.string(64)
		if err != nil {
			return nil, err
		}
		p, ok := r.index[id]
		switch {
		case !ok:
			return nil, item.wrong("file.seed_nobody", "player", notice.Text(id))
		case seen[p]:
			return nil, item.wrong("file.seed_twice", "player", notice.Text(id))
		}
		seen[p], who = true, append(who, p)
	}
	if len(who) < 2 {
		return nil, v.wrong("file.players_range", "least", 2, "most", MaxPlayers, "got", len(who))
	}
	return who, nil
}

// roundOf reads the number of a round, 0 if there is none.
func roundOf(v *value) (int16, error) {
	if v == nil {
		return 0, nil
	}
	n, err := v.integer(1, MaxRounds)
	return int16(n), err
}

// KeepApart keeps each two of the players apart from one round to another, unless that
// makes too many pairs.
func KeepApart(l *ledger.Ledger, players []int32, from, to int16) bool {
	if n := len(players); len(l.Apart)+n*(n-1)/2 > MaxApart {
		return false
	}
	for i, p := range players {
		for _, q := range players[:i] {
			l.KeepApart(ledger.Apart{A: q, B: p, From: from, To: to})
		}
	}
	return true
}
