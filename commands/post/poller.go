package post

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"topcut/tournament"
	"topcut/tournament/rules"
)

// Poller fires what is due: deadlines of events, and the next events of
// leagues. Each takes effect in the transaction of its events, so that it
// happens once whatever crashes; what was due while the bot was down fires
// once, late.
type Poller struct {
	Clocks   tournament.Clocks
	Director *tournament.Director
	Servers  tournament.Servers
	Rulesets *rules.Library
	// Next returns the first start of a league after a time; zero = never.
	Next func(l tournament.League, after time.Time) (time.Time, error)
	Now  func() time.Time
	Log  *slog.Logger
	// Every is how often it looks, in real time; 0 = one second.
	Every time.Duration
}

// dueBatch is how many deadlines are fired at once.
const dueBatch = 500

// Run polls until ctx ends.
func (p *Poller) Run(ctx context.Context) {
	every := p.Every
	if every == 0 {
		every = time.Second
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		p.Poll(ctx)
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// Poll fires everything that is due now.
func (p *Poller) Poll(ctx context.Context) {
	due, err := p.Clocks.DueDeadlines(ctx, p.Now(), dueBatch)
	if err != nil && ctx.Err() == nil {
		p.Log.Error("deadlines cannot be read", "error", err)
	}
	for _, d := range due {
		_, err := p.Director.Do(ctx, d.Tournament, tournament.Request{Cause: d.Key, Command: &tournament.Fire{Key: d.Key}})
		switch {
		case ctx.Err() != nil:
			return
		case tournament.ClassOf(err) == tournament.NoChange:
			// Overtaken by events between reading and deciding.
		case err != nil:
			p.Log.Error("a deadline could not be fired", "tournament", d.Tournament, "deadline", d.Key, "error", err)
		default:
			if late := p.Now().Sub(d.At); late > time.Minute {
				p.Log.Warn("a deadline fired late", "tournament", d.Tournament, "deadline", d.Key, "late", late)
			}
		}
	}
	leagues, err := p.Servers.DueLeagues(ctx, p.Now())
	if err != nil && ctx.Err() == nil {
		p.Log.Error("leagues cannot be read", "error", err)
	}
	for _, l := range leagues {
		if err := p.open(ctx, l); err != nil && ctx.Err() == nil {
			p.Log.Error("a league's event could not be opened", "league", l.ID, "error", err)
		}
	}
}

// open creates the next event of a league and opens its registration. The
// cause names league and start, so that a crash between the event and the
// league's next date makes no second event. What cannot be opened, however often
// it is tried, is left out.
func (p *Poller) open(ctx context.Context, l tournament.League) error {
	start, from := l.NextStart, l.NextStart
	missed := p.Now().After(start)
	if missed {
		p.Log.Warn("a league's event was missed while the bot was down", "league", l.ID, "start", start)
		from = p.Now()
	}
	next, err := p.Next(l, from)
	if err != nil {
		return errors.Join(fmt.Errorf("it ends, as nobody can tell when it comes: %w", err), p.Servers.EndLeague(ctx, l.ID))
	}
	steps, err := p.steps(l, next, missed)
	if err == nil {
		_, err = p.Director.Create(ctx, tournament.Request{
			Actor: tournament.Actor{User: l.Creator}, Cause: fmt.Sprintf("league:%d:%d", l.ID, start.Unix()), Command: steps,
		})
		if err != nil && tournament.ClassOf(err) == "" {
			return err // a fault of the database
		}
	}
	return errors.Join(err, p.Servers.LeagueOpened(ctx, l.ID, start, next))
}

// steps returns what makes the next event of a league.
func (p *Poller) steps(l tournament.League, next time.Time, missed bool) (tournament.All, error) {
	rs, err := p.Rulesets.Load(l.Ruleset)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(l.TimeZone)
	if err != nil {
		return nil, err
	}
	s := l.Settings
	s.StartAt, s.AutoStart = l.NextStart.Unix(), true
	s.Name = fmt.Sprintf("%s, %s", l.Name, l.NextStart.In(zone).Format("2 January 2006"))
	steps := tournament.All{
		&tournament.Create{Guild: l.Guild, Channel: l.Channel, Settings: s, Ruleset: rs},
		&tournament.OpenRegistration{},
	}
	if missed { // nobody could register: people are told, in the event's own channel
		reason := "The bot was not running when registration should have opened."
		if !next.IsZero() {
			reason += " The next one starts " + next.In(zone).Format("Monday 2 January at 15:04") + "."
		}
		steps[1] = &tournament.Cancel{Reason: reason}
	}
	return steps, nil
}
