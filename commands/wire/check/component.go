package check

import (
	"slices"

	"topcut/commands/wire"
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
		for _, row := range list.between(0, wire.MaxRows) {
			t.legacy(row)
		}
		return
	}
	for _, component := range list.list() {
		t.place(component, wire.TypeActionRow, wire.TypeSection, wire.TypeTextDisplay, wire.TypeMediaGallery, wire.TypeFile, wire.TypeSeparator, wire.TypeContainer)
	}
	if t.count > wire.MaxComponents {
		list.fail("are %d in all, nested ones counted; at most %d are allowed", t.count, wire.MaxComponents)
	}
	if t.runes > wire.MaxText {
		list.fail("have %d characters of text in all; at most %d are allowed", t.runes, wire.MaxText)
	}
	if t.bytes > wire.MaxTextBytes {
		list.fail("have %d bytes of text in all; at most %d are sent", t.bytes, wire.MaxTextBytes)
	}
}

// legacy checks a top-level component of a message without Components V2.
func (t *tree) legacy(v value) {
	if kind, ok := t.enter(v); ok {
		switch {
		case kind == wire.TypeActionRow:
			t.row(v)
		case kind >= wire.TypeSection && kind <= wire.TypeContainer:
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
	if n := id.within(0, wire.MaxComponentID, 0); n != 0 {
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
	case wire.TypeActionRow:
		t.row(v)
	case wire.TypeButton:
		t.button(v)
	case wire.TypeSection:
		t.section(v)
	case wire.TypeTextDisplay:
		t.textDisplay(v)
	case wire.TypeThumbnail:
		t.media(v)
	case wire.TypeMediaGallery:
		for _, item := range v.get("items").between(1, wire.MaxGallery) {
			if item.object() {
				t.media(item)
			}
		}
	case wire.TypeFile:
		t.file(v)
	case wire.TypeSeparator:
		v.get("divider").boolean()
		v.get("spacing").oneOf(1, 2)
	case wire.TypeContainer:
		v.get("accent_color").within(0, wire.MaxColour, 0)
		v.get("spoiler").boolean()
		for _, child := range v.get("components").between(1, wire.MaxComponents) {
			t.place(child, wire.TypeActionRow, wire.TypeSection, wire.TypeTextDisplay, wire.TypeMediaGallery, wire.TypeFile, wire.TypeSeparator)
		}
	}
}

// row checks an action row: one to five buttons, or one select and nothing else.
func (t *tree) row(v value) {
	list := v.get("components")
	children := list.list()
	if len(children) == 0 {
		list.fail("is empty; a row needs 1 to %d buttons or one select", wire.MaxRowButtons)
	}
	buttons, selects := 0, 0
	for _, child := range children {
		kind, ok := t.enter(child)
		switch {
		case !ok:
		case kind == wire.TypeButton:
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
	case buttons > wire.MaxRowButtons:
		list.fail("hold %d buttons; a row holds at most %d", buttons, wire.MaxRowButtons)
	}
}

// section checks one to three texts with a button or a thumbnail beside them.
func (t *tree) section(v value) {
	for _, text := range v.get("components").between(1, wire.MaxSection) {
		t.place(text, wire.TypeTextDisplay)
	}
	t.place(v.get("accessory"), wire.TypeButton, wire.TypeThumbnail)
}

// textDisplay checks a text and adds it to the totals.
func (t *tree) textDisplay(v value) {
	text := v.get("content").required(wire.MaxText)
	t.runes += length(text)
	t.bytes += len(text) + wire.TextOverheads
}

// media checks a thumbnail or an item of a gallery.
func (t *tree) media(v value) {
	link := v.get("media").get("url").link(wire.MaxURL, "http", "https", "attachment")
	t.files.refer(v.get("media").get("url"), link)
	if v.get("description").optional(wire.MaxAlternative) != "" {
		t.files.describe(link)
	}
	v.get("spoiler").boolean()
}

// file checks a file component, which only shows files of the message itself.
func (t *tree) file(v value) {
	place := v.get("file").get("url")
	t.files.refer(place, place.link(wire.MaxURL, "attachment"))
	v.get("spoiler").boolean()
}

// customID checks a custom_id and that no other component has the same.
func (t *tree) customID(v value) {
	field := v.get("custom_id")
	if id := field.required(wire.MaxCustomID); id != "" {
		t.customIDs.add(field, id, "custom_id")
	}
}
