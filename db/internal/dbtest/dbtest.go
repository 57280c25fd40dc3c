// Package dbtest is the conformance suite of a store of logs: what the interfaces of
// package journal promise for logs of any kind, and those of package tournament for
// what is read of tournaments, as given, when and then. An implementation runs it from
// its own tests, once for each kind of log:
//
//	dbtest.Run(t, dbtest.Seasons, func(t *testing.T) dbtest.Store[…] { return openMine(t) })
package dbtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// Store is the interface under test for all kinds of logs.
type Store[E, R any] interface {
	journal.Store[E, R]
	journal.Outbox
	journal.Clocks
	journal.Attempts
	journal.People
}

// Subject is a kind of log with which to test a store.
type Subject[E any, R journal.Rows] struct {
	Kind  *journal.LogKind[E, R]
	Event func(n int) E // a valid event that depends on n
	Rows  func(h journal.Heading) R
}

// Tournaments are logs of tournaments.
var Tournaments = Subject[tournament.Event, tournament.ReadRows]{
	Kind:  tournament.Log,
	Event: func(n int) tournament.Event { return &tournament.Announced{Text: n} },
	Rows: func(h journal.Heading) tournament.ReadRows {
		r := row()
		r.Guild, r.Name = h.Guild, h.Name
		if h.Over {
			r.Phase = tournament.Finished
		}
		return tournament.ReadRows{Row: r}
	},
}

// Seasons are logs of seasons.
var Seasons = Subject[season.Fact, season.Read]{
	Kind:  season.Log,
	Event: func(n int) season.Fact { return &season.Adjusted{Member: 1, Points: fraction.Int(int64(n))} },
	Rows:  func(h journal.Heading) season.Read { return season.Read{Guild: h.Guild, Name: h.Name, Closed: h.Over} },
}

// Run runs the suite. open returns a store without logs of the kind and registers its
// cleanup; it is called once per test.
func Run[E any, R journal.Rows](t *testing.T, subject Subject[E, R], open func(t *testing.T) Store[E, R]) {
	for _, group := range []struct {
		name  string
		tests []test[E, R]
	}{
		{"Commit", commitTests[E, R]()},
		{"Outbox", outboxTests[E, R]()},
		{"Deadlines", deadlineTests[E, R]()},
		{"Forget", forgetTests[E, R]()},
		{"Concurrency", concurrencyTests[E, R]()},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, tt := range group.tests {
				t.Run(tt.name, func(t *testing.T) {
					tt.run(&suite[E, R]{T: t, Subject: subject, store: open(t), ctx: t.Context()})
				})
			}
		})
	}
}

// test is one requirement.
type test[E any, R journal.Rows] struct {
	name string
	run  func(*suite[E, R])
}

// suite is a running test.
type suite[E any, R journal.Rows] struct {
	*testing.T
	Subject[E, R]
	store Store[E, R]
	ctx   context.Context
}

// noon is the time of all events.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// friday is the heading of the tests' logs.
var friday = journal.Heading{Guild: "guild", Name: "Friday Night"}

// event returns event seq of a log.
func (s *suite[E, R]) event(id journal.ID, seq int64) journal.Envelope[E] {
	e := s.Event(int(seq))
	return journal.Envelope[E]{
		Log: id, Seq: seq, Batch: seq, Time: noon.Add(time.Duration(seq) * time.Millisecond), Actor: 1,
		Cause: "cause", Kind: s.Kind.Events.NameOf(e), Version: 1, Event: e,
	}
}

// step returns a commit of one event after expect.
func (s *suite[E, R]) step(id journal.ID, expect int64) *journal.Commit[E, R] {
	return &journal.Commit[E, R]{Log: id, Expect: expect, Events: []journal.Envelope[E]{s.event(id, expect+1)}, Read: s.rows(friday)}
}

func (s *suite[E, R]) rows(h journal.Heading) *R {
	r := s.Rows(h)
	return &r
}

// host creates a log of a server in which the users occur.
func (s *suite[E, R]) host(guild string, over bool, users ...string) journal.ID {
	s.Helper()
	c := s.step(s.reserve(), 0)
	c.Read = s.rows(journal.Heading{Guild: guild, Name: friday.Name, Over: over})
	for i, user := range users {
		c.People = append(c.People, journal.Person{No: i + 1, User: user, Name: "name of " + user})
	}
	s.commit(c)
	return c.Log
}

func (s *suite[E, R]) reserve() journal.ID {
	s.Helper()
	id, err := s.store.Reserve(s.ctx)
	s.ok(err)
	return id
}

// begin creates a log with one event.
func (s *suite[E, R]) begin() journal.ID {
	s.Helper()
	id := s.reserve()
	s.commit(s.step(id, 0))
	return id
}

func (s *suite[E, R]) commit(c *journal.Commit[E, R]) {
	s.Helper()
	s.ok(s.store.Commit(s.ctx, c))
}

func (s *suite[E, R]) load(id journal.ID) *journal.Stored[E] {
	s.Helper()
	stored, err := s.store.Load(s.ctx, id)
	s.ok(err)
	return stored
}

func (s *suite[E, R]) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite[E, R]) is(err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Fatalf("error is %v, want %v", err, want)
	}
}

// same compares values; nil and empty slices are equal.
func (s *suite[E, R]) same(what string, got, want any) {
	s.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		s.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}
