// Package offer finds the hours that are offered for a match whose players arrange it.
package offer

import (
	"time"

	"topcut/tournament"
	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
)

const (
	most      = 3              // hours that are offered
	notBefore = 12 * time.Hour // after a match opens is the first of them, so that both can answer
	notSooner = 2 * time.Hour  // from now

	beforeAway = time.Hour // no match begins so shortly before an absence
)

// Hours returns the best hours for an open match at which both players can usually play:
// outside quiet hours, absences and the other matches that they have agreed on in the event.
// told is false unless both have said when they can play.
func Hours(s *tournament.State, at tournament.Place, now time.Time) (list []hours.Hour, told bool) {
	m, l := s.Match(at.Round, at.Match)
	if l.N != 2 || m.Fixture == nil {
		return nil, false
	}
	a, b := plays(s, s.PlayerAt(at, fixture.First), at), plays(s, s.PlayerAt(at, fixture.Second), at)
	if a.Week == "" || b.Week == "" {
		return nil, false
	}
	window := fairclock.Span{From: m.Fixture.Opens.Add(notBefore), Until: m.Fixture.PlayBy}
	if soon := now.Add(notSooner); soon.After(window.From) {
		window.From = soon
	}
	return hours.Offer(window, a, b, most), true
}

// plays returns when player n can play, but for what they have agreed on for a match.
func plays(s *tournament.State, n int, but tournament.Place) *hours.Person {
	player := s.Players.At(n)
	p := &hours.Person{Week: player.Week, Zone: s.Settings.Location(), Quiet: s.Settings.QuietHours}
	if zone, err := tournament.ParseZone(player.TimeZone); err == nil && player.TimeZone != "" {
		p.Zone = zone
	}
	for _, x := range s.AwayOf(n) {
		p.Busy = p.Busy.With(fairclock.Span{From: x.From.Add(-beforeAway), Until: x.Until})
	}
	for _, at := range s.FixturesFor(n, s.Sitting(but, n)) {
		m, _ := s.Match(at.Round, at.Match)
		if t := m.Fixture.Agreed; !t.IsZero() && at != but {
			p.Busy = p.Busy.With(fairclock.Span{From: t.Add(-fixture.Playing + 1), Until: t.Add(fixture.Playing)})
		}
	}
	return p
}
