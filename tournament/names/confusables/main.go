// Command confusables makes the table of characters that look alike out of
// Unicode's, which it reads from its standard input.
//
// A line of the table is a shape and, after a tab, the characters that look like it.
// What NFKC makes equal is left out.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const (
	version = "15.0.0"
	table   = "confusables.txt"
)

func main() {
	shapes, err := read(os.Stdin)
	if err == nil {
		err = write(shapes)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(shapes map[string][]rune) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Unicode %s, UTS #39, confusables.txt; made by go generate. © Unicode, Inc., https://www.unicode.org/license.txt\n", version)
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		slices.Sort(shapes[shape])
		fmt.Fprintf(&b, "%s\t%s\n", shape, string(shapes[shape]))
	}
	return os.WriteFile(table, []byte(b.String()), 0o644)
}

// read returns the characters by the shape they have.
func read(in io.Reader) (map[string][]rune, error) {
	shapes, known := map[string][]rune{}, false
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		known = known || line == "# Version: "+version
		from, to, ok := strings.Cut(line, ";")
		if line, _, _ := strings.Cut(line, "#"); !ok || strings.TrimSpace(line) == "" {
			continue
		}
		to, _, _ = strings.Cut(to, ";")
		character, err := characters(from)
		if err != nil {
			return nil, err
		}
		shape, err := characters(to)
		if err != nil {
			return nil, err
		}
		if len(character) == 1 && norm.NFKC.String(string(character)) == string(character) {
			shapes[string(shape)] = append(shapes[string(shape)], character[0])
		}
	}
	if !known {
		return nil, fmt.Errorf("version %s: %w", version, errors.ErrUnsupported)
	}
	return shapes, lines.Err()
}

func characters(codes string) ([]rune, error) {
	var out []rune
	for _, code := range strings.Fields(codes) {
		n, err := strconv.ParseInt(code, 16, 32)
		if err != nil {
			return nil, err
		}
		out = append(out, rune(n))
	}
	return out, nil
}
