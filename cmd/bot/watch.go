package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"topcut/db"
)

const (
	// inspectEvery is how often the whole file is read to check that it still contains what
	// was committed.
	inspectEvery = 6 * time.Hour
	// pulseEvery is how often a write to the disk is tested, so that a full disk is noticed
	// before a result is reported.
	pulseEvery = 15 * time.Second
)

// keeper monitors the database while the bot runs: whether the file is still there,
// accepts writes, and contains what was committed.
type keeper struct {
	db    *db.DB
	log   *slog.Logger
	pulse time.Duration
	found atomic.Pointer[error] // the fault found by the last inspection; nil for none
}

// begin checks the running events. Damaged ones are set apart, the others go on.
func (k *keeper) begin(ctx context.Context) { k.note(k.db.CheckLogs(ctx, db.RunningLogs)) }

// run monitors the database until ctx is done.
func (k *keeper) run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { k.db.Watch(ctx) })
	all.Go(func() {
		every(ctx, k.pulse, func() {
			if err := k.db.Writable(ctx); err != nil && ctx.Err() == nil {
				k.log.Debug("the database takes no writes", "error", err) // the database logs that once a minute
			}
		})
	})
	every(ctx, inspectEvery, func() { k.inspect(ctx) })
}

// inspect reads the whole file.
func (k *keeper) inspect(ctx context.Context) {
	began := time.Now()
	found, err := k.db.Verify(ctx)
	if ctx.Err() != nil || k.db.Present() != nil {
		return
	}
	k.note(err)
	k.log.Debug("database verified", "logs", found.Logs, "entries", found.Events, "took", time.Since(began).Round(time.Millisecond))
}

// note stores the result of a check for /healthz. It logs a fault unless that was already
// logged.
func (k *keeper) note(err error) {
	var damage *db.DamageError
	if err != nil && !errors.As(err, &damage) { // damage was logged when it was found
		k.log.Error("the database is not sound", "error", faultText(err))
	}
	k.found.Store(&err)
}

// fault returns the fault of the database, or nil.
func (k *keeper) fault() error {
	for _, err := range []error{k.db.Present(), k.db.Disk()} {
		if err != nil {
			return err
		}
	}
	if found := k.found.Load(); found != nil {
		return *found
	}
	return nil
}

// shownFault returns the fault to show to users: of several damaged events the first.
func (k *keeper) shownFault() error {
	err := k.fault()
	var damage *db.DamageError
	if errors.As(err, &damage) {
		return damage.Logs[0]
	}
	return err
}

// problem returns the fault as text for the host, or "".
func (k *keeper) problem() string {
	err := k.fault()
	var damage *db.DamageError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &damage):
		return damagedText(damage.Logs) + "; restore a backup of before (topcut verify tells which one is whole)"
	}
	return faultText(err)
}

// rescue saves what this process still holds of a lost file, and says how to continue.
func (k *keeper) rescue(ctx context.Context, lost error) error {
	to, err := k.db.Rescue(ctx, time.Now())
	if to == "" {
		k.log.Error("the file of the database went away and nothing could be saved; `topcut restore` puts the newest whole backup back", "backup", k.db.NewestBackup(ctx), "error", err)
		return lost
	}
	k.log.Error("the file of the database went away; what was in it is saved, `topcut restore` puts it back", "saved", to, "error", lost)
	return lost
}

// every calls do immediately and then after each span until ctx is done.
func every(ctx context.Context, span time.Duration, do func()) {
	t := time.NewTicker(span)
	defer t.Stop()
	for {
		do()
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// toldElsewhere is a log handler that drops errors caused by the database: a disk that
// accepts no writes, a lost file, or a damaged event. The database logs these itself, at
// most once a minute, and everything that uses it would repeat them.
type toldElsewhere struct{ slog.Handler }

// Handle implements slog.Handler.
func (h toldElsewhere) Handle(ctx context.Context, r slog.Record) error {
	told := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		told = ok && ofDatabase(err)
		return !told
	})
	if told {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h toldElsewhere) WithAttrs(attrs []slog.Attr) slog.Handler {
	return toldElsewhere{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h toldElsewhere) WithGroup(name string) slog.Handler {
	return toldElsewhere{h.Handler.WithGroup(name)}
}

func ofDatabase(err error) bool {
	var full *db.FullError
	var lost *db.LostError
	var damage *db.Damage
	return errors.As(err, &full) || errors.As(err, &lost) || errors.As(err, &damage)
}
