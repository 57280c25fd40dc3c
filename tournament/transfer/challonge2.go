package transfer

import (
	"cmp"
	"fmt"
	"strings"

	"topcut/tournament/jsonfile"
)

// challongeRecords are records of version 2.1 of Challonge's API: one, or a list of them.
type challongeRecords []challongeRecord

// ReadJSON takes one record or a list.
func (r *challongeRecords) ReadJSON(v *jsonfile.Value) error {
	if v.Kind() == '[' {
		return v.Into((*[]challongeRecord)(r))
	}
	*r = make(challongeRecords, 1)
	return v.Into(&(*r)[0])
}

// challongeRecord is a tournament, a participant or a match; one of the three is there. It
// is kept small since a file has many.
type challongeRecord struct {
	tournament *challongeTournament
	player     *challongePlayer
	match      *challongeMatch
}

// ReadJSON takes a record of any type.
func (r *challongeRecord) ReadJSON(v *jsonfile.Value) error {
	var in challongeAny
	if err := v.Into(&in); err != nil {
		return err
	}
	switch a := &in.Attributes; in.Type {
	case "tournament", "tournaments":
		r.tournament = &challongeTournament{Name: a.Name, Type: a.Kind, SwissRounds: a.Swiss.Rounds, Finals: a.Double.Finals, advance: min(number(string(a.Groups.Advance)), maxRounds), groups: strings.ToLower(a.Groups.Type)}
	case "participant", "participants":
		p := a.challongePlayer
		p.ID = in.ID
		if p.Active = cmp.Or(p.Active, a.States.Active); p.Active == "" && a.States.Inactive == "true" {
			p.Active = "false"
		}
		r.player = &p
	case "match", "matches":
		r.match = in.match()
	}
	return nil
}

// challongeAny is a record with what one of any type has.
type challongeAny struct {
	ID         loose  `json:"id"`
	Type       string `json:"type"`
	Attributes struct {
		challongePlayer
		Kind  string `json:"tournament_type"`
		Swiss struct {
			Rounds loose `json:"rounds"`
		} `json:"swiss_options"`
		Double struct {
			Finals string `json:"grand_finals_modifier"`
		} `json:"double_elimination_options"`
		Groups struct {
			Advance loose `json:"participant_count_to_advance_per_group"`

			Type string `json:"stage_type"`

			_ jsonfile.Passed `keys:"group_size"`
		} `json:"group_stage_options"`
		States struct {
			Active   loose `json:"active"`
			Inactive loose `json:"inactive"`
		} `json:"states"`
		State  string `json:"state"`
		Round  int    `json:"round"`
		Scores string `json:"scores"`
		Sides  []struct {
			ID     loose   `json:"participant_id"`
			Scores []loose `json:"scores"`
		} `json:"points_by_participant"`
		Winner loose `json:"winner_id"`
		Group  loose `json:"group_id"`

		_ jsonfile.Passed `keys:"url full_challonge_url live_image_url sign_up_url identifier suggested_play_order timestamps score_in_sets tie misc private description game_name starts_at notify_upon_matches_open notify_upon_tournament_ends final_rank group_stage_enabled username misc"`
	} `json:"attributes"`
	Relations struct {
		First  challongeLink `json:"player1"`
		Second challongeLink `json:"player2"`
		Group  challongeLink `json:"group"`

		_ jsonfile.Passed `keys:"attachments tournament organizer localization matches participants game community"`
	} `json:"relationships"`

	_ jsonfile.Passed `keys:"links"`
}

// challongeLink names another record.
type challongeLink struct {
	Data struct {
		ID loose `json:"id"`

		_ jsonfile.Passed `keys:"type"`
	} `json:"data"`

	_ jsonfile.Passed `keys:"links"`
}

// records adds records of version 2.1 to the tournament.
func (t *challongeTournament) records(list challongeRecords) {
	for _, r := range list {
		switch {
		case r.tournament != nil:
			t.Name, t.Type, t.SwissRounds, t.Finals, t.advance, t.groups = r.tournament.Name, r.tournament.Type, r.tournament.SwissRounds, r.tournament.Finals, r.tournament.advance, r.tournament.groups
		case r.player != nil:
			t.Participants = append(t.Participants, &challongeEntrant{In: r.player})
		case r.match != nil:
			t.recorded = append(t.recorded, r.match)
		}
	}
}

// match returns a record as a match of version 1. The players stand in the relations, or
// only with what they scored.
func (r *challongeAny) match() *challongeMatch {
	a := &r.Attributes
	m := &challongeMatch{ID: r.ID, State: a.State, First: r.Relations.First.Data.ID, Second: r.Relations.Second.Data.ID, Winner: a.Winner, Round: a.Round, Group: cmp.Or(a.Group, r.Relations.Group.Data.ID), Scores: a.Scores}
	if len(a.Sides) == 2 {
		if m.First == "" && m.Second == "" {
			m.First, m.Second = a.Sides[0].ID, a.Sides[1].ID
		}
		if m.Scores == "" && len(a.Sides[0].Scores) == 1 && len(a.Sides[1].Scores) == 1 {
			m.Scores = fmt.Sprintf("%s-%s", a.Sides[0].Scores[0], a.Sides[1].Scores[0])
		}
	}
	return m
}
