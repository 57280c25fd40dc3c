package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// headers returns what Discord says about a bucket.
func headers(hash string, limit, remaining int, after time.Duration) http.Header {
	h := http.Header{}
	h.Set("X-RateLimit-Bucket", hash)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(after.Seconds(), 'f', 3, 64))
	return h
}

// window is Discord's side of a bucket: limit requests in each window, which
// begins with the first of them.
type window struct {
	mu    sync.Mutex
	limit int
	every time.Duration
	used  int
	until time.Time
	late  int // requests beyond the limit
}

func (w *window) serve() *outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if !now.Before(w.until) {
		w.used, w.until = 0, now.Add(w.every)
	}
	w.used++
	left := w.until.Sub(now)
	if w.used > w.limit {
		w.late++
		return &outcome{status: 429, header: headers("h", w.limit, 0, left), retryAfter: left}
	}
	return &outcome{status: 200, header: headers("h", w.limit, w.limit-w.used, left)}
}

func TestLimits_followTheHeadersOfABucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		server := &window{limit: 5, every: 5 * time.Second}
		start := time.Now()
		var wg sync.WaitGroup
		for range 23 {
			wg.Go(func() {
				p, err := l.acquire(t.Context(), lanePosts, "POST /channels/{channel}/messages", "1", false)
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(80 * time.Millisecond) // on the way
				l.release(p, server.serve())
			})
		}
		wg.Wait()
		if server.late > 0 {
			t.Errorf("%d requests came beyond the limit", server.late)
		}
		if took := time.Since(start); took < 20*time.Second || took > 22*time.Second {
			t.Errorf("23 requests at 5 in 5 s took %v", took)
		}
	})
}

// TestLimits_answersOvertakeEachOther: the answer that says "none left" comes
// before those that say "three left", by more than a second; nothing is sent
// beyond the limit for that.
func TestLimits_answersOvertakeEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		server := &window{limit: 5, every: 5 * time.Second}
		var wg sync.WaitGroup
		for range 23 {
			wg.Go(func() {
				p, err := l.acquire(t.Context(), lanePosts, "POST /channels/{channel}/messages", "1", false)
				if err != nil {
					t.Error(err)
					return
				}
				o := server.serve()
				left, _ := strconv.Atoi(o.header.Get("X-RateLimit-Remaining"))
				time.Sleep(time.Duration(left) * 300 * time.Millisecond) // on the way back
				l.release(p, o)
			})
		}
		wg.Wait()
		if server.late > 0 {
			t.Errorf("%d requests came beyond the limit", server.late)
		}
	})
}

func TestLimits_oneBucketForRoutesThatShareIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		use := func(route, major string) time.Duration {
			start := time.Now()
			p, err := l.acquire(t.Context(), lanePosts, route, major, false)
			if err != nil {
				t.Fatal(err)
			}
			l.release(p, &outcome{status: 200, header: headers("same", 1, 0, time.Second)})
			return time.Since(start)
		}
		use("A", "1")
		use("B", "2") // teaches that B has A's bucket
		time.Sleep(2 * time.Second)
		use("A", "1")
		if waited := use("B", "1"); waited < 900*time.Millisecond {
			t.Errorf("B did not wait for A's bucket: %v", waited)
		}
		if waited := use("B", "3"); waited > 0 {
			t.Errorf("another channel waited %v", waited)
		}
	})
}

func TestLimits_stayUnderTheGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		var mu sync.Mutex
		var at []time.Time
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				p, err := l.acquire(t.Context(), lanePosts, "POST", strconv.Itoa(i), false)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				at = append(at, time.Now())
				mu.Unlock()
				l.release(p, &outcome{status: 200, header: http.Header{}})
			})
		}
		// Answers to people pass while the posts wait.
		time.Sleep(time.Millisecond)
		start := time.Now()
		for _, ln := range []lane{laneCallback, laneFollowUps} {
			p, err := l.acquire(t.Context(), ln, "answer", "token", false)
			if err != nil {
				t.Fatal(err)
			}
			l.release(p, nil)
		}
		if waited := time.Since(start); waited > 0 {
			t.Errorf("an answer waited %v for posts", waited)
		}
		wg.Wait()
		const most = 50 // of Discord, in any second
		for i := most; i < len(at); i++ {
			if gap := at[i].Sub(at[i-most]); gap < time.Second {
				t.Fatalf("%d requests within %v", most+1, gap)
			}
		}
		if took := at[len(at)-1].Sub(at[0]); took > 5*time.Second {
			t.Errorf("200 requests took %v", took)
		}
	})
}

func TestLimits_failAtOnceWhenTheWaitIsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		p, err := l.acquire(t.Context(), lanePosts, "PATCH", "1", false)
		if err != nil {
			t.Fatal(err)
		}
		l.release(p, &outcome{status: 429, header: http.Header{}, retryAfter: 30 * time.Second})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err = l.acquire(ctx, lanePosts, "PATCH", "1", false)
		var limit *RateLimitError
		if !errors.As(err, &limit) || limit.RetryAfter != 30*time.Second || limit.Scope != "bucket" {
			t.Errorf("error %v", err)
		}
		if time.Since(start) > 0 {
			t.Error("waited before it failed")
		}
	})
}

func TestLimits_globalHoldAndBlockedAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		feed := func(o *outcome) {
			p, err := l.acquire(t.Context(), lanePosts, "GET", "1", false)
			if err != nil {
				t.Fatal(err)
			}
			l.release(p, o)
		}
		feed(&outcome{status: 429, header: http.Header{}, global: true, retryAfter: 3 * time.Second})
		start := time.Now()
		feed(&outcome{status: 200, header: http.Header{}})
		if waited := time.Since(start); waited != 3*time.Second {
			t.Errorf("after a global 429 of 3 s another route waited %v", waited)
		}
		feed(&outcome{status: 429, header: http.Header{}, cloudflare: true, retryAfter: time.Minute})
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		for _, ln := range []lane{lanePosts, laneFollowUps, laneCallback} {
			_, err := l.acquire(short, ln, "X", "2", false)
			var limit *RateLimitError
			if !errors.As(err, &limit) || limit.Scope != "cloudflare" {
				t.Errorf("lane %d while the address is blocked: %v", ln, err)
			}
		}
		// An answer with enough time waits; a post fails even then.
		if _, err := l.acquire(t.Context(), lanePosts, "X", "2", false); err == nil {
			t.Error("a post waited for the block to end")
		}
		if _, err := l.acquire(t.Context(), laneCallback, "X", "2", false); err != nil || time.Since(start) < time.Minute {
			t.Errorf("an answer after %v: %v", time.Since(start), err)
		}
		feed(nil)
	})
}

func TestLimits_breakerOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		for i := range invalidLimit {
			p, err := l.acquire(t.Context(), lanePosts, "GET", strconv.Itoa(i%100), false)
			if err != nil {
				t.Fatalf("request %d: %v", i, err)
			}
			l.release(p, &outcome{status: 403, header: http.Header{}})
		}
		_, err := l.acquire(t.Context(), lanePosts, "GET", "1", false)
		var limit *RateLimitError
		if !errors.As(err, &limit) || limit.Scope != "breaker" {
			t.Fatalf("after %d refusals: %v", invalidLimit, err)
		}
		if _, err := l.acquire(t.Context(), laneCallback, "answer", "", false); err != nil {
			t.Errorf("answers must pass: %v", err)
		}
		time.Sleep(invalidWindow + time.Minute)
		if _, err := l.acquire(t.Context(), lanePosts, "GET", "1", false); err != nil {
			t.Errorf("after the window: %v", err)
		}
	})
}

func TestLimits_sharedRefusalsAreNotOurs(t *testing.T) {
	l := newLimits(globalPerSecond)
	for range 10 {
		l.release(&pass{}, &outcome{status: 429, header: http.Header{"X-Ratelimit-Scope": {"shared"}}})
	}
	if n := l.invalidCount(time.Now()); n != 0 {
		t.Errorf("%d counted", n)
	}
}

func TestLimits_forgetIdleBuckets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		for i := range 1000 {
			p, err := l.acquire(t.Context(), laneFollowUps, "PATCH", strconv.Itoa(i), false)
			if err != nil {
				t.Fatal(err)
			}
			l.release(p, &outcome{status: 200, header: headers("w", 5, 4, time.Second)})
		}
		if len(l.buckets) < 1000 {
			t.Fatalf("%d buckets for 1000 tokens", len(l.buckets))
		}
		time.Sleep(bucketIdle + time.Minute)
		if _, err := l.acquire(t.Context(), laneFollowUps, "PATCH", "new", false); err != nil {
			t.Fatal(err)
		}
		if len(l.buckets) != 1 {
			t.Errorf("%d buckets are left", len(l.buckets))
		}
	})
}

func TestLimits_aCancelledWaiterLeavesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(globalPerSecond)
		first, err := l.acquire(t.Context(), lanePosts, "POST", "1", false)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		for range 2 {
			go func() {
				_, err := l.acquire(ctx, lanePosts, "POST", "1", false)
				done <- err
			}()
		}
		synctest.Wait()
		cancel()
		for range 2 {
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
		}
		l.release(first, nil)
		if _, err := l.acquire(t.Context(), lanePosts, "POST", "1", false); err != nil {
			t.Error(err)
		}
		if l.queued != 0 {
			t.Errorf("%d still counted as waiting", l.queued)
		}
	})
}
