package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// A player whose opponent is not at the table of a live round claims the match. The one
// who is missed has the grace of the ruleset to press "I am here"; then the match is lost
// without play. That ends nothing for good: until the scheduled end of the round the
// player may still come, and the match is played. So a claim is no weapon against who
// plays on another site and does not read Discord.

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
		return m.Live.Claim
	}
	return nil
}

// LostByClaim reports whether a match of a live round was lost by a claim.
func (m *Match) LostByClaim() bool {
	return m.Live != nil && m.Live.Claim != nil && m.Confirmed && m.ConfirmBy == ByClaim
}

// Claimed reports whether a match of a live round has a claim that is not settled.
func (m *Match) Claimed() bool {
	return m.Live != nil && m.Live.Claim != nil && !m.Confirmed && m.Report == nil && !m.Disputed
}

// met ends the claim in a live round: who reports a match has met the opponent.
func (m *Match) met() {
	if m.Live != nil && m.Live.Claim != nil {
		m.Live = m.Live.Clone()
		m.Live.Claim = nil
	}
}

// MissedAt returns the player who is missed in a live round, by a claim that is open or was
// settled, or 0.
func (s *State) MissedAt(at Place) int {
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Live == nil || m.Live.Claim == nil {
		return 0
	}
	return s.PlayerAt(at, m.Live.Claim.By.Other())
}

// MayClaim returns a refusal unless player n may say now that the opponent in a live round
// is not there.
func (s *State) MayClaim(at Place, n int) error {
	r := s.Round(at.Round)
	m, l := s.Match(at.Round, at.Match)
	_, graced := s.grace(r)
	switch {
	case m == nil:
		return UnknownMatch(at)
	case !graced || l.N != 2 || l.Kind != ledger.Played && !m.Confirmed:
		return Refuse(WrongPhase, "absence.organisers")
	case l.Seat(int32(n-1)) < 0:
		return Refuse(NotAllowed, "match.not_yours")
	case m.Unanswered():
		return Refuse(WrongPhase, "absence.asked")
	case r.Status == Published:
		return Refuse(WrongPhase, "round.not_started", "round", at.Round)
	case m.Confirmed || r.Status == Done:
		return Refuse(Conflict, "match.final", "match", at.Match, "round", at.Round)
	case m.Report != nil || m.Disputed:
		return Refuse(Conflict, "fixtures.reported")
	case m.Live != nil && m.Live.Claim != nil && m.Live.Claim.By == s.SideOf(at, n):
		return Refuse(NoChange, "fixture.claimed")
	}
	return nil
}

// AsksOrganisers reports whether the next claim in a live match goes to the organisers: the
// player who was missed has come before.
func (m *Match) AsksOrganisers() bool { return m.Live != nil && m.Live.Answered > 0 }

// MayReturn reports whether a player who lost a match by a claim may still come at a time,
// so that it is played: until the round is over, or its time.
func (s *State) MayReturn(at Place, now time.Time) bool {
	r := s.Round(at.Round)
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || !m.LostByClaim() || r.Status != Started {
		return false
	}
	return r.Deadline.IsZero() || !r.PausedAt.IsZero() || !r.TimeCalled && now.Before(r.Deadline)
}

// liveObjection is objection for a match of a live round.
func (s *State) liveObjection(at Place, m *Match) (o objection, ok bool) {
	r := s.Round(at.Round)
	long, graced := s.grace(r)
	if !graced || !m.Claimed() || r.Status != Started || !r.PausedAt.IsZero() || s.ClockWaits() {
		return o, false
	}
	c := m.Live.Claim
	if m.Judge != 0 && !m.JudgeAt.Before(c.At) && !s.Settings.Unattended {
		return o, false // the judge decides
	}
	if s.ClaimWaits(at) {
		return o, false
	}
	o.player, o.from = s.PlayerAt(at, c.By.Other()), c.At
	if late := s.GraceUntil(at.Round); late.After(o.from) {
		o.from = late
	}
	o.from, o.long, ok = s.resumed(claimDue(at, c), o.from, long)
	return o, ok
}

// ClaimWaits reports whether a claim in a live round waits for the organisers: the player who
// is missed came before, or has no account and cannot be asked.
func (s *State) ClaimWaits(at Place) bool {
	m, l := s.Match(at.Round, at.Match)
	if m == nil || !m.Claimed() {
		return false
	}
	c := m.Live.Claim
	return c.Objected || !s.Settings.GuestFinal && !s.couldAnswer(l, s.PlayerAt(at, c.By), c.At)
}

// claimDue is the deadline at which silence settles a claim.
func claimDue(at Place, c *fixture.Claim) Due {
	return Due{Kind: DueClaim, Round: at.Round, Match: at.Match, Asked: c.At.Unix()}
}

// graceEnds returns when a player who is missed in a live round has had an amount of time
// to come.
func (s *State) graceEnds(m *Match, n int, from time.Time, long time.Duration) time.Time {
	clock := s.clockOf(n)
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
	for m := range numbered.All(r.Matches) {
		at := Place{r.Number, m}
		if n := s.MissedAt(at); n > 0 && r.Matches.At(m).LostByClaim() && s.pressedSince(n, r.Number-1) {
			out = append(out, n)
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
	for _, n := range awaited {
		m := r.Matches.At(s.MatchOf(r.Number, n))
		long, _ := s.grace(r)
		if end := s.graceEnds(m, n, m.Live.Claim.At, 2*long); end.After(until) {
			until = end
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
	return p.Account && (before == nil || !p.Pressed.Before(before.StartedAt) || !p.Joined.Before(before.StartedAt))
}

// pressed records that a player has pressed something.
func (s *State) pressed(n int, at time.Time) {
	if p := s.Player(n); p != nil {
		p.Pressed = at
	}
}

// NoShows returns the players who lost a match of a round by a claim and did not come until
// its end: they are dropped before the next pairing, if there is one and the rules say so, but no
// more of them than leave the players that the cut takes. In a bracket it is the better seed of
// a table where neither came, whose next opponent so has no one to wait for. In the other stages
// that are not paired by points matches are known ahead.
func (s *State) NoShows(round int) (out []int) {
	st := s.StageOf(round)
	if !s.Rules.Drop.NoShow || s.NextStep() == StepFinish || st == nil {
		return nil
	}
	if rules.IsElimination(s.Rounds.At(round).Stage) {
		return s.absentWinners(round)
	}
	if !st.Kind.ByPoints() {
		return nil
	}
	for i := range s.Rounds.At(round).Matches {
		m := &s.Rounds.At(round).Matches[i]
		if m.Live != nil && m.Live.Asks == 1 && m.ConfirmBy == ByRule {
			for side, came := range s.came(Place{round, i + 1}) {
				if n := s.PlayerAt(Place{round, i + 1}, fixture.Side(side)); !came && s.Taking(n) {
					out = append(out, n)
				}
			}
		}
		if !m.LostByClaim() {
			continue
		}
		side := m.Live.Claim.By.Other()
		if n := s.PlayerAt(Place{round, i + 1}, side); s.Taking(n) && m.Live.Here[side].Before(m.Live.Claim.At) {
			out = append(out, n)
		}
	}
	room := len(s.Field()) - max(s.CutSize(), 2)
	return out[:min(len(out), max(0, room))]
}

// absentWinners returns who goes on in a bracket from tables of a round where neither came.
func (s *State) absentWinners(round int) (out []int) {
	for i := range s.Rounds.At(round).Matches {
		m, l := s.Match(round, i+1)
		if m.Live == nil || m.Live.Asks != 1 || m.ConfirmBy != ByRule || s.came(Place{round, i + 1}) != [2]bool{} {
			continue
		}
		if n := int(l.Seats[0]) + 1; l.Kind == ledger.Forfeit && s.Taking(n) {
			out = append(out, n)
		}
	}
	return out
}

// claimDeadlines adds the ends of the time to come for those who are missed in the current
// round, and of the time for which an untimed round waits for them.
func (s *State) claimDeadlines(r *Round, add func(time.Time, Due)) {
	for m := range numbered.All(r.Matches) {
		at := Place{r.Number, m}
		if end := s.ClaimEnds(at); !end.IsZero() {
			add(end, claimDue(at, r.Matches.At(m).Live.Claim))
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
	case l.N != 2 || l.Seat(int32(player-1)) < 0:
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
	for i := range r.Matches {
		if m := &r.Matches[i]; m.Live != nil && m.Live.Claim != nil || s.unattended(r) && (m.Unanswered() || m.Report != nil || m.Disputed) && !m.Confirmed {
			m.Live = m.Live.Clone()
			m.Live.Paused = slices.Clone(m.Live.Paused).With(fairclock.Span{From: r.PausedAt, Until: now})
		}
	}
}
