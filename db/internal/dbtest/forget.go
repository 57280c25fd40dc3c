package dbtest

import (
	"topcut/tournament/journal"
	"topcut/tournament/numbered"
)

func forgetTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"a person is blanked where the log is over, and only there", func(s *suite[E, R]) {
			over, running := s.host("g1", true, "to", "ann", "bob"), s.host("g1", false, "to", "ann")
			c := s.step(over, 1)
			c.Read = s.rows(journal.Heading{Guild: "g1", Over: true})
			c.Texts = []journal.Text{
				{No: 1, Kind: "deck", Person: 2, Body: "ann's deck"},
				{No: 2, Kind: "deck", Person: 3, Body: "bob's deck"},
				{No: 3, Kind: "note", Person: 2, Body: "about ann"},
			}
			c.Answer = &journal.Answer{Cause: "i1", Body: []byte("welcome, ann"), At: noon}
			s.commit(c)
			before := s.load(running)

			n, err := s.store.Forget(s.ctx, "ann")
			s.ok(err)
			s.same("touched", n, 1)
			got := s.load(over)
			s.same("log", got.Log, []journal.Envelope[E]{s.event(over, 1), s.event(over, 2)})
			s.same("people", got.Book.People, numbered.List[journal.Person]{
				{No: 1, User: "to", Name: "name of to"}, {No: 2, Name: "Player 2"}, {No: 3, User: "bob", Name: "name of bob"},
			})
			s.same("texts", got.Book.Texts, numbered.List[journal.Text]{
				{No: 1, Kind: "deck", Person: 2},
				{No: 2, Kind: "deck", Person: 3, Body: "bob's deck"},
				{No: 3, Kind: "note", Person: 2},
			})
			s.same("answer", s.answer("i1"), []byte(nil))
			s.same("the running one", s.load(running), before)

			n, err = s.store.Forget(s.ctx, "ann")
			s.ok(err)
			s.same("touched again", n, 0)
		}},
		{"nobody is not everybody", func(s *suite[E, R]) {
			id := s.host("g1", true, "to", "")
			n, err := s.store.Forget(s.ctx, "")
			s.ok(err)
			s.same("touched", n, 0)
			s.same("guest", s.load(id).Book.People[1].Name, "name of ")
		}},
	}
}
