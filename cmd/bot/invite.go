package main

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"strconv"

	"topcut/commands/discord"
	"topcut/commands/wire"
)

// invited are the permissions that the bot asks for. They are exactly those that it needs
// everywhere: to view channels, to post text, pictures and files, to find its own posts
// after a crash, and to open and close match threads.
const invited = wire.ViewChannel | wire.SendMessages | wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory |
	wire.CreatePublicThreads | wire.SendMessagesInThreads | wire.ManageThreads

// pins is asked for as well, and nothing needs it: without it no card is pinned.
const pins = wire.PinMessages

func inviteCommand() subcommand {
	return subcommand{
		name: "invite", about: "print the link that invites the bot into a server",
		text: "Asks Discord for the id of the application, which needs the token, unless\n--application gives it.",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			roles := fs.Bool("roles", false, "let it give the roles that /setup names (Manage Roles)")
			events := fs.Bool("events", false, "let it keep Discord's list of events (Create Events)")
			application := fs.String("application", "", "`ID` of the application (Developer Portal, General Information)")
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				id, wanted := *application, invited|pins
				if *roles {
					wanted |= wire.ManageRoles
				}
				if *events {
					wanted |= wire.CreateEvents
				}
				if id == "" {
					c, err := p.loadConfig(*name)
					if err != nil {
						return err
					}
					client, err := p.client(c, discord.Hooks{})
					if err != nil {
						return err
					}
					defer client.Close()
					app, err := client.Application(ctx)
					if err != nil {
						return err
					}
					id = app.ID
				}
				if _, err := strconv.ParseUint(id, 10, 64); err != nil {
					return usagef("--application takes an id of digits, not %q", id)
				}
				_, err := fmt.Fprintln(p.stdout, inviteURL(id, wanted))
				return err
			}
		},
	}
}

func inviteURL(application string, permissions wire.Permissions) string {
	q := url.Values{
		"client_id":   {application},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatUint(uint64(permissions), 10)},
	}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// client returns a client for the configured bot.
func (p *program) client(c config, hooks discord.Hooks) (*discord.Client, error) {
	token, err := c.token()
	if err != nil {
		return nil, wrongSetting(err)
	}
	return discord.New(discord.Config{Token: token, APIBase: c.Discord.APIBase, Logger: p.logger(c), Hooks: hooks})
}
