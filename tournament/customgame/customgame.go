// Package customgame has the games of a server that its organisers describe in a form. A
// Game is what the form asks for, and is written as a ruleset file that extends one of the
// embedded bases and holds a worked example of itself.
package customgame

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

const (
	// MaxName is the most characters of a game's name.
	MaxName = 60
	// MaxAbout is the most characters of the organisers' own words.
	MaxAbout = 200
	// MaxFile is the most bytes of a game's file.
	MaxFile = 48 << 10
	// Prefix begins the id of every game of a server, so that no game of the program has it.
	Prefix = "own-"

	maxID   = 32 // characters
	maxBest = 15 // games
)

// Base is what a game has in common with others, and what the form does not ask for.
type Base string

// Bases.
const (
	Cards   Base = "cards"   // decks, 50 minutes, draws
	Chess   Base = "chess"   // one game, half a point for a draw
	Esports Base = "esports" // matches of several games without draws
)

// Bases returns all bases.
func Bases() []Base { return []Base{Cards, Chess, Esports} }

// Ranking is a list of tiebreakers, which have points before them.
type Ranking string

// Rankings.
const (
	OfBase    Ranking = ""        // as the base has it
	ByCards   Ranking = "cards"   // opponents' match wins, own game wins, opponents' game wins
	ByChess   Ranking = "chess"   // Buchholz, Sonneborn-Berger, direct encounter, wins
	ByEsports Ranking = "esports" // wins, direct encounter, Buchholz, game difference
	ByGames   Ranking = "games"   // game difference, games won, direct encounter
)

// Rankings returns the lists that can be chosen.
func Rankings() []Ranking { return []Ranking{ByCards, ByChess, ByEsports, ByGames} }

// Game is a game of a server as the form has it.
type Game struct {
	ID        string // of its ruleset, with Prefix; it stays when the game is changed
	Name      string
	Base      Base // "" if its file extends another game, which no form does
	BestOf    int  // games of a match, 1 to 15; even only with draws
	Draws     bool // a match may be drawn, except in an elimination
	Ranking   Ranking
	Structure stage.Chain // of its events where none is chosen; the zero chain = as usual
	Picks     Picks       // before a match
	About     string      // the organisers' own words
	Server    string      // name of the server, which is the source
	Date      string      // of this version, YYYY-MM-DD

	More bool // the file says more than the form has: changing it in the form would lose that
}

// New returns a game with what a form suggests for a base.
func New(b Base) Game {
	g := Game{Base: b, BestOf: 3}
	switch b {
	case Cards:
		g.Draws = true
	case Chess:
		g.BestOf, g.Draws = 1, true
	case Esports:
	}
	return g
}

// NewID returns the id of a new game by its name. Taken reports whether a game has an id.
func NewID(name string, taken func(id string) bool) string {
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
	if slug == "" {
		slug = "game"
	}
	id := Prefix + strings.TrimRight(slug[:min(len(slug), maxID-len(Prefix)-4)], "-")
	out := id
	for n := 2; taken(out); n++ {
		out = id + "-" + strconv.Itoa(n)
	}
	return out
}

// validID reports whether an id is one of a server's own game.
func validID(id string) bool {
	rest, ok := strings.CutPrefix(id, Prefix)
	return ok && rest != "" && len(id) <= maxID && !strings.ContainsFunc(rest, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLower(r) && !unicode.IsDigit(r) && r != '-'
	})
}

// Check returns why there cannot be such a game, or nil.
func (g *Game) Check() error {
	name, about := utf8.RuneCountInString(g.Name), utf8.RuneCountInString(g.About)
	switch {
	case !validID(g.ID):
		return notice.Err("own_game.id", "id", notice.Text(g.ID), "prefix", notice.Text(Prefix), "most", maxID)
	case strings.TrimSpace(g.Name) == "" || name > MaxName || strings.ContainsFunc(g.Name, unicode.IsControl):
		return notice.Err("own_game.name", "most", MaxName)
	case !slices.Contains(Bases(), g.Base):
		return notice.Err("own_game.base", "base", notice.Text(string(g.Base)))
	case g.BestOf < 1 || g.BestOf > maxBest:
		return notice.Err("own_game.best", "most", maxBest, "best", g.BestOf)
	case g.BestOf%2 == 0 && !g.Draws:
		return notice.Err("own_game.even", "best", g.BestOf)
	case g.Ranking != OfBase && !slices.Contains(Rankings(), g.Ranking):
		return notice.Err("own_game.ranking", "ranking", notice.Text(string(g.Ranking)))
	case about > MaxAbout:
		return notice.Err("own_game.about", "most", MaxAbout, "chars", about)
	}
	if _, err := time.Parse(time.DateOnly, g.Date); err != nil {
		return notice.Err("ruleset.date", "value", notice.Text(g.Date))
	}
	if len(g.Structure.Stages) > 0 {
		if err := g.Structure.Check(); err != nil {
			return err
		}
	}
	return g.Picks.check()
}

// mostCounted is of how many games matches are at most whose drawn games are counted: there
// are more scores the longer they are.
const mostCounted = 4

// results returns the scores of a match from the winner's side, in Swiss rounds and in an
// elimination. In a game like chess drawn games are counted; in others a match is drawn if
// both sides have won as many games: half of an even number, or as many as time allowed.
func (g *Game) results() (swiss, elimination []string) {
	swiss, elimination = wonScores(g.BestOf), wonScores(g.elimination())
	switch {
	case !g.Draws:
	case g.BestOf == 1:
		swiss = append(swiss, score(0, 0, 1))
	case g.Base == Chess && g.BestOf <= mostCounted:
		swiss = append(swiss, drawnScores(g.BestOf)...)
	case g.BestOf%2 == 0:
		swiss = append(swiss, score(g.BestOf/2, g.BestOf/2, 0))
	default:
		early, level := endedByTime(g.BestOf)
		swiss = slices.Concat(swiss, early, level)
		elimination = append(elimination, early...)
	}
	return swiss, elimination
}

func score(won, lost, drawn int) string {
	s := strconv.Itoa(won) + "-" + strconv.Itoa(lost)
	if drawn > 0 {
		s += "-" + strconv.Itoa(drawn)
	}
	return s
}

// wonScores returns the scores with more than half of n games.
func wonScores(n int) (out []string) {
	for lost := range (n + 1) / 2 {
		out = append(out, score(n/2+1, lost, 0))
	}
	return out
}

// endedByTime returns the scores in which neither player has won more than half of n games.
func endedByTime(n int) (early, level []string) {
	for won := n / 2; won >= 0; won-- {
		for lost := range won {
			early = append(early, score(won, lost, 0))
		}
		level = append(level, score(won, won, 0))
	}
	return early, level
}

// drawnScores returns the scores of n games, all of which are played, beyond wonScores.
func drawnScores(n int) (out []string) {
	for won := n; won >= 0; won-- {
		for lost := min(won, n-won); lost >= 0; lost-- {
			if s := score(won, lost, n-won-lost); !slices.Contains(wonScores(n), s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// elimination returns of how many games the matches of an elimination are, where one side
// has to win: one more than an even number.
func (g *Game) elimination() int { return g.BestOf + 1 - g.BestOf%2 }

// lengths returns the lengths of matches that stages may have: the usual ones, and those of
// the game's own structure.
func (g *Game) lengths() []int { return g.structured(1, 3, 5, 7) }

// needed returns the lengths of matches that the game has wherever it is played as described.
func (g *Game) needed() []int { return g.structured(g.BestOf, g.elimination()) }

// structured returns lengths of matches, and those of the game's own structure.
func (g *Game) structured(out ...int) []int {
	for _, s := range g.Structure.Stages {
		s.Best.Each(func(_ notice.Code, n int) { out = append(out, n) })
	}
	slices.Sort(out)
	return slices.Compact(out)
}
