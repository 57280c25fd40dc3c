package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"topcut/sim/internal/kernel"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// IDMode is when players agree on a draw (docs/rules/lorcana.md#lor-33).
type IDMode uint8

// Modes of intentional draws. Literal counts only players with more points as a danger,
// strict those with as many too: only that is a guarantee
// (docs/rules/lorcana.md#lor-64). Usual is as often as players of real events agreed,
// see habits.go.
const (
	IDsOff IDMode = iota
	IDsLiteral
	IDsStrict
	IDsUsual
)

// idModes returns the words that ParseIDMode reads.
func idModes() []string { return []string{"off", "literal", "strict", "usual"} }

// How agreed draws may count in a plan, see PlanConfig.RecordedIDs.
const (
	ScoreDrawn    = "drawn"
	ScoreRecorded = "recorded"
)

// ParseIDMode reads one of idModes.
func ParseIDMode(s string) (IDMode, error) {
	for m, word := range idModes() {
		if s == word {
			return IDMode(m), nil
		}
	}
	return 0, notice.Err("sim.ids_word", "text", notice.Text(s))
}

// String returns the word.
func (m IDMode) String() string { return idModes()[m] }

// Record is a record of wins, losses and draws.
type Record struct{ Wins, Losses, Draws int }

// ParseRecord reads "4-2" or "4-2-0": wins, losses, draws.
func ParseRecord(s string) (Record, error) {
	var n [3]int
	parts := strings.Split(s, "-")
	if len(parts) < 2 || len(parts) > 3 {
		return Record{}, notice.Err("sim.record", "text", notice.Text(s))
	}
	for i, part := range parts {
		v, err := strconv.Atoi(part)
		if err != nil || v < 0 || v > kernel.MaxRounds {
			return Record{}, notice.Err("sim.record", "text", notice.Text(s))
		}
		n[i] = v
	}
	return Record{n[0], n[1], n[2]}, nil
}

// String returns "4-2-0".
func (r Record) String() string { return fmt.Sprintf("%d-%d-%d", r.Wins, r.Losses, r.Draws) }

// MarshalText writes what ParseRecord reads.
func (r Record) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what ParseRecord reads.
func (r *Record) UnmarshalText(text []byte) error {
	v, err := ParseRecord(string(text))
	*r = v
	return err
}

// Rounds returns the number of rounds behind the record.
func (r Record) Rounds() int { return r.Wins + r.Losses + r.Draws }

// Percent is a chance in steps of half a percent: 25 is 12.5 %.
type Percent int

// ParsePercent reads "12.5", "12,5%" or "12.5 %", from 0 to 100. Other than half
// percents are refused.
func ParsePercent(s string) (Percent, error) {
	v, err := fraction.Typed(strings.TrimRight(strings.TrimSpace(s), "%％٪"))
	halves, den, ok := v.Mul(fraction.Int(2)).Parts()
	if err != nil || !ok || den != 1 || halves < 0 || halves > 200 {
		return 0, notice.Err("sim.percentage", "text", notice.Text(s))
	}
	return Percent(halves), nil
}

// String returns "12.5%".
func (p Percent) String() string { return strconv.FormatFloat(float64(p)/2, 'f', -1, 64) + "%" }

// Defaults of a PlanConfig.
const (
	DefaultTrials     = 10_000
	DefaultPlayChance = Percent(110) // 55 %, when the advantage is on (docs/rules/lorcana.md#lor-12)
	EvenPlayChance    = Percent(100)
	MaxTrials         = 10_000_000
)

// PlanConfig is the shape of an event to be played at random.
type PlanConfig struct {
	Rules   *rules.Ruleset
	Players int // 2 to 60,000
	Rounds  int // Swiss rounds of all stages, 1 to 20
	// Cut is who plays on: Top, Points, or both, or Top with EqualPoints and Max, or Top
	// with Lock, or PerFlight of each of Groups; the zero value is no cut.
	Cut rules.Cut
	// Stages is the chain that Cut, Rounds, Days and Groups come from, see With; empty
	// if they were chosen one by one.
	Stages stage.Chain
	Days   []Day // stages of rounds after which some play on
	// Groups are the sizes of groups that play the rounds up to Until among themselves;
	// nil if all are one field.
	Groups []int
	Until  int
	// Robins are the round robins among the rounds.
	Robins []kernel.Robin
	// DrawChance is the chance of an unintended draw.
	DrawChance Percent
	// IDs is whether players agree on draws in the last two rounds.
	IDs IDMode
	// RecordedIDs books agreed draws as the ruleset records them, such as 0-0-3; without,
	// they are drawn matches like others, 1-1-1 (docs/rules/lorcana.md#lor-27).
	RecordedIDs bool
	// DropLosses is the number of losses after which a player drops; 0 = never.
	DropLosses int
	// Byes are the rounds in which player 1 has an awarded bye.
	Byes []int
	// PlayChance is the chance of the player with the first turn; 0 is 50 %.
	PlayChance Percent
	// DayTwo is the record that a player needs to play on the second day; its
	// rounds are those of the first day. The zero value is an event of one day.
	DayTwo Record

	Trials   int // tournaments; 0 = DefaultTrials
	Threads  int // goroutines; 0 = 1
	Seed     [32]byte
	Progress func(done, total int) // called now and then by the workers, never twice at a time; may be nil

	// With Now, Budget limits the time: no more is played after it, and the result has
	// the number of tournaments. Without, the result depends on seed and trials only.
	Now    func() time.Time
	Budget time.Duration
	// Slots is as in OddsConfig.
	Slots chan struct{}
}

// Presets returns the names of the presets (docs/rules/lorcana.md#lor-06).
func Presets() []string { return []string{"set-championship", "store-league", "two-day"} }

// Preset fills in the fields a preset names for the ruleset and the number of
// players in c, and leaves the others alone: rounds and cut of the ruleset's
// table, draw chance, intentional draws, drops and second day. Rules and Players
// must be set.
func (c PlanConfig) Preset(name string) (PlanConfig, error) {
	if c.Rules == nil || c.Players < 2 {
		return c, notice.Err("sim.preset_needs")
	}
	rounds, cut, _ := c.Rules.RoundsFor(c.Players)
	rounds = max(rounds, 1)
	draws, ids := Percent(0), IDsOff
	if c.Rules.Draws.Allowed {
		draws = 10
	}
	if c.Rules.Draws.Intentional {
		ids = IDsLiteral
	}
	c.DropLosses, c.DayTwo = 0, Record{}
	c.Rounds, c.DrawChance = rounds, draws
	switch name {
	case "set-championship":
		c.Cut, c.IDs = rules.Cut{Top: cut}, ids
	case "store-league":
		c.Cut, c.IDs = rules.Cut{}, IDsOff
	case "two-day":
		losses := rounds / 3
		c.DayTwo = Record{Wins: rounds - losses, Losses: losses}
		c.Rounds = min(rounds+max(rounds/2, 1), kernel.MaxRounds)
		c.Cut, c.IDs = rules.Cut{Top: min(32, max(c.Players/8, 2))}, ids
	default:
		return c, notice.Err("sim.preset", "text", notice.Text(name), "presets", notice.Texts(Presets()))
	}
	return c, nil
}

// SlowPlan is the time from which a plan should be announced as slow
// (docs/rules/lorcana.md#lor-14).
const SlowPlan = 10 * time.Second

// Estimate returns about how long a plan takes on an ordinary machine.
func (c PlanConfig) Estimate() time.Duration {
	matches := float64(c.Players) / 2 * float64(c.Rounds) * float64(c.trials())
	return time.Duration(matches*25/float64(max(c.Threads, 1))) * time.Nanosecond
}

func (c PlanConfig) trials() int {
	if c.Trials == 0 {
		return DefaultTrials
	}
	return c.Trials
}

// check returns in one sentence what is wrong.
func (c PlanConfig) check() error {
	switch {
	case c.Rules == nil:
		return notice.Err("sim.ruleset")
	case c.Rounds < 1 || c.Rounds > kernel.MaxRounds:
		return notice.Err("sim.rounds", "rounds", c.Rounds, "most", kernel.MaxRounds)
	case c.Players < 2 || c.Players > kernel.MaxPlayers:
		return notice.Err("sim.players", "players", c.Players, "most", kernel.MaxPlayers)
	case c.Cut.PerFlight > 0 && len(c.Groups) == 0 || len(c.Cut.PerDivision) > 0:
		return notice.Err("sim.plan_groups")
	case c.Cut.Top < 0 || c.Cut.Points < 0 || c.Cut.Max < 0:
		return notice.Err("sim.cut_negative")
	case c.Cut.Top > c.Players:
		return notice.Err("sim.cut_large", "cut", c.Cut.Top, "players", c.Players)
	case c.DrawChance < 0 || c.DrawChance > 200 || c.PlayChance < 0 || c.PlayChance > 200:
		return notice.Err("sim.chance")
	case c.DrawChance > 0 && !c.Rules.Draws.Allowed:
		return notice.Err("sim.no_draws", "game", notice.Text(c.Rules.Name))
	case c.IDs != IDsOff && !c.Rules.Draws.Intentional:
		return notice.Err("sim.no_ids", "game", notice.Text(c.Rules.Name))
	case c.DropLosses < 0 || c.DropLosses > c.Rounds:
		return notice.Err("sim.drops", "most", c.Rounds)
	case !daysFit(c.Days, c.Rounds, len(c.Groups) > 0):
		return notice.Err("sim.days")
	case c.DayTwo != Record{} && (c.DayTwo.Rounds() >= c.Rounds || len(c.Days) > 0):
		return notice.Err("sim.day_two", "target", notice.Text(c.DayTwo.String()), "rounds", c.DayTwo.Rounds())
	case c.Trials < 0 || c.Trials > MaxTrials:
		return notice.Err("sim.trials", "trials", c.Trials, "most", MaxTrials)
	}
	if most := c.Rules.Scoring.Win.Mul(fraction.Int(int64(c.Rounds))); most.Less(fraction.Int(int64(c.Cut.Points))) {
		return notice.Err("sim.cut_points", "points", c.Cut.Points, "rounds", c.Rounds, "most", most)
	}
	for _, r := range c.Byes {
		if r < 1 || r > c.Rounds {
			return notice.Err("sim.bye", "round", r, "rounds", c.Rounds)
		}
	}
	return nil
}
