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

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

var (
	loadFor     = flag.Duration("load", 300*time.Millisecond, "how long TestLoad sends interactions")
	loadRate    = flag.Int("load.rate", 100, "interactions a second in TestLoad")
	loadPlayers = flag.Int("load.players", 16, "players of the event in TestLoad")
	loadStrict  = flag.Bool("load.strict", false, "fail where a first answer takes more than 3 s, in TestLoad and TestOddsUnderLoad")
	loadReaders = flag.Int("load.readers", 20, "readers of the event's page in TestLoad, who follow it live")
	loadAbuse   = flag.Int("load.abuse", 0, "requests a second for the page by one caller in TestLoad, as far as the machine can")
	loadMembers = flag.Int("load.members", 12, "members of the server in TestLeaguesUnderLoad")
	loadBound   = flag.Duration("load.bound", 0, "fail where the first answer takes longer at the 99th percentile, in TestLeaguesUnderLoad; 0 = however long")
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
	h := drawnTestServer(t, func(c *localdiscord.Config) {
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
			return p.Autocomplete(t.Context(), h.channel, "explain", localdiscord.Options{"player": "pla"}, "player")
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

// someResult returns the result of the i-th report.
func someResult(i int) string { return []string{"2-0", "2-1", "0-2", "1-2"}[i%4] }

// crowd lets n people join a new event at a rate and starts round 1.
func (h *testServer) crowd(n, rate int, options localdiscord.Options) []*localdiscord.Person {
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

// followed lets readers clients follow the page of the event live and one caller request
// it at a rate of abuse. stop waits until every reader got an update, ends this and checks
// that the flood was refused.
func (h *testServer) followed(readers, abuse int) (stop func()) {
	h.t.Helper()
	path := regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"}))
	srv := httptest.NewServer(h.pages.Handler())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	ctx, cancel := context.WithCancel(h.t.Context())
	// get sends a request as if through a proxy on this machine.
	get := func(path, who string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+path, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("X-Forwarded-For", who)
		return client.Do(req)
	}
	var wg sync.WaitGroup
	var told, served, refused atomic.Int64
	joined, heard := make(chan struct{}, readers), make(chan struct{}, readers)
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
					switch news++; news {
					case 1:
						joined <- struct{}{}
					case 2:
						heard <- struct{}{}
					}
				}
			}
			told.Add(int64(news))
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
		deaf, limit := readers, time.After(patience)
		for late := false; deaf > 0 && !late; {
			select {
			case <-heard:
				deaf--
			case <-limit:
				late = true
			}
		}
		took := time.Since(begin)
		cancel()
		wg.Wait()
		srv.Close()
		h.t.Logf("%d readers were told of news %d times, %d of them never; of %.0f requests a second by one caller %d were served and %d refused; the process, the local Discord and the readers in it, had at most %s",
			readers, told.Load(), deaf, float64(served.Load()+refused.Load())/took.Seconds(), served.Load(), refused.Load(), mostMemory())
		if deaf > 0 {
			h.t.Errorf("%d of %d readers heard of nothing", deaf, readers)
		}
		if most := 240 + int64(took.Seconds()*41); served.Load() > most {
			h.t.Errorf("one caller was served %d times, want at most %d", served.Load(), most)
		}
	}
}

// mostMemory returns the peak memory of this process if the system reports it.
func mostMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "an unknown amount"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// figures are durations, mostly of interactions from sending to the first answer.
type figures struct {
	mu       sync.Mutex
	latency  []time.Duration
	duration time.Duration // of the whole run
}

func (f *figures) note(took time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latency = append(f.latency, took)
}

// volley sends n interactions at a rate (0 means all at once) and waits for all answers.
func (h *testServer) volley(n, rate int, act func(i int) (*localdiscord.Interaction, error)) *figures {
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

// print logs the figures, and how many answers were too late for Discord.
func (f *figures) print(t testing.TB, what string) {
	if len(f.latency) == 0 {
		return
	}
	at := f.at
	slices.Sort(f.latency)
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
//	go test ./commands -run TestLeaguesUnderLoad -v -load 60s -load.members 200 -load.bound 250ms
func TestLeaguesUnderLoad(t *testing.T) {
	notShort(t)
	const rate, events, rounds = 40, 3, 3
	leagues := []string{"Monday League", "Cup"}
	h := drawnTestServer(t, func(c *localdiscord.Config) {
		c.Conformance.Live, c.Record = false, 50_000 // compared afterwards: it would take the bot's time
	})
	first := h.channel
	members := make([]*localdiscord.Person, *loadMembers)
	for i := range members {
		members[i] = h.guild.AddPerson(fmt.Sprintf("Member %d", i+1))
	}
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": leagues[0], "ruleset": "magic"})
	h.evening(members[:4]...)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": leagues[1], "ruleset": "magic"})
	channels, ids := make([]*localdiscord.Channel, events), make([]tournament.ID, events)
	for e := range events {
		if channels[e] = first; e > 0 {
			channels[e] = h.guild.AddChannel(fmt.Sprint("tables-", e+1))
		}
		h.channel = channels[e]
		name := fmt.Sprint("Event ", e+1)
		h.create(localdiscord.Options{"name": name, "rounds": rounds, "cut": 0})
		if e == 2 {
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=swiss 3, arranged=by_date, to_channel=" + h.office.ID()})
		}
		ids[e] = h.snapshot().State.ID
		h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": name, "league": leagues[e/2]})
		h.volley(len(members)/events, rate, func(i int) (*localdiscord.Interaction, error) {
			return members[events*i+e].Slash(t.Context(), h.channel, "join", nil)
		})
		if e == 2 {
			h.slash(h.organiser, "tournament start", nil)
		} else {
			h.begin()
		}
	}
	for _, league := range leagues {
		h.volley(len(members), rate, func(i int) (*localdiscord.Interaction, error) {
			return members[i].Slash(t.Context(), first, "league join", localdiscord.Options{"league": league})
		}).print(t, "joins of "+league)
	}
	var deeds []*localdiscord.Interaction
	looks := []string{"league standings", "league info odds", "standings", "match list", "profile", "league info", "pairings", "status"}
	for part := 1; part <= rounds; part++ {
		list, begun := h.deeds(part, ids, channels), len(deeds)
		steady := h.volley(max(2*len(list), int(loadFor.Seconds()*rate)/rounds), rate, func(i int) (*localdiscord.Interaction, error) {
			p, at, options := members[i%len(members)], channels[i%events], localdiscord.Options(nil)
			if i%2 == 0 && i/2 < len(list) {
				d := list[i/2]
				if half := len(list) / 2; i/2 >= half {
					d.after = h.answer(deeds[begun+i/2-half]).Message // what is confirmed has been reported, however busy the machine is
				}
				in, err := h.loads(d)
				if err == nil {
					if deeds = append(deeds, in); i%10 == 0 {
						in.Redeliver() // as gateways sometimes do
					}
				}
				return in, err
			}
			look := looks[i/2%len(looks)]
			switch {
			case strings.HasPrefix(look, "league"):
				options = localdiscord.Options{"league": leagues[i%2]}
				if strings.HasSuffix(look, " odds") {
					look, options["show"] = "league info", "odds"
				}
			case look == "match list":
				at = channels[2]
			}
			return p.Slash(t.Context(), at, look, options)
		})
		steady.print(t, fmt.Sprint("steady ", part))
		if p99 := steady.at(0.99); *loadBound > 0 && p99 > *loadBound {
			t.Errorf("the first answer takes %s at the 99th percentile, want %s", p99, *loadBound)
		}
		h.settle()
		for _, h.channel = range channels[:2] {
			if part < rounds {
				h.nextRound()
			}
		}
	}
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
	kept, lost, doubled := 0, 0, 0
	for _, in := range deeds {
		says := h.text(h.answer(in))
		done := slices.ContainsFunc([]string{"Reported: ", "Both of you agree: ", "Confirmed: "}, func(begin string) bool { return strings.HasPrefix(says, begin) })
		switch n := len(caused[in.ID()]); {
		case n == 1:
			kept++
		case n > 1:
			doubled++
		case done:
			lost++
		}
	}
	t.Logf("of %d deeds %d took effect, %d lost, %d doubled", len(deeds), kept, lost, doubled)
	if lost+doubled > 0 || 10*kept < 9*len(deeds) || len(deeds) == 0 {
		t.Errorf("%d of %d deeds took effect, %d lost, %d doubled", kept, len(deeds), lost, doubled)
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

// at returns the duration within which the given share of the interactions was answered.
func (f *figures) at(share float64) time.Duration {
	slices.Sort(f.latency)
	return f.latency[int(share*float64(len(f.latency)-1))].Round(100 * time.Microsecond)
}

// loadStep is an action of a user in an event.
type loadStep struct {
	who     *localdiscord.Person
	at      *localdiscord.Channel
	command string
	options localdiscord.Options
	button  customid.Panel        // pressed in the answer to the command, unless it is nil
	after   *localdiscord.Message // the answer to the step that it answers
}

// loads begins a step. Of a step that is a press, the time of the command before it counts.
func (h *testServer) loads(d loadStep) (*localdiscord.Interaction, error) {
	in, err := d.who.Slash(h.t.Context(), d.at, d.command, d.options)
	if err != nil || d.button == nil {
		return in, err
	}
	a := h.answer(in)
	button := h.idIn(a, d.button)
	if button == "" {
		return nil, fmt.Errorf("/%s of %s has no %T:\n%s\nafter\n%s", d.command, d.who.Name(), d.button, h.srv.Render(*a.Message), h.srv.Render(*d.after))
	}
	return d.who.Click(h.t.Context(), *a.Message, button)
}

// deeds returns what the players of events do in the round of so many thirds of the
// time: one of each match reports and the other confirms; where matches are arranged,
// one proposes a time and the other accepts, before they report. The second half of the
// steps answers the first, in the same order.
func (h *testServer) deeds(part int, ids []tournament.ID, channels []*localdiscord.Channel) []loadStep {
	h.t.Helper()
	var first, second []loadStep
	for e, id := range ids {
		snap, err := h.director.Snapshot(h.t.Context(), id)
		if err != nil {
			h.t.Fatal(err)
		}
		round := len(snap.State.Rounds)
		for i := range snap.State.Ledger.Rounds[round-1].Matches {
			m, l := snap.State.Match(round, i+1)
			if l.N < 2 || m.Confirmed {
				continue
			}
			one, other := loadStep{at: channels[e], command: "report", options: localdiscord.Options{"result": someResult(i)}}, loadStep{at: channels[e], command: "confirm"}
			one.who, _ = h.srv.Person(snap.User(int(l.Seats[0]) + 1))
			other.who, _ = h.srv.Person(snap.User(int(l.Seats[1]) + 1))
			if snap.State.Arranged() && part == 1 {
				one.command, other.command, other.button = "match propose", "match list", customid.TimeAccept{}
				one.options = localdiscord.Options{"when": h.now().Add(72 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"}
			}
			first, second = append(first, one), append(second, other)
		}
	}
	return append(first, second...)
}
