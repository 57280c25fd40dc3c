package pictures

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"topcut/tournament/table"
)

// hostileNames returns sixteen players: one name for each script and each trick.
func hostileNames() []string {
	return []string{
		"Anna Lindqvist", "山田太郎", "김민준", "สมชาย ใจดี", "محمد العربي 123", "דוד כהן", "अर्जुन शर्मा",
		"🐉 Dragon 🏳️‍🌈", "evil\u202Egnp.exe", "Z" + strings.Repeat("\u0336\u0321\u0303", 33) + "algo",
		"𝓕𝓪𝓷𝓬𝔂 𝕹𝖆𝖒𝖊", "Bob", "*bold* _x_ ||y||", "", "A really very long name that must be cut somewhere", "Łukasz Żółć",
	}
}

// painter is shared by all tests, so that fonts are unpacked once.
var painter = sync.OnceValues(New)

func newPainter(tb testing.TB) *Painter {
	tb.Helper()
	p, err := painter()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func standingsSample(players int) TableData {
	names := hostileNames()
	d := sampleTable("Points", "Record", "OMW%", "GW%")
	d.Title, d.Subtitle = "Standings after round 5", fmt.Sprintf("Regional League Cup, %d players", players)
	d.Cut, d.Note = table.Cut{After: 8, Label: "Cut to top 8"}, "OMW%: mean match-win percentage of the opponents."
	d.Columns[2].Strong = true
	for i := range players {
		won := 5 - 5*i/players
		d.Add(fmt.Sprint(i+1), names[i%len(names)],
			fmt.Sprint(3*won), fmt.Sprintf("%d-%d-0", won, 5-won), fmt.Sprintf("%.2f", 70-float64(i%37)), fmt.Sprintf("%.2f", 80-float64(i%41)))
		row := &d.Rows[i]
		row.Focus = i == 6
		switch {
		case i < 2:
			row.Mark = table.Clinched
		case i == players-1:
			row.Mark = table.Dropped
		case i >= players-4:
			row.Mark = table.Eliminated
		}
	}
	return d
}

// sampleTable returns a table without rows of ranks, names and these columns.
func sampleTable(columns ...string) TableData {
	d := TableData{Table: &table.Table{Columns: []table.Column{{Kind: table.Rank}, {Kind: table.Name, Title: "Player"}}}}
	for _, title := range columns {
		d.Columns = append(d.Columns, table.Column{Title: title, Kind: table.Number})
	}
	return d
}

func pairingsSample() PairingsData {
	names := hostileNames()
	d := PairingsData{Title: "Round 3", Subtitle: "Regional League Cup", Note: "Best of three, 50 minutes."}
	for i := 0; i < len(names); i += 2 {
		t := PairedTable{
			Table:   fmt.Sprint(i/2 + 1),
			Players: []PairedPlayer{{Name: names[i], Detail: "6 points"}, {Name: names[i+1], Detail: "3 points"}},
			Focus:   i == 6,
		}
		if i%4 == 0 {
			t.Result = "2-1"
			t.Players[i/4%2].Winner = true
		}
		d.Tables = append(d.Tables, t)
	}
	d.Tables = append(d.Tables, PairedTable{Players: []PairedPlayer{{Name: "Carol", Detail: "0 points", Winner: true}}, Result: "bye"})
	return d
}

func podsSample() PairingsData {
	names := hostileNames()
	return PairingsData{Title: "Pods of round 2", Tables: []PairedTable{
		{Table: "1", Players: []PairedPlayer{
			{Seat: "East", Name: names[0], Score: "42,300", Detail: "+52.3", Winner: true},
			{Seat: "South", Name: names[1], Score: "30,000", Detail: "+10.0"},
			{Seat: "West", Name: names[4], Score: "21,000", Detail: "-19.0"},
			{Seat: "North", Name: names[14], Score: "6,700", Detail: "-43.3"},
		}},
		{Table: "2", Players: []PairedPlayer{{Seat: "East", Name: names[5]}, {Seat: "South", Name: names[7]}, {Seat: "West", Name: names[10]}}},
	}}
}

// singleElimination returns a bracket of n seeds with byes for the best ones, the first
// rounds played.
func singleElimination(n, byes int) BracketData {
	names := hostileNames()
	titles := map[int]string{2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
	d := BracketData{Title: fmt.Sprintf("Top %d", n), Subtitle: "Regional League Cup"}
	id := 0
	var before []BracketMatch
	for size := n; size >= 2; size /= 2 {
		r := BracketRound{Name: titles[size]}
		if r.Name == "" {
			r.Name = fmt.Sprintf("Round of %d", size)
		}
		for i := range size / 2 {
			id++
			m := BracketMatch{ID: id, Label: fmt.Sprintf("Match %d", id)}
			for s := range m.Sides {
				side := &m.Sides[s]
				if before == nil {
					seed := 2*i + s
					*side = BracketSide{Seed: fmt.Sprint(seed + 1), Name: "Seed " + fmt.Sprint(seed+1)}
					if name := names[seed%len(names)]; name != "" {
						side.Name = name
					}
					continue
				}
				from := &before[2*i+s]
				m.From[s] = from.ID
				if from.Winner == 0 {
					side.Pending = fmt.Sprintf("Winner of %d", from.ID)
				} else {
					won := from.Sides[from.Winner-1]
					*side = BracketSide{Seed: won.Seed, Name: won.Name}
				}
			}
			switch {
			case before == nil && i < byes:
				m.Sides[1] = BracketSide{Bye: true}
				m.Winner = 1
			case size > n/4 && size > 2:
				m.Winner = 1 + id%2
				m.Sides[0].Score, m.Sides[1].Score = fmt.Sprint(2-id%2), fmt.Sprint(1+id%2)
			}
			r.Matches = append(r.Matches, m)
		}
		before = r.Matches
		d.Rounds = append(d.Rounds, r)
	}
	d.Rounds = append(d.Rounds, BracketRound{Name: "Third place", Part: Third, Matches: []BracketMatch{
		{ID: id + 1, Sides: [2]BracketSide{{Pending: fmt.Sprintf("Loser of %d", id-2)}, {Pending: fmt.Sprintf("Loser of %d", id-1)}}},
	}})
	return d
}

// doubleElimination returns a double elimination of eight, played to the end.
func doubleElimination() BracketData {
	m := func(id int, a, b string, winner, fromA, fromB int) BracketMatch {
		scores := [2]string{"1", "1"}
		scores[winner-1] = "2"
		return BracketMatch{ID: id, Winner: winner, From: [2]int{fromA, fromB}, Sides: [2]BracketSide{{Name: a, Score: scores[0]}, {Name: b, Score: scores[1]}}}
	}
	n := []string{"Anna", "山田太郎", "김민준", "สมชาย ใจดี", "محمد", "דוד כהן", "अर्जुन", "Bob"}
	return BracketData{
		Title: "Double elimination", Subtitle: "Top 8",
		Rounds: []BracketRound{
			{Name: "Round 1", Part: Upper, Matches: []BracketMatch{m(1, n[0], n[7], 1, 0, 0), m(2, n[3], n[4], 2, 0, 0), m(3, n[1], n[6], 1, 0, 0), m(4, n[2], n[5], 1, 0, 0)}},
			{Name: "Round 2", Part: Upper, Matches: []BracketMatch{m(5, n[0], n[4], 1, 1, 2), m(6, n[1], n[2], 2, 3, 4)}},
			{Name: "Upper final", Part: Upper, Matches: []BracketMatch{m(7, n[0], n[2], 2, 5, 6)}},
			{Name: "Lower 1", Part: Lower, Matches: []BracketMatch{m(8, n[7], n[3], 2, 1, 2), m(9, n[6], n[5], 1, 3, 4)}},
			{Name: "Lower 2", Part: Lower, Matches: []BracketMatch{m(10, n[1], n[3], 1, 6, 8), m(11, n[4], n[6], 2, 5, 9)}},
			{Name: "Lower 3", Part: Lower, Matches: []BracketMatch{m(12, n[1], n[6], 1, 10, 11)}},
			{Name: "Lower final", Part: Lower, Matches: []BracketMatch{m(13, n[0], n[1], 1, 7, 12)}},
			{Name: "Grand final", Part: Final, Matches: []BracketMatch{m(14, n[2], n[0], 2, 7, 13)}},
			{Name: "Reset", Part: Final, Matches: []BracketMatch{m(15, n[2], n[0], 1, 14, 14)}},
		},
		Places: []BracketPlace{{"1", n[2]}, {"2", n[0]}, {"3", n[1]}, {"4", n[6]}, {"5-6", n[3]}, {"5-6", n[4]}, {"7-8", n[7]}, {"7-8", n[5]}},
	}
}

// doubleOf returns a double elimination of n, a power of two: the upper bracket is
// played, the lower one begun.
func doubleOf(n int) BracketData {
	names := hostileNames()
	d := BracketData{Title: fmt.Sprintf("Double elimination of %d", n)}
	id := 0
	// side is the winner of a match, or its loser.
	side := func(m BracketMatch, loser bool) BracketSide {
		word, who := "Winner", m.Winner
		if loser {
			word, who = "Loser", 3-m.Winner
		}
		if m.Winner == 0 {
			return BracketSide{Pending: fmt.Sprintf("%s of %d", word, m.ID)}
		}
		return BracketSide{Seed: m.Sides[who-1].Seed, Name: m.Sides[who-1].Name}
	}
	match := func(a, b BracketSide, from [2]int, played bool) BracketMatch {
		id++
		m := BracketMatch{ID: id, Label: fmt.Sprintf("Match %d", id), From: from, Sides: [2]BracketSide{a, b}}
		if played {
			m.Winner = 1 + id%3%2
			m.Sides[m.Winner-1].Score, m.Sides[2-m.Winner].Score = "2", fmt.Sprint(id%2)
		}
		return m
	}
	round := func(name string, part Part, matches []BracketMatch) []BracketMatch {
		d.Rounds = append(d.Rounds, BracketRound{Name: name, Part: part, Matches: matches})
		return matches
	}
	pairs := func(in []BracketMatch, losers, played bool) (out []BracketMatch) {
		for i := 0; i < len(in); i += 2 {
			out = append(out, match(side(in[i], losers), side(in[i+1], losers), [2]int{in[i].ID, in[i+1].ID}, played))
		}
		return out
	}
	var upper, lower []BracketMatch
	for i := range n / 2 {
		var s [2]BracketSide
		for k := range s {
			seed := 2*i + k
			s[k] = BracketSide{Seed: fmt.Sprint(seed + 1), Name: cmp.Or(names[seed%len(names)], "Seed "+fmt.Sprint(seed+1))}
		}
		upper = append(upper, match(s[0], s[1], [2]int{}, true))
	}
	upper = round("Round 1", Upper, upper)
	for r := 1; len(upper) > 1; r++ {
		if r == 1 {
			lower = round("Lower 1", Lower, pairs(upper, true, true))
		} else if len(lower) > 1 {
			lower = round(fmt.Sprintf("Lower %d", 2*r-1), Lower, pairs(lower, false, r == 2))
		}
		upper = round(fmt.Sprintf("Round %d", r+1), Upper, pairs(upper, false, true))
		var drop []BracketMatch
		for i, m := range upper {
			drop = append(drop, match(side(m, true), side(lower[i], false), [2]int{m.ID, lower[i].ID}, r == 1))
		}
		lower = round(fmt.Sprintf("Lower %d", 2*r), Lower, drop)
	}
	round("Grand final", Final, []BracketMatch{match(side(upper[0], false), side(lower[0], false), [2]int{upper[0].ID, lower[0].ID}, false)})
	return d
}

func crosstableSample(n int) CrosstableData {
	names := hostileNames()
	d := CrosstableData{Title: "Group A", Subtitle: "Round robin", TotalTitle: "Points"}
	for i := range n {
		row := CrossPlayer{Name: names[i%len(names)], Total: fmt.Sprint(3 * (n - i))}
		for j := range n {
			switch {
			case (i+j)%5 == 4:
				row.Cells = append(row.Cells, CrossCell{})
			case j < i:
				row.Cells = append(row.Cells, CrossCell{Text: "1-2"})
			default:
				row.Cells = append(row.Cells, CrossCell{Text: "2-1", Won: true})
			}
		}
		d.Players = append(d.Players, row)
	}
	return d
}

func scheduleSample(rounds int) ScheduleData {
	names := hostileNames()
	d := ScheduleData{Title: "Seating plan", Subtitle: "16 players"}
	for r := range rounds {
		round := ScheduleRound{Name: fmt.Sprintf("Hanchan %d", r+1), Detail: fmt.Sprintf("%d:30", 10+2*r)}
		for t := range 4 {
			table := ScheduleTable{Name: fmt.Sprintf("Table %d", t+1)}
			for s, wind := range []string{"東", "南", "西", "北"} {
				player := (4*s + (t+r*s)%4) % len(names)
				table.Seats = append(table.Seats, ScheduleSeat{Wind: wind, Name: names[player], Focus: player == 4})
			}
			round.Tables = append(round.Tables, table)
		}
		d.Rounds = append(d.Rounds, round)
	}
	return d
}

func chancesSample() ChancesData {
	d := ChancesData{Title: "Chance of the top 8", Subtitle: "after round 4 of 6", Note: "20,000 trials, 95% intervals."}
	for i, name := range hostileNames() {
		c := 1 / (1 + math.Exp(float64(i-6)))
		row := ChanceRow{Name: name, Chance: c, Low: max(0, c-0.06), High: min(1, c+0.06), Focus: i == 5}
		switch i {
		case 0:
			row.Chance, row.Low, row.High, row.Mark = 1, 1, 1, table.Clinched
		case 15:
			row.Chance, row.Low, row.High, row.Mark = 0, 0, 0, table.Eliminated
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func pointsSample() PointsData {
	d := PointsData{Title: "Points after the last round", Subtitle: "64 players, cut to top 8", XTitle: "Points", Note: "Expected values of 20,000 trials."}
	for i, n := range []float64{1, 4, 9, 16, 18, 10, 4.6, 1.4} {
		d.Bars = append(d.Bars, PointsBar{Label: fmt.Sprint(3 * i), Players: n, In: []float64{0, 0, 0, 0, 0, 2, 4.6, 1.4}[i]})
	}
	return d
}

func luckSample() LuckData {
	d := LuckData{
		Title: "Luck after round 5", Subtitle: "64 players", Value: 1.8, Name: hostileNames()[1],
		Verdict: "luckier than 92% of all players", XTitle: "Match wins more than expected",
	}
	for i := range 24 {
		from := -3 + float64(i)*0.25
		d.Bins = append(d.Bins, LuckBin{From: from, To: from + 0.25, Share: math.Exp(-(from + 0.125) * (from + 0.125) / 1.5)})
	}
	return d
}

func curveSample() CourseData {
	d := CourseData{Title: hostileNames()[1], Subtitle: "magic · 1612 ± 140", Rating: true}
	for i, v := range []float64{1662, 1480, 1391, 1530, 1588, 1547, 1612} {
		band := 500 / float64(i+2)
		d.Points = append(d.Points, CoursePoint{Label: fmt.Sprintf("%d/%d", 3+7*i%28, 1+i/4), Chance: v, Low: v - band, High: v + band})
	}
	return d
}

func courseSample() CourseData {
	d := CourseData{Title: "Chance of the top 8", Subtitle: hostileNames()[1], Note: "95% intervals."}
	results := []string{"", "W 2-0", "L 1-2", "W 2-1", "W 2-0", "D 1-1", "W 2-1"}
	for i, c := range []float64{0.25, 0.42, 0.31, 0.55, 0.81, 0.77, 1} {
		p := CoursePoint{Label: fmt.Sprintf("R%d", i), Result: results[i], Chance: c, Low: max(0, c-0.05), High: min(1, c+0.05)}
		if i == 0 {
			p.Label = "Start"
		}
		d.Points = append(d.Points, p)
	}
	return d
}

// sample is a picture of each kind.
type sample struct {
	name string
	draw func(*Painter, Options) ([]Picture, error)
}

func samples() []sample {
	one := func(p Picture, err error) ([]Picture, error) { return []Picture{p}, err }
	bracket := func(d BracketData) func(*Painter, Options) ([]Picture, error) {
		return func(p *Painter, o Options) ([]Picture, error) { return p.bracket(d, o) }
	}
	return []sample{
		{"standings", func(p *Painter, o Options) ([]Picture, error) { return p.table(standingsSample(22), o) }},
		{"pairings", func(p *Painter, o Options) ([]Picture, error) { return p.pairings(pairingsSample(), o) }},
		{"pods", func(p *Painter, o Options) ([]Picture, error) { return p.pairings(podsSample(), o) }},
		{"bracket4", bracket(singleElimination(4, 0))},
		{"bracket8", bracket(singleElimination(8, 2))},
		{"bracket16", bracket(singleElimination(16, 4))},
		{"bracket32", bracket(singleElimination(32, 8))},
		{"double", bracket(doubleElimination())},
		{"double16", bracket(doubleOf(16))},
		{"crosstable", func(p *Painter, o Options) ([]Picture, error) { return p.crosstable(crosstableSample(9), o) }},
		{"podium", func(p *Painter, o Options) ([]Picture, error) {
			names := hostileNames()
			return one(p.podium(PodiumData{Title: "Thursday Modern 🐉", Subtitle: "Magic: The Gathering · 32 players · 2026-11-22", Final: "Final: 2–1", Places: []BracketPlace{
				{"1", names[1]}, {"2", names[14]}, {"3", names[7]}, {"3", names[4]},
			}}, o))
		}},
		{"seating", func(p *Painter, o Options) ([]Picture, error) {
			return one(p.seatingCircle(SeatingData{Title: "Draft table 1", Seats: hostileNames()[:8], Passing: "Pack 1 passes left"}, o))
		}},
		{"seating15", func(p *Painter, o Options) ([]Picture, error) {
			return one(p.seatingCircle(SeatingData{Title: "Draft table 2", Seats: hostileNames()[:15], Passing: "Pack 2 passes right", Reverse: true}, o))
		}},
		{"schedule", func(p *Painter, o Options) ([]Picture, error) { return p.schedule(scheduleSample(2), o) }},
		{"chances", func(p *Painter, o Options) ([]Picture, error) { return p.cutChances(chancesSample(), o) }},
		{"points", func(p *Painter, o Options) ([]Picture, error) { return one(p.pointsDistribution(pointsSample(), o)) }},
		{"luck", func(p *Painter, o Options) ([]Picture, error) { return one(p.luckDistribution(luckSample(), o)) }},
		{"curve", func(p *Painter, o Options) ([]Picture, error) { return one(p.chanceCourse(curveSample(), o)) }},
		{"course", func(p *Painter, o Options) ([]Picture, error) { return one(p.chanceCourse(courseSample(), o)) }},
	}
}

func (s sample) pictures(tb testing.TB, p *Painter, o Options) []Picture {
	tb.Helper()
	pictures, err := s.draw(p, o)
	if err != nil {
		tb.Fatal(err)
	}
	return pictures
}
