package check

import (
	"encoding/json"
	"testing"

	"topcut/commands/wire"
)

// seed gives a fuzz target the payloads of the tables in spirit: every kind of
// field, right and wrong.
func seed(f *testing.F, payloads ...any) {
	f.Helper()
	for _, raw := range []string{"", "null", "[]", "{}", `[null]`, `{"components":[[]]}`, `{"options":{"a":[]}}`, `"\ud800"`, `1e999`} {
		f.Add([]byte(raw))
	}
	for _, payload := range payloads {
		f.Add(encode(f, payload))
	}
}

// wellFormed demands that sentences say something about some place.
func wellFormed(t *testing.T, sentences []string) {
	t.Helper()
	for _, sentence := range sentences {
		if len(sentence) < 10 || sentence[0] == ' ' {
			t.Errorf("%q is no sentence", sentence)
		}
	}
}

func FuzzMessage(f *testing.F) {
	seed(
		f,
		silent(object{"content": "a", "poll": poll(), "nonce": "7", "flags": "64", "sticker_ids": list{"1"}}),
		components(rowOf(selectOf("a", 2)), rowOf(button("b"))),
		v2(object{"type": 17, "components": list{object{"type": 9, "components": list{text("a")}, "accessory": button("a")}}}),
		embeds(object{"title": "a", "fields": list{field("a", "b")}, "image": object{"url": "attachment://a.png"}}),
		object{"attachments": list{object{"id": "0", "description": "a"}}, "allowed_mentions": object{"parse": list{"users"}, "users": list{"1"}}},
		object{"type": 9, "data": modal(label(input("a")), rowOf(input("b")))},
		object{"type": 8, "data": object{"choices": list{object{"name": "a", "value": 1}}}},
	)
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, c := range []Context{
			{},
			{Route: RouteEdit, Flags: wire.FlagComponentsV2, HasComponents: true, Attachments: []Attachment{{"7", "a.png"}}},
			{Route: RouteFollowUp, Files: []File{{"files[0]", "a.png"}, {"x", ""}}},
		} {
			wellFormed(t, Message(raw, c))
		}
		for interaction := range 7 {
			wellFormed(t, Callback(interaction, raw, Context{}))
		}
		wellFormed(t, inModal(raw, Context{}))
		wellFormed(t, Thread(raw, true))
		wellFormed(t, Channel(raw, false))
	})
}

func FuzzCommands(f *testing.F) {
	seed(
		f,
		list{command(nil), object{"type": 2, "name": "Show Record"}},
		command(object{"options": list{opt(2, "a", object{"options": list{opt(1, "b", object{"options": list{opt(3, "c", nil)}})}})}}),
		command(object{"options": list{opt(4, "a", object{"min_value": 1, "max_value": 1e300, "choices": list{object{"name": "a", "value": 1.5}}})}}),
		command(object{"name_localizations": object{"de": "a"}, "contexts": list{0}, "default_member_permissions": "8"}),
	)
	f.Fuzz(func(t *testing.T, raw []byte) {
		sentences := Commands(raw)
		wellFormed(t, sentences)
		if !json.Valid(raw) && len(sentences) == 0 {
			t.Errorf("%q is not JSON and must not be fine", raw)
		}
	})
}
