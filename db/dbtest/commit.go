package dbtest

import (
	"context"
	"errors"
	"time"

	"topcut/tournament"
)

func commitTests() []test {
	return []test{
		{"a tournament comes back as it was written", func(s *suite) {
			id := s.reserve()
			c := step(id, 0)
			c.Events = append(c.Events, event(id, 2))
			c.Events[1].Batch, c.Events[1].Actor, c.Events[1].Cause = 1, 0, ""
			c.People = []tournament.Person{{No: 1, User: "u1", Name: "Ann 安"}, {No: 2, Name: "a guest"}}
			c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 1, Body: "4 Island\n\x00"}}
			c.Secret = []byte{0, 1, 2, 255}
			s.commit(c)
			s.same("stored", s.load(id), &tournament.Stored{
				Log:  c.Events,
				Book: tournament.Book{People: c.People, Texts: c.Texts, Secret: c.Secret},
			})
		}},
		{"what does not exist is not found", func(s *suite) {
			_, err := s.store.Load(s.ctx, s.reserve())
			s.is(err, tournament.ErrNotFound)
		}},
		{"reserved ids differ", func(s *suite) {
			seen := map[tournament.ID]bool{0: true}
			for range 20 {
				id := s.reserve()
				if seen[id] {
					s.Fatalf("id %d was given twice", id)
				}
				seen[id] = true
			}
		}},
		{"events are numbered on", func(s *suite) {
			id := s.begin()
			s.commit(step(id, 1))
			s.commit(step(id, 2))
			s.same("log", s.load(id).Log, []tournament.Envelope{event(id, 1), event(id, 2), event(id, 3)})
		}},
		{"a commit on an old state is a conflict and writes nothing", conflictWritesNothing},
		{"a commit on a state that is yet to come is a conflict", func(s *suite) {
			id := s.begin()
			s.is(s.store.Commit(s.ctx, step(id, 2)), tournament.ErrConflict)
			s.is(s.store.Commit(s.ctx, step(id, 0)), tournament.ErrConflict)
		}},
		{"events with gaps or of another tournament are refused", func(s *suite) {
			id := s.begin()
			for name, e := range map[string]tournament.Envelope{"gap": event(id, 3), "twice": event(id, 1), "other": event(id+1, 2)} {
				c := step(id, 1)
				c.Events[0] = e
				if err := s.store.Commit(s.ctx, c); err == nil {
					s.Errorf("%s: accepted", name)
				}
			}
			s.same("log", s.load(id).Log, []tournament.Envelope{event(id, 1)})
		}},
		{"the book can change without an event", func(s *suite) {
			id := s.reserve()
			c := step(id, 0)
			c.People = []tournament.Person{{No: 1, User: "u1", Name: "Ann"}}
			c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextNote, Person: 1, Body: "late"}}
			s.commit(c)
			s.commit(&tournament.Commit{
				Log: id, Expect: 1, Read: &tournament.ReadRows{Row: row()},
				People: []tournament.Person{{No: 1, User: "u1", Name: "Anna"}, {No: 2, Name: "Bob"}},
				Texts:  []tournament.Text{{No: 1, Kind: tournament.TextNote, Person: 1, Body: "very late"}},
			})
			s.same("book", s.load(id).Book, tournament.Book{
				People: []tournament.Person{{No: 1, User: "u1", Name: "Anna"}, {No: 2, Name: "Bob"}},
				Texts:  []tournament.Text{{No: 1, Kind: tournament.TextNote, Person: 1, Body: "very late"}},
			})
		}},
		{"deadlines are exactly those of the last commit", deadlinesAreExact},
		{"no read rows leave row and deadlines alone", func(s *suite) {
			id := s.reserve()
			c := step(id, 0)
			c.Deadlines = []tournament.Deadline{{Key: "start", At: noon}}
			s.commit(c)
			c = step(id, 1)
			c.Read = nil
			s.commit(c)
			s.same("deadlines", s.due(noon), []tournament.DueDeadline{{Tournament: id, Deadline: tournament.Deadline{Key: "start", At: noon}}})
			found, err := s.store.ByGuild(s.ctx, "guild")
			s.ok(err)
			s.same("found", found, []tournament.Found{{ID: id, Row: row()}})
		}},
		{"an interaction takes effect once", func(s *suite) {
			id := s.begin()
			c := step(id, 1)
			c.Answer = &tournament.Answer{Cause: "i1", Body: []byte("done"), At: noon}
			s.commit(c)
			again := step(id, 2)
			again.Answer = &tournament.Answer{Cause: "i1", Body: []byte("done again"), At: noon}
			s.is(s.store.Commit(s.ctx, again), tournament.ErrConflict)
			s.same("answer", s.answer("i1"), []byte("done"))
			s.same("length of the log", len(s.load(id).Log), 2)
		}},
		{"an answer alone can be stored", func(s *suite) {
			id := s.begin()
			s.commit(&tournament.Commit{Log: id, Expect: 1, Answer: &tournament.Answer{Cause: "i1", At: noon}})
			if got := s.answer("i1"); got == nil || len(got) != 0 {
				s.Fatalf("answer is %#v, want an empty one that is not nil", got)
			}
			if got := s.answer("i2"); got != nil {
				s.Fatalf("answer to a new interaction is %q, want nil", got)
			}
		}},
		{"a context that has ended stops a commit", func(s *suite) {
			id := s.begin()
			ctx, cancel := context.WithCancel(s.ctx)
			cancel()
			s.is(s.store.Commit(ctx, step(id, 1)), context.Canceled)
			s.same("length of the log", len(s.load(id).Log), 1)
		}},
		{"an unknown kind of event is refused when it is loaded", func(s *suite) {
			id := s.begin()
			c := step(id, 1)
			c.Events[0].Kind = "from the future"
			s.commit(c)
			_, err := s.store.Load(s.ctx, id)
			if r, ok := errors.AsType[*tournament.Refusal](err); !ok || r.Class != tournament.Unsupported {
				s.Fatalf("error is %v, want a refusal", err)
			}
		}},
	}
}

func (s *suite) answer(cause string) []byte {
	s.Helper()
	body, err := s.store.Answer(s.ctx, cause)
	s.ok(err)
	return body
}

func (s *suite) due(at time.Time) []tournament.DueDeadline {
	s.Helper()
	due, err := s.store.DueDeadlines(s.ctx, at, 100)
	s.ok(err)
	return due
}

func conflictWritesNothing(s *suite) {
	id := s.begin()
	s.commit(step(id, 1))
	before := s.load(id)

	late := step(id, 1)
	late.People = []tournament.Person{{No: 1, User: "u9", Name: "Nobody"}}
	late.Texts = []tournament.Text{{No: 1, Kind: tournament.TextNote, Body: "nothing"}}
	late.Read.Row.Name, late.Read.Row.Guild = "Another", "elsewhere"
	late.Deadlines = []tournament.Deadline{{Key: "never", At: noon}}
	late.Posts = []tournament.Post{{Key: "p", Kind: "note", Channel: "c", Seq: 2}}
	late.Answer = &tournament.Answer{Cause: "i1", Body: []byte("no"), At: noon}
	s.is(s.store.Commit(s.ctx, late), tournament.ErrConflict)

	s.same("stored", s.load(id), before)
	s.same("deadlines", s.due(noon), []tournament.DueDeadline(nil))
	s.same("posts", s.duePosts(noon), []string{})
	s.same("answer", s.answer("i1"), []byte(nil))
	for _, guild := range []string{"guild", "elsewhere"} {
		found, err := s.store.ByGuild(s.ctx, guild)
		s.ok(err)
		for _, f := range found {
			s.same("row", f.Row, row())
		}
	}
	// What was refused can be tried again on the new state.
	late.Expect, late.Events = 2, []tournament.Envelope{event(id, 3)}
	s.commit(late)
	s.same("answer", s.answer("i1"), []byte("no"))
}

func deadlinesAreExact(s *suite) {
	id, other := s.begin(), s.begin()
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	c := step(other, 1)
	c.Deadlines = []tournament.Deadline{{Key: "r1.time", At: at(3)}}
	s.commit(c)
	for i, deadlines := range [][]tournament.Deadline{
		{{Key: "r1.time", At: at(5)}, {Key: "r1.warn.5", At: at(1)}},
		{{Key: "r1.time", At: at(5)}, {Key: "r1.warn.5", At: at(1)}}, // the same again
		{{Key: "r1.time", At: at(6)}},                                // one moves, one goes
		{{Key: "r1.m1.time", At: at(7)}, {Key: "r1.time", At: at(6)}},
		nil,
	} {
		c := step(id, int64(i)+1)
		c.Deadlines = deadlines
		s.commit(c)
		want := []tournament.Deadline{}
		for _, d := range s.due(at(60)) {
			if d.Tournament == id {
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
	s.same("the other tournament's", s.due(at(60)), []tournament.DueDeadline{{Tournament: other, Deadline: tournament.Deadline{Key: "r1.time", At: at(3)}}})
}
