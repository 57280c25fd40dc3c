package discord

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestABotThatHasSpentItsSessionsWaits: a fifth of the day's sessions is free,
// the others have to last until the count begins anew.
func TestABotThatHasSpentItsSessionsWaits(t *testing.T) {
	for _, tt := range []struct {
		limit sessionLimit
		want  time.Duration
	}{
		{sessionLimit{Total: 1000, Remaining: 1000, ResetAfter: 86_400_000}, 0},
		{sessionLimit{Total: 1000, Remaining: 800, ResetAfter: 86_400_000}, 0},
		{sessionLimit{Total: 1000, Remaining: 719, ResetAfter: 86_400_000}, 2 * time.Minute},
		{sessionLimit{Total: 1000, Remaining: 0, ResetAfter: 60_000}, time.Minute},
		{sessionLimit{}, 0},
	} {
		if got := tt.limit.pause(1); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.limit, got, tt.want)
		}
	}
}

// TestAskingForTheGatewayWaitsAsLongAsDiscordSays: asking sooner would extend the wait.
func TestAskingForTheGatewayWaitsAsLongAsDiscordSays(t *testing.T) {
	for body, want := range map[string]time.Duration{`{"retry_after":0.7}`: 700 * time.Millisecond, "<html>": 3 * time.Second} {
		a := &allowance{&session{shard: &shard{fleet: &fleet{}}}, roundTrip(func(*http.Request) *http.Response {
			return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"3"}}, Body: io.NopCloser(strings.NewReader(body))}
		})}
		req, err := http.NewRequest(http.MethodGet, "https://discord.com/api/v9/gateway", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := a.RoundTrip(req)
		if err == nil {
			res.Body.Close()
		}
		if wait, ok := RetryAfter(err); !ok || wait != want {
			t.Errorf("%s: %v, %v", body, wait, err)
		}
	}
}

type roundTrip func(*http.Request) *http.Response

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req), nil }
