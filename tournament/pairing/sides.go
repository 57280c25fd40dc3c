package pairing

import "fmt"

// Side is one of the two sides of a game that has them: white and black, corp
// and runner.
type Side int8

// The sides. NoSide also stands for "no preference".
const (
	NoSide     Side = 0
	FirstSide  Side = 1
	SecondSide Side = -1
)

// Sides sums up which sides a player has had.
type Sides struct {
	// Balance is the number of games on the first side minus the number on the
	// second.
	Balance int32
	// Run is the number of games in a row on the same side up to now, negative
	// for the second side.
	Run int32
}

// Add returns the history with one more game.
func (s Sides) Add(side Side) Sides {
	switch {
	case side == NoSide:
		return s
	case s.Run*int32(side) > 0:
		s.Run += int32(side)
	default:
		s.Run = int32(side)
	}
	s.Balance += int32(side)
	return s
}

// Strength grades a wish for a side.
type Strength uint8

// From none to a wish that must not be refused.
const (
	NoWish Strength = iota
	MildWish
	StrongWish
	AbsoluteWish
)

// Preference returns the side the player should have next: absolute
// after two games in a row on one side or when the balance is beyond one,
// strong when it is one, mild (alternate) when it is even.
func (s Sides) Preference() (Side, Strength) {
	switch {
	case s.Balance > 1 || s.Run >= 2:
		return SecondSide, AbsoluteWish
	case s.Balance < -1 || s.Run <= -2:
		return FirstSide, AbsoluteWish
	case s.Balance == 1:
		return SecondSide, StrongWish
	case s.Balance == -1:
		return FirstSide, StrongWish
	case s.Run > 0:
		return SecondSide, MildWish
	case s.Run < 0:
		return FirstSide, MildWish
	}
	return NoSide, NoWish
}

// maxDebt caps the exponent of the side cost; 50^4 is beyond every legal pair.
const maxDebt = 4

// SideDebtCost returns 50^debt for a game in which a player with balance first
// takes the first side against a player with balance second. The debt is the
// number of games by which the worse served of the two is already ahead on the
// side they would get, at least 0.
func SideDebtCost(first, second int32) int64 {
	debt := min(max(0, first, -second), maxDebt)
	cost := int64(1)
	for range debt {
		cost *= 50
	}
	return cost
}

// SingleSidedCost returns the Netrunner cost of a single-sided game in squared units of
// score, unit being one point: squared difference + 5 for a rematch + the cost of the
// sides, see [SideDebtCost].
func SingleSidedCost(gap, unit int64, rematch bool, sides int64) int64 {
	return gap*gap + (5*count(rematch)+sides)*unit*unit
}

// sideOptions tells which of the two assignments of sides are still open to a
// pair: after an earlier meeting only those they have not had.
func sideOptions(a, b *Player) (aFirst, bFirst bool) {
	aFirst, bFirst = true, true
	for i, o := range a.Opponents {
		if o != b.ID || i >= len(a.OpponentSides) {
			continue
		}
		switch a.OpponentSides[i] {
		case FirstSide:
			aFirst = false
		case SecondSide:
			bFirst = false
		default: // no side yet
		}
	}
	return aFirst, bFirst
}

// sideDebt returns the cost of the better open assignment of sides, and whether
// a takes the first side in it (even reports that both cost the same). With no
// assignment open the cheaper one is returned and ok is false.
func sideDebt(a, b *Player) (cost int64, aFirst, even, ok bool) {
	openA, openB := sideOptions(a, b)
	ok = openA || openB
	if !ok {
		openA, openB = true, true
	}
	costA := SideDebtCost(a.Sides.Balance, b.Sides.Balance)
	costB := SideDebtCost(b.Sides.Balance, a.Sides.Balance)
	switch {
	case !openA:
		return costB, false, false, ok
	case !openB:
		return costA, true, false, ok
	}
	return min(costA, costB), costA < costB, costA == costB, ok
}

func (s Side) String() string {
	switch s {
	case NoSide:
		return "no side"
	case FirstSide:
		return "first side"
	case SecondSide:
		return "second side"
	}
	return fmt.Sprintf("Side(%d)", int8(s))
}
