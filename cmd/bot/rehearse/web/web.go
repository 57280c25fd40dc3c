// Package web is the page of `topcut rehearse --web`: a chat client in the browser on
// top of the local Discord (package localdiscord), in which one user can act as every
// person of a rehearsal.
//
// # What the page may do
//
// Everything a person does on the page becomes a method of [localdiscord.Person]: a
// real interaction, sent through the gateway to the bot under rehearsal. The page has
// no way to the bot, to its database or to the event's state. What it shows is what
// that person's client would show: [localdiscord.Server.Messages] with the person as
// viewer. The buttons of the rehearsal itself (speed, crash, "let the others play") go
// to [Controls].
//
// # Protocol
//
//	GET  /                     the page; ?key=KEY once, for the cookie
//	GET  /static/...           its parts, embedded
//	GET  /api/state            servers, people, clock, controls
//	GET  /api/commands         the registered commands
//	GET  /api/channels?as=     what the person sees, with unread marks
//	GET  /api/messages?as=&channel=&before=&limit=
//	GET  /api/form?as=         the modal open on the person's screen
//	GET  /api/file?as=&message=&file=      an attachment
//	GET  /api/events?view=PERSON.CHANNEL&after=   server-sent events
//	GET  /api/log              what happened, and the bot's own log
//	POST /api/act              a person does something
//	POST /api/control          a button of the rehearsal
//
// The stream carries the messages of the open channels only, each as it is now and at
// most once a batch; of other channels it says that something is new. So the traffic
// follows what is looked at and not the size of the event.
//
// # Access
//
// Only loopback, under a loopback host name (against DNS rebinding), and only requests
// of the page itself (Origin, Sec-Fetch-Site). The address printed at the start holds a
// key that works once; it is exchanged for a cookie that is HttpOnly and
// SameSite=Strict. The content security policy allows nothing but the page's own files,
// and no script may turn text into HTML.
//
// # Using it
//
// A person is chosen above the channels; at wide width two people stand side by side,
// so that a report and its confirmation are seen from both sides. "/" begins a command,
// Alt+1 and Alt+2 go to the first or second person, Alt+A acts as another one, Alt+Up
// and Alt+Down change the channel. Times count by the event's clock, shown in the bar.
// Who is where survives a reload in the address.
//
// "Let the others play" lets all people act that no pane shows; "Next step" lets one of
// them do the next sensible thing. Other controls cut the connection, restart the bot,
// make a player vanish or two players disagree, play an event file, and show the log.
//
// The page keeps at most 150 messages of a channel; older ones are loaded again when
// one scrolls up. There is no voice, no search and no editing of own messages; pictures
// from elsewhere are named, not loaded.
//
// .ci/e2e plays the page in a headless Chromium from nothing to a champion, in light
// and dark, and asks axe-core for what is serious. TestClicksAreAnswered measures how
// soon a press is answered (docs/reports/speed.md).
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"topcut/commands/localdiscord"
)

//go:embed static
var static embed.FS

// Config configures a page. Server and Guild are required.
type Config struct {
	// Server is the local Discord that the bot under rehearsal is connected to.
	Server *localdiscord.Server
	// Guild is the server shown first.
	Guild *localdiscord.Guild
	// Cast lists the people with a part. Others are shown without one.
	Cast []Member
	// Controls are the buttons of the rehearsal; nil disables them.
	Controls Controls
	// Clock returns the event's time, on which timestamps are based; default time.Now.
	Clock func() time.Time
	// When converts the time at which a message was posted from platform time to the event's
	// time; by default it returns it unchanged.
	When func(posted time.Time) time.Time
	// Logger receives errors; by default they are discarded.
	Logger *slog.Logger
}

// Member is a person of the rehearsal with their part.
type Member struct {
	Person *localdiscord.Person
	Part   Part
	// Roles are the person's roles whose pings are highlighted.
	Roles []*localdiscord.Role
}

// Part is the part of a person in a rehearsal.
type Part string

// The parts, in the order of the page's list.
const (
	Organiser Part = "organiser"
	Player    Part = "player"
	Stranger  Part = "stranger"
)

// Handler serves the page. It is safe for concurrent use.
type Handler struct {
	cfg    Config
	srv    *localdiscord.Server
	mux    *http.ServeMux
	access access
	unread unreadIndex

	answers atomic.Int64 // responses to buttons

	mu        sync.Mutex // guards the fields below
	told      int64      // number of statuses so far
	cast      map[string]Member
	strangers int
	acted     map[string]acting // by user id
}

// acting says since when a person has been controlled on a page.
type acting struct {
	panes int       // that show them now
	since time.Time // when the last one was closed, if panes is 0
}

// New returns the page for cfg. It fails if Server or Guild is missing.
func New(cfg Config) (*Handler, error) {
	if cfg.Server == nil || cfg.Guild == nil {
		return nil, errors.New("the rehearsal page needs a local Discord and a server on it")
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.When == nil {
		cfg.When = func(t time.Time) time.Time { return t }
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		cfg: cfg, srv: cfg.Server, mux: http.NewServeMux(), cast: map[string]Member{}, acted: map[string]acting{},
		access: access{key: rand.Text(), ticket: rand.Text(), cookie: "topcut-rehearsal-" + rand.Text()[:8]},
	}
	for _, m := range cfg.Cast {
		h.cast[m.Person.ID()] = m
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("the files of the rehearsal page: %w", err)
	}
	h.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, "index.html") })
	h.mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(files)))
	h.mux.HandleFunc("GET /api/state", h.answer(h.state))
	h.mux.HandleFunc("GET /api/commands", h.answer(h.commands))
	h.mux.HandleFunc("GET /api/channels", h.answer(h.channels))
	h.mux.HandleFunc("GET /api/messages", h.answer(h.messages))
	h.mux.HandleFunc("GET /api/form", h.answer(h.form))
	h.mux.HandleFunc("GET /api/file", h.file)
	h.mux.HandleFunc("GET /api/events", h.events)
	h.mux.HandleFunc("GET /api/log", h.answer(h.log))
	h.mux.HandleFunc("POST /api/act", h.answer(h.act))
	h.mux.HandleFunc("POST /api/control", h.answer(h.control))
	return h, nil
}

// Add adds a person to the rehearsal, or changes their part.
func (h *Handler) Add(m Member) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cast[m.Person.ID()] = m
}

// reloading is how long a page may take to reload before the people in its panes count as
// no longer controlled.
const reloading = 2 * time.Second

// Acted reports whether the person with the user id is controlled on a page.
func (h *Handler) Acted(person string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	a, ok := h.acted[person]
	return ok && (a.panes > 0 || time.Since(a.since) < reloading)
}

// enter records that a page shows these people; the returned function records that it no
// longer does.
func (h *Handler) enter(views []view) (leave func()) {
	count := func(by int, since time.Time) {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, v := range views {
			id := v.person.ID()
			h.acted[id] = acting{panes: h.acted[id].panes + by, since: since}
		}
	}
	count(1, time.Time{})
	return func() { count(-1, time.Now()) }
}

// Address returns the address to open in a browser for a listener. It contains the
// single-use key.
func (h *Handler) Address(listener net.Addr) string {
	return "http://" + listener.String() + "/?key=" + h.access.key
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.access.admit(w, r) {
		h.mux.ServeHTTP(w, r)
	}
}

// Serve serves the page on a loopback listener until ctx is done, then closes the
// listener. It never returns the error of ctx.
func Serve(ctx context.Context, l net.Listener, h *Handler) error {
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		_ = l.Close() // it was not used
		return fmt.Errorf("the rehearsal page is for this machine only; %s is not on loopback", l.Addr())
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }, // ends the streams with ctx
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the rehearsal page stopped: %w", err)
	}
	return nil
}
