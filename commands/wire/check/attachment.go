package check

import (
	"path"
	"slices"
	"strings"

	"topcut/commands/wire"
)

// files are the files of a message, and which of them its components and embeds show.
type files struct {
	context Context
	names   []string          // what attachment:// may refer to
	order   []string          // the numbers n of the uploaded files[n], as sent
	parts   map[string]File   // uploaded files by number
	alt     map[string]bool   // numbers of uploaded files with alternative text
	renamed map[string]string // other names for uploaded files, by number
	kept    int               // how many files of the edited message remain
	shown   map[string]bool   // names referred to
	told    map[string]bool   // names whose reference carries alternative text
}

// newFiles checks the file parts and the attachments list against each other.
func newFiles(body value, c Context) files {
	f := files{
		context: c,
		parts:   map[string]File{},
		alt:     map[string]bool{},
		renamed: map[string]string{},
		shown:   map[string]bool{},
		told:    map[string]bool{},
	}
	for _, file := range c.Files {
		number, ok := wire.PartNumber(file.Part)
		if !ok {
			body.fail("comes with a part named %q; file parts are named files[0], files[1] and so on", file.Part)
			continue
		}
		if _, twice := f.parts[number]; twice {
			body.fail("comes with two parts named %s", file.Part)
			continue
		}
		if file.Name == "" || length(file.Name) > wire.MaxFileName {
			body.fail("comes with a part %s whose file name has %d characters; it must have 1 to %d", file.Part, length(file.Name), wire.MaxFileName)
		}
		f.parts[number] = file
		f.order = append(f.order, number)
	}
	f.attachments(body.get("attachments"))
	for _, number := range f.order {
		f.names = append(f.names, f.name(number))
	}
	if total := f.count(); total > wire.MaxAttachments {
		body.get("attachments").fail("come to %d files; a message holds at most %d", total, wire.MaxAttachments)
	}
	return f
}

// attachments checks the list that describes new files and names kept ones.
func (f *files) attachments(list value) {
	held := map[string]string{}
	if f.context.Route.Edits() {
		for _, attachment := range f.context.Attachments {
			held[attachment.ID] = attachment.Name
		}
	}
	if !list.has() {
		for _, name := range held {
			f.names = append(f.names, name)
		}
		f.kept = len(held)
		if f.context.Route.Edits() && len(f.parts) > 0 {
			list.fail("is missing in an edit with files; list the files that are to remain and the new ones (house rule)")
		}
		return
	}
	seen := unique{}
	for _, attachment := range list.list() {
		if !attachment.object() {
			continue
		}
		id := attachment.get("id")
		if !id.has() {
			id.fail("is missing")
			continue
		}
		number := id.snowflake()
		seen.add(id, number, "id")
		attachment.get("filename").optional(wire.MaxFileName)
		described := strings.TrimSpace(attachment.get("description").optional(wire.MaxAlternative)) != ""
		_, uploaded := f.parts[number]
		name, kept := held[number]
		switch {
		case uploaded:
			f.alt[number] = described
			f.renamed[number] = attachment.get("filename").text()
		case kept:
			f.kept++
			f.names = append(f.names, name)
		default:
			id.fail("is %q, but there is neither a file part files[%s] nor such a file in the message", number, number)
		}
	}
	for _, number := range f.order {
		if _, listed := seen[number]; !listed {
			list.fail("do not list the file part files[%s]", number)
		}
	}
}

// name returns what the uploaded file of this number will be called.
func (f *files) name(number string) string {
	if other := f.renamed[number]; other != "" {
		return other
	}
	return f.parts[number].Name
}

// count returns how many files the message will have.
func (f *files) count() int { return f.kept + len(f.parts) }

// refer reports a link to a missing file. Links to the web are fine.
func (f *files) refer(v value, link string) {
	name, isFile := strings.CutPrefix(link, wire.AttachmentScheme)
	if !isFile {
		return
	}
	f.shown[name] = true
	if !f.context.KeepsOthers && !slices.Contains(f.names, name) {
		v.fail("refers to the file %q, which is not in the message", name)
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_-.", r)
	}) {
		v.fail("refers to the file %q; such a name may only have letters, digits, underscores, dashes and dots", name)
	}
}

// describe records that a component gives alternative text with its link.
func (f *files) describe(link string) {
	if name, isFile := strings.CutPrefix(link, wire.AttachmentScheme); isFile {
		f.told[name] = true
	}
}

// unshown reports, after everything else has been read, pictures without alternative
// text, and files that a message of components does not show.
func (f *files) unshown(body value, v2 bool) {
	for _, number := range f.order {
		name := f.name(number)
		if isPicture(name) && !f.alt[number] && !f.told[name] {
			body.get("attachments").fail("give the picture %q no alternative text; send a description (house rule)", name)
		}
		if components := body.get("components"); v2 && components.has() && !f.shown[name] {
			components.fail("show the file %q nowhere; a message of components shows no files of itself (house rule)", name)
		}
	}
}

// isPicture reports whether Discord shows a file of this name as a picture.
func isPicture(name string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".webp"}, strings.ToLower(path.Ext(name)))
}
