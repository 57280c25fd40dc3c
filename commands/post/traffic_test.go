package post

import (
	"testing"
	"time"

	"topcut/tournament"
)

// TestEverythingWaitingGoesAtOnceWhenTheConnectionIsBack: after Retry, rows that wait
// between attempts and those of a barred channel are due; those of other servers are not.
func TestEverythingWaitingGoesAtOnceWhenTheConnectionIsBack(t *testing.T) {
	now := time.Now()
	late := tournament.OutboxRow{ID: 1, Guild: "1", Post: tournament.Post{Channel: "10"}}
	out := tournament.OutboxRow{ID: 2, Guild: "2", Post: tournament.Post{Channel: "20"}}
	due := func(tr *traffic) (n int) {
		skip := tr.survey(now)
		for _, row := range []tournament.OutboxRow{late, out} {
			if !skip.Place(placeOf(&row)) && !skip.Row(&row) {
				n++
			}
		}
		return n
	}
	for guild, want := range map[string]int{"": 2, "1": 1, "2": 1, "3": 0} {
		tr := newTraffic(LongestRest)
		tr.delay(&late, now, time.Hour, time.Time{})
		for _, row := range []tournament.OutboxRow{out, {ID: 3, Guild: "2"}} { // one alone bars no channel
			tr.bar(&row, "20", now)
		}
		if n := due(tr); n != 0 {
			t.Errorf("%d rows do not wait", n)
		}
		tr.retry(guild)
		if n := due(tr); n != want {
			t.Errorf("%d rows go after a retry of %q, want %d", n, guild, want)
		}
	}
}

// TestAServerHasItsShareOfWriters: a server with many channels uses no more than its
// lanes, whatever the order of rows.
func TestAServerHasItsShareOfWriters(t *testing.T) {
	tr := newTraffic(LongestRest)
	tr.take("100", "1")
	skip, taken := tr.survey(time.Now()), 0
	for i := range 100 {
		row := tournament.OutboxRow{ID: int64(i), Guild: "1", Place: string(rune('a' + i))}
		if !skip.Place(placeOf(&row)) && !skip.Row(&row) {
			taken++
		}
	}
	if taken != lanesOfServer-1 {
		t.Errorf("%d channels of one server are written to beside another one, want %d", taken, lanesOfServer-1)
	}
	if skip.Row(&tournament.OutboxRow{ID: 200, Guild: "2", Place: "200"}) {
		t.Error("another server has to wait")
	}
}
