package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"topcut/tournament/seating"
	"topcut/tournament/seating/internal/climb"
)

// entry is one stored schedule.
type entry struct {
	value seating.Value
	how   string   // which search found it
	seats []string // one letter a player, session by session
}

const header = `# Schedules of tables of four. Written by internal/search; do not edit by hand.
# players, sessions, most meetings of a pair, spread of different opponents, most
# different opponents, how it was found, sessions table by table.
# starter-w: a first session that is moved around by a cyclic group, found with a
# symmetry of order three and multiplier w. zq-r-i: climbing with the cyclic group
# of order q, r rotating and i invariant sessions. repeat: the longest schedule
# without repeats, begun again. published: see package seating.
`

// newEntry writes a found schedule in letters.
func newEntry(found climb.Schedule, how string) entry {
	e := entry{how: how}
	for _, session := range found {
		text := make([]byte, len(session))
		for i, p := range session {
			text[i] = seating.Letters[p]
		}
		e.seats = append(e.seats, string(text))
	}
	e.value = parse(e.seats).Value()
	return e
}

// stays returns how many players stay at a table if the sessions are played on
// one day; three sessions in a row weigh more than anything else. Schedules too
// long for a scramble are not ordered and count as none.
func (e entry) stays() int {
	s := parse(e.seats)
	if len(s.Sessions) > seating.MaxSessions || s.Arrange(nil) != nil {
		return 0
	}
	t := s.TableStays()
	return t.ThreeInRow*seating.MaxPlayers + t.TwoInRow
}

// parse reads sessions in letters.
func parse(seats []string) *seating.Schedule {
	s := &seating.Schedule{Players: len(seats[0])}
	for _, text := range seats {
		var session seating.Session
		for i := 0; i < len(text); i += seating.Seats {
			var table seating.Table
			for seat := range table {
				table[seat] = strings.IndexByte(seating.Letters, text[i+seat]) + 1
			}
			session.Tables = append(session.Tables, table)
		}
		s.Sessions = append(s.Sessions, session)
	}
	return s
}

// read reads a file of schedules; a file that does not exist is empty.
func read(name string) (map[target]entry, error) {
	all := make(map[target]entry)
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	for text := range strings.Lines(string(data)) {
		fields := strings.Fields(text)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		var t target
		var v seating.Value
		_, err := fmt.Sscan(text, &t.players, &t.sessions, &v.MaxMeetings, &v.DistinctSpread, &v.MostDistinct)
		if err != nil || len(fields) != 6+t.sessions {
			return nil, fmt.Errorf("%s: cannot read the line that begins %.30q", name, text)
		}
		e := entry{value: v, how: fields[5], seats: fields[6:]}
		if got := parse(e.seats).Value(); got != v {
			return nil, fmt.Errorf("%s: %d players, %d sessions: the line says %v but is %v", name, t.players, t.sessions, v, got)
		}
		all[t] = e
	}
	return all, nil
}

// write replaces the file.
func write(name string, all map[target]entry) error {
	order := slices.SortedFunc(maps.Keys(all), func(a, b target) int {
		return cmp.Or(cmp.Compare(a.players, b.players), cmp.Compare(a.sessions, b.sessions))
	})
	var out bytes.Buffer
	out.WriteString(header)
	for _, t := range order {
		e := all[t]
		fmt.Fprintf(&out, "%d %d %d %d %d %s %s\n", t.players, t.sessions,
			e.value.MaxMeetings, e.value.DistinctSpread, e.value.MostDistinct, e.how, strings.Join(e.seats, " "))
	}
	return os.WriteFile(name, out.Bytes(), 0o644)
}
