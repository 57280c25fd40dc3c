package sim

import (
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Meeting says how the groups of an event meet.
type Meeting uint8

// The values of Meeting.
const (
	// Apart: each group plays its rounds separately, with a separate bye: divisions
	// that are large enough (docs/rules/pokemon.md#pkm-17), flights (PKM-66), the pods
	// of a draft (docs/rules/magic.md#mtg-55).
	Apart Meeting = iota
	// Together: one Swiss event in which the own group comes before the own record
	// (docs/rules/pokemon.md#pkm-19, PKM-20).
	Together
	// Freely: one Swiss event in which groups do not matter; only their cuts are their
	// own.
	Freely
)

// Shape describes an event that is more than one field with one cut. The zero value is
// one field with OddsConfig.Cut.
type Shape struct {
	// Of is the group of each player, from 0: a division, a flight of one, or a pod of a
	// draft; nil if all are one field.
	Of      numbered.List[int]
	Meeting Meeting
	// Mixed means that players of different groups have met, although these play apart
	// now: results of the others count for tiebreakers.
	Mixed bool
	// Until is the number of rounds that the groups play apart; after them all players
	// may meet. 0 = all rounds.
	Until int
	// Names of the groups; empty for one that needs none.
	Names []string
	// Titles are the names for people; zero if the name is what they gave it, nil if
	// all are.
	Titles []notice.Notice
	// Cuts are the places of each group, where each has its own; nil where
	// OddsConfig.Cut is for all.
	Cuts []rules.Cut
	// Ended are the players for whom the event ended with an earlier day, by player;
	// nil if there are none.
	Ended []bool
	// Days are those that are still to end, in order.
	Days []Day
	// Early are the players who have a place in the cut already, in the order of their
	// seeds, where OddsConfig.Cut gives places early.
	Early []int
	// Notes are the assumptions of the simulation about this event.
	Notes []notice.Notice
}

// Day is a stage of rounds after which some play on (docs/rules/lorcana.md#lor-40).
type Day struct {
	Rounds int // that are over then, fewer than OddsConfig.Rounds
	// Cut is who plays on. PerFlight is for groups that play apart, the same number of
	// each; with Top as the total, the last are the best of a place in their groups.
	Cut rules.Cut
	// Into is the kind of the stage that they enter.
	Into stage.Kind
}

// kernel returns the day in units.
func (d *Day) kernel(r *kernel.Rules) kernel.Day {
	return kernel.Day{
		Rounds: d.Rounds, Top: d.Cut.Top, Units: d.Cut.Points * int(r.Unit),
		Equal: d.Cut.EqualPoints, Most: d.Cut.Max, Each: d.Cut.PerFlight,
	}
}

// Group returns a group with its cut as an answer names it.
func (s *Shape) Group(g int, cut rules.Cut) OddsGroup {
	out := OddsGroup{Name: s.Names[g], Cut: cut}
	if s.Titles != nil {
		out.Title = s.Titles[g]
	}
	return out
}

// check refuses shapes that cannot be simulated.
func (s *Shape) check(c *OddsConfig) error {
	switch n := len(s.Names); {
	case s.Of == nil && (s.Cuts != nil || s.Names != nil):
		return notice.Err("chances.groups_empty")
	case s.Of != nil && (c.Ledger == nil || len(s.Of) != c.players() || n == 0 || slices.Min(s.Of) < 0 || slices.Max(s.Of) >= n):
		return notice.Err("chances.groups_players")
	case s.Cuts != nil && len(s.Cuts) != n:
		return notice.Err("chances.groups_cuts", "groups", n, "cuts", len(s.Cuts))
	case s.Ended != nil && len(s.Ended) != c.players():
		return notice.Err("chances.ended", "known", len(s.Ended), "players", c.players())
	case slices.ContainsFunc(s.Early, func(p int) bool { return p < 0 || p >= c.players() }):
		return notice.Err("chances.early_players")
	case c.IDs != IDsOff && (c.State != nil || !s.agrees()):
		return notice.Err("chances.groups_ids")
	}
	if !daysFit(s.Days, c.Rounds, s.Of != nil) {
		return notice.Err("sim.days")
	}
	return nil
}

// daysFit reports whether days follow each other within the given rounds, and each
// leaves players: the same number of each group only if there are groups.
func daysFit(days []Day, rounds int, groups bool) bool {
	before := 0
	for _, d := range days {
		if d.Rounds <= before || d.Rounds >= rounds || d.Cut.IsZero() || len(d.Cut.PerDivision) > 0 || d.Cut.PerFlight > 0 && !groups {
			return false
		}
		before = d.Rounds
	}
	return true
}

// agrees reports whether agreed draws are simulated: whether opponents play for the
// same places, and no other player does.
func (s *Shape) agrees() bool { return s.Of == nil || s.Cuts != nil && s.alone() }

// alone reports whether each group is a separate event: its players meet no others, and
// their playing on does not depend on others.
func (s *Shape) alone() bool { return s.Meeting == Apart && !s.Mixed && len(s.Days) == 0 }

// rivals are players who compete for the same places: all players, or a group.
type rivals struct {
	group    int // of Shape; -1 = all players
	players  []uint16
	cut      rules.Cut
	position *position
}

// field is a separate Swiss event: the whole event, or a group that never meets the
// others and has a separate cut.
type field struct {
	start  *kernel.Start // estimates begin here
	rivals []*rivals
	tally  *oddsTally
	what   *oddsTally // with the supposed result; nil if that is of another field
	detail bool       // rounds follow on the one under way, which watchTally looks at
}

// split makes the fields of an event. real is what facts hold for, start what estimates begin
// from.
func (o *odds) split(real, start *kernel.Start) []*field {
	s := &o.c.Shape
	if s.Ended != nil {
		on := func(p int) bool { return !s.Ended[p] }
		real, start = real.Alone(on), start.Alone(on)
	}
	if len(s.Early) > 0 {
		start = start.Locked(s.Early)
	}
	whole := func(p int) bool { return true }
	if s.Of == nil || s.Cuts == nil {
		if s.Of != nil && s.Meeting == Apart {
			until := s.Until
			if until == 0 {
				until = o.c.Rounds
			}
			start.Apart(s.Of, until)
		}
		return []*field{{start: start, rivals: []*rivals{o.rivals(real, -1, whole, o.c.Cut)}}}
	}
	switch {
	case s.Meeting == Together:
		start.Together(s.Of)
	case s.Meeting == Apart && !s.alone():
		start.Apart(s.Of, o.c.Rounds)
	}
	var fields []*field
	var all []*rivals
	for g, cut := range s.Cuts {
		in := func(p int) bool { return s.Of[p] == g }
		if !slices.Contains(s.Of, g) {
			continue // no player entered it
		}
		if !s.alone() {
			all = append(all, o.rivals(real.Only(in), g, in, cut))
			continue
		}
		fields = append(fields, &field{start: start.Alone(in), rivals: []*rivals{o.rivals(real.Alone(in), g, in, cut)}})
	}
	if !s.alone() {
		fields = append(fields, &field{start: start, rivals: all})
	}
	return fields
}

// prepare makes the tallies of a field.
func (f *field) prepare(o *odds) {
	f.detail = f.rivals[0].position.paired && f.rivals[0].position.future > 0
	f.tally = newOddsTally(o, f)
	if o.c.If != "" && f.has(o.c.Player) {
		f.what = newOddsTally(o, f)
	}
}

func (o *odds) rivals(s *kernel.Start, group int, in func(p int) bool, cut rules.Cut) *rivals {
	r := &rivals{group: group, cut: cut}
	for p := range s.Players() {
		if in(p) {
			r.players = append(r.players, uint16(p))
		}
	}
	r.position = newPosition(o.rules, s, cut)
	if o.days != nil || group < 0 && o.c.Shape.Of != nil { // pods have separate byes
		r.position.leaving()
	}
	if cut.Lock > 0 {
		r.position.hold(cut, o.c.Shape.Early, o.days != nil)
	}
	r.position.passed = slices.ContainsFunc(o.c.Shape.Days, func(d Day) bool { return d.Cut.PerFlight > 0 })
	return r
}

// has reports whether a player is in the field.
func (f *field) has(player int32) bool {
	return slices.ContainsFunc(f.rivals, func(r *rivals) bool { return slices.Contains(r.players, uint16(player)) })
}

// dayProof proves who plays on after a day. Enough points are one way, a place among
// the best another.
type dayProof struct {
	ways  [][]*position // of each group if the same number of each play on, otherwise of all
	group []int         // of each player; nil if all are one
}

// dayProofs are those of all days to come: who takes part in the end plays on after
// each.
type dayProofs []*dayProof

// dayProofs returns nil if no day is to end.
func (c *OddsConfig) dayProofs() (dayProofs, error) {
	var out dayProofs
	for i, day := range c.Shape.Days {
		r, err := kernel.Compile(c.Rules, day.Rounds)
		if err != nil {
			return nil, err
		}
		s, err := c.position(r)
		if err != nil {
			return nil, err
		}
		if c.Shape.Ended != nil {
			s = s.Alone(func(p int) bool { return !c.Shape.Ended[p] })
		}
		d := &dayProof{}
		add := func(s *kernel.Start, cuts ...rules.Cut) {
			var ways []*position
			for _, cut := range cuts {
				if cut.IsZero() {
					continue
				}
				way := newPosition(r, s, cut)
				if i > 0 || c.Shape.Of != nil || c.Cut.Lock > 0 {
					way.leaving()
				}
				ways = append(ways, way)
			}
			d.ways = append(d.ways, ways)
		}
		switch {
		case day.Cut.PerFlight > 0:
			d.group = c.Shape.Of
			for g := range c.Shape.Names {
				add(s.Only(func(p int) bool { return c.Shape.Of[p] == g }), rules.Cut{Top: day.Cut.PerFlight})
			}
		case day.Cut.EqualPoints:
			add(s, day.Cut)
		default:
			add(s, rules.Cut{Points: day.Cut.Points}, rules.Cut{Top: day.Cut.Top})
		}
		out = append(out, d)
	}
	return out, nil
}

// of returns the ways to play on of a player.
func (d *dayProof) of(p int) []*position {
	if d.group == nil {
		return d.ways[0]
	}
	return d.ways[d.group[p]]
}

// factIf returns what is certain after a result now: Clinched, Eliminated or "".
func (d *dayProof) factIf(p, result int) string {
	out := true
	for _, way := range d.of(p) {
		if way.clinchedIf(p, result) {
			return Clinched
		}
		out = out && way.eliminatedIf(p, result)
	}
	if out {
		return Eliminated
	}
	return ""
}

// fact returns the strongest fact about playing on.
func (d *dayProof) fact(p int) string {
	way := d.of(p)[0]
	all := func(fact string, results ...int) bool {
		return !slices.ContainsFunc(results, func(r int) bool { return way.can(p, r) && d.factIf(p, r) != fact })
	}
	switch {
	case all(Clinched, resultWin, resultDraw, resultLoss):
		return Clinched
	case all(Eliminated, resultWin, resultDraw, resultLoss):
		return Eliminated
	case all(Clinched, resultWin, resultDraw) && way.levels() && way.can(p, resultDraw):
		return DrawAndIn
	case all(Clinched, resultWin) && way.can(p, resultWin):
		return WinAndIn
	}
	return ""
}

// reason returns why a fact about playing on holds.
func (d *dayProof) reason(p int, fact string) notice.Notice {
	for _, way := range d.of(p) {
		if why := way.reason(p, fact); !why.IsZero() {
			return why
		}
	}
	return notice.Notice{}
}

// join joins a fact about what comes after all days with those about playing on.
func (d dayProofs) join(fact string, of func(*dayProof) string) string {
	for _, day := range d {
		fact = weaker(fact, of(day))
	}
	return fact
}

// fact combines the bounds of the cut with what is certain about the days before it. A
// group of which no other player is sure to play on may have no cut.
func (o *odds) fact(r *rivals, p int, fact string) string {
	if o.days == nil || r.cut.IsZero() {
		return fact
	}
	fact = weaker(fact, o.on[p])
	if fact != Eliminated && !o.accompanied(r, p) {
		return ""
	}
	return fact
}

// accompanied reports whether another player of the player's group is sure to play on,
// if groups have separate cuts.
func (o *odds) accompanied(r *rivals, p int) bool {
	return r.group < 0 || slices.ContainsFunc(r.players, func(q uint16) bool { return int(q) != p && o.on[q] == Clinched })
}

// weaker joins two facts that are both needed.
func weaker(a, b string) string {
	rank := []string{Eliminated, "", WinAndIn, DrawAndIn, Clinched}
	return rank[min(slices.Index(rank, a), slices.Index(rank, b))]
}
