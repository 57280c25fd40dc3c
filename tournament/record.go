package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Record is what is stored about a finished event for leagues, profiles and ratings, so
// that they do not need its log. It has only numbers and follows from the log.
type Record struct {
	Game    string    // id of the ruleset
	Ended   time.Time // when the event was first over: a correction moves it to no other place in the order of events
	Players []RecordPlayer
	Matches []RecordMatch
}

// RecordPlayer is how an event ended for one of its players.
type RecordPlayer struct {
	Person       int // of the event's book
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

// RecordMatch is one match. Matches are in the order they were played. Players are
// indices in Record.Players. Places, one for each player, are 1 for the first; equal
// places are shared.
type RecordMatch struct {
	Round    int
	Players  []int
	Places   [4]int8
	Unplayed bool // a forfeit or an agreed draw
}

// Winner returns the index of the winner of a match of two, or -1 if it was drawn.
func (m *RecordMatch) Winner() int {
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
	return len(r.Matches) > 0 || slices.ContainsFunc(r.Players, func(p RecordPlayer) bool { return p.Won > p.Byes || p.Drawn > 0 })
}

// Record returns the record of an event that is over.
func (s *State) Record() (*Record, error) {
	last := len(s.Rounds)
	if el := s.Elimination(); el != nil {
		last = el.FirstRound - 1
	}
	t, err := s.Table(last)
	if err != nil {
		return nil, err
	}
	return s.recorded(t), nil
}

// RecordNow returns the record of a running event as if it had ended as it stands.
func (s *State) RecordNow() (*Record, error) { return s.ifEnded(-1) }

// IfEnded returns the record of a running event as if it had ended after the rounds of
// ledger l.
func (s *State) IfEnded(l *ledger.Ledger) (*Record, error) {
	then := *s
	then.Ledger = *l
	return then.ifEnded(len(l.Rounds))
}

// IfDecided is IfEnded with the bracket that is under way, or that follows the rounds,
// played to its end. play gives a match a result, with its winner in the first seat.
func (s *State) IfDecided(l *ledger.Ledger, play func(*ledger.Match)) (*Record, error) {
	then := *s
	then.Ledger = ledger.Ledger{Players: l.Players, Rounds: slices.Clip(l.Rounds)}
	t, err := then.Table(len(l.Rounds))
	if err != nil {
		return nil, err
	}
	st := then.Elimination()
	if st == nil {
		began, err := then.qualifiersOf(t, 0)
		if err != nil {
			return nil, err
		}
		st = &Stage{Kind: began.Kind, Plan: began.Plan, FirstRound: len(s.Rounds) + 1, Players: began.Players, Ranking: began.Ranking, Parts: began.Parts, Third: began.Third}
	}
	all, err := then.bracketsOf(st, len(s.Rounds))
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := then.decideBracket(st, &all[i], play); err != nil {
			return nil, err
		}
	}
	then.Places = then.placesIn(t, all, 1)
	return then.recorded(t), nil
}

// decideBracket plays a bracket to its end. A player who has left loses.
func (s *State) decideBracket(st *Stage, b *DivisionBracket, play func(*ledger.Match)) (err error) {
	results := s.bracketResults(st, *b, len(s.Rounds))
	for len(b.State.Ready) > 0 {
		round := ledger.Round{Number: int16(len(s.Ledger.Rounds) + 1), Stage: ledger.Elimination}
		for _, id := range b.State.Ready {
			seeds := b.State.Matches[id-1].Players
			if len(seeds) != 2 {
				return Refuse(Unsupported, "bracket.players", "match", id, "players", 2, "named", len(seeds))
			}
			order := []int{seeds[0], seeds[1]}
			a, c := b.Seeds[seeds[0]-1], b.Seeds[seeds[1]-1]
			if s.Taking(a) != s.Taking(c) {
				if s.Taking(c) {
					order[0], order[1] = order[1], order[0]
				}
			} else {
				m := ledger.Match{N: 2, Seats: [4]int32{int32(a - 1), int32(c - 1), ledger.None, ledger.None}}
				if play(&m); int(m.Seats[0]) == c-1 {
					order[0], order[1] = order[1], order[0]
				}
				round.Matches = append(round.Matches, m)
			}
			results[id] = order
		}
		s.Ledger.Rounds = append(s.Ledger.Rounds, round)
		if b.State, err = b.Tree.Resolve(results); err != nil {
			return err
		}
	}
	return nil
}

// ifEnded returns the record of an event as if it had ended with its standings after
// round r; -1 means the present.
func (s *State) ifEnded(r int) (*Record, error) {
	t, err := s.Table(r)
	if err != nil {
		return nil, err
	}
	then := *s
	if then.Places, err = s.placesOf(t, 1); err != nil {
		return nil, err
	}
	return then.recorded(t), nil
}

// recorded returns the record of the event with t, its standings before an elimination.
func (s *State) recorded(t *standings.Table) *Record {
	r := recordOf(s.Rules, &s.Ledger, t, s.Places)
	r.Game, r.Ended = s.Rules.ID, s.EndedAt
	at := map[int]int{} // index in the record by player
	for i := range r.Players {
		n := r.Players[i].Person // recordOf numbers players
		at[n] = i
		r.Players[i].Person, r.Players[i].Deck = s.Players.At(n).Person, s.Players.At(n).Deck != 0
	}
	for _, p := range s.Penalties {
		if i, ok := at[p.Player]; ok {
			r.Players[i].Penalties++
		}
	}
	return r
}

// recordOf returns the record of a ledger whose standings before an elimination are t.
// Its players are numbered from 1 instead of people.
func recordOf(rs *rules.Ruleset, l *ledger.Ledger, t *standings.Table, places []int) *Record {
	out := &Record{}
	rounds, byes, played := make([]int, len(l.Players)), make([]int, len(l.Players)), make([]bool, len(l.Players))
	eachMatch(l, func(_ int, m *ledger.Match) {
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
		out.Players = append(out.Players, RecordPlayer{
			Person: int(r.Player) + 1, Place: places[r.Player], Won: r.Record[0], Lost: r.Record[1], Drawn: r.Record[2],
			Rounds: rounds[r.Player], Disqualified: r.Disqualified, Byes: min(byes[r.Player], r.Record[0]),
			NoShow: !played[r.Player] && byes[r.Player] == 0,
		})
	}
	eachMatch(l, func(round int, m *ledger.Match) {
		if m.N < 2 || !m.Finished() || m.Kind == ledger.DoubleLoss || m.Kind == ledger.Elsewhere {
			return
		}
		match := RecordMatch{Round: round, Unplayed: m.Kind != ledger.Played, Places: rating.Places(rs, m)}
		for _, p := range m.Players() {
			if at[p] < 0 {
				return
			}
			match.Players = append(match.Players, at[p])
		}
		if m.Kind == ledger.Forfeit {
			match.Places = [4]int8{1, 2}
		}
		out.Matches = append(out.Matches, match)
	})
	return out
}

func eachMatch(l *ledger.Ledger, with func(round int, m *ledger.Match)) {
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			with(i+1, &l.Rounds[i].Matches[j])
		}
	}
}
