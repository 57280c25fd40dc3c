package pairing

// Player is one active player as the engine sees them. Names, results and
// everything else that does not bear on the pairing stay with the caller.
type Player struct {
	// ID identifies the player; it must be positive and unique in the input.
	ID int32
	// Rank is the place in the standings (1 is best). It orders the tables and
	// chooses the bye under [ByeLowestRanked]; equal ranks are settled by ID.
	Rank int32
	// Score is the total of match points (byes included) in a unit chosen by
	// the caller such that all differences are exact: points, half points,
	// thousandths.
	Score int64
	// Division is the age division; only [CrossDivision] and
	// [Policy.SeparateDivisions] look at it.
	Division int32
	// Flight is the random part of a large division the player belongs to
	// (docs/rules/pokemon.md#pkm-66); only [Policy.SeparateFlights] looks at it.
	Flight int32
	// Tag marks players who should not meet each other: a team, a nation, a
	// Fallen-wizard (docs/rules/meccg.md#mec-21). 0 is no tag and conflicts with no
	// player.
	Tag int32
	// Apart are the IDs of players whom this one should not meet; only [KeptApart] looks
	// at it. It is enough if one of the two lists the other.
	Apart []int32
	// Byes counts the byes received so far, forfeit wins included.
	Byes int32
	// NoBye bars the player from the bye.
	NoBye bool
	// Floated tells in which directions the player was paired outside the own
	// score group in the rounds that count (usually the last one or two).
	Floated Float
	// Sides is the history of sides, for games that have them.
	Sides Sides
	// FixedTable is the table the player must sit at (accessibility, a camera);
	// 0 is none.
	FixedTable int32
	// Hours are when the player can usually play; only [HoursApart] looks at them. They are
	// not known if nil or empty. Most rounds have none, and a large Player makes every
	// round slower.
	Hours *Hours
	// Opponents are the IDs of all players met so far in this stage, once for each
	// meeting, in any order. Players who have left may be among them.
	Opponents []int32
	// OpponentSides, in a game with sides, is this player's side for each entry of
	// Opponents. It may be nil; otherwise it must be as long as Opponents.
	OpponentSides []Side
}

// Float is a set of directions.
type Float uint8

// A player floats down when meeting a player with fewer points and up when meeting one
// with more.
const (
	FloatDown Float = 1 << iota
	FloatUp
)

// Input is one pairing task.
type Input struct {
	// Players are the active players. Their order does not matter.
	Players []Player
	Policy  Policy
	// Seed and Round feed every random decision: the same seed, round and
	// players always give the same result.
	Seed  [32]byte
	Round int
	// Byes are players who sit this round out with a bye decided beforehand
	// (awarded or requested); they do not count as the bye of an odd field.
	Byes []int32
	// Pairs are pairs the organiser has fixed; the rest is paired around them.
	Pairs []Pair
}

// Pair is two players who meet. In games with sides A has the first side.
type Pair struct{ A, B int32 }
