package rating

import "math"

// ln2 in two parts: the first has zeros at its end, so that its product with a
// small whole number is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// expTerms are the factors 1/n! of the series of exp; after the last one nothing
// reaches the last bit for |r| ≤ ln2/2.
var expTerms = [...]float64{
	1, 1, 1 / 2., 1 / 6., 1 / 24., 1 / 120., 1 / 720., 1 / 5040., 1 / 40320., 1 / 362880., 1 / 3628800., 1 / 39916800.,
	1 / 479001600., 1 / 6227020800., 1 / 87178291200.,
}

// exp is e to the x: x = k·ln2 + r, a series for e^r, times 2^k.
func exp(x float64) float64 {
	switch {
	case x != x || x > 709:
		return math.Inf(1)
	case x < -708:
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := float64(x-float64(k*ln2High)) - float64(k*ln2Low)
	sum := 0.0
	for n := len(expTerms) - 1; n >= 0; n-- {
		sum = expTerms[n] + float64(sum*r)
	}
	return sum * math.Float64frombits(uint64(int(k)+1023)<<52) // 2^k, which is neither too large nor too small here
}

// logTerms are the factors 1/(2n+1) of the series of log, likewise.
var logTerms = [...]float64{1, 1 / 3., 1 / 5., 1 / 7., 1 / 9., 1 / 11., 1 / 13., 1 / 15., 1 / 17., 1 / 19., 1 / 21., 1 / 23., 1 / 25.}

// log returns the natural logarithm of an x above 0: x = m·2^k with m about 1, and the
// series of 2·artanh((m-1)/(m+1)).
func log(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	square, sum := float64(s*s), 0.0
	for n := len(logTerms) - 1; n >= 0; n-- {
		sum = float64(sum*square) + logTerms[n]
	}
	return float64(float64(k)*ln2High) + (float64(2*s*sum) + float64(float64(k)*ln2Low))
}

// hypot is √(a²+b²), for values that neither overflow nor vanish.
func hypot(a, b float64) float64 { return math.Sqrt(float64(a*a) + float64(b*b)) }

// rounded returns x rounded to a multiple of 1/parts.
func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }
