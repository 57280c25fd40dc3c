package tournament

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
	"topcut/tournament/random"
	"topcut/tournament/rat"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// EngineVersion is written into every RoundPaired. It grows when the same seed
// and history would be paired differently; replay pairs a round as the engine of
// its time did, or leaves it out where that is older than oldestEngine.
const (
	EngineVersion = 3
	oldestEngine  = 2 // whoever has a bye in a bracket plays the second round beside the first, and a round robin that was taken over has a schedule of its own
)

// pair emits the preview of the next round.
func (d *decision) pair(forced [][]int, only bool) error {
	s := d.after
	round, attempt := len(s.Rounds)+1, s.Attempts
	if s.Preview != nil {
		attempt = s.Preview.Attempt + 1
	}
	seed := RoundSeed(d.joint(), round, attempt)
	ev := &RoundPaired{Round: round, Seed: hex.EncodeToString(seed[:]), Attempt: attempt, Engine: EngineVersion, Forced: len(forced) > 0}
	if err := s.checkForced(forced, d.name); err != nil {
		return err
	}
	made, err := s.nextPairing(EngineVersion, seed, forced, only)
	if err != nil {
		return err
	}
	ev.Stage, ev.Pairings, ev.Cost, ev.Optimal = made.stage, made.pairings, made.cost, made.optimal
	ev.Warnings = d.warnings(made.warnings)
	return d.emit(ev)
}

// madeRound is a paired round before it becomes an event.
type madeRound struct {
	stage    ledger.Stage
	pairings []Pairing
	cost     []Cost
	optimal  bool
	warnings []pairing.Warning
}

// nextPairing pairs the next round of s from a round seed, as the engine of a
// version does. It is what replay recomputes.
func (s *State) nextPairing(engine int, seed [32]byte, forced [][]int, only bool) (*madeRound, error) {
	switch {
	case s.Cut != nil:
		return s.bracketRound(engine, seed)
	case s.Settings.Format == FormatScramble:
		if len(forced) > 0 {
			return nil, RefuseText(WrongPhase, "A scramble is played by its schedule; pairings cannot be forced in it.")
		}
		return s.scrambleRound(seed)
	case s.Playoff != nil:
		return s.playoffRound(seed)
	case s.Settings.Format == FormatDraft && len(s.Rounds) == 0 && len(forced) == 0 && s.Draft != nil:
		return s.draftFirstRound(), nil
	case s.inPods():
		return s.podRound(seed, forced, only)
	case s.Settings.Format == FormatRoundRobin && len(forced) == 0:
		return s.roundRobinRound(engine, seed)
	}
	return s.swissRound(seed, forced, only)
}

// checkForced refuses pairings an organiser gave that cannot be played.
func (s *State) checkForced(forced [][]int, name func(int) Typed) error {
	seen := map[int]bool{}
	for _, table := range forced {
		if len(table) < 1 || len(table) > s.Rules.Seats.Max {
			return RefuseText(BadInput, "A table of %s seats at most %d players, not %d.", s.Rules.Name, s.Rules.Seats.Max, len(table))
		}
		for _, n := range table {
			if !s.PlaysOn(n) {
				return RefuseText(BadInput, "%s is not in the event and cannot be paired.", name(n))
			}
			if seen[n] {
				return RefuseText(BadInput, "%s stands in the pairings twice.", name(n))
			}
			seen[n] = true
		}
	}
	if len(forced) > 0 && s.Cut != nil {
		return RefuseText(WrongPhase, "The bracket decides who meets; pairings cannot be forced in it.")
	}
	return nil
}

// Table returns the Swiss standings after round r; -1 = after the last closed
// one. Elimination rounds do not enter.
func (s *State) Table(r int) (*standings.Table, error) {
	if r < 0 {
		r = s.LastDone()
	}
	if s.Cut != nil {
		r = min(r, s.Cut.FirstRound-1)
	}
	return standings.Compute(s.swissLedger(), s.Rules, standings.Options{After: r, Seed: s.drawSeed()})
}

// swissLedger is the ledger as the Swiss standings see it: whoever left during
// the elimination stage played the Swiss rounds to their end, so that the
// standings are frozen with the cut (PKM-61).
func (s *State) swissLedger() *ledger.Ledger {
	out := &s.Ledger
	if s.Cut == nil {
		return out
	}
	for _, n := range s.Cut.Seeds {
		if left := s.Ledger.Players[n-1].DroppedAfter; left == ledger.Active || int(left) < s.Cut.FirstRound-1 {
			continue
		}
		if out == &s.Ledger {
			out = &ledger.Ledger{Players: slices.Clone(s.Ledger.Players), Rounds: s.Ledger.Rounds}
		}
		out.Players[n-1].DroppedAfter = ledger.Active
	}
	return out
}

// drawSeed is the seed of the draw that settles what tiebreakers leave equal.
// It is public from the first round on: a draw that everybody can recompute at
// once is worth more here than a secret one, and it chooses no pairing.
func (s *State) drawSeed() uint64 {
	seed := JointSeed([]byte(s.Commitment), s.Joins)
	return binary.BigEndian.Uint64(seed[:8])
}

// unit returns the number of units in a point such that all points of the
// table are whole.
func unit(t *standings.Table) int64 {
	u := int64(1)
	for i := range t.Rows {
		if _, den, ok := t.Rows[i].Points.Parts(); ok {
			u = lcm(u, den)
		}
	}
	return u
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

func units(p rat.Rat, unit int64) int64 { return p.Mul(rat.Int(unit)).Floor() }

// swissPolicy translates the ruleset's policy.
func swissPolicy(rs *rules.Ruleset, sizes []int, unit int64) (pairing.Policy, error) {
	p := pairing.Policy{PointUnit: unit}
	// Constraints and terms have the names of RULESETS.md section 5. That a bye
	// comes once, that only active players are paired and that the seed decides
	// what is left is how the engine works anyway.
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
			return p, fmt.Errorf("ruleset %s: the pairing constraint %q is not known", rs.ID, name)
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
	p.Bye, p.FirstRoundBye = byeRule(rs.Bye.Who, pairing.ByeLowestRanked), byeRule(rs.Bye.FirstRound, pairing.ByeRandomAll)
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

func byeRule(word string, otherwise pairing.ByeRule) pairing.ByeRule {
	switch word {
	case "lowest":
		return pairing.ByeLowestRanked
	case "random_lowest":
		return pairing.ByeRandomLowest
	case "random":
		return pairing.ByeRandomAll
	}
	return otherwise
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
	rank := make([]int32, len(s.Players))
	score := make([]int64, len(s.Players))
	for i := range table.Rows {
		rank[table.Rows[i].Player], score[table.Rows[i].Player] = int32(i+1), units(table.Rows[i].Points, u)
	}
	if in.Policy, err = swissPolicy(s.Rules, s.divisionSizes(), u); err != nil {
		return in, err
	}
	if len(s.Flights) > 0 {
		in.Policy.SeparateFlights = true // PKM-66
	}
	if s.Settings.Format == FormatDraft && !s.Settings.CrossPods {
		in.Policy.SeparateFlights = true // MTG-55: each pod plays by itself
	}
	c := s.course()
	field, byes := s.Field(), 0
	field = slices.DeleteFunc(field, func(n int) bool {
		if s.sitsOut(n, round) {
			byes++
		}
		return round <= int(s.Ledger.Players[n-1].LateRounds) // missed by coming late: the round start assigns the loss
	})
	for _, n := range s.standby(field, byes) {
		l := &s.Ledger.Players[n-1]
		p := pairing.Player{
			ID: int32(n), Rank: rank[n-1], Score: score[n-1], Division: int32(l.Division), Flight: int32(l.Flight),
			Tag: int32(l.Tag), FixedTable: int32(s.Players[n-1].Table),
		}
		s.history(&p, n, c)
		in.Players = append(in.Players, p)
		if s.sitsOut(n, round) {
			in.Byes = append(in.Byes, int32(n))
		}
	}
	return in, nil
}

// course is who met whom in each round and with how many points, by index.
type course struct {
	match [][]int32   // [round][player] = index of the match, -1 = none
	score [][]rat.Rat // [round][player] = points before the round
}

func (s *State) course() course {
	var c course
	sum := make([]rat.Rat, len(s.Players))
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

// history fills opponents, sides, byes and recent floats of player n. A forfeit win
// counts as a bye (RULESETS.md section 5, byeOnce); an awarded bye does not, nor
// that of a player who is locked into the cut.
func (s *State) history(p *pairing.Player, n int, c course) {
	recent := len(c.match) - max(s.Rules.Pairing.AvoidFloat, 1)
	sided := s.Rules.OneSide(ledger.Swiss)
	for r := range c.match {
		i := c.match[r][n-1]
		if i < 0 {
			continue
		}
		l := &s.Ledger.Rounds[r].Matches[i]
		switch l.Kind {
		case ledger.Bye:
			if !s.sitsOut(n, r+1) {
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
			switch own, other := c.score[r][n-1], c.score[r][q]; own.Cmp(other) {
			case 1:
				p.Floated |= pairing.FloatDown
			case -1:
				p.Floated |= pairing.FloatUp
			}
		}
	}
}

func (s *State) swissRound(seed [32]byte, forced [][]int, only bool) (*madeRound, error) {
	out := &madeRound{stage: ledger.Swiss}
	if s.Settings.Format == FormatRoundRobin {
		out.stage = ledger.RoundRobin
	}
	in, err := s.swissInput(seed)
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
			return nil, RefuseText(BadInput, "A table has two players, not %d.", len(table))
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
		return nil, RefuseText(WrongPhase, "Fewer than two players are left to pair: /tournament finish.")
	}
	sides := map[pairing.Pair]bool{}
	if !only {
		sides = s.halves(&in)
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		return nil, RefuseAs(BadInput, err)
	}
	for _, t := range res.Tables {
		t, halved := orient(t, sides)
		why := s.why(t)
		if halved {
			why = "Round 1 by seed: the upper half meets the lower half."
		}
		out.pairings = append(out.pairings, Pairing{Table: t.Number, Players: []int{int(t.A), int(t.B)}, Why: why})
	}
	for _, b := range res.Byes {
		p := Pairing{Kind: ledger.Bye, Players: []int{int(b)}, Why: "The field is odd; the bye goes to the player whom the ruleset's rule names."}
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

// why says what is not obvious about a table.
func (s *State) why(t pairing.Table) string {
	switch t.Reason.Why {
	case pairing.WhyEqualScore:
		return fmt.Sprintf("Drawn among the %d players of score group %d, all with the same points.", t.Reason.GroupSize, t.Reason.Group)
	case pairing.WhyOddGroup:
		return "The higher score group had one player too many, who meets the nearest lower score."
	case pairing.WhyConstraint:
		return "Every pairing with closer scores would break something that matters more, such as a rematch."
	case pairing.WhyForced:
		return "An organiser fixed this pairing."
	case pairing.WhyKept:
		return "This pairing stood before a repair and was left alone."
	case pairing.WhyRepair:
		return "Made by a repair that changed as few tables as possible."
	}
	return ""
}

func bracketConfig(c *CutMade) bracket.Config {
	cfg := bracket.Config{Size: len(c.Seeds)}
	switch {
	case c.Pods:
		cfg.Type = bracket.Pods
	case c.Double:
		cfg.Type = bracket.Double
	default:
		cfg.Third, cfg.Reseed, cfg.Placement = c.Third && len(c.Seeds) >= 4, c.Reseed, c.Placement
	}
	if len(c.Swiss) == 0 && !c.Double {
		cfg.Ranking = bracket.ByEliminator
	}
	return cfg
}

// walkover gives the match of a bracket to the only one who is still there, and
// to the better seed where nobody is: nobody is taken out of a tree (PKM-56). At a
// table of four whoever has left keeps the seat and cannot win.
func (s *State) walkover(p *Pairing) {
	here := slices.DeleteFunc(slices.Clone(p.Players), func(n int) bool { return !s.Taking(n) })
	if len(here) == len(p.Players) {
		return
	}
	gone := slices.DeleteFunc(p.Players, s.Taking)
	if p.Players = append(here, gone...); len(here) > 1 {
		p.Why = "The bracket. Whoever has left sits last and cannot win."
		return
	}
	p.Kind, p.Choice, p.Why = ledger.Forfeit, false, "The bracket. The opponent has left the event."
}

// bracketRound pairs every match of the brackets that can be played. Whoever has
// a bye waits for the others of the round.
func (s *State) bracketRound(engine int, seed [32]byte) (*madeRound, error) {
	all, err := s.Brackets()
	if err != nil {
		return nil, err
	}
	out := &madeRound{stage: ledger.Elimination, optimal: true}
	for _, b := range all {
		for _, id := range b.State.Ready {
			if engine > oldestEngine && b.Tree.Early(b.State, id) {
				continue
			}
			m, _ := b.Tree.Match(id)
			p := Pairing{Slot: id + b.Offset, Part: ledger.Elimination, Why: "The bracket."}
			switch {
			case m.Part == bracket.Third:
				p.Part = ledger.ThirdPlace
			case m.Part == bracket.Lower && b.Tree.Config().Placement:
				p.Part, p.Why = ledger.Lower, "The bracket: the losers play on for their places." // MTG-24
			}
			if b.Tree.Config().Type == bracket.Double {
				p.Part = map[bracket.Part]ledger.Stage{bracket.Upper: ledger.Upper, bracket.Lower: ledger.Lower, bracket.Final: ledger.Final}[m.Part]
			}
			players := slices.Clone(b.State.Matches[id-1].Players)
			slices.Sort(players) // the better seed sits first: it may choose (MTR 2.2)
			for _, seed := range players {
				p.Players = append(p.Players, b.Seeds[seed-1])
			}
			s.seatBySides(&p)
			s.walkover(&p)
			out.pairings = append(out.pairings, p)
		}
	}
	if len(out.pairings) == 0 {
		return nil, RefuseText(WrongPhase, "The bracket has no match left to play: /tournament finish.")
	}
	// MTG-21: tables at random.
	for i, table := range random.New(seed, "tables").Perm(len(out.pairings)) {
		out.pairings[i].Table = table + 1
	}
	slices.SortStableFunc(out.pairings, func(a, b Pairing) int { return a.Table - b.Table })
	return out, nil
}

// qualifiers returns the cut: its players in seed order, division by division
// where each has its own, and the whole Swiss ranking. Dropped and disqualified
// players take no place (EX-27).
func (s *State) qualifiers(size int) (*CutMade, error) {
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	var seeds, ranking, parts []int
	lines := make([]bracket.Standing, len(t.Rows))
	left := 0
	u := unit(t)
	for i := range t.Rows {
		n := int(t.Rows[i].Player) + 1
		ranking = append(ranking, n)
		lines[i] = bracket.Standing{Points: units(t.Rows[i].Points, u), Out: !s.PlaysOn(n) || s.Ledger.Players[n-1].StandIn}
		if !lines[i].Out {
			left++
		}
	}
	if err := s.checkShape(size); err != nil {
		return nil, err
	}
	cut := bracket.Cut{Top: s.CutSize}
	switch {
	case size > 0:
		cut.Top = size
	case s.Settings.Cut.Kind == CutPoints:
		cut = bracket.Cut{HasPoints: true, MinPoints: int64(s.Settings.Cut.N) * u, Top: min(s.Settings.Cut.Least, left)}
	case s.Settings.Cut.Kind == CutEqual:
		cut.EqualPoints = true
		_, cut.Max = s.equalCut(s.Rules.Attendance(&s.Ledger))
	}
	if cut.Top > left {
		return nil, RefuseText(BadInput, "The cut to %d is larger than the %d players still in.", cut.Top, left)
	}
	switch {
	case s.InGroups() || len(s.Locks) > 0:
		if seeds, err = s.Seeds(t, cut.Top); err != nil {
			return nil, err
		}
	case s.ByDivision() || len(s.Flights) > 0:
		seeds, parts = s.divisionSeeds(t, size)
	default:
		for _, i := range bracket.Qualify(cut, lines) {
			seeds = append(seeds, ranking[i])
		}
	}
	if s.podCut() {
		if s.Settings.Cut.Kind == CutPoints || s.Settings.Cut.Kind == CutEqual {
			seeds = seeds[:podCutSize(len(seeds))]
		}
		if err := checkPodCut(len(seeds)); err != nil {
			return nil, err
		}
	}
	if err := s.checkShape(len(seeds)); err != nil && len(parts) == 0 {
		return nil, err // a cut by points is as large as it turns out to be
	}
	if len(seeds) < 2 {
		return nil, RefuseText(BadInput, "A cut needs at least two players; %d would qualify.", len(seeds))
	}
	return s.cutMade(seeds, parts, ranking), nil
}

// byPhase returns the lines of the standings in the order of final places: those
// first who played on the second day, since nobody whose places ended with the
// first passes them; in groups, all with the same place in their group together.
func (s *State) byPhase(t *standings.Table) []int {
	order := make([]int, len(t.Rows))
	for i := range order {
		order[i] = i
	}
	if s.DayTwo != nil {
		slices.SortStableFunc(order, func(a, b int) int {
			in := func(i int) int { return min(1+slices.Index(s.DayTwo.Players, int(t.Rows[i].Player)+1), 1) }
			return in(b) - in(a)
		})
	}
	if s.InGroups() {
		places := s.groupPlaces(t)
		slices.SortStableFunc(order, func(a, b int) int { return places[a] - places[b] })
	}
	return order
}

// finalPlaces returns the place of player n at [n-1]: inside the cut by the
// bracket, behind it by the Swiss ranking (PKM-61, PKM-62); 0 for whoever has
// no place. Whoever nothing separates shares a place where the ruleset draws no
// lots.
func (s *State) finalPlaces() ([]int, error) {
	places := make([]int, len(s.Players))
	next := 1
	inCut := map[int]bool{}
	if s.Cut != nil {
		all, err := s.Brackets()
		if err != nil {
			return nil, err
		}
		for _, b := range all {
			// A bracket that was ended early: whoever is still in it shares the best
			// place.
			for i, n := range b.Seeds {
				places[n-1], inCut[n] = max(b.State.Places[i], 1), true
			}
		}
		next = len(s.Cut.Seeds) + 1
	}
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	if s.ByDivision() {
		return s.divisionPlaces(t, places, inCut), nil
	}
	last := 0 // who has the place before, if a level player can share it
	for _, i := range s.byPhase(t) {
		n := int(t.Rows[i].Player) + 1
		l := &s.Ledger.Players[n-1]
		switch {
		case l.Disqualified:
			places[n-1] = 0
		case inCut[n]:
		case l.Absent || l.StandIn || t.Rows[i].Place == 0:
		case last > 0 && t.Level(i):
			places[n-1], last = places[last-1], n
			next++
		default:
			places[n-1], last = next, n
			next++
		}
	}
	return places, nil
}
