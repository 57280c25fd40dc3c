package rehearse

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/cmd/bot/rehearse/browsertest"
)

var spectators = flag.Bool("spectators", false, "follow a whole evening on the page of the event from two browsers")

// mostBytes bounds the page of a usual event in bytes, compressed together with its style
// and script, and uncompressed by itself; without pictures.
const mostBytes = 60_000

// TestSpectatorsFollowTheEvening plays an evening while a phone follows its page and a
// stream shows its overlay. Each change appears in both, the rows of the person whom the
// phone searches for are marked on every page, the page is complete without scripts, fits
// paper and is small, and axe-core finds nothing serious in any state. The delay of each
// change is logged, not asserted.
func TestSpectatorsFollowTheEvening(t *testing.T) {
	if !*spectators {
		t.Skip("two browsers follow a whole evening with -spectators")
	}
	r, address := publicRehearsal(t, "--players", "16", "--rounds", "3", "--cut", "4", "--speed", "400", "--seed", "3")
	phone, stream := browsertest.New(t, 390, 844), browsertest.New(t, 1920, 1080)
	phone.Media("dark")
	played := make(chan error, 1)
	go func() { played <- r.perform(t.Context()) }()
	page := address(t)
	phone.Visit(page)
	phone.JS("const me = document.getElementById('find'); me.value = 'alice'; me.dispatchEvent(new Event('input'))")
	stream.Visit(page + "/overlay?view=standings")

	var seen, streamed []time.Duration
	for last, over := int64(0), false; !over; {
		var doc struct {
			Sequence int64
			State    string
			Over     bool
		}
		if err := json.Unmarshal(fetched(t, page+".json"), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Sequence == last {
			time.Sleep(60 * time.Millisecond) // one caller may make 40 requests a second, including the browsers
			continue
		}
		last, over = doc.Sequence, doc.Over
		began, shown := time.Now(), fmt.Sprintf("Number(document.getElementById('event').dataset.seq) >= %d", last)
		phone.Until(shown)
		seen = append(seen, time.Since(began))
		stream.Until(shown)
		streamed = append(streamed, time.Since(began))
		if len(seen)%25 == 1 || over {
			phone.Shot("page")
			phone.Accessible("the page: " + doc.State)
			stream.Shot("overlay")
		}
	}
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	stream.Until("document.body.innerText.includes('Standings after')")
	stream.Shot("overlay at the end")
	// The page of a finished event is loaded again: this browser remembers the person.
	phone.Until("[...document.querySelectorAll('#places tr.mine')].some((row) => row.innerText.includes('Alice'))")
	for where, seen := range map[string][]time.Duration{"on the phone": seen, "in the overlay": streamed} {
		slices.Sort(seen)
		t.Logf("%d changes were seen %s: half within %s, all within %s", len(seen), where, seen[len(seen)/2], seen[len(seen)-1])
	}

	for _, scheme := range []string{"light", "dark"} {
		phone.Media(scheme)
		for _, part := range []string{"places", "standings", "odds", "bracket", "rounds", "log"} {
			phone.JS("document.getElementById(" + quotedJS(part) + ").scrollIntoView()")
			phone.Shot(part + " " + scheme)
		}
		phone.Accessible("the page at the end, " + scheme)
	}
	phone.Paper("the page on paper")
	phone.WithoutScripts(page)
	phone.Until("document.querySelector('#standings') && document.querySelector('#odds') && document.querySelector('#bracket svg')")
	phone.Shot("without scripts")
	phone.Quiet()
	stream.Quiet()

	weight := travels(t, page)
	for _, part := range regexp.MustCompile(`(?:href|src)="(/s/[^"]+)"`).FindAllSubmatch(fetched(t, page), -1) {
		weight += travels(t, origin(page)+string(part[1]))
	}
	whole := len(fetched(t, page))
	t.Logf("the page travels as %d bytes with style, icon and scripts; itself it has %d when unpacked", weight, whole)
	if max(weight, whole) > mostBytes {
		t.Errorf("that is more than %d", mostBytes)
	}
}

// publicRehearsal starts a rehearsal whose event has a page; address waits for it.
func publicRehearsal(t *testing.T, args ...string) (r *rehearsal, address func(*testing.T) string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().String()
	l.Close()
	o, err := parseOptions(append(args, "--quiet", "--public", free), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	env := Env{Stdout: io.Discard, Stderr: os.Stderr, Executable: executable(t)}
	dir, done, err := workFolder()
	if err != nil {
		t.Fatal(err)
	}
	r = &rehearsal{o: o, env: env, dir: dir, script: evening{o}, show: newScreen(env, true), described: o.describedBy(env.Executable)}
	if err := r.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.close(); done() })
	found := make(chan string, 1)
	r.play.shown = func(_ string, args ...any) {
		for _, a := range args {
			if text, ok := a.(string); ok && strings.HasPrefix(text, "http://"+free) {
				found <- text
			}
		}
	}
	return r, func(t *testing.T) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		select {
		case a := <-found:
			return a
		case <-ctx.Done():
			t.Fatal("the event has no page after a minute")
			return ""
		}
	}
}

func fetched(t *testing.T, address string) []byte {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", address, resp.Status, err)
	}
	return body
}

// travels returns the size of a response on the wire in bytes.
func travels(t *testing.T, address string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip") // set by hand, so that the response is not decompressed
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func quotedJS(s string) string {
	raw, _ := json.Marshal(s) // a string can be marshalled
	return string(raw)
}
