package setting

import (
	"topcut/tournament/stage"
)

// Auto is the structure by attendance, or that of a game which has one of its own.
const Auto = "auto"

// structures are the usual structures of an event, in the order of the form.
var structures = []struct {
	word  string
	chain func() stage.Chain
}{
	{Auto, swiss},
	{"swiss", func() stage.Chain { return swiss().WithCut(stage.Entry{}) }},
	{"top4", func() stage.Chain { return swiss().WithCut(stage.TopN(4)) }},
	{"top8", func() stage.Chain { return swiss().WithCut(stage.TopN(8)) }},
	{"bracket", func() stage.Chain { return stage.MustParse("single") }},
	{"draft", func() stage.Chain { return stage.MustParse("draft > swiss") }},
	{"robin", func() stage.Chain { return stage.MustParse("roundrobin") }},
	{"robin_twice", func() stage.Chain { return stage.MustParse("roundrobin twice") }},
}

func swiss() stage.Chain { return stage.MustParse("swiss > bracket") }

// Structures returns the words for the usual structures of an event, "auto" first.
func Structures() []string {
	var words []string
	for _, s := range structures {
		words = append(words, s.word)
	}
	return words
}

// Structure returns the chain of stages for a word of Structures or a typed chain. It returns
// false for any other text.
func Structure(word string) (stage.Chain, bool) {
	for _, s := range structures {
		if s.word == word {
			return s.chain(), true
		}
	}
	chain, err := stage.Parse(word)
	return chain, err == nil
}
