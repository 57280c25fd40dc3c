package rating

import "math"

// ln2 in two parts: the first has zeros at its end, so that its product with a
// small whole number is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// expTerms are the terms of the series of exp; after the last one nothing reaches
// the last bit for |r| ≤ ln2/2.
const expTerms = 14

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
	sum := 1.0
	for n := expTerms; n > 0; n-- {
		sum = 1 + float64(sum*r)/float64(n)
	}
	return math.Ldexp(sum, int(k))
}

// logTerms are the terms of the series of log, likewise.
const logTerms = 12

// log is the natural logarithm of an x above 0: x = m·2^k with m about 1, and the
// series of 2·artanh((m-1)/(m+1)).
func log(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	square, sum := float64(s*s), 0.0
	for n := logTerms; n >= 0; n-- {
		sum = float64(sum*square) + 1/float64(2*n+1)
	}
	return float64(float64(k)*ln2High) + (float64(2*s*sum) + float64(float64(k)*ln2Low))
}

// hypot is √(a²+b²), for values that neither overflow nor vanish.
func hypot(a, b float64) float64 { return math.Sqrt(float64(a*a) + float64(b*b)) }

// rounded is x to so many parts of one.
func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }
