package localdiscord_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// picture returns a small PNG.
func picture(t *testing.T) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 4, 3))
	img.Set(1, 1, color.Black)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEveryAnswerConformsToDiscordsOwnDescription goes through the REST routes
// and the gateway with everything checked against Discord's schemas.
func TestEveryAnswerConformsToDiscordsOwnDescription(t *testing.T) {
	conformance := schemas(t)
	w := newTestServer(t, func(c *localdiscord.Config) {
		c.Conformance = conformance
		c.PrivilegedIntents = localdiscord.IntentGuildMembers | localdiscord.IntentMessageContent
	})
	w.intents |= discordgo.IntentsGuildMembers | discordgo.IntentsMessageContent
	w.guild.BotRole().SetPermissions(wire.AllPermissions)
	s := w.bot(
		func(s *discordgo.Session, i *discordgo.InteractionCreate) { everyAnswer(t, s, i) },
		func(*discordgo.Session, *discordgo.MessageCreate) {},
	)
	check := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	_, err := s.User("@me")
	check("user", err)
	_, err = s.Application("@me")
	check("application", err)
	_, err = s.GatewayBot()
	check("gateway bot", err)
	_, err = s.UserGuilds(10, "", "", false)
	check("guilds", err)
	_, err = s.GuildWithCounts(w.guild.ID())
	check("guild", err)
	_, err = s.GuildChannels(w.guild.ID())
	check("channels", err)
	_, err = s.GuildMember(w.guild.ID(), w.ann.ID())
	check("member", err)
	_, err = s.GuildMembers(w.guild.ID(), "", 100)
	check("members", err)
	_, err = s.GuildMembersSearch(w.guild.ID(), "an", 10)
	check("search", err)
	role, err := s.GuildRoleCreate(w.guild.ID(), &discordgo.RoleParams{Name: "TO"})
	check("role", err)
	check("give role", s.GuildMemberRoleAdd(w.guild.ID(), w.ann.ID(), role.ID))
	_, err = s.GuildRoles(w.guild.ID())
	check("roles", err)
	private, err := s.GuildChannelCreateComplex(w.guild.ID(), discordgo.GuildChannelCreateData{Name: "to-only", Type: discordgo.ChannelTypeGuildText})
	check("channel create", err)
	check("overwrite", s.ChannelPermissionSet(private.ID, w.guild.ID(), discordgo.PermissionOverwriteTypeRole, 0, discordgo.PermissionViewChannel))
	_, err = s.ChannelEdit(private.ID, &discordgo.ChannelEdit{Topic: "for organisers"})
	check("channel edit", err)
	_, err = s.ChannelDelete(private.ID)
	check("channel delete", err)

	m, err := s.ChannelMessageSendComplex(w.general.ID(), &discordgo.MessageSend{
		Content: "Round 1 " + w.ann.Mention(), AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{w.ann.ID()}},
		Embeds: []*discordgo.MessageEmbed{{Title: "Pairings", Description: "Ann - Bob", Fields: []*discordgo.MessageEmbedField{{Name: "Table", Value: "1", Inline: true}}, Footer: &discordgo.MessageEmbedFooter{Text: "x"}}},
		Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Report", Style: discordgo.PrimaryButton, CustomID: "report"},
				discordgo.Button{Label: "Rules", Style: discordgo.LinkButton, URL: "https://example.org"},
			}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{CustomID: "pick", Options: []discordgo.SelectMenuOption{{Label: "A", Value: "a"}}}}},
		},
	})
	check("send", err)
	_, err = s.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: m.ChannelID, Content: pointer("Round 1 again"), AllowedMentions: silent()})
	check("edit", err)
	_, err = s.ChannelMessages(m.ChannelID, 10, "", "", "")
	check("list", err)
	_, err = s.ChannelMessage(m.ChannelID, m.ID)
	check("get", err)
	check("react", s.MessageReactionAdd(m.ChannelID, m.ID, "👍"))
	_, err = s.MessageReactions(m.ChannelID, m.ID, "👍", 10, "", "")
	check("reactions", err)
	check("pin", s.ChannelMessagePin(m.ChannelID, m.ID))
	_, err = s.ChannelMessagesPinned(m.ChannelID)
	check("pins", err)
	thread, err := s.MessageThreadStart(m.ChannelID, m.ID, "R1 M1", 1440)
	check("thread", err)
	check("thread member", s.ThreadMemberAdd(thread.ID, w.bob.ID()))
	_, err = s.ThreadMembers(thread.ID, 10, false, "")
	check("thread members", err)
	_, err = s.ChannelMessageSendComplex(thread.ID, &discordgo.MessageSend{Content: "hello", AllowedMentions: silent()})
	check("send in thread", err)
	_, err = s.GuildThreadsActive(w.guild.ID())
	check("active threads", err)
	_, err = s.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: pointer(true), Locked: pointer(true)})
	check("archive", err)
	_, err = s.ThreadStartComplex(w.general.ID(), &discordgo.ThreadStart{Name: "private", Type: discordgo.ChannelTypeGuildPrivateThread, AutoArchiveDuration: 60})
	check("private thread", err)
	dm, err := s.UserChannelCreate(w.ann.ID())
	check("dm", err)
	_, err = s.ChannelMessageSendComplex(dm.ID, &discordgo.MessageSend{Content: "hi", AllowedMentions: silent()})
	check("dm send", err)

	w.register(s, everyCommand())
	_, err = s.ApplicationCommands(w.BotID(), w.guild.ID())
	check("commands", err)
	i := must(w.ann.Slash(w.ctx(), w.general, "all files", localdiscord.Options{"user": w.bob, "file": localdiscord.File{Name: "x.txt", Data: []byte("x")}, "name": "new", "n": 3}))(t)
	a := must(i.Answer(w.ctx()))(t)
	must(w.ann.Suggest(w.ctx(), w.general, "all files", localdiscord.Options{"name": "ne"}, "name"))(t)
	click := must(w.ann.Click(w.ctx(), *a.Message, "open"))(t)
	modal := must(click.Answer(w.ctx()))(t).Modal
	submit := must(w.ann.SubmitModal(w.ctx(), modal, localdiscord.Fields{"why": "because"}))(t)
	must(submit.Answer(w.ctx()))(t)
	choose := must(w.ann.Select(w.ctx(), *a.Message, "who", []string{"Bob"}))(t)
	must(choose.Answer(w.ctx()))(t)
	must(w.ann.Send(w.ctx(), w.general, "good luck"))(t)
	if _, err := w.ann.Slash(w.ctx(), w.ann.DM(), "all files", nil); err == nil {
		t.Error("a guild command was offered in a DM")
	}
	note := must(w.bob.Send(w.ctx(), w.general, "typo"))(t)
	if err := w.bob.React(note, "👍"); err != nil {
		t.Error(err)
	}
	if err := w.bob.Delete(note); err != nil {
		t.Error(err)
	}
	w.bob.SetNick(w.guild, "Bobby")
	w.Faults().Storm(2)
	w.Faults().Outage(w.guild, true)
	w.Faults().Outage(w.guild, false)
	w.ann.Leave(w.guild)
	if err := s.RequestGuildMembers(w.guild.ID(), "bob", 1, "n", false); err != nil {
		t.Error(err)
	}
	if _, n := w.Checked(); n != 0 {
		t.Errorf("%d exchanges were not checked", n)
	}
}

func pointer[T any](v T) *T { return &v }

func everyCommand() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Name: "all", Description: "Everything", Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: "files", Description: "With files",
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionUser, Name: "user", Description: "Who"},
				{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "What"},
				{Type: discordgo.ApplicationCommandOptionString, Name: "name", Description: "Name", Autocomplete: true},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "n", Description: "Count", MinValue: pointer(1.0), MaxValue: 9},
			},
		}},
	}
}

// everyAnswer answers each type of interaction with each type of answer.
func everyAnswer(t *testing.T, s *discordgo.Session, i *discordgo.InteractionCreate) {
	respond := func(kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
			t.Error(err)
		}
	}
	row := func(c discordgo.MessageComponent) discordgo.MessageComponent {
		return discordgo.ActionsRow{Components: []discordgo.MessageComponent{c}}
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		respond(discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "new", Value: "new"}}})
	case discordgo.InteractionApplicationCommand:
		respond(discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
		_, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{
			Content: pointer("done"), AllowedMentions: silent(),
			Components: &[]discordgo.MessageComponent{
				row(discordgo.Button{Label: "Open", CustomID: "open"}),
				row(discordgo.SelectMenu{MenuType: discordgo.UserSelectMenu, CustomID: "who"}),
			},
		})
		if err != nil {
			t.Error(err)
		}
		if _, err := s.InteractionResponse(i.Interaction); err != nil {
			t.Error(err)
		}
		follow, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "and", Flags: discordgo.MessageFlagsEphemeral, AllowedMentions: silent()})
		if err != nil {
			t.Error(err)
			return
		}
		if err := s.FollowupMessageDelete(i.Interaction, follow.ID); err != nil {
			t.Error(err)
		}
	case discordgo.InteractionMessageComponent:
		if i.MessageComponentData().CustomID == "who" {
			respond(discordgo.InteractionResponseUpdateMessage, &discordgo.InteractionResponseData{Content: "updated", AllowedMentions: silent()})
			return
		}
		respond(discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{Title: "Why", CustomID: "form", Components: []discordgo.MessageComponent{
			row(discordgo.TextInput{CustomID: "why", Label: "Why", Style: discordgo.TextInputShort}),
		}})
	case discordgo.InteractionModalSubmit:
		respond(discordgo.InteractionResponseDeferredMessageUpdate, nil)
		_, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{
			Content: pointer("picture"), AllowedMentions: silent(), Attachments: &[]*discordgo.MessageAttachment{{ID: "0", Filename: "a.txt"}},
			Files: []*discordgo.File{{Name: "a.txt", Reader: bytes.NewReader([]byte("text"))}},
		})
		if err != nil {
			t.Error(err)
		}
	case discordgo.InteractionPing: // comes over HTTP only
	}
}

// TestRawPayloadsConformToDiscordsOwnDescription covers what discordgo cannot
// send: Components V2 after a deferral, labels and uploads in forms, messages
// for one person, direct messages, refusals.
func TestRawPayloadsConformToDiscordsOwnDescription(t *testing.T) {
	conformance := schemas(t)
	w := newTestServer(t, func(c *localdiscord.Config) { c.Conformance = conformance })
	w.guild.BotRole().SetPermissions(wire.AllPermissions)
	c := w.dial()
	w.login(c, 1|1<<9|1<<10|1<<12|1<<13)
	w.catalogue()
	messages := "/channels/" + w.general.ID() + "/messages"
	fine := func(a response) response {
		t.Helper()
		if a.status >= 300 {
			t.Fatalf("answer is %d %s", a.status, a.body)
		}
		return a
	}
	v2 := `{"flags":32768,"allowed_mentions":{"parse":[]},"attachments":[{"id":"0","filename":"good.png","description":"bracket"}],"components":[
	 {"type":17,"accent_color":255,"components":[{"type":10,"content":"# Round 1"},{"type":14,"divider":true,"spacing":2},
	  {"type":9,"components":[{"type":10,"content":"Ann"}],"accessory":{"type":11,"media":{"url":"attachment://good.png"},"description":"bracket"}},
	  {"type":12,"items":[{"media":{"url":"attachment://good.png"},"description":"bracket"}]},{"type":13,"file":{"url":"attachment://good.png"}},
	  {"type":1,"components":[{"type":5,"custom_id":"u"}]},{"type":1,"components":[{"type":6,"custom_id":"r"}]},{"type":1,"components":[{"type":7,"custom_id":"m"}]},
	  {"type":1,"components":[{"type":8,"custom_id":"c","channel_types":[0]}]},` + button("Go", "go") + `]}]}`
	public := fine(w.upload("POST", messages, v2, "good.png"))
	fine(w.call("GET", messages+"?limit=5", ""))
	m, _ := w.Message(public.ID)

	judges := w.guild.AddRole("Judges", 0)
	for id, value := range map[string]string{"u": "Bob", "r": "Judges", "m": "Ann", "c": "general"} {
		i := must(w.ann.Select(w.ctx(), m, id, []string{value}))(t)
		fine(w.callback(i, `{"type":6}`))
	}
	i := must(w.ann.Slash(w.ctx(), w.general, "report", localdiscord.Options{
		"result": "2-1", "player": w.bob, "role": judges, "where": w.general, "file": localdiscord.File{Name: "d.txt", Data: []byte("x")},
	}))(t)
	fine(w.callback(i, `{"type":5,"data":{"flags":64}}`))
	fine(w.upload("PATCH", w.hook(i, "/messages/@original"), v2, "good.png"))
	private, _ := i.Original()
	click := must(w.ann.Click(w.ctx(), private, "Go"))(t)
	fine(w.callback(click, `{"type":9,"data":{"title":"Deck","custom_id":"deck","components":[{"type":18,"label":"List","component":{"type":4,"custom_id":"list","style":2}},
	 {"type":18,"label":"Kind","description":"of deck","component":{"type":3,"custom_id":"kind","options":[{"label":"A","value":"a"}]}},{"type":18,"label":"File","component":{"type":19,"custom_id":"file","min_values":1,"max_values":2}}]}}`))
	modal, _ := w.ann.Modal()
	submit := must(w.ann.SubmitModal(w.ctx(), modal, localdiscord.Fields{"list": "60 Island", "Kind": "A", "File": []localdiscord.File{{Name: "d.txt", Data: []byte("x")}}}))(t)
	fine(w.call("POST", "/interactions/"+submit.ID()+"/"+submit.Token()+"/callback?with_response=true", `{"type":4,"data":{"content":"thanks","flags":64}}`))
	fine(w.call("POST", w.hook(submit, ""), `{"content":"and more","allowed_mentions":{"parse":[]}}`))
	in := must(w.ann.Slash(w.ctx(), w.ann.DM(), "private", nil))(t)
	fine(w.callback(in, hello))
	must(w.ann.Send(w.ctx(), w.ann.DM(), "hi"))(t)

	thread := fine(w.call("POST", messages+"/"+public.ID+"/threads", `{"name":"T","auto_archive_duration":60}`))
	fine(w.call("PATCH", "/channels/"+thread.ID, `{"archived":true,"locked":true}`))
	fine(w.call("GET", "/channels/"+w.general.ID()+"/threads/archived/public", ""))
	fine(w.call("GET", messages+"/"+public.ID, ""))
	fine(w.call("GET", messages+"/pins", ""))
	fine(w.call("POST", messages+"/bulk-delete", `{"messages":["`+w.post("a")+`","`+w.post("b")+`"]}`))
	commands := "/applications/" + w.BotID() + "/commands"
	one := fine(w.call("POST", commands, `{"name":"new","description":"New"}`))
	fine(w.call("PATCH", commands+"/"+one.ID, `{"description":"Newer"}`))
	fine(w.call("GET", commands+"/"+one.ID, ""))
	fine(w.call("DELETE", commands+"/"+one.ID, ""))
	fine(w.call("GET", commands, ""))
	if len(w.Violations()) > 0 {
		return // reported at the end
	}
	for _, a := range []response{w.call("GET", messages+"/1", ""), w.call("POST", messages, `{"content":""}`), w.call("POST", messages, `{"content":"x","tts":5,"embeds":[{"title":""}]}`)} {
		if a.status < 400 {
			t.Errorf("answer is %d %s", a.status, a.body)
		}
	}
	for _, v := range w.Violations() {
		if v.Code == 0 {
			t.Errorf("a refusal is out of shape: %s", v)
		}
	}
	w.ClearViolations()
}

func TestARecordingIsCheckedAfterwards(t *testing.T) {
	conformance := schemas(t)
	conformance.Live = false
	w := newTestServer(t, func(c *localdiscord.Config) { c.Conformance, c.Record = conformance, 100 })
	w.deaf()
	w.post("fine")
	w.call("PATCH", "/channels/"+w.general.ID()+"/messages/"+w.post("x"), `{"content":"y","allowed_mentions":{"parse":[]}}`)
	if found := w.Conform(); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	w.call("POST", "/channels/"+w.general.ID()+"/typing?unknown=1", "")
	w.call("GET", "/channels/"+w.general.ID()+"/messages?limit=5&after=0", "")
	kinds := map[string]int{}
	for _, x := range w.Recording() {
		kinds[x.Kind]++
	}
	if kinds["rest"] != 5 || kinds["sent"] < 3 || kinds["received"] != 1 {
		t.Errorf("recorded %v", kinds)
	}
}
