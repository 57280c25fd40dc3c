// Package localdiscord is a local Discord: a strict HTTP and WebSocket server on
// loopback that speaks the part of Discord a bot uses, for tests, for rehearsals
// without a token and for load and crash tests.
//
// # What it is
//
// A [Server] holds users, guilds, roles, channels, threads, messages, commands and
// interactions. A bot reaches it like Discord: REST under /api/v9 and /api/v10, a
// gateway under /gateway, attachments under /attachments. It survives any number of
// restarts of the bot. [Person] handles play the people of a guild and do what a real
// client lets them do, and nothing else. What people can see is readable at any time
// ([Server.Messages], [Person.Modal], the transcript of [Server.Follow]).
//
// # Strictness
//
// A request that Discord would refuse is refused with Discord's status, code and shape,
// and recorded as a [Violation], and so is what Discord would accept but no careful bot
// does (the house rules of package check, an interaction left without an answer). Not
// violations are: answers 429, whatever follows from an injected fault or a redelivered
// interaction, a direct message to a user who closed them, and the codes named by
// [Server.Tolerate].
//
// # Time
//
// Platform time (3 seconds for the first answer, 15 minutes for a token, rate-limit
// windows, ids) is a [Clock], real unless a test injects another. The heartbeat is
// always real, since the client's is.
//
// # Invariants
//
// All state is behind one mutex; nothing waits for the network while holding it.
// Journals are rings and caches are capped, so that a run of any length stays within
// bounds. No input makes the server panic.
package localdiscord

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"topcut/commands/wire"
)

// Config configures a [Server]. The zero value is a strict Discord with real limits on a
// free port.
type Config struct {
	// Addr is the loopback address to listen on; default "127.0.0.1:0".
	Addr string
	// Listener accepts the connections of a bot in the same process; by default the server
	// listens on Addr.
	Listener net.Listener
	// Clock is platform time; default is the real clock.
	Clock Clock
	// Logger receives one line for each unusual event; default discards.
	Logger *slog.Logger
	// BotName is the user name of the bot and its application; default "Topcut".
	BotName string
	// Token is the bot's token; default is a made-up one.
	Token string
	// ControlKey opens the control API; default is a random one.
	ControlKey string
	// Seed drives injected faults and generated tokens.
	Seed uint64
	// StableIDs gives interactions ids that count up from a fixed start instead of following
	// the clock, so that a rehearsal is reproducible.
	StableIDs bool
	// RateLimits scales the buckets or switches them off.
	RateLimits RateLimits
	// PrivilegedIntents are those enabled in the developer portal, of
	// IntentGuildMembers, IntentPresences and IntentMessageContent.
	PrivilegedIntents Intents
	// HeartbeatInterval is announced in Hello; default 41.25 s.
	HeartbeatInterval time.Duration
	// IdentifyEvery is the least time between two IDENTIFYs; Discord answers faster ones
	// with Invalid Session. Default 0 allows any.
	IdentifyEvery time.Duration
	// MaxConcurrency is how many sessions may identify within IdentifyEvery, by the number
	// of their shard; default 1.
	MaxConcurrency int
	// Shards is how many sessions the bot is told to open; default is one for each 1,000
	// guilds.
	Shards int
	// GuildsPerConnection is how many guilds one connection takes; with more it is closed
	// with 4011. Default 2,500.
	GuildsPerConnection int
	// ResumeWindow is how long a lost session can be resumed; default 2 min.
	ResumeWindow time.Duration
	// ViewClock and Zone decide how transcripts show <t:...>; defaults are Clock and UTC.
	ViewClock func() time.Time
	Zone      *time.Location
	// TranscriptSize is how many entries of the transcript are kept; default 5,000.
	TranscriptSize int
	// MessagesPerChannel is how many messages a channel keeps; default 20,000.
	MessagesPerChannel int
	// FileBytes is the most attachment data to keep in all; the oldest is dropped first.
	// Default 256 MiB.
	FileBytes int
	// Record is how many exchanges and gateway payloads to keep for
	// [Server.Recording]; 0 keeps none.
	Record int
	// Commands are global commands that the bot has registered before, as
	// [Server.Commands] returns them.
	Commands []Command
	// Conformance checks everything against Discord's own descriptions.
	Conformance Conformance
}

// Server is a running local Discord.
type Server struct {
	cfg   Config
	clock Clock
	log   *slog.Logger
	url   string
	http  *http.Server
	done  chan struct{}
	wg    sync.WaitGroup

	router  *router
	control *http.ServeMux
	faults  *Faults
	conf    *conformance

	mu           sync.Mutex
	ids          snowflakes
	rng          *mathrand.Rand
	bot          User
	users        map[string]*userState
	guilds       map[string]*guildState
	guildOrder   []string
	channels     map[string]*channelState
	messages     map[string]*messageState
	files        *fileStore
	commands     *commandSet
	interactions *interactionTable
	modals       map[string]*Modal
	gateway      gatewayState
	limits       limiter
	nonces       nonceTable
	taints       taints
	viewed       time.Time // ViewClock at the last request
	tolerated    map[int]bool
	stats        Stats
	violations   ring[Violation]
	refusals     ring[Refusal]
	transcript   ring[Entry]
	changed      notifier // anything at all
	connected    notifier // sessions and registered commands
}

// New starts a local Discord. It fails if the address is in use or not on loopback.
func New(cfg Config) (*Server, error) {
	cfg.setDefaults()
	listener, err := cfg.listen()
	if err != nil {
		return nil, err
	}
	conf := newConformance(cfg.Conformance, cfg.Record)
	s := &Server{
		cfg:          cfg,
		clock:        cfg.Clock,
		log:          cfg.Logger,
		url:          "http://" + listener.Addr().String(),
		done:         make(chan struct{}),
		conf:         conf,
		ids:          snowflakes{clock: cfg.Clock, fixed: stable(cfg.StableIDs)},
		rng:          mathrand.New(mathrand.NewPCG(cfg.Seed, 0x6c6f63616c)),
		users:        map[string]*userState{},
		guilds:       map[string]*guildState{},
		channels:     map[string]*channelState{},
		messages:     map[string]*messageState{},
		files:        newFileStore(cfg.FileBytes),
		commands:     newCommandSet(cfg.Commands...),
		interactions: newInteractionTable(),
		modals:       map[string]*Modal{},
		tolerated:    map[int]bool{},
		violations:   newRing[Violation](1000),
		refusals:     newRing[Refusal](1000),
		transcript:   newRing[Entry](cfg.TranscriptSize),
	}
	s.faults = newFaults(s, cfg.Seed)
	s.router = newRouter()
	s.bot = User{User: wire.User{ID: s.ids.next(), Username: cfg.BotName, Bot: true}, Discriminator: "0001"}
	s.users[s.bot.ID] = &userState{User: s.bot, locale: "en-US"}
	if s.cfg.Token == "" {
		s.cfg.Token = base64.RawURLEncoding.EncodeToString([]byte(s.bot.ID)) + ".local." + s.randomToken(24)
	}
	s.control = s.controlRoutes()
	if conf.live {
		s.wg.Go(func() { conf.work(s.bookConformance) })
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 30 * time.Second}
	s.wg.Go(func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("local Discord stopped serving", "error", err)
		}
	})
	return s, nil
}

// listen returns the listener for connections.
func (c *Config) listen() (net.Listener, error) {
	if c.Listener != nil {
		return c.Listener, nil
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("address %q is not host:port: %w", c.Addr, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("address %q is not on loopback; use 127.0.0.1", c.Addr)
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("local Discord cannot listen: %w", err)
	}
	return listener, nil
}

func (c *Config) setDefaults() {
	def := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	if c.Addr == "" {
		c.Addr = "127.0.0.1:0"
	}
	if c.Clock == nil {
		c.Clock = realClock{}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.BotName == "" {
		c.BotName = "Topcut"
	}
	if c.ControlKey == "" {
		c.ControlKey = rand.Text()
	}
	if c.HeartbeatInterval <= 0 {
		c.HeartbeatInterval = 41250 * time.Millisecond
	}
	if c.ResumeWindow <= 0 {
		c.ResumeWindow = 2 * time.Minute
	}
	if c.ViewClock == nil {
		c.ViewClock = c.Clock.Now
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	def(&c.TranscriptSize, 5_000)
	def(&c.MessagesPerChannel, 20_000)
	def(&c.FileBytes, 256<<20)
	def(&c.MaxConcurrency, 1)
	def(&c.GuildsPerConnection, 2_500)
}

// Close ends all connections and waits until nothing runs any more.
func (s *Server) Close() error {
	s.mu.Lock()
	select {
	case <-s.done:
		s.mu.Unlock()
		return nil
	default:
	}
	close(s.done)
	s.interactions.stopTimers()
	for _, c := range s.gateway.conns() {
		c.abort()
	}
	s.mu.Unlock()
	s.conf.close()
	err := s.http.Close()
	s.wg.Wait()
	return err
}

// URL returns scheme and host, the bot's API base.
func (s *Server) URL() string { return s.url }

// GatewayURL returns the address the gateway answers to GET /gateway.
func (s *Server) GatewayURL() string { return "ws" + s.url[len("http"):] + "/gateway" }

// resumePath is where sessions are resumed.
const resumePath = "/gateway/resume/"

// resumeURL returns the address at which READY says to resume.
func (s *Server) resumeURL() string {
	return s.GatewayURL() + strings.TrimPrefix(resumePath, "/gateway")
}

// BotToken returns the token the bot logs in with, without the prefix "Bot ".
func (s *Server) BotToken() string { return s.cfg.Token }

// BotID returns the id of the bot's user, which is also that of its application.
func (s *Server) BotID() string { return s.bot.ID }

// ControlKey opens the control API, as "Authorization: Bearer KEY" or ?key=KEY.
func (s *Server) ControlKey() string { return s.cfg.ControlKey }

// Faults returns the means to inject faults.
func (s *Server) Faults() *Faults { return s.faults }

// WaitConnected waits until the bot has a session that is connected and READY, for each
// shard, or returns the error of ctx.
func (s *Server) WaitConnected(ctx context.Context) error {
	err := s.await(ctx, &s.connected, func() bool { return s.gateway.online() })
	if err != nil {
		return fmt.Errorf("the bot did not connect: %w", err)
	}
	return nil
}

// WaitOffline waits until the bot has no connected session: the server notices the death
// of a process a moment later.
func (s *Server) WaitOffline(ctx context.Context) error {
	err := s.await(ctx, &s.connected, func() bool { return s.gateway.count() == 0 })
	if err != nil {
		return fmt.Errorf("the bot did not disconnect: %w", err)
	}
	return nil
}

// WaitCommand waits until the bot is connected and a command with this name
// ("tournament", or "round pair") is registered for the guild.
func (s *Server) WaitCommand(ctx context.Context, g *Guild, name string) error {
	err := s.await(ctx, &s.connected, func() bool {
		if !s.gateway.online() {
			return false
		}
		_, _, err := s.findCommand(g.state, name)
		return err == nil
	})
	if err != nil {
		return fmt.Errorf("the bot did not connect and register /%s: %w", name, err)
	}
	return nil
}

// await waits until cond becomes true. cond is called with the lock held, at every change
// that fires n.
func (s *Server) await(ctx context.Context, n *notifier, cond func() bool) error {
	for {
		s.mu.Lock()
		if cond() {
			s.mu.Unlock()
			return nil
		}
		next := n.wait()
		s.mu.Unlock()
		select {
		case <-next:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errClosed
		}
	}
}

// errClosed is the error of waiting on a server that is closed meanwhile.
var errClosed = errors.New("the local Discord is closed")

// notifier wakes goroutines that wait for a change. The caller of its methods holds the
// server's lock.
type notifier struct{ ch chan struct{} }

func (n *notifier) wait() <-chan struct{} {
	if n.ch == nil {
		n.ch = make(chan struct{})
	}
	return n.ch
}

func (n *notifier) fire() {
	if n.ch != nil {
		close(n.ch)
		n.ch = nil
	}
}

// randomToken returns n bytes from the seeded generator in URL-safe letters.
func (s *Server) randomToken(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(s.rng.Uint32())
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// now returns platform time.
func (s *Server) now() time.Time { return s.clock.Now() }

func stable(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
