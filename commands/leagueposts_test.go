package commands_test

import (
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestPostsOfALeagueAreFew counts what a league of ten costs in nine weeks in which all
// arrange their matches, play and report: the posts that stay in the channel and in the
// threads of the matches, all that were made, and the pings of a member in a week. The
// organiser, who has nothing to do, is not pinged. A post that waits may be sent with the
// next one, so the number made varies by one or two. In an earlier version 68 posts stayed in
// the channel and 116 in the threads.
func TestPostsOfALeagueAreFew(t *testing.T) {
	notShort(t)
	h := newTestServer(t)
	h.stopped.Store(new(time.Date(2031, 3, 3, 9, 0, 0, 0, time.UTC)))
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{
		"name": "Spring", "ruleset": "magic", "divisions": 10, "arranged": string(tournament.ByDate), "time_zone": "Europe/Berlin",
	})
	people := h.members(10)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them in")
	league := h.league().State.ID
	h.pass(0)
	h.goTo(league, h.now().Add(25*time.Hour))
	h.settle()
	weeks := 0
	for ; h.list(1).State.Phase == tournament.Running; weeks++ {
		week := h.now()
		h.goTo(league, week.Add(10*time.Hour))
		h.everyMatch(func(a, b *localdiscord.Person) {
			at := week.AddDate(0, 0, 3).Format("2006-01-02") + " 19:00"
			h.slash(a, "match propose", localdiscord.Options{"when": at, "time_zone": "UTC", "opponent": b.Name()})
			h.settle()
			h.inMatch(b, localdiscord.Options{"opponent": a.Name()}, customid.TimeAccept{})
			h.settle()
		})
		h.goTo(league, time.Date(week.Year(), week.Month(), week.Day()+2, 21, 0, 0, 0, time.UTC))
		h.settle()
		h.goTo(league, time.Date(week.Year(), week.Month(), week.Day()+3, 21, 0, 0, 0, time.UTC))
		h.everyMatch(func(a, b *localdiscord.Person) {
			h.slash(a, "report", localdiscord.Options{"result": "2-1", "opponent": b.Name()})
			h.settle()
			h.slash(b, "confirm", localdiscord.Options{"opponent": a.Name()})
		})
		h.goTo(league, week.AddDate(0, 0, 7))
		h.settle()
	}
	made, calls := h.spent()
	stay, inThreads := len(h.srv.Messages(h.channel, h.guild.AddPerson("Reader"))), 0
	for _, thread := range h.threads() {
		inThreads += len(h.srv.Messages(thread, h.organiser))
	}
	perWeek := func(n int) float64 { return float64(n) / float64(weeks*len(people)) }
	t.Logf("%d weeks of %d players: %d posts are in the channel, %d in threads; %d were made", weeks, len(people), stay, inThreads, made)
	t.Logf("a member has %.1f pings in a week; the organiser has %d in the season", perWeek(calls[true]), calls[false])
	if weeks != 9 || stay > 69 || inThreads > 90 || made > 310 || perWeek(calls[true]) > 3 || calls[false] > 0 {
		t.Error("that is more than it was")
	}
	h.clean()
}

// everyMatch runs a function for the players of each match that is open.
func (h *testServer) everyMatch(do func(a, b *localdiscord.Person)) {
	h.t.Helper()
	s := h.list(1)
	for at := range s.State.EachFixture {
		_, l := s.State.Match(at.Round, at.Match)
		a, _ := h.srv.Person(s.User(int(l.Seats[0]) + 1))
		b, _ := h.srv.Person(s.User(int(l.Seats[1]) + 1))
		do(a, b)
	}
}

// spent counts the posts that were made, and the pings of members (true) and of the
// organiser (false).
func (h *testServer) spent() (posts int, pings map[bool]int) {
	pings = map[bool]int{}
	for _, e := range h.srv.Transcript(0) {
		if e.Kind != localdiscord.EntryPosted || e.To != "" {
			continue
		}
		posts++
		if e.Pinged == nil {
			continue
		}
		for _, user := range e.Pinged.Users {
			pings[user != h.organiser.ID()]++
		}
	}
	return posts, pings
}
