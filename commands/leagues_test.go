package commands_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"topcut/commands/league"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/season"
)

// evening plays an event of one round that counts in the league to its end and updates
// the league. The players register in order; the first of each match wins.
func (h *testServer) evening(players ...*localdiscord.Person) {
	h.t.Helper()
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	name := h.snapshot().State.Settings.Name
	if got := h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": name}); !strings.Contains(got, "counts in") {
		h.t.Fatalf("/league-admin events add: %s", got)
	}
	for _, p := range players {
		h.slash(p, "join", nil)
	}
	h.begin()
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	if s := h.snapshot().State; s.Phase != tournament.Finished {
		h.t.Fatalf("the event is %s", s.Phase)
	}
}

// people adds people with these names to the server.
func (h *testServer) people(names ...string) []*localdiscord.Person {
	var out []*localdiscord.Person
	for _, n := range names {
		out = append(out, h.guild.AddPerson(n))
	}
	return out
}

// points returns the total of a person in the league, as text.
func (h *testServer) points(p *localdiscord.Person) string {
	h.t.Helper()
	l := h.league()
	if r := l.State.Table().Row(l.PlayerByUser(p.ID())); r != nil {
		return r.Points.String()
	}
	return "-"
}

// tables counts the messages of the league's channel with its table and returns the last.
func (h *testServer) tables() (n int, last string) {
	h.t.Helper()
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if shown := h.srv.Render(m); strings.Contains(shown, "Why am I here?") {
			n, last = n+1, shown
		}
	}
	return n, last
}

// file returns the content of an attachment.
func (h *testServer) file(a localdiscord.Attachment) []byte {
	h.t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: h.wires.Dial, DisableKeepAlives: true}}
	res, err := client.Get(a.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return data
}

// TestALeagueCountsWhatHasEnded: a finished event counts once, however often the league
// is updated. Undo removes it from the table, and a corrected event counts as corrected.
// The table is one post that is edited.
func TestALeagueCountsWhatHasEnded(t *testing.T) {
	h := openTestServer(t, nil, false)
	if got := h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records", "events": 3, "best": 2}); !strings.Contains(got, "is ready") {
		t.Fatalf("/league-admin create: %s", got)
	}
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	won, lost := 0, 0
	for _, x := range p {
		switch h.points(x) {
		case "3":
			won++
		case "0":
			lost++
		}
	}
	if won != 2 || lost != 2 {
		t.Errorf("%d won and %d lost:\n%s", won, lost, h.slash(h.organiser, "league standings", nil))
	}
	for range 3 {
		h.pass(time.Minute)
	}
	if n := len(h.league().State.Events); n != 1 {
		t.Errorf("one event counts %d times", n)
	}
	if n, table := h.tables(); n != 1 || !strings.Contains(table, "After 1 of 3 events") {
		t.Errorf("%d tables are posted:\n%s", n, table)
	}

	event := h.snapshot()
	_, l := event.State.Match(1, 1)
	winner, loser := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	h.undo()
	h.pass(0)
	if s := h.league().State; s.EventOf(event.State.ID) != 0 || h.points(winner) != "0" {
		t.Errorf("an event that goes on counts, %s", h.points(winner))
	}
	preview := h.answer(h.use(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "0-2", "round": 1}))
	h.press(h.organiser, *preview.Message, "Change the result")
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	if a, b := h.points(winner), h.points(loser); a != "0" || b != "3" {
		t.Errorf("after the correction the table has %s and %s", a, b)
	}
	if n, _ := h.tables(); n != 1 {
		t.Errorf("%d tables are posted", n)
	}
	if got := h.slash(h.organiser, "league info", localdiscord.Options{"show": "events"}); !strings.Contains(got, "Friday Night") || !strings.Contains(got, "4 players") {
		t.Errorf("The events: %s", got)
	}
	if got := h.slash(winner, "league standings", localdiscord.Options{"player": winner.Name()}); !strings.Contains(got, "Friday Night") || !strings.Contains(got, "Total: 0") {
		t.Errorf("The explanation: %s", got)
	}
	h.clean()
}

// TestACrashBetweenEventAndLeagueCountsOnce: if the bot crashes after the league has
// counted an event but before the event has recorded that, a new process updates the
// league again, and the event counts once.
func TestACrashBetweenEventAndLeagueCountsOnce(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	h.players(4)
	h.begin()
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	office := &league.Service{Events: h.director, Seasons: h.seasons, Rulesets: h.rulesets, Now: h.now, Log: h.app.Log}
	snap := h.snapshot()
	if err := office.Count(t.Context(), snap, snap.State.Series.League, "crashed", false); err != nil {
		t.Fatal(err)
	}
	if n := len(h.league().Log); n < 2 {
		t.Fatalf("the league has %d lines", n)
	}
	before := h.league().State.Seq
	h.pass(0) // as after a restart: the update is still due
	if s := h.league().State; s.Seq != before || len(s.Events) != 1 || h.snapshot().State.Series.Counted != s.ID {
		t.Errorf("the league went from %d to %d with %d events", before, s.Seq, len(s.Events))
	}
	h.clean()
}

// TestASeasonIsClosedAndItsFinalComesFromTheTable: an adjustment shows which members
// move, closing asks first and publishes the hash, a later correction asks before it
// changes the closed table, and the final has the first of the table, seeded by their
// places.
func TestASeasonIsClosedAndItsFinalComesFromTheTable(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "places", "events": 2, "final": 2, "cron": "0 19 * * 5", "rounds": 1, "cut": 0})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	stranger := h.guild.AddPerson("Stranger")
	for _, c := range []string{"league-admin close", "league-admin end", "league-admin export"} {
		h.guild.ShowCommands(h.guild.ID())
		if got := h.slash(stranger, c, nil); !strings.Contains(got, "Only organisers") {
			t.Errorf("/%s by a stranger: %s", c, got)
		}
	}
	last := h.league().State.Table().Rows[3].Member
	for _, typed := range []string{"1,203", "1.203"} {
		got := h.slash(h.organiser, "league-admin adjust", localdiscord.Options{"player": h.league().Name(last), "points": typed, "reason": "Host of the month"})
		if !strings.Contains(got, "“"+typed+"” can mean 1203 or 1203/1000.") {
			t.Errorf("%s points: %s", typed, got)
		}
	}
	if got := h.slash(h.organiser, "league-admin adjust", localdiscord.Options{"player": h.league().Name(last), "points": "+100", "reason": "Host of the month"}); !strings.Contains(got, "→ 1") {
		t.Errorf("/league-admin adjust shows %s", got)
	}
	if got := h.slash(h.organiser, "league standings", localdiscord.Options{"player": h.league().Name(last)}); !strings.Contains(got, "Host of the month") {
		t.Errorf("The explanation: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin edit", localdiscord.Options{"set": "best=1, places=10 5 3 1"}); !strings.Contains(got, "Changed") || !strings.Contains(got, "→") {
		t.Errorf("/league-admin edit: %s", got)
	}
	if got := h.slash(h.organiser, "league info", nil); !strings.Contains(got, "10 5 3 1") || !strings.Contains(got, "0 19 * * 5") {
		t.Errorf("/league info: %s", got)
	}
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.press(h.organiser, *ask.Message, "Close the season"); !strings.Contains(got, "is closed") {
		t.Fatalf("closing says %s", got)
	}
	hash := h.league().State.Closed.Hash
	h.settle()
	closed := h.newest(h.channel, h.organiser, "the season is over")
	if got := h.slash(h.organiser, "league info", nil); !strings.Contains(got, hash) {
		t.Errorf("/league info has no %s: %s", hash, got)
	}
	if shown := h.srv.Render(closed); !strings.Contains(shown, hash[:4]+"-"+hash[4:8]) || !strings.Contains(shown, "In the final: ") {
		t.Errorf("the post of the end: %s", shown)
	}
	if got := h.press(h.organiser, closed, "Create the final"); !strings.Contains(got, "2 players") {
		t.Errorf("the final: %s", got)
	}
	final := h.snapshot()
	t1 := h.league().State.Table()
	if n := final.State.Count(tournament.Registered); n != 2 || final.User(1) != h.league().User(t1.Rows[0].Member) || final.State.Players[1].Seed != 2 {
		t.Errorf("the final has %d players, first %s", n, final.Name(1))
	}
	if got := h.press(h.organiser, closed, "Create the final"); !strings.Contains(got, "exists already") {
		t.Errorf("a second final: %s", got)
	}

	// Correct the event in a way that would move the closed table.
	found, _ := h.store.ByGuild(t.Context(), h.guild.ID())
	id := found[1].ID
	snap, err := h.director.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []command.Command{
		&command.Undo{Batch: tournament.LastBatch(snap.Log)}, &command.Correct{Round: 1, Match: 1, Text: "0-2"}, &command.Finish{},
	} {
		if _, err := h.director.Do(t.Context(), id, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	h.pass(0)
	h.settle()
	if got := h.league().State.Closed; got == nil || got.Hash != hash {
		t.Fatal("the closed table moved by itself")
	}
	held := h.newest(h.channel, h.organiser, "a closed table would move")
	i, err := h.organiser.Click(t.Context(), held, "See what moves")
	if err != nil {
		t.Fatal(err)
	}
	preview := h.answer(i)
	if shown := h.text(preview); !strings.Contains(shown, "would move") || !strings.Contains(shown, "→") {
		t.Errorf("the preview says %s", shown)
	}
	if got := h.press(h.organiser, *preview.Message, "Correct the table"); !strings.Contains(got, "closed again") {
		t.Errorf("correcting says %s", got)
	}
	if s := h.league().State; s.Closed == nil || s.Closed.Hash == hash || len(s.Held) != 0 {
		t.Errorf("the season is closed %v, held %v", s.Closed, s.Held)
	}
	h.clean()
}

// TestAClosingTableHasHeardEveryEvent: a finished event is in the frozen table even if
// its league has not been updated yet. If another table was shown, the question is asked
// again.
func TestAClosingTableHasHeardEveryEvent(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "gatherling", "events": 3})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	id := h.league().State.Events[0].Log
	do := func(c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), id, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
	first := h.league().State.Table().Rows[0].Member
	snap, err := h.director.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	do(&command.Undo{Batch: tournament.LastBatch(snap.Log)})
	for m := range snap.State.Rounds[0].Matches {
		do(&command.Correct{Round: 1, Match: m + 1, Text: "0-2"})
	}
	do(&command.Finish{})

	if got := h.press(h.organiser, *ask.Message, "Close the season"); !strings.Contains(got, "Look at the table") {
		t.Fatalf("a table that was not shown is closed: %s", got)
	}
	if s := h.league().State; s.Closed != nil || s.Table().Rows[0].Member == first {
		t.Errorf("closed %v, first is still member %d", s.Closed, first)
	}
	ask = h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.press(h.organiser, *ask.Message, "Close the season"); !strings.Contains(got, "is closed") {
		t.Fatalf("closing says %s", got)
	}
	h.pass(0)
	h.settle()
	if s := h.league().State; s.Closed == nil || len(s.Held) > 0 {
		t.Errorf("closed %v, held %v", s.Closed, s.Held)
	}
	h.clean()
}

// TestAnExportOfASeasonIsTheSameTable: the log in the file folds to the same table,
// whether closed or not, and has no account ids.
func TestAnExportOfASeasonIsTheSameTable(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "gatherling", "events": 3})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	h.slash(h.organiser, "league-admin adjust", localdiscord.Options{"player": h.league().Name(2), "points": "-1/2", "reason": "Late"})
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *ask.Message, "Close the season")
	for format, want := range map[string]string{"json": `"log"`, "csv": "place,player,points", "html": "<table>"} {
		a := h.answer(h.use(h.organiser, "league-admin export", localdiscord.Options{"format": format}))
		if a.Message == nil || len(a.Message.Attachments) != 1 {
			t.Fatalf("%s: %s", format, h.text(a))
		}
		data := h.file(a.Message.Attachments[0])
		if !strings.Contains(string(data), want) || strings.Contains(string(data), p[0].ID()) || strings.Contains(string(data), h.channel.ID()) {
			t.Errorf("%s: %.300s", format, data)
		}
		if format != "json" {
			continue
		}
		snap, _, err := league.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		if moves := season.Compare(h.league().State.Table(), snap.State.Table()); len(moves) > 0 || snap.State.Closed.Hash != h.league().State.Closed.Hash {
			t.Errorf("another table: %+v", moves)
		}
	}
	h.clean()
}

// TestASeasonsOddsKeepFactsApart: proved facts are words, not numbers.
func TestASeasonsOddsKeepFactsApart(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "places", "events": 2, "final": 2})
	if got := h.slash(h.organiser, "league info", localdiscord.Options{"show": "odds"}); !strings.Contains(got, "No event has counted") {
		t.Errorf("The odds before the first: %s", got)
	}
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	if got := h.slash(p[0], "league info", localdiscord.Options{"show": "odds"}); !strings.Contains(got, "%") || !strings.Contains(got, "1 event to come") {
		t.Errorf("/league odds: %s", got)
	}
	h.evening(p...)
	if got := h.slash(p[0], "league info", localdiscord.Options{"show": "odds"}); !strings.Contains(got, "season is over") {
		t.Errorf("The odds after the last: %s", got)
	}
	h.clean()
}

// TestTheTableCountsWhatIsUnderWay: in the middle of an event the table of the season and
// its odds count what is played, and say so; the page does, too. Nothing of it is stored.
func TestTheTableCountsWhatIsUnderWay(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records", "events": 3})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	before := h.league().State
	h.create(localdiscord.Options{"name": "Second Night", "rounds": 2, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Second Night"})
	for _, x := range p {
		h.slash(x, "join", nil)
	}
	h.begin()
	if got := h.slash(h.organiser, "league standings", nil); !strings.Contains(got, "After 1 of 3 events") || strings.Contains(got, "as it stands") {
		t.Errorf("without a result: %s", got)
	}
	h.finish("2-0")
	table := h.slash(h.organiser, "league standings", nil)
	h.hasAll(table, "After 1 of 3 events · 1 event as it stands")
	odds := h.slash(h.organiser, "league info", localdiscord.Options{"show": "odds"})
	for _, x := range p {
		line := func(text string) string {
			for l := range strings.Lines(text) {
				if strings.Contains(l, x.Name()) {
					return strings.Join(strings.Fields(l), " ")
				}
			}
			return "none"
		}
		ofTable, ofOdds := strings.Fields(line(table)), strings.Fields(line(odds))
		if len(ofTable) < 3 || len(ofOdds) < 3 || ofTable[0] != ofOdds[0] || ofTable[2] != ofOdds[2] {
			t.Errorf("%s: the table says %q, the odds %q", x.Name(), ofTable, ofOdds)
		}
	}
	if now := h.league().State; now.Seq != before.Seq && len(now.Events) != len(before.Events) {
		t.Errorf("%d events are stored", len(now.Events))
	}
	h.nextRound()
	h.finish("2-0")
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	if got := h.slash(h.organiser, "league standings", nil); !strings.Contains(got, "After 2 of 3 events") || strings.Contains(got, "as it stands") {
		t.Errorf("after the event: %s", got)
	}
	h.clean()
}
