// Package flagtext turns the errors of package flag into plain sentences.
package flagtext

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// The error messages of package flag.
var (
	unknown = regexp.MustCompile(`^flag provided but not defined: -+(.*)$`)
	bare    = regexp.MustCompile(`^flag needs an argument: -+(.*)$`)
	refused = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-+([^:]+): (.*)$`)
)

// Parse is like fs.Parse but refuses a flag name as the value of another flag: the value
// was forgotten, and the next flag is not a file name.
func Parse(fs *flag.FlagSet, args []string) error {
	for i := 0; i < len(args) && strings.HasPrefix(args[i], "-") && args[i] != "--"; i++ {
		f, valued := named(fs, args[i])
		if f == nil || valued {
			continue
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			continue
		}
		if i++; i == len(args) {
			break
		}
		if other, _ := named(fs, args[i]); other != nil {
			return fmt.Errorf("--%s needs %s, and --%s is a flag", f.Name, wanted(fs, f.Name), other.Name)
		}
	}
	return fs.Parse(args)
}

// named returns the flag that an argument names, or nil, and whether the argument
// includes a value.
func named(fs *flag.FlagSet, arg string) (*flag.Flag, bool) {
	if !strings.HasPrefix(arg, "-") {
		return nil, false
	}
	name, _, valued := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return fs.Lookup(name), valued
}

// Problem describes why a command line was refused. It keeps the error text of a flag's
// own value type.
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

// wanted describes the values that a flag takes.
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
