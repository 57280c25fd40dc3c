package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/refusal"
	"topcut/commands/wire"
)

const (
	// maxAttempts bounds how often one request is made.
	maxAttempts = 5
	// maxAnswer bounds how much of an answer is read.
	maxAnswer = 8 << 20
)

// discordAPI is Discord's address, in the version discordgo speaks on the
// gateway; the rewriting RoundTripper replaces scheme and host.
const discordAPI = "https://discord.com/api/v9"

// rewrite sends every request to the configured API base.
type rewrite struct {
	base *url.URL
	next http.RoundTripper
}

// RoundTrip replaces scheme and host.
func (rt rewrite) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host, out.Host = rt.base.Scheme, rt.base.Host, rt.base.Host
	return rt.next.RoundTrip(out)
}

// transport makes REST requests within Discord's limits.
type transport struct {
	token   string
	posts   *http.Client
	answers *http.Client // connections of their own: an upload never delays an answer
	limits  *limits
	log     *slog.Logger
	hooks   Hooks
	refused func() // the token got a 401, which may be a fault on the way
}

// request is one call of the API.
type request struct {
	method string
	route  string // with the names of its parameters, for buckets, errors, metrics
	path   string // with their values: holds tokens, never shown
	major  string // the parameter that has limits of its own
	lane   lane
	body   any    // marshalled as JSON; nil for none
	files  []File // sent beside the body
	repeat bool   // making it twice does no harm
	hasty  bool   // it fails at once if a limit forbids it for now
	into   any    // decodes the answer; nil drops it
	date   *time.Time
}

// call returns a request whose route is filled with args, in order.
func call(method, route string, args ...string) *request {
	r := &request{method: method, route: method + " " + route, repeat: method != http.MethodPost}
	var path strings.Builder
	rest := route
	for _, arg := range args {
		open := strings.IndexByte(rest, '{')
		end := strings.IndexByte(rest, '}')
		path.WriteString(rest[:open])
		path.WriteString(url.PathEscape(arg))
		rest = rest[end+1:]
	}
	path.WriteString(rest)
	r.path = path.String()
	switch {
	case strings.HasPrefix(route, "/webhooks/"):
		r.major = args[0] + "/" + args[1]
	case strings.HasPrefix(route, "/channels/"), strings.HasPrefix(route, "/guilds/"):
		r.major = args[0]
	}
	return r
}

func (r *request) with(body any, files ...File) *request { r.body, r.files = body, files; return r }
func (r *request) on(l lane) *request                    { r.lane = l; return r }
func (r *request) decode(into any) *request              { r.into = into; return r }
func (r *request) dated(date *time.Time) *request        { r.date = date; return r }
func (r *request) repeatable(yes bool) *request          { r.repeat = yes; return r }
func (r *request) atOnce() *request                      { r.hasty = true; return r }

// response is a response read to its end.
type response struct {
	status int
	header http.Header
	body   []byte
}

// do makes the request, again where that is safe, until it has an outcome.
// tries is how often it was sent.
func (t *transport) do(ctx context.Context, r *request) (tries int, err error) {
	body, contentType, err := r.encode()
	if err != nil {
		return 0, err
	}
	for {
		p, err := t.limits.acquire(ctx, r.lane, r.route, r.major, r.hasty)
		if err != nil {
			return tries, err
		}
		tries++
		start := time.Now()
		a, err := t.once(ctx, r, body, contentType)
		if err != nil {
			t.limits.release(p, nil)
			t.hooks.request(r.route, 0, time.Since(start))
			if !t.again(ctx, r, tries, neverSent(err)) {
				return tries, &UnclearError{Route: r.route, Err: err}
			}
			continue
		}
		o := a.outcome()
		t.limits.release(p, o)
		t.hooks.request(r.route, a.status, time.Since(start))
		retry, err := t.judge(ctx, r, a, o, tries)
		if !retry {
			return tries, err
		}
	}
}

// judge decides what an answer means: done, an error, or try again.
func (t *transport) judge(ctx context.Context, r *request, a *response, o *outcome, tries int) (retry bool, err error) {
	switch {
	case a.status >= 200 && a.status < 300:
		if r.date != nil {
			*r.date, _ = http.ParseTime(a.header.Get("Date")) // zero where it says none
		}
		if r.into == nil || len(a.body) == 0 {
			return false, nil
		}
		if err := json.Unmarshal(a.body, r.into); err != nil {
			return false, fmt.Errorf("%s: the answer is not of the expected form: %w", r.route, withoutValue(err))
		}
		return false, nil
	case a.status == http.StatusTooManyRequests:
		t.hooks.rateLimited(r.route, o.scope(), o.retryAfter)
		t.log.Warn("rate limit reached", "route", r.route, "scope", o.scope(), "retry_after", o.retryAfter)
		if o.cloudflare && (r.lane == lanePosts || tries >= maxAttempts || tooLong(ctx, o.retryAfter)) {
			return false, &RateLimitError{Route: r.route, RetryAfter: o.retryAfter, Scope: "cloudflare"}
		}
		if tries >= maxAttempts || r.hasty || tooLong(ctx, o.retryAfter) {
			return false, a.fault(r, o.retryAfter)
		}
		if r.lane == laneCallback && !o.cloudflare || o.global && r.lane != lanePosts {
			// No bucket and no gate would make these wait.
			return true, sleep(ctx, o.retryAfter)
		}
		return true, nil
	}
	refused := a.fault(r, 0)
	switch means := refused.Meaning(); {
	case means == refusal.Unheard, means == refusal.Foreign:
		if t.again(ctx, r, tries, means == refusal.Foreign) { // a proxy on the way: Discord has not seen it
			return true, nil
		}
	case means == refusal.Unauthorized && r.lane == lanePosts:
		t.refused()
	}
	return false, refused
}

// again waits before another attempt, if there may be one.
func (t *transport) again(ctx context.Context, r *request, tries int, neverSent bool) bool {
	if !r.repeat && !neverSent || tries >= maxAttempts || ctx.Err() != nil {
		return false
	}
	wait := backoff(tries, 100*time.Millisecond, 5*time.Second)
	return !tooLong(ctx, wait) && sleep(ctx, wait) == nil
}

// once makes the request one time.
func (t *transport) once(ctx context.Context, r *request, body []byte, contentType string) (*response, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, discordAPI+r.path, reader)
	if err != nil {
		return nil, withoutURL(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	client := t.answers
	if r.lane == lanePosts {
		client = t.posts
		req.Header.Set("Authorization", "Bot "+t.token)
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := client.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, withoutURL(err)
	}
	return &response{status: resp.StatusCode, header: resp.Header, body: data}, nil
}

const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ")"

// encode returns the body: nothing, JSON, or a form with files.
func (r *request) encode() (body []byte, contentType string, err error) {
	if r.body == nil {
		return nil, "", nil
	}
	payload, err := wire.Encode(r.body)
	if err != nil {
		return nil, "", fmt.Errorf("%s: cannot encode the request: %w", r.route, err)
	}
	if len(r.files) == 0 {
		return payload, "application/json", nil
	}
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {"application/json"},
	})
	if err != nil {
		return nil, "", err
	}
	_, _ = part.Write(payload) // a bytes.Buffer takes everything
	for i, f := range r.files {
		part, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {mime.FormatMediaType("form-data", map[string]string{
				"name": "files[" + fileID(i) + "]", "filename": f.Name,
			})},
			"Content-Type": {f.ContentType},
		})
		if err != nil {
			return nil, "", err
		}
		_, _ = part.Write(f.Data)
	}
	if err := form.Close(); err != nil {
		return nil, "", err
	}
	return buf.Bytes(), form.FormDataContentType(), nil
}

// outcome reads what the answer says about limits.
func (a *response) outcome() *outcome {
	o := &outcome{status: a.status, header: a.header}
	if a.status != http.StatusTooManyRequests {
		return o
	}
	var body struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	o.retryAfter, _ = seconds(a.header.Get("Retry-After"))
	if err := json.Unmarshal(a.body, &body); err != nil {
		// Not Discord but the firewall before it: the address is blocked.
		o.cloudflare = true
		if o.retryAfter <= 0 {
			o.retryAfter = 5 * time.Second
		}
		return o
	}
	if after, err := seconds(strconv.FormatFloat(body.RetryAfter, 'f', -1, 64)); err == nil && after > 0 {
		o.retryAfter = after
	}
	o.retryAfter = max(o.retryAfter, 50*time.Millisecond)
	o.global = body.Global || a.header.Get("X-RateLimit-Global") != ""
	return o
}

// scope names the limit that was reached.
func (o *outcome) scope() string {
	switch {
	case o.cloudflare:
		return "cloudflare"
	case o.global:
		return "global"
	}
	return "bucket"
}

// fault returns the refusal as an error.
func (a *response) fault(r *request, retryAfter time.Duration) *APIError {
	var body struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	foreign := json.Unmarshal(a.body, &body) != nil && a.status != http.StatusRequestEntityTooLarge // true, even if not from Discord
	if foreign || body.Message == "" {
		body.Message = http.StatusText(a.status)
	}
	message := body.Message
	if details := flatten(body.Errors); len(details) > 0 {
		message += " (" + Cut(strings.Join(details, "; "), 500) + ")"
	}
	return &APIError{Status: a.status, Code: body.Code, Message: message, Route: r.route, RetryAfter: retryAfter, Foreign: foreign}
}

// flatten turns Discord's tree of field errors into "path: sentence" lines.
func flatten(raw json.RawMessage) []string {
	type leaf struct {
		Message string `json:"message"`
	}
	var lines []string
	var walk func(raw json.RawMessage, path string, depth int)
	walk = func(raw json.RawMessage, path string, depth int) {
		var node map[string]json.RawMessage
		if depth > 2*maxDepth || len(lines) >= 20 || json.Unmarshal(raw, &node) != nil {
			return
		}
		var leaves []leaf
		if json.Unmarshal(node["_errors"], &leaves) == nil {
			for _, l := range leaves {
				lines = append(lines, strings.TrimPrefix(path, ".")+": "+l.Message)
			}
		}
		for _, key := range sortedKeys(node) {
			if key != "_errors" {
				walk(node[key], path+"."+key, depth+1)
			}
		}
	}
	walk(raw, "", 0)
	return lines
}

// withoutURL drops the address from an error of net/http: it holds tokens.
func withoutURL(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// neverSent reports whether the request cannot have reached Discord.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// backoff returns the pause after the given number of failures: doubling from
// base up to limit, and between half and all of that, so that many clients do
// not come back at the same moment.
func backoff(failures int, base, limit time.Duration) time.Duration {
	wait := limit
	if failures < 16 {
		wait = min(limit, base<<max(failures-1, 0))
	}
	return wait/2 + rand.N(wait/2+1)
}

// sleep waits, or returns early with the cause of the context's end.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
