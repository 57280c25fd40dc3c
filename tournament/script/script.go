// Package script has the picks and bans of a match: who removes and who chooses maps,
// characters, stages or decks, in which order, until each game of the match has one.
//
// A script is a line of steps before the first game, such as
//
//	ban A, ban B 2, pick A, side B, pick B, left
//
// and a line of steps before each later game that the first line gives no item, such as
//
//	ban winner 2, pick loser
//
// A step is a verb, who takes it, and how often:
//
//	ban, strike   removes an item: in the first line for the match, else for the next game
//	pick          chooses the item of the next game
//	side          chooses a side for the game of the item before
//	keep          has a player's item of the game before again
//	left          the one item that is left is that of the next game
//	random        a drawn item is that of the next game
//	reveal        shows what both have picked in a hidden script, which is unseen until then
//
// A begins and B is the other; winner and loser are those of the game before. With both, each of
// the two chooses one. What both pick is for the same game, one for each player, and stays in
// the pool; so are a pick of one and a pick or keep of the other before a later game. In a hidden
// script neither sees what the other chooses until both have.
//
// Each player can have items of their own instead of a pool, such as decks. They are known by
// their numbers, from "1"; with "of_other" a player bans one of the opponent's.
//
// A Plan is the scripts of a match, checked: however its players choose and whichever of them wins, each of
// its games has an item in time. A Run is a plan that is being played. Neither is ever changed.
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
	Keep   Verb = "keep"
	Left   Verb = "left"
	Random Verb = "random"
	Reveal Verb = "reveal"
)

var verbs = []string{string(Ban), string(Strike), string(Pick), string(Side), string(Keep), string(Left), string(Random), string(Reveal)}

// who takes a step before the first game, and before a later one.
var (
	who   = []string{"A", "B", "both"}
	later = append(slices.Clip(who), "winner", "loser")
)

// ofOther says that a ban is of an item of the opponent.
const ofOther = "of_other"

// Most of what a script may have.
const (
	maxItems = 100 // of a pool
	maxSteps = 60  // of a match
	maxCount = 9   // of a step
	maxOwn   = 9   // items of a player
)

// Part is one script of a match: lines of steps about a pool.
type Part struct {
	Steps     string // before the first game
	Between   string // before each later game that has no item by Steps; empty = the games are not reported one by one
	Barred    string // what cannot be chosen between games: NotBarred, Played, WonHere, LostHere
	Items     []string
	PerPlayer int           // how many items each player has instead of Items; 0 = none
	Sides     []string      // of a game, two; empty = no side is chosen
	First     string        // who is A: Coin, LoserOfCoin, FirstNamed
	Hidden    bool          // what both choose is seen once both have
	Clock     time.Duration // for each step; 0 = none
	Late      string        // what happens to a step whose time is up: Draw, Pass
}

// Who begins a part. The first-named player of a bracket match is the better seed.
const (
	Coin        = "coin" // who is drawn
	LoserOfCoin = "loser_of_coin"
	FirstNamed  = "seed"
)

// What cannot be chosen between games. What each player chooses for themselves is barred for
// the player who chose it.
const (
	NotBarred = "none"
	Played    = "played"    // in an earlier game
	WonHere   = "won_here"  // in a game that the player won
	LostHere  = "lost_here" // in a game that the player lost
)

// What happens to a step whose time is up.
const (
	Draw = "random" // it is drawn
	Pass = "pass"   // nothing is removed; an item for a game is drawn
)

// Step is one step of a plan.
type Step struct {
	Verb  Verb
	Part  int  // of the plan
	Game  int  // from 1: of which it chooses the item or the side; 0 = it removes one
	own   bool // its item is the player's who takes it, not of both
	other bool // it is about an item of the opponent
	after int  // how many games are over before it
	shown int  // the step after which what it chooses is seen
	who   string
	word  string // as it was written
}

// Both reports whether both players take the step.
func (s Step) Both() bool { return s.who == "both" }

// Before returns the game before which a step is taken: 1 for those of the first line.
func (s Step) Before() int { return s.after + 1 }

// Owner returns whose items a step is about where players have items of their own, if by takes it.
func (s Step) Owner(by int) int {
	if s.other {
		return 1 - by
	}
	return by
}

// Plan is the checked scripts of a match.
type Plan struct {
	Parts    []Part
	Steps    []Step
	Games    int
	Reported bool // games are reported one by one, since steps come between them
}

// New returns the plan of a match of games, by parts in their order. An error names the word
// that does not fit.
func New(parts []Part, games int) (*Plan, error) {
	p := &Plan{Parts: slices.Clone(parts), Games: games}
	checks := make([]checker, len(parts))
	has := make([]bool, games+1) // an item, by game
	for i := range p.Parts {
		part := &p.Parts[i]
		if err := part.fits(); err != nil {
			return nil, err
		}
		c := &checks[i]
		*c = checker{Part: part, match: games, least: len(part.Pool()), most: len(part.Pool())}
		if err := p.begin(i, c); err != nil {
			return nil, err
		}
		for g := 1; g <= c.games; g++ {
			has[g] = true
		}
	}
	for g := 2; g <= games; g++ {
		for i := range p.Parts {
			if c := &checks[i]; g > c.games && c.Between != "" {
				if err := p.goOn(i, c, g); err != nil {
					return nil, err
				}
				has[g], p.Reported = true, true
			}
		}
	}
	if g := slices.Index(has[1:], false); g >= 0 && len(parts) > 0 {
		word := parts[len(parts)-1].Between
		for i := range p.Steps {
			word = p.Steps[i].word
		}
		return nil, notice.Err("script.games", "word", notice.Text(word), "have", g, "games", games)
	}
	return p, nil
}

// begin adds the steps of a part before the first game.
func (p *Plan) begin(i int, c *checker) error {
	if strings.TrimSpace(c.Steps) == "" && c.Between != "" {
		return nil
	}
	steps, err := parse(c.Steps, who, c.PerPlayer > 0)
	if err != nil {
		return err
	}
	return p.add(i, c, steps)
}

// goOn adds the steps of a part before a later game.
func (p *Plan) goOn(i int, c *checker, game int) error {
	steps, err := parse(c.Between, later, c.PerPlayer > 0)
	if err != nil {
		return err
	}
	if err := c.next(steps, game); err != nil {
		return err
	}
	return p.add(i, c, steps)
}

// add adds the steps of a line.
func (p *Plan) add(i int, c *checker, steps []Step) error {
	first := len(p.Steps)
	for n := range steps {
		step := &steps[n]
		step.Part, step.after, step.shown = i, c.after, len(p.Steps)
		if err := c.take(step); err != nil {
			return err
		}
		p.Steps = append(p.Steps, *step)
		if step.Verb == Reveal && !p.reveal(first) {
			return notice.Err("script.reveal", "word", notice.Text(step.word))
		}
		if len(p.Steps) > maxSteps {
			return notice.Err("script.long", "word", notice.Text(step.word), "most", maxSteps)
		}
	}
	return nil
}

// reveal has what both pick before the last step seen after it, from a step of its line on. It
// reports whether there is something that is not seen before.
func (p *Plan) reveal(first int) (any bool) {
	last := len(p.Steps) - 1
	for i := first; i < last; i++ {
		if s := &p.Steps[i]; s.Both() && s.Verb == Pick && s.shown == i && p.Parts[s.Part].Hidden {
			s.shown, any = last, true
		}
	}
	return any
}

// Pool returns what there is to choose from: of own items, their numbers.
func (p *Part) Pool() []string {
	if p.PerPlayer == 0 {
		return p.Items
	}
	var out []string
	for n := range p.PerPlayer {
		out = append(out, strconv.Itoa(n+1))
	}
	return out
}

// fits checks the lists of a part, and what its lines need.
func (p *Part) fits() error {
	if len(p.Items) > maxItems {
		return notice.Err("script.pool_large", "word", notice.Text(p.Items[maxItems]), "most", maxItems)
	}
	if n := len(p.Sides); n != 0 && n != 2 {
		return notice.Err("script.sides", "word", notice.Text(p.Sides[0]), "n", n)
	}
	if p.Barred != "" && p.Barred != NotBarred && p.Between == "" {
		return notice.Err("script.barred", "word", notice.Text(p.Barred))
	}
	if p.Between != "" { // it is read also where a match has no later game
		steps, err := parse(p.Between, later, p.PerPlayer > 0)
		if err != nil {
			return err
		}
		if err := (&checker{Part: p}).own(steps); err != nil {
			return err
		}
	}
	for _, list := range [][]string{p.Items, p.Sides} {
		if err := fitsList(list); err != nil {
			return err
		}
	}
	return nil
}

func fitsList(list []string) error {
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
	return nil
}

// parse reads the steps of a line, one for each time they are taken. own allows bans of the
// opponent's items.
func parse(line string, who []string, own bool) (out []Step, err error) {
	for text := range strings.SplitSeq(line, ",") {
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil, notice.Err("script.empty", "word", notice.Text(line))
		}
		step, count, err := parseStep(words, who, own)
		if err != nil {
			return nil, err
		}
		for range count {
			out = append(out, step)
		}
	}
	return out, nil
}

// parseStep reads a step, and how often it is taken.
func parseStep(words, who []string, own bool) (step Step, count int, err error) {
	step, count = Step{Verb: Verb(words[0]), word: strings.Join(words, " ")}, 1
	if !slices.Contains(verbs, words[0]) {
		return step, 0, notice.Err("script.verb", "word", notice.Text(words[0]), "known", notice.Texts(verbs))
	}
	rest := words[1:]
	removes, taken := step.Verb == Ban || step.Verb == Strike, !slices.Contains([]Verb{Left, Random, Reveal}, step.Verb)
	if taken {
		if len(rest) == 0 || !slices.Contains(who, rest[0]) {
			return step, 0, notice.Err("script.who", "word", notice.Text(step.word), "known", notice.Texts(who))
		}
		step.who, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 && removes && own && rest[len(rest)-1] == ofOther {
		step.other, rest = true, rest[:len(rest)-1]
	}
	if len(rest) > 0 && (removes || step.Verb == Pick || step.Verb == Random) {
		n, err := strconv.Atoi(rest[0])
		if err != nil || n < 1 || n > maxCount {
			return step, 0, notice.Err("script.count", "word", notice.Text(rest[0]), "step", notice.Text(step.word), "most", maxCount)
		}
		count, rest = n, rest[1:]
	}
	if len(rest) > 0 {
		return step, 0, notice.Err("script.more", "word", notice.Text(rest[0]), "step", notice.Text(step.word))
	}
	return step, count, nil
}
