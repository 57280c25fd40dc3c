package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/sorted"
)

// contents checks, when nothing is waiting, that every message shows what it should at the
// end of the log, and that the threads of matches are open or closed as they should be.
func (f *Findings) contents(ctx context.Context, in Subject, expected Posts) error {
	commands := map[string]string{}
	for _, c := range in.Server.Commands() {
		commands[c.Name] = c.ID
	}
	stand, err := in.standing(ctx, expected)
	if err != nil {
		return err
	}
	for _, p := range stand {
		e, row := p.Planned, p.row
		shown := texts(e.message.Components)
		want, ok := in.rendered(&row, commands)
		if !ok {
			f.Stale = append(f.Stale, fmt.Sprintf("the post %s (shows event %d) was to be taken away%s", e.key, row.Shown, givenUp(row)))
			continue
		}
		if !slices.Equal(shown, want) {
			f.Stale = append(f.Stale, fmt.Sprintf("the post %s (shows event %d) says %q, want %q%s", e.key, row.Shown, differ(shown, want), differ(want, shown), givenUp(row)))
		}
		f.Compared++
	}
	return f.threads(in, expected)
}

// standing is a planned post that stands in a channel, with its row of the outbox.
type standing struct {
	*Planned
	row tournament.OutboxRow
}

// standing returns the posts that stand, in the order of what they show.
func (in Subject) standing(ctx context.Context, expected Posts) ([]standing, error) {
	var out []standing
	for _, e := range expected {
		if e.seen == 0 {
			continue // lost, and reported as given up
		}
		row, err := in.Outbox.Post(ctx, in.Snap.State.ID, e.key)
		if errors.Is(err, tournament.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		out = append(out, standing{e, row})
	}
	sorted.Stable(out, func(a, b standing) int {
		return cmp.Or(cmp.Compare(a.row.Shown, b.row.Shown), cmp.Compare(a.key, b.key))
	})
	return out, nil
}

// givenUp says why a post was given up, if it was.
func givenUp(row tournament.OutboxRow) string {
	if row.Dead == "" {
		return ""
	}
	return ": " + row.Dead
}

// rendered returns the content that a post should have in a channel. ok is false if it
// should be deleted.
func (in Subject) rendered(row *tournament.OutboxRow, commands map[string]string) ([]string, bool) {
	at := in.Snap
	e := view.Env{Snap: at, Now: in.Now, Freeze: site.Frozen, Commands: commands, StaffRole: in.staffRole, GivenUp: in.givenUp, Words: in.Words.In(at.State.Settings.Language), Draw: func(name string, _ pictures.Drawing) []discord.File {
		return []discord.File{{Name: name + "-1.png", ContentType: "image/png", Data: []byte{0}}}
	}}
	if path := site.Path(at.State); in.Pages != "" && path != "" {
		e.Page = in.Pages + path
	}
	m, ok := post.Render(e, row)
	if !ok {
		return nil, false
	}
	raw, err := json.Marshal(m.Components)
	if err != nil {
		return []string{err.Error()}, true
	}
	var list []localdiscord.Component
	if err := json.Unmarshal(raw, &list); err != nil {
		return []string{err.Error()}, true
	}
	return texts(list), true
}

// clickable matches a clickable mention of a command. A bot that has just started does
// not know the ids of its commands yet and writes `/name`.
var clickable = regexp.MustCompile("</([a-z ]+):[0-9]+>")

// texts lists the visible parts of components: texts, buttons, menus. It leaves out text
// about delays, which depends on the time of sending.
func texts(list []localdiscord.Component) []string {
	var out []string
	for _, c := range list {
		switch c.Type {
		case wire.TypeTextDisplay:
			for line := range strings.Lines(c.Content) {
				line = clickable.ReplaceAllString(line, "`/$1`")
				if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, " late.") && !strings.Contains(line, " late;") {
					out = append(out, line)
				}
			}
		case wire.TypeButton:
			out = append(out, fmt.Sprintf("[%s|%s|%t]", c.Label, c.CustomID, c.Disabled))
		case wire.TypeStringSelect:
			out = append(out, fmt.Sprintf("[%s|%v]", c.CustomID, c.Options))
		}
		out = append(out, texts(c.Components)...)
		if c.Accessory != nil {
			out = append(out, texts([]localdiscord.Component{*c.Accessory})...)
		}
	}
	return out
}

// differ returns the texts that are in only one of the lists, shortened.
func differ(a, b []string) string {
	var out []string
	for _, line := range a {
		if !slices.Contains(b, line) {
			out = append(out, line)
		}
	}
	return discord.Cut(strings.Join(out, " / "), 300)
}

// threads checks that the threads of decided matches are closed and those of open ones
// are not.
func (f *Findings) threads(in Subject, expected Posts) error {
	for _, e := range expected {
		if e.Post.Kind != "thread" || e.seen == 0 {
			continue
		}
		thread, ok := in.Server.Channel(e.message.ChannelID)
		if !ok {
			continue
		}
		m, _ := in.Snap.State.Match(e.Post.Round, e.Post.Match)
		due := m == nil || m.Over() || taken(in.Snap.Log, e.Post.Seq)
		if thread.Archived() != due {
			f.Stale = append(f.Stale, fmt.Sprintf("the thread %q is archived: %t, want %t", thread.Name(), thread.Archived(), due))
		}
		f.Compared++
	}
	return nil
}
