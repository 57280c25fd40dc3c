package serversync_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
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

func rolesThroughFaults(t *testing.T, seed uint64) {
	const players, patience = 32, 30 * time.Second
	wires := localtest.NewNetwork(true)
	srv, err := localdiscord.New(localdiscord.Config{Listener: wires, Clock: localdiscord.NewLeapClock(), RateLimits: localdiscord.RateLimits{Off: true}, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	client, err := discord.New(discord.Config{Token: srv.BotToken(), APIBase: srv.URL(), Dial: wires.Dial, HTTPTimeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "e.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	guild := srv.AddGuild("Hall")
	guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.ManageRoles)
	playing := guild.AddRole("Playing", 0)
	if err := store.PutServer(t.Context(), stores.Server{Guild: guild.ID(), ParticipantRole: playing.ID()}); err != nil {
		t.Fatal(err)
	}
	k := &serversync.Keeper{
		Guilds: client, Holdings: store, Calendars: store, Servers: store, Index: store, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Events: tournament.NewDirector(tournament.Config{
			Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
		}),
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	defer running.Wait()
	defer stop()

	srv.Faults().Plan(localdiscord.FaultPlan{Percent: 20, Path: "/members/"})
	do := started(t, k.Events, guild, players)
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
	do(&tournament.Cancel{})
	until(0)
}

// started starts an event of new members of a server and returns how to change it.
func started(t *testing.T, events *tournament.Director, guild *localdiscord.Guild, players int) (do func(tournament.Command)) {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	request := func(c tournament.Command) tournament.Request {
		return tournament.Request{Actor: tournament.Actor{User: "7", Name: "Ann"}, Command: c}
	}
	all := tournament.All{&tournament.Create{Guild: guild.ID(), Channel: guild.AddChannel("open").ID(), Settings: tournament.DefaultSettings("Friday Night"), Ruleset: rs}, &tournament.OpenRegistration{}}
	for i := range players {
		p := guild.AddPerson(fmt.Sprint("Player ", i+1))
		all = append(all, &tournament.Join{User: p.ID(), Name: p.Name()})
	}
	out, err := events.Create(t.Context(), request(append(all, &tournament.Start{})))
	if err != nil {
		t.Fatal(err)
	}
	return func(c tournament.Command) {
		t.Helper()
		if _, err := events.Do(t.Context(), out.After.State.ID, request(c)); err != nil {
			t.Fatal(err)
		}
	}
}
