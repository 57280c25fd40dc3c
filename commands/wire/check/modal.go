package check

import "topcut/commands/wire"

// checkModal reports on the data of a modal callback (type 9).
func checkModal(data value) {
	if !data.object() {
		return
	}
	data.get("title").required(wire.MaxModalTitle)
	data.get("custom_id").required(wire.MaxCustomID)
	t := &tree{customIDs: unique{}, ids: unique{}, files: &files{shown: map[string]bool{}, told: map[string]bool{}}}
	for _, component := range data.get("components").between(1, wire.MaxModalComponents) {
		t.modalComponent(component)
	}
}

// modalComponent checks a top-level component of a modal: a label with an input,
// a text, or a row with one text input as modals had before labels.
func (t *tree) modalComponent(v value) {
	kind, ok := t.enter(v)
	if !ok {
		return
	}
	switch kind {
	case wire.TypeActionRow:
		for _, child := range v.get("components").between(1, 1) {
			if kind, ok := t.enter(child); ok {
				if kind != wire.TypeTextInput {
					child.fail("is of type %d; a row in a modal holds one text input (type 4), anything else goes into a label (type 18)", kind)
					continue
				}
				child.get("label").required(wire.MaxLabel)
				t.textInput(child)
			}
		}
	case wire.TypeTextDisplay:
		t.textDisplay(v)
	case wire.TypeLabel:
		v.get("label").required(wire.MaxLabel)
		v.get("description").optional(wire.MaxLabelDescription)
		t.labelled(v.get("component"))
	default:
		v.fail("is of type %d; only rows (1), texts (10) and labels (18) can stand in a modal", kind)
	}
}

// labelled checks the input inside a label.
func (t *tree) labelled(v value) {
	kind, ok := t.enter(v)
	if !ok {
		return
	}
	switch {
	case kind == wire.TypeTextInput:
		v.without("text input inside a label, which has the text itself", "label")
		t.textInput(v)
	case isSelect(kind):
		t.selectMenu(v, kind, true)
	case kind == wire.TypeFileUpload:
		t.customID(v)
		v.get("required").boolean()
		selection(v, wire.MaxUploadedFiles, 1, true)
	case kind == wire.TypeRadioGroup:
		t.customID(v)
		v.get("required").boolean()
		if _, defaults := checkOptions(v.get("options"), wire.MinRadioOptions, wire.MaxRadioOptions); defaults > 1 {
			v.get("options").fail("has %d options chosen beforehand; a radio group allows one", defaults)
		}
	case kind == wire.TypeCheckboxGroup:
		t.customID(v)
		v.get("required").boolean()
		options, defaults := checkOptions(v.get("options"), 1, wire.MaxCheckboxes)
		_, most := selection(v, wire.MaxCheckboxes, int64(max(options, 1)), true)
		if n := int64(options); n > 0 && most > n {
			v.get("max_values").fail("is %d, but there are only %d options", most, n)
		}
		if int64(defaults) > most {
			v.get("options").fail("has %d options chosen beforehand; max_values allows %d", defaults, most)
		}
	case kind == wire.TypeCheckbox:
		t.customID(v)
		v.get("default").boolean()
	default:
		v.fail("is of type %d; a label holds a text input, a select, a file upload, a radio group or checkboxes", kind)
	}
}

// textInput checks a text input of one or more lines.
func (t *tree) textInput(v value) {
	t.customID(v)
	style := v.get("style")
	if !style.has() {
		style.fail("is missing")
	}
	style.oneOf(1, 2)
	v.get("placeholder").optional(wire.MaxInputPlaceholder)
	v.get("required").boolean()
	fewest := v.get("min_length").within(0, wire.MaxInput, 0)
	most := v.get("max_length").within(1, wire.MaxInput, wire.MaxInput)
	if fewest > most {
		v.get("min_length").fail("is %d, more than the %d of max_length", fewest, most)
	}
	prefilled := v.get("value")
	n := int64(length(prefilled.text()))
	if n > most || n > 0 && n < fewest {
		prefilled.fail("has %d characters; the input takes %d to %d", n, fewest, most)
	}
}
