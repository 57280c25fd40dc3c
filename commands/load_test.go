package commands_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

var (
	loadFor     = flag.Duration("load", 2*time.Second, "how long TestLoad sends interactions")
	loadRate    = flag.Int("load.rate", 100, "interactions a second in TestLoad")
	loadPlayers = flag.Int("load.players", 40, "players of the event in TestLoad")
	loadStrict  = flag.Bool("load.strict", false, "fail where a first answer takes more than 3 s, in TestLoad and TestOddsUnderLoad")
	loadReaders = flag.Int("load.readers", 20, "readers of the event's page in TestLoad, who follow it live")
	loadAbuse   = flag.Int("load.abuse", 0, "requests a second for the page by one caller in TestLoad, as far as the machine can")
	loadMembers = flag.Int("load.members", 40, "members of the server in TestLeaguesUnderLoad")
	loadBurst   = flag.Int("load.burst", 50, "interactions of the burst at the end of TestLoad")
)

// TestLoad sends interactions at a steady rate into a running event, then a
// burst. Every one must be answered, and none may be told to try again; at rest
// the channels say what the log says. How fast is measured and printed; with -load.strict an answer that Discord would not have
// waited for fails the test. The figures of the issue come from
//
//	go test ./commands -run TestLoad -v -load 60s -load.players 400 -load.burst 500 -load.strict
//	go test ./commands -run TestLoad -v -load 60s -load.rate 50 -load.readers 1000 -load.abuse 10000
func TestLoad(t *testing.T) {
	notShort(t)
	h := newHall(t, func(c *localdiscord.Config) {
		c.Conformance.Live, c.Record = false, 50_000 // compared afterwards: it would take the bot's time
	})
	players := h.crowd(*loadPlayers, *loadRate, localdiscord.Options{"rounds": 3, "cut": 0})
	act := func(i int) (*localdiscord.Interaction, error) {
		p := players[i%len(players)]
		switch (i / len(players)) % 5 {
		case 0:
			return p.Slash(t.Context(), h.channel, "report", localdiscord.Options{"result": someResult(i)})
		case 1:
			return p.Slash(t.Context(), h.channel, "status", nil)
		case 2:
			return p.Slash(t.Context(), h.channel, "standings", nil)
		case 3:
			return p.Autocomplete(t.Context(), h.channel, "explain pairing", localdiscord.Options{"player": "pla"}, "player")
		}
		return p.Slash(t.Context(), h.channel, "judge", localdiscord.Options{"reason": "load"})
	}
	stop := h.followed(*loadReaders, *loadAbuse)
	h.volley(int(loadFor.Seconds()*float64(*loadRate)), *loadRate, act).print(t, "steady")
	stop()
	h.volley(*loadBurst, 0, act).print(t, "burst")
	h.clean()
	h.audit()
	for _, v := range h.srv.Conform() {
		t.Errorf("violation: %v", v)
	}
}

// someResult is what the i-th report says.
func someResult(i int) string { return []string{"2-0", "2-1", "0-2", "1-2"}[i%4] }

// crowd lets n people join a new event at a rate, and starts round 1.
func (h *hall) crowd(n, rate int, options localdiscord.Options) []*localdiscord.Person {
	h.t.Helper()
	h.create(options)
	players := make([]*localdiscord.Person, n)
	for i := range players {
		players[i] = h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
	}
	h.volley(n, rate, func(i int) (*localdiscord.Interaction, error) {
		return players[i].Slash(h.t.Context(), h.channel, "join", nil)
	}).print(h.t, "joins")
	h.begin()
	return players
}

// followed lets so many follow the page of the event live, and one caller ask for it at
// a rate, until stop is called: everybody was told of something, and the flood was refused.
func (h *hall) followed(readers, abuse int) (stop func()) {
	h.t.Helper()
	path := regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.olga, "tournament page", localdiscord.Options{"show": "link"}))
	srv := httptest.NewServer(h.pages.Handler())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	ctx, cancel := context.WithCancel(h.t.Context())
	// get asks as somebody behind a proxy on this machine, as the pages know them.
	get := func(path, who string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+path, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("X-Forwarded-For", who)
		return client.Do(req)
	}
	var wg sync.WaitGroup
	var told, deaf, served, refused atomic.Int64
	joined := make(chan struct{}, readers)
	for i := range readers {
		wg.Go(func() {
			res, err := get(path+"/live", fmt.Sprintf("10.0.%d.%d", i/250, i%250+1))
			if err != nil {
				h.t.Errorf("reader %d: %v", i, err)
				joined <- struct{}{}
				return
			}
			defer res.Body.Close()
			news := 0
			for lines := bufio.NewScanner(res.Body); lines.Scan(); {
				if strings.HasPrefix(lines.Text(), "id: ") {
					if news++; news == 1 {
						joined <- struct{}{}
					}
				}
			}
			if told.Add(int64(news)); news < 2 {
				deaf.Add(1)
			}
		})
	}
	for range readers {
		<-joined
	}
	begin := time.Now()
	for range min(abuse, 16) {
		wg.Go(func() {
			for ctx.Err() == nil {
				if served.Load()+refused.Load() > int64(time.Since(begin).Seconds()*float64(abuse)) {
					time.Sleep(time.Millisecond)
					continue
				}
				res, err := get(path, "192.0.2.1")
				if err != nil {
					continue // the test is over
				}
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode == http.StatusTooManyRequests {
					refused.Add(1)
				} else {
					served.Add(1)
				}
			}
		})
	}
	return func() {
		took := time.Since(begin)
		cancel()
		wg.Wait()
		srv.Close()
		h.t.Logf("%d readers were told of news %d times, %d of them never; of %.0f requests a second by one caller %d were served and %d refused; the process, the local Discord and the readers in it, had at most %s",
			readers, told.Load(), deaf.Load(), float64(served.Load()+refused.Load())/took.Seconds(), served.Load(), refused.Load(), mostMemory())
		if deaf.Load() > 0 {
			h.t.Errorf("%d of %d readers heard of nothing", deaf.Load(), readers)
		}
		if most := 240 + int64(took.Seconds()*41); served.Load() > most {
			h.t.Errorf("one caller was served %d times, want at most %d", served.Load(), most)
		}
	}
}

// mostMemory is the most memory that this process has had, where the system says so.
func mostMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "an unknown amount"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// figures are how long things took, most often interactions of a volley from
// sending to the first answer.
type figures struct {
	mu       sync.Mutex
	latency  []time.Duration
	duration time.Duration // of them all
}

func (f *figures) note(took time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latency = append(f.latency, took)
}

// volley sends n interactions at a rate (0 = all at once) and waits for all
// answers.
func (h *hall) volley(n, rate int, act func(i int) (*localdiscord.Interaction, error)) *figures {
	h.t.Helper()
	f := &figures{}
	var wg sync.WaitGroup
	begin := time.Now()
	for i := range n {
		if rate > 0 {
			time.Sleep(time.Until(begin.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		}
		sent := time.Now()
		in, err := act(i)
		if err != nil {
			h.t.Fatalf("interaction %d: %v", i, err)
		}
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			a, err := in.Acked(ctx)
			if err != nil {
				h.t.Errorf("interaction %d: %v", i, err)
				return
			}
			took := time.Since(sent)
			f.note(took)
			if *loadStrict && took > 3*time.Second {
				h.t.Errorf("interaction %d: the first answer takes %s, too long for Discord", i, took)
			}
			if text := h.text(a); strings.Contains(text, "Something broke") || strings.Contains(text, "try again") {
				h.t.Errorf("interaction %d: %s", i, text)
			}
		})
	}
	wg.Wait()
	f.duration = time.Since(begin)
	return f
}

// print logs the figures, and how many Discord would not have waited for.
func (f *figures) print(t testing.TB, what string) {
	if len(f.latency) == 0 {
		return
	}
	slices.Sort(f.latency)
	at := func(p float64) time.Duration {
		return f.latency[int(p*float64(len(f.latency)-1))].Round(100 * time.Microsecond)
	}
	late, _ := slices.BinarySearch(f.latency, 3*time.Second)
	t.Logf("%s: %d in %s, first answer p50 %s, p99 %s, max %s, %d after more than 3 s",
		what, len(f.latency), f.duration.Round(time.Millisecond), at(0.5), at(0.99), at(1), len(f.latency)-late)
}

// TestLeaguesUnderLoad: three events at once in one server, two of them of one league and
// one of another, whose members report, look at tables, chances and profiles, 40
// interactions a second. Every one is answered, no report is lost and none counts twice,
// and the channels say what the logs say. The figure of the issue, 250 ms at the 99th
// percentile, comes from
//
//	go test ./commands -run TestLeaguesUnderLoad -v -load 60s -load.members 200
func TestLeaguesUnderLoad(t *testing.T) {
	notShort(t)
	const rate, events = 40, 3
	h := newHall(t, func(c *localdiscord.Config) {
		c.Conformance.Live, c.Record = false, 50_000 // compared afterwards: it would take the bot's time
	})
	first := h.channel
	h.slash(h.olga, "league create", localdiscord.Options{"name": "Monday League", "ruleset": "magic"})
	h.slash(h.olga, "league create", localdiscord.Options{"name": "Cup", "ruleset": "magic"})
	members := make([]*localdiscord.Person, *loadMembers)
	for i := range members {
		members[i] = h.guild.AddPerson(fmt.Sprintf("Member %d", i+1))
	}
	channels, ids := make([]*localdiscord.Channel, events), make([]tournament.ID, events)
	for e := range events {
		if channels[e] = first; e > 0 {
			channels[e] = h.guild.AddChannel(fmt.Sprint("tables-", e+1))
		}
		h.channel = channels[e]
		name := fmt.Sprint("Event ", e+1)
		h.create(localdiscord.Options{"name": name, "rounds": 3, "cut": 0})
		ids[e] = h.snapshot().State.ID
		h.slash(h.olga, "league events", localdiscord.Options{"add": name, "league": []string{"Monday League", "Cup"}[e/2]})
		h.volley(len(members)/events, rate, func(i int) (*localdiscord.Interaction, error) {
			return members[events*i+e].Slash(t.Context(), h.channel, "join", nil)
		})
		h.begin()
	}
	for _, league := range []string{"Monday League", "Cup"} {
		h.volley(len(members), rate, func(i int) (*localdiscord.Interaction, error) {
			return members[i].Slash(t.Context(), first, "league join", localdiscord.Options{"league": league})
		}).print(t, "joins of "+league)
	}
	var mu sync.Mutex
	var reports []*localdiscord.Interaction
	h.volley(int(loadFor.Seconds()*rate), rate, func(i int) (*localdiscord.Interaction, error) {
		p, at := members[i%len(members)], channels[i%events]
		league := localdiscord.Options{"league": []string{"Monday League", "Cup"}[i%2]}
		switch (i / len(members)) % 6 {
		case 0, 3:
			in, err := p.Slash(t.Context(), at, "report", localdiscord.Options{"result": someResult(i)})
			if err == nil {
				mu.Lock()
				reports = append(reports, in)
				mu.Unlock()
				if i%5 == 0 {
					in.Redeliver() // as gateways do now and then
				}
			}
			return in, err
		case 1:
			return p.Slash(t.Context(), at, "league standings", league)
		case 2:
			return p.Slash(t.Context(), at, "standings", nil)
		case 4:
			return p.Slash(t.Context(), at, "profile", nil)
		}
		return p.Slash(t.Context(), at, "league info", league)
	}).print(t, "steady")
	h.settle()
	caused := map[string]map[int64]bool{} // batches by interaction
	for _, id := range ids {
		snap, err := h.director.Snapshot(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range snap.Log {
			e := &snap.Log[i]
			if caused[e.Cause] == nil {
				caused[e.Cause] = map[int64]bool{}
			}
			caused[e.Cause][int64(id)<<32|e.Batch] = true
		}
	}
	promised, lost, doubled := 0, 0, 0
	for _, in := range reports {
		says := h.text(h.answer(in))
		if strings.HasPrefix(says, "Reported: ") || strings.HasPrefix(says, "Both of you agree: ") || strings.HasPrefix(says, "Your report differs ") {
			promised++
			if len(caused[in.ID()]) == 0 {
				lost++
			}
		}
		if len(caused[in.ID()]) > 1 {
			doubled++
		}
	}
	t.Logf("of %d reports %d were kept, %d lost, %d doubled", len(reports), promised, lost, doubled)
	if lost+doubled > 0 || promised == 0 {
		t.Errorf("%d of %d reports lost, %d doubled", lost, promised, doubled)
	}
	h.clean()
	for e, id := range ids {
		h.channel = channels[e]
		h.audited(id, true)
	}
	for _, v := range h.srv.Conform() {
		t.Errorf("violation: %v", v)
	}
}
