package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// TimesProposed proposes times for an arranged match. It replaces an earlier proposal.
type TimesProposed struct {
	Place
	Player int         `json:"player"`
	Times  []time.Time `json:"times"`
}

func (ev *TimesProposed) apply(s *State, e *Envelope) error {
	return s.acting(ev.Place, ev.Player, func(f *fixture.Fixture, side fixture.Side) error {
		if f.Begun(e.Time) && s.excused(ev.Place, f) {
			f.Lapse()
		}
		return f.Propose(s.Settings.Fixtures.rules(), e.Time, side, ev.Times)
	})
}

// TimeAgreed accepts a time that the opponent has proposed. A time after the window
// extends the window to it.
type TimeAgreed struct {
	Place
	Player int       `json:"player"`
	At     time.Time `json:"at"`
}

func (ev *TimeAgreed) apply(s *State, e *Envelope) error {
	return s.acting(ev.Place, ev.Player, func(f *fixture.Fixture, side fixture.Side) error {
		return f.Accept(e.Time, side, ev.At)
	})
}

// PlayerPresent records that a player is present: at the agreed time, or in a live round
// where they are missed.
type PlayerPresent struct {
	Place
	Player int `json:"player"`
}

func (ev *PlayerPresent) apply(s *State, e *Envelope) error {
	if s.live(ev.Place) {
		return s.claiming(ev.Place, ev.Player, e, func(l *fixture.Live, side fixture.Side) error {
			l.Here[side] = e.Time
			return nil
		})
	}
	return s.acting(ev.Place, ev.Player, func(f *fixture.Fixture, side fixture.Side) error {
		return f.Present(s.Settings.Fixtures.rules(), e.Time, side)
	})
}

// ForfeitClaimed claims that the opponent did not come or did not answer a proposal. It
// decides nothing until the time to object, or in a live round the time to come, is over.
type ForfeitClaimed struct {
	Place
	Player   int  `json:"player"`
	Objected bool `json:"objected,omitempty"` // in a live round: the organisers decide, since the opponent came before
	Against  int  `json:"against,omitempty"`  // at a table of three or four: the seat of the player who is missed, from 1
}

func (ev *ForfeitClaimed) apply(s *State, e *Envelope) error {
	if s.live(ev.Place) {
		return s.claiming(ev.Place, ev.Player, e, func(l *fixture.Live, side fixture.Side) error {
			missed := fixture.Side(ev.Against - 1)
			if ev.Against == 0 {
				missed = side.Other()
			}
			_, table := s.Match(ev.Round, ev.Match)
			if (table.N > 2) == (ev.Against == 0) || missed < 0 || missed == side || int(missed) >= int(table.N) {
				return Refuse(BadInput, "absence.which")
			}
			if l.Missed[missed] != nil || table.N == 2 && l.Missed[side] != nil {
				return Refuse(Conflict, "fixture.claimed")
			}
			if l.Here[side] = e.Time; l.First() == nil {
				l.Paused = nil
			}
			l.Missed[missed] = &fixture.Claim{By: side, At: e.Time, Seq: e.Seq, Objected: ev.Objected}
			return nil
		})
	}
	return s.acting(ev.Place, ev.Player, func(f *fixture.Fixture, side fixture.Side) error {
		return f.Forfeits(s.Settings.Fixtures.rules(), e.Time, side)
	})
}

// Missed returns the player of a live round whom the claim misses, or 0 in an arranged match.
func (ev *ForfeitClaimed) Missed(s *State) int {
	switch {
	case !s.live(ev.Place):
		return 0
	case ev.Against > 0:
		return s.PlayerAt(ev.Place, fixture.Side(ev.Against-1))
	}
	return s.PlayerAt(ev.Place, s.SideOf(ev.Place, ev.Player).Other())
}

// PlayerAbsent ends the time to come of a player who is missed at a table of three or four:
// the others play on, and the player cannot win the match.
type PlayerAbsent struct {
	Place
	Player int `json:"player"`
}

func (ev *PlayerAbsent) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	switch {
	case m == nil || l.N < 3 || l.Seat(int32(ev.Player-1)) < 0:
		return Refuse(NotAllowed, "match.not_of", "who", notice.Player(ev.Player), "match", ev.Match, "round", ev.Round)
	case m.Confirmed:
		return Refuse(Conflict, "match.final", "match", ev.Match, "round", ev.Round)
	}
	m.Live = m.Live.Clone()
	m.Live.Settle(s.SideOf(ev.Place, ev.Player), e.Seq)
	return nil
}

// ClaimWithdrawn ends a claim in a live round, since the player who was missed came. If it
// was settled already, the match is to be played again.
type ClaimWithdrawn struct {
	Place
	Player int `json:"player"` // who came
}

func (ev *ClaimWithdrawn) apply(s *State, _ *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil || s.ClaimOn(ev.Place, ev.Player) == nil || m.Confirmed && m.ConfirmBy != ByClaim {
		return Refuse(Conflict, "fixture.no_claim")
	}
	m.Live = m.Live.Clone()
	m.Live.Withdraw(s.SideOf(ev.Place, ev.Player))
	if m.Confirmed && !m.sums {
		m.unplayed(l)
		s.sum(ev.Round, ev.Match, NotConfirmed, 0)
	}
	return nil
}

// ClaimObjected sends a claim to the organisers.
type ClaimObjected struct {
	Place
	Player int `json:"player"`
	Text   int `json:"text,omitempty"`
}

func (ev *ClaimObjected) apply(s *State, _ *Envelope) error {
	err := s.acting(ev.Place, ev.Player, func(f *fixture.Fixture, side fixture.Side) error {
		return f.Object(side)
	})
	if err == nil {
		m, _ := s.change(ev.Round, ev.Match)
		m.Dispute = ev.Text
	}
	return err
}

// PlayerAway records that a player is away for a time, or takes such a time back. Time
// that runs against the player stands still meanwhile, from the entry on. Present and
// future windows are extended by it as far as the rules allow, and stay extended if it
// is taken back.
type PlayerAway struct {
	Player int       `json:"player"`
	From   time.Time `json:"from"`
	Until  time.Time `json:"until"`
	Union  bool      `json:"union,omitempty"` // windows are extended by days not announced before; by all in logs of earlier versions
	Back   bool      `json:"back,omitempty"`  // taken back: the player is not away in this time
}

func (ev *PlayerAway) apply(s *State, e *Envelope) error {
	if s.Player(ev.Player) == nil {
		return nil // the registration was undone, see aggregate.Retracts
	}
	span := fairclock.Span{From: ev.From, Until: ev.Until}
	if ev.Back {
		if span.From.Before(e.Time) {
			span.From = e.Time // what has been is not taken back
		}
		s.Away = back(s.Away, ev.Player, span)
		return nil
	}
	added := fairclock.Spans{span}
	if ev.Union {
		for _, known := range s.AwayOf(ev.Player) {
			added = added.Without(known)
		}
	}
	rules := s.Settings.Fixtures.rules()
	for _, x := range added {
		s.Away = append(slices.Clip(s.Away), Absence{Player: ev.Player, From: x.From, Until: x.Until, Said: e.Time})
		for _, at := range s.FixturesOf(ev.Player) {
			m, _ := s.change(at.Round, at.Match)
			m.Fixture = m.Fixture.Clone()
			m.Fixture.Away(rules, e.Time, x.From, x.Until)
		}
	}
	return nil
}

// back returns absences without those of a player in a time.
func back(list []Absence, player int, cut fairclock.Span) (out []Absence) {
	for _, a := range list {
		if a.Player != player {
			out = append(out, a)
			continue
		}
		for _, x := range (fairclock.Spans{{From: a.From, Until: a.Until}}).Without(cut) {
			out = append(out, Absence{Player: player, From: x.From, Until: x.Until, Said: a.Said})
		}
	}
	return out
}

// ZoneSet is the time zone of a player, in which they name times and have their quiet
// hours. The name of the zone is part of the event, because deadlines follow from it.
type ZoneSet struct {
	Player int    `json:"player"`
	Text   int    `json:"text,omitempty"` // the name as a text, in logs of earlier versions; no deadline depends on it
	Zone   string `json:"zone,omitempty"` // IANA name
}

func (ev *ZoneSet) apply(s *State, _ *Envelope) error {
	if p := s.Player(ev.Player); p != nil { // else the registration was undone, see aggregate.Retracts
		p.Zone, p.TimeZone = ev.Text, ev.Zone
	}
	return nil
}

// HoursSet says when a player can usually play, on the clock on the wall of their time zone.
type HoursSet struct {
	Player int        `json:"player"`
	Week   hours.Week `json:"week,omitempty"` // six hexadecimal digits for each day from Monday on: bit h is the hour from h to h+1 o'clock; none = no longer known
}

func (ev *HoursSet) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil {
		return nil // the registration was undone, see aggregate.Retracts
	}
	p.Week = ev.Week
	for _, at := range s.FixturesOf(ev.Player) {
		if m, l := s.change(at.Round, at.Match); s.bothTold(at.Round, l) {
			m.Fixture = m.Fixture.Clone()
			m.Fixture.Told = true
		}
	}
	return nil
}

// RemindersChosen sets whether a player gets only the last reminder of an arranged
// match.
type RemindersChosen struct {
	Player int  `json:"player"`
	Few    bool `json:"few,omitempty"`
}

func (ev *RemindersChosen) apply(s *State, _ *Envelope) error {
	p := s.Player(ev.Player)
	if p == nil {
		return Refuse(NotFound, "player.none")
	}
	p.Few = ev.Few
	return nil
}

// FixtureExtended gives an arranged match more days, by decision of the organisers.
type FixtureExtended struct {
	Place
	Days int `json:"days"`
}

func (ev *FixtureExtended) apply(s *State, _ *Envelope) error {
	return s.arranging(ev.Place, func(f *fixture.Fixture) error {
		f.Claim = nil
		return f.Extend(time.Duration(ev.Days) * 24 * time.Hour)
	})
}

// FixtureReminded records that the players of a match were reminded, so that it happens
// once.
type FixtureReminded struct {
	Place
	What  string    `json:"what"`
	About time.Time `json:"about"` // the agreed time or the end of the window
}

func (ev *FixtureReminded) apply(s *State, _ *Envelope) error {
	return s.noting(ev.Place, func(f *fixture.Fixture) { f.Remind(ev.reminder()) })
}

func (ev *FixtureReminded) reminder() fixture.Reminder {
	return fixture.Reminder{Kind: fixture.Kind(ev.What), About: ev.About}
}

// agreedLately is how long players are taken to remember what they have agreed on: until
// then the reminder a day before calls neither of them, the one an hour before both.
const agreedLately = 72 * time.Hour

// Reminds returns the players who get a reminder that is sent at a time.
func (s *State) Reminds(ev *FixtureReminded, sent time.Time) (players []int) {
	m, l := s.Match(ev.Round, ev.Match)
	if l == nil || fixture.Kind(ev.What) == fixture.Tomorrow && m.Fixture != nil && sent.Sub(m.Fixture.AgreedAt) < agreedLately {
		return nil
	}
	players, _ = s.reminded(l, fixture.Kind(ev.What), sent)
	return players
}

// reminded returns the players of a match who get a kind of reminder at a time: not those
// who are away then, the first of whom comes back at back; zero if none is away.
func (s *State) reminded(l *ledger.Match, kind fixture.Kind, at time.Time) (players []int, back time.Time) {
	for _, p := range l.Players() {
		if s.Players[p].Few && !kind.Last() {
			continue
		}
		here := true
		for _, away := range s.AwayOf(int(p) + 1) {
			if here = at.Before(away.From) || !at.Before(away.Until); !here {
				if back.IsZero() || away.Until.Before(back) {
					back = away.Until
				}
				break
			}
		}
		if here {
			players = append(players, int(p)+1)
		}
	}
	return players, back
}

// FixtureOverdue records that the window of a match is over. It decides nothing: the
// organisers do, and no other match waits for it.
type FixtureOverdue struct {
	Place
}

func (ev *FixtureOverdue) apply(s *State, e *Envelope) error {
	return s.noting(ev.Place, func(f *fixture.Fixture) { f.Overdue = !e.Time.Before(f.DueBy()) })
}

// FixtureVoided ends a match without a result.
type FixtureVoided struct {
	Place
}

func (ev *FixtureVoided) apply(s *State, _ *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil || m.Fixture == nil {
		return UnknownMatch(ev.Place)
	}
	m.unplayed(l)
	m.Fixture = m.Fixture.Clone()
	m.Fixture.Over(fixture.Void)
	s.sum(ev.Round, ev.Match, ByOpponent, 0)
	return nil
}

// unplayed takes the result and the reports of a match away.
func (m *Match) unplayed(l *ledger.Match) {
	if m.Swapped {
		l.Seats[0], l.Seats[1] = l.Seats[1], l.Seats[0]
	}
	l.Kind, l.Result = ledger.Played, ledger.Result{}
	m.Confirmed, m.ConfirmBy, m.Disputed, m.Swapped, m.Report, m.Counter = false, NotConfirmed, false, false, nil, nil
}

// SeatTaken gives the seat of a player who leaves, with the matches still to be played,
// to a player from the waiting list. Results stay with the player who played them.
type SeatTaken struct {
	Player int `json:"player"`
	Of     int `json:"of"`
}

func (ev *SeatTaken) apply(s *State, e *Envelope) error {
	p := s.Player(ev.Player)
	switch {
	case p == nil || p.Status != Waiting:
		return Refuse(NotFound, "player.not_waiting", "who", notice.Player(ev.Player))
	case s.Phase != Running || !s.Arranged() || s.Taking(ev.Of):
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	of := s.Players.At(ev.Of)
	p.Status, p.SeatOf = Registered, ev.Of
	p.Absent, p.Division, p.Flight, p.DroppedAfter = false, of.Division, of.Flight, ledger.Active
	for _, at := range s.FixturesOf(ev.Of) {
		number := at.OfBoard().Match
		m, match := s.change(at.Round, number)
		seat := match.Seat(int32(ev.Of - 1))
		if seat < 0 || s.Begun(at) {
			continue // dealt anew with its first board, or partly played
		}
		open, _ := s.Match(at.Round, at.Match)
		opens, playBy := open.Fixture.Opens, open.Fixture.PlayBy
		if long := playBy.Sub(opens); e.Time.After(opens) { // a window as long as that of other players
			opens, playBy = e.Time, e.Time.Add(long)
		}
		match.Seats[seat] = int32(ev.Player - 1)
		m.Fixture, m.Report, m.Counter, m.Disputed = nil, nil, nil, false
		s.deal(at.Round, number)
		for b := range len(m.Boards) + 1 {
			s.window(at.Round, BoardNumber(number, b), opens, playBy)
		}
	}
	return nil
}

// Absence is a time in which a player cannot play, and when that was said.
type Absence struct {
	Player      int
	From, Until time.Time
	Said        time.Time
}

// arranging changes the fixture of a match that is not over.
func (s *State) arranging(at Place, do func(f *fixture.Fixture) error) error {
	m, _ := s.change(at.Round, at.Match)
	if m == nil || m.Fixture == nil {
		return UnknownMatch(at)
	}
	f := m.Fixture.Clone()
	if err := do(f); err != nil {
		return err
	}
	m.Fixture = f
	return nil
}

// noting records that players were notified about a match. Nothing follows from it, so
// it holds even if the reason is taken back.
func (s *State) noting(at Place, note func(f *fixture.Fixture)) error {
	if m, _ := s.change(at.Round, at.Match); m != nil && m.Fixture != nil {
		m.Fixture = m.Fixture.Clone()
		note(m.Fixture)
	}
	return nil
}

// acting is arranging for what a player of the match does.
func (s *State) acting(at Place, player int, do func(f *fixture.Fixture, side fixture.Side) error) error {
	return s.arranging(at, func(f *fixture.Fixture) error {
		if _, l := s.Match(at.Round, at.Match); l.Seat(int32(player-1)) < 0 {
			return Refuse(NotAllowed, "match.not_of", "who", notice.Player(player), "match", at.Match, "round", at.Round)
		}
		return do(f, s.SideOf(at, player))
	})
}
