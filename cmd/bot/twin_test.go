package main

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"topcut/commands/localdiscord/localtest"
)

var onTwin = flag.Bool("twin", false, "play on discord-digital-twin, a local Discord by others; .ci/e2e installs it")

// TestEveningsOnALocalDiscordByOthers: the bot as it is runs on a local Discord that shares
// no code and no author with ours, and plays an evening in a channel of each type. It asks
// for nothing that is refused there, answers everything once, and opens threads of matches
// where the type has them.
func TestEveningsOnALocalDiscordByOthers(t *testing.T) {
	if !*onTwin {
		t.Skip("needs Node.js and discord-digital-twin: go test ./cmd/bot -twin")
	}
	const token = "MTU3NjIyMjE2MTIwOTY1NTI5Nw.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	twin := localtest.StartNode(t, "open ", "testdata/twin", "evening.mjs", token)
	h := newTestServer(t)
	h.env = map[string]string{"DISCORD_TOKEN": token, "DISCORD_API_BASE": twin.Ready}
	r := h.serve()
	var seen struct {
		Commands int
		Places   map[string]struct {
			Posts, Presses, Threads, Archived int
			Doctor                            string
		}
		Refused map[string]int
		Strange []string
	}
	if said := twin.End(); json.Unmarshal(said, &seen) != nil {
		t.Fatalf("the twin says %q", said)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, s := range seen.Strange {
		t.Error(s)
	}
	for route, n := range seen.Refused {
		t.Errorf("%s, %d times", route, n)
	}
	for place, threads := range map[string]bool{
		"text": true, "announcement": true, "voice": false, "stage": false, "a thread": false, "a thread of announcements": false, "a post of a forum": false,
	} {
		p := seen.Places[place]
		opened := p.Threads == 0
		if threads { // of the first round; a match of the second may be over before it has one
			opened = p.Threads >= 2 && p.Threads <= 4
		}
		if p.Posts < 5 || !opened || p.Archived != p.Threads || !strings.Contains(p.Doctor, "✅ This channel: I can post in") || strings.Contains(p.Doctor, "❌") {
			t.Errorf("%s: %+v", place, p)
		}
		t.Logf("%s: %d posts, %d commands and presses, %d threads of matches", place, p.Posts, p.Presses, p.Threads)
	}
	if seen.Commands == 0 {
		t.Error("no commands are registered")
	}
}
