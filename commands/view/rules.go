package view

import (
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Rules shows what a ruleset says: results, tiebreakers, rounds, clocks, late
// players and drops, its sources, and what in it is community practice.
func Rules(e Env, rs *rules.Ruleset) discord.Message {
	p := e.titled(accentQuiet, discord.Escape(rs.Name))
	if !strings.Contains(rs.Name, rs.Game) {
		p.note(discord.Escape(rs.Game))
	}
	p.lines(e.ruleFacts(rs)...)
	lines := []string{
		e.say("rules.results", "results", text.Raw(discord.Cut(e.words().Notice(rs.Legal(stageOf(false), max(rs.Seats.Preferred, 2))), 300))),
		e.say("rules.ranking", "tiebreakers", text.Raw(discord.Cut(e.tiebreakersOf(rs), 600))),
		e.ruleClock(rs),
	}
	for _, word := range []struct {
		title notice.Code
		text  string
	}{
		{"rules.at_time", discord.Escape(rs.EndOfMatch(stageOf(false)))},
		{"rules.late", e.lateEntry(rs)},
		{"rules.drops", e.drops(rs)},
		{"rules.penalties", e.penalties(rs)},
		{"rules.limited", e.limitedPlay(rs)},
		{"rules.divisions", e.divisionRules(rs)},
		{"rules.draws", e.draws(rs)},
		{"rules.elimination", e.elimination(rs)},
	} {
		if word.text != "" {
			lines = append(lines, e.say("rules.line", "title", notice.Word(word.title), "text", text.Raw(discord.Cut(word.text, 400))))
		}
	}
	p.lines(lines...)
	if len(rs.Community) > 0 {
		words := make([]string, 0, len(rs.Community))
		for _, c := range rs.Community {
			words = append(words, "- "+discord.Escape(c))
		}
		p.text(e.say("rules.community_list") + "\n" + e.block(words, 900, 2500))
	}
	p.rule()
	p.lines(e.sources(rs, 6)...)
	return p.message()
}

// ruleClock says how long rounds last; empty where they have no clock.
func (e Env) ruleClock(rs *rules.Ruleset) string {
	swiss, cut := rs.Clock(stageOf(false)), rs.Clock(stageOf(true))
	switch {
	case swiss == 0:
		return ""
	case swiss == cut:
		return e.say("card.round_time", "span", e.span(swiss))
	case cut == 0:
		return e.say("card.round_times", "span", e.span(swiss), "cut", text.Raw(e.say("clock.untimed")))
	}
	return e.say("card.round_times", "span", e.span(swiss), "cut", e.span(cut))
}

// joined makes one text of those parts that say something.
func joined(parts ...string) string {
	var words []string
	for _, p := range parts {
		if p != "" {
			words = append(words, p)
		}
	}
	return strings.Join(words, " ")
}

// when is a text of the catalogue where a condition holds, else empty.
func (e Env) when(ok bool, key notice.Code, args ...any) string {
	if !ok {
		return ""
	}
	return e.say(key, args...)
}

func (e Env) lateEntry(rs *rules.Ruleset) string {
	t := rs.Entry
	return joined(
		discord.Escape(t.Text),
		e.when(t.LateUntil == 0, "rules.say.no_late"),
		e.when(t.LateUntil > 0, "rules.say.late_until", "round", t.LateUntil),
		e.when(t.RanksLate, "rules.say.ranks_late"),
		e.when(t.MayRefuse, "rules.say.may_refuse"),
	)
}

func (e Env) drops(rs *rules.Ruleset) string {
	d := rs.Drop
	return joined(
		discord.Escape(d.Text),
		e.when(d.NoShow, "rules.say.no_show"),
		e.when(d.KeepsPrize, "rules.say.keeps_prize"),
		e.when(!d.ReEntry, "rules.say.no_re_entry"),
	)
}

// penalties are labels: the bot records what an organiser gives and changes no
// result by itself.
func (e Env) penalties(rs *rules.Ruleset) string {
	var parts []string
	level := ""
	for _, p := range rs.Penalties {
		if p.Level != level {
			level = p.Level
			parts = append(parts, e.say("rules.say.level", "level", notice.Text(level)))
		}
		key := notice.Code("rules.say.tardy")
		switch {
		case p.To == 0:
			key = "rules.say.tardy_from"
		case p.From == 0:
			key = "rules.say.tardy_to"
		}
		parts = append(parts, e.say(key, "from", p.From, "to", p.To, "effect", notice.Text(p.Effect)))
	}
	return strings.Join(parts, " ")
}

func (e Env) limitedPlay(rs *rules.Ruleset) string {
	c := &rs.Clocks
	seconds := func(list []int) text.Raw { return text.Raw(strings.Join(numbers(list), ", ")) }
	return joined(
		e.when(len(c.DraftPicks) > 0, "rules.say.picks", "seconds", seconds(c.DraftPicks)),
		e.when(len(c.DraftReview) > 0, "rules.say.review", "seconds", seconds(c.DraftReview)),
		e.when(c.DraftBuild > 0, "rules.say.draft_build", "span", e.span(time.Duration(c.DraftBuild))),
		e.when(c.DeckBuild > 0, "rules.say.sealed_build", "span", e.span(time.Duration(c.DeckBuild))),
	)
}

// born says who belongs to a division by age; empty where age says nothing.
func (e Env) born(d rules.Division) string {
	from, to := text.Raw(strconv.Itoa(d.BornFrom)), text.Raw(strconv.Itoa(d.BornTo))
	switch {
	case d.BornFrom > 0 && d.BornTo > 0:
		return e.say("division.born_between", "from", from, "to", to)
	case d.BornFrom > 0:
		return e.say("division.born_from", "from", from)
	case d.BornTo > 0:
		return e.say("division.born_to", "to", to)
	}
	return ""
}

func (e Env) divisionRules(rs *rules.Ruleset) string {
	var parts []string
	for _, d := range rs.Divisions.List {
		name := discord.Escape(d.Name)
		if born := e.born(d); born != "" {
			name += " (" + born + ")"
		}
		parts = append(parts, name)
	}
	list := strings.Join(parts, ", ")
	if f := rs.Divisions.Flights; f != nil {
		return joined(list+".", e.say("rules.say.flights", "division", f.MinDivision, "flights", text.Raw(strings.Join(numbers(f.Counts), ", ")),
			"flight", f.MinFlight, "cut", f.MinPerFlight))
	}
	return list
}

func (e Env) draws(rs *rules.Ruleset) string {
	return joined(
		e.when(!rs.Draws.Allowed, "rules.say.no_draws"),
		e.when(rs.Draws.Allowed && !rs.Draws.Intentional, "rules.say.no_ids"),
		e.when(rs.Draws.Intentional, "rules.say.ids"),
		e.when(rs.Draws.MaxRequests > 0, "rules.say.offers", "n", rs.Draws.MaxRequests),
	)
}

func (e Env) elimination(rs *rules.Ruleset) string {
	stop := rs.Clocks.Swiss.HardStop
	return joined(
		e.when(rs.Bracket.Choice == "higher_seed", "rules.say.higher_seed"),
		e.when(rs.Bracket.Reseed, "rules.say.reseed"),
		e.when(rs.Rounds.Early, "rules.say.early"),
		e.when(stop > 0, "rules.say.hard_stop", "span", e.span(time.Duration(stop))),
	)
}
