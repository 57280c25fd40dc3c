package transfer_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"topcut/tournament/transfer"
)

// large are big files: real events of 1,000 players, and files made to cost as much
// as they can.
func large() map[string]struct {
	format transfer.Format
	text   string
} {
	const players, rounds = 1000, 6
	var tom, podded, wer, teams, trf, nrtm, nrtmRounds, csv, kts strings.Builder
	for i := range players {
		fmt.Fprintf(&tom, "\t\t<player userid=\"%d\">\n\t\t\t<firstname>Player</firstname>\n\t\t\t<lastname>%d</lastname>\n\t\t\t<birthdate>02/27/1990</birthdate>\n\t\t</player>\n", 1000+i, i)
		fmt.Fprintf(&wer, "<person id=\"%d\" first=\"Player\" last=\"%d\"/>", 1000+i, i)
		fmt.Fprintf(&teams, "<team id=\"t%d\" status=\"2\"><member person=\"%d\"/></team>", i, 1000+i)
		fmt.Fprintf(&nrtm, `{"id":%d,"name":"Player %d","rank":%d,"matchPoints":0},`, 1000+i, i, i)
		fmt.Fprintf(&kts, "<TournPlayer><Player><ID>%010d</ID><FirstName>Player</FirstName><LastName>%d</LastName></Player><DropReason>Active</DropReason></TournPlayer>", 1000+i, i)
		fmt.Fprintf(&trf, "001 %4d      %-33s %4d%27s %4.1f %4d", i+1, "Player", 1500, "", 4.0, i+1)
		other := i ^ 1
		for r := range rounds {
			fmt.Fprintf(&trf, "  %4d %c %c", other+1, "wb"[i&1], "10"[(i^r)&1])
		}
		trf.WriteString("\n")
	}
	var werRounds, ktsMatches strings.Builder
	for r := range rounds {
		fmt.Fprintf(&podded, "<round number=\"%d\" type=\"3\" stage=\"6\" ><matches>", r+1)
		fmt.Fprintf(&werRounds, "<round number=\"%d\">", r+1)
		nrtmRounds.WriteString("[")
		for i := 0; i < players; i += 2 {
			fmt.Fprintf(&podded, "<match outcome=\"1\"><player1 userid=\"%d\"/><player2 userid=\"%d\"/><tablenumber>%d</tablenumber></match>\n", 1000+i, 1001+i, i/2+1)
			fmt.Fprintf(&werRounds, "<match person=\"%d\" opponent=\"%d\" outcome=\"1\" win=\"2\" loss=\"0\" draw=\"0\"/>", 1000+i, 1001+i)
			fmt.Fprintf(&nrtmRounds, `{"table":%d,"player1":{"id":%d,"combinedScore":6},"player2":{"id":%d,"combinedScore":0}},`, i/2+1, 1000+i, 1001+i)
			fmt.Fprintf(&csv, "%d,%d,Player %d,Player %d,2-1\n", r+1, i/2+1, i, i+1)
			fmt.Fprintf(&ktsMatches, "<TournMatch><Player>%d</Player><Player>%d</Player><Round>%d</Round><Status>Winner</Status><Winner>%d</Winner></TournMatch>", 1000+i, 1001+i, r+1, 1000+i)
		}
		podded.WriteString("</matches></round>")
		werRounds.WriteString("</round>")
		nrtmRounds.WriteString("{}],")
	}
	trim := func(b *strings.Builder) string { return strings.TrimSuffix(b.String(), ",") }
	type entry = struct {
		format transfer.Format
		text   string
	}
	return map[string]entry{
		"tom":  {transfer.TOM, `<tournament type="3" stage="4"><players>` + tom.String() + `</players><pods><pod category="2"><rounds>` + podded.String() + `</rounds></pod></pods></tournament>`},
		"wer":  {transfer.WER, `<event title="x"><participation>` + wer.String() + teams.String() + `</participation><matches>` + werRounds.String() + `</matches></event>`},
		"trf":  {transfer.TRF, "012 x\n" + trf.String()},
		"nrtm": {transfer.NRTM, `{"players":[` + trim(&nrtm) + `],"rounds":[` + trim(&nrtmRounds) + `]}`},
		"csv":  {transfer.CSV, "Round,Table,Player 1,Player 2,Result\n" + csv.String()},
		"kts":  {transfer.KTS, `<Tournament><TournamentPlayers>` + kts.String() + `</TournamentPlayers><Matches>` + ktsMatches.String() + `</Matches></Tournament>`},

		"small elements":   {transfer.TOM, "<tournament>" + strings.Repeat("<a/>", 500_000) + "</tournament>"},
		"small attributes": {transfer.WER, "<event>" + strings.Repeat(`<a b=""/>`, 50_000) + "</event>"},
		"deep elements":    {transfer.KTS, strings.Repeat("<Tournament>", 40_000)},
		"small objects":    {transfer.NRTM, `{"rounds":[[` + strings.TrimSuffix(strings.Repeat("{},", 150_000), ",") + `]]}`},
		"objects at limit": {transfer.NRTM, `{"rounds":[[` + strings.TrimSuffix(strings.Repeat(`{"k":"xxxxxxxxxxxxxxxxxxx"},`, 18_000), ",") + `]]}`},
		"small lists":      {transfer.NRTM, `{"rounds":[` + strings.TrimSuffix(strings.Repeat("[],", 150_000), ",") + `]}`},
		"deep lists":       {transfer.Challonge, strings.Repeat("[", 500_000)},
		"many names":       {transfer.CSV, "Player 1,Player 2\n" + strings.Repeat("a,b\n", 120_000)},
		"many lines":       {transfer.TRF, strings.Repeat("001    1\n", 50_000)},
		"long round lines": {transfer.TRF, "001    1" + strings.Repeat(" ", 81) + strings.Repeat("     2 w 1", 40_000)},
	}
}

// TestMemoryStaysWithinTenTimesTheFile: a file cannot cost more than ten times its
// size, and four megabytes for what does not grow with it (rulesets, the collector).
func TestMemoryStaysWithinTenTimesTheFile(t *testing.T) {
	for name, f := range large() {
		data := []byte(f.text)
		peak := peakOf(func() { _, _ = transfer.Read(data, transfer.Options{Format: f.format, Load: cached}) })
		times := float64(peak) / float64(len(data))
		t.Logf("%s: %d bytes, %.1f times", name, len(data), times)
		if peak > 10*len(data)+4<<20 {
			t.Errorf("%s: %d bytes took %d, %.1f times", name, len(data), peak, times)
		}
	}
}

// peakOf returns the most that was in use while f ran, with a collector that runs
// at every twentieth of growth.
func peakOf(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		var m runtime.MemStats
		top := uint64(0)
		for {
			select {
			case <-stop:
				most <- top
				return
			default:
				runtime.ReadMemStats(&m)
				top = max(top, m.HeapAlloc)
				runtime.Gosched()
			}
		}
	}()
	f()
	runtime.ReadMemStats(&m)
	close(stop)
	top := max(<-most, m.HeapAlloc)
	return int(top - min(before, top))
}
