package dbtest

import (
	"context"
	"errors"
	"slices"
	"time"

	"topcut/tournament/journal"
)

func commitTests[E any, R journal.Rows]() []test[E, R] {
	return slices.Concat(logTests[E, R](), bookTests[E, R]())
}

// logTests are about what is written and numbered.
func logTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"a log comes back as it was written", func(s *suite[E, R]) {
			id := s.reserve()
			c := s.step(id, 0)
			c.Events = append(c.Events, s.event(id, 2))
			c.Events[1].Batch, c.Events[1].Actor, c.Events[1].Cause = 1, 0, ""
			c.People = []journal.Person{{No: 1, User: "u1", Name: "Ann 安"}, {No: 2, Name: "a guest"}}
			c.Texts = []journal.Text{{No: 1, Kind: "deck", Person: 1, Body: "4 Island\n\x00"}}
			c.Secret = []byte{0, 1, 2, 255}
			s.commit(c)
			s.same("stored", s.load(id), &journal.Stored[E]{
				Log:  c.Events,
				Book: journal.Book{People: c.People, Texts: c.Texts, Secret: c.Secret},
			})
		}},
		{"a secret that is replaced is gone", func(s *suite[E, R]) {
			id := s.begin()
			for n := range 2 {
				c := s.step(id, int64(n+1))
				c.Secret = []byte{byte(n), 7, 7, 7}
				s.commit(c)
			}
			s.commit(s.step(id, 3)) // a commit without rows leaves them alone
			s.same("secret", s.load(id).Book.Secret, []byte{1, 7, 7, 7})
		}},
		{"what does not exist is not found", func(s *suite[E, R]) {
			_, err := s.store.Load(s.ctx, s.reserve())
			s.is(err, journal.ErrNotFound)
		}},
		{"reserved ids differ", func(s *suite[E, R]) {
			seen := map[journal.ID]bool{0: true}
			for range 20 {
				id := s.reserve()
				if seen[id] {
					s.Fatalf("id %d was given twice", id)
				}
				seen[id] = true
			}
		}},
		{"events are numbered on", func(s *suite[E, R]) {
			id := s.begin()
			s.commit(s.step(id, 1))
			s.commit(s.step(id, 2))
			s.same("log", s.load(id).Log, []journal.Envelope[E]{s.event(id, 1), s.event(id, 2), s.event(id, 3)})
		}},
		{"a commit on an old state is a conflict and writes nothing", conflictWritesNothing[E, R]},
		{"a commit on a state that is yet to come is a conflict", func(s *suite[E, R]) {
			id := s.begin()
			s.is(s.store.Commit(s.ctx, s.step(id, 2)), journal.ErrConflict)
			s.is(s.store.Commit(s.ctx, s.step(id, 0)), journal.ErrConflict)
		}},
		{"events with gaps or of another log are refused", func(s *suite[E, R]) {
			id := s.begin()
			for name, e := range map[string]journal.Envelope[E]{"gap": s.event(id, 3), "twice": s.event(id, 1), "other": s.event(id+1, 2)} {
				c := s.step(id, 1)
				c.Events[0] = e
				if err := s.store.Commit(s.ctx, c); err == nil {
					s.Errorf("%s: accepted", name)
				}
			}
			s.same("log", s.load(id).Log, []journal.Envelope[E]{s.event(id, 1)})
		}},
	}
}

// bookTests are about what is stored beside events, and what stops a commit.
func bookTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"the book can change without an event", func(s *suite[E, R]) {
			id := s.reserve()
			c := s.step(id, 0)
			c.People = []journal.Person{{No: 1, User: "u1", Name: "Ann"}}
			c.Texts = []journal.Text{{No: 1, Kind: "note", Person: 1, Body: "late"}}
			s.commit(c)
			s.commit(&journal.Commit[E, R]{
				Log: id, Expect: 1, Read: s.rows(friday),
				People: []journal.Person{{No: 1, User: "u1", Name: "Anna"}, {No: 2, Name: "Bob"}},
				Texts:  []journal.Text{{No: 1, Kind: "note", Person: 1, Body: "very late"}},
			})
			s.same("book", s.load(id).Book, journal.Book{
				People: []journal.Person{{No: 1, User: "u1", Name: "Anna"}, {No: 2, Name: "Bob"}},
				Texts:  []journal.Text{{No: 1, Kind: "note", Person: 1, Body: "very late"}},
			})
		}},
		{"deadlines are exactly those of the last commit", deadlinesAreExact[E, R]},
		{"no rows leave heading and deadlines alone", func(s *suite[E, R]) {
			id := s.reserve()
			c := s.step(id, 0)
			c.Deadlines = []journal.Deadline{{Key: "start", At: noon}}
			s.commit(c)
			c = s.step(id, 1)
			c.Read = nil
			s.commit(c)
			s.same("deadlines", s.due(noon), []journal.DueDeadline{{Log: s.Kind.Ref(id), Guild: friday.Guild, Deadline: journal.Deadline{Key: "start", At: noon}}})
			s.say(id, 2, journal.Post{Key: "a", Channel: "c"})
			s.same("server", s.post(id, "a").Guild, "guild")
		}},
		{"an interaction takes effect once", func(s *suite[E, R]) {
			id := s.begin()
			c := s.step(id, 1)
			c.Answer = &journal.Answer{Cause: "i1", Body: []byte("done"), At: noon}
			s.commit(c)
			again := s.step(id, 2)
			again.Answer = &journal.Answer{Cause: "i1", Body: []byte("done again"), At: noon}
			s.is(s.store.Commit(s.ctx, again), journal.ErrConflict)
			s.same("answer", s.answer("i1"), []byte("done"))
			s.same("length of the log", len(s.load(id).Log), 2)
		}},
		{"an answer alone can be stored", func(s *suite[E, R]) {
			id := s.begin()
			s.commit(&journal.Commit[E, R]{Log: id, Expect: 1, Answer: &journal.Answer{Cause: "i1", At: noon}})
			if got := s.answer("i1"); got == nil || len(got) != 0 {
				s.Fatalf("answer is %#v, want an empty one that is not nil", got)
			}
			if got := s.answer("i2"); got != nil {
				s.Fatalf("answer to a new interaction is %q, want nil", got)
			}
		}},
		{"a context that has ended stops a commit", func(s *suite[E, R]) {
			id := s.begin()
			ctx, cancel := context.WithCancel(s.ctx)
			cancel()
			s.is(s.store.Commit(ctx, s.step(id, 1)), context.Canceled)
			s.same("length of the log", len(s.load(id).Log), 1)
		}},
		{"an unknown kind of event is refused when it is loaded", func(s *suite[E, R]) {
			id := s.begin()
			c := s.step(id, 1)
			c.Events[0].Kind = "from the future"
			s.commit(c)
			_, err := s.store.Load(s.ctx, id)
			if r, ok := errors.AsType[*journal.Refusal](err); !ok || r.Class != journal.Unsupported {
				s.Fatalf("error is %v, want a refusal", err)
			}
		}},
	}
}

func (s *suite[E, R]) answer(cause string) []byte {
	s.Helper()
	body, err := s.store.Answer(s.ctx, cause)
	s.ok(err)
	return body
}

func (s *suite[E, R]) due(at time.Time) []journal.DueDeadline {
	s.Helper()
	due, err := s.store.DueDeadlines(s.ctx, at, 100)
	s.ok(err)
	return due
}

func conflictWritesNothing[E any, R journal.Rows](s *suite[E, R]) {
	id := s.begin()
	s.commit(s.step(id, 1))
	before := s.load(id)

	late := s.step(id, 1)
	late.People = []journal.Person{{No: 1, User: "u9", Name: "Nobody"}}
	late.Texts = []journal.Text{{No: 1, Kind: "note", Body: "nothing"}}
	late.Read = s.rows(journal.Heading{Guild: "elsewhere", Name: "Another", Over: true})
	late.Deadlines = []journal.Deadline{{Key: "never", At: noon}}
	late.Posts = []journal.Post{{Key: "p", Kind: "note", Channel: "c", Seq: 2}}
	late.Answer = &journal.Answer{Cause: "i1", Body: []byte("no"), At: noon}
	s.is(s.store.Commit(s.ctx, late), journal.ErrConflict)

	s.same("stored", s.load(id), before)
	s.same("deadlines", s.due(noon), []journal.DueDeadline(nil))
	s.same("posts", s.duePosts(noon), []string{})
	s.same("answer", s.answer("i1"), []byte(nil))
	s.say(id, 2, journal.Post{Key: "a", Channel: "c"})
	s.same("server", s.post(id, "a").Guild, "guild")
	// A refused commit can be tried again on the new state.
	late.Expect, late.Events = 3, []journal.Envelope[E]{s.event(id, 4)}
	s.commit(late)
	s.same("answer", s.answer("i1"), []byte("no"))
	s.same("server", s.post(id, "p").Guild, "elsewhere")
}

func deadlinesAreExact[E any, R journal.Rows](s *suite[E, R]) {
	id, other := s.begin(), s.begin()
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	c := s.step(other, 1)
	c.Deadlines = []journal.Deadline{{Key: "r1.time", At: at(3)}}
	s.commit(c)
	for i, deadlines := range [][]journal.Deadline{
		{{Key: "r1.time", At: at(5)}, {Key: "r1.warn.5", At: at(1)}},
		{{Key: "r1.time", At: at(5)}, {Key: "r1.warn.5", At: at(1)}}, // unchanged
		{{Key: "r1.time", At: at(6)}},                                // one moves, one goes
		{{Key: "r1.m1.time", At: at(7)}, {Key: "r1.time", At: at(6)}},
		nil,
	} {
		c := s.step(id, int64(i)+1)
		c.Deadlines = deadlines
		s.commit(c)
		want := []journal.Deadline{}
		for _, d := range s.due(at(60)) {
			if d.Log.ID == id {
				want = append(want, d.Deadline)
			}
		}
		s.same("how many are stored", len(want), len(deadlines))
		for _, d := range deadlines {
			found := false
			for _, w := range want {
				found = found || w == d
			}
			if !found {
				s.Fatalf("commit %d: deadline %v is missing among %v", i, d, want)
			}
		}
	}
	s.same("the other log's", s.due(at(60)), []journal.DueDeadline{{Log: s.Kind.Ref(other), Guild: friday.Guild, Deadline: journal.Deadline{Key: "r1.time", At: at(3)}}})
}
