package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
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
	score   score
}

// lexicon are the words of a language, by what they say.
type lexicon struct {
	kinds   map[string]kind
	nouns   []string
	passive []string
	numbers map[string]int
	joints  []string // between two numbers: "2 to 1"
}

// lexicons are the languages that are read. They are read together: a text may mix
// them, and no word means different things in two of them.
var lexicons = []lexicon{english, german}

var english = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"a", "an", "the", "our", "my", "match", "matches", "game", "games", "set", "just", "gg", "ggs", "ggwp", "wp", "hi", "hey", "hello", "result", "results", "score",
			"report", "reporting", "final", "finished", "ended", "ends", "it", "its", "was", "is", "that", "thats", "thanks", "thank", "please", "pls", "ty", "thx", "you", "so", "and",
			"against", "vs", "versus", "with", "by", "over", "to", "for", "in", "of", "from", "have", "has", "ive", "got", "get", "been", "this", "here", "well", "played", "we", "us", "both",
			"ok", "okay", "good", "close", "very", "agreed", "on", "at", "as", "did", "straight", "were", "im", "am", "took", "takes", "take", "true", "yes", "yep", "done", "all", "out",
		},
		stop: {
			"not", "no", "never", "didnt", "wasnt", "isnt", "dont", "doesnt", "havent", "hasnt", "wont", "cant", "couldnt", "shouldnt", "wouldnt", "will", "would", "ill", "if", "hope", "hoping",
			"hopefully", "think", "maybe", "perhaps", "should", "could", "might", "may", "can", "when", "what", "who", "how", "why", "where", "does", "do", "want", "wants", "need", "needs", "going", "gonna",
			"almost", "nearly", "cannot", "unless", "until", "wish", "expect", "expecting", "suppose", "guess", "bet", "predict", "nobody", "neither", "let", "lets", "offer", "offers", "offered", "try", "id-ing", "shall",
		},
		doubt: {"actually", "wrong", "mistake", "instead", "correct", "correction", "undo", "last", "previous", "earlier", "yesterday", "round", "table", "but", "or", "leading", "up", "down", "ahead", "behind", "currently", "far", "now", "still"},
		self:  {"i", "me", "myself", "mine"},
		other: {"opponent", "opp", "opponents", "he", "she", "they", "him", "her", "them", "theirs", "his"},
		won:   {"won", "win", "wins", "winning", "winner", "victory", "victorious", "w"},
		lost:  {"lost", "lose", "loses", "loss", "losing", "l", "loser", "defeat"},
		beat:  {"beat", "beats", "beaten", "defeated", "defeats", "crushed", "smashed", "destroyed", "swept", "outplayed"},
		drew:  {"drew", "draw", "draws", "drawn", "tied", "tie", "split"},

		intentional: {"id", "ided", "intentional", "intentionally"},
	}),
	nouns:   []string{"win", "winner", "victory", "loss", "loser", "defeat", "w", "l"},
	passive: []string{"beaten"},
	numbers: map[string]int{"zero": 0, "nil": 0, "nothing": 0, "zip": 0, "love": 0, "one": 1, "two": 2, "three": 3},
	joints:  []string{"to", "-", ":"},
}

// german has the verb at the end: who is beaten stands before it ("ich habe Bob 2:1
// geschlagen"), so such a verb is only asked about.
var german = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"habe", "hab", "hat", "haben", "wir", "uns", "das", "es", "war", "ist", "der", "die", "den", "dem", "ein", "eine", "einen", "unser", "unsere", "mein", "meine", "meinen", "meinem", "gegen", "mit", "für", "von",
			"zu", "und", "spiel", "spiele", "partie", "ergebnis", "endstand", "gespielt", "danke", "bitte", "gut", "hallo", "knapp", "klar", "ging", "geht", "aus", "am", "ende", "beide", "im", "meldung", "melde", "fertig",
		},
		stop: {
			"nicht", "kein", "keine", "keinen", "nie", "niemand", "wenn", "falls", "ob", "hoffe", "hoffentlich", "vielleicht", "glaube", "denke", "werde", "wird", "werden", "würde", "würden", "wäre", "hätte", "hätten", "kann",
			"können", "könnte", "könnten", "soll", "sollen", "sollte", "sollten", "möchte", "will", "wollen", "muss", "müsste", "wann", "wie", "wer", "warum", "wo", "fast", "beinahe", "lass", "lasst", "biete", "angebot", "weder",
		},
		doubt: {"eigentlich", "falsch", "fehler", "korrektur", "doch", "letzte", "letzten", "vorige", "vorher", "gestern", "runde", "tisch", "aber", "oder", "führe", "führt", "noch", "bisher", "gerade", "jetzt", "vorn", "hinten", "stattdessen"},
		self:  {"ich", "mich", "mir"},
		other: {"gegner", "gegnerin", "er", "sie", "ihn", "ihm", "ihr"},
		won:   {"gewonnen", "gewann", "gewinne", "gewinnt", "sieg", "sieger"},
		lost:  {"verloren", "verlor", "verliere", "verliert", "niederlage", "verlierer"},
		beat:  {"geschlagen", "schlug", "besiegt", "besiegte"},
		drew:  {"unentschieden", "remis"},
	}),
	nouns:   []string{"sieg", "sieger", "niederlage", "verlierer"},
	passive: []string{"geschlagen", "besiegt"},
	numbers: map[string]int{"null": 0, "eins": 1, "zwei": 2, "drei": 3},
	joints:  []string{"zu"},
}

func kinds(by map[kind][]string) map[string]kind {
	out := map[string]kind{}
	for k, list := range by {
		for _, w := range list {
			out[w] = k
		}
	}
	return out
}

// words takes a text apart. known is whether every word is understood; nil is a text
// that is no statement.
func (t Table) words(text string) (out []word, known bool) {
	if strings.ContainsAny(ping.ReplaceAllString(text, ""), "?？>`~|") || len([]rune(text)) > 200 { // a question, a quotation
		return nil, false
	}
	s := " " + strings.ToLower(text) + " "
	for _, bot := range t.Bots {
		s = strings.ReplaceAll(s, strings.ToLower(bot), " ")
	}
	for _, name := range t.Opponent { // mentions as they are, names as whole words
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
		if strings.HasPrefix(name, "<@") {
			s = strings.ReplaceAll(s, name, " "+opponentMark+" ")
		} else if pre, named := t.claims(name); named {
			s = replaceWord(s, pre, " "+opponentMark+" ")
		}
	}
	if ping.MatchString(s) { // somebody who is not at the table
		return nil, false
	}
	s = half.ReplaceAllString(s, " 0-0-1 ")
	s = pair.ReplaceAllStringFunc(s, func(m string) string { return " " + strings.Join(strings.Fields(m), "") + " " })
	s = strings.NewReplacer("'", "", "’", "", "!", " ", ".", " ", ",", " ", ";", " ", "(", " ", ")", " ", "\n", " ", "\"", " ", "*", " ", "_", " ").Replace(s)
	fields := joined(strings.Fields(s))
	known = true
	for _, f := range fields {
		w := word{text: f}
		switch m := scored.FindStringSubmatch(f); {
		case f == opponentMark:
			w.kind = other
		case m != nil:
			w.kind, w.score = number, score{atoi(m[1]), atoi(m[2]), atoi(m[3])}
		case emoji(f):
			w.kind = filler
		default:
			for _, l := range lexicons {
				if k, ok := l.kinds[f]; ok {
					w.kind, w.noun, w.passive = k, slices.Contains(l.nouns, f), slices.Contains(l.passive, f)
				}
			}
		}
		known = known && w.kind != unknown && w.kind != doubt
		out = append(out, w)
	}
	return out, known
}

// opponentMark stands for the opponent in a text that is being read.
const opponentMark = "\x01"

// claims reports whether a name can be told from the words that are read: a player
// called "Win" is only known by mention.
func (t Table) claims(name string) (string, bool) {
	for _, l := range lexicons {
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
func joined(fields []string) (out []string) {
	for i := 0; i < len(fields); i++ {
		a, ok := numeral(fields[i])
		if !ok {
			out = append(out, fields[i])
			continue
		}
		j := i + 1
		if j < len(fields) && slices.ContainsFunc(lexicons, func(l lexicon) bool { return slices.Contains(l.joints, fields[j]) }) {
			j++
		}
		if j < len(fields) {
			if b, ok := numeral(fields[j]); ok {
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
			a, ok := numeral(two[0])
			b, also := numeral(two[1])
			if ok && also {
				out[i] = strconv.Itoa(a) + "-" + strconv.Itoa(b)
			}
		}
	}
	return out
}

// numeral reads a small number, in digits or as a word.
func numeral(f string) (int, bool) {
	for _, l := range lexicons {
		if n, ok := l.numbers[f]; ok {
			return n, true
		}
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
		before, after := rune(' '), rune(' ')
		if i > 0 {
			before = lastRune(s[:i])
		}
		if end < len(s) {
			after = []rune(s[end:])[0]
		}
		if partOfWord(before) || partOfWord(after) {
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

func partOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
