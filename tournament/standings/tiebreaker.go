package standings

import (
	"slices"
	"sync"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Tiebreaker describes one tiebreaker, apart from the parameters of a ruleset. All
// lists of tiebreakers use it.
type Tiebreaker struct {
	Func  string // as rulesets name it: "omw"
	Short string // as the field abbreviates it over a column: "OMW%"
	Unit  Unit
	// Sequence reports whether the value depends on the order of a player's results.
	Sequence bool
	// Games reports whether the value depends on how a match was won, not only on who
	// won it; see ByGames.
	Games bool
	// Formula returns how it is computed, in words behind its name; nil if the name is
	// enough.
	Formula func(sc *rules.Scoring) notice.Notice
	// Sim is how the simulator computes it. A tiebreaker that it does not compute is
	// computed here after the rounds.
	Sim Sim

	// One of these three computes it. A tiebreaker with none of them is applied after
	// all others, or is left to people.
	mean     func(h *history, t *rules.Tiebreak) *column                     // the contribution of each opponent to a mean
	value    func(h *history, t *rules.Tiebreak) *column                     // each player's value
	phantoms bool                                                            // byes add opponents to the mean
	group    func(r *ranking, group []int32) func(a, b int32) int            // an order inside a group of level players; nil if it does not separate them
	groups   map[string]func(r *ranking, group []int32) func(a, b int32) int // other methods of group, by name
	losses   bool                                                            // group counts games lost to each other
	divides  bool                                                            // it has a divisor
	other    map[string]func(h *history, t *rules.Tiebreak) *column          // other methods, by name
}

// fixed returns a formula that does not depend on the scoring.
func fixed(code notice.Code) func(*rules.Scoring) notice.Notice {
	return func(*rules.Scoring) notice.Notice { return notice.New(code) }
}

// byWin returns a formula that includes the points of a win.
func byWin(code notice.Code) func(*rules.Scoring) notice.Notice {
	return func(sc *rules.Scoring) notice.Notice { return notice.New(code, "win", notice.Number(sc.Win.String())) }
}

// byGames returns a formula that includes the points of a game won and of a drawn one.
func byGames(code notice.Code) func(*rules.Scoring) notice.Notice {
	return func(sc *rules.Scoring) notice.Notice {
		return notice.New(code, "win", notice.Number(sc.GameWin.String()), "draw", notice.Number(sc.GameDraw.String()))
	}
}

// Unit is the unit of the values of a tiebreaker.
type Unit uint8

// Units.
const (
	None       Unit = iota // a rule for level players, without values
	Percentage             // a share, shown in percent
	Points                 // points, or a mean or a sum of them
	Count                  // of matches, games or sessions
	Number                 // of no unit
	Position               // in a list
)

// Sim is how the simulator computes a tiebreaker.
type Sim uint8

// Values of Sim.
const (
	Beyond         Sim = iota // it does not: package standings ranks
	OnTime                    // who came late
	OwnShare                  // a share of the own points
	OwnHalves                 // a share of the own rounds, a draw being half of one
	MeanShare                 // mean of the opponents' OwnShare
	MeanHalves                // mean of the opponents' OwnHalves
	MeanMean                  // mean of the opponents' MeanShare
	MeanMeanHalves            // mean of the opponents' MeanHalves
	OwnGames                  // a share of the own games
	MeanGames                 // mean of the opponents' OwnGames
	HeadToHead                // who won the match of two
)

// ByGames reports whether the value of a tiebreaker of a ruleset depends on how a match was
// won, not only on who won it.
func ByGames(tb *rules.Tiebreak) bool {
	t := Lookup(tb.Func)
	return t != nil && t.Games || tb.Of != "" || tb.Times != ""
}

// Group reports whether the tiebreaker orders level players instead of giving each a
// value.
func (t *Tiebreaker) Group() bool { return t.Unit == None }

// Lookup returns the tiebreaker with the name that rulesets use, or nil.
func Lookup(fn string) *Tiebreaker {
	list := Tiebreakers()
	i := slices.IndexFunc(list, func(t Tiebreaker) bool { return t.Func == fn })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// Tiebreakers returns all tiebreakers, which the caller must not change. They are
// made once, since some rows rank by others.
var Tiebreakers = sync.OnceValue(func() []Tiebreaker {
	return []Tiebreaker{
		{Func: "onTime", Short: "On-time", Unit: Count, Sim: OnTime, value: ofPlayers(func(_ int, p *ledger.Player) int64 { return flag(p.LateRounds == 0) })},

		{Func: "mwp", Short: "MW%", Formula: byWin("tiebreaker.formula.mwp"), Unit: Percentage, Sim: OwnShare, value: (*history).matchWins},
		{Func: "omw", Short: "OMW%", Formula: byWin("tiebreaker.formula.omw"), Unit: Percentage, Sim: MeanShare, mean: (*history).matchWins, phantoms: true},
		{Func: "oomw", Short: "OOMW%", Formula: fixed("tiebreaker.formula.oomw"), Unit: Percentage, Sim: MeanMean, mean: func(h *history, t *rules.Tiebreak) *column {
			return h.meanOverOpponents(h.matchWins(t), h.rs.Bye.Phantoms, empty(t))
		}},
		{Func: "gwp", Short: "GW%", Formula: byGames("tiebreaker.formula.gwp"), Unit: Percentage, Games: true, Sim: OwnGames, value: (*history).gameWins},
		{Func: "ogw", Short: "OGW%", Formula: fixed("tiebreaker.formula.ogw"), Unit: Percentage, Games: true, Sim: MeanGames, mean: (*history).gameWins},
		{Func: "wp", Short: "WP%", Formula: fixed("tiebreaker.formula.wp"), Unit: Percentage, Sim: OwnHalves, value: (*history).winRate},
		{Func: "owp", Short: "OWP%", Formula: fixed("tiebreaker.formula.owp"), Unit: Percentage, Sim: MeanHalves, mean: (*history).winRate, other: tomMethods},
		{Func: "oowp", Short: "OOWP%", Formula: fixed("tiebreaker.formula.oowp"), Unit: Percentage, Sim: MeanMeanHalves, mean: func(h *history, t *rules.Tiebreak) *column {
			owp := h.meanOverOpponents(h.winRate(t), 0, empty(t))
			if t.Freeze {
				owp = h.frozen(t, owp)
			}
			return owp
		}, other: tomMethods},
		{Func: "pml", Short: "PML%", Unit: Percentage, value: (*history).lossRate},
		{Func: "oml", Short: "OML%", Unit: Percentage, mean: (*history).lossRate},

		{Func: "opPoints", Short: "OP", Unit: Points, mean: func(h *history, _ *rules.Tiebreak) *column { return h.points() }},
		{Func: "sumOpponentPoints", Short: "Opp", Unit: Points, value: func(h *history, _ *rules.Tiebreak) *column { return h.sumOverOpponents() }},
		{Func: "sos", Short: "SoS", Unit: Points, mean: func(h *history, _ *rules.Tiebreak) *column { return h.pointsPerRound() }},
		{Func: "esos", Short: "ESoS", Unit: Points, mean: func(h *history, t *rules.Tiebreak) *column {
			return h.meanOverOpponents(h.pointsPerRound(), 0, empty(t))
		}},

		{Func: "buchholz", Short: "BH", Unit: Points, value: func(h *history, t *rules.Tiebreak) *column { return h.buchholz(opposing(t, 0, 0, false)) }, other: earlier(0, 0, false)},
		{Func: "buchholzCut1", Short: "BH-C1", Unit: Points, value: func(h *history, t *rules.Tiebreak) *column { return h.buchholz(opposing(t, 1, 0, false)) }, other: earlier(1, 0, false)},
		{Func: "medianBuchholz", Short: "BH-M1", Unit: Points, value: func(h *history, t *rules.Tiebreak) *column { return h.buchholz(opposing(t, 1, 1, false)) }, other: earlier(1, 1, false)},
		{Func: "sonnebornBerger", Short: "SB", Unit: Points, value: func(h *history, t *rules.Tiebreak) *column { return h.buchholz(opposing(t, 0, 0, true)) }, other: playedOr(earlier(0, 0, true))},
		{Func: "koya", Short: "KS", Unit: Points, value: func(h *history, _ *rules.Tiebreak) *column { return h.koya() }},
		{Func: "progressive", Short: "PS", Unit: Points, Sequence: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.progressive() }},

		{Func: "ctb", Short: "CTB", Unit: Number, Sequence: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.cumulative() }},
		{Func: "octb", Short: "OCTB", Unit: Number, Sequence: true, mean: func(h *history, _ *rules.Tiebreak) *column { return h.cumulative() }},
		{Func: "lossRoundsSquared", Short: "L²", Unit: Number, Sequence: true, value: func(h *history, _ *rules.Tiebreak) *column { return integers(h.lossRoundsSquared(), 1) }},
		{
			Func: "ygoNumber", Short: "TB", Unit: Number, Sequence: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.ygoNumber() },
			other: map[string]func(*history, *rules.Tiebreak) *column{"pooled": func(h *history, _ *rules.Tiebreak) *column { return h.pooledNumber() }},
		},

		{Func: "wins", Short: "Wins", Unit: Count, value: tallied(func(x *tally) int64 { return int64(x.wins) })},
		{Func: "gamesWon", Short: "WON", Unit: Count, Games: true, value: tallied(func(x *tally) int64 { return int64(x.boardWins) })},
		{Func: "boardPoints", Short: "BP", Unit: Points, Games: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.boardPoints() }},
		{Func: "boardsWon", Short: "BW", Unit: Count, Games: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.boardsWon() }},
		{Func: "scheduleStrength", Short: "SSSC", Unit: Points, Games: true, divides: true, value: func(h *history, t *rules.Tiebreak) *column { return h.scheduleStrength(t.Divisor) }},
		{Func: "boardCount", Short: "BC", Unit: Number, Games: true, value: func(h *history, _ *rules.Tiebreak) *column { return h.boardCount() }},
		{Func: "gamesWorthAtLeast", Short: "Wins", Unit: Count, value: (*history).gamesWorthAtLeast},
		{Func: "gameDiff", Short: "GD", Unit: Count, Games: true, value: tallied(func(x *tally) int64 { return int64(x.gameDiff) })},
		{Func: "gameWins", Short: "GW", Unit: Count, Games: true, value: tallied(func(x *tally) int64 { return int64(x.gameWins) })},
		{Func: "pointDiff", Short: "PD", Unit: Points, Games: true, value: tallied(func(x *tally) int64 { return x.rawDiff })},
		{Func: "firsts", Short: "1sts", Unit: Count, value: tallied(func(x *tally) int64 { return int64(x.firsts) })},
		{Func: "highestSession", Short: "Best", Unit: Points, Games: true, value: func(h *history, _ *rules.Tiebreak) *column {
			return h.tallied(h.scorer.unit, func(x *tally) int64 { return x.best })
		}},
		{Func: "scramblePlace", Short: "Scr", Unit: Position, value: (*history).scramblePlace},

		{Func: "headToHeadPair", Short: "H2H", Formula: fixed("tiebreaker.formula.head_to_head_pair"), Sim: HeadToHead, group: (*ranking).headToHeadPair},
		{Func: "headToHeadLosses", Short: "H2H", group: (*ranking).headToHeadLosses, losses: true},
		{Func: "directEncounter", Short: "DE", group: (*ranking).directEncounter},
		{
			Func: "extendedDirectEncounter", Short: "EDE", Games: true, group: (*ranking).extendedDirectEncounter,
			groups: map[string]func(*ranking, []int32) func(a, b int32) int{"2024": (*ranking).extendedDirectEncounter2024},
		},
		{Func: "topBoards", Short: "TBR", Games: true, group: (*ranking).topBoards},
		{Func: "bottomBoards", Short: "BBE", Games: true, group: (*ranking).bottomBoards},
		{Func: "lastOpponentPlace", Short: "LO", Sequence: true},

		{Func: "timeOfEntry", Short: "Entry", Unit: Position, value: ofPlayers(func(i int, _ *ledger.Player) int64 { return int64(i) })},
		{Func: "seed", Short: "Seed", Unit: Position, value: ofPlayers(func(_ int, p *ledger.Player) int64 { return int64(p.Seed) })},
		{Func: "manual", Short: "TO", Games: true},
	}
})

var tomMethods = map[string]func(*history, *rules.Tiebreak) *column{"tom": (*history).tom}

// earlier returns the methods of FIDE before 2026: that of 2024, and the virtual
// opponent before 2023.
func earlier(cutLow, cutHigh int, product bool) map[string]func(*history, *rules.Tiebreak) *column {
	return map[string]func(*history, *rules.Tiebreak) *column{
		"2024":    func(h *history, t *rules.Tiebreak) *column { return h.buchholz(opposing(t, cutLow, cutHigh, product)) },
		"virtual": func(h *history, _ *rules.Tiebreak) *column { return h.virtualBuchholz(cutLow, cutHigh, product) },
	}
}

// playedOr adds the method of a round robin, which takes all matches as played.
func playedOr(methods map[string]func(*history, *rules.Tiebreak) *column) map[string]func(*history, *rules.Tiebreak) *column {
	methods["played"] = func(h *history, t *rules.Tiebreak) *column { return h.sonnebornOfPlayed(opposing(t, 0, 0, true)) }
	return methods
}

func ofPlayers(value func(i int, p *ledger.Player) int64) func(*history, *rules.Tiebreak) *column {
	return func(h *history, _ *rules.Tiebreak) *column {
		num := make([]int64, len(h.players))
		for i := range num {
			num[i] = value(i, &h.players[i])
		}
		return integers(num, 1)
	}
}

func tallied(value func(*tally) int64) func(*history, *rules.Tiebreak) *column {
	return func(h *history, _ *rules.Tiebreak) *column { return h.tallied(1, value) }
}

// lastOpponentPlace is the only group rule that needs the finished order, so it is
// applied after all others.
const lastOpponentPlace = "lastOpponentPlace"

// criterion is one step of a ruleset's ranking.
type criterion struct {
	*rules.Tiebreak
	kind *Tiebreaker
}

// criteria returns the criteria of a ruleset.
func criteria(rs *rules.Ruleset) ([]criterion, error) {
	return criteriaOf("ranking.tiebreaks", rs)
}

// criteriaOf returns the criteria of a ruleset, whose list has a key in its file.
func criteriaOf(list string, rs *rules.Ruleset) ([]criterion, error) {
	out := make([]criterion, len(rs.Ranking.Tiebreaks))
	for i := range rs.Ranking.Tiebreaks {
		t := &rs.Ranking.Tiebreaks[i]
		d := Lookup(t.Func)
		switch {
		case d == nil:
			return nil, notice.Err("ranking.func", "list", notice.Text(list), "at", i, "func", notice.Text(t.Func))
		case t.Method != "" && d.other[t.Method] == nil && d.groups[t.Method] == nil:
			return nil, notice.Err("ranking.method", "list", notice.Text(list), "at", i, "func", notice.Text(t.Func), "method", notice.Text(t.Method))
		}
		if key := d.lacks(t); key != "" {
			return nil, notice.Err("ranking.key", "list", notice.Text(list), "at", i, "func", notice.Text(t.Func), "key", notice.Text(key))
		}
		out[i] = criterion{t, d}
	}
	return out, nil
}

// Known returns an error that names the criteria of a ruleset that are unknown, by
// their keys in the file.
func Known(rs *rules.Ruleset) error {
	if _, err := criteria(rs); err != nil {
		return err
	}
	if _, err := criteriaOf("ranking.round_robin", rs.AllPlayAll()); err != nil {
		return err
	}
	if crews := rs.OfBoards(2); crews != nil && rs.Crew != nil {
		_, err := criteriaOf("crew.tiebreaks", crews)
		return err
	}
	return nil
}

// lacks returns the first of the keys about boards that t has and the tiebreaker does not
// know, or "". The virtual opponent has no boards.
func (t *Tiebreaker) lacks(of *rules.Tiebreak) string {
	sums := t.other["2024"] != nil && of.Method != "virtual"
	product := sums && t.other["played"] != nil
	switch {
	case of.Of != "" && !sums:
		return "of"
	case of.Times != "" && !product:
		return "times"
	case of.Cut != 0 && !product:
		return "cut"
	case of.Divisor != 0 && !t.divides:
		return "divisor"
	}
	return ""
}

// base returns the values over which a mean over opponents is taken, or nil if the
// criterion is no mean.
func (c *criterion) base(h *history) *column {
	if c.kind.mean == nil || c.Method != "" {
		return nil
	}
	return c.kind.mean(h, c.Tiebreak)
}

// phantoms returns how many opponents each bye adds to a mean; only match-win
// percentages have any.
func (c *criterion) phantoms(h *history) int {
	if c.kind.phantoms {
		return h.rs.Bye.Phantoms
	}
	return 0
}

// values returns the value of each player, or nil for a rule for level players.
func (c *criterion) values(h *history) *column {
	if other := c.kind.other[c.Method]; other != nil {
		return other(h, c.Tiebreak)
	}
	if base := c.base(h); base != nil {
		return h.meanOverOpponents(base, c.phantoms(h), empty(c.Tiebreak))
	}
	if c.kind.value == nil {
		return nil
	}
	return c.kind.value(h, c.Tiebreak)
}

// groupOrder returns an order inside a group of level players, or nil if the criterion
// is no group rule or does not separate the group.
func (c *criterion) groupOrder(r *ranking, group []int32) func(a, b int32) int {
	if other := c.kind.groups[c.Method]; other != nil {
		return other(r, group)
	}
	if c.kind.group == nil {
		return nil
	}
	return c.kind.group(r, group)
}
