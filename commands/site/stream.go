package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"topcut/tournament/journal"
)

const (
	// mostReaders may follow at once; further ones see the page without updates.
	mostReaders = 4000
	// beat is how often a quiet connection is kept alive through proxies.
	beat = 25 * time.Second
	// readerTime is how long writing an update may take: a slower reader is disconnected and
	// reconnects by itself.
	readerTime = 5 * time.Second
	// restless is the least time between two updates of a page, to which each reader adds a
	// little: all of them request the new page at once, a thousand within a second.
	restless  = 250 * time.Millisecond
	perReader = 750 * time.Microsecond
)

// hub wakes the readers who follow a page.
type hub struct {
	mu    sync.Mutex
	pages map[journal.ID]*followers
	count int
	open  map[string]int // streams by caller
}

// followers are the readers of one page.
type followers struct {
	readers map[chan struct{}]bool
	told    time.Time // when they were last woken
	due     bool      // they will be woken
}

func newHub() hub { return hub{pages: map[journal.ID]*followers{}, open: map[string]int{}} }

// join returns a channel that receives when the page may have changed, or nil if there
// are too many readers in total or of one caller.
func (h *hub) join(id journal.ID, caller string) chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count >= mostReaders || h.open[caller] >= streamsPerCaller {
		return nil
	}
	if h.pages[id] == nil {
		h.pages[id] = &followers{readers: map[chan struct{}]bool{}}
	}
	c := make(chan struct{}, 1)
	h.pages[id].readers[c] = true
	h.count++
	h.open[caller]++
	return c
}

func (h *hub) leave(id journal.ID, caller string, c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pages[id].readers, c)
	if len(h.pages[id].readers) == 0 {
		delete(h.pages, id)
	}
	h.count--
	if h.open[caller]--; h.open[caller] == 0 {
		delete(h.open, caller)
	}
}

// wake never blocks: a reader who is still busy with the last update sees this one with
// it. Updates in quick succession are combined, so that the page is rendered once.
func (h *hub) wake(id journal.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.pages[id]
	if f == nil || f.due {
		return
	}
	pause := restless + time.Duration(len(f.readers))*perReader
	if wait := pause - time.Since(f.told); wait > 0 {
		f.due = true
		time.AfterFunc(wait, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			f.notify()
		})
		return
	}
	f.notify()
}

func (f *followers) notify() {
	f.told, f.due = time.Now(), false
	for c := range f.readers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// live sends the current tag of the page, and each new one after a visible change, with
// the server's time, since a reader's own clock may be wrong. After an interruption the
// browser reconnects and gets the newest one first.
func (s *Server) live(by finder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slug := r.PathValue("slug")
		s.answer(w, r, by, slug, func(sub *subject, v *servedPage) {
			who := s.caller(r)
			woken := s.hub.join(sub.id, who)
			if woken == nil {
				w.Header().Set("Retry-After", "60")
				http.Error(w, "too many readers", http.StatusServiceUnavailable)
				return
			}
			defer s.hub.leave(sub.id, who, woken)
			h := w.Header()
			h.Set("Content-Type", "text/event-stream")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Accel-Buffering", "no")
			s.follow(r.Context(), &stream{w, http.NewResponseController(w), s.cfg.Now}, woken, v.html.tag, func(ctx context.Context) (string, error) {
				sub, err := s.find(ctx, by, slug)
				if err != nil {
					return "", err
				}
				v, err := s.render(ctx, sub)
				if err != nil {
					return "", err
				}
				return v.html.tag, nil
			})
		})
	}
}

// stream is the connection of one reader.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	now     func() time.Time
}

// send writes to the reader. It returns false if the reader is too slow and is
// disconnected.
func (s *stream) send(format string, args ...any) bool {
	_ = s.control.SetWriteDeadline(time.Now().Add(readerTime))
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil {
		return false
	}
	return s.control.Flush() == nil
}

// news sends a new tag of the page.
func (s *stream) news(tag string) bool {
	return s.send("event: time\ndata: %d\n\nid: %s\nevent: now\ndata: %s\n\n", s.now().UnixMilli(), tag, tag)
}

// follow sends a reader each new tag until the reader or the page is gone.
func (s *Server) follow(ctx context.Context, to *stream, woken <-chan struct{}, told string, now func(context.Context) (string, error)) {
	if !to.send("retry: 2000\n\n") || !to.news(told) {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(beat):
			if !to.send(": still here\n\n") {
				return
			}
			continue
		case <-woken:
		}
		tag, err := now(ctx)
		if errors.Is(err, errNoPage) { // closed, or its address changed
			to.send("event: now\ndata: gone\n\n")
			return
		}
		if err != nil {
			return
		}
		if tag != told {
			if told = tag; !to.news(told) {
				return
			}
		}
	}
}
