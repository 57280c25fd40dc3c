package serversync

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// kindListed is a scheduled event of a server; its key is that of listed, its value an
// entry.
const kindListed = "listed"

// entry is what the bot knows about a scheduled event.
type entry struct {
	ID     string                  `json:"id,omitempty"`    // empty if Discord did not accept it, or no longer has it
	Asked  bool                    `json:"asked,omitempty"` // Discord was asked for it or its next step, but no answer is recorded
	At     time.Time               `json:"at,omitzero"`     // when Discord was asked for it last
	Look   time.Time               `json:"look,omitzero"`   // when to look for a twin of it; zero if there is none
	Name   string                  `json:"name"`
	About  string                  `json:"about"`
	Start  time.Time               `json:"start"`
	End    time.Time               `json:"end"`
	Status discord.ScheduledStatus `json:"status"`
}

// matchLength is the scheduled length of an arranged match, and longLength that of an
// event whose length is unknown.
const (
	matchLength = 2 * time.Hour
	longLength  = 4 * time.Hour
)

// listed returns the events that a server should have scheduled: those with a start, and
// the times that players have agreed on, by the numbers of event and match.
func (k *Keeper) listed(running []*tournament.Snapshot) map[string]discord.Scheduled {
	out := map[string]discord.Scheduled{}
	for _, snap := range running {
		s := snap.State
		words := k.Words.In(s.Settings.Language)
		place := "https://discord.com/channels/" + s.Guild + "/" + s.Channel
		channel := text.Raw(discord.MentionChannel(s.Channel))
		if s.Settings.StartAt > 0 {
			length, _ := s.Length()
			start := time.Unix(s.Settings.StartAt, 0).UTC()
			e := discord.Scheduled{
				Name: discord.Plain(s.Settings.Name, wire.MaxScheduledText), Place: place, Start: start, End: start.Add(cmp.Or(length, longLength)), Status: discord.ScheduledToCome,
				About: words.Say("listed.event", "game", notice.Text(s.Rules.ID), "channel", channel),
			}
			if s.Phase == tournament.Running {
				e.Status = discord.ScheduledOn
			}
			out[strconv.FormatInt(int64(s.ID), 10)] = e
		}
		for at, m := range s.EachFixture {
			if m.Fixture.Agreed.IsZero() {
				continue
			}
			_, l := s.Match(at.Round, at.Match)
			var names []string
			about := wording.About(words, snap).At(at)
			for _, p := range l.Players() {
				names = append(names, about.Given(int(p)+1))
			}
			out[fmt.Sprintf("%d.%d.%d", s.ID, at.Round, at.Match)] = discord.Scheduled{
				Name: discord.Plain(strings.Join(names, " – "), wire.MaxScheduledText), Place: place, Start: m.Fixture.Agreed, End: m.Fixture.Agreed.Add(matchLength),
				Status: discord.ScheduledToCome, About: words.Say("listed.match", "event", notice.Text(s.Settings.Name), "channel", channel),
			}
		}
	}
	return out
}

// keepList updates the scheduled events of a server.
func (k *Keeper) keepList(ctx context.Context, guild string, held []stores.Holding, want map[string]discord.Scheduled, cancelled map[tournament.ID]bool) error {
	known := map[string]bool{} // ids that belong to an entry
	have := map[string]*entry{}
	for _, h := range held {
		if h.Kind != kindListed {
			continue
		}
		e := &entry{}
		if err := json.Unmarshal([]byte(h.Value), e); err != nil {
			return fmt.Errorf("what is listed in server %s as %s: %w", guild, h.Key, err)
		}
		have[h.Key], known[e.ID] = e, true
	}
	for key, e := range have {
		if e.Asked { // first, as it is searched for in the form in which it was requested
			if err := k.find(ctx, guild, key, e, known); err != nil {
				return err
			}
		}
		if until := e.At.Add(cmp.Or(k.Settle, settle)); e.Asked && e.ID == "" && wallClock().Before(until) {
			k.later(guild, until) // asked again now, it could be listed twice
			delete(want, key)
			continue
		}
		if _, ok := want[key]; ok && !e.Asked {
			continue
		}
		if !e.Asked {
			if err := k.alone(ctx, guild, have, key); err != nil {
				return err
			}
			number, _, _ := strings.Cut(key, ".")
			id, _ := strconv.ParseInt(number, 10, 64)
			if err := k.end(ctx, guild, key, e, cancelled[tournament.ID(id)]); err != nil {
				return err
			}
		}
		if err := k.drop(ctx, stores.Holding{Guild: guild, Kind: kindListed, Key: key}); err != nil {
			return err
		}
		delete(have, key)
	}
	for key, w := range want {
		e := have[key]
		if e == nil {
			if !w.Start.After(k.Now()) || w.Status != discord.ScheduledToCome {
				continue // Discord accepts no event whose start has passed
			}
			var err error
			if e, err = k.list(ctx, guild, key, w); err != nil {
				return err
			}
			have[key] = e
		}
		if err := k.change(ctx, guild, key, e, w); err != nil {
			return err
		}
	}
	for key, e := range have {
		if !e.Look.IsZero() && !wallClock().Before(e.Look) {
			if err := k.alone(ctx, guild, have, key); err != nil {
				return err
			}
		}
		if !e.Look.IsZero() {
			k.later(guild, e.Look)
		}
	}
	return nil
}

// alone cancels the twins of a scheduled event that was created lately: Discord can carry
// out a request twice, and has nothing by which a creation could be told from its
// repetition. It looks soon after the creation, and once more when none can take effect
// any longer.
func (k *Keeper) alone(ctx context.Context, guild string, have map[string]*entry, key string) error {
	e := have[key]
	if e.Look.IsZero() || e.ID == "" {
		return nil
	}
	there, err := k.Guilds.ScheduledEvents(ctx, guild)
	if err != nil {
		return err
	}
	for _, x := range there {
		twin := x.Mine && x.Name == e.Name && x.Start.Equal(e.Start) && x.Status == discord.ScheduledToCome
		for _, other := range have { // of the same name and time, by itself
			twin = twin && x.ID != other.ID && !(other.Asked && other.Name == x.Name && other.Start.Equal(x.Start))
		}
		if !twin {
			continue
		}
		err := k.Guilds.SetScheduled(ctx, guild, x.ID, discord.ScheduledOff)
		if err = k.taken(ctx, guild, key, err, &entry{ID: x.ID, Name: x.Name}); err != nil {
			return err
		}
	}
	if last := e.At.Add(cmp.Or(k.Settle, settle)); wallClock().Before(last) {
		e.Look = last
	} else {
		e.Look = time.Time{}
	}
	return k.note(ctx, guild, key, e)
}

// find searches for a scheduled event that may exist. If it is not there, its entry stays
// Asked.
func (k *Keeper) find(ctx context.Context, guild, key string, e *entry, known map[string]bool) error {
	there, err := k.Guilds.ScheduledEvents(ctx, guild)
	if err != nil {
		return err
	}
	for _, x := range there {
		if x.ID == e.ID || e.ID == "" && x.Mine && !known[x.ID] && x.Name == e.Name && x.Start.Equal(e.Start) {
			if e.ID == "" { // its creation may take effect once more
				e.Look = e.At.Add(cmp.Or(k.Settle, settle))
			}
			e.ID, e.Status, e.Asked, known[x.ID] = x.ID, x.Status, false, true
			return k.note(ctx, guild, key, e)
		}
	}
	return nil
}

// list creates a scheduled event.
func (k *Keeper) list(ctx context.Context, guild, key string, w discord.Scheduled) (*entry, error) {
	e := &entry{Asked: true, Name: w.Name, About: w.About, Start: w.Start, End: w.End, Status: discord.ScheduledToCome}
	e.At = wallClock()
	if err := k.note(ctx, guild, key, e); err != nil {
		return nil, err
	}
	id, err := k.Guilds.Schedule(ctx, guild, w)
	if err != nil && refusal.Of(err) != refusal.Unheard && ctx.Err() == nil {
		e.At = time.Time{} // it was refused: nothing lands late
		err = errors.Join(err, k.note(ctx, guild, key, e))
	}
	if v := k.judge(guild, key, err, refusal.Listing); v == refusal.Without || v == refusal.GiveUp {
		k.Log.Warn("an event is not listed in its server", "server", guild, "event", key, "error", err)
		err = nil
	}
	if err != nil {
		return nil, err
	}
	e.ID, e.Asked = id, false
	if id != "" {
		e.Look = wallClock().Add(min(tryAgain, cmp.Or(k.Settle, settle)))
	}
	return e, k.note(ctx, guild, key, e)
}

func (k *Keeper) note(ctx context.Context, guild, key string, e *entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return k.Holdings.Hold(ctx, stores.Holding{Guild: guild, Kind: kindListed, Key: key, Value: string(data)})
}

// change updates a scheduled event. One that was deleted by hand is not created again.
func (k *Keeper) change(ctx context.Context, guild, key string, e *entry, w discord.Scheduled) error {
	if e.ID == "" {
		return nil
	}
	if e.Name != w.Name || e.About != w.About || !e.Start.Equal(w.Start) || !e.End.Equal(w.End) {
		if e.Status == discord.ScheduledToCome && w.End.After(k.Now()) {
			w.ID = e.ID
			if err := k.taken(ctx, guild, key, k.Guilds.Reschedule(ctx, guild, w, k.Now()), e); err != nil {
				return err
			}
		}
		e.Name, e.About, e.Start, e.End = w.Name, w.About, w.Start, w.End
		if err := k.note(ctx, guild, key, e); err != nil {
			return err
		}
	}
	if e.ID != "" && w.Status == discord.ScheduledOn && e.Status == discord.ScheduledToCome {
		return k.step(ctx, guild, key, e, discord.ScheduledOn)
	}
	return nil
}

// end ends or cancels the scheduled event of an event that is over or cancelled.
func (k *Keeper) end(ctx context.Context, guild, key string, e *entry, cancelled bool) error {
	switch {
	case e.ID == "":
		return nil
	case e.Status == discord.ScheduledOn:
		return k.step(ctx, guild, key, e, discord.ScheduledOver)
	case cancelled || e.Start.After(k.Now()):
		return k.step(ctx, guild, key, e, discord.ScheduledOff)
	}
	if err := k.step(ctx, guild, key, e, discord.ScheduledOn); err != nil {
		return err
	}
	return k.step(ctx, guild, key, e, discord.ScheduledOver)
}

// step changes the status of a scheduled event. Discord refuses a step that was already
// taken, so the attempt is recorded first: after a crash, or without an answer, the event
// is searched for and continues from its actual status.
func (k *Keeper) step(ctx context.Context, guild, key string, e *entry, status discord.ScheduledStatus) error {
	if e.ID == "" {
		return nil
	}
	e.Asked = true
	if err := k.note(ctx, guild, key, e); err != nil {
		return err
	}
	if err := k.taken(ctx, guild, key, k.Guilds.SetScheduled(ctx, guild, e.ID, status), e); err != nil {
		return err
	}
	e.Status, e.Asked = status, false
	return k.note(ctx, guild, key, e)
}

// taken passes on errors that can be retried. A scheduled event that is over or gone in
// Discord is no longer tracked.
func (k *Keeper) taken(ctx context.Context, guild, key string, err error, e *entry) error {
	switch k.judge(guild, key, err, refusal.Listed) {
	case refusal.Ask:
		there, failed := k.Guilds.ScheduledEvents(ctx, guild)
		if failed != nil || slices.ContainsFunc(there, func(x discord.Scheduled) bool { return x.ID == e.ID && x.Status <= discord.ScheduledOn }) {
			return err
		}
		e.ID = ""
		return nil
	case refusal.Without, refusal.GiveUp:
		k.Log.Warn("an event in the list of a server stays as it is", "event", e.Name, "error", err)
		return nil
	default:
		return err
	}
}
