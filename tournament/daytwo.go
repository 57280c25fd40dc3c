package tournament

import (
	"fmt"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
)

// DayTwo is a second phase of Swiss rounds: whoever has enough points plays on
// with all points and tiebreakers, the others have their final places (LOR-40,
// the two-phase events of RULESETS.md 1.3). The zero value is an event of one
// phase.
type DayTwo struct {
	Points int `json:"points,omitempty"` // fewest match points to play on
	Least  int `json:"least,omitempty"`  // at least so many play on, the best ones; 0 = by points alone
	Rounds int `json:"rounds,omitempty"` // Swiss rounds of the second phase
}

// String says the second phase in the words of an announcement.
func (t DayTwo) String() string {
	switch {
	case t.Rounds == 0:
		return "none"
	case t.Points == 0:
		return fmt.Sprintf("the best %d play %s more", t.Least, plural(t.Rounds, "round", "rounds"))
	case t.Least == 0:
		return fmt.Sprintf("everybody with %d points or more plays %s more", t.Points, plural(t.Rounds, "round", "rounds"))
	}
	return fmt.Sprintf("everybody with %d points or more, and the best %d at least, plays %s more", t.Points, t.Least, plural(t.Rounds, "round", "rounds"))
}

// validate says what is wrong with a second phase.
func (t DayTwo) validate(f Format) error {
	switch {
	case t == DayTwo{}:
		return nil
	case f != FormatSwiss:
		return RefuseText(BadInput, "A second day of rounds follows on Swiss rounds, not on %s.", f)
	case t.Rounds < 1 || t.Rounds > MaxRounds:
		return RefuseText(BadInput, "The second day has 1 to %d rounds, not %d.", MaxRounds, t.Rounds)
	case t.Points < 0 || t.Points > 1000 || t.Least < 0 || t.Least > MaxPlayers || t.Points == 0 && t.Least < 2:
		return RefuseText(BadInput, "Say who plays on the second day: everybody with so many points (1 to 1000), or at least so many players (2 to %d).", MaxPlayers)
	}
	return nil
}

// DayTwoState is the second phase once it has begun.
type DayTwoState struct {
	Players    []int // who play on, best first
	FirstRound int
}

// DayTwoBegan ends the first phase. Whoever does not play on stays in the
// standings and has a place behind those who do.
type DayTwoBegan struct {
	Players []int `json:"players"`
	Rounds  int   `json:"rounds"` // of the second phase
}

func (ev *DayTwoBegan) apply(s *State, _ *Envelope) error {
	if r := s.Current(); s.Phase != Running || r == nil || r.Status != Done || s.Preview != nil || s.Cut != nil || s.DayTwo != nil {
		return RefuseText(WrongPhase, "The second day begins once, after the last round of the first and before a cut.")
	}
	for _, n := range ev.Players {
		if s.Player(n) == nil {
			return RefuseText(NotFound, "There is no player %d.", n)
		}
	}
	s.DayTwo = &DayTwoState{Players: ev.Players, FirstRound: len(s.Rounds) + 1}
	s.SwissRounds = len(s.Rounds) + ev.Rounds
	return nil
}

// DayTwoDue reports whether the first phase is played and the second is next.
func (s *State) DayTwoDue() bool {
	return s.DayTwoPlan.Rounds > 0 && s.DayTwo == nil && s.Cut == nil && s.Phase == Running && s.LastDone() >= s.SwissRounds
}

// PlaysOn reports whether player n takes part in the rounds that are still to be
// played: not left, and not ended with the first phase.
func (s *State) PlaysOn(n int) bool {
	return s.Taking(n) && (s.DayTwo == nil || slices.Contains(s.DayTwo.Players, n))
}

// beginDayTwo lets those play on who have earned it.
func (d *decision) beginDayTwo() error {
	s := d.after
	t, err := s.Table(-1)
	if err != nil {
		return err
	}
	u := unit(t)
	lines := make([]bracket.Standing, len(t.Rows))
	for i := range t.Rows {
		lines[i] = bracket.Standing{Points: units(t.Rows[i].Points, u), Out: !s.Taking(int(t.Rows[i].Player) + 1)}
	}
	plan := s.DayTwoPlan
	cut := bracket.Cut{Top: plan.Least, HasPoints: plan.Points > 0, MinPoints: int64(plan.Points) * u}
	ev := &DayTwoBegan{Rounds: plan.Rounds}
	for _, i := range bracket.Qualify(cut, lines) {
		ev.Players = append(ev.Players, int(t.Rows[i].Player)+1)
	}
	if len(ev.Players) < 2 {
		return RefuseText(WrongPhase, "Only %s enough points for the second day; change it with /tournament settings.", plural(len(ev.Players), "player has", "players have"))
	}
	return d.emit(ev)
}

// SwissOver reports whether no Swiss round is to be played any more: all that
// were announced are, or the event ends with one unbeaten player and there is
// one.
func (s *State) SwissOver() bool {
	if s.DayTwoDue() {
		return false
	}
	return len(s.Rounds) >= s.SwissRounds || s.Settings.UntilUnbeaten && s.LastDone() == len(s.Rounds) && s.oneUnbeaten()
}

// oneUnbeaten reports whether one player, or one of each division that plays
// apart, has won every round (PKM-04, PKM-11, MTR 3.1). Where the last unbeaten
// player has left, all rounds are played.
func (s *State) oneUnbeaten() bool {
	rounds := len(s.Rounds)
	t, err := s.Table(-1)
	if err != nil || rounds == 0 {
		return false
	}
	unbeaten := map[int16]int{}
	apart := s.Rules.DivisionMode(s.divisionSizes()) == "separate"
	for i := range t.Rows {
		l := s.Ledger.Players[t.Rows[i].Player]
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

// standby takes players who only play to make the number even (MEC-13) out of a
// field that is even without them, and leaves one of them, who has played least,
// in a field that is odd.
func (s *State) standby(players []int, byes int) []int {
	var spare, field []int
	for _, n := range players {
		if s.Ledger.Players[n-1].StandIn {
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
