package main

import (
	"embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"topcut/tournament/file"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// library returns the built-in rulesets and those in a folder; "" means no folder.
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

// source provides the tournament file and the randomness of an engine command.
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

// String implements flag.Value.
func (f *seedFlag) String() string { return "" }

// Set parses a number or 64 hex digits.
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

// read reads the tournament file that is the only argument.
func (s *source) read(p *program, args []string) (*file.Tournament, error) {
	lib, err := library(s.rulesets)
	if err != nil {
		return nil, err
	}
	name, data, err := p.input("the tournament file", args, file.MaxBytes)
	if err != nil {
		return nil, err
	}
	t, err := file.Read(data, lib.Load)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// input reads the file that is the only argument, and returns its name. No argument or
// "-" means standard input.
func (p *program) input(what string, args []string, most int) (name string, data []byte, err error) {
	if err := atMost(1, args); err != nil {
		return "", nil, err
	}
	name, from := "standard input", p.stdin
	if len(args) == 1 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return "", nil, fmt.Errorf("%s cannot be read: %w", what, err)
		}
		defer f.Close()
		name, from = args[0], f
	}
	data, err = io.ReadAll(io.LimitReader(from, int64(most)+1))
	switch {
	case err != nil:
		err = fmt.Errorf("%s cannot be read: %w", name, err)
	case len(data) > most:
		err = fmt.Errorf("%s is larger than %d MiB", name, most>>20)
	}
	return name, data, err
}
