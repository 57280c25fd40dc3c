package transfer

import (
	"fmt"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// cacheFile is a tournament in the JSON of MTGODecklistCache, which collects
// TopDeck.gg and Melee.gg. Players are known by name only.
type cacheFile struct {
	Tournament struct {
		Name string `json:"Name"`

		_ jsonfile.Passed `keys:"Date Uri Formats JsonFile ForceRedownload"`
	} `json:"Tournament"`
	Rounds    []cacheRound `json:"Rounds"`
	Standings []struct {
		Player string   `json:"Player"`
		Points loose    `json:"Points"`
		OMWP   *float64 `json:"OMWP"`
		GWP    *float64 `json:"GWP"`
		OGWP   *float64 `json:"OGWP"`
	} `json:"Standings"`
}

type cacheRound struct {
	RoundName loose        `json:"RoundName"`
	Matches   []cacheMatch `json:"Matches"`
}

type cacheMatch struct {
	Player1 string `json:"Player1"`
	Player2 string `json:"Player2"`
	Result  string `json:"Result"`
}

// elimination reports whether a round belongs to the cut, by its name.
func (r *cacheRound) elimination() bool {
	switch name := strings.ToLower(string(r.RoundName)); {
	case name == "top random":
		return false
	case strings.HasPrefix(name, "top "), strings.Contains(name, "final"):
		return true
	}
	return false
}

// melee reports whether the rounds are named as Melee names them.
func (f *cacheFile) melee() bool {
	for i := range f.Rounds {
		if strings.HasPrefix(string(f.Rounds[i].RoundName), "Round ") {
			return true
		}
	}
	return false
}

// readCache reads a tournament of TopDeck or of Melee as MTGODecklistCache stores it.
// TopDeck's rounds have the winner of a match, but no games; Melee's have games, but
// only the rounds of players with public lists.
func readCache(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f cacheFile
	left, err := readJSON(text, 24, &f)
	if err != nil {
		return nil, err
	}
	melee := f.melee()
	ruleset := "magic"
	if melee {
		ruleset = "magic-melee"
	}
	b, err := newBuild(o, ruleset, nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = f.Tournament.Name, append(findings, left...)
	for _, s := range f.Standings {
		p, err := b.player(notice.Text("Standings"), "name "+names.Key(s.Player), s.Player)
		if err != nil {
			return nil, err
		}
		if v, half, ok := s.Points.decimal(); ok {
			b.state(p, "points", v, half)
		}
		for _, v := range []struct {
			what  string
			value *float64
		}{{"omw", s.OMWP}, {"gwp", s.GWP}, {"ogw", s.OGWP}} {
			if v.value != nil && (melee || v.what == "omw") {
				b.stateFloat(p, v.what, *v.value)
			}
		}
	}
	for i := range f.Rounds {
		if err := b.cacheRound(&f.Rounds[i]); err != nil {
			return nil, err
		}
	}
	if melee {
		b.note("transfer.decided.experimental")
	} else {
		b.note("transfer.missing.games")
		b.droppedByAbsence()
	}
	b.ownIDs = 0
	b.note("transfer.decided.numbers", "n", len(b.t.Players))
	b.plan(0, true)
	if err := b.seed(); err != nil {
		return nil, err
	}
	e, err := b.event()
	if err != nil {
		return nil, err
	}
	if f := findingOf(e.Findings, "transfer.ambiguous.diff", "points"); melee && f != nil {
		return nil, failed(finding("transfer.refused.rounds", "n", f.Arg("n"), "players", len(b.t.Players)))
	}
	return []Imported{e}, nil
}

func (b *build) cacheRound(r *cacheRound) error {
	stage := ledger.Swiss
	if r.elimination() {
		stage = ledger.Elimination
	}
	if err := b.round(stage); err != nil {
		return err
	}
	seen := map[[2]int32]bool{}
	for i := range r.Matches {
		m := &r.Matches[i]
		at := notice.Text(fmt.Sprintf("Rounds[%d].Matches[%d]", b.current().Number-1, i))
		if none(m.Player1) {
			return failed(finding("transfer.refused.incomplete", "what", at))
		}
		p, err := b.named(at, m.Player1)
		if err != nil {
			return err
		}
		v, ok := rules.Score(m.Result)
		if !ok {
			return failed(finding("transfer.refused.result", "at", at, "result", clip(m.Result)))
		}
		if none(m.Player2) {
			if err := b.bye(at, p, false); err != nil {
				return err
			}
			continue
		}
		q, err := b.named(at, m.Player2)
		if err != nil {
			return err
		}
		if seen[[2]int32{q, p}] || seen[[2]int32{p, q}] { // from the other side
			b.note("transfer.ambiguous.twice", "round", b.current().Number, "first", playerLabel(b.t, p), "second", playerLabel(b.t, q))
			continue
		}
		seen[[2]int32{p, q}] = true
		kind := ledger.Played
		if v == [3]int32{0, 0, 3} {
			kind = ledger.IntentionalDraw
		}
		if err := b.add(at, kind, 0, games(v[0], v[1], v[2]), p, q); err != nil {
			return err
		}
	}
	return nil
}

// none reports whether a name means that there is no player.
func none(name string) bool {
	switch strings.ToLower(bareName(name)) {
	case "", "n/a", "#n/a", "null", "nil", "none":
		return true
	default:
		return isBye(name)
	}
}

// isBye reports whether a name is a word for a bye, "(BYE)".
func isBye(name string) bool { return rules.IsBye(bareName(name)) }

func bareName(name string) string { return strings.Trim(name, " \t*()[]<>{}\"'_.-–—−") }
