package check

import (
	"strings"
	"testing"
)

func embeds(e ...any) object { return object{"embeds": e} }

func field(name, value string) object { return object{"name": name, "value": value} }

func TestEmbedTextLimits(t *testing.T) {
	judge(t, []ruling{
		{name: "title 256", payload: embeds(object{"title": letters(256)})},
		{name: "title 257", payload: embeds(object{"title": letters(257)}), want: "embeds[0].title has 257 characters; at most 256"},
		{name: "title 256 in white space", payload: embeds(object{"title": " " + letters(256) + " "})},
		{name: "description 4096", payload: embeds(object{"description": letters(4096)})},
		{name: "description 4097", payload: embeds(object{"description": letters(4097)}), want: "description has 4097"},
		{name: "field name 256, value 1024", payload: embeds(object{"fields": list{field(letters(256), letters(1024))}})},
		{name: "field name 257", payload: embeds(object{"fields": list{field(letters(257), "a")}}), want: "embeds[0].fields[0].name has 257"},
		{name: "field value 1025", payload: embeds(object{"fields": list{field("a", letters(1025))}}), want: "value has 1025"},
		{name: "footer 2048", payload: embeds(object{"footer": object{"text": letters(2048)}})},
		{name: "footer 2049", payload: embeds(object{"footer": object{"text": letters(2049)}}), want: "footer.text has 2049"},
		{name: "author 256", payload: embeds(object{"author": object{"name": letters(256)}})},
		{name: "author 257", payload: embeds(object{"author": object{"name": letters(257)}}), want: "author.name has 257"},
	}, Message)
}

func TestEmbedFieldsHaveNameAndValue(t *testing.T) {
	judge(t, []ruling{
		{name: "no name", payload: embeds(object{"fields": list{field("", "a")}}), want: "fields[0].name must not be empty"},
		{name: "blank value", payload: embeds(object{"fields": list{field("a", " ")}}), want: "fields[0].value must not be empty"},
		{name: "25 fields", payload: embeds(object{"fields": times(25, func(int) any { return field("a", "b") })})},
		{name: "26 fields", payload: embeds(object{"fields": times(26, func(int) any { return field("a", "b") })}), want: "fields has 26 entries"},
	}, Message)
}

func TestEmbedsAreAtMost10AndNoneIsEmpty(t *testing.T) {
	titled := func(int) any { return object{"title": "a"} }
	judge(t, []ruling{
		{name: "10", payload: object{"embeds": times(10, titled)}},
		{name: "11", payload: object{"embeds": times(11, titled)}, want: "embeds has 11 entries"},
		{name: "empty", payload: embeds(object{"color": 7}), want: "embeds[0] is empty"},
		{name: "no object", payload: embeds(7), want: "embeds[0] must be an object"},
	}, Message)
}

func TestEmbedsHaveAtMost6000CharactersInAll(t *testing.T) {
	half := object{"description": letters(2900), "title": letters(100)}
	judge(t, []ruling{
		{name: "6000", payload: embeds(half, half)},
		{name: "6001", payload: embeds(half, half, object{"footer": object{"text": "x"}}), want: "embeds have 6001 characters in all"},
		{name: "6000 emoji", payload: embeds(object{"description": strings.Repeat("🥇", 3000)}, object{"description": strings.Repeat("🥈", 3000)})},
		{name: "all texts count", payload: embeds(half, object{
			"title": letters(100), "description": letters(2000),
			"author": object{"name": letters(100)}, "footer": object{"text": letters(100)},
			"fields": list{field(letters(100), letters(601))},
		}), want: "embeds have 6001"},
	}, Message)
}

func TestEmbedLinksColoursAndTimes(t *testing.T) {
	titled := func(changes object) object { return embeds(with(object{"title": "a"}, changes)) }
	judge(t, []ruling{
		{name: "web link", payload: titled(object{"url": "https://example.org/x"})},
		{name: "other link", payload: titled(object{"url": "ftp://example.org/x"}), want: "embeds[0].url must be a URL"},
		{name: "picture on the web", payload: titled(object{"image": object{"url": "https://example.org/x.png"}})},
		{name: "picture without a URL", payload: titled(object{"image": object{}}), want: "image.url is missing"},
		{name: "colour", payload: titled(object{"color": 0xFFFFFF})},
		{name: "too much colour", payload: titled(object{"color": 0x1000000}), want: "color is 16777216"},
		{name: "time", payload: titled(object{"timestamp": "2026-08-01T18:00:00.000Z"})},
		{name: "no time", payload: titled(object{"timestamp": "today"}), want: "timestamp must be a time"},
	}, Message)
}
