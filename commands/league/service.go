// Package league keeps the leagues of servers going: it opens the events of a series
// when their time has come, and tells a league how an event stands that counts in it.
//
// An event and its league are two logs, and no transaction spans both. So each step is
// due in one of them, as a deadline, until it is noted there that the other knows; the
// step itself changes nothing when it is done twice. A crash between the two lets it be
// done again.
//
//	the series opens its next event    a deadline of the season; the event is created
//	                                   under a cause that names league and start
//	an event is over, was corrected,   a deadline of the event, until league_heard is
//	or its end was undone              in its log; counting twice is no change
//	a correction would move a closed   it is held (correction_held), and a post asks
//	table                              the organisers
package league

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"time"

	"topcut/commands/library"
	"topcut/commands/presence"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/final"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Service runs the leagues.
type Service struct {
	Events   *command.Director
	Seasons  *season.Director
	Index    stores.Index     // of the events
	Clocks   journal.Clocks   // the deadlines for what a league has not read yet
	Members  presence.Members // nil: no member is taken to have left a server
	Rulesets *library.Libraries
	Words    *text.Catalogue // texts for why an event was cancelled; nil means English
	Now      func() time.Time
	Log      *slog.Logger
}

// Hear updates the leagues of an event with its current state, and records that in the
// event. key is that of the deadline.
func (o *Service) Hear(ctx context.Context, id journal.ID, key string) error {
	snap, err := o.settled(ctx, id)
	if err != nil {
		return err
	}
	in, heard := snap.State.CountsIn(), snap.State.Series.Counted
	if heard != 0 && heard != in {
		if err := o.do(ctx, heard, key, season.Remove{Log: id}); err != nil {
			return err
		}
	}
	if in != 0 {
		if err := o.Count(ctx, snap, in, key, false); err != nil {
			return err
		}
		if err := o.askForNext(ctx, snap.State); err != nil {
			return err
		}
	}
	_, err = o.Events.Do(ctx, id, command.Request{Cause: key, Command: &command.Fire{Key: key}})
	return err
}

// together is how far apart the digests of the events of a league can be that call the
// organisers once.
const together = time.Hour

// Digest fires the deadline of an event's digest. It calls the organisers if it has
// something to do for them; for a league, that of the first such event whose digest is due
// together with others does.
func (o *Service) Digest(ctx context.Context, id journal.ID, key string) error {
	snap, err := o.Events.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	s := snap.State
	if s.LastDigest(o.Now(), signupBefore) {
		if err := o.askForNext(ctx, s); err != nil {
			return err
		}
	}
	gone := o.gone(ctx, snap)
	left := func(n int) bool { return !slices.Contains(s.Gone, n) }
	quiet := !s.Unsettled(o.Now()) && !slices.ContainsFunc(gone.Gone, left)
	if s.Series.League != 0 {
		found, err := o.Index.ByGuild(ctx, s.Guild)
		if err != nil {
			return err
		}
		for _, f := range found {
			if f.Phase != tournament.Running || f.ID == id || quiet {
				continue
			}
			other, err := o.Events.Snapshot(ctx, f.ID)
			if err != nil {
				return err
			}
			t := other.State
			quiet = t.Series.League == s.Series.League && t.Settings.TOChannel == s.Settings.TOChannel &&
				o.Now().Sub(t.Digested.At) < together && t.Unsettled(o.Now())
		}
	}
	_, err = o.Events.Do(ctx, id, command.Request{Cause: key, Command: &command.Fire{Key: key, Quiet: quiet, Gone: gone.Gone, Away: gone.Away}})
	return err
}

// settled returns an event after the decision in progress: its deadline is stored a
// moment before that decision returns, and an event that was not over then would
// otherwise be marked as read too early.
func (o *Service) settled(ctx context.Context, id journal.ID) (*tournament.Snapshot, error) {
	return o.Events.SnapshotAt(ctx, id, math.MaxInt64)
}

// CatchUp updates a league at once with every event whose current state it does not have,
// because a table that becomes final must not wait for the poller.
func (o *Service) CatchUp(ctx context.Context, id journal.ID) error {
	due, err := o.Clocks.DueDeadlines(ctx, o.Now(), math.MaxInt32)
	if err != nil {
		return err
	}
	for _, d := range due {
		if d.Log.Kind == season.Log.Name || tournament.KindOf(d.Key) != tournament.DueLeague {
			continue
		}
		snap, err := o.settled(ctx, d.Log.ID)
		if err != nil {
			return err
		}
		if s := snap.State.Series; s.League != id && s.Counted != id {
			continue
		}
		if err := o.Hear(ctx, d.Log.ID, d.Key); journal.ClassOf(err) != journal.NoChange && err != nil {
			return err
		}
	}
	return nil
}

// Count makes a league count an event in its current state; with insist even if that
// changes a closed table.
func (o *Service) Count(ctx context.Context, event *tournament.Snapshot, in journal.ID, cause string, insist bool) error {
	record, err := event.State.Record()
	if err != nil {
		return err
	}
	c := season.Counting(event, record)
	c.Insist = insist
	return o.do(ctx, in, cause, c)
}

// AsItStands returns a season as if its events under way had ended as they stand. Beside
// others an event counts from its first result on.
func (o *Service) AsItStands(ctx context.Context, s *season.Snapshot) (*season.Snapshot, error) {
	if s.State.Closed != nil {
		return s, nil
	}
	found, err := o.Index.ByGuild(ctx, s.State.Guild)
	if err != nil {
		return nil, err
	}
	var events []season.Count
	for _, f := range found {
		if f.Phase != tournament.Running {
			continue
		}
		snap, err := o.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if e := snap.State; e.Series.League != s.State.ID || e.Series.Playoff || e.Series.Final || e.Phase != tournament.Running || len(e.Rounds) == 0 {
			continue
		}
		record, err := final.RecordNow(snap.State)
		if err != nil {
			return nil, err
		}
		if s.State.Single() || record.Decided() {
			events = append(events, season.Counting(snap, record))
		}
	}
	return season.AsItStands(s, events), nil
}

// do runs a command on a league. A refusal that an organiser must decide about is
// recorded; a refusal is not an error.
func (o *Service) do(ctx context.Context, id journal.ID, cause string, c season.Command) error {
	_, err := o.Seasons.Do(ctx, id, season.Request{Cause: cause, Command: c})
	var refused *journal.Refusal
	switch {
	case err == nil, errors.Is(err, journal.ErrNotFound):
		return nil
	case !errors.As(err, &refused) || refused.Class == journal.Unavailable:
		return err
	case refused.Class == journal.NoChange:
		return nil
	}
	o.Log.Warn("a league does not take an event as it is", "league", id, "cause", cause, "why", refused)
	count, counts := c.(season.Count)
	if !counts || refused.Class != journal.NeedsForce {
		return nil
	}
	hold := season.Hold{Log: count.Log, Channel: count.Office}
	if _, err = o.Seasons.Do(ctx, id, season.Request{Cause: cause, Command: hold}); journal.ClassOf(err) != "" {
		return nil
	}
	return err
}

// Fire fires a deadline of a league: it creates the next event of its series and opens
// registration. The cause contains league and start, so that a crash between the event
// and the league's next date creates no second event.
func (o *Service) Fire(ctx context.Context, id journal.ID, key string) error {
	snap, err := o.Seasons.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	s := snap.State
	switch key {
	case season.DueDivisions:
		return o.begin(ctx, snap)
	case season.DueSeats:
		return o.seat(ctx, snap)
	}
	if key != season.DueOpen || s.Next.IsZero() || s.Settings.Series == nil {
		return nil // overtaken by another decision
	}
	missed, from := o.Now().After(s.Next), s.Next
	if missed {
		o.Log.Warn("an event of a league was missed while the bot was down", "league", id, "start", s.Next)
		from = o.Now()
	}
	next, err := nextStart(s.Settings.Series, from)
	if err != nil {
		_, end := o.Seasons.Do(ctx, id, season.Request{Cause: key, Command: season.End{}})
		return errors.Join(fmt.Errorf("it ends, as nobody can tell when it comes: %w", err), end)
	}
	step := season.Schedule{Due: s.Next, Next: next}
	steps, err := o.steps(ctx, s, next, missed)
	if err == nil {
		creator := snap.Book.Person(s.Creator)
		_, err = o.Events.Create(ctx, command.Request{
			Actor: tournament.Actor{User: creator.User, Name: creator.Name}, Cause: fmt.Sprintf("league:%d:%d", id, s.Next.Unix()), Command: steps,
		})
		if err != nil && tournament.ClassOf(err) == "" {
			return err // a fault of the database
		}
		if err == nil && !missed {
			step.Opened = true
		}
	}
	// What can never be opened is skipped.
	_, noted := o.Seasons.Do(ctx, id, season.Request{Cause: key, Command: step})
	if journal.ClassOf(noted) == journal.NoChange {
		noted = nil
	}
	return errors.Join(err, noted)
}

// steps returns the commands that create the next event of a league.
func (o *Service) steps(ctx context.Context, l *season.State, next time.Time, missed bool) (command.All, error) {
	series := l.Settings.Series
	rs, err := o.ruleset(ctx, l)
	if err != nil {
		return nil, err
	}
	zone, err := tournament.ParseZone(series.Zone)
	if err != nil {
		return nil, err
	}
	s := series.Event
	s.StartAt, s.AutoStart = l.Next.Unix(), true
	words := o.Words.In(s.Language)
	s.Name = l.Settings.Name + ", " + words.Day(l.Next.In(zone))
	steps := command.All{&command.Create{Guild: l.Guild, Channel: l.Settings.Channel, Settings: s, Ruleset: rs}}
	if !missed {
		return append(steps, &command.EnterLeague{League: l.ID}, &command.OpenRegistration{}), nil
	}
	// Registration never opened: the league's channel gets the reason.
	reason := words.Say("league_missed.text")
	if !next.IsZero() {
		reason += " " + words.Say("league_missed.next", "time", text.Raw(next.In(zone).Format("2006-01-02 15:04")))
	}
	return append(steps, &command.Cancel{Reason: reason}), nil
}

// ruleset returns the game of a league.
func (o *Service) ruleset(ctx context.Context, l *season.State) (*rules.Ruleset, error) {
	lib, err := o.Rulesets.Of(ctx, l.Guild)
	if err != nil {
		return nil, err
	}
	return lib.Load(l.Settings.Series.Ruleset)
}

// begin creates the event of each division that has none, with its members. The cause
// contains league and division, so that a crash in between creates no second event.
func (o *Service) begin(ctx context.Context, snap *season.Snapshot) error {
	s := snap.State
	series, count := s.Settings.Series, s.Count()
	if series == nil || count <= s.Begun {
		return nil // overtaken by another decision
	}
	rs, err := o.ruleset(ctx, s)
	creator := snap.Book.Person(s.Creator)
	for d := s.Begun + 1; d <= count && err == nil; d++ {
		settings := series.Event
		settings.Name = s.Settings.Name
		if count > 1 {
			settings.Name = o.Words.In(settings.Language).Say("promotion.title", "league", text.Raw(s.Settings.Name), "number", d)
		}
		settings.StartAt, settings.AutoStart, settings.AutoAdvance, settings.CheckInMinutes = 0, false, false, 0
		if settings.Fixtures.Opens != tournament.Together { // weeks that advance automatically
			start := o.Now().Add(time.Duration(series.OpenHours) * time.Hour)
			if first := series.FirstDay(); first.After(start) {
				start = first
			}
			settings.StartAt = start.Unix()
			settings.AutoStart, settings.AutoAdvance = true, true
		}
		var members []int
		for m := range s.Members {
			if s.PlaysIn(m+1, d) {
				members = append(members, m+1)
			}
		}
		_, err = o.Events.Create(ctx, command.Request{
			Actor: tournament.Actor{User: creator.User, Name: creator.Name}, Cause: fmt.Sprintf("league:%d:division:%d", s.ID, d),
			Command: With(snap, rs, settings, members, d, &command.EnterLeague{League: s.ID}),
		})
	}
	if err != nil && tournament.ClassOf(err) == "" {
		return err // a fault of the database
	}
	// What can never be created is skipped.
	_, noted := o.Seasons.Do(ctx, s.ID, season.Request{Cause: fmt.Sprintf("%s:%d", season.DueDivisions, count), Command: season.BeginDivisions{Divisions: count}})
	if journal.ClassOf(noted) == journal.NoChange {
		noted = nil
	}
	return errors.Join(err, noted)
}

// With returns the commands that create an event of a league for the given members,
// seeded in their order, and no others; those who are banned are left out. The list of the event follows the members of a
// division, if it is the event of one. enter makes it count, if it does.
func With(l *season.Snapshot, rs *rules.Ruleset, s tournament.Settings, members []int, division int, enter *command.EnterLeague) command.All {
	out := command.All{&command.Create{Guild: l.State.Guild, Channel: l.State.Settings.Channel, Settings: s, Ruleset: rs}}
	if enter != nil {
		out = append(out, enter)
	}
	out = append(out, &command.OpenRegistration{})
	for _, m := range members {
		out = append(out, &command.Enlist{User: l.User(m), Name: l.Name(m)})
	}
	return append(out, &command.CloseEntry{League: l.State.ID, Division: division})
}
