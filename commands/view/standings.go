package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/standings"
)

// rowsPerPage is how many players a page of standings holds.
const rowsPerPage = 20

// StandingsPages returns how many pages the standings after a round take.
func StandingsPages(s *tournament.Snapshot, after int) int {
	t, err := s.State.Table(after)
	if err != nil {
		return 1
	}
	return pagesOf(len(t.Rows), rowsPerPage)
}

// Standings shows a page of the Swiss standings after a round; -1 = after the
// last one that is over.
func Standings(e Env, after, page int) discord.Message {
	return GroupStandings(e, after, page, Group{})
}

// GroupStandings shows a page of the standings of a part of the field, ranked
// among themselves.
func GroupStandings(e Env, after, page int, g Group) discord.Message {
	t, err := e.state().Table(after)
	if err != nil {
		return nothing("The standings cannot be computed: %s.", discord.Escape(err.Error()))
	}
	if !slices.Contains(Groups(e.state()), g) {
		g = Group{}
	}
	rows := e.groupRows(t, g)
	p := e.standingsPanel(t, rows, page, g)
	_, page = pageOf(rows, page, rowsPerPage)
	p.choose(e.groupMenu(t.After, g))
	p.buttons(pager(page, pagesOf(len(rows), rowsPerPage), func(n int) string {
		if g == (Group{}) {
			return e.id(customid.Standings, t.After, n)
		}
		return e.id(customid.Standings, t.After, n, g)
	})...)
	return p.message()
}

// mostPosted is how many pages of the standings of one field are posted after a
// round; the rest is a button away. A channel takes about one post a second.
const mostPosted = 2

// PostedStandings returns how many posts the standings after a round take: the
// first pages, or the first page of each division that has places of its own.
func PostedStandings(s *tournament.Snapshot, after int) int {
	if s.State.ByDivision() {
		return len(divisionGroups(s.State))
	}
	return min(mostPosted, StandingsPages(s, after))
}

// divisionGroups returns the divisions that somebody entered.
func divisionGroups(s *tournament.State) []Group {
	return slices.DeleteFunc(Groups(s), func(g Group) bool { return g.Flight > 0 })
}

// StandingsPost is the public post of the standings numbered by
// PostedStandings.
func StandingsPost(e Env, after, page int) discord.Message {
	t, err := e.state().Table(after)
	if err != nil || after > len(e.state().Rounds) {
		return Withdrawn(e, fmt.Sprintf("The standings after round %d", after))
	}
	status := discord.Button{Label: "My status", CustomID: e.id(customid.Status)}
	if divisions := divisionGroups(e.state()); e.state().ByDivision() && len(divisions) > 0 {
		g := divisions[min(max(page, 0), len(divisions)-1)]
		rows := e.groupRows(t, g)
		p := e.standingsPanel(t, rows, 0, g)
		buttons := []discord.Button{status}
		if len(rows) > rowsPerPage {
			buttons = append(buttons, discord.Button{Label: "All of the division", CustomID: e.id(customid.Standings, t.After, 1, g)})
		}
		p.buttons(buttons...)
		return p.message()
	}
	p := e.standingsPanel(t, t.Rows, page, Group{})
	p.buttons(status)
	return p.message()
}

// swissDone is the last round that is over and enters the standings.
func (e Env) swissDone() int {
	s := e.state()
	if s.Cut != nil {
		return min(s.LastDone(), s.Cut.FirstRound-1)
	}
	return s.LastDone()
}

// standingsPanel shows a page of the lines of a part of the field.
func (e Env) standingsPanel(t *standings.Table, all []standings.Row, page int, g Group) *panel {
	rows, page := pageOf(all, page, rowsPerPage)
	title := fmt.Sprintf("Standings after round %d", t.After)
	if t.After == 0 {
		title = "Players before round 1"
	}
	if name := e.groupName(g); name != "" {
		title = discord.Escape(name) + ": " + lowerFirst(title)
	}
	if pages := pagesOf(len(all), rowsPerPage); pages > 1 {
		title += fmt.Sprintf(", page %d of %d", page+1, pages)
	}
	p := newPanel(accentRound, "%s", title)
	p.note("%s", e.title())
	if len(rows) == 0 {
		p.text("Nobody has played yet.")
		return p
	}
	p.text("%s", e.standingsGrid(t, rows))
	p.note("%s", strings.Join(e.legend(t, rows), "\n"))
	return p
}

// A table is at most tableColumns wide, which a phone shows without breaking
// lines; what is left beside the numbers is for names.
const (
	tableColumns   = 46
	leastName      = 9
	mostName       = 18
	maxTiebreakers = 3
)

// shown returns the columns of a table that have room: the first ones that say
// something.
func shown(t *standings.Table) []int {
	var out []int
	for i, c := range t.Columns {
		if c.Group || len(out) == maxTiebreakers {
			continue
		}
		if !c.Percent && level(t, i) {
			continue // the same for everybody, such as "on time"
		}
		out = append(out, i)
	}
	return out
}

func level(t *standings.Table, column int) bool {
	for i := range t.Rows {
		if !t.Rows[i].Values[column].Equal(t.Rows[0].Values[column]) {
			return false
		}
	}
	return true
}

func (e Env) standingsGrid(t *standings.Table, rows []standings.Row) string {
	columns := shown(t)
	g := grid{head: []string{"#", "Name", "Pts", "Rec"}, right: []bool{true, false, true, false}}
	for _, c := range columns {
		g.head, g.right = append(g.head, short(t.Columns[c].Func)), append(g.right, true)
	}
	for i := range rows {
		r := &rows[i]
		rank := strconv.Itoa(r.Rank)
		if r.Place == 0 {
			rank = "-"
		}
		line := []string{rank, "", pointsOf(e.state().Rules, r), record(r.Record)}
		for _, c := range columns {
			line = append(line, strings.TrimSuffix(t.Columns[c].Format(r.Values[c]), "%"))
		}
		g.rows = append(g.rows, line)
	}
	room := tableColumns
	for c := range g.head {
		if c == 1 {
			continue
		}
		widest := width(g.head[c])
		for _, row := range g.rows {
			widest = max(widest, width(row[c]))
		}
		room -= widest + 1
	}
	room = min(max(room, leastName), mostName)
	for i := range rows {
		name := cell(e.rawName(int(rows[i].Player)+1), room)
		if rows[i].Dropped {
			name = cell(e.rawName(int(rows[i].Player)+1), room-1) + "†"
		}
		g.rows[i][1] = name
	}
	return g.String()
}

// short abbreviates the function of a tiebreaker for the head of a table:
// "omw" is OMW, "sonnebornBerger" is SB.
func short(fn string) string {
	if len(fn) <= 5 {
		return strings.ToUpper(fn)
	}
	out := strings.ToUpper(fn[:1])
	for _, r := range fn {
		if unicode.IsUpper(r) {
			out += string(r)
		}
	}
	if len(out) == 1 {
		out = strings.ToUpper(fn[:4])
	}
	return out
}

// legend explains what a table abbreviates.
func (e Env) legend(t *standings.Table, rows []standings.Row) []string {
	var out, words []string
	columns := shown(t)
	for _, i := range columns {
		words = append(words, short(t.Columns[i].Func)+" "+discord.Escape(t.Columns[i].Title))
	}
	if len(words) > 0 {
		out = append(out, strings.Join(words, " · "))
	}
	dropped, unplaced, late := false, false, 0
	for i := range rows {
		dropped = dropped || rows[i].Dropped
		unplaced = unplaced || rows[i].Place == 0
		if rows[i].Late {
			late++
		}
	}
	if dropped {
		out = append(out, "† dropped")
	}
	if unplaced {
		out = append(out, "- without a place")
	}
	if late > 0 && e.state().Rules.Entry.RanksLate {
		out = append(out, plural(late, "player of this page came", "players of this page came")+" late and ranks below equal records on time.")
	}
	return append(out, "Every number of a place, step by step: "+e.command("explain standing"))
}
