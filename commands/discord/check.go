package discord

import (
	"encoding/json"
	"fmt"
	"regexp"

	"topcut/commands/refusal"
	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// InvalidError means that Discord would refuse something, by the rules of package check.
// Nothing was sent, and sending it again cannot succeed.
type InvalidError struct {
	Where   string // such as "message"
	Problem string // such as "components[0].label has 81 characters; at most 80 are allowed"
}

// Error returns the place and the problem.
func (e *InvalidError) Error() string { return e.Where + ": " + e.Problem }

// Meaning returns refusal.Unsendable.
func (e *InvalidError) Meaning() refusal.Meaning { return refusal.Unsendable }

// allowed returns the body of a request if its findings are about house rules at most,
// and otherwise the first other one as an *InvalidError.
func allowed(raw json.RawMessage, where string, findings []string) (json.RawMessage, error) {
	for _, f := range findings {
		if !check.IsHouseRule(f) {
			return nil, &InvalidError{Where: where, Problem: f}
		}
	}
	return raw, nil
}

// Check returns the first rule of Discord that the message breaks, as an *InvalidError.
// Send, Edit and the answers call it themselves.
func (m Message) Check() error {
	_, err := m.body(check.RouteCreate)
	return err
}

// body returns the message as it is sent on a route, or an *InvalidError.
func (m Message) body(route check.Route) (json.RawMessage, error) {
	if m.Content != "" && len(m.Components) > 0 {
		return nil, &InvalidError{"message", "content and components exclude each other"}
	}
	if err := m.checkFiles(); err != nil {
		return nil, err
	}
	raw, err := wire.Encode(m.wire(route))
	if err != nil {
		return nil, err
	}
	c := check.Context{Route: route, KeepsOthers: m.KeepFiles}
	for i, f := range m.Files {
		c.Files = append(c.Files, check.File{Part: "files[" + fileID(i) + "]", Name: f.Name})
	}
	return allowed(raw, "message", check.Message(raw, c))
}

// fileName is the form of a name that Discord does not change.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,200}$`)

// checkFiles checks what the JSON of a message does not say of its files.
func (m Message) checkFiles() error {
	names, total := make(map[string]bool, len(m.Files)), 0
	for i, f := range m.Files {
		problem := ""
		switch total += len(f.Data); {
		case !fileName.MatchString(f.Name):
			problem = fmt.Sprintf("file name %q holds other characters than letters, digits, -, _ and .", f.Name)
		case names[f.Name]:
			problem = fmt.Sprintf("file name %q is used twice", f.Name)
		case f.ContentType == "":
			problem = "has no content type"
		case len(f.Data) == 0 || len(f.Data) > wire.MaxFileBytes:
			problem = fmt.Sprintf("has %d bytes, allowed are 1 to %d", len(f.Data), wire.MaxFileBytes)
		case total > wire.MaxBodyBytes:
			problem = fmt.Sprintf("brings the files to %d bytes, allowed are %d", total, wire.MaxBodyBytes)
		}
		if problem != "" {
			return &InvalidError{fmt.Sprintf("message.files[%d]", i), problem}
		}
		names[f.Name] = true
	}
	return nil
}

// Check returns the first rule of Discord that the modal breaks, as an *InvalidError.
func (m Modal) Check() error {
	_, err := m.body()
	return err
}

// body returns the modal as the answer to a command or a component, or an *InvalidError.
func (m Modal) body() (json.RawMessage, error) {
	return callback(wire.InteractionCommand, wire.AnswerModal, m.wire(), "modal")
}

// callback returns an answer to an interaction, or an *InvalidError.
func callback(interaction, kind int, data any, where string) (json.RawMessage, error) {
	body, err := wire.Encode(data)
	if err != nil {
		return nil, err
	}
	raw, err := wire.Encode(wire.Answer{Type: wire.Int(kind), Data: body})
	if err != nil {
		return nil, err
	}
	return allowed(raw, where, check.Callback(interaction, raw, check.Context{}))
}

// registered returns commands as they are registered together, or an *InvalidError.
func registered(commands []Command) (json.RawMessage, error) {
	raw, err := wire.Encode(wire.List(commands))
	if err != nil {
		return nil, err
	}
	return allowed(raw, "commands", check.Commands(raw))
}

// threadBody returns the body that starts or changes a thread, or an *InvalidError.
func threadBody(body wire.ChannelEdit, create bool) (json.RawMessage, error) {
	raw, err := wire.Encode(body)
	if err != nil {
		return nil, err
	}
	return allowed(raw, "thread", check.Thread(raw, create))
}
