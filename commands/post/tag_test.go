package post

import (
	"testing"

	"topcut/commands/forum"
	"topcut/tournament"
)

// TestTheTagsOfPostsTakeBoundedMemory: a process that serves more events than it remembers
// the tags of looks at some of them again.
func TestTheTagsOfPostsTakeBoundedMemory(t *testing.T) {
	var seen tagged
	for i := range 3 * mostTagged {
		id := tournament.ID(i + 1)
		if !seen.take(id, forum.StageOf(tournament.Finished)) || seen.take(id, forum.StageOf(tournament.Finished)) {
			t.Fatalf("event %d: its tags are not set once", i)
		}
		if len(seen.stages) > mostTagged {
			t.Fatalf("%d events are remembered, want at most %d", len(seen.stages), mostTagged)
		}
	}
}
