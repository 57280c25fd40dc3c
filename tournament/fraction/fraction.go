// Package fraction has exact fractions for points, percentages and tiebreakers.
//
// Standings decide who plays for the prizes, so that no value in them may be
// rounded: 1/3 and 0.33 are different floors, and (1/3 + 2/3 + 1)/3 equals 2/3
// exactly. A Fraction is a fraction of two 64-bit integers. Comparisons are made in
// 128 bits; a value whose reduced parts do not fit 64 bits is kept as a big.Rat,
// so that no operation overflows. What is shown is in lowest terms. The zero
// value is 0.
//
// Compare with Equal or Cmp, not with ==.
package fraction

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// Fraction is an exact fraction. Only Over leaves it unreduced inside.
type Fraction struct {
	num    int64
	denOff int64    // denominator minus one, so that the zero value is 0/1
	big    *big.Rat // set only where the reduced parts do not fit 64 bits; never changed
}

// New returns num/den, reduced. It panics if den is 0, like a division.
func New(num, den int64) Fraction {
	if den == 1 {
		return Fraction{num: num}
	}
	if den == 0 {
		panic("fraction: denominator 0")
	}
	if den < 0 {
		if num == math.MinInt64 || den == math.MinInt64 {
			return fromBig(big.NewRat(num, den))
		}
		num, den = -num, -den
	}
	g := gcd(magnitude(num), uint64(den))
	if g == 1 {
		return Fraction{num: num, denOff: den - 1}
	}
	return Fraction{num: num / int64(g), denOff: den/int64(g) - 1}
}

// Over returns num/den for a den above 0 without reducing it yet: a table of
// thousands of values is compared as it is, and only the few that are shown need
// their lowest terms.
func Over(num, den int64) Fraction {
	if den <= 0 {
		return New(num, den)
	}
	return Fraction{num: num, denOff: den - 1}
}

// Int returns n/1.
func Int(n int64) Fraction { return Fraction{num: n} }

// errSyntax is the error of Parse. The caller, who knows where the number was, words it
// for people.
var errSyntax = errors.New("no number")

// Parse reads "21", "-7/2" or "12.5". It refuses anything else, spaces and
// exponents included.
func Parse(s string) (Fraction, error) {
	if s == "" || strings.Trim(s, "-0123456789./") != "" || strings.Count(s, "/")+strings.Count(s, ".") > 1 {
		return Fraction{}, fmt.Errorf("%w: %q", errSyntax, s)
	}
	if len(s) > 64 {
		return Fraction{}, fmt.Errorf("%w: %d characters", errSyntax, len(s))
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Fraction{}, fmt.Errorf("%w: %q", errSyntax, s)
	}
	return fromBig(r), nil
}

// fromBig takes ownership of b.
func fromBig(b *big.Rat) Fraction {
	if b.Num().IsInt64() && b.Denom().IsInt64() {
		return Fraction{num: b.Num().Int64(), denOff: b.Denom().Int64() - 1}
	}
	return Fraction{big: b}
}

// toBig returns the value as a big.Rat that must not be changed.
func (r Fraction) toBig() *big.Rat {
	if r.big != nil {
		return r.big
	}
	return big.NewRat(r.num, r.denOff+1)
}

// Parts returns numerator and denominator (at least 1) in lowest terms; ok is
// false if they do not fit 64 bits.
func (r Fraction) Parts() (num, den int64, ok bool) {
	if r.denOff != 0 {
		r = New(r.num, r.denOff+1)
	}
	return r.num, r.denOff + 1, r.big == nil
}

// Add returns r + s.
func (r Fraction) Add(s Fraction) Fraction {
	if r.big == nil && s.big == nil {
		rd, sd := r.denOff+1, s.denOff+1
		if rd == sd {
			if sum, ok := addInt(r.num, s.num); ok {
				return New(sum, rd)
			}
		} else {
			g := int64(gcd(uint64(rd), uint64(sd)))
			a, ok1 := mulInt(r.num, sd/g)
			b, ok2 := mulInt(s.num, rd/g)
			den, ok3 := mulInt(rd, sd/g)
			sum, ok4 := addInt(a, b)
			if ok1 && ok2 && ok3 && ok4 {
				return New(sum, den)
			}
		}
	}
	return fromBig(new(big.Rat).Add(r.toBig(), s.toBig()))
}

// Sub returns r - s.
func (r Fraction) Sub(s Fraction) Fraction { return r.Add(s.Neg()) }

// Neg returns -r.
func (r Fraction) Neg() Fraction {
	if r.big == nil && r.num != math.MinInt64 {
		return Fraction{num: -r.num, denOff: r.denOff}
	}
	return fromBig(new(big.Rat).Neg(r.toBig()))
}

// Mul returns r times s.
func (r Fraction) Mul(s Fraction) Fraction {
	if r.big == nil && s.big == nil {
		num, ok1 := mulInt(r.num, s.num)
		den, ok2 := mulInt(r.denOff+1, s.denOff+1)
		if ok1 && ok2 {
			return New(num, den)
		}
	}
	return fromBig(new(big.Rat).Mul(r.toBig(), s.toBig()))
}

// Quo returns r divided by s. It panics if s is 0.
func (r Fraction) Quo(s Fraction) Fraction {
	if r.big == nil && s.big == nil {
		num, ok1 := mulInt(r.num, s.denOff+1)
		den, ok2 := mulInt(r.denOff+1, s.num)
		if ok1 && ok2 {
			return New(num, den)
		}
	}
	return fromBig(new(big.Rat).Quo(r.toBig(), s.toBig()))
}

// Cmp returns -1, 0 or 1 as r is less than, equal to or greater than s.
func (r Fraction) Cmp(s Fraction) int {
	if r.big != nil || s.big != nil {
		return r.toBig().Cmp(s.toBig())
	}
	if r.denOff == s.denOff {
		return compare(r.num, s.num)
	}
	if (r.num < 0) != (s.num < 0) {
		return compare(r.num, s.num)
	}
	// |r.num|·sd against |s.num|·rd in 128 bits; both have one sign.
	ahi, alo := bits.Mul64(magnitude(r.num), uint64(s.denOff+1))
	bhi, blo := bits.Mul64(magnitude(s.num), uint64(r.denOff+1))
	c := compare(ahi, bhi)
	if c == 0 {
		c = compare(alo, blo)
	}
	if r.num < 0 {
		return -c
	}
	return c
}

// Equal reports whether r and s are the same number.
func (r Fraction) Equal(s Fraction) bool { return r.Cmp(s) == 0 }

// Less reports whether r is smaller than s.
func (r Fraction) Less(s Fraction) bool { return r.Cmp(s) < 0 }

// Sign returns -1, 0 or 1.
func (r Fraction) Sign() int {
	if r.big != nil {
		return r.big.Sign()
	}
	return compare(r.num, 0)
}

// IsZero reports whether r is 0. It also makes encoders omit an unset value.
func (r Fraction) IsZero() bool { return r.Sign() == 0 }

// Max returns the larger of r and s.
func Max(r, s Fraction) Fraction {
	if r.Less(s) {
		return s
	}
	return r
}

// Min returns the smaller of r and s.
func Min(r, s Fraction) Fraction {
	if s.Less(r) {
		return s
	}
	return r
}

// Sum returns the sum of the values.
func Sum(values ...Fraction) Fraction {
	var total Fraction
	for _, v := range values {
		total = total.Add(v)
	}
	return total
}

// Mean returns the mean of the values, or empty if there are none.
func Mean(values []Fraction, empty Fraction) Fraction {
	if len(values) == 0 {
		return empty
	}
	return Sum(values...).Quo(Int(int64(len(values))))
}

// Floor returns the largest integer that is not above r, kept inside int64.
func (r Fraction) Floor() int64 {
	if r.big != nil {
		// Euclidean division rounds towards minus infinity for positive divisors.
		q := new(big.Int).Div(r.big.Num(), r.big.Denom())
		switch {
		case q.IsInt64():
			return q.Int64()
		case q.Sign() < 0:
			return math.MinInt64
		default:
			return math.MaxInt64
		}
	}
	q := r.num / (r.denOff + 1)
	if r.num < 0 && r.num%(r.denOff+1) != 0 {
		q--
	}
	return q
}

// Unit returns the least number of units in 1 for which all values are whole, as far as their
// parts fit 64 bits.
func Unit(values iter.Seq[Fraction]) int64 {
	u := int64(1)
	for v := range values {
		if _, den, ok := v.Parts(); ok {
			u = u / int64(gcd(uint64(u), uint64(den))) * den
		}
	}
	return u
}

// Units returns r in units of which 1 has the given number, rounded down.
func (r Fraction) Units(unit int64) int64 { return r.Mul(Int(unit)).Floor() }

// Float64 returns the nearest float: for display and simulation, never for a
// decision.
func (r Fraction) Float64() float64 {
	if r.big != nil {
		f, _ := r.big.Float64()
		return f
	}
	num, den, _ := r.Parts() // lowest terms round best
	return float64(num) / float64(den)
}

// String returns "7/2" in lowest terms, "21" for a whole number.
func (r Fraction) String() string {
	b := r.toBig()
	if b.IsInt() {
		return b.Num().String()
	}
	return b.String()
}

// Decimal returns r with that many decimals, halves away from zero.
func (r Fraction) Decimal(places int) string { return r.toBig().FloatString(places) }

// longestDecimal is the most decimals of a number that Plain writes to its end.
const longestDecimal = 6

// Plain returns r as people write a number: with all its decimals where they end
// within six, "26.2", and else with two; never with fewer than least.
func (r Fraction) Plain(least int) string {
	for places := least; places <= longestDecimal; places++ {
		text := r.Decimal(places)
		if exact, err := Parse(text); err == nil && exact.Equal(r) {
			return text
		}
	}
	return r.Decimal(max(least, 2))
}

// Percent returns r as a percentage with two decimals, halves up: "66.67%".
func (r Fraction) Percent() string { return r.Mul(Int(100)).Decimal(2) + "%" }

// MarshalText writes what String returns; encoding/json makes it a string.
func (r Fraction) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what Parse reads.
func (r *Fraction) UnmarshalText(text []byte) error {
	v, err := Parse(string(text))
	if err != nil {
		return err
	}
	*r = v
	return nil
}

func compare[T int64 | uint64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// gcd uses the binary algorithm: divisions would take most of the time of a table
// of 4,096 players. gcd(0, b) is b.
func gcd(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	if b == 0 {
		return a
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	b >>= bits.TrailingZeros64(b)
	for a != b {
		// The larger becomes the difference; the compiler needs no branch for it.
		d := b - a
		zeros := bits.TrailingZeros64(d)
		if b < a {
			d, a = a-b, b
		}
		b = d >> zeros
	}
	return a << shift
}

func addInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}
