package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/pairing"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// swissRounds is a stage of Swiss rounds: all players play all of them, against players
// with about the same points.
type swissRounds struct{}

var _ = playedAs(swissRounds{}, stage.Swiss)

func (swissRounds) fits(rs *rules.Ruleset) bool { return rs.Tables == nil }

func (swissRounds) forced() bool { return true }

// plan takes the chosen rounds, or those of the ruleset for the attendance.
func (swissRounds) plan(s *State, c stage.Chain, i, field, attendance int) (Planned, bool, error) {
	if i > 0 {
		return s.planLater(c, i, field)
	}
	st := c.First()
	p := Planned{Stage: st}
	var err error
	switch {
	case c.Prepares(stage.Draft):
		p.Rounds, err = s.draftRounds(field)
	case st.Groups > 1:
		on := 0
		if len(c.Stages) > 1 {
			if on, err = groupCut(c.Stages[1], st.Groups); err != nil {
				return p, false, err
			}
		}
		_, err = groupRounds(min(field, maxGroup*st.Groups), st.Groups, on, 1)
		p.Rounds = rules.CeilLog2((field + st.Groups - 1) / st.Groups)
	default:
		p.Rounds, _, _ = s.Rules.RoundsFor(attendance)
	}
	if st.Rounds > 0 {
		p.Rounds = st.Rounds
	}
	return p, err == nil, err
}

func (swissRounds) enter(s *State, t *standings.Table, plan Planned) ([]int, int, error) {
	if plan.Entry().By == stage.All {
		return nil, plan.Rounds, nil
	}
	players, err := s.entrants(t, plan)
	return players, plan.Rounds, err
}

// secondByRule returns the second stage of rounds of the ruleset's table, if the
// settings leave the rounds to it (docs/rules/lorcana.md#lor-40).
func (s *State) secondByRule(c stage.Chain, attendance int) (stage.Stage, bool) {
	first := c.First()
	if _, chosen := c.Second(); chosen || first.Kind != stage.Swiss || first.Rounds > 0 || first.Groups > 1 || len(c.Prepare) > 0 {
		return stage.Stage{}, false
	}
	row, _ := s.Rules.Row("", attendance)
	return stage.Stage{Kind: stage.Swiss, Rounds: row.More, Entry: stage.Entry{By: stage.Points, N: row.GoOn}}, row.More > 0
}

func (swissRounds) pair(s *State, _ *Stage, r roundRequest) (*madeRound, error) {
	if s.Draft != nil && len(s.Rounds) == 0 && len(r.forced) == 0 {
		return s.draftFirstRound(), nil
	}
	return s.asPaired().swissRound(ledger.Swiss, r)
}

// over reports whether all rounds are paired, or whether the stage ends with one
// unbeaten player and there is one.
func (swissRounds) over(s *State, st *Stage) bool {
	if len(s.Rounds) >= st.LastRound() {
		return true
	}
	early := st.Plan >= 0 && s.Settings.Stages.Stages[min(st.Plan, len(s.Settings.Stages.Stages)-1)].Unbeaten
	return early && s.LastDone() == len(s.Rounds) && s.oneUnbeaten()
}

func (swissRounds) title(_ *State, _ *Stage, r int) notice.Notice {
	return notice.New("round.number", "round", r)
}

func (swissRounds) late(s *State, st *Stage) error {
	switch {
	case st.FirstRound > 1 || len(st.Players) > 0:
		return Refuse(WrongPhase, "late.stage")
	case s.Draft != nil:
		return Refuse(WrongPhase, "late.draft")
	}
	return nil
}

// apart reports whether the drawn groups play among themselves: flights
// (docs/rules/pokemon.md#pkm-66), groups, and the pods of a draft unless its players
// may meet across pods (docs/rules/magic.md#mtg-55).
func (s *State) apart() bool {
	if s.Stage() == nil || s.Stage().FirstRound > 1 {
		return false // a later stage is one field
	}
	if s.Draft != nil {
		return !s.Settings.Stages.First().Across
	}
	return len(s.Drawn) > 0
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

// swissInput describes the field to the pairing engine.
func (s *State) swissInput(seed [32]byte) (pairing.Input, error) {
	round := len(s.Rounds) + 1
	in := pairing.Input{Seed: seed, Round: round}
	table, err := s.Table(len(s.Rounds))
	if err != nil {
		return in, err
	}
	u := unit(table)
	rank := make(numbered.List[int32], len(s.Players))
	score := make(numbered.List[int64], len(s.Players))
	for i := range table.Rows {
		rank[table.Rows[i].Player], score[table.Rows[i].Player] = int32(i+1), units(table.Rows[i].Points, u)
	}
	if in.Policy, err = swissPolicy(s.Rules, s.DivisionSizes(), u); err != nil {
		return in, err
	}
	in.Policy.SeparateFlights = in.Policy.SeparateFlights || s.apart()
	if len(s.Ledger.Apart) > 0 {
		in.Policy.Hard = append([]pairing.Term{pairing.KeptApart}, in.Policy.Hard...)
	}
	if s.sharesTags() && !slices.Contains(slices.Concat(in.Policy.Hard, in.Policy.Cost), pairing.TagConflict) {
		in.Policy.Cost = slices.Insert(in.Policy.Cost, 0, pairing.TagConflict)
	}
	c := s.course()
	field, byes := s.Field(), 0
	field = slices.DeleteFunc(field, func(n int) bool {
		if s.misses(n, round) {
			return true
		}
		if s.sitsOut(n, round) {
			byes++
		}
		return false
	})
	for _, n := range s.standby(field, byes) {
		l := s.Players.At(n)
		p := pairing.Player{
			ID: int32(n), Rank: numbered.Get(rank, n), Score: numbered.Get(score, n), Division: int32(l.Division), Flight: int32(l.Flight),
			Tag: l.Tag, FixedTable: int32(l.Table),
		}
		s.history(&p, n, c)
		for _, a := range s.Ledger.Apart {
			if a.In(round) && int(a.B) == n-1 {
				p.Apart = append(p.Apart, a.A+1)
			}
		}
		in.Players = append(in.Players, p)
		if s.sitsOut(n, round) {
			in.Byes = append(in.Byes, int32(n))
		}
	}
	s.preferHours(&in)
	return in, nil
}

// course is the opponents of each round and the points before it, by index.
type course struct {
	match []numbered.List[int32]             // by round from 0 and player: index of the match, -1 = none
	score []numbered.List[fraction.Fraction] // by round from 0 and player: points before the round
}

func (s *State) course() course {
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
func (s *State) history(p *pairing.Player, n int, c course) {
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
			if !s.exempt(n, r+1) {
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
				side := s.sideOf(r, l, l.Seat(int32(n-1)))
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

// swissRound pairs players with about the same points who have not met, around the
// pairings given by an organiser, in a stage of the given name.
func (s *State) swissRound(named ledger.Stage, r roundRequest) (*madeRound, error) {
	forced, only := r.forced, r.only
	out := &madeRound{stage: named}
	in, err := s.swissInput(r.seed)
	if err != nil {
		return nil, err
	}
	for _, table := range forced {
		switch len(table) {
		case 1:
			if !slices.Contains(in.Byes, int32(table[0])) {
				in.Byes = append(in.Byes, int32(table[0]))
			}
		case 2:
			in.Pairs = append(in.Pairs, pairing.Pair{A: int32(table[0]), B: int32(table[1])})
		default:
			return nil, Refuse(BadInput, "table.of_two", "players", len(table))
		}
	}
	if only {
		seated := map[int32]bool{}
		for _, b := range in.Byes {
			seated[b] = true
		}
		for _, p := range in.Pairs {
			seated[p.A], seated[p.B] = true, true
		}
		in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool { return !seated[p.ID] })
	}
	if len(in.Players) < 2 && !only {
		if err := s.allOut(len(s.Rounds) + 1); err != nil {
			return nil, err
		}
		return nil, Refuse(WrongPhase, "round.nobody_left")
	}
	sides := map[pairing.Pair]bool{}
	if !only {
		sides = s.halves(&in)
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		return nil, RefuseAs(BadInput, err)
	}
	pairing.Trace(in, res)
	chosen, err := pairing.ByHours(in, res)
	if err != nil {
		return nil, RefuseAs(BadInput, err)
	}
	for _, t := range res.Tables {
		t, halved := t.Sides(sides)
		why := s.why(t)
		switch {
		case halved:
			why = notice.New("why.halves")
		case chosen(t):
			why = notice.New("why.hours")
		}
		out.pairings = append(out.pairings, Pairing{Table: t.Number, Players: []int{int(t.A), int(t.B)}, Why: why})
	}
	for _, b := range res.Byes {
		p := Pairing{Kind: ledger.Bye, Players: []int{int(b)}, Why: notice.New("why.bye")}
		if s.sitsOut(int(b), in.Round) {
			p.Why = s.whyBye(int(b))
		}
		out.pairings = append(out.pairings, p)
	}
	out.optimal, out.warnings = res.ProvedOptimal, res.Warnings
	for _, c := range res.Cost {
		out.cost = append(out.cost, Cost{Term: c.Term.String(), Value: c.Value})
	}
	return out, nil
}

// halves pairs round 1 by halves of the field if the ruleset says so (as in chess). Seeds
// come first, then ratings, then the draw.
func (s *State) halves(in *pairing.Input) (sides map[pairing.Pair]bool) {
	if s.Rules.Pairing.First != "halves" || in.Round != 1 || s.Draft != nil || in.Policy.SeparateDivisions || in.Policy.SeparateFlights {
		return nil
	}
	seed := func(p pairing.Player) int32 { return cmp.Or(s.Players.At(int(p.ID)).Seed, MaxPlayers+1) }
	return pairing.Halves(in, func(a, b pairing.Player) int {
		return cmp.Or(cmp.Compare(seed(a), seed(b)), cmp.Compare(s.Players.At(int(b.ID)).Rating, s.Players.At(int(a.ID)).Rating))
	})
}

// why returns what is not obvious about a table.
func (s *State) why(t pairing.Table) notice.Notice {
	switch t.Reason.Why {
	case pairing.WhyEqualScore:
		return notice.New("why.equal_score", "n", t.Reason.GroupSize, "group", t.Reason.Group)
	case pairing.WhyOddGroup:
		return notice.New("why.pair_down")
	case pairing.WhyConstraint:
		return notice.New("why.constraint")
	case pairing.WhyForced:
		return notice.New("why.forced")
	case pairing.WhyKept:
		return notice.New("why.kept")
	case pairing.WhyRepair:
		return notice.New("why.repair")
	}
	return notice.Notice{}
}

// oneUnbeaten reports whether one player, or one of each division that plays apart, has
// won every round (docs/rules/pokemon.md#pkm-04, PKM-11, MTR 3.1). If the last unbeaten
// player has left, all rounds are played.
func (s *State) oneUnbeaten() bool {
	rounds := len(s.Rounds)
	t, err := s.Table(-1)
	if err != nil || rounds == 0 {
		return false
	}
	unbeaten := map[int16]int{}
	apart := s.Rules.DivisionMode(s.DivisionSizes()) == "separate"
	for i := range t.Rows {
		l := s.Players[t.Rows[i].Player].Player
		if t.Rows[i].Record[0] == rounds && s.PlaysOn(int(t.Rows[i].Player)+1) {
			if !apart {
				l.Division = 0
			}
			unbeaten[l.Division]++
		}
	}
	for _, n := range unbeaten {
		if n > 1 {
			return false
		}
	}
	return len(unbeaten) > 0
}

// standby removes players who only make the number even (docs/rules/meccg.md#mec-13) from
// a field that is even without them. In an odd field it keeps one of them, the one who
// has played least.
func (s *State) standby(players []int, byes int) []int {
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
