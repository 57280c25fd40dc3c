package suggest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// playerValue is what is sent when a player is chosen.
func playerValue(n int) string { return "p" + strconv.Itoa(n) }

// Players suggests the players of an event, active ones first.
func Players(snap *tournament.Snapshot, typed string) []discord.Choice {
	var numbers []int
	for n := range snap.State.Players {
		switch snap.State.Players[n].Status {
		case tournament.Registered, tournament.Waiting:
			numbers = append(numbers, n+1)
		case tournament.Void, tournament.Left:
		}
	}
	sorted.Stable(numbers, func(a, b int) int {
		x, y := snap.State.Taking(a), snap.State.Taking(b)
		switch {
		case x == y:
			return strings.Compare(names.Key(snap.Name(a)), names.Key(snap.Name(b)))
		case x:
			return -1
		}
		return 1
	})
	return players(snap, numbers, typed)
}

// Opponents suggests the opponents whom a person still has to play for player n in arranged
// matches.
func Opponents(snap *tournament.Snapshot, n, person int, typed string) []discord.Choice {
	var numbers []int
	for _, at := range snap.State.FixturesFor(n, person) {
		numbers = append(numbers, snap.State.PlayerAt(at, snap.State.SideOf(at, n).Other()))
	}
	return players(snap, numbers, typed)
}

func players(snap *tournament.Snapshot, numbers []int, typed string) []discord.Choice {
	shown := make([]string, len(numbers))
	for i, n := range numbers {
		shown[i] = snap.Name(n)
	}
	return Names(shown, typed, func(i int) any { return playerValue(numbers[i]) })
}

// Player returns the player who was chosen or typed: a suggested value, a mention, or the
// name, of a team that of a member too.
func Player(snap *tournament.Snapshot, typed string) (int, error) {
	if rest, ok := strings.CutPrefix(typed, "<@"); ok {
		id := strings.TrimSuffix(strings.TrimPrefix(rest, "!"), ">")
		if n := snap.PlayerByUser(id); n > 0 {
			return n, nil
		}
		return 0, tournament.Refuse(tournament.NotFound, "pick.not_in")
	}
	var numbers, teams []int
	var called, mates []string
	for n := 1; n <= len(snap.State.Players); n++ {
		p := snap.State.Player(n)
		if p.Status == tournament.Void || p.Status == tournament.Left {
			continue
		}
		if typed == playerValue(n) {
			return n, nil
		}
		numbers, called = append(numbers, n), append(called, snap.Name(n))
		for _, person := range p.Members() {
			teams, mates = append(teams, n), append(mates, snap.Book.Person(person).Name)
		}
	}
	found := names.Find(typed, called)
	if len(found) == 0 { // the name of a team comes before those of members
		numbers, found = teams, names.Find(typed, mates)
	}
	switch len(found) {
	case 0:
		return 0, tournament.Refuse(tournament.NotFound, "pick.no_player", "name", notice.Text(discord.Cut(typed, 40)))
	case 1:
		return numbers[found[0]], nil
	}
	return 0, tournament.Refuse(tournament.BadInput, "pick.same_name")
}

// Results suggests the legal results of match m of round r, or of its board, from the side of
// the player who reports; those of every match of the round if m is 0, as long as the match is
// not known.
func Results(w text.Printer, s *tournament.State, r, m int, typed string) []discord.Choice {
	return results(s, r, m, typed, wire.MaxChoices, func(rs *rules.Ruleset, o rules.ResultOption) string { return wording.Choice(w, rs, o) })
}

// Rulings suggests the results of match m of round r from the side of the table's first
// player; those of every match of the round if m is 0, as long as the table is not known.
func Rulings(e view.Env, w text.Printer, r, m int, typed string) []discord.Choice {
	s := e.Snap.State
	if m > 0 {
		var out []discord.Choice
		for _, o := range view.Ruling(e, r, m) {
			out = addResult(out, o.Label, o.Value, typed)
		}
		return out
	}
	out := results(s, r, 0, typed, wire.MaxChoices-1, func(rs *rules.Ruleset, o rules.ResultOption) string {
		return w.Say("ruling.first", "says", text.Raw(wording.Choice(w, rs, o)))
	})
	if s.Rules.Seats.Max == 2 && !rules.IsElimination(s.Rounds.At(r).Stage) {
		out = addResult(out, w.Say("result.double_loss"), view.DoubleLoss, typed)
	}
	return out
}

// results returns the results of a match, or of all of a round if m is 0, as far as they fit what
// was typed: each value once, and no more than most, the rare ones left out first.
func results(s *tournament.State, r, m int, typed string, most int, say func(*rules.Ruleset, rules.ResultOption) string) []discord.Choice {
	var out []discord.Choice
	rare := map[any]bool{}
	for _, p := range partsOf(s, r, m) {
		for _, o := range p.rules.Results(p.stage) {
			out = addResult(out, say(p.rules, o), o.Value, typed)
			rare[o.Value] = wording.Rare(o)
		}
	}
	for i := len(out) - 1; i >= 0 && len(out) > most; i-- {
		if rare[out[i].Value] {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out[:min(len(out), most)]
}

// part is what the results of a match depend on.
type part struct {
	rules *rules.Ruleset // of its length
	stage ledger.Stage
}

// partsOf returns the parts of the matches and boards of a round, or of its match m, each once:
// those of the longest first, so that a result which two lengths have is said with its score.
func partsOf(s *tournament.State, r, m int) []part {
	var out []part
	for at := range s.Contests(r) {
		match, l := s.Match(r, at)
		p := part{s.RulesOf(at, l), match.Part}
		if l.N > 1 && within(s, r, at, m) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	sorted.Stable(out, func(a, b part) int { return b.rules.Match.Games - a.rules.Match.Games })
	return out
}

// within reports whether a match or board of a round is m or, where m has boards that are still
// to decide it, one of them.
func within(s *tournament.State, r, at, m int) bool {
	if m == 0 || at == m {
		return true
	}
	match, _ := s.Match(r, m)
	of, _ := tournament.OfBoard(at)
	return of == m && !match.Open()
}

func addResult(out []discord.Choice, words, value, typed string) []discord.Choice {
	if !fits(words, value, typed) || slices.ContainsFunc(out, func(o discord.Choice) bool { return o.Value == value }) {
		return out
	}
	return append(out, discord.Choice{Name: discord.Cut(words, wire.MaxChoiceText), Value: value})
}

// Tables suggests the tables of round r by the names of their players.
func Tables(snap *tournament.Snapshot, r int, typed string) []discord.Choice {
	var shown []string
	var tables []int64
	matches := snap.State.Ledger.Rounds.At(r).Matches
	for i := range matches {
		m := &matches[i]
		if m.N < 2 {
			continue
		}
		var who []string
		for _, p := range m.Players() {
			who = append(who, discord.Plain(snap.Name(int(p)+1), 32))
		}
		shown, tables = append(shown, fmt.Sprintf("%d: %s", m.Table, strings.Join(who, " – "))), append(tables, int64(m.Table))
	}
	return Names(shown, typed, func(i int) any { return tables[i] })
}

// Languages suggests the offered languages by their own names.
func Languages(typed string) []discord.Choice {
	tags := text.Offered()
	shown := make([]string, len(tags))
	for i, tag := range tags {
		shown[i] = text.NameOf(tag)
	}
	return Names(shown, typed, func(i int) any { return tags[i] })
}

// Stages suggests the usual chains of stages that fit. If what was typed is a chain that
// fits, it comes first. fit returns the chain as an event with it would have it.
func Stages(w text.Printer, typed string, fit func(stage.Chain) (stage.Chain, error)) []discord.Choice {
	var out []discord.Choice
	add := func(name string, chain stage.Chain) {
		fitted, err := fit(chain)
		written := fitted.String()
		if err != nil || slices.ContainsFunc(out, func(o discord.Choice) bool { return o.Value == written }) {
			return
		}
		if name != "" {
			name += ": "
		}
		out = append(out, discord.Choice{Name: discord.Cut(name+written, wire.MaxChoiceText), Value: written})
	}
	if chain, err := stage.Parse(typed); err == nil {
		add("", chain)
	}
	presets := stage.Presets()
	shown := make([]string, len(presets))
	for i, p := range presets {
		shown[i] = w.Say(notice.Code(p.Name))
	}
	for _, i := range rank(shown, typed) {
		add(shown[i], presets[i].Chain)
	}
	return out
}
