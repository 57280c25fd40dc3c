package paste_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/growth"
	"topcut/tournament/paste"
)

func TestMain(m *testing.M) { growth.Main(m) }

// growing are standings and met pairs of a size: of many players, and hostile ones.
func growing(n int) map[string][2]string {
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	two := "Ann 3-0\nBob 0-3\n"
	return map[string][2]string{
		"players and pairs":     {each("Player %d 0-0-3\n"), ""},
		"records to be found":   {"Round 9\n" + each("%[1]d Player %[1]d 9 50%% 66.%02[1]d%% 50%%\n"), ""},
		"records of any round":  {each("%[1]d Player %[1]d 9 50%% 66%% 50%%\n"), ""},
		"records late":          {"Round 99\n" + each("%[1]d Player %[1]d 99 50%% 66%% 50%%\n"), ""},
		"tabs":                  {each("%[1]d\tPlayer %[1]d\t9\t3-0-0\n"), ""},
		"pairs":                 {each("Player %d 99-99-99\n"), each("Player %[1]d vs Player %[1]d\n")},
		"one line of pairs":     {two, "Ann" + strings.Repeat(" - x", 20*n)},
		"one line of bars":      {two, strings.Repeat("|", 50*n)},
		"one line of blanks":    {two, "Ann" + strings.Repeat(" \t", 50*n) + "Bob"},
		"hyphens":               {two, strings.Repeat(strings.Repeat("a-", 50)+"\n", n)},
		"byes":                  {two, "Ann - " + strings.Repeat("*", 50*n) + "bye"},
		"one long line":         {strings.Repeat("x ", 100*n), ""},
		"many columns":          {"Name" + strings.Repeat("\tW", 20*n) + "\n" + strings.Repeat("x\t", 20*n), ""},
		"rules under a header":  {strings.Repeat("---\n", 20*n), ""},
		"rounds":                {strings.Repeat("Round 1\n", 20*n), ""},
		"many times":            {strings.Repeat("3-0 x1\n", n), ""},
		"digits":                {strings.Repeat("9", 100*n), ""},
		"line ends":             {strings.Repeat("\n", 100*n), strings.Repeat("\r", 100*n)},
		"names that are twice":  {strings.Repeat("Ann 3-0\n", n), ""},
		"headings of two parts": {two, strings.Repeat("Round 2\n", 20*n)},
	}
}

func size(f [2]string) int { return len(f[0]) + len(f[1]) }

func read(f [2]string) {
	standings, _ := paste.Apart(f[0])
	_, _, _ = paste.Read(standings, f[1])
}

// BenchmarkGrowthPaste measures the reading of pasted standings and pairs, by their bytes.
func BenchmarkGrowthPaste(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(growing(1))) {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, []int{1000, 2000, 4000}, func(n int) (int, func() func()) {
				f := growing(n)[name]
				return size(f), func() func() { read(f); return nil }
			})
		})
	}
}

// TestAPasteCostsNoMoreThanItGrows: for twice the bytes nothing allocates more than two and
// a half times as much or, where code is counted, runs more than 2.14 times as much, which
// is an exponent of 1.1.
func TestAPasteCostsNoMoreThanItGrows(t *testing.T) {
	small, twice := growing(300), growing(600)
	for _, name := range slices.Sorted(maps.Keys(small)) {
		growth.Hold(t, name, float64(size(twice[name]))/float64(size(small[name])),
			growth.Of(t, func() { read(small[name]) }), growth.Of(t, func() { read(twice[name]) }))
	}
}
