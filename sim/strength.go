package sim

import (
	"math"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
)

// Strength is the model of the players' strength.
type Strength uint8

// Models of strength. Ratings are ledger.Player.Rating; draws are as likely as
// between equals in all of them, and an advantage of the first turn is added to the
// log-odds.
const (
	// StrengthEqual: a decided match is a fair coin (docs/rules/lorcana.md#lor-25).
	StrengthEqual Strength = iota
	// StrengthElo: a player wins with 1/(1+10^(d/400)), d being the opponent's rating
	// minus their own. Players without a rating have the mean of the others; if there
	// are no ratings, all start at 1500 and the results of the event so far move them
	// by 32 times their difference from the forecast.
	StrengthElo
	// StrengthGlicko2: ratings as above, players without one starting at 1500 ± 350,
	// and changed by the results of the event so far. If there are no ratings, all
	// start at 1500 ± 70, since players of one event differ little.
	StrengthGlicko2
	// StrengthRating: Glicko-2 from the ratings that players keep over events
	// (OddsConfig.Ratings), changed by the results of the event so far.
	StrengthRating
)

// strengths returns the words that ParseStrength reads.
func strengths() []string { return []string{"equal", "elo", "glicko2", "rating"} }

// ParseStrength reads "equal", "elo", "glicko2" or "rating".
func ParseStrength(s string) (Strength, error) {
	for i, word := range strengths() {
		if s == word {
			return Strength(i), nil
		}
	}
	return 0, notice.Err("sim.strength", "text", notice.Text(s))
}

// String returns the word.
func (s Strength) String() string { return strengths()[s] }

// equalModel names the model of answers without ratings.
var equalModel = notice.New("model.equal")

// edges returns the log-odds that one player beats another, nil if all are equal,
// and what the model is, for people. It fails where the model needs ratings
// that are not there.
func (s Strength) edges(rs *rules.Ruleset, l *ledger.Ledger, known []rating.Glicko) (edge func(a, b int) float64, model notice.Notice, err error) {
	switch {
	case s == StrengthEqual:
		return nil, equalModel, nil
	case l == nil:
		return nil, model, notice.Err("chances.strength_needs")
	}
	if s == StrengthRating {
		if len(known) != len(l.Players) {
			return nil, model, notice.Err("chances.strength_unrated")
		}
		rated := 0
		for _, k := range known {
			if k.Deviation < rating.Unrated {
				rated++
			}
		}
		players := glickoAfter(rs, l, known)
		model = notice.New("model.rating", "rated", rated, "players", len(l.Players))
		return func(a, b int) float64 { return players[a].LogOdds(players[b]) }, model, nil
	}
	rated, sum := 0, 0.0
	for _, p := range l.Players {
		if p.Rating > 0 {
			rated++
			sum += float64(p.Rating)
		}
	}
	if s == StrengthGlicko2 {
		players := glickoOf(rs, l)
		model = notice.New("model.glicko2", "rated", rated, "players", len(l.Players), "start", notice.Ungrouped(int(rating.Mean)), "deviation", notice.Ungrouped(int(glickoStart(l))))
		return func(a, b int) float64 { return players[a].LogOdds(players[b]) }, model, nil
	}
	ratings := make([]float64, len(l.Players))
	edge = func(a, b int) float64 { return (ratings[a] - ratings[b]) * math.Ln10 / 400 }
	if rated == 0 {
		for i := range ratings {
			ratings[i] = eloStart
		}
		eachResult(rs, l, func(a, b int32, score float64) {
			gain := eloGain * (score - 1/(1+math.Exp(-edge(int(a), int(b)))))
			ratings[a] += gain
			ratings[b] -= gain
		})
		return edge, notice.New("model.elo_results", "start", notice.Ungrouped(eloStart)), nil
	}
	mean := sum / float64(rated)
	for i, p := range l.Players {
		ratings[i] = mean
		if p.Rating > 0 {
			ratings[i] = float64(p.Rating)
		}
	}
	model = notice.New("model.elo", "rated", rated, "players", len(l.Players))
	if rated < len(ratings) {
		model = notice.New("model.elo_mean", "rated", rated, "players", len(l.Players), "mean", notice.Ungrouped(int(math.Round(mean))))
	}
	return edge, model, nil
}

// Without ratings: the initial one, and the most that a result changes it.
const (
	eloStart = 1500
	eloGain  = 32
)
