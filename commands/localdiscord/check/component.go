package check

import "slices"

// The component types.
const (
	typeRow               = 1
	typeButton            = 2
	typeStringSelect      = 3
	typeTextInput         = 4
	typeUserSelect        = 5
	typeRoleSelect        = 6
	typeMentionableSelect = 7
	typeChannelSelect     = 8
	typeSection           = 9
	typeTextDisplay       = 10
	typeThumbnail         = 11
	typeGallery           = 12
	typeFile              = 13
	typeSeparator         = 14
	typeContainer         = 17
	typeLabel             = 18
	typeFileUpload        = 19
	typeRadioGroup        = 21
	typeCheckboxGroup     = 22
	typeCheckbox          = 23
)

// The limits of components.
const (
	maxRows        = 5 // rows of a message without Components V2
	maxRowButtons  = 5
	maxComponents  = 40   // of a message with Components V2, nested ones counted
	maxText        = 4000 // characters over all text displays of a message
	maxSection     = 3    // texts of a section
	maxGallery     = 10   // pictures of a gallery
	maxCustomID    = 100  // characters
	maxComponentID = 1<<31 - 1

	// Above about this many bytes of UTF-8 over all text displays, each counted with 12
	// more, Discord fails with status 500 (api-docs issue 8554). A text in Chinese or of
	// emoji reaches it before the 4000 characters.
	maxTextBytes  = 10170
	textOverheads = 12
)

// tree is the state shared by the checks of all components of one message or modal.
type tree struct {
	customIDs unique
	ids       unique
	count     int // components, nested ones counted
	runes     int // characters of all text displays
	bytes     int // bytes of all text displays with their overheads
	files     *files
}

// components checks the components of a message with or without Components V2.
func (m *message) components() {
	list := m.body.get("components")
	t := &tree{customIDs: unique{}, ids: unique{}, files: &m.files}
	if !m.v2 {
		for _, row := range list.between(0, maxRows) {
			t.legacy(row)
		}
		return
	}
	for _, component := range list.list() {
		t.place(component, typeRow, typeSection, typeTextDisplay, typeGallery, typeFile, typeSeparator, typeContainer)
	}
	if t.count > maxComponents {
		list.fail("are %d in all, nested ones counted; at most %d are allowed", t.count, maxComponents)
	}
	if t.runes > maxText {
		list.fail("have %d characters of text in all; at most %d are allowed", t.runes, maxText)
	}
	if t.bytes > maxTextBytes {
		list.fail("have %d bytes of text in all; Discord fails above about %d", t.bytes, maxTextBytes)
	}
}

// legacy checks a top-level component of a message without Components V2.
func (t *tree) legacy(v value) {
	if kind, ok := t.enter(v); ok {
		switch {
		case kind == typeRow:
			t.row(v)
		case kind >= typeSection && kind <= typeContainer:
			v.fail("is of type %d, which needs the flag IS_COMPONENTS_V2 (32768)", kind)
		default:
			v.fail("is of type %d; only rows (type 1) can stand here", kind)
		}
	}
}

// enter counts a component and checks what is common to all components. It returns the
// component's type, and false if it has none.
func (t *tree) enter(v value) (int64, bool) {
	if !v.object() {
		return 0, false
	}
	t.count++
	id := v.get("id")
	if n := id.within(0, maxComponentID, 0); n != 0 {
		t.ids.add(id, id.scalar(), "id")
	}
	kind := v.get("type")
	if !kind.has() {
		kind.fail("is missing")
	}
	return kind.whole()
}

// place checks a component that must be of one of the allowed types.
func (t *tree) place(v value, allowed ...int64) {
	kind, ok := t.enter(v)
	if !ok {
		return
	}
	if !slices.Contains(allowed, kind) {
		v.fail("is of type %d; only types %s can stand here", kind, join(allowed))
		return
	}
	switch kind {
	case typeRow:
		t.row(v)
	case typeButton:
		t.button(v)
	case typeSection:
		t.section(v)
	case typeTextDisplay:
		t.textDisplay(v)
	case typeThumbnail:
		t.media(v)
	case typeGallery:
		for _, item := range v.get("items").between(1, maxGallery) {
			if item.object() {
				t.media(item)
			}
		}
	case typeFile:
		t.file(v)
	case typeSeparator:
		v.get("divider").boolean()
		v.get("spacing").oneOf(1, 2)
	case typeContainer:
		v.get("accent_color").within(0, maxColour, 0)
		v.get("spoiler").boolean()
		for _, child := range v.get("components").between(1, maxComponents) {
			t.place(child, typeRow, typeSection, typeTextDisplay, typeGallery, typeFile, typeSeparator)
		}
	}
}

// row checks an action row: one to five buttons, or one select and nothing else.
func (t *tree) row(v value) {
	list := v.get("components")
	children := list.list()
	if len(children) == 0 {
		list.fail("is empty; a row needs 1 to %d buttons or one select", maxRowButtons)
	}
	buttons, selects := 0, 0
	for _, child := range children {
		kind, ok := t.enter(child)
		switch {
		case !ok:
		case kind == typeButton:
			buttons++
			t.button(child)
		case isSelect(kind):
			selects++
			t.selectMenu(child, kind, false)
		default:
			child.fail("is of type %d; a row holds buttons or one select", kind)
		}
	}
	switch {
	case buttons > 0 && selects > 0:
		list.fail("hold buttons and a select; a row holds one or the other")
	case selects > 1:
		list.fail("hold %d selects; a row holds one", selects)
	case buttons > maxRowButtons:
		list.fail("hold %d buttons; a row holds at most %d", buttons, maxRowButtons)
	}
}

// section checks one to three texts with a button or a thumbnail beside them.
func (t *tree) section(v value) {
	for _, text := range v.get("components").between(1, maxSection) {
		t.place(text, typeTextDisplay)
	}
	t.place(v.get("accessory"), typeButton, typeThumbnail)
}

// textDisplay checks a text and adds it to the totals.
func (t *tree) textDisplay(v value) {
	text := v.get("content").required(maxText)
	t.runes += length(text)
	t.bytes += len(text) + textOverheads
}

// media checks a thumbnail or an item of a gallery.
func (t *tree) media(v value) {
	link := v.get("media").get("url").link(maxURL, "http", "https", "attachment")
	t.files.refer(v.get("media").get("url"), link)
	if v.get("description").optional(maxAlternative) != "" {
		t.files.describe(link)
	}
	v.get("spoiler").boolean()
}

// file checks a file component, which only shows files of the message itself.
func (t *tree) file(v value) {
	place := v.get("file").get("url")
	t.files.refer(place, place.link(maxURL, "attachment"))
	v.get("spoiler").boolean()
}

// customID checks a custom_id and that no other component has the same.
func (t *tree) customID(v value) {
	field := v.get("custom_id")
	if id := field.required(maxCustomID); id != "" {
		t.customIDs.add(field, id, "custom_id")
	}
}
