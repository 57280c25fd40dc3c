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
	res.Body = io.NopCloser(bytes.NewReader(body))
	var told struct {
		Limit sessionLimit `json:"session_start_limit"`
	}
	// A resumption costs nothing, and a caller that has waited may begin.
	if json.Unmarshal(body, &told) == nil && !a.s.identified && !a.s.c.rested.Swap(false) {
		if wait := told.Limit.pause(); wait > 0 {
			return nil, &sessionLimitError{wait}
		}
	}
	return res, nil
}

// sessionLimit is Discord's limit for sessions.
type sessionLimit struct {
	Total      int   `json:"total"`
	Remaining  int   `json:"remaining"`
	ResetAfter int64 `json:"reset_after"` // milliseconds
}

// pause returns 0 until a fifth of the day's sessions is spent; after that the others
// must last for the rest of the day.
func (l sessionLimit) pause() time.Duration {
	if l.Total <= 0 || l.ResetAfter <= 0 || l.Remaining*5 >= l.Total*4 {
		return 0
	}
	return min(time.Duration(l.ResetAfter)*time.Millisecond/time.Duration(max(l.Remaining, 0)+1), 24*time.Hour)
}
