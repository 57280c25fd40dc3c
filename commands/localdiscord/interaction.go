package localdiscord

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"topcut/commands/wire"
)

// Types of first answer, with Discord's numbers.
const (
	ackTime   = 3 * time.Second
	tokenTime = 15 * time.Minute
)

// ErrNoResponse is what a person sees when the bot does not answer within 3
// seconds: "The application did not respond".
var ErrNoResponse = errors.New("the application did not respond")

// interactionState is an interaction for as long as its token lives.
type interactionState struct {
	id, token string
	kind      int
	name      string // "round pair", or a custom_id
	userID    string
	ch        *channelState
	sentAt    time.Time
	source    *messageState     // whose component was used
	trigger   *interactionState // that opened the modal
	timer     Timer

	acked, expired bool
	ackType        int
	ackAt          time.Time
	originalID     string
	modal          *Modal
	choices        []Choice
	followUps      []string
	updates        int // visible answers, edits and follow-ups so far
	booked         bool

	conns         []*conn // that it was sent to
	gatewayFaults int     // of the server, when it was sent
	redelivered   bool
	changed       notifier
}

// interactionTable finds interactions by id and token until they expire.
type interactionTable struct {
	byID, byToken map[string]*interactionState
	queue         []*interactionState
}

func newInteractionTable() *interactionTable {
	return &interactionTable{byID: map[string]*interactionState{}, byToken: map[string]*interactionState{}}
}

func (t *interactionTable) add(i *interactionState, now time.Time) {
	for len(t.queue) > 0 && now.Sub(t.queue[0].sentAt) > tokenTime+time.Minute {
		old := t.queue[0]
		t.queue[0] = nil
		t.queue = t.queue[1:]
		delete(t.byID, old.id)
		delete(t.byToken, old.token)
	}
	t.byID[i.id], t.byToken[i.token] = i, i
	t.queue = append(t.queue, i)
}

func (t *interactionTable) stopTimers() {
	for _, i := range t.queue {
		if i.timer != nil {
			i.timer.Stop()
		}
	}
}

// disturbed reports whether the bot may not be to blame for a late, missing or repeated
// answer: the connection the interaction was sent on has ended, gateway faults were
// injected since, or it was sent twice.
func (i *interactionState) disturbed(s *Server) bool {
	lost := func(c *conn) bool { return c.sess == nil || c.sess.conn != c || !s.gateway.open[c] }
	return i.redelivered || i.gatewayFaults != s.stats.GatewayFaults || s.faults.holdAcks ||
		len(i.conns) == 0 || slices.ContainsFunc(i.conns, lost) || s.taints.has(s.now(), i.token)
}

// metadata describes the interaction for the messages that answer it.
func (i *interactionState) metadata(s *Server) *InteractionMetadata {
	m := &InteractionMetadata{
		ID: i.id, Type: i.kind, User: s.users[i.userID].User,
		AuthorizingIntegrationOwners: owners(i.ch),
	}
	switch {
	case i.kind == wire.InteractionCommand:
		m.Name, m.CommandType = i.name, 1
	case i.kind == wire.InteractionComponent && i.source != nil:
		m.InteractedMessageID = i.source.ID
	case i.kind == wire.InteractionModal && i.trigger != nil:
		m.TriggeringInteractionMetadata = i.trigger.metadata(s)
	}
	return m
}

// owners returns authorizing_integration_owners: the guild the bot was added to, 0 in
// the bot's own DM.
func owners(ch *channelState) map[string]string {
	if ch.guild == nil {
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": ch.guild.id}
}

// launch sends an interaction to the bot and starts its 3 seconds.
func (s *Server) launch(p *Person, i *interactionState, data map[string]any) *Interaction {
	i.id = s.ids.interaction()
	i.token = "aW50ZXJhY3Rpb246" + s.randomToken(60)
	i.userID = p.id
	i.sentAt = s.now()
	i.gatewayFaults = s.stats.GatewayFaults
	s.interactions.add(i, i.sentAt)
	s.stats.Interactions++
	for _, sess := range s.gateway.sessions {
		if sess.conn != nil && sess.shard.has(i.ch.guild) {
			i.conns = append(i.conns, sess.conn)
		}
	}
	handle := &Interaction{srv: s, person: p, state: i, payload: s.interactionWire(i, data)}
	handle.deliver()
	i.timer = s.clock.AfterFunc(ackTime, func() { s.expire(i) })
	return handle
}

// expire ends the 3 seconds.
func (s *Server) expire(i *interactionState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.acked {
		return
	}
	i.expired = true
	s.stats.Unanswered++
	if !i.disturbed(s) {
		i.booked = true
		s.violate("interaction", 0, fmt.Sprintf("%s was not acknowledged within 3 seconds", i.describe()), nil)
	}
	s.note(Entry{Kind: EntryFailed, To: i.person(s), ToID: i.userID, InteractionID: i.id, Text: "The application did not respond"}, i.ch)
	i.changed.fire()
	s.changed.fire()
}

// person returns the name of the user who started the interaction.
func (i *interactionState) person(s *Server) string { return s.displayName(i.ch.guild, i.userID) }

func (i *interactionState) describe() string {
	switch i.kind {
	case wire.InteractionCommand:
		return "/" + i.name
	case wire.InteractionAutocomplete:
		return "autocomplete of /" + i.name
	case wire.InteractionModal:
		return "modal " + i.name
	}
	return "component " + i.name
}

// interactionWire returns INTERACTION_CREATE, complete as Discord sends it.
func (s *Server) interactionWire(i *interactionState, data map[string]any) map[string]any {
	u := s.users[i.userID]
	w := map[string]any{
		"id": i.id, "application_id": s.bot.ID, "type": i.kind, "token": i.token, "version": 1, "data": data,
		"channel_id": i.ch.id, "locale": u.locale, "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": owners(i.ch), "attachment_size_limit": wire.MaxFileBytes,
		"app_permissions": s.permissions(i.ch, s.bot.ID),
	}
	channel := s.channelWire(i.ch)
	channel.Overwrites = nil
	if g := i.ch.guild; g != nil {
		channel.Permissions = new(s.permissions(i.ch, i.userID))
		member := s.memberWire(g.members[i.userID], true)
		member.Permissions = channel.Permissions
		w["guild_id"], w["guild_locale"] = g.id, g.locale
		w["guild"] = map[string]any{"id": g.id, "locale": g.locale, "features": []string{}}
		w["member"], w["context"] = member, 0
	} else {
		w["user"], w["context"] = u.User, 1
	}
	w["channel"] = channel
	if i.source != nil {
		w["message"] = s.messageWire(i.source)
	}
	return w
}

// Interaction is a handle on an action of a person, to wait for the bot's answers.
type Interaction struct {
	srv     *Server
	person  *Person
	state   *interactionState
	payload map[string]any
}

// Answer is what a person sees in answer to an action.
type Answer struct {
	Type    int           // the first answer: AnswerMessage, AnswerDefer, ...
	Latency time.Duration // from sending to the first answer
	Message *Message      // the message that answers or was updated, if any
	Modal   *Modal        // the modal that opened, if any
	Choices []Choice      // the suggestions of autocomplete
}

// ID returns the interaction's id.
func (i *Interaction) ID() string { return i.state.id }

// Token returns the interaction's token.
func (i *Interaction) Token() string { return i.state.token }

func (i *Interaction) deliver() {
	i.srv.dispatch("INTERACTION_CREATE", i.state.ch.guild, 0, func(*session) any { return i.payload })
}

// Redeliver sends the same interaction to the bot again, as a gateway sometimes does.
func (i *Interaction) Redeliver() {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	i.state.redelivered = true
	i.deliver()
}

// Acked waits for the first answer. It returns ErrNoResponse if none comes in time, or
// the error of ctx.
func (i *Interaction) Acked(ctx context.Context) (Answer, error) {
	return i.until(ctx, func() bool { return i.state.acked })
}

// Answer waits for an answer with content: a message, an update, a modal or choices. It
// waits until a deferred message is filled in. A deferred update (type 6) is returned at
// once, since nothing need follow; [Interaction.Next] waits for what does.
func (i *Interaction) Answer(ctx context.Context) (Answer, error) {
	return i.until(ctx, func() bool {
		if !i.state.acked {
			return false
		}
		if i.state.ackType != wire.AnswerDefer {
			return true
		}
		m := i.srv.messages[i.state.originalID]
		return m == nil || !m.Loading()
	})
}

// Updates counts what the bot has shown in answer so far: the message, its edits,
// follow-ups and the modal.
func (i *Interaction) Updates() int {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return i.state.updates
}

// Next waits for more answers, edits and follow-ups than after (compare
// [Interaction.Updates]) and returns the original message as it then is.
func (i *Interaction) Next(ctx context.Context, after int) (Answer, error) {
	return i.until(ctx, func() bool { return i.state.acked && i.state.updates > after })
}

// Original returns the message that answers the interaction, or that holds the
// component if the answer was an update.
func (i *Interaction) Original() (Message, bool) { return i.srv.Message(i.originalID()) }

func (i *Interaction) originalID() string {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return i.state.originalID
}

// FollowUps returns the further messages that answer the interaction and still
// exist.
func (i *Interaction) FollowUps() []Message {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	var out []Message
	for _, id := range i.state.followUps {
		if m := i.srv.messages[id]; m != nil {
			out = append(out, m.Message)
		}
	}
	return out
}

func (i *Interaction) until(ctx context.Context, cond func() bool) (Answer, error) {
	s, st := i.srv, i.state
	err := s.await(ctx, &st.changed, func() bool { return st.expired || cond() })
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case st.expired:
		return Answer{}, fmt.Errorf("%s: %w", st.describe(), ErrNoResponse)
	case err != nil:
		return Answer{}, fmt.Errorf("waiting for the answer to %s: %w", st.describe(), err)
	}
	a := Answer{Type: st.ackType, Latency: st.ackAt.Sub(st.sentAt), Modal: st.modal, Choices: st.choices}
	if m := s.messages[st.originalID]; m != nil {
		a.Message = new(m.Message)
	}
	return a, nil
}
