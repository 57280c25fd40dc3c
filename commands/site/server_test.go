package site_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands/gallery"
	"topcut/commands/record"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

const token = "abcdefghijklmnopqrstuvwxyz"

// events is one event at the moment that a test has put it to.
type events struct {
	now atomic.Pointer[tournament.Snapshot]
}

func (e *events) Snapshot(_ context.Context, id tournament.ID) (*tournament.Snapshot, error) {
	if s := e.now.Load(); s != nil && s.State.ID == id {
		return s, nil
	}
	return nil, tournament.Refuse(tournament.NotFound, "event.none")
}

func begin(t testing.TB, snap *tournament.Snapshot) (*events, *site.Server, *httptest.Server) {
	t.Helper()
	e := &events{}
	e.now.Store(snap)
	s := site.New(site.Config{
		Snapshot: e.Snapshot, URL: "https://events.example.org", Now: time.Now, Draw: gallery.New(0).Files,
		Env: func(s *tournament.Snapshot) view.Env { return view.Env{Snap: s, Now: s.State.At} },
	})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	return e, s, srv
}

func do(t testing.TB, snap *tournament.Snapshot, cmd command.Command) *tournament.Snapshot {
	t.Helper()
	after, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Cause: fmt.Sprint("t", snap.State.Seq), Command: cmd}, snap.State.At.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func get(t testing.TB, address string) (int, string, http.Header) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body), resp.Header
}

// TestOnlyTheAddressLeadsToThePage: an event without a page, a wrong token and a page
// that was taken down all look the same from outside.
func TestOnlyTheAddressLeadsToThePage(t *testing.T) {
	snap := play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil)
	e, _, srv := begin(t, snap)
	path := "/e/1-" + token
	hidden := func(what string) {
		t.Helper()
		for _, p := range []string{path, path + ".json", path + "/live", path + "/overlay", path + "/card.png", path + ".ics", "/l/1-" + token, "/e/1-", "/e/1", "/e/0-" + token, "/e/zzzzzzzzzzzzzz-" + token, "/e/2-" + token} {
			if code, body, _ := get(t, srv.URL+p); code != http.StatusNotFound || body != "404 page not found\n" {
				t.Errorf("%s: %s is answered %d %q", what, p, code, body)
			}
		}
	}
	hidden("no page")
	open := do(t, snap, &command.OpenPage{Token: token})
	e.now.Store(open)
	code, body, header := get(t, srv.URL+path)
	if code != http.StatusOK || !strings.Contains(body, "<h1>") || header.Get("X-Robots-Tag") != "noindex" || len(header.Values("Set-Cookie")) > 0 {
		t.Fatalf("the page is answered %d, %v", code, header)
	}
	if code, _, _ := get(t, srv.URL+path[:len(path)-1]+"y"); code != http.StatusNotFound {
		t.Errorf("a wrong token is answered %d", code)
	}
	listed := do(t, open, &command.OpenPage{Token: "another-token-for-nothing", Listed: true})
	e.now.Store(listed)
	if code, _, header := get(t, srv.URL+path); code != http.StatusOK || header.Get("X-Robots-Tag") != "" {
		t.Errorf("the listed page is answered %d, %v", code, header)
	}
	e.now.Store(do(t, listed, &command.ClosePage{}))
	hidden("taken down")
}

// TestThePageForgetsWhoeverIsForgotten: what was rendered before is no longer served
// once a player of an event that is over is forgotten; the others stay.
func TestThePageForgetsWhoeverIsForgotten(t *testing.T) {
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	director := command.NewDirector(command.Config{Store: db.StoreOf(store, tournament.Log), Now: time.Now, Secret: func() []byte { return make([]byte, 32) }})
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings, n := tournament.DefaultSettings("Friday Night"), 0
	settings.Stages = stage.MustParse("swiss 1")
	request := func(user string, c command.Command) command.Request {
		n++
		return command.Request{Actor: tournament.Actor{User: user, Name: "Olga"}, Cause: fmt.Sprint("c", n), Command: c}
	}
	made, err := director.Create(t.Context(), request("1", &command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs}))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(user string, commands ...command.Command) {
		t.Helper()
		for _, c := range commands {
			if _, err := director.Do(t.Context(), made.ID, request(user, c)); err != nil {
				t.Fatalf("%T: %v", c, err)
			}
		}
	}
	ask("1", &command.OpenRegistration{}, &command.OpenPage{Token: token})
	const ann = "200000000000000001"
	ask(ann, &command.Join{User: ann, Name: "Annabel Unmistakable", Tag: "Clan-Ann"})
	ask("3", &command.Join{User: "3", Name: "Bob Remains"})
	ask("1", &command.Start{KeepAll: true}, &command.Pair{}, &command.Publish{}, &command.StartRound{}, &command.Correct{Round: 1, Match: 1, Text: "2-0"}, &command.Finish{Early: true})

	s := site.New(site.Config{
		Snapshot: director.Snapshot, URL: "https://events.example.org",
		Env: func(s *tournament.Snapshot) view.Env { return view.Env{Snap: s, Now: s.State.At} },
	})
	srv := httptest.NewServer(s.Handler())
	defer srv.Close()
	path := fmt.Sprintf("/e/%d-%s", made.ID, token)
	all := func() (everything string) {
		for _, p := range []string{path, path + ".json", path + "/overlay?view=standings", path + "/overlay?view=bracket", path + "/overlay?view=table:1"} {
			code, body, _ := get(t, srv.URL+p)
			if code != http.StatusOK {
				t.Errorf("%s is answered %d", p, code)
			}
			everything += body
		}
		return everything
	}
	if got := all(); !strings.Contains(got, "Annabel Unmistakable") || !strings.Contains(got, "Bob Remains") {
		t.Fatal("the test is blind: the page names nobody")
	}
	if n, err := store.Forget(t.Context(), ann); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	director.Forgotten(made.ID)
	got := all()
	for _, mark := range []string{"Annabel", "Unmistakable", "Clan-Ann", ann} {
		if strings.Contains(got, mark) {
			t.Errorf("the page still has %q", mark)
		}
	}
	if !strings.Contains(got, "Bob Remains") {
		t.Error("Bob is gone too")
	}
}

// TestNothingIsOnThePageBeforeItIsPublished follows an evening event by event: no
// pairing, result or name is on the page or in the document before Discord has it.
func TestNothingIsOnThePageBeforeItIsPublished(t *testing.T) {
	last := play(t, 5, "magic", swiss, histories.Lively(10), nil)
	e, _, srv := begin(t, last)
	path := srv.URL + "/e/1-" + token
	previews, waiting := 0, 0
	for i := range last.Log {
		s, err := tournament.Fold(1, last.Log[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		s.Page = tournament.Page{Token: token}
		e.now.Store(&tournament.Snapshot{State: s, Log: last.Log[:i+1], Book: last.Book})
		reported := false
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				reported = reported || m.Report != nil && !m.Confirmed
			}
		}
		if s.Preview == nil && !reported && i%7 != 0 {
			continue
		}
		for _, view := range []string{"", "/overlay?view=next", "/overlay?view=table:1"} {
			if _, body, _ := get(t, path+view); !strings.Contains(body, "Friday Night") || strings.Contains(body, "Lightning Bolt") {
				t.Errorf("after event %d: %q shows a deck, or nothing", i+1, view)
			}
		}
		for _, line := range record.New(view.Env{Snap: e.now.Load(), Now: s.At}).Log {
			ev, ok := last.Log[line.Seq-1].Event.(*tournament.ResultReported)
			if !ok {
				continue
			}
			if m, _ := s.Match(ev.Round, ev.Match); m != nil && !m.Confirmed {
				t.Errorf("after event %d: the log has a report that waits: %s", i+1, line.Text)
			}
		}
		code, body, _ := get(t, path+".json")
		if code != http.StatusOK || strings.Contains(body, "Lightning Bolt") {
			t.Fatalf("after event %d: %d %s", i+1, code, body)
		}
		var doc struct {
			Rounds []struct{ Tables []struct{ Result string } }
		}
		if err := json.Unmarshal([]byte(body), &doc); err != nil {
			t.Fatal(err)
		}
		if len(doc.Rounds) != len(s.Rounds) {
			t.Errorf("after event %d: %d rounds are shown, %d published", i+1, len(doc.Rounds), len(s.Rounds))
		}
		if s.Preview != nil {
			previews++
		}
		for r, round := range doc.Rounds {
			for m, table := range round.Tables {
				if match := s.Rounds[r].Matches[m]; match.Report != nil && !match.Confirmed {
					waiting++
					if table.Result != "" {
						t.Errorf("after event %d: round %d, match %d shows %q, which nobody has confirmed", i+1, r+1, m+1, table.Result)
					}
				}
			}
		}
	}
	if previews == 0 || waiting == 0 {
		t.Errorf("%d previews and %d waiting reports: the evening shows nothing", previews, waiting)
	}
}

// TestThePageSaysWhatBrowsersAndProgramsNeed: a preview of its link with a picture, what
// may be loaded and kept, a document with its version, and each view of a stream.
func TestThePageSaysWhatBrowsersAndProgramsNeed(t *testing.T) {
	snap := do(t, play(t, 5, "magic", swiss, histories.Lively(10), nil), &command.OpenPage{Token: token})
	_, _, srv := begin(t, snap)
	path, public := srv.URL+"/e/1-"+token, "https://events.example.org/e/1-"+token
	_, body, header := get(t, path)
	for _, want := range []string{
		`<meta property="og:title" content="Friday Night">`, `<meta property="og:description" content="Magic: The Gathering`,
		`<meta property="og:url" content="` + public + `">`, `<meta property="og:image" content="` + public + `/card.png">`,
		`<link rel="alternate" type="text/calendar" href="` + public + `.ics">`, `<meta name="robots" content="noindex">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	policy := header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("the policy is %q", policy)
	}
	for _, loaded := range regexp.MustCompile(`(?:src|rel="stylesheet" href|rel="icon"[^>]* href)="([^"]*)"`).FindAllStringSubmatch(body, -1) {
		if code, _, _ := get(t, srv.URL+loaded[1]); code != http.StatusOK || !strings.HasPrefix(loaded[1], "/s/") {
			t.Errorf("%s is answered %d", loaded[1], code)
		}
	}
	code, card, header := get(t, path+"/card.png")
	if _, err := png.Decode(strings.NewReader(card)); code != http.StatusOK || err != nil || header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture of the link: %d, %v", code, err)
	}
	_, body, header = get(t, path+".json")
	var doc struct {
		Version, Sequence int64
		Over              bool
	}
	if err := json.Unmarshal([]byte(body), &doc); err != nil || doc.Version != 1 || doc.Sequence != snap.State.Seq || !doc.Over {
		t.Errorf("the document is %+v, %v", doc, err)
	}
	for _, what := range []string{"", ".json"} {
		// The page is another one when the chances of the event are known.
		for kept, code := "", 0; code != http.StatusNotModified; {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path+what, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("If-None-Match", kept)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			tag := resp.Header.Get("ETag")
			if code = resp.StatusCode; code == http.StatusOK && tag == kept || code != http.StatusOK && code != http.StatusNotModified {
				t.Fatalf("what is kept of %q is answered %d", what, code)
			}
			kept = tag
		}
	}
	if origin := header.Get("Access-Control-Allow-Origin"); origin != "*" {
		t.Errorf("programs of other sites may read the document as %q", origin)
	}
	seen := map[string]bool{}
	for _, view := range []string{"clock", "table:1", "standings", "bracket", "next"} {
		code, body, _ := get(t, path+"/overlay?view="+view)
		_, body, _ = strings.Cut(body, `class="`) // what the view is called differs in any case
		_, body, _ = strings.Cut(body, ">")
		if code != http.StatusOK || seen[body] {
			t.Errorf("the overlay %s is answered %d, or as another one", view, code)
		}
		seen[body] = true
	}
}

// TestReadersHearOfEachChange: what is published reaches those who follow, and what
// changes nothing for them does not.
func TestReadersHearOfEachChange(t *testing.T) {
	last := play(t, 5, "magic", swiss, histories.Options{Players: 8}, nil)
	snap := do(t, last, &command.OpenPage{Token: token})
	e, s, srv := begin(t, snap)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+"/e/1-"+token+"/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	next := func() string {
		t.Helper()
		for kind := ""; lines.Scan(); {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				kind = event
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && kind == "now" {
				return data
			}
		}
		t.Fatal("the stream has ended: ", lines.Err())
		return ""
	}
	first := next()
	s.Changed(1) // nothing has
	s.Changed(2)
	after := do(t, snap, &command.Announce{Text: "Lunch."})
	e.now.Store(after)
	s.Changed(1)
	if second := next(); second == first {
		t.Error("an announcement is no news")
	}
	e.now.Store(do(t, after, &command.ClosePage{}))
	s.Changed(1)
	if got := next(); got != "gone" {
		t.Errorf("a page that is taken down says %q", got)
	}
	if lines.Scan() && lines.Text() != "" {
		t.Errorf("after the end comes %q", lines.Text())
	}
}

// TestOneCallerCannotTakeItAll: a flood is refused, and others are answered.
func TestOneCallerCannotTakeItAll(t *testing.T) {
	snap := do(t, play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil), &command.OpenPage{Token: token})
	_, s, _ := begin(t, snap)
	h := s.Handler()
	refused := 0
	for range 1000 {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/e/1-"+token, nil)
		r.RemoteAddr = "198.51.100.7:1234"
		h.ServeHTTP(w, r)
		if w.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 500 {
		t.Errorf("%d of 1,000 requests at once are refused", refused)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/e/1-"+token, nil)
	r.RemoteAddr = "198.51.100.8:1234"
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("another caller is answered %d", w.Code)
	}
}

// FuzzRequests: no path and no header makes the server panic or say what is private.
func FuzzRequests(f *testing.F) {
	snap := do(f, play(f, 3, "magic", swiss, histories.Options{Players: 8}, nil), &command.OpenPage{Token: token})
	_, s, _ := begin(f, snap)
	h := s.Handler()
	f.Add("/e/1-"+token, "view=table:1", "gzip", "10.0.0.1")
	f.Add("/e/%2e%2e/live", "", "", "x, y")
	f.Fuzz(func(t *testing.T, path, query, encoding, forwarded string) {
		if strings.HasSuffix(path, "/live") {
			t.Skip("does not end")
		}
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.URL.Path, r.URL.RawQuery, r.RemoteAddr = "/"+strings.TrimLeft(path, "/"), query, "127.0.0.1:1"
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("X-Forwarded-For", forwarded)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError || bytes.Contains(w.Body.Bytes(), []byte("Lightning Bolt")) {
			t.Errorf("%q?%q is answered %d", path, query, w.Code)
		}
	})
}

// TestAnOverlaySaysWhichPieceItShows: a stream has room for sixteen lines of standings;
// of forty players each stands on one of three pieces, and each piece says which it is.
func TestAnOverlaySaysWhichPieceItShows(t *testing.T) {
	round3 := inRound(t, play(t, 5, "magic", swiss, histories.Options{Players: 40}, nil), 3)
	path := "/e/1-" + token + "/overlay?view="
	_, _, srv := begin(t, round3)
	pieces := map[string][]string{
		"standings": {"1–16 of 40", "17–32 of 40", "33–40 of 40"},
		"next":      {"1–14 of 20", "15–20 of 20"},
	}
	for what, spans := range pieces {
		var all string
		for i, span := range spans {
			_, body, _ := get(t, fmt.Sprint(srv.URL, path, what, ":", i+1))
			if !strings.Contains(body, span) {
				t.Errorf("piece %d of %s does not say that it is %s", i+1, what, span)
			}
			all += body
		}
		for i := 1; i <= 40; i++ {
			name := histories.Name(i)
			if n := strings.Count(all, "<bdi>"+name+"</bdi>") + strings.Count(all, "<bdi>"+name+" – ") + strings.Count(all, " – "+name+"</bdi>"); n != 1 {
				t.Errorf("%s stands in %d pieces of %s", name, n, what)
			}
		}
	}
	_, first, _ := get(t, srv.URL+path+"standings")
	if _, last, _ := get(t, srv.URL+path+"standings:9"); !strings.Contains(first, "1–16 of 40") || !strings.Contains(last, "33–40 of 40") {
		t.Error("without a number comes the first piece, past the last one the last")
	}
}
