package transfer_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
	"topcut/tournament/transfer"
)

// otherWriter is a file as a program writes it that is not the one of the seed: other
// fields are there, in another order, as other kinds of values, or of another version.
type otherWriter struct {
	name   string
	format transfer.Format
	text   string
	want   string // points before the elimination, and each match of it
	left   string // what is named as not read
}

// otherWriters are made up here. Of which programs they follow the names say.
func otherWriters() []otherWriter {
	return []otherWriter{
		{
			"a tool that makes .tdf files: rounds without a type, no rosters, no birth dates, one pod for all",
			transfer.TOM,
			`<?xml version="1.0" encoding="UTF-8"?>
<tournament type="2" stage="5" version="1.82" gametype="TRADING_CARD_GAME" mode="CUSTOM">
  <data><name>Caf&#233; League</name><roundtime>50</roundtime><startdate>05/02/2026</startdate></data>
  <players>
    <player userid="1"><firstname>Ann</firstname><lastname>A</lastname></player>
    <player userid="2"><firstname>Bo</firstname><lastname>B</lastname><dropped><status>1</status><round>2</round></dropped></player>
    <player userid="3"><firstname>Cy</firstname><lastname>C</lastname><staticseat>7</staticseat></player>
  </players>
  <pods><pod category="10" stage="0"><rounds>
    <round number="2"><matches><match outcome="3"><player1 userid="2"/><player2 userid="3"/><tablenumber>1</tablenumber></match><match outcome="5"><player userid="1"/><tablenumber>0</tablenumber></match></matches></round>
    <round number="1"><starttime>05/02/2026 10:00:00</starttime><matches><match outcome="1"><player1 userid="1"/><player2 userid="2"/><tablenumber>1</tablenumber></match><match outcome="5"><player userid="3"/><tablenumber>0</tablenumber></match></matches></round>
  </rounds></pod></pods>
</tournament>`,
			"Ann A 6, Cy C 4, Bo B 1", "data/roundtime players/player/staticseat",
		},
		{
			"KTS 2: no declaration, ids without zeros in front, the words of the older version",
			transfer.KTS,
			`<Tournament><ID>E10-1</ID><Name>Spring</Name><Format>Advanced</Format><CurrentRound>2</CurrentRound><PlayoffRound>0</PlayoffRound><Finalized>False</Finalized>
<TournamentPlayers>
<TournPlayer><Player><ID>11</ID><FirstName>Ann</FirstName><LastName>A</LastName></Player><Rank>1</Rank><DropRound>0</DropRound></TournPlayer>
<TournPlayer><Player><ID>12</ID><FirstName>Bo</FirstName><LastName>B</LastName></Player></TournPlayer>
<TournPlayer><Player><ID>13</ID><FirstName>Cy</FirstName><LastName>C</LastName></Player></TournPlayer>
</TournamentPlayers><Matches>
<TournMatch><Player>11</Player><Player>12</Player><Round>2</Round><Status>Incomplete</Status><Table>1</Table><Winner>0</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
<TournMatch><Player>13</Player><Player>0</Player><Round>2</Round><Status>Winner</Status><Table>2</Table><Winner>13</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
<TournMatch><Player>12</Player><Player>13</Player><Round>1</Round><Status>DoubleLoss</Status><Table>1</Table><Winner>0</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
<TournMatch><Player>11</Player><Player>0</Player><Round>1</Round><Status>Winner</Status><Table>2</Table><Winner>11</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
</Matches><PenaltyList><Penalty><Player>12</Player></Penalty></PenaltyList></Tournament>`,
			"Ann A 3, Cy C 3, Bo B 0", "Format PenaltyList",
		},
		{
			"a tool that makes .Tournament files: ids in elements of their own, BYE as a word",
			transfer.KTS,
			`<Tournament><CurrentRound>1</CurrentRound><TournamentPlayers>
<TournPlayer><Player><ID>111</ID><FirstName>Ann</FirstName><LastName>A</LastName></Player></TournPlayer>
<TournPlayer><Player><ID>112</ID><FirstName>Bo</FirstName><LastName>B</LastName></Player></TournPlayer>
<TournPlayer><Player><ID>113</ID><FirstName>Cy</FirstName><LastName>C</LastName></Player></TournPlayer>
</TournamentPlayers><Matches>
<TournMatch><Round>1</Round><Table>7</Table><Player><ID>111</ID></Player><Player><ID>BYE</ID></Player><Status>Unreported</Status></TournMatch>
<TournMatch><Round>1</Round><Table>8</Table><Player><ID>112</ID></Player><Player><ID>113</ID></Player><Status>Winner</Status><Winner>113</Winner></TournMatch>
</Matches></Tournament>`,
			"Ann A 3, Cy C 3, Bo B 0", "",
		},
		{
			"a serializer's .wer file: a declaration, end tags, attributes in another order, rounds from the last, words in lower case",
			transfer.WER,
			`<?xml version="1.0" encoding="utf-8"?>
<event format='STANDARD' title='Friday' numberofrounds='2'>
  <matches>
    <round date="2015-01-02" number="2"><match draw="0" loss="0" win="0" outcome="1" winbydrop="true" opponent="33" person="0011"></match></round>
    <round date="2015-01-02" number="1"><match draw="1" loss="1" win="1" outcome="2" winbydrop="false" opponent="0022" person="11"></match><match outcome="3" opponent="" person="33" win="2" loss="0" draw="0"></match></round>
  </matches>
  <participation>
    <team status="2"><member person="11"></member></team>
    <team status="3" eliminationround="1"><member person="22"></member></team>
    <team status="2"><member person="33"></member></team>
    <person last="A" first="Ann" id="11"></person><person last="B" first="Bo" id="22"></person><person last="C" first="Cy" id="33"></person>
  </participation>
</event>`,
			"Ann A 4, Cy C 3, Bo B 1", "@format",
		},
		{
			"the whole answer of a program of its own that asks EventLink: names in two parts, nulls, the result from the other side",
			transfer.EventLink,
			`{"data":{"gameStateV2AtRound":{"__typename":"GameStateV2","eventId":"e","gamesToWin":2,"drops":null,"teams":[
{"teamId":"b","teamName":null,"players":[{"personaId":"q","displayName":null,"firstName":"Bo","lastName":"B"}]},
{"teamId":"a","teamName":null,"players":[{"personaId":"p","displayName":null,"firstName":"Ann","lastName":"A"}]}],
"rounds":[{"roundNumber":2,"matches":[{"matchId":"2","isBye":false,"teamIds":["a","b"],"tableNumber":null,"results":null}],"standings":null},
{"roundNumber":1,"isPlayoff":null,"matches":[{"matchId":"1","isBye":false,"teamIds":["a","b"],"tableNumber":1,"results":[{"teamId":"b","wins":0,"losses":2,"draws":0}]}],
 "standings":[{"teamId":"a","rank":1,"matchPoints":3,"opponentMatchWinPercent":0.33,"gameWinPercent":1,"opponentGameWinPercent":0.33}]}]}}}`,
			"Ann A 3, Bo B 0", "data.gameStateV2AtRound.gamesToWin …standings.rank",
		},
		{
			"a library's list of Challonge matches: bare, ids as texts, who did not come, only the winner entered",
			transfer.Challonge,
			`[{"scores_csv":"","winner_id":"4","player2_id":"4","player1_id":"1","state":"complete","round":2,"identifier":"C"},
{"scores_csv":"-1-0","winner_id":"2","player2_id":"2","player1_id":"1","state":"complete","round":1,"identifier":"A"},
{"scores_csv":"1-1","winner_id":null,"player2_id":"4","player1_id":"3","state":"complete","round":1,"tie_breaker":true},
{"scores_csv":"0-2","winner_id":"3","player2_id":"3","player1_id":"2","state":"complete","round":2}]`,
			"3 4, 4 4, 2 3, 1 0", "tie_breaker",
		},
		{
			"Challonge, version 2.1: a list of records, what the sides scored",
			transfer.Challonge,
			`{"data":[
{"id":"71","type":"match","attributes":{"state":"complete","round":1,"identifier":"A","scores":"2 - 1","score_in_sets":[[2,1]],"points_by_participant":[{"participant_id":1,"scores":[2]},{"participant_id":2,"scores":[1]}],"winner_id":1,"tie":false,"timestamps":{"started_at":null}},"relationships":{"player1":{"data":{"id":"1","type":"participant"}},"player2":{"data":{"id":"2","type":"participant"}}}},
{"id":"72","type":"match","attributes":{"state":"complete","round":1,"scores":"","points_by_participant":[{"participant_id":3,"scores":[0]},{"participant_id":4,"scores":[2]}],"winner_id":4}}],
"included":[{"id":"1","type":"participant","attributes":{"name":"Ann","seed":1}},{"id":"2","type":"participant","attributes":{"name":"Bo","seed":2}},{"id":"3","type":"participant","attributes":{"name":"Cy","seed":3}},{"id":"4","type":"participant","attributes":{"name":"Dee","seed":4}},
{"id":"9","type":"tournament","attributes":{"name":"Cup","tournament_type":"swiss","swiss_options":{"rounds":3,"pts_for_match_win":"1.0"}}}],"meta":{"count":2}}`,
			"Ann 3, Dee 3, Bo 0, Cy 0", "…swiss_options.pts_for_match_win",
		},
		{
			"a query of start.gg for a pool: places and scores in place of winners and games, ids as texts",
			transfer.StartGG,
			`{"data":{"phaseGroup":{"id":9,"displayIdentifier":"A","sets":{"pageInfo":{"total":3},"nodes":[
{"round":2,"slots":[{"standing":{"placement":2,"stats":{"score":{"value":0}}},"entrant":{"id":"11","name":"Ann"}},{"standing":{"placement":1,"stats":{"score":{"value":3}}},"entrant":{"id":"13","name":"Cy"}}]},
{"round":1,"slots":[{"standing":{"placement":1,"stats":{"score":{"value":3.0}}},"entrant":{"id":"11","name":"Ann"}},{"standing":{"placement":2,"stats":{"score":{"value":1}}},"entrant":{"id":"12","name":"Bo"}}]},
{"round":1,"slots":[{"standing":{"placement":1,"stats":{"score":{"value":0}}},"entrant":{"id":"13","name":"Cy"}},{"standing":{"placement":2,"stats":{"score":{"value":-1}}},"entrant":{"id":"14","name":"Dee"}}]}]}}}}`,
			"Ann beats Bo, Cy beats Dee, Cy beats Ann", "",
		},
		{
			"a library's list of start.gg sets: nothing around them",
			transfer.StartGG,
			`[{"id":"preview_1","state":2,"round":1,"winnerId":null,"slots":[{"entrant":{"id":"preview_x","name":"Ann","initialSeedNum":null}},{"entrant":{"id":2,"name":"Bo"}}],"totalGames":5}]`,
			"Ann - Bo", "totalGames",
		},
		{
			"the first version of Play Hub: a whole event, users behind the registrations, games with the players, the cut",
			transfer.Lorcana,
			`{"id":9,"name":"Set Championship","tournament_phases":[{"order_in_phases":1,"round_type":"SWISS","rounds":[{"round_number":1,"matches":[
{"table_number":1,"status":"COMPLETE","player_match_relationships":[{"player_order":0,"games_won":2,"user_event_status":{"user":{"id":1,"best_identifier":"Ann"}}},{"player_order":1,"games_won":1,"user_event_status":{"user":{"id":2,"best_identifier":"Bo"}}}]},
{"table_number":-1,"status":"COMPLETE","match_is_bye":true,"player_match_relationships":[{"player_order":0,"games_won":-1,"user_event_status":{"user":{"id":3,"best_identifier":"Cy"}}}]}]}]},
{"order_in_phases":2,"round_type":"RANKED_SINGLE_ELIMINATION","rank_required_to_enter_phase":2,"rounds":[{"round_number":2,"matches":[
{"table_number":1,"status":"UPCOMING","player_match_relationships":[{"player_order":0,"games_won":-1,"user_event_status":{"user":{"id":3,"best_identifier":"Cy"}}},{"player_order":1,"games_won":-1,"user_event_status":{"user":{"id":1,"best_identifier":"Ann"}}}]}]}]}]}`,
			"Ann 3, Cy 3, Bo 0, Cy - Ann", "…tournament_phases.rank_required_to_ente…",
		},
		{
			"the list that a scraper keeps of a round: no round, only the winner, games as null",
			transfer.Lorcana,
			`{"id":501,"tournamentId":7,"results":[
{"id":1,"table_number":2,"winning_player":20,"games_won_by_winner":null,"status":"COMPLETE","player_match_relationships":[{"player":{"id":10,"best_identifier":"Ann","pronouns":null},"user_event_status":{"best_identifier":"ann"}},{"player":{"id":20,"best_identifier":"Bo"}}]},
{"id":2,"table_number":1,"match_is_unintentional_draw":true,"games_won_by_winner":1,"games_won_by_loser":1,"games_drawn":1,"status":"COMPLETE","player_match_relationships":[{"player":{"id":30,"best_identifier":"Cy"}},{"player":{"id":40,"best_identifier":"Dee"}}]}]}`,
			"Bo 3, Cy 1, Dee 1, Ann 0", "tournamentId",
		},
		{
			"NRTM: prestige in place of match points, a player who is the bye",
			transfer.NRTM,
			`{"name":"Store","cutToTop":0,"preliminaryRounds":1,"players":[{"id":1,"name":"Ann","rank":1,"prestige":6},{"id":2,"name":"Bo","prestige":6},{"id":3,"name":"Cy","prestige":0},{"id":4,"name":"Free seat","isBye":true}],
"rounds":[[{"table":1,"player1":{"id":1,"runnerScore":3,"corpScore":3},"player2":{"id":3,"runnerScore":0,"corpScore":0}},{"table":2,"player1":{"id":4,"runnerScore":0,"corpScore":0},"player2":{"id":2,"runnerScore":3,"corpScore":3}}]]}`,
			"Ann 6, Bo 6, Cy 0", "players.rank",
		},
		{
			"another fork of the collection of decks: nulls, byes as a sign, no decks",
			transfer.TopDeck,
			`{"Decks":null,"Standings":[{"Points":"3","Player":"Ann","OMWP":null},{"Points":3,"Player":"Bo"},{"Points":0,"Player":"Cy"}],"Rounds":[{"RoundName":1,"Matches":[{"Result":"1-0-0","Player2":"Cy","Player1":"Ann"},{"Result":"2-0","Player2":"-","Player1":"Bo"}]}],"Tournament":{"Name":"Duel","Date":"2024-05-01"}}`,
			"Ann 3, Bo 3, Cy 0", "",
		},
		{
			"another collection of Melee: names with blanks, no percentages",
			transfer.Melee,
			`{"Rounds":[{"Matches":[{"Result":"2 - 0 - 0","Player1":"Ann ","Player2":" bo"}],"RoundName":"Round 1"}],"Tournament":{"Name":"Open"},"Standings":[{"Rank":1,"Player":"Ann","Points":3},{"Rank":2,"Player":"Bo","Points":0}]}`,
			"Ann 3, Bo 0", "Standings.Rank",
		},
		{
			"TopDeck.gg itself about one event: byes in a table of their own, a draw, an open round, the cut",
			transfer.TopDeck,
			`{"data":{"name":"Monday Modern","game":"Magic: The Gathering","format":"Modern","startDate":1762000000},
"standings":[{"standing":1,"name":"Ann","id":"ua","decklist":"https://example.org/a","points":4,"winRate":0.66,"opponentWinRate":0.5},{"standing":2,"name":"Bo","id":"ub","decklist":null,"points":3},{"standing":3,"name":"Cy","id":"uc","points":4}],
"rounds":[{"round":1,"tables":[{"table":1,"players":[{"name":"Ann","id":"ua","decklist":null},{"name":"Bo","id":"ub"}],"winner":"Ann","winner_id":"ua","status":"Completed"},{"table":"Byes","players":[{"name":"Cy","id":"uc"}],"status":"Bye"}]},
{"round":2,"tables":[{"table":1,"players":[{"name":"Cy","id":"uc"},{"name":"Ann","id":"ua"}],"winner":"Draw","winner_id":"Draw","status":"Completed"},{"table":"Byes","players":[{"name":"Bo","id":"ub"}],"status":"Bye"}]},
{"round":"Top 2","tables":[{"table":1,"players":[{"name":"Ann","id":"ua"},{"name":"Cy","id":"uc"}],"winner":"Cy","winner_id":"uc","status":"Completed"}]}]}`,
			"Ann 4, Cy 4, Bo 3, Cy beats Ann", "standings.opponentWinRate",
		},
		{
			"TopDeck.gg itself, found by a search: pods of four, a guest without an account, a table that is played",
			transfer.TopDeck,
			`[{"TID":"x1","tournamentName":"Weekly pods","swissNum":2,"startDate":1762000000,"game":"Magic: The Gathering","format":"EDH","topCut":0,
"standings":[{"name":"Ann","id":"a","wins":1,"winsSwiss":1,"byes":0,"losses":0,"draws":0}],
"rounds":[{"round":1,"tables":[{"table":1,"players":[{"name":"Ann","id":"a"},{"name":"Bo","id":"b"},{"name":"Cy","id":"c"},{"name":"Guest Dee","id":null}],"winner":"Bo","winner_id":"b","status":"Completed"}]},
{"round":2,"tables":[{"table":1,"players":[{"name":"Bo","id":"b"},{"name":"Cy","id":"c"},{"name":"Guest Dee","id":null},{"name":"Ann","id":"a"}],"winner":null,"winner_id":null,"status":"Active"}]}]}]`,
			"Bo 5, Ann 0, Cy 0, Guest Dee 0", "",
		},
		{
			"chess, as Swiss-Manager writes it: slashes in dates, how many are rated, dates of rounds, no XXR",
			transfer.TRF,
			"012 Open of Exampleton\r\n022 Exampleton\r\n032 GER\r\n042 2026/05/01\r\n052 2026/05/02\r\n062 4 (3)\r\n072 3\r\n082 0\r\n092 Individual: Swiss-System\r\n102 IA Arbiter, Ada (99999999)\r\n122 90 min/40 + 30 sec\r\n" +
				trfRounds("26/05/01", "26/05/02") +
				trfPlayer(1, "m GM", "Ann, A", "2500 GER  1234567 1990/01/02", "1.5", 1, "   2 w 1", "   3 b =") +
				trfPlayer(2, "w", "Bo, B", "2400 GER           1991/00/00", "1.0", 3, "   1 b 0", "   4 w 1") +
				trfPlayer(3, "", "Cy, C", "", "1.5", 2, "   4 w +", "   1 w =") +
				trfPlayer(4, "m", "Dee, D", "2300 FRA", "0.0", 4, "   3 b -", "   2 b 0"),
			"Ann, A 3/2, Cy, C 3/2, Bo, B 1, Dee, D 0", "001 sex 001 title 001 federation 001 FIDE number 001 birth date 001 rank",
		},
		{
			"chess, as a pairing program for a club writes it: rounds in XXR, colour in XXC, half points, letters for results",
			transfer.TRF,
			"012 Club night\n" + trfPlayer(1, "", "Ann", "1800", "1.5", 1, "   2 w W", "0000 - H") + trfPlayer(2, "", "Bo", "1700", "0.5", 2, "   1 b L", "   3 w D") +
				trfPlayer(3, "", "Cy", "", "1.5", 3, "0000 - U", "   2 b D") + "XXR 3\nXXC white1\n",
			"Ann 3/2, Cy 3/2, Bo 1/2", "001 rank",
		},
		{
			"chess teams of TRF16, by 013 alone",
			transfer.TRF, teamLines, "Red 3, Green 2, Blue 1", "001 rank",
		},
		{
			"a table as people copy it from Melee: who won and by how much in a sentence",
			transfer.CSV,
			"Round,Table,Player 1,Player 2,Result\nRound 1,1,Ann,Bo,Ann won 2-1-0\nRound 1,2,Cy,Dee,0-0-3 Draw\nRound 2,1,Cy,Ann,Ann won 2-0-0\nRound 2,2,Dee,Bo,Bo won 2-0-0\n",
			"Ann 6, Bo 3, Cy 1, Dee 1", "",
		},
		{
			"a table as a spreadsheet writes it: semicolons, a mark in front, quoted names, byes as a word, points of each",
			transfer.CSV,
			"\ufeff\"Runde\";\"Tisch\";\"Spieler 1\";\"Spieler 2\";\"Punkte 1\";\"Punkte 2\"\r\n1;1;\"Ann, A.\";\"Bo\";2;1\r\n1;2;\"Cy\";\"Freilos\";;\r\n",
			"Ann, A. 3, Cy 3, Bo 0", "",
		},
		{
			"the rounds alone of TopDeck.gg: winners by name",
			transfer.TopDeck,
			`[{"round":1,"tables":[{"table":2,"players":[{"name":"Ann"},{"name":"Bo"}],"winner":"Bo"},{"table":1,"players":[{"name":"Cy"},{"name":"Dee"}],"winner":"draw"}]}]`,
			"Bo 3, Cy 1, Dee 1, Ann 0", "",
		},
	}
}

// trfPlayer returns the line of a player of a chess file. data is what stands from the
// rating to the date of birth; a round has the opponent, the colour and the result.
func trfPlayer(no int, title, name, data, points string, rank int, rounds ...string) string {
	line := fmt.Sprintf("001 %4d %-5s%-34s%-31s %4s %4d", no, title, name, data, points, rank)
	for _, r := range rounds {
		line += "  " + r
	}
	return line + "\r\n"
}

// trfRounds returns the line of the dates of the rounds.
func trfRounds(dates ...string) string {
	return fmt.Sprintf("132%-86s%s\r\n", "", "  "+strings.Join(dates, "  "))
}

// TestEachReaderReadsASecondWriter: a file of another writer of the format is known by its
// content and read to the standings, what is in it and not read is named, and what was
// read is a tournament file.
func TestEachReaderReadsASecondWriter(t *testing.T) {
	second := map[transfer.Format]bool{transfer.Topcut: true, transfer.TRF: true, transfer.CSV: true} // ours, and those with samples of several writers
	for _, w := range otherWriters() {
		second[w.format] = true
		t.Run(string(w.format)+" "+w.name, func(t *testing.T) {
			in := read(t, w.text)
			if in.Format != w.format {
				t.Fatalf("taken for %s", in.Format)
			}
			if len(in.Events) != 1 {
				t.Fatalf("%d events", len(in.Events))
			}
			e := in.Events[0]
			readsBack(t, e.Tournament)
			if got := outcomes(t, e.Tournament); got != w.want {
				t.Errorf("%s, want %s", got, w.want)
			}
			if got := leftOut(e.Findings); got != w.left {
				t.Errorf("named as not read: %q, want %q", got, w.left)
			}
			if _, differ, err := e.Compare(); err != nil || len(differ) > 0 {
				t.Errorf("published values differ: %v %v", differ, err)
			}
		})
	}
	for _, format := range transfer.Formats() {
		if !second[format] {
			t.Errorf("%s has no file of a second writer", format)
		}
	}
}

// outcomes writes the points after the rounds before the elimination, from the most to the
// fewest, and the matches of the elimination.
func outcomes(t *testing.T, tour *file.Tournament) string {
	t.Helper()
	ranked := 0
	var out []string
	for _, r := range tour.Ledger.Rounds {
		if r.Stage == ledger.Swiss || r.Stage == ledger.RoundRobin {
			ranked++
		}
	}
	if ranked > 0 {
		table, err := standings.Compute(tour.Ledger, tour.Rules, standings.Options{After: ranked})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(table.Rows, func(x, y standings.Row) int {
			return cmp.Or(y.Points.Cmp(x.Points), strings.Compare(name(tour, x.Player), name(tour, y.Player)))
		})
		for _, row := range table.Rows {
			out = append(out, fmt.Sprintf("%s %s", name(tour, row.Player), row.Points))
		}
	}
	for _, r := range tour.Ledger.Rounds[ranked:] {
		for _, m := range r.Matches {
			switch w := tour.Rules.Winner(&m); {
			case w < 0:
				out = append(out, name(tour, m.Seats[0])+" - "+name(tour, m.Seats[1]))
			default:
				out = append(out, name(tour, m.Seats[w])+" beats "+name(tour, m.Seats[1-w]))
			}
		}
	}
	return strings.Join(out, ", ")
}

func name(tour *file.Tournament, p int32) string {
	if n := tour.Players[p].Name; n != "" {
		return n
	}
	return tour.Players[p].ID
}

// leftOut returns the places that findings name as not read, separated by blanks.
func leftOut(findings []notice.Notice) string {
	i := slices.IndexFunc(findings, func(n notice.Notice) bool { return strings.HasPrefix(string(n.Code), "transfer.decided.left") })
	if i < 0 {
		return ""
	}
	var out []string
	for _, path := range findings[i].Arg("paths").(notice.List) {
		out = append(out, string(path.(notice.Text)))
	}
	if more := findings[i].Arg("more"); more != nil {
		out = append(out, fmt.Sprintf("+%v", more))
	}
	return strings.Join(out, " ")
}

// TestALargeFileOfASecondWriterIsNotTooDense: nested objects without much text in them are
// how these programs write, and no attack.
func TestALargeFileOfASecondWriterIsNotTooDense(t *testing.T) {
	for _, w := range otherWriters() {
		if !strings.HasPrefix(w.text, "{") && !strings.HasPrefix(w.text, "[") || w.format == transfer.NRTM {
			continue
		}
		text := w.text
		for _, list := range []string{`"nodes":[`, `"data":[`, `"matches":[`, `"results":[`, `"Matches":[`, "["} { // the first of these that the file has holds the matches
			if before, rest, ok := strings.Cut(text, list); ok {
				first := rest[:strings.LastIndexAny(rest[:firstOf(rest)], "}")+1]
				text = before + list + strings.Repeat(first+",", 500) + rest
				break
			}
		}
		_, err := transfer.Read([]byte(text), transfer.Options{Format: w.format})
		if err != nil && strings.Contains(err.Error(), "density") {
			t.Errorf("%s %s: %v", w.format, w.name, err)
		}
		if len(text) < 20_000 {
			t.Errorf("%s %s: %d bytes are no large file", w.format, w.name, len(text))
		}
	}
}

// firstOf returns the length of the object at the start of a list.
func firstOf(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// TestAFileWithoutPlayersIsRefused: a file with a header alone is no event, in any format,
// and what is missing is said.
func TestAFileWithoutPlayersIsRefused(t *testing.T) {
	for format, texts := range map[transfer.Format][]string{
		transfer.TOM:       {`<tournament type="2" stage="1" version="1.82" mode="TCG1DAY"><data><name>X</name></data></tournament>`, `<tournament><players/><pods><pod category="2"/></pods></tournament>`},
		transfer.NRTM:      {`{"name":"X","cutToTop":0,"preliminaryRounds":0,"players":[],"rounds":[]}`, tomeText(nil, nil, nil), `{"entityGroupMap":{}}`},
		transfer.TRF:       {"012 Club\n022 City\nXXR 5\n", "012 Club\n\n"},
		transfer.WER:       {`<event title="X" numberofrounds="3"/>`, `<event><participation/><matches/></event>`},
		transfer.KTS:       {`<Tournament><Name>X</Name></Tournament>`, `<Tournament><TournamentPlayers/><Matches/></Tournament>`},
		transfer.EventLink: {`{"gameStateV2AtRound":{"teams":[],"rounds":[]}}`, `{"data":{"gameStateV2AtRound":null}}`, `{"data":{"gameStateV2AtRound":{"rounds":[{"roundNumber":1,"matches":[]}]}}}`},
		transfer.TopDeck:   {`[]`, `[{"TID":"x","standings":[],"rounds":[]}]`, `{"data":{"name":"X"},"standings":[],"rounds":[{"round":1,"tables":[]}]}`},
		transfer.Melee:     {`{"Tournament":{"Name":"X"},"Rounds":[],"Standings":[]}`, `{"Tournament":{"Name":"X"},"Rounds":[{"RoundName":"Round 1","Matches":[]}]}`},
		transfer.CSV:       {"Round,Player 1,Player 2,Result\n", "Round;Player 1;Player 2\r\n;;\r\n", "Name,Division\n", "Name\tRating\n\t1500\n"},
		transfer.Challonge: {`{"tournament":{"name":"X","tournament_type":"swiss","participants":[],"matches":[]}}`, `[]`, `{"data":{"id":"1","type":"tournament","attributes":{"name":"X","tournament_type":"swiss"}}}`},
		transfer.StartGG:   {`{"data":{"event":{"name":"X","sets":{"nodes":[]}}}}`, `[]`, `{"data":null}`},
		transfer.Lorcana:   {`{"results":[]}`, `{"name":"X","tournament_phases":[]}`, `{"tournament_phases":[{"round_type":"SWISS","rounds":[{"round_number":1,"matches":[]}]}]}`},
	} {
		for _, text := range texts {
			_, err := transfer.Read([]byte(text), transfer.Options{Format: format})
			if code := notice.Of(err).Code; code != "transfer.refused.players" && code != "transfer.refused.incomplete" {
				t.Errorf("%s: %s gives %v", format, text, err)
			}
		}
	}
}

// TestWhoHasLeftCountsAsDropped: a participant of Challonge who is not active any more, and a
// player of Play Hub who is in none of the last rounds; the phases of Play Hub count their
// rounds from 1 each.
func TestWhoHasLeftCountsAsDropped(t *testing.T) {
	const swiss = `{"tournament":{"tournament_type":%q,"participants":[{"id":1,"name":"Ann"},{"id":2,"name":"Bo"},{"id":3,"name":"Cy","active":true},{"id":4,"name":"Dee","active":false}],"matches":[%s]}}`
	match := func(id, round, a, b, won int) string {
		return fmt.Sprintf(`{"id":%d,"round":%d,"player1_id":%d,"player2_id":%d,"scores_csv":"2-0","winner_id":%d,"state":"complete"}`, id, round, a, b, won)
	}
	const records = `{"data":{"id":"9","type":"tournament","attributes":{"tournament_type":"swiss"}},"included":[{"id":"1","type":"participant","attributes":{"name":"Ann"}},{"id":"2","type":"participant","attributes":{"name":"Bo"}},
{"id":"3","type":"participant","attributes":{"name":"Cy","states":{"active":true}}},{"id":"4","type":"participant","attributes":{"name":"Dee","states":{"active":false}}},
{"id":"5","type":"match","attributes":{"state":"complete","round":1,"scores":"2 - 0","winner_id":1},"relationships":{"player1":{"data":{"id":"1"}},"player2":{"data":{"id":"2"}}}},
{"id":"6","type":"match","attributes":{"state":"complete","round":1,"scores":"2 - 0","winner_id":3},"relationships":{"player1":{"data":{"id":"3"}},"player2":{"data":{"id":"4"}}}},
{"id":"7","type":"match","attributes":{"state":"complete","round":2,"scores":"2 - 0","winner_id":1},"relationships":{"player1":{"data":{"id":"1"}},"player2":{"data":{"id":"3"}}}}]}`
	const phases = `{"tournament_phases":[{"round_type":"SWISS","rounds":[%s]}%s]}`
	hub := func(number int, pairs ...[2]int) string {
		var out []string
		for _, p := range pairs {
			out = append(out, fmt.Sprintf(`{"status":"COMPLETE","winning_player":%d,"games_won_by_winner":2,"games_won_by_loser":0,"player_match_relationships":[{"player_order":1,"player":{"id":%d,"best_identifier":"P%d"}},{"player_order":2,"player":{"id":%d,"best_identifier":"P%d"}}]}`, p[0], p[0], p[0], p[1], p[1]))
		}
		return fmt.Sprintf(`{"round_number":%d,"matches":[%s]}`, number, strings.Join(out, ","))
	}
	for _, c := range []struct{ text, want, dropped string }{
		{fmt.Sprintf(swiss, "swiss", match(1, 1, 1, 2, 1)+","+match(2, 1, 3, 4, 3)+","+match(3, 2, 1, 3, 1)), "Ann 6, Bo 3, Cy 3, Dee 0", "Dee 1"},
		{fmt.Sprintf(swiss, "round robin", match(1, 1, 1, 4, 1)+","+match(2, 1, 2, 3, 2)), "Ann 3, Bo 3, Cy 0, Dee 0", "Dee 1"},
		{records, "Ann 6, Bo 3, Cy 3, Dee 0", "Dee 1"},
		{fmt.Sprintf(phases, hub(2, [2]int{1, 3})+","+hub(1, [2]int{1, 2}, [2]int{3, 4}), ""), "P1 6, P3 3, P2 0, P4 0", "P2 1 P4 1"},
		{fmt.Sprintf(phases, hub(1, [2]int{1, 2}, [2]int{3, 4}), `,{"round_type":"SINGLE_ELIMINATION","rounds":[`+hub(1, [2]int{1, 3})+`]}`), "P1 3, P3 3, P2 0, P4 0, P1 beats P3", ""},
	} {
		tour := read(t, c.text).Events[0].Tournament
		var left []string
		for i, l := range tour.Ledger.Players {
			if l.DroppedAfter != ledger.Active {
				left = append(left, fmt.Sprint(name(tour, int32(i)), " ", l.DroppedAfter))
			}
		}
		slices.Sort(left)
		if got := outcomes(t, tour); got != c.want || strings.Join(left, " ") != c.dropped {
			t.Errorf("%s, dropped %v; want %s, %s\n%s", got, left, c.want, c.dropped, c.text)
		}
	}
}

// strangerTables are tables as people keep them, beyond a list of matches by numbered
// rounds.
var strangerTables = map[string]struct{ text, want string }{
	"the cut behind the rounds": {
		"Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n1,Cy,Dee,2-0\n2,Ann,Cy,2-0\n2,Bo,Dee,2-0\nSemifinal,Ann,Dee,2-1\nSemifinal,Cy,Bo,2-0\nFinal,Ann,Cy,0-2\n",
		"Ann 6, Bo 3, Cy 3, Dee 0, Ann beats Dee, Cy beats Bo, Cy beats Ann",
	},
	"a cut in German, with a player who waits": {
		"Runde;Spieler 1;Spieler 2;Ergebnis\n1;Ann;Bo;2:0\n1;Cy;Freilos;\nHalbfinale;Ann;Freilos;\nHalbfinale;Cy;Bo;2:1\nFinale;Ann;Cy;\n",
		"Ann 3, Cy 3, Bo 0, Cy beats Bo, Ann - Cy",
	},
	"a top 4 and a final": {
		"Round,Player 1,Player 2,Result\nRound 1,Ann,Bo,2-0\nRound 1,Cy,Dee,2-0\nTop 4,Ann,Dee,2-1\nTop 4,Cy,Bo,2-0\nFinals,Ann,Cy,2-0\n",
		"Ann 3, Cy 3, Bo 0, Dee 0, Ann beats Dee, Cy beats Bo, Ann beats Cy",
	},
	"who has no opponent, in a spreadsheet's words": {
		"Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n1,Cy,#N/A,\n2,Ann,Cy,2-0\n2,Bo,none,2-0\n",
		"Ann 6, Bo 3, Cy 3",
	},
	"who was absent": {
		"Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n1,Cy,absent,\n2,Ann,Cy,2-0\n2,Bo,abwesend,\n",
		"Ann 6, Bo 0, Cy 0",
	},
	"the headings of a pairing program for chess": {
		"Rd.,Bo.,White,Res.,Black\n1,1,Ann,2-0,Bo\n1,2,Cy,1-1-1,Dee\n",
		"Ann 3, Cy 1, Dee 1, Bo 0",
	},
	"rounds of which only the first line has the number": {
		"Round,Player 1,Player 2,Result\n1,Ann,Bo,2-0\n,Cy,Dee,1-2\n2,Ann,Dee,2-0\n,Cy,Bo,0-2\n",
		"Ann 6, Bo 3, Dee 3, Cy 0",
	},
}

func TestTablesOfStrangers(t *testing.T) {
	for name, c := range strangerTables {
		in, err := transfer.Read([]byte(c.text), transfer.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		readsBack(t, in.Events[0].Tournament)
		if got := outcomes(t, in.Events[0].Tournament); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestWhatABracketCannotHoldIsNamed: a double elimination of two, a drawn match of a bracket,
// and pairs that may not be paired where all meet all.
func TestWhatABracketCannotHoldIsNamed(t *testing.T) {
	const match = `{"tournament":{"tournament_type":%q,"participants":[{"id":1,"name":"Ann"},{"id":2,"name":"Bo"}],"matches":[{"id":1,"round":1,"player1_id":1,"player2_id":2,"state":"complete",%s}%s]}}`
	won := `"winner_id":1,"scores_csv":"2-0"`
	for text, want := range map[string]string{
		fmt.Sprintf(match, "double elimination", won, `,{"id":2,"round":2,"player1_id":1,"player2_id":2,"state":"complete",`+won+`}`): "bracket.double most=64 n=2",
		fmt.Sprintf(match, "single elimination", `"scores_csv":"1-1"`, ""):                                                            "transfer.refused.result at=matches[0] result=1-1",
	} {
		if _, err := transfer.Read([]byte(text), transfer.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	robin := read(t, "012 All\n092 Round robin\nXXP 1 2\n"+trfPlayer(1, "", "Ann", "1800", "1.0", 1, "   3 w 1")+trfPlayer(2, "", "Bo", "1700", "1.0", 2, "0000 - U")+trfPlayer(3, "", "Cy", "", "0.0", 3, "   1 b 0"))
	if !strings.Contains(fmt.Sprint(robin.Events[0].Findings), "transfer.decided.apart at=transfer.line line=3") {
		t.Errorf("pairs kept apart in a round robin: %v", robin.Events[0].Findings)
	}
}

// TestStartGGSeedsAreAsPlayed: a bracket whose first round is not that of the seeds keeps its
// matches.
func TestStartGGSeedsAreAsPlayed(t *testing.T) {
	set := func(round, a, b, winner int) string {
		return fmt.Sprintf(`{"round":%d,"winnerId":%d,"displayScore":"2 - 0","slots":[{"entrant":{"id":%d,"name":"P%d","initialSeedNum":%d}},{"entrant":{"id":%d,"name":"P%d","initialSeedNum":%d}}]}`, round, winner, a, a, a, b, b, b)
	}
	e := read(t, `{"data":{"event":{"name":"X","sets":{"nodes":[`+set(1, 1, 2, 1)+","+set(1, 3, 4, 3)+","+set(2, 1, 3, 3)+`]}}}}`).Events[0]
	if got := len(e.Tournament.CutSeeds); got != 4 || outcomes(t, e.Tournament) != "P1 beats P2, P3 beats P4, P3 beats P1" {
		t.Errorf("%d seeds, %s", got, outcomes(t, e.Tournament))
	}
}

// TestAnEventBeforeItsFirstRoundIsATableOfPlayers: written as a table it is read again with
// its players.
func TestAnEventBeforeItsFirstRoundIsATableOfPlayers(t *testing.T) {
	const text = "Name,Division,Rating,Seed,Tag\nAnn,Junior,1800,2,Red\nBo,Senior,,1,\n\"=Cy, C\",Junior,,,Red\n"
	in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Fatal(err)
	}
	first := write(t, in.Events[0].Tournament, transfer.Target{Format: transfer.CSV})
	again, err := transfer.Read([]byte(first), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Fatal(err)
	}
	if second := write(t, again.Events[0].Tournament, transfer.Target{Format: transfer.CSV}); second != first || strings.Count(first, "\n") != 4 || again.Events[0].Tournament.Players[2].Name != "=Cy, C" {
		t.Errorf("%s\n%s", first, second)
	}
}

// A search of TopDeck.gg answers with several events, each with players, rounds and ruleset
// of its own; a winner whose name and account differ is refused with the table.
func TestTopDeckAnswersAboutSeveralEvents(t *testing.T) {
	const table = `{"table":1,"players":[{"name":"Ann","id":"a"},{"name":"Bo","id":"b"}%s],"winner":%q,"winner_id":%q}`
	event := func(name, more, winner, id string) string {
		return fmt.Sprintf(`{"TID":%q,"tournamentName":%q,"standings":[],"rounds":[{"round":1,"tables":[%s]}]}`, name, name, fmt.Sprintf(table, more, winner, id))
	}
	in := read(t, "["+event("Duel", "", "Ann", "a")+","+event("Pods", `,{"name":"Cy","id":"c"}`, "Bo", "b")+"]")
	if len(in.Events) != 2 {
		t.Fatalf("%d events", len(in.Events))
	}
	for i, want := range []struct{ part, ruleset, points string }{{"Duel", "magic", "Ann 3, Bo 0"}, {"Pods", "commander-pods", "Bo 5, Ann 0, Cy 0"}} {
		e := in.Events[i]
		if got := outcomes(t, e.Tournament); e.Part != want.part || e.Tournament.Ruleset != want.ruleset || got != want.points {
			t.Errorf("event %d: %s of %s, %s, want %v", i+1, e.Part, e.Tournament.Ruleset, got, want)
		}
	}
	crowd := event("Pods", `,{"name":"Cy","id":"c"},{"name":"Dee","id":"d"},{"name":"Eve","id":"e"}`, "Ann", "a")
	if _, err := transfer.Read([]byte(crowd), transfer.Options{}); notice.Of(err).Code != "transfer.refused.code" {
		t.Errorf("a table of five: %v", err)
	}
	for _, wrong := range []string{event("Duel", "", "Bo", "a"), event("Duel", "", "Cy", "c")} {
		_, err := transfer.Read([]byte(wrong), transfer.Options{})
		if n := notice.Of(err); n.Code != "transfer.refused.result" || fmt.Sprint(n.Arg("at")) != "rounds[0].tables[0]" {
			t.Errorf("%v", err)
		}
	}
}

// An answer of start.gg about a tournament has several events, each read on its own; one
// that has no sets is left out.
func TestStartGGAnswersAboutSeveralEvents(t *testing.T) {
	set := func(winner int) string {
		return fmt.Sprintf(`{"round":1,"winnerId":%d,"displayScore":"Ann 2 - Bo 0","slots":[{"entrant":{"id":1,"name":"Ann"}},{"entrant":{"id":2,"name":"Bo"}}]}`, winner)
	}
	in := read(t, `{"data":{"tournament":{"name":"Weekend","events":[{"name":"Main","sets":{"nodes":[`+set(1)+`]}},{"name":"Draft","sets":{"nodes":[]}},{"name":"Side","sets":{"nodes":[`+set(1)+`]}}]}}}`)
	if len(in.Events) != 2 {
		t.Fatalf("%d events", len(in.Events))
	}
	for i, name := range []string{"Main", "Side"} {
		e := in.Events[i]
		if got := outcomes(t, e.Tournament); e.Part != name || e.Tournament.Name != name || got != "Ann beats Bo" {
			t.Errorf("event %d: %s, %s", i+1, e.Part, got)
		}
	}
}

// TestADoubleRoundRobinStaysOne: a TRF file says in 092 that each two players meet twice, and
// is read so again; the codes of 192 for it are understood, and those of other types left out.
func TestADoubleRoundRobinStaysOne(t *testing.T) {
	players := trfPlayer(1, "", "Ann", "1800", "1.0", 1, "   2 w 1", "   2 b 0") + trfPlayer(2, "", "Bo", "1700", "1.0", 2, "   1 b 0", "   1 w 1")
	for head, want := range map[string]string{
		"092 Individual: Double Round-Robin": "roundrobin twice",
		"092 Individual: Round-Robin":        "",
		"192 BERGER_DOUBLEROUNDROBIN":        "roundrobin twice",
		"192 FIDE_DOUBLEROUNDROBIN":          "roundrobin twice",
		"192 BERGER_ROUNDROBIN_G2":           "roundrobin twice",
		"192 BERGER_ROUNDROBIN_G1":           "",
		"192 FIDE_DOUBLESWISS":               "",
	} {
		e := read(t, "012 All\n"+head+"\n"+players).Events[0]
		if got := e.Tournament.Stages.String(); got != want {
			t.Errorf("%s: stages %q, want %q", head, got, want)
		}
		if swiss := strings.Contains(head, "SWISS"); swiss == (e.Tournament.Format == "round_robin") || swiss != strings.Contains(fmt.Sprint(e.Findings), "192") {
			t.Errorf("%s: %s, %v", head, e.Tournament.Format, e.Findings)
		}
		if want == "" {
			continue
		}
		out := write(t, e.Tournament, transfer.Target{Format: transfer.TRF})
		if !strings.Contains(out, "\n092 Individual: Double Round-Robin\n") {
			t.Errorf("%s is written as\n%s", head, out)
		}
		if again := read(t, out).Events[0].Tournament; again.Stages.String() != want {
			t.Errorf("%s comes back as %q", head, again.Stages)
		}
	}
}
