package names

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

//go:generate sh -c "curl -sSf https://www.unicode.org/Public/security/15.0.0/confusables.txt | go run ./confusables"

// The table of UTS #39: a line for each shape, with the characters that have it.
//
//go:embed confusables.txt
var table string

// shapes returns the shape of each character that looks like another.
var shapes = sync.OnceValue(func() map[rune]string {
	out := map[rune]string{}
	for line := range strings.Lines(table) {
		shape, characters, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue // the heading
		}
		for _, r := range characters {
			out[r] = shape
		}
	}
	return out
})

// look is what a name looks like, as it is written and whatever the case.
type look struct{ written, folded string }

// looks remembers how names look: each join compares with every name of its event.
var looks = memory{known: map[string]look{}}

// memory remembers the looks of the latest names, mostLooks at most.
type memory struct {
	mu    sync.Mutex
	known map[string]look
}

// mostLooks bounds how many looks are remembered: some large events.
const mostLooks = 4 * 4096

// of returns the look of a name.
func (m *memory) of(name string) look {
	m.mu.Lock()
	l, ok := m.known[name]
	m.mu.Unlock()
	if ok {
		return l
	}
	l = lookOf(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= mostLooks {
		clear(m.known)
	}
	m.known[name] = l
	return l
}

func lookOf(name string) look {
	name = norm.NFKC.String(Clean(name))
	return look{shape(name), cases.Fold().String(shape(cases.Fold().String(name)))}
}

// shape returns the skeleton of UTS #39, which is the same for texts that look the
// same. Invisible characters are ignored.
func shape(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch s, ok := shapes()[r]; {
		case strings.ContainsRune(blanks, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r),
			unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Cf, r):
		case ok:
			b.WriteString(s)
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(norm.NFD.String(b.String())), " ")
}

// Alike returns a test whether others would be taken for a name: compatible forms,
// case, joiners and letters of other scripts make no difference.
func Alike(name string) func(other string) bool {
	mine := looks.of(name)
	return func(other string) bool {
		theirs := looks.of(other)
		return mine.written == theirs.written || mine.folded == theirs.folded
	}
}

// Index finds names that look alike among many. Its zero value is empty.
type Index struct{ written, folded map[string][]int }

// Add adds a name with the number that Find returns for it.
func (x *Index) Add(name string, n int) {
	if x.written == nil {
		x.written, x.folded = map[string][]int{}, map[string][]int{}
	}
	l := looks.of(name)
	x.written[l.written] = append(x.written[l.written], n)
	x.folded[l.folded] = append(x.folded[l.folded], n)
}

// Find returns the numbers of the names that are Alike to name, in any order; some may
// occur twice.
func (x *Index) Find(name string) []int {
	l := looks.of(name)
	return slices.Concat(x.written[l.written], x.folded[l.folded])
}
