package check

import (
	"encoding/json"
	"fmt"
	"testing"

	"topcut/commands/wire"
)

// answering fixes the interaction type of a table.
func answering(interactionType int) func(json.RawMessage, Context) []string {
	return func(raw json.RawMessage, c Context) []string { return Callback(interactionType, raw, c) }
}

func TestCallbackTypeFitsTheInteraction(t *testing.T) {
	answers := map[int64]object{
		1:  {"type": 1},
		4:  {"type": 4, "data": silent(object{"content": "a"})},
		5:  {"type": 5},
		6:  {"type": 6},
		7:  {"type": 7, "data": silent(object{"content": "a"})},
		8:  {"type": 8, "data": object{"choices": list{}}},
		9:  {"type": 9, "data": modal(label(input("a")))},
		10: {"type": 10, "data": object{}},
		12: {"type": 12},
	}
	for _, line := range []struct {
		interaction int
		fromMessage bool
		allowed     map[int64]bool
	}{
		{1, false, map[int64]bool{1: true}},
		{2, false, map[int64]bool{4: true, 5: true, 9: true, 12: true}},
		{3, true, map[int64]bool{4: true, 5: true, 6: true, 7: true, 9: true, 12: true}},
		{4, false, map[int64]bool{8: true}},
		{5, false, map[int64]bool{4: true, 5: true, 12: true}},
		{5, true, map[int64]bool{4: true, 5: true, 6: true, 7: true, 12: true}},
	} {
		for kind, answer := range answers {
			t.Run(fmt.Sprintf("interaction %d from message %t answer %d", line.interaction, line.fromMessage, kind), func(t *testing.T) {
				raw, err := json.Marshal(answer)
				if err != nil {
					t.Fatal(err)
				}
				want := ""
				if !line.allowed[kind] {
					want = fmt.Sprintf("type is %d", kind)
				}
				expect(t, Callback(line.interaction, raw, Context{FromMessage: line.fromMessage}), want)
			})
		}
	}
	expect(t, Callback(6, json.RawMessage(`{"type":4,"data":{"content":"a","flags":64}}`), Context{}), "which does not exist")
	expect(t, Callback(2, json.RawMessage(`{}`), Context{}), "type is missing")
}

func TestCallbackCarriesItsData(t *testing.T) {
	file := Context{Files: []File{{"files[0]", "rules.txt"}}}
	judge(t, []ruling{
		{name: "message without data", payload: object{"type": 4}, want: "data is missing; a callback of type 4"},
		{name: "update without data", payload: object{"type": 7}, want: "data is missing; a callback of type 7"},
		{name: "empty message", payload: object{"type": 4, "data": silent(nil)}, want: "data is an empty message"},
		{name: "update that leaves the text", payload: object{"type": 7, "data": silent(object{"components": list{}})}, context: Context{HasContent: true}},
		{name: "a path within the data", payload: object{"type": 4, "data": silent(object{"content": letters(2001)})}, want: "data.content has 2001"},
		{name: "modal without data", payload: object{"type": 9}, want: "data is missing"},
		{name: "message with a file", payload: object{"type": 4, "data": silent(nil)}, context: file},
		{name: "defer with a file", payload: object{"type": 5}, context: file, want: "comes with files"},
		{name: "update that turns ephemeral", payload: object{"type": 7, "data": silent(object{"content": "a", "flags": 64})}, want: "data.flags sets EPHEMERAL"},
	}, answering(wire.InteractionComponent))
}

func TestCallbackToAnEphemeralMessage(t *testing.T) {
	clicked := Context{FromMessage: true, Ephemeral: true, Flags: wire.FlagEphemeral | wire.FlagComponentsV2, HasComponents: true}
	judge(t, []ruling{
		{name: "a new answer is public by itself", payload: object{"type": 4, "data": object{"content": "a"}}, context: clicked, want: "data.allowed_mentions is missing"},
		{name: "an update stays ephemeral", payload: object{"type": 7, "data": object{"components": list{text("a")}}}, context: clicked},
		{name: "an update stays one of components", payload: object{"type": 7, "data": object{"content": "a"}}, context: clicked, want: "data.content stands beside IS_COMPONENTS_V2"},
	}, answering(wire.InteractionComponent))
}

func TestDeferSaysOnlyThatItIsEphemeral(t *testing.T) {
	judge(t, []ruling{
		{name: "no data", payload: object{"type": 5}},
		{name: "ephemeral", payload: object{"type": 5, "data": object{"flags": 64}}},
		{name: "what discordgo sends", payload: object{"type": 5, "data": object{"tts": false, "content": "", "components": nil, "embeds": nil, "flags": 64}}},
		{name: "V2", payload: object{"type": 5, "data": object{"flags": 64 | wire.FlagComponentsV2}}, want: "data.flags sets IS_COMPONENTS_V2"},
		{name: "another flag", payload: object{"type": 5, "data": object{"flags": 4096}}, want: "data.flags sets 4096"},
		{name: "content", payload: object{"type": 5, "data": object{"content": "a"}}, want: "data.content stands in a deferred answer"},
		{name: "components", payload: object{"type": 5, "data": object{"components": list{text("a")}}}, want: "data.components stands"},
		{name: "a poll", payload: object{"type": 5, "data": object{"poll": poll()}}, want: "data.poll stands"},
	}, answering(wire.InteractionCommand))
}

func TestAutocompleteHasAtMost25Choices(t *testing.T) {
	choices := func(n int) list {
		return times(n, func(i int) any { return object{"name": fmt.Sprint("Cup ", i), "value": i} })
	}
	in := func(c any) object { return object{"type": 8, "data": object{"choices": c}} }
	one := func(name, value any) object { return in(list{object{"name": name, "value": value}}) }
	judge(t, []ruling{
		{name: "25", payload: in(choices(25))},
		{name: "26", payload: in(choices(26)), want: "data.choices has 26 entries"},
		{name: "none", payload: in(list{})},
		{name: "left out", payload: object{"type": 8, "data": object{"tts": false}}, want: "data.choices is missing"},
		{name: "100 each", payload: one(letters(100), letters(100))},
		{name: "name of 101", payload: one(letters(101), 1), want: "data.choices[0].name has 101"},
		{name: "value of 101", payload: one("a", letters(101)), want: "data.choices[0].value has 101"},
		{name: "no name", payload: one("", 1), want: "name must not be empty"},
		{name: "no value", payload: one("a", nil), want: "value is missing"},
		{name: "neither text nor number", payload: one("a", true), want: "value must be a string or a number"},
		{name: "no object", payload: in(list{7}), want: "data.choices[0] must be an object"},
		{name: "no data", payload: object{"type": 8}, want: "data is missing"},
		{name: "name in a locale", payload: in(list{object{"name": "a", "value": 1, "name_localizations": object{"de": letters(101)}}}), want: "name_localizations.de has 101"},
		{name: "2^53", payload: one("a", 1<<53)},
		{name: "2^54", payload: one("a", 1<<54), want: "between -2^53 and 2^53"},
	}, answering(wire.InteractionAutocomplete))
}
