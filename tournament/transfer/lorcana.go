package transfer

import (
	"fmt"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// lorcanaPage is a page of matches of Ravensburger Play Hub, version 2. Pages of
// several rounds can be put together into one list.
type lorcanaPage struct {
	Results []lorcanaMatch `json:"results"`
}

type lorcanaMatch struct {
	Round  loose `json:"tournament_round"`
	Table  int   `json:"table_number"`
	People []struct {
		Order  int `json:"player_order"`
		Player struct {
			ID   loose  `json:"id"`
			Name string `json:"best_identifier"`
		} `json:"player"`
	} `json:"player_match_relationships"`
	Status      string `json:"status"`
	Bye         bool   `json:"match_is_bye"`
	Loss        bool   `json:"match_is_loss"`
	Intentional bool   `json:"match_is_intentional_draw"`
	Drawn       bool   `json:"match_is_unintentional_draw"`
	Ghost       bool   `json:"is_ghost_match"`
	Winner      loose  `json:"winning_player"`
	Won         int32  `json:"games_won_by_winner"`
	Lost        int32  `json:"games_won_by_loser"`
	DrawnGames  int32  `json:"games_drawn"`
}

// readLorcana reads matches of Play Hub. Only one open match of a real event was at
// hand.
func readLorcana(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f lorcanaPage
	if err := readJSON(text, 50, &f); err != nil {
		return nil, err
	}
	b, err := newBuild(o, "lorcana-playhub", nil)
	if err != nil {
		return nil, err
	}
	b.findings = findings
	b.note("transfer.decided.experimental")
	if len(f.Results) == 0 || len(f.Results[0].People) == 0 {
		return nil, failed(finding("transfer.refused.incomplete", "what", "results"))
	}
	slices.SortStableFunc(f.Results, func(x, y lorcanaMatch) int { return number(string(x.Round)) - number(string(y.Round)) })
	before := loose("")
	for i := range f.Results {
		m := &f.Results[i]
		if m.Ghost {
			continue
		}
		if m.Round != before || len(b.t.Ledger.Rounds) == 0 {
			if err := b.round(ledger.Swiss); err != nil {
				return nil, err
			}
			before = m.Round
		}
		if err := b.lorcanaMatch(notice.Text(fmt.Sprintf("results[%d]", i)), m); err != nil {
			return nil, err
		}
	}
	b.plan(0, false)
	e, err := b.event()
	return []Imported{e}, err
}

func (b *build) lorcanaMatch(at notice.Value, m *lorcanaMatch) error {
	slices.SortStableFunc(m.People, func(x, y struct {
		Order  int `json:"player_order"`
		Player struct {
			ID   loose  `json:"id"`
			Name string `json:"best_identifier"`
		} `json:"player"`
	},
	) int {
		return x.Order - y.Order
	})
	var seats []int32
	winner := -1
	for i, person := range m.People {
		p, ok := b.index[string(person.Player.ID)]
		if !ok {
			var err error
			if p, err = b.player(at, string(person.Player.ID), person.Player.Name); err != nil {
				return err
			}
		}
		if m.Winner != "" && person.Player.ID == m.Winner {
			winner = i
		}
		seats = append(seats, p)
	}
	won, lost, drawn := min(max(m.Won, 0), 99), min(max(m.Lost, 0), 99), min(max(m.DrawnGames, 0), 99)
	switch {
	case len(seats) == 1 && m.Bye:
		return b.bye(at, seats[0], false)
	case len(seats) == 1 && m.Loss:
		return b.add(at, ledger.AssignedLoss, 0, ledger.Result{}, seats[0])
	case len(seats) != 2:
		return failed(finding("transfer.refused.incomplete", "what", at))
	case m.Intentional:
		return b.add(at, ledger.IntentionalDraw, m.Table, ledger.Result{}, seats...)
	case winner == 0:
		return b.add(at, ledger.Played, m.Table, games(won, lost, drawn), seats...)
	case winner == 1:
		return b.add(at, ledger.Played, m.Table, games(lost, won, drawn), seats...)
	case m.Drawn:
		return b.add(at, ledger.Played, m.Table, games(won, won, drawn), seats...)
	case m.Status == "COMPLETE":
		return failed(finding("transfer.refused.result", "at", at, "result", clip(string(m.Winner))))
	}
	return b.add(at, ledger.Played, m.Table, ledger.Result{}, seats...)
}
