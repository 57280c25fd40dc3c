package discord_test

import (
	"flag"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
)

var slow = flag.Bool("slow", false, "wait for what takes as long as on Discord: TestRun_isBackAfterSilence takes a minute")

// discordsBeat is the heartbeat interval that Discord announces.
const discordsBeat = 41_250 * time.Millisecond

// TestRun_isBackAfterSilence measures how long the bot is away when the gateway
// falls silent at the worst moment, just after it has acknowledged a heartbeat:
// the next one comes after a whole interval. docs/running.md says that it is back
// within a minute.
func TestRun_isBackAfterSilence(t *testing.T) {
	if !*slow {
		t.Skip("-slow measures it, which takes a minute")
	}
	s := connected(t, localdiscord.Config{HeartbeatInterval: discordsBeat}, echo)
	s.works()
	time.Sleep(3 * time.Second) // the heartbeat with which a connection begins is acknowledged by then
	began := time.Now()
	s.srv.Faults().HoldAcks(true)
	s.must(s.bot.wait(s.ctx, func(e discord.Event) bool { _, ok := e.(discord.Disconnected); return ok }))
	noticed := time.Since(began)
	s.srv.Faults().HoldAcks(false)
	s.works()
	away := time.Since(began)
	t.Logf("the silence was noticed after %.1f s, and people were answered again after %.1f s", noticed.Seconds(), away.Seconds())
	if away > time.Minute {
		t.Errorf("the bot was away for %.1f s, want a minute at most", away.Seconds())
	}
}
