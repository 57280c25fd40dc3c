package check

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"topcut/commands/wire"
)

// commands checks a set of commands that are registered together.
type commands struct {
	name  *regexp.Regexp // what the names of chat commands and options look like
	names map[int64]map[string]unique
	count map[int64]int
}

// Commands checks one application command (an object, as single create sends)
// or all of a scope (an array, as the bulk overwrite sends).
func Commands(raw json.RawMessage) []string {
	body, ok := parse(raw)
	if !ok {
		return body.report.sentences
	}
	c := &commands{
		name:  regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`),
		names: map[int64]map[string]unique{},
		count: map[int64]int{},
	}
	if _, single := body.held.(map[string]any); single {
		c.command(body)
		return body.report.sentences
	}
	if !body.has() {
		body.fail("must be a command or a list of commands")
	}
	for _, command := range body.list() {
		c.command(command)
	}
	for _, limit := range []struct {
		kind int64
		most int
		what string
	}{
		{wire.CommandChat, wire.MaxChatCommands, "chat"},
		{wire.CommandUser, wire.MaxUserCommands, "user"},
		{wire.CommandMessage, wire.MaxMessageCommands, "message"},
		{wire.CommandEntryPoint, wire.MaxEntryPointCommands, "entry point"},
	} {
		if n := c.count[limit.kind]; n > limit.most {
			body.fail("has %d %s commands; at most %d are allowed", n, limit.what, limit.most)
		}
	}
	return body.report.sentences
}

// command checks one command of any type.
func (c *commands) command(v value) {
	if !v.object() {
		return
	}
	kind := v.get("type").within(wire.CommandChat, wire.CommandEntryPoint, wire.CommandChat)
	c.count[kind]++
	if c.names[kind] == nil {
		c.names[kind] = map[string]unique{}
	}
	c.taken(v, c.names[kind], "command name")

	switch kind {
	case wire.CommandChat, wire.CommandEntryPoint:
		c.chatName(v.get("name"))
		checkTranslations(v.get("name_localizations"), c.chatName)
		v.get("description").required(wire.MaxDescription)
		checkTranslations(v.get("description_localizations"), func(text value) { text.required(wire.MaxDescription) })
	default:
		// The names of context menus may have capitals and spaces.
		v.get("name").required(wire.MaxName)
		checkTranslations(v.get("name_localizations"), func(name value) { name.required(wire.MaxName) })
		v.without("context menu command", "description")
		if localised := v.get("description_localizations"); len(localised.keys()) > 0 {
			localised.fail("cannot stand in a context menu command")
		}
	}
	if options := v.get("options"); kind != wire.CommandChat && len(options.list()) > 0 {
		options.fail("can only stand in a chat command (type 1)")
	} else if kind == wire.CommandChat {
		c.options(options, wire.OptionSubcommand, wire.OptionGroup)
	}
	if handler := v.get("handler"); handler.has() {
		handler.oneOf(1, 2)
	}
	c.scope(v)
	if total := commandTotal(v); total > wire.MaxCommandTotal {
		v.fail("has %d characters in its names, descriptions and values; at most %d are allowed", total, wire.MaxCommandTotal)
	}
}

// scope checks who may use a command and where.
func (c *commands) scope(v value) {
	permissions := v.get("default_member_permissions")
	if permissions.has() && !wire.IsSnowflake(permissions.text()) {
		permissions.fail("must be a permission set as a string of digits")
	}
	v.get("nsfw").boolean()
	v.get("dm_permission").boolean()
	for _, field := range []struct {
		key  string
		most int64
	}{{"contexts", 2}, {"integration_types", 1}} {
		seen := unique{}
		for _, entry := range v.get(field.key).list() {
			entry.within(0, field.most, 0)
			seen.add(entry, entry.scalar(), "entry")
		}
	}
}

// chatName checks the name of a chat command or an option.
func (c *commands) chatName(v value) {
	name := v.required(wire.MaxName)
	if name == "" {
		return
	}
	v.matches(c.name, "a name has 1 to 32 letters, digits, dashes, underscores and apostrophes, without spaces")
	if lower := strings.ToLower(name); lower != name {
		v.fail("is %q; a name must be in lower case: %q", name, lower)
	}
}

// taken reports a name that is used twice among the default names or among the
// translations to one locale.
func (c *commands) taken(v value, names map[string]unique, what string) {
	add := func(place value, locale string) {
		if names[locale] == nil {
			names[locale] = unique{}
		}
		if name := place.text(); name != "" {
			names[locale].add(place, name, what)
		}
	}
	add(v.get("name"), "")
	localised := v.get("name_localizations")
	if _, ok := localised.held.(map[string]any); !ok {
		return
	}
	for _, locale := range localised.keys() {
		add(localised.get(locale), locale)
	}
}

// options checks the options of a command, a group or a subcommand. holds lists which of
// subcommands and groups are allowed here: both in a command, only subcommands (and no
// plain options) in a group, none in a subcommand.
func (c *commands) options(list value, holds ...int64) {
	names := map[string]unique{}
	nested, plain, optional := 0, 0, false
	inGroup := len(holds) == 1
	for _, option := range list.between(0, wire.MaxCommandOptions) {
		if !option.object() {
			continue
		}
		c.taken(option, names, "option name")
		c.chatName(option.get("name"))
		checkTranslations(option.get("name_localizations"), c.chatName)
		option.get("description").required(wire.MaxDescription)
		checkTranslations(option.get("description_localizations"), func(text value) { text.required(wire.MaxDescription) })

		field := option.get("type")
		if !field.has() {
			field.fail("is missing")
		}
		kind := field.within(wire.OptionSubcommand, wire.OptionAttachment, 0)
		required := option.get("required").boolean()
		switch kind {
		case wire.OptionSubcommand, wire.OptionGroup:
			nested++
			c.nested(option, kind, holds)
			if required {
				option.get("required").fail("cannot be true for a subcommand or a group")
			}
		default:
			plain++
			if inGroup {
				option.fail("is no subcommand; a group holds subcommands only")
				continue
			}
			c.option(option, kind)
			if required && optional {
				option.fail("is required but stands after an optional one; required options come first")
			}
			optional = optional || !required
		}
	}
	if nested > 0 && plain > 0 {
		list.fail("mix subcommands with plain options; a command has one or the other")
	}
}

// nested checks a subcommand or a group: groups only directly in a command,
// subcommands in a command or a group, and nothing deeper.
func (c *commands) nested(option value, kind int64, holds []int64) {
	if !slices.Contains(holds, kind) {
		what := "subcommand"
		if kind == wire.OptionGroup {
			what = "group"
		}
		option.fail("is a %s too deep; a command holds groups and subcommands, a group holds subcommands", what)
		return
	}
	options := option.get("options")
	if kind == wire.OptionSubcommand {
		c.options(options)
		return
	}
	if len(options.list()) == 0 {
		options.fail("is empty; a group needs a subcommand")
	}
	c.options(options, wire.OptionSubcommand)
}

// option checks an option that takes a value.
func (c *commands) option(v value, kind int64) {
	choices, autocomplete := v.get("choices"), v.get("autocomplete")
	chosen := kind == wire.OptionString || kind == wire.OptionInteger || kind == wire.OptionNumber
	entries := choices.between(0, wire.MaxChoices)
	if len(entries) > 0 && !chosen {
		choices.fail("can only stand in an option of strings or numbers")
	}
	names := unique{}
	for _, choice := range entries {
		checkChoice(choice, kind)
		if name := choice.get("name"); name.text() != "" {
			names.add(name, name.text(), "choice name")
		}
	}
	if autocomplete.boolean() {
		if !chosen {
			autocomplete.fail("can only be true for an option of strings or numbers")
		}
		if len(entries) > 0 {
			autocomplete.fail("is true beside choices; an option has one or the other")
		}
	}
	if types := v.get("channel_types"); len(types.list()) > 0 && kind != wire.OptionChannel {
		types.fail("can only stand in an option of channels (type 7)")
	}
	for _, channelType := range v.get("channel_types").list() {
		channelType.within(0, wire.MaxChannelType, 0)
	}
	if options := v.get("options"); len(options.list()) > 0 {
		options.fail("can only stand in a subcommand or a group")
	}
	c.bounds(v, kind)
}

// bounds checks min_value, max_value, min_length and max_length.
func (c *commands) bounds(v value, kind int64) {
	least, most := v.get("min_value"), v.get("max_value")
	for _, bound := range []value{least, most} {
		if !bound.has() {
			continue
		}
		n, isNumber := bound.held.(json.Number)
		switch {
		case kind != wire.OptionInteger && kind != wire.OptionNumber:
			bound.fail("can only stand in an option of numbers")
		case !isNumber:
			bound.fail("must be a number")
		default:
			if kind == wire.OptionInteger {
				bound.whole()
			}
			if f, err := n.Float64(); err != nil || f < -wire.MaxExact || f > wire.MaxExact {
				bound.fail("is %s; numbers must be between -2^53 and 2^53", n)
			}
		}
	}
	if a, ok := least.held.(json.Number); ok {
		if b, ok := most.held.(json.Number); ok {
			low, lowErr := a.Float64()
			high, highErr := b.Float64()
			if lowErr == nil && highErr == nil && low > high {
				least.fail("is %s, more than the %s of max_value", a, b)
			}
		}
	}
	shortest, longest := v.get("min_length"), v.get("max_length")
	if kind != wire.OptionString {
		for _, bound := range []value{shortest, longest} {
			if bound.has() {
				bound.fail("can only stand in an option of strings")
			}
		}
		return
	}
	low := shortest.within(0, wire.MaxStringLength, 0)
	if high := longest.within(1, wire.MaxStringLength, wire.MaxStringLength); low > high {
		shortest.fail("is %d, more than the %d of max_length", low, high)
	}
}

// commandTotal returns the size of a command as Discord limits it: the names,
// descriptions and string values of the command, its options, subcommands and choices,
// each with the longest of its translations.
func commandTotal(v value) int {
	quiet := new(report).add(nil, "", -1, v.held) // wrong types are reported elsewhere
	return total(quiet)
}

// total returns the size of a command or an option.
func total(v value) int {
	n := longest(v, "name") + longest(v, "description")
	for _, choice := range v.get("choices").list() {
		n += longest(choice, "name")
		text, _ := choice.get("value").held.(string)
		n += length(text)
	}
	for _, option := range v.get("options").list() {
		n += total(option)
	}
	return n
}

// longest returns the length of a text or of its longest translation.
func longest(v value, key string) int {
	n := length(v.get(key).text())
	localised := v.get(key + "_localizations")
	for _, locale := range localised.keys() {
		n = max(n, length(localised.get(locale).text()))
	}
	return n
}
