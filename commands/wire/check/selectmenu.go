package check

import "topcut/commands/wire"

// isSelect reports whether the component type is one of the five selects.
func isSelect(kind int64) bool {
	return kind == wire.TypeStringSelect || kind >= wire.TypeUserSelect && kind <= wire.TypeChannelSelect
}

// selectMenu checks a select in a message or in a modal.
func (t *tree) selectMenu(v value, kind int64, modal bool) {
	t.customID(v)
	v.get("placeholder").optional(wire.MaxPlaceholder)
	if v.get("disabled").boolean() && modal {
		v.get("disabled").fail("is true; a select in a modal cannot be disabled")
	}
	required := v.get("required")
	if required.boolean(); required.has() && !modal {
		required.fail("can only stand in a modal")
	}
	fewest, most := selection(v, wire.MaxSelected, 1, modal)

	if kind != wire.TypeStringSelect {
		if options := v.get("options"); len(options.list()) > 0 {
			options.fail("can only stand in a string select (type 3)")
		}
		defaults := v.get("default_values")
		chosen := defaults.list()
		for _, preset := range chosen {
			presetChoice(preset, kind)
		}
		if n := int64(len(chosen)); n > 0 && (n < fewest || n > most) {
			defaults.fail("has %d entries; it must have %d to %d, as min_values and max_values say", n, fewest, most)
		}
		if types := v.get("channel_types"); kind != wire.TypeChannelSelect && len(types.list()) > 0 {
			types.fail("can only stand in a channel select (type 8)")
		}
		for _, channelType := range v.get("channel_types").list() {
			channelType.within(0, wire.MaxChannelType, 0)
		}
		return
	}
	list := v.get("options")
	options, defaults := checkOptions(list, 1, wire.MaxOptions)
	if n := int64(options); n > 0 {
		if most > n {
			v.get("max_values").fail("is %d, but there are only %d options", most, n)
		}
		if fewest > n {
			v.get("min_values").fail("is %d, but there are only %d options", fewest, n)
		}
	}
	if int64(defaults) > most {
		list.fail("has %d options chosen beforehand; max_values allows %d", defaults, most)
	}
}

// presetChoice checks one entry of default_values.
func presetChoice(v value, kind int64) {
	if !v.object() {
		return
	}
	allowed := map[int64][]string{
		wire.TypeUserSelect:        {"user"},
		wire.TypeRoleSelect:        {"role"},
		wire.TypeMentionableSelect: {"user", "role"},
		wire.TypeChannelSelect:     {"channel"},
	}[kind]
	named := false
	for _, name := range allowed {
		named = named || v.get("type").text() == name
	}
	if !named {
		v.get("type").fail("does not fit this select, which chooses from: %v", allowed)
	}
	if id := v.get("id"); id.snowflake() == "" {
		id.fail("is missing")
	}
}

// selection checks min_values and max_values and returns them. A missing min_values is 1,
// a missing max_values is absent.
func selection(v value, limit, absent int64, modal bool) (fewest, most int64) {
	fewest = v.get("min_values").within(0, limit, 1)
	most = v.get("max_values").within(1, limit, absent)
	if fewest > most {
		v.get("min_values").fail("is %d, more than the %d of max_values (1 when it is missing)", fewest, most)
	}
	if required := v.get("required"); modal && v.get("min_values").has() && fewest == 0 && (!required.has() || required.boolean()) {
		v.get("min_values").fail("is 0 in a component that is required; set required to false")
	}
	return fewest, most
}

// checkOptions checks the options of a string select, a radio group or a checkbox group.
// It returns how many there are and how many are selected by default.
func checkOptions(list value, least, most int) (options, defaults int) {
	values := unique{}
	entries := list.between(least, most)
	for _, option := range entries {
		if !option.object() {
			continue
		}
		option.get("label").required(wire.MaxOptionText)
		field := option.get("value")
		if text := field.required(wire.MaxOptionText); text != "" {
			values.add(field, text, "value")
		}
		option.get("description").optional(wire.MaxOptionText)
		checkEmoji(option.get("emoji"))
		if option.get("default").boolean() {
			defaults++
		}
	}
	return len(entries), defaults
}
