package browsertest

import (
	"context"
	"net"
	"testing"

	"topcut/cmd/bot/rehearse/web"
)

// Serve serves a page on loopback until the test ends. It returns a function that returns
// addresses of the page, each with a new single-use key.
func Serve(t testing.TB, page *web.Handler) (address func() string) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, listener, page) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return func() string { return page.Address(listener.Addr()) }
}
