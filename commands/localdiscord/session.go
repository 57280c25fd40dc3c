package localdiscord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"topcut/commands/wire"
)

// session is a gateway session, which outlives its connection as long as it can be
// resumed. It is guarded by the server's lock.
type session struct {
	srv      *Server
	id       string
	intents  Intents
	shard    shard
	compress bool
	seq      int64
	replay   []event
	conn     *conn // nil while lost
	lostAt   time.Time
	held     *event // waits for the next event to overtake it
}

// event is a dispatched event, as sent.
type event struct {
	seq  int64
	data []byte
}

// emit sends an event to the session, whatever its intents, and keeps it for a resume.
func (sess *session) emit(name string, data any) {
	s := sess.srv
	sess.seq++
	raw, err := json.Marshal(map[string]any{"op": wire.OpDispatch, "t": name, "s": sess.seq, "d": data})
	if err != nil {
		s.log.Error("event cannot be written", "event", name, "error", err)
		return
	}
	ev := event{seq: sess.seq, data: raw}
	if len(sess.replay) >= replayLimit {
		sess.replay = append([]event(nil), sess.replay[replayLimit/4:]...)
	}
	sess.replay = append(sess.replay, ev)
	s.stats.Events++
	s.recordGateway(true, raw)
	if name == "READY" || name == "RESUMED" {
		sess.transmit(ev)
		return
	}
	sess.deliver(ev)
}

// deliver passes an event to the connection, subject to the injected faults.
func (sess *session) deliver(ev event) {
	switch f := sess.srv.faults.takeEvent(); f.kind {
	case eventDuplicate:
		sess.transmit(ev)
		sess.transmit(ev)
	case eventDelay:
		sess.srv.clock.AfterFunc(f.delay, func() {
			sess.srv.mu.Lock()
			defer sess.srv.mu.Unlock()
			sess.transmit(ev)
		})
	case eventSwap:
		if sess.held == nil {
			sess.held = &ev
			sess.srv.clock.AfterFunc(f.delay, func() {
				sess.srv.mu.Lock()
				defer sess.srv.mu.Unlock()
				sess.releaseHeld()
			})
			return
		}
		sess.transmit(ev)
		sess.releaseHeld()
	default:
		sess.transmit(ev)
		sess.releaseHeld()
	}
}

func (sess *session) releaseHeld() {
	if sess.held != nil {
		ev := *sess.held
		sess.held = nil
		sess.transmit(ev)
	}
}

func (sess *session) transmit(ev event) {
	if sess.conn != nil {
		sess.conn.enqueue(frame{data: ev.data, compress: sess.compress})
	}
}

// canReplay reports whether all events after seq are still kept.
func (sess *session) canReplay(seq int64) bool {
	if seq > sess.seq {
		return false
	}
	return seq == sess.seq || len(sess.replay) > 0 && sess.replay[0].seq <= seq+1
}

// dispatch sends an event of a guild, or of a direct message if it is nil, to the sessions
// of its shard with the intent, or to all of them if intent is 0. render is called once for
// each session.
func (s *Server) dispatch(name string, g *guildState, intent Intents, render func(*session) any) {
	s.sweepSessions()
	for _, sess := range s.gateway.sessions {
		if sess.shard.has(g) && (intent == 0 || sess.intents&intent != 0) {
			sess.emit(name, render(sess))
		}
	}
	s.changed.fire()
}

// sweepSessions forgets sessions that can no longer be resumed: those lost too long ago
// and all but the last few lost, because a bot that is killed again and again leaves
// hundreds.
func (s *Server) sweepSessions() {
	var lost []*session
	for id, sess := range s.gateway.sessions {
		switch {
		case sess.conn != nil:
		case s.now().Sub(sess.lostAt) > s.cfg.ResumeWindow:
			delete(s.gateway.sessions, id)
		default:
			lost = append(lost, sess)
		}
	}
	most := largestLostSessions * s.shards()
	if len(lost) <= most {
		return
	}
	slices.SortFunc(lost, func(a, b *session) int { return a.lostAt.Compare(b.lostAt) })
	for _, sess := range lost[:len(lost)-most] {
		delete(s.gateway.sessions, sess.id)
	}
}

// detach separates a session from a connection that ended. The session ends if the client
// closed with 1000 or 1001; otherwise it can be resumed.
func (s *Server) detach(c *conn, code int) {
	sess := c.sess
	if sess == nil || sess.conn != c {
		return
	}
	sess.conn = nil
	sess.lostAt = s.now()
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway || c.fatal {
		delete(s.gateway.sessions, sess.id)
	}
	s.note(Entry{Kind: EntryDisconnected, Actor: s.bot.Username}, nil)
	s.connected.fire()
}

// frame is something to write to a connection: a payload or a close.
type frame struct {
	data     []byte
	compress bool // if it is long enough
	close    []byte
}

// conn is one gateway connection. Its queue has a lock of its own; the other
// fields below it are guarded by the server's.
type conn struct {
	srv     *Server
	ws      *websocket.Conn
	version int
	stream  bool // all payloads are parts of one zlib stream
	again   bool // it came to the address that READY gives for resuming
	wake    chan struct{}

	mu    sync.Mutex
	queue []frame
	ended bool

	sess   *session
	fatal  bool // the server closed with a code after which a session cannot be resumed
	minute time.Time
	sends  int
}

func newConn(s *Server, ws *websocket.Conn) *conn {
	return &conn{srv: s, ws: ws, version: 10, wake: make(chan struct{}, 1)}
}

// enqueue adds a frame; it never blocks. A client too far behind is dropped.
func (c *conn) enqueue(f frame) {
	c.mu.Lock()
	if !c.ended {
		c.queue = append(c.queue, f)
		if len(c.queue) > largestGatewayBacklog {
			c.ended = true
			_ = c.ws.Close() // the reader notices
		}
		if f.close != nil {
			c.ended = true
		}
	}
	c.mu.Unlock()
	c.nudge()
}

func (c *conn) nudge() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// reply sends a payload that is not an event.
func (c *conn) reply(op int, d any) {
	raw, err := json.Marshal(map[string]any{"op": op, "d": d, "s": nil, "t": nil})
	if err == nil {
		c.srv.recordGateway(true, raw)
		c.enqueue(frame{data: raw})
	}
}

// closeWith ends the connection with a close code, after what is queued.
func (c *conn) closeWith(code int, text string) {
	switch code {
	case wire.CloseAuthFailed, wire.CloseInvalidSeq, 4009, wire.CloseInvalidShard, wire.CloseShardingRequired, wire.CloseInvalidVersion, wire.CloseInvalidIntents, wire.CloseDisallowedIntents:
		c.fatal = true
	}
	c.enqueue(frame{close: websocket.FormatCloseMessage(code, text)})
}

// abort cuts the TCP connection.
func (c *conn) abort() {
	c.mu.Lock()
	c.ended = true
	c.queue = nil
	c.mu.Unlock()
	_ = c.ws.Close() // the reader notices
	c.nudge()
}

// write sends the queue until the connection ends. Payloads are text frames or, if the
// session asked for compression, binary frames with one complete zlib stream each or, if
// the connection did, with one flushed part each of a single stream.
func (c *conn) write() {
	var packed bytes.Buffer
	zip, _ := zlib.NewWriterLevel(&packed, zlib.BestSpeed) // the level is valid
	begun := false                                         // the stream of the connection
	for range c.wake {
		for {
			c.mu.Lock()
			if len(c.queue) == 0 {
				ended := c.ended
				c.mu.Unlock()
				if ended {
					return
				}
				break
			}
			f := c.queue[0]
			c.queue = c.queue[1:]
			c.mu.Unlock()

			_ = c.ws.SetWriteDeadline(time.Now().Add(gatewayHandshakeTime))
			if f.close != nil {
				_ = c.ws.WriteMessage(websocket.CloseMessage, f.close)
				// Discord waits a moment for the client to close its side.
				_ = c.ws.SetReadDeadline(time.Now().Add(2 * time.Second))
				return
			}
			kind, data := websocket.TextMessage, f.data
			switch {
			case c.stream:
				packed.Reset()
				if !begun {
					zip.Reset(&packed)
					begun = true
				}
				_, _ = zip.Write(f.data) // a bytes.Buffer does not fail
				_ = zip.Flush()
				kind, data = websocket.BinaryMessage, packed.Bytes()
			case f.compress && len(f.data) >= compressFrom:
				packed.Reset()
				zip.Reset(&packed)
				_, _ = zip.Write(f.data)
				_ = zip.Close()
				kind, data = websocket.BinaryMessage, packed.Bytes()
			}
			if c.ws.WriteMessage(kind, data) != nil {
				_ = c.ws.Close() // the reader notices
				return
			}
		}
	}
}
