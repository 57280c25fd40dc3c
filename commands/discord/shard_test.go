package discord_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

// sharded returns a connected bot in so many servers, with a person in each.
func sharded(t *testing.T, cfg localdiscord.Config, servers int, answer func(context.Context, *discord.Interaction, *discord.Responder) error) (*testServer, []*localdiscord.Person, []*localdiscord.Channel) {
	t.Helper()
	s := newTestServer(t, cfg, answer)
	people, channels := []*localdiscord.Person{s.ann}, []*localdiscord.Channel{s.channel}
	for i := 1; i < servers; i++ {
		g := s.srv.AddGuild(fmt.Sprint("Club ", i))
		channels = append(channels, g.AddChannel("tournament"))
		people = append(people, g.AddPerson(fmt.Sprint("Ben ", i)))
	}
	if _, err := s.client.BulkOverwrite(s.ctx, "", []discord.Command{echoCommand()}); err != nil {
		t.Fatal(err)
	}
	s.run()
	s.must(s.srv.WaitConnected(s.ctx))
	s.until(func() bool { return s.client.Status().Connected })
	return s, people, channels
}

// TestAShardThatDiesResumesAlone: the bot opens as many sessions as Discord recommends.
// One loses its connection while people in every server use it: it resumes at the address
// that Discord gave, the others notice nothing, and each interaction reaches the bot once.
func TestAShardThatDiesResumesAlone(t *testing.T) {
	var mu sync.Mutex
	heard := map[string]int{}
	cfg := still()
	cfg.Shards, cfg.MaxConcurrency = 4, 4
	s, people, channels := sharded(t, cfg, 8, func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		mu.Lock()
		heard[in.ID]++
		mu.Unlock()
		return echo(ctx, in, r)
	})
	shards := s.client.Shards()
	if len(shards) != 4 || slices.ContainsFunc(shards, func(sh discord.Shard) bool { return !sh.Connected }) {
		t.Fatalf("shards %+v, want four that are connected", shards)
	}
	all := func(round string) (asked []string) {
		var used []*localdiscord.Interaction
		for i, p := range people {
			in, err := p.Slash(s.ctx, channels[i], "echo", localdiscord.Options{"text": round})
			s.must(err)
			used = append(used, in)
			if i == 3 && round == "dies" {
				if n := s.srv.Faults().DropShard(2); n != 4 {
					t.Errorf("%d connections, want 4", n)
				}
			}
		}
		for _, in := range used {
			a, err := in.Answer(s.ctx)
			s.must(err)
			if a.Message == nil || a.Message.Content != "echo "+round {
				t.Errorf("answer %+v", a)
			}
			asked = append(asked, in.ID())
		}
		return asked
	}
	asked := slices.Concat(all("before"), all("dies"), all("after"))
	mu.Lock()
	defer mu.Unlock()
	for _, id := range asked {
		if heard[id] != 1 {
			t.Errorf("interaction %s came %d times", id, heard[id])
		}
	}
	st := s.srv.Stats()
	if st.Identifies != 4 || st.Resumes != 1 || st.ResumesAstray != 0 || st.Unanswered != 0 {
		t.Errorf("%d sessions, %d resumed, %d of these at another address than given, %d unanswered", st.Identifies, st.Resumes, st.ResumesAstray, st.Unanswered)
	}
	if st.Streams != st.Connections {
		t.Errorf("%d of %d connections are compressed", st.Streams, st.Connections)
	}
	if n := count[discord.Ready](s.bot); n != 4 {
		t.Errorf("%d sessions were ready, want 4", n)
	}
}

// TestTheBotIsNeverTooLargeForItsConnections: Discord recommends one session and refuses
// it, as it does when the bot has grown: the bot asks again and divides itself further.
func TestTheBotIsNeverTooLargeForItsConnections(t *testing.T) {
	cfg := still()
	cfg.Shards, cfg.GuildsPerConnection, cfg.MaxConcurrency = 1, 2, 16
	s, people, channels := sharded(t, cfg, 7, echo)
	for i, p := range people {
		in, err := p.Slash(s.ctx, channels[i], "echo", localdiscord.Options{"text": "hello"}, localtest.WhenConnected())
		s.must(err)
		if _, err := in.Answer(s.ctx); err != nil {
			t.Error(err)
		}
	}
	if n := len(s.client.Shards()); n != 4 {
		t.Errorf("%d shards, want 4 of at most two servers", n)
	}
	if log := s.log.String(); !strings.Contains(log, "more connections") {
		t.Error("the log does not say why the sessions were begun anew")
	}
}

// TestSessionsBeginInTheirTurn: Discord counts sessions together by their number, and
// refuses one that begins within five seconds of another.
func TestSessionsBeginInTheirTurn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		began := time.Now()
		cfg := localdiscord.Config{Listener: localtest.NewNetwork(true), Shards: 6, MaxConcurrency: 2, IdentifyEvery: 5 * time.Second}
		s, _, _ := sharded(t, cfg, 6, echo)
		if took := time.Since(began); took < 10*time.Second || took > 15*time.Second {
			t.Errorf("six sessions, two at a time, took %s", took)
		}
		s.until(func() bool { return count[discord.Ready](s.bot) >= 6 }) // each is told after its session is connected
		if n := count[discord.Ready](s.bot); n != 6 {
			t.Errorf("%d sessions were ready, want 6", n)
		}
		if log := s.log.String(); strings.Contains(log, "no gateway session") {
			t.Error("a session began out of its turn")
		}
	})
}
