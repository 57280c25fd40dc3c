package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/cmd/bot/internal/conform"
	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// pageTest is a page on a local Discord without a bot.
type pageTest struct {
	t       *testing.T
	srv     *localdiscord.Server
	guild   *localdiscord.Guild
	channel *localdiscord.Channel
	ann     *localdiscord.Person
	bob     *localdiscord.Person
	handler *web.Handler
	server  *httptest.Server
	client  *http.Client // has the cookie
}

func newPageTest(t *testing.T, controls web.Controls) *pageTest {
	t.Helper()
	srv := conform.Server(t, localdiscord.Config{})
	s := &pageTest{t: t, srv: srv, guild: srv.AddGuild("Hall")}
	s.channel = s.guild.AddChannel("general")
	s.ann, s.bob = s.guild.AddPerson("Ann"), s.guild.AddPerson("Bob")
	var err error
	if s.handler, err = web.New(web.Config{Server: srv, Guild: s.guild, Controls: controls}); err != nil {
		t.Fatal(err)
	}
	s.server = httptest.NewServer(s.handler)
	t.Cleanup(func() {
		s.server.CloseClientConnections() // streams stay open otherwise
		s.server.Close()
	})
	return s
}

// enter uses the printed address.
func (s *pageTest) enter() *pageTest {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.client = &http.Client{Jar: jar}
	if got := s.status(s.client, "GET", s.handler.Address(s.server.Listener.Addr()), nil, ""); got != http.StatusOK {
		s.t.Fatalf("the printed address answers %d", got)
	}
	return s
}

func (s *pageTest) do(client *http.Client, method, address string, header map[string]string, body string) *http.Response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for k, v := range header {
		if k == "Host" {
			r.Host = v
			continue
		}
		r.Header.Set(k, v)
	}
	a, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = a.Body.Close() })
	return a
}

func (s *pageTest) status(client *http.Client, method, address string, header map[string]string, body string) int {
	s.t.Helper()
	return s.do(client, method, address, header, body).StatusCode
}

// post sends JSON as the page does and returns the answer.
func (s *pageTest) post(path string, body any) (int, string) {
	s.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	a := s.do(s.client, "POST", s.server.URL+path, map[string]string{"Origin": s.server.URL}, string(raw))
	text, err := io.ReadAll(a.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return a.StatusCode, string(text)
}

func TestOnlyThePageItselfIsLetIn(t *testing.T) {
	s := newPageTest(t, nil).enter()
	stranger := &http.Client{}
	same := map[string]string{"Origin": s.server.URL, "Sec-Fetch-Site": "same-origin"}
	cases := map[string]struct {
		client *http.Client
		method string
		path   string
		header map[string]string
		want   int
	}{
		"the page with its cookie":               {s.client, "GET", "/", nil, 200},
		"its parts":                              {s.client, "GET", "/static/app.js", same, 200},
		"its questions":                          {s.client, "GET", "/api/state", same, 200},
		"nobody without a cookie":                {stranger, "GET", "/", nil, 403},
		"no part without a cookie":               {stranger, "GET", "/static/app.js", nil, 403},
		"no question without a cookie":           {stranger, "GET", "/api/state", nil, 403},
		"the key a second time":                  {stranger, "GET", strings.TrimPrefix(s.handler.Address(s.server.Listener.Addr()), s.server.URL), nil, 403},
		"a wrong key":                            {stranger, "GET", "/?key=x", nil, 403},
		"another site's request":                 {s.client, "POST", "/api/act", map[string]string{"Origin": "https://evil.example"}, 403},
		"another port's request":                 {s.client, "POST", "/api/act", map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		"an action without an origin":            {s.client, "POST", "/api/act", nil, 403},
		"another site's question":                {s.client, "GET", "/api/state", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		"a page of another name (DNS rebinding)": {s.client, "GET", "/api/state", map[string]string{"Host": "evil.example"}, 403},
		"an unknown path":                        {s.client, "GET", "/control/state", same, 404},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := s.status(c.client, c.method, s.server.URL+c.path, c.header, "{}"); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestThePolicyAllowsNothingFromElsewhere(t *testing.T) {
	s := newPageTest(t, nil).enter()
	a := s.do(s.client, "GET", s.server.URL+"/", nil, "")
	policy := a.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %q", policy, want)
		}
	}
	for _, never := range []string{"unsafe", "http:", "https:", "data:", "*"} {
		if strings.Contains(policy, never) {
			t.Errorf("the policy %q has %q", policy, never)
		}
	}
}

func TestTheCookieIsStrict(t *testing.T) {
	srv := conform.Server(t, localdiscord.Config{})
	h, err := web.New(web.Config{Server: srv, Guild: srv.AddGuild("Hall")})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()
	a, err := http.Get(h.Address(server.Listener.Addr()))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	cookies := a.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("cookies %v; want one that is HttpOnly and SameSite=Strict", cookies)
	}
}

func TestNobodySeesWhatIsNotTheirs(t *testing.T) {
	s := newPageTest(t, nil).enter()
	secret := s.guild.AddChannel("secret")
	secret.Allow(s.guild.Everyone(), 0, wire.ViewChannel)
	if _, err := s.guild.Owner().Send(t.Context(), secret, "hush"); err != nil {
		t.Fatal(err)
	}
	dm := s.bob.DM()
	for name, path := range map[string]string{
		"a channel that is hidden":         "/api/messages?as=" + s.ann.ID() + "&channel=" + secret.ID(),
		"somebody else's direct messages":  "/api/messages?as=" + s.ann.ID() + "&channel=" + dm.ID(),
		"anything, for somebody not there": "/api/messages?as=1&channel=" + s.channel.ID(),
	} {
		if got := s.status(s.client, "GET", s.server.URL+path, nil, ""); got != http.StatusBadRequest {
			t.Errorf("%s is answered with %d", name, got)
		}
	}
	a := s.do(s.client, "GET", s.server.URL+"/api/channels?as="+s.ann.ID()+"&guild="+s.guild.ID(), nil, "")
	var list struct {
		Channels []struct{ Name string }
	}
	if err := json.NewDecoder(a.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]struct{ Name string }{{""}, {"general"}}, list.Channels); diff != "" {
		t.Errorf("Ann's channels (-want +got):\n%s", diff)
	}
}

// TestTheStreamSendsTheOpenChannelOnly: for a hundred posts in other channels a pane
// learns only that there is something new.
func TestTheStreamSendsTheOpenChannelOnly(t *testing.T) {
	s := newPageTest(t, nil).enter()
	other := s.guild.AddChannel("other")
	for range 100 {
		if _, err := s.bob.Send(t.Context(), other, "elsewhere "+s.ann.Mention()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.bob.Send(t.Context(), s.channel, "here"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", s.server.URL+"/api/events?after=0&view="+s.ann.ID()+"."+s.channel.ID(), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	lines.Buffer(nil, 1<<20)
	batch := ""
	for lines.Scan() && batch == "" {
		if lines.Text() == "event: batch" && lines.Scan() {
			batch = lines.Text()
		}
	}
	type change struct {
		Kind    string
		Ping    bool
		Message *struct{ Content string }
	}
	var got struct{ Views [][]change }
	if err := json.Unmarshal([]byte(strings.TrimPrefix(batch, "data: ")), &got); err != nil {
		t.Fatalf("%v in %q", err, batch)
	}
	want := [][]change{{{Kind: "unread", Ping: true}, {Kind: "message", Message: &struct{ Content string }{"here"}}}}
	if diff := cmp.Diff(want, got.Views); diff != "" {
		t.Errorf("the batch (-want +got):\n%s", diff)
	}
}

// TestAFileIsShownOnlyAsWhatItIs: HTML that claims to be a picture is downloaded and
// never rendered by the browser.
func TestAFileIsShownOnlyAsWhatItIs(t *testing.T) {
	s := newPageTest(t, nil).enter()
	m, err := s.ann.Send(t.Context(), s.channel, "", localdiscord.File{Name: "x.gif", ContentType: "image/gif", Data: []byte("<script>alert(1)</script>")})
	if err != nil {
		t.Fatal(err)
	}
	a := s.do(s.client, "GET", s.server.URL+"/api/file?as="+s.bob.ID()+"&message="+m.ID+"&file="+m.Attachments[0].ID, nil, "")
	if got := a.Header.Get("Content-Type"); got != "application/octet-stream" {
		t.Errorf("content type %q", got)
	}
	if got := a.Header.Get("Content-Disposition"); got != "attachment" {
		t.Errorf("content disposition %q", got)
	}
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(a.Body); err != nil || !strings.Contains(raw.String(), "alert") {
		t.Errorf("the file is not whole: %q, %v", raw.String(), err)
	}
}

// recordedControls records which buttons of the page were pressed.
type recordedControls struct {
	mu      sync.Mutex
	pressed []web.Control
	speed   float64
}

func (d *recordedControls) press(c web.Control) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pressed = append(d.pressed, c)
	return nil
}

func (d *recordedControls) Status() web.Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return web.Status{
		Offered: []web.Control{web.ControlSpeed, web.ControlPlay, web.ControlStep, web.ControlDays, web.ControlExport, web.ControlNewEvent, web.ControlVanish},
		Speed:   d.speed, Rulesets: []string{"magic", "riichi"}, Note: "Round 1 of 3, 0 of 1 tables done",
	}
}

func (d *recordedControls) SetSpeed(_ context.Context, factor float64) error {
	d.mu.Lock()
	d.speed = factor
	d.mu.Unlock()
	return d.press(web.ControlSpeed)
}

func (d *recordedControls) LetPlay(context.Context, web.Players) error {
	return d.press(web.ControlPlay)
}

func (d *recordedControls) Vanish(context.Context, string) error { return d.press(web.ControlVanish) }

func (d *recordedControls) Disagree(context.Context) error      { return d.press(web.ControlDisagree) }
func (d *recordedControls) CutConnection(context.Context) error { return d.press(web.ControlCut) }
func (d *recordedControls) RestartBot(context.Context) error    { return d.press(web.ControlRestart) }
func (d *recordedControls) Turn(context.Context, int) error     { return d.press(web.ControlDays) }
func (d *recordedControls) Step(context.Context) error {
	return errors.New("nobody has anything to do")
}

func (d *recordedControls) NewEvent(context.Context, int, string) error {
	return d.press(web.ControlNewEvent)
}

func (d *recordedControls) DropEventFile(context.Context, []byte) error {
	return d.press(web.ControlDropFile)
}

func (d *recordedControls) Log(context.Context) (string, error) { return "level=INFO msg=ready", nil }

func (d *recordedControls) ExportURL(context.Context) (string, error) {
	return "https://elsewhere.example/", nil
}

func TestControls(t *testing.T) {
	d := &recordedControls{speed: 1}
	s := newPageTest(t, d).enter()
	for _, c := range []struct {
		name   string
		body   map[string]any
		status int
		says   string
	}{
		{"a speed is set", map[string]any{"do": "speed", "factor": 60}, 200, `"speed":60`},
		{"a speed that is none", map[string]any{"do": "speed", "factor": -2}, 400, "from 1 to"},
		{"what is not offered is refused", map[string]any{"do": "restart"}, 400, "does not offer"},
		{"an error is shown as it is", map[string]any{"do": "step"}, 400, "nobody has anything to do"},
		{"an export from elsewhere is not opened", map[string]any{"do": "export"}, 400, "outside of this machine"},
		{"an event needs two players", map[string]any{"do": "new", "players": 1}, 400, "from 2 to"},
		{"nobody vanishes who is not there", map[string]any{"do": "vanish", "person": "7"}, 400, "no such person"},
		{"no week has eight days", map[string]any{"do": "days", "days": 8}, 400, "1 to 7 days"},
		{"the clock is turned on by a week", map[string]any{"do": "days", "days": 7}, 200, "Round 1 of 3"},
		{"an event is begun", map[string]any{"do": "new", "players": 8, "ruleset": "magic"}, 200, "Round 1 of 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, text := s.post("/api/control", c.body)
			if status != c.status || !strings.Contains(text, c.says) {
				t.Errorf("got %d %s, want %d and %q", status, text, c.status, c.says)
			}
		})
	}
	if diff := cmp.Diff([]web.Control{web.ControlSpeed, web.ControlDays, web.ControlNewEvent}, d.pressed); diff != "" {
		t.Errorf("pressed (-want +got):\n%s", diff)
	}
}

func TestActions_sayWhatIsWrong(t *testing.T) {
	s := newPageTest(t, nil).enter()
	for _, c := range []struct {
		name string
		body map[string]any
		says string
	}{
		{"an empty message", map[string]any{"as": s.ann.ID(), "action": "send", "channel": s.channel.ID(), "text": " "}, "the message is empty"},
		{"a command nobody registered", map[string]any{"as": s.ann.ID(), "action": "slash", "channel": s.channel.ID(), "command": "nothing"}, "client does not allow"},
		{"a message that is gone", map[string]any{"as": s.ann.ID(), "action": "click", "message": "1", "target": "x"}, "the message is gone"},
		{"a form that is not open", map[string]any{"as": s.ann.ID(), "action": "submit", "form": "1"}, "no longer open"},
		{"somebody not there", map[string]any{"as": "1", "action": "send"}, "no such person"},
		{"a field the page does not have", map[string]any{"as": s.ann.ID(), "action": "send", "x": 1}, "unknown field"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, text := s.post("/api/act", c.body)
			if status != http.StatusBadRequest || !strings.Contains(text, c.says) {
				t.Errorf("got %d %s, want 400 and %q", status, text, c.says)
			}
		})
	}
}
