package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
)

func close(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// ratedEvent are players with these ratings before the first round.
func ratedEvent(ratings ...int32) *ledger.Ledger {
	l := &ledger.Ledger{}
	for _, r := range ratings {
		l.Players = append(l.Players, ledger.Player{Rating: r, DroppedAfter: ledger.Active})
	}
	return l
}

func lorcana(t *testing.T) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load("lorcana")
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// With Elo a player who is 400 points better wins ten of eleven decided matches,
// draws stay as likely, and the answer names the model.
func TestEloInTheSimulation(t *testing.T) {
	res, err := Odds(t.Context(), OddsConfig{
		Rules: lorcana(t), Ledger: ratedEvent(1900, 1500), Rounds: 1, Cut: rules.Cut{Top: 1}, Player: -1,
		Strength: StrengthElo, DrawChance: 20, Trials: 40_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range res.Players[0].Records {
		switch r.Record {
		case Record{Wins: 1}:
			close(t, "the chance to win", r.P, 0.9*10/11, 0.007)
		case Record{Draws: 1}:
			close(t, "the chance of a draw", r.P, 0.1, 0.007)
		}
	}
	if want := notice.New("model.elo", "rated", 2, "players", 2); !res.Model.Equal(want) {
		t.Errorf("model %q, want %q", res.Model, want)
	}
}

// The first turn's advantage is added to the log-odds: at equal ratings it is the
// configured one.
func TestEloWithTheFirstTurn(t *testing.T) {
	edge, _, err := StrengthElo.edges(lorcana(t), ratedEvent(1600, 1600, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	close(t, "the edge of equals", edge(0, 1), 0, 0)
	close(t, "the edge over somebody at the mean", edge(0, 2), 0, 0)
	res, err := Odds(t.Context(), OddsConfig{
		Rules: lorcana(t), Ledger: ratedEvent(1600, 1600), Rounds: 1, Cut: rules.Cut{Top: 1}, Player: -1,
		Strength: StrengthElo, PlayChance: 120, Trials: 40_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	close(t, "the chance of the cut", res.Players[0].Cut.P, 0.5, 0.01)
}

// Glicko-2 learns from the event: of players without ratings the one who has won is the
// favourite, and players who have not played stay at 1500 ± 350.
func TestGlicko2LearnsFromTheEvent(t *testing.T) {
	l := ratedEvent(0, 0, 0, 0, 2000)
	l.Rounds = []ledger.Round{{Number: 1, Matches: []ledger.Match{
		{N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 0}}},
		{N: 2, Kind: ledger.Forfeit, Seats: [4]int32{2, 3, ledger.None, ledger.None}},
		{N: 1, Kind: ledger.Bye, Seats: [4]int32{4, ledger.None, ledger.None, ledger.None}},
	}}}
	edge, model, err := StrengthGlicko2.edges(lorcana(t), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	if edge(0, 1) <= 0.5 || edge(2, 3) != 0 || edge(0, 2) <= 0 || edge(4, 0) <= 0 || edge(0, 1) != -edge(1, 0) {
		t.Errorf("edges %v, %v, %v, %v", edge(0, 1), edge(2, 3), edge(0, 2), edge(4, 0))
	}
	if !model.Equal(notice.New("model.glicko2", "rated", 1, "players", 5, "start", notice.Ungrouped(1500), "deviation", notice.Ungrouped(350))) {
		t.Errorf("model %q", model)
	}
}

// TestChoiceGlickoStartsAtSeventy pins a choice of docs/rules/choices.md: players
// without ratings start at ± 70, so that three wins make 55 of 100 against a player who
// has not played, not 60 as with the ± 110 of one fold.
func TestChoiceGlickoStartsAtSeventy(t *testing.T) {
	if GlickoAlike != 70 {
		t.Errorf("players without a rating start at ± %v", GlickoAlike)
	}
	l := ratedEvent(0, 0, 0, 0, 0)
	for i := range int32(3) {
		l.Rounds = append(l.Rounds, ledger.Round{Number: int16(i) + 1, Matches: []ledger.Match{
			{N: 2, Seats: [4]int32{0, i + 1, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 0}}},
		}})
	}
	edge, _, err := StrengthGlicko2.edges(lorcana(t), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	close(t, "the chance after three wins", 1/(1+math.Exp(-edge(0, 4))), 0.55, 0.005)
}

// Without ratings, Elo goes by the results of the event: a win between equals is worth
// 16 points, one of the favourite less, and a draw moves both together.
func TestEloFromTheResultsOfTheEvent(t *testing.T) {
	l := ratedEvent(0, 0, 0)
	match := func(a, b int32, games [4]int32) ledger.Match {
		return ledger.Match{N: 2, Seats: [4]int32{a, b, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: games}}
	}
	l.Rounds = []ledger.Round{
		{Number: 1, Matches: []ledger.Match{match(0, 1, [4]int32{2, 0})}},
		{Number: 2, Matches: []ledger.Match{match(1, 0, [4]int32{1, 1, 1})}},
	}
	edge, model, err := StrengthElo.edges(lorcana(t), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	rating := func(edge float64) float64 { return edge * 400 / math.Ln10 }
	drawn := 32 * (0.5 - 1/(1+math.Pow(10, -32.0/400)))
	close(t, "the difference of the two who played", rating(edge(0, 1)), 32+2*drawn, 1e-9)
	close(t, "the difference to who did not", rating(edge(0, 2)), 16+drawn, 1e-9)
	if !model.Equal(notice.New("model.elo_results", "start", notice.Ungrouped(1500))) {
		t.Errorf("model %q", model)
	}
}

// Better players have better chances, in order of their ratings.
func TestRatingsOrderTheChances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := ratedEvent()
	for i := range 16 {
		l.Players = append(l.Players, ledger.Player{Rating: int32(2200 - 60*i + rng.IntN(10)), DroppedAfter: ledger.Active})
	}
	for _, model := range []Strength{StrengthElo, StrengthGlicko2} {
		res, err := Odds(t.Context(), OddsConfig{
			Rules: lorcana(t), Ledger: l, Rounds: 4, Cut: rules.Cut{Top: 4}, Player: -1, Strength: model, Trials: 8000,
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := 2; i < 16; i += 2 {
			if a, b := res.Players[i-2].Cut.P, res.Players[i].Cut.P; a < b-0.01 {
				t.Errorf("%v: player %d has %v, player %d %v", model, i-2, a, i, b)
			}
		}
		if first, last := res.Players[0].Cut.P, res.Players[15].Cut.P; first < 0.7 || last > 0.05 {
			t.Errorf("%v: the best has %v, the last %v", model, first, last)
		}
	}
}

func TestStrengthRefuses(t *testing.T) {
	for _, tc := range []struct {
		c    OddsConfig
		want string
	}{
		{OddsConfig{Standings: []Standing{{}, {}}, Strength: StrengthGlicko2}, "chances.strength_needs"},
	} {
		tc.c.Rules, tc.c.Rounds, tc.c.Cut, tc.c.Player = lorcana(t), 2, rules.Cut{Top: 1}, -1
		if _, err := Odds(t.Context(), tc.c); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, want %q", err, tc.want)
		}
	}
	if _, err := ParseStrength("strong"); err == nil {
		t.Error("a model that does not exist was taken")
	}
}

// Without ratings every answer has a note about it.
func TestTheModelIsNamed(t *testing.T) {
	res, err := Odds(t.Context(), OddsConfig{Rules: lorcana(t), Ledger: ratedEvent(0, 0), Rounds: 1, Cut: rules.Cut{Top: 1}, Player: -1, Trials: 64})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Model.Equal(equalModel) {
		t.Errorf("model %q", res.Model)
	}
}

// Ratings kept over events determine who is stronger, and the results of the event move
// them; without them all are equal.
func TestOddsByKeptRatings(t *testing.T) {
	l := ratedEvent(0, 0, 0)
	known := []rating.Glicko{{Rating: 1800, Deviation: 60, Volatility: 0.06}, {Rating: 1500, Deviation: 60, Volatility: 0.06}, {Rating: 1500, Deviation: 350, Volatility: 0.06}}
	edge, model, err := StrengthRating.edges(lorcana(t), l, known)
	if err != nil {
		t.Fatal(err)
	}
	if edge(0, 1) < 1 || edge(1, 0) != -edge(0, 1) || model.Code != "model.rating" {
		t.Errorf("the stronger has log-odds %.2f, %s", edge(0, 1), model.Code)
	}
	if _, _, err := StrengthRating.edges(lorcana(t), l, nil); err == nil {
		t.Error("nobody is rated, and there are odds")
	}
}
