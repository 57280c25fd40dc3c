package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"topcut/cmd/bot/flagtext"
	"topcut/tournament/table"
)

// program is one run of the binary with its inputs and outputs. Tests call run
// in-process.
type program struct {
	env            func(string) string
	environ        []string // the environment, as os.Environ returns it
	stdin          io.Reader
	stdout, stderr io.Writer
	pulse          time.Duration // interval at which a bot tests writing to the disk
}

// action runs a subcommand whose flags have been parsed.
type action func(ctx context.Context, p *program, args []string) error

// A subcommand is one word of the program, such as serve, with what it does and how it is described.
type subcommand struct {
	name  string
	args  string // usage line after the flags
	about string // one line
	text  string // additional text for `topcut help NAME`; may be empty
	setup func(*flag.FlagSet) action
	// whole, if set, receives the rest of the command line unparsed.
	whole action
}

// commandList returns the subcommands in the order of the help.
func commandList() []subcommand {
	return []subcommand{
		serveCommand(), rehearseCommand(), checkCommand(), doctorCommand(), healthCommand(), registrationCommand(), inviteCommand(),
		backupCommand(), restoreCommand(), verifyCommand(), exportCommand(), importCommand(), convertCommand(), replayCommand(), forgetCommand(), mydataCommand(), cancelCommand(),
		standingsCommand(), pairCommand(), bracketCommand(), seatCommand(), simulateCommand(), oddsCommand(), ratingsCommand(), seasonCommand(),
		completionCommand(), manCommand(), versionCommand(),
	}
}

// run runs a command line and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	err := p.dispatch(ctx, args)
	if err == nil {
		return codeOK
	}
	if text := faultText(err); text != "" {
		fmt.Fprintln(p.stderr, "topcut: "+text)
	}
	return exitCode(err)
}

func (p *program) dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		if err := p.overview(p.stderr); err != nil {
			return err
		}
		return usagef("no command is given; try `topcut rehearse`")
	}
	name, args := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return p.help(ctx, args)
	case "-version", "--version":
		name = "version"
	}
	c, ok := find(name)
	if !ok {
		return usagef("there is no command %q; `topcut help` lists them", name)
	}
	if c.whole != nil {
		return c.whole(ctx, p, args)
	}
	fs := newFlags(c.name)
	do := c.setup(fs)
	rest, err := parse(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		p.describe(c)
		return nil
	case err != nil:
		return usagef("%s; `topcut help %s` lists the flags", flagtext.Problem(fs, err), c.name)
	}
	return do(ctx, p, rest)
}

func find(name string) (subcommand, bool) {
	for _, c := range commandList() {
		if c.name == name {
			return c, true
		}
	}
	return subcommand{}, false
}

func (p *program) help(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return p.overview(p.stdout)
	}
	c, ok := find(args[0])
	if !ok {
		return usagef("there is no command %q; `topcut help` lists them", args[0])
	}
	if err := atMost(1, args); err != nil {
		return err
	}
	if c.whole != nil {
		return c.whole(ctx, p, []string{"-help"})
	}
	p.describe(c)
	return nil
}

// overview prints all commands.
func (p *program) overview(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Topcut runs tournaments in a Discord server.\n\nUsage: topcut COMMAND [flags] [arguments]\n\n")
	for _, c := range commandList() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.about)
	}
	fmt.Fprintf(&b, "  %-10s %s\n", "help", "this list, or the flags of a command: topcut help COMMAND")
	_, err := io.WriteString(w, b.String())
	return err
}

// describe prints one command with its flags.
func (p *program) describe(c subcommand) {
	usage, flags := "topcut "+c.name, c.flags()
	if len(flags) > 0 {
		usage += " [flags]"
	}
	if c.args != "" {
		usage += " " + c.args
	}
	fmt.Fprintf(p.stdout, "%s%s.\n\nUsage: %s\n", strings.ToUpper(c.about[:1]), c.about[1:], usage)
	if c.text != "" {
		fmt.Fprintf(p.stdout, "\n%s\n", strings.TrimSpace(c.text))
	}
	if len(flags) > 0 {
		fmt.Fprint(p.stdout, "\nFlags:\n")
	}
	for _, f := range flags {
		head, text := "--"+f.name, f.text
		if f.kind != "" {
			head += " " + f.kind
		}
		if f.preset != "" {
			text += " (default " + f.preset + ")"
		}
		fmt.Fprintf(p.stdout, "  %-22s %s\n", head, text)
	}
}

// oneLine formats an error as one line for a terminal.
func oneLine(text string) string { return strings.Join(strings.Fields(table.Visible(text)), " ") }
