package rules

import (
	"embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament/lexicon"
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

// plain returns a result as the vocabulary writes it, whatever the keyboard, form or
// program it comes from: in lower case, with a hyphen for every dash, colon and minus,
// without spaces around it, and in the word of the vocabulary for one of another
// language.
func plain(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case c == ':' || c == '−' || unicode.Is(unicode.Pd, c):
			return '-'
		case c == '⁄': // of ½
			return '/'
		case unicode.Is(unicode.Cf, c): // a word joiner keeps the bot's own scores on one line
			return -1
		}
		return c
	}, norm.NFKC.String(text))
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	if word, ok := meant()[strings.ReplaceAll(text, " - ", "-")]; ok {
		return word
	}
	return text
}

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
			rest := strings.Join(part[1], " ")
			if _, ok := parseScore(strings.ReplaceAll(rest, " ", "")); ok {
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
