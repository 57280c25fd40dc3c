package rehearse

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament/golden"
	"topcut/tournament/rules"
	"topcut/tournament/testrun"
)

// TestTranscripts holds what people do and see in a whole event of each ruleset
// to testdata/transcripts. The same seed gives the same event; only the times on
// the clock are left out. The bot does not look at its clocks: on a machine so busy
// that it stands still for seconds, it would give people that time back. Without
// -at-length only two of the documented evenings are played: a draft with a bye, and
// tables of four.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for _, ruleset := range rules.IDs() {
		if ruleset != "magic" && ruleset != "riichi-helper" && !testrun.AtLength() && !golden.Updating(t) {
			continue
		}
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			golden.File(t, filepath.Join("testdata", "transcripts", ruleset+".txt"), played(t, ruleset))
		})
	}
}

// played plays the evening of a ruleset and returns its transcript.
func played(t *testing.T, ruleset string) string {
	t.Helper()
	r := prepared(t, evenings(t, ruleset)...)
	r.o.windows, r.o.poll = hurried, time.Hour
	performed(t, r)
	return transcript(r.venue.srv.Transcript(0), nil)
}

// documented are the evenings of the five documents on which the first rulesets are
// based: a draft of seven, of whom one has a bye each round; three rounds and no cut in
// Middle-earth; a late player and a Top 2; six sessions, halving and two more; and
// Lorcana, for which the document simulates the rounds. docs/reports/evenings.md says
// where each line of a document is seen.
var documented = map[string][]string{
	"magic":         {"--players", "7", "--stages", "draft > swiss 3"},
	"meccg":         {"--players", "8", "--rounds", "3", "--cut", "0"},
	"pokemon-2009":  {"--players", "8", "--rounds", "3", "--cut", "2"},
	"riichi-helper": {"--players", "13", "--stages", "schedule 6 > final"},
	"lorcana":       {"--players", "8", "--rounds", "3"},
}

// evenings returns the flags of the evening for a ruleset: that of its document, three
// tables of mahjong, or two rounds of most games.
func evenings(t *testing.T, ruleset string) []string {
	t.Helper()
	rs, err := rules.Load(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	flags := []string{"--players", "8", "--rounds", "2"}
	switch {
	case documented[ruleset] != nil:
		flags = documented[ruleset]
	case rs.Tables != nil:
		flags[1] = "13" // not all of them come
	case ruleset == "magic-melee":
		flags[3] = "3"
	}
	return append([]string{"--ruleset", ruleset}, flags...)
}

// transcript formats entries as text that is the same for the same event. The effects of
// one action arrive in any order between channels, edits that pile up may become one, and
// a late picture comes in an edit. So for each action it lists the private answers first,
// then the posts of each channel, then edits of other messages, and each message once, in
// its final state. Edits that leave the text unchanged, such as the answer to a repeated
// interaction, come at any time and are left out. sees, if not nil, selects the entries,
// for example what one person sees; posts of several events in a channel then come in any
// order and are sorted by content.
func transcript(entries []localdiscord.Entry, sees func(localdiscord.Entry) bool) string {
	var out strings.Builder
	var block []localdiscord.Entry
	shown := map[string]string{} // by message
	flush := func() {
		var kept []localdiscord.Entry
		at := map[string]int{}
		for _, e := range block {
			if i, again := at[e.MessageID]; again {
				kept[i].Text = e.Text
				continue
			}
			at[e.MessageID] = len(kept)
			kept = append(kept, e)
		}
		slices.SortStableFunc(kept, func(a, b localdiscord.Entry) int {
			return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Channel, b.Channel), byText(a, b, sees != nil))
		})
		for _, e := range kept {
			text := steady(e.Text)
			if sees != nil && !sees(e) || e.Kind == localdiscord.EntryEdited && text == shown[e.MessageID] {
				continue
			}
			shown[e.MessageID] = text
			out.WriteString(steady(messageText(e)))
		}
		block = nil
	}
	for _, e := range entries {
		switch e.Kind {
		case localdiscord.EntryAction:
			flush()
			if sees != nil && !sees(e) {
				continue
			}
			out.WriteString(steady(e.Channel + "  " + e.Actor + " " + e.Action + "\n"))
			for line := range strings.Lines(e.Text) {
				out.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
			}
		case localdiscord.EntryPosted, localdiscord.EntryEdited:
			block = append(block, e)
		default: // not on the page
		}
	}
	flush()
	return out.String()
}

func order(e localdiscord.Entry) int {
	switch {
	case e.To != "":
		return 0
	case e.Kind == localdiscord.EntryPosted:
		return 1
	}
	return 2
}

// byText sorts edits, and if posts is set also posts, which come in any order.
func byText(a, b localdiscord.Entry, posts bool) int {
	if posts || a.Kind == localdiscord.EntryEdited && b.Kind == localdiscord.EntryEdited {
		return cmp.Compare(a.Text, b.Text)
	}
	return 0
}

func messageText(e localdiscord.Entry) string {
	head := e.Channel + "  " + e.Actor
	switch {
	case e.To != "":
		head += " (only " + e.To + ")"
	case e.Kind == localdiscord.EntryEdited:
		head += " edits"
	}
	var b strings.Builder
	b.WriteString(head + "\n")
	for _, line := range messageLines(e.Text) {
		b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	return b.String()
}

// steady removes what depends on the time of day, and the odds in a status, which may or
// may not be computed yet.
func steady(text string) string {
	text = regexp.MustCompile(`(?m)^ *\*\*Cut:\*\* (\*\*|[<>\d]).*\n`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`\b\d\d:\d\d\b`).ReplaceAllString(text, "HH:MM")
	text = regexp.MustCompile("`(/[a-z][a-z ]*)`").ReplaceAllString(text, "$1") // clickable mentions are known only a moment after the start
	text = regexp.MustCompile(`<@\d+>`).ReplaceAllString(text, "<@account>")
	text = regexp.MustCompile(`\bin \d+ (second|minute|hour)s?\b`).ReplaceAllString(text, "in a while")
	return regexp.MustCompile(`\b\d+ (second|minute)s? ago\b`).ReplaceAllString(text, "a while ago")
}
