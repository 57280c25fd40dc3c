package main

import (
	"bytes"
	"context"
	"flag"
	"regexp"
	"strings"
)

// flagHelp is a flag as help, completion and the manual show it.
type flagHelp struct {
	name, kind string // kind is the kind of its value, such as FILE; empty for a switch
	text       string
	preset     string // what it is where it is not given; may be empty
}

// flags returns the flags of a command.
func (c command) flags() []flagHelp {
	if c.whole != nil {
		return printedFlags(c.printed())
	}
	fs := newFlags(c.name)
	c.setup(fs)
	var all []flagHelp
	fs.VisitAll(func(f *flag.Flag) {
		kind, text := flag.UnquoteUsage(f)
		h := flagHelp{name: f.Name, kind: kind, text: text}
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "-1" {
			h.preset = d
		}
		all = append(all, h)
	})
	return all
}

// printed returns the help that a command with a command line of its own prints.
func (c command) printed() string {
	var out bytes.Buffer
	_ = c.whole(context.Background(), &program{env: func(string) string { return "" }, stdout: &out, stderr: &out}, []string{"-help"})
	return out.String()
}

var printedFlag = regexp.MustCompile(`^  --([a-z-]+)(?: (\S+))? {2,}(.*)$`)

// printedFlags reads the flags from a help text.
func printedFlags(text string) []flagHelp {
	var all []flagHelp
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := printedFlag.FindStringSubmatch(line); m != nil {
			all = append(all, flagHelp{name: m[1], kind: m[2], text: m[3]})
		} else if strings.HasPrefix(line, "      ") && len(all) > 0 {
			all[len(all)-1].text += " " + strings.TrimSpace(line)
		}
	}
	return all
}
