package commands_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/serversync"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
)

// keeper returns a new keeper, which knows only what is stored.
func (h *testServer) keeper(guilds serversync.Guilds) *serversync.Keeper {
	return &serversync.Keeper{
		Guilds: guilds, Holdings: h.store, Calendars: h.store, Servers: h.store, Index: h.store, Events: h.director, Seasons: h.seasons,
		Archive: h.app.Archive, Words: h.app.Words, Now: h.now, Log: h.app.Log, Settle: time.Nanosecond,
	}
}

// keep syncs the server as a newly started process would, which knows only what is
// stored. It repeats until all is done.
func (h *testServer) keep() {
	h.t.Helper()
	for range 300 {
		if err := h.keeper(h.app.Rest.(*discord.Client)).Keep(h.t.Context(), h.guild.ID()); err == nil {
			return
		}
	}
	h.t.Fatal("what a server keeps is never done")
}

// cut makes three of ten changing requests lose their answer, before or after they took
// effect.
func (h *testServer) cut() {
	h.srv.Tolerate(180000, 10070)
	for _, method := range []string{"POST", "PATCH"} {
		for i := range 3 {
			kind := []localdiscord.Fault{localdiscord.FaultCutAfter, localdiscord.FaultCutBefore}[i%2]
			h.srv.Faults().Script(method, "scheduled-events", kind, 1)
		}
	}
	h.srv.Faults().Script("PUT", "/roles/", localdiscord.FaultCutAfter, 2)
	h.srv.Faults().Script("DELETE", "/roles/", localdiscord.FaultCutAfter, 2)
}

// TestRolesFollowEventsAndLeagues: players have the participant role while the event
// runs, the winner has the champion role until the next one wins, and the best of a
// season have theirs until it is closed. Whatever answer is lost, everyone gets and loses
// their role in time. The bot does not remove a role that it has not assigned.
func TestRolesFollowEventsAndLeagues(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
	playing, champion, best := h.guild.AddRole("Playing", 0), h.guild.AddRole("Champion", 0), h.guild.AddRole("Best", 0)
	got := h.slash(h.organiser, "setup", localdiscord.Options{"participant_role": playing.ID(), "champion_role": champion.ID(), "top_role": best.ID(), "top": 1})
	if !strings.Contains(got, "top 1 of a season: @Best") {
		t.Errorf("/setup: %s", got)
	}
	holders := func(when string, r *localdiscord.Role, want ...string) {
		t.Helper()
		h.cut()
		h.keep()
		h.srv.Faults().Clear()
		if got := r.Holders(); !slices.Equal(got, want) {
			t.Errorf("%s %q are %s, want %q", when, got, r.Name(), want)
		}
	}
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve")
	p[4].Give(playing) // by hand
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	for _, x := range p[:4] {
		h.slash(x, "join", nil)
	}
	holders("before the start", playing, "Eve")
	h.begin()
	holders("in round 1", playing, "Ann", "Bob", "Cy", "Dee", "Eve")
	h.slash(p[3], "drop", nil)
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	holders("at the end", playing, "Eve")
	won := func() (out []string) {
		s := h.snapshot()
		for n, place := range s.State.Places {
			if place == 1 {
				out = append(out, s.Name(n+1))
			}
		}
		return out
	}
	holders("at the end", champion, won()...)
	l := h.league()
	var first []string
	for _, r := range l.State.Table().Rows {
		if r.Place == 1 {
			first = append(first, l.Name(r.Member))
		}
	}
	slices.Sort(first)
	holders("at the end", best, first...)
	h.undo()
	h.pass(0)
	holders("when the end is taken back", champion)
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	holders("at the second end", champion, won()...)
	if got := h.slash(h.organiser, "setup", localdiscord.Options{"champion_role": h.guild.ID()}); !strings.Contains(got, "last champion: off") {
		t.Errorf("/setup champion_role:@everyone: %s", got)
	}
	holders("without a champion's role", champion)
	h.clean()
}

// TestARoleIsGivenAndTakenOnce: an assigned role is not requested again. One whose answer
// was lost before a crash is removed when it is no longer due. One that a member had
// before stays.
func TestARoleIsGivenAndTakenOnce(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
	playing := h.guild.AddRole("Playing", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"participant_role": playing.ID()})
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	p := h.players(4)
	p[1].Give(playing) // by hand
	h.begin()
	asks := &askedGuilds{Guilds: h.app.Rest.(*discord.Client)}
	look := func() error { return h.keeper(asks).Keep(t.Context(), h.guild.ID()) }
	h.srv.Faults().Script("PUT", "/members/"+p[0].ID()+"/roles/", localdiscord.FaultCutAfter, 1000)
	if err := look(); err == nil {
		t.Fatal("no answer was lost")
	}
	h.srv.Faults().Clear()
	if got := playing.Holders(); len(got) != 4 {
		t.Fatalf("%q hold the role after the lost answer", got)
	}
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": p[0].Name()}) // before the next sync
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if got := playing.Holders(); len(got) != 3 {
		t.Errorf("%q hold the role, want the three who play", got)
	}
	asks.n = 0
	if err := look(); err != nil || asks.n != 0 {
		t.Errorf("where nothing has changed Discord is asked %d times, %v", asks.n, err)
	}
	if _, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: &command.Cancel{}}); err != nil {
		t.Fatal(err)
	}
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if got := playing.Holders(); !slices.Equal(got, []string{p[1].Name()}) {
		t.Errorf("at the end %q hold the role, want who had it before", got)
	}
	if held, err := h.store.Held(t.Context(), h.guild.ID()); err != nil || len(held) != 0 {
		t.Errorf("all is over, and %+v is held (%v)", held, err)
	}
	h.clean()
}

// TestAnEventWithoutADecidedMatchHasNoChampion: where no match was decided, the places are
// by lot. The first of them has no role, and neither the event nor its season names a
// champion.
func TestAnEventWithoutADecidedMatchHasNoChampion(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
	champion, best := h.guild.AddRole("Champion", 0), h.guild.AddRole("Best", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"champion_role": champion.ID(), "top_role": best.ID(), "top": 1})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	h.create(localdiscord.Options{"ruleset": "yugioh", "rounds": 1, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	h.players(4)
	h.begin()
	h.finish("double-loss")
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	h.keep()
	s := h.snapshot().State
	if s.Phase != tournament.Finished || !slices.Contains(s.Places, 1) {
		t.Fatalf("the test is blind: %s, places %v", s.Phase, s.Places)
	}
	if a, b := champion.Holders(), best.Holders(); len(a)+len(b) > 0 {
		t.Errorf("%q are champions, %q the best of the season", a, b)
	}
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *closing.Message, "Close the season")
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if got := h.srv.Render(m); strings.Contains(got, "Champion:") || strings.Contains(got, " wins ") || strings.Contains(got, "Winner:") {
			t.Errorf("a post names a champion: %s", got)
		}
	}
	h.clean()
}

// TestWhoeverIsForgottenLosesTheRoleAndItsRecord: a champion whose data is blanked loses
// the role at the next sync, and even if the bot lacks the permission by then, their id
// is in no byte of the file, its journal or a later backup. The record of another holder
// stays until the role can be removed.
func TestWhoeverIsForgottenLosesTheRoleAndItsRecord(t *testing.T) {
	t.Parallel()
	for _, barred := range []bool{false, true} {
		t.Run(fmt.Sprintf("barred %v", barred), func(t *testing.T) {
			h := openTestServer(t, nil, false)
			h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
			champion := h.guild.AddRole("Champion", 0)
			h.slash(h.organiser, "setup", localdiscord.Options{"champion_role": champion.ID()})
			h.create(localdiscord.Options{"rounds": 1, "cut": 0})
			people := h.players(4)
			h.begin()
			h.agree()
			h.slash(h.organiser, "tournament finish", nil)
			h.keep()
			s := h.snapshot()
			first := people[slices.IndexFunc(people, func(p *localdiscord.Person) bool { return s.State.Places[s.PlayerByUser(p.ID())-1] == 1 })]
			if got := champion.Holders(); !slices.Contains(got, first.Name()) || !strings.Contains(h.bytes(), first.ID()) {
				t.Fatalf("the test is blind: %q hold the role", got)
			}
			var touched []string
			h.app.SyncServer = func(guild string) { touched = append(touched, guild) }
			if barred {
				h.srv.Tolerate(50013)
				h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions)
			}
			ask := h.answer(h.use(first, "privacy forget", nil))
			h.press(first, *ask.Message, "Forget me")
			if !slices.Equal(touched, []string{h.guild.ID()}) {
				t.Errorf("servers to look at: %q", touched)
			}
			err := h.keeper(h.app.Rest.(*discord.Client)).Keep(t.Context(), h.guild.ID())
			if got := slices.Contains(champion.Holders(), first.Name()); got != barred {
				t.Errorf("barred %v: that they have the role is %v, %v", barred, got, err)
			}
			if strings.Contains(h.bytes(), first.ID()) {
				t.Error("the file, its journal or a backup still holds the id")
			}
		})
	}
}

// bytes returns the content of the database, its journal and a backup made now.
func (h *testServer) bytes() string {
	h.t.Helper()
	folder := h.t.TempDir()
	if err := h.store.Backup(h.t.Context(), filepath.Join(folder, "backup.db")); err != nil {
		h.t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range []string{h.stored, h.stored + "-wal", filepath.Join(folder, "backup.db")} {
		data, err := os.ReadFile(path)
		if err != nil {
			h.t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

// askedGuilds counts the requests for roles.
type askedGuilds struct {
	serversync.Guilds
	n int
}

func (a *askedGuilds) HasRole(ctx context.Context, guild, user, role string) (bool, error) {
	a.n++
	return a.Guilds.HasRole(ctx, guild, user, role)
}

func (a *askedGuilds) GiveRole(ctx context.Context, guild, user, role string) error {
	a.n++
	return a.Guilds.GiveRole(ctx, guild, user, role)
}

func (a *askedGuilds) TakeRole(ctx context.Context, guild, user, role string) error {
	a.n++
	return a.Guilds.TakeRole(ctx, guild, user, role)
}

// TestDoctorSaysWhyARoleCannotBeGiven: a missing permission, a role above the bot's own
// and a deleted role are reported, but only if they are used.
func TestDoctorSaysWhyARoleCannotBeGiven(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.srv.Tolerate(50013)
	if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, "Manage Roles") || strings.Contains(got, "Create Events") {
		t.Errorf("/doctor asks for what nobody uses: %s", got)
	}
	low := h.guild.AddRole("Champion", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"champion_role": low.ID(), "scheduled_events": true})
	doctor := func(want string) {
		t.Helper()
		if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, want) {
			t.Errorf("/doctor lacks %q: %s", want, got)
		}
	}
	doctor("To give roles I lack Manage Roles")
	doctor("event list I lack Create Events")
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles | wire.CreateEvents)
	doctor("I can give @Champion")
	doctor("I can put events")
	low.Raise()
	doctor("is not below my own role")
	h.clean()
}

// TestThePanelSaysWhichRolesCannotBeGiven: the organisers' panel says by itself what
// keeps the bot from assigning a role and from creating scheduled events, with the remedy
// and a button to retry. Once the bot has the permission, a press does both, and the
// lines disappear.
func TestThePanelSaysWhichRolesCannotBeGiven(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.srv.Tolerate(50013)
	k := h.keeper(h.app.Rest.(*discord.Client))
	h.kill()
	h.sends.Bars = k.Bars
	h.send()
	k.Barred = h.sender.Renew
	var one sync.Mutex // a server is synchronised by one goroutine
	h.app.SyncServer = func(guild string) {
		defer one.Unlock()
		one.Lock()
		_ = k.Keep(t.Context(), guild) // a failure is in the panel
	}
	playing := h.guild.AddRole("Playing", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID(), "participant_role": playing.ID(), "scheduled_events": true})
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + h.now().Add(2*time.Hour).UTC().Format("2006-01-02 15:04")})
	h.players(4)
	h.app.SyncServer(h.guild.ID())
	h.newest(h.office, h.organiser, "event list I lack Create Events")
	h.begin()
	h.app.SyncServer(h.guild.ID())
	h.newest(h.office, h.organiser, "To give roles I lack Manage Roles")
	playing.Raise()
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles | wire.CreateEvents)
	h.press(h.organiser, h.newest(h.office, h.organiser, "[Try again now]"), "Try again now")
	h.newest(h.office, h.organiser, "@Playing is not below my own role")
	h.silentOf("Create Events")
	playing = h.guild.AddRole("At the tables", 0)
	h.slash(h.organiser, "setup", localdiscord.Options{"participant_role": playing.ID()})
	h.silentOf("Try again now")
	if n := len(playing.Holders()); n != 4 {
		t.Errorf("%d of 4 players have their role", n)
	}
	h.clean()
}

// listed compares the server's scheduled events, kept through a lost answer, with names,
// starts and states.
func (h *testServer) listed(when string, written func(time.Time) any, want []string) {
	h.t.Helper()
	h.cut()
	h.keep()
	h.srv.Faults().Clear()
	var got []string
	for _, e := range h.guild.ScheduledEvents() {
		got = append(got, fmt.Sprint(e.Name, " ", written(e.Start), " ", e.Status))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		h.t.Errorf("%s the list is %q, want %q", when, got, want)
	}
}

// TestEventsStandInTheListOfTheServer: an event with a start gets one scheduled event,
// which moves with it, is active while it runs, and ends or is cancelled with it,
// whatever answer is lost. One that was deleted by hand is not created again.
func TestEventsStandInTheListOfTheServer(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.CreateEvents)
	h.slash(h.organiser, "setup", localdiscord.Options{"scheduled_events": true})
	start := h.now().UTC().Add(26 * time.Hour).Truncate(time.Minute)
	set := func(at time.Time) {
		h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + at.Format("2006-01-02 15:04")})
	}
	listed := func(when string, want ...string) {
		t.Helper()
		h.listed(when, func(at time.Time) any { return at.Sub(start).Round(time.Minute) }, want)
	}
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	listed("without a start")
	set(start)
	listed("with a start", "Friday Night 0s 1")
	listed("later", "Friday Night 0s 1")
	set(start.Add(time.Hour))
	listed("when it is moved", "Friday Night 1h0m0s 1")
	h.players(4)
	h.begin()
	listed("while it runs", "Friday Night 1h0m0s 2")
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	listed("when it is over", "Friday Night 1h0m0s 3")

	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Saturday", "ruleset": "magic"})
	h.slash(h.organiser, "tournament open", nil)
	set(start)
	listed("with a second event", "Friday Night 1h0m0s 3", "Saturday 0s 1")
	if _, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Command: &command.Cancel{}}); err != nil {
		t.Fatal(err)
	}
	listed("when it is cancelled", "Friday Night 1h0m0s 3", "Saturday 0s 4")
	if held, err := h.store.Held(t.Context(), h.guild.ID()); err != nil || len(held) != 0 {
		t.Errorf("all is over, and %+v is held (%v)", held, err)
	}
	h.clean()
}

// listings counts the requests to list an event.
type listings struct {
	serversync.Guilds
	n int
}

func (l *listings) Schedule(ctx context.Context, guild string, e discord.Scheduled) (string, error) {
	l.n++
	return l.Guilds.Schedule(ctx, guild, e)
}

// TestAnEventIsListedOnceThoughItsAnswerIsLate: Discord is not asked again for an event
// while the first request, whose connection was lost, can still take effect.
func TestAnEventIsListedOnceThoughItsAnswerIsLate(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.CreateEvents)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + h.now().UTC().AddDate(0, 0, 1).Format("2006-01-02 15:04")})
	h.slash(h.organiser, "setup", localdiscord.Options{"scheduled_events": true})
	keeper := h.keeper(h.app.Rest.(*discord.Client))
	keeper.Settle = time.Hour
	requests := &listings{Guilds: keeper.Guilds}
	keeper.Guilds = requests
	look := func() error { return keeper.Keep(t.Context(), h.guild.ID()) }
	h.srv.Faults().Script("POST", "/scheduled-events", localdiscord.FaultLate, 1)
	if err := look(); err == nil {
		t.Fatal("no answer was lost")
	}
	for range 3 {
		if err := look(); err != nil {
			t.Fatal(err)
		}
	}
	h.until("the late request takes effect", func() bool { return len(h.guild.ScheduledEvents()) > 0 })
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if requests.n != 1 { // the late one may not be there yet
		t.Errorf("Discord was asked %d times to list it", requests.n)
	}
	if all := h.guild.ScheduledEvents(); len(all) != 1 {
		t.Errorf("listed: %+v", all)
	}
	if _, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: &command.Cancel{}}); err != nil {
		t.Fatal(err)
	}
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if all := h.guild.ScheduledEvents(); all[0].Status != 4 {
		t.Errorf("after it was cancelled it is listed: %+v", all)
	}
	h.clean()
}

// TestAnEventThatIsCreatedTwiceIsListedOnce: Discord carries out a creation twice. The
// twin is cancelled, also by a process that knows only what is stored.
func TestAnEventThatIsCreatedTwiceIsListedOnce(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | localdiscord.BotPermissions | wire.CreateEvents)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + h.now().UTC().AddDate(0, 0, 1).Format("2006-01-02 15:04")})
	h.slash(h.organiser, "setup", localdiscord.Options{"scheduled_events": true})
	h.srv.Faults().Script("POST", "/scheduled-events", localdiscord.FaultTwice, 1)
	keeper := h.keeper(h.app.Rest.(*discord.Client))
	keeper.Settle = time.Second
	if err := keeper.Keep(t.Context(), h.guild.ID()); err != nil {
		t.Fatal(err)
	}
	h.until("the creation is carried out once more", func() bool { return len(h.guild.ScheduledEvents()) == 2 })
	open := func() (n int) {
		h.keep()
		for _, e := range h.guild.ScheduledEvents() {
			if e.Status < 3 {
				n++
			}
		}
		return n
	}
	h.until("one of the two is cancelled", func() bool { return open() == 1 })
	h.direct(&command.Cancel{})
	if n := open(); n != 0 { // the one that the bot knows was left
		t.Errorf("after it was cancelled it is listed: %+v", h.guild.ScheduledEvents())
	}
	if n := len(h.guild.ScheduledEvents()); n != 2 {
		t.Errorf("%d events were created", n)
	}
	h.clean()
}

// TestAnAgreedMatchStandsInTheListOfTheServer: the agreed time of a match gets one
// scheduled event, which moves with it and ends with its result. One that was deleted by
// hand is not created again, and the others stay.
func TestAnAgreedMatchStandsInTheListOfTheServer(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | localdiscord.BotPermissions | wire.CreateEvents)
	h.slash(h.organiser, "setup", localdiscord.Options{"scheduled_events": true})
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, to_channel=" + h.office.ID()})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	day := h.now().UTC().AddDate(0, 0, 2).Truncate(24 * time.Hour)
	names := func(match int) (a, b *localdiscord.Person, title string) {
		s := h.snapshot()
		_, l := s.State.Match(1, match)
		one, other := int(l.Seats[0])+1, int(l.Seats[1])+1
		return h.person(one), h.person(other), s.Name(one) + " – " + s.Name(other)
	}
	agree := func(match, hour int) {
		a, b, _ := names(match)
		h.slash(a, "match propose", localdiscord.Options{"when": day.Add(time.Duration(hour) * time.Hour).Format("2006-01-02 15:04"), "time_zone": "UTC"})
		h.inMatch(b, nil, customid.TimeAccept{})
	}
	line := func(match, hour, status int) string {
		_, _, title := names(match)
		return fmt.Sprint(title, " ", day.Add(time.Duration(hour)*time.Hour).Format("2 Jan 15:04"), " ", status)
	}
	listed := func(when string, want ...string) {
		t.Helper()
		h.listed(when, func(at time.Time) any { return at.UTC().Format("2 Jan 15:04") }, want)
	}
	listed("before anybody agrees")
	agree(1, 18)
	agree(2, 19)
	listed("when two have agreed", line(1, 18, 1), line(2, 19, 1))
	listed("later", line(1, 18, 1), line(2, 19, 1))
	agree(1, 20)
	listed("when one is moved", line(1, 20, 1), line(2, 19, 1))
	_, _, title := names(2)
	h.guild.Unlist(title)
	listed("when one is taken out by hand", line(1, 20, 1))
	agree(2, 21)
	listed("when that is moved", line(1, 20, 1))
	h.pass(day.Add(20*time.Hour + 30*time.Minute).Sub(h.now()))
	a, b, _ := names(1)
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	h.slash(b, "confirm", nil)
	listed("when the other is played", line(1, 20, 3))
	h.clean()
}
