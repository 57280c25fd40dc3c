// Package ledger is the compact record of one tournament: the players, their matches
// and the results. Players and matches are small integers and flat values, so that a
// ledger is cheap to copy and a simulator can start from it. A ledger holds facts
// only: no points, percentages or names. A rules.Ruleset determines the points of a
// result, and package standings computes them.
//
// Rounds are numbered 1, 2, … through all stages; Rounds[i].Number == i+1. Every
// player who takes part in a round is in exactly one match of it: a bye, an assigned
// loss and a round played elsewhere are matches with one seat.
package ledger

import (
	"slices"

	"topcut/tournament/numbered"
)

// None marks an empty seat, or a match without a winner.
const None = -1

// Active is the DroppedAfter of a player who is still playing.
const Active = -1

// Ledger is the whole history of a tournament.
type Ledger struct {
	Players numbered.List[Player]
	Rounds  numbered.List[Round]
	Apart   []Apart // in the order of KeepApart, never changed in place
}

// Player is the data of a player that the rules need. Indices of players, as
// in Match.Seats, count from 0.
type Player struct {
	Division     int16  // index into the ruleset's or event's divisions; 0 if there is only one
	Flight       int16  // group for Swiss rounds; 0 if there is only one
	Tag          int32  // players of equal tags > 0 avoid each other (team, Fallen-wizard); 0 = none
	Seed         int32  // given seed, 1 = best; 0 = none
	Seat         int32  // draft seat, 1-based; 0 = none
	Rating       int32  // rating in points; 0 = unknown
	ByeRounds    uint64 // awarded byes: bit r set = bye in round r (1 to 63)
	FullRounds   uint64 // byes known beforehand with the points of a bye that the pairing gives, as in ByeRounds
	AwayRounds   uint64 // rounds that the player sits out as absent, known beforehand, as in ByeRounds
	LateRounds   int16  // rounds 1..n are assigned losses and the player ranks as late; 0 = on time
	DroppedAfter int16  // last round taken part in; 0 = before round 1; Active = still in
	Disqualified bool   // ranks last, without a place
	StandIn      bool   // fills a mahjong table, is not ranked
	Absent       bool   // registered but never took part (waiting list, left before the start): not ranked, not counted
}

// AwardedBye reports whether the organiser gave p a bye in the round.
func (p Player) AwardedBye(round int) bool {
	return in(p.ByeRounds, round)
}

// FullBye reports whether p sits out the round, as known beforehand, with the points of a
// bye that the pairing gives.
func (p Player) FullBye(round int) bool { return in(p.FullRounds, round) }

// Away reports whether p sits out the round as absent, as known beforehand.
func (p Player) Away(round int) bool { return in(p.AwayRounds, round) }

// SitsOut reports whether it is known before the round is paired that p is not in it.
func (p Player) SitsOut(round int) bool {
	return in(p.ByeRounds|p.FullRounds|p.AwayRounds, round)
}

// Known returns the rounds after the given one that p sits out, as known beforehand: bit r
// is round r.
func (p Player) Known(after int) uint64 {
	return (p.ByeRounds | p.FullRounds | p.AwayRounds) >> uint(after+1) << uint(after+1)
}

func in(rounds uint64, round int) bool { return round > 0 && round < 64 && rounds>>uint(round)&1 != 0 }

// Out reports whether p has left before the round is played.
func (p Player) Out(round int) bool {
	return p.Disqualified || p.DroppedAfter != Active && round > int(p.DroppedAfter)
}

// Stage is the part of the event to which a round belongs.
type Stage uint8

// Stages, in the words of the tournament file.
const (
	Swiss Stage = iota
	Elimination
	ThirdPlace
	Upper
	Lower
	Final
	RoundRobin
	Scramble
	FinalTables
	Playoff
)

// Round is one round of matches.
type Round struct {
	Number  int16
	Stage   Stage
	Matches numbered.List[Match]
	Boards  numbered.List[numbered.List[Match]] // of each match that is played on boards; shorter than Matches where the last have none
}

// Kind is whether and how a match was played.
type Kind uint8

// Kinds, in the words of the tournament file.
const (
	Played Kind = iota
	Bye
	IntentionalDraw
	AssignedLoss
	Forfeit    // the first player won without play
	DoubleLoss // both players lose
	Elsewhere  // one player's round before the event was taken over, of which only this side is known
)

// Match is one table of a round, or one player's bye or assigned loss.
type Match struct {
	Table  int16 // table number, 0 = none
	Kind   Kind
	N      uint8    // seats in use: 1, 2, 3 or 4
	Best   uint8    // best of so many games, if not as the game has it; else 0
	Seats  [4]int32 // player indices; None beyond N, but see Against
	Result Result   // the zero value (Form Unfinished) while unknown
}

// Players returns the seats in use.
func (m *Match) Players() []int32 { return m.Seats[:m.N] }

// Against returns a player whom the only seat of an Elsewhere match has met, or None if
// no more are known. The player is stored in the second seat. The round in which they
// met is unknown.
func (m *Match) Against() int32 {
	if m.Kind != Elsewhere {
		return None
	}
	return m.Seats[1]
}

// Seat returns the seat of player p (0 to 3), or None.
func (m *Match) Seat(p int32) int {
	for i, q := range m.Seats[:m.N] {
		if q == p {
			return i
		}
	}
	return None
}

// Finished reports whether the match is complete: its result is known, or follows from
// its kind.
func (m *Match) Finished() bool {
	return m.Result.Form != Unfinished || m.Kind != Played
}

// Form is the vocabulary of a game in which a result is given.
type Form uint8

// Forms of a result.
const (
	Unfinished  Form = iota
	Games            // V = games won by the first, by the second, drawn
	Scores           // V = table scores in seat order (mahjong: East, South, West, North)
	Places           // V = place of each seat, 1 = first; equal numbers share (pods)
	Marshalling      // V[0], V[1] = marshalling points of a MECCG game
	Points           // V[0], V[1] = points of each seat as reported (Netrunner)
)

// By is how a MECCG game was decided if the points alone do not decide it.
type By uint8

// Ways to decide a MECCG game.
const (
	ByPoints By = iota
	ByRing
	ByWeakestLink
	ByTie
	ByScenario
)

// Result is the reported result of a match.
type Result struct {
	Form      Form     `json:"form"`
	By        By       `json:"by,omitzero"`
	HasWinner bool     `json:"has_winner,omitzero"` // Winner decides (equal games in elimination, ring, scenario)
	Winner    int8     `json:"winner,omitzero"`     // seat of the winner where HasWinner
	Sides     uint8    `json:"sides,omitzero"`      // Netrunner: bit 0 = the first player was on side 0 (corp)
	V         [4]int32 `json:"v"`                   // see Form
	Penalties [4]int32 `json:"penalties,omitzero"`  // per seat, in thousandths of a result point (chombo: 20 points = 20000)
}

// Take adds a match of another round, by index, with its boards.
func (r *Round) Take(from *Round, i int) {
	r.Matches = append(r.Matches, from.Matches[i])
	if i < len(from.Boards) {
		for len(r.Boards) < len(r.Matches)-1 {
			r.Boards = append(r.Boards, nil)
		}
		r.Boards = append(r.Boards, from.Boards[i])
	}
}

// Clone returns a copy that shares nothing with l.
func (l *Ledger) Clone() *Ledger {
	c := &Ledger{Players: append([]Player(nil), l.Players...), Rounds: append([]Round(nil), l.Rounds...), Apart: append([]Apart(nil), l.Apart...)}
	for i := range c.Rounds {
		c.Rounds[i].Matches = append([]Match(nil), l.Rounds[i].Matches...)
		c.Rounds[i].Boards = slices.Clone(l.Rounds[i].Boards)
		for m := range numbered.All(c.Rounds[i].Boards) {
			*c.Rounds[i].Boards.At(m) = slices.Clone(*c.Rounds[i].Boards.At(m))
		}
	}
	return c
}
