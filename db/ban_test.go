package db

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"topcut/tournament/door"
	"topcut/tournament/stores"
)

// TestABanIsKeptAndForgotten: a ban survives the process, is entered once for an
// interaction, and is in the data of the person without its reason. Who is forgotten is
// still kept out: id and end stay until it is over.
func TestABanIsKeptAndForgotten(t *testing.T) {
	d, ctx := openTest(t), t.Context()
	begin := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	end := begin.AddDate(0, 0, 14)
	ann := door.Ban{User: "ann", Name: "Annabel", By: "olga", Reason: "stalled twice", Begin: begin, End: end}
	if changed, err := d.Ban(ctx, "north", ann, "press 1"); !changed || err != nil {
		t.Fatal(changed, err)
	}
	again := ann
	again.End = end.Add(time.Second)
	if changed, err := d.Ban(ctx, "north", again, "press 1"); changed || err != nil {
		t.Errorf("the same press again changes the list: %v, %v", changed, err)
	}
	if _, err := d.ChangeServer(ctx, "north", func(s *stores.Server) { s.Appeal = "mail the club" }); err != nil {
		t.Fatal(err)
	}
	d.Close()
	d = reopen(t, d.path)
	north, err := d.Bans(ctx, "north")
	if err != nil || len(north.Bans) != 1 || north.Bans[0] != ann || north.Appeal != "mail the club" {
		t.Fatalf("%+v, %v", north, err)
	}
	if south, err := d.Bans(ctx, "south"); err != nil || len(south.Bans) != 0 {
		t.Errorf("another server has %+v, %v", south, err)
	}
	p, err := d.Personal(ctx, "ann")
	data, _ := json.Marshal(p)
	if err != nil || len(p.Bans) != 1 || p.Bans[0].Guild != "north" || p.Bans[0].End != end.UnixMilli() || strings.Contains(string(data), "stalled") || strings.Contains(string(data), "olga") {
		t.Errorf("%s, %v", data, err)
	}
	for _, user := range []string{"ann", "olga"} {
		if _, err := d.Forget(ctx, user); err != nil {
			t.Fatal(err)
		}
	}
	left, err := d.Bans(ctx, "north")
	if want := (door.Ban{User: "ann", Begin: begin, End: end}); err != nil || len(left.Bans) != 1 || left.Bans[0] != want {
		t.Errorf("of a forgotten ban there is %+v, %v", left.Bans, err)
	}
	if left.Of("ann", end.Add(-time.Second)) == nil || left.Of("ann", end) != nil || left.Called("Annabel", begin) != nil {
		t.Error("who is forgotten is not kept out until the end, or by the name")
	}
	if file, err := os.ReadFile(d.path); err != nil || strings.Contains(string(file), "stalled twice") || strings.Contains(string(file), "Annabel") {
		t.Errorf("reason or name are still in the file (%v)", err)
	}
	if _, err := d.PruneAnswers(ctx, end.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if left, err := d.Bans(ctx, "north"); err != nil || len(left.Bans) != 0 {
		t.Errorf("after the end there is %+v, %v", left, err)
	}
}

// TestABanIsEnded: once, and its entry is gone.
func TestABanIsEnded(t *testing.T) {
	d, ctx := openTest(t), t.Context()
	for _, user := range []string{"ann", "bob"} {
		if _, err := d.Ban(ctx, "north", door.Ban{User: user, Name: user, By: "olga", Begin: time.Unix(1, 0)}, user); err != nil {
			t.Fatal(err)
		}
	}
	ended, err := d.Unban(ctx, "north", "ann")
	if err != nil || ended == nil || ended.User != "ann" {
		t.Fatal(ended, err)
	}
	if ended, err := d.Unban(ctx, "north", "ann"); ended != nil || err != nil {
		t.Errorf("it ends twice: %v, %v", ended, err)
	}
	if l, err := d.Bans(ctx, "north"); err != nil || len(l.Bans) != 1 || l.Bans[0].User != "bob" {
		t.Errorf("%+v, %v", l, err)
	}
}
