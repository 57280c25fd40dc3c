package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

var (
	manyServers   = flag.Int("servers", 0, "so many servers are the bot in, with 30 channels and 12 roles each")
	manyRedeploys = flag.Int("redeploys", 50, "so often is the bot stopped and started again while people use it")
	pressed       = flag.Int("pressed", 100, "so many commands are used in a second meanwhile")
)

// TestTheBotIsStartedAgainInManyServers (-servers 10000): the bot is in so many servers that Discord divides
// them. It is ready within a minute and takes less than 300 MB. While people use it, it is
// stopped and started again: each process goes on with the sessions of the one before, and
// every command is answered once. What of this needs no measuring is tested in package
// discord.
func TestTheBotIsStartedAgainInManyServers(t *testing.T) {
	if *manyServers == 0 {
		t.Skip("it takes minutes: -servers 10000")
	}
	s, err := localdiscord.New(localdiscord.Config{
		Seed: 1, RateLimits: localdiscord.RateLimits{Off: true}, IdentifyEvery: 5 * time.Second, Shards: max(2, *manyServers/1000),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	h := newTestServerOn(t, s)
	people, channels := []*localdiscord.Person{h.organiser}, []*localdiscord.Channel{h.channel}
	for i := range *manyServers {
		g := s.AddGuild(fmt.Sprint("Club ", i))
		for r := range 12 {
			g.AddRole(fmt.Sprint("role ", r), wire.SendMessages)
		}
		for c := range 30 {
			at := g.AddChannel(fmt.Sprint("channel ", c))
			if c == 0 {
				channels, people = append(channels, at), append(people, g.AddPerson("Ann"))
			}
		}
	}
	began := time.Now()
	r, pid := h.serveApart()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if err := s.WaitCommand(ctx, h.guild, "help"); err != nil {
		t.Fatal(err)
	}
	ready := time.Since(began)
	r.waitLog(`msg=ready `)
	most := memory(t, pid)
	t.Logf("%d servers in %d shards: ready in %s, at most %d MB", *manyServers, max(2, *manyServers/1000), ready.Round(100*time.Millisecond), most>>20)
	if ready > time.Minute || most > 300<<20 {
		t.Errorf("ready in %s with %d MB; the goal is a minute and 300 MB", ready, most>>20)
	}

	use := newUse(ctx, people, channels)
	rng := rand.New(rand.NewPCG(1, 2))
	for range *manyRedeploys {
		use.during(time.Duration(500+rng.IntN(1000)) * time.Millisecond)
		began := time.Now()
		if code := r.end(); code != 0 {
			t.Fatalf("exit code %d:\n%s", code, r.log)
		}
		stopped := time.Now()
		r, _ = h.serveApart()
		if err := s.WaitConnected(ctx); err != nil {
			t.Fatal(err)
		}
		t.Logf("stopped in %s, connected again %s later", stopped.Sub(began).Round(time.Millisecond), time.Since(stopped).Round(time.Millisecond))
	}
	use.during(time.Second)
	use.stop()
	st := s.Stats()
	t.Logf("%d commands used, %d unanswered, the slowest answer in %s; %d sessions begun, %d resumed", len(use.took), use.missed, slices.Max(use.took).Round(time.Millisecond), st.Identifies, st.Resumes)
	if use.missed > 0 {
		t.Errorf("%d of %d commands were not answered", use.missed, len(use.took))
	}
	for _, v := range s.Violations() {
		t.Errorf("violation: %v", v)
	}
	if st.Identifies != max(2, *manyServers/1000) {
		t.Errorf("%d sessions were begun", st.Identifies)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// memory returns the most memory that a process has had.
func memory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	kb := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if kb == nil {
		t.Fatal("the process does not say what it has")
	}
	n, err := strconv.Atoi(string(kb[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// use is people who use a command, at a steady rate.
type use struct {
	stop func()

	mu     sync.Mutex
	took   []time.Duration
	missed int
}

func newUse(ctx context.Context, people []*localdiscord.Person, channels []*localdiscord.Channel) *use {
	u := &use{}
	ctx, cancel := context.WithCancel(ctx)
	var waiting sync.WaitGroup
	waiting.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(*pressed))
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			i := n * 7919 % len(people)
			in, err := people[i].Slash(context.WithoutCancel(ctx), channels[i], "help", nil)
			waiting.Go(func() {
				var a localdiscord.Answer
				if err == nil {
					a, err = in.Acked(context.WithoutCancel(ctx))
				}
				u.mu.Lock()
				defer u.mu.Unlock()
				u.took = append(u.took, a.Latency)
				if err != nil {
					u.missed++
				}
			})
		}
	})
	u.stop = func() {
		cancel()
		waiting.Wait()
	}
	return u
}

// during lets people use the command for a while: that of a test that measures.
func (u *use) during(d time.Duration) { time.Sleep(d) }
