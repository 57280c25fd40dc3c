package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"topcut/commands/wire"
)

// supplement describes the events and the client's opcodes that the gateway schema lacks,
// in terms of its definitions. The source is Discord's page on gateway events.
//
//go:embed supplement.json
var supplement []byte

// Gateway checks the payloads of the websocket against a JSON Schema made from
// discord-api-types. It is safe for concurrent use.
//
// The schema has only the most common events; this package describes the rest in the same
// terms. An event unknown to both is a violation.
//
// Like Discord, it accepts two oddities of discordgo's IDENTIFY: the names of the
// connection properties begin with $, and there is always a presence, which is ignored if
// its status is empty.
type Gateway struct {
	schemas *schemas
	events  map[string][]string // where the data of an event is described
}

// NewGateway loads the schema (gateway.schema.json, draft 7) at path.
func NewGateway(path string) (*Gateway, error) {
	document, err := readDocument(path)
	if err != nil {
		return nil, fmt.Errorf("load the gateway schema: %w", err)
	}
	root, _ := document.(map[string]any)
	definitions, ok := root["definitions"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("load the gateway schema: %s has no definitions", path)
	}
	own, err := decode(supplement)
	if err != nil {
		return nil, fmt.Errorf("load the gateway schema: %w", err)
	}
	ownDefinitions := own.(map[string]any)["definitions"].(map[string]any)

	g := &Gateway{events: map[string][]string{}}
	for name := range definitions {
		if event, ok := strings.CutPrefix(name, "Gateway"); ok {
			if event, ok := strings.CutSuffix(event, "DispatchData"); ok {
				if !strings.HasSuffix(event, "Modify") { // shared by update and delete
					g.events[upperSnake(event)] = []string{"definitions", name}
				}
			}
		}
	}
	merged := maps.Clone(definitions)
	for name, schema := range definitions {
		if suggested, ok := typedNumber(name, schema); ok {
			merged[name] = suggested
		}
	}
	for name, schema := range ownDefinitions {
		merged[name] = schema
		if name == strings.ToUpper(name) {
			g.events[name] = []string{"definitions", name}
		}
	}
	whole := maps.Clone(root)
	whole["definitions"] = merged
	if g.schemas, err = newSchemas("gateway.json", whole, jsonschema.Draft7); err != nil {
		return nil, fmt.Errorf("load the gateway schema: %w", err)
	}
	return g, nil
}

// typedNumber returns the schema of a number option in an autocomplete request: a string
// while it is being typed, as the schema says of all options, and a number once chosen.
func typedNumber(name string, schema any) (any, bool) {
	if !strings.HasPrefix(name, "APIApplicationCommandInteractionDataIntegerOption<") && !strings.HasPrefix(name, "APIApplicationCommandInteractionDataNumberOption<") {
		return nil, false
	}
	option, _ := schema.(map[string]any)
	properties, _ := option["properties"].(map[string]any)
	if value, _ := properties["value"].(map[string]any); value["type"] != "string" {
		return nil, false
	}
	option, properties = maps.Clone(option), maps.Clone(properties)
	properties["value"] = map[string]any{"type": []any{"number", "string"}}
	option["properties"] = properties
	return option, true
}

// upperSnake turns MessageCreate into MESSAGE_CREATE.
func upperSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

// read splits a payload into its parts.
func read(body []byte) (wire.Frame, any, string) {
	var f wire.Frame
	if err := json.Unmarshal(body, &f); err != nil {
		return f, nil, fmt.Sprintf("the payload is not a gateway payload: %v", err)
	}
	if f.Op == nil {
		return f, nil, "op is missing"
	}
	if len(f.Data) == 0 {
		return f, nil, ""
	}
	data, err := decode(f.Data)
	if err != nil {
		return f, nil, fmt.Sprintf("d is not JSON: %v", err)
	}
	return f, data, ""
}

// Receive checks a payload that the server sends: its opcode, its data, and that it has a
// name and a sequence number if and only if it is an event.
func (g *Gateway) Receive(body []byte) []string {
	f, data, problem := read(body)
	if problem != "" {
		return []string{problem}
	}
	if *f.Op == wire.OpDispatch {
		return g.dispatch(f, data)
	}
	var sentences []string
	if f.Seq != nil {
		sentences = append(sentences, fmt.Sprintf("s is %d; only events (op 0) have a sequence number", *f.Seq))
	}
	if f.Type != nil {
		sentences = append(sentences, fmt.Sprintf("t is %q; only events (op 0) have a name", *f.Type))
	}
	switch *f.Op {
	case wire.OpHeartbeat, wire.OpReconnect, wire.OpHeartbeatAck:
		if data != nil {
			sentences = append(sentences, fmt.Sprintf("d must be null in op %d", *f.Op))
		}
	case wire.OpInvalidSession:
		sentences = append(sentences, g.schemas.check(data, "d", "definitions", "GatewayInvalidSessionData")...)
	case wire.OpHello:
		sentences = append(sentences, g.schemas.check(data, "d", "definitions", "GatewayHelloData")...)
	default:
		sentences = append(sentences, fmt.Sprintf("op is %d, which the server never sends", *f.Op))
	}
	return sentences
}

// dispatch checks an event.
func (g *Gateway) dispatch(f wire.Frame, data any) []string {
	if f.Type == nil || *f.Type == "" {
		return []string{"t is missing; an event (op 0) has a name"}
	}
	var sentences []string
	if f.Seq == nil || *f.Seq < 1 {
		sentences = append(sentences, "s is missing; an event (op 0) has a sequence number from 1")
	}
	tokens, known := g.events[*f.Type]
	if !known {
		return append(sentences, fmt.Sprintf("t is %q, which is no event that Discord sends to bots", *f.Type))
	}
	return append(sentences, g.schemas.check(data, *f.Type+" d", tokens...)...)
}

// Send checks a payload that a client sends: its size, its opcode and its data.
func (g *Gateway) Send(body []byte) []string {
	f, data, problem := read(body)
	if problem != "" {
		return []string{problem}
	}
	var sentences []string
	if n := len(body); n > wire.MaxFrame {
		sentences = append(sentences, fmt.Sprintf("the payload has %d bytes; Discord takes at most %d", n, wire.MaxFrame))
	}
	name := map[int64]string{
		wire.OpHeartbeat:      "GatewayHeartbeatData",
		wire.OpIdentify:       "GatewayIdentifyData",
		wire.OpPresence:       "GatewayPresenceUpdateData",
		wire.OpVoiceState:     "op 4",
		wire.OpResume:         "GatewayResumeData",
		wire.OpRequestMembers: "op 8",
		31:                    "op 31",
		43:                    "op 43",
	}[*f.Op]
	if name == "" {
		return append(sentences, fmt.Sprintf("op is %d, which a client never sends", *f.Op))
	}
	if *f.Op == wire.OpIdentify {
		data = identify(data)
	}
	return append(sentences, g.schemas.check(data, "d", "definitions", name)...)
}

// identify removes discordgo's oddities from the data of an IDENTIFY.
func identify(data any) any {
	object, ok := data.(map[string]any)
	if !ok {
		return data
	}
	if presence, ok := object["presence"].(map[string]any); ok && presence["status"] == "" {
		delete(object, "presence")
	}
	if properties, ok := object["properties"].(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if plain, ok := strings.CutPrefix(name, "$"); ok && properties[plain] == nil {
				properties[plain] = properties[name]
			}
		}
	}
	return data
}
