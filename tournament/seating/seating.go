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
// stand-ins, or players sit out in rotation (RII-41). docs/seating.md tells which
// values are proved to be the best possible.
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

// Fill says what happens if the players do not fill tables of four.
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

// Arrange gives the sessions of s an order, winds and table numbers, for a
// schedule that was made elsewhere. days is as in [Config]. Sessions keep their
// order where somebody sits out, since then the order is a rotation.
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

// sitsOut reports whether anybody sits out.
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
