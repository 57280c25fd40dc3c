package rating

import "math"

// Forecast is a method to forecast the chance that the first of two players wins a
// decided match.
type Forecast uint8

// Ways to forecast.
const (
	ByCoin   Forecast = iota // each wins as often
	ByElo                    // 400/32: from 1500, a result moves both by up to 32
	ByGlicko                 // the ratings after the periods before
)

// Fit is the parameters fitted on some events to forecast others.
type Fit struct {
	Deviation float64 // initial deviation, for ByGlicko
	Scale     float64 // times the log-odds of the ratings
	Draws     float64 // share of matches that are drawn
}

// Quality is the quality of forecasts: the mean of -ln of the chance given to the
// outcome, and the mean squared distance of the chance from it. Smaller is better;
// tossing a coin gives ln 2 and 1/4 of the decided matches.
type Quality struct {
	Matches int     // forecast ones
	LogLoss float64 // of won, drawn and lost
	Decided int     // those with a winner
	OfThese float64 // log loss of who won them
	Brier   float64 // of who won them
}

// Sample is one event whose rounds, each a period, are forecast from the rounds before.
type Sample struct {
	Members int
	Rounds  []Period
}

// each calls with with every match of two and the chance that the first wins it if it
// is decided, as known before its round.
func (f Forecast) each(e Sample, fit Fit, with func(t *Table, p float64)) {
	formula := Glicko2()
	formula.Deviation = fit.Deviation
	elo := make([]float64, e.Members)
	now := formula.Fold(e.Members, nil, nil)
	for _, round := range e.Rounds {
		for i := range round {
			t := &round[i]
			if t.N != 2 {
				continue
			}
			a, b := t.Members[0], t.Members[1]
			odds := 0.0
			switch f {
			case ByCoin:
			case ByElo:
				odds = (elo[a] - elo[b]) * math.Ln10 / 400
			case ByGlicko:
				odds = now[a].glicko().LogOdds(now[b].glicko())
			}
			with(t, 1/(1+exp(-fit.Scale*odds)))
		}
		switch f {
		case ByCoin:
		case ByElo:
			for i := range round {
				a, b := round[i].Members[0], round[i].Members[1]
				gain := 32 * (round[i].Score() - 1/(1+exp((elo[b]-elo[a])*math.Ln10/400)))
				elo[a] += gain
				elo[b] -= gain
			}
		case ByGlicko:
			formula.duels(now, round)
		}
	}
}

// Judge returns the quality of the forecasts of f on events.
func (f Forecast) Judge(events []Sample, fit Fit) Quality {
	var q Quality
	for _, e := range events {
		f.each(e, fit, func(t *Table, p float64) {
			q.Matches++
			if t.Score() == 0.5 {
				q.LogLoss -= log(fit.Draws)
				return
			}
			if t.Score() == 0 {
				p = 1 - p
			}
			q.Decided++
			q.OfThese -= log(p)
			q.Brier += (1 - p) * (1 - p)
			q.LogLoss -= log((1 - fit.Draws) * p)
		})
	}
	q.LogLoss /= float64(max(q.Matches, 1))
	q.OfThese /= float64(max(q.Decided, 1))
	q.Brier /= float64(max(q.Decided, 1))
	return q
}

// Standing returns the textbook parameters of Elo and Glicko-2, with the share of draws
// of the events.
func Standing(events []Sample) Fit { return Fit{Unrated, 1, drawn(events)} }

// Fitted returns the fit with which a way to forecast is best on events.
func (f Forecast) Fitted(events []Sample) Fit {
	best, least := Standing(events), math.Inf(1)
	for deviation := 20.0; deviation <= Unrated; deviation += 10 {
		for scale := 0.4; scale < 3.05; scale += 0.2 {
			fit := Fit{deviation, scale, best.Draws}
			if loss := f.Judge(events, fit).LogLoss; loss < least {
				best, least = fit, loss
			}
		}
		if f != ByGlicko {
			break // the other methods have no initial deviation
		}
	}
	return best
}

// drawn returns the share of drawn matches, with half a match added on both sides, so
// that no outcome is impossible.
func drawn(events []Sample) float64 {
	draws, all := 0.5, 1.0
	for _, e := range events {
		for _, round := range e.Rounds {
			for i := range round {
				if all++; round[i].Score() == 0.5 {
					draws++
				}
			}
		}
	}
	return draws / all
}
