package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/refusal"
	"topcut/commands/wire"
)

const (
	testToken = "MTIz.secret.bot-token"
	answerKey = "interaction-secret"
)

// newTest returns a client of a server with the given behaviour, and what it
// logs.
func newTest(t *testing.T, serve http.HandlerFunc) (*Client, *bytes.Buffer) {
	t.Helper()
	srv := httptest.NewServer(serve)
	t.Cleanup(srv.Close)
	logged := new(bytes.Buffer)
	c, err := New(Config{Token: testToken, APIBase: srv.URL, Logger: slog.New(slog.NewTextHandler(logged, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, logged
}

// cut ends the connection without an answer.
func cut(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		conn.Close()
	}
}

func refuse(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func TestSend_writesWhatDiscordExpects(t *testing.T) {
	var got struct {
		path, auth, agent string
		payload           map[string]any
		file, filename    string
	}
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		got.path, got.auth, got.agent = r.Method+" "+r.URL.Path, r.Header.Get("Authorization"), r.UserAgent()
		_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil {
			t.Error(err)
			return
		}
		form, err := multipart.NewReader(r.Body, params["boundary"]).ReadForm(1 << 20)
		if err != nil {
			t.Error(err)
			return
		}
		if err := json.Unmarshal([]byte(form.Value["payload_json"][0]), &got.payload); err != nil {
			t.Error(err)
		}
		f := form.File["files[0]"][0]
		got.filename = f.Filename
		file, err := f.Open()
		if err != nil {
			t.Error(err)
			return
		}
		data, _ := io.ReadAll(file)
		got.file = string(data)
		io.WriteString(w, `{"id":"99"}`)
	})
	id, err := c.Send(t.Context(), "5", Message{Content: "hi", Nonce: "n", Files: []File{{Name: "a.txt", ContentType: "text/plain", Data: []byte("data")}}})
	if err != nil || id != "99" {
		t.Fatalf("id %q, error %v", id, err)
	}
	if got.path != "POST /api/v9/channels/5/messages" || got.auth != "Bot "+testToken || !strings.HasPrefix(got.agent, "DiscordBot (") {
		t.Errorf("request %+v", got)
	}
	if got.file != "data" || got.filename != "a.txt" {
		t.Errorf("file %q %q", got.filename, got.file)
	}
	want := map[string]any{
		"content": "hi", "nonce": "n", "enforce_nonce": true,
		"allowed_mentions": map[string]any{"parse": []any{}, "replied_user": false},
		"attachments":      []any{map[string]any{"id": "0", "filename": "a.txt"}},
	}
	if diff := cmp.Diff(want, got.payload); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestDo_retriesOnlyWhatIsSafe(t *testing.T) {
	send := func(nonce string) func(*Client) error {
		return func(c *Client) error {
			_, err := c.Send(t.Context(), "5", Message{Content: "x", Nonce: nonce})
			return err
		}
	}
	answer := func(f func(r *Responder) error) func(*Client) error {
		return func(c *Client) error {
			return f(c.responder(&Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now()}))
		}
	}
	follow := answer(func(r *Responder) error {
		_, err := r.FollowUp(t.Context(), Message{Content: "x"})
		return err
	})
	broken := func(w http.ResponseWriter) { cut(w) }
	bad := func(w http.ResponseWriter) { refuse(w, 502, `<html>`) }
	tests := []struct {
		name  string
		fail  func(http.ResponseWriter)
		do    func(*Client) error
		tries int32
		ok    bool
	}{
		{"post with a nonce, cut", broken, send("n"), 2, true},
		{"post with a nonce, 502", bad, send("n"), 2, true},
		{"post without a nonce, cut", broken, send(""), 1, false},
		{"post without a nonce, 502", bad, send(""), 1, false},
		{"edit, cut", broken, func(c *Client) error { return c.Edit(t.Context(), "5", "6", Message{Content: "x"}) }, 1, false}, // it may be seen yet
		{"post without a nonce, a proxy's page", func(w http.ResponseWriter) { refuse(w, 403, `<html>`) }, send(""), 2, true},
		{"get, 502", bad, func(c *Client) error { _, err := c.Channel(t.Context(), "5"); return err }, 2, true},
		{"first answer, cut", broken, answer(func(r *Responder) error { return r.Reply(t.Context(), Message{Content: "x"}) }), 2, true},
		{"follow-up, cut", broken, follow, 1, false},
		{"thread of a message, cut", broken, func(c *Client) error {
			_, err := c.StartThread(t.Context(), "5", ThreadSpec{Name: "x", MessageID: "6"})
			return err
		}, 2, true},
		{"thread alone, cut", broken, func(c *Client) error {
			_, err := c.StartThread(t.Context(), "5", ThreadSpec{Name: "x"})
			return err
		}, 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var tries atomic.Int32
			c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
				if tries.Add(1) == 1 {
					tt.fail(w)
					return
				}
				io.WriteString(w, `{"id":"5"}`)
			})
			err := tt.do(c)
			if (err == nil) != tt.ok || tries.Load() != tt.tries {
				t.Errorf("%d tries, error %v", tries.Load(), err)
			}
		})
	}
}

func TestFirstAnswer_thatArrivedBeforeTheConnectionBroke(t *testing.T) {
	var tries atomic.Int32
	c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
		if tries.Add(1) == 1 {
			cut(w)
			return
		}
		refuse(w, 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`)
	})
	in := &Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now()}
	if err := c.responder(in).Defer(t.Context(), true); err != nil {
		t.Errorf("counted as failed: %v", err)
	}
	// The same refusal at the first try means that another process has answered.
	if err := c.responder(in).Defer(t.Context(), true); !errors.Is(err, ErrAlreadyAnswered) {
		t.Errorf("error %v", err)
	}
}

func TestResponder_requests(t *testing.T) {
	type sent struct {
		Path string
		Body map[string]any
	}
	var got sent
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		got = sent{Path: r.Method + " " + r.URL.Path}
		json.NewDecoder(r.Body).Decode(&got.Body)
		if r.Header.Get("Authorization") != "" {
			t.Error("the bot's token was sent along")
		}
		io.WriteString(w, `{"id":"7"}`)
	})
	quiet := map[string]any{"parse": []any{}, "replied_user": false}
	callback := "POST /api/v9/interactions/1/" + answerKey + "/callback"
	original := "/api/v9/webhooks/2/" + answerKey + "/messages/@original"
	tests := []struct {
		name string
		do   func(r *Responder) error
		want sent
	}{
		{"reply", func(r *Responder) error { return r.Reply(t.Context(), Message{Content: "x", Ephemeral: true}) }, sent{
			callback,
			map[string]any{"type": 4.0, "data": map[string]any{"content": "x", "flags": 64.0, "allowed_mentions": quiet}},
		}},
		{"defer for one person", func(r *Responder) error { return r.Defer(t.Context(), true) }, sent{
			callback,
			map[string]any{"type": 5.0, "data": map[string]any{"flags": 64.0}},
		}},
		{"defer for all", func(r *Responder) error { return r.Defer(t.Context(), false) }, sent{
			callback,
			map[string]any{"type": 5.0, "data": map[string]any{}},
		}},
		{"defer update", func(r *Responder) error { return r.DeferUpdate(t.Context()) }, sent{callback, map[string]any{"type": 6.0}}},
		{"update", func(r *Responder) error { return r.Update(t.Context(), Message{Content: "x"}) }, sent{
			callback,
			map[string]any{"type": 7.0, "data": map[string]any{"content": "x", "components": []any{}, "attachments": []any{}, "allowed_mentions": quiet}},
		}},
		{"no choices", func(r *Responder) error { return r.Choices(t.Context(), nil) }, sent{
			callback,
			map[string]any{"type": 8.0, "data": map[string]any{"choices": []any{}}},
		}},
		{"choices", func(r *Responder) error { return r.Choices(t.Context(), []Choice{{Name: "Ann", Value: "p1"}}) }, sent{
			callback,
			map[string]any{"type": 8.0, "data": map[string]any{"choices": []any{map[string]any{"name": "Ann", "value": "p1"}}}},
		}},
		{"edit after defer", func(r *Responder) error {
			return r.EditReply(t.Context(), Message{Components: []Component{TextDisplay{Content: "x"}}})
		}, sent{
			"PATCH " + original,
			map[string]any{"flags": 32768.0, "components": []any{map[string]any{"type": 10.0, "content": "x"}}, "attachments": []any{}, "allowed_mentions": quiet},
		}},
		{
			"follow-up", func(r *Responder) error { _, err := r.FollowUp(t.Context(), Message{Content: "x"}); return err },
			sent{"POST /api/v9/webhooks/2/" + answerKey, map[string]any{"content": "x", "allowed_mentions": quiet}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := c.responder(&Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now()})
			if err := tt.do(r); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestResponder_refusesWithoutARequest(t *testing.T) {
	var requests atomic.Int32
	c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) { requests.Add(1) })
	r := c.responder(&Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now().Add(-16 * time.Minute)})
	if err := r.EditReply(t.Context(), Message{Content: "x"}); !errors.Is(err, errInteractionExpired) {
		t.Errorf("after 15 minutes: %v", err)
	}
	if err := r.Reply(t.Context(), Message{}); err == nil {
		t.Error("sent an empty message")
	}
	if err := r.DeferUpdate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.Reply(t.Context(), Message{Content: "x"}); !errors.Is(err, ErrAlreadyAnswered) {
		t.Errorf("a second answer: %v", err)
	}
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
}

func TestErrors_areTyped(t *testing.T) {
	ask := func(c *Client) error { _, err := c.Channel(t.Context(), "5"); return err }
	answer := func(c *Client) error {
		return c.responder(&Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now()}).DeferUpdate(t.Context())
	}
	is := func(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }
	means := func(m refusal.Meaning) func(error) bool { return func(err error) bool { return refusal.Of(err) == m } }
	tests := []struct {
		name   string
		status int
		body   string
		do     func(*Client) error
		want   func(error) bool
		says   string
	}{
		{"gone", 404, `{"code":10003,"message":"Unknown Channel"}`, ask, means(refusal.NoPlace), "GET /channels/{channel}: Discord answered 404, code 10003: Unknown Channel"},
		{"forbidden", 403, `{"code":50013,"message":"Missing Permissions"}`, ask, means(refusal.Forbidden), "Missing Permissions"},
		{"token refused", 401, `{"message":"401: Unauthorized","code":0}`, ask, means(refusal.Unauthorized), "401"},
		{"a firewall's page", 403, `<html>Forbidden</html>`, ask, means(refusal.Foreign), "403"},
		{"too late", 404, `{"code":10062,"message":"Unknown interaction"}`, answer, is(ErrInteractionUnknown), "POST /interactions/{interaction}/{token}/callback"},
		{"twice", 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, answer, is(ErrAlreadyAnswered), "40060"},
		{"expired", 401, `{"code":50027,"message":"Invalid Webhook Token"}`, answer, is(errInteractionExpired), "50027"},
		{
			"fields", 400, `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"custom_id":{"_errors":[{"code":"BASE_TYPE_REQUIRED","message":"This field is required"}]}}}}}`,
			ask, func(err error) bool { return err != nil }, "components.0.custom_id: This field is required",
		},
		{"no JSON", 400, `<html>`, ask, func(err error) bool { return err != nil }, "400: Bad Request"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) { refuse(w, tt.status, tt.body) })
			err := tt.do(c)
			if !tt.want(err) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestRateLimits_answeredByDiscord(t *testing.T) {
	t.Run("a short one is waited for", func(t *testing.T) {
		var tries atomic.Int32
		c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
			if tries.Add(1) < 3 {
				refuse(w, 429, `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`)
				return
			}
			io.WriteString(w, `{"id":"1"}`)
		})
		if _, err := c.Send(t.Context(), "5", Message{Content: "x"}); err != nil || tries.Load() != 3 {
			t.Errorf("%d tries, error %v", tries.Load(), err)
		}
	})
	t.Run("a long one is reported", func(t *testing.T) {
		c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
			refuse(w, 429, `{"message":"edits of old messages","retry_after":300.5,"global":false,"code":30046}`)
		})
		err := c.Edit(t.Context(), "5", "6", Message{Content: "x"})
		var api *APIError
		if after, ok := RetryAfter(err); !ok || after != 300500*time.Millisecond || !errors.As(err, &api) || api.Code != 30046 {
			t.Errorf("error %v", err)
		}
	})
	t.Run("it does not go on for ever", func(t *testing.T) {
		var tries atomic.Int32
		c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
			tries.Add(1)
			refuse(w, 429, `{"message":"no","retry_after":0.01,"global":false}`)
		})
		if _, err := c.Channel(t.Context(), "5"); err == nil || tries.Load() != maxAttempts {
			t.Errorf("%d tries, error %v", tries.Load(), err)
		}
	})
	t.Run("from the firewall it stops everything", func(t *testing.T) {
		var requests atomic.Int32
		c, _ := newTest(t, func(w http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			w.Header().Set("Retry-After", "40")
			w.WriteHeader(429)
			io.WriteString(w, "<html>error 1015</html>")
		})
		for range 3 {
			_, err := c.Channel(t.Context(), "5")
			var limit *RateLimitError
			if !errors.As(err, &limit) || limit.Scope != "cloudflare" || limit.RetryAfter < 39*time.Second {
				t.Errorf("error %v", err)
			}
		}
		if requests.Load() != 1 {
			t.Errorf("%d requests, want 1", requests.Load())
		}
	})
}

func TestSecrets_areNeverShown(t *testing.T) {
	c, logged := newTest(t, func(w http.ResponseWriter, _ *http.Request) { cut(w) })
	in := &Interaction{ID: "1", AppID: "2", Token: answerKey, Received: time.Now()}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, errSend := c.Send(t.Context(), "5", Message{Content: "x"})
	_, errFollow := c.responder(in).FollowUp(ctx, Message{Content: "x"})
	errEdit := c.responder(in).EditReply(ctx, Message{Content: "x"})
	gone, err := New(Config{Token: testToken, APIBase: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	errDial := gone.responder(in).Reply(ctx, Message{Content: "x"})
	slog.New(slog.NewTextHandler(logged, nil)).Info("interaction", "in", in, "token", in.Token)
	for _, err := range []error{errSend, errFollow, errEdit, errDial} {
		if err == nil {
			t.Fatal("no error")
		}
		logged.WriteString(err.Error())
	}
	for _, secret := range []string{testToken, answerKey} {
		if strings.Contains(logged.String(), secret) {
			t.Errorf("%q is shown in\n%s", secret, logged)
		}
	}
	var unclear *UnclearError
	if !errors.As(errSend, &unclear) {
		t.Errorf("error %v does not say that the outcome is unclear", errSend)
	}
}

func TestNew_refusesWhatCannotWork(t *testing.T) {
	for _, cfg := range []Config{
		{},
		{Token: "two words"},
		{Token: "t", APIBase: "discord.com"},
		{Token: "t", APIBase: "https://discord.com/api"},
		{Token: "t", APIBase: "ftp://discord.com"},
	} {
		if _, err := New(cfg); err == nil {
			t.Errorf("accepted %+v", cfg)
		}
	}
	if c, err := New(Config{Token: " Bot abc\n"}); err != nil || c.cfg.Token != "abc" {
		t.Errorf("a token copied with its prefix: %v", err)
	}
}

func TestFetchAttachment(t *testing.T) {
	var base string
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("the token was sent along")
		}
		switch r.URL.Path {
		case "/attachments/deck":
			io.WriteString(w, "4 Island")
		case "/attachments/full":
			w.Write(make([]byte, maxAttachment))
		case "/attachments/large":
			w.Write(make([]byte, maxAttachment+1))
		case "/attachments/moved":
			http.Redirect(w, r, base+"/attachments/deck", http.StatusFound)
		default:
			w.WriteHeader(404)
		}
	})
	base = c.base.String()
	tests := []struct {
		name string
		a    Attachment
		ok   bool
		gone bool
	}{
		{"a deck", Attachment{URL: base + "/attachments/deck"}, true, false},
		{"exactly 1 MiB", Attachment{URL: base + "/attachments/full"}, true, false},
		{"too large", Attachment{URL: base + "/attachments/large"}, false, false},
		{"said to be too large", Attachment{URL: base + "/attachments/deck", Size: maxAttachment + 1}, false, false},
		{"deleted", Attachment{URL: base + "/attachments/none"}, false, true},
		{"redirect", Attachment{URL: base + "/attachments/moved"}, false, false},
		{"elsewhere", Attachment{URL: "https://evil.example/attachments/deck"}, false, false},
		{"another port here", Attachment{URL: "http://127.0.0.1:9/attachments/deck"}, false, false},
		{"a host that looks right", Attachment{URL: "https://cdn.discordapp.com.evil.example/x"}, false, false},
		{"with a user name", Attachment{URL: "https://cdn.discordapp.com@evil.example/x"}, false, false},
		{"Discord without encryption", Attachment{URL: "http://cdn.discordapp.com/x"}, false, false},
		{"a file of this machine", Attachment{URL: "file:///etc/passwd"}, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := c.FetchAttachment(t.Context(), tt.a)
			if (err == nil) != tt.ok || tt.ok && len(data) == 0 || refusal.Of(err).Gone() != tt.gone {
				t.Errorf("%d bytes, error %v", len(data), err)
			}
		})
	}
	for _, host := range []string{"https://cdn.discordapp.com/a", "https://media.discordapp.net/a"} {
		req := httptest.NewRequest("GET", host, nil)
		if !c.mayFetch(req.URL) {
			t.Errorf("%s is not allowed", host)
		}
	}
}

func TestMessages_findKeys(t *testing.T) {
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "limit=100&before=9" {
			t.Errorf("query %q", r.URL.RawQuery)
		}
		io.WriteString(w, `[{"id":"1","author":{"id":"2"},"timestamp":"2026-01-02T03:04:05.678000+00:00","flags":32768,"nonce":"n1","content":"",
		  "components":[{"type":17,"id":71,"components":[{"type":10,"id":72,"content":"hello"},{"type":9,"components":[{"type":10,"content":"a"}],"accessory":{"type":2,"custom_id":"k1"}},
		    {"type":1,"components":[{"type":2,"custom_id":"k2"}]}]}],"embeds":[{"footer":{"text":"f"}}]},
		  {"id":"3","author":{"id":"4"},"timestamp":"2026-01-02T03:04:05Z","nonce":12,"content":"x"}]`)
	})
	got, err := c.Messages(t.Context(), "5", "9")
	if err != nil {
		t.Fatal(err)
	}
	want := []Posted{
		{ID: "1", AuthorID: "2", Sent: time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC), Flags: 32768, Nonce: "n1", ComponentIDs: []int{71, 72, 0, 0, 0, 0, 0}, CustomIDs: []string{"k1", "k2"}, Texts: []string{"hello", "a"}, Footers: []string{"f"}},
		{ID: "3", AuthorID: "4", Sent: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Nonce: "12", Content: "x"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestStartThread(t *testing.T) {
	var body map[string]any
	var path string
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		path, body = r.URL.Path, nil
		json.NewDecoder(r.Body).Decode(&body)
		if strings.Contains(path, "/messages/8/") {
			refuse(w, 400, `{"code":160004,"message":"A thread has already been created for this message"}`)
			return
		}
		io.WriteString(w, `{"id":"9"}`)
	})
	tests := []struct {
		name string
		spec ThreadSpec
		id   string
		path string
		want map[string]any
	}{
		{"public", ThreadSpec{Name: "R1 T2\n· A vs B"}, "9", "/api/v9/channels/5/threads", map[string]any{"name": "R1 T2 · A vs B", "auto_archive_duration": 1440.0, "type": 11.0}},
		{"private", ThreadSpec{Name: "x", Private: true, ArchiveAfter: 25 * time.Hour}, "9", "/api/v9/channels/5/threads", map[string]any{"name": "x", "auto_archive_duration": 4320.0, "type": 12.0, "invitable": false}},
		{"of a message", ThreadSpec{Name: "x", MessageID: "7", ArchiveAfter: time.Minute}, "9", "/api/v9/channels/5/messages/7/threads", map[string]any{"name": "x", "auto_archive_duration": 60.0}},
		{"there already", ThreadSpec{Name: "x", MessageID: "8", ArchiveAfter: 1000 * time.Hour}, "8", "/api/v9/channels/5/messages/8/threads", map[string]any{"name": "x", "auto_archive_duration": 10080.0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id, err := c.StartThread(t.Context(), "5", tt.spec)
			if err != nil || id != tt.id || path != tt.path {
				t.Errorf("id %q at %s, error %v", id, path, err)
			}
			if diff := cmp.Diff(tt.want, body); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestMyPermissions_computed(t *testing.T) {
	bits := func(p wire.Permissions) string { raw, _ := json.Marshal(uint64(p)); return `"` + string(raw) + `"` }
	base := wire.ViewChannel | wire.SendMessages
	tests := []struct {
		name       string
		overwrites string
		owner      string
		roles      string
		want       wire.Permissions
	}{
		{"roles add up", `[]`, "1", `["21"]`, base | wire.AttachFiles},
		{"everyone denied, role allowed", `[{"id":"9","allow":"0","deny":` + bits(wire.SendMessages) + `},{"id":"21","allow":` + bits(wire.SendMessages) + `,"deny":"0"}]`, "1", `["21"]`, base | wire.AttachFiles},
		{"member last", `[{"id":"21","allow":` + bits(wire.ManageThreads) + `,"deny":"0"},{"id":"42","allow":"0","deny":` + bits(wire.ManageThreads) + `}]`, "1", `["21"]`, base | wire.AttachFiles},
		{"hidden channel", `[{"id":"9","allow":"0","deny":` + bits(wire.ViewChannel) + `}]`, "1", `["21"]`, 0},
		{"administrator", `[{"id":"9","allow":"0","deny":` + bits(wire.ViewChannel) + `}]`, "1", `["22"]`, wire.AllPermissions},
		{"owner", `[]`, "42", `[]`, wire.AllPermissions},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
				answers := map[string]string{
					"/api/v9/channels/7":              `{"id":"7","type":11,"guild_id":"9","parent_id":"5","thread_metadata":{"archived":true}}`,
					"/api/v9/channels/5":              `{"id":"5","type":0,"guild_id":"9","permission_overwrites":` + tt.overwrites + `}`,
					"/api/v9/users/@me":               `{"id":"42","username":"bot"}`,
					"/api/v9/oauth2/applications/@me": `{"id":"43","name":"Bot"}`,
					"/api/v9/guilds/9/members/42":     `{"user":{"id":"42","username":"bot"},"roles":` + tt.roles + `}`,
					"/api/v9/guilds/9":                `{"id":"9","name":"G","owner_id":"` + tt.owner + `","roles":[{"id":"9","name":"@everyone","permissions":` + bits(base) + `},{"id":"21","name":"Bot","permissions":` + bits(wire.AttachFiles) + `},{"id":"22","name":"Admin","permissions":"8"},{"id":"23","name":"Other","permissions":` + bits(wire.ManageGuild) + `}]}`,
				}
				answer, ok := answers[r.URL.Path]
				if !ok {
					t.Errorf("asked for %s", r.URL.Path)
				}
				io.WriteString(w, answer)
			})
			got, err := c.MyPermissions(t.Context(), "7")
			if err != nil || got != tt.want {
				t.Errorf("%v (%v), want %v", got.Names(), err, tt.want.Names())
			}
		})
	}
}

func TestBulkOverwrite(t *testing.T) {
	var path string
	c, _ := newTest(t, func(w http.ResponseWriter, r *http.Request) {
		path = r.Method + " " + r.URL.Path
		io.WriteString(w, `[{"id":"5","name":"join","description":"Register","options":[]}]`)
	})
	c.self.Store(&identity{botID: "1", appID: "2"})
	got, err := c.BulkOverwrite(t.Context(), "3", []Command{{Name: "join", Description: "Register"}})
	if err != nil || path != "PUT /api/v9/applications/2/guilds/3/commands" || len(got) != 1 || got[0].ID != "5" {
		t.Errorf("%s: %+v, %v", path, got, err)
	}
	if _, err := c.Commands(t.Context(), ""); err != nil || path != "GET /api/v9/applications/2/commands" {
		t.Errorf("%s: %v", path, err)
	}
	if _, err := c.BulkOverwrite(t.Context(), "", []Command{{Name: "Join", Description: "x"}}); err == nil {
		t.Error("an invalid command was sent")
	}
}
