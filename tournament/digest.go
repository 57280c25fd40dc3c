package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fixture"
)

// The organisers of an arranged event are called to a digest of what is open before each
// round opens, and once no round is to open any more, while matches wait for them. In
// between nothing calls them: what waits is edited into their panel. The digest itself
// follows from the state, see package view; this file says when it is due.

const (
	// digestBefore is how long before a round opens the digest is due; at most a third
	// of the days of a round.
	digestBefore = 24 * time.Hour
	// digestFrom and digestUntil are the hours of the day, in the zone of the event, in
	// which a digest is posted.
	digestFrom, digestUntil = 9, 21
	// digestPause is the least time between two digests after the last round has opened.
	digestPause = 20 * time.Hour
	// digestGather is how long a match waits for others before a digest of its own.
	digestGather = 6 * time.Hour
)

// Digested is the last digest: when it was due, and the matches that waited then.
type Digested struct {
	At    time.Time
	Waits []Place
}

// Unsettled reports whether an arranged match may need an organiser: it has no agreed time
// to wait for and no report that its players settle.
func (s *State) Unsettled(now time.Time) bool {
	for at, m := range s.EachFixture {
		agreed := m.Fixture.Step(now) == fixture.Agreed
		if m.Disputed || m.Judge != 0 || m.Report == nil && !agreed || m.Report != nil && !s.Asks(at.Round, at.Match) {
			return true
		}
	}
	return false
}

// digestDeadline adds the next digest.
func (s *State) digestDeadline(add func(time.Time, Due)) {
	r := s.Current()
	if !s.Arranged() || r == nil || r.Status != Started {
		return
	}
	if opens := s.nextOpening(r); !opens.IsZero() {
		before := min(digestBefore, time.Duration(s.Settings.RoundDays)*24*time.Hour/3)
		if at := s.digestHour(opens.Add(-before), opens); at.After(r.StartedAt) {
			add(at, Due{Kind: DueDigest, Asked: opens.Unix()})
			return
		}
	}
	if !s.Dated(r) {
		s.lateDigest(add)
	}
}

// nextOpening returns the next date on which a round opens, or the windows of the last
// one end, for which there was no digest; zero if there is none. Rounds that are open at
// once count as if they opened one after the other.
func (s *State) nextOpening(r *Round) time.Time {
	if r.Deadline.IsZero() {
		return time.Time{}
	}
	done := func(at time.Time) bool {
		return slices.Contains(s.Reminded, Due{Kind: DueDigest, Asked: at.Unix()})
	}
	st := s.StageOf(r.Number)
	if s.Settings.Fixtures.Opens == AtOnce && !st.Kind.Eliminates() {
		began := s.Rounds.At(st.FirstRound).StartedAt.In(s.Settings.Location())
		for n := 1; n < st.Rounds; n++ {
			if at := began.AddDate(0, 0, n*s.Settings.RoundDays).UTC(); !done(at) && at.After(s.Digested.At) {
				return at
			}
		}
	}
	if done(r.Deadline) {
		return time.Time{}
	}
	return r.Deadline
}

// LastDigest reports whether a digest after the one that is due now would come less than
// the given time before the windows of the last round end, by the dates of the rounds.
func (s *State) LastDigest(now time.Time, before time.Duration) bool {
	r := s.Current()
	if !s.Arranged() || r == nil || r.Deadline.IsZero() {
		return false
	}
	ends := r.Deadline
	if st := s.StageOf(r.Number); s.Settings.Fixtures.Opens != AtOnce && s.Dated(r) {
		ends = ends.AddDate(0, 0, s.Settings.RoundDays*(st.LastRound()-r.Number))
	}
	return ends.AddDate(0, 0, -s.Settings.RoundDays).Sub(now) < before
}

// lateDigest adds a digest after the last round has opened: soon after a match that was
// in no digest begins to wait, and else once in the time of a round.
func (s *State) lateDigest(add func(time.Time, Due)) {
	waits := s.ForOrganisers(s.At)
	if len(waits) == 0 {
		return
	}
	at := s.Digested.At.AddDate(0, 0, s.Settings.RoundDays)
	for _, place := range waits {
		if !slices.Contains(s.Digested.Waits, place) {
			soon := s.waitsSince(place).Add(digestGather)
			if pause := s.Digested.At.Add(digestPause); soon.Before(pause) {
				soon = pause
			}
			if soon.Before(at) {
				at = soon
			}
		}
	}
	at = s.digestHour(at, at.AddDate(0, 0, 2))
	add(at, Due{Kind: DueDigest, Asked: at.Unix()})
}

// waitsSince returns since when a match that waits for the organisers can have waited.
func (s *State) waitsSince(at Place) time.Time {
	m, _ := s.Match(at.Round, at.Match)
	switch {
	case m.Report != nil:
		return m.Report.At
	case m.Fixture.Claim != nil:
		return m.Fixture.Claim.At
	}
	return m.Fixture.DueBy()
}

// digestHour moves a time to the hours in which people read digests and out of quiet
// hours. before is when it would be too late.
func (s *State) digestHour(at, before time.Time) time.Time {
	local := at.In(s.Settings.Location())
	switch hour := local.Hour(); {
	case hour < digestFrom:
		local = time.Date(local.Year(), local.Month(), local.Day(), digestFrom, 0, 0, 0, local.Location())
	case hour >= digestUntil:
		local = time.Date(local.Year(), local.Month(), local.Day()+1, digestFrom, 0, 0, 0, local.Location())
	}
	if !local.Before(before) { // too late: the evening before
		local = time.Date(local.Year(), local.Month(), local.Day()-1, digestUntil-1, 0, 0, 0, local.Location())
	}
	return remindAt(local.UTC(), before, s.clock())
}
