package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// repairTables is repair for tables of three or four: it exchanges seats and does not
// pair anything again.
func (d *decision) repairTables(c Repair) error {
	s := d.after
	round, stage, old := pairingsOf(s)
	t := tables{list: make([]tournament.Pairing, len(old)), least: s.Rules.Seats.Min}
	for i, p := range old {
		t.list[i] = p
		t.list[i].Players = slices.Clone(p.Players)
	}
	seated := func(players ...int) error {
		for _, n := range players {
			if i, _ := t.find(n); i < 0 {
				return tournament.Refuse(tournament.NotFound, "pairings.not_in", "player", notice.Player(n), "round", round)
			}
		}
		return nil
	}
	scheduled := stage == ledger.Scramble || stage == ledger.FinalTables
	switch {
	case c.Swap != [2]int{}:
		if err := seated(c.Swap[:]...); err != nil {
			return err
		}
		t.swap(c.Swap[0], c.Swap[1])
	case c.Pair != [2]int{}:
		if err := seated(c.Pair[:]...); err != nil {
			return err
		}
		t.join(c.Pair[0], c.Pair[1])
	case scheduled:
		return tournament.Refuse(tournament.WrongPhase, "repair.scheduled")
	case c.Bye != 0:
		if err := seated(c.Bye); err != nil {
			return err
		}
		t.bye(c.Bye)
	case c.Add != 0:
		if seated(c.Add) == nil {
			return tournament.Refuse(tournament.NoChange, "pairings.in", "player", notice.Player(c.Add), "round", round)
		}
		if !s.Taking(c.Add) {
			return tournament.Refuse(tournament.NotFound, "player.not_in", "player", notice.Player(c.Add))
		}
		t.add(c.Add, s.Rules.Seats.Max)
	case c.Withdraw != 0:
		if err := seated(c.Withdraw); err != nil {
			return err
		}
		t.withdraw(c.Withdraw)
	default:
		return tournament.Refuse(tournament.BadInput, "repair.what")
	}
	list, changed := merge(old, t.list)
	if len(changed) == 0 && len(list) == len(old) {
		return tournament.Refuse(tournament.NoChange, "repair.same")
	}
	if err := d.emit(&tournament.RoundRepaired{Round: round, Pairings: list, Changed: changed}); err != nil {
		return err
	}
	return d.lineUpsIn()
}

// tables is a round being repaired.
type tables struct {
	list  []tournament.Pairing
	least int // least number of players at a table
}

// find returns the pairing and the seat of player n, or -1.
func (t *tables) find(n int) (match, seat int) {
	for i := range t.list {
		if j := slices.Index(t.list[i].Players, n); j >= 0 {
			return i, j
		}
	}
	return -1, -1
}

func (t *tables) swap(a, b int) {
	i, x := t.find(a)
	j, y := t.find(b)
	t.list[i].Players[x], t.list[j].Players[y] = b, a
	t.list[i].Why, t.list[j].Why = notice.New("why.swapped"), notice.New("why.swapped")
}

// join moves b to the table of a, in exchange for the player in its last seat.
func (t *tables) join(a, b int) {
	i, _ := t.find(a)
	if slices.Contains(t.list[i].Players, b) || len(t.list[i].Players) == 1 {
		return
	}
	for _, n := range slices.Backward(t.list[i].Players) {
		if n != a {
			t.swap(n, b)
			return
		}
	}
}

// bye gives n the bye. A player who has one takes the seat; otherwise the table plays
// without n.
func (t *tables) bye(n int) {
	if i, _ := t.find(n); t.list[i].Kind == ledger.Bye {
		return
	}
	for i := range t.list {
		if t.list[i].Kind == ledger.Bye {
			t.swap(n, t.list[i].Players[0])
			return
		}
	}
	t.withdraw(n)
	t.list = append(t.list, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.given_bye")})
}

// add seats n at the last table with a free seat, or gives a bye.
func (t *tables) add(n, most int) {
	for i := range slices.Backward(t.list) {
		if p := &t.list[i]; p.Kind == ledger.Played && len(p.Players) < most {
			p.Players, p.Why = append(p.Players, n), notice.New("why.added")
			return
		}
	}
	t.list = append(t.list, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.no_seat")})
}

// withdraw takes n out. A table that becomes too small gets a player with a bye or one
// of the last larger table; if there is none, its players have byes.
func (t *tables) withdraw(n int) {
	i, seat := t.find(n)
	p := &t.list[i]
	if p.Kind == ledger.Bye {
		t.list = slices.Delete(t.list, i, i+1)
		return
	}
	p.Players, p.Why = slices.Delete(p.Players, seat, seat+1), notice.New("why.taken_out")
	if len(p.Players) >= t.least {
		return
	}
	for j := range slices.Backward(t.list) {
		q := &t.list[j]
		switch last := len(q.Players) - 1; {
		case j == i:
		case q.Kind == ledger.Bye:
			p.Players = append(p.Players, q.Players[0])
			t.list = slices.Delete(t.list, j, j+1)
			return
		case q.Kind == ledger.Played && last >= t.least:
			p.Players = append(p.Players, q.Players[last])
			q.Players, q.Why = q.Players[:last], notice.New("why.moved")
			return
		}
	}
	left := p.Players
	t.list = slices.Delete(t.list, i, i+1)
	for _, m := range left {
		t.list = append(t.list, tournament.Pairing{Kind: ledger.Bye, Players: []int{m}, Why: notice.New("why.table_small")})
	}
}
