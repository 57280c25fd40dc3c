package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// Config configures a Server.
type Config struct {
	// Snapshot returns the current state of an event. It fails if there is none.
	Snapshot func(context.Context, tournament.ID) (*tournament.Snapshot, error)
	// Env returns the environment for views of an event.
	Env func(*tournament.Snapshot) view.Env
	// Season returns the current state of a league, and Shown the content of its page; nil
	// without leagues.
	Season func(context.Context, journal.ID) (*season.Snapshot, error)
	Shown  func(context.Context, *season.Snapshot) (*Season, error)
	Now    func() time.Time
	// Draw renders a drawing as picture files; nil means link previews have no picture.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)
	// URL is the public base URL of the pages, such as https://events.example.org, without a
	// slash at the end.
	URL string
	// Proxy has the addresses of the reverse proxy whose X-Forwarded-For is trusted; the
	// zero Prefix means that there is none, and the header is ignored.
	Proxy netip.Prefix
	Log   *slog.Logger
}

// Server serves the pages. It must not be copied.
type Server struct {
	cfg    Config
	limits limits
	hub    hub

	reckoning chan struct{} // held while chances are computed
	supposing limits        // for what-if questions
	answering chan struct{} // held while one of these is computed

	mu       sync.Mutex
	answers  map[string]*sim.OddsResult // to what-if questions
	shown    map[journal.ID]*servedPage
	charts   map[tournament.ID]*charted
	charting map[tournament.ID]bool
}

// keptPages is the number of cached pages.
const keptPages = 64

// New returns a server.
func New(c Config) *Server {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		cfg: c, hub: newHub(), limits: newLimits(perSecond, burst), reckoning: make(chan struct{}, 1),
		supposing: newLimits(supposePerSecond, supposeBurst), answering: make(chan struct{}, 1), answers: map[string]*sim.OddsResult{},
		shown: map[journal.ID]*servedPage{}, charts: map[tournament.ID]*charted{}, charting: map[tournament.ID]bool{},
	}
}

// Path returns the path of an event's page, or "" if it has none. The number in it
// identifies the event, the token grants access.
func Path(s *tournament.State) string {
	if !s.Page.Open() {
		return ""
	}
	return "/e/" + slug(s.ID, s.Page)
}

// slug returns the last part of an address: the number identifies the event or league,
// the token grants access.
func slug(id journal.ID, p journal.Page) string {
	return strconv.FormatInt(int64(id), 36) + "-" + p.Token
}

// Address returns the public address of an event's page, or "" if it has none. A nil
// Server serves no pages.
func (s *Server) Address(state *tournament.State) string {
	if path := Path(state); s != nil && path != "" {
		return s.cfg.URL + path
	}
	return ""
}

// Own returns the public address of an event's page on which the way of one player stands
// first, or "" if it has none.
func (s *Server) Own(snap *tournament.Snapshot, player int) string {
	address := s.Address(snap.State)
	if address == "" {
		return ""
	}
	return address + "#" + url.Values{"find": {snap.Name(player)}}.Encode()
}

// SeasonAddress returns the public address of a league's page, or "" if it has none.
func (s *Server) SeasonAddress(state *season.State) string {
	if s == nil || !state.Page.Open() {
		return ""
	}
	return s.cfg.URL + "/l/" + slug(state.ID, state.Page)
}

// Changed notifies the readers of events and leagues, and of the leagues that show those
// events, that something may have changed.
func (s *Server) Changed(ids ...journal.ID) {
	if s == nil {
		return
	}
	for _, id := range ids {
		for _, page := range s.outdate(id) {
			s.hub.wake(page)
		}
	}
}

// outdate marks the cached page of an event or league as out of date, and returns the
// pages that show it.
func (s *Server) outdate(id journal.ID) []journal.ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages := []journal.ID{id}
	for page, v := range s.shown {
		if page == id || slices.Contains(v.lists, id) {
			v.old.Store(true)
			if page != id {
				pages = append(pages, page)
			}
		}
	}
	return pages
}

// routes returns all routes. None of them can write anything.
func (s *Server) routes() map[string]http.HandlerFunc {
	out := map[string]http.HandlerFunc{
		"GET /e/{slug}/overlay": s.overlay,
		"GET /e/{slug}/odds":    s.whatIf,
		"GET /s/{name}":         asset,
		"GET /robots.txt": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte("User-agent: *\nDisallow: /s/\n"))
		},
	}
	for kind, find := range map[string]finder{"e": s.event, "l": s.season} {
		out["GET /"+kind+"/{slug}"] = s.page(find)
		out["GET /"+kind+"/{slug}/live"] = s.live(find)
		out["GET /"+kind+"/{slug}/card.png"] = s.card(find)
	}
	return out
}

// strict are the headers of every response: one copy for all, since a flood of requests
// causes a flood of responses.
var strict = http.Header{
	"Content-Security-Policy":    {"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"no-referrer"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
}

// Handler handles all requests; methods other than GET and HEAD are refused.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range s.routes() {
		mux.HandleFunc(pattern, h)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), strict)
		if !s.limits.allow(s.caller(r)) {
			w.Header().Set("Retry-After", "5")
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

// errNoPage is the error for an address without a page. It does not tell whether the
// address is wrong, old or of an event without a page.
var errNoPage = errors.New("no page")

// subject is what an address refers to: an event or a league in its current state.
type subject struct {
	id     journal.ID
	page   journal.Page
	state  any // the snapshot, which is a new one after every change
	render func(context.Context) (*servedPage, error)
}

// finder returns the event or league with a number.
type finder func(context.Context, journal.ID) (*subject, error)

// find returns the subject of a slug.
func (s *Server) find(ctx context.Context, by finder, slug string) (*subject, error) {
	number, token, found := strings.Cut(slug, "-")
	id, err := strconv.ParseInt(number, 36, 64)
	if err != nil || id <= 0 || !found || len(token) > 64 {
		return nil, errNoPage
	}
	sub, err := by(ctx, journal.ID(id))
	if err != nil {
		if tournament.ClassOf(err) == "" && !errors.Is(err, errNoPage) && !errors.Is(err, journal.ErrNotFound) && ctx.Err() == nil {
			s.cfg.Log.Error("a page cannot be shown", "log", id, "error", err)
		}
		return nil, errNoPage
	}
	if !sub.page.Open() || subtle.ConstantTimeCompare([]byte(sub.page.Token), []byte(token)) != 1 {
		return nil, errNoPage
	}
	return sub, nil
}

// event finds an event.
func (s *Server) event(ctx context.Context, id journal.ID) (*subject, error) {
	snap, err := s.cfg.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	return &subject{id, snap.State.Page, snap, func(context.Context) (*servedPage, error) {
		p, err := newPage(s.cfg.Env(snap), s.chart(snap))
		if err != nil {
			return nil, err
		}
		p.Address, p.Listed = s.Address(snap.State), snap.State.Page.Listed
		if len(p.Forecast.Rows) > 0 && canSuppose(snap.State) {
			p.WhatIf = Path(snap.State) + "/odds"
		}
		v := &servedPage{page: p, drawing: p.drawing(), dates: newFile(kindOfDates, Calendar(s.cfg.Env(snap), p.Address))}
		return v, v.write(p.html(), p.document)
	}}, nil
}

// season finds a league.
func (s *Server) season(ctx context.Context, id journal.ID) (*subject, error) {
	if s.cfg.Season == nil {
		return nil, errNoPage
	}
	snap, err := s.cfg.Season(ctx, id)
	if err != nil {
		return nil, err
	}
	return &subject{id, snap.State.Page, snap, func(ctx context.Context) (*servedPage, error) {
		l, err := s.cfg.Shown(ctx, snap)
		if err != nil {
			return nil, err
		}
		p := newSeasonPage(l)
		p.Address, p.Listed = s.SeasonAddress(snap.State), snap.State.Page.Listed
		v := &servedPage{drawing: l.drawing(), dates: newFile(kindOfDates, SeasonCalendar(l))}
		for _, list := range [][]Week{l.Weeks, l.Coming} {
			for i := range list {
				v.lists = append(v.lists, list[i].ID)
			}
		}
		return v, v.write(p.html(), p.document)
	}}, nil
}

// kindOfDates is the media type of a calendar.
const kindOfDates = "text/calendar; charset=utf-8"

// servedPage is a rendered event or league.
type servedPage struct {
	mu    sync.Mutex   // held while it is rendered
	state any          // the state from which it was rendered
	old   atomic.Bool  // something else on it has changed since
	lists []journal.ID // other events on it

	page    *page // of an event
	drawing pictures.Drawing
	html    file
	json    file
	dates   file
}

// write renders the page and its document.
func (v *servedPage) write(html []byte, document func() ([]byte, error)) error {
	doc, err := document()
	if err != nil {
		return err
	}
	v.html, v.json = newHTML(html), newFile("application/json", doc)
	return nil
}

// file is a served file, plain and compressed.
type file struct {
	kind, tag  string
	raw, small []byte
}

func newFile(kind string, data []byte) file { return file{kind, tagOf(data), data, compressed(data)} }

// tagOf returns the ETag of a file's content.
func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + hex.EncodeToString(sum[:9]) + `"`
}

// writers are reused, because each takes 800 kB, many times what it compresses.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func compressed(data []byte) []byte {
	var b bytes.Buffer
	z := writers.Get().(*gzip.Writer)
	defer writers.Put(z)
	z.Reset(&b)
	_, _ = z.Write(data) // a bytes.Buffer accepts everything
	_ = z.Close()
	return b.Bytes()
}

// newHTML returns a page that contains its own tag, so that its script sees from the
// first update whether the page changed while it was loaded.
func newHTML(page []byte) file {
	tag := tagOf(page)
	page = bytes.Replace(page, []byte(`<div id="event"`), fmt.Appendf(nil, `<div id="event" data-tag=%s`, tag), 1)
	return file{"text/html; charset=utf-8", tag, page, compressed(page)}
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
		_, _ = w.Write(data) // the reader may be gone
	}
}

// render returns the current page of an event or league; each state is rendered once.
func (s *Server) render(ctx context.Context, sub *subject) (*servedPage, error) {
	s.mu.Lock()
	v := s.shown[sub.id]
	if v == nil {
		for old := range s.shown { // any of them: it is rendered again on demand
			if len(s.shown) < keptPages {
				break
			}
			delete(s.shown, old)
		}
		v = &servedPage{}
		s.shown[sub.id] = v
	}
	s.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state != sub.state || v.old.Swap(false) {
		fresh, err := sub.render(ctx)
		if err != nil {
			v.old.Store(true)
			return nil, err
		}
		v.state, v.page, v.drawing, v.html, v.json, v.dates = sub.state, fresh.page, fresh.drawing, fresh.html, fresh.json, fresh.dates
		s.mu.Lock()
		v.lists = fresh.lists
		s.mu.Unlock()
	}
	return &servedPage{page: v.page, drawing: v.drawing, html: v.html, json: v.json, dates: v.dates}, nil
}

// answer calls f with the subject of the request, or responds that there is none.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, by finder, slug string, f func(*subject, *servedPage)) {
	sub, err := s.find(r.Context(), by, slug)
	if err != nil {
		w.Header().Set("X-Robots-Tag", "noindex")
		http.NotFound(w, r)
		return
	}
	if !sub.page.Listed {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	v, err := s.render(r.Context(), sub)
	if err != nil {
		s.cfg.Log.Error("a page cannot be rendered", "log", sub.id, "error", err)
		http.Error(w, "this page cannot be shown now", http.StatusInternalServerError)
		return
	}
	f(sub, v)
}

// page serves the page or, if the address ends in .json or .ics, the document or the
// dates.
func (s *Server) page(by finder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slug, ending, _ := strings.Cut(r.PathValue("slug"), ".")
		s.answer(w, r, by, slug, func(sub *subject, v *servedPage) {
			f := &v.html
			switch ending {
			case "":
			case "json":
				w.Header().Set("Access-Control-Allow-Origin", "*")
				f = &v.json
			case "ics":
				f = &v.dates
				if snap, ok := sub.state.(*tournament.Snapshot); ok && r.URL.Query().Has("player") {
					n, _ := strconv.Atoi(r.URL.Query().Get("player")) // 0 means no player
					f = &file{}
					if snap.State.Player(n) != nil {
						*f = newFile(kindOfDates, Appointments(s.cfg.Env(snap), s.Address(snap.State), n))
					}
				}
			default:
				f = &file{}
			}
			if len(f.raw) == 0 {
				http.NotFound(w, r)
				return
			}
			f.serve(w, r)
		})
	}
}

// card serves the preview picture of a shared link: the bracket if there is one, else the
// standings.
func (s *Server) card(by finder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, by, r.PathValue("slug"), func(_ *subject, v *servedPage) {
			if v.drawing == nil || s.cfg.Draw == nil {
				http.NotFound(w, r)
				return
			}
			files, err := s.cfg.Draw(r.Context(), "card", v.drawing)
			if err != nil || len(files) == 0 {
				http.Error(w, "this picture cannot be drawn now", http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "public, max-age=60")
			_, _ = w.Write(files[0].Data) // the reader may be gone
		})
	}
}

// drawing returns the current drawing of the event, or nil if there is none yet.
func (p *page) drawing() pictures.Drawing {
	if len(p.Brackets) > 0 {
		return p.Brackets[0]
	}
	if n := newestStandings(p.Played); n >= 0 {
		return pictures.TableData{Table: p.Played[n].Standings[0]}
	}
	return nil
}
