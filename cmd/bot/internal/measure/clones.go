package main

import (
	"go/scanner"
	"go/token"
	"hash/maphash"
	"slices"
)

// window is how many tokens in a row make a copy.
const window = 50

// A stream is the tokens of one file, each a kind: names and literals are alike.
type stream struct {
	name  string
	kinds []byte
}

// A run is window tokens of a stream.
type run struct {
	hash   uint64
	stream int
	from   int
}

// scan returns the tokens of a file from its first declaration that imports nothing. Comments and the
// semicolons that the end of a line puts in are none.
func scan(name string, text []byte) stream {
	set := token.NewFileSet()
	var s scanner.Scanner
	s.Init(set.AddFile(name, -1, len(text)), text, nil, 0)
	out := stream{name: name}
	importing, depth := false, 0
	for {
		_, kind, literal := s.Scan()
		switch {
		case kind == token.EOF:
			return out
		case kind == token.IMPORT:
			importing = true
		case importing && kind == token.LPAREN:
			depth++
		case importing && kind == token.RPAREN:
			depth--
		case importing && depth == 0 && kind == token.SEMICOLON:
			importing = false
		case importing || kind == token.SEMICOLON && literal == "\n":
		default:
			out.kinds = append(out.kinds, byte(kind))
		}
	}
}

// cloned returns the percentage of all tokens that lie in a run which occurs twice or more.
func (c *code) cloned() float64 {
	seed := maphash.MakeSeed()
	var runs []run
	all := 0
	for i, s := range c.tokens {
		all += len(s.kinds)
		for from := 0; from+window <= len(s.kinds); from++ {
			runs = append(runs, run{maphash.Bytes(seed, s.kinds[from:from+window]), i, from})
		}
	}
	slices.SortFunc(runs, byPlace)
	copied := make([][]bool, len(c.tokens))
	for i := range copied {
		copied[i] = make([]bool, len(c.tokens[i].kinds))
	}
	mark := func(r run) {
		for k := range window {
			copied[r.stream][r.from+k] = true
		}
	}
	for i := range len(runs) - 1 {
		if a, b := runs[i], runs[i+1]; a.hash == b.hash && !overlap(a, b) {
			mark(a)
			mark(b)
		}
	}
	n := 0
	for _, file := range copied {
		for _, yes := range file {
			if yes {
				n++
			}
		}
	}
	return 100 * float64(n) / float64(all)
}

// overlap reports whether two runs share a token: a list that repeats itself is no copy.
func overlap(a, b run) bool { return a.stream == b.stream && b.from-a.from < window }
