package localdiscord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Deed is an action of a person, as a client would send it.
type Deed struct {
	// Action is slash, autocomplete, click, select, submit, send, reply, react,
	// unreact or delete.
	Action string `json:"action"`
	// Channel by id, name or "dm", for slash, autocomplete and send.
	Channel string `json:"channel"`
	// Command is "round pair", with Options by name. A file is an object
	// with name and data (base64).
	Command string                     `json:"command"`
	Options map[string]json.RawMessage `json:"options"`
	// Focused is the option being typed in, for autocomplete.
	Focused string `json:"focused"`
	// Message is an id, for click, select, reply, react and delete.
	Message string `json:"message"`
	// Target is a custom_id, label or placeholder; Values are chosen in a select.
	Target string   `json:"target"`
	Values []string `json:"values"`
	// Fields fill the form that is open on the person's screen.
	Fields map[string]json.RawMessage `json:"fields"`
	// Text to send, Files with it; Emoji to react with.
	Text  string `json:"text"`
	Files []File `json:"files"`
	Emoji string `json:"emoji"`
}

// controlRequest is the body of POST /control/act.
type controlRequest struct {
	// Person acts, by id or name.
	Person string `json:"person"`
	Deed
	// Wait is "answer" (default), "ack" or "none".
	Wait string `json:"wait"`
	// Connected waits first until the bot is connected.
	Connected bool `json:"connected"`
	// TimeoutMS bounds all waiting; default 20,000.
	TimeoutMS int `json:"timeout_ms"`
}

// controlReply is what the person then sees.
type controlReply struct {
	Interaction string          `json:"interaction,omitempty"`
	Type        int             `json:"type,omitempty"` // of the first answer
	LatencyMS   float64         `json:"latency_ms,omitempty"`
	Message     *controlMessage `json:"message,omitempty"`
	Form        map[string]any  `json:"form,omitempty"`
	Choices     []Choice        `json:"choices,omitempty"`
	Error       string          `json:"error,omitempty"` // "the application did not respond"
}

// controlAct has a person act and returns the outcome.
func (s *Server) controlAct(r *http.Request) (any, error) {
	var req controlRequest
	if err := controlBody(r, &req); err != nil {
		return nil, err
	}
	p, err := s.findPerson(req.Person)
	if err != nil {
		return nil, err
	}
	timeout := 20 * time.Second
	if req.TimeoutMS > 0 {
		timeout = time.Duration(req.TimeoutMS) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	if req.Connected {
		if err := s.WaitConnected(ctx); err != nil {
			return nil, err
		}
	}
	i, m, err := p.Do(ctx, req.Deed)
	if err != nil {
		return nil, err
	}
	if i == nil {
		reply := controlReply{}
		if m != nil {
			reply.Message = s.controlMessage(*m)
		}
		return reply, nil
	}
	return s.controlOutcome(ctx, i, req.Wait)
}

var errNoMessage = errors.New("the message is gone")

// Do carries out an action. It returns an interaction or, for plain messages, the
// message.
func (p *Person) Do(ctx context.Context, req Deed) (*Interaction, *Message, error) {
	s := p.srv
	var channel *Channel
	var message Message
	var err error
	switch req.Action {
	case "slash", "autocomplete", "send":
		if channel, err = s.findChannel(req.Channel, p); err != nil {
			return nil, nil, err
		}
	case "click", "select", "reply", "react", "unreact", "delete":
		var found bool
		if message, found = s.Message(req.Message); !found {
			return nil, nil, errNoMessage
		}
	}
	switch req.Action {
	case "slash", "autocomplete":
		options, err := controlOptions(req.Options)
		if err != nil {
			return nil, nil, err
		}
		if req.Action == "slash" {
			i, err := p.Slash(ctx, channel, req.Command, options)
			return i, nil, err
		}
		i, err := p.Autocomplete(ctx, channel, req.Command, options, req.Focused)
		return i, nil, err
	case "click":
		i, err := p.Click(ctx, message, req.Target)
		return i, nil, err
	case "select":
		i, err := p.Select(ctx, message, req.Target, req.Values)
		return i, nil, err
	case "submit":
		modal, _ := p.Modal()
		fields, err := controlFields(req.Fields)
		if err != nil {
			return nil, nil, err
		}
		i, err := p.SubmitModal(ctx, modal, fields)
		return i, nil, err
	case "send":
		m, err := p.Send(ctx, channel, req.Text, req.Files...)
		return nil, &m, err
	case "reply":
		m, err := p.reply(ctx, message, req.Text)
		return nil, &m, err
	case "react":
		return nil, nil, p.React(message, req.Emoji)
	case "unreact":
		return nil, nil, p.unreact(message, req.Emoji)
	case "delete":
		return nil, nil, p.Delete(message)
	}
	return nil, nil, fmt.Errorf("there is no action %q", req.Action)
}

// controlOutcome waits as asked and describes what the person sees.
func (s *Server) controlOutcome(ctx context.Context, i *Interaction, wait string) (any, error) {
	reply := controlReply{Interaction: i.ID()}
	var a Answer
	var err error
	switch wait {
	case "", "answer":
		a, err = i.Answer(ctx)
	case "ack":
		a, err = i.Acked(ctx)
	case "none":
		return reply, nil
	default:
		return nil, fmt.Errorf("there is nothing to wait for called %q", wait)
	}
	if errors.Is(err, ErrNoResponse) {
		reply.Error = ErrNoResponse.Error()
		return reply, nil
	}
	if err != nil {
		return nil, err
	}
	reply.Type, reply.LatencyMS, reply.Choices = a.Type, float64(a.Latency)/float64(time.Millisecond), a.Choices
	if a.Message != nil {
		reply.Message = s.controlMessage(*a.Message)
	}
	if a.Modal != nil {
		reply.Form = s.controlForm(a.Modal)
	}
	return reply, nil
}

// controlOptions reads option values: an object is a file, and a number keeps its digits.
func controlOptions(raw map[string]json.RawMessage) (Options, error) {
	out := Options{}
	for name, v := range raw {
		value, err := controlValue(v)
		if err != nil {
			return nil, fmt.Errorf("option %q: %w", name, err)
		}
		out[name] = value
	}
	return out, nil
}

// controlFields reads the fields of a form: text, chosen values, or files.
func controlFields(raw map[string]json.RawMessage) (Fields, error) {
	out := Fields{}
	for name, v := range raw {
		var text string
		var values []string
		var files []File
		switch {
		case json.Unmarshal(v, &text) == nil:
			out[name] = text
		case json.Unmarshal(v, &values) == nil:
			out[name] = values
		case json.Unmarshal(v, &files) == nil:
			out[name] = files
		default:
			return nil, fmt.Errorf("field %q: not a text, a list of values or of files", name)
		}
	}
	return out, nil
}

func controlValue(raw json.RawMessage) (any, error) {
	if len(raw) > 0 && raw[0] == '{' {
		var f File
		if err := json.Unmarshal(raw, &f); err != nil {
			return nil, fmt.Errorf("not a file: %w", err)
		}
		return f, nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err == nil && raw[0] != '"' {
		return number.String(), nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return v, nil
}
