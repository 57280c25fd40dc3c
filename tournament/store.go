package tournament

import (
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/journal"
	"topcut/tournament/record"
)

// Errors of a Store that callers distinguish.
var (
	ErrConflict = journal.ErrConflict
	ErrNotFound = journal.ErrNotFound
)

// Types of package journal for stores.
type (
	Stored   = journal.Stored[Event]
	Commit   = journal.Commit[Event, ReadRows]
	Store    = journal.Store[Event, ReadRows]
	Answer   = journal.Answer
	Deadline = journal.Deadline
	Post     = journal.Post
	PostKind = journal.PostKind

	OutboxRow   = journal.OutboxRow
	Outbox      = journal.Outbox
	DueDeadline = journal.DueDeadline
	Clocks      = journal.Clocks
	Attempts    = journal.Attempts
	People      = journal.People
)

// LeftBehind is the kind of a message in a channel that its event has left.
const LeftBehind = journal.LeftBehind

// Log is the kind of tournament logs.
var Log = journal.LogKindOf("tournament", journal.Domain[*State, Event, Command, ReadRows](aggregate{}))

// ReadRows are the rows for lists and autocomplete, which need no fold of a log. They
// can be rebuilt from it.
type ReadRows struct {
	Row     Row
	Players []PlayerRow
	Record  *record.Record // once the event is over
	Seq     int64          // of the last line, for Record
}

// Heading implements journal.Rows.
func (r ReadRows) Heading() journal.Heading {
	return journal.Heading{Guild: r.Row.Guild, Name: r.Row.Name, Over: r.Row.Phase >= Finished}
}

// Row is what lists show of a tournament.
type Row struct {
	Guild, Channel string
	Name, Ruleset  string
	Phase          Phase
	Round          int
	Players        int
	CreatedAt      time.Time
	OpenToServer   bool
}

// PlayerRow records that a Discord user plays in a tournament.
type PlayerRow struct {
	User   string
	Player int
	Status PlayerStatus
}

// Calendar is what a member has said of themselves for all events of a server. Events
// take it over into their logs, where deadlines follow from it.
type Calendar struct {
	Zone string          `json:"zone,omitempty"` // IANA name
	Away fairclock.Spans `json:"away,omitempty"`
}
