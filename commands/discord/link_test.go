package discord

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"pgregory.net/rapid"
)

// tape is a connection that plays what a server sends, in pieces.
type tape struct {
	net.Conn
	data   []byte
	pieces func(most int) int
}

func (c *tape) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := min(len(p), len(c.data))
	n = max(1, min(n, c.pieces(n)))
	copy(p, c.data[:n])
	c.data = c.data[n:]
	return n, nil
}

func (c *tape) Write(p []byte) (int, error) { return len(p), nil }
func (c *tape) Close() error                { return nil }

// frame returns a frame as a server sends it.
func frame(final bool, opcode byte, payload []byte) []byte {
	f := textFrame(payload)
	f[0] = opcode
	if final {
		f[0] |= 0x80
	}
	return f
}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

func TestLink_passesEverythingThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := []byte(upgrade)
		for range rapid.IntRange(0, 8).Draw(t, "frames") {
			size := rapid.OneOf(rapid.IntRange(0, 130), rapid.IntRange(4090, 4100), rapid.IntRange(65530, 66000)).Draw(t, "size")
			payload := bytes.Repeat([]byte{rapid.Byte().Draw(t, "byte")}, size)
			opcode := rapid.SampledFrom([]byte{0, 1, 8, 9, 10}).Draw(t, "opcode")
			if opcode == 1 {
				payload = fmt.Appendf(nil, `{"op":0,"t":null,"d":"%s"}`, bytes.Repeat([]byte("x"), size))
			}
			stream = append(stream, frame(rapid.Bool().Draw(t, "final"), opcode, payload)...)
		}
		stream = stream[:rapid.IntRange(0, len(stream)).Draw(t, "cut at")]
		l := newLink(&tape{data: bytes.Clone(stream), pieces: func(most int) int {
			return rapid.IntRange(1, most).Draw(t, "piece")
		}})
		var got []byte
		buf := make([]byte, 5000)
		for {
			n, err := l.Read(buf[:rapid.IntRange(1, len(buf)).Draw(t, "buffer")])
			got = append(got, buf[:n]...)
			if err != nil {
				break
			}
		}
		// A frame is held back until it is complete; what a cut leaves of
		// it is of no use to anybody.
		if !bytes.HasPrefix(stream, got) || len(stream)-len(got) > 67_000 {
			t.Fatalf("%d of %d bytes came through", len(got), len(stream))
		}
	})
}

func TestLink_orders(t *testing.T) {
	packed := func(s string) []byte {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		io.WriteString(z, s)
		z.Flush()
		return b.Bytes()
	}
	tests := []struct {
		name   string
		opened bool
		frame  []byte
		want   error
	}{
		{"reconnect while opening", false, frame(true, 1, []byte(`{"op":7,"d":null}`)), errReconnect},
		{"reconnect while opening, compressed", false, frame(true, 2, packed(`{"t":null,"s":null,"op":7,"d":null}`)), errReconnect},
		{"reconnect later", true, frame(true, 1, []byte(`{"op":7,"d":null}`)), nil},
		{"invalid session", true, frame(true, 1, []byte(`{"op":9,"d":true}`)), errInvalidSession},
		{"an event that quotes an order", false, frame(true, 1, []byte(`{"op":0,"d":{"op":7}}`)), nil},
		{"not JSON", false, frame(true, 1, []byte(`op 7`)), errMalformed},
		{"broken compression", false, frame(true, 2, append([]byte(`op 7`), flushed...)), errMalformed},
		{"null", true, frame(true, 1, []byte(`null`)), errMalformed},
		{"null, compressed", true, frame(true, 2, packed(`null`)), errMalformed},
		{"null after much space", true, frame(true, 1, append(bytes.Repeat([]byte(" "), 2*buffered), "null"...)), errMalformed},
		{"a list", true, frame(true, 1, []byte(`[]`)), errMalformed},
		{"nothing", true, frame(true, 1, nil), errMalformed},
		{"a greeting without an interval", false, frame(true, 1, []byte(`{"op":10,"d":null}`)), errMalformed},
		{"ready without data", false, frame(true, 1, []byte(`{"op":0,"t":"READY","d":null}`)), errMalformed},
		{"ready with a null server", false, frame(true, 1, []byte(`{"op":0,"t":"READY","d":{"session_id":"1","guilds":[null]}}`)), errMalformed},
		{"an event without data", false, frame(true, 1, []byte(`{"op":0,"t":"GUILD_CREATE","d":null}`)), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLink(&tape{data: append([]byte(upgrade), tt.frame...), pieces: func(most int) int { return most }})
			if tt.opened {
				l.opened()
			}
			_, err := io.ReadAll(l)
			if !errors.Is(err, tt.want) || tt.want == nil && err != nil {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestLink_notes(t *testing.T) {
	stream := append([]byte(upgrade), frame(true, 1, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))...)
	stream = append(stream, frame(true, 1, []byte(`{"op":11}`))...)
	end := frame(true, 8, websocket.FormatCloseMessage(4000, "Unknown error."))
	server := &tape{data: stream, pieces: func(most int) int { return most }}
	l := newLink(server)
	beat := func() time.Time {
		t.Helper()
		if _, err := l.Write([]byte("heartbeat")); err != nil {
			t.Fatal(err)
		}
		return time.Unix(0, l.waiting.Load())
	}
	read := func() {
		t.Helper()
		if _, err := io.ReadAll(l); err != nil {
			t.Fatal(err)
		}
	}
	beat()
	read()
	if got := time.Duration(l.interval.Load()); got != 41250*time.Millisecond {
		t.Errorf("interval %v", got)
	}
	if l.silent(time.Now().Add(time.Hour), time.Second) {
		t.Error("silent though every heartbeat is acknowledged")
	}
	first := beat()
	beat() // another heartbeat does not start the clock again
	if l.silent(first.Add(time.Second), time.Second) || !l.silent(first.Add(time.Second+1), time.Second) {
		t.Error("an unanswered heartbeat must be noticed after its limit, not before")
	}
	server.data = end
	read()
	if l.closeCode.Load() != 4000 {
		t.Errorf("close code %d", l.closeCode.Load())
	}
	if _, err := l.Write([]byte("close with 1000")); err == nil {
		t.Error("an answer to the server's close frame gives the session up")
	}
}
