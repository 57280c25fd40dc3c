package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// exceptions is what the checks say about an example, on purpose.
type exceptions map[string][]string

// examples runs a check over all payloads of a folder whose name begins with
// prefix and which the check applies to, and compares what it says about each
// with the known exceptions. It demands that at least least of them apply.
func examples(t *testing.T, folder, prefix string, least int, known exceptions, judge func(raw json.RawMessage) (got []string, applies bool)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(discordFile(t, folder), prefix+"*.json"))
	if err != nil {
		t.Fatal(err)
	}
	applied := 0
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, applies := judge(raw)
		if !applies {
			continue
		}
		applied++
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		want := known[name]
		matches := slices.EqualFunc(got, want, func(sentence, part string) bool { return strings.Contains(sentence, part) })
		if !matches {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, want)
		}
	}
	if applied < least {
		t.Errorf("only %d of %d payloads were checked, at least %d should have been", applied, len(paths), least)
	}
	t.Logf("%d of %d payloads checked", applied, len(paths))
}

// members returns the members of an object, none for anything else.
func members(raw json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}

// quiet leaves out the sentence that every example without allowed_mentions
// would get, a rule of ours that Discord's examples do not follow.
func quiet(sentences []string) []string {
	return slices.DeleteFunc(sentences, func(s string) bool { return strings.HasPrefix(s, "allowed_mentions is missing") })
}

func TestDiscordsExamplesOfMessages(t *testing.T) {
	o := openAPI(t)
	examples(t, "payloads/docs", "", 25, exceptions{
		// The example's files are not part of its JSON.
		"components-reference-examples-19":              {`refers to the file "game.zip"`, `refers to the file "manual.pdf"`},
		"resources-message-allowed-mentions-examples-4": {"lets a message ping everyone (house rule)"},
		// Discord's own example of a wrong use.
		"resources-message-allowed-mentions-examples-5": {"only one of the two"},
	}, func(raw json.RawMessage) ([]string, bool) {
		m := members(raw)
		if m["id"] != nil || m["type"] != nil || m["content"] == nil && m["components"] == nil {
			return nil, false
		}
		return append(quiet(check.Message(raw, check.Context{})), o.Request("POST", "/api/v9/channels/1/messages", jsonType, raw)...), true
	})
}

func TestDiscordsExamplesOfModals(t *testing.T) {
	o := openAPI(t)
	examples(t, "payloads/docs", "components-", 10, nil, func(raw json.RawMessage) ([]string, bool) {
		if string(members(raw)["type"]) != "9" {
			return nil, false
		}
		return append(check.Callback(wire.InteractionCommand, raw, check.Context{}), o.Request("POST", "/api/v9/interactions/1/token/callback", jsonType, raw)...), true
	})
}

func TestDiscordsExamplesOfCommands(t *testing.T) {
	o := openAPI(t)
	examples(t, "payloads/docs", "interactions-application-commands-", 10, exceptions{
		// A step on the way of a tutorial; the next one fills the groups.
		"interactions-application-commands-example-walkthrough-2": {"options[0].options is empty", "options[1].options is empty"},
	}, func(raw json.RawMessage) ([]string, bool) {
		m := members(raw)
		if m["name"] == nil || m["name_localized"] != nil {
			return nil, false
		}
		return append(check.Commands(raw), o.Request("POST", "/api/v9/applications/1/commands", jsonType, raw)...), true
	})
}

func TestDiscordsExamplesOfGatewayPayloads(t *testing.T) {
	g := gateway(t)
	noEvent := []string{"GATEWAY_EVENT_NAME"} // a placeholder for the name of an event
	examples(t, "payloads/docs", "events-gateway-", 17, exceptions{
		"events-gateway-events-example-gateway-event-payload": noEvent,
		"events-gateway-example-gateway-event":                noEvent,
	}, func(raw json.RawMessage) ([]string, bool) {
		switch op := string(members(raw)["op"]); op {
		case "":
			return nil, false
		case "0", "7", "9", "10", "11":
			return g.Receive(raw), true
		default:
			return g.Send(raw), true
		}
	})
}

func TestRecordedInteractionsAndMessages(t *testing.T) {
	g := gateway(t)
	event := func(name string, raw json.RawMessage) []byte {
		return encode(t, map[string]any{"op": 0, "s": 1, "t": name, "d": raw})
	}
	// Fields that Discord began to send after these were recorded.
	examples(t, "payloads/real", "", 7, exceptions{
		"slash_int_option_2025-03_dsharpplus":     {"missing property 'attachment_size_limit'"},
		"slash_user_option_resolved_2023-08_nyxx": {"missing properties 'attachment_size_limit', 'authorizing_integration_owners'"},
	}, func(raw json.RawMessage) ([]string, bool) {
		if members(raw)["author"] != nil {
			return g.Receive(event("MESSAGE_CREATE", raw)), true
		}
		return g.Receive(event("INTERACTION_CREATE", raw)), true
	})
}

func TestOldExamplesOfInteractions(t *testing.T) {
	g := gateway(t)
	old := "missing properties"
	member, user := "d.member: missing property 'flags'", "d.member.user: missing property 'global_name'"
	// Discord's page shows interactions of 2021.
	examples(t, "payloads/docs", "interactions-application-commands-example-interaction", 3, exceptions{
		"interactions-application-commands-example-interaction":   {user, member, old},
		"interactions-application-commands-example-interaction-2": {"d.data.resolved.members", "d.data.resolved.users", user, member, old},
		"interactions-application-commands-example-interaction-3": {"d.data.resolved.messages", user, member, old},
	}, func(raw json.RawMessage) ([]string, bool) {
		return g.Receive(encode(t, map[string]any{"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": raw})), true
	})
}
