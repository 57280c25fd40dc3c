package transfer_test

import (
	"fmt"
	"strings"

	"topcut/tournament/transfer"
)

// seeds are small files of every format, made up here after what the programs
// write.
func seeds() map[transfer.Format]string {
	trf := func(n int, name string, points float64, rank int, cells ...string) string {
		return fmt.Sprintf("001 %4d      %-33s %4d%27s %4.1f %4d%s\n", n, name, 1500+n, "", points, rank, strings.Join(cells, ""))
	}
	return map[transfer.Format]string{
		transfer.Topcut: `{"version":1,"ruleset":"magic","players":[{"id":"a"},{"id":"b"}],"rounds":[{"number":1,"matches":[{"players":["a","b"],"kind":"played","games":[2,1,0]}]}]}`,
		transfer.TOM:    tomSeed,
		transfer.NRTM: `{"name":"Night","cutToTop":2,"preliminaryRounds":2,"players":[
 {"id":7,"name":"Ann","rank":1,"matchPoints":9,"strengthOfSchedule":"2.25","extendedStrengthOfSchedule":2.0},
 {"id":8,"name":"Bo","rank":2,"matchPoints":3},{"id":9,"name":"Cy","rank":3,"matchPoints":6}],
 "eliminationPlayers":[{"id":7,"name":"Ann","seed":1},{"id":9,"name":"Cy","seed":2}],
 "rounds":[[{"table":1,"player1":{"id":7,"runnerScore":3,"corpScore":0,"combinedScore":3},"player2":{"id":8,"runnerScore":0,"corpScore":3,"combinedScore":3},"intentionalDraw":true},
  {"table":2,"player1":{"id":9,"combinedScore":6},"player2":{"id":null,"combinedScore":0}}],
 [{"table":1,"player1":{"id":7,"combinedScore":5},"player2":{"id":9,"combinedScore":1}}],
 [{"table":1,"player1":{"id":7,"role":"corp","winner":true},"player2":{"id":9,"role":"runner","winner":false},"eliminationGame":true}]]}`,
		transfer.TRF: "012 Club night\n042 2026/01/02\nXXR 4\n" +
			trf(1, "Ann", 2.5, 1, "     2 w 1", "     3 b =", "     4 w +") +
			trf(2, "Bo", 1.5, 2, "     1 b 0", "         U", "     3 w =") +
			trf(3, "Çelik, Cy", 1.5, 3, "         H", "     1 w =", "     2 b =") +
			trf(4, "Dee", 1.0, 4, "         F", "  0000 - Z", "     1 b -"),
		transfer.WER: `<event title="Friday" numberofrounds="2" playoffstartround="0" status="8"><participation>
<person id="0012345" first="Ann" last="A"/><person id="23456" first="Bo" last="B"/><person id="34567" first="Cy" last="C"/><person id="9" first="Judge" last="J"/>
<team id="t1" status="2" eliminationround="0"><member person="12345"/></team><team id="t2" status="3" eliminationround="1"><member person="23456"/></team><team id="t3" status="2"><member person="34567"/></team></participation>
<matches><round number="1"><match person="12345" opponent="23456" outcome="1" win="2" loss="1" draw="0" winbydrop="False"/><match person="34567" outcome="3" win="2" loss="0" draw="0"/></round>
<round number="2"><match person="12345" opponent="34567" outcome="2" win="0" loss="0" draw="3"/></round></matches></event>`,
		transfer.KTS: "\ufeff" + `<?xml version="1.0" encoding="utf-8"?>
<Tournament><Name>Sunday</Name><PlayoffRound>0</PlayoffRound><Finalized>False</Finalized><TournamentPlayers>
<TournPlayer><Player><ID>0100000001</ID><FirstName>Ann</FirstName><LastName>A</LastName></Player><DropRound>0</DropRound><Rank>1</Rank><Wins>3</Wins><Points>3000000</Points><DropReason>Active</DropReason></TournPlayer>
<TournPlayer><Player><ID>0100000002</ID><FirstName>Bo</FirstName><LastName>B</LastName></Player><DropRound>1</DropRound><DropReason>Drop</DropReason></TournPlayer>
<TournPlayer><Player><ID>0100000003</ID><FirstName>Cy</FirstName><LastName>C</LastName></Player><DropReason /></TournPlayer></TournamentPlayers>
<Matches><TournMatch><Player>100000001</Player><Player>100000002</Player><Round>1</Round><Status>Winner</Status><Table>1</Table><Winner>100000001</Winner><PlayoffMatch>False</PlayoffMatch></TournMatch>
<TournMatch><Player>100000003</Player><Player>0</Player><Round>1</Round><Status>Winner</Status><Winner>0</Winner></TournMatch></Matches></Tournament>`,
		transfer.EventLink: `{"gameStateV2AtRound":{"minRounds":3,"rounds":[{"roundNumber":1,"isPlayoff":false,"matches":[{"isBye":false,"teamIds":["x","y"],"tableNumber":1,"results":[{"teamId":"x","wins":2,"losses":1,"draws":0}]},{"isBye":true,"teamIds":["z"]}],"standings":[{"teamId":"x","matchPoints":3}]}],"drops":[{"teamId":"y","roundNumber":1}],"teams":[{"teamId":"x","players":[{"displayName":"Ann"}]},{"teamId":"y","players":[{"displayName":"Bo"}]},{"teamId":"z","players":[]}]}}`,
		transfer.TopDeck:   `{"Tournament":{"Name":"Duel"},"Decks":[],"Rounds":[{"RoundName":"Top Random","Matches":[{"Player1":"Ann","Player2":"Bo","Result":"1-0-0"},{"Player1":"Cy","Player2":"","Result":"0-0-1"}]},{"RoundName":"Top 2","Matches":[{"Player1":"Ann","Player2":"Cy","Result":"1-0-0"}]}],"Standings":[{"Rank":1,"Player":"Ann","Points":3,"OMWP":0.33},{"Rank":2,"Player":"Cy","Points":3},{"Rank":3,"Player":"Bo","Points":0}]}`,
		transfer.Melee:     `{"Tournament":{"Name":"Vintage"},"Rounds":[{"RoundName":"Round 1","Matches":[{"Player1":"Ann","Player2":"Bo","Result":"2-1-0"},{"Player1":"Bo","Player2":"Ann","Result":"1-2-0"}]}],"Standings":[{"Player":"Ann","Points":3,"OMWP":0.3333,"GWP":0.66666667,"OGWP":0.33333333},{"Player":"Bo","Points":0}]}`,
		transfer.CSV:       "Table,Player 1,Player 2,Result\r\n1,Ann,Bo,2 - 1\r\n2,\"Cy, jr\",BYE,2 - 0\r\n1,Ann,\"Cy, jr\",0-0-3\r\n,Bo,BYE,\r\n",
		transfer.Challonge: `{"tournament":{"name":"Cup","tournament_type":"swiss","participants":[{"participant":{"id":1,"name":"Ann","seed":1}},{"participant":{"id":2,"name":"Bo","seed":2}},{"participant":{"id":3,"name":"Cy","seed":3}}],"matches":[{"match":{"state":"complete","player1_id":1,"player2_id":2,"winner_id":1,"round":1,"group_id":null,"forfeited":null,"scores_csv":"3-1,1-3,3-2"}},{"match":{"state":"open","player1_id":1,"player2_id":3,"winner_id":null,"round":2,"scores_csv":""}}]}}`,
		transfer.StartGG:   `{"data":{"event":{"name":"Weekly","sets":{"nodes":[{"state":3,"round":1,"winnerId":5,"games":[{"winnerId":5},{"winnerId":6},{"winnerId":5}],"displayScore":"Ann 2 - Bo 1","slots":[{"entrant":{"id":5,"name":"Ann","initialSeedNum":1}},{"entrant":{"id":6,"name":"Bo","initialSeedNum":2}}]},{"state":1,"round":-1,"winnerId":null,"displayScore":null,"slots":[{"entrant":{"id":6,"name":"Bo"}},{"entrant":null}]}]}}}}`,
		transfer.Lorcana:   `{"results":[{"tournament_round":11,"table_number":1,"status":"COMPLETE","match_is_bye":false,"winning_player":2,"games_won_by_winner":2,"games_won_by_loser":1,"games_drawn":0,"player_match_relationships":[{"player_order":1,"player":{"id":1,"best_identifier":"Ann"}},{"player_order":2,"player":{"id":2,"best_identifier":"Bo"}}]},{"tournament_round":11,"table_number":2,"status":"COMPLETE","match_is_bye":true,"player_match_relationships":[{"player_order":1,"player":{"id":3,"best_identifier":"Cy"}}]}]}`,
	}
}

// tomSeed is an event in its second round, with unknown elements.
const tomSeed = `<?xml version="1.0" encoding="UTF-8"?>
<tournament type="3" stage="4" version="1.86" gametype="TRADING_CARD_GAME" mode="TCG1DAY">
	<data>
		<name>Ann &amp; Bo&apos;s Cup</name>
		<id>26-10-000001</id>
		<roundtime>50</roundtime>
		<finalsroundtime>75</finalsroundtime>
		<organizer popid="1009999" name="Organizer"/>
		<startdate>10/04/2026</startdate>
		<lessswiss>false</lessswiss>
	</data>
	<timeelapsed>0</timeelapsed>
	<!-- nobody knows this -->
	<unknown mark="1"><deep>x</deep></unknown>
	<players>
		<player userid="101">
			<firstname>Ann</firstname>
			<lastname>A</lastname>
			<birthdate>02/27/1990</birthdate>
			<starter>true</starter>
			<byes>1</byes>
			<staticseat>4</staticseat>
			<creationdate>10/04/2026 10:00:00</creationdate>
		</player>
		<player userid="102">
			<firstname>Bo</firstname>
			<lastname>B</lastname>
			<birthdate>02/27/1991</birthdate>
			<creationdate>10/04/2026 10:00:00</creationdate>
		</player>
		<player userid="103">
			<firstname>Cy</firstname>
			<lastname>C</lastname>
			<birthdate>02/27/1992</birthdate>
			<late>
				<round>-1</round>
			</late>
			<creationdate>10/04/2026 10:00:00</creationdate>
		</player>
		<player userid="104">
			<firstname>Dee</firstname>
			<lastname>D</lastname>
			<birthdate>02/27/1993</birthdate>
			<creationdate>10/04/2026 10:00:00</creationdate>
		</player>
	</players>
	<pods>
		<pod category="2" stage="0">
			<poddata>
				<startingtable>1</startingtable>
				<playoff3rd4th>false</playoff3rd4th>
				<blockedranges>
				</blockedranges>
			</poddata>
			<subgroups>
				<subgroup number="1">
					<players>
						<player userid="101" />
						<player userid="102" />
						<player userid="103" />
						<player userid="104" />
					</players>
				</subgroup>
			</subgroups>
			<rounds>
				<round number="1" type="3" stage="6" >
					<timeleft>0</timeleft>
					<matches>
						<match outcome="4">
							<player userid="101"/>
							<tablenumber>0</tablenumber>
						</match>
						<match outcome="8">
							<player userid="103"/>
							<tablenumber>0</tablenumber>
						</match>
						<match outcome="6">
							<player1 userid="102"/>
							<player2 userid="104"/>
							<tablenumber>1</tablenumber>
						</match>
					</matches>
				</round>
				<round number="2" type="3" stage="4" >
					<timeleft>3000</timeleft>
					<matches>
						<match outcome="2">
							<player1 userid="101"/>
							<player2 userid="102"/>
							<tablenumber>1</tablenumber>
						</match>
						<match outcome="0">
							<player1 userid="103"/>
							<player2 userid="104"/>
							<tablenumber>2</tablenumber>
						</match>
					</matches>
				</round>
			</rounds>
		</pod>
	</pods>
	<finalsoptions>
	</finalsoptions>
</tournament>
`
