package view

import (
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// groupName returns the name of a group in plain text; "" for the whole field.
func (e Env) groupName(p field.Group) string {
	s := e.state()
	var words []string
	if d := s.Settings.Divisions; p.Division > 0 && p.Division <= len(d) && len(d) > 1 {
		words = append(words, d[p.Division-1])
	}
	switch {
	case p.Flight > 0 && s.Draft != nil:
		words = append(words, e.say("group.pod", "number", p.Flight))
	case p.Flight > 0:
		words = append(words, e.flightName(p.Flight))
	}
	return strings.Join(words, ", ")
}

// divisionName returns the name of a division by its index, in Markdown.
func (e Env) divisionName(division int) string {
	return discord.Escape(string(wording.DivisionName(e.state(), division)))
}

// groupRows returns the rows of a group, ranked among themselves.
func (e Env) groupRows(t *standings.Table, p field.Group) []standings.Row {
	if p == (field.Group{}) {
		return t.Rows
	}
	var out []standings.Row
	for i := range t.Rows {
		if p.Has(e.state(), int(t.Rows[i].Player)+1) {
			row := t.Rows[i]
			row.Rank = len(out) + 1
			out = append(out, row)
		}
	}
	return out
}

// rankOf returns a player's rank: in their division if it has its own places, else in the
// whole field.
func (e Env) rankOf(t *standings.Table, player int) string {
	g := field.Of(e.state(), player)
	rows := e.groupRows(t, g)
	for i := range rows {
		if int(rows[i].Player)+1 != player {
			continue
		}
		if name := e.groupName(g); name != "" {
			return e.say("status.place_in", "place", rows[i].Rank, "of", len(rows), "group", notice.Text(name))
		}
		return e.say("status.place", "place", rows[i].Rank, "of", len(rows))
	}
	return ""
}

// groupMenu returns the menu of the groups with standings after a round. It has no
// options if the field is not divided.
func (e Env) groupMenu(after int, now field.Group) discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.id(customid.StandingsOf{After: after}), Placeholder: e.say("group.choose")}
	parts := field.Groups(e.state())
	if len(parts) == 0 {
		return menu
	}
	menu.Options = append(menu.Options, discord.SelectOption{Label: e.say("group.all"), Value: field.Group{}.String(), Default: now == field.Group{}})
	for _, p := range first(parts, maxOptions-1) {
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(e.groupName(p), wire.MaxOptionText), Value: p.String(), Default: p == now})
	}
	return menu
}

// groupMark returns the mark at the end of a match's line that names the group in which
// it is played; "" if the field is not divided, or in a cut with a single bracket.
func (e Env) groupMark(m *tournament.Match, l *ledger.Match) string {
	s := e.state()
	if !s.ByDivision() && len(s.Drawn) == 0 && (s.Draft == nil || len(s.Draft.Pods) < 2) || m.Slot > 0 && !s.ByDivision() {
		return ""
	}
	var names []string
	for _, q := range l.Players() {
		at := &s.Ledger.Players[q]
		p := field.Group{Division: int(at.Division) + 1, Flight: int(at.Flight)}
		if s.Draft != nil {
			p = field.Group{Flight: int(at.Flight) + 1}
		} else if m.Slot > 0 || s.FlightsOf(int(at.Division)) == 1 {
			p.Flight = 0
		}
		if name := discord.Escape(e.groupName(p)); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " · " + string(e.list(names))
}

// divisionMark returns the mark at the end of a final place's line with the player's
// division, if divisions have their own places.
func (e Env) divisionMark(n int) string {
	if !e.state().ByDivision() {
		return ""
	}
	return " · " + e.divisionName(int(e.state().Ledger.Players.At(n).Division))
}

// winners returns the players with first place, per division if each has its own.
func (e Env) winners() []int {
	if !e.anyPlayed() {
		return nil // the places are by lot
	}
	var out []int
	for i, place := range e.state().Places {
		if place == 1 {
			out = append(out, i+1)
		}
	}
	if e.state().ByDivision() {
		sorted.Stable(out, func(a, b int) int {
			return int(e.state().Ledger.Players.At(a).Division) - int(e.state().Ledger.Players.At(b).Division)
		})
	}
	return out
}

// anyPlayed reports whether a match of the event has a result in which one of its players
// took part.
func (e Env) anyPlayed() bool {
	s := e.state()
	for r := range s.Rounds {
		for m := range s.Rounds[r].Matches {
			l := &s.Ledger.Rounds[r].Matches[m]
			idle := l.Kind == ledger.Bye || l.Kind == ledger.DoubleLoss || l.Kind == ledger.AssignedLoss
			if l.Kind == ledger.Elsewhere || s.Rounds[r].Matches[m].Confirmed && !idle {
				return true
			}
		}
	}
	return false
}

// bestPlaced returns the best players of placed; an equal number per division if
// divisions have their own places.
func (e Env) bestPlaced(placed []int, most int) []int {
	s := e.state()
	if !s.ByDivision() {
		return first(placed, most)
	}
	each := max(3, most/max(1, len(field.Divisions(s))))
	taken := map[int16]int{}
	var out []int
	for _, n := range placed {
		if d := s.Ledger.Players.At(n).Division; taken[d] < each {
			taken[d]++
			out = append(out, n)
		}
	}
	return out
}

// winnersText names the winners in one line, with their divisions if each has its own.
func (e Env) winnersText() text.Raw {
	winners := e.winners()
	words := make([]string, len(winners))
	for i, n := range winners {
		words[i] = e.name(n)
		if e.state().ByDivision() {
			words[i] += " (" + e.divisionName(int(e.state().Ledger.Players.At(n).Division)) + ")"
		}
	}
	return e.clipped(words, 10)
}
