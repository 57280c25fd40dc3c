package discord

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"time"
	"unsafe"

	"github.com/bwmarrin/discordgo"
)

// Session is a gateway session that one process has left open and the next goes on with:
// Discord keeps it for some minutes, with the events that come meanwhile.
type Session struct {
	Shard   int      `json:"shard"`
	ID      string   `json:"id"`
	Seq     int64    `json:"seq"` // of the last event that was handled
	Address string   `json:"address"`
	Bot     string   `json:"bot"`
	App     string   `json:"app"`
	Guilds  []string `json:"guilds"`
	// Messages says that it hears of messages.
	Messages bool `json:"messages,omitempty"`
}

// Left returns the sessions that the last Run left open, one for each shard, or none if
// one of them was not open.
func (c *Client) Left() []Session {
	f := c.fleet.Load()
	if f == nil || !c.cfg.Leave {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of == 0 || len(f.shards) != f.of {
		return nil
	}
	out := make([]Session, f.of)
	for _, sh := range f.shards {
		sh.mu.Lock()
		s := sh.session
		sh.mu.Unlock()
		if s == nil {
			return nil
		}
		s.mu.Lock()
		out[sh.id] = s.kept
		open := s.established && s.kept.ID != "" && s.kept.Seq > 0
		s.mu.Unlock()
		if !open {
			return nil
		}
	}
	return out
}

// inherit makes the first session of a shard the one that an earlier process has left.
// discordgo resumes with what it knows of a session, which nothing but READY sets.
func (s *session) inherit(from Session) error {
	of := reflect.ValueOf(s.dg).Elem()
	id, seq := of.FieldByName("sessionID"), of.FieldByName("sequence")
	if id.Kind() != reflect.String || seq.Type() != reflect.TypeFor[*int64]() {
		return errors.New("discordgo has other fields than expected")
	}
	*(*string)(unsafe.Pointer(id.UnsafeAddr())) = from.ID
	**(**int64)(unsafe.Pointer(seq.UnsafeAddr())) = from.Seq
	s.kept, s.address, s.established, s.inherited, s.messages = from, from.Address, true, true, from.Messages
	return nil
}

// inherit makes a fleet begin with the sessions that an earlier process has left, if they
// are those of one division.
func (f *fleet) inherit(left []Session) {
	for i, s := range left {
		if s.Shard != i || s.ID == "" {
			return
		}
	}
	if len(left) == 0 || len(left) > mostShards {
		return
	}
	f.of, f.told, f.left = len(left), len(left), left
	f.c.self.Store(&identity{botID: left[0].Bot, appID: left[0].App})
}

// handle passes an event on, unless the session was left: then it is for the next process.
func (s *session) handle(kind string, e *discordgo.Event) {
	s.handling.Lock()
	defer s.handling.Unlock()
	if s.left {
		return
	}
	c := s.c
	if kind == "READY" || kind == "RESUMED" {
		var ready rawReady
		if kind == "READY" && json.Unmarshal(e.RawData, &ready) == nil {
			s.remember(&ready)
		}
		s.shard.connected(true)
		signal(s.greets)
	}
	if kind == "RESUMED" && s.inherited {
		s.inherited = false
		c.note(Ready{BotID: s.kept.Bot, AppID: s.kept.App, Guilds: s.kept.Guilds, Shard: s.kept.Shard, GoneOn: true})
	}
	c.dispatch(kind, e.RawData)
	s.mu.Lock()
	s.kept.Seq = e.Sequence
	s.mu.Unlock()
}

// part ends the connection of a session and leaves the session open. No event is handled
// after that.
func (s *session) part() {
	s.handling.Lock()
	s.left = true
	s.handling.Unlock()
	s.kill()
}

// missing asks Discord for servers of which the gateway has sent nothing to this process,
// because it did so to the one before.
type missing struct {
	mu    sync.Mutex
	asked map[string]bool
}

// find asks for a server in the background, once.
func (c *Client) find(guildID string) {
	if guildID == "" || len(c.cfg.Resume) == 0 {
		return
	}
	c.missing.mu.Lock()
	defer c.missing.mu.Unlock()
	if c.missing.asked[guildID] {
		return
	}
	if c.missing.asked == nil {
		c.missing.asked = map[string]bool{}
	}
	c.missing.asked[guildID] = true
	if in := c.inbox.Load(); in != nil {
		in.aside(func(ctx context.Context) {
			ctx, stop := context.WithTimeout(ctx, time.Minute)
			defer stop()
			if err := c.learn(ctx, guildID); err != nil {
				c.log.Warn("a server could not be asked for", "server", guildID, "error", err)
				c.missing.mu.Lock()
				delete(c.missing.asked, guildID)
				c.missing.mu.Unlock()
			}
		})
	}
}

// learn requests what GUILD_CREATE would have told.
func (c *Client) learn(ctx context.Context, guildID string) error {
	guild, err := c.Guild(ctx, guildID)
	if err != nil {
		return err
	}
	var channels []Channel
	if _, err := c.rest.do(ctx, call("GET", "/guilds/{guild}/channels", guildID).decode(&channels)); err != nil {
		return err
	}
	c.places.fill(&guild, channels)
	return nil
}
