package wording

import (
	"strings"

	"topcut/tournament/notice"
)

// CommandKey returns the catalogue key for a part of the description of a command.
func CommandKey(path, part string) notice.Code {
	return notice.Code("cmd." + strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(path)) + "." + part)
}
