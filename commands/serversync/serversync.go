// Package serversync keeps up to date what a server has because of its events and
// leagues, besides messages: the roles of participants, champions and the best of a
// season, Discord's scheduled events, and in events the time zones and absences that
// members have said for the whole server, and who has left it. The logs determine what should exist, the
// holdings record what the bot has created; they are compared after every change, and
// differences are requested from Discord.
//
// Assigning or removing a role twice is harmless, so it is repeated after a crash. A
// scheduled event must not be created twice: if it is unknown whether it was created, it
// is searched for.
//
// A role is recorded before it is assigned and after it is removed. The bot does not
// remove what it has not assigned: before it assigns a role it checks whether the member
// has it. A scheduled event that a person has ended in Discord is left alone, and a
// member who leaves the server and returns gets no role again. What Discord refuses is
// shown in the panels of open events and by /doctor.
package serversync

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"topcut/commands/archive"
	"topcut/commands/discord"
	"topcut/commands/presence"
	"topcut/commands/refusal"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Guilds is the part of Discord that a Keeper uses. *discord.Client implements it.
type Guilds interface {
	HasRole(ctx context.Context, guildID, userID, roleID string) (bool, error)
	GiveRole(ctx context.Context, guildID, userID, roleID string) error
	TakeRole(ctx context.Context, guildID, userID, roleID string) error
	Schedule(ctx context.Context, guildID string, s discord.Scheduled) (string, error)
	Reschedule(ctx context.Context, guildID string, s discord.Scheduled, now time.Time) error
	SetScheduled(ctx context.Context, guildID, id string, status discord.ScheduledStatus) error
	ScheduledEvents(ctx context.Context, guildID string) ([]discord.Scheduled, error)
	Standing(ctx context.Context, guildID string) (discord.Standing, error)
}

// Keeper syncs servers. Set its fields before Run.
type Keeper struct {
	Guilds   Guilds
	Holdings stores.Holdings
	// Calendars is what members have said of themselves.
	Calendars stores.Calendars
	Servers   stores.Servers
	Index     stores.Index
	Events    *command.Director
	Seasons   *season.Director
	Archive   *archive.Archive
	Presence  *presence.Watch // nil: no player is looked for
	Words     *text.Catalogue
	Now       func() time.Time // tournament time
	Log       *slog.Logger
	Pause     time.Duration // between two syncs; 0 means one second
	Settle    time.Duration // how long a request without an answer can still take effect; 0 means 20 seconds
	// Barred is called with the events whose organisers must be notified that Bars has
	// changed; may be nil.
	Barred func(events ...tournament.ID)

	mu    sync.Mutex
	dirty map[string]time.Time // when to sync a server, in real time
	tries map[string]int       // failed attempts
	// refused counts refusals in a row that are not yet believed, by server and key.
	refused map[string]int
	bars    map[string][]wording.Bar
	wake    chan struct{}

	spilt bool // something was dropped and may still be in the journal
}

const (
	pause = time.Second
	// tryAgain is the wait after a failed attempt, doubled up to mostWait as long as no
	// role was assigned or removed; longWait is the wait if the bot lacks a permission:
	// Discord notifies it when that changes.
	tryAgain = 2 * time.Second
	mostWait = time.Minute
	longWait = 10 * time.Minute
	// settle is how long a request without an answer can still take effect.
	settle = 20 * time.Second
)

// Touch makes the Keeper sync a server soon. It never blocks.
func (k *Keeper) Touch(guild string) {
	k.restart(guild)
	k.at(guild, time.Time{})
}

// restart makes the wait after the next failed attempt the shortest again.
func (k *Keeper) restart(guild string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.tries, guild)
}

func (k *Keeper) at(guild string, when time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dirty == nil {
		k.dirty = map[string]time.Time{}
	}
	k.dirty[guild] = when
	select {
	case k.waker() <- struct{}{}:
	default:
	}
}

// waker returns the channel that wakes Run. The caller holds the lock.
func (k *Keeper) waker() chan struct{} {
	if k.wake == nil {
		k.wake = make(chan struct{}, 1)
	}
	return k.wake
}

// Run syncs servers until ctx is done.
func (k *Keeper) Run(ctx context.Context) {
	k.mu.Lock()
	wake := k.waker()
	k.mu.Unlock()
	every := k.Pause
	if every == 0 {
		every = pause
	}
	for ctx.Err() == nil {
		for _, guild := range k.due() {
			k.look(ctx, guild)
		}
		select { // changes during the pause are handled together
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
		select {
		case <-wake:
		case <-time.After(tryAgain):
		case <-ctx.Done():
		}
	}
}

// due removes and returns the servers to sync now.
func (k *Keeper) due() (out []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for guild, when := range k.dirty {
		if !time.Now().Before(when) {
			out = append(out, guild)
			delete(k.dirty, guild)
		}
	}
	return out
}

// look syncs a server and schedules the next attempt if that fails.
func (k *Keeper) look(ctx context.Context, guild string) {
	err := k.tryKeep(ctx, guild)
	if err == nil || ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	n := k.tries[guild]
	if k.tries == nil {
		k.tries = map[string]int{}
	}
	k.tries[guild] = n + 1
	k.mu.Unlock()
	wait := min(tryAgain<<min(n, 9), mostWait)
	if len(k.Bars(guild)) > 0 && !slices.ContainsFunc(each(err), passes) {
		wait = longWait
	}
	k.Log.Warn("roles and listed events of a server wait", "server", guild, "again", wait, "error", err)
	k.later(guild, time.Now().Add(wait))
}

// each returns the errors that are joined in err.
func each(err error) (out []error) {
	var several interface{ Unwrap() []error }
	if !errors.As(err, &several) {
		return []error{err}
	}
	for _, e := range several.Unwrap() {
		out = append(out, each(e)...)
	}
	return out
}

// barred reports whether an error lasts until the bot's permissions change.
func barred(err error) bool {
	return refusal.Judge(err, refusal.Case{Kind: refusal.Role}) == refusal.Bar
}

// passes reports whether an error may be gone the next time without that.
func passes(err error) bool { return !barred(err) }

// judge counts an answer about something in a server, and returns what follows from it.
func (k *Keeper) judge(guild, key string, err error, kind refusal.Kind) refusal.Verdict {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := guild + "/" + key
	times := k.refused[of] + 1
	verdict := refusal.Judge(err, refusal.Case{Kind: kind, Spell: refusal.SpellOf(times, false, false)})
	switch {
	case verdict != refusal.Wait || !refusal.Of(err).Definite():
		delete(k.refused, of)
	case k.refused == nil:
		k.refused = map[string]int{of: times}
	default:
		k.refused[of] = times
	}
	return verdict
}

// wallClock returns the time by which Discord's answers are late. Unlike Now, it is not
// moved by tests and rehearsals.
func wallClock() time.Time { return time.Now() }

// later makes the Keeper look at a server at a time, where it is not to before.
func (k *Keeper) later(guild string, when time.Time) {
	k.mu.Lock()
	planned, ok := k.dirty[guild]
	k.mu.Unlock()
	if !ok || when.Before(planned) {
		k.at(guild, when)
	}
}

// tryKeep is Keep with a panic turned into an error, so that it affects only this server.
func (k *Keeper) tryKeep(ctx context.Context, guild string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return k.Keep(ctx, guild)
}

// Keep syncs a server.
func (k *Keeper) Keep(ctx context.Context, guild string) error {
	server, err := k.Servers.Server(ctx, guild)
	if err != nil {
		return err
	}
	held, err := k.Holdings.Held(ctx, guild)
	if err != nil {
		return err
	}
	found, err := k.Index.ByGuild(ctx, guild)
	if err != nil {
		return err
	}
	if err := k.keepCalendars(ctx, guild, found); err != nil {
		return err
	}
	if err := k.keepPresence(ctx, found); err != nil {
		return err
	}
	if len(held) == 0 && server.ParticipantRole+server.ChampionRole+server.TopRole == "" && !server.ScheduledEvents && len(k.Bars(guild)) == 0 {
		return nil
	}
	var running []*tournament.Snapshot // including future ones
	for _, f := range found {
		if f.Phase >= tournament.Finished || f.Phase < tournament.Open {
			continue
		}
		snap, err := k.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return err
		}
		running = append(running, snap)
	}
	roles, err := k.roles(ctx, server, running)
	if err != nil {
		return err
	}
	cancelled := map[tournament.ID]bool{}
	for _, f := range found {
		cancelled[f.ID] = f.Phase == tournament.Cancelled
	}
	var listed map[string]discord.Scheduled
	if server.ScheduledEvents {
		listed = k.listed(running)
	}
	noRoles, noList := k.keepRoles(ctx, guild, held, roles), k.keepList(ctx, guild, held, listed, cancelled)
	err = errors.Join(noRoles, noList)
	k.noteBars(ctx, server, running, slices.ContainsFunc(each(err), barred))
	return err
}

// drop deletes holdings, and retries removing them from the journal if that failed
// before.
func (k *Keeper) drop(ctx context.Context, hs ...stores.Holding) error {
	if len(hs) == 0 && !k.spilt {
		return nil
	}
	err := k.Holdings.Drop(ctx, hs...)
	k.spilt = err != nil
	return err
}
