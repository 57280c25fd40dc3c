package tournament

import (
	"slices"
	"time"

	"topcut/tournament/script"
)

// Picks are the picks and bans of a match that have begun. A result, or a report of one, ends
// them: they hold up no match.
type Picks struct {
	*script.Run
	Players [2]int    // of the run
	At      time.Time // when the present step began
	Seq     int64     // the event with which it did
}

// ScriptBegun begins the picks and bans of a match.
type ScriptBegun struct {
	Place
	Player int `json:"player"`
	Coin   int `json:"coin"` // the player who was drawn
}

func (ev *ScriptBegun) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	switch {
	case !s.MayPick(ev.Place):
		return Refuse(WrongPhase, "picks.none")
	case l.Seat(int32(ev.Player-1)) < 0 || l.Seat(int32(ev.Coin-1)) < 0:
		return Refuse(NotAllowed, "match.not_yours")
	}
	s.pressed(ev.Player, e.Time)
	m.Picks = &Picks{Run: script.Begin(s.PicksOf(ev.Place), l.Seat(int32(ev.Coin-1))), Players: [2]int{int(l.Seats[0]) + 1, int(l.Seats[1]) + 1}, At: e.Time, Seq: e.Seq}
	return nil
}

// ItemPicked is a player's choice in a step of the picks and bans of a match.
type ItemPicked struct {
	Place
	Player int    `json:"player"`
	Step   int    `json:"step"`           // from 0
	Item   string `json:"item,omitempty"` // or side; empty in a file as long as the opponent may not see it
}

func (ev *ItemPicked) apply(s *State, e *Envelope) error {
	if _, l := s.Match(ev.Round, ev.Match); l == nil || l.Seat(int32(ev.Player-1)) < 0 {
		return Refuse(NotAllowed, "match.not_yours")
	}
	s.pressed(ev.Player, e.Time)
	return s.choose(ev.Place, ev.Player, script.Choice{Step: ev.Step, Item: ev.Item}, e)
}

// ItemDrawn is a choice by the seed of the round: in a step that says so, or for a player who
// has not chosen in time.
type ItemDrawn struct {
	Place
	Player int    `json:"player,omitempty"` // who did not choose; 0 = a step that is drawn
	Step   int    `json:"step"`
	Item   string `json:"item"` // empty in a file as long as the opponent may not see it
}

func (ev *ItemDrawn) apply(s *State, e *Envelope) error {
	return s.choose(ev.Place, ev.Player, script.Choice{Step: ev.Step, Item: ev.Item, Late: ev.Player > 0}, e)
}

// StepPassed leaves a step of the picks and bans of a match without a choice, since a player has
// not chosen in time.
type StepPassed struct {
	Place
	Player int `json:"player"`
	Step   int `json:"step"` // from 0
}

func (ev *StepPassed) apply(s *State, e *Envelope) error {
	return s.choose(ev.Place, ev.Player, script.Choice{Step: ev.Step, Late: true, Passed: true}, e)
}

// GameReported says who has won a game of a match, by a player of it, where picks and bans come
// before the next. It decides nothing: the last game is the report of the match.
type GameReported struct {
	Place
	Game   int `json:"game"`   // from 1
	Player int `json:"player"` // who said so
	Winner int `json:"winner"`
}

func (ev *GameReported) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	if m == nil || l.Seat(int32(ev.Player-1)) < 0 || l.Seat(int32(ev.Winner-1)) < 0 {
		return Refuse(NotAllowed, "match.not_yours")
	}
	s.pressed(ev.Player, e.Time)
	if s.GameDue(ev.Place) != ev.Game {
		return Refuse(Conflict, "picks.game_step")
	}
	run, decided := m.Picks.Report(slices.Index(m.Picks.Players[:], ev.Winner))
	if decided {
		return Refuse(BadInput, "picks.game_last")
	}
	m.met()
	m.Picks = &Picks{Run: run, Players: m.Picks.Players, At: e.Time, Seq: e.Seq}
	return nil
}

// GameWithdrawn takes the last game that was reported back, and what was chosen after it.
type GameWithdrawn struct {
	Place
	Game   int `json:"game"`
	Player int `json:"player"` // who said so
}

func (ev *GameWithdrawn) apply(s *State, e *Envelope) error {
	m, l := s.change(ev.Round, ev.Match)
	switch {
	case m == nil || l.Seat(int32(ev.Player-1)) < 0:
		return Refuse(NotAllowed, "match.not_yours")
	case ev.Game < 1 || s.GamesReported(ev.Place) != ev.Game || !s.picking(ev.Place):
		return Refuse(Conflict, "picks.game_step")
	}
	s.pressed(ev.Player, e.Time)
	m.Picks = &Picks{Run: m.Picks.Withdraw(), Players: m.Picks.Players, At: e.Time, Seq: e.Seq}
	return nil
}

// GameDue returns the game of a match that is being played and is reported by itself, or 0.
func (s *State) GameDue(at Place) int {
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil || !s.picking(at) {
		return 0
	}
	return m.Picks.Due()
}

// GamesReported returns how many games of a match were reported one by one.
func (s *State) GamesReported(at Place) int {
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil {
		return 0
	}
	return len(m.Picks.Won())
}

// choose takes a choice of a player, or of the seed, in the present step.
func (s *State) choose(at Place, player int, c script.Choice, e *Envelope) error {
	if s.PickTurn(at) == nil {
		return Refuse(WrongPhase, "picks.over")
	}
	m, _ := s.change(at.Round, at.Match)
	p := *m.Picks
	c.By = slices.Index(p.Players[:], player) // script.None for no player
	run, err := p.Choose(c)
	if err != nil {
		return RefuseAs(Conflict, err)
	}
	if p.Run = run; !run.Takes(c.Step) {
		p.At, p.Seq = e.Time, e.Seq
	}
	m.Picks = &p
	return nil
}

// PicksOf returns the picks and bans of a match, or nil if it has none.
func (s *State) PicksOf(at Place) *script.Plan {
	m, l := s.Match(at.Round, at.Match)
	if m == nil || l.N != 2 {
		return nil
	}
	return s.RulesOf(at.Match, l).Picks(m.Part)
}

// picking reports whether players of a match may pick and ban now.
func (s *State) picking(at Place) bool {
	m, _ := s.Match(at.Round, at.Match)
	return m != nil && s.Phase == Running && s.Rounds.At(at.Round).Status != Published &&
		!m.Confirmed && !m.Disputed && m.Report == nil && !m.Void() && (len(m.Boards) == 0 || m.Open())
}

// MayPick reports whether the picks and bans of a match can begin.
func (s *State) MayPick(at Place) bool {
	m, _ := s.Match(at.Round, at.Match)
	return s.picking(at) && m.Picks == nil && s.PicksOf(at) != nil
}

// PickTurn returns the present step of the picks and bans of a match, or nil.
func (s *State) PickTurn(at Place) *script.Turn {
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil || !s.picking(at) {
		return nil
	}
	return m.Picks.Next()
}

// PickEnds returns when the time of player n for the present step is over, or zero.
func (s *State) PickEnds(at Place, n int) (end time.Time) {
	t := s.PickTurn(at)
	if t == nil || !s.Rounds.At(at.Round).PausedAt.IsZero() {
		return end
	}
	m, _ := s.Match(at.Round, at.Match)
	clock, by := m.Picks.Parts[t.Part].Clock, slices.Index(m.Picks.Players[:], n)
	if clock == 0 || !slices.Contains(t.Waits, by) {
		return end
	}
	from, long, runs := s.resumed(pickDue(at, m.Picks), m.Picks.At, clock)
	if !runs {
		return end
	}
	return s.graceEnds(m, n, from, long)
}

func pickDue(at Place, p *Picks) Due {
	return Due{Kind: DuePick, Round: at.Round, Match: at.Match, Asked: p.Seq}
}

// PickPasses reports whether nothing is chosen for who is late in the present step of a match.
func (s *State) PickPasses(at Place) bool {
	t := s.PickTurn(at)
	m, _ := s.Match(at.Round, at.Match)
	return t != nil && m.Picks.Passes(t)
}

// pickDeadlines adds the ends of the time for steps of picks and bans, each once for both
// players.
func (s *State) pickDeadlines(add func(time.Time, Due)) {
	for r := s.FirstPlayed(); r <= len(s.Rounds) && len(s.GameRules().Scripts) > 0; r++ {
		for number := range s.Contests(r) {
			var first time.Time
			at := Place{r, number}
			for _, n := range s.PickWaits(at) {
				if end := s.PickEnds(at, n); !end.IsZero() && (first.IsZero() || end.Before(first)) {
					first = end
				}
			}
			if m, _ := s.Match(r, number); !first.IsZero() {
				add(first, pickDue(at, m.Picks))
			}
		}
	}
}

// PickWaits returns the players for whom the picks and bans of a match wait.
func (s *State) PickWaits(at Place) (out []int) {
	if t := s.PickTurn(at); t != nil {
		m, _ := s.Match(at.Round, at.Match)
		for _, by := range t.Waits {
			out = append(out, m.Picks.Players[by])
		}
	}
	return out
}

// Hidden reports whether the opponent may not see yet what was chosen in a step.
func (s *State) Hidden(at Place, step int) bool {
	m, _ := s.Match(at.Round, at.Match)
	switch plan := s.PicksOf(at); {
	case m == nil || plan == nil:
		return false
	case m.Picks == nil: // it was undone
		return script.Begin(plan, 0).Hides(step)
	}
	return m.Picks.Hides(step)
}

// shownPick returns an event of picks and bans without an item that an opponent may not see yet.
func (s *State) shownPick(ev Event) Event {
	switch ev := ev.(type) {
	case *ItemPicked:
		if s.Hidden(ev.Place, ev.Step) {
			return &ItemPicked{Place: ev.Place, Player: ev.Player, Step: ev.Step}
		}
	case *ItemDrawn:
		if s.Hidden(ev.Place, ev.Step) {
			return &ItemDrawn{Place: ev.Place, Player: ev.Player, Step: ev.Step}
		}
	}
	return ev
}
