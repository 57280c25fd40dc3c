package dbtest

import (
	"time"

	"topcut/tournament"
)

func serverTests() []test {
	return []test{
		{"a server that set nothing has no settings", func(s *suite) {
			got, err := s.store.Server(s.ctx, "g1")
			s.ok(err)
			s.same("server", got, tournament.Server{Guild: "g1"})
		}},
		{"the last settings of a server count", func(s *suite) {
			want := tournament.Server{
				Guild: "g1", OrganiserRole: "r", TOChannel: "c", TimeZone: "Europe/Berlin",
				Ruleset: "magic",
			}
			s.ok(s.store.PutServer(s.ctx, tournament.Server{Guild: "g1", OrganiserRole: "old", TimeZone: "UTC"}))
			s.ok(s.store.PutServer(s.ctx, tournament.Server{Guild: "g2"}))
			s.ok(s.store.PutServer(s.ctx, want))
			got, err := s.store.Server(s.ctx, "g1")
			s.ok(err)
			s.same("server", got, want)
		}},
		{"leagues are kept and listed newest first", func(s *suite) {
			a := s.league(tournament.League{
				Guild: "g1", Channel: "c", Name: "Spring", Creator: "u", Ruleset: "magic", Settings: tournament.DefaultSettings("Spring"),
				Cron: "0 19 * * 5", TimeZone: "Europe/Berlin", OpenHours: 24, NextStart: noon,
			})
			b := s.league(tournament.League{Guild: "g1", Name: "Summer"})
			s.league(tournament.League{Guild: "g2", Name: "Elsewhere"})
			s.ok(s.store.EndLeague(s.ctx, a.ID))
			a.Ended = true
			s.same("leagues", s.leagues(), []tournament.League{b, a})
		}},
		{"a league is due when registration opens", func(s *suite) {
			day := s.league(tournament.League{Guild: "g1", Name: "a day before", OpenHours: 24, NextStart: noon.Add(24 * time.Hour)})
			hour := s.league(tournament.League{Guild: "g2", Name: "an hour before", OpenHours: 1, NextStart: noon.Add(90 * time.Minute)})
			s.league(tournament.League{Guild: "g1", Name: "nothing planned"})
			s.league(tournament.League{Guild: "g1", Name: "over", NextStart: noon, Ended: true})
			for _, tt := range []struct {
				now  time.Time
				want []tournament.League
			}{
				{noon.Add(-time.Millisecond), nil},
				{noon, []tournament.League{day}},
				{noon.Add(30 * time.Minute), []tournament.League{day, hour}},
			} {
				got, err := s.store.DueLeagues(s.ctx, tt.now)
				s.ok(err)
				s.same(tt.now.String(), got, tt.want)
			}
			s.ok(s.store.LeagueOpened(s.ctx, day.ID, day.NextStart, noon.Add(8*24*time.Hour)))
			got, err := s.store.DueLeagues(s.ctx, noon.Add(time.Hour))
			s.ok(err)
			s.same("due after the next date is set", got, []tournament.League{hour})
		}},
		{"a league that was ended while its event was opened stays ended", func(s *suite) {
			l := s.league(tournament.League{Guild: "g1", Name: "Spring", NextStart: noon})
			s.ok(s.store.EndLeague(s.ctx, l.ID))
			s.ok(s.store.LeagueOpened(s.ctx, l.ID, noon, noon.Add(time.Hour)))
			l.Ended = true
			s.same("leagues", s.leagues(), []tournament.League{l})
			due, err := s.store.DueLeagues(s.ctx, noon.Add(2*time.Hour))
			s.ok(err)
			s.same("due", due, []tournament.League{})
		}},
		{"an event of a league is opened once", func(s *suite) {
			l := s.league(tournament.League{Guild: "g1", Name: "Spring", NextStart: noon})
			s.ok(s.store.LeagueOpened(s.ctx, l.ID, noon, noon.Add(time.Hour)))
			s.ok(s.store.LeagueOpened(s.ctx, l.ID, noon, noon.Add(2*time.Hour))) // it was read before
			l.NextStart = noon.Add(time.Hour)
			s.same("leagues", s.leagues(), []tournament.League{l})
			s.ok(s.store.LeagueOpened(s.ctx, l.ID, l.NextStart, time.Time{}))
			l.NextStart, l.Ended = time.Time{}, true
			s.same("after the last one", s.leagues(), []tournament.League{l})
		}},
		{"a league that does not exist is not found", func(s *suite) {
			s.is(s.store.EndLeague(s.ctx, 99), tournament.ErrNotFound)
			s.is(s.store.LeagueOpened(s.ctx, 99, noon, noon), tournament.ErrNotFound)
		}},
	}
}

// league stores a league and returns it with its id.
func (s *suite) league(l tournament.League) tournament.League {
	s.Helper()
	id, err := s.store.AddLeague(s.ctx, l)
	s.ok(err)
	l.ID = id
	return l
}

func (s *suite) leagues() []tournament.League {
	s.Helper()
	list, err := s.store.Leagues(s.ctx, "g1")
	s.ok(err)
	return list
}

func forgetTests() []test {
	return []test{
		{"a person is blanked where the event is over, and only there", func(s *suite) {
			over := s.host("g1", "c", tournament.Finished, "to", "ann", "bob")
			cancelled := s.host("g2", "c", tournament.Cancelled, "ann", "bob")
			running := s.host("g1", "c", tournament.Running, "to", "ann")
			c := step(over, 1)
			c.Read.Row.Phase = tournament.Finished
			c.Texts = []tournament.Text{
				{No: 1, Kind: tournament.TextDeck, Person: 2, Body: "ann's deck"},
				{No: 2, Kind: tournament.TextDeck, Person: 3, Body: "bob's deck"},
				{No: 3, Kind: tournament.TextNote, Person: 2, Body: "about ann"},
			}
			s.commit(c)
			before := s.load(running)

			n, err := s.store.Forget(s.ctx, "ann")
			s.ok(err)
			s.same("touched", n, 2)
			got := s.load(over)
			s.same("log", got.Log, []tournament.Envelope{event(over, 1), event(over, 2)})
			s.same("people", got.Book.People, []tournament.Person{
				{No: 1, User: "to", Name: "name of to"}, {No: 2, Name: "Player 2"}, {No: 3, User: "bob", Name: "name of bob"},
			})
			s.same("texts", got.Book.Texts, []tournament.Text{
				{No: 1, Kind: tournament.TextDeck, Person: 2},
				{No: 2, Kind: tournament.TextDeck, Person: 3, Body: "bob's deck"},
				{No: 3, Kind: tournament.TextNote, Person: 2},
			})
			s.same("people of the cancelled one", s.load(cancelled).Book.People[0], tournament.Person{No: 1, Name: "Player 1"})
			s.same("the running one", s.load(running), before)
			s.same("found", s.found(s.store.ByUser(s.ctx, "", "ann")), []tournament.ID{running})

			n, err = s.store.Forget(s.ctx, "ann")
			s.ok(err)
			s.same("touched again", n, 0)
		}},
		{"a person is also the guest whose seat they took", func(s *suite) {
			id := s.host("g1", "c", tournament.Finished, "to", "", "ann", "")
			c := step(id, 1)
			c.Read.Row.Phase = tournament.Finished
			e := event(id, 2)
			e.Kind, e.Event = "seat_claimed", &tournament.SeatClaimed{Player: 1, Guest: 2, Person: 3}
			c.Events = []tournament.Envelope{e}
			c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 2, Body: "a deck handed in for ann"}}
			s.commit(c)
			_, err := s.store.Forget(s.ctx, "ann")
			s.ok(err)
			got := s.load(id).Book
			s.same("people", got.People, []tournament.Person{
				{No: 1, User: "to", Name: "name of to"}, {No: 2, Name: "Player 2"}, {No: 3, Name: "Player 3"}, {No: 4, Name: "name of "},
			})
			s.same("deck", got.Texts, []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 2}})
		}},
		{"nobody is not everybody", func(s *suite) {
			id := s.host("g1", "c", tournament.Finished, "to", "")
			n, err := s.store.Forget(s.ctx, "")
			s.ok(err)
			s.same("touched", n, 0)
			s.same("guest", s.load(id).Book.People[1].Name, "name of ")
		}},
	}
}
