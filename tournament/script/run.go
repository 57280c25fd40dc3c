package script

import (
	"slices"

	"topcut/tournament/notice"
)

// Choice is what was chosen in a step.
type Choice struct {
	Step int    // of the plan, from 0
	By   int    // player 0 or 1; None: no player had a choice
	Item string // or side
	Late bool   // drawn, because the player did not choose in time
}

// None is neither of the two players of a run.
const None = -1

// Run is a plan that is being played by two players, 0 and 1.
type Run struct {
	*Plan
	coin    int // who was drawn
	choices []Choice
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

// Next returns the step that comes next, or nil after the last.
func (r *Run) Next() *Turn {
	number, taken, by := 0, 0, None // the step, by how many it was taken, and by whom
	for _, c := range r.choices {
		if taken, by = taken+1, c.By; !r.Steps[c.Step].Both() || taken == 2 {
			number, taken = c.Step+1, 0
		}
	}
	if number == len(r.Steps) {
		return nil
	}
	t := &Turn{Step: r.Steps[number], Number: number}
	a := r.first(t.Part, r.coin)
	switch {
	case t.Both() && taken > 0:
		t.Waits = []int{1 - by}
	case t.Both():
		t.Waits = []int{a, 1 - a}
	case t.who == "A":
		t.Waits = []int{a}
	case t.who == "B":
		t.Waits = []int{1 - a}
	}
	return t
}

// Options returns what can be chosen in the next step.
func (r *Run) Options() []string {
	t := r.Next()
	if t == nil {
		return nil
	}
	part := &r.Parts[t.Part]
	if t.Verb == Side {
		return part.Sides
	}
	out := slices.Clone(part.Items)
	for _, c := range r.choices {
		s := &r.Steps[c.Step]
		if s.Part == t.Part && s.Verb != Side && !(s.Both() && s.Verb == Pick) && !(part.Hidden && c.Step == t.Number) {
			out = slices.DeleteFunc(out, func(item string) bool { return item == c.Item })
		}
	}
	return out
}

// Choose returns the run after a choice in the next step, or an error with its notice.
func (r *Run) Choose(c Choice) (*Run, error) {
	t := r.Next()
	switch {
	case t == nil || t.Number != c.Step:
		return nil, notice.Err("picks.step")
	case len(t.Waits) == 0 && c.By != None, len(t.Waits) > 0 && !slices.Contains(t.Waits, c.By):
		return nil, notice.Err("picks.turn")
	case !slices.Contains(r.Options(), c.Item):
		return nil, notice.Err("picks.gone", "item", notice.Text(c.Item))
	}
	return r.with(c).rest(), nil
}

func (r *Run) with(c Choice) *Run {
	return &Run{Plan: r.Plan, coin: r.coin, choices: append(slices.Clip(r.choices), c)}
}

// rest takes the steps in which nothing is to be chosen.
func (r *Run) rest() *Run {
	for t := r.Next(); t != nil && t.Verb == Left; t = r.Next() {
		r = r.with(Choice{Step: t.Number, By: None, Item: r.Options()[0]})
	}
	return r
}

// Takes reports whether a step is the next one.
func (r *Run) Takes(step int) bool {
	t := r.Next()
	return t != nil && t.Number == step
}

// Hides reports whether what was chosen in a step, now or before an undo, is not to be seen yet.
func (r *Run) Hides(step int) bool {
	t := r.Next()
	return t != nil && t.Number <= step && step < len(r.Steps) && r.Steps[step].Both() && r.Parts[r.Steps[step].Part].Hidden
}

// Seen returns the choices that both players see, in their order.
func (r *Run) Seen() []Choice {
	if i := slices.IndexFunc(r.choices, func(c Choice) bool { return r.Hides(c.Step) }); i >= 0 {
		return r.choices[:i]
	}
	return r.choices
}
