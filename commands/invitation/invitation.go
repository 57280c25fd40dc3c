// Package invitation keeps the invitation lists of events and leagues for their organisers,
// and knows who is on them.
package invitation

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"topcut/commands/archive"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/namelist"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Lists are the invitation lists of all servers.
type Lists struct {
	Servers stores.Servers
	Seasons *season.Director // nil without leagues
	Archive *archive.Archive // nil without profiles
}

// Person is who wants to come in: an account, or a guest of a name.
type Person struct {
	discord.User
	Guild string
}

// ToEvent returns what the gate of an event asks about a person. The list of its league is
// the event's too.
func (l Lists) ToEvent(ctx context.Context, s *tournament.State, p Person) (door.Facts, error) {
	return l.facts(ctx, s.Settings.Gate, p, s.Rules.ID, s.ID, cmp.Or(s.Series.League, s.Entry.League))
}

// ToLeague returns what the gate of a league asks about a person.
func (l Lists) ToLeague(ctx context.Context, s *season.State, p Person) (door.Facts, error) {
	game := ""
	if x := s.Settings.Series; x != nil {
		game = x.Ruleset
	}
	return l.facts(ctx, s.Settings.Gate(), p, game, 0, s.ID)
}

// facts looks up what a gate asks, and nothing else.
func (l Lists) facts(ctx context.Context, g door.Gate, p Person, game string, event, in journal.ID) (f door.Facts, err error) {
	f.Roles = p.Roles
	if (g.Events != 0 || g.From != 0 || g.To != 0) && l.Archive != nil {
		h, err := l.Archive.Of(ctx, p.Guild)
		if err != nil {
			return door.Facts{}, err
		}
		f = h.Facts(p.ID, p.Roles, game)
	}
	if !g.Invited {
		return f, nil
	}
	var logs []journal.ID
	if event != 0 {
		logs = append(logs, event)
	}
	if in != 0 {
		first, err := l.OfLeague(ctx, in)
		if err != nil {
			return door.Facts{}, err
		}
		logs = append(logs, first)
	}
	f.Invited, err = l.Servers.Invited(ctx, p.ID, p.Username, logs...)
	return f, err
}

// OfLeague returns the number of the list of the league of a season: that of its first
// season, so that a league keeps its list.
func (l Lists) OfLeague(ctx context.Context, in journal.ID) (journal.ID, error) {
	for l.Seasons != nil {
		s, err := l.Seasons.Snapshot(ctx, in)
		if err != nil {
			return 0, err
		}
		if s.State.Previous == 0 {
			break
		}
		in = s.State.Previous
	}
	return in, nil
}

// mention is how Discord writes an account into a text, with a bullet or number before it.
var mention = regexp.MustCompile(`(?m)(?:^[ \t]*(?:[-*•·–—]|\d{1,4}[.):]?)[ \t]+)?<@!?(\d{1,20})>`)

// Read returns the entries in what organisers typed or pasted: mentions, and names as a list
// of names has them. A user name may have its @.
func Read(texts ...string) (out []door.Invitation, err error) {
	for _, text := range texts {
		for _, m := range mention.FindAllStringSubmatch(text, -1) {
			out = append(out, door.Invitation{User: m[1]})
		}
		for _, name := range namelist.Read(mention.ReplaceAllString(text, "\n")) {
			if name = names.Clean(strings.TrimPrefix(name, "@")); name == "" {
				continue
			}
			if len([]rune(name)) > tournament.MaxPersonal {
				return nil, journal.Refuse(journal.BadInput, "gate.invited_long", "name", notice.Text(discord.Cut(name, 40)), "most", tournament.MaxPersonal)
			}
			out = append(out, door.Invitation{Name: name})
		}
	}
	return out, nil
}

// A Change is what organisers do to a list; without entries they look at it.
type Change struct {
	List  journal.ID
	Title string // of the event or league
	// Asked means that the gate asks for an invitation, which the setting Key decides.
	Asked bool
	Key   string
	In    []door.Invitation
	Off   bool // they are taken off
}

// Do changes a list, and shows it.
func (l Lists) Do(ctx context.Context, e view.Env, c Change) (m discord.Message, err error) {
	before, err := l.Servers.Invitations(ctx, c.List)
	switch {
	case err != nil || len(c.In) == 0:
	case c.Off:
		err = l.Servers.Uninvite(ctx, c.List, c.In)
	default:
		err = l.Servers.Invite(ctx, c.List, c.In)
	}
	if err != nil {
		return m, err
	}
	after, err := l.Servers.Invitations(ctx, c.List)
	if err != nil {
		return m, err
	}
	return show(e, c, before, after), nil
}

// mostShown bounds the characters of a list in a message; a longer one is a file too.
const mostShown = 1500

func show(e view.Env, c Change, before, after []door.Invitation) discord.Message {
	p := wording.Markdown(e.Words)
	said := []string{p.Say("invited.list", "event", notice.Text(c.Title), "n", len(after))}
	if len(c.In) > 0 {
		code := notice.Code("invited.on")
		if c.Off {
			code = "invited.off"
		}
		said = append(said, p.Say(code, "n", max(len(after)-len(before), len(before)-len(after))))
	}
	var shown, all strings.Builder
	for i, x := range after {
		fmt.Fprintf(&all, "%s\t%s\n", strings.ReplaceAll(x.Name, "\t", " "), x.User)
		if shown.Len() > mostShown {
			continue
		}
		if i > 0 {
			shown.WriteString(" · ")
		}
		if x.User != "" {
			shown.WriteString(discord.MentionUser(x.User))
		} else {
			shown.WriteString(discord.Escape(x.Name))
		}
		if shown.Len() > mostShown {
			shown.WriteString(" …")
		}
	}
	said = append(said, shown.String())
	if !c.Asked {
		said = append(said, "-# "+p.Say("invited.not_asked", "key", notice.Text(c.Key)))
	}
	said = slices.DeleteFunc(said, func(s string) bool { return s == "" })
	m := layout.Text(strings.Join(said, "\n"))
	if shown.Len() > mostShown {
		f := discord.File{Name: "invited.txt", ContentType: "text/plain", Description: p.Say("invited.file"), Data: []byte(all.String())}
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	}
	return m
}
