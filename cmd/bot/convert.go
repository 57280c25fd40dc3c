package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament/handover"
	"topcut/tournament/notice"
	"topcut/tournament/table"
	"topcut/tournament/transfer"
)

func convertCommand() subcommand {
	return subcommand{
		name: "convert", args: "[FILE]", about: "read or write a file of another tournament program",
		text: "Reads a file of any known format, which is found by its content, and prints our\ntournament file, or another format with --to. What was understood, what is\nmissing and what was decided goes to standard error. Formats: " + formatNames(transfer.Formats()) + ".\nWritten: " + formatNames(transfer.Written()) + ".",
		setup: func(fs *flag.FlagSet) action {
			f := convertFlags{
				from:     fs.String("from", "", "`FORMAT` of the file (default: found by its content)"),
				to:       fs.String("to", string(transfer.Topcut), "`FORMAT` to print"),
				ruleset:  fs.String("ruleset", "", "`ID` of the ruleset, where the format does not say the game"),
				options:  fs.String("options", "", "`NAME=VALUE,…`: options of the ruleset"),
				rounds:   fs.Int("rounds", 0, "`N` planned Swiss rounds, where the file does not say them"),
				columns:  fs.String("columns", "", "`HEADING=MEANING,…`: what the columns of a table hold"),
				part:     fs.String("part", "", "`POD` to print, where the file has several"),
				template: fs.String("template", "", "with --to tom: the `FILE` that the event came from; everything else in it is kept"),
				rulesets: fs.String("rulesets", "", "`FOLDER` with rulesets of your own"),
				quiet:    fs.Bool("quiet", false, "leave out what was understood and decided"),
			}
			return func(_ context.Context, p *program, args []string) error { return f.run(p, args) }
		},
	}
}

// convertFlags are the flags of convert.
type convertFlags struct {
	from, to, ruleset, options, columns, part, template, rulesets *string
	rounds                                                        *int
	quiet                                                         *bool
}

func formatNames(formats []transfer.Format) string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

func (f *convertFlags) run(p *program, args []string) error {
	if !slices.Contains(transfer.Written(), transfer.Format(*f.to)) {
		return usagef("--to takes one of %s, not %q", formatNames(transfer.Written()), *f.to)
	}
	if *f.from != "" && !slices.Contains(transfer.Formats(), transfer.Format(*f.from)) {
		return usagef("--from takes one of %s, not %q", formatNames(transfer.Formats()), *f.from)
	}
	options, err := pairsOf("--options", *f.options)
	if err != nil {
		return err
	}
	columns, err := columnsOf(*f.columns)
	if err != nil {
		return err
	}
	lib, err := library(*f.rulesets)
	if err != nil {
		return err
	}
	in, err := readForeign(p, args, transfer.Options{Format: transfer.Format(*f.from), Load: lib.Load, Ruleset: *f.ruleset, Choices: options, Rounds: *f.rounds, Columns: columns})
	if err != nil {
		return err
	}
	part := *f.part
	if *f.template != "" {
		part = "" // it names the pod of the template
	}
	event, err := choosePart(in, part)
	if err != nil {
		return err
	}
	target := transfer.Target{Format: transfer.Format(*f.to), Part: event.Part, Now: time.Now()}
	if *f.template != "" {
		if target.Template, err = os.ReadFile(*f.template); err != nil {
			return fmt.Errorf("the template cannot be read: %w", err)
		}
		target.Part = *f.part
	}
	out, lost, err := transfer.Write(event.Tournament, target)
	if err != nil {
		return err
	}
	if !*f.quiet {
		writeFindings(p.stderr, slices.Concat(event.Findings, event.Tournament.Notes, lost))
	}
	_, err = p.stdout.Write(out)
	return err
}

// readForeign reads the file that is the only argument, in any known format.
func readForeign(p *program, args []string, o transfer.Options) (*transfer.Import, error) {
	name, data, err := p.input("the file", args, transfer.MaxBytes)
	if err != nil {
		return nil, err
	}
	in, err := transfer.Read(data, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

// choosePart returns the selected event of a file with several.
func choosePart(in *transfer.Import, part string) (*transfer.Imported, error) {
	var parts []string
	for i := range in.Events {
		if e := &in.Events[i]; e.Part == part || len(in.Events) == 1 && part == "" {
			return e, nil
		}
		parts = append(parts, in.Events[i].Part)
	}
	if part == "" {
		return nil, usagef("the file has %d pods, each an event of its own; choose one with --part: %s", len(parts), strings.Join(parts, ", "))
	}
	return nil, errors.New("there is no such pod in the file; leave out --part to see which there are")
}

// writeFindings prints findings, one per line, grouped by kind.
func writeFindings(w io.Writer, findings []notice.Notice) {
	var words text.Printer
	for _, n := range findings {
		fmt.Fprintln(w, handover.Kind(n)+": "+table.Visible(words.Notice(n)))
	}
}

// columnsOf parses the meanings of a table's columns.
func columnsOf(list string) (map[string]string, error) {
	columns, err := pairsOf("--columns", list)
	for heading, meaning := range columns {
		if meaning == view.NoMeaning {
			columns[heading] = ""
		} else if !slices.Contains(transfer.Meanings(), meaning) {
			return nil, usagef("--columns: a column holds %s or %s, not %q", strings.Join(transfer.Meanings(), ", "), view.NoMeaning, meaning)
		}
	}
	return columns, err
}

// pairsOf parses NAME=VALUE,….
func pairsOf(flagName, list string) (map[string]string, error) {
	if list == "" {
		return nil, nil
	}
	out := map[string]string{}
	for _, pair := range strings.Split(list, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("%s takes NAME=VALUE,…, not %q", flagName, pair)
		}
		out[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return out, nil
}
