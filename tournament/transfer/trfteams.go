package transfer

import (
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
)

// Columns of the lines about teams, counted from 0: those of 310, which replaces 013 in
// TRF-2026, and of 320. Members and rounds follow in columns of the same width.
const (
	trfTeamName     = 8
	trfTeamNick     = 41
	trfTeamStrength = 47
	trfTeamPoints   = 54
	trfTeamBoards   = 61
	trfTeamRank     = 68
	trfTeamMembers  = 73
	trfOldName      = 4
	trfOldMembers   = 36
	trfByeRounds    = 14
)

// trfTeams is what the lines about teams say.
type trfTeams struct {
	list     []trfTeam // 310
	old      []trfTeam // 013
	lineUps  []trfLineUp
	forfeits []trfForfeit
	byes     []trfTeamByes
	colours  string // of the team that is named first, by board
	coloured int    // the line that says so
	points   []trfMatchPoints
	line     int // the first of them that needs teams
}

// trfTeam is a 013 or 310 line. The teams of 013 are numbered in their order.
type trfTeam struct {
	line, number int
	name         string
	strength     int
	points       [2]string // match points and board points; empty = not said
	players      []int     // start numbers, in the order of the boards
}

// trfLineUp is a 300 line: who sat at the boards, 0 = no one.
type trfLineUp struct {
	line, round, team, opponent int
	players                     []int
}

// trfForfeit is a 330 line. how is "+-" if White won, "-+" if Black did, "--" if neither.
type trfForfeit struct {
	line                int
	how                 string
	round, white, black int
}

// trfTeamByes is a 320 line: the team with the bye of each round, 0 = none.
type trfTeamByes struct {
	line  int
	teams []int
}

// trfMatchPoints is a word and a number of a 362 line, such as TW 2.0.
type trfMatchPoints struct {
	line  int
	what  string
	value fraction.Fraction
}

// ofTeams reports whether it is teams that meet in a file. In an event of persons they can be in
// teams too, which add up their results.
func (f *trfFile) ofTeams() bool {
	t := &f.teams
	return t.line > 0 || !f.persons && len(t.list)+len(t.old) > 0
}

// trfTags makes the teams of a file of persons their tags.
func (b *build) trfTags(f *trfFile) error {
	teams := f.teams.list
	if len(teams) == 0 {
		teams = f.teams.old
	}
	for _, team := range teams {
		for _, n := range team.players {
			p, err := b.of(lineOf(team.line), strconv.Itoa(n))
			switch {
			case err != nil:
				return err
			case b.t.Ledger.Players[p].Tag > 0:
				return failed(finding("transfer.refused.two_teams", "at", lineOf(team.line), "player", playerLabel(b.t, p)))
			}
			b.t.Ledger.Players[p].Tag = b.tag(cleaned(team.name)) // none of a team without players
		}
	}
	return nil
}

// leaveTeams notes what is said about matches of teams in a file of persons.
func (f *trfFile) leaveTeams() {
	if f.teams.coloured > 0 {
		f.leave(f.teams.coloured, "352")
	}
	for _, x := range f.teams.points {
		f.leave(x.line, "362")
	}
}

// readTeams reads a line about teams.
func (f *trfFile) readTeams(code, line string, no int) error {
	t := &f.teams
	fields := strings.Fields(line[min(4, len(line)):])
	ok := false
	switch code {
	case "013", "310":
		var team trfTeam
		if team, ok = trfTeamLine(code, line, no, f.runes); code == "310" {
			t.list = append(t.list, team)
		} else {
			team.number = len(t.old) + 1
			t.old = append(t.old, team)
		}
		if len(t.list) > maxPlayers || len(t.old) > maxPlayers {
			return failed(finding("transfer.refused.many_players", "most", maxPlayers))
		}
	case "300":
		var n []int
		if n, ok = numbersOf(fields); ok && len(n) > 3 {
			t.lineUps = append(t.lineUps, trfLineUp{no, n[0], n[1], n[2], n[3:]})
		}
		ok = ok && len(n) > 3
	case "320":
		var teams []int
		if teams, ok = trfByeLine(line, fields); ok {
			t.byes = append(t.byes, trfTeamByes{no, teams})
		}
	case "330":
		if len(fields) == 4 {
			var n []int
			n, ok = numbersOf(fields[1:])
			if ok = ok && slices.Contains([]string{"+-", "-+", "--"}, fields[0]); ok {
				t.forfeits = append(t.forfeits, trfForfeit{no, fields[0], n[0], n[1], n[2]})
			}
		}
	case "352":
		t.colours, t.coloured = strings.ToUpper(strings.Join(fields, "")), no
		ok = strings.Trim(t.colours, "WB") == ""
	case "362":
		ok = len(fields)%2 == 0
		for i := 0; ok && i < len(fields); i += 2 {
			value, err := fraction.Parse(fields[i+1])
			ok = err == nil
			t.points = append(t.points, trfMatchPoints{no, strings.ToUpper(fields[i]), value})
		}
	}
	if !ok {
		return failed(finding("transfer.refused.code", "at", lineOf(no), "what", code, "code", clip(line[min(4, len(line)):])))
	}
	if t.line == 0 && (code == "300" || code == "320" || code == "330") {
		t.line = no
	}
	return nil
}

// numbersOf returns fields as numbers. 0 is one of them, in any number of digits.
func numbersOf(fields []string) ([]int, bool) {
	out := make([]int, 0, len(fields))
	for _, field := range fields {
		if len(field) > 9 || strings.Trim(field, "0123456789") != "" {
			return nil, false
		}
		out = append(out, number(field))
	}
	return out, true
}

// trfColumnsFrom returns the numbers in columns of a width, each with a blank column behind it, and
// whether there is nothing else. A column that is empty is 0, and those at the end are none.
func trfColumnsFrom(line string, from, width int) ([]int, bool) {
	var out []int
	for at := from; at < len(line); at += width + 1 {
		field := between(line, at, at+width)
		n, ok := numbersOf(strings.Fields(field))
		if !ok || len(n) > 1 || between(line, at+width, at+width+1) != "" {
			return nil, false
		}
		out = append(out, number(field))
	}
	for n := len(out); n > 0 && between(line, from+(n-1)*(width+1), from+n*(width+1)) == ""; n-- {
		out = out[:n-1]
	}
	return out, true
}

// trfByeLine reads a 320 line: the match points and the board points of a bye, which are those
// of the rules, and the team with the bye of each round. Columns may be empty.
func trfByeLine(line string, fields []string) ([]int, bool) {
	points := func(texts ...string) bool {
		return !slices.ContainsFunc(texts, func(s string) bool {
			_, err := fraction.Parse(s)
			return err != nil && s != ""
		})
	}
	if teams, ok := trfColumnsFrom(line, trfByeRounds, 3); ok && between(line, 8, 9)+between(line, 13, 14) == "" && points(between(line, 4, 8), between(line, 9, 13)) {
		return teams, true
	}
	if len(fields) < 3 || !points(fields[0], fields[1]) {
		return nil, false
	}
	return numbersOf(fields[2:])
}

// trfTeamLine reads a line of a team by its columns, in bytes or characters. If they fit in
// neither, the numbers of the members are what stands behind the name and the points.
func trfTeamLine(code, line string, no int, inRunes bool) (trfTeam, bool) {
	ways := []string{line}
	if plain := flat(line); len(plain) != len(line) {
		if ways = append(ways, plain); inRunes {
			slices.Reverse(ways)
		}
	}
	for _, strict := range []bool{true, false} {
		for _, way := range ways {
			team, ok := trfTeamColumns(code, way, strict)
			if !ok {
				continue
			}
			team.line = no
			if from, to := trfNameColumns(code); len(way) != len(line) {
				r := []rune(line)
				team.name = strings.TrimSpace(string(r[min(from, len(r)):min(to, len(r))]))
			}
			return team, true
		}
	}
	return trfTeam{}, false
}

// trfNameColumns returns the columns of the name of a team.
func trfNameColumns(code string) (from, to int) {
	if code == "013" {
		return trfOldName, trfOldMembers
	}
	return trfTeamName, trfTeamNick - 1
}

// trfTeamColumns reads the columns of a line of a team. If strict is set, each number of a
// member stands in its columns.
func trfTeamColumns(code, line string, strict bool) (team trfTeam, ok bool) {
	from, to := trfNameColumns(code)
	team.name = between(line, from, to)
	at := trfOldMembers
	if code == "310" {
		at = trfTeamMembers
		team.number, team.strength = number(between(line, 4, 7)), number(between(line, trfTeamStrength, trfTeamPoints-1))
		team.points = [2]string{between(line, trfTeamPoints, trfTeamBoards-1), between(line, trfTeamBoards, trfTeamRank-1)}
		for _, blank := range []int{7, trfTeamNick - 1, trfTeamStrength - 1, trfTeamPoints - 1, trfTeamBoards - 1, trfTeamRank - 1, trfTeamMembers - 2, trfTeamMembers - 1} {
			if between(line, blank, blank+1) != "" && (strict || blank == 7) {
				return team, false
			}
		}
		for i, points := range team.points {
			team.points[i] = strings.Replace(points, ",", ".", 1)
			if _, err := fraction.Parse(team.points[i]); err != nil && points != "" {
				return team, false
			}
		}
		if team.number == 0 || team.number > 999 {
			return team, false
		}
	}
	if strict {
		if team.players, ok = trfColumnsFrom(line, at, 4); !ok {
			return team, false
		}
	} else if team.players, ok = numbersOf(strings.Fields(line[min(at, len(line)):])); !ok {
		return team, false
	}
	return team, !slices.Contains(team.players, 0)
}
