package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

const (
	// gathering is how long changes are collected into one batch, so that a burst of posts
	// needs few batches.
	gathering = 40 * time.Millisecond
	// ticking is how often the event's clock and the status are sent.
	ticking = time.Second
	// mostViews is the number of panes of a page.
	mostViews = 2
)

// view is one pane of a page: a person looking at a channel.
type view struct {
	person  *localdiscord.Person
	channel string
}

// batch is the changes since the last batch.
type batch struct {
	Seq int `json:"seq"`
	// Views are the changes for each pane, in the order of the request.
	Views [][]change `json:"views"`
	// Online is set when the bot connected or lost its connection.
	Online *bool `json:"online,omitempty"`
	// Reset asks the page to reload because it has missed entries.
	Reset bool `json:"reset,omitempty"`
}

// change is one change in a pane.
type change struct {
	// Kind is message (new or edited), deleted, unread (in another channel) or channels (the
	// list changed).
	Kind    string       `json:"kind"`
	Channel string       `json:"channel,omitempty"`
	ID      string       `json:"id,omitempty"`
	Message *messageWire `json:"message,omitempty"`
	Ping    bool         `json:"ping,omitempty"`
	Seq     int          `json:"seq,omitempty"`
}

// events streams the changes for the panes of a page.
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	after, _ := strconv.Atoi(q.Get("after")) // 0 if absent
	if last, err := strconv.Atoi(r.Header.Get("Last-Event-ID")); err == nil {
		after = last
	}
	var views []view
	for _, v := range q["view"] {
		person, channel, _ := strings.Cut(v, ".")
		p, found := h.srv.Person(person)
		if !found || len(views) == mostViews {
			http.Error(w, "there is no such view", http.StatusBadRequest)
			return
		}
		views = append(views, view{p, channel})
	}
	defer h.enter(views)()
	w.Header().Set("Content-Type", "text/event-stream")
	s := &stream{h: h, w: w, out: http.NewResponseController(w), views: views, after: after}
	if s.send("", "clock", s.tick()) == nil {
		s.run(r.Context())
	}
}

// stream is one open stream.
type stream struct {
	h      *Handler
	w      http.ResponseWriter
	out    *http.ResponseController
	views  []view
	after  int
	status []byte // as last sent
}

func (s *stream) run(ctx context.Context) {
	wake := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range s.h.srv.Follow(ctx, s.after) {
			select {
			case wake <- struct{}{}:
			default:
			}
		}
		cancel() // the local Discord is closed
	}()
	ticker := time.NewTicker(ticking)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			err = s.send("", "clock", s.tick())
		case <-wake:
			select {
			case <-time.After(gathering):
			case <-ctx.Done():
				return
			}
			if b := s.gather(); b.Seq > 0 {
				err = s.send(strconv.Itoa(b.Seq), "batch", b)
			}
		}
		if err != nil {
			return // the page is gone
		}
	}
}

// tick returns the event's time and whether the bot is connected, and the status if it
// has changed.
func (s *stream) tick() map[string]any {
	out := map[string]any{"now": s.h.cfg.Clock().UnixMilli(), "online": s.h.online()} // resuming a session is not in the transcript
	status := s.h.status()
	same := status
	same.At = s.h.answers.Load() // responses to buttons may be older than what was already sent
	if raw, err := json.Marshal(same); err == nil && !bytes.Equal(raw, s.status) {
		s.status = raw
		out["status"] = status
	}
	return out
}

func (s *stream) send(id, event string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	if _, err := fmt.Fprintf(s.w, "%sevent: %s\ndata: %s\n\n", id, event, raw); err != nil {
		return err
	}
	return s.out.Flush()
}

// gather collects the effects of the entries since the last batch on the panes: every
// message once, in its current state.
func (s *stream) gather() batch {
	entries := s.h.srv.Transcript(s.after)
	if len(entries) == 0 {
		return batch{}
	}
	b := batch{Seq: entries[len(entries)-1].Seq, Reset: entries[0].Seq > s.after+1}
	s.after = b.Seq
	for _, v := range s.views {
		b.Views = append(b.Views, s.h.changes(v, entries))
	}
	for _, e := range entries {
		if e.Kind == localdiscord.EntryConnected || e.Kind == localdiscord.EntryDisconnected {
			online := s.h.online()
			b.Online = &online
			break
		}
	}
	return b
}

// online reports whether the bot has a connected session.
func (h *Handler) online() bool {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // do not wait
	return h.srv.WaitConnected(ctx) == nil
}

// changes returns the effects of entries on one pane.
func (h *Handler) changes(v view, entries []localdiscord.Entry) []change {
	out := []change{}
	sees := map[string]bool{}
	told := map[string]int{} // index of the change of a channel or message
	roles := h.member(v.person.ID()).Roles
	for _, e := range entries {
		if e.ChannelID == "" || e.ToID != "" && e.ToID != v.person.ID() {
			continue
		}
		seen, known := sees[e.ChannelID]
		if !known {
			c, found := h.srv.Channel(e.ChannelID)
			seen = found && c.Permissions(v.person).Has(wire.ViewChannel)
			sees[e.ChannelID] = seen
		}
		if !seen {
			continue
		}
		posted := e.Kind == localdiscord.EntryPosted
		switch {
		case e.Kind == localdiscord.EntryThread:
			if _, done := told["channels"]; !done {
				told["channels"] = len(out)
				out = append(out, change{Kind: "channels"})
			}
		case posted && e.ChannelID != v.channel:
			i, done := told[e.ChannelID]
			if !done {
				i = len(out)
				told[e.ChannelID] = i
				out = append(out, change{Kind: "unread", Channel: e.ChannelID})
			}
			out[i].Seq = e.Seq
			out[i].Ping = out[i].Ping || e.Pinged != nil && pings(*e.Pinged, v.person.ID(), roles)
		case e.ChannelID != v.channel:
		case posted || e.Kind == localdiscord.EntryEdited:
			if _, done := told[e.MessageID]; done {
				continue
			}
			if m, found := h.srv.Message(e.MessageID); found {
				w := h.messageWire(m, v.person, entries[len(entries)-1].Seq)
				told[e.MessageID] = len(out)
				out = append(out, change{Kind: "message", Channel: e.ChannelID, ID: e.MessageID, Message: &w, Seq: e.Seq})
			}
		case e.Kind == localdiscord.EntryDeleted:
			out = append(out, change{Kind: "deleted", Channel: e.ChannelID, ID: e.MessageID})
		}
	}
	return out
}
