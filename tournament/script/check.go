package script

import (
	"slices"

	"topcut/tournament/notice"
)

// checker takes the steps of a part, whatever its players choose and whichever of them wins.
type checker struct {
	*Part
	match       int  // games of the match
	least, most int  // items that are left in the line
	banned      int  // items that the first line removes at most
	games       int  // that have an item by the first line
	alone       int  // the last game whose one item may still get a side; 0 = none
	after       int  // games before the line
	barred      int  // items that games before bar at most
	had, owns   bool // each player has an item of their own in the game before, and in this one
}

// next begins the line before a later game.
func (c *checker) next(steps []Step, game int) error {
	c.had, c.alone, c.after, c.barred = c.owns, 0, game-1, 0
	c.least = len(c.Pool()) - c.banned
	c.most = c.least
	if c.banned > 0 && (c.Late == Pass || c.Hidden) {
		c.most = len(c.Pool())
	}
	switch c.Barred {
	case Played:
		c.barred = game - 1
	case WonHere, LostHere:
		c.barred = min(game-1, c.match/2)
	}
	return c.own(steps)
}

// own says which steps of a line between games choose for one player, and checks that together
// they choose the item of one game.
func (c *checker) own(steps []Step) error {
	var chosen []*Step
	for i := range steps {
		if s := &steps[i]; slices.Contains([]Verb{Pick, Keep, Left, Random}, s.Verb) {
			chosen = append(chosen, s)
		}
	}
	pair := len(chosen) == 2 && apart(chosen[0], chosen[1])
	switch {
	case len(chosen) == 0:
		return notice.Err("script.between", "word", notice.Text(steps[len(steps)-1].word))
	case len(chosen) > 1 && !pair:
		return notice.Err("script.between", "word", notice.Text(chosen[len(chosen)-1].word))
	}
	c.owns = pair || chosen[0].Both()
	for _, s := range chosen {
		if s.own = c.owns; s.Verb == Keep && (!pair || s.Both() || !c.keeps(s)) {
			return notice.Err("script.keep", "word", notice.Text(s.word))
		}
	}
	return nil
}

// apart reports whether two steps choose an item for each of the two players.
func apart(a, b *Step) bool {
	own := []Verb{Pick, Keep}
	who := []string{a.who, b.who}
	slices.Sort(who)
	return slices.Contains(own, a.Verb) && slices.Contains(own, b.Verb) && (slices.Equal(who, []string{"A", "B"}) || slices.Equal(who, []string{"loser", "winner"}))
}

// keeps reports whether the item of the game before is not barred for who keeps it.
func (c *checker) keeps(s *Step) bool {
	switch c.Barred {
	case WonHere:
		return s.who == "loser"
	case LostHere:
		return s.who == "winner"
	}
	return c.Barred != Played
}

// take checks the next step, and says of which game it is.
func (c *checker) take(s *Step) error {
	need, goes := 1, 1
	switch s.Verb {
	case Reveal:
		return nil
	case Side:
		if s.Game = c.alone; s.Game == 0 || s.Both() || len(c.Sides) == 0 {
			return notice.Err("script.side", "word", notice.Text(s.word))
		}
		c.alone = 0
		return nil
	case Ban, Strike:
		if need = 2; s.Both() && c.PerPlayer == 0 {
			need, goes = 3, 2
		}
	case Pick, Keep, Left, Random:
		if err := c.chooses(s); err != nil {
			return err
		}
		if need = 1 + c.barred; s.own || c.after > 0 {
			goes = 0
		}
	}
	switch {
	case c.least < need:
		return notice.Err("script.items", "word", notice.Text(s.word), "n", max(0, c.least-c.barred))
	case s.Verb == Left && (c.least != 1 || c.most != 1):
		return notice.Err("script.left", "word", notice.Text(s.word), "n", c.most)
	case s.Verb == Keep && !c.had:
		return notice.Err("script.keep", "word", notice.Text(s.word))
	}
	c.least, c.most = c.least-goes, c.most-goes
	if s.Game == 0 && c.after == 0 {
		c.banned += goes
	}
	switch {
	case s.Game == 0 && c.Late == Pass:
		c.most += goes
	case s.Both() && c.Hidden && goes == 2:
		c.most++ // both may remove the same
	}
	return nil
}

// chooses checks a step that chooses the item of a game.
func (c *checker) chooses(s *Step) error {
	if c.after > 0 {
		s.Game = c.after + 1
	} else if c.games++; c.games > c.match {
		return notice.Err("script.games", "word", notice.Text(s.word), "have", c.games, "games", c.match)
	} else {
		s.Game, s.own = c.games, s.Both()
		c.owns = s.own
	}
	if c.PerPlayer > 0 && !s.own {
		return notice.Err("script.own", "word", notice.Text(s.word))
	}
	if c.alone = s.Game; s.own {
		c.alone = 0
	}
	return nil
}
