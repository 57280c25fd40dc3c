// Package script has the picks and bans before a match: who removes and who chooses maps,
// characters or stages, in which order, until each game of the match has one.
//
// A script is a line of steps, such as
//
//	ban A, ban B 2, pick A, side B, pick B, left
//
// A step is a verb, who takes it, and how often:
//
//	ban, strike   removes an item
//	pick          chooses the item of the next game
//	side          chooses a side for the game of the item before
//	left          the one item that is left is that of the next game
//	random        a drawn item is that of the next game
//
// A begins and B is the other; with both, each of the two chooses one. What both pick is for the
// same game, one for each player, and stays in the pool. In a hidden script neither sees what
// the other chooses until both have.
//
// A Plan is the scripts of a match, checked: however its players choose, each of its games has
// an item at the end. A Run is a plan that is being played. Neither is ever changed.
package script

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament/notice"
)

// Verb is what is done in a step.
type Verb string

// Verbs.
const (
	Ban    Verb = "ban"
	Strike Verb = "strike"
	Pick   Verb = "pick"
	Side   Verb = "side"
	Left   Verb = "left"
	Random Verb = "random"
)

var verbs = []string{string(Ban), string(Strike), string(Pick), string(Side), string(Left), string(Random)}

// who takes a step.
var who = []string{"A", "B", "both"}

// Most of what a script may have.
const (
	maxItems = 100 // of a pool
	maxSteps = 60  // of a match
	maxCount = 9   // of a step
)

// Part is one script of a match: a line of steps about a pool.
type Part struct {
	Steps  string
	Items  []string
	Sides  []string      // of a game, two; empty = no side is chosen
	First  string        // who is A: Coin, LoserOfCoin, FirstNamed
	Hidden bool          // what both choose is seen once both have
	Clock  time.Duration // for each step; 0 = none
}

// Who begins a part. The first-named player of a bracket match is the better seed.
const (
	Coin        = "coin" // who is drawn
	LoserOfCoin = "loser_of_coin"
	FirstNamed  = "seed"
)

// Step is one step of a plan.
type Step struct {
	Verb Verb
	Part int // of the plan
	Game int // from 1: of which it chooses the item or the side; 0 = it removes one
	who  string
	word string // as it was written
}

// Both reports whether both players take the step.
func (s Step) Both() bool { return s.who == "both" }

// Plan is the checked scripts of a match.
type Plan struct {
	Parts []Part
	Steps []Step
	Games int
}

// New returns the plan of a match of games, by parts in their order. An error names the word
// that does not fit.
func New(parts []Part, games int) (*Plan, error) {
	p := &Plan{Parts: slices.Clone(parts), Games: games}
	have, last := 0, ""
	for i := range p.Parts {
		part := &p.Parts[i]
		if err := part.fits(); err != nil {
			return nil, err
		}
		steps, err := parse(part.Steps)
		if err != nil {
			return nil, err
		}
		c := checker{Part: part, least: len(part.Items), most: len(part.Items)}
		for _, step := range steps {
			step.Part = i
			if err := c.take(&step, games); err != nil {
				return nil, err
			}
			if p.Steps, last = append(p.Steps, step), step.word; len(p.Steps) > maxSteps {
				return nil, notice.Err("script.long", "word", notice.Text(step.word), "most", maxSteps)
			}
		}
		have = max(have, c.games)
	}
	if have < games {
		return nil, notice.Err("script.games", "word", notice.Text(last), "have", have, "games", games)
	}
	return p, nil
}

// fits checks the lists of a part.
func (p *Part) fits() error {
	if len(p.Items) > maxItems {
		return notice.Err("script.pool_large", "word", notice.Text(p.Items[maxItems]), "most", maxItems)
	}
	if n := len(p.Sides); n != 0 && n != 2 {
		return notice.Err("script.sides", "word", notice.Text(p.Sides[0]), "n", n)
	}
	for _, list := range [][]string{p.Items, p.Sides} {
		seen := map[string]bool{}
		for _, item := range list {
			key := strings.ToLower(item)
			switch {
			case strings.TrimSpace(item) != item || item == "" || len(item) > 60:
				return notice.Err("script.item", "word", notice.Text(item), "most", 60)
			case seen[key]:
				return notice.Err("script.item_twice", "word", notice.Text(item))
			}
			seen[key] = true
		}
	}
	return nil
}

// parse reads the steps of a line, one for each time they are taken.
func parse(line string) (out []Step, err error) {
	for text := range strings.SplitSeq(line, ",") {
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil, notice.Err("script.empty", "word", notice.Text(line))
		}
		step := Step{Verb: Verb(words[0]), word: strings.Join(words, " ")}
		if !slices.Contains(verbs, words[0]) {
			return nil, notice.Err("script.verb", "word", notice.Text(words[0]), "known", notice.Texts(verbs))
		}
		rest, count := words[1:], 1
		if step.Verb != Left && step.Verb != Random {
			if len(rest) == 0 || !slices.Contains(who, rest[0]) {
				return nil, notice.Err("script.who", "word", notice.Text(step.word), "known", notice.Texts(who))
			}
			step.who, rest = rest[0], rest[1:]
		}
		if len(rest) > 0 && step.Verb != Left && step.Verb != Side {
			n, err := strconv.Atoi(rest[0])
			if err != nil || n < 1 || n > maxCount {
				return nil, notice.Err("script.count", "word", notice.Text(rest[0]), "step", notice.Text(step.word), "most", maxCount)
			}
			count, rest = n, rest[1:]
		}
		if len(rest) > 0 {
			return nil, notice.Err("script.more", "word", notice.Text(rest[0]), "step", notice.Text(step.word))
		}
		for range count {
			out = append(out, step)
		}
	}
	return out, nil
}

// checker takes the steps of a part, whatever its players choose.
type checker struct {
	*Part
	least, most int // items that are left
	games       int // that have an item
	alone       int // the last game whose one item may still get a side; 0 = none
}

// take checks the next step, and says of which game it is.
func (c *checker) take(s *Step, games int) error {
	need, goes := 1, 1
	switch s.Verb {
	case Side:
		if s.Game = c.alone; s.Game == 0 || s.Both() || len(c.Sides) == 0 {
			return notice.Err("script.side", "word", notice.Text(s.word))
		}
		c.alone = 0
		return nil
	case Ban, Strike:
		if need = 2; s.Both() {
			need, goes = 3, 2
		}
	case Pick, Left, Random:
		if c.games++; c.games > games {
			return notice.Err("script.games", "word", notice.Text(s.word), "have", c.games, "games", games)
		}
		if s.Game, c.alone = c.games, c.games; s.Both() {
			goes, c.alone = 0, 0
		}
	}
	switch {
	case c.least < need:
		return notice.Err("script.items", "word", notice.Text(s.word), "n", c.least)
	case s.Verb == Left && (c.least != 1 || c.most != 1):
		return notice.Err("script.left", "word", notice.Text(s.word), "n", c.most)
	}
	c.least, c.most = c.least-goes, c.most-goes
	if s.Both() && c.Hidden && goes == 2 {
		c.most++ // both may remove the same
	}
	return nil
}
