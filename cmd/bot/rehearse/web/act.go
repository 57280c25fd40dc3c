package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"topcut/commands/localdiscord"
)

// patience bounds how long an action waits for the first answer; Discord gives up after
// three seconds.
const patience = 10 * time.Second

// actRequest is an action of a person. Besides what people do in Discord, the action
// stranger adds a new person to the server.
type actRequest struct {
	As    string `json:"as"` // user id
	Guild string `json:"guild"`
	Form  string `json:"form"` // interaction id of the submitted modal
	localdiscord.Deed
}

// actReply is what the person sees at once; other people see it through the stream.
type actReply struct {
	Form    *localdiscord.Modal   `json:"form,omitempty"`
	Choices []localdiscord.Choice `json:"choices,omitempty"`
	// Message is the answer if it is a message, so that the page need not wait for the
	// stream.
	Message *messageWire `json:"message,omitempty"`
	Person  *personWire  `json:"person,omitempty"`
}

// act performs an action of a person as their client would.
func (h *Handler) act(r *http.Request) (any, error) {
	var req actRequest
	if err := body(r, &req); err != nil {
		return nil, err
	}
	if req.Action == "stranger" {
		return h.addStranger(req.Guild)
	}
	p, found := h.srv.Person(req.As)
	if !found {
		return nil, errors.New("there is no such person in this rehearsal")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if form, open := p.Modal(); req.Action == "submit" && (!open || form.InteractionID != req.Form) {
		return nil, errors.New("the form is no longer open; open it again")
	}
	i, _, err := p.Do(ctx, req.Deed)
	var refused *localdiscord.ClientError
	switch {
	case errors.As(err, &refused):
		return nil, fmt.Errorf("your client does not allow this: %s", refused.Reason)
	case err != nil:
		return nil, err
	case i == nil:
		return actReply{}, nil
	}
	a, err := i.Acked(ctx)
	switch {
	case errors.Is(err, localdiscord.ErrNoResponse) || errors.Is(err, context.DeadlineExceeded):
		return nil, localdiscord.ErrNoResponse
	case err != nil:
		return nil, err
	}
	reply := actReply{Form: a.Modal, Choices: a.Choices}
	if a.Message != nil {
		seq := h.unread.catchUp(h.srv) // before the message: later entries are newer
		if m, found := h.srv.Message(a.Message.ID); found {
			w := h.messageWire(m, p, seq)
			reply.Message = &w
		}
	}
	return reply, nil
}

// addStranger adds a person without a part in the event to a server.
func (h *Handler) addStranger(guild string) (any, error) {
	for _, g := range h.srv.Guilds() {
		if g.ID() != guild {
			continue
		}
		h.mu.Lock()
		h.strangers++
		name := fmt.Sprintf("Stranger %d", h.strangers)
		h.mu.Unlock()
		p := g.AddPerson(name)
		h.mu.Lock()
		h.cast[p.ID()] = Member{Person: p, Part: Stranger}
		h.mu.Unlock()
		return actReply{Person: &personWire{ID: p.ID(), Name: name, Part: Stranger}}, nil
	}
	return nil, errors.New("there is no such server")
}
