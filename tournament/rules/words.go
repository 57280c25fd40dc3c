package rules

import (
	"cmp"
	"embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament/lexicon"
	"topcut/tournament/sorted"
)

//go:embed lexicons
var lexicons embed.FS

// spoken are the words of a language that people write for an outcome, beside the word of
// the vocabulary itself.
type spoken struct {
	Win        []string `toml:"win"`
	Loss       []string `toml:"loss"`
	Draw       []string `toml:"draw"`
	ID         []string `toml:"id"`
	DoubleLoss []string `toml:"double_loss"`
	Bye        []string `toml:"bye"`
	Forfeit    []string `toml:"forfeit"`
	Absent     []string `toml:"absent"`
	Between    []string `toml:"between"` // what stands between two figures: "2 to 1"
	Beat       []string `toml:"beat"`    // what stands between winner and loser
}

// meant returns the word of the vocabulary for each word of all languages.
var meant = sync.OnceValue(func() map[string]string {
	out := map[string]string{wordTie: wordDraw}
	for _, l := range lexicon.Read[spoken](lexicons) {
		for word, list := range map[string][]string{
			wordWin: l.Win, wordLoss: l.Loss, wordDraw: l.Draw, wordID: l.ID, wordDoubleLoss: l.DoubleLoss, wordBye: l.Bye, wordForfeit: l.Forfeit, wordAbsent: l.Absent,
		} {
			for _, said := range list {
				out[norm.NFKC.String(said)] = word
			}
		}
	}
	return out
})

// beaten are the words that stand between winner and loser.
var beaten = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, l := range lexicon.Read[spoken](lexicons) {
		for _, said := range l.Beat {
			out[norm.NFKC.String(said)] = true
		}
	}
	return out
})

// Beats reports whether words say that who is named before them won against who is named
// behind them: "beat", "schlug".
func Beats(text string) bool { return beaten()[strings.ToLower(Typed(text))] }

// Typed returns a text as a plain keyboard has it: digits of any script, width or emoji as
// 0 to 9, and no characters that only direct or join others.
func Typed(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Cf, c), unicode.Is(unicode.Variation_Selector, c), c == '\u20e3': // of a key cap
			return -1
		case c > unicode.MaxASCII && unicode.Is(unicode.Nd, c):
			if zero := c &^ 15; unicode.Is(unicode.Nd, zero) {
				return '0' + c - zero
			}
			return '0' + c&15 - 6 // the digits of some scripts begin in the middle of a column
		}
		return c
	}, norm.NFKC.String(text))
}

// plain returns a result as the vocabulary writes it, whatever the keyboard, form or
// program it comes from: in lower case, with a hyphen for every dash, colon and minus,
// without spaces or marks around it, and in the word of the vocabulary for one of another
// language.
func plain(text string) string {
	text = strings.Map(func(c rune) rune {
		if c == ':' || c == '∶' || c == '−' || unicode.Is(unicode.Pd, c) {
			return '-'
		}
		return c
	}, Typed(text))
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	bare := strings.TrimRight(text, " .!。")
	for _, said := range []string{text, bare, strings.ReplaceAll(bare, "⁄", "/")} {
		if word, ok := meant()[strings.ReplaceAll(said, " - ", "-")]; ok {
			return word
		}
	}
	return bare
}

// tally is a score in any spelling: figures of two players, of which each may be a half,
// and drawn games, with the same sign or word between them, and what follows it.
var tally = sync.OnceValue(func() *regexp.Regexp {
	between := []string{"-", "/", "~", "ー", "×"}
	for _, l := range lexicon.Read[spoken](lexicons) {
		for _, word := range l.Between {
			between = append(between, regexp.QuoteMeta(norm.NFKC.String(word)))
		}
	}
	sorted.Stable(between, func(x, y string) int { return len(y) - len(x) })
	figure, sign := `([0-9]{1,2} ?1/2|1/2|[0-9]{0,5}[.,][05]|[0-9]{1,5})`, `( ?(?:`+strings.Join(between, "|")+`) ?| )`
	return regexp.MustCompile(`^` + figure + sign + figure + `(?:` + sign + `([0-9]{1,5}))?( [^0-9 -].*)?$`)
})

// scored returns a text that begins with a score with hyphens in it: "2-1" for "2 to 1",
// "2/1" or "2 1". Where two signs stand between three figures it is another text.
func scored(text string) string {
	if hyphened(text) { // as nearly every result is given
		return cmp.Or(meant()[text], text)
	}
	text = strings.ReplaceAll(text, "⁄", "/") // ½ alone is a word, 1/2 may be a score
	if drawn := inSlashes.FindStringSubmatch(text); drawn != nil {
		return strings.Join(drawn[1:], "-")
	}
	switch {
	case text == "" || !strings.ContainsRune("0123456789.,", rune(text[0])):
		return text
	case strings.ReplaceAll(text, " ", "") == wordHalf:
		return wordHalf
	}
	part := tally().FindStringSubmatch(text)
	if part == nil || part[5] != "" && strings.TrimSpace(part[2]) != strings.TrimSpace(part[4]) {
		return text
	}
	out := part[1] + "-" + part[3]
	if part[5] != "" {
		out += "-" + part[5]
	}
	if word, ok := meant()[out]; ok {
		out = word
	}
	return out + part[6]
}

// hyphened reports whether a text is the figures of two players, and of drawn games, with
// hyphens between them.
func hyphened(text string) bool {
	figures, digits := 1, 0
	for _, c := range []byte(text) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '-' && digits > 0:
			figures, digits = figures+1, 0
		default:
			return false
		}
	}
	return digits > 0 && (figures == 2 || figures == 3)
}

// inSlashes is a score of three figures, of which no two are a half.
var inSlashes = regexp.MustCompile(`^([0-9]{1,2}) ?/ ?([0-9]{1,2}) ?/ ?([0-9]{1,2})$`)

// cutOutcome cuts off a word for a win, a loss or a draw that stands before or behind a
// score, in the words of plain.
func cutOutcome(text string) (score, outcome string) {
	words := strings.Fields(text)
	for n := 1; n < len(words); n++ {
		for _, part := range [][2][]string{{words[:n], words[n:]}, {words[len(words)-n:], words[:len(words)-n]}} {
			said := strings.Join(part[0], " ")
			if word, ok := meant()[said]; ok {
				said = word
			}
			if said != wordWin && said != wordLoss && said != wordDraw {
				continue
			}
			rest := scored(strings.Join(part[1], " "))
			if _, ok := parseScore(rest); ok {
				return rest, said
			}
		}
	}
	return text, ""
}

// halves are the points of two players in games that can be drawn: "1 1/2-1/2",
// "1.5-0.5", "1,0-0,0".
var halves = regexp.MustCompile(`^([0-9]{1,2})? ?([.,]0|[.,]5|1/2)?-([0-9]{1,2})? ?([.,]0|[.,]5|1/2)?$`)

// cutHalves reads a score in points in which half a point is a drawn game: of "1.5-0.5"
// one game is won and one drawn.
func cutHalves(text string) (string, bool) {
	part := halves.FindStringSubmatch(text)
	if part == nil || part[1]+part[2] == "" || part[3]+part[4] == "" || part[2]+part[4] == "" {
		return text, false
	}
	half := func(s string) bool { return strings.HasSuffix(s, "5") || s == "1/2" }
	if half(part[2]) != half(part[4]) {
		return text, false
	}
	whole := func(s string) string {
		if s == "" {
			return "0"
		}
		return s
	}
	text = whole(part[1]) + "-" + whole(part[3])
	if half(part[2]) {
		text += "-1"
	}
	return text, true
}
