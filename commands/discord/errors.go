package discord

import (
	"errors"
	"fmt"
	"time"

	"topcut/commands/refusal"
	"topcut/commands/wire"
)

// answer is an error that an *APIError of the same meaning is.
type answer struct {
	text  string
	means refusal.Meaning
}

// Error returns the text.
func (e *answer) Error() string { return e.text }

// Meaning returns what the answer means.
func (e *answer) Meaning() refusal.Meaning { return e.means }

// ErrTokenRefused ends Run: Discord does not accept the bot's token (401, or
// close code 4004).
var ErrTokenRefused error = &answer{"the bot's token is refused by Discord: set a valid one (Developer Portal, Bot, Reset Token)", refusal.Unauthorized}

// Errors that an *APIError of the same meaning is.
var (
	// ErrInteractionUnknown means that the interaction is older than 3 seconds and was not
	// answered, or does not exist.
	ErrInteractionUnknown error = &answer{"the interaction is no longer known to Discord", refusal.NoInteraction}
	// ErrAlreadyAnswered means that the interaction has had its first answer.
	ErrAlreadyAnswered error = &answer{"the interaction has already been answered", refusal.Answered}
	// errInteractionExpired means that the 15 minutes of the interaction's token are over; use
	// the channel instead.
	errInteractionExpired error = &answer{"the 15 minutes for answering the interaction are over", refusal.Expired}
)

// FatalCloseError ends Run: Discord closed the gateway for a reason that a reconnect does
// not fix (4010 to 4014, without 4011).
type FatalCloseError struct{ Code int }

// Meaning returns what the code means.
func (e *FatalCloseError) Meaning() refusal.Meaning { return refusal.Close(e.Code) }

// Error returns what the code means and what to do.
func (e *FatalCloseError) Error() string {
	reason := map[int]string{
		wire.CloseInvalidShard:      "invalid shard",
		wire.CloseInvalidVersion:    "invalid gateway version",
		wire.CloseInvalidIntents:    "invalid intents",
		wire.CloseDisallowedIntents: "an intent is not allowed: enable it in the Developer Portal or do without",
	}[e.Code]
	return fmt.Sprintf("Discord closed the gateway for good (%d, %s)", e.Code, reason)
}

// APIError is a request that Discord refused. Neither it nor its text contains a token.
type APIError struct {
	Status     int           // HTTP status
	Code       int           // Discord's error code; 0 if none was sent
	Message    string        // Discord's sentence, with the fields it names
	Route      string        // such as "POST /channels/{channel}/messages"
	RetryAfter time.Duration // for a refused retry of a 429
	// Foreign means that the answer does not have Discord's form. It came from a proxy or
	// firewall on the way and says nothing about the request.
	Foreign bool
}

// Error returns one line with the route, the status and Discord's message.
func (e *APIError) Error() string {
	if e.Code != 0 {
		return fmt.Sprintf("%s: Discord answered %d, code %d: %s", e.Route, e.Status, e.Code, e.Message)
	}
	return fmt.Sprintf("%s: Discord answered %d: %s", e.Route, e.Status, e.Message)
}

// Meaning returns what the answer means.
func (e *APIError) Meaning() refusal.Meaning { return refusal.Answer(e.Status, e.Code, e.Foreign) }

// Is makes errors.Is find ErrInteractionUnknown, ErrAlreadyAnswered and
// errInteractionExpired.
func (e *APIError) Is(target error) bool {
	a, ok := target.(*answer)
	return ok && e.Meaning() == a.means
}

// RateLimitError means that a request was not made, or not repeated, because a limit
// forbids it for longer than its context lives.
type RateLimitError struct {
	Route      string
	RetryAfter time.Duration
	// Scope is "bucket", "global", "cloudflare" (the address is blocked,
	// nothing is sent until then), "breaker" (too many refused requests) or
	// "queue" (too many requests are waiting already).
	Scope string
}

// Error returns how long to wait.
func (e *RateLimitError) Error() string {
	return fmt.Sprintf("%s: held back by a rate limit (%s), try again in %s", e.Route, e.Scope, e.RetryAfter.Round(time.Millisecond))
}

// Meaning returns refusal.Held.
func (e *RateLimitError) Meaning() refusal.Meaning { return refusal.Held }

// UnclearError means that the connection broke before Discord's answer came: the request
// may or may not have taken effect.
type UnclearError struct {
	Route string
	Err   error
}

// Error returns one line without addresses.
func (e *UnclearError) Error() string {
	return fmt.Sprintf("%s: no answer from Discord: %v", e.Route, e.Err)
}

// Meaning returns refusal.Unheard.
func (e *UnclearError) Meaning() refusal.Meaning { return refusal.Unheard }

// Unwrap returns the cause.
func (e *UnclearError) Unwrap() error { return e.Err }

// RetryAfter returns how long to wait before a retry, and whether the error requests
// that.
func RetryAfter(err error) (time.Duration, bool) {
	var limit *RateLimitError
	if errors.As(err, &limit) {
		return limit.RetryAfter, true
	}
	var api *APIError
	if errors.As(err, &api) && api.Meaning() == refusal.Limited {
		return api.RetryAfter, true
	}
	return 0, false
}
