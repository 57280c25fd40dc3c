package fraction_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/fraction"
)

func TestStringIsReduced(t *testing.T) {
	for _, tc := range []struct {
		r    fraction.Fraction
		want string
	}{
		{fraction.Fraction{}, "0"},
		{fraction.Int(21), "21"},
		{fraction.Over(42, 2), "21"},
		{fraction.Over(-14, 4), "-7/2"},
		{fraction.Over(3, -9), "-1/3"},
		{fraction.New(42, 2), "21"},
		{fraction.New(14, 4), "7/2"},
		{fraction.New(3, -9), "-1/3"},
		{fraction.New(0, -5), "0"},
		{fraction.New(math.MinInt64, -1), "9223372036854775808"},
		{fraction.New(1, math.MinInt64), "-1/9223372036854775808"},
	} {
		if got := tc.r.String(); got != tc.want {
			t.Errorf("String() = %q, want %q", got, tc.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"0", "0"}, {"3", "3"}, {"-7/2", "-7/2"}, {"12.5", "25/2"}, {"33/100", "33/100"}, {"0.33", "33/100"}, {"6.0", "6"},
	} {
		got, err := fraction.Parse(tc.in)
		if err != nil || got.String() != tc.want {
			t.Errorf("Parse(%q) = %v, %v, want %s", tc.in, got, err, tc.want)
		}
	}
	for _, bad := range []string{"", "x", "1/0", "1//2", "1/2/3", "1e9", " 1", "1.2/3", "--1", "0x10", "1_000", "."} {
		if got, err := fraction.Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", bad, got)
		}
	}
}

// TestNumbersAreReadAsTheyAreTyped: with a decimal comma, in the digits of a Japanese
// keyboard or an Arabic one, with a typographic minus.
func TestNumbersAreReadAsTheyAreTyped(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"3", "3"}, {" 12.5 ", "25/2"}, {"12,5", "25/2"}, {"+3", "3"}, {"−7/2", "-7/2"}, {"－０．５", "-1/2"}, {"１２，５", "25/2"}, {"٣٫٥", "7/2"}, {"۱۲", "12"}, {"𝟗", "9"}, {"٤٠", "40"},
	} {
		got, err := fraction.Typed(tc.in)
		if err != nil || got.String() != tc.want {
			t.Errorf("Typed(%q) = %v, %v, want %s", tc.in, got, err, tc.want)
		}
	}
	for _, bad := range []string{"", "+", "1,000.5", "1.000,5", "1,2,3", "1 000", "三", "1e9", "½"} {
		if got, err := fraction.Typed(bad); err == nil {
			t.Errorf("Typed(%q) = %v, want an error", bad, got)
		}
	}
	for in, want := range map[string]int{"16": 16, "１６": 16, "3,0": 3, "-2": -2, "1,000": 1000, "-12.345": -12345, "1 234 567": 1234567, "１\u202f２０３": 1203} {
		if got, err := fraction.TypedWhole(in); err != nil || got != want {
			t.Errorf("TypedWhole(%q) = %d, %v", in, got, err)
		}
	}
	for _, bad := range []string{"1,5", "7/2", "99999999999999999999", "x", "0,125", "1,000.5"} {
		if got, err := fraction.TypedWhole(bad); err == nil {
			t.Errorf("TypedWhole(%q) = %d, want an error", bad, got)
		}
	}
}

// TestANumberWithTwoReadingsIsNoticed: three digits behind a comma or a point are thousands
// in one language and decimals in another. Nothing else has two readings.
func TestANumberWithTwoReadingsIsNoticed(t *testing.T) {
	for in, want := range map[string]string{"1,203": "1203 1203/1000", "1.500": "1500 3/2", "-12.345": "-12345 -2469/200", "１，２０３": "1203 1203/1000"} {
		if whole, exact, ok := fraction.TypedTwoWays(in); !ok || fmt.Sprint(whole, " ", exact) != want {
			t.Errorf("TypedTwoWays(%q) = %d, %s, %v, want %s", in, whole, exact, ok, want)
		}
	}
	for _, in := range []string{"1203", "1,5", "0,125", "12.5", "1.2030", "1203/1000", "3,0", "1,000,000", "x", ""} {
		if whole, exact, ok := fraction.TypedTwoWays(in); ok {
			t.Errorf("%q can be %d or %s", in, whole, exact)
		}
	}
}

func TestTextInJSON(t *testing.T) {
	b, err := json.Marshal(map[string]fraction.Fraction{"a": fraction.New(1, 3), "b": fraction.Int(5)})
	if err != nil || string(b) != `{"a":"1/3","b":"5"}` {
		t.Fatalf("Marshal = %s, %v", b, err)
	}
	var back map[string]fraction.Fraction
	if err := json.Unmarshal(b, &back); err != nil || !back["a"].Equal(fraction.New(1, 3)) {
		t.Fatalf("Unmarshal = %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"a":"one"}`), &back); err == nil {
		t.Error("a word was read as a fraction")
	}
}

func TestDisplay(t *testing.T) {
	for _, tc := range []struct {
		r    fraction.Fraction
		want string
	}{
		{fraction.New(2, 3), "66.67%"},
		{fraction.New(1, 3), "33.33%"},
		{fraction.New(33, 100), "33.00%"},
		{fraction.New(7, 8), "87.50%"},
		{fraction.New(5, 9), "55.56%"},
		{fraction.New(1, 80000), "0.00%"},
		{fraction.New(1, 20000), "0.01%"},
	} {
		if got := tc.r.Percent(); got != tc.want {
			t.Errorf("%v: Percent() = %q, want %q", tc.r, got, tc.want)
		}
	}
}

func TestMeanOfNothing(t *testing.T) {
	if got := fraction.Mean(nil, fraction.New(1, 3)); !got.Equal(fraction.New(1, 3)) {
		t.Errorf("Mean(nil) = %v", got)
	}
}

// pair is a Fraction and the same number as a big.Rat.
type pair struct {
	r fraction.Fraction
	b *big.Rat
}

func drawPair(t *rapid.T, name string) pair {
	num := rapid.OneOf(rapid.Int64Range(-50, 50), rapid.Int64()).Draw(t, name+" num")
	den := rapid.OneOf(rapid.Int64Range(1, 60), rapid.Int64()).Filter(func(d int64) bool { return d != 0 }).Draw(t, name+" den")
	if rapid.Bool().Draw(t, name+" unreduced") {
		return pair{fraction.Over(num, den), big.NewRat(num, den)}
	}
	return pair{fraction.New(num, den), big.NewRat(num, den)}
}

func TestArithmeticAgreesWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, z := drawPair(t, "x"), drawPair(t, "y"), drawPair(t, "z")
		same := func(what string, got fraction.Fraction, want *big.Rat) {
			t.Helper()
			text := want.String()
			if want.IsInt() {
				text = want.Num().String()
			}
			if got.String() != text {
				t.Fatalf("%s = %v, want %s", what, got, text)
			}
			if back, err := fraction.Parse(got.String()); err == nil && !back.Equal(got) {
				t.Fatalf("%s: Parse(String()) = %v, want %v", what, back, got)
			}
		}
		sum, product := new(big.Rat).Add(x.b, y.b), new(big.Rat).Mul(x.b, y.b)
		same("x+y", x.r.Add(y.r), sum)
		same("x-y", x.r.Sub(y.r), new(big.Rat).Sub(x.b, y.b))
		same("x*y", x.r.Mul(y.r), product)
		// Values that already left 64 bits go on exactly.
		same("x+y+z", x.r.Add(y.r).Add(z.r), new(big.Rat).Add(sum, z.b))
		same("x*y-x*y", x.r.Mul(y.r).Sub(x.r.Mul(y.r)), new(big.Rat))
		if y.r.Sign() != 0 {
			same("x/y", x.r.Quo(y.r), new(big.Rat).Quo(x.b, y.b))
		}
		if got, want := x.r.Cmp(y.r), x.b.Cmp(y.b); got != want {
			t.Fatalf("Cmp(%v, %v) = %d, want %d", x.r, y.r, got, want)
		}
		if got, want := x.r.Mul(y.r).Cmp(z.r), product.Cmp(z.b); got != want {
			t.Fatalf("Cmp(%v*%v, %v) = %d, want %d", x.r, y.r, z.r, got, want)
		}
		floor := new(big.Int).Div(x.b.Num(), x.b.Denom())
		if floor.IsInt64() && x.r.Floor() != floor.Int64() {
			t.Fatalf("Floor(%v) = %d, want %v", x.r, x.r.Floor(), floor)
		}
		if n, d, ok := x.r.Parts(); ok && (n != x.b.Num().Int64() || d != x.b.Denom().Int64()) {
			t.Fatalf("Parts(%v) = %d, %d", x.b, n, d)
		}
		f, _ := x.b.Float64()
		if math.Abs(x.r.Float64()-f) > math.Abs(f)*1e-15 {
			t.Fatalf("Float64(%v) = %v, want %v", x.r, x.r.Float64(), f)
		}
	})
}

// Comparisons are exact, whatever the sums look like as floats.
func TestExactComparison(t *testing.T) {
	a := fraction.Mean([]fraction.Fraction{fraction.New(1, 3), fraction.New(2, 3), fraction.Int(1)}, fraction.Fraction{})
	b := fraction.Mean([]fraction.Fraction{fraction.New(2, 3), fraction.New(2, 3), fraction.New(2, 3)}, fraction.Fraction{})
	if !a.Equal(b) || a.String() != "2/3" {
		t.Errorf("means %v and %v differ", a, b)
	}
	low, high := fraction.New(33333, 50000), fraction.New(33337, 50000)
	if !low.Less(high) || low.Percent() != "66.67%" || high.Percent() != "66.67%" {
		t.Errorf("%v (%s) and %v (%s)", low, low.Percent(), high, high.Percent())
	}
	tenths := make([]fraction.Fraction, 10)
	for i := range tenths {
		tenths[i] = fraction.New(1, 10)
	}
	if got := fraction.Sum(tenths...); !got.Equal(fraction.Int(1)) {
		t.Errorf("ten tenths make %v", got)
	}
}

func TestPlainWritesAllDecimalsThatEnd(t *testing.T) {
	for _, tc := range []struct {
		r     fraction.Fraction
		least int
		want  string
	}{
		{fraction.Int(21), 0, "21"},
		{fraction.Int(2), 1, "2.0"},
		{fraction.New(5, 2), 0, "2.5"},
		{fraction.New(131, 5), 1, "26.2"},
		{fraction.New(-61, 10), 0, "-6.1"},
		{fraction.New(9, 4), 1, "2.25"},
		{fraction.New(1, 1000000), 0, "0.000001"},
		{fraction.New(1, 10000000), 0, "0.00"},
		{fraction.New(10, 3), 0, "3.33"},
		{fraction.New(10, 3), 3, "3.333"},
		{fraction.New(-2, 3), 1, "-0.67"},
	} {
		if got := tc.r.Plain(tc.least); got != tc.want {
			t.Errorf("%v with at least %d decimals: %q, want %q", tc.r, tc.least, got, tc.want)
		}
	}
}
