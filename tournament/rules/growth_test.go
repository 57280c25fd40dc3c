package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"topcut/tournament/growth"
	"topcut/tournament/rules"
)

func TestMain(m *testing.M) { growth.Main(m) }

// growing are ruleset files of a size, of all that a file can have much of.
func growing(n int) map[string]string {
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	head := "id = \"own\"\nextends = \"magic\"\nname = \"Own\"\nversion = \"1\"\n"
	return map[string]string{
		"sources":         head + each("[[sources]]\ntitle = \"t%[1]d\"\ndate = \"2026\"\n"),
		"facts":           head + each("[[announce]]\nfact = \"other\"\ntext = \"t%[1]d\"\n"),
		"results":         head + "[results]\nswiss = [" + each("\"%d-0\", ") + "]\n",
		"doubled results": head + "[results]\nswiss = [" + strings.Repeat("\"2-0\", ", n) + "]\n",
		"keys":            head + each("key%d = 1\n"),
		"doubled keys":    head + strings.Repeat("status = \"official\"\n", n),
		"dotted keys":     head + strings.Repeat("a.", 10*n) + "b = 1\n",
		"tables":          head + each("[t%d]\n"),
		"deep":            head + "a = " + strings.Repeat("[", 10*n),
		"deep tables":     head + "a = " + strings.Repeat("{a=", 10*n),
		"a long text":     head + "status = \"" + strings.Repeat("\\u00e9", 20*n) + "\"\n",
		"comments":        head + strings.Repeat("#\n", 20*n),
		"choices":         head + "[[options]]\nname = \"o\"\ntitle = \"o\"\ndefault = \"0\"\n" + each("[[options.choices]]\nvalue = \"%[1]d\"\ntitle = \"%[1]d\"\nset = \"\"\n"),
		"texts":           head + "[texts]\n" + each("t%[1]d = \"x\"\n"),
	}
}

func readOwn(text string) {
	_, _ = rules.LoadDir(fstest.MapFS{"own.toml": {Data: []byte(text)}})
}

// BenchmarkGrowthRules measures the reading of a server's own ruleset, by the bytes of
// the file, up to nearly as many keys as one may have.
func BenchmarkGrowthRules(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(growing(1))) {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, []int{100, 200, 400}, func(n int) (int, func() func()) {
				text := growing(n)[name]
				return len(text), func() func() { readOwn(text); return nil }
			})
		})
	}
}
