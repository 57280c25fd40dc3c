package namelist

import (
	"strings"

	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// Alike returns a note about different names of an import that look the same; nil if there
// are none.
func Alike(list []string) []notice.Notice {
	var seen names.Index
	var pairs []string
	for i, name := range list {
		if same := seen.Find(name); len(same) > 0 && len(pairs) < mostMarked {
			pairs = append(pairs, name+" ("+list[same[0]]+")")
		}
		seen.Add(name, i)
	}
	if pairs == nil {
		return nil
	}
	return []notice.Notice{notice.New("transfer.ambiguous.alike", "names", notice.Text(strings.Join(pairs, ", ")))}
}
