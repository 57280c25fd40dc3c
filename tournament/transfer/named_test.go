package transfer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/notice"
	"topcut/tournament/transfer"
)

// texts are the small files of each format, by a name for errors.
func texts(format transfer.Format) map[string]string {
	out := map[string]string{"seed": seeds()[format]}
	for _, w := range otherWriters() {
		if w.format == format {
			out[w.name] = w.text
		}
	}
	return out
}

// said is what comes of a file: the events with all findings, or the refusal.
func said(format transfer.Format, text string) string {
	in, err := transfer.Read([]byte(text), transfer.Options{Format: format})
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for _, e := range in.Events {
		t := *e.Tournament
		t.Rules, t.Ledger = nil, nil
		fmt.Fprintf(&out, "%+v %+v %v %v %d", t, e.Tournament.Ledger, e.Stated, e.Findings, e.After)
	}
	return out.String()
}

// leaf is a value of a file and the place where it stands in the text.
type leaf struct {
	path     string // without indices
	from, to int
}

// altered returns the text with another value in the place of the leaf.
func (l leaf) altered(text string) string {
	old := text[l.from:l.to]
	other := "zz"
	switch n, err := strconv.Atoi(strings.Trim(old, `"`)); {
	case old == "true":
		other = "false"
	case strings.EqualFold(old, "false"):
		other = strings.Replace(strings.Replace(old, "false", "true", 1), "False", "True", 1)
	case err == nil && strings.HasPrefix(old, `"`):
		other = strconv.Quote(strconv.Itoa(n + 1))
	case err == nil:
		other = strconv.Itoa(n + 1)
	case strings.Contains(old, ".") && !strings.HasPrefix(old, `"`):
		other = "0.625"
	case strings.HasPrefix(old, `"`):
		other = `"zz"`
	}
	return text[:l.from] + other + text[l.to:]
}

// jsonLeaves finds the values of a JSON file that are not null and no empty text.
func jsonLeaves(t *testing.T, text string) (out []leaf) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	var walk func(path string)
	walk = func(path string) {
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch v := token.(type) {
		case json.Delim:
			for dec.More() {
				inner := path
				if v == '{' {
					key, err := dec.Token()
					if err != nil {
						t.Fatal(err)
					}
					inner = strings.TrimPrefix(path+"."+key.(string), ".")
				}
				walk(inner)
			}
			if _, err := dec.Token(); err != nil {
				t.Fatal(err)
			}
		case nil:
		default:
			to := int(dec.InputOffset())
			raw, err := json.Marshal(v)
			if s, ok := v.(string); err != nil || ok && s == "" {
				return
			}
			from := to - len(raw)
			if _, isNumber := v.(float64); isNumber {
				from = strings.LastIndexAny(text[:to], ":,[ ") + 1
			}
			out = append(out, leaf{path, from, to})
		}
	}
	walk("")
	return out
}

var xmlParts = regexp.MustCompile(`(?s)<(/?)([A-Za-z0-9]+)((?:\s+[A-Za-z:0-9]+=(?:"[^"]*"|'[^']*'))*)\s*(/?)>([^<]*)`)

var xmlAttribute = regexp.MustCompile(`([A-Za-z:0-9]+)=["']([^"']+)["']`)

// xmlLeaves finds the attributes and the texts of an XML file.
func xmlLeaves(text string) (out []leaf) {
	var path []string
	for _, m := range xmlParts.FindAllStringSubmatchIndex(text, -1) {
		part := func(i int) string { return text[m[2*i]:m[2*i+1]] }
		if part(1) == "/" {
			path = path[:len(path)-1]
			continue
		}
		path = append(path, part(2))
		here := strings.Join(path[1:], "/")
		for _, a := range xmlAttribute.FindAllStringSubmatchIndex(part(3), -1) {
			at := m[6]
			out = append(out, leaf{here + "@" + part(3)[a[2]:a[3]], at + a[4], at + a[5]})
		}
		if content := part(5); strings.TrimSpace(content) != "" && part(4) == "" {
			lead := len(content) - len(strings.TrimLeft(content, " \t\r\n"))
			out = append(out, leaf{here, m[10] + lead, m[10] + lead + len(strings.TrimSpace(content))})
		}
		if part(4) == "/" {
			path = path[:len(path)-1]
		}
	}
	return out
}

// TestNothingOfAFilePassesUnnamed: each value of each small file either changes what is
// read when it is another, or is named as not read, or is listed here as of no use.
func TestNothingOfAFilePassesUnnamed(t *testing.T) {
	passed := passedOver()
	for _, format := range transfer.Formats() {
		if format == transfer.Topcut || format == transfer.TRF || format == transfer.CSV {
			continue // unknown keys are refused, lines and columns have tests of their own
		}
		silent, used := map[string]bool{}, map[string]bool{}
		for name, text := range texts(format) {
			before := said(format, text)
			if strings.HasPrefix(before, "transfer.refused") {
				t.Fatalf("%s: %s", name, before)
			}
			var leaves []leaf
			if strings.HasPrefix(strings.TrimPrefix(text, "\ufeff"), "<") {
				leaves = xmlLeaves(text)
			} else {
				leaves = jsonLeaves(t, text)
			}
			if len(leaves) < 5 {
				t.Fatalf("%s: %d values", name, len(leaves))
			}
			for _, l := range leaves {
				switch {
				case said(format, l.altered(text)) != before:
					used[l.path] = true
				case named(before, l.path):
				default:
					silent[l.path] = true
				}
			}
		}
		maps.DeleteFunc(silent, func(path string, _ bool) bool { return used[path] })
		got := slices.Sorted(maps.Keys(silent))
		if want := strings.Fields(passed[format]); !slices.Equal(got, want) {
			t.Errorf("%s: nothing is said of\n%s\nwant only\n%s", format, strings.Join(got, " "), strings.Join(want, " "))
		}
	}
}

// named reports whether findings name a path as not read, or what it is in.
func named(findings, path string) bool {
	_, list, ok := strings.Cut(findings, "transfer.decided.left")
	if !ok {
		return false
	}
	_, list, _ = strings.Cut(list, "paths=[")
	list, _, _ = strings.Cut(list, "]")
	for shown := range strings.FieldsSeq(list) {
		shown = strings.Trim(shown, "…")
		if strings.Contains(strings.ReplaceAll(path, "/", "."), strings.ReplaceAll(shown, "/", ".")) {
			return true
		}
	}
	return false
}

// passedOver lists the values of the small files of which their readers declare that they
// are of no use, and those that would only count in another event: the season and the year
// of birth where the pod has one division, byes that are over, an order that stays.
func passedOver() map[transfer.Format]string {
	return map[transfer.Format]string{
		transfer.TOM: `@gametype @mode @version data/id data/organizer@name data/organizer@popid data/startdate
			players/player/birthdate players/player/byes players/player/creationdate players/player/starter
			pods/pod/poddata/playoff3rd4th pods/pod/poddata/startingtable pods/pod/rounds/round/starttime
			pods/pod/rounds/round/timeleft pods/pod/rounds/round@stage pods/pod/subgroups/subgroup@number
			pods/pod@stage timeelapsed`,
		transfer.NRTM: "eliminationPlayers.name eliminationPlayers.seed preliminaryRounds",
		transfer.WER:  "@status matches/round@date participation/team@id",
		transfer.KTS:  "CurrentRound ID TournamentPlayers/TournPlayer/DropRound",
		transfer.EventLink: `data.gameStateV2AtRound.__typename data.gameStateV2AtRound.eventId
			data.gameStateV2AtRound.rounds.matches.matchId data.gameStateV2AtRound.teams.players.personaId`,
		transfer.TopDeck: "TID Tournament.Date data.format data.game data.startDate format game round rounds.tables.status standings.byes standings.decklist " +
			"standings.draws standings.losses standings.standing standings.winRate standings.wins standings.winsSwiss startDate topCut",
		transfer.Challonge: `data.attributes.identifier data.attributes.score_in_sets data.attributes.tie data.id
			data.relationships.player1.data.type data.relationships.player2.data.type identifier meta.count`,
		transfer.StartGG: `data.event.sets.nodes.displayScore data.phaseGroup.displayIdentifier data.phaseGroup.id
			data.phaseGroup.sets.pageInfo.total id round state`,
		transfer.Lorcana: `id results.id results.player_match_relationships.player_order
			results.player_match_relationships.user_event_status.best_identifier results.status
			tournament_phases.order_in_phases tournament_phases.rounds.matches.player_match_relationships.player_order tournament_phases.rounds.round_number`,
	}
}

// codes returns the lines that findings name as left out.
func codes(findings []notice.Notice) string {
	i := slices.IndexFunc(findings, func(n notice.Notice) bool { return n.Code == "transfer.decided.lines" })
	if i < 0 {
		return ""
	}
	var out []string
	for _, line := range findings[i].Arg("codes").(notice.List) {
		n := line.(notice.Notice)
		said := fmt.Sprint(n.Arg("line"))
		if code := n.Arg("code"); code != nil {
			said += " " + fmt.Sprint(code)
		}
		out = append(out, said)
	}
	return strings.Join(out, ", ")
}

// TestLinesAndCellsOfATableAreNamed: a line without players, a cell behind the last column
// and a text in the place of a number are named as left out. Empty lines say nothing.
func TestLinesAndCellsOfATableAreNamed(t *testing.T) {
	for _, c := range []struct{ table, want string }{
		{"Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n,,,\n1,,,2-1\nLunch,,,\n1,Cy,Dee,2-1,late,Joe\n", "4, 5, 6 late"},
		{"Table,Player 1,Player 2,Result\nA1,Ann,Bo,2-0\n-,Cy,Dee,1-2\n3,Eve,Fay,2-0\n", "2 A1"},
		{"Name,Rating,Seed\nAnn,1500,1\nBo,none,2\n,1400,3\nCy,0,-\nDee,-20,5th\n", "3 none, 4, 6 -20, 6 5th"},
		{"Name,Rating\nAnn,1500\n\nBo,1400\n", ""},
	} {
		in, err := transfer.Read([]byte(c.table), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Errorf("%q: %v", c.table, err)
			continue
		}
		if got := codes(in.Events[0].Findings); got != c.want {
			t.Errorf("%q: left out %q, want %q", c.table, got, c.want)
		}
	}
	var long strings.Builder
	long.WriteString("Name,Rating\nAnn,1500\n")
	for range 1000 {
		long.WriteString("Bo,x\n,1\n"[5:])
	}
	in, err := transfer.Read([]byte(long.String()), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(codes(in.Events[0].Findings), ","); got != 31 {
		t.Errorf("%d lines are named", got+1)
	}
}

// TestColumnsOfATRFPlayerAreNamed: what a line of a player holds and is not read, and lines
// that are no record.
func TestColumnsOfATRFPlayerAreNamed(t *testing.T) {
	player := func(n int, sex, title, name, rating, federation, id, born, points, rank, cells string) string {
		return fmt.Sprintf("001 %4d %1s%3s %-33s %4s %3s %11s %10s %4s %4s%s\n", n, sex, title, name, rating, federation, id, born, points, rank, cells)
	}
	full := func(name string) string {
		return "012 Cup\n" + player(1, "m", "GM", name, "1500", "NED", "1000001", "1990/01/01", "1.0", "1", "     2 w 1") + player(2, "", "", "Bo", "", "", "", "", "0.0", "", "     1 b 0")
	}
	bare := "012 Cup\n" + player(1, "", "", "Ann", "1500", "", "", "", "1.0", "", "     2 w 1") + player(2, "", "", "Bo", "", "", "", "", "0.0", "", "     1 b 0")
	for _, c := range []struct{ text, want, lines string }{
		{bare, "", ""},
		{full("Ann"), "001 sex 001 title 001 federation 001 FIDE number 001 birth date 001 rank", ""},
		{full("Änn"), "001 sex 001 title 001 federation 001 FIDE number 001 birth date 001 rank", ""},
		{strings.Replace(bare, "012 Cup", "012 Cup\n250 2 0 1 3 1 10\nXXA 1 1.0\n?\n### seen\n", 1), "", "2 250, 3 XXA, 4 ?"},
	} {
		in, err := transfer.Read([]byte(c.text), transfer.Options{Format: transfer.TRF})
		if err != nil {
			t.Errorf("%v\n%s", err, c.text)
			continue
		}
		if got := leftOut(in.Events[0].Findings); got != c.want {
			t.Errorf("not read: %q, want %q\n%s", got, c.want, c.text)
		}
		if got := codes(in.Events[0].Findings); got != c.lines {
			t.Errorf("lines: %q, want %q", got, c.lines)
		}
	}
}
