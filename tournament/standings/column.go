package standings

import (
	"math"
	"math/bits"

	"topcut/tournament/fraction"
)

// column holds one fraction per player. As long as it fits, all have the common
// denominator den times a count per player: the value of player i is num[i] / (den *
// count[i]). Sums over opponents and comparisons are then integer arithmetic, which
// makes standings of 4,096 players cheap. If a common denominator exceeds 64 bits, slow
// holds the fractions one by one.
type column struct {
	num   []int64
	count []int32 // nil = 1 each
	den   int64
	slow  []fraction.Fraction
}

// ratio is an unreduced fraction; den is above 0.
type ratio struct{ num, den int64 }

func (r ratio) less(s ratio) bool {
	return compareProducts(r.num, s.den, s.num, r.den) < 0
}

// fractionOf returns r as a ratio. Values of rulesets fit 64 bits.
func fractionOf(r fraction.Fraction) ratio {
	num, den, _ := r.Parts()
	return ratio{num, den}
}

// integers returns a column of values over one denominator.
func integers(num []int64, den int64) *column { return &column{num: num, den: den} }

// ratios returns a column of n fractions.
func ratios(n int, value func(i int) ratio) *column {
	c := &column{num: make([]int64, n), den: 1}
	values := make([]ratio, n)
	// Few denominators occur and divisions are expensive, so each small denominator is
	// handled once.
	var factors [512]int64
	fits := true
	for i := range values {
		v := value(i)
		values[i] = v
		if v.den < int64(len(factors)) {
			if factors[v.den] != 0 {
				continue
			}
			factors[v.den] = 1
		}
		if fits && c.den%v.den != 0 {
			c.den, fits = mul(c.den, v.den/gcd(c.den, v.den))
		}
	}
	if fits {
		for den, f := range factors {
			if f != 0 {
				factors[den] = c.den / int64(den)
			}
		}
		for i, v := range values {
			var factor int64
			if v.den < int64(len(factors)) {
				factor = factors[v.den]
			} else {
				factor = c.den / v.den
			}
			if c.num[i], fits = mul(v.num, factor); !fits {
				break
			}
		}
	}
	if fits {
		return c
	}
	slow := make([]fraction.Fraction, n)
	for i, v := range values {
		slow[i] = fraction.New(v.num, v.den)
	}
	return &column{slow: slow}
}

// rats returns a column of fractions of any size.
func rats(values []fraction.Fraction) *column { return &column{slow: values} }

// at returns the value of player i.
func (c *column) at(i int) fraction.Fraction {
	switch {
	case c.slow != nil:
		return c.slow[i]
	case c.count == nil:
		return fraction.Over(c.num[i], c.den)
	}
	if den, ok := mul(c.den, int64(c.count[i])); ok {
		return fraction.Over(c.num[i], den)
	}
	return fraction.New(c.num[i], c.den).Quo(fraction.Int(int64(c.count[i])))
}

// write stores the values of the players in every step-th element of a list.
func (c *column) write(to []fraction.Fraction, step int, players []int32) {
	if c.slow == nil && c.count == nil {
		for i, p := range players {
			to[i*step] = fraction.Over(c.num[p], c.den)
		}
		return
	}
	for i, p := range players {
		to[i*step] = c.at(int(p))
	}
}

// cmp compares the values of players i and j.
func (c *column) cmp(i, j int32) int {
	switch {
	case c.slow != nil:
		return c.slow[i].Cmp(c.slow[j])
	case c.count == nil || c.count[i] == c.count[j]:
		return compare(c.num[i], c.num[j])
	}
	return compareProducts(c.num[i], int64(c.count[j]), c.num[j], int64(c.count[i]))
}

// plain returns a column without counts, so that its values can be summed.
func (c *column) plain() *column {
	if c.slow != nil || c.count == nil {
		return c
	}
	k, fits := int64(1), true
	for i, n := range c.count {
		if fits && (i == 0 || n != c.count[i-1]) && k%int64(n) != 0 {
			k, fits = mul(k, int64(n)/gcd(k, int64(n)))
		}
	}
	den, ok := mul(c.den, k)
	if fits && ok {
		out := &column{num: make([]int64, len(c.num)), den: den}
		factor, of := k, int32(1)
		for i, v := range c.num {
			if c.count[i] != of {
				factor, of = k/int64(c.count[i]), c.count[i]
			}
			if out.num[i], fits = mul(v, factor); !fits {
				break
			}
		}
		if fits {
			return out
		}
	}
	return c.exact()
}

func (c *column) exact() *column {
	if c.slow != nil {
		return c
	}
	slow := make([]fraction.Fraction, len(c.num))
	for i := range slow {
		slow[i] = c.at(i)
	}
	return &column{slow: slow}
}

// meanOverOpponents returns for each player the mean of base over the opponents met,
// one per meeting, or empty for a player without any. If phantoms is above 0, each bye
// adds that number of opponents of a fixed percentage.
func (h *history) meanOverOpponents(base *column, phantoms int, empty fraction.Fraction) *column {
	base = base.plain()
	phantom := h.rs.Bye.Phantom
	if base.slow == nil {
		if c, ok := h.fastMean(base, fractionOf(empty), phantoms, fractionOf(phantom)); ok {
			return c
		}
	}
	base = base.exact()
	out := make([]fraction.Fraction, len(h.players))
	var values []fraction.Fraction
	for p := range h.players {
		values = values[:0]
		for _, e := range h.of(p) {
			for _, q := range e.seats[:e.n] {
				values = append(values, base.slow[q])
			}
		}
		for range int(h.tallies[p].byes) * phantoms {
			values = append(values, phantom)
		}
		out[p] = fraction.Mean(values, empty)
	}
	return rats(out)
}

func (h *history) fastMean(base *column, empty ratio, phantoms int, phantom ratio) (*column, bool) {
	den := base.den
	scale := int64(1)
	for _, d := range []int64{empty.den, phantom.den} {
		k := d / gcd(den, d)
		var ok1, ok2 bool
		den, ok1 = mul(den, k)
		scale, ok2 = mul(scale, k)
		if !ok1 || !ok2 {
			return nil, false
		}
	}
	// The largest sum that can occur must fit.
	var largest int64
	for _, v := range base.num {
		largest = max(largest, v, -v)
	}
	terms := int64(len(h.rounds)*(3+phantoms) + 1)
	bound, ok := mul(max(largest, base.den), scale)
	if ok {
		_, ok = mul(bound, terms)
	}
	if !ok {
		return nil, false
	}
	out := &column{num: make([]int64, len(h.players)), count: make([]int32, len(h.players)), den: den}
	unit := phantom.num * (den / phantom.den)
	for p := range h.players {
		var sum int64
		var n int32
		entries := h.of(p)
		for i := range entries {
			e := &entries[i]
			n += int32(e.n)
			switch e.n {
			case 0:
			case 1:
				sum += base.num[e.seats[0]]
			default:
				for _, q := range e.seats[:e.n] {
					sum += base.num[q]
				}
			}
		}
		sum *= scale
		if extra := h.tallies[p].byes * int32(phantoms); extra > 0 {
			sum += int64(extra) * unit
			n += extra
		}
		if n == 0 {
			sum, n = empty.num*(den/empty.den), 1
		}
		out.num[p], out.count[p] = sum, n
	}
	return out, true
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compareProducts compares a*b with c*d in 128 bits; b and d are above 0.
func compareProducts(a, b, c, d int64) int {
	if (a < 0) != (c < 0) {
		return compare(a, c)
	}
	ahi, alo := bits.Mul64(abs(a), uint64(b))
	chi, clo := bits.Mul64(abs(c), uint64(d))
	r := 0
	switch {
	case ahi != chi:
		r = -1
		if ahi > chi {
			r = 1
		}
	case alo != clo:
		r = -1
		if alo > clo {
			r = 1
		}
	}
	if a < 0 {
		return -r
	}
	return r
}

func abs(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// mul returns a*b for b of at least 0; ok is false if it overflows.
func mul(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	return a * b, true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func lcm(a, b int64) int64 { return a / gcd(a, b) * b }
