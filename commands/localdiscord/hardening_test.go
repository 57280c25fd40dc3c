package localdiscord_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

// TestNoRequestBreaksTheServer sends nonsense along every kind of path, forty
// requests to each server, and checks that all are answered below 500.
func TestNoRequestBreaksTheServer(t *testing.T) {
	templates := []string{
		"/channels/%s", "/channels/%s/messages", "/channels/%s/messages/%s", "/channels/%s/messages/bulk-delete", "/channels/%s/messages/%s/threads",
		"/channels/%s/threads", "/channels/%s/threads/active", "/channels/%s/thread-members/%s", "/channels/%s/pins/%s", "/channels/%s/messages/%s/reactions/%s/@me",
		"/channels/%s/messages/%s/reactions/%s", "/channels/%s/permissions/%s", "/guilds/%s", "/guilds/%s/channels", "/guilds/%s/roles", "/guilds/%s/roles/%s", "/guilds/%s/members/%s",
		"/guilds/%s/members/%s/roles/%s", "/guilds/%s/members/search", "/users/%s", "/users/@me/channels", "/applications/%s/commands", "/applications/%s/guilds/%s/commands",
		"/applications/%s/commands/%s", "/interactions/%s/%s/callback", "/webhooks/%s/%s", "/webhooks/%s/%s/messages/%s", "/gateway/bot", "/%s/%s",
	}
	bodies := []string{
		"", "{}", "[]", "null", "1", `"x"`, `{"content":1}`, `{"content":null}`, `{"components":[{"type":1,"components":[{"type":2}]}]}`, `{"components":[{"type":99}]}`, `{"components":{}}`,
		`{"embeds":[null]}`, `{"embeds":"x"}`, `{"flags":"32768","components":[{"type":17,"components":null}]}`, `{"type":4,"data":null}`, `{"type":9,"data":{"components":[{"type":18}]}}`,
		`{"type":"4","data":{"content":"x"}}`, `{"type":8,"data":{"choices":[{"name":"a","value":{}}]}}`, `{"name":null}`, `{"name":"x","type":1,"options":[null]}`, `[{"name":"x"}]`, `[null]`,
		`{"name":"T","auto_archive_duration":7}`, `{"name":"T"}`, `{"archived":"yes"}`, `{"archived":true,"locked":true}`, `{"messages":[1,2]}`, `{"recipient_id":12}`, `{"permissions":"-1"}`,
		`{"allow":-1,"deny":"x","type":9}`, `{"allow":"0","deny":"1024","type":0}`, `{"type":6}`, `{"type":5}`, `{"content":"<@1> <@&2> <#3> <t:4:R>"}`,
		`{"message_reference":{"message_id":"1"},"content":"x"}`, `{"attachments":[{"id":"0"}]}`, `{"attachments":[{"id":{}}],"nonce":{},"enforce_nonce":true}`, `{"sticker_ids":[1]}`, `{"poll":{}}`,
		`[{"name":"go","description":"Go","options":[{"type":1,"name":"a","description":"A"}]}]`,
	}
	rapid.Check(t, func(r *rapid.T) {
		w, ids := playground(t)
		defer w.Close()
		for range 40 {
			template := rapid.SampledFrom(templates).Draw(r, "template")
			args := make([]any, strings.Count(template, "%s"))
			for n := range args {
				args[n] = rapid.SampledFrom(ids).Draw(r, "id")
			}
			path := "/api/" + rapid.SampledFrom([]string{"v9", "v10"}).Draw(r, "version") + fmt.Sprintf(template, args...)
			method := rapid.SampledFrom([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}).Draw(r, "method")
			body := rapid.OneOf(rapid.SampledFrom(bodies), rapid.String()).Draw(r, "body")
			kind := rapid.SampledFrom([]string{"application/json", "application/json", "multipart/form-data; boundary=x", "text/plain", ""}).Draw(r, "kind")
			res := w.serve(method, path, kind, body)
			if res.Code >= 500 {
				r.Fatalf("%s %s %s: %d %s", method, path, body, res.Code, res.Body)
			}
		}
	})
}

// playground returns a server with one of everything, and the ids to ask it for. It is
// not checked for violations.
func playground(t *testing.T) (*testServer, []string) {
	t.Helper()
	s, err := localdiscord.New(localdiscord.Config{Seed: 1, RateLimits: localdiscord.RateLimits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	w := &testServer{Server: s, t: t, guild: s.AddGuild("Club")}
	w.general, w.ann = w.guild.AddChannel("general"), w.guild.AddPerson("Ann")
	w.guild.BotRole().SetPermissions(wire.AllPermissions)
	base := "/api/v10/channels/" + w.general.ID() + "/messages"
	w.serve("PUT", "/api/v10/applications/"+w.BotID()+"/commands", "application/json", `[{"name":"go","description":"Go"}]`)
	var ids []string
	for range 2 {
		i, err := w.ann.Slash(context.Background(), w.general, "go", nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, i.ID(), i.Token())
	}
	w.serve("POST", "/api/v10/interactions/"+ids[0]+"/"+ids[1]+"/callback", "application/json", `{"type":4,"data":{"content":"x","components":[`+button("Go", "go")+`]}}`)
	w.serve("POST", base, "application/json", `{"content":"x"}`)
	for _, m := range w.Messages(w.general, nil) {
		ids = append(ids, m.ID)
		w.serve("POST", base+"/"+m.ID+"/threads", "application/json", `{"name":"T"}`)
		if i, err := w.ann.Click(context.Background(), m, "Go"); err == nil {
			ids = append(ids, i.ID(), i.Token())
		}
	}
	return w, append(ids, w.guild.ID(), w.general.ID(), w.general.ID(), w.ann.ID(), w.ann.DM().ID(), w.BotID(), w.guild.BotRole().ID(),
		w.guild.AddRole("R", 0).ID(), "@me", "@original", "1", "%2e%2e", "👍")
}

// serve handles a request without a network.
func (w *testServer) serve(method, path, kind, body string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, "/", bytes.NewBufferString(body))
	req.URL.Path, req.RequestURI = path, path
	req.Header.Set("Authorization", "Bot "+w.BotToken())
	req.Header.Set("Content-Type", kind)
	res := httptest.NewRecorder()
	w.ServeHTTP(res, req)
	return res
}

// TestNoGatewayPayloadBreaksTheServer sends nonsense over the websocket.
func TestNoGatewayPayloadBreaksTheServer(t *testing.T) {
	w := newTestServer(t)
	for _, body := range []string{
		"null", "[]", "1", `{"op":"x"}`, `{"op":2}`, `{"op":2,"d":null}`, `{"op":2,"d":[]}`, `{"op":2,"d":{"token":1}}`, `{"op":6}`, `{"op":6,"d":{"token":"TOKEN"}}`,
		`{"op":6,"d":{"token":"TOKEN","session_id":"x","seq":-5}}`, `{"op":8,"d":{}}`, `{"op":1}`, `{"op":-1}`, `{"op":2,"d":{"token":"TOKEN","intents":1,"shard":[0],"properties":{}}}`,
	} {
		c := w.dial()
		c.write("%s", strings.ReplaceAll(body, "TOKEN", w.BotToken()))
		_ = c.ws.Close()
	}
	w.waitSessions(0)
	c := w.dial()
	w.login(c, 1)
	w.ClearViolations()
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	leaks := goleak.IgnoreCurrent()
	s, err := localdiscord.New(localdiscord.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w := &testServer{Server: s, t: t, guild: s.AddGuild("Club")}
	w.general = w.guild.AddChannel("general")
	w.ann = w.guild.AddPerson("Ann")
	w.deaf()
	i := w.slash()
	waiting := make(chan error)
	go func() {
		_, err := i.Answer(context.Background())
		waiting <- err
	}()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-waiting; err == nil {
		t.Error("a wait survived Close")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
	goleak.VerifyNone(t, leaks)
}

func TestOnlyLoopbackIsListenedOn(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:0", "nonsense"} {
		if s, err := localdiscord.New(localdiscord.Config{Addr: addr}); err == nil {
			t.Errorf("%s was accepted", addr)
			_ = s.Close()
		}
	}
}

// TestFourHundredPeopleAtOnce has all people act at the same time on a real client,
// while others read.
func TestFourHundredPeopleAtOnce(t *testing.T) {
	w := newTestServer(t)
	bot := w.bot(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		data := &discordgo.InteractionResponseData{Content: "joined", Flags: discordgo.MessageFlagsEphemeral}
		if err := reply(s, i, data); err != nil {
			t.Error(err)
		}
	})
	w.register(bot, &discordgo.ApplicationCommand{Name: "join", Description: "Join"})
	people := make([]*localdiscord.Person, 400)
	for n := range people {
		people[n] = w.guild.AddPerson(fmt.Sprint("P", n))
	}
	stop := make(chan struct{})
	reader := make(chan struct{})
	go func() {
		defer close(reader)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				w.Messages(w.general, w.ann)
				w.Transcript(0)
				w.Stats()
			}
		}
	}()
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() {
			i, err := p.Slash(w.ctx(), w.general, "join", nil)
			if err != nil {
				t.Error(err)
				return
			}
			a, err := i.Answer(w.ctx())
			if err != nil || a.Message == nil || a.Message.Viewer != p.ID() {
				t.Errorf("%s sees %+v, %v", p.Name(), a.Message, err)
			}
		})
	}
	all.Wait()
	close(stop)
	<-reader
	if s := w.Stats(); s.Acknowledged != 400 || s.Private != 400 {
		t.Errorf("stats are %+v", s)
	}
}

func TestIdsRiseAndTellTheirTime(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	last := ""
	for n := range 50 {
		if n%10 == 0 {
			clock.Advance(time.Millisecond)
		}
		id := w.post("x")
		if len(id) < len(last) || len(id) == len(last) && id <= last {
			t.Errorf("%s comes after %s", id, last)
		}
		last = id
	}
	if got := localdiscord.SnowflakeTime(last); got.Before(start()) || got.After(start().Add(time.Second)) {
		t.Errorf("the id says %v", got)
	}
}

// BenchmarkSlashThroughDiscordgo is 50 people at a time using a slash command
// that a real client library answers over sockets.
func BenchmarkSlashThroughDiscordgo(b *testing.B) {
	s, err := localdiscord.New(localdiscord.Config{RateLimits: localdiscord.RateLimits{Off: true}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	g := s.AddGuild("Club")
	general := g.AddChannel("general")
	base, err := url.Parse(s.URL())
	if err != nil {
		b.Fatal(err)
	}
	bot, err := discordgo.New("Bot " + s.BotToken())
	if err != nil {
		b.Fatal(err)
	}
	bot.Client = &http.Client{Transport: rewrite{base}}
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := reply(s, i, &discordgo.InteractionResponseData{Content: "x", Flags: discordgo.MessageFlagsEphemeral}); err != nil {
			b.Error(err)
		}
	})
	if err := bot.Open(); err != nil {
		b.Fatal(err)
	}
	defer bot.Close()
	if _, err := bot.ApplicationCommandBulkOverwrite(s.BotID(), "", []*discordgo.ApplicationCommand{{Name: "go", Description: "Go"}}); err != nil {
		b.Fatal(err)
	}
	var mu sync.Mutex
	var latencies []time.Duration
	b.SetParallelism(25)
	b.RunParallel(func(pb *testing.PB) {
		p := g.AddPerson("P")
		for pb.Next() {
			i, err := p.Slash(context.Background(), general, "go", nil)
			if err != nil {
				b.Error(err)
				return
			}
			a, err := i.Answer(context.Background())
			if err != nil {
				b.Error(err)
				return
			}
			mu.Lock()
			latencies = append(latencies, a.Latency)
			mu.Unlock()
		}
	})
	slices.Sort(latencies)
	b.ReportMetric(float64(latencies[len(latencies)*99/100])/float64(time.Millisecond), "p99-ms")
	b.ReportMetric(float64(len(latencies))/b.Elapsed().Seconds(), "interactions/s")
}
