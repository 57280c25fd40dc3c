package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"topcut/commands/refusal"
)

// allowance asks Discord, together with the gateway's address, how many sessions the bot
// may still begin today: of 1,000, after which Discord resets the token. Discord's count
// survives restarts, so a bot that crashes and restarts repeatedly slows down too.
type allowance struct {
	s    *session
	next http.RoundTripper
}

// sessionLimitError means that a session must be opened later.
type sessionLimitError struct{ wait time.Duration }

// Error returns the wait as text.
func (e *sessionLimitError) Error() string {
	return fmt.Sprintf("most of the sessions that Discord allows in a day are spent; the next one begins in %s", e.wait.Round(time.Second))
}

// RoundTrip requests /gateway/bot instead of /gateway.
func (a *allowance) RoundTrip(req *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(req.URL.Path, "/gateway") {
		return a.next.RoundTrip(req)
	}
	f := a.s.shard.fleet
	f.asking.Lock()
	defer f.asking.Unlock()
	if at := f.asked; time.Since(at) < askedLately && !at.Equal(a.s.shard.seen) {
		return a.told(req, f.answer)
	}
	out := req.Clone(req.Context())
	out.URL.Path += "/bot"
	res, err := a.next.RoundTrip(out)
	limited := err == nil && refusal.Answer(res.StatusCode, 0, false) == refusal.Limited
	if err != nil || res.StatusCode != http.StatusOK && !limited {
		return res, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	res.Body.Close()
	if err != nil {
		return nil, err
	}
	if limited {
		o := (&response{status: res.StatusCode, header: res.Header, body: body}).outcome()
		return nil, &RateLimitError{Route: "GET /gateway/bot", RetryAfter: o.retryAfter, Scope: o.scope()}
	}
	f.asked, f.answer = time.Now(), body
	return a.told(req, body)
}

// askedLately is how long the answer to one session serves others.
const askedLately = 5 * time.Second

// told hands an answer to discordgo, with the number of the shard.
func (a *allowance) told(req *http.Request, body []byte) (*http.Response, error) {
	var told struct {
		Shards int          `json:"shards"`
		Limit  sessionLimit `json:"session_start_limit"`
	}
	sh := a.s.shard
	sh.seen = sh.fleet.asked
	if json.Unmarshal(body, &told) == nil {
		// A resumption costs nothing, and a caller that has waited may begin. The first shard
		// waits for all that begin with it.
		cost := 1
		switch {
		case a.s.identified, a.s.established, sh.rested, !sh.begun && sh.id > 0:
			cost = 0
		case !sh.begun:
			cost = max(told.Shards, 1)
		}
		sh.rested = false
		if wait := told.Limit.pause(cost); wait > 0 {
			return nil, &sessionLimitError{wait}
		}
	}
	// discordgo reads these when it identifies, after this request and on the same goroutine.
	a.s.dg.ShardID, a.s.dg.ShardCount = sh.id, sh.fleet.divide(told.Shards, told.Limit.Concurrency)
	if !a.s.established {
		a.s.ask()
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)), Request: req}, nil
}

// sessionLimit is Discord's limit for sessions.
type sessionLimit struct {
	Total      int   `json:"total"`
	Remaining  int   `json:"remaining"`
	ResetAfter int64 `json:"reset_after"` // milliseconds
	// Concurrency is how many sessions may identify at a time.
	Concurrency int `json:"max_concurrency"`
}

// pause returns 0 until a fifth of the day's sessions is spent; after that the others
// must last for the rest of the day. cost is how many begin after the pause.
func (l sessionLimit) pause(cost int) time.Duration {
	if cost == 0 || l.Total <= 0 || l.ResetAfter <= 0 || l.Remaining*5 >= l.Total*4 {
		return 0
	}
	reset := time.Duration(l.ResetAfter) * time.Millisecond
	return min(reset/time.Duration(max(l.Remaining, 0)+1)*time.Duration(cost), reset, 24*time.Hour)
}
