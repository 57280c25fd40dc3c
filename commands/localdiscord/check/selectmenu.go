package check

// The limits of select menus and of the other lists of options.
const (
	maxOptions       = 25
	maxOptionText    = 100 // characters of a label, a value or a description
	maxPlaceholder   = 150 // characters
	maxSelected      = 25
	maxChannelType   = 16
	minRadioOptions  = 2
	maxRadioOptions  = 10
	maxCheckboxes    = 10
	maxUploadedFiles = 10
)

// isSelect reports whether the component type is one of the five selects.
func isSelect(kind int64) bool {
	return kind == typeStringSelect || kind >= typeUserSelect && kind <= typeChannelSelect
}

// selectMenu checks a select in a message or in a modal.
func (t *tree) selectMenu(v value, kind int64, modal bool) {
	t.customID(v)
	v.get("placeholder").optional(maxPlaceholder)
	if v.get("disabled").boolean() && modal {
		v.get("disabled").fail("is true; a select in a modal cannot be disabled")
	}
	v.get("required").boolean()
	fewest, most := selection(v, maxSelected, 1, modal)

	if kind != typeStringSelect {
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
		if types := v.get("channel_types"); kind != typeChannelSelect && len(types.list()) > 0 {
			types.fail("can only stand in a channel select (type 8)")
		}
		for _, channelType := range v.get("channel_types").list() {
			channelType.within(0, maxChannelType, 0)
		}
		return
	}
	list := v.get("options")
	options, defaults := checkOptions(list, 1, maxOptions)
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
		typeUserSelect:        {"user"},
		typeRoleSelect:        {"role"},
		typeMentionableSelect: {"user", "role"},
		typeChannelSelect:     {"channel"},
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
		option.get("label").required(maxOptionText)
		field := option.get("value")
		if text := field.required(maxOptionText); text != "" {
			values.add(field, text, "value")
		}
		option.get("description").optional(maxOptionText)
		checkEmoji(option.get("emoji"))
		if option.get("default").boolean() {
			defaults++
		}
	}
	return len(entries), defaults
}
