package localdiscord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"topcut/commands/wire"
)

// Intents are the kinds of events that a session asks for.
type Intents int

// The intents the local Discord sends events for. Those marked privileged must
// be in [Config.PrivilegedIntents].
const (
	IntentGuilds          Intents = 1 << 0
	IntentGuildMembers    Intents = 1 << 1 // privileged
	IntentPresences       Intents = 1 << 8 // privileged
	IntentGuildMessages   Intents = 1 << 9
	IntentGuildReactions  Intents = 1 << 10
	IntentDirectMessages  Intents = 1 << 12
	IntentDirectReactions Intents = 1 << 13
	IntentMessageContent  Intents = 1 << 15 // privileged
	IntentScheduledEvents Intents = 1 << 16
	privilegedIntents             = IntentGuildMembers | IntentPresences | IntentMessageContent
	knownIntents          Intents = 1<<26 - 1
	sendsPerMinute                = 120
	compressFrom                  = 256  // bytes from which payloads are compressed, if asked for
	replayLimit                   = 1024 // events kept for a session to resume
	largestLostSessions           = 4    // that wait for a RESUME
	identifiesPerDay              = 1000
	guildsPerShard                = 1000   // that Discord recommends
	largestGatewayBacklog         = 20_000 // frames a slow client may be behind
	heartbeatGrace                = 2      // intervals without a heartbeat before the server closes the connection
	gatewayHandshakeTime          = 30 * time.Second
)

// gatewayState holds the sessions. It is guarded by the server's lock.
type gatewayState struct {
	sessions     map[string]*session
	open         map[*conn]bool
	identifies   []time.Time       // of the last 24 hours
	lastIdentify map[int]time.Time // by shard modulo MaxConcurrency
}

func (g *gatewayState) conns() []*conn {
	var out []*conn
	for c := range g.open {
		out = append(out, c)
	}
	return out
}

func (g *gatewayState) count() int {
	n := 0
	for _, s := range g.sessions {
		if s.conn != nil {
			n++
		}
	}
	return n
}

// online reports whether a session is connected for each shard of some division.
func (g *gatewayState) online() bool {
	have := map[shard]bool{}
	for _, s := range g.sessions {
		if s.conn != nil {
			have[s.shard] = true
		}
	}
	for sh := range have {
		all := true
		for id := range sh.of {
			all = all && have[shard{id, sh.of}]
		}
		if all {
			return true
		}
	}
	return false
}

// shard is one of several parts of the guilds, each of which has a session of its own.
type shard struct{ id, of int }

// has reports whether the events of a guild, or of direct messages if it is nil, come to
// the shard.
func (sh shard) has(g *guildState) bool {
	if g == nil {
		return sh.id == 0
	}
	id, _ := strconv.ParseUint(g.id, 10, 64) // of the server's own making
	return id>>22%uint64(sh.of) == uint64(sh.id)
}

// guildsOn returns the guilds of a shard in which the bot is.
func (s *Server) guildsOn(sh shard) (ids []string) {
	for _, id := range s.guildOrder {
		if g := s.guilds[id]; sh.has(g) && g.members[s.bot.ID] != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// shards returns how many shards the bot is told to use.
func (s *Server) shards() int {
	if s.cfg.Shards > 0 {
		return s.cfg.Shards
	}
	return max(1, (len(s.guildOrder)+guildsPerShard-1)/guildsPerShard)
}

// serveGateway serves one gateway connection, from Hello to the end.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{HandshakeTimeout: gatewayHandshakeTime, CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := newConn(s, ws)
	c.stream = r.URL.Query().Get("compress") == "zlib-stream"
	c.again = strings.HasPrefix(r.URL.Path, resumePath)
	s.mu.Lock()
	select {
	case <-s.done:
		s.mu.Unlock()
		_ = ws.Close() // the server is closing
		return
	default:
	}
	if s.gateway.open == nil {
		s.gateway.open = map[*conn]bool{}
		s.gateway.sessions = map[string]*session{}
	}
	s.gateway.open[c] = true
	s.stats.Connections++
	if c.stream {
		s.stats.Streams++
	}
	s.mu.Unlock()

	writer := make(chan struct{})
	go func() {
		defer close(writer)
		c.write()
	}()
	if v := r.URL.Query().Get("v"); v != "9" && v != "10" {
		c.closeWith(wire.CloseInvalidVersion, "Invalid API version")
	} else {
		c.reply(wire.OpHello, map[string]any{"heartbeat_interval": s.cfg.HeartbeatInterval.Milliseconds(), "_trace": []string{`["local-discord"]`}})
	}
	code := c.read()
	s.mu.Lock()
	delete(s.gateway.open, c)
	s.detach(c, code)
	s.mu.Unlock()
	c.abort()
	<-writer
}

// read handles the client's payloads until the connection ends. It returns the client's
// close code, 1006 if none.
func (c *conn) read() int {
	c.ws.SetReadLimit(1 << 20)
	for {
		// Discord closes the connection of a client without heartbeats.
		_ = c.ws.SetReadDeadline(time.Now().Add(heartbeatGrace * c.srv.cfg.HeartbeatInterval))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if asCloseError(err, &closed) {
				return closed.Code
			}
			return websocket.CloseAbnormalClosure
		}
		c.srv.mu.Lock()
		c.receive(data)
		c.srv.mu.Unlock()
	}
}

func asCloseError(err error, target **websocket.CloseError) bool {
	return errors.As(err, target)
}

// receive handles one payload of the client. The caller holds the server's lock.
func (c *conn) receive(data []byte) {
	s := c.srv
	s.recordGateway(false, data)
	now := s.now()
	if now.Sub(c.minute) >= time.Minute {
		c.minute, c.sends = now, 0
	}
	if c.sends++; c.sends > sendsPerMinute {
		s.violate("gateway", wire.CloseRateLimited, "more than 120 payloads in 60 seconds", data)
		c.closeWith(wire.CloseRateLimited, "You are being rate limited.")
		return
	}
	var p wire.Frame
	if err := json.Unmarshal(data, &p); err != nil || len(data) > wire.MaxFrame {
		s.violate("gateway", wire.CloseDecodeError, "a payload that is not JSON of at most 4096 bytes", data)
		c.closeWith(wire.CloseDecodeError, "Error while decoding payload.")
		return
	}
	op := int64(wire.OpDispatch) // which no client may send
	if p.Op != nil {
		op = *p.Op
	}
	switch op {
	case wire.OpHeartbeat:
		if !s.faults.holdAcks {
			c.reply(wire.OpHeartbeatAck, nil)
		}
	case wire.OpIdentify, wire.OpResume:
		if c.sess != nil {
			s.violate("gateway", wire.CloseAlreadyAuth, "identified or resumed twice on one connection", nil)
			c.closeWith(wire.CloseAlreadyAuth, "Already authenticated.")
			return
		}
		if op == wire.OpIdentify {
			c.identify(p.Data)
		} else {
			c.resume(p.Data)
		}
	case wire.OpPresence, wire.OpVoiceState, wire.OpRequestMembers:
		if c.sess == nil {
			s.violate("gateway", wire.CloseNotAuthenticated, fmt.Sprintf("opcode %d before IDENTIFY", op), data)
			c.closeWith(wire.CloseNotAuthenticated, "Not authenticated.")
			return
		}
		if op == wire.OpRequestMembers {
			c.requestMembers(p.Data)
		}
	default:
		s.violate("gateway", wire.CloseUnknownOpcode, fmt.Sprintf("unknown opcode %d", op), data)
		c.closeWith(wire.CloseUnknownOpcode, "Unknown opcode.")
	}
}

// identify begins a session: READY, then GUILD_CREATE for each guild.
func (c *conn) identify(data json.RawMessage) {
	s := c.srv
	var d struct {
		Token      string          `json:"token"`
		Intents    *int            `json:"intents"`
		Compress   bool            `json:"compress"`
		Shard      []int           `json:"shard"`
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		s.violate("gateway", wire.CloseDecodeError, "IDENTIFY cannot be decoded", nil)
		c.closeWith(wire.CloseDecodeError, "Error while decoding payload.")
		return
	}
	if c.refused(d.Token) || c.firstPacket() {
		return
	}
	part := shard{0, 1}
	if len(d.Shard) == 2 && d.Shard[1] > 0 {
		part = shard{d.Shard[0], d.Shard[1]}
	}
	switch {
	case d.Intents == nil || *d.Intents < 0 || Intents(*d.Intents)&^knownIntents != 0:
		s.violate("gateway", wire.CloseInvalidIntents, "IDENTIFY without valid intents", nil)
		c.closeWith(wire.CloseInvalidIntents, "Invalid intent(s).")
		return
	case Intents(*d.Intents)&privilegedIntents&^s.cfg.PrivilegedIntents != 0:
		s.violate("gateway", wire.CloseDisallowedIntents, "IDENTIFY asks for privileged intents that are not enabled", nil)
		c.closeWith(wire.CloseDisallowedIntents, "Disallowed intent(s).")
		return
	case len(d.Shard) > 0 && (len(d.Shard) != 2 || d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1]):
		s.violate("gateway", wire.CloseInvalidShard, fmt.Sprintf("IDENTIFY with shard %v", d.Shard), nil)
		c.closeWith(wire.CloseInvalidShard, "Invalid shard.")
		return
	case len(s.guildsOn(part)) > s.cfg.GuildsPerConnection:
		c.closeWith(wire.CloseShardingRequired, "Sharding required.")
		return
	case isNull(d.Properties):
		s.violate("gateway", wire.CloseDecodeError, "IDENTIFY without properties", nil)
		c.closeWith(wire.CloseDecodeError, "Error while decoding payload.")
		return
	}
	if !s.mayIdentify(part.id) {
		c.reply(wire.OpInvalidSession, false)
		return
	}
	s.stats.Identifies++
	sess := &session{srv: s, id: s.randomToken(16), intents: Intents(*d.Intents), shard: part, compress: d.Compress, conn: c}
	c.sess = sess
	s.gateway.sessions[sess.id] = sess

	guilds := []map[string]any{}
	for _, id := range s.guildOrder {
		if !part.has(s.guilds[id]) {
			continue
		}
		guilds = append(guilds, map[string]any{"id": id, "unavailable": true})
	}
	me := map[string]any{
		"id": s.bot.ID, "username": s.bot.Username, "discriminator": s.bot.Discriminator, "global_name": nil,
		"avatar": nil, "bot": true, "verified": true, "mfa_enabled": true, "email": nil, "flags": 0,
	}
	ready := map[string]any{
		"v": c.version, "user": me, "guilds": guilds, "session_id": sess.id, "session_type": "normal",
		"resume_gateway_url": s.resumeURL(), "application": map[string]any{"id": s.bot.ID, "flags": 0, "flags_new": "0"},
		"user_settings": map[string]any{}, "relationships": []any{}, "private_channels": []any{},
		"presences": []any{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []string{},
		"_trace": []string{},
	}
	if len(d.Shard) == 2 {
		ready["shard"] = d.Shard
	}
	sess.emit("READY", ready)
	for _, id := range s.guildsOn(part) {
		if g := s.guilds[id]; sess.intents&IntentGuilds != 0 && !g.unavailable {
			sess.emit("GUILD_CREATE", s.guildCreate(g))
		}
	}
	s.note(Entry{Kind: EntryConnected, Actor: s.bot.Username}, nil)
	s.connected.fire()
}

// refused handles a wrong token and scripted close codes.
func (c *conn) refused(token string) bool {
	s := c.srv
	if code := s.faults.takeClose(); code != 0 {
		c.closeWith(code, "Injected.")
		return true
	}
	if strings.TrimPrefix(token, "Bot ") != s.cfg.Token {
		s.violate("gateway", wire.CloseAuthFailed, "the token is not the bot's", nil)
		c.closeWith(wire.CloseAuthFailed, "Authentication failed.")
		return true
	}
	return false
}

// firstPacket sends a scripted packet in place of READY or RESUMED.
func (c *conn) firstPacket() bool {
	switch c.srv.faults.takeFirst() {
	case wire.OpReconnect:
		c.reply(wire.OpReconnect, nil)
	case wire.OpInvalidSession:
		c.reply(wire.OpInvalidSession, false)
	default:
		return false
	}
	return true
}

// mayIdentify applies the limits on IDENTIFY: 1,000 in 24 hours and, if configured, one
// per interval of the shards with the same rest of a division by MaxConcurrency.
func (s *Server) mayIdentify(id int) bool {
	now := s.now()
	g := &s.gateway
	for len(g.identifies) > 0 && now.Sub(g.identifies[0]) > 24*time.Hour {
		g.identifies = g.identifies[1:]
	}
	g.identifies = append(g.identifies, now)
	if len(g.identifies) == identifiesPerDay+1 && !s.cfg.RateLimits.Off {
		s.violate("gateway", 0, "more than 1,000 IDENTIFYs in 24 hours; Discord would reset the token", nil)
	}
	if g.lastIdentify == nil {
		g.lastIdentify = map[int]time.Time{}
	}
	bucket := id % s.cfg.MaxConcurrency
	if s.cfg.IdentifyEvery > 0 && now.Sub(g.lastIdentify[bucket]) < s.cfg.IdentifyEvery {
		return false
	}
	g.lastIdentify[bucket] = now
	return true
}

// resume continues a session: the missed events, then RESUMED.
func (c *conn) resume(data json.RawMessage) {
	s := c.srv
	var d struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       *int64 `json:"seq"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		s.violate("gateway", wire.CloseDecodeError, "RESUME cannot be decoded", nil)
		c.closeWith(wire.CloseDecodeError, "Error while decoding payload.")
		return
	}
	if c.refused(d.Token) || c.firstPacket() {
		return
	}
	s.sweepSessions()
	sess := s.gateway.sessions[d.SessionID]
	if sess == nil || d.Seq == nil || !sess.canReplay(*d.Seq) {
		if sess != nil && d.Seq != nil && *d.Seq > sess.seq {
			s.violate("gateway", wire.CloseInvalidSeq, "RESUME with a sequence number that was never sent", nil)
			c.closeWith(wire.CloseInvalidSeq, "Invalid seq.")
			return
		}
		if sess != nil {
			delete(s.gateway.sessions, sess.id)
		}
		c.reply(wire.OpInvalidSession, false)
		return
	}
	if old := sess.conn; old != nil {
		old.sess = nil
		old.closeWith(4000, "Session resumed elsewhere.")
	}
	s.stats.Resumes++
	if !c.again {
		s.stats.ResumesAstray++
	}
	sess.conn, c.sess = c, sess
	for _, ev := range sess.replay {
		if ev.seq > *d.Seq {
			sess.transmit(ev)
		}
	}
	sess.emit("RESUMED", map[string]any{"_trace": []string{}})
	s.connected.fire()
}

// requestMembers answers opcode 8 with one GUILD_MEMBERS_CHUNK.
func (c *conn) requestMembers(data json.RawMessage) {
	s := c.srv
	var d struct {
		GuildID oneString       `json:"guild_id"`
		Query   *string         `json:"query"`
		Limit   int             `json:"limit"`
		UserIDs json.RawMessage `json:"user_ids"`
		Nonce   string          `json:"nonce"`
	}
	if err := json.Unmarshal(data, &d); err != nil || s.guilds[string(d.GuildID)] == nil {
		s.violate("gateway", 0, "REQUEST_GUILD_MEMBERS for a guild the bot is not in", data)
		return
	}
	g := s.guilds[string(d.GuildID)]
	if d.Query != nil && *d.Query == "" && d.Limit == 0 && c.sess.intents&IntentGuildMembers == 0 {
		s.violate("gateway", wire.CloseDisallowedIntents, "REQUEST_GUILD_MEMBERS for everybody without the GUILD_MEMBERS intent", data)
		c.closeWith(wire.CloseDisallowedIntents, "Disallowed intent(s).")
		return
	}
	wanted := func(id string) bool {
		if d.Query != nil {
			return strings.HasPrefix(strings.ToLower(s.displayName(g, id)), strings.ToLower(*d.Query))
		}
		return bytes.Contains(d.UserIDs, []byte(`"`+id+`"`))
	}
	members := []*memberWire{}
	for _, id := range g.memberOrder {
		if wanted(id) && (d.Limit == 0 || len(members) < d.Limit) {
			members = append(members, s.memberWire(g.members[id], true))
		}
	}
	chunk := map[string]any{"guild_id": g.id, "members": members, "chunk_index": 0, "chunk_count": 1}
	if d.Nonce != "" {
		chunk["nonce"] = d.Nonce
	}
	c.sess.emit("GUILD_MEMBERS_CHUNK", chunk)
}
