// Package lexicon reads the words by which what people type is understood: a file for
// each language, named by its BCP 47 tag.
package lexicon

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"topcut/tournament/sorted"

	"github.com/pelletier/go-toml/v2"
)

// english is the file that comes first.
const english = "lexicons/en.toml"

// Read returns what the files of the folder lexicons say, English first. The files are
// built in, so that one which cannot be read panics in every test of its reader.
func Read[T any](files fs.FS) []T {
	names, err := fs.Glob(files, "lexicons/*.toml")
	if err != nil {
		panic(err)
	}
	sorted.Stable(names, func(a, b string) int {
		switch {
		case a == english:
			return -1
		case b == english:
			return 1
		}
		return strings.Compare(a, b)
	})
	out := make([]T, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&out[i]); err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
	}
	return out
}
