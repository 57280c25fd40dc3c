package rules

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spoken are the words that people write for an outcome, in the languages of the bot,
// beside the word of the vocabulary itself.
var spoken = map[string][]string{
	wordWin: {
		"won", "wins", "i won", "victory", "sieg", "gewonnen", "victoria", "gané", "ganó", "ganada", "victoire", "gagné", "gagne", "gagnée",
		"vittoria", "vinto", "vinta", "vitória", "venci", "venceu", "ganhei", "ganhou", "wygrana", "wygrałem", "wygrałam", "zwycięstwo",
		"勝", "勝ち", "勝利", "勝った", "○",
	},
	wordLoss: {
		"lost", "loses", "i lost", "defeat", "niederlage", "verloren", "derrota", "perdí", "perdió", "perdida", "défaite", "perdu", "perdue",
		"sconfitta", "perso", "persa", "perdi", "perdeu", "przegrana", "przegrałem", "przegrałam", "porażka", "負", "負け", "敗", "敗北", "負けた", "●",
	},
	wordDraw: {
		wordTie, "drawn", "tied", "drew", "remis", "unentschieden", "empate", "empatada", "tablas", "nul", "nulle", "match nul", "partie nulle", "égalité",
		"patta", "pareggio", "empatou", "引き分け", "引分け", "引分", "分", "=", "1/2", "1/2-1/2", "0.5-0.5", "0,5-0,5", ".5-.5",
	},
	wordID: {"intentional draw", "agreed draw"},
	wordDoubleLoss: {
		"double loss", "doppelniederlage", "doppelte niederlage", "doble derrota", "double défaite", "doppia sconfitta",
		"dupla derrota", "podwójna porażka", "両者敗北", "両者負け",
	},
}

// meant returns the word of the vocabulary for each word of spoken.
var meant = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for word, list := range spoken {
		for _, said := range list {
			out[norm.NFKC.String(said)] = word
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
