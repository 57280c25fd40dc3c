package commands

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/tournament/sorted"
)

// Definitions returns the table of all routes, without an App.
func Definitions() (*Table, error) { return NewTable(routes(), text.Printer{}) }

// Reference returns docs/commands.md: for every command what it does, who may use it, and
// its options, players' commands first.
func (t *Table) Reference() string {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten from the route table by `topcut commands print --markdown`; do not edit.\n\n" +
		"Most commands find their event by the channel they are used in. Where that is not enough, `tournament` names it, with suggestions. " +
		"`player` takes a name, a number or a mention, with suggestions. What concerns one person is answered to that person alone.\n")
	for _, part := range []struct {
		title string
		role  Role
	}{{"Everybody", Everyone}, {"Organisers", Organiser}} {
		fmt.Fprintf(&b, "\n## %s\n", part.title)
		if part.role == Organiser {
			b.WriteString("\nFor people with Manage Server or Manage Events, the organiser role of `/setup`, and the creator and staff of the event.\n")
		}
		for _, r := range t.ordered(part.role == Organiser) {
			fmt.Fprintf(&b, "\n### `/%s`\n%s.\n", r.Path, strings.TrimSuffix(r.About, "."))
			options := slices.DeleteFunc(slices.Clone(r.Options), func(o discord.CommandOption) bool { return o.Name == "tournament" })
			if len(options) > 0 {
				b.WriteString("\n| option | |\n|---|---|\n")
			}
			for _, o := range options {
				fmt.Fprintf(&b, "| `%s`%s | %s |\n", o.Name, map[bool]string{true: " (needed)"}[o.Required], cellText(o))
			}
		}
	}
	b.WriteString(setting.Reference())
	return b.String()
}

// Summary returns a Markdown table of all commands with a short description.
func (t *Table) Summary() string {
	var b strings.Builder
	b.WriteString("| command | who | does |\n|---|---|---|\n")
	for _, staff := range []bool{false, true} {
		for _, r := range t.ordered(staff) {
			who := map[bool]string{false: "everybody", true: "organisers"}[staff]
			fmt.Fprintf(&b, "| `/%s` | %s | %s |\n", r.Path, who, strings.ReplaceAll(r.About, "|", "\\|"))
		}
	}
	return b.String()
}

// ordered returns the slash commands that all members see, or those that only organisers
// see, in the order of the documentation.
func (t *Table) ordered(staff bool) []*Route {
	var out []*Route
	for _, r := range t.commands {
		if (r.shown() != 0) == staff {
			out = append(out, r)
		}
	}
	sorted.Stable(out, func(a, b *Route) int { return strings.Compare(a.Path, b.Path) })
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
