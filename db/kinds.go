package db

import (
	"context"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// kinds is the table of the kinds of logs in a file. A new kind needs only a row here,
// unless its lists need tables of their own.
var kinds = []logKind{
	kindOf[tournament.Event, tournament.ReadRows](tournament.Log, tournamentTables{}),
	kindOf[season.Fact, season.Read](season.Log, nil),
}

// logKind has the operations on a log for callers that know only the name of its kind.
type logKind interface {
	name() string
	// check reads a log with everything that belongs to it, as Load does.
	check(ctx context.Context, q querier, id journal.ID) error
	// rebuild writes the rows derived from a log.
	rebuild(ctx context.Context, t *tx, id journal.ID) error
	// forget blanks a person in a log.
	forget(ctx context.Context, t *tx, id journal.ID, user string) error
}

// kind is a row of the table of kinds.
type kind[E any, R journal.Rows] struct {
	*journal.LogKind[E, R]
	own tables[R] // nil for none
}

// tables are the read tables of one kind of log, besides those of all logs: its row in
// logs, its people and its deadlines.
type tables[R any] interface {
	// put writes now. before is what was last written, nil if unknown.
	put(ctx context.Context, t *tx, id journal.ID, before *R, now R) error
	// forget removes the person with a Discord id.
	forget(t *tx, id journal.ID, user string) error
}

func kindOf[E any, R journal.Rows](k *journal.LogKind[E, R], own tables[R]) *kind[E, R] {
	return &kind[E, R]{k, own}
}

// rowOf returns the row of a kind of log. It panics if there is none.
func rowOf[E any, R journal.Rows](k *journal.LogKind[E, R]) *kind[E, R] {
	for _, row := range kinds {
		if row, ok := row.(*kind[E, R]); ok && row.LogKind == k {
			return row
		}
	}
	panic(fmt.Sprintf("db: logs of kind %q are not in the table of kinds", k.Name))
}

func (k *kind[E, R]) name() string { return k.Name }

func (k *kind[E, R]) check(ctx context.Context, q querier, id journal.ID) error {
	_, err := k.load(ctx, q, id)
	return err
}

// kindNamed returns the kind of a log whose row has this name. The row is only a witness:
// if there is no such kind, it is the kind whose chain the events follow.
func kindNamed(ctx context.Context, q querier, name string, id journal.ID) logKind {
	for _, k := range kinds {
		if k.name() == name {
			return k
		}
	}
	for _, k := range kinds {
		if k.check(ctx, q, id) == nil {
			return k
		}
	}
	return unknownKind(name)
}

// isKind reports whether there is a kind of log with this name.
func isKind(name string) bool {
	for _, k := range kinds {
		if k.name() == name {
			return true
		}
	}
	return false
}

// unknownKind is a kind of log that this program does not know. Its logs are not read,
// but people can be forgotten in them.
type unknownKind string

func (s unknownKind) name() string { return string(s) }

func (s unknownKind) check(context.Context, querier, journal.ID) error {
	return journal.Refuse(journal.Unsupported, "store.stranger", "kind", notice.Text(s))
}

func (s unknownKind) rebuild(ctx context.Context, t *tx, id journal.ID) error {
	return &Damage{Kind: string(s), Log: id, Err: s.check(ctx, t, id)}
}

func (s unknownKind) forget(ctx context.Context, t *tx, id journal.ID, user string) error {
	var book journal.Book
	if err := loadBook(ctx, t, id, &book); err != nil {
		return err
	}
	people := book.Known(user)
	return t.blank(id, people, book.TextsOf(people))
}
