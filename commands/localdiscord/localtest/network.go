package localtest

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
)

// Network connects a local Discord and a bot of the same process in memory: it is the
// Listener of the one and has the Dial of the other. In a bubble of testing/synctest the
// bubble's time passes while something waits for a connection.
type Network struct {
	made   chan net.Conn
	closed chan struct{}
	once   sync.Once
	bubble bool
}

// NewNetwork returns a network for one local Discord. bubble says whether the test runs
// in a bubble of testing/synctest.
func NewNetwork(bubble bool) *Network {
	return &Network{made: make(chan net.Conn), closed: make(chan struct{}), bubble: bubble}
}

// Accept returns the next connection that a bot makes.
func (n *Network) Accept() (net.Conn, error) {
	select {
	case c := <-n.made:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

// Close refuses further connections.
func (n *Network) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

// Addr returns the only address that Dial reaches.
func (n *Network) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4000} }

// Dial connects to the local Discord. Any other address refuses, and so does a closed
// Discord.
func (n *Network) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	refused := &net.OpError{Op: "dial", Net: network, Addr: n.Addr(), Err: syscall.ECONNREFUSED}
	if addr != n.Addr().String() {
		return nil, refused
	}
	bot, server := net.Pipe()
	select {
	case n.made <- server:
	case <-n.closed:
		return nil, refused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if n.bubble {
		return &departing{Conn: bot, gone: make(chan struct{})}, nil
	}
	return bot, nil
}

// departing is the bot's end of a connection in a bubble. After a goodbye, Read blocks
// until the bot closes the connection: discordgo then sleeps while it holds its lock, and
// a goroutine that waited for that lock would stop the bubble's time.
type departing struct {
	net.Conn
	goodbye atomic.Bool
	gone    chan struct{}
	once    sync.Once
}

// Write watches for a goodbye, which is a masked close frame of the gateway.
func (d *departing) Write(p []byte) (int, error) {
	if len(p) < 132 && len(p) > 1 && p[0] == 0x88 && p[1] >= 0x80 {
		d.goodbye.Store(true)
	}
	return d.Conn.Write(p)
}

// Read blocks after a goodbye until the connection is closed.
func (d *departing) Read(p []byte) (int, error) {
	n, err := d.Conn.Read(p)
	if d.goodbye.Load() {
		<-d.gone
		return 0, io.EOF
	}
	return n, err
}

// Close closes the connection.
func (d *departing) Close() error {
	d.once.Do(func() { close(d.gone) })
	return d.Conn.Close()
}
