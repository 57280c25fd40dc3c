package customgame

import (
	"bytes"
	"cmp"
	"reflect"
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
	Bye     *fileGames        `toml:"bye,omitempty"`
	Forfeit *fileGames        `toml:"forfeit,omitempty"`
	Drop    *fileGames        `toml:"drop,omitempty"`
	Ranking *fileRanking      `toml:"ranking,omitempty"`
	Texts   map[string]string `toml:"texts,omitempty"`
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
	ByGames:   {Tiebreaks: []fileTiebreak{{Func: "gameDiff"}, {Func: "gamesWon"}, {Func: "directEncounter"}}},
}

// TOML returns the ruleset file of a game, with its worked example.
func (g *Game) TOML(lib *rules.Library) ([]byte, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	data, err := toml.Marshal(g.file())
	if err != nil {
		return nil, err
	}
	return Work(lib, data)
}

func (g *Game) file() *file {
	f := &file{
		ID: g.ID, Name: g.Name, Game: g.Name, Version: g.Date, Date: g.Date, Extends: "base-" + string(g.Base), Chain: g.Structure.String(),
		Sources: []fileSource{{cmp.Or(g.Server, g.Name), g.Date}},
	}
	f.Match.Games, f.Match.EliminationGames, f.Match.Best = g.BestOf, g.elimination(), g.lengths()
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
	return f
}

// Parse reads the file of a game, from the store or from outside, as strictly as files of the
// host are read. It returns what the form has of it, and the file with a worked example if it
// had none. The library may have an earlier version of the game.
func Parse(lib *rules.Library, data []byte) (Game, []byte, error) {
	if len(data) > MaxFile {
		return Game{}, nil, notice.Err("own_game.large", "bytes", len(data), "most", MaxFile)
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
	g.More = g.Check() != nil || !sameFile(g.file(), data)
	return g
}

// sameFile reports whether a file says what the form says, and no more.
func sameFile(f *file, data []byte) bool {
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

// Work checks a ruleset file as files of the host are checked, and plays its worked examples. It returns the file, to which it adds one at the end if it has
// none.
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
	if len(rs.Examples) > 0 {
		return data, rs, standings.Check(rs)
	}
	e, err := standings.Worked(rs)
	if err != nil {
		return nil, nil, err
	}
	text, err := toml.Marshal(exampleFile(&e))
	return bytes.Join([][]byte{bytes.TrimRight(data, "\n"), text}, []byte("\n\n")), rs, err
}

// exampleFile is a worked example as a file has it.
func exampleFile(e *rules.Example) any {
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
	out := example{Name: e.Name, Players: e.Players}
	for _, r := range e.Rounds {
		out.Rounds = append(out.Rounds, round{r.Results})
	}
	for _, r := range e.Standings {
		values := map[string]string{}
		for name, v := range r.Values {
			values[name] = v.String()
		}
		out.Standings = append(out.Standings, row{r.Player, r.Points.String(), values})
	}
	return struct {
		Example []example `toml:"example"`
	}{[]example{out}}
}
