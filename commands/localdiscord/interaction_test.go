package localdiscord_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/localdiscord"
)

func reply(s *discordgo.Session, i *discordgo.InteractionCreate, data *discordgo.InteractionResponseData) error {
	return s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: data})
}

func TestSlashCommandIsAnsweredByTheRealClientLibrary(t *testing.T) {
	w := newTestServer(t)
	bot := w.bot(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		d := i.ApplicationCommandData()
		if err := reply(s, i, &discordgo.InteractionResponseData{Content: "got " + d.Options[0].StringValue(), AllowedMentions: silent()}); err != nil {
			t.Error(err)
		}
	})
	w.register(bot, &discordgo.ApplicationCommand{Name: "report", Description: "Report a result", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "result", Description: "Result", Required: true},
	}})
	i := must(w.ann.Slash(w.ctx(), w.general, "report", localdiscord.Options{"result": "2-1"}))(t)
	a := must(i.Answer(w.ctx()))(t)
	if a.Message == nil || a.Message.Content != "got 2-1" {
		t.Errorf("answer is %+v", a)
	}
	if got := w.Stats(); got.Interactions != 1 || got.Acknowledged != 1 || got.Posts != 1 {
		t.Errorf("stats are %+v", got)
	}
}
