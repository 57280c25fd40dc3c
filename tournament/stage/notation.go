package stage

import (
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/notice"
)

// String writes the chain in its notation.
func (c Chain) String() string {
	var parts []string
	for _, p := range c.Prepare {
		parts = append(parts, string(p))
	}
	for _, s := range c.Stages {
		parts = append(parts, s.text())
	}
	return strings.Join(parts, " > ")
}

// text writes one stage.
func (s Stage) text() string {
	var w []string
	number := func(n int) string { return strconv.Itoa(n) }
	if !s.Kind.Eliminates() && s.Kind != Final {
		w = append(w, s.Entry.words(true)...)
	}
	if s.Groups > 1 {
		w = append(w, "groups", number(s.Groups))
	}
	w = append(w, string(s.Kind))
	if s.Rounds > 0 {
		w = append(w, number(s.Rounds))
	}
	if s.Kind.Eliminates() || s.Kind == Final {
		if s.Entry != (Entry{By: Auto}) {
			w = append(w, s.Entry.words(false)...)
		}
	}
	if s.Entry.Lock > 0 {
		w = append(w, "lock", number(s.Entry.Lock))
	}
	for _, option := range []struct {
		on   bool
		word string
	}{{s.Unbeaten, "unbeaten"}, {s.Across, "across"}, {s.Third, "third"}, {s.Twice, "twice"}} {
		if option.on {
			w = append(w, option.word)
		}
	}
	return strings.Join(append(w, s.Best.words()...), " ")
}

// MarshalText returns one stage as it is written behind another; an elimination for all
// players has "all".
func (s Stage) MarshalText() ([]byte, error) {
	text := s.text()
	if s.Kind.Eliminates() && s.Entry.By == All {
		text = strings.Replace(text, string(s.Kind), string(s.Kind)+" all", 1)
	}
	return []byte(text), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *Stage) UnmarshalText(b []byte) error {
	if len(b) > MaxText {
		return notice.Err("stages.long", "most", MaxText)
	}
	read, err := parseStage(strings.Fields(string(b)), false)
	if err != nil {
		return err
	}
	*s = read
	return s.check()
}

// words writes an entry: with "top" before the kind, as a bare number behind it.
func (e Entry) words(before bool) []string {
	number := func(n int) string { return strconv.Itoa(n) }
	var w []string
	switch e.By {
	case All:
		return nil
	case Top:
		if before {
			w = append(w, "top")
		}
		return append(w, number(e.N))
	case Auto, Points, Equal:
		w = append(w, string(e.By))
		if e.N > 0 {
			w = append(w, number(e.N))
		}
	}
	if e.Least > 0 {
		w = append(w, "min", number(e.Least))
	}
	if e.Max > 0 {
		w = append(w, "max", number(e.Max))
	}
	return w
}

// MarshalText writes the notation.
func (c Chain) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses the notation; the empty text is the empty chain.
func (c *Chain) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*c = Chain{}
		return nil
	}
	read, err := Parse(string(b))
	if err != nil {
		return err
	}
	*c = read
	return nil
}

// MaxText is more characters than any chain that Check takes needs.
const MaxText = 400

// Parse reads a chain and checks it. The error is a notice.Error.
func Parse(text string) (Chain, error) {
	var c Chain
	if len(text) > MaxText {
		return c, notice.Err("stages.long", "most", MaxText)
	}
	for _, part := range strings.Split(text, ">") {
		words := strings.Fields(strings.ToLower(part))
		switch {
		case len(words) == 0:
			return c, notice.Err("stages.empty")
		case len(words) == 1 && slices.Contains([]Preparation{Draft, Build}, Preparation(words[0])):
			if len(c.Stages) > 0 {
				return c, notice.Err("stages.prepare_first", "step", notice.Text(words[0]))
			}
			c.Prepare = append(c.Prepare, Preparation(words[0]))
		default:
			s, err := parseStage(words, len(c.Stages) == 0)
			if err != nil {
				return c, err
			}
			c.Stages = append(c.Stages, s)
		}
	}
	return c, c.Check()
}

// MustParse is Parse for chains that are part of the program or of a test.
func MustParse(text string) Chain {
	c, err := Parse(text)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return c
}

// reader takes words off a stage one by one.
type reader struct{ words []string }

func (r *reader) next() string {
	if len(r.words) == 0 {
		return ""
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// take takes one of the words if it is next.
func (r *reader) take(word string) bool {
	if len(r.words) > 0 && r.words[0] == word {
		r.words = r.words[1:]
		return true
	}
	return false
}

// number takes a number if one is next, else 0.
func (r *reader) number() int {
	if len(r.words) == 0 || len(r.words[0]) > 6 {
		return 0
	}
	n, err := strconv.Atoi(r.words[0])
	if err != nil || n < 1 {
		return 0
	}
	r.words = r.words[1:]
	return n
}

// after takes a word and the number behind it.
func (r *reader) after(word string) (n int, err error) {
	if !r.take(word) {
		return 0, nil
	}
	if n = r.number(); n == 0 {
		return 0, notice.Err("stages.number", "word", notice.Text(word))
	}
	return n, nil
}

func parseStage(words []string, first bool) (s Stage, err error) {
	r := &reader{words}
	if len(r.words) > 1 && (r.words[0] == "top" || r.words[0] == "points" || r.words[0] == "equal") {
		if s.Entry, err = r.entry(); err != nil {
			return s, err
		}
	}
	if s.Groups, err = r.after("groups"); err != nil {
		return s, err
	}
	if s.Kind = Kind(r.next()); !s.Kind.written() {
		return s, notice.Err("stages.kind", "kind", notice.Text(s.Kind))
	}
	switch {
	case s.Kind.Eliminates() || s.Kind == Final:
		all := r.take("all")
		e, err := r.entry()
		if err != nil {
			return s, err
		}
		if s.Entry == (Entry{}) {
			s.Entry = e
		}
		if s.Entry == (Entry{}) && !first && !all {
			s.Entry.By = Auto
		}
	default:
		s.Rounds = r.number()
	}
	if s.Entry.Lock, err = r.after("lock"); err != nil {
		return s, err
	}
	for len(r.words) > 0 {
		w := r.next()
		if taken, err := s.Best.take(w, r); err != nil {
			return s, err
		} else if taken {
			continue
		}
		switch w {
		case "unbeaten":
			s.Unbeaten = true
		case "across":
			s.Across = true
		case "third":
			s.Third = true
		case "twice":
			s.Twice = true
		default:
			return s, notice.Err("stages.word", "word", notice.Text(w), "stage", s.Kind.Word())
		}
	}
	return s, nil
}

// ParseEntry parses who enters a stage, as written behind the kind of an elimination:
// "8", "auto max 8", "points 15 min 8", "equal 8 max 12", with "lock 39" behind it.
func ParseEntry(text string) (Entry, error) {
	r := &reader{strings.Fields(strings.ToLower(text))}
	e, err := r.entry()
	if err != nil {
		return e, err
	}
	if e.Lock, err = r.after("lock"); err != nil {
		return e, err
	}
	if len(r.words) > 0 || e == (Entry{}) {
		return e, notice.Err("entry.unreadable", "text", notice.Text(text))
	}
	return e, e.check(Bracket)
}

// String returns an entry as ParseEntry reads it; "all" for all players.
func (e Entry) String() string {
	if e.By == All {
		return "all"
	}
	w := e.words(false)
	if e.Lock > 0 {
		w = append(w, "lock", strconv.Itoa(e.Lock))
	}
	return strings.Join(w, " ")
}

// entry takes who enters, if that is next.
func (r *reader) entry() (e Entry, err error) {
	switch {
	case r.take("top"):
		e.By = Top
		if e.N = r.number(); e.N == 0 {
			return e, notice.Err("stages.number", "word", notice.Text("top"))
		}
	case r.take("auto"):
		e.By = Auto
		e.Max, err = r.after("max")
	case r.take("points"):
		e.By = Points
		if e.N = r.number(); e.N == 0 {
			return e, notice.Err("stages.number", "word", notice.Text("points"))
		}
		e.Least, err = r.after("min")
	case r.take("equal"):
		e.By, e.N = Equal, r.number()
		e.Max, err = r.after("max")
	default:
		if e.N = r.number(); e.N > 0 {
			e.By = Top
		}
	}
	return e, err
}
