package stage

import "topcut/tournament/notice"

// Kind is how the rounds of a stage are paired and what ends it.
type Kind string

// Kinds of stages. Pods and Tables are Swiss and Bracket in games of four at a table;
// they need not be written.
const (
	Swiss      Kind = "swiss"
	Pods       Kind = "pods"       // Swiss rounds at tables of three and four
	RoundRobin Kind = "roundrobin" // all players of a group meet each other
	Schedule   Kind = "schedule"   // a schedule of tables made before play (mahjong)
	Final      Kind = "final"      // sessions seated by the standings, the best together
	Playoff    Kind = "playoff"    // for a tie at the top; never written in a chain

	Bracket   Kind = "bracket"   // elimination as the ruleset has it
	Single    Kind = "single"    // the published tree (docs/rules/magic.md#mtg-59, docs/rules/pokemon.md#pkm-54)
	Reseed    Kind = "reseed"    // best against worst again after every round
	Placement Kind = "placement" // losers play on for every place (docs/rules/magic.md#mtg-24)
	Double    Kind = "double"    // out after two losses
	Tables    Kind = "tables"    // elimination at tables of four
)

// Traits are the properties of a kind of stage that are independent of a game's rules.
type Traits struct {
	Eliminates bool // a player who loses is out, or plays on for a place
	ByPoints   bool // players of about the same points meet, round by round
	MeetsAll   bool // all players of a group meet each other
	Grouped    bool // drawn groups can play it among themselves
	Third      bool // it can have a match for third place
	Aside      bool // its rounds do not enter the standings, and no chain has it
}

var traits = map[Kind]Traits{
	Swiss:      {ByPoints: true, Grouped: true},
	Pods:       {ByPoints: true},
	RoundRobin: {MeetsAll: true, Grouped: true},
	Schedule:   {},
	Final:      {},

	Bracket:   {Eliminates: true, Third: true},
	Single:    {Eliminates: true, Third: true},
	Reseed:    {Eliminates: true, Third: true},
	Placement: {Eliminates: true, Third: true},
	Double:    {Eliminates: true},
	Tables:    {Eliminates: true},
}

// Declare registers a kind that this package need not know by name. It is called when
// the package that plays the kind is initialised.
func Declare(k Kind, t Traits) Kind {
	traits[k] = t
	return k
}

// Eliminates reports whether a player who loses is out, or plays on for a place.
func (k Kind) Eliminates() bool { return traits[k].Eliminates }

// ByPoints reports whether players of about the same points meet, round by round.
func (k Kind) ByPoints() bool { return traits[k].ByPoints }

// MeetsAll reports whether all players of a group meet each other.
func (k Kind) MeetsAll() bool { return traits[k].MeetsAll }

// PlaysThird reports whether it can have a match for third place.
func (k Kind) PlaysThird() bool { return traits[k].Third }

// Ranked reports whether the rounds enter the standings: those of an elimination and
// of a play-off do not.
func (k Kind) Ranked() bool { return !traits[k].Eliminates && !traits[k].Aside }

// written reports whether a chain can have the kind.
func (k Kind) written() bool {
	t, known := traits[k]
	return known && !t.Aside
}

// Word returns the kind as a term of the catalogue.
func (k Kind) Word() notice.Word { return notice.Word("stage." + string(k)) }
