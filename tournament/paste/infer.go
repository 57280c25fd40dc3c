package paste

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// unrecorded marks a row that has points and percentages, but no record, as
// EventLink prints standings.
const unrecorded = -1

// mostRounds is how many rounds are tried if the text does not name the round, and after
// how many a record is inferred: those that a row can have grow with the cube.
const mostRounds = 20

// roundsText matches a line with the round after which the standings were taken.
var roundsText = regexp.MustCompile(`(?i)^(?:standings\W*)?(?:after\s+)?rounds?\W{0,3}(\d{1,2})$`)

// withoutRecord reads a line of name, points and three percentages.
func withoutRecord(cells []string) (r Row, err error) {
	if len(cells) < 5 {
		return r, notice.Err("paste.no_record")
	}
	name, percentages := cells[:len(cells)-3], cells[len(cells)-3:]
	points := name[len(name)-1]
	if !numberText.MatchString(points) {
		return r, notice.Err("paste.no_record")
	}
	name = name[:len(name)-1]
	if len(name) > 1 && rankText.MatchString(name[0]) {
		name = name[1:]
	}
	r.Record[0], r.Points = unrecorded, points
	for i, column := range []string{OMW, GWP, OGW} {
		if err := r.setValue(column, percentages[i]); err != nil {
			return r, notice.Err("paste.no_record")
		}
	}
	return r, r.setName(strings.Join(name, " "))
}

// infer computes records that are not printed from points (three for a win, one for a
// draw) and the rounded game-win percentage, after the given number of rounds; 0 means
// unknown. It refuses ambiguous rows.
func (s *Sheet) infer(rounds int) error {
	var rows []int
	for i := range s.Rows {
		if s.Rows[i].Record[0] == unrecorded {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	known := shares{}
	if rounds == 0 {
		var err error
		if rounds, err = s.roundsOf(rows, known); err != nil {
			return err
		}
	}
	for _, i := range rows {
		r := &s.Rows[i]
		found := r.records(rounds, known)
		for n := rounds - 1; len(found) == 0 && n > 0 && rounds <= mostRounds; n-- { // left before
			if found = r.records(n, known); len(found) == 1 {
				r.Dropped = true
			}
		}
		if len(found) != 1 {
			return onLine(r.Line-1, notice.Err("paste.no_single_record", "name", notice.Text(r.Name), "points", notice.Text(r.Points), "round", rounds, "n", len(found)))
		}
		r.Record, r.Inferred = found[0], true
	}
	return nil
}

// roundsOf finds the number of rounds after which a whole field can stand like
// this: every round gives three points a match and three for the bye of an odd
// field, less one for each draw. It fails where no number or several fit.
func (s *Sheet) roundsOf(rows []int, known shares) (int, error) {
	fits := 0
	for n := 1; n <= mostRounds && len(rows) == len(s.Rows) && len(rows) > 1; n++ {
		points, draws, all := 0, 0, true
		for _, i := range rows {
			found := s.Rows[i].records(n, known)
			if all = len(found) == 1; !all {
				break
			}
			points += 3*found[0][0] + found[0][2]
			draws += found[0][2]
		}
		if !all || draws%2 != 0 || points != 3*n*((len(rows)+1)/2)-draws/2 {
			continue
		}
		if fits > 0 {
			return 0, notice.Err("paste.say_round")
		}
		fits = n
	}
	if fits == 0 {
		return 0, notice.Err("paste.say_round")
	}
	return fits, nil
}

// records returns the records after the given number of rounds that give the points,
// and of several those that can give the printed game-win percentage; none after more
// than mostRounds.
func (r *Row) records(rounds int, known shares) [][3]int {
	points, err := strconv.Atoi(r.Points)
	if err != nil || rounds > mostRounds {
		return nil
	}
	var byPoints, byGames [][3]int
	for won := points / 3; won >= 0; won-- {
		drawn := points - 3*won
		lost := rounds - won - drawn
		if lost < 0 {
			break
		}
		record := [3]int{won, lost, drawn}
		byPoints = append(byPoints, record)
		if v, ok := r.Values[GWP]; ok && known.canHave(record, v) {
			byGames = append(byGames, record)
		}
	}
	if len(byPoints) > 1 && len(byGames) > 0 {
		return byGames
	}
	return byPoints
}

// shares are the shares of games that records can have, in order and once each.
type shares map[[3]int][]fraction.Fraction

// of returns the shares of a record whose matches are of two games won: 2-0 and 2-1,
// draws as 1-1, 1-1-1 or 0-0-3.
func (known shares) of(record [3]int) []fraction.Fraction {
	if all, ok := known[record]; ok {
		return all
	}
	var all []fraction.Fraction
	won, lost, drawn := record[0], record[1], record[2]
	for long := range won + 1 { // won 2-1
		for one := range lost + 1 { // lost 1-2
			for level := range drawn + 1 { // 1-1
				for three := range drawn - level + 1 { // 1-1-1, the others 0-0-3
					agreed := drawn - level - three
					wins := 2*won + one + level + three
					games := 2*won + long + 2*lost + one + 2*level + 3*three + 3*agreed
					if games > 0 {
						all = append(all, fraction.New(int64(3*wins+three+3*agreed), int64(3*games)))
					}
				}
			}
		}
	}
	sorted.Stable(all, fraction.Fraction.Cmp)
	all = slices.CompactFunc(all, fraction.Fraction.Equal)
	known[record] = all
	return all
}

// canHave reports whether a record can give the percentage. A floor of 33 percent or a
// third may be printed.
func (known shares) canHave(record [3]int, v Value) bool {
	all := known.of(record)
	if len(all) > 0 && all[0].Less(fraction.New(1, 3)) && (v.Holds(fraction.New(33, 100)) || v.Holds(fraction.New(1, 3))) {
		return true
	}
	at, _ := slices.BinarySearchFunc(all, v.Exact.Sub(v.Half), fraction.Fraction.Cmp)
	return at < len(all) && v.Holds(all[at])
}
