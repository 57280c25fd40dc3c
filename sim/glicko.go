package sim

import (
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rating"
	"topcut/tournament/rules"
)

// Deviations of Glicko-2 at the start of an event, see package rating.
const (
	GlickoAlike = 70.0  // without ratings: players of one event, fitted on real ones
	glickoRated = 100.0 // for players without a stored deviation
)

// glickoStart returns the deviation of players without a rating.
func glickoStart(l *ledger.Ledger) float64 {
	if slices.ContainsFunc(l.Players, func(p ledger.Player) bool { return p.Rating > 0 }) {
		return rating.Unrated
	}
	return GlickoAlike
}

// glickoOf returns the ratings of all players after the finished matches of the event,
// which count as one rating period.
func glickoOf(rs *rules.Ruleset, l *ledger.Ledger) []rating.Glicko {
	before, start := make([]rating.Glicko, len(l.Players)), glickoStart(l)
	for i := range before {
		before[i] = rating.Glicko{Rating: rating.Mean, Deviation: start, Volatility: rating.Volatility}
		if r := l.Players[i].Rating; r > 0 {
			before[i].Rating, before[i].Deviation = float64(r), glickoRated
		}
	}
	return glickoAfter(rs, l, before)
}

// glickoAfter returns the ratings of all players after the finished matches of the
// event, from the given ratings before it.
func glickoAfter(rs *rules.Ruleset, l *ledger.Ledger, before []rating.Glicko) []rating.Glicko {
	games := make([][]rating.Game, len(before))
	eachResult(rs, l, func(a, b int32, score float64) {
		games[a] = append(games[a], rating.Game{Opponent: before[b], Score: score})
		games[b] = append(games[b], rating.Game{Opponent: before[a], Score: 1 - score})
	})
	after := make([]rating.Glicko, len(before))
	for i := range after {
		after[i] = before[i]
		if len(games[i]) > 0 {
			after[i] = before[i].After(games[i], rating.Tau)
		}
	}
	return after
}

// eachResult calls with for every rated two-player match, or board of one, in order, with
// the score of its first player: 1, 1/2 or 0.
func eachResult(rs *rules.Ruleset, l *ledger.Ledger, with func(a, b int32, score float64)) {
	if rs.Boards > 0 {
		l = boardByBoard(l)
	}
	for _, t := range rating.Rated(rs, l, nil) {
		if t.N == 2 {
			with(t.Members[0], t.Members[1], t.Score())
		}
	}
}

// boardByBoard returns a ledger with the boards of each match in its place, where it has any.
func boardByBoard(l *ledger.Ledger) *ledger.Ledger {
	out := &ledger.Ledger{Players: l.Players}
	for r := range l.Rounds {
		round := ledger.Round{Number: l.Rounds[r].Number, Stage: l.Rounds[r].Stage}
		for i, m := range numbered.All(l.Rounds[r].Matches) {
			if boards := numbered.Get(l.Rounds[r].Boards, i); len(boards) > 0 {
				round.Matches = append(round.Matches, boards...)
			} else {
				round.Matches = append(round.Matches, *m)
			}
		}
		out.Rounds = append(out.Rounds, round)
	}
	return out
}
