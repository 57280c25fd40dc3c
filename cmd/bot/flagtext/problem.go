// Package flagtext says in a person's words what package flag says in a
// programmer's.
package flagtext

import (
	"flag"
	"fmt"
	"regexp"
	"time"
)

// The words in which package flag refuses a command line.
var (
	unknown = regexp.MustCompile(`^flag provided but not defined: -+(.*)$`)
	bare    = regexp.MustCompile(`^flag needs an argument: -+(.*)$`)
	refused = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-+([^:]+): (.*)$`)
)

// Problem says in a person's words why a command line was refused. What a
// flag of our own says of its value is kept.
func Problem(fs *flag.FlagSet, err error) string {
	text := err.Error()
	if m := unknown.FindStringSubmatch(text); m != nil {
		return "there is no flag --" + m[1]
	}
	if m := bare.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("--%s needs %s", m[1], wanted(fs, m[1]))
	}
	if m := refused.FindStringSubmatch(text); m != nil {
		value, name, why := m[1], m[2], m[3]
		if why == "parse error" || why == "value out of range" {
			why = "it takes " + wanted(fs, name)
		}
		return fmt.Sprintf("--%s does not take %s: %s", name, value, why)
	}
	return text
}

// wanted names the values a flag takes.
func wanted(fs *flag.FlagSet, name string) string {
	f := fs.Lookup(name)
	if f == nil {
		return "a value"
	}
	g, ok := f.Value.(flag.Getter)
	if !ok {
		return "a value"
	}
	switch g.Get().(type) {
	case int, int64:
		return "a whole number"
	case uint, uint64:
		return "a whole number from 0"
	case float64:
		return "a number"
	case time.Duration:
		return "a duration such as 90s or 30m"
	case bool:
		return "true or false"
	}
	return "a value"
}
