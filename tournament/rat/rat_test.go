package rat_test

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/rat"
)

func TestStringIsReduced(t *testing.T) {
	for _, tc := range []struct {
		r    rat.Rat
		want string
	}{
		{rat.Rat{}, "0"},
		{rat.Int(21), "21"},
		{rat.Over(42, 2), "21"},
		{rat.Over(-14, 4), "-7/2"},
		{rat.Over(3, -9), "-1/3"},
		{rat.New(42, 2), "21"},
		{rat.New(14, 4), "7/2"},
		{rat.New(3, -9), "-1/3"},
		{rat.New(0, -5), "0"},
		{rat.New(math.MinInt64, -1), "9223372036854775808"},
		{rat.New(1, math.MinInt64), "-1/9223372036854775808"},
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
		got, err := rat.Parse(tc.in)
		if err != nil || got.String() != tc.want {
			t.Errorf("Parse(%q) = %v, %v, want %s", tc.in, got, err, tc.want)
		}
	}
	for _, bad := range []string{"", "x", "1/0", "1//2", "1/2/3", "1e9", " 1", "1.2/3", "--1", "0x10", "1_000", "."} {
		if got, err := rat.Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", bad, got)
		}
	}
}

func TestTextInJSON(t *testing.T) {
	b, err := json.Marshal(map[string]rat.Rat{"a": rat.New(1, 3), "b": rat.Int(5)})
	if err != nil || string(b) != `{"a":"1/3","b":"5"}` {
		t.Fatalf("Marshal = %s, %v", b, err)
	}
	var back map[string]rat.Rat
	if err := json.Unmarshal(b, &back); err != nil || !back["a"].Equal(rat.New(1, 3)) {
		t.Fatalf("Unmarshal = %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"a":"one"}`), &back); err == nil {
		t.Error("a word was read as a fraction")
	}
}

func TestDisplay(t *testing.T) {
	for _, tc := range []struct {
		r    rat.Rat
		want string
	}{
		{rat.New(2, 3), "66.67%"},
		{rat.New(1, 3), "33.33%"},
		{rat.New(33, 100), "33.00%"},
		{rat.New(7, 8), "87.50%"},
		{rat.New(5, 9), "55.56%"},
		{rat.New(1, 80000), "0.00%"},
		{rat.New(1, 20000), "0.01%"},
	} {
		if got := tc.r.Percent(); got != tc.want {
			t.Errorf("%v: Percent() = %q, want %q", tc.r, got, tc.want)
		}
	}
}

func TestMeanOfNothing(t *testing.T) {
	if got := rat.Mean(nil, rat.New(1, 3)); !got.Equal(rat.New(1, 3)) {
		t.Errorf("Mean(nil) = %v", got)
	}
}

// pair is a Rat and the same number as a big.Rat.
type pair struct {
	r rat.Rat
	b *big.Rat
}

func drawPair(t *rapid.T, name string) pair {
	num := rapid.OneOf(rapid.Int64Range(-50, 50), rapid.Int64()).Draw(t, name+" num")
	den := rapid.OneOf(rapid.Int64Range(1, 60), rapid.Int64()).Filter(func(d int64) bool { return d != 0 }).Draw(t, name+" den")
	if rapid.Bool().Draw(t, name+" unreduced") {
		return pair{rat.Over(num, den), big.NewRat(num, den)}
	}
	return pair{rat.New(num, den), big.NewRat(num, den)}
}

func TestArithmeticAgreesWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, z := drawPair(t, "x"), drawPair(t, "y"), drawPair(t, "z")
		same := func(what string, got rat.Rat, want *big.Rat) {
			t.Helper()
			text := want.String()
			if want.IsInt() {
				text = want.Num().String()
			}
			if got.String() != text {
				t.Fatalf("%s = %v, want %s", what, got, text)
			}
			if back, err := rat.Parse(got.String()); err == nil && !back.Equal(got) {
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
	a := rat.Mean([]rat.Rat{rat.New(1, 3), rat.New(2, 3), rat.Int(1)}, rat.Rat{})
	b := rat.Mean([]rat.Rat{rat.New(2, 3), rat.New(2, 3), rat.New(2, 3)}, rat.Rat{})
	if !a.Equal(b) || a.String() != "2/3" {
		t.Errorf("means %v and %v differ", a, b)
	}
	low, high := rat.New(33333, 50000), rat.New(33337, 50000)
	if !low.Less(high) || low.Percent() != "66.67%" || high.Percent() != "66.67%" {
		t.Errorf("%v (%s) and %v (%s)", low, low.Percent(), high, high.Percent())
	}
	tenths := make([]rat.Rat, 10)
	for i := range tenths {
		tenths[i] = rat.New(1, 10)
	}
	if got := rat.Sum(tenths...); !got.Equal(rat.Int(1)) {
		t.Errorf("ten tenths make %v", got)
	}
}

func TestPlainWritesAllDecimalsThatEnd(t *testing.T) {
	for _, tc := range []struct {
		r     rat.Rat
		least int
		want  string
	}{
		{rat.Int(21), 0, "21"},
		{rat.Int(2), 1, "2.0"},
		{rat.New(5, 2), 0, "2.5"},
		{rat.New(131, 5), 1, "26.2"},
		{rat.New(-61, 10), 0, "-6.1"},
		{rat.New(9, 4), 1, "2.25"},
		{rat.New(1, 1000000), 0, "0.000001"},
		{rat.New(1, 10000000), 0, "0.00"},
		{rat.New(10, 3), 0, "3.33"},
		{rat.New(10, 3), 3, "3.333"},
		{rat.New(-2, 3), 1, "-0.67"},
	} {
		if got := tc.r.Plain(tc.least); got != tc.want {
			t.Errorf("%v with at least %d decimals: %q, want %q", tc.r, tc.least, got, tc.want)
		}
	}
}
