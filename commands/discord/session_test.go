package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

const (
	hello = `{"op":10,"d":{"heartbeat_interval":41250}}`
	ready = `{"op":0,"t":"READY","s":1,"d":{"v":9,"session_id":"s","user":{"id":"1"},"application":{"id":"2"},"guilds":[]}}`
)

// quiet is a handler that notes only that a session is ready.
type quiet struct{ ready chan struct{} }

func (q quiet) Interaction(context.Context, *Interaction, *Responder) {}

func (q quiet) Event(_ context.Context, e Event) {
	if _, ok := e.(Ready); ok {
		signal(q.ready)
	}
}

// TestRun_hangingGateway drives the client against gateways that say nothing or
// nonsense at each step of an opening, which a well-behaved stand-in does not.
func TestRun_hangingGateway(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		first func(conn *websocket.Conn) // on the first connection
	}{
		{"no hello", func(conn *websocket.Conn) { conn.ReadMessage() }},
		{"no answer to IDENTIFY", func(conn *websocket.Conn) {
			say(conn, hello)
			conn.ReadMessage()
			conn.ReadMessage() // until the client gives up
		}},
		{"something else than READY", func(conn *websocket.Conn) {
			say(conn, hello)
			conn.ReadMessage()
			say(conn, `{"op":0,"t":"GUILD_DELETE","s":1,"d":{"id":"3"}}`)
			for {
				if _, _, err := conn.ReadMessage(); err != nil {
					return
				}
			}
		}},
		{"an event instead of hello", func(conn *websocket.Conn) { say(conn, ready) }},
		{"hello that is no object", func(conn *websocket.Conn) { say(conn, `{"op":10,"d":"soon"}`) }},
		{"no JSON", func(conn *websocket.Conn) { say(conn, `hello`) }},
		{"orders in place of hello", func(conn *websocket.Conn) { say(conn, `{"op":7}`) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var connections atomic.Int32
			mux := http.NewServeMux()
			srv := httptest.NewServer(mux)
			defer srv.Close()
			mux.HandleFunc("/api/v9/gateway/bot", func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(w, `{"url":"ws%s/ws"}`, strings.TrimPrefix(srv.URL, "http"))
			})
			mux.HandleFunc("/ws/", func(w http.ResponseWriter, r *http.Request) {
				var up websocket.Upgrader
				conn, err := up.Upgrade(w, r, nil)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				if connections.Add(1) == 1 {
					tt.first(conn)
					return
				}
				say(conn, hello)
				say(conn, ready)
				for {
					if _, _, err := conn.ReadMessage(); err != nil {
						return
					}
					say(conn, `{"op":11}`)
				}
			})
			c, err := New(Config{Token: "t", APIBase: srv.URL})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.patience = patience{open: 500 * time.Millisecond, stuck: 5 * time.Second, ack: 10 * time.Second}
			ctx, cancel := context.WithCancel(t.Context())
			result := make(chan error, 1)
			h := quiet{ready: make(chan struct{}, 1)}
			go func() { result <- c.Run(ctx, h) }()
			select {
			case <-h.ready:
			case err := <-result:
				t.Fatalf("Run ended: %v", err)
			case <-time.After(time.Minute):
				t.Fatal("no session within a minute")
			}
			cancel()
			if err := <-result; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSession_closesAConnectionThatIsMadeTooLate: an opening that was given up
// while it was still dialling gets a connection after all, and does not keep it.
func TestSession_closesAConnectionThatIsMadeTooLate(t *testing.T) {
	c, err := New(Config{Token: "t", APIBase: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.patience.stuck = time.Millisecond
	s, err := (&shard{fleet: &fleet{c: c}, c: c}).newSession(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.abandon(make(chan error))
	near, far := net.Pipe()
	s.attach(newLink(near))
	if _, err := far.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the connection stays: %v", err)
	}
}

func say(conn *websocket.Conn, text string) {
	conn.WriteMessage(websocket.TextMessage, []byte(text)) // a client that has gone is noticed by reading
}

func TestIdentifies_slowDownBeforeTheDaysLimit(t *testing.T) {
	var spent identifies
	now := time.Unix(1_000_000, 0)
	for i := range 200 {
		if wait := spent.pause(now); wait != 0 {
			t.Fatalf("slowed down after %d sessions", i)
		}
		spent.note(now)
		now = now.Add(time.Second)
	}
	if wait := spent.pause(now); wait != 2*time.Minute {
		t.Errorf("after 200 sessions the pause is %v", wait)
	}
	if wait := spent.pause(now.Add(24 * time.Hour)); wait != 0 {
		t.Errorf("a day later the pause is %v", wait)
	}
	// 200 and then one in two minutes stay below Discord's 1,000 a day.
	if most := 200 + int(24*time.Hour/(2*time.Minute)); most >= 1000 {
		t.Errorf("%d sessions a day are possible", most)
	}
}

func TestBackoff_growsAndStaysBelowItsLimit(t *testing.T) {
	for failures := range 70 {
		wait := backoff(failures, 500*time.Millisecond, 20*time.Second)
		if wait < 250*time.Millisecond || wait > 20*time.Second {
			t.Errorf("after %d failures %v", failures, wait)
		}
		if failures > 6 && wait < 10*time.Second {
			t.Errorf("after %d failures only %v", failures, wait)
		}
	}
}
