package text_test

import (
	"regexp"
	"strings"
	"testing"

	"topcut/commands/text"
)

// slash is a slash command that is written out.
var slash = regexp.MustCompile(`(?:^|[^A-Za-z0-9}/<.:])/[a-z][a-z-]*[a-z]`)

// TestNoTextWritesACommandOut: a command is an argument, so that it can be clicked. Only
// the description of a command, which Discord shows as plain text, writes one out.
func TestNoTextWritesACommandOut(t *testing.T) {
	if !slash.MatchString("see `/match away`") || !slash.MatchString("例外は/match away") {
		t.Fatal("commands are not found")
	}
	for _, tag := range text.Offered() {
		for key, forms := range catalogueOf(t, tag) {
			for _, form := range forms {
				if !strings.HasPrefix(key, "cmd.") && slash.MatchString(form) {
					t.Errorf("%s, %s: %q", tag, key, form)
				}
			}
		}
	}
}
