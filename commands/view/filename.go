package view

import (
	"strings"
	"time"

	"topcut/tournament"
)

// FileName returns what a file about an event is called, without its ending: its name
// and the day.
func FileName(s *tournament.State) string {
	return Slug(s.Settings.Name, "event") + "-" + s.At.In(s.Settings.Location()).Format(time.DateOnly)
}

// Slug returns a name in the letters that every file system takes, or other where
// nothing is left of it.
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
