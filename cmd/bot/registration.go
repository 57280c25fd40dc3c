package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/tournament/sorted"
	"topcut/tournament/table"
)

func registrationCommand() subcommand {
	return subcommand{
		name: "commands", args: "print|diff|sync|clear", about: "the slash commands as Discord has them and as they should be",
		text: "print  prints the definitions; it needs no token\ndiff   says what differs from what is registered; exit code 1 if anything does\nsync   registers them\nclear  removes them",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			guild := fs.String("guild", "", "only in the server `ID` (default: discord.guild of the configuration)")
			markdown := fs.Bool("markdown", false, "print: a reference for people instead of JSON")
			return func(ctx context.Context, p *program, args []string) error {
				if len(args) != 1 || !slices.Contains([]string{"print", "diff", "sync", "clear"}, args[0]) {
					return usagef("say one of print, diff, sync and clear")
				}
				table, err := commands.Definitions()
				if err != nil {
					return err
				}
				ours := table.Commands()
				if args[0] == "print" {
					if *markdown {
						_, err := fmt.Fprint(p.stdout, table.Reference())
						return err
					}
					e := json.NewEncoder(p.stdout)
					e.SetEscapeHTML(false)
					e.SetIndent("", "  ")
					return e.Encode(ours)
				}
				c, err := p.loadConfig(*name)
				if err != nil {
					return err
				}
				if *guild == "" {
					*guild = c.Discord.Guild
				}
				client, err := p.client(c, discord.Hooks{})
				if err != nil {
					return err
				}
				defer client.Close()
				if args[0] == "diff" {
					return p.diffCommands(ctx, client, *guild, ours)
				}
				if args[0] == "clear" {
					ours = []discord.Command{}
				}
				done, err := client.BulkOverwrite(ctx, *guild, ours)
				if err != nil {
					return err
				}
				where := "everywhere"
				if *guild != "" {
					where = "in server " + *guild
				}
				_, err = fmt.Fprintf(p.stdout, "%d commands are registered %s.\n", len(done), where)
				return err
			}
		},
	}
}

// mostStraysAsked bounds the servers that are asked for commands of an earlier
// discord.guild: a bot that is tried out in one server is in few.
const mostStraysAsked = 100

// stray is a scope in which commands are registered beside those of the configuration.
type stray struct {
	guild    string // "" = everywhere
	commands int
}

func (s stray) String() string {
	if s.guild == "" {
		return "everywhere"
	}
	return "in server " + s.guild
}

// strays returns the scopes other than that of the configuration, guild or everywhere, in
// which commands of the bot are registered.
func strays(ctx context.Context, client *discord.Client, guild string, servers []string) (found []stray, err error) {
	asked := slices.DeleteFunc(slices.Clone(servers), func(id string) bool { return id == guild })
	asked = asked[:min(len(asked), mostStraysAsked)]
	if guild != "" {
		asked = append(asked, "")
	}
	for _, scope := range asked {
		theirs, e := client.Commands(ctx, scope)
		if err = errors.Join(err, e); len(theirs) > 0 {
			found = append(found, stray{scope, len(theirs)})
		}
	}
	return found, err
}

func (p *program) diffCommands(ctx context.Context, client *discord.Client, guild string, ours []discord.Command) error {
	theirs, err := client.Commands(ctx, guild)
	if err != nil {
		return err
	}
	lines, err := difference(theirs, ours)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		_, err := fmt.Fprintln(p.stdout, "What is registered is up to date.")
		return err
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(p.stdout, table.Visible(line)); err != nil {
			return err
		}
	}
	return fmt.Errorf("%d commands differ; `topcut commands sync` registers them", len(lines))
}

// difference lists the commands that sync would add (+), change (~) or remove (-).
func difference(theirs, ours []discord.Command) ([]string, error) {
	find := func(list []discord.Command, name string) (discord.Command, bool) {
		i := slices.IndexFunc(list, func(c discord.Command) bool { return c.Name == name })
		if i < 0 {
			return discord.Command{}, false
		}
		return list[i], true
	}
	var lines []string
	for _, c := range ours {
		old, ok := find(theirs, c.Name)
		if !ok {
			lines = append(lines, "+ /"+c.Name)
			continue
		}
		a, err := discord.CommandsHash([]discord.Command{old})
		if err != nil {
			return nil, err
		}
		b, err := discord.CommandsHash([]discord.Command{c})
		if err != nil {
			return nil, err
		}
		if a != b {
			lines = append(lines, "~ /"+c.Name)
		}
	}
	for _, c := range theirs {
		if _, ok := find(ours, c.Name); !ok {
			lines = append(lines, "- /"+c.Name)
		}
	}
	sorted.Stable(lines, func(a, b string) int { return strings.Compare(a[2:], b[2:]) })
	return lines, nil
}
