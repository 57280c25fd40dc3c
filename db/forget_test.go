package db

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/handover"
	"topcut/tournament/journal"
	"topcut/tournament/paste"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// marks are the traces of the people of TestWhoeverIsForgottenIsGone: every field that
// can name one of them, by owner. %d is the event.
var marks = map[string][]string{
	"200000000000000001": {
		"200000000000000001", "Annabel-%d-Unmistakable", "Forest-of-Ann-%d", "Ann-disputes-%d", "Ann-calls-%d", "note-about-Ann-%d",
		"caution-of-Ann-%d", "Ann-was-tired-%d", "Clan-Ann-%d",
	},
	"200000000000000002": {"200000000000000002", "Gus-%d-Guestname", "deck-for-Gus-%d"},
	"200000000000000003": {"200000000000000003", "Dora-%d-Disqualified", "Dora-cheated-%d", "Clan-Dora-%d"},
	"200000000000000004": {"200000000000000004", "Olga-%d-Organiser", "Olga-announces-%d"},
	"200000000000000005": {"200000000000000005", "Stan-%d-Staff"},
}

// TestWhoeverIsForgottenIsGone: the cases are every field that can name a person, each
// way to take part, and events that finished, were cancelled without an end, or are
// running. Afterwards the person's data is in no byte of the file, its journal or a later
// backup; a running event keeps it until it is over.
func TestWhoeverIsForgottenIsGone(t *testing.T) {
	d := openTest(t)
	now := noon
	director := command.NewDirector(command.Config{
		Store: StoreOf(d, tournament.Log), Now: func() time.Time { return now }, Secret: func() []byte { return make([]byte, 32) },
	})
	const finished, orphaned, running = 1, 2, 3
	for event := finished; event <= running; event++ {
		leaveMarks(t, director, event, event == finished)
	}
	forget := func(user string) {
		t.Helper()
		if _, err := d.Forget(t.Context(), user); err != nil {
			t.Fatal(err)
		}
	}
	hold := func(user string) stores.Holding {
		return stores.Holding{Guild: "g", Kind: "role", Key: "300000000000000001/" + user, Value: "given"}
	}
	for user := range marks { // package serversync drops it when the role is removed
		if err := d.Hold(t.Context(), hold(user)); err != nil {
			t.Fatal(err)
		}
		told(t, d, user, finished, running)
	}
	all := func() map[string]string { return bytesOf(t, d) }
	before := all()["backup"]
	for user, list := range marks {
		for event := finished; event <= running; event++ {
			for _, mark := range list {
				if text := strings.ReplaceAll(mark, "%d", fmt.Sprint(event)); !strings.Contains(before, text) {
					t.Fatalf("the test is blind: %q of %s was never stored", text, user)
				}
			}
		}
		p, err := d.Personal(t.Context(), user)
		if err != nil {
			t.Fatal(err)
		}
		told, err := json.Marshal(p)
		if err != nil || len(p.Logs) != 3 || !strings.Contains(string(told), strings.ReplaceAll(list[1], "%d", "3")) {
			t.Errorf("what is stored about %s: %s, %v", user, told, err)
		}
	}

	do(t, director, orphaned, "", &command.Cancel{Reason: "the bot has left that server"})
	for user, list := range marks {
		forget(user)
		for where, data := range all() {
			if strings.Contains(data, "channel-of-"+user) {
				t.Errorf("the %s still holds the channel of direct messages to %s", where, user)
			}
			for _, mark := range list[1:] {
				for event := finished; event <= running; event++ {
					text := strings.ReplaceAll(mark, "%d", fmt.Sprint(event))
					shared := strings.HasPrefix(mark, "Clan-Dora") // Emil still has it
					if got := strings.Contains(data, text); got && event != running && !shared {
						t.Errorf("event %d: the %s still holds %q", event, where, text)
					} else if !got && shared && where == "backup" {
						t.Errorf("event %d has lost a tag that somebody bears who stays", event)
					} else if !got && event == running && where == "backup" {
						t.Errorf("event %d runs and has lost %q", event, text)
					}
				}
			}
		}
	}

	do(t, director, running, "", &command.Cancel{})
	for user, list := range marks {
		forget(user)
		if err := d.Drop(t.Context(), hold(user)); err != nil {
			t.Fatal(err)
		}
		for where, data := range all() {
			for _, mark := range append(list[1:], user) {
				text := strings.ReplaceAll(mark, "%d", fmt.Sprint(running))
				if strings.Contains(data, text) && !strings.HasPrefix(mark, "Clan-Dora") {
					t.Errorf("everything is over: the %s still holds %q", where, text)
				}
			}
		}
		if p, err := d.Personal(t.Context(), user); err != nil || len(p.Logs) != 0 {
			t.Errorf("forgotten, and %+v is known of %s, %v", p, user, err)
		}
	}
	// Emil was the last one with the tag.
	forget("200000000000000006")
	for where, data := range all() {
		if strings.Contains(data, "Clan-Dora") {
			t.Errorf("the %s still holds a tag that nobody bears", where)
		}
	}
	for event := tournament.ID(finished); event <= running; event++ {
		s, err := events(d).Load(t.Context(), event)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tournament.Fold(event, s.Log); err != nil {
			t.Errorf("event %d does not fold any more: %v", event, err)
		}
	}
}

// told adds a direct message to a member to some events.
func told(t *testing.T, d *DB, user string, events ...journal.ID) {
	t.Helper()
	channel := "channel-of-" + user
	_, err := d.ChangeCalendar(t.Context(), "g", user, func(c *tournament.Calendar) { c.Direct = &tournament.Direct{Channel: channel} })
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range events {
		if err := d.AddPosts(t.Context(), event, []journal.Post{{Key: "card.to." + user[17:], Kind: journal.DirectMessage, Channel: channel, Seq: 1}}); err != nil {
			t.Fatal(err)
		}
	}
}

// bytesOf returns every byte of a database, its journal and a backup made now.
func bytesOf(t *testing.T, d *DB) map[string]string {
	t.Helper()
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, path := range map[string]string{"file": d.path, "journal": d.path + "-wal", "backup": backup} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

// TestWhoeverIsForgottenIsGoneFromLeaguesAndImports: the same check after events imported
// from a file and from pasted standings, which name people before they claim their seats,
// and after a league: as a member, as a guest merged into a user, in the reason of an
// adjustment, and as its creator. While any of these runs it keeps the data.
func TestWhoeverIsForgottenIsGoneFromLeaguesAndImports(t *testing.T) {
	d := openTest(t)
	const ann, gus, organiser = "200000000000000001", "200000000000000002", "200000000000000004"
	director := command.NewDirector(command.Config{
		Store: StoreOf(d, tournament.Log), Now: func() time.Time { return noon }, Secret: func() []byte { return make([]byte, 32) },
	})
	theirs := map[string][]string{
		ann:       {"Ann-in-a-file", "Clan-in-a-file", "Ann-was-pasted", "Ann-of-the-league", "adjusted-for-Ann"},
		gus:       {"Gus-in-a-file", "Gus-was-pasted", "Gus-guest-of-the-league", "adjusted-for-Gus"},
		organiser: {"Olga-takes-over", "Olga-of-the-league"},
	}
	actor := tournament.Actor{User: organiser, Name: "Olga-takes-over"}
	events := []int{}
	for i, c := range []command.Command{takenFile(t, "Ann-in-a-file", "Gus-in-a-file", "Bob"), takenSheet(t, "Ann-was-pasted", "Gus-was-pasted", "Bob")} {
		out, err := director.Create(t.Context(), command.Request{Actor: actor, Cause: fmt.Sprint("take over ", i), Command: c})
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, int(out.ID))
		for user, names := range map[string][]string{ann: {"Ann-in-a-file", "Ann-was-pasted"}, gus: {"Gus-in-a-file", "Gus-was-pasted"}} {
			do(t, director, int(out.ID), organiser, &command.Join{User: user, Name: names[i], ByOrganiser: true})
		}
	}

	leagues := seasonDirector(d)
	asked := 0
	ask := func(id journal.ID, c season.Command) journal.ID {
		t.Helper()
		asked++
		req := season.Request{Actor: journal.Actor{User: organiser, Name: "Olga-of-the-league"}, Cause: fmt.Sprint("league ", asked), Command: c}
		if id > 0 {
			if _, err := leagues.Do(t.Context(), id, req); err != nil {
				t.Fatalf("%T: %v", c, err)
			}
			return id
		}
		out, err := leagues.Create(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return out.ID
	}
	winter := ask(0, seasonNamed("Winter"))
	ask(winter, season.Join{Person: season.Person{User: ann, Name: "Ann-of-the-league"}})
	ask(winter, season.Count{Log: journal.ID(events[0]), People: []season.Person{{Name: "Gus-guest-of-the-league"}}, Event: season.Leg{Results: []season.Result{{Member: 1, Place: 1}}}})
	ask(winter, season.Adjust{Member: 2, Points: fraction.Int(3), Reason: "adjusted-for-Gus"})
	ask(winter, season.Adopt{Guest: "Gus-guest-of-the-league", Person: season.Person{User: gus, Name: "Gus-guest-of-the-league"}})
	ask(winter, season.Adjust{Member: 1, Points: fraction.Int(3), Reason: "adjusted-for-Ann"})

	holds := func(when string, want bool) {
		t.Helper()
		for where, data := range bytesOf(t, d) {
			if want && where != "backup" {
				continue // data written back is in one of them
			}
			for user, list := range theirs {
				for _, mark := range append(list, user) {
					if got := strings.Contains(data, mark); got != want {
						t.Errorf("%s: that the %s holds %q is %v", when, where, mark, got)
					}
				}
			}
			if !strings.Contains(data, "Bob") && where != "journal" {
				t.Errorf("%s: the %s has lost Bob, whom nobody forgot", when, where)
			}
		}
	}
	forget := func() {
		t.Helper()
		for user := range theirs {
			if _, err := d.Forget(t.Context(), user); err != nil {
				t.Fatal(err)
			}
		}
	}
	forget()
	holds("it all runs", true)
	for _, id := range events {
		do(t, director, id, organiser, &command.Finish{Early: true})
	}
	ask(winter, season.Close{})
	forget()
	holds("it is all over", false)
}

// takenFile returns a command that imports an event from a file; the first player has a
// tag.
func takenFile(t *testing.T, names ...string) command.Command {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	steps := command.All{&command.Create{Guild: "g", Channel: "c", Settings: tournament.DefaultSettings("Elsewhere"), Ruleset: rs}, &command.OpenRegistration{}}
	for i, name := range append(names, "Emil") {
		join := &command.Join{Name: name, ByOrganiser: true}
		if i == 0 {
			join.Tag = "Clan-in-a-file"
		}
		steps = append(steps, join)
	}
	steps = append(steps, &command.Start{KeepAll: true}, &command.Pair{}, &command.Publish{}, &command.StartRound{},
		&command.Correct{Round: 1, Match: 1, Text: "2-0"}, &command.Correct{Round: 1, Match: 2, Text: "2-0"})
	snap := tournament.Begin(1, make([]byte, 32))
	for i, c := range steps {
		if snap, _, err = command.Decide(snap, command.Request{Actor: tournament.Actor{User: "1"}, Cause: fmt.Sprint(i), Command: c}, noon); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	f, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	return handover.TakeOver{Guild: "g", Channel: "c", File: f}.Command()
}

// takenSheet returns a command that imports an event from pasted standings.
func takenSheet(t *testing.T, names ...string) command.Command {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	text := "Name\tPoints\tRecord\n"
	for i, name := range append(names, "Emil") {
		text += fmt.Sprintf("%s\t%d\t%d-%d-0\n", name, 3*(i%2), i%2, 1-i%2)
	}
	sheet, err := paste.Standings(text)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Pasted")
	s.Stages = s.Stages.WithRounds(3)
	return handover.TakeOverSheet{Guild: "g", Channel: "c", Settings: s, Ruleset: rs, Sheet: sheet}.Command()
}

func do(t *testing.T, director *command.Director, event int, user string, c command.Command) *tournament.Snapshot {
	t.Helper()
	cause := fmt.Sprintf("%d/%T/%p", event, c, c)
	out, err := director.Do(t.Context(), tournament.ID(event), command.Request{
		Actor: tournament.Actor{User: user, Name: ""}, Cause: cause, Command: c,
		Answer: func(_, after *tournament.Snapshot, _ []tournament.Envelope) ([]byte, error) {
			var names []string
			for _, p := range after.Book.People {
				names = append(names, p.Name)
			}
			return []byte(strings.Join(names, " ")), nil
		},
	})
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return out.After
}

// leaveMarks plays an event in which each person leaves their marks.
func leaveMarks(t *testing.T, director *command.Director, event int, finish bool) {
	t.Helper()
	const ann, gus, dora, organiser, stan, emil = "200000000000000001", "200000000000000002", "200000000000000003", "200000000000000004", "200000000000000005", "200000000000000006"
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Friday Night")
	settings.Decks = tournament.DecksOptional
	name := func(format string) string { return fmt.Sprintf(format, event) }
	if _, err := director.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: organiser, Name: name("Olga-%d-Organiser")}, Cause: name("create %d"),
		Command: &command.Create{Guild: "g", Channel: "c", Settings: settings, Ruleset: rs},
	}); err != nil {
		t.Fatal(err)
	}
	as := func(user string, c command.Command) *tournament.Snapshot {
		t.Helper()
		return do(t, director, event, user, c)
	}
	as(organiser, &command.OpenRegistration{})
	as(organiser, &command.SetStaff{User: stan, Name: name("Stan-%d-Staff"), Staff: true})
	as(organiser, &command.Announce{Text: name("Olga-announces-%d")})
	as(ann, &command.Join{User: ann, Name: name("Annabel-%d-Unmistakable"), Tag: name("Clan-Ann-%d")})
	as(organiser, &command.Join{Name: name("Gus-%d-Guestname"), ByOrganiser: true})
	as(dora, &command.Join{User: dora, Name: name("Dora-%d-Disqualified"), Tag: name("Clan-Dora-%d")})
	as(emil, &command.Join{User: emil, Name: name("Emil-%d"), Tag: name("Clan-Dora-%d")})
	as(organiser, &command.SubmitDeck{Player: 2, Text: name("deck-for-Gus-%d"), ByOrganiser: true})
	as(organiser, &command.Join{User: gus, Name: name("Gus-%d-Guestname"), ByOrganiser: true}) // takes the guest's seat
	as(ann, &command.SubmitDeck{Player: 1, Text: name("Forest-of-Ann-%d")})
	as(organiser, &command.Start{KeepAll: true})
	as(organiser, &command.Pair{Forced: [][]int{{1, 2}, {3, 4}}})
	as(organiser, &command.Publish{})
	as(organiser, &command.StartRound{Minutes: 50})
	as(organiser, &command.CallJudge{Player: 1, Reason: name("Ann-calls-%d")})
	as(gus, &command.ReportResult{Player: 2, Text: "2-0"})
	as(ann, &command.DisputeReport{Player: 1, Reason: name("Ann-disputes-%d")})
	as(organiser, &command.WriteNote{Player: 1, Text: name("note-about-Ann-%d")})
	as(stan, &command.Penalise{Player: 1, Kind: "caution", Text: name("caution-of-Ann-%d")})
	as(ann, &command.Drop{Player: 1, Reason: name("Ann-was-tired-%d")})
	as(organiser, &command.Disqualify{Player: 3, Reason: name("Dora-cheated-%d")})
	if finish {
		as(organiser, &command.Finish{Early: true})
	}
}
