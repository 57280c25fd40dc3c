package check

import (
	"fmt"
	"strings"
	"testing"
)

func buttons(from, n int) list {
	return times(n, func(i int) any { return button(fmt.Sprint("b", from+i)) })
}

func TestRowsAreAtMost5WithoutComponentsV2(t *testing.T) {
	rows := func(n int) list { return times(n, func(i int) any { return rowOf(button(fmt.Sprint(i))) }) }
	judge(t, []ruling{
		{name: "5", payload: components(rows(5)...)},
		{name: "6", payload: components(rows(6)...), want: "components has 6 entries"},
		{name: "6 in V2", payload: v2(rows(6)...)},
		{name: "a button outside a row", payload: components(button("a")), want: "components[0] is of type 2; only rows"},
		{name: "no type", payload: components(object{}), want: "components[0].type is missing"},
	}, Message)
}

func TestRowHoldsButtonsOrOneSelect(t *testing.T) {
	judge(t, []ruling{
		{name: "5 buttons", payload: components(rowOf(buttons(0, 5)...))},
		{name: "6 buttons", payload: components(rowOf(buttons(0, 6)...)), want: "components[0].components hold 6 buttons"},
		{name: "a select", payload: components(rowOf(selectOf("a", 1)))},
		{name: "2 selects", payload: components(rowOf(selectOf("a", 1), selectOf("b", 1))), want: "hold 2 selects"},
		{name: "a select and a button", payload: components(rowOf(selectOf("a", 1), button("b"))), want: "hold buttons and a select"},
		{name: "empty", payload: components(rowOf()), want: "components is empty"},
		{name: "a text input", payload: components(rowOf(object{"type": 4, "custom_id": "a"})), want: "is of type 4; a row holds"},
		{name: "a row", payload: components(rowOf(rowOf(button("a")))), want: "is of type 1; a row holds"},
	}, Message)
}

func TestCustomIDHas1To100CharactersAndIsUnique(t *testing.T) {
	judge(t, []ruling{
		{name: "100", payload: components(rowOf(button(letters(100))))},
		{name: "101", payload: components(rowOf(button(letters(101)))), want: "custom_id has 101"},
		{name: "none", payload: components(rowOf(object{"type": 2, "style": 1, "label": "a"})), want: "custom_id is missing"},
		{name: "empty", payload: components(rowOf(button(""))), want: "custom_id must not be empty"},
		{name: "twice in a row", payload: components(rowOf(button("a"), button("a"))), want: "that components[0].components[0].custom_id already has"},
		{name: "twice in two rows", payload: components(rowOf(button("a")), rowOf(selectOf("a", 1))), want: "is \"a\", the custom_id"},
		{name: "twice across containers", payload: v2(object{"type": 17, "components": list{rowOf(button("a"))}}, object{"type": 9, "components": list{text("x")}, "accessory": button("a")}), want: "components[1].accessory.custom_id is \"a\""},
		{name: "id twice", payload: v2(with(text("a"), object{"id": 3}), with(text("b"), object{"id": 3})), want: "components[1].id is \"3\""},
	}, Message)
}

func TestButtonLabelsAndLinks(t *testing.T) {
	in := func(b object) object { return components(rowOf(b)) }
	link := object{"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"}
	judge(t, []ruling{
		{name: "label 80", payload: in(with(button("a"), object{"label": letters(80)}))},
		{name: "label 81", payload: in(with(button("a"), object{"label": letters(81)})), want: "label has 81"},
		{name: "neither label nor emoji", payload: in(with(button("a"), object{"label": ""})), want: "neither a label nor an emoji"},
		{name: "emoji alone", payload: in(with(button("a"), object{"label": "", "emoji": object{"name": "🏆"}}))},
		{name: "empty emoji", payload: in(with(button("a"), object{"emoji": object{"id": "", "name": ""}})), want: "emoji has neither"},
		{name: "link", payload: in(link)},
		{name: "link without a URL", payload: in(with(link, object{"url": nil})), want: "url is missing"},
		{name: "link with a custom_id", payload: in(with(link, object{"custom_id": "a"})), want: "custom_id cannot stand in a link button"},
		{name: "link to nowhere", payload: in(with(link, object{"url": "example.org"})), want: "url must be a URL"},
		{name: "link of 512", payload: in(with(link, object{"url": "https://e.org/" + letters(512-14)}))},
		{name: "link of 513", payload: in(with(link, object{"url": "https://e.org/" + letters(513-14)})), want: "url has 513"},
		{name: "plain with a URL", payload: in(with(button("a"), object{"url": "https://example.org"})), want: "url cannot stand in a button that is clicked"},
		{name: "premium", payload: in(object{"type": 2, "style": 6, "sku_id": "1"})},
		{name: "premium with a label", payload: in(object{"type": 2, "style": 6, "sku_id": "1", "label": "a"}), want: "label cannot stand in a premium button"},
		{name: "style 7", payload: in(with(button("a"), object{"style": 7})), want: "style is 7"},
		{name: "no style", payload: in(object{"type": 2, "label": "a", "custom_id": "a"}), want: "style is missing"},
	}, Message)
}

func TestSelectBounds(t *testing.T) {
	in := func(options int, changes object) object {
		return components(rowOf(with(selectOf("a", options), changes)))
	}
	judge(t, []ruling{
		{name: "25 options, all of them", payload: in(25, object{"min_values": 0, "max_values": 25})},
		{name: "26 options", payload: in(26, nil), want: "options has 26 entries"},
		{name: "no options", payload: in(0, nil), want: "options has 0 entries"},
		{name: "max 26", payload: in(25, object{"max_values": 26}), want: "max_values is 26; it must be from 1 to 25"},
		{name: "max 0", payload: in(2, object{"min_values": 0, "max_values": 0}), want: "max_values is 0"},
		{name: "max over options", payload: in(2, object{"max_values": 3}), want: "max_values is 3, but there are only 2 options"},
		{name: "min over max", payload: in(5, object{"min_values": 3, "max_values": 2}), want: "min_values is 3, more than the 2"},
		{name: "min over the default max", payload: in(5, object{"min_values": 2}), want: "min_values is 2, more than the 1"},
		{name: "placeholder 150", payload: in(1, object{"placeholder": letters(150)})},
		{name: "placeholder 151", payload: in(1, object{"placeholder": letters(151)}), want: "placeholder has 151"},
		{name: "two presets for one", payload: in(0, object{"options": list{with(option("1"), object{"default": true}), with(option("2"), object{"default": true})}}), want: "2 options chosen beforehand"},
		{name: "value twice", payload: in(0, object{"options": list{option("1"), option("1")}}), want: "options[1].value is \"1\""},
		{name: "texts of 100", payload: in(0, object{"options": list{object{"label": letters(100), "value": letters(100), "description": letters(100)}}})},
		{name: "label 101", payload: in(0, object{"options": list{object{"label": letters(101), "value": "a"}}}), want: "label has 101"},
		{name: "value 101", payload: in(0, object{"options": list{object{"label": "a", "value": letters(101)}}}), want: "value has 101"},
		{name: "description 101", payload: in(0, object{"options": list{object{"label": "a", "value": "a", "description": letters(101)}}}), want: "description has 101"},
	}, Message)
}

func TestSelectsThatFillThemselves(t *testing.T) {
	user := object{"type": 5, "custom_id": "a"}
	in := func(base, changes object) object { return components(rowOf(with(base, changes))) }
	preset := func(kind string) list { return list{object{"type": kind, "id": "1"}} }
	judge(t, []ruling{
		{name: "users", payload: in(user, object{"default_values": preset("user"), "max_values": 25})},
		{name: "users with options", payload: in(user, object{"options": list{option("1")}}), want: "options can only stand in a string select"},
		{name: "users with a role chosen", payload: in(user, object{"default_values": preset("role")}), want: "default_values[0].type does not fit"},
		{name: "more presets than max", payload: in(user, object{"default_values": append(preset("user"), preset("user")...)}), want: "default_values has 2 entries"},
		{name: "channels of types", payload: in(user, object{"type": 8, "channel_types": list{0, 11}})},
		{name: "users of channel types", payload: in(user, object{"channel_types": list{0}}), want: "channel_types can only stand in a channel select"},
	}, Message)
}

func TestComponentsV2AreAtMost40WithNestedOnes(t *testing.T) {
	// A container, a section with its button and the texts: 1 + 1 + 1 + n.
	nested := func(n int) object {
		return object{"type": 17, "components": list{object{
			"type": 9, "accessory": button("a"), "components": times(n, func(int) any { return text("x") }),
		}}}
	}
	texts := func(n int) list { return times(n, func(int) any { return text("x") }) }
	judge(t, []ruling{
		{name: "40", payload: v2(texts(40)...)},
		{name: "41", payload: v2(texts(41)...), want: "components are 41 in all"},
		{name: "40 with nested ones", payload: v2(append(texts(34), nested(3))...)},
		{name: "41 with nested ones", payload: v2(append(texts(35), nested(3))...), want: "components are 41 in all"},
	}, Message)
}

func TestComponentsV2HaveAtMost4000CharactersOfText(t *testing.T) {
	inside := object{"type": 17, "components": list{text(letters(2000))}}
	judge(t, []ruling{
		{name: "4000", payload: v2(text(letters(2000)), inside)},
		{name: "4001", payload: v2(text(letters(2001)), inside), want: "components have 4001 characters of text"},
		{name: "3162 characters of 3 bytes", payload: v2(text(strings.Repeat("回", 3162)))},
		{name: "3163 characters of 3 bytes", payload: v2(text(strings.Repeat("回", 3163))), want: "components have 9501 bytes"},
		{name: "empty", payload: v2(text(" ")), want: "components[0].content must not be empty"},
	}, Message)
}

func TestComponentsV2Nesting(t *testing.T) {
	section := func(n int) object {
		return object{"type": 9, "components": times(n, func(int) any { return text("x") }), "accessory": button("a")}
	}
	container := func(children ...any) object { return object{"type": 17, "components": children} }
	judge(t, []ruling{
		{name: "section of 3", payload: v2(section(3))},
		{name: "section of 4", payload: v2(section(4)), want: "components[0].components has 4 entries"},
		{name: "section of none", payload: v2(with(section(0), object{"components": list{}})), want: "has 0 entries"},
		{name: "section without accessory", payload: v2(with(section(1), object{"accessory": nil})), want: "accessory is missing"},
		{name: "section with a select", payload: v2(with(section(1), object{"accessory": selectOf("a", 1)})), want: "accessory is of type 3"},
		{name: "section with a thumbnail", payload: v2(with(section(1), object{"accessory": object{"type": 11, "media": object{"url": "https://example.org/a.png"}}}))},
		{name: "container", payload: v2(with(container(section(1), object{"type": 14, "spacing": 2}), object{"accent_color": 0xFFFFFF}))},
		{name: "empty container", payload: v2(container()), want: "components[0].components has 0 entries"},
		{name: "container in a container", payload: v2(container(container(text("a")))), want: "components[0].components[0] is of type 17"},
		{name: "colour", payload: v2(with(container(text("a")), object{"accent_color": 0x1000000})), want: "accent_color is 16777216"},
		{name: "spacing 3", payload: v2(text("a"), object{"type": 14, "spacing": 3}), want: "spacing is 3"},
		{name: "a label", payload: v2(object{"type": 18}), want: "components[0] is of type 18"},
		{name: "a type that does not exist", payload: v2(object{"type": 99}), want: "components[0] is of type 99"},
	}, Message)
}

func TestGalleryAndAlternativeText(t *testing.T) {
	item := func(changes object) object {
		return with(object{"media": object{"url": "https://example.org/a.png"}, "description": "Bracket"}, changes)
	}
	gallery := func(items ...any) object { return v2(object{"type": 12, "items": items}) }
	judge(t, []ruling{
		{name: "10", payload: gallery(times(10, func(int) any { return item(nil) })...)},
		{name: "11", payload: gallery(times(11, func(int) any { return item(nil) })...), want: "items has 11 entries"},
		{name: "0", payload: gallery(), want: "items has 0 entries"},
		{name: "description 1024", payload: gallery(item(object{"description": letters(1024)}))},
		{name: "description 1025", payload: gallery(item(object{"description": letters(1025)})), want: "description has 1025"},
		{name: "no URL", payload: gallery(item(object{"media": object{}})), want: "media.url is missing"},
		{name: "file from the web", payload: v2(object{"type": 13, "file": object{"url": "https://example.org/a.zip"}}), want: "file.url must be a URL that begins with one of attachment://"},
	}, Message)
}
