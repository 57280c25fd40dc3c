package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/seating"
	"topcut/tournament/stage"
)

// Fit returns the settings with the kinds of stages that the game leaves: Swiss
// rounds are played at tables of four in games of pods, and as a schedule with
// final sessions in mahjong. It says which stage the game does not have. Chains
// that a game's documents do not list, but that two players at a table can play,
// are allowed: unsanctioned events exist (PKM-02).
func (s Settings) Fit(rs *rules.Ruleset) (Settings, error) {
	c := stage.Chain{Prepare: s.Stages.Prepare, Stages: slices.Clone(s.Stages.Stages)}
	for i := range c.Stages {
		st := &c.Stages[i]
		switch {
		case rs.Tables != nil && st.Kind == stage.Swiss && i == 0:
			st.Kind = stage.Schedule
		case rs.Tables != nil && i == 1 && st.Kind.Eliminates():
			*st = stage.Stage{Kind: stage.Final, Entry: st.Entry}
		case rs.Tables == nil && rs.Pairing.Method == "pods" && st.Kind == stage.Swiss:
			st.Kind = stage.Pods
		case rs.Tables == nil && rs.Pairing.Method != "pods" && st.Kind == stage.Pods:
			st.Kind = stage.Swiss
		}
		if err := plays(rs, st.Kind); err != nil {
			return s, err
		}
	}
	if rs.Seats.Max > 2 && len(c.Prepare) > 0 {
		return s, Refuse(BadInput, "stages.not_in_game", "stage", notice.Word("stage."+string(c.Prepare[0])), "game", notice.Text(rs.Name))
	}
	if err := c.Check(); err != nil {
		return s, RefuseAs(BadInput, err)
	}
	s.Stages = c
	return s, nil
}

// anyGame returns a chain in the kinds of stages that Fit makes those of a game of:
// what it was before it was fitted to one.
func anyGame(c stage.Chain) stage.Chain {
	c.Stages = slices.Clone(c.Stages)
	for i := range c.Stages {
		switch st := &c.Stages[i]; st.Kind {
		case stage.Schedule, stage.Pods:
			st.Kind = stage.Swiss
		case stage.Final:
			*st = stage.Stage{Kind: stage.Bracket, Entry: st.Entry}
		default: // the same in every game
		}
	}
	return c
}

// plays says whether a game has a kind of stage.
func plays(rs *rules.Ruleset, k stage.Kind) error {
	ok := true
	switch k {
	case stage.Schedule, stage.Final:
		ok = rs.Tables != nil
	case stage.Pods:
		ok = rs.Pairing.Method == "pods"
	case stage.Swiss:
		ok = rs.Tables == nil
	case stage.RoundRobin, stage.Double, stage.Reseed, stage.Placement:
		ok = rs.Seats.Max == 2
	case stage.Bracket, stage.Single:
		ok = rs.Seats.Max == 2 || rs.Bracket.PodSize > 2
	case stage.Tables:
		ok = rs.Bracket.PodSize > 2
	case stage.Playoff:
	}
	if !ok {
		return Refuse(BadInput, "stages.not_in_game", "stage", k.Word(), "game", notice.Text(rs.Name))
	}
	return nil
}

// plan returns what the settings come to for a field: every stage with the numbers
// that settings, ruleset and field give. The ruleset's tables are read by
// attendance. What is by attendance and comes to nothing is left out.
func (s *State) plan(field, attendance int) ([]Planned, error) {
	chain := s.Settings.Stages
	if st, ok := s.secondByRule(chain, attendance); ok {
		chain = stage.Chain{Prepare: chain.Prepare, Stages: slices.Insert(slices.Clone(chain.Stages), 1, st)}
	}
	var out []Planned
	for i := range chain.Stages {
		p, ok, err := s.planStage(chain, i, out, field, attendance)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, p)
		}
	}
	return out, nil
}

// secondByRule returns the second stage of rounds that the ruleset's table has
// where the settings leave the rounds to it (LOR-40, RULESETS.md 1.3).
func (s *State) secondByRule(c stage.Chain, attendance int) (stage.Stage, bool) {
	first := c.First()
	if _, chosen := c.Second(); chosen || first.Kind != stage.Swiss || first.Rounds > 0 || first.Groups > 1 || len(c.Prepare) > 0 {
		return stage.Stage{}, false
	}
	row, _ := s.Rules.Row("", attendance)
	return stage.Stage{Kind: stage.Swiss, Rounds: row.More, Entry: stage.Entry{By: stage.Points, N: row.GoOn}}, row.More > 0
}

// planStage returns stage i as it is announced, behind the stages before it; ok is
// false where it is by attendance and comes to nothing.
func (s *State) planStage(c stage.Chain, i int, before []Planned, field, attendance int) (p Planned, ok bool, err error) {
	st := c.Stages[i]
	p = Planned{Stage: st, Rounds: st.Rounds}
	if i > 0 && len(before) > 0 && before[len(before)-1].Size > 0 {
		field = min(field, before[len(before)-1].Size)
	}
	switch {
	case st.Kind.Eliminates() && i == 0:
		p.Size = field
		return p, true, s.checkField(st, field)
	case st.Kind.Eliminates():
		if p.Size, err = s.plannedCut(c, st, field, attendance); err == nil && p.Size > 0 && s.ByDivision() {
			p.Parts = s.DivisionCuts(st.Entry)
		}
		return p, p.Size > 0, err
	case st.Kind == stage.Final:
		return s.planFinal(st)
	case i == 0:
		p.Rounds, err = s.firstRounds(c, field, attendance)
		return p, true, err
	}
	switch e := st.Entry; e.By {
	case stage.Top, stage.Equal:
		if p.Size = e.N; p.Size > field {
			return p, false, Refuse(BadInput, "stages.larger", "stage", st.Kind.Word(), "size", p.Size, "n", field)
		}
		if groups := c.First().Groups; groups > 1 && i == 1 && p.Size%groups != 0 {
			return p, false, Refuse(BadInput, "groups.share", "size", p.Size, "groups", groups, "one", groups, "two", 2*groups)
		}
		if e.By == stage.Equal {
			p.Size = 0 // as many as are level
		}
	case stage.All, stage.Auto, stage.Points:
	}
	if st.Kind == stage.RoundRobin && p.Rounds == 0 {
		size := p.Size
		if size == 0 {
			size = field
		}
		if p.Rounds, err = groupRounds(size, 1, 0); err != nil {
			return p, false, err
		}
	}
	return p, true, nil
}

// firstRounds returns the rounds of the first stage.
func (s *State) firstRounds(c stage.Chain, field, attendance int) (rounds int, err error) {
	st := c.First()
	switch st.Kind {
	case stage.Schedule:
		return s.sessions(st.Rounds)
	case stage.RoundRobin:
		groups, on := max(1, st.Groups), 0
		if c.Prepares(stage.Draft) {
			sizes, err := draftSizes(field)
			if err != nil {
				return 0, err
			}
			largest := slices.Max(sizes)
			return largest - 1 + largest%2, nil
		}
		if groups > 1 && len(c.Stages) > 1 {
			if on, err = groupCut(c.Stages[1], groups); err != nil {
				return 0, err
			}
		}
		return groupRounds(field, groups, on)
	case stage.Swiss, stage.Pods:
	default:
		return 0, nil
	}
	switch {
	case c.Prepares(stage.Draft):
		if rounds, err = s.draftRounds(field); err != nil {
			return 0, err
		}
	case st.Groups > 1:
		on := 0
		if len(c.Stages) > 1 {
			if on, err = groupCut(c.Stages[1], st.Groups); err != nil {
				return 0, err
			}
		}
		if _, err := groupRounds(min(field, maxGroup*st.Groups), st.Groups, on); err != nil {
			return 0, err
		}
		rounds = rules.CeilLog2((field + st.Groups - 1) / st.Groups)
	default:
		rounds, _, _ = s.Rules.RoundsFor(attendance)
	}
	if st.Rounds > 0 {
		rounds = st.Rounds
	}
	return rounds, nil
}

// groupCut returns how many go on of so many groups to the next stage: the number
// chosen, or the first two of each; 0 where it is not as many of each.
func groupCut(next stage.Stage, groups int) (int, error) {
	switch next.Entry.By {
	case stage.Auto:
		return 2 * groups, nil
	case stage.Top:
		return next.Entry.N, nil
	case stage.All:
		return 0, nil
	case stage.Points, stage.Equal:
		if !next.Kind.Eliminates() {
			return 0, nil
		}
	}
	return 0, Refuse(BadInput, "groups.number", "one", groups, "two", 2*groups)
}

// checkField refuses an elimination from the start that no bracket holds.
func (s *State) checkField(st stage.Stage, field int) error {
	kind := s.tree(st.Kind, field, 1)
	switch {
	case field > bracket.MaxSingle:
		return Refuse(WrongPhase, "bracket.most", "most", bracket.MaxSingle, "n", field)
	case kind == stage.Tables:
		return checkPodCut(field)
	case st.Kind == stage.Double && (field < 4 || field > bracket.MaxDouble), kind == stage.Double && field > bracket.MaxDouble:
		return Refuse(WrongPhase, "bracket.double", "most", bracket.MaxDouble, "n", field)
	}
	return nil
}

// plannedCut returns how many places an elimination behind other stages has; 0
// where it is by attendance and the ruleset has none.
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
		for e.Max > 0 && cut > e.Max { // PKM-28
			cut /= 2
		}
	case e.By == stage.Top:
		cut = e.N
	case e.By == stage.Equal:
		if cut, _ = s.equalCut(e, attendance); cut == 0 {
			return 0, Refuse(BadInput, "cut.no_equal", "game", notice.Text(s.Rules.Name), "n", attendance)
		}
	case e.By == stage.Points:
		cut = max(2, e.Least) // at least a final; who plays it is known after the last round
	}
	if err := s.checkShape(st, cut); err != nil {
		return 0, err
	}
	if err := s.checkLock(e); err != nil {
		return 0, err
	}
	if s.ByDivision() {
		// PKM-100: rounds by the largest division, the cut by each for itself.
		cut = 0
		for _, players := range s.divisionSizes() {
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
		return podCutSize(field), nil // so many at most
	}
	if s.podCut() && e.By != stage.Equal {
		err = checkPodCut(cut)
	}
	return cut, err
}

// planFinal plans the final sessions of a schedule: those of the ruleset for its
// best eight, or a final of four.
func (s *State) planFinal(st stage.Stage) (Planned, bool, error) {
	p := Planned{Stage: st, Rounds: len(s.Rules.Tables.Finals), Size: seating.TopCut}
	switch e := st.Entry; {
	case e.By == stage.Auto || e.By == stage.All:
		return p, p.Rounds > 0, nil
	case e.By == stage.Top && e.N == seating.Seats:
		p.Size, p.Rounds = seating.Seats, max(1, p.Rounds)
	case e.By != stage.Top || e.N != seating.TopCut || p.Rounds == 0:
		return p, false, Refuse(BadInput, "schedule.final", "one", seating.Seats, "two", seating.TopCut)
	}
	return p, true, nil
}

// equalCut returns the fixed places of a cut that takes all who are level with
// the last of them, and the most players it may have (0 = no limit): the
// settings', or those of the ruleset for so many players (RULESETS.md 1.3); 0
// where it names none.
func (s *State) equalCut(e stage.Entry, players int) (places, most int) {
	if e.N > 0 {
		return e.N, e.Max
	}
	places, most, _ = s.Rules.EqualCut(players)
	return places, most
}

// checkShape refuses a cut that no bracket can be drawn for, and one that leaves
// byes where the ruleset has none (PKM-29).
func (s *State) checkShape(st stage.Stage, cut int) error {
	if cut == 0 {
		return nil
	}
	double := s.tree(st.Kind, cut, 1) == stage.Double
	switch {
	case double && cut > bracket.MaxDouble:
		return Refuse(BadInput, "cut.double", "most", bracket.MaxDouble, "size", cut)
	case st.Kind == stage.Double && s.ByDivision():
		return Refuse(BadInput, "cut.double_divisions")
	case !s.Rules.Advance.PowerOfTwo || s.Settings.Stages.First().Kind != stage.Swiss || s.drafts():
		return nil
	case st.Entry.By == stage.Points || st.Entry.By == stage.Equal:
		return Refuse(BadInput, "cut.power_only", "game", notice.Text(s.Rules.Name))
	case cut&(cut-1) != 0:
		return Refuse(BadInput, "cut.power", "game", notice.Text(s.Rules.Name), "size", cut)
	}
	return nil
}

// replan returns the plan of a running event with another chain: stages that have
// begun keep what they are, the rounds of the one under way can change, and those
// to come are free. A stage that did not change keeps the numbers it was announced
// with.
func (s *State) replan(asked stage.Chain) ([]Planned, error) {
	old, begun := s.Settings.Stages, s.planned()+1
	if !slices.Equal(asked.Prepare, old.Prepare) {
		return nil, Refuse(WrongPhase, "stages.prepare_stands")
	}
	if el := s.Elimination(); el != nil && !asked.Equal(old) {
		return nil, Refuse(WrongPhase, "stages.stands", "stage", el.Kind.Word())
	}
	field, attendance := len(s.Field()), s.Rules.Attendance(&s.Ledger)
	var out []Planned
	for i, st := range asked.Stages {
		if i < len(s.Plan) && s.Plan[i].Stage == st {
			out = append(out, s.Plan[i])
			continue
		}
		if i < begun {
			p, err := s.changeBegun(i, st)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
			continue
		}
		if s.InGroups() && i == 1 {
			return nil, Refuse(WrongPhase, "groups.stands")
		}
		p, ok, err := s.planStage(asked, i, out, field, attendance)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, Refuse(BadInput, "cut.none_by_attendance", "game", notice.Text(s.Rules.Name), "n", attendance)
		}
		out = append(out, p)
	}
	if len(out) < begun || len(out) < 2 && s.InGroups() && len(s.Plan) > 1 {
		return nil, Refuse(WrongPhase, "stages.stands", "stage", s.Stage().Kind.Word())
	}
	return out, nil
}

// changeBegun returns stage i, which has begun, with other options: rounds and
// whether it ends with one unbeaten player.
func (s *State) changeBegun(i int, asked stage.Stage) (Planned, error) {
	p := s.Plan[i]
	same := p.Stage
	same.Rounds, same.Unbeaten = asked.Rounds, asked.Unbeaten
	now := s.Stage()
	switch {
	case same != asked || now.Plan != i || !asked.Kind.ByPoints():
		return p, Refuse(WrongPhase, "stages.stands", "stage", asked.Kind.Word())
	case asked.Rounds > 0 && asked.Rounds < len(s.Rounds)+1-now.FirstRound:
		return p, Refuse(BadInput, "rounds.played", "n", len(s.Rounds)+1-now.FirstRound)
	}
	if p.Stage = asked; asked.Rounds > 0 {
		p.Rounds = asked.Rounds
	}
	return p, nil
}

// beginFirst begins the first stage, with everything that is drawn for it.
func (d *decision) beginFirst() error {
	s := d.after
	first := s.Plan[0]
	if first.Kind().Eliminates() {
		return d.seedBracket()
	}
	if err := d.emit(&StageBegan{Kind: first.Kind(), Rounds: first.Rounds}); err != nil {
		return err
	}
	switch {
	case first.Kind() == stage.Schedule:
		return d.drawSessions()
	case first.Stage.Groups > 1:
		return d.emit(d.after.dealGroups(RoundSeed(d.joint(), 0, 0), first.Stage.Groups))
	}
	return nil
}
