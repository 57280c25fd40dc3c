package view

import (
	"cmp"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// UsualTop is the default number of a season's best members that get the role.
const UsualTop = 8

// Setup shows the settings of a server. What is off is skipped unless it was just given.
// language is that of its posts, hidden the line about the commands that members of the
// organiser role do not see, if there are any.
func Setup(e Env, s stores.Server, language, hidden string, given func(option string) bool) discord.Message {
	role, channel := e.say("setup.no_role"), e.say("setting.own_channel")
	if s.OrganiserRole != "" {
		role = strings.TrimSuffix(discord.MentionRole(s.OrganiserRole)+"\n"+hidden, "\n")
	}
	if s.TOChannel != "" {
		channel = discord.MentionChannel(s.TOChannel)
	}
	lines := []string{
		e.say("setup.title"), e.say("setup.role", "role", text.Raw(role)), e.say("setup.channel", "channel", text.Raw(channel)),
		e.say("setup.zone", "zone", notice.Text(cmp.Or(s.TimeZone, "UTC"))), e.say("setup.ruleset", "ruleset", notice.Text(cmp.Or(s.Ruleset, "magic"))),
		e.say("setup.language", "language", text.Raw(text.NameOf(cmp.Or(language, text.English)))),
	}
	value := func(on bool, raw string) text.Raw {
		if on {
			return text.Raw(raw)
		}
		return text.Raw(e.say("setting.off"))
	}
	on := e.say("setting.on")
	for _, l := range []struct {
		option string
		on     bool
		line   string
	}{
		{"light_pictures", s.LightPictures, e.say("setup.light", "light", value(s.LightPictures, on))},
		{"chat_results", s.ChatResults, e.say("setup.chat", "chat", value(s.ChatResults, on))},
		{"participant_role", s.ParticipantRole != "", e.say("setup.participants", "role", value(s.ParticipantRole != "", discord.MentionRole(s.ParticipantRole)))},
		{"champion_role", s.ChampionRole != "", e.say("setup.champion", "role", value(s.ChampionRole != "", discord.MentionRole(s.ChampionRole)))},
		{"top_role", s.TopRole != "", e.say("setup.top", "n", cmp.Or(s.Top, UsualTop), "role", value(s.TopRole != "", discord.MentionRole(s.TopRole)))},
		{"scheduled_events", s.ScheduledEvents, e.say("setup.listed", "listed", value(s.ScheduledEvents, on))},
		{"appeal", s.Appeal != "", e.say("setup.appeal", "appeal", notice.Text(s.Appeal))},
	} {
		if l.on || given(l.option) {
			lines = append(lines, l.line)
		}
	}
	next := e.say("way.next", "command", wording.Command(e.Commands, "doctor"))
	return Refusal(strings.Join(append(lines, "", e.say("setup.note")+" "+next), "\n"),
		discord.Button{Label: e.say("button.ban_list"), CustomID: customid.New(0, customid.BanList{})},
		discord.Button{Label: e.say("button.games"), CustomID: customid.New(0, customid.Games{})})
}
