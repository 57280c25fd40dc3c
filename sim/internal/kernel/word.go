package kernel

// A Word is all that one player has collected, in bit fields. Adding the Word
// of a result to the Word of a player books the result.
type Word uint64

// Fields of a Word: position of the lowest bit. No field can overflow within
// MaxRounds rounds; Compile refuses rulesets whose points could.
const (
	gamesAt      = 0  // 8 bits: games played
	gamePointsAt = 8  // 11 bits, in units
	firstAt      = 19 // 5 bits: matches in which the player had the first turn
	recordAt     = 24 // 15 bits: Record
	lossesAt     = 29 // 5 bits of it
	roundsAt     = 39 // 5 bits: rounds that count for the own percentage
	shareAt      = 44 // 10 bits: points of these rounds in units, or wins and half draws times two
	pointsAt     = 54 // 10 bits: match points, in units
)

// Limits of a simulation.
const (
	MaxRounds  = 20
	MaxPlayers = 60000
	maxPoints  = 1<<10 - 1
)

// Record is wins, losses and draws in 5 bits each.
type Record uint16

// Records is the number of values of a Record.
const Records = 1 << 15

// NewRecord packs a record.
func NewRecord(wins, losses, draws int) Record { return Record(wins<<10 | losses<<5 | draws) }

// Wins, Losses and Draws unpack a record.
func (r Record) Wins() int { return int(r >> 10) }

// Losses returns the matches lost.
func (r Record) Losses() int { return int(r >> 5 & 31) }

// Draws returns the matches drawn.
func (r Record) Draws() int { return int(r & 31) }

// Points returns the match points, in units.
func (w Word) Points() int { return int(w >> pointsAt) }

// Record returns wins, losses and draws.
func (w Word) Record() Record { return Record(w >> recordAt & (Records - 1)) }

// first returns how often the player had the first turn.
func (w Word) first() int { return int(w >> firstAt & 31) }

func (w Word) rounds() uint64     { return uint64(w >> roundsAt & 31) }
func (w Word) share() uint64      { return uint64(w >> shareAt & 1023) }
func (w Word) games() uint64      { return uint64(w & 255) }
func (w Word) gamePoints() uint64 { return uint64(w >> gamePointsAt & 2047) }
