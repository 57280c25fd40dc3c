// Package deck reads decklists as deck builders write them, and counts them by the rules of
// a game. It knows no cards: a card is its name.
package deck

import (
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/names"
)

// A Part is a part of a deck.
type Part uint8

// Parts. What a list has beside the deck, such as cards that are only considered, is in Out.
const (
	Main Part = iota
	Side
	Extra
	Out
)

// Card is a line of a list.
type Card struct {
	Name string
	N    int
	Part Part
}

// List is a decklist as it was read.
type List struct {
	Cards  []Card
	Unread []string // lines that are no cards, headings or comments

	named  bool  // a heading names the sideboard
	blocks []int // where cards begin behind a blank line, as indices
}

// maxCount bounds the number of copies on a line.
const maxCount = 999

// leastBare is how many lines a list of names without numbers has at least.
const leastBare = 20

var (
	counted  = regexp.MustCompile(`^(\d{1,4})\s*[xX×*]?\s+(\S.*)$|^(\d{1,4})[xX×](\S.*)$`)
	trailing = regexp.MustCompile(`^(\S.*?)\s+[xX×]\s?(\d{1,3})$`)
	bullet   = regexp.MustCompile(`^[-*•·–]\s+`)
	sidedown = regexp.MustCompile(`(?i)^SB:\s*`)
	passcode = regexp.MustCompile(`^\d{1,10}$`)
	heading  = regexp.MustCompile(`^(.*?)\s*(?:[:：]\s*\d*|[(（\[]\s*\d+[^)）\]]*[)）\]])?\s*[:：]?$`)
	category = regexp.MustCompile(`\[([^\]]*)\]`)
	marks    = regexp.MustCompile(`\s*(?:\[[^\]]*\]|\^[^^]*\^|\*(?:[A-Z]{1,2}|CMDR)\*|\s#\S*.*)`)
	printing = regexp.MustCompile(`\s+[(（][A-Za-z0-9_-]{2,8}[)）](?:\s+\S{1,9})?$`)
	pressed  = regexp.MustCompile(`\s+[A-Z][A-Z0-9-]{1,7}\s+\d{1,4}[a-zA-Z]?(?:\s+PH)?$`)
	energy   = regexp.MustCompile(`^(.*Energy)(?:\s+Energy)?\s+\d{1,4}$`)
)

// parts are the headings of lists by what stands below them, in the languages of deck
// builders: a line for each Part.
var parts = func() map[string]Part {
	out := map[string]Part{}
	for part, line := range strings.Split(strings.TrimSpace(headings), "\n") {
		_, words, _ := strings.Cut(line, ":")
		for word := range strings.SplitSeq(words, ",") {
			out[names.Key(strings.TrimSpace(word))] = Part(part)
		}
	}
	return out
}()

//go:embed headings.txt
var headings string

// reader reads a list line by line.
type reader struct {
	List
	part  Part
	codes bool // the lines are passcodes
	about bool // below "About", where the name of the deck stands
	bare  []string
}

// Read reads a decklist. It reads whatever is text; what it can't read is in Unread.
func Read(text string) List {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\u00a0", " ", "\u3000", " ").Replace(text)
	if l, ok := shared(text); ok {
		return l
	}
	r := &reader{}
	for line := range strings.SplitSeq(text, "\n") {
		r.line(strings.TrimSpace(line))
	}
	if len(r.Cards) == 0 && len(r.bare) >= leastBare {
		r.Unread = nil
		for _, name := range r.bare {
			r.add(name, 1, Main)
		}
	}
	return r.List
}

func (r *reader) line(line string) {
	if line == "" {
		if n := len(r.Cards); n > 0 && !slices.Contains(r.blocks, n) {
			r.blocks = append(r.blocks, n)
		}
		r.about = false
		return
	}
	part, said := r.heading(line)
	switch {
	case said:
		r.part, r.about = part, part == Out && names.Key(line) == "about"
		r.named = r.named || part == Side
		r.codes = r.codes || line == "#main" || line == "#extra" || line == "!side"
		return
	case strings.HasPrefix(line, "//"), strings.HasPrefix(line, "#"), strings.HasPrefix(line, ";"), r.about:
		return
	case r.codes && passcode.MatchString(line):
		r.add(strings.TrimLeft(line, "0"), 1, r.part)
		return
	}
	line = bullet.ReplaceAllString(line, "")
	at := r.part
	if rest := sidedown.ReplaceAllString(line, ""); rest != line {
		line, at, r.named = rest, Side, true
	}
	n, name := 0, ""
	if m := counted.FindStringSubmatch(line); m != nil {
		n, _ = strconv.Atoi(m[1] + m[3]) // digits
		name = m[2] + m[4]
	} else if m := trailing.FindStringSubmatch(line); m != nil {
		n, _ = strconv.Atoi(m[2])
		name = m[1]
	}
	for _, c := range category.FindAllStringSubmatch(name, -1) {
		if p, ok := parts[names.Key(strings.TrimSpace(strings.SplitN(c[1], "{", 2)[0]))]; ok && p != Main {
			at = p
		}
	}
	if name = plain(name); name == "" || n > maxCount {
		r.Unread, r.bare = append(r.Unread, line), append(r.bare, plain(line))
		return
	}
	r.add(name, n, at)
}

func (r *reader) add(name string, n int, at Part) {
	if n > 0 && name != "" {
		r.Cards = append(r.Cards, Card{name, n, at})
	}
}

// heading reports whether a line says what stands below it.
func (r *reader) heading(line string) (Part, bool) {
	line = strings.TrimSpace(strings.TrimLeft(strings.Trim(line, "=*_~ "), "/#!; "))
	m := heading.FindStringSubmatch(line)
	if m == nil || m[1] == "" {
		return 0, false
	}
	p, ok := parts[names.Key(m[1])]
	return p, ok
}

// plain returns the name of a card without its printing and what a builder adds.
func plain(name string) string {
	for before := ""; before != name; {
		before = name
		name = printing.ReplaceAllString(strings.TrimSpace(marks.ReplaceAllString(name, "")), "")
		if m := energy.FindStringSubmatch(name); m != nil {
			name = m[1]
		}
		name = names.Clean(pressed.ReplaceAllString(name, ""))
	}
	return name
}

// shared reads the address with which programs for Yu-Gi-Oh! share a deck: three parts of
// passcodes.
func shared(text string) (l List, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "ydke://")
	if !ok {
		return l, false
	}
	for i, part := range strings.Split(rest, "!") {
		data, err := base64.StdEncoding.DecodeString(part)
		if err != nil || i > 3 || i == 3 && part != "" {
			return List{}, false
		}
		for ; len(data) >= 4 && i < 3; data = data[4:] {
			l.Cards = append(l.Cards, Card{strconv.FormatUint(uint64(binary.LittleEndian.Uint32(data)), 10), 1, []Part{Main, Extra, Side}[i]})
		}
	}
	return l, len(l.Cards) > 0
}
