package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Fit returns the settings with the kinds of stages that the game allows: Swiss rounds
// become rounds at tables of four in games of pods, and a schedule with final sessions
// in mahjong. It returns a refusal for a stage that the game does not have. Chains that
// a game's documents do not list but that two players at a table can play are allowed,
// since unsanctioned events exist (docs/rules/pokemon.md#pkm-02). A game without decks
// gets no decklists; one whose decks are built at the event begins with that.
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
		if p, known := plays[st.Kind]; known && !p.fits(rs) {
			return s, Refuse(BadInput, "stages.not_in_game", "stage", st.Kind.Word(), "game", notice.Text(rs.Name))
		}
	}
	if rs.Seats.Max > 2 && len(c.Prepare) > 0 {
		return s, Refuse(BadInput, "stages.not_in_game", "stage", notice.Word("stage."+string(c.Prepare[0])), "game", notice.Text(rs.Name))
	}
	if err := c.Check(); err != nil {
		return s, RefuseAs(BadInput, err)
	}
	chosen, err := s.RulesOf(rs)
	if err != nil {
		return s, err
	}
	if chosen.Builds && len(c.Prepare) == 0 {
		c.Prepare = []stage.Preparation{stage.Build}
	}
	switch {
	case rs.NoDecks:
		s.Decks = DecksNone
	case chosen.OwnItems() != nil: // the decklist names what scripts choose from
		s.Decks = DecksRequired
	}
	s.Stages = c
	if err := fitsBest(chosen, c); err != nil {
		return s, err
	}
	if err := s.fitsCrews(rs.Seats.Max); err != nil {
		return s, err
	}
	if err := s.fitsBoards(chosen); err != nil {
		return s, err
	}
	if s.Unattended {
		if rs.NoShow.Grace == 0 {
			return s, Refuse(BadInput, "absence.unattended_game", "game", notice.Text(rs.Name))
		}
		swiss := s.RoundMinutes
		if swiss == 0 {
			swiss = int(rs.Clock(ledger.Swiss) / time.Minute)
		}
		if swiss == 0 {
			return s, Refuse(BadInput, "absence.unattended")
		}
		switch cut := int(rs.Clock(ledger.Elimination) / time.Minute); { // a table that is silent for ever has to end
		case s.CutMinutes == Untimed, s.CutMinutes == 0 && cut == 0:
			s.CutMinutes = swiss
		case s.CutMinutes == 0 && s.RoundMinutes <= 0 && rs.Clock(ledger.Final) == 0:
			s.CutMinutes = cut
		}
		s.AutoAdvance, s.ClockApart = true, false
	}
	if s.Fixtures.Opens != Together {
		if rs.Seats.Max != 2 {
			return s, Refuse(BadInput, "fixtures.two_players", "game", notice.Text(rs.Name))
		}
		s.AutoAdvance, s.BreakMinutes, s.ClockApart = true, 0, false // rounds open on dates
		if s.ConfirmMinutes > 0 {
			// A report without an answer takes as long as a claim without objection.
			s.ConfirmMinutes = max(s.ConfirmMinutes, min(int(s.Fixtures.rules().Objection/time.Minute), 7*24*60))
		}
	}
	return s, nil
}

// PlanFor returns the plan of a chain in a game for a number of players, as announced
// when such an event starts.
func PlanFor(rs *rules.Ruleset, c stage.Chain, players int) ([]Planned, error) {
	set, err := Settings{Stages: c}.Fit(rs)
	if err != nil {
		return nil, err
	}
	s := &State{Rules: rs, Settings: set}
	return s.plan(players, players)
}

// AnyGame returns a chain in the general kinds of stages, which Fit fits to a game. It
// is the inverse of Fit.
func AnyGame(c stage.Chain) stage.Chain {
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

// plan returns the plan of the settings for a field: every stage with the numbers that
// follow from settings, ruleset and field. The ruleset's tables are read by attendance.
// A stage by attendance that the ruleset does not have for it is left out.
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

// PlanWithout returns the plan if the absent players do not start.
func (s *State) PlanWithout(absent []int) ([]Planned, error) {
	return s.without(absent).plan(s.Count(Registered)-len(absent), s.attendance(absent))
}

// planStage returns stage i as it is announced, behind the stages before it. ok is
// false if the stage is by attendance and is left out.
func (s *State) planStage(c stage.Chain, i int, before []Planned, field, attendance int) (Planned, bool, error) {
	if i > 0 && len(before) > 0 && before[len(before)-1].Size > 0 {
		field = min(field, before[len(before)-1].Size)
	}
	return plays[c.Stages[i].Kind].plan(s, c, i, field, attendance)
}

// planLater returns a stage of rounds behind others, with the chosen number of rounds.
func (s *State) planLater(c stage.Chain, i, field int) (Planned, bool, error) {
	st := c.Stages[i]
	p := Planned{Stage: st, Rounds: st.Rounds}
	if e := st.Entry; e.By == stage.Top || e.By == stage.Equal {
		if p.Size = e.N; p.Size > field {
			return p, false, Refuse(BadInput, "stages.larger", "stage", st.Kind.Word(), "size", p.Size, "n", field)
		}
		if i == 1 {
			if err := shares(c.First(), p.Size); err != nil {
				return p, false, err
			}
		}
		if e.By == stage.Equal {
			p.Size = 0 // as many as are level
		}
	}
	return p, true, nil
}

// groupCut returns how many players of the groups go on to the next stage: the chosen
// number, or the first two of each group; 0 if groups would send different numbers.
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

// shares returns a refusal unless the groups of a stage can send so many players on: the
// same number each or, of a round robin, the best of a last place too.
func shares(st stage.Stage, size int) error {
	groups := max(1, st.Groups)
	if size%groups == 0 || st.Kind.MeetsAll() && size > groups {
		return nil
	}
	return Refuse(BadInput, "groups.share", "size", size, "groups", groups, "one", groups, "two", 2*groups)
}

// Replan returns the plan of a running event with another chain. Stages that have begun
// stay as they are, except the rounds of the current one; later stages are free. A
// stage that did not change keeps its announced numbers.
func (s *State) Replan(asked stage.Chain) ([]Planned, error) {
	old, begun := s.Settings.Stages, s.planned()+1
	if !slices.Equal(asked.Prepare, old.Prepare) {
		return nil, Refuse(WrongPhase, "stages.prepare_stands")
	}
	if el := s.Elimination(); el != nil && !asked.Equal(old) {
		return nil, Refuse(WrongPhase, "stages.stands", "stage", el.Kind.Word())
	}
	field, attendance := len(s.Field()), s.Rules.Attendance(s.Facts())
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

// changeBegun returns stage i, which has begun, with other options: its rounds and
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
