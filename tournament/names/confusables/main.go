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
	heading, shapes, err := read(os.Stdin)
	if err == nil {
		err = write(heading, shapes)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(heading string, shapes map[string][]rune) error {
	var b strings.Builder
	b.WriteString(heading)
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		slices.Sort(shapes[shape])
		fmt.Fprintf(&b, "%s\t%s\n", shape, string(shapes[shape]))
	}
	return os.WriteFile(table, []byte(b.String()), 0o644)
}

// read returns the heading of a table, and the characters by the shape they have.
func read(in io.Reader) (heading string, shapes map[string][]rune, err error) {
	shapes = map[string][]rune{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		if strings.HasPrefix(line, "# ") && len(shapes) == 0 {
			heading += line + "\n"
		}
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Split(line, ";")
		if len(fields) < 2 {
			continue
		}
		character, err := characters(fields[0])
		if err != nil {
			return "", nil, err
		}
		shape, err := characters(fields[1])
		if err != nil {
			return "", nil, err
		}
		if len(character) == 1 && norm.NFKC.String(string(character)) == string(character) {
			shapes[string(shape)] = append(shapes[string(shape)], character[0])
		}
	}
	if !strings.Contains(heading, "# Version: "+version) {
		return "", nil, fmt.Errorf("version %s: %w", version, errors.ErrUnsupported)
	}
	return heading, shapes, lines.Err()
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
