package season

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/record"
)

// Series creates the events of a season automatically.
type Series struct {
	Cron      string              `json:"cron"`       // five fields; when an event starts; empty = organisers create them
	Zone      string              `json:"zone"`       // IANA name
	OpenHours int                 `json:"open_hours"` // registration opens this long before
	Ruleset   string              `json:"ruleset"`    // id of the game
	Event     tournament.Settings `json:"event"`      // settings of each event; its name differs, and its start is not before theirs
}

// FirstDay returns when the first event begins at the earliest, or zero if no day was
// chosen.
func (x *Series) FirstDay() time.Time {
	if x.Event.StartAt <= noDay {
		return time.Time{}
	}
	return time.Unix(x.Event.StartAt, 0).UTC()
}

// arranged reports whether the series is one event of matches that players arrange.
func (x *Series) arranged() bool {
	return x != nil && x.Cron == "" && x.Event.Fixtures.Opens != tournament.Together
}

// noDay is the start of the settings of a series without a chosen first day.
const noDay = 1

// Begin sets FirstDay.
func (x *Series) Begin(at time.Time) {
	if x.Event.StartAt = noDay; !at.IsZero() {
		x.Event.StartAt = at.Unix()
	}
}

// maxOpenHours is the longest time between the opening of registration and the event.
const maxOpenHours = 14 * 24

// Scheduled sets the start of the next event of the series.
type Scheduled struct {
	Start  int64 `json:"start"`            // unix seconds; 0 = no further event
	Opened bool  `json:"opened,omitempty"` // the event before it was created
}

func (f *Scheduled) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	s.Next = time.Time{}
	if f.Start > 0 {
		s.Next = time.Unix(f.Start, 0).UTC()
	}
	if f.Opened {
		s.Opened++
	}
	return nil
}

// Ended ends the series: no further events are created.
type Ended struct{}

func (*Ended) apply(s *State, _ *Envelope) error {
	s.Ended, s.Next = true, time.Time{}
	return nil
}

// CorrectionHeld records that the correction of an event would change a closed table,
// and leaves the decision to an organiser.
type CorrectionHeld struct {
	Log     journal.ID `json:"event"`             // number of the event
	Channel string     `json:"channel,omitempty"` // of the event's organisers, who are asked in it; empty = that of the season's
}

func (f *CorrectionHeld) apply(s *State, _ *Envelope) error {
	s.Held = append(s.without(f.Log), f.Log)
	return nil
}

// CorrectionLeft records that a closed table stays as it is despite the correction of
// an event.
type CorrectionLeft struct {
	Log journal.ID `json:"event"` // number of the event
}

func (f *CorrectionLeft) apply(s *State, _ *Envelope) error {
	s.Held = s.without(f.Log)
	return nil
}

// without returns the held corrections without those of an event.
func (s *State) without(log journal.ID) []journal.ID {
	return slices.DeleteFunc(slices.Clone(s.Held), func(id journal.ID) bool { return id == log })
}

// DueOpen is the key of the deadline at which registration for the next event opens.
const DueOpen = "open"

// deadlines returns the deadlines of the next event of the series, of the events of
// divisions that have none, and of the places of members in them.
func (s *State) deadlines() (out []journal.Deadline) {
	if d, due := s.seatDeadline(); due {
		out = append(out, d)
	}
	if d, due := s.divisionDeadline(); due {
		return append(out, d)
	}
	if s.Closed != nil || s.Next.IsZero() || s.Settings.Series == nil {
		return out
	}
	at := s.Next.Add(-time.Duration(s.Settings.Series.OpenHours) * time.Hour)
	return append(out, journal.Deadline{Key: DueOpen, At: at})
}

// Left returns how many events are still to be opened, or -1 if their number is not
// set.
func (s *State) Left() int {
	if s.Settings.Planned == 0 {
		return -1
	}
	return max(0, s.Settings.Planned-s.Opened)
}

// Schedule schedules the next event, after Opened was created for the one starting at
// Due. The caller computes the calendar.
type Schedule struct {
	Due    time.Time // the start the season waits for; another one is refused with NoChange
	Next   time.Time // zero = no further event
	Opened bool
}

func (c Schedule) decide(d *Decision) error {
	if !d.After.Next.Equal(c.Due) || d.After.Ended {
		return journal.Refuse(journal.NoChange, "deadline.not_due")
	}
	f := &Scheduled{Opened: c.Opened}
	if !c.Next.IsZero() {
		f.Start = c.Next.Unix()
	}
	if err := d.Emit(f); err != nil || d.After.Left() != 0 || f.Start == 0 {
		return err
	}
	return d.Emit(&Scheduled{})
}

// End ends the series. Existing events go on.
type End struct{}

func (End) decide(d *Decision) error {
	if d.After.Ended {
		return journal.Refuse(journal.NoChange, "league.ended")
	}
	return d.Emit(&Ended{})
}

// Hold records that the correction of an event would change a closed table.
type Hold CorrectionHeld

func (c Hold) decide(d *Decision) error {
	if slices.Contains(d.After.Held, c.Log) {
		return journal.Refuse(journal.NoChange, "season.held")
	}
	return d.Emit((*CorrectionHeld)(&c))
}

// LeaveClosed keeps a closed table as it is despite the correction of an event.
type LeaveClosed struct{ Log journal.ID }

func (c LeaveClosed) decide(d *Decision) error {
	if !slices.Contains(d.After.Held, c.Log) {
		return journal.Refuse(journal.NoChange, "season.not_held")
	}
	return d.Emit(&CorrectionLeft{c.Log})
}

// Counting returns the command that counts an event from its record.
func Counting(event *tournament.Snapshot, r *record.Record) Count {
	c := Count{Log: event.State.ID, Office: event.State.Settings.TOChannel, Final: event.State.Series.Final, Event: Leg{
		Weight: event.State.Series.Weight, Playoff: event.State.Series.Playoff, Undecided: event.State.Phase == tournament.Finished && !r.Decided(),
	}}
	for i := range r.Players {
		p := &r.Players[i]
		who := event.Book.Person(p.Person)
		c.People = append(c.People, Person{User: who.User, Name: who.Name})
		c.Event.Results = append(c.Event.Results, Result{
			Member: i + 1, Place: p.Place, Won: p.Won, Lost: p.Lost, Drawn: p.Drawn, Byes: p.Byes, Rounds: p.Rounds,
			Deck: p.Deck, Disqualified: p.Disqualified,
		})
	}
	for i := range r.Matches {
		if m := &r.Matches[i]; len(m.Players) == 2 {
			c.Event.Meetings = append(c.Event.Meetings, Meeting{A: m.Players[0] + 1, B: m.Players[1] + 1, Winner: m.Winner() + 1})
		}
	}
	return c
}

// same reports whether two events count the same.
func same(a, b *Leg) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
