package commands

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
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
	b.WriteString("\n## Settings\n\n`/tournament settings set` of an event, under the form of the same name, and `option.NAME` for an option of its game. " +
		"No setting changes once the event is over. Of a stage that has begun only the rounds do.\n")
	settingTable(&b, setting.Events(), "setting.title.", text.Printer{})
	b.WriteString("\n`/league-admin edit set` of a league, until its season ends, and `event.KEY` for each event of its schedule.\n")
	settingTable(&b, setting.Leagues(), "league.rule.", text.Printer{})
	return b.String()
}

// terms say in the reference until when a setting may be changed.
var terms = map[tournament.Term]string{
	tournament.UntilOver:    "",
	tournament.WithGame:     "until the event starts",
	tournament.WithCalendar: "until the event starts",
	tournament.WithStages:   "until its stage begins",
}

// settingTable writes a list of settings as a table of the reference.
func settingTable[S any](b *strings.Builder, list []setting.Setting[S], title notice.Code, words text.Printer) {
	b.WriteString("\n| key | | choices | may be changed | may change with it |\n|---|---|---|---|---|\n")
	code := func(keys []string) string {
		var out []string
		for _, key := range keys {
			out = append(out, "`"+key+"`")
		}
		return strings.Join(out, " ")
	}
	for i := range list {
		x := &list[i]
		choices := strings.Join(x.Choices, ", ")
		if x.Key == "language" {
			choices = "any that is complete" // one more changes no documentation
		}
		cell := strings.NewReplacer("|", "\\|").Replace
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", x.Key, cell(words.Say(title+notice.Code(x.Key))), cell(choices), terms[x.When], code(x.Touches))
	}
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
