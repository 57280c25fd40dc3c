package tournament

import (
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/hours"
	"topcut/tournament/journal"
	"topcut/tournament/record"
)

// Errors of a Store that callers distinguish.
var (
	ErrConflict = journal.ErrConflict
	ErrNotFound = journal.ErrNotFound
)

// Types of package journal for what is decided.
type (
	Snapshot = journal.Snapshot[*State, Event]
	Actor    = journal.Actor
	Outcome  = journal.Outcome[*State, Event]
)

// Begin returns the snapshot of a tournament that does not exist yet. Only a Create can
// be decided on it. secret is the bot's part of the joint seed.
func Begin(id ID, secret []byte) *Snapshot { return journal.Begin(Aggregate{}, id, secret) }

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
var Log = journal.LogKindOf("tournament", journal.StoredAggregate[*State, Event, ReadRows](Aggregate{}))

// ReadRows are the rows for lists and autocomplete, which need no fold of a log. They
// can be rebuilt from it.
type ReadRows struct {
	Row     Row
	Players []PlayerRow
	Record  *record.Record // once the event is over
	Seq     int64          // of the last line, for Record
}

func readRows(s *Snapshot) ReadRows {
	out := ReadRows{Row: Row{
		Guild: s.State.Guild, Channel: s.State.Channel, Name: s.State.Settings.Name, Ruleset: s.State.Rules.ID,
		Phase: s.State.Phase, Round: len(s.State.Rounds), Players: s.State.Count(Registered), CreatedAt: s.State.CreatedAt,
		OpenToServer: s.State.Settings.OpenToServer,
	}, Players: make([]PlayerRow, 0, len(s.State.Players))}
	if s.State.Phase == Finished {
		out.Record, _ = s.State.Record() // a finished event has standings
		out.Seq = s.State.Seq
	}
	for i := range s.State.Players {
		if user := s.User(i + 1); user != "" && s.State.Players[i].Status != Void {
			out.Players = append(out.Players, PlayerRow{User: user, Player: i + 1, Status: s.State.Players[i].Status})
		}
	}
	return out
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
	Zone   string          `json:"zone,omitempty"` // IANA name
	Away   fairclock.Spans `json:"away,omitempty"`
	Week   hours.Week      `json:"week,omitempty"`   // when they can usually play
	Direct *Direct         `json:"direct,omitempty"` // nil until direct messages are switched on
}

// Direct says that a member wants what asks them as a direct message.
type Direct struct {
	Channel string `json:"channel"`           // of the direct messages
	Refused bool   `json:"refused,omitempty"` // Discord did not take one: none is sent until the member switches them on anew
}

// On reports whether direct messages are sent.
func (d *Direct) On() bool { return d != nil && !d.Refused }
