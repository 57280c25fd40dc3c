package dbtest

import (
	"sync"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/stores"
)

// TournamentStore is a store of tournaments, with the queries and server settings that
// only they have.
type TournamentStore interface {
	Store[tournament.Event, tournament.ReadRows]
	stores.Index
	stores.Servers
}

// RunTournaments runs the part of the suite for tournaments only.
func RunTournaments(t *testing.T, open func(t *testing.T) TournamentStore) {
	for _, group := range [][]testCase{listTests(), serverTests()} {
		for _, tt := range group {
			t.Run(tt.name, func(t *testing.T) {
				store := open(t)
				tt.run(&testRun{&suite[tournament.Event, tournament.ReadRows]{T: t, Subject: Tournaments, store: store, ctx: t.Context()}, store})
			})
		}
	}
}

// testCase tests one requirement about tournaments.
type testCase struct {
	name string
	run  func(*testRun)
}

// testRun is a running test.
type testRun struct {
	*suite[tournament.Event, tournament.ReadRows]
	store TournamentStore
}

// row returns the read row of the tests' tournaments.
func row() tournament.Row {
	return tournament.Row{
		Guild: "guild", Channel: "channel", Name: "Friday Night", Ruleset: "magic", Phase: tournament.Running,
		Round: 2, Players: 16, CreatedAt: noon,
	}
}

// found returns the ids of a list.
func (s *testRun) found(list []stores.Found, err error) []tournament.ID {
	s.Helper()
	s.ok(err)
	ids := make([]tournament.ID, 0, len(list))
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return ids
}

// seat creates a tournament in a channel in which the users occur, the first of them as
// its organiser.
func (s *testRun) seat(guild, channel string, phase tournament.Phase, users ...string) tournament.ID {
	s.Helper()
	c := s.step(s.reserve(), 0)
	c.Read.Row.Guild, c.Read.Row.Channel, c.Read.Row.Phase = guild, channel, phase
	for i, user := range users {
		c.People = append(c.People, tournament.Person{No: i + 1, User: user, Name: "name of " + user})
		if i > 0 {
			c.Read.Players = append(c.Read.Players, tournament.PlayerRow{User: user, Player: i, Status: tournament.Registered})
		}
	}
	s.commit(c)
	return c.Log
}

func listTests() []testCase {
	return []testCase{
		{"lists show the row of the last commit", func(s *testRun) {
			id := s.begin()
			c := s.step(id, 1)
			c.Read.Row = tournament.Row{
				Guild: "guild", Channel: "moved", Name: "Saturday", Ruleset: "riftbound", Phase: tournament.CheckIn,
				Round: 3, Players: 8, CreatedAt: noon.Add(time.Millisecond),
			}
			s.commit(c)
			list, err := s.store.ByGuild(s.ctx, "guild")
			s.ok(err)
			s.same("found", list, []stores.Found{{ID: id, Row: c.Read.Row}})
		}},
		{"tournaments are found by server and person, newest first", func(s *testRun) {
			a := s.seat("g1", "c1", tournament.Running, "ann", "bob")
			b := s.seat("g1", "c2", tournament.Open, "bob")
			c := s.seat("g2", "c1", tournament.Finished, "cid", "ann", "")
			d := s.seat("g1", "c1", tournament.Cancelled, "ann")
			type ids = []tournament.ID
			s.same("g1", s.found(s.store.ByGuild(s.ctx, "g1")), ids{d, b, a})
			s.same("g3", s.found(s.store.ByGuild(s.ctx, "g3")), ids{})
			s.same("ann", s.found(s.store.ByUser(s.ctx, "", "ann")), ids{d, c, a})
			s.same("ann in g1", s.found(s.store.ByUser(s.ctx, "g1", "ann")), ids{d, a})
			s.same("bob in g2", s.found(s.store.ByUser(s.ctx, "g2", "bob")), ids{})
			s.same("guests are nobody", s.found(s.store.ByUser(s.ctx, "", "")), ids{})
		}},
		{"a tournament without new rows is listed as before", func(s *testRun) {
			id := s.begin()
			c := s.step(id, 1)
			c.Read = nil
			s.commit(c)
			list, err := s.store.ByGuild(s.ctx, "guild")
			s.ok(err)
			s.same("found", list, []stores.Found{{ID: id, Row: row()}})
		}},
		{"a person is forgotten where the tournament is over, and only there", func(s *testRun) {
			s.seat("g1", "c", tournament.Finished, "to", "ann", "bob")
			s.seat("g2", "c", tournament.Cancelled, "ann", "bob")
			running := s.seat("g1", "c", tournament.Running, "to", "ann")
			n, err := s.store.Forget(s.ctx, "ann")
			s.ok(err)
			s.same("touched", n, 2)
			s.same("found", s.found(s.store.ByUser(s.ctx, "", "ann")), []tournament.ID{running})
		}},
		{"a person is also the guest whose seat they took", func(s *testRun) {
			id := s.seat("g1", "c", tournament.Finished, "to", "", "ann", "")
			c := s.step(id, 1)
			c.Read.Row.Phase = tournament.Finished
			e := s.event(id, 2)
			e.Kind, e.Event = "seat_claimed", &tournament.SeatClaimed{Player: 1, Guest: 2, Person: 3}
			c.Events = []tournament.Envelope{e}
			c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 2, Body: "a deck handed in for ann"}}
			s.commit(c)
			_, err := s.store.Forget(s.ctx, "ann")
			s.ok(err)
			got := s.load(id).Book
			s.same("people", got.People, numbered.List[tournament.Person]{
				{No: 1, User: "to", Name: "name of to"}, {No: 2, Name: "Player 2"}, {No: 3, Name: "Player 3"}, {No: 4, Name: "name of "},
			})
			s.same("deck", got.Texts, numbered.List[tournament.Text]{{No: 1, Kind: tournament.TextDeck, Person: 2}})
		}},
	}
}

func serverTests() []testCase {
	return []testCase{
		{"a server that set nothing has no settings", func(s *testRun) {
			got, err := s.store.Server(s.ctx, "g1")
			s.ok(err)
			s.same("server", got, stores.Server{Guild: "g1"})
		}},
		{"the last settings of a server count", func(s *testRun) {
			want := stores.Server{
				Guild: "g1", OrganiserRole: "r", TOChannel: "c", TimeZone: "Europe/Berlin",
				Ruleset: "magic",
			}
			for _, put := range []stores.Server{{Guild: "g1", OrganiserRole: "old", TimeZone: "UTC"}, {Guild: "g2"}, want} {
				got, err := s.store.ChangeServer(s.ctx, put.Guild, func(s *stores.Server) { *s = put })
				s.ok(err)
				s.same("changed server", got, put)
			}
			got, err := s.store.Server(s.ctx, "g1")
			s.ok(err)
			s.same("server", got, want)
		}},
		{"the servers that read results from messages are known", func(s *testRun) {
			for guild, on := range map[string]bool{"g1": true, "g2": false, "g3": true} {
				for _, now := range []bool{!on, on} {
					_, err := s.store.ChangeServer(s.ctx, guild, func(s *stores.Server) { s.ChatResults = now })
					s.ok(err)
				}
			}
			got, err := s.store.ReadingChat(s.ctx)
			s.ok(err)
			s.same("servers", got, []string{"g1", "g3"})
		}},
		{"no change of a server's settings undoes another", func(s *testRun) {
			var both sync.WaitGroup
			for i := range 20 {
				both.Go(func() {
					_, err := s.store.ChangeServer(s.ctx, "g1", func(s *stores.Server) { s.Top++; s.Greeted = s.Greeted || i == 7 })
					s.ok(err)
				})
			}
			both.Wait()
			got, err := s.store.Server(s.ctx, "g1")
			s.ok(err)
			s.same("server", got, stores.Server{Guild: "g1", Top: 20, Greeted: true})
		}},
	}
}
