package localdiscord

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"

	"topcut/commands/wire"
)

// RateLimits changes the rate limits. The zero value is Discord's own.
type RateLimits struct {
	// Off switches all limits and their headers off.
	Off bool
	// Scale shortens windows by this factor: 10 turns 5 requests in 5 s into 5 in 0.5 s. 0
	// means 1.
	Scale float64
	// Threads, if it has requests, is the bucket of a channel in which threads are opened, also
	// with Off. Others fill it too: it answers with the scope "shared", as Discord has been seen
	// to do with waits of 219 and 280 s. By default it is a bucket of 10 requests in 10 s.
	Threads SharedBucket
}

// SharedBucket is a bucket of so many requests in a window, which Scale does not shorten.
type SharedBucket struct {
	Requests int
	Window   time.Duration
}

// bucketRule is the number of requests that a bucket allows in a window. The numbers for
// messages, edits, channels and webhooks come from Discord's documentation or are widely
// observed; the others are careful guesses.
type bucketRule struct {
	name   string
	limit  int
	window time.Duration
	shared bool
}

func ruleMessageSend() bucketRule {
	return bucketRule{name: "message-send", limit: 5, window: 5 * time.Second}
}

func ruleMessageEdit() bucketRule {
	return bucketRule{name: "message-edit", limit: 5, window: 5 * time.Second}
}

func ruleOldEdit() bucketRule {
	return bucketRule{name: "message-edit-old", limit: 3, window: 6 * time.Second}
}

func ruleMessageDelete() bucketRule {
	return bucketRule{name: "message-delete", limit: 5, window: time.Second}
}

func ruleMessageRead() bucketRule {
	return bucketRule{name: "message-read", limit: 10, window: 5 * time.Second}
}

func ruleChannelName() bucketRule {
	return bucketRule{name: "channel-name", limit: 2, window: 10 * time.Minute}
}

func ruleChannelPatch() bucketRule {
	return bucketRule{name: "channel-patch", limit: 10, window: 15 * time.Second}
}

func ruleThreadCreate() bucketRule {
	return bucketRule{name: "thread-create", limit: 10, window: 10 * time.Second}
}

func ruleThreadMember() bucketRule {
	return bucketRule{name: "thread-member", limit: 10, window: 5 * time.Second}
}

func ruleReaction() bucketRule {
	return bucketRule{name: "reaction", limit: 1, window: 250 * time.Millisecond}
}

func ruleWebhook() bucketRule { return bucketRule{name: "webhook", limit: 5, window: 2 * time.Second} }

func ruleCommands() bucketRule {
	return bucketRule{name: "commands", limit: 5, window: 20 * time.Second}
}
func ruleOther() bucketRule { return bucketRule{name: "other", limit: 10, window: 5 * time.Second} }
func ruleFree() bucketRule  { return bucketRule{} } // interaction callbacks

const (
	globalLimit   = 50 // requests a second, interaction endpoints exempt
	invalidLimit  = 10_000
	invalidWindow = 10 * time.Minute
)

// limiter keeps the buckets. It is guarded by the server's lock.
type limiter struct {
	buckets map[string]*bucket
	global  bucket
	invalid bucket
}

type bucket struct {
	used int
	ends time.Time
}

// usage is the state of a bucket after a request, for the headers.
type usage struct {
	rule      bucketRule
	remaining int
	after     time.Duration
	denied    bool
	global    bool
}

// spend takes one request from a bucket, unless it is empty.
func (b *bucket) spend(now time.Time, limit int, window time.Duration) (remaining int, after time.Duration, ok bool) {
	if !now.Before(b.ends) {
		b.used, b.ends = 0, now.Add(window)
	}
	if b.used >= limit {
		return 0, b.ends.Sub(now), false
	}
	b.used++
	return limit - b.used, b.ends.Sub(now), true
}

// ScaleRateLimits changes [RateLimits].Scale from now on; open windows keep their ends. A
// factor of 0 means 1.
func (s *Server) ScaleRateLimits(factor float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cfg.RateLimits.Scale = factor
}

// window returns the length of a window. The caller holds the lock.
func (s *Server) window(d time.Duration) time.Duration {
	if k := s.cfg.RateLimits.Scale; k > 0 {
		return max(time.Duration(float64(d)/k), time.Millisecond)
	}
	return d
}

// spend takes one request from the bucket of a route and its major parameter, and from
// the global one.
func (s *Server) spend(rule bucketRule, major string, exemptFromGlobal bool) usage {
	if own := s.cfg.RateLimits.Threads; rule.name == ruleThreadCreate().name && own.Requests > 0 {
		rule.limit, rule.window, rule.shared = own.Requests, own.Window, true
	}
	if s.cfg.RateLimits.Off && !rule.shared || rule.limit == 0 {
		return usage{}
	}
	now := s.now()
	l := &s.limits
	if l.buckets == nil {
		l.buckets = map[string]*bucket{}
	}
	if len(l.buckets) > 20_000 {
		for k, b := range l.buckets {
			if now.After(b.ends) {
				delete(l.buckets, k)
			}
		}
	}
	if !exemptFromGlobal {
		if _, after, ok := l.global.spend(now, globalLimit, s.window(time.Second)); !ok {
			return usage{rule: rule, after: after, denied: true, global: true}
		}
	}
	key := rule.name + ":" + major
	b := l.buckets[key]
	if b == nil {
		b = &bucket{}
		l.buckets[key] = b
	}
	window := rule.window
	if !rule.shared {
		window = s.window(window)
	}
	remaining, after, ok := b.spend(now, rule.limit, window)
	return usage{rule: rule, remaining: remaining, after: after, denied: !ok}
}

// headers writes Discord's headers about a bucket.
func (u usage) headers(h http.Header, now time.Time) {
	if u.rule.limit == 0 || u.global {
		return
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(u.rule.name)) // never fails
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", hash.Sum64()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(u.rule.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(u.remaining))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(u.after).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", math.Ceil(u.after.Seconds()*1000)/1000))
}

// limited returns the answer 429. scope is "user", "shared" or "global".
func limited(after time.Duration, scope string, code int) response {
	seconds := math.Ceil(after.Seconds()*1000) / 1000
	body := map[string]any{"message": "You are being rate limited.", "retry_after": seconds, "global": scope == "global"}
	if code != 0 {
		body["code"] = code
		if code == wire.CodeOldEdits {
			body["message"] = "Maximum number of edits to messages older than 1 hour reached. Try again later"
		}
	}
	a := response{status: http.StatusTooManyRequests, body: body, header: http.Header{}, code: code}
	a.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
	a.header.Set("X-RateLimit-Scope", scope)
	if scope == "global" {
		a.header.Set("X-RateLimit-Global", "true")
	}
	return a
}

// countInvalid counts 401, 403 and 429 answers: above a limit, Discord bans the address
// for a while.
func (s *Server) countInvalid(a response) {
	if a.status != 401 && a.status != 403 && a.status != 429 || a.header.Get("X-RateLimit-Scope") == "shared" {
		return
	}
	s.stats.Invalid++
	if remaining, _, ok := s.limits.invalid.spend(s.now(), invalidLimit, invalidWindow); ok && remaining == 0 {
		s.violate("REST", 0, "10,000 answers 401, 403 or 429 within 10 minutes; Discord would ban the address", nil)
	}
}

// nonceTable remembers posts with enforce_nonce for some minutes. Discord identifies them
// by author and nonce in all channels.
type nonceTable struct {
	posts map[string]noncePost
	order []string
}

type noncePost struct {
	messageID string
	until     time.Time
}

const nonceTime = 5 * time.Minute

func (t *nonceTable) find(now time.Time, nonce string) (string, bool) {
	p, ok := t.posts[nonce]
	return p.messageID, ok && now.Before(p.until)
}

func (t *nonceTable) add(now time.Time, nonce, messageID string) {
	if t.posts == nil {
		t.posts = map[string]noncePost{}
	}
	for len(t.order) > 0 {
		if p, ok := t.posts[t.order[0]]; ok && now.Before(p.until) {
			break
		}
		delete(t.posts, t.order[0])
		t.order = t.order[1:]
	}
	if _, again := t.posts[nonce]; !again {
		t.order = append(t.order, nonce)
	}
	t.posts[nonce] = noncePost{messageID: messageID, until: now.Add(nonceTime)}
}
