// Package rules has the rules of every game as data: one TOML file per game,
// embedded, read strictly and checked when it is loaded.
//
// A Ruleset says what a result is worth, which results exist, how players are
// ranked, paired, cut and seated, how long a round lasts, and what happens to
// byes, late players and drops. Data selects named methods; each method lives
// in the package that carries it out (standings, pairing, bracket, seating).
//
// Points and fractions in a file are strings ("3", "1/2", "33/100"), so that no
// value passes through a float. Times are strings too ("50m", "1h20m").
//
// A file may extend another one (extends = "magic"): tables are merged key by
// key, lists and values of the extending file replace those of the base. An
// option (for example game_type in meccg) offers choices, each of which is a
// fragment of TOML laid over the ruleset in the same way; With applies them.
//
// What no official source confirms is listed in Community, or the whole file
// has status "community".
package rules

import (
	"maps"
	"strconv"
	"strings"
	"time"
	"unicode"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// Ruleset is all that differs between games. A value is never changed after it
// was loaded; With returns a changed copy. Freeze and Thaw are how a running
// event keeps the rules it started with.
type Ruleset struct {
	ID        string   `toml:"id"`
	Name      string   `toml:"name"`
	Game      string   `toml:"game"`
	Version   string   `toml:"version"` // edition of the document the file follows
	Date      string   `toml:"date"`    // date of that edition, YYYY-MM-DD
	Status    string   `toml:"status"`  // "official": a document's text; "community": practice
	Community []string `toml:"community"`
	Extends   string   `toml:"extends"`
	Sources   []Source `toml:"sources"`

	Options []Option          `toml:"options"`
	Chosen  map[string]string `toml:"chosen"` // options that With applied; never in a file

	Formats    []string          `toml:"formats"`    // allowed, in the words of the tournament file; the first is the default
	Chain      string            `toml:"chain"`      // structure of its events where none is chosen, in the notation; empty = as everywhere
	DeckSwaps  bool              `toml:"deck_swaps"` // decks may be changed between rounds, until the next pairing is published
	Builds     bool              `toml:"builds"`     // decks are built at the event, before round 1
	NoDecks    bool              `toml:"no_decks"`   // the game is not played with decks: there are no decklists
	Deck       Deck              `toml:"deck"`       // how decklists are counted
	Seats      Seats             `toml:"seats"`
	Match      Match             `toml:"match"`
	Vocabulary Vocabulary        `toml:"results"`
	Scoring    Scoring           `toml:"scoring"`
	Bye        Bye               `toml:"bye"`
	Absent     Absent            `toml:"absent"`
	Forfeit    Forfeit           `toml:"forfeit"`
	Draws      Draws             `toml:"draws"`
	Ranking    Ranking           `toml:"ranking"`
	Rounds     Rounds            `toml:"rounds"`
	Pairing    Pairing           `toml:"pairing"`
	Advance    Advance           `toml:"advance"`
	Bracket    Bracket           `toml:"bracket"`
	Tables     *Tables           `toml:"tables"` // mahjong; nil elsewhere
	Crew       *Crew             `toml:"crew"`   // matches of crews on boards; nil = as matches of two persons
	Pools      map[string]Pool   `toml:"pool"`   // what scripts choose from, by name
	Scripts    []Script          `toml:"script"` // picks and bans before a match; see package script
	Divisions  Divisions         `toml:"divisions"`
	Entry      Entry             `toml:"entry"`
	Drop       Drop              `toml:"drop"`
	NoShow     NoShow            `toml:"no_show"`
	Penalties  []Penalty         `toml:"penalties"`
	Clocks     Clocks            `toml:"clocks"`
	Announce   []Announcement    `toml:"announce"`
	Texts      map[string]string `toml:"texts"` // further rules in plain words, by subject
	Moments    Moments           `toml:"moments"`
	Examples   []Example         `toml:"example"`

	Boards    int      `toml:"-"` // of a match of crews, see OfBoards; 0 = none
	Published *Ruleset `toml:"-"` // where options are chosen: the ruleset without them
}

// Source is a document the ruleset follows.
type Source struct {
	Title string `toml:"title"`
	URL   string `toml:"url"`
	Date  string `toml:"date"`
}

// Option is a switch an organiser may set when an event is created.
type Option struct {
	Name    string   `toml:"name"`
	Title   string   `toml:"title"`
	Default string   `toml:"default"` // the choice in use without a setting
	Choices []Choice `toml:"choices"`
}

// Choice is one value of an option.
type Choice struct {
	Value string `toml:"value"`
	Title string `toml:"title"`
	Set   string `toml:"set"` // TOML laid over the ruleset; empty for the default
}

// Seats is the number of players at a table.
type Seats struct {
	Min       int      `toml:"min"`
	Max       int      `toml:"max"`
	Preferred int      `toml:"preferred"`
	Odd       string   `toml:"odd"`       // who cannot be seated: "bye", "threes", "standins", "sitout"
	MinField  int      `toml:"min_field"` // smallest field, 0 = 2
	MaxField  int      `toml:"max_field"` // 0 = none
	Sides     []string `toml:"sides"`     // e.g. corp, runner; the first seat has the first side
}

// Match is the length of a match.
type Match struct {
	Games            int   `toml:"games"`             // most games of a match, 0 = not counted in games
	EliminationGames int   `toml:"elimination_games"` // 0 = as Games
	Best             []int `toml:"best"`              // lengths in which stages may be played instead: best of N, odd
}

// Vocabulary lists the results that exist. A code is written from the winner's
// side ("2-1" stands for 1-2 too): games won, games lost, games drawn; the last
// number may be left out. Words: "id" is an intentional draw, "double-loss" a
// loss for both.
type Vocabulary struct {
	Form        string   `toml:"form"`        // "games", "scores", "places", "marshalling", "points"
	Swiss       []string `toml:"swiss"`       // legal in Swiss, round robin
	Elimination []string `toml:"elimination"` // legal if a match must have a winner
	AnyUpTo     int      `toml:"any_up_to"`   // also accept any score of 0 to this many games each in Swiss; 0 = no
}

// Scoring determines the points of a result.
type Scoring struct {
	Mode       string            `toml:"mode"` // "outcome", "per_game", "place", "margin", "table", "reported", "wager"
	Win        fraction.Fraction `toml:"win"`  // also the most points of a round, for percentages
	Draw       fraction.Fraction `toml:"draw"`
	Loss       fraction.Fraction `toml:"loss"`
	DoubleLoss fraction.Fraction `toml:"double_loss"`

	GameWin  fraction.Fraction `toml:"game_win"` // game points for game-win percentages
	GameDraw fraction.Fraction `toml:"game_draw"`

	PerGame    fraction.Fraction `toml:"per_game"`    // mode per_game: points for each game won
	SweepBonus fraction.Fraction `toml:"sweep_bonus"` // mode per_game: more for winning both

	ByPlace  []fraction.Fraction `toml:"by_place"`  // mode place: points of 1st, 2nd, …; equal places share
	RoundOff bool                `toml:"round_off"` // mode place: shared points are rounded down

	Margin *Margin `toml:"margin"` // mode margin
	Wager  *Wager  `toml:"wager"`  // mode wager

	Decimals int `toml:"decimals"` // shown with points
}

// Margin is the scoring of MECCG: points by the ratio of marshalling points
// (docs/rules/meccg.md#mec-23 to MEC-35).
type Margin struct {
	Bands        []Band            `toml:"bands"`         // by falling ratio; the first that is met counts
	Ring         fraction.Fraction `toml:"ring"`          // for a win with The One Ring; the loser has 0
	WeakestWin   fraction.Fraction `toml:"weakest_win"`   // equal points, won by the weakest link
	WeakestLoss  fraction.Fraction `toml:"weakest_loss"`  //
	Tie          fraction.Fraction `toml:"tie"`           // each
	Scenario     bool              `toml:"scenario"`      // ranks decide instead of ratios (docs/rules/meccg.md#mec-38)
	ScenarioWin  fraction.Fraction `toml:"scenario_win"`  // victory conditions met; the other has 0
	ScenarioHigh fraction.Fraction `toml:"scenario_high"` // higher rank at the end
	ScenarioLow  fraction.Fraction `toml:"scenario_low"`  //
}

// Band gives points to a ratio of winner's to loser's points. A loser at zero
// meets every band.
type Band struct {
	Ratio  fraction.Fraction `toml:"ratio"` // smallest ratio
	Above  bool              `toml:"above"` // the ratio must be above it
	Winner fraction.Fraction `toml:"winner"`
	Loser  fraction.Fraction `toml:"loser"`
}

// Wager is the scoring in which each loser pays a share of the own total to the
// winner of the table.
type Wager struct {
	Start int64             `toml:"start"`
	Pays  fraction.Fraction `toml:"pays"` // share, rounded up to a whole point
}

// Bye is a round without an opponent that counts as won.
type Bye struct {
	Points      []fraction.Fraction `toml:"points"` // by round; the last value repeats
	Games       [3]int              `toml:"games"`  // for the own game-win percentage
	InOwnPct    bool                `toml:"in_own_pct"`
	InOwnGames  bool                `toml:"in_own_games"`
	CountsAsWin bool                `toml:"counts_as_win"`  // in the record and in criteria that count wins
	Phantoms    int                 `toml:"phantoms"`       // opponents added to the own opponents' percentage
	Phantom     fraction.Fraction   `toml:"phantom"`        // percentage of each of them
	AwardedPts  []fraction.Fraction `toml:"awarded_points"` // of byes named beforehand, by round; empty = Points (chess: half a point)
	Requests    int                 `toml:"requests"`       // how many byes of a player may be asked for by the player; 0 = organisers award them
	NotInLast   int                 `toml:"not_in_last"`    // rounds at the end for which players cannot ask for one
	Who         string              `toml:"who"`            // "lowest": lowest-ranked without one; "random_lowest": random of the lowest points; "random"
	FirstRound  string              `toml:"first_round"`    // the same words, for round 1; empty = random
}

// Absent is a round that a player missed (kind assigned_loss).
type Absent struct {
	Points fraction.Fraction `toml:"points"`
	Round  bool              `toml:"round"` // counts as a round in the own percentage
	Loss   bool              `toml:"loss"`  // counts as a loss in the record

	OnRequest bool `toml:"on_request"` // players may say that they miss a coming round of the Swiss
}

// Forfeit is a match won without play.
type Forfeit struct {
	Opponent bool   `toml:"opponent"` // the two are each other's opponents in tiebreakers
	Games    [3]int `toml:"games"`
}

// Draws determines whether a match may be drawn.
type Draws struct {
	Allowed     bool   `toml:"allowed"`
	Intentional bool   `toml:"intentional"`
	ID          string `toml:"id"`           // score of an intentional draw: "0-0-3"
	MaxRequests int    `toml:"max_requests"` // offers per match, 0 = no limit
}

// Ranking puts players in order.
type Ranking struct {
	Tiebreaks    []Tiebreak `toml:"tiebreaks"`     // in order, after points
	RoundRobin   []Tiebreak `toml:"round_robin"`   // the same where all play all, and a forfeit counts as played; empty = as everywhere
	Restart      string     `toml:"restart"`       // "": go on; "split": a group that a group rule split starts the list again; "tiers": each criterion only keeps its best, the others form the next tier (MECCG)
	Final        string     `toml:"final"`         // for players still level: "random" (seeded), "shared", "playoff", "manual"
	DroppedPlace bool       `toml:"dropped_place"` // a player who dropped keeps a place
}

// NotAllPlayAll returns the ruleset as it ranks where some rounds are of another kind,
// whatever has been played so far.
func (r *Ruleset) NotAllPlayAll() *Ruleset {
	if len(r.Ranking.RoundRobin) == 0 {
		return r
	}
	out := *r
	out.Ranking.RoundRobin = nil
	return &out
}

// AllPlayAll returns the ruleset as it ranks where all play all.
func (r *Ruleset) AllPlayAll() *Ruleset {
	if len(r.Ranking.RoundRobin) == 0 {
		return r
	}
	out := *r
	out.Ranking.Tiebreaks, out.Ranking.RoundRobin = r.Ranking.RoundRobin, nil
	out.Forfeit.Opponent = true
	out.Texts = maps.Clone(r.Texts)
	delete(out.Texts, "tiebreakers") // those of the other rounds
	return &out
}

// Called returns what a tiebreaker is called: the ruleset's own title, or the usual name
// of its function, which readers know in their language, with what its parameters change.
func (t *Tiebreak) Called() notice.Value {
	if t.Title != "" {
		return notice.Quote(t.Title)
	}
	name := t.named()
	if t.Of != "" {
		name = notice.New("tiebreaker.of_boards", "name", name)
	}
	if t.Times != "" {
		name = notice.New("tiebreaker.times_boards", "name", name)
	}
	if t.Cut > 0 {
		name = notice.New("tiebreaker.cut", "name", name, "n", t.Cut)
	}
	return name
}

// named returns the usual name of the function of a tiebreaker.
func (t *Tiebreak) named() notice.Value {
	var key strings.Builder
	for _, r := range t.Func {
		if unicode.IsUpper(r) {
			key.WriteByte('_')
		}
		key.WriteRune(unicode.ToLower(r))
	}
	return notice.Word("tiebreaker." + key.String())
}

// Tiebreak is one step of a ranking: a function and its parameters.
type Tiebreak struct {
	Func        string             `toml:"func"`
	Title       string             `toml:"title"` // for people, if the usual name does not fit; see Called
	Short       string             `toml:"short"` // over a column; empty = as everywhere
	Lower       bool               `toml:"lower"` // the lower value ranks higher
	ShowOnly    bool               `toml:"show_only"`
	Floor       *fraction.Fraction `toml:"floor"`         // least percentage of one player
	Cap         *fraction.Fraction `toml:"cap"`           // largest
	DropCap     *fraction.Fraction `toml:"drop_cap"`      // largest for a player who dropped
	DropCapFrom int                `toml:"drop_cap_from"` // fewest rounds of that player for DropCap to hold
	NoOpponents *fraction.Fraction `toml:"no_opponents"`  // value without any opponent; nil = Floor, else 0
	Freeze      bool               `toml:"freeze"`        // oowp: a dropped opponent's owp is that of the round of the drop
	Method      string             `toml:"method"`        // another way to compute the same: "tom" (owp, oowp), "pooled" (ygoNumber), "2024" (Buchholz, Sonneborn-Berger, extendedDirectEncounter), "virtual" (Buchholz, Sonneborn-Berger), "played" (Sonneborn-Berger)
	MinPoints   fraction.Fraction  `toml:"min_points"`    // gamesWorthAtLeast
	Of          string             `toml:"of"`            // whose sum it takes of opponents: "" their match points, "boards" their board points (Buchholz, Sonneborn-Berger)
	Times       string             `toml:"times"`         // Sonneborn-Berger: by what a crew has taken from each: "" match points, "boards" board points
	Cut         int                `toml:"cut"`           // Sonneborn-Berger: so many opponents with the lowest sum are left out
	Divisor     int                `toml:"divisor"`       // scheduleStrength: by what the opponents' match points are divided; 0 = by the rounds played and the boards
	Decimals    int                `toml:"decimals"`      // shown; percentages are shown with two
}

// Crew is what a match of crews on boards is worth, and how crews are ranked. A key that is
// missing is as in the preset and, if that has none, as in a match of two persons.
type Crew struct {
	Preset    string             `toml:"preset"` // "lichess", "olympiad", "trios", see presets
	Win       *fraction.Fraction `toml:"win"`    // match points
	Draw      *fraction.Fraction `toml:"draw"`
	Loss      *fraction.Fraction `toml:"loss"`
	Bye       *fraction.Fraction `toml:"bye"`        // match points of a bye
	ByeBoards string             `toml:"bye_boards"` // what each board of a bye counts as: "win", "draw", "loss"; empty = "win"
	BoardWin  *fraction.Fraction `toml:"board_win"`  // board points
	BoardDraw *fraction.Fraction `toml:"board_draw"`
	Tiebreaks []Tiebreak         `toml:"tiebreaks"` // in order, after match points; empty = those of ranking
}

// Pool is a list of maps, characters, stages or whatever players choose from, or how many items
// each player has of their own. Those are named with the decklist, one a line; no player sees them
// until a script shows them.
type Pool struct {
	Items     []string `toml:"items"`      // of own items: what can be named, before a colon; empty = anything
	PerPlayer int      `toml:"per_player"` // own items of each player; 0 = all choose from Items
	Distinct  string   `toml:"distinct"`   // the word for what stands before the colon, which differs for each own item; empty = it need not
}

// Script is picks and bans in a match. A match of a length has the scripts with that length, in
// their order, or else those without one.
type Script struct {
	Best    int      `toml:"best"`    // of matches that are best of so many games; 0 = of all that have no script of their own
	Pool    string   `toml:"pool"`    // by name
	Start   string   `toml:"start"`   // the steps before the first game, in the notation of package script
	Between string   `toml:"between"` // the steps before each later game, for which each game is reported
	Barred  string   `toml:"barred"`  // what cannot be chosen between games: "none" or empty, "played", "won_here", "lost_here"
	First   string   `toml:"first"`   // who is A: "coin" or empty, "loser_of_coin", "seed" (the first-named player)
	Sides   []string `toml:"sides"`   // of a game, two
	Hidden  bool     `toml:"hidden"`  // what both choose is shown once both have
	Clock   Duration `toml:"clock"`   // for a step; 0 = none
	Late    string   `toml:"late"`    // what a step becomes whose time is up: "random" or empty, "pass"
}

// Rounds determines the number of rounds of an event.
type Rounds struct {
	Table   string       `toml:"table"` // name of the table in use
	Tables  []RoundTable `toml:"tables"`
	CountBy string       `toml:"count_by"` // "entrants", "largest_division", "bye_weighted"
	Fixed   int          `toml:"fixed"`    // if there is no table; 0 = ceil(log2 n)
	Min     int          `toml:"min"`      // fewest rounds of an event
	Early   bool         `toml:"early"`    // may be announced to end when one player is unbeaten
}

// RoundTable is a published table of rounds and cuts.
type RoundTable struct {
	Name  string     `toml:"name"`
	Title string     `toml:"title"`
	Rows  []RoundRow `toml:"rows"`
}

// RoundRow is one line of a table of rounds.
type RoundRow struct {
	Min    int    `toml:"min"`
	Max    int    `toml:"max"`    // 0 = open
	Rounds []int  `toml:"rounds"` // several = the organiser's choice
	Cuts   []int  `toml:"cuts"`   // allowed cut sizes, largest first; empty = none
	Format string `toml:"format"` // "" = Swiss; "single" = single elimination without Swiss
	GoOn   int    `toml:"go_on"`  // points to play on in a second phase; 0 = one phase
	More   int    `toml:"more"`   // rounds of the second phase
	Note   string `toml:"note"`
	// Unofficial marks a row for events that are not sanctioned according to its note.
	Unofficial bool `toml:"unofficial"`
}

// Pairing is the policy for Swiss rounds; its terms are those of package pairing.
type Pairing struct {
	Method     string   `toml:"method"`      // "swiss", "scramble", "pods"
	First      string   `toml:"first"`       // round 1: "random", or "halves" by seed; a draft pod always meets opposite seats
	Hard       []string `toml:"hard"`        // constraints, in the order in which they are given up
	Cost       []string `toml:"cost"`        // lexicographic, first weighs most
	AvoidFloat int      `toml:"avoid_float"` // rounds in which a repeated float is avoided
	Tables     string   `toml:"tables"`      // "best_rank", "random", "fixed"
}

// Advance determines who may play on after the Swiss rounds.
type Advance struct {
	PowerOfTwo  bool              `toml:"power_of_two"`
	PerDivision bool              `toml:"per_division"`
	MaxShare    fraction.Fraction `toml:"max_share"` // of a division; 0 = no limit
	Binds       bool              `toml:"binds"`     // the share and the shape hold for an organiser's number too
	LargeFrom   int               `toml:"large_from"`
	LargeShare  fraction.Fraction `toml:"large_share"` // of a division of at least LargeFrom
	Equal       []RoundRow        `toml:"equal"`       // cut that includes all players level with its last place; Cuts = places
	EqualMax    int               `toml:"equal_max"`
}

// Bracket is the elimination stage.
type Bracket struct {
	Type     string `toml:"type"`      // "single", "double"
	Reseed   bool   `toml:"reseed"`    // best against worst again in each round
	Third    string `toml:"third"`     // match for third place: "option", "never"
	Places   string `toml:"places"`    // losers of a round: "swiss_rank"
	Choice   string `toml:"choice"`    // who chooses who starts: "higher_seed", ""
	PodSize  int    `toml:"pod_size"`  // players at a table of the elimination stage; 0 = 2
	DrawGoes string `toml:"draw_goes"` // pods: "best_rank" advances from a draw
}

// Tables is the course and the scoring of a mahjong event.
type Tables struct {
	Start      int64               `toml:"start"`   // points of each player before a session
	Target     int64               `toml:"target"`  // points worth 0
	Divisor    int64               `toml:"divisor"` // table points per result point
	Unit       int64               `toml:"unit"`    // table points come in multiples of it
	Uma        []fraction.Fraction `toml:"uma"`     // by place
	Oka        fraction.Fraction   `toml:"oka"`     // to the first
	Floating   []FloatingUma       `toml:"floating"`
	TiesSplit  bool                `toml:"ties_split"` // else the earlier seat is ahead
	StandIn    fraction.Fraction   `toml:"stand_in"`   // result of a stand-in
	Chombo     fraction.Fraction   `toml:"chombo"`     // off the result of a session; 0 = none
	Sessions   int                 `toml:"sessions"`   // of the scramble
	MaxSession int                 `toml:"max_sessions"`
	Days       []int               `toml:"days"` // day of each session, finals included
	Carry      fraction.Fraction   `toml:"carry"`
	Finals     []FinalSession      `toml:"finals"`
}

// FloatingUma replaces Uma when that many players end at or above Start.
type FloatingUma struct {
	Players int                 `toml:"players"`
	Uma     []fraction.Fraction `toml:"uma"`
}

// FinalSession is a session after the scramble. Before it the field is split by
// standing at the given places; after that no player leaves a block.
type FinalSession struct {
	Split []int    `toml:"split"` // ends of the blocks: [8], then [4, 8]
	Top   [][]int  `toml:"top"`   // tables of the top block by seed; the rest by standing
	Names []string `toml:"names"` // of the blocks
}

// Divisions are age or skill groups with their own standings.
type Divisions struct {
	List        []Division `toml:"list"`
	MinSeparate int        `toml:"min_separate"` // each division this large: separate Swiss; else "modified"; 0 = never split
	Flights     *Flights   `toml:"flights"`
}

// Division is a group of players by year of birth, or by choice.
type Division struct {
	Name     string `toml:"name"`
	BornFrom int    `toml:"born_from"` // 0 = open
	BornTo   int    `toml:"born_to"`
}

// Flights split a large division for the Swiss rounds.
type Flights struct {
	Counts       []int `toml:"counts"`
	MinDivision  int   `toml:"min_division"`
	MinFlight    int   `toml:"min_flight"`
	MinPerFlight int   `toml:"min_per_flight"` // qualifiers of each flight
}

// Entry is the rule for players who come late.
type Entry struct {
	LateUntil int    `toml:"late_until"` // last round during which players may enter; 0 = not after the start; -1 = any
	RanksLate bool   `toml:"ranks_late"` // below equal records on time
	MayRefuse bool   `toml:"may_refuse"`
	Text      string `toml:"text"` // shown to the late player
}

// Limit returns the last round during which players may enter if an organiser admits
// late players until round n: n, or the ruleset's own limit if that is earlier.
func (e Entry) Limit(n int) int {
	if e.LateUntil < 0 {
		return n
	}
	return min(n, e.LateUntil)
}

// Deck says how many cards a decklist has. It names no cards but those of which a deck may
// have any number.
type Deck struct {
	Min     int      `toml:"min"`     // fewest of the main deck, with commanders; 0 = lists are not counted
	Max     int      `toml:"max"`     // most; 0 = any number
	Side    int      `toml:"side"`    // most of the sideboard; 0 = there is none
	Extra   int      `toml:"extra"`   // most of the extra deck; 0 = there is none
	Copies  int      `toml:"copies"`  // most of one name in all parts together; 0 = any number
	Limited int      `toml:"limited"` // fewest of a deck built of opened packs, whose copies and sideboard are free; 0 = those are not counted
	Free    []string `toml:"free"`    // names of which there may be any number; * stands for any text
	From    string   `toml:"from"`    // document and section, if it is not ours
}

// Drop is what happens to players who leave.
type Drop struct {
	Games      [3]int `toml:"games"` // score of that match for the opponent
	KeepsPrize bool   `toml:"keeps_prize"`
	ReEntry    bool   `toml:"re_entry"`
	// LosesElimination: who leaves during a round of elimination has lost its match,
	// whatever was played (docs/rules/pokemon.md#pkm-56).
	LosesElimination bool   `toml:"loses_elimination"`
	NoShow           bool   `toml:"no_show"` // who does not appear without word is dropped
	Text             string `toml:"text"`
}

// NoShow is what happens to a player who is missed at the table in a live round.
type NoShow struct {
	Grace Duration `toml:"grace"` // to come; 0 = only organisers decide who did not
	Both  string   `toml:"both"`  // neither comes, in an event that runs by itself: "double_loss" or empty, or "draw"
	From  string   `toml:"from"`  // document and section of the grace, if it is not ours
}

// Penalty is one step of a table of penalties for lateness.
type Penalty struct {
	Level  string `toml:"level"` // "casual", "competitive"
	From   int    `toml:"from"`  // minutes after the start of the round
	To     int    `toml:"to"`    // 0 = open
	Effect string `toml:"effect"`
}

// Clocks are the time limits.
type Clocks struct {
	Swiss       Clock    `toml:"swiss"`
	Elimination *Clock   `toml:"elimination"` // nil = as Swiss
	Final       *Clock   `toml:"final"`       // nil = as elimination
	DeckBuild   Duration `toml:"deck_build"`  // sealed; 0 = none
	Draft       Duration `toml:"draft"`       // planned for the packs of a draft
	DraftBuild  Duration `toml:"draft_build"`
	DraftPicks  []int    `toml:"draft_picks"`  // seconds for each pick of a pack
	DraftReview []int    `toml:"draft_review"` // seconds after each pack
	Between     Duration `toml:"between"`      // planned between rounds
	StartUp     Duration `toml:"start_up"`
}

// Clock is the time limit of one stage.
type Clock struct {
	Round    Duration   `toml:"round"` // 0 = untimed
	Min      Duration   `toml:"min"`   // allowed limits; 0 = open
	Max      Duration   `toml:"max"`
	Warn     []Duration `toml:"warn"`      // before the end
	HardStop Duration   `toml:"hard_stop"` // after the end, whatever is on the table
	AtTime   string     `toml:"at_time"`   // unfinished: "draw", "leader", "double_loss", "text"
	Text     string     `toml:"text"`      // said when the clock reaches zero
}

// Announcement is a fact the organiser must state before round 1.
type Announcement struct {
	Fact string `toml:"fact"` // "rounds", "cut", "prizes", "third_place", "tiebreakers", "decks", "other"
	Text string `toml:"text"`
	// Option is a switch of the ruleset whose choice is part of the fact. It is shown
	// at the start, even if unchanged.
	Option string `toml:"option"`
}

// Moments are the keys of Texts that people are shown at certain moments.
type Moments struct {
	Start      []string `toml:"start"`      // to all players, when the event starts
	Schedule   []string `toml:"schedule"`   // with the schedule of all sessions
	Decks      []string `toml:"decks"`      // a player who hands in a deck
	Build      []string `toml:"build"`      // to all players, while decks are built
	Organisers []string `toml:"organisers"` // organisers, while they set the event up
}

// Example is a history and the standings it must give.
type Example struct {
	Name      string            `toml:"name"`
	Options   map[string]string `toml:"options"`
	Players   []string          `toml:"players"`
	Late      map[string]int    `toml:"late"`    // rounds missed at the start
	Dropped   map[string]int    `toml:"dropped"` // last round taken part in
	Rounds    []ExampleRound    `toml:"rounds"`
	Standings []ExampleRow      `toml:"standings"`
	Picks     []ExamplePicks    `toml:"picks"` // one of the examples has them for all lengths of matches, or none has any
}

// ExamplePicks are the picks and bans before a match of a length, in which each player chooses
// the first item they may.
type ExamplePicks struct {
	Best    int      `toml:"best"`
	Choices []string `toml:"choices"` // such as "ban A: Abbey", "pick B 2: Canal", "left 3: Depot"
}

// ExampleRound lists results as "A B 2-1", "A bye", "A absent", "A B forfeit",
// "A B double-loss"; with more seats "A B C D win" or the four table scores.
type ExampleRound struct {
	Stage   string   `toml:"stage"` // empty = swiss
	Results []string `toml:"results"`
}

// ExampleRow is one expected line of the standings, best first.
type ExampleRow struct {
	Player string                       `toml:"player"`
	Points fraction.Fraction            `toml:"points"`
	Values map[string]fraction.Fraction `toml:"values"` // tiebreakers by function
}

// Duration is a length of time in the form "1h20m".
type Duration time.Duration

// MarshalText writes the form that UnmarshalText reads, without units that are
// zero.
func (d Duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return []byte(text), nil
}

// UnmarshalText reads "50m", "1h20m" or "90s".
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err == nil && v < 0 {
		err = strconv.ErrRange
	}
	if err != nil {
		return err // the caller, which reads the file, words the error
	}
	*d = Duration(v)
	return nil
}
