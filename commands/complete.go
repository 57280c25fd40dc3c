package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sahilm/fuzzy"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// maxChoices is the most suggestions that Discord shows.
const maxChoices = wire.MaxChoices

// rank returns the indexes of the names that match what was typed, best match first, at
// most maxChoices of them: first as it was typed, then without accents. With nothing
// typed it keeps the given order.
func rank(all []string, typed string) []int {
	var out []int
	if fold(typed) == "" {
		for i := range min(len(all), maxChoices) {
			out = append(out, i)
		}
		return out
	}
	add := func(wanted string, form func(name string) string) {
		folded := make([]string, len(all))
		for i, n := range all {
			folded[i] = form(n)
		}
		for _, m := range fuzzy.Find(wanted, folded) {
			if len(out) < maxChoices && !slices.Contains(out, m.Index) {
				out = append(out, m.Index)
			}
		}
	}
	add(fold(typed), fold)
	for _, wanted := range names.Forms(typed) {
		for k := range 2 {
			add(wanted, func(name string) string {
				forms := names.Forms(name)
				return forms[min(k, len(forms)-1)]
			})
		}
	}
	return out
}

// fold returns what spellings of one name have in common.
func fold(s string) string { return names.Key(s) }

// contains reports whether a text contains what was typed, with or without accents; fold
// of typed is not empty.
func contains(all, typed string) bool {
	for _, wanted := range append(names.Forms(typed), fold(typed)) {
		if slices.ContainsFunc(append(names.Forms(all), fold(all)), func(form string) bool { return strings.Contains(form, wanted) }) {
			return true
		}
	}
	return false
}

// playerValue returns the autocomplete value of a player.
func playerValue(n int) string { return "p" + strconv.Itoa(n) }

// completePlayer suggests the players of the event, active ones first.
func completePlayer(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if c.Snap == nil {
		return nil, nil
	}
	var numbers []int
	for n := range c.Snap.State.Players {
		switch c.Snap.State.Players[n].Status {
		case tournament.Registered, tournament.Waiting:
			numbers = append(numbers, n+1)
		case tournament.Void, tournament.Left:
		}
	}
	sorted.Stable(numbers, func(a, b int) int {
		x, y := c.Snap.State.Taking(a), c.Snap.State.Taking(b)
		switch {
		case x == y:
			return strings.Compare(fold(c.Snap.Name(a)), fold(c.Snap.Name(b)))
		case x:
			return -1
		}
		return 1
	})
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = c.Snap.Name(n)
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: discord.Plain(names[i], wire.MaxChoiceText), Value: playerValue(numbers[i])})
	}
	return out, nil
}

// player resolves a player option: an autocomplete value, a mention, a number, or an
// exact name.
func (c *Call) player(name string) (int, error) {
	typed := strings.TrimSpace(c.text(name))
	if typed == "" {
		return 0, tournament.Refuse(tournament.BadInput, "pick.player")
	}
	return c.findPlayer(typed)
}

func (c *Call) findPlayer(typed string) (int, error) {
	s := c.Snap.State
	if rest, ok := strings.CutPrefix(typed, "<@"); ok {
		id := strings.TrimSuffix(strings.TrimPrefix(rest, "!"), ">")
		if n := c.Snap.PlayerByUser(id); n > 0 {
			return n, nil
		}
		return 0, tournament.Refuse(tournament.NotFound, "pick.not_in")
	}
	var numbers []int
	var called []string
	for n := 1; n <= len(s.Players); n++ {
		p := s.Player(n)
		if p.Status == tournament.Void || p.Status == tournament.Left {
			continue
		}
		if typed == playerValue(n) {
			return n, nil
		}
		numbers, called = append(numbers, n), append(called, c.Snap.Name(n))
	}
	switch found := names.Find(typed, called); len(found) {
	case 0:
	case 1:
		return numbers[found[0]], nil
	default:
		return 0, tournament.Refuse(tournament.BadInput, "pick.same_name")
	}
	return 0, tournament.Refuse(tournament.NotFound, "pick.no_player", "name", notice.Text(clip(typed, 40)))
}

// completeEvent suggests the tournaments of the server: first those in which the command
// makes sense, last those that are over.
func completeEvent(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	found, err := c.events(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.App.candidates(ctx, c, found)
	if err != nil {
		return nil, err
	}
	all := make([]stores.Found, 0, len(found))
	for _, e := range list {
		all = append(all, e.Found)
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			all = append(all, f)
		}
	}
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		label := c.say("choice.event", "event", text.Raw(discord.Plain(names[i], 60)), "phase", all[i].Phase.Word(), "n", all[i].Players)
		out = append(out, discord.Choice{Name: clip(label, wire.MaxChoiceText), Value: eventValue(all[i].ID)})
	}
	return out, nil
}

// completeResult suggests the legal results, from the reporter's side.
func completeResult(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if c.Snap == nil || c.Snap.State.Current() == nil || c.Snap.State.Current().Status != tournament.Started {
		return nil, nil
	}
	stage := c.Snap.State.Current().Stage
	if r, m, err := c.meant(reportable); err == nil {
		if match, _ := c.Snap.State.Match(r, m); match != nil {
			if match.Confirmed {
				return nil, nil
			}
			stage = match.Part
		}
	}
	var out []discord.Choice
	typed = strings.TrimSpace(typed)
	for _, o := range c.Snap.State.Rules.Results(stage) {
		words := wording.Choice(c.words(), c.Snap.State.Rules, o)
		if typed == "" || contains(words, typed) || strings.HasPrefix(o.Value, typed) {
			out = append(out, discord.Choice{Name: words, Value: o.Value})
		}
	}
	return out, nil
}

// completeTable suggests the tables of a round by their players' names.
func completeTable(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if c.Snap == nil {
		return nil, nil
	}
	s := c.Snap.State
	r, err := c.round()
	if err != nil {
		return nil, nil // no round yet
	}
	var names []string
	var tables []int
	for i := range s.Ledger.Rounds.At(r).Matches {
		l := &s.Ledger.Rounds.At(r).Matches[i]
		if l.N < 2 {
			continue
		}
		var who []string
		for _, p := range l.Players() {
			who = append(who, discord.Plain(c.Snap.Name(int(p)+1), 32))
		}
		names = append(names, fmt.Sprintf("%d: %s", l.Table, strings.Join(who, " – ")))
		tables = append(tables, int(l.Table))
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: clip(names[i], wire.MaxChoiceText), Value: int64(tables[i])})
	}
	return out, nil
}

// completeRuleset suggests the rulesets.
func completeRuleset(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	ids := c.App.Rulesets.IDs()
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = c.App.Rulesets.Name(id) + " (" + id + ")"
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: clip(names[i], wire.MaxChoiceText), Value: ids[i]})
	}
	return out, nil
}

// completeLanguage suggests the offered languages by their own names.
func completeLanguage(_ context.Context, _ *Call, typed string) ([]discord.Choice, error) {
	tags := text.Offered()
	names := make([]string, len(tags))
	for i, tag := range tags {
		names[i] = text.NameOf(tag)
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: names[i], Value: tags[i]})
	}
	return out, nil
}

// completeStages suggests the usual chains of stages of the game. If the typed text is a
// valid chain, it comes first.
func completeStages(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, c.text("ruleset"), typed, func(*rules.Ruleset, stage.Chain) error { return nil })
}

// completePlans suggests the chains that can be simulated.
func completePlans(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	return c.suggestStages(ctx, cmp.Or(c.text("ruleset"), c.rulesetHere()), typed, sim.Plays)
}

func (c *Call) suggestStages(ctx context.Context, ruleset, typed string, check func(*rules.Ruleset, stage.Chain) error) ([]discord.Choice, error) {
	rs, err := c.ruleset(ctx, ruleset)
	if err != nil {
		return nil, nil // the game is still being typed
	}
	var out []discord.Choice
	add := func(name string, chain stage.Chain) {
		s, err := tournament.Settings{Stages: chain}.Fit(rs)
		text := s.Stages.String()
		if err != nil || check(rs, chain) != nil || slices.ContainsFunc(out, func(o discord.Choice) bool { return o.Value == text }) {
			return
		}
		if name != "" {
			name += ": "
		}
		out = append(out, discord.Choice{Name: clip(name+text, wire.MaxChoiceText), Value: text})
	}
	if chain, err := stage.Parse(typed); err == nil {
		add("", chain)
	}
	presets := stage.Presets()
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = c.say(notice.Code(p.Name))
	}
	for _, i := range rank(names, typed) {
		add(names[i], presets[i].Chain)
	}
	return out, nil
}

// completeDivision suggests the divisions of the event.
func completeDivision(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if c.Snap == nil {
		return nil, nil
	}
	var out []discord.Choice
	for _, i := range rank(c.Snap.State.Settings.Divisions, typed) {
		d := c.Snap.State.Settings.Divisions[i]
		out = append(out, discord.Choice{Name: clip(d, wire.MaxChoiceText), Value: d})
	}
	return out, nil
}
