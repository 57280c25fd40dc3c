package season

import (
	"testing"

	"topcut/tournament/golden"
	"topcut/tournament/journal/stored"
)

func TestNothingStoredIsNamedByGo(t *testing.T) { stored.IsNamed(t, kinds) }

// docs/log.md lists every event with its fields, as they are stored.
func TestTheLogIsDocumented(t *testing.T) {
	golden.Part(t, "../../docs/log.md", "season", stored.Document(t, kinds, stored.Page{Head: logHead, Path: "topcut/tournament/season"}))
}

const logHead = `# The log of a season

A season of a league has a log of its own, in the form of the [log of an event](#the-log-of-an-event): a line has ` + "`seq`, `batch`, `time`, `actor`, `cause`, `kind`, `version` and `data`" + `, whose fields stand below, and reading is strict. Members and events are numbers from 1; people and texts are numbers of a book that is kept apart and can be blanked. Points are fractions as text. This page is made from the code, and a test holds it there; ` + "`tournament/season/testdata/golden`" + ` holds logs that must fold to the same table in every version to come.
`
