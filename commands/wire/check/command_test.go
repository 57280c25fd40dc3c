package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"topcut/commands/wire"
)

func command(changes object) object {
	return with(object{"name": "bracket", "description": "Shows the bracket"}, changes)
}

func opt(kind int, name string, changes object) object {
	return with(object{"type": kind, "name": name, "description": "What it is"}, changes)
}

// asCommands drops the context, which commands do not need.
func asCommands(raw json.RawMessage, _ Context) []string { return Commands(raw) }

func TestCommandNames(t *testing.T) {
	named := func(name string) object { return command(object{"name": name}) }
	judge(t, []ruling{
		{name: "32", payload: named(letters(32))},
		{name: "33", payload: with(named("a"), object{"type": 2, "description": nil, "name": letters(33)}), want: "name has 33"},
		{name: "dashes, digits, apostrophe", payload: named("tournament-admin_2'")},
		{name: "Japanese", payload: named("大会")},
		{name: "Devanagari with vowel signs", payload: named("टूर्नामेंट")},
		{name: "Thai with tone marks", payload: named("แข่งขัน")},
		{name: "space", payload: named("show bracket"), want: "name is \"show bracket\"; a name has"},
		{name: "dot", payload: named("a.b"), want: "name is \"a.b\""},
		{name: "capital", payload: named("Bracket"), want: "must be in lower case: \"bracket\""},
		{name: "missing", payload: object{"description": "a"}, want: "name is missing"},
		{name: "capital and space in a user command", payload: object{"type": 2, "name": "Show Record"}},
		{name: "capital in an option", payload: command(object{"options": list{opt(3, "Cup", nil)}}), want: "options[0].name is \"Cup\""},
	}, asCommands)
}

func TestCommandDescriptions(t *testing.T) {
	judge(t, []ruling{
		{name: "100", payload: command(object{"description": letters(100)})},
		{name: "101", payload: command(object{"description": letters(101)}), want: "description has 101"},
		{name: "missing in a chat command", payload: object{"name": "a"}, want: "description is missing"},
		{name: "in a user command", payload: object{"type": 2, "name": "a", "description": "b"}, want: "description cannot stand in a context menu command"},
		{name: "missing in an option", payload: command(object{"options": list{opt(3, "a", object{"description": nil})}}), want: "options[0].description is missing"},
	}, asCommands)
}

func TestCommandsOfOneScope(t *testing.T) {
	many := func(n, kind int) list {
		return times(n, func(i int) any {
			c := object{"type": kind, "name": fmt.Sprint("c", i)}
			if kind == wire.CommandChat {
				c["description"] = "a"
			}
			return c
		})
	}
	judge(t, []ruling{
		{name: "none", payload: list{}},
		{name: "100 chat, 15 user, 15 message", payload: append(append(many(100, 1), many(15, 2)...), many(15, 3)...)},
		{name: "101 chat", payload: many(101, 1), want: "has 101 chat commands"},
		{name: "16 user", payload: many(16, 2), want: "has 16 user commands"},
		{name: "16 message", payload: many(16, 3), want: "has 16 message commands"},
		{name: "name twice", payload: list{command(nil), command(nil)}, want: "[1].name is \"bracket\", the command name that [0].name already has"},
		{name: "name twice in two types", payload: list{object{"type": 2, "name": "record"}, object{"type": 3, "name": "record"}}},
		{name: "name twice in one locale", payload: list{
			command(object{"name": "a", "name_localizations": object{"de": "baum"}}),
			command(object{"name": "b", "name_localizations": object{"de": "baum"}}),
		}, want: "[1].name_localizations.de is \"baum\""},
		{name: "null", payload: nil, want: "must be a command or a list"},
		{name: "type 5", payload: command(object{"type": 5}), want: "type is 5"},
	}, asCommands)
}

func TestCommandOptions(t *testing.T) {
	many := func(n int) list { return times(n, func(i int) any { return opt(3, fmt.Sprint("o", i), nil) }) }
	in := func(options ...any) object { return command(object{"options": options}) }
	required := object{"required": true}
	judge(t, []ruling{
		{name: "25", payload: in(many(25)...)},
		{name: "26", payload: in(many(26)...), want: "options has 26 entries"},
		{name: "required first", payload: in(opt(3, "a", required), opt(3, "b", nil))},
		{name: "required after optional", payload: in(opt(3, "a", nil), opt(3, "b", required)), want: "options[1] is required but stands after an optional one"},
		{name: "name twice", payload: in(opt(3, "a", nil), opt(4, "a", nil)), want: "options[1].name is \"a\""},
		{name: "type 12", payload: in(opt(12, "a", nil)), want: "options[0].type is 12"},
		{name: "no type", payload: in(object{"name": "a", "description": "b"}), want: "options[0].type is missing"},
		{name: "in a user command", payload: object{"type": 2, "name": "a", "options": many(1)}, want: "options can only stand in a chat command"},
		{name: "channel types of a channel", payload: in(opt(7, "a", object{"channel_types": list{0}}))},
		{name: "channel types of a string", payload: in(opt(3, "a", object{"channel_types": list{0}})), want: "channel_types can only stand"},
		{name: "what discordgo sends along", payload: in(opt(3, "a", object{"channel_types": nil, "options": nil, "choices": nil, "autocomplete": false, "required": false}))},
	}, asCommands)
}

func TestCommandNesting(t *testing.T) {
	in := func(options ...any) object { return command(object{"options": options}) }
	sub := func(name string, options ...any) object { return opt(1, name, object{"options": options}) }
	group := func(name string, options ...any) object { return opt(2, name, object{"options": options}) }
	subs := func(n int) list { return times(n, func(i int) any { return sub(fmt.Sprint("s", i)) }) }
	judge(t, []ruling{
		{name: "subcommands", payload: in(sub("a", opt(3, "x", nil)), sub("b"))},
		{name: "group of subcommands", payload: in(group("a", sub("b", opt(3, "x", nil))))},
		{name: "25 in a group", payload: in(group("a", subs(25)...))},
		{name: "26 in a group", payload: in(group("a", subs(26)...)), want: "options[0].options has 26 entries"},
		{name: "subcommand beside an option", payload: in(sub("a"), opt(3, "b", nil)), want: "options mix subcommands with plain options"},
		{name: "group in a group", payload: in(group("a", group("b"))), want: "options[0].options[0] is a group too deep"},
		{name: "subcommand in a subcommand", payload: in(sub("a", sub("b"))), want: "options[0].options[0] is a subcommand too deep"},
		{name: "option in a group", payload: in(group("a", opt(3, "b", nil))), want: "options[0].options[0] is no subcommand"},
		{name: "empty group", payload: in(group("a")), want: "options[0].options is empty"},
		{name: "options of a string", payload: in(opt(3, "a", object{"options": list{opt(3, "b", nil)}})), want: "options[0].options can only stand in a subcommand"},
		{name: "required subcommand", payload: in(with(sub("a"), object{"required": true})), want: "required cannot be true"},
	}, asCommands)
}

func TestCommandChoices(t *testing.T) {
	choices := func(n int) list {
		return times(n, func(i int) any { return object{"name": fmt.Sprint("Round ", i), "value": fmt.Sprint(i)} })
	}
	in := func(kind int, changes object) object {
		return command(object{"options": list{opt(kind, "a", changes)}})
	}
	one := func(kind int, name string, value any) object {
		return in(kind, object{"choices": list{object{"name": name, "value": value}}})
	}
	judge(t, []ruling{
		{name: "25", payload: in(3, object{"choices": choices(25)})},
		{name: "26", payload: in(3, object{"choices": choices(26)}), want: "choices has 26 entries"},
		{name: "texts of 100", payload: one(3, letters(100), letters(100))},
		{name: "name 101", payload: one(3, letters(101), "a"), want: "name has 101"},
		{name: "value 101", payload: one(3, "a", letters(101)), want: "value has 101"},
		{name: "number for a string", payload: one(3, "a", 1), want: "value is a number in an option of strings"},
		{name: "string for a number", payload: one(4, "a", "1"), want: "value is a string in an option of numbers"},
		{name: "fraction for an integer", payload: one(4, "a", 1.5), want: "value must be a whole number"},
		{name: "fraction for a number", payload: one(10, "a", 1.5)},
		{name: "of a user", payload: one(6, "a", "1"), want: "choices can only stand"},
		{name: "name twice", payload: in(3, object{"choices": list{object{"name": "a", "value": "1"}, object{"name": "a", "value": "2"}}}), want: "choices[1].name is \"a\""},
		{name: "with autocomplete", payload: in(3, object{"autocomplete": true, "choices": choices(1)}), want: "autocomplete is true beside choices"},
		{name: "autocomplete of a user", payload: in(6, object{"autocomplete": true}), want: "autocomplete can only be true"},
	}, asCommands)
}

func TestCommandBounds(t *testing.T) {
	in := func(kind int, changes object) object {
		return command(object{"options": list{opt(kind, "a", changes)}})
	}
	judge(t, []ruling{
		{name: "values", payload: in(4, object{"min_value": 1, "max_value": 64})},
		{name: "min over max", payload: in(4, object{"min_value": 65, "max_value": 64}), want: "min_value is 65, more than the 64"},
		{name: "values of a string", payload: in(3, object{"min_value": 1}), want: "min_value can only stand in an option of numbers"},
		{name: "fraction for an integer", payload: in(4, object{"max_value": 1.5}), want: "max_value must be a whole number"},
		{name: "lengths", payload: in(3, object{"min_length": 0, "max_length": 6000})},
		{name: "max 6001", payload: in(3, object{"max_length": 6001}), want: "max_length is 6001"},
		{name: "max 0", payload: in(3, object{"max_length": 0}), want: "max_length is 0"},
		{name: "min over max length", payload: in(3, object{"min_length": 4, "max_length": 3}), want: "min_length is 4, more than the 3"},
		{name: "lengths of a number", payload: in(4, object{"max_length": 3}), want: "max_length can only stand in an option of strings"},
	}, asCommands)
}

func TestCommandHasAtMost8000Characters(t *testing.T) {
	// The command has 32 + 100 characters, each of three options 2 + 98 and 25
	// choices of 2 + 98, which makes 7932. The last option fills up to the limit.
	big := func(name string) object {
		return opt(3, name, object{"description": letters(98), "choices": times(25, func(i int) any {
			return object{"name": fmt.Sprintf("%02d", i), "value": letters(98)}
		})})
	}
	full := func(extra int) object {
		return object{"name": letters(32), "description": letters(100), "options": list{big("o1"), big("o2"), big("o3"), opt(5, "o4", object{"description": letters(66 + extra)})}}
	}
	translated := full(0)
	translated["description_localizations"] = object{"de": strings.Repeat("y", 100), "fr": "y"}
	longer := full(0)
	longer["name"], longer["name_localizations"] = letters(31), object{"de": letters(32), "fr": letters(30)}
	over := full(1)
	over["name"], over["name_localizations"] = letters(31), object{"de": letters(32)}
	judge(t, []ruling{
		{name: "8000", payload: full(0)},
		{name: "8001", payload: full(1), want: "has 8001 characters in its names, descriptions and values"},
		{name: "translations no longer than the default", payload: translated},
		{name: "only the longest translation counts", payload: longer},
		{name: "the longest translation does count", payload: over, want: "has 8001 characters"},
	}, asCommands)
}

func TestCommandTranslations(t *testing.T) {
	judge(t, []ruling{
		{name: "German", payload: command(object{"name_localizations": object{"de": "turnierbaum"}, "description_localizations": object{"de": letters(100)}})},
		{name: "null", payload: command(object{"name_localizations": nil})},
		{name: "no such locale", payload: command(object{"name_localizations": object{"xx": "a"}}), want: "name_localizations.xx is for a locale"},
		{name: "capital", payload: command(object{"name_localizations": object{"de": "Baum"}}), want: "name_localizations.de is \"Baum\""},
		{name: "too long", payload: command(object{"description_localizations": object{"de": letters(101)}}), want: "description_localizations.de has 101"},
		{name: "no object", payload: command(object{"name_localizations": list{}}), want: "name_localizations must be an object"},
	}, asCommands)
}

func TestCommandScope(t *testing.T) {
	judge(t, []ruling{
		{name: "guild only", payload: command(object{"contexts": list{0}, "integration_types": list{0}, "default_member_permissions": "32"})},
		{name: "hidden from all but administrators", payload: command(object{"default_member_permissions": "0"})},
		{name: "for everyone", payload: command(object{"default_member_permissions": nil})},
		{name: "permission in words", payload: command(object{"default_member_permissions": "MANAGE_GUILD"}), want: "default_member_permissions must be a permission set"},
		{name: "context 3", payload: command(object{"contexts": list{3}}), want: "contexts[0] is 3"},
		{name: "context twice", payload: command(object{"contexts": list{0, 0}}), want: "contexts[1] is \"0\""},
		{name: "integration type 2", payload: command(object{"integration_types": list{2}}), want: "integration_types[0] is 2"},
	}, asCommands)
}
