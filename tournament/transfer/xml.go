package transfer

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament/notice"
)

// Bounds of an XML file.
const (
	maxElementDepth = 32
	maxAttrs        = 128 // of one element; each is compared with those before it
	longestEntity   = 12  // from "&" to ";"
	elementBytes    = 56  // an xmlElement
	attrBytes       = 32  // an xmlAttr
	mostPerByte     = 6   // limit of the memory for the tree, as a multiple of the file's size
)

// xmlTree is an XML file as a flat list of elements with their positions, so that one
// place can be rewritten and everything else kept byte for byte. Entities beyond the
// five of XML, document types and deep nesting are refused.
type xmlTree struct {
	text  string
	elems []xmlElement
	attrs []xmlAttr
	above []int32 // lines above each lineStep of the text, once one is asked for
}

// lineStep is how many bytes are looked through for the number of a line.
const lineStep = 4096

// xmlElement is one element; offsets are into the text, children are linked.
type xmlElement struct {
	name              string
	start, end        int32 // from "<" to behind the closing ">"
	inner, innerEnd   int32 // what stands between its tags
	first, last, next int32 // element numbers, 0 = none (0 is the root)
	attrs             int32
	attrN             int32
}

type xmlAttr struct{ name, value string } // value undecoded

// xmlRoot reads a file whose outermost element has a name, and refuses others.
func xmlRoot(data []byte, name string) (root node, findings []notice.Notice, err error) {
	text, findings, err := decode(data)
	if err != nil {
		return root, nil, err
	}
	tree, err := parseXML(text)
	if err != nil {
		return root, nil, err
	}
	if root = tree.root(); root.name() != name {
		return root, nil, failed(finding("transfer.refused.format"))
	}
	return root, findings, nil
}

// parseXML reads an XML text.
func parseXML(text string) (*xmlTree, error) {
	t := &xmlTree{text: text}
	elems, attrs := strings.Count(text, "<")-strings.Count(text, "</"), strings.Count(text, "=")
	if elems*elementBytes+attrs*attrBytes > mostPerByte*len(text)+4096 {
		return nil, failed(finding("transfer.refused.density"))
	}
	t.elems, t.attrs = make([]xmlElement, 0, elems), make([]xmlAttr, 0, attrs)
	var open []int32
	at := 0
	for at < len(text) {
		lt := strings.IndexByte(text[at:], '<')
		if lt < 0 {
			lt = len(text) - at
		}
		if len(open) == 0 && strings.TrimSpace(text[at:at+lt]) != "" {
			return nil, t.malformed(at)
		}
		if at += lt; at == len(text) {
			break
		}
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "<?"):
			n := strings.Index(rest, "?>")
			if n < 0 {
				return nil, t.malformed(at)
			}
			at += n + 2
		case strings.HasPrefix(rest, "<!--"):
			n := strings.Index(rest, "-->")
			if n < 0 {
				return nil, t.malformed(at)
			}
			at += n + 3
		case strings.HasPrefix(rest, "<!"):
			return nil, t.malformed(at) // a document type or a CDATA section; none of the programs writes one
		case strings.HasPrefix(rest, "</"):
			n := strings.IndexByte(rest, '>')
			if n < 0 || len(open) == 0 {
				return nil, t.malformed(at)
			}
			e := &t.elems[open[len(open)-1]]
			if strings.TrimRight(rest[2:n], " \t\r\n") != e.name {
				return nil, t.malformed(at)
			}
			e.innerEnd, e.end = int32(at), int32(at+n+1)
			open = open[:len(open)-1]
			at += n + 1
		default:
			if len(open) == 0 && len(t.elems) > 0 {
				return nil, t.malformed(at) // a second root
			}
			if len(open) >= maxElementDepth {
				return nil, failed(finding("transfer.refused.depth", "line", t.line(at)))
			}
			closed, next, err := t.tag(at)
			if err != nil {
				return nil, err
			}
			no := int32(len(t.elems) - 1)
			if len(open) > 0 {
				parent := &t.elems[open[len(open)-1]]
				if parent.first == 0 {
					parent.first = no
				} else {
					t.elems[parent.last].next = no
				}
				parent.last = no
			}
			if !closed {
				open = append(open, no)
			}
			at = next
		}
	}
	if len(open) > 0 || len(t.elems) == 0 {
		return nil, t.malformed(len(text))
	}
	return t, nil
}

// tag reads the opening tag at an offset.
func (t *xmlTree) tag(at int) (closed bool, next int, err error) {
	i := at + 1
	name := i
	for i < len(t.text) && nameByte(t.text[i]) {
		i++
	}
	if i == name {
		return false, 0, t.malformed(at)
	}
	e := xmlElement{name: t.text[name:i], start: int32(at), attrs: int32(len(t.attrs))}
	for {
		for i < len(t.text) && blank(t.text[i]) {
			i++
		}
		switch {
		case i >= len(t.text):
			return false, 0, t.malformed(at)
		case t.text[i] == '>':
			e.inner = int32(i + 1)
			t.elems = append(t.elems, e)
			return false, i + 1, nil
		case strings.HasPrefix(t.text[i:], "/>"):
			e.inner, e.innerEnd, e.end = int32(i+2), int32(i+2), int32(i+2)
			t.elems = append(t.elems, e)
			return true, i + 2, nil
		}
		from := i
		for i < len(t.text) && nameByte(t.text[i]) {
			i++
		}
		key := t.text[from:i]
		for i < len(t.text) && blank(t.text[i]) {
			i++
		}
		if key == "" || i >= len(t.text) || t.text[i] != '=' {
			return false, 0, t.malformed(from)
		}
		for i++; i < len(t.text) && blank(t.text[i]); i++ {
		}
		if i >= len(t.text) || t.text[i] != '"' && t.text[i] != '\'' {
			return false, 0, t.malformed(from)
		}
		n := strings.IndexByte(t.text[i+1:], t.text[i])
		if n < 0 || strings.IndexByte(t.text[i+1:i+1+n], '<') >= 0 {
			return false, 0, t.malformed(from)
		}
		if e.attrN == maxAttrs {
			return false, 0, failed(finding("transfer.refused.density"))
		}
		for _, a := range t.attrs[e.attrs:] {
			if a.name == key {
				return false, 0, t.malformed(from)
			}
		}
		t.attrs = append(t.attrs, xmlAttr{key, t.text[i+1 : i+1+n]})
		e.attrN++
		i += n + 2
	}
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == ':' || c == '.' || c >= 0x80
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// line returns the number of the line of an offset, at the same cost wherever it is.
func (t *xmlTree) line(at int) int {
	if t.above == nil {
		t.above = make([]int32, 1, 1+len(t.text)/lineStep)
		for from := 0; from+lineStep <= len(t.text); from += lineStep {
			t.above = append(t.above, t.above[len(t.above)-1]+int32(strings.Count(t.text[from:from+lineStep], "\n")))
		}
	}
	at = min(at, len(t.text))
	step := at / lineStep
	return 1 + int(t.above[step]) + strings.Count(t.text[step*lineStep:at], "\n")
}

func (t *xmlTree) malformed(at int) error {
	return failed(finding("transfer.refused.syntax", "line", t.line(at)))
}

// node is one element of a tree; the zero node is no element.
type node struct {
	t  *xmlTree
	no int32
}

func (t *xmlTree) root() node { return node{t, 0} }

func (n node) ok() bool { return n.t != nil }

func (n node) elem() *xmlElement { return &n.t.elems[n.no] }

func (n node) name() string {
	if !n.ok() {
		return ""
	}
	return n.elem().name
}

// child returns the first child of a name.
func (n node) child(name string) node {
	if !n.ok() {
		return node{}
	}
	for c := n.elem().first; c != 0; c = n.t.elems[c].next {
		if n.t.elems[c].name == name {
			return node{n.t, c}
		}
	}
	return node{}
}

// each calls f for every child of a name until it fails.
func (n node) each(name string, f func(node) error) error {
	if !n.ok() {
		return nil
	}
	for c := n.elem().first; c != 0; c = n.t.elems[c].next {
		if n.t.elems[c].name == name {
			if err := f(node{n.t, c}); err != nil {
				return err
			}
		}
	}
	return nil
}

// content returns the decoded text between the tags, or "" if there is none or it has
// elements.
func (n node) content() string {
	if !n.ok() || n.elem().first != 0 {
		return ""
	}
	e := n.elem()
	return strings.TrimSpace(unescape(n.t.text[e.inner:e.innerEnd]))
}

// text returns the content of a child.
func (n node) text(name string) string { return n.child(name).content() }

// attr returns an attribute, decoded.
func (n node) attr(name string) string {
	if !n.ok() {
		return ""
	}
	e := n.elem()
	for _, a := range n.t.attrs[e.attrs : e.attrs+e.attrN] {
		if a.name == name {
			return strings.TrimSpace(unescape(a.value))
		}
	}
	return ""
}

// attrAt returns the position of the value of an attribute in the text.
func (n node) attrAt(name string) (from, to int, ok bool) {
	e := n.elem()
	tag := n.t.text[e.start:e.inner]
	for _, a := range n.t.attrs[e.attrs : e.attrs+e.attrN] {
		if a.name == name {
			i := strings.Index(tag, a.name+"=")
			if i < 0 {
				return 0, 0, false
			}
			from = int(e.start) + i + len(a.name) + 2
			return from, from + len(a.value), n.t.text[from:from+len(a.value)] == a.value
		}
	}
	return 0, 0, false
}

func (n node) line() int { return n.t.line(int(n.elem().start)) }

// at names the place of the element for errors.
func (n node) at() notice.Value { return lineOf(n.line()) }

// unescape decodes the entities of XML; one that it does not know stays as it is.
func unescape(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		end := strings.IndexByte(s[:min(len(s), longestEntity)], ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(s[1:end])
		}
		if !ok {
			b.WriteByte('&')
			s = s[1:]
			continue
		}
		b.WriteRune(r)
		s = s[end+1:]
	}
	b.WriteString(s)
	return b.String()
}

func entity(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err == nil && utf8.ValidRune(rune(n)) && n >= ' ' {
			return rune(n), true
		}
	}
	return 0, false
}

// escape encodes a text as TOM does.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;").Replace(s)
}
