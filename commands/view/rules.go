package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/tournament/rules"
)

// Rules shows what a ruleset says: results, tiebreakers, rounds, clocks, late
// players and drops, its sources, and what in it is community practice.
func Rules(rs *rules.Ruleset) discord.Message {
	p := newPanel(accentQuiet, "%s", discord.Escape(rs.Name))
	if !strings.Contains(rs.Name, rs.Game) {
		p.note("%s", discord.Escape(rs.Game))
	}
	p.lines(facts(rs)...)
	lines := []string{
		"**Results:** " + discord.Escape(discord.Cut(sentence(rs.Legal(stageOf(false), max(rs.Seats.Preferred, 2))), 300)),
		"**Ranking:** " + discord.Cut(tiebreakers(rs), 600),
	}
	if d := rs.Clock(stageOf(false)); d > 0 {
		text := "**Round:** " + duration(d)
		if c := rs.Clock(stageOf(true)); c == 0 {
			text += ", untimed in elimination"
		} else if c != d {
			text += ", in elimination " + duration(c)
		}
		lines = append(lines, text)
	}
	for _, word := range []struct{ title, text string }{
		{"At time", rs.EndOfMatch(stageOf(false))},
		{"Late players", lateEntry(rs)},
		{"Drops", drops(rs)},
		{"Penalties", penalties(rs)},
		{"Limited play", limitedPlay(rs)},
		{"Divisions", divisionRules(rs)},
		{"Draws", draws(rs)},
		{"Elimination", elimination(rs)},
	} {
		if word.text != "" {
			lines = append(lines, fmt.Sprintf("**%s:** %s", word.title, discord.Escape(discord.Cut(word.text, 400))))
		}
	}
	p.lines(lines...)
	if len(rs.Community) > 0 {
		words := make([]string, 0, len(rs.Community))
		for _, c := range rs.Community {
			words = append(words, "- "+discord.Escape(c))
		}
		text, left := block(words, 900, 2500)
		if left > 0 {
			text += "- and " + plural(left, "more point", "more points")
		}
		p.text("**Community practice, not in an official text**\n%s", text)
	}
	p.rule()
	p.lines(sources(rs, 6)...)
	return p.message()
}

// joined makes one text of those parts that say something.
func joined(parts ...string) string {
	var words []string
	for _, p := range parts {
		if p != "" {
			words = append(words, sentence(p))
		}
	}
	return strings.Join(words, " ")
}

// when is a text where a condition holds, else empty.
func when(ok bool, text string) string {
	if ok {
		return text
	}
	return ""
}

func lateEntry(rs *rules.Ruleset) string {
	e, until := rs.Entry, ""
	switch {
	case e.LateUntil == 0:
		until = "nobody enters after the start"
	case e.LateUntil > 0:
		until = "late entry up to round " + strconv.Itoa(e.LateUntil)
	}
	return joined(e.Text, until, when(e.RanksLate, "late players rank below equal records"), when(e.MayRefuse, "the organiser may refuse late players"))
}

func drops(rs *rules.Ruleset) string {
	d := rs.Drop
	return joined(d.Text, when(d.NoShow, "who does not appear and says nothing is dropped"), when(d.KeepsPrize, "prizes that were won stay"),
		when(!d.ReEntry, "only an organiser can bring a player back"))
}

// penalties are labels: the bot records what an organiser gives and changes no
// result by itself.
func penalties(rs *rules.Ruleset) string {
	var parts []string
	level := ""
	for _, p := range rs.Penalties {
		if p.Level != level {
			level = p.Level
			parts = append(parts, "late, "+level+" events:")
		}
		minutes := fmt.Sprintf("%d to %d minutes", p.From, p.To)
		switch {
		case p.To == 0:
			minutes = fmt.Sprintf("%d minutes and more", p.From)
		case p.From == 0:
			minutes = fmt.Sprintf("up to %d minutes", p.To)
		}
		parts = append(parts, minutes+" "+p.Effect+";")
	}
	return sentence(strings.TrimSuffix(strings.Join(parts, " "), ";"))
}

func limitedPlay(rs *rules.Ruleset) string {
	c := &rs.Clocks
	seconds := func(list []int) string {
		words := make([]string, len(list))
		for i, n := range list {
			words[i] = strconv.Itoa(n)
		}
		return strings.Join(words, ", ")
	}
	return joined(
		when(len(c.DraftPicks) > 0, "seconds for each pick of a pack: "+seconds(c.DraftPicks)),
		when(len(c.DraftReview) > 0, "seconds to look at the picks after each pack: "+seconds(c.DraftReview)),
		when(c.DraftBuild > 0, "decks are built in "+duration(time.Duration(c.DraftBuild))+" after a draft"),
		when(c.DeckBuild > 0, "in "+duration(time.Duration(c.DeckBuild))+" from sealed packs"),
	)
}

func divisionRules(rs *rules.Ruleset) string {
	var parts []string
	for _, d := range rs.Divisions.List {
		text := d.Name
		if born := d.Born(); born != "" {
			text += " (" + born + ")"
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, ", ")
	if f := rs.Divisions.Flights; f != nil {
		counts := make([]string, len(f.Counts))
		for i, n := range f.Counts {
			counts[i] = strconv.Itoa(n)
		}
		text = joined(text, fmt.Sprintf("a division of %d and more may be split into %s flights of at least %d; each sends %d and more to the cut",
			f.MinDivision, strings.Join(counts, ", "), f.MinFlight, f.MinPerFlight))
	}
	return text
}

func draws(rs *rules.Ruleset) string {
	return joined(
		when(!rs.Draws.Allowed, "a match cannot end level"),
		when(rs.Draws.Allowed && !rs.Draws.Intentional, "no draws by agreement"),
		when(rs.Draws.Intentional, "a draw may be agreed"),
		when(rs.Draws.MaxRequests > 0, "offered at most "+times(rs.Draws.MaxRequests)+" in a match"),
	)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

func elimination(rs *rules.Ruleset) string {
	stop := rs.Clocks.Swiss.HardStop
	return joined(
		when(rs.Bracket.Choice == "higher_seed", "the higher seed chooses who starts"),
		when(rs.Bracket.Reseed, "the best meets the worst again in each round"),
		when(rs.Rounds.Early, "an event may be announced to end when one player is unbeaten"),
		when(stop > 0, "in the Swiss rounds a match ends for good "+duration(time.Duration(stop))+" after time"),
	)
}
