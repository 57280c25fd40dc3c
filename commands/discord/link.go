package discord

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Orders of the gateway that a link turns into a broken connection.
var (
	errReconnect      = errors.New("the gateway asked for a reconnect while the session was being opened")
	errInvalidSession = errors.New("the gateway declared the session invalid")
)

// link is the network connection under a gateway session. It passes everything
// through, and looks into small frames on their way to discordgo for three
// reasons.
//
//   - An order to reconnect (op 7) that arrives while discordgo opens a session
//     makes it wait for its own lock for ever, with no way to free it. The link
//     breaks the connection instead.
//   - An invalid session (op 9) is answered by discordgo with an IDENTIFY at
//     once, in a circle if need be, until the day's budget is gone. The link
//     breaks the connection, and the supervisor decides.
//   - discordgo notices missing heartbeat acknowledgements (op 11) after
//     minutes, and keeps the close code to itself.
type link struct {
	net.Conn
	r *bufio.Reader

	upgraded bool   // the HTTP answer is over, frames follow
	ready    []byte // looked at, to be handed out
	passing  uint64 // bytes of a large frame that go through unseen

	opening   atomic.Bool
	closeCode atomic.Int32
	interval  atomic.Int64 // of heartbeats, in nanoseconds
	waiting   atomic.Int64 // since when a write is not acknowledged, Unix nanoseconds; 0 if none
	verdict   atomic.Pointer[error]
	once      sync.Once
}

// maxInspected is the largest frame that is looked into; the orders above are
// far smaller.
const maxInspected = 4096

func newLink(conn net.Conn) *link {
	l := &link{Conn: conn, r: bufio.NewReaderSize(conn, 2*maxInspected)}
	l.opening.Store(true)
	return l
}

// kill closes the connection at once, which ends every read and write on it.
func (l *link) kill() { l.once.Do(func() { l.Conn.Close() }) }

// Close closes the connection.
func (l *link) Close() error { l.kill(); return nil }

// Write passes bytes on and notes when. After the server's close frame it writes
// nothing: discordgo would answer with code 1000, which gives the session up.
func (l *link) Write(p []byte) (int, error) {
	if l.closeCode.Load() != 0 {
		return 0, net.ErrClosed
	}
	l.waiting.CompareAndSwap(0, time.Now().UnixNano())
	return l.Conn.Write(p)
}

// Read hands out bytes of the server. Frames up to maxInspected are held back
// until they are complete.
func (l *link) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(l.ready) == 0 && l.passing == 0 {
		if err := l.next(); err != nil {
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

// next reads a line of the HTTP answer, a small frame, or the head of a large
// one.
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
	if !final || length > maxInspected {
		l.ready = bytes.Clone(head)
		l.passing = length
		_, err = l.r.Discard(size)
		return err
	}
	frame, err := l.r.Peek(size + int(length))
	if err != nil {
		return err
	}
	if err := l.inspect(opcode, frame[size:]); err != nil {
		l.verdict.Store(&err)
		return err
	}
	l.ready = bytes.Clone(frame)
	_, err = l.r.Discard(len(frame))
	return err
}

// inspect notes what a frame says and returns an error for one that must not
// reach discordgo.
func (l *link) inspect(opcode int, payload []byte) error {
	switch opcode {
	case websocket.CloseMessage:
		if len(payload) >= 2 {
			l.closeCode.Store(int32(binary.BigEndian.Uint16(payload)))
		}
		return nil
	case websocket.BinaryMessage:
		z, err := zlib.NewReader(bytes.NewReader(payload))
		if err != nil {
			return nil // discordgo says what is wrong with it
		}
		payload, _ = io.ReadAll(io.LimitReader(z, 16*maxInspected))
	case websocket.TextMessage:
	default:
		return nil
	}
	var packet struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if json.Unmarshal(payload, &packet) != nil {
		return nil
	}
	switch packet.Op {
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
		if json.Unmarshal(packet.Data, &hello) == nil {
			l.interval.Store(hello.Interval * int64(time.Millisecond))
		}
	case 11:
		l.waiting.Store(0)
	}
	return nil
}

// opened says that discordgo has the session running.
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

// dialer returns a gorilla dialer whose connections are links, shown to made
// before they are used. Connections end with the context. They are made
// directly, never through a proxy of the environment.
func dialer(ctx context.Context, made func(*link)) *websocket.Dialer {
	wrap := func(dial func(ctx context.Context, network, addr string) (net.Conn, error)) func(context.Context, string, string) (net.Conn, error) {
		return func(_ context.Context, network, addr string) (net.Conn, error) {
			ctx, cancel := context.WithTimeout(ctx, dialTimeout)
			defer cancel()
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			l := newLink(conn)
			made(l)
			return l, nil
		}
	}
	return &websocket.Dialer{
		NetDialContext:    wrap(new(net.Dialer).DialContext),
		NetDialTLSContext: wrap(newTLSDialer().DialContext),
		HandshakeTimeout:  dialTimeout,
	}
}
