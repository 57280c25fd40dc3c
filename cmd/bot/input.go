package main

import (
	"embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// library returns the built-in rulesets and those of a folder; empty = none.
func library(dir string) (*rules.Library, error) {
	var own fs.FS = embed.FS{}
	if dir != "" {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, fmt.Errorf("the folder of rulesets cannot be read: %w", err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is no folder; rulesets.dir names a folder with *.toml files", dir)
		}
		own = os.DirFS(dir)
	}
	return rules.LoadDir(own, standings.Known)
}

// source is where an engine command finds its tournament and its randomness.
type source struct {
	rulesets string
	seed     seedFlag
}

func sourceFlags(fs *flag.FlagSet) *source {
	s := new(source)
	fs.StringVar(&s.rulesets, "rulesets", "", "`FOLDER` with rulesets of your own")
	fs.Var(&s.seed, "seed", "`N` or 64 hex digits: the seed of random decisions (default: the file's, else 0)")
	return s
}

// seedFlag is --seed.
type seedFlag struct {
	given bool
	value [32]byte
}

// String is part of flag.Value.
func (f *seedFlag) String() string { return "" }

// Set reads a number or 64 hex digits.
func (f *seedFlag) Set(text string) error {
	f.given = true
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(f.value) {
		f.value = [32]byte(b)
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("this takes a whole number from 0, or 64 hex digits")
	}
	f.value = [32]byte{}
	binary.BigEndian.PutUint64(f.value[24:], n)
	return nil
}

// read reads the tournament file that is the only argument; none or "-" is
// standard input.
func (s *source) read(p *program, args []string) (*file.Tournament, error) {
	if err := atMost(1, args); err != nil {
		return nil, err
	}
	lib, err := library(s.rulesets)
	if err != nil {
		return nil, err
	}
	name, from := "standard input", p.stdin
	if len(args) == 1 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, fmt.Errorf("the tournament file cannot be read: %w", err)
		}
		defer f.Close()
		name, from = args[0], f
	}
	data, err := io.ReadAll(io.LimitReader(from, file.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	t, err := file.Read(data, lib.Load)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// chance is what random decisions are drawn from, as the live bot draws them.
type chance struct {
	secret     [32]byte
	commitment string
	joins      string
}

// chance returns the randomness of a tournament: that of --seed, else that of
// the event the file was exported from (live; nil for other files), else the
// file's seed, else zero. An export whose secret is revealed gives the very
// pairings of the live event.
func (s *source) chance(t *file.Tournament, live *tournament.State) (chance, error) {
	var c chance
	switch {
	case s.seed.given:
		c.secret = s.seed.value
	case live != nil:
		if b, err := hex.DecodeString(live.Secret); err == nil {
			copy(c.secret[:], b)
		}
		c.commitment, c.joins = live.Committed(), live.Joins
		return c, nil
	case t.Seed != "":
		b, err := hex.DecodeString(t.Seed)
		if err != nil {
			return c, err
		}
		copy(c.secret[:], b)
	}
	c.commitment = tournament.Commitment(c.secret[:])
	return c, nil
}

// position reads a file and takes it to a round, or to its end (allRounds).
func (s *source) position(p *program, args []string, after int) (*position, error) {
	t, err := s.read(p, args)
	if err != nil {
		return nil, err
	}
	var live *tournament.State
	if len(t.Log) > 0 {
		if live, err = foldLog(t.Log); err != nil {
			return nil, err
		}
	}
	c, err := s.chance(t, live)
	if err != nil {
		return nil, err
	}
	return newPosition(t, live, after, c)
}

// decodeLog reads the log of an export.
func decodeLog(raw json.RawMessage) ([]tournament.Envelope, error) {
	log, err := tournament.ReadLog(exported, raw)
	if err != nil {
		return nil, fmt.Errorf("the log of the file cannot be read: %w", err)
	}
	return log, nil
}

// exported is the number under which a log from a file is folded; the file does
// not say which it had.
const exported tournament.ID = 1

func foldLog(raw json.RawMessage) (*tournament.State, error) {
	log, err := decodeLog(raw)
	if err != nil {
		return nil, err
	}
	state, err := tournament.Fold(exported, log)
	if err != nil {
		return nil, fmt.Errorf("the log of the file does not fold: %w", err)
	}
	return state, nil
}
