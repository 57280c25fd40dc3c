package transfer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// lorcanaPage is a page of matches of Ravensburger Play Hub, version 2, or a whole event
// as its first version and the hub of other games give it, with the matches in the rounds
// of its phases. Pages of several rounds can be put together into one list.
type lorcanaPage struct {
	Results []*lorcanaMatch `json:"results"`
	Name    string          `json:"name"`
	Phases  []struct {
		Type   string         `json:"round_type"`
		Rounds []lorcanaRound `json:"rounds"`

		_ jsonfile.Passed `keys:"id status first_round_type order_in_phases"`
	} `json:"tournament_phases"`

	_ jsonfile.Passed `keys:"id page_size count total current_page_number next_page_number next previous previous_page_number start_datetime"`
}

type lorcanaRound struct {
	Number  loose           `json:"round_number"`
	Matches []*lorcanaMatch `json:"matches"`

	_ jsonfile.Passed `keys:"id status pairings_status standings_status round_type final_round_in_event"`
}

type lorcanaMatch struct {
	Round       loose          `json:"tournament_round"`
	Table       int            `json:"table_number"`
	People      []*lorcanaSeat `json:"player_match_relationships"`
	Status      string         `json:"status"`
	Bye         loose          `json:"match_is_bye"`
	Loss        bool           `json:"match_is_loss"`
	Intentional bool           `json:"match_is_intentional_draw"`
	Drawn       bool           `json:"match_is_unintentional_draw"`
	Ghost       bool           `json:"is_ghost_match"`
	Winner      loose          `json:"winning_player"`
	Won         int32          `json:"games_won_by_winner" least:"-1" most:"99"`
	Lost        int32          `json:"games_won_by_loser" least:"-1" most:"99"`
	DrawnGames  int32          `json:"games_drawn" least:"-1" most:"99"`
	elimination bool
	phase       int

	_ jsonfile.Passed `keys:"id created_at updated_at order pod_number players is_feature_match reports reporting_player deck_check_started deck_check_completed"`
}

// lorcanaSeat is a player in a match. One version names the player itself, the other the
// user behind the registration, and what that player won.
type lorcanaSeat struct {
	Order  int           `json:"player_order"`
	Player lorcanaPlayer `json:"player"`
	Status struct {
		Name string        `json:"best_identifier"`
		User lorcanaPlayer `json:"user"`

		_ jsonfile.Passed `keys:"id registration_status matches_won matches_lost matches_drawn total_match_points decklist final_place_in_standings"`
	} `json:"user_event_status"`
	Won int32 `json:"games_won" least:"-1" most:"99"`

	_ jsonfile.Passed `keys:"id points_gained"`
}

type lorcanaPlayer struct {
	ID   loose  `json:"id"`
	Name string `json:"best_identifier"`

	_ jsonfile.Passed `keys:"pronouns username"`
}

// player returns the player of a seat.
func (s *lorcanaSeat) player() lorcanaPlayer {
	return lorcanaPlayer{
		ID:   cmp.Or(s.Player.ID, s.Status.User.ID),
		Name: cmp.Or(s.Player.Name, s.Status.Name, s.Status.User.Name),
	}
}

// matches returns the matches of the page or the event in the order of their rounds.
func (f *lorcanaPage) matches() []*lorcanaMatch {
	none := func(m *lorcanaMatch) bool { return m == nil }
	f.Results = slices.DeleteFunc(f.Results, none)
	sorted.Stable(f.Results, func(x, y *lorcanaMatch) int { return number(string(x.Round)) - number(string(y.Round)) })
	for i, phase := range f.Phases {
		sorted.Stable(phase.Rounds, func(x, y lorcanaRound) int { return number(string(x.Number)) - number(string(y.Number)) })
		for _, r := range phase.Rounds {
			for _, m := range slices.DeleteFunc(r.Matches, none) {
				m.Round, m.phase, m.elimination = r.Number, i, strings.Contains(phase.Type, "ELIMINATION")
				f.Results = append(f.Results, m)
			}
		}
	}
	return f.Results
}

// readLorcana reads matches of Play Hub. Only one open match of a real event was at
// hand.
func readLorcana(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f lorcanaPage
	left, err := readJSON(text, 30, &f)
	if err != nil {
		return nil, err
	}
	b, err := newBuild(o, "lorcana-playhub", nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = f.Name, append(findings, left...)
	b.note("transfer.decided.experimental")
	matches := f.matches()
	if len(matches) == 0 || len(matches[0].People) == 0 {
		return nil, failed(finding("transfer.refused.incomplete", "what", "results"))
	}
	before, elimination := matches[0], false
	for i := range matches {
		m := matches[i]
		if m.Ghost {
			continue
		}
		if m.Round != before.Round || m.phase != before.phase || len(b.t.Ledger.Rounds) == 0 {
			stage := ledger.Swiss
			if m.elimination {
				stage, elimination = ledger.Elimination, true
			}
			if err := b.round(stage); err != nil {
				return nil, err
			}
			before = m
		}
		if err := b.lorcanaMatch(notice.Text(fmt.Sprintf("results[%d]", i)), m); err != nil {
			return nil, err
		}
	}
	b.droppedByAbsence()
	b.plan(0, elimination)
	if elimination {
		if err := b.seed(); err != nil {
			return nil, err
		}
	}
	e, err := b.event()
	return []Imported{e}, err
}

func (b *build) lorcanaMatch(at notice.Value, m *lorcanaMatch) error {
	m.People = slices.DeleteFunc(m.People, func(s *lorcanaSeat) bool { return s == nil })
	sorted.Stable(m.People, func(x, y *lorcanaSeat) int { return x.Order - y.Order })
	var seats []int32
	winner := -1
	for i := range m.People {
		person := m.People[i].player()
		p, ok := b.index[string(person.ID)]
		if !ok {
			var err error
			if p, err = b.player(at, string(person.ID), person.Name); err != nil {
				return err
			}
		}
		if m.Winner != "" && person.ID == m.Winner {
			winner = i
		}
		seats = append(seats, p)
	}
	switch {
	case len(seats) == 1 && m.Loss:
		return b.add(at, ledger.AssignedLoss, 0, ledger.Result{}, seats[0])
	case len(seats) == 1 && m.Bye != "false":
		return b.bye(at, seats[0], false)
	case len(seats) != 2, m.Bye == "true":
		return failed(finding("transfer.refused.incomplete", "what", at))
	case m.Intentional:
		return b.add(at, ledger.IntentionalDraw, m.Table, ledger.Result{}, seats...)
	case winner < 0 && m.Winner != "":
		return failed(finding("transfer.refused.result", "at", at, "result", clip(string(m.Winner))))
	case winner < 0 && !m.Drawn && m.Status != "COMPLETE":
		return b.add(at, ledger.Played, m.Table, ledger.Result{}, seats...)
	}
	res, err := b.lorcanaResult(at, m, winner)
	if err != nil {
		return err
	}
	return b.add(at, ledger.Played, m.Table, res, seats...)
}

// lorcanaResult returns the result of a match of two that is complete. Games stand with
// the match, from the winner's side, or with the players; a winner of whom no games are
// known has the first result of the rules that this player wins.
func (b *build) lorcanaResult(at notice.Value, m *lorcanaMatch, winner int) (ledger.Result, error) {
	won, lost, drawn := max(m.Won, 0), max(m.Lost, 0), max(m.DrawnGames, 0)
	first, second := max(m.People[0].Won, 0), max(m.People[1].Won, 0)
	switch {
	case winner >= 0 && won+lost > 0:
		first, second = won, lost
		if winner == 1 {
			first, second = lost, won
		}
	case m.Drawn && won+lost > 0:
		first, second = won, lost
	case winner < 0 && !m.Drawn && first > second:
		winner = 0
	case winner < 0 && !m.Drawn && second > first:
		winner = 1
	}
	switch {
	case winner >= 0 && first == 0 && second == 0:
		if res, ok := b.t.Rules.ResultOf(b.current().Stage, 2, winner); ok {
			b.winners++
			return res, nil
		}
	case winner == 0 && first > second, winner == 1 && second > first, winner < 0 && m.Drawn && first == second:
		return games(first, second, drawn), nil
	}
	return ledger.Result{}, failed(finding("transfer.refused.result", "at", at, "result", clip(fmt.Sprintf("%s %d-%d-%d", m.Winner, first, second, drawn))))
}
