package tournament

import "topcut/tournament/journal"

// Types of package journal for people.
type (
	Book     = journal.Book
	Person   = journal.Person
	Text     = journal.Text
	TextKind = journal.TextKind
)

// Kinds of texts.
const (
	TextDeck         TextKind = "deck"
	TextDispute      TextKind = "dispute"
	TextJudge        TextKind = "judge"
	TextNote         TextKind = "note" // private to organisers
	TextReason       TextKind = "reason"
	TextAnnouncement TextKind = "announcement"
	TextTag          TextKind = "tag"
	TextAnswer       TextKind = "answer" // to the question of the event
	TextZone         TextKind = "zone"   // time zone in which a player names times
)
