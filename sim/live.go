package sim

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"topcut/tournament/numbered"

	"topcut/sim/internal/kernel"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pods"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Errors of Live for users. ErrNoOdds is wrapped by several that give the reason.
var (
	ErrNotStarted = notice.Err("chances.not_started")
	ErrSwissOver  = notice.Err("chances.swiss_over")
	ErrNoCut      = notice.Err("chances.no_cut")
	ErrNoOdds     = errors.New("no odds")
)

// noOdds is an ErrNoOdds with a reason.
type noOdds struct{ error }

// Is reports whether target is ErrNoOdds.
func (noOdds) Is(target error) bool { return target == ErrNoOdds }

// Unwrap returns the reason.
func (e noOdds) Unwrap() error { return e.error }

// Live returns the position of a running event: its ledger, which is not copied,
// rounds, cut and shape. It returns one of the errors above if there are no odds.
func Live(s *tournament.State) (OddsConfig, error) {
	switch {
	case s.Phase < tournament.Running:
		return OddsConfig{}, ErrNotStarted
	case s.Phase != tournament.Running:
		return OddsConfig{}, ErrSwissOver
	}
	if err := unlike(s); err != nil { // first, since the checks below are about Swiss rounds
		return OddsConfig{}, noOdds{err}
	}
	switch next := s.Next(); {
	case s.Elimination() != nil:
		return OddsConfig{}, ErrSwissOver
	case s.CutSize() == 0 && next == nil:
		return OddsConfig{}, ErrNoCut
	}
	set, ok := rankedRules(s)
	if !ok {
		return OddsConfig{}, noOdds{notice.Err("chances.best")}
	}
	c := OddsConfig{Rules: set, Ledger: s.Facts(), Cut: s.CutRule(), Members: membersOf(s), Player: -1}
	if meetsAll(s) { // in any order
		if err := c.Place(s); err != nil {
			return OddsConfig{}, err
		}
		c.Reported = reported(s)
		c.Usual()
		return c, nil
	}
	if n, round := late(s); n > 0 {
		return OddsConfig{}, noOdds{notice.Err("chances.late", "n", n, "round", round)}
	}
	for _, begun := range []func(*tournament.State) *ledger.Ledger{opposite, absent} {
		if l := begun(s); l != nil {
			s = s.With(l)
		}
	}
	c.Ledger = s.Facts()
	if err := c.Place(s); err != nil {
		return OddsConfig{}, err
	}
	c.Ledger, c.Reported = withoutVoid(s, c.Ledger), withoutVoid(s, reported(s))
	c.Usual()
	return c, nil
}

// Suppose is Live with the given results in matches of the current round, by index.
// Pending reports are left out.
func Suppose(s *tournament.State, results map[int]ledger.Result) (OddsConfig, error) {
	then := s.With(s.Facts().Clone())
	if r := s.Current(); r != nil {
		for i, result := range results {
			m := &then.Ledger.Rounds.At(r.Number).Matches[i]
			m.Kind, m.Result = ledger.Played, result
		}
	}
	c, err := Live(then)
	c.Reported, c.Seed = nil, SeedOf(s)
	return c, err
}

// rankedRules returns the rules of the rounds that are still to be played for the standings;
// false if their matches are of several lengths.
func rankedRules(s *tournament.State) (*rules.Ruleset, bool) {
	set, best := s.Ranking(), -1
	if s.BoardRules != nil {
		return set, true // what a match on boards can end with is no question of games
	}
	for i := range s.Plan {
		if st := s.Plan[i].Stage; st.Kind.Ranked() && (!begun(s, i) || s.Stage().Plan == i) {
			n := cmp.Or(st.Best.All, set.Match.Games)
			if best >= 0 && best != n {
				return nil, false
			}
			best = n
		}
	}
	if best > 0 {
		set = set.BestOf(best)
	}
	return set, set != nil
}

// SeedOf returns the seed of an event's odds, so that the same question about the same
// state has the same answer.
func SeedOf(s *tournament.State) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "odds %s %d", s.Commitment, s.Seq))
}

// meetsAll reports whether a round robin is under way, in groups or not.
func meetsAll(s *tournament.State) bool {
	st := s.Stage()
	return st != nil && st.Kind.MeetsAll()
}

// unlike returns why the current stage has no odds, or nil; the error names a stage that
// cannot be simulated.
func unlike(s *tournament.State) error {
	if s.Settings.Stages.First().Kind.Eliminates() {
		return notice.Err("chances.elimination")
	}
	if s.Settings.Stages.Prepares(stage.Draft) && s.Draft == nil && len(s.Ledger.Rounds) == 0 {
		return notice.Err("chances.draft_seats")
	}
	if meetsAll(s) {
		return nil
	}
	for i := range s.Plan {
		switch k := s.Plan[i].Kind(); {
		case k.MeetsAll() && !begun(s, i):
			return Playable(s.Rules) // the question is who enters it
		case k != stage.Swiss && !k.MeetsAll() && !k.Eliminates():
			return notice.Err("chances.stage", "stage", k.Word())
		case i == 1 && !k.Eliminates() && slices.ContainsFunc(s.Drawn, func(d tournament.Drawn) bool { return d.By == tournament.DrawnFlights }):
			return notice.Err("chances.stage_flights", "stage", k.Word())
		}
	}
	return Playable(s.Rules)
}

// begun reports whether a planned stage has begun.
func begun(s *tournament.State, plan int) bool {
	return slices.ContainsFunc(s.Stages, func(st tournament.Stage) bool { return st.Plan >= plan })
}

// Place sets the position of an event that has a rule for its cut, in Cut: its shape,
// how many rounds are played for it, and that rule if it is the same for all, zero if
// each group has separate places. In a round robin, and before one, it is who enters
// the next stage. The error wraps ErrNoOdds if there are no odds.
func (c *OddsConfig) Place(s *tournament.State) error {
	if err := unlike(s); err != nil {
		return noOdds{err}
	}
	if meetsAll(s) {
		var err error
		c.State, c.Rounds = s, s.StageRounds()
		if c.Shape, c.Cut, err = meeting(s, c.Cut); err == nil && c.Cut.IsZero() && c.Shape.Cuts == nil {
			err = ErrNoCut
		}
		return err
	}
	groups := 1
	if s.InGroups() {
		groups = s.GroupCount()
	}
	c.Rounds = s.StageRounds()
	for i := range s.Plan {
		switch p := &s.Plan[i]; {
		case begun(s, i):
		case p.Kind().MeetsAll():
			if c.Cut = goOn(p.Entry(), groups); c.Cut.IsZero() {
				return ErrNoCut
			}
			c.Shape, c.Cut = shapeOf(s, c.Cut)
			return nil
		default:
			c.Rounds, groups = c.Rounds+p.Rounds, 1
		}
	}
	c.Shape, c.Cut = shapeOf(s, c.Cut)
	return nil
}

// shapeOf returns the shape of an event with a rule for its cut, and that rule if it is
// the same for all; it is zero if each group has separate places.
func shapeOf(s *tournament.State, cut rules.Cut) (Shape, rules.Cut) {
	var shape Shape
	first := len(s.Stages) <= 1
	if !first && len(s.Stage().Players) > 0 {
		shape.Ended = make([]bool, len(s.Players))
		for i := range shape.Ended {
			shape.Ended[i] = !s.PlaysOn(i + 1)
		}
	}
	later := shape.comingDays(s)
	for _, l := range s.Locks {
		shape.Early = append(shape.Early, l.Player-1)
	}
	if s.Settings.Stages.First().Unbeaten {
		shape.Notes = append(shape.Notes, notice.New("chances.early"))
	}
	switch {
	case s.Settings.Stages.Prepares(stage.Draft):
		if first {
			shape.drafted(s, later)
		}
	case first && later && s.InGroups():
		shape.group(s, s.StageRounds())
	case first && len(s.Drawn) > 0 || s.ByDivision() || len(cut.PerDivision) > 0 || cut.PerFlight > 0:
		shape.divisions(s, cut)
		cut = rules.Cut{}
	}
	return shape, cut
}

// comingDays reads the stages that are to come and reports whether one of rounds is: each
// for which some are chosen ends a day.
func (x *Shape) comingDays(s *tournament.State) (later bool) {
	rounds, next := s.StageRounds(), s.Next()
	for i := range s.Plan {
		p := &s.Plan[i]
		if !later && p != next || p.Kind().Eliminates() {
			continue
		}
		if p.Kind().MeetsAll() {
			break // the question is who enters it
		}
		groups := 1
		if !later && s.InGroups() {
			groups = s.GroupCount()
		}
		later = true
		if cut := goOn(p.Entry(), groups); !cut.IsZero() {
			x.Days = append(x.Days, Day{Rounds: rounds, Cut: cut, Into: p.Kind()})
		}
		rounds += p.Rounds
	}
	return later
}

// goOn returns the entry of a stage of rounds from the given number of groups, as a
// cut; zero for all players.
func goOn(e stage.Entry, groups int) rules.Cut {
	switch {
	case e.By == stage.Points:
		return rules.Cut{Points: e.N, Top: e.Least}
	case e.By == stage.Equal:
		return rules.Cut{Top: e.N, EqualPoints: true, Max: e.Max}
	case groups > 1:
		return rules.OfEach(e.N, groups)
	}
	return rules.Cut{Top: e.N}
}

// decided removes the cut of divisions with fewer than two players left: the rounds
// decide them.
func (x *Shape) decided(s *tournament.State) {
	left := make([]int, len(x.Cuts))
	for _, n := range s.Field() {
		left[numbered.Get(x.Of, n)]++
	}
	for g, n := range left {
		if n < 2 && x.Cuts[g].Top != 1 { // of a flight one can go on
			x.Cuts[g] = rules.Cut{}
		}
	}
}

// group makes the drawn groups groups of the shape until a later stage, in which they
// are one field.
func (x *Shape) group(s *tournament.State, rounds int) {
	x.Until = rounds
	for i := range s.Players {
		x.Of = append(x.Of, max(int(s.Players[i].Flight)-1, 0))
	}
	for g := range s.GroupCount() {
		x.add(groupName(g))
	}
}

// drafted makes the pods of a draft groups, as long as they play apart
// (docs/rules/magic.md#mtg-55): until a later stage, if there is one.
func (x *Shape) drafted(s *tournament.State, later bool) {
	switch {
	case crossed(s.Ledger.Rounds, func(p int32) int { return int(s.Players[p].Flight) }), s.Settings.Stages.First().Across && len(s.Ledger.Rounds) > 0:
		return
	case s.Settings.Stages.First().Across:
		x.Until = 1
	case later:
		x.Until = s.StageRounds()
	}
	if len(s.Ledger.Rounds) == 0 {
		x.Notes = append(x.Notes, notice.New("chances.pods"))
	}
	n := 1
	for i := range s.Players {
		pod := int(s.Players[i].Flight)
		x.Of = append(x.Of, pod)
		n = max(n, pod+1)
	}
	for g := range n {
		x.add(podName(g))
	}
}

// add adds a group with its name, and with a title for users if the name was not typed by
// them.
func (x *Shape) add(name string, title notice.Notice) {
	x.Names, x.Titles = append(x.Names, name), append(x.Titles, title)
}

// groupName and podName are the names of groups from 0.
func groupName(g int) (string, notice.Notice) {
	return fmt.Sprintf("group %d", g+1), notice.New("group.group", "number", g+1)
}

func podName(g int) (string, notice.Notice) {
	return fmt.Sprintf("pod %d", g+1), notice.New("group.pod", "number", g+1)
}

// flightName is that of a flight, of a division where that has a name.
func flightName(division string, f int) (string, notice.Notice) {
	name := fmt.Sprintf("flight %d", f+1)
	if division == "" {
		return name, notice.New("group.flight", "number", f+1)
	}
	return division + ", " + name, notice.New("group.flight_of", "division", notice.Text(division), "number", f+1)
}

// crossed reports whether players of two groups have met.
func crossed(rounds []ledger.Round, group func(player int32) int) bool {
	for i := range rounds {
		for _, m := range rounds[i].Matches {
			if m.N == 2 && group(m.Seats[0]) != group(m.Seats[1]) {
				return true
			}
		}
	}
	return false
}

// opposite returns the ledger of a draft with its first round, which follows from the
// seats before it is paired (docs/rules/magic.md#mtg-15, MTG-17); nil if it does not.
func opposite(s *tournament.State) *ledger.Ledger {
	if !s.Settings.Stages.Prepares(stage.Draft) || len(s.Ledger.Rounds) > 0 {
		return nil
	}
	round := ledger.Round{Number: 1}
	none := ledger.Match{Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	for _, seats := range s.Draft.Pods {
		for _, n := range seats {
			if !s.Taking(n) || s.Players.At(n).SitsOut(1) {
				return nil
			}
		}
		pairs, bye := pods.DraftFirstRound(len(seats))
		for _, pair := range pairs {
			m := none
			m.N, m.Seats[0], m.Seats[1] = 2, int32(numbered.Get(seats, pair[0])-1), int32(numbered.Get(seats, pair[1])-1)
			round.Matches = append(round.Matches, m)
		}
		if bye > 0 {
			m := none
			m.Kind, m.N, m.Seats[0] = ledger.Bye, 1, int32(numbered.Get(seats, bye)-1)
			round.Matches = append(round.Matches, m)
		}
	}
	l := s.Facts().Clone()
	l.Rounds = append(l.Rounds, round)
	return l
}

// absent returns the ledger with the losses that come with the start of a published
// round, of players who are not seated in it, such as late players
// (docs/rules/pokemon.md#pkm-31); nil if there are none.
func absent(s *tournament.State) *ledger.Ledger {
	r := s.Current()
	if r == nil || r.Status != tournament.Published {
		return nil
	}
	l := s.Facts().Clone()
	round := l.Rounds.At(r.Number)
	seated := len(round.Matches)
	for n := 1; n <= len(s.Players); n++ {
		if !s.PlaysOn(n) || s.MatchOf(r.Number, n) > 0 || l.Players.At(n).StandIn {
			continue
		}
		round.Matches = append(round.Matches, ledger.Match{
			Kind: ledger.AssignedLoss, N: 1, Seats: [4]int32{int32(n - 1), ledger.None, ledger.None, ledger.None},
		})
	}
	if len(round.Matches) == seated {
		return nil
	}
	return l
}

// divisions makes divisions, and flights of them, groups with separate places
// (docs/rules/pokemon.md#pkm-17, PKM-27, PKM-77).
func (x *Shape) divisions(s *tournament.State, cut rules.Cut) {
	sizes := make([]int, max(len(s.Settings.Divisions), 1))
	for i := range s.Players {
		l := &s.Players[i]
		if s.Players[i].Status == tournament.Registered && !l.Absent && !l.StandIn && l.DroppedAfter != 0 && int(l.Division) < len(sizes) {
			sizes[l.Division]++
		}
	}
	switch {
	case len(s.Drawn) > 0 || s.Rules.DivisionMode(sizes) == "separate":
		x.Meeting = Apart
	case s.Rules.DivisionMode(sizes) == "modified":
		x.Meeting = Together
		if len(s.Field()) > kernel.MostExact {
			x.Notes = append(x.Notes, notice.New("chances.together"))
		}
	default:
		x.Meeting = Freely
	}
	first := make([]int, len(sizes)) // group of the first flight of a division
	for d, size := range sizes {
		first[d] = len(x.Names)
		name := ""
		if d < len(s.Settings.Divisions) {
			name = s.Settings.Divisions[d]
		}
		flights := s.FlightsOf(d)
		places := cut
		switch {
		case len(cut.PerDivision) > 0:
			places = rules.Cut{Top: cut.PerDivision[name], EqualPoints: cut.EqualPoints, Max: cut.Max}
		case cut.PerFlight > 0:
			places = rules.Cut{Top: cut.PerFlight * flights}
		}
		if places.Top = min(places.Top, size); places.Top == 0 {
			places.EqualPoints, places.Max = false, 0 // the rounds decide this division
		}
		if flights == 1 {
			x.add(name, notice.Notice{})
			x.Cuts = append(x.Cuts, places)
			continue
		}
		for f := range flights {
			x.add(flightName(name, f))
			x.Cuts = append(x.Cuts, rules.Cut{Top: places.Top / flights})
		}
	}
	for i := range s.Players {
		l := &s.Players[i]
		x.Of = append(x.Of, first[l.Division]+max(int(l.Flight)-1, 0))
	}
	x.decided(s)
	x.Mixed = x.Meeting == Apart && crossed(s.Ledger.Rounds, func(p int32) int { return x.Of[p] })
	if len(s.Drawn) > 0 {
		x.Notes = append(x.Notes, notice.New("chances.flight_seeds"))
	}
}

// late returns how many arranged matches of earlier rounds are unplayed, and the first of
// these rounds. Until they are played they count as draws for the pairings, so there is
// no estimate.
func late(s *tournament.State) (n, round int) {
	last := tournament.Place{}
	for at, m := range s.EachFixture {
		if at = at.OfBoard(); at.Round < len(s.Rounds) && !m.Confirmed && at != last {
			if n++; n == 1 {
				round = at.Round
			}
			last = at
		}
	}
	return n, round
}

// withoutVoid returns a ledger of the event without the arranged matches that do not
// count, and with such boards as lost by both; l itself if there are none.
func withoutVoid(s *tournament.State, l *ledger.Ledger) *ledger.Ledger {
	out := l
	for r, round := range numbered.All(s.Rounds) {
		if l == nil || !slices.ContainsFunc(round.Matches, func(m tournament.Match) bool { return void(m) || slices.ContainsFunc(m.Boards, void) }) {
			continue
		}
		if out == l {
			out = l.Clone()
		}
		counts, all := out.Rounds.At(r), *out.Rounds.At(r)
		counts.Matches, counts.Boards = nil, nil
		for m, match := range numbered.All(round.Matches) {
			if void(*match) {
				continue
			}
			for b, board := range numbered.All(match.Boards) {
				if void(*board) {
					all.Boards.At(m).At(b).Kind = ledger.DoubleLoss
				}
			}
			counts.Take(&all, m-1)
		}
	}
	return out
}

func void(m tournament.Match) bool { return m.Void() }

// reported returns the ledger with pending undisputed reports entered, of matches and of
// boards, or nil if there are none.
func reported(s *tournament.State) *ledger.Ledger {
	var out *ledger.Ledger
	for r := range numbered.All(s.Rounds) {
		for number := range s.Contests(r) {
			m, now := s.Match(r, number)
			if m.Report == nil || m.Confirmed || m.Disputed || now.Finished() {
				continue
			}
			if out == nil {
				out = s.Facts().Clone()
			}
			match, board := tournament.OfBoard(number)
			l := out.Rounds.At(r).Matches.At(match)
			if board > 0 {
				l = out.Rounds.At(r).Boards.At(match).At(board)
			}
			l.Kind, l.Result = m.Report.Kind, m.Report.Result
		}
	}
	return out
}

// Playable returns why events of a game cannot be simulated, or nil.
func Playable(rs *rules.Ruleset) error {
	_, err := kernel.Compile(rs, 1)
	return err
}
