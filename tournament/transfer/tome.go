package transfer

import (
	"cmp"
	"slices"

	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// tomeFile is the JSON of TOME: tables of rows with keys. The cut is a tournament of its
// own, behind the Swiss one, with players of its own who have the same names.
type tomeFile struct {
	Groups struct {
		Tournament  tomeTable[tomeEvent]  `json:"Tournament:#"`
		Participant tomeTable[tomePlayer] `json:"Participant:#"`
		Match       tomeTable[tomeMatch]  `json:"Match:#"`
		Seat        tomeTable[tomeSeat]   `json:"MatchParticipant:#"`
	} `json:"entityGroupMap"`
}

type tomeTable[T any] struct {
	Entities []T `json:"entities"`
}

type (
	tomeEvent struct {
		PK     loose  `json:"pk"`
		Parent loose  `json:"parent_pk"`
		Name   string `json:"name"`
	}
	tomePlayer struct {
		PK         loose  `json:"pk"`
		Tournament loose  `json:"tournament_pk"`
		First      string `json:"first_name"`
		Last       string `json:"last_name"`
		Active     *bool  `json:"is_active"`
		Seed       loose  `json:"seed"`
	}
	tomeMatch struct {
		PK         loose `json:"pk"`
		Tournament loose `json:"tournament_pk"`
		Round      loose `json:"round"`
		Order      loose `json:"order_index"`
	}
	tomeSeat struct {
		Seat        loose `json:"table_seat"`
		Points      loose `json:"points_earned"`
		Match       loose `json:"match_pk"`
		Participant loose `json:"participant_pk"`
	}
)

// name returns a player's name.
func (p *tomePlayer) name() string { return p.First + " " + p.Last }

// root reports whether a tournament is no cut of another one.
func (t *tomeEvent) root() bool { return t.Parent == "" || t.Parent == "0" }

// alone keeps of several tournaments the first that is no cut, with its first cut, whose key
// it returns, empty if there is none, and names the others.
func (f *tomeFile) alone() (cut loose, others []notice.Text) {
	g := &f.Groups
	at := slices.IndexFunc(g.Tournament.Entities, func(t tomeEvent) bool { return t.root() })
	kept := map[loose]bool{}
	for i := range g.Tournament.Entities {
		switch t := &g.Tournament.Entities[i]; {
		case i == at, at < 0 && t.root():
			kept[t.PK] = true
		case cut == "" && !t.root() && (at < 0 || t.Parent == g.Tournament.Entities[at].PK):
			cut, kept[t.PK] = t.PK, true
		case len(others) < 8:
			others = append(others, clip("Tournament:# "+t.Name))
		}
	}
	if len(others) > 0 {
		g.Tournament.Entities = slices.DeleteFunc(g.Tournament.Entities, func(t tomeEvent) bool { return !kept[t.PK] })
		g.Participant.Entities = slices.DeleteFunc(g.Participant.Entities, func(p tomePlayer) bool { return !kept[p.Tournament] })
		ids := map[loose]bool{}
		for i := range g.Match.Entities {
			ids[g.Match.Entities[i].PK] = !kept[g.Match.Entities[i].Tournament]
		}
		g.Match.Entities = slices.DeleteFunc(g.Match.Entities, func(m tomeMatch) bool { return !kept[m.Tournament] })
		g.Seat.Entities = slices.DeleteFunc(g.Seat.Entities, func(s tomeSeat) bool { return ids[s.Match] })
	}
	return cut, others
}

// readTOME reads a TOME file into the form of NRTM and returns the players who have
// left, and a finding about what is not read.
func readTOME(text string, to *nrtmFile) (dropped map[loose]bool, left []notice.Notice, err error) {
	var f tomeFile
	if left, err = readJSON(text, 32, &f); err != nil {
		return nil, nil, err
	}
	g := &f.Groups
	cut, others := f.alone()
	if len(others) > 0 {
		left = append(left, finding("transfer.decided.left", "paths", others))
	}
	for _, t := range g.Tournament.Entities {
		if to.Name == "" && t.PK != cut {
			to.Name = t.Name
		}
	}
	dropped = map[loose]bool{}
	byName, ids := map[string]loose{}, map[loose]loose{}
	for i := range g.Participant.Entities {
		p := &g.Participant.Entities[i]
		if cut != "" && p.Tournament == cut {
			continue
		}
		to.Players = append(to.Players, nrtmPlayer{ID: p.PK, Name: loose(p.name())})
		dropped[p.PK], ids[p.PK], byName[names.Key(p.name())] = p.Active != nil && !*p.Active, p.PK, p.PK
	}
	for i := range g.Participant.Entities {
		p := &g.Participant.Entities[i]
		if cut == "" || p.Tournament != cut {
			continue
		}
		of, ok := byName[names.Key(p.name())]
		if !ok {
			return nil, nil, failed(finding("transfer.refused.player", "at", "Participant:#", "player", clip(p.name())))
		}
		ids[p.PK] = of
		to.EliminationPlayers = append(to.EliminationPlayers, nrtmFinalist{ID: of, Seed: p.Seed})
	}
	matches := map[loose]bool{}
	for _, m := range g.Match.Entities {
		matches[m.PK] = true
	}
	for _, s := range g.Seat.Entities {
		if !matches[s.Match] {
			return nil, nil, failed(finding("transfer.refused.incomplete", "what", "MatchParticipant:#"))
		}
	}
	if err := f.rounds(to, ids, cut, false); err != nil || cut == "" {
		return dropped, left, err
	}
	return dropped, left, f.rounds(to, ids, cut, true)
}

// rounds adds the rounds of the Swiss tournament, or of the cut. ids are the players of
// the Swiss one by those of both.
func (f *tomeFile) rounds(to *nrtmFile, ids map[loose]loose, cut loose, elimination bool) error {
	type place struct{ round, index int }
	g := &f.Groups
	at, before, games := map[loose]place{}, len(to.Rounds), int32(0)
	sorted.Stable(g.Match.Entities, func(x, y tomeMatch) int {
		return cmp.Or(number(string(x.Round))-number(string(y.Round)), number(string(x.Order))-number(string(y.Order)))
	})
	for _, m := range g.Match.Entities {
		if (cut != "" && m.Tournament == cut) != elimination {
			continue
		}
		round := before + number(string(m.Round))
		switch {
		case round == len(to.Rounds)+1:
			if to.Rounds = append(to.Rounds, nil); !elimination {
				games = 0 // tables count in each round, games through the whole cut
			}
		case round == before || round != len(to.Rounds):
			return failed(finding("transfer.refused.round", "at", "Match:#"))
		}
		r := &to.Rounds[len(to.Rounds)-1]
		at[m.PK] = place{len(to.Rounds) - 1, len(*r)}
		games++
		*r = append(*r, nrtmPairing{table: games, elimination: elimination})
	}
	for _, s := range g.Seat.Entities {
		where, ok := at[s.Match]
		if !ok {
			continue
		}
		m := &to.Rounds[where.round][where.index]
		seat := &m.first
		if n, ok := s.Seat.number(); ok && n > 0 {
			seat = &m.second
		}
		if seat.id != "" {
			return failed(finding("transfer.refused.twice", "at", "MatchParticipant:#", "player", clip(string(seat.id))))
		}
		if seat.id, ok = ids[s.Participant]; !ok {
			seat.id = s.Participant
		}
		seat.points, seat.reported = s.Points.number()
	}
	for i := range to.Rounds[before:] {
		for j := range to.Rounds[before+i] {
			m := &to.Rounds[before+i][j]
			m.first.won, m.second.won = m.first.points > m.second.points, m.second.points > m.first.points
		}
	}
	return nil
}
