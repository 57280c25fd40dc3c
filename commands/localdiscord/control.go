package localdiscord

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"topcut/commands/wire"
)

// The control API does for another process what this package's methods do for a test:
// JSON under /control, for callers on the same machine that know the key.
//
//	GET  /control/state?viewer=          guilds with roles, people and the channels the viewer sees
//	GET  /control/messages?channel=&viewer=&limit=
//	GET  /control/transcript?after=      entries so far
//	GET  /control/events?after=          the same and what follows, as server-sent events
//	GET  /control/modal?person=          the form open on the person's screen
//	GET  /control/commands|stats|violations|refusals
//	POST /control/guilds                 {name}
//	POST /control/channels               {guild, name, kind, parent}
//	POST /control/roles                  {guild, name, permissions, mentionable}
//	POST /control/people                 {guild, name, roles, locale}
//	POST /control/change                 {guild, person, give, take, nick, locale, dms_closed, leave, join}
//	POST /control/act                    see controlAct
//	POST /control/faults                 a FaultPlan
//	POST /control/faults/script          {method, path, fault, times}
//	POST /control/faults/clear
//	POST /control/gateway                {action, code, times, op, delay_ms, guild, down, resumable}
//	POST /control/tolerate               {codes}
//
// Guilds, channels and people are named by id or by name; without a guild the first one
// is meant.
func (s *Server) controlRoutes() *http.ServeMux {
	mux := http.NewServeMux()
	get := func(path string, f func(*http.Request) (any, error)) {
		mux.HandleFunc("GET /control/"+path, func(w http.ResponseWriter, r *http.Request) { s.controlAnswer(w, r, f) })
	}
	post := func(path string, f func(*http.Request) (any, error)) {
		mux.HandleFunc("POST /control/"+path, func(w http.ResponseWriter, r *http.Request) { s.controlAnswer(w, r, f) })
	}
	get("state", s.controlState)
	get("messages", s.controlMessages)
	get("transcript", s.controlTranscript)
	get("modal", s.controlModal)
	get("commands", func(*http.Request) (any, error) { return s.Commands(), nil })
	get("stats", func(*http.Request) (any, error) { return s.Stats(), nil })
	get("violations", func(*http.Request) (any, error) { return wire.List(s.Violations()), nil })
	get("refusals", func(*http.Request) (any, error) { return wire.List(s.Refusals()), nil })
	post("guilds", s.controlGuild)
	post("channels", s.controlChannel)
	post("roles", s.controlRole)
	post("people", s.controlPerson)
	post("change", s.controlChange)
	post("act", s.controlAct)
	post("faults", s.controlPlan)
	post("faults/script", s.controlScript)
	post("faults/clear", func(*http.Request) (any, error) { s.faults.Clear(); return struct{}{}, nil })
	post("gateway", s.controlGateway)
	post("tolerate", s.controlTolerate)
	mux.HandleFunc("GET /control/events", s.controlEvents)
	return mux
}

// serveControl serves callers on this machine that know the key.
func (s *Server) serveControl(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if key == "" {
		key = r.URL.Query().Get("key")
	}
	if err != nil || ip == nil || !ip.IsLoopback() || subtle.ConstantTimeCompare([]byte(key), []byte(s.cfg.ControlKey)) != 1 {
		controlWrite(w, http.StatusForbidden, map[string]string{"error": "the control API needs its key"})
		return
	}
	s.control.ServeHTTP(w, r)
}

func (s *Server) controlAnswer(w http.ResponseWriter, r *http.Request, f func(*http.Request) (any, error)) {
	body, err := f(r)
	var refused *ClientError
	switch {
	case errors.As(err, &refused):
		controlWrite(w, http.StatusConflict, map[string]any{"error": err.Error(), "refused": true})
	case err != nil:
		controlWrite(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
	default:
		controlWrite(w, http.StatusOK, body)
	}
}

func controlWrite(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that hung up needs no error
}

// controlBody reads a JSON body and refuses unknown fields.
func controlBody(r *http.Request, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, wire.MaxBodyBytes))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("the body cannot be read: %w", err)
	}
	return nil
}

func (s *Server) findGuild(key string) (*Guild, error) {
	for _, g := range s.Guilds() {
		if key == "" || g.ID() == key || g.Name() == key {
			return g, nil
		}
	}
	return nil, fmt.Errorf("there is no guild %q", key)
}

// findChannel finds a channel or thread by id or name; "dm" is the DM channel of a
// person.
func (s *Server) findChannel(key string, p *Person) (*Channel, error) {
	if key == "dm" && p != nil {
		return p.DM(), nil
	}
	if c, found := s.Channel(key); found {
		return c, nil
	}
	for _, g := range s.Guilds() {
		if c, found := g.find(strings.TrimPrefix(key, "#")); found {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no channel %q", key)
}

func (s *Server) findPerson(key string) (*Person, error) {
	if p, found := s.Person(key); found {
		return p, nil
	}
	for _, g := range s.Guilds() {
		for _, p := range g.People() {
			if p.Name() == key {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("there is no person %q", key)
}

func (g *Guild) findRole(key string) (*Role, error) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for _, r := range g.state.sortedRoles() {
		if r.ID == key || r.Name == key {
			return &Role{guild: g, id: r.ID, name: r.Name}, nil
		}
	}
	return nil, fmt.Errorf("there is no role %q", key)
}

func (s *Server) controlState(r *http.Request) (any, error) {
	var viewer *Person
	if v := r.URL.Query().Get("viewer"); v != "" {
		var err error
		if viewer, err = s.findPerson(v); err != nil {
			return nil, err
		}
	}
	type named struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Kind     int    `json:"kind,omitempty"`
		Parent   string `json:"parent,omitempty"`
		Archived bool   `json:"archived,omitempty"`
		Locked   bool   `json:"locked,omitempty"`
	}
	type guild struct {
		ID       string  `json:"id"`
		Name     string  `json:"name"`
		Channels []named `json:"channels"`
		Roles    []named `json:"roles"`
		People   []named `json:"people"`
	}
	guilds := []guild{}
	for _, g := range s.Guilds() {
		w := guild{ID: g.ID(), Name: g.Name(), Channels: []named{}, Roles: []named{}, People: []named{}}
		for _, c := range g.Channels() {
			if viewer != nil && !c.Permissions(viewer).Has(wire.ViewChannel) {
				continue
			}
			w.Channels = append(w.Channels, named{c.ID(), c.Name(), c.Kind(), c.ParentID(), c.Archived(), c.Locked()})
		}
		s.mu.Lock()
		for _, r := range g.state.sortedRoles() {
			w.Roles = append(w.Roles, named{ID: r.ID, Name: r.Name})
		}
		s.mu.Unlock()
		for _, p := range g.People() {
			w.People = append(w.People, named{ID: p.ID(), Name: p.Name()})
		}
		guilds = append(guilds, w)
	}
	return map[string]any{
		"url": s.URL(), "gateway": s.GatewayURL(), "bot": map[string]string{"id": s.bot.ID, "name": s.bot.Username},
		"guilds": guilds, "stats": s.Stats(),
	}, nil
}

// controlMessage is a message with the fields that its JSON in Discord's shape lacks.
type controlMessage struct {
	Message Message `json:"message"`
	Text    string  `json:"text"`
	Viewer  string  `json:"viewer,omitempty"`
	Pinged  Pinged  `json:"pinged"`
	Edits   int     `json:"edits"`
}

func (s *Server) controlMessage(m Message) *controlMessage {
	return &controlMessage{Message: m, Text: s.Render(m), Viewer: m.Viewer, Pinged: m.Pinged, Edits: m.Edits}
}

func (s *Server) controlMessages(r *http.Request) (any, error) {
	q := r.URL.Query()
	var viewer *Person
	if v := q.Get("viewer"); v != "" {
		var err error
		if viewer, err = s.findPerson(v); err != nil {
			return nil, err
		}
	}
	c, err := s.findChannel(q.Get("channel"), viewer)
	if err != nil {
		return nil, err
	}
	list := s.Messages(c, viewer)
	if limit, err := strconv.Atoi(q.Get("limit")); err == nil && limit >= 0 && limit < len(list) {
		list = list[len(list)-limit:]
	}
	out := []*controlMessage{}
	for _, m := range list {
		out = append(out, s.controlMessage(m))
	}
	return out, nil
}

func (s *Server) controlTranscript(r *http.Request) (any, error) {
	after, _ := strconv.Atoi(r.URL.Query().Get("after")) // 0 if absent
	return wire.List(s.Transcript(after)), nil
}

func (s *Server) controlModal(r *http.Request) (any, error) {
	p, err := s.findPerson(r.URL.Query().Get("person"))
	if err != nil {
		return nil, err
	}
	m, open := p.Modal()
	if !open {
		return struct{}{}, nil
	}
	return s.controlForm(m), nil
}

func (s *Server) controlForm(m *Modal) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"modal": m, "text": renderModal(*m, s.names(m.source.ch.guild))}
}

// controlEvents streams the transcript.
func (s *Server) controlEvents(w http.ResponseWriter, r *http.Request) {
	after, _ := strconv.Atoi(r.URL.Query().Get("after")) // 0 if absent
	if last, err := strconv.Atoi(r.Header.Get("Last-Event-ID")); err == nil {
		after = last
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	stream := http.NewResponseController(w)
	if _, err := fmt.Fprint(w, ": transcript\n\n"); err != nil || stream.Flush() != nil {
		return
	}
	for e := range s.Follow(r.Context(), after) {
		raw, err := json.Marshal(e)
		if err != nil {
			continue
		}
		if _, err := fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Kind, raw); err != nil || stream.Flush() != nil {
			return
		}
	}
}

func (s *Server) controlGuild(r *http.Request) (any, error) {
	var body struct {
		Name string `json:"name"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	return map[string]string{"id": s.AddGuild(body.Name).ID()}, nil
}

func (s *Server) controlChannel(r *http.Request) (any, error) {
	var body struct {
		Guild  string `json:"guild"`
		Name   string `json:"name"`
		Kind   int    `json:"kind"`
		Parent string `json:"parent"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	g, err := s.findGuild(body.Guild)
	if err != nil {
		return nil, err
	}
	parent := ""
	if body.Parent != "" {
		c, err := s.findChannel(body.Parent, nil)
		if err != nil {
			return nil, err
		}
		parent = c.ID()
	}
	return map[string]string{"id": g.addChannel(body.Name, body.Kind, parent).ID()}, nil
}

func (s *Server) controlRole(r *http.Request) (any, error) {
	var body struct {
		Guild       string           `json:"guild"`
		Name        string           `json:"name"`
		Permissions wire.Permissions `json:"permissions"`
		Mentionable bool             `json:"mentionable"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	g, err := s.findGuild(body.Guild)
	if err != nil {
		return nil, err
	}
	role := g.AddRole(body.Name, body.Permissions)
	role.SetMentionable(body.Mentionable)
	return map[string]string{"id": role.ID()}, nil
}

func (s *Server) controlPerson(r *http.Request) (any, error) {
	var body struct {
		Guild  string   `json:"guild"`
		Name   string   `json:"name"`
		Roles  []string `json:"roles"`
		Locale string   `json:"locale"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	g, err := s.findGuild(body.Guild)
	if err != nil {
		return nil, err
	}
	var roles []*Role
	for _, key := range body.Roles {
		role, err := g.findRole(key)
		if err != nil {
			return nil, err
		}
		roles = append(roles, role)
	}
	if strings.TrimSpace(body.Name) == "" {
		return nil, errors.New("a person needs a name")
	}
	p := g.AddPerson(body.Name, roles...)
	if body.Locale != "" {
		p.SetLocale(body.Locale)
	}
	return map[string]string{"id": p.ID()}, nil
}

func (s *Server) controlChange(r *http.Request) (any, error) {
	var body struct {
		Guild     string   `json:"guild"`
		Person    string   `json:"person"`
		Give      []string `json:"give"`
		Take      []string `json:"take"`
		Nick      *string  `json:"nick"`
		Locale    string   `json:"locale"`
		DMsClosed *bool    `json:"dms_closed"`
		Leave     bool     `json:"leave"`
		Join      bool     `json:"join"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	g, err := s.findGuild(body.Guild)
	if err != nil {
		return nil, err
	}
	p, err := s.findPerson(body.Person)
	if err != nil {
		return nil, err
	}
	if body.Join {
		p.Join(g)
	}
	for _, change := range []struct {
		keys []string
		do   func(*Role)
	}{{body.Give, p.Give}, {body.Take, p.Take}} {
		for _, key := range change.keys {
			role, err := g.findRole(key)
			if err != nil {
				return nil, err
			}
			change.do(role)
		}
	}
	if body.Nick != nil {
		p.SetNick(g, *body.Nick)
	}
	if body.Locale != "" {
		p.SetLocale(body.Locale)
	}
	if body.DMsClosed != nil {
		p.CloseDMs(*body.DMsClosed)
	}
	if body.Leave {
		p.Leave(g)
	}
	return struct{}{}, nil
}

func (s *Server) controlPlan(r *http.Request) (any, error) {
	var plan FaultPlan
	if err := controlBody(r, &plan); err != nil {
		return nil, err
	}
	s.faults.Plan(plan)
	return plan, nil
}

func (s *Server) controlScript(r *http.Request) (any, error) {
	var body struct {
		Method string `json:"method"`
		Path   string `json:"path"`
		Fault  Fault  `json:"fault"`
		Times  int    `json:"times"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	s.faults.Script(body.Method, body.Path, body.Fault, max(body.Times, 1))
	return struct{}{}, nil
}

func (s *Server) controlTolerate(r *http.Request) (any, error) {
	var body struct {
		Codes []int `json:"codes"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	s.Tolerate(body.Codes...)
	return struct{}{}, nil
}

func (s *Server) controlGateway(r *http.Request) (any, error) {
	var body struct {
		Action    string `json:"action"`
		Code      int    `json:"code"`
		Times     int    `json:"times"`
		Op        int    `json:"op"`
		DelayMS   int    `json:"delay_ms"`
		Guild     string `json:"guild"`
		Down      bool   `json:"down"`
		Resumable bool   `json:"resumable"`
	}
	if err := controlBody(r, &body); err != nil {
		return nil, err
	}
	f, times, affected := s.faults, max(body.Times, 1), 0
	switch body.Action {
	case "drop":
		affected = f.Drop()
	case "close":
		affected = f.Close(body.Code)
	case "reconnect":
		affected = f.Reconnect()
	case "invalid-session":
		affected = f.InvalidSession(body.Resumable)
	case "heartbeat":
		affected = f.RequestHeartbeat()
	case "expire":
		f.Expire()
	case "hold-acks":
		f.HoldAcks(true)
	case "release-acks":
		f.HoldAcks(false)
	case "first-packet":
		f.FirstPacket(body.Op, times)
	case "refuse-next":
		f.RefuseNext(body.Code, times)
	case "duplicate":
		f.Duplicate(times)
	case "delay":
		f.Delay(times, time.Duration(body.DelayMS)*time.Millisecond)
	case "swap":
		f.Swap(times)
	case "storm":
		f.Storm(times)
	case "outage":
		g, err := s.findGuild(body.Guild)
		if err != nil {
			return nil, err
		}
		f.Outage(g, body.Down)
	default:
		return nil, fmt.Errorf("there is no gateway action %q", body.Action)
	}
	return map[string]int{"connections": affected}, nil
}
