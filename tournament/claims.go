package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// A player whose opponent is not at the table of a live round claims the match. The one
// who is missed has the grace of the ruleset to press "I am here"; then the match is lost
// without play. That ends nothing for good: until the scheduled end of the round the
// player may still come, and the match is played. So a claim is no weapon against who
// plays on another site and does not read Discord.
//
// At a table of three or four each player can be missed. When the time of one is over the
// others play on, and that player cannot win and is not asked about the result; who is left
// alone has won.

// grace returns how long a player who is missed in a round has to come; ok is false if
// only organisers decide who did not.
func (s *State) grace(r *Round) (long time.Duration, ok bool) {
	own := time.Duration(s.Rules.NoShow.Grace)
	if own == 0 || s.Settings.Grace == Never || s.Arranged() || s.Correspondence() || r == nil {
		return 0, false
	}
	if s.Settings.Grace > 0 {
		own = time.Duration(s.Settings.Grace) * time.Minute
	}
	return own, true
}

// Grace returns how long a player who is missed in a round of a stage has to come, or 0 if
// only organisers decide who did not.
func (s *State) Grace() time.Duration {
	long, _ := s.grace(&Round{})
	return long
}

// live reports whether a match is one of a live round, in which no window is arranged.
func (s *State) live(at Place) bool {
	m, _ := s.Match(at.Round, at.Match)
	return m != nil && m.Fixture == nil && !s.Arranged()
}

// Claim returns the claim of a match that is still to be settled or, in a live round, was
// the last, or nil.
func (m *Match) Claim() *fixture.Claim {
	if m.Fixture != nil {
		return m.Fixture.Claim
	}
	if m.Live != nil {
		return m.Live.First()
	}
	return nil
}

// LostByClaim reports whether a match of a live round was lost by a claim.
func (m *Match) LostByClaim() bool {
	return m.Live != nil && m.Live.First() != nil && m.Confirmed && m.ConfirmBy == ByClaim
}

// open reports whether a claim in a live round is not settled.
func (m *Match) open(c *fixture.Claim) bool {
	return c != nil && c.Settled == 0 && !m.Confirmed && m.Report == nil && !m.Disputed
}

// Claimed reports whether a match of a live round has a claim that is not settled.
func (m *Match) Claimed() bool {
	return m.Live != nil && slices.ContainsFunc(m.Live.Missed[:], m.open)
}

// met ends the open claims in a live round: who reports a match has met the opponents.
func (m *Match) met() {
	if m.Live != nil && m.Live.First() != nil {
		m.Live = m.Live.Clone()
		m.Live.Drop()
	}
}

// Missed returns the players who are missed in a live round, by claims that are open or were
// settled.
func (s *State) Missed(at Place) (out []int) {
	if m, _ := s.Match(at.Round, at.Match); m != nil && m.Live != nil {
		for side, c := range m.Live.Missed {
			if c != nil {
				out = append(out, s.PlayerAt(at, fixture.Side(side)))
			}
		}
	}
	return out
}

// ClaimOn returns the claim that a player is not at a table of a live round, or nil.
func (s *State) ClaimOn(at Place, n int) *fixture.Claim {
	m, l := s.Match(at.Round, at.Match)
	if m == nil || m.Live == nil || l.Seat(int32(n-1)) < 0 {
		return nil
	}
	return m.Live.Missed[s.SideOf(at, n)]
}

// OpenClaim reports whether a claim that a player is not there waits to be settled.
func (s *State) OpenClaim(at Place, n int) bool {
	m, _ := s.Match(at.Round, at.Match)
	return m != nil && m.open(s.ClaimOn(at, n))
}

// AbsentFrom reports whether a table of three or four plays without a player, who cannot win
// the match and is not asked about its result.
func (s *State) AbsentFrom(at Place, n int) bool {
	c := s.ClaimOn(at, n)
	return c != nil && c.Settled > 0
}

// PlayingAt returns the players at a table except those who are AbsentFrom it.
func (s *State) PlayingAt(at Place) (out []int) {
	_, l := s.Match(at.Round, at.Match)
	for _, p := range l.Players() {
		if n := int(p) + 1; !s.AbsentFrom(at, n) {
			out = append(out, n)
		}
	}
	return out
}

// Claimable returns the opponents of a player in a live round of whom the player may say now
// that they are not there.
func (s *State) Claimable(at Place, n int) (out []int) {
	_, l := s.Match(at.Round, at.Match)
	if l == nil || l.Seat(int32(n-1)) < 0 {
		return nil
	}
	for _, p := range l.Players() {
		if of := int(p) + 1; of != n && s.MayClaim(at, n, of) == nil {
			out = append(out, of)
		}
	}
	return out
}

// MayClaim returns a refusal unless player n may say now that an opponent in a live round is
// not there.
func (s *State) MayClaim(at Place, n, of int) error {
	r := s.Round(at.Round)
	m, l := s.Match(at.Round, at.Match)
	_, graced := s.grace(r)
	switch {
	case m == nil:
		return UnknownMatch(at)
	case len(m.Boards) > 0 && !m.Open():
		return Refuse(BadInput, "match.which_board")
	case !graced || l.N < 2 || l.Kind != ledger.Played && !m.Confirmed:
		return Refuse(WrongPhase, "absence.organisers")
	case l.Seat(int32(n-1)) < 0 || of == n:
		return Refuse(NotAllowed, "match.not_yours")
	case l.Seat(int32(of-1)) < 0:
		return Refuse(BadInput, "absence.which")
	case m.Unanswered():
		return Refuse(WrongPhase, "absence.asked")
	case r.Status == Published:
		return Refuse(WrongPhase, "round.not_started", "round", at.Round)
	case m.Confirmed || r.Status == Done:
		return Refuse(Conflict, "match.final", "match", at.Match, "round", at.Round)
	case m.Report != nil || m.Disputed:
		return Refuse(Conflict, "fixtures.reported")
	case s.ClaimOn(at, of) != nil:
		return Refuse(NoChange, "fixture.claimed")
	}
	return nil
}

// AsksOrganisers reports whether the next claim that a player is not there goes to the
// organisers: the player has come before.
func (s *State) AsksOrganisers(at Place, n int) bool {
	m, _ := s.Match(at.Round, at.Match)
	return m.Live != nil && m.Live.Answered[s.SideOf(at, n)] > 0
}

// MayReturn reports whether a player who lost a match by a claim, or without whom the table
// plays, may still come at a time: until the round is over, or its time.
func (s *State) MayReturn(at Place, n int, now time.Time) bool {
	r := s.Round(at.Round)
	m, _ := s.Match(at.Round, at.Match)
	c := s.ClaimOn(at, n)
	if c == nil || r.Status != Started || !m.LostByClaim() && (c.Settled == 0 || m.Confirmed) {
		return false
	}
	return r.Deadline.IsZero() || !r.PausedAt.IsZero() || !r.TimeCalled && now.Before(r.Deadline)
}

// MayCome reports whether "I am here" of a player at a table of a live round changes who
// plays.
func (s *State) MayCome(at Place, n int, now time.Time) bool {
	return s.OpenClaim(at, n) || s.MayReturn(at, n, now)
}

// GraceEnds returns when the time of a player who is missed in a live round to come is over,
// or zero if silence does not settle the claim.
func (s *State) GraceEnds(at Place, n int) (end time.Time) {
	r := s.Round(at.Round)
	m, _ := s.Match(at.Round, at.Match)
	c := s.ClaimOn(at, n)
	long, graced := s.grace(r)
	if !graced || !m.open(c) || r.Status != Started || !r.PausedAt.IsZero() || s.ClockWaits() || s.waits(at, n) {
		return end
	}
	if m.Judge != 0 && !m.JudgeAt.Before(c.At) && !s.Settings.Unattended {
		return end // the judge decides
	}
	from := c.At
	if late := s.GraceUntil(at.Round); late.After(from) {
		from = late
	}
	from, long, runs := s.resumed(claimDue(at, c), from, long)
	if !runs {
		return end
	}
	return s.graceEnds(m, n, from, long)
}

// ClaimWaits reports whether a claim in a live round waits for the organisers: the player who
// is missed came before, or has no account and cannot be asked.
func (s *State) ClaimWaits(at Place) bool {
	return slices.ContainsFunc(s.Missed(at), func(n int) bool { return s.waits(at, n) })
}

// waits is ClaimWaits for the claim that one player is not there.
func (s *State) waits(at Place, n int) bool {
	c := s.ClaimOn(at, n)
	return s.OpenClaim(at, n) && (c.Objected || !s.Settings.GuestFinal && !s.couldBeAsked(n, 0, c.At))
}

// claimDue is the deadline at which silence settles a claim.
func claimDue(at Place, c *fixture.Claim) Due {
	return Due{Kind: DueClaim, Round: at.Round, Match: at.Match, Asked: c.At.Unix()}
}

// graceEnds returns when a player who is missed in a live round has had an amount of time
// to come.
func (s *State) graceEnds(m *Match, n int, from time.Time, long time.Duration) time.Time {
	clock := s.ClockOf(n)
	if m.Live != nil {
		clock.Stops = clock.Stops.Union(m.Live.Paused)
	}
	return clock.Ends(from, long)
}

// Awaited returns the players who lost a match of the round by a claim and for whom it
// stays open although all results are in: they may still come, and have pressed something
// since the round before began. The others would hold up each round.
func (s *State) Awaited(r *Round) (out []int) {
	if r == nil || r.Status != Started || r.TimeCalled || s.Arranged() {
		return nil
	}
	for m := range s.Contests(r.Number) {
		if match, _ := s.Match(r.Number, m); !match.LostByClaim() {
			continue
		}
		for _, n := range s.Missed(Place{r.Number, m}) {
			if s.pressedSince(n, r.Number-1) {
				out = append(out, n)
			}
		}
	}
	return out
}

// AwaitedUntil returns until when a round stays open for those who are Awaited: until its
// scheduled end or, in an untimed round, as long again as they had to come. It is zero if
// none is, and while the clock is paused.
func (s *State) AwaitedUntil(r *Round) (until time.Time) {
	awaited := s.Awaited(r)
	if len(awaited) == 0 || !r.PausedAt.IsZero() {
		return until
	}
	if !r.Deadline.IsZero() {
		return r.Deadline
	}
	long, _ := s.grace(r)
	for number := range s.Contests(r.Number) {
		at := Place{r.Number, number}
		m, _ := s.Match(r.Number, number)
		for _, n := range s.Missed(at) {
			if !m.LostByClaim() || !slices.Contains(awaited, n) {
				continue
			}
			if end := s.graceEnds(m, n, s.ClaimOn(at, n).At, 2*long); end.After(until) {
				until = end
			}
		}
	}
	return until
}

// pressedSince reports whether a player has pressed something since a round began or, if
// they had no opponent in it, the one before.
func (s *State) pressedSince(n, round int) bool {
	for round > 0 {
		if _, l := s.Match(round, s.MatchOf(round, n)); l != nil && l.N > 1 {
			break
		}
		round--
	}
	p := s.Players.At(n)
	before := s.Round(round)
	at := Place{round, s.MatchOf(round, n)}
	if _, l := s.Match(at.Round, at.Match); l != nil && l.N > 2 && l.Kind == ledger.Played && p.Account && s.ClaimOn(at, n) == nil {
		return true // the table has played, and two presses report it
	}
	return p.Account && (before == nil || !p.Pressed.Before(before.StartedAt) || !p.Joined.Before(before.StartedAt))
}

// pressed records that a player has pressed something.
func (s *State) pressed(n int, at time.Time) {
	if p := s.Player(n); p != nil {
		p.Pressed = at
	}
}

// claimDeadlines adds the ends of the time to come for those who are missed in the current
// round, and of the time for which an untimed round waits for them.
func (s *State) claimDeadlines(r *Round, add func(time.Time, Due)) {
	for m := range s.Contests(r.Number) {
		at := Place{r.Number, m}
		for _, n := range s.Missed(at) {
			if end := s.GraceEnds(at, n); !end.IsZero() {
				add(end, claimDue(at, s.ClaimOn(at, n)))
			}
		}
	}
	if until := s.AwaitedUntil(r); !until.IsZero() && r.Deadline.IsZero() && len(s.Blocking(r.Number)) == 0 {
		add(until, Due{Kind: DueAwaited, Round: r.Number, Asked: until.Unix()})
	}
}

// claiming changes the claims of a match in a live round by what a player of it does.
func (s *State) claiming(at Place, player int, e *Envelope, do func(l *fixture.Live, side fixture.Side) error) error {
	m, l := s.change(at.Round, at.Match)
	switch {
	case l.N < 2 || l.Seat(int32(player-1)) < 0:
		return Refuse(NotAllowed, "match.not_of", "who", notice.Player(player), "match", at.Match, "round", at.Round)
	case s.Rounds.At(at.Round).Status != Started:
		return Refuse(WrongPhase, "round.not_open", "round", at.Round)
	}
	live := m.Live.Clone()
	if err := do(live, s.SideOf(at, player)); err != nil {
		return err
	}
	s.pressed(player, e.Time)
	m.Live = live
	return nil
}

// pauseEnds gives the players who are missed, and in an unattended event all who are to
// answer something, the time back in which the clock was paused.
func (s *State) pauseEnds(r *Round, now time.Time) {
	for number := range s.Contests(r.Number) {
		if m, _ := s.Match(r.Number, number); m.Claim() != nil && m.Live != nil || m.Picks != nil && !m.Confirmed || s.unattended(r) && (m.Unanswered() || m.Report != nil || m.Disputed) && !m.Confirmed {
			m.Live = m.Live.Clone()
			m.Live.Paused = slices.Clone(m.Live.Paused).With(fairclock.Span{From: r.PausedAt, Until: now})
		}
	}
}
