package tournament

import (
	"iter"
	"slices"

	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// A match of crews may be played on boards: each is a match of one person of either crew,
// with a report, a dispute, a claim and a ruling of its own, and the match is their sum. A
// board has a number in its round as a match has one, so that whatever concerns one match
// of a round concerns one board in the same way.

// boardStep is more than the matches of any round; the number of the last board has three
// digits in base 36, as a custom id has room for.
const boardStep = 4400

// BoardNumber returns the number in its round of board b (from 1) of match m.
func BoardNumber(m, b int) int { return b*boardStep + m }

// OfBoard returns the match and the board that a number in a round means; board is 0 for
// the match itself.
func OfBoard(number int) (match, board int) { return number % boardStep, number / boardStep }

// OfBoard returns the place of the match of which at is a board, or at itself.
func (at Place) OfBoard() Place {
	at.Match, _ = OfBoard(at.Match)
	return at
}

// TableName names the table of a match, 3, or of a board of it, 3.2.
func TableName(number int, l *ledger.Match) notice.Value {
	if _, board := OfBoard(number); board > 0 {
		return notice.New("boards.table", "table", l.Table, "board", board)
	}
	return notice.Int(l.Table)
}

// board returns board b of a match of a round, or nils.
func (s *State) board(r *Round, m, b int) (*Match, *ledger.Match) {
	boards := r.Matches.At(m).Boards
	if b > len(boards) {
		return nil, nil
	}
	return boards.At(b), s.Ledger.Rounds.At(r.Number).Boards.At(m).At(b)
}

// fitsBoards returns why matches cannot be played on boards, or nil.
func (s Settings) fitsBoards(rs *rules.Ruleset) error {
	switch {
	case s.Boards == 0:
		return nil
	case rs.OfBoards(s.Boards) == nil:
		return Refuse(BadInput, "crew.boards_game", "game", notice.Text(rs.Game))
	}
	return nil
}

// setRules sets the rules of the event's game, and by the settings those of a match.
func (s *State) setRules(rs *rules.Ruleset) {
	s.Rules, s.BoardRules = rs, nil
	if n := s.Settings.Boards; n > 0 && n <= MaxCrew {
		if of := rs.OfBoards(n); of != nil {
			s.Rules, s.BoardRules = of, rs
		}
	}
}

// GameRules returns the rules by which two persons play.
func (s *State) GameRules() *rules.Ruleset {
	if s.BoardRules != nil {
		return s.BoardRules
	}
	return s.Rules
}

// RulesOf returns the rules by which the result of l is given, a match or a board of a round.
func (s *State) RulesOf(number int, l *ledger.Match) *rules.Ruleset {
	switch {
	case number < boardStep && s.BoardRules != nil, l == nil:
		return s.Rules
	}
	return s.GameRules().Of(l)
}

// ruled reports whether the result of a match was set for the match, and not by its boards.
func (m *Match) ruled() bool {
	return m.Confirmed && slices.ContainsFunc(m.Boards, func(b Match) bool { return !b.Over() })
}

// Parts returns the boards of a match, or the match if it has none.
func (s *State) Parts(at Place) (out []Place) {
	m, _ := s.Match(at.Round, at.Match)
	for b := range numbered.All(m.Boards) {
		out = append(out, Place{at.Round, BoardNumber(at.Match, b)})
	}
	if len(out) == 0 {
		out = []Place{at}
	}
	return out
}

// Contests yields the numbers of what is reported in a round: its matches or, of a match on
// boards, these; the match itself as long as it is Open.
func (s *State) Contests(r int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for m, match := range numbered.All(s.Rounds.At(r).Matches) {
			if !match.ruled() {
				for b := range numbered.All(match.Boards) {
					if !yield(BoardNumber(m, b)) {
						return
					}
				}
			}
			if (len(match.Boards) == 0 || match.Open()) && !yield(m) {
				return
			}
		}
	}
}

// boardOf returns the number of the board of a match at which a person sits, or 0.
func (s *State) boardOf(at Place, person int) int {
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || person == 0 {
		return 0
	}
	for b, board := range numbered.All(m.Boards) {
		if slices.Contains(board.Who[:], person) {
			return BoardNumber(at.Match, b)
		}
	}
	return 0
}

// OwnBoard returns the board of a match at which a person sits, or the match if the person
// sits at none or the boards have no say.
func (s *State) OwnBoard(at Place, person int) Place {
	if m, _ := s.Match(at.Round, at.Match); m != nil && !m.Open() {
		if own := s.boardOf(at, person); own > 0 {
			at.Match = own
		}
	}
	return at
}

// Open reports whether a match is reported as a whole: it has no boards, it was ruled without
// them, or they have decided nothing.
func (m *Match) Open() bool {
	return m.ruled() || !m.Confirmed && !slices.ContainsFunc(m.Boards, func(b Match) bool { return !b.Over() })
}

// Sitting returns the person of player n at a board, or 0 if there is none; of a match
// without boards it is 0.
func (s *State) Sitting(at Place, n int) int {
	m, l := s.Match(at.Round, at.Match)
	if m == nil {
		return 0
	}
	seat := l.Seat(int32(n - 1))
	if seat < 0 || seat > 1 || at.Match < boardStep {
		return 0
	}
	if m.Swapped {
		seat = 1 - seat
	}
	return m.Who[seat]
}

// Arranges returns a refusal unless a person may arrange a match for player n. Of the members of
// a crew only the one who sits at a board arranges it.
func (s *State) Arranges(at Place, n, person int) error {
	if sits := s.Sitting(at, n); sits != 0 && sits != person && s.Players.At(n).Holds(person) {
		return Refuse(NotAllowed, "match.not_yours")
	}
	return nil
}

// deal sets out the boards of a match of a round that has none. A crew sits in the order of
// its line-up; the first-named has the first side on odd boards. A board for which a crew has
// no member is lost without play; one that has named no members can play all.
func (s *State) deal(r, number int) {
	m, l := s.Match(r, number)
	n := s.Settings.Boards
	if s.undeal(r, number); !s.onBoards(l) {
		return
	}
	boards, played := make(numbered.List[Match], n), make(numbered.List[ledger.Match], n)
	for b := range numbered.All(boards) {
		board, lb := boards.At(b), played.At(b)
		*board, *lb = Match{Part: m.Part}, ledger.Match{Table: l.Table, N: 2, Best: l.Best, Seats: l.Seats}
		if lb.Seats[0] != FirstAt(s.BoardRules, l, b) {
			lb.Seats[0], lb.Seats[1] = lb.Seats[1], lb.Seats[0]
		}
		for seat, p := range lb.Players() {
			board.Who[seat] = numbered.Get(numbered.List[int](s.lineUpNow(int(p)+1)), b)
		}
	}
	round := s.Ledger.Rounds.At(r)
	for len(round.Boards) < number {
		round.Boards = append(round.Boards, nil)
	}
	m.Boards, *round.Boards.At(number) = boards, played
	for b := range numbered.All(boards) {
		s.vacant(r, BoardNumber(number, b))
	}
	s.sum(r, BoardNumber(number, 1), ByRule, 0)
}

// FirstAt returns the player with the first seat at board b of a match: where a game has sides
// the first-named crew has the first one on odd boards.
func FirstAt(rs *rules.Ruleset, l *ledger.Match, b int) int32 {
	if len(rs.Seats.Sides) > 0 && b%2 == 0 {
		return l.Seats[1]
	}
	return l.Seats[0]
}

// vacant ends a board for which a crew has no member.
func (s *State) vacant(r, number int) {
	m, l := s.Match(r, number)
	missing := [2]bool{}
	for seat, p := range l.Players() {
		missing[seat] = m.Who[seat] == 0 && len(s.Players[p].Members()) > 0
	}
	switch {
	case m.Confirmed || missing == [2]bool{}:
		return
	case missing == [2]bool{true, true}:
		l.Kind, l.Result = ledger.DoubleLoss, s.BoardRules.BothLost()
	default:
		g := s.BoardRules.Forfeit.Games
		l.Kind, l.Result = ledger.Forfeit, ledger.Result{Form: ledger.Games, V: [4]int32{int32(g[0]), int32(g[1]), int32(g[2])}}
		if missing[0] {
			l.Seats[0], l.Seats[1], m.Swapped = l.Seats[1], l.Seats[0], true
		}
	}
	m.Confirmed, m.ConfirmBy = true, ByRule
	m.ended(l.Kind, ByRule)
}

// sum makes the boards of a match its result, once all are over: who won how many. Until
// then it has none, unless it was ruled for the match. A level bracket match goes to the
// crew whose boards won have the lower sum of numbers and, if these are equal too, to the
// winner of the first board that is not drawn; if all are, an organiser decides.
func (s *State) sum(r, number int, by Confirmer, seq int64) {
	at, b := OfBoard(number)
	if b == 0 {
		return
	}
	m, l := s.Match(r, at)
	if m.Confirmed && !m.sums {
		return // ruled for the match; only another ruling changes that
	}
	v, first, tied, open := s.count(r, at)
	switch {
	case open == 0 && !m.Void() && (!tied || first >= 0 || !rules.IsElimination(m.Part)):
	default:
		if m.Confirmed {
			m.unplayed(l)
			m.sums = false
		}
		return
	}
	if m.Swapped {
		m.unplayed(l)
		v[0], v[1], first = v[1], v[0], 1-first
	}
	res := ledger.Result{Form: ledger.Games, V: v}
	if tied && rules.IsElimination(m.Part) {
		res.HasWinner, res.Winner = true, int8(first)
	}
	kind := ledger.Played
	if v == [4]int32{} { // all are lost by both
		kind, res = ledger.DoubleLoss, s.Rules.BothLost()
	}
	l.Kind, l.Result = kind, m.penalised(res)
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Report, m.Counter, m.ResultSeq, m.sums = true, by, false, nil, nil, seq, true
}

// count returns how many boards of a match each seat has won and how many are drawn, the seat
// to which a level bracket match then goes, or ledger.None, whether both have won as many, and
// how many boards are still to be played. A void one counts for neither.
func (s *State) count(r, match int) (v [4]int32, first int, level bool, open int) {
	m, l := s.Match(r, match)
	v, first, level, open = s.BoardRules.CountBoards(l, numbered.Get(s.Ledger.Rounds.At(r).Boards, match))
	for b := range m.Boards {
		if m.Boards[b].Void() {
			open--
		}
	}
	return v, first, level, open
}

// BoardsSoFar returns how many boards of a match each seat has won, and how many
// are still to be played.
func (s *State) BoardsSoFar(at Place) (won [2]int, drawn, open int) {
	v, _, _, open := s.count(at.Round, at.Match)
	return [2]int{int(v[0]), int(v[1])}, int(v[2]), open
}

// Begun reports whether a board of a match has a result by play.
func (s *State) Begun(at Place) bool {
	m, _ := s.Match(at.Round, at.OfBoard().Match)
	return slices.ContainsFunc(m.Boards, func(b Match) bool { return b.Confirmed && b.ConfirmBy != ByRule })
}

// refit puts the next member who sits at no board in the place of one who has left the crew of
// player n, at each open board of a round without a report. The time of an arranged board is
// then to be agreed on anew.
func (s *State) refit(n, round int) {
	number := s.MatchOf(round, n)
	m, _ := s.Match(round, number)
	if m == nil || m.ruled() {
		return
	}
	for b := range numbered.All(m.Boards) {
		board, l := s.change(round, BoardNumber(number, b))
		seat := l.Seat(int32(n - 1))
		if board.Over() || board.Report != nil || board.Disputed || board.Who[seat] == 0 || s.Players.At(n).Holds(board.Who[seat]) || s.LentTo(board.Who[seat]) == n {
			continue
		}
		board.Who[seat] = 0
		for _, person := range s.MembersOf(n) {
			if s.boardOf(Place{round, number}, person) == 0 {
				board.Who[seat] = person
				break
			}
		}
		if f := board.Fixture; f != nil {
			board.Fixture = fixture.New(f.Opens, f.PlayBy)
		}
		s.vacant(round, BoardNumber(number, b))
		s.sum(round, BoardNumber(number, b), ByRule, 0)
	}
}
