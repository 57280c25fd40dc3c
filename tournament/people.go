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
	TextZone         TextKind = "zone" // time zone in which a player names times
)

// book is a Book that a command writes in.
type book struct{ *Book }

func (b book) addPerson(user, name string) int { return b.AddPerson(user, name) }

func (b book) addText(kind TextKind, person int, body string) int {
	return b.AddText(kind, person, body)
}
