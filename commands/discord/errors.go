package discord

import (
	"errors"
	"fmt"
	"time"

	"topcut/commands/wire"
)

// ErrTokenRefused ends Run: Discord does not accept the bot's token (401, or
// close code 4004).
var ErrTokenRefused = errors.New("the bot's token is refused by Discord: set a valid one (Developer Portal, Bot, Reset Token)")

// Errors matched by an *APIError, by its code.
var (
	// ErrInteractionUnknown means that the interaction is older than 3 seconds and was not
	// answered, or does not exist (10062).
	ErrInteractionUnknown = errors.New("the interaction is no longer known to Discord")
	// ErrAlreadyAnswered means that the interaction has had its first answer (40060).
	ErrAlreadyAnswered = errors.New("the interaction has already been answered")
	// errInteractionExpired means that the 15 minutes of the interaction's token are over
	// (50027); use the channel instead.
	errInteractionExpired = errors.New("the 15 minutes for answering the interaction are over")
)

// FatalCloseError ends Run: Discord closed the gateway for a reason that a reconnect does
// not fix (4010 to 4014).
type FatalCloseError struct{ Code int }

// Error returns what the code means and what to do.
func (e *FatalCloseError) Error() string {
	reason := map[int]string{
		wire.CloseInvalidShard:      "invalid shard",
		wire.CloseShardingRequired:  "the bot is in too many servers for one connection: sharding is required",
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

// Is makes errors.Is find ErrInteractionUnknown, ErrAlreadyAnswered and
// errInteractionExpired.
func (e *APIError) Is(target error) bool {
	switch target {
	case ErrInteractionUnknown:
		return e.Code == wire.CodeUnknownInteraction
	case ErrAlreadyAnswered:
		return e.Code == wire.CodeAlreadyAcknowledged
	case errInteractionExpired:
		return e.Code == wire.CodeInvalidToken || e.Code == wire.CodeUnknownWebhook
	}
	return false
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

// Unwrap returns the cause.
func (e *UnclearError) Unwrap() error { return e.Err }

// IsGone reports whether the channel, thread or message no longer exists.
func IsGone(err error) bool {
	var e *APIError
	return errors.As(err, &e) && (e.Status == 404 || e.Code == wire.CodeUnknownChannel || e.Code == wire.CodeUnknownMessage)
}

// IsNoMember reports whether a role cannot be assigned or removed because the user is not
// in the server or the role no longer exists.
func IsNoMember(err error) bool {
	var e *APIError
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case wire.CodeUnknownMember, wire.CodeUnknownRole, wire.CodeUnknownUser:
		return true
	}
	return false
}

// IsBarred reports whether the bot may not do this: it lacks a permission, or cannot see
// the channel or server. This lasts until people there change something.
func IsBarred(err error) bool {
	var e *APIError
	if !errors.As(err, &e) || e.Foreign {
		return false
	}
	switch e.Code {
	case wire.CodeUnknownChannel, wire.CodeUnknownGuild, wire.CodeMissingAccess, wire.CodeMissingPermissions:
		return true
	case wire.CodeNotAuthor, wire.CodeCannotDM:
		return false
	}
	return e.Status == 403 || e.Status == 404 && e.Code == 0
}

// IsUnclear reports whether the request may have taken effect nevertheless, now or later.
func IsUnclear(err error) bool {
	var unclear *UnclearError
	var e *APIError
	return errors.As(err, &unclear) || errors.As(err, &e) && e.Status >= 500
}

// IsHopeless reports whether the same request would be refused however often it is
// repeated: it exceeds a limit, or Discord refused it for a reason that neither waiting
// nor a change in the server removes.
func IsHopeless(err error) bool {
	var invalid *InvalidError
	if errors.As(err, &invalid) {
		return true
	}
	var e *APIError
	if !errors.As(err, &e) || e.Status < 400 || e.Status > 499 || e.Foreign || IsBarred(err) {
		return false
	}
	switch e.Status {
	case 401, 408, 429:
		return false
	}
	switch e.Code {
	case wire.CodeThreadArchived, wire.CodeOverloaded, wire.CodeTooManyThreads:
		return false
	}
	return true
}

// RetryAfter returns how long to wait before a retry, and whether the error requests
// that.
func RetryAfter(err error) (time.Duration, bool) {
	var limit *RateLimitError
	if errors.As(err, &limit) {
		return limit.RetryAfter, true
	}
	var api *APIError
	if errors.As(err, &api) && api.Status == 429 {
		return api.RetryAfter, true
	}
	return 0, false
}

func hasCode(err error, code int) bool {
	var e *APIError
	return errors.As(err, &e) && e.Code == code
}
