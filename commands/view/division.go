package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
)

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
		if name := e.about().Group(g); name != "" {
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
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(e.about().Group(p), wire.MaxOptionText), Value: p.String(), Default: p == now})
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
		at := &s.Players[q]
		p := field.Group{Division: int(at.Division) + 1, Flight: int(at.Flight)}
		if s.Draft != nil {
			p = field.Group{Flight: int(at.Flight) + 1}
		} else if m.Slot > 0 || s.FlightsOf(int(at.Division)) == 1 {
			p.Flight = 0
		}
		if name := discord.Escape(e.about().Group(p)); name != "" && !slices.Contains(names, name) {
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
	return " · " + e.about().Division(int(e.state().Players.At(n).Division))
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
		if d := s.Players.At(n).Division; taken[d] < each {
			taken[d]++
			out = append(out, n)
		}
	}
	return out
}
