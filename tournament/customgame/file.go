package customgame

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/textfile"
)

// file is a Game as a ruleset file. Points of a base are not changed, so they are not in it.
type file struct {
	ID      string       `toml:"id"`
	Name    string       `toml:"name"`
	Game    string       `toml:"game"`
	Version string       `toml:"version"`
	Date    string       `toml:"date"`
	Extends string       `toml:"extends"`
	Chain   string       `toml:"chain,omitempty"`
	Sources []fileSource `toml:"sources"`
	Match   struct {
		Games            int   `toml:"games"`
		EliminationGames int   `toml:"elimination_games"`
		Best             []int `toml:"best"`
	} `toml:"match"`
	Results struct {
		Swiss       []string `toml:"swiss"`
		Elimination []string `toml:"elimination"`
	} `toml:"results"`
	Draws struct {
		Allowed bool `toml:"allowed"`
	} `toml:"draws"`
	Bye     *fileGames          `toml:"bye,omitempty"`
	Forfeit *fileGames          `toml:"forfeit,omitempty"`
	Drop    *fileGames          `toml:"drop,omitempty"`
	Ranking *fileRanking        `toml:"ranking,omitempty"`
	Texts   map[string]string   `toml:"texts,omitempty"`
	Pools   map[string]filePool `toml:"pool,omitempty"`
	Scripts []fileScript        `toml:"script,omitempty"`
}

type filePool struct {
	Items     []string `toml:"items,omitempty"`
	PerPlayer int      `toml:"per_player,omitempty"`
	Distinct  string   `toml:"distinct,omitempty"`
}

type fileScript struct {
	Best    int      `toml:"best,omitempty"`
	Pool    string   `toml:"pool"`
	Start   string   `toml:"start,omitempty"`
	Between string   `toml:"between,omitempty"`
	Barred  string   `toml:"barred,omitempty"`
	First   string   `toml:"first,omitempty"`
	Sides   []string `toml:"sides,omitempty"`
	Hidden  bool     `toml:"hidden,omitempty"`
	Clock   string   `toml:"clock,omitempty"`
	Late    string   `toml:"late,omitempty"`
}

type fileSource struct {
	Title string `toml:"title"`
	Date  string `toml:"date"`
}

type fileGames struct {
	Games [3]int `toml:"games"`
}

type fileRanking struct {
	Tiebreaks  []fileTiebreak `toml:"tiebreaks"`
	RoundRobin []fileTiebreak `toml:"round_robin"`
}

type fileTiebreak struct {
	Func     string `toml:"func"`
	Floor    string `toml:"floor,omitempty"`
	Method   string `toml:"method,omitempty"`
	Decimals int    `toml:"decimals,omitempty"`
}

// rankings are the tiebreakers of each list, after Swiss rounds and after a round robin.
var rankings = map[Ranking]fileRanking{
	ByCards: {Tiebreaks: []fileTiebreak{{Func: "omw", Floor: "33/100"}, {Func: "gwp", Floor: "33/100"}, {Func: "ogw", Floor: "33/100"}}},
	ByChess: {
		Tiebreaks: []fileTiebreak{
			{Func: "buchholzCut1", Decimals: 1}, {Func: "buchholz", Decimals: 1}, {Func: "sonnebornBerger", Decimals: 2}, {Func: "directEncounter"}, {Func: "wins"},
		},
		RoundRobin: []fileTiebreak{{Func: "directEncounter"}, {Func: "wins"}, {Func: "sonnebornBerger", Method: "played", Decimals: 2}},
	},
	ByEsports: {Tiebreaks: []fileTiebreak{{Func: "wins"}, {Func: "directEncounter"}, {Func: "buchholz"}, {Func: "gameDiff"}}},
	ByGames:   {Tiebreaks: []fileTiebreak{{Func: "gameDiff"}, {Func: "gameWins"}, {Func: "directEncounter"}}},
}

// TOML returns the ruleset file of a game, with its worked example.
func (g *Game) TOML(lib *rules.Library) ([]byte, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	f, err := g.file()
	if err != nil {
		return nil, err
	}
	data, err := toml.Marshal(f)
	if err != nil {
		return nil, err
	}
	if data, err = Work(lib, data); err == nil {
		err = fits(data)
	}
	return data, err
}

func fits(data []byte) error {
	if len(data) > MaxFile {
		return notice.Err("own_game.large", "bytes", len(data), "most", MaxFile)
	}
	return nil
}

func (g *Game) file() (*file, error) {
	scripts, lengths, err := g.picksFor()
	if err != nil {
		return nil, err
	}
	f := &file{
		ID: g.ID, Name: g.Name, Game: g.Name, Version: g.Date, Date: g.Date, Extends: "base-" + string(g.Base), Chain: g.Structure.String(),
		Sources: []fileSource{{cmp.Or(g.Server, g.Name), g.Date}},
	}
	f.Match.Games, f.Match.EliminationGames, f.Match.Best = g.BestOf, g.elimination(), lengths
	f.Results.Swiss, f.Results.Elimination = g.results()
	f.Draws.Allowed = g.Draws
	if g.Base != Chess { // whose unplayed games count for nothing
		won := &fileGames{[3]int{g.BestOf/2 + 1, 0, 0}}
		f.Bye, f.Forfeit, f.Drop = won, won, won
	}
	if g.Ranking != OfBase {
		r := rankings[g.Ranking]
		f.Ranking = &r
	}
	if g.About != "" {
		f.Texts = map[string]string{"summary": g.About}
	}
	for i, l := range g.Picks.Lists {
		if i == 0 {
			f.Pools = map[string]filePool{}
		}
		f.Pools[l.Name] = filePool{l.Items, l.PerPlayer, l.Distinct}
	}
	for _, s := range scripts {
		clock := ""
		if g.Picks.Clock > 0 {
			text, _ := rules.Duration(g.Picks.Clock).MarshalText()
			clock = string(text)
		}
		f.Scripts = append(f.Scripts, fileScript{s.Best, s.List, s.Start, s.Between, s.Barred, s.First, g.Picks.Sides, s.Hidden, clock, s.Late})
	}
	return f, nil
}

// Parse reads the file of a game, from the store or from outside, as strictly as files of the
// host are read. It returns what the form has of it, and the file with a worked example if it
// had none. The library may have an earlier version of the game.
func Parse(lib *rules.Library, data []byte) (Game, []byte, error) {
	if err := fits(data); err != nil {
		return Game{}, nil, err
	}
	worked, rs, err := work(lib, data)
	switch {
	case err != nil:
		return Game{}, nil, err
	case !validID(rs.ID):
		return Game{}, nil, notice.Err("own_game.id", "id", notice.Text(rs.ID), "prefix", notice.Text(Prefix), "most", maxID)
	}
	g := Game{ID: rs.ID, Name: rs.Name, BestOf: rs.Match.Games, Draws: rs.Draws.Allowed, Date: rs.Date}
	g.Structure, _ = rs.Structure()
	g.picksOf(rs)
	return g.fromFile(worked), worked, nil
}

// fromFile fills in what only the file says, not the ruleset.
func (g Game) fromFile(data []byte) Game {
	var f file
	if err := toml.Unmarshal(data, &f); err != nil {
		return g // unreachable: it has been read
	}
	if base, ok := strings.CutPrefix(f.Extends, "base-"); ok {
		g.Base = Base(base)
	}
	if len(f.Sources) == 1 {
		g.Server = f.Sources[0].Title
	}
	g.About = f.Texts["summary"]
	for name, list := range rankings {
		if f.Ranking != nil && reflect.DeepEqual(f.Ranking.Tiebreaks, list.Tiebreaks) {
			g.Ranking = name
		}
	}
	g.More = g.Check() != nil || !g.sameFile(data)
	return g
}

// sameFile reports whether a file says what the form has of a game, and no more.
func (g *Game) sameFile(data []byte) bool {
	f, err := g.file()
	if err != nil {
		return false
	}
	of, err := toml.Marshal(f)
	if err != nil {
		return false
	}
	var a, b map[string]any
	if toml.Unmarshal(of, &a) != nil || toml.Unmarshal(data, &b) != nil {
		return false
	}
	delete(b, "example")
	return reflect.DeepEqual(a, b)
}

// Work checks a ruleset file as files of the host are checked, and plays its worked examples
// and its picks and bans. It returns the file, to which it adds at the end what no example has:
// a worked example, or the picks and bans as they go.
func Work(lib *rules.Library, data []byte) ([]byte, error) {
	data, _, err := work(lib, data)
	return data, err
}

func work(lib *rules.Library, data []byte) ([]byte, *rules.Ruleset, error) {
	data, err := textfile.Plain(data)
	if err != nil {
		return nil, nil, err
	}
	rs, err := lib.Try(data, standings.Known)
	if err != nil {
		return nil, nil, err
	}
	var e rules.Example
	if len(rs.Examples) == 0 {
		if e, err = standings.Worked(rs); err != nil {
			return nil, nil, err
		}
	} else if err := standings.Check(rs); err != nil || len(rs.Scripts) == 0 || slices.ContainsFunc(rs.Examples, func(e rules.Example) bool { return len(e.Picks) > 0 }) {
		return data, rs, err
	} else if e.Picks, err = rs.PlayPicks(); err != nil {
		return nil, nil, err
	}
	text, err := exampleText(&e)
	return append(append(bytes.TrimRight(data, "\n"), "\n\n"...), text...), rs, err
}

// exampleText is a worked example as a file has it; without a name, what is added to the last
// example.
func exampleText(e *rules.Example) ([]byte, error) {
	type round struct {
		Results []string `toml:"results"`
	}
	type row struct {
		Player string            `toml:"player"`
		Points string            `toml:"points"`
		Values map[string]string `toml:"values,inline,omitempty"`
	}
	type example struct {
		Name      string   `toml:"name"`
		Players   []string `toml:"players"`
		Rounds    []round  `toml:"rounds"`
		Standings []row    `toml:"standings"`
	}
	var text []byte
	if e.Name != "" {
		of := example{Name: e.Name, Players: e.Players}
		for _, r := range e.Rounds {
			of.Rounds = append(of.Rounds, round{r.Results})
		}
		for _, r := range e.Standings {
			values := map[string]string{}
			for name, v := range r.Values {
				values[name] = v.String()
			}
			of.Standings = append(of.Standings, row{r.Player, r.Points.String(), values})
		}
		var err error
		if text, err = toml.Marshal(map[string]any{"example": []example{of}}); err != nil {
			return nil, err
		}
	}
	for _, p := range e.Picks {
		one, err := toml.Marshal(struct {
			Best    int      `toml:"best"`
			Choices []string `toml:"choices,multiline"`
		}{p.Best, p.Choices})
		if err != nil {
			return nil, err
		}
		text = append(append(text, "\n[[example.picks]]\n"...), one...)
	}
	return bytes.TrimLeft(text, "\n"), nil
}
