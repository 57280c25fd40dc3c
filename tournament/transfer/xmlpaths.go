package transfer

import (
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/notice"
)

// xmlPaths declares the places of an XML file: those that its reader reads, and with a
// minus those that say nothing it could use, such as the time at which something was
// entered. An element that is not read is passed over with all in it. Each line is an
// element by its path, or with a blank in front one in the last of those, and its
// attributes:
//
//	event @title -@batchid
//	 matches/round @number
//	 -log
type xmlPaths string

// places returns what is declared: the full path of an element or, with an @, of an
// attribute, and whether it is read.
func (declared xmlPaths) places() map[string]bool {
	out := map[string]bool{}
	root := ""
	for line := range strings.Lines(string(declared)) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		path, passed := strings.CutPrefix(fields[0], "-")
		if line[0] == ' ' {
			path = root + "/" + path
		} else {
			root = path
		}
		out[path] = !passed
		for above := path; strings.Contains(above, "/"); {
			above = above[:strings.LastIndexByte(above, '/')]
			out[above] = true
		}
		for _, attr := range fields[1:] {
			attr, passed := strings.CutPrefix(attr, "-")
			out[path+attr] = !passed
		}
	}
	return out
}

// unread returns a finding about the elements and attributes of a tree that are not
// declared and hold something.
func (t *xmlTree) unread(declared xmlPaths) []notice.Notice {
	w := xmlWalk{t: t, declared: declared.places()}
	w.path = append(w.path, t.root().name()...)
	w.cut = len(w.path) + 1
	w.element(0)
	return leftOut(&w.left)
}

// xmlWalk goes through a tree and looks for what is not declared.
type xmlWalk struct {
	t        *xmlTree
	declared map[string]bool
	path     []byte // of the element
	cut      int    // length of the root's name and the sign behind it, which are not shown
	left     jsonfile.Unread
}

// element looks at an element whose path is that of the walk.
func (w *xmlWalk) element(no int32) {
	e := &w.t.elems[no]
	read, known := w.declared[string(w.path)]
	switch {
	case !known && w.t.says(e):
		w.add()
		return
	case !known || !read:
		return
	}
	here := len(w.path)
	for _, a := range w.t.attrs[e.attrs : e.attrs+e.attrN] {
		w.path = append(append(w.path, '@'), a.name...)
		if _, known := w.declared[string(w.path)]; !known && strings.TrimSpace(a.value) != "" {
			w.add()
		}
		w.path = w.path[:here]
	}
	for c := e.first; c != 0; c = w.t.elems[c].next {
		w.path = append(append(w.path, '/'), w.t.elems[c].name...)
		w.element(c)
		w.path = w.path[:here]
	}
}

func (w *xmlWalk) add() {
	w.left.Add([]byte(strings.TrimPrefix(string(w.path[min(w.cut-1, len(w.path)):]), "/")))
}

// says reports whether an element has an attribute or anything in it but blanks.
func (t *xmlTree) says(e *xmlElement) bool {
	return e.attrN > 0 || e.first != 0 || strings.TrimSpace(t.text[e.inner:e.innerEnd]) != ""
}
