package dbtest

import (
	"time"

	"topcut/tournament"
)

// found returns the ids of a list.
func (s *suite) found(list []tournament.Found, err error) []tournament.ID {
	s.Helper()
	s.ok(err)
	ids := make([]tournament.ID, 0, len(list))
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return ids
}

// host begins a tournament in a channel in which users are known.
func (s *suite) host(guild, channel string, phase tournament.Phase, users ...string) tournament.ID {
	s.Helper()
	c := step(s.reserve(), 0)
	c.Read.Row.Guild, c.Read.Row.Channel, c.Read.Row.Phase = guild, channel, phase
	for i, user := range users {
		c.People = append(c.People, tournament.Person{No: i + 1, User: user, Name: "name of " + user})
		if i > 0 { // the first one organises
			c.Read.Players = append(c.Read.Players, tournament.PlayerRow{User: user, Player: i, Status: tournament.Registered})
		}
	}
	s.commit(c)
	return c.Log
}

func listTests() []test {
	return []test{
		{"lists show the row of the last commit", func(s *suite) {
			id := s.begin()
			c := step(id, 1)
			c.Read.Row = tournament.Row{
				Guild: "guild", Channel: "moved", Name: "Saturday", Ruleset: "riftbound", Phase: tournament.CheckIn,
				Round: 3, Players: 8, CreatedAt: noon.Add(time.Millisecond),
			}
			s.commit(c)
			list, err := s.store.ByGuild(s.ctx, "guild")
			s.ok(err)
			s.same("found", list, []tournament.Found{{ID: id, Row: c.Read.Row}})
		}},
		{"tournaments are found by server and person, newest first", func(s *suite) {
			a := s.host("g1", "c1", tournament.Running, "ann", "bob")
			b := s.host("g1", "c2", tournament.Open, "bob")
			c := s.host("g2", "c1", tournament.Finished, "cid", "ann", "")
			d := s.host("g1", "c1", tournament.Cancelled, "ann")
			type ids = []tournament.ID
			s.same("g1", s.found(s.store.ByGuild(s.ctx, "g1")), ids{d, b, a})
			s.same("g3", s.found(s.store.ByGuild(s.ctx, "g3")), ids{})
			s.same("ann", s.found(s.store.ByUser(s.ctx, "", "ann")), ids{d, c, a})
			s.same("ann in g1", s.found(s.store.ByUser(s.ctx, "g1", "ann")), ids{d, a})
			s.same("bob in g2", s.found(s.store.ByUser(s.ctx, "g2", "bob")), ids{})
			s.same("guests are nobody", s.found(s.store.ByUser(s.ctx, "", "")), ids{})
		}},
		{"deadlines are due oldest first, up to now", func(s *suite) {
			a, b := s.begin(), s.begin()
			at := func(ms int) time.Time { return noon.Add(time.Duration(ms) * time.Millisecond) }
			c := step(a, 1)
			c.Deadlines = []tournament.Deadline{{Key: "late", At: at(30)}, {Key: "soon", At: at(10)}}
			s.commit(c)
			c = step(b, 1)
			c.Deadlines = []tournament.Deadline{{Key: "soon", At: at(20)}}
			s.commit(c)
			all := []tournament.DueDeadline{
				{Tournament: a, Deadline: tournament.Deadline{Key: "soon", At: at(10)}},
				{Tournament: b, Deadline: tournament.Deadline{Key: "soon", At: at(20)}},
				{Tournament: a, Deadline: tournament.Deadline{Key: "late", At: at(30)}},
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
