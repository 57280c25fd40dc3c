package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
)

// Group is a part of the field with its own standings: a division, a flight of it, or a
// draft pod. Both fields are counted from 1; the zero Group is the whole field.
type Group struct{ Division, Flight int }

// String returns the group for custom ids and menus: "2", "2.1".
func (p Group) String() string {
	if p.Flight == 0 {
		return strconv.Itoa(p.Division)
	}
	return fmt.Sprintf("%d.%d", p.Division, p.Flight)
}

// ParseGroup parses the result of String; anything else is the whole field.
func ParseGroup(text string) Group {
	division, flight, _ := strings.Cut(text, ".")
	d, err := strconv.Atoi(division)
	if err != nil || d < 0 || d > 100 {
		return Group{}
	}
	f, err := strconv.Atoi(flight)
	if err != nil || f < 0 || f > tournament.MaxPlayers {
		f = 0
	}
	return Group{d, f}
}

// Groups returns the groups of a field, divisions before flights; none if the field is
// not divided.
func Groups(s *tournament.State) []Group {
	var out []Group
	if s.Draft != nil {
		for pod := range s.Draft.Pods {
			out = append(out, Group{Flight: pod + 1})
		}
		if len(out) < 2 {
			return nil
		}
		return out
	}
	sizes := make([]int, max(len(s.Settings.Divisions), 1))
	entered := 0
	for i := range s.Players {
		l := &s.Ledger.Players[i]
		if s.Players[i].Status != tournament.Registered || l.StandIn || int(l.Division) >= len(sizes) {
			continue
		}
		if sizes[l.Division]++; sizes[l.Division] == 1 {
			entered++
		}
	}
	for d, n := range sizes {
		if n > 0 && entered > 1 {
			out = append(out, Group{Division: d + 1})
		}
	}
	for d := range sizes {
		for flight := 1; flight <= s.FlightsOf(d) && s.FlightsOf(d) > 1; flight++ {
			out = append(out, Group{d + 1, flight})
		}
	}
	return out
}

// GroupOfPlayer returns the group whose standings to show a player first: their division
// if divisions have their own places, their group of a round robin, else the whole field.
func GroupOfPlayer(s *tournament.State, n int) Group {
	switch {
	case s.Player(n) == nil:
	case s.ByDivision():
		return Group{Division: int(s.Ledger.Players[n-1].Division) + 1}
	case s.InGroups():
		return Group{Division: 1, Flight: int(s.Ledger.Players[n-1].Flight)}
	}
	return Group{}
}

// DivisionGroup returns the group of a division by its index.
func DivisionGroup(division int) Group { return Group{Division: division + 1} }

// within reports whether a player belongs to a group.
func (e Env) within(p Group, n int) bool {
	l := &e.state().Ledger.Players[n-1]
	if e.state().Draft != nil && p.Division == 0 {
		return p.Flight == 0 || int(l.Flight) == p.Flight-1
	}
	return (p.Division == 0 || int(l.Division) == p.Division-1) && (p.Flight == 0 || int(l.Flight) == p.Flight)
}

// groupName returns the name of a group in plain text; "" for the whole field.
func (e Env) groupName(p Group) string {
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
	return discord.Escape(string(divisionName(e.state(), division)))
}

// divisionName returns the name of a division, or of the event if it has only one.
func divisionName(s *tournament.State, division int) notice.Text {
	if d := s.Settings.Divisions; division >= 0 && division < len(d) && len(d) > 1 {
		return notice.Text(d[division])
	}
	return notice.Text(s.Settings.Name)
}

// groupRows returns the rows of a group, ranked among themselves.
func (e Env) groupRows(t *standings.Table, p Group) []standings.Row {
	if p == (Group{}) {
		return t.Rows
	}
	var out []standings.Row
	for i := range t.Rows {
		if e.within(p, int(t.Rows[i].Player)+1) {
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
	g := GroupOfPlayer(e.state(), player)
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
func (e Env) groupMenu(after int, now Group) discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.id(customid.StandingsOf{After: after}), Placeholder: e.say("group.choose")}
	parts := Groups(e.state())
	if len(parts) == 0 {
		return menu
	}
	menu.Options = append(menu.Options, discord.SelectOption{Label: e.say("group.all"), Value: Group{}.String(), Default: now == Group{}})
	for _, p := range first(parts, maxOptions-1) {
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(e.groupName(p), 100), Value: p.String(), Default: p == now})
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
		p := Group{Division: int(at.Division) + 1, Flight: int(at.Flight)}
		if s.Draft != nil {
			p = Group{Flight: int(at.Flight) + 1}
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
	return " · " + e.divisionName(int(e.state().Ledger.Players[n-1].Division))
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
		slices.SortStableFunc(out, func(a, b int) int {
			return int(e.state().Ledger.Players[a-1].Division) - int(e.state().Ledger.Players[b-1].Division)
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
	each := max(3, most/max(1, len(divisionGroups(s))))
	taken := map[int16]int{}
	var out []int
	for _, n := range placed {
		if d := s.Ledger.Players[n-1].Division; taken[d] < each {
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
			words[i] += " (" + e.divisionName(int(e.state().Ledger.Players[n-1].Division)) + ")"
		}
	}
	return e.clipped(words, 10)
}
