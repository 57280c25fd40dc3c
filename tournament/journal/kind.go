package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"topcut/tournament/notice"
)

// version is stored with every event. A kind never changes its meaning: a new meaning
// gets a new name.
const version = 1

// Kind is a kind of event: the name under which it is stored, and its type.
type Kind[E any] struct {
	name string
	make func() E // returns an empty event, for decoding
	is   func(E) bool
}

// KindOf returns the kind with the given name. empty returns an empty event; every
// event of its type is of the kind.
func KindOf[E any, T any](name string, empty func() (T, E)) Kind[E] {
	return Kind[E]{
		name: name,
		make: func() E { _, e := empty(); return e },
		is:   func(e E) bool { _, ok := any(e).(T); return ok },
	}
}

// Kinds is the set of all kinds of events of an aggregate.
type Kinds[E any] struct {
	list   []Kind[E]
	byName map[string]Kind[E]
}

// NewKinds returns a set of kinds. It panics if two have the same name, since names are
// stored in every log.
func NewKinds[E any](list ...Kind[E]) *Kinds[E] {
	k := &Kinds[E]{list: list, byName: make(map[string]Kind[E], len(list))}
	for _, kind := range list {
		if _, twice := k.byName[kind.name]; twice || kind.name == "" {
			panic(fmt.Sprintf("kind of event %q stands twice, or has no name", kind.name))
		}
		k.byName[kind.name] = kind
	}
	return k
}

// Names returns the names of all kinds, in the order given to NewKinds.
func (k *Kinds[E]) Names() []string {
	out := make([]string, len(k.list))
	for i, kind := range k.list {
		out[i] = kind.name
	}
	return out
}

// NameOf returns the stored name of an event, or "" if it is of no kind in the set.
func (k *Kinds[E]) NameOf(ev E) string {
	for _, kind := range k.list {
		if kind.is(ev) {
			return kind.name
		}
	}
	return ""
}

// Decode sets e.Event from its stored form, according to e.Kind and e.Version.
func (k *Kinds[E]) Decode(e *Envelope[E], data []byte) error {
	kind, ok := k.byName[e.Kind]
	if !ok || e.Version != version {
		return unknown(e)
	}
	ev := kind.make()
	if err := strictly(data, ev); err != nil {
		return fmt.Errorf("%w: %w", unknown(e), err)
	}
	e.Event = ev
	return nil
}

func unknown[E any](e *Envelope[E]) error {
	return Refuse(Unsupported, "log.unknown", "entry", e.Seq, "log", int64(e.Log), "kind", notice.Text(e.Kind), "version", e.Version)
}

// strictly decodes data, which must be one JSON value. It refuses an unknown field,
// since leaving out its meaning would give a wrong state.
func strictly(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("two values")
	}
	return nil
}

// Read reads the log of an export as lines of log id.
func (k *Kinds[E]) Read(id ID, data []byte) ([]Envelope[E], error) {
	var lines []line
	if err := strictly(data, &lines); err != nil {
		return nil, err
	}
	out := make([]Envelope[E], len(lines))
	for i, l := range lines {
		out[i] = Envelope[E]{
			Log: id, Seq: l.Seq, Batch: l.Batch, Time: time.UnixMilli(l.Time).UTC(), Actor: l.Actor, Cause: l.Cause, Kind: l.Kind, Version: l.Version,
		}
		if err := k.Decode(&out[i], l.Data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Empty returns an empty event of the named kind, and false if there is no such kind.
func (k *Kinds[E]) Empty(name string) (E, bool) {
	kind, ok := k.byName[name]
	if !ok {
		var none E
		return none, false
	}
	return kind.make(), true
}
