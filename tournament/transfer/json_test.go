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
		{transfer.EventLink, `{"gameStateV2AtRound":{"rounds":[{"matches":[{"results":[{"wins":3000000000}]}]}]}}`, "path=gameStateV2AtRound.rounds[0].matches[0].results[0].wins why=file.between value=3000000000 least=-2147483648 most=2147483647"},
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
