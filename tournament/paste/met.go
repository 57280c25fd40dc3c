package paste

import (
	"regexp"
	"strings"

	"topcut/tournament/names"
	"topcut/tournament/notice"
)

var (
	lead  = regexp.MustCompile(`(?i)^(?:table\s*)?#?\d{1,4}\s*[.:)]\s*`)
	trail = regexp.MustCompile(`\s*[(:,;|]?\s*\d{1,2}\s?[-–]\s?\d{1,2}(?:\s?[-–]\s?\d{1,2})?\)?$`)
	round = regexp.MustCompile(`(?i)^[#=*\s]*(?:round|runde|ronde|swiss)\b[^,;|\t]{0,12}$`)
)

// pairsHead is the line between standings and met pairs in one text.
var pairsHead = regexp.MustCompile(`(?im)^\W*(?:pairs|pairings|met|met pairs|matches|meetings)\W*$`)

// Apart cuts one text into standings and, below a line such as "Pairs:", the pairs that
// have met.
func Apart(text string) (standings, met string) {
	text = strings.TrimPrefix(text, "\ufeff")
	if at := pairsHead.FindStringIndex(text); at != nil {
		return text[:at[0]], text[at[1]:]
	}
	return text, ""
}

// Read reads standings and the pairs that have met.
func Read(standings, met string) (*Sheet, [][2]int, error) {
	sheet, err := Standings(standings)
	if err != nil {
		return nil, nil, err
	}
	pairs, err := sheet.Met(met)
	return sheet, pairs, err
}

// separators between the two names of a line, the surest first.
func separators() []string {
	return []string{"\t", " vs. ", " vs ", " v ", "|", ";", " – ", " — ", " - ", ",", " : ", "–", "-"}
}

// lowered returns a line in lower case with single blanks; those with a tab become one.
func lowered(line string) string {
	return blanks.ReplaceAllStringFunc(strings.ToLower(line), func(gap string) string {
		if strings.Contains(gap, "\t") {
			return "\t"
		}
		return " "
	})
}

var blanks = regexp.MustCompile(`\s+`)

// folded are the rows of a sheet by their folded names.
type folded struct {
	index   map[string]int
	forms   map[string]int // as typed without accents; -1 if several are
	longest int            // bytes of a name as it may be typed
}

// add adds the row of a name.
func (f *folded) add(row int, name string) {
	f.index[fold(name)] = row
	for _, form := range names.Forms(name) {
		if _, taken := f.forms[form]; taken {
			f.forms[form] = -1
			continue
		}
		f.forms[form] = row
	}
	f.longest = max(f.longest, 3*len(name)) // an accent behind its letter takes more bytes
}

// row returns the row of a name, as a part of a lowered line has it. What is longer than
// any name is not looked up, so that a line costs what its cuts do and not their length.
func (f folded) row(name string) (row int, ok bool) {
	if name = strings.TrimSpace(name); len(name) > f.longest {
		return 0, false
	}
	if row, ok = f.index[fold(name)]; ok {
		return row, true
	}
	for _, form := range names.Forms(name) {
		if row, ok = f.forms[form]; ok && row >= 0 {
			return row, true
		}
	}
	return 0, false
}

// Met parses pairs who have met, one a line: "Ada - Bob", "Ada vs Bob", "3. Ada, Bob
// 2-1". It skips headings such as "Round 2", and a pair with "bye" gives its player a
// bye. The pairs are indices into s.Rows. The error names the line, and is returned for
// a name that is not in the standings, a player paired with themselves, and a player
// with more opponents than rounds.
func (s *Sheet) Met(text string) ([][2]int, error) {
	known := folded{index: map[string]int{}, forms: map[string]int{}}
	for i := range s.Rows {
		known.add(i, s.Rows[i].Name)
	}
	var pairs [][2]int
	opponents, byes := make([]int, len(s.Rows)), make([]int, len(s.Rows))
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n") {
		line = strings.TrimSpace(strings.Map(printable, line))
		if ruleLine.MatchString(line) || round.MatchString(line) {
			continue
		}
		a, b, err := pair(line, known)
		if err != nil {
			return nil, inPairs(i, err)
		}
		if b == bye {
			byes[a]++
			continue
		}
		if a == b {
			return nil, inPairs(i, notice.Err("paste.self"))
		}
		pairs = append(pairs, [2]int{a, b})
		opponents[a]++
		opponents[b]++
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Byes = max(r.Byes, byes[i])
		if n := opponents[i] + r.Byes; n > r.Rounds() {
			return nil, notice.Err("paste.met", "name", notice.Text(r.Name), "rounds", r.Rounds(), "met", n)
		}
		if r.Byes > r.Record[0] {
			return nil, r.tooManyByes()
		}
	}
	return pairs, nil
}

// inPairs returns err with the line of the pairs it is about; i counts from 0.
func inPairs(i int, err error) error {
	return notice.Err("paste.pairs_line", "line", i+1, "why", notice.Of(err))
}

const bye = -1

// isBye reports whether a lowered part of a line means that there is no opponent.
func isBye(text string) bool { return strings.Trim(text, "*()- \t") == "bye" }

// pair finds the two names of a line by trying every way to cut it, since names
// may hold hyphens and commas themselves.
func pair(line string, known folded) (a, b int, err error) {
	unknown, plain := "", lowered(line)
	for _, text := range []string{plain, lead.ReplaceAllString(plain, ""), trail.ReplaceAllString(plain, ""), trail.ReplaceAllString(lead.ReplaceAllString(plain, ""), "")} {
		for _, sep := range separators() {
			for from := 0; ; {
				at := strings.Index(text[from:], sep)
				if at < 0 {
					break
				}
				left, right := text[:from+at], text[from+at+len(sep):]
				from += at + len(sep)
				first, ok := known.row(left)
				second, also := known.row(right)
				switch {
				case ok && also:
					return first, second, nil
				case ok && isBye(right):
					return first, bye, nil
				case also && isBye(left):
					return second, bye, nil
				case ok && unknown == "":
					unknown = fold(right)
				case also && unknown == "":
					unknown = fold(left)
				}
			}
		}
	}
	if unknown != "" {
		return 0, 0, notice.Err("paste.unknown", "name", notice.Text(unknown))
	}
	return 0, 0, notice.Err("paste.pair", "text", notice.Text(line))
}
