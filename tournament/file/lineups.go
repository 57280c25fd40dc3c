package file

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// LineUp is the place of a line-up in a file: that of a crew in the match of a round.
type LineUp struct {
	Round  int // number
	Player int32
}

// Sat returns who of a crew sat at the boards of its match in a round, board 1 first: the
// place in Members and then Former, from 1, or 0 for no one.
func (t *Tournament) Sat(round int, player int32) []int {
	if line, ok := t.LineUps[LineUp{round, player}]; ok {
		return line
	}
	return t.usual(player)
}

// Sit says who of a crew sat at the boards of its match in a round, as Sat returns it.
func (t *Tournament) Sit(round int, player int32, line []int) {
	if slices.Equal(line, t.usual(player)) {
		return
	}
	if t.LineUps == nil {
		t.LineUps = map[LineUp][]int{}
	}
	t.LineUps[LineUp{round, player}] = line
}

// usual returns the line-up of the first members of a crew in their order.
func (t *Tournament) usual(player int32) []int {
	line := make([]int, t.Boards)
	for b := range min(len(line), len(t.Players[player].Members)) {
		line[b] = b + 1
	}
	return line
}

// sitting returns who sits at a board of a match in a round, in its seats, or nil if those are
// the usual members.
func (t *Tournament) sitting(round int, b *ledger.Match, board int) (out []int) {
	unusual := false
	for _, p := range b.Players() {
		place := numbered.Get(numbered.List[int](t.Sat(round, p)), board)
		out = append(out, place)
		unusual = unusual || place != numbered.Get(numbered.List[int](t.usual(p)), board)
	}
	if !unusual {
		return nil
	}
	return out
}

// lineUps reads who sits at the boards of a match in a round.
func (r *reader) lineUps(v *matchKeys, round int, m *ledger.Match, boards numbered.List[ledger.Match]) error {
	for _, p := range m.Players() {
		crew, line := &r.t.Players[p], r.t.usual(p)
		for i := range boards {
			at, places := v.Boards[i].At.Key("members"), v.Boards[i].Members
			if len(places) > 0 && len(places) != 2 {
				return at.Wrong("file.players", "n", 2, "got", len(places))
			}
			if len(places) > 0 {
				line[i] = places[boards[i].Seat(p)]
			}
			if n := len(crew.Members) + len(crew.Former); line[i] > n || line[i] > 0 && slices.Contains(line[:i], line[i]) {
				return at.Wrong("file.board_member", "got", line[i], "n", n, "player", notice.Text(crew.ID))
			}
		}
		r.t.Sit(round, p, line)
	}
	return nil
}
