package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// Planned is a stage as it was announced at the start: what was chosen, with the
// numbers from ruleset and field.
type Planned struct {
	Stage stage.Stage `json:"stage"` // in the notation of package stage
	// Rounds of a stage that counts them; 0 for an elimination.
	Rounds int `json:"rounds,omitempty"`
	// Size is the number of entrants if it is known before the previous stage is over; 0
	// means all players, or a number that depends on points.
	Size int `json:"size,omitempty"`
	// Parts are the places of each division, if each has a cut.
	Parts []int `json:"parts,omitempty"`
}

// Kind returns how the stage is played.
func (p Planned) Kind() stage.Kind { return p.Stage.Kind }

// Entry returns the entry rule of the stage.
func (p Planned) Entry() stage.Entry { return p.Stage.Entry }

// Stage is a stage that has begun.
type Stage struct {
	Kind       stage.Kind
	Plan       int   // index in State.Plan; -1 for a play-off, which is not planned
	FirstRound int   // number of its first round
	Rounds     int   // planned; 0 for an elimination
	Players    []int // who entered, best first; empty = all players who are in
	Ranking    []int // the standings when it began, best first; empty if it is the first
	Parts      []int // sizes of the divisions' brackets, in the order of Players; empty = one
	Third      bool  // a match for third place
	Berger     bool  // see StageBegan
	Twice      bool  // see stage.Stage
	Schedule   *ScheduleState
}

// planned reports whether the chain has the stage; a play-off is not planned.
func (st *Stage) planned() bool { return st.Plan >= 0 }

// LastRound returns the number of the last planned round, 0 for an elimination.
func (st *Stage) LastRound() int {
	if st.Kind.Eliminates() {
		return 0
	}
	return st.FirstRound + st.Rounds - 1
}

// StageBegan begins the next stage: its players, best first, and, if rounds were played
// before, the standings from which they come.
type StageBegan struct {
	Kind    stage.Kind `json:"kind"`
	Plan    int        `json:"plan"`              // index in the plan; -1 for a play-off
	Rounds  int        `json:"rounds,omitempty"`  // 0 for an elimination
	Players []int      `json:"players,omitempty"` // empty = all players who are in
	Ranking []int      `json:"ranking,omitempty"`
	Parts   []int      `json:"parts,omitempty"`
	Third   bool       `json:"third,omitempty"`
	// Berger reports whether the rounds of a round robin follow Berger's tables, as they
	// do in all events but those of logs from before.
	Berger bool `json:"berger,omitempty"`
}

// Beginning returns the beginning of stage i of the plan.
func (s *State) Beginning(i int) *StageBegan {
	p := s.Plan[i]
	return &StageBegan{Kind: p.Kind(), Plan: i, Rounds: p.Rounds, Berger: p.Kind().MeetsAll()}
}

// Planned reports whether the chain has the stage; a play-off is not planned.
func (ev *StageBegan) Planned() bool { return ev.Plan >= 0 }

func (ev *StageBegan) apply(s *State, _ *Envelope) error {
	if s.Phase != Running {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	if s.SeedsAgain() && ev.Kind.Eliminates() && ev.Plan == s.Stage().Plan {
		s.Preview, s.PreviewMatches, s.Stages = nil, nil, s.Stages[:len(s.Stages)-1] // docs/rules/pokemon.md#pkm-37
	}
	if c := s.Current(); c != nil && c.Status != Done || s.Preview != nil {
		return Refuse(WrongPhase, "round.running")
	}
	st := s.Stage()
	switch {
	case st != nil && st.Kind.Eliminates():
		return Refuse(WrongPhase, "stages.bracket_begun")
	case plays[ev.Kind] == nil, !ev.Planned() && ev.Kind != stage.Playoff,
		ev.Plan >= 0 && (ev.Plan <= s.planned() || ev.Plan > len(s.Plan)),
		ev.Plan > s.planned()+1 && !ev.Kind.Eliminates(): // a cut can be made early
		return Refuse(Corrupt, "stages.order", "stage", ev.Kind.Word())
	}
	for _, n := range slices.Concat(ev.Players, ev.Ranking) {
		if s.Player(n) == nil {
			return Refuse(NotFound, "player.no_such", "player", n)
		}
	}
	began := Stage{
		Kind: ev.Kind, Plan: ev.Plan, FirstRound: len(s.Rounds) + 1, Rounds: ev.Rounds,
		Players: ev.Players, Ranking: ev.Ranking, Parts: ev.Parts, Third: ev.Third, Berger: ev.Berger,
	}
	if ev.Planned() && ev.Plan < len(s.Plan) {
		began.Twice = s.Plan[ev.Plan].Stage.Twice
	}
	if ev.Kind.Eliminates() {
		if err := checkBrackets(&began); err != nil {
			return err
		}
		if ev.Plan == len(s.Plan) { // not announced
			s.Plan = append(slices.Clip(s.Plan), Planned{Stage: stage.Stage{Kind: ev.Kind, Entry: stage.TopN(len(ev.Players)), Third: ev.Third}})
		}
		s.Plan[ev.Plan].Size = len(ev.Players)
	}
	s.Stages = append(slices.Clip(s.Stages), began)
	s.Attempts, s.Held = 0, notice.Notice{}
	return nil
}

// checkBrackets returns a refusal for seeds without a possible bracket.
func checkBrackets(st *Stage) error {
	total := 0
	for _, n := range st.Parts {
		total += n
	}
	if len(st.Parts) > 0 && total != len(st.Players) {
		return Refuse(Corrupt, "cut.parts", "seeds", total, "players", len(st.Players))
	}
	for _, seeds := range cutParts(st.Players, st.Parts) {
		if _, err := bracket.New(st.bracketConfig(len(seeds))); err != nil {
			return RefuseAs(BadInput, err)
		}
	}
	return nil
}

// Stage returns the current stage, nil before the start.
func (s *State) Stage() *Stage {
	if len(s.Stages) == 0 {
		return nil
	}
	return &s.Stages[len(s.Stages)-1]
}

// StageOf returns the stage to which a round belongs, nil if it has not begun.
func (s *State) StageOf(round int) *Stage {
	for i := range slices.Backward(s.Stages) {
		if s.Stages[i].FirstRound <= round {
			return &s.Stages[i]
		}
	}
	return nil
}

// Eliminates reports whether a round belongs to an elimination.
func (s *State) Eliminates(round int) bool {
	st := s.StageOf(round)
	return st != nil && st.Kind.Eliminates()
}

// ranked returns the last stage that has begun whose rounds enter the standings, and
// its index; nil without one.
func (s *State) ranked() (*Stage, int) {
	for i := range slices.Backward(s.Stages) {
		if s.Stages[i].Kind.Ranked() {
			return &s.Stages[i], i
		}
	}
	return nil, 0
}

// planned returns the index in the plan of the last planned stage that has begun;
// -1 = none.
func (s *State) planned() int {
	for i := range slices.Backward(s.Stages) {
		if s.Stages[i].Plan >= 0 {
			return s.Stages[i].Plan
		}
	}
	return -1
}

// Next returns the next planned stage, nil after the last one.
func (s *State) Next() *Planned {
	if i := s.planned() + 1; i < len(s.Plan) {
		return &s.Plan[i]
	}
	return nil
}

// Elimination returns the stage that eliminates once it has begun, else nil.
func (s *State) Elimination() *Stage {
	if st := s.Stage(); st != nil && st.Kind.Eliminates() {
		return st
	}
	return nil
}

// PlannedCut returns the elimination that is announced and has not begun, or nil.
func (s *State) PlannedCut() *Planned {
	if s.Elimination() != nil || len(s.Plan) == 0 {
		return nil
	}
	if last := &s.Plan[len(s.Plan)-1]; last.Kind().Eliminates() {
		return last
	}
	return nil
}

// Tree returns the kind of the elimination, begun or announced; the zero Kind if there
// is none.
func (s *State) Tree() stage.Kind {
	if st := s.Elimination(); st != nil {
		return st.Kind
	}
	if p := s.PlannedCut(); p != nil {
		return s.TreeFor(p.Kind(), p.Size, max(1, len(p.Parts)))
	}
	return ""
}

// CutSize returns the number of players of the elimination, begun or announced; 0 if
// there is none.
func (s *State) CutSize() int {
	if st := s.Elimination(); st != nil {
		return len(st.Players)
	}
	if p := s.PlannedCut(); p != nil {
		return p.Size
	}
	return 0
}

// Playoff returns the play-off for a tie at the top once it has begun, else nil.
func (s *State) Playoff() *Stage {
	if st := s.Stage(); st != nil && !st.planned() {
		return st
	}
	return nil
}

// Schedule returns the stage that is played by a schedule, or nil.
func (s *State) Schedule() *Stage {
	for i := range s.Stages {
		if s.Stages[i].Schedule != nil {
			return &s.Stages[i]
		}
	}
	return nil
}

// StageRounds returns the number of the last planned round of the current stage, or of
// the rounds before an elimination; 0 before the start.
func (s *State) StageRounds() int {
	if st, _ := s.ranked(); st != nil {
		return st.LastRound()
	}
	return 0
}

// PlannedRounds returns how many rounds are planned before the elimination, in
// all stages; 0 before the start and in an event that is elimination alone.
func (s *State) PlannedRounds() int {
	n := s.StageRounds()
	for i := s.planned() + 1; i < len(s.Plan); i++ {
		n += s.Plan[i].Rounds
	}
	return n
}

// StageOver reports whether nothing in the current stage is left to be paired. A round
// may still be in play.
func (s *State) StageOver() bool {
	st := s.Stage()
	return st != nil && plays[st.Kind].over(s, st)
}

// NextStageDue reports whether the current stage is over and the next is one of rounds,
// which begins with its first pairing.
func (s *State) NextStageDue() bool {
	next := s.Next()
	return s.Phase == Running && next != nil && !next.Kind().Eliminates() && s.StageOver() && s.LastDone() == len(s.Rounds)
}

// RoundsOver reports whether no round before the elimination is left to be played: all
// announced ones are over, or the stage ended early with one unbeaten player.
func (s *State) RoundsOver() bool {
	if s.Elimination() != nil {
		return true
	}
	next := s.Next()
	return s.StageOver() && (next == nil || next.Kind().Eliminates())
}

// PlaysOn reports whether player n takes part in the rounds still to be played before
// an elimination: they have not left, and entered the current stage.
func (s *State) PlaysOn(n int) bool {
	if !s.Taking(n) {
		return false
	}
	st, _ := s.ranked()
	return st == nil || len(st.Players) == 0 || slices.Contains(st.Players, n)
}

// play implements the stages of one kind. Each kind has a file stage_*.go. Its rounds are
// made in package rounds.
type play interface {
	// fits reports whether a game has the kind.
	fits(rs *rules.Ruleset) bool
	// plan returns stage i of a chain as announced, behind the stages before it, for a
	// field of possible entrants; ok is false if the stage is by attendance and left
	// out.
	plan(s *State, c stage.Chain, i, field, attendance int) (p Planned, ok bool, err error)
	// over reports whether nothing is left to be paired.
	over(s *State, st *Stage) bool
	// title names round r, which belongs to the stage.
	title(s *State, st *Stage, r int) notice.Notice
	// late returns why no player can enter the stage any more, or nil.
	late(s *State, st *Stage) error
}

// chooses is a kind of stage that determines its players, best first, and its rounds,
// after other stages of rounds. Otherwise all players go on, for the planned rounds.
type chooses interface {
	enter(s *State, t *standings.Table, plan Planned) (players []int, rounds int, err error)
}

// plays maps each kind of stage to its implementation.
var plays = map[stage.Kind]play{}

// playedAs registers the implementation of kinds of stages.
func playedAs(p play, kinds ...stage.Kind) play {
	for _, k := range kinds {
		plays[k] = p
	}
	return p
}

// NextBeginning returns the beginning of the next planned stage of rounds.
func (s *State) NextBeginning() (*StageBegan, error) {
	i := s.planned() + 1
	ev := s.Beginning(i)
	if i > 0 {
		t, err := s.Table(-1)
		if err != nil {
			return nil, err
		}
		for k := range t.Rows {
			ev.Ranking = append(ev.Ranking, int(t.Rows[k].Player)+1)
		}
		if p, ok := plays[ev.Kind].(chooses); ok {
			if ev.Players, ev.Rounds, err = p.enter(s, t, s.Plan[i]); err != nil {
				return nil, err
			}
		}
	}
	return ev, nil
}

// Entering returns the players who enter the next stage with these standings, best first;
// none if there is no next stage or it cannot begin.
func (s *State) Entering(t *standings.Table) []int {
	next := s.Next()
	switch {
	case next == nil:
		return nil
	case next.Kind().Eliminates():
		return s.InCut(t)
	}
	players, err := s.entrants(t, *next)
	if err != nil {
		return nil
	}
	return players
}

// entrants returns who enters a later stage of rounds, best first.
func (s *State) entrants(t *standings.Table, plan Planned) ([]int, error) {
	e := plan.Entry()
	if e.By == stage.Top && s.InGroups() { // the same number of each group
		return s.Seeds(t, e.N)
	}
	u := t.Unit()
	lines := make([]bracket.Standing, len(t.Rows))
	left := 0
	for i := range t.Rows {
		n := int(t.Rows[i].Player) + 1
		lines[i] = bracket.Standing{Points: t.Rows[i].Points.Units(u), Out: !s.PlaysOn(n) || s.Players.At(n).StandIn}
		if !lines[i].Out {
			left++
		}
	}
	var cut bracket.Cut
	switch e.By {
	case stage.Points:
		cut = bracket.Cut{Top: min(e.Least, left), HasPoints: true, MinPoints: int64(e.N) * u}
	case stage.Equal:
		cut = bracket.Cut{Top: min(e.N, left), EqualPoints: true, Max: e.Max}
	case stage.Top:
		cut = bracket.Cut{Top: min(e.N, left)}
	case stage.All, stage.Auto:
		cut = bracket.Cut{Top: left}
	}
	var out []int
	for _, i := range bracket.Qualify(cut, lines) {
		out = append(out, int(t.Rows[i].Player)+1)
	}
	if e.By != stage.All && len(out) < 2 {
		return nil, Refuse(WrongPhase, "stages.too_few", "stage", plan.Kind().Word(), "n", len(out))
	}
	return out, nil
}

// RoundTitle returns the name of a round for people: a number, a session, the
// quarter-finals.
func (s *State) RoundTitle(r int) notice.Notice {
	st := s.StageOf(r)
	if st == nil {
		return notice.New("round.number", "round", r)
	}
	return plays[st.Kind].title(s, st, r)
}

// RoundsLeft returns a refusal while planned rounds before an elimination are still to
// be played.
func (s *State) RoundsLeft() error {
	switch {
	case s.RoundsOver():
		return nil
	case s.NextStageDue():
		return Refuse(NeedsForce, "stages.left", "stage", s.Next().Kind().Word())
	}
	return Refuse(NeedsForce, "rounds.left", "played", len(s.Rounds), "n", s.PlannedRounds())
}
