package view

import (
	"strings"

	"topcut/commands/banlist"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament/door"
	"topcut/tournament/notice"
)

// bansPerPage is how many entries a page of the ban list has: each has a button.
const bansPerPage = 5

// placesShown is how many events a panel lists in which a banned person still plays.
const placesShown = 10

// BanList shows the bans of a server to its organisers, with a button that ends each.
func BanList(e Env, l door.List, page int) discord.Message {
	all := l.InForce(e.Now)
	if len(all) == 0 {
		return e.nothing("ban.none")
	}
	part, page := layout.PageOf(all, page, bansPerPage)
	pages := posted.Pages(len(all), bansPerPage)
	p := e.titled(layout.Quiet, layout.Title(e.words(), e.say("ban.list", "n", len(all)), page, pages))
	var ends []discord.Button
	for i := range part {
		b := &part[i]
		p.Text(e.banLine(b))
		ends = append(ends, discord.Button{
			Label: e.say("button.ban_end", "name", text.Raw(discord.Plain(bannedName(b), 40))), CustomID: customid.New(0, customid.BanEnd{User: b.User, Page: page}),
		})
	}
	p.Buttons(ends...)
	p.Buttons(layout.Pager(e.words(), page, pages, func(n int) string { return customid.New(0, customid.BanList{Page: n}) })...)
	if l.Appeal == "" {
		p.Small("ban.no_appeal")
	} else {
		p.Small("ban.appeal", "appeal", notice.Text(l.Appeal))
	}
	return p.Message()
}

// bannedName is the name of a banned account on a button: a forgotten one has only its id.
func bannedName(b *door.Ban) string {
	if b.Name == "" {
		return b.User
	}
	return b.Name
}

// banLine says who is banned until when, by whom and why.
func (e Env) banLine(b *door.Ban) string {
	lines := []string{e.say("ban.entry", "who", text.Raw(discord.MentionUser(b.User)), "term", b.Term(), "begin", notice.Time{Time: b.Begin})}
	if b.By != "" {
		lines[0] += " " + e.say("ban.by", "by", text.Raw(discord.MentionUser(b.By)))
	}
	if b.Reason != "" {
		lines = append(lines, "> "+discord.Escape(strings.Join(strings.Fields(b.Reason), " ")))
	}
	return strings.Join(lines, "\n")
}

// Banned says that a person is banned, and in which events they still have a place, with a
// button to take them out of each. A ban takes no one out by itself.
func Banned(e Env, b *door.Ban, in []banlist.Place) discord.Message {
	p := e.titled(layout.Late, e.say("ban.done"))
	p.Text(e.banLine(b))
	if len(in) == 0 {
		p.Small("ban.nowhere")
		return p.Message()
	}
	p.Say("ban.still", "n", len(in))
	var lines []string
	var drops []discord.Button
	for _, x := range in[:min(len(in), placesShown)] {
		s := x.Event.State
		lines = append(lines, "- "+discord.Escape(s.Settings.Name)+" · "+e.say(notice.Code(s.Phase.Word())))
		drop := customid.BanDrop{Player: x.Player}
		if len(s.MembersOf(x.Player)) > 1 { // the others play on
			drop.Member = x.Event.Book.ByUser(b.User)
		}
		drops = append(drops, discord.Button{
			Style: discord.Danger, Label: e.say("button.ban_drop", "event", text.Raw(discord.Plain(s.Settings.Name, 50))), CustomID: customid.New(s.ID, drop),
		})
	}
	p.Lines(lines...)
	p.Buttons(drops...)
	return p.Message()
}
