package transfer_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/file"
	"topcut/tournament/growth"
	"topcut/tournament/transfer"
)

// hostile are files that cost a careless reader the square of what they say.
func hostile(n int) map[string]written {
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	list := func(format string) string { return strings.TrimSuffix(each(format), ",") }
	// The second half takes the numbers that the first half would be given.
	taken := func(format string) string {
		var b strings.Builder
		for i := range n {
			id := fmt.Sprintf("no id %d", i)
			if i < n/2 {
				id = fmt.Sprintf("p%d", i+n/2+1)
			}
			fmt.Fprintf(&b, format, id, i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	var bracket, pairs strings.Builder
	for i := range n / 2 {
		fmt.Fprintf(&bracket, `<match person="%d" opponent="%d" outcome="1" win="2" loss="0" draw="0"/>`, 1+2*i, 2+2*i)
		fmt.Fprintf(&pairs, `{"Player1":"Player %d","Player2":"Player %d","Result":"2-0-0"},`, 2*i, 2*i+1)
	}
	return map[string]written{
		"trf, teams":                {transfer.TRF, manyTeams(n) + "352 WB\n"},
		"trf, line-ups":             {transfer.TRF, manyTeams(n) + each("300 001 1 2 %04d 1 2\n")},
		"trf, one large team":       {transfer.TRF, strings.TrimPrefix(each("001 %4d\n"), "001    0\n") + "013 " + strings.Repeat(" ", 32) + strings.TrimPrefix(each("%4d "), "   0 ") + "\n"},
		"tom, many pods":            {transfer.TOM, `<tournament><players>` + each(`<player userid="%d"/>`) + `</players><pods>` + strings.Repeat(`<pod category="2"></pod>`, n) + `</pods></tournament>`},
		"tom, lines":                {transfer.TOM, "<tournament>" + strings.Repeat("\n", 100*n) + "<players>" + each("<player userid=\"%d\"/>") + `</players></tournament>`},
		"tom, taken numbers":        {transfer.TOM, `<tournament><players>` + taken("<player userid=\"%s\"><lastname>%d</lastname></player>") + `</players></tournament>`},
		"tom, long attribute":       {transfer.TOM, `<tournament a="` + strings.Repeat("&", 200*n) + `"/>`},
		"tom, attributes":           {transfer.TOM, `<tournament` + each(` a%d=""`) + `/>`},
		"tom, deep":                 {transfer.TOM, strings.Repeat(strings.Repeat("<a>", 30)+strings.Repeat("</a>", 30), n/10)},
		"tom, comments":             {"", strings.Repeat("<!-- -->", 10*n) + "<tournament/>"},
		"tom, players of one match": {transfer.TOM, `<tournament><players><player userid="1"/></players><pods><pod category="2"><rounds><round number="1" type="3"><matches><match outcome="1">` + strings.Repeat(`<player1 userid="1"/>`, 10*n) + `</match></matches></round></rounds></pod></pods></tournament>`},
		"wer, bracket":              {transfer.WER, `<event playoffstartround="1"><participation>` + each(`<person id="%[1]d" first="P" last="%[1]d"/><team status="2"><member person="%[1]d"/></team>`) + `<person id="` + fmt.Sprint(n) + `" first="P" last="x"/><team status="2"><member person="` + fmt.Sprint(n) + `"/></team></participation><matches><round number="1">` + bracket.String() + `</round></matches></event>`},
		"kts, long id":              {transfer.KTS, `<Tournament><TournamentPlayers><TournPlayer><Player><ID>` + strings.Repeat("0", 100*n) + `</ID></Player></TournPlayer></TournamentPlayers></Tournament>`},
		"nrtm, many rounds":         {transfer.NRTM, `{"players":[` + list(`{"id":%d,"name":"x"},`) + `],"rounds":[` + list(`[{"table":%d}],`) + `]}`},
		"nrtm, doubled keys":        {transfer.NRTM, `{` + strings.TrimSuffix(strings.Repeat(`"players":[{"id":1,"name":"x"}],`, 10*n), ",") + `}`},
		"nrtm, finalists":           {transfer.NRTM, `{"players":[` + list(`{"id":%d,"name":"x"},`) + `],"eliminationPlayers":[` + list(`{"id":%[1]d,"seed":%[1]d},`) + `],"rounds":[[{"table":1,"eliminationGame":true,"player1":{"id":1},"player2":{"id":2}}]]}`},
		"topdeck, bracket":          {transfer.TopDeck, `{"Tournament":{"Name":"x"},"Rounds":[{"RoundName":"Top 8","Matches":[` + strings.TrimSuffix(pairs.String(), ",") + `]}],"Standings":[` + list(`{"Player":"Player %d"},`) + `]}`},
		"topdeck, from both sides":  {transfer.TopDeck, `{"Tournament":{"Name":"x"},"Rounds":[{"RoundName":"Round 1","Matches":[` + strings.TrimSuffix(strings.Repeat(`{"Player1":"a","Player2":"b","Result":"2-0-0"},`, n), ",") + `]}],"Standings":[]}`},
		"topdeck, long name":        {transfer.TopDeck, `{"Tournament":{"Name":"` + strings.Repeat("x\u0301 ", 100*n) + `"},"Rounds":[],"Standings":[{"Player":"a"}]}`},
		"challonge, many rounds":    {transfer.Challonge, `[` + list(`{"match":{"round":%[1]d,"player1_id":1,"player2_id":2}},`) + `]`},
		"challonge, byes":           {transfer.Challonge, `{"tournament":{"name":"x","tournament_type":"swiss","participants":[` + list(`{"participant":{"id":%[1]d,"name":"a%[1]d"}},`) + `],"matches":[]}}`},
		"eventlink, names":          {transfer.EventLink, `{"gameStateV2AtRound":{"teams":[` + list(`{"teamId":"t %d"},`) + `],"rounds":[]}}`},
		"startgg, sets of one":      {transfer.StartGG, `{"data":{"event":{"name":"x","sets":{"nodes":[{"slots":[{"entrant":{"id":1}},{"entrant":{"id":2}}],"state":3,"winnerId":1,"games":[` + strings.TrimSuffix(strings.Repeat(`{"winnerId":1},`, 20*n), ",") + `]}]}}}}`},
		"lorcana, one match":        {transfer.Lorcana, `{"results":[{"tournament_round":1,"player_match_relationships":[` + list(`{"player_order":%[1]d,"player":{"id":%[1]d,"best_identifier":"p%[1]d"}},`) + `]}]}`},
		"csv, taken numbers":        {transfer.CSV, "ID,Name\n" + strings.ReplaceAll(taken("%s,Player %d\n"), "no id", "no")},
		"csv, many columns":         {transfer.CSV, "Name" + strings.Repeat(",Name", 50) + "\n" + each(strings.Repeat("x,", 50)+"%d\n")},
		"csv, columns beyond":       {transfer.CSV, "Name" + strings.Repeat(",x", 100*n) + "\n"},
		"csv, one long cell":        {transfer.CSV, "Name\n\"" + strings.Repeat("x\n", 100*n) + "\"\n"},
		"csv, quotes":               {transfer.CSV, "Name,ID\n" + strings.Repeat("\"", 200*n) + "\n"},
		"csv, tags":                 {transfer.CSV, "Name,Team,Rating\n" + each("Player %[1]d,Team %[1]d,%[1]d\n")},
		"csv, rounds of one":        {transfer.CSV, "Player 1,Player 2,Result\n" + strings.Repeat("a,b,2-0\n", n)},
		"trf, long line":            {transfer.TRF, "001    1 " + strings.Repeat(" ", 80) + strings.Repeat("     0   Z", 20*n) + "\n"},
		"trf, many rounds":          {transfer.TRF, each("001 %4d " + strings.Repeat(" ", 80) + strings.Repeat("0000 - U  ", 60) + "\n")},
		"trf, long names":           {transfer.TRF, each("001 %4d " + strings.Repeat("é", 200) + "\n")},
		"topcut, tags":              {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","players":[` + list(`{"id":"%[1]d","tag":"t%[1]d","flight":"f%[1]d","division":"d%[1]d"},`) + `]}`},
		"topcut, seeds":             {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","players":[` + list(`{"id":"%d"},`) + `],"cut_seeds":[` + list(`"%d",`) + `]}`},
		"topcut, divisions":         {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","players":[` + list(`{"id":"%[1]d","division":"d%[1]d"},`) + `],"cut":{"per_division":{` + list(`"d%d":1,`) + `}}}`},
		"topcut, options":           {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","options":{` + list(`"o%d":"x",`) + `},"players":[]}`},
		"topcut, doubled keys":      {transfer.Topcut, `{` + strings.TrimSuffix(strings.Repeat(`"version":1,`, n), ",") + `}`},
		"topcut, keys":              {transfer.Topcut, `{` + list(`"k%d":1,`) + `}`},
		"topcut, deep":              {transfer.Topcut, strings.Repeat(`{"a":`, 100*n)},
		"topcut, log":               {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","players":[],"log":[` + list(`{"seq":%d},`) + `]}`},
		"topcut, late":              {transfer.Topcut, `{"version":1,"name":"x","ruleset":"magic","players":[` + list(`{"id":"%[1]d","late_rounds":60}`+`,`) + `],"rounds":[{"number":1},{"number":2},{"number":3}]}`},
	}
}

// manyTeams are teams of two, of which each two meet.
func manyTeams(n int) string {
	var players, teams strings.Builder
	for i := range (n + 3) / 4 { // at least n players
		for k, with := range []int{3, 4, 1, 2} {
			players.WriteString(memberLine(4*i+k+1, "x", "", fmt.Sprintf("  %4d %c %c", 4*i+with, "wbbw"[k], "1=0="[k])))
		}
		teams.WriteString(oldTeam("x", 4*i+1, 4*i+2) + oldTeam("y", 4*i+3, 4*i+4))
	}
	return players.String() + teams.String()
}

// growing are all large and hostile files at a size, and the tournament file of each
// large one that is read.
func growing(tb testing.TB, n int) map[string]written {
	tb.Helper()
	all := large(n)
	for name, f := range maps.Clone(all) {
		in, err := transfer.Read([]byte(f.text), transfer.Options{Format: f.format, Load: cached})
		if err != nil {
			continue
		}
		var b bytes.Buffer
		if err := file.Write(&b, in.Events[0].Tournament); err != nil {
			tb.Fatal(err)
		}
		all["topcut of "+name] = written{transfer.Topcut, b.String()}
	}
	maps.Copy(all, hostile(n))
	return all
}

func (f written) read() (*transfer.Import, error) {
	return transfer.Read([]byte(f.text), transfer.Options{Format: f.format, Load: cached})
}

// BenchmarkGrowthRead measures every reader with events of many players and with hostile
// files, by the bytes of the file.
func BenchmarkGrowthRead(b *testing.B) {
	sizes := []int{500, 1000, 2000}
	made := map[int]map[string]written{}
	for _, n := range sizes {
		made[n] = growing(b, n)
	}
	for _, name := range slices.Sorted(maps.Keys(made[sizes[0]])) {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, sizes, func(n int) (int, func() func()) {
				f := made[n][name]
				return len(f.text), func() func() { _, _ = f.read(); return nil }
			})
		})
	}
}

// TestReadersDoNoMoreThanGrows: for twice the bytes no reader allocates more than two and a
// half times as much or, where code is counted, runs more than 2.14 times as much, which is
// an exponent of 1.1. Every fifteenth file is read, and where code is counted, as CI does, all.
func TestReadersDoNoMoreThanGrows(t *testing.T) {
	small, twice := growing(t, 150), growing(t, 300)
	for i, name := range slices.Sorted(maps.Keys(small)) {
		if testing.CoverMode() == "" && i%15 != 0 {
			continue
		}
		growth.Hold(t, name, float64(len(twice[name].text))/float64(len(small[name].text)),
			growth.Of(t, func() { _, _ = small[name].read() }), growth.Of(t, func() { _, _ = twice[name].read() }))
	}
}

func TestMain(m *testing.M) { growth.Main(m) }
