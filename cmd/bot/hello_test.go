package main

import (
	"path/filepath"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/db"
	"topcut/tournament/stores"
)

// TestTheBotSaysHelloOnce: in a server to which it is invited the bot says what to do
// first, in the channel for such notices and in the language of the server. It does so once
// for each invitation, whatever is started again, and not where it has been for long.
func TestTheBotSaysHelloOnce(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	invite := func(name string) (*localdiscord.Guild, *localdiscord.Channel) {
		g := h.AddGuild(name)
		g.AddChannel("news")
		at := g.AddChannel("welcome")
		g.SetSystemChannel(at)
		g.SetLocale("de")
		g.Kick()
		g.Invite()
		return g, at
	}
	said := func(at *localdiscord.Channel) (n int) {
		for _, m := range h.Messages(at, nil) {
			if text := h.Render(m); strings.Contains(text, "/setup") && strings.Contains(text, "Hallo") {
				n++
			}
		}
		return n
	}
	first, at := invite("first")
	r := h.serve()
	waitFor(t, "hello", func() bool { return said(at) == 1 })
	r.waitLog("msg=ready ")
	if code := r.end(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	h.forget() // the next start is told of every server anew
	r = h.serve()
	_, other := invite("second")
	waitFor(t, "hello in the second server", func() bool { return said(other) == 1 })
	h.Faults().Outage(first, true)
	h.Faults().Outage(first, false)
	_, third := invite("third")
	waitFor(t, "hello in the third server", func() bool { return said(third) == 1 })
	if n, st := said(at), h.Stats(); n != 1 || st.Deduplicated != 0 {
		t.Errorf("hello is said %d times in the first server, %d tried again", n, st.Deduplicated)
	}
	first.Kick()
	first.Invite()
	waitFor(t, "hello after another invitation", func() bool { return said(at) == 2 })
	if code := r.end(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	h.forget()
	r = h.serve()
	r.waitLog("msg=ready ")
	_, fourth := invite("fourth")
	waitFor(t, "hello in the fourth server", func() bool { return said(fourth) == 1 })
	if n := said(at); n != 2 {
		t.Errorf("hello is said %d times for two invitations", n)
	}
	if n := len(h.Messages(h.channel, nil)); n != 0 {
		t.Errorf("%d messages where the bot has been for long", n)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestAServerGreetedByAnEarlierVersionIsGreetedAgain: of a server in which the bot has been
// for long, that version stored only that it said hello. It is said again after another
// invitation.
func TestAServerGreetedByAnEarlierVersionIsGreetedAgain(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(h.dir, "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.ChangeServer(t.Context(), h.guild.ID(), func(s *stores.Server) { s.Greeted = true }); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	said := func() int { return len(h.Messages(h.channel, nil)) }
	r := h.serve()
	r.waitLog("msg=ready ")
	if n := said(); n > 0 {
		t.Errorf("%d messages where the bot has been for long", n)
	}
	h.guild.Kick()
	r.waitLog(`msg="the bot was removed from a server" server=` + h.guild.ID())
	h.guild.Invite()
	waitFor(t, "hello after another invitation", func() bool { return said() == 1 })
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
