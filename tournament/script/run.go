package script

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Choice is what was chosen in a step.
type Choice struct {
	Step   int    // of the plan, from 0
	By     int    // player 0 or 1; None: no player had a choice
	Item   string // or side; empty in a hidden step of which a file does not say it
	Late   bool   // drawn, because the player did not choose in time
	Passed bool   // nothing was chosen in time, and nothing is
}

// None is neither of the two players of a run.
const None = -1

// Run is a plan that is being played by two players, 0 and 1.
type Run struct {
	*Plan
	coin    int // who was drawn
	choices []Choice
	won     numbered.List[int] // who has won each game that was reported
}

// Turn is the step that comes next.
type Turn struct {
	Step
	Number int   // of the plan, from 0
	Waits  []int // the players who have still to choose; none: the item is drawn
}

// Begin returns the run of a plan before its first step. coin is the player who was drawn.
func Begin(p *Plan, coin int) *Run { return (&Run{Plan: p, coin: coin}).rest() }

// first returns the player who is A in a part of the plan.
func (p *Plan) first(part, coin int) int {
	switch p.Parts[part].First {
	case FirstNamed:
		return 0
	case LoserOfCoin:
		return 1 - coin
	}
	return coin
}

// takers returns the players who take a step; none: the item is drawn, or nothing is chosen.
func (r *Run) takers(s *Step) []int {
	a := r.first(s.Part, r.coin)
	switch s.who {
	case "A":
		return []int{a}
	case "B":
		return []int{1 - a}
	case "both":
		return []int{a, 1 - a}
	case "winner":
		return []int{*r.won.At(s.after)}
	case "loser":
		return []int{1 - *r.won.At(s.after)}
	}
	return nil
}

// at returns the step that comes next, which is the number of steps after the last, and who
// of both has taken it: None if neither has.
func (r *Run) at() (number, by int) {
	taken := 0
	for _, c := range r.choices {
		if taken++; !r.Steps[c.Step].Both() || taken == 2 {
			number, taken = c.Step+1, 0
		}
	}
	if taken == 0 {
		return number, None
	}
	return number, r.choices[len(r.choices)-1].By
}

// Next returns the step that comes next. It is nil after the last, and while a game has to be
// reported first.
func (r *Run) Next() *Turn {
	number, by := r.at()
	if number == len(r.Steps) || r.Steps[number].after > len(r.won) || r.over() {
		return nil
	}
	t := &Turn{Step: r.Steps[number], Number: number}
	if t.Waits = r.takers(&t.Step); by != None {
		t.Waits = []int{1 - by}
	}
	return t
}

// owner returns whose own item a player means in a step; None where all items are for both.
func (r *Run) owner(s *Step, by int) int {
	switch {
	case r.Parts[s.Part].PerPlayer == 0 || by == None:
		return None
	case s.other:
		return 1 - by
	}
	return by
}

// Options returns what a player can choose in the next step; of None, what can be drawn.
func (r *Run) Options(by int) []string {
	t := r.Next()
	if t == nil {
		return nil
	}
	return r.options(t, by)
}

func (r *Run) options(t *Turn, by int) []string {
	part := &r.Parts[t.Part]
	if t.Verb == Side {
		return part.Sides
	}
	out := slices.Clone(part.Pool())
	for _, c := range r.choices {
		s := &r.Steps[c.Step]
		if s.Part != t.Part || s.Verb == Side || r.owner(s, c.By) != r.owner(&t.Step, by) {
			continue
		}
		gone := s.after == t.after && !s.own
		if s.Game == 0 { // what is banned before the first game is so in all
			gone = (s.after == 0 || s.after == t.after) && !(part.Hidden && c.Step == t.Number)
		}
		if gone {
			out = slices.DeleteFunc(out, func(item string) bool { return item == c.Item })
		}
	}
	if t.after > 0 && t.Game > 0 {
		out = slices.DeleteFunc(out, func(item string) bool { return r.bars(t, by, item) })
	}
	return out
}

// bars reports whether a player cannot choose an item between games because of games before.
func (r *Run) bars(t *Turn, by int, item string) bool {
	for g, winner := range r.won {
		if !slices.ContainsFunc(r.choices, func(c Choice) bool {
			s := &r.Steps[c.Step]
			return c.Item == item && s.Game == g+1 && s.Verb != Side && s.Part == r.of(t.Part, g+1) && s.own == t.own && (!s.own || c.By == by)
		}) {
			continue
		}
		switch r.Parts[t.Part].Barred {
		case Played:
			return true
		case WonHere:
			if winner == by {
				return true
			}
		case LostHere:
			if by != None && winner != by {
				return true
			}
		}
	}
	return false
}

// of returns the part that has the item of a game for a part: itself or, where it has none, the
// first that has one for both players, by whose names items are barred.
func (r *Run) of(part, game int) int {
	other := None
	for _, c := range r.choices {
		switch s := &r.Steps[c.Step]; {
		case s.Game != game || s.Verb == Side:
		case s.Part == part:
			return part
		case other == None && !s.own:
			other = s.Part
		}
	}
	return other
}

// Choose returns the run after a choice in the next step, or an error with its notice.
func (r *Run) Choose(c Choice) (*Run, error) {
	t := r.Next()
	switch {
	case t == nil || t.Number != c.Step:
		return nil, notice.Err("picks.step")
	case len(t.Waits) == 0 && c.By != None, len(t.Waits) > 0 && !slices.Contains(t.Waits, c.By):
		return nil, notice.Err("picks.turn")
	case c.Passed && !r.Passes(t):
		return nil, notice.Err("picks.no_pass")
	case c.Passed, c.Item == "" && t.Both() && r.Parts[t.Part].Hidden:
	case !slices.Contains(r.options(t, c.By), c.Item):
		return nil, notice.Err("picks.gone", "item", notice.Text(c.Item))
	}
	return r.with(c).rest(), nil
}

// Passes reports whether who does not choose in a step in time removes nothing.
func (r *Run) Passes(t *Turn) bool {
	return t.Game == 0 && t.Verb != Reveal && r.Parts[t.Part].Late == Pass
}

func (r *Run) with(c Choice) *Run {
	out := *r
	out.choices = append(slices.Clip(r.choices), c)
	return &out
}

// rest takes the steps in which nothing is to be chosen.
func (r *Run) rest() *Run {
	for t := r.Next(); t != nil; t = r.Next() {
		c := Choice{Step: t.Number, By: None}
		switch t.Verb {
		case Left:
			c.Item = r.options(t, None)[0]
		case Keep:
			c.By, c.Item = t.Waits[0], r.had(&t.Step, t.Waits[0])
		case Reveal:
		default:
			return r
		}
		r = r.with(c)
	}
	return r
}

// had returns a player's own item of the game before the one of a step.
func (r *Run) had(s *Step, by int) string {
	for _, c := range r.choices {
		if before := &r.Steps[c.Step]; before.Part == s.Part && before.Game == s.Game-1 && before.own && c.By == by {
			return c.Item
		}
	}
	return ""
}

// Takes reports whether a step is the next one.
func (r *Run) Takes(step int) bool {
	t := r.Next()
	return t != nil && t.Number == step
}

// Hides reports whether what was chosen in a step, now or before an undo, is not to be seen yet.
func (r *Run) Hides(step int) bool {
	if step < 0 || step >= len(r.Steps) {
		return false
	}
	number, _ := r.at()
	s := &r.Steps[step]
	return s.Both() && r.Parts[s.Part].Hidden && number <= s.shown
}

// Unseen reports whether a file does not say what was chosen, so that what can be drawn after it
// is not known.
func (r *Run) Unseen() bool {
	return slices.ContainsFunc(r.choices, func(c Choice) bool { return c.Item == "" && !c.Passed && r.Steps[c.Step].Verb != Reveal })
}

// Seen returns the choices that both players see, in their order.
func (r *Run) Seen() []Choice {
	var out []Choice
	for _, c := range r.choices {
		if r.Steps[c.Step].Verb != Reveal && !r.Hides(c.Step) {
			out = append(out, c)
		}
	}
	return out
}

// Won returns who has won each game that was reported, player 0 or 1.
func (r *Run) Won() numbered.List[int] { return r.won }

// Score returns how many games each player has won, of those that were reported.
func (r *Run) Score() (score [2]int) {
	for _, by := range r.won {
		score[by]++
	}
	return score
}

// over reports whether the games that were reported decide the match.
func (r *Run) over() bool {
	score := r.Score()
	return max(score[0], score[1])*2 > r.Games || len(r.won) == r.Games
}

// Due returns the game that is being played and has to be reported for the steps after it, or
// 0 if there is none.
func (r *Run) Due() int {
	if !r.Reported || r.over() || r.Next() != nil {
		return 0
	}
	return len(r.won) + 1
}

// Report returns the run after the game that is due was won by a player, and whether that
// decides the match. It returns nil if no game is due.
func (r *Run) Report(by int) (next *Run, decided bool) {
	if r.Due() == 0 || by != 0 && by != 1 {
		return nil, false
	}
	out := *r
	out.won = append(slices.Clip(r.won), by)
	return out.rest(), out.over()
}

// Withdraw returns the run before the last game that was reported, without what was chosen
// since; nil if no game was.
func (r *Run) Withdraw() *Run {
	if len(r.won) == 0 {
		return nil
	}
	out := *r
	out.won = slices.Clip(r.won[:len(r.won)-1])
	out.choices = slices.Clone(r.choices)
	out.choices = slices.DeleteFunc(out.choices, func(c Choice) bool { return r.Steps[c.Step].after > len(out.won) })
	return &out
}
