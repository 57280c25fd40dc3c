package sim

import "topcut/tournament/notice"

// Chance is a share from 0 to 1 with half the width of its 95 % interval.
type Chance struct {
	P      float64 `json:"p"`
	Margin float64 `json:"margin"`
	N      int64   `json:"n"` // observations
	// Estimated marks a share that nothing was observed for; it is taken from the
	// point distribution and shown with "~" (docs/rules/lorcana.md#lor-52).
	Estimated bool `json:"estimated,omitempty"`
}

// PlanResult is the result of a plan.
type PlanResult struct {
	Trials int           `json:"trials"`
	Model  notice.Notice `json:"-"` // of the players' strength
	// Detailed is the number of tournaments behind average tiebreakers, the ID
	// safety guide and the luck distribution: the first ones and one in 32 later.
	Detailed int `json:"detailed"`
	// Tiebreaks names the columns of PointRow.Tiebreaks.
	Tiebreaks []string `json:"tiebreaks"`
	Entry              // into the cut, or the end of an event without one
	// Earlier are the entries into stages of rounds, in order; their rows have no
	// tiebreakers.
	Earlier []Entry `json:"earlier"`
	// Notes lists the simplifications.
	Notes []notice.Notice `json:"-"`
}

// Entry describes who enters a stage, counted from the start of the event: its summary,
// distribution, guide and luck call that stage the cut.
type Entry struct {
	Stage        notice.Word `json:"stage"` // that is entered; zero if none is
	After        int         `json:"after"` // rounds
	Summary      Summary     `json:"top_cut_summary"`
	Distribution []PointRow  `json:"point_distribution"`
	Guide        []GuideRow  `json:"id_safety"`
	Luck         []LuckRow   `json:"luck"`
}

// Summary is the Top Cut Summary (docs/rules/lorcana.md#lor-42). Points are match points.
type Summary struct {
	Players int     `json:"players"`
	Rounds  int     `json:"rounds"`
	Cut     float64 `json:"cut"` // places, on average
	// AlwaysIn is the lowest total from which on every player made the cut; EverIn the
	// lowest with which any player did. nil: none.
	AlwaysIn *float64 `json:"always_in"`
	EverIn   *float64 `json:"ever_in"`
	// Clean is the share of events whose cut falls between two totals.
	Clean Chance `json:"clean_cut"`
	// LastIn is the average total of the last to qualify.
	LastIn       float64 `json:"last_in"`
	LastInMargin float64 `json:"last_in_margin"`
}

// PointRow is a line of the Point Distribution (docs/rules/lorcana.md#lor-43 to LOR-49),
// one for each record.
type PointRow struct {
	Points float64 `json:"points"`
	Record Record  `json:"record"`
	TopCut float64 `json:"top_cut"` // share of all finishes with this record, 0 to 1
	Margin float64 `json:"margin"`
	// Tiebreaks are average tiebreakers, from 0 to 1, in the order of
	// PlanResult.Tiebreaks; they mean nothing where Seen is 0.
	Tiebreaks      []float64 `json:"tiebreaks"`
	Seen           int64     `json:"seen"`    // finishes behind Tiebreaks
	Players        float64   `json:"players"` // average number per tournament
	PlayersMargin  float64   `json:"players_margin"`
	Cumulative     float64   `json:"cumulative"`
	Bubble         bool      `json:"bubble"` // some of these were in, some were not
	FinishesInRow  int64     `json:"finishes"`
	QualifiedInRow int64     `json:"qualified"`
}

// Tiebreak returns the average of a tiebreaker, 0 if the ruleset has none of
// that name.
func (r *PlanResult) Tiebreak(row *PointRow, name string) float64 {
	for i, n := range r.Tiebreaks {
		if n == name {
			return row.Tiebreaks[i]
		}
	}
	return 0
}

// Verdicts of the guide (docs/rules/lorcana.md#lor-51), by the chance of the cut after a
// draw.
const (
	Safe     = "Safe"      // at least 99 %
	SomeRisk = "Some Risk" // at least 50 %
	Risky    = "Risky"     // less
	Out      = "Out"       // not even after a win
)

// GuideRow is a line of the ID Safety Guide (docs/rules/lorcana.md#lor-50): what players
// with a record after a round did in the next, and what became of them.
type GuideRow struct {
	Round     int    `json:"round"` // rounds played
	Record    Record `json:"record"`
	Players   int64  `json:"players"` // in all detailed tournaments
	Won       int64  `json:"won"`
	Lost      int64  `json:"lost"`
	Drew      int64  `json:"drew"`
	CutIfWin  Chance `json:"cut_if_win"`
	CutIfLoss Chance `json:"cut_if_loss"`
	CutIfDraw Chance `json:"cut_if_draw"`
	Verdict   string `json:"verdict"`
}

// LuckRow is a line of the luck distribution (docs/rules/lorcana.md#lor-53). It
// compares equals: the first turn is a coin toss for every round of the event, also for
// rounds that a player sits out or has dropped from.
type LuckRow struct {
	OnThePlay int     `json:"on_the_play"` // rounds whose coin gave the first turn
	Share     float64 `json:"share"`       // of all rounds
	Players   Chance  `json:"players"`     // share of all players
	Wins      float64 `json:"wins"`        // on average
	WinShare  float64 `json:"win_share"`   // of the rounds they played
	TopCut    Chance  `json:"top_cut"`
}
