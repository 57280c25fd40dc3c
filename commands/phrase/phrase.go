// Package phrase reads the result of a match as a player writes it in chat: "2-1 won",
// "I beat @bob 2-0", "we drew". It would rather ask than be wrong: a reading is sure
// only where every word is known and all of them say the same; what is a question, a
// hope or a denial is no result at all.
package phrase

import (
	"regexp"
	"slices"
	"strconv"
)

// Table is what is known of the writer's match.
type Table struct {
	// Opponent are the names of the other player, in any spelling, and their mentions
	// ("<@123>").
	Opponent []string
	// Results are the results that occur, seen from the writer, with what the writer
	// gets: 1 for a win, -1 for a loss, 0 for a draw.
	Results []Result
	// Legal reports whether a score that is not among the results is one.
	Legal func(value string) bool
	// Turned says that a score is usually written from the other side: in chess the
	// writer has Black.
	Turned bool
	// Bots are the mentions of the bot itself, which say nothing.
	Bots []string
}

// Result is a result by its value in the game's vocabulary.
type Result struct {
	Value   string
	Outcome int
}

// Reading is what a text says.
type Reading struct {
	Values []string // of the results it may mean, the likeliest first; none = it says no result
	Sure   bool     // it means the only one
}

// Read reads a text in the language whose words it has most of. Languages that it is as
// near to must agree; it is sure only where one knows every word.
func Read(text string, t Table) Reading {
	plain, statement := t.plain(text)
	if !statement {
		return Reading{}
	}
	var out Reading
	var least foreign
	for i := range languages() {
		l := &languages()[i]
		words, far := l.words(plain)
		if i > 0 && least.less(far) {
			continue
		}
		r, denied := t.read(l, words)
		r.Sure = r.Sure && far.unread == 0
		switch {
		case denied:
			out = Reading{}
		case i == 0 || far.less(least):
			out = r
		case len(out.Values) > 0: // otherwise one of them says that it is no result
			out = Reading{unique(append(out.Values, r.Values...)), out.Sure && r.Sure}
		}
		least = far
	}
	out.Sure = out.Sure && len(out.Values) == 1
	return out
}

// read reads the words of a text in a language; denied is a question, a hope or a
// denial.
func (t Table) read(l *lexicon, words []word) (r Reading, denied bool) {
	if slices.ContainsFunc(words, func(w word) bool { return w.kind == stop }) {
		return Reading{}, true
	}
	scores := scoresOf(words)
	outcomes := l.outcomesOf(words)
	if len(scores) == 0 && len(outcomes) == 0 {
		return Reading{}, false
	}
	if len(scores) > 1 || len(outcomes) > 1 {
		return t.allReadings(scores, outcomes), false
	}
	values := t.values(scores, outcomes)
	clear := !slices.Contains(values, unclear) && !l.vague(words) && !slices.ContainsFunc(words, func(w word) bool { return w.kind == doubt })
	if len(scores) == 1 && len(outcomes) == 0 && slices.ContainsFunc(words, func(w word) bool { return w.kind == other }) {
		values, clear = unique(append(values, t.values([]score{scores[0].turned()}, nil)...)), false // "2-1 bob"
	}
	values = slices.DeleteFunc(values, func(v string) bool { return v == unclear })
	return Reading{Values: values, Sure: clear && len(values) == 1}, false
}

// allReadings returns every reading of a text that says several things.
func (t Table) allReadings(scores []score, outcomes []int) Reading {
	var out []string
	for _, o := range outcomes {
		out = append(out, t.values(first(scores), []int{o})...)
	}
	for _, s := range scores {
		out = append(out, t.values([]score{s}, nil)...)
	}
	return Reading{Values: slices.DeleteFunc(unique(out), func(v string) bool { return v == unclear })}
}

// unclear stands among values that contradict what was written.
const unclear = ""

// values returns the results that at most one score and at most one outcome can mean.
func (t Table) values(scores []score, outcomes []int) []string {
	var out []string
	add := func(values ...string) {
		for _, v := range values {
			if t.legal(v) {
				out = append(out, v)
			}
		}
	}
	switch {
	case len(scores) == 0 && outcomes[0] == agreed:
		add("id")
	case len(scores) == 0:
		for _, r := range t.Results {
			if r.Outcome == outcomes[0] {
				add(r.Value)
			}
		}
	case len(outcomes) == 0 && scores[0].even():
		add(scores[0].value())
	case len(outcomes) == 0 && t.Turned:
		add(scores[0].turned().value(), scores[0].value())
	case len(outcomes) == 0:
		add(scores[0].value())
	case scores[0].even() != (outcomes[0] == 0 || outcomes[0] == agreed): // "won 1-1"
		add(scores[0].value(), scores[0].turned().value())
		for _, r := range t.Results {
			if r.Outcome == outcomes[0] {
				add(r.Value)
			}
		}
		return append(unique(out), unclear)
	case outcomes[0] == agreed:
		add("id", scores[0].value())
	case (scores[0][0] > scores[0][1]) == (outcomes[0] > 0):
		add(scores[0].value())
	default:
		add(scores[0].turned().value())
	}
	return unique(out)
}

func (t Table) legal(value string) bool {
	if slices.ContainsFunc(t.Results, func(r Result) bool { return r.Value == value }) {
		return true
	}
	return t.Legal != nil && t.Legal(value)
}

// score is the games of two players, and drawn games.
type score [3]int

func (s score) even() bool    { return s[0] == s[1] }
func (s score) turned() score { return score{s[1], s[0], s[2]} }

func (s score) value() string {
	out := strconv.Itoa(s[0]) + "-" + strconv.Itoa(s[1])
	if s[2] > 0 {
		out += "-" + strconv.Itoa(s[2])
	}
	return out
}

func scoresOf(words []word) (out []score) {
	for _, w := range words {
		if w.kind == number && !slices.Contains(out, w.score) {
			out = append(out, w.score)
		}
	}
	return out
}

// agreed is the outcome of a match that was not played but drawn by agreement.
const agreed = 2

// outcomesOf returns what each verb says that the writer gets, each thing once.
func (l *lexicon) outcomesOf(words []word) (out []int) {
	for i, w := range words {
		o, ok := 0, false
		switch w.kind {
		case won, lost:
			who := w.subject
			if who == nobody {
				who = l.nearest(words, i)
			}
			if w.noun || who == nobody {
				if whose := after(words[i+1:], l.toWhom); whose != nobody && (w.noun || who == nobody && w.kind == won) {
					who = whose
				}
			}
			o, ok = 1, true
			if w.kind == lost {
				o = -1
			}
			if who == other {
				o = -o
			}
		case beat:
			o, ok = l.beaten(words, i)
		case drew:
			ok = true
		case intentional:
			o, ok = agreed, true
		case unknown, filler, stop, doubt, self, other, number, nobody:
		}
		if ok && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	if slices.Contains(out, agreed) { // "we agreed to draw" says one thing
		out = slices.DeleteFunc(out, func(o int) bool { return o == 0 })
	}
	if len(out) == 0 { // "2-1 for me"
		for i, w := range words {
			if w.kind == number && !w.score.even() {
				if whose := after(words[i+1:], l.toWhom); whose == self {
					out = append(out, 1)
				} else if whose == other {
					out = append(out, -1)
				}
			}
		}
	}
	return out
}

// vague reports whether a verb does not say who won.
func (l *lexicon) vague(words []word) bool {
	for i, w := range words {
		if w.kind == beat {
			if _, ok := l.beaten(words, i); !ok {
				return true
			}
		}
	}
	return false
}

// beaten returns what a verb with an object means for the writer: "I beat bob", "bob
// beat me", "beaten by bob".
func (l *lexicon) beaten(words []word, i int) (outcome int, ok bool) {
	if subject := words[i].subject; subject == self {
		return 1, true
	} else if subject == other {
		return -1, true
	}
	who := l.nearest(words, i)
	by := after(words[i+1:], l.by)
	switch object := next(words[i+1:]); {
	case by == other && who != other:
		return -1, true
	case by == self && who != self:
		return 1, true
	case by != nobody:
		return 0, false
	case words[i].passive && (i == 0 || words[i-1].text != "have" && words[i-1].text != "ive" && words[i-1].text != "has"):
		return 0, false // "was beaten", "beaten": the winner comes later
	case object == self && who != self:
		return -1, true
	case object == other && who != other:
		return 1, true
	}
	return 0, false
}

// nearest returns who was named last before a word: self, other or nobody.
func (l *lexicon) nearest(words []word, before int) kind {
	for i, w := range slices.Backward(words[:before]) {
		if (w.kind == self || w.kind == other) && !l.opposed(words[:i]) && !slices.Contains(l.behind, words[i+1].text) {
			return w.kind
		}
	}
	return nobody
}

// opposed reports whether who comes next is named as the one played against: "ich habe
// gegen meinen Gegner gewonnen".
func (l *lexicon) opposed(words []word) bool {
	for _, w := range slices.Backward(words) {
		switch {
		case slices.Contains(l.against, w.text):
			return true
		case !slices.Contains(l.articles, w.text):
			return false
		}
	}
	return false
}

// next returns who is named next.
func next(words []word) kind {
	for _, w := range words {
		switch w.kind {
		case self, other:
			return w.kind
		case won, lost, beat, drew, intentional:
			return nobody
		case unknown, filler, stop, doubt, number, nobody:
		}
	}
	return nobody
}

// after returns who is named right behind one of some words.
func after(words []word, prepositions []string) kind {
	for i, w := range words {
		if slices.Contains(prepositions, w.text) {
			for _, x := range words[i+1:] {
				if x.kind == self || x.kind == other {
					return x.kind
				}
				if x.kind != filler {
					return nobody
				}
			}
		}
	}
	return nobody
}

func first[T any](list []T) []T { return list[:min(len(list), 1)] }

func unique(list []string) (out []string) {
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

var (
	scored = regexp.MustCompile(`^(\d{1,2})\s*[-–—−:]\s*(\d{1,2})(?:\s*[-–—−:]\s*(\d{1,2}))?$`)
	pair   = regexp.MustCompile(`(\d{1,2})\s*[-–—−:]\s*(\d{1,2})(\s*[-–—−:]\s*(\d{1,2}))?`)
	half   = regexp.MustCompile(`(?:1[/⁄]2)\s*[-–—−:]\s*(?:1[/⁄]2)`)
	ping   = regexp.MustCompile(`<@[!&]?\d+>`)
)
