package transfer_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"

	"topcut/tournament/testrun"
	"topcut/tournament/transfer"
)

// written is a file for a reader. One without a format is found by content.
type written struct {
	format transfer.Format
	text   string
}

// large are big files for every reader: real events of so many players, and files made to
// cost as much as they can, which grow with the players.
func large(players int) map[string]written {
	const rounds = 6
	times := func(n int) int { return n * players / 1000 }
	var tom, podded, wer, teams, trf, nrtm, nrtmRounds, csv, kts, linked, people, cached strings.Builder
	for i := range players {
		fmt.Fprintf(&tom, "\t\t<player userid=\"%d\">\n\t\t\t<firstname>Player</firstname>\n\t\t\t<lastname>%d</lastname>\n\t\t\t<birthdate>02/27/1990</birthdate>\n\t\t</player>\n", 1000+i, i)
		fmt.Fprintf(&wer, "<person id=\"%d\" first=\"Player\" last=\"%d\"/>", 1000+i, i)
		fmt.Fprintf(&teams, "<team id=\"t%d\" status=\"2\"><member person=\"%d\"/></team>", i, 1000+i)
		fmt.Fprintf(&nrtm, `{"id":%d,"name":"Player %d","rank":%d,"matchPoints":0},`, 1000+i, i, i)
		fmt.Fprintf(&kts, "<TournPlayer><Player><ID>%010d</ID><FirstName>Player</FirstName><LastName>%d</LastName></Player><DropReason>Active</DropReason></TournPlayer>", 1000+i, i)
		fmt.Fprintf(&linked, `{"teamId":"t%d","players":[{"displayName":"Player %d"}]},`, i, i)
		fmt.Fprintf(&people, `{"participant":{"id":%d,"name":"Player %d","seed":%d}},`, i+1, i, i+1)
		fmt.Fprintf(&cached, `{"Rank":%d,"Player":"Player %d","Points":0,"OMWP":0.33},`, i+1, i)
		fmt.Fprintf(&trf, "001 %4d      %-33s %4d%27s %4.1f %4d", i+1, "Player", 1500, "", 4.0, i+1)
		other := i ^ 1
		for r := range rounds {
			fmt.Fprintf(&trf, "  %4d %c %c", other+1, "wb"[i&1], "10"[(i^r)&1])
		}
		trf.WriteString("\n")
	}
	var werRounds, ktsMatches, linkedRounds, met, duels, melee, sets, hub strings.Builder
	for r := range rounds {
		fmt.Fprintf(&linkedRounds, `{"roundNumber":%d,"matches":[`, r+1)
		duels.WriteString(`{"RoundName":"Top Random","Matches":[`)
		fmt.Fprintf(&melee, `{"RoundName":"Round %d","Matches":[`, r+1)
		fmt.Fprintf(&podded, "<round number=\"%d\" type=\"3\" stage=\"6\" ><matches>", r+1)
		fmt.Fprintf(&werRounds, "<round number=\"%d\">", r+1)
		nrtmRounds.WriteString("[")
		for i := 0; i < players; i += 2 {
			fmt.Fprintf(&podded, "<match outcome=\"1\"><player1 userid=\"%d\"/><player2 userid=\"%d\"/><tablenumber>%d</tablenumber></match>\n", 1000+i, 1001+i, i/2+1)
			fmt.Fprintf(&werRounds, "<match person=\"%d\" opponent=\"%d\" outcome=\"1\" win=\"2\" loss=\"0\" draw=\"0\"/>", 1000+i, 1001+i)
			fmt.Fprintf(&nrtmRounds, `{"table":%d,"player1":{"id":%d,"combinedScore":6},"player2":{"id":%d,"combinedScore":0}},`, i/2+1, 1000+i, 1001+i)
			fmt.Fprintf(&csv, "%d,%d,Player %d,Player %d,2-1\n", r+1, i/2+1, i, i+1)
			fmt.Fprintf(&ktsMatches, "<TournMatch><Player>%d</Player><Player>%d</Player><Round>%d</Round><Status>Winner</Status><Winner>%d</Winner></TournMatch>", 1000+i, 1001+i, r+1, 1000+i)
			fmt.Fprintf(&linkedRounds, `{"teamIds":["t%d","t%d"],"tableNumber":%d,"results":[{"teamId":"t%d","wins":2,"losses":1,"draws":0}]},`, i, i+1, i/2+1, i)
			fmt.Fprintf(&met, `{"match":{"state":"complete","player1_id":%d,"player2_id":%d,"winner_id":%d,"round":%d,"scores_csv":"3-1,3-2"}},`, i+1, i+2, i+1, r+1)
			fmt.Fprintf(&duels, `{"Player1":"Player %d","Player2":"Player %d","Result":"1-0-0"},`, i, i+1)
			fmt.Fprintf(&melee, `{"Player1":"Player %d","Player2":"Player %d","Result":"2-1-0"},`, i, i+1)
			fmt.Fprintf(&sets, `{"state":3,"round":%d,"winnerId":%d,"games":[{"winnerId":%d}],"displayScore":"Player %d 2 - Player %d 1 (best of three, streamed)","slots":[{"entrant":{"id":%d,"name":"Player %d"}},{"entrant":{"id":%d,"name":"Player %d"}}]},`, r+1, i+1, i+1, i, i+1, i+1, i, i+2, i+1)
			fmt.Fprintf(&hub, `{"tournament_round":%d,"table_number":%d,"status":"COMPLETE","winning_player":%d,"games_won_by_winner":2,"player_match_relationships":[{"player_order":1,"player":{"id":%d,"best_identifier":"Player %d"}},{"player_order":2,"player":{"id":%d,"best_identifier":"Player %d"}}]},`, r+1, i/2+1, i+1, i+1, i, i+2, i+1)
		}
		for _, b := range []*strings.Builder{&linkedRounds, &duels, &melee} {
			b.WriteString("]},")
		}
		podded.WriteString("</matches></round>")
		werRounds.WriteString("</round>")
		nrtmRounds.WriteString("{}],")
	}
	var keys strings.Builder
	for i := range times(30_000) {
		fmt.Fprintf(&keys, `"%x":1,`, i)
	}
	trim := func(b *strings.Builder) string { return strings.TrimSuffix(b.String(), ",") }
	whole := func(b *strings.Builder) string { return strings.ReplaceAll(trim(b), ",]", "]") }
	// dense is a list of objects with the given number of bytes each, four megabytes for
	// 1,000 players.
	dense := func(bytes int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(`{"k":"`+strings.Repeat("x", bytes-9)+`"},`, times((1<<22)/bytes)), ",") + "]"
	}
	return map[string]written{
		"tom":  {transfer.TOM, `<tournament type="3" stage="4"><players>` + tom.String() + `</players><pods><pod category="2"><rounds>` + podded.String() + `</rounds></pod></pods></tournament>`},
		"wer":  {transfer.WER, `<event title="x"><participation>` + wer.String() + teams.String() + `</participation><matches>` + werRounds.String() + `</matches></event>`},
		"trf":  {transfer.TRF, "012 x\n" + trf.String()},
		"nrtm": {transfer.NRTM, `{"players":[` + trim(&nrtm) + `],"rounds":[` + trim(&nrtmRounds) + `]}`},
		"csv":  {transfer.CSV, "Round,Table,Player 1,Player 2,Result\n" + csv.String()},
		"kts":  {transfer.KTS, `<Tournament><TournamentPlayers>` + kts.String() + `</TournamentPlayers><Matches>` + ktsMatches.String() + `</Matches></Tournament>`},

		"eventlink": {transfer.EventLink, `{"gameStateV2AtRound":{"rounds":[` + whole(&linkedRounds) + `],"teams":[` + trim(&linked) + `]}}`},
		"challonge": {transfer.Challonge, `{"tournament":{"name":"x","tournament_type":"swiss","participants":[` + trim(&people) + `],"matches":[` + trim(&met) + `]}}`},
		"topdeck":   {transfer.TopDeck, `{"Tournament":{"Name":"x"},"Rounds":[` + whole(&duels) + `],"Standings":[` + trim(&cached) + `]}`},
		"melee":     {transfer.Melee, `{"Tournament":{"Name":"x"},"Rounds":[` + whole(&melee) + `],"Standings":[]}`},
		"startgg":   {transfer.StartGG, `{"data":{"event":{"name":"x","sets":{"nodes":[` + trim(&sets) + `]}}}}`},
		"lorcana":   {transfer.Lorcana, `{"results":[` + trim(&hub) + `]}`},

		"dense teams":        {transfer.EventLink, `{"gameStateV2AtRound":{"teams":` + dense(28) + `}}`},
		"dense rounds":       {transfer.EventLink, `{"gameStateV2AtRound":{"rounds":` + dense(28) + `}}`},
		"dense standings":    {transfer.EventLink, `{"gameStateV2AtRound":{"rounds":[{"standings":` + dense(28) + `}]}}`},
		"dense matches":      {transfer.TopDeck, `{"Rounds":[{"Matches":` + dense(24) + `}]}`},
		"dense places":       {transfer.Melee, `{"Rounds":[{"RoundName":"Round 1"}],"Standings":` + dense(24) + `}`},
		"dense entries":      {transfer.Challonge, dense(46)},
		"dense participants": {transfer.Challonge, `{"tournament":{"participants":` + dense(46) + `}}`},
		"dense sets":         {transfer.StartGG, `{"data":{"event":{"sets":{"nodes":` + dense(18) + `}}}}`},
		"dense slots":        {transfer.StartGG, `{"slots":` + dense(18) + `}`},
		"dense results":      {transfer.Lorcana, `{"results":` + dense(30) + `}`},
		"dense people":       {transfer.Lorcana, `{"results":[{"player_match_relationships":` + dense(30) + `}]}`},
		"many keys":          {"", `{"k":{` + strings.TrimSuffix(strings.Repeat(`"k":1,`, times(1<<16)), ",") + `}}`},
		"other keys":         {"", `{` + strings.TrimSuffix(keys.String(), ",") + `}`},
		"names of no format": {"", strings.Repeat("a,b;c\td\n", times(1<<16))},
		"small elements":     {transfer.TOM, "<tournament>" + strings.Repeat("<a/>", times(500_000)) + "</tournament>"},
		"small attributes":   {transfer.WER, "<event>" + strings.Repeat(`<a b=""/>`, times(50_000)) + "</event>"},
		"deep elements":      {transfer.KTS, strings.Repeat("<Tournament>", times(40_000))},
		"small objects":      {transfer.NRTM, `{"rounds":[[` + strings.TrimSuffix(strings.Repeat("{},", times(150_000)), ",") + `]]}`},
		"objects at limit":   {transfer.NRTM, `{"rounds":[[` + strings.TrimSuffix(strings.Repeat(`{"k":"xxxxxxxxxxxxxxxxxxx"},`, times(18_000)), ",") + `]]}`},
		"small lists":        {transfer.NRTM, `{"rounds":[` + strings.TrimSuffix(strings.Repeat("[],", times(150_000)), ",") + `]}`},
		"deep lists":         {transfer.Challonge, strings.Repeat("[", times(500_000))},
		"many names":         {transfer.CSV, "Player 1,Player 2\n" + strings.Repeat("a,b\n", times(120_000))},
		"bare matches":       {transfer.Challonge, dense(46)},
		"records":            {transfer.Challonge, `{"included":[{"attributes":{}}],"data":` + strings.ReplaceAll(dense(32), `{"k":"`+strings.Repeat("x", 15), `{"type":"match","k":"`) + `}`},
		"participants":       {transfer.Challonge, `{"data":[` + strings.TrimSuffix(strings.Repeat(`{"id":"1","type":"participant","attributes":{"name":"A","k":"xxxxxxx"}},`, times(60_000)), ",") + `]}`},
		"bare sets":          {transfer.StartGG, "[" + strings.TrimSuffix(strings.Repeat(`{"state":3,"k":1},`, times(230_000)), ",") + "]"},
		"a pool":             {transfer.StartGG, `{"data":{"phaseGroup":{"sets":{"nodes":` + dense(18) + `}}}}`},
		"phases":             {transfer.Lorcana, `{"tournament_phases":[{"rounds":[{"matches":` + dense(30) + `}]}]}`},
		"a whole event":      {transfer.Lorcana, `{"tournament_phases":[{"rounds":[{"round_number":1,"matches":[` + strings.TrimSuffix(strings.Repeat(`{"status":"COMPLETE","k":"`+strings.Repeat("x", 150)+`","player_match_relationships":[{"player_order":0,"user_event_status":{"user":{"id":1}}},{}]},`, times(30_000)), ",") + `]}]}]}`},
		"many lines":         {transfer.TRF, strings.Repeat("001    1\n", times(50_000))},
		"long round lines":   {transfer.TRF, "001    1" + strings.Repeat(" ", 81) + strings.Repeat("     2 w 1", times(40_000))},
	}
}

// TestMemoryStaysWithinTenTimesTheFile: a file cannot cost more than ten times its
// size, and four megabytes for what does not grow with it (rulesets, the collector). With
// -at-length the files are three times as large.
func TestMemoryStaysWithinTenTimesTheFile(t *testing.T) {
	read := map[transfer.Format]bool{transfer.Topcut: true} // no other program's
	for name, f := range large(testrun.UpTo(300, 1000)) {
		read[f.format] = true
		data := []byte(f.text)
		var err error
		most := 10*len(data) + 4<<20
		peak := peakOf(func() { _, err = transfer.Read(data, transfer.Options{Format: f.format, Load: cached}) })
		for try := 0; peak > most && try < 4; try++ { // a collector that waited for a core let the heap grow
			peak = min(peak, peakOf(func() { _, err = transfer.Read(data, transfer.Options{Format: f.format, Load: cached}) }))
		}
		times := float64(peak) / float64(len(data))
		t.Logf("%s: %d bytes, %.1f times, %v", name, len(data), times, err)
		if peak > most {
			t.Errorf("%s: %d bytes took %d, %.1f times", name, len(data), peak, times)
		}
	}
	for _, format := range transfer.Formats() {
		if !read[format] {
			t.Errorf("no file of %s is large", format)
		}
	}
}

// peakOf returns the most that was live while f ran, as the collector found it, which runs
// at every fiftieth of growth: the files of the test alone are a hundred megabytes. What is
// dead and not yet freed is not counted: how much that is depends on when the collector gets
// a core. All take turns on one processor, and nothing stops the world to look.
func peakOf(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(2))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	now := func() uint64 {
		in := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(in)
		return in[0].Value.Uint64()
	}
	runtime.GC()
	before := now()
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		top := uint64(0)
		for {
			select {
			case <-stop:
				most <- top
				return
			default:
				top = max(top, now())
				runtime.Gosched()
			}
		}
	}()
	f()
	after := now()
	close(stop)
	top := max(<-most, after)
	return int(top - min(before, top))
}
