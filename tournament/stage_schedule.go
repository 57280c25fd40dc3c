package tournament

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/seating"
	"topcut/tournament/stage"
)

// schedule is a stage with all tables made before play (docs/rules/riichi.md#rii-01 to
// RII-46).
type schedule struct{ seated }

var _ = playedAs(schedule{}, stage.Schedule)

// seated is common to schedule and final sessions: sessions in which all players have
// seats.
type seated struct{}

func (seated) fits(rs *rules.Ruleset) bool { return rs.Tables != nil }

func (schedule) plan(s *State, c stage.Chain, i, _, _ int) (p Planned, ok bool, err error) {
	p = Planned{Stage: c.Stages[i]}
	p.Rounds, err = s.sessions(p.Stage.Rounds)
	return p, err == nil, err
}

func (seated) over(s *State, st *Stage) bool { return len(s.Rounds) >= st.LastRound() }

func (seated) title(_ *State, _ *Stage, r int) notice.Notice {
	return notice.New("round.session", "round", r)
}

func (seated) late(*State, *Stage) error { return Refuse(WrongPhase, "late.schedule") }

// finalSessions is the stage behind a schedule: sessions seated by the standings, the
// best players together (docs/rules/riichi.md#rii-23 to RII-32).
type finalSessions struct{ seated }

var _ = playedAs(finalSessions{}, stage.Final)

// plan plans the sessions of the ruleset for its best eight, or a final of four.
func (finalSessions) plan(s *State, c stage.Chain, i, _, _ int) (Planned, bool, error) {
	st := c.Stages[i]
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

// ScheduleState is the schedule of a stage and the player of each of its numbers.
type ScheduleState struct {
	Sessions []Session // in schedule numbers
	// Numbers are the players by schedule number, or a stand-in after that
	// player has left (docs/rules/riichi.md#rii-46).
	Numbers numbered.List[int]
	Value   ScheduleValue
}

// Session is a session of the schedule. Each table has the schedule numbers of East,
// South, West and North; Out sit out.
type Session struct {
	Tables [][4]int `json:"tables"`
	Out    []int    `json:"out,omitempty"`
}

// ScheduleValue is the quality of a schedule, published with it
// (docs/rules/riichi.md#rii-38).
type ScheduleValue struct {
	MaxMeetings    int `json:"max_meetings"`    // most meetings of two players
	DistinctSpread int `json:"distinct_spread"` // most minus fewest different opponents
	MostDistinct   int `json:"most_distinct"`   // most different opponents of one player
}

// StandIn is a person who fills a table and is not ranked.
type StandIn struct {
	Player int `json:"player"`
	Person int `json:"person"`
}

// ScheduleDrawn records the schedule of a scramble and the player of each of its
// numbers (docs/rules/riichi.md#rii-03, RII-12). Stand-ins are added as players.
type ScheduleDrawn struct {
	Seed     string             `json:"seed"` // hex
	Numbers  numbered.List[int] `json:"numbers"`
	Sessions []Session          `json:"sessions"`
	StandIns []StandIn          `json:"stand_ins,omitempty"`
	Value    ScheduleValue      `json:"value"`
}

func (ev *ScheduleDrawn) apply(s *State, e *Envelope) error {
	st := s.Stage()
	if s.Phase != Running || st == nil || st.Kind != stage.Schedule || st.Schedule != nil || len(s.Rounds) > 0 {
		return Refuse(WrongPhase, "schedule.once")
	}
	for _, in := range ev.StandIns {
		if err := s.addStandIn(in, e); err != nil {
			return err
		}
	}
	for _, n := range ev.Numbers {
		if !s.Taking(n) {
			return Refuse(Corrupt, "player.no_such", "player", n)
		}
	}
	st.Schedule = &ScheduleState{Sessions: ev.Sessions, Numbers: ev.Numbers, Value: ev.Value}
	return nil
}

// addStandIn adds a player who is not ranked.
func (s *State) addStandIn(in StandIn, e *Envelope) error {
	if in.Player <= len(s.Players) {
		return Refuse(Corrupt, "player.exists", "player", in.Player)
	}
	if err := s.reserve(in.Player, e); err != nil {
		return err
	}
	s.newest = max(s.newest, in.Person)
	s.Players = append(s.Players, Player{
		Player: ledger.Player{StandIn: true, DroppedAfter: ledger.Active},
		Person: in.Person, Status: Registered, Round: len(s.Rounds) + 1, Joined: e.Time,
	})
	return nil
}

// reserve leaves the numbers before player n unused, since they belonged to undone
// registrations.
//
// An event adds one player, or the stand-ins of one field. A number larger than the log's
// events allow is refused, so that it cannot consume memory.
func (s *State) reserve(n int, e *Envelope) error {
	if int64(n) > e.Seq+MaxPlayers {
		return Refuse(Corrupt, "log.player_far", "player", n, "entry", e.Seq)
	}
	for len(s.Players) < n-1 {
		s.Players = append(s.Players, Player{Player: ledger.Player{DroppedAfter: ledger.Active, Absent: true}})
	}
	return nil
}

// StandInSeated gives the seats of a player who leaves to a stand-in
// (docs/rules/riichi.md#rii-46).
type StandInSeated struct {
	StandIn
	For int `json:"for"`
}

func (ev *StandInSeated) apply(s *State, e *Envelope) error {
	st := s.Schedule()
	if st == nil || s.Phase != Running {
		return Refuse(WrongPhase, "schedule.stand_in")
	}
	if err := s.addStandIn(ev.StandIn, e); err != nil {
		return err
	}
	next := *st.Schedule
	next.Numbers = slices.Clone(next.Numbers)
	for i, n := range next.Numbers {
		if n == ev.For {
			next.Numbers[i] = ev.Player
		}
	}
	st.Schedule = &next
	return nil
}

// sessions returns the planned sessions of a schedule (docs/rules/riichi.md#rii-45).
func (s *State) sessions(chosen int) (int, error) {
	if chosen == 0 {
		chosen = s.Rules.Tables.Sessions
	}
	most := seating.MaxSessions
	if n := s.Rules.Tables.MaxSession; n > 0 {
		most = min(most, n)
	}
	if chosen > most {
		return 0, Refuse(BadInput, "schedule.sessions", "most", most, "sessions", chosen)
	}
	return chosen, nil
}

// SessionsLeft reports whether any session is left to be played, and whether one of
// them is paired but not being played.
func (s *State) SessionsLeft() (open, left bool) {
	open = s.Preview != nil || len(s.Rounds) > 0 && s.Current().Status == Published
	return open, open || len(s.Rounds) < s.PlannedRounds()
}
