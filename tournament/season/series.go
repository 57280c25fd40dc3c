package season

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/journal"
)

// Series says how the events of a season come by themselves.
type Series struct {
	Cron      string              `json:"cron"`       // five fields; when an event starts; empty = organisers create them
	Zone      string              `json:"zone"`       // IANA name
	OpenHours int                 `json:"open_hours"` // registration opens so many hours before
	Ruleset   string              `json:"ruleset"`    // id of the game
	Event     tournament.Settings `json:"event"`      // what an event is like; name and start are its own
}

// maxOpenHours bounds how long before an event its registration opens.
const maxOpenHours = 14 * 24

// Scheduled says when the next event of the series starts.
type Scheduled struct {
	Start  int64 `json:"start"`            // unix seconds; 0 = nothing more comes
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

// Ended says that no event of the series comes any more.
type Ended struct{}

func (*Ended) apply(s *State, _ *Envelope) error {
	s.Ended, s.Next = true, time.Time{}
	return nil
}

// CorrectionHeld says that an event was corrected which counts in a closed table that
// this would change: an organiser decides.
type CorrectionHeld struct {
	Log journal.ID `json:"event"` // number of the event
}

func (f *CorrectionHeld) apply(s *State, _ *Envelope) error {
	s.Held = append(s.without(f.Log), f.Log)
	return nil
}

// CorrectionLeft says that a closed table stands as it is, whatever the event says now.
type CorrectionLeft struct {
	Log journal.ID `json:"event"` // number of the event
}

func (f *CorrectionLeft) apply(s *State, _ *Envelope) error {
	s.Held = s.without(f.Log)
	return nil
}

// without returns what is held without an event.
func (s *State) without(log journal.ID) []journal.ID {
	return slices.DeleteFunc(slices.Clone(s.Held), func(id journal.ID) bool { return id == log })
}

// DueOpen is the key of the deadline at which registration for the next event opens.
const DueOpen = "open"

// deadlines are the next event of the series, or those of divisions that have none yet.
func (s *State) deadlines() []journal.Deadline {
	if d, due := s.divisionDeadline(); due {
		return []journal.Deadline{d}
	}
	if s.Closed != nil || s.Next.IsZero() || s.Settings.Series == nil {
		return nil
	}
	at := s.Next.Add(-time.Duration(s.Settings.Series.OpenHours) * time.Hour)
	return []journal.Deadline{{Key: DueOpen, At: at}}
}

// Left is how many events are still to be opened; -1 where nobody has said how many
// there are.
func (s *State) Left() int {
	if s.Settings.Planned == 0 {
		return -1
	}
	return max(0, s.Settings.Planned-s.Opened)
}

// Schedule puts the next event on the calendar, after Opened was created for the one
// that starts at Due. The caller knows the calendar.
type Schedule struct {
	Due    time.Time // what the season waits for; another one is NoChange
	Next   time.Time // zero = nothing more comes
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

// End ends the series: events that exist go on, no others come.
type End struct{}

func (End) decide(d *Decision) error {
	if d.After.Ended {
		return journal.Refuse(journal.NoChange, "league.ended")
	}
	return d.Emit(&Ended{})
}

// Hold notes that a closed table would move by the correction of an event.
type Hold struct{ Log journal.ID }

func (c Hold) decide(d *Decision) error {
	if slices.Contains(d.After.Held, c.Log) {
		return journal.Refuse(journal.NoChange, "season.held")
	}
	return d.Emit(&CorrectionHeld{c.Log})
}

// LeaveClosed lets a closed table stand, whatever the event says now.
type LeaveClosed struct{ Log journal.ID }

func (c LeaveClosed) decide(d *Decision) error {
	if !slices.Contains(d.After.Held, c.Log) {
		return journal.Refuse(journal.NoChange, "season.not_held")
	}
	return d.Emit(&CorrectionLeft{c.Log})
}

// Counting returns the command that counts an event that is over by its record.
func Counting(event *tournament.Snapshot, r *tournament.Record) Count {
	c := Count{Log: event.State.ID, Event: Leg{Weight: event.State.Series.Weight, Playoff: event.State.Series.Playoff}}
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
