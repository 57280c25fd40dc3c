package main

import (
	"errors"
	"flag"
	"io"
	"strconv"

	"topcut/cmd/bot/flagtext"
)

func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse parses flags anywhere among the arguments and returns the other arguments. After
// "--" everything is an argument.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flagtext.Parse(fs, args); err != nil {
			return nil, err
		}
		left := fs.Args()
		if len(left) == 0 {
			return rest, nil
		}
		if used := args[:len(args)-len(left)]; len(used) > 0 && used[len(used)-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}

// allRounds is the default of --after.
const allRounds = -1

// afterFlag adds the flag --after, which takes a round number.
func afterFlag(fs *flag.FlagSet, usage string) *int {
	after := allRounds
	fs.Func("after", usage, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return errors.New("it takes the number of a round, from 0")
		}
		after = n
		return nil
	})
	return &after
}

// atMost returns an error if there are more than n arguments.
func atMost(n int, args []string) error {
	if len(args) > n {
		return usagef("%q is one argument too many", args[n])
	}
	return nil
}
