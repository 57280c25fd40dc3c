package site

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"topcut/tournament/journal"
)

// pipes is a network without buffers: a write waits for its reader.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, open := <-p
	if !open {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// TestASlowReaderIsLetGo: a reader that does not read delays no other and is
// disconnected after readerTime; the others get the news.
func TestASlowReaderIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Now: time.Now})
		tag := "1"
		listener := make(pipes)
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c := s.hub.join(journal.ID(1), r.RemoteAddr)
			defer s.hub.leave(1, r.RemoteAddr, c)
			s.follow(r.Context(), &stream{w, http.NewResponseController(w), time.Now}, c, tag, func(context.Context) (string, error) { return tag, nil })
		})}
		go func() { _ = srv.Serve(listener) }()
		defer func() { close(listener); _ = srv.Close() }()
		open := func(path string) *bufio.Reader {
			mine, theirs := net.Pipe()
			listener <- theirs
			if _, err := mine.Write([]byte("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { mine.Close() })
			return bufio.NewReader(mine)
		}
		open("/slow") // and reads nothing
		reader := open("/reads")
		lines := make(chan string, 64)
		go func() {
			for {
				line, err := reader.ReadString('\n')
				if err != nil {
					return
				}
				lines <- line
			}
		}()
		synctest.Wait()
		if n := s.hub.count; n != 2 {
			t.Fatalf("%d follow", n)
		}
		tag = "2"
		s.hub.wake(1)
		time.Sleep(readerTime + time.Second)
		synctest.Wait()
		if n := s.hub.count; n != 1 {
			t.Errorf("%d still follow", n)
		}
		told := false
		for len(lines) > 0 {
			told = <-lines == "id: 2\n" || told
		}
		if !told {
			t.Error("who reads was not told")
		}
	})
}
