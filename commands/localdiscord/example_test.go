package localdiscord_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

// Ann uses a command of a bot that knows nothing of this package, and sees its answer.
// The clock stands still, so a slow computer does not make the bot late.
func Example() {
	ctx := context.Background()
	srv, err := localdiscord.New(localdiscord.Config{BotName: "Echo", Clock: localtest.NewManualClock(start())})
	check(err)
	defer srv.Close()
	guild := srv.AddGuild("Club")
	channel, ann := guild.AddChannel("general"), guild.AddPerson("Ann")
	defer startEcho(srv.URL(), srv.BotToken()).Close()

	used, err := ann.Slash(ctx, channel, "echo", localdiscord.Options{"text": "hello"})
	check(err)
	answer, err := used.Answer(ctx)
	check(err)
	fmt.Println(srv.Render(*answer.Message))
	fmt.Println(len(srv.Violations()), "violations of Discord's rules")
	// Output:
	// hello
	// 0 violations of Discord's rules
}

// startEcho starts a bot of discordgo that has one command. All it is given is where
// Discord is, and its token.
func startEcho(address, token string) *discordgo.Session {
	base, err := url.Parse(address)
	check(err)
	bot, err := discordgo.New("Bot " + token)
	check(err)
	bot.Client = &http.Client{Transport: rewrite{base}}
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		check(s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: i.ApplicationCommandData().Options[0].StringValue(), AllowedMentions: silent()},
		}))
	})
	check(bot.Open())
	_, err = bot.ApplicationCommandBulkOverwrite(bot.State.User.ID, "", []*discordgo.ApplicationCommand{{
		Name: "echo", Description: "Say it again",
		Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "What to say", Required: true}},
	}})
	check(err)
	return bot
}

// check ends the example on an error.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
