package transfer

import (
	"embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament/lexicon"
)

//go:embed lexicons
var lexicons embed.FS

// headingSheet is what people of a language write above the columns of a table.
type headingSheet struct {
	Player  []string            `toml:"player"` // with the number of a seat
	Score   []string            `toml:"score"`  // with the number or the name of a seat
	First   []string            `toml:"first"`  // names of the first seat
	Second  []string            `toml:"second"`
	Columns map[string][]string `toml:"columns"`
}

// headingWords are the words of all languages.
type headingWords struct {
	columns       map[string]string
	player, score map[string]bool
	seats         map[string]int // names of seats, from 0
}

var headingsOf = sync.OnceValue(func() *headingWords {
	w := &headingWords{columns: map[string]string{}, player: map[string]bool{}, score: map[string]bool{}, seats: map[string]int{}}
	for _, sheet := range lexicon.Read[headingSheet](lexicons) {
		for _, word := range sheet.Player {
			w.player[word] = true
		}
		for _, word := range sheet.Score {
			w.score[word] = true
		}
		for seat, words := range [][]string{sheet.First, sheet.Second} {
			for _, word := range words {
				w.seats[word] = seat
			}
		}
		for meaning, list := range sheet.Columns {
			for _, heading := range list {
				if _, known := w.columns[heading]; !known { // English comes first
					w.columns[heading] = meaning
				}
			}
		}
	}
	return w
})

// headingParts returns the words of a heading in lower case, without the signs between
// them. A number is a word of its own: "P1" has two.
func headingParts(heading string) []string {
	var out strings.Builder
	before := ' '
	for _, r := range strings.ToLower(norm.NFKC.String(heading)) {
		switch {
		case strings.ContainsRune("_-#.:()", r):
			r = ' '
		case unicode.IsDigit(r) != unicode.IsDigit(before):
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before = r
	}
	return strings.Fields(out.String())
}

// csvMeaning returns what a heading usually means, or "": the whole of it, or what its
// words say of one seat ("Player 2", "White points", "Punkte 1").
func csvMeaning(heading string) string {
	words, parts := headingsOf(), headingParts(heading)
	if meaning, ok := words.columns[strings.Join(parts, " ")]; ok {
		return meaning
	}
	seat, player, score := -1, false, false
	for _, part := range parts {
		named, isName := words.seats[part]
		number := strings.Index("1234", part)
		letter := strings.Index("abcd", part)
		switch {
		case seat < 0 && isName:
			seat, player = named, true
		case seat < 0 && number >= 0:
			seat = number
		case seat < 0 && letter >= 0:
			seat = letter
		case words.score[part] && !score:
			score = true
		case words.player[part] && !player:
			player = true
		default:
			return ""
		}
	}
	switch {
	case seat >= 0 && score:
		return scoreColumns()[seat]
	case seat >= 0 && player:
		return playerColumns()[seat]
	}
	return ""
}
