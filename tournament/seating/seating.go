// Package seating makes the schedule of a mahjong event: who sits at which
// table on which wind in every session of the scramble, before anything is
// played (docs/rules/riichi.md#rii-01 to RII-20), and who meets in the final sessions
// after the cut (RII-23 to RII-33).
//
// A scramble is chosen by three strict priorities (RII-08 to RII-11):
//
//  1. the smallest largest number of meetings of any two players;
//  2. the smallest difference between the most and the fewest different
//     opponents of any two players;
//  3. the largest number of different opponents of any one player.
//
// Then winds are given (RII-14 to RII-16): as few players as possible who never
// sit on some wind, then the smallest largest count of one wind for one player,
// then the smallest lateness of the latest player. Last come table numbers
// (RII-18, RII-19): as few players as possible who stay at one table for three
// sessions in a row of one day, then for two.
//
// Schedules for 8, 12, … 64 players and up to ten sessions are stored; winds are
// computed and proved best in every such schedule. Other counts are filled with
// stand-ins, or players sit out in rotation (RII-41).
//
// # What is proved
//
// A schedule is valued by its largest number of meetings, the spread of different
// opponents, and the most different opponents, such as (2, 0, 17). A schedule
// without repeats, (1, 0, 3 × sessions), is as good as can be. A player has
// 3 × sessions opponents to meet among players - 1, so that no schedule can have
// more sessions without a repeat than (players - 1) / 3. The longest ones stored:
//
//	players   8  12  16  20  24  28  32  36  40  44  48  52  56  60  64
//	sessions  1   1   5   5   7   9  10  11  13  14  15  17  18  19  21
//	bound     2   3   5   6   7   9  10  11  13  14  15  17  18  19  21
//
// For 8 and 12 players one session is all there is. Whether there are six for 20 is
// open. Longer scrambles, up to ten sessions (an empty cell has no repeats):
//
//	players  2       3       4       5       6       7       8       9       10
//	8        2,0,5   2,0,6   2,0,6   3,0,7   3,0,7   3,0,7   4,0,7   5,0,7   5,0,7
//	12       2,0,5   2,0,7   2,0,9   2,0,10  2,0,10  3,0,11  3,0,11  3,0,11  3,0,11
//	16                                       2,0,15  2,0,15  2,0,15  2,0,15  2,0,15
//	20                                       2,0,17* 2,0,18* 2,0,19  2,0,19  2,0,19
//	24                                                       2,0,22* 2,0,23  2,0,23
//	28                                                                       2,0,27
//
// All but those with a star are proved best, by the bound or by trying everything
// (TestSmallFieldsAreProvedByTryingEverything). Between those with a star and
// (1, 0, 18), (2, 0, 19) and (2, 0, 23) there may be something better.
//
// Winds, where all play every session, reach the bound for every schedule
// (TestEverySizeAndNumberOfSessions):
//
//	sessions                1    2    3    4    5    6    7     8    9     10
//	players without a wind  all  all  all  0    0    0    0     0    0     0
//	most of one wind        1    1    1    1    2    2    2     2    3     3
//	latest player           3    3/2  2    3/2  9/5  3/2  12/7  3/2  14/9  3/2
//
// Players and tables are the two sides of a graph whose edges are the sittings. Its
// edges form closed walks, and the direction of an edge in its walk halves the graph
// so that every player and table has half its edges in each part. Halving twice gives
// winds as even as counting allows.
//
// Table numbers are good, not proved best: each session is matched to the one before
// so that the fewest players keep their table. From 20 players on no player stays, but
// for 20 players and six sessions, where two stay once.
//
// # How schedules are found
//
// schedules.txt has the best schedule of each kind with the way it was found.
// internal/search reproduces or improves it. A starter is one session that a cyclic
// group moves around so that no orbit of pairs occurs twice. Climbing is late
// acceptance hill climbing over schedules with a cyclic symmetry, in integers only.
// The ten sessions for 32 players are the published solution of the social golfer
// problem (A. Aguado, 2004); our search reaches nine.
//
// With stand-ins, the numbers that leave the best value for the others become s1 to
// s3. With sit-outs, players % 4 sit out each session, none twice before all did once; from 25 players on six sessions have no repeats, and below the best of a short
// search is taken, without proof.
package seating

import "topcut/tournament/notice"

// Seats is the number of players of a table.
const Seats = 4

// TopCut is the number of players who advance from the scramble
// (docs/rules/riichi.md#rii-23).
const TopCut = 8

// Limits of the scramble (docs/rules/riichi.md#rii-01, RII-45).
const (
	MinPlayers  = 8
	MaxPlayers  = 64
	MaxSessions = 10
)

// Fill determines the seating of players who do not fill tables of four.
type Fill uint8

// Ways to fill tables of four.
const (
	StandIns Fill = iota // up to three stand-ins play all sessions and are not ranked
	SitOut               // up to three players sit out a session in rotation
)

// Config describes a scramble.
type Config struct {
	Players  int // 8 to 64
	Sessions int // 1 to 10
	// Days holds the number of sessions of each day. What it leaves over is one
	// more day; what it has too much is for sessions after the scramble. Empty
	// means one day.
	Days []int
	Fill Fill
}

// Table holds the schedule numbers of the players on East, South, West and
// North.
type Table [Seats]int

// Session is one session of a schedule. The position of a table in the list is
// its table number minus one.
type Session struct {
	Tables []Table
	Out    []int // players who sit out, lowest number first
}

// Schedule is a seating of schedule numbers. Numbers 1 to Players are people,
// the next StandIns numbers are stand-ins. Package random decides who gets which
// number, see [Draw].
type Schedule struct {
	Players  int
	StandIns int
	Sessions []Session
	days     []int // day of each session
}

// New returns the best known schedule. The same settings always give the same
// schedule.
func New(c Config) (*Schedule, error) {
	switch {
	case c.Players < MinPlayers || c.Players > MaxPlayers:
		return nil, notice.Err("seating.players", "least", MinPlayers, "most", MaxPlayers, "players", c.Players)
	case c.Sessions < 1 || c.Sessions > MaxSessions:
		return nil, notice.Err("seating.sessions", "most", MaxSessions, "sessions", c.Sessions)
	case c.Fill > SitOut:
		return nil, notice.Err("seating.fill", "fill", int(c.Fill))
	}
	s := &Schedule{Players: c.Players}
	var err error
	if c.Players%Seats != 0 && c.Fill == SitOut {
		err = s.rotate(c.Sessions)
	} else {
		full := (c.Players + Seats - 1) / Seats * Seats
		s.Sessions, err = stored(full, c.Sessions)
		s.StandIns = full - c.Players
	}
	if err != nil {
		return nil, err
	}
	s.chooseStandIns()
	return s, s.Arrange(c.Days)
}

// Arrange sets the order, winds and table numbers of the sessions of s, a schedule made
// elsewhere. days is as in [Config]. Sessions keep their order if players sit out,
// since then the order is a rotation.
func (s *Schedule) Arrange(days []int) error {
	var err error
	if s.days, err = dayOf(days, len(s.Sessions)); err != nil {
		return err
	}
	if !s.sitsOut() {
		s.orderSessions()
	}
	s.placeWinds()
	s.numberTables()
	return nil
}

// sitsOut reports whether any player sits out.
func (s *Schedule) sitsOut() bool {
	for _, session := range s.Sessions {
		if len(session.Out) > 0 {
			return true
		}
	}
	return false
}

// dayOf returns the day of each session, counted from 0 (docs/rules/riichi.md#rii-20).
func dayOf(days []int, sessions int) ([]int, error) {
	var of []int
	for day, n := range days {
		if n < 1 {
			return nil, notice.Err("seating.day", "day", day+1, "sessions", n)
		}
		for range min(n, sessions-len(of)) {
			of = append(of, day)
		}
	}
	for len(of) < sessions {
		of = append(of, len(days))
	}
	return of, nil
}
