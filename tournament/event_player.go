package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"topcut/tournament/ledger"
)

// PlayerRegistered is somebody joining. Late > 0: the rounds 1 to Late are
// assigned losses (PKM-31) and the player ranks as late (PKM-35).
type PlayerRegistered struct {
	Player   int  `json:"player"`
	Person   int  `json:"person"`
	Division int  `json:"division,omitempty"`
	Tag      int  `json:"tag,omitempty"`
	Waiting  bool `json:"waiting,omitempty"`
	Late     int  `json:"late,omitempty"`
	Flight   int  `json:"flight,omitempty"` // of a division that is split, from 1
}

func (ev *PlayerRegistered) apply(s *State, e *Envelope) error {
	switch {
	case s.Phase >= Finished:
		return RefuseText(WrongPhase, "The event is over.")
	case ev.Player <= len(s.Players):
		return RefuseText(Corrupt, "Player %d exists already.", ev.Player)
	case ev.Late > len(s.Rounds):
		return RefuseText(WrongPhase, "Only %d rounds were played before player %d came.", len(s.Rounds), ev.Player)
	}
	s.reserve(ev.Player)
	status := Registered
	if ev.Waiting {
		status = Waiting
	}
	s.Players = append(s.Players, Player{Person: ev.Person, Status: status, Round: ev.Late + 1, Joined: e.Time})
	s.Ledger.Players = append(s.Ledger.Players, ledger.Player{
		Division: int16(ev.Division), Flight: int16(ev.Flight), Tag: int16(ev.Tag), LateRounds: int16(ev.Late), DroppedAfter: ledger.Active,
	})
	if count := s.FlightsOf(ev.Division); count > 1 && (ev.Flight < 1 || ev.Flight > count) {
		return RefuseText(Corrupt, "Player %d is in none of the %d flights of the division.", ev.Player, count)
	}
	for r := range ev.Late {
		s.assignLoss(r+1, ev.Player)
	}
	if s.Phase != Running {
		s.Joins = mixJoin(s.Joins, e.Cause)
	}
	return nil
}

// assignLoss adds the match of a player who was not there in round r.
func (s *State) assignLoss(r, player int) {
	s.Rounds[r-1].Matches = append(s.Rounds[r-1].Matches, Match{Part: s.Rounds[r-1].Stage, Confirmed: true})
	s.Ledger.Rounds[r-1].Matches = append(s.Ledger.Rounds[r-1].Matches,
		ledger.Match{Kind: ledger.AssignedLoss, N: 1, Seats: seatsOf([]int{player})})
}

// mixJoin folds one more join interaction into the digest that makes the seed
// a joint one: nobody knows it before the last player has joined.
func mixJoin(digest, cause string) string {
	sum := sha256.Sum256([]byte(digest + "\n" + cause))
	return hex.EncodeToString(sum[:])
}

// PlayerLeft is a player leaving before the start.
type PlayerLeft struct {
	Player int `json:"player"`
}

func (ev *PlayerLeft) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered && p.Status != Waiting {
		return RefuseText(NotFound, "Player %d is not registered.", ev.Player)
	}
	if s.Phase == Running && p.Status == Registered || s.Phase >= Finished {
		return RefuseText(WrongPhase, "The event has started; use /drop.")
	}
	p.Status, p.CheckedIn = Left, false
	if s.Phase == Running {
		s.Ledger.Players[ev.Player-1].Absent = true
	}
	return nil
}

// PlayerPromoted moves a player from the waiting list into the event.
type PlayerPromoted struct {
	Player int `json:"player"`
}

func (ev *PlayerPromoted) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Waiting {
		return RefuseText(NotFound, "Player %d is not on the waiting list.", ev.Player)
	}
	if s.Phase >= Running {
		return RefuseText(WrongPhase, "The event has started.")
	}
	p.Status = Registered
	return nil
}

// SeatClaimed gives the seat of a guest to a person with an account.
type SeatClaimed struct {
	Player int `json:"player"`
	Guest  int `json:"guest"`  // person who had the seat
	Person int `json:"person"` // who has it now
}

func (ev *SeatClaimed) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Person != ev.Guest || p.Status != Registered && p.Status != Waiting {
		return RefuseText(NotFound, "Player %d is not the guest whose seat was taken.", ev.Player)
	}
	if n := s.PlayerOf(ev.Person); n > 0 && s.Players[n-1].Status != Left {
		return RefuseText(Conflict, "Whoever took the seat of player %d is player %d already.", ev.Player, n)
	}
	p.Person = ev.Person
	return nil
}

// PlayerCheckedIn is a player saying that they are here.
type PlayerCheckedIn struct {
	Player int `json:"player"`
}

func (ev *PlayerCheckedIn) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered {
		return RefuseText(NotFound, "Player %d is not registered.", ev.Player)
	}
	if s.Phase >= Running {
		return RefuseText(WrongPhase, "The event has started.")
	}
	p.CheckedIn = true
	return nil
}

// DeckSubmitted is a deck handed in; a later one replaces it.
type DeckSubmitted struct {
	Player int `json:"player"`
	Text   int `json:"text"`
}

func (ev *DeckSubmitted) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status == Void || p.Status == Left {
		return RefuseText(NotFound, "Player %d is not registered.", ev.Player)
	}
	p.Deck = ev.Text
	return nil
}

// PlayerDropped is a player leaving a running event after the round After.
type PlayerDropped struct {
	Player int `json:"player"`
	After  int `json:"after"`
	Reason int `json:"reason,omitempty"` // text
}

func (ev *PlayerDropped) apply(s *State, _ *Envelope) error {
	if !s.Taking(ev.Player) {
		return RefuseText(NotFound, "Player %d is not in the event.", ev.Player)
	}
	if s.Phase != Running {
		return RefuseText(WrongPhase, "The event is not running.")
	}
	s.Ledger.Players[ev.Player-1].DroppedAfter = int16(ev.After)
	return nil
}

// PlayerReinstated takes a drop or a disqualification back for the rounds to
// come; missed rounds between are assigned losses.
type PlayerReinstated struct {
	Player int `json:"player"`
}

func (ev *PlayerReinstated) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered || s.Taking(ev.Player) {
		return RefuseText(NotFound, "Player %d is not out.", ev.Player)
	}
	if s.Phase != Running || s.Cut != nil {
		return RefuseText(WrongPhase, "Players come back only while Swiss rounds are played.")
	}
	l := &s.Ledger.Players[ev.Player-1]
	l.DroppedAfter, l.Disqualified = ledger.Active, false
	for r := 1; r <= len(s.Rounds); r++ {
		if s.MatchOf(r, ev.Player) == 0 && s.Rounds[r-1].Status != Published {
			s.assignLoss(r, ev.Player)
		}
	}
	return nil
}

// PlayerDisqualified removes a player, who keeps the earlier matches and ranks
// last without a place (product.md).
type PlayerDisqualified struct {
	Player int `json:"player"`
	After  int `json:"after"`
	Reason int `json:"reason,omitempty"` // text
}

func (ev *PlayerDisqualified) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered || s.Ledger.Players[ev.Player-1].Disqualified {
		return RefuseText(NotFound, "Player %d is not in the event.", ev.Player)
	}
	if s.Phase >= Finished {
		return RefuseText(WrongPhase, "The event is over.")
	}
	l := &s.Ledger.Players[ev.Player-1]
	l.Disqualified = true
	if l.DroppedAfter == ledger.Active {
		l.DroppedAfter = int16(ev.After)
	}
	return nil
}

// PlayerChanged sets what an organiser may set of a player; a nil field stays.
type PlayerChanged struct {
	Player   int   `json:"player"`
	Division *int  `json:"division,omitempty"`
	Tag      *int  `json:"tag,omitempty"`
	Seed     *int  `json:"seed,omitempty"`
	Table    *int  `json:"table,omitempty"`
	Byes     []int `json:"byes,omitempty"` // rounds in which byes are awarded, in addition
	Late     *int  `json:"late,omitempty"` // rounds that are assigned losses
	Standby  *bool `json:"standby,omitempty"`
}

func (ev *PlayerChanged) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status == Void || p.Status == Left {
		return RefuseText(NotFound, "Player %d is not registered.", ev.Player)
	}
	l := &s.Ledger.Players[ev.Player-1]
	if ev.Division != nil {
		l.Division = int16(*ev.Division)
	}
	if ev.Tag != nil {
		l.Tag = int16(*ev.Tag)
	}
	if ev.Seed != nil {
		l.Seed = int32(*ev.Seed)
	}
	if ev.Table != nil {
		p.Table = *ev.Table
	}
	for _, r := range ev.Byes {
		if r <= len(s.Rounds) {
			return RefuseText(WrongPhase, "Round %d is paired already; use /tournament repair to give a bye in it.", r)
		}
		l.ByeRounds |= 1 << uint(r)
	}
	if ev.Standby != nil {
		if len(s.Rounds) > 0 {
			return RefuseText(WrongPhase, "Who is a standby can be set only before round 1 is published.")
		}
		l.StandIn = *ev.Standby
	}
	if ev.Late != nil {
		if len(s.Rounds) > 0 {
			return RefuseText(WrongPhase, "Late rounds can be set only before round 1 is published.")
		}
		l.LateRounds, p.Round = int16(*ev.Late), *ev.Late+1
	}
	return nil
}

// PlayerPenalised records a penalty. It changes no points by itself: what a
// penalty does to a match is a corrected result.
type PlayerPenalised struct {
	Player int    `json:"player"`
	Round  int    `json:"round,omitempty"`
	Kind   string `json:"kind"`
	Text   int    `json:"text,omitempty"`
}

func (ev *PlayerPenalised) apply(s *State, e *Envelope) error {
	if s.Player(ev.Player) == nil {
		return RefuseText(NotFound, "There is no player %d.", ev.Player)
	}
	s.Penalties = append(s.Penalties, Penalty{Player: ev.Player, Round: ev.Round, Kind: ev.Kind, Text: ev.Text, Seq: e.Seq})
	return nil
}

// PlayerNoted is a private note of the organisers.
type PlayerNoted struct {
	Player int `json:"player"`
	Text   int `json:"text"`
}

func (ev *PlayerNoted) apply(s *State, e *Envelope) error {
	if s.Player(ev.Player) == nil {
		return RefuseText(NotFound, "There is no player %d.", ev.Player)
	}
	s.Notes = append(slices.Clip(s.Notes), Note{Player: ev.Player, Text: ev.Text, Seq: e.Seq})
	return nil
}
