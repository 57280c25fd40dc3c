package main

import (
	"embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/rules"
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
	return rules.LoadDir(own)
}

// source is where an engine command finds its tournament and its randomness.
type source struct {
	rulesets *string
	seed     *string
}

func sourceFlags(fs *flag.FlagSet) source {
	return source{
		rulesets: fs.String("rulesets", "", "`FOLDER` with rulesets of your own"),
		seed:     fs.String("seed", "", "`N` or 64 hex digits: the seed of random decisions (default: the file's, else 0)"),
	}
}

// read reads the tournament file that is the only argument; none or "-" is
// standard input.
func (s source) read(p *program, args []string) (*file.Tournament, error) {
	if err := atMost(1, args); err != nil {
		return nil, err
	}
	lib, err := library(*s.rulesets)
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
// the event the file was exported from, else the file's seed, else zero. An
// export whose secret is revealed gives the very pairings of the live event.
func (s source) chance(t *file.Tournament) (chance, error) {
	var c chance
	switch {
	case *s.seed != "":
		seed, err := parseSeed(*s.seed)
		if err != nil {
			return c, err
		}
		c.secret = seed
	case len(t.Log) > 0:
		state, err := foldLog(t.Log)
		if err != nil {
			return c, err
		}
		c.commitment, c.joins = state.Commitment, state.Joins
		if b, err := hex.DecodeString(state.Secret); err == nil {
			copy(c.secret[:], b)
		}
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

func parseSeed(text string) (seed [32]byte, err error) {
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(seed) {
		return [32]byte(b), nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return seed, usagef("--seed takes a whole number from 0 or 64 hex digits, not %q", text)
	}
	binary.BigEndian.PutUint64(seed[24:], n)
	return seed, nil
}

// decodeLog reads the log of an export.
func decodeLog(raw json.RawMessage) ([]tournament.Envelope, error) {
	var log []tournament.Envelope
	if err := json.Unmarshal(raw, &log); err != nil {
		return nil, fmt.Errorf("the log of the file cannot be read: %w", err)
	}
	for i := range log {
		log[i].Tournament = exported
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
