package commands_test

import (
	"encoding/json"
	"flag"
	"maps"
	"slices"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

var watched = flag.Bool("discordjs", false, "let discord.js read the evenings in each type of channel; .ci/e2e installs it")

// onSockets lets other programs connect to the local Discord, not only the bot of the test.
func onSockets(cfg *localdiscord.Config) { cfg.Listener = nil }

// watcher is a session of discord.js that reads everything the bot does.
type watcher struct {
	t *testing.T
	*localtest.Node
}

// watch starts a watcher, and returns when it is connected.
func watch(t *testing.T, srv *localdiscord.Server) watcher {
	t.Helper()
	return watcher{t, localtest.StartNode(t, "watching", "localdiscord/discordjs", "watch.mjs", srv.URL(), srv.BotToken())}
}

// judge ends the watcher. It fails the test if discord.js warned, did not understand
// something, saw a message otherwise than it is fetched, or saw too little in channels of a
// type.
func (w watcher) judge(channel int) {
	w.t.Helper()
	var seen struct {
		Created, Updated, Deleted, Fetched, Interactions int
		Channels                                         map[int]int // messages by the type of their channel
		Components                                       map[string]int
		Strange                                          []string
	}
	if said := w.End(); json.Unmarshal(said, &seen) != nil {
		w.t.Fatalf("discord.js says %q", said)
	}
	for _, s := range seen.Strange {
		w.t.Errorf("discord.js: %s", s)
	}
	if seen.Created < 5 || seen.Fetched == 0 || seen.Interactions == 0 || seen.Channels[channel] == 0 || seen.Components["Button"] == 0 {
		w.t.Errorf("discord.js has seen too little: %+v", seen)
	}
	w.t.Logf("discord.js has seen %d messages made, %d edits, %d deleted, %d interactions; fetched %d, in channels of types %v, with components %v",
		seen.Created, seen.Updated, seen.Deleted, seen.Interactions, seen.Fetched, slices.Sorted(maps.Keys(seen.Channels)), slices.Sorted(maps.Keys(seen.Components)))
}
