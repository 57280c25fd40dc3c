package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"topcut/db"
)

// inspectEvery is how often the whole file is read to find out whether it still
// holds what was committed.
const inspectEvery = 6 * time.Hour

// inspector reads the database for damage that nobody has met yet: the logs of
// running events before the bot says it is ready, all the rest beside it.
type inspector struct {
	bot   *bot
	found atomic.Pointer[string] // what was wrong the last time; nil or empty = nothing
}

// running checks the events that people are waiting for. Those that are damaged
// stand still, the others go on.
func (i *inspector) running(ctx context.Context) {
	i.note(i.bot.db.CheckLogs(ctx, db.RunningLogs), "running events")
}

// run checks everything now and every so often until ctx ends.
func (i *inspector) run(ctx context.Context) {
	t := time.NewTicker(inspectEvery)
	defer t.Stop()
	for {
		began := time.Now()
		found, err := i.bot.db.Verify(ctx)
		if ctx.Err() != nil {
			return
		}
		i.note(err, "the whole database")
		i.bot.log.Debug("database verified", "events", found.Tournaments, "entries", found.Events, "took", time.Since(began).Round(time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// note tells what a check has found and keeps it for /healthz.
func (i *inspector) note(err error, what string) {
	var damage *db.DamageError
	text := ""
	switch {
	case err == nil:
	case errors.As(err, &damage):
		for _, d := range damage.Logs {
			i.bot.log.Error("an event is damaged on disk and stands still; restore a backup of before, `topcut verify` tells more",
				"tournament", d.Log, "entry", d.Seq, "error", d)
		}
		text = damagedText(damage.Logs)
	default:
		text = faultText(err)
		i.bot.log.Error("the database is not sound; restore the last backup", "checked", what, "error", text)
	}
	i.found.Store(&text)
}

// problem is what the last check has found, empty for nothing.
func (i *inspector) problem() string {
	if p := i.found.Load(); p != nil {
		return *p
	}
	return ""
}
