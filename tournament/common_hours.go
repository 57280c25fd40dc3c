package tournament

import (
	"time"

	"topcut/tournament/hours"
	"topcut/tournament/pairing"
)

// preferHours makes the hours at which players can usually play the last term of the cost of
// a round, if the settings say so. They are those of the log before the pairing, in the week
// that began with the round before, so that a round can be paired again.
func (s *State) preferHours(in *pairing.Input) {
	if !s.Arranged() || !s.Settings.Fixtures.Hours {
		return
	}
	from := s.CreatedAt
	if before := s.Round(in.Round - 1); before != nil {
		from = before.StartedAt
	} else if s.Settings.StartAt > 0 {
		from = time.Unix(s.Settings.StartAt, 0)
	}
	type usual struct {
		week hours.Week
		zone string
	}
	known := map[usual]*pairing.Hours{}
	for i := range in.Players {
		n := int(in.Players[i].ID)
		u := usual{s.Players.At(n).Week, s.Players.At(n).TimeZone}
		h, ok := known[u]
		if !ok && u.week != "" {
			h = &pairing.Hours{}
			for q := range u.week.Quarters(from, s.present(n).Zone, s.Settings.QuietHours) {
				h.Add(q)
			}
			known[u] = h
		}
		in.Players[i].Hours = h
	}
	in.Policy.Cost = append(in.Policy.Cost, pairing.HoursApart)
}
