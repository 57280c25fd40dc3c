package paste

import (
	"iter"
	"strings"
)

// Tables returns the tables of pairings that are given as text, each with the number of
// its line: one table in a line, its players separated by a tab, "|" or " vs ". Empty
// lines and those that begin with # are skipped.
func Tables(text string) iter.Seq2[int, []string] {
	between := strings.NewReplacer("\t", "|", " vs ", "|")
	return func(yield func(int, []string) bool) {
		number := 0
		for line := range strings.SplitSeq(text, "\n") {
			number++
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
				continue
			}
			var names []string
			for name := range strings.SplitSeq(between.Replace(line), "|") {
				if name = strings.TrimSpace(name); name != "" {
					names = append(names, name)
				}
			}
			if len(names) > 0 && !yield(number, names) {
				return
			}
		}
	}
}
