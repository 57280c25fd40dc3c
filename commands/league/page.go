package league

import (
	"cmp"
	"context"
	"time"

	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
)

const (
	// mostWeeks bounds the counted events for which the page has more than the name, because
	// reading one folds its log.
	mostWeeks = 60
	// mostLater bounds the future dates of a season's schedule that are shown.
	mostLater = 10
)

// Page returns the content of a season's page. address returns the address of an event's
// page, or "".
func (o *Service) Page(ctx context.Context, s *season.Snapshot, address func(*tournament.State) string) (*site.Season, error) {
	found, err := o.Index.ByGuild(ctx, s.State.Guild)
	if err != nil {
		return nil, err
	}
	if s, err = o.AsItStands(ctx, s); err != nil {
		return nil, err
	}
	words := o.Words.In(s.State.Settings.Language)
	names := make(map[tournament.ID]string, len(found))
	for _, f := range found {
		names[f.ID] = f.Name
	}
	out := page(s, titles(s, func(number int) string {
		return cmp.Or(names[s.State.Events.At(number).Log], words.Say("league.event", "number", number))
	}), words)
	week := func(id tournament.ID) (site.Week, *tournament.Snapshot, error) {
		snap, err := o.Events.Snapshot(ctx, id)
		if err != nil {
			return site.Week{}, nil, err
		}
		return site.NewWeek(view.Env{Snap: snap, Now: o.Now(), Words: o.Words.In(snap.State.Settings.Language)}, address(snap.State)), snap, nil
	}
	for i := range out.Weeks {
		if id := s.State.Events[i].Log; names[id] != "" && !s.State.Events[i].Removed && i >= len(out.Weeks)-mostWeeks {
			if out.Weeks[i], _, err = week(id); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		w, snap, err := week(f.ID)
		if err != nil {
			return nil, err
		}
		if snap.State.Series.League == s.State.ID {
			out.Coming = append(out.Coming, w)
		}
	}
	sorted.Stable(out.Coming, func(a, b site.Week) int { return a.Starts.Compare(b.Starts) })
	out.Later = later(s.State)
	return out, nil
}

// later returns when the series of a season creates further events.
func later(s *season.State) (out []time.Time) {
	if s.Next.IsZero() || s.Settings.Series == nil || s.Closed != nil {
		return nil
	}
	most := mostLater
	if left := s.Left(); left >= 0 {
		most = min(most, left)
	}
	for at := s.Next; len(out) < most && !at.IsZero(); {
		out = append(out, at)
		next, err := nextStart(s.Settings.Series, at)
		if err != nil {
			break
		}
		at = next
	}
	return out
}
