// Package dbtest is the conformance suite of a store of tournaments: what the
// interfaces of package tournament promise, as given, when and then. Whoever
// implements them runs it from a test of their own:
//
//	dbtest.Run(t, func(t *testing.T) dbtest.Store { return openMine(t) })
package dbtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament"
)

// Store is everything a bot asks of its store.
type Store interface {
	tournament.Store
	tournament.Outbox
	tournament.Clocks
	tournament.Index
	tournament.Servers
	tournament.People
}

// Run runs the suite. open returns an empty store and cleans up after itself;
// it is called once for each test.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, group := range []struct {
		name  string
		tests []test
	}{
		{"Commit", commitTests()},
		{"Outbox", outboxTests()},
		{"Lists", listTests()},
		{"Servers", serverTests()},
		{"Forget", forgetTests()},
		{"Concurrency", concurrencyTests()},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, tt := range group.tests {
				t.Run(tt.name, func(t *testing.T) { tt.run(&suite{T: t, store: open(t), ctx: t.Context()}) })
			}
		})
	}
}

// test is one promise.
type test struct {
	name string
	run  func(*suite)
}

// suite is one test under way.
type suite struct {
	*testing.T
	store Store
	ctx   context.Context
}

// noon is when everything happens.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// event returns event seq of a tournament, an announcement of text seq.
func event(id tournament.ID, seq int64) tournament.Envelope {
	return tournament.Envelope{
		Log: id, Seq: seq, Batch: seq, Time: noon.Add(time.Duration(seq) * time.Millisecond), Actor: 1,
		Cause: "cause", Kind: "announced", Version: 1, Event: &tournament.Announced{Text: int(seq)},
	}
}

// row is the read row that the tests' tournaments have.
func row() tournament.Row {
	return tournament.Row{
		Guild: "guild", Channel: "channel", Name: "Friday Night", Ruleset: "magic", Phase: tournament.Running,
		Round: 2, Players: 16, CreatedAt: noon,
	}
}

// step returns a commit of one event after expect.
func step(id tournament.ID, expect int64) *tournament.Commit {
	return &tournament.Commit{Log: id, Expect: expect, Events: []tournament.Envelope{event(id, expect+1)}, Read: &tournament.ReadRows{Row: row()}}
}

func (s *suite) reserve() tournament.ID {
	s.Helper()
	id, err := s.store.Reserve(s.ctx)
	s.ok(err)
	return id
}

// begin returns a new tournament with one event in its log.
func (s *suite) begin() tournament.ID {
	s.Helper()
	id := s.reserve()
	s.commit(step(id, 0))
	return id
}

func (s *suite) commit(c *tournament.Commit) {
	s.Helper()
	s.ok(s.store.Commit(s.ctx, c))
}

func (s *suite) load(id tournament.ID) *tournament.Stored {
	s.Helper()
	stored, err := s.store.Load(s.ctx, id)
	s.ok(err)
	return stored
}

func (s *suite) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) is(err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Fatalf("error is %v, want %v", err, want)
	}
}

// same compares; nil and empty slices are the same.
func (s *suite) same(what string, got, want any) {
	s.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		s.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}
