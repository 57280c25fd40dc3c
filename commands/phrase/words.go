package phrase

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	sheets "topcut/tournament/lexicon"
	"topcut/tournament/rules"
)

// kind is what a word says.
type kind uint8

const (
	unknown kind = iota
	filler
	stop        // the text is no result: a question, a hope, a denial
	doubt       // it may be about something else: asked
	self        // the writer
	other       // the opponent
	won         // whose subject wins
	lost        // whose subject loses
	beat        // whose object loses
	drew        //
	intentional // drawn by agreement
	number      // a score
	nobody
)

// word is a word of a text.
type word struct {
	text    string
	kind    kind
	noun    bool // "a win for bob"
	passive bool // "beaten"
	subject kind // the subject, for a verb whose form names it: "gané"
	score   score
}

// lexicon are the words of a language, by what they say.
type lexicon struct {
	kinds   map[string]kind
	nouns   []string
	passive []string
	numbers map[string]int
	joints  []string // between two numbers: "2 to 1"

	subjects map[string]kind // who does it by the verb's form: "gané" is I, "ganó" the other
	toWhom   []string        // before the person a win or a score is for: "2-1 for me"
	by       []string        // before the person who acts in a passive sentence
	against  []string        // before the opponent
	articles []string        // what may stand between those and a name
	behind   []string        // what such words are where they follow the name: "相手に"
	glued    bool            // words are not set apart by spaces

	own map[string]kind // kinds without what is another language's
}

// sheet is a lexicon as its file has it.
type sheet struct {
	Kinds    map[string][]string `toml:"kinds"`
	Nouns    []string            `toml:"nouns"`
	Passive  []string            `toml:"passive"`
	Numbers  map[string]int      `toml:"numbers"`
	Joints   []string            `toml:"joints"`
	Subjects map[string][]string `toml:"subjects"`
	ToWhom   []string            `toml:"to_whom"`
	By       []string            `toml:"by"`
	Against  []string            `toml:"against"`
	Articles []string            `toml:"articles"`
	Behind   []string            `toml:"behind"`
	Glued    bool                `toml:"glued"`
}

// kindNames are what the files call the kinds.
var kindNames = map[string]kind{
	"filler": filler, "stop": stop, "doubt": doubt, "self": self, "other": other, "won": won, "lost": lost, "beat": beat, "drew": drew, "intentional": intentional,
}

func (s *sheet) lexicon() lexicon {
	return lexicon{
		kinds: kinds(s.Kinds), nouns: s.Nouns, passive: s.Passive, numbers: s.Numbers, joints: s.Joints, subjects: kinds(s.Subjects),
		toWhom: s.ToWhom, by: s.By, against: s.Against, articles: s.Articles, behind: s.Behind, glued: s.Glued,
	}
}

//go:embed lexicons
var files embed.FS

// languages are the languages that are read, each with the words of English behind
// its own: a text may mix the two, and its own meaning of a word counts ("no" is "in
// the" in Portuguese).
var languages = sync.OnceValue(func() (out []lexicon) {
	for _, s := range sheets.Read[sheet](files) {
		l := s.lexicon()
		if len(out) > 0 {
			l = l.over(out[0])
		}
		out = append(out, l)
	}
	return out
})

// over returns a language with another's words behind its own.
func (l lexicon) over(base lexicon) lexicon {
	out := l
	out.own = l.kinds
	out.kinds, out.numbers = maps.Clone(base.kinds), maps.Clone(base.numbers)
	maps.Copy(out.kinds, l.kinds)
	maps.Copy(out.numbers, l.numbers)
	foreign := func(list []string) []string { // words that mean nothing else in l
		return slices.DeleteFunc(slices.Clone(list), func(w string) bool {
			_, own := l.kinds[w]
			_, number := l.numbers[w]
			return own || number
		})
	}
	out.nouns = append(foreign(base.nouns), l.nouns...)
	out.passive = append(foreign(base.passive), l.passive...)
	out.joints = append(foreign(base.joints), l.joints...)
	out.toWhom = append(foreign(base.toWhom), l.toWhom...)
	out.by = append(foreign(base.by), l.by...)
	out.against = append(foreign(base.against), l.against...)
	out.articles = append(foreign(base.articles), l.articles...)
	return out
}

// kinds returns what each word says. A word that stands under two meanings, or under
// one that there is not, is a mistake in a file that every test finds.
func kinds(by map[string][]string) map[string]kind {
	out := map[string]kind{}
	for name, list := range by {
		k := kindNames[name]
		if k == unknown {
			panic("no meaning: " + name)
		}
		for _, w := range list {
			if was, twice := out[w]; twice && was != k {
				panic("two meanings: " + w)
			}
			out[w] = k
		}
	}
	return out
}

// plain returns a text in small letters with marks for the opponent and without the
// bot's mentions; false for a text that is no statement.
func (t Table) plain(text string) (string, bool) {
	if strings.ContainsAny(ping.ReplaceAllString(text, ""), "?？¿>`~|") || len([]rune(text)) > 200 { // a question, a quotation
		return "", false
	}
	s := " " + strings.ToLower(rules.Typed(text)) + " "
	for _, bot := range t.Bots {
		s = strings.ReplaceAll(s, strings.ToLower(bot), " ")
	}
	for _, name := range t.Opponent { // mentions as they are, names as whole words
		if name = strings.ToLower(strings.TrimSpace(rules.Typed(name))); name == "" {
			continue
		}
		if strings.HasPrefix(name, "<@") {
			s = strings.ReplaceAll(s, name, " "+opponentMark+" ")
		} else if pre, named := claims(name); named {
			s = replaceWord(s, pre, " "+opponentMark+" ")
		}
	}
	if ping.MatchString(s) { // a person who is not at the table
		return "", false
	}
	if v, ok := rules.Score(s); ok { // alone, in any spelling that fields and files know
		s = " " + score{int(v[0]), int(v[1]), int(v[2])}.value() + " "
	}
	s = half.ReplaceAllString(s, " 0-0-1 ")
	s = pair.ReplaceAllStringFunc(s, func(m string) string { return " " + strings.Join(strings.Fields(m), "") + " " })
	return strings.NewReplacer("'", "", "’", "", "!", " ", ".", " ", ",", " ", ";", " ", "(", " ", ")", " ", "\n", " ", "\"", " ", "*", " ", "_", " ",
		"。", " ", "、", " ", "¡", " ", "「", " ", "」", " ", "・", " ").Replace(s), true
}

// foreign is how far a text is from being in a language: words that say nothing in it
// count before words that are another's.
type foreign struct{ unread, borrowed int }

func (f foreign) less(o foreign) bool {
	return f.unread < o.unread || f.unread == o.unread && f.borrowed < o.borrowed
}

// words takes a text apart.
func (l *lexicon) words(plain string) (out []word, far foreign) {
	if l.glued {
		plain = l.parted(plain)
	}
	for _, f := range l.joined(strings.Fields(plain)) {
		w := word{text: f}
		switch m := scored.FindStringSubmatch(f); {
		case f == opponentMark:
			w.kind = other
		case m != nil:
			w.kind, w.score = number, score{atoi(m[1]), atoi(m[2]), atoi(m[3])}
		case emoji(f):
			w.kind = filler
		default:
			w.kind, w.noun, w.passive, w.subject = l.kinds[f], slices.Contains(l.nouns, f), slices.Contains(l.passive, f), l.subjects[f]
			if _, person := l.subjects[f]; !person {
				w.subject = nobody
			}
		}
		if w.kind == unknown {
			far.unread++
		} else if _, own := l.own[f]; l.own != nil && !own && l.kinds[f] != unknown {
			far.borrowed++
		}
		out = append(out, w)
	}
	return out, far
}

// parted sets the words of a text apart that is written without spaces: the longest
// known word first.
func (l *lexicon) parted(s string) string {
	var b strings.Builder
	for _, run := range scripts.FindAllString(s, -1) {
		if !script.MatchString(run) {
			b.WriteString(run)
			continue
		}
		for r := []rune(run); len(r) > 0; {
			n := len(r)
			for ; n > 1; n-- {
				_, numeral := l.numbers[string(r[:n])]
				if _, ok := l.kinds[string(r[:n])]; ok || numeral || slices.Contains(l.joints, string(r[:n])) {
					break
				}
			}
			b.WriteString(" " + string(r[:n]) + " ")
			r = r[n:]
		}
	}
	return b.String()
}

var (
	script  = regexp.MustCompile(`^[\p{Han}\p{Hiragana}\p{Katakana}ー]+$`)
	scripts = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}ー]+|[^\p{Han}\p{Hiragana}\p{Katakana}ー]+`)
)

// opponentMark stands for the opponent in a text that is being read.
const opponentMark = "\x01"

// claims reports whether a name can be told from the words that are read: a player
// called "Win" is only known by mention.
func claims(name string) (string, bool) {
	for _, l := range languages() {
		if _, taken := l.kinds[name]; taken {
			return "", false
		}
		if _, taken := l.numbers[name]; taken {
			return "", false
		}
	}
	return name, !scored.MatchString(name) && strings.ContainsFunc(name, unicode.IsLetter)
}

// joined puts numbers together that are written as words: "two to one", "2 nil".
func (l *lexicon) joined(fields []string) (out []string) {
	for i := 0; i < len(fields); i++ {
		a, ok := l.numeral(fields[i])
		if !ok {
			out = append(out, fields[i])
			continue
		}
		j := i + 1
		if j < len(fields) && slices.Contains(l.joints, fields[j]) {
			j++
		}
		if j < len(fields) {
			if b, ok := l.numeral(fields[j]); ok {
				out = append(out, strconv.Itoa(a)+"-"+strconv.Itoa(b))
				i = j
				continue
			}
		}
		if two := strings.Split(fields[i], "-"); len(two) == 2 {
			out = append(out, fields[i])
			continue
		}
		out = append(out, fields[i])
	}
	for i, f := range out { // "two-one"
		if two := strings.Split(f, "-"); len(two) == 2 {
			a, ok := l.numeral(two[0])
			b, also := l.numeral(two[1])
			if ok && also {
				out[i] = strconv.Itoa(a) + "-" + strconv.Itoa(b)
			}
		}
	}
	return out
}

// numeral reads a small number, in digits or as a word.
func (l *lexicon) numeral(f string) (int, bool) {
	if n, ok := l.numbers[f]; ok {
		return n, true
	}
	n, err := strconv.Atoi(f)
	return n, err == nil && n >= 0 && n < 100
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func emoji(f string) bool {
	return !strings.ContainsFunc(f, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsPunct(r) && r != ':' })
}

// replaceWord replaces a name where it stands as a word of its own.
func replaceWord(s, name, with string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, name)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		end := i + len(name)
		if first, _ := utf8.DecodeRuneInString(name); i > 0 && joins(lastRune(s[:i]), first) || within(lastRune(name), s[end:]) {
			b.WriteString(s[:end])
		} else {
			b.WriteString(s[:i] + with)
		}
		s = s[end:]
	}
}

func lastRune(s string) rune {
	r := []rune(s)
	return r[len(r)-1]
}

// within reports whether a word goes on behind a name that ends with a letter. In
// Japanese particles and forms of address follow it at once.
func within(last rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && joins(last, next) && !slices.ContainsFunc(particles, func(p string) bool { return strings.HasPrefix(rest, p) })
}

var particles = []string{"が", "は", "に", "の", "を", "と", "も", "から", "さん", "くん", "ちゃん", "様", "選手"}

// joins reports whether two letters beside each other are of one word.
func joins(a, b rune) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return letter(a) && letter(b) && script.MatchString(string(a)) == script.MatchString(string(b))
}
