package localdiscord_test

import (
	"flag"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

var byDiscordJS = flag.Bool("discordjs", false, "play with a bot of discord.js; .ci/e2e installs it")

// TestABotOfDiscordJSIsPlayedWith: a bot that knows nothing of this package, in another
// language and with another library than the other tests, is used by two people in channels
// and threads of seven kinds: command, buttons, select and form. All that it sends and is
// sent conforms to Discord's description.
func TestABotOfDiscordJSIsPlayedWith(t *testing.T) {
	if !*byDiscordJS {
		t.Skip("needs Node.js and discord.js: go test ./commands/localdiscord -discordjs")
	}
	conformance := schemas(t)
	w := newTestServer(t, func(c *localdiscord.Config) { c.Conformance = conformance })
	club := localtest.StartNode(t, "open", "discordjs", "club.mjs", w.URL(), w.BotToken())
	ctx := w.ctx()
	thread := func(kind int) *localdiscord.Channel {
		return must(w.ann.OpenThread(ctx, w.guild.AddChannelOf(kind, "around"), "Friday", "Here."))(t)
	}
	for name, in := range map[string]*localdiscord.Channel{
		"text": w.general, "announcement": w.guild.AddChannelOf(wire.ChannelAnnouncement, "news"), "voice": w.guild.AddChannelOf(wire.ChannelVoice, "talk"),
		"stage": w.guild.AddChannelOf(wire.ChannelStage, "stage"), "thread": thread(wire.ChannelText), "post": thread(wire.ChannelForum), "thread of announcements": thread(wire.ChannelAnnouncement),
	} {
		opened := must(w.ann.Slash(ctx, in, "sign", localdiscord.Options{"title": "Friday"}))(t)
		list := *must(opened.Answer(ctx))(t).Message
		say := func(want string, used *localdiscord.Interaction) {
			t.Helper()
			must(used.Answer(ctx))(t)
			list, _ = w.Message(list.ID)
			if got := w.Render(list); !strings.Contains(got, want) {
				t.Errorf("%s: %s\nwant %q", name, got, want)
			}
		}
		say("Ann: table 1", must(w.ann.Click(ctx, list, "I come"))(t))
		say("Bob: table 3", must(w.bob.Select(ctx, list, "Table", []string{"3"}))(t))
		form := must(must(w.bob.Click(ctx, list, "Note"))(t).Answer(ctx))(t).Modal
		if form == nil {
			t.Fatalf("%s: Note opens no form", name)
		}
		say("Bob: table 3, late 🐢", must(w.bob.SubmitModal(ctx, form, localdiscord.Fields{"text": "late 🐢"}))(t))
	}
	club.End()
}
