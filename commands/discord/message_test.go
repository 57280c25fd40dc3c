package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// sameJSON compares two JSON texts by what they mean.
func sameJSON(t *testing.T, want string, got any) {
	t.Helper()
	raw, err := wire.Encode(got)
	if err != nil {
		t.Fatal(err)
	}
	var w, g any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestMessage_wire(t *testing.T) {
	card := Message{
		Components: []Component{Container{
			Accent: new(0xff0000),
			Components: []Component{
				TextDisplay{Content: "# Round 1 <b>"},
				section{Texts: []TextDisplay{{Content: "a"}}, Accessory: Thumbnail{URL: "https://x.example/y.png", Description: "alt"}},
				Separator{},
				MediaGallery{Items: []Thumbnail{{URL: "attachment://t.png", Description: "table"}}},
				ActionRow{Components: []Component{Button{Style: Primary, Label: "Report", CustomID: "v1:r"}, Button{URL: "https://x.example"}}},
			},
		}},
		Files:    []File{{Name: "t.png", ContentType: "image/png", Description: "table", Data: []byte{1}}},
		Mentions: Mentions{Users: []string{"5"}},
		Nonce:    "n1",
		Silent:   true,
	}
	sameJSON(t, `{
	  "flags": 36864, "nonce": "n1", "enforce_nonce": true,
	  "allowed_mentions": {"parse": [], "users": ["5"], "replied_user": false},
	  "attachments": [{"id": "0", "filename": "t.png", "description": "table"}],
	  "components": [{"type": 17, "accent_color": 16711680, "components": [
	    {"type": 10, "content": "# Round 1 <b>"},
	    {"type": 9, "components": [{"type": 10, "content": "a"}], "accessory": {"type": 11, "media": {"url": "https://x.example/y.png"}, "description": "alt"}},
	    {"type": 14, "divider": true, "spacing": 1},
	    {"type": 12, "items": [{"media": {"url": "attachment://t.png"}, "description": "table"}]},
	    {"type": 1, "components": [
	      {"type": 2, "style": 1, "label": "Report", "custom_id": "v1:r"},
	      {"type": 2, "style": 5, "url": "https://x.example"}]}]}]}`, card.wire(check.RouteCreate))

	plain := Message{Content: "hi <@1>", Ephemeral: true, Nonce: "n"}
	sameJSON(t, `{"content": "hi <@1>", "flags": 64, "allowed_mentions": {"parse": [], "replied_user": false}}`, plain.wire(check.RouteCallback))
	sameJSON(t, `{"content": "hi <@1>", "components": [], "attachments": [], "allowed_mentions": {"parse": [], "replied_user": false}}`, plain.wire(check.RouteEdit))
	plain.KeepFiles = true
	sameJSON(t, `{"content": "hi <@1>", "components": [], "allowed_mentions": {"parse": [], "replied_user": false}}`, plain.wire(check.RouteEdit))
}

func TestModal_wire(t *testing.T) {
	modal := Modal{CustomID: "m", Title: "Deck", Components: []Component{
		TextDisplay{Content: "Your deck"},
		Label{Text: "List", Description: "one card a line", Input: TextInput{CustomID: "list", Paragraph: true, Optional: true, Max: 100}},
		Label{Text: "Division", Input: StringSelect{CustomID: "div", Optional: true, Options: []SelectOption{{Label: "A", Value: "a", Emoji: "🅰️"}}}},
		Label{Text: "Judge", Input: EntitySelect{Kind: Users, CustomID: "who", Defaults: []string{"5"}}},
	}}
	if err := modal.Check(); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, `{"custom_id": "m", "title": "Deck", "components": [
	  {"type": 10, "content": "Your deck"},
	  {"type": 18, "label": "List", "description": "one card a line", "component": {"type": 4, "custom_id": "list", "style": 2, "max_length": 100, "required": false}},
	  {"type": 18, "label": "Division", "component": {"type": 3, "custom_id": "div", "required": false, "options": [{"label": "A", "value": "a", "emoji": {"name": "🅰️"}}]}},
	  {"type": 18, "label": "Judge", "component": {"type": 5, "custom_id": "who", "default_values": [{"id": "5", "type": "user"}]}}]}`, modal.wire())
}

func TestCommand_wire(t *testing.T) {
	cmd := Command{ID: "9", Name: "to", Description: "Act for a player", Options: []CommandOption{{
		Type: wire.OptionSubcommand, Name: "report", Description: "Set a result",
		Options: []CommandOption{
			{Type: wire.OptionInteger, Name: "table", Description: "Table", Required: true, Min: new(0.0), Max: new(400.0)},
			{Type: wire.OptionString, Name: "result", Description: "Result", Autocomplete: true},
		},
	}}}
	const want = `{"type": 1, "name": "to", "description": "Act for a player", "contexts": [0], "integration_types": [0], "options": [
	  {"type": 1, "name": "report", "description": "Set a result", "options": [
	    {"type": 4, "name": "table", "description": "Table", "required": true, "min_value": 0, "max_value": 400},
	    {"type": 3, "name": "result", "description": "Result", "autocomplete": true}]}]}`
	sameJSON(t, want, cmd)

	// As Discord lists it, with its own additions, it is still the same.
	listed := strings.Replace(want, `"type": 1,`, `"id": "77", "version": "1", "name_localizations": null, "type": 1,`, 1)
	var back Command
	if err := json.Unmarshal([]byte(listed), &back); err != nil {
		t.Fatal(err)
	}
	if back.ID != "77" {
		t.Errorf("id %q", back.ID)
	}
	other := Command{Name: "join", Description: "Register"}
	a, errA := CommandsHash([]Command{cmd, other})
	b, errB := CommandsHash([]Command{other, back})
	if errA != nil || errB != nil || a != b {
		t.Errorf("hashes differ: %s %s %v %v", a, b, errA, errB)
	}
	back.Description = "Act for somebody"
	if c, _ := CommandsHash([]Command{other, back}); c == a {
		t.Error("a changed description does not show in the hash")
	}
}

func text(n int) string { return strings.Repeat("x", n) }

func buttons(n int) ActionRow {
	var row ActionRow
	for i := range n {
		row.Components = append(row.Components, Button{Label: "b", CustomID: fmt.Sprint("b", i)})
	}
	return row
}

func TestMessage_Check(t *testing.T) {
	with := func(c ...Component) Message { return Message{Components: c} }
	rows := func(n int) (m Message) {
		for i := range n {
			m.Components = append(m.Components, TextDisplay{Content: fmt.Sprint(i)})
		}
		return m
	}
	menu := StringSelect{CustomID: "s", Options: []SelectOption{{Label: "a", Value: "a"}}}
	tests := []struct {
		name string
		m    Message
		want string // part of the error; "" for none
	}{
		{"empty", Message{}, "is an empty message"},
		{"content and components", Message{Content: "x", Components: rows(1).Components}, "exclude"},
		{"content at its limit", Message{Content: text(2000)}, ""},
		{"content over it", Message{Content: text(2001)}, "2001 characters"},
		{"40 components", rows(40), ""},
		{"41 components", rows(41), "are 41 in all"},
		{"nested components count", with(Container{Components: rows(40).Components}), "are 41 in all"},
		{"text at its limit", with(TextDisplay{Content: text(2000)}, TextDisplay{Content: text(2000)}), ""},
		{"text over it", with(TextDisplay{Content: text(2000)}, TextDisplay{Content: text(2001)}), "4001 characters"},
		{"text over it in bytes", with(TextDisplay{Content: strings.Repeat("界", 3200)}), "bytes of text"},
		{"empty text", with(TextDisplay{}), "content is missing"},
		{"container in a container", with(Container{Components: []Component{Container{Components: rows(1).Components}}}), "is of type 17"},
		{"five buttons", with(buttons(5)), ""},
		{"six buttons", with(buttons(6)), "6 buttons"},
		{"a custom id twice", with(buttons(1), buttons(1)), "already has"},
		{"custom id too long", with(ActionRow{Components: []Component{Button{Label: "x", CustomID: text(101)}}}), "101 characters"},
		{"select beside a button", with(ActionRow{Components: []Component{Button{Label: "x", CustomID: "x"}, menu}}), "buttons and a select"},
		{"link with a custom id", with(ActionRow{Components: []Component{Button{URL: "https://x.example", CustomID: "x", Label: "x"}}}), "cannot stand in a link button"},
		{"button without a label", with(ActionRow{Components: []Component{Button{CustomID: "x"}}}), "neither a label"},
		{"a select", with(ActionRow{Components: []Component{menu}}), ""},
		{"an empty select", with(ActionRow{Components: []Component{StringSelect{CustomID: "s"}}}), "0 entries"},
		{"section without accessory", with(section{Texts: []TextDisplay{{Content: "x"}}}), "accessory"},
		{"input in a message", with(TextInput{CustomID: "x"}), "can stand here"},
		{"a picture that is not there", with(MediaGallery{Items: []Thumbnail{{URL: "attachment://x.png"}}}), "not in the message"},
		{"a picture kept", Message{KeepFiles: true, Components: []Component{MediaGallery{Items: []Thumbnail{{URL: "attachment://x.png"}}}}}, ""},
		{"no address", with(MediaGallery{Items: []Thumbnail{{URL: "x.png"}}}), "must be a URL"},
		{"an optional select", with(ActionRow{Components: []Component{StringSelect{CustomID: "s", Optional: true, Options: menu.Options}}}), "only stand in a modal"},
		{"file name", Message{Files: []File{{Name: "a b.png", ContentType: "image/png", Data: []byte{1}}}}, "file name"},
		{"empty file", Message{Files: []File{{Name: "a.png", ContentType: "image/png"}}}, "0 bytes"},
		{"nonce too long", Message{Content: "x", Nonce: text(26)}, "26 characters"},
		{"mention of no id", Message{Content: "x", Mentions: Mentions{Users: []string{"@everyone"}}}, "must be an id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkError(t, tt.m.Check(), tt.want) })
	}
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	var invalid *InvalidError
	if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one that says %q", err, want)
	}
}

func TestModal_Check(t *testing.T) {
	field := func(i TextInput) Component { return Label{Text: "x", Input: i} }
	six := make([]Component, 6)
	for i := range six {
		six[i] = field(TextInput{CustomID: fmt.Sprint(i)})
	}
	tests := []struct {
		name string
		m    Modal
		want string
	}{
		{"five lines", Modal{CustomID: "m", Title: "t", Components: six[:5]}, ""},
		{"six lines", Modal{CustomID: "m", Title: "t", Components: six}, "6 entries"},
		{"no line", Modal{CustomID: "m", Title: "t"}, "0 entries"},
		{"title too long", Modal{CustomID: "m", Title: text(46), Components: six[:1]}, "46 characters"},
		{"input without a label", Modal{CustomID: "m", Title: "t", Components: []Component{TextInput{CustomID: "x"}}}, "can stand in a modal"},
		{"value too long", Modal{CustomID: "m", Title: "t", Components: []Component{field(TextInput{CustomID: "x", Max: 3, Value: "abcd"})}}, "4 characters"},
		{"button in a modal", Modal{CustomID: "m", Title: "t", Components: []Component{Label{Text: "x", Input: Button{Label: "x", CustomID: "x"}}}}, "a label holds"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkError(t, tt.m.Check(), tt.want) })
	}
}

func TestCommand_Check(t *testing.T) {
	value := func(name string, required bool) CommandOption {
		return CommandOption{Type: wire.OptionString, Name: name, Description: "d", Required: required}
	}
	cmd := func(o ...CommandOption) Command { return Command{Name: "a", Description: "d", Options: o} }
	many := make([]CommandOption, 26)
	for i := range many {
		many[i] = value(fmt.Sprint("o", i), false)
	}
	sub := CommandOption{Type: wire.OptionSubcommand, Name: "s", Description: "d"}
	group := CommandOption{Type: wire.OptionGroup, Name: "g", Description: "d", Options: []CommandOption{sub}}
	tests := []struct {
		name string
		c    Command
		want string
	}{
		{"25 options", cmd(many[:25]...), ""},
		{"26 options", cmd(many...), "26 entries"},
		{"upper case", Command{Name: "A", Description: "d"}, "lower case"},
		{"space", Command{Name: "a b", Description: "d"}, "letters"},
		{"no description", Command{Name: "a"}, "description must not be empty"},
		{"required after optional", cmd(value("x", false), value("y", true)), "after an optional"},
		{"an option twice", cmd(value("x", false), value("x", false)), "already has"},
		{"subcommands and groups", cmd(sub, group), ""},
		{"subcommand beside a value", cmd(sub, value("x", false)), "mix subcommands"},
		{"group in a group", cmd(CommandOption{Type: wire.OptionGroup, Name: "g", Description: "d", Options: []CommandOption{group}}), "group too deep"},
		{"choices and autocomplete", cmd(CommandOption{Type: wire.OptionString, Name: "x", Description: "d", Autocomplete: true, Choices: []Choice{{Name: "a", Value: "a"}}}), "one or the other"},
		{"too large altogether", cmd(large(many[:25])...), "8000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := registered([]Command{tt.c})
			checkError(t, err, tt.want)
		})
	}
}

// large gives each option four choices of almost full length.
func large(options []CommandOption) []CommandOption {
	out := make([]CommandOption, len(options))
	for i, o := range options {
		for j := range 4 {
			o.Choices = append(o.Choices, Choice{Name: text(90) + fmt.Sprint(j), Value: fmt.Sprint(j)})
		}
		out[i] = o
	}
	return out
}
