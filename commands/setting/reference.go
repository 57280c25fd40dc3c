package setting

import (
	"fmt"
	"strings"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Reference returns the chapter of the documentation about settings, in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("\n## Settings\n\n`/tournament settings set` of an event, under the form of the same name, and `option.NAME` for an option of its game. " +
		"No setting changes once the event is over. Of a stage that has begun only the rounds do.\n")
	settingTable(&b, Events(), "setting.title.")
	b.WriteString("\n`/league-admin edit set` of a league, until its season ends, and `event.KEY` for each event of its schedule.\n")
	settingTable(&b, Leagues(), "league.rule.")
	return b.String()
}

// terms say in the reference until when a setting may be changed.
var terms = map[tournament.Term]string{
	tournament.UntilOver:    "",
	tournament.WithGame:     "until the event starts",
	tournament.WithCalendar: "until the event starts",
	tournament.WithCrews:    "until the first registration",
	tournament.WithStages:   "until its stage begins",
}

// settingTable writes a list of settings as a table of the reference.
func settingTable[S any](b *strings.Builder, list []Setting[S], title notice.Code) {
	words := text.Printer{} // in English
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
