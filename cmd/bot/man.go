package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

func manCommand() subcommand {
	return subcommand{
		name: "man", about: "print the manual page, for man -l",
		text: "The page has every command with its flags, the configuration with its environment\nvariables, and the exit codes: topcut man > topcut.1",
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				_, err := io.WriteString(p.stdout, manual(commandList()))
				return err
			}
		},
	}
}

// exitMeanings explains the exit codes in the manual.
var exitMeanings = []struct {
	code int
	text string
}{
	{codeOK, "done"},
	{codeFailed, "bad input, or a check failed"},
	{codeToken, "Discord refuses the token"},
	{codeGateway, "Discord closed the gateway for good"},
	{codeDatabase, "the database cannot be used: newer schema, second bot, not writable"},
	{6, "a rehearsal lost or doubled something, or broke a rule of Discord"},
	{7, "the database file was deleted, moved or replaced under the running bot"},
	{codeUsage, "the command line or a setting is wrong"},
}

// manual returns the manual page, in the man macros of roff. It contains no date, so it
// changes only with its content.
func manual(list []subcommand) string {
	r := &roff{}
	r.macro("TH", "TOPCUT", "1", "", "Topcut", "User Commands")
	r.macro("SH", "NAME")
	r.text(`topcut - tournaments in a Discord server`)
	r.macro("SH", "SYNOPSIS")
	r.line(`\fBtopcut\fR \fICOMMAND\fR [\fIflags\fR] [\fIarguments\fR]`)
	r.macro("SH", "DESCRIPTION")
	r.text("Topcut is a Discord bot that runs whole tournaments: registration, pairings, clocks, reports, standings, the cut, the bracket. Everything it knows lies in one SQLite file. The engine behind it works on the command line too, on tournament files.")
	r.macro("PP")
	r.text("What a program needs goes to standard output, messages and logs to standard error. An error is one line there that begins with \"topcut: \".")
	r.macro("SH", "COMMANDS")
	for _, c := range list {
		title := strings.TrimSpace("topcut " + c.name + " " + c.args)
		r.macro("SS", title)
		r.text(strings.ToUpper(c.about[:1]) + c.about[1:] + ".")
		if c.text != "" {
			r.macro("PP")
			r.block(c.text)
		}
		for _, f := range c.flags() {
			r.macro("TP")
			head := `\fB` + escaped("--"+f.name) + `\fR`
			if f.kind != "" {
				head += ` \fI` + escaped(f.kind) + `\fR`
			}
			r.line(head)
			text := f.text
			if f.preset != "" {
				text += " (default " + f.preset + ")"
			}
			r.text(text)
		}
	}
	r.macro("SH", "CONFIGURATION")
	r.text("The file named by --config or " + configVariable + ", else " + defaultConfig + " where it exists. Each key has an environment variable, which beats the file; a flag beats both. An empty variable counts as not set. config.example.toml explains the keys.")
	c := defaults()
	for key, value := range c.keys() {
		r.macro("TP")
		r.line(`\fB` + escaped(key) + `\fR, \fB` + escaped(variable(key)) + `\fR`)
		if *value == "" {
			r.text("empty by default")
		} else {
			r.text("default: " + *value)
		}
	}
	r.macro("SH", "ENVIRONMENT")
	for _, e := range [][2]string{
		{"DISCORD_TOKEN", "discord.token, by a shorter name"},
		{"DISCORD_TOKEN_FILE", "discord.token_file, by a shorter name"},
		{"DISCORD_API_BASE", "discord.api_base, by a shorter name"},
		{configVariable, "the configuration file"},
	} {
		r.macro("TP")
		r.line(`\fB` + escaped(e[0]) + `\fR`)
		r.text(e[1])
	}
	r.macro("SH", "EXIT STATUS")
	for _, e := range exitMeanings {
		r.macro("TP")
		r.line(fmt.Sprintf(`\fB%d\fR`, e.code))
		r.text(e.text)
	}
	r.macro("SH", "FILES")
	for _, f := range [][2]string{
		{"topcut.db", "the database; topcut.db-wal and topcut.db-shm belong to it while the bot runs"},
		{"topcut.db.crash", "why the last process crashed, if it did"},
		{"topcut.db.lock", "keeps a second bot away"},
		{"backups/", "copies made by themselves; the newest " + fmt.Sprint(kept) + " are kept"},
	} {
		r.macro("TP")
		r.line(`\fI` + escaped(f[0]) + `\fR`)
		r.text(f[1])
	}
	return r.String()
}

// roff builds a page with the man macros.
type roff struct{ strings.Builder }

// macro writes a request with its arguments.
func (r *roff) macro(name string, args ...string) {
	r.WriteString("." + name)
	for _, a := range args {
		r.WriteString(` "` + strings.ReplaceAll(escaped(a), `"`, `\(dq`) + `"`)
	}
	r.WriteString("\n")
}

// line writes an already escaped line.
func (r *roff) line(text string) { r.WriteString(text + "\n") }

// text writes a paragraph.
func (r *roff) text(text string) { r.line(guarded(escaped(text))) }

// block writes lines verbatim.
func (r *roff) block(text string) {
	r.macro("nf")
	for line := range strings.Lines(strings.TrimSpace(text)) {
		r.text(strings.TrimRight(line, "\n"))
	}
	r.macro("fi")
}

func escaped(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "").Replace(text)
}

// guarded prevents a line from being read as a request.
func guarded(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}
