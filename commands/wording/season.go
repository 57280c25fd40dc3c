package wording

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// SeasonState describes the progress of the season: "after 3 of 8 events, the best 5
// count".
func SeasonState(w text.Printer, s *season.State, t *season.Table) string {
	numbers := Counted(s, t)
	played := len(slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return !s.Over(n) }))
	var out string
	switch {
	case s.Closed != nil:
		out = w.Say("league.final", "n", played)
	case s.Settings.Planned > 0:
		out = w.Say("league.after_of", "played", played, "n", s.Settings.Planned)
	default:
		out = w.Say("league.after", "n", played)
	}
	switch n := len(numbers) - played; {
	case n > 0 && s.Single():
		out = w.Say("league.under_way")
	case n > 0:
		out += " · " + w.Say("league.with_under_way", "n", n)
	}
	if best := s.Settings.Rules.Best; best > 0 {
		out += " · " + w.Say("league.best", "n", best)
	}
	return out
}

// Champions names the champions of the season; "" while they are not known.
func Champions(w text.Printer, snap *season.Snapshot) string {
	first := snap.State.Champions()
	if len(first) == 0 {
		return ""
	}
	names := make([]string, len(first))
	for i, m := range first {
		names[i] = w.Value(notice.Player(m))
	}
	return w.Say("league.champion", "n", len(first), "players", Clipped(w, names, 5))
}

// ChampionsPlain names the champions of the season in plain text; "" while they are not
// known.
func ChampionsPlain(w text.Printer, snap *season.Snapshot) string {
	first := snap.State.Champions()
	if len(first) == 0 {
		return ""
	}
	names := make([]string, len(first))
	for i, m := range first {
		names[i] = Member(w, snap, m)
	}
	const mark = "\x00" // names are not Markdown
	said := w.Say("league.champion", "n", len(first), "players", text.Raw(mark))
	return strings.ReplaceAll(strings.ReplaceAll(said, "**", ""), mark, strings.Join(names, ", "))
}

// Counted returns the numbers of the events that count in a table; t is nil for those of
// the whole season. In a division only events with a member of it count, since each
// division has its own events.
func Counted(s *season.State, t *season.Table) []int {
	var out []int
	for i := range s.Events {
		if !s.Events[i].Removed && (t == nil || s.Count() == 0 || t.Counts(i+1)) {
			out = append(out, i+1)
		}
	}
	return out
}
