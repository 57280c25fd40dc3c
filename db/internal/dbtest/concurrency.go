package dbtest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"topcut/tournament/journal"
)

// writers is the number of concurrent goroutines, each the number of operations of each.
const (
	writers = 16
	each    = 10
)

// together runs f concurrently, once per writer.
func (s *suite[E, R]) together(f func(writer int) error) {
	s.Helper()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			if err := f(w); err != nil {
				s.Errorf("writer %d: %v", w, err)
			}
		})
	}
	wg.Wait()
	if s.Failed() {
		s.FailNow()
	}
}

func concurrencyTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"many logs never conflict", func(s *suite[E, R]) {
			var ids [writers]journal.ID
			for w := range ids {
				ids[w] = s.reserve()
			}
			s.together(func(w int) error {
				for seq := range int64(each) {
					c := s.step(ids[w], seq)
					c.Answer = &journal.Answer{Cause: fmt.Sprint(w, "/", seq), Body: []byte("ok"), At: noon}
					if err := s.store.Commit(s.ctx, c); err != nil {
						return err
					}
				}
				return nil
			})
			for w, id := range ids {
				s.same("length of a log", len(s.load(id).Log), each)
				for seq := range each {
					s.same("answer", s.answer(fmt.Sprint(w, "/", seq)), []byte("ok"))
				}
			}
		}},
		{"in one log every conflict is noticed and nothing is lost", func(s *suite[E, R]) {
			id := s.begin()
			var conflicts atomic.Int64
			s.together(func(w int) error {
				for done := 0; done < each; {
					stored, err := s.store.Load(s.ctx, id)
					if err != nil {
						return err
					}
					last := int64(len(stored.Log))
					c := s.step(id, last)
					c.Events[0].Cause = fmt.Sprint(w, "/", done)
					c.Posts = []journal.Post{{Key: c.Events[0].Cause, Kind: "card", Channel: fmt.Sprint(w), Seq: last + 1}}
					switch err := s.store.Commit(s.ctx, c); {
					case err == nil:
						done++
					case errors.Is(err, journal.ErrConflict):
						conflicts.Add(1)
					default:
						return err
					}
				}
				return nil
			})
			log := s.load(id).Log
			s.same("length of the log", len(log), 1+writers*each)
			causes := map[string]int{}
			for i, e := range log {
				s.same("seq", e.Seq, int64(i)+1)
				causes[e.Cause]++
			}
			for w := range writers {
				for done := range each {
					key := fmt.Sprint(w, "/", done)
					s.same("events of "+key, causes[key], 1)
					s.same("wanted", s.post(id, key).Key, key)
				}
			}
			s.Logf("%d conflicts", conflicts.Load())
		}},
		{"the same interaction delivered many times at once takes effect once", func(s *suite[E, R]) {
			for round := range 5 {
				id := s.begin()
				var done atomic.Int64
				s.together(func(w int) error {
					c := s.step(id, 1)
					c.Answer = &journal.Answer{Cause: fmt.Sprint("i", round), Body: []byte(fmt.Sprint(w)), At: noon}
					err := s.store.Commit(s.ctx, c)
					if err == nil {
						done.Add(1)
					}
					if err != nil && !errors.Is(err, journal.ErrConflict) {
						return err
					}
					return nil
				})
				s.same("took effect", done.Load(), int64(1))
				s.same("length of the log", len(s.load(id).Log), 2)
			}
		}},
		{"readers see whole commits", func(s *suite[E, R]) {
			// Each commit adds an event and a person: a reader must never see one without the
			// other.
			id := s.reserve()
			var stop atomic.Bool
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for !stop.Load() {
						stored, err := s.store.Load(s.ctx, id)
						if errors.Is(err, journal.ErrNotFound) {
							continue
						}
						if err != nil {
							s.Error(err)
							return
						}
						if len(stored.Log) != len(stored.Book.People) {
							s.Errorf("%d events and %d people", len(stored.Log), len(stored.Book.People))
							return
						}
					}
				})
			}
			for seq := range int64(50) {
				c := s.step(id, seq)
				c.People = []journal.Person{{No: int(seq) + 1, Name: "somebody"}}
				s.commit(c)
			}
			stop.Store(true)
			wg.Wait()
		}},
	}
}
