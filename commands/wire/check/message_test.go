package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"topcut/commands/wire"
)

// silent returns a message without pings.
func silent(fields object) object {
	return with(object{"allowed_mentions": object{"parse": list{}}}, fields)
}

// v2 returns a message of Components V2 without pings.
func v2(components ...any) object {
	return silent(object{"flags": wire.FlagComponentsV2, "components": components})
}

func text(s string) object { return object{"type": 10, "content": s} }

func button(id string) object {
	return object{"type": 2, "style": 1, "label": "Report", "custom_id": id}
}

func rowOf(children ...any) object { return object{"type": 1, "components": children} }

func option(value string) object { return object{"label": "Round " + value, "value": value} }

func selectOf(id string, options int) object {
	return object{"type": 3, "custom_id": id, "options": times(options, func(i int) any { return option(fmt.Sprint(i)) })}
}

// components returns a message with a text and these components below it.
func components(c ...any) object {
	return silent(object{"content": "Round 2", "components": c})
}

func TestMessageIsAnObject(t *testing.T) {
	expect(t, Message(json.RawMessage(`[]`), Context{}), "the body must be an object")
	expect(t, Message(json.RawMessage(`{`), Context{}), "the body is not JSON")
	expect(t, Message(json.RawMessage(`{"content":"a","allowed_mentions":{}} {}`), Context{}), "after the end")
	expect(t, Message(nil, Context{Files: []File{{"files[0]", "rules.txt"}}}), "")
}

func TestMessageContentIsAtMost2000CodePoints(t *testing.T) {
	judge(t, []ruling{
		{name: "2000 letters", payload: silent(object{"content": letters(2000)})},
		{name: "2001 letters", payload: silent(object{"content": letters(2001)}), want: "content has 2001 characters; at most 2000"},
		{name: "2000 emoji, 4000 UTF-16 units", payload: silent(object{"content": strings.Repeat("🏆", 2000)})},
		{name: "2001 emoji", payload: silent(object{"content": strings.Repeat("🏆", 2001)}), want: "content has 2001"},
		{name: "white space around it is cut off", payload: silent(object{"content": "  " + letters(2000) + "\n"})},
		{name: "no string", payload: silent(object{"content": 7, "components": list{rowOf(button("a"))}}), want: "content must be a string"},
	}, Message)
}

func TestMessageHasSomethingToShow(t *testing.T) {
	file := Context{Files: []File{{"files[0]", "rules.txt"}}}
	judge(t, []ruling{
		{name: "nothing", payload: silent(nil), want: "is an empty message"},
		{name: "white space", payload: silent(object{"content": " \n "}), want: "is an empty message"},
		{name: "empty lists", payload: silent(object{"embeds": list{}, "components": list{}, "sticker_ids": list{}}), want: "is an empty message"},
		{name: "a file alone", payload: silent(nil), context: file},
		{name: "components alone", payload: silent(object{"components": list{rowOf(button("a"))}})},
		{name: "a sticker alone", payload: silent(object{"sticker_ids": list{"1"}})},
		{name: "a forward", payload: object{"message_reference": object{"type": 1, "message_id": "1", "channel_id": "2"}}},
		{name: "an edit that leaves the text", payload: silent(object{"components": list{}}), context: Context{Route: RouteEdit, HasContent: true}},
		{name: "an edit that takes the text away", payload: silent(object{"content": ""}), context: Context{Route: RouteEdit, HasContent: true}, want: "is an empty message"},
		{name: "an edit that leaves only a kept file", payload: silent(object{"content": nil}), context: Context{Route: RouteEdit, HasContent: true, Attachments: []Attachment{{"9", "a.txt"}}}},
		{name: "a message of components without any", payload: v2(), want: "components is empty"},
	}, Message)
}

func TestMessageFlags(t *testing.T) {
	with64 := silent(object{"content": "a", "flags": 64})
	v2Held := Context{Route: RouteEdit, Flags: wire.FlagComponentsV2, HasComponents: true}
	judge(t, []ruling{
		{name: "ephemeral callback", payload: with64, context: Context{Route: RouteCallback}},
		{name: "ephemeral follow-up", payload: with64, context: Context{Route: RouteFollowUp}},
		{name: "ephemeral channel message", payload: with64, want: "flags sets EPHEMERAL"},
		{name: "ephemeral edit", payload: with64, context: Context{Route: RouteWebhookEdit}, want: "flags sets EPHEMERAL"},
		{name: "ephemeral stays in an edit", payload: with64, context: Context{Route: RouteWebhookEdit, Flags: 64}},
		{name: "crossposted", payload: silent(object{"content": "a", "flags": 1}), want: "flags sets 1"},
		{name: "silent", payload: silent(object{"content": "a", "flags": 4096})},
		{name: "V2 taken away", payload: silent(object{"flags": 0}), context: v2Held, want: "can never be removed"},
		{name: "V2 left alone", payload: silent(object{"components": list{text("a")}}), context: v2Held},
		{name: "as a string", payload: silent(object{"content": "a", "flags": "4"})},
		{name: "no number", payload: silent(object{"content": "a", "flags": "four"}), want: "flags must be a whole number"},
	}, Message)
}

func TestMessageComponentsV2StandAlone(t *testing.T) {
	base := v2(text("a"))
	judge(t, []ruling{
		{name: "alone", payload: base},
		{name: "with what discordgo sends empty", payload: with(base, object{"content": "", "embeds": nil, "sticker_ids": nil})},
		{name: "with content", payload: with(base, object{"content": "a"}), want: "content stands beside IS_COMPONENTS_V2"},
		{name: "with embeds", payload: with(base, object{"embeds": list{object{"title": "a"}}}), want: "embeds stands beside"},
		{name: "with a sticker", payload: with(base, object{"sticker_ids": list{"1"}}), want: "sticker_ids stands beside"},
		{name: "with a poll", payload: with(base, object{"poll": poll()}), want: "poll stands beside"},
		{name: "content beside the flag the message has", payload: silent(object{"content": "a"}), context: Context{Route: RouteEdit, Flags: wire.FlagComponentsV2, HasComponents: true}, want: "content stands beside"},
		{name: "edit that forgets the old content", payload: base, context: Context{Route: RouteEdit, HasContent: true}, want: "content must be null or empty"},
		{name: "edit that clears the old content", payload: with(base, object{"content": nil}), context: Context{Route: RouteEdit, HasContent: true}},
		{name: "edit that forgets the old embeds", payload: base, context: Context{Route: RouteEdit, HasEmbeds: true}, want: "embeds must be null or empty"},
		{name: "components without the flag", payload: components(text("a")), want: "components[0] is of type 10, which needs the flag"},
	}, Message)
}

func TestMessageNonceIsAtMost25Characters(t *testing.T) {
	judge(t, []ruling{
		{name: "25", payload: silent(object{"content": "a", "nonce": letters(25), "enforce_nonce": true})},
		{name: "26", payload: silent(object{"content": "a", "nonce": letters(26)}), want: "nonce has 26 characters"},
		{name: "a number", payload: silent(object{"content": "a", "nonce": 12})},
		{name: "a list", payload: silent(object{"content": "a", "nonce": list{}}), want: "nonce must be a whole number"},
		{name: "enforced but missing", payload: silent(object{"content": "a", "enforce_nonce": true}), want: "no nonce to enforce"},
	}, Message)
}

func TestMessageReferenceAndStickers(t *testing.T) {
	reply := silent(object{"content": "a", "message_reference": object{"message_id": "5"}})
	judge(t, []ruling{
		{name: "reply", payload: reply},
		{name: "reply to nothing", payload: silent(object{"content": "a", "message_reference": object{}}), want: "message_reference.message_id is missing"},
		{name: "reply in a callback", payload: reply, context: Context{Route: RouteCallback}, want: "message_reference can only stand in a new channel message"},
		{name: "3 stickers", payload: silent(object{"sticker_ids": list{"1", "2", "3"}})},
		{name: "4 stickers", payload: silent(object{"sticker_ids": list{"1", "2", "3", "4"}}), want: "sticker_ids has 4 entries"},
	}, Message)
}

func TestMessageThatCanPingCarriesAllowedMentions(t *testing.T) {
	judge(t, []ruling{
		{name: "text without", payload: object{"content": "a"}, want: "allowed_mentions is missing"},
		{name: "text display without", payload: object{"flags": wire.FlagComponentsV2, "components": list{object{"type": 17, "components": list{text("a")}}}}, want: "allowed_mentions is missing"},
		{name: "reply without", payload: object{"sticker_ids": list{"1"}, "message_reference": object{"message_id": "5"}}, want: "allowed_mentions is missing"},
		{name: "embeds never ping", payload: object{"embeds": list{object{"title": "<@1>"}}}},
		{name: "ephemeral by its flag", payload: object{"content": "a", "flags": 64}, context: Context{Route: RouteCallback}},
		{name: "ephemeral by its deferral", payload: object{"content": "a"}, context: Context{Route: RouteWebhookEdit, Ephemeral: true}},
		{name: "null is missing", payload: object{"content": "a", "allowed_mentions": nil}, want: "allowed_mentions is missing"},
	}, Message)
}

func TestMessageAllowedMentions(t *testing.T) {
	ids := func(n int) list { return times(n, func(i int) any { return fmt.Sprint(i + 1) }) }
	mentions := func(m object) object { return object{"content": "a", "allowed_mentions": m} }
	judge(t, []ruling{
		{name: "empty", payload: mentions(object{})},
		{name: "parse null, as discordgo sends", payload: mentions(object{"parse": nil, "users": list{"1"}})},
		{name: "100 users", payload: mentions(object{"parse": list{}, "users": ids(100)})},
		{name: "101 users", payload: mentions(object{"users": ids(101)}), want: "allowed_mentions.users has 101 entries"},
		{name: "101 roles", payload: mentions(object{"roles": ids(101)}), want: "allowed_mentions.roles has 101 entries"},
		{name: "parse users and an empty list", payload: mentions(object{"parse": list{"users"}, "users": list{}})},
		{name: "parse users and a list", payload: mentions(object{"parse": list{"users"}, "users": list{"1"}}), want: "only one of the two"},
		{name: "parse roles beside users", payload: mentions(object{"parse": list{"roles"}, "users": list{"1"}})},
		{name: "everyone", payload: mentions(object{"parse": list{"everyone"}}), want: "house rule"},
		{name: "unknown kind", payload: mentions(object{"parse": list{"here"}}), want: "parse[0] must be users"},
		{name: "kind twice", payload: mentions(object{"parse": list{"users", "users"}}), want: "parse[1] is \"users\""},
		{name: "id twice", payload: mentions(object{"users": list{"1", "1"}}), want: "users[1] is \"1\""},
		{name: "no id", payload: mentions(object{"users": list{"<@1>"}}), want: "users[0] must be an id"},
	}, Message)
}

func poll() object {
	return object{
		"question": object{"text": "Best of three?"},
		"answers":  list{object{"poll_media": object{"text": "Yes", "emoji": object{"name": "✅"}}}},
		"duration": 24,
	}
}

func TestMessagePoll(t *testing.T) {
	in := func(changes object) object { return silent(object{"poll": with(poll(), changes)}) }
	answer := func(n int) list {
		return times(n, func(i int) any { return object{"poll_media": object{"text": letters(55)}} })
	}
	judge(t, []ruling{
		{name: "alone", payload: in(nil)},
		{name: "question of 300", payload: in(object{"question": object{"text": letters(300)}})},
		{name: "question of 301", payload: in(object{"question": object{"text": letters(301)}}), want: "poll.question.text has 301"},
		{name: "10 answers of 55", payload: in(object{"answers": answer(10)})},
		{name: "11 answers", payload: in(object{"answers": answer(11)}), want: "poll.answers has 11 entries"},
		{name: "no answers", payload: in(object{"answers": list{}}), want: "poll.answers has 0 entries"},
		{name: "answer of 56", payload: in(object{"answers": list{object{"poll_media": object{"text": letters(56)}}}}), want: "text has 56"},
		{name: "768 hours", payload: in(object{"duration": 768})},
		{name: "769 hours", payload: in(object{"duration": 769}), want: "poll.duration is 769"},
		{name: "in an edit", payload: in(nil), context: Context{Route: RouteEdit, HasContent: true}, want: "poll cannot be added"},
	}, Message)
}

func TestMessageOfWrongKinds(t *testing.T) {
	in := func(changes object) object { return silent(with(object{"content": "a"}, changes)) }
	judge(t, []ruling{
		{name: "embeds", payload: in(object{"embeds": "a"}), want: "embeds must be a list"},
		{name: "embed's author", payload: in(object{"embeds": list{object{"title": "a", "author": "b"}}}), want: "author must be an object"},
		{name: "embed's field", payload: in(object{"embeds": list{object{"title": "a", "fields": list{7}}}}), want: "fields[0] must be an object"},
		{name: "components", payload: in(object{"components": object{}}), want: "components must be a list"},
		{name: "component", payload: in(object{"components": list{7}}), want: "components[0] must be an object"},
		{name: "emoji", payload: in(object{"components": list{rowOf(with(button("a"), object{"emoji": "x"}))}}), want: "emoji must be an object"},
		{name: "option", payload: in(object{"components": list{rowOf(with(selectOf("a", 1), object{"options": list{7}}))}}), want: "options[0] must be an object"},
		{name: "preset", payload: in(object{"components": list{rowOf(object{"type": 5, "custom_id": "a", "default_values": list{7}})}}), want: "default_values[0] must be an object"},
		{name: "allowed mentions", payload: with(in(nil), object{"allowed_mentions": list{}}), want: "allowed_mentions must be an object"},
		{name: "attachment", payload: in(object{"attachments": list{7}}), want: "attachments[0] must be an object"},
		{name: "poll", payload: in(object{"poll": 7}), want: "poll must be an object"},
		{name: "tts", payload: in(object{"tts": "yes"}), want: "tts must be true or false"},
	}, Message)
}
