package discord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway orders that a link turns into a broken connection.
var (
	errReconnect      = errors.New("the gateway asked for a reconnect while the session was being opened")
	errInvalidSession = errors.New("the gateway declared the session invalid")
	errMalformed      = errors.New("the gateway sent something that is not of its form")
)

// link is the network connection under a gateway session. It inspects frames on their way
// to discordgo for five reasons.
//
//   - discordgo panics, on its own goroutine, on packets without the gateway's
//     form: a packet null, an event without data, a list with null in it. The
//     link breaks the connection instead, and the session is resumed. It shows
//     events except READY and RESUMED to discordgo under names that discordgo
//     does not know ("guild_create"), so that discordgo does not read them.
//   - An order to reconnect (op 7) that arrives while discordgo opens a session
//     makes it wait forever for its own lock. The link breaks the connection
//     instead.
//   - discordgo answers an invalid session (op 9) at once with an IDENTIFY,
//     possibly in a loop until the day's budget is spent. The link breaks the
//     connection, and the supervisor decides.
//   - discordgo notices missing heartbeat acknowledgements (op 11) only after
//     minutes, and keeps the close code to itself.
//   - discordgo does not know the compression of a whole connection, with which
//     Discord sends an eighth of the bytes.
type link struct {
	net.Conn
	r *bufio.Reader

	upgraded bool   // the HTTP response is over, frames follow
	ready    []byte // inspected, to be returned by Read
	passing  uint64 // bytes of a fragment or a huge frame that are passed on uninspected
	stream   inflater
	parts    []byte // of a compressed message that has not ended; nil if none has begun

	opening   atomic.Bool
	closeCode atomic.Int32
	interval  atomic.Int64 // of heartbeats, in nanoseconds
	waiting   atomic.Int64 // since when a write is not acknowledged, in Unix nanoseconds; 0 if none
	latency   atomic.Int64 // of the latest acknowledgement, in nanoseconds
	verdict   atomic.Pointer[error]
	once      sync.Once

	over   chan struct{} // closed when the server has closed its side or nothing more can be read
	overed sync.Once
}

const (
	// buffered is the size of frames that are inspected in the read buffer.
	buffered = 4096
	// maxInspected is the largest inspected frame; that of a server with hundreds of
	// channels has some hundred thousand bytes.
	maxInspected = 16 << 20
)

func newLink(conn net.Conn) *link {
	l := &link{Conn: conn, r: bufio.NewReaderSize(conn, 2*buffered), over: make(chan struct{})}
	l.opening.Store(true)
	return l
}

// kill closes the connection at once, which ends every read and write on it.
func (l *link) kill() { l.once.Do(func() { l.Conn.Close() }) }

// end records that the server has closed its side.
func (l *link) end() { l.overed.Do(func() { close(l.over) }) }

// Close closes the connection.
func (l *link) Close() error { l.kill(); return nil }

// Write passes bytes on and records the time. After the server's close frame, or an order
// that breaks the connection, it writes nothing: discordgo would say goodbye with code
// 1000, which gives up the session.
func (l *link) Write(p []byte) (int, error) {
	if l.closeCode.Load() != 0 || l.verdict.Load() != nil {
		return 0, net.ErrClosed
	}
	l.waiting.CompareAndSwap(0, time.Now().UnixNano())
	return l.Conn.Write(p)
}

// Read returns bytes from the server. It holds frames back until they are complete.
func (l *link) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(l.ready) == 0 && l.passing == 0 { // a part of a message gives nothing to read
		if err := l.next(); err != nil {
			l.end()
			return 0, err
		}
	}
	if len(l.ready) > 0 {
		n := copy(p, l.ready)
		l.ready = l.ready[n:]
		return n, nil
	}
	n, err := l.r.Read(p[:min(uint64(len(p)), l.passing)])
	l.passing -= uint64(n)
	return n, err
}

// next reads a line of the HTTP response, a frame, or the head of a fragment.
func (l *link) next() error {
	if !l.upgraded {
		line, err := l.r.ReadBytes('\n')
		l.ready = line
		l.upgraded = string(line) == "\r\n"
		if len(line) > 0 {
			return nil
		}
		return err
	}
	head, err := l.r.Peek(2)
	if err != nil {
		return err
	}
	final, opcode := head[0]&0x80 != 0, int(head[0]&0x0f)
	size, length := 2, uint64(head[1]&0x7f)
	switch length {
	case 126:
		size = 4
	case 127:
		size = 10
	}
	if head, err = l.r.Peek(size); err != nil {
		return err
	}
	switch size {
	case 4:
		length = uint64(binary.BigEndian.Uint16(head[2:]))
	case 10:
		length = binary.BigEndian.Uint64(head[2:])
	}
	if opcode == websocket.BinaryMessage || opcode == continuation && l.parts != nil {
		return l.gather(final, size, length)
	}
	if !final || opcode == continuation || length > maxInspected {
		l.ready = bytes.Clone(head)
		l.passing = length
		_, err = l.r.Discard(size)
		return err
	}
	var frame []byte
	if length <= buffered {
		whole, err := l.r.Peek(size + int(length))
		if err != nil {
			return err
		}
		frame = bytes.Clone(whole)
		if _, err = l.r.Discard(len(frame)); err != nil {
			return err
		}
	} else {
		frame = make([]byte, size+int(length))
		if _, err := io.ReadFull(l.r, frame); err != nil {
			return err
		}
	}
	if frame, err = l.inspect(opcode, frame, size); err != nil {
		l.verdict.Store(&err)
		return err
	}
	l.ready = frame
	return nil
}

// continuation is the opcode of the later parts of a message.
const continuation = 0

// inspect records what a frame says and returns what discordgo reads instead, or an error
// for a frame that must not reach it. The first size bytes of the frame are its head.
func (l *link) inspect(opcode int, frame []byte, size int) ([]byte, error) {
	payload := frame[size:]
	switch opcode {
	case websocket.CloseMessage:
		l.end()
		if len(payload) >= 2 {
			l.closeCode.Store(int32(binary.BigEndian.Uint16(payload)))
		}
		return frame, nil
	case websocket.TextMessage:
	default:
		return frame, nil
	}
	if err := l.order(payload); err != nil {
		return nil, err
	}
	return frame, nil
}

// gather reads a frame of a compressed message, and passes the message on when it is
// complete.
func (l *link) gather(final bool, size int, length uint64) error {
	if uint64(len(l.parts))+length > maxInspected {
		l.verdict.Store(&errMalformed)
		return errMalformed
	}
	frame := make([]byte, size+int(length))
	if _, err := io.ReadFull(l.r, frame); err != nil {
		return err
	}
	l.parts = append(l.parts, frame[size:]...)
	if l.parts == nil {
		l.parts = []byte{}
	}
	if !final || !bytes.HasSuffix(l.parts, flushed) {
		return nil
	}
	payload, err := l.stream.next(l.parts)
	l.parts = nil
	if err == nil {
		frame = textFrame(payload)
		frame, err = l.inspect(websocket.TextMessage, frame, len(frame)-len(payload))
	}
	if err != nil {
		l.verdict.Store(&err)
		return err
	}
	l.ready = frame
	return nil
}

// textFrame returns a frame as a server sends it.
func textFrame(payload []byte) []byte {
	head := []byte{0x80 | websocket.TextMessage}
	switch n := len(payload); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	return append(head, payload...)
}

// order parses a packet and hides the name of its event from discordgo.
func (l *link) order(payload []byte) error {
	packet, err := readPacket(payload)
	if err != nil {
		return err
	}
	switch packet.op {
	case 0:
		return packet.hide()
	case 7:
		if l.opening.Load() {
			return errReconnect
		}
	case 9:
		return errInvalidSession
	case 10:
		var hello struct {
			Interval int64 `json:"heartbeat_interval"`
		}
		if json.Unmarshal(packet.data, &hello) != nil || hello.Interval <= 0 {
			return errMalformed // discordgo would send heartbeats without a pause, or panic
		}
		l.interval.Store(hello.Interval * int64(time.Millisecond))
	case 11:
		if since := l.waiting.Swap(0); since != 0 {
			l.latency.Store(time.Now().UnixNano() - since)
		}
	}
	return nil
}

// packet is a packet of the gateway. data and name are parts of the read buffer.
type packet struct {
	op   int
	name []byte // of the event, including its quotes
	data json.RawMessage
}

func readPacket(payload []byte) (p packet, err error) {
	d := json.NewDecoder(bytes.NewReader(payload))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return p, errMalformed
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return p, errMalformed
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return p, errMalformed
		}
		switch end := d.InputOffset(); key {
		case "op":
			if json.Unmarshal(value, &p.op) != nil {
				return p, errMalformed
			}
		case "t":
			p.name = payload[end-int64(len(value)) : end]
		case "d":
			p.data = value
		case "s":
			var seq *int64
			if json.Unmarshal(value, &seq) != nil {
				return p, errMalformed
			}
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('}') {
		return p, errMalformed
	}
	return p, nil
}

// hide lower-cases the event's name, so that discordgo does not know it. READY and
// RESUMED, which it must know, are checked instead.
func (p packet) hide() error {
	switch string(p.name) {
	case `"READY"`:
		var ready struct {
			SessionID string `json:"session_id"`
			Guilds    []*struct {
				Channels []*json.RawMessage `json:"channels"`
				Members  []*json.RawMessage `json:"members"`
				Voices   []*json.RawMessage `json:"voice_states"`
			} `json:"guilds"`
		}
		if json.Unmarshal(p.data, &ready) != nil || ready.SessionID == "" {
			return errMalformed
		}
		for _, g := range ready.Guilds {
			if g == nil || slices.Contains(g.Channels, nil) || slices.Contains(g.Members, nil) || slices.Contains(g.Voices, nil) {
				return errMalformed
			}
		}
	case `"RESUMED"`:
	default:
		copy(p.name, bytes.ToLower(p.name))
	}
	return nil
}

// opened is called when discordgo has the session running.
func (l *link) opened() {
	l.waiting.Store(0)
	l.opening.Store(false)
}

// silent reports whether a heartbeat has waited for its acknowledgement longer
// than the limit.
func (l *link) silent(now time.Time, limit time.Duration) bool {
	since := l.waiting.Load()
	return since != 0 && now.UnixNano()-since > int64(limit)
}

// dial makes a connection, as net.Dialer does.
type dial = func(ctx context.Context, network, addr string) (net.Conn, error)

// dialer returns a gorilla dialer whose connections are links, shown to made
// before they are used. Connections end with the context. They are made
// directly, never through a proxy of the environment.
//
// direct may change the request: gorilla shows it to a function that chooses a proxy, and
// connects to where it then leads.
func dialer(ctx context.Context, plain dial, made func(*link), direct func(*http.Request)) *websocket.Dialer {
	wrap := func(make dial) dial {
		return func(_ context.Context, network, addr string) (net.Conn, error) {
			ctx, cancel := context.WithTimeout(ctx, dialTimeout)
			defer cancel()
			conn, err := make(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			l := newLink(conn)
			made(l)
			return l, nil
		}
	}
	return &websocket.Dialer{
		NetDialContext:    wrap(plain),
		NetDialTLSContext: wrap(newTLSDialer().DialContext),
		HandshakeTimeout:  dialTimeout,
		Proxy: func(req *http.Request) (*url.URL, error) {
			direct(req)
			return nil, nil
		},
	}
}
