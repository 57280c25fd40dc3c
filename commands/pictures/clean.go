package pictures

import (
	"strings"
	"unicode"

	"github.com/go-text/typesetting/segmenter"
)

const (
	// maxMarks is the most accents on one letter. Living scripts need no more than three;
	// more would reach into the lines around.
	maxMarks = 3
	// maxCluster is how many code points one visible character may have. The
	// longest emoji sequences in use have ten, flags of regions seven.
	maxCluster = 16
	// maxClusters is the most visible characters of one text that are looked at.
	maxClusters = 300
)

// clean returns the printable part of a text. Controls (among them every bidirectional
// override and isolate, so that a name cannot reverse its neighbours), invisible fillers
// and byte-order marks are removed; every kind of white space and line end becomes one
// space; excess accents and over-long clusters are cut. Joiners stay, since emoji and
// several scripts need them.
func clean(text string) string {
	if isPlain(text) {
		return text
	}
	kept := make([]rune, 0, len(text))
	marks := 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r), unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp), r == 0x2800:
			if len(kept) > 0 && kept[len(kept)-1] != ' ' {
				kept = append(kept, ' ')
			}
			marks = 0
		case isFiller(r):
		case isVariationSelector(r), isTag(r), r == 0x200C, r == 0x200D:
			if len(kept) > 0 && kept[len(kept)-1] != ' ' {
				kept = append(kept, r)
			}
		case unicode.Is(unicode.C, r):
		case unicode.In(r, unicode.Mn, unicode.Me):
			if len(kept) > 0 && kept[len(kept)-1] != ' ' && marks < maxMarks {
				kept = append(kept, r)
				marks++
			}
		default:
			kept = append(kept, r)
			marks = 0
		}
		if len(kept) > maxCluster*maxClusters {
			break
		}
	}
	var out strings.Builder
	for _, cluster := range graphemes(kept) {
		out.WriteString(string(cluster[:min(len(cluster), maxCluster)]))
	}
	return strings.TrimSpace(out.String())
}

// cleanName is clean for names: "" if a name has nothing visible.
func cleanName(name string) string {
	shown := clean(name)
	if strings.IndexFunc(shown, func(r rune) bool { return !isIgnorable(r) }) < 0 {
		return ""
	}
	return shown
}

// isPlain reports short printable ASCII without outer or double spaces, which
// clean leaves as it is.
func isPlain(text string) bool {
	if len(text) > maxClusters {
		return false
	}
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return text == "" || before != ' '
}

// isFiller reports letters that are drawn as nothing: the Hangul fillers, two
// Khmer vowels, Mongolian separators and the combining grapheme joiner.
func isFiller(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x3164, 0xFFA0:
		return true
	}
	return false
}

// graphemes splits text into what readers see as characters (Unicode annex 29), at most
// maxClusters of them.
func graphemes(text []rune) [][]rune {
	var clusters [][]rune
	var split segmenter.Segmenter
	split.Init(text)
	for it := split.GraphemeIterator(); it.Next() && len(clusters) < maxClusters; {
		clusters = append(clusters, it.Grapheme().Text)
	}
	return clusters
}

// isolate returns a cleaned text for use in a sentence: right-to-left text is wrapped in
// isolates so that the sentence keeps its order.
func isolate(text string) string {
	if strings.IndexFunc(text, isRightToLeft) < 0 {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// cleanName returns a name as it is drawn, never empty.
func (p *page) cleanName(name string) string {
	if shown := cleanName(name); shown != "" {
		return shown
	}
	return p.say("picture.nameless")
}

// nameInText returns a name, possibly hostile, for alt text and plain text.
func (p *page) nameInText(name string) string { return isolate(p.cleanName(name)) }

// textInText returns the same for cells and labels, which may be empty.
func textInText(text string) string { return isolate(clean(text)) }
