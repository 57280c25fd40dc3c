package standings

import (
	"cmp"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// All as Options.After counts every round.
const All = -1

// Options select the standings to compute.
type Options struct {
	After int    // last round that counts; 0 = before round 1, All = every round
	Seed  uint64 // of the draw among players who are level on everything
}

// Table is the standings after a round.
type Table struct {
	After   int // last counted round, of all stages
	Columns []Column
	Rows    []Row // best first; without stand-ins and absent players

	index   []int32 // player -> row, -1 = none
	history *history
	ranking *ranking
}

// Column describes one value of every row, in the order of the ruleset.
type Column struct {
	Func     string       // as rulesets name it: "omw"
	Key      string       // for programs: Func and, where parameters choose what it adds up, those: "buchholzOfBoards"
	Short    string       // over the column: "OMW%"
	Title    notice.Value // its name
	Percent  bool         // shown as a percentage
	Decimals int          // else
	ShowOnly bool         // does not rank
	Group    bool         // a rule about level players, which has no value of its own
}

// Row is one player's line.
type Row struct {
	Player       int32 // index in the ledger
	Rank         int   // 1, 2, …: position in the table, each once
	Place        int   // as Rank, but shared by level players; 0 = none
	Points       fraction.Fraction
	Record       [3]int              // won, lost, drawn
	Values       []fraction.Fraction // one per Column; 0 for group rules
	Late         bool
	Dropped      bool // has left by the end of the last counted round
	Disqualified bool
}

// Format writes a value of the column for people: "66.67%", "7.5".
func (c Column) Format(v fraction.Fraction) string {
	switch {
	case c.Percent:
		return v.Percent()
	case c.Decimals > 0:
		return v.Decimal(c.Decimals)
	}
	return v.String()
}

// Unit returns the number of units in a point for which all points of the table are whole.
func (t *Table) Unit() int64 {
	return fraction.Unit(func(yield func(fraction.Fraction) bool) {
		for i := range t.Rows {
			if !yield(t.Rows[i].Points) {
				return
			}
		}
	})
}

// Row returns the row of a player, or nil for a stand-in.
func (t *Table) Row(player int32) *Row {
	if player < 0 || int(player) >= len(t.index) || t.index[player] < 0 {
		return nil
	}
	return &t.Rows[t.index[player]]
}

// Value returns a tiebreaker of a row by its function name.
func (t *Table) Value(row *Row, fn string) (fraction.Fraction, bool) {
	for i, c := range t.Columns {
		if c.Func == fn && !c.Group {
			return row.Values[i], true
		}
	}
	return fraction.Fraction{}, false
}

// Compute returns the standings of the ledger under the ruleset. It fails if the ledger
// names players or seats that do not exist, or the ruleset names an unknown tiebreak.
func Compute(l *ledger.Ledger, rs *rules.Ruleset, o Options) (*Table, error) {
	if err := check(l); err != nil {
		return nil, err
	}
	last := len(l.Rounds)
	if o.After >= 0 {
		last = min(o.After, last)
	}
	if allPlayAll(l, last) {
		rs = rs.AllPlayAll()
	}
	tbs, err := criteria(rs)
	if err != nil {
		return nil, err
	}
	return newHistory(l, rs, tbs, last, o.Seed).table(), nil
}

// allPlayAll reports whether all rounds that count are those of a round robin. Of an event
// with stages that is known before, see tournament.RankingOf.
func allPlayAll(l *ledger.Ledger, last int) bool {
	robin := false
	for i := range l.Rounds[:last] {
		if s := l.Rounds[i].Stage; counts(s) {
			if s != ledger.RoundRobin {
				return false
			}
			robin = true
		}
	}
	return robin
}

func check(l *ledger.Ledger) error {
	for i := range l.Rounds {
		r := &l.Rounds[i]
		if int(r.Number) != i+1 {
			return notice.Err("ranking.position", "round", r.Number, "position", i+1)
		}
		for j := range r.Matches {
			m := &r.Matches[j]
			if m.N < 1 || m.N > 4 || (m.N == 1) != (m.Kind == ledger.Bye || m.Kind == ledger.AssignedLoss || m.Kind == ledger.Elsewhere) {
				return notice.Err("ranking.seats", "round", r.Number, "match", j+1, "seats", m.N)
			}
			if q := m.Against(); int(q) >= len(l.Players) {
				return notice.Err("ranking.against", "round", r.Number, "match", j+1, "player", q+1, "players", len(l.Players))
			}
			for _, p := range m.Seats[:m.N] {
				if p < 0 || int(p) >= len(l.Players) {
					return notice.Err("ranking.stranger", "round", r.Number, "match", j+1, "player", p+1, "players", len(l.Players))
				}
			}
		}
	}
	return nil
}

// table ranks the players of the history.
func (h *history) table() *Table {
	r := &ranking{
		h:       h,
		tbs:     h.tbs,
		columns: make([]*column, len(h.tbs)),
		points:  h.points().num,
		status:  make([]int8, len(h.players)),
		block:   h.blocks(),
		playoff: playoffPoints(h.rows, h.scorer, h.after),
		seed:    h.seed,
	}
	for i := range h.tbs {
		r.columns[i] = h.tbs[i].values(h)
	}
	ranked := make([]int32, 0, len(h.players))
	for i, p := range h.players {
		switch {
		case p.Disqualified:
			r.status[i] = 2
		case !h.rs.Ranking.DroppedPlace && h.dropped(i, h.after):
			r.status[i] = 1
		}
		if !p.StandIn && !p.Absent {
			ranked = append(ranked, int32(i))
		}
	}
	r.run(ranked)
	return newTable(h, r)
}

func newTable(h *history, r *ranking) *Table {
	t := &Table{After: h.after, history: h, ranking: r, index: make([]int32, len(h.players)), Rows: make([]Row, len(r.order))}
	for _, tb := range r.tbs {
		t.Columns = append(t.Columns, Column{
			Func: tb.Func, Key: tb.key(), Short: cmp.Or(tb.Short, tb.short()), Title: tb.Called(), Percent: tb.kind.Unit == Percentage, Decimals: tb.Decimals,
			ShowOnly: tb.ShowOnly, Group: tb.kind.Group(),
		})
	}
	for i := range t.index {
		t.index[i] = -1
	}
	columns := len(r.tbs)
	values := make([]fraction.Fraction, len(r.order)*columns)
	for k, c := range r.columns {
		if c != nil && len(r.order) > 0 {
			c.write(values[k:], columns, r.order)
		}
	}
	for i, p := range r.order {
		x := &h.tallies[p]
		row := &t.Rows[i]
		row.Player, row.Rank, row.Place = p, i+1, i+1
		row.Points = h.scorer.points(r.points[p])
		row.Record[0], row.Record[1], row.Record[2] = int(x.wins), int(x.loss), int(x.draws)
		row.Values = values[i*columns : (i+1)*columns : (i+1)*columns]
		row.Late = h.players[p].LateRounds > 0
		row.Dropped, row.Disqualified = h.dropped(int(p), h.after), h.players[p].Disqualified
		if i > 0 && r.reason[i] == undecided {
			row.Place = t.Rows[i-1].Place
		}
		if r.status[p] != 0 && !(r.status[p] == 1 && h.wasBest(int(p), r.block[p])) {
			row.Place = 0
		}
		t.index[p] = int32(i)
	}
	return t
}

// blocks returns the block of each player in the final tables, all 0 before them.
// Before each final session the field is split by standing; the parts of an earlier
// split stay apart because they rank by block (docs/rules/riichi.md#rii-26). A player
// who leaves after a split stays in the block, behind all others in it: no player moves
// up.
func (h *history) blocks() []int8 {
	out := make([]int8, len(h.players))
	if h.finals == 0 || h.rs.Tables == nil || len(h.rs.Tables.Finals) == 0 {
		return out
	}
	t := h.before(len(h.rounds) - 1).table()
	split := h.split()
	for i := range t.Rows {
		for _, end := range split {
			if i >= end {
				out[t.Rows[i].Player]++
			}
		}
	}
	return out
}

// split returns the ends of the blocks before the final session being played.
func (h *history) split() []int {
	return h.rs.Tables.Finals[min(h.finals, len(h.rs.Tables.Finals))-1].Split
}

// wasBest reports whether a player of a block left after the split as one of the best:
// their lowest place is the last of the best (docs/rules/riichi.md#rii-26), so they keep
// one.
func (h *history) wasBest(player int, block int8) bool {
	if h.finals == 0 || h.rs.Tables == nil || len(h.rs.Tables.Finals) == 0 {
		return false
	}
	split := h.split()
	return int(block) < len(split) && int(h.players[player].DroppedAfter) >= h.rounds[len(h.rounds)-h.finals]
}

// before returns the history until the i-th of the counted rounds.
func (h *history) before(i int) *history {
	return newHistory(h.rows, h.rs, h.tbs, h.rounds[i]-1, h.seed)
}

// scramblePlace returns the place after the scramble, the same for all before the final
// tables.
func (h *history) scramblePlace(*rules.Tiebreak) *column {
	num := make([]int64, len(h.players))
	if h.finals > 0 {
		for _, row := range h.before(len(h.rounds) - h.finals).table().Rows {
			num[row.Player] = int64(row.Rank)
		}
	}
	return integers(num, 1)
}

// Level reports whether no criterion has decided the order of the rows at positions i-1
// and i.
func (t *Table) Level(i int) bool {
	return i > 0 && i < len(t.Rows) && t.ranking.reason[i] == undecided
}
