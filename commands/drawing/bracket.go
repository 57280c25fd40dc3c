package drawing

import (
	"strconv"
	"strings"

	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// Bracket returns a bracket. ok is false for one with tables of more than two, which has
// no lines to draw.
func Bracket(e wording.Event, one *tournament.DivisionBracket) (d pictures.BracketData, ok bool) {
	if one.Tree.Config().Type == bracket.Pods {
		return d, false
	}
	d = pictures.BracketData{Title: e.Say("bracket.title"), Subtitle: e.Snap.State.Settings.Name}
	if one.Division >= 0 {
		d.Title = e.Say("bracket.title_group", "group", text.Raw(e.Group(field.Division(one.Division))))
	}
	for _, r := range one.Tree.Rounds() {
		round := pictures.BracketRound{Name: e.Notice(one.Tree.RoundTitle(r.Number)), Part: figurePart(r.Part, one.Tree.Config().Type)}
		for _, id := range r.Matches {
			if one.State.Matches.At(id).Needed {
				round.Matches = append(round.Matches, bracketMatch(e, one, id))
			}
		}
		if len(round.Matches) > 0 {
			d.Rounds = append(d.Rounds, round)
		}
	}
	const places = 8
	for place := 1; place <= places && one.State.Champion != 0; place++ {
		for i, n := range one.Seeds {
			if one.State.Places[i] == place {
				d.Places = append(d.Places, pictures.BracketPlace{Place: strconv.Itoa(place), Name: e.Given(n)})
			}
		}
	}
	return d, true
}

// figurePart converts the part of a round. The final of a single elimination belongs to
// its tree.
func figurePart(part bracket.Part, kind bracket.Type) pictures.Part {
	switch part {
	case bracket.Lower:
		return pictures.Lower
	case bracket.Third:
		return pictures.Third
	case bracket.Final:
		if kind == bracket.Double {
			return pictures.Final
		}
	case bracket.Upper:
	}
	return pictures.Upper
}

// bracketMatch returns a two-player match, with words for players who are not known yet.
func bracketMatch(e wording.Event, one *tournament.DivisionBracket, id int) pictures.BracketMatch {
	m, _ := one.Tree.Match(id)
	state := one.State.Matches.At(id)
	out := pictures.BracketMatch{ID: id, Label: e.Say("table.match", "match", id)}
	scores := bracketScores(e, one, id, state)
	for i, seed := range state.Players[:min(len(state.Players), 2)] {
		from := m.Sources[i]
		switch from.Kind {
		case bracket.WinnerOf, bracket.LoserOf:
			out.From[i] = from.N
		case bracket.Survivor:
			out.From[i] = lastWon(one, seed, id)
		case bracket.Nobody, bracket.Seed:
		}
		if seed == 0 {
			out.Sides[i] = pictures.BracketSide{Pending: wording.Pending(e.Printer, from), Bye: from.Kind == bracket.Nobody}
			continue
		}
		out.Sides[i] = pictures.BracketSide{Seed: strconv.Itoa(seed), Name: e.Given(numbered.Get(one.Seeds, seed)), Score: scores[i]}
		if seed == state.Winner() {
			out.Winner = i + 1
		}
	}
	return out
}

// lastWon returns the last match before id that a seed won, or 0.
func lastWon(one *tournament.DivisionBracket, seed, id int) int {
	last := 0
	for i := range one.State.Matches[:id-1] {
		if seed != 0 && one.State.Matches[i].Winner() == seed {
			last = i + 1
		}
	}
	return last
}

// bracketScores returns the scores of a bracket match in the order of its players; empty
// if the result has no score.
func bracketScores(e wording.Event, one *tournament.DivisionBracket, id int, state *bracket.MatchState) (out [2]string) {
	l := BracketResult(e, one, id)
	if l == nil || len(state.Order) == 0 || len(state.Players) != 2 {
		return out
	}
	for side, seed := range state.Players {
		seat := l.Seat(int32(numbered.Get(one.Seeds, seed) - 1))
		if l.Kind != ledger.Played || l.N != 2 || seat < 0 {
			return [2]string{}
		}
		if out[side] = numberOf(e.Snap.State.Rules, l, seat); out[side] == "" {
			return [2]string{}
		}
	}
	return out
}

// BracketResult returns the match of a bracket as played, or nil if it has no result.
func BracketResult(e wording.Event, one *tournament.DivisionBracket, id int) *ledger.Match {
	s := e.Snap.State
	for r := len(s.Rounds); r >= s.Elimination().FirstRound; r-- {
		for i := range s.Rounds.At(r).Matches {
			if m, l := s.Match(r, i+1); m.Slot == id+one.Offset && m.Confirmed {
				return l
			}
		}
	}
	return nil
}

// numberOf returns what a seat scored; "" if the result has no score.
func numberOf(rs *rules.Ruleset, l *ledger.Match, seat int) string {
	first, _, ok := strings.Cut(wording.Score(rs, l, seat), "–")
	if !ok {
		return ""
	}
	return first
}
