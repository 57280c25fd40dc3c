package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/view"
	"topcut/tournament"
)

// Config says where pages come from.
type Config struct {
	// Snapshot returns an event as it is now. It fails where there is none.
	Snapshot func(context.Context, tournament.ID) (*tournament.Snapshot, error)
	// Env is what the views of an event may know.
	Env func(*tournament.Snapshot) view.Env
	// Draw returns a drawing as picture files; nil = a link has no picture.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)
	// URL is what the pages are reached by from outside, such as
	// https://events.example.org, without a slash at the end.
	URL string
	Log *slog.Logger
}

// Server answers requests for pages. It must not be copied.
type Server struct {
	cfg    Config
	limits limits
	hub    hub

	reckoning chan struct{} // held while chances are reckoned

	mu       sync.Mutex
	shown    map[tournament.ID]*shown
	charts   map[tournament.ID]*charted
	charting map[tournament.ID]bool
}

// keptPages is how many events are kept rendered.
const keptPages = 64

// New returns a server.
func New(c Config) *Server {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		cfg: c, hub: newHub(), limits: newLimits(), reckoning: make(chan struct{}, 1),
		shown: map[tournament.ID]*shown{}, charts: map[tournament.ID]*charted{}, charting: map[tournament.ID]bool{},
	}
}

// Path is where the page of an event is, "" where it has none. The number of the
// event finds it, the token lets in.
func Path(s *tournament.State) string {
	if !s.Page.Open() {
		return ""
	}
	return "/e/" + strconv.FormatInt(int64(s.ID), 36) + "-" + s.Page.Token
}

// Address is the page of an event as people share it, "" where it has none.
func (s *Server) Address(state *tournament.State) string {
	path := Path(state)
	if path == "" {
		return ""
	}
	return s.cfg.URL + path
}

// Changed tells the readers of an event that there may be something new.
func (s *Server) Changed(id tournament.ID) { s.hub.wake(id) }

// Handler answers all requests. Nothing can be written through it: other methods
// than GET and HEAD are refused.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /e/{slug}", s.event)
	mux.HandleFunc("GET /e/{slug}/live", s.live)
	mux.HandleFunc("GET /e/{slug}/overlay", s.overlay)
	mux.HandleFunc("GET /e/{slug}/card.png", s.card)
	mux.HandleFunc("GET /s/{name}", asset)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /s/\n"))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if !s.limits.allow(caller(r)) {
			h.Set("Retry-After", "5")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	content, there := assets[name]
	if !there {
		http.NotFound(w, r)
		return
	}
	kind := "text/css; charset=utf-8"
	switch path.Ext(name) {
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".svg":
		kind = "image/svg+xml"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, name, time.Time{}, strings.NewReader(content))
}

// errNoPage says that an address leads nowhere. Whether it is wrong, old or of an
// event without a page is nobody's business.
var errNoPage = errors.New("no page")

// find returns the event of a slug.
func (s *Server) find(ctx context.Context, slug string) (*tournament.Snapshot, error) {
	number, token, found := strings.Cut(slug, "-")
	id, err := strconv.ParseInt(number, 36, 64)
	if err != nil || id <= 0 || !found || len(token) > 64 {
		return nil, errNoPage
	}
	snap, err := s.cfg.Snapshot(ctx, tournament.ID(id))
	if err != nil {
		if tournament.ClassOf(err) == "" && ctx.Err() == nil {
			s.cfg.Log.Error("a page cannot be shown", "tournament", id, "error", err)
		}
		return nil, errNoPage
	}
	if page := snap.State.Page; !page.Open() || subtle.ConstantTimeCompare([]byte(page.Token), []byte(token)) != 1 {
		return nil, errNoPage
	}
	return snap, nil
}

// shown is an event as it is served to everybody.
type shown struct {
	mu   sync.Mutex // held while it is rendered
	snap *tournament.Snapshot
	page *page
	html file
	json file
}

// file is what is served, as it is and compressed.
type file struct {
	kind, tag  string
	raw, small []byte
}

func newFile(kind string, data []byte) file {
	sum := sha256.Sum256(data)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data) // a bytes.Buffer takes everything
	_ = z.Close()
	return file{kind, `"` + hex.EncodeToString(sum[:9]) + `"`, data, b.Bytes()}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data := f.raw
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data = f.small
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the reader may have gone
	}
}

// render returns an event as it is shown now, made once for each state of it.
func (s *Server) render(snap *tournament.Snapshot) (*shown, error) {
	id := snap.State.ID
	s.mu.Lock()
	v := s.shown[id]
	if v == nil {
		for old := range s.shown { // any of them: it is rendered again when asked for
			if len(s.shown) < keptPages {
				break
			}
			delete(s.shown, old)
		}
		v = &shown{}
		s.shown[id] = v
	}
	s.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.snap == snap {
		return &shown{page: v.page, html: v.html, json: v.json}, nil
	}
	p, err := newPage(s.cfg.Env(snap), s.chart(snap))
	if err != nil {
		return nil, err
	}
	p.Address, p.Listed = s.Address(snap.State), snap.State.Page.Listed
	html, err := p.execute("event.html")
	if err != nil {
		return nil, err
	}
	doc, err := p.document()
	if err != nil {
		return nil, err
	}
	v.snap, v.page, v.html, v.json = snap, p, newFile("text/html; charset=utf-8", html), newFile("application/json", doc)
	return &shown{page: v.page, html: v.html, json: v.json}, nil
}

// answer calls f with the event of the request, or says that there is none.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, slug string, f func(*tournament.Snapshot, *shown)) {
	snap, err := s.find(r.Context(), slug)
	if err != nil {
		w.Header().Set("X-Robots-Tag", "noindex")
		http.NotFound(w, r)
		return
	}
	if !snap.State.Page.Listed {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	v, err := s.render(snap)
	if err != nil {
		s.cfg.Log.Error("a page cannot be rendered", "tournament", snap.State.ID, "error", err)
		http.Error(w, "this page cannot be shown now", http.StatusInternalServerError)
		return
	}
	f(snap, v)
}

// event serves the page, or the document where the address ends in .json.
func (s *Server) event(w http.ResponseWriter, r *http.Request) {
	slug, asJSON := strings.CutSuffix(r.PathValue("slug"), ".json")
	s.answer(w, r, slug, func(_ *tournament.Snapshot, v *shown) {
		if asJSON {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			v.json.serve(w, r)
			return
		}
		v.html.serve(w, r)
	})
}

// overlay serves one view for a stream: clock, standings, bracket, next, or table:N.
func (s *Server) overlay(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, r.PathValue("slug"), func(_ *tournament.Snapshot, v *shown) {
		p := *v.page
		what, number, _ := strings.Cut(r.URL.Query().Get("view"), ":")
		switch what {
		case "clock", "bracket", "next", "standings":
		case "table":
			p.Table = tableOf(&p, number)
		default:
			what = "standings"
		}
		p.View = what
		data, err := p.execute("overlay.html")
		if err != nil {
			http.Error(w, "this overlay cannot be shown now", http.StatusInternalServerError)
			return
		}
		f := newFile("text/html; charset=utf-8", data)
		f.serve(w, r)
	})
}

// tableOf finds a table of the round that is being played, nil where there is none.
func tableOf(p *page, number string) *view.RecordTable {
	if p.Live.Round == 0 {
		return nil
	}
	tables := p.Played[p.Live.Index()].Tables
	for i := range tables {
		if tables[i].Table == number {
			return &tables[i]
		}
	}
	return nil
}

// card serves the picture that stands beside a shared link: the bracket where there
// is one, else the standings.
func (s *Server) card(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, r.PathValue("slug"), func(_ *tournament.Snapshot, v *shown) {
		d := v.page.drawing()
		if d == nil || s.cfg.Draw == nil {
			http.NotFound(w, r)
			return
		}
		files, err := s.cfg.Draw(r.Context(), "card", d)
		if err != nil || len(files) == 0 {
			http.Error(w, "this picture cannot be drawn now", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=60")
		_, _ = w.Write(files[0].Data) // the reader may have gone
	})
}

// drawing is what is drawn of the event; nil = nothing yet.
func (p *page) drawing() pictures.Drawing {
	if len(p.Brackets) > 0 {
		return p.Brackets[0]
	}
	if n := newestStandings(p.Played); n >= 0 {
		return p.Played[n].Standings[0]
	}
	return nil
}
