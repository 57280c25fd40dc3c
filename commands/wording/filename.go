package wording

import (
	"strings"
	"time"

	"topcut/tournament"
)

// FileName returns the name of a file about an event, without extension: the event's name
// and the day.
func FileName(s *tournament.State) string {
	return Slug(s.Settings.Name, "event") + "-" + s.At.In(s.Settings.Location()).Format(time.DateOnly)
}

// Slug returns a name in characters that every file system allows, or other if none are
// left.
func Slug(name, other string) string {
	const most = 60
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == ' ', r == '-', r == '_':
			return '-'
		}
		return -1
	}, name)
	if name = strings.Trim(name, "-"); name == "" {
		name = other
	}
	return name[:min(len(name), most)]
}
