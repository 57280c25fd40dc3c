package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// elimination is a stage of one or several brackets. It is always the last one.
type elimination struct{ kind stage.Kind }

var _ = []play{
	playedAs(elimination{stage.Bracket}, stage.Bracket), playedAs(elimination{stage.Single}, stage.Single),
	playedAs(elimination{stage.Reseed}, stage.Reseed), playedAs(elimination{stage.Placement}, stage.Placement),
	playedAs(elimination{stage.Double}, stage.Double), playedAs(elimination{stage.Tables}, stage.Tables),
}

func (e elimination) fits(rs *rules.Ruleset) bool {
	switch e.kind {
	case stage.Tables:
		return rs.Bracket.PodSize > 2
	case stage.Bracket, stage.Single:
		return rs.Seats.Max == 2 || rs.Bracket.PodSize > 2
	default:
		return rs.Seats.Max == 2
	}
}

// plan plans all players if it is the first stage, otherwise a cut.
func (elimination) plan(s *State, c stage.Chain, i, field, attendance int) (p Planned, ok bool, err error) {
	st := c.Stages[i]
	p = Planned{Stage: st}
	if i == 0 {
		p.Size = field
		return p, true, s.checkField(st, field)
	}
	if p.Size, err = s.plannedCut(c, st, field, attendance); err == nil && p.Size > 0 && s.ByDivision() {
		p.Parts = s.DivisionCuts(st.Entry)
	}
	return p, p.Size > 0, err
}

// checkField returns a refusal for an elimination from the start that no bracket can
// hold.
func (s *State) checkField(st stage.Stage, field int) error {
	kind := s.TreeFor(st.Kind, field, 1)
	switch {
	case field > bracket.MaxSingle:
		return Refuse(WrongPhase, "bracket.most", "most", bracket.MaxSingle, "n", field)
	case kind == stage.Tables:
		return checkPodCut(field)
	case st.Kind == stage.Double && (field < bracket.MinDouble || field > bracket.MaxDouble), kind == stage.Double && field > bracket.MaxDouble:
		return Refuse(WrongPhase, "bracket.double", "most", bracket.MaxDouble, "n", field)
	}
	return nil
}

// plannedCut returns the places of an elimination behind other stages, or 0 if it is by
// attendance and the ruleset has none.
func (s *State) plannedCut(c stage.Chain, st stage.Stage, field, attendance int) (cut int, err error) {
	first, e := c.First(), st.Entry
	groups := first.Groups
	switch {
	case groups > 1 && len(c.Stages) == 2:
		if cut, err = groupCut(st, groups); err != nil {
			return 0, err
		}
	case e.By == stage.Auto:
		if first.Kind.ByPoints() && !c.Prepares(stage.Draft) && groups <= 1 {
			_, cut, _ = s.Rules.RoundsFor(attendance)
		}
		for e.Max > 0 && cut > e.Max { // docs/rules/pokemon.md#pkm-28
			cut /= 2
		}
	case e.By == stage.Top:
		cut = e.N
	case e.By == stage.Equal:
		if cut = s.equalPlaces(e, attendance); cut == 0 {
			return 0, Refuse(BadInput, "cut.no_equal", "game", notice.Text(s.Rules.Name), "n", attendance)
		}
	case e.By == stage.Points:
		cut = max(2, e.Least) // at least a final; its players are known after the last round
	}
	if err := s.checkShape(st, cut); err != nil {
		return 0, err
	}
	if err := s.checkLock(e); err != nil {
		return 0, err
	}
	if s.ByDivision() {
		// docs/rules/pokemon.md#pkm-100: rounds by the largest division, the cut by each for
		// itself.
		cut = 0
		for _, players := range s.DivisionSizes() {
			cut = max(cut, s.divisionCut(e, players))
		}
		return cut, nil
	}
	if cut > field {
		if e.By != stage.Auto {
			return 0, Refuse(BadInput, "cut.larger", "size", cut, "n", field)
		}
		cut = 0
	}
	if s.podCut() && e.By == stage.Points {
		return podCutSize(field), nil // at most
	}
	if s.podCut() && e.By != stage.Equal {
		err = checkPodCut(cut)
	}
	return cut, err
}

// equalPlaces returns the fixed places of a cut that includes all players level with the
// last of them: from the settings, or from the ruleset for the number of players. It
// returns 0 if the ruleset has none.
func (s *State) equalPlaces(e stage.Entry, players int) int {
	if e.N > 0 {
		return e.N
	}
	places, _, _ := s.Rules.EqualCut(players)
	return places
}

// equalMost returns the most players of such a cut, 0 for no limit.
func (s *State) equalMost(e stage.Entry) int {
	if e.N > 0 {
		return e.Max
	}
	return s.Rules.Advance.EqualMax
}

// checkShape returns a refusal for a cut without a possible bracket, or with byes if
// the ruleset has none (docs/rules/pokemon.md#pkm-29).
func (s *State) checkShape(st stage.Stage, cut int) error {
	if cut == 0 {
		return nil
	}
	double := s.TreeFor(st.Kind, cut, 1) == stage.Double
	switch {
	case double && cut > bracket.MaxDouble:
		return Refuse(BadInput, "cut.double", "most", bracket.MaxDouble, "size", cut)
	case st.Kind == stage.Double && s.ByDivision():
		return Refuse(BadInput, "cut.double_divisions")
	case !s.Rules.Advance.PowerOfTwo || s.Settings.Stages.First().Kind != stage.Swiss || s.Drafts():
		return nil
	case st.Entry.By == stage.Points || st.Entry.By == stage.Equal:
		return Refuse(BadInput, "cut.power_only", "game", notice.Text(s.Rules.Name))
	case cut&(cut-1) != 0:
		return Refuse(BadInput, "cut.power", "game", notice.Text(s.Rules.Name), "size", cut)
	}
	return nil
}

// bracketRounds returns the least number of rounds of an elimination.
func (s *State) bracketRounds(p Planned) int {
	n := rules.CeilLog2(p.Size)
	switch s.TreeFor(p.Kind(), p.Size, 1) {
	case stage.Double:
		return 2 * n
	case stage.Tables:
		return (n + 1) / 2
	default:
		return n
	}
}

func (elimination) over(s *State, _ *Stage) bool {
	_, state, err := s.Bracket()
	return err == nil && state.Champion != 0 && len(state.Ready) == 0
}

func (elimination) late(s *State, st *Stage) error {
	if st.FirstRound == 1 && len(s.Rounds) == 1 && s.Rounds[0].Status == Published {
		return Refuse(WrongPhase, "late.published")
	}
	return Refuse(WrongPhase, "late.elimination")
}

// title names a round by the number of players left in it.
func (elimination) title(s *State, st *Stage, r int) notice.Notice {
	round := s.Round(r)
	if round == nil && s.Preview != nil && s.Preview.Number == r {
		round = s.Preview
	}
	nth := r - st.FirstRound + 1
	switch st.Kind {
	case stage.Double, stage.Tables:
		return st.commonTitle(round, nth)
	default:
	}
	size := 2
	for size < slices.Max(append([]int{2}, st.partSizes()...)) {
		size *= 2
	}
	return bracket.Left(max(2, size>>(r-st.FirstRound)))
}

// commonTitle names a round by the common title of its matches, or by its number if
// some are of the upper bracket and others of the lower.
func (st *Stage) commonTitle(r *Round, nth int) notice.Notice {
	titles := st.matchTitles(r)
	if len(titles) == 0 || slices.ContainsFunc(titles, func(t notice.Notice) bool { return t.Code == "" || !t.Equal(titles[0]) }) {
		return notice.New("round.bracket", "round", nth)
	}
	return titles[0]
}

// MatchTitles returns the title of each match of an elimination round. It is empty for
// any other round.
func (s *State) MatchTitles(r *Round) []notice.Notice {
	if st := s.StageOf(r.Number); st != nil && st.Kind.Eliminates() {
		return st.matchTitles(r)
	}
	return nil
}

func (st *Stage) matchTitles(r *Round) []notice.Notice {
	if r == nil {
		return nil
	}
	title := st.slotTitles()
	out := make([]notice.Notice, len(r.Matches))
	for i := range r.Matches {
		out[i] = title(r.Matches[i].Slot)
	}
	return out
}

// slotTitles returns the function that names the match of a slot; the zero Notice where there
// is none.
func (st *Stage) slotTitles() func(slot int) notice.Notice {
	trees := make([]*bracket.Bracket, len(st.partSizes()))
	for i, size := range st.partSizes() {
		tree, err := bracket.New(st.bracketConfig(size))
		if err != nil {
			return func(int) notice.Notice { return notice.Notice{} }
		}
		trees[i] = tree
	}
	return func(slot int) notice.Notice {
		if slot <= 0 || slot/slotsPerDivision >= len(trees) {
			return notice.Notice{}
		}
		return trees[slot/slotsPerDivision].MatchTitle(slot % slotsPerDivision)
	}
}

// SeedsAgain reports whether the bracket of an event that is elimination alone can
// still be made anew, since no round of it is published.
func (s *State) SeedsAgain() bool {
	st := s.Elimination()
	return st != nil && st.FirstRound == 1 && len(s.Rounds) == 0
}

// bracketConfig returns the configuration of a bracket of the stage with size seeds.
func (st *Stage) bracketConfig(size int) bracket.Config {
	cfg := bracket.Config{Size: size, Third: st.Third && size >= 4}
	switch st.Kind {
	case stage.Tables:
		cfg.Type, cfg.Third = bracket.Pods, false
	case stage.Double:
		cfg.Type, cfg.Third = bracket.Double, false
	case stage.Reseed:
		cfg.Reseed = true
	case stage.Placement:
		cfg.Placement = true
	case stage.Bracket, stage.Single, stage.Swiss, stage.Pods, stage.RoundRobin, stage.Schedule, stage.Final, stage.Playoff:
	}
	if len(st.Ranking) == 0 && st.Kind != stage.Double {
		cfg.Ranking = bracket.ByEliminator // docs/rules/pokemon.md#pkm-58: no player has a rank
	}
	return cfg
}

// TreeFor returns the kind of an elimination with the given numbers of players and
// brackets: the chosen one, or the ruleset's.
func (s *State) TreeFor(chosen stage.Kind, players, brackets int) stage.Kind {
	chosen, least := s.treeOf(chosen)
	if chosen == stage.Double && (players < least || brackets > 1) {
		return stage.Single
	}
	return chosen
}

// treeOf returns the kind of an elimination of any size, and the least players of a double
// one: the chosen kind, or the ruleset's.
func (s *State) treeOf(chosen stage.Kind) (kind stage.Kind, least int) {
	switch {
	case s.podCut():
		return stage.Tables, 0
	case chosen != stage.Bracket:
		return chosen, bracket.MinDouble
	case s.Rules.Bracket.Type == "double":
		return stage.Double, 4 // the ruleset's Top 3 is a single one
	case s.Rules.Bracket.Reseed:
		return stage.Reseed, 0
	}
	return stage.Single, 0
}

// FewForDouble returns the least players of the double elimination of the settings, if a cut
// of the given size has fewer and is therefore a single one; otherwise 0.
func (s *State) FewForDouble(size int) int {
	el, _, ok := s.Settings.Stages.Elimination()
	if kind, least := s.treeOf(el.Kind); ok && kind == stage.Double && size > 0 && size < least {
		return least
	}
	return 0
}

// CutRule returns the cut as a tournament file has it: the announced rule, as far as
// players are known.
func (s *State) CutRule() rules.Cut {
	plan := s.PlannedCut()
	if el := s.Elimination(); el != nil && el.FirstRound > 1 && el.Plan < len(s.Plan) {
		plan = &s.Plan[el.Plan]
	}
	if plan == nil || len(s.Plan) == 1 {
		return rules.Cut{}
	}
	switch e := plan.Entry(); {
	case e.By == stage.Points:
		return rules.Cut{Points: e.N, Top: e.Least}
	case e.By == stage.Equal && !s.ByDivision():
		return rules.Cut{Top: plan.Size, EqualPoints: true, Max: s.equalMost(e)}
	case s.InGroups() && len(s.Plan) == 2:
		return rules.OfEach(plan.Size, s.GroupCount())
	case s.InFlights() && len(s.Settings.Divisions) <= 1:
		return rules.Cut{PerFlight: plan.Size / s.Drawn[0].Count}
	case !s.ByDivision():
		return rules.Cut{Top: plan.Size, Lock: e.Lock}
	}
	out := rules.Cut{PerDivision: map[string]int{}}
	if e := plan.Entry(); e.By == stage.Equal {
		out.EqualPoints, out.Max = true, s.equalMost(e)
	}
	for division, cut := range s.DivisionCuts(plan.Entry()) {
		if cut > 0 {
			out.PerDivision[s.Settings.Divisions[division]] = cut
		}
	}
	return out
}

// Qualifiers returns the beginning of the elimination: its players in seed order,
// division by division if each has a bracket, and the whole ranking. Dropped and
// disqualified players take no place (docs/rules/lorcana.md#lor-41). Size 0 means as announced.
func (s *State) Qualifiers(size int) (*StageBegan, error) {
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	return s.QualifiersOf(t, size)
}

// InCut returns the players in the cut, or those who would be in it with these standings;
// none if no cut is announced.
func (s *State) InCut(t *standings.Table) []int {
	if el := s.Elimination(); el != nil {
		return el.Players
	}
	if s.PlannedCut() == nil {
		return nil
	}
	began, err := s.QualifiersOf(t, 0)
	if err != nil {
		return nil // unknown as yet
	}
	return began.Players
}

// QualifiersOf is Qualifiers by standings.
func (s *State) QualifiersOf(t *standings.Table, size int) (*StageBegan, error) {
	var err error
	var seeds, ranking, parts []int
	lines := make([]bracket.Standing, len(t.Rows))
	left := 0
	u := t.Unit()
	for i := range t.Rows {
		n := int(t.Rows[i].Player) + 1
		ranking = append(ranking, n)
		lines[i] = bracket.Standing{Points: t.Rows[i].Points.Units(u), Out: !s.PlaysOn(n) || s.Players.At(n).StandIn}
		if !lines[i].Out {
			left++
		}
	}
	plan := Planned{Stage: stage.Stage{Kind: stage.Bracket, Entry: stage.TopN(size)}}
	at := len(s.Plan)
	if p := s.PlannedCut(); p != nil {
		plan, at = *p, len(s.Plan)-1
	}
	chosen := plan.Stage
	if err := s.checkShape(chosen, size); err != nil {
		return nil, err
	}
	cut := bracket.Cut{Top: plan.Size}
	switch {
	case size > 0:
		cut.Top = size
	case chosen.Entry.By == stage.Points:
		cut = bracket.Cut{HasPoints: true, MinPoints: int64(chosen.Entry.N) * u, Top: min(chosen.Entry.Least, left)}
	case chosen.Entry.By == stage.Equal:
		cut.EqualPoints = true
		cut.Max = s.equalMost(chosen.Entry)
	}
	if cut.Top > left {
		return nil, Refuse(BadInput, "cut.larger", "size", cut.Top, "n", left)
	}
	switch {
	case s.InGroups() || len(s.Locks) > 0:
		if seeds, err = s.Seeds(t, cut.Top); err != nil {
			return nil, err
		}
	case s.ByDivision() || s.InFlights():
		seeds, parts = s.divisionSeeds(t, chosen.Entry, size)
	default:
		for _, i := range bracket.Qualify(cut, lines) {
			seeds = append(seeds, ranking[i])
		}
	}
	if s.podCut() {
		if chosen.Entry.By == stage.Points || chosen.Entry.By == stage.Equal {
			seeds = seeds[:podCutSize(len(seeds))]
		}
		if err := checkPodCut(len(seeds)); err != nil {
			return nil, err
		}
	}
	if err := s.checkShape(chosen, len(seeds)); err != nil && len(parts) == 0 {
		return nil, err // a cut by points has no fixed size
	}
	if len(seeds) < 2 {
		return nil, Refuse(BadInput, "cut.too_few", "n", len(seeds))
	}
	return &StageBegan{
		Kind: s.TreeFor(chosen.Kind, len(seeds), max(1, len(parts))), Plan: at, Players: seeds, Ranking: ranking, Parts: parts, Third: chosen.Third,
	}, nil
}

// partSizes returns the sizes of the brackets.
func (st *Stage) partSizes() []int {
	if len(st.Parts) == 0 {
		return []int{len(st.Players)}
	}
	return st.Parts
}
