package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/golden"
	"topcut/tournament/journal/stored"
)

func TestNothingStoredIsNamedByGo(t *testing.T) { stored.IsNamed(t, tournament.Log.Events) }

// docs/log.md lists every event with its fields, as they are stored.
func TestTheLogIsDocumented(t *testing.T) {
	golden.Part(t, "../docs/log.md", "event", stored.Document(t, tournament.Log.Events, stored.Page{Head: logHead, Path: "topcut/tournament"}))
}

const logHead = `# The log of an event

Everything that happened in an event is a line of its log, and its state is the fold of them. This page is made from the code, and a test holds it there.

A line has ` + "`seq`" + ` (1, 2, … without gaps), ` + "`batch`" + ` (seq of the first line of the same command: what one undo takes back), ` + "`time`" + ` (unix milliseconds), ` + "`actor`" + ` (number of a person; 0 = the bot), ` + "`cause`" + ` (id of the interaction or key of the deadline), ` + "`kind`, `version`" + ` and ` + "`data`" + `, whose fields stand below. Reading is strict: an unknown kind, version or field is refused. Players, rounds and matches are numbers from 1; people and texts are numbers of a book that is kept apart and can be blanked. A length of time is in minutes where it is a number, a moment an RFC 3339 text.

The log is kept for ever. A field keeps its name and meaning; what means something else gets a kind of its own. ` + "`tournament/testdata/golden`" + ` holds a log of every ruleset that must fold to the same event in every version to come.
`
