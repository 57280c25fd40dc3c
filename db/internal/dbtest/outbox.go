package dbtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"topcut/tournament/journal"
)

// duePosts returns the keys of the due posts.
func (s *suite[E, R]) duePosts(now time.Time) []string {
	s.Helper()
	due, err := s.store.DuePosts(s.ctx, now, now.Add(-time.Minute), 100, journal.Skip{})
	s.ok(err)
	keys := make([]string, 0, len(due))
	for _, o := range due {
		keys = append(keys, o.Key)
	}
	return keys
}

// say commits posts after expect.
func (s *suite[E, R]) say(id journal.ID, expect int64, posts ...journal.Post) {
	s.Helper()
	c := s.step(id, expect)
	for i := range posts {
		posts[i].Kind, posts[i].Seq = "card", expect+1
	}
	c.Posts = posts
	s.commit(c)
}

// post returns the row of a post.
func (s *suite[E, R]) post(id journal.ID, key string) journal.OutboxRow {
	s.Helper()
	o, err := s.store.Post(s.ctx, id, key)
	s.ok(err)
	return o
}

// posted records that a post was sent and shows seq.
func (s *suite[E, R]) posted(id journal.ID, key string, seq int64) {
	s.Helper()
	o := s.post(id, key)
	s.ok(s.store.Posted(s.ctx, o.ID, cmp.Or(o.Channel, "thread"), "message", seq, time.Time{}))
}

func outboxTests[E any, R journal.Rows]() []test[E, R] {
	return slices.Concat(rowTests[E, R](), livingTests[E, R](), seriesTests[E, R](), channelTests[E, R](), attemptTests[E, R](), againTests[E, R]())
}

// rowTests are about the row of a post and its edits.
func rowTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"a post is a row until it is sent", func(s *suite[E, R]) {
			id := s.begin()
			c := s.step(id, 1)
			c.Posts = []journal.Post{{Key: "r1.m3", Kind: "card", Channel: "c1", Round: 1, Match: 3, Page: 2, Seq: 2, Pings: true}}
			s.commit(c)
			due, err := s.store.DuePosts(s.ctx, noon, noon, 10, journal.Skip{})
			s.ok(err)
			want := journal.OutboxRow{Log: s.Kind.Ref(id), Post: c.Posts[0], Want: 2, Guild: "guild"}
			if len(due) == 1 {
				want.ID = due[0].ID
			}
			s.same("due", due, []journal.OutboxRow{want})

			s.ok(s.store.BeginPost(s.ctx, want.ID, noon, ""))
			s.ok(s.store.Posted(s.ctx, want.ID, "c1", "m1", 2, time.Time{}))
			s.ok(s.store.Threaded(s.ctx, want.ID, "t1"))
			s.same("due", s.duePosts(noon), []string{})
			want.Shown, want.Place, want.Message, want.Thread = 2, "c1", "m1", "t1"
			s.same("row", s.post(id, "r1.m3"), want)
		}},
		{"what is not there is not found", func(s *suite[E, R]) {
			_, err := s.store.Post(s.ctx, s.begin(), "nothing")
			s.is(err, journal.ErrNotFound)
			s.is(s.store.BeginPost(s.ctx, 99, noon, ""), journal.ErrNotFound)
			s.is(s.store.Posted(s.ctx, 99, "c", "m", 1, noon), journal.ErrNotFound)
			s.is(s.store.Threaded(s.ctx, 99, "t"), journal.ErrNotFound)
			s.is(s.store.RevivePost(s.ctx, 99, true), journal.ErrNotFound)
			s.is(s.store.KillPost(s.ctx, 99, "gone"), journal.ErrNotFound)
		}},
		{"edits that pile up become one", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"})
			s.posted(id, "a", 2)
			for seq := int64(2); seq < 6; seq++ {
				s.changed(id, seq, "a")
			}
			s.same("due", s.duePosts(noon), []string{"a"})
			s.same("wanted", s.post(id, "a").Want, int64(6))
			s.posted(id, "a", 4)
			s.same("due while more is wanted", s.duePosts(noon), []string{"a"})
			s.posted(id, "a", 6)
			s.same("due", s.duePosts(noon), []string{})
		}},
		{"the same post asked for again is an edit", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"})
			s.posted(id, "a", 2)
			s.say(id, 2, journal.Post{Key: "a", Channel: "c"})
			o := s.post(id, "a")
			s.same("wanted and shown", []int64{o.Want, o.Shown}, []int64{3, 2})
			s.same("due", s.duePosts(noon), []string{"a"})
		}},
		{"a log that moves takes along what waits and posts again what is pressed", func(s *suite[E, R]) {
			id, other := s.begin(), s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"}, journal.Post{Key: "x", Channel: "d"})
			s.say(other, 1, journal.Post{Key: "z", Channel: "c"})
			s.posted(id, "a", 2)
			s.ok(s.store.BeginPost(s.ctx, s.post(id, "b").ID, noon, ""))
			s.say(id, 2, journal.Post{Leaves: "c", Channel: "n"}, journal.Post{Key: "a", Leaves: "c", Channel: "n"},
				journal.Post{Key: "b", Leaves: "c", Channel: "n"}, journal.Post{Key: "x", Leaves: "c", Channel: "n"})
			s.same("due", s.duePosts(noon), []string{"a", "x", "z", "a.left.3"})
			a, b, left := s.post(id, "a"), s.post(id, "b"), s.post(id, "a.left.3")
			s.same("channels", []string{a.Channel, b.Channel, s.post(id, "x").Channel, s.post(other, "z").Channel}, []string{"n", "n", "d", "c"})
			s.same("posted anew", []string{a.Message, b.Message, left.Message, left.Place, string(left.Kind)}, []string{"", "", "message", "c", string(journal.LeftBehind)})
			s.same("begun", b.Began.IsZero(), true)
			s.posted(id, "a", 3)
			s.say(id, 3, journal.Post{Leaves: "n", Channel: "c"}, journal.Post{Key: "a", Leaves: "n", Channel: "c"})
			s.same("back where it was", s.duePosts(noon), []string{"a", "b", "x", "a.left.4"})
			s.same("the old message", s.post(id, "a").Message, "message")
			_, err := s.store.Post(s.ctx, id, "a.left.3")
			s.is(err, journal.ErrNotFound)

			s.ok(s.store.Posted(s.ctx, b.ID, "n", "late", 4, time.Time{})) // sent before the event moved
			b, left = s.post(id, "b"), s.post(id, "b.left.late")
			s.same("a message that came late", []string{b.Channel, b.Message, left.Place, left.Message}, []string{"c", "", "n", "late"})
		}},
	}
}

// hashes returns the hashes of the posts of a log that a change reaches, by key.
func (s *suite[E, R]) hashes(id journal.ID, reach journal.Reach) map[string]string {
	s.Helper()
	rows, err := s.store.Living(s.ctx, id, reach)
	s.ok(err)
	out := map[string]string{}
	for _, o := range rows {
		out[o.Key] = o.Hash
	}
	return out
}

// changed commits an event after expect that shows in some of the posts that stand.
func (s *suite[E, R]) changed(id journal.ID, expect int64, keys ...string) {
	s.Helper()
	s.say(id, expect)
	all := journal.Reach{AllMatches: true}
	rows, err := s.store.Living(s.ctx, id, all)
	s.ok(err)
	hashes := map[int64]string{}
	for _, o := range rows {
		if !slices.Contains(keys, o.Key) {
			hashes[o.ID] = o.Hash
		}
	}
	s.ok(s.store.Looked(s.ctx, id, expect+1, all, hashes))
}

// grown returns the log among those that have grown, with a zero Seq if it is not.
func (s *suite[E, R]) grown(id journal.ID) (found journal.Growth) {
	s.Helper()
	all, err := s.store.Grown(s.ctx)
	s.ok(err)
	for _, g := range all {
		if g.Log.ID == id {
			found = g
		}
	}
	return found
}

// livingTests are about posts that stand and are compared with their log.
func livingTests[E any, R journal.Rows]() []test[E, R] {
	all := journal.Reach{AllMatches: true}
	return []test[E, R]{
		{"a post that shows something else is due", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"}, journal.Post{Key: "waits", Channel: "c"})
			for _, key := range []string{"a", "b"} {
				s.ok(s.store.BeginPost(s.ctx, s.post(id, key).ID, noon, "old "+key))
				s.posted(id, key, 2)
			}
			s.same("grown", s.grown(id), journal.Growth{Log: s.Kind.Ref(id), Seq: 2})
			s.same("hashes", s.hashes(id, all), map[string]string{"a": "old a", "b": "old b"})
			a, b := s.post(id, "a").ID, s.post(id, "b").ID
			s.ok(s.store.Looked(s.ctx, id, 2, all, map[int64]string{a: "old a", b: "old b"}))
			s.same("grown", s.grown(id), journal.Growth{})
			s.say(id, 2)
			s.same("grown", s.grown(id), journal.Growth{Log: s.Kind.Ref(id), Seq: 3, Looked: 2})
			s.ok(s.store.KillPost(s.ctx, b, "403"))
			s.ok(s.store.Looked(s.ctx, id, 3, all, map[int64]string{a: "old a", b: "new b"}))
			s.same("due", s.duePosts(noon), []string{"b", "waits"})
			s.same("wanted of what is the same", s.post(id, "a").Want, int64(2))
			s.ok(s.store.BeginPost(s.ctx, b, noon, "new b"))
			s.posted(id, "b", 3)
			s.say(id, 3)
			s.ok(s.store.Looked(s.ctx, id, 4, all, map[int64]string{a: "old a", b: "new b"}))
			s.same("due", s.duePosts(noon), []string{"waits"})
			s.ok(s.store.LookAgain(s.ctx))
			s.same("grown", s.grown(id), journal.Growth{Log: s.Kind.Ref(id), Seq: 4})
		}},
		{"a post that was sent during a look is due", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "early", Channel: "c"}, journal.Post{Key: "late", Channel: "d"})
			s.say(id, 2)
			s.posted(id, "early", 2) // as of an older state, after the look has read what stands
			s.ok(s.store.Looked(s.ctx, id, 3, all, nil))
			s.posted(id, "late", 2)
			s.same("due", s.duePosts(noon), []string{"early", "late"})
			s.posted(id, "early", 3)
			s.posted(id, "late", 3)
			s.same("due", s.duePosts(noon), []string{})
		}},
		{"a change reaches the posts about its round and its match", func(s *suite[E, R]) {
			id, other := s.begin(), s.begin()
			s.say(other, 1, journal.Post{Key: "card", Channel: "c"})
			s.posted(other, "card", 2)
			posts := []journal.Post{{Key: "card", Channel: "c"}}
			for round := 1; round <= 3; round++ {
				posts = append(posts, journal.Post{Key: fmt.Sprint("list", round), Round: round, Channel: "c"},
					journal.Post{Key: fmt.Sprint("first", round), Round: round, Match: 1, Channel: "c"}, journal.Post{Key: fmt.Sprint("second", round), Round: round, Match: 2, Channel: "c"})
			}
			s.say(id, 1, posts...)
			for _, p := range posts {
				s.posted(id, p.Key, 2)
			}
			reached := func(r journal.Reach) []string { return slices.Sorted(maps.Keys(s.hashes(id, r))) }
			s.same("all", len(reached(all)), len(posts))
			s.same("one match", reached(journal.Reach{Lists: 2, Places: []journal.Place{{Round: 2, Match: 1}}}), []string{"card", "first2", "list2", "list3"})
			s.same("a round", reached(journal.Reach{Lists: 3, AllMatches: true, Matches: 2}), []string{"card", "first2", "first3", "list3", "second2", "second3"})
			s.ok(s.store.Looked(s.ctx, id, 2, journal.Reach{Lists: 2, Places: []journal.Place{{Round: 2, Match: 1}}}, nil))
		}},
	}
}

// seriesTests are about series of posts, of which the newest stands.
func seriesTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"the newest post of a series stands alone", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "call.2", Series: "call", Channel: "c"}, journal.Post{Key: "other", Channel: "c"})
			s.posted(id, "call.2", 2)
			s.posted(id, "other", 2)
			s.changed(id, 2, "call.2")
			s.same("due", s.duePosts(noon), []string{"call.2"})
			s.posted(id, "call.2", 3)
			s.say(id, 3, journal.Post{Key: "call.4", Series: "call", Channel: "c"})
			old, now := s.post(id, "call.2"), s.post(id, "call.4")
			s.same("due", s.duePosts(noon), []string{"call.2", "call.4"})
			s.same("replaced", []bool{old.Newer, now.Newer}, []bool{true, false})
			s.same("said", now.Said, int64(2))
			s.ok(s.store.TookPost(s.ctx, old.ID, noon))
			s.same("taken away", s.post(id, "call.2").Message, "")
			s.posted(id, "call.4", 4)
			s.same("what lands once more is looked for when it is settled", s.duePosts(noon.Add(time.Hour)), []string{"call.2"})
			s.ok(s.store.KillPost(s.ctx, old.ID, "replaced"))
			s.changed(id, 4, "call.4")
			s.same("due", s.duePosts(noon), []string{"call.4"})
			s.say(id, 5, journal.Post{Key: "call.6", Series: "call", Channel: "c"})
			s.ok(s.store.KillPost(s.ctx, s.post(id, "call.6").ID, "nothing to say"))
			s.same("one that was never posted replaces nothing", s.post(id, "call.4").Newer, false)
		}},
		{"of a series that waits only the newest is left", func(s *suite[E, R]) {
			id := s.begin()
			for seq := range int64(6) {
				s.say(id, seq+1, journal.Post{Key: fmt.Sprint("call.", seq+2), Series: "call", Channel: "c"}, journal.Post{Key: fmt.Sprint("other.", seq+2), Channel: "c"})
			}
			s.ok(s.store.BeginPost(s.ctx, s.post(id, "call.3").ID, noon, ""))
			alive := func() (keys []string) {
				for seq := range 6 {
					if key := fmt.Sprint("call.", seq+2); s.post(id, key).Dead == "" {
						keys = append(keys, key)
					}
				}
				return keys
			}
			s.ok(s.store.Supersede(s.ctx, s.post(id, "call.2").ID, 5))
			s.same("alive before an event", alive(), []string{"call.3", "call.5", "call.6", "call.7"})
			s.ok(s.store.Supersede(s.ctx, s.post(id, "call.5").ID, 99))
			s.same("alive", alive(), []string{"call.3", "call.7"})
			s.same("why", s.post(id, "call.2").Dead, journal.Obsolete)
			s.same("due", s.duePosts(noon), []string{"other.2"})
			s.posted(id, "call.3", 3)
			s.same("what comes after a newer one was asked for is to be taken away", s.post(id, "call.3").Want, int64(7))
		}},
		{"what was taken away stays away", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "call.2", Series: "call", Channel: "c"})
			s.posted(id, "call.2", 2)
			s.ok(s.store.TookPost(s.ctx, s.post(id, "call.2").ID, noon))
			s.say(id, 2, journal.Post{Key: "call.3", Series: "call", Channel: "c"})
			s.changed(id, 3, "call.2")
			s.same("due before it is settled", s.duePosts(noon), []string{"call.3"})
		}},
		{"a post without key or place is refused", func(s *suite[E, R]) {
			id := s.begin()
			for _, p := range []journal.Post{{Channel: "c", Seq: 2}, {Key: "a", Seq: 2}} {
				c := s.step(id, 1)
				c.Posts = []journal.Post{p}
				if err := s.store.Commit(s.ctx, c); err == nil {
					s.Fatalf("%+v was accepted", p)
				}
			}
		}},
	}
}

// channelTests are about the order in a channel and in threads.
func channelTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"messages of a channel keep their order", func(s *suite[E, R]) {
			id, other := s.begin(), s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"}, journal.Post{Key: "x", Channel: "d"})
			s.say(other, 1, journal.Post{Key: "z", Channel: "c"})
			s.same("due", s.duePosts(noon), []string{"a", "x"})
			due, err := s.store.DuePosts(s.ctx, noon, noon, 1, journal.Skip{Row: func(o *journal.OutboxRow) bool { return o.Key == "a" }})
			s.ok(err)
			s.same("how many are due behind one that is left out", len(due), 1)
			s.same("due behind one that is left out", due[0].Key, "x")
			s.posted(id, "a", 2)
			s.same("due", s.duePosts(noon), []string{"b", "x"})
			s.ok(s.store.KillPost(s.ctx, s.post(id, "b").ID, "403"))
			s.same("due behind a dead one", s.duePosts(noon), []string{"x", "z"})
			s.same("why", s.post(id, "b").Dead, "403")
		}},
		{"edits wait for nobody", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"})
			s.posted(id, "a", 2)
			s.say(id, 2, journal.Post{Key: "c", Channel: "c"})
			s.changed(id, 3, "a")
			s.same("due", s.duePosts(noon), []string{"a", "b"})
		}},
		{"edits of one channel leave room for others", func(s *suite[E, R]) {
			busy, quiet := s.begin(), s.begin()
			var posts []journal.Post
			var edits []string
			for i := range 2 * journal.EditsDue {
				posts = append(posts, journal.Post{Key: fmt.Sprint("busy", i), Channel: "c"})
				edits = append(edits, fmt.Sprint("busy", i))
			}
			s.say(busy, 1, posts...)
			for _, p := range posts {
				s.posted(busy, p.Key, 2)
			}
			s.say(quiet, 1, journal.Post{Key: "edited", Channel: "d"}, journal.Post{Key: "new", Channel: "d"})
			s.ok(s.store.Posted(s.ctx, s.post(quiet, "edited").ID, "d", "message", 2, time.Time{}))
			s.changed(busy, 2, edits...)
			s.changed(quiet, 2, "edited")
			due, err := s.store.DuePosts(s.ctx, noon, noon, journal.EditsDue+2, journal.Skip{})
			s.ok(err)
			s.same("how many", len(due), journal.EditsDue+2)
			for i, want := range []string{"busy0", "edited", "new"} {
				s.same("due", due[[]int{0, journal.EditsDue, journal.EditsDue + 1}[i]].Key, want)
			}
		}},
		{"a post in a thread waits for the message that has it", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "hello", Parent: "card"}, journal.Post{Key: "rules", Parent: "card"})
			s.same("due", s.duePosts(noon), []string{"card"})
			s.posted(id, "card", 2)
			s.same("due without a thread", s.duePosts(noon), []string{"hello"})
			s.same("where its thread is to be opened", []string{s.post(id, "hello").Opens, s.post(id, "hello").Channel}, []string{"message", ""})
			ids, err := s.store.DueAt(s.ctx, "message")
			s.ok(err)
			s.same("due in the thread to be", ids, []int64{s.post(id, "hello").ID})
			s.ok(s.store.Threaded(s.ctx, s.post(id, "card").ID, "t"))
			s.same("due", s.duePosts(noon), []string{"hello"})
			s.same("where it goes", []string{s.post(id, "hello").Opens, s.post(id, "hello").Channel}, []string{"", "t"})
			s.posted(id, "hello", 2)
			s.same("due", s.duePosts(noon), []string{"rules"})
		}},
		{"a post for a thread can go to a channel instead", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "hello", Parent: "card"}, journal.Post{Key: "asked", Parent: "card"})
			s.posted(id, "card", 2)
			s.ok(s.store.Detach(s.ctx, s.post(id, "asked").ID, "c"))
			s.same("due", s.duePosts(noon), []string{"hello", "asked"})
			s.same("where it goes", []string{s.post(id, "asked").Channel, s.post(id, "asked").Parent}, []string{"c", ""})
		}},
		{"a post with parent and channel waits for the parent only", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "note", Channel: "d", Parent: "card"})
			s.same("due", s.duePosts(noon), []string{"card"})
			s.posted(id, "card", 2)
			s.same("due", s.duePosts(noon), []string{"note"})
		}},
		{"a thread that will not come takes its posts along", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "hello", Parent: "card"}, journal.Post{Key: "note", Channel: "c", Parent: "card"})
			s.ok(s.store.KillPost(s.ctx, s.post(id, "card").ID, "404"))
			s.say(id, 2, journal.Post{Key: "late", Parent: "card"})
			for _, key := range []string{"hello", "late"} {
				if s.post(id, key).Dead == "" {
					s.Errorf("%s is still alive", key)
				}
			}
			s.same("due", s.duePosts(noon), []string{"note"})
		}},
	}
}

// attemptTests are about attempts that end, fail or are cut off.
func attemptTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"what was given up is told, newest first, while the log goes on", func(s *suite[E, R]) {
			here, over, elsewhere := s.host("g1", false), s.host("g1", false), s.host("g2", false)
			for _, id := range []journal.ID{here, over, elsewhere} {
				c := s.step(id, 1)
				h := journal.Heading{Guild: "g1", Over: id == over}
				if id == elsewhere {
					h.Guild = "g2"
				}
				c.Read = s.rows(h)
				for _, key := range []string{"a", "b", "old", "behind", "alive"} {
					c.Posts = append(c.Posts, journal.Post{Key: key, Kind: "card", Channel: "c", Seq: 2})
				}
				s.commit(c)
				s.ok(s.store.KillPost(s.ctx, s.post(id, "a").ID, "400"))
				s.ok(s.store.KillPost(s.ctx, s.post(id, "b").ID, "403"))
				s.ok(s.store.KillPost(s.ctx, s.post(id, "old").ID, journal.Obsolete))
				s.ok(s.store.KillPost(s.ctx, s.post(id, "behind").ID, "the message it belongs to was given up: "+journal.Obsolete))
			}
			got, err := s.store.GivenUp(s.ctx, "g1")
			s.ok(err)
			s.same("given up", got, []journal.OutboxRow{s.post(here, "b"), s.post(here, "a")})
		}},
		{"an attempt that does not end is found", func(s *suite[E, R]) {
			id := s.begin()
			s.ok(s.store.Attempt(s.ctx, journal.Attempt{Log: id, Work: "deadlines", Key: "start", Open: true, Version: "1"}))
			last := journal.Attempt{Log: id, Guild: friday.Guild, Name: friday.Name, Work: "deadlines", Key: "time.1.0", Crashes: 1, Kills: 2, Version: "2"}
			s.ok(s.store.Attempt(s.ctx, last))
			other := journal.Attempt{Log: id, Guild: friday.Guild, Name: friday.Name, Work: "posts", Key: "card", Open: true, Version: "2"}
			s.ok(s.store.Attempt(s.ctx, other))
			got, err := s.store.Attempts(s.ctx)
			s.ok(err)
			s.same("not ended", got, []journal.Attempt{last, other})
			s.ok(s.store.EndAttempt(s.ctx, id, "deadlines"))
			got, err = s.store.Attempts(s.ctx)
			s.ok(err)
			s.same("not ended", got, []journal.Attempt{other})
		}},
		{"a thread outlives the card it was opened on", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "hello", Parent: "card"})
			s.posted(id, "card", 2)
			s.ok(s.store.Threaded(s.ctx, s.post(id, "card").ID, "t"))
			s.ok(s.store.KillPost(s.ctx, s.post(id, "card").ID, "404"))
			s.same("due", s.duePosts(noon), []string{"hello"})
		}},
		{"what a crash cut off can be told", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"})
			if o := s.post(id, "a"); !o.Began.IsZero() {
				s.Fatalf("a new row has begun: %+v", o)
			}
			row := s.post(id, "a").ID
			s.ok(s.store.BeginPost(s.ctx, row, noon, ""))
			s.ok(s.store.BeginPost(s.ctx, row, noon.Add(2*time.Second), ""))
			o := s.post(id, "a")
			s.same("began, shown", []any{o.Began, o.Shown}, []any{noon.Add(2 * time.Second), int64(0)})
			s.same("due", s.duePosts(noon), []string{"a"})
			s.posted(id, "a", 2)
			s.same("began after success", s.post(id, "a").Began, time.Time{})
		}},
		{"an edit whose end is not known is made again", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"})
			s.posted(id, "a", 2)
			row := s.post(id, "a").ID
			s.ok(s.store.BeginPost(s.ctx, row, noon, ""))
			s.ok(s.store.Posted(s.ctx, row, "c", "message", 2, noon))
			s.same("due while it is young", s.duePosts(noon.Add(59*time.Second)), []string{})
			s.same("due when it is settled", s.duePosts(noon.Add(time.Minute)), []string{"a"})
			s.same("due after the clock was set back", s.duePosts(noon.Add(-time.Hour)), []string{"a"})
			s.posted(id, "a", 2)
			s.same("due after that", s.duePosts(noon.Add(time.Hour)), []string{})
		}},
		{"a refused edit freezes nothing", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"}, journal.Post{Key: "new", Channel: "c"})
			for _, key := range []string{"a", "b"} {
				s.posted(id, key, 2)
			}
			for _, key := range []string{"a", "b", "new"} {
				s.ok(s.store.KillPost(s.ctx, s.post(id, key).ID, "403"))
			}
			s.say(id, 2, journal.Post{Key: "b", Channel: "c"})
			s.changed(id, 3, "a", "new")
			s.same("due", s.duePosts(noon), []string{"a", "b"})
		}},
	}
}

// againTests are about posts that come again.
func againTests[E any, R journal.Rows]() []test[E, R] {
	return []test[E, R]{
		{"what was given up can be taken up again", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "a", Channel: "c"}, journal.Post{Key: "b", Channel: "c"})
			s.posted(id, "a", 2)
			s.ok(s.store.KillPost(s.ctx, s.post(id, "a").ID, "404"))
			s.ok(s.store.KillPost(s.ctx, s.post(id, "b").ID, "403"))
			s.ok(s.store.RevivePost(s.ctx, s.post(id, "b").ID, false))
			s.same("due", s.duePosts(noon), []string{"b"})
			s.ok(s.store.RevivePost(s.ctx, s.post(id, "a").ID, true))
			s.same("due", s.duePosts(noon), []string{"a"})
			s.same("message", s.post(id, "a").Message, "")
		}},
		{"what stands of a series is renewed", func(s *suite[E, R]) {
			id := s.begin()
			renewed := func(want bool) {
				got, err := s.store.RenewSeries(s.ctx, id, "panel")
				s.ok(err)
				s.same("renewed", got, want)
			}
			s.say(id, 1, journal.Post{Key: "panel.1", Channel: "c", Series: "panel"}, journal.Post{Key: "other", Channel: "c"})
			renewed(false)
			s.posted(id, "panel.1", 2)
			s.posted(id, "other", 2)
			s.same("due", s.duePosts(noon), []string{})
			renewed(true)
			s.same("due", s.duePosts(noon), []string{"panel.1"})
			s.posted(id, "panel.1", 2)
			s.same("due", s.duePosts(noon), []string{})
		}},
		{"what was given up for want of a thread comes when there is one", func(s *suite[E, R]) {
			id := s.begin()
			s.say(id, 1, journal.Post{Key: "card", Channel: "c"}, journal.Post{Key: "hello", Parent: "card"})
			s.posted(id, "card", 2)
			s.ok(s.store.KillPost(s.ctx, s.post(id, "hello").ID, "its thread could not be opened"))
			s.same("due", s.duePosts(noon), []string{})
			s.ok(s.store.Threaded(s.ctx, s.post(id, "card").ID, "t"))
			s.same("due", s.duePosts(noon), []string{"hello"})
		}},
		{"oldest first, no more than asked for", func(s *suite[E, R]) {
			id := s.begin()
			var posts []journal.Post
			for i := range 5 {
				posts = append(posts, journal.Post{Key: fmt.Sprint(i), Channel: fmt.Sprint(i)})
			}
			s.say(id, 1, posts...)
			due, err := s.store.DuePosts(s.ctx, noon, noon, 3, journal.Skip{})
			s.ok(err)
			s.same("how many", len(due), 3)
			s.same("due", s.duePosts(noon), []string{"0", "1", "2", "3", "4"})
		}},
		{"due posts are those of a simple model", outboxModel[E, R]},
	}
}

// modelPost is a post in the model.
type modelPost struct {
	key, channel, parent string
	want, shown          int64
	thread, dead         bool
}

// outboxModel does random things to the posts of one log and to a list
// of them, and compares what is due.
func outboxModel[E any, R journal.Rows](s *suite[E, R]) {
	channels := []string{"c1", "c2", ""}
	rapid.Check(s.T, func(t *rapid.T) {
		// Channels belong to one log here, since rows of earlier runs remain.
		id := s.begin()
		seq, looked := int64(1), int64(0)
		var model []*modelPost
		pick := func() *modelPost {
			if len(model) == 0 {
				t.Skip("no post yet")
			}
			return model[rapid.IntRange(0, len(model)-1).Draw(t, "post")]
		}
		key := func(p *modelPost) int64 { return s.post(id, p.key).ID }
		t.Repeat(map[string]func(*rapid.T){
			"post": func(t *rapid.T) {
				p := &modelPost{key: fmt.Sprint("k", len(model)), channel: rapid.SampledFrom(channels).Draw(t, "channel")}
				if p.channel != "" {
					p.channel = fmt.Sprint(id, p.channel)
				}
				if len(model) > 0 && (p.channel == "" || rapid.Bool().Draw(t, "child")) {
					p.parent = pick().key
				}
				if p.channel == "" && p.parent == "" {
					t.Skip("nowhere to go")
				}
				s.say(id, seq, journal.Post{Key: p.key, Channel: p.channel, Parent: p.parent})
				seq++
				p.want = seq
				if parent := find(model, p.parent); parent != nil {
					p.dead = p.channel == "" && parent.dead && !parent.thread
				}
				model = append(model, p)
			},
			"edit": func(*rapid.T) {
				p := pick()
				s.changed(id, seq, p.key)
				if seq++; p.shown > 0 {
					p.want, p.dead = seq, false
				}
				looked = seq
			},
			"posted": func(t *rapid.T) {
				p := pick()
				shows := rapid.Int64Range(1, seq).Draw(t, "shows")
				s.ok(s.store.Posted(s.ctx, key(p), cmp.Or(p.channel, fmt.Sprint("place", id)), "message", shows, time.Time{}))
				if p.shown = max(p.shown, shows); shows < looked {
					p.want = max(p.want, looked)
				}
			},
			"threaded": func(*rapid.T) {
				p := pick()
				s.ok(s.store.Threaded(s.ctx, key(p), "thread"))
				p.thread = true
				for _, c := range model {
					if c.parent == p.key && c.channel == "" && c.shown == 0 {
						c.dead = false
					}
				}
			},
			"killed": func(*rapid.T) {
				p := pick()
				s.ok(s.store.KillPost(s.ctx, key(p), "why"))
				p.dead = true
				for _, c := range model {
					if !p.thread && c.parent == p.key && c.channel == "" && c.shown == 0 {
						c.dead = true
					}
				}
			},
			"": func(t *rapid.T) {
				due, err := s.store.DuePosts(s.ctx, noon, noon, 1_000_000, journal.Skip{})
				s.ok(err)
				var got []string
				for _, o := range due {
					if o.Log.ID == id {
						got = append(got, o.Key)
					}
				}
				if want := modelDue(model); !slices.Equal(got, want) {
					t.Fatalf("due are %v, want %v", got, want)
				}
			},
		})
		for _, p := range model { // later runs need not read it
			s.ok(s.store.KillPost(s.ctx, key(p), "the run is over"))
		}
	})
}

func find(model []*modelPost, key string) *modelPost {
	for _, p := range model {
		if p.key == key {
			return p
		}
	}
	return nil
}

// modelDue computes the result of DuePosts in the simplest way.
func modelDue(model []*modelPost) []string {
	var due []string
	heads, edits := map[string]bool{}, 0
	for _, p := range model {
		if p.dead || p.want <= p.shown {
			continue
		}
		if p.shown > 0 {
			if edits < journal.EditsDue {
				due = append(due, p.key)
				edits++
			}
			continue
		}
		lane := p.channel
		if lane == "" {
			lane = "thread on " + p.parent
		}
		first := !heads[lane]
		heads[lane] = true
		ready := true
		if parent := find(model, p.parent); parent != nil {
			ready = parent.thread || parent.shown > 0 && !parent.dead
			if p.channel != "" {
				ready = parent.shown > 0 || parent.dead
			}
		}
		if first && ready {
			due = append(due, p.key)
		}
	}
	return due
}
