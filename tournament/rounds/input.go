package rounds

import (
	"fmt"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/fraction"
	"topcut/tournament/hours"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/pairing"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// swissInput describes the field to the pairing engine.
func swissInput(s *tournament.State, seed [32]byte) (pairing.Input, error) {
	round := len(s.Rounds) + 1
	in := pairing.Input{Seed: seed, Round: round}
	table, err := s.Table(len(s.Rounds))
	if err != nil {
		return in, err
	}
	u := table.Unit()
	rank := make(numbered.List[int32], len(s.Players))
	score := make(numbered.List[int64], len(s.Players))
	for i := range table.Rows {
		rank[table.Rows[i].Player], score[table.Rows[i].Player] = int32(i+1), table.Rows[i].Points.Units(u)
	}
	if in.Policy, err = swissPolicy(s.Rules, s.DivisionSizes(), u); err != nil {
		return in, err
	}
	in.Policy.SeparateFlights = in.Policy.SeparateFlights || playsApart(s)
	if len(s.Ledger.Apart) > 0 {
		in.Policy.Hard = append([]pairing.Term{pairing.KeptApart}, in.Policy.Hard...)
	}
	if sharesTags(s) && !slices.Contains(slices.Concat(in.Policy.Hard, in.Policy.Cost), pairing.TagConflict) {
		in.Policy.Cost = slices.Insert(in.Policy.Cost, 0, pairing.TagConflict)
	}
	c := courseOf(s)
	field, byes := s.Field(), 0
	field = slices.DeleteFunc(field, func(n int) bool {
		if misses(s, n, round) {
			return true
		}
		if sitsOut(s, n, round) {
			byes++
		}
		return false
	})
	for _, n := range standby(s, field, byes) {
		l := s.Players.At(n)
		p := pairing.Player{
			ID: int32(n), Rank: numbered.Get(rank, n), Score: numbered.Get(score, n), Division: int32(l.Division), Flight: int32(l.Flight),
			Tag: l.Tag, FixedTable: int32(l.Table),
		}
		history(s, &p, n, c)
		for _, a := range s.Ledger.Apart {
			if a.In(round) && int(a.B) == n-1 {
				p.Apart = append(p.Apart, a.A+1)
			}
		}
		in.Players = append(in.Players, p)
		if sitsOut(s, n, round) {
			in.Byes = append(in.Byes, int32(n))
		}
	}
	preferHours(s, &in)
	return in, nil
}

// playsApart reports whether the drawn groups play among themselves: flights
// (docs/rules/pokemon.md#pkm-66), groups, and the pods of a draft unless its players
// may meet across pods (docs/rules/magic.md#mtg-55).
func playsApart(s *tournament.State) bool {
	if s.Stage() == nil || s.Stage().FirstRound > 1 {
		return false // a later stage is one field
	}
	if s.Draft != nil {
		return !s.Settings.Stages.First().Across
	}
	return len(s.Drawn) > 0
}

// asPaired returns the state by which the next Swiss round is paired: open matches
// count as draws, if the game has draws.
func asPaired(s *tournament.State) *tournament.State {
	open := s.PairedAsDraws()
	if len(open) == 0 {
		return s
	}
	_, l := s.Match(open[0].Round, open[0].Match)
	_, draw, err := s.Rules.DrawnResult(s.Rounds.At(open[0].Round).Stage, int(l.N))
	if err != nil {
		return s
	}
	return s.With(fixture.ForPairing(s.Facts(), ledger.Played, draw, func(r, m int) bool {
		return !s.Rounds.At(r).Matches.At(m).Void()
	}))
}

// swissPolicy translates the ruleset's policy.
func swissPolicy(rs *rules.Ruleset, sizes []int, unit int64) (pairing.Policy, error) {
	p := pairing.Policy{PointUnit: unit}
	// Constraints and terms have the names of the ruleset files. In any case the
	// engine avoids a second bye, pairs only active players, and draws the rest from
	// the seed.
	for _, name := range rs.Pairing.Hard {
		switch name {
		case "noRematch":
			p.Hard = append(p.Hard, pairing.Rematches)
		case "noThirdMeeting":
			p.Hard = append(p.Hard, pairing.ThirdMeetings)
		case "sameDivision":
			p.SeparateDivisions = true
		case "sameFlight":
			p.SeparateFlights = true
		case "sameTeam", "sameTag":
			p.Hard = append(p.Hard, pairing.TagConflict)
		case "singleSidedIllegal":
			p.Hard = append(p.Hard, pairing.SingleSidedIllegal)
		case "noAbsoluteColour":
			p.Hard = append(p.Hard, pairing.AbsoluteSides)
		case "byeOnce", "activeOnly":
		default:
			return p, notice.Err("ruleset.constraint", "ruleset", notice.Text(rs.ID), "name", notice.Text(name))
		}
	}
	for _, name := range rs.Pairing.Cost {
		if name == "random" {
			continue
		}
		t, err := pairing.ParseTerm(name)
		if err != nil {
			return p, fmt.Errorf("ruleset %s: %w", rs.ID, err)
		}
		if !slices.Contains(p.Hard, t) {
			p.Cost = append(p.Cost, t)
		}
	}
	p.Bye, p.FirstRoundBye = pairing.ByeRuleOf(rs.Bye.Who, pairing.ByeLowestRanked), pairing.ByeRuleOf(rs.Bye.FirstRound, pairing.ByeRandomAll)
	if rs.Pairing.Tables == "random" {
		p.Tables = pairing.TablesRandom
	}
	switch rs.DivisionMode(sizes) {
	case "separate":
		p.SeparateDivisions = true
	case "modified":
		if !slices.Contains(p.Cost, pairing.CrossDivision) && !slices.Contains(p.Hard, pairing.CrossDivision) {
			p.Cost = append([]pairing.Term{pairing.CrossDivision}, p.Cost...)
		}
	}
	return p, nil
}

// course is the opponents of each round and the points before it, by index.
type course struct {
	match []numbered.List[int32]             // by round from 0 and player: index of the match, -1 = none
	score []numbered.List[fraction.Fraction] // by round from 0 and player: points before the round
}

func courseOf(s *tournament.State) course {
	var c course
	sum := make([]fraction.Fraction, len(s.Players))
	for r := range s.Ledger.Rounds {
		at := make([]int32, len(s.Players))
		for i := range at {
			at[i] = -1
		}
		c.score = append(c.score, slices.Clone(sum))
		for i := range s.Ledger.Rounds[r].Matches {
			l := &s.Ledger.Rounds[r].Matches[i]
			points := standings.Score(s.Rules, r+1, l)
			for seat, q := range l.Players() {
				at[q] = int32(i)
				sum[q] = sum[q].Add(points[seat])
			}
		}
		c.match = append(c.match, at)
	}
	return c
}

// history fills in opponents, sides, byes and recent floats of player n. A forfeit win
// counts as a bye (byeOnce); an awarded bye does not, nor does that of a player who is
// locked into the cut.
func history(s *tournament.State, p *pairing.Player, n int, c course) {
	recent := len(c.match) - max(s.Rules.Pairing.AvoidFloat, 1)
	sided := s.Rules.OneSide(ledger.Swiss)
	for r := range c.match {
		i := numbered.Get(c.match[r], n)
		if i < 0 {
			continue
		}
		l := &s.Ledger.Rounds[r].Matches[i]
		switch l.Kind {
		case ledger.Bye:
			if !exempt(s, n, r+1) {
				p.Byes++
			}
			continue
		case ledger.Forfeit:
			if l.Seats[0] == int32(n-1) {
				p.Byes++
			}
		case ledger.Elsewhere:
			if q := l.Against(); q != ledger.None {
				p.Opponents = append(p.Opponents, q+1)
			}
			continue
		case ledger.Played, ledger.IntentionalDraw, ledger.AssignedLoss, ledger.DoubleLoss:
		}
		if !s.Rules.Met(l) {
			continue // they may be paired again
		}
		for _, q := range l.Players() {
			if int(q) == n-1 {
				continue
			}
			p.Opponents = append(p.Opponents, q+1)
			if sided {
				side := sideOf(s, r, l, l.Seat(int32(n-1)))
				p.OpponentSides = append(p.OpponentSides, side)
				p.Sides = p.Sides.Add(side)
			}
			if r < recent {
				continue
			}
			switch own, other := numbered.Get(c.score[r], n), c.score[r][q]; own.Cmp(other) {
			case 1:
				p.Floated |= pairing.FloatDown
			case -1:
				p.Floated |= pairing.FloatUp
			}
		}
	}
}

// standby removes players who only make the number even (docs/rules/meccg.md#mec-13) from
// a field that is even without them. In an odd field it keeps one of them, the one who
// has played least.
func standby(s *tournament.State, players []int, byes int) []int {
	var spare, field []int
	for _, n := range players {
		if s.Players.At(n).StandIn {
			spare = append(spare, n)
		} else {
			field = append(field, n)
		}
	}
	if len(spare) == 0 || (len(field)-byes)%2 == 0 {
		return field
	}
	played := func(n int) (games int) {
		for r := range s.Ledger.Rounds {
			for i := range s.Ledger.Rounds[r].Matches {
				if m := &s.Ledger.Rounds[r].Matches[i]; m.N > 1 && m.Seat(int32(n-1)) != ledger.None {
					games++
				}
			}
		}
		return games
	}
	best := spare[0]
	for _, n := range spare[1:] {
		if played(n) < played(best) {
			best = n
		}
	}
	return append(field, best)
}

// preferHours makes the hours at which players can usually play the last term of the cost of
// a round, if the settings say so. They are those of the log before the pairing, in the week
// that began with the round before, so that a round can be paired again.
func preferHours(s *tournament.State, in *pairing.Input) {
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
			for q := range u.week.Quarters(from, s.ClockOf(n).Zone, s.Settings.QuietHours) {
				h.Add(q)
			}
			known[u] = h
		}
		in.Players[i].Hours = h
	}
	in.Policy.Cost = append(in.Policy.Cost, pairing.HoursApart)
}

// sharesTags reports whether two players have the same tag. Such players avoid each other in
// every game, see TestEqualTagsAvoidEachOtherInEveryGame.
func sharesTags(s *tournament.State) bool {
	seen := map[int32]bool{}
	for i := range s.Players {
		tag := s.Players[i].Tag
		if tag != 0 && seen[tag] {
			return true
		}
		seen[tag] = true
	}
	return false
}
