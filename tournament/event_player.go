package tournament

import (
	"slices"

	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// PlayerRegistered registers a player. With Late > 0 the rounds 1 to Late are assigned
// losses (docs/rules/pokemon.md#pkm-31) and the player ranks as late (PKM-35).
type PlayerRegistered struct {
	Player   int  `json:"player"`
	Person   int  `json:"person"`
	Division int  `json:"division,omitempty"`
	Tag      int  `json:"tag,omitempty"`
	Waiting  bool `json:"waiting,omitempty"`
	Late     int  `json:"late,omitempty"`
	Flight   int  `json:"flight,omitempty"` // of a division that is split, from 1
	Account  bool `json:"account,omitempty"`
	Answer   int  `json:"answer,omitempty"` // text, to the question of the event

	Members []int `json:"members,omitempty"` // persons of a crew, the captain first
}

func (ev *PlayerRegistered) apply(s *State, e *Envelope) error {
	switch {
	case s.Phase >= Finished:
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	case ev.Player <= len(s.Players):
		return Refuse(Corrupt, "log.player_again", "player", ev.Player)
	case ev.Late > len(s.Rounds):
		return Refuse(WrongPhase, "log.late", "who", notice.Player(ev.Player), "n", len(s.Rounds))
	}
	for _, person := range ev.Members {
		if n := s.PlayerOf(person); n > 0 && s.Players.At(n).Status != Left {
			return Refuse(Conflict, "crew.in", "team", notice.Player(n))
		}
	}
	if err := s.reserve(ev.Player, e); err != nil {
		return err
	}
	// A repeated join does not change the draw again, nor do the players of a file.
	if e.Cause != "" && s.Phase != Running && !s.known(ev.Enters()) {
		s.Joins = jointseed.Mix(s.Joins, e.Cause)
	}
	s.remix()
	status := Registered
	if ev.Waiting {
		status = Waiting
	}
	s.newest = slices.Max(append([]int{s.newest, ev.Person}, ev.Members...))
	s.Players = append(s.Players, Player{
		Player: ledger.Player{
			Division: int16(ev.Division), Flight: int16(ev.Flight), Tag: int32(ev.Tag), LateRounds: int16(ev.Late), DroppedAfter: ledger.Active,
			Absent: ev.Waiting && s.Phase == Running,
		},
		Person: ev.Person, Status: status, Account: ev.Account, Answer: ev.Answer, Round: ev.Late + 1, Joined: e.Time,
	})
	if len(ev.Members) > 0 {
		s.Players.At(ev.Player).setCrew(ev.Members, nil)
	}
	if count := s.FlightsOf(ev.Division); count > 1 && (ev.Flight < 1 || ev.Flight > count) {
		return Refuse(Corrupt, "log.flight", "player", ev.Player, "flights", count)
	}
	for r := range ev.Late {
		s.assignLoss(r+1, ev.Player)
	}
	return nil
}

// Enters returns the person whose first registration mixes the draw: the captain of a crew.
func (ev *PlayerRegistered) Enters() int {
	if len(ev.Members) > 0 {
		return ev.Members[0]
	}
	return ev.Person
}

// known reports whether a person is or was a player.
func (s *State) known(person int) bool {
	return person <= s.newest && slices.ContainsFunc(s.Players, func(p Player) bool { return p.held(person) })
}

// assignLoss adds the match of a player who was absent in round r.
func (s *State) assignLoss(r, player int) {
	s.separate(r)
	s.Rounds.At(r).Matches = append(s.Rounds.At(r).Matches, Match{Part: s.Rounds.At(r).Stage, Confirmed: true})
	s.Ledger.Rounds.At(r).Matches = append(s.Ledger.Rounds.At(r).Matches,
		ledger.Match{Kind: ledger.AssignedLoss, N: 1, Seats: seatsOf([]int{player})})
}

// PlayerLeft records that a player left before the start.
type PlayerLeft struct {
	Player int `json:"player"`
}

func (ev *PlayerLeft) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered && p.Status != Waiting {
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(ev.Player))
	}
	if s.Phase == Running && p.Status == Registered || s.Phase >= Finished {
		return Refuse(WrongPhase, "leave.started")
	}
	p.Status, p.CheckedIn = Left, false
	s.remix()
	p.Absent = p.Absent || s.Phase == Running
	return nil
}

// PlayerPromoted moves a player from the waiting list into the event.
type PlayerPromoted struct {
	Player int `json:"player"`
}

func (ev *PlayerPromoted) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Waiting {
		return Refuse(NotFound, "player.not_waiting", "who", notice.Player(ev.Player))
	}
	if s.Phase >= Running {
		return Refuse(WrongPhase, "event.started")
	}
	p.Status = Registered
	s.remix()
	return nil
}

// SeatClaimed gives the seat of a guest to a person with an account.
type SeatClaimed struct {
	Player int `json:"player"`
	Guest  int `json:"guest"`  // person who had the seat
	Person int `json:"person"` // person who has it now
	// Tell says that this is the event in whose channel the person reads that a merge
	// has moved their rating.
	Tell bool `json:"tell,omitempty"`
}

func (ev *SeatClaimed) apply(s *State, e *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Person != ev.Guest || p.Status != Registered && p.Status != Waiting {
		return Refuse(NotFound, "claim.not_guest", "who", notice.Player(ev.Player))
	}
	if n := s.PlayerOf(ev.Person); n > 0 && s.Players.At(n).Status != Left {
		return Refuse(Conflict, "claim.twice", "seat", notice.Player(ev.Player), "who", notice.Player(n))
	}
	p.Person, p.Account, p.AccountAt = ev.Person, true, e.Time
	if i := slices.Index(s.Entry.List, ev.Guest); i >= 0 {
		s.Entry.List = slices.Clone(s.Entry.List)
		s.Entry.List[i] = ev.Person
	}
	s.newest = max(s.newest, ev.Person)
	return nil
}

// PlayerCheckedIn records that a player checked in.
type PlayerCheckedIn struct {
	Player int `json:"player"`
}

func (ev *PlayerCheckedIn) apply(s *State, e *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered {
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(ev.Player))
	}
	if s.Phase >= Running {
		return Refuse(WrongPhase, "event.started")
	}
	p.CheckedIn, p.Pressed = true, e.Time
	return nil
}

// DeckSubmitted submits a deck. A later one replaces it.
type DeckSubmitted struct {
	Player int `json:"player"`
	Text   int `json:"text"`
}

func (ev *DeckSubmitted) apply(s *State, e *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status == Void || p.Status == Left {
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(ev.Player))
	}
	p.Deck = ev.Text
	// A deck submitted as private stays private, even if the setting changes or an
	// organiser corrects it.
	p.Secret = s.Settings.DecksShown == DecksPrivate || p.Secret && !p.Holds(e.Actor)
	return nil
}

// DeckVisible reports whether others than its owner and the organisers may see the deck
// of player n now.
func (s *State) DeckVisible(n int) bool {
	if p := s.Player(n); p == nil || p.Secret || s.GameRules().OwnItems() != nil && s.Phase != Finished {
		return false
	}
	switch s.Settings.DecksShown {
	case DecksPublic:
		return len(s.Rounds) > 0
	case DecksAtEnd:
		return s.Phase == Finished
	case DecksPrivate:
	}
	return false
}

// PlayerDropped records that a player left a running event after the round After.
type PlayerDropped struct {
	Player int `json:"player"`
	After  int `json:"after"`
	Reason int `json:"reason,omitempty"` // text
	// Annulled results count for ratings only.
	Annulled bool `json:"annulled,omitempty"`
	// Unplayed matches of a round robin to come count for no one.
	Unplayed bool `json:"unplayed,omitempty"`
	// NoShow players did not come to their match. They may come back by themselves.
	NoShow bool `json:"no_show,omitempty"`
}

func (ev *PlayerDropped) apply(s *State, _ *Envelope) error {
	if !s.Taking(ev.Player) {
		return Refuse(NotFound, "player.out", "who", notice.Player(ev.Player))
	}
	if s.Phase != Running {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	p := s.Players.At(ev.Player)
	p.DroppedAfter, p.Annulled, p.Unplayed, p.NoShow = int16(ev.After), ev.Annulled, ev.Unplayed, ev.NoShow
	return nil
}

// PlayerReinstated takes back a drop or a disqualification for the rounds to come.
// Missed rounds are assigned losses.
type PlayerReinstated struct {
	Player int `json:"player"`
}

func (ev *PlayerReinstated) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered || s.Taking(ev.Player) {
		return Refuse(NotFound, "player.taking", "who", notice.Player(ev.Player))
	}
	if s.Phase != Running || s.Elimination() != nil {
		return Refuse(WrongPhase, "reinstate.swiss")
	}
	if slices.ContainsFunc(s.Players, func(p Player) bool { return p.SeatOf == ev.Player }) {
		return Refuse(Conflict, "fixtures.seat_gone", "who", notice.Player(ev.Player))
	}
	p.Annulled, p.Unplayed, p.DroppedAfter, p.Disqualified, p.NoShow = false, false, ledger.Active, false, false
	for r := 1; r <= len(s.Rounds); r++ {
		if s.MatchOf(r, ev.Player) == 0 && s.Rounds.At(r).Status != Published {
			s.assignLoss(r, ev.Player)
		}
	}
	return nil
}

// PlayerDisqualified removes a player, who keeps earlier matches and ranks last without
// a place.
type PlayerDisqualified struct {
	Player int `json:"player"`
	After  int `json:"after"`
	Reason int `json:"reason,omitempty"` // text
}

func (ev *PlayerDisqualified) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status != Registered || p.Disqualified {
		return Refuse(NotFound, "player.out", "who", notice.Player(ev.Player))
	}
	if s.Phase >= Finished {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	p.Disqualified = true
	if p.DroppedAfter == ledger.Active {
		p.DroppedAfter = int16(ev.After)
	}
	return nil
}

// PlayerChanged sets what an organiser may change about a player. Nil fields are
// unchanged.
type PlayerChanged struct {
	Player   int   `json:"player"`
	Division *int  `json:"division,omitempty"`
	Tag      *int  `json:"tag,omitempty"`
	Answer   *int  `json:"answer,omitempty"` // text, which the player may change
	Seed     *int  `json:"seed,omitempty"`
	Rating   *int  `json:"rating,omitempty"`
	Table    *int  `json:"table,omitempty"`
	Byes     []int `json:"byes,omitempty"`  // rounds in which byes are awarded, in addition
	Full     []int `json:"full,omitempty"`  // rounds with byes worth as much as one of the pairing
	Away     []int `json:"away,omitempty"`  // rounds that the player sits out as absent
	Plays    []int `json:"plays,omitempty"` // rounds that the player does not sit out after all
	Late     *int  `json:"late,omitempty"`  // rounds that are assigned losses
	Standby  *bool `json:"standby,omitempty"`

	Apart []ApartFrom `json:"apart,omitempty"`
}

// ApartFrom is a player with whom another is not to be paired, or may be paired again.
type ApartFrom struct {
	Player int  `json:"player"`
	From   int  `json:"from,omitempty"` // the first and the last round for which it holds; 0 = the first, the last
	To     int  `json:"to,omitempty"`
	Off    bool `json:"off,omitempty"` // they may meet again
}

func (ev *PlayerChanged) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status == Void || p.Status == Left {
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(ev.Player))
	}
	if ev.Division != nil {
		p.Division = int16(*ev.Division)
	}
	if ev.Tag != nil {
		p.Tag = int32(*ev.Tag)
	}
	if ev.Answer != nil {
		p.Answer = *ev.Answer
	}
	if ev.Seed != nil {
		p.Seed = int32(*ev.Seed)
	}
	if ev.Rating != nil {
		p.Rating = int32(*ev.Rating)
	}
	if ev.Table != nil {
		p.Table = *ev.Table
	}
	if err := s.setComing(ev.Player, ev.Byes, ev.Full, ev.Away, ev.Plays); err != nil {
		return err
	}
	for _, a := range ev.Apart {
		if s.Player(a.Player) == nil || a.Player == ev.Player {
			return Refuse(NotFound, "player.no_such", "player", a.Player)
		}
		if pair := (ledger.Apart{A: int32(a.Player - 1), B: int32(ev.Player - 1), From: int16(a.From), To: int16(a.To)}); a.Off {
			s.Ledger.Apart = ledger.LetMeet(s.Ledger.Apart, pair.A, pair.B)
		} else {
			s.Ledger.Apart = ledger.KeepApart(s.Ledger.Apart, pair)
		}
	}
	if ev.Standby != nil {
		if len(s.Rounds) > 0 {
			return Refuse(WrongPhase, "change.standby_late")
		}
		p.StandIn = *ev.Standby
	}
	if ev.Late != nil {
		if len(s.Rounds) > 0 {
			return Refuse(WrongPhase, "change.late_late")
		}
		p.LateRounds, p.Round = int16(*ev.Late), *ev.Late+1
	}
	return nil
}

// PlayerSitsOut records which coming rounds a player has asked to sit out, in addition,
// and which not to sit out after all.
type PlayerSitsOut struct {
	Player int   `json:"player"`
	Byes   []int `json:"byes,omitempty"`  // with a bye that is worth what the ruleset gives an awarded one
	Away   []int `json:"away,omitempty"`  // as absent
	Plays  []int `json:"plays,omitempty"` // not after all
}

func (ev *PlayerSitsOut) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil || p.Status == Void || p.Status == Left {
		return Refuse(NotFound, "player.not_registered", "who", notice.Player(ev.Player))
	}
	if err := s.setComing(ev.Player, ev.Byes, nil, ev.Away, ev.Plays); err != nil {
		return err
	}
	for _, r := range ev.Byes {
		p.Asked |= 1 << uint(r)
	}
	return nil
}

// setComing sets which coming rounds player n sits out in addition, and which not after all.
func (s *State) setComing(n int, byes, full, away, plays []int) error {
	p := s.Players.At(n)
	for _, r := range slices.Concat(byes, full, away, plays) {
		if r <= len(s.Rounds) {
			return Refuse(WrongPhase, "change.bye_paired", "round", r)
		}
	}
	for _, r := range plays {
		of := ^(uint64(1) << uint(r))
		p.ByeRounds, p.FullRounds, p.AwayRounds, p.Asked = p.ByeRounds&of, p.FullRounds&of, p.AwayRounds&of, p.Asked&of
	}
	for of, rounds := range map[*uint64][]int{&p.ByeRounds: byes, &p.FullRounds: full, &p.AwayRounds: away} {
		for _, r := range rounds {
			*of |= 1 << uint(r)
		}
	}
	return nil
}

// PlayerPenalised records a penalty. Points are taken off the result of a match; any
// other effect on a result is a correction.
type PlayerPenalised struct {
	Player int    `json:"player"`
	Round  int    `json:"round,omitempty"`
	Kind   string `json:"kind"`
	Text   int    `json:"text,omitempty"`
	Match  int    `json:"match,omitempty"`  // of the round
	Points int32  `json:"points,omitempty"` // in thousandths of a result point
}

func (ev *PlayerPenalised) apply(s *State, e *Envelope) error {
	if s.Player(ev.Player) == nil {
		return Refuse(NotFound, "player.none")
	}
	s.Penalties = append(s.Penalties, Penalty{Player: ev.Player, Round: ev.Round, Kind: ev.Kind, Text: ev.Text, Seq: e.Seq})
	if ev.Points == 0 {
		return nil
	}
	m, l := s.change(ev.Round, ev.Match)
	if m == nil || l.Seat(int32(ev.Player-1)) < 0 {
		return UnknownMatch(Place{ev.Round, ev.Match})
	}
	seat := l.Seat(int32(ev.Player - 1))
	m.Penalties[seat] += ev.Points
	if l.Result.Form != ledger.Unfinished {
		l.Result.Penalties[seat] += ev.Points
	}
	return nil
}

// PlayerNoted is a private note of the organisers.
type PlayerNoted struct {
	Player int `json:"player"`
	Text   int `json:"text"`
}

func (ev *PlayerNoted) apply(s *State, e *Envelope) error {
	if s.Player(ev.Player) == nil {
		return Refuse(NotFound, "player.none")
	}
	s.Notes = append(slices.Clip(s.Notes), Note{Player: ev.Player, Text: ev.Text, Seq: e.Seq})
	return nil
}
