package site

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"topcut/tournament"
)

const (
	// mostReaders may follow at once; who comes later sees the page without news.
	mostReaders = 4000
	// beat keeps a quiet connection alive through proxies.
	beat = 25 * time.Second
	// readerTime is how long one piece of news may take to be written: a reader who
	// does not take it is let go, and comes back by itself.
	readerTime = 5 * time.Second
	// restless is the least time between two pieces of news for a reader.
	restless = 250 * time.Millisecond
)

// hub wakes those who follow an event.
type hub struct {
	mu      sync.Mutex
	readers map[tournament.ID]map[chan struct{}]bool
	count   int
}

func newHub() hub { return hub{readers: map[tournament.ID]map[chan struct{}]bool{}} }

// join returns a channel that is sent to when the event may have changed, nil where
// too many follow.
func (h *hub) join(id tournament.ID) chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count >= mostReaders {
		return nil
	}
	if h.readers[id] == nil {
		h.readers[id] = map[chan struct{}]bool{}
	}
	c := make(chan struct{}, 1)
	h.readers[id][c] = true
	h.count++
	return c
}

func (h *hub) leave(id tournament.ID, c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.readers[id], c)
	if len(h.readers[id]) == 0 {
		delete(h.readers, id)
	}
	h.count--
}

// wake never waits: who is still busy with the last news sees this one with it.
func (h *hub) wake(id tournament.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.readers[id] {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// live sends the tag of the page as it is, and each new one when what is shown has
// changed, with the server's time: a reader's own clock may be wrong. After a break the browser comes back by itself and gets the newest one
// first.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	slug := r.PathValue("slug")
	s.answer(w, r, slug, func(snap *tournament.Snapshot, v *shown) {
		id := snap.State.ID
		woken := s.hub.join(id)
		if woken == nil {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "too many readers", http.StatusServiceUnavailable)
			return
		}
		defer s.hub.leave(id, woken)
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		control := http.NewResponseController(w)
		send := func(format string, args ...any) bool {
			_ = control.SetWriteDeadline(time.Now().Add(readerTime))
			if _, err := fmt.Fprintf(w, format, args...); err != nil {
				return false
			}
			return control.Flush() == nil
		}
		told := v.html.tag
		news := func(told string) bool {
			now := s.cfg.Env(snap).Now
			return send("event: time\ndata: %d\n\nid: %s\nevent: now\ndata: %s\n\n", now.UnixMilli(), told, told)
		}
		if !send("retry: 2000\n\n") || !news(told) {
			return
		}
		for {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(beat):
				if !send(": still here\n\n") {
					return
				}
				continue
			case <-woken:
			}
			snap, err := s.find(r.Context(), slug)
			if err != nil { // closed, or its address changed
				send("event: now\ndata: gone\n\n")
				return
			}
			v, err := s.render(snap)
			if err != nil {
				return
			}
			if v.html.tag != told {
				told = v.html.tag
				if !news(told) {
					return
				}
			}
			select {
			case <-time.After(restless):
			case <-r.Context().Done():
				return
			}
		}
	})
}
