package post

import (
	"fmt"

	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// Posts about matches that players arrange. The list of pairings shows all matches of a
// round, or of those that opened together. A match for which a time was proposed has a
// series of its own, in its thread or in the channel, and so has one whose players have both
// said when they can usually play. Of a match on boards that holds for each board. Its post shows the state of the
// match and what can be done; an event that concerns players calls them with a new post.
// The series is removed when the match is over. The matches without a proposal share a
// series for such calls. What waits for the organisers is in their panel.
const kindFixture tournament.PostKind = "fixture"

func (p *planner) fixtureSeries(at tournament.Place) string {
	key := p.matchKey(at.Round, at.Match)
	if _, board := tournament.OfBoard(at.Match); board > 0 {
		key = fmt.Sprintf("%s.b%d", key, board)
	}
	return key + ".arranged"
}

// untriedSeries is the series of the matches of a list for which no time was proposed.
func (p *planner) untriedSeries(round int) string { return p.listKey(round) + ".arranged" }

// arrange calls the players of a match with a new post.
func (p *planner) arrange(round, match int, seq int64) {
	m, _ := p.s.Match(round, match)
	if m == nil || m.Fixture == nil {
		return
	}
	first, _ := p.s.OpenedWith(round)
	post := tournament.Post{Kind: kindFixture, Series: p.untriedSeries(round), Round: first, Seq: seq, Pings: true}
	if m.Fixture.Alone() {
		post.Series, post.Round, post.Match = p.fixtureSeries(tournament.Place{Round: round, Match: match}), round, match
	}
	if posted.Threaded(p.s, round, match) {
		whole, _ := tournament.OfBoard(match)
		p.card(round, whole, p.s.Round(round).PublishedSeq)
		post.Parent = p.matchKey(round, match)
	}
	post.Key = key(post.Series, seq)
	p.add(post)
}

// knewBefore reports whether both players of a match had said before when they can usually
// play.
func (p *planner) knewBefore(at tournament.Place) bool {
	m, _ := p.before.Match(at.Round, at.Match)
	return m != nil && m.Fixture != nil && m.Fixture.Told
}

// fixtureEvent plans the posts for an event of an arranged match. It returns false for
// any other event.
func (p *planner) fixtureEvent(e *tournament.Envelope) bool {
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.TimesProposed, *tournament.TimeAgreed, *tournament.ForfeitClaimed, *tournament.ClaimObjected:
		at := tournament.PlaceOf(e.Event)
		p.arrange(at.Round, at.Match, seq)
	case *tournament.RoundStarted: // the list of its matches has pinged all
		r := p.s.Round(ev.Round)
		if r == nil || !p.s.Arranged() {
			return false
		}
		for at, m := range p.s.EachFixture {
			if at.Round == ev.Round && m.Fixture.Told {
				p.arrange(at.Round, at.Match, seq)
			}
		}
	case *tournament.HoursSet:
		for _, at := range p.s.FixturesOf(ev.Player) {
			if m, _ := p.s.Match(at.Round, at.Match); m.Fixture.Told && !m.Fixture.Tried() && !p.knewBefore(at) {
				p.arrange(at.Round, at.Match, seq)
			}
		}
	case *tournament.PlayerAway:
		for _, at := range p.s.FixturesOf(ev.Player) {
			if !ev.Back {
				p.arrange(at.Round, at.Match, seq)
			}
		}
	case *tournament.SeatTaken:
		for _, at := range p.s.FixturesOf(ev.Player) {
			p.arrange(at.Round, at.Match, seq)
		}
	case *tournament.FixtureReminded:
		if (fixture.Reminder{Kind: fixture.Kind(ev.What), About: ev.About}).Current(e.Time) && len(p.s.Reminds(ev, e.Time)) > 0 {
			p.arrange(ev.Round, ev.Match, seq)
		}
	default:
		return false
	}
	return true
}

// missed calls players again for a claim in a live round and its ends. It returns false for
// any other event.
func (p *planner) missed(e *tournament.Envelope) bool {
	at := tournament.PlaceOf(e.Event)
	m, _ := p.s.Match(at.Round, at.Match)
	switch ev := e.Event.(type) {
	case *tournament.ForfeitClaimed:
		if m == nil || m.Live == nil {
			return false
		}
	case *tournament.ClaimWithdrawn, *tournament.PlayerAbsent:
	case *tournament.AbsenceAsked:
		at.Round = ev.Round
	case *tournament.ResultCorrected:
		if at = ev.Place; ev.By != tournament.ByClaim || p.s.Arranged() || p.s.Current().Status == tournament.Done {
			return false
		}
	default:
		return false
	}
	p.call(at.Round, e.Seq)
	return true
}

// restored calls the players of arranged matches again after an undo if their posts were
// removed when their match ended.
func (p *planner) restored(before *tournament.State, seq int64) {
	for at := range p.s.EachFixture {
		was, _ := before.Match(at.Round, at.Match)
		if was == nil || was.Fixture == nil || was.Fixture.End != "" {
			p.arrange(at.Round, at.Match, seq)
		}
	}
}
