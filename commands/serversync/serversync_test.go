package serversync_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/post"
	"topcut/commands/serversync"
	"topcut/commands/wire"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stores"
)

// poisoned panics over one server.
type poisoned struct {
	stores.Servers
	asked chan string
}

func (p poisoned) Server(_ context.Context, guild string) (stores.Server, error) {
	p.asked <- guild
	if guild == "1" {
		panic("poison")
	}
	return stores.Server{}, context.Canceled
}

func TestAPanicCostsOneServersPresence(t *testing.T) {
	asked := make(chan string, 100)
	k := &serversync.Keeper{Servers: poisoned{asked: asked}, Log: slog.New(slog.DiscardHandler), Pause: time.Millisecond}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	k.Touch("1")
	<-asked
	k.Touch("2")
	for guild := range asked { // the first may be tried again before
		if guild == "2" {
			break
		}
	}
	stop()
	<-done
}

// TestRolesAreAssignedThroughFaults: every fifth answer about members fails in some way,
// also as if the bot lacked a permission or the member did not exist. All players have
// their role within half a minute of the start, and lose it as fast.
func TestRolesAreAssignedThroughFaults(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(time.Until(time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC))) // a time that Discord's ids can have
				rolesThroughFaults(t, seed)
			})
		})
	}
}

// hall is a server with a Keeper, and the role of players.
type hall struct {
	srv     *localdiscord.Server
	guild   *localdiscord.Guild
	playing *localdiscord.Role
	*serversync.Keeper
}

func newHall(t *testing.T, seed uint64) *hall {
	t.Helper()
	wires := localtest.NewNetwork(true)
	srv, err := localdiscord.New(localdiscord.Config{Listener: wires, Clock: localdiscord.NewLeapClock(), RateLimits: localdiscord.RateLimits{Off: true}, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	client, err := discord.New(discord.Config{Token: srv.BotToken(), APIBase: srv.URL(), Dial: wires.Dial, HTTPTimeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "e.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close(); client.Close(); srv.Close() })
	guild := srv.AddGuild("Hall")
	guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles | wire.CreateEvents | wire.ManageEvents)
	playing := guild.AddRole("Playing", 0)
	if _, err := store.ChangeServer(t.Context(), guild.ID(), func(s *stores.Server) { s.ParticipantRole = playing.ID(); s.ScheduledEvents = true }); err != nil {
		t.Fatal(err)
	}
	return &hall{srv, guild, playing, &serversync.Keeper{
		Guilds: client, Holdings: store, Calendars: store, Servers: store, Index: store, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Events: command.NewDirector(command.Config{
			Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
		}),
	}}
}

func rolesThroughFaults(t *testing.T, seed uint64) {
	const players, patience = 32, 30 * time.Second
	h := newHall(t, seed)
	srv, guild, playing, k := h.srv, h.guild, h.playing, h.Keeper
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	defer running.Wait()
	defer stop()

	srv.Faults().Plan(localdiscord.FaultPlan{Percent: 20, Path: "/members/"})
	do := started(t, k.Events, guild, players, 0)
	until := func(want int) {
		t.Helper()
		k.Touch(guild.ID())
		for begin := time.Now(); len(playing.Holders()) != want; time.Sleep(time.Second) {
			if time.Since(begin) > patience {
				t.Fatalf("after %v %d members have the role, want %d", patience, len(playing.Holders()), want)
			}
		}
	}
	until(players)
	do(&command.Cancel{})
	until(0)
}

// started starts an event of new members of a server, or lets it start at a time, and
// returns how to change it.
func started(t *testing.T, events *command.Director, guild *localdiscord.Guild, players int, at int64) (do func(command.Command)) {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	request := func(c command.Command) command.Request {
		return command.Request{Actor: tournament.Actor{User: "7", Name: "Ann"}, Command: c}
	}
	settings := tournament.DefaultSettings("Friday Night")
	settings.StartAt = at
	all := command.All{&command.Create{Guild: guild.ID(), Channel: guild.AddChannel("open").ID(), Settings: settings, Ruleset: rs}, &command.OpenRegistration{}}
	for i := range players {
		p := guild.AddPerson(fmt.Sprint("Player ", i+1))
		all = append(all, &command.Join{User: p.ID(), Name: p.Name()})
	}
	if at == 0 {
		all = append(all, &command.Start{})
	}
	out, err := events.Create(t.Context(), request(all))
	if err != nil {
		t.Fatal(err)
	}
	return func(c command.Command) {
		t.Helper()
		if _, err := events.Do(t.Context(), out.After.State.ID, request(c)); err != nil {
			t.Fatal(err)
		}
	}
}

// straying answers the first requests with errors that say nothing about them.
type straying struct {
	serversync.Guilds
	errs []error
}

func (s *straying) next() (err error) {
	if len(s.errs) > 0 {
		err, s.errs = s.errs[0], s.errs[1:]
	}
	return err
}

func (s *straying) GiveRole(ctx context.Context, guild, user, role string) error {
	if err := s.next(); err != nil {
		return err
	}
	return s.Guilds.GiveRole(ctx, guild, user, role)
}

func (s *straying) TakeRole(ctx context.Context, guild, user, role string) error {
	if err := s.next(); err != nil {
		return err
	}
	return s.Guilds.TakeRole(ctx, guild, user, role)
}

func (s *straying) Schedule(ctx context.Context, guild string, e discord.Scheduled) (string, error) {
	if err := s.next(); err != nil {
		return "", err
	}
	return s.Guilds.Schedule(ctx, guild, e)
}

func (s *straying) SetScheduled(ctx context.Context, guild, id string, status discord.ScheduledStatus) error {
	if err := s.next(); err != nil {
		return err
	}
	return s.Guilds.SetScheduled(ctx, guild, id, status)
}

// TestOneStrayAnswerCostsNoRole: Discord says once that a member has left the server who
// has not, or twice for each that the role is gone. The role is assigned all the same, and taken.
func TestOneStrayAnswerCostsNoRole(t *testing.T) {
	left := &discord.APIError{Status: 404, Code: wire.CodeUnknownMember}
	noRole := &discord.APIError{Status: 404, Code: wire.CodeUnknownRole}
	for name, errs := range map[string][]error{"no member": {left}, "no role": {noRole, noRole, noRole, noRole}} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, 1)
			to := &straying{Guilds: h.Guilds}
			h.Guilds = to
			do := started(t, h.Events, h.guild, 2, 0)
			for _, want := range []int{2, 0} {
				to.errs = errs
				for len(to.errs) > 0 {
					if err := h.Keep(t.Context(), h.guild.ID()); err == nil {
						t.Error("the answer was believed")
					}
				}
				if err := h.Keep(t.Context(), h.guild.ID()); err != nil || len(h.playing.Holders()) != want {
					t.Errorf("%d members have the role, want %d; %v", len(h.playing.Holders()), want, err)
				}
				if want > 0 {
					do(&command.Cancel{})
				}
			}
		})
	}
}

// TestTwoStrayAnswersCostNoListedEvent: a scheduled event that Discord refuses twice is
// listed; after the third refusal the event goes without. One that is said to be over is
// ended if the list still has it.
func TestTwoStrayAnswersCostNoListedEvent(t *testing.T) {
	refused := &discord.APIError{Status: 400, Code: wire.CodeInvalidBody}
	over := &discord.APIError{Status: 400, Code: wire.CodeScheduledOver}
	for times := 2; times <= 3; times++ {
		t.Run(fmt.Sprint(times), func(t *testing.T) {
			h := newHall(t, 1)
			to := &straying{Guilds: h.Guilds, errs: slices.Repeat([]error{refused}, times)}
			h.Guilds = to
			do := started(t, h.Events, h.guild, 1, time.Now().Add(time.Hour).Unix())
			for range 2 {
				if err := h.Keep(t.Context(), h.guild.ID()); err == nil {
					t.Error("the answer was believed")
				}
			}
			if err := h.Keep(t.Context(), h.guild.ID()); err != nil || len(h.guild.ScheduledEvents()) != 3-times {
				t.Errorf("listed %+v, %v", h.guild.ScheduledEvents(), err)
			}
			if times == 3 {
				return
			}
			do(&command.Cancel{})
			to.errs = []error{over}
			if err := h.Keep(t.Context(), h.guild.ID()); err == nil {
				t.Error("the answer was believed")
			}
			if err := h.Keep(t.Context(), h.guild.ID()); err != nil || h.guild.ScheduledEvents()[0].Status != int(discord.ScheduledOff) {
				t.Errorf("listed %+v, %v", h.guild.ScheduledEvents(), err)
			}
		})
	}
}
