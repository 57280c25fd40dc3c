package localdiscord

import (
	"encoding/json"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

func interactionRoutes() []*route {
	const hook = "/webhooks/{application}/{token}"
	routes := []*route{
		{method: "POST", pattern: "/interactions/{interaction}/{token}/callback", rule: ruleFree(), handle: callback},
		{method: "POST", pattern: hook, rule: ruleWebhook(), handle: about(answered, followUp)},
		{method: "GET", pattern: hook + "/messages/{message}", rule: ruleWebhook(), handle: about(answerOf, getAnswer)},
		{method: "PATCH", pattern: hook + "/messages/{message}", rule: ruleWebhook(), handle: about(answerOf, editAnswer)},
		{method: "DELETE", pattern: hook + "/messages/{message}", rule: ruleWebhook(), handle: about(answerOf, deleteAnswer)},
	}
	for _, r := range routes {
		r.major, r.open, r.exempt = "token", true, true
	}
	return routes
}

// callback accepts the first answer: once, within 3 seconds, of a type that fits.
func callback(s *Server, r *request) response {
	i := s.interactions.byID[r.params["interaction"]]
	switch {
	case i == nil || i.token != r.params["token"]:
		return fail(404, wire.CodeUnknownInteraction, "Unknown interaction")
	case i.acked:
		return fail(400, wire.CodeAlreadyAcknowledged, "Interaction has already been acknowledged.")
	case i.expired || s.now().Sub(i.sentAt) > ackTime:
		a := fail(404, wire.CodeUnknownInteraction, "Unknown interaction").because("%s was answered after 3 seconds", i.describe())
		if i.booked {
			s.taints.add(s.now(), i.token) // already recorded when the time ran out
		}
		return a
	}
	c := checkContext(check.RouteCallback, r, i.source, i.source != nil && i.source.Private())
	c.FromMessage = i.source != nil
	if bad := s.judge(r, check.Callback(i.kind, r.raw, c)); bad != nil {
		return *bad
	}
	var body wire.Answer
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	d, err := parseDraft(body.Data, r.files)
	if err != nil && body.Type != wire.AnswerChoices && body.Type != wire.AnswerModal {
		return invalidBody("data: " + err.Error())
	}
	if bad := s.respond(i, int(body.Type), d, r.version); bad != nil {
		return *bad
	}
	i.acked, i.ackType, i.ackAt = true, int(body.Type), s.now()
	i.timer.Stop()
	i.timer = nil
	s.stats.Acknowledged++
	i.changed.fire()
	s.changed.fire()
	if r.query.Get("with_response") == "true" {
		return ok(s.callbackWire(i))
	}
	return noContent()
}

// respond carries the first answer out.
func (s *Server) respond(i *interactionState, kind int, d draft, version int) *response {
	ephemeral := int(d.Flags)&wire.FlagEphemeral != 0
	switch kind {
	case wire.AnswerMessage, wire.AnswerDefer:
		p := posting{ch: i.ch, author: s.users[s.bot.ID], draft: d, kind: wire.MessageCommand, source: i, deferred: kind == wire.AnswerDefer}
		if i.source != nil {
			p.kind = wire.MessageReply
			p.draft.MessageReference = &messageReference{MessageID: i.source.ID}
		}
		if ephemeral {
			p.viewer = i.userID
		}
		if kind == wire.AnswerDefer {
			p.draft.given = nil
		}
		i.originalID = s.post(p).ID
	case wire.AnswerDeferUpdate, wire.AnswerUpdate:
		if i.source == nil || s.messages[i.source.ID] == nil {
			return new(unknownMessage().because("the message with the component is gone"))
		}
		i.originalID = i.source.ID
		if kind == wire.AnswerUpdate {
			s.edit(i.source, d, version >= 10)
		}
	case wire.AnswerChoices:
		var data struct {
			Choices []Choice `json:"choices"`
		}
		if err := json.Unmarshal(d.raw, &data); err != nil {
			return new(invalidBody("data.choices: " + err.Error()))
		}
		i.choices = wire.List(data.Choices)
		s.note(Entry{Kind: EntryChoices, To: i.person(s), ToID: i.userID, InteractionID: i.id, Text: renderChoices(i.choices)}, i.ch)
	case wire.AnswerModal:
		m := &Modal{}
		if err := json.Unmarshal(d.raw, m); err != nil {
			return new(invalidBody("data: " + err.Error()))
		}
		m.InteractionID, m.UserID, m.source = i.id, i.userID, i
		numberComponents(m.Components)
		i.modal = m
		s.modals[i.userID] = m
		s.stats.Modals++
		s.note(Entry{Kind: EntryModal, To: i.person(s), ToID: i.userID, InteractionID: i.id, Text: renderModal(*m, s.names(i.ch.guild))}, i.ch)
	default:
		return new(invalidBody("type: callbacks of this type are not spoken here"))
	}
	if kind != wire.AnswerDefer && kind != wire.AnswerDeferUpdate {
		i.updates++
	}
	return nil
}

// callbackWire returns the answer to a callback with with_response=true.
func (s *Server) callbackWire(i *interactionState) map[string]any {
	in := map[string]any{"id": i.id, "type": i.kind, "channel_id": i.ch.id}
	if i.ch.guild != nil {
		in["guild_id"] = i.ch.guild.id
	}
	w := map[string]any{"interaction": in}
	if m := s.messages[i.originalID]; m != nil {
		in["response_message_id"] = m.ID
		in["response_message_loading"] = m.Loading()
		in["response_message_ephemeral"] = m.Private()
		if i.ackType != wire.AnswerDeferUpdate {
			w["resource"] = map[string]any{"type": i.ackType, "message": s.messageWire(m)}
		}
	}
	return w
}

// answered finds the interaction of a webhook request: the token must be known
// and younger than 15 minutes, and a first answer must have been given.
func answered(s *Server, r *request) (*interactionState, *response) {
	if r.params["application"] != s.bot.ID {
		return nil, new(fail(404, wire.CodeUnknownWebhook, "Unknown Webhook"))
	}
	i := s.interactions.byToken[r.params["token"]]
	switch {
	case i == nil || s.now().Sub(i.sentAt) > tokenTime:
		return nil, new(fail(401, wire.CodeInvalidToken, "Invalid Webhook Token").because("the interaction is over 15 minutes old or unknown"))
	case !i.acked:
		return nil, new(fail(404, wire.CodeUnknownWebhook, "Unknown Webhook").because("the interaction has no first answer yet"))
	}
	return i, nil
}

// followUp posts a further message. The first one after a deferral fills in the deferred
// message and keeps its visibility.
func followUp(s *Server, r *request, i *interactionState) response {
	if m := s.messages[i.originalID]; m != nil && m.Loading() {
		a := s.editFrom(r, m, check.RouteFollowUp)
		i.updated(s, a)
		return a
	}
	if bad := s.judge(r, check.Message(r.raw, checkContext(check.RouteFollowUp, r, nil, false))); bad != nil {
		return *bad
	}
	d, err := parseDraft(r.raw, r.files)
	if err != nil {
		return invalidBody(err.Error())
	}
	p := posting{ch: i.ch, author: s.users[s.bot.ID], draft: d, source: i}
	if s.messages[i.originalID] != nil {
		p.draft.MessageReference = &messageReference{MessageID: i.originalID}
	} else {
		p.draft.MessageReference = nil
	}
	if int(d.Flags)&wire.FlagEphemeral != 0 {
		p.viewer = i.userID
	}
	m := s.post(p)
	i.followUps = append(i.followUps, m.ID)
	a := ok(s.messageWire(m))
	i.updated(s, a)
	return a
}

// updated wakes the waiters for the interaction if a request succeeded.
func (i *interactionState) updated(s *Server, a response) {
	if a.status < 300 {
		i.updates++
		i.changed.fire()
		s.changed.fire()
	}
}

// givenAnswer is a message with the interaction that it answers.
type givenAnswer struct {
	i *interactionState
	m *messageState
}

// answerOf finds the message of a webhook request: @original, a follow-up.
func answerOf(s *Server, r *request) (givenAnswer, *response) {
	i, bad := answered(s, r)
	if bad != nil {
		return givenAnswer{}, bad
	}
	id := r.params["message"]
	if id == "@original" {
		id = i.originalID
	}
	m := s.messages[id]
	if m == nil && s.taints.has(s.now(), id) {
		// The person has dismissed the message: not the bot's fault.
		s.taints.add(s.now(), r.method+" "+r.path)
	}
	if m == nil || m.source != i && id != i.originalID {
		return givenAnswer{}, new(unknownMessage())
	}
	return givenAnswer{i, m}, nil
}

func getAnswer(s *Server, _ *request, given givenAnswer) response { return ok(s.messageWire(given.m)) }

func editAnswer(s *Server, r *request, given givenAnswer) response {
	a := s.editFrom(r, given.m, check.RouteWebhookEdit)
	given.i.updated(s, a)
	return a
}

func deleteAnswer(s *Server, _ *request, given givenAnswer) response {
	s.stats.Deletes++
	s.erase(given.m, s.bot.Username)
	a := noContent()
	given.i.updated(s, a)
	return a
}
