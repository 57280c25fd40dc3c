package main

import (
	"bytes"
	"context"
	"flag"
	"regexp"
	"strings"
)

// flagHelp describes a flag for the help, the completion and the manual.
type flagHelp struct {
	name, kind string // kind is the kind of value, such as FILE; "" for a switch
	text       string
	preset     string // the default; may be empty
}

// flags returns the flags of a command.
func (c subcommand) flags() []flagHelp {
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

// printed returns the help printed by a command that parses its own command line.
func (c subcommand) printed() string {
	var out bytes.Buffer
	_ = c.whole(context.Background(), &program{env: func(string) string { return "" }, stdout: &out, stderr: &out}, []string{"-help"})
	return out.String()
}

var printedFlag = regexp.MustCompile(`^  --([a-z-]+)(?: (\S+))? {2,}(.*)$`)

// printedFlags parses the flags in a help text.
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
