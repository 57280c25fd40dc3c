package menu

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament/sorted"
)

// title returns an entry as people find it.
func (e *Entry) title() string {
	switch e.On {
	case wire.CommandUser:
		return "**" + e.Path + "**, in the menu on a person"
	case wire.CommandMessage:
		return "**" + e.Path + "**, in the menu on a message"
	}
	return "`/" + e.Path + "`"
}

// Reference returns docs/commands.md: a table of all commands, then for each what it does, who may use it, and
// its options, players' commands first.
func Reference(entries []Entry) string {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten from the route table by `topcut commands print --markdown`; do not edit.\n\n" +
		"Most commands find their event by the channel they are used in. Where that is not enough, `tournament` names it, with suggestions. " +
		"`player` takes a name, a number or a mention, with suggestions. What concerns one person is answered to that person alone.\n\n")
	b.WriteString(summary(entries))
	for _, staff := range []bool{false, true} {
		if staff {
			b.WriteString("\n## Organisers\n\nFor people with Manage Server or Manage Events, the organiser role of `/setup`, and the creator and staff of the event.\n")
		} else {
			b.WriteString("\n## Everybody\n")
		}
		for _, e := range ordered(entries, staff) {
			fmt.Fprintf(&b, "\n### %s\n%s.\n", e.title(), strings.TrimSuffix(e.About, "."))
			options := slices.DeleteFunc(slices.Clone(e.Options), func(o discord.CommandOption) bool { return o.Name == "tournament" })
			if len(options) > 0 {
				b.WriteString("\n| option | |\n|---|---|\n")
			}
			for _, o := range options {
				fmt.Fprintf(&b, "| `%s`%s | %s |\n", o.Name, map[bool]string{true: " (needed)"}[o.Required], cellText(o))
			}
		}
	}
	return b.String()
}

// summary returns a Markdown table of all commands with a short description.
func summary(entries []Entry) string {
	var b strings.Builder
	b.WriteString("| command | who | does |\n|---|---|---|\n")
	for _, staff := range []bool{false, true} {
		for _, e := range ordered(entries, staff) {
			who := map[bool]string{false: "everybody", true: "organisers"}[staff]
			fmt.Fprintf(&b, "| %s | %s | %s |\n", e.title(), who, strings.ReplaceAll(e.About, "|", "\\|"))
		}
	}
	return b.String()
}

// ordered returns the commands that all members see, or those that only organisers see, in
// the order of the documentation: those in the menus on people and messages last.
func ordered(entries []Entry, staff bool) []*Entry {
	var out []*Entry
	for i := range entries {
		if (entries[i].Shown != 0) == staff {
			out = append(out, &entries[i])
		}
	}
	sorted.Stable(out, func(a, b *Entry) int {
		if (a.On != 0) != (b.On != 0) {
			return a.On - b.On
		}
		return strings.Compare(a.Path, b.Path)
	})
	return out
}

// cellText describes an option for a table cell.
func cellText(o discord.CommandOption) string {
	text := o.Description
	if len(o.Choices) > 0 {
		names := make([]string, len(o.Choices))
		for i, c := range o.Choices {
			names[i] = c.Name
		}
		text += ": " + strings.Join(names, "; ")
	}
	return strings.ReplaceAll(text, "|", "\\|")
}
