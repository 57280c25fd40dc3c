package db

import (
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/fairclock"
)

// TestACalendarIsKeptForAMemberAndServer: what a member says in one server is not known in
// another, is in the data they get, and is gone when they are forgotten.
func TestACalendarIsKeptForAMemberAndServer(t *testing.T) {
	d, ctx := openTest(t), t.Context()
	from := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for i, user := range []string{"ann", "bob", "ann"} {
		_, err := d.ChangeCalendar(ctx, "north", user, func(c *tournament.Calendar) {
			c.Zone = "Asia/Tokyo"
			c.Away = c.Away.With(fairclock.Span{From: from.AddDate(0, 0, 2*i), Until: from.AddDate(0, 0, 2*i+1)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	north, err := d.Calendars(ctx, "north")
	if err != nil || len(north) != 2 || len(north["ann"].Away) != 2 || north["bob"].Zone != "Asia/Tokyo" {
		t.Errorf("%+v, %v", north, err)
	}
	if south, err := d.Calendar(ctx, "south", "ann"); err != nil || south.Zone != "" || len(south.Away) != 0 {
		t.Errorf("another server knows %+v, %v", south, err)
	}
	if p, err := d.Personal(ctx, "ann"); err != nil || len(p.Calendars) != 1 || !strings.Contains(string(p.Calendars[0].Data), "Tokyo") {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := d.Forget(ctx, "ann"); err != nil {
		t.Fatal(err)
	}
	north, err = d.Calendars(ctx, "north")
	if _, known := north["ann"]; err != nil || known || len(north) != 1 {
		t.Errorf("after it is forgotten: %+v, %v", north, err)
	}
}
