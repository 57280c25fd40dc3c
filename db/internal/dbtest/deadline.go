package dbtest

import (
	"time"

	"topcut/tournament/journal"
)

func deadlineTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"deadlines are due oldest first, up to now", func(s *suite[E, R]) {
			a, b := s.begin(), s.begin()
			at := func(ms int) time.Time { return noon.Add(time.Duration(ms) * time.Millisecond) }
			c := s.step(a, 1)
			c.Deadlines = []journal.Deadline{{Key: "late", At: at(30)}, {Key: "soon", At: at(10)}}
			s.commit(c)
			c = s.step(b, 1)
			c.Deadlines = []journal.Deadline{{Key: "soon", At: at(20)}}
			s.commit(c)
			all := []journal.DueDeadline{
				{Log: s.Kind.Ref(a), Guild: friday.Guild, Deadline: journal.Deadline{Key: "soon", At: at(10)}},
				{Log: s.Kind.Ref(b), Guild: friday.Guild, Deadline: journal.Deadline{Key: "soon", At: at(20)}},
				{Log: s.Kind.Ref(a), Guild: friday.Guild, Deadline: journal.Deadline{Key: "late", At: at(30)}},
			}
			for n, now := range []int{9, 19, 29, 30} {
				s.same("due", s.due(at(now)), all[:n])
			}
			two, err := s.store.DueDeadlines(s.ctx, at(30), 2)
			s.ok(err)
			s.same("two", two, all[:2])
		}},
	}
}
