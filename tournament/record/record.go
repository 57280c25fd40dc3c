// Package record is what is kept of an event that is over: how it ended for each player and
// who met whom. Leagues, profiles and ratings need no more of it.
package record

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Record is what is stored about a finished event for leagues, profiles and ratings, so
// that they do not need its log. It has only numbers and follows from the log.
type Record struct {
	Game    string    // id of the ruleset
	Ended   time.Time // when the event was first over: a correction moves it to no other place in the order of events
	Players []Player
	Matches []Match
}

// Player is how an event ended for one of its players.
type Player struct {
	Person       int   // of the event's book
	Members      []int // persons of a team, who held the seat together at the end
	Place        int
	Won          int // before an elimination, byes included
	Lost         int
	Drawn        int
	Byes         int
	Rounds       int  // in which they took part
	Deck         bool // a deck was submitted
	Disqualified bool
	Penalties    int
	NoShow       bool // left, or lost without play, and has never played
}

// Match is one match. Matches are in the order they were played. Players are
// indices in Record.Players. Places, one for each player, are 1 for the first; equal
// places are shared.
type Match struct {
	Round    int
	Players  []int
	Places   [4]int8
	Unplayed bool // a forfeit or an agreed draw
	Boards   []Board
}

// Board is one board of a match of two crews.
type Board struct {
	Persons  [2]int  // of the event's book, in the order of Match.Players; 0 = none sat there
	Places   [2]int8 // 1 for the first; equal places are shared
	Unplayed bool    // a forfeit
}

// Winner returns the index of the winner of a match of two, or -1 if it was drawn.
func (m *Match) Winner() int {
	switch {
	case m.Places[0] < m.Places[1]:
		return m.Players[0]
	case m.Places[0] > m.Places[1]:
		return m.Players[1]
	}
	return -1
}

// Decided reports whether a match of the event was decided between players. If none was,
// its places are by lot.
func (r *Record) Decided() bool {
	return len(r.Matches) > 0 || slices.ContainsFunc(r.Players, func(p Player) bool { return p.Won > p.Byes || p.Drawn > 0 })
}

// Of returns the record of a ledger whose standings before an elimination are t.
// Its players are numbered from 1 instead of people. sits returns who sat at a board of a match
// of a round for a player, all numbered from 1; 0 = none.
func Of(rs *rules.Ruleset, l *ledger.Ledger, t *standings.Table, places []int, sits func(round, match, board, player int) int) *Record {
	out := &Record{}
	rounds, byes, played := make([]int, len(l.Players)), make([]int, len(l.Players)), make([]bool, len(l.Players))
	eachMatch(l, func(_, _ int, m *ledger.Match) {
		for _, p := range m.Players() {
			if m.Kind != ledger.AssignedLoss {
				rounds[p]++
			}
			switch m.Kind {
			case ledger.Bye:
				byes[p]++
			case ledger.Played, ledger.IntentionalDraw:
				played[p] = true
			case ledger.AssignedLoss, ledger.Forfeit, ledger.DoubleLoss, ledger.Elsewhere:
			}
		}
	})
	at := make([]int, len(l.Players))
	for i := range t.Rows {
		r := &t.Rows[i]
		at[r.Player] = -1
		if p := &l.Players[r.Player]; p.Absent || p.StandIn || p.DroppedAfter == 0 && rounds[r.Player] == 0 {
			continue // never took part
		}
		at[r.Player] = len(out.Players)
		out.Players = append(out.Players, Player{
			Person: int(r.Player) + 1, Place: places[r.Player], Won: r.Record[0], Lost: r.Record[1], Drawn: r.Record[2],
			Rounds: rounds[r.Player], Disqualified: r.Disqualified, Byes: min(byes[r.Player], r.Record[0]),
			NoShow: !played[r.Player] && byes[r.Player] == 0,
		})
	}
	eachMatch(l, func(round, number int, m *ledger.Match) {
		if m.N < 2 || !m.Finished() || m.Kind == ledger.DoubleLoss || m.Kind == ledger.Elsewhere {
			return
		}
		match := Match{Round: round, Unplayed: m.Kind != ledger.Played, Places: rating.Places(rs, m)}
		for _, p := range m.Players() {
			if at[p] < 0 {
				return
			}
			match.Players = append(match.Players, at[p])
		}
		if m.Kind == ledger.Forfeit {
			match.Places = [4]int8{1, 2}
		}
		for b, board := range numbered.All(numbered.Get(l.Rounds.At(round).Boards, number)) {
			if board.Finished() && board.Kind != ledger.DoubleLoss {
				match.Boards = append(match.Boards, boardOf(rs, m, board, func(player int) int { return sits(round, number, b, player) }))
			}
		}
		out.Matches = append(out.Matches, match)
	})
	return out
}

// boardOf returns a board of a match, seen in the order of the match.
func boardOf(rs *rules.Ruleset, m, board *ledger.Match, sits func(player int) int) Board {
	out := Board{Unplayed: board.Kind != ledger.Played}
	places := rating.Places(rs, board)
	if board.Kind == ledger.Forfeit {
		places = [4]int8{1, 2}
	}
	for k, p := range m.Players() {
		out.Persons[k], out.Places[k] = sits(int(p)+1), places[board.Seat(p)]
	}
	return out
}

// eachMatch calls with for each match of a ledger; rounds and matches are numbered from 1.
func eachMatch(l *ledger.Ledger, with func(round, number int, m *ledger.Match)) {
	for r, round := range numbered.All(l.Rounds) {
		for n, m := range numbered.All(round.Matches) {
			with(r, n, m)
		}
	}
}
