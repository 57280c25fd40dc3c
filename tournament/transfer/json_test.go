package transfer_test

import (
	"strings"
	"testing"

	"topcut/tournament/transfer"
)

// TestAJSONReaderNamesThePlace: whatever program wrote the file, a key that is there
// twice, a value of another kind and a number that is too large are refused with their
// path. Other keys are passed over, whatever is in them.
func TestAJSONReaderNamesThePlace(t *testing.T) {
	tried := map[transfer.Format]bool{}
	for _, c := range []struct {
		format     transfer.Format
		text, want string
	}{
		{transfer.NRTM, `{"players":[],"name":"A","name":"B"}`, "path=name why=file.twice"},
		{transfer.NRTM, `{"players":[{"id":1,"forfeit":"yes"}]}`, "path=players[0].forfeit why=file.boolean"},
		{transfer.NRTM, `{"players":[{"id":1}],"rounds":[[{},{"player1":{"id":{}}}]]}`, "path=rounds[0][1].player1.id why=file.text"},
		{transfer.NRTM, `{"entityGroupMap":{"Match:#":{"entities":[{"pk":1,"pk":2}]}}}`, "path=entityGroupMap.Match:#.entities[0].pk why=file.twice"},
		{transfer.TopDeck, `{"Tournament":{"Name":"A"},"Rounds":[{"Matches":[{"Player1":"A","Player1":"B"}]}]}`, "path=Rounds[0].Matches[0].Player1 why=file.twice"},
		{transfer.TopDeck, `{"Standings":[{"Player":"A","OMWP":"0.5"}]}`, "path=Standings[0].OMWP why=file.number"},
		{transfer.Melee, `{"Rounds":[{"RoundName":"Round 1","Matches":[{"Player1":1}]}]}`, "path=Rounds[0].Matches[0].Player1 why=file.text"},
		{transfer.EventLink, `{"data":{"gameStateV2AtRound":{"minRounds":3,"minRounds":4}}}`, "path=data.gameStateV2AtRound.minRounds why=file.twice"},
		{transfer.EventLink, `{"gameStateV2AtRound":{"rounds":[{"matches":[{"results":[{"wins":3000000000}]}]}]}}`, "path=gameStateV2AtRound.rounds[0].matches[0].results[0].wins why=file.between value=3000000000 least=0 most=99"},
		{transfer.Lorcana, `{"results":[{"player_match_relationships":[{"player":[]}]}]}`, "path=results[0].player_match_relationships[0].player why=file.object"},
		{transfer.Lorcana, `{"results":[{"games_won_by_winner":2,"games_won_by_winner":0}]}`, "path=results[0].games_won_by_winner why=file.twice"},
		{transfer.StartGG, `{"data":{"event":{"sets":{"nodes":[{"round":1.5}]}}}}`, "path=data.event.sets.nodes[0].round why=file.whole"},
		{transfer.StartGG, `{"winnerId":1,"winnerId":2}`, "path=winnerId why=file.twice"},
		{transfer.Challonge, `{"tournament":{"matches":[{"match":{"round":99999999999999999999}}]}}`, "path=tournament.matches[0].match.round why=file.whole"},
		{transfer.Challonge, `[{"match":{"player1_id":1,"player1_id":1}}]`, "path=[0].match.player1_id why=file.twice"},
	} {
		tried[c.format] = true
		other := strings.Replace(c.text, "{", `{"other":{"a":[{"]":"}"}],"a":null},`, 1)
		for _, text := range []string{c.text, other} {
			_, err := transfer.Read([]byte(text), transfer.Options{Format: c.format})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s: got %v, want %q", c.format, text, err, c.want)
			}
		}
	}
	for name, f := range large(2) {
		if f.format != "" && strings.HasPrefix(f.text, "{") && !tried[f.format] {
			t.Errorf("%s: no file of %s was tried", name, f.format)
		}
	}
}

// TestWhatStandsBehindTheFileIsRefused: a second value, or what is left of another file,
// is no part of an event and not passed over.
func TestWhatStandsBehindTheFileIsRefused(t *testing.T) {
	all := seeds()
	for _, format := range []transfer.Format{transfer.NRTM, transfer.TopDeck, transfer.Melee, transfer.EventLink, transfer.Lorcana, transfer.StartGG, transfer.Challonge} {
		for _, behind := range []string{"{}", "\n]", "x"} {
			_, err := transfer.Read([]byte(all[format]+behind), transfer.Options{Format: format})
			if err == nil || !strings.Contains(err.Error(), "refused.syntax") {
				t.Errorf("%s with %q behind it: %v", format, behind, err)
			}
		}
		if _, err := transfer.Read([]byte(all[format]+"\r\n "), transfer.Options{Format: format}); err != nil {
			t.Errorf("%s with an empty line behind it: %v", format, err)
		}
	}
}

// TestACountOfGamesIsNotCut: a number of games that no match has is refused with its
// path, and never taken as another.
func TestACountOfGamesIsNotCut(t *testing.T) {
	match := func(more string) string {
		return `{"results":[{"status":"COMPLETE","player_match_relationships":[{"player":{"id":1,"best_identifier":"Ann"}},{"player":{"id":2,"best_identifier":"Bo"}}],` + more + `}]}`
	}
	for more, want := range map[string]string{
		`"winning_player":1,"games_won_by_winner":100,"games_won_by_loser":0`:                 "path=results[0].games_won_by_winner why=file.between value=100",
		`"winning_player":1,"games_won_by_winner":2,"games_won_by_loser":-7`:                  "path=results[0].games_won_by_loser why=file.between value=-7",
		`"winning_player":1,"games_won_by_winner":2,"games_won_by_loser":1,"games_drawn":101`: "path=results[0].games_drawn why=file.between value=101",
		`"winning_player":1,"games_won_by_winner":57,"games_won_by_loser":0`:                  "refused.result at=results[0]",
		`"winning_player":1,"games_won_by_winner":1,"games_won_by_loser":2`:                   "refused.result at=results[0]",
		`"match_is_unintentional_draw":true,"games_won_by_winner":2,"games_won_by_loser":1`:   "refused.result at=results[0]",
		`"winning_player":3,"games_won_by_winner":2,"games_won_by_loser":1`:                   "refused.result at=results[0]",
		`"match_is_bye":true,"winning_player":1`:                                              "refused.incomplete",
	} {
		_, err := transfer.Read([]byte(match(more)), transfer.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", more, err, want)
		}
	}
}
