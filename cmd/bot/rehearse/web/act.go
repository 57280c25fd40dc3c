package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"topcut/commands/localdiscord"
)

// patience bounds how long an action waits for the first answer; Discord gives
// up after three seconds.
const patience = 10 * time.Second

// actRequest says who does what where.
type actRequest struct {
	As string `json:"as"` // user id
	// Do is slash, complete, click, select, submit, send, react, unreact, delete
	// or stranger (somebody new joins).
	Do      string                     `json:"do"`
	Guild   string                     `json:"guild"`
	Channel string                     `json:"channel"`
	Command string                     `json:"command"`
	Options map[string]json.RawMessage `json:"options"`
	Focused string                     `json:"focused"`
	Message string                     `json:"message"`
	Target  string                     `json:"target"`
	Values  []string                   `json:"values"`
	Form    string                     `json:"form"` // interaction id of the modal
	Fields  map[string]json.RawMessage `json:"fields"`
	Text    string                     `json:"text"`
	Reply   string                     `json:"reply"` // id of the message answered
	Files   []localdiscord.File        `json:"files"`
	Emoji   string                     `json:"emoji"`
}

// actReply is what the person sees at once; what others see comes by the stream.
type actReply struct {
	Form    *localdiscord.Modal   `json:"form,omitempty"`
	Choices []localdiscord.Choice `json:"choices,omitempty"`
	// Message is the answer, if it is one: the page need not wait for the stream.
	Message *messageWire `json:"message,omitempty"`
	Person  *personWire  `json:"person,omitempty"`
}

// act lets a person do something, as their client would.
func (h *Handler) act(r *http.Request) (any, error) {
	var req actRequest
	if err := body(r, &req); err != nil {
		return nil, err
	}
	if req.Do == "stranger" {
		return h.addStranger(req.Guild)
	}
	p, found := h.srv.Person(req.As)
	if !found {
		return nil, errors.New("there is no such person in this rehearsal")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	i, err := h.do(ctx, p, req)
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
		seq := h.unread.catchUp(h.srv) // before the message: what comes later is newer
		if m, found := h.srv.Message(a.Message.ID); found {
			w := h.messageWire(m, p, seq)
			reply.Message = &w
		}
	}
	return reply, nil
}

// do starts what was asked for; the interaction is nil where there is none to
// wait for.
func (h *Handler) do(ctx context.Context, p *localdiscord.Person, req actRequest) (*localdiscord.Interaction, error) {
	var channel *localdiscord.Channel
	var message localdiscord.Message
	var found bool
	switch req.Do {
	case "slash", "complete", "send":
		if channel, found = h.srv.Channel(req.Channel); !found {
			return nil, errors.New("there is no such channel")
		}
	case "click", "select", "react", "unreact", "delete":
		if message, found = h.srv.Message(req.Message); !found {
			return nil, errors.New("the message is gone")
		}
	}
	switch req.Do {
	case "slash", "complete":
		options, err := commandOptions(req.Options)
		if err != nil {
			return nil, err
		}
		if req.Do == "slash" {
			return p.Slash(ctx, channel, req.Command, options)
		}
		return p.Autocomplete(ctx, channel, req.Command, options, req.Focused)
	case "click":
		return p.Click(ctx, message, req.Target)
	case "select":
		return p.Select(ctx, message, req.Target, req.Values)
	case "submit":
		form, open := p.Modal()
		if !open || form.InteractionID != req.Form {
			return nil, errors.New("the form is no longer open; open it again")
		}
		fields, err := formFields(req.Fields)
		if err != nil {
			return nil, err
		}
		return p.SubmitModal(ctx, form, fields)
	case "send":
		if req.Reply != "" {
			to, found := h.srv.Message(req.Reply)
			if !found {
				return nil, errors.New("the message to answer is gone")
			}
			_, err := p.Reply(ctx, to, req.Text)
			return nil, err
		}
		_, err := p.Send(ctx, channel, req.Text, req.Files...)
		return nil, err
	case "react":
		return nil, p.React(message, req.Emoji)
	case "unreact":
		return nil, p.Unreact(message, req.Emoji)
	case "delete":
		return nil, p.Delete(message)
	}
	return nil, fmt.Errorf("nobody can %q", req.Do)
}

// addStranger lets somebody who has nothing to do with the event join a server.
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

// commandOptions decodes the options of a slash command: text, a number, true
// or false, or a file.
func commandOptions(raw map[string]json.RawMessage) (localdiscord.Options, error) {
	out := localdiscord.Options{}
	for name, v := range raw {
		if len(v) > 0 && v[0] == '{' {
			var f localdiscord.File
			if err := json.Unmarshal(v, &f); err != nil {
				return nil, fmt.Errorf("the file of %q cannot be read: %w", name, err)
			}
			out[name] = f
			continue
		}
		var value any
		if err := json.Unmarshal(v, &value); err != nil {
			return nil, fmt.Errorf("the option %q cannot be read: %w", name, err)
		}
		out[name] = value
	}
	return out, nil
}

// formFields decodes the fields of a modal: text, a list of values, or a list
// of files.
func formFields(raw map[string]json.RawMessage) (localdiscord.Fields, error) {
	out := localdiscord.Fields{}
	for id, v := range raw {
		var text string
		var values []string
		var files []localdiscord.File
		switch {
		case json.Unmarshal(v, &text) == nil:
			out[id] = text
		case json.Unmarshal(v, &values) == nil:
			out[id] = values
		case json.Unmarshal(v, &files) == nil:
			out[id] = files
		default:
			return nil, fmt.Errorf("the field %q cannot be read", id)
		}
	}
	return out, nil
}
