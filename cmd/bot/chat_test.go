package main

import (
	"testing"

	"topcut/commands/localdiscord"
)

// TestTheSessionBeginsAnewForResultsInChat: the bot does not hear of messages until a server
// switches on results in chat. Then it begins its session anew, and the next process asks
// for them from the start.
func TestTheSessionBeginsAnewForResultsInChat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	r := h.serve()
	r.waitLog("msg=ready ")
	setup := func(on bool) {
		t.Helper()
		in, err := h.organiser.Slash(t.Context(), h.channel, "setup", localdiscord.Options{"chat_results": on})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Answer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	setup(false)
	setup(true)
	r.waitLog("messages are read in a server from now on")
	waitFor(t, "new session", func() bool { return h.Stats().Identifies == 2 })
	if err := h.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
	setup(true)
	if code := r.end(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	h.forget()
	r = h.serve()
	r.waitLog("msg=ready ")
	if n := h.Stats().Identifies; n != 3 {
		t.Errorf("%d sessions were begun, want 3", n)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
