package wording

import (
	"slices"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Bar is what the bot may not use: a channel, in which posts wait; a role that it should
// assign; all roles; or the server's scheduled events.
type Bar struct {
	Channel string
	Since   time.Time
	Role    string
	Gone    bool             // the role no longer exists
	Missing wire.Permissions // permissions that the bot lacks, as far as it can see
	Unseen  bool             // the bot cannot view the channel
}

// BarLine describes a bar and how to remove it.
func BarLine(w text.Printer, b Bar) string {
	switch {
	case b.Gone:
		return w.Say("doctor.given_gone")
	case b.Role != "":
		return w.Say("doctor.role_low", "role", text.Raw(discord.MentionRole(b.Role)))
	case b.Channel == "" && b.Missing.Has(wire.ManageRoles):
		return w.Say("doctor.roles_lack", "permissions", Permissions(w, b.Missing))
	case b.Channel == "":
		return w.Say("doctor.list_lack", "permissions", Permissions(w, b.Missing))
	}
	return w.Say("doctor.barred", "channel", text.Raw(discord.MentionChannel(b.Channel)), "since", text.Raw(discord.Timestamp(b.Since, 't')), "why", text.Raw(Lacking(w, b)))
}

// Lacking names the permissions that the bot lacks in a channel, as far as it can see.
func Lacking(w text.Printer, b Bar) string {
	switch {
	case b.Unseen:
		return w.Say("barred.unseen")
	case b.Missing == 0:
		return w.Say("barred.refused")
	}
	return w.Say("barred.lacks", "permissions", Permissions(w, b.Missing))
}

// Unposted says how many posts were given up, with the place and reason of the
// newest, and how many threads could not be opened, with the permission needed for that.
func Unposted(w text.Printer, rows []tournament.OutboxRow) (lines []string) {
	posts := slices.DeleteFunc(slices.Clone(rows), func(o tournament.OutboxRow) bool { return o.Channel == "" })
	if n := len(posts); n > 0 {
		lines = append(lines, w.Say("doctor.lost", "n", n, "channel", text.Raw(discord.MentionChannel(posts[0].Channel)), "why", whyGivenUp(w, posts[0].Dead)))
	}
	if n := len(rows) - len(posts); n > 0 {
		lines = append(lines, w.Say("doctor.threadless", "n", n, "permissions", Permissions(w, discord.ForThreads)))
	}
	return lines
}

// Permissions lists permissions by Discord's names for them.
func Permissions(w text.Printer, p wire.Permissions) text.Raw {
	var names []string
	for _, name := range p.Names() {
		names = append(names, w.Say("permission."+notice.Code(strings.ToLower(strings.ReplaceAll(name, " ", "_")))))
	}
	return text.Raw(w.List(names))
}

// whyGivenUp returns the reason why a post was given up: the bot's own in words,
// otherwise Discord's error.
func whyGivenUp(w text.Printer, dead string) any {
	code, _, _ := strings.Cut(dead, ": ")
	if said, ok := w.Lookup(notice.Code("cause." + code)); ok {
		return text.Raw(said)
	}
	return notice.Text(discord.Cut(dead, 300))
}
