package tournament

import (
	"slices"
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
	known := map[usual]pairing.Hours{}
	for i := range in.Players {
		n := int(in.Players[i].ID)
		u := usual{s.Players.At(n).Week, s.Players.At(n).TimeZone}
		h, ok := known[u]
		if !ok && u.week != "" {
			for q := range u.week.Quarters(from, s.present(n).Zone, s.Settings.QuietHours) {
				h.Add(q)
			}
			known[u] = h
		}
		in.Players[i].Hours = h
	}
	in.Policy.Cost = append(in.Policy.Cost, pairing.HoursApart)
}

// byHours returns a function that reports whether a table of a round is there for the hours in
// common: the round drawn without regard to them lacks it and has fewer of them.
func byHours(in pairing.Input, res *pairing.Result) (func(pairing.Table) bool, error) {
	never := func(pairing.Table) bool { return false }
	last := len(in.Policy.Cost) - 1
	if last < 0 || in.Policy.Cost[last] != pairing.HoursApart {
		return never, nil
	}
	with := in.Policy
	in.Policy.Cost = in.Policy.Cost[:last]
	drawn, err := pairing.Swiss(in)
	if err != nil {
		return nil, err
	}
	tables := drawn.Tables
	in.Policy = with
	if drawn, err = pairing.Check(in, drawn.Seating()); err != nil {
		return nil, err
	}
	if apart := func(r *pairing.Result) int64 { return r.Cost[len(r.Cost)-1].Value }; apart(res) >= apart(drawn) {
		return never, nil
	}
	return func(t pairing.Table) bool {
		alike := func(o pairing.Table) bool { return o.A == t.A && o.B == t.B || o.A == t.B && o.B == t.A }
		return t.Reason.Why <= pairing.WhyOddGroup && !slices.ContainsFunc(tables, alike)
	}, nil
}

// ByHours returns the number of tables of a round that are there for the hours in common.
func (r *Round) ByHours() (n int) {
	for i := range r.Matches {
		if r.Matches[i].Why.Code == "why.hours" {
			n++
		}
	}
	return n
}
