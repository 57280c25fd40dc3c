package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/tournament/journal"
)

// shelf is a store in memory that keeps events as bytes, as a database does.
type shelf struct {
	mu      sync.Mutex
	logs    map[journal.ID][]envelope
	data    map[journal.ID][]string
	books   map[journal.ID]journal.Book
	answers map[string][]byte
	last    *journal.Commit[fact, string]
}

func newShelf() *shelf {
	return &shelf{logs: map[journal.ID][]envelope{}, data: map[journal.ID][]string{}, books: map[journal.ID]journal.Book{}, answers: map[string][]byte{}}
}

func (s *shelf) Reserve(context.Context) (journal.ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := journal.ID(len(s.logs) + 1)
	s.logs[id] = nil
	return id, nil
}

func (s *shelf) Load(_ context.Context, id journal.ID) (*journal.Stored[fact], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.logs[id]) == 0 {
		return nil, journal.ErrNotFound
	}
	book := s.books[id]
	out := &journal.Stored[fact]{Log: slices.Clone(s.logs[id]), Book: *book.Clone()}
	for i := range out.Log {
		if err := kinds.Decode(&out.Log[i], []byte(s.data[id][i])); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *shelf) Answer(_ context.Context, cause string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers[cause], nil
}

func (s *shelf) Commit(_ context.Context, c *journal.Commit[fact, string]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if int64(len(s.logs[c.Log])) != c.Expect || c.Answer != nil && s.answers[c.Answer.Cause] != nil {
		return journal.ErrConflict
	}
	for i := range c.Events {
		data, err := c.Events[i].Encode()
		if err != nil {
			return err
		}
		s.data[c.Log] = append(s.data[c.Log], string(data))
	}
	s.logs[c.Log] = append(s.logs[c.Log], c.Events...)
	book := s.books[c.Log]
	for _, p := range c.People {
		book.People = append(book.People[:p.No-1], p)
	}
	s.books[c.Log] = book
	if c.Answer != nil {
		s.answers[c.Answer.Cause] = c.Answer.Body
	}
	s.last = c
	return nil
}

// club is a season under a director.
type club struct {
	*testing.T
	director *journal.Director[*season, fact, command, string]
	store    *shelf
	id       journal.ID
	causes   int
}

func newClub(t *testing.T) *club {
	store := newShelf()
	c := &club{T: t, store: store, director: journal.NewDirector(journal.Config[*season, fact, command, string]{
		Domain: seasons{}, Store: store, Now: func() time.Time { return time.Unix(1_800_000_000, 0) },
	})}
	out, err := c.director.Create(t.Context(), request{Actor: journal.Actor{User: "organiser"}, Cause: "create", Command: func(d *decision) error {
		return d.Emit(&began{Name: "Winter"})
	}})
	if err != nil {
		t.Fatal(err)
	}
	c.id = out.ID
	return c
}

func (c *club) try(do command) error {
	c.causes++
	_, err := c.director.Do(c.Context(), c.id, request{Actor: journal.Actor{User: "organiser", Name: "Organiser"}, Cause: fmt.Sprint("i", c.causes), Command: do})
	return err
}

func (c *club) do(commands ...command) {
	c.Helper()
	for _, do := range commands {
		if err := c.try(do); err != nil {
			c.Fatal(err)
		}
	}
}

func (c *club) state() *season {
	c.Helper()
	s, err := c.director.Snapshot(c.Context(), c.id)
	if err != nil {
		c.Fatal(err)
	}
	return s.State
}

// A season has nothing of an event but the journal: what is decided is kept, read
// back and undone all the same.
func TestALogOfSomethingElseIsKeptTheSame(t *testing.T) {
	c := newClub(t)
	c.do(enter("ann"), both(enter("ben"), score(2, 25)), score(1, 15))
	if s := c.state(); !slices.Equal(s.points, []int{15, 25}) || c.store.last.Read == nil || *c.store.last.Read != "Winter" || len(c.store.last.Deadlines) != 1 {
		t.Errorf("the season stands at %v; stored with it were %v and %v", s.points, c.store.last.Read, c.store.last.Deadlines)
	}
	c.director.Forgotten(c.id) // from the store again
	if s := c.state(); !slices.Equal(s.points, []int{15, 25}) || s.seq != 5 {
		t.Errorf("read back, it stands at %v after event %d", s.points, s.seq)
	}
	c.do(undo(5, false))
	if s := c.state(); !slices.Equal(s.points, []int{0, 25}) {
		t.Errorf("after the undo it stands at %v", s.points)
	}
	if err := c.try(undo(5, false)); journal.ClassOf(err) != journal.NoChange {
		t.Errorf("undone twice: %v", err)
	}
	c.do(score(2, 10))
	if err := c.try(undo(3, false)); journal.ClassOf(err) != journal.NeedsForce || !strings.Contains(fmt.Sprint(err), string(unknownPlayer)) {
		t.Errorf("an undo under which a later event would not hold: %v", err)
	}
	c.do(undo(3, true))
	if s := c.state(); len(s.players) != 1 {
		t.Errorf("%d players are left", len(s.players))
	}
}

// A command that is refused half way leaves no trace, neither of its events nor of
// the people it wrote down.
func TestARefusedCommandLeavesNoTrace(t *testing.T) {
	c := newClub(t)
	before, err := c.director.Snapshot(t.Context(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.try(both(enter("ann"), score(7, 1))); journal.ClassOf(err) != journal.NotFound {
		t.Errorf("the refusal is %v", err)
	}
	after, err := c.director.Snapshot(t.Context(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	if after != before || len(c.store.logs[c.id]) != 1 || len(after.Book.People) != 1 {
		t.Errorf("%d events and %v are left", len(c.store.logs[c.id]), after.Book.People)
	}
	// An attempt that fails inside a command that goes on is no part of it.
	c.do(func(d *decision) error {
		if err := d.Attempt(both(enter("ann"), score(7, 1))); err == nil {
			t.Error("the attempt is not refused")
		}
		return d.Emit(&entered{Person: d.PersonFor("ben", "ben")})
	})
	if s := c.state(); len(s.players) != 1 || s.seq != 2 {
		t.Errorf("%d players after event %d", len(s.players), s.seq)
	}
}

func TestTheSameInteractionTakesEffectOnceInAnyLog(t *testing.T) {
	c := newClub(t)
	req := request{Actor: journal.Actor{User: "ann"}, Cause: "press", Command: enter("ann"), Answer: func(_, _ *snapshot, _ []envelope) ([]byte, error) {
		return []byte("in"), nil
	}}
	for i := range 3 {
		out, err := c.director.Do(t.Context(), c.id, req)
		if err != nil || string(out.Answer) != "in" || out.Repeated != (i > 0) {
			t.Fatalf("delivery %d: %+v, %v", i+1, out, err)
		}
		if out.After == nil || len(out.After.State.players) != 1 { // what the first delivery did
			t.Errorf("delivery %d finds another log", i+1)
		}
	}
	if s := c.state(); len(s.players) != 1 {
		t.Errorf("%d players", len(s.players))
	}
}

// A decision on what has meanwhile grown is made again on what there is.
func TestADecisionOnAnOldLogIsMadeAgain(t *testing.T) {
	c := newClub(t)
	c.do(enter("ann"))
	other := journal.NewDirector(journal.Config[*season, fact, command, string]{
		Domain: seasons{}, Store: c.store, Now: func() time.Time { return time.Unix(1_800_000_000, 0) },
	})
	if _, err := other.Snapshot(t.Context(), c.id); err != nil {
		t.Fatal(err)
	}
	c.do(enter("ben"))
	if _, err := other.Do(t.Context(), c.id, request{Actor: journal.Actor{User: "cy"}, Cause: "x", Command: enter("cy")}); err != nil {
		t.Fatal(err)
	}
	s, err := other.Snapshot(t.Context(), c.id)
	if err != nil || len(s.State.players) != 3 {
		t.Errorf("%d players are in, %v", len(s.State.players), err)
	}
}

// Decisions on one snapshot do not see each other, whichever comes first.
func TestDecisionsOnOneSnapshotHaveLogsOfTheirOwn(t *testing.T) {
	c := newClub(t)
	c.do(enter("ann"))
	before, err := c.director.Snapshot(t.Context(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	on := func(s *snapshot, points int) *snapshot {
		t.Helper()
		after, _, err := journal.Decide(seasons{}, s, request{Command: score(1, points)}, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return after
	}
	first, second := on(before, 10), on(before, 20)
	both := []*snapshot{on(first, 11), on(second, 21), on(first, 12)}
	for i, want := range [][]int{{10, 11}, {20, 21}, {10, 12}} {
		var got []int
		for _, e := range both[i].Log[len(before.Log):] {
			got = append(got, e.Event.(*scored).Points)
		}
		if !slices.Equal(got, want) {
			t.Errorf("decision %d left the points %v, want %v", i+1, got, want)
		}
	}
}

// Whatever this program would not understand whole, it does not read at all.
func TestALogIsReadStrictly(t *testing.T) {
	whole := `{"seq":1,"batch":1,"time":5,"kind":"began","version":1,"data":{"name":"Winter"}}`
	log, err := kinds.Read(7, []byte("["+whole+"]"))
	if err != nil || len(log) != 1 || log[0].Log != 7 || log[0].Event.(*began).Name != "Winter" {
		t.Fatalf("%+v, %v", log, err)
	}
	if again, err := json.Marshal(log); err != nil || string(again) != "["+whole+"]" {
		t.Errorf("written as %s, %v", again, err)
	}
	for name, bad := range map[string]string{
		"kind": strings.Replace(whole, "began", "begun", 1), "version": strings.Replace(whole, `"version":1`, `"version":2`, 1),
		"field": strings.Replace(whole, `"name"`, `"title"`, 1), "more": strings.Replace(whole, `"Winter"`, `"Winter","of":1`, 1),
		"line": strings.Replace(whole, `"seq":1`, `"seq":1,"who":2`, 1), "type": strings.Replace(whole, `"Winter"`, "5", 1),
	} {
		if log, err := kinds.Read(1, []byte("["+bad+"]")); err == nil {
			t.Errorf("another %s is read as %+v", name, log[0].Event)
		} else if _, refused := errors.AsType[*journal.Refusal](err); name == "kind" && !refused {
			t.Errorf("another kind: %v", err)
		}
	}
	for name, seqs := range map[string][]int64{"gap": {1, 3}, "twice": {1, 1}, "late": {2}} {
		var log []envelope
		for _, seq := range seqs {
			e := envelope{Seq: seq, Event: &entered{Person: 1}}
			if seq == 1 && len(log) == 0 {
				e.Event = &began{}
			}
			log = append(log, e)
		}
		if _, err := journal.Fold(seasons{}, 1, log); journal.ClassOf(err) != journal.Corrupt {
			t.Errorf("a log with a %s folds: %v", name, err)
		}
	}
}
