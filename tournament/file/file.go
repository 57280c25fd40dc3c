// Package file reads and writes the tournament file, version 1: the JSON form of
// a tournament for import, export, replay and the engine commands.
//
//	{"version":1,"name":"…","ruleset":"magic","cut":8,"rounds_planned":6,"seed":"…",
//	 "players":[{"id":"p1","name":"…","division":"masters","tag":"…","late_rounds":0,"dropped_after":null,"byes":[1]}],
//	 "rounds":[{"number":1,"stage":"swiss","matches":[
//	   {"table":1,"players":["p1","p2"],"games":[2,1,0],"kind":"played"},
//	   {"players":["p3"],"kind":"bye"}]}]}
//
// Needed are version, ruleset and players. Reading is strict: an unknown or
// doubled key, an unknown player, a result that the ruleset does not have, a
// player seated twice in a round, a cut larger than the field, rounds that cannot
// follow each other are refused with the path of the place, such as
// rounds[2].matches[0].games. If the top level holds "tournament", that object is
// read and its siblings are ignored.
//
// At the top: version, name, ruleset, options (choices of the ruleset), stages (the
// chain of package stage, such as "swiss 5 > single 8"; format, rounds_planned and
// cut say the simple ones and agree with it), format
// (swiss, single, double, round_robin, draft, scramble), rounds_planned, seed (64
// hex digits), divisions (the names of the event's own, where the ruleset has others), crew (the
// members of a crew, 2 to 10, where crews play), boards (of a match of crews, 2 to crew), cut (a number, {"points":N}, {"points":N,"top":M},
// {"top":N,"equal_points":true,"max":M}, {"top":N,"lock":M}, {"per_division":{…}},
// {"per_flight":N}), cut_seeds (ids of the players who went on, best first, where
// something else than the standings has seeded them), question (that players answer when
// they join), invited (names on the invitation list of an event that asks for one), players, apart (who is not to be
// paired with each other: players, from and to, the first and the last round), rounds,
// log.
//
// A player: id (A-Z a-z 0-9 _ -, up to 64), name, division, flight, tag, answer (to the
// question), seed,
// seat, rating, byes (rounds in which one is awarded), full_byes (coming rounds with
// a bye that is worth one of the pairing, where an awarded one is worth less), absent
// (coming rounds that the player sits out without), late_rounds (rounds 1 to n
// are assigned losses; missing ones are added), dropped_after (last round taken
// part in; 0 = before round 1; null = active), disqualified, standin, members (names, of a
// crew, the captain first), former (names of those who played for the crew and have left it).
//
// A match: players, kind (played, bye, intentional_draw, assigned_loss, forfeit,
// double_loss, elsewhere), table, and one result in seat order:
//
//	games      [won by the first, by the second, drawn]
//	scores     mahjong table, East, South, West, North
//	places     pods, 1 = first, equal numbers share
//	mp         [a,b] marshalling points, with by (ring, weakest_link, tie, scenario)
//	points     [a,b] as reported, with sides (["corp","runner"])
//
// With it may stand winner (a seat, from 0), which decides a level elimination
// match or a MECCG game and contradicts no result, and penalties per seat in
// result points. Only played may lack a result: then it is unfinished. elsewhere is
// one player's round before an event was taken over: games from that side, and
// against for a player met there; without games the player took no
// part. reported marks a result that is not yet confirmed; it is kept in Pending
// and does not count.
//
// A match of crews may have boards, in their order: players (as of the match, the first
// seat first), kind (played, intentional_draw, forfeit, double_loss), games, winner,
// reported, and members, where others than the first members sit there in their order: for
// each of players the place in its members and then its former, from 1, or 0 for no one. Then
// games of the match are the boards won by the first, by the second, and drawn.
package file

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Limits of the input.
const (
	MaxBytes   = 64 << 20
	MaxPlayers = 8192
	MaxRounds  = 200
	MaxApart   = 16384 // pairs kept apart
	maxText    = 200
	maxSaid    = 1000 // bytes of a question and of an answer to it
)

// Tournament is the content of a file.
type Tournament struct {
	Name          string
	Ruleset       string            // id
	Options       map[string]string // choices of the ruleset
	Rules         *rules.Ruleset    // the ruleset with the options applied; of a match, where it has boards
	BoardRules    *rules.Ruleset    // of a board; nil where matches have none
	Format        string            // empty = the ruleset's default, or as in Stages
	Stages        stage.Chain       // complete; empty if format, rounds and cut determine it
	Cut           rules.Cut
	CutSeeds      []int32 // players who went on, best first; nil = by the standings
	RoundsPlanned int     // 0 = not said
	Crew, Boards  int     // members of a crew, boards of a match of crews; 0 = none
	Seed          string  // 64 hex digits, or empty
	Players       numbered.List[Player]
	Divisions     []string // names by ledger.Player.Division: those of the ruleset first; "" for players without one
	Flights       []string // names by ledger.Player.Flight; "" for players without one
	Tags          []string // names by ledger.Player.Tag; Tags[0] is ""
	Ledger        *ledger.Ledger
	LineUps       map[LineUp][]int // who sat at the boards, where that is not Usual; see Sit and Sat
	Pending       []Pending
	Question      string          // that players answer when they join; "" = none
	Invited       []string        // names on the invitation list; nil = none is asked for
	Notes         []notice.Notice // what was cleaned while reading, for the person who imports the file
	Log           json.RawMessage // the event log of an export, as it stood
}

// Player is what a ledger does not hold of a player; the index is the same.
type Player struct {
	ID      string
	Name    string
	Answer  string   // to the question of the event; "" = none
	Members []string // names of the members of a crew, the captain first
	Former  []string // names of those who sat at a board for the crew and have left it
}

// Pending is a result that was reported but not confirmed; the match in the
// ledger is unfinished.
type Pending struct {
	Round  int // number
	Match  int // index in the round
	Board  int // from 1; 0 = the match
	Result ledger.Result
}

// SeedNumber returns the seed as the number that package standings takes: the
// first 64 bits, 0 without a seed.
func (t *Tournament) SeedNumber() uint64 {
	b, err := hex.DecodeString(t.Seed)
	if err != nil || len(b) < 8 {
		return 0
	}
	n, err := strconv.ParseUint(t.Seed[:16], 16, 64)
	if err != nil {
		return 0
	}
	return n
}

// Index returns the ledger index of the player with the given id, or -1.
func (t *Tournament) Index(id string) int {
	for i := range t.Players {
		if t.Players[i].ID == id {
			return i
		}
	}
	return -1
}

func formats() []string {
	return []string{"swiss", "single", "double", "round_robin", "draft", "scramble"}
}

// stageNames returns the words of the file, by ledger.Stage.
func stageNames() []string {
	return []string{
		ledger.Swiss: "swiss", ledger.Elimination: "elimination", ledger.ThirdPlace: "third_place",
		ledger.Upper: "upper", ledger.Lower: "lower", ledger.Final: "final", ledger.RoundRobin: "round_robin",
		ledger.Scramble: "scramble", ledger.FinalTables: "final_tables", ledger.Playoff: "playoff",
	}
}

// kindNames returns the words of the file, by ledger.Kind.
func kindNames() []string {
	return []string{
		ledger.Played: "played", ledger.Bye: "bye", ledger.IntentionalDraw: "intentional_draw",
		ledger.AssignedLoss: "assigned_loss", ledger.Forfeit: "forfeit", ledger.DoubleLoss: "double_loss", ledger.Elsewhere: "elsewhere",
	}
}

// byNames returns the words of the file, by ledger.By; the plain way has none.
func byNames() []string {
	return []string{
		ledger.ByPoints: "", ledger.ByRing: "ring", ledger.ByWeakestLink: "weakest_link",
		ledger.ByTie: "tie", ledger.ByScenario: "scenario",
	}
}
