package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/sorted"
)

// largestBody is the largest request body: a file of 10 MiB in base64, and a little more.
const largestBody = 15 << 20

// answer serves the result of f as JSON; an error is a sentence for the user of the page.
func (h *Handler) answer(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil {
			r.Body = http.MaxBytesReader(w, r.Body, largestBody)
		}
		v, err := f(r)
		status := http.StatusOK
		if err != nil {
			status, v = http.StatusBadRequest, map[string]string{"error": err.Error()}
		}
		raw, err := json.Marshal(v)
		if err != nil {
			h.cfg.Logger.Error("an answer of the rehearsal page cannot be written", "path", r.URL.Path, "error", err)
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(raw) // an error does not matter if the page is gone
	}
}

// body decodes a JSON body and rejects unknown fields.
func body(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("the request cannot be read: %w", err)
	}
	return nil
}

type personWire struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Part  Part   `json:"part,omitempty"`
	Owner bool   `json:"owner,omitempty"`
	// Locale is the language of the person's client.
	Locale string `json:"locale"`
	// Roles are the ids of the person's roles whose pings are highlighted.
	Roles []string `json:"roles,omitempty"`
}

type guildWire struct {
	ID     string            `json:"id"`
	Name   string            `json:"name"`
	People []personWire      `json:"people"`
	Roles  map[string]string `json:"roles"` // names by id
}

// state returns the data that the page loads once.
func (h *Handler) state(*http.Request) (any, error) {
	guilds := []guildWire{}
	for _, g := range h.srv.Guilds() {
		w := guildWire{ID: g.ID(), Name: g.Name(), People: []personWire{}, Roles: map[string]string{}}
		owner := g.Owner().ID()
		for _, p := range g.People() {
			m := h.member(p.ID())
			person := personWire{ID: p.ID(), Name: p.Name(), Part: m.Part, Owner: p.ID() == owner, Locale: p.Locale()}
			for _, r := range m.Roles {
				w.Roles[r.ID()] = r.Name()
				person.Roles = append(person.Roles, r.ID())
			}
			w.People = append(w.People, person)
		}
		guilds = append(guilds, w)
	}
	sorted.Stable(guilds, func(a, b guildWire) int {
		return first(b.ID == h.cfg.Guild.ID()) - first(a.ID == h.cfg.Guild.ID())
	})
	return map[string]any{
		"guilds": guilds, "bot": h.srv.BotID(), "now": h.cfg.Clock().UnixMilli(), "status": h.status(),
		"seq": h.unread.catchUp(h.srv), "online": h.online(),
	}, nil
}

func first(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (h *Handler) member(id string) Member {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cast[id]
}

func (h *Handler) commands(*http.Request) (any, error) {
	all := h.srv.Commands()
	if all == nil {
		all = []localdiscord.Command{}
	}
	return all, nil
}

// viewer returns the person named by ?as=.
func (h *Handler) viewer(r *http.Request) (*localdiscord.Person, error) {
	p, found := h.srv.Person(r.URL.Query().Get("as"))
	if !found {
		return nil, errors.New("there is no such person in this rehearsal")
	}
	return p, nil
}

type channelWire struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Guild    string `json:"guild,omitempty"` // empty for direct messages
	Kind     int    `json:"kind"`
	Parent   string `json:"parent,omitempty"`
	Archived bool   `json:"archived,omitempty"`
	Write    bool   `json:"write"`
	Commands bool   `json:"commands"`
	// Permissions decide which commands the client offers.
	Permissions wire.Permissions `json:"permissions"`
	// Last is the newest entry visible to the person, Ping the newest that pinged them.
	Last int `json:"last,omitempty"`
	Ping int `json:"ping,omitempty"`
}

// channels lists the channels visible to a person in all servers, direct messages first.
func (h *Handler) channels(r *http.Request) (any, error) {
	p, err := h.viewer(r)
	if err != nil {
		return nil, err
	}
	seq := h.unread.catchUp(h.srv)
	out := []channelWire{}
	roles := h.member(p.ID()).Roles
	add := func(guild string, c *localdiscord.Channel) {
		have := c.Permissions(p)
		if !have.Has(wire.ViewChannel) {
			return
		}
		w := channelWire{ID: c.ID(), Name: c.Name(), Guild: guild, Kind: c.Kind(), Parent: c.ParentID(), Archived: c.Archived(), Permissions: have}
		send := wire.SendMessages
		if isThread(c) {
			send = wire.SendMessagesInThreads
		}
		w.Write, w.Commands = have.Has(send) && !c.Locked(), have.Has(wire.UseApplicationCommands)
		w.Last, w.Ping = h.unread.marks(c.ID(), p.ID(), roles)
		out = append(out, w)
	}
	add("", p.DM())
	for _, g := range h.srv.Guilds() {
		for _, c := range g.Channels() {
			add(g.ID(), c)
		}
	}
	return map[string]any{"channels": out, "seq": seq}, nil
}

func isThread(c *localdiscord.Channel) bool {
	return c.Kind() >= wire.ChannelAnnouncementThread && c.Kind() <= wire.ChannelPrivateThread
}

// messageWire is a message as one person sees it.
type messageWire struct {
	localdiscord.Message
	Private bool              `json:"private,omitempty"`
	Ping    bool              `json:"ping,omitempty"`
	When    int64             `json:"when"` // by the event's clock, in milliseconds
	Names   map[string]string `json:"names,omitempty"`
	// Seq is an entry of the transcript included in the message; of two states of a message
	// the one with the larger Seq is newer.
	Seq int `json:"seq"`
}

func (h *Handler) messageWire(m localdiscord.Message, p *localdiscord.Person, seq int) messageWire {
	return messageWire{
		Message: m, Private: m.Private(), Ping: pings(m.Pinged, p.ID(), h.member(p.ID()).Roles),
		When: h.cfg.When(m.Timestamp.Time()).UnixMilli(), Names: h.names(m), Seq: seq,
	}
}

// pings reports whether a user with these roles was notified.
func pings(to localdiscord.Pinged, id string, roles []*localdiscord.Role) bool {
	return to.Everyone || slices.Contains(to.Users, id) ||
		slices.ContainsFunc(roles, func(r *localdiscord.Role) bool { return slices.Contains(to.Roles, r.ID()) })
}

// mention matches the code for a user, role or channel in a text.
var mention = regexp.MustCompile(`<(?:@[!&]?|#)[0-9]{1,20}>`)

// names returns the display texts of the mentions in a message by their code.
func (h *Handler) names(m localdiscord.Message) map[string]string {
	names := map[string]string{}
	note := func(text string) {
		if !strings.Contains(text, "<") {
			return
		}
		for _, code := range mention.FindAllString(text, -1) {
			if names[code] == "" {
				names[code] = h.srv.Render(localdiscord.Message{Posted: wire.Posted{Head: wire.Head{ChannelID: m.ChannelID}, Content: code}})
			}
		}
	}
	note(m.Content)
	for _, e := range m.Embeds {
		note(e.Title)
		note(e.Description)
		for _, f := range e.Fields {
			note(f.Name)
			note(f.Value)
		}
	}
	var walk func([]localdiscord.Component)
	walk = func(list []localdiscord.Component) {
		for _, c := range list {
			note(c.Content)
			walk(c.Components)
			for _, d := range c.DefaultValues {
				note(map[string]string{"user": "<@", "role": "<@&", "channel": "<#"}[d.Type] + d.ID + ">")
			}
		}
	}
	walk(m.Components)
	return names
}

const (
	fewMessages  = 50
	mostMessages = 100
)

// messages returns the newest messages of a channel, or those before a given one.
func (h *Handler) messages(r *http.Request) (any, error) {
	p, err := h.viewer(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	c, found := h.srv.Channel(q.Get("channel"))
	if !found || !c.Permissions(p).Has(wire.ViewChannel) {
		return nil, errors.New("there is no such channel for this person")
	}
	limit := fewMessages
	if n, err := strconv.Atoi(q.Get("limit")); err == nil {
		limit = min(max(n, 1), mostMessages)
	}
	seq := h.unread.catchUp(h.srv) // before the messages: later entries come again in the stream
	list := h.srv.Messages(c, p)
	if before := q.Get("before"); before != "" {
		if i := slices.IndexFunc(list, func(m localdiscord.Message) bool { return m.ID == before }); i >= 0 {
			list = list[:i]
		}
	}
	more := len(list) > limit
	list = list[max(len(list)-limit, 0):]
	out := make([]messageWire, len(list))
	for i, m := range list {
		out[i] = h.messageWire(m, p, seq)
	}
	return map[string]any{"messages": out, "more": more, "seq": seq}, nil
}

// form returns the modal open on the person's screen, or null.
func (h *Handler) form(r *http.Request) (any, error) {
	p, err := h.viewer(r)
	if err != nil {
		return nil, err
	}
	m, _ := p.Modal()
	return m, nil
}

// file serves an attachment of a message visible to the person. Only pictures are shown;
// everything else is downloaded.
func (h *Handler) file(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p, err := h.viewer(r)
	m, found := h.srv.Message(q.Get("message"))
	if err != nil || !found || m.Private() && m.Viewer != p.ID() {
		http.NotFound(w, r)
		return
	}
	c, found := h.srv.Channel(m.ChannelID)
	if !found || !c.Permissions(p).Has(wire.ViewChannel) {
		http.NotFound(w, r)
		return
	}
	i := slices.IndexFunc(m.Attachments, func(a localdiscord.Attachment) bool { return a.ID == q.Get("file") })
	if i < 0 {
		// It has just been replaced: the page will be notified and need not show an error.
		w.WriteHeader(http.StatusNoContent)
		return
	}
	data, found := h.srv.File(m.Attachments[i])
	if !found {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	switch kind := http.DetectContentType(data); kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		w.Header().Set("Content-Type", kind)
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", "attachment")
	}
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(data) // an error does not matter if the page is gone
}
