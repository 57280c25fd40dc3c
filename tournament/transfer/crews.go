package transfer

import (
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// crews makes the event one of teams of at most so many members, whose matches are played on
// so many boards.
func (b *build) crews(size, boards int) error {
	if boards < 2 || boards > file.MaxCrew {
		return failed(finding("transfer.refused.boards", "n", boards, "most", file.MaxCrew))
	}
	of := b.t.Rules.OfBoards(boards)
	if of == nil {
		return failed(finding("crew.boards_game", "game", b.t.Rules.Game))
	}
	b.t.Crew, b.t.Boards = max(size, boards), boards
	b.t.Rules, b.t.BoardRules = of, b.t.Rules
	return nil
}

// boarded seats a match of two teams with its boards in the current round. sat says who sat at
// them, in the order of seats.
func (b *build) boarded(at notice.Value, kind ledger.Kind, res ledger.Result, seats [2]int32, boards numbered.List[ledger.Match], sat [2][]int) error {
	if err := b.add(at, kind, 0, res, seats[0], seats[1]); err != nil {
		return err
	}
	r := b.current()
	for len(r.Boards) < len(r.Matches)-1 {
		r.Boards = append(r.Boards, nil)
	}
	r.Boards = append(r.Boards, boards)
	for i, p := range seats {
		b.t.Sit(int(r.Number), p, sat[i])
	}
	return nil
}

// summed returns how a match of two teams ends by its boards: it has no result before all of
// them are over.
func summed(t *file.Tournament, m *ledger.Match, boards numbered.List[ledger.Match]) (ledger.Kind, ledger.Result) {
	v, _, _, open := t.BoardRules.CountBoards(m, boards)
	switch {
	case open > 0:
		return ledger.Played, ledger.Result{}
	case v == [4]int32{}: // all are lost by both
		return ledger.DoubleLoss, t.Rules.BothLost()
	}
	return ledger.Played, ledger.Result{Form: ledger.Games, V: v}
}
